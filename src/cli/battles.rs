//! Battles between two terminals as the title screen lists them.

use std::path::Path;

use super::setup::chosen;
use crate::game::Side;
use crate::game::journal::Terms;
use crate::library::{Battle, Joining, Library, LibraryError, SeatError, date_and_time};
use crate::plain::plain;
use crate::tui::{BattleCard, BattleState, CannotJoin, HostSetup, Setup};

/// The cards of all battles.
pub(super) fn cards(library: &Library) -> Vec<BattleCard> {
    let player = library.player();
    library.battles().iter().filter_map(|battle| card(battle, &player)).collect()
}

fn card(battle: &Battle, player: &str) -> Option<BattleCard> {
    let seated = !battle.sides_of(player).is_empty();
    let state = match battle.decides {
        None => BattleState::Over,
        Some(_) if battle.is_turn_of(player) => BattleState::YourTurn,
        Some(_) if seated => BattleState::Yours,
        Some(_) if battle.invites(player) => BattleState::Open,
        // An invitation for another player concerns nobody else.
        Some(_) if battle.open_side().is_some() => return None,
        Some(_) => BattleState::Others,
    };
    let name = |side: Side| {
        let player = battle.sharing.players[side.index()].as_deref().unwrap_or("open seat");
        let here = if battle.present.seats[side.index()] { ", connected" } else { "" };
        format!("{} ({}{here})", plain(player), battle.sides[side.index()].1)
    };
    let terms = &battle.sharing.terms;
    let mut summary = vec![format!(
        "turn {}, action {}, {}",
        battle.summary.turn,
        battle.summary.plays,
        date_and_time(battle.modified)
    )];
    match (&battle.summary.outcome, battle.decides) {
        (Some(outcome), _) => summary.push(plain(outcome).into_owned()),
        (None, Some(side)) => summary.push(format!("{} to decide", battle.sides[side.index()].1)),
        (None, None) => {}
    }
    summary.push(terms.clock.map_or_else(
        || "No clock".to_owned(),
        |clock| format!("Clock: {}; a side that runs out of time loses", clock.in_words()),
    ));
    summary.push(format!("{}.", crate::plain::plain(&terms.watch.in_words())));
    if battle.present.spectators > 0 {
        summary.push(format!("{} watching", battle.present.spectators));
    }
    Some(BattleCard {
        id: battle.path.to_string_lossy().into_owned(),
        title: battle.summary.title.clone(),
        players: format!("{} against {}", name(Side::A), name(Side::B)),
        state,
        summary,
        word: terms.word.is_some(),
    })
}

/// Starts a battle with an open seat.
pub(super) fn host(
    library: &Library,
    setup: &Setup,
    host: &HostSetup,
) -> anyhow::Result<Box<dyn crate::game::Session>> {
    let (scenario, game) = chosen(library, setup)?;
    let some = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let terms =
        Terms { guest: some(&host.guest), word: some(&host.word), watch: host.watch, clock: host.clock };
    let side = if host.side == 0 { Side::A } else { Side::B };
    Ok(library.host(&scenario, &game, side, terms, &library.player())?)
}

/// Sits down at a battle.
pub(super) fn join(
    library: &Library,
    id: &str,
    word: &str,
    take_over: bool,
) -> Result<Box<dyn crate::game::Session>, CannotJoin> {
    let word = Some(word.to_owned()).filter(|word| !word.is_empty());
    let joining = Joining { side: None, word, take_over };
    match library.sit(Path::new(id), &library.player(), &joining) {
        Ok((session, _)) => Ok(session),
        Err(LibraryError::Seat(SeatError::Elsewhere)) => Err(CannotJoin::Elsewhere),
        Err(LibraryError::Seat(SeatError::Word)) => Err(CannotJoin::Word),
        Err(error) => Err(CannotJoin::Refused(format!("{error}."))),
    }
}
