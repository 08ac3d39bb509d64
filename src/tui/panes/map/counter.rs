//! Counters: a block in the side's colour with its letter, facing, state and name.

use ratatui::style::{Color, Modifier, Style};

use super::canvas::Canvas;
use super::piece::{arrow, glyph, harm, has, label};
use super::scene::{Scene, Spot};
use crate::board::{Cell, Heading};
use crate::game::Side;
use crate::game::view::{Nation, PieceView, Weight};
use crate::tui::panes::Look;
use crate::tui::text::width;
use crate::tui::theme::{Role, Theme, readable, washed};

/// The role for a side.
const fn of_side(side: Side, [a, b]: [Role; 2]) -> Role {
    match side {
        Side::A => a,
        Side::B => b,
    }
}

/// The colours of a side's nation, where counters have them: the terminal must show more than sixteen colours.
fn nation(scene: &Scene, side: Side) -> Option<Style> {
    let theme = scene.look.theme;
    let role = match scene.game.shown.view.sides[side.index()].nation {
        _ if !theme.nations => return None,
        Nation::German => Role::German,
        Nation::American => Role::American,
        Nation::British => Role::British,
        Nation::Soviet => Role::Soviet,
        Nation::Italian => Role::Italian,
        Nation::Other => return None,
    };
    let nations = scene.game.shown.view.sides.each_ref().map(|side| side.nation);
    let style = theme.of(role);
    (nations[0] != nations[1] && style.bg.and_then(readable).is_some()).then_some(style)
}

/// The colour of a side's counters.
pub fn side_tint(scene: &Scene, side: Side) -> Color {
    let own = scene.look.theme.tint(of_side(side, [Role::CounterA, Role::CounterB]));
    nation(scene, side).and_then(|style| style.bg).unwrap_or(own)
}

/// Whether Enter acts on a piece or the player has marked it.
fn is_picked(scene: &Scene, piece: &PieceView) -> bool {
    let game = scene.game;
    let aimed = game.pointer.pick.and_then(|n| game.shown.cell_of(n)) == piece.cell
        && game.shown.view.active.is_some();
    let told = game.report.step.and_then(|n| game.report.acts.get(n));
    let told = piece.cell.is_some_and(|cell| told.is_some_and(|act| act.cells.contains(&cell)));
    game.pointer.marked.contains(&piece.id) || (aimed && game.shown.view.active != Some(piece.id)) || told
}

/// The colours of a nation's counter that has acted or is out of action: mixed with another tint.
fn mixed(theme: &Theme, nation: Style, over: Color, hundredths: u16) -> Style {
    let ground = nation.bg.and_then(|bg| washed(bg, over, hundredths));
    let ink = ground.and_then(readable).or(nation.fg);
    Style { bg: ground.or(nation.bg), fg: ink, ..theme.of(Role::CounterA) }
}

/// The style of a counter: the tint shows its activity, the text its harmful states.
pub fn style(scene: &Scene, piece: &PieceView) -> Style {
    let theme = scene.look.theme;
    let acting = scene.game.shown.view.active == Some(piece.id);
    let nation = nation(scene, piece.side);
    let role = |roles| theme.of(of_side(piece.side, roles));
    let mut style = match nation {
        _ if is_picked(scene, piece) => role([Role::PickedA, Role::PickedB]),
        _ if acting => role([Role::ActingA, Role::ActingB]),
        Some(nation) if has(piece, Weight::Grave) => mixed(theme, nation, Color::Indexed(231), 75),
        _ if has(piece, Weight::Grave) => role([Role::GraveA, Role::GraveB]),
        Some(nation) if has(piece, Weight::Spent) => mixed(theme, nation, theme.tint(Role::Shadow), 45),
        _ if has(piece, Weight::Spent) => role([Role::SpentA, Role::SpentB]),
        Some(nation) => nation,
        None => role([Role::CounterA, Role::CounterB]),
    };
    let plain = !is_picked(scene, piece) && !acting && !has(piece, Weight::Grave);
    if harm(piece).is_some() && plain {
        let dark = nation.is_some() && style.bg.and_then(readable) == Some(Color::Indexed(16));
        style.fg = if dark { Some(Color::Indexed(52)) } else { theme.of(Role::Harm).fg };
    }
    if piece.cell.is_some_and(|cell| scene.is_option(cell)) {
        style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
    }
    style
}

/// The style of the lower row of a small counter: darker, so that counters above each other stay apart.
fn lower(scene: &Scene, piece: &PieceView, own: Style) -> Style {
    let theme = scene.look.theme;
    let whole = theme.of(of_side(piece.side, [Role::CounterA, Role::CounterB]));
    let foot = theme.of(of_side(piece.side, [Role::FootA, Role::FootB]));
    if own.bg == whole.bg { Style { bg: foot.bg, ..own } } else { own }
}

/// The sign of a unit in danger.
pub const DANGER: char = '!';

/// The states of a piece as letters, most serious first, and the sign of danger.
fn letters(scene: &Scene, piece: &PieceView, room: usize) -> String {
    let mut states: Vec<_> = piece.states.iter().filter(|state| state.weight != Weight::Spent).collect();
    states.sort_by_key(|state| std::cmp::Reverse(state.weight));
    let hidden = piece.hidden.then_some('?');
    let states = states.into_iter().filter(|state| !(piece.hidden && state.letter == 'h'));
    let mut letters: Vec<char> = hidden.into_iter().chain(states.map(|state| state.letter)).collect();
    letters.dedup();
    letters.extend(scene.in_danger(piece).then_some(DANGER));
    letters.into_iter().take(room).collect()
}

/// The letter or the map symbol of a piece.
fn sign(piece: &PieceView, look: Look) -> char {
    let symbol = piece.symbol.signs().filter(|_| look.theme.symbols);
    symbol.map_or_else(|| glyph(piece), |[sign, plain]| if look.ascii { plain } else { sign })
}

/// The letter and the facings of a piece.
fn head(piece: &PieceView, look: Look) -> String {
    let ascii = look.ascii;
    let mut head = String::from(sign(piece, look));
    let mut last = None;
    for facing in piece.facings.iter().take(2) {
        let arrow = arrow(facing.to, ascii);
        if last != Some(arrow) {
            head.push(arrow);
        }
        last = Some(arrow);
    }
    head
}

/// A row of a counter: text at its left and right edges.
fn row(left: &str, right: &str, room: usize) -> String {
    let gap = room.saturating_sub(width(left) + width(right));
    format!("{left}{}{right}", " ".repeat(gap))
}

/// The number in a cell: figures of a group, otherwise pieces.
fn strength(piece: &PieceView, crowd: usize) -> String {
    let [fit, hampered, _] = piece.figures;
    match () {
        () if hampered > 0 => format!("{fit}/{}", fit + hampered),
        () if fit > 0 => fit.to_string(),
        () if crowd > 1 => format!("x{crowd}"),
        () => String::new(),
    }
}

/// The hull and the turret of a piece, where they point in different directions: a triangle, full for the first
/// side, and an arrow.
fn turned(piece: &PieceView, look: Look) -> Option<String> {
    let [hull, turret] = piece.facings.get(..2)? else { return None };
    let wind = |to: Heading| to.nearest_wind() as usize;
    if look.ascii || wind(hull.to) == wind(turret.to) {
        return None;
    }
    let hulls = if piece.side == Side::A { "▲◥▶◢▼◣◀◤" } else { "△◹▷◿▽◺◁◸" };
    Some(format!("{}{}", hulls.chars().nth(wind(hull.to))?, arrow(turret.to, false)))
}

/// The rows of a square's counter.
fn square_rows(scene: &Scene, piece: &PieceView, crowd: usize) -> Vec<String> {
    let (wide, tall, look) = (usize::from(scene.size.wide), scene.size.tall, scene.look);
    let head = head(piece, look);
    if tall == 1 {
        // A single row has room for the letter and the facing, or the number if there is no facing. Hidden
        // pieces have a question mark.
        if let Some(both) = turned(piece, look).filter(|_| !piece.hidden) {
            return vec![both];
        }
        let facing = head.chars().nth(1);
        let count = (crowd > 1).then(|| char::from_digit(crowd.min(9) as u32, 10)).flatten();
        let hidden = piece.hidden.then_some('?');
        let first = hidden.filter(|_| facing.is_some()).unwrap_or_else(|| sign(piece, look));
        return vec![format!("{first}{}", facing.or(hidden).or(count).unwrap_or(' '))];
    }
    let room = wide.saturating_sub(width(&head));
    let count = Some(strength(piece, crowd)).filter(|count| tall == 2 && width(count) < room);
    let count = count.unwrap_or_default();
    let states = letters(scene, piece, (room - width(&count)).min(2));
    let name = label(piece, wide).unwrap_or_default();
    let mut rows = vec![row(&head, &format!("{count}{states}"), wide), row(&name, "", wide)];
    if tall > 2 {
        rows.push(row(&piece.tag, &strength(piece, crowd), wide));
    }
    rows
}

/// The two rows of a small hex: the top piece, then its facing, the number or the weapon it carries, and the worst
/// state.
fn brick_rows(scene: &Scene, stack: &[&PieceView], piece: &PieceView) -> Vec<String> {
    let look = scene.look;
    let symbol = look.theme.symbols && piece.symbol.signs().is_some();
    let name = label(piece, 3).filter(|_| !symbol).unwrap_or_else(|| sign(piece, look).to_string());
    let worst = stack.iter().filter_map(|piece| harm(piece)).max_by_key(|state| state.weight);
    let danger = stack.iter().any(|piece| scene.in_danger(piece)).then_some(DANGER);
    let quiet = || if piece.hidden { "?".to_owned() } else { danger.map_or(String::new(), String::from) };
    let state = worst.map_or_else(quiet, |state| state.letter.to_ascii_uppercase().to_string());
    let carried = || {
        let held = scene.game.shown.view.pieces.iter().find(|other| other.carried_by == Some(piece.id));
        held.and_then(|held| label(held, 3 - width(&state)))
    };
    let count = match (stack.len(), piece.facing()) {
        (0 | 1, Some(to)) => arrow(to, look.ascii).to_string(),
        (0 | 1, None) => carried().unwrap_or_default(),
        (n, _) => format!("{}{}", if look.ascii { 'x' } else { '×' }, n.min(9)),
    };
    vec![row(&name, "", 3), row(&count, &state, 3)]
}

/// A stack with one row per counter, each in its own style.
fn stack_rows(scene: &Scene, stack: &[&PieceView], wide: usize, tall: usize) -> Vec<(String, Style)> {
    let shown = if stack.len() > tall { tall - 1 } else { stack.len() };
    let mut rows: Vec<(String, Style)> = Vec::new();
    for piece in &stack[..shown] {
        let facing = piece.facing().map_or(String::new(), |to| arrow(to, scene.look.ascii).to_string());
        let state = letters(scene, piece, 1);
        let tail = format!("{facing}{state}");
        let name = label(piece, wide - width(&tail)).unwrap_or_else(|| head(piece, scene.look));
        rows.push((row(&name, &tail, wide), style(scene, piece)));
    }
    if shown < stack.len() {
        rows.push((row(&format!("+{}", stack.len() - shown), "", wide), style(scene, stack[shown])));
    }
    // The most serious state is written out on a bar if a row is free.
    let worst = stack.iter().filter_map(|piece| harm(piece)).max_by_key(|state| state.weight);
    if let Some(state) = worst
        && rows.len() < tall
        && width(state.word) <= wide
    {
        rows.push((format!("{:^wide$}", state.word), scene.look.theme.of(Role::Bar)));
    }
    rows
}

/// Draws the counters in a cell; returns whether there are any.
pub fn draw(canvas: &mut Canvas, scene: &Scene, spot: Spot) -> bool {
    let Some(piece) = scene.foremost(spot.cell) else { return false };
    let size = scene.size;
    let wide = usize::from(size.wide);
    let mut stack: Vec<&PieceView> =
        scene.game.shown.pieces_at(spot.cell).filter(|piece| piece.carried_by.is_none()).collect();
    let own = style(scene, piece);
    let rows: Vec<(String, Style)> = if size.has_names() {
        // The foremost piece is on top, below the name of the hex.
        stack.sort_by_key(|other| other.id != piece.id);
        stack_rows(scene, &stack, wide, usize::from(size.tall) - 1)
    } else if size.step > 0 {
        let rows = brick_rows(scene, &stack, piece).into_iter();
        rows.zip([own, lower(scene, piece, own)]).collect()
    } else {
        let rows = square_rows(scene, piece, stack.len()).into_iter();
        rows.map(|text| (text, own)).collect()
    };
    for (y, (text, style)) in (u16::from(size.has_names())..size.tall).zip(rows) {
        canvas.fill(spot.place(0, y), size.wide, 1, style);
        canvas.text(spot.place(0, y), &text, style);
        if size.wide > 2 && is_crowded(scene, spot.cell) {
            let line = if scene.look.ascii { '|' } else { '▕' };
            let ink = scene.look.theme.of(Role::Ground).bg.unwrap_or(Color::Reset);
            canvas.sign_if_free(spot.place(size.wide - 1, y), line, Style::new().fg(ink));
        }
    }
    true
}

/// Whether there is a counter in the next cell to the east, so that a line must keep them apart.
fn is_crowded(scene: &Scene, cell: Cell) -> bool {
    scene.beside(cell).any(|(toward, next)| (1..12).contains(&toward.parts()) && scene.occupied(next))
}
