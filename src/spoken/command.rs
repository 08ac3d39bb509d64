//! What a player types: the number or the notation of a choice, or a command.

use crate::game::ChoiceView;

pub(super) const HELP: &str = "\
To act, type the number of a choice or its notation, as in a save.
Several answers on one line are separated by semicolons: step N; step N; halt.
  (empty line)    repeat the prompt
  list, list WORD all choices; those that contain a word
  march PLACE, march UNIT PLACE  go there, as far as this turn allows
  odds N          the rolls of choice N, with its notation or its number
  undo            undo your last decision
  map             the map in words
  look PLACE      a square, hex or place: its terrain, its units, what is around it
  sight A B       line of sight from one place or unit to another
  units, units WORD  all units; those that contain a word, such as a side or a unit's number
  hand            your cards
  score           losses, objectives, and who would win now
  briefing        the briefing again
  log, log N      the last lines of the log
  details on, details off  modifiers with each roll, or without
  save            where the game is saved; every action is saved at once
  quit            leave; the game goes on with standto resume";

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// The choice at this place in the list.
    Play(usize),
    /// A march to a place, perhaps with the unit before it.
    March(String),
    Undo,
    Leave,
    Help,
    List(String),
    /// The odds of the choice at this place.
    Odds(usize),
    Map,
    Look(String),
    Sight(String, String),
    Units(String),
    Hand,
    Score,
    Briefing,
    Log(usize),
    Detailed(bool),
    Save,
}

/// Why a line is not a command or a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unread {
    /// A sentence for the player.
    pub text: String,
    /// It could be several choices.
    pub is_ambiguous: bool,
}

impl Unread {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_ambiguous: false }
    }
}

/// The places of the choices whose label or notation contains every word.
pub(super) fn matching(choices: &[ChoiceView], words: &str) -> Vec<usize> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let holds = |choice: &ChoiceView| {
        let text = format!("{} {}", choice.label, choice.notation).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    (0..choices.len()).filter(|&at| holds(&choices[at])).collect()
}

/// The place of the choice that a text names: by number, by notation, or by its whole label.
fn chosen(text: &str, choices: &[ChoiceView]) -> Result<Option<usize>, Unread> {
    if let Some(at) = choices.iter().position(|choice| choice.notation == text) {
        return Ok(Some(at));
    }
    if let Ok(number) = text.parse::<usize>() {
        let known = number.checked_sub(1).filter(|&at| at < choices.len());
        let last = choices.len();
        let unknown = || Unread {
            text: format!("{number} is not in the list: choices run from 1 to {last}."),
            is_ambiguous: true,
        };
        return known.map(Some).ok_or_else(unknown);
    }
    let low = text.to_lowercase();
    let same =
        |choice: &ChoiceView| choice.label.to_lowercase() == low || choice.notation.to_lowercase() == low;
    let found: Vec<usize> = (0..choices.len()).filter(|&at| same(&choices[at])).collect();
    match found[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        [first, ..] => {
            let text = format!("Several choices are called that: type a number such as {}.", first + 1);
            Err(Unread { text, is_ambiguous: true })
        }
    }
}

/// Reads a line. A choice has precedence over a command of the same name.
pub(super) fn read(line: &str, choices: &[ChoiceView]) -> Result<Command, Unread> {
    if let Some(at) = chosen(line, choices)? {
        return Ok(Command::Play(at));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let needs = |what: &str| Err(Unread::new(format!("Type {word} and {what}. Type help for the commands.")));
    Ok(match word.to_lowercase().as_str() {
        "help" | "?" => Command::Help,
        "list" | "choices" => Command::List(rest.to_owned()),
        "march" | "go" if !rest.is_empty() => Command::March(rest.to_owned()),
        "march" => return needs("a place, or a unit and a place"),
        "undo" => Command::Undo,
        "map" if rest.is_empty() => Command::Map,
        "look" | "map" if !rest.is_empty() => Command::Look(rest.to_owned()),
        "look" => return needs("a place"),
        "sight" => match rest.split_whitespace().collect::<Vec<_>>()[..] {
            [from, to] => Command::Sight(from.to_owned(), to.to_owned()),
            _ => return needs("two places or units"),
        },
        "units" => Command::Units(rest.to_owned()),
        "hand" | "cards" => Command::Hand,
        "score" => Command::Score,
        "briefing" => Command::Briefing,
        "log" if rest.is_empty() => Command::Log(10),
        "log" => match rest.parse() {
            Ok(count) => Command::Log(count),
            Err(_) => return needs("a number of lines"),
        },
        "details" if rest == "on" => Command::Detailed(true),
        "details" if rest == "off" => Command::Detailed(false),
        "details" => return needs("on or off"),
        "save" => Command::Save,
        "quit" | "exit" => Command::Leave,
        "odds" => match chosen(rest, choices)? {
            Some(at) => Command::Odds(at),
            None => return needs("the number or the notation of a choice"),
        },
        _ => return Err(unknown(line, choices)),
    })
}

/// Nothing has that name: the choices that contain its words, if there are a few.
fn unknown(line: &str, choices: &[ChoiceView]) -> Unread {
    const MOST: usize = 5;
    let found = matching(choices, line);
    if found.is_empty() || found.len() > MOST {
        return Unread::new(format!("\"{line}\" is neither a choice nor a command. Type list or help."));
    }
    let rows: Vec<String> = found.iter().map(|&at| format!("{}: {}", at + 1, choices[at].label)).collect();
    Unread { text: format!("Type the number:\n{}", rows.join("\n")), is_ambiguous: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Act;

    fn choices() -> Vec<ChoiceView> {
        let choice = |notation: &str, label: &str| ChoiceView::new(notation, label, "target", Act::Begin);
        vec![
            choice("fire S6", "Fire at S6 T-34c"),
            choice("fire S7", "Fire at S7 T-34c"),
            choice("pass", "Pass"),
        ]
    }

    #[test]
    fn a_choice_is_named_by_number_notation_or_label() {
        for (line, at) in [("2", 1), ("fire S7", 1), ("fire at s7 t-34c", 1), ("pass", 2), ("PASS", 2)] {
            assert_eq!(read(line, &choices()), Ok(Command::Play(at)), "{line}");
        }
        assert!(read("4", &choices()).unwrap_err().text.contains("from 1 to 3"));
        assert!(read("0", &choices()).is_err());
    }

    #[test]
    fn part_of_a_name_never_plays_a_choice() {
        let why = read("S7", &choices()).unwrap_err();
        assert_eq!(why.text, "Type the number:\n2: Fire at S7 T-34c");
        assert!(read("dance", &choices()).unwrap_err().text.contains("neither a choice nor a command"));
    }

    #[test]
    fn commands_take_what_they_need() {
        assert_eq!(read("odds 1", &choices()), Ok(Command::Odds(0)));
        assert_eq!(read("odds fire S7", &choices()), Ok(Command::Odds(1)));
        assert_eq!(read("sight G1 0304", &choices()), Ok(Command::Sight("G1".into(), "0304".into())));
        assert_eq!(read("march G1 0304", &choices()), Ok(Command::March("G1 0304".into())));
        assert!(read("march", &choices()).is_err());
        assert_eq!(read("map 0304", &choices()), Ok(Command::Look("0304".into())));
        assert_eq!(read("list t-34", &choices()), Ok(Command::List("t-34".into())));
        assert!(read("odds", &choices()).is_err() && read("sight A", &choices()).is_err());
    }
}
