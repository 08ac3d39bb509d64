//! A game on the screen: what is known of the position, and where the player looks.
//!
//! Invariant: views, choices and previews are asked for once a play, never on a cursor step.

use std::collections::{HashMap, HashSet};

use crate::board::{Cell, Edge, Grid};
use crate::game::{
    Act, Attack, CardUse, ChoiceView, Decision, LogLine, Marking, Preview, Seat, Session, Side, Sight, View,
    view::PieceId, view::PieceView,
};

use super::answer::Watch;
use super::deciding;
use super::keymap::{Binding, Keymap};
use super::march::{Routed, Underway};
use super::panes::map::Geometry;
use super::plans::Plan;
use super::pointing::Only;
use super::report::Act as Told;
use super::standing::Standing;

/// What is shown beside the map where there is no room for everything.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum SidePane {
    /// Odds when something would be rolled, else roster and square.
    #[default]
    Auto,
    /// The roster alone.
    Roster,
    /// The square alone.
    Inspector,
}

/// What the uses of cards are worked out for: the position, and the piece.
type UsesFor = (u64, Option<PieceId>);

/// A game and the player's view of it.
pub struct Game {
    /// The running game.
    pub session: Box<dyn Session>,
    /// The side whose eyes are used.
    pub viewer: Side,
    /// What that side may see.
    pub view: View,
    /// Who must decide what.
    pub decision: Option<Decision>,
    /// The legal choices; empty while the program decides.
    pub choices: Vec<ChoiceView>,
    /// The verbs of the choices, in order, with their keys.
    pub verbs: Vec<Binding>,
    /// Pieces by cell, the uppermost of a stack first.
    pub at: HashMap<Cell, Vec<usize>>,
    /// Cells something may be chosen on.
    pub options: HashMap<Cell, usize>,
    /// Where what is yet to be set up may be put.
    pub zone: HashSet<Cell>,
    /// What lies along the sides of cells: a kind of the palette, or the bare limit of a region.
    pub edges: HashMap<Edge, Option<u16>>,
    /// The region each cell belongs to, as a place in the list of regions.
    pub region: HashMap<Cell, u16>,
    /// The log lines the viewer may read, as places in the session's log.
    pub log: Vec<usize>,
    /// The map cursor.
    pub cursor: Cell,
    /// Whether the cursor is free although a stand is moving.
    pub look: bool,
    /// The highlighted choice.
    pub pick: Option<usize>,
    /// Which choices are stepped through.
    pub only: Only,
    /// A verb that waits for a direction.
    pub waiting: Option<&'static str>,
    /// Stands the player has marked.
    pub marked: Vec<PieceId>,
    /// Line-of-sight mode: from where, and the line to the cursor.
    pub sight: Option<(Cell, Sight)>,
    /// What can be seen from a square: row-major, true is seen.
    pub seen: Option<(Cell, Vec<bool>)>,
    /// Show heights instead of ground.
    pub heights: bool,
    /// How large the map is drawn, from 1, the overview; 0 is as the room allows.
    pub zoom: u16,
    /// The zoom before the overview.
    pub zoom_before: u16,
    /// What is beside the map.
    pub side_pane: SidePane,
    /// Lines the log is scrolled back.
    pub log_back: usize,
    /// Lines the odds are scrolled down.
    pub odds_down: usize,
    /// Whether the odds are longer than their pane.
    pub odds_cut: bool,
    /// Something to tell the player until the next key.
    pub message: Option<String>,
    /// That is of a chance that orders let pass.
    pub told_passing: bool,
    /// Digits typed for a die.
    pub face: String,
    /// A name of a cell being typed, to go there.
    pub naming: Option<String>,
    /// The player who is to take the keyboard, while nothing may be seen.
    pub hand_over: Option<Side>,
    /// What is ordered for later.
    pub standing: Standing,
    /// What was last tried to be written down of it.
    pub kept: String,
    /// Who has let a turn to act go by, and in which turn and phase.
    pub passed: Option<(Side, (u32, usize))>,
    /// Routine decisions that the player let pass: whose, of what kind, and what was offered.
    pub routines: Vec<(Side, &'static str, Vec<String>)>,
    /// Whose turns to act all go by, and in which turn and phase.
    pub ending: Option<(Side, (u32, usize))>,
    /// What was let pass in this phase.
    pub watch: Watch,
    /// The chance of harm for which firers are put together.
    pub wanted: f64,
    /// The attacks of the fire plan that is open.
    pub attacks: Vec<Attack>,
    /// The groups of the proposal that is open.
    pub markings: Vec<Marking>,
    /// Groups that are being marked.
    pub plan: Option<Plan>,
    /// The turn, the phase and the side for which groups were proposed last.
    pub proposed: (u32, usize, Side),
    /// Where the pieces that may move could go.
    pub routed: Option<Routed>,
    /// What [`Game::routed`] was worked out for.
    pub routed_for: (u64, bool, usize),
    /// A march that is being carried out.
    pub underway: Option<Underway>,
    /// Where a group was sent last.
    pub last_goal: Option<Cell>,
    /// The last choice of the player's that can be made again: its verb, where it pointed.
    pub last_choice: Option<ChoiceView>,
    /// The march shown was ordered in an earlier turn.
    pub recalled: bool,
    /// Plays before and after each gesture of many plays, oldest first.
    pub gestures: Vec<(u32, u32)>,
    /// Plays before each one that a player made by a key, since the game is on this screen.
    pub own: Vec<u32>,
    /// What is played now follows from what was ordered, or there is nothing else: no key was pressed for it.
    pub unasked: bool,
    /// The game is only watched.
    pub watching: bool,
    /// The program is told to wait.
    pub waits: bool,
    /// The player was told that the issue is decided.
    pub told_issue: bool,
    /// The hints that were shown.
    pub hinted: Vec<String>,
    /// The turn and the phase up to which phases were explained.
    pub taught: Option<(u32, usize)>,
    /// Standing orders are playing: what happens meanwhile is told as happening since the player's own decision.
    pub automatic: bool,
    /// Cells worth looking at first, where one has to be chosen.
    pub aims: Vec<Cell>,
    /// Choices made since a decision of this kind, and whole series of them by kind, to be made again.
    pub series: (&'static str, Vec<String>),
    pub last_series: HashMap<&'static str, Vec<String>>,
    /// A choice that was warned of.
    pub warned: Option<String>,
    /// The first square shown, left and top.
    pub origin: (i16, i16),
    /// Where the map was drawn last.
    pub geometry: Geometry,
    /// Changes with every refresh; a thought about an older position is thrown away.
    pub ticket: u64,
    /// Whether the program is thinking about this position.
    pub thinking: bool,
    /// Whether the prompt is of the enemy's making and has not been drawn yet.
    pub unseen: bool,
    /// Whose decision of what kind a player at this keyboard was asked last.
    asked: Option<(Side, &'static str)>,
    /// The length of the log when a player at this keyboard last played something.
    pub decided: usize,
    /// What happened since then.
    pub acts: Vec<Told>,
    /// The act that is looked at.
    pub step: Option<usize>,
    /// Why a play could not be saved, until it is shown.
    pub trouble: Option<String>,
    /// The program answers a play of the player at the keyboard, who does not see its hand.
    pub answers: bool,
    /// The program's choice that could not be saved and is tried again.
    pub stalled: Option<String>,
    preview: Option<(usize, Option<Preview>)>,
    /// What the cards may be played for, and the position and piece it was worked out for.
    uses: Option<(UsesFor, Vec<CardUse>)>,
}

impl Game {
    /// A game as it stands.
    pub fn new(session: Box<dyn Session>, keymap: &Keymap) -> Self {
        let viewer = Side::BOTH.into_iter().find(|s| session.seat(*s) == Seat::Human).unwrap_or(Side::A);
        let view = session.view(viewer);
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
            heights: false,
            zoom: 0,
            zoom_before: 0,
            side_pane: SidePane::Auto,
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
            wanted: 0.5,
            attacks: Vec::new(),
            markings: Vec::new(),
            plan: None,
            proposed: (0, 0, Side::A),
            routed: None,
            routed_for: (0, false, 0),
            underway: None,
            last_goal: None,
            last_choice: None,
            recalled: false,
            gestures: Vec::new(),
            own: Vec::new(),
            unasked: false,
            watching: false,
            waits: false,
            told_issue: false,
            hinted: Vec::new(),
            taught: None,
            automatic: false,
            aims: Vec::new(),
            series: ("", Vec::new()),
            last_series: HashMap::new(),
            warned: None,
            origin: (0, i16::MAX),
            geometry: Geometry::default(),
            ticket: 0,
            thinking: false,
            unseen: false,
            asked: None,
            decided: usize::MAX,
            acts: Vec::new(),
            step: None,
            trouble: None,
            answers: false,
            stalled: None,
            preview: None,
            uses: None,
        };
        game.standing = Standing::read(game.session.standing());
        game.kept = game.standing.written();
        game.refresh(keymap);
        game
    }

    /// Asks the session anew for everything: after a play, an undo, a change of seats.
    pub fn refresh(&mut self, keymap: &Keymap) {
        let before = self.decision;
        if self.message.as_ref().is_some_and(|text| text.ends_with(super::app::NO_KEY)) {
            self.message = None;
        }
        self.ticket += 1;
        let looked = self.viewer;
        self.thinking = false;
        self.stalled = None;
        self.decision = self.session.decision();
        if let Some(decision) = self.decision
            && self.session.seat(decision.side) == Seat::Human
        {
            self.viewer = decision.side;
        }
        let phase = (self.view.turn, self.view.phase);
        self.view = self.session.view(self.viewer);
        // What was said in one phase is old in the next that the program has come to meanwhile.
        let program = before.is_some_and(|decision| self.session.seat(decision.side) != Seat::Human);
        if program && phase != (self.view.turn, self.view.phase) {
            self.message = None;
        }
        if before != self.decision {
            let played = before.is_some_and(|decision| self.session.seat(decision.side) == Seat::Human);
            self.answers = played && !self.human() && self.view.hand.is_some();
        }
        self.hand_over = self.session.hand_over(looked).or(self.hand_over);
        self.lay_out();
        self.choices = if self.human() { self.session.choices().to_vec() } else { Vec::new() };
        self.aims = if self.human() { self.session.aims() } else { Vec::new() };
        let mut verbs: Vec<(&'static str, Act)> = Vec::new();
        for choice in &self.choices {
            if !verbs.iter().any(|(known, _)| *known == choice.verb) {
                verbs.push((choice.verb, choice.act));
            }
        }
        self.verbs = keymap.verb_bindings(&verbs);
        let log = self.session.log();
        self.log = (0..log.len()).filter(|&n| log[n].event.only.is_none_or(|s| s == self.viewer)).collect();
        self.tell();
        (self.only, self.waiting, self.seen) = (Only::All, None, None);
        (self.log_back, self.odds_down, self.preview) = (0, 0, None);
        if self.human() {
            let now = self.decision.map(|d| (d.side, d.kind));
            // The enemy has acted since, or it is an interrupt: then the prompt is none the player could expect.
            let theirs = before.is_some_and(|d| {
                self.session.seat(d.side) != Seat::Human || now.is_some_and(|n| n.0 != d.side)
            });
            if self.asked.is_some() && self.asked != now && (theirs || deciding::reacting(&self.choices)) {
                self.unseen = true;
            }
            // What was said of an earlier chance would hide what is offered now.
            if theirs && (std::mem::take(&mut self.told_passing) || deciding::reacting(&self.choices)) {
                self.message = None;
            }
            self.asked = now;
        }
        let same = before.map(|d| (d.kind, d.side)) == self.decision.map(|d| (d.kind, d.side));
        if !same && (self.human() || self.decision.is_none()) {
            (self.look, self.sight) = (false, None);
        }
        self.point();
    }

    /// Sorts what the view shows by where it lies.
    fn lay_out(&mut self) {
        self.at.clear();
        for (index, piece) in self.view.pieces.iter().enumerate() {
            if let Some(cell) = piece.cell.filter(|_| !piece.lost) {
                self.at.entry(cell).or_default().push(index);
            }
        }
        let pieces = &self.view.pieces;
        for stack in self.at.values_mut() {
            stack.sort_by_key(|&n| std::cmp::Reverse(pieces[n].stack));
        }
        let board = &self.view.board;
        self.zone = self.view.zone.iter().copied().collect();
        self.edges = board.edges.iter().map(|edge| (edge.edge, Some(edge.kind))).collect();
        self.region.clear();
        for (number, region) in (0u16..).zip(&board.regions) {
            self.region.extend(region.cells.iter().map(|cell| (*cell, number)));
        }
        for (&cell, &home) in &self.region {
            for (toward, next) in board.grid.neighbours(cell) {
                let Some(edge) = board.grid.edge(cell, toward) else { continue };
                let there = self.region.get(&next).copied();
                if there != Some(home) {
                    let border = board.borders.iter().find(|border| {
                        let pair = [Some(border.between[0]), Some(border.between[1])];
                        pair == [Some(home), there] || pair == [there, Some(home)]
                    });
                    self.edges.entry(edge).or_insert(border.map(|border| border.kind));
                }
            }
        }
    }

    /// What the deciding side is asked, in full where the ruleset names the unit; empty once the game is over.
    pub fn question(&self) -> &str {
        match self.view.prompt.as_str() {
            "" => self.decision.map_or("", |decision| decision.prompt),
            prompt => prompt,
        }
    }

    /// Whether a player at this keyboard decides now.
    pub fn human(&self) -> bool {
        self.decision.is_some_and(|d| self.session.seat(d.side) == Seat::Human)
    }

    /// Whether directions move the acting stand.
    pub fn steering(&self) -> bool {
        !self.look && self.sight.is_none() && deciding::steers(&self.choices)
    }

    /// The piece that is acting.
    pub fn active(&self) -> Option<&PieceView> {
        self.view.active.and_then(|id| self.piece(id))
    }

    /// A piece by its name.
    pub fn piece(&self, id: PieceId) -> Option<&PieceView> {
        self.view.pieces.iter().find(|p| p.id == id)
    }

    /// The pieces on a square.
    pub fn pieces_at(&self, cell: Cell) -> impl Iterator<Item = &PieceView> {
        self.at.get(&cell).into_iter().flatten().map(|&n| &self.view.pieces[n])
    }

    /// What the highlighted choice would roll; worked out once.
    pub fn preview(&mut self) -> Option<&Preview> {
        let index = self.pick?;
        if self.preview.as_ref().is_none_or(|(known, _)| *known != index) {
            let preview = self.choices.get(index).and_then(|c| self.session.preview(&c.notation));
            self.preview = Some((index, preview));
            self.odds_down = 0;
        }
        self.preview.as_ref().and_then(|(_, preview)| preview.as_ref())
    }

    /// The piece of the viewer's that his cards are explained for: the one that is highlighted under the cursor, else
    /// the uppermost there, else the one that acts.
    pub fn card_piece(&self) -> Option<&PieceView> {
        let own = |piece: &&PieceView| piece.side == self.viewer && !piece.lost;
        let picked = self.picked().and_then(|choice| choice.piece()).and_then(|id| self.piece(id));
        let picked = picked.filter(own).filter(|piece| piece.cell == Some(self.cursor));
        let active = self.active().filter(own);
        let here = active.filter(|piece| piece.cell == Some(self.cursor));
        picked.or(here).or_else(|| self.pieces_at(self.cursor).find(own)).or(active)
    }

    /// Asks what the cards may be played for, if another piece is under the cursor than before.
    pub fn look_up_uses(&mut self) {
        if self.view.hand.is_none() || self.hand_over.is_some() {
            return;
        }
        let now = (self.ticket, self.card_piece().map(|piece| piece.id));
        if self.uses.as_ref().is_none_or(|(known, _)| *known != now) {
            self.uses = Some((now, self.session.uses(self.viewer, now.1)));
        }
    }

    /// What the cards may be played for, as it was looked up last.
    pub fn uses(&self) -> &[CardUse] {
        self.uses.as_ref().map_or(&[], |(_, uses)| uses)
    }

    /// The log lines the viewer may read, oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &LogLine> {
        let log = self.session.log();
        self.log.iter().filter_map(move |&n| log.get(n))
    }

    /// Whether a square is on the map.
    pub fn on_map(&self, cell: Cell) -> bool {
        let (low, high) = self.view.board.span();
        (low.x..=high.x).contains(&cell.x) && (low.y..=high.y).contains(&cell.y)
    }

    /// The shape of the map.
    pub fn grid(&self) -> Grid {
        self.view.board.grid
    }

    /// What a cell is called.
    pub fn name(&self, cell: Cell) -> String {
        self.view.board.name(cell)
    }
}
