//! Why a choice is refused: the rule and a sentence, worked out only on request.

use crate::board::Compass;
use crate::game::{Illegal, Side};
use crate::rules::matg::assault::overrun;
use crate::rules::matg::command::determination;
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::fire::{bearing, combat, special};
use crate::rules::matg::movement::inch;
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::sight::spotting::Bar;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::{Choice, Posture, Tag, Weapon};
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::arrivals;
use crate::rules::matg::water::amphibious;

impl Position {
    /// The reason for refusing a choice.
    pub(in crate::rules::matg) fn refusal(&self, choice: &Choice) -> Illegal {
        let Some(decision) = self.open_decision() else {
            return Illegal::new("scenario", "the game is over");
        };
        let reason = self.now.stack.last().and_then(|frame| frame.refusal(self, choice));
        reason.unwrap_or_else(|| {
            Illegal::new(decision.rule, format!("\"{choice}\" is not possible now. {}", decision.prompt))
        })
    }
}

pub(in crate::rules::matg) fn why_no_firer(
    game: &Position,
    tag: Tag,
    weapon: Weapon,
    target: Id,
    occasion: Occasion,
    side: Side,
) -> Illegal {
    let firer = match own(&game.forces, &game.arrivals, tag, side) {
        Ok(firer) => firer,
        Err(illegal) => return illegal,
    };
    let who = game.battle.who(firer);
    let stand = game.forces.stand(firer);
    if stand.lately.low && !game.now.volleys.contains(&(target, firer)) {
        return Illegal::new(
            "12.2.2",
            format!(
                "{who} is low on ammunition: it fires only at enemies that fired at it in this \
             phase"
            ),
        );
    }
    if stand.fired
        && special::may_fire_again(&game.forces, firer)
        && game.forces.stand(firer).is_first_target(target)
    {
        return Illegal::new(
            "12.8",
            format!(
                "{who} has attacked {} already: choose another target for \
         its second shot",
                game.battle.who(target)
            ),
        );
    }
    if stand.fired && !special::may_fire_again(&game.forces, firer) {
        return Illegal::new("7.1.4", format!("{who} has already fired this turn"));
    }
    if game.field.is_working(firer) {
        return Illegal::new("11.5", format!("{who} can't fire: it is working this turn"));
    }
    if determination::is_shaken(&game.battle, &game.command, firer)
        && !combat::may_fire(&game.field, &game.forces, &game.now, &game.command, firer, occasion)
    {
        let text = format!("{who} is broken: it may fire only in the fire phase, after it has been fired at");
        return Illegal::new("12.1.5", text);
    }
    if stand.posture == Posture::Move {
        return Illegal::new("7.1.6", format!("{who} can't fire: it is in the movement posture"));
    }
    if !combat::may_fire(&game.field, &game.forces, &game.now, &game.command, firer, occasion) {
        return Illegal::new("8.5.1", format!("{who} can't fire now"));
    }
    match spotting::spots(&game.field, &game.forces, &game.now, &game.arrivals, firer, target) {
        Err(Bar::Range(inches)) => Illegal::new(
            "6.4.1",
            format!("{} is out of sighting range (more than {inches} inches)", game.battle.who(target)),
        ),
        Err(bar) => {
            let at = bar.cell().map(|cell| format!(" at {cell}")).unwrap_or_default();
            Illegal::new(
                bar.rule(),
                format!("{who} can't see {}: line of sight blocked{at}", game.battle.who(target)),
            )
        }
        Ok(()) if bearing::guns_bearing(game, firer, target, occasion).is_empty() => {
            Illegal::new("7.3.5", format!("{who} can't fire at {}: out of range", game.battle.who(target)))
        }
        Ok(()) => Illegal::new(
            "7.3.6",
            format!(
                "{who} can't fire weapon {weapon}: target outside its \
         firing arc"
            ),
        ),
    }
}

pub(in crate::rules::matg) fn known(battle: &Battle, tag: Tag) -> Result<Id, Illegal> {
    battle.find(tag).ok_or_else(|| Illegal::new("notation", format!("there is no stand {tag}")))
}

pub(in crate::rules::matg) fn own(
    forces: &Forces,
    arrivals: &Arrivals,
    tag: Tag,
    side: Side,
) -> Result<Id, Illegal> {
    let id = known(&forces.battle, tag)?;
    if forces.side(id) != side {
        let owner = &forces.battle.army(side.other()).name;
        return Err(Illegal::new(
            "notation",
            format!(
                "{} belongs to the enemy ({owner}): choose one of \
         your own stands",
                forces.battle.who(id)
            ),
        ));
    }
    match forces.stand(id).place {
        Place::Board(_) => Ok(id),
        Place::Lost => Err(Illegal::new("7.2", format!("{} has been eliminated", forces.battle.who(id)))),
        Place::Aboard(carrier) => Err(Illegal::new(
            "8.4.9",
            format!("{} is aboard {}: unload it first", forces.battle.who(id), forces.tag(carrier)),
        )),
        Place::Aloft => Err(Illegal::new("8.10", format!("{} has not landed", forces.battle.who(id)))),
        Place::OffMap => Err(Illegal::new("7.7.1", format!("{} is off-board", forces.battle.who(id)))),
        Place::Silenced => Err(Illegal::new("12.4", format!("{} has been silenced", forces.battle.who(id)))),
        Place::Due => {
            let turn = arrivals::arrival_of_stand(&forces.battle, arrivals, id);
            Err(Illegal::new("scenario", format!("{} arrives in turn {turn}", forces.battle.who(id))))
        }
        Place::Gone(_) => {
            Err(Illegal::new("scenario", format!("{} has left the map", forces.battle.who(id))))
        }
        Place::Hidden => Err(Illegal::new(
            "battles: hidden set-up",
            format!("{} has not been found", forces.battle.who(id)),
        )),
        Place::Reserve => Err(Illegal::new(
            "10.10.4",
            format!("{} carry their riders: dismount first", forces.battle.who(id)),
        )),
    }
}

pub(in crate::rules::matg) fn why_no_target(forces: &Forces, tag: Tag, side: Side) -> Illegal {
    let target = match known(&forces.battle, tag) {
        Ok(target) => target,
        Err(illegal) => return illegal,
    };
    if forces.side(target) == side {
        return Illegal::new(
            "7.1.2",
            format!("{} is your own stand: choose an enemy", forces.battle.who(target)),
        );
    }
    if forces.stand(target).attacked {
        return Illegal::new(
            "7.1.2",
            format!("{} has been attacked in this phase: choose another target", forces.battle.who(target)),
        );
    }
    Illegal::new("7.1.3", format!("none of your stands can fire at {}", forces.battle.who(target)))
}

pub(in crate::rules::matg) fn why_no_group(
    forces: &Forces,
    arrivals: &Arrivals,
    posture: Posture,
    tag: Tag,
    side: Side,
) -> Option<Illegal> {
    let id = match own(forces, arrivals, tag, side) {
        Ok(id) => id,
        Err(illegal) => return Some(illegal),
    };
    if forces.stand(id).group != 0 {
        return Some(Illegal::new("8.1.2", format!("{} is already in a group", forces.battle.who(id))));
    }
    if posture == Posture::FireMove {
        return Some(Illegal::new(
            "7.4.10",
            format!(
                "{} may not use the fire/move posture: choose a \
         movement group",
                forces.battle.who(id)
            ),
        ));
    }
    None
}

pub(in crate::rules::matg) fn why_no_move(
    forces: &Forces,
    arrivals: &Arrivals,
    tag: Tag,
    side: Side,
) -> Option<Illegal> {
    let id = match own(forces, arrivals, tag, side) {
        Ok(id) => id,
        Err(illegal) => return Some(illegal),
    };
    let (stand, who) = (forces.stand(id), forces.battle.who(id));
    if stand.posture == Posture::Fire {
        return Some(Illegal::new("8.1.1", format!("{who} can't move: it is in the fire posture")));
    }
    if stand.pinned {
        return Some(Illegal::new("8.8.5", format!("{who} can't move: it is pinned")));
    }
    if stand.lately.in_doubt {
        return Some(Illegal::new("12.2.5", format!("{who} can't move: it has conflicting orders")));
    }
    if stand.moved {
        return Some(Illegal::new("8.3.1", format!("{who} has already moved this turn")));
    }
    None
}

pub(in crate::rules::matg) fn why_no_step(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    mover: &Mover,
    direction: Compass,
) -> Option<Illegal> {
    let from = forces.cell(mover.stand)?;
    let to = from.step(direction);
    if !forces.battle.grid.contains(to) {
        return Some(Illegal::new("8.3.2", "that square is off the board"));
    }
    if let Some(other) = forces.holder_of(to)
        && forces.side(other) != forces.side(mover.stand)
    {
        return Some(Illegal::new("8.3.5", format!("{} blocks the way", forces.battle.who(other))));
    }
    if let Some(illegal) = amphibious::why_not_step_afloat(field, forces, now, mover.stand, from, to) {
        return Some(illegal);
    }
    if let Some(inch) = inch::inch(field, forces, now, mover.stand, from, direction, false)
        && !overrun::may_go_on(field, forces, now, mover, from, inch)
    {
        return overrun::why_not_away(forces, now, mover);
    }
    let ground = field.ground_at(to);
    if let Some(illegal) = field.why_no_entry(mover.stand, to) {
        return Some(illegal);
    }
    let Some(inch) = inch::inch(field, forces, now, mover.stand, from, direction, true)
        .or_else(|| inch::inch(field, forces, now, mover.stand, from, direction, false))
    else {
        return Some(Illegal::new("8.3.2", format!("it may not enter {ground}: choose another way")));
    };
    let points = super::view::points(inch.cost);
    let left = super::view::points(mover.left);
    Some(Illegal::new("8.3.2", format!("{ground} costs {points} movement points; {left} left")))
}
