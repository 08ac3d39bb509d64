//! Moving between screens: title, setup, game, quitting.

use crate::game::{Level, Seat, Session, Side};

use super::app::{App, Screen};
use super::editor::Editing;
use super::ending::{NEXT, Origin, REMATCH};
use super::front::{Front, seed_after};
use super::game::Game;
use super::keymap::Keymap;
use super::next::{Next, Opening};
use super::overlay::{Overlay, Purpose};
use super::playing::Playing;
use super::services::{ScenarioCard, Services};
use super::setup::Form;
use super::theme::Role;
use super::title::Title;
use super::windows;

/// Whether a window asks about leaving the game.
pub(super) fn is_quit(overlay: &Overlay) -> bool {
    matches!(overlay, Overlay::Pager(pager) if pager.purpose == Purpose::Quit)
}

impl App<'_> {
    /// The running game with what its keys may touch.
    pub(super) fn playing(&mut self) -> Option<Playing<'_>> {
        let Screen::Game(game) = &mut self.screen else { return None };
        let (overlays, keymap, services) = (&mut self.overlays, &self.keymap, &mut *self.services);
        Some(Playing { game, overlays, keymap, services, ascii: self.ascii })
    }

    /// The title or the setup form with what its keys may touch.
    pub(super) fn front(&mut self) -> Option<Front<'_>> {
        matches!(self.screen, Screen::Title(_) | Screen::Setup(_)).then_some(Front {
            screen: &mut self.screen,
            overlays: &mut self.overlays,
            services: &mut *self.services,
            keymap: &self.keymap,
            settings: &self.settings,
            seed: &mut self.seed,
            starting_points: &mut self.starting_points,
        })
    }

    /// The scenario editor with what its keys may touch.
    pub(super) fn editing(&mut self) -> Option<Editing<'_>> {
        let Screen::Editor(editor) = &mut self.screen else { return None };
        Some(Editing { editor, services: &mut *self.services, seed: self.seed, undo: self.settings.undo })
    }

    /// Carries out what a screen asks for.
    pub(super) fn follow(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Leave => self.leave(),
            Next::SetUp(form) => self.screen = Screen::Setup(form),
            Next::Open(opening) => self.open(*opening),
            Next::Edit(made) => self.open_in_editor(&made),
            Next::Campaign => self.return_to_campaign(),
            Next::Another(what) => self.set_up_another(what),
            Next::Quit => self.quit = true,
        }
    }

    pub(super) fn show_title(&mut self) {
        self.screen = Screen::Title(Box::new(Title::read(self.services)));
    }

    /// Opens a game: with the keys and words of its ruleset, and the player's keys on top.
    pub(super) fn open(&mut self, opening: Opening) {
        let Opening { session, watched, tested, message } = opening;
        let fresh = session.plays() == 0;
        let ignored = self.learn_keys(&*session);
        let mut game = Box::new(Game::new(session, &self.keymap));
        game.message = ignored;
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
        (game.opened, game.tested) = (true, tested);
        self.screen = Screen::Game(game);
        let Some(mut playing) = self.playing() else { return };
        playing.after_play();
        playing.take_part();
        playing.game.message = message.or(playing.game.message.take());
        if watched {
            playing.game.watching = true;
            playing.overlays.clear();
        }
    }

    /// Reads the keys of a game; returns why the player's own are ignored, if they are.
    fn learn_keys(&mut self, session: &dyn Session) -> Option<String> {
        let (ruleset, words) = (session.ruleset(), session.sketch(Side::A).words);
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
        own.err()
    }

    /// Leaves a game for the title, or for the editor if the battle is tested from there.
    pub(super) fn leave(&mut self) {
        let tested = self.playing().and_then(|playing| playing.game.tested.take());
        self.overlays.clear();
        self.show_title();
        if let Some(made) = tested {
            self.open_in_editor(&made);
        }
    }

    /// Opens the form for another battle after one that is over.
    fn set_up_another(&mut self, what: usize) {
        let seed = self.seed;
        if let Some(form) = self.playing().and_then(|playing| playing.form_after(what, seed)) {
            self.overlays.clear();
            self.screen = Screen::Setup(Box::new(form));
            self.seed = seed_after(seed);
        }
    }

    /// Goes from the final report of a battle to its campaign.
    fn return_to_campaign(&mut self) {
        let Some(name) = self.playing().and_then(|playing| playing.campaign_here()) else { return };
        self.leave();
        self.campaigns.list(&mut *self.services, &mut self.overlays);
        self.campaigns.open_named(&name, &mut *self.services, &mut self.overlays);
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
            Screen::Editor(_) => {
                if let Some(mut editing) = self.editing() {
                    let next = editing.leave(true);
                    self.follow(next);
                }
            }
            _ => self.quit = true,
        }
    }

    pub(super) fn next_pace(&mut self) {
        self.pace = self.pace.next();
        self.say(format!("The computer's actions stay on screen: {}.", self.pace.in_words()));
    }
}

impl Playing<'_> {
    /// The name of the campaign to which the game belongs.
    fn campaign_here(&self) -> Option<String> {
        self.services.campaign_of(self.game.session.save_path()?)
    }

    /// Asks whether the computer is to play the rest of a battle for both sides.
    pub(super) fn ask_to_autoplay(&mut self) {
        if !self.game.human() || self.game.session.shown().is_some() {
            return;
        }
        let line = |text: &str, role| (text.to_owned(), role);
        let lines = vec![
            line("Let the computer play the rest of the battle for both sides?", Role::Prompt),
            line("The battle counts as yours. Undo (u) returns to this point.", Role::Text),
            (String::new(), Role::Text),
            line("Enter hands over. Esc plays on.", Role::Dim),
        ];
        self.overlays.close_texts(Purpose::Decided);
        self.overlays.push(Overlay::text(Purpose::Autoplay, "Hand over to the computer", lines));
    }

    /// The computer plays the rest for both sides without delay. The seats do not change, so the battle
    /// counts and undo leads back.
    pub(super) fn autoplay(&mut self) {
        self.game.computer.played_out = Some(self.game.session.plays());
        self.game.refresh(self.keymap);
    }

    /// Opens the final report of a battle that is over.
    pub(super) fn show_ending(&mut self) {
        let (cards, here) = battles(&*self.services, self.game);
        let next = here.and_then(|here| cards.get(here + 1)).map(|card| card.title.as_str());
        let from = match (self.campaign_here().is_some(), self.game.tested.is_some()) {
            (true, _) => Origin::Campaign,
            (_, true) => Origin::Editor,
            _ => Origin::Title,
        };
        let over = super::ending::over(self.game, self.ascii, here.is_some(), next, from);
        self.overlays.extend(over);
    }

    /// The form for what the player chose in the final report: a rematch, the battle again, the next one.
    pub(super) fn form_after(&self, what: usize, seed: u64) -> Option<Form> {
        let (mut cards, here) = battles(&*self.services, self.game);
        let seats = Side::BOTH.map(|side| self.game.session.seat(side));
        let here = here.filter(|here| here + usize::from(what == NEXT) < cards.len())?;
        let card = cards.swap_remove(here + usize::from(what == NEXT));
        let mut form = Form::new(self.services.read(&card), seed).with_undo(self.game.settings.undo);
        form.seat(if what == REMATCH { [seats[1], seats[0]] } else { seats });
        form.line = form.fields().len() - 1;
        Some(form)
    }

    /// Saves the position shown as a scenario.
    pub(super) fn export(&mut self) {
        let (ruleset, title, turn) =
            (self.game.session.ruleset(), &self.game.shown.view.title, self.game.shown.view.turn);
        // Short enough to be shown in full.
        let title: String = title.chars().take(24).collect();
        let stem = format!("{} turn {turn}", title.trim());
        let kept = self.game.session.as_scenario().map_err(anyhow::Error::msg);
        let kept = kept.and_then(|text| self.services.keep_scenario(ruleset, &stem, &text));
        self.game.message = Some(match kept {
            Ok(name) => format!("Saved as your scenario {name}. It is listed on the title screen."),
            Err(error) => format!("Not saved: {error:#}."),
        });
    }

    pub(super) fn swap_seat(&mut self) {
        if self.game.computer.played_out.take().is_some() {
            self.game.refresh(self.keymap);
            self.game.message = Some("You decide again.".to_owned());
            return;
        }
        let side = self.game.shown.decision.map_or(Side::A, |d| d.side);
        if self.game.session.sharing().is_some() {
            self.game.message = Some("The seats of a shared battle are fixed.".to_owned());
            return;
        }
        let opposed = self.game.session.seat(side.other()) == Seat::Human;
        if self.game.session.seat(side) == Seat::Human {
            self.change_seat(side, Seat::program(Level::Normal));
        } else if opposed && self.game.session.outcome().is_none() {
            let name = &self.game.shown.view.sides[side.index()].name;
            self.overlays.push(side_question(name));
        } else {
            self.change_seat(side, Seat::Human);
        }
    }

    /// Takes the computer's side, as asked.
    pub(super) fn take_side(&mut self) {
        // The computer may have acted since the question.
        if let Some(side) = Side::BOTH.into_iter().find(|side| self.game.session.seat(*side) != Seat::Human) {
            self.change_seat(side, Seat::Human);
        }
    }

    /// Changes a seat, on disk first.
    fn change_seat(&mut self, side: Side, seat: Seat) {
        if let Err(refused) = self.game.session.take_seat(side, seat) {
            self.game.refuse(&refused);
            return;
        }
        self.game.refresh(self.keymap);
        let player = if seat == Seat::Human { "you play" } else { "the computer plays" };
        let name = &self.game.shown.view.sides[side.index()].name;
        self.game.message =
            Some(format!("From now on {player} the {name}. The battle no longer counts in the statistics."));
    }
}

/// Asks whether a player takes the computer's side, and so sees its secrets.
fn side_question(name: &str) -> Overlay {
    let lines = vec![
        (format!("Take over the {name} from the computer?"), Role::Prompt),
        ("You will see everything they see.".to_owned(), Role::Text),
        ("The change is recorded and told at the end, and the".to_owned(), Role::Text),
        ("battle does not count in the statistics.".to_owned(), Role::Text),
        (String::new(), Role::Text),
        ("Enter takes over. Esc plays on.".to_owned(), Role::Dim),
    ];
    Overlay::text(Purpose::TakeSide, "Change seats", lines)
}

/// The battles of a game's ruleset in the order of the title screen, and the place of this one.
fn battles(services: &dyn Services, game: &Game) -> (Vec<ScenarioCard>, Option<usize>) {
    let ruleset = game.session.ruleset();
    let cards = services.scenarios().into_iter().filter(|card| card.ruleset == ruleset && !card.fresh);
    let cards: Vec<ScenarioCard> = cards.collect();
    let here = cards.iter().position(|card| card.title == game.shown.view.title);
    (cards, here)
}
