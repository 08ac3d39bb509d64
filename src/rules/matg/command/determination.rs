//! 12.1: force determination. Each lost stand draws cards; a force breaks when they exceed its break point.
//!
//! A force is everything under one GHQ (12.1.6). The number of its cards is public. Their values are secret
//! until they exceed the break point.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Target, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::air;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::command::hand::{Hand, deck};
use crate::rules::matg::state::air::Air;
use crate::rules::matg::state::battle::{Arm, Battle, Role};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place};
use crate::rules::matg::state::turn::Turn;

/// Subtracted from the cohesion of a broken force, except for movement (12.1.5).
pub(in crate::rules::matg) const SHAKEN: i16 = 5;
/// Added to the cohesion of a broken force for movement (12.1.5).
pub(in crate::rules::matg) const IN_RETREAT: i16 = 2;
/// The range of a broken force's fire, in inches (12.1.5).
pub(in crate::rules::matg) const REACH: u16 = 5;

impl Command {
    /// The hand of a force.
    pub fn hand_of(&self, side: Side, force: usize) -> Option<&Hand> {
        self.hands.iter().find(|hand| hand.side == side && usize::from(hand.force) == force)
    }

    /// Whether all forces of a side have broken.
    pub fn is_all_shaken(&self, side: Side) -> bool {
        let mut hands = self.hands.iter().filter(|hand| hand.side == side).peekable();
        hands.peek().is_some() && hands.all(|hand| hand.broken.is_some())
    }

    /// How much a break lowers the cohesion of a side as a whole (12.1.5).
    #[apply(rule, "12.1.5" if self.is_all_shaken(side))]
    pub(in crate::rules::matg) fn shock(&self, side: Side) -> i16 {
        if !self.is_all_shaken(side) {
            return 0;
        }
        SHAKEN
    }

    /// Deals the enemy's hidden cards again, since a side does not know them (12.1.3).
    pub(in crate::rules::matg) fn redeal_cards(&mut self, side: Side, dice: &mut Dice) {
        for hand in self.hands.iter_mut().filter(|hand| hand.side != side) {
            hand.deal_again(dice);
        }
    }

    /// A word for the header on the cards of a side, as far as the viewer knows them.
    pub(in crate::rules::matg) fn cards_in_words(&self, side: Side, viewer: Side) -> Option<String> {
        let hands: Vec<String> = self
            .hands
            .iter()
            .filter(|hand| hand.side == side)
            .map(|hand| {
                let known = side == viewer || hand.is_shown();
                let known = if known { format!("{}", hand.value()) } else { format!("{}?", hand.count()) };
                let broken = if hand.broken.is_some() { " broken" } else { "" };
                format!("{known}/{}{broken}", hand.break_point)
            })
            .collect();
        (!hands.is_empty()).then(|| format!("cards {}", hands.join(", ")))
    }
}

/// A loss makes its force draw a card, two for an HQ, three for a GHQ (12.1.3, S-143).
#[apply(rule, "12.1.3" if !command.hands.is_empty() && forces.battle.unit(id).arm != Arm::Horses)]
#[apply(rule, "chart: force determination" if !command.hands.is_empty() && forces.battle.unit(id).arm != Arm::Horses)]
pub(super) fn owe_cards(forces: &Forces, command: &mut Command, id: Id) {
    if command.hands.is_empty() || forces.battle.unit(id).arm == Arm::Horses {
        return;
    }
    let cards = match forces.stand(id).role {
        Role::None => 1,
        Role::Hq => 2,
        Role::Ghq(_) => 3,
    };
    let (side, force) = (forces.battle.side(id), forces.battle.force_of(id));
    let hand = command.hands.iter_mut().find(|hand| hand.side == side && usize::from(hand.force) == force);
    if let Some(hand) = hand {
        hand.due += cards;
    }
}

/// Draws the cards due for losses, each force from its own deck (12.1.1, 12.1.3). Only the owner sees
/// them until they exceed the break point and all are shown (chart: force determination).
pub(in crate::rules::matg) fn draw_due_cards(
    battle: &Battle,
    command: &mut Command,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    for at in 0..command.hands.len() {
        while command.hands[at].due > 0 {
            let (side, name) = (command.hands[at].side, force_in_words(battle, command, at));
            let hand = &mut command.hands[at];
            if hand.deck.left().is_empty() {
                hand.deck = deck();
            }
            let Some(card) = hand.deck.draw(&name, dice, || format!("a card for the {name}"))? else {
                break;
            };
            let open = hand.is_shown();
            hand.held.push(card);
            hand.held.sort_unstable();
            hand.due -= 1;
            let hand = &command.hands[at];
            log.add(|| {
                let (value, point) = (hand.value(), hand.break_point);
                let text = format!("the {name} draw a card: {card}. Total {value}, break point {point}");
                let event = Event::new(Tone::Loss, side, text, "12.1.3");
                if open { event.revealing() } else { event.only(side) }
            });
            if !open && hand.is_shown() {
                log.add(|| {
                    let text =
                        format!("the {name} show their cards, above their break point: {}", hand.in_words());
                    Event::new(Tone::Loss, side, text, "chart: force determination").revealing()
                });
            }
        }
    }
    Ok(())
}

impl Hand {
    /// From this turn on the force is broken.
    #[apply(rule, "12.1.5", "12.1.7")]
    fn break_down(&mut self, turn: u8) {
        self.broken = Some(turn);
    }
}

/// At the start of a turn, forces whose cards exceed their break point are broken from now on (12.1.4,
/// 12.1.7).
pub fn break_forces(battle: &Battle, now: &Turn, command: &mut Command, air: &mut Air, log: &mut Log) {
    for at in 0..command.hands.len() {
        let turn = now.number;
        let hand = &mut command.hands[at];
        if hand.broken.is_some() || !hand.is_shown() {
            continue;
        }
        hand.break_down(turn);
        if command.hands[at].force == 0 {
            air::call_off_flights(battle, air, command.hands[at].side); // off-map batteries belong to the first force (S-147)
        }
        let (side, name) = (command.hands[at].side, force_in_words(battle, command, at));
        log.add(|| {
            let text = format!("crisis of command: the {name} are broken");
            Event::new(Tone::Loss, side, text, "12.1.4").revealing()
        });
    }
}

/// Whether both sides have ceased fire, which ends the game (12.1.5).
#[apply(rule, "12.1.5" if Side::BOTH.into_iter().any(|side| command.is_all_shaken(side)))]
pub(in crate::rules::matg) fn all_cease_fire(
    battle: &Battle,
    now: &Turn,
    command: &Command,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    for side in Side::BOTH {
        if !command.is_all_shaken(side.other()) {
            continue;
        }
        let profile = fighting_on_profile(battle, now, command, side);
        let roll = cohesion::roll_of_side(battle, side, &profile, dice)?;
        log.add(|| {
            let (tone, outcome) = match roll.passed {
                true => (Tone::Plain, "keep fighting"),
                false => (Tone::Phase, "all cease fire"),
            };
            Event { tone, ..cohesion::cohesion_roll_line(battle, side, &profile, roll, outcome) }
        });
        if !roll.passed {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Puts broken stands into the movement posture, grouped by contact (12.1.5, S-144).
pub(in crate::rules::matg) fn turn_to_flight(forces: &mut Forces, now: &mut Turn, command: &Command) {
    if command.hands.iter().all(|hand| hand.broken.is_none()) {
        return;
    }
    for side in Side::BOTH {
        let broken: Vec<Id> = forces
            .on_board(side)
            .map(|(id, _)| id)
            .filter(|&id| is_shaken(&forces.battle, command, id))
            .collect();
        for &id in &broken {
            if forces.stand(id).group != 0 {
                continue;
            }
            applies("12.1.5");
            now.groups = now.groups.saturating_add(1).min(250);
            let number = now.groups;
            let mut open = vec![id];
            while let Some(next) = open.pop() {
                let cargo: Vec<Id> = forces.cargo(next).collect();
                for member in std::iter::once(next).chain(cargo) {
                    let stand = forces.stand_mut(member);
                    (stand.posture, stand.group) = (Posture::Move, number);
                }
                let Some(cell) = forces.cell(next) else { continue };
                let beside = broken.iter().copied().filter(|&other| forces.stand(other).group == 0);
                let beside = beside
                    .filter(|&other| forces.cell(other).is_some_and(|at| crate::board::adjacent(cell, at)));
                for other in beside.collect::<Vec<_>>() {
                    forces.stand_mut(other).group = number;
                    open.push(other);
                }
            }
        }
    }
}

/// Records that a stand has been fired at, if that matters (12.1.5).
pub(in crate::rules::matg) fn note_fired_upon(forces: &mut Forces, command: &Command, id: Id) {
    if !command.hands.is_empty() {
        forces.stand_mut(id).lately.fired_upon = true;
    }
}

/// Whether a stand belongs to a broken force (12.1.5).
pub fn is_shaken(battle: &Battle, command: &Command, id: Id) -> bool {
    let any = command.hands.iter().any(|hand| hand.broken.is_some() && hand.side == battle.side(id));
    any && command.hand_of(battle.side(id), battle.force_of(id)).is_some_and(|hand| hand.broken.is_some())
}

/// How much a break lowers the cohesion of a stand (12.1.5).
pub(in crate::rules::matg) fn shock_of(battle: &Battle, command: &Command, id: Id) -> i16 {
    if command.hands.is_empty() || command.is_all_shaken(battle.side(id)) || !is_shaken(battle, command, id) {
        return 0;
    }
    applies("12.1.5");
    SHAKEN
}

/// The cohesion of a stand for movement: a broken force moves more readily (12.1.5).
pub(in crate::rules::matg) fn cohesion_to_move(
    battle: &Battle,
    now: &Turn,
    command: &Command,
    id: Id,
) -> i16 {
    let hurry = if is_shaken(battle, command, id) { SHAKEN + IN_RETREAT } else { 0 };
    cohesion::level_of(battle, now, command, id) + hurry
}

/// A cohesion roll of a stand to move or to continue its move, at its cohesion for movement (12.1.5,
/// S-144).
#[apply(rule, "12.1.5" if is_shaken(&forces.battle, command, id))]
pub(in crate::rules::matg) fn movement_roll(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    purpose: &'static str,
    rule: &'static str,
    more: impl IntoIterator<Item = Modifier>,
) -> Test {
    let mut test = cohesion::cohesion_profile(forces, now, command, id, purpose, rule, more);
    if is_shaken(&forces.battle, command, id) {
        test.target = Target::AtMost(cohesion_to_move(&forces.battle, now, command, id));
    }
    test
}

/// "Soviets", or "Soviets, force 2" where a side has several.
fn force_in_words(battle: &Battle, command: &Command, at: usize) -> String {
    let hand = &command.hands[at];
    let name = &battle.army(hand.side).name;
    if battle.forces(hand.side) > 1 { format!("{name}, force {}", hand.force + 1) } else { name.clone() }
}

/// The roll of a side to fight on when all its enemies are broken: +2 for each turn after the first
/// (12.1.5).
pub fn fighting_on_profile(battle: &Battle, now: &Turn, command: &Command, side: Side) -> Test {
    let since = command.hands.iter().filter(|hand| hand.side != side).filter_map(|hand| hand.broken).max();
    let turns = now.number.saturating_sub(since.unwrap_or(now.number));
    let more = Modifier { value: 2 * i16::from(turns), label: "since the enemy broke", rule: "12.1.5" };
    let more = (turns > 0).then_some(more);
    cohesion_test(
        "to keep fighting",
        cohesion::level(battle, now, command, side),
        more.into_iter().collect(),
        "12.1.5",
    )
}

/// The game is over: both sides show their cards (12.1.8).
pub(in crate::rules::matg) fn show_cards(battle: &Battle, command: &Command, log: &mut Log) {
    for (at, hand) in command.hands.iter().enumerate() {
        log.add(|| {
            let name = force_in_words(battle, command, at);
            let text = format!(
                "cards of the {name}: {}. Total {}, break point {}",
                hand.in_words(),
                hand.value(),
                hand.break_point
            );
            Event::new(Tone::Plain, hand.side, text, "12.1.8").revealing()
        });
    }
}

/// Whether a broken stand must hold its fire: it may fire only in a turn in which it has been fired at
/// (12.1.5).
#[apply(rule, "12.1.5" if is_shaken(&forces.battle, command, id) && !forces.stand(id).lately.fired_upon)]
pub(in crate::rules::matg) fn must_hold_fire(forces: &Forces, command: &Command, id: Id) -> bool {
    is_shaken(&forces.battle, command, id) && !forces.stand(id).lately.fired_upon
}

/// Whether a target is out of range for a broken stand (12.1.5).
pub(in crate::rules::matg) fn is_too_far_while_broken(
    battle: &Battle,
    command: &Command,
    id: Id,
    range: u16,
) -> bool {
    range > REACH && is_shaken(battle, command, id)
}

/// Whether a broken stand has finished fleeing: it has fired, or has reached its own edge (12.1.5).
pub(in crate::rules::matg) fn is_done_fleeing(forces: &Forces, command: &Command, id: Id) -> bool {
    let there = |cell| forces.battle.from_edge(forces.side(id), cell) == 0;
    let done = is_shaken(&forces.battle, command, id)
        && (forces.stand(id).fired || forces.cell(id).is_some_and(there));
    if done {
        applies("12.1.5");
    }
    done
}

/// The steps that bring a broken stand nearer to its own edge; it halts if there are none (12.1.5,
/// S-144).
#[apply(rule, "12.1.5")]
pub(in crate::rules::matg) fn steps_home(forces: &Forces, id: Id, steps: Vec<Choice>) -> Vec<Choice> {
    let Some(from) = forces.cell(id) else { return vec![Choice::Halt] };
    let away = |cell| forces.battle.from_edge(forces.side(id), cell);
    let home = |choice: &Choice| matches!(*choice, Choice::Step(d) if away(from.step(d)) < away(from));
    let home: Vec<Choice> = steps.into_iter().filter(home).collect();
    if home.is_empty() { vec![Choice::Halt] } else { home }
}

/// Whether a stand on the map is broken and has not been fired at, so that it holds its fire: for judging
/// targets.
pub fn holds_its_fire(forces: &Forces, command: &Command, id: Id) -> bool {
    matches!(forces.stand(id).place, Place::Board(_)) && must_hold_fire(forces, command, id)
}
