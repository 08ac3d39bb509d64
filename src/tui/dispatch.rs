//! Carries out each command.

use crate::game::view::PieceView;

use super::app::{App, Screen};
use super::commands::Command;
use super::frame::SidePane;
use super::lookback::Jump;
use super::overlay::{Kind, List, Overlay, Purpose};
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
                Screen::Game(_) => self.game_command(command),
                Screen::Editor(_) => self.editor_command(command),
                _ => self.front_command(command),
            },
        }
    }

    fn front_command(&mut self, command: Command) {
        let by = match command {
            Command::Up => -1,
            Command::Down => 1,
            Command::PageUp | Command::First => -1000,
            Command::PageDown | Command::Last => 1000,
            _ => 0,
        };
        match &mut self.screen {
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
            Command::Accept => self.front_accept(),
            Command::Back | Command::Close => self.front_back(),
            Command::Quick => self.quick_battle(),
            Command::Campaigns => self.list_campaigns(),
            Command::Editor if self.watch_selected() => {}
            Command::Editor => self.list_starting_points(),
            _ => {}
        }
    }

    fn game_command(&mut self, command: Command) {
        let tinted = self.themes.chosen().is_tinted();
        if command == Command::Undo && self.undo_needs_consent() {
            return;
        }
        let Screen::Game(game) = &mut self.screen else { return };
        let keymap = &self.keymap;
        match command {
            Command::Go(to) if game.steering() => game.steer(to, keymap),
            Command::Go(to) => game.step_cursor(to),
            Command::Verb(index) => {
                let name = game.shown.verbs.get(index).map(|b| b.name.clone());
                let verb =
                    game.shown.choices.iter().map(|c| c.verb).find(|verb| Some(*verb) == name.as_deref());
                if let Some(verb) = verb {
                    let mut of =
                        (0..game.shown.choices.len()).filter(|&n| game.shown.choices[n].verb == verb);
                    let (first, more) = (of.next(), of.next().is_some());
                    if first.is_some_and(|first| game.shown.choices[first].form) && !more {
                        game.pointer.pick = first;
                        return self.play_or_fill_in();
                    }
                    game.verb(verb, keymap);
                }
            }
            Command::Card(place) => game.card(place, keymap),
            Command::Stack => match windows::stack(game) {
                Some(stack) => return self.overlays.push(stack),
                None => game.message = Some(format!("No {} is here.", game.shown.view.words.piece[0])),
            },
            Command::Hand => match windows::hand(game) {
                Some(hand) => return self.overlays.push(hand),
                None => game.message = Some("This game has no cards.".to_owned()),
            },
            Command::Matrix => match windows::matrix(game) {
                Some(matrix) => return self.overlays.push(matrix),
                None => game.message = Some("The highlighted choice does not roll 2 dice.".to_owned()),
            },
            Command::Why => return self.explain(),
            Command::Advice => return self.advise(),
            Command::NextAct => game.step_through(true),
            Command::PreviousAct => game.step_through(false),
            Command::GoToCell => game.pointer.naming = Some(String::new()),
            Command::Next => game.cycle(true),
            Command::Previous => game.cycle(false),
            Command::NextWay => game.pointer.cycle_way(&game.shown, true),
            Command::PreviousWay => game.pointer.cycle_way(&game.shown, false),
            Command::Play => return self.play_or_list(),
            Command::Choices if !game.human() && game.shown.decision.is_some() => game.computer.skips = true,
            Command::Choices | Command::FindChoice if game.shown.choices.is_empty() => {
                game.message = Some("There is nothing to choose now.".to_owned());
            }
            Command::Choices => return self.overlays.push(windows::choices(game, false)),
            Command::FindChoice => return self.overlays.push(windows::choices(game, true)),
            Command::OtherPlayer => return self.other_player(),
            Command::Message => return self.begin_message(),
            Command::Undo => game.undo(keymap),
            Command::Select => game.mark(),
            Command::March
                if game.steering()
                    && game.shown.active().and_then(|p| p.cell) == Some(game.pointer.cursor) =>
            {
                game.pointer.look = true;
                game.message =
                    Some("Move the cursor to the destination, then press the same key.".to_owned());
            }
            Command::March if game.march_here(keymap) => {}
            Command::March if game.marching.routed.is_some() && !game.steering() => {
                let lead = game.marching.routed.as_ref().and_then(|routed| routed.pieces.first().copied());
                let lead =
                    lead.and_then(|id| game.shown.piece(id)).map_or_else(String::new, PieceView::with_tag);
                game.message =
                    Some(format!("{lead}: move the cursor to the destination, then the same key."));
            }
            Command::March => game.march(game.pointer.cursor, keymap),
            Command::JoinAll => game.join_all(keymap),
            Command::FirePlan => {
                match game.fire.open(&*game.session, &game.shown).or_else(|| windows::shots(game)) {
                    Some(plan) => return self.overlays.push(plan),
                    None => game.message = Some("There is no target to fire at now.".to_owned()),
                }
            }
            Command::Autoplay => return self.ask_to_autoplay(),
            Command::Propose => match game
                .groups
                .propose(&game.automation, &*game.session, &game.shown)
                .or_else(|| game.bands_to_march())
            {
                Some(proposal) => return self.overlays.push(proposal),
                None => game.message = Some("There are no groups to form now.".to_owned()),
            },
            Command::Orders => {
                let list = game.automation.order_list(&game.shown, &game.pointer, 0);
                return self.overlays.push(Overlay::List(list));
            }
            Command::Earlier => game.look_back(Jump::Play(false), keymap),
            Command::Later => game.look_back(Jump::Play(true), keymap),
            Command::EarlierTurn => game.look_back(Jump::Turn(false), keymap),
            Command::LaterTurn => game.look_back(Jump::Turn(true), keymap),
            Command::NextLoss => game.look_back(Jump::Loss, keymap),
            Command::Pause => {
                game.computer.waits = !game.computer.waits;
                let word = if game.computer.waits {
                    "waits until you press the same keys again"
                } else {
                    "continues"
                };
                game.message = Some(format!("The computer {word}."));
            }
            Command::PassBetter => game.pass_until_better(keymap),
            Command::Finish => game.finish(keymap),
            Command::PassPhase => game.pass_phase(keymap),
            Command::Repeat => game.repeat(keymap),
            Command::Turn(to) if game.steering() => game.turn(to, keymap),
            Command::Turn(to) => game.leap(to),
            Command::Look => game.pointer.look = !game.pointer.look,
            Command::Sight => game.layers.toggle_sight(&*game.session, &game.pointer),
            Command::Seen => game.layers.toggle_seen(&*game.session, &game.shown, &game.pointer),
            Command::Threat => game.toggle_threat(),
            Command::Heights => game.layers.heights = !game.layers.heights,
            Command::Inspect => return self.overlays.push(windows::inspect(game)),
            Command::Roster => return self.overlays.push(windows::roster(game)),
            Command::Log => return self.overlays.push(windows::log(game)),
            Command::LogUp => {
                game.frame.log_back = (game.frame.log_back + 3).min(game.shown.log.len().saturating_sub(1))
            }
            Command::LogDown => game.frame.log_back = game.frame.log_back.saturating_sub(3),
            Command::OddsDown => game.frame.odds_down += 3,
            Command::OddsUp => game.frame.odds_down = game.frame.odds_down.saturating_sub(3),
            Command::SidePane => {
                game.frame.side_pane = match game.frame.side_pane {
                    SidePane::Auto => SidePane::Roster,
                    SidePane::Roster => SidePane::Inspector,
                    SidePane::Inspector => SidePane::None,
                    SidePane::None => SidePane::Auto,
                }
            }
            Command::Active => match game.shown.active().and_then(|p| p.cell) {
                Some(cell) => game.set_cursor(cell),
                None => game.pointer.follow(&*game.session, &game.shown),
            },
            Command::Zoom => game.zoom_by(true, tinted),
            Command::ZoomOut => game.zoom_by(false, tinted),
            Command::Overview => game.toggle_overview(tinted),
            Command::Briefing => return self.overlays.push(windows::briefing(game)),
            Command::Export => return self.export(),
            Command::Records => {
                let none = vec![("No records yet.".to_owned(), Role::Dim)];
                let lines: Vec<_> = game.shown.view.records.iter().map(|r| (r.clone(), Role::Text)).collect();
                let lines = if lines.is_empty() { none } else { lines };
                return self.overlays.push(Overlay::text(Purpose::Read, "Records", lines));
            }
            Command::AutoHold => game.next_order(),
            Command::Pace => return self.next_pace(),
            Command::Seats => return self.swap_seat(),
            Command::Title => {
                let lines = vec![(
                    "Return to the title? The game is saved. Enter leaves, Esc stays.".to_owned(),
                    Role::Prompt,
                )];
                return self.overlays.push(Overlay::text(Purpose::Leave, "Leave", lines));
            }
            _ => {}
        }
        self.after_play();
    }

    /// Enter: carries out the highlighted choice; without one, says why nothing can be chosen here, or lists
    /// the choices.
    fn play_or_list(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if !game.human() {
            if game.session.shown().is_none() {
                self.show_ending();
            }
            return;
        }
        if game.report.open {
            return game.close_report();
        }
        if game.marching.march_waits() {
            game.continue_march(&self.keymap);
            return self.after_play();
        }
        if game.pointer.pick.is_none() && (game.fire_reaction(&self.keymap) || game.begin_march(&self.keymap))
        {
            return self.after_play();
        }
        if game.no_march_here() {
            return;
        }
        game.pointer.begin_with_marked(&game.shown);
        if game.pointer.pick.is_none() && game.why_not_here() {
            return;
        }
        if game.pointer.pick.is_none() {
            let list = windows::choices(game, false);
            self.overlays.push(list);
            return;
        }
        self.play_or_fill_in();
    }
}
