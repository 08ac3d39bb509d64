//! Rule cards of every ruleset: what they have in common, and the trait by which a ruleset sets up its table
//! and adds claims of its own. tests/cards/README.md explains each line.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use standto::book::Book;
use standto::dice::Dice;

use crate::table::Table;
use crate::{cited, claims};

/// One card.
#[derive(Deserialize)]
pub struct Card {
    /// What the card shows, in a sentence.
    pub name: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// A remark on the reading of the rule.
    #[serde(default)]
    #[allow(dead_code)] // for readers of the card
    pub why: String,
    /// Choices in notation; "? …" between them is a claim.
    #[serde(default)]
    pub play: Vec<String>,
    /// Every face rolled, in order.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// Claims at the end.
    #[serde(default)]
    pub expect: Vec<String>,
    /// How its ruleset sets up the table.
    #[serde(flatten)]
    pub setting: toml::Table,
}

/// A ruleset with cards in files.
pub trait Carded: Book {
    /// How a card sets up the table; unknown keys are errors.
    type Setting: DeserializeOwned;

    /// The table as a card sets it up. The first dice may be rolled during set-up.
    ///
    /// # Errors
    /// What is wrong with the card.
    fn set(setting: &Self::Setting, dice: &mut Dice) -> Result<Table<Self>, String>;

    /// Whether a claim of the ruleset's own holds; `None` if it is not one.
    fn claim(table: &Table<Self>, claim: &str) -> Option<Result<(), String>>;
}

/// The cards in a text.
pub fn read(text: &str) -> Result<Vec<Card>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        card: Vec<Card>,
    }
    toml::from_str::<File>(text).map(|file| file.card).map_err(|error| error.to_string())
}

/// Plays a card; the error is the difference.
pub fn play<R: Carded>(card: &Card) -> Result<(), String> {
    cited::anew();
    let setting: R::Setting = card.setting.clone().try_into().map_err(|error| format!("{error}"))?;
    let mut dice = Dice::taped(&card.dice);
    let mut table = R::set(&setting, &mut dice)?;
    for (n, step) in card.play.iter().enumerate() {
        match step.strip_prefix('?') {
            Some(claim) => claims::check(claim.trim(), &table),
            None => table.make(step, &mut dice),
        }
        .map_err(|why| format!("play {}: {why}", n + 1))?;
    }
    if dice.unread() > 0 {
        return Err(format!("{} of the dice are left over", dice.unread()));
    }
    let wrong: Vec<String> =
        card.expect.iter().filter_map(|claim| claims::check(claim, &table).err()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n    ")) }
}

/// Plays a card and checks that it applies the rules it lists.
fn holds<R: Carded>(card: &Card) -> Result<(), String> {
    play::<R>(card).and_then(|()| cited::held_to(&cited::all(), &card.rules))
}

/// A card must be able to fail: this text's card holds, and with each of the changes (from, to) it fails for
/// a reason that contains the third string.
pub fn fails_when_changed<R: Carded>(right: &str, changes: &[(&str, &str, &str)]) {
    let outcome = |text: &str| read(text).and_then(|cards| holds::<R>(&cards[0]));
    assert_eq!(outcome(right), Ok(()));
    for (from, to, sign) in changes {
        assert!(right.contains(from), "{from}");
        let why = outcome(&right.replace(from, to)).expect_err(to);
        assert!(why.contains(sign), "{to}: {why}");
    }
}

/// The files of a ruleset's cards, in order.
pub fn files(ruleset: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cards").join(ruleset);
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    paths
}

/// Plays every card of a ruleset, or those with `CARD` in their names: all must hold, and apply the rules
/// they list.
pub fn all_hold<R: Carded>() {
    let only = std::env::var("CARD").unwrap_or_default().to_lowercase();
    let (mut played, mut failures) = (0, Vec::new());
    for path in files(R::ID) {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        for card in read(&text).unwrap_or_else(|error| panic!("{file}: {error}")) {
            if !card.name.to_lowercase().contains(&only) {
                continue;
            }
            played += 1;
            if let Err(why) = holds::<R>(&card) {
                failures.push(format!("{file}: {} [{}]\n    {why}", card.name, card.rules.join(", ")));
            }
        }
    }
    println!("{played} cards");
    assert!(failures.is_empty(), "{} of {played} cards fail:\n\n{}\n", failures.len(), failures.join("\n\n"));
}
