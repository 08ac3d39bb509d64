//! `[victory]`: what each side must do to win.
//!
//! `destroy-percent = 50` alone: either side destroys that share of the enemy while losing less than it. Else
//! the aims of the sides one by one, and the places they are about:
//!
//! ```toml
//! [[victory.place]]
//! name = "Stonne"
//! at = ["1033-1235"]               # squares, or rectangles of them
//! [[victory.aim]]
//! side = "germans"                 # all of what follows must be so
//! degree = "marginal"              # marginal or tactical; left out where victory is victory
//! hold = "Stonne"                  # at the end: a place, or a list of them
//! destroy-percent = 50             # or destroy-stands = 12
//! lose-less-than-percent = 50      # or lose-at-most-percent = 50
//! exit-percent = 50                # or exit-stands = 12
//! over = "S"                       # the edges by which they leave
//! empty-transports = false         # those do not count; true if not said
//! otherwise = true                 # or only this: the enemy reaches no aim of his
//! enter = true                     # entering the places of hold is enough, with any stand
//! by-turn = 12                     # not after this turn
//! past-turn = 10                   # or: the enemy has not brought the battle to an end by this turn
//! ```

use crate::reading::Spanned;
use serde::Deserialize;

use super::areas;
use super::forces::Side;
use crate::board::{Compass, Square};
use crate::game::Side as Seat;
use crate::reading::{Report, Words, suggestion};
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

/// One of two ways to say how many.
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
            report.fault(stands.span(), format!("{what} is given twice, expected per cent or stands"));
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
