//! The speeds quoted in the README. `cargo bench` prints them, each the median of several runs on one core.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use standto::book::Book;
use standto::cli::LibraryServices;
use standto::dice::Dice;
use standto::game::journal::DiceKind;
use standto::game::{Level, Log, Seat, Seen, Session, any_choice};
use standto::library::{Library, NewGame};
use standto::registry::{Ruleset, Visit};
use standto::simulate::{self, Plan};
use standto::store::Home;
use standto::tui::{App, Options, Painter};

fn main() {
    let folder = tempfile::tempdir().expect("a folder for saves");
    for ruleset in Ruleset::ALL {
        println!("{ruleset}, \"{}\"", ruleset.scenarios()[0].0);
        ruleset.visit(Rooms);
    }
    println!("the program");
    println!("start to list       {:>12.1?} whole process", start(folder.path()));
    let (first, step, bytes) = screen(folder.path());
    println!("first screen        {first:>12.1?} title, from scenarios on disk to cells");
    println!("cursor step         {step:>12.1?} and {bytes} bytes at 80x24");
    println!("play, put on disk   {:>12.1?} checked, applied, appended, synced", append(folder.path()));
}

/// The speed of a ruleset on its first scenario.
struct Rooms;

impl Visit for Rooms {
    type Output = ();

    fn visit<R: Book>(self) {
        let (name, text) = R::SCENARIOS[0];
        let (opening, _) = R::read(name, text).expect("it can be read");
        println!("random playout      {:>12.0} decisions a second", playout(&opening));
        let again = opening.clone();
        let (middle, longest) = opponent(opening);
        println!("opponent, normal    {middle:>12.1?} a decision, longest {longest:.1?}");
        println!("computer v computer {:>12.1} games a second", games(&again));
    }
}

fn median<T: PartialOrd>(mut runs: Vec<T>) -> T {
    runs.sort_by(|a, b| a.partial_cmp(b).expect("comparable"));
    runs.swap_remove(runs.len() / 2)
}

/// Complete games of random legal choices: decisions per second.
fn playout<R: Book>(start: &R) -> f64 {
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

/// One game of the computer against itself: the median and the longest time of a decision.
fn opponent<R: Book>(mut position: R) -> (Duration, Duration) {
    let mut dice = Dice::seeded(1, 0);
    let mut times = Vec::new();
    while position.decision().is_some() {
        let begun = Instant::now();
        let side = position.decision().expect("a decision").side;
        let seen = Seen::by(side, &position, &mut Dice::seeded(times.len() as u64, 1));
        let choice = R::think(&seen, Level::Normal.steady(), &mut Dice::seeded(times.len() as u64, 0));
        times.push(begun.elapsed());
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
        dice.forget();
    }
    let longest = times.iter().copied().max().unwrap_or_default();
    (median(times), longest)
}

/// Complete games of the computer against itself: games per second.
fn games<R: Book>(start: &R) -> f64 {
    let run = |seed: u64| {
        let plan = Plan { games: 8, seed, jobs: 1, levels: [Level::Normal; 2], ..Plan::default() };
        let report = simulate::run(start, &plan, |_| ()).expect("games end");
        f64::from(report.games) / report.seconds
    };
    median((1..=3).map(run).collect())
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
        let mut desk = LibraryServices::new(Library::at(Home::at(home)));
        let mut app = App::new(&mut desk, Options::default()).expect("the screen opens");
        app.draw(&mut Buffer::empty(area));
        begun.elapsed()
    };
    let first = median((0..9).map(first).collect());

    let game = begin(home);
    let mut desk = LibraryServices::new(Library::at(Home::at(home)));
    let options = Options { start: Some(game), ..Options::default() };
    let mut app = App::new(&mut desk, options).expect("the screen opens");
    let mut painter = Painter::new(std::io::sink());
    let mut paint = |app: &mut App| {
        let mut buffer = Buffer::empty(area);
        app.draw(&mut buffer);
        painter.paint(&buffer).expect("a sink never fails")
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

fn begin(home: &std::path::Path) -> Box<dyn Session> {
    let front = Library::at(Home::at(home));
    let first = Ruleset::ALL[0];
    let scenario =
        front.scenario_of(first, first.scenarios()[0].0).expect("built in").expect("it can be read");
    let game = NewGame { seats: [Seat::Human; 2], seed: 1, dice: DiceKind::Seeded, undo: None };
    front.start(&scenario, &game).expect("a game begins")
}

/// One action through the session, with the journal written and synced.
fn append(home: &std::path::Path) -> Duration {
    let mut game = begin(home);
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
