//! What a player sees.

use standto::game::view::{
    Act, BoardView, CardId, CardView, Family, HandView, PieceId, PieceView, SideView, StateView, TerrainView,
    Weight, Words,
};
use standto::game::{ChoiceView, Preview, PreviewRoll, Rules, Side, View};

use super::SIDES;
use super::choice::Choice;
use super::position::{Frame, GRID, Outposts};

const ACTED: StateView = StateView::new('a', "has acted", Weight::Spent);

impl Outposts {
    pub fn shown_to(&self, side: Side) -> View {
        let sides = Side::BOTH.map(|side| SideView {
            name: SIDES[side.index()].1.into(),
            key: SIDES[side.index()].0.into(),
            lost: self.losses()[side.index()],
            strength: self.squads.iter().filter(|squad| squad.side == side).count() as u32,
            ..SideView::default()
        });
        let grass =
            TerrainView { glyph: '.', name: "grass".into(), family: Family::Clear, ..TerrainView::default() };
        let board = BoardView {
            grid: GRID,
            cells: vec![0; GRID.area()],
            palette: vec![grass],
            ..BoardView::default()
        };
        let cards = (0..).zip(&self.hands[side.index()]);
        let hand = HandView {
            whose: None,
            cards: cards
                .map(|(n, card)| CardView { id: CardId(n), name: card.to_string(), ..CardView::default() })
                .collect(),
            enemy: self.hands[side.other().index()].len() as u16,
            deck: self.deck.left().len() as u16,
            ..HandView::default()
        };
        let phase = match self.frame() {
            Some(Frame::Orders(_)) | None => 0,
            Some(_) => 1,
        };
        View {
            title: self.title.clone(),
            turn: self.turn(),
            turns: self.turns.into(),
            phases: vec!["Orders", "Attack"],
            phase,
            sides,
            words: Words { piece: ["squad", "squads"], cell: ["hex", "hexes"], range: ["hex", "hexes"] },
            board,
            pieces: (1..).zip(&self.squads).map(|(number, _)| self.piece(number)).collect(),
            hand: Some(hand),
            ..View::default()
        }
    }

    fn piece(&self, number: u8) -> PieceView {
        let squad = &self.squads[usize::from(number) - 1];
        let below = self.stack(squad.at).take_while(|(other, _)| *other != number).count();
        PieceView {
            id: PieceId(number.into()),
            side: squad.side,
            name: format!("Squad {number}"),
            tag: number.to_string(),
            glyph: 'i',
            cell: (!squad.lost).then_some(squad.at),
            stack: below as u16,
            states: if squad.acted { vec![ACTED] } else { Vec::new() },
            lost: squad.lost,
            ..PieceView::default()
        }
    }

    pub fn in_words(&self, choice: Choice) -> ChoiceView {
        let plain = |label: &str, verb, act| ChoiceView::new(choice.to_string(), label, verb, act);
        match choice {
            Choice::Attack => plain("Attack this turn", "attack", Act::Other),
            Choice::Rest => plain("Rest and draw a card", "rest", Act::Other),
            Choice::Done => plain("The attack is over", "done", Act::Done),
            Choice::Ambush => plain("Play the ambush", "ambush", Act::Commit),
            Choice::Hold => plain("Hold your cards", "hold", Act::Hold),
            Choice::Move(number, heading) => {
                let cell = GRID.step(self.squads[usize::from(number) - 1].at, heading);
                let label = format!("Squad {number} moves {}", GRID.heading_name(heading));
                let pieces = vec![PieceId(number.into())];
                ChoiceView { pieces, cell, heading: Some(heading), ..plain(&label, "move", Act::Other) }
            }
            Choice::Fire(number, cell) => {
                let label = format!("Squad {number} fires at {}", GRID.name(cell));
                let pieces = vec![PieceId(number.into())];
                ChoiceView { pieces, cell: Some(cell), ..plain(&label, "fire", Act::Commit) }
            }
        }
    }

    pub fn foreseen(&self, choice: Choice) -> Option<Preview> {
        let from = match (choice, self.frame()?) {
            (Choice::Fire(number, _), _) => self.squads[usize::from(number) - 1].at,
            (Choice::Ambush, &Frame::Ambush(side, number)) => {
                let to = self.squads[usize::from(number) - 1].at;
                let near = GRID.neighbours(to).map(|(_, cell)| cell);
                near.into_iter().find(|&cell| self.stack(cell).any(|(_, squad)| squad.side == side))?
            }
            _ => return None,
        };
        let test = self.fire(from);
        let chance = test.chance();
        let result = vec![("hit".to_owned(), chance), ("nothing".to_owned(), 1.0 - chance)];
        Some(Preview { rolls: vec![PreviewRoll::new("", test)], result, ..Preview::default() })
    }
}
