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
///
/// Invariant: the rows shown are known, and looked for again only where they can have become more: a letter more
/// leaves of those shown the ones that still fit.
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// What it is of.
    pub kind: Kind,
    /// Its heading.
    pub title: String,
    /// A line above the rows.
    pub heading: String,
    /// Whether keys go into the filter.
    pub typing: bool,
    /// Place of the selected line among those shown.
    pub selected: usize,
    /// Digits typed to go to a number.
    pub number: String,
    /// The first row shown.
    pub top: usize,
    rows: Vec<Row>,
    /// Words that must all occur.
    filter: String,
    /// Which kinds of log line are shown.
    tone: usize,
    /// The places of the rows that pass the filter.
    shown: Vec<usize>,
}

/// Characters of a filter; what is written behind them is dropped.
const LONGEST_FILTER: usize = 200;

impl List {
    /// A list with its first row selected.
    pub fn new(kind: Kind, title: impl Into<String>, rows: Vec<Row>) -> Self {
        Self {
            kind,
            title: title.into(),
            heading: String::new(),
            typing: false,
            selected: 0,
            number: String::new(),
            top: 0,
            shown: (0..rows.len()).collect(),
            rows,
            filter: String::new(),
            tone: 0,
        }
    }

    /// All rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Other rows in their place.
    pub fn set_rows(&mut self, rows: Vec<Row>) {
        self.rows = rows;
        self.look_again();
    }

    /// What is typed into the filter.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Writes at the end of the filter, as far as there is room.
    pub fn write(&mut self, text: &str) {
        let room = LONGEST_FILTER.saturating_sub(self.filter.chars().count());
        self.filter.extend(text.chars().take(room));
        self.selected = 0;
        let before = std::mem::take(&mut self.shown);
        self.shown = self.passing(before.into_iter());
    }

    /// Takes the last letter of the filter back.
    pub fn rub_out(&mut self) {
        self.filter.pop();
        self.selected = 0;
        self.look_again();
    }

    /// Shows the next kind of log lines, the newest selected.
    pub fn next_tone(&mut self) {
        self.tone = (self.tone + 1) % TONES.len();
        self.title = format!("Log: {}", TONES[self.tone]);
        self.look_again();
        self.selected = self.shown.len().saturating_sub(1);
    }

    fn look_again(&mut self) {
        self.shown = self.passing(0..self.rows.len());
    }

    /// Which of these places hold rows that pass the filter.
    fn passing(&self, places: impl Iterator<Item = usize>) -> Vec<usize> {
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let passes = |row: &Row| {
            let all = || format!("{} {}", row.text, row.tail).to_lowercase();
            let found = |all: String| words.iter().all(|word| all.contains(word.as_str()));
            self.kind == Kind::Catalog || words.is_empty() || found(all())
        };
        places.filter(|&n| tone_passes(self.tone, self.rows[n].role) && passes(&self.rows[n])).collect()
    }

    /// The places of the rows that pass the filter.
    pub fn shown(&self) -> &[usize] {
        &self.shown
    }

    /// The selected row.
    pub fn current(&self) -> Option<&Row> {
        self.shown.get(self.selected).map(|&n| &self.rows[n])
    }

    /// Moves the selection, staying within the rows shown.
    pub fn shift(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn list(texts: &[&str]) -> List {
        let row = |(id, text): (usize, &&str)| Row {
            text: (*text).to_owned(),
            tail: String::new(),
            role: Role::Text,
            id,
            more: Vec::new(),
        };
        List::new(Kind::Palette, "All", texts.iter().enumerate().map(row).collect())
    }

    #[test]
    fn a_letter_more_looks_only_at_the_rows_left() {
        let mut list = list(&["Tiger", "Panther", "Tank", "Truck"]);
        list.write("t");
        assert_eq!(list.shown(), [0, 1, 2, 3]);
        list.write("a");
        assert_eq!(list.shown(), [2]);
        // Whether a row that is out already would fit is not asked again, until something is taken back.
        list.rows[3].text = "Tanker".to_owned();
        list.write("n");
        assert_eq!(list.shown(), [2]);
        list.rub_out();
        assert_eq!(list.shown(), [2, 3]);
    }

    #[test]
    fn the_rows_shown_are_those_that_hold_every_word() {
        let texts = ["move Tiger", "move Panther", "fire Tiger", "fire at the tiger", "Hold"];
        let mut list = list(&texts);
        for step in ["TI", "ger", " ", "f", "ire", "\u{8}", "\u{8}", " a", "\u{8}", "x"] {
            match step {
                "\u{8}" => list.rub_out(),
                text => list.write(text),
            }
            let words: Vec<String> = list.filter().split_whitespace().map(str::to_lowercase).collect();
            let fits = |n: &usize| words.iter().all(|word| texts[*n].to_lowercase().contains(word));
            assert_eq!(list.shown(), (0..texts.len()).filter(fits).collect::<Vec<_>>(), "{}", list.filter());
        }
        list.write(&"x".repeat(10_000));
        assert_eq!(list.filter().chars().count(), LONGEST_FILTER);
    }
}
