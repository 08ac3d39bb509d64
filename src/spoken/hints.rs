//! The hints of a tutorial without the keys of the screen, which mean nothing to a player who types lines.

/// Words that speak of keys or of the cursor.
const OF_KEYS: [&str; 11] =
    ["press", "enter", "esc", "space", "tab", "key", "keys", "cursor", "arrow", "arrows", "highlighted"];

/// Whether a sentence names a key: by name, or as a letter of its own.
fn names_a_key(sentence: &str) -> bool {
    let mut words = sentence.split(|c: char| !(c.is_alphanumeric() || "'-".contains(c)));
    let mut before = "";
    words.any(|word| {
        let letter = word.len() == 1 && word.chars().all(char::is_alphabetic) && !matches!(word, "a" | "A" | "I");
        // "Enter the village" is no key; "Enter confirms" and "press Enter" are.
        let named = OF_KEYS.contains(&word.to_lowercase().as_str())
            && (word.to_lowercase() != "enter" || word == "Enter" && !before.is_empty());
        before = word;
        letter || named || word == "Left" || word == "Right"
    }) || sentence.starts_with("Enter ")
}

/// The hint, one line a paragraph, without the sentences that name keys; empty if nothing is left.
pub(super) fn without_keys(hint: &str) -> String {
    let paragraphs = hint.split("\n\n").map(|paragraph| {
        let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let kept: String = line.split_inclusive(". ").filter(|sentence| !names_a_key(sentence)).collect();
        kept.trim_end().to_owned()
    });
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_name_keys_are_left_out() {
        let hint = "Choose postures. A stand in the\nfiring posture stays.\n\nLeft and Right change a posture, Enter \
                    confirms. Send the rest to the crossroads.\n\nF fires, H holds fire.";
        let left = "Choose postures. A stand in the firing posture stays.\nSend the rest to the crossroads.";
        assert_eq!(without_keys(hint), left);
        assert_eq!(without_keys("Press d to begin."), "");
        assert_eq!(without_keys("A squad has 4 MF; a D6 decides."), "A squad has 4 MF; a D6 decides.");
    }
}
