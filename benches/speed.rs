//! The speeds the README quotes. `cargo bench` prints them, each the median of several runs, on one core.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use standto::dice::Dice;
use standto::front::{Desk, Front};
use standto::game::journal::Header;
use standto::game::{Level, Log, Match, Opponent, Rules, Seat, Seen, Session, any_choice};
use standto::rules::matg::{Position, scenario};
use standto::store::Home;
use standto::tui::{App, Options, Painter};

fn main() {
    let folder = tempfile::tempdir().expect("a folder for saves");
    println!("random playout      {:>12.0} decisions a second", playout());
    let (middle, longest) = opponent();
    println!("opponent, normal    {middle:>12.1?} a decision, longest {longest:.1?}");
    println!("start to list       {:>12.1?} whole process", start(folder.path()));
    let (first, step, bytes) = screen(folder.path());
    println!("first screen        {first:>12.1?} title, from scenarios on disk to cells");
    println!("cursor step         {step:>12.1?} and {bytes} bytes at 80x24");
    println!("play, put on disk   {:>12.1?} checked, applied, appended, synced", append(folder.path()));
}

fn opening() -> Position {
    let (battle, _) = scenario::read("introductory.toml", scenario::INTRODUCTORY).expect("it reads");
    Position::new(Arc::new(battle))
}

fn median<T: PartialOrd>(mut runs: Vec<T>) -> T {
    runs.sort_by(|a, b| a.partial_cmp(b).expect("comparable"));
    runs.swap_remove(runs.len() / 2)
}

/// Whole games of random legal choices: decisions a second.
fn playout() -> f64 {
    let start = opening();
    let run = |round: u64| {
        let (begun, mut decisions) = (Instant::now(), 0u32);
        for seed in round * 100..round * 100 + 100 {
            let (mut position, mut dice, mut pick) =
                (start.clone(), Dice::seeded(seed, 0), Dice::seeded(!seed, 0));
            while position.decision().is_some() {
                let choice = any_choice(&position, &mut pick);
                position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
                dice.forget();
                decisions += 1;
            }
        }
        f64::from(decisions) / begun.elapsed().as_secs_f64()
    };
    median((0..7).map(run).collect())
}

/// One game of the program against itself: the median and the longest time of a decision.
fn opponent() -> (Duration, Duration) {
    let (mut position, mut dice) = (opening(), Dice::seeded(1, 0));
    let mut times = Vec::new();
    while position.decision().is_some() {
        let begun = Instant::now();
        let side = position.decision().expect("a decision").side;
        let seen = Seen::by(side, &position, &mut Dice::seeded(times.len() as u64, 1));
        let choice = Position::think(&seen, Level::Normal, &mut Dice::seeded(times.len() as u64, 0));
        times.push(begun.elapsed());
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
        dice.forget();
    }
    let longest = times.iter().copied().max().unwrap_or_default();
    (median(times), longest)
}

/// The whole program from start to exit, listing what can be played.
fn start(home: &std::path::Path) -> Duration {
    let run = |_| {
        let begun = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_standto"))
            .arg("list")
            .env("STANDTO_HOME", home)
            .stdout(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()));
        begun.elapsed()
    };
    median((0..15).map(run).collect())
}

fn key(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
}

/// Time to the first screen, then time and bytes of a cursor step on the map.
fn screen(home: &std::path::Path) -> (Duration, Duration, usize) {
    let area = Rect::new(0, 0, 80, 24);
    let first = |_| {
        let begun = Instant::now();
        let mut desk = Desk::new(Front::at(Home::at(home)));
        let mut app = App::new(&mut desk, Options::default()).expect("the screen opens");
        app.draw(&mut Buffer::empty(area));
        begun.elapsed()
    };
    let first = median((0..9).map(first).collect());

    let game = begin(home, "bench-screen.toml");
    let mut desk = Desk::new(Front::at(Home::at(home)));
    let options = Options { start: Some(Box::new(game)), ..Options::default() };
    let mut app = App::new(&mut desk, options).expect("the screen opens");
    let mut painter = Painter::new(std::io::sink());
    let mut paint = |app: &mut App| {
        let mut buffer = Buffer::empty(area);
        app.draw(&mut buffer);
        painter.paint(&buffer).expect("a sink takes everything")
    };
    key(&mut app, KeyCode::Esc);
    paint(&mut app);
    let mut steps = Vec::new();
    for direction in [KeyCode::Up, KeyCode::Up, KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down] {
        let begun = Instant::now();
        key(&mut app, direction);
        let bytes = paint(&mut app);
        steps.push((begun.elapsed(), bytes));
    }
    let bytes = median(steps.iter().map(|(_, bytes)| *bytes).collect());
    (first, median(steps.into_iter().map(|(time, _)| time).collect()), bytes)
}

fn begin(home: &std::path::Path, name: &str) -> Match<Position> {
    let seats = [("germans", Seat::Human), ("soviets", Seat::Human)];
    let header = Header::new("matg", "introductory", "Bench", scenario::INTRODUCTORY, 1, seats);
    Match::new("matg", opening(), header, Some(&home.join(name))).expect("a game begins")
}

/// One play through the session, journal on disk and synced.
fn append(home: &std::path::Path) -> Duration {
    let mut game = begin(home, "bench-append.toml");
    let mut pick = Dice::seeded(3, 0);
    let run = |_| {
        let choice = game.choices()[pick.below(game.choices().len())].notation.clone();
        let begun = Instant::now();
        game.play(&choice).expect("it was offered");
        begun.elapsed()
    };
    let time = median((0..200).map(run).collect());
    std::io::stdout().flush().expect("stdout");
    time
}
