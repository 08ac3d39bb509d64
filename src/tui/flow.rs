//! Moving between screens: title, setup, game, quitting.

use crate::game::replay::ReplayMode;
use crate::game::{Level, Seat, Session, Side};

use super::app::{App, Screen};
use super::ending::{NEXT, Origin, REMATCH};
use super::game::Game;
use super::keymap::Keymap;
use super::overlay::{Overlay, Purpose};
use super::services::{CannotResume, SaveCard, ScenarioCard};
use super::theme::Role;
use super::title::{Field, Form, Title};
use super::windows;

/// Whether a window asks about leaving the game.
pub(super) fn is_quit(overlay: &Overlay) -> bool {
    matches!(overlay, Overlay::Pager(pager) if pager.purpose == Purpose::Quit)
}

impl App<'_> {
    pub(super) fn show_title(&mut self) {
        let (saves, scenarios) = (self.services.saves(), self.services.scenarios());
        let battles = self.services.battles();
        self.screen = Screen::Title(Box::new(Title::new(saves, scenarios).with_battles(battles)));
    }

    pub(super) fn open(&mut self, session: Box<dyn Session>) {
        self.tested = None;
        let fresh = session.plays() == 0;
        // The ruleset's keys and words, with the player's keys on top.
        let ruleset = session.ruleset();
        let words = session.sketch(Side::A).words;
        let mut layers = vec![self.services.keys(ruleset)];
        let own = self.services.own_keys(ruleset).and_then(|own| {
            let all: Vec<_> = layers.iter().cloned().chain(own).chain(self.own_keys.clone()).collect();
            Ok(Keymap::new(&all, words)?)
        });
        let own = own.map_err(|error| format!("Your keys are ignored: {error:#}"));
        layers.extend(self.own_keys.clone());
        if let Some(keymap) = own.as_ref().ok().cloned().or_else(|| Keymap::new(&layers, words).ok()) {
            self.keymap = keymap;
        }
        let mut game = Box::new(Game::new(session, &self.keymap));
        game.message = own.err();
        game.frame.zoom = self.settings.zoom.level();
        game.settings = self.settings.clone();
        self.overlays.clear();
        if fresh && !game.shown.view.briefing.is_empty() {
            self.overlays.push(windows::briefing(&game));
        }
        // Two players at one keyboard: the screen shows nothing until the right one sits down.
        let asked = game.shown.decision.map(|open| open.side);
        let resumed = !fresh && game.session.save_path().is_some();
        if let Some(side) = asked.filter(|_| resumed) {
            game.asking.hand_over = game.session.hand_over(side.other());
        }
        self.screen = Screen::Game(game);
        self.opened = true;
        self.after_play();
        self.take_part();
    }

    pub(super) fn ask_quit(&mut self) {
        match &self.screen {
            Screen::Game(_) if !self.settings.confirm || self.overlays.iter().any(is_quit) => {
                self.quit = true
            }
            Screen::Game(game) => {
                let kept = match game.session.save_path() {
                    Some(path) => format!("Saved in {}.", crate::plain::path(path)),
                    None => "This game is not saved.".to_owned(),
                };
                let lines = vec![(kept, Role::Text), ("Quit Stand To?".to_owned(), Role::Prompt)];
                self.overlays.push(Overlay::text(Purpose::Quit, "Quit", lines));
            }
            Screen::Editor(_) => self.leave_editor(true),
            _ => self.quit = true,
        }
    }

    /// Asks whether the computer is to play the rest of a battle for both sides.
    pub(super) fn ask_to_autoplay(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if !game.human() || game.session.shown().is_some() {
            return;
        }
        let line = |text: &str, role| (text.to_owned(), role);
        let lines = vec![
            line("Let the computer play the rest of the battle for both sides?", Role::Prompt),
            line("The battle counts as yours. Undo (u) returns to this point.", Role::Text),
            (String::new(), Role::Text),
            line("Enter hands over. Esc plays on.", Role::Dim),
        ];
        self.overlays.retain(|open| !matches!(open, Overlay::Pager(p) if p.purpose == Purpose::Decided));
        self.overlays.push(Overlay::text(Purpose::Autoplay, "Hand over to the computer", lines));
    }

    /// The computer plays the rest for both sides without delay. The seats do not change, so the battle
    /// counts and undo leads back.
    pub(super) fn autoplay(&mut self) {
        self.overlays.pop();
        let Screen::Game(game) = &mut self.screen else { return };
        game.computer.played_out = Some(game.session.plays());
        game.refresh(&self.keymap);
    }

    /// Opens the final report of a battle that is over.
    pub(super) fn show_ending(&mut self) {
        let (cards, here) = self.battles();
        let next = here.and_then(|here| cards.get(here + 1)).map(|card| card.title.as_str());
        let Screen::Game(game) = &self.screen else { return };
        let from = match (self.campaign_here().is_some(), self.tested.is_some()) {
            (true, _) => Origin::Campaign,
            (_, true) => Origin::Editor,
            _ => Origin::Title,
        };
        let over = super::ending::over(game, self.ascii, here.is_some(), next, from);
        self.overlays.extend(over);
    }

    /// The battles of the running game's ruleset in the order of the title screen, and the place of this one.
    fn battles(&self) -> (Vec<ScenarioCard>, Option<usize>) {
        let Screen::Game(game) = &self.screen else { return (Vec::new(), None) };
        let ruleset = game.session.ruleset();
        let cards =
            self.services.scenarios().into_iter().filter(|card| card.ruleset == ruleset && !card.fresh);
        let cards: Vec<ScenarioCard> = cards.collect();
        let here = cards.iter().position(|card| card.title == game.shown.view.title);
        (cards, here)
    }

    /// Opens the form for what the player chose in the final report: a rematch, the battle again, the next one.
    pub(super) fn after_ending(&mut self, what: usize) {
        let (mut cards, here) = self.battles();
        let Screen::Game(game) = &self.screen else { return };
        let seats = Side::BOTH.map(|side| game.session.seat(side));
        let Some(here) = here.filter(|here| here + usize::from(what == NEXT) < cards.len()) else { return };
        let card = cards.swap_remove(here + usize::from(what == NEXT));
        let mut form = Form::new(self.services.read(&card), self.seed).with_undo(self.settings.undo);
        form.seat(if what == REMATCH { [seats[1], seats[0]] } else { seats });
        form.line = form.fields().len() - 1;
        self.overlays.clear();
        self.screen = Screen::Setup(Box::new(form));
        self.seed = (self.seed + 1) % 1_000_000_000_000_000_000;
    }

    /// Leaves a game for the title, or for the editor if the battle is tested from there.
    pub(super) fn leave(&mut self) {
        self.overlays.clear();
        self.show_title();
        if let Some(made) = self.tested.take() {
            self.open_in_editor(&made);
        }
    }

    pub(super) fn quit_now(&mut self) {
        self.quit = true;
    }

    /// Reads the selected scenario; the list itself knows only the headings.
    pub(super) fn read_selected(&mut self) {
        if let Screen::Title(title) = &mut self.screen
            && let Some(card) = title.scenario_mut().filter(|card| !card.read)
        {
            *card = self.services.read(card);
        }
    }

    pub(super) fn front_accept(&mut self) {
        self.read_selected();
        let (session, mut form) = match &mut self.screen {
            Screen::Title(title) => {
                if let Some(card) = title.scenario() {
                    self.screen = Screen::Setup(Box::new(
                        Form::new(card.clone(), self.seed).with_undo(self.settings.undo),
                    ));
                    return;
                }
                if let Some(battle) = title.battle().cloned() {
                    return self.enter_battle(battle);
                }
                let Some(save) = title.save().cloned() else { return };
                return self.resume(save, ReplayMode::Checked);
            }
            Screen::Setup(form) if form.is_shared() => {
                (self.services.host(&form.setup(), &form.host_setup()), form.clone())
            }
            Screen::Setup(form) => (self.services.start(&form.setup()), form.clone()),
            Screen::Game(_) | Screen::Editor(_) => return,
        };
        match session {
            Ok(session) => {
                self.open(session);
                self.tested = form.made.take();
            }
            Err(error) => {
                form.error = Some(format!("{error:#}"));
                self.screen = Screen::Setup(form);
            }
        }
    }

    /// Opens the form of a custom battle, ready to begin: of the selected ruleset, or the next one.
    pub(super) fn quick_battle(&mut self) {
        let (ruleset, again) = match &self.screen {
            Screen::Title(title) => (title.scenario().map(|card| card.ruleset.clone()), false),
            Screen::Setup(form) => (Some(form.card.ruleset.clone()), form.card.fresh),
            Screen::Game(_) | Screen::Editor(_) => return,
        };
        let cards: Vec<_> = self.services.scenarios().into_iter().filter(|card| card.fresh).collect();
        let here = cards.iter().position(|card| Some(&card.ruleset) == ruleset.as_ref());
        let next = here.map_or(0, |here| here + usize::from(again));
        let Some(card) = cards.get(next % cards.len().max(1)) else { return };
        let mut form = Form::new(card.clone(), self.seed).with_undo(self.settings.undo);
        let size = form.fields().iter().position(|field| *field == Field::Pick(card.size));
        form.line = size.unwrap_or(0);
        self.screen = Screen::Setup(Box::new(form));
        // The next custom battle gets a new seed.
        self.seed = (self.seed + 1) % 1_000_000_000_000_000_000;
    }

    /// Resumes a saved game. If it does not replay, the player reads why and chooses among the ways to
    /// continue.
    fn resume(&mut self, save: SaveCard, mode: ReplayMode) {
        let no_way = match self.services.resume(&save, mode) {
            Ok(session) => return self.open(session),
            Err(no_way) => no_way,
        };
        if no_way.elsewhere {
            return self.ask_to_take_over(save);
        }
        self.tell_ways(save, no_way);
    }

    /// Resumes a game after ending the player's other window or connection that has it open.
    pub(super) fn take_over_save(&mut self) {
        let Screen::Title(title) = &mut self.screen else { return };
        let Some(save) = title.elsewhere.take() else { return };
        match self.services.take_over(&save) {
            Ok(session) => self.open(session),
            Err(no_way) => self.tell_ways(save, no_way),
        }
    }

    fn tell_ways(&mut self, save: SaveCard, no_way: CannotResume) {
        if !no_way.ways.is_empty() {
            self.overlays.push(windows::ways(&save.title, &no_way.ways));
        }
        if let Screen::Title(title) = &mut self.screen {
            title.ways = Some((save, no_way.ways));
        }
        let lines = vec![(no_way.why, Role::Warning)];
        self.overlays.push(Overlay::text(Purpose::Read, "This game cannot be resumed as it is", lines));
    }

    /// Resumes the game that did not replay, in the way chosen.
    pub(super) fn resume_with_mode(&mut self, way: usize) {
        let Screen::Title(title) = &mut self.screen else { return };
        if let Some((save, ways)) = title.ways.take()
            && let Some(&mode) = ways.get(way)
        {
            self.resume(save, mode);
        }
    }

    /// Esc before a game: from the form back to its scenario on the title screen, and there the filter goes.
    pub(super) fn front_back(&mut self) {
        let form = match &mut self.screen {
            Screen::Setup(form) => form,
            Screen::Title(title) => return title.clear_filter(),
            Screen::Game(_) | Screen::Editor(_) => return,
        };
        let (ruleset, name) = (form.card.ruleset.clone(), form.card.name.clone());
        match form.made.take() {
            Some(made) => self.open_in_editor(&made),
            None => self.show_title(),
        }
        if let Screen::Title(title) = &mut self.screen {
            title.select_scenario(&ruleset, &name);
        }
    }

    /// Saves the position shown as a scenario.
    pub(super) fn export(&mut self) {
        let Screen::Game(game) = &self.screen else { return };
        let (ruleset, title, turn) = (game.session.ruleset(), &game.shown.view.title, game.shown.view.turn);
        // Short enough to be shown in full.
        let title: String = title.chars().take(24).collect();
        let stem = format!("{} turn {turn}", title.trim());
        let kept = game.session.as_scenario().map_err(anyhow::Error::msg);
        let kept = kept.and_then(|text| self.services.keep_scenario(ruleset, &stem, &text));
        self.say(match kept {
            Ok(name) => format!("Saved as your scenario {name}. It is listed on the title screen."),
            Err(error) => format!("Not saved: {error:#}."),
        });
    }

    pub(super) fn next_pace(&mut self) {
        self.pace = self.pace.next();
        self.say(format!("The computer's actions stay on screen: {}.", self.pace.in_words()));
    }

    pub(super) fn swap_seat(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if game.computer.played_out.take().is_some() {
            game.refresh(&self.keymap);
            game.message = Some("You decide again.".to_owned());
            return;
        }
        let side = game.shown.decision.map_or(Side::A, |d| d.side);
        if game.session.sharing().is_some() {
            game.message = Some("The seats of a shared battle are fixed.".to_owned());
            return;
        }
        let opposed = game.session.seat(side.other()) == Seat::Human;
        if game.session.seat(side) == Seat::Human {
            self.change_seat(side, Seat::program(Level::Normal));
        } else if opposed && game.session.outcome().is_none() {
            self.ask_to_take_side(side);
        } else {
            self.change_seat(side, Seat::Human);
        }
    }

    /// A player who takes the computer's side sees its secrets.
    fn ask_to_take_side(&mut self, side: Side) {
        let Screen::Game(game) = &mut self.screen else { return };
        let name = &game.shown.view.sides[side.index()].name;
        let lines = vec![
            (format!("Take over the {name} from the computer?"), Role::Prompt),
            ("You will see everything they see.".to_owned(), Role::Text),
            ("The change is recorded and told at the end, and the".to_owned(), Role::Text),
            ("battle does not count in the statistics.".to_owned(), Role::Text),
            (String::new(), Role::Text),
            ("Enter takes over. Esc plays on.".to_owned(), Role::Dim),
        ];
        self.overlays.push(Overlay::text(Purpose::TakeSide, "Change seats", lines));
    }

    /// Takes the computer's side, as asked.
    pub(super) fn take_side(&mut self) {
        self.overlays.pop();
        let Screen::Game(game) = &self.screen else { return };
        // The computer may have acted since the question.
        if let Some(side) = Side::BOTH.into_iter().find(|side| game.session.seat(*side) != Seat::Human) {
            self.change_seat(side, Seat::Human);
        }
    }

    /// Changes a seat, on disk first.
    fn change_seat(&mut self, side: Side, seat: Seat) {
        let Screen::Game(game) = &mut self.screen else { return };
        if let Err(refused) = game.session.take_seat(side, seat) {
            game.refuse(&refused);
            return;
        }
        game.refresh(&self.keymap);
        let player = if seat == Seat::Human { "you play" } else { "the computer plays" };
        let name = &game.shown.view.sides[side.index()].name;
        game.message =
            Some(format!("From now on {player} the {name}. The battle no longer counts in the statistics."));
    }
}
