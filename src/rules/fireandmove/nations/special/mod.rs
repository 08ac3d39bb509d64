//! Special rules of single nations and troop types (91), one file each.

pub(in crate::rules::fireandmove) mod columns;
pub(in crate::rules::fireandmove) mod daring;
pub(in crate::rules::fireandmove) mod irregulars;
pub(in crate::rules::fireandmove) mod parts;
pub(in crate::rules::fireandmove) mod runners;
pub(in crate::rules::fireandmove) mod wild;

use crate::game::{Side, Tone};
use crate::ledger::cited::{applies, apply, rule};

use crate::rules::fireandmove::cards::{Card, Move};
use crate::rules::fireandmove::catalog::tables::{Named, Rank, Weapon};
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::{Battle, Clock, Decisions, Fig, Forces, Gid, Hands, Standing};
use crate::rules::fireandmove::turn::sequence::Table;

pub(in crate::rules::fireandmove) use columns::{Columns, Parting};
pub(in crate::rules::fireandmove) use runners::Runner;

impl Battle {
    /// Whether a side has a special rule.
    pub fn has_trait(&self, side: Side, wanted: Trait) -> bool {
        let found = self.sides[side.index()].traits.has(wanted);
        if found {
            let partisans = wanted == Trait::Partisans;
            applies(if partisans { "91.16" } else { self.sides[side.index()].rule });
        }
        found
    }

    /// Whether a side can use a card as printed; for some nations it counts as Cower (91.11, 91.15).
    pub(in crate::rules::fireandmove) fn knows(&self, side: Side, card: Card) -> bool {
        match card {
            Card::Minefield => !self.has_trait(side, Trait::NoMines),
            Card::Fear => !self.has_trait(side, Trait::NoFear),
            _ => true,
        }
    }

    /// A movement card as this side plays it: partisans hide better and ford with every movement 1 card, the
    /// Red Army hides better at night (91.15, 91.16).
    pub(in crate::rules::fireandmove) fn as_played(&self, side: Side, mut card: Move) -> Move {
        if self.has_trait(side, Trait::Partisans) {
            card.cover += u8::from(card.cover > 0);
            card.ford |= card.is_one();
        }
        if self.options.night && self.has_trait(side, Trait::RedArmy) && card.cover > 0 {
            card.cover += 1;
        }
        card
    }

    /// The penalty to weapon failure and repair for short ammunition (91.13 to 91.15, ruling FM-63).
    pub(in crate::rules::fireandmove) fn short_of(&self, side: Side) -> i16 {
        i16::from(self.has_trait(side, Trait::ShortOfAmmunition))
    }

    /// The result at which a weapon of a side fails (20.2).
    pub(in crate::rules::fireandmove) fn fails_at(&self, side: Side, weapon: &Weapon) -> Option<i16> {
        weapon.fails.map(|number| number + self.short_of(side))
    }
}

impl Forces {
    /// Enemy groups that a side can see and target: hidden groups are excluded, and two parts in one place
    /// count as one (91.14, 91.16).
    pub fn foes(&self, side: Side) -> impl Iterator<Item = Gid> {
        self.groups_of(side.other()).filter(move |&group| {
            let state = self.group(group);
            !state.hidden
                && !state.deep
                && !state.twin.is_some_and(|twin| twin < group && self.group(twin).at == state.at)
        })
    }

    /// Every figure attacked when a group is: both parts of a split group (91.14).
    pub fn under_fire(&self, group: Gid) -> Vec<Fig> {
        let mut all = self.group(group).members.clone();
        if let Some(twin) = self.twin(group) {
            all.extend(&self.group(twin).members);
        }
        all
    }

    /// A group fires or moves, so it is no longer gone to ground or hidden (13.4, 91.16).
    #[apply(rule, "13.4")]
    pub(in crate::rules::fireandmove) fn shows_itself(&mut self, group: Gid) {
        let state = self.group_mut(group);
        state.grounded = false;
        state.hidden = false;
    }

    /// Puts a fear marker on a group, on both parts if it is split (43.1, 91.14).
    pub(in crate::rules::fireandmove) fn frighten(&mut self, group: Gid) {
        self.group_mut(group).fear = true;
        self.with_twin(group, |group| group.fear = true);
    }
}

/// Whether a figure is wounded instead of routed: commissars and Japanese platoon leaders (91.4, 91.6).
pub(in crate::rules::fireandmove) fn is_steadfast(forces: &Forces, figure: Fig) -> bool {
    let soldier = forces.soldier(figure);
    soldier.commissar
        || forces.rank(figure) == Rank::Platoon
            && forces.battle().has_trait(soldier.side, Trait::WoundedLeaders)
}

pub(in crate::rules::fireandmove) fn wound(forces: &mut Forces, figure: Fig, table: &mut Table) {
    forces.figure_mut(figure).wounded = true;
    let rule = if forces.soldier(figure).commissar { "91.4" } else { "91.6" };
    let (tag, side) = (forces.tag(forces.figure(figure).group), forces.soldier(figure).side);
    table.tell(Tone::Loss, side, rule, || format!("the leader of {tag} is wounded"));
}

/// The modifier of a commissar or a wounded Japanese leader to the morale and panic of their group (91.4,
/// 91.6).
pub(in crate::rules::fireandmove) fn example_of(forces: &Forces, group: Gid) -> [i16; 2] {
    let members = &forces.group(group).members;
    let commissar = members.iter().any(|&figure| forces.soldier(figure).commissar);
    let wounded =
        members.iter().any(|&figure| forces.figure(figure).wounded && !forces.soldier(figure).commissar);
    [i16::from(commissar || wounded), i16::from(commissar)]
}

/// Pins a figure. Gan Si Dui cannot be pinned (91.14). Berserks and Banzai attackers are killed instead
/// if they are moving, that is, in their own turn (91.4, 91.6).
pub(in crate::rules::fireandmove) fn pin(forces: &mut Forces, clock: &Clock, figure: Fig, table: &mut Table) {
    let state = *forces.figure(figure);
    let side = forces.soldier(figure).side;
    if state.dare {
        return;
    }
    let wild = state.berserk || forces.group(state.group).banzai;
    if wild && clock.active == side {
        let name = forces.soldier(figure).name.clone();
        let rule = if state.berserk { "91.4" } else { "91.6" };
        table.tell(Tone::Loss, side, rule, || format!("the {name} dies: pinned while charging"));
        action::fell(forces, figure, Standing::Killed, table);
    } else {
        action::fell(forces, figure, Standing::Pinned, table);
    }
}

/// A card played by Finns on skis: one extra move action, and the smallest card conceals both (91.12).
pub(in crate::rules::fireandmove) fn on_skis(battle: &Battle, side: Side, march: Marching) -> Marching {
    if !battle.has_trait(side, Trait::Skis) || march.card.cover == 0 {
        return march;
    }
    match (march.cover, march.card.actions) {
        (_, 1) => Marching { cover: false, skis: true, left: 2, ..march },
        (true, _) => march,
        (false, actions) => Marching { left: actions + 1, ..march },
    }
}

/// Whether a rally 1 card may be played in addition: before the group does anything else (91.12).
pub(in crate::rules::fireandmove) fn may_sankari(forces: &Forces, group: Gid, card: Card) -> bool {
    let state = forces.group(group);
    matches!(card, Card::Rally { value: 1, .. })
        && !state.still
        && forces.battle().has_trait(state.side, Trait::Sankari)
}

/// Whether a figure's weapon needs two figures to move, and is left behind if its bearer routs (91.6,
/// 91.7).
pub(in crate::rules::fireandmove) fn takes_two(forces: &Forces, figure: Fig) -> bool {
    matches!(forces.weapon(figure).named, Named::MediumMachineGun | Named::AntiTankRifle)
        && forces.battle().has_trait(forces.soldier(figure).side, Trait::HeavyWeapons)
}

/// After an action: large groups split or reunite, and hidden groups are found (91.14, 91.16).
pub(in crate::rules::fireandmove) fn come_to_rest(forces: &mut Forces, open: &Decisions) {
    let traits = forces.battle().traits;
    if traits.has(Trait::Partisans) {
        irregulars::find_hidden(forces);
    }
    if traits.has(Trait::SmallGroups) {
        parts::mend_parts(forces, open);
    }
}

impl Hands {
    /// Counts a card played together with a movement card as an action, if the movement card itself does not
    /// count (91.6).
    pub(in crate::rules::fireandmove) fn acts_besides(&mut self, side: Side) {
        if self.battle().sides[side.index()].hand.moves_free {
            self.seat_mut(side).actions += 1;
        }
    }
}
