//! Windows over the screen: texts to read and lists to choose from.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::theme::Role;
use crate::reading::is_near;

/// What a choice begins with in the palette; everything else there is a command.
pub const CHOICE: &str = "> ";

/// What a text is, for what Enter does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To be read.
    Read,
    /// Asks whether to leave the program.
    Quit,
    /// Asks whether to leave the game for the title.
    Leave,
    /// Says that the battle is decided; play goes on.
    Decided,
    /// Asks whether the computer is to play the rest for both sides.
    PlayOut,
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
    /// Lines that were shown when it was drawn last.
    pub tall: usize,
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
    /// Ways in which a saved game may go on.
    Ways,
    /// Attacks open now.
    Attacks,
    /// Groups proposed for the turn.
    Markings,
    /// Standing orders.
    Orders,
    /// How the game ended; some lines can be looked back to.
    Over,
    /// What a battle of the workshop may be begun from.
    Made,
    /// Another name for a battle of the player's own, typed into the filter.
    Renaming,
    /// Whether a battle of the player's own is put away, or destroyed.
    Discarding,
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
/// leaves of those that hold all words the ones that still do.
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
    /// Rows there was room for when it was drawn last.
    pub tall: usize,
    rows: Vec<Row>,
    /// Words that must all occur, or nearly.
    filter: String,
    /// Which kinds of log line are shown.
    tone: usize,
    /// The places of the rows that hold all words.
    holding: Vec<usize>,
    /// The places of the rows shown.
    shown: Vec<usize>,
}

/// Characters of a filter; what is written behind them is dropped.
const LONGEST_FILTER: usize = 200;
/// Characters of a filter beyond which it is not guessed what may be meant.
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

    /// Other rows in their place.
    pub fn set_rows(&mut self, rows: Vec<Row>) {
        self.rows = rows;
        self.look_at(0..self.rows.len());
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
        let before = std::mem::take(&mut self.holding);
        self.look_at(before.into_iter());
    }

    /// Takes the last letter of the filter back.
    pub fn rub_out(&mut self) {
        self.filter.pop();
        self.look_anew();
    }

    /// Takes all of the filter back.
    pub fn clear(&mut self) {
        self.filter.clear();
        self.look_anew();
    }

    /// Looks through all rows for a filter that asks for less than before.
    fn look_anew(&mut self) {
        self.selected = 0;
        self.look_at(0..self.rows.len());
    }

    /// Shows the next kind of log lines, the newest selected.
    pub fn next_tone(&mut self) {
        self.tone = (self.tone + 1) % TONES.len();
        self.title = format!("Log: {}", TONES[self.tone]);
        self.look_at(0..self.rows.len());
        self.selected = self.shown.len().saturating_sub(1);
    }

    /// Looks which of these rows hold the words of the filter, and where none does, which come closest.
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

    /// The rows whose words come closest to those of the filter, best first: letters may be left out, and where that
    /// finds nothing, one in four may be wrong. In the palette only commands are guessed at, by one word and by
    /// their names: what is longer is a choice in writing, which must be told to be wrong rather than taken for
    /// another.
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

    /// All that a row says, in small letters.
    fn text(&self, n: usize) -> String {
        format!("{} {}", self.rows[n].text, self.rows[n].tail).to_lowercase()
    }

    /// The places of the rows that hold the words of the filter; where none does, of those that come closest.
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

/// The rows that hold the letters of each word in their order, those that hold them closest together first.
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
        Self::Pager(Pager { purpose, title: title.into(), lines, scroll: 0, tall: 0 })
    }

    /// How far a page goes: what is seen but for one line, so that one sees where one was.
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
mod tests {
    use super::*;

    fn list(kind: Kind, texts: &[&str]) -> List {
        let row = |(id, text): (usize, &&str)| Row {
            text: (*text).to_owned(),
            tail: String::new(),
            role: Role::Text,
            id,
            more: Vec::new(),
        };
        List::new(kind, "", texts.iter().enumerate().map(row).collect())
    }

    fn found(list: &List, filter: &str) -> Vec<usize> {
        let mut list = list.clone();
        list.write(filter);
        list.shown
    }

    #[test]
    fn a_letter_more_looks_only_at_the_rows_left() {
        let mut list = list(Kind::Roster, &["Tiger", "Panther", "Tank", "Truck"]);
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
        let mut list = list(Kind::Roster, &texts);
        for step in ["TI", "ger", " ", "f", "ire", "\u{8}", "\u{8}", " a", "\u{8}", "t"] {
            match step {
                "\u{8}" => list.rub_out(),
                text => list.write(text),
            }
            let words: Vec<String> = list.filter().split_whitespace().map(str::to_lowercase).collect();
            let fits = |n: &usize| words.iter().all(|word| texts[*n].to_lowercase().contains(word));
            assert_eq!(list.shown(), (0..texts.len()).filter(fits).collect::<Vec<_>>(), "{}", list.filter());
        }
        list.write(&"x".repeat(10_000));
        assert_eq!((list.filter().chars().count(), list.shown()), (LONGEST_FILTER, &[][..]));
        while !list.filter().is_empty() {
            list.rub_out();
        }
        assert_eq!(list.shown().len(), texts.len());
    }

    #[test]
    fn what_is_written_wrong_is_found_nevertheless() {
        let roster = list(Kind::Roster, &["Panzer IV H", "Panzergrenadiers", "Mortar 81mm", "T-34/85"]);
        assert_eq!(found(&roster, "panzer"), [0, 1], "as written, in the order of the list");
        assert_eq!(found(&roster, "PANZER iv"), [0]);
        assert_eq!(found(&roster, "pnzgren"), [1], "letters left out");
        assert_eq!(found(&roster, "motrar"), [2], "letters changed about");
        assert_eq!(found(&roster, "zeppelin"), [0usize; 0]);
    }

    #[test]
    fn the_palette_never_takes_one_choice_for_another() {
        let palette =
            list(Kind::Palette, &["undo: take back", "roster: all pieces", "> move e", "> move se"]);
        assert_eq!(found(&palette, "rostr"), [1]);
        assert_eq!(found(&palette, "move se"), [3]);
        assert_eq!(found(&palette, "mov sw"), [0usize; 0], "it would be played");
        assert_eq!(found(&palette, "mvoe"), [0usize; 0]);
        assert_eq!(found(&palette, "alp"), [0usize; 0], "what a command is for is no name of it");
    }
}
