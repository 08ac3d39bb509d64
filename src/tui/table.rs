//! A battle shared with another terminal: following it, whose turn it is, messages, requests and the clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::game::Session;
use crate::game::journal::Note;
use crate::game::storage::{Message, Present};
use crate::game::{Seat, Side};
use crate::plain::plain;

mod talk;

use super::app::{App, Screen};
use super::game::Game;
use super::overlay::{Kind, List, Overlay, Row};
use super::overlays::Overlays;
use super::shown::Shown;
use super::theme::Role;

/// How often the list of battles on the title screen is read again at most.
const LIST_EVERY: Duration = Duration::from_secs(1);

/// Messages kept for the window that lists them.
const MOST_MESSAGES: usize = 200;

/// The people at a shared battle as the screen knows them.
#[derive(Debug, Default)]
pub struct Table {
    /// The players and spectators connected now.
    pub present: Present,
    /// The messages so far, oldest first.
    pub messages: Vec<Message>,
    /// The last message of the other side, until the map is in view and it can be read.
    pub unread: Option<String>,
    /// Messages of the other side are not shown.
    pub muted: bool,
    /// More actions of the other side have been read that are still to be shown.
    pub behind: bool,
    /// The message being typed.
    pub typing: Option<String>,
    /// The request that was last put to the player: an undo or a draw, and when.
    asked: Option<(Note, u32)>,
    /// The save can't be followed any more; said once.
    broken: bool,
    /// Whether the terminal should ring: the player's turn has come, or the other side asks something.
    rings: bool,
}

/// The rows of the window about the other player.
const MESSAGE: usize = 0;
const DRAW: usize = 1;
const RESIGN: usize = 2;
const MUTE: usize = 3;
/// The rows of a window that asks for an answer.
const LATER: usize = 10;
const ACCEPT: usize = 11;
const REFUSE: usize = 12;
const CONFIRM_RESIGN: usize = 13;
const CONFIRM_UNDO: usize = 14;

/// The time in seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A time in minutes and seconds, or in hours and minutes.
fn minutes(seconds: u64) -> String {
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        3600..172_800 => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} days", seconds / 86_400),
    }
}

impl Game {
    /// Sends a note for the side at this terminal.
    fn send(&mut self, note: Note, done: &str) -> bool {
        let Some(side) = own_side(&*self.session) else { return false };
        match self.session.note(side, note) {
            Ok(()) => {
                self.message = Some(done.to_owned());
                true
            }
            Err(refused) => {
                self.refuse(&refused);
                false
            }
        }
    }
}

/// The side played at this terminal, if the battle is shared and it has one.
pub fn own_side(session: &dyn Session) -> Option<Side> {
    session.sharing()?;
    Side::BOTH.into_iter().find(|side| session.seat(*side) == Seat::Human)
}

/// Whether a player at another terminal has the decision.
pub fn waits_for_other(session: &dyn Session, shown: &Shown) -> bool {
    shown.decision.is_some_and(|open| session.seat(open.side) == Seat::Elsewhere)
}

/// The player of a side: "Anna", or the side's name.
pub fn player(session: &dyn Session, shown: &Shown, side: Side) -> String {
    let name = session.sharing().and_then(|sharing| sharing.players[side.index()].clone());
    name.map_or_else(|| shown.view.sides[side.index()].name.clone(), |name| plain(&name).into_owned())
}

/// The seconds the deciding side has left.
fn time_left(session: &dyn Session, shown: &Shown) -> Option<u64> {
    let side = shown.decision?.side;
    session.sharing()?.left(side, true, now())
}

/// The time left for the strip: " 4:31".
pub fn clock_in_words(session: &dyn Session, shown: &Shown) -> String {
    time_left(session, shown).map_or_else(String::new, |left| format!(" {}", minutes(left)))
}

impl Table {
    /// The prompt while another terminal has the decision, or the battle waits for a player.
    pub fn waiting_in_words(&self, session: &dyn Session, shown: &Shown) -> Option<String> {
        let (sharing, decision) = (session.sharing()?, shown.decision?);
        let name = &shown.view.sides[decision.side.index()].name;
        if sharing.players.iter().any(Option::is_some) && sharing.players[decision.side.index()].is_none() {
            return Some(format!("{name}: waiting for a player to join. You can quit; the seat stays open."));
        }
        let since = (sharing.since > 0).then(|| now().saturating_sub(sharing.since) / 60);
        let since = match since {
            Some(1..) => format!(", for {}", minutes(since.unwrap_or(0) * 60)),
            _ => String::new(),
        };
        let here = self.present.seats[decision.side.index()];
        let line =
            if here || sharing.players[decision.side.index()].is_none() { "" } else { " Not connected." };
        Some(format!("{name}: {} to decide{since}.{line}", player(session, shown, decision.side)))
    }

    /// The last message of the other side that the player has not seen covered by anything else.
    fn hear(&mut self, session: &mut dyn Session, shown: &Shown) {
        let Some(company) = session.company() else { return };
        let (heard, present) = (company.heard(), company.present());
        let first = self.messages.is_empty();
        self.present = present;
        let own = own_side(session);
        let fresh = heard.iter().rev().find(|message| Some(message.from) != own);
        // What was said before this terminal opened is in the list, and not news, unless it is the last word.
        if let Some(message) = fresh.filter(|_| !(self.muted || first && heard.len() > 1)) {
            self.unread = Some(format!("{}: {}", player(session, shown, message.from), plain(&message.text)));
        }
        self.messages.extend(heard);
        let extra = self.messages.len().saturating_sub(MOST_MESSAGES);
        self.messages.drain(..extra);
    }

    /// Puts a request of the other side to the player.
    pub(super) fn ask_for_answer(&mut self, session: &dyn Session, shown: &Shown, overlays: &mut Overlays) {
        let (Some(own), Some(sharing)) = (own_side(session), session.sharing()) else {
            return;
        };
        let asked = match (sharing.undo, sharing.draw) {
            (Some((by, to)), _) if by != own => Some((Note::AskUndo(to), to)),
            (_, Some(by)) if by != own => Some((Note::OfferDraw, session.plays())),
            _ => None,
        };
        if asked == self.asked {
            return;
        }
        self.asked.clone_from(&asked);
        // The question may have been answered or withdrawn meanwhile.
        overlays.close_lists(Kind::Answer);
        let Some((note, _)) = asked else { return };
        let who = player(session, shown, own.other());
        let (title, accept, refuse) = match note {
            Note::AskUndo(to) => {
                let count = session.plays().saturating_sub(to);
                let actions = if count == 1 {
                    "the last action".to_owned()
                } else {
                    format!("the last {count} actions")
                };
                (format!("{who} asks to undo {actions}"), "Grant the undo", "Refuse")
            }
            _ => (format!("{who} offers a draw"), "Accept: the battle ends in a draw", "Decline"),
        };
        let rows = [("Answer later: ,b asks again", LATER), (accept, ACCEPT), (refuse, REFUSE)];
        overlays.push(window(Kind::Answer, title, &rows));
        overlays.spring();
        self.rings = true;
    }

    /// The window about the other player: messages, a draw, resigning.
    fn window(&self, session: &dyn Session, shown: &Shown) -> Overlay {
        let (muted, seated, spectators) = (self.muted, own_side(session).is_some(), self.present.spectators);
        let open = session.outcome().is_none();
        let mut lines: Vec<Row> = Vec::new();
        let mut add = |text: String, role, id| lines.push(row(text, role, id));
        if seated {
            add("Send a message".to_owned(), Role::Option, MESSAGE);
        }
        if seated && open {
            add("Offer a draw".to_owned(), Role::Option, DRAW);
            add("Resign".to_owned(), Role::Option, RESIGN);
        }
        if seated {
            let mute = if muted { "Show messages again" } else { "Mute messages" };
            add(mute.to_owned(), Role::Option, MUTE);
        }
        for side in Side::BOTH {
            let here = if self.present.seats[side.index()] { "connected" } else { "not connected" };
            let name = &shown.view.sides[side.index()].name;
            let sharing = session.sharing();
            let seat = match sharing.and_then(|sharing| sharing.players[side.index()].as_deref()) {
                Some(player) => format!("{name}: {}, {here}", plain(player)),
                None => format!("{name}: no player yet"),
            };
            add(seat, Role::Dim, LATER);
        }
        if let Some(sharing) = session.sharing() {
            if let Some(clock) = sharing.terms.clock {
                add(format!("Clock: {}", clock.in_words()), Role::Dim, LATER);
            }
            add(format!("Terms: {}", sharing.terms.watch.in_words()), Role::Dim, LATER);
        }
        if spectators > 0 {
            add(format!("Spectators: {spectators}"), Role::Dim, LATER);
        }
        for message in self.messages.iter().rev().filter(|_| !muted) {
            add(
                format!("{}: {}", player(session, shown, message.from), plain(&message.text)),
                Role::Text,
                LATER,
            );
        }
        Overlay::List(List::new(Kind::OtherPlayer, "The other player", lines))
    }
}

impl App<'_> {
    /// The files that the screen follows now.
    pub fn follows(&mut self) -> Vec<std::path::PathBuf> {
        match &mut self.screen {
            Screen::Game(game) if game.session.sharing().is_some() => {
                let save = game.session.save_path().map(std::path::Path::to_path_buf);
                let folder = game.session.company().map(|company| company.folder().to_path_buf());
                save.into_iter().chain(folder).collect()
            }
            Screen::Title(_) => self.services.battles_folder().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// A followed file has changed; returns whether the screen may have changed.
    pub(super) fn followed(&mut self) -> bool {
        match &mut self.screen {
            // The list is read again at most once a second, however busy the battles of a host are.
            Screen::Title(_) if (self.clock.0)() < self.listed + LIST_EVERY => {
                self.stale = true;
                false
            }
            Screen::Title(title) => {
                (self.listed, self.stale) = ((self.clock.0)(), false);
                title.set_battles(self.services.battles());
                true
            }
            Screen::Game(game) if game.session.sharing().is_some() => {
                game.table.hear(&mut *game.session, &game.shown);
                // While earlier actions are being shown, the next ones wait their turn.
                if !game.table.behind
                    && let Some(mut playing) = self.playing()
                {
                    playing.follow_on();
                }
                true
            }
            _ => false,
        }
    }

    /// How long until the clock on the screen changes, or runs out.
    pub fn next_tick(&self) -> Option<Duration> {
        let game = match &self.screen {
            Screen::Game(game) => game,
            Screen::Title(_) if self.stale => return Some(LIST_EVERY),
            Screen::Editor(editor) => return editor.balance.next_tick(),
            _ => return None,
        };
        let left = time_left(&*game.session, &game.shown)?;
        let wait = match left {
            0 => return None,
            1..=120 => 1,
            _ => (left % 60) + 1,
        };
        Some(Duration::from_secs(wait))
    }

    /// The clock has gone on; a side whose time is up loses.
    pub(super) fn tick(&mut self) -> bool {
        if let Screen::Title(title) = &mut self.screen {
            (self.listed, self.stale) = ((self.clock.0)(), false);
            title.set_battles(self.services.battles());
            return true;
        }
        if let Screen::Editor(editor) = &mut self.screen {
            return editor.balance.tick();
        }
        self.playing().is_some_and(|mut playing| playing.tick())
    }

    /// Whether the terminal should ring now; asked once per frame.
    pub fn rings(&mut self) -> bool {
        self.playing().is_some_and(|playing| std::mem::take(&mut playing.game.table.rings))
    }

    /// The title of the terminal's window for a shared battle.
    pub fn window_title(&self) -> Option<String> {
        let Screen::Game(game) = &self.screen else { return None };
        game.session.sharing()?;
        let turn = if game.human() { "your turn: " } else { "" };
        Some(format!("Stand To: {turn}{}", plain(&game.shown.view.title)))
    }
}

fn row(text: String, role: Role, id: usize) -> Row {
    Row { text, tail: String::new(), role, id, more: Vec::new() }
}

fn window(kind: Kind, title: String, rows: &[(&str, usize)]) -> Overlay {
    let rows = rows.iter().map(|(text, id)| row((*text).to_owned(), Role::Option, *id)).collect();
    Overlay::List(List::new(kind, title, rows))
}

/// Asks whether to ask the other side to undo this many actions.
fn undo_question(count: u32) -> Overlay {
    let actions = if count == 1 { "action".to_owned() } else { format!("{count} actions") };
    let rows = [("No", LATER), ("Ask the other side", CONFIRM_UNDO)];
    window(Kind::Answer, format!("Ask the other side to undo the last {actions}?"), &rows)
}
