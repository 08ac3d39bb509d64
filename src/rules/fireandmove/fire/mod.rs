//! Fire: its strength, its effect on figures and vehicles, and the To Hit numbers of ordnance.

pub mod armour;
pub mod effect;
pub mod strength;
pub mod to_hit;
pub mod volley;
