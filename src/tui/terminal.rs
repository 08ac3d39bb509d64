//! The terminal: taken over, restored, read and drawn.
//!
//! Invariant: however the program ends (quit, error, panic, signal, hang-up), the terminal is restored.

mod signals;
mod tty;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::app::{App, Input};
use super::input::{Decoder, Typed};
use super::paint::Painter;
use crate::store::Notices;

pub use signals::heed;
pub use tty::size;

/// The size of a terminal that does not report one.
const USUAL: (u16, u16) = (80, 24);
/// Events that wait for the screen; a line that sends more is read more slowly.
const QUEUE: usize = 256;
/// The longest time spent on events before the screen is drawn anyway.
const BETWEEN_FRAMES: Duration = Duration::from_millis(50);

/// Thinking that takes longer than this is mentioned on the screen.
const NOTICEABLE: Duration = Duration::from_millis(400);

/// Restores the terminal when dropped.
struct Hold;

impl Drop for Hold {
    fn drop(&mut self) {
        let _ = tty::give_back();
    }
}

/// Asks for something that is not echoed.
///
/// # Errors
/// The error of the terminal.
pub fn unseen<T>(ask: impl FnOnce() -> T) -> io::Result<T> {
    let _hold = Hold;
    // Before the question, so that an answer typed at once is not echoed either.
    tty::hush()?;
    Ok(ask())
}

/// Runs the screen in the terminal until the player quits.
pub fn hold(app: &mut App, mouse: bool) -> anyhow::Result<()> {
    restore_on_panic();
    let (sender, inputs) = mpsc::sync_channel(QUEUE);
    let _hold = Hold;
    signals::tell_screen(sender.clone());
    signals::heed()?;
    tty::take(mouse)?;
    let notices = Arc::new(Notices::new());
    read_keys(sender.clone(), notices.clone());
    let mut followed = Vec::new();
    let mut title = None;
    let mut painter = Painter::new(tty::Output);
    let mut buffer = Buffer::empty(Rect::ZERO);
    frame(app, &mut painter, &mut buffer, |app, buffer| app.draw_known(buffer))?;
    let mut changed = app.has_unread();
    loop {
        if changed {
            frame(app, &mut painter, &mut buffer, |app, buffer| app.draw(buffer))?;
        }
        if app.settle() {
            changed = true;
            continue;
        }
        think(app, &sender);
        let follows = app.follows();
        if follows != followed {
            followed = follows;
            notices.follow(&followed);
            // Something may have been appended before it was followed.
            changed = app.input(Input::Followed);
            if changed {
                continue;
            }
        }
        announce(app, &mut title)?;
        let input = match app.next_tick() {
            None => inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(wait) => inputs.recv_timeout(wait),
        };
        changed = match input {
            Ok(input) => app.input(input),
            Err(RecvTimeoutError::Timeout) => app.input(Input::Tick),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        // All waiting events are handled before drawing: a slow line never lags behind the keys.
        let begun = Instant::now();
        while !app.done()
            && begun.elapsed() < BETWEEN_FRAMES
            && let Ok(input) = inputs.try_recv()
        {
            changed |= app.input(input);
            think(app, &sender);
        }
        if app.done() {
            return Ok(());
        }
    }
}

/// Rings when the player's turn has come, and says so in the title of the terminal's window.
fn announce(app: &mut App, title: &mut Option<String>) -> io::Result<()> {
    let now = app.window_title();
    if now != *title {
        // The first title saves the terminal's own, which returns with the last.
        let restored = "\x1b[23;2t".to_owned();
        let text = now.as_ref().map_or(restored, |text| {
            let saved = if title.is_none() { "\x1b[22;2t" } else { "" };
            format!("{saved}\x1b]2;{text}\x07")
        });
        tty::Output.write_all(text.as_bytes())?;
        *title = now;
    }
    if app.rings() {
        tty::Output.write_all(b"\x07")?;
    }
    Ok(())
}

/// Draws the screen; writes nothing if it has not changed.
fn frame(
    app: &mut App,
    painter: &mut Painter<tty::Output>,
    buffer: &mut Buffer,
    draw: impl FnOnce(&mut App, &mut Buffer),
) -> io::Result<()> {
    let known = Some(buffer.area).filter(|area| !area.is_empty()).map(|area| (area.width, area.height));
    let (width, height) = tty::size().or(known).unwrap_or(USUAL);
    let area = Rect::new(0, 0, width, height);
    if buffer.area != area {
        *buffer = Buffer::empty(area);
    }
    if app.wants_redraw() {
        painter.forget();
    }
    draw(app, buffer);
    painter.paint(buffer).map(|_| ())
}

/// Starts the computer's thinking on a thread if it is due.
fn think(app: &mut App, sender: &SyncSender<Input>) {
    let Some((ticket, thinking)) = app.thinking() else { return };
    let (sender, beat) = (sender.clone(), app.beat());
    thread::spawn(move || {
        let begun = Instant::now();
        let (done, waits) = mpsc::channel::<()>();
        let screen = sender.clone();
        thread::spawn(move || {
            if waits.recv_timeout(NOTICEABLE) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = screen.send(Input::Thinking(ticket));
            }
        });
        let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(thinking)).ok();
        drop(done);
        thread::sleep(beat.rest(begun.elapsed()));
        // The screen may have been closed in the meantime.
        let _ = sender.send(Input::Thought(ticket, thought));
    });
}

/// Reads the terminal on its own thread until it is closed.
fn read_keys(sender: SyncSender<Input>, notices: Arc<Notices>) {
    thread::spawn(move || {
        let mut decoder = Decoder::default();
        let mut bytes = [0; 4096];
        loop {
            let typed = match wait(decoder.patience(Instant::now()), &notices) {
                Waited::Nothing => decoder.flush(),
                Waited::Noticed => {
                    if sender.send(Input::Followed).is_err() {
                        return;
                    }
                    continue;
                }
                Waited::Gone => break,
                Waited::Bytes => match rustix::io::read(io::stdin(), &mut bytes) {
                    Ok(0) => break,
                    Ok(count) => decoder.feed(&bytes[..count], Instant::now()),
                    Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => continue,
                    Err(_) => break,
                },
            };
            for typed in typed {
                let input = match typed {
                    Typed::Key(key) => Input::Key(key),
                    Typed::Mouse(mouse) => Input::Mouse(mouse),
                    Typed::Paste(text) => Input::Paste(text),
                };
                if sender.send(input).is_err() {
                    return;
                }
            }
        }
        let _ = sender.send(Input::Closed);
    });
}

/// The result of waiting for the terminal.
enum Waited {
    Bytes,
    /// A followed file has changed.
    Noticed,
    Nothing,
    Gone,
}

/// Waits for bytes, for a change of a followed file, or for this long. A terminal can be closed without a hang-up: then reading would never
/// end.
fn wait(patience: Option<Duration>, notices: &Notices) -> Waited {
    let looks = notices.patience().filter(|_| patience.is_none());
    let most = patience.or(looks).and_then(|left| Timespec::try_from(left).ok());
    let stdin = io::stdin();
    let mut watched = vec![PollFd::new(&stdin, PollFlags::IN)];
    let noticed = notices.fd();
    watched.extend(noticed.iter().map(|fd| PollFd::new(fd, PollFlags::IN)));
    match poll(&mut watched, most.as_ref()) {
        Ok(0) if looks.is_some() => Waited::Noticed,
        Ok(0) => Waited::Nothing,
        Ok(_) if watched[0].revents().is_empty() => {
            notices.take();
            Waited::Noticed
        }
        Ok(_) if watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => {
            Waited::Gone
        }
        Ok(_) => Waited::Bytes,
        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Waited::Nothing,
        Err(_) => Waited::Gone,
    }
}

/// A panic of the screen's thread must leave a usable terminal; a panic while thinking is only reported.
fn restore_on_panic() {
    let main = thread::current().id();
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == main {
            tty::give_back();
            told(panic);
        }
    }));
}
