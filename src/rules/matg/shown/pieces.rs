//! The view of a stand: its sign, states, values and details.

use super::preview::in_words;
use super::view::piece;
use crate::game::Side;
use crate::game::view::{FacingView, PieceView, StateView, Symbol, Weight};
use crate::rules::matg::artillery::observers;
use crate::rules::matg::catalog::{Class, Mode, short_name};
use crate::rules::matg::command::{determination, removal};
use crate::rules::matg::fire::special as fire_special;
use crate::rules::matg::landings::zones;
use crate::rules::matg::movement::{riders, special};
use crate::rules::matg::shown::works_view;
use crate::rules::matg::state::battle::{Arm, Role};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::arrivals;

pub(super) fn piece_view(game: &Position, id: Id, viewer: Side) -> PieceView {
    let (unit, stand) = (game.battle.unit(id), game.forces.stand(id));
    PieceView {
        short: short_name(unit.kind),
        name: unit.kind.name.clone(),
        tag: unit.tag.to_string(),
        glyph: self::glyph(&game.forces, id),
        symbol: self::symbol(&game.forces, id),
        range: unit.guns.iter().map(|(gun, _)| gun.ap_range.max(gun.he_range)).max().unwrap_or(0),
        values: self::values(&game.forces, &game.record, id, viewer),
        details: self::details(game, id, viewer),
        formation: unit.formation.clone(),
        carried_by: match stand.place {
            Place::Aboard(carrier) => Some(piece(carrier)),
            _ => None,
        },
        ..piece_sketch(game, id, viewer)
    }
}

/// The stand without its words: where it is and in which states.
pub(super) fn piece_sketch(game: &Position, id: Id, viewer: Side) -> PieceView {
    let stand = game.forces.stand(id);
    PieceView {
        id: piece(id),
        side: game.battle.unit(id).side,
        hidden: stand.place == Place::Hidden || game.forces.is_hidden(id),
        cell: game.forces.cell(id),
        facings: vec![FacingView::whole(stand.facing)],
        states: state_views(&game.field, &game.forces, &game.command, id, viewer),
        lost: stand.place == Place::Lost,
        ..PieceView::default()
    }
}

fn details(game: &Position, id: Id, viewer: Side) -> Vec<String> {
    let (unit, stand) = (game.battle.unit(id), game.forces.stand(id));
    let mut lines = Vec::new();
    for (gun, _) in &unit.guns {
        let label = if gun.label.is_empty() { "gun" } else { &gun.label };
        let (ap, he) = (power("AP", gun.ap, gun.ap_range), power("HE", gun.he, gun.he_range));
        lines.push(format!("{label}: {ap}, {he}"));
    }
    if unit.kind.sections > 0 {
        lines.push(format!("{} sections", unit.kind.sections));
        if unit.side == viewer {
            lines.push(format!("smoke missions left: {}", stand.smoke));
            lines.extend(stand.rounds.map(|rounds| format!("turns of fire left: {rounds}")));
        }
    }
    if let Some(capacity) = riders::capacity(&game.battle, id) {
        let aboard: Vec<String> = game.forces.cargo(id).map(|c| game.battle.who(c)).collect();
        let what = if aboard.is_empty() { "empty".to_owned() } else { aboard.join(", ") };
        lines.push(format!("capacity {capacity}: {what}"));
    }
    if let Some(load) = unit.kind.load {
        lines.push(format!("transport requirement {load}"));
    }
    if stand.suppressed || stand.disorganized {
        lines.push(recovery_in_words(&game.forces, &game.now, &game.command, id));
    }
    if stand.place == Place::Due {
        lines.push(format!(
            "arrives in turn {}",
            arrivals::arrival_of_stand(&game.battle, &game.arrivals, id)
        ));
    }
    lines.extend(zones::landing_lines(&game.forces, &game.arrivals, id, viewer));
    works_view::work_details(&game.field, &game.forces, id, &mut lines);
    lines.extend(symbols(unit.kind.notes()));
    if fire_special::has_better_shells(&game.forces, id) {
        lines.push("improved ammunition: AP x 1.5".to_owned());
    }
    if stand.depleted {
        lines.push("out of AP ammunition".to_owned());
    }
    lines
}

/// The character of a stand on the map.
fn glyph(forces: &Forces, id: Id) -> char {
    let unit = forces.unit(id);
    if forces.stand(id).role != Role::None {
        return 'Q';
    }
    match unit.kind.class {
        Class::Tank => 'T',
        Class::AntiTank if unit.arm == Arm::Armoured => 'J',
        Class::AntiTank => 'G',
        Class::Artillery | Class::RocketArtillery => 'M',
        Class::CloseSupport => 'C',
        Class::AntiAircraft => 'A',
        Class::ArmouredCar => 'R',
        Class::Carrier => 'H',
        Class::Personnel if unit.support => 'S',
        Class::Personnel if forces.is_mounted(id) => 'V',
        Class::Personnel if unit.arm == Arm::Horses => 'L',
        Class::Personnel => 'I',
        Class::Transport | Class::NonMotorized => 'L',
        Class::Boat => 'B',
    }
}

/// The map symbol of a stand.
fn symbol(forces: &Forces, id: Id) -> Symbol {
    let unit = forces.unit(id);
    if forces.stand(id).role != Role::None {
        return Symbol::Leader;
    }
    match unit.kind.class {
        Class::Tank => Symbol::Armour,
        Class::AntiTank if unit.arm == Arm::Armoured => Symbol::AssaultGun,
        Class::AntiTank => Symbol::AntiTank,
        Class::Artillery | Class::RocketArtillery => Symbol::Artillery,
        Class::CloseSupport => Symbol::AssaultGun,
        Class::AntiAircraft => Symbol::AntiAircraft,
        Class::ArmouredCar => Symbol::Recon,
        Class::Carrier => Symbol::Mechanized,
        Class::Personnel if unit.arm == Arm::Horses => Symbol::Cavalry,
        Class::Personnel if unit.support => Symbol::MachineGun,
        Class::Personnel => Symbol::Infantry,
        Class::Transport | Class::NonMotorized => Symbol::Transport,
        Class::Boat => Symbol::Letter,
    }
}

fn state_views(field: &Field, forces: &Forces, command: &Command, id: Id, viewer: Side) -> Vec<StateView> {
    let stand = forces.stand(id);
    // Whether the enemy's off-map batteries have fired is secret (7.6.3).
    let known = forces.side(id) == viewer || stand.place != Place::OffMap;
    let fired = stand.fired && known;
    let mut states = Vec::new();
    let mut state = |is: bool, letter, word, weight| {
        if is {
            states.push(StateView::new(letter, word, weight));
        }
    };
    state(stand.suppressed, 'S', "suppressed", Weight::Harm);
    state(stand.disorganized, 'D', "disorganized", Weight::Grave);
    state(stand.posture == Posture::Move, 'm', "moving", Weight::Busy);
    state(stand.posture == Posture::FireMove, 'f', "fire/move", Weight::Note);
    state(fired, 'f', "fired", Weight::Spent);
    state(field.is_working(id), 'w', "working", Weight::Note);
    state(stand.moved && !field.is_working(id), 'm', "moved", Weight::Note);
    state(stand.pinned, 'p', "pinned", Weight::Note);
    state(stand.place == Place::Aloft, 'a', "aloft", Weight::Note);
    state(stand.place == Place::Due, 'd', "due", Weight::Note);
    state(stand.place == Place::Hidden || forces.is_hidden(id), 'h', "hidden", Weight::Note);
    state(
        determination::is_shaken(&forces.battle, command, id) && stand.place != Place::Lost,
        'b',
        "broken",
        Weight::Harm,
    );
    state(stand.lately.low && known, 'l', "low on ammunition", Weight::Note);
    state(stand.lately.in_doubt, '?', "conflicting orders", Weight::Note);
    state(stand.place == Place::Silenced, 'x', "silenced", Weight::Spent);
    state(matches!(stand.place, Place::Gone(_)), 'g', "gone", Weight::Spent);
    state(stand.water.aboard.is_some(), 'b', "boats", Weight::Note);
    states
}

fn values(forces: &Forces, record: &Record, id: Id, viewer: Side) -> Vec<String> {
    let (unit, stand) = (forces.unit(id), forces.stand(id));
    let dash = || "-".to_owned();
    let number = |n: Option<u8>| n.map_or_else(dash, |n| n.to_string());
    let gun = unit.guns.first().map(|(gun, _)| gun);
    let range = gun.map_or_else(dash, |g| {
        if g.ap_range == g.he_range {
            g.he_range.to_string()
        } else {
            format!("{}/{}", g.ap_range, g.he_range)
        }
    });
    let defence = if unit.kind.armoured {
        format!("[{}]", unit.kind.defence)
    } else {
        special::printed_defence(forces, id).to_string()
    };
    let (pace, mode) = forces.pace(id);
    let state = match (stand.suppressed, stand.disorganized) {
        _ if stand.place == Place::Lost => "lost",
        _ if matches!(stand.place, Place::Gone(_)) => "gone",
        _ if stand.place == Place::Due => "due",
        (true, true) => "SD",
        (true, _) => "S",
        (_, true) => "D",
        _ => "-",
    };
    let posture = match stand.posture {
        Posture::Fire => "fire",
        Posture::FireMove => "f/m",
        Posture::Move => "move",
    };
    vec![
        number(gun.and_then(|g| g.ap)),
        number(gun.and_then(|g| g.he)),
        range,
        defence,
        format!("{pace}{}", mode_letter(mode)),
        posture.to_owned(),
        state.to_owned(),
        note_letters(forces, record, id, viewer),
    ]
}

fn note_letters(forces: &Forces, record: &Record, id: Id, viewer: Side) -> String {
    let unit = forces.unit(id);
    let notes = unit.kind.notes();
    let mut letters = Vec::new();
    match forces.stand(id).role {
        Role::Ghq(quality) => letters.push(format!("GHQ{quality:+}")),
        Role::Hq => letters.push("HQ".to_owned()),
        Role::None => {}
    }
    let mut letter = |is: bool, text: &str| {
        if is {
            letters.push(text.to_owned());
        }
    };
    letter(unit.recon, "[R]");
    // The hosts of observers are secret (7.6.4.1).
    let hosts = record.observers.iter().any(|team| team.host == id);
    letter((hosts || observers::is_scout(&forces.battle, id)) && unit.side == viewer, "FO");
    letter(notes.restricted.is_some(), "R");
    letter(notes.indirect, "I");
    letter(notes.smoke, "S");
    letter(notes.open_topped, "U");
    letter(notes.personnel, "P");
    if let Some(minimum) = notes.minimum {
        letters.push(format!("M{minimum}"));
    }
    if let Some(reload) = notes.reload {
        letters.push(format!("SR{reload}"));
    }
    if let Some(depletion) = notes.depletion {
        letters.push(format!("D{depletion}"));
    }
    letters.join(" ")
}

/// The stand's roll in the Marker Removal Phase: "Marker removal: recovers on 9 or less; 45% unhurt, 50%
/// S, 5% SD".
fn recovery_in_words(forces: &Forces, now: &Turn, command: &Command, id: Id) -> String {
    let need = removal::recovery_profile(forces, now, command, id).passing_faces();
    let odds = in_words(&removal::recovery_odds(forces, now, command, id));
    if forces.stand(id).suppressed {
        format!("Marker removal: recovers on {need} or less; {odds}")
    } else {
        format!("Marker removal: rallies on a natural 1; {odds}")
    }
}

/// The notes of the weapons data in words.
fn symbols(notes: crate::rules::matg::catalog::Notes) -> Option<String> {
    use crate::rules::matg::catalog::Traverse;
    let mut words: Vec<String> = Vec::new();
    let mut word = |is: bool, text: &str| {
        if is {
            words.push(text.to_owned());
        }
    };
    word(notes.restricted == Some(Traverse::Front), "restricted: front firing arc only");
    word(notes.restricted == Some(Traverse::Rear), "restricted: rear firing arc only");
    word(notes.restricted == Some(Traverse::SideOrRear), "restricted: side and rear only");
    word(notes.indirect, "indirect fire");
    word(notes.smoke, "smoke");
    word(notes.open_topped, "open-topped");
    words.extend(notes.minimum.map(|inches| format!("minimum range: no fire within {inches} inches")));
    words.extend(notes.reload.map(|turns| format!("reload: fires every {turns} turns")));
    words
        .extend(notes.depletion.map(|die| format!("depletion: out of AP on a combat roll of {die} or less")));
    (!words.is_empty()).then(|| words.join(", "))
}

/// A weapon's firepower and range against one class of target; range 0 is for close assault only (8.8.11).
fn power(class: &str, power: Option<u8>, range: u16) -> String {
    match (power.unwrap_or(0), range) {
        (0, _) => format!("no {class}"),
        (power, 0) => format!("{class} {power} in close assault only"),
        (power, range) => format!("{class} {power} to {range} inches"),
    }
}

const fn mode_letter(mode: Mode) -> char {
    match mode {
        Mode::Wheeled => 'W',
        Mode::Tracked => 'T',
        Mode::Foot => 'F',
    }
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn zero_range_is_close_assault_only() {
        assert_eq!(power("AP", None, 0), "no AP");
        assert_eq!(power("AP", Some(0), 0), "no AP");
        assert_eq!(power("AP", Some(6), 0), "AP 6 in close assault only");
        assert_eq!(power("HE", Some(5), 5), "HE 5 to 5 inches");
    }
}
