//! A nation's deck for tabletop play: as text, and as printable SVG sheets of nine cards.

use std::fmt::Write;

use crate::plain::capital;
use crate::rules::fireandmove::cards::{Call, Card, Move};
use crate::rules::fireandmove::catalog::tables::{Bands, FireTable, Tables, Weapon};
use crate::rules::fireandmove::fire::strength::{Band, FireCard};
use crate::rules::fireandmove::nations::{Nation, Quality};

/// Cards on a sheet of A4: three by three of 63 x 88 mm.
const A_SHEET: usize = 9;

/// The data printed on fire cards: the fire values and the weapons.
#[derive(Copy, Clone)]
pub struct Figures<'a> {
    /// The fire values.
    pub fire: Option<&'a FireTable>,
    /// The weapons.
    pub weapons: &'a [Weapon],
}

impl<'a> Figures<'a> {
    /// The data for a nation from these tables.
    pub fn of(nation: &Nation, tables: &'a Tables) -> Self {
        Self { fire: tables.fire(&nation.fire), weapons: &tables.weapons }
    }
}

/// The number of sheets in a deck.
pub fn sheets(nation: &Nation) -> usize {
    nation.cards.len().div_ceil(A_SHEET)
}

/// The deck, the hand and the discards as text.
pub fn text(nation: &Nation, figures: Figures) -> String {
    let mut out = format!("{} ({})\n\n", nation.name, nation.rule);
    for quality in Quality::ALL.into_iter().rev() {
        let hand = nation.hand(quality);
        let [idle, one, always] = [0, 1, 2].map(|actions| hand.allowed(actions));
        let _ = writeln!(
            out,
            "{:<12}hand {}; discards {idle} after no action, {one} after one, {always} after more",
            quality.key(),
            hand.hand
        );
    }
    let costs: Vec<String> =
        nation.artillery.iter().map(|(strength, points)| format!("FV {strength}: {points} points")).collect();
    let _ = writeln!(out, "{:<12}{}\n", "artillery", costs.join(", "));
    for (card, count) in nation.deck() {
        let _ = writeln!(out, "{count:>2} x {:<22}{}", title(card), lines(nation, card, figures).join("; "));
    }
    let _ = writeln!(out, "\nThe values of the fire cards are our own proposals.");
    out
}

/// One sheet of the deck as SVG, counted from 1; `None` beyond the last.
pub fn svg(nation: &Nation, sheet: usize, figures: Figures) -> Option<String> {
    let from = sheet.checked_sub(1)? * A_SHEET;
    let cards = nation.cards.get(from..)?;
    if cards.is_empty() {
        return None;
    }
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\" \
         font-family=\"sans-serif\">\n",
    );
    for (&card, place) in cards.iter().take(A_SHEET).zip(0..) {
        let (x, y) = (10.5 + 63.0 * f64::from(place % 3), 16.5 + 88.0 * f64::from(place / 3));
        let _ = writeln!(
            out,
            "<g transform=\"translate({x} {y})\">\n<rect width=\"63\" height=\"88\" rx=\"3\" fill=\"white\" \
             stroke=\"black\" stroke-width=\"0.3\"/>"
        );
        let mut words = |y: f64, size: f64, weight: &str, words: &str| {
            let _ = writeln!(
                out,
                "<text x=\"31.5\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" \
                 text-anchor=\"middle\">{}</text>",
                escaped(words)
            );
        };
        words(8.0, 3.2, "normal", &nation.name);
        words(22.0, 7.0, "bold", &title(card));
        for (line, at) in lines(nation, card, figures).iter().zip(0..) {
            words(36.0 + 5.5 * f64::from(at), 3.2, "normal", line);
        }
        out += "</g>\n";
    }
    out += "</svg>\n";
    Some(out)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The name of a card as printed: "Movement 2/-1".
pub fn title(card: Card) -> String {
    match card {
        Card::Move(Move { actions, cover: 0, .. }) => format!("Movement {actions}"),
        Card::Move(Move { actions, cover, .. }) => format!("Movement {actions}/-{cover}"),
        Card::Fire(kind) => format!("Fire {kind}"),
        Card::Rally { value, .. } => format!("Rally {value}"),
        Card::SmokeOrCower => "Smoke or Cower".into(),
        Card::CowerOrSmoke => "Cower (elite: Smoke)".into(),
        Card::MinefieldOrGanSiDui => "Minefield or Gan Si Dui".into(),
        Card::BoobyTrap => "Booby trap".into(),
        Card::TimeCheck => "Time check".into(),
        plain => capital(&plain.to_string()),
    }
}

/// The short name of a card: "Move 2/-1", "Rally 3 radio".
pub fn short(card: Card) -> String {
    match card {
        Card::Move(_) | Card::Rally { .. } => capital(&card.to_string()),
        other => title(other),
    }
}

/// The uses of a card, in short lines.
pub fn lines(nation: &Nation, card: Card, figures: Figures) -> Vec<String> {
    let line = |words: &str| vec![words.to_owned()];
    match card {
        Card::Move(card) => movement(card),
        Card::Fire(kind) => fire(nation, kind, figures),
        Card::Rally { value, call } => {
            let figures = if value == 1 { "figure" } else { "figures" };
            let mut lines = vec![format!("rallies {value} pinned {figures} of a group")];
            match call {
                Call::Nothing => {}
                Call::Radio => lines.push("or Radio: call in artillery".into()),
                Call::Runner => lines.push("or Runner: call in artillery".into()),
                Call::RunnerOrRadio => lines.push("or Runner or Radio: call in artillery".into()),
            }
            lines
        }
        Card::Smoke => line("D6 smoke on a group with a leader, alone or with a move"),
        Card::Sniper => {
            vec!["discard: attacks a random enemy figure".into(), "6-7 kills, 3-5 pins, plus or minus".into()]
        }
        Card::Minefield => {
            vec!["on a moving enemy group: it halts".into(), "strength 4 at a random figure".into()]
        }
        Card::Hero => {
            vec![
                "at any time, on one figure: rallies it".into(),
                "+1 fire, or morale and close combat".into(),
            ]
        }
        Card::Fear => {
            vec!["discard on an enemy group".into(), "no move or fire until removed; +1 when attacked".into()]
        }
        Card::Cower => line("can only be discarded"),
        Card::SmokeOrCower => line("Smoke on a check of 1 or more; or discard as Cower"),
        Card::CowerOrSmoke => line("Cower; for elite troops Smoke"),
        Card::MinefieldOrGanSiDui => {
            vec!["Minefield; or a figure of a group with a leader".into(), "charges: FV 5, KIA 7".into()]
        }
        Card::BoobyTrap => {
            vec!["on a moving enemy group: strength 5".into(), "against armour 1; the move goes on".into()]
        }
        Card::TimeCheck => {
            vec!["refill the hand, shuffle deck and discards".into(), "check whether time passes".into()]
        }
    }
}

fn movement(card: Move) -> Vec<String> {
    let plural = if card.actions == 1 { "" } else { "s" };
    let mut lines = vec![format!("{} move action{plural}", card.actions)];
    if card.cover > 0 {
        lines.push(format!("or one at concealment -{}", card.cover));
    }
    if card.ford {
        lines.push("fords without a check".into());
    }
    if card.grounds {
        lines.push("and go to ground".into());
    } else if card.is_one() {
        lines.push("or go to ground".into());
    }
    lines
}

fn cell(value: Option<i16>, sign: bool) -> String {
    match value {
        None => "-".into(),
        Some(value) if sign => format!("{value:+}"),
        Some(value) => value.to_string(),
    }
}

fn row(values: &Bands<i16>, sign: bool) -> String {
    Band::ALL.map(|band| cell(values[band as usize], sign)).join(" / ")
}

fn fire(nation: &Nation, kind: FireCard, figures: Figures) -> Vec<String> {
    let mut lines = vec!["close / medium / long / extreme".to_owned()];
    for men in (kind.fewest()..=kind.most()).rev() {
        if let Some(table) = figures.fire {
            lines.push(format!("{men} men: {}", row(&table.men[usize::from(men) - 1], false)));
        }
    }
    for weapon in
        figures.weapons.iter().filter(|weapon| weapon.bonus[0].is_some() && nation.uses(&weapon.key))
    {
        let bare = if weapon.uncrewed[0].is_some() {
            format!(" [{}]", row(&weapon.uncrewed, true))
        } else {
            String::new()
        };
        lines.push(format!("{} {}{bare}", weapon.name, row(&weapon.bonus, true)));
    }
    lines
}
