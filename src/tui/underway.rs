//! A march in progress.
//!
//! A march is a sequence of ordinary choices. An interruption, such as fire at the moving unit or a roll to
//! be typed, stops it. When the side may act again, its route is worked out again from the present position.

use std::collections::VecDeque;

use crate::board::Cell;
use crate::game::gesture::Leg;
use crate::game::view::{PieceId, PieceView};
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
    when: (u32, usize),
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
            when: (self.shown.view.turn, self.shown.view.phase),
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

    /// Continues a march under fire.
    pub fn continue_march(&mut self, keymap: &Keymap) {
        if let Some(march) = &mut self.marching.underway {
            let met = march.current.as_ref().is_some_and(|run| run.met);
            (march.paused, march.bold) = (false, march.bold || !met);
            march.seen = self.session.plays();
        }
        self.carry_on(keymap);
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
            self.end_march(&march);
        }
    }

    /// Plays what can be played; returns whether the march continues.
    fn go_on(&mut self, march: &mut Underway, keymap: &Keymap) -> bool {
        for _ in 0..LIMIT {
            let Some(decision) = self.shown.decision else { return false };
            if (self.shown.view.turn, self.shown.view.phase) != march.when {
                // The last piece of a phase ends it.
                let last = march.current.take();
                let there =
                    |run: &Run| self.shown.piece(run.piece).and_then(|piece| piece.cell) == Some(run.stop);
                if let Some(run) = last.filter(there) {
                    march.count(&run);
                }
                return false;
            }
            let waits = !self.human() || self.session.awaiting().is_some() || self.trouble.is_some();
            if waits || decision.side != march.side || deciding::reacting(&self.shown.choices) {
                return true;
            }
            let between = march.seen != self.session.plays();
            let active = self.shown.view.active;
            if let Some(run) = march.current.as_mut().filter(|run| active == Some(run.piece)) {
                if march.paused {
                    // Moved by hand in the meantime: the player has taken over.
                    return !between;
                }
                let there = self.shown.piece(run.piece).and_then(|piece| piece.cell) == Some(run.stop);
                if between && !(march.bold && there) {
                    let routes = self.session.aids().routes(&[run.piece]);
                    let leg = routes.and_then(|routes| routes.plan(run.goal).legs.into_iter().next());
                    match leg {
                        Some(leg) => *run = Run::of(&leg),
                        None => {
                            run.plays = self.shown.done_choice().filter(|_| !march.bold).into_iter().collect()
                        }
                    }
                }
                let known = self.shown.enemies_known();
                if march.bold && known > march.known && self.steering() {
                    march.known = known;
                    self.message =
                        Some("A hidden enemy is revealed. Enter continues; or choose an action.".to_owned());
                    march.paused = true;
                    return true;
                }
                if let Some((0, who)) = &run.danger
                    && !march.bold
                {
                    let text =
                        format!("The next step comes within reach of {who}. Enter continues; or halt here.");
                    self.message = Some(text);
                    march.paused = true;
                    return true;
                }
                if let Some(enemy) =
                    self.shown.enemy_at_hand().filter(|_| !run.met && self.shown.has_come(run))
                {
                    let who = self.shown.piece(enemy).map_or("", |piece| piece.label());
                    let text = format!("{who} is adjacent. Enter continues and halts; or choose an action.");
                    self.message = Some(text);
                    (run.met, march.paused) = (true, true);
                    return true;
                }
                let end = || self.shown.done_choice().filter(|_| !march.bold);
                let Some(next) = run.plays.pop_front().or_else(end) else {
                    if let Some(run) = march.current.take().filter(|_| there) {
                        march.count(&run);
                    }
                    return false;
                };
                if let Some((left, _)) = &mut run.danger {
                    *left = left.wrapping_sub(1);
                }
                march.seen = self.session.plays() + 1;
                if !self.play(&next, keymap) {
                    // Something blocks the way: the piece stays where it is.
                    let Some(done) = self.shown.done_choice().filter(|_| !march.bold) else { return false };
                    run.plays = [done].into();
                    march.seen = self.session.plays();
                    self.message = None;
                }
                continue;
            }
            if deciding::steers(&self.shown.choices)
                && active.is_some()
                && !march.legs.iter().any(|leg| leg.begin.is_empty())
            {
                return false; // another piece is moved by hand
            }
            march.paused = false;
            if let Some(run) = march.current.take() {
                let there = self.shown.piece(run.piece).and_then(|piece| piece.cell) == Some(run.stop);
                if there {
                    march.count(&run);
                } else {
                    march.stopped.push(run.piece);
                }
            }
            let Some(mut leg) = march.legs.pop_front() else { return false };
            // The pieces before it may have ended elsewhere than planned.
            let offered = |text: &str| self.shown.choices.iter().any(|choice| choice.notation == text);
            if leg.begin.is_empty() {
                // It is already moving.
                march.current = Some(Run::of(&leg));
                march.seen = self.session.plays();
                continue;
            }
            if !offered(&leg.begin) {
                continue;
            }
            if !march.stopped.is_empty()
                && let Some(routes) = self.session.aids().routes(&[leg.piece])
            {
                let goal = leg.way.last().copied().unwrap_or_default();
                match routes.plan(goal).legs.into_iter().next() {
                    Some(fresh) => leg = fresh,
                    None => continue,
                }
            }
            march.current = Some(Run::of(&leg));
            march.seen = self.session.plays() + 1;
            if !self.play(&leg.begin, keymap) {
                return false;
            }
        }
        false
    }

    /// Reports the result of a march.
    fn end_march(&mut self, march: &Underway) {
        if self.message.is_some() {
            return;
        }
        // Those that left the map have arrived; the log reports those that were lost.
        let short =
            march.stopped.iter().filter_map(|id| self.shown.piece(*id)).filter(|piece| piece.cell.is_some());
        let tags: Vec<&str> = short.map(PieceView::label).collect();
        let mut results = Vec::new();
        if march.arrived > 0 {
            results.push(format!("{} arrived", march.arrived));
        }
        if march.under_way > 0 {
            let turn = self.shown.view.turn + u32::from(march.turns);
            results.push(format!("{} under way, there in turn {turn}", march.under_way));
        }
        if !tags.is_empty() {
            results.push(format!("stopped short: {}", tags.join(" ")));
        }
        if !results.is_empty() {
            self.message = Some(format!("March to {}: {}.", self.shown.name(march.goal), results.join("; ")));
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
