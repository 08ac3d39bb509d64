//! The aim of the battle and how it stands, where a large screen has room for it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::strip::role_of;
use super::{Look, headed};
use crate::game::Tone;
use crate::game::view::{Family, GoalView};
use crate::tui::game::Game;
use crate::tui::text::{Line, capital, cut, put_lines, spark, whole_lines, width, wrap};
use crate::tui::theme::Role;

/// The aim, the losses of each turn, and the meaning of the signs on counters.
fn lines(game: &Game, room: usize, look: Look) -> Vec<Line> {
    let style = |role| look.theme.of(role);
    let view = &game.shown.view;
    let mut lines: Vec<Line> = Vec::new();
    let aim = wrap(&capital(&view.objective), room, 0).into_iter();
    lines.extend(aim.map(|line| vec![(line, style(Role::Text))]));
    lines.extend(goals(game, room, look));
    let turns = usize::try_from(view.turn).unwrap_or(0);
    let mut counts = vec![0; turns.clamp(1, room.max(1))];
    for line in game.shown.lines(&*game.session).filter(|line| line.event.tone == Tone::Loss) {
        let turn = usize::try_from(line.turn).unwrap_or(0).saturating_sub(1);
        if let Some(count) = counts.get_mut(turn) {
            *count += 1;
        }
    }
    let total: usize = counts.iter().sum();
    if total > 0 {
        let head = "Damage and losses by turn ";
        lines.push(vec![
            (head.to_owned(), style(Role::Dim)),
            (spark(&counts, look.ascii), style(Role::Loss)),
            (format!(" {total}"), style(Role::Dim)),
        ]);
    }
    lines
}

/// The objectives, with what they are worth and who holds them; those alike in one line.
fn goals(game: &Game, room: usize, look: Look) -> Vec<Line> {
    let view = &game.shown.view;
    let mut goals: Vec<(&GoalView, usize)> = Vec::new();
    for goal in view.board.goals.iter().filter(|goal| goal.worth > 0 || goal.holder.is_some()) {
        let alike = |known: &GoalView| {
            (&known.name, known.holder, known.worth) == (&goal.name, goal.holder, goal.worth)
        };
        match goals.iter_mut().find(|(known, _)| alike(known)) {
            Some((_, count)) => *count += 1,
            None => goals.push((goal, 1)),
        }
    }
    let line = |(goal, count): (&GoalView, usize)| {
        let worth = match goal.worth {
            0 => String::new(),
            1 => ", 1 point".to_owned(),
            points => format!(", {points} points"),
        };
        let held = goal.holder.map_or("not held", |side| view.sides[side.index()].name.as_str());
        let flag = if look.ascii { "*" } else { "⚑" };
        let name = if count > 1 { format!("{count} {}s", goal.name) } else { capital(&goal.name) };
        let style = look.theme.of(goal.holder.map_or(Role::Text, role_of));
        let text = format!("{flag} {name}{worth}: {held}");
        wrap(&text, room, 2).into_iter().map(|line| vec![(line, style)]).collect::<Vec<Line>>()
    };
    goals.into_iter().flat_map(line).collect()
}

/// The ground on the map: a sample and its name.
fn ground(game: &Game, room: usize, look: Look) -> Vec<Line> {
    let board = &game.shown.view.board;
    let mut used: Vec<u16> = Vec::new();
    for &kind in &board.cells {
        if !used.contains(&kind) {
            used.push(kind);
        }
    }
    let line = |kind: &u16| {
        let terrain = board.palette.get(usize::from(*kind)).filter(|terrain| !terrain.name.is_empty())?;
        let role =
            if look.theme.is_tinted() { Role::tint(terrain.family, 0) } else { Role::ground(terrain.family) };
        let name = cut(&terrain.name, room.saturating_sub(4));
        Some(vec![
            (format!(" {0} ", terrain.glyph), look.theme.of(role)),
            (format!(" {name}"), look.theme.of(Role::Text)),
        ])
    };
    // Cells of their own kind, such as named ones, look like others.
    let mut named: Vec<(String, Family)> = Vec::new();
    used.retain(|kind| {
        let terrain = board.palette.get(usize::from(*kind));
        let look = terrain.map_or_else(Default::default, |terrain| (terrain.name.clone(), terrain.family));
        let is_new = !named.contains(&look);
        named.push(look);
        is_new
    });
    used.iter().filter_map(line).collect()
}

/// The meaning of the washes and marks that are over the map now.
fn overlays(game: &Game, room: usize, look: Look) -> Vec<Line> {
    let tinted = look.theme.is_tinted();
    let board = &game.shown.view.board;
    let turrets = game.shown.view.pieces.iter().any(|piece| piece.facings.len() > 1);
    let all = [
        (game.marching.routed.is_some(), ["pale", "'"], "within reach: points this turn, or the turn"),
        (game.layers.threat.is_some(), ["red", "1-9"], "enemy fire: chance of harm, or number of units"),
        (!game.shown.options.is_empty(), ["_", "+"], "can be chosen now"),
        (tinted && !game.shown.options.is_empty(), ["( )", ""], "target that can be chosen"),
        (game.layers.seen.is_some(), ["dark", "blank"], "out of sight"),
        (
            !board.goals.is_empty(),
            [if look.ascii { "*" } else { "⚑" }, "*"],
            "objective, in its holder's colour",
        ),
        (!game.shown.view.zone.is_empty(), ["border", "+"], "set-up zone"),
        (tinted && !look.ascii && turrets, ["▲→", ""], "hull, and turret turned away from it"),
        (tinted && !game.lookups.endangered.is_empty(), ["!", ""], "in danger: harmed with 30% or more"),
    ];
    let shown = all.into_iter().filter(|(is_shown, ..)| *is_shown);
    let texts = shown.map(|(_, signs, meaning)| format!("{:<6} {meaning}", signs[usize::from(!tinted)]));
    let lines = texts.flat_map(|text| wrap(&text, room, 7));
    lines.map(|line| vec![(line, look.theme.of(Role::Dim))]).collect()
}

/// The meaning of the signs on counters.
fn signs(game: &Game, room: usize, look: Look) -> Vec<Line> {
    let signs = &game.shown.view.legend;
    let wide = signs.iter().map(|sign| width(&sign.sign)).max().unwrap_or(0).min(room / 2);
    let line = |text: String| vec![(text, look.theme.of(Role::Dim))];
    let text = |sign: &crate::game::view::SignView| format!("{:<wide$} {}", sign.sign, sign.meaning);
    signs.iter().flat_map(|sign| wrap(&text(sign), room, wide + 1)).map(line).collect()
}

/// The height that the aim needs in a pane of this width; 0 if there is nothing to say.
pub fn wanted(game: &Game, wide: u16, look: Look) -> u16 {
    match lines(game, usize::from(wide), look).len() as u16 {
        0 => 0,
        rows => rows + 1,
    }
}

/// The height that the meaning of the marks over the map needs.
pub fn marks_wanted(game: &Game, wide: u16, look: Look) -> u16 {
    match overlays(game, usize::from(wide), look).len() as u16 {
        0 => 0,
        rows => rows + 1,
    }
}

/// Draws the aim, and below it what else there is room for: the signs on counters, the ground, the briefing. Returns
/// whether there was room for all of it.
pub fn draw(game: &Game, area: Rect, buf: &mut Buffer, look: Look) -> bool {
    if area.height < 2 {
        return false;
    }
    let (room, mut rest) = (usize::from(area.width), area);
    let mut panel = |heading: &str, lines: &[Line], least: usize, buf: &mut Buffer| {
        if lines.is_empty() || usize::from(rest.height) <= least.min(lines.len()) {
            return lines.is_empty();
        }
        let inner = headed(rest, heading, buf, look);
        put_lines(buf, inner, lines, 0);
        let used = (lines.len() as u16 + 1).min(rest.height);
        rest = Rect { y: rest.y + used, height: rest.height - used, ..rest };
        true
    };
    panel("Aim", &lines(game, room, look), 1, buf);
    panel("On the map", &overlays(game, room, look), usize::MAX, buf);
    panel("Signs", &signs(game, room, look), usize::MAX, buf);
    panel("Ground", &ground(game, room, look), 4, buf);
    let briefing = whole_lines(&game.shown.view.briefing).into_iter().flat_map(|text| wrap(&text, room, 0));
    let briefing: Vec<Line> = briefing.map(|line| vec![(line, look.theme.of(Role::Text))]).collect();
    panel("Briefing", &briefing, usize::MAX, buf)
}
