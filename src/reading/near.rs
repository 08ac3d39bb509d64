//! Suggestions for misspelt names.

use strsim::{levenshtein, osa_distance};

/// The longest misspelt name to look at, in bytes: the comparison takes time in proportion to both lengths.
const LONGEST: usize = 80;

/// The number of letters to add, drop or change to turn one word into another; huge for a word that is too
/// long.
fn steps(one: &str, other: &str) -> usize {
    if one.len() > LONGEST { usize::MAX } else { levenshtein(one, other) }
}

/// Whether two words differ by at most one letter in four.
pub fn is_near(word: &str, other: &str) -> bool {
    osa_distance(word, other) <= word.chars().count() / 4
}

/// Up to three of the names that resemble `name`, the most similar first.
pub fn nearest(name: &str, names: &[String]) -> Vec<String> {
    let wanted = name.to_lowercase();
    let limit = (wanted.chars().count() / 3).max(2);
    let mut scored: Vec<(usize, &String)> = names
        .iter()
        .map(|known| {
            let other = known.to_lowercase();
            let part = wanted.chars().count() >= 3 && (other.contains(&wanted) || wanted.contains(&other));
            (if part { 0 } else { steps(&wanted, &other) }, known)
        })
        .filter(|(score, _)| *score <= limit)
        .collect();
    scored.sort_by_key(|(score, _)| *score);
    scored.into_iter().take(3).map(|(_, known)| known.clone()).collect()
}

/// "; did you mean …?" with the most similar name, or the list of known names if none is similar.
pub fn suggestion(name: &str, known: &[&str]) -> String {
    let wanted = name.to_lowercase();
    let near = known
        .iter()
        .map(|known| (steps(&wanted, &known.to_lowercase()), known))
        .filter(|(distance, _)| *distance <= 1 + name.chars().count() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known);
    let begins = || known.iter().find(|known| !wanted.is_empty() && known.starts_with(&wanted));
    match near.or_else(begins) {
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
    fn misspelt_words_get_a_suggestion_or_the_list() {
        let known = ["woods", "stream", "good-road"];
        assert_eq!(suggestion("wods", &known), "; did you mean \"woods\"?");
        assert_eq!(suggestion("good", &known), "; did you mean \"woods\"?");
        assert_eq!(suggestion("marsh", &known), ", expected one of woods, stream, good-road");
    }
}
