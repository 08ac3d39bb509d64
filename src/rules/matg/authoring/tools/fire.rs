//! `standto odds matg`: standard fire.
//!
//! Collects the facts that a position would provide and applies the rules to them; it has no charts of its
//! own.

use std::io::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::notation::{self, Defence, Firer, With};
use super::told::{self, Ends, Roll};
use crate::game::{Modifier, Test};
use crate::odds::Distribution;
use crate::rules::matg::catalog::StandType;
use crate::rules::matg::command::cohesion::{States, cohesion_test, state_modifiers};
use crate::rules::matg::command::determination;
use crate::rules::matg::fire::combat::{Attack, outcome_of, range_modifier, share_of};
use crate::rules::matg::fire::special;
use crate::rules::matg::ground::terrain::{Terrain, When};
use crate::rules::matg::movement::riders;
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, json, names};

/// Micro Armour: standard fire of one or more stands at one target (7.1 to 7.3).
///
/// The stands fire one after another, in the order given, and results accumulate. Each needs a cohesion roll
/// to fire, then rolls 2D6 on the Combat Results Table.
#[derive(Args)]
pub struct Fire {
    /// Force cohesion level of the firing side, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=20))]
    cohesion: i16,
    /// A firing stand; repeat for each stand: its name in the weapons data, or its firepower as ap=N and he=N
    /// (the one that the target calls for is required), state= nothing, S, D or SD, posture=fire or
    /// fire-move, suppressing=yes for support stands, with=second-shot, better-shells, big-game or heat for a
    /// shot under that optional rule (12.8 to 12.11)
    #[arg(long = "firer", value_name = "KEY=VALUE,...", required = true)]
    #[arg(add = names(notation::stand_names))]
    firers: Vec<Firer>,
    /// Printed defence of the target, in brackets if it is armoured: '[4]'
    #[arg(long, value_name = "N", alias = "defense", required_unless_present = "target")]
    defence: Option<Defence>,
    /// The target by its name in the weapons data, instead of its defence and class: "T-34c"
    #[arg(long, value_name = "NAME", value_parser = notation::stand, conflicts_with_all = ["defence", "class"])]
    #[arg(add = names(notation::stand_names))]
    target: Option<&'static StandType>,
    /// Whether the target is personnel (note P): this affects terrain, and defence when moving
    #[arg(long, value_enum, default_value_t)]
    class: TargetClass,
    /// Cohesion state of the target: nothing, S, D or SD
    #[arg(long, value_name = "STATE", default_value = "", value_parser = notation::states, hide_default_value = true)]
    target_state: States,
    /// Range in inches, rounded up; 1 is adjacent
    #[arg(long, value_name = "N", default_value = "5", value_parser = notation::range)]
    range: u16,
    /// Terrain of the target, cumulative; smoke also if it is at the firers
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = notation::terrain,
        add = names(notation::terrain_keys))]
    terrain: Vec<Terrain>,
    /// The target has fired this turn, so terrain that only conceals does not hide it
    #[arg(long)]
    target_fired: bool,
    /// The fire comes from outside the target's front: armoured defence halved, rounded up
    #[arg(long)]
    flank: bool,
    /// The target is in the movement or fire/move posture: personnel defence halved, rounded down
    #[arg(long)]
    target_moving: bool,
    /// A natural 1 to fire shifts the attack two columns in the firer's favour (12.2.1)
    #[arg(long)]
    hot_shot: bool,
    /// The firing side is broken: cohesion -5, and range 5 inches at most (12.1.5)
    #[arg(long)]
    broken: bool,
    /// The target rides on a fighting vehicle: defence 1 (12.5)
    #[arg(long)]
    rider: bool,
    /// Print JSON: firers (need, chance, column, modifier) and target (chance of each state)
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum TargetClass {
    Personnel,
    #[default]
    Other,
}

/// The fire of one stand: the cohesion roll and the attack.
struct Shot {
    to_fire: Test,
    attack: Attack,
}

#[derive(Serialize)]
struct Answer {
    firers: Vec<FirerAnswer>,
    target: Ends,
}

#[derive(Serialize)]
struct FirerAnswer {
    #[serde(flatten)]
    roll: Roll,
    column: i16,
    modifier: i16,
}

impl Shot {
    fn chance(&self) -> f64 {
        self.to_fire.chance()
    }

    /// The column used; below the table, the differential itself.
    fn column(&self) -> i16 {
        self.attack.differential().min(9)
    }
}

impl Run for Fire {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        if self.defence().armoured && self.class() == TargetClass::Personnel {
            let why = "a defence in brackets is armour, which can't be personnel: leave one of the two out";
            return Err(CommandError::Usage(why.into()));
        }
        if self.broken && self.range > determination::REACH {
            return Err(CommandError::Usage("a broken stand fires no farther than 5 inches (12.1.5)".into()));
        }
        let numbered = self.firers.iter().zip(1..);
        let shots =
            numbered.map(|(firer, number)| self.shot(firer, number)).collect::<Result<Vec<_>, _>>()?;
        let pairs: Vec<(f64, &Attack)> = shots.iter().map(|shot| (shot.chance(), &shot.attack)).collect();
        let end = outcome_of(&pairs, self.target_state);
        if self.json { json(out, &answer(&shots, &end)) } else { self.print(&shots, &end, out) }
    }
}

impl Fire {
    /// The printed defence, as given or from the weapons data.
    fn defence(&self) -> Defence {
        if self.rider {
            return Defence { value: riders::EXPOSED, armoured: false };
        }
        let named =
            self.target.map(|kind| Defence { value: i16::from(kind.defence), armoured: kind.armoured });
        named.or(self.defence).unwrap_or(Defence { value: 0, armoured: false })
    }

    fn class(&self) -> TargetClass {
        match self.target {
            Some(kind) if kind.is_personnel() => TargetClass::Personnel,
            Some(_) => TargetClass::Other,
            None => self.class,
        }
    }

    fn shot(&self, firer: &Firer, number: usize) -> Result<Shot, CommandError> {
        let (firepower, key) = if self.defence().armoured { (firer.ap, "ap") } else { (firer.he, "he") };
        let with = firer.with;
        let (reach, rule) = match with {
            Some(With::Heat) => (special::HEAT.1, "12.11"),
            Some(With::BigGame) => (special::HUNT.0, "12.10"),
            _ => (u16::MAX, ""),
        };
        if with.is_some_and(|with| with != With::SecondShot) && !self.defence().armoured {
            return Err(CommandError::Usage(format!("firer {number}: that shot needs an armoured target")));
        }
        if self.range > reach {
            return Err(CommandError::Usage(format!(
                "firer {number}: that shot has a range of {reach} inches ({rule})"
            )));
        }
        let firepower = match with {
            Some(With::Heat) => Some(special::HEAT.0),
            Some(With::BigGame) => firer.he,
            Some(With::BetterShells) => firepower.map(special::with_better_shells),
            _ => firepower,
        };
        let key = if with == Some(With::BigGame) { "he" } else { key };
        let Some(firepower) = firepower else {
            let target = if self.defence().armoured { "armoured" } else { "not armoured" };
            return Err(CommandError::Usage(format!(
                "firer {number} has no {key}: the target is {target}, so {} counts; write {key}=N",
                key.to_uppercase()
            )));
        };
        let posture =
            firer.fire_move.then_some(Modifier { value: 3, label: "fire/move posture", rule: "7.1.6" });
        let states = state_modifiers(firer.states.suppressed, firer.states.disorganized);
        let second = (with == Some(With::SecondShot)).then_some(special::SECOND_SHOT);
        let modifiers = states.chain(posture).chain(second).chain(self.terrain_modifiers(true)).collect();
        let cohesion = self.cohesion - if self.broken { determination::SHAKEN } else { 0 };
        let to_fire = cohesion_test("to fire", cohesion, modifiers, "7.1.6");
        let close = with == Some(With::BigGame) && self.range <= special::HUNT.1;
        let close = close.then_some(special::CLOSE_TO_PREY);
        let range = range_modifier(self.range, false);
        let attack = Attack {
            firepower,
            defence: self.defence_value(),
            modifiers: self.terrain_modifiers(false).into_iter().chain(range).chain(close).collect(),
            suppressing: firer.suppressing,
            artillery: false,
            armour_piercing: self.defence().armoured,
            depletion: None,
            hot: self.hot_shot,
        };
        Ok(Shot { to_fire, attack })
    }

    /// Defence after halving (7.1.8, 7.3.1).
    fn defence_value(&self) -> i16 {
        let Defence { value, armoured } = self.defence();
        match armoured {
            true if self.flank => share_of(value, 2),
            false if self.class() == TargetClass::Personnel && self.target_moving => value / 2,
            _ => value,
        }
    }

    /// Terrain modifiers to the cohesion roll or to the attack (6.3.3, 9.1, chart).
    fn terrain_modifiers(&self, cohesion: bool) -> Vec<Modifier> {
        let modifier = |terrain: &Terrain| {
            let row = terrain.row();
            let counts = row.when != When::Moving || self.target_moving;
            let seen = cohesion && row.concealing && (self.target_fired || self.range <= 1);
            let value = if self.class() == TargetClass::Personnel { row.personnel } else { row.others };
            (counts && !seen && value != 0).then_some(Modifier {
                value,
                label: row.label,
                rule: "chart: terrain",
            })
        };
        let mut rows = self.terrain.clone();
        rows.sort_unstable();
        rows.dedup();
        rows.iter().filter_map(modifier).collect()
    }

    fn print(&self, shots: &[Shot], end: &Distribution<States>, out: &mut dyn Write) -> CommandResult {
        writeln!(out, "Target: {}", self.target_in_words())?;
        for (shot, number) in shots.iter().zip(1..) {
            let Shot { to_fire, attack } = shot;
            let power = if attack.armour_piercing { "AP" } else { "HE" };
            writeln!(out, "\nFirer {number}, {power} {}", attack.firepower)?;
            told::roll(out, to_fire)?;
            told::attack(out, "combat", attack)?;
            if attack.hot {
                writeln!(
                    out,
                    "  a natural 1 to fire: column {:+} (12.2.1)",
                    attack.after(1).differential().min(9)
                )?;
            }
        }
        let who = if shots.len() == 1 { "this fire" } else { "all this fire" };
        told::ends(out, &format!("The target after {who} (7.2)"), end)?;
        Ok(())
    }

    fn target_in_words(&self) -> String {
        let Defence { value, armoured } = self.defence();
        let printed = if armoured { format!("defence [{value}]") } else { format!("defence {value}") };
        let mut words = vec![printed];
        let counted = self.defence_value();
        if counted != value {
            let rule = if armoured { "from flank or rear, 7.3.1" } else { "moving personnel, 7.1.8" };
            words.push(format!("counts as {counted} ({rule})"));
        }
        if self.class() == TargetClass::Personnel {
            words.push("personnel".into());
        }
        if self.flank && !armoured {
            words.push("no armour, so its flank is like its front (7.3.1)".into());
        }
        words.push(self.target_state.symbol().into());
        words.push(format!("range {}", self.range));
        words.extend(self.terrain.iter().map(|terrain| terrain.row().label.to_owned()));
        words.extend(self.target_fired.then(|| "has fired".to_owned()));
        words.extend(self.target_moving.then(|| "moving".to_owned()));
        words.join(", ")
    }
}

fn answer(shots: &[Shot], end: &Distribution<States>) -> Answer {
    let firer = |shot: &Shot| FirerAnswer {
        roll: Roll::of(&shot.to_fire),
        column: shot.column(),
        modifier: shot.attack.modifier(),
    };
    Answer { firers: shots.iter().map(firer).collect(), target: Ends::of(end) }
}
