//! Puzzles for Micro Armour's computer player: small positions with known best answers, in `puzzles.toml`. The
//! Germans are to act on a map of 24 by 24 squares.

use serde::Deserialize;

use standto::board::{Cell, Compass, within};
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::state::choice::{Choice, Posture};
use standto::rules::matg::state::position::Place;
use standto::rules::matg::turn::sequence::Frame;

use super::opponent::{drawn_for, fire_phase, id, play_to_turn, posture_phase, think};

#[derive(Deserialize)]
struct Puzzles {
    tactical: Vec<Puzzle>,
    planning: Vec<Puzzle>,
}

/// A position and its answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    /// Why the answer is best.
    why: String,
    /// Squares of woods: "1205 1305".
    #[serde(default)]
    woods: String,
    /// Stands: "T-34c at 1213".
    ours: Vec<String>,
    theirs: Vec<String>,
    /// What differs from fresh stands: "S2 faces E", "S1 suppressed", "S1 moves", "turn 8".
    #[serde(default)]
    with: Vec<String>,
    /// The victory conditions; without them, destruction.
    #[serde(default)]
    victory: String,
    /// In the fire phase: the targets that are best, or "pass".
    #[serde(default)]
    fires: String,
    /// In the posture phase: stands that must be marked to move, and stands that must not.
    #[serde(default)]
    moves: String,
    #[serde(default)]
    stays: String,
    /// After the beginning of this turn, against an enemy that does nothing: "G1 within 6 of S1", "G2 beyond 7 of
    /// 1212".
    turn: Option<u8>,
    #[serde(default)]
    ends: Vec<String>,
}

fn stands(list: &[String]) -> String {
    let stand = |text: &String| {
        let (kind, at) =
            text.rsplit_once(" at ").unwrap_or_else(|| panic!("{text}: expected \"kind at square\""));
        let (kind, role) = kind.rsplit_once(" as ").unwrap_or((kind, ""));
        let role = if role.is_empty() { String::new() } else { format!("role = \"{role}\"\n") };
        let place = if at.starts_with('G') { "aboard" } else { "at" };
        format!("[[side.formation.stand]]\ntype = \"{kind}\"\n{role}{place} = \"{at}\"\n")
    };
    list.iter().map(stand).collect()
}

fn cell(position: &Position, text: &str) -> Option<Cell> {
    text.parse().ok().or_else(|| position.forces.cell(id(position, text)))
}

impl Puzzle {
    fn position(&self) -> Position {
        let woods: Vec<&str> = self.woods.split_whitespace().collect();
        let victory =
            if self.victory.is_empty() { "[victory]\ndestroy-percent = 50\n" } else { &self.victory };
        let mut position = drawn_for(victory, &woods, &stands(&self.ours), &stands(&self.theirs));
        for change in &self.with {
            let words: Vec<&str> = change.split_whitespace().collect();
            match words[..] {
                ["turn", number] => position.now.number = number.parse().expect("a number"),
                [tag, "faces", to] => {
                    let facing = Compass::ALL.into_iter().find(|facing| format!("{facing:?}") == to);
                    let stand = id(&position, tag);
                    position.forces.stand_mut(stand).facing = facing.expect("a direction");
                }
                [tag, state] => {
                    let stand = id(&position, tag);
                    let stand = position.forces.stand_mut(stand);
                    match state {
                        "suppressed" => stand.suppressed = true,
                        "disorganized" => stand.disorganized = true,
                        "fired" => stand.fired = true,
                        "moves" => (stand.posture, stand.group) = (Posture::Move, 1),
                        _ => panic!("{change}"),
                    }
                }
                _ => panic!("{change}"),
            }
        }
        position
    }

    /// The fault in the computer's answer.
    fn fault(&self) -> Option<String> {
        let position = self.position();
        if !self.fires.is_empty() {
            let choice = think(&fire_phase(position)).to_string();
            let right = self.fires.split(", ").any(|answer| answer == choice);
            return (!right).then(|| format!("{choice} instead of {}", self.fires));
        }
        if let Some(turn) = self.turn {
            let mut position = posture_phase(position);
            let first = id(&position, "G1");
            let mut way: Vec<String> = Vec::new();
            play_to_turn(&mut position, turn, |now| {
                let carrier = match now.forces.stand(first).place {
                    Place::Aboard(carrier) => carrier,
                    _ => first,
                };
                let at = now.forces.cell(carrier).map_or("gone".to_owned(), |cell| cell.to_string());
                if way.last() != Some(&at) {
                    way.push(at);
                }
            });
            let wrong = self.ends.iter().find(|end| !holds(&position, end));
            return wrong.map(|end| format!("not {end}; G1 went {}", way.join(" ")));
        }
        let marked = marked(posture_phase(position));
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let missing = list(&self.moves).into_iter().find(|tag| !marked.contains(tag));
        let moving = list(&self.stays).into_iter().find(|tag| marked.contains(tag));
        missing.map(|tag| format!("{tag} stays")).or_else(|| moving.map(|tag| format!("{tag} moves")))
    }
}

fn holds(position: &Position, end: &str) -> bool {
    let words: Vec<&str> = end.split_whitespace().collect();
    let [one, relation, inches, "of", other] = words[..] else { panic!("{end}") };
    let (Some(one), Some(other)) = (cell(position, one), cell(position, other)) else { return false };
    let near = within(one, other, inches.parse().expect("inches"));
    if relation == "within" { near } else { !near }
}

/// The stands that the Germans mark to move.
fn marked(mut position: Position) -> Vec<String> {
    let mut marked = Vec::new();
    let mut dice = Dice::seeded(1, 0);
    while matches!(position.now.stack.first(), Some(Frame::Posture(_))) {
        let Some(decision) = position.decision() else { break };
        let choice = if decision.side == Side::A { think(&position) } else { Choice::Pass };
        if let Choice::Group(_, stand) | Choice::Add(stand) = choice {
            marked.push(stand.to_string());
        }
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
    }
    marked
}

#[test]
fn it_finds_the_best_answers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/matg/puzzles.toml");
    let text = std::fs::read_to_string(path).expect("the puzzles");
    let puzzles: Puzzles = toml::from_str(&text).expect("puzzles");
    assert!(puzzles.tactical.len() >= 30 && puzzles.planning.len() >= 10);
    let faults: Vec<String> = puzzles
        .tactical
        .iter()
        .chain(&puzzles.planning)
        .filter_map(|puzzle| puzzle.fault().map(|fault| format!("{}: {fault}", puzzle.why)))
        .collect();
    assert!(faults.is_empty(), "{} wrong:\n{}", faults.len(), faults.join("\n"));
}
