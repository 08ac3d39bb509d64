//! Formats the calculators' rolls and results as text and JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::game::Test;
use crate::odds::Distribution;
pub use crate::odds::percent_in_tenths as percent;
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::fire::attack::Attack;
use crate::rules::matg::fire::charts::CombatResult;
use crate::tool::Table;

/// Every final state of a stand, in display order.
const ENDS: [&str; 5] = ["unhurt", "S", "D", "SD", "E"];

/// A cohesion roll.
#[derive(Serialize)]
pub struct Roll {
    need: u8,
    chance: f64,
}

impl Roll {
    /// The need and chance of a test.
    pub fn of(test: &Test) -> Self {
        Self { need: test.passing_faces(), chance: test.chance() }
    }
}

/// The chance of each final state of a stand.
#[derive(Serialize)]
pub struct Ends {
    unhurt: f64,
    #[serde(rename = "S")]
    s: f64,
    #[serde(rename = "D")]
    d: f64,
    #[serde(rename = "SD")]
    sd: f64,
    #[serde(rename = "E")]
    e: f64,
}

impl Ends {
    /// The chances of all final states.
    pub fn of(end: &Distribution<States>) -> Self {
        let left = |symbol| left(end, symbol);
        Self { unhurt: left("unhurt"), s: left("S"), d: left("D"), sd: left("SD"), e: left("E") }
    }
}

/// The chance of ending in the state with this symbol. Other markers on an eliminated stand are ignored.
fn left(end: &Distribution<States>, symbol: &str) -> f64 {
    end.iter().filter(|(states, _)| states.symbol() == symbol).fold(0.0, |sum, (_, chance)| sum + chance)
}

/// Prints a cohesion roll with its modifiers and the number needed.
pub fn roll(out: &mut dyn Write, test: &Test) -> io::Result<()> {
    let crate::game::Target::AtMost(level) = test.target else { return Ok(()) };
    writeln!(out, "  {}: cohesion {level} ({})", test.purpose, test.rule)?;
    test.modifiers.iter().try_for_each(|modifier| writeln!(out, "    {modifier}"))?;
    let bounds = match test.need() {
        ..1 => "; a natural 1 always passes",
        20.. => "; a natural 20 never passes",
        _ => "",
    };
    writeln!(out, "    needs {} or less on D20, {}{bounds}", test.passing_faces(), percent(test.chance()))
}

/// Prints a roll on the Combat Results Table with its modifiers and the chance of each result.
pub fn throw(out: &mut dyn Write, attack: &Attack) -> io::Result<()> {
    attack.modifiers.iter().try_for_each(|modifier| writeln!(out, "    {modifier}"))?;
    let note = match attack.differential() {
        ..-3 => "; below the table: no effect",
        _ => "",
    };
    writeln!(out, "    {}{note}", attack.in_words())?;
    if attack.suppresses() {
        writeln!(out, "    no effect counts as S (10.4)")?;
    }
    use CombatResult::{D, E, None, S, SParens};
    let odds = attack.odds();
    let parts = [None, S, SParens, D, E].into_iter().map(|result| (result.symbol(), odds.chance(&result)));
    let parts: Vec<String> =
        parts.filter(|(_, p)| *p > 0.0).map(|(symbol, p)| format!("{symbol} {}", percent(p))).collect();
    writeln!(out, "    {}", parts.join(", "))
}

/// Prints firepower against defence, then the roll.
pub fn attack(out: &mut dyn Write, what: &str, attack: &Attack) -> io::Result<()> {
    let power = if attack.armour_piercing { "AP" } else { "HE" };
    writeln!(
        out,
        "  {what}: {power} {} - {} = {:+} (7.1.10)",
        attack.firepower,
        attack.defence,
        attack.differential()
    )?;
    throw(out, attack)
}

/// Prints the chance of each final state, one per line.
pub fn ends(out: &mut dyn Write, heading: &str, end: &Distribution<States>) -> io::Result<()> {
    writeln!(out, "\n{heading}")?;
    let mut table = Table::new(["  state", "chance"]);
    for symbol in ENDS {
        table.row([format!("  {symbol}"), percent(left(end, symbol))]);
    }
    table.write(out)
}

/// The chance of each final state, on one line.
pub fn ends_in_words(end: &Distribution<States>) -> String {
    let parts = ENDS.iter().map(|symbol| (symbol, left(end, symbol))).filter(|(_, chance)| *chance > 0.0);
    parts.map(|(symbol, chance)| format!("{symbol} {}", percent(chance))).collect::<Vec<_>>().join(", ")
}
