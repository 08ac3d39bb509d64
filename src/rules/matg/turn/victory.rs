//! Victory as the scenario states it: places held, stands off the map, and losses.

use crate::game::view::ProgressView;
use crate::game::{Event, Log, Outcome, Side, Tone, Verdict};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::command::determination;
use crate::rules::matg::shown::words::{capital, in_a_row};
use crate::rules::matg::state::aims::{Aim, Degree, Leaving};
use crate::rules::matg::state::battle;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place};
use crate::rules::matg::state::turn::Turn;

/// How a battle ended. The words are made on request.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct OutcomeKind {
    /// The victor, if any.
    pub winner: Option<Side>,
    /// The degree of the victory.
    pub degree: Degree,
}

impl Forces {
    /// Whether any stand of a side is in a place (design: 1B).
    #[apply(rule, "design: 1B")]
    fn is_entered(&self, side: Side, place: usize) -> bool {
        let cells = &self.battle.victory.places[place].cells;
        self.on_board(side).any(|(_, cell)| cells.contains(&cell))
    }

    /// Stands that a side has lost, and its original strength. Off-map batteries and horses do not count.
    pub fn losses_and_strength(&self, side: Side) -> (u32, u32) {
        let lost = counted(&self.battle, side).filter(|&id| self.stand(id).place == Place::Lost).count();
        (lost as u32, counted(&self.battle, side).count() as u32)
    }
}

/// Ends the battle.
pub(super) fn finish(forces: &Forces, now: &mut Turn, command: &Command, log: &mut Log) {
    let outcome = result(forces, now, command);
    now.outcome = Some(outcome);
    log.add(|| {
        let why = outcome_in_words(forces, now, command).map(|outcome| outcome.why).unwrap_or_default();
        Event::new(Tone::Phase, outcome.winner, why, "scenario")
    });
    determination::show_cards(&forces.battle, command, log);
}

/// Ends the battle once an aim is met that can't be undone (S-127).
pub(super) fn finish_if_decided(forces: &Forces, now: &mut Turn, command: &Command, log: &mut Log) {
    let decided = |aim: &Aim| aim.is_final() && is_reached(forces, now, command, aim);
    if now.outcome.is_none() && forces.battle.victory.aims.iter().any(decided) {
        // battles: victory
        now.stack.clear();
        finish(forces, now, command, log);
    }
}

/// The result if the battle ended now: the side with the higher degree of victory wins, and equal degrees
/// are a draw (S-126).
#[apply(rule, "battles: victory")]
pub fn result(forces: &Forces, now: &Turn, command: &Command) -> OutcomeKind {
    let reached = |side: Side| {
        let aims = forces
            .battle
            .victory
            .of(side)
            .filter(|aim| !aim.otherwise && is_reached(forces, now, command, aim));
        aims.map(|aim| aim.degree).max()
    };
    let otherwise = |side: Side| {
        let enemy = reached(side.other());
        let aim = forces.battle.victory.of(side).find(|aim| aim.otherwise && enemy.is_none());
        reached(side).max(aim.map(|aim| aim.degree))
    };
    let [a, b] = Side::BOTH.map(otherwise);
    let winner = match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(Side::A),
        std::cmp::Ordering::Less => Some(Side::B),
        std::cmp::Ordering::Equal => None,
    };
    OutcomeKind { winner, degree: a.max(b).unwrap_or_default() }
}

/// Whether every condition of an aim is met now.
fn is_reached(forces: &Forces, now: &Turn, command: &Command, aim: &Aim) -> bool {
    let (enemy, own) = (forces.losses_and_strength(aim.side.other()), forces.losses_and_strength(aim.side));
    let held = |&place: &usize| {
        if aim.enter {
            forces.is_entered(aim.side, place)
        } else {
            holder_of_place(forces, command, place) == Some(aim.side)
        }
    };
    aim.hold.iter().all(held)
        && aim.by.is_none_or(|turn| now.number <= turn)
        && aim.past.is_none_or(|turn| now.number > turn)
        && aim.destroy.is_none_or(|share| enemy.0 >= share.of(enemy.1))
        && aim.losses.is_none_or(|losses| own.0 < losses.limit(own.1))
        && aim.exit.as_ref().is_none_or(|exit| left_map(forces, aim.side, exit) >= exit.share.of(own.1))
}

/// The side that holds a place: the only one with armed stands in good order in it (S-125).
#[apply(rule, "battles: victory")]
pub fn holder_of_place(forces: &Forces, command: &Command, place: usize) -> Option<Side> {
    let within = |side: Side| {
        let cells = &forces.battle.victory.places[place].cells;
        forces.on_board(side).any(|(id, cell)| can_occupy(forces, command, id) && cells.contains(&cell))
    };
    match Side::BOTH.map(within) {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        _ => None,
    }
}

/// Whether a stand occupies the place that it is in: armed and in good order, neither suppressed nor
/// disorganized nor of a broken force (S-125).
pub fn can_occupy(forces: &Forces, command: &Command, id: Id) -> bool {
    let stand = forces.stand(id);
    !forces.unit(id).is_unarmed()
        && !stand.suppressed
        && !stand.disorganized
        && !determination::is_shaken(&forces.battle, command, id)
}

/// Stands of a side that have left the map, as an aim counts them (S-128).
#[apply(rule, "battles: off the map")]
pub fn left_map(forces: &Forces, side: Side, leaving: &Leaving) -> u32 {
    let counts = |&id: &Id| {
        matches!(forces.stand(id).place, Place::Gone(edge) if leaving.over.contains(&edge))
            && (leaving.empty || !forces.unit(id).is_unarmed() || forces.stand(id).laden)
    };
    forces.ids(side).filter(counts).count() as u32
}

/// The stands that count towards the strength of a side.
fn counted(battle: &Battle, side: Side) -> impl Iterator<Item = Id> + '_ {
    battle.ids(side).filter(|&id| !battle.unit(id).off_map && battle.unit(id).arm != battle::Arm::Horses)
}

/// The losses of a side that give its enemy victory; `None` if its enemy need not destroy anything.
#[apply(rule, "battles: victory")]
pub fn breaking(forces: &Forces, side: Side) -> Option<u32> {
    forces.battle.victory.breaks(side).map(|share| share.of(forces.losses_and_strength(side).1))
}

/// Whether a side has lost as much as its enemy must destroy.
pub fn is_broken(forces: &Forces, side: Side) -> bool {
    self::breaking(forces, side).is_some_and(|breaking| forces.losses_and_strength(side).0 >= breaking)
}

/// The loss at which a side can no longer meet any of its aims.
fn limit(forces: &Forces, side: Side) -> Option<u32> {
    let strength = forces.losses_and_strength(side).1;
    let limits = forces.battle.victory.of(side).map(|aim| aim.losses.map(|losses| losses.limit(strength)));
    limits.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).flatten()
}

/// The verdict when one side can no longer win, or hardly. The battle continues to its last turn all the
/// same (scenario), but the players may want to know.
pub(in crate::rules::matg) fn issue(forces: &Forces, now: &Turn, command: &Command) -> Option<Verdict> {
    if now.outcome.is_some() {
        return None;
    }
    out_of_time(forces, now, command).or_else(|| too_few(forces)).or_else(|| spent(forces, now))
}

/// The verdict when a side has run out of the turns in which it could win (design: 1B, 1E).
fn out_of_time(forces: &Forces, now: &Turn, command: &Command) -> Option<Verdict> {
    let late = |side: Side| {
        let last = forces.battle.victory.of(side).map(|aim| aim.by);
        let last = last.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).flatten();
        last.filter(|&turn| now.number > turn).map(|turn| (side, turn))
    };
    let lost = |&(side, _): &(Side, u8)| result(forces, now, command).winner == Some(side.other());
    let (loser, turn) = Side::BOTH.into_iter().filter_map(late).find(lost)?;
    let name = &forces.battle.army(loser).name;
    Some(Verdict {
        winner: Some(loser.other()),
        why: format!("The {name} had to win by the end of turn {turn}. It is too late now."),
    })
}

/// The verdict when a side has too few stands left to win by leaving the map, and its enemy has only to
/// prevent that.
fn too_few(forces: &Forces) -> Option<Verdict> {
    let keeper = forces.battle.victory.aims.iter().find(|aim| aim.otherwise)?.side;
    let side = keeper.other();
    let remains = |&id: &Id| !matches!(forces.stand(id).place, Place::Lost | Place::Gone(_));
    let left = counted(&forces.battle, side).filter(remains).count() as u32;
    let more = |aim: &Aim| {
        let exit = aim.exit.as_ref()?;
        Some(exit.share.of(forces.losses_and_strength(side).1).saturating_sub(left_map(forces, side, exit)))
    };
    let more = forces.battle.victory.of(side).map(more).collect::<Option<Vec<u32>>>()?.into_iter().min()?;
    let name = &forces.battle.army(side).name;
    let why = format!("The {name} have {left} stands left and need {more} more off the map.");
    (left < more).then_some(Verdict { winner: Some(keeper), why })
}

/// The verdict when a side has lost too much to win and only destruction counts.
fn spent(forces: &Forces, now: &Turn) -> Option<Verdict> {
    let broken = Side::BOTH.map(|side| is_broken(forces, side));
    if !broken.contains(&true) || !forces.battle.victory.is_destruction() {
        return None;
    }
    let name = |side: Side| &forces.battle.army(side).name;
    let spent = |side: Side| {
        self::limit(forces, side).is_some_and(|limit| forces.losses_and_strength(side).0 >= limit)
    };
    if Side::BOTH.into_iter().all(spent) {
        let why = "Both sides have reached their loss limit. The game can only be drawn.".to_owned();
        return Some(Verdict { winner: None, why });
    }
    let loser = if broken[0] { Side::A } else { Side::B };
    let winner = loser.other();
    let lost = forces.losses_and_strength(winner).0;
    let spare = self::limit(forces, winner)?.saturating_sub(lost);
    let turns = u32::from(forces.battle.turns.saturating_sub(now.number)) + 1;
    // Even at one and a half times their rate of losses so far they would not lose enough.
    let pace = (3 * lost).div_ceil(2 * u32::from(now.number).max(1));
    (spare > pace * turns).then(|| Verdict {
        winner: Some(winner),
        why: format!(
            "The {} are broken. To lose, the {} would need {spare} more losses by the end of turn {}.",
            name(loser),
            name(winner),
            forces.battle.turns
        ),
    })
}

/// The outcome in words.
pub fn outcome_in_words(forces: &Forces, now: &Turn, command: &Command) -> Option<Outcome> {
    let OutcomeKind { winner, degree } = now.outcome?;
    let losses = |side| {
        let (lost, strength) = forces.losses_and_strength(side);
        format!("{} lost {lost} of {strength}", forces.battle.army(side).name)
    };
    let end = match winner {
        Some(side) => format!("{} {}", forces.battle.army(side).name, degree.words()),
        None => "A draw".to_owned(),
    };
    let mut facts: Vec<String> = Vec::new();
    for (number, place) in forces.battle.victory.places.iter().enumerate() {
        let holder = holder_of_place(forces, command, number)
            .map_or("neither side", |side| &forces.battle.army(side).name);
        facts.push(format!("{} held by {holder}", place.name));
    }
    for side in Side::BOTH {
        let exits = forces.battle.victory.of(side).find_map(|aim| aim.exit.as_ref());
        facts.extend(exits.map(|exit| {
            let name = &forces.battle.army(side).name;
            format!("{} of the {name} off the map", left_map(forces, side, exit))
        }));
    }
    facts.extend(Side::BOTH.map(losses));
    Some(Outcome { winner, why: format!("{end}: {}.", facts.join(", ")) })
}

/// The aims of a side in one line, the highest degree last.
pub fn objective_of(forces: &Forces, side: Side) -> String {
    let mut aims: Vec<&Aim> = forces.battle.victory.of(side).collect();
    aims.sort_by_key(|aim| aim.degree);
    let mut sentences = Vec::new();
    for aim in aims {
        let degree = match aim.degree {
            Degree::Marginal => "Marginal: ",
            Degree::Plain => "",
            Degree::Tactical => "Tactical: ",
            Degree::Decisive => "Decisive: ",
        };
        sentences.push(format!("{degree}{}", aim_in_words(forces, aim)));
    }
    sentences.join(" ")
}

fn aim_in_words(forces: &Forces, aim: &Aim) -> String {
    let turn = aim.by.unwrap_or(forces.battle.turns);
    let name = &forces.battle.army(aim.side.other()).name;
    if aim.otherwise {
        return format!("Keep the {name} from their aim until the end of turn {turn}.");
    }
    let mut parts: Vec<String> = Vec::new();
    if let Some(share) = aim.destroy {
        let (lost, strength) = forces.losses_and_strength(aim.side.other());
        let all = share.of(strength);
        let to_go = all.saturating_sub(lost);
        parts.push(format!("destroy {all} of the {name} ({to_go} to go) by the end of turn {turn}"));
    }
    if !aim.hold.is_empty() {
        let places: Vec<&str> =
            aim.hold.iter().map(|&place| forces.battle.victory.places[place].name.as_str()).collect();
        parts.push(if aim.enter {
            format!("enter {} by the end of turn {turn}", in_a_row(&places))
        } else {
            format!("hold {} in good order at the end of turn {turn}", in_a_row(&places))
        });
    }
    if let Some(turn) = aim.past {
        parts.push(format!("keep the {name} from it beyond turn {turn}"));
    }
    if let Some(exit) = &aim.exit {
        let all = exit.share.of(forces.losses_and_strength(aim.side).1);
        let gone = left_map(forces, aim.side, exit);
        let edges: Vec<String> = exit.over.iter().map(ToString::to_string).collect();
        let edges: Vec<&str> = edges.iter().map(String::as_str).collect();
        let empty = if exit.empty { "" } else { ", empty transports not counted" };
        parts.push(format!(
            "take {all} stands off the {} edge by the end of turn {turn} ({gone} gone{empty})",
            in_a_row(&edges).replace(" and ", " or ")
        ));
    }
    if let Some(losses) = aim.losses {
        parts.push(format!(
            "lose fewer than {} stands yourself",
            losses.limit(forces.losses_and_strength(aim.side).1)
        ));
    }
    capital(&(parts.join(", and ") + "."))
}

/// The stands a side has taken off the map, if it must.
pub fn exit_progress(forces: &Forces, side: Side) -> Option<ProgressView> {
    let exit = forces.battle.victory.of(side).find_map(|aim| aim.exit.as_ref())?;
    let need = Some(exit.share.of(forces.losses_and_strength(side).1));
    Some(ProgressView { what: "off the map", have: left_map(forces, side, exit), need })
}

/// The places a side holds: "holds Stonne".
pub fn holding(forces: &Forces, command: &Command, side: Side) -> Option<String> {
    let victory = &forces.battle.victory;
    let held: Vec<&str> = (0..victory.places.len())
        .filter(|&place| holder_of_place(forces, command, place) == Some(side))
        .map(|place| victory.places[place].name.as_str())
        .collect();
    (!held.is_empty()).then(|| format!("holds {}", in_a_row(&held)))
}
