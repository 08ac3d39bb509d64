//! The computer in positions with a right answer: leaders direct and move along, the holding side leaves LOS
//! in its own turn and saves its fire, broken units rout to cover, Guns fire and stay manned, weak enemies
//! are met in CC and strong ones are not.

use standto::dice::Dice;
use standto::game::{Level, Opponent, Rules, Seen, Side, laws};
use standto::rules::aslsk::Position;
use standto::rules::aslsk::board::Place;
use standto::rules::aslsk::state::{Choice, Item};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;

use super::table::Table;

fn think(table: &Table) -> Choice {
    let position = &table.position;
    let side = position.decision().expect("a decision is open").side;
    let mut dice = Dice::seeded(1, 0);
    let seen = Seen::by(side, position, &mut dice);
    let choice = Position::think(&seen, Level::Normal.steady(), &mut dice);
    position.check(&choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
    choice
}

/// Plays the computer's choices until a die is rolled or the other side decides; returns them.
fn goes_on(table: &mut Table, most: usize) -> Vec<Choice> {
    let side = table.position.decision().expect("a decision is open").side;
    let mut played = Vec::new();
    while played.len() < most && table.position.decision().is_some_and(|now| now.side == side) {
        let choice = think(table);
        if matches!(choice, Choice::Shoot) {
            played.push(choice);
            break;
        }
        table.play(&choice.to_string(), &[]);
        played.push(choice);
    }
    played
}

/// The Americans' turn; they have to clear the town around S6.
fn americans() -> Table {
    let mut table = Table::new();
    table.position.turn.attacker = Side::B;
    table
}

#[test]
fn a_leader_directs_and_all_of_the_hex_fire_together() {
    let mut table = americans();
    let first = table.american("6-6-6", "wP4");
    let second = table.american("6-6-6", "wP4");
    let leader = table.american("9-1", "wP4");
    table.german("4-6-7", "wP5");
    table.open(Phase::PrepFire);
    let played = goes_on(&mut table, 6);
    assert!(matches!(played[0], Choice::Fire(Item::Unit(_), _)), "{played:?}");
    assert!(played.contains(&Choice::Direct(leader)), "{played:?}");
    let joined = [first, second].map(|id| played.contains(&Choice::Join(Item::Unit(id))));
    assert!(joined.contains(&true), "one begins, the other joins: {played:?}");
    assert_eq!(played.last(), Some(&Choice::Shoot));
}

#[test]
fn a_leader_takes_a_squad_along_towards_the_objective() {
    let mut table = americans();
    let squad = table.american("7-4-7", "wGG5");
    let leader = table.american("9-1", "wGG5");
    let goal = table.place("wS6");
    let begun = table.position.ground.map().range(table.place("wGG5"), goal);
    table.open(Phase::Movement);
    assert_eq!(think(&table), Choice::Move(leader));
    let played = goes_on(&mut table, 3);
    assert_eq!(played[1], Choice::With(squad), "{played:?}");
    // No unit could fire: each step leads on.
    while let Some(asked) = table.position.decision() {
        if asked.side == Side::A {
            table.play("done", &[]);
        } else if asked.kind == "mover" {
            let next = think(&table);
            table.play(&next.to_string(), &[]);
        } else {
            break;
        }
    }
    let now = table.u(squad).place().unwrap();
    assert!(table.position.ground.map().range(now, goal) + 4 <= begun, "it ended in {}", table.at(squad));
    assert_eq!(table.u(leader).place(), Some(now));
}

/// What two American squads do in their MPh, and where that takes the one from `wGG5`.
fn moved(mut think: impl FnMut(&Table) -> Choice) -> (Vec<Choice>, Place) {
    let mut table = americans();
    let squad = table.american("7-4-7", "wGG5");
    table.american("6-6-6", "wEE5");
    table.open(Phase::Movement);
    let mut played = Vec::new();
    while let Some(asked) = table.position.decision().filter(|_| table.position.turn.phase == Phase::Movement)
    {
        let choice = if asked.side == Side::A { Choice::Done } else { think(&table) };
        table.play(&choice.to_string(), &[]);
        played.push(choice);
    }
    (played, table.u(squad).place().unwrap())
}

/// Thinks as in a playout.
fn playing_out(intent: &mut <Position as Opponent>::Intent) -> impl FnMut(&Table) -> Choice {
    |table| {
        let side = table.position.decision().expect("a decision is open").side;
        let mut dice = Dice::seeded(1, 0);
        let seen = Seen::by(side, &table.position, &mut dice);
        Position::think_on(&seen, Level::Normal.steady(), intent, &mut dice)
    }
}

#[test]
fn a_side_that_is_played_out_moves_as_it_would_step_by_step() {
    let weighed = moved(think);
    let went = weighed.0.iter().filter(|choice| matches!(choice, Choice::Go(_))).count();
    assert!(went > 5, "both squads go far: {weighed:?}");
    assert_eq!(moved(playing_out(&mut Default::default())), weighed);
}

#[test]
fn only_a_playout_goes_on_without_weighing_again() {
    let (usual, _) = moved(think);
    let steps: Vec<&Choice> = usual.iter().filter(|choice| matches!(choice, Choice::Go(_))).collect();
    let mut table = americans();
    let squad = table.american("7-4-7", "wGG5");
    table.american("6-6-6", "wEE5");
    table.open(Phase::Movement);
    let mut intent = Default::default();
    while table.u(squad).place() == Some(table.place("wGG5")) {
        let asked = table.position.decision().expect("a decision is open");
        let choice = if asked.side == Side::A { Choice::Done } else { playing_out(&mut intent)(&table) };
        table.play(&choice.to_string(), &[]);
    }
    if table.position.decision().is_some_and(|asked| asked.side == Side::A) {
        table.play("done", &[]);
    }
    // Germans turn up where it is going.
    for _ in 0..3 {
        table.german("4-6-7", &steps[2].to_string()["go ".len()..]);
    }
    let next = playing_out(&mut intent)(&table);
    assert_eq!(&next, steps[1]);
    assert_ne!(think(&table), next);
}

/// A building with Germans, one from which Americans see them, and a hex next to the first that these do not
/// see.
fn street(table: &Table) -> (Place, Place, Place) {
    let map = table.position.ground.map();
    let sheltered = |place: Place| map.terrain(place).shelter();
    let home = table.place("wS6");
    for held in map.places().filter(|&place| sheltered(place) && map.range(place, home) <= 5) {
        for from in map.places().filter(|&place| sheltered(place)) {
            let range = map.range(held, from);
            if !(3..=5).contains(&range) || !table.position.ground.sees(from, held) {
                continue;
            }
            let hidden = map.around(held).map(|(_, to)| to);
            let hidden = hidden.filter(|&to| !table.position.ground.sees(from, to) && sheltered(to));
            if let Some(hidden) = hidden.min_by_key(|&to| map.range(to, home)) {
                return (held, from, hidden);
            }
        }
    }
    panic!("there is no such street on the board");
}

#[test]
fn the_holding_side_leaves_los_by_assault_movement() {
    let mut table = Table::new();
    let (held, from, _) = street(&table);
    let (held, from) =
        (table.position.ground.name(held).to_owned(), table.position.ground.name(from).to_owned());
    let squad = table.german("2-4-7", &held);
    for _ in 0..3 {
        table.american("6-6-6", &from);
    }
    table.american("9-1", &from);
    table.open(Phase::Movement);
    let mut played = Vec::new();
    while table.position.decision().is_some_and(|now| now.side == Side::A && now.kind != "fire")
        && played.len() < 8
    {
        if table.position.decision().unwrap().kind == "move" && !played.is_empty() {
            break;
        }
        played.extend(goes_on(&mut table, 1));
        if table.position.decision().is_some_and(|now| now.kind == "first-fire") {
            table.play("done", &[]);
        }
    }
    assert_eq!(played[..2], [Choice::Move(squad), Choice::Assault], "{held} from {from}: {played:?}");
    let at = table.u(squad).place().unwrap();
    let enemy = table.place(&from);
    assert!(!table.position.ground.sees(enemy, at), "it is seen from {from} in {}", table.at(squad));
}

/// A building, and two adjacent hexes in cover, the second in its LOS at 7 to 10 hexes.
fn far_off(table: &Table) -> (String, String, String) {
    let map = table.position.ground.map();
    let sheltered = |place: Place| map.terrain(place).shelter();
    for house in map.places().filter(|&place| sheltered(place)) {
        for to in map.places().filter(|&to| sheltered(to) && (7..=10).contains(&map.range(house, to))) {
            let from = map.around(to).map(|(_, from)| from).find(|&from| {
                sheltered(from) && map.level(from) == map.level(to) && map.level(to) == map.level(house)
            });
            if let Some(from) = from.filter(|_| table.position.ground.sees(house, to)) {
                return (map.at(house).name.clone(), map.at(from).name.clone(), map.at(to).name.clone());
            }
        }
    }
    panic!("there is no such place on the board");
}

#[test]
fn fire_is_saved_for_worthwhile_targets() {
    // A distant squad moves from cover to cover: not worth revealing the firer.
    let mut table = americans();
    let (house, from, to) = far_off(&table);
    let far = table.american("6-6-6", &from);
    table.german("4-6-7", &house);
    table.open(Phase::Movement);
    table.play(&format!("move u{far}"), &[]);
    table.play("assault", &[]);
    table.play(&format!("go {}", &to[1..]), &[]);
    assert_eq!(table.position.decision().unwrap().side, Side::A);
    assert!(table.offers("done") && table.choices().len() > 1, "it could fire from {house} at {to}");
    assert_eq!(think(&table), Choice::Done, "from {house} at {to}");
    // A squad crossing the street in front of the building is fired at.
    let mut table = americans();
    let near = table.american("6-6-6", "wM6");
    table.german("4-6-7", "wM8");
    table.open(Phase::Movement);
    table.play(&format!("move u{near}"), &[]);
    table.play("go M7", &[]);
    assert_eq!(table.position.decision().unwrap().side, Side::A);
    assert!(matches!(think(&table), Choice::Fire(Item::Unit(_), _)), "adjacent and in the open");
}

#[test]
fn broken_units_rout_into_cover_away_from_the_enemy() {
    let mut table = Table::new();
    let broken = table.german("4-6-7", "wM7");
    let unit = table.set(broken);
    (unit.broken, unit.dm) = (true, true);
    let enemy = table.american("6-6-6", "wM6");
    table.open(Phase::Rout);
    assert_eq!(think(&table), Choice::Rout(broken));
    let played = goes_on(&mut table, 8);
    let at = table.u(broken).place().unwrap();
    let shelter = table.position.ground.map().terrain(at).shelter();
    assert!(shelter, "{} after {played:?}", table.at(broken));
    assert!(table.position.ground.map().range(at, table.u(enemy).place().unwrap()) > 1, "{played:?}");
}

#[test]
fn a_gun_fires_within_its_ca_and_keeps_its_crew() {
    let mut table = Table::new();
    let crew = table.german("2-2-8", "wM7");
    let gun = table.ordnance("pak40", crew, "nne");
    table.american("6-6-6", "wN3");
    table.open(Phase::PrepFire);
    let choice = think(&table);
    assert!(
        matches!(choice, Choice::Fire(Item::Weapon(weapon), _) if weapon == gun),
        "{choice} of {:?}",
        table.choices()
    );
    table.open(Phase::Movement);
    assert_eq!(think(&table), Choice::Done, "crews do not leave their Guns");
}

#[test]
fn weak_enemies_are_attacked_in_cc_and_strong_ones_avoided() {
    let close = |strong: bool| {
        let mut table = americans();
        let squad = table.american("7-4-7", "wP4");
        if strong {
            for _ in 0..3 {
                table.german("4-6-7", "wP5");
            }
            table.german("9-1", "wP5");
        } else {
            let broken = table.german("2-4-7", "wP5");
            table.set(broken).broken = true;
        }
        table.open(Phase::Advance);
        let upon = table.position.ground.map().at(table.place("wP5")).hex;
        think(&table) == Choice::Advance(squad, upon)
    };
    assert!(close(false), "a broken half-squad");
    assert!(!close(true), "three squads and a leader");
}

#[test]
fn a_machine_gun_fires_with_its_squad() {
    let mut table = americans();
    let squad = table.american("6-6-6", "wP4");
    let gun = table.machine_gun(Nation::American, Weight::Medium, squad);
    table.german("4-6-7", "wP5");
    table.open(Phase::PrepFire);
    let played = goes_on(&mut table, 5);
    let fires = |item: Item| {
        played.iter().any(|choice| matches!(choice, Choice::Fire(i, _) | Choice::Join(i) if *i == item))
    };
    assert!(fires(Item::Unit(squad)) && fires(Item::Weapon(gun)), "{played:?}");
}

#[test]
fn leaders_rally_units_in_their_hex() {
    let mut table = Table::new();
    let leader = table.german("8-1", "wP5");
    let broken = table.german("4-6-7", "wP5");
    table.set(broken).broken = true;
    table.position.turn.phase = Phase::Rally;
    table.position.turn.frames = vec![standto::rules::aslsk::turn::Frame::Rally(
        standto::rules::aslsk::turn::rally::Step::Rally,
        Side::A,
    )];
    assert_eq!(think(&table), Choice::Rally(leader, broken));
}

#[test]
fn enemy_designations_stay_secret() {
    let world = |targets: &[usize]| {
        let mut table = Table::new();
        let ours = [table.german("4-6-7", "wN4"), table.german("4-6-7", "wN4")];
        let theirs = [table.american("6-6-6", "wN4"), table.american("7-4-7", "wN4")];
        table.open(Phase::CloseCombat);
        table.play("combat N4", &[]);
        while table.position.decision().unwrap().kind == "ranks" {
            table.play("done", &[]);
        }
        assert_eq!(table.position.decision().map(|now| (now.side, now.kind)), Some((Side::A, "designate")));
        for (by, &at) in ours.iter().zip(targets) {
            table.play(&format!("use u{by}"), &[]);
            table.play(&format!("at u{}", theirs[at]), &[]);
            table.play("next", &[]);
        }
        // A side with no unit left to designate is done.
        if table.position.decision().is_some_and(|now| now.side == Side::A) {
            table.play("done", &[]);
        }
        assert_eq!(table.position.decision().map(|now| (now.side, now.kind)), Some((Side::B, "designate")));
        table
    };
    // One on each, the other way round, only one attack, and none.
    let worlds: Vec<Table> = [&[0, 1][..], &[1, 0], &[1], &[]].into_iter().map(world).collect();
    for other in &worlds[1..] {
        assert!(worlds[0].position != other.position, "the worlds differ");
        laws::check_alike(&worlds[0].position, &other.position, Side::B)
            .unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(think(&worlds[0]), think(other));
        let opinion = |table: &Table| {
            let mut dice = Dice::seeded(1, 0);
            let seen = Seen::by(Side::B, &table.position, &mut dice);
            let opinion = Position::weigh(&seen, Level::Expert.steady(), &mut dice);
            (opinion, table.position.seen_by(Side::B, &mut dice).worth(Side::B))
        };
        assert_eq!(opinion(&worlds[0]), opinion(other));
    }
}

#[test]
fn the_computer_says_what_a_unit_is_for() {
    let mut table = americans();
    table.american("6-6-6", "wGG5");
    table.german("4-6-7", "wP5");
    table.open(Phase::Movement);
    let mut dice = Dice::seeded(1, 0);
    let seen = Seen::by(Side::B, &table.position, &mut dice);
    let opinion = Position::weigh(&seen, Level::Normal.steady(), &mut dice);
    assert_eq!(opinion.choice, think(&table));
    assert_eq!(opinion.options[0].choice, opinion.choice);
    assert!(opinion.task.ends_with(" closes in on the defenders."), "{}", opinion.task);
    let terms: Vec<&str> = opinion.options[0].terms.iter().map(|term| &*term.label).collect();
    assert!(terms.contains(&"distance to the objective"), "{terms:?}");
}

#[test]
fn broken_defenders_are_worth_less_and_each_side_sees_the_same_balance() {
    let mut table = americans();
    table.american("6-6-6", "wM5");
    let squad = table.german("4-6-7", "wP5");
    let before = table.position.worth(Side::B);
    assert_eq!(table.position.worth(Side::A), -before);
    table.set(squad).broken = true;
    assert!(table.position.worth(Side::B) > before);
}

#[test]
fn prep_fire_goes_where_it_spares_the_units_that_move() {
    // From L5 both Germans are as easy to hit; the one in N7 covers the way from N10 to the town.
    let fires_at = |movers: &[&str]| {
        let mut table = americans();
        let gunners = table.american("6-6-6", "wL5");
        table.machine_gun(Nation::American, Weight::Medium, gunners);
        table.american("6-6-6", "wL5");
        for hex in movers {
            table.american("6-6-6", hex);
        }
        table.german("4-6-7", "wM3");
        table.german("4-6-7", "wN7");
        table.open(Phase::PrepFire);
        let mut dice = Dice::seeded(1, 0);
        let seen = Seen::by(Side::B, &table.position, &mut dice);
        let opinion = Position::weigh(&seen, Level::Normal.steady(), &mut dice);
        (opinion.choice.to_string(), opinion.task)
    };
    assert_eq!(fires_at(&[]).0, "fire u0 M3");
    let (choice, task) = fires_at(&["wN10", "wN10"]);
    assert_eq!(choice, "fire u0 N7");
    assert_eq!(task, "6-6-6a in wL5 covers the units that move.");
}
