//! `[victory]`: what each side must do to win.
//!
//! With only `destroy-percent = 50`, a side wins by destroying that share of the other side's force while
//! losing less than that of its own. Otherwise each side's objectives are listed one by one, with the places
//! they refer to:
//!
//! ```toml
//! [[victory.place]]
//! name = "Stonne"
//! at = ["1033-1235"]               # squares, or rectangles of them
//! [[victory.aim]]
//! side = "germans"                 # all of the following must be met
//! degree = "marginal"              # marginal or tactical; omitted if victory has no degrees
//! hold = "Stonne"                  # at the end: a place, or a list of them
//! destroy-percent = 50             # or destroy-stands = 12
//! lose-less-than-percent = 50      # or lose-at-most-percent = 50
//! exit-percent = 50                # or exit-stands = 12
//! over = "S"                       # the edges over which they exit
//! empty-transports = false         # empty transports do not count; true by default
//! otherwise = true                 # or only this: the enemy reaches none of its objectives
//! enter = true                     # any stand that enters the places in hold is enough
//! by-turn = 12                     # no later than this turn
//! past-turn = 10                   # or: the enemy has not ended the battle by this turn
//! ```

use crate::reading::{Report, Spanned, Words, suggestion};
use serde::Deserialize;

use super::areas;
use super::forces::Side;
use crate::board::{Compass, Square};
use crate::game::Side as Seat;
use crate::rules::matg::state::aims::{Aim, Degree, Leaving, Losses, Objective, Share, Victory};

/// `[victory]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Lines {
    destroy_percent: Option<Spanned<i64>>,
    #[serde(default)]
    place: Vec<PlaceLine>,
    #[serde(default)]
    aim: Vec<Spanned<AimLine>>,
}

/// `[[victory.place]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceLine {
    name: Spanned<String>,
    at: Spanned<Words>,
}

/// `[[victory.aim]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AimLine {
    side: Spanned<String>,
    #[serde(default)]
    degree: Degree,
    hold: Option<Spanned<Words>>,
    destroy_percent: Option<Spanned<i64>>,
    destroy_stands: Option<Spanned<i64>>,
    lose_less_than_percent: Option<Spanned<i64>>,
    lose_at_most_percent: Option<Spanned<i64>>,
    exit_percent: Option<Spanned<i64>>,
    exit_stands: Option<Spanned<i64>>,
    over: Option<Spanned<Words>>,
    empty_transports: Option<bool>,
    #[serde(default)]
    otherwise: bool,
    #[serde(default)]
    enter: bool,
    by_turn: Option<Spanned<i64>>,
    past_turn: Option<Spanned<i64>>,
}

pub(super) fn read(
    report: &mut Report,
    lines: &Lines,
    sides: &[Side],
    grid: Square,
    turns: u8,
) -> Option<Victory> {
    let Some(percent) = &lines.destroy_percent else { return aims(report, lines, sides, grid, turns) };
    if let Some(aim) = lines.aim.first() {
        report.fault(aim.span(), "destroy-percent applies to both sides, expected either it or aims");
    }
    report.within("destroy-percent", percent, 1..=100).map(Victory::by_destruction)
}

fn aims(report: &mut Report, lines: &Lines, sides: &[Side], grid: Square, turns: u8) -> Option<Victory> {
    let mut victory = Victory::default();
    for line in &lines.place {
        let name = line.name.get_ref().trim();
        if name.is_empty() || victory.places.iter().any(|place| place.name == name) {
            report.fault(
                line.name.span(),
                format!("\"{name}\" is not a valid name for a place, expected one not yet in use"),
            );
        }
        let cells = areas::cells(report, &line.at, grid);
        victory.places.push(Objective { name: name.to_owned(), cells });
    }
    for line in &lines.aim {
        let at = line.span();
        let line = line.get_ref();
        let keys: Vec<&str> = sides.iter().map(|side| side.key.get_ref().as_str()).collect();
        let key = line.side.get_ref();
        let Some(place) = keys.iter().position(|known| known == key) else {
            report.fault(line.side.span(), format!("unknown side \"{key}\"{}", suggestion(key, &keys)));
            continue;
        };
        let aim = Aim {
            side: if place == 0 { Seat::A } else { Seat::B },
            degree: line.degree,
            hold: line.held(report, &victory.places),
            destroy: share(report, "destroy", line.destroy_percent.as_ref(), line.destroy_stands.as_ref()),
            losses: line.losses(report),
            exit: line.leaving(report),
            otherwise: line.otherwise,
            enter: line.enter,
            by: line.by_turn.as_ref().and_then(|turn| report.within("by-turn", turn, 1..=i64::from(turns))),
            past: line
                .past_turn
                .as_ref()
                .and_then(|turn| report.within("past-turn", turn, 1..=i64::from(turns) - 1)),
        };
        if aim.enter && aim.hold.is_empty() {
            report.fault(at.clone(), "enter needs a place, expected hold with its name");
        }
        let nothing =
            aim.hold.is_empty() && aim.destroy.is_none() && aim.exit.is_none() && aim.past.is_none();
        if aim.otherwise != nothing || (aim.otherwise && aim.losses.is_some()) {
            let text = "an aim with otherwise has no other condition, expected one of the two";
            report.fault(at, text);
        }
        victory.aims.push(aim);
    }
    let idle = Seat::BOTH.into_iter().find(|&side| victory.of(side).next().is_none());
    if let Some(side) = idle
        && report.faults() == 0
    {
        let name = sides.get(side.index()).map_or("a side", |side| side.key.get_ref().as_str());
        report.fault(
            0..0,
            format!("the {name} have no victory conditions, expected destroy-percent or [[victory.aim]]"),
        );
    }
    Some(victory)
}

/// A number given in one of two ways: as a percentage or in stands.
fn share(
    report: &mut Report,
    what: &str,
    percent: Option<&Spanned<i64>>,
    stands: Option<&Spanned<i64>>,
) -> Option<Share> {
    match (percent, stands) {
        (Some(percent), None) => report.within(what, percent, 1..=100).map(Share::Percent),
        (None, Some(stands)) => report.within(what, stands, 1..=200).map(Share::Stands),
        (None, None) => None,
        (Some(_), Some(stands)) => {
            report.fault(stands.span(), format!("{what} is given twice, expected a percentage or stands"));
            None
        }
    }
}

impl AimLine {
    fn held(&self, report: &mut Report, places: &[Objective]) -> Vec<usize> {
        let mut held = Vec::new();
        for (name, at) in self.hold.iter().flat_map(|hold| Words::each(hold)) {
            match places.iter().position(|place| place.name == name) {
                Some(place) => held.push(place),
                None => {
                    let known: Vec<&str> = places.iter().map(|place| place.name.as_str()).collect();
                    report.fault(at, format!("unknown place \"{name}\"{}", suggestion(name, &known)));
                }
            }
        }
        held
    }

    fn losses(&self, report: &mut Report) -> Option<Losses> {
        match (&self.lose_less_than_percent, &self.lose_at_most_percent) {
            (Some(percent), None) => report.within("losses", percent, 1..=100).map(Losses::LessThan),
            (None, Some(percent)) => report.within("losses", percent, 0..=99).map(Losses::AtMost),
            (None, None) => None,
            (Some(_), Some(percent)) => {
                report.fault(percent.span(), "losses are given twice, expected one of the two");
                None
            }
        }
    }

    fn leaving(&self, report: &mut Report) -> Option<Leaving> {
        let share = share(report, "exit", self.exit_percent.as_ref(), self.exit_stands.as_ref());
        let (Some(share), Some(words)) = (share, &self.over) else {
            if let Some(words) = &self.over {
                report
                    .fault(words.span(), "over without stands to exit, expected exit-percent or exit-stands");
            } else if share.is_some() {
                report.fault(self.side.span(), "an exit needs its edges, expected over");
            }
            return None;
        };
        let mut over = Vec::new();
        for (word, at) in Words::each(words) {
            match word.parse::<Compass>().ok().filter(|edge| !edge.is_diagonal()) {
                Some(edge) => over.push(edge),
                None => report.fault(at, format!("the board has no {word} edge, expected N, E, S or W")),
            }
        }
        Some(Leaving { over, share, empty: self.empty_transports.unwrap_or(true) })
    }
}
