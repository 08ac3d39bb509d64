//! `standto odds fireandmove`: the odds calculator for Fire & Move.
//!
//! It collects the inputs and asks the rules; it has no tables of its own.

use std::collections::BTreeMap;
use std::io::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{Modifier, Test};
use crate::odds::Distribution;
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::dice::odds::{self, Adds, ArmourAttack, figure, shelled};
use crate::rules::fireandmove::fire::armour::{Armour, Damage};
use crate::rules::fireandmove::fire::effect::{Fate, Nerve};
use crate::rules::fireandmove::fire::strength::{Band, FireCard, OnTheMove, Strength};
use crate::rules::fireandmove::fire::to_hit::{Shot, ToHit};
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, json as print_json};

/// Fire & Move: checks of 2D8 (plus die less minus die), morale, To Hit, fire on figures and on armour.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto odds fireandmove --check dice\n  \
    standto odds fireandmove --check morale --morale 3 --modifier 1\n  \
    standto odds fireandmove --check to-hit --to-hit 0-3 --shift -1 --target-moving --wf -7\n  \
    standto odds fireandmove --check fire --base 4 --bonus 2 --cv -2 --morale 3\n  \
    standto odds fireandmove --check fire --base 4 --to-hit 0-2 --morale 3 --pinned --panic 3\n  \
    standto odds fireandmove --check ap --ap 6 --armour 8/7/6 --to-hit 0-4 --hull-down")]
pub struct Check {
    /// Kind of roll
    #[arg(long, value_enum)]
    check: Kind,
    /// Morale of the figure
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = number())]
    morale: Option<i16>,
    /// morale: the modifier to the check
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = number())]
    modifier: i16,
    /// To Hit number as printed: 6 5 4 3 2 1 0-1 0-2 0-3 0-4 0-5 0-6
    #[arg(long, value_name = "NUMBER")]
    to_hit: Option<ToHit>,
    /// Steps to the right on the row of To Hit numbers, below 0 to the left
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = number())]
    shift: i16,
    /// The target moves: only results of 1 and more hit
    #[arg(long)]
    target_moving: bool,
    /// The target is hull down: only results of 1 and more hit, and immobilised becomes stunned
    #[arg(long)]
    hull_down: bool,
    /// The weapon moves: only results of 1 and more hit, a step less if the target moves or is hull down
    #[arg(long)]
    firer_moving: bool,
    /// The result at which the weapon fails, -1 to -7
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(i16).range(-7..=-1))]
    wf: Option<i16>,
    /// fire: the card's value, or the HE value of an ordnance weapon
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number())]
    base: Option<i16>,
    /// fire: the weapons' bonus
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number())]
    bonus: Option<i16>,
    /// fire: the bonus of a flamethrower, never halved; concealment counts for nothing
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number())]
    flamethrower: Option<i16>,
    /// fire: during a move, at close range: base 0, bonus halved
    #[arg(long)]
    move_and_fire: bool,
    /// fire: with --move-and-fire, every weapon is automatic: base and bonus together halved
    #[arg(long)]
    all_automatic: bool,
    /// fire: from behind the target's front
    #[arg(long)]
    enfilade: bool,
    /// fire: the card, 5/4, 3/2 or 1: for enfilade
    #[arg(long, value_name = "CARD", default_value = "5/4")]
    card: FireCard,
    /// fire: close, medium, long or extreme: for enfilade
    #[arg(long, value_name = "BAND", default_value = "close")]
    range: Band,
    /// fire: the platoon leader's modifier
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = number())]
    leader: i16,
    /// fire: a hero fires
    #[arg(long)]
    hero: bool,
    /// fire: the target has a fear marker
    #[arg(long)]
    fear: bool,
    /// fire: the sum of concealment as printed: -2
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = number())]
    cv: i16,
    /// fire: panic of the figure, for one that is pinned
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number())]
    panic: Option<i16>,
    /// fire: KIA number of the figure while it is not pinned
    #[arg(long, value_name = "N", default_value = "8", allow_negative_numbers = true, value_parser = number())]
    kia: i16,
    /// fire: the figure is pinned
    #[arg(long)]
    pinned: bool,
    /// ap: the weapon's AP value
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number())]
    ap: Option<i16>,
    /// ap: armour of the side that is hit
    #[arg(long, value_name = "K/S/I")]
    armour: Option<Armour>,
    /// ap: how the To Hit result adds to the AP value
    #[arg(long, value_enum, default_value_t)]
    adds: AddsWord,
    /// ap: the target is stunned, 1 more
    #[arg(long)]
    target_stunned: bool,
    /// ap: the target is immobilised, 2 more
    #[arg(long)]
    target_immobilised: bool,
    /// Also print the dice matrix: all 64 rolls and their results
    #[arg(long, conflicts_with = "json")]
    matrix: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Kind {
    Dice,
    Morale,
    ToHit,
    Fire,
    Ap,
}

#[derive(Copy, Clone, PartialEq, Eq, Default, ValueEnum)]
enum AddsWord {
    #[default]
    None,
    Size,
    Signed,
}

/// Numbers of cards and modifiers.
fn number() -> clap::builder::RangedI64ValueParser<i16> {
    clap::value_parser!(i16).range(-99..=99)
}

/// The three parts of the result of `--check dice`.
#[derive(Serialize)]
struct Matrix {
    exact: BTreeMap<i16, f64>,
    at_least: BTreeMap<i16, f64>,
    within: BTreeMap<i16, f64>,
}

impl Run for Check {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let mut page = Page::default();
        match self.check {
            Kind::Dice => return self.dice(out),
            Kind::Morale => self.morale(&mut page)?,
            Kind::ToHit => self.to_hit(&mut page)?,
            Kind::Fire => self.fire(&mut page)?,
            Kind::Ap => self.ap(&mut page)?,
        }
        if self.json { print_json(out, &page.answer) } else { Ok(out.write_all(page.text.as_bytes())?) }
    }
}

impl Check {
    fn dice(&self, out: &mut dyn Write) -> CommandResult {
        let matrix = Matrix {
            exact: checks::RESULTS.map(|n| (n, checks::exactly(n))).collect(),
            at_least: checks::RESULTS.map(|n| (n, checks::at_least(n))).collect(),
            within: (0..=7).map(|n| (n, checks::within(n))).collect(),
        };
        if self.json {
            return print_json(out, &matrix);
        }
        if self.matrix {
            let plain = odds::check("", "1.4", Vec::new(), |_| "");
            let told = plain.matrix().map_or_else(String::new, |matrix| matrix.to_string());
            // Without a reading, the rolls have no results to show.
            let rows: Vec<&str> = told.lines().take(10).collect();
            writeln!(out, "{}\n", rows.join("\n").replace('.', " "))?;
        }
        writeln!(
            out,
            "2D8: positive die minus negative die, 64 rolls\n\nresult  exactly  or more  within -n \
             to +n"
        )?;
        for (n, chance) in matrix.exact {
            let within = matrix.within.get(&n).map_or(String::new(), |p| percent(*p));
            let line = format!("{n:>+6}  {}  {}  {within}", percent(chance), percent(matrix.at_least[&n]));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn morale(&self, page: &mut Page) -> CommandResult {
        let morale = needed(self.morale, "--morale", "morale")? + self.modifier;
        page.line(format!("passes on -{0} to +{0} (48.1)", morale.max(0)));
        page.chance("pass", checks::within(morale));
        self.matrix(page, &odds::morale_test("", "48.1", morale));
        Ok(())
    }

    /// The shot, if a To Hit number is given.
    fn shot(&self) -> Option<Shot> {
        Some(Shot {
            number: self.to_hit?,
            steps: self.shift,
            target_moving: self.target_moving,
            hull_down: self.hull_down,
            firer_moving: self.firer_moving,
            failure: self.wf,
        })
    }

    fn to_hit(&self, page: &mut Page) -> CommandResult {
        let shot = needed(self.shot(), "--to-hit", "to-hit")?;
        let number = shot.final_number().map(|number| number.to_string());
        page.line(match &number {
            Some(number) if shot.positive_only() => format!("To Hit {number}, positive results only (58.4)"),
            Some(number) => format!("To Hit {number} (59.1)"),
            None => "worse than 6: no hit (59.1)".into(),
        });
        page.answer.insert("to_hit".into(), number.map_or(Value::Null, Value::String));
        page.chance("chance", shot.chance());
        page.chance("fails", shot.fails());
        self.matrix(page, &odds::shot_test(&shot));
        Ok(())
    }

    fn strength(&self) -> Result<Strength, CommandError> {
        // A flamethrower alone fires with only its bonus (18.1).
        let base = if self.flamethrower.is_some() { Some(self.base.unwrap_or(0)) } else { self.base };
        let automatic = if self.all_automatic { OnTheMove::AllAutomatic } else { OnTheMove::Mixed };
        Ok(Strength {
            base: needed(base, "--base", "fire")?,
            bonus: self.bonus,
            flamethrower: self.flamethrower,
            on_the_move: self.move_and_fire.then_some(automatic),
            enfilade: if self.enfilade { self.card.enfilade(self.range) } else { 0 },
            leader: self.leader,
            veil: 0,
            hero: self.hero,
            fear: self.fear,
            concealment: self.cv,
            water: None,
            target: 0,
            ambush: false,
            banzai: false,
            horses: false,
        })
    }

    fn fire(&self, page: &mut Page) -> CommandResult {
        let strength = self.strength()?;
        let (morale, panic) = match self.pinned {
            false => (needed(self.morale, "--morale", "fire")?, self.panic.unwrap_or(0)),
            true => (self.morale.unwrap_or(0), needed(self.panic, "--panic", "fire --pinned")?),
        };
        let nerve = Nerve { morale, panic, kia: self.kia };
        strength.lines(|line| page.line(format!("{line}")));
        let total = strength.total();
        page.line(format!("strength {total}"));
        page.answer.insert("strength".into(), total.into());
        let shot = self.shot();
        let end = match &shot {
            Some(shot) => shelled(shot, total, nerve, self.pinned),
            None => figure(total, nerve, self.pinned),
        };
        if let Some(shot) = &shot {
            page.chance("hit", shot.chance());
        }
        let (breaks, word) = if self.pinned { (Fate::Routed, "routed") } else { (Fate::Pinned, "pinned") };
        page.outcomes("target", &end, &[("none", Fate::Unhurt), (word, breaks), ("killed", Fate::Killed)]);
        if self.move_and_fire && self.range != Band::Close {
            page.remark("fire on the move is for close range only (12.2)");
        }
        self.remark_without_number(page);
        if let Some(shot) = &shot {
            self.matrix(page, &odds::shot_test(shot));
        }
        self.matrix(page, &odds::fire_test("", "21.2", strength.modifiers(), nerve, self.pinned));
        Ok(())
    }

    fn ap(&self, page: &mut Page) -> CommandResult {
        let strength = needed(self.ap, "--ap", "ap")?
            + i16::from(self.target_stunned)
            + 2 * i16::from(self.target_immobilised);
        let adds = match self.adds {
            AddsWord::None => Adds::Nothing,
            AddsWord::Size => Adds::Size,
            AddsWord::Signed => Adds::Signed,
        };
        let armour = needed(self.armour, "--armour", "ap")?;
        let attack = ArmourAttack { strength, armour, hull_down: self.hull_down, adds };
        let shot = self.shot();
        page.line(format!("strength {strength} against {armour} (67.1)"));
        page.answer.insert("strength".into(), strength.into());
        if let Some(shot) = &shot {
            page.chance("hit", shot.chance());
        }
        let words = [
            ("none", Damage::None),
            ("immobilised", Damage::Immobilised),
            ("stunned", Damage::Stunned),
            ("destroyed", Damage::Destroyed),
        ];
        page.outcomes("vehicle", &attack.on_vehicle(shot.as_ref()), &words);
        self.remark_without_number(page);
        if let Some(shot) = &shot {
            self.matrix(page, &odds::shot_test(shot));
        }
        let lines = vec![Modifier { value: strength, label: "strength", rule: "67.1" }];
        self.matrix(page, &attack.test("", lines));
        Ok(())
    }

    /// The matrix of a check, if requested.
    fn matrix(&self, page: &mut Page, test: &Test) {
        if let Some(matrix) = test.matrix().filter(|_| self.matrix) {
            page.text += &format!("\n{matrix}");
        }
    }

    /// A note on To Hit flags that are ignored because there is no To Hit check.
    fn remark_without_number(&self, page: &mut Page) {
        let flags = self.shift != 0 || self.target_moving || self.firer_moving || self.wf.is_some();
        if self.to_hit.is_none() && (flags || self.adds != AddsWord::None) {
            page.remark("without --to-hit there is no To Hit check; its flags are ignored");
        }
    }
}

/// A value this check requires.
fn needed<T>(value: Option<T>, flag: &str, check: &str) -> Result<T, CommandError> {
    value.ok_or_else(|| CommandError::Usage(format!("--check {check} needs {flag}")))
}

fn percent(chance: f64) -> String {
    format!("{:>6.2}%", 100.0 * chance)
}

/// The result, as text and as JSON.
#[derive(Default)]
struct Page {
    text: String,
    answer: Map<String, Value>,
}

impl Page {
    fn line(&mut self, line: String) {
        self.text += &line;
        self.text.push('\n');
    }

    fn chance(&mut self, key: &str, chance: f64) {
        self.line(format!("{key:<12}{}", percent(chance)));
        self.answer.insert(key.into(), chance.into());
    }

    fn outcomes<T: Clone + PartialEq>(&mut self, key: &str, end: &Distribution<T>, words: &[(&str, T)]) {
        let mut outcomes = Map::new();
        for (word, outcome) in words {
            let chance = end.chance(outcome);
            self.line(format!("{word:<12}{}", percent(chance)));
            outcomes.insert((*word).into(), chance.into());
        }
        self.answer.insert(key.into(), Value::Object(outcomes));
    }

    fn remark(&mut self, words: &str) {
        self.line(format!("Note: {words}."));
        let remarks = self.answer.entry("remarks").or_insert_with(|| json!([]));
        if let Value::Array(remarks) = remarks {
            remarks.push(words.into());
        }
    }
}
