//! The deeds of units, from the log: one line for each, and figures of a whole battle.

mod figures;

use crate::board::Cell;
use crate::game::{Event, Gist, Grade, LogLine, Side, Tone};
use crate::odds::percent;

pub use figures::{Decisive, Luck, damage_in_words, decisive, luck};

/// An action of one unit or card, and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// In words.
    pub text: String,
    /// Its most serious tone.
    pub tone: Tone,
    /// The cells involved: the acting piece first, then its object.
    pub cells: Vec<Cell>,
    /// How bad it is for the reader.
    pub rank: u8,
    /// The action of its last line.
    pub play: u32,
}

/// The results on one unit.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fate {
    of: Side,
    who: String,
    /// Each result, and how often.
    results: Vec<(String, Grade, u16)>,
}

/// The lines of one unit while they are put together.
#[derive(Clone, Debug)]
struct Entry {
    by: Option<String>,
    side: Option<Side>,
    /// The action of its last line.
    play: u32,
    parts: Vec<Part>,
    cells: Vec<Cell>,
    tone: Tone,
    /// How bad its lines without results are.
    rank: u8,
}

#[derive(Clone, Debug)]
struct Part {
    text: String,
    is_move: bool,
    fates: Vec<Fate>,
}

/// How serious a tone is.
fn weight(tone: Tone) -> u8 {
    match tone {
        Tone::Loss => 3,
        Tone::Failure => 2,
        Tone::Success => 1,
        Tone::Phase | Tone::Plain => 0,
    }
}

/// How bad a line without a result is for the reader: losses and failed rolls of the reader's own first.
fn rank_of(event: &Event, reader: Side) -> u8 {
    let own = event.side == Some(reader);
    match event.tone {
        Tone::Loss if own => 8,
        Tone::Failure if own => 6,
        Tone::Loss => 4,
        Tone::Success | Tone::Failure => 2,
        Tone::Phase | Tone::Plain => 0,
    }
}

/// How bad a result is for the reader: losses of the reader's own first.
const fn rank_of_fate(of: Side, grade: Grade, reader: Side) -> u8 {
    match (grade, of as u8 == reader as u8) {
        (Grade::Lost, true) => 9,
        (Grade::Crippled, true) => 7,
        (Grade::Shaken, true) => 5,
        (Grade::Lost, false) => 4,
        (Grade::Crippled | Grade::Shaken, false) => 3,
        (Grade::Unhurt, _) => 2,
    }
}

impl Entry {
    fn new(line: &LogLine, by: Option<&str>) -> Self {
        Self {
            by: by.map(str::to_owned),
            side: line.event.side,
            play: line.play,
            parts: Vec::new(),
            cells: Vec::new(),
            tone: Tone::Plain,
            rank: 0,
        }
    }

    fn add(&mut self, line: &LogLine, text: String, is_move: bool, reader: Side) {
        let part = Part { text, is_move, fates: Vec::new() };
        match self.parts.last_mut().filter(|last| is_move && last.is_move && last.fates.is_empty()) {
            Some(last) => *last = part,
            None => self.parts.push(part),
        }
        self.mark(line);
        self.rank = self.rank.max(rank_of(&line.event, reader));
    }

    fn suffer(&mut self, line: &LogLine, of: Side, who: &str, result: (String, Grade)) {
        if self.parts.is_empty() {
            self.parts.push(Part { text: String::new(), is_move: false, fates: Vec::new() });
        }
        let Some(part) = self.parts.last_mut() else { return };
        let (word, grade) = result;
        let fate = match part.fates.iter().position(|fate| fate.who == who) {
            Some(at) => &mut part.fates[at],
            None => {
                part.fates.push(Fate { of, who: who.to_owned(), results: Vec::new() });
                let last = part.fates.len() - 1;
                &mut part.fates[last]
            }
        };
        match fate.results.iter_mut().find(|(known, ..)| *known == word) {
            Some((.., count)) => *count += 1,
            None => fate.results.push((word, grade, 1)),
        }
        self.mark(line);
    }

    /// Whether it only lists results on this unit that are nobody's deed.
    fn only_lists(&self, who: &str) -> bool {
        let parts = || self.parts.iter();
        self.by.is_none()
            && parts().all(|part| part.text.is_empty() && part.fates.iter().all(|fate| fate.who == who))
    }

    fn mark(&mut self, line: &LogLine) {
        self.play = line.play;
        let fresh = line.event.cells.iter().filter(|cell| !self.cells.contains(cell)).copied();
        self.cells.extend(fresh.collect::<Vec<_>>());
        if weight(line.event.tone) >= weight(self.tone) {
            self.tone = line.event.tone;
        }
    }

    fn into_act(self, reader: Side, pips: &impl Fn(&str) -> String) -> Act {
        let fates = || self.parts.iter().flat_map(|part| &part.fates);
        let worst = fates()
            .flat_map(|fate| fate.results.iter().map(|(_, grade, _)| rank_of_fate(fate.of, *grade, reader)));
        let rank = worst.max().unwrap_or(0).max(self.rank);
        let parts: Vec<String> = self.parts.iter().map(|part| part.in_words(pips)).collect();
        let actor = self.by.map_or(String::new(), |by| format!("{by} "));
        let text = format!("{actor}{}", parts.join("; "));
        Act { text: text.trim().to_owned(), tone: self.tone, cells: self.cells, rank, play: self.play }
    }
}

impl Part {
    fn in_words(&self, pips: &impl Fn(&str) -> String) -> String {
        let mut alike: Vec<(String, Vec<&str>)> = Vec::new();
        for fate in &self.fates {
            let many = fate.results.iter().map(|(.., count)| *count).sum::<u16>() > 1
                && fate.results.iter().any(|(.., count)| *count > 1);
            let words = fate.results.iter().map(|(word, grade, count)| {
                let word = if *grade >= Grade::Crippled { word.to_uppercase() } else { word.clone() };
                if many { format!("{count} {word}") } else { word }
            });
            let results = format!("{}{}", words.collect::<Vec<_>>().join(", "), pips(&fate.who));
            match alike.iter_mut().find(|(known, _)| *known == results) {
                Some((_, all)) => all.push(&fate.who),
                None => alike.push((results, vec![&fate.who])),
            }
        }
        let told: Vec<String> = alike
            .into_iter()
            .map(|(results, all)| match &all[..] {
                // The deed has named it.
                [only] if self.text.contains(only) => results,
                _ => format!("{} {results}", all.join(", ")),
            })
            .collect();
        match (self.text.is_empty(), told.is_empty()) {
            (_, true) => self.text.clone(),
            (true, false) => told.join("; "),
            (false, false) => format!("{}: {}", self.text, told.join("; ")),
        }
    }
}

/// One line for each unit or card that did something, worst for the reader first. Lines about the sequence of
/// play are left out. `pips` draws the figures of a group.
pub fn acts<'a>(
    lines: impl IntoIterator<Item = &'a LogLine>,
    reader: Side,
    pips: &impl Fn(&str) -> String,
) -> Vec<Act> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut now: Option<usize> = None;
    for line in lines {
        let event = &line.event;
        let known = |by: &str, entries: &[Entry]| {
            entries.iter().position(|entry| entry.by.as_deref() == Some(by) && entry.side == event.side)
        };
        let of = |by: &str, entries: &mut Vec<Entry>| {
            known(by, entries).unwrap_or_else(|| {
                entries.push(Entry::new(line, Some(by)));
                entries.len() - 1
            })
        };
        match &event.gist {
            _ if event.tone == Tone::Phase => {}
            Some(Gist::Detail) => {}
            Some(Gist::Deed { by, what, rolled }) => {
                let at = of(by, &mut entries);
                let chance = event.likely.map(|likely| percent(f64::from(likely) / 1000.0));
                let chance = chance.map_or(String::new(), |chance| format!(", {chance}"));
                let rolled = if rolled.is_empty() { String::new() } else { format!(": {rolled}") };
                entries[at].add(line, format!("{what}{chance}{rolled}"), false, reader);
                now = Some(at);
            }
            Some(Gist::Move { by, what }) => {
                let at = of(by, &mut entries);
                entries[at].add(line, what.clone(), true, reader);
                now = Some(at);
            }
            Some(Gist::Fate { of, who, result, grade }) => {
                let at = now.filter(|&at| entries[at].play == line.play);
                let at = at.or_else(|| entries.iter().position(|entry| entry.only_lists(who)));
                let at = at.unwrap_or_else(|| {
                    entries.push(Entry::new(line, None));
                    entries.len() - 1
                });
                entries[at].suffer(line, *of, who, (result.clone(), *grade));
                now = Some(at);
            }
            None => {
                let at = now.filter(|&at| entries[at].play == line.play && event.tone == Tone::Loss);
                let at = at.unwrap_or_else(|| {
                    entries.push(Entry::new(line, None));
                    entries.len() - 1
                });
                entries[at].add(line, event.text.trim_end_matches('.').to_owned(), false, reader);
                now = Some(at);
            }
        }
    }
    let mut told: Vec<Act> = entries.into_iter().map(|entry| entry.into_act(reader, pips)).collect();
    told.sort_by_key(|act| std::cmp::Reverse(act.rank));
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(play: u32, event: Event) -> LogLine {
        LogLine { play, turn: 1, event }
    }

    fn of(tone: Tone, side: Side, text: &str) -> Event {
        Event::new(tone, side, text, "1")
    }

    fn texts(lines: &[LogLine]) -> Vec<String> {
        acts(lines, Side::A, &|tag| if tag == "G7" { " ●◐".to_owned() } else { String::new() })
            .into_iter()
            .map(|act| act.text)
            .collect()
    }

    #[test]
    fn a_unit_has_one_line_with_its_deeds_and_their_results() {
        let shot = |play, at: &str, rolled: &str| {
            line(
                play,
                of(Tone::Success, Side::B, "long").deed("S1", format!("fires at {at}"), rolled).likely(0.25),
            )
        };
        let fate = |play, who: &str, result: &str, grade| {
            line(play, of(Tone::Loss, Side::A, "long").fate(Side::A, who, result, grade))
        };
        let lines = [
            line(1, of(Tone::Phase, Side::B, "Fire.")),
            shot(2, "G1", "hit, rolled 4"),
            fate(2, "G1", "destroyed", Grade::Lost),
            fate(2, "G2", "destroyed", Grade::Lost),
            line(3, of(Tone::Plain, Side::B, "S2 to 0101").moves("S2", "moves to 0101")),
            line(4, of(Tone::Plain, Side::B, "S2 to 0102").moves("S2", "moves to 0102")),
            shot(5, "G7", "hit, rolled 2"),
            fate(5, "G7", "pinned", Grade::Shaken),
            fate(5, "G7", "pinned", Grade::Shaken),
            line(6, of(Tone::Plain, Side::B, "x").detail()),
        ];
        assert_eq!(
            texts(&lines),
            [
                "S1 fires at G1, 25%: hit, rolled 4: G1, G2 DESTROYED; fires at G7, 25%: hit, rolled 2: 2 pinned ●◐",
                "S2 moves to 0102",
            ]
        );
    }

    #[test]
    fn results_on_one_unit_without_a_deed_are_one_line() {
        let rallied = |play, who: &str| {
            line(play, of(Tone::Success, Side::A, "long").fate(Side::A, who, "rallied", Grade::Unhurt))
        };
        let lines = [rallied(1, "G7"), rallied(2, "G8"), rallied(3, "G7")];
        assert_eq!(texts(&lines), ["G7 2 rallied ●◐", "G8 rallied"]);
    }

    #[test]
    fn the_worst_for_the_reader_comes_first() {
        let roll = |play, tone, side, text: &str| line(play, of(tone, side, text));
        let lines = [
            roll(1, Tone::Plain, Side::B, "S9 moves."),
            roll(2, Tone::Success, Side::A, "7-4-7 passes."),
            roll(3, Tone::Loss, Side::B, "S1 is lost."),
            roll(4, Tone::Failure, Side::A, "9-2 breaks."),
            roll(5, Tone::Loss, Side::A, "G1 is lost."),
        ];
        assert_eq!(texts(&lines), ["G1 is lost", "9-2 breaks", "S1 is lost", "7-4-7 passes", "S9 moves"]);
    }
}
