//! Rule cards of airborne landings (8.10): a drawn position, taped dice and the result.

use super::table::{
    DROP, FIELD, GERMAN_GHQ, GHQ, GLIDER, PARA, Table, cell, drop, id, modifier, play, whereabouts,
};
use standto::board::Compass;
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::fire::charts::CombatResult;
use standto::rules::matg::ground::terrain::{Ground, Terrain};
use standto::rules::matg::landings::landing_chart::{Manner, distances, landing_effects};
use standto::rules::matg::landings::{paratroops, touch_down};
use standto::rules::matg::scenario;

/// The book's board of 24 by 40, clear except for hedgerows where its examples have them.
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
    // Four stands in play (G-14): all arrive, the first misses, the fourth lands in a hedgerow.
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
        position.forces.stand(id(&position, tag)).facing == Compass::N // the opponent's edge
    }));
}

// card: 8.10.2.4, 8.10.2.4.2
#[test]
fn arriving_gliders_close_up() {
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
    assert_eq!(paratroops::jump_profile(&group.forces, 0).modifier(), 1);
    // Pathfinders do not help here.
    let guided = format!("{DROP}pathfinders = true\n");
    let table = Table { landings: &guided, ..drop(&stands, &[GERMAN_GHQ]) };
    assert_eq!(paratroops::jump_profile(&table.set_up().forces, 0).modifier(), 0);
}

// card: 8.10.1.3.2
#[test]
fn where_paratroops_land() {
    let stands = [GHQ, PARA];
    let profile = |lines: &str, germans: &[(&str, &str)]| {
        let landings = format!("{DROP}{lines}");
        let position = Table { landings: &landings, ..drop(&stands, germans) }.set_up();
        let profile = paratroops::target_profile(
            &position.forces,
            &position.now,
            &position.command,
            id(&position, "A2"),
            cell("0606"),
            0,
        );
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
    crate::cited::watch();
    // Name, dice, and least and greatest distance as printed; a poor spot reaches 11 (G-11).
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
    crate::cited::watch();
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
    crate::cited::watch();
    let on = |rows: &[Terrain]| landing_effects(rows.iter().copied().collect(), Manner::Glider);
    let alone = |terrain| on(&[terrain]);
    use Terrain::*;
    // Slopes and crests with other terrain on them count as that terrain.
    assert_eq!(on(&[SteepSlope, Grove]), alone(Grove));
    assert_eq!(on(&[Crest, Woods]), alone(Woods));
    assert_eq!(on(&[SteepSlope, Wreck]), alone(SteepSlope));
    // Roads, tracks and positions count as the ground that they are in.
    for thing in [GoodRoad, PoorRoad, Track, LightPosition, MediumPosition, HeavyPosition] {
        assert_eq!(on(&[thing]), alone(Clear), "{thing}");
        assert_eq!(on(&[thing, Jungle]), alone(Jungle), "{thing}");
    }
    // A bridge counts as the water under it, a ford replaces its stream; of several rows the worst counts.
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
fn landing_on_a_friendly_stand() {
    let stands = [GHQ, PARA, PARA];
    // The second lands on the first, is placed south-east of it and passes; the first fails: S.
    let (position, _) = drop(&stands, &[GERMAN_GHQ]).land(&[1, 1, 4, 1, 1, 4, 4, 9, 16]);
    assert_eq!(whereabouts(&position, "A2"), "0606 S");
    assert_eq!(whereabouts(&position, "A3"), "0705");
    // (S) disorganizes a stand that is suppressed already: the ground had suppressed the second.
    let (position, _) = drop(&stands, &[GERMAN_GHQ]).land(&[1, 1, 4, 1, 1, 16, 4, 12, 15]);
    assert_eq!(whereabouts(&position, "A2"), "0606");
    assert_eq!(whereabouts(&position, "A3"), "0705 SD");
}

// card: 8.10.1.3.3
#[test]
fn landing_on_an_enemy_stand() {
    let stands = [GHQ, PARA];
    let germans = [GERMAN_GHQ, ("Infantry '43", "at = \"0606\"")];
    // The defender passes: the landing stand is lost, the defender suppressed.
    let (position, _) = drop(&stands, &germans).land(&[1, 1, 4, 14]);
    assert_eq!(whereabouts(&position, "A2"), "lost");
    assert_eq!(whereabouts(&position, "G2"), "0606 S");
    // The defender fails: the stand is placed beside it by a D8, fires back if it can, and the defender
    // assaults.
    let (position, events) = drop(&stands, &germans).land(&[1, 1, 4, 15, 3, 16, 13, 6, 6]);
    assert_eq!(whereabouts(&position, "A2"), "0706");
    assert_eq!(whereabouts(&position, "G2"), "0606");
    assert!(events.iter().any(|event| event.rule == "8.8.3"));
    assert!(position.now.assaults.is_empty());
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
    let sum = low.expect("some roll forces the stand back");
    let (a, b) = if sum > 6 { (6, sum - 6) } else { (1, sum - 1) };
    let tape: Vec<u8> = faces.iter().copied().chain([a, b]).collect();
    play(&mut position, "ready", &tape);
    assert_eq!(whereabouts(&position, "A2"), "0706 D");
    assert_eq!(position.decision().map(|d| (d.side, d.rule)), Some((Side::A, "8.8.5")));
    // It retreats, and the next stand jumps.
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
    assert_eq!(
        touch_down::ground_profile(&position.forces, &position.now, &position.command, id, cell("0606"), 0)
            .modifier(),
        1
    );
    let infantry = [GERMAN_GHQ, ("Infantry '43", "at = \"0611\"")];
    let position = drop(&stands, &infantry).set_up();
    assert_eq!(
        touch_down::ground_profile(&position.forces, &position.now, &position.command, id, cell("0606"), 0)
            .modifier(),
        0
    );
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
    // Gliders also come in such groups.
    let two = [GHQ, GLIDER, GLIDER];
    let landings = super::gliders::GLIDE.replace("3S", "2S") + "turn = 1\n";
    let table = Table { landings: &landings, ..drop(&two, &[GERMAN_GHQ]) };
    let (_, warnings) = scenario::read("landing.toml", &table.text()).expect("reads");
    assert!(warnings.iter().any(|w| w.sentence.ends_with(" has 2 stands, groups have 3 to 5 (8.10.2.1)")));
    // Paratroops land before play.
    let landings = format!("{DROP}turn = 2\n");
    let faults = Table { landings: &landings, ..drop(&stands, &[GERMAN_GHQ]) }.faults();
    assert!(faults.contains("paratroops land before play (8.10.1.1), expected no turn"), "{faults}");
}
