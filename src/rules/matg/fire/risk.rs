//! The risk to a stand on a square: opportunity fire while it moves; standard fire once it has drawn that, and before
//! it moves.

use super::combat::Occasion;
use super::plan::Opening;
use crate::board::{self, Cell, Compass};
use crate::game::Risk;
use crate::game::gesture::Wanted;
use crate::game::view::PieceId;
use crate::rules::matg::fire::plan;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::Frame;

/// The risk to a stand of the side that decides, on a square.
pub(in crate::rules::matg) fn risk_on(game: &Position, id: Id, cell: Cell) -> Option<Risk> {
    let seen = game.as_decided();
    let game = seen.as_ref().unwrap_or(game);
    let frame = game.now.stack.last()?;
    let moves = matches!(frame, Frame::Movement(_) | Frame::Group(_) | Frame::Moving(_));
    if !moves && !matches!(frame, Frame::Posture(_) | Frame::Artillery(_) | Frame::Fire(_)) {
        return None;
    }
    let from = game.forces.cell(id)?;
    if game.battle.side(id) != frame.side(game) || !game.battle.grid.contains(cell) {
        return None;
    }
    let mut there = game.clone();
    let road = there.field.ground_at(cell).road().is_some();
    let stand = there.forces.stand_mut(id);
    stand.place = Place::Board(cell);
    stand.on_road &= road;
    if let Some(way) = Compass::between(from, cell) {
        stand.facing = way;
    }
    let spent = stand.opportunity || !moves;
    let occasion = if spent { Occasion::Standard } else { Occasion::Opportunity };
    let enemy = there.battle.side(id).other();
    let opening = Opening { occasion, side: enemy, only: None, draft: None };
    let shooters = plan::shooters(&there, id, &opening, &Wanted::of(1.0));
    let shots: Vec<_> = shooters.iter().map(|shooter| (shooter.chance, &shooter.combat)).collect();
    let one = |n: usize| plan::harm(&there.forces, id, &shots[n..=n]).0;
    let attacks = shooters.iter().enumerate();
    let attacks = attacks.map(|(n, shooter)| (vec![PieceId(u16::from(shooter.id))], one(n)));
    let mut risk = Risk::of(attacks, "D+").costing("E", plan::harm(&there.forces, id, &shots).1);
    if !risk.attacks.is_empty() {
        risk.reactions.push(if spent { "fire phase" } else { "opportunity fire" }.to_owned());
    }
    let touches = there.forces.on_board(enemy).filter(|&(_, at)| board::adjacent(at, cell));
    let touching: Vec<String> = touches.map(|(other, _)| there.battle.tag(other).to_string()).collect();
    if !touching.is_empty() {
        risk.reactions.push(format!("in contact with {}", touching.join(" ")));
    }
    if there.field.ground_at(cell).has(Terrain::ImpactZone) {
        risk.reactions.push("artillery fire".to_owned());
    }
    Some(risk)
}
