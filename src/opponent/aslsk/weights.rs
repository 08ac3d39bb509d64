//! The weights of the judgement, each with a name, in hundredths of a squad or percentages.
//!
//! Two sides may play with different weights, so that a change can be shown to win more games than it loses.

use crate::game::Temper;

/// Defines the weights, each with its figure.
macro_rules! weights {
    ($($(#[$doc:meta])+ $name:ident = $value:expr;)+) => {
        /// The weights of the judgement.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$doc])+ pub $name: i32,)+
        }

        impl Weights {
            /// All names.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// The weights of the normal level.
            pub const NORMAL: Self = Self { $($name: $value,)+ };

            /// A weight by name, to be changed.
            pub fn named(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

weights! {
    /// A hex nearer to the objective, for the side that must get there.
    there = 12;
    /// Added for every hex that it must still make in a turn.
    there_hurry = 6;
    /// The most that a hex nearer is worth.
    there_most = 45;
    /// The same where units must exit: eliminations on the way do not count.
    out = 22;
    /// Added for every hex to be made in a turn, where units must exit.
    out_hurry = 9;
    /// The most that a hex nearer to the exit is worth.
    out_most = 100;
    /// The value of exiting a unit.
    exit = 150;
    /// Share of the danger where a move ends, for the side that must get there.
    press_care = 13;
    /// Share of the danger on the way.
    risk = 40;
    /// Share of the greatest danger of any hex on the way, added to it.
    peak = 0;
    /// Share of the danger where a move ends, for the holding side.
    hold_care = 100;
    /// Share of this care where Guns have to be taken: nothing else counts.
    gun_care = 40;
    /// The same where units must exit: what is lost on the way is lost for the count.
    exit_care = 180;
    /// Share of the cover where a move ends.
    cover = 25;
    /// Share of the best attack from the end of a move, for the side that must get there.
    press_shots = 75;
    /// The same for the holding side.
    hold_shots = 50;
    /// For the holding side: the cost of a hex farther than two from what it holds.
    hold_far = 3;
    /// For the holding side: the cost of each hex that an enemy has got past it.
    chase = 10;
    /// The cost of each hex that the nearest of them is farther off than three.
    near = 4;
    /// For the holding side: the cost of each hex farther than five from enemies that must pass.
    aside = 4;
    /// The cost of each other squad in the hex.
    crowd = 6;
    /// The share of the danger there that each other squad adds.
    crowd_danger = 32;
    /// The additional cost of a third squad where the enemy can fire at all of them.
    third = 10;
    /// A good leader in the hex.
    led = 6;
    /// Staying is worth a little more than aimless movement.
    rest = 4;
    /// The same for a leader alone.
    linger = 12;
    /// For the holding side: the cost of a move that the APh cannot reverse.
    far = 15;
    /// The cost of becoming CX away from enemies.
    tired = 14;
    /// Near enemies, unless time is short.
    tired_near = 60;
    /// Units that make up this much less of the stack move first, to draw the fire.
    scout = 2;
    /// The least effect of Prep Fire by a unit that would rather move.
    prep_press = 24;
    /// The share of the gain from moving that is added to it.
    prep_gain = 14;
    /// Share of what Prep Fire spares the units that move.
    covering = 50;
    /// The least effect of Prep Fire by any other unit.
    prep_rest = 12;
    /// The least effect of Final Fire and Advancing Fire.
    last_fire = 2;
    /// The least effect of First Fire at three hexes or more.
    first_far = 18;
    /// At two or less.
    first_near = 10;
    /// The least effect of Subsequent First Fire.
    first_again = 25;
    /// The least effect of FPF.
    protective = 40;
    /// The share of what the next hexes of the moving units would bring, which waiting may bring.
    waits = 30;
    /// The least additional effect of broken and pinned targets.
    spent = 20;
    /// The least effect of First Fire by a Gun.
    gun_first = 12;
    /// The value of a hex nearer to the objective in the APh, for the side that must get there.
    advance = 10;
    /// Added to it in every turn.
    advance_turn = 2;
    /// Share of the danger there that it accepts.
    advance_care = 25;
    /// Share of the cover there.
    advance_cover = 60;
    /// The share of the danger there that each other squad adds.
    advance_crowd = 64;
    /// Share of the danger there for the holding side.
    return_care = 33;
    /// The cost of a hex farther than one from what it holds.
    return_far = 4;
    /// The least value of an advance.
    advance_least = 4;
    /// The least value of a CC to advance into.
    fight = 12;
    /// The additional value of a CC in the last turn, for the side that must get there.
    fight_late = 40;
    /// Share of the cover at set-up.
    set_up_cover = 100;
    /// The cost at set-up of each hex away from the objective.
    set_up_far = 2;
    /// The cost at set-up of each unit in the same hex.
    set_up_crowd = 8;
}

impl Weights {
    /// The weights of a temper: a cautious player minds danger more than a bold one.
    pub fn of(temper: Temper) -> Self {
        let mut weights = Self::NORMAL;
        let share = match temper {
            Temper::Cautious => 200,
            Temper::Bold => 40,
            Temper::Steady | Temper::Surprise => return weights,
        };
        for care in [
            &mut weights.risk,
            &mut weights.peak,
            &mut weights.press_care,
            &mut weights.hold_care,
            &mut weights.advance_care,
            &mut weights.return_care,
            &mut weights.fight,
        ] {
            *care = *care * share / 100;
        }
        weights
    }

    /// The same in a tutorial, where the computer moves in the player's LOS and fires at the player's moves, so that the player
    /// learns First Fire from either side.
    pub(super) const fn teaching(self) -> Self {
        Self { risk: self.risk / 2, first_far: 2, first_near: 2, ..self }
    }
}
