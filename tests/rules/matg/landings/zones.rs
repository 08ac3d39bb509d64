//! Rule cards of 8.10.1.1, 8.10.1.2 and 8.10.2.2: groups and their zones, and what the enemy knows of them.

use super::gliders::{GLIDE, glide};
use super::table::{DROP, FIELD, GERMAN_GHQ, GHQ, GLIDER, PARA, Table, cell, drop, offers, play};
use standto::board::Compass;
use standto::dice::Dice;
use standto::game::{Log, Rules, Side, laws};
use standto::rules::matg::landings::zones::Zone;
use standto::rules::matg::{Position, scenario};

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
    let told: Vec<_> = events.iter().map(|event| event.only).collect();
    assert!(!told.is_empty() && told.iter().all(|only| *only == Some(Side::A)), "the enemy reads none of it");
    assert_eq!(position.decision().map(|d| (d.side, d.kind)), Some((Side::A, "deploy")));
    play(&mut position, "ready", &[]);
    assert_eq!(position.decision().map(|d| (d.side, d.kind)), Some((Side::B, "deploy")));

    // A zone given by the scenario must be clear.
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
            // Where the landing follows at once its dice are missing, which ends the test.
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

// card: 8.10.2.2
#[test]
fn landing_zones_are_plotted_like_an_open_sheaf() {
    let stands = [GHQ, GLIDER, GLIDER, GLIDER];
    let position = glide(GLIDE, &stands, &[GERMAN_GHQ]).set_up();
    let zone = Zone { at: cell("0606"), line: Some(Compass::S) };
    assert_eq!(position.arrivals.groups[0].zone, Some(zone));
    let faults = |zone: &str| {
        let landings = GLIDE.replace("0606 3S", zone);
        glide(&landings, &stands, &[GERMAN_GHQ]).faults()
    };
    assert!(faults("0606 4S").contains("a line of 4 for 3 stands, expected 3S"));
    assert!(faults("0602 3S").contains("the line leaves the board"));
    assert!(faults("0606").contains("a landing zone has a line"));
    assert!(faults("0606 3X").contains("expected the number of stands and a direction N to NW"));
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
    assert_eq!(position.arrivals.groups[0].zone, Some(zone));
}

/// A landing whose zone is recorded before the enemy deploys, and a German side.
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

/// The zones are recorded before the enemy's stands and works are on the table.
// card: 8.10.1.2
#[test]
fn no_enemy_is_visible_while_a_zone_is_recorded() {
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
        // Two worlds, one battle: the file has no difference that this side may know.
        position.change_battle(|battle| battle.fingerprint = 1);
        position
    };
    let (mut one, mut other) = (world(&here, &first), world(&there, &second));
    assert_eq!(one.decision().map(|d| (d.side, d.kind)), Some((Side::A, "zone")));
    laws::check_alike(&one, &other, Side::A).unwrap_or_else(|why| panic!("{why}"));
    let view = one.view(Side::A);
    assert!(view.pieces.iter().filter(|piece| piece.side == Side::B).all(|piece| piece.cell.is_none()));
    assert!(view.markers.is_empty());
    assert!(offers(&one, "at 0506"), "mines not yet laid are not terrain");
    assert_eq!(one.view(Side::B), world(&here, &first).view(Side::B), "their owner sees them");
    // Once the zone is recorded they are on the table.
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

/// When half the enemy deploys first, only that half is seen.
// card: 8.10.1.2
#[test]
fn the_second_half_is_hidden_while_a_zone_is_recorded() {
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
    // After the whole enemy has deployed, nothing is hidden.
    let after = DROP.replace("zone = \"0606\"\n", "plotted = \"after\"\n");
    assert_eq!(seen(&unseen(&after, &germans, "").set_up()), [true, true, true]);
}

/// The turn of each group is secret until it lands.
// card: 8.10.2.2, 8.10.2.3
#[test]
fn landing_turn_and_group_are_secret_until_arrival() {
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
        position.change_battle(|battle| battle.fingerprint = 1);
        position
    };
    let (one, other) = (world(2, 3), world(3, 2));
    laws::check_alike(&one, &other, Side::B).unwrap_or_else(|why| panic!("{why}"));
    assert_ne!(one.view(Side::A), other.view(Side::A), "the owner reads it for each stand");
    let flat =
        format!("{:?}{:?}", one.view(Side::B), one.seen_by(Side::B, &mut Dice::seeded(1, 0)).battle.landings);
    assert!(!flat.contains("in turn") && !flat.contains("Turn(2)") && !flat.contains("Turn(3)"), "{flat}");

    // A rolled turn is told only to its own side.
    let rolled = group("Able", "0303", 2).replace("turn = 2", "turn-die = 6");
    let few = [GHQ, glider(able), glider(able), glider(able)];
    let table = Table { landings: &rolled, americans: &few, ..unseen("", &[GERMAN_GHQ], "") };
    let (position, events) = table.land(&[4]);
    let told = events.iter().find(|event| event.text.contains("lands in turn")).expect("it is shown");
    assert_eq!(told.only, Some(Side::A));
    assert_eq!(position.arrivals.groups[0].turn, 4);
    assert_eq!(position.seen_by(Side::B, &mut Dice::seeded(1, 0)).arrivals.groups[0].turn, 6, "some day");
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
    assert!(faults.contains("this side has no other formation \"Oen\""), "{faults}");
}
