//! Keys typed into the screen, and the screen as text.

use standto::tui::{App, Input};

/// Types keys, written as in keys.toml with spaces between them, each with the screen drawn before it.
pub fn keys(app: &mut App, text: &str) {
    for word in text.split(' ') {
        let (width, height) = SIZE.get();
        drawn(app, width, height);
        keys_ahead(app, word);
    }
}

/// Types keys before their effects have been drawn.
pub fn keys_ahead(app: &mut App, text: &str) {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    for word in text.split(' ') {
        let (word, modifiers) = match (word.strip_prefix("S-"), word.strip_prefix("C-")) {
            (Some(rest), _) => (rest, KeyModifiers::SHIFT),
            (_, Some(rest)) => (rest, KeyModifiers::CONTROL),
            _ => (word, KeyModifiers::NONE),
        };
        let code = match word {
            "Left" => KeyCode::Left,
            "Right" => KeyCode::Right,
            "Up" => KeyCode::Up,
            "Down" => KeyCode::Down,
            "End" => KeyCode::End,
            "Delete" => KeyCode::Delete,
            "Enter" => KeyCode::Enter,
            "Esc" => KeyCode::Esc,
            "Tab" if modifiers == KeyModifiers::SHIFT => KeyCode::BackTab,
            "Tab" => KeyCode::Tab,
            "Space" => KeyCode::Char(' '),
            "Backspace" => KeyCode::Backspace,
            "PgUp" => KeyCode::PageUp,
            "PgDn" => KeyCode::PageDown,
            "Home" => KeyCode::Home,
            _ => KeyCode::Char(word.chars().next().unwrap()),
        };
        app.key(KeyEvent::new(code, modifiers));
    }
}

thread_local! {
    /// The size that the screen was last drawn at.
    static SIZE: std::cell::Cell<(u16, u16)> = const { std::cell::Cell::new((80, 24)) };
}

pub fn drawn(app: &mut App, width: u16, height: u16) -> ratatui::buffer::Buffer {
    SIZE.set((width, height));
    let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height));
    app.draw(&mut buffer);
    buffer
}

pub fn text(buffer: &ratatui::buffer::Buffer) -> String {
    let area = buffer.area;
    (0..area.height)
        .map(|y| {
            let line: String = (0..area.width).map(|x| buffer[(x, y)].symbol()).collect();
            format!("{}\n", line.trim_end())
        })
        .collect()
}

/// Lets the computer play while it is its turn; returns the screen.
pub fn settle(app: &mut App) -> String {
    loop {
        let screen = text(&drawn(app, 80, 24));
        let Some((ticket, thinking)) = app.thinking() else { return screen };
        app.input(Input::Thought(ticket, Some(thinking())));
    }
}

/// Types keys, and lets the computer answer.
pub fn typed(app: &mut App, what: &str) -> String {
    keys(app, what);
    settle(app)
}

/// The kind of the open decision.
pub fn kind(app: &App) -> &'static str {
    app.session().unwrap().decision().map_or("over", |decision| decision.kind)
}
