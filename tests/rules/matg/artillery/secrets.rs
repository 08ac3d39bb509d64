//! Secrets of plotted fire: the enemy learns nothing before it lands.

use standto::dice::Dice;
use standto::game::{Digest, Event, Rules, Side, Tone, View};

use super::table::{Setup, Table, formation};

fn table() -> Table {
    let side = "defends = true\n[[side.mission]]\nkind = \"pre-registered\"\nname = \"Mill\"\n\
                batteries = \"A2\"\nlocation = \"1520 Open 2E\"";
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true\nfire-turns = 9")])
        + &formation("Infantry", &[("M8 Greyhound", "at = \"1510\"\nobserver = true")])
        + &formation("Others", &[("Infantry '44", "at = \"1710\"")]);
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
    assert_eq!(seen(&t, Side::B), seen(&before, Side::B), "none of it reaches the enemy");
    assert_eq!(Digest::of(&seen(&t, Side::B)), Digest::of(&seen(&before, Side::B)));
    let (own, other) = (t.p.view(Side::A), t.p.view(Side::B));
    assert_eq!(own.records.len(), 3);
    assert!(other.records.is_empty() && other.notes.is_empty());
    assert_eq!(own.markers.iter().filter(|m| m.name == "planned fire" && m.glyph == '@').count(), 2);
    assert!(other.markers.is_empty());
    assert_eq!(other, before.p.view(Side::B));
    let flat = format!("{:?}", other.pieces.iter().filter(|p| p.side == Side::A).collect::<Vec<_>>());
    assert!(
        !flat.contains("FO") && !flat.contains("smoke missions left"),
        "observers and smoke are secret too"
    );
}

/// An unfinished plot is secret.
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
    assert_eq!(seen(&short, Side::B).record.impacts.len(), 2);
    let marks: String = long.p.view(Side::B).markers.iter().map(|marker| marker.glyph).collect();
    assert_eq!(marks, "**", "two markers, and nothing more");
}

/// Both sides plot, the side with the initiative first.
// card: rules: 4.0.5
#[test]
fn both_sides_plot() {
    let mut t = table();
    t.to(2, "posture", Side::A);
    t.to(2, "plot", t.p.now.initiative);
    t.play(&["pass"], &[]);
    let decision = t.p.decision().unwrap();
    assert_eq!((decision.kind, decision.side), ("plot", t.p.now.initiative.other()));
    t.play(&["pass"], &[3, 3, 3, 3, 6, 1]);
    assert_ne!(t.p.decision().unwrap().kind, "plot");
}

/// A side with nothing to plot is not asked.
// card: rules: 4.0.5
#[test]
fn a_side_with_nothing_to_plot_is_not_asked() {
    let mut t = Setup::default().table();
    for _ in 0..200 {
        let Some(decision) = t.p.decision().filter(|_| t.p.turn() < 4) else { return };
        assert_ne!(decision.kind, "plot");
        t.quiet();
    }
    panic!("four turns never passed");
}

/// Data shared by both positions hold no secrets, so none can leak through a pointer.
// card: rules: 7.6.3, 7.6.4.1
#[test]
fn shared_data_holds_no_secret() {
    let t = table();
    let own = &t.p;
    assert_eq!(
        (own.record.missions.len(), own.record.observers.len(), own.record.targets[0].len()),
        (1, 1, 1),
        "they are in play"
    );
    let battle = &own.battle;
    assert!(battle.missions.is_empty() && battle.targets.iter().all(Vec::is_empty));
    assert!(battle.units.iter().all(|unit| !unit.observer));
    let enemy = seen(&t, Side::B);
    assert!(
        enemy.record.missions.is_empty()
            && enemy.record.observers.is_empty()
            && enemy.record.targets[0].is_empty()
    );
    let flat = format!("{enemy:?}");
    assert!(!flat.contains("Mill"), "the name of the mission appears nowhere in the enemy's copy");
}

/// Every event of a choice went to one side only, and the other side's view is unchanged.
fn assert_nothing_revealed(t: &mut Table, plays: &[&str], faces: &[u8]) {
    let (view, eyes) = (t.p.view(Side::B), seen(t, Side::B));
    let events = t.play(plays, faces);
    // The enemy is told of its own phases that pass by.
    let own_phase = |event: &Event| event.only == Some(Side::B) && event.text.starts_with("your fire phase");
    let told = |event: &&Event| event.only != Some(Side::A) && event.tone != Tone::Phase && !own_phase(event);
    let open: Vec<&Event> = events.iter().filter(told).collect();
    assert!(open.is_empty(), "{plays:?} tells {open:?}");
    let now = t.p.view(Side::B);
    let shown = |v: View| (v.pieces, v.markers, v.records, v.notes, v.board, v.objective);
    assert_eq!(shown(now), shown(view), "{plays:?}");
    let after = seen(t, Side::B);
    assert_eq!(
        (after.record.missions, after.record.observers, after.forces.stands),
        (eyes.record.missions, eyes.record.observers, eyes.forces.stands)
    );
}

/// A failed arrival, and the reason a battery does not fire, stay secret.
// card: rules: 7.6.3, 7.6.1.2
#[test]
fn a_failed_mission_reveals_nothing() {
    let mut t = table();
    t.play(&["plot A3", "support", "battery A2 0", "at 1522", "explosive", "open E", "done"], &[]);
    t.to(2, "artillery", Side::A);
    assert_nothing_revealed(&mut t, &["mission 2"], &[16]);
    assert!(t.p.forces.stand(t.id("A2")).fired, "its own side knows");
}

/// A deviation would give away the plotted location: only the markers are seen.
// card: rules: 7.6.3, 7.6.5.2
#[test]
fn the_plotted_location_stays_secret() {
    let fall = |at: &str, wind: u8, inches: u8| {
        let mut t = table();
        t.play(&["plot A3", "support", "battery A2 0", at, "explosive", "open E", "done"], &[]);
        t.to(2, "artillery", Side::A);
        let told = t.play(&["mission 2"], &[15, 16, wind, inches]);
        let told: Vec<Event> = told.into_iter().filter(|event| event.only != Some(Side::A)).collect();
        (t, told)
    };
    // Four inches east of 1422, or four west of 2222.
    let ((one, told), (other, other_told)) = (fall("at 1422", 3, 8), fall("at 2222", 7, 8));
    assert_eq!(one.impacts(), other.impacts());
    assert_eq!(told, other_told);
    assert_eq!(seen(&one, Side::B), seen(&other, Side::B));
    assert_eq!(one.p.view(Side::B), other.p.view(Side::B));
}

/// Termination, correction, cancellation and observer transfers stay secret too.
// card: rules: 7.6.3, 7.6.5.3, 7.6.5.2, 7.6.4.4, 7.6.1.5
#[test]
fn signals_and_observers_reveal_nothing() {
    let mut t = table();
    t.play(&["plot A3", "support", "battery A2 0", "at 1522", "explosive", "open E"], &[]);
    assert_nothing_revealed(&mut t, &["last 4", "done"], &[]);
    assert_nothing_revealed(&mut t, &["terminate 2"], &[16]);

    let mut t = table();
    assert_nothing_revealed(&mut t, &["transfer A3", "host A4"], &[]);

    let mut t = table();
    t.play(&["plot A3", "support", "battery A2 0", "at 1522", "explosive", "open E", "last 4", "done"], &[]);
    t.to(2, "artillery", Side::A);
    t.play(&["mission 2"], &[15, 16, 3, 8]);
    t.to(3, "plot", Side::A);
    assert_nothing_revealed(&mut t, &["correct 2"], &[15]);
    t.to(4, "plot", Side::A);
    assert_nothing_revealed(&mut t, &["terminate 2"], &[15]);
}

/// The number of a falling mission does not reveal how many lines the record has.
// card: rules: 7.6.3
#[test]
fn falling_fire_reveals_no_other_plots() {
    let fall = |more: bool| {
        let mut t = table();
        if more {
            t.play(
                &["plot A3", "support", "battery A2 0", "at 1527", "explosive", "open E", "arrive 5", "done"],
                &[],
            );
        }
        t.play(&["plot A3", "support", "battery A2 0", "at 1522", "explosive", "open E"], &[]);
        t.play(&["done"], &[]);
        t.to(2, "artillery", Side::A);
        t.play(&[if more { "mission 3" } else { "mission 2" }], &[15, 15]);
        t
    };
    let (one, other) = (fall(false), fall(true));
    assert_eq!(one.missions(Side::A).len() + 1, other.missions(Side::A).len());
    assert_eq!(seen(&one, Side::B), seen(&other, Side::B));
    assert_eq!(one.p.view(Side::B), other.p.view(Side::B));
}

/// A side with a battery is asked whether it has an observer or not, so that being asked reveals nothing.
// card: rules: 4.0.5, 7.6.4.1
#[test]
fn being_asked_to_plot_reveals_nothing() {
    let asked = |observer: &str| {
        let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
            + &formation("Infantry", &[("Infantry '44", &format!("at = \"1510\"{observer}"))]);
        let mut t = Setup { stands: &stands, ..Setup::default() }.table();
        t.to(1, "plot", Side::A);
        t
    };
    let (with, without) = (asked("\nobserver = true"), asked(""));
    assert!(with.offers("plot A3") && !without.offers("plot A3") && without.offers("pass"));
    assert_eq!(with.p.view(Side::B), without.p.view(Side::B));
}
