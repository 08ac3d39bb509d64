//! Set-up in play: which half of a side deploys first, fire registered before the enemy enters, dummies among
//! the mines, and the conditions of zones.

use super::*;
use standto::game::laws::check_alike;
use standto::rules::matg::artillery::missions::{Kind, Stage};
use standto::rules::matg::artillery::registering::allowance;
use standto::rules::matg::scenario::{
    BIR_EL_GUBI, BLACK_MONDAY, COSTLY_SETBACK, INTRODUCTORY, SIDI_SULEIMAN, STARK_RESISTANCE, STATE_FARM,
    STONNE,
};
use standto::rules::matg::turn::arrivals;

/// Every printed battle by the name of its file.
pub const PRINTED: [(&str, &str); 8] = [
    ("introductory.toml", INTRODUCTORY),
    ("state-farm-79.toml", STATE_FARM),
    ("costly-setback.toml", COSTLY_SETBACK),
    ("black-monday.toml", BLACK_MONDAY),
    ("bir-el-gubi.toml", BIR_EL_GUBI),
    ("sidi-suleiman.toml", SIDI_SULEIMAN),
    ("stonne.toml", STONNE),
    ("stark-resistance.toml", STARK_RESISTANCE),
];

pub(super) fn is_asked(position: &Position, kind: &str, side: Side) -> bool {
    position.decision().is_some_and(|asked| (asked.kind, asked.side) == (kind, side))
}

/// Plays on with every stand where the file has it, until a side has this decision; `None` if it does not in
/// turn 1.
pub(super) fn asked(name: &str, text: &str, kind: &str, side: Side) -> Option<Position> {
    let mut position = opening(name, text);
    while !is_asked(&position, kind, side) {
        let choices = position.choices();
        if position.now.number > 1 || position.now.phase() > 0 {
            return None;
        }
        let ready = choices.iter().find(|choice| **choice == Choice::Ready);
        let choice = *ready.unwrap_or(&choices[0]);
        position.apply(&choice, &mut Dice::seeded(7, 0), &mut Log::off()).unwrap();
    }
    Some(position)
}

/// The Germans choose which half of them is set up at the villages: any stand of the other half may swap with
/// one of it.
// card: battles: halves
#[test]
fn the_german_player_chooses_the_first_half() {
    let mut position = opening("costly-setback.toml", COSTLY_SETBACK);
    let machine_guns = named(&position, Side::A, "MMG Support")[0];
    let tag = position.battle.tag(machine_guns).to_string();
    assert!(position.check(&format!("pick {tag}").parse().unwrap()).is_err(), "it is of the other half");
    let (here, there) = (cell("0812"), position.forces.cell(machine_guns).unwrap());
    play(&mut position, &["pick G3"]);
    assert!(position.view(Side::A).notes.iter().any(|note| note.contains("to swap the two")));
    let choice: Choice = format!("at {there}").parse().unwrap();
    assert!(position.describe(&choice).label.ends_with("MMG Support sets up now instead"));
    play(&mut position, &[&format!("at {there}")]);
    assert_eq!(position.forces.cell(machine_guns), Some(here));
    let moved = named(&position, Side::A, "Motorized PzGrenadier Infantry '44, training")[2];
    assert_eq!(position.forces.cell(moved), Some(there));
    // Now it belongs to the half that is set up, within two inches of a village; the other does not.
    assert!(position.check(&"pick G3".parse().unwrap()).is_err());
    play(&mut position, &[&format!("pick {tag}")]);
    assert!(position.check(&"at 1012".parse().unwrap()).is_ok(), "two inches from Kimmel");
    assert!(position.check(&"at 1112".parse().unwrap()).is_err());
    play(&mut position, &["at 1012", "ready"]);
    // The British see only this half while they record their zones.
    assert!(is_asked(&position, "zone", Side::B));
    let seen = position.seen_by(Side::B, &mut Dice::seeded(3, 0));
    assert_eq!(seen.forces.on_board(Side::A).count(), 6);
    assert_eq!((seen.forces.cell(machine_guns), seen.forces.cell(moved)), (Some(cell("1012")), None));
    // Then the rest are set up, with the stand that swapped and none of the first half.
    while position.decision().unwrap().kind.starts_with("zone") {
        let choice = position.choices()[0];
        play(&mut position, &[&choice.to_string()]);
    }
    assert!(is_asked(&position, "deploy", Side::A));
    assert!(position.check(&format!("pick {tag}").parse().unwrap()).is_err());
    play(&mut position, &["pick G3", "at 4020"]);
}

/// The other half tells the British nothing: its places in the file do not count.
#[test]
fn the_second_half_is_hidden_from_the_british() {
    let elsewhere = COSTLY_SETBACK.replace("at = \"2313\"", "at = \"4020\"");
    assert!(elsewhere != COSTLY_SETBACK, "the stand is named in the file");
    let [one, other] = [COSTLY_SETBACK, &elsewhere].map(|text| {
        let mut battle = battle("costly-setback.toml", text);
        battle.fingerprint = 1;
        let mut position = Position::new(Arc::new(battle));
        play(&mut position, &["ready"]);
        position
    });
    assert_ne!(one, other);
    check_alike(&one, &other, Side::B).unwrap();
}

/// A village without a defender: the side can't finish, and stands that have been set up may be moved again.
// card: battles: zones
#[test]
fn a_deployed_stand_may_be_moved_again() {
    let mut position = opening("costly-setback.toml", COSTLY_SETBACK);
    play(&mut position, &["pick G3", "at 2621", "pick G4", "at 2319"]);
    assert!(position.check(&Choice::Ready).is_err(), "no stand is at Kimmel");
    play(&mut position, &["pick G3", "at 0812", "ready"]);
}

/// Only initiative and postures come before the movement of turn 1, since no stand could move without them.
// card: battles: begins with movement
#[test]
fn a_costly_setback_begins_with_movement() {
    let mut position = opening("costly-setback.toml", COSTLY_SETBACK);
    let mut seen = Vec::new();
    while position.now.number < 3 {
        let phase = position.now.phase();
        if seen.last() != Some(&(position.now.number, phase)) {
            seen.push((position.now.number, phase));
        }
        let choices = position.choices();
        let quiet = [Choice::Ready, Choice::Pass, Choice::LetPass, Choice::Done];
        let choice = choices.iter().find(|choice| quiet.contains(choice)).unwrap_or(&choices[0]);
        position.apply(&choice.clone(), &mut Dice::seeded(11, 0), &mut Log::off()).unwrap();
    }
    let phases = |turn: u8| -> Vec<usize> {
        let mut phases: Vec<usize> =
            seen.iter().filter(|(t, _)| *t == turn).map(|&(_, phase)| phase).collect();
        phases.dedup();
        phases
    };
    // Deployment, posture, and then movement at once; fire and plots from turn 2 on.
    assert_eq!(phases(1)[..2], [0, 2]);
    assert!(!phases(1).iter().any(|phase| [3, 4, 5].contains(phase)), "{:?}", phases(1));
    assert!(phases(2).contains(&5), "{:?}", phases(2));
}

/// One for every three stands of artillery, one for the defence, one at cohesion 13 or more; no other side
/// has any.
// card: 7.6.2.2
#[test]
fn the_defender_records_missions_at_deployment() {
    let most = [
        ("state-farm-79.toml", STATE_FARM, Side::B, 6 / 3 + 1 + 1),
        ("costly-setback.toml", COSTLY_SETBACK, Side::A, 4 / 3 + 1 + 1),
        ("black-monday.toml", BLACK_MONDAY, Side::B, 7 / 3 + 1 + 1),
        ("bir-el-gubi.toml", BIR_EL_GUBI, Side::A, 3 / 3 + 1),
        ("stark-resistance.toml", STARK_RESISTANCE, Side::A, 7 / 3 + 1 + 1),
    ];
    for (name, text, side, most) in most {
        let battle = battle(name, text);
        assert_eq!((allowance(&battle, side), allowance(&battle, side.other())), (most, 0), "{name}");
        let position = asked(name, text, "register", side).unwrap_or_else(|| panic!("{name}"));
        assert!(position.decision().unwrap().secret);
        assert!(asked(name, text, "register", side.other()).is_none(), "{name}");
        // The owner has set up, and the enemy has not.
        let later = position.now.stack.iter().any(|frame| {
            matches!(frame, standto::rules::matg::turn::sequence::Frame::Deploy(phase) if phase.side != side)
        });
        assert!(later, "{name}");
    }
    for (name, text) in PRINTED {
        if most.iter().all(|(other, ..)| *other != name) {
            for side in Side::BOTH {
                assert!(asked(name, text, "register", side).is_none(), "{name}");
            }
        }
    }
}

/// A mission of two batteries, each with its sheaf; then the next; the enemy learns nothing of either.
// card: 7.6.2.2
#[test]
fn missions_are_recorded_sheaf_by_sheaf_in_secret() {
    let mut position = asked("black-monday.toml", BLACK_MONDAY, "register", Side::B).unwrap();
    let before = position.clone();
    assert!(position.check(&"battery A16 0".parse().unwrap()).is_err(), "it comes in turn 7");
    play(&mut position, &["battery A10 0", "done", "at 0828"]);
    assert!(position.check(&Choice::Ready).is_err(), "the sheaf is open");
    play(&mut position, &["explosive", "open N"]);
    let line = position.record.missions_of(Side::B).next().unwrap();
    assert_eq!(
        (line.kind, line.stage, line.target, line.aim),
        (Kind::PreRegistered, Stage::Registered, 1, cell("0828"))
    );
    assert_eq!((line.arrival, line.duration, line.plotted), (0, 0, 0));
    // The second battery of the mission; the first has its sheaf.
    assert!(position.check(&"battery A10 0".parse().unwrap()).is_err());
    play(&mut position, &["battery A13 0", "done", "at 1330", "explosive", "closed"]);
    assert_eq!(position.record.registered(Side::B, 1).count(), 2);
    play(&mut position, &["done", "battery A10 0", "add A11", "done", "at 1338", "explosive", "closed"]);
    assert_eq!(position.record.registered(Side::B, 2).count(), 1);
    assert_eq!(
        position.record.registered(Side::B, 2).next().unwrap().batteries.len(),
        2,
        "in one sheaf (7.4.9)"
    );
    check_alike(&before, &position, Side::A).unwrap();
    // Four are allowed.
    for at in ["1031", "0930"] {
        play(&mut position, &["done", "battery A12 0", "done", &format!("at {at}"), "explosive", "closed"]);
    }
    assert!(position.check(&Choice::Done).is_err(), "there is no fifth");
    play(&mut position, &["ready"]);
    assert!(is_asked(&position, "deploy", Side::A));
}

/// Called in the plot of turn 1 it comes in turn 2, whatever the nation (7.6.2.2, 7.8.1.3).
// card: 7.6.2.2
#[test]
fn a_mission_recorded_at_set_up_is_called_by_its_name() {
    let mut position = asked("bir-el-gubi.toml", BIR_EL_GUBI, "register", Side::A).unwrap();
    play(&mut position, &["battery I28 0", "done", "at 1312", "closed", "ready"]);
    while !is_asked(&position, "plot", Side::A) {
        let choices = position.choices();
        let quiet = [Choice::Pass, Choice::Ready];
        let choice = *choices.iter().find(|choice| quiet.contains(choice)).unwrap_or(&choices[0]);
        position.apply(&choice, &mut Dice::seeded(2, 0), &mut Log::off()).unwrap();
    }
    assert_eq!(position.now.number, 1);
    play(&mut position, &["plot I27", "call 1", "done"]);
    let called =
        position.record.missions_of(Side::A).find(|mission| mission.stage == Stage::Planned).unwrap();
    assert_eq!((called.arrival, called.kind, called.aim), (2, Kind::PreRegistered, cell("1312")));
}

/// As many as the cohesion of their owner allows: one for two at 12 to 14 (11.1.3).
// card: 11.1.3
#[test]
fn printed_battles_have_dummy_mines() {
    for (name, text, side, mines) in [
        ("state-farm-79.toml", STATE_FARM, Side::B, 5 + 4 + 5),
        ("costly-setback.toml", COSTLY_SETBACK, Side::A, 8),
        ("stark-resistance.toml", STARK_RESISTANCE, Side::A, 42),
    ] {
        let position = opening(name, text);
        let own = || position.field.works.mines.iter().filter(|mine| mine.owner == side);
        assert_eq!(own().filter(|mine| mine.kind.is_some()).count(), mines, "{name}");
        assert_eq!(own().filter(|mine| mine.kind.is_none()).count(), mines / 2, "{name}");
    }
}

/// If the guns of a battalion have been separated, the side can't finish, and they may be moved again.
// card: battles: zones
#[test]
fn a_side_cannot_finish_deployment_with_a_split_battalion() {
    let mut position = asked("black-monday.toml", BLACK_MONDAY, "deploy", Side::B).unwrap();
    // The middle gun of three goes to the end of the row: the first stands alone.
    play(&mut position, &["pick A11", "at 1116"]);
    assert!(position.check(&Choice::Ready).is_err());
    play(&mut position, &["pick A10", "at 0916", "ready"]);
}

/// Eight to twelve inches from the river, counted from its nearest square; others anywhere south of it.
#[test]
fn the_american_zones_are_measured_from_the_river() {
    let mut position = asked("black-monday.toml", BLACK_MONDAY, "deploy", Side::B).unwrap();
    let river: Vec<Cell> = position
        .battle
        .grid
        .cells()
        .filter(|&at| {
            ground(&position.battle, at).has(Terrain::River)
                || position.battle.grid.index(at) == position.battle.grid.index(cell("0827"))
        })
        .collect();
    let squared =
        |at: Cell| river.iter().map(|&wet| standto::board::distance_squared(at, wet)).min().unwrap();
    let south = |at: Cell| river.iter().filter(|wet| wet.x == at.x).all(|wet| at.y < wet.y);
    let gun = named(&position, Side::B, "105mm M2A1 How. [2]")[0];
    let platoon = named(&position, Side::B, "Infantry '42")[0];
    for at in position.battle.grid.cells().collect::<Vec<_>>() {
        let in_reach = (64..=144).contains(&squared(at)) && south(at);
        assert_eq!(
            arrivals::is_in_zone(&position.battle, &position.arrivals, gun, at),
            in_reach,
            "gun at {at}"
        );
        assert_eq!(
            arrivals::is_in_zone(&position.battle, &position.arrivals, platoon, at),
            south(at),
            "platoon at {at}"
        );
    }
    play(&mut position, &["pick A3", "at 1226"]);
}

/// East and west of the river is everything beyond its last square in each row.
#[test]
fn the_zones_on_the_chir_follow_the_river() {
    let position = opening("state-farm-79.toml", STATE_FARM);
    let battle = &position.battle;
    let middle = ["2412", "2512", "2413", "2513"].map(cell);
    let soviet = named(&position, Side::B, "Infantry SMG")[0];
    for at in battle.grid.cells() {
        let wet =
            || battle.grid.cells().filter(|wet| wet.y == at.y && ground(battle, *wet).has(Terrain::River));
        let (east, west) = (wet().all(|wet| at.x > wet.x), wet().all(|wet| at.x < wet.x));
        let near = middle.iter().any(|&middle| standto::board::within(middle, at, 12));
        assert_eq!(
            arrivals::is_in_zone(&position.battle, &position.arrivals, soviet, at),
            east && near,
            "{at}"
        );
        let [germans, soviets] =
            battle.preparations.each_ref().map(|fire| fire.as_ref().unwrap().area.contains(&at));
        assert_eq!((germans, soviets), (east, west), "{at}");
    }
}

/// The Italians dig in where they like around the wells.
// card: battles: laying works
#[test]
fn the_positions_of_bir_el_gubi_are_laid_in_play() {
    let mut position = opening("bir-el-gubi.toml", BIR_EL_GUBI);
    assert!(is_asked(&position, "deploy", Side::A));
    assert_eq!(position.choices().iter().filter(|choice| matches!(choice, Choice::Lift(_))).count(), 7);
    play(&mut position, &["lift 0819"]);
    assert!(position.check(&"at 1112".parse().unwrap()).is_err(), "more than ten inches from the middle");
    play(&mut position, &["at 1415"]);
    assert!(position.field.ground_at(cell("1415")).has(Terrain::LightPosition));
    assert!(!position.field.ground_at(cell("0819")).has(Terrain::LightPosition));
}

/// Any ten inches: all stands shift together, as far as the edge and the middle of the board.
// card: battles: zones
#[test]
fn the_british_of_bir_el_gubi_choose_their_ten_inches() {
    let mut position = asked("bir-el-gubi.toml", BIR_EL_GUBI, "deploy", Side::B).unwrap();
    let columns = |position: &Position| {
        let columns = || position.forces.on_board(Side::B).map(|(_, at)| at.x + 1);
        (columns().min().unwrap(), columns().max().unwrap())
    };
    assert_eq!(columns(&position), (15, 24));
    assert!(position.check(&"shift E".parse().unwrap()).is_err(), "there the map ends");
    play(&mut position, &["shift W", "shift W"]);
    assert_eq!(columns(&position), (13, 22));
    assert!(position.check(&"shift W".parse().unwrap()).is_err(), "east of the middle");
    play(&mut position, &["pick B20", "at 1301", "shift E"]);
    assert_eq!(columns(&position), (14, 23));
    let side_by_side = asked("black-monday.toml", BLACK_MONDAY, "deploy", Side::B).unwrap();
    assert!(side_by_side.check(&"shift W".parse().unwrap()).is_err(), "no columns are counted there");
}

/// Two feet by four, except for the pass, whose size is not given; features on 10 to 30% of the board; roads
/// connected.
#[test]
fn maps_match_the_printed_descriptions() {
    for (name, text) in PRINTED {
        let battle = battle(name, text);
        let (width, height) = (battle.grid.width, battle.grid.height);
        if name == "stark-resistance.toml" {
            assert_eq!((width, height), (48, 48));
        } else {
            assert_eq!((width.min(height), width.max(height)), (24, 48), "{name}");
        }
        assert_eq!(battle.sighting, if name == "stark-resistance.toml" { 30 } else { 20 }, "{name}");
        let laid = |at: Cell| battle.markers.iter().filter(move |marker| marker.cell == at);
        let bare =
            |at: Cell| laid(at).fold(ground(&battle, at), |ground, marker| ground.without(marker.row()));
        let roadless = |at: Cell| {
            [Terrain::GoodRoad, Terrain::PoorRoad, Terrain::Track, Terrain::SoddenRoad, Terrain::Sodden]
                .into_iter()
                .fold(bare(at), standto::rules::matg::ground::terrain::Ground::without)
        };
        let features = battle.grid.cells().filter(|&at| roadless(at) != Ground::CLEAR).count();
        let percent = 100 * features / battle.grid.area();
        assert!((10..=30).contains(&percent), "{name}: {percent} % features");
    }
}

/// The first paragraph of every briefing is the task, in one line.
#[test]
fn every_briefing_begins_with_its_aim_in_one_line() {
    let first = ("first-steps.toml", standto::rules::matg::scenario::FIRST_STEPS);
    for (name, text) in PRINTED.into_iter().chain([first]) {
        let briefing = text.split("briefing = \"\"\"\n").nth(1).unwrap().split("\n\"\"\"").next().unwrap();
        let lines: Vec<&str> = briefing.lines().collect();
        assert!(lines[1].is_empty() && lines[0].chars().count() <= 118, "{name}: {}", lines[0]);
        let told =
            ["Hold", "hold", "Destroy", "destroy", "exit"].into_iter().any(|word| lines[0].contains(word));
        assert!(told, "{name}: {}", lines[0]);
        assert!(lines.iter().all(|line| line.chars().count() <= 124), "{name} has a line too long");
    }
}

/// Guns are unloaded from their trucks before the battle, and loaded again.
// card: battles: mounted
#[test]
fn guns_may_start_limbered_or_unlimbered() {
    let mut position = asked("sidi-suleiman.toml", SIDI_SULEIMAN, "deploy", Side::A).unwrap();
    let gun = named(&position, Side::A, "105mm IFH18 [2]")[0];
    let Place::Aboard(truck) = position.forces.stand(gun).place else { panic!("it is behind a truck") };
    let (tag, at) = (position.battle.tag(gun).to_string(), position.forces.cell(truck).unwrap());
    play(&mut position, &[&format!("pick {tag}")]);
    let choice: Choice = format!("at {at}").parse().unwrap();
    assert!(position.describe(&choice).label.contains("aboard"), "{}", position.describe(&choice).label);
    play(&mut position, &["at 0101"]);
    assert_eq!(position.forces.cell(gun), Some(cell("0101")));
}
