//! The state of the screen, and what keys do to it.

use std::mem;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;

use crate::board::Cell;
use crate::game::Session;
use crate::game::view::Words;

use super::commands::Command;
use super::editor::EditorScreen;
use super::game::Game;
use super::keymap::{Binding, Found, Key, Keymap, Place};
use super::overlay::{Kind, Overlay};
use super::panes;
use super::pointing::Only;
use super::services::{Clock, Options, Services, StartingPoint};
use super::settings::{Pace, Settings};
use super::theme::{Depth, Role, Themes};
use super::title::{Form, Title};

/// Message for an unbound key, after the name of the key.
pub const NO_KEY: &str = " does nothing here; ? lists the keys.";

/// How long a window that opened by itself ignores keys.
const REACTION_TIME: Duration = Duration::from_millis(250);

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
    pub(super) overlays: Vec<Overlay>,
    /// The starting points listed in the editor's start list ([`super::overlay::Kind::StartingPoint`]).
    pub(super) starting_points: Vec<StartingPoint>,
    /// The battle of the editor that is being tested: leaving the game returns to it.
    pub(super) tested: Option<StartingPoint>,
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
    /// Whether the terminal should ring: the player's turn has come, or the other side asks something.
    pub(super) rings: bool,
    /// Whether a window has just opened by itself.
    pub(super) sprung: Sprung,
    /// Whether a game has just been opened and may not be on disk yet.
    pub(super) opened: bool,
}

/// A window that opens by itself ignores keys typed before it can be read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Sprung {
    /// No new window.
    No,
    /// It has not been drawn yet.
    Unseen,
    /// It was first drawn at this time.
    Since(Duration),
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
            overlays: Vec::new(),
            starting_points: Vec::new(),
            tested: None,
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
            rings: false,
            sprung: Sprung::No,
            opened: false,
        };
        match options.start {
            Some(session) => {
                app.open(session);
                if let Screen::Game(game) = &mut app.screen
                    && game.session.spectates().is_some()
                {
                    game.watching = true;
                    app.overlays.clear();
                } else if let (true, Screen::Game(game)) = (options.watch, &mut app.screen) {
                    game.watching = true;
                    app.overlays.clear();
                    game.look_back(super::lookback::Jump::To(0), &app.keymap);
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

    /// Draws everything.
    pub fn draw(&mut self, buf: &mut Buffer) {
        self.read_selected();
        self.draw_known(buf);
    }

    /// Whether the screen shows a scenario that has not been read yet.
    pub(super) fn has_unread(&self) -> bool {
        matches!(&self.screen, Screen::Title(title) if title.scenario().is_some_and(|card| !card.read))
    }

    /// Draws without reading any more files, so that the first frame does not wait for a scenario.
    pub(super) fn draw_known(&mut self, buf: &mut Buffer) {
        if let Screen::Game(game) = &mut self.screen {
            let row_of = |kind: Kind| match self.overlays.last() {
                Some(Overlay::List(list)) if list.kind == kind => list.current().map(|row| row.id),
                _ => None,
            };
            let attack = row_of(Kind::Attacks);
            if let Some(row) = attack {
                game.fire.show_attack(&game.shown, &mut game.pointer, row);
            }
            game.forecast_attack(attack);
            game.pointer.follow_list(&mut game.frame, &game.shown, row_of(Kind::Choices));
            if matches!(self.overlays.last(), Some(Overlay::List(list)) if list.kind == Kind::Form) {
                game.show_form();
            }
            // A warning that waits for its confirmation stays.
            if self.overlays.is_empty() && game.asking.warned.is_none() && game.table.unread.is_some() {
                game.message = game.table.unread.take();
            }
            game.look_for_routes();
            game.marching.plan_march(&game.pointer);
            game.look_at_risk();
            game.look_at_situation();
            game.look_at_threats();
        }
        panes::draw(self, buf);
        if let Screen::Game(game) = &mut self.screen {
            game.asking.unseen = false;
        }
        if self.sprung == Sprung::Unseen {
            self.sprung = Sprung::Since((self.clock.0)());
        }
    }

    /// Whether a key comes too early for a window that has just opened by itself.
    fn too_early(&mut self) -> bool {
        match self.sprung {
            _ if self.overlays.is_empty() => self.sprung = Sprung::No,
            Sprung::No => {}
            Sprung::Unseen => return true,
            Sprung::Since(drawn) if (self.clock.0)() < drawn + REACTION_TIME => return true,
            Sprung::Since(_) => self.sprung = Sprung::No,
        }
        false
    }

    fn unseen_prompt(&self) -> bool {
        matches!(&self.screen, Screen::Game(game) if game.asking.unseen)
    }

    /// Whether the terminal must be drawn from scratch; asked once per frame.
    pub fn wants_redraw(&mut self) -> bool {
        mem::take(&mut self.redraw)
    }

    /// The style of a role in the current theme.
    pub(super) fn style(&self, role: Role) -> ratatui::style::Style {
        self.themes.chosen().of(role)
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
            Input::Thought(ticket, notation) => self.thought(ticket, notation),
            Input::Thinking(ticket) => self.still_thinking(ticket),
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
        self.back_up_battle();
    }

    fn pressed(&mut self, event: KeyEvent) {
        if event.kind == KeyEventKind::Release || self.unseen_prompt() || self.too_early() {
            return;
        }
        let key = Key::of(&event);
        if let Screen::Game(game) = &mut self.screen {
            if game.asking.hand_over.is_some() {
                return self.take_over(&event);
            }
            game.message = None;
            if self.overlays.is_empty() && game.session.awaiting().is_some() && self.dice_key(&event) {
                return;
            }
        }
        if self.editor_key(&event)
            || self.message_key(&event)
            || self.naming_key(&event)
            || self.text_typing(&event, key)
            || self.list_typing(&event, key)
            || self.title_key(&event)
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
                } else if !self.number_key(key) && !self.begin_name(key) {
                    let text = super::keymap::written(&typed);
                    self.say(format!("{text}{NO_KEY}"));
                }
            }
        }
    }

    /// Pasted text goes into a filter being typed; it is never read as commands.
    fn paste(&mut self, text: &str) {
        match self.overlays.last_mut() {
            Some(Overlay::List(list)) if list.typing => {
                list.write(text);
                self.search_catalog();
            }
            _ => {
                if !matches!(&mut self.screen, Screen::Editor(editor) if editor.asking.is_some()) {
                    self.say(PASTED.to_owned());
                } else if let Screen::Editor(editor) = &mut self.screen {
                    editor.paste(text);
                }
            }
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
