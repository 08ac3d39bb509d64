//! Data of the battle itself: routes of a zone, terrain of a variant, hints, and custom weapons.

use super::plans::{buy, lay, mark, refused, sound, turn, write};
use super::{battle, blank, cells, line, read, value};
use standto::editor::{Draft, Edit, Place, Subject};
use standto::rules::matg::catalog::{self, Class, Nation};
use standto::rules::matg::ground::terrain::{Ground, Terrain};
use standto::rules::matg::scenario;
use standto::side::Side;

const PANZER: &str = "Panzer IV F2-H (7.5cm)";

#[test]
fn routes_of_a_zone_can_be_named_added_and_removed() {
    let mut draft = blank(24, 36);
    let zone = lay(&mut *draft, Some(Side::B), "Zones");
    mark(&mut *draft, zone, &["0130"]);
    turn(&mut *draft, zone, "Headquarters");
    write(&mut *draft, zone, "Rolled for", "5");
    turn(&mut *draft, zone, "Ways");
    write(&mut *draft, zone, "Way 3, name", "by the road in the east");
    write(&mut *draft, zone, "Way 3, turn", "7");
    let named = "Soviets: zone 1, by the road in the east";
    let way = draft.brushes().iter().position(|brush| brush.name == named).unwrap();
    let edit = Edit::Paint { cells: cells(&["2430"]), brush: way, over: false, side: Side::A };
    draft.edit(&edit).unwrap();
    sound(&*draft);
    let call = battle(&draft.text()).zones[0].call.clone().unwrap();
    assert_eq!(call.ways.len(), 3);
    assert_eq!((call.ways[2].name.as_str(), call.ways[2].turn), ("by the road in the east", 7));
    assert_eq!(call.ways[2].cells, cells(&["0130", "2430"]));
    write(&mut *draft, zone, "Way 3, name", "-");
    assert_eq!(battle(&draft.text()).zones[0].call.clone().unwrap().ways[2].name, "");
    // Two at least.
    write(&mut *draft, zone, "Ways", "2");
    assert_eq!(refused(&mut *draft, zone, "Ways", "1"), "1 is out of range: expected 2 to 20.");
    assert_eq!(battle(&draft.text()).zones[0].call.clone().unwrap().ways.len(), 2);
}

#[test]
fn hints_are_shown_in_their_phase() {
    let mut draft = blank(24, 36);
    let hint = lay(&mut *draft, None, "Hints");
    assert!(draft.check().iter().any(|remark| remark.place == Place::Of(hint) && !remark.fault));
    turn(&mut *draft, hint, "Phase");
    turn(&mut *draft, hint, "Phase");
    write(&mut *draft, hint, "From turn", "3");
    let long =
        "Who has the enemy in sight had better fire, | and the rest move. | | Left and Right change it.";
    assert!(long.len() > 80);
    write(&mut *draft, hint, "Text", long);
    sound(&*draft);
    let told = &battle(&draft.text()).hints[0];
    assert_eq!((told.phase, told.turn), (2, 3), "posture comes third");
    let lines =
        "Who has the enemy in sight had better fire,\nand the rest move.\n\nLeft and Right change it.";
    assert_eq!(told.text, lines);
    assert_eq!(value(&*draft, hint, "Text").replace("|  |", "| |"), long);
    draft.edit(&Edit::Remove(hint)).unwrap();
    assert!(battle(&draft.text()).hints.is_empty());
}

#[test]
fn tutorial_hints_survive_writing() {
    let mut draft = read("first", scenario::FIRST_STEPS).unwrap();
    let before = battle(scenario::FIRST_STEPS).hints;
    let lists = draft.plans();
    let hints = lists.iter().find(|list| list.name == "Hints").unwrap();
    assert_eq!(hints.rows.len(), before.len());
    for row in &hints.rows {
        let shown = value(&*draft, row.of, "Text");
        write(&mut *draft, row.of, "Text", &shown);
    }
    assert_eq!(battle(&draft.text()).hints, before);
}

#[test]
fn variant_terrain_applies_when_played() {
    let mut draft = blank(24, 36);
    let ford = lay(&mut *draft, None, "Terrain variants");
    assert!(draft.check().iter().any(|remark| remark.place == Place::Of(ford) && !remark.fault));
    mark(&mut *draft, ford, &["1010", "1011"]);
    write(&mut *draft, ford, "Ground", "rough-1, good-road");
    sound(&*draft);
    let at = |draft: &dyn Draft| {
        let battle = battle(&draft.text());
        battle.ground[battle.grid.index(cells(&["1011"])[0])]
    };
    assert_eq!(at(&*draft), Ground::CLEAR);
    turn(&mut *draft, Subject::Battle, "Variant of the battle");
    assert_eq!(at(&*draft), Ground::CLEAR.with(Terrain::Rough1).with(Terrain::GoodRoad));
    // It is cycled through the types, except those that only fire causes.
    for _ in 0..40 {
        turn(&mut *draft, ford, "Ground");
        sound(&*draft);
    }
    let why = refused(&mut *draft, ford, "Ground", "rogh-1");
    assert_eq!(why, "Unknown terrain \"rogh-1\"; did you mean \"rough-1\"?");
    // A smaller board cuts it off.
    write(&mut *draft, ford, "Squares", "1010-2011");
    write(&mut *draft, Subject::Battle, "Width", "18");
    sound(&*draft);
    draft.edit(&Edit::Remove(ford)).unwrap();
    turn(&mut *draft, Subject::Battle, "Variant of the battle");
    assert!(!draft.text().contains("variant"), "{}", draft.text());
}

#[test]
fn custom_weapons_use_their_own_figures() {
    let mut draft = blank(24, 36);
    let weapon = lay(&mut *draft, Some(Side::A), "Own weapons");
    write(&mut *draft, weapon, "Figures of", PANZER);
    write(&mut *draft, weapon, "Name", "Panzer IV, worn");
    write(&mut *draft, weapon, "Points", "61");
    write(&mut *draft, weapon, "Move", "8T");
    write(&mut *draft, weapon, "Weapon 1, AP", "7");
    turn(&mut *draft, weapon, "Weapons");
    write(&mut *draft, weapon, "Weapon 2, called", "MG");
    write(&mut *draft, weapon, "Weapon 2, AP", "-");
    write(&mut *draft, weapon, "Weapon 2, notes", "R");
    turn(&mut *draft, weapon, "Support");
    sound(&*draft);
    // It is listed first in the catalog, and priced by its own figures.
    let ware = draft.catalog_items(Side::A)[0].clone();
    assert_eq!((ware.name.as_str(), ware.cost), ("Panzer IV, worn", 61));
    let before = draft.force(Side::A).cost;
    buy(&mut *draft, Side::A, 0, ("germany", "Panzer IV, worn"), 2);
    assert_eq!(draft.force(Side::A).cost, before + 122);
    sound(&*draft);
    let now = battle(&draft.text());
    let unit = now.units.iter().find(|unit| unit.kind.name == "Panzer IV, worn").unwrap();
    let printed = catalog::find(Nation::Germany, PANZER).unwrap();
    assert_eq!((unit.kind.points, unit.kind.defence, unit.kind.class), (61, printed.defence, Class::Tank));
    assert_eq!(unit.kind.movement.land.unwrap().0, 8);
    let ap: Vec<Option<u8>> = unit.kind.guns.iter().map(|gun| gun.ap).collect();
    assert_eq!(ap, [Some(7), None]);
    assert_eq!(now.costs[0].points(), draft.force(Side::A).cost);
    // The other side does not have it.
    assert!(draft.catalog_items(Side::B).iter().all(|ware| ware.name != "Panzer IV, worn"));
    // Its stands use its new name, and it can't be removed while they do.
    write(&mut *draft, weapon, "Name", "Panzer IV, mended");
    sound(&*draft);
    assert_eq!(battle(&draft.text()).units[1].kind.name, "Panzer IV, mended");
    let why = draft.edit(&Edit::Remove(weapon)).unwrap_err();
    assert_eq!(why, "2 stands use Panzer IV, mended: remove them first.");
    for _ in 0..2 {
        draft.edit(&Edit::Remove(Subject::Piece(Side::A, 0, 1))).unwrap();
    }
    draft.edit(&Edit::Remove(weapon)).unwrap();
    sound(&*draft);
    assert!(!draft.text().contains("weapon"), "{}", draft.text());
}

#[test]
fn invalid_weapon_values_are_refused() {
    let mut draft = blank(24, 36);
    let weapon = lay(&mut *draft, Some(Side::A), "Own weapons");
    sound(&*draft);
    let name = value(&*draft, weapon, "Name");
    for (of, said, why) in [
        ("Move", "10X", format!("{name}: move cannot be \"10X\".")),
        ("Weapon 1, notes", "R, R", format!("{name}: notes cannot be \"R, R\".")),
        ("Points", "-1", "-1 is out of range: expected 0 to 9999.".to_owned()),
        ("Weapon 1, AP", "x", "\"x\" is not a number.".to_owned()),
        ("Figures of", "Panzer XX", String::new()),
        ("Other role", "Panzer XX", "Panzer XX is not in this nation's weapons data.".to_owned()),
    ] {
        let told = refused(&mut *draft, weapon, of, said);
        assert!(told.starts_with(&why), "{told}");
    }
    // Its firepower goes down to 0, then to none, and back.
    write(&mut *draft, weapon, "Weapon 1, AP", "0");
    let ap = line(&*draft, weapon, "Weapon 1, AP");
    draft.edit(&Edit::Turn(weapon, ap, false)).unwrap();
    assert_eq!(value(&*draft, weapon, "Weapon 1, AP"), "-");
    draft.edit(&Edit::Turn(weapon, ap, true)).unwrap();
    assert_eq!(value(&*draft, weapon, "Weapon 1, AP"), "0");
    // Unarmed, it is still valid; two of one name are not.
    write(&mut *draft, weapon, "Weapons", "0");
    sound(&*draft);
    let second = lay(&mut *draft, Some(Side::A), "Own weapons");
    let why = refused(&mut *draft, second, "Name", &name.to_uppercase());
    assert_eq!(why, format!("The name \"{}\" is already in use.", name.to_uppercase()));
}

#[test]
fn custom_weapons_of_printed_battles_show_their_cost() {
    let draft = read("costly", scenario::COSTLY_SETBACK).unwrap();
    let now = battle(&draft.text());
    for side in Side::BOTH {
        let lists = draft.plans();
        let own = lists.iter().find(|list| list.whose == Some(side) && list.name == "Own weapons").unwrap();
        assert!(own.rows.len() > 5);
        assert!(own.rows.iter().all(|row| row.cost > 0), "{:?}", own.rows);
        assert_eq!(now.costs[side.index()].points(), draft.force(side).cost);
    }
}
