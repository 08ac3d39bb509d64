//! The hidden set-up of Stark Resistance, and the other choices it gives its players at deployment.

use super::*;
use standto::game::laws::check_alike;
use standto::rules::matg::air::strike;
use standto::rules::matg::artillery::observers;
use standto::rules::matg::fire::combat;
use standto::rules::matg::scenario::STARK_RESISTANCE;
use standto::rules::matg::state::battle::Optional;
use standto::rules::matg::state::choice::Posture;
use standto::rules::matg::state::options::switched;
use standto::rules::matg::turn::sequence::{ArtilleryPhase, FirePhase, Frame, GroupMove, MovementPhase};
use standto::rules::matg::works::obstacles;

/// The battle with its hidden set-up, or without.
fn pass(hidden: bool) -> Position {
    let mut picks = vec![0; Optional::ALL.len()];
    picks[Optional::ALL.iter().position(|&option| option == Optional::HiddenSetUp).unwrap()] = 1;
    let text = if hidden { switched(STARK_RESISTANCE, &picks) } else { STARK_RESISTANCE.to_owned() };
    opening("stark-resistance.toml", &text)
}

/// The same when the targets of the first turns are left open.
fn deploying(hidden: bool) -> Position {
    let mut position = pass(hidden);
    while position.decision().unwrap().kind == "preparation" {
        play(&mut position, &["pass"]);
    }
    position
}

/// The same when play has begun.
fn begun(hidden: bool) -> Position {
    let mut position = deploying(hidden);
    position.arrivals.begun = true;
    position.now.stack = vec![Frame::Fire(FirePhase::begun_by(Side::A))];
    position
}

fn id(position: &Position, tag: &str) -> Id {
    position.battle.find(tag.parse().unwrap()).unwrap()
}

fn seen(position: &Position, tag: &str) -> Option<Cell> {
    position.view(Side::B).pieces[usize::from(id(position, tag))].cell
}

/// Puts a German stand on a square, on the move with all its points.
fn moving(position: &mut Position, tag: &str, at: &str) {
    let mover = id(position, tag);
    position.forces.put(mover, cell(at));
    (position.forces.stand_mut(mover).posture, position.forces.stand_mut(mover).group) = (Posture::Move, 1);
    let waiting = id(position, "G71");
    (position.forces.stand_mut(waiting).posture, position.forces.stand_mut(waiting).group) =
        (Posture::Move, 9);
    position.command.orders = [[0; 4], [1, 0, 0, 0]];
    position.now.stack = vec![
        Frame::Movement(MovementPhase::begun_by(Side::B, false)),
        Frame::Group(GroupMove { side: Side::B, members: vec![mover] }),
    ];
    go(position, &format!("move {tag}"));
}

/// Moves an inch while every enemy holds fire.
fn go(position: &mut Position, choice: &str) {
    play(position, &[choice]);
    while position.decision().unwrap().kind == "react" {
        play(position, &["let-pass"]);
    }
}

// card: battles: hidden set-up
#[test]
fn mines_and_stands_in_positions_are_hidden() {
    let position = deploying(true);
    let forts: Vec<Cell> = position.field.works.forts.iter().map(|fort| fort.cell).collect();
    assert_eq!(forts.len(), 34);
    for (stand, at) in position.forces.on_board(Side::A) {
        let inside = forts.contains(&at);
        assert_eq!(position.forces.is_hidden(stand), inside, "{} at {at}", position.battle.who(stand));
        assert_eq!(seen(&position, &position.battle.tag(stand).to_string()), (!inside).then_some(at));
    }
    let view = position.view(Side::B);
    let named = |view: &standto::game::View, word: &str| {
        view.markers.iter().filter(|marker| marker.name.contains(word)).count()
    };
    assert_eq!((named(&view, "mines"), named(&view, "improved")), (0, 0));
    let own = position.view(Side::A);
    assert_eq!((named(&own, "minefield"), named(&own, "improved")), (42 + 21, 34));
    // Without the option everything is on the map.
    let open = deploying(false);
    assert!(open.forces.hidden.is_empty() && named(&open.view(Side::B), "mines") == 42 + 21);
    assert_eq!(seen(&open, "A9"), Some(cell("1940")));
}

// card: battles: hidden set-up
#[test]
fn a_stand_set_up_in_a_position_is_hidden_with_it() {
    let mut position = deploying(true);
    assert_eq!(seen(&position, "A9"), None);
    play(&mut position, &["pick A9", "at 1840"]);
    assert_eq!(seen(&position, "A9"), Some(cell("1840")), "out of its position");
    play(&mut position, &["pick A3", "at 0926"]);
    play(&mut position, &["pick A10", "at 1940"]);
    assert_eq!((seen(&position, "A10"), position.forces.is_hidden(id(&position, "A10"))), (None, true));
}

// card: battles: hidden set-up
#[test]
fn a_hidden_stand_that_fires_is_revealed() {
    let mut position = begun(true);
    let tank = id(&position, "G66");
    position.forces.put(tank, cell("2736"));
    assert_eq!(seen(&position, "A39"), None);
    position.now.initiative = Side::A;
    let offered: Vec<String> = position.choices().iter().map(ToString::to_string).collect();
    assert!(offered.contains(&"target G66".to_owned()), "it may fire from where it is unseen");
    play(&mut position, &["target G66"]);
    assert_eq!(seen(&position, "A39"), None);
    play(&mut position, &["firer A39 0"]);
    assert_eq!(seen(&position, "A39"), Some(cell("1736")));
    assert!(
        position.view(Side::B).markers.iter().any(|marker| marker.cell == cell("1736")),
        "with its position"
    );
    assert!(
        !position.forces.is_hidden(id(&position, "A39")) && position.forces.is_hidden(id(&position, "A40"))
    );
}

// card: battles: hidden set-up
#[test]
fn hidden_stands_cannot_be_fired_at() {
    let mut position = begun(true);
    position.now.stack = vec![Frame::Fire(FirePhase::begun_by(Side::B))];
    position.now.initiative = Side::B;
    let tank = id(&position, "G66");
    position.forces.put(tank, cell("2136"));
    let targets = |position: &Position| -> Vec<String> {
        position.choices().iter().map(ToString::to_string).filter(|text| text.starts_with("target")).collect()
    };
    assert!(!targets(&position).contains(&"target A12".to_owned()), "at 1934, in a position");
    assert!(position.check(&"target A12".parse().unwrap()).is_err());
    let mut found = position.clone();
    found.forces.hidden.clear();
    assert!(targets(&found).contains(&"target A12".to_owned()));
}

// card: battles: hidden set-up
#[test]
fn a_hidden_stand_is_revealed_when_the_enemy_comes_adjacent() {
    let mut position = begun(true);
    for mine in std::mem::take(&mut position.field.works.mines) {
        position.field.remove_ground(mine.cell, Terrain::Minefield);
    }
    moving(&mut position, "G70", "2242");
    assert_eq!(seen(&position, "A15"), None, "at 1842");
    go(&mut position, "step W");
    assert_eq!(seen(&position, "A15"), None, "three inches away");
    go(&mut position, "step W");
    assert_eq!(position.forces.cell(id(&position, "G70")), Some(cell("2042")));
    assert_eq!(seen(&position, "A15"), None, "two inches away");
    let mut log = Log::on();
    position.apply(&"step W".parse().unwrap(), &mut Dice::taped(&[]), &mut log).unwrap();
    assert_eq!(seen(&position, "A15"), Some(cell("1842")));
    let told = log.events().into_iter().find(|event| event.text.contains("is revealed")).unwrap();
    assert!(told.reveals && told.is_for(Side::B), "{}", told.text);
}

// card: battles: hidden set-up, 11.1.5
#[test]
fn mines_are_revealed_when_a_stand_drives_into_them() {
    let mut position = begun(true);
    moving(&mut position, "G70", "2234");
    let unseen = |position: &Position| {
        !position.view(Side::B).markers.iter().any(|marker| marker.name.contains("mines"))
    };
    assert!(unseen(&position));
    go(&mut position, "step W");
    assert!(unseen(&position), "next to the mines of 2034 they stay hidden");
    position.apply(&"step W".parse().unwrap(), &mut Dice::taped(&[]), &mut Log::off()).unwrap();
    let view = position.view(Side::B);
    let mines: Vec<&str> =
        view.markers.iter().filter(|m| m.name.contains("mines")).map(|m| m.name.as_str()).collect();
    assert_eq!(mines.len(), 1, "{mines:?}");
    assert!(
        mines[0].starts_with("mines?"),
        "whether they are real is revealed when it leaves them: {}",
        mines[0]
    );
    let tank = id(&position, "G70");
    assert_eq!(position.forces.cell(tank), Some(cell("2034")));
    assert!(
        !obstacles::leave_profiles(
            &position.field,
            &position.forces,
            &position.now,
            &position.command,
            tank,
            cell("2034")
        )
        .is_empty()
    );
}

// card: battles: hidden set-up
#[test]
fn a_shell_reveals_the_stand_that_it_hits() {
    use standto::rules::matg::artillery::missions::{Kind, Mission, Piece, Stage};
    let mut position = begun(true);
    let battery = id(&position, "G77");
    (position.now.number, position.now.initiative) = (3, Side::B);
    let batteries = vec![Piece { id: battery, gun: 0, place: Place::OffMap }];
    position.record.missions = vec![Mission {
        number: 1,
        plotted: 1,
        arrival: 2,
        duration: 3,
        stage: Stage::Falling,
        ..Mission::planned(Side::B, Kind::Support, batteries, cell("1934"))
    }];
    position.now.stack = vec![Frame::Artillery(ArtilleryPhase::begun_by(Side::B))];
    assert_eq!(seen(&position, "A12"), None);
    position.apply(&"mission 1".parse().unwrap(), &mut Dice::seeded(3, 0), &mut Log::off()).unwrap();
    assert_eq!(seen(&position, "A12"), Some(cell("1934")));
    assert_eq!(seen(&position, "A11"), None, "a stand elsewhere stays hidden");
}

/// Two set-ups that differ only in what is hidden are the same to the enemy.
#[test]
fn hidden_stands_reveal_nothing() {
    let mut picks = vec![0; Optional::ALL.len()];
    picks[Optional::ALL.iter().position(|&option| option == Optional::HiddenSetUp).unwrap()] = 1;
    let elsewhere = STARK_RESISTANCE.replace("\"1924\"", "\"1925\"");
    assert_ne!(elsewhere, STARK_RESISTANCE);
    let [one, other] = [STARK_RESISTANCE, &elsewhere].map(|text| {
        let mut battle = battle("stark-resistance.toml", &switched(text, &picks));
        battle.fingerprint = 1;
        let mut position = Position::new(Arc::new(battle));
        while position.decision().unwrap().kind == "preparation" {
            play(&mut position, &["pass"]);
        }
        play(&mut position, &["ready", "ready"]);
        position
    });
    assert_ne!(one, other);
    assert_eq!(one.decision().unwrap().side, Side::B);
    check_alike(&one, &other, Side::B).unwrap();
}

/// A platoon or two on either side of a small board, the Soviets in positions behind mines.
const SMALL: &str = r#"format = 1
ruleset = "matg"
title = "Small"
turns = 4
date = "1943-06"
kind = "hasty-attack"
sighting = 20
options = ["hidden-set-up"]
[victory]
destroy-percent = 60
[map]
width = 12
height = 12
terrain = """
............
............
............
............
............
............
............
....oo......
............
............
............
............
"""
[map.legend]
o = "grove"
[[side]]
key = "germans"
name = "Germans"
letter = "G"
nation = "germany"
cohesion = 15
edge = "S"
depth = 3
[[side.formation]]
name = "Point"
[[side.formation.stand]]
type = "Infantry HQ"
role = "GHQ+1"
at = "0201"
[[side.formation.stand]]
type = "Infantry '43"
count = 2
at = ["0501", "0602"]
[[side.formation.stand]]
type = "Panzer IV F2-H (7.5cm)"
count = 2
at = ["0802", "0902"]
[[side.formation.stand]]
type = "105mm IFH18 [2]"
off-map = true
[[side]]
key = "soviets"
name = "Soviets"
letter = "S"
nation = "soviet-union"
cohesion = 14
edge = "N"
depth = 6
defends = true
works-at-will = true
[[side.minefield]]
kind = "standard"
at = ["0607", "0708"]
[[side.position]]
kind = "light"
at = ["0508", "0708"]
[[side.formation]]
name = "Point"
[[side.formation.stand]]
type = "Infantry HQ"
role = "GHQ+0"
at = "0210"
[[side.formation.stand]]
type = "Infantry '43-'45"
count = 2
at = ["0508", "0708"]
[[side.formation.stand]]
type = "45mm '42 ATG"
at = "0809"
"#;

/// Aircraft attacking a square with a hidden stand roll by what their side sees: the position counts once it
/// is revealed.
// card: rules: battles: hidden set-up, 12.3.5
#[test]
fn hidden_positions_do_not_affect_aircraft() {
    use standto::rules::matg::air::strike::Strike;
    let text = SMALL.replace("[\"hidden-set-up\"]", "[\"hidden-set-up\", \"air-strikes\"]");
    let mut position = opening("small.toml", &text.replace("\"0607\", \"0708\"", "\"0607\", \"0907\""));
    position.arrivals.begun = true;
    position.forces.hidden = ["S2", "S3"].map(|tag| id(&position, tag)).to_vec();
    let strike = Strike { side: Side::A, plane: 0, loads: vec![0], at: cell("0508"), flak: 0, again: false };
    let seen = position.seen_by(Side::A, &mut Dice::seeded(1, 0));
    assert_eq!(
        strike::strike_profile(&position.field, &position.forces, &position.now, &position.command, &strike),
        strike::strike_profile(&seen.field, &seen.forces, &seen.now, &seen.command, &strike)
    );
    assert_eq!(
        strike::strike_profile(&position.field, &position.forces, &position.now, &position.command, &strike)
            .modifier(),
        0
    );
    position.forces.hidden.clear();
    // A light position: four against personnel.
    assert_eq!(
        strike::strike_profile(&position.field, &position.forces, &position.now, &position.command, &strike)
            .modifier(),
        4
    );
}

/// Hidden mines do not count for fire at a stand on them: the enemy rolls by what it has been shown.
// card: rules: battles: hidden set-up
#[test]
fn hidden_mines_do_not_affect_fire() {
    use standto::rules::matg::fire::attack::Occasion;
    use standto::rules::matg::state::choice::Weapon;
    let text = SMALL.replace("\"0607\", \"0708\"", "\"0607\", \"0809\"");
    let mut position = opening("small.toml", &text);
    position.arrivals.begun = true;
    let (firer, gun) = (id(&position, "G4"), id(&position, "S4"));
    assert!(
        !position.forces.hidden.contains(&gun)
            && position.field.ground_at(cell("0809")).has(Terrain::Minefield)
    );
    let shot = |position: &Position| combat::shot(position, firer, Weapon::Gun(0), gun, Occasion::Standard);
    let seen = position.seen_by(Side::A, &mut Dice::seeded(1, 0));
    assert_eq!(shot(&position), shot(&seen));
    position.field.works.mines.iter_mut().for_each(|mine| mine.hidden = false);
    let open = shot(&position);
    assert_eq!((open.to_fire.modifier(), open.attack.modifier()), (-2, shot(&seen).attack.modifier() - 2));
}

/// Random play with a hidden set-up obeys every law: a side's choices are those of the board it sees.
#[test]
fn a_hidden_set_up_obeys_every_law() {
    let text = SMALL.replace("\"0607\", \"0708\"", "\"0607\", \"0907\"");
    let start = opening("small.toml", &text);
    assert_eq!(start.forces.hidden.len(), 2);
    for seed in 0..6 {
        let played = standto::simulate::check_random_game(&start, seed, 200_000);
        played.unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
    }
}

// card: battles: laying works
#[test]
fn minefields_are_limited_by_road_and_zone() {
    let mut position = deploying(false);
    // One lies on the northern road already, none on the western.
    play(&mut position, &["lift 1905"]);
    let may = |position: &Position, at: &str| position.check(&format!("at {at}").parse().unwrap()).is_ok();
    assert!(may(&position, "1411") && may(&position, "1308"), "clear ground in the area");
    assert!(
        !may(&position, "1211") && !may(&position, "2111"),
        "eight inches behind the line, not nine, and not before it"
    );
    assert!(may(&position, "1735"), "a second along the northern road");
    play(&mut position, &["at 1735", "lift 1906"]);
    assert!(!may(&position, "1834") && !may(&position, "1340"), "no third");
    assert!(may(&position, "1716"), "the western road has none yet");
    play(&mut position, &["at 1716", "lift 1907", "at 1315", "lift 2005"]);
    assert!(!may(&position, "1816") && may(&position, "1408"));
}

// card: battles: observers
#[test]
fn observers_are_assigned_at_deployment() {
    let mut position = deploying(false);
    let hosts = |position: &Position, side: Side| -> Vec<String> {
        let teams = position.record.observers.iter().filter(|team| team.side == side);
        teams.map(|team| position.battle.tag(team.host).to_string()).collect()
    };
    assert_eq!(
        hosts(&position, Side::A),
        ["A2", "A6", "A26", "A38"],
        "the command truck, and three designated"
    );
    assert_eq!(hosts(&position, Side::B).len(), 1 + 4);
    play(&mut position, &["transfer A6"]);
    assert!(position.decision().unwrap().secret);
    assert!(position.check(&"host A1".parse().unwrap()).is_err(), "no GHQ");
    assert!(position.check(&"host A26".parse().unwrap()).is_err(), "it has one");
    play(&mut position, &["host A15"]);
    assert_eq!(hosts(&position, Side::A), ["A2", "A15", "A26", "A38"]);
    assert!(position.check(&"transfer A15".parse().unwrap()).is_err(), "each is assigned once");
    assert!(
        observers::may_observe(
            &position.forces,
            &position.now,
            &position.command,
            &position.record,
            id(&position, "A15")
        )
        .is_ok()
            && observers::may_observe(
                &position.forces,
                &position.now,
                &position.command,
                &position.record,
                id(&position, "A6")
            )
            .is_err()
    );
}

// card: battles: zones
#[test]
fn tank_destroyers_enter_within_four_inches_of_another_unit() {
    let mut position = deploying(false);
    for stand in
        position.battle.ids(Side::A).filter(|&id| position.battle.unit(id).formation.contains("805th"))
    {
        let at = position.forces.cell(stand).unwrap();
        let other = |&(other, _): &(Id, Cell)| {
            !position.battle.unit(other).formation.contains("805th")
                && !position.battle.unit(other).formation.contains("13th")
        };
        let near = position
            .forces
            .on_board(Side::A)
            .filter(other)
            .any(|(_, cell)| standto::board::within(cell, at, 4));
        assert!(near, "{}", position.battle.who(stand));
    }
    play(&mut position, &["pick A39"]);
    let may = |at: &str| position.check(&format!("at {at}").parse().unwrap()).is_ok();
    assert!(may("0930"), "four inches from the anti-aircraft halftrack or the command");
    assert!(!may("0140"), "far behind all other units");
}
