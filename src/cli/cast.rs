//! `standto replay --cast`: a recording of a battle for asciinema.

use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::json;

use super::{CommandError, CommandResult, LibraryServices, fail, tell};
use crate::game::Session;
use crate::library::Library;
use crate::store;
use crate::tui::{App, Depth, Options, Painter};

/// Columns and rows of the recording.
const SIZE: (u16, u16) = (100, 30);
/// How long an action stays, in seconds: idle time is not recorded.
const PACE: f64 = 0.8;
/// The longest pause that is recorded, and how long the end stays, in seconds.
const LONGEST_PAUSE: f64 = 2.0;

/// Writes a battle as an asciinema recording, version 2. `public` shows what both sides see; otherwise the
/// view of the session's own side.
pub(super) fn write(front: Library, session: Box<dyn Session>, public: bool, path: &Path) -> CommandResult {
    if path.exists() {
        return fail(format!("{}: a file with this name already exists", crate::plain::path(path)));
    }
    let plays = session.plays();
    let title = session.view(crate::game::Side::A).title;
    let mut services = LibraryServices::new(front);
    let options = Options { depth: Depth::Indexed, start: Some(session), watch: true, ..Options::default() };
    let mut app = App::new(&mut services, options)?;
    app.watch_quietly(public);
    let mut painter = Painter::new(Vec::new());
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    let head = json!({
        "version": 2, "width": SIZE.0, "height": SIZE.1, "title": title, "idle_time_limit": LONGEST_PAUSE,
        "env": { "TERM": "xterm-256color" },
    });
    let mut text = format!("{head}\n");
    let (mut time, mut sent) = (0.0, 0);
    let bar = super::progress::bar(plays.into(), "actions");
    for action in 0..=plays {
        app.show_action(action);
        app.draw(&mut buffer);
        painter.paint(&buffer).map_err(CommandError::from)?;
        let all = painter.out();
        // Actions that this reader sees nothing of take no time.
        if all.len() > sent {
            let frame = String::from_utf8_lossy(&all[sent..]);
            text += &format!("{}\n", json!([time, "o", frame]));
            (sent, time) = (all.len(), time + PACE);
        }
        bar.set_position(action.into());
    }
    bar.finish_and_clear();
    // `time` is already past the last action's own pause.
    let end = time - PACE + LONGEST_PAUSE;
    text += &format!("{}\n", json!([end, "o", "\u{1b}[0m\u{1b}[?25h"]));
    store::replace(path, &text)?;
    tell(&format!("{}: {:.0} seconds", crate::plain::path(path), end));
    Ok(())
}
