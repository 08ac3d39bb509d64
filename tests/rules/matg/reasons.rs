//! The reasons of Micro Armour's computer player: the options of a decision, the chosen one the best.

use standto::dice::Dice;
use standto::game::{Level, Log, Opinion, Opponent, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::air::strike::Strike;
use standto::rules::matg::assault::decisions::{Answer, Assaults, Declarations, Retreat};
use standto::rules::matg::fire::combat::Occasion;
use standto::rules::matg::fire::reaction::Reaction;
use standto::rules::matg::fire::standard::Draft;
use standto::rules::matg::landings::paratroops::Appointment;
use standto::rules::matg::movement::riders::Riders;
use standto::rules::matg::state::choice::{Choice, Posture};
use standto::rules::matg::state::position::Place;
use standto::rules::matg::turn::alternation::Alternation;
use standto::rules::matg::turn::sequence::{
    ArtilleryPhase, FirePhase, Frame, GroupMove, MovementPhase, PlotPhase,
};

use super::opponent::{drawn, id, moving, seen, stand, tag, think};
use super::opponent_options::with;

/// The position with stands that may move, at a decision.
fn at(mut position: Position, marked: &[&str], frames: impl IntoIterator<Item = Frame>) -> Position {
    for tag in marked {
        let tag = id(&position, tag);
        let stand = position.forces.stand_mut(tag);
        (stand.posture, stand.group) = (Posture::Move, 1);
    }
    position.now.stack = frames.into_iter().collect();
    position
}

/// The opinion about a decision: at least two options, and the choice is the best of them.
fn weighed(position: &Position) -> Opinion<Choice> {
    let opinion = Position::weigh(&seen(position), Level::Normal.steady(), &mut Dice::seeded(1, 0));
    assert!(opinion.options.len() >= 2, "{opinion:?}");
    let chosen = opinion.of_choice(&opinion.choice).expect("it is weighed").score();
    assert!(chosen >= opinion.options[0].score(), "{opinion:?}");
    assert_eq!(opinion.choice, think(position));
    assert!(!opinion.task.is_empty());
    for option in &opinion.options {
        assert!(position.check(&option.choice).is_ok(), "{option:?}");
    }
    opinion
}

/// The kinds of decision that have reasons, until another phase.
fn kinds(mut position: Position) -> Vec<&'static str> {
    let start = position.now.phase();
    let mut kinds = Vec::new();
    while position.now.phase() == start {
        let kind = position.decision().expect("a decision").kind;
        let opinion = Position::weigh(&seen(&position), Level::Normal.steady(), &mut Dice::seeded(1, 0));
        if !opinion.options.is_empty() && !kinds.contains(&kind) {
            weighed(&position);
            kinds.push(kind);
        }
        position.apply(&opinion.choice, &mut Dice::seeded(5, 0), &mut Log::off()).expect("seeded dice");
    }
    kinds
}

const INFANTRY: &str = "Infantry '43";

#[test]
fn artillery_has_reasons() {
    let germans = stand("105mm Wespe [3]", "1202") + &stand(INFANTRY, "1206") + "observer = true\n";
    let enemies = ["1212", "1312", "1614"].map(|at| stand("76mm Gun (M36 Div) [2]", at)).concat();
    let position = || drawn(&[], &germans, &enemies);
    let turns = Alternation::left_to(Side::A);
    let direct = Frame::Artillery(ArtilleryPhase { turns, ..ArtilleryPhase::begun_by(Side::A) });
    assert_eq!(kinds(at(position(), &[], [direct])), ["artillery", "aim", "sheaf"]);
    let plots = Frame::Plot(PlotPhase { turns, draft: None });
    assert_eq!(kinds(at(position(), &[], [plots])), ["plot", "battery", "aim", "sheaf"]);
}

/// Two German stands of infantry beside a disorganized Soviet gun and infantry.
fn beside() -> Position {
    let germans = stand(INFANTRY, "1211") + &stand(INFANTRY, "1311");
    let mut position =
        drawn(&[], &germans, &(stand("76mm Gun (M36 Div) [2]", "1212") + &stand("Infantry SMG", "1312")));
    let defender = id(&position, "S1");
    position.forces.stand_mut(defender).disorganized = true;
    position
}

#[test]
fn declarations_of_assaults_have_reasons() {
    let turns = Alternation::left_to(Side::A);
    let mut position = at(beside(), &["G1", "G2"], [Frame::Declare(Declarations { turns, picked: None })]);
    let picked = weighed(&position).choice;
    assert!(matches!(picked, Choice::Pick(_)), "{picked}");
    position.apply(&picked, &mut Dice::seeded(1, 0), &mut Log::off()).expect("no dice");
    let target = weighed(&position);
    assert_eq!(target.choice, Choice::Assault(tag("S1")));
    let labels: Vec<&str> = target.options[0].terms.iter().map(|term| term.label.as_ref()).collect();
    assert!(labels[0].starts_with("expected effect on"), "{labels:?}");
}

/// A stand about to move on.
fn mover(position: &Position, text: &str) -> Frame {
    Frame::Moving(moving(id(position, text)))
}

#[test]
fn answers_and_retreats_have_reasons() {
    let mut position = beside();
    let defender = id(&position, "S2");
    position.now.assaults = ["G1", "G2"].map(|text| (id(&position, text), defender)).to_vec();
    let position = at(position, &["G1", "G2"], [Frame::Answer(Answer { defender })]);
    assert!(matches!(weighed(&position).choice, Choice::Answer(_)));
    let from = id(&position, "G1");
    let retreat = Retreat { stand: defender, from, rule: "8.8.5" };
    let opinion = weighed(&at(position, &[], [Frame::Retreat(retreat)]));
    assert!(matches!(opinion.choice, Choice::Retreat(_)));
}

#[test]
fn the_stands_of_a_group_have_reasons() {
    let wood: Vec<String> = (1..=24).map(|x| format!("{x:02}12")).collect();
    let wood: Vec<&str> = wood.iter().map(String::as_str).collect();
    let tanks = stand("Panzer IV F2-H (7.5cm)", "1203") + &stand("Panzer IV F2-H (7.5cm)", "1204");
    let position = drawn(&wood, &tanks, &stand("T-34c", "1222"));
    let members = vec![id(&position, "G1"), id(&position, "G2")];
    let phase = Frame::Movement(MovementPhase::begun_by(Side::A, false));
    let position = at(position, &["G1", "G2"], [phase, Frame::Group(GroupMove { side: Side::A, members })]);
    let opinion = weighed(&position);
    assert_eq!(opinion.choice, Choice::Move(tag("G2")));
    assert!(opinion.task.contains("clear the way"), "{}", opinion.task);
    assert!(opinion.task.contains("It makes for "), "{}", opinion.task);
}

/// The task of a stand on the move.
fn task(germans: &str, soviets: &str, mover_tag: &str) -> String {
    let position = drawn(&[], germans, soviets);
    let phase = Frame::Movement(MovementPhase::begun_by(Side::A, false));
    let frames = [phase, mover(&position, mover_tag)];
    let position = at(position, &[mover_tag], frames);
    let opinion = Position::weigh(&seen(&position), Level::Normal.steady(), &mut Dice::seeded(1, 0));
    opinion.task.into_owned()
}

/// In a battle of destruction not every stand closes with the enemy.
#[test]
fn a_task_says_where_a_stand_belongs() {
    let tank = |at: &str| stand("Panzer IV F2-H (7.5cm)", at);
    for (stand_type, does) in [
        ("Panzer IV F2-H (7.5cm)", "closes with the enemy."),
        ("SdKfz 7/2 37mm AAG", "follows the tanks."),
        ("Daimler-Steyr Lt Truck", "keeps behind the front."),
    ] {
        let task = task(&(stand(stand_type, "1204") + &tank("1206")), &stand("T-34c", "1222"), "G1");
        assert!(task.starts_with(&format!("G1 {stand_type} {does}")), "{task}");
    }
    let rockets = stand("300mm Kat. BM-31-12 [4]", "1222") + &stand("T-34c", "1220");
    let task = task(&tank("1204"), &rockets, "S1");
    assert!(task.contains(" keeps as far from the enemy as it can see."), "{task}");
}

/// What a stand gains by the square that it makes for.
#[test]
fn a_task_says_what_a_move_gains() {
    let task = task(&stand("Panzer IV F2-H (7.5cm)", "1204"), &stand("T-34c", "1222"), "G1");
    assert!(task.ends_with(", closer to the enemy."), "{task}");
}

#[test]
fn the_next_firer_is_weighed() {
    let germans = stand("Panzer IV F2-H (7.5cm)", "1205") + &stand("StuG III F-G", "1405");
    let position = drawn(&[], &germans, &stand("T-34c", "1211"));
    let draft = Draft { target: id(&position, "S1"), firers: Vec::new() };
    let phase = Frame::Fire(FirePhase { draft: Some(draft), ..FirePhase::begun_by(Side::A) });
    let opinion = weighed(&at(position, &[], [phase]));
    assert!(matches!(opinion.choice, Choice::Firer(..)));
    assert!(opinion.task.contains(" opens fire at S1 "), "{}", opinion.task);
}

#[test]
fn the_first_close_assault_is_weighed() {
    let mut position = beside();
    position.now.assaults = [("G1", "S1"), ("G2", "S2")]
        .map(|(who, target)| (id(&position, who), id(&position, target)))
        .to_vec();
    let assaults = Assaults { turns: Alternation::left_to(Side::A) };
    let opinion = weighed(&at(position, &["G1", "G2"], [Frame::Assaults(assaults)]));
    assert!(matches!(opinion.choice, Choice::Resolve(_)));
}

#[test]
fn the_heir_to_command_is_weighed() {
    let appointed = Frame::Appoint(Appointment { side: Side::A, ghq: true });
    let opinion = weighed(&at(beside(), &[], [appointed]));
    assert_eq!(opinion.options[0].terms[0].label, "distance from the enemy");
}

#[test]
fn riders_that_get_off_weigh_the_squares_beside_their_tank() {
    let germans = stand("Panzer IV F2-H (7.5cm)", "0503") + &stand(INFANTRY, "0603");
    let mut position = with("\"tank-riders\"", &germans, &stand("T-34c", "0610"));
    let (carrier, men) = (id(&position, "G1"), id(&position, "G2"));
    position.forces.take_off(men, Place::Aboard(carrier));
    let riders = Riders { carrier, held: Vec::new(), must: false };
    let opinion = weighed(&at(position, &[], [Frame::Riders(riders)]));
    assert!(matches!(opinion.choice, Choice::Unload(..)));
}

#[test]
fn the_targets_of_aircraft_are_weighed() {
    let plane = "[[side.aircraft]]\ntype = \"Henschel HS-129 B3\"\nturn = 1\n";
    let germans = format!("{}{plane}", stand(INFANTRY, "0301"));
    let soviets = ["1212", "1213", "1214"].map(|at| stand("T-34c", at)).concat();
    let position = || with("\"air-strikes\"", &germans, &soviets);
    let turns = Alternation::left_to(Side::A);
    let phase = Frame::Artillery(ArtilleryPhase { turns, ..ArtilleryPhase::begun_by(Side::A) });
    assert!(matches!(weighed(&at(position(), &[], [phase])).choice, Choice::Strafe(..)));
    let strike = Strike {
        side: Side::A,
        plane: 0,
        loads: Vec::new(),
        at: position().forces.cell(id(&position(), "S2")).expect("it is on the board"),
        flak: 0,
        again: true,
    };
    assert!(matches!(weighed(&at(position(), &[], [Frame::Strike(strike)])).choice, Choice::Strafe(..)));
}

#[test]
fn covering_fire_has_reasons() {
    let germans = stand("Panzer IV F2-H (7.5cm)", "1205") + &stand("Panzer IV F2-H (7.5cm)", "1805");
    let position = drawn(&[], &germans, &stand("T-34c", "1211"));
    let reaction = Reaction {
        side: Side::A,
        occasion: Occasion::Covering,
        targets: vec![id(&position, "S1")],
        draft: None,
        only: None,
    };
    let frames = [
        Frame::Movement(MovementPhase::begun_by(Side::A, false)),
        mover(&position, "G2"),
        Frame::Reaction(reaction),
    ];
    let opinion = weighed(&at(position, &["G2"], frames));
    assert_eq!(opinion.choice, Choice::Target(tag("S1")));
}
