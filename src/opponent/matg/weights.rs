//! The weights of the evaluation, each with a name.
//!
//! Two sides may play with different weights (`cargo bench --bench duel`), so that a change can be shown to
//! win more games than it loses.

use crate::game::{Manner, Stance, Temper};

/// Defines the weights, each with its figure.
macro_rules! weights {
    ($($(#[$doc:meta])+ $name:ident = $value:expr;)+) => {
        /// The weights of the judgement.
        #[derive(Copy, Clone, PartialEq, Debug)]
        pub struct Weights {
            $($(#[$doc])+ pub $name: f64,)+
        }

        impl Weights {
            /// All names.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// The weights of the normal level.
            pub const NORMAL: Self = Self { $($name: $value,)+ };

            /// A weight by name, to be changed.
            pub fn named(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

weights! {
    /// The weight of expected losses against expected gains, in the middle of an even battle.
    caution = 1.0;
    /// The same in battles for places or edges.
    pressed = 0.8;
    /// The value of a turn's march toward the enemy, in points.
    push = 12.0;
    /// The addition to it on the last turn.
    push_late = 3.0;
    /// The share of the danger at its goal that counts against moving, besides its weight there.
    exposed = 0.35;
    /// The share of its worth that a stand loses by S.
    suppressed = 0.12;
    /// By D.
    disorganized = 0.34;
    /// By S and D together.
    both = 0.44;
    /// The share of its fire that a stand loses by S.
    disarmed = 0.3;
    /// The minimum expected loss of a moving stand, as a share of its worth, for reaction fire before it sets
    /// out.
    at_once = 0.45;
    /// The minimum at the end of its move.
    at_last = 0.08;
    /// Added to that minimum at the start of its move.
    at_first = 0.28;
    /// The value of every stand whatever its price, because victory counts stands.
    stand = 22.0;
    /// The value of a point of its price.
    price = 0.5;
    /// The extra caution of a side that has lost half of what breaks it, if only losses count.
    spare = 0.6;
    /// The extra caution of a side about to break.
    edge = 0.8;
    /// The caution of an unbroken side that has broken the enemy.
    guard = 3.0;
    /// Its value of a turn's march toward the enemy, in points.
    away = -10.0;
    /// The share of a shot's expected gain that still counts for it.
    spoils = 0.2;
    /// The number of turns before the last in which a held place is filled.
    filled = 4.0;
    /// The stands sent to a disputed place for each enemy near it, before others go to the next.
    sent = 4.0;
    /// The share of its break point from which a side that is behind preserves its stands.
    worn = 0.6;
    /// The caution that a side gives up by the last turn.
    bold_late = 0.05;
    /// The caution that a side gives up by the last turn for each break point by which the enemy has lost more: a lead
    /// alone wins nothing.
    close_in = 2.0;
    /// How far ahead of the tank at the 60th percentile a tank may go, in quarters of a movement point; at
    /// this value none waits.
    ahead = 30000.0;
    /// How much less for vehicles other than tanks.
    lag = 0.0;
    /// The minimum expected gain of direct artillery fire.
    mission = 2.0;
    /// The minimum expected gain of a plotted mission.
    plot = 1.5;
    /// The least chance that an enemy that has not moved stays another turn.
    stays = 0.65;
    /// The share of an attack's expected gain that makes a stand stay to fire.
    stay = 0.8;
    /// The least gain that makes a stand move.
    stir = 0.4;
    /// The distance in inches at which carriers are in contact with the enemy.
    contact = 11.0;
    /// The most movement points from the enemy that long-range stands want to be.
    near = 6.0;
    /// The share of an enemy's fire at a square that each other friendly target draws off, because it fires
    /// once.
    share = 0.4;
    /// The share of a friend's best shot that is lost by standing in its line of fire.
    masked = 0.7;
    /// The value of being next to the enemy, as a share of a close assault's expected gain.
    close = 1.0;
    /// The value to an observer of each enemy in sight, up to four.
    observe = 1.5;
    /// The share of the turns after which vehicles seek easy targets instead of tanks; 1 for never.
    hunt = 0.5;
    /// The share of the turns after which empty carriers fight too.
    carriers = 0.5;
    /// The value of holding a decisive place on the last turn, with the enemy out of it.
    prize = 100.0;
    /// The factor on the march of a stand that is only just in time.
    haste = 1.0;
    /// A stand whose fire is expected to gain more than this share of its worth fires instead of working.
    toil = 0.05;
    /// The value of how a firefight is expected to go on over several turns; at 0 only the next exchange of fire counts.
    firefight = 0.0;
}

impl Weights {
    /// The weights of the hard and expert levels: they look further ahead in a firefight. `docs/reliability.md` has the
    /// figures; `cargo bench --bench duel -- --games 600 --new firefight=0.6` compares the two.
    pub const HARD: Self = Self { firefight: 0.6, ..Self::NORMAL };

    /// The weights with which a side plays in this manner.
    pub fn of(manner: Manner) -> Self {
        let usual = if manner.level.searches() { Self::HARD } else { Self::NORMAL };
        let weights = match manner.stance {
            Stance::Usual => usual,
            Stance::HangBack => Self { push: -5.0, ..usual },
            Stance::GoSlow => Self { push: 4.0, ..usual },
            Stance::Press => Self { push: 24.0, caution: 0.8, pressed: 0.6, ..usual },
        };
        let (caution, push) = match manner.temper {
            Temper::Cautious => (CAUTIOUS, 1.0 / EAGER),
            Temper::Bold => (1.0 / CAUTIOUS, EAGER),
            Temper::Steady | Temper::Surprise => return weights,
        };
        Self {
            caution: caution * weights.caution,
            pressed: caution * weights.pressed,
            push: push * weights.push,
            exposed: caution * weights.exposed,
            ..weights
        }
    }
}

/// How much more a cautious side weighs its own losses.
const CAUTIOUS: f64 = 1.5;
/// How much more a bold side values a march toward the enemy.
const EAGER: f64 = 1.6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Level;

    #[test]
    fn only_the_levels_that_play_out_look_ahead_in_a_firefight() {
        for level in Level::ALL {
            let weights = Weights::of(level.steady());
            let hard = matches!(level, Level::Hard | Level::Expert);
            assert_eq!(weights == Weights::HARD, hard, "{level:?}");
            assert_eq!(weights == Weights::NORMAL, !hard, "{level:?}");
        }
    }

    #[test]
    fn a_stance_and_a_temper_change_the_weights_of_the_level() {
        let pressing = Weights::of(Manner { stance: Stance::Press, ..Level::Hard.steady() });
        assert!((pressing.firefight - Weights::HARD.firefight).abs() < 1e-9, "{pressing:?}");
        assert!(pressing.push > Weights::HARD.push && pressing.caution < Weights::HARD.caution);
        let cautious = Weights::of(Manner { temper: Temper::Cautious, ..Level::Hard.steady() });
        assert!(cautious.caution > Weights::HARD.caution && cautious.push < Weights::HARD.push);
    }
}
