//! The tables of the QRDC, read from `config/aslsk/`.

pub mod counters;
pub mod fire;
pub mod guns;
pub mod modifiers;
pub mod weapons;

use std::sync::OnceLock;

use crate::ledger::cited::{apply, rule};
use fire::Effect;
use serde::Deserialize;

/// The contents of `tables.toml`.
struct Tables {
    fire: [[Effect; fire::COLUMNS]; fire::ROWS],
    firepower: [u8; fire::COLUMNS],
    calibre: [u8; fire::COLUMNS],
    odds: Vec<Column>,
    leader_creation: Vec<Option<&'static str>>,
    wound_eliminates: u8,
    infantry_bands: [u8; 6],
    area_bands: [u8; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    firepower: [u8; fire::COLUMNS],
    calibre: [u8; fire::COLUMNS],
    fire: String,
    close_combat: String,
    leader_creation: Vec<String>,
    wound_eliminates: u8,
    infantry_bands: [u8; 6],
    area_bands: [u8; 2],
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let raw: Raw = crate::reading::from_toml(include_str!("../../../../config/aslsk/tables.toml"))
            .expect("the embedded tables are well-formed");
        let mut fire = [[Effect::None; fire::COLUMNS]; fire::ROWS];
        for (row, line) in raw.fire.lines().enumerate() {
            for (column, cell) in line.split_whitespace().enumerate() {
                fire[row][column] = Effect::read(cell).expect("a result of the Infantry Fire Table");
            }
        }
        let mut lines = raw.close_combat.leak().lines().map(str::split_whitespace);
        let (odds, kills) = (lines.next().expect("odds"), lines.next().expect("kill numbers"));
        let kills = kills.map(|n| n.parse().expect("a kill number"));
        let leader = |name: String| (name != "-").then(|| &*name.leak());
        Tables {
            fire,
            firepower: raw.firepower,
            calibre: raw.calibre,
            odds: odds
                .zip(kills)
                .map(|(name, kill)| Column { name, ratio: Ratio::read(name), kill })
                .collect(),
            leader_creation: raw.leader_creation.into_iter().map(leader).collect(),
            wound_eliminates: raw.wound_eliminates,
            infantry_bands: raw.infantry_bands,
            area_bands: raw.area_bands,
        }
    })
}

/// The leader that a final Leader Creation dr gives (5.3), if any.
#[apply(rule, "5.3")]
pub fn leader_created(die: i16) -> Option<&'static str> {
    let made = &tables().leader_creation;
    made[(die - 1).clamp(0, made.len() as i16 - 1) as usize]
}

/// Whether a final wound severity dr eliminates the leader (3.2.3d, A-7).
#[apply(rule, "3.2.3d")]
pub fn wound_eliminates(die: i16) -> bool {
    die >= i16::from(tables().wound_eliminates)
}

/// The odds at the head of a column of the CCT.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Ratio {
    /// "<1-8": anything.
    Least,
    /// "3-2": at least this attack to this defence.
    AtLeast(u32, u32),
    /// ">10-1": more than ten to one.
    Most,
}

/// A column of the CCT.
struct Column {
    name: &'static str,
    ratio: Ratio,
    kill: u8,
}

impl Ratio {
    fn read(name: &str) -> Ratio {
        match name {
            "<1-8" => Ratio::Least,
            ">10-1" => Ratio::Most,
            name => {
                let (attack, defence) = name.split_once('-').expect("odds are written as two numbers");
                let number = |part: &str| part.parse().expect("a number");
                Ratio::AtLeast(number(attack), number(defence))
            }
        }
    }
}

/// A column of the CCT (3.8e).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Odds(u8);

impl Odds {
    /// The highest odds that an attack reaches, rounded in the defender's favour.
    pub fn of(attack: super::calculator::Firepower, defence: super::calculator::Firepower) -> Odds {
        let reached = |column: &Column| match column.ratio {
            Ratio::Least => true,
            Ratio::Most => attack.parts() > 10 * defence.parts(),
            Ratio::AtLeast(a, d) => attack.parts() * d >= defence.parts() * a,
        };
        let highest = tables().odds.iter().rposition(reached);
        // Every attack reaches the first column.
        Odds(highest.unwrap_or(0) as u8)
    }

    /// The odds as printed: "3-2", "<1-8".
    pub fn name(self) -> &'static str {
        tables().odds[usize::from(self.0)].name
    }

    /// The kill number: a lower DR eliminates, an equal one is Casualty Reduction.
    #[apply(rule, "3.8e")]
    pub fn kill(self) -> i16 {
        i16::from(tables().odds[usize::from(self.0)].kill)
    }

    /// How many columns below 1-1 these odds are; 0 for 1-1 and better (Leader Creation).
    pub fn below_even(self) -> i16 {
        let even = tables().odds.iter().position(|column| column.ratio == Ratio::AtLeast(1, 1)).unwrap_or(0);
        (even as i16 - i16::from(self.0)).max(0)
    }
}
