//! The digest of a position, field by field, for recorded games.

use crate::game::Digest;
use crate::rules::aslsk::ordnance::arc;
use crate::rules::aslsk::state::{Position, Weapon, Whereabouts};

/// Writes the position into a digest.
pub fn digest(position: &Position, digest: &mut Digest) {
    let Position { ground, forces, turn, score, battle, .. } = position;
    digest.word(battle.digest);
    digest.int(turn.number);
    digest.int(turn.attacker.index() as i64);
    digest.text(turn.phase.key());
    digest.each(&forces.units, |digest, unit| {
        digest.text(&unit.data().name);
        digest.int(match unit.at {
            Whereabouts::Off => -1,
            Whereabouts::Exited => -2,
            Whereabouts::Gone => -3,
            Whereabouts::Hidden => -4,
            Whereabouts::On(place) => i64::from(place.0),
        });
        for flag in
            [unit.broken, unit.dm, unit.pinned, unit.cx, unit.melee, unit.wounded, unit.fired, unit.tried]
        {
            digest.flag(flag);
        }
        for flag in [unit.acted, unit.moved, unit.on_road, unit.hidden, unit.pushing, unit.tired, unit.traded]
        {
            digest.flag(flag);
        }
        digest.int(unit.destroyed);
        digest.maybe(unit.helps, |digest, weapon| digest.int(weapon));
        digest.int(unit.marker as u8);
        digest.word(unit.directed as u64);
        digest.word((unit.directed >> 64) as u64);
    });
    digest.each(&forces.weapons, |digest, weapon| {
        digest.maybe(weapon.holder, |digest, holder| digest.int(holder));
        digest.maybe(weapon.lies, |digest, place| digest.int(place.0));
        for flag in [weapon.broken, weapon.fired, weapon.moved, weapon.recovered] {
            digest.flag(flag);
        }
        digest.int(weapon.marker as u8);
        carriage(weapon, digest);
    });
    digest.each(&ground.smoke, |digest, cloud| {
        digest.int(cloud.place.0);
        digest.int(cloud.thickness.hindrance());
        digest.text(cloud.thickness.key());
        digest.int(cloud.side.index() as i64);
    });
    digest.flag(turn.closed_to_smoke);
    digest.each(&ground.charges, |digest, charge| {
        digest.int(charge.target.0);
        digest.int(charge.from.0);
        digest.flag(charge.cx);
        digest.int(charge.x);
    });
    digest.each(&ground.residual, |digest, (place, left)| {
        digest.int(place.0);
        digest.int(*left);
    });
    digest.each(&score.points, |digest, points| digest.int(*points));
    digest.each(&score.control, |digest, by| {
        digest.int(by.map_or(-1, |side| side.index() as i64));
    });
    digest.each(&ground.fortified, |digest, place| digest.int(place.0));
    digest.each(&turn.awaited, |digest, awaited| digest.flag(*awaited));
    digest.each(position.options(), |digest, choice| digest.shown(&choice));
}

/// The state of a piece of ordnance.
fn carriage(weapon: &Weapon, digest: &mut Digest) {
    let carriage = &weapon.carriage;
    digest.text(arc::word(carriage.facing));
    for flag in [carriage.emplaced, carriage.turned, carriage.equivalent, carriage.spent] {
        digest.flag(flag);
    }
    digest.int(carriage.depleted);
    digest.maybe(carriage.acquired.as_ref(), |digest, acquired| {
        digest.int(acquired.level);
        digest.int(acquired.place.0);
        digest.each(&acquired.units, |digest, unit| digest.int(*unit));
    });
}
