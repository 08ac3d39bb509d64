//! The fields of a scenario, its groups and counters, boards, Victory Conditions, SSR, balance and hints.

use toml::{Table, Value};

use super::boards::{self, Boards};
use super::{BALANCE, BOARDS, BUILDINGS, HINTS, counters, text};
use crate::editor::authoring::Authoring;
use crate::editor::field::{Field, Kind, at, field, set, strings, text_at, words_of};
use crate::editor::parts::Parts;
use crate::editor::{Place, Remark, Subject};
use crate::rules::aslsk::board::reading::BUILT_IN;
use crate::rules::aslsk::turn::phase::Phase;
use crate::side::Side;

/// The Victory Conditions, by their key.
pub(super) const VICTORIES: [(&str, &str); 5] = [
    ("clear", "no enemy near a hex"),
    ("buildings", "no enemy in buildings near a hex"),
    ("exit", "exit VP"),
    ("guns", "every enemy Gun lost"),
    ("control", "Control of buildings"),
];

/// The ways a group comes into play, by their key.
pub(super) const ZONES: [(&str, &str); 4] = [
    ("area", "sets up by hexrows"),
    ("hexes", "sets up in painted hexes"),
    ("within", "sets up near a hex"),
    ("enter", "enters the map"),
];

fn named(all: &[(&str, &str)]) -> Kind {
    Kind::Named(all.iter().map(|(key, name)| ((*key).to_owned(), (*name).to_owned())).collect())
}

/// The sides by their keys, shown by their names.
fn sides(parts: &Parts<Boards>) -> Kind {
    let all = Side::BOTH.map(|side| (parts.side(side).key().to_owned(), parts.side(side).name().to_owned()));
    Kind::Named(all.to_vec())
}

/// The fields of a part.
pub(super) fn fields(parts: &Parts<Boards>, of: Subject) -> Vec<Field> {
    match of {
        Subject::Battle => battle(parts),
        Subject::Side(_) => vec![field("name", "Name", Kind::Text, "Its name on the screen.")],
        Subject::Formation(side, f) => group(parts, side, f),
        Subject::Piece(side, f, n) => counter(parts, side, f, n),
        Subject::Plan(None, BOARDS, _) => board(parts),
        Subject::Plan(None, BUILDINGS, _) => vec![field("hexes", "Hexes", Kind::Words, "Paint them: g.")],
        Subject::Plan(None, BALANCE, _) => balance(parts),
        Subject::Plan(None, HINTS, _) => hint(),
        Subject::Plan(..) => Vec::new(),
    }
}

fn battle(parts: &Parts<Boards>) -> Vec<Field> {
    let north = words_of(["north", "east", "south", "west"]);
    let mut all = vec![
        field("title", "Title", Kind::Text, "The title of the scenario."),
        field("year", "Year", Kind::Maybe(1939, 1945, "1944"), "For ammunition and ELR."),
        field("month", "Month", Kind::Number(1, 12, 7), "Grain and orchards follow it."),
        field("turns", "Turns", Kind::Number(1, 20, 6), "Game Turns."),
        field("half-turn", "Half turn", Kind::Yes, "The last Game Turn ends after the first player turn."),
        field("briefing", "Briefing", Kind::LineList, "Shown before the battle; | starts a new line."),
        field("sets-up", "Sets up first", sides(parts), "The side that sets up first."),
        field("moves", "Moves first", sides(parts), "The side that moves first."),
        field("victory-kind", "Victory Condition", named(&VICTORIES), "The way the side below wins."),
        field("victory.side", "Wins by it", sides(parts), "The other side wins otherwise."),
    ];
    all.extend(victory(text_at(&parts.head, "victory-kind").unwrap_or("clear")));
    all.extend([
        field("north", "North is", Kind::Word(north), "The edge of the boards that is north."),
        field(
            "special.fortified",
            "SSR: fortified",
            Kind::Maybe(1, 4, "-"),
            "Added to the TEM of stone buildings.",
        ),
        field("special.rain", "SSR: rain", Kind::Yes, "It rains."),
        field(
            "special.no-hiding",
            "SSR: no HIP",
            Kind::Words,
            "The keys of sides whose Guns may not use HIP.",
        ),
        field("special.no-repair-before", "SSR: no repair before", Kind::Maybe(1, 20, "-"), "A Game Turn."),
        field(
            "special.off-board-terrain",
            "SSR: off-board terrain",
            Kind::Yes,
            "It lies along the map edges.",
        ),
        field("special.strange-leaders", "SSR: foreign leaders", Kind::Yes, "Leaders lead any nationality."),
    ]);
    all
}

/// The fields of a Victory Condition.
fn victory(kind: &str) -> Vec<Field> {
    let near = |of: &'static str, hexes: &'static str| {
        vec![
            field(of, "Victory hex", Kind::Text, "Such as wM8."),
            field(hexes, "Within, hexes", Kind::Number(0, 20, 1), "Of that hex."),
        ]
    };
    match VICTORIES.iter().position(|(known, _)| *known == kind) {
        Some(0) | None => near("victory.clear.of", "victory.clear.hexes"),
        Some(1) => near("victory.buildings.of", "victory.buildings.hexes"),
        Some(2) => vec![
            field("victory.exit.points", "Exit VP", Kind::Number(1, 99, 6), "To be exited."),
            field("victory.exit.edges", "Exit edges", Kind::Words, "north, east, south or west."),
            field("victory.exit.hexes", "Exit hexes", Kind::Words, "Besides the edges, or instead."),
            field("victory.exit.graded", "Graded", Kind::Yes, "Prisoners and losses count too."),
            field(
                "victory.exit.unless",
                "Unless lost",
                Kind::Maybe(1, 99, "-"),
                "Casualty VP that prevent it.",
            ),
        ],
        Some(3) => vec![field(
            "victory.guns.occupied",
            "Their hexes",
            Kind::Yes,
            "The hexes of the Guns must be occupied as well.",
        )],
        Some(_) => vec![field(
            "victory.control.need",
            "Buildings needed",
            Kind::Number(1, 20, 1),
            "Of the victory buildings, which are among the plans.",
        )],
    }
}

fn group(parts: &Parts<Boards>, side: Side, f: usize) -> Vec<Field> {
    let nations = counters::NATIONS.map(|(_, key, name)| (key, name));
    let mut all = vec![
        field("name", "Name", Kind::Text, "The name of the group."),
        field("nation", "Nationality", named(&nations), "Of its counters."),
        field("elr", "ELR", Kind::Number(0, 5, 3), "Experience Level Rating (1.2.1)."),
        field("zone", "Comes into play", named(&ZONES), "Where it sets up, or that it enters."),
    ];
    let zone = parts.formation(side, f).and_then(|group| text_at(&group.about, "zone")).unwrap_or("area");
    match ZONES.iter().position(|(known, _)| *known == zone) {
        Some(1) => all.push(field("hexes", "Hexes", Kind::Words, "Paint them: g.")),
        Some(2) => all.extend([
            field("within.of", "Near hex", Kind::Text, "Such as wM8."),
            field("within.hexes", "Within, hexes", Kind::Number(0, 20, 2), "Of that hex."),
        ]),
        Some(3) => all.extend([
            field("enter.turn", "Enters on turn", Kind::Number(1, 20, 1), "In its Movement Phase."),
            field("enter.edges", "By edges", Kind::Words, "north, east, south or west."),
            field("enter.hexes", "By hexes", Kind::Words, "Besides the edges, or instead; paint them: g."),
            field("enter.on", "On a dr of", Kind::Numbers, "Rolled each turn from that turn on."),
            field("enter.after", "Or later", Kind::Yes, "On that turn or any later one."),
        ]),
        _ => all.extend([
            field("area.hexrows", "Hexrows", Kind::Pair, "First and last, such as A K."),
            field("area.numbers", "Hex numbers", Kind::NumberPair, "First and last, such as 3 7."),
            field("area.level", "Level", Kind::Maybe(0, 4, "any"), "Only hexes of that level."),
            field(
                "area.from-buildings",
                "From buildings",
                Kind::Maybe(1, 10, "-"),
                "At least so many hexes away.",
            ),
        ]),
    }
    all.extend([
        field("stage", "Set-up stage", Kind::Number(0, 5, 0), "Groups of lower stages set up first."),
        field("guns-apart", "Guns apart", Kind::Number(0, 10, 0), "At least so many hexes between them."),
        field("guns-within", "Guns within", Kind::Number(0, 10, 0), "At most so many hexes between them."),
        field("one-mmc-a-hex", "One MMC a hex", Kind::Yes, "At set-up."),
        field("alone", "Alone", Kind::Yes, "Not in a hex with other groups."),
    ]);
    all
}

fn counter(parts: &Parts<Boards>, side: Side, f: usize, n: usize) -> Vec<Field> {
    let group = parts.formation(side, f);
    let unit = parts.piece(side, f, n).and_then(|piece| text_at(&piece.about, "list")) == Some("units");
    let nation = group.and_then(|group| counters::nation(&group.about));
    if unit {
        let names = nation.map_or_else(Vec::new, counters::units_of);
        return vec![field("type", "Counter", Kind::OneOf(names), "FP, range and morale; or leadership.")];
    }
    let lists = [("weapons", "working"), ("broken-weapons", "malfunctioned")];
    vec![
        field(
            "type",
            "Weapon",
            Kind::OneOf(counters::weapons()),
            "Carried by squads in turn; crews have Guns.",
        ),
        field("list", "State", named(&lists), "Whether it begins malfunctioned."),
    ]
}

fn board(parts: &Parts<Boards>) -> Vec<Field> {
    vec![
        field(
            "letter",
            "Board",
            Kind::OneOf(parts.map.letters()),
            "Built in (o is open ground to draw on), or imported by you.",
        ),
        field("turned", "Turned", Kind::Yes, "By 180 degrees."),
        field("across", "East of the first", Kind::Number(0, 3, 0), "Boards to its west."),
        field("down", "South of the first", Kind::Number(0, 3, 0), "Boards to its north."),
        field("hexrows", "Hexrows in play", Kind::Pair, "First and last, such as A Q; all if left empty."),
    ]
}

fn balance(parts: &Parts<Boards>) -> Vec<Field> {
    let groups = parts.formations().map(|(_, group)| group.name().to_owned());
    let groups = std::iter::once("-".to_owned()).chain(groups).collect();
    vec![
        field("side", "For", sides(parts), "The side it favours."),
        field("text", "Text", Kind::Text, "In words, for the briefing."),
        field("group", "Group", Kind::Word(groups), "The group that it changes."),
        field("units", "More units", Kind::Names, "Such as 2 4-6-7 | 8-0, for that group."),
        field("weapons", "More weapons", Kind::Names, "Such as LMG, for that group."),
        field("without", "Without", Kind::MaybeText, "A line of that group that is removed."),
        field("enter-turn", "Enters on turn", Kind::Maybe(1, 20, "-"), "That group."),
        field("more-turns", "More turns", Kind::Number(0, 5, 0), "Added to the game."),
    ]
}

fn hint() -> Vec<Field> {
    vec![
        field("phase", "Phase", Kind::OneOf(words_of(Phase::ALL.map(Phase::key))), "When it is told."),
        field("defending", "For the DEFENDER", Kind::Yes, "Otherwise for the ATTACKER."),
        field("text", "Text", Kind::Text, "The hint."),
    ]
}

/// Keys that follow from a change.
pub(super) fn changed(parts: &mut Parts<Boards>, of: Subject, key: &str) {
    match (of, key) {
        (Subject::Plan(None, BOARDS, _), _) | (Subject::Battle, "month") => boards::lay(parts),
        (Subject::Battle, _) => sound_victory(&mut parts.head),
        (Subject::Formation(..), _) => {
            if let Some(group) = parts.table_mut(of) {
                sound_zone(group);
            }
        }
        _ => {}
    }
}

/// Keeps the table of the chosen Victory Condition, complete, and no other.
pub(super) fn sound_victory(head: &mut Table) {
    let kind = text_at(head, "victory-kind").unwrap_or("clear").to_owned();
    for (other, _) in VICTORIES.iter().filter(|(other, _)| *other != kind) {
        set(head, &format!("victory.{other}"), None);
    }
    let usual: &[(&str, Value)] = match VICTORIES.iter().position(|(known, _)| *known == kind) {
        Some(0 | 1) | None => &[("of", text("wM8")), ("hexes", Value::Integer(1))],
        Some(2) => &[("points", Value::Integer(6))],
        Some(3) => &[("occupied", Value::Boolean(false))],
        Some(_) => &[("need", Value::Integer(1))],
    };
    for (key, value) in usual {
        let path = format!("victory.{kind}.{key}");
        if at(head, &path).is_none() {
            set(head, &path, Some(value.clone()));
        }
    }
}

/// Keeps the table of the chosen way into play, complete, and no other.
pub(super) fn sound_zone(group: &mut Table) {
    let zone = text_at(group, "zone").unwrap_or("area").to_owned();
    for (other, _) in ZONES.iter().filter(|(other, _)| *other != zone) {
        group.remove(*other);
    }
    match ZONES.iter().position(|(known, _)| *known == zone) {
        Some(1) => {
            group.entry("hexes").or_insert_with(|| Value::Array(Vec::new()));
        }
        Some(2) => {
            for (key, value) in [("within.of", text("wM8")), ("within.hexes", Value::Integer(2))] {
                if at(group, key).is_none() {
                    set(group, key, Some(value));
                }
            }
        }
        Some(3) => {
            if at(group, "enter.turn").is_none() {
                set(group, "enter.turn", Some(Value::Integer(1)));
            }
        }
        _ => {
            group.entry("area").or_insert_with(|| Value::Table(Table::new()));
        }
    }
}

/// A new plan of a list.
pub(super) fn planned(parts: &Parts<Boards>, list: usize) -> Result<Table, String> {
    match list {
        BOARDS => {
            let mut board = Table::from_iter([("letter".to_owned(), text(BUILT_IN[1]))]);
            boards::beside(parts, &mut board);
            Ok(board)
        }
        BUILDINGS => Ok(Table::new()),
        BALANCE => {
            let given: Vec<&str> =
                parts.list(None, BALANCE).iter().filter_map(|plan| text_at(plan, "side")).collect();
            let free =
                Side::BOTH.map(|side| parts.side(side).key()).into_iter().find(|key| !given.contains(key));
            let side = free.ok_or("Both sides have a balance provision.")?;
            Ok(Table::from_iter([
                ("side".to_owned(), text(side)),
                ("text".to_owned(), text("add one turn.")),
                ("more-turns".to_owned(), Value::Integer(1)),
            ]))
        }
        HINTS => Ok(Table::from_iter([
            ("phase".to_owned(), text(Phase::ALL[0].key())),
            ("text".to_owned(), text("A hint.")),
        ])),
        _ => Err("There is no such list.".to_owned()),
    }
}

/// The name of a plan.
pub(super) fn plan_name(parts: &Parts<Boards>, of: Subject) -> String {
    let Some(plan) = parts.table(of) else { return String::new() };
    match of {
        Subject::Plan(_, BOARDS, _) => format!("board {}", text_at(plan, "letter").unwrap_or("?")),
        Subject::Plan(_, BUILDINGS, n) => match strings(plan.get("hexes")).first() {
            Some(hex) => format!("building {hex}"),
            None => format!("building {}", n + 1),
        },
        Subject::Plan(_, BALANCE, _) => format!("balance for {}", text_at(plan, "side").unwrap_or("?")),
        _ => text_at(plan, "phase").unwrap_or("hint").to_owned(),
    }
}

/// Faults that the reader lets pass: hexes that make a battle impossible.
pub(super) fn remarks(parts: &Parts<Boards>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut fault = |of: Subject, sentence: String| {
        remarks.push(Remark { fault: true, sentence, place: Place::Of(of) });
    };
    for (of, group) in parts.formations() {
        let about = &group.about;
        let none = |path: &str| strings(at(about, path)).is_empty();
        match text_at(about, "zone") {
            Some("hexes") if none("hexes") => fault(of, format!("{} has no set-up hexes.", group.name())),
            Some("enter") if none("enter.edges") && none("enter.hexes") => {
                fault(of, format!("{} has no hexes to enter by.", group.name()));
            }
            _ => {}
        }
    }
    let control = text_at(&parts.head, "victory-kind") == Some("control");
    let buildings = parts.list(None, BUILDINGS);
    if control && buildings.is_empty() {
        fault(Subject::Battle, "There are no victory buildings: add them under the plans.".to_owned());
    }
    for n in (0..buildings.len()).filter(|&n| strings(buildings[n].get("hexes")).is_empty()) {
        let of = Subject::Plan(None, BUILDINGS, n);
        fault(of, format!("{} has no hexes.", Boards::plan_name(parts, of)));
    }
    for side in Side::BOTH {
        if parts.side(side).pieces().all(|piece| text_at(&piece.about, "list") != Some("units")) {
            fault(Subject::Side(side), format!("The {} have no units.", parts.side(side).name()));
        }
    }
    remarks
}
