//! The strip at the top: turn and phase, the score of both sides, and whose decision it is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Look;
use crate::game::view::{ProgressView, SideView};
use crate::game::{Seat, Side};
use crate::tui::game::Game;
use crate::tui::table;
use crate::tui::text::{cut, meter_signs, put, whole_words, width};
use crate::tui::theme::Role;

/// A part of a line in several forms, longest first; each has the rank at which it is given up for the next.
/// Lower ranks are given up first.
struct Part {
    forms: Vec<(u8, String)>,
    style: Style,
}

/// The rank of a form that is never given up.
const KEPT: u8 = u8::MAX;

impl Part {
    fn new(style: Style, forms: impl IntoIterator<Item = (u8, String)>) -> Self {
        Self { forms: forms.into_iter().collect(), style }
    }

    /// The rank of the present form.
    fn rank(&self) -> u8 {
        if self.forms.len() > 1 { self.forms[0].0 } else { KEPT }
    }

    fn text(&self) -> &str {
        self.forms.first().map_or("", |(_, text)| text)
    }
}

/// Gives up forms, lowest rank first and all parts of that rank at once, until the line fits.
fn fit(parts: &mut [Part], room: usize) {
    let wide = |parts: &[Part]| parts.iter().map(|part| width(part.text())).sum::<usize>();
    while wide(parts) > room {
        let lowest = parts.iter().map(Part::rank).min().unwrap_or(KEPT);
        if lowest == KEPT {
            return;
        }
        for part in parts.iter_mut().filter(|part| part.rank() == lowest) {
            part.forms.remove(0);
        }
    }
}

fn put_parts(parts: &[Part], area: Rect, buf: &mut Buffer) -> u16 {
    let write = |x, part: &Part| put(buf, x, area.y, area.right().saturating_sub(x), part.text(), part.style);
    parts.iter().fold(area.x, write)
}

/// The text colour of a side.
pub const fn role_of(side: Side) -> Role {
    match side {
        Side::A => Role::SideA,
        Side::B => Role::SideB,
    }
}

/// The style of a block in a side's colour, as its counters have on the map.
pub fn block(side: Side, look: Look) -> Style {
    if !look.theme.is_tinted() {
        return look.theme.of(role_of(side)).add_modifier(Modifier::REVERSED);
    }
    look.theme.of(if side == Side::A { Role::CounterA } else { Role::CounterB })
}

/// Two lines: the turn with its phases and whose decision it is, and the score of both sides.
pub fn draw(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let line = Rect { height: 1, ..area };
    let (text, style) = deciding(game, look);
    let right = width(&text).min(usize::from(area.width)) as u16;
    put(buf, area.right() - right, area.y, right, &text, style);
    turn(game, Rect { width: area.width - right, ..line }, buf, look);
    score(game, Rect { y: area.y + 1, ..line }, buf, look);
}

/// Whose decision it is, in the colour of that side.
fn deciding(game: &Game, look: Look) -> (String, Style) {
    let Some(decision) = game.shown.decision else {
        return (" The battle is over ".to_owned(), look.theme.of(Role::Phase));
    };
    let name = &game.shown.view.sides[decision.side.index()].name;
    let text = match game.session.seat(decision.side) {
        Seat::Human => format!(" {name} to act{} ", table::clock_in_words(&*game.session, &game.shown)),
        Seat::Elsewhere => format!(
            " {name}: {}{} ",
            table::player(&*game.session, &game.shown, decision.side),
            table::clock_in_words(&*game.session, &game.shown)
        ),
        Seat::Program(_) => format!(" {name}: computer "),
    };
    (text, block(decision.side, look))
}

/// The turn, the phases, and the title if there is room.
fn turn(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let view = &game.shown.view;
    let style = |role| look.theme.of(role);
    let left = view.turns.saturating_sub(view.turn);
    let (long, short) = match (view.turns, left) {
        (0, _) => (format!("Turn {}", view.turn), format!("T{}", view.turn)),
        (turns, 0) => (format!("Turn {turns}, the last"), format!("Turn {turns}/{turns}")),
        (turns, _) => {
            (format!("Turn {} of {turns}, {left} left", view.turn), format!("Turn {}/{turns}", view.turn))
        }
    };
    let least = short.replacen("Turn ", "T", 1);
    let phases_in = |turn: &str| {
        let room = usize::from(area.width).saturating_sub(width(turn) + 1);
        phases(&view.phases, &view.phase_shorts, view.phase, room)
    };
    let wanted: usize = view.phases.iter().map(|name| width(name) + 2).sum();
    let fits = |turn: &&String| {
        let shown: usize = phases_in(turn).iter().map(|name| width(name) + 2).sum();
        width(turn) + 1 + shown <= usize::from(area.width)
    };
    let roomy = width(&long) + 1 + wanted <= usize::from(area.width);
    let turn = [&long, &short].into_iter().filter(|text| roomy || *text != &long).find(fits);
    let turn = turn.unwrap_or(&least);
    let mut x = put(buf, area.x, area.y, area.width, turn, style(Role::Prompt)) + 1;
    let room = |x: u16| area.right().saturating_sub(x);
    if let (Some(side), true) = (view.turn_of, view.phases.is_empty()) {
        let name = format!(" {} turn ", view.sides[side.index()].name);
        x = put(buf, x, area.y, room(x), &name, block(side, look));
    }
    for (n, name) in phases_in(turn).iter().enumerate() {
        let now = n == view.phase;
        let text = if now { format!("[{name}]") } else { format!(" {name} ") };
        x = put(buf, x, area.y, room(x), &text, style(if now { Role::Phase } else { Role::Dim }));
    }
    let title = whole_words(&view.title, usize::from(room(x + 2)).saturating_sub(2));
    if let Some(title) = title.filter(|title| width(title) > 8) {
        put(buf, x + 2, area.y, room(x + 2), &title, style(Role::Title));
    }
}

/// The names of the phases: in full if they fit, otherwise the rulebook's abbreviations, with the current one
/// in full if possible. Names are cut only if the rulebook has no abbreviations.
fn phases(all: &[&str], shorts: &[&str], now: usize, room: usize) -> Vec<String> {
    let fits = |names: &Vec<String>| names.iter().map(|name| width(name) + 2).sum::<usize>() <= room;
    let full: Vec<String> = all.iter().map(|name| (*name).to_owned()).collect();
    let mut ways = vec![full.clone()];
    if shorts.len() == all.len() && now < all.len() {
        let short: Vec<String> = shorts.iter().map(|name| (*name).to_owned()).collect();
        let mut mixed = short.clone();
        // A bare number says nothing, so it stays in front of the name.
        let numbered = short[now].parse::<u8>().is_ok();
        mixed[now] = if numbered { format!("{} {}", short[now], full[now]) } else { full[now].clone() };
        ways.extend([mixed, short]);
    }
    if let Some(names) = ways.into_iter().find(fits) {
        return names;
    }
    let shorter = |keep: usize| {
        let names = all.iter().enumerate();
        names
            .map(|(n, name)| if n == now { full[n].clone() } else { name.chars().take(keep).collect() })
            .collect()
    };
    let cut = [8, 6, 5, 4, 3, 2, 1].into_iter().map(shorter).find(fits);
    cut.unwrap_or_else(|| all.iter().map(|name| name.chars().take(1).collect()).collect())
}

/// A side's losses and its break point, in two forms.
fn losses(side: &SideView) -> [String; 2] {
    match (side.score, side.breaking) {
        (Some([lost, aim]), _) => [format!(" lost {lost} of {aim} points"), format!(" lost {lost} of {aim}")],
        (None, Some(n)) => [format!(" lost {} of {n}", side.lost), format!(" lost {} of {n}", side.lost)],
        (None, None) => [format!(" lost {}", side.lost), format!(" lost {}", side.lost)],
    }
}

/// Whether a side has reached its break point.
fn is_broken(side: &SideView) -> bool {
    let score = side.score.or(side.breaking.map(|aim| [side.lost, aim]));
    score.is_some_and(|[lost, aim]| aim > 0 && lost >= aim)
}

/// A bar of this width for a side: how near its losses are to its break point, or, if losses do not decide
/// the battle, how near it is to its objective.
pub fn bar(side: &SideView, room: u16, ascii: bool) -> String {
    let score = side.score.or(side.breaking.map(|aim| [side.lost, aim]));
    let aim = |progress: &ProgressView| progress.need.map(|need| [progress.have, need]);
    let score = score.or_else(|| side.progress.iter().find_map(aim));
    let Some([have, aim]) = score.filter(|score| score[1] > 0) else { return String::new() };
    let long = u32::from(room).min(aim.max(4));
    let full = (have * long).div_ceil(aim).min(long);
    let [on, off] = meter_signs(ascii);
    format!(" {}{}", on.repeat(full as usize), off.repeat((long - full) as usize))
}

/// "  5 points", "  2 of 4 buildings", and shorter.
fn progress(progress: &ProgressView) -> Vec<(u8, String)> {
    let ProgressView { what, have, need } = progress;
    let count = need.map_or_else(|| have.to_string(), |need| format!("{have} of {need}"));
    let short = if *what == "points" { "pts" } else { what };
    vec![(8, format!("  {count} {what}")), (14, format!("  {count} {short}")), (KEPT, format!("  {count}"))]
}

/// Whether the viewer is a player at this keyboard and the enemy is not.
fn is_you(game: &Game, side: Side) -> bool {
    let human = |side| game.session.seat(side) == Seat::Human;
    !game.watching && side == game.shown.viewer && human(side) && !human(side.other())
}

/// The score of a side, most important parts last to be shortened.
fn side_parts(game: &Game, side: Side, wide: bool, look: Look) -> Vec<Part> {
    let style = |role| look.theme.of(role);
    let shown = &game.shown.view.sides[side.index()];
    let text = style(Role::Text);
    // Without tints, the sides are in capital and small letters, as on the map.
    let name = match (look.theme.is_tinted(), side) {
        (true, _) => shown.name.clone(),
        (false, Side::A) => shown.name.to_uppercase(),
        (false, Side::B) => shown.name.to_lowercase(),
    };
    let names = if is_you(game, side) {
        vec![(7, format!(" {name} (you) ")), (KEPT, " YOU ".to_owned())]
    } else {
        vec![(13, format!(" {name} ")), (KEPT, format!(" {} ", cut(&name, 8)))]
    };
    let mut parts = vec![Part::new(block(side, look), names)];
    if !shown.role.is_empty() {
        let role = style(Role::Prompt);
        parts.push(Part::new(role, [(13, format!(" {}", shown.role)), (KEPT, String::new())]));
    }
    let [long, short] = losses(shown);
    let lost = style(if is_broken(shown) { Role::Loss } else { Role::Text });
    parts.push(Part::new(lost, [(8, long), (KEPT, short)]));
    let bars = [(2, 24), (6, 12), (9, 8), (10, 5), (11, 3), (KEPT, 0)];
    let bars = bars.into_iter().skip(usize::from(!wide)).map(|(rank, room)| match room {
        0 => (rank, String::new()),
        room => (rank, bar(shown, room, look.ascii)),
    });
    // The bar stands behind what it measures.
    let bar = Part::new(style(role_of(side)), bars);
    let progress = shown.progress.iter().map(|of| Part::new(text, progress(of)));
    if shown.score.is_some() || shown.breaking.is_some() {
        parts.push(bar);
        parts.extend(progress);
    } else {
        parts.extend(progress);
        parts.push(bar);
    }
    for (n, fact) in shown.facts.iter().enumerate() {
        let rank = 5u8.saturating_sub(n as u8).max(3);
        parts.push(Part::new(style(Role::Dim), [(rank, format!("  {fact}")), (KEPT, String::new())]));
    }
    parts
}

/// The result if the battle ended now, in the colour of the winner.
fn standing(game: &Game, look: Look) -> Part {
    let Some(now) = game.shown.view.standing else { return Part::new(Style::new(), None) };
    let (end, role) = match now.winner {
        None => ("draw".to_owned(), Role::Prompt),
        Some(side) => {
            let name = if is_you(game, side) { "you" } else { &game.shown.view.sides[side.index()].name };
            let degree = if now.degree.is_empty() { String::new() } else { format!(" ({})", now.degree) };
            (format!("{name} win{degree}"), role_of(side))
        }
    };
    let forms = [(1, format!("If it ended now: {end}")), (12, format!("now: {end}")), (KEPT, String::new())];
    Part::new(look.theme.of(role), forms)
}

fn score(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let text = look.theme.of(Role::Text);
    let wide = area.width >= 140;
    let mut parts = side_parts(game, Side::A, wide, look);
    parts.push(Part::new(text, [(KEPT, "  ".to_owned())]));
    parts.extend(side_parts(game, Side::B, wide, look));
    parts.push(Part::new(text, [(KEPT, "  ".to_owned())]));
    parts.push(standing(game, look));
    fit(&mut parts, usize::from(area.width));
    let Some(last) = parts.pop() else { return };
    put_parts(&parts, area, buf);
    let right = width(last.text()).min(usize::from(area.width)) as u16;
    put(buf, area.right() - right, area.y, right, last.text(), last.style);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phase_abbreviations_match_the_book() {
        let all = ["rally", "prep fire", "movement"];
        let shorts = ["RPh", "PFPh", "MPh"];
        assert_eq!(phases(&all, &shorts, 1, 80), all);
        assert_eq!(phases(&all, &shorts, 1, 25), ["RPh", "prep fire", "MPh"]);
        assert_eq!(phases(&all, &shorts, 1, 16), shorts);
        assert_eq!(phases(&all, &["1", "2", "3"], 1, 21), ["1", "2 prep fire", "3"]);
    }

    #[test]
    fn the_loss_bar_is_full_at_defeat() {
        let side = |lost, breaking| SideView { lost, breaking: Some(breaking), ..SideView::default() };
        assert_eq!(bar(&side(0, 8), 8, true), " ........");
        assert_eq!(bar(&side(1, 8), 8, true), " #.......");
        assert_eq!(bar(&side(9, 8), 8, true), " ########");
        let points = SideView { score: Some([60, 120]), ..SideView::default() };
        assert_eq!(bar(&points, 8, true), " ####....");
        assert_eq!(losses(&points)[0], " lost 60 of 120 points");
        let need = ProgressView { what: "buildings", have: 1, need: Some(4) };
        let holds = SideView { progress: vec![need], ..SideView::default() };
        assert_eq!(bar(&holds, 8, true), " #...");
    }

    #[test]
    fn the_least_important_form_is_given_up_first() {
        let part = |forms: &[(u8, &str)]| {
            Part::new(Style::new(), forms.iter().map(|(rank, text)| (*rank, (*text).to_owned())))
        };
        let shown = |room| {
            let mut parts =
                [part(&[(2, "lost 3 of 9"), (KEPT, "3/9")]), part(&[(1, " ######"), (3, " ##"), (KEPT, "")])];
            fit(&mut parts, room);
            parts.iter().map(Part::text).collect::<String>()
        };
        assert_eq!(shown(18), "lost 3 of 9 ######");
        assert_eq!(shown(17), "lost 3 of 9 ##");
        assert_eq!(shown(13), "3/9 ##");
        assert_eq!(shown(5), "3/9");
    }
}
