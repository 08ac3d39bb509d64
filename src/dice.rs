//! Dice: fair faces from a seed, faces read back from a journal, or faces typed in from a real table.
//!
//! Invariant: the k-th face of a seed is the same on every machine and for every version of this
//! program. One face takes exactly one 64-bit word of a PCG stream, and the mapping from word to face
//! is [`face_of`], pinned by a test, so a library update cannot change an old game.

use rand_pcg::Lcg128Xsl64 as Stream;
use rand_pcg::rand_core::Rng;

/// The stream number of the generator; part of the save format, never to be changed.
const STREAM: u128 = 0x5374_616e_6420_546f;

/// The dice ask for a face that is not on the tape yet: what to roll, and for what.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("roll 1D{sides}: {purpose}")]
pub struct NeedsRoll {
    /// Number of faces of the die, at least 2.
    pub sides: u8,
    /// What the roll decides and the need, for the player who throws the die.
    pub purpose: String,
}

#[derive(Clone, Debug)]
enum Source {
    Seeded(Box<Stream>),
    Taped,
}

/// A source of die faces that remembers every face it gave.
///
/// Faces on the tape are handed out first; behind the tape a seeded source goes on by itself and a
/// taped one answers [`NeedsRoll`].
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    tape: Vec<u8>,
    read: usize,
}

impl Dice {
    /// Seeded dice that have already given `drawn` faces of their stream.
    pub fn seeded(seed: u64, drawn: u64) -> Self {
        let mut stream = Stream::new(u128::from(seed), STREAM);
        stream.advance(u128::from(drawn));
        Self { source: Source::Seeded(Box::new(stream)), tape: Vec::new(), read: 0 }
    }

    /// Dice that read back `faces` and then ask for more: a replay, or a player's own dice.
    pub fn taped(faces: &[u8]) -> Self {
        Self { source: Source::Taped, tape: faces.to_vec(), read: 0 }
    }

    /// Rolls one die of `sides` faces. `purpose` is only written out when a face is missing.
    ///
    /// # Errors
    /// [`NeedsRoll`] when the source is a tape at its end, or the taped face is not on the die.
    pub fn roll(&mut self, sides: u8, purpose: impl FnOnce() -> String) -> Result<u8, NeedsRoll> {
        debug_assert!(sides >= 2);
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
            _ => Err(NeedsRoll { sides, purpose: purpose() }),
        }
    }

    /// Rolls two six-sided dice and gives both faces.
    ///
    /// # Errors
    /// As [`Dice::roll`].
    pub fn two_d6(&mut self, purpose: impl Fn() -> String) -> Result<(u8, u8), NeedsRoll> {
        let first = self.roll(6, &purpose)?;
        Ok((first, self.roll(6, &purpose)?))
    }

    /// A number below `limit` from a seeded source, for thought and for random play: no face, not recorded.
    ///
    /// # Panics
    /// On taped dice, and when `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let Source::Seeded(stream) = &mut self.source else { panic!("only seeded dice pick at random") };
        assert!(limit > 0);
        ((u128::from(stream.next_u64()) * limit as u128) >> 64) as usize
    }

    /// Every face given so far, in order: what a journal records.
    pub fn faces(&self) -> &[u8] {
        &self.tape[..self.read]
    }

    /// Faces on the tape that nothing has asked for: more than zero after a faithful replay is an error.
    pub fn unread(&self) -> usize {
        self.tape.len() - self.read
    }

    /// Forgets the faces given so far; a seeded stream goes on where it was.
    pub fn forget(&mut self) {
        self.tape.drain(..self.read);
        self.read = 0;
    }
}

/// The face, 1 to `sides`, that a 64-bit word stands for: the high part of `word * sides`.
pub fn face_of(word: u64, sides: u8) -> u8 {
    let high = (u128::from(word) * u128::from(sides)) >> 64;
    // high < sides <= 255
    high as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapping_from_bits_to_faces_is_pinned() {
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
    fn a_stream_can_be_taken_up_in_the_middle() {
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
    fn a_tape_says_what_it_wants_when_it_ends() {
        let mut dice = Dice::taped(&[3]);
        assert_eq!(dice.roll(6, || "first".into()), Ok(3));
        let asked = dice.roll(20, || "to fire, 11 or less".into()).unwrap_err();
        assert_eq!(asked, NeedsRoll { sides: 20, purpose: "to fire, 11 or less".into() });
        assert_eq!(dice.faces(), [3]);
    }

    #[test]
    fn a_face_that_is_not_on_the_die_is_refused() {
        assert!(Dice::taped(&[7]).roll(6, String::new).is_err());
        assert!(Dice::taped(&[0]).roll(6, String::new).is_err());
    }
}
