//! Carries out each command.

use crate::game::view::PieceView;

use super::app::{App, Screen};
use super::commands::Command;
use super::lookback::Jump;
use super::overlay::{Kind, List, Overlay, Purpose};
use super::playing::Playing;
use super::theme::Role;
use super::windows;

impl App<'_> {
    /// Carries out a command.
    pub(super) fn command(&mut self, command: Command) {
        match command {
            Command::Help => {
                let help = super::help::help(self);
                self.overlays.push(help);
            }
            Command::Palette => {
                let palette = windows::palette(self);
                self.overlays.push(palette);
            }
            Command::Theme => self.themes.next(),
            Command::MapLook => self.themes.set_look(self.themes.chosen().look.other()),
            Command::MapSymbols => self.themes.switch_symbols(),
            Command::MapNations => self.themes.switch_nations(),
            Command::TestCard => {
                let card = super::test_card::window(self.themes.chosen(), self.ascii);
                self.overlays.push(card);
            }
            Command::Settings => self.list_settings(),
            Command::Ascii => self.ascii = !self.ascii,
            Command::Redraw => self.redraw = true,
            Command::Catalog => {
                let mut list = List::new(Kind::Catalog, "Catalog: type part of a name", Vec::new());
                list.typing = true;
                self.overlays.push(Overlay::List(list));
                self.search_catalog();
            }
            Command::Quit => self.ask_quit(),
            _ if !self.overlays.is_empty() => self.window_command(command),
            _ => match &self.screen {
                Screen::Game(_) if command == Command::Pace => self.next_pace(),
                Screen::Game(_) => {
                    let tinted = self.themes.chosen().is_tinted();
                    if let Some(mut playing) = self.playing() {
                        playing.command(command, tinted);
                    }
                }
                Screen::Editor(_) => {
                    if let Some(mut editing) = self.editing() {
                        let next = editing.command(command);
                        self.follow(next);
                    }
                }
                _ => {
                    if let Some(mut front) = self.front() {
                        let next = front.command(command);
                        self.follow(next);
                    }
                    if command == Command::Campaigns {
                        self.campaigns.list(&mut *self.services, &mut self.overlays);
                    }
                }
            },
        }
    }
}

impl Playing<'_> {
    /// Carries out a command at the map; `tinted` if the map is drawn with tints.
    pub(super) fn command(&mut self, command: Command, tinted: bool) {
        if command == Command::Undo && self.undo_needs_consent() || self.converse(command) {
            return;
        }
        match self.window_of(command) {
            Some(Ok(window)) => return self.overlays.push(window),
            Some(Err(none)) => self.game.message = Some(none),
            None => match command {
                Command::Verb(index) => {
                    if self.verb(index) {
                        return;
                    }
                }
                _ if self.look(command, tinted) || self.look_back(command) || self.point(command) => {}
                _ => self.act(command),
            },
        }
        self.after_play();
    }

    /// The commands that ask or tell someone something, or that see to what follows themselves; `false` for any other.
    fn converse(&mut self, command: Command) -> bool {
        match command {
            Command::Why => self.explain(),
            Command::Advice => self.advise(),
            Command::Play => self.play_or_list(),
            Command::OtherPlayer => self.other_player(),
            Command::Message => self.begin_message(),
            Command::Autoplay => self.ask_to_autoplay(),
            Command::Export => self.export(),
            Command::Seats => self.swap_seat(),
            _ => return false,
        }
        true
    }

    /// The window that a command opens, or why there is nothing to show in it.
    fn window_of(&mut self, command: Command) -> Option<Result<Overlay, String>> {
        let game = &mut *self.game;
        let shown = |window: Option<Overlay>, none: &str| window.ok_or_else(|| none.to_owned());
        Some(match command {
            Command::Stack => {
                let none = format!("No {} is here.", game.shown.view.words.piece[0]);
                windows::stack(game).ok_or(none)
            }
            Command::Hand => shown(windows::hand(game), "This game has no cards."),
            Command::Matrix => shown(windows::matrix(game), "The highlighted choice does not roll 2 dice."),
            Command::Choices if !game.human() && game.shown.decision.is_some() => return None,
            Command::Choices | Command::FindChoice if game.shown.choices.is_empty() => {
                Err("There is nothing to choose now.".to_owned())
            }
            Command::Choices | Command::FindChoice => {
                Ok(windows::choices(game, command == Command::FindChoice))
            }
            Command::FirePlan => {
                let plan = game.fire.open(&*game.session, &game.shown).or_else(|| windows::shots(game));
                shown(plan, "There is no target to fire at now.")
            }
            Command::Propose => {
                let proposal = game.groups.propose(&game.automation, &*game.session, &game.shown);
                shown(proposal.or_else(|| game.bands_to_march()), "There are no groups to form now.")
            }
            Command::Orders => Ok(Overlay::List(game.automation.order_list(&game.shown, &game.pointer, 0))),
            Command::Inspect => Ok(windows::inspect(game)),
            Command::Roster => Ok(windows::roster(game)),
            Command::Log => Ok(windows::log(game)),
            Command::Briefing => Ok(windows::briefing(game)),
            Command::Records => Ok(windows::records(&game.shown)),
            Command::Title => {
                let question = "Return to the title? The game is saved. Enter leaves, Esc stays.".to_owned();
                Ok(Overlay::text(Purpose::Leave, "Leave", vec![(question, Role::Prompt)]))
            }
            _ => return None,
        })
    }

    /// The commands that change what is shown of the game; `false` for any other.
    fn look(&mut self, command: Command, tinted: bool) -> bool {
        let game = &mut *self.game;
        match command {
            Command::Look => game.pointer.look = !game.pointer.look,
            Command::Sight => game.layers.toggle_sight(&*game.session, &game.pointer),
            Command::Seen => game.layers.toggle_seen(&*game.session, &game.shown, &game.pointer),
            Command::Threat => game.toggle_threat(),
            Command::Heights => game.layers.heights = !game.layers.heights,
            Command::LogUp => {
                let last = game.shown.log.len().saturating_sub(1);
                game.frame.log_back = (game.frame.log_back + 3).min(last);
            }
            Command::LogDown => game.frame.log_back = game.frame.log_back.saturating_sub(3),
            Command::OddsDown => game.frame.odds_down += 3,
            Command::OddsUp => game.frame.odds_down = game.frame.odds_down.saturating_sub(3),
            Command::SidePane => game.frame.side_pane = game.frame.side_pane.next(),
            Command::Zoom => game.zoom_by(true, tinted),
            Command::ZoomOut => game.zoom_by(false, tinted),
            Command::Overview => game.toggle_overview(tinted),
            _ => return false,
        }
        true
    }

    /// The commands that look back at the game, or step through the report; `false` for any other.
    fn look_back(&mut self, command: Command) -> bool {
        let jump = match command {
            Command::NextAct | Command::PreviousAct => {
                self.game.step_through(command == Command::NextAct);
                return true;
            }
            Command::Earlier => Jump::Play(false),
            Command::Later => Jump::Play(true),
            Command::EarlierTurn => Jump::Turn(false),
            Command::LaterTurn => Jump::Turn(true),
            Command::NextLoss => Jump::Loss,
            _ => return false,
        };
        self.game.look_back(jump, self.keymap);
        true
    }

    /// The commands that move the cursor or the highlight; `false` for any other.
    fn point(&mut self, command: Command) -> bool {
        let game = &mut *self.game;
        match command {
            Command::Go(to) if !game.steering() => game.step_cursor(to),
            Command::Turn(to) if !game.steering() => game.leap(to),
            Command::GoToCell => game.pointer.naming = Some(String::new()),
            Command::Next => game.cycle(true),
            Command::Previous => game.cycle(false),
            Command::NextWay => game.pointer.cycle_way(&game.shown, true),
            Command::PreviousWay => game.pointer.cycle_way(&game.shown, false),
            Command::Select => game.mark(),
            Command::Active => match game.shown.active().and_then(|p| p.cell) {
                Some(cell) => game.set_cursor(cell),
                None => game.pointer.follow(&*game.session, &game.shown),
            },
            _ => return false,
        }
        true
    }

    /// The commands that play, or that say how the game is to be played.
    fn act(&mut self, command: Command) {
        let (game, keymap) = (&mut *self.game, self.keymap);
        match command {
            Command::Go(to) => game.steer(to, keymap),
            Command::Turn(to) => game.turn(to, keymap),
            Command::Card(place) => game.card(place, keymap),
            Command::Choices => game.computer.skips = true,
            Command::Undo => game.undo(keymap),
            Command::March => self.march(),
            Command::JoinAll => game.join_all(keymap),
            Command::Pause => {
                game.computer.waits = !game.computer.waits;
                let word = match game.computer.waits {
                    true => "waits until you press the same keys again",
                    false => "continues",
                };
                game.message = Some(format!("The computer {word}."));
            }
            Command::PassBetter => game.pass_until_better(keymap),
            Command::Finish => game.finish(keymap),
            Command::PassPhase => game.pass_phase(keymap),
            Command::Repeat => game.repeat(keymap),
            Command::AutoHold => game.next_order(),
            _ => {}
        }
    }

    /// The key of a verb; returns whether it was the only choice of a form, which sees to what follows itself.
    fn verb(&mut self, index: usize) -> bool {
        let choices = &self.game.shown.choices;
        let name = self.game.shown.verbs.get(index).map(|binding| binding.name.as_str());
        let Some(verb) = choices.iter().map(|choice| choice.verb).find(|verb| Some(*verb) == name) else {
            return false;
        };
        let mut of = (0..choices.len()).filter(|&n| choices[n].verb == verb);
        let (first, more) = (of.next(), of.next().is_some());
        if first.is_some_and(|first| choices[first].form) && !more {
            self.game.pointer.pick = first;
            self.play_or_fill_in();
            return true;
        }
        self.game.verb(verb, self.keymap);
        false
    }

    /// The key of a march: asks for its destination, or marches to the cursor.
    fn march(&mut self) {
        let (game, keymap) = (&mut *self.game, self.keymap);
        if game.asks_for_destination() || game.march_here(keymap) {
            return;
        }
        match game.marching.routed.as_ref().filter(|_| !game.steering()) {
            Some(routed) => {
                let lead = routed.pieces.first().and_then(|id| game.shown.piece(*id));
                let lead = lead.map_or_else(String::new, PieceView::with_tag);
                game.message =
                    Some(format!("{lead}: move the cursor to the destination, then the same key."));
            }
            None => game.march(game.pointer.cursor, keymap),
        }
    }

    /// Enter: carries out the highlighted choice; without one, says why nothing can be chosen here, or lists
    /// the choices.
    fn play_or_list(&mut self) {
        if !self.game.human() {
            if self.game.session.shown().is_none() {
                self.show_ending();
            }
            return;
        }
        if self.game.report.open {
            return self.game.close_report();
        }
        if self.game.marching.march_waits() {
            self.game.continue_march(self.keymap);
            return self.after_play();
        }
        if self.game.pointer.pick.is_none()
            && (self.game.fire_reaction(self.keymap) || self.game.begin_march(self.keymap))
        {
            return self.after_play();
        }
        if self.game.no_march_here() {
            return;
        }
        self.game.pointer.begin_with_marked(&self.game.shown);
        if self.game.pointer.pick.is_none() && (self.game.asks_for_destination() || self.game.why_not_here())
        {
            return;
        }
        if self.game.pointer.pick.is_none() {
            let list = windows::choices(self.game, false);
            self.overlays.push(list);
            return;
        }
        self.play_or_fill_in();
    }
}
