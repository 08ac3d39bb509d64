//! Fits what the opponents think of a position: they play games against themselves, and logistic regression works
//! out how the features of a position (`Opponent::outlook`) tell who will win.
//!
//! `cargo bench --bench outlook -- --games 100` prints the figures for `config/<ruleset>/outlook.toml`: games of each
//! battle that teaches nothing, one side in four at the easy level. `--ruleset NAME` plays one ruleset only.

use std::collections::BTreeMap;

use standto::book::Book;
use standto::dice::Dice;
use standto::game::thought::mix;
use standto::game::{Level, Log, Seen, Side};
use standto::registry::{Ruleset, Visit};

/// Steps of the fit, their length, and how strongly the figures are drawn to 0.
const STEPS: i32 = 300;
const LENGTH: f64 = 0.1;
const PENALTY: f64 = 0.002;

/// A position: its features, and each of them times how late it is.
struct Row {
    columns: Vec<f64>,
    late: f64,
    /// What the first side made of it: 1 for a win, half for a draw.
    won: f64,
    battle: usize,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let after = |flag: &str| words.iter().skip_while(|word| *word != flag).nth(1);
    // Run with all other benches it prints nothing.
    let Some(games) = after("--games") else { return };
    let games = games.parse().expect("--games needs a number");
    for ruleset in Ruleset::ALL {
        if after("--ruleset").is_none_or(|only| only == ruleset.id()) {
            println!("# {ruleset}");
            ruleset.visit(Fitting { games });
        }
    }
}

/// Plays the battles of a ruleset and prints its figures.
struct Fitting {
    games: u64,
}

impl Visit for Fitting {
    type Output = ();

    fn visit<R: Book>(self) {
        let mut kinds: BTreeMap<&'static str, Vec<Row>> = BTreeMap::new();
        for (battle, (name, text)) in R::SCENARIOS.iter().enumerate() {
            if text.contains("\n[lesson]") {
                continue;
            }
            let (initial, _) = R::read(name, text).expect("it can be read");
            let rows = kinds.entry(initial.outlook().kind).or_default();
            (0..self.games).for_each(|game| play(&initial, battle, game, rows));
        }
        for (kind, rows) in &kinds {
            let figures = fit(rows, R::SCENARIOS.len());
            let count = rows[0].columns.len() / 2;
            let pairs: Vec<String> =
                (0..count).map(|at| format!("[{:.2}, {:.2}]", figures[at], figures[count + at])).collect();
            println!("{kind} = [{}]", pairs.join(", "));
        }
    }
}

/// Plays a game and adds the positions at the beginning of its turns.
fn play<R: Book>(initial: &R, battle: usize, game: u64, rows: &mut Vec<Row>) {
    let level =
        |side: u64| if mix(game + 1, side + 1).is_multiple_of(4) { Level::Easy } else { Level::Normal };
    let levels = [level(0), level(1)];
    let mut position = initial.clone();
    let (mut dice, mut own) = (Dice::seeded(game, 0), Dice::seeded(game, 1));
    let (mut known, mut turn) = (Vec::new(), position.turn());
    while let Some(decision) = position.decision() {
        if position.turn() != turn {
            turn = position.turn();
            known.push(position.outlook());
        }
        let seen = Seen::by(decision.side, &position, &mut own);
        let choice = R::think(&seen, levels[decision.side.index()].steady(), &mut own);
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
        dice.forget();
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    let won = winner.map_or(0.5, |side| if side == Side::A { 1.0 } else { 0.0 });
    rows.extend(known.into_iter().map(|outlook| {
        let late = outlook.features.iter().map(|feature| feature * outlook.late);
        let columns = outlook.features.iter().copied().chain(late).collect();
        Row { columns, late: outlook.late, won, battle }
    }));
}

/// Logistic regression with Adam. Every battle has a constant of its own, since some favour a side.
fn fit(rows: &[Row], battles: usize) -> Vec<f64> {
    let count = rows[0].columns.len();
    let size = count + 1 + battles;
    let (mut figures, mut mean, mut square) = (vec![0.0_f64; size], vec![0.0_f64; size], vec![0.0_f64; size]);
    for step in 1..=STEPS {
        let mut slope: Vec<f64> = figures[..count].iter().map(|figure| PENALTY * figure).collect();
        slope.resize(size, 0.0);
        for row in rows {
            let battle = count + 1 + row.battle;
            let sum: f64 = row.columns.iter().zip(&figures).map(|(x, figure)| x * figure).sum();
            let odds = sum + row.late * figures[count] + figures[battle];
            let error = (1.0 / (1.0 + (-odds).exp()) - row.won) / rows.len() as f64;
            slope.iter_mut().zip(&row.columns).for_each(|(slope, x)| *slope += error * x);
            slope[count] += error * row.late;
            slope[battle] += error;
        }
        let moments = mean.iter_mut().zip(&mut square);
        for ((figure, slope), (mean, square)) in figures.iter_mut().zip(slope).zip(moments) {
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            let (mean, square) = (*mean / (1.0 - 0.9_f64.powi(step)), *square / (1.0 - 0.99_f64.powi(step)));
            *figure -= LENGTH * mean / (square.sqrt() + 1e-8);
        }
    }
    figures
}
