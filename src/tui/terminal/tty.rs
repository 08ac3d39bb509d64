//! The terminal as a device: taken over, written to, restored.
//!
//! Invariant: whatever is written after the terminal has been restored is dropped.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetwinsize, tcsetattr,
};

/// Alternate screen, hidden cursor, bracketed paste.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h";
/// Clicks and the wheel, as SGR mouse events.
const CLICKS: &[u8] = b"\x1b[?1000h\x1b[?1006h";
/// Undoes both in the opposite order, with default colours.
const LEAVE: &[u8] = b"\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l";

/// Most columns drawn: no screen has more, and a terminal may report any size.
const MOST_COLUMNS: u16 = 600;
/// Most rows drawn.
const MOST_ROWS: u16 = 300;

/// How long writing a frame may delay restoring a terminal that accepts no more output.
const FRAME: Duration = Duration::from_millis(15);
/// The same while it does accept output: the machine is busy, and the frame is soon written.
const BUSY: Duration = Duration::from_secs(1);

/// The present use of the terminal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// Not at all.
    Not,
    /// It asks for something that is not echoed.
    Hushed,
    /// The screen is drawn on it.
    Taken,
}

/// Whether clicks are wanted.
static MOUSE: AtomicBool = AtomicBool::new(false);
/// The present use; locked while something is written.
static HELD: Mutex<Held> = Mutex::new(Held::Not);
/// The settings from before the program started.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to the terminal without a buffer.
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

/// Whether restoring the terminal has taken so long that something else must be done: this much on a terminal
/// that accepts no output, far more on a busy machine.
pub fn is_blocked(begun: Instant, patience: Duration) -> bool {
    let took = begun.elapsed();
    took > BUSY || took > patience && !accepts_output()
}

fn accepts_output() -> bool {
    let stdout = io::stdout();
    let mut watched = [PollFd::new(&stdout, PollFlags::OUT)];
    let at_once = Timespec::default();
    poll(&mut watched, Some(&at_once)).is_ok_and(|_| watched[0].revents() == PollFlags::OUT)
}

/// The output of the screen.
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

/// Takes over the terminal: raw keys, the alternate screen, and clicks if they are wanted.
pub fn take(mouse: bool) -> io::Result<()> {
    MOUSE.store(mouse, Ordering::Relaxed);
    hold(Held::Taken)
}

/// Switches off echo until the terminal is restored.
pub fn hush() -> io::Result<()> {
    hold(Held::Hushed)
}

/// Takes the terminal for a use, whatever its state.
pub fn hold(how: Held) -> io::Result<()> {
    let mut held = lock(&HELD);
    // Recorded before anything changes, because a signal may arrive in between.
    *lock(&BEFORE) = Some(tcgetattr(io::stdin())?);
    *held = how;
    set(how)
}

/// Takes the terminal again after others may have used it although it was never restored.
pub fn hold_again() -> io::Result<()> {
    let held = lock(&HELD);
    set(*held)
}

/// Applies the settings for a use.
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
            write_all(ENTER)?;
            if MOUSE.load(Ordering::Relaxed) { write_all(CLICKS) } else { Ok(()) }
        }
    }
}

/// Restores the terminal and returns its last use; the second call does nothing. A frame being written is
/// completed, unless the terminal accepts no more.
pub fn give_back() -> Held {
    let begun = Instant::now();
    let guard = loop {
        match HELD.try_lock() {
            Ok(taken) => break Some(taken),
            Err(std::sync::TryLockError::Poisoned(taken)) => break Some(taken.into_inner()),
            Err(_) if is_blocked(begun, FRAME) => break None,
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    };
    // If the terminal is gone, there is nothing to report.
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

/// Restores the settings of the terminal.
pub fn settings_back() {
    if let Some(before) = BEFORE.try_lock().ok().and_then(|before| before.clone()) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
    }
}

/// Columns and rows, limited to sensible sizes; `None` if the terminal does not report them.
pub fn size() -> Option<(u16, u16)> {
    let size = tcgetwinsize(io::stdout()).ok().filter(|size| size.ws_col > 0 && size.ws_row > 0)?;
    Some((size.ws_col.min(MOST_COLUMNS), size.ws_row.min(MOST_ROWS)))
}
