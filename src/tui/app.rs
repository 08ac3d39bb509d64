//! The state of the screen, and what keys do to it.

use std::mem;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;

use crate::board::Cell;
use crate::game::view::Words;
use crate::game::{Session, Thinking};

use super::commands::Command;
use super::editor::EditorScreen;
use super::forms::Form as Questions;
use super::game::Game;
use super::keymap::{Binding, Found, Key, Keymap, Place};
use super::next::Opening;
use super::overlay::{Kind, List};
use super::overlays::{Overlays, Typing};
use super::panes;
use super::pointing::Only;
use super::services::{Clock, Options, Services, StartingPoint};
use super::settings::{Pace, Settings};
use super::setup::Form;
use super::theme::{Depth, Themes};
use super::title::Title;

/// Message for an unbound key, after the name of the key.
pub const NO_KEY: &str = " does nothing here; ? lists the keys.";

/// The longest time between the clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

/// Message for text pasted where keys are commands.
const PASTED: &str = "Pasted text is ignored here. Press : to type a choice.";

/// An event from outside.
pub enum Input {
    /// A key press.
    Key(KeyEvent),
    /// A mouse event.
    Mouse(MouseEvent),
    /// Pasted text.
    Paste(String),
    /// The terminal has a new size.
    Resize,
    /// The terminal must be drawn again from scratch.
    Redraw,
    /// The computer has finished thinking about the position with this ticket; `None` if it failed.
    Thought(u64, Option<String>),
    /// The computer has been thinking about the position with this ticket for a noticeable time.
    Thinking(u64),
    /// A followed file has changed.
    Followed,
    /// The clock of a shared battle has gone on.
    Tick,
    /// The terminal can't be read any more.
    Closed,
}

/// The screen being shown.
pub enum Screen {
    /// The title: scenarios and saved games.
    Title(Box<Title>),
    /// The setup form of a new game.
    Setup(Box<Form>),
    /// The scenario editor.
    Editor(Box<EditorScreen>),
    /// A game.
    Game(Box<Game>),
}

/// The whole screen: takes keys, sends choices, draws into a buffer.
pub struct App<'a> {
    pub(super) services: &'a mut dyn Services,
    pub(super) keymap: Keymap,
    /// The player's keys.toml.
    pub(super) own_keys: Option<(String, String)>,
    pub(super) themes: Themes,
    pub(super) ascii: bool,
    pub(super) screen: Screen,
    pub(super) overlays: Overlays,
    /// The starting points listed in the editor's start list ([`super::overlay::Kind::StartingPoint`]).
    pub(super) starting_points: Vec<StartingPoint>,
    /// The campaigns listed.
    pub(super) campaigns: super::campaigns::Campaigns,
    pub(super) typed: Vec<Key>,
    pub(super) redraw: bool,
    pub(super) pace: Pace,
    pub(super) settings: Settings,
    /// The theme that suits the terminal.
    pub(super) usual_theme: &'static str,
    pub(super) seed: u64,
    pub(super) quit: bool,
    pub(super) clock: Clock,
    /// When the battles on the title screen were last read, and whether they have changed since.
    pub(super) listed: Duration,
    pub(super) stale: bool,
    /// The cell last clicked, and when.
    clicked: Option<(Cell, Duration)>,
}

impl<'a> App<'a> {
    /// Creates the screen at its start.
    ///
    /// # Errors
    /// When the keys or the theme can't be read, with the place and what was expected.
    pub fn new(services: &'a mut dyn Services, options: Options) -> anyhow::Result<Self> {
        let keymap = Keymap::new(&options.keys, Words::default())?;
        let plain = if options.depth == Depth::Mono { "mono" } else { "dark" };
        let wanted = if options.theme.is_empty() { plain } else { &options.theme };
        let mut themes = Themes::new(&options.themes, options.depth, wanted)?;
        themes.set_look(options.map);
        let mut app = Self {
            services,
            keymap,
            own_keys: options.keys,
            themes,
            ascii: options.ascii,
            screen: Screen::Title(Box::default()),
            overlays: Overlays::default(),
            starting_points: Vec::new(),
            campaigns: super::campaigns::Campaigns::default(),
            typed: Vec::new(),
            redraw: false,
            pace: options.settings.pace,
            settings: options.settings,
            usual_theme: plain,
            seed: options.seed,
            quit: false,
            clock: options.clock,
            listed: Duration::ZERO,
            stale: false,
            clicked: None,
        };
        match options.start {
            Some(session) => {
                let replay = options.watch && session.spectates().is_none();
                let watched = options.watch || session.spectates().is_some();
                app.open(Opening { session, watched, tested: None, message: None });
                if let Some(playing) = app.playing().filter(|_| replay) {
                    playing.game.look_back(super::lookback::Jump::To(0), playing.keymap);
                }
            }
            None => app.show_title(),
        }
        if let Some(open_battle) = options.open_battle {
            app.show_editor(*open_battle, false);
        } else if let Some(made) = options.made {
            app.open_in_editor(&made);
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

    /// Waits until a game that was just opened is on disk; returns whether there is something to tell about it.
    pub fn settle(&mut self) -> bool {
        self.playing().is_some_and(|mut playing| playing.settle())
    }

    /// The thinking that is due, if the computer plays and is not thinking yet.
    pub fn thinking(&mut self) -> Option<(u64, Thinking)> {
        self.playing()?.thinking()
    }

    /// Draws everything.
    pub fn draw(&mut self, buf: &mut Buffer) {
        if let Some(mut front) = self.front() {
            front.read_selected();
        }
        self.draw_known(buf);
    }

    /// Whether the screen shows a scenario that has not been read yet.
    pub(super) fn has_unread(&self) -> bool {
        matches!(&self.screen, Screen::Title(title) if title.scenario().is_some_and(|card| !card.read))
    }

    /// Draws without reading any more files, so that the first frame does not wait for a scenario.
    pub(super) fn draw_known(&mut self, buf: &mut Buffer) {
        if let Screen::Game(game) = &mut self.screen {
            let row_of = |kind: Kind| self.overlays.list(kind).and_then(List::current).map(|row| row.id);
            let attack = row_of(Kind::Attacks);
            if let Some(row) = attack {
                game.fire.show_attack(&game.shown, &mut game.pointer, row);
            }
            game.pointer.follow_list(&mut game.frame, &game.shown, row_of(Kind::Choices));
            if let Some(cell) = game
                .form
                .as_ref()
                .filter(|_| self.overlays.list(Kind::Form).is_some())
                .and_then(Questions::cell)
            {
                game.pointer.cursor = cell;
            }
            // A warning that waits for its confirmation stays.
            if self.overlays.is_empty() && game.asking.warned.is_none() && game.table.unread.is_some() {
                game.message = game.table.unread.take();
            }
            game.look_around(attack);
        }
        panes::draw(self, buf);
        if let Screen::Game(game) = &mut self.screen {
            game.asking.unseen = false;
        }
        self.overlays.drawn((self.clock.0)());
    }

    fn unseen_prompt(&self) -> bool {
        matches!(&self.screen, Screen::Game(game) if game.asking.unseen)
    }

    /// Whether the terminal must be drawn from scratch; asked once per frame.
    pub fn wants_redraw(&mut self) -> bool {
        mem::take(&mut self.redraw)
    }

    /// The sections of the key table in use now, innermost first.
    pub fn places(&self) -> Vec<Place> {
        match &self.screen {
            // The key that asked to leave also answers the question.
            _ if self.overlays.last().is_some_and(super::flow::is_quit) => vec![Place::Any, Place::List],
            _ if !self.overlays.is_empty() => vec![Place::List, Place::Any],
            Screen::Game(game) => {
                let mut places = Vec::new();
                if game.human() && game.shown.view.hand.is_some() {
                    places.push(Place::Hand);
                }
                if game.steering() {
                    places.extend([Place::Steer, Place::Diagonal]);
                } else if game.pointer.look || game.layers.sight.is_some() {
                    places.push(Place::Diagonal);
                }
                places.extend([Place::Verbs, Place::Map, Place::Game, Place::Any]);
                places
            }
            Screen::Editor(editor) => editor.places(),
            _ => vec![Place::Library, Place::Any, Place::List],
        }
    }

    pub(super) fn verbs(&self) -> &[Binding] {
        match &self.screen {
            Screen::Game(game) => &game.shown.verbs,
            _ => &[],
        }
    }

    /// Handles an event; returns whether the screen may have changed.
    pub fn input(&mut self, input: Input) -> bool {
        self.settle();
        match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => return self.mouse(mouse),
            Input::Paste(text) => self.paste(&text),
            Input::Resize => {}
            Input::Redraw => self.redraw = true,
            Input::Thought(ticket, notation) => {
                if let Some(mut playing) = self.playing() {
                    playing.thought(ticket, notation);
                }
            }
            Input::Thinking(ticket) => {
                if let Some(mut playing) = self.playing() {
                    playing.still_thinking(ticket);
                }
            }
            Input::Followed => return self.followed(),
            Input::Tick => return self.tick(),
            Input::Closed => self.quit = true,
        }
        true
    }

    /// Handles a key. Keys typed before an unexpected prompt was drawn are dropped.
    pub fn key(&mut self, event: KeyEvent) {
        self.settle();
        self.pressed(event);
        if let Some(mut editing) = self.editing() {
            editing.back_up();
        }
    }

    fn pressed(&mut self, event: KeyEvent) {
        let early = event.kind == KeyEventKind::Release || self.unseen_prompt();
        if early || self.overlays.too_early(&self.clock.0) {
            return;
        }
        let key = Key::of(&event);
        if self.text_key(&event, key) {
            return;
        }
        let esc = event.code == KeyCode::Esc;
        if esc && !self.typed.is_empty() {
            self.typed.clear();
            return;
        }
        self.typed.push(key);
        self.leave_lesson_for_key();
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
                } else if !self.overlays.number_key(key)
                    && !self.playing().is_some_and(|mut playing| playing.unbound_key(key, &typed))
                {
                    let text = super::keymap::written(&typed);
                    self.say(format!("{text}{NO_KEY}"));
                }
            }
        }
    }

    /// A key that is read as text rather than as a command: by the screen before its windows, by the window on top, or by
    /// the screen below. Returns whether it was.
    fn text_key(&mut self, event: &KeyEvent, key: Key) -> bool {
        let (begun, free) = (!self.typed.is_empty(), self.overlays.is_empty());
        let first = match &self.screen {
            Screen::Game(_) => self.playing().and_then(|mut playing| playing.text_key(event)),
            Screen::Editor(_) if free => {
                self.editing().and_then(|mut editing| editing.text_key(event, begun))
            }
            _ => None,
        };
        if let Some(next) = first {
            self.follow(next);
            return true;
        }
        match self.overlays.typing(event, key) {
            Typing::Elsewhere => {}
            Typing::Here => return true,
            Typing::Filtered => {
                self.search_catalog();
                return true;
            }
            Typing::Accepted => {
                self.accept();
                return true;
            }
        }
        if let Some(next) = self.front().and_then(|mut front| front.text_key(event)) {
            self.follow(next);
            return true;
        }
        self.playing().is_some_and(|mut playing| playing.direction_for_verb(key))
    }

    /// Pasted text goes into a filter being typed; it is never read as commands.
    fn paste(&mut self, text: &str) {
        if let Some(list) = self.overlays.list_mut().filter(|list| list.typing) {
            list.write(text);
            return self.search_catalog();
        }
        match &mut self.screen {
            Screen::Editor(editor) if editor.asking.is_some() => {
                editor.paste(text);
            }
            _ => self.say(PASTED.to_owned()),
        }
    }

    /// The keys that may follow those typed so far, with their help.
    pub fn continuations(&self) -> Vec<(String, String)> {
        match self.keymap.find(&self.places(), self.verbs(), &self.typed) {
            Found::Prefix(next) if !self.typed.is_empty() => next,
            _ => Vec::new(),
        }
    }

    pub(super) fn say(&mut self, text: String) {
        match &mut self.screen {
            Screen::Game(game) => game.message = Some(text),
            Screen::Editor(editor) => editor.message = Some(text),
            _ => {}
        }
    }

    fn escape(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if game.report.open || game.report.step.is_some() {
            return game.close_report();
        }
        if game.session.spectates().is_some() && game.come_back(&self.keymap) {
            return;
        }
        if game.drop_recalled() || game.come_back(&self.keymap) {
            return;
        }
        let narrowed = std::mem::take(&mut game.pointer.only) != Only::All;
        if game.layers.sight.take().is_some() || game.layers.seen.take().is_some() || narrowed {
            return game.highlight();
        }
        if game.pointer.marked.is_empty() && !game.pointer.look {
            return game.back_out(&self.keymap);
        }
        game.pointer.marked.clear();
        if game.pointer.look {
            game.pointer.look = false;
            if let Some(cell) = game.shown.active().and_then(|p| p.cell) {
                game.pointer.cursor = cell;
            }
        }
        game.highlight();
    }

    /// A click moves the cursor, a double click does what Enter does, the wheel scrolls a window or the log.
    fn mouse(&mut self, mouse: MouseEvent) -> bool {
        if !self.overlays.is_empty() {
            let way = match mouse.kind {
                MouseEventKind::ScrollUp => KeyCode::Up,
                MouseEventKind::ScrollDown => KeyCode::Down,
                _ => return false,
            };
            self.key(way.into());
            return true;
        }
        let now = (self.clock.0)();
        let Screen::Game(game) = &mut self.screen else { return false };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let Some(cell) = panes::map::cell_at(game, mouse.column, mouse.row) else { return false };
                let before = self.clicked.replace((cell, now));
                let twice = before.is_some_and(|(same, then)| same == cell && now < then + DOUBLE_CLICK);
                if twice && cell == game.pointer.cursor && game.pointer.pick.is_some() {
                    self.clicked = None;
                    self.command(Command::Play);
                } else {
                    game.pointer.look = game.pointer.look || game.steering();
                    game.set_cursor(cell);
                }
            }
            MouseEventKind::ScrollUp => self.command(Command::LogUp),
            MouseEventKind::ScrollDown => self.command(Command::LogDown),
            _ => return false,
        }
        true
    }

    /// Shows a battle that nobody plays: what both sides see, or what its own side sees.
    pub fn watch_quietly(&mut self, public: bool) {
        self.overlays.clear();
        if let Screen::Game(game) = &mut self.screen {
            (game.watching, game.shown.public, game.asking.hand_over) = (true, public, None);
        }
    }

    /// Shows the battle after this many actions.
    pub fn show_action(&mut self, action: u32) {
        if let Screen::Game(game) = &mut self.screen {
            game.look_back(super::lookback::Jump::To(action), &self.keymap);
            game.message = None;
        }
    }

    /// The map cursor, for tests and scripts.
    pub fn cursor(&self) -> Option<Cell> {
        match &self.screen {
            Screen::Game(game) => Some(game.pointer.cursor),
            _ => None,
        }
    }
}
