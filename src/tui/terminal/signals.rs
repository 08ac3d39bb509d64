//! What each signal does to the screen. The game itself is on disk already.

use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGABRT, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::tty;
use crate::tui::Input;

/// How long giving the terminal back may take altogether, before the end comes without.
const END: Duration = Duration::from_millis(35);

/// Listens for signals on a thread of its own.
pub fn heed(screen: SyncSender<Input>) -> std::io::Result<()> {
    // Where files may not grow, writing fails with a word; the signal that goes with it is not wanted.
    let too_large = rustix::process::Signal::XFSZ.as_raw();
    let all = [SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGABRT, SIGTSTP, SIGCONT, SIGWINCH, too_large];
    let mut signals = Signals::new(all)?;
    thread::spawn(move || {
        let mut came_back = false;
        for signal in signals.forever() {
            match signal {
                // A full queue means that a frame is due anyway.
                signal if signal == too_large => {}
                SIGWINCH => drop(screen.try_send(Input::Resize)),
                SIGTSTP => {
                    tty::give_back();
                    let _ = emulate_default_handler(SIGTSTP);
                    // Here somebody has sent SIGCONT; that signal is still to come.
                    came_back = true;
                    let _ = tty::take();
                    let _ = screen.send(Input::Redraw);
                }
                SIGCONT if std::mem::take(&mut came_back) => {}
                SIGCONT => {
                    let _ = tty::take_again();
                    let _ = screen.send(Input::Redraw);
                }
                _ => end(signal),
            }
        }
    });
    Ok(())
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
