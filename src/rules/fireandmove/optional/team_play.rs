//! Team play (77): several players a side, each with a platoon, a deck and a hand, and a company leader.
//!
//! A side has one turn, which its players take one after another (ruling FM-96). The cards of the player
//! acting for a side are in [`Position::seats`]; those of the other players wait in [`Position::waiting`].

use crate::game::{Event, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::shown;

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::jungle::Astray;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::fire::strength::Band;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Seat, Standing};
use crate::rules::fireandmove::turn::sequence::{Frame, Table};

/// The platoon number of an independent company leader: shared by every player.
pub const COMPANY: u8 = u8::MAX;

impl Position {
    /// Whether a side has more than one player.
    pub(in crate::rules::fireandmove) fn is_parted(&self) -> bool {
        self.waiting.iter().any(|waiting| !waiting.is_empty())
    }

    /// The number of players on a side: one, except in team play.
    pub fn players(&self, side: Side) -> u8 {
        1 + self.waiting[side.index()].len() as u8
    }

    /// The cards of every player on a side, in player order.
    pub fn hands_of(&self, side: Side) -> impl Iterator<Item = &Seat> {
        let (now, rest) = (self.seat(side), &self.waiting[side.index()]);
        let before = rest.iter().filter(|seat| seat.platoon < now.platoon);
        let after = rest.iter().filter(|seat| seat.platoon > now.platoon);
        before.chain([now]).chain(after)
    }

    /// The cards of a player of a side.
    pub(in crate::rules::fireandmove) fn player_mut(&mut self, side: Side, player: u8) -> Option<&mut Seat> {
        let all = std::iter::once(&mut self.seats[side.index()]).chain(&mut self.waiting[side.index()]);
        all.into_iter().find(|seat| seat.platoon == player)
    }

    /// Makes a player act for the side, with their own cards.
    pub(in crate::rules::fireandmove) fn speaks(&mut self, side: Side, player: u8) {
        let at = side.index();
        if let Some(place) = self.waiting[at].iter().position(|seat| seat.platoon == player) {
            applies("77.1");
            std::mem::swap(&mut self.seats[at], &mut self.waiting[at][place]);
            self.waiting[at].sort_by_key(|seat| seat.platoon);
        }
    }

    /// Whether a group can use the cards of the acting player: a group of that player's platoon, or an
    /// independent company leader, who can use any player's (77.2).
    pub(in crate::rules::fireandmove) fn obeys(&self, group: Gid) -> bool {
        let state = self.group(group);
        let of = state.more.platoon;
        of == COMPANY || of == self.seat(state.side).platoon
    }

    /// Whether two groups may merge or ride together: they must belong to one player (ruling FM-97).
    pub(in crate::rules::fireandmove) fn serve_one(&self, a: Gid, b: Gid) -> bool {
        let [a, b] = [a, b].map(|group| self.group(group).more.platoon);
        a == b || a == COMPANY || b == COMPANY
    }

    /// Switches to the player whose decision it is.
    pub(in crate::rules::fireandmove) fn give_word(&mut self) {
        if !self.is_parted() {
            return;
        }
        let Some(frame) = self.frames.last() else { return };
        let side = frame.decision(self).side;
        let player = match frame {
            Frame::Turn(_) | Frame::Discards(_) => Some(self.platoon),
            Frame::Reaction(reaction) if reaction.is_open() => Some(reaction.asked),
            Frame::Reaction(Reaction { asked, .. }) | Frame::Astray(Astray { asked, .. }) => {
                // A player who holds fire is not asked again.
                let quiet = |seat: &&Seat| seat.platoon >= *asked && !seat.holds;
                Some(self.hands_of(side).find(quiet).map_or(*asked, |seat| seat.platoon))
            }
            _ => {
                let own = shown::acting(self).filter(|&group| self.group(group).side == side);
                own.map(|group| self.group(group).more.platoon).filter(|&platoon| platoon != COMPANY)
            }
        };
        let Some(player) = player else { return };
        match self.frames.last_mut() {
            Some(Frame::Reaction(reaction)) => reaction.asked = player,
            Some(Frame::Astray(astray)) => astray.asked = player,
            _ => {}
        }
        self.speaks(side, player);
    }

    /// Starts the next player's part of the active side's turn; `false` when every player has had theirs.
    pub(in crate::rules::fireandmove) fn next_player(&mut self, table: &mut Table) -> bool {
        let side = self.active;
        if self.platoon + 1 >= self.players(side) {
            self.platoon = 0;
            return false;
        }
        applies("77.1");
        self.platoon += 1;
        let (turn, name) = (self.turn, self.player_name(side, self.platoon));
        table.log.add(|| Event::new(Tone::Phase, side, format!("Turn {turn}: {name}"), "77.1"));
        true
    }

    /// "Germans", in team play "Germans, 2nd platoon".
    pub(in crate::rules::fireandmove) fn player_name(&self, side: Side, player: u8) -> String {
        let name = &self.battle().sides[side.index()].name;
        match self.platoon_name(side, player) {
            Some(platoon) => format!("{name}, {platoon}"),
            None => name.clone(),
        }
    }

    /// The name of a player's platoon, in team play.
    pub(in crate::rules::fireandmove) fn platoon_name(&self, side: Side, player: u8) -> Option<&str> {
        let names = &self.battle().sides[side.index()].platoons;
        match player {
            _ if !self.battle().options.teams => None,
            COMPANY => Some("company leader"),
            _ => names.get(usize::from(player)).map(String::as_str),
        }
    }

    /// The name of the acting player's deck: "the german deck".
    pub(in crate::rules::fireandmove) fn deck_name(&self, side: Side) -> String {
        let key = &self.battle().sides[side.index()].key;
        match self.platoon_name(side, self.seat(side).platoon) {
            Some(platoon) => format!("the {key} deck of {platoon}"),
            None => format!("the {key} deck"),
        }
    }

    /// Whether a figure leads the company.
    pub(in crate::rules::fireandmove) fn leads_company(&self, figure: Fig) -> bool {
        self.battle().options.teams && self.soldier(figure).company
    }

    /// The acting player's group that includes the company leader, which has first choice of the player's
    /// cards (77.2).
    pub(in crate::rules::fireandmove) fn first_choice(&self) -> Option<Gid> {
        let side = self.active;
        let seat = self.seat(side);
        if !self.battle().options.teams || seat.first_let_by {
            return None;
        }
        applies("77.2");
        let led = |&group: &Gid| {
            let state = self.group(group);
            let there =
                |figure: &Fig| self.leads_company(*figure) && self.figure(*figure).standing == Standing::Fit;
            !state.acted && state.more.platoon == seat.platoon && state.members.iter().any(there)
        };
        self.groups_of(side).find(led)
    }

    /// Whether an independent company leader is well back, out of enemy sight and beyond medium range, where
    /// snipers cannot attack (77.2, ruling FM-98).
    pub(in crate::rules::fireandmove) fn keeps_back(&self, group: Gid) -> bool {
        let state = self.group(group);
        let [only] = state.members[..] else { return false };
        if !self.leads_company(only) {
            return false;
        }
        applies("77.2");
        self.groups_of(state.side.other()).all(|enemy| {
            let from = self.group(enemy).at;
            Field::band(from, state.at) > Band::Medium && !self.field().fire(from, state.at).clear()
        })
    }
}
