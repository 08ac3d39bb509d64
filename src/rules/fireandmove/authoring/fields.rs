//! The fields of a battle, its sides, groups and figures, and of features, borders and objectives.

use std::borrow::Cow;

use toml::{Table, Value};

use super::field::Field as Map;
use super::{BORDERS, FEATURES, OBJECTIVES, ground, troops};
use crate::editor::field::{Field, Kind, at, field, number_at, set, text_at, words_of};
use crate::editor::parts::Parts;
use crate::editor::{Place, Remark, Subject};
use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::nations::{Quality, nations};
use crate::rules::fireandmove::optional::OPTIONAL_RULES;
use crate::side::Side;

/// The compass points as the files write them.
const FRONTS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// The fields of a part.
pub(super) fn fields(parts: &Parts<Map>, of: Subject) -> Vec<Field> {
    match of {
        Subject::Battle => battle(parts),
        Subject::Side(side) => of_side(parts, side),
        Subject::Formation(side, _) => group(parts, side, of),
        Subject::Piece(side, ..) => figure(parts, side, of),
        Subject::Plan(None, FEATURES, _) => feature(parts, of),
        Subject::Plan(None, BORDERS, _) => border(parts),
        Subject::Plan(None, OBJECTIVES, _) => objective(parts),
        Subject::Plan(..) => Vec::new(),
    }
}

fn battle(parts: &Parts<Map>) -> Vec<Field> {
    let keys = Side::BOTH.map(|side| parts.side(side).key());
    let attacker = Kind::Word(words_of(std::iter::once("neither").chain(keys)));
    let mut all = vec![
        field("title", "Title", Kind::Text, "The title of the battle."),
        field("turns", "Last turn", Kind::Number(1, 99, 10), "The battle ends after it."),
        field("year", "Year", Kind::Maybe(1930, 1950, "any"), "Some nations change with the year."),
        field("briefing", "Briefing", Kind::Lines, "Shown before the battle; | starts a new line."),
        field("attacker", "Attacker", attacker, "The side that attacks (96.2)."),
        field("head-start", "Head start", Kind::Maybe(1, 3, "-"), "Movement cards of the attacker (96.2)."),
        field("time.passages", "Passages of time", Kind::Maybe(1, 20, "-"), "The clock of the battle (78)."),
        field("time.passes-on", "Time passes on", Kind::Maybe(1, 6, "-"), "The lowest roll (78)."),
        field("night", "Night", Kind::Yes, "The battle is fought at night (79)."),
    ];
    for switch in OPTIONAL_RULES.iter().skip(1) {
        all.push(Field {
            key: Cow::Borrowed("rules"),
            name: Cow::Owned(format!("Rule: {}", switch.name)),
            kind: Kind::Listed(switch.key),
            about: Cow::Owned(format!("The optional rule of chapter {}.", switch.rule)),
        });
    }
    all
}

fn of_side(parts: &Parts<Map>, side: Side) -> Vec<Field> {
    let own = troops::nation_of(parts, side);
    let named = nations().iter().map(|nation| (nation.key.clone(), nation.name.clone())).collect();
    let now = text_at(&parts.side(side).about, "kind");
    let year = number_at(&parts.head, "year");
    let then = |years: Option<[u16; 2]>| {
        years.zip(year).is_none_or(|([from, to], year)| (i64::from(from)..=i64::from(to)).contains(&year))
    };
    let kinds = own.into_iter().flat_map(|nation| &nation.kinds);
    let kinds = kinds.filter(|kind| then(kind.years) || now == Some(kind.key.as_str()));
    let kinds = kinds.map(|kind| (kind.key.clone(), kind.name.clone()));
    let kinds = std::iter::once((String::new(), "plain".to_owned())).chain(kinds).collect();
    let qualities = words_of(std::iter::once("usual").chain(Quality::ALL.map(Quality::key)));
    vec![
        field("nation", "Nation", Kind::Named(named), "Its deck, its hand and its rules (91)."),
        field("name", "Name", Kind::Text, "Its name on the screen."),
        field("kind", "Troops", Kind::Named(kinds), "Troops of the nation with values of their own (91)."),
        field("quality", "Quality", Kind::Word(qualities), "Changes morale, panic and hand (91.1)."),
        field("breaking", "Breaks at", Kind::Number(1, 100, 5), "Figures lost before the side breaks."),
        field(
            "instead-of-mines",
            "Minefield card",
            Kind::Named(
                [
                    ("", "in the deck"),
                    ("sniper", "a second Sniper"),
                    ("move 1", "a Movement 1"),
                    ("rally 3 radio", "a Rally 3 (radio)"),
                ]
                .map(|(key, name)| (key.to_owned(), name.to_owned()))
                .into(),
            ),
            "An attacker may have another card instead (96.3).",
        ),
        field("artillery", "Artillery", Kind::Maybe(1, 12, "-"), "The strength of its off-board artillery."),
        field("strikes", "Air strikes", Kind::NumberPair, "Strength 8 to 12 and number 1 to 9 (96.4)."),
        field("partisans", "Partisans", Kind::Yes, "Partisans of that nation (91.16)."),
        field("ski", "On skis", Kind::Yes, "On skis over snow (91.12)."),
        field("platoons", "Platoons", Kind::Names, "Team play: two to four names, separated by | (77)."),
    ]
}

fn group(parts: &Parts<Map>, side: Side, of: Subject) -> Vec<Field> {
    let now = |key: &str| parts.table(of).and_then(|group| text_at(group, key));
    let vehicles = Kind::Named(troops::vehicles(parts, side, now("vehicle")));
    let guns = Kind::Named(troops::guns(parts, side, now("gun")));
    vec![
        field("front", "Front", Kind::OneOf(words_of(FRONTS)), "The way it faces."),
        field("vehicle", "Vehicle", vehicles, "With its crew."),
        field("gun", "Gun", guns, "Needs a crew of three (61.2)."),
        field("radio", "Radio", Kind::Yes, "Its last figure has a radio."),
        field("mounted", "Mounted", Kind::Yes, "On horseback (82)."),
        field("platoon", "Platoon", Kind::Maybe(1, 4, "-"), "In team play (77.1)."),
        field(
            "company-leader",
            "Company leader",
            Kind::Yes,
            "A single leader with a group of their own (77.2).",
        ),
    ]
}

fn figure(parts: &Parts<Map>, side: Side, of: Subject) -> Vec<Field> {
    let now = |key: &str| parts.table(of).and_then(|figure| text_at(figure, key));
    let figures = Kind::Named(troops::figures(parts, side, now("type")));
    let kits = Kind::Named(troops::kits(parts, side, now("kit")));
    vec![
        field("type", "Figure", figures, "Its weapon and rank."),
        field("kit", "Carries", kits, "What it carries besides its weapon."),
    ]
}

fn feature(parts: &Parts<Map>, of: Subject) -> Vec<Field> {
    let grounds = Ground::all().map(|ground| (ground.key().to_owned(), ground.name().to_owned())).collect();
    let mut all = vec![
        field("name", "Name", Kind::Text, "Its name."),
        field("ground", "Ground", Kind::Named(grounds), "Its concealment and what it does to movement (92)."),
        field("level", "Level", Kind::Number(0, 9, 0), "Its height; + and - on the map change it too."),
        field("cost", "Cost to enter", Kind::Maybe(1, 4, "1"), "In move actions (11.5)."),
    ];
    match parts.table(of).map(super::field::ground) {
        Some(Ground::Pillbox) => {
            let fronts = words_of(std::iter::once("all round").chain(FRONTS));
            all.push(field("front", "Front", Kind::Word(fronts), "The way a pillbox faces (92.31)."));
        }
        Some(Ground::Jungle) => {
            all.push(field(
                "value",
                "Cost to leave",
                Kind::Maybe(2, 3, "2"),
                "Of a section of jungle (94.2).",
            ));
        }
        _ => {}
    }
    all
}

/// The features as values of a field: the tag, shown as the name.
fn named_features(parts: &Parts<Map>) -> Kind {
    let all = parts.list(None, FEATURES).iter().filter_map(|feature| {
        let (tag, name) = (text_at(feature, "tag")?, text_at(feature, "name").unwrap_or("?"));
        Some((tag.to_owned(), format!("{tag} {name}")))
    });
    Kind::Named(all.collect())
}

fn border(parts: &Parts<Map>) -> Vec<Field> {
    let kinds = Border::all().map(|kind| (kind.key().to_owned(), kind.name().to_owned())).collect();
    vec![
        field("kind", "Kind", Kind::Named(kinds), "What stands between the two features (92.38)."),
        field("a", "Between", named_features(parts), "One of the two features."),
        field("b", "and", named_features(parts), "The other one."),
        field("cost", "Cost to cross", Kind::Maybe(1, 4, "1"), "In move actions (11.5)."),
    ]
}

fn objective(parts: &Parts<Map>) -> Vec<Field> {
    let keys = Side::BOTH.map(|side| parts.side(side).key());
    let held = words_of(std::iter::once("neither").chain(keys));
    vec![
        field("feature", "Feature", named_features(parts), "To be held at the end."),
        field("points", "Points", Kind::Number(1, 50, 3), "For the side that holds it."),
        field(
            "held",
            "Held at the start by",
            Kind::Word(held),
            "The side that holds it until the enemy does.",
        ),
    ]
}

/// What follows from a change: the name of a nation, the other half of the clock, and keys that only suit some
/// ground.
pub(super) fn changed(parts: &mut Parts<Map>, of: Subject, key: &str) {
    match (of, key) {
        (Subject::Side(side), "nation") => {
            let named = troops::nation_of(parts, side).map(|nation| nation.name.clone());
            let mut name = named.unwrap_or_default();
            if parts.side(side.other()).name() == name {
                name = format!("Other {name}");
            }
            let about = &mut parts.side_mut(side).about;
            about.insert("name".to_owned(), Value::String(name));
            for gone in ["kind", "quality", "instead-of-mines"] {
                about.remove(gone);
            }
            troops::rearm(parts, side);
        }
        (Subject::Battle, "time.passages" | "time.passes-on") => {
            let (other, usual) =
                if key == "time.passages" { ("time.passes-on", 4) } else { ("time.passages", 5) };
            match (at(&parts.head, key).is_some(), at(&parts.head, other).is_some()) {
                (true, false) => set(&mut parts.head, other, Some(Value::Integer(usual))),
                (false, true) => set(&mut parts.head, other, None),
                _ => {}
            }
        }
        (Subject::Battle, "attacker") if at(&parts.head, "attacker").is_none() => {
            parts.head.remove("head-start");
        }
        (Subject::Plan(None, FEATURES, _), "ground") => {
            let Some(feature) = parts.table_mut(of) else { return };
            let ground = super::field::ground(feature);
            // A name that was made of the ground follows it.
            let tag = text_at(feature, "tag").unwrap_or_default().to_owned();
            let made = |name: &str| Ground::all().any(|ground| name == given_name(ground, &tag));
            if text_at(feature, "name").is_some_and(made) {
                feature.insert("name".to_owned(), Value::String(given_name(ground, &tag)));
            }
            if ground != Ground::Pillbox {
                feature.remove("front");
            }
            if ground != Ground::Jungle {
                feature.remove("value");
            }
        }
        _ => {}
    }
}

/// The name of a feature until it has one of its own.
fn given_name(ground: Ground, tag: &str) -> String {
    format!("{} {tag}", ground.name())
}

/// A tag that no feature has.
pub(super) fn free_tag(parts: &Parts<Map>) -> char {
    let features = parts.list(None, FEATURES);
    let taken = |tag: char| features.iter().any(|feature| text_at(feature, "tag") == Some(&tag.to_string()));
    ground::tags().find(|&tag| !taken(tag)).unwrap_or('?')
}

/// A new plan of a list.
pub(super) fn planned(parts: &Parts<Map>, list: usize) -> Result<Table, String> {
    let tags: Vec<&str> =
        parts.list(None, FEATURES).iter().filter_map(|feature| text_at(feature, "tag")).collect();
    let text = |key: &str, value: &str| (key.to_owned(), Value::String(value.to_owned()));
    match list {
        FEATURES => {
            let tag = free_tag(parts).to_string();
            let name = given_name(Ground::Woods, &tag);
            Ok(Table::from_iter([text("tag", &tag), text("name", &name), text("ground", "woods")]))
        }
        BORDERS => match tags[..] {
            [a, b, ..] => Ok(Table::from_iter([text("a", a), text("b", b), text("kind", "hedge")])),
            _ => Err("A border needs two features.".to_owned()),
        },
        OBJECTIVES => match tags[..] {
            [a, ..] => Ok(Table::from_iter([text("feature", a), ("points".to_owned(), Value::Integer(3))])),
            _ => Err("An objective needs a feature.".to_owned()),
        },
        _ => Err("There is no such list.".to_owned()),
    }
}

/// The name of the feature with a tag.
fn feature_name(parts: &Parts<Map>, tag: Option<&str>) -> String {
    let known = parts.list(None, FEATURES).iter().find(|feature| text_at(feature, "tag") == tag);
    known.and_then(|feature| text_at(feature, "name")).unwrap_or("?").to_owned()
}

/// The name of a plan.
pub(super) fn plan_name(parts: &Parts<Map>, of: Subject) -> String {
    let Some(plan) = parts.table(of) else { return String::new() };
    let feature = |key: &str| feature_name(parts, text_at(plan, key));
    match of {
        Subject::Plan(_, BORDERS, _) => {
            let kind = text_at(plan, "kind").and_then(Border::named).map_or("border", Border::name);
            format!("{kind}: {} - {}", feature("a"), feature("b"))
        }
        Subject::Plan(_, OBJECTIVES, _) => feature("feature"),
        _ => text_at(plan, "name").unwrap_or("?").to_owned(),
    }
}

/// Removes borders and objectives of a feature that is removed.
pub(super) fn forget(parts: &mut Parts<Map>, tag: &str) {
    for (list, keys) in [(BORDERS, &["a", "b"][..]), (OBJECTIVES, &["feature"][..])] {
        if let Some(plans) = parts.plans.get_mut(&(None, list)) {
            plans.retain(|plan| keys.iter().all(|key| text_at(plan, key) != Some(tag)));
        }
    }
}

/// Features without squares, and borders between features that do not touch.
pub(super) fn remarks(parts: &Parts<Map>) -> Vec<Remark> {
    let plan = |list, n| Place::Of(Subject::Plan(None, list, n));
    let remark = |place, sentence: &str| Remark { fault: false, sentence: sentence.to_owned(), place };
    let features = parts.list(None, FEATURES);
    let empty = (0..features.len()).filter(|&n| !parts.map.features.contains(&n));
    let mut all: Vec<Remark> =
        empty.map(|n| remark(plan(FEATURES, n), "It has no squares: g paints some.")).collect();
    let index = |tag: Option<&str>| features.iter().position(|feature| text_at(feature, "tag") == tag);
    let touching = parts.map.touching();
    for (n, border) in parts.list(None, BORDERS).iter().enumerate() {
        let ends = index(text_at(border, "a")).zip(index(text_at(border, "b")));
        if ends.is_some_and(|(a, b)| !touching.contains(&(a.min(b), a.max(b)))) {
            all.push(remark(plan(BORDERS, n), "These features do not touch: nothing stands between them."));
        }
    }
    all
}
