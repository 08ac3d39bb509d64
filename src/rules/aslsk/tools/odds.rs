//! `standto odds aslsk`: the calculator of ASL Starter Kit #2.
//!
//! It collects what a position would know and asks the rules; it has no tables of its own.

mod answer;

use std::io::Write;

use crate::game::Modifier;
use crate::rules::aslsk::calculator::fire::Moving;
use crate::rules::aslsk::calculator::{Cowering, Firepower, Target};
use crate::rules::aslsk::tables::guns::{self, Ordnance, Size};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run};
use clap::{Args, ValueEnum, builder::PossibleValuesParser, builder::TypedValueParser};

/// ASL Starter Kit #2: an IFT attack, a TH DR, or a CC attack.
///
/// The target is one Good Order unit. Malfunction is ignored.
#[derive(Args)]
#[command(after_help = "Examples:
  standto odds aslsk --attack ift --fp 8 --morale 7 --tem 2 --leader -1
  standto odds aslsk --attack to-hit --gun pak40 --range 9 --tem 1 --acquired -1
  standto odds aslsk --attack cc --fp 6 --defence 4 --leader -1 --ambush by

Write negative values separately: --drm -2. Some options have no effect: leader direction for Guns,
acquisition for LATW, target types for mortars, and CA change, Intensive Fire and Non-Qualified Use for
Weapons that are not Guns.")]
pub struct Attack {
    /// The kind of attack
    #[arg(long, value_enum)]
    attack: Kind,
    /// The sum of all other DRM
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = number(-99, 99))]
    drm: i16,
    /// Leadership DRM of the directing leader, which also prevents cowering
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(-9, 9))]
    leader: Option<i16>,
    /// The attacker is CX
    #[arg(long)]
    cx: bool,
    /// The unit attacked
    #[arg(long, value_enum, default_value_t)]
    target: TargetWord,
    /// TEM of the target (ift, to-hit)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(-99, 99))]
    tem: Option<i16>,
    /// Hindrance DRM of the LOS; 6 or more blocks it (ift, to-hit)
    #[arg(long, value_name = "N", value_parser = number(0, 99))]
    hindrance: Option<i16>,
    /// FFMO; applies only without TEM and Hindrance (ift, to-hit)
    #[arg(long)]
    ffmo: bool,
    /// FFNAM (ift, to-hit)
    #[arg(long)]
    ffnam: bool,
    /// Hazardous Movement, which replaces FFMO and FFNAM (ift, to-hit)
    #[arg(long)]
    hazardous: bool,
    /// FP after all doubling and halving (ift), or before a pin (cc)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    fp: Option<Firepower>,
    /// Morale of the target (ift)
    #[arg(long, value_name = "N", value_parser = number(0, 20))]
    morale: Option<i16>,
    /// DRM to the target's MC and PTC, such as its own leader's (ift)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(-99, 99))]
    mc_drm: Option<i16>,
    /// Cowering of the attack (ift)
    #[arg(long, value_enum)]
    cower: Option<Cower>,
    /// The ordnance (to-hit)
    #[arg(long, value_parser = weapon())]
    gun: Option<&'static Ordnance>,
    /// Range in hexes (to-hit)
    #[arg(long, value_name = "N")]
    range: Option<u16>,
    /// Infantry or Area Target Type (to-hit)
    #[arg(long = "type", value_enum)]
    target_type: Option<TypeWord>,
    /// Red TH numbers; Russian, captured and Non-Qualified Guns always use them (to-hit)
    #[arg(long)]
    red: bool,
    /// Acquired Target DRM (to-hit)
    #[arg(long, value_name = "-1|-2", allow_negative_numbers = true, value_parser = number(-2, -1))]
    acquired: Option<i16>,
    /// CA change in hexspines, 0 to 3 (to-hit)
    #[arg(long, value_name = "N", value_parser = number(0, 3))]
    turn: Option<i16>,
    /// The Gun is in woods or a building, which doubles the CA change DRM (to-hit)
    #[arg(long)]
    firer_in_cover: bool,
    /// Intensive Fire (to-hit)
    #[arg(long)]
    intensive: bool,
    /// Non-Qualified Use (to-hit)
    #[arg(long)]
    non_qualified: bool,
    /// A captured Weapon (to-hit)
    #[arg(long)]
    captured: bool,
    /// Target size of a Gun (to-hit)
    #[arg(long, value_enum)]
    target_size: Option<SizeWord>,
    /// FP of the units attacked (cc)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    defence: Option<Firepower>,
    /// Ambush by the attacker or against it (cc)
    #[arg(long, value_enum)]
    ambush: Option<Ambush>,
    /// The target is CX (cc)
    #[arg(long)]
    target_cx: bool,
    /// The target is broken (cc)
    #[arg(long)]
    target_broken: bool,
    /// The attacker is pinned: half FP (cc)
    #[arg(long)]
    pinned: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    Ift,
    ToHit,
    Cc,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum TargetWord {
    #[default]
    Squad,
    HalfSquad,
    Crew,
    Leader,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Cower {
    #[default]
    Normal,
    None,
    Inexperienced,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum TypeWord {
    #[default]
    Itt,
    Att,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum SizeWord {
    Small,
    Large,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Ambush {
    By,
    Against,
}

/// A whole number between two others.
fn number(least: i16, most: i16) -> impl TypedValueParser<Value = i16> {
    clap::value_parser!(i16).range(i64::from(least)..=i64::from(most))
}

/// The id of a piece of ordnance.
fn weapon() -> impl TypedValueParser<Value = &'static Ordnance> {
    let names: Vec<&'static str> = guns::ordnance().iter().map(|gun| gun.id).collect();
    PossibleValuesParser::new(names).try_map(|name| guns::find(&name).ok_or("no such weapon"))
}

impl Run for Attack {
    fn run(self, _: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        self.check_words()?;
        match self.attack {
            Kind::Ift => self.fire(out),
            Kind::ToHit => self.shot(out),
            Kind::Cc => self.close_combat(out),
        }
    }
}

impl Attack {
    /// Refuses options of other kinds of attack, which would silently do nothing.
    fn check_words(&self) -> CommandResult {
        use Kind::{Cc, Ift, ToHit};
        let given: [(&str, bool, &[Kind]); 24] = [
            ("tem", self.tem.is_some(), &[Ift, ToHit]),
            ("hindrance", self.hindrance.is_some(), &[Ift, ToHit]),
            ("ffmo", self.ffmo, &[Ift, ToHit]),
            ("ffnam", self.ffnam, &[Ift, ToHit]),
            ("hazardous", self.hazardous, &[Ift, ToHit]),
            ("fp", self.fp.is_some(), &[Ift, Cc]),
            ("morale", self.morale.is_some(), &[Ift]),
            ("mc-drm", self.mc_drm.is_some(), &[Ift]),
            ("cower", self.cower.is_some(), &[Ift]),
            ("gun", self.gun.is_some(), &[ToHit]),
            ("range", self.range.is_some(), &[ToHit]),
            ("type", self.target_type.is_some(), &[ToHit]),
            ("red", self.red, &[ToHit]),
            ("acquired", self.acquired.is_some(), &[ToHit]),
            ("turn", self.turn.is_some(), &[ToHit]),
            ("firer-in-cover", self.firer_in_cover, &[ToHit]),
            ("intensive", self.intensive, &[ToHit]),
            ("non-qualified", self.non_qualified, &[ToHit]),
            ("captured", self.captured, &[ToHit]),
            ("target-size", self.target_size.is_some(), &[ToHit]),
            ("defence", self.defence.is_some(), &[Cc]),
            ("ambush", self.ambush.is_some(), &[Cc]),
            ("target-cx / --target-broken", self.target_cx || self.target_broken, &[Cc]),
            ("pinned", self.pinned, &[Cc]),
        ];
        match given.iter().find(|(_, given, kinds)| *given && !kinds.contains(&self.attack)) {
            Some((word, ..)) => Err(CommandError::Usage(format!(
                "--{word} does not apply to --attack {}",
                self.attack.word()
            ))),
            None => Ok(()),
        }
    }

    /// A value that this kind of attack requires.
    fn needed<T>(&self, value: Option<T>, word: &str) -> Result<T, CommandError> {
        value.ok_or_else(|| CommandError::Usage(format!("--attack {} needs --{word}", self.attack.word())))
    }

    fn target(&self) -> Target {
        match self.target {
            TargetWord::Squad => Target::Squad,
            TargetWord::HalfSquad => Target::HalfSquad,
            TargetWord::Crew => Target::Crew,
            TargetWord::Leader => Target::Leader,
        }
    }

    /// Cowering, unless a leader directs (3.2.2e).
    fn cowering(&self) -> Cowering {
        match self.cower.unwrap_or_default() {
            _ if self.leader.is_some() => Cowering::None,
            Cower::Normal => Cowering::Normal,
            Cower::None => Cowering::None,
            Cower::Inexperienced => Cowering::Inexperienced,
        }
    }

    /// All DRM without an option of their own.
    fn other(&self) -> Option<Modifier> {
        (self.drm != 0).then_some(Modifier { value: self.drm, label: "other DRM", rule: "--drm" })
    }

    fn moving(&self, list: List) -> Vec<Modifier> {
        let (tem, hindrance) = (self.tem.unwrap_or(0), self.hindrance.unwrap_or(0));
        let moving = Moving { open: self.ffmo, not_assault: self.ffnam, hazardous: self.hazardous }
            .counted(tem, hindrance);
        moving.lines(list)
    }

    fn fire_modifiers(&self) -> Vec<Modifier> {
        let lines = [
            self.other(),
            modifiers::of(List::Fire, Drm::Leadership, self.leader.unwrap_or(0)),
            self.cx.then(|| modifiers::fixed(List::Fire, Drm::Cx)),
            modifiers::of(List::Fire, Drm::Tem, self.tem.unwrap_or(0)),
            modifiers::of(List::Fire, Drm::Hindrance, self.hindrance.unwrap_or(0)),
        ];
        lines.into_iter().flatten().chain(self.moving(List::Fire)).collect()
    }

    fn shot_modifiers(&self, gun: &Ordnance, area: bool) -> Vec<Modifier> {
        let fixed = |given: bool, list, key| given.then(|| modifiers::fixed(list, key));
        let only_guns = |given: bool, key| fixed(given && gun.gun(), List::Firer, key);
        let leader = if gun.gun() { 0 } else { self.leader.unwrap_or(0) };
        let tem = if area { 0 } else { self.tem.unwrap_or(0) };
        let acquired = if gun.latw() { 0 } else { self.acquired.unwrap_or(0) };
        // The parser allows 0 to 3.
        let spines = self.turn.unwrap_or(0) as u8;
        let turn = if gun.gun() { modifiers::turning(spines, gun.all_round, self.firer_in_cover) } else { 0 };
        let size = self.target_size.map(|size| match size {
            SizeWord::Small => Size::Small,
            SizeWord::Large => Size::Large,
        });
        let lines = [
            self.other(),
            only_guns(self.non_qualified, Drm::NonQualified),
            fixed(self.captured, List::Firer, Drm::Captured),
            fixed(self.cx, List::Firer, Drm::Cx),
            modifiers::of(List::Firer, Drm::Leadership, leader),
            (turn != 0).then_some(Modifier { value: turn, label: "CA change", rule: "3.2.4" }),
            only_guns(self.intensive, Drm::Intensive),
            modifiers::of(List::Target, Drm::Tem, tem),
            modifiers::of(List::Target, Drm::Hindrance, self.hindrance.unwrap_or(0)),
            modifiers::of(List::Target, Drm::Acquired, acquired),
            fixed(size == Some(Size::Small), List::Target, Drm::Small),
            fixed(size == Some(Size::Large), List::Target, Drm::Large),
        ];
        lines.into_iter().flatten().chain(self.moving(List::Target)).collect()
    }

    fn close_combat_modifiers(&self) -> Vec<Modifier> {
        let fixed = |given: bool, key| given.then(|| modifiers::fixed(List::CloseCombat, key));
        let lines = [
            self.other(),
            modifiers::of(List::CloseCombat, Drm::Leadership, self.leader.unwrap_or(0)),
            fixed(self.cx, Drm::Cx),
            fixed(self.target_cx, Drm::CxTarget),
            fixed(self.ambush == Some(Ambush::By), Drm::Ambushing),
            fixed(self.ambush == Some(Ambush::Against), Drm::Ambushed),
            fixed(self.target_broken, Drm::BrokenTarget),
        ];
        lines.into_iter().flatten().collect()
    }
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Kind::Ift => "ift",
            Kind::ToHit => "to-hit",
            Kind::Cc => "cc",
        }
    }
}
