//! The terminal as a device: taken over, written to, given back.
//!
//! Invariant: who has given the terminal back has the last word. What is written afterwards goes nowhere.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetwinsize, tcsetattr,
};

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

/// What the program does with the terminal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// Nothing.
    Not,
    /// It asks a question whose answer is not shown.
    Hushed,
    /// The screen is drawn on it.
    Taken,
}

/// What is done with the terminal; held while something is written to it.
static HELD: Mutex<Held> = Mutex::new(Held::Not);
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
        let held = lock(&HELD);
        if *held == Held::Taken { write_all(bytes) } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes the terminal: every key comes at once, and the screen is ours.
pub fn take() -> io::Result<()> {
    hold(Held::Taken)
}

/// Shows nothing of what is typed until the terminal is given back.
pub fn hush() -> io::Result<()> {
    hold(Held::Hushed)
}

/// Holds the terminal in this way, from however it is.
pub fn hold(how: Held) -> io::Result<()> {
    let mut held = lock(&HELD);
    // Known before anything is changed: a signal may come between.
    *lock(&BEFORE) = Some(tcgetattr(io::stdin())?);
    *held = how;
    set(how)
}

/// Holds a terminal again that others may have had meanwhile, though nobody gave it back.
pub fn hold_again() -> io::Result<()> {
    let held = lock(&HELD);
    set(*held)
}

/// Sets the terminal for what is done with it.
fn set(held: Held) -> io::Result<()> {
    let Some(mut modes) = lock(&BEFORE).clone() else { return Ok(()) };
    match held {
        Held::Not => Ok(()),
        Held::Hushed => {
            modes.local_modes.remove(LocalModes::ECHO);
            Ok(tcsetattr(io::stdin(), OptionalActions::Flush, &modes)?)
        }
        Held::Taken => {
            modes.make_raw();
            tcsetattr(io::stdin(), OptionalActions::Now, &modes)?;
            write_all(ENTER)
        }
    }
}

/// Puts the terminal back, and says what was done with it; does nothing the second time. A frame is let finish,
/// unless the terminal takes nothing any more.
pub fn give_back() -> Held {
    let begun = Instant::now();
    let guard = loop {
        match HELD.try_lock() {
            Ok(taken) => break Some(taken),
            Err(std::sync::TryLockError::Poisoned(taken)) => break Some(taken.into_inner()),
            Err(_) if begun.elapsed() > FRAME => break None,
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    };
    // Nobody is left to be told if the terminal is gone.
    match guard {
        Some(mut held) => {
            let was = std::mem::replace(&mut *held, Held::Not);
            if was == Held::Taken {
                let _ = write_all(LEAVE);
            }
            if was != Held::Not {
                settings_back();
            }
            was
        }
        None => {
            settings_back();
            let _ = tcflush(io::stdout(), QueueSelector::OFlush);
            let _ = write_all(LEAVE);
            Held::Taken
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
