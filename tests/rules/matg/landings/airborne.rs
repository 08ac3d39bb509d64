//! Rule cards of airborne landings (8.10): a drawn position, taped dice, what must happen.

use super::table::{Table, cell, id, modifier, offers, play, whereabouts};
use standto::board::Compass;
use standto::dice::Dice;
use standto::game::{Log, Rules, Side, laws};
use standto::rules::matg::Position;
use standto::rules::matg::fire::charts::CombatResult;
use standto::rules::matg::ground::terrain::{Ground, Terrain};
use standto::rules::matg::landings::landing_chart::{Manner, distances, landing_effects};
use standto::rules::matg::landings::zones::Zone;
use standto::rules::matg::scenario;
use standto::rules::matg::state::battle::Role;

const GHQ: (&str, &str) = ("Infantry HQ", "role = \"GHQ\"; at = \"0101\"");
const PARA: (&str, &str) = ("Paratrooper '43", "landing = \"Able\"");
const GLIDER: (&str, &str) = ("Glider Infantry", "landing = \"Able\"");
const GERMAN_GHQ: (&str, &str) = ("Infantry HQ", "role = \"GHQ\"; at = \"0112\"");

const FIELD: &str = "
    ............
    ............
    ............
    .....W......
    .....&......
    ............
    ............
    ............
    ............
    ............
    ............
    ............
";

/// A night drop on 0606 of a field of 12 by 12, without anything else against it.
const DROP: &str = "[[side.landing]]
name = \"Able\"
manner = \"parachute\"
zone = \"0606\"
distance = \"on-target\"
";

fn drop<'a>(americans: &'a [(&'a str, &'a str)], germans: &'a [(&'a str, &'a str)]) -> Table<'a> {
    Table { map: FIELD, cohesion: [15, 14], landings: DROP, americans, germans, german_side: "" }
}

/// The book's board of 24 by 40, clear but for hedgerows where its examples find them.
fn example_board(hedgerows: &[&str]) -> String {
    let mut rows = vec![vec![b'.'; 24]; 40];
    for name in hedgerows {
        let at = cell(name);
        rows[39 - at.y as usize][at.x as usize] = b'B';
    }
    rows.into_iter().map(|row| String::from_utf8(row).expect("ASCII") + "\n").collect()
}

// card: 8.10.1, 8.10.1.3, 8.10.1.3.1, 8.10.1.3.2, 8.10.1.3.3
#[test]
fn the_parachute_landing_example() {
    let map = example_board(&["2240"]);
    let landing = "[[side.landing]]
name = \"Group 1\"
manner = \"parachute\"
zone = \"1440\"
distance = \"combat-jump\"
night = true
anti-aircraft = true
";
    let para = ("Paratrooper '43", "landing = \"Group 1\"");
    let table = Table {
        map: &map,
        cohesion: [17, 14],
        landings: landing,
        americans: &[GHQ, para, para, para, ("MMG '44", "landing = \"Group 1\"")],
        germans: &[("Infantry HQ", "role = \"GHQ\"; at = \"0140\"")],
        german_side: "",
    };
    let (position, events) = table.land(&[
        5, 12, 5, 5, 16, // arrives at 5+2, on target at 12+2, 5/2 rounded up south, fails at 16+2
        10, 17, 2, 4, 5, // off target at 17+2, 9 inches north-east
        10, 18, 3, 3, 5, 10, // off target, 8 inches east into the hedgerow, passes at 10+2
        10, 1, 4, // a natural 1: on the drop zone
    ]);
    assert_eq!(whereabouts(&position, "A2"), "1437 S");
    assert_eq!(whereabouts(&position, "A3"), "lost");
    assert_eq!(whereabouts(&position, "A4"), "2240 S");
    assert_eq!(whereabouts(&position, "A5"), "1440");
    assert_eq!(modifier(&events, "8.10.1.3.1"), 2);
    assert_eq!(modifier(&events, "8.10.1.3.2"), 2);
    assert_eq!(modifier(&events, "8.10.1.3.3"), 2);
}

// card: 8.10.2, 8.10.2.4, 8.10.2.4.1, 8.10.2.4.2, 8.10.2.4.3, 8.10.2.4.4
#[test]
fn the_glider_landing_example() {
    // Four stands in play (G-14): all arrive, the first misses, the fourth comes down in a hedgerow.
    let map = example_board(&["1925"]);
    let landing = "[[side.landing]]
name = \"Group 1\"
manner = \"glider\"
zone = \"1625 4E\"
distance = \"poor-spot\"
night = true
anti-aircraft = true
";
    let glider = ("Glider Infantry", "landing = \"Group 1\"");
    let support = ("Glider Support", "landing = \"Group 1\"");
    let table = Table {
        map: &map,
        cohesion: [17, 14],
        landings: landing,
        americans: &[GHQ, glider, glider, support, support],
        germans: &[("Infantry HQ", "role = \"GHQ\"; at = \"0140\"")],
        german_side: "",
    };
    let (position, events) = table.land(&[
        5, 17, 9, 1, // all arrive: 17+2 is 19
        16, 5, 4, 3, 15, 8, // 16+2 misses by 4+3 inches south, 15+2 does not
        5, 5, 15, 16, // clear ground passes three times, the hedgerow fails at 16+2
        5, 5, 5, // an inch forward, clear again
    ]);
    assert_eq!(whereabouts(&position, "A2"), "1619");
    assert_eq!(whereabouts(&position, "A3"), "1726");
    assert_eq!(whereabouts(&position, "A4"), "1826");
    assert_eq!(whereabouts(&position, "A5"), "1925 D");
    assert_eq!(modifier(&events, "8.10.2.4.2"), 2);
    assert_eq!(modifier(&events, "8.10.2.4.3"), 2);
    assert_eq!(modifier(&events, "8.10.2.4.4"), 2);
    assert!(["A2", "A3", "A4", "A5"].iter().all(|tag| {
        position.stand(id(&position, tag)).facing == Compass::N // the opponent's edge
    }));
}

// card: 8.10.2.4, 8.10.2.4.2
#[test]
fn gliders_that_are_left_close_up() {
    let landing =
        DROP.replace("parachute", "glider").replace("0606", "0406 3E").replace("on-target", "milk-run");
    let table = Table {
        map: FIELD,
        cohesion: [15, 14],
        landings: &landing,
        americans: &[GHQ, GLIDER, GLIDER, GLIDER],
        germans: &[GERMAN_GHQ],
        german_side: "",
    };
    // The second does not arrive; by day a 19 does.
    let (position, _) = table.land(&[19, 20, 1, 4, 4, 4, 4, 4, 4]);
    assert_eq!(whereabouts(&position, "A2"), "0407");
    assert_eq!(whereabouts(&position, "A3"), "lost");
    assert_eq!(whereabouts(&position, "A4"), "0507");
}

// card: 8.10.1.3.1
#[test]
fn whether_paratroops_arrive() {
    // Without a modifier only a 20 is too much.
    let stands = [GHQ, PARA, PARA];
    let (position, _) = drop(&stands, &[GERMAN_GHQ]).land(&[19, 1, 5, 20]);
    assert_eq!((whereabouts(&position, "A2"), whereabouts(&position, "A3")), ("0606".into(), "lost".into()));

    // +1 each for night, wind or clouds, fire on the way and small transports: 15 arrives, 16 does not.
    let all =
        format!("{DROP}night = true\nwind-or-clouds = true\nanti-aircraft = true\nsmall-transports = true\n");
    let table = Table { landings: &all, ..drop(&stands, &[GERMAN_GHQ]) };
    let (position, events) = table.land(&[15, 1, 5, 16]);
    assert_eq!((whereabouts(&position, "A2"), whereabouts(&position, "A3")), ("0606".into(), "lost".into()));
    assert_eq!(modifier(&events, "8.10.1.3.1"), 4);

    // Anti-aircraft stands on the board count like fire on the way.
    let flak = [GERMAN_GHQ, ("Flak 38 20mm AAG", "at = \"1212\"")];
    let group = drop(&stands, &flak).set_up();
    assert_eq!(group.jump_profile(0).modifier(), 1);
    // Pathfinders do not help here.
    let guided = format!("{DROP}pathfinders = true\n");
    let table = Table { landings: &guided, ..drop(&stands, &[GERMAN_GHQ]) };
    assert_eq!(table.set_up().jump_profile(0).modifier(), 0);
}

// card: 8.10.1.3.2
#[test]
fn where_paratroops_land() {
    let stands = [GHQ, PARA];
    let profile = |lines: &str, germans: &[(&str, &str)]| {
        let landings = format!("{DROP}{lines}");
        let position = Table { landings: &landings, ..drop(&stands, germans) }.set_up();
        let profile = position.target_profile(id(&position, "A2"), cell("0606"), 0);
        profile.modifier()
    };
    let flak = [GERMAN_GHQ, ("Flak 38 20mm AAG", "at = \"1212\"")];
    assert_eq!(profile("", &[GERMAN_GHQ]), -2, "daylight");
    assert_eq!(profile("night = true", &[GERMAN_GHQ]), 2);
    assert_eq!(profile("wind-or-clouds = true", &[GERMAN_GHQ]), -1);
    assert_eq!(profile("pathfinders = true", &[GERMAN_GHQ]), -3);
    assert_eq!(profile("anti-aircraft = true", &[GERMAN_GHQ]), -2, "only what is in range counts here");
    assert_eq!(profile("", &flak), -1, "an anti-aircraft stand in range");
    assert_eq!(profile("night = true\nwind-or-clouds = true\npathfinders = true", &flak), 3);

    // Success drifts 1D8/2 in the direction of a D8; 7 is west, 5/2 is 3.
    let (position, _) = drop(&stands, &[GERMAN_GHQ]).land(&[1, 10, 7, 5, 4]);
    assert_eq!(whereabouts(&position, "A2"), "0306");
    // A natural 1 does not drift; a natural 20 is a roll like any other: 20-2-1 passes at cohesion 17.
    let landings = format!("{DROP}pathfinders = true\n").replace("on-target", "hot-combat-jump");
    let table = Table { landings: &landings, cohesion: [17, 14], ..drop(&stands, &[GERMAN_GHQ]) };
    let (position, _) = table.land(&[1, 20, 3, 1, 4]);
    assert_eq!(whereabouts(&position, "A2"), "0706");
    // Failure uses the dice of the scenario: 4D6 south-west.
    let table = Table { landings: &landings, ..drop(&stands, &[GERMAN_GHQ]) };
    let (position, _) = table.land(&[1, 19, 6, 1, 1, 1, 1, 4]);
    assert_eq!(whereabouts(&position, "A2"), "0202");
    let table = Table { landings: &landings, ..drop(&stands, &[GERMAN_GHQ]) };
    let (position, _) = table.land(&[1, 19, 6, 2, 2, 1, 1]);
    assert_eq!(whereabouts(&position, "A2"), "lost", "off the board");
}

// card: chart: paratrooper distance, chart: glider distance, 8.10.1.3.2, 8.10.2.4.3
#[test]
fn the_distance_tables() {
    // Name, dice, least and greatest distance as printed; a poor spot reaches 11 (G-11).
    let printed = [
        (Manner::Parachute, "on-target", "1D8/2", 1, 4),
        (Manner::Parachute, "milk-run", "1D20/2", 1, 10),
        (Manner::Parachute, "combat-jump", "2D8", 2, 16),
        (Manner::Parachute, "hot-combat-jump", "4D6", 4, 24),
        (Manner::Glider, "milk-run", "1D8", 1, 8),
        (Manner::Glider, "poor-spot", "1D8+3", 4, 11),
        (Manner::Glider, "snafu", "2D8+4", 6, 20),
    ];
    let ours: Vec<_> = [Manner::Parachute, Manner::Glider].into_iter().flat_map(distances).collect();
    assert_eq!(ours.len(), printed.len());
    for (distance, (manner, name, dice, least, most)) in ours.into_iter().zip(printed) {
        assert_eq!((distance.manner, distance.name.as_str()), (manner, name));
        assert_eq!(distance.in_words(), dice);
        assert_eq!(distance.inches(distance.dice), least, "{name}");
        assert_eq!(distance.inches(distance.dice * distance.sides), most, "{name}");
    }
    assert_eq!(distances(Manner::Parachute).next().map(|d| d.inches(5)), Some(3), "5/2 is rounded up");
}

/// The chart as printed: paratroops passing and failing, gliders passing and failing.
const CHART: &str = "
    clear NE S NE S          | jungle S D D E            | woods S D D E         | grove S D S D
    gravel-plain NE S NE S   | broken-rock S D D E       | soft-sand S D D E     | mud S D D E
    depression S D D E       | gentle-slope NE S NE S    | steep-slope D E D E   | crest NE S NE S
    bocage S D S D           | rough-1 S D S D           | rough-2 S D D E       | rough-3 D E D E
    light-buildings S D S D  | medium-buildings S D D E  | heavy-buildings S D D E | rubble S D D E
    smoke D E E E            | impact-zone E E E E       | barbed-wire S D D E   | minefield S D D E
    anti-tank-ditch NE S D E | wreck NE S NE S           | water E E E E         | river E E E E
    stream D E D E           | ford D E D E              | marsh D E E E
";

// card: chart: landing terrain
#[test]
fn the_landing_terrain_chart() {
    let symbol = |result| match result {
        CombatResult::None => "NE",
        other => CombatResult::symbol(other),
    };
    let cells: Vec<Vec<&str>> =
        CHART.lines().flat_map(|line| line.split('|')).map(|row| row.split_whitespace().collect()).collect();
    let mut rows = 0;
    for row in cells.iter().filter(|row| !row.is_empty()) {
        let terrain = Terrain::named(row[0]).expect("a terrain");
        let ground = Ground::CLEAR.with(terrain);
        let (paras, gliders) =
            (landing_effects(ground, Manner::Parachute), landing_effects(ground, Manner::Glider));
        let ours = [paras.pass, paras.fail, gliders.pass, gliders.fail].map(symbol);
        assert_eq!(ours, row[1..], "{terrain}");
        rows += 1;
    }
    assert_eq!(rows, 31);
}

// card: chart: landing terrain
#[test]
fn the_notes_of_the_landing_terrain_chart() {
    let on = |rows: &[Terrain]| landing_effects(rows.iter().copied().collect(), Manner::Glider);
    let alone = |terrain| on(&[terrain]);
    use Terrain::*;
    // Slopes and crests with other terrain on them: that terrain.
    assert_eq!(on(&[SteepSlope, Grove]), alone(Grove));
    assert_eq!(on(&[Crest, Woods]), alone(Woods));
    assert_eq!(on(&[SteepSlope, Wreck]), alone(SteepSlope));
    // Roads, tracks and positions: the ground they are in.
    for thing in [GoodRoad, PoorRoad, Track, LightPosition, MediumPosition, HeavyPosition] {
        assert_eq!(on(&[thing]), alone(Clear), "{thing}");
        assert_eq!(on(&[thing, Jungle]), alone(Jungle), "{thing}");
    }
    // A bridge is the water under it, a ford takes the place of its stream; of several the worst counts.
    assert_eq!(on(&[River, Bridge, GoodRoad]), alone(River));
    assert_eq!(on(&[River, Ford]), alone(Ford));
    assert_eq!(on(&[Grove, Smoke]), alone(Smoke));
}

// card: 8.10.1.3.3
#[test]
fn paratroops_on_water_are_lost_without_a_roll() {
    let landings = DROP.replace("0606", "0605");
    let stands = [GHQ, PARA, PARA];
    let table = Table { landings: &landings, ..drop(&stands, &[GERMAN_GHQ]) };
    // Four inches north is water, three woods: passing there suppresses, failing disorganizes.
    let (position, _) = table.land(&[1, 2, 1, 7, 1, 2, 1, 6, 20]);
    assert_eq!(whereabouts(&position, "A2"), "lost");
    assert_eq!(whereabouts(&position, "A3"), "0608 D");
}

// card: 8.10.1.3.3
#[test]
fn landing_upon_a_friend() {
    let stands = [GHQ, PARA, PARA];
    // The second comes down on the first, is placed south-east of it and passes; the first fails: S.
    let (position, _) = drop(&stands, &[GERMAN_GHQ]).land(&[1, 1, 4, 1, 1, 4, 4, 9, 16]);
    assert_eq!(whereabouts(&position, "A2"), "0606 S");
    assert_eq!(whereabouts(&position, "A3"), "0705");
    // (S) disorganizes who is suppressed already: the ground had suppressed the second.
    let (position, _) = drop(&stands, &[GERMAN_GHQ]).land(&[1, 1, 4, 1, 1, 16, 4, 12, 15]);
    assert_eq!(whereabouts(&position, "A2"), "0606");
    assert_eq!(whereabouts(&position, "A3"), "0705 SD");
}

// card: 8.10.1.3.3
#[test]
fn landing_upon_the_enemy() {
    let stands = [GHQ, PARA];
    let germans = [GERMAN_GHQ, ("Infantry '43", "at = \"0606\"")];
    // The defender passes: the landing stand is gone, the defender suppressed.
    let (position, _) = drop(&stands, &germans).land(&[1, 1, 4, 14]);
    assert_eq!(whereabouts(&position, "A2"), "lost");
    assert_eq!(whereabouts(&position, "G2"), "0606 S");
    // He fails: it is placed beside him by a D8, answers his close assault if it can, and he attacks.
    let (position, events) = drop(&stands, &germans).land(&[1, 1, 4, 15, 3, 16, 13, 6, 6]);
    assert_eq!(whereabouts(&position, "A2"), "0706");
    assert_eq!(whereabouts(&position, "G2"), "0606");
    assert!(events.iter().any(|event| event.rule == "8.8.3"));
    assert!(position.assaults.is_empty());
}

// card: 8.10.1.3.3, 8.8.5
#[test]
fn a_landed_stand_gives_way_to_the_defender() {
    let stands = [GHQ, PARA, PARA];
    let germans = [GERMAN_GHQ, ("Infantry '43", "at = \"0606\"")];
    let table = drop(&stands, &germans);
    let mut position = table.set_up();
    play(&mut position, "ready", &[]);
    // HE 5 against 6, -3 for close assault and -1 for range: a 5 on the table disorganizes.
    let faces: &[u8] = &[1, 1, 4, 15, 3, 16, 13];
    let low = (2..=12u8).find(|&sum| {
        let mut copy = position.clone();
        let (a, b) = if sum > 6 { (6, sum - 6) } else { (1, sum - 1) };
        let tape: Vec<u8> = faces.iter().copied().chain([a, b]).collect();
        let done = copy.apply(&"ready".parse().expect("a choice"), &mut Dice::taped(&tape), &mut Log::off());
        done.is_ok() && copy.decision().is_some_and(|decision| decision.kind == "retreat")
    });
    let sum = low.expect("some roll drives the stand off");
    let (a, b) = if sum > 6 { (6, sum - 6) } else { (1, sum - 1) };
    let tape: Vec<u8> = faces.iter().copied().chain([a, b]).collect();
    play(&mut position, "ready", &tape);
    assert_eq!(whereabouts(&position, "A2"), "0706 D");
    assert_eq!(position.decision().map(|d| (d.side, d.rule)), Some((Side::A, "8.8.5")));
    // It gives way, and the next stand jumps.
    play(&mut position, "retreat E", &[1, 2, 1, 2, 4, 6, 1]);
    assert_eq!(whereabouts(&position, "A2"), "0806 D");
    assert_eq!(whereabouts(&position, "A3"), "0607");
}

// card: 8.10.1.3.3, 8.10.1.3.2
#[test]
fn only_anti_aircraft_stands_in_range_make_a_landing_dangerous() {
    let stands = [GHQ, PARA];
    let near = [GERMAN_GHQ, ("Flak 38 20mm AAG", "at = \"0611\"")];
    let position = drop(&stands, &near).set_up();
    let id = id(&position, "A2");
    assert_eq!(position.ground_profile(id, cell("0606"), 0).modifier(), 1);
    let infantry = [GERMAN_GHQ, ("Infantry '43", "at = \"0611\"")];
    let position = drop(&stands, &infantry).set_up();
    assert_eq!(position.ground_profile(id, cell("0606"), 0).modifier(), 0);
}

// card: 8.10.1.1, 8.10.2.1, 8.10
#[test]
fn landing_groups_are_companies() {
    let stands = [GHQ, PARA, PARA];
    let text = drop(&stands, &[GERMAN_GHQ]).text();
    let (battle, warnings) = scenario::read("landing.toml", &text).expect("reads");
    assert_eq!(battle.landings.len(), 1);
    assert_eq!(battle.landings[0].stands, [1, 2]);
    assert!(warnings.iter().any(|w| w.sentence == "Able has 2 stands, groups have 3 to 5 (8.10.1.1)"));
    let stands = [GHQ, PARA, PARA, PARA];
    let (_, warnings) = scenario::read("landing.toml", &drop(&stands, &[GERMAN_GHQ]).text()).expect("reads");
    assert!(!warnings.iter().any(|warning| warning.sentence.contains("groups have")));
    // Paratroops land before play.
    let landings = format!("{DROP}turn = 2\n");
    let faults = Table { landings: &landings, ..drop(&stands, &[GERMAN_GHQ]) }.faults();
    assert!(faults.contains("paratroops land before play (8.10.1.1), expected no turn"), "{faults}");
}

// card: 8.10.1.2
#[test]
fn the_drop_zone_is_chosen_in_clear_terrain_before_the_enemy_deploys() {
    let stands = [GHQ, PARA, PARA, PARA];
    let landings = DROP.replace("zone = \"0606\"\n", "near = \"0608\"\nwithin = 1\n");
    let table = Table { landings: &landings, ..drop(&stands, &[GERMAN_GHQ]) };
    let mut position = table.set_up();
    assert_eq!(position.decision().map(|d| (d.side, d.kind)), Some((Side::A, "zone")));
    let cells: Vec<String> = position.choices().iter().map(ToString::to_string).collect();
    // Within an inch of the wood at 0608: neither the wood nor the water north of it.
    assert_eq!(cells, ["at 0607", "at 0508", "at 0708"]);
    let events = play(&mut position, "at 0508", &[]);
    assert!(events.iter().all(|event| event.only == Some(Side::A)), "the enemy reads nothing of it");
    assert_eq!(position.decision().map(|d| (d.side, d.kind)), Some((Side::A, "deploy")));
    play(&mut position, "ready", &[]);
    assert_eq!(position.decision().map(|d| (d.side, d.kind)), Some((Side::B, "deploy")));

    // A zone that the scenario gives must be clear.
    let landings = DROP.replace("0606", "0608");
    let faults = Table { landings: &landings, ..drop(&stands, &[GERMAN_GHQ]) }.faults();
    assert!(faults.contains("0608 is woods, expected clear terrain (8.10.1.2)"), "{faults}");
}

// card: 8.10.1.2, 8.10.2.2
#[test]
fn zones_may_be_chosen_when_half_or_all_of_the_enemy_has_deployed() {
    let stands = [GHQ, PARA, PARA, PARA];
    let germans = [GERMAN_GHQ, ("Infantry '43", "at = \"0312\""), ("Infantry '43", "at = \"0512\"")];
    let kinds = |plotted: &str| {
        let landings = DROP.replace("zone = \"0606\"\n", &format!("plotted = \"{plotted}\"\n"));
        let mut position = Table { landings: &landings, ..drop(&stands, &germans) }.set_up();
        let mut kinds = Vec::new();
        for _ in 0..4 {
            let Some(decision) = position.decision() else { break };
            kinds.push(format!("{:?} {} {}", decision.side, decision.kind, position.choices().len()));
            if kinds.len() == 4 {
                break;
            }
            let choice = if decision.kind == "zone" { "at 0606" } else { "ready" };
            let choice = choice.parse().expect("a choice");
            // Where the landing follows at once the dice are missing: that is the end of it.
            if position.apply(&choice, &mut Dice::taped(&[]), &mut Log::off()).is_err() {
                break;
            }
        }
        kinds
    };
    // 142 of the 144 squares are clear. Of three Germans two are half, rounded up.
    assert_eq!(kinds("before"), ["A zone 142", "A deploy 2", "B deploy 4"]);
    assert_eq!(kinds("half"), ["B deploy 3", "A zone 142", "A deploy 2", "B deploy 2"]);
    assert_eq!(kinds("after"), ["A deploy 2", "B deploy 4", "A zone 142"]);
}

// card: 8.10.1.4
#[test]
fn an_hq_lost_in_the_landing_is_replaced_after_some_turns() {
    let stands = [GHQ, PARA, ("Infantry HQ", "role = \"HQ\"; landing = \"Able\"")];
    // The HQ does not arrive: 3/2 is two turns.
    let (mut position, _) = drop(&stands, &[GERMAN_GHQ]).land(&[1, 1, 4, 20, 3]);
    assert!(position.vacancies.is_empty(), "no change in command by 10.1.7");
    assert_eq!(position.airborne.orphans, [(Side::A, 2)]);
    assert!(run_until(&mut position, "command"));
    assert_eq!(position.turn, 3, "after the second turn");
    assert_eq!(position.decision().map(|d| (d.side, d.rule)), Some((Side::A, "8.10.1.4")));
    play_seeded(&mut position, "command A2");
    assert_eq!(position.stand(id(&position, "A2")).role, Role::Hq);
}

fn play_seeded(position: &mut Position, choice: &str) {
    let choice = choice.parse().expect("a choice");
    position.check(&choice).expect("offered");
    position.apply(&choice, &mut Dice::seeded(1, 0), &mut Log::off()).expect("seeded");
}

// card: 8.10.1.4, 8.10.1.5
#[test]
fn a_ghq_lost_in_the_landing_is_named_when_cohesion_is_whole() {
    let stands = [("Infantry HQ", "role = \"GHQ\"; landing = \"Able\""), PARA, PARA];
    let landings = format!("surprised = true\n{DROP}night = true\n");
    let table = Table { landings: &landings, cohesion: [14, 14], ..drop(&stands, &[GERMAN_GHQ]) };
    let (mut position, _) = table.land(&[19, 1, 1, 4, 1, 1, 4, 2, 4, 4]);
    assert_eq!(whereabouts(&position, "A1"), "lost");
    assert_eq!(position.vacancies.len(), 1, "10.1.7 shows the loss");
    assert_eq!(position.cohesion(Side::A), 10);
    // At cohesion 14 only an HQ could follow by 10.1.7, and there is none.
    assert!(run_until(&mut position, "command"));
    assert_eq!(position.decision().map(|d| (d.side, d.rule)), Some((Side::A, "8.10.1.4")));
    assert_eq!((position.airborne.lowered[0], position.cohesion(Side::A)), (0, 14));
    play_seeded(&mut position, "command A3");
    assert!(matches!(position.stand(id(&position, "A3")).role, Role::Ghq(_)));
    assert!(position.vacancies.is_empty());
}

/// Plays the last choice of every decision until one of this kind.
fn run_until(position: &mut Position, kind: &str) -> bool {
    let mut dice = Dice::seeded(5, 0);
    while position.decision().is_some_and(|decision| decision.kind != kind) {
        let last = *position.choices().last().expect("a choice");
        position.apply(&last, &mut dice, &mut Log::off()).expect("seeded");
    }
    position.decision().is_some()
}

// card: 8.10.1.5
#[test]
fn surprise_lowers_the_cohesion_level_after_the_landing() {
    let stands = [GHQ, PARA];
    let landings = format!("{DROP}night = true\n");
    let germans = [("Infantry HQ", "role = \"GHQ+1\"; at = \"0112\"")];
    let table = Table { landings: &landings, german_side: "surprised = true", ..drop(&stands, &germans) };
    let position = table.set_up();
    assert_eq!(position.cohesion(Side::B), 14, "the regular level while they land");
    let (mut position, events) = table.land(&[1, 1, 4]);
    assert_eq!((position.cohesion(Side::A), position.cohesion(Side::B)), (15, 10));
    assert!(events.iter().any(|event| event.rule == "4.0" && event.text == "Germans: 1D6 1 + 10 = 11"));
    // The check is made at the level as it is, eased by the quality of the GHQ.
    let profile = position.surprise_profile(Side::B);
    assert_eq!((profile.base(), profile.modifier(), profile.passing_faces()), (Some(10), -1, 11));
    // Nobody does anything: orders 2D6 twice, then the check of the marker removal phase, then initiative.
    play(&mut position, "pass", &[]);
    let events = play(&mut position, "pass", &[3, 3, 3, 3, 11, 6, 1]);
    assert!(events.iter().any(|event| event.rule == "8.10.1.5" && event.text.ends_with("cohesion level 11")));
    play(&mut position, "pass", &[]);
    play(&mut position, "pass", &[3, 3, 3, 3, 13, 6, 1]);
    assert_eq!(position.cohesion(Side::B), 11, "12 or less was needed");
    // Nobody is surprised by day.
    let table = Table { german_side: "surprised = true", ..drop(&stands, &germans) };
    assert!(table.faults().contains("nobody is surprised without a landing at night (8.10.1.5)"));
}

const GLIDE: &str = "[[side.landing]]
name = \"Able\"
manner = \"glider\"
zone = \"0606 3S\"
distance = \"milk-run\"
";

fn glide<'a>(
    landings: &'a str,
    americans: &'a [(&'a str, &'a str)],
    germans: &'a [(&'a str, &'a str)],
) -> Table<'a> {
    Table { map: FIELD, cohesion: [15, 14], landings, americans, germans, german_side: "" }
}

// card: 8.10.2.2
#[test]
fn landing_zones_are_plotted_like_an_open_sheaf() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let position = glide(GLIDE, &stands, &[GERMAN_GHQ]).set_up();
    let zone = Zone { at: cell("0606"), line: Some(Compass::S) };
    assert_eq!(position.airborne.groups[0].zone, Some(zone));
    let faults = |zone: &str| {
        let landings = GLIDE.replace("0606 3S", zone);
        glide(&landings, &stands, &[GERMAN_GHQ]).faults()
    };
    assert!(faults("0606 4S").contains("a line of 4 for 3 stands, expected 3S"));
    assert!(faults("0602 3S").contains("the line leaves the board"));
    assert!(faults("0606").contains("a landing zone has a line"));
    assert!(faults("0606 3X").contains("expected the number of stands and N to NW"));
    assert!(faults("0608 3S").contains("0608 is woods, expected clear terrain"));

    // Chosen in play: the square, then the direction, and the line stays on the board.
    let landings = GLIDE.replace("zone = \"0606 3S\"\n", "");
    let mut position = glide(&landings, &stands, &[GERMAN_GHQ]).set_up();
    play(&mut position, "at 0202", &[]);
    assert_eq!(position.decision().map(|d| (d.kind, d.rule)), Some(("zone-line", "8.10.2.2")));
    let lines: Vec<String> = position.choices().iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["open N", "open NE", "open E"]);
    play(&mut position, "open E", &[]);
    let zone = Zone { at: cell("0202"), line: Some(Compass::E) };
    assert_eq!(position.airborne.groups[0].zone, Some(zone));
}

// card: 8.10.2.3
#[test]
fn gliders_land_before_movement_of_their_turn_and_wait() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let landings = format!("{GLIDE}turn = 1\n");
    let (mut position, _) = glide(&landings, &stands, &[GERMAN_GHQ]).land(&[]);
    assert_eq!(whereabouts(&position, "A2"), "aloft");
    assert_eq!(position.losses(), [0, 0]);
    play(&mut position, "group move A1", &[]);
    play(&mut position, "done", &[]);
    // Three arrive, on target, the last two suppressed by the ground, and the first goes forward; then
    // the orders of both sides.
    let events = play(&mut position, "pass", &[1, 1, 1, 2, 2, 2, 4, 16, 17, 4, 3, 3, 3, 3]);
    let movement = events.iter().position(|event| event.text == "Movement");
    let landing = events.iter().position(|event| event.rule == "8.10.2.4");
    assert!(landing.is_some() && landing < movement, "after the plots, before the movement phase");
    assert_eq!(whereabouts(&position, "A2"), "0607");
    assert_eq!(whereabouts(&position, "A3"), "0605 S");
    assert_eq!(whereabouts(&position, "A4"), "0604 S");
    // No order for the landing, no move, no marker removal: the only dice left are the next initiative.
    assert!(offers(&position, "order A1") && !offers(&position, "order A2"));
    play(&mut position, "pass", &[]);
    play(&mut position, "pass", &[6, 1]);
    assert_eq!(position.turn, 2);
    assert_eq!(whereabouts(&position, "A3"), "0605 S");
    // In the next turn they recover like all others.
    assert!(offers(&position, "group move A2"));
    play(&mut position, "pass", &[]);
    play(&mut position, "pass", &[3, 3, 3, 3, 4, 20, 6, 1]);
    assert_eq!(whereabouts(&position, "A3"), "0605");
    assert_eq!(whereabouts(&position, "A4"), "0604 SD");
}

// card: 8.10.2.3
#[test]
fn the_turn_of_arrival_may_be_rolled_and_the_landing_wait_for_movement() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let landings = format!("{GLIDE}turn-die = 6\n");
    let (position, _) = glide(&landings, &stands, &[GERMAN_GHQ]).land(&[4]);
    assert_eq!(position.airborne.groups[0].turn, 4);
    // The option: with the initiative, after movement.
    let landings = format!("{GLIDE}turn = 1\nlate = true\n");
    let (mut position, _) = glide(&landings, &stands, &[GERMAN_GHQ]).land(&[]);
    play(&mut position, "pass", &[]);
    let events = play(&mut position, "pass", &[3, 3, 3, 3, 1, 1, 1, 2, 2, 2, 4, 4, 4, 4, 4, 4, 6, 1]);
    let movement = events.iter().position(|event| event.text == "Movement");
    let landing = events.iter().position(|event| event.rule == "8.10.2.4");
    assert!(landing > movement);
    assert_eq!(whereabouts(&position, "A2"), "0607");
}

// card: 8.10.2.4.1, 8.10.2.4.4
#[test]
fn gliders_face_the_enemys_edge_and_roll_forward_in_order() {
    // A line to the north is a column: the foremost rolls first, so that nobody runs into another.
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let landings = GLIDE.replace("0606 3S", "0604 3N");
    let table = glide(&landings, &stands, &[GERMAN_GHQ]);
    let (position, _) = table.land(&[1, 1, 1, 2, 2, 2, 4, 4, 4, 4, 4, 4]);
    let places: Vec<String> = ["A2", "A3", "A4"].iter().map(|tag| whereabouts(&position, tag)).collect();
    assert_eq!(places, ["0605", "0606", "0607"]);
}

// card: 8.10.2.4.2, 8.10.2.4.3
#[test]
fn modifiers_of_a_glider_flight() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let profiles = |lines: &str, germans: &[(&str, &str)]| {
        let landings = format!("{GLIDE}{lines}");
        let position = glide(&landings, &stands, germans).set_up();
        let approach = position.approach_profile(id(&position, "A2"), 0).modifier();
        (position.glider_profile(0).modifier(), approach)
    };
    let flak = [GERMAN_GHQ, ("Flak 38 20mm AAG", "at = \"1212\"")];
    assert_eq!(profiles("", &[GERMAN_GHQ]), (0, 0));
    assert_eq!(profiles("night = true", &[GERMAN_GHQ]), (1, 2));
    assert_eq!(profiles("wind-or-clouds = true", &[GERMAN_GHQ]), (1, 0));
    assert_eq!(profiles("anti-aircraft = true", &[GERMAN_GHQ]), (1, 0));
    assert_eq!(profiles("pathfinders = true", &[GERMAN_GHQ]), (-1, 0));
    assert_eq!(profiles("", &flak), (0, 1), "on the board, in range or not");
    // With friends on the ground even a 20 arrives: 20-1 is 19. The scenario may skip the step.
    let landings = format!("{GLIDE}pathfinders = true\n");
    let table = glide(&landings, &stands, &[GERMAN_GHQ]);
    table.land(&[20, 20, 20, 2, 2, 2, 4, 4, 4, 4, 4, 4]);
    let landings = format!("{GLIDE}all-arrive = true\n");
    glide(&landings, &stands, &[GERMAN_GHQ]).land(&[2, 2, 2, 4, 4, 4, 4, 4, 4]);
}

// card: 8.10.2.4.4
#[test]
fn a_glider_that_is_hurt_or_meets_somebody_does_not_roll_on() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let germans = [GERMAN_GHQ, ("Infantry '43", "at = \"0605\""), ("Infantry '43", "at = \"0607\"")];
    // The first rolls on into an enemy, who fails, assaults it and misses; the second lands on an enemy
    // who holds; the third is suppressed by the ground.
    let (position, _) = glide(GLIDE, &stands, &germans).land(&[
        1, 1, 1, 2, 2, 2, // arrive, on target
        4, // the first is sound
        4, 10, // the second meets G2, who passes: it is lost
        16, // the third is suppressed
        4, 15, 7, 16,
        16, // the first rolls to 0607, G3 fails; placed west, its answer and his assault fail
    ]);
    assert_eq!(whereabouts(&position, "A2"), "0507");
    assert_eq!(whereabouts(&position, "A3"), "lost");
    assert_eq!(whereabouts(&position, "A4"), "0604 S");
    assert_eq!(whereabouts(&position, "G2"), "0605 S");
    assert_eq!(whereabouts(&position, "G3"), "0607");
    // Rolling off the board is the end of a glider.
    let landings = GLIDE.replace("0606 3S", "0612 3E");
    let table = glide(&landings, &stands, &[GERMAN_GHQ]);
    let (position, _) = table.land(&[1, 1, 1, 2, 2, 2, 4, 4, 16]);
    assert_eq!(whereabouts(&position, "A2"), "lost");
    assert_eq!(whereabouts(&position, "A4"), "0812 S");
}

/// A landing of which the zone is written before the enemy deploys, and a German side.
fn unseen<'a>(landings: &'a str, germans: &'a [(&'a str, &'a str)], works: &'a str) -> Table<'a> {
    Table {
        map: FIELD,
        cohesion: [15, 14],
        landings,
        americans: &[GHQ, PARA, PARA, PARA],
        germans,
        german_side: works,
    }
}

/// The zones are written down before the enemy's stands and works are on the table.
// card: 8.10.1.2
#[test]
fn nothing_of_the_enemy_is_seen_while_the_zone_is_written() {
    let open = DROP.replace("zone = \"0606\"\n", "");
    let here = [GERMAN_GHQ, ("Infantry '43", "at = \"0611\""), ("Infantry '43", "at = \"0711\"")];
    let there = [GERMAN_GHQ, ("Infantry '43", "at = \"0911\""), ("Infantry '43", "at = \"1011\"")];
    let mines = |at: &str| {
        format!(
            "[[side.minefield]]\nkind = \"hasty\"\nat = [\"{at}\"]\n[[side.position]]\nkind = \"medium\"\nat = [\"0612\"]"
        )
    };
    let (first, second) = (mines("0506"), mines("0706"));
    let world = |germans, works| {
        let mut position = unseen(&open, germans, works).set_up();
        // Two worlds, one battle: what the file says differs in nothing that this side may know.
        std::sync::Arc::make_mut(&mut position.battle).fingerprint = 1;
        position
    };
    let (mut one, mut other) = (world(&here, &first), world(&there, &second));
    assert_eq!(one.decision().map(|d| (d.side, d.kind)), Some((Side::A, "zone")));
    laws::check_alike(&one, &other, Side::A).unwrap_or_else(|why| panic!("{why}"));
    let view = one.view(Side::A);
    assert!(view.pieces.iter().filter(|piece| piece.side == Side::B).all(|piece| piece.cell.is_none()));
    assert!(view.markers.is_empty());
    assert!(offers(&one, "at 0506"), "mines that nobody has laid yet are no terrain");
    assert_eq!(one.view(Side::B), world(&here, &first).view(Side::B), "their owner has them before him");
    // Once it is written down they are on the table.
    for position in [&mut one, &mut other] {
        play(position, "at 0606", &[]);
        assert_eq!(position.view(Side::A).markers.len(), 3, "the zone, mines and a position");
    }
    let cells = |position: &Position| -> Vec<_> {
        position.view(Side::A).pieces.iter().filter(|p| p.side == Side::B).map(|p| p.cell).collect()
    };
    assert_ne!(cells(&one), cells(&other));
    assert!(cells(&one).iter().all(Option::is_some));
}

/// When half of the enemy deploys first, only that half is seen.
// card: 8.10.1.2
#[test]
fn the_other_half_is_not_seen_while_the_zone_is_written() {
    let open = DROP.replace("zone = \"0606\"\n", "plotted = \"half\"\n");
    let germans = [GERMAN_GHQ, ("Infantry '43", "at = \"0611\""), ("Infantry '43", "at = \"0711\"")];
    let mut position = unseen(&open, &germans, "").set_up();
    let seen = |position: &Position| -> Vec<bool> {
        let view = position.view(Side::A);
        view.pieces.iter().filter(|piece| piece.side == Side::B).map(|piece| piece.cell.is_some()).collect()
    };
    assert_eq!(position.decision().map(|d| (d.side, d.kind)), Some((Side::B, "deploy")));
    play(&mut position, "ready", &[]);
    assert_eq!(position.decision().map(|d| (d.side, d.kind)), Some((Side::A, "zone")));
    assert_eq!(seen(&position), [true, true, false]);
    play(&mut position, "at 0606", &[]);
    assert_eq!(seen(&position), [true, true, true]);
    // After all of him, nothing is hidden.
    let after = DROP.replace("zone = \"0606\"\n", "plotted = \"after\"\n");
    assert_eq!(seen(&unseen(&after, &germans, "").set_up()), [true, true, true]);
}

/// Which group comes in which turn is secret until it does.
// card: 8.10.2.2, 8.10.2.3
#[test]
fn turn_and_group_are_secret_until_they_come() {
    let group = |name: &str, zone: &str, turn: u8| {
        format!(
            "[[side.landing]]\nname = \"{name}\"\nmanner = \"glider\"\nzone = \"{zone} 3E\"\ndistance = \"milk-run\"\nturn = {turn}\n"
        )
    };
    let glider = |name: &'static str| ("Glider Infantry", name);
    let (able, baker) = ("landing = \"Able\"", "landing = \"Baker\"");
    let americans =
        [GHQ, glider(able), glider(able), glider(able), glider(baker), glider(baker), glider(baker)];
    let world = |first: u8, second: u8| {
        let landings = group("Able", "0303", first) + &group("Baker", "0306", second);
        let table = Table {
            map: FIELD,
            cohesion: [15, 14],
            landings: &landings,
            americans: &americans,
            germans: &[GERMAN_GHQ],
            german_side: "",
        };
        let mut position = table.set_up();
        std::sync::Arc::make_mut(&mut position.battle).fingerprint = 1;
        position
    };
    let (one, other) = (world(2, 3), world(3, 2));
    laws::check_alike(&one, &other, Side::B).unwrap_or_else(|why| panic!("{why}"));
    assert_ne!(one.view(Side::A), other.view(Side::A), "the owner reads it of each stand");
    let flat =
        format!("{:?}{:?}", one.view(Side::B), one.seen_by(Side::B, &mut Dice::seeded(1, 0)).battle.landings);
    assert!(!flat.contains("in turn") && !flat.contains("Turn(2)") && !flat.contains("Turn(3)"), "{flat}");

    // A turn that is rolled is told to its own side alone.
    let rolled = group("Able", "0303", 2).replace("turn = 2", "turn-die = 6");
    let few = [GHQ, glider(able), glider(able), glider(able)];
    let table = Table { landings: &rolled, americans: &few, ..unseen("", &[GERMAN_GHQ], "") };
    let (position, events) = table.land(&[4]);
    let told = events.iter().find(|event| event.text.contains("lands in turn")).expect("it is told");
    assert_eq!(told.only, Some(Side::A));
    assert_eq!(position.airborne.groups[0].turn, 4);
    assert_eq!(position.seen_by(Side::B, &mut Dice::seeded(1, 0)).airborne.groups[0].turn, 6, "some day");
}

/// Attached stands do not outnumber those of the battalion they support.
// card: 8.10.1.1, 8.10.2.1
#[test]
fn attached_stands_are_counted() {
    let stands =
        [GHQ, PARA, PARA, PARA, ("MMG '44", "landing = \"Able\""), ("MMG '44", "landing = \"Able\"")];
    let text = drop(&stands, &[GERMAN_GHQ]).text();
    let with = |attached: usize, line: &str| {
        // The last stands of the Americans make a formation of their own.
        let (mut left, mut text) = (attached, text.clone());
        while left > 0 {
            let at = text[..text.find("name = \"Two\"").unwrap()]
                .rmatch_indices("[[side.formation.stand]]")
                .nth(attached - 1);
            let at = at.unwrap().0;
            text.insert_str(at, &format!("[[side.formation]]\nname = \"Support\"\n{line}\n"));
            left = 0;
        }
        scenario::read("landing.toml", &text).map_or_else(|error| error.to_string(), |_| String::new())
    };
    // The GHQ stands on the board and does not land.
    assert_eq!(with(2, "attached = \"One\""), "");
    assert_eq!(with(3, ""), "");
    let faults = with(3, "attached = \"One\"");
    assert!(
        faults.contains("3 stands land attached to the 2 of One, expected no more than those (8.10.1.1)"),
        "{faults}"
    );
    let faults = with(2, "attached = \"Oen\"");
    assert!(faults.contains("no other formation of this side is called \"Oen\""), "{faults}");
}
