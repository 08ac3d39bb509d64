//! The terminal: taken over, given back, read and drawn.
//!
//! Invariant: however the program ends (quit, error, panic, signal, hang-up), the terminal is put back.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event};
use crossterm::terminal;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::app::{App, Input};
use super::input::Reassembler;
use super::paint::Painter;

/// Alternate screen, no cursor, clicks and wheel in SGR form, pastes marked.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h";
/// The same undone, in the opposite order, with plain ink.
const LEAVE: &[u8] = b"\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l";

static TAKEN: AtomicBool = AtomicBool::new(false);

/// Puts the terminal back; does nothing the second time.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        // Nobody is left to be told if the terminal is gone.
        let _ = out.write_all(LEAVE).and_then(|()| out.flush());
        let _ = terminal::disable_raw_mode();
    }
}

/// Puts the terminal back when dropped.
struct Hold;

impl Drop for Hold {
    fn drop(&mut self) {
        restore();
    }
}

/// Runs the screen in the terminal until the player quits.
pub fn hold(app: &mut App) -> anyhow::Result<()> {
    // A mono theme serves those who want no colour; the library must not drop bold and reverse for them.
    crossterm::style::force_color_output(true);
    restore_on_panic();
    // A signal between here and the first frame must find the flag set.
    TAKEN.store(true, Ordering::SeqCst);
    let _hold = Hold;
    exit_on_signal()?;
    terminal::enable_raw_mode()?;
    let mut out = io::stdout();
    out.write_all(ENTER)?;
    out.flush()?;
    let (sender, inputs) = mpsc::channel();
    read_keys(sender.clone());
    let mut painter = Painter::new(io::stdout());
    let mut buffer = Buffer::empty(Rect::ZERO);
    let mut changed = true;
    loop {
        if changed {
            frame(app, &mut painter, &mut buffer)?;
        }
        think(app, &sender);
        let Ok(input) = inputs.recv() else { return Ok(()) };
        changed = app.input(input);
        // Whatever else has come meanwhile is taken before drawing: a slow line never lags behind the keys.
        while let Ok(input) = inputs.try_recv() {
            changed |= app.input(input);
            think(app, &sender);
        }
        if app.done() {
            return Ok(());
        }
    }
}

/// Draws the screen; writes nothing if it looks as before.
fn frame(app: &mut App, painter: &mut Painter<io::Stdout>, buffer: &mut Buffer) -> io::Result<()> {
    let (width, height) = terminal::size()?;
    let area = Rect::new(0, 0, width.max(1), height.max(1));
    if buffer.area != area {
        *buffer = Buffer::empty(area);
    }
    if app.wants_redraw() {
        painter.forget();
    }
    app.draw(buffer);
    painter.paint(buffer).map(|_| ())
}

/// Starts the program's thinking on a thread if it is due.
fn think(app: &mut App, sender: &Sender<Input>) {
    let Some((ticket, thinking)) = app.thinking() else { return };
    let (sender, least) = (sender.clone(), Duration::from_millis(app.pace()));
    thread::spawn(move || {
        let begun = Instant::now();
        let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(thinking)).ok();
        thread::sleep(least.saturating_sub(begun.elapsed()));
        // The screen may have been left meanwhile.
        let _ = sender.send(Input::Thought(ticket, thought));
    });
}

/// Reads the terminal on a thread of its own.
fn read_keys(sender: Sender<Input>) {
    thread::spawn(move || {
        let mut parts = Reassembler::default();
        loop {
            let events = match parts.patience(Instant::now()) {
                None => match event::read() {
                    Ok(event) => parts.feed(event, Instant::now()),
                    Err(_) => break,
                },
                Some(left) => match event::poll(left) {
                    Ok(true) => match event::read() {
                        Ok(event) => parts.feed(event, Instant::now()),
                        Err(_) => break,
                    },
                    Ok(false) => parts.flush(),
                    Err(_) => break,
                },
            };
            for event in events {
                let input = match event {
                    Event::Key(key) => Input::Key(key),
                    Event::Mouse(mouse) => Input::Mouse(mouse),
                    Event::Resize(..) => Input::Resize,
                    _ => continue,
                };
                if sender.send(input).is_err() {
                    return;
                }
            }
        }
        let _ = sender.send(Input::Closed);
    });
}

/// Ends the program on hang-up, terminate and interrupt. The game is on disk already.
///
/// It exits by itself: after a hang-up the reading thread can spin on a dead terminal.
fn exit_on_signal() -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGTERM, SIGINT])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // The main thread may hold the output while a stopped terminal takes nothing more.
            let (done, wait) = mpsc::channel();
            thread::spawn(move || {
                restore();
                let _ = done.send(());
            });
            let _ = wait.recv_timeout(Duration::from_millis(500));
            let _ = terminal::disable_raw_mode();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// A panic of the screen's thread must leave a usable terminal; one in a thought is only reported.
fn restore_on_panic() {
    let main = thread::current().id();
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == main {
            restore();
            told(panic);
        }
    }));
}
