//! The opponent in battles won by places: it takes what it can still take in time, keeps what it has, and
//! sends no more stands than it needs to undisputed places.

use standto::board::Cell;
use standto::book::Book;
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::state::battle::Role;
use standto::rules::matg::state::choice::{Choice, Posture};

use super::opponent::{drawn_for, fire_phase, play_to_turn, posture_phase, stand, think};
use standto::rules::matg::turn::victory;

/// The side that alone holds the village wins.
const VILLAGE: &str = "[[victory.place]]\nname = \"the village\"\nat = \"1112-1314\"\n\
    [[victory.aim]]\nside = \"germans\"\nhold = \"the village\"\n\
    [[victory.aim]]\nside = \"soviets\"\nhold = \"the village\"\n";

/// The village and a distant bridge are both needed.
const BOTH: &str = "[[victory.place]]\nname = \"the village\"\nat = \"1112-1314\"\n\
    [[victory.place]]\nname = \"the bridge\"\nat = \"0304-0404\"\n\
    [[victory.aim]]\nside = \"germans\"\nhold = [\"the village\", \"the bridge\"]\n\
    [[victory.aim]]\nside = \"soviets\"\nhold = [\"the village\", \"the bridge\"]\n";

/// The Soviets keep the enemy from a marker.
const MARKER: &str = "[[victory.place]]\nname = \"the marker\"\nat = \"1213\"\n\
    [[victory.aim]]\nside = \"germans\"\notherwise = true\n\
    [[victory.aim]]\nside = \"soviets\"\nhold = \"the marker\"\nenter = true\nby-turn = 7\n";

fn squares(position: &Position, place: usize) -> Vec<Cell> {
    position.battle.victory.places[place].cells.clone()
}

/// How many stands of a side are in a place.
fn within(position: &Position, side: Side, place: usize) -> usize {
    let cells = squares(position, place);
    position.forces.on_board(side).filter(|(_, cell)| cells.contains(cell)).count()
}

/// Plays to the end of the battle while the enemy does nothing.
fn autoplay(position: &mut Position) {
    play_to_turn(position, u8::MAX, |_| ());
}

/// The stands that the first side marks in a posture phase.
fn marks(position: &mut Position) -> Vec<Choice> {
    let mut dice = Dice::seeded(1, 0);
    let mut made = Vec::new();
    while position.decision().is_some_and(|decision| decision.side == Side::A) && made.len() < 40 {
        let choice = think(position);
        made.push(choice);
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
        if !position.choices().iter().any(|choice| matches!(choice, Choice::Group(..) | Choice::Done)) {
            break;
        }
    }
    made
}

#[test]
fn on_the_last_turn_it_enters_the_objective_instead_of_firing() {
    // A truck stands in the open to be shot at; the village is empty and within a turn's drive.
    let tanks = stand("Panzer IV F2-H (7.5cm)", "1207") + &stand("Panzer IV F2-H (7.5cm)", "1307");
    let mut position =
        posture_phase(drawn_for(VILLAGE, &[], &tanks, &stand("Hvy Truck (YAG 10 8T)", "1221")));
    position.now.number = position.battle.turns;
    let choice = think(&position);
    assert!(matches!(choice, Choice::Group(Posture::Move | Posture::FireMove, _)), "{choice}");
    // An order may fail once; of a dozen turns like this one most end in the village.
    let mut won = 0;
    for seed in 0..12 {
        let mut position = position.clone();
        let mut dice = Dice::seeded(seed, 0);
        while let Some(decision) = position.decision() {
            let choices = position.choices();
            let idle = [Choice::Ready, Choice::Pass, Choice::Done, Choice::Hold];
            let choice = match decision.side {
                Side::A => think(&position),
                Side::B => idle.into_iter().find(|idle| choices.contains(idle)).unwrap_or(choices[0]),
            };
            position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
        }
        won += usize::from(
            victory::result(&position.forces, &position.now, &position.command).winner == Some(Side::A),
        );
    }
    assert!(won >= 8, "in the village in time {won} times of 12");
}

#[test]
fn stands_do_not_leave_a_winning_place() {
    // Tanks that would be easy prey are out of range; they draw no stand out of the village.
    let germans = stand("Panzer IV F2-H (7.5cm)", "1213") + &stand("Infantry '43", "1112");
    let mut position = drawn_for(VILLAGE, &[], &germans, &stand("T-70", "2423"));
    autoplay(&mut position);
    assert_eq!(victory::result(&position.forces, &position.now, &position.command).winner, Some(Side::A));
    assert!(within(&position, Side::A, 0) > 0);
}

#[test]
fn an_undisputed_place_is_taken_by_a_few_stands() {
    let at = ["1212", "1113", "1213", "1313", "1112", "1312", "1214", "1314"];
    let germans: String = at.iter().map(|at| stand("Panzer III J-L (50L60)", at)).collect();
    let soviets = stand("T-34C", "1222") + &stand("T-34C", "1322") + &stand("T-34C", "1122");
    let mut position = drawn_for(BOTH, &[], &germans, &soviets);
    play_to_turn(&mut position, 6, |_| ());
    assert_eq!(
        victory::holder_of_place(&position.forces, &position.command, 1),
        Some(Side::A),
        "the bridge is taken"
    );
    assert_eq!(
        victory::holder_of_place(&position.forces, &position.command, 0),
        Some(Side::A),
        "the village is kept"
    );
    let south = position
        .forces
        .on_board(Side::A)
        .filter(|(id, cell)| cell.y < 8 && !position.battle.unit(*id).is_personnel());
    assert!(south.count() <= 3, "no more than needed go there");
}

#[test]
fn enemies_in_the_place_are_fired_at_first() {
    let guns = stand("75mm ATG PaK 40", "1201");
    // The same tank in the village and out of it, as far away.
    let soviets = stand("T-34C", "1212") + &stand("T-34C", "1712");
    let position = drawn_for(VILLAGE, &[], &guns, &soviets);
    let mut position = fire_phase(position);
    position.now.number = 7;
    let inside = position.forces.holder_of("1212".parse().expect("a cell")).expect("a tank");
    assert_eq!(think(&position), Choice::Target(position.battle.tag(inside)));
    let outside = position.forces.holder_of("1712".parse().expect("a cell")).expect("a tank");
    assert_ne!(inside, outside);
}

#[test]
fn the_defender_occupies_the_marker() {
    let germans = stand("Infantry '43", "1011") + &stand("Infantry '43", "1411");
    let mut position = drawn_for(MARKER, &[], &germans, &stand("T-70", "1224"));
    play_to_turn(&mut position, 3, |_| ());
    assert_eq!(within(&position, Side::A, 0), 1, "one stands on it");
    autoplay(&mut position);
    assert_eq!(victory::result(&position.forces, &position.now, &position.command).winner, Some(Side::A));
}

#[test]
fn infantry_beside_a_held_place_keeps_its_field_of_fire() {
    let woods = ["1010", "1011", "1410", "1411"];
    let germans = stand("Infantry '43", "1213")
        + &stand("Infantry '43", "1112")
        + &stand("Infantry '43", "1011")
        + &stand("Infantry '43", "1411");
    let mut position = posture_phase(drawn_for(VILLAGE, &woods, &germans, &stand("Infantry SMG", "1221")));
    let outside =
        ["1011", "1411"].map(|at| position.forces.holder_of(at.parse().expect("a cell")).expect("men"));
    let tags = outside.map(|id| position.battle.tag(id));
    for choice in marks(&mut position) {
        let left = |named: &_| tags.contains(named);
        assert!(
            !matches!(choice, Choice::Group(_, ref named) | Choice::Add(ref named) if left(named)),
            "{choice}"
        );
    }
}

#[test]
fn infantry_beside_the_enemy_in_the_place_gets_ready_to_assault() {
    // Fire at the stand in the woods only suppresses it. A close assault ignores cover, and a stand that
    // fires can't make one.
    let germans =
        stand("Infantry '43", "1112") + &stand("Infantry '43", "1113") + &stand("Infantry '43", "1212");
    let soviets = stand("Infantry SMG", "1213");
    let position = drawn_for(VILLAGE, &["1213", "1112", "1113"], &germans, &soviets);
    let mut position = posture_phase(position);
    position.now.number = 6;
    let beside = position.forces.holder_of("1113".parse().expect("a cell")).expect("men");
    let beside = position.battle.tag(beside);
    let marked = marks(&mut position);
    let goes = |choice: &Choice| match choice {
        Choice::Group(Posture::Move, named) | Choice::Add(named) => *named == beside,
        _ => false,
    };
    assert!(marked.iter().any(goes), "{marked:?}");
}

#[test]
fn carriers_that_leave_the_map_keep_their_infantry_aboard() {
    let leaves = "[[victory.aim]]\nside = \"germans\"\nexit-percent = 50\nover = \"N\"\n\
        [[victory.aim]]\nside = \"soviets\"\notherwise = true\n";
    let carrier = |at: &str, tag: &str| {
        stand("SdKfz 251/1", at)
            + &format!("[[side.formation.stand]]\ntype = \"Infantry '43\"\naboard = \"{tag}\"\n")
    };
    let germans = carrier("1005", "G1") + &carrier("1205", "G3") + &carrier("1405", "G5");
    // A truck at the side is near enough for men to be set down for it.
    let soviets = stand("Hvy Truck (YAG 10 8T)", "2112");
    let mut position = drawn_for(leaves, &[], &germans, &soviets);
    let mut walked = 0;
    play_to_turn(&mut position, u8::MAX, |position| {
        walked += position
            .forces
            .on_board(Side::A)
            .filter(|&(id, _)| {
                position.battle.unit(id).is_personnel()
                    && !matches!(position.forces.stand(id).role, Role::Ghq(_))
            })
            .count();
    });
    assert_eq!(walked, 0, "they stay aboard");
    assert_eq!(
        victory::result(&position.forces, &position.now, &position.command).winner,
        Some(Side::A),
        "{:?}",
        victory::outcome_in_words(&position.forces, &position.now, &position.command)
    );
}

/// Airborne groups land at every place that counts, and no place gets more than one group more than another.
#[test]
fn landing_groups_are_spread_over_the_objectives() {
    let (_, text) = Position::SCENARIOS.iter().find(|(name, _)| *name == "costly-setback").expect("built in");
    let (mut position, _) = Position::read("costly-setback", text).expect("it is valid");
    let mut dice = Dice::seeded(5, 0);
    let side = position.battle.landings[0].side;
    for _ in 0..400 {
        if position.arrivals.groups.iter().all(|group| group.zone.is_some()) {
            break;
        }
        let choice = match position.decision() {
            Some(decision) if decision.side == side => think(&position),
            _ => {
                let choices = position.choices();
                *choices.iter().find(|choice| **choice == Choice::Ready).unwrap_or(&choices[0])
            }
        };
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
    }
    let zones: Vec<Cell> = position.arrivals.groups.iter().filter_map(|group| Some(group.zone?.at)).collect();
    assert_eq!(zones.len(), position.battle.landings.len(), "all are recorded");
    let far = |zone: Cell, place: &[Cell]| {
        place.iter().map(|&at| standto::board::distance_squared(at, zone)).min().unwrap_or(i32::MAX)
    };
    let places = &position.battle.victory.places;
    let meant = |n: &usize| {
        let nearest = |zone: &&Cell| {
            (0..places.len()).min_by_key(|&place| far(**zone, &places[place].cells)) == Some(*n)
        };
        zones.iter().filter(nearest).count()
    };
    let counts: Vec<usize> = (0..places.len()).map(|n| meant(&n)).collect();
    let (least, most) = (counts.iter().min().copied(), counts.iter().max().copied());
    assert!(
        least.zip(most).is_some_and(|(least, most)| least > 0 && most - least <= 1),
        "{counts:?} of {zones:?}"
    );
}

#[test]
fn stands_in_good_order_in_the_place_are_fired_at_first() {
    // One of two identical stands is disorganized: it is easier to destroy, but no longer holds anything.
    let guns = stand("75mm ATG PaK 40", "1201") + &stand("Panzer IV F2-H (7.5cm)", "1301");
    let soviets = stand("T-34C", "1212") + &stand("T-34C", "1312");
    let mut position = fire_phase(drawn_for(VILLAGE, &[], &guns, &soviets));
    position.now.number = position.battle.turns;
    let [spent, fit] =
        ["1212", "1312"].map(|at| position.forces.holder_of(at.parse().expect("a cell")).expect("a tank"));
    position.forces.stand_mut(spent).disorganized = true;
    assert_eq!(think(&position), Choice::Target(position.battle.tag(fit)));
    // Beside the village the choice is the other way round.
    let soviets = stand("T-34C", "1215") + &stand("T-34C", "1315");
    let mut position = fire_phase(drawn_for(VILLAGE, &[], &guns, &soviets));
    position.now.number = position.battle.turns;
    let spent = position.forces.holder_of("1215".parse().expect("a cell")).expect("a tank");
    position.forces.stand_mut(spent).disorganized = true;
    assert_eq!(think(&position), Choice::Target(position.battle.tag(spent)));
}
