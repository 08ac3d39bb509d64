//! Rules shared by the printed battles, on a small board: degrees of victory, places, reinforcements, exits.

use super::*;
use standto::game::view::ProgressView;
use standto::rules::matg::state::choice::Posture;
use standto::rules::matg::turn::sequence::{Frame, GroupMove, MovementPhase};
use standto::rules::matg::turn::victory;

/// A village in the middle of twelve columns and ten rows; `frame` says how the battle is won.
fn table(victory: &str, germans: &str, soviets: &str) -> Position {
    let rows = (1..=10).rev().map(|row| if row == 5 { ".....bb....." } else { "............" });
    let text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"Ways\"\nturns = 4\ndate = \"1943-02\"\nkind = \"meeting-engagement\"\n\
         sighting = 20\n{victory}\n[map]\nwidth = 12\nheight = 10\nterrain = '''\n{}\n'''\n[map.legend]\n\
         b = \"light-buildings\"\n[[side]]\nkey = \"germans\"\nname = \"Germans\"\nletter = \"G\"\nnation = \"germany\"\n\
         cohesion = 15\nedge = \"S\"\ndepth = 3\n{germans}\n[[side]]\nkey = \"soviets\"\nname = \"Soviets\"\n\
         letter = \"S\"\nnation = \"soviet-union\"\ncohesion = 13\nedge = \"N\"\ndepth = 3\n{soviets}\n",
        rows.collect::<Vec<_>>().join("\n")
    );
    opening("ways.toml", &text)
}

const GERMANS: &str = "[[side.formation]]\nname = \"Point\"\n[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+1\"\n\
    at = \"0201\"\n[[side.formation.stand]]\ntype = \"Infantry '43\"\ncount = 2\nat = [\"0501\", \"0601\"]\n\
    [[side.formation.stand]]\ntype = \"Daimler-Steyr Lt Truck\"\nat = \"0901\"\n";
const SOVIETS: &str = "[[side.formation]]\nname = \"Point\"\n[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+0\"\n\
    at = \"0210\"\n[[side.formation.stand]]\ntype = \"Infantry '43-'45\"\ncount = 2\nat = [\"0510\", \"0610\"]\n";
const PLACES: &str = "[[victory.place]]\nname = \"Village\"\nat = \"0605-0705\"\n[[victory.place]]\nname = \"Road\"\nat = \"1210\"\n\
    [[victory.aim]]\nside = \"germans\"\ndegree = \"marginal\"\nhold = \"Village\"\n[[victory.aim]]\nside = \"germans\"\n\
    degree = \"tactical\"\nhold = [\"Village\", \"Road\"]\n[[victory.aim]]\nside = \"soviets\"\ndegree = \"marginal\"\nhold = \"Road\"\n\
    [[victory.aim]]\nside = \"soviets\"\ndegree = \"tactical\"\nhold = \"Village\"\n";

fn stand(position: &mut Position, tag: &str, at: &str) {
    let id = position.battle.find(tag.parse().unwrap()).unwrap();
    position.forces.put(id, cell(at));
}

// card: battles: victory
#[test]
fn a_place_is_held_by_the_only_side_with_armed_stands_in_good_order_in_it() {
    let mut position = table(PLACES, GERMANS, SOVIETS);
    assert_eq!(victory::holder_of_place(&position.forces, &position.command, 0), None);
    stand(&mut position, "G4", "0605"); // a truck
    assert_eq!(victory::holder_of_place(&position.forces, &position.command, 0), None);
    stand(&mut position, "G2", "0705");
    assert_eq!(victory::holder_of_place(&position.forces, &position.command, 0), Some(Side::A));
    assert!(position.view(Side::A).sides[0].facts.contains(&"holds Village".to_owned()));
    stand(&mut position, "G4", "0904");
    stand(&mut position, "S2", "0605");
    assert_eq!(victory::holder_of_place(&position.forces, &position.command, 0), None, "both are in it");
    let [german, soviet] = ["G2", "S2"].map(|tag| position.battle.find(tag.parse().unwrap()).unwrap());
    position.forces.stand_mut(soviet).suppressed = true;
    assert_eq!(
        victory::holder_of_place(&position.forces, &position.command, 0),
        Some(Side::A),
        "a suppressed stand does not contest it"
    );
    position.forces.stand_mut(soviet).suppressed = false;
    position.forces.stand_mut(german).disorganized = true;
    assert_eq!(
        victory::holder_of_place(&position.forces, &position.command, 0),
        Some(Side::B),
        "nor does a disorganized one"
    );
    stand(&mut position, "S2", "0606");
    assert_eq!(
        victory::holder_of_place(&position.forces, &position.command, 0),
        None,
        "and does not hold it either"
    );
    position.forces.stand_mut(german).disorganized = false;
    assert_eq!(victory::holder_of_place(&position.forces, &position.command, 0), Some(Side::A));
}

// card: battles: victory
#[test]
fn the_higher_degree_wins_and_equal_degrees_draw() {
    let place = |stands: &[(&str, &str)]| {
        let mut position = table(PLACES, GERMANS, SOVIETS);
        stands.iter().for_each(|(tag, at)| stand(&mut position, tag, at));
        winner(&position)
    };
    assert_eq!(place(&[]), None);
    assert_eq!(place(&[("G2", "0605")]), Some((Side::A, Degree::Marginal)));
    assert_eq!(place(&[("G2", "0605"), ("G3", "1210")]), Some((Side::A, Degree::Tactical)));
    assert_eq!(place(&[("G3", "1210")]), None, "the road alone is not enough for the Germans");
    assert_eq!(place(&[("S2", "1210")]), Some((Side::B, Degree::Marginal)));
    assert_eq!(place(&[("S2", "0605"), ("S3", "1210")]), Some((Side::B, Degree::Tactical)));
    assert_eq!(place(&[("G2", "0605"), ("S2", "1210")]), None, "both marginal");
    assert_eq!(place(&[("G2", "1210"), ("S2", "0605")]), Some((Side::B, Degree::Tactical)));
    assert_eq!(
        table(PLACES, GERMANS, SOVIETS).view(Side::A).objective,
        "Marginal: Hold Village in good order at the end of turn 4. Tactical: Hold Village and Road in good order \
         at the end of turn 4."
    );
}

const EXIT: &str = "[[victory.aim]]\nside = \"germans\"\nexit-stands = 2\nover = [\"S\", \"W\"]\nempty-transports = false\n\
    [[victory.aim]]\nside = \"soviets\"\ndestroy-stands = 3\n";

/// A German stand moving from a square, with all its points.
fn moving(position: &mut Position, tag: &str) {
    let id = position.battle.find(tag.parse().unwrap()).unwrap();
    for id in position.battle.ids(Side::B) {
        position.forces.stand_mut(id).fired = true; // no fire out of turn
    }
    (position.forces.stand_mut(id).posture, position.forces.stand_mut(id).group) = (Posture::Move, 1);
    position.command.orders = [[1, 0, 0, 0]; 2];
    let waiting = position.battle.find("G1".parse().unwrap()).unwrap();
    (position.forces.stand_mut(waiting).posture, position.forces.stand_mut(waiting).group) =
        (Posture::Move, 9);
    position.arrivals.begun = true;
    position.now.stack = vec![
        Frame::Movement(MovementPhase::begun_by(Side::A, false)),
        Frame::Group(GroupMove { side: Side::A, members: vec![id] }),
    ];
    play(position, &[&format!("move {tag}")]);
}

// card: battles: off the map
#[test]
fn stands_leave_by_the_edges_of_their_aim_and_end_the_battle() {
    let mut position = table(EXIT, GERMANS, SOVIETS);
    moving(&mut position, "G2");
    let exits = |position: &Position| -> Vec<String> {
        position.choices().iter().filter(|c| matches!(c, Choice::Exit(_))).map(ToString::to_string).collect()
    };
    assert_eq!(exits(&position), ["exit S"]);
    play(&mut position, &["exit S"]);
    let gone = position.battle.find("G2".parse().unwrap()).unwrap();
    assert_eq!(position.forces.stand(gone).place, Place::Gone(Compass::S));
    assert_eq!(position.forces.losses_and_strength(Side::A), (0, 4), "an exit is not a loss");
    let progress = position.view(Side::A).sides[0].progress.clone();
    assert_eq!(progress, [ProgressView { what: "off the map", have: 1, need: Some(2) }]);
    // An empty truck does not count, one more platoon does.
    moving(&mut position, "G4");
    play(&mut position, &["exit S"]);
    assert!(position.outcome().is_none());
    moving(&mut position, "G3");
    play(&mut position, &["exit S"]);
    let outcome = position.outcome().expect("the aim is reached");
    assert_eq!(outcome.winner, Some(Side::A));
    assert!(outcome.why.contains("2 of the Germans off the map"), "{}", outcome.why);
}

// card: battles: off the map
#[test]
fn stands_exit_only_where_exits_count() {
    let mut position = table(PLACES, GERMANS, SOVIETS);
    moving(&mut position, "G2");
    assert!(!position.choices().iter().any(|choice| matches!(choice, Choice::Exit(_))));
    let mut position = table(EXIT, GERMANS, SOVIETS);
    stand(&mut position, "G2", "0504");
    moving(&mut position, "G2");
    assert!(position.check(&"exit S".parse().unwrap()).is_err(), "four inches from the edge");
    stand(&mut position, "G2", "0104");
    moving(&mut position, "G2");
    assert!(position.check(&"exit W".parse().unwrap()).is_ok());
}

// card: battles: victory
#[test]
fn the_first_side_to_destroy_the_number_wins_at_once() {
    let start = table(EXIT, GERMANS, SOVIETS);
    assert_eq!(winner(&with_losses(&start, [2, 0])), None);
    assert_eq!(winner(&with_losses(&start, [3, 0])).map(|(side, _)| side), Some(Side::B));
    let mut position = with_losses(&start, [3, 0]);
    play(&mut position, &["ready"]);
    assert_eq!(position.outcome().unwrap().winner, Some(Side::B));
}

// card: battles: reinforcements
#[test]
fn reinforcements_enter_on_their_turn_where_their_owner_chooses() {
    let zone = "[[side.zone]]\nname = \"east road\"\narea = \"1004-1206\"\nturn = 2\n";
    let late = "[[side.formation]]\nname = \"Company\"\nzone = \"east road\"\n[[side.formation.stand]]\ntype = \"Infantry '43\"\n\
        count = 2\nat = [\"1205\", \"1105\"]\n";
    let mut position = table(PLACES, &format!("{zone}{GERMANS}{late}"), SOVIETS);
    let late = named(&position, Side::A, "Infantry '43")[2..].to_vec();
    assert!(late.iter().all(|&id| position.forces.stand(id).place == Place::Due));
    assert!(position.check(&"pick G5".parse().unwrap()).is_err(), "they do not deploy with the others");
    assert!(
        position.view(Side::B).pieces[usize::from(late[0])].states.iter().any(|state| state.word == "due")
    );
    // The first turn has gone by without them; an enemy has come to one of their squares meanwhile.
    stand(&mut position, "S2", "1205");
    position.now.number = 2;
    position.arrivals.begun = true;
    position.now.stack = vec![Frame::Group(GroupMove { side: Side::A, members: Vec::new() })];
    play(&mut position, &["done"]);
    assert_eq!(position.decision().unwrap().kind, "deploy");
    assert_eq!(position.decision().unwrap().side, Side::A);
    assert_eq!(position.forces.cell(late[1]), Some(cell("1105")));
    let first = position.forces.cell(late[0]).unwrap();
    assert!(first != cell("1205") && (9..12).contains(&first.x) && (3..6).contains(&first.y), "{first}");
    assert!(position.check(&"pick G2".parse().unwrap()).is_err(), "only arriving stands may be rearranged");
    play(&mut position, &["pick G6", "at 1206"]);
    assert_eq!(position.forces.cell(late[1]), Some(cell("1206")));
    assert!(position.check(&"pick G6".parse().unwrap()).is_err());
    let mut dice = Dice::taped(&[5, 1]);
    position.apply(&Choice::Ready, &mut dice, &mut Log::off()).unwrap();
    assert_eq!((position.decision().unwrap().kind, position.now.number), ("posture", 2));
}

#[test]
fn faults_in_victory_and_zones_are_reported() {
    let sentence = |victory: &str, germans: &str| {
        let rows = ["...."; 4].join("\n");
        let side = |key: &str, letter: &str, edge: &str, at: &str, more: &str| {
            format!(
                "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"germany\"\ncohesion = 12\n\
                 edge = \"{edge}\"\ndepth = 2\n{more}[[side.formation]]\nname = \"All\"\n[[side.formation.stand]]\n\
                 type = \"Infantry HQ\"\nrole = \"GHQ\"\nat = \"{at}\"\n"
            )
        };
        let text = format!(
            "format = 1\nruleset = \"matg\"\ntitle = \"Bad\"\nturns = 5\ndate = \"1943-06\"\nkind = \"meeting-engagement\"\n\
             sighting = 40\n{victory}\n[map]\nwidth = 4\nheight = 4\nterrain = '''\n{rows}\n'''\n{}{}",
            side("germans", "G", "S", "0101", germans),
            side("others", "O", "N", "0104", "")
        );
        match scenario::read("bad.toml", &text) {
            Ok(_) => "it was read".to_owned(),
            Err(error) => error.to_string(),
        }
    };
    let aim = |what: &str| {
        format!(
            "[[victory.aim]]\nside = \"germans\"\n{what}\n[[victory.aim]]\nside = \"others\"\notherwise = true\n"
        )
    };
    let plain = "[victory]\ndestroy-percent = 50";
    for (victory, germans, said) in [
        (aim("hold = \"Mill\""), "", "unknown place \"Mill\""),
        (aim("exit-stands = 2"), "", "an exit needs its edges, expected over"),
        (
            aim("over = \"S\"\ndestroy-stands = 2"),
            "",
            "over without stands to exit, expected exit-percent or exit-stands",
        ),
        (aim("exit-stands = 2\nover = \"NE\""), "", "the board has no NE edge, expected N, E, S or W"),
        (
            aim("destroy-stands = 2\ndestroy-percent = 50"),
            "",
            "destroy is given twice, expected a percentage or stands",
        ),
        (aim("destroy-percent = 120"), "", "destroy cannot be 120, expected 1 to 100"),
        (aim(""), "", "an aim with otherwise has no other condition, expected one of the two"),
        (aim("degree = \"epic\"\ndestroy-percent = 50"), "", "unknown word `epic`"),
        (
            "[[victory.aim]]\nside = \"germans\"\ndestroy-percent = 50\n".to_owned(),
            "",
            "the others have no victory conditions, expected destroy-percent or [[victory.aim]]",
        ),
        (
            "[[victory.aim]]\nside = \"germnas\"\ndestroy-percent = 50\n".to_owned(),
            "",
            "unknown side \"germnas\"; did you mean \"germans\"?",
        ),
        (
            plain.to_owned(),
            "[[side.zone]]\nname = \"mill\"\nnear = \"0909\"\nwithin = 2\n",
            "0909 is off the board",
        ),
        (
            plain.to_owned(),
            "[[side.zone]]\nname = \"mill\"\nnear = \"0202\"\n",
            "a place without a distance, expected within in inches",
        ),
        (
            plain.to_owned(),
            "[[side.zone]]\nname = \"mill\"\narea = \"mill\"\n",
            "\"mill\" is not a square, expected for example \"1224\"",
        ),
        (plain.to_owned(), "[[side.zone]]\nname = \"mill\"\nturn = 9\n", "turn cannot be 9, expected 1 to 5"),
    ] {
        let told = sentence(&victory, germans);
        assert!(told.contains(said) && told.contains("bad.toml:"), "expected {said}\nfound {told}");
    }
}
