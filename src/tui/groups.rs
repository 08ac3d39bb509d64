//! The groups window: the groups proposed for the turn where a ruleset marks them, otherwise the groups that can
//! march. A group can be split, and merged with the next.

use crate::board::Cell;
use crate::game::Session;
use crate::game::gesture::Marking;
use crate::game::view::{Marchers, PieceId, PieceView};
use crate::game::{Act, ChoiceView, Side};

use super::automation::Automation;
use super::game::Game;
use super::overlay::{Kind, List, Overlay, Row};
use super::plans::{Plan, in_a_row};
use super::seeing;
use super::shown::Shown;
use super::theme::Role;

/// Added to the reason where a group is proposed as it was formed last turn.
const AGAIN: &str = ", as before";

/// The enemies that are named; further ones are counted.
const NAMED: usize = 4;

/// A reason why groups stay apart.
const APART: &str = "These two can't form one group: they are not in contact, or may not act together.";

/// The units that march together unless the player splits them.
#[derive(Clone, PartialEq, Eq)]
enum Together {
    Formation(String),
    Stack(Cell),
    Alone(PieceId),
}

/// The groups that the player forms.
pub struct Groups {
    /// The groups of the open proposal.
    pub markings: Vec<Marking>,
    /// The groups that march together, as the player split and merged them.
    pub bands: Vec<Vec<PieceId>>,
    /// The groups being formed.
    pub plan: Option<Plan>,
    /// The turn, phase and side of the last proposal.
    pub proposed: (u32, usize, Side),
}

impl Default for Groups {
    fn default() -> Self {
        Self { markings: Vec::new(), bands: Vec::new(), plan: None, proposed: (0, 0, Side::A) }
    }
}

impl Game {
    /// Selects a group for a march, with the cursor on its first unit.
    pub fn march_band(&mut self, place: usize) {
        let Some(band) = self.groups.bands.get(place).cloned() else { return };
        let Some(&first) = band.first() else { return };
        let begin = self.shown.choices.iter().position(|c| c.act == Act::Begin && c.piece() == Some(first));
        if let Some(cell) = self.shown.piece(first).and_then(|piece| piece.cell) {
            self.set_cursor(cell);
        }
        (self.pointer.pick, self.marching.lead) = (begin.or(self.pointer.pick), Some(first));
        self.pointer.marked = if band.len() > 1 { band } else { Vec::new() };
        let name = self.shown.piece(first).map_or_else(String::new, PieceView::with_tag);
        let who = match self.pointer.marked.len() {
            0 => name,
            count => format!("{count} {}", self.shown.view.words.piece[1]),
        };
        self.message = Some(format!("{who}: move the cursor to the destination, then press Enter."));
    }
}

impl Groups {
    /// The window of the groups that can march, as the player last split and merged them.
    pub fn bands_to_march(
        &mut self,
        session: &dyn Session,
        shown: &Shown,
        ready: Vec<PieceId>,
    ) -> Option<Overlay> {
        for band in &mut self.bands {
            band.retain(|id| ready.contains(id));
        }
        self.bands.retain(|band| !band.is_empty());
        for id in ready {
            if self.bands.iter().any(|band| band.contains(&id)) {
                continue;
            }
            let key = shown.together(id);
            let known = self.bands.iter().position(|band| shown.together(band[0]) == key);
            match known {
                Some(at) => self.bands[at].push(id),
                None => self.bands.push(vec![id]),
            }
        }
        (!self.bands.is_empty()).then(|| Overlay::List(self.band_list(session, shown, 0)))
    }

    /// The groups proposed for the turn, formed as last turn where that is known.
    pub fn propose(
        &mut self,
        automation: &Automation,
        session: &dyn Session,
        shown: &Shown,
    ) -> Option<Overlay> {
        let mut markings = session.aids().markings();
        if markings.is_empty() {
            return None;
        }
        for marking in &mut markings {
            if let Some(way) = automation.way_as_before(marking).filter(|_| !marking.urgent) {
                marking.way = way;
                marking.why = format!("{}{AGAIN}", marking.why);
            }
        }
        self.markings = markings;
        Some(Overlay::List(self.marking_list(session, shown, 0)))
    }

    fn marking_list(&self, session: &dyn Session, shown: &Shown, selected: usize) -> List {
        let name = |marking: &Marking| match &marking.pieces[..] {
            [only] => shown.piece(*only).map_or_else(|| marking.name.clone(), on_counter),
            // Two groups of one formation are told apart by their first unit.
            [first, ..] if self.markings.iter().filter(|other| other.name == marking.name).count() > 1 => {
                let tag = shown.piece(*first).map_or("", PieceView::label);
                format!("{tag} {}", marking.name)
            }
            _ => marking.name.clone(),
        };
        let wide = self.markings.iter().map(|m| name(m).chars().count()).max().unwrap_or(0).min(24);
        let ways = self.markings.iter().flat_map(|m| m.ways.iter().map(|(word, _)| word.len())).max();
        let ways = ways.unwrap_or(0);
        let row = |(id, marking): (usize, &Marking)| {
            let way = marking.ways.get(marking.way).map_or("", |(word, _)| *word);
            let piece = shown.view.words.piece;
            let count = marking.pieces.len();
            let own = super::text::cut(&name(marking), wide);
            let count = if count > 1 { format!("  {count} {}", piece[1]) } else { String::new() };
            let seen = match seeing::seeing(session, shown, &marking.pieces) {
                0 => String::new(),
                enemies => format!("  seen by {enemies}"),
            };
            Row {
                text: format!("{own:<wide$}  < {way:<ways$} >{count}{seen}"),
                // A small screen has no room for both the reason and "as before".
                tail: if marking.why.ends_with(AGAIN) { "as before".to_owned() } else { marking.why.clone() },
                role: Role::Text,
                id,
                more: about_group(session, shown, &marking.pieces),
            }
        };
        let rows = self.markings.iter().enumerate().map(row).collect();
        let mut list = List::new(
            Kind::Markings,
            "Groups for this turn: Left and Right change one, Enter forms all",
            rows,
        );
        list.selected = selected;
        list
    }

    /// Another way to form a proposed group.
    pub fn change_marking(
        &mut self,
        session: &dyn Session,
        shown: &Shown,
        place: usize,
        forward: bool,
        selected: usize,
    ) -> List {
        if let Some(marking) = self.markings.get_mut(place) {
            let count = marking.ways.len().max(1);
            marking.way = (marking.way + if forward { 1 } else { count - 1 }) % count;
            if let Some(why) = marking.why.strip_suffix(AGAIN) {
                marking.why = why.to_owned();
            }
        }
        self.marking_list(session, shown, selected)
    }

    fn band_list(&self, session: &dyn Session, shown: &Shown, selected: usize) -> List {
        let name = |band: &[PieceId]| match (shown.together(band[0]), band) {
            (Together::Formation(formation), _) => formation,
            (_, [only]) => shown.piece(*only).map_or_else(String::new, on_counter),
            (Together::Stack(cell), _) => format!("{} stack", shown.name(cell)),
            (Together::Alone(id), _) => shown.piece(id).map_or_else(String::new, on_counter),
        };
        let wide = self.bands.iter().map(|band| name(band).chars().count()).max().unwrap_or(0).min(30);
        let row = |(id, band): (usize, &Vec<PieceId>)| {
            let [one, many] = shown.view.words.piece;
            let count = band.len();
            let unit = if count > 1 { many } else { one };
            let seen = match seeing::seeing(session, shown, band) {
                0 => "not seen".to_owned(),
                enemies => format!("seen by {enemies}"),
            };
            let at = band.iter().find_map(|id| shown.piece(*id)?.cell);
            Row {
                text: format!("{:<wide$}  {count} {unit:<7}  {seen}", super::text::cut(&name(band), wide)),
                tail: at.map_or_else(|| "off-board".to_owned(), |cell| shown.name(cell)),
                role: Role::Text,
                id,
                more: about_group(session, shown, band),
            }
        };
        let rows = self.bands.iter().enumerate().map(row).collect();
        let mut list = List::new(Kind::Bands, "Groups that can move: Enter selects one for a march", rows);
        list.selected = selected;
        list
    }

    /// Splits the last unit off a group of the window.
    pub fn split_group(&mut self, session: &dyn Session, shown: &Shown, list: &List) -> List {
        let place = list.current().map_or(0, |row| row.id);
        if list.kind == Kind::Bands {
            if let Some(last) = self.bands.get_mut(place).filter(|band| band.len() > 1).and_then(Vec::pop) {
                self.bands.insert(place + 1, vec![last]);
            }
            return self.band_list(session, shown, list.selected);
        }
        let Some(marking) = self.markings.get(place).cloned() else {
            return self.marking_list(session, shown, 0);
        };
        let parts = marking.pieces.iter().rev().find_map(|last| {
            let rest: Vec<PieceId> = marking.pieces.iter().copied().filter(|id| id != last).collect();
            Some([session.aids().marking(&rest)?, session.aids().marking(&[*last])?])
        });
        if let Some(parts) = parts {
            let parts = parts.map(|part| formed_like(part, &marking));
            self.markings.splice(place..=place, parts);
        }
        self.marking_list(session, shown, list.selected)
    }

    /// Merges a group of the window with the next.
    pub fn merge_groups(&mut self, session: &dyn Session, shown: &Shown, list: &List) -> List {
        let place = list.current().map_or(0, |row| row.id);
        if list.kind == Kind::Bands {
            if shown.view.marchers != Marchers::One && place + 1 < self.bands.len() {
                let next = self.bands.remove(place + 1);
                self.bands[place].extend(next);
            }
            return self.band_list(session, shown, list.selected);
        }
        let (Some(upper), Some(lower)) = (self.markings.get(place), self.markings.get(place + 1)) else {
            return self.marking_list(session, shown, list.selected);
        };
        let all: Vec<PieceId> = upper.pieces.iter().chain(&lower.pieces).copied().collect();
        let upper = upper.clone();
        let merged = session.aids().marking(&all);
        let apart = merged.is_none();
        if let Some(merged) = merged {
            self.markings.splice(place..=place + 1, [formed_like(merged, &upper)]);
        }
        let mut fresh = self.marking_list(session, shown, list.selected);
        if apart {
            fresh.heading = APART.to_owned();
        }
        fresh
    }
}

impl Automation {
    fn way_as_before(&self, marking: &Marking) -> Option<usize> {
        let goes = marking.pieces.iter().any(|id| self.standing.goal_of(*id).is_some());
        let word = marking.pieces.iter().find_map(|id| self.standing.mark_of(*id));
        if goes && word.is_none() {
            return (marking.ways.len() > 1).then_some(1);
        }
        marking.ways.iter().position(|(name, _)| Some(*name) == word)
    }
}

/// The units of a group, and the known enemies that see it.
fn about_group(session: &dyn Session, shown: &Shown, pieces: &[PieceId]) -> Vec<String> {
    let mut enemies: Vec<PieceId> = pieces
        .iter()
        .filter_map(|id| shown.piece(*id)?.cell)
        .flat_map(|cell| seeing::seen_by(session, shown, cell))
        .collect();
    enemies.sort_unstable();
    enemies.dedup();
    let named = enemies.iter().take(NAMED).filter_map(|id| shown.piece(*id)).map(on_counter);
    let named: Vec<String> = named.collect();
    let more = enemies.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let seen = match named.is_empty() {
        true => "seen by no known enemy".to_owned(),
        false => format!("seen by {}{rest}", named.join(", ")),
    };
    let own: Vec<&str> = pieces.iter().filter_map(|id| shown.piece(*id)).map(PieceView::label).collect();
    [in_a_row(&own), seen].into_iter().filter(|line| !line.is_empty()).collect()
}

impl Shown {
    /// The own units that may begin a move now.
    pub fn ready_to_march(&self, routed: bool) -> Vec<PieceId> {
        let own = |id: &PieceId| self.piece(*id).is_some_and(|piece| piece.side == self.viewer);
        let begins = self.choices.iter().filter(|choice| choice.act == Act::Begin);
        let mut ready: Vec<PieceId> = begins.filter_map(ChoiceView::piece).filter(own).collect();
        ready.sort_unstable();
        ready.dedup();
        let attacks = self.worth.values().any(|worth| *worth > 0.0) && !routed;
        let fires = attacks && self.view.marchers != Marchers::One;
        if fires { Vec::new() } else { ready }
    }

    fn together(&self, id: PieceId) -> Together {
        let Some(piece) = self.piece(id) else { return Together::Alone(id) };
        let formation = !piece.formation.is_empty();
        match (self.view.marchers, piece.cell) {
            (Marchers::Stack, Some(cell)) => Together::Stack(cell),
            (Marchers::Stack, None) | (Marchers::Platoon, _) if formation => {
                Together::Formation(piece.formation.clone())
            }
            _ => Together::Alone(id),
        }
    }
}

/// A unit by its tag and the name on its counter: "G2 PzIV F2".
fn on_counter(piece: &PieceView) -> String {
    match piece.called.is_empty() {
        true => format!("{} {}", piece.tag, piece.counter_name()).trim().to_owned(),
        false => piece.called.clone(),
    }
}

/// A marking formed in the way of another, if it can be.
fn formed_like(mut marking: Marking, other: &Marking) -> Marking {
    let word = other.ways.get(other.way).map(|(word, _)| *word);
    marking.way = marking.ways.iter().position(|(known, _)| Some(*known) == word).unwrap_or(marking.way);
    marking
}
