//! The balance beside the overview: how much each side can still lose, and which side would win now.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::counter;
use super::scene::Scene;
use crate::game::Side;
use crate::game::view::SideView;
use crate::tui::text::sign;
use crate::tui::theme::Role;

/// Its width where it stands alone.
pub const USUAL: u16 = 10;

/// What a side can still lose before it is beaten, or what it has left if losses do not decide the battle; and
/// what that was at the start.
fn left(side: &SideView) -> [u32; 2] {
    let [lost, all] =
        side.score.or(side.breaking.map(|aim| [side.lost, aim])).unwrap_or([side.lost, side.strength]);
    [all.saturating_sub(lost), all]
}

/// Draws a bar for each side in half of a row, with the number behind it, and a star before the one that would win
/// now.
pub fn draw(scene: &Scene, row: Rect, buf: &mut Buffer) {
    let theme = scene.look.theme;
    let table = theme.of(Role::Table);
    let winner = scene.game.shown.view.standing.and_then(|standing| standing.winner);
    let half = row.width / 2;
    for (side, x) in Side::BOTH.into_iter().zip([row.x, row.x + half]) {
        if winner == Some(side) {
            let star = if scene.look.ascii { '*' } else { '★' };
            sign(buf, x, row.y, star, Style { fg: theme.of(Role::Lit).bg, ..table });
        }
        let [now, all] = left(&scene.game.shown.view.sides[side.index()]);
        let room = half.saturating_sub(1);
        let full = (now * u32::from(room)).div_ceil(all.max(1)).min(u32::from(room)) as u16;
        let bar = theme.of(Role::CounterA).bg(counter::side_tint(scene, side));
        let number = now.to_string();
        let mut digits = number.chars();
        for column in 0..room {
            let style = if column < full { bar } else { table };
            sign(buf, x + 1 + column, row.y, digits.next().unwrap_or(' '), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_has_left_what_its_break_point_or_its_strength_leaves() {
        let side = SideView { lost: 2, strength: 18, ..SideView::default() };
        assert_eq!(left(&side), [16, 18]);
        assert_eq!(left(&SideView { breaking: Some(9), ..side.clone() }), [7, 9]);
        assert_eq!(left(&SideView { score: Some([120, 100]), ..side }), [0, 100]);
    }
}
