//! Black Monday, and the two optional rules it calls for.

use super::*;
use standto::rules::matg::artillery::missions::{Kind, Mission, Piece, Stage};
use standto::rules::matg::catalog::Mode;
use standto::rules::matg::fire::attack::{Attack, Occasion, outcome_of};
use standto::rules::matg::fire::combat;
use standto::rules::matg::scenario::BLACK_MONDAY;
use standto::rules::matg::state::choice::Weapon;
use standto::rules::matg::turn::arrivals;
use standto::rules::matg::turn::sequence::{ArtilleryPhase, FirePhase, Frame};

fn monday() -> Position {
    opening("black-monday.toml", BLACK_MONDAY)
}

#[test]
fn the_forces_are_as_printed() {
    let position = monday();
    let battle = &position.battle;
    assert_force(
        battle,
        Side::A,
        &[
            ("Infantry HQ", 3, 20),
            ("Daimler-Steyr Lt Truck", 1 + 2 + 2, 9),
            ("SdKfz 251/10", 2, 17),
            ("SdKfz 251/9 (75L24)", 4, 54),
            ("Infantry '43", 9 + 9, 13), // half of them engineers
            ("SdKfz 251/1", 9, 18),
            ("SdKfz 251/2 [1] (81mm)", 3, 24),
            ("75mm ATG PaK 40", 1, 49),
            ("120mm Mortar [2]", 1, 109),
            ("RSO Light Tractor", 2, 10),
            ("150mm sIG 33 PzII Bison [3]", 1, 141),
            ("50mm ATG PaK 38", 2, 23),
            ("75mm IG [1]", 2, 20),
            ("Panzer IV F2-H (7.5cm)", 4, 80),
            ("Kubelwagen", 1, 5),
            ("Infantry Support", 3, 15),
            ("Büssing-Nag Hvy Truck", 9, 13),
            ("SdKfz 231 8w", 4, 17),
            ("SdKfz 233 (75L24) 8w", 1, 45),
            ("105mm IFH18 [2]", 1, 170),
        ],
    );
    assert_force(
        battle,
        Side::B,
        &[
            ("Infantry HQ", 1, 20),
            ("Jeep", 1, 6),
            ("Infantry '42", 4, 11),
            ("37mm ATG", 1, 21),
            ("M4 Sherman", 1, 72),
            ("M10 Wolverine", 1, 78),
            ("105mm M2A1 How. [2]", 3, 181),
            ("155mm M1 How [2]", 3, 258),
            ("M7 Priest (105mm) [3]", 1, 276),
        ],
    );
    assert_eq!(command(battle, Side::A), (17, vec![1], 2));
    assert_eq!(command(battle, Side::B), (14, vec![0], 0));
    assert_eq!(battle.units.iter().filter(|unit| unit.engineer).count(), 9);
    assert_eq!(battle.units.iter().filter(|unit| unit.recon).count(), 4);
    assert_eq!(squares(battle, Terrain::LightPosition), 11);
    assert_eq!((battle.turns, battle.sighting), (15, 20));
}

#[test]
fn the_ford_is_the_only_crossing() {
    let position = monday();
    let battle = &position.battle;
    assert_eq!((battle.grid.width, battle.grid.height), (24, 48));
    assert!((10..30).contains(&features(battle)), "{}", features(battle));
    assert_eq!((squares(battle, Terrain::Bridge), squares(battle, Terrain::Rough3)), (0, 1));
    let ford = battle.grid.cells().find(|&at| ground(battle, at).has(Terrain::Rough3)).unwrap();
    assert_eq!(ground(battle, ford), Ground::CLEAR.with(Terrain::Rough3));
    // No class of movement can get from north to south except over it.
    for mode in [Mode::Tracked, Mode::Wheeled, Mode::Foot] {
        let reaches = |barred: Option<Cell>| {
            let mut reached = vec![false; battle.grid.area()];
            let mut open = vec![Cell::new(0, 47)];
            while let Some(at) = open.pop() {
                for (_, next) in battle.grid.neighbours(at) {
                    let index = battle.grid.index(next);
                    if !reached[index] && Some(next) != barred && ground(battle, next).cost(mode).is_some() {
                        reached[index] = true;
                        open.push(next);
                    }
                }
            }
            reached[battle.grid.index(Cell::new(12, 0))]
        };
        assert!(reaches(None) && !reaches(Some(ford)), "{mode:?}");
    }
    // The road comes to the river from both sides, and the brush is an inch deep on the northern bank.
    for at in battle.grid.cells().filter(|&at| ground(battle, at).has(Terrain::Brush)) {
        let south = at.step(Compass::S);
        assert!(ground(battle, south).has(Terrain::River) || south == ford, "the brush at {at}");
        assert!(!ground(battle, at.step(Compass::N)).has(Terrain::Brush));
    }
    assert!(squares(battle, Terrain::Brush) > 15);
    let road = |name: &str| ground(battle, cell(name)).has(Terrain::GoodRoad);
    assert!(road("1328") && !road("1327") && road("1326") && road("1448") && road("1301"));
}

// card: battles: variant
#[test]
fn the_variant_has_a_second_ford_on_the_other_side_of_the_road() {
    use standto::rules::matg::state::battle::Optional;
    use standto::rules::matg::state::options::switched;
    crate::cited::watch();
    let mut picks = vec![0; Optional::ALL.len()];
    picks[Optional::ALL.iter().position(|&option| option == Optional::Variant).unwrap()] = 1;
    let battle = battle("black-monday.toml", &switched(BLACK_MONDAY, &picks));
    let fords: Vec<Cell> =
        battle.grid.cells().filter(|&at| ground(&battle, at).has(Terrain::Rough3)).collect();
    assert_eq!(fords.len(), 2);
    let road = (0..24).find(|&x| ground(&battle, Cell::new(x, 27)).has(Terrain::GoodRoad)).unwrap();
    assert!(fords[0].x < road && road < fords[1].x, "{fords:?} and the road in {road}");
    for ford in fords {
        assert_eq!(ground(&battle, ford), Ground::CLEAR.with(Terrain::Rough3));
        let dry = |at: Cell| !ground(&battle, at).has(Terrain::River);
        assert!(dry(ford.step(Compass::N)) && dry(ford.step(Compass::S)), "{ford} leads over the river");
    }
}

// card: battles: zones, battles: laying works
#[test]
fn the_americans_deploy_before_the_germans_enter() {
    let mut position = monday();
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side), ("deploy", Side::B));
    // They place their positions where they like, south of the river.
    play(&mut position, &["lift 0725", "at 0525"]);
    assert!(position.check(&"lift 0525".parse().unwrap()).is_err(), "each once");
    play(&mut position, &["lift 0924"]);
    assert!(position.check(&"at 0932".parse().unwrap()).is_err(), "north of the river");
    play(&mut position, &["at 0924", "ready"]);
    assert_eq!(position.decision().unwrap().kind, "register");
    play(&mut position, &["ready"]);
    let asked = position.decision().unwrap();
    assert_eq!((asked.kind, asked.side), ("deploy", Side::A));
    play(&mut position, &["pick G39"]);
    assert!(position.check(&"at 0148".parse().unwrap()).is_ok(), "along the northern edge");
    assert!(position.check(&"at 0144".parse().unwrap()).is_err());
}

// card: battles: zones
#[test]
fn american_guns_deploy_together_8_to_12_inches_from_the_river() {
    let mut position = monday();
    for name in ["105mm M2A1 How. [2]", "155mm M1 How [2]"] {
        let guns = named(&position, Side::B, name);
        for &gun in &guns {
            let at = position.forces.cell(gun).unwrap();
            let river = (0..48).map(|y| Cell::new(at.x, y)).find(|&c| {
                let ground = ground(&position.battle, c);
                ground.has(Terrain::River) || ground.has(Terrain::Rough3)
            });
            assert!((8..=12).contains(&(river.unwrap().y - at.y)), "{at}");
            let beside = |&other: &Id| standto::board::adjacent(at, position.forces.cell(other).unwrap());
            assert!(guns.iter().any(|other| *other != gun && beside(other)));
        }
    }
    let gun = named(&position, Side::B, "155mm M1 How [2]")[2];
    let pick = format!("pick {}", position.battle.tag(gun));
    play(&mut position, &[&pick]);
    assert!(position.check(&"at 1517".parse().unwrap()).is_ok());
    assert!(position.check(&"at 2017".parse().unwrap()).is_err(), "away from its battalion");
    let first = named(&position, Side::B, "M7 Priest (105mm) [3]")[0];
    assert_eq!(arrivals::arrival_of_stand(&position.battle, &position.arrivals, first), 7);
    assert_eq!(position.forces.stand(first).place, Place::Due);
}

/// A mission of the first 105 battery that falls closed on a square this turn.
fn falling(position: &mut Position, aim: &str, stage: Stage) {
    let gun = named(position, Side::B, "105mm M2A1 How. [2]")[0];
    position.now.number = 6;
    position.arrivals.begun = true;
    position.now.initiative = Side::B;
    let batteries = vec![Piece { id: gun, gun: 0, place: position.forces.stand(gun).place }];
    position.record.missions.push(Mission {
        number: 1,
        plotted: 4,
        arrival: if stage == Stage::Planned { 6 } else { 5 },
        duration: 3,
        stage,
        ..Mission::planned(Side::B, Kind::Support, batteries, cell(aim))
    });
    position.now.stack = vec![Frame::Artillery(ArtilleryPhase::begun_by(Side::B))];
}

// card: battles: brush
#[test]
fn shells_remove_brush() {
    let mut position = monday();
    let brush = |position: &Position, at: &str| position.field.ground_at(cell(at)).has(Terrain::Brush);
    assert!(brush(&position, "1028") && brush(&position, "1128"));
    falling(&mut position, "1028", Stage::Falling);
    play(&mut position, &["mission 1", "fire"]);
    assert!(!brush(&position, "1028") && brush(&position, "1128"));
    assert!(position.field.ground_at(cell("1028")).has(Terrain::ImpactZone));
    let woods = Terrain::Woods.row();
    let row = Terrain::Brush.row();
    assert_eq!(
        (row.cost, row.personnel, row.others, row.blocks),
        (woods.cost, woods.personnel, woods.others, woods.blocks)
    );
}

// card: 12.2.3
#[test]
fn a_natural_20_deviates_half_a_d20() {
    for (faces, east) in [(&[1, 20, 3, 15][..], 8), (&[1, 19, 3, 7][..], 4)] {
        let mut position = monday();
        falling(&mut position, "0440", Stage::Planned);
        let mut dice = Dice::taped(faces);
        play(&mut position, &["mission 1"]); // others may still join it (7.8.3)
        position.apply(&Choice::Fire, &mut dice, &mut Log::off()).unwrap();
        assert_eq!(dice.unread(), 0);
        let fell: Vec<Cell> = position.record.impacts.iter().map(|impact| impact.cell).collect();
        assert_eq!(fell, [Cell::new(3 + east, 39); 2], "{faces:?}");
    }
}

// card: 12.2.1
#[test]
fn a_natural_1_to_fire_shifts_two_columns() {
    let mut position = monday();
    position.arrivals.begun = true;
    let tank = named(&position, Side::A, "Panzer IV F2-H (7.5cm)")[0];
    let sherman = named(&position, Side::B, "M4 Sherman")[0];
    position.forces.put(tank, cell("0824"));
    position.forces.stand_mut(tank).facing = Compass::S;
    position.now.stack = vec![Frame::Fire(FirePhase::begun_by(Side::A))];
    position.now.initiative = Side::A;
    let shot = combat::shot(&position, tank, Weapon::Gun(0), sherman, Occasion::Standard);
    let column = shot.attack.differential();
    assert_eq!(shot.attack.after(1).differential(), column + 2);
    assert_eq!(shot.attack.after(2).differential(), column);
    let told = |face: u8| {
        let mut position = position.clone();
        let mut log = Log::on();
        let tags = (position.battle.tag(sherman), position.battle.tag(tank));
        for text in [format!("target {}", tags.0), format!("firer {} 0", tags.1), "fire".to_owned()] {
            let faces: &[u8] = if text == "fire" { &[face, 3, 4] } else { &[] };
            position.apply(&text.parse().unwrap(), &mut Dice::taped(faces), &mut log).unwrap();
        }
        let line = log.events().iter().find(|event| event.text.contains("attacks")).unwrap().text.clone();
        line.split(" on column ").nth(1).unwrap().to_owned()
    };
    assert_eq!(told(1), format!("{:+}", (column + 2).min(9)));
    assert_eq!(told(2), format!("{:+}", column.min(9)));
    // The forecast counts it: one roll in twenty.
    let chance = shot.to_fire.chance();
    let better = shot.attack.after(1).odds();
    let plain = Attack { hot: false, ..shot.attack.clone() };
    let start = position.forces.states(sherman);
    let with = outcome_of(&[(chance, &shot.attack)], start);
    let expected = outcome_of(&[(chance - 0.05, &plain)], start);
    let gone = |states: &standto::odds::Distribution<_>| {
        states.mean(|s: &standto::rules::matg::command::cohesion::States| f64::from(u8::from(s.eliminated)))
    };
    let by_one = better.chance(&standto::rules::matg::fire::charts::CombatResult::E) * 0.05;
    assert!((gone(&with) - gone(&expected) - by_one).abs() < 1e-9);
}

// card: battles: victory, battles: off the map
#[test]
fn the_germans_win_by_exiting_half_their_stands() {
    let start = monday();
    let strength = start.forces.losses_and_strength(Side::A).1;
    assert_eq!(strength, 75);
    let gone = |count: usize, edge: Compass| {
        let mut position = start.clone();
        let ids: Vec<Id> = position
            .battle
            .ids(Side::A)
            .filter(|&id| !position.battle.unit(id).off_map)
            .take(count)
            .collect();
        for id in ids {
            position.forces.take_off(id, Place::Gone(edge));
        }
        winner(&position).map(|(side, _)| side)
    };
    assert_eq!(gone(0, Compass::S), Some(Side::B));
    assert_eq!(gone(37, Compass::S), Some(Side::B), "37 of 75 are not half");
    assert_eq!(gone(38, Compass::S), Some(Side::A));
    assert_eq!(gone(38, Compass::N), Some(Side::B));
    assert_eq!(
        start.view(Side::A).objective,
        "Take 38 stands off the S edge by the end of turn 15 (0 gone)."
    );
    assert_eq!(start.view(Side::B).objective, "Keep the Germans from their aim until the end of turn 15.");
}

// card: battles: victory
#[test]
fn players_are_warned_when_too_few_germans_remain() {
    let start = monday();
    let told = |lost: usize| with_losses(&start, [lost, 0]).aids().verdict();
    assert_eq!(told(37), None, "38 of 75 are left, and as many must leave");
    let verdict = told(38).unwrap();
    assert_eq!(verdict.winner, Some(Side::B));
    assert_eq!(verdict.why, "The Germans have 37 stands left and need 38 more off the map.");
    // A stand that has left the map does not count as lost.
    let mut position = with_losses(&start, [37, 0]);
    let id = position.battle.ids(Side::A).find(|&id| position.forces.cell(id).is_some()).unwrap();
    position.forces.take_off(id, Place::Gone(Compass::S));
    assert_eq!(position.aids().verdict(), None);
    position.forces.stand_mut(id).place = Place::Gone(Compass::N);
    assert!(position.aids().verdict().is_some(), "by the wrong edge");
}

#[test]
fn stands_that_must_leave_the_map_are_proposed_for_fire_move() {
    use standto::game::PieceId;
    use standto::rules::matg::turn::sequence::PosturePhase;
    let mut position = monday();
    position.arrivals.begun = true;
    let tank = named(&position, Side::A, "Panzer IV F2-H (7.5cm)")[0];
    let proposed = |position: &Position| {
        let all = position.aids().markings();
        let own = all.iter().find(|marking| marking.pieces.contains(&PieceId(u16::from(tank)))).unwrap();
        own.ways[own.way].0
    };
    position.now.stack = vec![Frame::Posture(PosturePhase::begun_by(Side::A))];
    assert_eq!(proposed(&position), "moves", "far from the enemy");
    position.forces.put(tank, cell("0824"));
    position.forces.stand_mut(tank).facing = Compass::S;
    assert_eq!(proposed(&position), "fires and moves", "with the enemy in its sights");
}
