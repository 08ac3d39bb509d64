//! The screens before a game: what a key pressed at the title or in a setup form may touch.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::game::replay::ReplayMode;

use super::app::Screen;
use super::commands::Command;
use super::keymap::Keymap;
use super::next::{Next, Opening};
use super::overlay::{Kind, Overlay, Purpose};
use super::overlays::Overlays;
use super::services::{CannotResume, SaveCard, Services, StartingPoint};
use super::settings::Settings;
use super::setup::{Field, Form};
use super::theme::Role;
use super::title::Title;
use super::windows;

/// The seed that is offered after this one. It has at most 18 digits.
pub(super) const fn seed_after(seed: u64) -> u64 {
    (seed + 1) % 1_000_000_000_000_000_000
}

/// The title or a setup form, with the windows over it and the games and scenarios to choose from.
pub(super) struct Front<'a> {
    pub screen: &'a mut Screen,
    pub overlays: &'a mut Overlays,
    pub services: &'a mut dyn Services,
    pub keymap: &'a Keymap,
    pub settings: &'a Settings,
    /// The seed that the next form offers.
    pub seed: &'a mut u64,
    /// The starting points listed in the editor's start list.
    pub starting_points: &'a mut Vec<StartingPoint>,
}

impl Title {
    /// The title screen with everything that can be played now.
    pub(super) fn read(services: &mut dyn Services) -> Self {
        let (saves, scenarios) = (services.saves(), services.scenarios());
        let battles = services.battles();
        let unsaved = services.backups().into_iter().map(|(_, title)| title).collect();
        Self { unsaved, ..Self::new(saves, scenarios).with_battles(battles) }
    }
}

impl Front<'_> {
    /// Shows the title screen.
    pub fn show_title(&mut self) {
        *self.screen = Screen::Title(Box::new(Title::read(self.services)));
    }

    /// Carries out a command; the campaigns have a part of their own.
    pub fn command(&mut self, command: Command) -> Next {
        let by = match command {
            Command::Up => -1,
            Command::Down => 1,
            Command::PageUp | Command::First => -1000,
            Command::PageDown | Command::Last => 1000,
            _ => 0,
        };
        match &mut *self.screen {
            Screen::Title(title) => {
                title.shift(by);
                title.typing = command == Command::Filter;
            }
            Screen::Setup(form) => {
                form.shift(by);
                match command {
                    Command::Left => form.change(false),
                    Command::Right => form.change(true),
                    _ => {}
                }
            }
            Screen::Game(_) | Screen::Editor(_) => {}
        }
        match command {
            Command::Accept => return self.accept(),
            Command::Back | Command::Close => return self.back(),
            Command::Quick => self.quick_battle(),
            Command::Editor => match self.selected_battle() {
                Some(battle) => return self.watch_battle(&battle),
                None => self.list_starting_points(),
            },
            _ => {}
        }
        Next::Stay
    }

    /// Carries out the row of a list that has been closed; `text` was typed into it.
    pub fn accept_closed(&mut self, kind: Kind, id: usize, text: &str) -> Next {
        match kind {
            Kind::Ways => return self.resume_with_mode(id),
            Kind::Renaming => self.rename_own(text),
            Kind::Discarding if id == 1 => self.discard_own(),
            _ => {}
        }
        Next::Stay
    }

    /// Keys that are read as text: a password, the filter, a number or a name in a form. `None` if the key is none of
    /// these.
    pub fn text_key(&mut self, event: &KeyEvent) -> Option<Next> {
        if let Some(next) = self.password_key(event) {
            return Some(next);
        }
        let free = self.overlays.is_empty();
        let typed = match &mut *self.screen {
            Screen::Title(title) if free && title.typing => filter_key(title, event),
            Screen::Setup(form) if free => form_key(form, event),
            _ => false,
        };
        typed.then_some(Next::Stay)
    }

    /// Reads the selected scenario; the list itself knows only the headings.
    pub fn read_selected(&mut self) {
        if let Screen::Title(title) = &mut *self.screen
            && let Some(card) = title.scenario_mut().filter(|card| !card.read)
        {
            *card = self.services.read(card);
        }
    }

    /// Enter: the selected scenario or game, or the battle as set up.
    fn accept(&mut self) -> Next {
        self.read_selected();
        let form = match &mut *self.screen {
            Screen::Title(title) => {
                if let Some(card) = title.scenario() {
                    let form = Form::new(card.clone(), *self.seed).with_undo(self.settings.undo);
                    return Next::SetUp(Box::new(form));
                }
                if let Some(battle) = title.battle().cloned() {
                    return self.enter_battle(battle);
                }
                let Some(save) = title.save().cloned() else { return Next::Stay };
                return self.resume(save, ReplayMode::Checked);
            }
            Screen::Setup(form) => form,
            Screen::Game(_) | Screen::Editor(_) => return Next::Stay,
        };
        let session = match form.is_shared() {
            true => self.services.host(&form.setup(), &form.host_setup()),
            false => self.services.start(&form.setup()),
        };
        match session {
            Ok(session) => {
                let tested = form.made.take();
                Next::Open(Box::new(Opening { session, watched: false, tested, message: None }))
            }
            Err(error) => {
                form.error = Some(format!("{error:#}"));
                Next::Stay
            }
        }
    }

    /// Opens the form of a custom battle, ready to begin: of the selected ruleset, or the next one.
    fn quick_battle(&mut self) {
        let (ruleset, again) = match &*self.screen {
            Screen::Title(title) => (title.scenario().map(|card| card.ruleset.clone()), false),
            Screen::Setup(form) => (Some(form.card.ruleset.clone()), form.card.fresh),
            Screen::Game(_) | Screen::Editor(_) => return,
        };
        let cards: Vec<_> = self.services.scenarios().into_iter().filter(|card| card.fresh).collect();
        let here = cards.iter().position(|card| Some(&card.ruleset) == ruleset.as_ref());
        let next = here.map_or(0, |here| here + usize::from(again));
        let Some(card) = cards.get(next % cards.len().max(1)) else { return };
        let mut form = Form::new(card.clone(), *self.seed).with_undo(self.settings.undo);
        let size = form.fields().iter().position(|field| *field == Field::Pick(card.size));
        form.line = size.unwrap_or(0);
        *self.screen = Screen::Setup(Box::new(form));
        // The next custom battle gets a new seed.
        *self.seed = seed_after(*self.seed);
    }

    /// Resumes a saved game. If it does not replay, the player reads why and chooses among the ways to
    /// continue.
    fn resume(&mut self, save: SaveCard, mode: ReplayMode) -> Next {
        match self.services.resume(&save, mode) {
            Ok(session) => return Next::play(session),
            Err(no_way) if no_way.elsewhere => self.ask_to_take_over(save),
            Err(no_way) => self.tell_ways(save, no_way),
        }
        Next::Stay
    }

    /// Resumes a game after ending the player's other window or connection that has it open.
    pub(super) fn take_over_save(&mut self) -> Next {
        let Screen::Title(title) = &mut *self.screen else { return Next::Stay };
        let Some(save) = title.elsewhere.take() else { return Next::Stay };
        match self.services.take_over(&save) {
            Ok(session) => return Next::play(session),
            Err(no_way) => self.tell_ways(save, no_way),
        }
        Next::Stay
    }

    fn tell_ways(&mut self, save: SaveCard, no_way: CannotResume) {
        if !no_way.ways.is_empty() {
            self.overlays.push(windows::ways(&save.title, &no_way.ways));
        }
        if let Screen::Title(title) = &mut *self.screen {
            title.ways = Some((save, no_way.ways));
        }
        let lines = vec![(no_way.why, Role::Warning)];
        self.overlays.push(Overlay::text(Purpose::Read, "This game cannot be resumed as it is", lines));
    }

    /// Resumes the game that did not replay, in the way chosen.
    fn resume_with_mode(&mut self, way: usize) -> Next {
        let Screen::Title(title) = &mut *self.screen else { return Next::Stay };
        match title.ways.take() {
            Some((save, ways)) if way < ways.len() => self.resume(save, ways[way]),
            _ => Next::Stay,
        }
    }

    /// Esc before a game: from the form back to its scenario on the title screen, and there the filter goes.
    fn back(&mut self) -> Next {
        let form = match &mut *self.screen {
            Screen::Setup(form) => form,
            Screen::Title(title) => {
                title.clear_filter();
                return Next::Stay;
            }
            Screen::Game(_) | Screen::Editor(_) => return Next::Stay,
        };
        if let Some(made) = form.made.take() {
            return Next::Edit(made);
        }
        let (ruleset, name) = (form.card.ruleset.clone(), form.card.name.clone());
        self.show_title();
        if let Screen::Title(title) = &mut *self.screen {
            title.select_scenario(&ruleset, &name);
        }
        Next::Stay
    }
}

/// Types the filter of the title screen; returns whether the key was part of it.
fn filter_key(title: &mut Title, event: &KeyEvent) -> bool {
    match event.code {
        KeyCode::Char(c) if !event.modifiers.contains(KeyModifiers::CONTROL) => title.write(Some(c)),
        KeyCode::Backspace => title.write(None),
        KeyCode::Esc => title.clear_filter(),
        _ => return false,
    }
    true
}

/// Types into a line of the setup form; returns whether the key was part of it.
fn form_key(form: &mut Form, event: &KeyEvent) -> bool {
    let command = event.modifiers.contains(KeyModifiers::CONTROL);
    let letter = match event.code {
        KeyCode::Char(c) if !command => Some(Some(c)),
        KeyCode::Backspace => Some(None),
        _ => None,
    };
    if letter.is_some_and(|letter| form.letter(letter)) {
        return true;
    }
    match event.code {
        KeyCode::Char(c) if c.is_ascii_digit() => form.digit(Some(c)),
        KeyCode::Backspace => form.digit(None),
        _ => return false,
    }
    true
}
