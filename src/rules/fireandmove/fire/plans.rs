//! Lists the fire available to the player now: the fire plan of a turn, and the options of standing orders
//! against an enemy move (9.6, 15, 24, 58).

use crate::board::Cell;
use crate::game::gesture::THEN;
use crate::game::view::{Act, CardId, ChoiceView, PieceId};
use crate::game::{Attack, Reserve, Rules, Side, Wanted};
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::reactive;

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::{Card, sheets};
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
    let Some(frame) = position.frames.last() else { return Vec::new() };
    let side = frame.decision(position).side;
    let asked = |group: Gid| wanted.takes(PieceId(u16::from(group))) && !position.is_wild(group);
    let standing = |group: Gid| -> Vec<Mark> {
        let foes = position.foes(side).filter(|&target| target != group);
        foes.map(|target| {
            (target, position.group(target).at, position.at_rest(target), Choice::Target(target))
        })
        .collect()
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
                    let manner = reaction.manner(position, group);
                    let path = reaction.path.iter().zip(0..).map(|(&at, point)| {
                        (reaction.mover, at, reaction.moving(position, at), Choice::Point(point))
                    });
                    let marks: Vec<Mark> = path.collect();
                    table.add(Some(choice), &position.reaction_cards(group), group, manner, &marks);
                }
            }
        }
        _ => return Vec::new(),
    }
    let ways = table.ways;
    chosen(position, ways, wanted)
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
    fn add(&mut self, begin: Option<Choice>, orders: &[Choice], group: Gid, manner: Manner, marks: &[Mark]) {
        let position = self.position;
        let from = position.group(group).at;
        let marks: Vec<Mark> =
            marks.iter().copied().filter(|mark| self.wanted.aims_at(PieceId(u16::from(mark.0)))).collect();
        let left =
            |card: &FireCard| held(position, self.side, Card::Fire(*card), &self.wanted.spent).is_some();
        let cards: Vec<FireCard> = position.fire_cards(self.side).filter(left).collect();
        for &card in cards.iter().filter(|card| orders.contains(&Choice::Fire(Card::Fire(**card)))) {
            for &(target, to, moving, last) in &marks {
                let allowed = position.manner_at(group, target, to, manner);
                if allowed.is_none_or(|manner| !position.reaches(group, card, from, to, manner)) {
                    continue;
                }
                let Some(volley) = position.aimed(group, card, manner, target, to, moving) else { continue };
                let strength = volley.strength.total();
                let [harm, kill] = harm(position, target, strength);
                let plays = begin.into_iter().chain([Choice::Fire(Card::Fire(card)), last]).collect();
                let waits = waiting(position, group, card);
                let (mark, sums) = ((target, to, moving, last), format!("strength {strength:+}"));
                self.ways.push(Way { group, mark, plays, harm, kill, card, volley: true, sums, waits });
            }
        }
        let Some(&card) = cards.iter().find(|card| orders.contains(&Choice::Shoot(Card::Fire(**card))))
        else {
            return;
        };
        for arm in position.arms(group, false) {
            if matches!(arm.round, Round::Smoke | Round::Phosphorus | Round::Flare) {
                continue;
            }
            for &(target, to, moving, last) in &marks {
                if let Some([harm, kill]) = shelled(position, group, arm, (target, to, moving)) {
                    let load = [Choice::Shoot(Card::Fire(card)), Choice::Load(arm.figure, arm.round), last];
                    let plays = begin.into_iter().chain(load).collect();
                    let (mark, sums) = ((target, to, moving, last), arm.round.to_string());
                    let waits = String::new();
                    self.ways.push(Way { group, mark, plays, harm, kill, card, volley: false, sums, waits });
                }
            }
        }
    }
}

/// The first card of a kind in a hand that is not spent.
fn held(position: &Position, side: Side, card: Card, spent: &[CardId]) -> Option<CardId> {
    let hand = position.seat(side).hand.iter().zip(0..);
    hand.filter(|(held, _)| **held == card).map(|(_, place)| CardId(place)).find(|id| !spent.contains(id))
}

/// What the same card could do in the group's own turn, if the mover stops at the end of its path.
fn waiting(position: &Position, group: Gid, card: FireCard) -> String {
    let Some(Frame::Reaction(reaction)) = position.frames.last() else { return String::new() };
    let Some(&to) = reaction.path.last() else { return String::new() };
    let (mover, from, manner) = (reaction.mover, position.group(group).at, Manner::default());
    let reaches = |manner| position.reaches(group, card, from, to, manner);
    let seen = position.manner_at(group, mover, to, manner).is_some_and(reaches);
    let moving = Moving { moving: false, ..position.at_rest(mover) };
    let volley = position.aimed(group, card, manner, mover, to, moving).filter(|_| seen);
    volley.map_or_else(
        || "out of reach if it stops there".to_owned(),
        |volley| {
            let [harm, _] = harm(position, mover, volley.strength.total());
            format!("harm {:.0}% in your turn if it stops there", harm * 100.0)
        },
    )
}

/// The actions of a group with each fire card and its target as one choice; empty at other decisions.
pub(in crate::rules::fireandmove) fn series(position: &Position) -> Vec<ChoiceView> {
    let (group, manner) = match position.frames.last() {
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
        for target in position.targets(group, card, manner) {
            let at = position.group(target).at;
            let volley = position.aimed(group, card, manner, target, at, position.at_rest(target));
            let chances = volley.map(|volley| harm(position, target, volley.strength.total()));
            let effect = chances.map_or_else(String::new, |[harm, kill]| {
                format!("harm {:.0}% out {:.0}%", harm * 100.0, kill * 100.0)
            });
            series.push(ChoiceView {
                notation: format!("{choice}{THEN}{}", Choice::Target(target)),
                label: format!("{} at {}", sheets::short(Card::Fire(card)), position.tag(target)),
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
    position: &Position,
    _: &[PieceId],
    spent: &[CardId],
) -> Vec<Reserve> {
    let Some(Frame::Turn(_) | Frame::Orders(_)) = position.frames.last() else { return Vec::new() };
    let reacts = |card: &Card| {
        matches!(card, Card::Fire(_) | Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap)
    };
    let hand = position.seat(position.active).hand.iter().zip(0..);
    let kept = hand.filter(|(card, place)| reacts(card) && !spent.contains(&CardId(*place)));
    let cards: Vec<String> = kept.map(|(card, _)| card.to_string()).collect();
    match cards.is_empty() {
        true => Vec::new(),
        false => vec![Reserve { pieces: Vec::new(), cards, purpose: "reactions".to_owned() }],
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
fn chosen(position: &Position, ways: Vec<Way>, wanted: &Wanted) -> Vec<Attack> {
    let mut best: Vec<Way> = Vec::new();
    for way in ways.into_iter().filter(|way| way.harm > 0.0) {
        let alike = |known: &&mut Way| known.group == way.group && known.mark.0 == way.mark.0;
        match best.iter_mut().find(alike) {
            Some(known) if way.betters(known, wanted.harm) => *known = way,
            Some(_) => {}
            None => best.push(way),
        }
    }
    let mut attacks: Vec<Attack> = best.into_iter().map(|way| attack(position, way, &wanted.spent)).collect();
    attacks.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    attacks
}

fn attack(position: &Position, way: Way, spent: &[CardId]) -> Attack {
    let target = way.mark.0;
    let state = position.group(target);
    let kind = match (state.machine, state.gun) {
        (Some(_), _) => KINDS[0],
        (None, Some(_)) => KINDS[1],
        (None, None) => KINDS[2],
    };
    let side = position.group(way.group).side;
    Attack {
        target: PieceId(u16::from(target)),
        firers: vec![PieceId(u16::from(way.group))],
        plays: way.plays.iter().map(ToString::to_string).collect(),
        harm: way.harm,
        kill: way.kill,
        words: ["harm", "out"],
        range: Field::range(position.group(way.group).at, way.mark.1),
        kind,
        worth: way.worth(),
        by: format!("{} {}", position.tag(way.group), Card::Fire(way.card)),
        sums: way.sums,
        waits: way.waits,
        cards: held(position, side, Card::Fire(way.card), spent).into_iter().collect(),
        ..Attack::default()
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
