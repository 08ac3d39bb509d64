//! Positions that Micro Armour's computer opponent once played badly.

use standto::board::{Cell, within};
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use std::sync::Arc;

use standto::rules::matg::state::battle::Role;
use standto::rules::matg::state::choice::{Choice, Posture, Tag};
use standto::rules::matg::state::position::{Id, Place};
use standto::rules::matg::turn::alternation::Alternation;
use standto::rules::matg::turn::sequence::{ArtilleryPhase, Frame, PlotPhase};
use standto::rules::matg::{Position, scenario};

use super::opponent::{drawn, id, play_to_turn, posture_phase, stand, tag, think};
use standto::rules::matg::command::cohesion;

/// The stands that a side marks to move.
fn marked(mut position: Position) -> Vec<Tag> {
    let mut marked = Vec::new();
    let mut dice = Dice::seeded(1, 0);
    while matches!(position.now.stack.first(), Some(Frame::Posture(_))) {
        let choice = think(&position);
        if let Choice::Group(_, stand) | Choice::Add(stand) = choice {
            marked.push(stand);
        }
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
    }
    marked
}

#[test]
fn support_stands_deploy_behind_the_others() {
    let germans = stand("SdKfz 7/2 37mm AAG", "1206")
        + &stand("Daimler-Steyr Lt Truck", "1106")
        + &["1105", "1205", "1305", "1405"].map(|at| stand("Panzer IV F2-H (7.5cm)", at)).concat();
    let mut position = drawn(&[], &germans, &stand("T-34c", "1224"));
    let mut dice = Dice::seeded(1, 0);
    assert!(matches!(position.now.stack.last(), Some(Frame::Deploy(_))));
    for _ in 0..40 {
        if position.decision().is_none_or(|decision| decision.side != Side::A) {
            break;
        }
        let choice = think(&position);
        position.apply(&choice, &mut dice, &mut Log::off()).expect("no dice yet");
    }
    for follower in ["G1", "G2"] {
        let at = position.forces.cell(id(&position, follower)).expect("on the board");
        assert!(at.y < 4, "{follower} is placed at {at}"); // the tanks are in row 5, which is 4 counted from 0
    }
}

#[test]
fn on_the_last_turn_stands_with_a_target_stay_to_fire() {
    let panzers = stand("Panzer IV F2-H (7.5cm)", "1105") + &stand("Panzer IV F2-H (7.5cm)", "1305");
    let mut position = drawn(&[], &panzers, &(stand("T-34c", "1118") + &stand("T-34c", "1318")));
    position.now.number = position.battle.turns;
    let marks = marked(posture_phase(position));
    assert!(!marks.contains(&tag("G1")) && !marks.contains(&tag("G2")), "{marks:?}");
}

#[test]
fn infantry_rides_until_the_enemy_is_near() {
    let germans = "[[side.formation.stand]]\ntype = \"Infantry '43\"\naboard = \"G2\"\n".to_owned()
        + &stand("SdKfz 251/1", "1202")
        + "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+2\"\nat = \"1201\"\n";
    let enemy: Cell = "1223".parse().expect("a cell");
    let position = &mut drawn(&["1212", "1312", "1213"], &germans, &stand("Infantry SMG", "1223"));
    let mut afoot = None;
    play_to_turn(position, 8, |now| {
        if let (None, Place::Board(cell)) = (afoot, now.forces.stand(id(now, "G1")).place) {
            afoot = Some(cell);
        }
    });
    let cell = afoot.expect("it is unloaded");
    assert!(within(cell, enemy, 13), "it is unloaded at {cell}");
}

/// The German GHQ, in a truck.
fn general_at(truck: &str) -> String {
    "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+1\"\naboard = \"G2\"\n".to_owned()
        + &stand("Daimler-Steyr Lt Truck", truck)
}

#[test]
fn tanks_lead_the_column() {
    let germans = general_at("1204")
        + &stand("SdKfz 7/2 37mm AAG", "1205")
        + &stand("SdKfz 251/1", "1305")
        + &["1103", "1203", "1303", "1403"].map(|at| stand("Panzer IV F2-H (7.5cm)", at)).concat();
    let position = &mut drawn(&[], &germans, &(stand("T-34c", "1124") + &stand("T-34c", "1424")));
    play_to_turn(position, 3, |_| ());
    let ahead = |text: &str| position.forces.cell(id(position, text)).map(|at| at.y);
    let tanks = ["G5", "G6", "G7", "G8"].map(ahead);
    let first = tanks.into_iter().flatten().max().expect("tanks are left");
    for follower in ["G2", "G3", "G4"] {
        let at = ahead(follower);
        assert!(at.is_none_or(|y| y < first), "{follower} leads in row {at:?}: {tanks:?}");
    }
}

#[test]
fn rockets_move_into_sight_of_the_enemy_and_fire() {
    // A belt of woods hides the enemy from the rockets.
    let woods: Vec<String> = (7..=17).flat_map(|x| [format!("{x:02}04"), format!("{x:02}05")]).collect();
    let woods: Vec<&str> = woods.iter().map(String::as_str).collect();
    let germans = stand("SdKfz 251 sWuR 40 nw41 [4]", "1202");
    let targets = ["1118", "1218", "1318"].map(|at| stand("Infantry SMG", at)).concat();
    let position = &mut drawn(&woods, &germans, &targets);
    let mut fires = false;
    play_to_turn(position, 7, |now| {
        fires |= now.record.impacts.iter().any(|impact| impact.battery == id(now, "G1"))
    });
    assert!(fires, "they have not fired in six turns, at {:?}", position.forces.cell(id(position, "G1")));
}

/// German tanks at a wreck on the bridge of the introductory battle, and an enemy on a square.
fn behind_a_wreck(enemy: &str) -> Position {
    let (battle, _) = scenario::read("introductory", scenario::INTRODUCTORY).expect("a scenario");
    let mut position = Position::new(Arc::new(battle));
    let cell = |name: &str| name.parse::<Cell>().expect("a cell");
    for side in Side::BOTH {
        for other in position.battle.ids(side).collect::<Vec<_>>() {
            if position.forces.cell(other).is_some()
                && !matches!(position.battle.unit(other).role, Role::Ghq(_))
            {
                position.forces.lift(other);
            }
        }
    }
    let (lost, road) = (id(&position, "G8"), cell("1224"));
    position.forces.put(lost, road);
    cohesion::eliminate(&mut position, lost, &mut Log::off());
    for (tank, at) in [("G4", "1224"), ("G5", "1217"), ("G6", "1216"), ("G7", "1215")] {
        let tank = id(&position, tank);
        position.forces.put(tank, cell(at));
    }
    let tank = id(&position, "S3");
    position.forces.put(tank, cell(enemy));
    posture_phase(position)
}

#[test]
fn a_tank_with_a_target_does_not_clear_roads() {
    assert!(
        matches!(think(&behind_a_wreck("1248")), Choice::Work(..)),
        "no enemy is near: the road is cleared"
    );
    let choice = think(&behind_a_wreck("1226"));
    assert!(!matches!(choice, Choice::Work(..)), "{choice}");
}

/// Tanks in sight of an enemy that has lost so many of its ten stands.
fn against_an_enemy_with_losses(losses: usize) -> Position {
    let panzers = ["1105", "1205", "1305", "1405"].map(|at| stand("Panzer IV F2-H (7.5cm)", at)).concat();
    let tanks = ["1118", "1218", "1318", "1418", "1518"].map(|at| stand("T-34c", at)).concat();
    let trucks =
        ["0324", "0424", "0524", "0624", "0724"].map(|at| stand("Hvy Truck (YAG 10 8T)", at)).concat();
    let mut position = drawn(&[], &panzers, &(tanks + &trucks));
    position.now.number = 5;
    let trucks = position.forces.on_board(Side::B).filter(|&(id, _)| position.battle.unit(id).is_unarmed());
    let lost: Vec<_> = trucks.map(|(id, _)| id).chain([id(&position, "S1")]).take(losses).collect();
    for truck in lost {
        cohesion::eliminate(&mut position, truck, &mut Log::off());
    }
    posture_phase(position)
}

#[test]
fn a_side_that_has_broken_the_enemy_moves_out_of_range() {
    // How far they are from the enemy's row a turn later, in inches for all four.
    let away = |losses: usize| {
        let mut position = against_an_enemy_with_losses(losses);
        play_to_turn(&mut position, 6, |_| ());
        let rows = ["G1", "G2", "G3", "G4"]
            .map(|tank| position.forces.cell(id(&position, tank)).map_or(17, |at| at.y));
        rows.into_iter().map(|row| 17 - row).sum::<i16>()
    };
    let [before, after] = [away(1), away(6)];
    assert!(after > 4 * 13, "they withdraw: {after}");
    assert!(before <= 4 * 13, "before that they do not: {before}");
}

/// The Germans' plot phase, a turn after they plotted a mission at 1212 and with an enemy tank in a square.
fn with_a_mission(enemy: &str) -> Position {
    let germans = stand("105mm Wespe [3]", "1202") + &stand("Infantry '43", "1206") + "observer = true\n";
    let mut position = drawn(&[], &germans, &stand("76mm Gun (M36 Div) [2]", enemy));
    let mut dice = Dice::seeded(1, 0);
    for choice in ["", "plot G2", "battery G1 0", "at 1212", "explosive", "closed", "done"] {
        if choice.is_empty() {
            position.now.stack =
                vec![Frame::Plot(PlotPhase { turns: Alternation::left_to(Side::A), draft: None })];
            continue;
        }
        let choice: Choice = choice.parse().expect("a choice");
        position.check(&choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
        position.apply(&choice, &mut dice, &mut Log::off()).expect("no dice");
    }
    position.now.number += 1;
    position.now.stack = vec![Frame::Plot(PlotPhase { turns: Alternation::left_to(Side::A), draft: None })];
    position
}

#[test]
fn shells_are_not_kept_falling_on_empty_ground() {
    assert!(matches!(think(&with_a_mission("2012")), Choice::Terminate(_)), "the gun is elsewhere");
    assert!(!matches!(think(&with_a_mission("1212")), Choice::Terminate(_)), "the gun is there");
}

/// A light anti-tank gun, which its crew can push, in a wood.
#[test]
fn an_anti_tank_gun_does_not_roll_forward_in_the_open() {
    let gun = stand("37mm ATG PaK 35/36", "1204");
    let tanks = ["0903", "1003", "1403"].map(|at| stand("Panzer IV F2-H (7.5cm)", at)).concat();
    let others = stand("T-34c", "1120") + &stand("T-34c", "1320");
    for (beside, enemies) in [
        ("", others.clone()),
        (&*tanks, others.clone()),
        (&*tanks, stand("BA-64", "1117") + &others),
        (&*tanks, stand("BA-64", "1124") + &stand("T-34c", "1524")),
    ] {
        let position = &mut drawn(&["1104", "1204", "1304"], &(gun.clone() + beside), &enemies);
        play_to_turn(position, 6, |now| {
            // Its wood is in row 4, which is 3 counted from 0.
            let row = now.forces.cell(id(now, "G1")).map(|at| at.y);
            assert!(row.is_none_or(|row| row <= 3), "it is in row {row:?} against {enemies}");
        });
    }
}

/// What a battery in sight of the enemy is told to do for infantry about to cross open ground.
fn support(infantry: &[&str], enemies: &str) -> Vec<Choice> {
    let infantry: String = infantry.iter().map(|at| stand("Infantry '43", at)).collect();
    let mut position = drawn(&[], &(stand("105mm Wespe [3]", "1202") + &infantry), enemies);
    let soldiers: Vec<Id> =
        position.battle.ids(Side::A).filter(|&id| position.battle.unit(id).is_personnel()).collect();
    for id in soldiers {
        let stand = position.forces.stand_mut(id);
        (stand.posture, stand.group) = (Posture::Move, 1);
    }
    let turns = Alternation::left_to(Side::A);
    position.now.stack =
        vec![Frame::Artillery(ArtilleryPhase { turns, ..ArtilleryPhase::begun_by(Side::A) })];
    let mut made = Vec::new();
    while matches!(position.now.stack.last(), Some(Frame::Artillery(_))) && made.last() != Some(&Choice::Pass)
    {
        let choice = think(&position);
        made.push(choice);
        position.apply(&choice, &mut Dice::seeded(1, 0), &mut Log::off()).expect("seeded dice");
    }
    made
}

/// It shells the enemies that the infantry walks at, or hides them in smoke.
#[test]
fn infantry_does_not_cross_open_ground_without_shells_or_smoke() {
    for kind in ["Infantry '39", "76mm Gun (M36 Div) [2]", "KV-1s", "T-34c"] {
        for infantry in [&["1208"][..], &["1108", "1208", "1308"], &["1007", "1108", "1208", "1308", "1408"]]
        {
            for enemies in [&["1213"][..], &["1113", "1213", "1313"]] {
                let text: String = enemies.iter().map(|at| stand(kind, at)).collect();
                let made = support(infantry, &text);
                let aims_at = |at: &&str| made.contains(&format!("at {at}").parse().expect("a choice"));
                let shells = made.contains(&Choice::Explosive) && enemies.iter().any(aims_at);
                assert!(
                    shells || made.contains(&Choice::Smoke),
                    "{infantry:?} against {kind} at {enemies:?}: {made:?}"
                );
            }
        }
    }
}

/// Shells silence the few enemies that they fall on. Of ten tanks all around they reach too few: smoke hides the assault from
/// more of them.
#[test]
fn smoke_hides_an_assault_from_more_tanks_than_shells_can_silence() {
    for kind in ["KV-1s", "T-34c"] {
        let tanks = |columns: &[i16]| -> String {
            let around: String =
                columns.iter().map(|column| stand(kind, &format!("{column:02}20"))).collect();
            stand("Infantry '39", "1213") + &around
        };
        let all_around = support(&["1208"], &tanks(&[3, 5, 7, 9, 11, 13, 15, 17, 19, 21]));
        assert!(all_around.contains(&Choice::Smoke), "ten of {kind}: {all_around:?}");
        let few = support(&["1208"], &tanks(&[10, 12, 14]));
        assert!(few.contains(&Choice::Explosive), "three of {kind}: {few:?}");
    }
}
