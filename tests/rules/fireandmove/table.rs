//! A small table for cards: stripes of ground from west to east, a group or two a side, hands by name.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Event, Log, Rules, Side};
use standto::rules::fireandmove::Choice;
use standto::rules::fireandmove::cards::Card;
use standto::rules::fireandmove::cards::hand::hand_limit;
use standto::rules::fireandmove::ordnance::arms::{Arm, arms};
use standto::rules::fireandmove::scenario;
use standto::rules::fireandmove::state::{Fig, Gid, Position, Seat, Standing};

use crate::table;

/// What the letters of stripes stand for.
const GROUNDS: [(char, &str); 29] = [
    ('j', "jungle"),
    ('g', "jungle"),
    ('q', "swamp"),
    ('i', "swamp-island"),
    ('z', "bamboo"),
    ('x', "kunai"),
    ('p', "palms"),
    ('t', "paddy"),
    ('u', "hut"),
    ('a', "open"),
    ('b', "open"),
    ('w', "woods"),
    ('s', "stone-building"),
    ('c', "crops"),
    ('h', "hill"),
    ('e', "exposed"),
    ('f', "exposed"),
    ('m', "marsh"),
    ('o', "orchard"),
    ('k', "field-works"),
    ('v', "wooden-building"),
    ('r', "rubble"),
    ('d', "dense-woods"),
    ('l', "pillbox"),
    ('n', "road"),
    ('y', "stream"),
    ('T', "trench"),
    ('F', "foxholes"),
    ('C', "forward-crops"),
];

/// A battle being set up.
pub struct Table {
    stripes: String,
    borders: Vec<(char, char, String)>,
    sides: [(String, Vec<String>); 2],
    more: [String; 2],
    head: String,
    features: Vec<(char, String)>,
}

/// A table of these stripes, one character to two inches.
pub fn table(stripes: &str) -> Table {
    Table {
        stripes: stripes.to_owned(),
        borders: Vec::new(),
        sides: [("german".to_owned(), Vec::new()), ("british".to_owned(), Vec::new())],
        more: [String::new(), String::new()],
        head: String::new(),
        features: Vec::new(),
    }
}

impl Table {
    pub fn border(mut self, a: char, b: char, kind: &str) -> Self {
        self.borders.push((a, b, kind.to_owned()));
        self
    }

    /// One more line for a feature.
    pub fn feature(mut self, tag: char, line: &str) -> Self {
        self.features.push((tag, line.to_owned()));
        self
    }

    pub fn nations(mut self, a: &str, b: &str) -> Self {
        self.sides[0].0 = a.to_owned();
        self.sides[1].0 = b.to_owned();
        self
    }

    pub fn head(mut self, line: &str) -> Self {
        self.head += line;
        self
    }

    pub fn more(mut self, side: usize, line: &str) -> Self {
        self.more[side] += line;
        self
    }

    /// A group of a side with more lines of its own: `vehicle = "lorry"`, `mounted = true`.
    pub fn with(self, side: usize, at: &str, front: &str, figures: &str, rest: &str) -> Self {
        self.group(side, at, front, figures, rest)
    }

    fn group(mut self, side: usize, at: &str, front: &str, figures: &str, rest: &str) -> Self {
        let figures: Vec<String> = figures
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(|figure| format!("\"{figure}\""))
            .collect();
        let text =
            format!("at = \"{at}\"\nfront = \"{front}\"\nfigures = [{}]\n{rest}\n", figures.join(", "));
        self.sides[side].1.push(text);
        self
    }

    /// A group of the first side.
    pub fn ours(self, at: &str, front: &str, figures: &str) -> Self {
        self.group(0, at, front, figures, "")
    }

    /// A group of the second side.
    pub fn theirs(self, at: &str, front: &str, figures: &str) -> Self {
        self.group(1, at, front, figures, "")
    }

    /// A vehicle of the first side.
    pub fn our_vehicle(self, at: &str, front: &str, vehicle: &str) -> Self {
        self.group(0, at, front, "", &format!("vehicle = \"{vehicle}\""))
    }

    /// A vehicle of the second side.
    pub fn their_vehicle(self, at: &str, front: &str, vehicle: &str) -> Self {
        self.group(1, at, front, "", &format!("vehicle = \"{vehicle}\""))
    }

    /// A gun of the first side with its crew.
    pub fn our_gun(self, at: &str, front: &str, gun: &str, crew: &str) -> Self {
        self.group(0, at, front, crew, &format!("gun = '{gun}'"))
    }

    /// A gun of the second side with its crew.
    pub fn their_gun(self, at: &str, front: &str, gun: &str, crew: &str) -> Self {
        self.group(1, at, front, crew, &format!("gun = '{gun}'"))
    }

    /// A group of the first side with a radio.
    pub fn radio(self, at: &str, front: &str, figures: &str) -> Self {
        self.group(0, at, front, figures, "radio = true")
    }

    pub fn text(&self) -> String {
        let mut text =
            format!("format = 1\nruleset = \"fireandmove\"\ntitle = \"A card\"\nturns = 9\n{}\n", self.head);
        text += &format!("map = \"\"\"\n{}\"\"\"\n", format!("{}\n", self.stripes).repeat(12));
        for (tag, ground) in GROUNDS.iter().filter(|(tag, _)| self.stripes.contains(*tag)) {
            let level = if *ground == "hill" { 1 } else { 0 };
            text += &format!(
                "[[feature]]\ntag = \"{tag}\"\nname = \"the {ground} {tag}\"\nground = \"{ground}\"\nlevel = {level}\n"
            );
            for (_, line) in self.features.iter().filter(|(known, _)| known == tag) {
                text += &format!("{line}\n");
            }
        }
        for (a, b, kind) in &self.borders {
            text += &format!("[[border]]\nbetween = [\"{a}\", \"{b}\"]\nkind = \"{kind}\"\n");
        }
        for ((nation, groups), (key, more)) in
            self.sides.iter().zip(["ours", "theirs"].iter().zip(&self.more))
        {
            let most: usize =
                groups.iter().map(|group| group.matches('"').count()).sum::<usize>() / 2 - 2 * groups.len();
            text += &format!(
                "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nnation = \"{nation}\"\nbreaking = {}\n{more}\n",
                most.max(2)
            );
            for group in groups {
                text += &format!("[[side.group]]\n{group}");
            }
        }
        text
    }

    /// The battle with its hands dealt and then taken away: cards are given by hand.
    pub fn begin(self) -> Played {
        Played(self.dealt().unwrap_or_else(|faulty| panic!("{faulty}"))).hand(Side::A, "").hand(Side::B, "")
    }

    /// The battle as it begins, with hands of a stream of their own.
    pub fn dealt(self) -> Result<table::Table<Position>, String> {
        let text = self.text();
        let (position, _) = scenario::read("card", &text).map_err(|faulty| format!("{faulty}\n{text}"))?;
        let mut table = table::Table::of(position);
        table.position.apply(&Choice::Done, &mut Dice::seeded(1, 0), &mut Log::off()).unwrap();
        Ok(table)
    }
}

/// A battle under way.
pub struct Played(table::Table<Position>);

impl Deref for Played {
    type Target = table::Table<Position>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Played {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// The two dice for a result.
pub fn d(result: i8) -> [u8; 2] {
    if result >= 0 { [1 + result as u8, 1] } else { [1, 1 + result.unsigned_abs()] }
}

impl Played {
    /// The weapons and rounds that a group could fire.
    pub fn arms(&self, group: Gid) -> Vec<Arm> {
        arms(self.position.field(), &self.position.forces, group, false)
    }

    /// The most cards that a side may hold.
    pub fn hand_limit(&self, side: Side) -> u8 {
        hand_limit(&self.position.forces, &self.position.hands, side)
    }

    /// Gives a player exactly these cards, written with commas.
    pub fn hand(mut self, side: Side, cards: &str) -> Self {
        self.give(side, cards);
        self
    }

    pub fn give(&mut self, side: Side, cards: &str) {
        give(&mut self.position, side, cards).unwrap();
    }

    pub fn offered(&self) -> Vec<String> {
        self.0.offers()
    }

    pub fn offers(&self, choice: &str) -> bool {
        self.0.offered(choice)
    }

    pub fn kind(&self) -> &'static str {
        self.asks()
    }

    /// Plays a choice with exactly these results of checks, each of two dice.
    pub fn play(&mut self, choice: &str, results: &[i8]) -> &mut Self {
        let faces: Vec<u8> = results.iter().flat_map(|&result| d(result)).collect();
        self.roll(choice, &faces)
    }

    /// Plays a choice with exactly these faces.
    pub fn roll(&mut self, choice: &str, faces: &[u8]) -> &mut Self {
        self.0.play(choice, faces);
        self
    }

    /// Group 1 charges group 2 with a card of one move; so many figures pass their test, and nobody reacts.
    pub fn charge(&mut self, figures: usize) -> &mut Self {
        self.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]);
        self.play("done", &vec![0; figures]).play("pass", &[])
    }

    /// Ends a turn without discards, filling the hand from a stream of its own.
    pub fn end_turn(&mut self) -> &mut Self {
        for choice in ["end", "done"] {
            let read: Choice = choice.parse().unwrap();
            self.position.apply(&read, &mut Dice::seeded(4, 0), &mut Log::off()).unwrap();
        }
        self
    }

    pub fn group(&self, group: Gid) -> &standto::rules::fireandmove::state::Group {
        self.position.forces.group(group - 1)
    }

    pub fn at(&self, group: Gid) -> String {
        self.group(group).at.to_string()
    }

    pub fn standing(&self, figure: Fig) -> Standing {
        self.position.forces.figure(figure - 1).standing
    }

    pub fn pin(&mut self, figure: Fig) -> &mut Self {
        self.position.forces.figures[usize::from(figure) - 1].standing = Standing::Pinned;
        self
    }

    /// Takes a figure out of the battle.
    pub fn lose(&mut self, figure: Fig) -> &mut Self {
        let forces = &mut self.position.forces;
        let lost = &mut forces.figures[usize::from(figure) - 1];
        lost.standing = Standing::Killed;
        forces.groups[usize::from(lost.group)].members.retain(|&member| member != figure - 1);
        self
    }

    /// The lines of the fire just previewed or told, by label.
    pub fn lines(&self) -> BTreeMap<&'static str, i16> {
        last_fire(&self.log).into_iter().collect()
    }

    /// The strength of the last fire.
    pub fn strength(&self) -> i16 {
        self.lines().values().sum()
    }

    /// Marks: whether a group's target is acquired.
    pub fn acquired(&self, by: Gid, at: Gid) -> bool {
        self.position.forces.acquired.contains(&(by - 1, at - 1))
    }

    /// The vehicle of a group.
    pub fn machine(&mut self, group: Gid) -> &mut standto::rules::fireandmove::vehicles::Machine {
        let crew = self.group(group).machine.expect("a vehicle");
        let place = self.position.forces.soldier(crew).machine.unwrap();
        &mut self.position.forces.machines[usize::from(place)]
    }

    /// What the dice to hit came to: the last such line.
    pub fn hit_line(&self) -> String {
        let line = self.log.iter().rev().find(|event| event.text.contains("To Hit"));
        line.map(|event| event.text.clone()).unwrap_or_default()
    }

    /// Fires the open card at a group with harmless results.
    pub fn harmless(&mut self, target: Gid) -> &mut Self {
        let count = self.group(target).members.len();
        let results = vec![-7; count];
        self.play(&format!("target {target}"), &results)
    }
}

/// Gives a player exactly these cards, written with commas; in team play the players of a side one after another, parted
/// by strokes with room around them.
pub fn give(position: &mut Position, side: Side, cards: &str) -> Result<(), String> {
    let at = side.index();
    let seats = std::iter::once(&mut position.hands.seats[at]).chain(&mut position.hands.waiting[at]);
    for (seat, cards) in seats.zip(cards.split(" / ").chain(std::iter::repeat(""))) {
        let mut hand = pile(cards)?;
        hand.sort_unstable();
        let old = std::mem::replace(&mut seat.hand, hand);
        seat.deck.put(old);
    }
    Ok(())
}

/// The cards of a player: "A", in team play "A2".
pub fn seat<'a>(position: &'a Position, word: &str) -> &'a Seat {
    let side = if word.starts_with('A') { Side::A } else { Side::B };
    let player: usize = word[1..].parse().unwrap_or(0);
    match player.checked_sub(1) {
        None => position.hands.seat(side),
        Some(player) => position.hands.hands_of(side).nth(player).expect("such a player"),
    }
}

/// Cards written with commas.
pub fn pile(cards: &str) -> Result<Vec<Card>, String> {
    let names = cards.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| name.parse().map_err(|_| format!("no card \"{name}\""))).collect()
}

/// Labels and values of the last fire told, in order.
pub fn last_fire(log: &[Event]) -> Vec<(&'static str, i16)> {
    let fire = |event: &&Event| event.text.contains("fires at") && event.text.contains(", strength ");
    let event = log.iter().rev().find(fire);
    event.map_or_else(Vec::new, |event| event.modifiers.iter().map(|line| (line.label, line.value)).collect())
}

pub fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// Five riflemen.
pub const RIFLES: &str = "rifleman rifleman rifleman rifleman rifleman";

/// Five rifles in the open face five rifles in the open, 8 inches apart.
pub fn duel() -> Table {
    table("eeeeeeeeeeeeeeeeeeeeeeee").ours("0505", "e", RIFLES).theirs("0905", "w", RIFLES)
}
