//! What is told of a choice against everything the dice can do: the rules are played with each throw, and the share of
//! every end is the chance that was told, to 1e-9.

use standto::dice::{Dice, Thing};
use standto::game::{Log, Preview, Rules, Side};
use standto::rules::fireandmove::Choice;
use standto::rules::fireandmove::Position;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, d, table};

const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";

/// The weight of each result of 2D8 among 64.
fn weight(result: i8) -> f64 {
    f64::from(8 - result.abs()) / 64.0
}

/// Plays choices one after another with everything the dice can show, and looks at every end with how likely it is. The first check is thrown in all of its 64 ways; those behind it by result, each as often as it comes.
/// Checks beyond so many are of no account: a 7 and a -7 by turns, so that no tie goes on.
fn autoplay(game: &Played, choices: &str, checks: usize, look: &mut dyn FnMut(&Position, f64)) {
    let choices: Vec<Choice> = choices.split(';').map(|choice| choice.trim().parse().unwrap()).collect();
    let mut tapes: Vec<(Vec<u8>, usize, f64)> = vec![(Vec::new(), 0, 1.0)];
    while let Some((faces, thrown, chance)) = tapes.pop() {
        let mut position = game.position.clone();
        let mut dice = Dice::taped(&faces);
        let mut log = Log::off();
        let end = choices.iter().try_for_each(|choice| position.apply(choice, &mut dice, &mut log));
        let Err(ask) = end else {
            look(&position, chance);
            continue;
        };
        let Thing::Die(die) = ask.thing else { panic!("no cards are drawn here: {ask}") };
        let more = |add: &[u8]| [&faces[..], add].concat();
        match (die.sides, thrown) {
            // Which figure, how thick: every face.
            (sides, _) if sides != 8 => {
                let each = chance / f64::from(sides);
                tapes.extend((1..=sides).map(|face| (more(&[face]), thrown, each)));
            }
            (_, thrown) if thrown >= checks => {
                let high = (thrown - checks).is_multiple_of(2);
                tapes.push((more(&d(if high { 7 } else { -7 })), thrown + 1, chance));
            }
            (_, 0) => {
                let pairs = (1..=8).flat_map(|plus| (1..=8).map(move |minus| [plus, minus]));
                tapes.extend(pairs.map(|pair| (more(&pair), 1, chance / 64.0)));
            }
            _ => tapes.extend((-7..=7).map(|result| (more(&d(result)), thrown + 1, chance * weight(result)))),
        }
    }
}

/// How likely it is that something holds at the end.
fn share(game: &Played, choices: &str, checks: usize, holds: &dyn Fn(&Position) -> bool) -> f64 {
    let mut sum = 0.0;
    autoplay(game, choices, checks, &mut |position, chance| {
        sum += if holds(position) { chance } else { 0.0 }
    });
    sum
}

fn preview(game: &Played, choice: &str) -> Preview {
    let choice: Choice = choice.parse().unwrap();
    assert!(game.offers(&choice.to_string()), "{choice} of {:?}", game.offered());
    game.position.preview(&choice).unwrap_or_else(|| panic!("no preview of {choice}"))
}

/// The chance that was told of one result is the share of throws after which it holds.
#[track_caller]
fn told(game: &Played, choices: &str, checks: usize, word: &str, holds: impl Fn(&Position) -> bool) {
    let choice = choices.split(';').next().unwrap().trim();
    let told = preview(game, choice);
    let chance = told.result.iter().find(|(known, _)| known == word).map_or(0.0, |(_, chance)| *chance);
    let found = share(game, choices, checks, &holds);
    assert!(
        (chance - found).abs() < 1e-9,
        "{choice}, {word}: told {chance}, found {found}: {:?}",
        told.result
    );
    assert!(found > 0.0, "{choice}, {word}: it never comes to that, and nothing is shown");
}

/// What befalls one of these figures on average: pinned, routed, killed.
fn average(game: &Played, choices: &str, checks: usize, figures: &[u8]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    autoplay(game, choices, checks, &mut |position, chance| {
        for figure in figures {
            let [before, after] = [&game.position, position].map(|p| p.forces.figure(figure - 1).standing);
            if before != after {
                sums[after as usize - Standing::Pinned as usize] += chance / figures.len() as f64;
            }
        }
    });
    sums
}

/// The same as it was told.
fn foretold(preview: &Preview) -> [f64; 3] {
    let of = |word| preview.result.iter().find(|(known, _)| known == word).map_or(0.0, |(_, chance)| *chance);
    ["pinned", "routs", "killed"].map(of)
}

#[track_caller]
fn alike(told: [f64; 3], found: [f64; 3]) {
    let near = told.iter().zip(found).all(|(told, found)| (told - found).abs() < 1e-9);
    assert!(near && found.iter().sum::<f64>() > 0.0, "told {told:?}, found {found:?}");
}

#[track_caller]
fn told_on_average(game: &Played, choices: &str, checks: usize, figures: &[u8]) {
    let preview = preview(game, choices.split(';').next().unwrap().trim());
    alike(foretold(&preview), average(game, choices, checks, figures));
}

/// The only vehicle cannot move any more.
fn immobilised(position: &Position) -> bool {
    position.forces.machines[0].immobilised
}

/// A group of ours walks into a square that is mined.
fn mined(mover: &str, card: &str) -> Played {
    let mut game = match mover.contains(' ') {
        true => table(FIELD).ours("0505", "e", mover),
        false => table(FIELD).our_vehicle("0505", "e", mover),
    };
    game = game.ours("0112", "e", "rifleman rifleman").theirs("2412", "w", "rifleman rifleman");
    let mut game = game.nations("british", "red-army-chinese").begin();
    game.give(Side::A, "move 1");
    game.give(Side::B, card);
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]);
    game
}

#[test]
fn mines_and_traps() {
    for card in ["minefield", "booby trap"] {
        let choices = format!("mine {card}; point 2");
        // One of the two is struck: each suffers half of what is told of the one.
        let game = mined("rifleman rifleman", card);
        let told = preview(&game, &format!("mine {card}"));
        alike(foretold(&told), average(&game, &choices, 1, &[1, 2]).map(|each| 2.0 * each));
    }
    told(&mined("medium-tank", "minefield"), "mine minefield; point 2", 1, "immobilised", immobilised);
    told(&mined("lorry", "minefield"), "mine minefield; point 2", 1, "immobilised", immobilised);
}

#[test]
fn a_single_move_action_out_of_a_minefield() {
    let mut game =
        table(FIELD).ours("0505", "e", "rifleman rifleman").theirs("2412", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 1");
    game.position.forces.groups[0].mined = true;
    game.play("group 1", &[]);
    let told = preview(&game, "move 1");
    alike(foretold(&told), average(&game, "move 1", 1, &[1, 2]).map(|each| 2.0 * each));
}

fn call(target: impl Fn(super::table::Table) -> super::table::Table) -> Played {
    let game = table(FIELD).more(0, "artillery = 5").radio("0505", "e", "sl rifleman rifleman");
    let mut game =
        target(game).theirs("2412", "w", "rifleman rifleman").begin().hand(Side::A, "rally 3 radio");
    game.play("group 1", &[]).play("call 3 radio", &[]);
    game
}

#[test]
fn artillery_at_men_and_at_vehicles() {
    let mut game = call(|game| game.theirs("0905", "w", "rifleman rifleman"));
    told_on_average(&game, "target 2", 3, &[4, 5]);
    // The second call on them needs only 0, and fear adds one.
    game.position.forces.groups[1].called = Some(0);
    game.position.forces.groups[1].fear = true;
    game.pin(4);
    told_on_average(&game, "target 2", 3, &[4, 5]);
    let game = call(|game| game.their_vehicle("0905", "w", "medium-tank"));
    told(&game, "target 2", 2, "immobilised", immobilised);
    told(&game, "target 2", 2, "buttoned up", |p| {
        p.forces.machines[0].buttoned && p.forces.machines[0].commanders == 0
    });
    let game = call(|game| game.their_vehicle("0905", "w", "halftrack"));
    told(&game, "target 2", 2, "destroyed", |p| p.forces.groups[1].members.is_empty());
}

#[test]
fn smoke_flares_and_phosphorus_that_are_called_in() {
    for (nation, round) in
        [("american", "smoke"), ("german", "smoke"), ("russian", "smoke"), ("american", "phosphorus")]
    {
        let mut game = table(FIELD)
            .nations(nation, "british")
            .head("rules = [\"smoke-shells\", \"phosphorus\"]\n")
            .more(0, "artillery = 5")
            .radio("0305", "e", "sl rifleman rifleman")
            .theirs("1105", "w", "rifleman rifleman rifleman")
            .begin();
        game.give(Side::A, "rally 3 radio");
        game.play("group 1", &[]).play("call 3 radio", &[]).play(&format!("round {round}"), &[]);
        told(&game, "target 2", 1, "called in", |p| !p.terrain.smokes.is_empty());
    }
    let mut game = table(FIELD)
        .head("night = true\nrules = [\"flares\"]\n")
        .more(0, "artillery = 5")
        .radio("0305", "e", "sl rifleman rifleman")
        .theirs("1105", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "rally 3 radio");
    game.play("group 1", &[]).play("call 3 radio", &[]);
    told(&game, "round flare", 1, "called in", |p| p.decision().unwrap().kind == "flare");
}

#[test]
fn smoke_that_is_fired_and_the_card_of_the_hungarians() {
    let mut game = table(FIELD)
        .nations("british", "german")
        .head("rules = [\"smoke-shells\"]\n")
        .our_vehicle("0505", "e", "medium-tank")
        .ours("0112", "e", "rifleman rifleman")
        .theirs("1505", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 smoke", &[]);
    told(&game, "target 3", 1, "hit", |p| !p.terrain.smokes.is_empty());
    let mut game = table(FIELD)
        .nations("hungarian", "russian")
        .ours("0505", "e", "sl rifleman")
        .theirs("1505", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "smoke/cower");
    game.play("group 1", &[]);
    told(&game, "lay smoke/cower", 1, "smoke", |p| !p.terrain.smokes.is_empty());
}

#[test]
fn a_demolition_charge_with_its_dud() {
    let mut game = table("cccccccccccccccc")
        .ours("0505", "e", "rifleman+charge rifleman rifleman")
        .theirs("0805", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]);
    // In crops, and the second of the two is spared by a dud of the first.
    told_on_average(&game, "place 2; pass", 3, &[4, 5]);
}

/// Men whom a tank has just run over and not hurt.
fn run_over(men: &'static str) -> Played {
    let mut game = table(FIELD)
        .our_vehicle("0505", "e", "medium-tank")
        .ours("0112", "e", "rifleman rifleman")
        .theirs("0705", "w", men)
        .begin();
    game.give(Side::A, "move 1");
    game.give(Side::B, "fire 1");
    game.play("group 1", &[]).play("move 1", &[]).play("charge 3", &[]).play("pass", &[-7, -7]);
    assert_eq!(game.kind(), "riposte");
    game
}

#[test]
fn ripostes_with_mine_and_panzerfaust() {
    let game = run_over("rifleman+mine rifleman");
    // Who is immobilised may be left by its crew besides.
    let destroyed = |p: &Position| p.forces.groups[0].members.is_empty() && !immobilised(p);
    told(&game, "figure 4", 2, "destroyed", destroyed);
    told(&game, "figure 4", 2, "immobilised", immobilised);
    let game = run_over("rifleman+faust rifleman");
    told(&game, "load 4 faust", 3, "destroyed", destroyed);
    told(&game, "load 4 faust", 3, "stunned", |p| p.forces.machines[0].stun > 0);
    told(&game, "load 4 faust", 3, "immobilised", immobilised);
}

#[test]
fn an_overrun_in_rough_ground_that_ends_with_the_vehicle() {
    for vehicle in ["medium-tank", "halftrack"] {
        let mut game = table("cccccccccccccccccc")
            .our_vehicle("0505", "e", vehicle)
            .ours("0112", "e", "rifleman rifleman")
            .theirs("0705", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "move 2/-1");
        game.play("group 1", &[]).play("move 2/-1", &[]);
        if game.offers("charge 3") {
            told_on_average(&game, "charge 3; pass", 2, &[4, 5]);
        } else {
            panic!("{:?}", game.offered());
        }
    }
}

#[test]
fn repairs() {
    let mut game =
        table(FIELD).ours("0505", "e", "lmg rifleman").theirs("2412", "w", "rifleman rifleman").begin();
    game.position.forces.figures[0].failed = true;
    game.play("group 1", &[]);
    told(&game, "repair 1", 1, "repaired", |p| !p.forces.figures[0].failed);
}

#[test]
fn water_and_wire() {
    for (kind, card) in [("river", "move 1"), ("wire-2", "move 2/-1")] {
        let mut game = table("eeeeeaaaaaaa")
            .border('e', 'a', kind)
            .ours("0505", "e", "rifleman rifleman")
            .theirs("1112", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, card);
        game.play("group 1", &[]).play(card, &[]);
        told(&game, "step e", 1, "across", |p| p.forces.groups[0].at.to_string() == "0605");
    }
}

#[test]
fn a_vehicle_that_frees_itself() {
    let mut game =
        table("wwwwwwww").our_vehicle("0305", "e", "medium-tank").ours("0112", "e", "rifleman rifleman");
    game = game.theirs("0812", "w", "rifleman rifleman");
    let mut game = game.begin();
    game.give(Side::A, "move 1");
    game.machine(1).bogged = Some((-3, false));
    game.play("group 1", &[]);
    told(&game, "move 1", 1, "free", |p| p.forces.machines[0].bogged.is_none());
}

#[test]
fn a_pair_in_close_combat() {
    for (ours, theirs) in [("rifleman", "rifleman"), ("sl", "rifleman"), ("rifleman", "pl1")] {
        let game = table(FIELD).ours("0605", "e", &format!("{ours} rifleman"));
        let mut game = game.theirs("0705", "w", &format!("{theirs} rifleman rifleman")).begin();
        game.give(Side::A, "move 1");
        game.charge(2).play("stand", &[0]);
        // One of each side is left.
        for (group, keeps) in [(0, 0), (1, 2)] {
            let gone: Vec<u8> =
                game.position.forces.groups[group].members.iter().copied().filter(|f| *f != keeps).collect();
            gone.into_iter().for_each(|figure| {
                game.position.forces.figures[usize::from(figure)].standing = Standing::Killed
            });
            game.position.forces.groups[group].members = vec![keeps];
        }
        let told = preview(&game, "figure 3");
        let chance = |words: &[&str]| -> f64 {
            told.result
                .iter()
                .filter(|row| words.iter().any(|word| row.0.ends_with(word)))
                .map(|row| row.1)
                .sum()
        };
        let dead = |figure: usize| move |p: &Position| p.forces.figures[figure].standing == Standing::Killed;
        let [falls, wins] = [0, 2].map(|figure| share(&game, "figure 3", 2, &dead(figure)));
        assert!((chance(&["loses"]) - falls).abs() < 1e-9 && falls > 0.0, "{told:?}, falls {falls}");
        // A tie goes on, and here the attacker has the next one.
        assert!((chance(&["wins", "fight again"]) - wins).abs() < 1e-9, "{told:?}, wins {wins}");
    }
}
