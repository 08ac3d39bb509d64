//! Tutorials: the computer comes on in the player's sight and fires the cards it has, so that the player learns reactive fire,
//! pins and rally.

use crate::rules::fireandmove::state::Battle;

/// What the computer does more or less of in a tutorial.
pub(super) struct Bias {
    /// Added to the worth of a march.
    pub march: f64,
    /// The share of the enemy's fire that it minds before it marches.
    pub fear: f64,
    /// How many times its usual worth fire has in its own turn.
    pub fire: f64,
    /// The share of what fire cards are worth in hand.
    pub kept: f64,
    /// The share of what new cards are worth to a side that does nothing for them.
    pub change: f64,
}

impl Bias {
    /// None, in battles that teach nothing.
    const NONE: Self = Self { march: 0.0, fear: 1.0, fire: 1.0, kept: 1.0, change: 1.0 };

    /// In a tutorial.
    const TEACHING: Self = Self { march: 1.0, fear: 0.1, fire: 2.0, kept: 0.1, change: 0.3 };

    /// The bias in a battle.
    pub const fn of(battle: &Battle) -> Self {
        if battle.teaches { Self::TEACHING } else { Self::NONE }
    }
}
