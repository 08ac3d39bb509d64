//! The help: the keys of the current prompt first, then the others by task, then the signs on the map.

use crate::game::Act;

use super::app::{App, Screen};
use super::commands::Command;
use super::deciding;
use super::game::Game;
use super::keymap::{Binding, Found, Place, written};
use super::overlay::{Kind, Overlay, Purpose};
use super::theme::Role;

/// The tasks by which the help sorts the keys, in order.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Task {
    /// The choices and directions of the prompt.
    Prompt,
    Look,
    Past,
    Game,
}

impl Task {
    const ALL: [Self; 4] = [Self::Prompt, Self::Look, Self::Past, Self::Game];

    const fn heading(self) -> &'static str {
        match self {
            Self::Prompt => "This prompt",
            Self::Look => "Look at the map",
            Self::Past => "What happened",
            Self::Game => "Game and screen",
        }
    }

    /// The task that a command in a game belongs to.
    const fn of(command: Command) -> Self {
        match command {
            Command::Look
            | Command::Stack
            | Command::Hand
            | Command::GoToCell
            | Command::Sight
            | Command::Seen
            | Command::Threat
            | Command::Heights
            | Command::Inspect
            | Command::Roster
            | Command::SidePane
            | Command::Active
            | Command::Zoom
            | Command::Overview
            | Command::OddsDown
            | Command::Matrix
            | Command::Catalog => Self::Look,
            Command::NextAct
            | Command::Why
            | Command::Advice
            | Command::Earlier
            | Command::EarlierTurn
            | Command::NextLoss
            | Command::Log
            | Command::LogUp
            | Command::Briefing
            | Command::Records => Self::Past,
            Command::Pace
            | Command::Pause
            | Command::Seats
            | Command::OtherPlayer
            | Command::Message
            | Command::Autoplay
            | Command::Export
            | Command::Title
            | Command::Help
            | Command::Palette
            | Command::Settings
            | Command::Theme
            | Command::MapLook
            | Command::MapSymbols
            | Command::MapNations
            | Command::TestCard
            | Command::Ascii
            | Command::Redraw
            | Command::Quit => Self::Game,
            _ => Self::Prompt,
        }
    }
}

/// Commands that share a line with their opposite, which is named in brackets.
const OPPOSITES: [(Command, Command, &str); 12] = [
    (Command::Next, Command::Previous, "previous"),
    (Command::NextWay, Command::PreviousWay, "previous"),
    (Command::NextAct, Command::PreviousAct, "back"),
    (Command::Earlier, Command::Later, "forward"),
    (Command::EarlierTurn, Command::LaterTurn, "forward"),
    (Command::LogUp, Command::LogDown, "down"),
    (Command::OddsDown, Command::OddsUp, "up"),
    (Command::Zoom, Command::ZoomOut, "out"),
    (Command::Up, Command::Down, "down"),
    (Command::PageUp, Command::PageDown, "down"),
    (Command::First, Command::Last, "last"),
    (Command::Left, Command::Right, "next"),
];

/// The window with every key that works here.
pub fn help(app: &App) -> Overlay {
    let keys = Keys { app, places: app.places() };
    let mut lines: Vec<(String, Role)> = Vec::new();
    match &app.screen {
        Screen::Game(game) if app.overlays.is_empty() => {
            if let Some(decision) = &game.shown.decision {
                lines.push((format!("{} ({})", game.shown.question(), decision.rule), Role::Prompt));
            }
            lines.extend(keys.of_game(game));
            lines.push(("On the map".to_owned(), Role::Title));
            lines.extend(legend(game));
            lines.push(("Terrain and markers on this map".to_owned(), Role::Title));
            lines.extend(signs(game));
        }
        _ => lines.extend(keys.by_place()),
    }
    Overlay::text(Purpose::Read, "Keys", lines)
}

/// The keys that work now.
struct Keys<'a, 'b> {
    app: &'a App<'b>,
    places: Vec<Place>,
}

impl Keys<'_, '_> {
    /// The keys of a game, by task.
    fn of_game(&self, game: &Game) -> Vec<(String, Role)> {
        let mut lines: Vec<(String, Role)> = Vec::new();
        let all: Vec<&Binding> = self.app.keymap.at(&self.places, self.app.verbs()).collect();
        for task in Task::ALL {
            lines.push((task.heading().to_owned(), Role::Title));
            if task == Task::Prompt {
                lines.extend(self.directions(&all));
            }
            let of = all.iter().filter(|binding| Task::of(binding.command) == task);
            let of = of.filter(|binding| is_of_use(game, binding));
            lines.extend(of.filter_map(|binding| self.row(binding)));
        }
        lines
    }

    /// The keys of the other screens and of windows, by section.
    fn by_place(&self) -> Vec<(String, Role)> {
        let mut lines: Vec<(String, Role)> = Vec::new();
        for place in &self.places {
            let bindings: Vec<&Binding> =
                self.app.keymap.at(std::slice::from_ref(place), self.app.verbs()).collect();
            let mut rows = self.directions(&bindings);
            let of = bindings.iter().filter(|binding| self.is_of_use_here(binding.command));
            rows.extend(of.filter_map(|binding| self.row(binding)));
            if !rows.is_empty() {
                lines.push((heading(*place).to_owned(), Role::Title));
                lines.extend(rows);
            }
        }
        lines
    }

    /// Whether a command does something on the title screen, in the setup form or in the window on top.
    fn is_of_use_here(&self, command: Command) -> bool {
        let kind = match self.app.overlays.last() {
            Some(Overlay::List(list)) => Some(list.kind),
            _ => None,
        };
        let decided = matches!(self.app.overlays.last(),
            Some(Overlay::Pager(pager)) if pager.purpose == Purpose::Decided);
        let form = self.app.overlays.is_empty() && matches!(self.app.screen, Screen::Setup(_));
        let changed =
            matches!(kind, Some(Kind::Settings | Kind::Markings | Kind::Orders | Kind::Attacks | Kind::Form))
                || form;
        let edits = matches!(self.app.screen, Screen::Editor(_)) && self.app.overlays.is_empty();
        match command {
            _ if edits => true,
            Command::Rename | Command::Remove => kind == Some(Kind::StartingPoint),
            Command::Split | Command::Merge => matches!(kind, Some(Kind::Markings | Kind::Bands)),
            Command::FireAll => kind == Some(Kind::Attacks),
            Command::GoToCell => kind == Some(Kind::Form),
            Command::Tone => kind == Some(Kind::Log),
            Command::Why => kind.is_none() || kind == Some(Kind::Log),
            Command::Autoplay => decided,
            Command::Left | Command::Right => changed,
            Command::Close => !self.app.overlays.is_empty(),
            Command::Filter => !form,
            _ => true,
        }
    }

    /// The keys of a command that no other binding hides.
    fn reached(&self, binding: &Binding) -> Vec<String> {
        let reached = |keys: &&Vec<_>| {
            self.app.keymap.find(&self.places, self.app.verbs(), keys) == Found::Command(binding.command)
        };
        binding.keys.iter().filter(reached).map(|keys| written(keys)).collect()
    }

    fn row(&self, binding: &Binding) -> Option<(String, Role)> {
        if OPPOSITES.iter().any(|(_, other, _)| *other == binding.command)
            || matches!(binding.command, Command::Go(_) | Command::Turn(_))
        {
            return None;
        }
        let keys = self.reached(binding);
        if keys.is_empty() {
            return None;
        }
        let opposite = OPPOSITES.iter().find(|(command, ..)| *command == binding.command);
        let back = opposite.and_then(|(_, other, word)| {
            let mut bindings = self.app.keymap.at(&self.places, self.app.verbs());
            let key =
                bindings.find(|b| b.command == *other).map(|b| self.reached(b).into_iter().next())??;
            Some(format!(" ({key}: {word})"))
        });
        if let Command::Card(_) = binding.command {
            let keys = format!("{} ...", keys[0]);
            let text = format!("{keys:<13} A card by its number: its use; again: the next, or plays it");
            return Some((text, Role::Text));
        }
        let text = format!("{:<13} {}{}", keys.join("  "), binding.help, back.unwrap_or_default());
        Some((text, Role::Text))
    }

    /// The directions in a line: the first key of each, clockwise; and turns in another.
    fn directions(&self, bindings: &[&Binding]) -> Vec<(String, Role)> {
        let mut rows = Vec::new();
        for turning in [false, true] {
            let (mut keys, mut winds) = (Vec::new(), Vec::new());
            for binding in bindings {
                let to = match binding.command {
                    Command::Go(to) if !turning => to,
                    Command::Turn(to) if turning => to,
                    _ => continue,
                };
                if !winds.contains(&to.letters())
                    && let Some(key) = self.reached(binding).into_iter().next()
                {
                    keys.push(key);
                    winds.push(to.letters());
                }
            }
            if keys.is_empty() {
                continue;
            }
            let edits = matches!(self.app.screen, Screen::Editor(_));
            let moving = matches!(&self.app.screen, Screen::Game(game) if game.steering());
            let goes = match (turning, edits, moving) {
                (false, true, _) => "go",
                (false, false, true) => "move",
                (false, false, false) => "cursor",
                (true, true, _) => "five cells",
                (true, false, true) => "face",
                (true, false, false) => "cursor by 5",
            };
            let also = match (turning, edits) {
                (true, _) => "; or Shift and arrows",
                (false, true) => "; or arrows, after a number to repeat",
                (false, false) => "; or arrows",
            };
            rows.push((format!("{:<13} {goes} {}{also}", keys.join(" "), winds.join(" ")), Role::Text));
        }
        rows
    }
}

/// Whether a command of a game can do something now.
fn is_of_use(game: &Game, binding: &Binding) -> bool {
    let acts = |act: Act| game.shown.choices.iter().any(|choice| choice.act == act);
    let reacts = deciding::reacting(&game.shown.choices);
    match binding.command {
        // Steps are the directions above.
        Command::Verb(_) => !deciding::is_step(&game.shown.choices, &binding.name),
        Command::Hand => game.shown.view.hand.is_some(),
        // The first card's line stands for all of them.
        Command::Card(place) => place == 0 && game.shown.view.hand.is_some(),
        Command::Records => !game.shown.view.records.is_empty(),
        Command::Select => acts(Act::Begin) || acts(Act::Join),
        Command::JoinAll => acts(Act::Join) || game.marching.leads_formation(&game.shown),
        Command::March => game.steering() || game.marching.routed.is_some(),
        Command::Look => game.steering() || game.pointer.look,
        // These are in the settings, on screen beside their pane, or rarely needed; the palette lists them.
        Command::Theme
        | Command::MapLook
        | Command::MapSymbols
        | Command::MapNations
        | Command::TestCard
        | Command::Ascii
        | Command::Redraw
        | Command::Pace
        | Command::LogUp
        | Command::OddsDown => false,
        Command::NextLoss => game.session.shown().is_some(),
        Command::Heights => !game.shown.view.board.levels.is_empty(),
        Command::OtherPlayer | Command::Message => game.session.sharing().is_some(),
        Command::PassBetter | Command::AutoHold | Command::Orders => reacts,
        Command::Finish => reacts || acts(Act::Done),
        Command::PassPhase => reacts || acts(Act::Pass) || acts(Act::Done),
        Command::FirePlan => !game.shown.worth.is_empty() || !game.shown.shots.is_empty(),
        Command::Repeat => game.marching.last_goal.is_some() || game.history.last_choice.is_some(),
        Command::Choices | Command::FindChoice | Command::Play => !game.shown.choices.is_empty(),
        Command::Next => game.shown.choices.len() > 1,
        Command::NextWay => game.shown.ways(&game.pointer).len() > 1,
        Command::Stack => game.shown.pieces_at(game.pointer.cursor).count() > 1,
        Command::Active => game.shown.active().is_some() || !game.shown.log.is_empty(),
        Command::Matrix => {
            let picked = game.shown.picked(&game.pointer);
            picked.is_some_and(|choice| game.session.preview(&choice.notation).is_some())
        }
        _ => true,
    }
}

const fn heading(place: Place) -> &'static str {
    match place {
        Place::Steer => "Moving",
        Place::Diagonal => "Diagonals",
        Place::Hand => "Cards",
        Place::Verbs => "This prompt",
        Place::Map => "Directions",
        Place::Game => "Game",
        Place::List => "Lists and windows",
        Place::Library => "This screen",
        Place::Drawing => "Map",
        Place::Forces => "Forces",
        Place::Plans => "Plans",
        Place::Sheet => "Lines",
        Place::Editor => "Scenario editor",
        Place::Any => "Everywhere",
    }
}

/// The signs of terrain and markers, two per line.
fn signs(game: &Game) -> Vec<(String, Role)> {
    let mut all: Vec<String> = Vec::new();
    let ground = game.shown.view.board.palette.iter().map(|t| (t.glyph, t.name.as_str()));
    for (glyph, name) in ground.chain(game.shown.view.markers.iter().map(|m| (m.glyph, m.name.as_str()))) {
        let sign = format!("{glyph}  {name}");
        if !all.contains(&sign) {
            all.push(sign);
        }
    }
    // Short names share a line, by three or by two; a long name has a line of its own.
    let (short, long): (Vec<_>, Vec<_>) = all.into_iter().partition(|sign| sign.chars().count() < 25);
    let (middling, long): (Vec<_>, Vec<_>) = long.into_iter().partition(|sign| sign.chars().count() < 37);
    let columns = |signs: &[String], wide: usize| {
        let line: String = signs.iter().map(|sign| format!("{sign:<wide$}")).collect();
        line.trim_end().to_owned()
    };
    let three = short.chunks(3).map(|signs| columns(signs, 25));
    let two = middling.chunks(2).map(|signs| columns(signs, 38));
    three.chain(two).chain(long).map(|line| (line, Role::Text)).collect()
}

/// The meaning of letters, styles and signs on the map: the screen's own and the ruleset's.
fn legend(game: &Game) -> Vec<(String, Role)> {
    let cell = game.shown.view.words.cell[0];
    let mut rows = vec![
        "CAPITALS        the first side            small letters   the second side".to_owned(),
        "^ > v <         facing north, east, south, west (or arrows)".to_owned(),
        "9 3 1 7         facing north-east, south-east, south-west, north-west".to_owned(),
    ];
    let own = game.shown.view.legend.iter().map(|sign| (sign.sign.as_str(), sign.meaning.as_str()));
    let mut short: Option<String> = None;
    for (sign, meaning) in own {
        // Two short ones share a line.
        let text = format!("{sign:<16}{meaning}");
        match short.take() {
            Some(first) if text.chars().count() < 38 => rows.push(format!("{first:<42}{text}")),
            Some(first) => rows.extend([first, text]),
            None if text.chars().count() < 38 => short = Some(text),
            None => rows.push(text),
        }
    }
    rows.extend(short);
    rows.extend([
        "reversed        can be chosen now; both characters reversed: the cursor".to_owned(),
        "* and X         line of sight; X where it is blocked".to_owned(),
        format!("+               a {cell} that can be chosen, or where you can set up"),
        "@               plotted fire, or where it would land".to_owned(),
    ]);
    rows.into_iter().map(|line| (line, Role::Text)).collect()
}
