//! The top strip: turn, phase, losses, and who decides.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Look;
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
    let names = phases(&view.phases, view.phase, room);
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

/// The phases, cut as little as the room asks; the present one is the last to be cut.
fn phases(all: &[&str], now: usize, room: usize) -> Vec<String> {
    for keep in [usize::MAX, 8, 6, 5, 4, 3, 2, 1] {
        let names: Vec<String> = all
            .iter()
            .enumerate()
            .map(|(n, name)| if n == now { (*name).to_owned() } else { name.chars().take(keep).collect() })
            .collect();
        if names.iter().map(|name| width(name) + 2).sum::<usize>() <= room {
            return names;
        }
    }
    all.iter().map(|name| name.chars().take(1).collect()).collect()
}

fn sides(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let deciding = match game.decision {
        None => "The battle is over".to_owned(),
        Some(decision) => {
            let name = &game.view.sides[decision.side.index()].name;
            match game.session.seat(decision.side) {
                Seat::Human => format!("{name} decide"),
                Seat::Program(_) => format!("{name} (program) think"),
            }
        }
    };
    // Who decides stands in the prompt too, so it gives way to what is told of the sides.
    let told = |side: Side| {
        let shown = &game.view.sides[side.index()];
        let losses = match shown.breaking {
            Some(n) => format!(" lost {} of {n}", shown.lost),
            None => format!(" lost {}", shown.lost),
        };
        let facts: usize = shown.facts.iter().map(|fact| 2 + width(fact)).sum();
        (width(&shown.name) + width(&losses) + 3, facts)
    };
    let wide = usize::from(area.width);
    let all: usize = Side::BOTH.into_iter().map(told).map(|(base, facts)| base + facts).sum();
    let human = game.human() && all <= wide + 3;
    let deciding = if human && all + width(&deciding) > wide { String::new() } else { deciding };
    let right = width(&deciding).min(wide) as u16;
    let mut x = area.x;
    for side in Side::BOTH {
        let later = if side == Side::A { told(Side::B).0 as u16 } else { 0 };
        let shown = &game.view.sides[side.index()];
        let role = if side == Side::A { Role::SideA } else { Role::SideB };
        let name = if side == Side::A { shown.name.to_uppercase() } else { shown.name.to_lowercase() };
        let losses = match shown.breaking {
            Some(n) => format!(" lost {} of {n}", shown.lost),
            None => format!(" lost {}", shown.lost),
        };
        let limit = area.right().saturating_sub(right + 2);
        let room = |x: u16| limit.saturating_sub(x);
        x = put(buf, x, area.y, room(x), &name, style(role));
        x = put(buf, x, area.y, room(x), &losses, style(Role::Text));
        if let Some(aim) = shown.breaking.filter(|aim| *aim > 0 && area.width >= 140) {
            // How near the enemy is to its aim, a sign for each piece it must still destroy.
            let done = shown.lost.min(aim);
            let bar = format!(" [{}{}]", "#".repeat(done as usize), ".".repeat((aim - done) as usize));
            x = put(buf, x, area.y, room(x).min(30), &bar, style(role));
        }
        for fact in &shown.facts {
            let text = format!(", {fact}");
            if width(&text) <= usize::from(room(x).saturating_sub(later)) {
                x = put(buf, x, area.y, room(x), &text, style(Role::Dim));
            }
        }
        x = put(buf, x, area.y, room(x), "   ", style(Role::Text));
    }
    put(buf, area.right() - right, area.y, right, &deciding, style(Role::Prompt));
}
