//! The strip at the top: turn, phase, losses, and whose decision it is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Look;
use crate::game::view::SideView;
use crate::game::{Seat, Side};
use crate::tui::game::Game;
use crate::tui::text::{cut, put, width};
use crate::tui::theme::Role;

/// Two lines: the turn with its phases, and the sides with their losses.
pub fn draw(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let view = &game.view;
    let style = |role| look.theme.of(role);
    let last = if view.turns == 0 { String::new() } else { format!("/{}", view.turns) };
    let turn = format!("Turn {}{last} ", view.turn);
    let x = put(buf, area.x, area.y, area.width, &turn, style(Role::Prompt));
    let room = usize::from(area.right() - x);
    let names = phases(&view.phases, &view.phase_shorts, view.phase, room);
    let mut at = x;
    for (n, name) in names.iter().enumerate() {
        let now = n == view.phase;
        let text = if now { format!("[{name}]") } else { format!(" {name} ") };
        at = put(buf, at, area.y, area.right() - at, &text, style(if now { Role::Phase } else { Role::Dim }));
    }
    let left = usize::from(area.right().saturating_sub(at + 2));
    let title = cut(&view.title, left);
    if left > 8 {
        let x = area.right() - width(&title) as u16;
        put(buf, x, area.y, area.right() - x, &title, style(Role::Title));
    }
    sides(game, Rect { y: area.y + 1, height: 1, ..area }, buf, look);
}

/// The names of the phases: in full if they fit, otherwise the rulebook's abbreviations, with the current one
/// in full if possible. Names are cut only if the rulebook has no abbreviations.
fn phases(all: &[&str], shorts: &[&str], now: usize, room: usize) -> Vec<String> {
    let fits = |names: &Vec<String>| names.iter().map(|name| width(name) + 2).sum::<usize>() <= room;
    let full: Vec<String> = all.iter().map(|name| (*name).to_owned()).collect();
    let mut ways = vec![full.clone()];
    if shorts.len() == all.len() {
        let short: Vec<String> = shorts.iter().map(|name| (*name).to_owned()).collect();
        let mut mixed = short.clone();
        mixed[now] = full[now].clone();
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

/// A side's losses and its break point.
fn losses(side: &SideView) -> String {
    match side.breaking {
        Some(n) => format!(" lost {} of {n}", side.lost),
        None => format!(" lost {}", side.lost),
    }
}

/// A side's progress towards its break point, as a bar of this width.
pub fn bar(side: &SideView, room: u16, ascii: bool) -> String {
    let score = side.score.or(side.breaking.map(|aim| [side.lost, aim]));
    let Some([lost, aim]) = score.filter(|score| score[1] > 0) else { return String::new() };
    let long = u32::from(room).min(aim.max(4));
    let full = (lost * long).div_ceil(aim).min(long);
    let (on, off) = if ascii { ("#", ".") } else { ("█", "░") };
    format!(" {}{}", on.repeat(full as usize), off.repeat((long - full) as usize))
}

const fn role_of(side: Side) -> Role {
    match side {
        Side::A => Role::SideA,
        Side::B => Role::SideB,
    }
}

/// The side to act, and the style of the words.
fn deciding(game: &Game) -> (String, Role) {
    let Some(decision) = game.decision else { return ("The battle is over".to_owned(), Role::Prompt) };
    let name = &game.view.sides[decision.side.index()].name;
    let text = match game.session.seat(decision.side) {
        Seat::Human => format!("{name} to act"),
        Seat::Program(_) if game.pondering => format!("{name} (computer) thinking"),
        Seat::Program(_) => format!("{name} (computer) to act"),
    };
    (text, role_of(decision.side))
}

/// The facts about both sides that fit, alternating between the sides.
fn facts(game: &Game, spare: &mut usize) -> [Vec<String>; 2] {
    let mut told = [Vec::new(), Vec::new()];
    let most = game.view.sides.iter().map(|side| side.facts.len()).max().unwrap_or(0);
    for n in 0..most {
        for side in Side::BOTH {
            let Some(fact) = game.view.sides[side.index()].facts.get(n) else { continue };
            let text = format!(", {fact}");
            if width(&text) <= *spare {
                *spare -= width(&text);
                told[side.index()].push(text);
            }
        }
    }
    told
}

fn sides(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let wide = usize::from(area.width);
    let name = |side: Side| {
        let name = &game.view.sides[side.index()].name;
        if side == Side::A { name.to_uppercase() } else { name.to_lowercase() }
    };
    let base: usize = Side::BOTH
        .into_iter()
        .map(|side| width(&name(side)) + width(&losses(&game.view.sides[side.index()])) + 3)
        .sum();
    // The prompt also names the side, so these words give way to facts about the sides.
    let (text, role) = deciding(game);
    let text = if game.human() && base + width(&text) > wide { String::new() } else { text };
    let right = width(&text).min(wide) as u16;
    let mut spare = wide.saturating_sub(base + usize::from(right) + 2);
    let longest = if area.width >= 140 { 24 } else { 8 };
    let bars = Side::BOTH.map(|side| bar(&game.view.sides[side.index()], longest, look.ascii));
    let all_bars: usize = bars.iter().map(|bar| width(bar)).sum();
    let bars_fit = all_bars <= spare;
    spare -= if bars_fit { all_bars } else { 0 };
    let told = facts(game, &mut spare);
    let mut x = area.x;
    for side in Side::BOTH {
        let shown = &game.view.sides[side.index()];
        let room = |x: u16| area.right().saturating_sub(right + 2).saturating_sub(x);
        x = put(buf, x, area.y, room(x), &name(side), style(role_of(side)));
        x = put(buf, x, area.y, room(x), &losses(shown), style(Role::Text));
        if bars_fit {
            x = put(buf, x, area.y, room(x), &bars[side.index()], style(role_of(side)));
        }
        for fact in &told[side.index()] {
            x = put(buf, x, area.y, room(x), fact, style(Role::Dim));
        }
        x = put(buf, x, area.y, room(x), "   ", style(Role::Text));
    }
    put(buf, area.right() - right, area.y, right, &text, style(role));
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
    }

    #[test]
    fn the_loss_bar_is_full_at_defeat() {
        let side = |lost, breaking| SideView { lost, breaking: Some(breaking), ..SideView::default() };
        assert_eq!(bar(&side(0, 8), 8, true), " ........");
        assert_eq!(bar(&side(1, 8), 8, true), " #.......");
        assert_eq!(bar(&side(9, 8), 8, true), " ########");
        let points = SideView { score: Some([60, 120]), ..SideView::default() };
        assert_eq!(bar(&points, 8, true), " ####....");
    }
}
