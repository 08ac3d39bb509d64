//! Cards played as discards (41 to 44): Sniper, Fear, and cards discarded only to make room.

use crate::dice::Ask;
use crate::game::{Decision, Digest, Event, Grade, Side, Tone};
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::nations::{Trait, special};
use crate::rules::fireandmove::optional::team_play;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Battle, Clock, Forces, Gid, Hands, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{Step, Table};
use crate::rules::fireandmove::vehicles::damage;

/// Cards discarded so far this turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Discards {
    /// In discard order.
    pub gone: Vec<Card>,
}

impl Step for Discards {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.clock.active, "discards", "Discard cards, or refill your hand.", "41.1")
    }

    #[apply(rule, "41.2", "44.1", "91.1")]
    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, clock, .. } = position;
        let side = clock.active;
        let seat = hands.seat(side);
        let rule = &forces.battle().sides[side.index()].hand;
        let dead = &hands.dead_cards(side)[..];
        for card in different(&seat.hand) {
            let mut gone = self.gone.clone();
            gone.push(card);
            if !rule.may_discard_with(&gone, seat.actions, dead) {
                continue;
            }
            list.push(Choice::Discard(card));
            // 91.4: no card is played on a berserk.
            let enemies = forces.foes(side).filter(|&group| !forces.is_wild(group));
            let in_reach = |group: &Gid| !team_play::keeps_back(terrain.field(), forces, *group);
            match card {
                Card::Fear if !forces.battle().knows(side, Card::Fear) => {}
                Card::Sniper if !seat.snipers_dead => {
                    list.extend(enemies.filter(in_reach).map(Choice::Snipe))
                }
                Card::Fear => {
                    list.extend(enemies.filter(|&group| !forces.group(group).fear).map(Choice::Frighten))
                }
                _ => {}
            }
        }
        list.push(Choice::Done);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let side = position.clock.active;
        let Some(card) = choice.card() else { return position.end_turn(table) };
        self.gone.push(card);
        match choice {
            Choice::Snipe(group) => {
                position.hands.spend(side, card);
                position.open.push(self);
                snipe(&mut position.forces, &position.hands, &position.clock, group, table)?;
            }
            Choice::Frighten(group) => {
                position.hands.spend(side, card);
                position.forces.frighten(group);
                let tag = position.forces.tag(group);
                table.tell(Tone::Plain, side, "43.1", || format!("{tag} gets a Fear marker"));
                position.open.push(self);
            }
            _ => {
                position.hands.bury(side, card, table);
                position.open.push(self);
            }
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.each(&self.gone, |digest, card| digest.shown(card));
    }
}

impl Hands {
    /// Cards that count as Cower for a side now: Sniper if its sniper is dead (42.2), and cards it cannot use
    /// (91.11, 91.15).
    #[apply(rule, "42.2" if self.seat(side).snipers_dead)]
    fn dead_cards(&self, side: Side) -> Vec<Card> {
        let mut dead = Vec::new();
        if self.seat(side).snipers_dead {
            dead.push(Card::Sniper);
        }
        dead.extend(
            [Card::Fear, Card::Minefield].into_iter().filter(|&card| !self.battle().knows(side, card)),
        );
        dead
    }

    /// Discards a card, face up or face down according to the nation.
    pub(in crate::rules::fireandmove) fn bury(&mut self, side: Side, card: Card, table: &mut Table) {
        // 91.7: Italians reveal the Cower cards they discard.
        let cower = card.is_cower() || self.dead_cards(side).contains(&card);
        let open = cower && self.battle().has_trait(side, Trait::OpenCowers);
        let shown = self.battle().sides[side.index()].hand.reveal || open;
        let seat = self.seat_mut(side);
        if let Ok(at) = seat.hand.binary_search(&card) {
            seat.hand.remove(at);
        }
        if shown {
            seat.played.push(card);
            let owner = self.battle().sides[side.index()].name.clone();
            table.tell_deed(side, "41.1", &owner, || format!("discard {card}"));
        } else {
            let at = seat.buried.partition_point(|&other| other < card);
            seat.buried.insert(at, card);
            let owner = self.battle().sides[side.index()].name.clone();
            let line = |what: String| {
                Event::new(Tone::Plain, side, format!("{owner}: {what}"), "41.1").deed(&owner, what, "")
            };
            table.log.add(|| line(format!("discard {card}")).only(side));
            table.log.add(|| line("discard a card".to_owned()).only(side.other()));
        }
    }
}

/// A sniper's attack (42.1).
pub(in crate::rules::fireandmove) fn snipe(
    forces: &mut Forces,
    hands: &Hands,
    clock: &Clock,
    group: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let (tag, side) = (forces.tag(group), forces.group(group).side.other());
    let members = forces.under_fire(group);
    let at = table.among(members.len(), || format!("the sniper's target in {tag}"))?;
    let figure = members[at];
    let name = forces.soldier(figure).name.clone();
    let result =
        table.check(|| format!("sniper at the {name} of {tag}: 6-7 kills, 3-5 pins, plus or minus"))?;
    let sniper = hands.seat(side).platoon;
    let target = forces.group_mut(group);
    (target.sniped, target.more.sniper) = (Some(result), sniper);
    let strikes = sniper_strikes(result);
    let end = match strikes {
        Some(Standing::Killed) => "killed",
        Some(_) => "pinned",
        None => "missed",
    };
    let grade = match strikes {
        Some(Standing::Killed) => Grade::Lost,
        Some(_) => Grade::Shaken,
        None => Grade::Unhurt,
    };
    table.log.add(|| {
        let text = format!("the sniper fires at the {name} of {tag}: {end}, {result:+}");
        Event::new(Tone::Plain, side, text, "42.1").deed(
            "the sniper",
            format!("fires at {tag}"),
            format!("{end}, rolled {result:+}"),
        )
    });
    if grade > Grade::Unhurt {
        table.log.add(|| {
            Event::new(Tone::Loss, side, format!("the {name} of {tag} {end}"), "42.1").fate(
                side.other(),
                &tag,
                end,
                grade,
            )
        });
    }
    if forces.soldier(figure).machine.is_some() && !forces.soft_vehicle(group) {
        // A sniper fires at a vehicle's commander (ruling FM-51).
        let nerve = forces.nerve(figure);
        match strikes {
            Some(Standing::Killed) => damage::crew_struck(forces, figure, nerve.kia, table),
            Some(_) => damage::crew_struck(forces, figure, nerve.morale, table),
            None => {}
        }
        return Ok(());
    }
    match strikes {
        Some(Standing::Killed) => action::fell(forces, figure, Standing::Killed, table),
        Some(_) => special::pin(forces, clock, figure, table),
        None => {}
    }
    Ok(())
}

/// A sniper check (42.2).
pub(in crate::rules::fireandmove) fn hunt(
    forces: &mut Forces,
    hands: &mut Hands,
    group: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    let card = forces.group_mut(group).sniped.take().unwrap_or(7);
    let result = table.check(|| format!("sniper check of {tag}: above 0 and above {card}"))?;
    let found = finds_sniper(forces.battle(), side, card, result);
    let sniper = forces.group(group).more.sniper;
    if let Some(seat) = hands.player_mut(side.other(), sniper).filter(|_| found) {
        seat.snipers_dead = true;
    }
    let (tone, end) =
        if found { (Tone::Success, "the sniper is killed") } else { (Tone::Failure, "no sniper found") };
    table.tell(tone, side, "42.2", || format!("sniper check of {tag}: {end} on {result:+}"));
    Ok(())
}

/// Whether a side's sniper check, compared with the result of the attack, finds the sniper (42.2).
/// Partisans are never found (91.16).
pub(in crate::rules::fireandmove) fn finds_sniper(
    battle: &Battle,
    side: Side,
    card: i16,
    result: i16,
) -> bool {
    result > 0 && result > card && !battle.has_trait(side.other(), Trait::Partisans)
}

/// A sniper's effect on the target figure: 6 or 7 kills, 3 to 5 pins, either sign (42.1).
pub(in crate::rules::fireandmove) const fn sniper_strikes(result: i16) -> Option<Standing> {
    match result.abs() {
        6.. => Some(Standing::Killed),
        3..=5 => Some(Standing::Pinned),
        _ => None,
    }
}
