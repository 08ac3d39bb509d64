//! Checks a scenario: errors that make it unplayable, warnings, and departures from the design chapter, each
//! with its place and rule.

use std::fmt;
use std::sync::OnceLock;

use super::accounts::Accounts;
use super::lists::List;
use super::project::{Force, Project, Stand, Start, word};
use super::writing::Written;
use crate::editor::{Look, Place, Remark, Subject};
use crate::reading::Fault;
use crate::rules::matg::authoring::design::air::may_buy;
use crate::rules::matg::authoring::design::arithmetic;
use crate::rules::matg::authoring::design::{goods, history};
use crate::rules::matg::scenario;
use crate::rules::matg::shown::words::capital;
use crate::rules::matg::state::battle::{Battle, Role, ScenarioKind};
use crate::rules::matg::works::laid::{Laid, MINEFIELDS, Marker, POSITIONS};
use crate::side::Side;

/// The file name for the scenario reader. It is not shown: the screen names places in other ways.
const FILE: &str = "battle";

/// The result of reading a project as a scenario.
pub(super) struct Known {
    pub(super) written: Written,
    /// The battle, if it can be played.
    pub(super) battle: Option<Battle>,
    /// Errors, or warnings if it can be played.
    found: Vec<Fault>,
}

/// Derived data of a project, computed on demand and discarded on every edit.
#[derive(Default)]
pub(super) struct Cache {
    known: OnceLock<Known>,
    /// The appearance of every cell.
    pub(super) looks: OnceLock<Vec<Look>>,
}

impl Clone for Cache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Cache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cache")
    }
}

impl Project {
    /// Reads the project as a scenario; the result is cached.
    pub(super) fn known(&self) -> &Known {
        self.cache.known.get_or_init(|| {
            let written = Written::of(self);
            match scenario::read(FILE, &written.text) {
                Ok((battle, found)) => Known { written, battle: Some(battle), found },
                Err(faulty) => Known { written, battle: None, found: faulty.faults },
            }
        })
    }

    /// The battle, if it can be played.
    pub(super) fn battle(&self) -> Option<&Battle> {
        self.known().battle.as_ref()
    }
}

/// Errors first, then warnings, then departures from the design chapter.
pub(super) fn check(project: &Project) -> Vec<Remark> {
    let known = project.known();
    let fault = known.battle.is_none();
    let remark = |found: &Fault| Remark {
        fault,
        sentence: sentence(&found.sentence),
        place: known.written.place(found.line, found.column),
    };
    let mut remarks: Vec<Remark> = known.found.iter().map(remark).collect();
    design(project, &mut remarks);
    remarks
}

/// Departures from the design chapter. These are only remarks: a player may ignore them.
fn design(project: &Project, remarks: &mut Vec<Remark>) {
    let mut say = |place: Place, sentence: String| remarks.push(Remark { fault: false, sentence, place });
    let (kind, year) = (project.frame.kind(), project.frame.date().0);
    let both = project.force(Side::A).nation().zip(project.force(Side::B).nation());
    if let Some((a, b)) = both.filter(|&(a, b)| a != b && !history::met(a, b, year)) {
        let text = format!("{a} and {b} did not fight in the same theatre in {year} (design: 2).");
        say(Place::Of(Subject::Battle), text);
    }
    for n in 0..project.count_of(None, List::Variants) {
        let of = List::Variants.plan(None, n);
        if project.squares_of(of).is_empty() {
            say(Place::Of(of), "The variant has no squares, so it has no effect.".to_owned());
        }
    }
    for n in 0..project.count_of(None, List::Hints) {
        let hint = project.plan(None, List::Hints as usize, n);
        if hint.and_then(|hint| word(hint, "text")).is_some_and(|text| text.trim().is_empty()) {
            say(Place::Of(List::Hints.plan(None, n)), "The hint has no text.".to_owned());
        }
    }
    for n in 0..project.count_of(None, List::Places) {
        let of = List::Places.plan(None, n);
        if project.squares_of(of).is_empty() {
            say(Place::Of(of), "The place has no squares, so it cannot be held.".to_owned());
        }
    }
    for side in Side::BOTH {
        let force = project.force(side);
        let name = force.name();
        let accounts = Accounts::of(project, side);
        let (cost, budget) = (accounts.cost(), accounts.budget());
        let of = Place::Of(Subject::Side(side));
        if cost > budget {
            let text = format!(
                "The {name} spend {cost} of {budget} points, {} too many (design: 6).",
                cost - budget
            );
            say(of.clone(), text);
        }
        formations(project, side, &mut say);
        let attacks = side == project.attacker() || kind == ScenarioKind::MeetingEngagement;
        works(force, kind, attacks, &mut say);
        let planes = force.about.contains_key("aircraft");
        if planes && !may_buy(kind, attacks) {
            let text = match kind {
                ScenarioKind::MeetingEngagement => "A meeting engagement has no air strikes (design: 1A).",
                _ => "Only the attacker has air strikes in a reconnaissance in force (design: 1B).",
            };
            say(of, text.to_owned());
        }
    }
}

fn formations(project: &Project, side: Side, say: &mut dyn FnMut(Place, String)) {
    let force = project.force(side);
    let battalion = |name: &str| name.to_lowercase().contains("battalion");
    for (f, formation) in force.formations.iter().enumerate() {
        let place = Place::Of(Subject::Formation(side, f));
        if formation.stands.is_empty() {
            say(place, format!("{} has no stands.", formation.name()));
            continue;
        }
        let led = formation.stands.iter().any(|stand| super::forces::role(stand) != Role::None);
        if battalion(formation.name()) && !led {
            say(place, format!("{} has no HQ: each battalion needs one (design: 6.1).", formation.name()));
        }
        let beyond = |stand: &&Stand| stand.start == Start::OffMap;
        let meets = project.frame.kind() == ScenarioKind::MeetingEngagement;
        for (n, stand) in formation.stands.iter().enumerate().filter(|(_, stand)| meets && beyond(stand)) {
            let text =
                format!("{}: a meeting engagement has no off-board artillery (design: 1A).", stand.name());
            say(Place::Of(Subject::Piece(side, f, n)), text);
        }
    }
}

/// Works that are not allowed in this type of battle (design: 1).
fn works(force: &Force, kind: ScenarioKind, attacks: bool, say: &mut dyn FnMut(Place, String)) {
    let (dug, mined, wired, ditched, _) = goods::allowed(kind);
    let letter = arithmetic::letter(kind);
    for work in &force.works {
        let marker = Marker { cell: work.cell, owner: Side::A, what: work.what };
        let may = match work.what {
            _ if attacks => false,
            Laid::Mines(None) => mined > 0,
            Laid::Mines(Some(kind)) => MINEFIELDS[..mined].iter().any(|(_, known)| *known == kind),
            Laid::Wire => wired,
            Laid::Ditch => ditched,
            Laid::Position(row, _) => POSITIONS[..dug].iter().any(|(_, known)| *known == row),
        };
        if !may {
            let who = if attacks {
                "the attacker may not buy works"
            } else {
                "not available in a battle of this type"
            };
            let text = format!(
                "{} at {}: {who} (design: 1{letter}).",
                capital(&marker.row().to_string()),
                work.cell
            );
            say(Place::Cell(work.cell), text);
        }
    }
}

/// Turns a message of the reader into a full sentence.
fn sentence(text: &str) -> String {
    let text = capital(text);
    if text.ends_with('.') { text } else { format!("{text}.") }
}
