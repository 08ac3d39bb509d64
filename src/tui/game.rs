//! A game on the screen: the running session, and the parts of what the screen knows and shows of it.

use crate::board::Cell;
use crate::game::view::PieceView;
use crate::game::{CardUse, Level, LogLine, Seat, Session, Side, Spectator, Thinking};

use super::asking::Asking;
use super::automation::Automation;
use super::computer::Computer;
use super::deciding;
use super::firing::Fire;
use super::forms::Form;
use super::frame::Frame;
use super::groups::Groups;
use super::keymap::Keymap;
use super::lookups::Lookups;
use super::march::Marching;
use super::pointing::Pointer;
use super::repeating::History;
use super::report::Report;
use super::seeing::Layers;
use super::services::StartingPoint;
use super::settings::Settings;
use super::shown::Shown;
use super::standing::Standing;
use super::table::Table;
use super::teaching::Lessons;

/// A game and the player's view of it.
pub struct Game {
    /// The running game.
    pub session: Box<dyn Session>,
    /// The position as the viewer knows it.
    pub shown: Shown,
    /// Where the player points.
    pub pointer: Pointer,
    /// Layers over the map: line of sight, threat, heights.
    pub layers: Layers,
    /// The session's answers about the cursor and the highlighted choice.
    pub lookups: Lookups,
    /// How the screen is laid out.
    pub frame: Frame,
    /// The questions put to the player.
    pub asking: Asking,
    /// Standing orders and other acts without asking.
    pub automation: Automation,
    /// How the computer's actions come onto the screen.
    pub computer: Computer,
    /// The report since the player's last decision.
    pub report: Report,
    /// The lessons and hints given so far.
    pub lessons: Lessons,
    /// The fire plan.
    pub fire: Fire,
    /// The groups that the player forms.
    pub groups: Groups,
    /// The marches.
    pub marching: Marching,
    /// The form being filled in.
    pub form: Option<Form>,
    /// The player's gestures, to repeat.
    pub history: History,
    /// The part of the screen that has to do with another terminal.
    pub table: Table,
    /// The player's settings.
    pub settings: Settings,
    /// A message, shown until the next key.
    pub message: Option<String>,
    /// Why an action could not be saved, until it is shown.
    pub trouble: Option<String>,
    /// The game is only watched.
    pub watching: bool,
    /// It has just been opened and may not be on disk yet.
    pub opened: bool,
    /// The battle in the editor that is tested here: leaving the game returns to it.
    pub tested: Option<StartingPoint>,
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
        let standing = Standing::read(session.standing());
        let kept = standing.written();
        let mut game = Self {
            session,
            shown: Shown::new(viewer, public, view),
            pointer: Pointer { cursor, ..Pointer::default() },
            layers: Layers::default(),
            lookups: Lookups::default(),
            frame: Frame::default(),
            asking: Asking::default(),
            automation: Automation { standing, kept, ..Automation::default() },
            computer: Computer::default(),
            report: Report::default(),
            lessons: Lessons::default(),
            fire: Fire::default(),
            groups: Groups::default(),
            marching: Marching::default(),
            form: None,
            history: History::default(),
            table: Table::default(),
            settings: Settings::default(),
            message: None,
            trouble: None,
            watching: false,
            opened: false,
            tested: None,
        };
        game.refresh(keymap);
        game
    }

    /// Whether a player at this keyboard has the decision.
    pub fn human(&self) -> bool {
        self.computer.played_out.is_none()
            && self.shown.decision.is_some_and(|d| self.session.seat(d.side) == Seat::Human)
    }

    /// The computer's thinking about the present decision, if it decides.
    pub fn think(&mut self) -> Option<Thinking> {
        let side =
            self.shown.decision.filter(|_| self.computer.played_out.is_some()).map(|decision| decision.side);
        let Some(side) = side.filter(|side| self.session.seat(*side) == Seat::Human) else {
            return self.session.think();
        };
        self.session.set_seat(side, Seat::program(Level::Normal));
        let thinking = self.session.think();
        self.session.set_seat(side, Seat::Human);
        thinking
    }

    /// Whether direction keys move the acting unit.
    pub fn steering(&self) -> bool {
        !self.pointer.look && self.layers.sight.is_none() && deciding::steers(&self.shown.choices)
    }

    /// Works out the uses of the cards if the position or the piece under the cursor has changed.
    pub fn look_up_uses(&mut self) {
        if self.shown.view.hand.is_none() || self.asking.hand_over.is_some() {
            return;
        }
        let now = (self.shown.ticket, self.shown.card_piece(&self.pointer).map(|piece| piece.id));
        if self.lookups.uses.as_ref().is_none_or(|(known, _)| *known != now) {
            self.lookups.uses = Some((now, self.session.uses(self.shown.viewer, now.1)));
        }
    }

    /// The log lines that the viewer may read, oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &LogLine> {
        let log = self.session.log();
        self.shown.log.iter().filter_map(move |&n| log.get(n))
    }
}

impl Shown {
    /// The viewer's piece that the cards are explained for: the highlighted one under the cursor, or the top
    /// one there, or the acting one.
    pub fn card_piece(&self, pointer: &Pointer) -> Option<&PieceView> {
        let own = |piece: &&PieceView| piece.side == self.viewer && !piece.lost;
        let picked = self.picked(pointer).and_then(|choice| choice.piece()).and_then(|id| self.piece(id));
        let picked = picked.filter(own).filter(|piece| piece.cell == Some(pointer.cursor));
        let active = self.active().filter(own);
        let here = active.filter(|piece| piece.cell == Some(pointer.cursor));
        picked.or(here).or_else(|| self.pieces_at(pointer.cursor).find(own)).or(active)
    }
}

impl Lookups {
    /// The uses of the cards, as last worked out.
    pub fn uses(&self) -> &[CardUse] {
        self.uses.as_ref().map_or(&[], |(_, uses)| uses)
    }
}
