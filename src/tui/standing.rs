//! Standing orders: the destinations of marches, the way groups are formed, and when to fire at enemies that
//! act. Kept in the save as text, one order per line.

use std::fmt::Write as _;

use crate::board::Cell;
use crate::game::{Side, view::PieceId};

/// The scope of an order; the narrower order has priority.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A whole side.
    Side(Side),
    /// A formation of a side.
    Formation(Side, String),
    /// One piece.
    Piece(PieceId),
}

/// When to fire at an enemy that acts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// Ask the player, once per move and again for better shots.
    #[default]
    Ask,
    /// If the chance of harm is at least this percentage.
    Chance(u8),
    /// At anything within a range.
    Within(u16),
    /// At a kind of target.
    Kind(String),
    /// Never.
    Hold,
}

impl When {
    /// The order in words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Ask => "ask me".to_owned(),
            Self::Chance(percent) => format!("fire at {percent}% or better"),
            Self::Within(range) => format!("fire within {range}"),
            Self::Kind(kind) => format!("fire at {kind}"),
            Self::Hold => "hold fire".to_owned(),
        }
    }

    fn written(&self) -> String {
        match self {
            Self::Ask => "ask".to_owned(),
            Self::Chance(percent) => format!("chance {percent}"),
            Self::Within(range) => format!("within {range}"),
            Self::Kind(kind) => format!("at {kind}"),
            Self::Hold => "hold".to_owned(),
        }
    }

    /// Reads an order as it is typed or saved: "ask", "hold", "chance 40", "40", "40%", "within 12", "at
    /// armour".
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (first, second) = (words.next()?, words.next());
        let number = |word: &str| word.trim_end_matches('%').parse::<u16>().ok();
        match (first, second) {
            ("ask", None) => Some(Self::Ask),
            ("hold", None) => Some(Self::Hold),
            ("chance", Some(n)) => Some(Self::Chance(number(n)?.min(100) as u8)),
            ("within", Some(n)) => Some(Self::Within(number(n)?)),
            ("at", Some(kind)) => Some(Self::Kind(kind.to_owned())),
            (n, None) => Some(Self::Chance(number(n)?.min(100) as u8)),
            _ => None,
        }
    }
}

/// All standing orders.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    goals: Vec<(PieceId, Cell)>,
    marks: Vec<(PieceId, String)>,
    fire: Vec<(Scope, When)>,
}

impl Standing {
    /// Reads saved orders. Lines that can't be read are ignored.
    pub fn read(text: &str) -> Self {
        let mut standing = Self::default();
        for line in text.lines() {
            let _ = standing.read_line(line);
        }
        standing
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        if word == "go" {
            let mut numbers = rest.split(' ').map(|n| n.parse::<i16>().ok());
            let mut next = || numbers.next().flatten();
            let (id, x, y) = (next()?, next()?, next()?);
            self.goals.push((PieceId(u16::try_from(id).ok()?), Cell::new(x, y)));
            return Some(());
        }
        if word == "mark" {
            let (id, way) = rest.split_once(' ')?;
            self.marks.push((PieceId(id.parse().ok()?), way.to_owned()));
            return Some(());
        }
        let (scope, when) = rest.rsplit_once(": ")?;
        let when = When::read(when)?;
        let side = |word: &str| [Side::A, Side::B].into_iter().find(|side| word == side_word(*side));
        let scope = match word {
            "side" => Scope::Side(side(scope)?),
            "piece" => Scope::Piece(PieceId(scope.parse().ok()?)),
            "formation" => {
                let (one, name) = scope.split_once(' ')?;
                Scope::Formation(side(one)?, name.to_owned())
            }
            _ => return None,
        };
        self.order(scope, when);
        Some(())
    }

    /// The orders as they are saved.
    pub fn written(&self) -> String {
        let mut text = String::new();
        for (id, cell) in &self.goals {
            let _ = writeln!(text, "go {} {} {}", id.0, cell.x, cell.y);
        }
        for (id, way) in &self.marks {
            let _ = writeln!(text, "mark {} {way}", id.0);
        }
        for (scope, when) in &self.fire {
            let when = when.written();
            let _ = match scope {
                Scope::Side(side) => writeln!(text, "side {}: {when}", side_word(*side)),
                Scope::Piece(id) => writeln!(text, "piece {}: {when}", id.0),
                Scope::Formation(side, name) => {
                    writeln!(text, "formation {} {name}: {when}", side_word(*side))
                }
            };
        }
        text
    }

    /// Sends pieces to a cell in the turns to come.
    pub fn go(&mut self, pieces: impl Iterator<Item = PieceId>, goal: Cell) {
        for id in pieces {
            self.goals.retain(|(known, _)| *known != id);
            self.goals.push((id, goal));
        }
    }

    /// The destination of a piece.
    pub fn goal_of(&self, id: PieceId) -> Option<Cell> {
        self.goals.iter().find(|(known, _)| *known == id).map(|(_, goal)| *goal)
    }

    /// Drops the destinations of pieces.
    pub fn drop_goals(&mut self, pieces: &[PieceId]) {
        self.goals.retain(|(id, _)| !pieces.contains(id));
    }

    /// Records how pieces were grouped for a turn.
    pub fn mark(&mut self, pieces: &[PieceId], way: &str) {
        self.marks.retain(|(id, _)| !pieces.contains(id));
        self.marks.extend(pieces.iter().map(|id| (*id, way.to_owned())));
    }

    /// How a piece was grouped last.
    pub fn mark_of(&self, id: PieceId) -> Option<&str> {
        self.marks.iter().find(|(known, _)| *known == id).map(|(_, way)| way.as_str())
    }

    /// Gives an order to fire. [`When::Ask`] overrides the order of the side, too.
    pub fn order(&mut self, scope: Scope, when: When) {
        self.fire.retain(|(known, _)| *known != scope);
        self.fire.push((scope, when));
    }

    /// Removes an order to fire; the wider order applies again.
    pub fn forget(&mut self, scope: &Scope) {
        self.fire.retain(|(known, _)| known != scope);
    }

    /// The order given to exactly this scope.
    pub fn own(&self, scope: &Scope) -> Option<&When> {
        self.fire.iter().find(|(known, _)| known == scope).map(|(_, when)| when)
    }

    /// The order of a piece: its own, or its formation's, or its side's.
    pub fn when(&self, side: Side, formation: &str, id: PieceId) -> When {
        let own = self.own(&Scope::Piece(id));
        let formation = || self.own(&Scope::Formation(side, formation.to_owned()));
        own.or_else(formation).or_else(|| self.own(&Scope::Side(side))).cloned().unwrap_or_default()
    }
}

const fn side_word(side: Side) -> &'static str {
    match side {
        Side::A => "a",
        Side::B => "b",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standing_orders_round_trip_and_the_narrower_applies() {
        let mut standing = Standing::default();
        standing.go([PieceId(3), PieceId(4)].into_iter(), Cell::new(10, 7));
        standing.go([PieceId(3)].into_iter(), Cell::new(2, 1));
        standing.order(Scope::Side(Side::B), When::Chance(40));
        standing.order(Scope::Formation(Side::B, "2nd: Company".to_owned()), When::Within(12));
        standing.order(Scope::Piece(PieceId(9)), When::Kind("armour".to_owned()));
        standing.order(Scope::Piece(PieceId(8)), When::Hold);
        let text = standing.written();
        assert_eq!(
            text,
            "go 4 10 7\ngo 3 2 1\nside b: chance 40\nformation b 2nd: Company: within 12\npiece 9: at armour\n\
             piece 8: hold\n"
        );
        let mut read = Standing::read(&text);
        assert_eq!(read.when(Side::B, "2nd: Company", PieceId(1)), When::Within(12));
        assert_eq!(read, standing);
        assert_eq!(read.when(Side::B, "1st", PieceId(1)), When::Chance(40));
        assert_eq!(read.when(Side::B, "2nd: Company", PieceId(9)), When::Kind("armour".to_owned()));
        assert_eq!(read.when(Side::A, "1st", PieceId(1)), When::Ask);
        read.forget(&Scope::Piece(PieceId(8)));
        assert_eq!(read.when(Side::B, "", PieceId(8)), When::Chance(40));
        assert_eq!((read.goal_of(PieceId(3)), read.goal_of(PieceId(5))), (Some(Cell::new(2, 1)), None));
        assert_eq!(Standing::read("go 3\nside c: hold\nnonsense\npiece 1: sometimes\n"), Standing::default());
    }
}
