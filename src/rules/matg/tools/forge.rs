//! `standto forge matg`, and the same on the title screen: battles of the five types by the designing chapter.

use std::io::Write;

use clap::Args;

use crate::book::{CustomData, Forge, Pick};
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::design::air::{AirStrikes, may_buy};
use crate::rules::matg::design::arithmetic::Density;
use crate::rules::matg::design::history::Theatre;
use crate::rules::matg::design::{Order, Resolve, generate};
use crate::rules::matg::state::battle::ScenarioKind;
use crate::tool::{Done, PlayerFiles, Run, stop};

/// Make a battle of one of the book's five types: both sides buy what they had to what the sums of the book give them,
/// on a field drawn to the density that is rolled.
///
/// The attacker has the base points; the defender's follow from the cohesion levels and the type. The scenario goes to
/// standard output. The same order and seed make the same battle.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto forge matg --type c --attacker united-states --defender germany --year 1944 > mine.toml\n  \
    standto check mine.toml\n  standto play mine.toml"
)]
pub struct Make {
    /// The type: a meeting engagement, b reconnaissance in force, c hasty attack, d assault on a position, e delaying
    /// action
    #[arg(long = "type", value_name = "A-E", default_value = "a", value_parser = kind)]
    kind: ScenarioKind,
    /// Who attacks, player A of a meeting engagement
    #[arg(long, value_name = "NATION", default_value = "germany", value_parser = nation)]
    attacker: Nation,
    /// Who defends, player B of a meeting engagement
    #[arg(long, value_name = "NATION", default_value = "soviet-union", value_parser = nation)]
    defender: Nation,
    /// The year, 1939 to 1945, or 39 to 45
    #[arg(long, value_name = "YEAR", default_value = "1943", value_parser = year)]
    year: u16,
    /// Where: west, east, winter, south, desert or pacific; where both fought, if not said
    #[arg(long, value_name = "THEATRE")]
    theatre: Option<Theatre>,
    /// Cohesion levels of attacker and defender; those of the time, if not said
    #[arg(long, value_name = "A,D", value_parser = pair)]
    cohesion: Option<[u8; 2]>,
    /// The board in inches, across and up
    #[arg(long, value_name = "WxH", default_value = "24x48", value_parser = board)]
    board: (u8, u8),
    /// How dense the terrain is: open, mixed or closed
    #[arg(long, value_name = "DENSITY", default_value = "mixed", value_parser = density)]
    density: Density,
    /// The attacker's base points; those that suit the board, if not said
    #[arg(long, value_name = "N", value_parser = points)]
    points: Option<u32>,
    /// Points that attacker and defender bid for the choice of edge: both lose them, the higher takes the southern edge
    #[arg(long, value_name = "A,D", default_value = "0,0", value_parser = bids)]
    bids: [u32; 2],
    /// What losses attacker and defender bear, and count for it: "book", two numbers in per cent, or "off"
    #[arg(long, value_name = "A,D", default_value = "off", value_parser = resolve)]
    determination: Resolve,
    /// Air strikes: forbidden, allowed where the type has them and as often as there were any, or certain for the attacker
    #[arg(long = "air-strikes", value_name = "WHETHER", default_value = "allowed", value_parser = air)]
    air: AirStrikes,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Run for Make {
    fn run(self, _files: &dyn PlayerFiles, out: &mut dyn Write) -> Done {
        let order = Order {
            kind: self.kind,
            nations: [self.attacker, self.defender],
            year: self.year,
            theatre: self.theatre,
            cohesion: self.cohesion.map_or([None; 2], |levels| levels.map(Some)),
            board: self.board,
            density: self.density,
            points: self.points,
            bids: self.bids,
            resolve: self.determination,
            air: self.air,
            seed: self.seed,
        };
        match generate(&order) {
            Ok(text) => Ok(write!(out, "{text}")?),
            Err(why) => stop(why.to_string()),
        }
    }
}

fn kind(text: &str) -> Result<ScenarioKind, String> {
    let at = text.to_ascii_lowercase();
    let place = ["a", "b", "c", "d", "e"].iter().position(|letter| *letter == at);
    place
        .map(|place| ScenarioKind::ALL[place])
        .ok_or_else(|| format!("there is no type \"{text}\", expected a, b, c, d or e"))
}

fn nation(text: &str) -> Result<Nation, String> {
    let short = match text.to_ascii_lowercase().as_str() {
        "us" | "usa" => "united-states",
        "uk" | "britain" => "united-kingdom",
        "ussr" | "russia" | "soviets" => "soviet-union",
        _ => text,
    };
    short.parse().ok().filter(|nation| *nation != Nation::AllNations).ok_or_else(|| {
        let known = Nation::ALL.into_iter().filter(|nation| *nation != Nation::AllNations).map(Nation::key);
        let known: Vec<&str> = known.collect();
        format!("there is no nation \"{text}\", expected one of {}", known.join(", "))
    })
}

fn year(text: &str) -> Result<u16, String> {
    let year: Option<u16> = text.parse().ok();
    let year = year.map(|year| if year < 100 { 1900 + year } else { year });
    year.filter(|year| (1939..=1945).contains(year))
        .ok_or_else(|| format!("\"{text}\" is no year of the war, expected 1939 to 1945"))
}

fn points(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("\"{text}\" are no points, expected a number such as 1500"))
}

fn pair(text: &str) -> Result<[u8; 2], String> {
    two(text).ok_or_else(|| format!("\"{text}\" is no pair, expected two numbers such as 16,15"))
}

fn bids(text: &str) -> Result<[u32; 2], String> {
    two(text).ok_or_else(|| format!("\"{text}\" are no bids, expected two numbers such as 40,50"))
}

/// Two numbers with a comma between them.
fn two<T: std::str::FromStr>(text: &str) -> Option<[T; 2]> {
    let (a, b) = text.split_once(',')?;
    Some([a.trim().parse().ok()?, b.trim().parse().ok()?])
}

fn board(text: &str) -> Result<(u8, u8), String> {
    let read = || {
        let (across, up) = text.split_once('x')?;
        Some((across.trim().parse().ok()?, up.trim().parse().ok()?))
    };
    read().ok_or_else(|| format!("\"{text}\" is no board, expected inches across and up such as 24x48"))
}

fn air(text: &str) -> Result<AirStrikes, String> {
    let known = AirStrikes::ALL.into_iter().find(|air| air.key() == text);
    known.ok_or_else(|| format!("\"{text}\" are no air strikes, expected forbidden, allowed or certain"))
}

fn density(text: &str) -> Result<Density, String> {
    Density::ALL
        .into_iter()
        .find(|density| density.key() == text)
        .ok_or_else(|| format!("there is no density \"{text}\", expected open, mixed or closed"))
}

fn resolve(text: &str) -> Result<Resolve, String> {
    match text {
        "off" => Ok(Resolve::Off),
        "book" => Ok(Resolve::Book),
        levels => match pair(levels) {
            Ok(levels) if levels.iter().all(|level| (5..=95).contains(level)) => Ok(Resolve::Said(levels)),
            _ => {
                Err(format!("\"{text}\" is no determination, expected book, off, or per cent such as 30,35"))
            }
        },
    }
}

const TYPES: [&str; 5] = [
    "meeting engagement",
    "reconnaissance in force",
    "hasty attack",
    "assault on a position",
    "delaying action",
];

/// Who meets on the title screen, and when.
const FIGHTS: [&str; 12] = [
    "Germany on Poland, 1939",
    "Soviet Union on Finland, 1939",
    "Germany on France, 1940",
    "Italy on United Kingdom, 1940",
    "Germany on Soviet Union, 1941",
    "Soviet Union on Germany, 1942",
    "Germany on United Kingdom, Africa 1942",
    "Germany on Soviet Union, 1943",
    "United States on Germany, Italy 1943",
    "United States on Germany, 1944",
    "Soviet Union on Germany, 1944",
    "United States on Japan, 1944",
];
const MEETINGS: [(Nation, Nation, u16, Theatre); 12] = [
    (Nation::Germany, Nation::Poland, 1939, Theatre::East),
    (Nation::SovietUnion, Nation::FinlandWinterWar, 1939, Theatre::Winter),
    (Nation::Germany, Nation::France, 1940, Theatre::West),
    (Nation::Italy, Nation::UnitedKingdom, 1940, Theatre::Desert),
    (Nation::Germany, Nation::SovietUnion, 1941, Theatre::East),
    (Nation::SovietUnion, Nation::Germany, 1942, Theatre::East),
    (Nation::Germany, Nation::UnitedKingdom, 1942, Theatre::Desert),
    (Nation::Germany, Nation::SovietUnion, 1943, Theatre::East),
    (Nation::UnitedStates, Nation::Germany, 1943, Theatre::South),
    (Nation::UnitedStates, Nation::Germany, 1944, Theatre::West),
    (Nation::SovietUnion, Nation::Germany, 1944, Theatre::East),
    (Nation::UnitedStates, Nation::Japan, 1944, Theatre::Pacific),
];
const BOARDS: [&str; 4] = ["24x36", "24x48", "36x48", "48x48"];
const POINTS: [&str; 7] = ["400", "600", "800", "1000", "1500", "2000", "2500"];
const AIR: [&str; 3] = ["none", "as the time had them", "the attacker's at least"];
const DENSITIES: [&str; 3] = ["open", "mixed", "closed"];

/// Battles to order on the title screen: first whoever attacks, then whoever defends.
pub const GENERATOR: Forge = Forge {
    title: "A battle to order",
    summary: "One of the five types of the designing chapter, with forces of the time for the points that the book \
              gives each side, on a field of the density rolled. The seed makes field, forces and dice. In a \
              meeting engagement the attacker is simply the one named first.",
    sides: [("defender", "The defender"), ("attacker", "The attacker")],
    turns: 10,
    fresh: true,
    picks: &[
        Pick { name: "Battle", values: &TYPES, first: 0 },
        Pick { name: "Between", values: &FIGHTS, first: 7 },
        Pick { name: "Points", values: &POINTS, first: 3 },
        Pick { name: "Board", values: &BOARDS, first: 0 },
        Pick { name: "Terrain", values: &DENSITIES, first: 1 },
        Pick { name: "Air strikes", values: &AIR, first: 1 },
    ],
    make,
};

fn make(picks: &[usize], seed: u64, _own: &[CustomData]) -> Result<String, String> {
    let pick = |at| GENERATOR.picked(picks, at);
    let (attacker, defender, year, theatre) = MEETINGS[pick(1)];
    let kind = ScenarioKind::ALL[pick(0)];
    let air = AirStrikes::ALL[pick(5)];
    let order = Order {
        kind,
        nations: [attacker, defender],
        year,
        theatre: Some(theatre),
        cohesion: [None; 2],
        board: board(BOARDS[pick(3)])?,
        density: Density::ALL[pick(4)],
        points: POINTS[pick(2)].parse().ok(),
        bids: [0, 0],
        resolve: Resolve::Off,
        // The form asks for what the type has.
        air: if may_buy(kind, true) { air } else { AirStrikes::Forbidden },
        seed,
    };
    generate(&order).map_err(|why| why.to_string())
}
