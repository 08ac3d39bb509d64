//! The bytes that a seat's terminal receives are the same in any two positions that look alike to it, and a
//! spectator's in any two that differ in what either side hides.

use standto::book::Book;
use standto::cli::LibraryServices;
use standto::dice::Dice;
use standto::game::journal::{Header, Journal, Loaded, Terms};
use standto::game::{Level, Log, Match, Seat, Session, Side, any_choice};
use standto::registry::{Ruleset, Visit};
use standto::tui::{App, Options, Painter};

use crate::battles::{battles, opening};
use crate::desk::desk;
use crate::fake::{drawn, keys, options};
use crate::long::long;

/// Keys that look at everything and play nothing.
const LOOK: [&str; 14] = [
    "Esc",
    "e",
    "Esc",
    "r",
    "Esc",
    "i",
    "Esc",
    "@",
    "Esc",
    "= Esc",
    "v l l Esc",
    "& &",
    ", b Esc",
    "? PgDn PgDn Esc",
];

/// What a terminal with these seats receives of a position while its player looks around: the bytes after
/// each key, and the screen.
fn received<R: Book>(position: &R, text: &str, holds: [bool; 2]) -> Vec<(Vec<u8>, String)> {
    let names = position.sides().map(|side| side.key);
    let seats = [(names[0].as_str(), Seat::Human), (names[1].as_str(), Seat::Human)];
    let mut header = Header::new(R::ID, "battle", "Battle", text, 5, seats);
    (header.shared, header.rules) = (Some(Terms::default()), R::VERSION);
    let journal = Journal { header, plays: Vec::new() };
    let loaded = Loaded { journal, torn: None, whole: 0 };
    let game = Match::share(R::ID, position.clone(), loaded, None, holds).expect("it begins");
    let here = Side::BOTH.map(|side| game.seat(side) == Seat::Human);
    assert_eq!(here, holds);
    let home = desk();
    let mut services = LibraryServices::new(home.front());
    let options = Options { start: Some(Box::new(game)), ..options("dark", None) };
    let mut app = App::new(&mut services, options).expect("it opens");
    // Keys are typed at the size that was drawn last.
    drawn(&mut app, 100, 30);
    let mut painter = Painter::new(Vec::new());
    let mut after = |look: &&str| {
        keys(&mut app, look);
        let screen = drawn(&mut app, 100, 30);
        let before = painter.out().len();
        painter.paint(&screen).expect("it draws");
        (painter.out()[before..].to_vec(), crate::fake::text(&screen))
    };
    LOOK.iter().map(&mut after).collect()
}

/// The most pairs of positions compared for a ruleset, and for one side of a battle.
const MOST_PAIRS: usize = 6;
const MOST_PAIRS_OF_A_SIDE: usize = 2;

/// Counts the pairs of different positions that were compared.
struct Worlds;

impl Visit for Worlds {
    type Output = usize;

    fn visit<R: Book>(self) -> usize {
        let most = long(MOST_PAIRS);
        let mut pairs = 0;
        for (seed, (name, text)) in (0..).zip(battles::<R>()) {
            if pairs >= most {
                break;
            }
            pairs += worlds_of::<R>(seed, &name, &text, most - pairs);
        }
        pairs
    }
}

/// Plays a battle at random. Wherever a side knows less than there is, its terminal must not tell the position
/// from another one that looks alike. Returns the number of pairs compared.
fn worlds_of<R: Book>(seed: u64, name: &str, text: &str, most: usize) -> usize {
    let mut position: R = opening(name, text);
    let (mut pick, mut dice) = (Dice::seeded(seed, 0), Dice::seeded(seed + 50, 0));
    // For each side, the pairs compared and the step of the next one.
    let (mut compared, mut next) = ([0; 2], [3; 2]);
    for step in 0..160 {
        if position.decision().is_none() {
            break;
        }
        for side in Side::BOTH {
            let at = side.index();
            if step < next[at] || compared[at] == MOST_PAIRS_OF_A_SIDE || compared[0] + compared[1] == most {
                continue;
            }
            let other = position.seen_by(side, &mut Dice::seeded(99 + seed, 0));
            if other == position {
                continue;
            }
            (compared[at], next[at]) = (compared[at] + 1, step + 40);
            let holds = Side::BOTH.map(|held| held == side);
            let both = [&position, &other].map(|world| received(world, text, holds));
            for (look, (one, two)) in LOOK.iter().zip(both[0].iter().zip(&both[1])) {
                let told = format!("{} {name}, step {step}, after \"{look}\"", R::ID);
                assert!(one.0 == two.0, "{told}:\n{}\n\n{}", one.1, two.1);
            }
        }
        let choice = any_choice(&position, &mut pick);
        position.apply(&choice, &mut dice, &mut Log::off()).expect("dice do not run out");
    }
    compared[0] + compared[1]
}

#[test]
fn a_terminal_receives_the_same_in_worlds_that_look_alike() {
    for ruleset in Ruleset::ALL {
        let pairs = ruleset.visit(Worlds);
        println!("{ruleset}: {pairs} pairs of different positions");
        assert!(pairs > 2, "{ruleset}: {pairs} pairs of different positions were compared");
    }
}

/// A spectator's terminal receives no name of a card in a hand, and no piece that its enemy does not see.
#[test]
fn spectators_see_no_hand_and_no_records() {
    struct Public;
    impl Visit for Public {
        type Output = ();

        fn visit<R: Book>(self) {
            for (seed, (name, text)) in (0..).zip(battles::<R>()).take(long(3)) {
                let mut position: R = opening(&name, &text);
                let (mut pick, mut dice) = (Dice::seeded(seed, 0), Dice::seeded(seed + 50, 0));
                for _ in 0..150 {
                    if position.decision().is_none() {
                        break;
                    }
                    let choice = any_choice(&position, &mut pick);
                    position.apply(&choice, &mut dice, &mut Log::off()).expect("dice do not run out");
                    let [a, b] = Side::BOTH.map(|side| position.view(side));
                    let public = standto::game::View::common(a.clone(), &b);
                    assert!(public.hand.is_none() && public.records.is_empty() && public.zone.is_empty());
                    for piece in &public.pieces {
                        let enemy = if piece.side == Side::A { &b } else { &a };
                        assert!(enemy.pieces.contains(piece), "{}: {}", R::ID, piece.name);
                    }
                    for marker in &public.markers {
                        assert!(a.markers.contains(marker) && b.markers.contains(marker), "{}", R::ID);
                    }
                }
            }
        }
    }
    for ruleset in Ruleset::ALL {
        ruleset.visit(Public);
    }
}

/// Small battles in which something is hidden, for the levels that play battles out.
const SMALL: [&str; 4] = ["artillery", "hunters", "aslsk-guns", "fireandmove-close"];

/// For each level, the pairs of worlds compared at decisions of the side that reads, and at those of its enemy.
struct Compared(Vec<(Level, [usize; 2])>);

impl Compared {
    fn at(levels: &[Level]) -> Self {
        Self(levels.iter().map(|&level| (level, [0; 2])).collect())
    }

    /// Whether every level has so many pairs of a kind.
    fn has(&self, most: usize, kind: usize) -> bool {
        self.0.iter().all(|(_, pairs)| pairs[kind] >= most)
    }

    /// The decisions of a side, the advice it gets and the reasons it may read are the same in worlds that look alike to
    /// it: a battle is played at random, and the worlds are compared where something is hidden.
    fn battle<R: Book>(&mut self, seed: u64, name: &str, text: &str, most: usize) {
        let mut position: R = opening(name, text);
        let (mut pick, mut dice) = (Dice::seeded(seed, 0), Dice::seeded(seed + 50, 0));
        let mut next = [5; 2];
        for step in 0..160 {
            if self.has(most, 0) && self.has(most, 1) {
                break;
            }
            let Some(decision) = position.decision() else { break };
            for side in Side::BOTH {
                let kind = usize::from(decision.side != side);
                if step < next[kind] || self.has(most, kind) {
                    continue;
                }
                let other = position.seen_by(side, &mut Dice::seeded(99 + seed, 0));
                if other == position {
                    continue;
                }
                next[kind] = step + 20;
                for (level, pairs) in self.0.iter_mut().filter(|(_, pairs)| pairs[kind] < most) {
                    let told = [&position, &other].map(|world| told_of(world, text, side, *level));
                    let place = format!("{} {name}, step {step}, {level:?}", R::ID);
                    if told[0].0 == told[1].0 {
                        assert_eq!(told[0].1, told[1].1, "{place}");
                        pairs[kind] += 1;
                    } else {
                        assert_ne!(decision.side, side, "{place}");
                    }
                }
            }
            let choice = any_choice(&position, &mut pick);
            position.apply(&choice, &mut dice, &mut Log::off()).expect("dice do not run out");
        }
    }
}

/// The choice of the computer in a position, and what a side then reads: why the computer made it, and advice if it is its
/// own decision.
fn told_of<R: Book>(position: &R, text: &str, side: Side, level: Level) -> (String, String) {
    let names = position.sides().map(|side| side.key);
    let seats = [(names[0].as_str(), Seat::program(level)), (names[1].as_str(), Seat::program(level))];
    let header = Header::new(R::ID, "battle", "Battle", text, 5, seats);
    let mut game = Match::new(R::ID, position.clone(), header, None).expect("it begins");
    let choice = game.think().expect("a decision")();
    let mut told = String::new();
    if game.decision().expect("a decision").side == side {
        game.set_seat(side, Seat::Human);
        told = format!("{:?}", game.advice().expect("it advises"));
        game.set_seat(side, Seat::program(level));
    }
    game.play(&choice).expect("it is legal");
    told += &format!("{:?}", game.reasons(Some(side), 1));
    (choice, told)
}

#[test]
fn reasons_and_advice_are_the_same_in_worlds_that_look_alike() {
    struct Reasons;
    impl Visit for Reasons {
        type Output = Vec<(Level, [usize; 2])>;

        fn visit<R: Book>(self) -> Self::Output {
            let battles = battles::<R>();
            let mut quick = Compared::at(&[Level::Easy, Level::Normal]);
            for (seed, (name, text)) in (0..).zip(&battles) {
                quick.battle::<R>(seed, name, text, long(MOST_PAIRS_OF_A_SIDE));
            }
            let mut deep = Compared::at(&[Level::Hard, Level::Expert]);
            for (seed, (name, text)) in
                (0..).zip(&battles).filter(|(_, (name, _))| SMALL.contains(&name.as_str()))
            {
                deep.battle::<R>(seed, name, text, long(1));
            }
            quick.0.into_iter().chain(deep.0).collect()
        }
    }
    for ruleset in Ruleset::ALL {
        for (level, pairs) in ruleset.visit(Reasons) {
            let [own, enemy] = pairs;
            assert!(own > 0 && enemy > 0, "{ruleset}, {level:?}: {own} and {enemy} pairs were compared");
        }
    }
}
