//! Team play (77): several players a side, each with a platoon, a deck and a hand, and a company leader.
//!
//! A side has one turn, which its players take one after another (ruling FM-96). The cards of the player
//! acting for a side are in [`Hands::seats`]; those of the other players wait in [`Hands::waiting`].

use crate::game::{Event, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::jungle::Astray;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::fire::strength::Band;
use crate::rules::fireandmove::shown;
use crate::rules::fireandmove::state::{Battle, Clock, Fig, Forces, Gid, Hands, Position, Seat, Standing};
use crate::rules::fireandmove::turn::sequence::{Frame, Table};

/// The platoon number of an independent company leader: shared by every player.
pub const COMPANY: u8 = u8::MAX;

impl Hands {
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
    #[apply(rule, "77.1" if self.waiting[side.index()].iter().any(|seat| seat.platoon == player))]
    pub(in crate::rules::fireandmove) fn speaks(&mut self, side: Side, player: u8) {
        let at = side.index();
        if let Some(place) = self.waiting[at].iter().position(|seat| seat.platoon == player) {
            std::mem::swap(&mut self.seats[at], &mut self.waiting[at][place]);
            self.waiting[at].sort_by_key(|seat| seat.platoon);
        }
    }

    /// The name of the acting player's deck: "the german deck".
    pub(in crate::rules::fireandmove) fn deck_name(&self, side: Side) -> String {
        let key = &self.battle().sides[side.index()].key;
        match self.battle().platoon_name(side, self.seat(side).platoon) {
            Some(platoon) => format!("the {key} deck of {platoon}"),
            None => format!("the {key} deck"),
        }
    }
}

/// Whether a group can use the cards of the acting player: a group of that player's platoon, or an
/// independent company leader, who can use any player's (77.2).
pub(in crate::rules::fireandmove) fn obeys(forces: &Forces, hands: &Hands, group: Gid) -> bool {
    let state = forces.group(group);
    let of = state.more.platoon;
    of == COMPANY || of == hands.seat(state.side).platoon
}

/// Starts the next player's part of the active side's turn; `false` when every player has had theirs.
#[apply(rule, "77.1" if clock.platoon + 1 < hands.players(clock.active))]
pub(in crate::rules::fireandmove) fn next_player(
    hands: &Hands,
    clock: &mut Clock,
    table: &mut Table,
) -> bool {
    let side = clock.active;
    if clock.platoon + 1 >= hands.players(side) {
        clock.platoon = 0;
        return false;
    }
    clock.platoon += 1;
    let (turn, name) = (clock.turn, hands.battle().player_name(side, clock.platoon));
    table.log.add(|| Event::new(Tone::Phase, side, format!("Turn {turn}: {name}"), "77.1"));
    true
}

/// The acting player's group that includes the company leader, which has first choice of the player's
/// cards (77.2).
#[apply(rule, "77.2" if forces.battle().options.teams && !hands.seat(clock.active).first_let_by)]
pub(in crate::rules::fireandmove) fn first_choice(
    forces: &Forces,
    hands: &Hands,
    clock: &Clock,
) -> Option<Gid> {
    let side = clock.active;
    let seat = hands.seat(side);
    if !forces.battle().options.teams || seat.first_let_by {
        return None;
    }
    let led = |&group: &Gid| {
        let state = forces.group(group);
        let there =
            |figure: &Fig| forces.leads_company(*figure) && forces.figure(*figure).standing == Standing::Fit;
        !state.acted && state.more.platoon == seat.platoon && state.members.iter().any(there)
    };
    forces.groups_of(side).find(led)
}

/// Whether an independent company leader is well back, out of enemy sight and beyond medium range, where
/// snipers cannot attack (77.2, ruling FM-98).
pub(in crate::rules::fireandmove) fn keeps_back(field: &Field, forces: &Forces, group: Gid) -> bool {
    let state = forces.group(group);
    let [only] = state.members[..] else { return false };
    if !forces.leads_company(only) {
        return false;
    }
    applies("77.2");
    forces.groups_of(state.side.other()).all(|enemy| {
        let from = forces.group(enemy).at;
        Field::band(from, state.at) > Band::Medium && !field.fire(from, state.at).clear()
    })
}

impl Forces {
    /// Whether two groups may merge or ride together: they must belong to one player (ruling FM-97).
    pub(in crate::rules::fireandmove) fn serve_one(&self, a: Gid, b: Gid) -> bool {
        let [a, b] = [a, b].map(|group| self.group(group).more.platoon);
        a == b || a == COMPANY || b == COMPANY
    }

    /// Whether a figure leads the company.
    pub(in crate::rules::fireandmove) fn leads_company(&self, figure: Fig) -> bool {
        self.battle().options.teams && self.soldier(figure).company
    }
}

impl Position {
    /// Switches to the player whose decision it is.
    pub(in crate::rules::fireandmove) fn give_word(&mut self) {
        if !self.hands.is_parted() {
            return;
        }
        let Some(frame) = self.open.frames.last() else { return };
        let side = frame.decision(self).side;
        let player = match frame {
            Frame::Turn(_) | Frame::Discards(_) => Some(self.clock.platoon),
            Frame::Reaction(reaction) if reaction.is_open() => Some(reaction.asked),
            Frame::Reaction(Reaction { asked, .. }) | Frame::Astray(Astray { asked, .. }) => {
                // A player who holds fire is not asked again.
                let quiet = |seat: &&Seat| seat.platoon >= *asked && !seat.holds;
                Some(self.hands.hands_of(side).find(quiet).map_or(*asked, |seat| seat.platoon))
            }
            _ => {
                let own = shown::acting(&self.open).filter(|&group| self.forces.group(group).side == side);
                own.map(|group| self.forces.group(group).more.platoon).filter(|&platoon| platoon != COMPANY)
            }
        };
        let Some(player) = player else { return };
        match self.open.frames.last_mut() {
            Some(Frame::Reaction(reaction)) => reaction.asked = player,
            Some(Frame::Astray(astray)) => astray.asked = player,
            _ => {}
        }
        self.hands.speaks(side, player);
    }
}

impl Battle {
    /// "Germans", in team play "Germans, 2nd platoon".
    pub(in crate::rules::fireandmove) fn player_name(&self, side: Side, player: u8) -> String {
        let name = &self.sides[side.index()].name;
        match self.platoon_name(side, player) {
            Some(platoon) => format!("{name}, {platoon}"),
            None => name.clone(),
        }
    }

    /// The name of a player's platoon, in team play.
    pub(in crate::rules::fireandmove) fn platoon_name(&self, side: Side, player: u8) -> Option<&str> {
        let names = &self.sides[side.index()].platoons;
        match player {
            _ if !self.options.teams => None,
            COMPANY => Some("company leader"),
            _ => names.get(usize::from(player)).map(String::as_str),
        }
    }
}
