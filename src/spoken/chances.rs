//! The odds of a choice in words.

use crate::game::view::PreviewRoll;
use crate::game::{Modifier, Preview, Reading};

/// A chance: "36%", and "0.4%" where it is small.
fn percent(chance: f64) -> String {
    let hundredths = chance * 100.0;
    if hundredths > 0.0 && hundredths < 1.0 {
        format!("{hundredths:.1}%")
    } else {
        format!("{hundredths:.0}%")
    }
}

/// The results, every roll with its modifiers, and how the enemy may react.
pub(super) fn told(preview: Option<&Preview>) -> Vec<String> {
    let Some(preview) = preview.filter(|preview| !preview.rolls.is_empty()) else {
        return vec!["Nothing is rolled.".to_owned()];
    };
    let mut lines = Vec::new();
    if !preview.result.is_empty() {
        let parts: Vec<String> =
            preview.result.iter().map(|(name, chance)| format!("{name} {}", percent(*chance))).collect();
        lines.push(format!("Results: {}.", parts.join(", ")));
    }
    preview.rolls.iter().for_each(|one| roll(one, "", &mut lines));
    if !preview.answer.is_empty() {
        lines.push(format!("The enemy may react: {}", preview.answer.join(" ")));
    }
    lines.extend(preview.remarks.iter().map(|remark| format!("Remark: {remark}")));
    lines
}

fn roll(roll: &PreviewRoll, when: &str, lines: &mut Vec<String>) {
    let test = &roll.test;
    let who = if roll.who.is_empty() { String::new() } else { format!("{}: ", roll.who) };
    let head = match test.base() {
        Some(base) => {
            let (needs, dice) = (test.needs(), test.dice_in_words());
            format!(
                "{} {}. {needs} on {dice} (base {base}, rule {})",
                percent(roll.chance()),
                test.purpose,
                test.rule
            )
        }
        None => {
            let odds = test.distribution();
            let parts: Vec<String> =
                odds.iter().map(|(reading, chance)| format!("{reading} {}", percent(chance))).collect();
            format!("{} {}: {} (rule {})", test.throw_in_words(), test.purpose, parts.join(", "), test.rule)
        }
    };
    lines.push(format!("{when}{who}{head}."));
    if !test.modifiers.is_empty() {
        let modifiers: Vec<String> = test.modifiers.iter().map(Modifier::to_string).collect();
        lines.push(format!("  Modifiers: {}.", modifiers.join("; ")));
    }
    for (on, next) in &roll.opens {
        let when = match on {
            Reading::Pass => "Then ".to_owned(),
            Reading::Fail => "If it fails: ".to_owned(),
            other => format!("On {other}: "),
        };
        self::roll(next, &when, lines);
    }
}
