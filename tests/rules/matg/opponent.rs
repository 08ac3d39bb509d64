//! The computer opponent for Micro Armour: it wins, it plays the same game twice, and it finds the right
//! choice where there is one.

use std::sync::Arc;

use standto::board::{Cell, Compass, distance_squared, within};
use standto::dice::Dice;
use standto::game::{Level, Log, Opponent, Rules, Seen, Side};
use standto::rules::matg::fire::combat::Occasion;
use standto::rules::matg::fire::reaction::Reaction;
use standto::rules::matg::fire::standard::Draft;
use standto::rules::matg::movement::mover::Mover;
use standto::rules::matg::state::choice::{Choice, Posture, Tag};
use standto::rules::matg::state::position::{Id, Place};
use standto::rules::matg::turn::alternation::Alternation;
use standto::rules::matg::turn::sequence::{ArtilleryPhase, FirePhase, Frame, MovementPhase, PosturePhase};
use standto::rules::matg::{Position, scenario};
use standto::simulate::{Plan, Report, run};

fn introductory() -> Position {
    let (battle, _) = scenario::read("introductory.toml", scenario::INTRODUCTORY).expect("reads");
    Position::new(Arc::new(battle))
}

/// A small battle on 24 by 24 inches of clear ground with some squares of other terrain.
pub(super) fn drawn(woods: &[&str], germans: &str, soviets: &str) -> Position {
    drawn_for("[victory]\ndestroy-percent = 50\n", woods, germans, soviets)
}

/// The same with other victory conditions.
pub(super) fn drawn_for(victory: &str, woods: &[&str], germans: &str, soviets: &str) -> Position {
    let woods: Vec<Cell> = woods.iter().map(|name| name.parse().expect("a cell")).collect();
    let rows: Vec<String> = (0..24)
        .rev()
        .map(|y| (0..24).map(|x| if woods.contains(&Cell::new(x, y)) { '&' } else { '.' }).collect())
        .collect();
    let terrain = rows.join("\n");
    // Each side needs a GHQ; by default it is in the corner.
    let general = |force: &str, corner: &str| {
        let line = format!(
            "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+0\"\nat = \"{corner}\"\n"
        );
        if force.contains("GHQ") { String::new() } else { line }
    };
    let germans = format!("{germans}{}", general(germans, "0101"));
    let soviets = format!("{soviets}{}", general(soviets, "2424"));
    let text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"Drawn\"\nturns = 8\ndate = \"1943-08\"\n\
         kind = \"meeting-engagement\"\nsurface = \"mixed\"\n{victory}\
         [map]\nwidth = 24\nheight = 24\nterrain = '''\n{terrain}\n'''\n[map.legend]\n\"&\" = \"woods\"\n\
         [[side]]\nkey = \"germans\"\nname = \"Germans\"\nletter = \"G\"\nnation = \"germany\"\ncohesion = 15\n\
         edge = \"S\"\ndepth = 24\n[[side.formation]]\nname = \"Company\"\n{germans}\n\
         [[side]]\nkey = \"soviets\"\nname = \"Soviets\"\nletter = \"S\"\nnation = \"soviet-union\"\n\
         cohesion = 13\nedge = \"N\"\ndepth = 24\n[[side.formation]]\nname = \"Company\"\n{soviets}\n"
    );
    let (battle, _) = scenario::read("drawn.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

pub(super) fn stand(kind: &str, at: &str) -> String {
    format!("[[side.formation.stand]]\ntype = \"{kind}\"\nat = \"{at}\"\n")
}

/// A stand on the move with half of its points left.
pub(super) fn moving(stand: Id) -> Mover {
    Mover {
        stand,
        left: 8,
        drag: 0,
        allowance: 16,
        trail: Vec::new(),
        fixed: false,
        turned: false,
        over: None,
        stopped: false,
        let_pass: false,
        handled: false,
        last_act: None,
        belly: false,
        bonus: 0,
        forced: false,
    }
}

pub(super) fn tag(text: &str) -> Tag {
    text.parse().expect("a tag")
}

pub(super) fn id(position: &Position, text: &str) -> Id {
    position.battle.find(tag(text)).expect("a stand")
}

/// The position as the deciding side sees it.
pub(super) fn seen(position: &Position) -> Seen<Position> {
    let side = position.decision().expect("a decision").side;
    Seen::by(side, position, &mut Dice::seeded(1, 1))
}

pub(super) fn think(position: &Position) -> Choice {
    Position::think(&seen(position), Level::Normal.steady(), &mut Dice::seeded(1, 0))
}

/// The position at the start of a phase.
fn at(mut position: Position, frame: Frame) -> Position {
    position.now.stack = vec![frame];
    position
}

pub(super) fn fire_phase(position: Position) -> Position {
    at(position, Frame::Fire(FirePhase::begun_by(Side::A)))
}

pub(super) fn posture_phase(position: Position) -> Position {
    at(
        position,
        Frame::Posture(PosturePhase {
            turns: Alternation::left_to(Side::A),
            singles: [false; 2],
            draft: None,
        }),
    )
}

/// Plays on until a condition holds, against an enemy that neither moves nor fires, and returns the choices of the first
/// side.
pub(super) fn play_on(
    position: &mut Position,
    choose: &mut dyn FnMut(&Position) -> Choice,
    mut until: impl FnMut(&Position) -> bool,
) -> Vec<Choice> {
    let (mut dice, mut made) = (Dice::seeded(3, 0), Vec::new());
    while !until(position) {
        let Some(decision) = position.decision() else { break };
        let choice = if decision.side == Side::A {
            made.push(choose(position));
            made[made.len() - 1]
        } else {
            let idle = [Choice::Ready, Choice::Pass, Choice::Done, Choice::Hold];
            let choices = position.choices();
            idle.into_iter().find(|choice| choices.contains(choice)).unwrap_or(choices[0])
        };
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
    }
    made
}

/// Plays to a turn by judgement against an enemy that neither moves nor fires, watching every position.
pub(super) fn play_to_turn(position: &mut Position, turn: u8, mut watch: impl FnMut(&Position)) {
    play_on(position, &mut think, |position| {
        watch(position);
        position.now.number >= turn
    });
}

fn lost(report: &Report, key: &str) -> u32 {
    report.results.iter().map(|result| result.losses[key]).sum()
}

#[test]
fn the_normal_level_beats_random_play_on_either_side() {
    let start = introductory();
    for (levels, own, enemy) in [
        ([Level::Normal, Level::Random], "germans", "soviets"),
        ([Level::Random, Level::Normal], "soviets", "germans"),
    ] {
        let plan = Plan { games: 12, seed: 1943, levels, ..Plan::default() };
        let report = run(&start, &plan, |_| ()).expect("games end");
        assert!(report.wins[own] >= 10, "{own} win {} of 12", report.wins[own]);
        let (ours, theirs) = (lost(&report, own), lost(&report, enemy));
        assert!(theirs >= 4 * ours, "{own} lose {ours} stands and destroy {theirs}");
    }
}

#[test]
fn games_between_equal_levels_are_decided() {
    let levels = [Level::Normal; 2];
    let plan = Plan { games: 6, seed: 7, levels, ..Plan::default() };
    let report = run(&introductory(), &plan, |_| ()).expect("games end");
    for result in &report.results {
        let losses: u32 = result.losses.values().sum();
        assert!(losses >= 6, "seed {}: only {losses} stands are lost", result.seed);
    }
}

#[test]
fn every_level_plays_a_whole_game_of_legal_choices() {
    for level in [Level::Easy, Level::Normal] {
        let plan = Plan { games: 1, seed: 5, levels: [level; 2], ..Plan::default() };
        run(&introductory(), &plan, |_| ()).expect("every choice is legal and the game ends");
    }
}

#[test]
fn the_same_position_and_dice_give_the_same_choice() {
    let mut position = introductory();
    let mut dice = Dice::seeded(11, 0);
    let mut plays = 0;
    while let Some(decision) = position.decision() {
        let mut own = Dice::seeded(plays, 0);
        let eyes = seen(&position);
        let choice = Position::think(&eyes, Level::Easy.steady(), &mut own);
        if plays % 9 == 0 {
            let again = Position::think(&eyes.clone(), Level::Easy.steady(), &mut Dice::seeded(plays, 0));
            assert_eq!(choice, again, "{decision:?}");
            // A thread of its own has no memory of earlier decisions.
            let apart = std::thread::spawn(move || {
                Position::think(&eyes, Level::Easy.steady(), &mut Dice::seeded(plays, 0))
            });
            assert_eq!(choice, apart.join().expect("thinks"), "{decision:?}");
        }
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
        plays += 1;
        if plays > 900 {
            break;
        }
    }
}

#[test]
fn it_fires_at_a_tanks_side() {
    let mut position = drawn(
        &[],
        &stand("Panzer IV F2-H (7.5cm)", "1205"),
        &(stand("T-34c", "1013") + &stand("T-34c", "1413")),
    );
    let side_on = id(&position, "S2");
    position.forces.stand_mut(side_on).facing = Compass::E;
    let position = fire_phase(position);
    assert_eq!(think(&position), Choice::Target(tag("S2")));
}

#[test]
fn it_combines_fire_against_a_heavy_tank() {
    let panzers = stand("Panzer IV F2-H (7.5cm)", "1105") + &stand("Panzer IV F2-H (7.5cm)", "1305");
    let mut position = fire_phase(drawn(&[], &panzers, &stand("KV-1 M41", "1213")));
    let mut dice = Dice::seeded(1, 0);
    let mut firers = 0;
    loop {
        let choice = think(&position);
        firers += u32::from(matches!(choice, Choice::Firer(..)));
        if choice == Choice::Fire {
            break;
        }
        position.apply(&choice, &mut dice, &mut Log::off()).expect("no dice yet");
    }
    assert_eq!(firers, 2);
}

#[test]
fn a_tank_with_targets_stays_in_cover() {
    let infantry = stand("Infantry SMG", "1113") + &stand("Infantry SMG", "1213");
    let panzers = stand("Panzer IV F2-H (7.5cm)", "1205") + &stand("Panzer IV F2-H (7.5cm)", "1305");
    let position = posture_phase(drawn(&["1105", "1205", "1305"], &panzers, &infantry));
    let choice = think(&position);
    assert!(
        !matches!(choice, Choice::Group(_, stand) if stand == tag("G1") || stand == tag("G2")),
        "{choice}"
    );
}

#[test]
fn a_tank_out_of_contact_moves() {
    let woods: Vec<String> = (1..=24).map(|x| format!("{x:02}12")).collect();
    let woods: Vec<&str> = woods.iter().map(String::as_str).collect();
    let panzers = stand("Panzer IV F2-H (7.5cm)", "1203") + &stand("Panzer IV F2-H (7.5cm)", "1303");
    let position = posture_phase(drawn(&woods, &panzers, &stand("T-34c", "1222")));
    assert!(matches!(think(&position), Choice::Group(Posture::Move, _)), "{}", think(&position));
}

#[test]
fn the_ghq_does_not_drive_at_the_enemy() {
    let germans = "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+1\"\naboard = \"G2\"\n"
        .to_owned()
        + &stand("Daimler-Steyr Lt Truck", "1203")
        + &stand("Panzer IV F2-H (7.5cm)", "1004");
    let position = &mut drawn(&[], &germans, &(stand("T-34c", "1220") + &stand("T-34c", "1420")));
    play_to_turn(position, 4, |now| {
        let truck = now.forces.cell(id(now, "G2")).expect("no enemy fires at it");
        for (_, enemy) in now.forces.on_board(Side::B) {
            assert!(!within(truck, enemy, 12), "the truck is at {truck}, the enemy at {enemy}");
        }
    });
}

#[test]
fn an_hq_in_a_truck_does_not_stay_next_to_armoured_cars() {
    let germans = "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"HQ\"\naboard = \"G2\"\n"
        .to_owned()
        + &stand("Daimler-Steyr Lt Truck", "1209")
        + &stand("Panzer IV F2-H (7.5cm)", "1004");
    let wood = ["1011", "1111", "1211", "1311", "1411", "1012", "1112", "1212", "1312", "1412"];
    let position = &mut drawn(&wood, &germans, &(stand("BA-64", "1214") + &stand("BA-64", "1314")));
    play_to_turn(position, 4, |_| {});
    let truck = position.forces.cell(id(position, "G2")).expect("no enemy fires at it");
    for (_, enemy) in position.forces.on_board(Side::B) {
        assert!(!within(truck, enemy, 7), "the truck is at {truck}, the enemy at {enemy}");
    }
}

#[test]
fn infantry_leaves_its_carrier_before_contact() {
    let germans = "[[side.formation.stand]]\ntype = \"Infantry '43\"\naboard = \"G2\"\n".to_owned()
        + &stand("SdKfz 251/1", "1202")
        + "[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ+2\"\nat = \"1201\"\n";
    let woods = ["1111", "1211", "1311", "1212"];
    let position = &mut drawn(&woods, &germans, &(stand("Infantry SMG", "1220") + &stand("T-34c", "1322")));
    let mut afoot = None;
    play_to_turn(position, 6, |now| {
        if let (None, Place::Board(cell)) = (afoot, now.forces.stand(id(now, "G1")).place) {
            afoot = Some(cell);
        }
    });
    let cell = afoot.expect("it is unloaded");
    let enemy: Cell = "1220".parse().expect("a cell");
    assert!(distance_squared(cell, enemy) > 36, "it is unloaded at {cell}");
}

#[test]
fn it_fires_at_a_tank_that_crosses_the_open() {
    let panzers = stand("Panzer IV F2-H (7.5cm)", "1105") + &stand("Panzer IV F2-H (7.5cm)", "1305");
    let mut position = drawn(&[], &panzers, &stand("T-34c", "1210"));
    let tank = id(&position, "S1");
    let cell = position.forces.cell(tank).expect("on the board");
    let stand = position.forces.stand_mut(tank);
    (stand.posture, stand.group, stand.facing) = (Posture::Move, 1, Compass::E);
    position.forces.take_off(tank, Place::Board(cell));
    let mover = Mover { left: 16, allowance: 48, trail: vec![cell.step(Compass::W)], ..moving(tank) };
    let reaction = Reaction {
        side: Side::A,
        occasion: Occasion::Opportunity,
        targets: vec![tank],
        draft: Some(Draft { target: tank, firers: Vec::new() }),
        only: None,
    };
    position.now.stack = vec![
        Frame::Movement(MovementPhase::begun_by(Side::B, false)),
        Frame::Moving(mover),
        Frame::Reaction(reaction),
    ];
    assert!(matches!(think(&position), Choice::Firer(..)), "{}", think(&position));
}

#[test]
fn guns_do_not_shell_friendly_stands() {
    // The only enemy in sight is next to friendly stands: any wider sheaf hits one of them.
    let germans = stand("120mm Mortar [2]", "1202")
        + &stand("Infantry '43", "1111")
        + &stand("Infantry '43", "1311")
        + &stand("Infantry '43", "1213")
        + &stand("Infantry '43", "1211");
    let position = drawn(&[], &germans, &stand("Infantry SMG", "1212"));
    let mut position = at(
        position,
        Frame::Artillery(ArtilleryPhase {
            turns: Alternation::left_to(Side::A),
            ..ArtilleryPhase::begun_by(Side::A)
        }),
    );
    let mut dice = Dice::seeded(1, 0);
    for _ in 0..4 {
        let choice = think(&position);
        match choice {
            Choice::Open(direction) => panic!("an open sheaf {direction} would hit a friend"),
            Choice::At(cell) => assert_eq!(cell, "1212".parse().expect("a cell")),
            _ => {}
        }
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
        if !matches!(position.now.stack.first(), Some(Frame::Artillery(_))) {
            break;
        }
    }
    assert!(position.forces.stand(id(&position, "G1")).fired, "it does fire");
}

/// The German artillery phase, German fire first, after their stands have been marked.
fn shelling(mut position: Position, marked: &[&str]) -> Position {
    for text in marked {
        let id = id(&position, text);
        let stand = position.forces.stand_mut(id);
        (stand.posture, stand.group) = (Posture::Move, 1);
    }
    at(
        position,
        Frame::Artillery(ArtilleryPhase {
            turns: Alternation::left_to(Side::A),
            ..ArtilleryPhase::begun_by(Side::A)
        }),
    )
}

/// Infantry in front of a line of tanks, and a battery behind it.
fn before_tanks() -> Position {
    let germans = stand("105mm Wespe [3]", "1203")
        + &["1109", "1209", "1309"].map(|at| stand("Infantry '43", at)).concat();
    let tanks: String = ["0613", "0914", "1214", "1514", "1813"].map(|at| stand("T-34c", at)).concat();
    drawn(&[], &germans, &tanks)
}

#[test]
fn its_direct_fire_never_hits_friendly_stands() {
    let mut position = shelling(before_tanks(), &["G2", "G3", "G4"]);
    let mut dice = Dice::seeded(2, 0);
    while matches!(position.now.stack.first(), Some(Frame::Artillery(_))) {
        let choice = think(&position);
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
    }
    assert!(!position.record.impacts.is_empty(), "something fired");
    for impact in &position.record.impacts {
        assert!(
            position.forces.on_board(Side::A).all(|(_, at)| at != impact.cell),
            "fire at {}",
            impact.cell
        );
    }
}

#[test]
fn it_rarely_hits_friendly_stands() {
    let mut lost = 0;
    for seed in 0..6 {
        let mut position = introductory();
        let mut dice = Dice::seeded(seed, 0);
        while let Some(decision) = position.decision() {
            let choice = think(&position);
            let shells = matches!(position.now.stack.first(), Some(Frame::Artillery(_)));
            let before = position.losses()[decision.side.index()];
            position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
            if shells {
                lost += position.losses()[decision.side.index()] - before;
            }
        }
    }
    assert!(lost <= 1, "{lost} stands are lost to shells of their own side in 6 games");
}
