//! The effect of an IFT result on one unit (3.2.3).

use crate::ledger::cited::{apply, rule};
use crate::odds::Distribution;
use crate::rules::aslsk::tables::fire::Effect;
use crate::rules::aslsk::tables::wound_eliminates;

/// The kind of a Good Order target.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Target {
    /// Casualty Reduction leaves a HS.
    #[default]
    Squad,
    /// Casualty Reduction eliminates it.
    HalfSquad,
    /// Casualty Reduction eliminates it.
    Crew,
    /// Casualty Reduction wounds it.
    Leader,
}

/// A possible result for a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// No effect.
    Unharmed,
    /// Pinned.
    Pinned,
    /// Broken.
    Broken,
    /// A squad reduced to a HS, or a leader wounded.
    Reduced,
    /// Reduced and pinned.
    ReducedPinned,
    /// Reduced and broken.
    ReducedBroken,
    /// Eliminated.
    Eliminated,
}

impl Fate {
    /// In display order.
    pub const ALL: [Fate; 7] = [
        Fate::Unharmed,
        Fate::Pinned,
        Fate::Broken,
        Fate::Reduced,
        Fate::ReducedPinned,
        Fate::ReducedBroken,
        Fate::Eliminated,
    ];

    /// The word for it on this target: a leader is wounded where an MMC is reduced (3.2.3d).
    pub const fn name_on(self, target: Target) -> &'static str {
        match (self, target) {
            (Fate::Reduced, Target::Leader) => "wounded",
            (Fate::ReducedPinned, Target::Leader) => "wounded-pinned",
            (Fate::ReducedBroken, Target::Leader) => "wounded-broken",
            (fate, _) => fate.name(),
        }
    }

    /// The same as a player reads it.
    pub const fn effect_on(self, target: Target) -> &'static str {
        match self {
            Fate::Unharmed => "no effect",
            fate => fate.name_on(target),
        }
    }

    /// The word for it on an MMC.
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Unharmed => "none",
            Fate::Pinned => "pinned",
            Fate::Broken => "broken",
            Fate::Reduced => "reduced",
            Fate::ReducedPinned => "reduced-pinned",
            Fate::ReducedBroken => "reduced-broken",
            Fate::Eliminated => "eliminated",
        }
    }

    /// The same after Casualty Reduction.
    const fn reduced(self) -> Fate {
        match self {
            Fate::Unharmed => Fate::Reduced,
            Fate::Pinned => Fate::ReducedPinned,
            Fate::Broken => Fate::ReducedBroken,
            other => other,
        }
    }
}

/// The result of a MC.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Checked {
    /// Passed.
    Passed,
    /// Passed by the highest passing roll: pinned (3.2.3i).
    Pinned,
    /// Failed by this much.
    Failed(i16),
    /// An original 12: breaks and suffers Casualty Reduction (3.2.3f); failed by this much.
    Twelve(i16),
}

/// A MC from the original DR, its DRM and the morale (3.2.3f, i).
///
/// The highest roll that can pass is 11, as a 12 always breaks (K-7).
#[apply(rule, "3.2.3f", "3.2.3i")]
pub fn morale_check(original: i16, modifier: i16, morale: i16) -> Checked {
    let over = original + modifier - morale;
    if original == 12 {
        Checked::Twelve(over)
    } else if over > 0 {
        Checked::Failed(over)
    } else if over == 0 || original == 11 {
        Checked::Pinned
    } else {
        Checked::Passed
    }
}

/// Whether a PTC is passed; an original 12 has no further effect (3.2.3j).
#[apply(rule, "3.2.3j")]
pub fn pin_check(original: i16, modifier: i16, morale: i16) -> bool {
    original + modifier <= morale
}

/// The unit left after Casualty Reduction (3.2.3c).
#[apply(rule, "3.2.3c")]
pub fn reduction(target: Target) -> Distribution<Fate> {
    match target {
        Target::Squad => Distribution::certain(Fate::Reduced),
        Target::HalfSquad | Target::Crew => Distribution::certain(Fate::Eliminated),
        Target::Leader => {
            let wound = |die: i16| if wound_eliminates(die) { Fate::Eliminated } else { Fate::Reduced };
            Distribution::of_cases((1..=6).map(wound))
        }
    }
}

/// The 36 rolls of two dice, coloured die first.
pub fn rolls() -> impl Iterator<Item = (u8, u8)> {
    (1..=6).flat_map(|coloured| (1..=6).map(move |white| (coloured, white)))
}

/// The chance of this sum or less on two dice.
pub fn chance_of(sum: i16) -> f64 {
    rolls().filter(|(coloured, white)| i16::from(coloured + white) <= sum).count() as f64 / 36.0
}

fn after_morale_check(target: Target, modifier: i16, morale: i16) -> Distribution<Fate> {
    let throws = Distribution::of_cases(
        rolls().map(|(coloured, white)| morale_check(i16::from(coloured + white), modifier, morale)),
    );
    throws.then(|checked| match checked {
        Checked::Passed => Distribution::certain(Fate::Unharmed),
        Checked::Pinned => Distribution::certain(Fate::Pinned),
        Checked::Failed(_) => Distribution::certain(Fate::Broken),
        Checked::Twelve(_) => reduction(target).then(|fate| {
            Distribution::certain(if *fate == Fate::Reduced { Fate::ReducedBroken } else { *fate })
        }),
    })
}

/// The effect of an IFT result on the only unit attacked.
///
/// `modifier` is added to its checks. A squad reduced by a K checks as a HS; a wounded leader does not check
/// (K-6).
pub fn fates(effect: Effect, target: Target, morale: i16, modifier: i16) -> Distribution<Fate> {
    match effect {
        Effect::None => Distribution::certain(Fate::Unharmed),
        Effect::PinCheck => Distribution::of_cases(rolls().map(|(coloured, white)| {
            let passed = pin_check(i16::from(coloured + white), modifier, morale);
            if passed { Fate::Unharmed } else { Fate::Pinned }
        })),
        Effect::MoraleCheck(more) => after_morale_check(target, modifier + i16::from(more), morale),
        Effect::Casualty(more) if target == Target::Squad => {
            let check = after_morale_check(Target::HalfSquad, modifier + i16::from(more), morale);
            check.then(|fate| Distribution::certain(fate.reduced()))
        }
        Effect::Casualty(_) => reduction(target),
        Effect::Kill(_) => Distribution::certain(Fate::Eliminated),
    }
}
