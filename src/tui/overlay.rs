//! Windows over the screen: texts to read and lists to choose from.

use frizbee::{Config, Matcher, Pattern, PatternConfig};

use super::theme::Role;

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
    /// Tells that the issue is decided, and offers to end.
    Decided,
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
    /// Words that must all occur, or nearly.
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

    /// The places of the rows that pass the filter; where none holds its words, those that come closest.
    pub fn shown(&self) -> Vec<usize> {
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let found: Vec<usize> = (0..self.rows.len())
            .filter(|&n| tone_passes(self.tone, self.rows[n].role))
            .filter(|&n| self.kind == Kind::Catalog || words.iter().all(|word| self.text(n).contains(word)))
            .collect();
        if found.is_empty() { self.resembling(&words) } else { found }
    }

    /// The rows whose words come closest to those of the filter, best first: letters may be left out, and one
    /// in four may be wrong. In the palette only commands are guessed at, and by one word: what is longer is a
    /// choice in writing, which must be told to be wrong rather than taken for another.
    fn resembling(&self, words: &[String]) -> Vec<usize> {
        let palette = self.kind == Kind::Palette;
        if palette && words.len() != 1 {
            return Vec::new();
        }
        let rows: Vec<usize> = (0..self.rows.len())
            .filter(|&n| tone_passes(self.tone, self.rows[n].role))
            .filter(|&n| !palette || !self.rows[n].text.starts_with(CHOICE))
            .collect();
        let texts: Vec<String> = rows.iter().map(|&n| self.text(n)).collect();
        let wanted = |word: &String| {
            let wrong = word.chars().count() / 4;
            Pattern::new(word, PatternConfig::default()).max_typos(Some(wrong as u16))
        };
        let patterns: Vec<Pattern> = words.iter().map(wanted).collect();
        let found = Matcher::from_patterns(&patterns, &Config::default()).match_list(&texts);
        let enough = found.first().map_or(0, |best| best.score - best.score / 4);
        let near = found.iter().take_while(|found| found.score >= enough);
        near.map(|found| rows[found.index as usize]).collect()
    }

    /// All that a row says, in small letters.
    fn text(&self, n: usize) -> String {
        format!("{} {}", self.rows[n].text, self.rows[n].tail).to_lowercase()
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
        List { filter: filter.to_owned(), ..list.clone() }.shown()
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
    }
}
