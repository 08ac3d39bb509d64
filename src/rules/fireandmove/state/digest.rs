//! The digest of a position, field by field; saves are verified against it.

use crate::game::{Digest, Side};

use crate::rules::fireandmove::state::{Forces, Kit, More, Position, Standing, Terrain};

impl Position {
    /// Writes every field in a fixed order.
    pub(in crate::rules::fireandmove) fn write_down(&self, digest: &mut Digest) {
        let Self { terrain, forces, hands, clock, open } = self;
        digest.int(clock.turn);
        digest.text(if clock.active == Side::A { "a" } else { "b" });
        digest.int(clock.passages);
        if hands.is_parted() {
            digest.int(clock.platoon);
        }
        digest_forces(forces, digest);
        for (side, seat) in hands.in_digest_order() {
            seat.deck.digest(digest);
            for cards in [&seat.hand, &seat.played, &seat.buried] {
                digest.each(cards, |digest, card| digest.shown(card));
            }
            digest.each(&seat.aside, |digest, (group, card)| {
                digest.int(*group);
                digest.shown(card);
            });
            digest.int(seat.actions);
            digest.flag(seat.holds);
            digest.flag(forces.leaders_lost.contains(&(side, seat.platoon)));
            digest.flag(seat.snipers_dead);
            digest.int(seat.strikes);
            if hands.is_parted() {
                digest.int(seat.platoon);
                digest.flag(seat.first_let_by);
            }
        }
        digest.each(&terrain.smokes, |digest, smoke| {
            digest.int(smoke.group);
            digest.shown(&smoke.at);
            digest.int(smoke.thick);
            digest.flag(smoke.fresh);
        });
        digest.each(&forces.dropped, |digest, (at, weapon)| {
            digest.shown(at);
            digest.int(*weapon);
        });
        digest.each(&terrain.gaps, |digest, (a, b)| {
            digest.shown(a);
            digest.shown(b);
        });
        digest.each(&forces.holders, |digest, holder| {
            digest.text(holder.map_or("", |side| if side == Side::A { "a" } else { "b" }));
        });
        digest_more(terrain, forces, digest);
        digest.each(&open.frames, |digest, frame| {
            digest.text(frame.decision(self).kind);
            frame.digest(digest);
        });
    }
}

fn digest_forces(forces: &Forces, digest: &mut Digest) {
    digest.each(&forces.figures, |digest, figure| {
        digest.int(figure.group);
        digest.text(match figure.standing {
            Standing::Fit => "fit",
            Standing::Pinned => "pinned",
            Standing::Routed => "routed",
            Standing::Killed => "killed",
            Standing::Away => "away",
        });
        digest.text(&forces.battle().weapons[usize::from(figure.weapon)].key);
        digest.flag(figure.failed);
        digest.flag(figure.hero);
        digest.flag(figure.hero_fired);
        digest.maybe(figure.assists, |digest, gunner| digest.int(gunner));
        digest.flag(figure.busy);
        digest.flag(figure.raised);
        digest.maybe(figure.turned, |digest, way| digest.shown(&way));
    });
    digest.each(&forces.groups, |digest, group| {
        digest.shown(&group.at);
        digest.shown(&group.front);
        digest.each(&group.members, |digest, figure| digest.int(*figure));
        for flag in [
            group.grounded,
            group.fear,
            group.mined,
            group.acted,
            group.still,
            group.moved,
            group.reacted,
            group.down,
        ] {
            digest.flag(flag);
        }
        digest.maybe(group.called, |digest, by| digest.int(by));
        digest.int(group.aside);
        digest.maybe(group.sniped, |digest, result| digest.int(result));
        digest.maybe(group.home, |digest, home| digest.int(home));
    });
}

/// Fields that only some battles use, written only if they are set.
fn digest_more(terrain: &Terrain, forces: &Forces, digest: &mut Digest) {
    for (figure, at) in forces.figures.iter().zip(0u8..) {
        let Kit { faust, mine, charge, dadao, phosphorus } = figure.kit;
        let flags =
            [faust, mine, charge, dadao, phosphorus, figure.wounded, figure.berserk, figure.dare, figure.dry];
        if flags.contains(&true) {
            digest.int(at);
            flags.into_iter().for_each(|flag| digest.flag(flag));
        }
    }
    for (group, at) in forces.groups.iter().zip(0u8..) {
        if let Some(gun) = group.gun {
            digest.int(at);
            digest.flag(gun.damaged);
            digest.flag(gun.failed);
        }
        if group.more != More::default() {
            let More { flash, atop, thrown, river, mounted, tethered, partner, platoon, sniper } = group.more;
            digest.int(at);
            [flash, atop, thrown, river, mounted, tethered].into_iter().for_each(|flag| digest.flag(flag));
            digest.maybe(partner, |digest, group| digest.int(group));
            [platoon, sniper].into_iter().filter(|&player| player > 0).for_each(|player| digest.int(player));
        }
        let parted = group.twin.is_some() || group.root.is_some();
        if group.banzai || group.ambush || group.hidden || parted || group.deep || group.mar > 0 {
            digest.int(at);
            digest.int(group.mar);
            for flag in [group.banzai, group.ambush, group.hidden, group.deep] {
                digest.flag(flag);
            }
            digest.maybe(group.twin, |digest, twin| digest.int(twin));
            digest.maybe(group.root, |digest, root| digest.int(root));
        }
    }
    for machine in &forces.machines {
        digest.shown(&machine.turret);
        for flag in [
            machine.buttoned,
            machine.immobilised,
            machine.bogged.is_some(),
            machine.again,
            machine.mired,
            machine.main_used,
            machine.mg_used,
            machine.pintle_used,
        ] {
            digest.flag(flag);
        }
        [machine.commanders, machine.stun, machine.rallied].into_iter().for_each(|number| digest.int(number));
    }
    for flare in &terrain.flares {
        digest.shown(&flare.at);
        digest.int(flare.left);
        digest.int(flare.side.index() as u8);
    }
    for smoke in terrain.smokes.iter().filter(|smoke| smoke.burns) {
        digest.shown(&smoke.at);
    }
    for (by, at) in &forces.acquired {
        digest.int(*by);
        digest.int(*at);
    }
}
