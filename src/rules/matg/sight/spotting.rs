//! Chapter 6: spotting and line of sight.
//!
//! A line runs from centre to centre. A line through the exact corner of a square is blocked if either square
//! beside the corner blocks it: ambiguous cases favour the defender (6.5, S-4).

use crate::board::{self, Cell};
use crate::game::Sight;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::ground::weather;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position;
use crate::rules::matg::state::position::Id;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::arrivals;

/// The reason a line of sight is blocked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bar {
    /// Beyond the sighting distance, in inches (6.4.1).
    Range(u16),
    /// The ground rises above the line (6.3.1).
    Rise(Cell),
    /// Terrain that may be seen into but not through (6.3.1).
    Terrain(Cell, Terrain),
    /// A stand in the way (6.2).
    Stand(Cell, Id),
    /// Hedgerows hide a stand that has not fired from all but adjacent stands (9.3.4).
    Hedgerow,
    /// One of the two stands comes onto the map this turn and has not entered it yet (S-123).
    Entering(Id),
}

/// How many ends of a line are personnel (6.2.2, S-122).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PersonnelEnds {
    /// Neither end.
    Neither,
    /// One end.
    One,
    /// Both ends.
    Both,
}

impl PersonnelEnds {
    /// All values, by the number of ends.
    pub const ALL: [Self; 3] = [Self::Neither, Self::One, Self::Both];

    /// The value for two ends.
    pub const fn at(one: bool, other: bool) -> Self {
        Self::ALL[one as usize + other as usize]
    }
}

impl Bar {
    /// The rule that blocks the line.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Range(_) => "6.4.1",
            Self::Rise(_) => "6.3.1",
            Self::Terrain(_, Terrain::Smoke) => "7.4.7.1",
            Self::Terrain(_, Terrain::ImpactZone) => "7.4.5.1",
            Self::Terrain(..) => "6.3.1",
            Self::Stand(..) => "6.2",
            Self::Hedgerow => "9.3.4",
            Self::Entering(_) => "battles: reinforcements",
        }
    }

    /// The square that blocks the line, if one does.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Rise(cell) | Self::Terrain(cell, _) | Self::Stand(cell, _) => Some(cell),
            Self::Range(_) | Self::Hedgerow | Self::Entering(_) => None,
        }
    }
}

/// Range between two stands in whole inches, rounded up. Adjacent stands are one inch apart (7.3.3).
#[apply(rule, "7.3.3")]
pub fn range(a: Cell, b: Cell) -> u16 {
    if board::adjacent(a, b) { 1 } else { board::inches(a, b) }
}

impl Forces {
    /// Whether the visible stand on a square is personnel; `None` if there is none (6.2.2).
    fn is_personnel_at(&self, cell: Cell) -> Option<bool> {
        let holder = self.holder_of(cell).filter(|&id| !self.is_hidden(id))?;
        Some(self.sights_as_personnel(holder))
    }
}

/// Whether the line between two squares is clear, or the first obstacle from `from`. Personnel in between
/// block it if both ends are personnel; low rough ground blocks it if one end is (6.2.2).
///
/// # Errors
/// The obstacle.
#[apply(rule, "6.1", "6.2.2")]
#[apply(rule, "6.4.2" if from == to || board::adjacent(from, to))]
pub fn line_of_sight(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    from: Cell,
    to: Cell,
    men: PersonnelEnds,
) -> Result<(), Bar> {
    if from == to || board::adjacent(from, to) {
        return Ok(()); // 6.4.2
    }
    let (here, there) = (forces.battle.level(from), forces.battle.level(to));
    applies("6.4.3");
    let limit = now.sighting + 5 * (here - there).max(0) as u16; // 6.4.3
    if !board::within(from, to, limit) {
        return Err(Bar::Range(limit));
    }
    let walls = Ground::walls();
    let screens = if men == PersonnelEnds::Neither { Ground::CLEAR } else { Ground::screens() };
    let line = board::line(from, to);
    let whole = line.whole();
    // A stand on the move holds no square of its own, but it still blocks (6.2.3).
    let under_way = now.mover().and_then(|mover| Some((mover.stand, forces.cell(mover.stand)?)));
    for crossing in line {
        let index = forces.battle.grid.index(crossing.cell);
        // Heights of the line and of the ground, both times `whole`.
        let line_height = i32::from(here) * whole + i32::from(there - here) * crossing.along;
        let ground_height = i32::from(forces.battle.levels[index]) * whole;
        if ground_height > line_height {
            return Err(Bar::Rise(crossing.cell));
        }
        if line_height >= ground_height + whole {
            continue; // the line passes a full level or more above anything on this square (S-5)
        }
        let ground = field.ground[index];
        if ground.meets(walls) || (ground.meets(screens) && !weather::is_only_snow(&forces.battle, index)) {
            if crossing.corner {
                applies("6.5");
            }
            applies("6.3.2");
            applies(if ground.has(Terrain::Smoke) { "7.4.7.1.3" } else { "chart: terrain" });
            let screens = if weather::is_only_snow(&forces.battle, index) { Ground::CLEAR } else { screens };
            let blocks =
                |t: &Terrain| Ground::CLEAR.with(*t).meets(walls) || Ground::CLEAR.with(*t).meets(screens);
            let terrain = ground.rows().find(blocks).unwrap_or(Terrain::Clear);
            return Err(Bar::Terrain(crossing.cell, terrain));
        }
        if let Some((mover, _)) = under_way.filter(|&(_, cell)| cell == crossing.cell)
            && (men == PersonnelEnds::Both || !forces.sights_as_personnel(mover))
        {
            return Err(Bar::Stand(crossing.cell, mover));
        }
        applies("6.2.1");
        if let Some(holder) = forces.holders()[index].id().filter(|&holder| !forces.is_hidden(holder))
            && (men == PersonnelEnds::Both || !forces.sights_as_personnel(holder))
        {
            return Err(Bar::Stand(crossing.cell, holder));
        }
    }
    Ok(())
}

/// Whether one stand can see another well enough to fire at it.
///
/// # Errors
/// The obstacle.
pub fn spots(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    arrivals: &Arrivals,
    observer: Id,
    target: Id,
) -> Result<(), Bar> {
    let Some(to) = forces.cell(target) else { return Err(Bar::Range(0)) };
    let seen = spots_at(field, forces, now, arrivals, observer, target, to);
    match forces.tow(target) {
        Some(tow) if seen.is_err() => spots_at(field, forces, now, arrivals, observer, target, tow).or(seen),
        _ => seen,
    }
}

/// Like [`spots`], with the line drawn to a given square: that of the stand, or of a gun in tow
/// (8.4.5).
///
/// # Errors
/// The obstacle.
#[apply(rule, "8.4.5")]
pub(in crate::rules::matg) fn spots_at(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    arrivals: &Arrivals,
    observer: Id,
    target: Id,
    to: Cell,
) -> Result<(), Bar> {
    let Some(from) = forces.cell(observer) else { return Err(Bar::Range(0)) };
    if let Some(entering) =
        [target, observer].into_iter().find(|&id| arrivals::is_entering(&forces.battle, now, arrivals, id))
    {
        return Err(Bar::Entering(entering));
    }
    let men = PersonnelEnds::at(forces.sights_as_personnel(observer), forces.sights_as_personnel(target));
    let hedge = field.ground_at(to).has(Terrain::Bocage);
    if hedge {
        applies("6.3.4");
        applies("9.3.4");
    }
    let hedged = hedge && !forces.stand(target).is_on_road();
    if hedged && !forces.stand(target).fired && !board::adjacent(from, to) {
        return Err(Bar::Hedgerow);
    }
    line_of_sight(field, forces, now, from, to, men)
}

/// The square from which a stand observes: its own, or that of its carrier (8.4.5).
#[apply(rule, "8.4.5")]
pub fn eye(forces: &Forces, id: Id) -> Option<Cell> {
    match forces.stand(id).place {
        position::Place::Aboard(carrier) => forces.cell(carrier),
        _ => forces.cell(id),
    }
}

/// Whether a stand sees a square, as an FO must (7.6.4.6).
#[apply(rule, "7.6.4.6")]
pub fn sees_cell(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    arrivals: &Arrivals,
    observer: Id,
    cell: Cell,
) -> bool {
    let one = forces.sights_as_personnel(observer);
    let other = forces.is_personnel_at(cell).unwrap_or(one);
    !arrivals::is_entering(&forces.battle, now, arrivals, observer)
        && eye(forces, observer).is_some_and(|from| {
            line_of_sight(field, forces, now, from, cell, PersonnelEnds::at(one, other)).is_ok()
        })
}

/// The line between two squares, explained. A stand at an end counts as what it is; an empty end counts
/// like the other one (6.2.2, S-122).
pub fn explain_sight(field: &Field, forces: &Forces, now: &Turn, from: Cell, to: Cell) -> Sight {
    let (one, other) = match [from, to].map(|cell| forces.is_personnel_at(cell)) {
        [Some(one), Some(other)] => (one, other),
        [one, other] => {
            let either = one.or(other).unwrap_or(false);
            (either, either)
        }
    };
    let bar = line_of_sight(field, forces, now, from, to, PersonnelEnds::at(one, other)).err();
    if let Some(bar) = bar {
        applies(bar.rule());
    }
    let why = bar.map(|bar| match bar {
        Bar::Range(limit) => format!("out of sight: the limit is {limit} inches here"),
        Bar::Rise(cell) => format!("the line is blocked by higher ground at {cell}"),
        Bar::Terrain(cell, terrain) => format!("the line is blocked by {terrain} at {cell}"),
        Bar::Stand(cell, id) => {
            format!("the line is blocked by {} {} at {cell}", forces.tag(id), forces.unit(id).kind.name)
        }
        Bar::Hedgerow => "hedgerows hide a stand that has not fired, except from adjacent stands".to_owned(),
        Bar::Entering(id) => format!("{} enters the map only in the Movement Phase", forces.battle.who(id)),
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
