//! Dice: fair faces from a seed, faces read back from a save, or faces typed in from a real table.
//!
//! Invariant: the k-th face of a seed is the same on every machine and in every version. One face takes
//! exactly one 64-bit word of a PCG stream, and the mapping from word to face is [`face_of`], pinned by a
//! test, so a library update cannot change an old game.

mod ask;

use crate::side::Side;
use rand_pcg::Lcg128Xsl64 as Stream;
use rand_pcg::rand_core::Rng;

pub use ask::{Ask, Thing};

/// The stream number of the generator. Part of the save format: never change it.
const STREAM: u128 = 0x5374_616e_6420_546f;

/// One die of a roll.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Die {
    /// Number of faces, at least 2.
    pub sides: u8,
    /// Its name where the dice of a roll are told apart: "coloured", "white", "minus"; otherwise empty.
    pub name: &'static str,
    /// Subtracted from the total instead of added.
    pub minus: bool,
}

impl Die {
    /// A plain die.
    pub const fn new(sides: u8) -> Self {
        Self { sides, name: "", minus: false }
    }

    /// A die with a name.
    pub const fn named(name: &'static str, sides: u8) -> Self {
        Self { sides, name, minus: false }
    }

    /// A die subtracted from the total.
    pub const fn minus(sides: u8) -> Self {
        Self { sides, name: "minus", minus: true }
    }
}

#[derive(Clone, Debug)]
enum Source {
    Seeded(Stream),
    Taped,
}

/// A source of die faces that remembers every face it gave.
///
/// Faces on the tape come first. After them a seeded source goes on rolling, and a taped one returns [`Ask`].
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    tape: Vec<u8>,
    read: usize,
    thrower: Option<Side>,
}

impl Dice {
    /// Seeded dice that have already given `drawn` faces of their stream.
    pub fn seeded(seed: u64, drawn: u64) -> Self {
        let mut stream = Stream::new(u128::from(seed), STREAM);
        stream.advance(u128::from(drawn));
        Self { source: Source::Seeded(stream), tape: Vec::new(), read: 0, thrower: None }
    }

    /// Dice that read back `faces` and then ask for more: a replay, or a player's own dice.
    pub fn taped(faces: &[u8]) -> Self {
        Self { source: Source::Taped, tape: faces.to_vec(), read: 0, thrower: None }
    }

    /// Names the side that rolls and draws from here on, for players with real dice.
    pub fn thrown_by(&mut self, side: Side) {
        self.thrower = Some(side);
    }

    /// Rolls one die of `sides` faces. `purpose` is only written when a face is missing.
    ///
    /// # Errors
    /// [`Ask`] when the tape has run out, or the face on the tape is not on the die.
    pub fn roll(&mut self, sides: u8, purpose: impl FnOnce() -> String) -> Result<u8, Ask> {
        self.roll_die(Die::new(sides), purpose)
    }

    /// Rolls a die that may have a name: "coloured", "minus". The face is returned as it shows, unsigned.
    ///
    /// # Errors
    /// See [`Dice::roll`].
    pub fn roll_die(&mut self, die: Die, purpose: impl FnOnce() -> String) -> Result<u8, Ask> {
        debug_assert!(die.sides >= 2);
        self.next(die.sides, || (Thing::Die(die), purpose()))
    }

    /// Draws one of the `cards` left in a deck, all equally likely, and returns its index: the face of a die
    /// with as many sides. The journal and the tape hold the index counted from 1; a player with a real deck
    /// names the card. See [`crate::game::Deck`].
    ///
    /// # Errors
    /// [`Ask`] when the tape has run out, or there is no such card.
    ///
    /// # Panics
    /// With no cards, or more than 255.
    pub fn draw<C: std::fmt::Display>(
        &mut self,
        deck: &str,
        cards: &[C],
        purpose: impl FnOnce() -> String,
    ) -> Result<usize, Ask> {
        assert!(!cards.is_empty(), "{deck} has a card left to be drawn");
        let sides = u8::try_from(cards.len()).expect("a deck has at most 255 cards");
        let card = self.next(sides, || {
            let left = cards.iter().map(ToString::to_string).collect();
            (Thing::Card { deck: deck.to_owned(), left }, purpose())
        })?;
        Ok(usize::from(card) - 1)
    }

    /// The next face of 1 to `sides`.
    fn next(&mut self, sides: u8, ask: impl FnOnce() -> (Thing, String)) -> Result<u8, Ask> {
        if self.read == self.tape.len()
            && let Source::Seeded(stream) = &mut self.source
        {
            self.tape.push(face_of(stream.next_u64(), sides));
        }
        match self.tape.get(self.read) {
            Some(&face) if (1..=sides).contains(&face) => {
                self.read += 1;
                Ok(face)
            }
            _ => {
                let (thing, purpose) = ask();
                Err(Ask { thing, purpose, side: self.thrower })
            }
        }
    }

    /// Rolls two six-sided dice and returns both faces.
    ///
    /// # Errors
    /// See [`Dice::roll`].
    pub fn two_d6(&mut self, purpose: impl Fn() -> String) -> Result<(u8, u8), Ask> {
        let first = self.roll(6, &purpose)?;
        Ok((first, self.roll(6, &purpose)?))
    }

    /// A number below `limit` from a seeded source, for the computer's thinking and for random play. It is
    /// not a face and is not recorded.
    ///
    /// # Panics
    /// On taped dice, and when `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let Source::Seeded(stream) = &mut self.source else { panic!("only seeded dice pick at random") };
        assert!(limit > 0);
        ((u128::from(stream.next_u64()) * limit as u128) >> 64) as usize
    }

    /// An error of up to `most` either way, for a rough guess: like [`Dice::below`] for thinking only.
    ///
    /// # Panics
    /// On taped dice.
    pub fn off_by(&mut self, most: f64) -> f64 {
        most * (self.below(2001) as f64 / 1000.0 - 1.0)
    }

    /// Every face given so far, in order: what the journal records.
    pub fn faces(&self) -> &[u8] {
        &self.tape[..self.read]
    }

    /// The number of faces left on the tape: more than zero after a replay is an error.
    pub fn unread(&self) -> usize {
        self.tape.len() - self.read
    }

    /// Forgets the faces given so far; a seeded stream goes on where it was.
    pub fn forget(&mut self) {
        self.tape.drain(..self.read);
        self.read = 0;
    }
}

/// The face, 1 to `sides`, for a 64-bit word: the high part of `word * sides`.
pub fn face_of(word: u64, sides: u8) -> u8 {
    let high = (u128::from(word) * u128::from(sides)) >> 64;
    // high < sides <= 255
    high as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_map_to_faces_as_pinned() {
        assert_eq!(face_of(0, 20), 1);
        assert_eq!(face_of(u64::MAX, 20), 20);
        assert_eq!(face_of(1 << 63, 6), 4);
        assert_eq!(face_of((1 << 63) - 1, 6), 3);
    }

    #[test]
    fn the_stream_of_a_seed_is_pinned() {
        let mut dice = Dice::seeded(1943, 0);
        let faces: Vec<u8> = (0..12).map(|_| dice.roll(20, String::new).unwrap()).collect();
        assert_eq!(faces, PINNED_D20_OF_SEED_1943);
    }

    const PINNED_D20_OF_SEED_1943: [u8; 12] = [1, 18, 4, 2, 7, 11, 7, 13, 8, 13, 4, 6];

    #[test]
    fn an_error_goes_either_way_and_no_further() {
        let mut dice = Dice::seeded(9, 0);
        let errors: Vec<f64> = (0..500).map(|_| dice.off_by(4.0)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 4.0));
        assert!(errors.iter().any(|&error| error > 3.5) && errors.iter().any(|&error| error < -3.5));
        let mean = errors.iter().sum::<f64>() / 500.0;
        assert!(mean.abs() < 0.4, "{mean}");
    }

    #[test]
    fn a_stream_can_resume_from_the_middle() {
        let mut whole = Dice::seeded(7, 0);
        let faces: Vec<u8> = (0..50).map(|_| whole.roll(6, String::new).unwrap()).collect();
        let mut rest = Dice::seeded(7, 30);
        let tail: Vec<u8> = (30..50).map(|_| rest.roll(6, String::new).unwrap()).collect();
        assert_eq!(tail, faces[30..]);
    }

    #[test]
    fn faces_are_fair() {
        let mut dice = Dice::seeded(20, 0);
        let mut count = [0u32; 20];
        for _ in 0..200_000 {
            count[usize::from(dice.roll(20, String::new).unwrap()) - 1] += 1;
            dice.forget();
        }
        // 10,000 expected of each; five standard deviations are under 500.
        assert!(count.iter().all(|&n| (9_500..=10_500).contains(&n)), "{count:?}");
    }

    #[test]
    fn an_exhausted_tape_asks_for_the_next_roll() {
        let mut dice = Dice::taped(&[3]);
        assert_eq!(dice.roll(6, || "first".into()), Ok(3));
        let asked = dice.roll(20, || "to fire, 11 or less".into()).unwrap_err();
        let purpose = "to fire, 11 or less".into();
        assert_eq!(asked, Ask { thing: Thing::Die(Die::new(20)), purpose, side: None });
        assert_eq!(dice.faces(), [3]);
    }

    #[test]
    fn cards_use_the_dice_stream_and_are_requested_by_name() {
        let cards = ["Ambush", "Smoke", "Sniper"];
        let mut seeded = Dice::seeded(5, 0);
        let drawn = seeded.draw("the deck", &cards, String::new).unwrap();
        assert_eq!(seeded.faces(), [drawn as u8 + 1]);
        assert_eq!(Dice::taped(seeded.faces()).draw("the deck", &cards, String::new), Ok(drawn));
        let mut empty = Dice::taped(&[]);
        empty.thrown_by(Side::B);
        let asked = empty.draw("the deck", &cards, || "a new hand".into()).unwrap_err();
        assert_eq!((asked.read("sniper"), asked.side), (Ok(3), Some(Side::B)));
    }

    #[test]
    fn faces_not_on_the_die_are_refused() {
        assert!(Dice::taped(&[7]).roll(6, String::new).is_err());
        assert!(Dice::taped(&[0]).roll(6, String::new).is_err());
    }
}
