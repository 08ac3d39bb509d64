//! What each signal does to the screen. The game itself is on disk already.

use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH, SIGXCPU,
};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::tty;
use crate::tui::Input;

/// How long giving the terminal back may take altogether, before the end comes without.
const END: Duration = Duration::from_millis(35);

/// Signals that end the program; the last few stand for whatever else may be sent to one that plays too long.
const ENDS: [i32; 9] = [SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGABRT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2];

/// Where the screen listens, once it is there.
static SCREEN: Mutex<Option<SyncSender<Input>>> = Mutex::new(None);

fn screen() -> Option<SyncSender<Input>> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Tells this screen from now on.
pub fn tell_screen(screen: SyncSender<Input>) {
    *SCREEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(screen);
}

/// Listens for signals from now on, on a thread of its own.
pub fn heed() -> std::io::Result<()> {
    static HEEDED: Once = Once::new();
    let mut begun = Ok(());
    HEEDED.call_once(|| begun = listen());
    begun
}

fn listen() -> std::io::Result<()> {
    // Where files may not grow, writing fails with a word; the signal that goes with it is not wanted.
    let too_large = rustix::process::Signal::XFSZ.as_raw();
    let mut signals = Signals::new([SIGTSTP, SIGCONT, SIGWINCH, too_large].into_iter().chain(ENDS))?;
    thread::spawn(move || {
        let mut came_back = false;
        for signal in signals.forever() {
            match signal {
                signal if signal == too_large => {}
                // A full queue means that a frame is due anyway.
                SIGWINCH => drop(screen().map(|screen| screen.try_send(Input::Resize))),
                SIGTSTP => {
                    let held = tty::give_back();
                    let _ = emulate_default_handler(SIGTSTP);
                    // Here somebody has sent SIGCONT; that signal is still to come.
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

/// Puts the terminal back and ends the program as the signal says.
fn end(signal: i32) {
    // A terminal that takes nothing more must not hold up the end.
    let (done, wait) = mpsc::channel();
    thread::spawn(move || {
        tty::give_back();
        let _ = done.send(());
    });
    if wait.recv_timeout(END).is_err() {
        tty::settings_back();
    }
    if matches!(signal, SIGQUIT | SIGABRT) {
        // With a dump, if the system keeps those.
        let _ = emulate_default_handler(signal);
    }
    std::process::exit(128 + signal);
}
