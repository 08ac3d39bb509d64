//! Positions drawn where one paragraph hands over to the next: rates that end, what a critical hit leaves, loads on the
//! way, who pays for protective fire, routs to their end, hand to hand, leaders lost, Guns in other hands.

mod checks;
mod guns;
mod hand_to_hand;
mod loads;
mod movers;
mod rates;
mod routs;
