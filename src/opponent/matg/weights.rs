//! What counts how much: every figure that judgement could have otherwise, under a name.
//!
//! Two sides may think by different weights (`cargo bench --bench duel`), so that what is changed here can be
//! shown to win more games than it loses.

/// Names the weights, each with its figure.
macro_rules! weights {
    ($($(#[$doc:meta])+ $name:ident = $value:expr;)+) => {
        /// The weights of judgement.
        #[derive(Copy, Clone, PartialEq, Debug)]
        pub struct Weights {
            $($(#[$doc])+ pub $name: f64,)+
        }

        impl Weights {
            /// The names of all of them.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// The weights of the normal level.
            pub const NORMAL: Self = Self { $($name: $value,)+ };

            /// The weight of a name, to be changed.
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
    /// How much expected losses weigh against expected success, in the middle of a battle that stands even.
    caution = 1.0;
    /// The same where places or ways out count.
    pressed = 0.8;
    /// What a turn's march toward the enemy is worth, in points.
    push = 12.0;
    /// What it is worth more on the last turn.
    push_late = 3.0;
    /// How much of the danger at its goal counts against a stand's being marked to move, beside what counts there.
    exposed = 0.35;
    /// The share of its worth a stand loses by S.
    suppressed = 0.12;
    /// The share it loses by D.
    disorganized = 0.34;
    /// The share it loses by S and D together.
    both = 0.44;
    /// The share of its fire that a stand loses by S.
    disarmed = 0.3;
    /// The share of a mover's worth that fire out of turn must promise before it has set out.
    at_once = 0.45;
    /// The share it must promise at the end of the mover's way.
    at_last = 0.08;
    /// The share it must promise more at the beginning of that way.
    at_first = 0.28;
    /// What every stand is worth, whatever it cost: victory counts stands.
    stand = 22.0;
    /// What a point of its price is worth.
    price = 0.5;
    /// How much more caution a side has that has lost half of what breaks it, where only losses count.
    spare = 0.6;
    /// How much more again has who is about to be broken.
    edge = 0.8;
    /// The caution of who has broken the enemy and is not broken.
    guard = 3.0;
    /// How far he is drawn toward the enemy still, in points for a turn's march.
    away = -10.0;
    /// How much of what fire promises counts for him still.
    spoils = 0.2;
    /// So many turns before the last one a place that is held begins to be filled.
    filled = 4.0;
    /// How many stands are sent to a disputed place for each enemy near it, before others go to the next.
    sent = 4.0;
    /// The share of the losses that break a side from which on it spares itself, if it is behind.
    worn = 0.6;
    /// How much of its caution a side gives up to the last turn.
    bold_late = 0.05;
    /// How far ahead of the tank at six tenths of their order, in quarters of a movement point, it still pays to be:
    /// as far as can be, and nobody waits for the others.
    ahead = 30000.0;
    /// How much less far for vehicles that are no tanks.
    lag = 0.0;
    /// How many points of worth a direct mission must promise.
    mission = 2.0;
    /// How many points of worth a plotted mission must promise.
    plot = 1.5;
    /// How likely, at least, an enemy who stayed where he was is to stay another turn.
    stays = 0.65;
    /// How much of an attack's promise is asked of who stays to fire.
    stay = 0.8;
    /// What is gained, at least, by who is marked to move.
    stir = 0.4;
    /// How near, in inches, the enemy is in contact with a column of carriers.
    contact = 11.0;
    /// How near to the enemy, in movement points, who fires far wants to be at most.
    near = 6.0;
    /// How much of an enemy's fire at a square each own stand draws off that he could fire at already: he fires once.
    share = 0.4;
    /// How much of a friend's best shot is lost by who stands in its line of fire.
    masked = 0.7;
    /// How much of what a close assault promises it is worth to be beside the enemy.
    close = 1.0;
    /// What it is worth to an observer to see an enemy, up to four of them.
    observe = 1.5;
    /// The share of the turns after which vehicles no longer seek tanks, but what is easily killed: 1 for never.
    hunt = 0.5;
    /// The share of the turns after which empty carriers fight too.
    carriers = 0.5;
    /// What a place is worth that decides the battle, on the last turn: to be in it, and to have the enemy out of it.
    prize = 100.0;
    /// How many times its march is worth more to who is only just there in time.
    haste = 1.0;
    /// The share of its worth that a stand's fire may promise for it to labour all the same.
    toil = 0.05;
}
