//! The commands of the screen, as named by keys and palette.

use crate::board::Compass;

macro_rules! commands {
    ($($name:ident = $word:literal),* $(,)?) => {
        /// A command to the screen.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub enum Command {
            /// Moves the cursor, or the moving unit, in a direction.
            Go(Compass),
            /// Turns the moving unit to face a direction.
            Turn(Compass),
            /// A verb of the decision, by its index among the verbs offered.
            Verb(usize),
            /// A card of the hand, by its index.
            Card(usize),
            $(#[doc = $word] $name),*
        }
        const NAMED: &[(&str, Command)] = &[$(($word, Command::$name)),*];
    };
}

commands! {
    Next = "next", Previous = "previous", NextWay = "next-way", PreviousWay = "previous-way",
    Play = "play", Choices = "choices", FindChoice = "find-choice", Undo = "undo", Select = "select",
    March = "go", JoinAll = "join-all", Look = "look", Sight = "sight",
    Seen = "seen", Threat = "threat", Heights = "heights", Inspect = "inspect", Roster = "roster", Log = "log",
    LogUp = "log-up", LogDown = "log-down", SidePane = "side-pane", OddsDown = "odds-down",
    OddsUp = "odds-up", Active = "active", Zoom = "zoom", ZoomOut = "zoom-out", Overview = "overview", MapLook = "map-look", MapSymbols = "map-symbols", MapNations = "map-nations", TestCard = "test-card", Briefing = "briefing", Records = "records",
    AutoHold = "auto-hold", Orders = "orders", PassBetter = "pass-better", PassPhase = "pass-phase",
    Earlier = "earlier", Later = "later", EarlierTurn = "earlier-turn", LaterTurn = "later-turn",
    NextLoss = "next-loss", Pause = "pause", FirePlan = "fire-plan", FireAll = "fire-all", Finish = "finish", Propose = "propose", Repeat = "repeat", Pace = "pace", Seats = "seats", Title = "title",
    Up = "up", Down = "down", PageUp = "page-up", PageDown = "page-down", First = "first", Last = "last",
    Accept = "accept", Filter = "filter", Tone = "tone", Close = "close",
    Left = "left", Right = "right", Back = "back",
    Help = "help", Palette = "palette", Catalog = "catalog", Theme = "theme", Ascii = "ascii",
    Redraw = "redraw", Quit = "quit", Stack = "stack", NextAct = "next-act", PreviousAct = "previous-act", Hand = "hand", GoToCell = "go-to-cell", Matrix = "matrix", Quick = "quick", Campaigns = "campaigns", Export = "export",
    Editor = "editor", Page = "page", PreviousPage = "previous-page", Redo = "redo", Save = "save", Settings = "settings",
    SaveAs = "save-as", PlayIt = "play-it", Measure = "measure", OtherSide = "other-side", Paint = "paint", LayOver = "lay-over",
    Pen = "pen", Corner = "corner", Straight = "line", Block = "rectangle", Flood = "flood", Bare = "clear",
    Raise = "raise", Lower = "lower", Brush = "brush", NextBrush = "next-brush",
    PreviousBrush = "previous-brush", PickUp = "pick-up", Own = "own", NewFormation = "new-formation",
    AddOne = "add-one", Remove = "remove", ShiftUp = "shift-up", ShiftDown = "shift-down",
    CopyIt = "copy", Mirror = "mirror", Rotate = "rotate", Generate = "generate",
    ToMap = "to-map", NewPlan = "new-plan", Rename = "rename", Autoplay = "autoplay",
    Split = "split", Merge = "merge", Why = "why", Advice = "advice",
    OtherPlayer = "other-player", Message = "message",
}

/// Earlier names of commands, still valid in a player's keys.toml.
const OLD_NAMES: [(&str, &str); 5] = [
    ("workshop", "editor"),
    ("room", "page"),
    ("previous-room", "previous-page"),
    ("give-back", "remove"),
    ("play-out", "autoplay"),
];

const WINDS: [(&str, Compass); 8] = [
    ("north", Compass::N),
    ("north-east", Compass::NE),
    ("east", Compass::E),
    ("south-east", Compass::SE),
    ("south", Compass::S),
    ("south-west", Compass::SW),
    ("west", Compass::W),
    ("north-west", Compass::NW),
];

impl Command {
    /// The number of rows that the selection of a list moves, positive down; `None` for other commands.
    pub const fn rows(self) -> Option<isize> {
        Some(match self {
            Self::Up => -1,
            Self::Down => 1,
            Self::PageUp => -10,
            Self::PageDown => 10,
            Self::First => -100_000,
            Self::Last => 100_000,
            _ => return None,
        })
    }

    /// The command with a name in keys.toml.
    pub fn named(name: &str) -> Option<Self> {
        let wind = |word: &str| WINDS.iter().find(|(w, _)| *w == word).map(|(_, wind)| *wind);
        if let Some(to) = name.strip_prefix("turn-") {
            return wind(to).map(Self::Turn);
        }
        if let Some(place) = name.strip_prefix("card-").and_then(|n| n.parse::<usize>().ok()) {
            return (1..=10).contains(&place).then(|| Self::Card(place - 1));
        }
        let name = OLD_NAMES.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| *new);
        wind(name)
            .map(Self::Go)
            .or_else(|| NAMED.iter().find(|(word, _)| *word == name).map(|(_, command)| *command))
    }
}
