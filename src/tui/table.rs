//! A battle shared with another terminal: following it, whose turn it is, messages, requests and the clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::game::Session;
use crate::game::journal::Note;
use crate::game::storage::{Message, Present};
use crate::game::{Refused, Seat, Side};
use crate::plain::plain;

use super::app::{App, Screen, Sprung};
use super::game::Game;
use super::lookback;
use super::overlay::{Kind, List, Overlay, Purpose, Row};
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
                if !game.table.behind {
                    self.follow_on();
                }
                true
            }
            _ => false,
        }
    }

    /// Shows the next action of the other side.
    pub(super) fn follow_on(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        (game.table.behind, game.computer.thinking) = (false, false);
        let (before, waited, was_over) = (
            game.session.log().len(),
            waits_for_other(&*game.session, &game.shown),
            game.session.outcome().is_some(),
        );
        // Looking back disturbs nothing: what happens meanwhile is shown on return. A late spectator always sees
        // the past, and follows it in whole turns.
        let (back, past) = (lookback::looks_back(&*game.session), game.session.shown().is_some());
        let told = game.session.follow(if past || game.computer.skips { usize::MAX } else { 1 });
        match told {
            Ok(told) => {
                game.table.behind = told.more;
                if told.moved && !back || told.noted {
                    let message = game.message.take();
                    game.refresh(&self.keymap);
                    game.computer.note_shown(&*game.session, &game.shown, before);
                    game.message = message.or(game.message.take());
                    self.after_play();
                }
            }
            Err(refused) => {
                if !std::mem::replace(&mut game.table.broken, true) {
                    let lines = vec![(refused.to_string(), Role::Warning)];
                    self.overlays.push(Overlay::text(Purpose::Read, "The saved game", lines));
                }
            }
        }
        let Screen::Game(game) = &mut self.screen else { return };
        let over = game.session.outcome().is_some() && !was_over;
        if waited && game.human() || over {
            self.rings = true;
        }
        self.ask_for_answer();
    }

    /// Puts a request of the other side to the player.
    pub(super) fn ask_for_answer(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        let (Some(own), Some(sharing)) = (own_side(&*game.session), game.session.sharing()) else { return };
        let asked = match (sharing.undo, sharing.draw) {
            (Some((by, to)), _) if by != own => Some((Note::AskUndo(to), to)),
            (_, Some(by)) if by != own => Some((Note::OfferDraw, game.session.plays())),
            _ => None,
        };
        if asked == game.table.asked {
            return;
        }
        game.table.asked.clone_from(&asked);
        // The question may have been answered or withdrawn meanwhile.
        self.overlays.retain(|open| !matches!(open, Overlay::List(list) if list.kind == Kind::Answer));
        let Some((note, _)) = asked else { return };
        let Screen::Game(game) = &self.screen else { return };
        let who = player(&*game.session, &game.shown, own.other());
        let (title, accept, refuse) = match note {
            Note::AskUndo(to) => {
                let count = game.session.plays().saturating_sub(to);
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
        self.overlays.push(window(Kind::Answer, title, &rows));
        self.sprung = Sprung::Unseen;
        self.rings = true;
    }

    /// The window about the other player: messages, a draw, resigning.
    pub(super) fn other_player(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if game.session.sharing().is_none() {
            game.message = Some("This battle is not shared with another terminal.".to_owned());
            return;
        }
        game.table.asked = None;
        let (muted, seated, spectators) =
            (game.table.muted, own_side(&*game.session).is_some(), game.table.present.spectators);
        let open = game.session.outcome().is_none();
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
            let here = if game.table.present.seats[side.index()] { "connected" } else { "not connected" };
            let name = &game.shown.view.sides[side.index()].name;
            let sharing = game.session.sharing();
            let seat = match sharing.and_then(|sharing| sharing.players[side.index()].as_deref()) {
                Some(player) => format!("{name}: {}, {here}", plain(player)),
                None => format!("{name}: no player yet"),
            };
            add(seat, Role::Dim, LATER);
        }
        if let Some(sharing) = game.session.sharing() {
            if let Some(clock) = sharing.terms.clock {
                add(format!("Clock: {}", clock.in_words()), Role::Dim, LATER);
            }
            add(format!("Terms: {}", sharing.terms.watch.in_words()), Role::Dim, LATER);
        }
        if spectators > 0 {
            add(format!("Spectators: {spectators}"), Role::Dim, LATER);
        }
        for message in game.table.messages.iter().rev().filter(|_| !muted) {
            add(
                format!("{}: {}", player(&*game.session, &game.shown, message.from), plain(&message.text)),
                Role::Text,
                LATER,
            );
        }
        self.overlays.push(Overlay::List(List::new(Kind::OtherPlayer, "The other player", lines)));
        self.ask_for_answer();
    }

    /// A row chosen in one of these windows.
    pub(super) fn accept_at_table(&mut self, id: usize) {
        let Screen::Game(game) = &mut self.screen else { return };
        let undo = game.session.sharing().is_some_and(|sharing| sharing.undo.is_some());
        match id {
            MESSAGE => game.table.typing = Some(String::new()),
            MUTE => {
                game.table.muted = !game.table.muted;
                let word = if game.table.muted { "hidden" } else { "shown" };
                game.message = Some(format!("Messages of the other side are {word}."));
            }
            DRAW => {
                game.send(Note::OfferDraw, "You have offered a draw. It lapses with the next action.");
            }
            RESIGN => {
                let rows = [("No, play on", LATER), ("Resign: the other side wins", CONFIRM_RESIGN)];
                self.overlays.push(window(Kind::Answer, "Resign this battle?".to_owned(), &rows));
            }
            CONFIRM_RESIGN => self.send_and_look(Note::Resign, "You have resigned."),
            CONFIRM_UNDO => self.ask_undo(),
            ACCEPT if undo => self.send_and_look(Note::GrantUndo, "You have granted the undo."),
            ACCEPT => self.send_and_look(Note::AcceptDraw, "You have accepted the draw."),
            REFUSE => {
                let (note, done) = if undo {
                    (Note::RefuseUndo, "You have refused the undo.")
                } else {
                    (Note::RefuseDraw, "You have declined the draw.")
                };
                game.send(note, done);
            }
            _ => {}
        }
    }

    /// Sends a note that changes the position or ends the battle.
    fn send_and_look(&mut self, note: Note, done: &str) {
        let Screen::Game(game) = &mut self.screen else { return };
        if game.send(note, done) {
            game.refresh(&self.keymap);
            self.after_play();
        }
    }

    /// Asks whether to ask the other side for an undo.
    pub(super) fn confirm_undo(&mut self, to: u32) {
        let Screen::Game(game) = &mut self.screen else { return };
        let count = game.session.plays().saturating_sub(to);
        let actions = if count == 1 { "action".to_owned() } else { format!("{count} actions") };
        game.table.typing = None;
        let rows = [("No", LATER), ("Ask the other side", CONFIRM_UNDO)];
        let title = format!("Ask the other side to undo the last {actions}?");
        self.overlays.push(window(Kind::Answer, title, &rows));
    }

    fn ask_undo(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        let back = game.history.own.last().copied();
        match game.session.undo_asks(back) {
            Ok(Some(to)) => {
                game.send(Note::AskUndo(to), "You have asked for an undo. It lapses with the next action.");
            }
            Ok(None) => game.undo(&self.keymap),
            Err(refused) => game.refuse(&refused),
        }
    }

    /// The number of actions that would stand if the undo key needs the other side's consent.
    pub(super) fn undo_needs_consent(&mut self) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        if game.session.sharing().is_none() {
            return false;
        }
        match game.session.undo_asks(game.history.own.last().copied()) {
            Ok(Some(to)) => self.confirm_undo(to),
            Ok(None) => return false,
            Err(refused) => game.refuse(&refused),
        }
        true
    }

    /// Begins a message to the other side.
    pub(super) fn begin_message(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if own_side(&*game.session).is_some() {
            game.table.typing = Some(String::new());
        } else {
            game.message = Some("There is no player at another terminal.".to_owned());
        }
    }

    /// Sends the message that was typed.
    pub(super) fn say_to_other(&mut self, text: &str) {
        let Screen::Game(game) = &mut self.screen else { return };
        let said = game.session.company().map_or_else(|| Err(String::new()), |company| company.say(text));
        match said {
            Ok(()) => {
                game.table.hear(&mut *game.session, &game.shown);
                game.message = Some(format!("You: {}", plain(text.trim())));
            }
            Err(why) => game.message = Some(why),
        }
    }

    /// How long until the clock on the screen changes, or runs out.
    pub fn next_tick(&self) -> Option<Duration> {
        let game = match &self.screen {
            Screen::Game(game) => game,
            Screen::Title(_) if self.stale => return Some(LIST_EVERY),
            Screen::Editor(_) => return self.measuring_tick(),
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
        if let Screen::Editor(_) = &self.screen {
            return self.measured();
        }
        let Screen::Game(game) = &mut self.screen else { return false };
        let Some(0) = time_left(&*game.session, &game.shown) else { return true };
        let Some(decision) = game.shown.decision else { return false };
        if own_side(&*game.session).is_some() {
            // The other terminal may have been quicker.
            if let Err(refused @ Refused::Storage(_)) = game.session.note(decision.side, Note::OutOfTime) {
                game.refuse(&refused);
            }
            game.refresh(&self.keymap);
            self.after_play();
        }
        true
    }

    /// Whether the terminal should ring now; asked once per frame.
    pub fn rings(&mut self) -> bool {
        std::mem::take(&mut self.rings)
    }

    /// The title of the terminal's window for a shared battle.
    pub fn window_title(&self) -> Option<String> {
        let Screen::Game(game) = &self.screen else { return None };
        game.session.sharing()?;
        let turn = if game.human() { "your turn: " } else { "" };
        Some(format!("Stand To: {turn}{}", plain(&game.shown.view.title)))
    }

    /// Takes part in a shared battle that has just been opened.
    pub(super) fn take_part(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        if game.session.sharing().is_none() {
            return;
        }
        game.table.hear(&mut *game.session, &game.shown);
        self.tick();
        self.ask_for_answer();
    }
}

fn row(text: String, role: Role, id: usize) -> Row {
    Row { text, tail: String::new(), role, id, more: Vec::new() }
}

fn window(kind: Kind, title: String, rows: &[(&str, usize)]) -> Overlay {
    let rows = rows.iter().map(|(text, id)| row((*text).to_owned(), Role::Option, *id)).collect();
    Overlay::List(List::new(kind, title, rows))
}
