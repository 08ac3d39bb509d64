//! Each additional rule on and off: the same battle plays differently, or is refused.

use standto::dice::Dice;
use standto::game::{Log, Rules};
use standto::rules::panzertruppe::scenario;
use standto::rules::panzertruppe::state::{Choice, Switch};

use super::table::{Setup, Table, opening};

/// A switch, a battle in which it matters, and a check; then the result with the rule and without it.
struct Case<'a> {
    word: &'static str,
    setup: Setup<'a>,
    look: fn(&mut Table) -> String,
    on: &'static str,
    off: &'static str,
}

/// Plays a choice; every die shows the same face.
fn play(t: &mut Table, choice: &str, face: u8) {
    let choice: Choice = choice.parse().expect("a choice");
    t.position.apply(&choice, &mut Dice::taped(&[face; 30]), &mut Log::off()).expect("dice enough");
}

/// Plays on without doing anything until a phase; every die shows the same face.
fn idle(t: &mut Table, turn: u8, phase: u8, face: u8) {
    while (t.position.turn.number, t.position.turn.phase.number()) < (turn, phase) {
        let words = ["pass", "end", "hold", "stop", "watch", "faced", "resolve", "drive"];
        let offers = t.offers();
        let choice = words.into_iter().find(|word| offers.iter().any(|offer| offer == word));
        play(t, choice.unwrap_or(&offers[0]), face);
    }
}

/// All other words of a list of rules.
fn all_but(word: &str) -> String {
    let words = Switch::ALL.iter().map(|(_, known, _)| *known).filter(|known| *known != word);
    words.map(|known| format!("\"{known}\"")).collect::<Vec<_>>().join(", ")
}

/// Whether a choice is offered.
fn told(t: &Table, choice: &str) -> String {
    let offered = t.offers().iter().any(|offer| offer.starts_with(choice));
    format!("{choice}: {}", if offered { "yes" } else { "no" })
}

fn moved(t: &mut Table, choice: &str) -> String {
    idle(t, 1, 3, 5);
    play(t, "move G1", 5);
    told(t, choice)
}

fn cases() -> Vec<Case<'static>> {
    let usual = Setup::default;
    let refused = |word, axis: &'static str| Case {
        word,
        setup: Setup { axis, ..usual() },
        look: |_| "read".into(),
        on: "read",
        off: "refused",
    };
    vec![
        refused("guns", "75 mm PaK 40 @ 0505 E\nPz IV H-J @ 0101 E"),
        refused("infantry", "Infantry @ 0505 E\nPz IV H-J @ 0101 E"),
        refused("infantry-weapons", "Infantry panzerfaust @ 0505 E\nPz IV H-J @ 0101 E"),
        refused("cavalry", "Cavalry @ 0505 E\nPz IV H-J @ 0101 E"),
        refused("mortars", "Mortar 81 mm @ 0505 E\nPz IV H-J @ 0101 E"),
        refused("dug-in", "Pz IV H-J @ 0505 E dug-in=front"),
        refused("hidden", "Pz IV H-J @ 0505 E hidden"),
        refused("indirect-fire", "105 mm howitzer @ 0505 E battery=1\nPz IV H-J @ 0101 E"),
        Case {
            word: "machine-guns",
            setup: Setup { axis: "Pz IV H-J @ 0505 E", allies: "Truck @ 0905 W\nM36 @ 4016 W", ..usual() },
            look: |t| {
                idle(t, 1, 5, 1);
                told(t, "fire G1 coax A1")
            },
            on: "fire G1 coax A1: yes",
            off: "fire G1 coax A1: no",
        },
        Case {
            word: "transport",
            setup: Setup { axis: "Infantry @ 0505 E\nTruck @ 0506 E", ..usual() },
            look: |t| moved(t, "board G2"),
            on: "board G2: yes",
            off: "board G2: no",
        },
        Case {
            word: "hand-to-hand",
            setup: Setup { axis: "Infantry @ 0505 E", allies: "Infantry @ 0605 W", ..usual() },
            look: |t| moved(t, "fight A1"),
            on: "fight A1: yes",
            off: "fight A1: no",
        },
        Case {
            word: "close-assault",
            setup: Setup { axis: "Infantry @ 0505 E", allies: "M4 Sherman 76 @ 0605 E", ..usual() },
            look: |t| moved(t, "assault A1"),
            on: "assault A1: yes",
            off: "assault A1: no",
        },
        Case {
            word: "hedgerows",
            setup: Setup {
                axis: "Pz IV H-J @ 0505 E",
                map: "[[map.edge]]\nkind = \"hedgerow\"\nside = \"E\"\ncells = [\"0504\", \"0505\", \"0506\"]\n",
                ..usual()
            },
            look: |t| moved(t, "step E"),
            on: "step E: yes",
            off: "step E: no",
        },
        Case {
            word: "buildings",
            setup: Setup { axis: "Infantry @ 0505 E", terrain: &[("b", "0605")], ..usual() },
            look: |t| moved(t, "step E"),
            on: "step E: yes",
            off: "step E: no",
        },
        Case {
            word: "grain",
            setup: Setup {
                axis: "Pz IV H-J @ 0505 E",
                allies: "Infantry @ 1005 W\nM36 @ 4016 W",
                map: "grain = [\"0605\", \"0705\", \"0805\", \"0905\"]\n",
                ..usual()
            },
            look: |t| {
                idle(t, 1, 2, 1);
                idle(t, 1, 3, 1);
                play(t, "end", 1);
                idle(t, 1, 5, 1);
                told(t, "fire G1 coax A1")
            },
            on: "fire G1 coax A1: no",
            off: "fire G1 coax A1: yes",
        },
        Case {
            word: "bridges",
            setup: Setup {
                axis: "Tiger I @ 0505 E\nPz IV H-J @ 0101 E",
                terrain: &[("s", "0605")],
                roads: &["0505 0605 0705"],
                map: "[[map.bridge]]\nat = \"0605\"\ntype = \"E\"\n",
                ..usual()
            },
            look: |t| {
                let _ = moved(t, "step E");
                play(t, "step E", 5);
                t.condition("G1").into()
            },
            on: "destroyed",
            off: "none",
        },
        Case {
            word: "cliffs",
            setup: Setup {
                axis: "Pz IV H-J @ 0505 E",
                levels: &[("1", "0605 0604 0606")],
                map: "[[map.edge]]\nkind = \"cliff\"\nside = \"E\"\ncells = [\"0504\", \"0505\", \"0506\"]\n",
                ..usual()
            },
            look: |t| moved(t, "step E"),
            on: "step E: no",
            off: "step E: yes",
        },
        Case {
            word: "smoke",
            setup: Setup {
                axis: "= screen smoke\nPz IV H-J @ 0505 E\nPz IV H-J @ 0506 E\nPz IV H-J @ 0507 E",
                ..usual()
            },
            look: |t| {
                idle(t, 1, 2, 5);
                told(t, "screen ")
            },
            on: "screen : yes",
            off: "screen : no",
        },
        Case {
            word: "air-support",
            setup: Setup { axis: "Pz IV H-J @ 0505 E", axis_side: "air = true\n", ..usual() },
            look: |t| {
                idle(t, 1, 3, 5);
                play(t, "end", 10);
                told(t, "target A1")
            },
            on: "target A1: yes",
            off: "target A1: no",
        },
        Case {
            word: "anti-aircraft",
            setup: Setup {
                axis: "Pz IV H-J @ 0505 E",
                allies: "40 mm AA @ 2005 W\nM36 @ 2007 W",
                axis_side: "air = true\n",
                ..usual()
            },
            look: |t| {
                idle(t, 1, 3, 5);
                play(t, "end", 10);
                play(t, "target A2", 6);
                idle(t, 1, 4, 5);
                told(t, "flak A1")
            },
            on: "flak A1: yes",
            off: "flak A1: no",
        },
        Case {
            word: "minefields",
            setup: Setup {
                axis: "Truck @ 0505 E\nPz IV H-J @ 0101 E",
                map: "mines = [\"0605\"]\n",
                ..usual()
            },
            look: |t| {
                let _ = moved(t, "step E");
                play(t, "step E", 1);
                t.condition("G1").into()
            },
            on: "destroyed",
            off: "none",
        },
        Case {
            word: "mine-clearing",
            setup: Setup {
                axis: "M4 Sherman 75 flail @ 0505 E moving",
                nations: ["United States", "Germany"],
                allies: "Pz IV H-J @ 4016 W",
                map: "mines = [\"0605\", \"0705\", \"0805\"]\n",
                ..usual()
            },
            look: |t| {
                let _ = moved(t, "step E");
                play(t, "step E", 5);
                format!(
                    "{} cleared, {} twelfths left",
                    t.position.ground.cleared.len(),
                    t.position.turn.mover().unwrap().left
                )
            },
            on: "1 cleared, 60 twelfths left",
            off: "0 cleared, 60 twelfths left",
        },
    ]
}

#[test]
fn each_switch_changes_the_battle() {
    let cases = cases();
    let words: Vec<&str> = cases.iter().map(|case| case.word).collect();
    assert!(Switch::ALL.iter().all(|(_, word, _)| words.contains(word)), "a switch without a case");
    for case in cases {
        let word = case.word;
        let mut with = Table::of(opening(&case.setup.text()));
        assert_eq!((case.look)(&mut with), case.on, "{word} on");
        let rules = all_but(word);
        let without = Setup { rules: &rules, ..case.setup }.text();
        let seen = match scenario::read("off.toml", &without) {
            Ok((battle, _)) => {
                let position = standto::rules::panzertruppe::Position::new(std::sync::Arc::new(battle));
                (case.look)(&mut Table::of(position))
            }
            Err(why) => {
                let needs = format!("needs the additional rule \"{word}\" in \"rules\"");
                assert!(why.to_string().contains(&needs), "{word}: {why}");
                "refused".into()
            }
        };
        assert_eq!(seen, case.off, "{word} off");
    }
}
