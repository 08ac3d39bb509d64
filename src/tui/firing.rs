//! The fire plan: the attacks open now, chosen together, and what is kept for later.

use crate::game::Act;
use crate::game::fire_plan::{FirePlan, joint};
use crate::game::gesture::{Attack, Reserve, THEN, Wanted};
use crate::game::view::{PieceId, PieceView};
use crate::game::{Session, Side};

use super::asking::Asking;
use super::deciding;
use super::game::Game;
use super::keymap::Keymap;
use super::overlay::{Kind, List, Overlay, Row};
use super::plans::in_a_row;
use super::pointing::Pointer;
use super::report;
use super::shown::Shown;
use super::text::{cut, percent, width, wrap};
use super::theme::Role;

/// The chances of harm that the fire plan can aim for.
const WANTED: [f64; 7] = [0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0];

/// The number of a row that is no attack.
const NO_ATTACK: usize = usize::MAX;

/// Most attacks listed besides those of the plan.
const MOST_OTHERS: usize = 40;

/// More attacks than a side makes in a phase.
const LIMIT: usize = 60;

/// The room for a row in the narrowest window.
const ROOM: usize = 76;

/// The fire plan as it was last worked out.
pub struct Fire {
    /// The chance of harm that the fire plan aims for.
    pub wanted: f64,
    /// The attacks of the open fire plan, then others that could be made.
    pub attacks: Vec<Attack>,
    /// How many of them are the plan.
    pub planned: usize,
    /// What the plan leaves for later.
    pub kept_back: Vec<Reserve>,
    /// The attacks of the fire plan with every unit that could join in: target, firers, chance.
    pub all_out: Vec<(PieceId, Vec<PieceId>, f64)>,
    /// The player's last action when the last attack of a plan was made: `.` then fires the next one.
    pub fired: Option<u32>,
}

impl Default for Fire {
    fn default() -> Self {
        Self {
            wanted: 0.5,
            attacks: Vec::new(),
            planned: 0,
            kept_back: Vec::new(),
            all_out: Vec::new(),
            fired: None,
        }
    }
}

impl Game {
    /// Whether an attack may be made; otherwise the player reads what to consider first.
    pub(super) fn may_make(&mut self, attack: &Attack) -> bool {
        let allowed = self.asking.allows(&self.shown, attack, self.settings.confirm);
        let may = allowed.is_ok();
        self.message = allowed.err().or(self.message.take());
        may
    }

    /// Carries out an attack of the plan.
    pub fn make_attack(&mut self, place: usize, keymap: &Keymap) {
        let Some(attack) = self.fire.attacks.get(place).cloned() else { return };
        if !self.may_make(&attack) {
            return;
        }
        let before = self.session.log().len();
        self.play_all(&attack.plays, keymap);
        self.fire.fired = self.history.own.last().copied();
        if self.message.is_none() {
            self.message = report::last_result(&*self.session, &self.shown, before);
        }
    }

    /// Carries out the whole plan, worked out again after each attack; any other decision stops it. A single undo
    /// undoes all of it.
    pub fn fire_all(&mut self, keymap: &Keymap) {
        let Some(decision) = self.shown.decision else { return };
        let (side, kind, when) = (decision.side, decision.kind, self.shown.view.turn_phase());
        let planned = &self.fire.attacks[..self.fire.planned];
        let whole_plan = Attack {
            reveals: planned.iter().flat_map(|attack| attack.reveals.clone()).collect(),
            caution: planned
                .iter()
                .find(|attack| !attack.caution.is_empty())
                .map_or_else(String::new, |attack| attack.caution.clone()),
            plays: planned.iter().flat_map(|attack| attack.plays.clone()).collect(),
            ..Attack::default()
        };
        if !self.may_make(&whole_plan) {
            return;
        }
        let firers: Vec<PieceId> =
            self.fire.attacks[..self.fire.planned].iter().flat_map(|attack| attack.firers.clone()).collect();
        let (began, gestures, before) =
            (self.session.plays(), self.history.gestures.len(), self.session.log().len());
        let (mut made, mut whole) = (0, true);
        while made < LIMIT && whole {
            let next = self.fire.attacks[..self.fire.planned].first().map(|attack| attack.plays.clone());
            let Some(plays) = next else { break };
            let more = self.fire.planned > 1;
            whole = self.play_all(&plays, keymap);
            made += 1;
            if let Some(done) = self.shown.end_of_other(side, kind).filter(|_| more) {
                self.play(&done, keymap);
            }
            let mine = self.shown.decision.is_some_and(|now| now.side == side && now.kind == kind);
            if !mine || self.shown.view.turn_phase() != when || self.session.awaiting().is_some() {
                break;
            }
            self.fire.work_out(&*self.session, &self.shown, &firers);
        }
        self.history.gestures.truncate(gestures);
        self.history.gestures.push((began, self.session.plays()));
        self.fire.fired = self.history.own.last().copied();
        if whole && self.session.awaiting().is_none() {
            // Where shots are declared first, they are rolled together: the plan is complete.
            let rolls = self.shown.choices.iter().position(|choice| choice.act == Act::Commit);
            self.pointer.pick = rolls.or(self.pointer.pick);
            let attacks = if made == 1 { "1 attack".to_owned() } else { format!("{made} attacks") };
            let last = report::last_result(&*self.session, &self.shown, before)
                .map_or_else(String::new, |last| format!(" Last: {last}"));
            let word = if rolls.is_some() { "declared" } else { "made" };
            self.message = Some(format!("{attacks} {word}.{last}"));
        }
    }

    /// Fires the next attack of the plan, if the last thing done was one; returns whether there is one.
    pub(super) fn fire_next(&mut self, keymap: &Keymap) -> bool {
        if self.fire.fired.is_none() || self.fire.fired != self.history.own.last().copied() {
            return false;
        }
        self.fire.work_out(&*self.session, &self.shown, &[]);
        let some = self.fire.planned > 0;
        if some {
            self.make_attack(0, keymap);
        }
        some
    }
}

impl Fire {
    /// The fire plan, to be carried out row by row or as a whole.
    pub fn open(&mut self, session: &dyn Session, shown: &Shown) -> Option<Overlay> {
        self.work_out(session, shown, &[]);
        if self.attacks.is_empty() {
            return None;
        }
        Some(Overlay::List(self.attack_list(shown, 0)))
    }

    /// Works out the plan: its attacks first, then the others that could be made; with these firers only, if any
    /// are named.
    fn work_out(&mut self, session: &dyn Session, shown: &Shown, firers: &[PieceId]) {
        let session = &session;
        let open =
            |wanted: &Wanted| session.aids().attacks(&Wanted { firers: firers.to_vec(), ..wanted.clone() });
        let plan = match deciding::reacting(&shown.choices) {
            // A reaction is one attack.
            true => FirePlan { attacks: Vec::new(), others: open(&Wanted::of(self.wanted)) },
            false => joint(&open, self.wanted),
        };
        self.kept_back = session.aids().reserves(&plan.busy(), &plan.spent());
        self.planned = plan.attacks.len();
        self.attacks = plan.attacks;
        self.attacks.extend(plan.others.into_iter().take(MOST_OTHERS));
        self.all_out = session
            .aids()
            .attacks(&Wanted::of(1.0))
            .into_iter()
            .map(|attack| (attack.target, attack.firers, attack.harm))
            .collect();
    }

    /// Highlights the first choice of an attack of the plan, with the cursor on its target: the odds and the
    /// map follow the list.
    pub fn show_attack(&self, shown: &Shown, pointer: &mut Pointer, place: usize) {
        let Some(attack) = self.attacks.get(place) else { return };
        let index = shown.choices.iter().position(|choice| attack.begins_with(&choice.notation));
        if let Some(cell) = shown.piece(attack.target).and_then(|piece| piece.cell) {
            pointer.cursor = cell;
        }
        // A reaction keeps Enter for the best shot.
        if index.is_some() && !deciding::reacting(&shown.choices) {
            pointer.pick = index;
        }
    }

    fn attack_list(&self, shown: &Shown, selected: usize) -> List {
        let mut rows: Vec<Row> =
            self.attacks.iter().enumerate().map(|(id, attack)| self.attack_row(shown, id, attack)).collect();
        let kept = self.kept_back.iter().map(|reserve| reserve_row(shown, reserve));
        let at = if self.planned == 0 { rows.len() } else { self.planned };
        rows.splice(at..at, kept.collect::<Vec<_>>());
        let title =
            format!("Fire plan: enough firers for {} {}", self.attacks[0].words[0], percent(self.wanted));
        let mut list = List::new(Kind::Attacks, title, rows);
        list.whole = self.planned > 0;
        list.selected = selected;
        list
    }

    /// An attack: chances and target, range and firers; below it the arithmetic.
    fn attack_row(&self, shown: &Shown, id: usize, attack: &Attack) -> Row {
        let name = shown.piece(attack.target).map_or_else(String::new, PieceView::with_tag);
        let firers = shown.firers_of(attack);
        let [harm, kill] = attack.words;
        let other = if id < self.planned || self.planned == 0 { "" } else { "or " };
        let text =
            format!("{other}{harm} {:>4}  {kill} {:>4}  {name}", percent(attack.harm), percent(attack.kill));
        let more = self.all_out.iter().find(|(target, firers, chance)| {
            *target == attack.target
                && attack.firers.iter().all(|firer| firers.contains(firer))
                && firers.len() > attack.firers.len()
                && chance - attack.harm >= 0.005
        });
        let all = more.map_or_else(String::new, |(_, _, chance)| {
            format!(", {} kept (all: {harm} {})", attack.kept, percent(*chance))
        });
        let range = format!("at {}: ", attack.range);
        let room = ROOM.saturating_sub(width(&text) + width(&range) + width(&all));
        let short = width(&firers) > room;
        let tail = format!("{range}{}{all}", cut(&firers, room.max(12)));
        let results: Vec<String> =
            attack.results.iter().map(|(result, chance)| format!("{} {result}", percent(*chance))).collect();
        let firers = if short { firers } else { String::new() };
        let details = [firers, attack.caution.clone(), attack.sums.clone(), results.join("  ")];
        let details = details.iter().filter(|line| !line.is_empty());
        Row {
            text,
            tail,
            role: if id < self.planned || self.planned == 0 { Role::Text } else { Role::Dim },
            id,
            more: details.flat_map(|line| wrap(line, ROOM - 6, 2)).collect(),
        }
    }

    /// More or fewer firers for each attack of the plan.
    pub fn change_wanted(
        &mut self,
        session: &dyn Session,
        shown: &Shown,
        more: bool,
        list: &List,
    ) -> Option<List> {
        let now = WANTED.iter().position(|wanted| *wanted >= self.wanted - 1e-9).unwrap_or(2);
        let next = if more { (now + 1).min(WANTED.len() - 1) } else { now.saturating_sub(1) };
        self.wanted = WANTED[next];
        let target = list.current().and_then(|row| self.attacks.get(row.id)).map(|attack| attack.target);
        self.work_out(session, shown, &[]);
        if self.attacks.is_empty() {
            return None;
        }
        let mut list = self.attack_list(shown, 0);
        let same = |row: &Row| self.attacks.get(row.id).is_some_and(|attack| Some(attack.target) == target);
        list.selected = list.rows().iter().position(same).unwrap_or(0);
        Some(list)
    }
}

impl Shown {
    /// The end of an action that could go on after an attack: the plan has other firers for the next one.
    fn end_of_other(&self, side: Side, kind: &str) -> Option<String> {
        self.decision.filter(|now| now.side == side && now.kind != kind)?;
        let done = self.choices.iter().find(|choice| choice.act == Act::Done)?;
        Some(done.notation.clone())
    }

    /// The firers of an attack: as the ruleset names them, or by their tags.
    pub(super) fn firers_of(&self, attack: &Attack) -> String {
        if !attack.by.is_empty() {
            return attack.by.clone();
        }
        let tags: Vec<&str> =
            attack.firers.iter().filter_map(|id| self.piece(*id)).map(PieceView::label).collect();
        in_a_row(&tags)
    }
}

/// What the plan leaves for later.
fn reserve_row(shown: &Shown, reserve: &Reserve) -> Row {
    let labels = reserve.pieces.iter().filter_map(|id| shown.piece(*id)).map(PieceView::label);
    let names: Vec<&str> = labels.chain(reserve.cards.iter().map(String::as_str)).collect();
    let text = format!("Kept for {}: {}", reserve.purpose, in_a_row(&names));
    let lines = wrap(&text, ROOM, 8);
    let (first, rest) = lines.split_first().map_or((String::new(), &[][..]), |(a, b)| (a.clone(), b));
    let more = if rest.is_empty() { Vec::new() } else { rest.to_vec() };
    let first = if rest.is_empty() { first } else { format!("{first} ...") };
    Row { text: first, tail: String::new(), role: Role::Dim, id: NO_ATTACK, more }
}

impl Asking {
    /// Whether an attack may be made: one that reveals hidden units or may hurt its own side is asked about once if the
    /// player wants to `confirm` such things.
    fn allows(&mut self, shown: &Shown, attack: &Attack, confirm: bool) -> Result<(), String> {
        let known = self.warned.take().is_some_and(|warned| warned == attack.plays.join(THEN));
        let harmless = attack.reveals.is_empty() && attack.caution.is_empty();
        if harmless || known || !confirm {
            return Ok(());
        }
        let labels = attack.reveals.iter().filter_map(|id| shown.piece(*id)).map(PieceView::label);
        let names = in_a_row(&labels.collect::<Vec<_>>());
        let reveals = if names.is_empty() { String::new() } else { format!("Firing reveals {names}. ") };
        let own = if attack.caution.is_empty() { String::new() } else { format!("{} ", attack.caution) };
        (self.warned, self.unseen) = (Some(attack.plays.join(THEN)), true);
        Err(format!("{reveals}{own}Same key again confirms."))
    }
}
