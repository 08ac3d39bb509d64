//! HIP (6.4) and acquisition (6.10, 6.11).

use standto::dice::Dice;
use standto::game::{Rules, laws};
use standto::rules::aslsk::ordnance::{acquisition, hidden};
use standto::rules::aslsk::state::{Choice, Marker, Whereabouts, Zone};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::emplaced::fifty_seven;
use super::table::Table;

fn hidden() -> (Table, u8) {
    let (mut table, crew, _) = fifty_seven();
    table.set(crew).hidden = true;
    (table, crew)
}

// card: 6.4
#[test]
fn a_gun_in_open_ground_loses_hip_within_16_hexes() {
    let (mut table, crew) = hidden();
    let enemy = table.unit(Side::B, Nation::German, "4-6-7", "xD7");
    table.set(enemy).broken = true;
    hidden::reveal_in_sight(
        &table.position.ground,
        &mut table.position.forces,
        &table.position.turn,
        &mut standto::game::Log::off(),
    );
    assert!(table.u(crew).hidden, "only by units in Good Order");
    table.set(enemy).broken = false;
    hidden::reveal_in_sight(
        &table.position.ground,
        &mut table.position.forces,
        &table.position.turn,
        &mut standto::game::Log::off(),
    );
    assert!(!table.u(crew).hidden);
}

// card: 6.4
#[test]
fn in_woods_a_hidden_gun_is_not_seen_until_it_fires() {
    let mut table = Table::farmland();
    let crew = table.german("2-2-8", "xD5");
    let gun = table.ordnance("pak40", crew, "sse");
    table.set(crew).hidden = true;
    let enemy = table.american("6-6-6", "xE7");
    hidden::reveal_in_sight(
        &table.position.ground,
        &mut table.position.forces,
        &table.position.turn,
        &mut standto::game::Log::off(),
    );
    assert!(table.u(crew).hidden);
    assert_eq!(table.position.forces.enemies(Side::B).count(), 0, "unknown to the enemy");
    table.open(Phase::PrepFire);
    table.play(&format!("fire m{gun} E7"), &[]);
    table.play("shoot", &[6, 5]);
    assert!(!table.u(crew).hidden);
    let _ = enemy;
}

// card: 6.4
#[test]
fn a_unit_entering_its_hex_is_sent_back() {
    let mut table = Table::farmland();
    let crew = table.american("2-2-7", "xD5");
    table.ordnance("us-57", crew, "sse");
    table.set(crew).hidden = true;
    let squad = table.german("4-6-7", "xD4");
    table.open(Phase::Movement);
    table.play(&format!("move u{squad}"), &[]);
    assert!(table.offers("go D5"), "no known enemy there");
    table.play("go D5", &[]);
    assert_eq!(table.at(squad), "xD4");
    assert!(!table.u(crew).hidden && table.told("xD5 loses HIP"));
    assert!(table.position.turn.phase != Phase::Movement || !table.offers("go D3"), "its move is over");
}

// card: 6.4
#[test]
fn fire_at_a_hidden_gun_is_halved() {
    let mut table = Table::farmland();
    let crew = table.american("2-2-7", "xD5");
    table.ordnance("us-57", crew, "sse");
    table.position.forces.weapons[0].carriage.emplaced = true;
    table.set(crew).hidden = true;
    let squad = table.german("4-6-7", "xD6");
    table.open(Phase::PrepFire);
    table.play(&format!("blind u{squad}"), &[]);
    table.play(&format!("fire u{squad} D5"), &[]);
    // 8 at PBF, halved to 4; Emplacement +2 is better than woods +1. 4+2 is a NMC.
    table.play("shoot", &[1, 3, 2, 2]);
    assert!(!table.u(crew).hidden, "an effect reveals it");
    // No effect: it keeps HIP.
    let mut table = Table::farmland();
    let crew = table.american("2-2-7", "xD5");
    table.ordnance("us-57", crew, "sse");
    table.set(crew).hidden = true;
    let squad = table.german("4-6-7", "xD6");
    table.open(Phase::PrepFire);
    table.play(&format!("blind u{squad}"), &[]);
    table.play(&format!("fire u{squad} D5"), &[]);
    table.play("shoot", &[5, 6]);
    assert!(table.u(crew).hidden);
}

// card: 3.8g
#[test]
fn a_side_cannot_fire_at_the_hex_of_its_own_hidden_gun() {
    let mut table = Table::farmland();
    let own = table.german("2-2-8", "xD5");
    table.ordnance("pak40", own, "sse");
    table.set(own).hidden = true;
    let enemy = table.american("2-2-7", "xB5");
    table.ordnance("us-57", enemy, "sse");
    table.set(enemy).hidden = true;
    let squad = table.german("4-6-7", "xD6");
    table.open(Phase::PrepFire);
    table.play(&format!("blind u{squad}"), &[]);
    assert!(!table.offers(&format!("fire u{squad} D5")), "the owner knows its hex");
    assert!(table.offers(&format!("fire u{squad} E6")), "an empty hex beside it");
    let refused: Choice = format!("fire u{squad} D5").parse().expect("it reads");
    assert!(table.position.check(&refused).is_err());
}

// card: 6.4
#[test]
fn the_target_of_a_hidden_gun_stays_secret() {
    let mut table = Table::farmland();
    let crew = table.german("2-2-8", "xD5");
    let gun = table.ordnance("pak40", crew, "sse");
    table.set(crew).hidden = true;
    table.american("6-6-6", "xE7");
    table.open(Phase::PrepFire);
    table.play(&format!("fire m{gun} E7"), &[]);
    let notes = |side| table.position.view(side).notes.join("; ");
    let own = table.position.forces.unit(crew).side;
    assert!(notes(own).contains("HE at xE7"), "{}", notes(own));
    assert!(!notes(own.other()).contains("HE at"), "{}", notes(own.other()));
    let seen = table.position.seen_by(own.other(), &mut Dice::seeded(1, 0));
    laws::check_alike(&table.position, &seen, own.other()).unwrap();
}

// card: 6.4, 6.3
#[test]
fn set_up_hides_off_paved_roads_and_the_enemy_learns_nothing() {
    crate::cited::watch();
    let text = include_str!("../../scenarios/aslsk-guns.toml");
    let (start, _) =
        standto::rules::aslsk::scenario::read("guns", text).unwrap_or_else(|faulty| panic!("{faulty}"));
    // Two positions: the first Gun is hidden in one hex or in another.
    let worlds = ["H6", "H7"].map(|hex| {
        let mut position = start.clone();
        let mut dice = Dice::taped(&[]);
        let mut hidden = 0;
        while let Some(Frame::SetUp(side)) = position.turn.frames.last().cloned() {
            let next = position.choices();
            let Some(Choice::Place(id, _)) = next.first().copied() else { break };
            let gun =
                position.forces.weapons_of(id).any(|weapon| position.forces.weapon(weapon).gun().is_some());
            let wanted = if gun && hidden == 0 { hex } else { "I5" };
            let free = |choice: &&Choice| choice.to_string().ends_with(&format!(" {wanted}"));
            let choice = next.iter().find(free).or(next.last()).copied().unwrap();
            position.apply(&choice, &mut dice, &mut standto::game::Log::off()).unwrap();
            if gun {
                let choices = position.choices();
                let hide = choices.iter().find(|choice| matches!(choice, Choice::Hide(..)));
                let choice = *hide.filter(|_| hidden == 0).unwrap_or(&choices[0]);
                hidden += usize::from(hide.is_some());
                position.apply(&choice, &mut dice, &mut standto::game::Log::off()).unwrap();
            }
            let _ = side;
        }
        position
    });
    let [one, other] = worlds;
    assert!(one != other && one.forces.hides(Side::A));
    laws::check_alike(&one, &other, Side::B).unwrap_or_else(|why| panic!("{why}"));
    let seen = one.seen_by(Side::B, &mut Dice::seeded(1, 0));
    assert!(seen.forces.units.iter().any(|unit| unit.at == Whereabouts::Hidden));
    // No Emplacement on a paved road.
    let paved = one
        .ground
        .map()
        .places()
        .find(|&at| one.ground.map().at(at).ground.paved && one.ground.map().at(at).ground.road != 0);
    assert!(!one.ground.diggable(paved.unwrap()));
    assert!(one.forces.order.groups.iter().any(|group| matches!(group.zone, Zone::SetUp(_))));
}

// card: 6.10
#[test]
fn an_acquired_target_is_followed_while_it_is_seen() {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.american("2-2-7", "xM3");
    let gun = table.ordnance("us-105", crew, "ssw");
    let squad = table.german("4-6-7", "xL8");
    table.position.forces.acquire(gun, table.place("xL8"), &[squad], false);
    let step = |table: &mut Table, hex: &str| {
        table.set(squad).at = Whereabouts::On(table.position.ground.map().named(hex).unwrap());
        acquisition::track(&table.position.ground, &mut table.position.forces, squad);
    };
    step(&mut table, "xL7");
    assert_eq!(table.position.forces.acquisition(gun, table.place("xL7")), 1);
    assert_eq!(table.position.forces.acquisition(gun, table.place("xL8")), 0);
    // Out of LOS: the last hex where it was seen stays acquired, whatever unit enters it.
    let away = table
        .position
        .ground
        .map()
        .places()
        .find(|&at| !table.position.ground.sees(table.place("xM3"), at))
        .unwrap();
    table.set(squad).at = Whereabouts::On(away);
    acquisition::track(&table.position.ground, &mut table.position.forces, squad);
    assert_eq!(table.position.forces.acquisition(gun, table.place("xL7")), 1);
    assert_eq!(table.position.forces.acquisition(gun, away), 0);
}

// card: 6.10
#[test]
fn events_that_end_an_acquisition() {
    let fresh = || {
        let mut table = Table::farmland();
        table.order().date = (1944, 9);
        let crew = table.american("2-2-7", "xM3");
        let gun = table.ordnance("us-57", crew, "ssw");
        let squad = table.german("4-6-7", "xL8");
        table.position.forces.acquire(gun, table.place("xL8"), &[squad], false);
        (table, crew, gun)
    };
    let acquired = |table: &Table, gun: u8| table.w(gun).carriage.acquired.is_some();
    let (table, _, gun) = fresh();
    assert!(acquired(&table, gun));
    let (mut table, crew, gun) = fresh();
    table.position.effects().break_unit(crew, &mut standto::game::Log::off(), &mut Vec::new());
    assert!(!acquired(&table, gun), "its crew is not in Good Order");
    let (mut table, _, gun) = fresh();
    table.position.forces.drop_weapon(gun, None);
    assert!(!acquired(&table, gun), "unpossessed");
    // A CA change without firing, at the end of a fire phase.
    let (mut table, _, gun) = fresh();
    table.position.turn.attacker = Side::B;
    table.position.turn.frames = vec![Frame::Turning(Side::B)];
    table.position.turn.phase = Phase::PrepFire;
    table.play(&format!("face m{gun} e"), &[]);
    assert!(!acquired(&table, gun));
    // Its crew fires its inherent FP.
    let (mut table, crew, gun) = fresh();
    table.unit(Side::A, Nation::German, "4-6-7", "xM5");
    table.position.turn.attacker = Side::B;
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{crew} M5"), &[]);
    table.play("shoot", &[6, 5]);
    assert!(!acquired(&table, gun));
    assert!(!table.offers("fire m0 M5"), "and the crew can no longer fire the Gun");
    assert_eq!(table.u(crew).marker, Marker::Prep);
}

// card: 6.11
#[test]
fn an_area_acquisition_stays_with_the_hex() {
    let mut table = Table::farmland();
    let crew = table.german("2-2-8", "xM3");
    let mortar = table.ordnance("grw34", crew, "ssw");
    let squad = table.american("6-6-6", "xL8");
    table.position.forces.acquire(mortar, table.place("xL8"), &[squad], true);
    table.set(squad).at = Whereabouts::On(table.position.ground.map().named("xL7").unwrap());
    acquisition::track(&table.position.ground, &mut table.position.forces, squad);
    assert_eq!(table.position.forces.acquisition(mortar, table.place("xL8")), 1);
    assert_eq!(table.position.forces.acquisition(mortar, table.place("xL7")), 0);
    // A shot on the other target type continues at the next level, never beyond 2.
    table.set(squad).at = Whereabouts::On(table.place("xL8"));
    table.position.forces.acquire(mortar, table.place("xL8"), &[squad], false);
    table.position.forces.acquire(mortar, table.place("xL8"), &[squad], true);
    assert_eq!(table.position.forces.acquisition(mortar, table.place("xL8")), 2);
}
