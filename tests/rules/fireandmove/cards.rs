//! Cards in files (tests/cards/fireandmove, told of in tests/cards/README.md): how one sets its table, and what it may
//! claim of it.

use serde::Deserialize;
use standto::dice::Dice;
use standto::game::{Deck, Rules, Side};
use standto::rules::fireandmove::Position;
use standto::rules::fireandmove::cards::hand::hand_limit;
use standto::rules::fireandmove::state::{Smoke, Standing};

use super::table;
use crate::card::{self, Carded};
use crate::claims::equal;
use crate::table::Table;

#[test]
fn every_card_of_fire_and_move_holds() {
    card::all_hold::<Position>();
}

/// A card must be able to fail: the throws, the plays and every kind of claim are held to.
#[test]
fn a_wrong_card_fails() {
    let right = r#"
        [[card]]
        name = "right"
        rules = ["21.4"]
        ours = ["0505 e rifleman*5"]
        theirs = ["0905 w rifleman*2"]
        hands = ["fire 5/4", ""]
        play = ["group 1", "fire 5/4", "target 2"]
        throws = "-2 -7"
        expect = ["figure 6 pinned", "strength 5", "line fire value 5", "hand A 0", "limit A 5", "group 1 acted"]
    "#;
    let changes = [
        ("-2 -7", "-2", "asks for"),
        ("-2 -7", "-2 -7 -7", "left over"),
        ("-2 -7", "-2 seven", "seven"),
        ("fire 5/4\", \"\"", "fire 1\", \"\"", "refused"),
        ("figure 6 pinned", "figure 6 fit", "pinned"),
        ("strength 5", "strength 4", "5"),
        ("line fire value 5", "line fire value 2", "5"),
        ("hand A 0", "hand A 1", "0"),
        ("limit A 5", "limit A 4", "5"),
        ("group 1 acted", "group 1 not acted", "acted"),
        ("group 1 acted", "group 1 at 0606", "0505"),
        ("group 1 acted", "group 1 of 4", "5"),
        ("group 1 acted", "group 1 frowns", "no claim"),
        ("21.4", "30.6", "does not apply"),
    ];
    card::fails_when_changed::<Position>(right, &changes);
}

/// The table of a card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Stripes of ground from west to east.
    #[serde(default = "open_ground")]
    ground: String,
    /// "e wall f": what lies between two stripes.
    #[serde(default)]
    borders: Vec<String>,
    /// "l front = 's'": one more line for a stripe.
    #[serde(default)]
    features: Vec<String>,
    #[serde(default = "nations")]
    nations: [String; 2],
    /// Lines of the scenario's head.
    #[serde(default)]
    head: String,
    /// Lines of the two sides.
    #[serde(default)]
    sides: [String; 2],
    /// "0505 e sl rifleman*4 | radio = true": the groups of the side that begins.
    #[serde(default)]
    ours: Vec<String>,
    #[serde(default)]
    theirs: Vec<String>,
    #[serde(default)]
    hands: [String; 2],
    /// All that is left in the decks.
    decks: Option<[String; 2]>,
    /// All that lies played.
    played: Option<[String; 2]>,
    /// "pinned 3 4", "fear 2": how things stand.
    #[serde(default)]
    state: Vec<String>,
    /// What is thrown, in order: a number for the result of 2D8, "d4" for the face of a single die or the place of a
    /// card.
    #[serde(default)]
    throws: String,
}

fn open_ground() -> String {
    "e".repeat(24)
}

fn nations() -> [String; 2] {
    ["german".to_owned(), "british".to_owned()]
}

impl Carded for Position {
    type Setting = Setting;

    fn set(card: &Setting, dice: &mut Dice) -> Result<Table<Self>, String> {
        *dice = Dice::taped(&faces(&card.throws)?);
        let mut setting = table::table(&card.ground)
            .nations(&card.nations[0], &card.nations[1])
            .head(&card.head)
            .more(0, &card.sides[0])
            .more(1, &card.sides[1]);
        let tag = |word: &str| word.chars().next().unwrap_or(' ');
        for border in &card.borders {
            let words: Vec<&str> = border.splitn(3, ' ').collect();
            let [a, kind, b] = words[..] else { return Err(format!("border \"{border}\": a hedge b")) };
            setting = setting.border(tag(a), tag(b), kind);
        }
        for feature in &card.features {
            let (which, line) = feature.split_once(' ').ok_or_else(|| format!("feature \"{feature}\""))?;
            setting = setting.feature(tag(which), line);
        }
        for (side, groups) in [&card.ours, &card.theirs].into_iter().enumerate() {
            for group in groups {
                let (group, rest) = group.split_once('|').unwrap_or((group, ""));
                let mut words = group.split_whitespace();
                let (at, front) =
                    words.next().zip(words.next()).ok_or_else(|| format!("group \"{group}\""))?;
                let figures: Vec<String> = words.flat_map(each).collect();
                setting = setting.with(side, at, front, &figures.join(" "), rest.trim());
            }
        }
        let mut table = setting.dealt()?;
        let position = &mut table.position;
        for side in Side::BOTH {
            table::give(position, side, &card.hands[side.index()])?;
            let seat = &mut position.hands.seats[side.index()];
            if let Some(decks) = &card.decks {
                seat.deck = Deck::new(table::pile(&decks[side.index()])?);
            }
            if let Some(played) = &card.played {
                seat.played = table::pile(&played[side.index()])?;
            }
        }
        for line in &card.state {
            state(position, line)?;
        }
        Ok(table)
    }

    fn claim(table: &Table<Self>, claim: &str) -> Option<Result<(), String>> {
        let position = &table.position;
        let words: Vec<&str> = claim.split_whitespace().collect();
        Some(match words[..] {
            ["figure", ref who @ .., how] => {
                let wrong: Vec<String> = numbers(who)
                    .into_iter()
                    .map(|figure| {
                        let state = &position.forces.figures[figure - 1];
                        let stands = match how {
                            "hero" | "failed" | "busy" | "berserk" | "wounded" => {
                                let flags = [
                                    ("hero", state.hero),
                                    ("failed", state.failed),
                                    ("busy", state.busy),
                                    ("berserk", state.berserk),
                                    ("wounded", state.wounded),
                                ];
                                flags
                                    .into_iter()
                                    .find(|(word, _)| *word == how)
                                    .filter(|(_, on)| *on)
                                    .map(|(word, _)| word)
                            }
                            _ => None,
                        };
                        stands.unwrap_or(standing(state.standing)).to_owned()
                    })
                    .filter(|found| found != how)
                    .collect();
                equal(claim, wrong.first().map_or(how, String::as_str), how)
            }
            ["group", which, "at", at] => equal(claim, &group(position, which).at.to_string(), at),
            ["group", which, "of", count] => {
                equal(claim, &group(position, which).members.len().to_string(), count)
            }
            ["group", which, "front", way] => {
                equal(claim, &group(position, which).front.letters().to_lowercase(), way)
            }
            ["group", which, word] => flag(position, which, word).map_or_else(
                || Err(format!("\"{claim}\" is no claim that a card can make")),
                |on| equal(claim, if on { word } else { "not" }, word),
            ),
            ["group", which, "not", word] => flag(position, which, word).map_or_else(
                || Err(format!("\"{claim}\" is no claim that a card can make")),
                |on| equal(claim, if on { word } else { "not" }, "not"),
            ),
            ["strength", sum] => {
                let found: i16 = table::last_fire(&table.log).iter().map(|line| line.1).sum();
                equal(claim, &found.to_string(), sum)
            }
            ["line", .., value] => {
                let label = claim["line".len()..claim.len() - value.len()].trim();
                let lines = table::last_fire(&table.log);
                let found = lines.iter().find(|line| line.0 == label).map_or(0, |line| line.1);
                equal(claim, &found.to_string(), value)
            }
            ["hand" | "deck" | "played" | "shuffles", seat, count] => {
                let seat = table::seat(position, seat);
                let found = match words[0] {
                    "hand" => seat.hand.len(),
                    "deck" => seat.deck.left().len(),
                    "played" => seat.played.len(),
                    _ => usize::from(seat.shuffles),
                };
                equal(claim, &found.to_string(), count)
            }
            ["snipers-dead", seat] => {
                equal(claim, &table::seat(position, seat).snipers_dead.to_string(), "true")
            }
            ["snipers-living", seat] => {
                equal(claim, &table::seat(position, seat).snipers_dead.to_string(), "false")
            }
            ["speaks", seat, player] => {
                equal(claim, &(position.hands.seat(side(seat)).platoon + 1).to_string(), player)
            }
            ["limit", seat, count] => {
                equal(claim, &hand_limit(&position.forces, &position.hands, side(seat)).to_string(), count)
            }
            ["smoke", from, to, size] => {
                equal(claim, &position.terrain.smoke(table::cell(from), table::cell(to)).to_string(), size)
            }
            ["decides", seat] => {
                let found = position.decision().map(|decision| decision.side);
                equal(claim, found.map_or("nobody", |side| ["A", "B"][side.index()]), seat)
            }
            ["machine", which, "not", word] => machine(position, which, word).map_or_else(
                || Err(format!("no such claim: {claim}")),
                |found| equal(claim, if found { word } else { "not" }, "not"),
            ),
            ["machine", which, word] => machine(position, which, word).map_or_else(
                || Err(format!("no such claim: {claim}")),
                |found| equal(claim, if found { word } else { "not" }, word),
            ),
            _ => return None,
        })
    }
}

/// "rifleman*3" three times.
fn each(word: &str) -> Vec<String> {
    let (name, count) = word.split_once('*').unwrap_or((word, "1"));
    vec![name.to_owned(); count.parse().unwrap_or(1)]
}

/// Faces of what is thrown.
fn faces(throws: &str) -> Result<Vec<u8>, String> {
    let mut faces = Vec::new();
    for word in throws.split_whitespace() {
        let bad = || format!("\"{word}\" is no throw: -7 to 7, or d4");
        match word.strip_prefix('d') {
            Some(face) => faces.push(face.parse().map_err(|_| bad())?),
            None => {
                let result: i8 = word.parse().map_err(|_| bad())?;
                if !(-7..=7).contains(&result) {
                    return Err(bad());
                }
                faces.extend(table::d(result));
            }
        }
    }
    Ok(faces)
}

fn side(word: &str) -> Side {
    if word == "A" { Side::A } else { Side::B }
}

/// "3 4", "6-10".
fn numbers(words: &[&str]) -> Vec<usize> {
    words
        .iter()
        .flat_map(|word| {
            let (from, to) = word.split_once('-').unwrap_or((word, word));
            from.parse().unwrap()..=to.parse().unwrap()
        })
        .collect()
}

fn group<'a>(position: &'a Position, which: &str) -> &'a standto::rules::fireandmove::state::Group {
    &position.forces.groups[which.parse::<usize>().unwrap() - 1]
}

const fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Fit => "fit",
        Standing::Pinned => "pinned",
        Standing::Routed => "routed",
        Standing::Killed => "killed",
        Standing::Away => "away",
    }
}

fn flag(position: &Position, which: &str, word: &str) -> Option<bool> {
    let group = group(position, which);
    Some(match word {
        "acted" => group.acted,
        "fear" => group.fear,
        "grounded" => group.grounded,
        "mined" => group.mined,
        "reacted" => group.reacted,
        "down" => group.down,
        "banzai" => group.banzai,
        "hidden" => group.hidden,
        "deep" => group.deep,
        "called" => group.called.is_some(),
        "still" => group.still,
        "gone" => group.members.is_empty(),
        "sniped" => group.sniped.is_some(),
        _ => return None,
    })
}

fn machine(position: &Position, which: &str, word: &str) -> Option<bool> {
    let crew = group(position, which).machine?;
    let machine = &position.forces.machines[usize::from(position.forces.soldier(crew).machine?)];
    Some(match word {
        "buttoned" => machine.buttoned,
        "immobilised" => machine.immobilised,
        "stunned" => machine.stun > 0,
        "bogged" => machine.bogged.is_some(),
        "mired" => machine.mired,
        _ => return None,
    })
}

/// One line of how things stand.
fn state(position: &mut Position, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (&what, rest) = words.split_first().ok_or("an empty state")?;
    match what {
        "pinned" => {
            numbers(rest).into_iter().for_each(|n| position.forces.figures[n - 1].standing = Standing::Pinned)
        }
        "failed" => numbers(rest).into_iter().for_each(|n| position.forces.figures[n - 1].failed = true),
        "uncrewed" => numbers(rest).into_iter().for_each(|n| position.forces.figures[n - 1].assists = None),
        "gone" => {
            for n in numbers(rest) {
                let group = usize::from(position.forces.figures[n - 1].group);
                position.forces.figures[n - 1].standing = Standing::Killed;
                position.forces.groups[group].members.retain(|&member| usize::from(member) != n - 1);
            }
        }
        "called" => numbers(rest).into_iter().for_each(|n| position.forces.groups[n - 1].called = Some(0)),
        "fear" | "grounded" | "mined" | "acted" | "reacted" => {
            for n in numbers(rest) {
                let group = &mut position.forces.groups[n - 1];
                let flag = match what {
                    "fear" => &mut group.fear,
                    "grounded" => &mut group.grounded,
                    "mined" => &mut group.mined,
                    "reacted" => &mut group.reacted,
                    _ => &mut group.acted,
                };
                *flag = true;
            }
        }
        "smoke" => {
            let [group, thick] = numbers(rest)[..] else { return Err(format!("\"{line}\": smoke 1 4")) };
            let at = position.forces.groups[group - 1].at;
            let side = position.forces.groups[group - 1].side;
            let (group, thick) = (group as u8 - 1, thick as u8);
            position.terrain.smokes.push(Smoke { group, at, thick, side, fresh: false, burns: false });
        }
        "immobilised" | "buttoned" | "bogged" => {
            let crew = group(position, rest[0]).machine.ok_or("no vehicle")?;
            let place = position.forces.soldier(crew).machine.ok_or("no vehicle")?;
            let machine = &mut position.forces.machines[usize::from(place)];
            match what {
                "immobilised" => machine.immobilised = true,
                "buttoned" => machine.buttoned = true,
                _ => machine.bogged = Some((-3, false)),
            }
        }
        "damaged" => {
            let group = numbers(rest)[0] - 1;
            position.forces.groups[group].gun.as_mut().ok_or("no gun")?.damaged = true;
        }
        "actions" => position.hands.seats[0].actions = numbers(rest)[0] as u8,
        "snipers-dead" => position.hands.seats[side(rest[0]).index()].snipers_dead = true,
        _ => return Err(format!("\"{line}\" is no state that a card can set")),
    }
    Ok(())
}
