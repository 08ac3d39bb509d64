//! Smoke grenades and Ordnance Smoke (1.2.5, 6.2d, 6.2e).

use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::board::{Place, sight};
use crate::rules::aslsk::state::Ground;
use crate::side::Side;

/// The type of a Smoke counter.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Thickness {
    /// Dispersed WP.
    ThinPhosphorus,
    /// 1/2" Smoke, removed at the end of the MPh.
    Grenades,
    /// Full WP.
    Phosphorus,
    /// Dispersed Smoke.
    Dispersed,
    /// Full Smoke.
    Full,
}

impl Thickness {
    /// Its Hindrance DRM (1.2.5c).
    pub const fn hindrance(self) -> i16 {
        match self {
            Thickness::ThinPhosphorus => 1,
            Thickness::Grenades | Thickness::Phosphorus | Thickness::Dispersed => 2,
            Thickness::Full => 3,
        }
    }

    /// The name of the counter.
    pub const fn name(self) -> &'static str {
        match self {
            Thickness::ThinPhosphorus => "Dispersed WP",
            Thickness::Grenades => "1/2\" Smoke",
            Thickness::Phosphorus => "WP",
            Thickness::Dispersed => "Dispersed Smoke",
            Thickness::Full => "Smoke",
        }
    }

    /// The word for it in digests.
    pub const fn key(self) -> &'static str {
        match self {
            Thickness::ThinPhosphorus => "dispersed white phosphorus",
            Thickness::Grenades => "smoke of grenades",
            Thickness::Phosphorus => "white phosphorus",
            Thickness::Dispersed => "dispersed smoke",
            Thickness::Full => "smoke",
        }
    }

    /// The type it turns into at the start of its owner's next PFPh (1.2.5b).
    const fn dispersed(self) -> Option<Thickness> {
        match self {
            Thickness::Full => Some(Thickness::Dispersed),
            Thickness::Phosphorus => Some(Thickness::ThinPhosphorus),
            Thickness::Grenades => Some(Thickness::Grenades),
            Thickness::Dispersed | Thickness::ThinPhosphorus => None,
        }
    }
}

/// A Smoke counter.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cloud {
    /// Its hex.
    pub place: Place,
    /// Its type.
    pub thickness: Thickness,
    /// The side that placed it.
    pub side: Side,
}

impl Ground {
    /// The Hindrance DRM of Smoke in one hex (1.2.5c).
    pub fn smoke_in(&self, place: Place) -> i16 {
        let here = self.smoke.iter().filter(|cloud| cloud.place == place);
        here.map(|cloud| cloud.thickness.hindrance()).max().unwrap_or(0)
    }

    /// Whether there is smoke in a hex.
    pub fn smoky(&self, place: Place) -> bool {
        self.smoke.iter().any(|cloud| cloud.place == place)
    }

    /// The Hindrance DRM of smoke along a LOS, both ends included: the thickest counter of each hex counts
    /// (1.2.5c).
    pub fn smoke_between(&self, from: Place, to: Place) -> i16 {
        let mut sum = 0;
        for (at, cloud) in self.smoke.iter().enumerate() {
            let thicker = |(n, other): (usize, &Cloud)| {
                other.place == cloud.place && (other.thickness, at) > (cloud.thickness, n)
            };
            if self.smoke.iter().enumerate().any(thicker) {
                continue;
            }
            if sight::meets(self.map(), from, to, cloud.place) {
                applies("1.2.5c");
                sum += cloud.thickness.hindrance();
            }
        }
        sum
    }

    /// Places Smoke in a hex.
    #[apply(rule, "1.2.5a")]
    pub fn lay_smoke(&mut self, place: Place, thickness: Thickness, side: Side) {
        let cloud = Cloud { place, thickness, side };
        if !self.smoke.contains(&cloud) {
            self.smoke.push(cloud);
        }
    }

    /// Disperses or removes a side's Smoke (1.2.5b).
    pub fn disperse_smoke(&mut self, side: Side) {
        self.smoke.retain_mut(|cloud| {
            if cloud.side != side {
                return true;
            }
            match cloud.thickness.dispersed() {
                Some(thinner) => {
                    cloud.thickness = thinner;
                    true
                }
                None => false,
            }
        });
    }
}
