//! A game on the screen: what is known about the position, and where the player is looking.
//!
//! Invariant: views, choices and previews are requested once per action, never on a cursor step.

use std::collections::{HashMap, HashSet};

use crate::board::{Cell, Edge, Grid};
use crate::deeds::Act;
use crate::game::{
    Attack, CardUse, ChoiceView, Decision, Level, LogLine, Marking, Preview, Reserve, Seat, Session, Side,
    Sight, Spectator, Thinking, View, view::PieceId, view::PieceView,
};

use super::answer::Watch;
use super::deciding;
use super::keymap::{Binding, Keymap};
use super::march::Routed;
use super::panes::map::Geometry;
use super::plans::Plan;
use super::pointing::Only;
use super::seeing::Threats;
use super::settings::Settings;
use super::standing::Standing;
use super::table::Table;

/// The pane beside the map where there is no room for all of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum SidePane {
    /// Odds if the highlighted choice rolls, otherwise roster and cell.
    #[default]
    Auto,
    /// The roster only.
    Roster,
    /// The cell only.
    Inspector,
    /// No pane: the map has the whole width.
    None,
}

/// The position and the piece that card uses were worked out for.
type UsesFor = (u64, Option<PieceId>);

/// A game and the player's view of it.
pub struct Game {
    /// The running game.
    pub session: Box<dyn Session>,
    /// The side whose view is shown.
    pub viewer: Side,
    /// The view of that side.
    pub view: View,
    /// The open decision.
    pub decision: Option<Decision>,
    /// The legal choices; empty while the computer plays.
    pub choices: Vec<ChoiceView>,
    /// The verbs of the choices, in order, with their keys.
    pub verbs: Vec<Binding>,
    /// Pieces by cell, top of the stack first.
    pub at: HashMap<Cell, Vec<usize>>,
    /// Cells with a choice, each with the index of its first choice.
    pub options: HashMap<Cell, usize>,
    /// Cells where units can be set up.
    pub zone: HashSet<Cell>,
    /// The features along cell edges: a kind of the palette, or `None` for the plain border of a region.
    pub edges: HashMap<Edge, Option<u16>>,
    /// The region of each cell, as an index into the list of regions.
    pub region: HashMap<Cell, u16>,
    /// The log lines that the viewer may read, as indices into the session's log.
    pub log: Vec<usize>,
    /// The map cursor.
    pub cursor: Cell,
    /// Whether the cursor is free although a unit is moving.
    pub look: bool,
    /// The highlighted choice.
    pub pick: Option<usize>,
    /// The filter on the choices that are stepped through.
    pub only: Only,
    /// A verb that waits for a direction.
    pub waiting: Option<&'static str>,
    /// Units that the player has selected.
    pub marked: Vec<PieceId>,
    /// Line-of-sight mode: the origin, and the line to the cursor.
    pub sight: Option<(Cell, Sight)>,
    /// The cells visible from a cell, row by row.
    pub seen: Option<(Cell, Vec<bool>)>,
    /// How many enemy units can fire at each cell, row by row, while that is shown.
    pub threat: Option<Threats>,
    /// The risk of the unit to be moved under the cursor.
    pub risked: Option<super::risk::Risked>,
    /// What the player's pieces under the cursor can still do.
    pub situation: Option<super::situation::Situation>,
    /// The risks known in this position.
    pub risks: super::risk::Risks,
    /// The player's units that known enemies are likely to harm where they stand.
    pub endangered: HashSet<PieceId>,
    /// The attacks of the fire plan with every unit that could join in: target, firers, chance.
    pub all_out: Vec<(PieceId, Vec<PieceId>, f64)>,
    /// Whether heights are shown instead of terrain.
    pub heights: bool,
    /// How large the map is drawn, from 1, the overview; 0 chooses by the room available.
    pub zoom: u16,
    /// The player's settings.
    pub settings: Settings,
    /// The zoom before the overview.
    pub zoom_before: u16,
    /// The pane beside the map.
    pub side_pane: SidePane,
    /// The turn and phase in which the pane beside a wide map was opened because there were odds to show; it
    /// stays open until the phase ends.
    pub opened: Option<(u32, usize)>,
    /// Number of lines the log is scrolled up.
    pub log_back: usize,
    /// Number of lines the odds are scrolled down.
    pub odds_down: usize,
    /// Whether the odds are longer than their pane.
    pub odds_cut: bool,
    /// A message, shown until the next key.
    pub message: Option<String>,
    /// The message is about a shot that was declined without a prompt.
    pub told_passing: bool,
    /// The result typed so far for the awaited roll.
    pub face: String,
    /// The cell name being typed, to go there.
    pub naming: Option<String>,
    /// The player to take the keyboard next; the game is hidden meanwhile.
    pub hand_over: Option<Side>,
    /// The standing orders.
    pub standing: Standing,
    /// The standing orders as they were last saved, or tried to be.
    pub kept: String,
    /// The side that passed last, with turn and phase.
    pub passed: Option<(Side, (u32, usize))>,
    /// Routine decisions that the player passed: side, kind, and what was offered.
    pub routines: Vec<(Side, &'static str, Vec<String>)>,
    /// The side that passes for the rest of a phase, with turn and phase.
    pub ending: Option<(Side, (u32, usize))>,
    /// The shots declined in this phase.
    pub watch: Watch,
    /// Shots that were declined without a prompt since the player's last decision.
    pub held: Vec<Act>,
    /// The value of each choice that attacks, by index.
    pub worth: HashMap<usize, f64>,
    /// The computer plays the rest for both sides, since this many actions.
    pub played_out: Option<u32>,
    /// The turn and phase in which a player at this keyboard was last asked.
    pub(super) asked_when: (u32, usize),
    /// Whether the enemy has had a decision other than a reaction since then.
    pub(super) enemy_turn: bool,
    /// The chance of harm that the fire plan aims for.
    pub wanted: f64,
    /// The shots that a reaction prompt offers, best first, whichever unit is asked first.
    pub shots: Vec<Attack>,
    /// The attacks of the open fire plan, then others that could be made.
    pub attacks: Vec<Attack>,
    /// How many of them are the plan.
    pub planned: usize,
    /// What the plan leaves for later.
    pub kept_back: Vec<Reserve>,
    /// The player's last action when the last attack of a plan was made: `.` then fires the next one.
    pub fired: Option<u32>,
    /// The form being filled in.
    pub form: Option<super::forms::Form>,
    /// The groups of the open proposal.
    pub markings: Vec<Marking>,
    /// The groups that march together, as the player split and merged them.
    pub bands: Vec<Vec<PieceId>>,
    /// The groups being formed.
    pub plan: Option<Plan>,
    /// The turn, phase and side of the last proposal.
    pub proposed: (u32, usize, Side),
    /// The routes of the pieces that may move.
    pub routed: Option<Routed>,
    /// The position and selection that [`Game::routed`] was worked out for.
    pub routed_for: (u64, bool, usize, Option<PieceId>),
    /// The own piece that was highlighted last; it leads a march where pieces move one by one.
    pub lead: Option<PieceId>,
    /// The march in progress.
    pub underway: Option<super::underway::Underway>,
    /// The last destination of a march.
    pub last_goal: Option<Cell>,
    /// The player's last choice, to be repeated.
    pub last_choice: Option<ChoiceView>,
    /// Whether the march shown was ordered in an earlier turn.
    pub recalled: bool,
    /// Number of actions before and after each gesture, oldest first.
    pub gestures: Vec<(u32, u32)>,
    /// Number of actions before each one that the player made by a key since the game was opened here.
    pub own: Vec<u32>,
    /// Actions follow from orders or have no alternative: no key was pressed for them.
    pub unasked: bool,
    /// The game is only watched.
    pub watching: bool,
    /// Only what both sides may see is shown.
    pub public: bool,
    /// The part of the screen that has to do with another terminal.
    pub table: Table,
    /// Whether the player has paused the computer.
    pub waits: bool,
    /// Whether the player was told that the battle is decided.
    pub told_issue: bool,
    /// Whether the final report has been shown.
    pub told_over: bool,
    /// The tutorial texts already shown.
    pub hinted: Vec<String>,
    /// The position in which the last text about a decision was shown: one for each.
    pub taught_at: Option<u64>,
    /// The turn and phase up to which the tutorial has explained.
    pub taught: Option<(u32, usize)>,
    /// Standing orders are being carried out: the results count as events since the player's own decision.
    pub automatic: bool,
    /// The cells that the ruleset suggests first.
    pub aims: Vec<Cell>,
    /// The choices since a decision of this kind, and complete series by kind, to be repeated.
    pub series: (&'static str, Vec<String>),
    pub last_series: HashMap<&'static str, (&'static str, Vec<String>)>,
    /// The verb that began the present series.
    pub series_verb: &'static str,
    /// The choice that the player was warned of.
    pub warned: Option<String>,
    /// The first cell shown, left and top.
    pub origin: (i16, i16),
    /// The first row of the screen covered by an open list; the cursor is kept above it.
    pub covered_from: Option<u16>,
    /// Where the map was last drawn.
    pub geometry: Geometry,
    /// Changes with every refresh; the result of thinking about an older position is dropped.
    pub ticket: u64,
    /// Whether the computer is thinking about this position, or its action is about to be shown.
    pub thinking: bool,
    /// Whether it has been thinking for a noticeable time.
    pub pondering: bool,
    /// The last action of the computer shows something new: it stays on screen for a moment.
    pub shows: bool,
    /// The unit that the last action showed.
    pub shown_by: String,
    /// The player does not want to watch: the computer plays without pauses until the next decision.
    pub skips: bool,
    /// Whether the player could not expect this prompt and it has not been drawn yet.
    pub unseen: bool,
    /// The last decision that a player at this keyboard was asked: its side and kind.
    pub(super) asked: Option<(Side, &'static str)>,
    /// The length of the log when a player at this keyboard last acted.
    pub decided: usize,
    /// The report of events since then.
    pub acts: Vec<Act>,
    /// The player is putting together a reaction: it is part of the enemy's turn.
    pub reacts: bool,
    /// The line of it that is being looked at.
    pub step: Option<usize>,
    /// The length of the log when the player last closed the report, or acted.
    pub report_read: usize,
    /// Whether the report is enlarged over the map: Enter closes it first.
    pub report_open: bool,
    /// Why an action could not be saved, until it is shown.
    pub trouble: Option<String>,
    /// The computer is answering an action of a player who can't see its hand.
    pub answers: bool,
    /// The computer's choice that could not be saved and will be tried again.
    pub stalled: Option<String>,
    pub(super) preview: Option<(usize, Option<Preview>)>,
    /// The odds of the attack at the cursor of the fire plan, while that is open.
    pub(super) forecast: Option<super::forecast::Forecast>,
    /// What was shown before a list of choices was opened.
    pub(super) before_list: Option<super::forecast::Before>,
    /// The uses of the cards, with the position and piece they were worked out for.
    uses: Option<(UsesFor, Vec<CardUse>)>,
}

impl Game {
    /// Opens a game on the screen.
    pub fn new(session: Box<dyn Session>, keymap: &Keymap) -> Self {
        let viewer = Side::BOTH.into_iter().find(|s| session.seat(*s) == Seat::Human).unwrap_or(Side::A);
        let public = session.spectates() == Some(Spectator::Public);
        // The first refresh completes it.
        let view = if public { session.public_view() } else { session.sketch(viewer) };
        let grid = view.board.grid;
        let cursor = Cell::new(i16::from(grid.width()) / 2, i16::from(grid.height()) / 2);
        let mut game = Self {
            session,
            viewer,
            view,
            decision: None,
            choices: Vec::new(),
            verbs: Vec::new(),
            at: HashMap::new(),
            options: HashMap::new(),
            zone: HashSet::new(),
            edges: HashMap::new(),
            region: HashMap::new(),
            log: Vec::new(),
            cursor,
            look: false,
            pick: None,
            only: Only::All,
            waiting: None,
            marked: Vec::new(),
            sight: None,
            seen: None,
            threat: None,
            risked: None,
            situation: None,
            risks: super::risk::Risks::default(),
            endangered: HashSet::new(),
            all_out: Vec::new(),
            heights: false,
            zoom: 0,
            settings: Settings::default(),
            zoom_before: 0,
            side_pane: SidePane::Auto,
            opened: None,
            log_back: 0,
            odds_down: 0,
            odds_cut: false,
            message: None,
            told_passing: false,
            face: String::new(),
            naming: None,
            hand_over: None,
            standing: Standing::default(),
            kept: String::new(),
            passed: None,
            routines: Vec::new(),
            ending: None,
            watch: Watch::default(),
            held: Vec::new(),
            worth: HashMap::new(),
            played_out: None,
            asked_when: (0, 0),
            enemy_turn: false,
            wanted: 0.5,
            shots: Vec::new(),
            attacks: Vec::new(),
            planned: 0,
            kept_back: Vec::new(),
            fired: None,
            form: None,
            markings: Vec::new(),
            bands: Vec::new(),
            plan: None,
            proposed: (0, 0, Side::A),
            routed: None,
            routed_for: (0, false, 0, None),
            lead: None,
            underway: None,
            last_goal: None,
            last_choice: None,
            recalled: false,
            gestures: Vec::new(),
            own: Vec::new(),
            unasked: false,
            watching: false,
            public,
            table: Table::default(),
            waits: false,
            told_issue: false,
            told_over: false,
            hinted: Vec::new(),
            taught_at: None,
            taught: None,
            automatic: false,
            aims: Vec::new(),
            series: ("", Vec::new()),
            last_series: HashMap::new(),
            series_verb: "",
            warned: None,
            origin: (0, i16::MAX),
            covered_from: None,
            geometry: Geometry::default(),
            ticket: 0,
            thinking: false,
            pondering: false,
            shows: false,
            shown_by: String::new(),
            skips: false,
            unseen: false,
            asked: None,
            decided: usize::MAX,
            acts: Vec::new(),
            reacts: false,
            step: None,
            report_read: 0,
            report_open: false,
            trouble: None,
            answers: false,
            stalled: None,
            preview: None,
            forecast: None,
            before_list: None,
            uses: None,
        };
        game.standing = Standing::read(game.session.standing());
        game.kept = game.standing.written();
        game.refresh(keymap);
        game
    }

    /// The prompt of the deciding side, in full where the ruleset names the unit; empty once the game is
    /// over.
    pub fn question(&self) -> &str {
        match self.view.prompt.as_str() {
            "" => self.decision.map_or("", |decision| decision.prompt),
            prompt => prompt,
        }
    }

    /// Whether a player at this keyboard has the decision.
    pub fn human(&self) -> bool {
        self.played_out.is_none() && self.decision.is_some_and(|d| self.session.seat(d.side) == Seat::Human)
    }

    /// The computer's thinking about the present decision, if it decides.
    pub fn think(&mut self) -> Option<Thinking> {
        let side = self.decision.filter(|_| self.played_out.is_some()).map(|decision| decision.side);
        let Some(side) = side.filter(|side| self.session.seat(*side) == Seat::Human) else {
            return self.session.think();
        };
        self.session.set_seat(side, Seat::program(Level::Normal));
        let thinking = self.session.think();
        self.session.set_seat(side, Seat::Human);
        thinking
    }

    /// Opens the pane beside a wide map if there is something to show in it, until the phase ends: a pane that
    /// comes and goes with every step of the cursor would be tiring.
    pub fn open_side_pane(&mut self, needed: bool) {
        let now = (self.view.turn, self.view.phase);
        if needed {
            self.opened = Some(now);
        } else if self.opened != Some(now) {
            self.opened = None;
        }
    }

    /// Whether direction keys move the acting unit.
    pub fn steering(&self) -> bool {
        !self.look && self.sight.is_none() && deciding::steers(&self.choices)
    }

    /// The acting piece.
    pub fn active(&self) -> Option<&PieceView> {
        self.view.active.and_then(|id| self.piece(id))
    }

    /// The piece with an identifier.
    pub fn piece(&self, id: PieceId) -> Option<&PieceView> {
        self.view.pieces.iter().find(|p| p.id == id)
    }

    /// The pieces in a cell.
    pub fn pieces_at(&self, cell: Cell) -> impl Iterator<Item = &PieceView> {
        self.at.get(&cell).into_iter().flatten().map(|&n| &self.view.pieces[n])
    }

    /// The viewer's piece that the cards are explained for: the highlighted one under the cursor, or the top
    /// one there, or the acting one.
    pub fn card_piece(&self) -> Option<&PieceView> {
        let own = |piece: &&PieceView| piece.side == self.viewer && !piece.lost;
        let picked = self.picked().and_then(|choice| choice.piece()).and_then(|id| self.piece(id));
        let picked = picked.filter(own).filter(|piece| piece.cell == Some(self.cursor));
        let active = self.active().filter(own);
        let here = active.filter(|piece| piece.cell == Some(self.cursor));
        picked.or(here).or_else(|| self.pieces_at(self.cursor).find(own)).or(active)
    }

    /// Works out the uses of the cards if the position or the piece under the cursor has changed.
    pub fn look_up_uses(&mut self) {
        if self.view.hand.is_none() || self.hand_over.is_some() {
            return;
        }
        let now = (self.ticket, self.card_piece().map(|piece| piece.id));
        if self.uses.as_ref().is_none_or(|(known, _)| *known != now) {
            self.uses = Some((now, self.session.uses(self.viewer, now.1)));
        }
    }

    /// The uses of the cards, as last worked out.
    pub fn uses(&self) -> &[CardUse] {
        self.uses.as_ref().map_or(&[], |(_, uses)| uses)
    }

    /// The log lines that the viewer may read, oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &LogLine> {
        let log = self.session.log();
        self.log.iter().filter_map(move |&n| log.get(n))
    }

    /// Whether a cell is on the map.
    pub fn on_map(&self, cell: Cell) -> bool {
        let (low, high) = self.view.board.span();
        (low.x..=high.x).contains(&cell.x) && (low.y..=high.y).contains(&cell.y)
    }

    /// The shape of the map.
    pub fn grid(&self) -> Grid {
        self.view.board.grid
    }

    /// The name of a cell.
    pub fn name(&self, cell: Cell) -> String {
        self.view.board.name(cell)
    }
}
