//! The terminal as a device: taken over, written to, given back.
//!
//! Invariant: who has given the terminal back has the last word. What is written afterwards goes nowhere.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetwinsize, tcsetattr};

/// Alternate screen, no cursor, clicks and wheel in SGR form, pastes marked.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h";
/// The same undone, in the opposite order, with plain ink.
const LEAVE: &[u8] = b"\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l";

/// Columns beyond which nothing is drawn: no screen has more, and a line may say anything.
const MOST_COLUMNS: u16 = 600;
/// Rows beyond which nothing is drawn.
const MOST_ROWS: u16 = 300;

/// How long a frame that is being written may keep the terminal from being given back.
const FRAME: Duration = Duration::from_millis(15);

/// Whether the terminal is taken; held while something is written to it.
static TAKEN: Mutex<bool> = Mutex::new(false);
/// How the terminal was before.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to the terminal what it would take, without a buffer in between.
fn write_all(mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(io::stdout(), bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// What is drawn goes here.
pub struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let taken = lock(&TAKEN);
        if *taken { write_all(bytes) } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes the terminal: every key comes at once, and the screen is ours.
pub fn take() -> io::Result<()> {
    let mut taken = lock(&TAKEN);
    let before = tcgetattr(io::stdin())?;
    let mut raw = before.clone();
    raw.make_raw();
    // Known before anything is changed: a signal may come between.
    *lock(&BEFORE) = Some(before);
    *taken = true;
    tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
    write_all(ENTER)
}

/// Takes a terminal again that others may have had meanwhile, though nobody gave it back.
pub fn take_again() -> io::Result<()> {
    let taken = lock(&TAKEN);
    let before = lock(&BEFORE).clone();
    let (true, Some(mut raw)) = (*taken, before) else { return Ok(()) };
    raw.make_raw();
    tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
    write_all(ENTER)
}

/// Puts the terminal back; does nothing the second time. A frame is let finish, unless the terminal takes
/// nothing any more.
pub fn give_back() {
    let begun = Instant::now();
    let guard = loop {
        match TAKEN.try_lock() {
            Ok(taken) => break Some(taken),
            Err(std::sync::TryLockError::Poisoned(taken)) => break Some(taken.into_inner()),
            Err(_) if begun.elapsed() > FRAME => break None,
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    };
    // Nobody is left to be told if the terminal is gone.
    match guard {
        Some(mut taken) => {
            if std::mem::take(&mut *taken) {
                let _ = write_all(LEAVE);
                settings_back();
            }
        }
        None => {
            settings_back();
            let _ = tcflush(io::stdout(), QueueSelector::OFlush);
            let _ = write_all(LEAVE);
        }
    }
}

/// Puts back how the terminal treats keys.
pub fn settings_back() {
    if let Some(before) = BEFORE.try_lock().ok().and_then(|before| before.clone()) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
    }
}

/// Columns and rows, not more than can be meant; `None` where the line does not know.
pub fn size() -> Option<(u16, u16)> {
    let size = tcgetwinsize(io::stdout()).ok().filter(|size| size.ws_col > 0 && size.ws_row > 0)?;
    Some((size.ws_col.min(MOST_COLUMNS), size.ws_row.min(MOST_ROWS)))
}
