//! Ordnance and the To Hit Chart (3.2.4, 4.4, 6), from `config/aslsk/guns.toml`.

use std::sync::OnceLock;

use super::tables;
use crate::ledger::cited::{applies, apply, rule};
use serde::Deserialize;

/// The type of a Gun, as on its counter (1.2.6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum Kind {
    /// Anti-tank gun.
    AT,
    /// Artillery.
    ART,
    /// Anti-aircraft gun.
    AA,
    /// Mortar.
    MTR,
}

impl Kind {
    /// The abbreviation on the counter.
    pub const fn abbreviation(self) -> &'static str {
        match self {
            Kind::AT => "AT",
            Kind::ART => "ART",
            Kind::AA => "AA",
            Kind::MTR => "MTR",
        }
    }
}

/// Ammo (6.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
pub enum Ammo {
    /// HE.
    HE,
    /// AP.
    AP,
    /// HEAT.
    HEAT,
    /// Smoke.
    #[serde(rename = "smoke")]
    Smoke,
    /// WP.
    WP,
}

impl Ammo {
    /// Every kind.
    pub const ALL: [Ammo; 5] = [Ammo::HE, Ammo::AP, Ammo::HEAT, Ammo::Smoke, Ammo::WP];

    /// The abbreviation of the rulebook.
    pub const fn name(self) -> &'static str {
        match self {
            Ammo::HE => "HE",
            Ammo::AP => "AP",
            Ammo::HEAT => "HEAT",
            Ammo::Smoke => "Smoke",
            Ammo::WP => "WP",
        }
    }

    /// The word for it in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Ammo::HE => "he",
            Ammo::AP => "ap",
            Ammo::HEAT => "heat",
            Ammo::Smoke => "smoke-shell",
            Ammo::WP => "wp",
        }
    }
}

/// Target size (6.7).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Small (M# on white): harder to hit.
    Small,
    /// Normal.
    #[default]
    Normal,
    /// Large (red M#): easier to hit.
    Large,
}

/// The target types (3.2.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum TargetType {
    /// TEM modifies the TH DR; a hit uses the full IFT column.
    #[default]
    Infantry,
    /// TEM modifies the IFT DR; a hit uses half the FP.
    Area,
}

/// A TH number with its CH number; without one, an original 2 that hits is a CH.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ToHit {
    /// A final DR of this or less hits.
    pub number: i16,
    /// A final DR of this or less is a CH.
    pub critical: Option<i16>,
}

/// Special Ammo on the back of a counter.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Special {
    /// The ammo.
    pub ammo: Ammo,
    /// Its Depletion Number (6.2a).
    pub depletion: u8,
    /// The year and month from which it is available.
    pub from: (u16, u8),
}

/// A piece of ordnance, as an index into the list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OrdnanceId(pub u8);

impl OrdnanceId {
    /// Its counter.
    #[inline]
    pub fn get(self) -> &'static Ordnance {
        &ordnance()[usize::from(self.0)]
    }
}

/// The class of ordnance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Class {
    /// A Gun on its carriage (1.2.6).
    Gun,
    /// A mortar of 60mm or less: a SW (4.5).
    LightMortar,
    /// BAZ or PSK with its own To Hit table (4.4).
    Latw {
        /// TH numbers by range, from 0.
        to_hit: Vec<u8>,
    },
}

/// The nationality that built a piece of ordnance.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maker {
    /// German.
    German,
    /// American.
    American,
    /// British.
    British,
    /// Italian.
    Italian,
    /// Russian, captured by the Germans.
    Russian,
    /// Allied Minor.
    AlliedMinor,
}

/// A piece of ordnance, as on its counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ordnance {
    /// Its id in files and commands.
    pub id: &'static str,
    /// Its name on the chart.
    pub name: &'static str,
    /// Its nationality.
    pub maker: Maker,
    /// Its class.
    pub class: Class,
    /// Its type; MTR for mortars, AT for LATW.
    pub kind: Kind,
    /// Calibre in mm; 0 for LATW.
    pub calibre: u8,
    /// ROF; 0 if none is printed.
    pub rof: u8,
    /// B#, or X# for LATW.
    pub breakdown: u8,
    /// M#; 0 for SW.
    pub manhandling: u8,
    /// Limbered: cannot be moved in play.
    pub limbered: bool,
    /// Target size.
    pub size: Size,
    /// 360° mount.
    pub all_round: bool,
    /// IFE; 0 for none.
    pub ife: u8,
    /// PP; 0 for Guns.
    pub portage: u8,
    /// IFT columns for the Infantry Target Type, the Area Target Type and a CH; 0 for none.
    pub columns: [u8; 3],
    /// Whether it fires AP.
    pub armour_piercing: bool,
    /// Whether HE is its standard ammo.
    pub high_explosive: bool,
    /// Special Ammo.
    pub special: Vec<Special>,
    infantry: Vec<(ToHit, ToHit)>,
    area: Vec<u8>,
    range: Option<(u8, u8)>,
}

impl Ordnance {
    /// Whether it must use the Area Target Type (6.9).
    pub fn mortar(&self) -> bool {
        self.kind == Kind::MTR
    }

    /// Whether it is a Gun rather than a SW.
    pub fn gun(&self) -> bool {
        self.class == Class::Gun
    }

    /// Whether it is a LATW.
    pub fn latw(&self) -> bool {
        matches!(self.class, Class::Latw { .. })
    }

    /// Whether it always uses red TH numbers: Russian, Italian, Allied Minor (3.2.4d, A-4).
    pub fn always_red(&self) -> bool {
        matches!(self.maker, Maker::Russian | Maker::Italian | Maker::AlliedMinor)
    }

    /// Minimum and maximum range in hexes, if printed.
    pub fn limits(&self) -> Option<(u8, u8)> {
        self.range
    }

    /// The TH number at a range; `None` out of range. Mortars always use the Area Target Type.
    #[apply(rule, "3.2.4a")]
    pub fn to_hit(&self, target: TargetType, range: u16, red: bool) -> Option<ToHit> {
        let on_two = |number: u8| ToHit { number: number.into(), critical: None };
        if let Class::Latw { to_hit } = &self.class {
            applies("4.4");
            return to_hit.get(usize::from(range)).copied().map(on_two);
        }
        if self.mortar() {
            applies("6.9");
        }
        if range == 0 || self.range.is_some_and(|(least, most)| range < least.into() || range > most.into()) {
            return None;
        }
        let band = |ends: &[u8]| ends.iter().position(|&end| range <= u16::from(end));
        if self.mortar() || target == TargetType::Area {
            // 3.2.4c
            return self.area.get(band(&tables().area_bands)?).copied().map(on_two);
        }
        let (black, reds) = self.infantry.get(band(&tables().infantry_bands)?)?;
        applies("6.1");
        Some(if red || self.always_red() { *reds } else { *black })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    gun: Vec<RawGun>,
    latw: Vec<RawLatw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawGun {
    id: String,
    name: String,
    nation: Maker,
    kind: Kind,
    calibre: u8,
    #[serde(default)]
    rof: u8,
    b: Option<u8>,
    #[serde(default)]
    m: u8,
    #[serde(default)]
    limbered: bool,
    #[serde(default)]
    size: Size,
    mount: Option<String>,
    #[serde(default)]
    ife: u8,
    #[serde(default)]
    portage: u8,
    fp: [u8; 3],
    #[serde(default)]
    infantry: Vec<String>,
    area: Vec<u8>,
    range: Option<(u8, u8)>,
    #[serde(default)]
    armour_piercing: bool,
    #[serde(default)]
    no_he: bool,
    #[serde(default)]
    special: Vec<RawSpecial>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpecial {
    ammo: Ammo,
    depletion: u8,
    from: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawLatw {
    id: String,
    name: String,
    nation: Maker,
    fp: u8,
    to_hit: Vec<u8>,
    x: u8,
}

/// Every piece of ordnance, Guns first.
pub fn ordnance() -> &'static [Ordnance] {
    static ALL: OnceLock<Vec<Ordnance>> = OnceLock::new();
    ALL.get_or_init(|| {
        let raw: Raw = crate::reading::from_toml(include_str!("../../../../config/aslsk/guns.toml"))
            .expect("the embedded guns are well-formed");
        raw.gun.into_iter().map(gun).chain(raw.latw.into_iter().map(latw)).collect()
    })
}

/// A piece of ordnance by id, as an index.
pub fn id(name: &str) -> Option<OrdnanceId> {
    // The list is short.
    ordnance().iter().position(|gun| gun.id == name).map(|at| OrdnanceId(at as u8))
}

/// A piece of ordnance by id.
pub fn find(id: &str) -> Option<&'static Ordnance> {
    ordnance().iter().find(|gun| gun.id == id)
}

fn gun(raw: RawGun) -> Ordnance {
    let class = if raw.portage > 0 { Class::LightMortar } else { Class::Gun };
    let special = |raw: RawSpecial| Special {
        ammo: raw.ammo,
        depletion: raw.depletion,
        from: raw.from.map_or((0, 0), |date| {
            let (year, month) = date.split_once('-').expect("year and month");
            (year.parse().expect("a year"), month.parse().expect("a month"))
        }),
    };
    Ordnance {
        id: raw.id.leak(),
        name: raw.name.leak(),
        maker: raw.nation,
        class,
        kind: raw.kind,
        calibre: raw.calibre,
        rof: raw.rof,
        breakdown: raw.b.unwrap_or(12),
        manhandling: raw.m,
        limbered: raw.limbered,
        size: raw.size,
        all_round: raw.mount.as_deref() == Some("all-round"),
        ife: raw.ife,
        portage: raw.portage,
        columns: raw.fp,
        armour_piercing: raw.armour_piercing,
        high_explosive: !raw.no_he,
        special: raw.special.into_iter().map(special).collect(),
        infantry: raw.infantry.iter().map(|cell| cell_of(cell)).collect(),
        area: raw.area,
        range: raw.range,
    }
}

fn latw(raw: RawLatw) -> Ordnance {
    Ordnance {
        id: raw.id.leak(),
        name: raw.name.leak(),
        maker: raw.nation,
        class: Class::Latw { to_hit: raw.to_hit },
        kind: Kind::AT,
        calibre: 0,
        rof: 0,
        breakdown: raw.x,
        manhandling: 0,
        limbered: false,
        size: Size::Normal,
        all_round: false,
        ife: 0,
        portage: 1,
        columns: [raw.fp, 0, 2 * raw.fp],
        armour_piercing: false,
        high_explosive: false,
        special: Vec::new(),
        infantry: Vec::new(),
        area: Vec::new(),
        range: None,
    }
}

/// A cell of the chart, "7/6 (3/2)": black and red numbers.
fn cell_of(cell: &str) -> (ToHit, ToHit) {
    let pair = |text: &str| {
        let number = |text: &str| text.trim().parse::<i16>().expect("a To Hit number");
        text.split_once('/').map_or_else(|| (number(text), number(text)), |(b, r)| (number(b), number(r)))
    };
    let (hit, critical) = cell.trim_end_matches(')').split_once('(').expect("a critical hit in brackets");
    let ((black, red), (black_critical, red_critical)) = (pair(hit), pair(critical));
    let made = |number, critical| ToHit { number, critical: Some(critical) };
    (made(black, black_critical), made(red, red_critical))
}
