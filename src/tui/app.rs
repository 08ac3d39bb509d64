//! The screen's state, and what keys do to it.

use std::mem;

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::buffer::Buffer;

use crate::board::Cell;
use crate::dice::{Ask, Thing};
use crate::game::view::Words;
use crate::game::{Refused, Seat, Session, Thinking};

use super::commands::Command;
use super::desk::{Frontdesk, Options};
use super::front::{Form, Title};
use super::game::{Game, Only};
use super::keymap::{Binding, Found, Key, Keymap, Place};
use super::overlay::{Kind, Overlay, Purpose};
use super::theme::{Depth, Role, Theme};
use super::{panes, windows};

/// What is said of a key without a meaning, behind the key.
pub const NO_KEY: &str = " does nothing here; ? lists the keys.";

/// What is said of text that is pasted where keys are commands.
const PASTED: &str = "Pasted text is not taken for keys; \":\" opens a line for written choices.";

/// How long the program waits before it tries again to save a play, in milliseconds.
const TRY_AGAIN: u64 = 2000;

/// What is said besides when the program's play could not be saved.
const STALLED: &str = " The program waits, and tries again every two seconds; you may make room meanwhile.";

/// Something that happened outside.
pub enum Input {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// Text put in at once.
    Paste(String),
    /// The terminal has another size.
    Resize,
    /// The terminal shows something else.
    Redraw,
    /// A thought about the position of this ticket ended; `None` if it failed.
    Thought(u64, Option<String>),
    /// The terminal cannot be read any more.
    Closed,
}

/// What fills the screen.
pub enum Screen {
    /// Scenarios and saved games.
    Title(Title),
    /// Who plays, and with which dice.
    Setup(Box<Form>),
    /// A game.
    Game(Box<Game>),
}

/// The whole screen: keys in, choices out, drawn into a buffer.
pub struct App<'a> {
    pub(super) desk: &'a mut dyn Frontdesk,
    pub(super) keymap: Keymap,
    /// The player's own keys.toml.
    pub(super) own_keys: Option<(String, String)>,
    pub(super) themes: Vec<Theme>,
    pub(super) theme: usize,
    pub(super) ascii: bool,
    pub(super) screen: Screen,
    pub(super) overlays: Vec<Overlay>,
    pub(super) typed: Vec<Key>,
    pub(super) redraw: bool,
    pub(super) pace: usize,
    pub(super) seed: u64,
    pub(super) quit: bool,
}

impl<'a> App<'a> {
    /// The screen at its beginning.
    ///
    /// # Errors
    /// When the keys or the theme cannot be read, with the place and what was expected.
    pub fn new(desk: &'a mut dyn Frontdesk, options: Options) -> anyhow::Result<Self> {
        let keymap = Keymap::new(&options.keys, Words::default())?;
        let themes = Theme::all(&options.themes, options.depth)?;
        let plain = if options.depth == Depth::Mono { "mono" } else { "dark" };
        let wanted = if options.theme.is_empty() { plain } else { &options.theme };
        let Some(theme) = themes.iter().position(|t| t.name == wanted) else {
            let names: Vec<&str> = themes.iter().map(|t| t.name.as_str()).collect();
            anyhow::bail!("there is no theme \"{wanted}\"; there are {}", names.join(", "));
        };
        let mut app = Self {
            desk,
            keymap,
            own_keys: options.keys,
            themes,
            theme,
            ascii: options.ascii,
            screen: Screen::Title(Title::default()),
            overlays: Vec::new(),
            typed: Vec::new(),
            redraw: false,
            pace: 0,
            seed: options.seed,
            quit: false,
        };
        match options.start {
            Some(session) => {
                app.open(session);
                if let (true, Screen::Game(game)) = (options.watch, &mut app.screen) {
                    game.watching = true;
                    app.overlays.clear();
                    game.look_back(super::lookback::Jump::To(0), &app.keymap);
                }
            }
            None => app.show_title(),
        }
        Ok(app)
    }

    /// Whether the player has quit.
    pub fn done(&self) -> bool {
        self.quit
    }

    /// The running game, if there is one.
    pub fn session(&self) -> Option<&dyn Session> {
        match &self.screen {
            Screen::Game(game) => Some(&*game.session),
            _ => None,
        }
    }

    /// Draws everything into a buffer of the terminal's size.
    pub fn draw(&mut self, buf: &mut Buffer) {
        if let Screen::Game(game) = &mut self.screen {
            game.look_for_routes();
            game.plan_march();
        }
        panes::draw(self, buf);
        if let Screen::Game(game) = &mut self.screen {
            game.unseen = false;
        }
    }

    fn unseen_prompt(&self) -> bool {
        matches!(&self.screen, Screen::Game(game) if game.unseen)
    }

    /// Whether the terminal must be drawn afresh; asked once a frame.
    pub fn wants_redraw(&mut self) -> bool {
        mem::take(&mut self.redraw)
    }

    /// The style of a role in the present theme.
    pub(super) fn style(&self, role: Role) -> ratatui::style::Style {
        self.themes[self.theme].of(role)
    }

    /// The places whose keys count now, innermost first.
    pub fn places(&self) -> Vec<Place> {
        match &self.screen {
            _ if !self.overlays.is_empty() => vec![Place::List, Place::Any],
            Screen::Game(game) => {
                let mut places = Vec::new();
                if game.human() && game.view.hand.is_some() {
                    places.push(Place::Hand);
                }
                if game.steering() {
                    places.extend([Place::Steer, Place::Diagonal]);
                } else if game.look || game.sight.is_some() {
                    places.push(Place::Diagonal);
                }
                places.extend([Place::Verbs, Place::Map, Place::Game, Place::Any]);
                places
            }
            _ => vec![Place::Front, Place::Any, Place::List],
        }
    }

    pub(super) fn verbs(&self) -> &[Binding] {
        match &self.screen {
            Screen::Game(game) => &game.verbs,
            _ => &[],
        }
    }

    /// Takes something that happened; whether the screen may have changed.
    pub fn input(&mut self, input: Input) -> bool {
        match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => return self.mouse(mouse),
            Input::Paste(text) => self.paste(&text),
            Input::Resize => {}
            Input::Redraw => self.redraw = true,
            Input::Thought(ticket, notation) => self.thought(ticket, notation),
            Input::Closed => self.quit = true,
        }
        true
    }

    /// A key. What was typed before a prompt of the enemy's making could be seen is no answer to it, and lost.
    pub fn key(&mut self, event: KeyEvent) {
        if event.kind == KeyEventKind::Release || self.unseen_prompt() {
            return;
        }
        let key = Key::of(&event);
        if let Screen::Game(game) = &mut self.screen {
            if game.curtain.is_some() {
                return self.lift_curtain(&event);
            }
            game.message = None;
            if self.overlays.is_empty() && game.session.awaiting().is_some() && self.dice_key(&event) {
                return;
            }
        }
        if self.naming_key(&event)
            || self.list_typing(&event, key)
            || self.form_key(&event)
            || self.direction_for_verb(key)
        {
            return;
        }
        let esc = event.code == KeyCode::Esc;
        if esc && !self.typed.is_empty() {
            self.typed.clear();
            return;
        }
        self.typed.push(key);
        match self.keymap.find(&self.places(), self.verbs(), &self.typed) {
            Found::Prefix(_) => {}
            Found::Command(command) => {
                self.typed.clear();
                self.command(command);
            }
            Found::Nothing => {
                let typed = mem::take(&mut self.typed);
                if esc {
                    self.escape();
                } else if !self.number_key(key) {
                    let text = super::keymap::written(&typed);
                    self.say(format!("{text}{NO_KEY}"));
                }
            }
        }
    }

    /// Pasted text goes into a filter that is being typed; it is no series of commands.
    fn paste(&mut self, text: &str) {
        match self.overlays.last_mut() {
            Some(Overlay::List(list)) if list.typing => {
                list.write(text);
                self.search_catalog();
            }
            _ => self.say(PASTED.to_owned()),
        }
    }

    /// The keys that may follow those typed so far.
    pub fn continuations(&self) -> Vec<(String, String)> {
        match self.keymap.find(&self.places(), self.verbs(), &self.typed) {
            Found::Prefix(next) if !self.typed.is_empty() => next,
            _ => Vec::new(),
        }
    }

    pub(super) fn say(&mut self, text: String) {
        if let Screen::Game(game) = &mut self.screen {
            game.message = Some(text);
        }
    }

    fn escape(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if game.step.take().is_some() || game.drop_recalled() || game.come_back(&self.keymap) {
            return;
        }
        let narrowed = std::mem::take(&mut game.only) != Only::All;
        if game.sight.take().is_some() || game.seen.take().is_some() || narrowed {
            return game.highlight();
        }
        game.marked.clear();
        if game.look {
            game.look = false;
            if let Some(cell) = game.active().and_then(|p| p.cell) {
                game.cursor = cell;
            }
        }
        game.highlight();
    }

    fn dice_key(&mut self, event: &KeyEvent) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        let card = matches!(game.session.awaiting(), Some(Ask { thing: Thing::Card { .. }, .. }));
        match event.code {
            KeyCode::Char(c) if card || c.is_ascii_digit() && game.face.len() < 3 => game.face.push(c),
            KeyCode::Backspace => {
                game.face.pop();
            }
            KeyCode::Enter => {
                game.give_face(&self.keymap);
                self.after_play();
            }
            KeyCode::Esc => {
                game.face.clear();
                game.session.withdraw();
                game.refresh(&self.keymap);
            }
            _ => return false,
        }
        true
    }

    /// Enter lifts the curtain once the other player sits at the keyboard; nothing else is heard but quitting.
    fn lift_curtain(&mut self, event: &KeyEvent) {
        let Screen::Game(game) = &mut self.screen else { return };
        match event.code {
            KeyCode::Enter => game.curtain = None,
            KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => self.quit = true,
            _ => {}
        }
    }

    /// Letters and digits of a cell's name; whether the key was one of these.
    fn naming_key(&mut self, event: &KeyEvent) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        let Some(mut name) = game.naming.take() else { return false };
        match event.code {
            KeyCode::Char(c) if !c.is_control() => name.push(c),
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Enter => {
                if !game.name_cell(name.trim()) {
                    game.message = game.view.board.find(name.trim()).err().map(|bad| bad.to_string());
                }
                return true;
            }
            _ => return true,
        }
        game.name_cell(name.trim());
        game.naming = Some(name);
        true
    }

    fn form_key(&mut self, event: &KeyEvent) -> bool {
        let Screen::Setup(form) = &mut self.screen else { return false };
        match event.code {
            KeyCode::Char(c) if c.is_ascii_digit() => form.digit(Some(c)),
            KeyCode::Backspace => form.digit(None),
            _ => return false,
        }
        true
    }

    fn direction_for_verb(&mut self, key: Key) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        let Some(verb) = game.waiting.take() else { return false };
        if let Found::Command(Command::Go(to)) = self.keymap.find(&[Place::Diagonal, Place::Map], &[], &[key])
            && !game.lay(verb, to)
        {
            game.aim(to, verb, &self.keymap);
            self.after_play();
        }
        true
    }

    /// What follows every play: what is ordered is done, as far as nobody else decides; the end of the game.
    pub(super) fn after_play(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        loop {
            let plays = game.session.plays();
            game.answer_by_orders(&self.keymap);
            game.carry_on(&self.keymap);
            game.carry_out(&self.keymap);
            game.pass_alone(&self.keymap);
            if game.session.plays() == plays {
                break;
            }
        }
        game.look_for_routes();
        if let Some(trouble) = game.trouble.take() {
            let again = if game.stalled.is_some() { STALLED } else { "" };
            let lines = vec![(format!("{trouble}.{again}"), Role::Warning)];
            self.overlays.retain(|o| !matches!(o, Overlay::Pager(p) if p.purpose == Purpose::Trouble));
            self.overlays.push(Overlay::text(Purpose::Trouble, "Not saved", lines));
        }
        if let Some(news) = game.session.news() {
            self.overlays.push(Overlay::text(Purpose::Read, "The saved game", vec![(news, Role::Warning)]));
        }
        let shown = self.overlays.iter().any(|o| matches!(o, Overlay::List(list) if list.kind == Kind::Over));
        if !shown
            && game.session.shown().is_none()
            && let Some(over) = windows::over(game)
        {
            self.overlays.push(over);
        }
        let Screen::Game(game) = &mut self.screen else { return };
        if !game.told_issue
            && game.human()
            && game.session.shown().is_none()
            && let Some(issue) = game.session.verdict()
        {
            game.told_issue = true;
            self.overlays.push(windows::decided(game, &issue));
        }
        if game.human()
            && !game.view.hint.is_empty()
            && game.view.hint != game.hinted
            && self.overlays.is_empty()
        {
            game.hinted.clone_from(&game.view.hint);
            self.overlays.push(windows::hint(game));
        }
        let when = (game.view.turn, game.view.phase, game.viewer);
        if self.overlays.is_empty()
            && game.human()
            && game.plan.is_none()
            && game.proposed != when
            && let Some(proposal) = game.propose()
        {
            game.proposed = when;
            self.overlays.push(proposal);
        }
    }

    /// The thinking that is due, if the program decides and is not thinking yet.
    pub fn thinking(&mut self) -> Option<(u64, Thinking)> {
        let Screen::Game(game) = &mut self.screen else { return None };
        if game.thinking || game.waits || game.session.awaiting().is_some() {
            return None;
        }
        if let Some(stalled) = game.stalled.clone() {
            game.thinking = true;
            return Some((game.ticket, Box::new(|| stalled)));
        }
        if !self.overlays.is_empty() {
            return None;
        }
        let thinking = game.session.think()?;
        game.thinking = true;
        Some((game.ticket, thinking))
    }

    /// How long the program's plays stay on view at least, in milliseconds.
    pub fn pace(&self) -> u64 {
        match &self.screen {
            Screen::Game(game) if game.stalled.is_some() => TRY_AGAIN,
            _ => super::flow::PACES[self.pace].0,
        }
    }

    /// A thought has ended.
    fn thought(&mut self, ticket: u64, notation: Option<String>) {
        let Screen::Game(game) = &mut self.screen else { return };
        if ticket != game.ticket || !game.thinking {
            return;
        }
        let refused = notation.as_ref().map(|text| game.session.play(text));
        match (refused, notation) {
            (Some(Ok(())), _) => {
                game.refresh(&self.keymap);
                self.overlays.retain(|o| !matches!(o, Overlay::Pager(p) if p.purpose == Purpose::Trouble));
                self.after_play();
            }
            // The seat stays the program's: a full disk is no reason to hand it over.
            (Some(Err(refused @ Refused::Storage(_))), Some(text)) => {
                let first = game.stalled.replace(text).is_none();
                game.thinking = false;
                if first {
                    game.refuse(&refused);
                    self.after_play();
                }
            }
            (refused, _) => {
                let why = refused.and_then(Result::err).map(|refused| refused.to_string());
                let why = why.unwrap_or_else(|| "its thinking failed".to_owned());
                if let Some(decision) = game.decision {
                    game.session.set_seat(decision.side, Seat::Human);
                }
                game.refresh(&self.keymap);
                game.message = Some(format!("The program could not decide ({why}); the seat is yours."));
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> bool {
        if !self.overlays.is_empty() {
            return false;
        }
        let Screen::Game(game) = &mut self.screen else { return false };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let Some(cell) = panes::map::cell_at(game, mouse.column, mouse.row) else { return false };
                if cell == game.cursor && game.pick.is_some() {
                    self.command(Command::Play);
                } else {
                    game.look = game.look || game.steering();
                    game.set_cursor(cell);
                }
            }
            MouseEventKind::ScrollUp => self.command(Command::LogUp),
            MouseEventKind::ScrollDown => self.command(Command::LogDown),
            _ => return false,
        }
        true
    }

    /// Where the map cursor is, for tests and scripts.
    pub fn cursor(&self) -> Option<Cell> {
        match &self.screen {
            Screen::Game(game) => Some(game.cursor),
            _ => None,
        }
    }
}
