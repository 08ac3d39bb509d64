//! Cards of chapter 29, and of fire at possibly hidden units (24).

use standto::game::{Rules, Side};
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, Table, duel};

// card 24.4
#[test]
fn fire_into_a_section_hits_a_hidden_unit() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 0505 E\nPz IV H-J @ 0101 E",
        allies: "Infantry @ 2005 W hidden\nM36 @ 4016 W",
        terrain: &[("b", "2005")],
        ..Setup::default()
    }
    .open();
    assert!(t.offered("search G1 2005"));
    t.play("search G1 2005", &[]);
    t.play("resolve", &[10]);
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 29.1, 29.2
#[test]
fn hidden_units_are_found() {
    let mut t = duel("Infantry @ 2005 W hidden\nPz IV H-J @ 0101 E", "M36 @ 3516 W\nM36 @ 3405 W moving");
    let seen =
        |t: &Table| t.position.view(standto::game::Side::B).pieces.iter().any(|piece| piece.tag == "G1");
    assert!(!seen(&t));
    t.idle_to(1, 8, &[]);
    t.play("move A2", &[]);
    // Units other than reconnaissance spot infantry in the open at 12 inches.
    t.play("step W", &[]);
    assert!(!seen(&t), "13 inches");
    t.play("step W", &[]);
    assert!(seen(&t), "12 inches");
}

// card 29.2
#[test]
fn fire_reveals_unless_no_enemy_is_left_to_see_it() {
    let run = |allies: &str, faces: &[u8]| {
        let mut t =
            duel("75 mm PaK 40 @ 0505 E hidden\nPz IV H-J @ 0101 N", &format!("= a independent\n{allies}"));
        t.play("fire G1 gun A1", &[]);
        assert!(t.is("G1", Flag::Hidden), "not before the end of the phase");
        t.play("resolve", faces);
        t.is("G1", Flag::Hidden)
    };
    let (both, one) = ("M36 @ 2505 W\nM36 @ 3005 W", "M36 @ 2505 W");
    assert!(!run(both, &[10, 10]), "another sees it");
    assert!(run(one, &[10, 10]), "all that saw it are destroyed");
    assert!(!run(one, &[1]), "a miss");
    let stuns = duel("75 mm PaK 40 @ 0505 E", one).effect("G1", Slot::Main, "A1").unwrap();
    assert!(run(one, &[10, (5 - stuns).clamp(1, 10) as u8]), "or stunned");
}

// card 29.2
#[test]
fn a_hidden_gun_is_not_named_before_it_is_revealed() {
    let mut t = duel("75 mm PaK 40 @ 0505 E hidden\nPz IV H-J @ 0101 N", "M36 @ 2505 W");
    t.play("fire G1 gun A1", &[]);
    let mut log = standto::game::Log::on();
    let made: standto::rules::panzertruppe::Choice = "resolve".parse().unwrap();
    let mut dice = standto::dice::Dice::taped(&[10, 10]);
    t.position.apply(&made, &mut dice, &mut log).unwrap();
    let told: Vec<String> = log
        .events()
        .iter()
        .filter(|event| event.only.is_none_or(|only| only == Side::B))
        .map(|event| event.text.clone())
        .collect();
    assert!(told.iter().any(|text| text.contains("a hidden unit hits A1 M36 with its main gun")), "{told:?}");
    assert!(told.iter().all(|text| !text.contains("G1")), "{told:?}");
}

// card 29.2
#[test]
fn moving_in_sight_reveals_at_any_range() {
    let walk = |terrain: &[(&str, &str)]| {
        let mut t = Setup {
            axis: "Infantry @ 0505 E hidden\nPz IV H-J @ 0101 N",
            allies: "M36 @ 3505 W",
            terrain,
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.go("move G1; step N");
        t.is("G1", Flag::Hidden)
    };
    assert!(!walk(&[]), "thirty inches off");
    let houses: String = (1..=16).map(|y| format!("20{y:02} ")).collect();
    assert!(walk(&[("b", &houses)]), "behind houses");
}

// card 29.2
#[test]
fn spotting_by_distance_terrain_and_type() {
    let t = Setup {
        axis: "Infantry @ 0505 E hidden\n75 mm PaK 40 @ 0507 E hidden\nFlak 88 @ 0509 E hidden\nInfantry @ 0511 E hidden dug-in=all\n\
               Infantry @ 0513 E hidden\nInfantry @ 0203 E hidden\nCavalry @ 0515 E hidden\nInfantry @ 0503 E hidden",
        allies: "M3 scout car @ 4001 W recon\nM36 @ 4003 W",
        terrain: &[("w", "0513 0102 0103 0104 0202 0203 0204 0302 0303 0304"), ("r", "0503")],
        ..Setup::default()
    }
    .open();
    let range = |tag: &str| {
        (
            t.position.sighting().spotting_range(t.id(tag), t.id("A1")),
            t.position.sighting().spotting_range(t.id(tag), t.id("A2")),
        )
    };
    assert_eq!(range("G1"), (18, 12), "infantry in the open; two thirds for others than reconnaissance");
    assert_eq!(range("G2"), (24, 16), "a small Gun");
    assert_eq!(range("G3"), (36, 24), "a large one");
    assert_eq!(range("G4"), (3, 2), "dug in");
    assert_eq!(range("G5"), (6, 4), "at the edge of woods");
    assert_eq!(range("G6"), (3, 2), "within them");
    assert_eq!(range("G7"), (36, 24), "cavalry as a vehicle");
    assert_eq!(range("G8"), (9, 6), "rough");
}

// card 29.1
#[test]
fn stepping_on_a_hidden_enemy_reveals_it() {
    // Two moving vehicles do not see each other through a hedgerow without overwatch; past its end they
    // would.
    let mut t = Setup {
        axis: "Pz IV H-J @ 0806 E moving\nTruck @ 0101 E",
        allies: "M36 @ 0906 W hidden moving\nM36 @ 4016 W",
        map: &super::table::edges("hedgerow", "E", "0802 0803 0804 0805 0806 0807 0808 0809 0810"),
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    assert!(t.is("A1", Flag::Hidden));
    t.play("move G1", &[]);
    assert!(t.offered("step E"), "nothing reveals that a unit is there");
    t.play("step E", &[]);
    assert_eq!(t.at("G1"), "0806", "it stays");
    assert!(!t.is("A1", Flag::Hidden), "and has found it");
    assert!(!t.offered("step E"));
}

fn searcher(axis: &str, allies: &str, terrain: &[(&str, &str)]) -> Table {
    Setup { axis, allies, terrain, ..Setup::default() }.open()
}

// card 24.4
#[test]
fn fire_into_sections() {
    let (house, woods) = (("b", "2005"), ("w", "1507"));
    let mut t = searcher(
        "Pz IV H-J @ 0505 E\nPz III J-L @ 0506 E",
        "= a independent\nInfantry @ 2005 W hidden\nM36 @ 4016 W",
        &[house, woods],
    );
    assert!(t.offered("search G1 2005") && t.offered("search G1 1507"));
    assert!(!t.offered("search G2 2005"), "over 70 mm only");
    // 15 inches 6 + 1, overwatch -2; infantry +1, building +2, crouching +1; in woods +2 and +1 at ten inches.
    let need = |cell: &str| {
        let cell = t.position.battle.index(cell.parse().unwrap()).unwrap();
        t.position.gunnery().search_roll(t.id("G1"), cell).need
    };
    assert_eq!((need("2005"), need("1507")), (Some(9), Some(8)));
    t.play("search G1 2005", &[]);
    let mut missed = t.clone();
    t.play("resolve", &[9]);
    assert_eq!(t.condition("A1"), "destroyed");
    missed.play("resolve", &[8]);
    assert_eq!(missed.condition("A1"), "none");
}

// card 24.4, 29.1
#[test]
fn fire_into_a_section_reveals_nothing_beforehand() {
    let offers = |allies: &str| searcher("Pz IV H-J @ 0505 E", allies, &[("b", "2005 2007")]).offers();
    let all = offers("Infantry @ 2005 W hidden\nM36 @ 4016 W");
    assert!(all.contains(&"search G1 2005".to_owned()) && all.contains(&"search G1 2007".to_owned()));
    assert_eq!(
        all,
        offers("Infantry @ 0116 W\nM36 @ 4016 W")
            .into_iter()
            .filter(|o| !o.contains("A1"))
            .collect::<Vec<_>>()
    );
}

// card 24.4
#[test]
fn no_fire_into_a_section_with_a_known_unit() {
    let mut t = searcher(
        "Pz IV H-J @ 0505 E",
        "= a independent\nInfantry @ 2005 W hidden\nInfantry @ 3006 W\nM36 @ 4016 W",
        &[("b", "2005")],
    );
    assert!(t.offered("search G1 2005"));
    let (hidden, known) = (t.id("A1"), t.id("A2"));
    let house = t.position.forces.spot(hidden).unwrap();
    t.position.forces.put(known, house);
    let seen = t.position.seen_by(Side::A, &mut standto::dice::Dice::seeded(1, 0));
    assert_eq!(t.position.choices(), seen.choices(), "no choice reveals a hidden unit");
    assert!(!t.offered("search G1 2005"), "a unit there is known");
}

// card 24.4
#[test]
fn a_die_picks_among_several_units_in_a_section() {
    let mut t = searcher(
        "Pz IV H-J @ 0505 E",
        "= a independent\nInfantry @ 2005 W hidden\nInfantry @ 2006 W hidden\nM36 @ 4016 W",
        &[("b", "2005 2006")],
    );
    let (first, second) = (t.id("A1"), t.id("A2"));
    let house = t.position.forces.spot(first).unwrap();
    t.position.forces.put(second, house);
    t.play("search G1 2005", &[]);
    t.play("resolve", &[10, 2]);
    assert_eq!((t.condition("A1"), t.condition("A2")), ("none", "destroyed"));
}

// card 24.4
#[test]
fn fire_into_a_section_has_the_guns_range() {
    let t =
        searcher("Pz IV H-J @ 0405 E", "Infantry @ 0116 W\nM36 @ 4016 W", &[("b", "3905"), ("w", "3006")]);
    assert!(t.offered("search G1 3006"), "26 inches");
    assert!(t.offered("search G1 3905"), "35 inches");
}

// card 29.1
#[test]
fn the_risk_of_a_move_says_nothing_of_hidden_guns() {
    let world = |gun: &str| {
        let mut t = duel(&format!("75 mm PaK 40 @ {gun}\nPz IV H-J @ 0101 N"), "M36 @ 3505 W\nM36 @ 3406 W");
        t.idle_to(1, 8, &[]);
        t
    };
    let risks = |t: &Table| {
        let view = t.position.view(Side::B);
        let mover = view.pieces.iter().find(|piece| piece.tag == "A1").unwrap().id;
        let cells = ["3505", "3005", "2505", "1505"].map(|cell| cell.parse().unwrap());
        cells.map(|cell| t.position.aids().risk(mover, cell).unwrap())
    };
    let [one, other, open] = ["0505 E hidden", "0301 E hidden", "0505 E"].map(world);
    assert_eq!(risks(&one), risks(&other), "wherever the gun hides");
    assert!(risks(&open) != risks(&one), "a gun in view is counted");
    assert!(risks(&open)[2].worst() > 0.2 && !risks(&open)[2].loss.is_empty(), "{:?}", risks(&open));
    let seen = one.position.seen_by(Side::B, &mut standto::dice::Dice::seeded(1, 0));
    let mut told = one.clone();
    told.position = seen;
    assert_eq!(risks(&told), risks(&one));
}
