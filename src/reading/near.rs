//! Suggestions for misspelt names: words and parts of words first, then letters.

use strsim::{levenshtein, osa_distance};

/// The longest misspelt name to look at, in bytes: the comparison takes time in proportion to both lengths.
const LONGEST: usize = 80;

/// The fewest letters of a part of a name that is looked for within names.
const PART: usize = 3;

/// The number of letters to add, drop or change to turn one word into another; huge for a word that is too
/// long.
fn steps(one: &str, other: &str) -> usize {
    if one.len() > LONGEST { usize::MAX } else { levenshtein(one, other) }
}

/// Whether two words differ by at most one letter in four.
pub fn is_near(word: &str, other: &str) -> bool {
    osa_distance(word, other) <= word.chars().count() / 4
}

/// The letters and figures of a name, in lower case: "T-34c" is "t34c".
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of a name, in lower case.
fn words(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Whether a text has all these words, whatever their case, hyphens and points: "t34" is in "T-34/76".
pub fn has_words(text: &str, wanted: &str) -> bool {
    let text = text.to_lowercase();
    let plain: Vec<String> = text.split_whitespace().map(letters).collect();
    let has = |word: &str| {
        let asked = letters(word);
        text.contains(word) || !asked.is_empty() && plain.iter().any(|own| own.contains(&asked))
    };
    wanted.to_lowercase().split_whitespace().all(has)
}

/// The text to find of a command that takes it as an option, as words of its own, or both.
pub fn with_words(option: Option<String>, words: &[String]) -> Option<String> {
    let all: Vec<String> = option.into_iter().chain(words.iter().cloned()).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// How far a known name is from the one asked for: 0 is the same letters, then names that begin with it, hold it
/// as a part, or hold all its words. `None` if it has none of these in common.
fn by_parts(wanted: &str, known: &str) -> Option<usize> {
    let (part, whole) = (letters(wanted), letters(known));
    let asked = words(wanted);
    let begins = |word: &String| words(known).iter().any(|own| own.starts_with(word.as_str()));
    if part.is_empty() || wanted.len() > LONGEST {
        None
    } else if part == whole {
        Some(0)
    } else if part.len() < PART {
        None
    } else if whole.starts_with(&part) {
        Some(1)
    } else if whole.contains(&part) {
        Some(2)
    } else if asked.len() > 1 && asked.iter().all(begins) {
        Some(3)
    } else if whole.len() >= PART && part.contains(&whole) {
        Some(4)
    } else {
        None
    }
}

/// The names that have words or parts in common with `name`, the most similar first; names that are as similar
/// stay in their order.
pub fn with_part<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut scored: Vec<(usize, &str)> =
        names.into_iter().filter_map(|known| Some((by_parts(name, known)?, known))).collect();
    scored.sort_by_key(|(score, _)| *score);
    scored.into_iter().map(|(_, known)| known).collect()
}

/// Up to three of the names that resemble `name`, the most similar first.
pub fn nearest(name: &str, names: &[String]) -> Vec<String> {
    let parts = with_part(name, names.iter().map(String::as_str));
    if !parts.is_empty() {
        return parts.into_iter().take(3).map(str::to_owned).collect();
    }
    let wanted = name.to_lowercase();
    let limit = (wanted.chars().count() / 3).max(2);
    let mut scored: Vec<(usize, &String)> = names
        .iter()
        .map(|known| (steps(&wanted, &known.to_lowercase()), known))
        .filter(|(score, _)| *score <= limit)
        .collect();
    scored.sort_by_key(|(score, _)| *score);
    scored.into_iter().take(3).map(|(_, known)| known.clone()).collect()
}

/// "; did you mean …?" with the most similar name, or the list of known names if none is similar.
pub fn suggestion(name: &str, known: &[&str]) -> String {
    let part = with_part(name, known.iter().copied()).first().copied();
    let wanted = name.to_lowercase();
    let near = || {
        let scored = known.iter().map(|known| (steps(&wanted, &known.to_lowercase()), *known));
        let close = scored.filter(|(distance, _)| *distance <= 1 + name.chars().count() / 3);
        close.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
    };
    let begins = || known.iter().find(|known| !wanted.is_empty() && known.starts_with(&wanted)).copied();
    match part.or_else(near).or_else(begins) {
        Some(near) => format!("; did you mean \"{near}\"?"),
        None => format!(", expected one of {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_found() {
        let names = ["introductory".to_owned(), "hill-112".to_owned()];
        assert_eq!(nearest("introductry", &names), ["introductory"]);
        assert_eq!(nearest("INTRO", &names), ["introductory"]);
        assert_eq!(nearest("hill-113", &names), ["hill-112"]);
        assert!(nearest("kursk", &names).is_empty());
    }

    #[test]
    fn words_are_found_whatever_their_case_and_hyphens() {
        assert!(has_words("Soviet Union T-34/76 Model 1942", "t34 soviet"));
        assert!(has_words("Panzer IV F2-H (7.5cm)", "7.5cm F2-H"));
        assert!(has_words("Pz IV", ""));
        assert!(!has_words("Kit 34", "t34"), "within a word");
        assert!(!has_words("T-34", "t34 german"));
    }

    #[test]
    fn words_and_parts_come_before_letters() {
        let names = [
            "Pack Elephants",
            "T-15",
            "Panzer IV F2-H (7.5cm)",
            "T-34c",
            "T-34-85",
            "Infantry SMG",
            "PAK 40",
        ];
        assert_eq!(with_part("Panzer IV", names), ["Panzer IV F2-H (7.5cm)"]);
        assert_eq!(with_part("T34", names), ["T-34c", "T-34-85"]);
        assert_eq!(with_part("smg inf", names), ["Infantry SMG"]);
        assert_eq!(with_part("pak40", names), ["PAK 40"]);
        assert!(with_part("Tiger", names).is_empty());
        assert!(with_part(&"a".repeat(10_000), names).is_empty());
    }

    #[test]
    fn misspelt_words_get_a_suggestion_or_the_list() {
        let known = ["woods", "stream", "good-road"];
        assert_eq!(suggestion("wods", &known), "; did you mean \"woods\"?");
        assert_eq!(suggestion("good", &known), "; did you mean \"good-road\"?");
        assert_eq!(suggestion("marsh", &known), ", expected one of woods, stream, good-road");
    }
}
