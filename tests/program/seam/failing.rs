//! Every write fails once, in every way a disk can fail: nothing is played that is not saved, and the file on
//! disk is always complete.

use std::io;
use std::sync::{Arc, Mutex};

use standto::game::journal::{self, DiceKind};
use standto::game::{Match, Refused, Session};
use standto::store::{Appender, Medium};

use super::toy::Stones;
use super::{HUMAN, header};

/// The fault, and how much is written before it.
#[derive(Copy, Clone, Debug)]
enum Fault {
    /// Nothing is written.
    Input,
    /// The disk is full after so many bytes.
    Full(usize),
    /// The quota is used up after so many bytes.
    Quota(usize),
    /// Everything is written, but not known to be on disk.
    Sync,
    /// Some bytes are written, and then they cannot be truncated.
    Stuck(usize),
}

const FAULTS: [Fault; 8] = [
    Fault::Input,
    Fault::Full(0),
    Fault::Full(1),
    Fault::Full(40),
    Fault::Quota(7),
    Fault::Sync,
    Fault::Stuck(3),
    Fault::Stuck(30),
];

/// A disk on which one call fails.
struct Disk {
    bytes: Arc<Mutex<Vec<u8>>>,
    calls: usize,
    fails: usize,
    fault: Fault,
    stuck: bool,
}

impl Medium for Disk {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.calls += 1;
        let mut all = self.bytes.lock().unwrap();
        assert_eq!(all.len() as u64, offset, "an incomplete piece is removed before more is written");
        let fails = self.calls == self.fails;
        let (kept, error) = match self.fault {
            _ if !fails => (bytes.len(), None),
            Fault::Input => (0, Some(io::Error::from_raw_os_error(5))),
            Fault::Full(kept) => (kept, Some(io::ErrorKind::StorageFull.into())),
            Fault::Quota(kept) => (kept, Some(io::ErrorKind::QuotaExceeded.into())),
            Fault::Sync => (bytes.len(), Some(io::Error::from_raw_os_error(5))),
            Fault::Stuck(kept) => (kept, Some(io::Error::from_raw_os_error(30))),
        };
        self.stuck = fails && matches!(self.fault, Fault::Stuck(_));
        all.extend_from_slice(&bytes[..kept.min(bytes.len())]);
        error.map_or(Ok(()), Err)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        if std::mem::take(&mut self.stuck) {
            return Err(io::Error::from_raw_os_error(30));
        }
        self.bytes.lock().unwrap().truncate(length as usize);
        Ok(())
    }
}

/// The actions of the game: rolls, moves, and an undo.
const DEEDS: usize = 8;

fn deed(game: &mut Match<Stones>, number: usize) -> Result<(), Refused> {
    if number == 5 {
        return game.undo();
    }
    let choice = game.choices().last().unwrap().notation.clone();
    game.play(&choice)
}

/// Plays on a disk whose `fails`-th write fails; returns the text on it at the end.
fn played(fails: usize, fault: Fault) -> String {
    let start = header(DiceKind::Seeded, HUMAN, HUMAN).to_toml();
    let bytes = Arc::new(Mutex::new(start.clone().into_bytes()));
    let disk = Disk { bytes: bytes.clone(), calls: 0, fails, fault, stuck: false };
    let appender = Appender::over(disk, std::path::Path::new("save"), &start);
    let loaded = journal::parse(&start, "save").unwrap();
    let mut game = Match::load("toy", Stones::new(200), loaded, Some(Box::new(appender))).unwrap();
    let text = || String::from_utf8(bytes.lock().unwrap().clone()).unwrap();
    for number in 0..DEEDS {
        let (position, before) = (game.position().clone(), text());
        if let Err(refused) = deed(&mut game, number) {
            let what = format!("{fault:?} at write {fails}");
            assert_eq!(number + 1, fails, "{what}: {refused}");
            assert!(matches!(refused, Refused::Storage(_)), "{what}: {refused}");
            assert_eq!(*game.position(), position, "{what}: it is not played");
            // A reader now finds every confirmed action, and no other.
            let read = journal::parse(&text(), "save").unwrap();
            assert_eq!(read.journal.plays.len(), number, "{what}");
            assert_eq!(&text()[..read.whole], before, "{what}");
            deed(&mut game, number).unwrap_or_else(|refused| panic!("{what}: {refused}"));
        }
    }
    text()
}

#[test]
fn every_write_failure_is_handled() {
    let good = played(0, Fault::Input);
    assert_eq!(journal::parse(&good, "save").unwrap().journal.plays.len(), DEEDS);
    for fault in FAULTS {
        for fails in 1..=DEEDS {
            // It was written, though that was not known: the same action must not be there twice.
            assert_eq!(played(fails, fault), good, "{fault:?} at write {fails}");
        }
    }
}
