//! The game as lines of text with a prompt: for screen readers, for scripts, and for play by mail.
//!
//! It knows no ruleset and no terminal. Answers are the number of a choice, its notation as in a save, or a
//! command; results are the lines of the log. Nothing is drawn, so it works over a pipe.

mod chances;
mod command;
mod ground;
mod hints;
mod march;
mod roster;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

use crate::game::{Event, Refused, Seat, Session, Side, Tone, View};
use crate::plain::capital;

use command::Command;

/// The most choices listed without being asked for.
const FEW: usize = 12;

/// How lines are exchanged.
pub struct Talk<'a> {
    /// Where the answers come from.
    pub input: &'a mut dyn BufRead,
    /// Where the lines go.
    pub out: &'a mut dyn Write,
    /// The sign before an answer; empty where nobody sees it, over a pipe.
    pub sign: &'static str,
}

/// A battle being played line by line.
struct Spoken<'a> {
    session: Box<dyn Session>,
    talk: Talk<'a>,
    /// The side whose view is told.
    viewer: Side,
    /// The lines of the log that have been told.
    told: usize,
    /// Whether modifiers are told with each roll.
    detailed: bool,
    /// The hints that have been told: each is told once.
    hinted: Vec<String>,
    /// Answers typed before their prompts.
    ahead: VecDeque<String>,
    /// Answers of the same line follow: they need no prompt.
    midway: bool,
    /// The choice that the last answer was warned about: typed again, it is made.
    warned: Option<String>,
}

/// What a player's answer leads to.
enum Next {
    /// Something has changed: the prompt follows.
    Prompt,
    /// Nothing has changed: only another answer is awaited.
    Answer,
    /// The answer led nowhere.
    Refused,
    /// The player leaves.
    Leave,
}

/// Plays a battle to its end, or until the player quits or the input ends.
///
/// Returns whether the battle is over.
///
/// # Errors
/// The lines cannot be read or written.
pub fn hold(session: Box<dyn Session>, talk: Talk) -> io::Result<bool> {
    let human = |side: &Side| session.seat(*side) == Seat::Human;
    let viewer = Side::BOTH.into_iter().find(human).unwrap_or(Side::A);
    // A game that is resumed begins with the last few lines.
    let told = session.log().len().saturating_sub(if session.plays() > 0 { 5 } else { session.log().len() });
    let mut spoken = Spoken {
        session,
        talk,
        viewer,
        told,
        detailed: false,
        hinted: Vec::new(),
        ahead: VecDeque::new(),
        midway: false,
        warned: None,
    };
    spoken.opening()?;
    while spoken.computer()? {
        spoken.prompt()?;
        loop {
            match spoken.answer()? {
                Next::Prompt => break,
                Next::Answer | Next::Refused => {}
                Next::Leave => {
                    spoken.kept()?;
                    return Ok(false);
                }
            }
        }
    }
    spoken.ending()?;
    Ok(spoken.session.outcome().is_some())
}

impl Spoken<'_> {
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.talk.out, "{line}")
    }

    fn view(&self) -> View {
        self.session.view(self.viewer)
    }

    /// The title and the briefing, or where a resumed game stands.
    fn opening(&mut self) -> io::Result<()> {
        let view = self.view();
        self.say(&view.title)?;
        if self.session.plays() == 0 {
            self.briefing()?;
        }
        self.say("Type help for the commands.")
    }

    fn briefing(&mut self) -> io::Result<()> {
        for paragraph in self.view().paragraphs() {
            self.say(&paragraph)?;
        }
        Ok(())
    }

    /// Lets the computer play while it is its turn, and tells what happened; `false` once the game is over.
    fn computer(&mut self) -> io::Result<bool> {
        while let Some(thinking) = self.session.think() {
            let choice = thinking();
            if let Err(error) = self.session.play(&choice) {
                self.say(&format!("The computer can't go on: {error}"))?;
                return Ok(false);
            }
            self.results()?;
        }
        self.results()?;
        let Some(decision) = self.session.decision() else { return Ok(false) };
        if self.session.seat(decision.side) == Seat::Elsewhere {
            let name = self.view().sides[decision.side.index()].name.clone();
            self.say(&format!("The {name} decide, at another terminal."))?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Tells the lines of the log that have not been told yet.
    fn results(&mut self) -> io::Result<()> {
        let log = self.session.log();
        self.told = self.told.min(log.len());
        let fresh = log[self.told..].iter().filter(|line| line.event.is_for(self.viewer));
        let fresh: Vec<Event> = fresh.map(|line| line.event.clone()).collect();
        self.told = log.len();
        fresh.iter().try_for_each(|event| self.event(event))
    }

    fn event(&mut self, event: &Event) -> io::Result<()> {
        // A phase is set apart from what happens in it.
        if event.tone == Tone::Phase {
            self.say("")?;
        }
        self.say(&event.text)?;
        if self.detailed && !event.modifiers.is_empty() {
            // Each names its rule, mostly that of the roll itself.
            let modifiers: Vec<String> = event.modifiers.iter().map(ToString::to_string).collect();
            self.say(&format!("  {}", modifiers.join("; ")))?;
        }
        Ok(())
    }

    /// The roll that is awaited, or whose decision it is and the choices.
    fn prompt(&mut self) -> io::Result<()> {
        if let Some(ask) = self.session.awaiting() {
            return self.say(&capital(&format!("{ask}. Type the result, or withdraw.")));
        }
        let Some(decision) = self.session.decision() else { return Ok(()) };
        if let Some(side) = self.session.hand_over(self.viewer) {
            let name = self.session.view(side).sides[side.index()].name.clone();
            self.say(&format!("\nThe {name} decide. When they are at the keyboard, press Enter."))?;
            // A script need not know of this: what it sends is the answer to the prompt.
            self.ahead.clear();
            self.midway = false;
            let line = self.line()?;
            self.ahead.extend(line.filter(|line| !line.is_empty()));
        }
        self.viewer = decision.side;
        if self.midway {
            return Ok(());
        }
        let view = self.view();
        self.say("")?;
        let phase = view.phases.get(view.phase).map_or(String::new(), |phase| format!(", {phase}"));
        let turns = if view.turns > 0 { format!(" of {}", view.turns) } else { String::new() };
        let name = &view.sides[decision.side.index()].name;
        self.say(&format!("Turn {}{turns}{phase}. {name} to act.", view.turn))?;
        let hint = hints::without_keys(&view.hint);
        if !hint.is_empty() && !self.hinted.contains(&hint) {
            self.say(&format!("Hint: {hint}"))?;
            self.hinted.push(hint);
        }
        let prompt = if view.prompt.is_empty() { decision.prompt } else { &view.prompt };
        self.say(&format!("{prompt} ({})", decision.rule))?;
        let active = view.pieces.iter().find(|piece| Some(piece.id) == view.active && piece.cell.is_some());
        self.lines(active.map(|piece| format!("{}.", roster::unit(&view, piece))))?;
        let count = self.session.choices().len();
        if count <= FEW {
            self.list("")
        } else {
            self.say(&format!("{count} choices. Type list, or list and a word."))
        }
    }

    /// The choices that contain every word, numbered.
    fn list(&mut self, words: &str) -> io::Result<()> {
        let found = command::matching(self.session.choices(), words);
        let rows: Vec<String> = found
            .iter()
            .map(|&at| {
                let choice = &self.session.choices()[at];
                let effect =
                    if choice.effect.is_empty() { String::new() } else { format!(", {}", choice.effect) };
                let number = at + 1;
                if choice.label == choice.notation {
                    format!("{number}: {}{effect}", choice.label)
                } else {
                    format!("{number}: {}{effect} [{}]", choice.label, choice.notation)
                }
            })
            .collect();
        if rows.is_empty() {
            return self.say(&format!("No choice contains \"{words}\". Type list for all of them."));
        }
        rows.iter().try_for_each(|row| self.say(row))
    }

    /// A line of input; `None` at its end.
    fn line(&mut self) -> io::Result<Option<String>> {
        write!(self.talk.out, "{}", self.talk.sign)?;
        self.talk.out.flush()?;
        let mut bytes = Vec::new();
        if self.talk.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    fn answer(&mut self) -> io::Result<Next> {
        if self.ahead.is_empty() {
            let Some(line) = self.line()? else { return Ok(Next::Leave) };
            self.ahead.push_back(line);
        }
        let line = self.ahead.pop_front().unwrap_or_default();
        // Several answers on one line, as on the screen.
        let mut parts = line.split(';').map(str::trim);
        let line = parts.next().unwrap_or_default().to_owned();
        parts.filter(|part| !part.is_empty()).rev().for_each(|part| self.ahead.push_front(part.to_owned()));
        let unprompted = std::mem::replace(&mut self.midway, !self.ahead.is_empty());
        let next = self.answered(&line)?;
        if matches!(next, Next::Refused) {
            // What was typed after it was meant for another prompt.
            self.ahead.clear();
            self.midway = false;
        }
        Ok(match next {
            // The prompt was left out before this answer.
            Next::Answer | Next::Refused if unprompted && !self.midway => Next::Prompt,
            next => next,
        })
    }

    /// Does what one answer asks for.
    fn answered(&mut self, line: &str) -> io::Result<Next> {
        if line.is_empty() {
            return Ok(Next::Prompt);
        }
        if self.session.awaiting().is_some() {
            return self.rolled(line);
        }
        match command::read(line, self.session.choices()) {
            Ok(command) => self.carry_out(command),
            Err(why) => {
                // A choice that the rules refuse is explained by them.
                let explained = match self.session.check(line) {
                    Err(Refused::Illegal(refused)) if !why.is_ambiguous => refused.to_string(),
                    _ => why.text,
                };
                self.say(&explained)?;
                Ok(Next::Refused)
            }
        }
    }

    /// The result of a roll with real dice.
    fn rolled(&mut self, line: &str) -> io::Result<Next> {
        if line == "withdraw" {
            self.session.withdraw();
            return Ok(Next::Prompt);
        }
        if matches!(line, "quit" | "save") {
            return Ok(Next::Leave);
        }
        let face = self.session.awaiting().map(|ask| ask.read(line));
        let given = match face {
            Some(Ok(face)) => self.session.give_face(face).map_err(|error| error.to_string()),
            Some(Err(why)) => Err(why),
            None => Ok(()),
        };
        match given {
            Ok(()) => {
                self.results()?;
                Ok(Next::Prompt)
            }
            Err(why) => {
                self.say(&why)?;
                Ok(Next::Refused)
            }
        }
    }

    fn carry_out(&mut self, command: Command) -> io::Result<Next> {
        let warned = self.warned.take();
        match command {
            Command::Play(at) => {
                let notation = self.session.choices()[at].notation.clone();
                if warned.as_ref() != Some(&notation)
                    && let Some(caution) = self.session.caution(&notation)
                {
                    self.say(&format!("{caution} Type it again to go ahead."))?;
                    self.warned = Some(notation);
                    return Ok(Next::Refused);
                }
                return match self.session.play(&notation) {
                    Ok(()) => {
                        self.results()?;
                        Ok(Next::Prompt)
                    }
                    Err(error) => {
                        self.say(&error.to_string())?;
                        Ok(Next::Refused)
                    }
                };
            }
            Command::Undo => {
                return match self.session.undo() {
                    Ok(()) => {
                        self.told = self.session.log().len();
                        self.say("Undone.")?;
                        Ok(Next::Prompt)
                    }
                    Err(error) => {
                        self.say(&error.to_string())?;
                        Ok(Next::Refused)
                    }
                };
            }
            Command::March(words) => return self.march(&words),
            Command::Leave => return Ok(Next::Leave),
            Command::Help => self.lines(command::HELP.lines().map(str::to_owned))?,
            Command::List(words) => self.list(&words)?,
            Command::Odds(at) => {
                let notation = self.session.choices()[at].notation.clone();
                let caution = self.session.caution(&notation);
                let preview = self.session.preview(&notation);
                self.lines(chances::told(preview.as_ref()))?;
                self.lines(caution)?;
            }
            Command::Map => self.lines(ground::map(&self.view()))?,
            Command::Look(name) => self.at(&name, |spoken, cell| ground::cell(&spoken.view(), cell))?,
            Command::Sight(from, to) => self.sight(&from, &to)?,
            Command::Units(words) => self.lines(roster::units(&self.view(), &words))?,
            Command::Hand => self.lines(roster::hand(&self.view()))?,
            Command::Score => self.lines(roster::score(&self.view()))?,
            Command::Briefing => self.briefing()?,
            Command::Log(count) => self.recent(count)?,
            Command::Detailed(detailed) => {
                self.detailed = detailed;
                self.say(if detailed {
                    "Modifiers are told with each roll."
                } else {
                    "Modifiers are left out."
                })?;
            }
            Command::Save => self.kept()?,
        }
        Ok(Next::Answer)
    }

    fn lines(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.say(&line))
    }

    /// Lines about a place, or why there is no such place.
    fn at(&mut self, name: &str, tell: impl Fn(&Self, crate::board::Cell) -> Vec<String>) -> io::Result<()> {
        match roster::place(&self.view(), name) {
            Ok(cell) => {
                let lines = tell(self, cell);
                self.lines(lines)
            }
            Err(why) => self.say(&why),
        }
    }

    fn sight(&mut self, from: &str, to: &str) -> io::Result<()> {
        let view = self.view();
        match (roster::place(&view, from), roster::place(&view, to)) {
            (Ok(a), Ok(b)) => {
                let sight = self.session.sight(a, b);
                let [one, many] = view.words.range;
                let unit = if sight.range == 1 { one } else { many };
                let state = if sight.visible { "clear" } else { "blocked" };
                let at =
                    sight.blocked_at.map_or(String::new(), |cell| format!(" at {}", view.board.name(cell)));
                let why = sight.why.map_or(String::new(), |why| format!(" {why}"));
                self.say(&format!("Line of sight {state}{at}, range {} {unit}.{why}", sight.range))
            }
            (Err(why), _) | (_, Err(why)) => self.say(&why),
        }
    }

    /// The last lines of the log.
    fn recent(&mut self, count: usize) -> io::Result<()> {
        let log = self.session.log().iter().filter(|line| line.event.is_for(self.viewer));
        let mut last: Vec<Event> = log.rev().take(count).map(|line| line.event.clone()).collect();
        last.reverse();
        last.iter().try_for_each(|event| self.event(event))
    }

    fn kept(&mut self) -> io::Result<()> {
        let news = self.session.news();
        self.lines(news)?;
        let path = self.session.save_path().map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (crate::plain::path(path), name)
        });
        match path {
            Some((path, name)) => {
                self.say(&format!("Saved in {path}."))?;
                self.say(&format!("To go on: standto resume {} --plain", crate::plain::plain(&name)))
            }
            None => self.say("This game is not saved."),
        }
    }

    fn ending(&mut self) -> io::Result<()> {
        self.results()?;
        let Some(outcome) = self.session.outcome() else { return self.kept() };
        let view = self.view();
        self.say("")?;
        let name = outcome.winner.map(|side| view.sides[side.index()].name.clone());
        self.say(&format!(
            "The battle is over. {}",
            name.map_or("Draw.".to_owned(), |name| format!("{name} win."))
        ))?;
        self.say(&outcome.why)?;
        self.lines(roster::score(&view))?;
        for side in Side::BOTH {
            let luck = crate::deeds::luck(self.session.log(), side).in_words();
            let name = &view.sides[side.index()].name;
            self.lines(luck.map(|luck| format!("{name}: {luck}.")))?;
        }
        for side in Side::BOTH {
            let name = &view.sides[side.index()].name;
            let temper = self.session.surprise(side);
            self.lines(temper.map(|temper| format!("The computer played the {name} {}.", temper.adverb())))?;
        }
        self.lines(self.session.seed_told().map(|seed| format!("Dice seed: {seed}")))
    }
}
