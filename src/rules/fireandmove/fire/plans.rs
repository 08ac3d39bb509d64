//! Lists the fire available to the player now: the fire plan of a turn, and the options of standing orders
//! against an enemy move (9.6, 15, 24, 58).

use crate::board::Cell;
use crate::game::view::PieceId;
use crate::game::{Attack, Rules, Wanted};
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::reactive;

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::dice::odds;
use crate::rules::fireandmove::fire::effect::Fate;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{Manner, Moving};
use crate::rules::fireandmove::ordnance::arms::{Arm, Round};
use crate::rules::fireandmove::shown::preview;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::Frame;

/// Target kinds that standing orders may name.
pub(in crate::rules::fireandmove) const KINDS: [&str; 3] = ["vehicle", "gun", "infantry"];

/// Target group, square, how the target moves, and the choice that names it once the weapon is chosen.
type Mark = (Gid, Cell, Moving, Choice);

/// One way to fire.
struct Way {
    group: Gid,
    mark: Mark,
    plays: Vec<Choice>,
    harm: f64,
    kill: f64,
    /// Its cost: the number of figures its card is for.
    spends: u8,
}

impl Way {
    /// Its value; an elimination counts twice more.
    const fn worth(&self) -> f64 {
        self.harm + 2.0 * self.kill
    }

    /// Whether it is preferred to another attack by the same group on the same target: of two fire cards the
    /// smaller, if it does the wanted harm; otherwise the more valuable.
    fn betters(&self, other: &Self, wanted: f64) -> bool {
        let fires = |way: &Self| matches!(way.plays.get(1), Some(Choice::Fire(_)));
        let enough = [self, other].map(|way| fires(way) && way.harm >= wanted);
        match enough {
            [true, true] if self.spends != other.spends => self.spends < other.spends,
            [true, false] if fires(other) => true,
            [false, true] if fires(self) => false,
            _ => self.worth() > other.worth(),
        }
    }
}

/// The attacks available now, most valuable first: for each group and target the smallest card that does the
/// wanted harm, otherwise the card that does the most.
pub(in crate::rules::fireandmove) fn attacks(position: &Position, wanted: &Wanted) -> Vec<Attack> {
    let Some(frame) = position.frames.last() else { return Vec::new() };
    let side = frame.decision(position).side;
    let asked = |group: &Gid| wanted.firers.is_empty() || wanted.firers.contains(&PieceId(u16::from(*group)));
    let mut ways: Vec<Way> = Vec::new();
    let offered = position.choices();
    match frame {
        Frame::Turn(_) => {
            for choice in offered {
                let Choice::Group(group) = choice else { continue };
                if asked(&group) && !position.is_wild(group) {
                    let marks = position.foes(side).map(|target| {
                        let at = position.group(target).at;
                        (target, at, position.at_rest(target), Choice::Target(target))
                    });
                    let marks: Vec<Mark> = marks.collect();
                    ways_of(position, choice, group, Manner::default(), &marks, &mut ways);
                }
            }
        }
        Frame::Reaction(reaction) => {
            for choice in offered {
                let Choice::With(group) = choice else { continue };
                if asked(&group) {
                    let manner = reaction.manner(position, group);
                    let path = reaction.path.iter().zip(0..).map(|(&at, point)| {
                        (reaction.mover, at, reaction.moving(position, at), Choice::Point(point))
                    });
                    let marks: Vec<Mark> = path.collect();
                    ways_of(position, choice, group, manner, &marks, &mut ways);
                }
            }
        }
        _ => return Vec::new(),
    }
    chosen(position, ways, wanted.harm)
}

/// Every way a group could fire at these targets.
fn ways_of(
    position: &Position,
    begin: Choice,
    group: Gid,
    manner: Manner,
    marks: &[Mark],
    ways: &mut Vec<Way>,
) {
    let side = position.group(group).side;
    let from = position.group(group).at;
    let begins: Vec<Choice> = match begin {
        // Fear and similar limits are handled by the group's orders.
        Choice::Group(_) => position.orders_of(group),
        _ => position.reaction_cards(group),
    };
    let cards: Vec<FireCard> = position.fire_cards(side).collect();
    for &card in cards.iter().filter(|card| begins.contains(&Choice::Fire(Card::Fire(**card)))) {
        for &(target, to, moving, last) in marks {
            let allowed = position.manner_at(group, target, to, manner);
            if allowed.is_none_or(|manner| !position.reaches(group, card, from, to, manner)) {
                continue;
            }
            let Some(volley) = position.aimed(group, card, manner, target, to, moving) else { continue };
            let [harm, kill] = harm(position, target, volley.strength.total());
            let plays = vec![begin, Choice::Fire(Card::Fire(card)), last];
            ways.push(Way {
                group,
                mark: (target, to, moving, last),
                plays,
                harm,
                kill,
                spends: card.most(),
            });
        }
    }
    let Some(&small) = cards.iter().find(|card| begins.contains(&Choice::Shoot(Card::Fire(**card)))) else {
        return;
    };
    for arm in position.arms(group, false) {
        if matches!(arm.round, Round::Smoke | Round::Phosphorus | Round::Flare) {
            continue;
        }
        for &(target, to, moving, last) in marks {
            if let Some([harm, kill]) = shelled(position, group, arm, (target, to, moving)) {
                let load = Choice::Load(arm.figure, arm.round);
                let plays = vec![begin, Choice::Shoot(Card::Fire(small)), load, last];
                let spends = small.most();
                ways.push(Way { group, mark: (target, to, moving, last), plays, harm, kill, spends });
            }
        }
    }
}

/// The chance that at least one figure is pinned or worse, and the chance that at least one is eliminated.
pub(super) fn harm(position: &Position, target: Gid, strength: i16) -> [f64; 2] {
    let mut spared = [1.0; 2];
    for figure in position.under_fire(target) {
        if position.soldier(figure).machine.is_some() && !position.soft_vehicle(target) {
            let own = strength - position.behind_plates(figure);
            let fates = checks::distribution();
            let chance = |at: usize| -> f64 {
                fates
                    .iter()
                    .filter(|(result, _)| position.crew_fate(figure, **result + own)[at])
                    .map(|row| row.1)
                    .sum()
            };
            spared[0] *= 1.0 - chance(0);
            continue;
        }
        let pinned = position.figure(figure).standing == Standing::Pinned;
        let own = strength - position.behind_plates(figure);
        let fates = odds::figure(own, position.nerve(figure), pinned);
        let out = fates.chance(&Fate::Routed) + fates.chance(&Fate::Killed);
        spared[0] *= fates.chance(&Fate::Unhurt);
        spared[1] *= 1.0 - out;
    }
    spared.map(|chance| 1.0 - chance)
}

/// The effect of a shot: the chance of any effect, and the chance that the vehicle or a figure is eliminated.
pub(super) fn shelled(
    position: &Position,
    group: Gid,
    arm: Arm,
    mark: (Gid, Cell, Moving),
) -> Option<[f64; 2]> {
    let told = preview::of_shot(position, group, arm, mark)?;
    let nothing = told.result.first().map_or(1.0, |(_, chance)| *chance);
    let gone = |word: &str| matches!(word, "destroyed" | "killed" | "routs");
    let kill = told
        .result
        .iter()
        .filter(|(word, _)| gone(word))
        .map(|(_, chance)| chance)
        .fold(0.0, |sum, chance| sum + chance);
    Some([1.0 - nothing, kill])
}

/// The attack to show for each group and target.
fn chosen(position: &Position, ways: Vec<Way>, wanted: f64) -> Vec<Attack> {
    let mut best: Vec<Way> = Vec::new();
    for way in ways.into_iter().filter(|way| way.harm > 0.0) {
        let alike = |known: &&mut Way| known.group == way.group && known.mark.0 == way.mark.0;
        match best.iter_mut().find(alike) {
            Some(known) if way.betters(known, wanted) => *known = way,
            Some(_) => {}
            None => best.push(way),
        }
    }
    let mut attacks: Vec<Attack> = best.into_iter().map(|way| attack(position, &way)).collect();
    attacks.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    attacks
}

fn attack(position: &Position, way: &Way) -> Attack {
    let target = way.mark.0;
    let state = position.group(target);
    let kind = match (state.machine, state.gun) {
        (Some(_), _) => KINDS[0],
        (None, Some(_)) => KINDS[1],
        (None, None) => KINDS[2],
    };
    Attack {
        target: PieceId(u16::from(target)),
        firers: vec![PieceId(u16::from(way.group))],
        kept: 0,
        plays: way.plays.iter().map(ToString::to_string).collect(),
        harm: way.harm,
        kill: way.kill,
        words: ["harm", "out"],
        range: Field::range(position.group(way.group).at, way.mark.1),
        kind,
        worth: way.worth(),
        waits: String::new(),
    }
}

impl Position {
    /// Cards a group could react with, once it is chosen to react to an enemy move (24.1).
    pub(in crate::rules::fireandmove) fn reaction_cards(&self, group: Gid) -> Vec<Choice> {
        use crate::rules::fireandmove::turn::sequence::Step;
        let Some(Frame::Reaction(reaction)) = self.frames.last() else { return Vec::new() };
        let mut list = Vec::new();
        reactive::ReactionCard { group, to: reaction.clone() }.choices(self, &mut list);
        list
    }
}
