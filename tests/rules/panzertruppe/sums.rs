//! Every modifier on its own: to hit, machine guns, indirect fire, close assault. The figures are those of
//! the tables.

use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, Table, edges};

/// One Axis unit at 0505 and one Allied unit at 0905, four inches away, on some terrain.
fn pair(axis: &str, allies: &str, ground: (&str, &str), map: &str) -> Table {
    let (axis, allies) = (format!("{axis}\nTruck @ 0101 E"), format!("{allies}\nTruck @ 4016 W"));
    Setup { axis: &axis, allies: &allies, terrain: &[ground], map, ..Setup::default() }.open()
}

const OPEN: (&str, &str) = ("w", "");

// card 15.4, 16.1, 24.3, 25, 28.1
#[test]
fn machine_guns_by_target() {
    let need = |target: &str, ground: (&str, &str), map: &str| {
        pair("Infantry MG @ 0505 E", &format!("{target} @ 0905 W"), ground, map).need("G1", Slot::Arms, "A1")
    };
    let edge = |kind: &str| edges(kind, "E", "0805");
    assert_eq!(need("Infantry", OPEN, ""), 6);
    assert_eq!(need("Infantry", ("b", "0905"), ""), 9);
    assert_eq!(need("Infantry", ("w", "0905"), ""), 8);
    assert_eq!(need("Infantry", ("r", "0905"), ""), 8);
    assert_eq!(need("Infantry", OPEN, &edge("hedgerow")), 8);
    assert_eq!(need("Infantry", OPEN, &edge("wall")), 7);
    assert_eq!(need("Infantry", OPEN, &edge("hedge")), 7);
    assert_eq!(need("Truck", OPEN, ""), 5, "unarmoured");
    let dug = |ground| {
        pair("Infantry MG @ 0505 E", "Infantry @ 0905 W dug-in=all", ground, "").need("G1", Slot::Arms, "A1")
    };
    assert_eq!(dug(OPEN), 9);
    assert_eq!(dug(("b", "0905")), 9, "a foxhole in a building is a building");
    assert_eq!(dug(("w", "0905")), 9, "only the best counts");
    // Mounted cavalry ignores walls and hedges.
    for kind in ["wall", "hedge"] {
        assert_eq!(need("Cavalry", OPEN, &edge(kind)), 6, "{kind}");
    }
    // Small arms at the same range.
    assert_eq!(pair("Infantry @ 0505 E", "Infantry @ 0905 W", OPEN, "").need("G1", Slot::Arms, "A1"), 8);
}

// card 15.4, 16.1, 6.1, 32.2
#[test]
fn machine_guns_with_moving_firers_and_targets() {
    let moving = |axis: &str, allies: &str, slot: Slot, stun: bool| {
        let mut t = pair(axis, allies, OPEN, "");
        if stun {
            t.stun("A1");
        }
        t.need("G1", slot, "A1")
    };
    assert_eq!(moving("SdKfz 251/1 @ 0505 E", "Infantry @ 0905 W", Slot::Open, false), 5, "from overwatch");
    assert_eq!(moving("SdKfz 251/1 @ 0505 E moving", "Infantry @ 0905 W", Slot::Open, false), 9);
    assert_eq!(moving("Infantry MG @ 0505 E", "Truck @ 0905 W moving", Slot::Arms, false), 6);
    assert_eq!(
        moving("Infantry MG @ 0505 E", "Truck @ 0905 W moving", Slot::Arms, true),
        5,
        "stunned it stands"
    );
    let quad = Setup {
        axis: "Quad .50 mount @ 0505 E\nTruck @ 0101 E",
        allies: "Infantry @ 0905 W\nTruck @ 4016 W",
        nations: ["United States", "Germany"],
        ..Setup::default()
    }
    .open();
    assert_eq!(quad.need("G1", Slot::Open, "A1"), 4, "four guns and overwatch");
}

// card 21.4, 21.5, 22, 24.3, 28.1
#[test]
fn indirect_fire_by_class_of_target() {
    let need = |target: &str, ground: (&str, &str), calibre: u16, same: bool, down: bool| {
        let mut t = pair("Truck @ 0505 E", target, ground, "");
        if down {
            t.set("A1", Flag::Crouching);
        }
        let id = t.id("A1");
        let at = t.position.forces.spot(id).unwrap();
        let aimed = t.position.gunnery().target(at, id, t.position.battle.line(at, at));
        t.position.gunnery().indirect(calibre, id, &aimed, same).0.need.unwrap()
    };
    let foot = "Infantry @ 0905 W";
    let plain = |calibre| need(foot, OPEN, calibre, false, false);
    assert_eq!([60, 79, 80, 105, 139, 140, 150].map(plain), [7, 7, 6, 6, 6, 5, 5]);
    assert_eq!(need(foot, ("w", "0905"), 105, false, false), 6, "woods");
    assert_eq!(need(foot, ("b", "0905"), 105, false, false), 8, "a house");
    assert_eq!(need(foot, ("b", "0905"), 105, false, true), 9, "and crouching");
    assert_eq!(need("Infantry @ 0905 W dug-in=all", OPEN, 105, false, false), 8, "a hole");
    assert_eq!(need("Infantry @ 0905 W dug-in=all", OPEN, 105, false, true), 9, "crouching in it");
    assert_eq!(need(foot, OPEN, 105, true, false), 5, "the same aim again");
    assert_eq!(need("Truck @ 0905 W", OPEN, 105, false, false), 6);
    assert_eq!(need("Truck @ 0905 W moving", OPEN, 105, false, false), 8);
    assert_eq!(need("M36 @ 0905 W", OPEN, 105, false, false), 7, "armoured");
    assert_eq!(need("M36 @ 0905 W moving", OPEN, 105, false, false), 9);
    assert_eq!(need("Cavalry @ 0905 W moving", OPEN, 105, false, false), 6, "horses are no vehicles");
}

// card 20.6
#[test]
fn close_assault_modifier_by_modifier() {
    // Infantry at 0906 beside the vehicle at 0905, to its north.
    let sum = |vehicle: &str, foot: &str, ground: (&str, &str), map: &str, by_vehicle: bool| {
        let t = pair(&format!("{vehicle} @ 0905 E"), &format!("{foot} @ 0906 S"), ground, map);
        t.position.close_combat().assault_lines(t.id("G1"), t.id("A1"), by_vehicle, 0).sum()
    };
    let both = |vehicle: &str, ground, map: &str| {
        (sum(vehicle, "Infantry", ground, map, false), sum(vehicle, "Infantry", ground, map, true))
    };
    let plain = "StuG III A-E";
    assert_eq!(both(plain, OPEN, ""), (0, 0));
    for (mark, adds) in [("w", 1), ("r", 1), ("b", 0), ("m", 0)] {
        assert_eq!(both(plain, (mark, "0906"), ""), (adds, adds), "{mark}");
    }
    assert_eq!(both(plain, OPEN, "grain = [\"0906\"]\n"), (1, 1));
    assert_eq!(both(plain, OPEN, &edges("wall", "N", "0905")), (1, 1));
    assert_eq!(both(plain, OPEN, &edges("hedge", "N", "0905")), (0, 0));
    assert_eq!(both(plain, OPEN, &edges("hedgerow", "N", "0905")), (0, 2), "defending a hedgerow");
    assert_eq!(sum(plain, "75 mm PaK 40", OPEN, &edges("hedgerow", "N", "0905"), true), 0, "infantry does");
    let dug = |foot: &str, by_vehicle| {
        let allies = format!("{foot} @ 0906 S dug-in=all");
        let t = pair("StuG III A-E @ 0905 E", &allies, OPEN, "");
        t.position.close_combat().assault_lines(t.id("G1"), t.id("A1"), by_vehicle, 0).sum()
    };
    assert_eq!((dug("Infantry", false), dug("Infantry", true), dug("75 mm PaK 40", true)), (0, 1, 0));
    // Open-topped, unarmoured.
    assert_eq!(both("Marder II-III", OPEN, ""), (2, 2));
    assert_eq!(both("Truck", OPEN, ""), (4, 4));
    // MGs in arc: an open MG all round, a bow MG only ahead, a coaxial MG where the turret points.
    assert_eq!(both("StuG III F-G", OPEN, ""), (-1, -1));
    assert_eq!(both("SdKfz 251/1", OPEN, ""), (1, 1), "open on top with a machine gun");
    let tank = |turned: Option<u8>, stunned: bool, moving: bool, before: i16, by_vehicle: bool| {
        let mut t = pair("Pz IV H-J @ 0905 E", "Infantry @ 0906 S", OPEN, "");
        let id = t.id("G1");
        let state = t.position.forces.state_mut(id);
        state.turret = turned.unwrap_or(state.turret);
        state.condition.stunned = stunned;
        if moving {
            state.motion = standto::rules::panzertruppe::firing::Motion::Moving;
        }
        t.position.close_combat().assault_lines(id, t.id("A1"), by_vehicle, before).sum()
    };
    assert_eq!(tank(None, false, false, 0, false), 0, "both look away");
    assert_eq!(tank(Some(0), false, false, 0, false), -1, "the turret points at it");
    assert_eq!(tank(None, true, false, 0, false), 2, "stunned");
    assert_eq!(tank(None, false, true, 0, false), -1, "moving");
    assert_eq!(tank(None, false, true, 0, true), 0, "its own assault is not an assault on a moving vehicle");
    // +1 for each attack after the first, not +1 more each time.
    assert_eq!([1, 2].map(|before| tank(None, false, false, before, false)), [1, 1]);
    let ahead = pair("Pz IV H-J @ 0905 N", "Infantry @ 0906 S", OPEN, "");
    assert_eq!(
        ahead.position.close_combat().assault_lines(ahead.id("G1"), ahead.id("A1"), false, 0).sum(),
        -2
    );
    // Riders.
    let riders =
        pair("StuG III A-E @ 0905 E\nInfantry @ G1\nInfantry MG @ G1", "Infantry @ 0906 S", OPEN, "");
    assert_eq!(
        riders.position.close_combat().assault_lines(riders.id("G1"), riders.id("A1"), false, 0).sum(),
        -2
    );
}

// card 3.5, 10.1, 10.2, 23.1, 24.2, 8.5
#[test]
fn to_hit_by_cover() {
    // Six inches: 0 for range; both on overwatch: +2 and +1, so 3 or more in the open.
    let need = |target: &str, ground: (&str, &str), map: &str| {
        pair("StuG III F-G @ 0505 E", &format!("{target} @ 1105 W"), ground, map).need("G1", Slot::Main, "A1")
    };
    let edge = |kind: &str, cell: &str| edges(kind, "E", cell);
    let tank = "M4 Sherman 75";
    assert_eq!(need(tank, OPEN, ""), 3);
    assert_eq!(need(tank, OPEN, &edge("wall", "1005")), 5, "against it: hull down");
    assert_eq!(need(tank, OPEN, &edge("wall", "0805")), 4, "between");
    assert_eq!(need(tank, OPEN, &edge("wall", "0505")), 3, "the firer is against it");
    assert_eq!(need(tank, OPEN, &edge("hedge", "1005")), 4, "no more than a hedge");
    assert_eq!(need(tank, OPEN, &edge("hedge", "0805")), 4);
    assert_eq!(need(tank, OPEN, &edge("hedgerow", "1005")), 5);
    assert_eq!(need(tank, ("w", "1105"), ""), 5);
    assert_eq!(need(tank, ("r", "1105"), ""), 4);
    assert_eq!(need(tank, ("b", "1105"), ""), 5);
    assert_eq!(
        need("57 mm ZiS-2", OPEN, &edge("wall", "1005")),
        5,
        "a Gun is never hull down: size and wall"
    );
    // From a hill a wall counts only where the target is against it.
    let down = |cell: &str, hill: &str| {
        let map = edge("wall", cell);
        let t = Setup {
            axis: "StuG III F-G @ 0505 E\nTruck @ 0101 E",
            allies: "M4 Sherman 75 @ 1105 W\nTruck @ 4016 W",
            levels: &[("1", hill)],
            map: &map,
            ..Setup::default()
        }
        .open();
        t.need("G1", Slot::Main, "A1")
    };
    assert_eq!((down("0805", "0505"), down("1005", "0505")), (3, 5), "fired down");
    assert_eq!((down("0805", "1105"), down("1005", "1105")), (3, 5), "fired up");
    // Half an inch back from the edge, seen from below: a vehicle is hull down, a Gun has -1.
    let back = |target: &str| {
        let allies = format!("{target} @ 1105 W\nTruck @ 4016 W");
        let mut t = Setup {
            axis: "StuG III F-G @ 0505 E\nTruck @ 0101 E",
            allies: &allies,
            levels: &[("1", "1105 1205")],
            ..Setup::default()
        }
        .open();
        let before = t.need("G1", Slot::Main, "A1");
        t.set("A1", Flag::Back);
        t.need("G1", Slot::Main, "A1") - before
    };
    assert_eq!((back("M4 Sherman 75"), back("6-pounder"), back("Infantry")), (2, 1, 0));
}
