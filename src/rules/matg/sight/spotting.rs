//! Chapter 6: spotting and line of sight.
//!
//! A line runs from centre to centre. A line through the exact corner of a square is blocked if either
//! square beside the corner blocks: what is ambiguous favours the defender (6.5, S-4).

use crate::board::{self, Cell};
use crate::game::Sight;
use crate::ledger::cited::applies;
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::state::position;
use crate::rules::matg::state::position::{Id, Position};

/// What ends a line of sight.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bar {
    /// Farther than this many inches (6.4.1).
    Range(u16),
    /// The ground rises above the line (6.3.1).
    Rise(Cell),
    /// Terrain that may be seen into but not through (6.3.1).
    Terrain(Cell, Terrain),
    /// A stand in the way (6.2).
    Stand(Cell, Id),
    /// Hedgerows hide who has not fired from all but those beside them (9.3.4).
    Hedgerow,
}

/// At how many ends of a line personnel are (6.2.2, S-122).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Men {
    /// At neither.
    Nowhere,
    /// At one.
    AtOneEnd,
    /// At both.
    AtBothEnds,
}

impl Men {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Nowhere, Self::AtOneEnd, Self::AtBothEnds];

    /// By what is at the one end and at the other.
    pub const fn at(one: bool, other: bool) -> Self {
        Self::ALL[one as usize + other as usize]
    }
}

impl Bar {
    /// The rule that blocks.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Range(_) => "6.4.1",
            Self::Rise(_) => "6.3.1",
            Self::Terrain(_, Terrain::Smoke) => "7.4.7.1",
            Self::Terrain(_, Terrain::ImpactZone) => "7.4.5.1",
            Self::Terrain(..) => "6.3.1",
            Self::Stand(..) => "6.2",
            Self::Hedgerow => "9.3.4",
        }
    }

    /// The cell that blocks.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Rise(cell) | Self::Terrain(cell, _) | Self::Stand(cell, _) => Some(cell),
            Self::Range(_) | Self::Hedgerow => None,
        }
    }
}

/// Range between two stands in whole inches, rounded up; touching stands are at one inch (7.3.3).
pub fn range(a: Cell, b: Cell) -> u16 {
    applies("7.3.3");
    if board::adjacent(a, b) { 1 } else { board::inches(a, b) }
}

impl Position {
    /// Whether a line between two cells is clear, and if not the first thing from `from` that bars it.
    /// `men`: where personnel are at both ends, personnel between block; at one of them, low rough ground (6.2.2).
    ///
    /// # Errors
    /// What bars it.
    pub fn line_of_sight(&self, from: Cell, to: Cell, men: Men) -> Result<(), Bar> {
        applies("6.1");
        applies("6.2.2");
        if from == to || board::adjacent(from, to) {
            applies("6.4.2");
            return Ok(()); // 6.4.2
        }
        let (here, there) = (self.level(from), self.level(to));
        applies("6.4.3");
        let limit = self.sighting + 5 * (here - there).max(0) as u16; // 6.4.3
        if !board::within(from, to, limit) {
            return Err(Bar::Range(limit));
        }
        let walls = Ground::walls();
        let screens = if men == Men::Nowhere { Ground::CLEAR } else { Ground::screens() };
        let line = board::line(from, to);
        let whole = line.whole();
        // A stand under way is on no square of its own, yet it is there (6.2.3).
        let under_way = self.mover().and_then(|mover| Some((mover.stand, self.cell(mover.stand)?)));
        for crossing in line {
            let index = self.battle.grid.index(crossing.cell);
            // Heights of the line and of the ground, both times `whole`.
            let line_height = i32::from(here) * whole + i32::from(there - here) * crossing.along;
            let ground_height = i32::from(self.battle.levels[index]) * whole;
            if ground_height > line_height {
                return Err(Bar::Rise(crossing.cell));
            }
            if line_height >= ground_height + whole {
                continue; // passes a full level above whatever stands here (S-5)
            }
            let ground = self.ground[index];
            if ground.meets(walls) || (ground.meets(screens) && !self.is_only_snow(index)) {
                if crossing.corner {
                    applies("6.5");
                }
                applies("6.3.2");
                applies(if ground.has(Terrain::Smoke) { "7.4.7.1.3" } else { "chart: terrain" });
                let screens = if self.is_only_snow(index) { Ground::CLEAR } else { screens };
                let blocks = |t: &Terrain| {
                    Ground::CLEAR.with(*t).meets(walls) || Ground::CLEAR.with(*t).meets(screens)
                };
                let terrain = ground.rows().find(blocks).unwrap_or(Terrain::Clear);
                return Err(Bar::Terrain(crossing.cell, terrain));
            }
            if let Some((mover, _)) = under_way.filter(|&(_, cell)| cell == crossing.cell)
                && (men == Men::AtBothEnds || !self.sights_as_personnel(mover))
            {
                return Err(Bar::Stand(crossing.cell, mover));
            }
            applies("6.2.1");
            if let Some(holder) = self.holder[index].id().filter(|&holder| !self.is_hidden(holder))
                && (men == Men::AtBothEnds || !self.sights_as_personnel(holder))
            {
                return Err(Bar::Stand(crossing.cell, holder));
            }
        }
        Ok(())
    }

    /// Whether one stand may see another well enough to fire at it.
    ///
    /// # Errors
    /// What bars it.
    pub fn spots(&self, observer: Id, target: Id) -> Result<(), Bar> {
        let Some(to) = self.cell(target) else { return Err(Bar::Range(0)) };
        let seen = self.spots_at(observer, target, to);
        match self.tow(target) {
            Some(tow) if seen.is_err() => self.spots_at(observer, target, tow).or(seen),
            _ => seen,
        }
    }

    /// The same with the line taken to a square: the stand's, or that of a gun it tows (8.4.5).
    ///
    /// # Errors
    /// What bars it.
    pub(in crate::rules::matg) fn spots_at(&self, observer: Id, target: Id, to: Cell) -> Result<(), Bar> {
        applies("8.4.5");
        let Some(from) = self.cell(observer) else { return Err(Bar::Range(0)) };
        let men = Men::at(self.sights_as_personnel(observer), self.sights_as_personnel(target));
        let hedge = self.ground_at(to).has(Terrain::Bocage);
        if hedge {
            applies("6.3.4");
            applies("9.3.4");
        }
        let hedged = hedge && !self.is_on_road(target);
        if hedged && !self.stand(target).fired && !board::adjacent(from, to) {
            return Err(Bar::Hedgerow);
        }
        self.line_of_sight(from, to, men)
    }

    /// Where a stand looks from: its square, or that of what carries it, for the two are one (8.4.5).
    pub fn eye(&self, id: Id) -> Option<Cell> {
        applies("8.4.5");
        match self.stand(id).place {
            position::Place::Aboard(carrier) => self.cell(carrier),
            _ => self.cell(id),
        }
    }

    /// Whether a stand sees a cell, as an observer of fire must (7.6.4.6).
    pub fn sees_cell(&self, observer: Id, cell: Cell) -> bool {
        applies("7.6.4.6");
        let afoot = self.sights_as_personnel(observer);
        self.eye(observer).is_some_and(|from| self.line_of_sight(from, cell, Men::at(afoot, afoot)).is_ok())
    }

    /// The line between two cells in words; stands at its ends count as what they are.
    pub fn explain_sight(&self, from: Cell, to: Cell) -> Sight {
        let [one, other] =
            [from, to].map(|c| self.holder_of(c).is_some_and(|id| self.sights_as_personnel(id)));
        let bar = self.line_of_sight(from, to, Men::at(one, other)).err();
        if let Some(bar) = bar {
            applies(bar.rule());
        }
        let why = bar.map(|bar| match bar {
            Bar::Range(limit) => format!("farther than {limit} inches can be seen here"),
            Bar::Rise(cell) => format!("the ground at {cell} rises above the line"),
            Bar::Terrain(cell, terrain) => format!("{terrain} at {cell} may be seen into but not through"),
            Bar::Stand(cell, id) => {
                format!("{} {} at {cell} stands in the way", self.tag(id), self.unit(id).kind.name)
            }
            Bar::Hedgerow => "hedgerows hide what has not fired from all but those beside it".to_owned(),
        });
        Sight {
            visible: bar.is_none(),
            range: range(from, to),
            blocked_at: bar.and_then(Bar::cell),
            rule: bar.map(Bar::rule),
            why,
            path: if from == to { Vec::new() } else { board::line(from, to).map(|c| c.cell).collect() },
        }
    }
}
