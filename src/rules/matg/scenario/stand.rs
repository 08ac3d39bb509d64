//! `[[side.formation.stand]]`: one entry of a force, with its weapons data, its guns and its duties.

use crate::reading::{Report, Spanned, Words, suggestion};
use serde::Deserialize;

use crate::board::{Cell, Compass, Square};
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::nations::{self, Facts};
use crate::rules::matg::catalog::{self, Class, Gun, Nation, StandType, Trait};
use crate::rules::matg::fire::special::{BETTER_SHELLS, had_better_shells};
use crate::rules::matg::state::battle::{Arm, Gear, GunUse, Role};
use crate::rules::matg::state::choice::Tag;
use crate::rules::matg::state::unit::{Begins, Mark};
use crate::rules::matg::water::boats::{Craft, Waters};

/// One `[[side.formation.stand]]` entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Stand {
    /// Its name in the weapons data.
    #[serde(rename = "type")]
    kind: Spanned<String>,
    /// The nation whose weapon it is; the side's own by default.
    nation: Option<Spanned<String>>,
    /// How many stands; 1 by default.
    count: Option<Spanned<i64>>,
    /// Where they start, one cell each.
    at: Option<Spanned<Words>>,
    /// The carriers' tags, one for each stand.
    aboard: Option<Spanned<Words>>,
    /// Off-map batteries (7.7).
    off_map: Option<Spanned<bool>>,
    /// Turns of fire allotted to an off-map battery (7.9).
    fire_turns: Option<Spanned<i64>>,
    /// By default away from the side's own edge.
    pub(super) facing: Option<Compass>,
    /// "HQ" or "GHQ" with its quality: "GHQ+1".
    role: Option<Spanned<String>>,
    /// [R] (10.6).
    #[serde(default)]
    pub(super) recon: bool,
    /// Belongs to a reconnaissance or armoured car unit, whatever formation it serves in (7.8.2).
    #[serde(default)]
    pub(super) reconnaissance: bool,
    /// FO (7.6.4.1).
    observer: Option<Spanned<bool>>,
    /// The airborne group they land with (8.10).
    pub(super) landing: Option<Spanned<String>>,
    /// Fording boats: on a transport, or ready beside infantry (8.9.4).
    pub(super) boats: Option<Spanned<Craft>>,
    /// False forbids amphibious movement (8.9).
    pub(super) amphibious: Option<bool>,
    /// Boats that may enter streams (10.12).
    #[serde(default)]
    pub(super) streams: bool,
    /// Equipped with skis (10.13).
    #[serde(default)]
    pub(super) ski: bool,
    /// Mountain troops (10.13).
    #[serde(default)]
    pub(super) mountain: bool,
    /// The weapons data entry for their other role (10.7).
    also: Option<Spanned<String>>,
    /// Combat engineers; taken from the name by default (11.5).
    engineer: Option<Spanned<bool>>,
    /// Engineering equipment of a vehicle (11.5.2).
    #[serde(default)]
    equipment: Vec<Spanned<Gear>>,
    /// Hosts an air support team (12.3.3.3).
    #[serde(default)]
    pub(super) air_support: bool,
    /// Has improved ammunition (12.9).
    better_shells: Option<Spanned<bool>>,
    /// Has HEAT rounds (12.11).
    #[serde(default)]
    pub(super) heat: bool,
    /// A transport with bridging materials (11.5.7).
    bridging: Option<Spanned<bool>>,
    /// May carry the stand that starts aboard it whatever the rules require.
    #[serde(default)]
    pub(super) carries_its_own: bool,
    /// Its initial states: suppressed, disorganized, depleted, low-on-ammunition, dismounted.
    #[serde(default)]
    state: Vec<Spanned<Mark>>,
    /// Smoke missions left (7.4.7.2).
    smoke_left: Option<Spanned<i64>>,
    /// Labours it has begun (11.5).
    #[serde(default)]
    pub(super) labour: Vec<Spanned<String>>,
}

/// Where one stand starts.
#[derive(Copy, Clone)]
pub(super) enum Start {
    At(Cell),
    Aboard(Tag),
    OffMap,
    Landing,
}

impl Stand {
    /// The location of the entry in the file.
    pub(super) fn place(&self) -> usize {
        self.kind.span().start
    }

    /// How many stands the entry has.
    pub(super) fn count(&self, report: &mut Report) -> Option<usize> {
        match &self.count {
            Some(count) => report.within::<usize>("count", count, 1..=200),
            None => Some(1),
        }
    }

    /// The nation in whose weapons data it is listed.
    pub(super) fn nation(&self, report: &mut Report, own: Nation, date: (u16, u8)) -> Nation {
        let Some(name) = &self.nation else { return own };
        let nation: Option<Nation> = name.get_ref().parse().ok();
        nation.filter(|&nation| nations::facts(nation, date).is_some()).unwrap_or_else(|| {
            let instead = suggestion(name.get_ref(), &nations::keys());
            report.fault(name.span(), format!("unknown nation \"{}\"{instead}", name.get_ref()));
            own
        })
    }

    /// Its weapons data: those defined by the scenario first, then the standard ones.
    pub(super) fn kind(
        &self,
        report: &mut Report,
        nation: Nation,
        facts: &Facts,
        own: &[&'static StandType],
    ) -> Option<&'static StandType> {
        let said = self.kind.get_ref().trim();
        let own = own.iter().find(|kind| self.nation.is_none() && kind.name.eq_ignore_ascii_case(said));
        if let Some(kind) = own {
            applies("battles: own weapons");
            return Some(kind);
        }
        entry(report, &self.kind, nation, facts)
    }

    /// Its guns: those of its entry, then those of its other role (10.7).
    pub(super) fn guns(
        &self,
        report: &mut Report,
        kind: &'static StandType,
        nation: Nation,
        facts: &Facts,
    ) -> Vec<(Gun, GunUse)> {
        let own = kind.guns.iter().map(|gun| {
            // The second line of the 25-pounder and similar guns (10.7.1).
            let usage = if gun.as_anti_tank { GunUse::Standard } else { gun_use(nation, kind) };
            (gun.clone(), usage)
        });
        let other = match (&self.also, &kind.also) {
            (Some(said), _) => entry(report, said, nation, facts),
            (None, Some((nation, name))) => catalog::find(*nation, name),
            (None, None) => None,
        };
        let second = other.into_iter().flat_map(|other| {
            let usage = match gun_use(nation, other) {
                GunUse::DualPurpose => GunUse::DualPurpose,
                _ => GunUse::Standard,
            };
            other.guns.iter().map(move |gun| (gun.clone(), usage))
        });
        own.chain(second).collect()
    }

    /// Its abilities in water (8.9, 10.12).
    pub(super) fn waters(&self) -> Waters {
        Waters {
            boats: self.boats.as_ref().map(|boats| *boats.get_ref()),
            streams: self.streams,
            barred: self.amphibious == Some(false),
        }
    }

    /// Its command role (10.1).
    pub(super) fn role(&self, report: &mut Report) -> Role {
        let Some(role) = &self.role else { return Role::None };
        let quality = match role.get_ref().as_str() {
            "HQ" => return Role::Hq,
            "GHQ" => Some(0),
            text => text
                .strip_prefix("GHQ")
                .filter(|quality| quality.len() == 2 && quality.starts_with(['+', '-']))
                .and_then(|quality| quality.parse().ok())
                // The qualities that can be bought (10.1.4).
                .filter(|quality| (-2..=3).contains(quality)),
        };
        match quality {
            Some(quality) => Role::Ghq(quality),
            None => {
                let text = role.get_ref();
                report.fault(
                    role.span(),
                    format!(
                        "\"{text}\" is not a role, expected \"HQ\" or a quality from \"GHQ-2\" to \"GHQ+3\""
                    ),
                );
                Role::None
            }
        }
    }

    /// Whether it hosts a forward observer; a GHQ may not (7.6.4.1).
    pub(super) fn observer(&self, report: &mut Report, role: Role) -> bool {
        let Some(observer) = &self.observer else { return false };
        let hosts = *observer.get_ref();
        if hosts && matches!(role, Role::Ghq(_)) {
            report.fault(
                observer.span(),
                "a GHQ cannot be a forward observer (7.6.4.1), expected another stand",
            );
        }
        hosts
    }

    /// Its initial states.
    pub(super) fn begins(&self, report: &mut Report) -> Begins {
        let begins = self.state.iter().fold(Begins::default(), |begins, mark| begins.with(*mark.get_ref()));
        let smoke = self.smoke_left.as_ref().and_then(|left| report.within("smoke-left", left, 0..=30));
        Begins { smoke, ..begins }
    }

    /// Whether its stands are engineers, their equipment, and whether they carry bridging materials (11.5).
    pub(super) fn engineering(&self, report: &mut Report, kind: &StandType) -> (bool, Vec<Gear>, bool) {
        let arm = Arm::of(kind);
        let vehicle = matches!(arm, Arm::Armoured | Arm::Soft);
        let named = arm == Arm::Infantry && kind.is(Trait::Engineer);
        let engineer = self.engineer.as_ref().map_or(named, |said| *said.get_ref());
        if let Some(said) = self.engineer.as_ref().filter(|said| *said.get_ref() && arm != Arm::Infantry) {
            report.fault(said.span(), format!("{} cannot be engineers, expected infantry (11.5)", kind.name));
        }
        if let Some(gear) = self.equipment.first().filter(|_| !vehicle) {
            let sentence = format!("{} carries no equipment, expected a vehicle (11.5.2)", kind.name);
            report.fault(gear.span(), sentence);
        }
        let bridging = self.bridging.as_ref().is_some_and(|said| *said.get_ref());
        if let Some(said) = self.bridging.as_ref().filter(|_| bridging && kind.cargo.is_none()) {
            let sentence = format!("{} carries no bridge, expected a transport (11.5.7)", kind.name);
            report.fault(said.span(), sentence);
        }
        (engineer, self.equipment.iter().map(|gear| *gear.get_ref()).collect(), bridging)
    }

    /// Whether it has improved ammunition: western Allied tanks and anti-tank guns from September 1944
    /// (12.9).
    pub(super) fn better_shells(&self, report: &mut Report, kind: &StandType, date: (u16, u8)) -> bool {
        let Some(said) = self.better_shells.as_ref().filter(|said| *said.get_ref()) else { return false };
        if !had_better_shells(kind) {
            let text = format!(
                "{} had no better shells, expected a western tank or anti-tank gun (12.9)",
                kind.name
            );
            report.fault(said.span(), text);
        } else if date < BETTER_SHELLS {
            report.fault(
                said.span(),
                "better shells are not available yet, expected September 1944 or later (12.9)",
            );
        }
        true
    }

    /// Turns of fire, only for off-map batteries (7.9).
    pub(super) fn rounds(&self, report: &mut Report) -> Option<u8> {
        let turns = self.fire_turns.as_ref()?;
        if self.off_map.as_ref().is_none_or(|off_map| !off_map.get_ref()) {
            report.fault(turns.span(), "only off-board batteries can have fire turns (7.9)");
        }
        report.within("fire-turns", turns, 1..=100)
    }

    /// Where each of its stands starts, with the location in the file. A fault unless there are as many as
    /// `count`.
    pub(super) fn starts(
        &self,
        report: &mut Report,
        kind: &'static StandType,
        count: usize,
        grid: Square,
    ) -> Vec<Option<(Start, usize)>> {
        let off_map = self.off_map.as_ref().filter(|off_map| *off_map.get_ref());
        if let Some(landing) = &self.landing {
            if self.at.is_some() || self.aboard.is_some() || off_map.is_some() {
                let name = &kind.name;
                report.fault(
                    landing.span(),
                    format!(
                        "{name} has two starting places, expected landing without at, aboard and off-map"
                    ),
                );
            }
            return vec![Some((Start::Landing, landing.span().start)); count];
        }
        match (&self.at, &self.aboard, off_map) {
            (Some(at), None, None) => self.each(report, at, count, "cell", |report, word, span| {
                let cell = word.parse::<Cell>().map_err(|bad| source_sentence(&bad.to_string()));
                let cell = cell.and_then(|cell| {
                    let Square { width, height } = grid;
                    let size = format!("{width} columns and {height} rows");
                    grid.contains(cell)
                        .then_some(cell)
                        .ok_or(format!("{cell} is off the board, which has {size}"))
                });
                cell.map(Start::At).map_err(|sentence| report.fault(span, sentence)).ok()
            }),
            (None, Some(aboard), None) => {
                self.each(report, aboard, count, "carrier", |report, word, span| {
                    let tag = word.parse::<Tag>().map(Start::Aboard);
                    let sentence =
                        || format!("\"{word}\" is not a stand, expected a letter and a number such as G2");
                    tag.map_err(|()| report.fault(span, sentence())).ok()
                })
            }
            (None, None, Some(off_map)) => {
                let artillery = matches!(kind.class, Class::Artillery | Class::RocketArtillery);
                if !(artillery && kind.notes().indirect) {
                    report.fault(
                        off_map.span(),
                        format!(
                            "{} cannot fire from off the map, expected indirect artillery (7.7)",
                            kind.name
                        ),
                    );
                }
                vec![Some((Start::OffMap, off_map.span().start)); count]
            }
            (None, None, None) => {
                report.fault(
                    self.kind.span(),
                    format!("{} has no starting place, expected at, aboard, off-map or landing", kind.name),
                );
                vec![None; count]
            }
            _ => {
                report.fault(
                    self.kind.span(),
                    format!("{} has two starting places, expected one of at, aboard and off-map", kind.name),
                );
                vec![None; count]
            }
        }
    }

    fn each(
        &self,
        report: &mut Report,
        words: &Spanned<Words>,
        count: usize,
        what: &str,
        read: impl Fn(&mut Report, &str, std::ops::Range<usize>) -> Option<Start>,
    ) -> Vec<Option<(Start, usize)>> {
        let given = Words::each(words);
        if given.len() != count {
            let found = given.len();
            let many = if count == 1 { "" } else { "s" };
            report.fault(
                words.span(),
                format!("{count} stand{many} but {found} given, expected a {what} for each"),
            );
            return vec![None; count];
        }
        let place = |span: &std::ops::Range<usize>| span.start;
        given
            .into_iter()
            .map(|(word, span)| {
                let at = place(&span);
                read(report, word, span).map(|start| (start, at))
            })
            .collect()
    }
}

/// The board's message in this file's style: without a full stop.
fn source_sentence(sentence: &str) -> String {
    sentence.trim_end_matches('.').to_owned()
}

fn entry(
    report: &mut Report,
    name: &Spanned<String>,
    nation: Nation,
    facts: &Facts,
) -> Option<&'static StandType> {
    let found = catalog::find(nation, name.get_ref());
    if found.is_none() {
        let near = catalog::nearest(nation, name.get_ref());
        let near: Vec<String> = near.iter().take(3).map(|near| format!("\"{near}\"")).collect();
        let near = if near.is_empty() {
            ", expected a name of the weapons data".to_owned()
        } else {
            format!("; did you mean {}?", near.join(" or "))
        };
        report.fault(
            name.span(),
            format!("the {} weapons data has no \"{}\"{near}", facts.adjective, name.get_ref()),
        );
    }
    found
}

/// The rules by which the guns of an entry fire.
fn gun_use(nation: Nation, kind: &StandType) -> GunUse {
    match kind.class {
        _ if kind.is(Trait::LightMortar) => GunUse::Standard,
        Class::Artillery => GunUse::Artillery,
        Class::RocketArtillery => GunUse::Rocket,
        Class::CloseSupport => GunUse::CloseSupport,
        _ if nations::is_dual_purpose(nation, &kind.name) => GunUse::DualPurpose,
        _ => GunUse::Standard,
    }
}

/// MMG, light mortar and infantry support stands suppress where other weapons have no effect (10.4).
pub(in crate::rules::matg) fn is_support(kind: &StandType) -> bool {
    kind.is(Trait::Support) || kind.is(Trait::LightMortar)
}
