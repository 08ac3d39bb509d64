//! `standto odds panzertruppe`: shots declared at one target, and platoon morale.
//!
//! It builds a firer and a target from the options and asks the rules; it has no tables of its own.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::odds::{Distribution, percent_in_tenths};
use crate::rules::panzertruppe::firing::effect::{Hit, hit};
use crate::rules::panzertruppe::firing::thrown::{RollResults, throw};
use crate::rules::panzertruppe::firing::to_hit::{ToHit, to_hit};
use crate::rules::panzertruppe::firing::volley::{Shot, volley};
use crate::rules::panzertruppe::firing::{
    Bore, Class, Condition, Cover, Firer, GunType, Lines, Motion, Target,
};
use crate::rules::panzertruppe::sequence::morale::Morale;
use crate::rules::panzertruppe::sight::geometry::{Aspect, Tenths, inches, tenths_of};
use crate::rules::panzertruppe::tables::custom;
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, Table, json, names};

/// Panzertruppe: to hit, hit effect, both together, and platoon morale.
///
/// The shots are declared at one target and resolved in order; each counts the effect of those before it.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto odds panzertruppe --range 10 --firer gun=85L --armour -2\n  \
 standto odds panzertruppe --range 25.1 --firer gun=75VL,state=overwatch --firer gun=75L \\\n      \
 --target-state moving --cover woods,hull-down\n  standto odds panzertruppe --range 4 --firer gun=50L \
 --target gun --lost 2 --elite\n  standto odds panzertruppe --range 10 --firer gun=85L --armour -2 --dice \
 7,6\n\nCover: wall, hedge, beside-building, hull-down, woods, hedgerow, rough, dug-in, building, \
 hill-edge, crouching. Cover that the target cannot use, or that does not combine with better cover, is \
 left out of the sum.")]
pub struct Fire {
    /// Range in inches, to the tenth: 13.9
    #[arg(long, value_name = "IN", allow_negative_numbers = true, value_parser = range)]
    range: Tenths,
    /// A shot; repeat for each: gun= with its size in mm and its type S, M, L or VL; state=stopped, moving or
    /// overwatch; ambush=yes; russian=yes
    #[arg(long = "firer", value_name = "KEY=VALUE,...", required = true)]
    firers: Vec<FirerWords>,
    /// The target; a vehicle is armoured
    #[arg(long, value_enum, default_value_t)]
    target: ClassWord,
    /// Whether the target is stopped, moving or on overwatch; a stunned or immobilised target no longer
    /// counts as moving
    #[arg(long, value_enum, default_value_t)]
    target_state: MotionWord,
    /// Size modifier of a vehicle or Gun; infantry has its own
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = modifier)]
    size: i16,
    /// Armour modifier of the facing hit; a Gun's front has its own
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = modifier)]
    armour: i16,
    /// The facing hit; a Gun has no shield at its sides and rear
    #[arg(long, value_enum, default_value_t)]
    facing: AspectWord,
    /// The target is already stunned
    #[arg(long)]
    target_stunned: bool,
    /// The target is already immobilised
    #[arg(long)]
    target_immobilised: bool,
    /// The target is mounted cavalry
    #[arg(long)]
    mounted: bool,
    /// Cover of the target
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = cover,
        add = names(|| Cover::NAMES.iter().map(|(name, _)| *name)))]
    cover: Vec<Cover>,
    /// Units its platoon has lost: shows the chance to fail morale
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = losses)]
    lost: Option<u16>,
    /// The platoon is elite
    #[arg(long, requires = "lost")]
    elite: bool,
    /// Faces of your own dice, in the order rolled: shows the result of each, and the purpose of the next
    /// die. To hit, then hit effect, shot by shot; then morale with --lost
    #[arg(long, value_name = "FACES", value_delimiter = ',', num_args = 1, allow_negative_numbers = true,
        value_parser = face)]
    dice: Vec<u8>,
    /// Use the tables of this file in place of the standard ones; without it, those of
    /// config/panzertruppe/tables.toml in your folder
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// Print JSON: firers (need, chance, effect), target (chance of each state), morale_fail
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum ClassWord {
    #[default]
    Vehicle,
    Unarmoured,
    Gun,
    Infantry,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum MotionWord {
    #[default]
    Stopped,
    Moving,
    Overwatch,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum AspectWord {
    #[default]
    Front,
    Side,
    Rear,
}

/// A firer as written on the command line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct FirerWords(Firer);

const KEYS: &str = "the keys are gun, state, ambush, russian";

impl FromStr for FirerWords {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut firer = Firer::default();
        let mut keys = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| format!("\"{part}\" is not key=value; {KEYS}"))?;
            if keys.contains(&key) {
                return Err(format!("\"{key}\" is given twice"));
            }
            keys.push(key);
            match key {
                "gun" => firer.bore = bore(value)?,
                "state" => {
                    firer.motion = match value {
                        "stopped" => Motion::Stopped,
                        "moving" => Motion::Moving,
                        "overwatch" => Motion::Overwatch,
                        _ => {
                            return Err(format!(
                                "state must be stopped, moving or overwatch, not \
                         \"{value}\""
                            ));
                        }
                    }
                }
                "ambush" => firer.ambush = yes(key, value)?,
                "russian" => firer.russian = yes(key, value)?,
                _ => return Err(format!("unknown key \"{key}\"; {KEYS}")),
            }
        }
        if keys.contains(&"gun") {
            Ok(Self(firer))
        } else {
            Err("a firer needs a gun, such as gun=85L".into())
        }
    }
}

fn yes(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("{key} must be yes or no, not \"{value}\"")),
    }
}

/// "85L": millimetres and type.
fn bore(text: &str) -> Result<Bore, String> {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let kind = match letters {
        "S" => Some(GunType::S),
        "M" => Some(GunType::M),
        "L" => Some(GunType::L),
        "VL" => Some(GunType::VL),
        _ => None,
    };
    let calibre = text[..text.len() - letters.len()].parse().ok().filter(|mm| (1..=999).contains(mm));
    match (calibre, kind) {
        (Some(calibre), Some(kind)) => Ok(Bore { calibre, kind }),
        _ => Err(format!(
            "expected a gun with its size in mm, 1 to 999, and its type S, M, L or VL, such as 85L, not \
             \"{text}\""
        )),
    }
}

fn range(text: &str) -> Result<Tenths, String> {
    tenths_of(text).ok_or_else(|| {
        format!("expected a range in inches with at most one decimal, such as 13.9, not \"{text}\"")
    })
}

/// A whole number within limits, or a message with what was expected.
fn whole<T: FromStr + PartialOrd>(text: &str, among: RangeInclusive<T>, what: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| among.contains(number));
    number.ok_or_else(|| format!("{what}, not \"{text}\""))
}

fn modifier(text: &str) -> Result<i16, String> {
    whole(text, -20..=20, "a modifier must be a whole number from -20 to 20")
}

fn losses(text: &str) -> Result<u16, String> {
    whole(text, 0..=u16::MAX, "losses must be a whole number of units, such as 2")
}

fn face(text: &str) -> Result<u8, String> {
    whole(text, 1..=10, "a face of a D10 must be 1 to 10")
}

fn cover(text: &str) -> Result<Cover, String> {
    Cover::named(text).ok_or_else(|| {
        let names: Vec<&str> = Cover::NAMES.iter().map(|(name, _)| *name).collect();
        format!("unknown cover \"{text}\"; expected {}", names.join(", "))
    })
}

#[derive(Serialize)]
struct Answer {
    firers: Vec<FirerAnswer>,
    target: TargetAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    morale_fail: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thrown: Option<ThrownAnswer>,
}

/// The results of a player's own dice.
#[derive(Serialize)]
struct ThrownAnswer {
    told: Vec<String>,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Serialize)]
struct FirerAnswer {
    need: Option<i16>,
    chance: f64,
    effect: Option<i16>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct TargetAnswer {
    none: f64,
    stunned: f64,
    immobilised: f64,
    stunned_immobilised: f64,
    destroyed: f64,
}

/// A shot at the target as given.
struct Worked {
    to_hit: ToHit,
    hit: Hit,
}

impl Worked {
    fn effect(&self) -> Option<i16> {
        self.to_hit.need.and_then(|_| self.hit.sum())
    }
}

impl Run for Fire {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let tables = &custom::tables(&files.custom_data("panzertruppe", self.custom_data.as_deref())?)?;
        let target = self.target();
        let shots: Vec<Shot> =
            self.firers.iter().map(|&FirerWords(firer)| Shot { firer, range: self.range }).collect();
        let worked: Vec<Worked> = shots
            .iter()
            .map(|shot| Worked {
                to_hit: to_hit(tables, &shot.firer, &target, shot.range),
                hit: hit(tables, shot.firer.bore, &target, shot.range),
            })
            .collect();
        let end = volley(tables, &shots, &target);
        let morale = self.lost.map(|lost| Morale { lost, elite: self.elite });
        let thrown = (!self.dice.is_empty()).then(|| throw(tables, &shots, &target, morale, &self.dice));
        if let Some(RollResults { unread: unread @ 1.., .. }) = thrown {
            let (given, needed) = (self.dice.len(), self.dice.len() - unread);
            return Err(CommandError::Usage(format!(
                "{given} faces are given, but the shots need only {needed}"
            )));
        }
        if self.json {
            return json(out, &answer(&worked, &end, morale, thrown));
        }
        match thrown {
            Some(thrown) => tell(&thrown, out),
            None => self.print(&worked, &end, morale, out),
        }
    }
}

impl Fire {
    fn target(&self) -> Target {
        Target {
            class: match self.target {
                ClassWord::Vehicle => Class::Vehicle,
                ClassWord::Unarmoured => Class::Unarmoured,
                ClassWord::Gun => Class::Gun,
                ClassWord::Infantry => Class::Infantry,
            },
            motion: match self.target_state {
                MotionWord::Stopped => Motion::Stopped,
                MotionWord::Moving => Motion::Moving,
                MotionWord::Overwatch => Motion::Overwatch,
            },
            size: self.size,
            armour: self.armour,
            aspect: match self.facing {
                AspectWord::Front => Aspect::Front,
                AspectWord::Side => Aspect::Side,
                AspectWord::Rear => Aspect::Rear,
            },
            condition: Condition {
                stunned: self.target_stunned,
                immobilised: self.target_immobilised,
                destroyed: false,
            },
            cover: self.cover.iter().fold(Cover::default(), |all, &one| all.with(one)),
            mounted: self.mounted,
        }
    }

    fn print(
        &self,
        worked: &[Worked],
        end: &Distribution<Condition>,
        morale: Option<Morale>,
        out: &mut dyn Write,
    ) -> CommandResult {
        writeln!(out, "Range {}\"", inches(self.range))?;
        for ((shot, FirerWords(firer)), number) in worked.iter().zip(&self.firers).zip(1..) {
            writeln!(out, "\nShot {number}, {} mm {:?}", firer.bore.calibre, firer.bore.kind)?;
            let Some(need) = shot.to_hit.need else {
                writeln!(
                    out,
                    "  no shot: out of range, or too small a weapon against crouching infantry \
                 (3, 24)"
                )?;
                continue;
            };
            writeln!(out, "  to hit: 6 or more on D10 (3)")?;
            write_lines(&shot.to_hit.lines, out)?;
            let bounds = if need < 2 { "; a natural 1 always misses" } else { "" };
            writeln!(out, "    needs {need} or more, {}{bounds}", percent_in_tenths(shot.to_hit.chance()))?;
            match &shot.hit {
                Hit::Destroys => writeln!(out, "  a hit destroys (4, 13, 15)")?,
                Hit::Stuns => writeln!(out, "  a hit stuns; a stunned target is removed (15)")?,
                Hit::Rolls(lines) | Hit::RollsForGun(lines) => {
                    writeln!(
                        out,
                        "  hit effect: D10 {:+}: 5 stunned, 6 immobilised, 7 destroyed (4)",
                        lines.sum()
                    )?;
                    write_lines(lines, out)?;
                }
            }
        }
        writeln!(out, "\nThe target after these shots (4 to 6)")?;
        let mut table = Table::new(["  state", "chance"]);
        for word in Condition::WORDS {
            table.row([format!("  {word}"), percent_in_tenths(left(end, word))]);
        }
        table.write(out)?;
        if let Some(morale) = morale {
            writeln!(
                out,
                "\nMorale after {} lost{}: fails on {} or less, {} (11)",
                morale.lost,
                if morale.elite { ", elite" } else { "" },
                morale.fails_to(),
                percent_in_tenths(morale.chance())
            )?;
        }
        Ok(())
    }
}

fn write_lines(lines: &Lines, out: &mut dyn Write) -> CommandResult {
    lines.as_slice().iter().try_for_each(|line| writeln!(out, "    {line}"))?;
    Ok(())
}

fn left(end: &Distribution<Condition>, word: &str) -> f64 {
    end.iter().filter(|(condition, _)| condition.word() == word).fold(0.0, |sum, (_, chance)| sum + chance)
}

/// Shows the results of the player's own dice, and the purpose of the next die.
fn tell(thrown: &RollResults, out: &mut dyn Write) -> CommandResult {
    for line in &thrown.told {
        writeln!(out, "{line}")?;
    }
    match &thrown.next {
        Some(next) => writeln!(out, "next die: {next}")?,
        None => writeln!(out, "the target: {}", thrown.state.word())?,
    }
    Ok(())
}

fn answer(
    worked: &[Worked],
    end: &Distribution<Condition>,
    morale: Option<Morale>,
    thrown: Option<RollResults>,
) -> Answer {
    let firer = |shot: &Worked| FirerAnswer {
        need: shot.to_hit.need,
        chance: shot.to_hit.chance(),
        effect: shot.effect(),
    };
    let left = |word| left(end, word);
    Answer {
        firers: worked.iter().map(firer).collect(),
        target: TargetAnswer {
            none: left("none"),
            stunned: left("stunned"),
            immobilised: left("immobilised"),
            stunned_immobilised: left("stunned-immobilised"),
            destroyed: left("destroyed"),
        },
        morale_fail: morale.map(|morale| morale.chance()),
        thrown: thrown.map(|thrown| ThrownAnswer {
            told: thrown.told,
            state: thrown.state.word(),
            breaks: thrown.breaks,
            next: thrown.next,
        }),
    }
}
