//! The computer opponent for Micro Armour with the optional rules of chapter 12: it uses those in play.

use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::artillery::plot::Plotting;
use standto::rules::matg::command::hand::Hand;
use standto::rules::matg::movement::riders::Riders;
use standto::rules::matg::state::choice::{Choice, Posture, Weapon};
use standto::rules::matg::turn::alternation::Alternation;
use standto::rules::matg::turn::sequence::{ArtilleryPhase, Frame, GroupMove, MovementPhase, PlotPhase};

use super::opponent::{drawn_for, fire_phase, id, stand, tag, think};
use standto::rules::matg::command::cohesion;

/// A small battle with these optional rules.
pub(super) fn with(options: &str, germans: &str, soviets: &str) -> Position {
    let victory = format!("options = [{options}]\n[victory]\ndestroy-percent = 50\n");
    drawn_for(&victory, &[], germans, soviets)
}

const TANK: &str = "Panzer IV F2-H (7.5cm)";
const INFANTRY: &str = "Infantry '44";
const T34: &str = "T-34c";

fn marked(mut position: Position, tags: &[&str]) -> Position {
    for (group, text) in (1..).zip(tags) {
        let id = id(&position, text);
        let stand = position.forces.stand_mut(id);
        (stand.posture, stand.group) = (Posture::Move, group);
    }
    position
}

/// Two tanks of two formations, each of which has lost a truck and drawn a seven. Returns the one it fires at
/// if the first formation has this break point and the other never breaks.
fn target_where(near: u8, break_point: u16) -> Choice {
    let second = "[[side.formation]]\nname = \"Second\"\n[[side.formation.stand]]\ntype = \"Infantry HQ\"\n\
                  role = \"GHQ+0\"\nat = \"2424\"\n";
    let first = "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+0\"\nat = \"2324\"\n";
    let truck = stand("Med Truck (Zis 5 3T)", "2224");
    let soviets = format!(
        "{first}{}{truck}{second}{}{}",
        stand(T34, "1012"),
        stand(T34, "1412"),
        truck.replace("2224", "2124")
    );
    let mut position = with("\"determination\"", &stand(TANK, "1206"), &soviets);
    for text in ["S3", "S6"] {
        let truck = id(&position, text);
        cohesion::eliminate(&mut position, truck, &mut Log::off());
    }
    position.apply(&Choice::Ready, &mut Dice::taped(&[25, 25]), &mut Log::off()).unwrap();
    for hand in &mut position.command.hands {
        hand.break_point = if hand.side == Side::B && hand.force == near { break_point } else { 400 };
    }
    let hands: Vec<u16> =
        position.command.hands.iter().filter(|hand| hand.side == Side::B).map(Hand::value).collect();
    assert_eq!(hands, [7, 7]);
    think(&fire_phase(position))
}

/// Of two equal tanks it fires at the one whose loss may break its formation.
#[test]
fn it_fires_at_the_force_that_is_near_its_break_point() {
    let targets = [target_where(0, 8), target_where(1, 8)];
    assert_eq!(targets, [Choice::Target(tag("S2")), Choice::Target(tag("S5"))]);
}

/// A formation whose cards are shown breaks anyway: it fires at the other.
#[test]
fn it_does_not_fire_first_at_a_force_that_will_break() {
    let targets = [target_where(0, 6), target_where(1, 6)];
    assert_eq!(targets, [Choice::Target(tag("S5")), Choice::Target(tag("S2"))]);
}

/// Infantry with far to go rides on an adjacent tank, but not near the enemy.
#[test]
fn infantry_rides_on_a_tank_to_a_distant_enemy() {
    let choice = |enemy: &str| {
        let germans = format!("{}{}", stand(TANK, "0503"), stand(INFANTRY, "0603"));
        let position = with("\"tank-riders\"", &germans, &stand(T34, enemy));
        let mut position = marked(position, &["G1", "G2"]);
        let tank = id(&position, "G1");
        position.now.stack = vec![Frame::Group(GroupMove { side: Side::A, members: vec![tank] })];
        position.apply(&Choice::Move(tag("G1")), &mut Dice::seeded(1, 0), &mut Log::off()).unwrap();
        think(&position)
    };
    assert_eq!(choice("1223"), Choice::Load(tag("G2")));
    assert_ne!(choice("0610"), Choice::Load(tag("G2")));
}

/// After their tank has fired, riders hold on far from the enemy and dismount near it.
#[test]
fn riders_dismount_near_the_enemy() {
    let choice = |enemy: &str| {
        let germans = format!("{}{}", stand(TANK, "0503"), stand(INFANTRY, "0603"));
        let mut position = with("\"tank-riders\"", &germans, &stand(T34, enemy));
        let (tank, men) = (id(&position, "G1"), id(&position, "G2"));
        position.forces.take_off(men, standto::rules::matg::state::position::Place::Aboard(tank));
        position.now.stack = vec![Frame::Riders(Riders { carrier: tank, held: Vec::new(), must: false })];
        think(&position)
    };
    assert_eq!(choice("1223"), Choice::HoldOn(tag("G2")));
    assert!(matches!(choice("0610"), Choice::Unload(..)));
}

/// After a shot with effect on a vehicle it fires again, at another target.
#[test]
fn it_fires_the_second_shot() {
    let soviets = format!("{}{}", stand(T34, "0510"), stand(T34, "0810"));
    let mut position = with("\"second-shots\"", &stand(TANK, "0605"), &soviets);
    let (tank, hit) = (id(&position, "G1"), id(&position, "S1"));
    position.forces.stand_mut(hit).attacked = true;
    let stand = position.forces.stand_mut(tank);
    stand.fired = true;
    stand.lately.scored = Some(hit);
    assert_eq!(think(&fire_phase(position)), Choice::Target(tag("S2")));
}

/// A short gun fires HEAT at a tank, a heavy gun its HE.
#[test]
fn it_fires_special_ammunition_at_armour() {
    let fires = |options: &str, germans: &str, soviets: &str| {
        let mut position = fire_phase(with(options, germans, soviets));
        let target = think(&position);
        assert!(matches!(target, Choice::Target(_)), "{target}");
        position.apply(&target, &mut Dice::seeded(1, 0), &mut Log::off()).unwrap();
        think(&position)
    };
    let heat = fires("\"heat\"", &stand("Panzer IV E (75L24)", "0605"), &stand(T34, "0609"));
    assert!(matches!(heat, Choice::Firer(_, Weapon::Heat(_))), "{heat}");
    let hunt = fires("\"big-game-hunters\"", &stand("150mm Hummel [3]", "0605"), &stand(T34, "0607"));
    assert!(matches!(hunt, Choice::Firer(_, Weapon::Hunt(_))), "{hunt}");
}

/// Its team bombs the gun that stays, not the moving tank.
#[test]
fn its_air_support_team_aims_at_stationary_targets() {
    let germans = format!(
        "{}air-support = true\n[[side.aircraft]]\ntype = \"Junkers Ju87 D-1 (1)\"\nturn = 3\n",
        stand(INFANTRY, "1210")
    );
    let soviets = format!("{}{}", stand(T34, "1018"), stand("76mm Gun (M36 Div) [2]", "1418"));
    let mut position = marked(with("\"air-strikes\"", &germans, &soviets), &["S1"]);
    position.now.number = 2;
    let turns = Alternation::left_to(Side::A);
    position.now.stack = vec![Frame::Plot(PlotPhase { turns, draft: None })];
    assert_eq!(think(&position), Choice::AirPlot(0));
    position.now.stack = vec![Frame::Plot(PlotPhase { turns, draft: Some(Plotting::Air(0)) })];
    assert_eq!(think(&position), Choice::At("1418".parse().unwrap()));
}

/// An aircraft overhead strafes the target it hurts most.
#[test]
fn it_strafes() {
    let germans =
        format!("{}[[side.aircraft]]\ntype = \"Henschel HS-129 B3\"\nturn = 1\n", stand(INFANTRY, "0301"));
    let soviets = format!("{}{}", stand(T34, "1018"), stand("Med Truck (Zis 5 3T)", "1418"));
    let mut position = with("\"air-strikes\"", &germans, &soviets);
    position.now.stack = vec![Frame::Artillery(ArtilleryPhase::begun_by(Side::A))];
    assert_eq!(think(&position), Choice::Strafe(0, tag("S1")));
}

/// If only a gun could move, it stands fast while the enemy has orders left, and passes once it has none.
#[test]
fn it_uses_stand_fast() {
    let choice = |orders: u8| {
        let position = with("\"stand-fast\"", &stand("50mm ATG PaK 38", "0605"), &stand(T34, "0618"));
        let mut position = marked(position, &["G1", "S1"]);
        (position.command.orders[0][0], position.command.orders[1][0]) = (1, orders);
        position.now.stack = vec![Frame::Movement(MovementPhase::begun_by(Side::A, false))];
        think(&position)
    };
    assert_eq!([choice(1), choice(0)], [Choice::StandFast(tag("G2")), Choice::Pass]);
}
