//! Campaigns on the title screen: the list, a campaign before it begins, and one in progress.

use crate::campaign::telling::Part;
use crate::game::{Manner, Seat};

use super::front::seed_after;
use super::next::{Next, Opening};
use super::overlay::{Kind, List, Overlay, Purpose, Row};
use super::overlays::Overlays;
use super::services::{CampaignCard, Services};
use super::setup::{LEVELS, TEMPERS};
use super::text::{whole_lines, wrap};
use super::theme::Role;

/// Characters per line.
const WIDE: usize = 72;

/// The campaigns as the screen knows them.
#[derive(Debug, Default)]
pub(super) struct Campaigns {
    /// Those listed.
    cards: Vec<CampaignCard>,
    /// The one that is open, an index.
    open: usize,
    /// The computer's level, an index into [`LEVELS`].
    level: usize,
    /// Its temper, an index into [`TEMPERS`].
    temper: usize,
}

/// The level at first: normal.
const USUAL: usize = 2;
/// A row that does nothing.
const TEXT: usize = usize::MAX;
/// Plays the battle that is due.
const CONTINUE: usize = 10;
/// Changes the level of the computer.
const LEVEL: usize = 11;
/// Changes its temper.
const TEMPER: usize = 12;
/// Returns to the list.
const RETURN: usize = 13;
/// Plays both forces; the first two numbers play one of them.
const BOTH: usize = 2;

fn row(text: impl Into<String>, role: Role, id: usize) -> Row {
    Row { text: text.into(), tail: String::new(), role, id, more: Vec::new() }
}

impl Campaigns {
    /// Lists the campaigns: those in progress first.
    pub fn list(&mut self, services: &mut dyn Services, overlays: &mut Overlays) {
        let cards = services.campaigns();
        let line = |(n, card): (usize, &CampaignCard)| Row {
            tail: card.state.clone(),
            ..row(format!("{}: {}", card.title, card.book), Role::Text, n)
        };
        let rows: Vec<Row> = cards.iter().enumerate().map(line).collect();
        if rows.is_empty() {
            return;
        }
        *self = Self { cards, level: USUAL, ..Self::default() };
        overlays.close_lists(Kind::Campaigns);
        overlays.push(Overlay::List(List::new(Kind::Campaigns, "Campaigns", rows)));
    }

    /// Opens a campaign of the list.
    pub fn show(&mut self, n: usize, services: &mut dyn Services, overlays: &mut Overlays) {
        let Some(card) = self.cards.get(n).cloned() else { return };
        self.open = n;
        let page = match services.campaign(&card) {
            Ok(page) => page,
            Err(error) => return tell(&error, overlays),
        };
        let mut rows = Vec::new();
        for same in page.lines.chunk_by(|(part, _), (next, _)| part == next) {
            let part = same[0].0;
            let role = match part {
                Part::Heading => Role::Title,
                Part::Text => Role::Text,
                Part::Force(0) => Role::SideA,
                Part::Force(_) => Role::SideB,
            };
            let mut lines: Vec<String> = same.iter().map(|(_, line)| line.clone()).collect();
            if part == Part::Text {
                lines = whole_lines(&lines);
            }
            for line in lines {
                let wrapped = wrap(&line, WIDE, if part == Part::Text { 0 } else { 3 });
                let wrapped = if line.is_empty() { vec![String::new()] } else { wrapped };
                rows.extend(wrapped.into_iter().map(|line| row(line, role, TEXT)));
            }
        }
        rows.push(row("", Role::Text, TEXT));
        let first = rows.len();
        if card.begun {
            if !page.over {
                rows.push(row("Play this battle", Role::Option, CONTINUE));
            }
        } else {
            let play = page.forces.iter().enumerate();
            rows.extend(play.map(|(n, force)| row(format!("Begin, and play {force}"), Role::Option, n)));
            rows.push(row("Begin with two players at this keyboard", Role::Option, BOTH));
            rows.push(row("Begin, and watch the computer play both", Role::Option, BOTH + 1));
            let level = format!("Opponent: {} (Enter changes it)", LEVELS[self.level].1);
            rows.push(row(level, Role::Option, LEVEL));
            let temper = format!("Temper: {} (Enter changes it)", TEMPERS[self.temper].1);
            rows.push(row(temper, Role::Option, TEMPER));
        }
        rows.push(row("Return to the list", Role::Option, RETURN));
        let mut list = List::new(Kind::Campaign, card.title, rows);
        list.selected = first;
        overlays.push(Overlay::List(list));
    }

    /// Carries out a row of a campaign, whose window has been closed. A campaign that is begun takes the seed.
    pub fn accept(
        &mut self,
        id: usize,
        services: &mut dyn Services,
        overlays: &mut Overlays,
        seed: &mut u64,
    ) -> Next {
        let open = self.open;
        let Some(card) = self.cards.get(open).cloned() else { return Next::Stay };
        let begun = match id {
            CONTINUE => Ok(card.name),
            LEVEL | TEMPER => {
                if id == LEVEL {
                    self.level = (self.level + 1) % LEVELS.len();
                } else {
                    self.temper = (self.temper + 1) % TEMPERS.len();
                }
                self.show(open, services, overlays);
                if let Some(list) = overlays.list_mut() {
                    list.selected = list.rows().iter().position(|row| row.id == id).unwrap_or(list.selected);
                }
                return Next::Stay;
            }
            RETURN => {
                self.list(services, overlays);
                return Next::Stay;
            }
            n if n <= BOTH + 1 => {
                let temper = TEMPERS[self.temper].0;
                let program = Seat::Program(Manner { temper, ..LEVELS[self.level].0.steady() });
                let seats = [0, 1].map(|force| if n == force || n == BOTH { Seat::Human } else { program });
                let own = std::mem::replace(seed, seed_after(*seed));
                services.start_campaign(&card.name, seats, own)
            }
            _ => {
                self.show(open, services, overlays);
                return Next::Stay;
            }
        };
        match begun.and_then(|name| services.continue_campaign(&name)) {
            Ok((session, told)) => {
                let message = format!("Losses of earlier battles: {}.", told.join("; "));
                let message = Some(message).filter(|_| !told.is_empty());
                Next::Open(Box::new(Opening { session, watched: false, tested: None, message }))
            }
            Err(error) => {
                tell(&error, overlays);
                Next::Stay
            }
        }
    }

    /// Opens the campaign in progress with this name.
    pub fn open_named(&mut self, name: &str, services: &mut dyn Services, overlays: &mut Overlays) {
        if let Some(at) = self.cards.iter().position(|card| card.begun && card.name == name) {
            self.show(at, services, overlays);
        }
    }
}

fn tell(error: &anyhow::Error, overlays: &mut Overlays) {
    let lines = format!("{error:#}").lines().map(|line| (line.to_owned(), Role::Warning)).collect();
    overlays.push(Overlay::text(Purpose::Read, "This campaign can't be played", lines));
}
