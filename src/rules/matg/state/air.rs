//! Air support: aircraft, the teams that direct them, and their bombs (12.3).

use super::battle::Battle;
use crate::board::Cell;
use crate::rules::matg::air::{self, Flight, Team};

/// The state of air support; empty without air strikes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Air {
    /// The state of each aircraft.
    pub flights: Vec<Flight>,
    /// The hosts of air support teams (12.3.3.3).
    pub teams: Vec<Team>,
    /// Which sides have yet to roll for their air support teams (12.3.3.3).
    pub rolls: [bool; 2],
    /// Squares with markers of bombs that fell this phase (12.3.8).
    pub bombed: Vec<Cell>,
}

impl Air {
    /// The state of air support at the start of a battle.
    pub fn new(battle: &Battle) -> Self {
        Self {
            flights: air::flights(battle),
            teams: air::teams(battle),
            rolls: air::rolls(battle),
            bombed: Vec::new(),
        }
    }
}
