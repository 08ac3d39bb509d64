//! The action for each signal. The game itself is already on disk.

use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH, SIGXCPU,
};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::tty;
use crate::store::between_locks;
use crate::tui::Input;

/// How long a terminal that accepts no output may delay the end.
const END: Duration = Duration::from_millis(35);

/// Signals that end the program; the last few are sent to programs that exceed a resource limit.
const ENDS: [i32; 9] = [SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGABRT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2];

/// Where the screen takes its events, once it is open.
static SCREEN: Mutex<Option<SyncSender<Input>>> = Mutex::new(None);

fn screen() -> Option<SyncSender<Input>> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Sends events to this screen from now on.
pub fn tell_screen(screen: SyncSender<Input>) {
    *SCREEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(screen);
}

/// Handles signals from now on, on its own thread.
pub fn heed() -> std::io::Result<()> {
    static HEEDED: Once = Once::new();
    let mut begun = Ok(());
    HEEDED.call_once(|| begun = listen());
    begun
}

fn listen() -> std::io::Result<()> {
    // If files may not grow, the write itself fails with an error; the signal sent along with it is ignored.
    let too_large = rustix::process::Signal::XFSZ.as_raw();
    let mut signals = Signals::new([SIGTSTP, SIGCONT, SIGWINCH, too_large].into_iter().chain(ENDS))?;
    thread::spawn(move || {
        let mut came_back = false;
        for signal in signals.forever() {
            match signal {
                signal if signal == too_large => {}
                // If the queue is full, a frame is due anyway.
                SIGWINCH => drop(screen().map(|screen| screen.try_send(Input::Resize))),
                SIGTSTP => {
                    let held = tty::give_back();
                    // Others wait for a lock that this process holds: it is released first.
                    let _ = between_locks(|| emulate_default_handler(SIGTSTP));
                    // Another program has sent SIGCONT; that signal is still to come.
                    came_back = true;
                    let _ = tty::hold(held);
                    redraw();
                }
                SIGCONT if std::mem::take(&mut came_back) => {}
                SIGCONT => {
                    let _ = tty::hold_again();
                    redraw();
                }
                _ => end(signal),
            }
        }
    });
    Ok(())
}

fn redraw() {
    let _ = screen().map(|screen| screen.send(Input::Redraw));
}

/// Restores the terminal and ends the program with the signal's default action.
fn end(signal: i32) {
    // On its own thread, because writing to a terminal may take for ever.
    let (done, wait) = mpsc::channel();
    thread::spawn(move || {
        tty::give_back();
        let _ = done.send(());
    });
    let begun = Instant::now();
    while wait.recv_timeout(END).is_err() {
        if tty::is_blocked(begun, END) {
            tty::settings_back();
            break;
        }
    }
    if matches!(signal, SIGQUIT | SIGABRT) {
        // With a core dump, if the system writes one.
        let _ = emulate_default_handler(signal);
    }
    std::process::exit(128 + signal);
}
