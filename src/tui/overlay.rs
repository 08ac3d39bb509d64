//! Windows: texts to read and lists to choose from.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::theme::Role;
use crate::reading::is_near;

/// Prefix of the choices in the palette; all other rows are commands.
pub const CHOICE: &str = "> ";

/// The purpose of a text window: it decides what Enter does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Information.
    Read,
    /// A text of a tutorial: a key of the prompt closes it and is carried out.
    Lesson,
    /// Asks whether to quit the program.
    Quit,
    /// Asks whether to return to the title.
    Leave,
    /// Reports that the battle is decided; play goes on.
    Decided,
    /// Asks whether the computer is to play the rest for both sides.
    Autoplay,
    /// Asks whether to end one's other connection to a battle.
    TakeOver,
    /// Asks whether to take a side from the computer.
    TakeSide,
    /// Reports that an action could not be saved.
    Trouble,
}

/// A text window.
#[derive(Clone, PartialEq, Debug)]
pub struct Pager {
    /// Its purpose.
    pub purpose: Purpose,
    /// Its heading.
    pub title: String,
    /// Its lines, wrapped when drawn.
    pub lines: Vec<(String, Role)>,
    /// Number of lines scrolled.
    pub scroll: usize,
    /// Number of lines visible when it was last drawn.
    pub tall: usize,
    /// Only lines with these words are shown, each under its heading.
    pub filter: String,
    /// Whether keys go into the filter.
    pub typing: bool,
}

impl Pager {
    /// The indices of the lines that contain every word of the filter, and of their headings.
    pub fn shown(&self) -> Vec<usize> {
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        if words.is_empty() {
            return (0..self.lines.len()).collect();
        }
        let mut shown: Vec<usize> = Vec::new();
        let mut heading: Option<usize> = None;
        for (place, (text, role)) in self.lines.iter().enumerate() {
            if *role == Role::Title {
                heading = Some(place);
            }
            let text = text.to_lowercase();
            if words.iter().all(|word| text.contains(word)) {
                shown.extend(heading.take().filter(|heading| *heading != place));
                shown.push(place);
            }
        }
        shown
    }

    /// Shows every line again; the first line that matched stays at the top.
    pub fn clear_filter(&mut self) {
        let matched = self.shown().into_iter().find(|&place| self.lines[place].1 != Role::Title);
        self.filter.clear();
        self.typing = false;
        self.scroll = matched.unwrap_or(0);
    }
}

/// The contents of a list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Legal choices; the row's number is the choice's index.
    Choices,
    /// Commands and choices by name.
    Palette,
    /// Lines of the log.
    Log,
    /// Pieces.
    Roster,
    /// The pieces of one cell, top first.
    Stack,
    /// Catalog rows; the filter searches the catalog itself.
    Catalog,
    /// Ways to resume a saved game.
    Ways,
    /// The fire plan.
    Attacks,
    /// Questions answered together.
    Form,
    /// The groups proposed for the turn.
    Markings,
    /// The groups that can march.
    Bands,
    /// Standing orders.
    Orders,
    /// The player's settings.
    Settings,
    /// The final report; some lines can be looked back to.
    Over,
    /// Starting points for the scenario editor.
    StartingPoint,
    /// Campaigns.
    Campaigns,
    /// A campaign: its state, and what can be done.
    Campaign,
    /// A new name for one of the player's scenarios, typed into the filter.
    Renaming,
    /// The other player of a shared battle: messages, a draw, resigning.
    OtherPlayer,
    /// A question with answers.
    Answer,
    /// The question whether to bin or delete one of the player's scenarios.
    Discarding,
}

impl Kind {
    /// Whether the filter is the purpose of the list, and Esc closes it at once.
    pub const fn is_typed(self) -> bool {
        matches!(self, Self::Palette | Self::Catalog | Self::Renaming)
    }
}

/// A row of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its text.
    pub text: String,
    /// Text at the right edge.
    pub tail: String,
    /// Its style.
    pub role: Role,
    /// Its meaning; depends on the list.
    pub id: usize,
    /// More lines, shown while it is selected.
    pub more: Vec<String>,
}

/// A list to choose from.
///
/// Invariant: the visible rows are known. A longer filter searches only the rows that matched before.
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// Its contents.
    pub kind: Kind,
    /// Its heading.
    pub title: String,
    /// A line above the rows.
    pub heading: String,
    /// Whether keys go into the filter.
    pub typing: bool,
    /// Index of the selected row among the visible ones.
    pub selected: usize,
    /// Digits typed to jump to a numbered row.
    pub number: String,
    /// The first row drawn.
    pub top: usize,
    /// Number of rows visible when it was last drawn.
    pub tall: usize,
    /// Whether one key carries out all of it.
    pub whole: bool,
    rows: Vec<Row>,
    /// Words that a row must contain, at least roughly.
    filter: String,
    /// Which kinds of log line are shown: an index into [`TONES`].
    tone: usize,
    /// Indices of the rows that contain all words.
    holding: Vec<usize>,
    /// Indices of the visible rows.
    shown: Vec<usize>,
}

/// Longest filter; the rest is dropped.
const LONGEST_FILTER: usize = 200;
/// Longest filter for which similar rows are looked for.
const LONGEST_GUESS: usize = 40;

impl List {
    /// A list with its first row selected.
    pub fn new(kind: Kind, title: impl Into<String>, rows: Vec<Row>) -> Self {
        let all: Vec<usize> = (0..rows.len()).collect();
        Self {
            kind,
            title: title.into(),
            heading: String::new(),
            typing: false,
            selected: 0,
            number: String::new(),
            top: 0,
            tall: 0,
            whole: false,
            rows,
            filter: String::new(),
            tone: 0,
            holding: all.clone(),
            shown: all,
        }
    }

    /// All rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Replaces the rows.
    pub fn set_rows(&mut self, rows: Vec<Row>) {
        self.rows = rows;
        self.look_at(0..self.rows.len());
    }

    /// Shows a table: its first line is the heading.
    pub fn show_table(&mut self, table: &[Vec<String>]) {
        let count = table.iter().map(Vec::len).max().unwrap_or(0);
        let wide: Vec<usize> = (0..count)
            .map(|n| table.iter().filter_map(|r| r.get(n)).map(|c| super::text::width(c)).max().unwrap_or(0))
            .collect();
        let line = |cells: &Vec<String>| {
            let padded = cells.iter().zip(&wide).map(|(cell, w)| format!("{cell:<w$}"));
            padded.collect::<Vec<_>>().join("  ")
        };
        self.heading = table.first().map(line).unwrap_or_default();
        let row = |(id, cells)| Row {
            text: line(cells),
            tail: String::new(),
            role: Role::Text,
            id,
            more: Vec::new(),
        };
        self.set_rows(table.iter().enumerate().skip(1).map(row).collect());
    }

    /// The text of the filter.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Appends to the filter, as far as there is room.
    pub fn write(&mut self, text: &str) {
        let room = LONGEST_FILTER.saturating_sub(self.filter.chars().count());
        self.filter.extend(text.chars().take(room));
        self.selected = 0;
        let before = std::mem::take(&mut self.holding);
        self.look_at(before.into_iter());
    }

    /// Removes the last letter of the filter.
    pub fn backspace(&mut self) {
        self.filter.pop();
        self.search_again();
    }

    /// Clears the filter.
    pub fn clear(&mut self) {
        self.filter.clear();
        self.search_again();
    }

    /// Stops typing and shows every row again, with the same row selected.
    pub fn leave_filter(&mut self) {
        let row = self.shown.get(self.selected).copied();
        self.typing = false;
        self.clear();
        self.selected = self.shown.iter().position(|shown| Some(*shown) == row).unwrap_or(0);
    }

    /// Searches all rows again after the filter has become shorter.
    fn search_again(&mut self) {
        self.selected = 0;
        self.look_at(0..self.rows.len());
    }

    /// Shows the next kind of log line, the newest selected.
    pub fn next_tone(&mut self) {
        self.tone = (self.tone + 1) % TONES.len();
        self.title = format!("Log: {}", TONES[self.tone]);
        self.look_at(0..self.rows.len());
        self.selected = self.shown.len().saturating_sub(1);
    }

    /// Searches these rows for the words of the filter; if none matches, finds similar ones.
    fn look_at(&mut self, rows: impl Iterator<Item = usize>) {
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let all = matches!(self.kind, Kind::Catalog | Kind::Renaming) || words.is_empty();
        let holds = |n: usize| {
            let text = self.text(n);
            words.iter().all(|word| text.contains(word))
        };
        let shows = |n: &usize| tone_passes(self.tone, self.rows[*n].role) && (all || holds(*n));
        self.holding = rows.filter(shows).collect();
        self.shown = if self.holding.is_empty() { self.resembling(&words) } else { self.holding.clone() };
    }

    /// The rows most similar to the filter, best first: with letters left out, and if there are none, with
    /// one letter in four wrong. In the palette only commands are guessed, from a single word and by name;
    /// anything longer is a typed choice, which must be refused rather than replaced by another.
    fn resembling(&self, words: &[String]) -> Vec<usize> {
        let palette = self.kind == Kind::Palette;
        if palette && words.len() != 1 || self.filter.chars().count() > LONGEST_GUESS {
            return Vec::new();
        }
        let name = |n: usize| self.rows[n].text.split(':').next().unwrap_or_default().to_lowercase();
        let rows: Vec<(usize, String)> = (0..self.rows.len())
            .filter(|&n| tone_passes(self.tone, self.rows[n].role))
            .filter(|&n| !palette || !self.rows[n].text.starts_with(CHOICE))
            .map(|n| (n, if palette { name(n) } else { self.text(n) }))
            .collect();
        let short = with_letters_left_out(words, &rows);
        let misspelt =
            |text: &str| words.iter().all(|word| text.split_whitespace().any(|it| is_near(word, it)));
        match short.is_empty() {
            false => short,
            true => rows.iter().filter(|(_, text)| misspelt(text)).map(|(n, _)| *n).collect(),
        }
    }

    /// All text of a row, in lower case.
    fn text(&self, n: usize) -> String {
        format!("{} {}", self.rows[n].text, self.rows[n].tail).to_lowercase()
    }

    /// Indices of the rows that match the filter, or of the most similar ones if none does.
    pub fn shown(&self) -> &[usize] {
        &self.shown
    }

    /// The selected row.
    pub fn current(&self) -> Option<&Row> {
        self.shown.get(self.selected).map(|&n| &self.rows[n])
    }

    /// Moves the selection within the visible rows.
    pub fn shift(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }
}

/// The rows that contain the letters of each word in order, the closest matches first.
fn with_letters_left_out(words: &[String], rows: &[(usize, String)]) -> Vec<usize> {
    let wanted = Pattern::new(&words.join(" "), CaseMatching::Ignore, Normalization::Never, AtomKind::Fuzzy);
    let (mut matcher, mut letters) = (Matcher::new(Config::DEFAULT), Vec::new());
    let mut found: Vec<(u32, usize)> = rows
        .iter()
        .filter_map(|(n, text)| Some((wanted.score(Utf32Str::new(text, &mut letters), &mut matcher)?, *n)))
        .collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let enough = found.first().map_or(0, |(best, _)| best - best / 4);
    found.iter().take_while(|(score, _)| *score >= enough).map(|(_, n)| *n).collect()
}

/// Names of the log filters.
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
    /// A text window at its top.
    pub fn text(purpose: Purpose, title: impl Into<String>, lines: Vec<(String, Role)>) -> Self {
        let (filter, typing) = (String::new(), false);
        Self::Pager(Pager { purpose, title: title.into(), lines, scroll: 0, tall: 0, filter, typing })
    }

    /// The length of a page: one line less than is visible.
    pub fn page(&self) -> isize {
        let tall = match self {
            Self::Pager(pager) => pager.tall,
            Self::List(list) => list.tall,
        };
        // A window is never taller than a screen.
        tall.saturating_sub(1).max(1) as isize
    }
}

#[cfg(test)]
mod tests;
