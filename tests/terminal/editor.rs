//! A small battle made in the scenario editor of the built program: drawn, bought, saved, checked, begun, and
//! backed up.

use super::desk::desk;
use super::pty::{Signal, kill, sit, until};

#[test]
fn a_new_battle_is_made_saved_checked_and_begun() {
    let desk = desk();
    let home = desk.folder.path();
    let mut pty = sit(home, "edit --size 18x24");
    pty.wait_for("Check: ok");
    // A wood and a road through the middle.
    pty.press("bwm2l2jr");
    pty.press("bGp9k");
    pty.wait_for("good road");
    pty.press("p");
    // A tank company for the first side.
    pty.press("\tnTank Company\r");
    pty.wait_for("Tank Company");
    pty.press("/F2-H");
    pty.wait_for("/F2-H_");
    pty.press("\r3\r");
    pty.wait_for("3 Panzer IV F2-H (7.5cm) for 240 points to Tank Company.");
    // An infantry company for the other.
    pty.press("o\x1b[Dnaaa\x7f\x7f\x7fRifle Company\r");
    pty.wait_for("Rifle Company");
    pty.press("/Infantry SMG");
    pty.wait_for("/Infantry SMG_");
    pty.press("\r5\r");
    pty.wait_for("5 Infantry SMG for");
    pty.press("w");
    pty.wait_for("Save as: my-battle_");
    pty.press("\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7fThe Mill\r");
    pty.wait_for("Saved as matg/the-mill.");
    // On disk before the screen says so, and without faults.
    let told = desk.good(&["check", "scenarios/matg/the-mill.toml"]);
    assert!(told.starts_with("scenarios/matg/the-mill.toml: ok"), "{told}");
    assert!(desk.good(&["list"]).contains("the-mill"));
    pty.press("P");
    pty.wait_for("Start the battle");
    pty.press("\x1b[F\r");
    pty.wait_for("Enter begins.");
    pty.press("\r");
    pty.wait_for("Germans: Move a stand within your zone, or finish deployment.");
    pty.press("q\r");
    until("the program to end", || pty.child.try_wait().unwrap().is_some());
    assert_eq!(std::fs::read_dir(home.join("saves")).unwrap().count(), 1);
}

#[test]
fn unsaved_changes_survive_a_killed_program() {
    let desk = desk();
    let home = desk.folder.path();
    for signal in [Signal::KILL, Signal::HUP] {
        let mut pty = sit(home, "edit --size 18x24");
        pty.wait_for("Check: ok");
        pty.press("bw ");
        pty.wait_for("(not saved)");
        until("the copy", || std::fs::read_dir(home.join("workshop")).map_or(0, Iterator::count) == 1);
        kill(signal, pty.process());
        until("the program to end", || pty.child.try_wait().unwrap().is_some());
        let mut pty = sit(home, "");
        pty.wait_for("STAND TO");
        pty.press("w");
        pty.wait_for("Recover: A battle of my own");
        pty.press("\r");
        pty.wait_for("woods, level 0");
        pty.press("qd");
        until("the program to end", || pty.child.try_wait().unwrap().is_some());
        assert_eq!(std::fs::read_dir(home.join("workshop")).unwrap().count(), 0, "it was deleted");
    }
}

#[test]
fn impossible_battles_are_refused_in_a_sentence() {
    let desk = desk();
    let bad = desk.write("bad.toml", "format = 1\nruleset = \"matg\"\n");
    let bad = bad.to_string_lossy().into_owned();
    let why = desk.refused(1, &["edit", &bad]);
    assert!(why.contains("bad.toml:1:1: missing field `map`"), "{why}");
    assert!(desk.refused(1, &["edit", "nothing"]).contains("there is no scenario \"nothing\""));
    assert!(desk.refused(2, &["edit", "--size", "3x200"]).contains("8 to 99 each way"));
}
