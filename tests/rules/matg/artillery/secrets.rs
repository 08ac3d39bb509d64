//! What the enemy may know of plotted fire: nothing before it falls.

use standto::dice::Dice;
use standto::game::{Digest, Event, Rules, Side};

use super::table::{Setup, Table, formation};

fn table() -> Table {
    let side = "defends = true\n[[side.mission]]\nkind = \"pre-registered\"\nname = \"Mill\"\n\
                batteries = \"A2\"\nlocation = \"1520 Open 2E\"";
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true\nfire-turns = 9")])
        + &formation("Infantry", &[("M8 Greyhound", "at = \"1510\"\nobserver = true")]);
    let enemy = formation("Artillery", &[("105mm IFH18 [2]", "off-map = true")])
        + &formation("Command", &[("Infantry HQ", "at = \"1530\"\nrole = \"HQ\"")]);
    let mut t = Setup { side, stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t
}

fn seen(t: &Table, side: Side) -> standto::rules::matg::Position {
    t.p.seen_by(side, &mut Dice::seeded(1, 0))
}

/// Plots are secret.
// card: rules: 7.6.3, 4.0.5
#[test]
fn the_enemy_sees_no_plot() {
    let before = table();
    let mut t = table();
    let mut told: Vec<Event> = t.play(&["plot A3", "support", "battery A2 0", "at 1522", "smoke"], &[]);
    told.extend(t.play(&["open E", "last 3", "done"], &[]));
    assert!(told.iter().all(|event| event.only == Some(Side::A)) && !told.is_empty());
    assert_eq!(seen(&t, Side::B), seen(&before, Side::B), "nothing of it reaches the enemy");
    assert_eq!(Digest::of(&seen(&t, Side::B)), Digest::of(&seen(&before, Side::B)));
    let (own, other) = (t.p.view(Side::A), t.p.view(Side::B));
    assert_eq!(own.records.len(), 3);
    assert!(other.records.is_empty() && other.notes.is_empty());
    assert_eq!(own.markers.iter().filter(|m| m.name == "planned fire" && m.glyph == '@').count(), 2);
    assert!(other.markers.is_empty());
    assert_eq!(other, before.p.view(Side::B));
    let flat = format!("{:?}", other.pieces);
    assert!(!flat.contains("FO") && !flat.contains("smoke missions left\", \"9"), "observers are secret too");
}

/// A plot half written is secret.
// card: rules: 7.6.3
#[test]
fn the_enemy_sees_no_plot_being_written() {
    let before = table();
    let mut t = table();
    t.play(&["plot A3", "support", "battery A2 0", "at 1522"], &[]);
    assert_eq!(seen(&t, Side::B), seen(&before, Side::B));
    assert_eq!(t.p.view(Side::B), before.p.view(Side::B));
    assert_eq!(seen(&t, Side::A).choices(), t.p.choices());
}

/// Of falling fire the enemy knows the markers only.
// card: rules: 7.6.3, 7.6.5.2
#[test]
fn the_enemy_knows_only_the_markers() {
    let fall = |last: &str| {
        let mut t = table();
        t.play(&["plot A3", "support", "battery A2 0", "at 1522", "explosive", "open E"], &[]);
        t.play(&[last, "done"], &[]);
        t.to(2, "artillery", Side::A);
        t.play(&["mission 2"], &[15, 16, 1, 1]);
        t
    };
    let (short, long) = (fall("last 2"), fall("last 5"));
    assert_eq!(seen(&short, Side::B), seen(&long, Side::B), "not how long it lasts");
    assert_eq!(seen(&short, Side::B).impacts.len(), 2);
    assert!(long.p.view(Side::B).markers.iter().all(|m| m.glyph == '*'));
}

/// Both sides plot, the side with the initiative first.
// card: rules: 4.0.5
#[test]
fn both_sides_plot() {
    let mut t = table();
    t.to(2, "posture", Side::A);
    t.to(2, "plot", t.p.initiative);
    t.play(&["pass"], &[]);
    let decision = t.p.decision().unwrap();
    assert_eq!((decision.kind, decision.side), ("plot", t.p.initiative.other()));
    t.play(&["pass"], &[3, 3, 3, 3, 6, 1]);
    assert_ne!(t.p.decision().unwrap().kind, "plot");
}

/// Nobody is asked who has nothing to plot.
// card: rules: 4.0.5
#[test]
fn who_has_nothing_to_plot_is_not_asked() {
    let mut t = Setup::default().table();
    for _ in 0..200 {
        let Some(decision) = t.p.decision().filter(|_| t.p.turn() < 4) else { return };
        assert_ne!(decision.kind, "plot");
        t.quiet();
    }
    panic!("four turns never passed");
}

/// What both sides share holds nothing secret, so nobody can see it through a pointer.
// card: rules: 7.6.3, 7.6.4.1
#[test]
fn the_battle_that_both_share_keeps_no_secret() {
    let t = table();
    let own = &t.p;
    assert_eq!(
        (own.missions.len(), own.observers.len(), own.targets[0].len()),
        (1, 1, 1),
        "they are in play"
    );
    let battle = &own.battle;
    assert!(battle.missions.is_empty() && battle.targets.iter().all(Vec::is_empty));
    assert!(battle.units.iter().all(|unit| !unit.observer));
    let enemy = seen(&t, Side::B);
    assert!(enemy.missions.is_empty() && enemy.observers.is_empty() && enemy.targets[0].is_empty());
    let flat = format!("{enemy:?}");
    assert!(!flat.contains("Mill"), "the name of the mission is nowhere in what the enemy is given");
}
