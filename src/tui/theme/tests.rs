//! Tests that all text is readable on every tint, and that the sides can be told apart with any type of
//! colour vision.

use ratatui::style::Color;

use super::colour::sight::{BLINDNESS, apart, contrast};
use super::colour::{NAMES as NAMED, Rgb, readable, rgb, washed};
use super::{Depth, MapLook, NAMES, Role, Theme};

/// The tints of the map.
const GROUNDS: [Role; 14] = [
    Role::Ground,
    Role::Ground1,
    Role::Ground2,
    Role::Ground3,
    Role::GroundWoods,
    Role::GroundScrub,
    Role::GroundGrain,
    Role::GroundWater,
    Role::GroundMarsh,
    Role::GroundBuilding,
    Role::GroundStone,
    Role::GroundRough,
    Role::GroundWorks,
    Role::GroundRoad,
];

/// The washes that may be applied to a tint, with their strengths.
const WASHES: [(Role, u16); 12] = [
    (Role::Reach, 45),
    (Role::Reach, 35),
    (Role::Choice, 45),
    (Role::Choice, 35),
    (Role::Shadow, 45),
    (Role::Threat, 20),
    (Role::Threat, 35),
    (Role::Threat, 50),
    (Role::Threat, 65),
    (Role::Ground3, 14),
    (Role::Ground3, 28),
    (Role::Ground3, 42),
];

/// The marks in the corners of cells and the bar with a state: text on a tint of their own.
const CHIPS: [Role; 8] = [
    Role::FootA,
    Role::FootB,
    Role::MarkSmoke,
    Role::MarkFire,
    Role::MarkResidual,
    Role::MarkAcquired,
    Role::Bar,
    Role::Lit,
];

/// The counters of nations.
const NATIONS: [Role; 5] = [Role::German, Role::American, Role::British, Role::Soviet, Role::Italian];

/// The counters, each with its own text style.
const COUNTERS: [Role; 10] = [
    Role::CounterA,
    Role::CounterB,
    Role::SpentA,
    Role::SpentB,
    Role::ActingA,
    Role::ActingB,
    Role::GraveA,
    Role::GraveB,
    Role::PickedA,
    Role::PickedB,
];

/// Every tinted theme in both looks of the map, in 256 colours.
fn all() -> Vec<Theme> {
    let mut all = Vec::new();
    for name in NAMES {
        for look in MapLook::ALL {
            let theme = Theme::built_in(name, Depth::Indexed).unwrap();
            all.extend(theme.is_tinted().then_some(Theme { look, ..theme }));
        }
    }
    all
}

fn seen(colour: Option<Color>, what: &str) -> Rgb {
    colour.and_then(rgb).unwrap_or_else(|| panic!("{what} has no colour"))
}

#[test]
fn four_of_five_themes_tint_the_map_in_both_looks() {
    let names: Vec<String> =
        all().iter().map(|theme| format!("{} {}", theme.name, theme.look.name())).collect();
    assert_eq!(names.len(), 8, "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("mono")), "mono has no colours to tint with");
}

#[test]
fn text_contrasts_with_every_tint() {
    let mut faults = Vec::new();
    for theme in all() {
        let name = format!("{} {}", theme.name, theme.look.name());
        let mut need = |text: Rgb, ground: Rgb, what: String| {
            let ratio = contrast(text, ground);
            if ratio < 4.5 {
                faults.push(format!("{name}: {what} has {ratio:.1}"));
            }
        };
        let label = seen(theme.of(Role::Label).fg, "label");
        for ground in GROUNDS {
            let tint = theme.of(ground).bg.unwrap();
            need(label, seen(Some(tint), "tint"), format!("names on {ground:?}"));
            let is_drawn =
                |wash| ![Role::Reach, Role::Choice].contains(&wash) || theme.takes_pale_wash(ground);
            for (wash, much) in WASHES.into_iter().filter(|(wash, _)| is_drawn(*wash)) {
                let mixed = washed(tint, theme.tint(wash), much);
                need(label, seen(mixed, "wash"), format!("names on {ground:?} under {wash:?}"));
            }
        }
        let threat = seen(theme.of(Role::Threat).fg, "threat");
        for ground in GROUNDS {
            for (wash, much) in WASHES.into_iter().filter(|(wash, _)| *wash == Role::Threat) {
                let mixed = washed(theme.tint(ground), theme.tint(wash), much);
                need(threat, seen(mixed, "wash"), format!("the number of enemies on {ground:?} at {much}"));
            }
        }
        for chip in COUNTERS.into_iter().chain(CHIPS).chain(NATIONS) {
            let style = theme.of(chip);
            need(seen(style.fg, "text"), seen(style.bg, "counter"), format!("{chip:?}"));
        }
        let harm = seen(theme.of(Role::Harm).fg, "harm");
        for counter in [Role::CounterA, Role::CounterB, Role::SpentA, Role::SpentB] {
            need(harm, seen(theme.of(counter).bg, "counter"), format!("harm on {counter:?}"));
        }
        let lit = seen(theme.of(Role::Lit).bg, "lit");
        for picked in [Role::PickedA, Role::PickedB] {
            need(seen(theme.of(picked).fg, "text"), lit, format!("{picked:?} under the cursor"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn sides_differ_from_each_other_and_from_the_ground() {
    const SEEING: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut faults = Vec::new();
    for theme in all() {
        let safe = theme.name == "colour-blind-safe";
        let eyes: Vec<&[[f64; 3]; 3]> =
            if safe { BLINDNESS.iter().chain([&SEEING]).collect() } else { vec![&SEEING] };
        for (n, eyes) in eyes.into_iter().enumerate() {
            let [a, b] = [Role::CounterA, Role::CounterB].map(|role| seen(theme.of(role).bg, "counter"));
            let mut need = |one: Rgb, other: Rgb, least: f64, what: String| {
                let far = apart(one, other, eyes);
                if far < least {
                    faults.push(format!(
                        "{} {}, eyes {n}: {what} {far:.0} apart",
                        theme.name,
                        theme.look.name()
                    ));
                }
            };
            need(a, b, 25.0, "the sides are".to_owned());
            for ground in GROUNDS {
                let tint = seen(theme.of(ground).bg, "tint");
                need(a, tint, 15.0, format!("the first side and {ground:?} are"));
                need(b, tint, 15.0, format!("the second side and {ground:?} are"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The look of a nation's counter when it has acted and when it is out of action.
fn faded(theme: &Theme, nation: Role) -> [Color; 3] {
    let own = theme.tint(nation);
    let over = |tint, much| washed(own, tint, much).unwrap();
    [own, over(theme.tint(Role::Shadow), 45), over(Color::Indexed(231), 75)]
}

#[test]
fn nations_differ_from_each_other_and_from_the_ground_and_can_be_read() {
    const SEEING: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut faults = Vec::new();
    for theme in all() {
        let name = format!("{} {}", theme.name, theme.look.name());
        for (n, nation) in NATIONS.into_iter().enumerate() {
            let own = seen(Some(theme.tint(nation)), "nation");
            for ground in GROUNDS {
                let far = apart(own, seen(theme.of(ground).bg, "tint"), &SEEING);
                if far < 12.0 {
                    faults.push(format!("{name}: {nation:?} and {ground:?} are {far:.0} apart"));
                }
            }
            for other in &NATIONS[n + 1..] {
                let far = apart(own, seen(Some(theme.tint(*other)), "nation"), &SEEING);
                if far < 12.0 {
                    faults.push(format!("{name}: {nation:?} and {other:?} are {far:.0} apart"));
                }
            }
            for tint in faded(&theme, nation) {
                let ink = readable(tint).and_then(rgb).unwrap();
                let ratio = contrast(ink, rgb(tint).unwrap());
                if ratio < 4.5 {
                    faults.push(format!("{name}: {nation:?} has {ratio:.1} on {tint:?}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn sixteen_colours_never_give_a_side_the_colour_of_ground() {
    for name in NAMES {
        let theme = Theme::built_in(name, Depth::Sixteen).unwrap();
        for look in MapLook::ALL.into_iter().filter(|_| theme.is_tinted()) {
            let theme = Theme { look, ..theme.clone() };
            let magenta = [Color::Magenta, Color::LightMagenta];
            for ground in GROUNDS {
                let style = theme.of(ground);
                let [a, b] = [Role::CounterA, Role::CounterB].map(|side| theme.tint(side));
                assert!(
                    theme.tint(ground) != a && theme.tint(ground) != b,
                    "{name} {}: {ground:?}",
                    look.name()
                );
                assert!(
                    ![style.fg, style.bg].into_iter().flatten().any(|c| magenta.contains(&c)),
                    "{name} {ground:?}"
                );
            }
        }
    }
}

#[test]
fn five_themes_load_at_every_colour_depth() {
    for depth in [Depth::Mono, Depth::Sixteen, Depth::Indexed, Depth::Full] {
        for name in NAMES {
            let theme = Theme::built_in(name, depth).unwrap();
            let style = theme.of(Role::CounterA);
            let fits = [style.fg, style.bg].into_iter().flatten().all(|colour| match depth {
                Depth::Mono => false,
                Depth::Sixteen => !matches!(colour, Color::Indexed(_) | Color::Rgb(..)),
                Depth::Indexed => !matches!(colour, Color::Rgb(..)),
                Depth::Full => true,
            });
            assert!(fits, "{} at {depth:?}: {style:?}", theme.name);
        }
    }
}

#[test]
fn the_built_in_themes_are_those_of_their_files() {
    for name in NAMES {
        let file = format!("{}/config/themes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).unwrap();
        for depth in [Depth::Sixteen, Depth::Indexed, Depth::Full] {
            let (built_in, read) =
                (Theme::built_in(name, depth).unwrap(), Theme::parse(name, &text, depth).unwrap());
            assert_eq!((built_in.styles, built_in.tinted), (read.styles, read.tinted), "{name}");
        }
    }
}

/// The sixteen colours of the Linux console, in the order of [`NAMED`].
const CONSOLE: [Rgb; 16] = [
    [0, 0, 0],
    [170, 0, 0],
    [0, 170, 0],
    [170, 85, 0],
    [0, 0, 170],
    [170, 0, 170],
    [0, 170, 170],
    [170, 170, 170],
    [85, 85, 85],
    [255, 85, 85],
    [85, 255, 85],
    [255, 255, 85],
    [85, 85, 255],
    [255, 85, 255],
    [85, 255, 255],
    [255, 255, 255],
];

/// What a terminal of sixteen colours shows for one of them, as xterm and as the Linux console, and the contrast that text
/// must have there: the console's grey on its red has 3.3, which is enough for bold text.
fn sixteen(colour: Color) -> [(Rgb, f64); 2] {
    let number = NAMED.iter().position(|(_, named, _)| *named == colour).expect("one of the sixteen");
    [(NAMED[number].2, 4.5), (CONSOLE[number], 3.0)]
}

#[test]
fn sixteen_colours_can_be_read() {
    let mut faults = Vec::new();
    for name in NAMES {
        let built_in = Theme::built_in(name, Depth::Sixteen).unwrap();
        for look in MapLook::ALL.into_iter().filter(|_| built_in.is_tinted()) {
            let theme = Theme { look, ..built_in.clone() };
            let mut need = |text: Role, ground: Role| {
                let (ink, tint) = (theme.of(text).fg, theme.of(ground).bg);
                let (ink, tint) = (ink.unwrap_or(Color::Gray), tint.unwrap_or(Color::Black));
                for ((text_seen, least), (tint_seen, _)) in sixteen(ink).into_iter().zip(sixteen(tint)) {
                    let ratio = contrast(text_seen, tint_seen);
                    if ratio < least {
                        let look = look.name();
                        faults.push(format!(
                            "{name} {look}: {text:?} on {ground:?} has {ratio:.1} ({ink:?} on {tint:?})"
                        ));
                    }
                }
            };
            GROUNDS.into_iter().for_each(|ground| need(Role::Label, ground));
            COUNTERS.into_iter().chain(CHIPS).for_each(|chip| need(chip, chip));
            for counter in [Role::CounterA, Role::CounterB, Role::SpentA, Role::SpentB] {
                need(Role::Harm, counter);
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
