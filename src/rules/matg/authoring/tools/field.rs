//! Builds a small position with the stands given to a calculator. It is read like any scenario, so every
//! value comes from the rules themselves.

use std::fmt::Write;
use std::str::FromStr;
use std::sync::Arc;

use super::notation;
use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::rules::matg::catalog::{self, Class, Nation, StandType};
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::scenario;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};
use crate::tool::CommandError;

/// A stand as given on the command line:
/// `T-34c,state=S,posture=fire-move,facing=E,role=HQ,engineer=yes,recon=yes`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    kind: &'static StandType,
    states: States,
    posture: Option<Posture>,
    facing: Option<Compass>,
    lines: Vec<String>,
}

const KEYS: &str = "the keys are state, posture, facing, role, engineer, recon";

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',').map(str::trim);
        let kind = notation::stand(parts.next().unwrap_or_default())?;
        let mut named =
            Self { kind, states: States::default(), posture: None, facing: None, lines: Vec::new() };
        for part in parts {
            let (key, value) =
                part.split_once('=').ok_or_else(|| format!("\"{part}\" is not key=value; {KEYS}"))?;
            let yes = || match value {
                "yes" => Ok(true),
                "no" => Ok(false),
                _ => Err(format!("{key} must be yes or no, not \"{value}\"")),
            };
            match key {
                "state" => named.states = notation::states(value)?,
                "posture" => {
                    named.posture = Some(match value {
                        "fire" => Posture::Fire,
                        "move" => Posture::Move,
                        "fire-move" => Posture::FireMove,
                        _ => return Err(format!("posture must be fire, move or fire-move, not \"{value}\"")),
                    });
                }
                "facing" => {
                    let facing =
                        value.parse().map_err(|_| format!("\"{value}\" is not a direction such as NE"))?;
                    named.facing = Some(facing);
                }
                "role" => named.lines.push(format!("role = {}", toml::Value::from(value))),
                "engineer" => named.lines.push(format!("engineer = {}", yes()?)),
                "recon" => named.lines.push(format!("recon = {}", yes()?)),
                _ => return Err(format!("there is no key \"{key}\"; {KEYS}")),
            }
        }
        Ok(named)
    }
}

impl Named {
    /// A headquarters of the same nation.
    ///
    /// # Errors
    /// If the nation has none.
    pub fn headquarters(&self) -> Result<Self, CommandError> {
        let mut one: Self =
            format!("{}/Infantry HQ", self.kind.nation.key()).parse().map_err(CommandError::Usage)?;
        one.lines.push("role = \"HQ\"".to_owned());
        Ok(one)
    }

    /// The name of the stand.
    pub fn name(&self) -> &'static str {
        &self.kind.name
    }
}

/// One side of the position.
pub struct Camp<'a> {
    /// Its force cohesion level.
    pub cohesion: i16,
    /// Its stands with their squares.
    pub stands: Vec<(&'a Named, Cell)>,
    /// The posture of stands that do not set one.
    pub posture: Posture,
}

impl Camp<'_> {
    /// A nation whose weapons data has all the stands, the first stand's own if possible.
    fn nation(&self) -> Result<Nation, CommandError> {
        let Some((first, _)) = self.stands.first() else { return Ok(Nation::Germany) };
        let has =
            |nation: Nation| self.stands.iter().all(|(one, _)| catalog::find(nation, one.name()).is_some());
        let own = Some(first.kind.nation).filter(|nation| has(*nation));
        own.or_else(|| Nation::ALL.into_iter().find(|nation| has(*nation))).ok_or_else(|| {
            let names: Vec<&str> = self.stands.iter().map(|(one, _)| one.name()).collect();
            CommandError::Usage(format!("no nation has all of these: {}", names.join(", ")))
        })
    }

    fn written(&self, side: Side, width: u16) -> Result<String, CommandError> {
        let nation = self.nation()?;
        let (letter, key, edge) = if side == Side::A { ('A', "a", "S") } else { ('B', "b", "N") };
        let mut text = format!(
            "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"{}\"\n\
             cohesion = {}\nedge = \"{edge}\"\ndepth = {HEIGHT}\n[[side.formation]]\nname = \"all\"\n",
            nation.key(),
            self.cohesion,
        );
        let stand = |text: &mut String, kind: &str, lines: &[String]| {
            let _ = writeln!(text, "[[side.formation.stand]]\ntype = {}", toml::Value::from(kind));
            lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
        };
        for (one, cell) in &self.stands {
            let mut lines = one.lines.clone();
            lines.push(format!("at = \"{cell}\""));
            stand(&mut text, one.name(), &lines);
        }
        // A carrier needs personnel aboard to overrun (8.7), and each side needs a headquarters, placed far
        // away here.
        for ((one, _), number) in self.stands.iter().zip(1..) {
            if one.kind.class == Class::Carrier {
                stand(&mut text, "Infantry HQ", &[format!("aboard = \"{letter}{number}\"")]);
            }
        }
        let far = Cell::new(width as i16 - 1, if side == Side::A { 0 } else { HEIGHT - 1 });
        stand(&mut text, "Infantry HQ", &["role = \"GHQ+0\"".into(), format!("at = \"{far}\"")]);
        Ok(text)
    }
}

const HEIGHT: i16 = 7;

/// The square in the middle, for the target or defender.
pub const MIDDLE: Cell = Cell::new(4, 3);

/// The squares around the middle, southern ones first.
pub fn around() -> impl Iterator<Item = Cell> {
    use Compass::{E, N, NE, NW, S, SE, SW, W};
    [S, SE, SW, E, W, NE, NW, N].into_iter().map(|wind| MIDDLE.step(wind))
}

/// A position of two sides with the given terrain on the middle square. The stands of side A face that
/// square; the stand on it faces the first of them.
///
/// # Errors
/// If these stands could not be placed like this in a game.
pub fn position(camps: &[Camp<'_>; 2], ground: &[Terrain]) -> Result<Position, CommandError> {
    let farthest = camps.iter().flat_map(|camp| &camp.stands).map(|(_, cell)| cell.x).max().unwrap_or(0);
    let width = u16::try_from(farthest).unwrap_or(0).max(8) + 6;
    let row = ".".repeat(usize::from(width));
    let rows = vec![row; HEIGHT as usize].join("\n");
    let text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"Odds\"\nturns = 10\ndate = \"1944-06\"\nsurface = \"mixed\"\nkind = \"hasty-attack\"\n\
         [victory]\ndestroy-percent = 100\n[map]\nwidth = {width}\nheight = {HEIGHT}\nterrain = '''\n{rows}\n'''\n{}{}",
        camps[0].written(Side::A, width)?,
        camps[1].written(Side::B, width)?,
    );
    let (mut battle, _) = scenario::read("odds", &text).map_err(|faulty| {
        let first = faulty.faults.first().map_or_else(String::new, |fault| fault.sentence.clone());
        CommandError::Usage(first)
    })?;
    let middle = battle.grid.index(MIDDLE);
    battle.ground[middle] = ground.iter().fold(battle.ground[middle], |ground, &row| ground.with(row));
    let mut position = Position::new(Arc::new(battle));
    for (side, camp) in Side::BOTH.into_iter().zip(camps) {
        let facing = match (side, camps[0].stands.first()) {
            (Side::A, _) => None,
            (Side::B, first) => first.and_then(|(_, cell)| Compass::between(MIDDLE, *cell)),
        };
        for ((one, cell), id) in camp.stands.iter().zip(position.battle.ids(side)) {
            let toward = facing.or_else(|| Compass::between(*cell, MIDDLE));
            let stand = position.forces.stand_mut(id);
            stand.facing = one.facing.or(toward).unwrap_or(stand.facing);
            stand.posture = one.posture.unwrap_or(camp.posture);
            stand.group = u8::from(stand.posture != Posture::Fire) * (100 + id);
            (stand.suppressed, stand.disorganized) = (one.states.suppressed, one.states.disorganized);
        }
    }
    Ok(position)
}

/// The ids of a side's stands, in the order given.
pub fn ids(position: &Position, side: Side, camp: &Camp<'_>) -> Vec<Id> {
    position.battle.ids(side).take(camp.stands.len()).collect()
}
