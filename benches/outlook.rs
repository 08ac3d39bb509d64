//! Fits the outlook of the ASL Starter Kit opponent: it plays games against itself and works out, by logistic
//! regression, how the features of a position tell who will win.
//!
//! `cargo bench --bench outlook -- --games 400` prints the figures for `config/aslsk/outlook.toml`: games of each
//! battle, one side in four at the easy level.

use standto::book::Book;
use standto::dice::Dice;
use standto::game::thought::mix;
use standto::game::{Level, Log, Opponent, Rules, Seen};
use standto::opponent::aslsk::outlook::{FEATURES, features, late};
use standto::rules::aslsk::Position;
use standto::rules::aslsk::state::battle::Victory;

/// Each feature, and each of them times how late it is.
const COLUMNS: usize = 2 * FEATURES;

/// Steps of the fit, their length, and how strongly the figures are drawn to 0.
const STEPS: i32 = 600;
const LENGTH: f64 = 0.08;
const PENALTY: f64 = 0.002;

/// What speaks for the attacker, and what against it, in each kind of battle: the fit may not turn it round, as it
/// might where features go together.
const SIGNS: [[f64; FEATURES]; 4] = [
    [1.0, 1.0, -1.0, -1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, -1.0],
    [1.0, 1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0],
    [1.0, 1.0, -1.0, -1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0],
];

/// A position: its features, whether its attacker won, and its battle.
struct Row {
    columns: [f64; COLUMNS],
    late: f64,
    won: f64,
    battle: usize,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let games = match &words[..] {
        [flag, number] if flag == "--games" => number.parse().expect("--games needs a number"),
        _ => return, // run with all other benches: prints nothing unless games are requested
    };
    let mut rows: [Vec<Row>; 4] = Default::default();
    for (battle, (name, text)) in Position::SCENARIOS.iter().enumerate() {
        let (initial, _) = Position::read(name, text).expect("it can be read");
        if !initial.battle.teaches {
            (0..games).for_each(|game| play(&initial, battle, game, &mut rows[kind(&initial)]));
        }
    }
    for (kind, (name, rows)) in ["clear", "exit", "guns", "control"].into_iter().zip(&rows).enumerate() {
        let figures = fit(rows, Position::SCENARIOS.len(), &SIGNS[kind]);
        let pairs: Vec<String> =
            (0..FEATURES).map(|at| format!("[{:.2}, {:.2}]", figures[at], figures[FEATURES + at])).collect();
        println!("{name} = [{}]", pairs.join(", "));
    }
}

fn kind(position: &Position) -> usize {
    match position.battle.victory {
        Victory::Clear { .. } => 0,
        Victory::Exit { .. } => 1,
        Victory::Guns { .. } => 2,
        Victory::Control { .. } => 3,
    }
}

/// Plays a game and adds a third of the positions at the beginning of a phase.
fn play(initial: &Position, battle: usize, game: u64, rows: &mut Vec<Row>) {
    let level =
        |side: u64| if mix(game + 1, side + 1).is_multiple_of(4) { Level::Easy } else { Level::Normal };
    let levels = [level(0), level(1)];
    let mut position = initial.clone();
    let (mut dice, mut own) = (Dice::seeded(game, 0), Dice::seeded(game, 1));
    let (mut seen_phases, mut last) = (Vec::new(), None);
    while let Some(decision) = position.decision() {
        let now = Some((position.turn.number, position.turn.attacker, position.turn.phase));
        if now != last && !position.turn.setting_up() && own.below(3) == 0 {
            let (features, late) = (features(&position), late(&position));
            let columns = std::array::from_fn(|at| match at.checked_sub(FEATURES) {
                Some(at) => features[at] * late,
                None => features[at],
            });
            seen_phases.push((columns, late));
        }
        last = now;
        let seen = Seen::by(decision.side, &position, &mut own);
        let choice = Position::think(&seen, levels[decision.side.index()].steady(), &mut own);
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
        dice.forget();
    }
    let attacker = position.battle.victory.side();
    let won = position.outcome().and_then(|outcome| outcome.winner) == Some(attacker);
    let won = f64::from(u8::from(won));
    rows.extend(seen_phases.into_iter().map(|(columns, late)| Row { columns, late, won, battle }));
}

/// Logistic regression with Adam. Every battle has a constant of its own, since some favour a side.
fn fit(rows: &[Row], battles: usize, signs: &[f64; FEATURES]) -> Vec<f64> {
    let size = COLUMNS + 1 + battles;
    let (mut figures, mut mean, mut square) = (vec![0.0_f64; size], vec![0.0_f64; size], vec![0.0_f64; size]);
    for step in 1..=STEPS {
        let mut slope: Vec<f64> = figures[..COLUMNS].iter().map(|figure| PENALTY * figure).collect();
        slope.resize(size, 0.0);
        for row in rows {
            let battle = COLUMNS + 1 + row.battle;
            let sum: f64 = row.columns.iter().zip(&figures).map(|(x, figure)| x * figure).sum();
            let odds = sum + row.late * figures[COLUMNS] + figures[battle];
            let error = (1.0 / (1.0 + (-odds).exp()) - row.won) / rows.len() as f64;
            slope.iter_mut().zip(row.columns).for_each(|(slope, x)| *slope += error * x);
            slope[COLUMNS] += error * row.late;
            slope[battle] += error;
        }
        let moments = mean.iter_mut().zip(&mut square);
        for ((figure, slope), (mean, square)) in figures.iter_mut().zip(slope).zip(moments) {
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            let (mean, square) = (*mean / (1.0 - 0.9_f64.powi(step)), *square / (1.0 - 0.99_f64.powi(step)));
            *figure -= LENGTH * mean / (square.sqrt() + 1e-8);
        }
        for (at, sign) in signs.iter().enumerate() {
            figures[at] = sign * (sign * figures[at]).max(0.0);
            figures[FEATURES + at] = sign * (sign * figures[FEATURES + at]).max(-sign * figures[at]);
        }
    }
    figures
}
