//! The area of the screen that the map is drawn in; anything outside is clipped.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

/// A buffer and the area that may be drawn in.
pub struct Canvas<'a> {
    pub buf: &'a mut Buffer,
    pub area: Rect,
}

/// A position on the screen; it may be outside the area.
pub type Place = (i32, i32);

impl Canvas<'_> {
    fn at(&mut self, (x, y): Place) -> Option<&mut ratatui::buffer::Cell> {
        let (x, y) = (u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        if self.area.contains((x, y).into()) { self.buf.cell_mut((x, y)) } else { None }
    }

    /// Writes a character, keeping the background if the style has none.
    pub fn sign(&mut self, place: Place, sign: char, style: Style) {
        if let Some(cell) = self.at(place) {
            cell.set_char(sign).set_style(style);
        }
    }

    /// Writes a character if there is nothing but the texture of open terrain.
    pub fn sign_if_free(&mut self, place: Place, sign: char, style: Style) {
        if let Some(cell) = self.at(place)
            && matches!(cell.symbol(), " " | "·" | ".")
        {
            cell.set_char(sign).set_style(style);
        }
    }

    /// Writes a character over open ground or the blocks of a building.
    pub fn sign_if_ground(&mut self, place: Place, sign: char, style: Style) {
        if let Some(cell) = self.at(place)
            && matches!(cell.symbol(), " " | "·" | "." | "▗" | "▖" | "▟" | "▙" | "#")
        {
            cell.set_char(sign).set_style(style);
        }
    }

    /// Whether a position is blank or shows only ground of this tint.
    pub fn is_free(&self, (x, y): Place, tint: Color) -> bool {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return false };
        let cell = self.buf.cell((x, y)).filter(|_| self.area.contains((x, y).into()));
        cell.is_some_and(|cell| cell.symbol() == " " || cell.bg == tint)
    }

    /// Whether a position shows a character.
    pub fn shows(&mut self, place: Place, sign: char) -> bool {
        self.at(place).is_some_and(|cell| cell.symbol().chars().eq([sign]))
    }

    /// Whether a position shows a digit.
    pub fn is_number(&mut self, place: Place) -> bool {
        self.at(place).is_some_and(|cell| cell.symbol().as_bytes()[0].is_ascii_digit())
    }

    /// Writes a text, clipped at the edge of the area.
    pub fn text(&mut self, (x, y): Place, text: &str, style: Style) {
        for (column, letter) in (x..).zip(text.chars()) {
            self.sign((column, y), letter, style);
        }
    }

    /// Clears a rectangle and gives it a style.
    pub fn fill(&mut self, (x, y): Place, wide: u16, tall: u16, style: Style) {
        for row in 0..i32::from(tall) {
            for column in 0..i32::from(wide) {
                if let Some(cell) = self.at((x + column, y + row)) {
                    cell.reset();
                    cell.set_style(style);
                }
            }
        }
    }

    /// Gives a rectangle another style, keeping its text.
    pub fn restyle(&mut self, (x, y): Place, wide: u16, tall: u16, style: Style) {
        for row in 0..i32::from(tall) {
            for column in 0..i32::from(wide) {
                if let Some(cell) = self.at((x + column, y + row)) {
                    cell.set_style(style);
                }
            }
        }
    }
}
