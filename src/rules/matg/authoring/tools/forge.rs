//! `standto forge matg` and the custom battle of the title screen: the five battle types of the design
//! chapter.

use std::io::Write;

use clap::Args;

use crate::book::{Forge, Parameter};
use crate::reading::CustomData;
use crate::rules::matg::authoring::design::air::{AirStrikes, may_buy};
use crate::rules::matg::authoring::design::arithmetic::Density;
use crate::rules::matg::authoring::design::history::Theatre;
use crate::rules::matg::authoring::design::{CannotMake, Order, Resolve, generate};
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::state::battle::ScenarioKind;
use crate::tool::{CommandResult, PlayerFiles, Run, Tool, names, written};

/// Generate a battle of one of the rulebook's five types, with historical forces for each side's points and
/// random terrain of the chosen density.
///
/// The attacker gets the base points; the defender's points depend on the cohesion levels and the battle
/// type. The scenario is written to standard output. The same options and seed generate the same battle.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto forge matg --type c --attacker united-states --defender germany --year 1944 > mine.toml\n  \
    standto check mine.toml\n  standto play mine.toml"
)]
pub struct Make {
    /// The battle type: a meeting engagement, b reconnaissance in force, c hasty attack, d assault on a
    /// position, e delaying action
    #[arg(long = "type", value_name = "A-E", default_value = "a", value_parser = kind)]
    kind: ScenarioKind,
    /// The attacker; player A in a meeting engagement
    #[arg(long, value_name = "NATION", default_value = "germany", value_parser = nation, add = names(fighting))]
    attacker: Nation,
    /// The defender; player B in a meeting engagement
    #[arg(long, value_name = "NATION", default_value = "soviet-union", value_parser = nation, add = names(fighting))]
    defender: Nation,
    /// The year: 1939 to 1945, or 39 to 45
    #[arg(long, value_name = "YEAR", default_value = "1943", value_parser = year)]
    year: u16,
    /// The theatre: west, east, winter, south, desert, manchuria or pacific [default: one in which both fought]
    #[arg(long, value_name = "THEATRE", add = names(|| Theatre::ALL.map(|theatre| theatre.key())))]
    theatre: Option<Theatre>,
    /// Cohesion levels of attacker and defender [default: historical]
    #[arg(long, value_name = "A,D", value_parser = pair)]
    cohesion: Option<[u8; 2]>,
    /// Board size in inches, width by height
    #[arg(long, value_name = "WxH", default_value = "24x48", value_parser = board)]
    board: (u8, u8),
    /// Terrain density: open, mixed or closed
    #[arg(long, value_name = "DENSITY", default_value = "mixed", value_parser = density,
        add = names(|| Density::ALL.map(|density| density.key())))]
    density: Density,
    /// The attacker's base points [default: by board width]
    #[arg(long, value_name = "N", value_parser = points)]
    points: Option<u32>,
    /// Points bid by attacker and defender for the choice of edge: both lose their bid, and the higher bidder
    /// gets the southern edge
    #[arg(long, value_name = "A,D", default_value = "0,0", value_parser = bids)]
    bids: [u32; 2],
    /// Unit determination (12.1): "book", "off", or the levels of attacker and defender as percentages
    #[arg(long, value_name = "A,D", default_value = "off", value_parser = resolve)]
    determination: Resolve,
    /// Air strikes: forbidden, allowed (where the type permits, at historical odds) or certain (for the
    /// attacker)
    #[arg(long = "air-strikes", value_name = "WHETHER", default_value = "allowed", value_parser = air,
        add = names(|| AirStrikes::ALL.map(|air| air.key())))]
    air: AirStrikes,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Run for Make {
    fn run(self, _files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
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
        written(out, generate(&order))
    }
}

fn kind(text: &str) -> Result<ScenarioKind, String> {
    let at = text.to_ascii_lowercase();
    let place = ["a", "b", "c", "d", "e"].iter().position(|letter| *letter == at);
    place
        .map(|place| ScenarioKind::ALL[place])
        .ok_or_else(|| format!("unknown type \"{text}\", expected a, b, c, d or e"))
}

/// The keys of the nations that can fight a battle.
fn fighting() -> impl Iterator<Item = &'static str> {
    Nation::ALL.into_iter().filter(|nation| *nation != Nation::AllNations).map(Nation::key)
}

fn nation(text: &str) -> Result<Nation, String> {
    let short = match text.to_ascii_lowercase().as_str() {
        "us" | "usa" => "united-states",
        "uk" | "britain" => "united-kingdom",
        "ussr" | "russia" | "soviets" => "soviet-union",
        _ => text,
    };
    short.parse().ok().filter(|nation| *nation != Nation::AllNations).ok_or_else(|| {
        let known: Vec<&str> = fighting().collect();
        format!("unknown nation \"{text}\", expected one of {}", known.join(", "))
    })
}

fn year(text: &str) -> Result<u16, String> {
    let year: Option<u16> = text.parse().ok();
    let year = year.map(|year| if year < 100 { 1900 + year } else { year });
    year.filter(|year| (1939..=1945).contains(year))
        .ok_or_else(|| format!("year \"{text}\" is out of range, expected 1939 to 1945"))
}

fn points(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("\"{text}\" is not a number of points, expected a number such as 1500"))
}

fn pair(text: &str) -> Result<[u8; 2], String> {
    two(text).ok_or_else(|| format!("\"{text}\" is not a pair, expected two numbers such as 16,15"))
}

fn bids(text: &str) -> Result<[u32; 2], String> {
    two(text).ok_or_else(|| format!("\"{text}\" is not a pair of bids, expected two numbers such as 40,50"))
}

/// Two numbers separated by a comma.
fn two<T: std::str::FromStr>(text: &str) -> Option<[T; 2]> {
    let (a, b) = text.split_once(',')?;
    Some([a.trim().parse().ok()?, b.trim().parse().ok()?])
}

fn board(text: &str) -> Result<(u8, u8), String> {
    let read = || {
        let (across, up) = text.split_once('x')?;
        Some((across.trim().parse().ok()?, up.trim().parse().ok()?))
    };
    read().ok_or_else(|| {
        format!("\"{text}\" is not a board size, expected width and height in inches such as 24x48")
    })
}

fn air(text: &str) -> Result<AirStrikes, String> {
    let known = AirStrikes::ALL.into_iter().find(|air| air.key() == text);
    known.ok_or_else(|| {
        format!("unknown setting \"{text}\" for air strikes, expected forbidden, allowed or certain")
    })
}

fn density(text: &str) -> Result<Density, String> {
    Density::ALL
        .into_iter()
        .find(|density| density.key() == text)
        .ok_or_else(|| format!("unknown density \"{text}\", expected open, mixed or closed"))
}

fn resolve(text: &str) -> Result<Resolve, String> {
    match text {
        "off" => Ok(Resolve::Off),
        "book" => Ok(Resolve::Book),
        levels => match pair(levels) {
            Ok(levels) if levels.iter().all(|level| (5..=95).contains(level)) => Ok(Resolve::Said(levels)),
            _ => Err(format!(
                "unknown determination \"{text}\", expected book, off, or two percentages such as 30,35"
            )),
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

/// The campaigns offered on the title screen, the attacker first.
const FIGHTS: [&str; 13] = [
    "Germany v Poland, 1939",
    "Soviet Union v Japan, Khalkhin Gol 1939",
    "Soviet Union v Finland, 1939",
    "Germany v France, 1940",
    "Italy v Britain, Africa 1940",
    "Germany v Soviet Union, 1941",
    "Soviet Union v Germany, 1942",
    "Germany v Britain, Africa 1942",
    "Germany v Soviet Union, 1943",
    "United States v Germany, Italy 1943",
    "United States v Germany, 1944",
    "Soviet Union v Germany, 1944",
    "United States v Japan, 1944",
];
const MEETINGS: [(Nation, Nation, u16, Theatre); 13] = [
    (Nation::Germany, Nation::Poland, 1939, Theatre::East),
    (Nation::SovietUnion, Nation::Japan, 1939, Theatre::Manchuria),
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
/// Battle sizes on the title screen, with the points and board for each.
const SIZES: [(&str, u32, (u8, u8)); 3] =
    [("skirmish, 20 minutes", 400, (24, 36)), ("evening", 1000, (24, 48)), ("long", 2000, (48, 48))];
const SIZE_NAMES: [&str; 3] = [SIZES[0].0, SIZES[1].0, SIZES[2].0];
const BOARDS: [&str; 5] = ["by size", "24x36", "24x48", "36x48", "48x48"];
const POINTS: [&str; 8] = ["by size", "400", "600", "800", "1000", "1500", "2000", "2500"];
const AIR: [&str; 3] = ["none", "historical", "attacker has some"];
const DENSITIES: [&str; 3] = ["open", "mixed", "closed"];

/// The custom battle on the title screen.
pub const GENERATOR: Forge = Forge {
    title: "Custom battle",
    summary: "One of the five scenario types, with historical forces bought by the rulebook's points. The seed sets \
              terrain, forces and dice. The attacker in a meeting engagement is the side named first.",
    sides: [("defender", "Defender"), ("attacker", "Attacker")],
    turns: 10,
    fresh: true,
    picks: &[
        Parameter { name: "Size", values: &SIZE_NAMES, first: 0 },
        Parameter { name: "Type", values: &TYPES, first: 0 },
        Parameter { name: "Between", values: &FIGHTS, first: 8 },
        Parameter { name: "Points", values: &POINTS, first: 0 },
        Parameter { name: "Board", values: &BOARDS, first: 0 },
        Parameter { name: "Terrain", values: &DENSITIES, first: 1 },
        Parameter { name: "Air support", values: &AIR, first: 1 },
    ],
    size: 0,
    make,
    tool: Tool::of::<Make>(),
};

fn make(picks: &[usize], seed: u64, _own: &[CustomData]) -> Result<String, String> {
    let pick = |at| GENERATOR.picked(picks, at);
    let (_, base, ground) = SIZES[pick(0)];
    let kind = ScenarioKind::ALL[pick(1)];
    // If the defender gets only a half or a third of the points, both sides get more.
    let suits = match kind {
        ScenarioKind::MeetingEngagement | ScenarioKind::ReconnaissanceInForce => base,
        ScenarioKind::HastyAttack => base * 5 / 4,
        ScenarioKind::PreparedPosition | ScenarioKind::DelayingAction => base * 3 / 2,
    };
    let (attacker, defender, year, theatre) = MEETINGS[pick(2)];
    let air = AirStrikes::ALL[pick(6)];
    let order = Order {
        kind,
        nations: [attacker, defender],
        year,
        theatre: Some(theatre),
        cohesion: [None; 2],
        // The first choice for board or points means the default for the battle size.
        board: if pick(4) == 0 { ground } else { board(BOARDS[pick(4)])? },
        density: Density::ALL[pick(5)],
        points: Some(if pick(3) == 0 { suits } else { points(POINTS[pick(3)])? }),
        bids: [0, 0],
        resolve: Resolve::Off,
        air: if may_buy(kind, true) { air } else { AirStrikes::Forbidden },
        seed,
    };
    // A nation with few weapons may be unable to spend this many points, or too few points may buy no force.
    // In that case, try the nearest totals that work.
    let first = generate(&order);
    if pick(3) > 0 || !matches!(first, Err(CannotMake::NoForce { .. })) {
        return first.map_err(|why| why.to_string());
    }
    let near = [9, 8, 11, 12, 7, 6, 5, 4, 3].map(|tenths| suits * tenths / 10);
    let mut made = near.iter().map(|&points| generate(&Order { points: Some(points), ..order.clone() }));
    let made = made.find(Result::is_ok);
    made.unwrap_or(first).map_err(|why| why.to_string())
}
