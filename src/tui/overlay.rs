//! Windows over the screen: texts to read and lists to choose from.

use super::theme::Role;

/// What a text is, for what Enter does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To be read.
    Read,
    /// Asks whether to leave the program.
    Quit,
    /// Asks whether to leave the game for the title.
    Leave,
    /// Tells how the game ended.
    Over,
    /// Tells that a play could not be saved.
    Trouble,
}

/// A text to read.
#[derive(Clone, PartialEq, Debug)]
pub struct Pager {
    /// What it is.
    pub purpose: Purpose,
    /// Its heading.
    pub title: String,
    /// Its lines, wrapped when drawn.
    pub lines: Vec<(String, Role)>,
    /// Lines scrolled.
    pub scroll: usize,
}

/// What a list is of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Legal choices; the row's number is its place.
    Choices,
    /// Commands and choices by name.
    Palette,
    /// Lines of the log.
    Log,
    /// Pieces.
    Roster,
    /// The pieces of one cell, the uppermost first.
    Stack,
    /// Catalog rows found by the filter itself.
    Catalog,
    /// Attacks open now.
    Attacks,
    /// Groups proposed for the turn.
    Markings,
    /// Standing orders.
    Orders,
}

/// A line of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What it says.
    pub text: String,
    /// What stands at the right edge.
    pub tail: String,
    /// How it is shown.
    pub role: Role,
    /// What it stands for, depending on the list.
    pub id: usize,
    /// More lines, shown when it is selected.
    pub more: Vec<String>,
}

/// A list to choose from.
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// What it is of.
    pub kind: Kind,
    /// Its heading.
    pub title: String,
    /// A line above the rows.
    pub heading: String,
    /// All rows.
    pub rows: Vec<Row>,
    /// Words that must all occur.
    pub filter: String,
    /// Whether keys go into the filter.
    pub typing: bool,
    /// Place of the selected line among those shown.
    pub selected: usize,
    /// Digits typed to go to a number.
    pub number: String,
    /// The first row shown.
    pub top: usize,
    /// Which kinds of log line are shown.
    pub tone: usize,
}

/// Characters of a filter; what is written behind them is dropped.
const LONGEST_FILTER: usize = 200;

impl List {
    /// Writes at the end of the filter, as far as there is room.
    pub fn write(&mut self, text: &str) {
        let room = LONGEST_FILTER.saturating_sub(self.filter.chars().count());
        self.filter.extend(text.chars().take(room));
        self.selected = 0;
    }

    /// A list with its first row selected.
    pub fn new(kind: Kind, title: impl Into<String>, rows: Vec<Row>) -> Self {
        Self {
            kind,
            title: title.into(),
            heading: String::new(),
            rows,
            filter: String::new(),
            typing: false,
            selected: 0,
            number: String::new(),
            top: 0,
            tone: 0,
        }
    }

    /// The places of the rows that pass the filter.
    pub fn shown(&self) -> Vec<usize> {
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let passes = |row: &Row| {
            let all = format!("{} {}", row.text, row.tail).to_lowercase();
            self.kind == Kind::Catalog || words.iter().all(|word| all.contains(word.as_str()))
        };
        (0..self.rows.len())
            .filter(|&n| passes(&self.rows[n]) && tone_passes(self.tone, self.rows[n].role))
            .collect()
    }

    /// The selected row.
    pub fn current(&self) -> Option<&Row> {
        self.shown().get(self.selected).map(|&n| &self.rows[n])
    }

    /// Moves the selection, staying within the rows shown.
    pub fn shift(&mut self, by: isize) {
        let last = self.shown().len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }
}

/// Names of the filters of the log.
pub const TONES: [&str; 4] = ["everything", "rolls", "losses", "phases"];

fn tone_passes(tone: usize, role: Role) -> bool {
    match tone {
        1 => matches!(role, Role::Good | Role::Bad),
        2 => role == Role::Loss,
        3 => role == Role::Title,
        _ => true,
    }
}

/// A window.
#[derive(Clone, PartialEq, Debug)]
pub enum Overlay {
    /// A text.
    Pager(Pager),
    /// A list.
    List(List),
}

impl Overlay {
    /// A text to read.
    pub fn text(purpose: Purpose, title: impl Into<String>, lines: Vec<(String, Role)>) -> Self {
        Self::Pager(Pager { purpose, title: title.into(), lines, scroll: 0 })
    }
}
