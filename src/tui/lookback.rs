//! Looking back: the game as it stood after any action, with jumps to turns and losses. Nothing can be played
//! meanwhile, and nothing changes.

use crate::game::Session;
use crate::game::{LogLine, Spectator, Tone};

use super::game::Game;
use super::keymap::Keymap;
use super::shown::Shown;

/// A jump through the game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Jump {
    /// One action back (`false`) or forward.
    Play(bool),
    /// To the start of the previous or next turn.
    Turn(bool),
    /// To the next action with a loss.
    Loss,
    /// To the position after this many actions.
    To(u32),
}

impl Game {
    /// Shows the game at another time.
    pub fn look_back(&mut self, jump: Jump, keymap: &Keymap) {
        let all = self.session.plays();
        let now = self.session.shown().unwrap_or(all);
        let Some(to) = jumped(&*self.session, &self.shown, jump, now, all) else {
            self.message = Some("There is nothing further in that direction.".to_owned());
            return;
        };
        // A late spectator never sees the present.
        let present = to >= all && (!self.watching || self.session.spectates().is_some());
        if !self.session.show(if present { None } else { Some(to.min(all)) }) {
            self.message = Some("This game cannot be looked back on.".to_owned());
            return;
        }
        self.refresh(keymap);
        self.pointer.follow(&*self.session, &self.shown);
    }

    /// Returns to the present; `false` if it was shown already.
    pub fn come_back(&mut self, keymap: &Keymap) -> bool {
        if self.session.shown().is_none() || self.watching && self.session.spectates().is_none() {
            return false;
        }
        self.session.show(None);
        self.refresh(keymap);
        true
    }
}

/// The prompt while looking back, or of a late spectator.
pub fn in_words(session: &dyn Session, shown: &Shown, watching: bool) -> Option<String> {
    let action = session.shown()?;
    let (turn, all) = (shown.view.turn, session.plays());
    let keys = "< > actions, { } turns, * losses";
    if let (Some(Spectator::Late(late)), false) = (session.spectates(), looks_back(session)) {
        let turns = if late == 1 { "1 turn".to_owned() } else { format!("{late} turns") };
        return Some(format!("Turn {turn}, shown {turns} late. {keys} look back"));
    }
    let end = match (watching, session.spectates().is_some()) {
        (true, false) => "",
        (true, true) => "; Esc follows",
        (false, _) => "; Esc returns",
    };
    Some(format!("Turn {turn}, after action {action} of {all}. {keys}{end}"))
}

fn jumped(session: &dyn Session, shown: &Shown, jump: Jump, now: u32, all: u32) -> Option<u32> {
    let log = session.whole_log();
    let seen = |line: &&LogLine| shown.may_read(line);
    match jump {
        Jump::Play(false) => now.checked_sub(1),
        Jump::Play(true) => (now < all).then_some(now + 1),
        Jump::To(play) => Some(play),
        Jump::Loss => {
            let mut losses = log.iter().filter(seen).filter(|line| line.event.tone == Tone::Loss);
            losses.find(|line| line.play > now).map(|line| line.play)
        }
        Jump::Turn(on) => {
            // The actions that end turns: a turn is shown from the action that opens it.
            let mut opened: Vec<u32> = vec![0];
            let mut turn = log.first().map_or(1, |line| line.turn);
            for line in log {
                if line.turn > turn {
                    turn = line.turn;
                    opened.push(line.play);
                }
            }
            if on {
                opened.into_iter().find(|play| *play > now).or((now < all).then_some(all))
            } else {
                opened.into_iter().rev().find(|play| *play < now)
            }
        }
    }
}

/// Whether an earlier position than the last that may be seen is shown: a late spectator never sees the
/// present.
pub fn looks_back(session: &dyn Session) -> bool {
    let late = matches!(session.spectates(), Some(Spectator::Late(1..)));
    session.shown().is_some_and(|shown| !late || shown < session.plays())
}
