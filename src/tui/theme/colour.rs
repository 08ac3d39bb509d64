//! Colours: the 256-colour palette as RGB, mixing, and how well colours can be told apart.

use ratatui::style::Color;

/// How many colours the terminal can show.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// Monochrome: bold, reverse and underline only.
    Mono,
    /// The terminal's own palette of sixteen colours.
    #[default]
    Sixteen,
    /// The fixed 256-colour palette, usual over SSH.
    Indexed,
    /// 24-bit RGB.
    Full,
}

impl Depth {
    /// The depth for a word on the command line: "256", "mono".
    pub fn named(word: &str) -> Option<Self> {
        Some(match word {
            "mono" | "2" => Self::Mono,
            "16" => Self::Sixteen,
            "256" => Self::Indexed,
            "true" | "full" => Self::Full,
            _ => return None,
        })
    }
}

/// Red, green and blue.
pub type Rgb = [u8; 3];

pub(super) const NAMES: [(&str, Color, Rgb); 16] = [
    ("black", Color::Black, [0, 0, 0]),
    ("red", Color::Red, [205, 0, 0]),
    ("green", Color::Green, [0, 205, 0]),
    ("yellow", Color::Yellow, [205, 205, 0]),
    ("blue", Color::Blue, [0, 0, 238]),
    ("magenta", Color::Magenta, [205, 0, 205]),
    ("cyan", Color::Cyan, [0, 205, 205]),
    ("grey", Color::Gray, [229, 229, 229]),
    ("dark-grey", Color::DarkGray, [127, 127, 127]),
    ("bright-red", Color::LightRed, [255, 0, 0]),
    ("bright-green", Color::LightGreen, [0, 255, 0]),
    ("bright-yellow", Color::LightYellow, [255, 255, 0]),
    ("bright-blue", Color::LightBlue, [92, 92, 255]),
    ("bright-magenta", Color::LightMagenta, [255, 0, 255]),
    ("bright-cyan", Color::LightCyan, [0, 255, 255]),
    ("white", Color::White, [255, 255, 255]),
];

/// The steps of the colour cube.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The colour for a word in a theme: `#rrggbb`, an index from 16 to 255, or one of the sixteen names.
///
/// # Errors
/// If the word is none of these.
pub fn read(word: &str) -> Result<Color, String> {
    if let Some(hex) = word.strip_prefix('#')
        && hex.len() == 6
        && let Ok(rgb) = u32::from_str_radix(hex, 16)
    {
        return Ok(Color::Rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8));
    }
    if let Some(index) = word.parse::<u8>().ok().filter(|index| *index >= 16) {
        return Ok(Color::Indexed(index));
    }
    NAMES.iter().find(|(name, ..)| *name == word).map(|(_, colour, _)| *colour).ok_or_else(|| {
        format!(
            "\"{word}\" is not a colour: write #rrggbb, an index from 16 to 255 or a name such as bright-red"
        )
    })
}

/// The colour as a terminal of this depth can show it.
pub fn fitted(colour: Color, depth: Depth) -> Option<Color> {
    match (depth, colour) {
        (Depth::Mono, _) => None,
        (Depth::Sixteen, Color::Rgb(..) | Color::Indexed(_)) => rgb(colour).map(nearest_name),
        (Depth::Indexed, Color::Rgb(r, g, b)) => Some(Color::Indexed(nearest([r, g, b]))),
        _ => Some(colour),
    }
}

/// The RGB value of a colour; `None` for the terminal's own palette.
pub fn rgb(colour: Color) -> Option<Rgb> {
    match colour {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index @ 16..=231) => {
            let place = index - 16;
            Some([place / 36, place / 6 % 6, place % 6].map(|step| STEPS[usize::from(step)]))
        }
        Color::Indexed(index @ 232..) => Some([8 + 10 * (index - 232); 3]),
        other => NAMES.iter().find(|(_, named, _)| *named == other).map(|(.., rgb)| *rgb),
    }
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// The index of the most similar palette colour.
fn nearest(wanted: Rgb) -> u8 {
    let place = |value: u8| (0u8..6).min_by_key(|n| STEPS[usize::from(*n)].abs_diff(value)).unwrap_or(0);
    let cube = 16 + 36 * place(wanted[0]) + 6 * place(wanted[1]) + place(wanted[2]);
    let mean = wanted.iter().map(|value| u16::from(*value)).sum::<u16>() / 3;
    let grey = 232 + (mean.saturating_sub(3) / 10).min(23) as u8;
    let far = |index| rgb(Color::Indexed(index)).map_or(u32::MAX, |seen| distance(seen, wanted));
    if far(grey) < far(cube) { grey } else { cube }
}

fn nearest_name(wanted: Rgb) -> Color {
    NAMES
        .iter()
        .min_by_key(|(.., seen)| distance(*seen, wanted))
        .map_or(Color::Reset, |(_, colour, _)| *colour)
}

/// A tint mixed with so many hundredths of another; `None` if the terminal has no colours in between.
pub fn washed(tint: Color, over: Color, hundredths: u16) -> Option<Color> {
    let between = |colour| matches!(colour, Color::Indexed(16..) | Color::Rgb(..));
    if !between(tint) || !between(over) {
        return None;
    }
    let (from, to) = (rgb(tint)?, rgb(over)?);
    let mut mixed = [0; 3];
    for (value, (from, to)) in mixed.iter_mut().zip(from.into_iter().zip(to)) {
        let sum = u16::from(from) * (100 - hundredths) + u16::from(to) * hundredths;
        *value = (sum / 100) as u8;
    }
    Some(Color::Indexed(nearest(mixed)))
}

/// The relative luminance of a colour, from 0 to 1.
fn luminance(colour: Rgb) -> f64 {
    let [r, g, b] = colour.map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The luminance from which black reads better than white.
const MIDDLE: f64 = 0.179;

/// The luminance of a ground of the fixed palette; `None` for the terminal's own.
fn brightness(ground: Color) -> Option<f64> {
    let fixed = matches!(ground, Color::Indexed(16..) | Color::Rgb(..));
    rgb(ground).filter(|_| fixed).map(luminance)
}

/// Black or white, whichever reads better on a ground; `None` for the terminal's own palette.
pub fn readable(ground: Color) -> Option<Color> {
    brightness(ground).map(|light| Color::Indexed(if light > MIDDLE { 16 } else { 231 }))
}

/// The greys of the palette, from dark to light.
const GREYS: std::ops::RangeInclusive<u8> = 232..=255;

/// The faintest grey that can still be read on a ground; `None` for the terminal's own palette.
pub fn faint(ground: Color) -> Option<Color> {
    static LIGHT: std::sync::LazyLock<Vec<f64>> =
        std::sync::LazyLock::new(|| GREYS.map(|grey| luminance([8 + 10 * (grey - 232); 3])).collect());
    let ground = brightness(ground)?;
    let reads = |light: &f64| (ground.max(*light) + 0.05) / (ground.min(*light) + 0.05) >= 4.5;
    let mut greys = GREYS.zip(LIGHT.iter());
    let grey = if ground > MIDDLE {
        greys.rev().find(|(_, light)| **light < ground && reads(light)).map_or(16, |(grey, _)| grey)
    } else {
        greys.find(|(_, light)| **light > ground && reads(light)).map_or(231, |(grey, _)| grey)
    };
    Some(Color::Indexed(grey))
}

#[cfg(test)]
pub mod sight {
    //! How colours are perceived, for the theme tests.

    use super::{Rgb, luminance};

    /// RGB as linear light.
    fn light(rgb: Rgb) -> [f64; 3] {
        rgb.map(|value| {
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The WCAG contrast ratio of two colours, from 1 to 21.
    pub fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// Protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009).
    pub const BLINDNESS: [[[f64; 3]; 3]; 3] = [
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    /// The perceived difference between two colours for this type of colour vision, in CIE Lab space; 2 is
    /// just noticeable.
    pub fn apart(a: Rgb, b: Rgb, eyes: &[[f64; 3]; 3]) -> f64 {
        let lab = |rgb: Rgb| {
            let seen = light(rgb);
            let [r, g, b] = [0, 1, 2].map(|row: usize| {
                eyes[row].iter().zip(seen).map(|(k, v)| k * v).sum::<f64>().clamp(0.0, 1.0)
            });
            let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
            let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
            let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
            let [x, y, z] =
                [x, y, z].map(|t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 });
            [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
        };
        lab(a).iter().zip(lab(b)).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }
}
