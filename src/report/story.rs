//! A battle gathered for its report: every position, as far as the reader may see it.

use std::collections::HashMap;

use crate::game::journal::Seal;
use crate::game::view::{BoardView, Family, MarkerView, PieceId, PieceView, SideView, View, Weight};
use crate::game::{LogLine, Outcome, Seat, Session, Side};

/// The reader of a report, who decides what it may contain.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Reads everything: the battle is over, or no player takes part.
    All,
    /// One seat of a battle in progress.
    Seat(Side),
    /// Both players of a battle in progress: only what neither hides from the other.
    Both,
}

impl Eyes {
    /// The reader of a battle, if no side is asked for.
    pub fn of(session: &dyn Session) -> Self {
        let human = |side: &Side| session.seat(*side) == Seat::Human;
        let humans: Vec<Side> = Side::BOTH.into_iter().filter(human).collect();
        match &humans[..] {
            _ if session.outcome().is_some() => Self::All,
            [] if Side::BOTH.iter().all(|side| matches!(session.seat(*side), Seat::Program(_))) => Self::All,
            [one] => Self::Seat(*one),
            _ => Self::Both,
        }
    }

    /// Whether this reader may read a line.
    pub fn may_read(self, line: &LogLine) -> bool {
        match self {
            Self::All => true,
            Self::Seat(side) => line.event.is_for(side),
            Self::Both => line.event.only.is_none(),
        }
    }

    /// The side from whose view the pieces of a side are shown.
    const fn onto(self, side: Side) -> Side {
        match self {
            Self::All => side,
            Self::Seat(seat) => seat,
            Self::Both => side.other(),
        }
    }

    /// The side that results are worded for.
    pub const fn reader(self) -> Side {
        match self {
            Self::Seat(side) => side,
            Self::All | Self::Both => Side::A,
        }
    }
}

/// A unit at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stand {
    /// Its cell, by its index in the grid.
    pub cell: Option<u16>,
    /// The headings of its parts, in twenty-fourths of a circle.
    pub facings: Vec<u8>,
    /// The letters of its states that the map shows.
    pub states: String,
    pub weight: Weight,
    pub stack: u16,
    pub lost: bool,
    pub hidden: bool,
}

impl Stand {
    fn of(piece: &PieceView, board: &BoardView) -> Self {
        let states = piece.states.iter().filter(|state| state.weight > Weight::Spent);
        Self {
            cell: piece
                .cell
                .filter(|cell| board.grid.contains(*cell))
                .map(|cell| board.grid.index(cell) as u16),
            facings: piece.facings.iter().take(2).map(|facing| facing.to.parts()).collect(),
            weight: piece.states.iter().map(|state| state.weight).max().unwrap_or_default(),
            states: states.map(|state| state.letter).collect(),
            stack: piece.stack,
            lost: piece.lost,
            hidden: piece.hidden,
        }
    }
}

/// The battle after some actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub turn: u32,
    pub phase: usize,
    /// In the order of [`Story::roster`]; `None` for units not known yet, or no longer.
    pub stands: Vec<Option<Stand>>,
    pub markers: Vec<MarkerView>,
    /// Losses of the two sides: pieces, and points where pieces do not count alike.
    pub losses: [u32; 2],
    /// The holders of the objectives.
    pub holders: Vec<Option<Side>>,
    /// Cells whose terrain has changed since the start: index and family.
    pub ground: Vec<(u16, Family)>,
}

/// Why a report can't be written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("action {0} of this battle cannot be shown")]
pub struct Untold(
    /// The action.
    pub u32,
);

/// A battle with all its positions.
#[derive(Debug)]
pub struct Story {
    pub(super) title: String,
    pub(super) briefing: Vec<String>,
    pub(super) eyes: Eyes,
    pub(super) outcome: Option<Outcome>,
    pub(super) seal: Option<Seal>,
    pub(super) seed: Option<u64>,
    pub(super) players: [Seat; 2],
    pub(super) turns: u32,
    pub(super) phases: Vec<&'static str>,
    pub(super) board: BoardView,
    pub(super) piece_words: [&'static str; 2],
    pub(super) sides: [SideView; 2],
    /// Every unit that was ever seen, as it was last.
    pub(super) roster: Vec<PieceView>,
    pub(super) frames: Vec<Frame>,
    pub(super) log: Vec<LogLine>,
    /// Actions undone after rolling dice.
    pub(super) undone: u32,
}

/// What a reader sees of a position.
struct Seen {
    views: [View; 2],
    eyes: Eyes,
}

impl Seen {
    /// With every word.
    fn of(session: &dyn Session, eyes: Eyes) -> Self {
        Self { views: Side::BOTH.map(|side| session.view(side)), eyes }
    }

    /// Without words, which are costly to make and are not needed for every position.
    fn sketch(session: &dyn Session, eyes: Eyes) -> Self {
        Self { views: Side::BOTH.map(|side| session.sketch(side)), eyes }
    }

    /// The view from which a side is shown.
    fn onto(&self, side: Side) -> &View {
        &self.views[self.eyes.onto(side).index()]
    }

    fn pieces(&self) -> impl Iterator<Item = &PieceView> {
        Side::BOTH.into_iter().flat_map(|side| self.onto(side).pieces.iter().filter(move |p| p.side == side))
    }

    fn markers(&self) -> Vec<MarkerView> {
        let [a, b] = self.views.each_ref().map(|view| &view.markers);
        match self.eyes {
            Eyes::Seat(side) => self.views[side.index()].markers.clone(),
            Eyes::Both => a.iter().filter(|marker| b.contains(marker)).cloned().collect(),
            Eyes::All => a.iter().chain(b.iter().filter(|marker| !a.contains(marker))).cloned().collect(),
        }
    }

    fn main(&self) -> &View {
        &self.views[self.eyes.reader().index()]
    }
}

impl Story {
    /// Gathers a battle; the session must be one to look at, whose position may be changed.
    ///
    /// # Errors
    /// A position cannot be shown.
    pub fn of(session: &mut dyn Session, eyes: Eyes) -> Result<Self, Untold> {
        Self::with_progress(session, eyes, &mut |_, _| {})
    }

    /// The same; `progress` is called with the actions gathered so far and all of them.
    ///
    /// # Errors
    /// A position cannot be shown.
    pub fn with_progress(
        session: &mut dyn Session,
        eyes: Eyes,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Self, Untold> {
        let all = session.plays();
        let mut roster = Roster::default();
        let mut frames = Vec::new();
        let (mut board, mut start) = (None, None);
        for play in 0..=all {
            if !session.show(Some(play)) {
                return Err(Untold(play));
            }
            let seen = Seen::sketch(session, eyes);
            if roster.lacks_any_of(&seen) {
                roster.keep(&Seen::of(session, eyes));
            }
            let start = start.get_or_insert_with(|| seen.main().board.clone());
            frames.push(frame(&seen, &mut roster, start));
            board.get_or_insert_with(|| session.view(eyes.reader()).board);
            progress(play, all);
        }
        session.show(None);
        let last = Seen::of(session, eyes);
        roster.keep(&last);
        let view = last.main();
        Ok(Self {
            title: view.title.clone(),
            briefing: view.briefing.clone(),
            eyes,
            outcome: session.outcome(),
            seal: session.seal(),
            seed: session.seed_told(),
            players: Side::BOTH.map(|side| session.seat(side)),
            turns: view.turns,
            phases: view.phases.clone(),
            piece_words: view.words.piece,
            sides: Side::BOTH.map(|side| last.onto(side).sides[side.index()].clone()),
            board: board.unwrap_or_default(),
            roster: roster.units,
            frames,
            log: session.whole_log().iter().filter(|line| eyes.may_read(line)).cloned().collect(),
            undone: session.undo_totals().past_dice,
        })
    }

    /// The number of actions.
    pub fn plays(&self) -> u32 {
        (self.frames.len() - 1) as u32
    }

    /// The turn and the action in which a unit was lost.
    pub(super) fn lost_at(&self, unit: usize) -> Option<(u32, usize)> {
        let lost = |frame: &Frame| frame.stands.get(unit).and_then(Option::as_ref).is_some_and(|s| s.lost);
        let at = self.frames.iter().position(lost)?;
        lost(self.frames.last()?).then(|| (self.frames[at].turn, at))
    }
}

/// Every unit seen so far, as it was last.
#[derive(Default)]
struct Roster {
    units: Vec<PieceView>,
    /// The place of each in the list.
    places: HashMap<(Side, PieceId), usize>,
}

impl Roster {
    fn lacks_any_of(&self, seen: &Seen) -> bool {
        seen.pieces().any(|piece| !self.places.contains_key(&(piece.side, piece.id)))
    }

    /// Keeps every unit of a position.
    fn keep(&mut self, seen: &Seen) {
        seen.pieces().for_each(|piece| {
            self.put(piece);
        });
    }

    /// Keeps a unit, unless it comes without its words and is known, and tells its place.
    fn put(&mut self, piece: &PieceView) -> usize {
        let Some(&at) = self.places.get(&(piece.side, piece.id)) else {
            self.places.insert((piece.side, piece.id), self.units.len());
            self.units.push(piece.clone());
            return self.units.len() - 1;
        };
        if !piece.name.is_empty() {
            self.units[at].clone_from(piece);
        }
        at
    }
}

fn frame(seen: &Seen, roster: &mut Roster, start: &BoardView) -> Frame {
    let view = seen.main();
    let mut stands: Vec<Option<Stand>> = vec![None; roster.units.len()];
    for piece in seen.pieces() {
        let at = roster.put(piece);
        stands[at] = Some(Stand::of(piece, &view.board));
    }
    Frame {
        turn: view.turn,
        phase: view.phase,
        stands,
        markers: seen.markers(),
        losses: Side::BOTH.map(|side| {
            let shown = &seen.onto(side).sides[side.index()];
            shown.score.map_or(shown.lost, |[points, _]| points)
        }),
        holders: view.board.goals.iter().map(|goal| goal.holder).collect(),
        ground: changed(start, &view.board),
    }
}

/// The cells whose terrain is no longer as it was.
fn changed(start: &BoardView, now: &BoardView) -> Vec<(u16, Family)> {
    if start.cells == now.cells && start.palette == now.palette {
        return Vec::new();
    }
    let family =
        |board: &BoardView, cell| board.ground(cell).map_or(Family::Clear, |kind| kind.ground_family());
    let cells = start.grid.cells().filter(|cell| family(start, *cell) != family(now, *cell));
    cells.map(|cell| (start.grid.index(cell) as u16, family(now, cell))).collect()
}
