//! 9.6: weather and darkness reduce sight, slow movement and lower cohesion.

use serde::Deserialize;

use super::terrain::{Ground, Terrain};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::state::battle;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place};
use crate::rules::matg::state::turn::Turn;

/// A weather condition (9.6.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    /// Sight at most 3D6 inches.
    LightRain,
    /// Sight at most 2D8 inches.
    Haze,
    /// Sight at most 2D8 inches.
    LightFog,
    /// Sight at most 2D6 inches.
    HeavyRain,
    /// Sight at most 2D6 inches.
    LightSnowfall,
    /// Sight at most 1D6 inches.
    HeavySnowfall,
    /// Sight at most 1D6 inches.
    HeavyFog,
    /// Sight at most 1D6 inches.
    DustStorm,
    /// Clear ground counts as rough terrain 1.
    Snow,
    /// As snow, and every movement cost is doubled.
    DeepSnow,
    /// Water counts as rough terrain 1; +2 to the movement rolls of dismounted personnel.
    ExtremeCold,
    /// +2 to the movement rolls of dismounted personnel.
    ExtremeHeat,
}

impl Weather {
    /// Every condition.
    pub const ALL: [Self; 12] = [
        Self::LightRain,
        Self::Haze,
        Self::LightFog,
        Self::HeavyRain,
        Self::LightSnowfall,
        Self::HeavySnowfall,
        Self::HeavyFog,
        Self::DustStorm,
        Self::Snow,
        Self::DeepSnow,
        Self::ExtremeCold,
        Self::ExtremeHeat,
    ];

    /// The dice that limit sight: number and faces.
    const fn sight(self) -> Option<(u8, u8)> {
        match self {
            Self::LightRain => Some((3, 6)),
            Self::Haze | Self::LightFog => Some((2, 8)),
            Self::HeavyRain | Self::LightSnowfall => Some((2, 6)),
            Self::HeavySnowfall | Self::HeavyFog | Self::DustStorm => Some((1, 6)),
            Self::Snow | Self::DeepSnow | Self::ExtremeCold | Self::ExtremeHeat => None,
        }
    }

    /// The dice for the percentage taken off sight, where a scenario says so (9.6.2).
    const fn share(self) -> Option<(u8, u8)> {
        match self {
            Self::Haze | Self::LightFog => Some((1, 20)),
            Self::HeavyRain | Self::LightSnowfall => Some((3, 6)),
            _ => None,
        }
    }

    /// Its name in a scenario.
    pub const fn key(self) -> &'static str {
        match self {
            Self::LightRain => "light-rain",
            Self::Haze => "haze",
            Self::LightFog => "light-fog",
            Self::HeavyRain => "heavy-rain",
            Self::LightSnowfall => "light-snowfall",
            Self::HeavySnowfall => "heavy-snowfall",
            Self::HeavyFog => "heavy-fog",
            Self::DustStorm => "dust-storm",
            Self::Snow => "snow",
            Self::DeepSnow => "deep-snow",
            Self::ExtremeCold => "extreme-cold",
            Self::ExtremeHeat => "extreme-heat",
        }
    }

    /// The name that players see.
    pub const fn label(self) -> &'static str {
        match self {
            Self::LightRain => "light rain",
            Self::Haze => "haze",
            Self::LightFog => "light fog",
            Self::HeavyRain => "heavy rain",
            Self::LightSnowfall => "light snowfall",
            Self::HeavySnowfall => "heavy snowfall",
            Self::HeavyFog => "heavy fog",
            Self::DustStorm => "dust storm",
            Self::Snow => "snow on the ground",
            Self::DeepSnow => "deep snow",
            Self::ExtremeCold => "extreme cold",
            Self::ExtremeHeat => "extreme heat",
        }
    }
}

/// The climate of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Climate {
    /// All conditions; they are cumulative (9.6.1).
    pub weather: Vec<Weather>,
    /// Sight is rolled each turn, not once (9.6.3).
    pub variable: bool,
    /// Haze, light fog, heavy rain and light snowfall take a percentage off sight and do not limit it in
    /// inches (9.6.2).
    pub percent: bool,
    /// How much darkness lowers cohesion, 0 by day (9.6.2).
    pub darkness: u8,
    /// Turns with flares, in which darkness does not lower cohesion (9.6.2, S-117).
    pub flares: Vec<u8>,
    /// Added to rolls to fire in this weather (9.6.2).
    pub to_fire: u8,
}

impl Climate {
    /// How much darkness lowers cohesion in a turn (9.6.2).
    #[apply(rule, "9.6.2")]
    pub fn darkness_in(&self, turn: u8) -> u8 {
        if self.flares.contains(&turn) { 0 } else { self.darkness }
    }

    /// Whether a condition holds.
    pub fn has(&self, weather: Weather) -> bool {
        self.weather.contains(&weather)
    }

    /// Whether snow lies, deep or not.
    pub fn is_snowy(&self) -> bool {
        self.has(Weather::Snow) || self.has(Weather::DeepSnow)
    }

    /// Ground in this climate: snow on clear ground, ice on water (9.6.2).
    #[apply(rule, "9.6.2")]
    pub fn ground(&self, ground: Ground) -> Ground {
        let frozen = self.has(Weather::ExtremeCold) && ground.is_water();
        let mut ground = ground;
        if frozen {
            for water in [Terrain::Water, Terrain::River, Terrain::Stream] {
                ground = ground.without(water);
            }
        }
        let clear = ground.rows().all(Terrain::is_road);
        if frozen || (clear && self.is_snowy()) { ground.with(Terrain::Rough1) } else { ground }
    }
}

/// Rolls sight for the turn at the start of the Initiative Phase (9.6.3): the shortest limit counts, then
/// percentages are taken off it one after another (9.6.1).
#[apply(rule, "9.6.1", "9.6.3")]
pub(in crate::rules::matg) fn roll_weather(
    battle: &Battle,
    now: &mut Turn,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if now.number > 1 && !battle.climate.variable {
        return Ok(());
    }
    let mut sight = battle.sighting;
    for weather in battle.climate.weather.clone() {
        let share = weather.share().filter(|_| battle.climate.percent);
        let Some((count, sides)) = share.or(weather.sight()) else { continue };
        let mut sum = 0;
        for _ in 0..count {
            sum += u16::from(dice.roll(sides, || format!("sight in {}", weather.label()))?);
        }
        sight = if share.is_some() { sight * (100 - sum) / 100 } else { sight.min(sum) };
        log.add(|| {
            let of = if share.is_some() { "% less" } else { "" };
            let text = format!("{}: sight {sight} inches. {count}D{sides} {sum}{of}", weather.label());
            Event::new(Tone::Plain, None, text, "9.6.2")
        });
    }
    now.sighting = sight;
    Ok(())
}

/// The scenario's modifier to rolls to fire in its weather (9.6.2).
#[apply(rule, "9.6.2")]
pub(in crate::rules::matg) fn weather_to_fire(battle: &Battle) -> Option<Modifier> {
    let value = i16::from(battle.climate.to_fire);
    (value > 0).then_some(Modifier { value, label: "weather", rule: "9.6.2" })
}

/// The modifier of extreme heat or cold to the movement rolls of dismounted personnel: +2 (9.6.2).
#[apply(rule, "9.6.2")]
pub(in crate::rules::matg) fn weather_modifier(forces: &Forces, id: Id) -> Option<Modifier> {
    let climate = &forces.battle.climate;
    let harsh = climate.has(Weather::ExtremeCold) || climate.has(Weather::ExtremeHeat);
    let afoot = forces.unit(id).is_personnel()
        && !forces.is_mounted(id)
        && forces.unit(id).arm != battle::Arm::Motorcycle
        && matches!(forces.stand(id).place, Place::Board(_));
    (harsh && afoot).then_some(Modifier { value: 2, label: "extreme weather", rule: "9.6.2" })
}

/// Whether the rough terrain of a square is only snow, which does not block sight (S-80).
#[inline]
pub(in crate::rules::matg) fn is_only_snow(battle: &Battle, index: usize) -> bool {
    battle.climate.is_snowy() && !battle.ground[index].has(Terrain::Rough1)
}

/// Whether deep snow doubles a stand's costs: on skis it is only rough terrain 1 (10.13).
#[apply(rule, "10.13")]
pub(in crate::rules::matg) fn wades_in_snow(battle: &Battle, id: Id) -> bool {
    battle.climate.has(Weather::DeepSnow) && !battle.unit(id).skill.ski
}
