//! Figures of a battle from its log: luck, damage, the decisive actions.

use crate::game::{Gist, Grade, LogLine, Side, Tone};

/// A side's rolls, and how many were expected to succeed.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Luck {
    /// Rolls with a known chance of success.
    pub rolls: u32,
    /// Those that succeeded.
    pub passed: u32,
    /// The successes to be expected: the sum of the chances.
    pub expected: f64,
}

impl Luck {
    /// The successes beyond the expected ones.
    pub fn spare(&self) -> f64 {
        f64::from(self.passed) - self.expected
    }

    /// Counts a line, if it is a roll.
    pub fn count(&mut self, line: &LogLine) {
        let event = &line.event;
        if let (Some(likely), Tone::Success | Tone::Failure) = (event.likely, event.tone) {
            self.rolls += 1;
            self.passed += u32::from(event.tone == Tone::Success);
            self.expected += f64::from(likely) / 1000.0;
        }
    }

    /// In words: "9 of 15 rolls succeeded, 10.2 expected (-1.2)"; `None` without rolls.
    pub fn in_words(&self) -> Option<String> {
        let Self { rolls, passed, expected } = self;
        let spare = self.spare();
        (*rolls > 0)
            .then(|| format!("{passed} of {rolls} rolls succeeded, {expected:.1} expected ({spare:+.1})"))
    }
}

/// A side's luck.
pub fn luck<'a>(lines: impl IntoIterator<Item = &'a LogLine>, side: Side) -> Luck {
    let mut luck = Luck::default();
    let own = lines.into_iter().filter(|line| line.event.side == Some(side));
    own.for_each(|line| luck.count(line));
    luck
}

/// The units of a side that did damage, the worst first, each with the enemies they destroyed and harmed.
fn damage<'a>(lines: impl IntoIterator<Item = &'a LogLine>, side: Side) -> Vec<(&'a str, [u32; 2])> {
    let mut tally: Vec<(&str, [u32; 2])> = Vec::new();
    let mut firer: Option<(u32, &str)> = None;
    for line in lines {
        match &line.event.gist {
            Some(Gist::Deed { by, .. }) => {
                firer = (line.event.side == Some(side)).then_some((line.play, by.as_str()));
            }
            Some(Gist::Fate { of, grade, .. }) if *of != side && *grade > Grade::Unhurt => {
                let Some((_, by)) = firer.filter(|(play, _)| *play == line.play) else { continue };
                let at = tally.iter().position(|(known, _)| *known == by).unwrap_or_else(|| {
                    tally.push((by, [0; 2]));
                    tally.len() - 1
                });
                tally[at].1[usize::from(*grade < Grade::Lost)] += 1;
            }
            _ => {}
        }
    }
    tally.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    tally
}

/// The units of a side that did the most damage: "G6 Panther (3 lost, 1 harmed); G2 Pz IV (1 lost)".
pub fn damage_in_words<'a>(
    lines: impl IntoIterator<Item = &'a LogLine>,
    side: Side,
    most: usize,
) -> Option<String> {
    let told: Vec<String> = damage(lines, side)
        .into_iter()
        .take(most)
        .map(|(by, score)| {
            let words = score.iter().zip(["lost", "harmed"]).filter(|(count, _)| **count > 0);
            let words: Vec<String> = words.map(|(count, word)| format!("{count} {word}")).collect();
            format!("{by} ({})", words.join(", "))
        })
        .collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// One of the most costly actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decisive {
    /// Its turn.
    pub turn: u32,
    /// Its number.
    pub play: u32,
    /// What happened.
    pub text: String,
}

/// The most costly actions, in the order they were carried out.
pub fn decisive<'a>(
    lines: impl IntoIterator<Item = &'a LogLine>,
    reader: Side,
    most: usize,
) -> Vec<Decisive> {
    let lines: Vec<&LogLine> = lines.into_iter().collect();
    let mut costs: Vec<(u32, u32, u32)> = Vec::new();
    for line in lines.iter().filter(|line| line.event.tone == Tone::Loss) {
        match costs.last_mut().filter(|(_, play, _)| *play == line.play) {
            Some((_, _, count)) => *count += 1,
            None => costs.push((line.turn, line.play, 1)),
        }
    }
    costs.sort_by_key(|&(_, play, count)| (std::cmp::Reverse(count), play));
    costs.truncate(most);
    costs.sort_by_key(|&(_, play, _)| play);
    let told = |play: u32| {
        let lines = lines.iter().copied().filter(|line| line.play == play);
        let acts = super::acts(lines, reader, &|_| String::new());
        // Damage counts; recoveries and the sequence of play beside it do not.
        let worst = acts.iter().take_while(|act| act.rank > 2).count().max(1);
        acts.into_iter().take(worst).map(|act| act.text).collect::<Vec<_>>().join("; ")
    };
    costs.into_iter().map(|(turn, play, _)| Decisive { turn, play, text: told(play) }).collect()
}
