//! The report as one HTML page: no network, nothing but itself.

use std::fmt::Write as _;

use super::map::Plan;
use super::story::Story;
use super::summary::{MOMENTS, player};
use super::{chart, data, map, units};
use crate::deeds::{decisive, luck};
use crate::game::Side;
use crate::game::view::{PieceView, Weight};
use crate::picture::escaped;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn html(story: &Story) -> String {
    let plan = Plan::of(&story.board);
    let title = escaped(&story.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\">\n<title>{title}</title>\n<style>\n{STYLE}{}{}{}\n</style>\n</head>\n<body>\n",
        map::style(),
        units::STYLE,
        chart::STYLE
    );
    let _ = write!(out, "<header><h1>{title}</h1>\n<p class=\"result\">{}</p>\n", escaped(&story.result()));
    if let Some(seen) = story.seen_by() {
        let _ = writeln!(out, "<p>{}</p>", escaped(&seen));
    }
    out.push_str("</header>\n<main>\n");
    battle(story, &plan, &mut out);
    out.push_str("<section class=\"side\">\n");
    sides(story, &mut out);
    moments(story, &mut out);
    let _ = writeln!(out, "<h2>{}</h2>\n{}", losses_heading(story), chart::losses(story));
    let _ = writeln!(
        out,
        "<h2>Luck: rolls that succeeded beyond the expected number</h2>\n{}",
        chart::luck(story)
    );
    order_of_battle(story, &mut out);
    briefing(story, &mut out);
    out.push_str(
        "</section>\n<section class=\"log\"><h2>Every roll</h2><div id=\"log\"></div></section>\n</main>\n",
    );
    footer(story, &mut out);
    let _ = writeln!(
        out,
        "<script type=\"application/json\" id=\"battle\">{}</script>",
        data::json(story, &plan)
    );
    let _ = write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

fn losses_heading(story: &Story) -> String {
    let points = story.sides.iter().all(|side| side.score.is_some());
    escaped(&format!("Losses in {}", if points { "points" } else { story.piece_words[1] }))
}

/// The map with its units as they are at the end, and the controls.
fn battle(story: &Story, plan: &Plan, out: &mut String) {
    let [width, height] = plan.size();
    let last = story.frames.len() - 1;
    let _ = write!(
        out,
        "<section class=\"battle\">\n<svg id=\"map\" xmlns=\"http://www.w3.org/2000/svg\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n{}<g id=\"ground\"></g>\
         <g id=\"trails\"></g><g id=\"units\">{}</g><g id=\"shots\"></g>\n</svg>\n",
        escaped(&story.title),
        map::drawn(story, plan),
        units::drawn(story, last, plan)
    );
    let _ = write!(
        out,
        "<div class=\"controls\" hidden>\n<button id=\"start\" title=\"Start (Home)\">|&lt;</button>\
         <button id=\"back\" title=\"Back one action (Left)\">&lt;</button>\
         <button id=\"play\" title=\"Play or pause (Space)\">Play</button>\
         <button id=\"next\" title=\"On one action (Right)\">&gt;</button>\
         <button id=\"loss\" title=\"Next loss (L)\">Loss</button>\n\
         <input id=\"at\" type=\"range\" min=\"0\" max=\"{last}\" value=\"{last}\" aria-label=\"Action\">\n</div>\n\
         <p id=\"now\" aria-live=\"polite\"></p>\n<ul id=\"told\"></ul>\n\
         <p class=\"keys\">Keys: Left and Right one action, Page Up and Page Down one turn, Home, End, Space plays, \
         L next loss.</p>\n</section>\n"
    );
}

/// Losses, luck and damage of both sides.
fn sides(story: &Story, out: &mut String) {
    out.push_str("<table class=\"sides\">\n");
    for (side, class) in Side::BOTH.into_iter().zip(["a", "b"]) {
        let shown = &story.sides[side.index()];
        let _ = writeln!(
            out,
            "<tr><th class=\"{class}\">{}</th><td>{}<br>{}",
            escaped(&shown.name),
            escaped(&player(story.players[side.index()])),
            escaped(&story.losses(side))
        );
        if let Some(luck) = luck(&story.log, side).in_words() {
            let _ = writeln!(out, "<br>Luck: {}", escaped(&luck));
        }
        if let Some(damage) = story.damage_in_words(side) {
            let _ = writeln!(out, "<br>Damage done by {}", escaped(&damage));
        }
        out.push_str("</td></tr>\n");
    }
    out.push_str("</table>\n");
}

fn moments(story: &Story, out: &mut String) {
    let moments = decisive(&story.log, story.eyes.reader(), MOMENTS);
    if moments.is_empty() {
        return;
    }
    out.push_str("<h2>Decisive actions</h2>\n<ol class=\"moments\">\n");
    for moment in moments {
        let _ = writeln!(
            out,
            "<li><button data-to=\"{}\">Turn {}, action {}</button> {}</li>",
            moment.play,
            moment.turn,
            moment.play,
            escaped(&moment.text)
        );
    }
    out.push_str("</ol>\n");
}

/// Every unit by formation, with its fate.
fn order_of_battle(story: &Story, out: &mut String) {
    out.push_str("<h2>Order of battle</h2>\n");
    for side in Side::BOTH {
        let units = || story.roster.iter().enumerate().filter(|(_, piece)| piece.side == side);
        let mut formations: Vec<&str> = Vec::new();
        for (_, piece) in units() {
            if !formations.contains(&piece.formation.as_str()) {
                formations.push(&piece.formation);
            }
        }
        let name = escaped(&story.sides[side.index()].name);
        let _ = writeln!(out, "<details><summary>{name}: {} units</summary>\n<table>", units().count());
        for formation in formations {
            if !formation.is_empty() {
                let _ = writeln!(out, "<tr><th colspan=\"2\">{}</th></tr>", escaped(formation));
            }
            for (at, piece) in units().filter(|(_, piece)| piece.formation == formation) {
                let fate = fate(story, at, piece);
                let _ = writeln!(out, "<tr><td>{}</td><td>{fate}</td></tr>", escaped(&piece.with_tag()));
            }
        }
        out.push_str("</table></details>\n");
    }
}

/// The fate of a unit: the moment of its loss, its harmful states, or none.
fn fate(story: &Story, at: usize, piece: &PieceView) -> String {
    if let Some((turn, play)) = story.lost_at(at) {
        return format!("<button data-to=\"{play}\">lost in turn {turn}</button>");
    }
    let harmed = piece.states.iter().filter(|state| state.weight >= Weight::Harm);
    let words: Vec<&str> = harmed.map(|state| state.word).collect();
    let [fit, shaken, dead] = piece.figures;
    let known = story.frames.last().and_then(|frame| frame.stands.get(at)).is_some_and(Option::is_some);
    if !known {
        "not in play".to_owned()
    } else if piece.figures != [0; 3] && dead > 0 {
        format!("{} of {} left", fit + shaken, fit + shaken + dead)
    } else if words.is_empty() {
        "unhurt".to_owned()
    } else {
        escaped(&words.join(", "))
    }
}

fn briefing(story: &Story, out: &mut String) {
    let lines: Vec<&String> = story.briefing.iter().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return;
    }
    out.push_str("<details><summary>Briefing</summary>\n");
    for line in lines {
        let _ = writeln!(out, "<p>{}</p>", escaped(line));
    }
    out.push_str("</details>\n");
}

fn footer(story: &Story, out: &mut String) {
    let turn = story.frames.last().map_or(1, |frame| frame.turn);
    let mut facts = vec![format!("{turn} turns, {} actions", story.plays())];
    if story.undone > 0 {
        facts.push(format!("actions undone after rolling dice: {}", story.undone));
    }
    facts.extend(story.seal.as_ref().map(|seal| format!("game seal {}", seal.in_groups())));
    facts.extend(story.seed.map(|seed| format!("dice seed {seed}")));
    let facts = escaped(&facts.join(" · "));
    let _ = writeln!(out, "<footer>{facts}<br>Stand To {}</footer>", env!("CARGO_PKG_VERSION"));
}
