//! Balance provisions (1.3): read with the scenario, applied where it names them.

use super::raw::{Raw, RawBalance};
use crate::reading::Report;

/// Applies the provisions in force; `None` if a provision does not fit.
pub(super) fn apply(raw: &mut Raw, report: &mut Report) -> Option<()> {
    let mut sound = true;
    for key in raw.favour.clone() {
        let wanted = key.get_ref();
        match raw.balance.iter().position(|balance| balance.key() == wanted) {
            Some(at) => {
                let balance = raw.balance[at].clone();
                sound &= raw.favour_by(&balance, report).is_some();
            }
            None => {
                let known: Vec<&str> = raw.balance.iter().map(RawBalance::key).collect();
                let what = match known[..] {
                    [] => format!("this scenario has no balance for \"{wanted}\""),
                    _ => format!("there is no balance for \"{wanted}\", expected {}", known.join(" or ")),
                };
                report.fault(key.span(), what);
                sound = false;
            }
        }
    }
    sound.then_some(())
}

impl RawBalance {
    fn key(&self) -> &str {
        self.key.as_ref().unwrap_or(self.side.get_ref())
    }
}

impl Raw {
    fn favour_by(&mut self, balance: &RawBalance, report: &mut Report) -> Option<()> {
        let side = self.side.iter().find(|side| side.key == *balance.side.get_ref());
        let name = side.map_or(balance.side.get_ref(), |side| &side.name);
        self.briefing.push(format!("Balance for the {name}: {}", balance.text));
        if balance.more_turns > 0 {
            let turns = *self.turns.get_ref() + i64::from(balance.more_turns);
            self.turns = crate::reading::Spanned::new(self.turns.span(), turns);
            self.half_turn |= balance.half_turn;
        }
        if let Some(rows) = &balance.hexrows {
            self.board.iter_mut().for_each(|board| board.hexrows = Some(rows.clone()));
        }
        if let Some(within) = balance.within {
            let victory = &mut self.victory;
            [&mut victory.clear, &mut victory.buildings]
                .into_iter()
                .flatten()
                .for_each(|of| of.hexes = within);
        }
        let Some(name) = &balance.group else { return Some(()) };
        let Some(group) = self.group.iter_mut().find(|group| group.name == *name.get_ref()) else {
            report.fault(name.span(), format!("unknown group \"{}\"", name.get_ref()));
            return None;
        };
        if let Some(line) = &balance.without {
            let lines = [&mut group.units, &mut group.weapons].into_iter();
            let before: usize = lines
                .map(|lines| {
                    let count = lines.len();
                    lines.retain(|other| other.get_ref() != line.get_ref());
                    count - lines.len()
                })
                .sum();
            if before == 0 {
                let what = format!("the group has no line \"{}\" to replace", line.get_ref());
                report.fault(line.span(), what);
                return None;
            }
        }
        group.units.extend(balance.units.iter().cloned());
        group.weapons.extend(balance.weapons.iter().cloned());
        if let Some(enter) = &mut group.enter {
            enter.turn = balance.enter_turn.unwrap_or(enter.turn);
            enter.on = balance.on.clone().unwrap_or(std::mem::take(&mut enter.on));
        }
        Some(())
    }
}
