//! Lists the fire available to the player now: the fire plan of a turn, and the options of standing orders
//! against an enemy move (9.6, 15, 24, 58).

use crate::game::gesture::THEN;
use crate::game::view::{Act, CardId, ChoiceView, PieceId};
use crate::game::{Attack, Reserve, Rules, Side, Wanted};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::{Card, sheets};
use crate::rules::fireandmove::dice::{checks, odds};
use crate::rules::fireandmove::fire::effect::Fate;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{self, Manner, Mark, Moving};
use crate::rules::fireandmove::fire::{action, reactive};
use crate::rules::fireandmove::ordnance::arms::{self, Arm, Round};
use crate::rules::fireandmove::shown::preview;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Clock, Decisions, Forces, Gid, Hands, Position, Standing, Terrain};
use crate::rules::fireandmove::turn::sequence::Frame;
use crate::rules::fireandmove::vehicles::{damage, transport};

/// Target kinds that standing orders may name.
pub(in crate::rules::fireandmove) const KINDS: [&str; 3] = ["vehicle", "gun", "infantry"];

/// A target, and the choice that names it once the weapon is chosen.
type Named = (Mark, Choice);

/// One way to fire.
struct Way {
    group: Gid,
    mark: Mark,
    plays: Vec<Choice>,
    harm: f64,
    kill: f64,
    card: FireCard,
    /// Whether the group fires its small weapons, rather than ordnance.
    volley: bool,
    /// Its arithmetic: "strength +4".
    sums: String,
    /// What waiting would bring.
    waits: String,
}

impl Way {
    /// Its value; an elimination counts twice more.
    const fn worth(&self) -> f64 {
        self.harm + 2.0 * self.kill
    }

    /// Whether it is preferred to another attack by the same group on the same target: of two fire cards the
    /// smaller, if it does the wanted harm; otherwise the more valuable.
    fn betters(&self, other: &Self, wanted: f64) -> bool {
        let enough = [self, other].map(|way| way.volley && way.harm >= wanted);
        match enough {
            [true, true] if self.card.most() != other.card.most() => self.card.most() < other.card.most(),
            [true, false] if other.volley => true,
            [false, true] if self.volley => false,
            _ => self.worth() > other.worth(),
        }
    }
}

/// The attacks available now, most valuable first: for each group and target the smallest card that does the
/// wanted harm, otherwise the card that does the most.
pub(in crate::rules::fireandmove) fn attacks(position: &Position, wanted: &Wanted) -> Vec<Attack> {
    let Position { terrain, forces, hands, open, .. } = position;
    let Some(frame) = open.frames.last() else { return Vec::new() };
    let side = frame.decision(position).side;
    let asked = |group: Gid| wanted.takes(PieceId(u16::from(group))) && !forces.is_wild(group);
    let standing = |group: Gid| -> Vec<Named> {
        let foes = forces.foes(side).filter(|&target| target != group);
        foes.map(|target| (Mark::at_rest(forces, target), Choice::Target(target))).collect()
    };
    let mut table = Table { position, side, wanted, ways: Vec::new() };
    match frame {
        Frame::Turn(_) => {
            for choice in position.choices() {
                let Choice::Group(group) = choice else { continue };
                if asked(group) {
                    let orders = position.orders_of(group);
                    table.add(Some(choice), &orders, group, Manner::default(), &standing(group));
                }
            }
        }
        Frame::Orders(orders) if asked(orders.group) => {
            table.add(None, &position.choices(), orders.group, Manner::default(), &standing(orders.group));
        }
        Frame::Second(second) if asked(second.group) => {
            table.add(None, &position.choices(), second.group, second.manner, &standing(second.group));
        }
        Frame::Reaction(reaction) => {
            for choice in position.choices() {
                let Choice::With(group) = choice else { continue };
                if wanted.takes(PieceId(u16::from(group))) {
                    let manner = reaction.manner(terrain.field(), forces, group);
                    let path = reaction.path.iter().zip(0..).map(|(&at, point)| {
                        (reaction.mark(terrain.field(), forces, at), Choice::Point(point))
                    });
                    let marks: Vec<Named> = path.collect();
                    table.add(Some(choice), &position.reaction_cards(group), group, manner, &marks);
                }
            }
        }
        _ => return Vec::new(),
    }
    let ways = table.ways;
    chosen(forces, hands, ways, wanted)
}

/// The ways to fire found so far.
struct Table<'a> {
    position: &'a Position,
    side: Side,
    wanted: &'a Wanted,
    ways: Vec<Way>,
}

impl Table<'_> {
    /// Adds every way a group could fire at these targets with these orders.
    fn add(&mut self, begin: Option<Choice>, orders: &[Choice], group: Gid, manner: Manner, marks: &[Named]) {
        let position = self.position;
        let from = position.forces.group(group).at;
        let marks: Vec<Named> = marks
            .iter()
            .copied()
            .filter(|mark| self.wanted.aims_at(PieceId(u16::from(mark.0.group))))
            .collect();
        let left = |card: &FireCard| {
            held(&position.hands, self.side, Card::Fire(*card), &self.wanted.spent).is_some()
        };
        let cards: Vec<FireCard> = position.hands.fire_cards(self.side).filter(left).collect();
        for &card in cards.iter().filter(|card| orders.contains(&Choice::Fire(Card::Fire(**card)))) {
            for &(mark, last) in &marks {
                let Mark { group: target, at: to, .. } = mark;
                let allowed =
                    volley::manner_at(&position.terrain, &position.forces, group, target, to, manner);
                if allowed.is_none_or(|manner| {
                    !volley::reaches(
                        position.terrain.field(),
                        &position.forces,
                        group,
                        card,
                        from,
                        to,
                        manner,
                    )
                }) {
                    continue;
                }
                let Some(volley) =
                    action::aimed(&position.terrain, &position.forces, group, card, manner, mark)
                else {
                    continue;
                };
                let strength = volley.strength.total();
                let [harm, kill] = harm(&position.forces, target, strength);
                let plays = begin.into_iter().chain([Choice::Fire(Card::Fire(card)), last]).collect();
                let waits = waiting(&position.terrain, &position.forces, &position.open, group, card);
                let sums = format!("strength {strength:+}");
                self.ways.push(Way { group, mark, plays, harm, kill, card, volley: true, sums, waits });
            }
        }
        let Some(&card) = cards.iter().find(|card| orders.contains(&Choice::Shoot(Card::Fire(**card))))
        else {
            return;
        };
        for arm in arms::arms(position.terrain.field(), &position.forces, group, false) {
            if matches!(arm.round, Round::Smoke | Round::Phosphorus | Round::Flare) {
                continue;
            }
            for &(mark, last) in &marks {
                if let Some([harm, kill]) = shelled(&position.terrain, &position.forces, group, arm, mark) {
                    let load = [Choice::Shoot(Card::Fire(card)), Choice::Load(arm.figure, arm.round), last];
                    let plays = begin.into_iter().chain(load).collect();
                    let sums = arm.round.to_string();
                    let waits = String::new();
                    self.ways.push(Way { group, mark, plays, harm, kill, card, volley: false, sums, waits });
                }
            }
        }
    }
}

/// The first card of a kind in a hand that is not spent.
fn held(hands: &Hands, side: Side, card: Card, spent: &[CardId]) -> Option<CardId> {
    let hand = hands.seat(side).hand.iter().zip(0..);
    hand.filter(|(held, _)| **held == card).map(|(_, place)| CardId(place)).find(|id| !spent.contains(id))
}

/// What the same card could do in the group's own turn, if the mover stops at the end of its path.
fn waiting(terrain: &Terrain, forces: &Forces, open: &Decisions, group: Gid, card: FireCard) -> String {
    let Some(Frame::Reaction(reaction)) = open.frames.last() else { return String::new() };
    let Some(&to) = reaction.path.last() else { return String::new() };
    let (mover, from, manner) = (reaction.mover, forces.group(group).at, Manner::default());
    let reaches = |manner| volley::reaches(terrain.field(), forces, group, card, from, to, manner);
    let seen = volley::manner_at(terrain, forces, group, mover, to, manner).is_some_and(reaches);
    let moving = Moving { moving: false, ..forces.at_rest(mover) };
    let volley = action::aimed(terrain, forces, group, card, manner, Mark { group: mover, at: to, moving })
        .filter(|_| seen);
    volley.map_or_else(
        || "out of reach if it stops there".to_owned(),
        |volley| {
            let [harm, _] = harm(forces, mover, volley.strength.total());
            format!("harm {:.0}% in your turn if it stops there", harm * 100.0)
        },
    )
}

/// The actions of a group with each fire card and its target as one choice; empty at other decisions.
pub(in crate::rules::fireandmove) fn series(position: &Position) -> Vec<ChoiceView> {
    let Position { terrain, forces, open, .. } = position;
    let (group, manner) = match open.frames.last() {
        Some(Frame::Orders(orders)) => (orders.group, Manner::default()),
        Some(Frame::Second(second)) => (second.group, second.manner),
        _ => return Vec::new(),
    };
    let mut series: Vec<ChoiceView> = Vec::new();
    for choice in position.choices() {
        let view = position.describe(&choice);
        let Choice::Fire(Card::Fire(card)) = choice else {
            series.push(view);
            continue;
        };
        for target in volley::targets(terrain, forces, group, card, manner) {
            let at = forces.group(target).at;
            let volley = action::aimed(terrain, forces, group, card, manner, Mark::at_rest(forces, target));
            let chances = volley.map(|volley| harm(forces, target, volley.strength.total()));
            let effect = chances.map_or_else(String::new, |[harm, kill]| {
                format!("harm {:.0}% out {:.0}%", harm * 100.0, kill * 100.0)
            });
            series.push(ChoiceView {
                notation: format!("{choice}{THEN}{}", Choice::Target(target)),
                label: format!("{} at {}", sheets::short(Card::Fire(card)), forces.tag(target)),
                pieces: vec![PieceId(u16::from(target))],
                cell: Some(at),
                act: Act::Commit,
                effect,
                ..view.clone()
            });
        }
    }
    series
}

/// The cards that stay in hand for reactions if these are played.
pub(in crate::rules::fireandmove) fn reserves(
    hands: &Hands,
    clock: &Clock,
    open: &Decisions,
    _: &[PieceId],
    spent: &[CardId],
) -> Vec<Reserve> {
    let Some(Frame::Turn(_) | Frame::Orders(_)) = open.frames.last() else { return Vec::new() };
    let reacts = |card: &Card| {
        matches!(card, Card::Fire(_) | Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap)
    };
    let hand = hands.seat(clock.active).hand.iter().zip(0..);
    let kept = hand.filter(|(card, place)| reacts(card) && !spent.contains(&CardId(*place)));
    let cards: Vec<String> = kept.map(|(card, _)| card.to_string()).collect();
    match cards.is_empty() {
        true => Vec::new(),
        false => vec![Reserve { pieces: Vec::new(), cards, purpose: "reactions".to_owned() }],
    }
}

/// The chance that at least one figure is pinned or worse, and the chance that at least one is eliminated.
pub(super) fn harm(forces: &Forces, target: Gid, strength: i16) -> [f64; 2] {
    let mut spared = [1.0; 2];
    for figure in forces.under_fire(target) {
        if forces.soldier(figure).machine.is_some() && !forces.soft_vehicle(target) {
            let own = strength - transport::behind_plates(forces, figure);
            let fates = checks::distribution();
            let chance = |at: usize| -> f64 {
                fates
                    .iter()
                    .filter(|(result, _)| damage::crew_fate(forces, figure, **result + own)[at])
                    .map(|row| row.1)
                    .sum()
            };
            spared[0] *= 1.0 - chance(0);
            continue;
        }
        let pinned = forces.figure(figure).standing == Standing::Pinned;
        let own = strength - transport::behind_plates(forces, figure);
        let fates = odds::figure(own, forces.nerve(figure), pinned);
        let out = fates.chance(&Fate::Routed) + fates.chance(&Fate::Killed);
        spared[0] *= fates.chance(&Fate::Unhurt);
        spared[1] *= 1.0 - out;
    }
    spared.map(|chance| 1.0 - chance)
}

/// The effect of a shot: the chance of any effect, and the chance that the vehicle or a figure is eliminated.
pub(super) fn shelled(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    mark: Mark,
) -> Option<[f64; 2]> {
    let told = preview::of_shot(terrain, forces, group, arm, mark)?;
    let nothing = told.result.first().map_or(1.0, |(_, chance)| *chance);
    let kill = told
        .result
        .iter()
        .filter(|(word, _)| preview::eliminates(word))
        .map(|(_, chance)| chance)
        .fold(0.0, |sum, chance| sum + chance);
    Some([1.0 - nothing, kill])
}

/// The attack to show for each group and target.
fn chosen(forces: &Forces, hands: &Hands, ways: Vec<Way>, wanted: &Wanted) -> Vec<Attack> {
    let mut best: Vec<Way> = Vec::new();
    for way in ways.into_iter().filter(|way| way.harm > 0.0) {
        let alike = |known: &&mut Way| known.group == way.group && known.mark.group == way.mark.group;
        match best.iter_mut().find(alike) {
            Some(known) if way.betters(known, wanted.harm) => *known = way,
            Some(_) => {}
            None => best.push(way),
        }
    }
    let mut attacks: Vec<Attack> =
        best.into_iter().map(|way| attack(forces, hands, way, &wanted.spent)).collect();
    attacks.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    attacks
}

fn attack(forces: &Forces, hands: &Hands, way: Way, spent: &[CardId]) -> Attack {
    let target = way.mark.group;
    let state = forces.group(target);
    let kind = match (state.machine, state.gun) {
        (Some(_), _) => KINDS[0],
        (None, Some(_)) => KINDS[1],
        (None, None) => KINDS[2],
    };
    let side = forces.group(way.group).side;
    Attack {
        target: PieceId(u16::from(target)),
        firers: vec![PieceId(u16::from(way.group))],
        plays: way.plays.iter().map(ToString::to_string).collect(),
        harm: way.harm,
        kill: way.kill,
        words: ["harm", "out"],
        range: Field::range(forces.group(way.group).at, way.mark.at),
        kind,
        worth: way.worth(),
        by: format!("{} {}", forces.tag(way.group), Card::Fire(way.card)),
        sums: way.sums,
        waits: way.waits,
        cards: held(hands, side, Card::Fire(way.card), spent).into_iter().collect(),
        ..Attack::default()
    }
}

impl Position {
    /// Cards a group could react with, once it is chosen to react to an enemy move (24.1).
    pub(in crate::rules::fireandmove) fn reaction_cards(&self, group: Gid) -> Vec<Choice> {
        use crate::rules::fireandmove::turn::sequence::Step;
        let Some(Frame::Reaction(reaction)) = self.open.frames.last() else { return Vec::new() };
        let mut list = Vec::new();
        reactive::ReactionCard { group, to: reaction.clone() }.choices(self, &mut list);
        list
    }
}
