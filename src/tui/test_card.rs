//! The test card: every colour that the map uses, named, so that a player can tell whether the terminal shows
//! them.

use super::overlay::{Overlay, Purpose};
use super::theme::{Role, Theme};

/// The terrain shown, and its role.
const SAMPLES: [(&str, Role); 34] = [
    ("open ground, level 0", Role::Ground),
    ("open ground, level 1", Role::Ground1),
    ("open ground, level 2", Role::Ground2),
    ("open ground, level 3 and above", Role::Ground3),
    ("woods", Role::GroundWoods),
    ("scrub and orchards", Role::GroundScrub),
    ("crops", Role::GroundGrain),
    ("water", Role::GroundWater),
    ("marsh", Role::GroundMarsh),
    ("buildings", Role::GroundBuilding),
    ("stone buildings", Role::GroundStone),
    ("rough ground", Role::GroundRough),
    ("first side", Role::CounterA),
    ("first side, has acted", Role::SpentA),
    ("first side, acting", Role::ActingA),
    ("first side, out of action", Role::GraveA),
    ("first side, picked", Role::PickedA),
    ("second side", Role::CounterB),
    ("second side, has acted", Role::SpentB),
    ("second side, acting", Role::ActingB),
    ("second side, out of action", Role::GraveB),
    ("second side, picked", Role::PickedB),
    ("state on a counter", Role::Bar),
    ("where the enemy can fire", Role::Threat),
    ("smoke", Role::MarkSmoke),
    ("fires and impact zones", Role::MarkFire),
    ("residual firepower", Role::MarkResidual),
    ("acquired target", Role::MarkAcquired),
    ("Germans, in national colours", Role::German),
    ("Americans", Role::American),
    ("British and Commonwealth", Role::British),
    ("Soviets", Role::Soviet),
    ("Italians", Role::Italian),
    ("cursor", Role::Lit),
];

/// Hulls and turrets turned away from them, clockwise from north.
const TURRETS: [(&str, &str, Role); 2] = [
    ("▲→ ◥↘ ▶↓ ◢↙ ▼← ◣↖ ◀↑ ◤↗", "hull and turret, first side", Role::CounterA),
    ("△→ ◹↘ ▷↓ ◿↙ ▽← ◺↖ ◁↑ ◸↗", "hull and turret, second side", Role::CounterB),
];

/// The marks on the map.
const MARKS: &str = "⚑ objective  ✕ wreck  ░ smoke  ▲ fire  ¤ mines  × wire  ∩ works  ✶ impact  ✈ plane";

/// The window with a line a colour, and the signs that a terminal's font may lack.
pub fn window(theme: &Theme, ascii: bool) -> Overlay {
    let mut lines = vec![
        (
            format!(
                "Theme {}, {} map. Each line should differ from the others.",
                theme.name,
                theme.look.name()
            ),
            Role::Text,
        ),
        (
            "Wrong colours? Start with --colors 16, 256 or mono; , t and , m change theme and map."
                .to_owned(),
            Role::Dim,
        ),
    ];
    lines.extend(SAMPLES.iter().map(|(name, role)| (format!("  {name:<34}"), *role)));
    if !ascii {
        let turrets = TURRETS.iter().filter(|_| theme.is_tinted());
        lines.extend(turrets.map(|(signs, name, role)| (format!("  {signs}  {name:<29}"), *role)));
        lines.push((format!("  {MARKS}"), Role::Text));
    }
    Overlay::text(Purpose::Read, "Colours", lines)
}
