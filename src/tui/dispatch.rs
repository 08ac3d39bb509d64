//! What each command does.

use crossterm::event::{KeyCode, KeyEvent};

use super::app::{App, Screen};
use super::commands::Command;
use super::game::{Only, SidePane};
use super::keymap::Key;
use super::lookback::Jump;
use super::overlay::{CHOICE, Kind, List, Overlay, Purpose, Row};
use super::theme::Role;
use super::windows;

impl App<'_> {
    /// Does what a command says.
    pub(super) fn command(&mut self, command: Command) {
        match command {
            Command::Help => {
                let help = windows::help(self);
                self.overlays.push(help);
            }
            Command::Palette => {
                let palette = windows::palette(self);
                self.overlays.push(palette);
            }
            Command::Theme => self.theme = (self.theme + 1) % self.themes.len(),
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
            Screen::Title(title) => title.shift(by),
            Screen::Setup(form) => {
                form.shift(by);
                match command {
                    Command::Left => form.change(false),
                    Command::Right => form.change(true),
                    _ => {}
                }
            }
            Screen::Game(_) => {}
        }
        match command {
            Command::Accept => self.front_accept(),
            Command::Back | Command::Close => self.front_back(),
            _ => {}
        }
    }

    fn game_command(&mut self, command: Command) {
        let Screen::Game(game) = &mut self.screen else { return };
        let keymap = &self.keymap;
        match command {
            Command::Go(to) if game.steering() => game.steer(to, keymap),
            Command::Go(to) => game.step_cursor(to),
            Command::Verb(index) => {
                let name = game.verbs.get(index).map(|b| b.name.clone());
                let verb = game.choices.iter().map(|c| c.verb).find(|verb| Some(*verb) == name.as_deref());
                if let Some(verb) = verb {
                    game.verb(verb, keymap);
                }
            }
            Command::Card(place) => game.card(place, keymap),
            Command::Stack => match windows::stack(game) {
                Some(stack) => return self.overlays.push(stack),
                None => game.message = Some(format!("No {} is here.", game.view.words.piece[0])),
            },
            Command::Hand => match windows::hand(game) {
                Some(hand) => return self.overlays.push(hand),
                None => game.message = Some("There are no cards in this game.".to_owned()),
            },
            Command::NextAct => game.step_through(true),
            Command::PreviousAct => game.step_through(false),
            Command::GoToCell => game.naming = Some(String::new()),
            Command::Next => game.cycle(true),
            Command::Previous => game.cycle(false),
            Command::NextWay => game.cycle_way(true),
            Command::PreviousWay => game.cycle_way(false),
            Command::Play => return self.play_or_list(),
            Command::Choices => return self.overlays.push(windows::choices(game, false)),
            Command::FindChoice => return self.overlays.push(windows::choices(game, true)),
            Command::Undo => game.undo(keymap),
            Command::Select => game.mark(),
            Command::March if game.steering() && game.active().and_then(|p| p.cell) == Some(game.cursor) => {
                game.look = true;
                game.message = Some("Move the cursor to where it should go, then the same key.".to_owned());
            }
            Command::March if game.begin_march(keymap) => {}
            Command::March => game.march(game.cursor, keymap),
            Command::JoinAll => game.join_all(false, keymap),
            Command::FirePlan if game.fire_as_needed(keymap) => {}
            Command::FirePlan => match game.fire_plan() {
                Some(plan) => return self.overlays.push(plan),
                None => game.join_all(true, keymap),
            },
            Command::Propose => match game.propose() {
                Some(proposal) => return self.overlays.push(proposal),
                None => game.message = Some("There are no groups to mark now.".to_owned()),
            },
            Command::Orders => {
                let list = game.order_list(0);
                return self.overlays.push(Overlay::List(list));
            }
            Command::Earlier => game.look_back(Jump::Play(false), keymap),
            Command::Later => game.look_back(Jump::Play(true), keymap),
            Command::EarlierTurn => game.look_back(Jump::Turn(false), keymap),
            Command::LaterTurn => game.look_back(Jump::Turn(true), keymap),
            Command::NextLoss => game.look_back(Jump::Loss, keymap),
            Command::Pause => {
                game.waits = !game.waits;
                let word = if game.waits { "waits until you press the same keys" } else { "goes on" };
                game.message = Some(format!("The program {word}."));
            }
            Command::PassBetter => game.pass_until_better(keymap),
            Command::PassPhase => game.pass_phase(keymap),
            Command::Repeat => game.repeat(keymap),
            Command::Turn(to) if game.steering() => game.turn(to, keymap),
            Command::Turn(to) => game.leap(to),
            Command::Look => game.look = !game.look,
            Command::Sight => game.toggle_sight(),
            Command::Seen => game.toggle_seen(),
            Command::Heights => game.heights = !game.heights,
            Command::Inspect => return self.overlays.push(windows::inspect(game)),
            Command::Roster => return self.overlays.push(windows::roster(game)),
            Command::Log => return self.overlays.push(windows::log(game)),
            Command::LogUp => game.log_back = (game.log_back + 3).min(game.log.len().saturating_sub(1)),
            Command::LogDown => game.log_back = game.log_back.saturating_sub(3),
            Command::OddsDown => game.odds_down += 3,
            Command::OddsUp => game.odds_down = game.odds_down.saturating_sub(3),
            Command::SidePane => {
                game.side_pane = match game.side_pane {
                    SidePane::Auto => SidePane::Roster,
                    SidePane::Roster => SidePane::Inspector,
                    SidePane::Inspector => SidePane::Auto,
                }
            }
            Command::Active => match game.active().and_then(|p| p.cell) {
                Some(cell) => game.set_cursor(cell),
                None => game.follow(),
            },
            Command::Zoom => game.zoom = if game.zoom == 0 { 1 } else { (game.zoom + 1) % 4 },
            Command::Briefing => return self.overlays.push(windows::briefing(game)),
            Command::Records => {
                let none = vec![("Nothing is written down.".to_owned(), Role::Dim)];
                let lines: Vec<_> = game.view.records.iter().map(|r| (r.clone(), Role::Text)).collect();
                let lines = if lines.is_empty() { none } else { lines };
                return self.overlays.push(Overlay::text(Purpose::Read, "Records", lines));
            }
            Command::AutoHold => game.next_order(),
            Command::Pace => return self.next_pace(),
            Command::Seats => return self.swap_seat(),
            Command::Title => {
                let lines = vec![(
                    "Leave this game for the title? It is saved. Enter leaves.".to_owned(),
                    Role::Prompt,
                )];
                return self.overlays.push(Overlay::text(Purpose::Leave, "Leave", lines));
            }
            _ => {}
        }
        self.after_play();
    }

    /// Enter: plays what is highlighted; with nothing highlighted, says why not here or lists what there is.
    fn play_or_list(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if !game.human() {
            return;
        }
        if game.march_waits() {
            game.press_on(&self.keymap);
            return self.after_play();
        }
        if game.pick.is_none() && game.begin_march(&self.keymap) {
            return self.after_play();
        }
        game.take_up_marked();
        if game.pick.is_none() && game.why_not_here() {
            return;
        }
        if game.pick.is_none() {
            let list = windows::choices(game, false);
            self.overlays.push(list);
            return;
        }
        game.play_picked(&self.keymap);
        self.after_play();
    }

    fn window_command(&mut self, command: Command) {
        let by: isize = match command {
            Command::Up => -1,
            Command::Down => 1,
            Command::PageUp => -10,
            Command::PageDown => 10,
            Command::First => -100_000,
            Command::Last => 100_000,
            _ => 0,
        };
        match self.overlays.last_mut() {
            Some(Overlay::Pager(pager)) => pager.scroll = pager.scroll.saturating_add_signed(by),
            Some(Overlay::List(list)) => {
                list.shift(by);
                match command {
                    Command::Filter => list.typing = true,
                    Command::Tone if list.kind == Kind::Log => list.next_tone(),
                    _ => {}
                }
            }
            None => {}
        }
        if matches!(command, Command::Left | Command::Right) {
            self.change_row(command == Command::Right);
        }
        match command {
            Command::Close => {
                self.overlays.pop();
                if self.overlays.is_empty() {
                    self.after_play();
                }
            }
            Command::Accept => self.accept(),
            _ => {}
        }
    }

    /// Left and Right in a list whose lines have something to change.
    fn change_row(&mut self, forward: bool) {
        let Some(Overlay::List(list)) = self.overlays.last_mut() else { return };
        let Screen::Game(game) = &mut self.screen else { return };
        let Some(row) = list.current().map(|row| row.id) else { return };
        match list.kind {
            Kind::Markings => *list = game.change_marking(row, forward, list.selected),
            Kind::Orders => *list = game.change_order(row, forward, list.selected),
            Kind::Attacks => {
                if let Some(changed) = game.change_wanted(forward, list) {
                    *list = changed;
                }
            }
            _ => {}
        }
    }

    /// Enter in a window.
    fn accept(&mut self) {
        match self.overlays.last() {
            Some(Overlay::Pager(pager)) => match pager.purpose {
                Purpose::Quit => self.quit_now(),
                Purpose::Leave => self.leave(),
                Purpose::Decided => self.play_out(),
                Purpose::Read | Purpose::Trouble => {
                    self.overlays.pop();
                    if self.overlays.is_empty() {
                        self.after_play();
                    }
                }
            },
            Some(Overlay::List(list)) => {
                let (kind, filter) = (list.kind, list.filter().trim().to_owned());
                let row = list.current().cloned();
                self.accept_row(kind, row, &filter);
            }
            None => {}
        }
    }

    fn accept_row(&mut self, kind: Kind, row: Option<Row>, filter: &str) {
        match (kind, row) {
            (Kind::Log, Some(row)) => {
                let Screen::Game(game) = &mut self.screen else { return };
                let line = game.lines().nth(row.id).map(|l| (l.event.rule, l.event.cells.first().copied()));
                let Some((rule, cell)) = line else { return };
                if let Some(cell) = cell.filter(|cell| game.on_map(*cell)) {
                    game.cursor = cell;
                }
                let found = self.desk.rule(game.session.ruleset(), rule);
                let (heading, summary) =
                    found.unwrap_or_else(|| (String::new(), "There is no summary of this rule.".to_owned()));
                let mut lines = vec![(heading, Role::Title)];
                lines.extend(summary.lines().map(|line| (line.to_owned(), Role::Text)));
                self.overlays.push(Overlay::text(Purpose::Read, format!("Rule {rule}"), lines));
            }
            (Kind::Roster, Some(row)) => {
                self.overlays.pop();
                if let Screen::Game(game) = &mut self.screen
                    && let Some(cell) = game.view.pieces.get(row.id).and_then(|p| p.cell)
                {
                    game.set_cursor(cell);
                }
            }
            (Kind::Choices, Some(row)) => {
                self.overlays.pop();
                if let Screen::Game(game) = &mut self.screen {
                    game.pick = Some(row.id);
                    game.play_picked(&self.keymap);
                    self.after_play();
                }
            }
            (Kind::Attacks, Some(row)) => {
                self.overlays.pop();
                if let Screen::Game(game) = &mut self.screen {
                    game.make_attack(row.id, &self.keymap);
                    self.after_play();
                }
            }
            (Kind::Markings, _) => {
                self.overlays.pop();
                if let Screen::Game(game) = &mut self.screen {
                    game.mark_all(&self.keymap);
                    self.after_play();
                }
            }
            (Kind::Over, row) => {
                self.overlays.pop();
                if let (Screen::Game(game), Some(row)) = (&mut self.screen, row.filter(|row| row.id > 0)) {
                    game.look_back(Jump::To(row.id as u32), &self.keymap);
                }
            }
            (Kind::Orders, _) => {
                self.overlays.pop();
                self.after_play();
            }
            (Kind::Stack, Some(row)) => {
                self.overlays.pop();
                self.take_from_stack(row.id);
            }
            (Kind::Ways, Some(row)) => {
                self.overlays.pop();
                self.take_up_so(row.id);
            }
            (Kind::Palette, _) if self.names_a_cell(filter) => {
                self.overlays.pop();
                if let Screen::Game(game) = &mut self.screen {
                    game.name_cell(filter);
                }
            }
            (Kind::Palette, Some(row)) => {
                self.overlays.pop();
                match row.text.strip_prefix(CHOICE) {
                    Some(notation) => self.play_text(notation),
                    None => {
                        if let Some(command) = windows::palette_command(self, row.id) {
                            self.command(command);
                        }
                    }
                }
            }
            (Kind::Palette, None) => {
                self.overlays.pop();
                self.play_text(filter);
            }
            _ => {}
        }
    }

    /// Whether a text is the name of a cell and nothing that could be played now.
    fn names_a_cell(&self, text: &str) -> bool {
        let Screen::Game(game) = &self.screen else { return false };
        game.view.board.find(text).is_ok() && !game.plays_typed(text)
    }

    /// What may be done with one piece of a stack: highlighted, or listed where there are several ways.
    fn take_from_stack(&mut self, index: usize) {
        let Screen::Game(game) = &mut self.screen else { return };
        let Some(id) = game.view.pieces.get(index).map(|piece| piece.id) else { return };
        let of = |n: &usize| game.choices[*n].pieces.contains(&id);
        let Some(first) = (0..game.choices.len()).find(of) else {
            game.message = Some("Nothing can be done with it now.".to_owned());
            return;
        };
        game.only = Only::Piece(id);
        game.pick = Some(first);
    }

    fn play_text(&mut self, notation: &str) {
        if let Screen::Game(game) = &mut self.screen {
            game.play_typed(notation, &self.keymap);
            self.after_play();
        }
    }

    /// Keys that go into the filter of a list; whether this one did.
    pub(super) fn list_typing(&mut self, event: &KeyEvent, key: Key) -> bool {
        let Some(Overlay::List(list)) = self.overlays.last_mut() else { return false };
        if !list.typing {
            return false;
        }
        match event.code {
            KeyCode::Enter if list.kind == Kind::Log || list.kind == Kind::Roster => list.typing = false,
            KeyCode::Enter => self.accept(),
            KeyCode::Esc => {
                self.overlays.pop();
            }
            KeyCode::Up => list.shift(-1),
            KeyCode::Down | KeyCode::Tab => list.shift(1),
            KeyCode::PageUp => list.shift(-10),
            KeyCode::PageDown => list.shift(10),
            KeyCode::Backspace => {
                list.rub_out();
                self.search_catalog();
            }
            _ => match key.written() {
                Some(c) => {
                    list.write(c.encode_utf8(&mut [0; 4]));
                    self.search_catalog();
                }
                None => return false,
            },
        }
        true
    }

    /// A digit in a numbered list goes to that number; whether it did.
    pub(super) fn number_key(&mut self, key: Key) -> bool {
        let Some(digit) = key.written().filter(char::is_ascii_digit) else { return false };
        let Some(Overlay::List(list)) = self.overlays.last_mut() else { return false };
        list.number.push(digit);
        let count = list.shown().len();
        let wanted = list.number.parse::<usize>().ok().filter(|n| (1..=count).contains(n));
        let wanted = wanted.or_else(|| {
            list.number = digit.to_string();
            list.number.parse().ok().filter(|n| (1..=count).contains(n))
        });
        if let Some(n) = wanted {
            list.selected = n - 1;
        }
        true
    }

    pub(super) fn search_catalog(&mut self) {
        let Some(Overlay::List(list)) = self.overlays.last_mut() else { return };
        if list.kind != Kind::Catalog {
            return;
        }
        let ruleset = match &self.screen {
            Screen::Game(game) => game.session.ruleset(),
            Screen::Title(title) => {
                let card = title.scenario().or(title.scenarios.first());
                card.map_or("", |card| card.ruleset.as_str())
            }
            Screen::Setup(form) => &form.card.ruleset,
        };
        let table = self.desk.catalog_search(ruleset, list.filter());
        let count = table.iter().map(Vec::len).max().unwrap_or(0);
        let wide: Vec<usize> = (0..count)
            .map(|n| table.iter().filter_map(|r| r.get(n)).map(|c| super::text::width(c)).max().unwrap_or(0))
            .collect();
        let line = |cells: &Vec<String>| {
            let padded = cells.iter().zip(&wide).map(|(cell, w)| format!("{cell:<w$}"));
            padded.collect::<Vec<_>>().join("  ")
        };
        list.heading = table.first().map(line).unwrap_or_default();
        let rows = table.iter().enumerate().skip(1);
        let row = |(id, cells)| Row {
            text: line(cells),
            tail: String::new(),
            role: Role::Text,
            id,
            more: Vec::new(),
        };
        list.set_rows(rows.map(row).collect());
    }
}
