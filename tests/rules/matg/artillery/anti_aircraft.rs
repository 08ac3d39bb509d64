//! 12.3: fire at aircraft, from the text of the rules.

use super::air::{PLANE, begin, overhead, start};
use super::table::Table;
use standto::game::Side;
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::state::choice::Posture;

/// A gun that fails adds nothing, but has fired.
// card: rules: 12.3.4, chart: anti-aircraft fire
#[test]
fn a_gun_that_misses_the_aircraft_has_fired() {
    let mut t = overhead();
    t.play(&["strafe 0 B3"], &[]);
    t.play(&["flak B4"], &[15]);
    assert!(t.p.forces.stand(t.id("B4")).fired);
    // With no gun left the aircraft attacks: 15 passes, 16 fails.
    t.play(&["flak B5"], &[15, 16]);
    let spared = t.id("B3");
    assert!(!t.p.forces.stand(spared).disorganized && !t.p.forces.stand(spared).suppressed);
}

/// Stands that may not fire at any distance may not fire at aircraft: in an impact zone, engaged, out of
/// ammunition, not in the fire posture.
// card: rules: 12.3.4, 7.4.5.2, 7.3.4, 12.2.2
#[test]
fn guns_that_cannot_fire_at_aircraft() {
    let fires = |change: &dyn Fn(&mut Table)| {
        let mut t = overhead();
        change(&mut t);
        t.play(&["strafe 0 B3"], &[]);
        t.offers("flak B4")
    };
    assert!(fires(&|_| ()));
    assert!(!fires(&|t| t.p.field.add_ground("1525".parse().unwrap(), Terrain::ImpactZone)));
    assert!(!fires(&|t| {
        let host = t.id("A2");
        t.p.forces.lift(host);
        t.p.forces.put(host, "1526".parse().unwrap());
    }));
    assert!(!fires(&|t| {
        let gun = t.id("B4");
        t.p.forces.stand_mut(gun).lately.low = true;
    }));
    assert!(!fires(&|t| {
        let gun = t.id("B4");
        t.p.forces.stand_mut(gun).posture = Posture::FireMove;
    }));
}

/// A side that holds its fire until a turn does not fire at aircraft before it.
// card: rules: 12.3.4, battles: held fire
#[test]
fn anti_aircraft_guns_may_hold_fire() {
    let strafed = |until: u8, faces: &[u8]| {
        // A second aircraft keeps the phase open.
        let mut t = start(PLANE, "prepared-position", "");
        t.play(&["arrive 2", "pass", "pass", "arrive 2", "pass", "pass"], &[]);
        t.play(&["ready", "ready"], &[1, 6]);
        t.to(2, "artillery", Side::A);
        t.p.change_battle(|battle| battle.held_fire[Side::B.index()] = until);
        t.play(&["strafe 0 B3"], faces);
        t
    };
    let t = strafed(2, &[]);
    assert!(t.offers("flak B4"), "turn 2 is the first in which they fire");
    // One turn longer: no gun is offered and the run is rolled at once.
    let t = strafed(3, &[16]);
    assert_eq!(["B4", "B5"].map(|gun| t.p.forces.stand(t.id(gun)).fired), [false, false]);
    assert!(t.offers("strafe 1 B3"));
}

/// A natural 20 of an anti-aircraft gun leaves it low on ammunition.
// card: rules: 12.2.2, 12.3.4
#[test]
fn a_natural_20_at_an_aircraft_leaves_a_gun_low_on_ammunition() {
    let mut t = begin("\"air-strikes\", \"running-low\"", "", "prepared-position", "");
    t.play(&["arrive 2", "pass", "pass", "ready", "ready"], &[1, 6]);
    t.to(2, "artillery", Side::A);
    t.play(&["strafe 0 B3"], &[]);
    t.play(&["flak B4"], &[20]);
    assert!(t.p.forces.stand(t.id("B4")).lately.low);
}
