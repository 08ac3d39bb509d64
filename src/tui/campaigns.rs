//! Campaigns on the title screen: the list, a campaign before it begins, and one in progress.

use std::path::Path;

use crate::campaign::telling::Part;
use crate::game::Seat;

use super::app::{App, Screen};
use super::overlay::{Kind, List, Overlay, Purpose, Row};
use super::services::CampaignCard;
use super::text::wrap;
use super::theme::Role;
use super::title::LEVELS;
use super::windows::paragraphs;

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
}

/// The level at first: normal.
const USUAL: usize = 2;
/// A row that does nothing.
const TEXT: usize = usize::MAX;
/// Plays the battle that is due.
const CONTINUE: usize = 10;
/// Changes the level of the computer.
const LEVEL: usize = 11;
/// Returns to the list.
const RETURN: usize = 12;
/// Plays both forces; the first two numbers play one of them.
const BOTH: usize = 2;

fn row(text: impl Into<String>, role: Role, id: usize) -> Row {
    Row { text: text.into(), tail: String::new(), role, id, more: Vec::new() }
}

impl App<'_> {
    /// Lists the campaigns: those in progress first.
    pub(super) fn list_campaigns(&mut self) {
        let cards = self.services.campaigns();
        let line = |(n, card): (usize, &CampaignCard)| Row {
            tail: card.state.clone(),
            ..row(format!("{}: {}", card.title, card.book), Role::Text, n)
        };
        let rows: Vec<Row> = cards.iter().enumerate().map(line).collect();
        if rows.is_empty() {
            return;
        }
        self.campaigns = Campaigns { cards, level: USUAL, ..Campaigns::default() };
        self.overlays.retain(|open| !matches!(open, Overlay::List(list) if list.kind == Kind::Campaigns));
        self.overlays.push(Overlay::List(List::new(Kind::Campaigns, "Campaigns", rows)));
    }

    /// Opens a campaign of the list.
    pub(super) fn open_campaign(&mut self, n: usize) {
        let Some(card) = self.campaigns.cards.get(n).cloned() else { return };
        self.campaigns.open = n;
        let page = match self.services.campaign(&card) {
            Ok(page) => page,
            Err(error) => return self.tell_of_campaign(&error),
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
                lines = paragraphs(&lines);
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
            let level = format!("Opponent: {} (Enter changes it)", LEVELS[self.campaigns.level].1);
            rows.push(row(level, Role::Option, LEVEL));
        }
        rows.push(row("Return to the list", Role::Option, RETURN));
        let mut list = List::new(Kind::Campaign, card.title, rows);
        list.selected = first;
        self.overlays.push(Overlay::List(list));
    }

    /// Carries out a row of a campaign, whose window has been closed.
    pub(super) fn accept_campaign(&mut self, id: usize) {
        let open = self.campaigns.open;
        let Some(card) = self.campaigns.cards.get(open).cloned() else { return };
        match id {
            CONTINUE => self.play_campaign(&card.name),
            LEVEL => {
                self.campaigns.level = (self.campaigns.level + 1) % LEVELS.len();
                self.open_campaign(open);
                if let Some(Overlay::List(list)) = self.overlays.last_mut() {
                    list.selected =
                        list.rows().iter().position(|row| row.id == LEVEL).unwrap_or(list.selected);
                }
            }
            RETURN => self.list_campaigns(),
            n if n <= BOTH + 1 => {
                let program = Seat::program(LEVELS[self.campaigns.level].0);
                let seats = [0, 1].map(|force| if n == force || n == BOTH { Seat::Human } else { program });
                let seed = self.seed;
                self.seed = (self.seed + 1) % 1_000_000_000_000_000_000;
                match self.services.start_campaign(&card.name, seats, seed) {
                    Ok(name) => self.play_campaign(&name),
                    Err(error) => self.tell_of_campaign(&error),
                }
            }
            _ => self.open_campaign(open),
        }
    }

    /// Plays the battle that is due.
    fn play_campaign(&mut self, name: &str) {
        match self.services.continue_campaign(name) {
            Ok((session, told)) => {
                self.open(session);
                if let Screen::Game(game) = &mut self.screen
                    && !told.is_empty()
                {
                    game.message = Some(format!("Losses of earlier battles: {}.", told.join("; ")));
                }
            }
            Err(error) => self.tell_of_campaign(&error),
        }
    }

    fn tell_of_campaign(&mut self, error: &anyhow::Error) {
        let lines = format!("{error:#}").lines().map(|line| (line.to_owned(), Role::Warning)).collect();
        self.overlays.push(Overlay::text(Purpose::Read, "This campaign can't be played", lines));
    }

    /// The name of the campaign to which the running game belongs.
    pub(super) fn campaign_here(&self) -> Option<String> {
        let Screen::Game(game) = &self.screen else { return None };
        self.services.campaign_of(game.session.save_path().map(Path::to_path_buf)?.as_path())
    }

    /// Goes from the final report of a battle to its campaign.
    pub(super) fn return_to_campaign(&mut self) {
        let Some(name) = self.campaign_here() else { return };
        self.leave();
        self.list_campaigns();
        let at = self.campaigns.cards.iter().position(|card| card.begun && card.name == name);
        if let Some(at) = at {
            self.open_campaign(at);
        }
    }
}
