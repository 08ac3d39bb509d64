//! Names that look like what somebody wrote.

/// Up to three of the names that look like `name`, the likeliest first.
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

/// `; perhaps "introductory"?`, or nothing.
pub(super) fn or_perhaps(near: &[String]) -> String {
    let quoted: Vec<String> = near.iter().map(|name| format!("\"{name}\"")).collect();
    if quoted.is_empty() {
        "; \"standto list\" shows what there is".to_owned()
    } else {
        format!("; perhaps {}?", quoted.join(" or "))
    }
}

/// How many letters must be put in, left out or changed to make one word of the other.
fn steps(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_found() {
        let names = ["introductory".to_owned(), "hill-112".to_owned()];
        assert_eq!(nearest("introductry", &names), ["introductory"]);
        assert_eq!(nearest("INTRO", &names), ["introductory"]);
        assert_eq!(nearest("hill-113", &names), ["hill-112"]);
        assert!(nearest("kursk", &names).is_empty());
        assert_eq!(steps("kitten", "sitting"), 3);
    }
}
