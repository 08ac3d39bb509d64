//! A march in progress.
//!
//! A march is a sequence of ordinary choices. An interruption, such as fire at the moving unit or a roll to
//! be typed, stops it. When the side may act again, its route is worked out again from the present position.

use std::collections::VecDeque;

use crate::board::Cell;
use crate::game::Session;
use crate::game::gesture::Leg;
use crate::game::view::{PieceId, PieceView, TurnPhase};
use crate::game::{Act, Side};

use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::march::Marching;
use super::shown::Shown;

/// More actions than any march needs; stops a march in a position that never changes.
const LIMIT: usize = 2000;

/// A march in progress.
pub struct Underway {
    side: Side,
    /// The turn and phase in which it was ordered.
    when: TurnPhase,
    goal: Cell,
    legs: VecDeque<Leg>,
    /// The moving piece, its own goal, and the rest of this turn's choices.
    current: Option<Run>,
    /// It continues under fire.
    bold: bool,
    /// The enemy pieces known when it last stopped, for a march that goes on into known dangers.
    known: usize,
    /// Number of actions when it last stopped, to notice an interruption.
    seen: u32,
    /// It waits for the player.
    paused: bool,
    /// Pieces that reached the goal.
    arrived: usize,
    /// Pieces that reached their place for this turn on the way there.
    under_way: usize,
    /// The most turns that one of these still needs.
    turns: u8,
    /// Pieces that did not reach their place.
    stopped: Vec<PieceId>,
}

impl Underway {
    /// The player lets it continue, under fire or up to an enemy, with this many actions made.
    pub fn resume(&mut self, plays: u32) {
        let met = self.current.as_ref().is_some_and(|run| run.met);
        (self.paused, self.bold, self.seen) = (false, self.bold || !met, plays);
    }

    /// What it does in this position; `asked` if the player may act, `steering` if direction keys would move the piece.
    fn next(&mut self, session: &dyn Session, shown: &Shown, asked: bool, steering: bool) -> Step {
        let Some(decision) = shown.decision else { return Step::End };
        if shown.view.turn_phase() != self.when {
            // The last piece of a phase ends it.
            if let Some(run) = self.current.take().filter(|run| run.is_there(shown)) {
                self.count(&run);
            }
            return Step::End;
        }
        if !asked || decision.side != self.side || deciding::reacting(&shown.choices) {
            return Step::Wait(None);
        }
        let active = shown.view.active;
        if self.current.as_ref().is_some_and(|run| active == Some(run.piece)) {
            return self.move_on(session, shown, steering);
        }
        if deciding::steers(&shown.choices)
            && active.is_some()
            && !self.legs.iter().any(|leg| leg.begin.is_empty())
        {
            return Step::End; // another piece is moved by hand
        }
        self.paused = false;
        match self.current.take() {
            Some(run) if run.is_there(shown) => self.count(&run),
            Some(run) => self.stopped.push(run.piece),
            None => {}
        }
        self.begin_next(session, shown)
    }

    /// The next choice of the piece that is moving.
    fn move_on(&mut self, session: &dyn Session, shown: &Shown, steering: bool) -> Step {
        let between = self.seen != session.plays();
        let Some(run) = &mut self.current else { return Step::End };
        if self.paused {
            // Moved by hand in the meantime: the player has taken over.
            return if between { Step::End } else { Step::Wait(None) };
        }
        let there = run.is_there(shown);
        let halt = shown.done_choice().filter(|_| !self.bold);
        if between && !(self.bold && there) {
            let routes = session.aids().routes(&[run.piece]);
            match routes.and_then(|routes| routes.plan(run.goal).legs.into_iter().next()) {
                Some(leg) => *run = Run::of(&leg),
                None => run.plays = halt.clone().into_iter().collect(),
            }
        }
        let known = shown.enemies_known();
        if self.bold && known > self.known && steering {
            (self.known, self.paused) = (known, true);
            let text = "A hidden enemy is revealed. Enter continues; or choose an action.";
            return Step::Wait(Some(text.to_owned()));
        }
        if let Some((0, who)) = &run.danger
            && !self.bold
        {
            self.paused = true;
            return Step::Wait(Some(format!(
                "The next step comes within reach of {who}. Enter continues; or halt here."
            )));
        }
        if let Some(enemy) = shown.enemy_at_hand().filter(|_| !run.met && shown.has_come(run)) {
            let who = shown.piece(enemy).map_or("", |piece| piece.label());
            (run.met, self.paused) = (true, true);
            return Step::Wait(Some(format!(
                "{who} is adjacent. Enter continues and halts; or choose an action."
            )));
        }
        let Some(next) = run.plays.pop_front().or(halt) else {
            if let Some(run) = self.current.take().filter(|_| there) {
                self.count(&run);
            }
            return Step::End;
        };
        if let Some((left, _)) = &mut run.danger {
            *left = left.wrapping_sub(1);
        }
        Step::Move(next)
    }

    /// Ends the move of the piece where it is, if it may; returns whether it may.
    fn halt(&mut self, shown: &Shown) -> bool {
        let done = shown.done_choice().filter(|_| !self.bold);
        match (&mut self.current, done) {
            (Some(run), Some(done)) => {
                run.plays = [done].into();
                true
            }
            _ => false,
        }
    }

    /// Begins with the next piece.
    fn begin_next(&mut self, session: &dyn Session, shown: &Shown) -> Step {
        let Some(mut leg) = self.legs.pop_front() else { return Step::End };
        if leg.begin.is_empty() {
            // It is already moving.
            self.current = Some(Run::of(&leg));
            self.seen = session.plays();
            return Step::Again;
        }
        // The pieces before it may have ended elsewhere than planned.
        if !shown.choices.iter().any(|choice| choice.notation == leg.begin) {
            return Step::Again;
        }
        if !self.stopped.is_empty()
            && let Some(routes) = session.aids().routes(&[leg.piece])
        {
            let goal = leg.way.last().copied().unwrap_or_default();
            match routes.plan(goal).legs.into_iter().next() {
                Some(fresh) => leg = fresh,
                None => return Step::Again,
            }
        }
        self.current = Some(Run::of(&leg));
        Step::Begin(leg.begin)
    }

    /// The result of a march in words.
    fn result(&self, shown: &Shown) -> Option<String> {
        // Those that left the map have arrived; the log reports those that were lost.
        let short =
            self.stopped.iter().filter_map(|id| shown.piece(*id)).filter(|piece| piece.cell.is_some());
        let tags: Vec<&str> = short.map(PieceView::label).collect();
        let mut results = Vec::new();
        if self.arrived > 0 {
            results.push(format!("{} arrived", self.arrived));
        }
        if self.under_way > 0 {
            let turn = shown.view.turn + u32::from(self.turns);
            results.push(format!("{} under way, there in turn {turn}", self.under_way));
        }
        if !tags.is_empty() {
            results.push(format!("stopped short: {}", tags.join(" ")));
        }
        (!results.is_empty()).then(|| format!("March to {}: {}.", shown.name(self.goal), results.join("; ")))
    }

    /// Counts the pieces of a run that came to its end.
    fn count(&mut self, run: &Run) {
        if run.turns == 0 {
            self.arrived += run.pieces;
        } else {
            self.under_way += run.pieces;
            self.turns = self.turns.max(run.turns);
        }
    }
}

/// What a march does next.
enum Step {
    /// It is over.
    End,
    /// It looks again: there was nothing to play for a piece.
    Again,
    /// It waits for the other side, or for the player, who may be told why.
    Wait(Option<String>),
    /// The choice that begins to move a piece.
    Begin(String),
    /// A choice of the moving piece.
    Move(String),
}

struct Run {
    piece: PieceId,
    /// The number of pieces in its stack.
    pieces: usize,
    /// The turns until it arrives; 0 is this turn.
    turns: u8,
    goal: Cell,
    stop: Cell,
    plays: VecDeque<String>,
    /// Actions left before a new danger, and what threatens.
    danger: Option<(usize, String)>,
    /// The player was told that the piece has reached an enemy.
    met: bool,
}

impl Run {
    /// Whether the piece is at its place for this turn.
    fn is_there(&self, shown: &Shown) -> bool {
        shown.piece(self.piece).and_then(|piece| piece.cell) == Some(self.stop)
    }

    fn of(leg: &Leg) -> Self {
        Self {
            piece: leg.piece,
            pieces: leg.pieces(),
            turns: leg.turns,
            goal: leg.way.last().copied().unwrap_or_default(),
            stop: leg.way.get(leg.stop).copied().unwrap_or_default(),
            plays: leg.plays.iter().cloned().collect(),
            danger: leg.danger.clone().map(|(place, who)| (place.saturating_sub(1), who)),
            met: false,
        }
    }
}

impl Game {
    /// Plays what can be played; returns whether the march continues.
    fn go_on(&mut self, march: &mut Underway, keymap: &Keymap) -> bool {
        for _ in 0..LIMIT {
            match march.next(&*self.session, &self.shown, self.asked(), self.steering()) {
                Step::End => return false,
                Step::Again => {}
                Step::Wait(why) => {
                    self.message = why.or(self.message.take());
                    return true;
                }
                Step::Begin(text) => {
                    march.seen = self.session.plays() + 1;
                    if !self.play(&text, keymap) {
                        return false;
                    }
                }
                Step::Move(text) => {
                    march.seen = self.session.plays() + 1;
                    if !self.play(&text, keymap) {
                        // Something blocks the way: the piece stays where it is.
                        if !march.halt(&self.shown) {
                            return false;
                        }
                        march.seen = self.session.plays();
                        self.message = None;
                    }
                }
            }
        }
        false
    }

    /// Enter on a free cell: carries out the march shown there. Returns whether there is one.
    pub fn begin_march(&mut self, keymap: &Keymap) -> bool {
        self.marching.plan_march(&self.pointer);
        let Some((goal, march)) = self.marching.routed.as_mut().and_then(|routed| routed.plan.take()) else {
            return false;
        };
        let Some(decision) = self.shown.decision else { return false };
        let began = self.session.plays();
        self.automation.standing.go(march.legs.iter().map(|leg| leg.piece), goal);
        self.marching.last_goal = Some(goal);
        self.pointer.look = false;
        self.pointer.marked.clear();
        self.marching.underway = Some(Underway {
            side: decision.side,
            when: self.shown.view.turn_phase(),
            goal,
            legs: march.legs.into(),
            current: None,
            bold: march.bold,
            known: self.shown.enemies_known(),
            seen: began,
            paused: false,
            arrived: 0,
            under_way: 0,
            turns: 0,
            stopped: Vec::new(),
        });
        self.history.gestures.push((began, began));
        self.carry_on(keymap);
        true
    }

    /// Continues a march as far as the other side has no decision.
    pub fn carry_on(&mut self, keymap: &Keymap) {
        let Some(mut march) = self.marching.underway.take() else { return };
        self.session.hold();
        let kept = self.go_on(&mut march, keymap);
        if let Some(gesture) =
            self.history.gestures.last_mut().filter(|gesture| gesture.0 <= self.session.plays())
        {
            gesture.1 = self.session.plays();
        }
        if kept {
            march.seen = self.session.plays();
            self.marching.underway = Some(march);
        } else {
            self.message = self.message.take().or_else(|| march.result(&self.shown));
        }
    }
}

impl Marching {
    /// Whether a march waits for the player before it continues under fire.
    pub fn march_waits(&self) -> bool {
        self.underway.as_ref().is_some_and(|march| march.paused)
    }
}

impl Shown {
    /// The number of enemy pieces on the map that the player knows of.
    fn enemies_known(&self) -> usize {
        let known = |piece: &&PieceView| piece.side != self.viewer && piece.cell.is_some();
        self.view.pieces.iter().filter(known).count()
    }

    /// An adjacent enemy that the moving piece can act against.
    fn enemy_at_hand(&self) -> Option<PieceId> {
        let here = self.active().and_then(|piece| piece.cell)?;
        let near = |piece: &PieceView| piece.cell.is_some_and(|cell| self.grid().steps(here, cell) <= 1);
        let enemy =
            |id: &PieceId| self.piece(*id).is_some_and(|piece| piece.side != self.viewer && near(piece));
        self.choices.iter().filter_map(|choice| choice.piece()).find(enemy)
    }

    /// Whether a run is complete for this turn.
    fn has_come(&self, run: &Run) -> bool {
        let steps = |play: &String| {
            self.choices.iter().any(|choice| choice.act == Act::Step && choice.notation == *play)
        };
        !run.plays.front().is_some_and(steps)
    }

    fn done_choice(&self) -> Option<String> {
        self.choices.iter().find(|c| c.act == Act::Done).map(|c| c.notation.clone())
    }
}
