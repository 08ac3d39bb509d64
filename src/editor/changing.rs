//! The edits of the shared draft.

use toml::Value;

use super::authoring::{Area, Authoring};
use super::field::{Field, list_of, set, strings, text_at};
use super::form::{Form, SIZE};
use super::growing::generated;
use super::parts::{FormationParts, Id, Piece};
use super::{Edit, Subject};
use crate::board::Cell;
use crate::side::Side;

/// The most formations of a side.
const MOST_FORMATIONS: usize = 40;

/// The name of a copy: "2nd platoon" after "1st platoon", "scouts 2" after "scouts".
fn next_name(name: &str, taken: &[&str]) -> String {
    let digits = name.chars().take_while(char::is_ascii_digit).count();
    let rest = name[digits..].trim_start_matches(char::is_alphabetic);
    let ordinal = name[..digits].parse::<u32>().ok().filter(|_| rest.starts_with(' '));
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let last = name[stem.len()..].parse::<u32>().unwrap_or(1);
    let made = |n: u32| match ordinal {
        Some(first) => ordinal_of(first.saturating_add(n)) + rest,
        None => format!("{} {}", stem.trim_end(), last.saturating_add(n)).trim_start().to_owned(),
    };
    (1..100).map(made).find(|name| !taken.contains(&name.as_str())).unwrap_or_else(|| name.to_owned())
}

/// "1st", "2nd", "11th".
fn ordinal_of(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

impl<M: Authoring> Form<M> {
    /// Applies an edit. The caller restores the parts if it fails.
    pub(super) fn edited(&mut self, edit: &Edit) -> Result<String, String> {
        match edit {
            Edit::Paint { cells, brush, over, .. } => self.paint(cells, *brush, *over),
            Edit::Clear(cells, brush) => match self.area_of(*brush) {
                Some(of) => self.mark(of, &self.on_grid(cells), false),
                None => {
                    let cells = self.on_grid(cells);
                    M::clear(&mut self.parts, &cells)
                }
            },
            Edit::Raise(cells, by) => {
                let cells = self.on_grid(cells);
                M::raise(&mut self.parts, &cells, *by)
            }
            Edit::Form(side, name) => self.form(*side, name),
            Edit::Add { side, formation, ware: (nation, name), count } => {
                self.add(*side, *formation, (nation, name), *count)
            }
            Edit::Plan(whose, list) => self.plan(*whose, *list),
            Edit::Remove(of) => self.remove(*of),
            Edit::Shift(of, down) => self.shift(*of, *down),
            Edit::Put(of, cell) => self.put(*of, *cell),
            Edit::Turn(of, line, forward) => self.turn(*of, *line, *forward),
            Edit::Write(of, line, said) => self.write(*of, *line, said),
            Edit::Copy(of) => self.copy_of(*of),
            Edit::Flip(flip) => {
                M::flip(&mut self.parts, *flip)?;
                Ok(flip.said().to_owned())
            }
            Edit::Generate(percent, seed) => {
                generated(*percent, *seed, |percent, dice| M::generate(&mut self.parts, percent, dice))
            }
        }
    }

    fn on_grid(&self, cells: &[Cell]) -> Vec<Cell> {
        let grid = self.parts.map.grid();
        cells.iter().copied().filter(|&cell| grid.contains(cell)).collect()
    }

    /// The part whose area a brush paints.
    fn area_of(&self, brush: usize) -> Option<Subject> {
        brush.checked_sub(M::brushes().len()).and_then(|at| self.areas().get(at).copied())
    }

    fn paint(&mut self, cells: &[Cell], brush: usize, over: bool) -> Result<String, String> {
        let cells = self.on_grid(cells);
        if brush < M::brushes().len() {
            return M::paint(&mut self.parts, &cells, brush, over);
        }
        match self.area_of(brush) {
            Some(of) => self.mark(of, &cells, true),
            None => Err("That brush does not exist.".to_owned()),
        }
    }

    /// Adds cells to a part's area, or removes them.
    fn mark(&mut self, of: Subject, cells: &[Cell], add: bool) -> Result<String, String> {
        let map = self.parts.map.clone();
        let area = M::area_key(&self.parts, of);
        match area {
            Area::None => return Err("It has no cells.".to_owned()),
            Area::OnMap => return M::mark(&mut self.parts, of, cells, add),
            Area::One(key) => {
                let Some(table) = self.parts.table_mut(of) else { return Ok(String::new()) };
                match cells.last() {
                    Some(&cell) if add => set(table, key, Some(Value::String(map.name_of(cell)))),
                    Some(_) => return Err("It needs a cell; mark another one instead.".to_owned()),
                    None => {}
                }
            }
            Area::Cells(key) => {
                let Some(table) = self.parts.table_mut(of) else { return Ok(String::new()) };
                let mut names = strings(super::field::at(table, key));
                for name in cells.iter().map(|&cell| map.name_of(cell)) {
                    names.retain(|known| *known != name);
                    if add {
                        names.push(name);
                    }
                }
                names.sort_by_key(|name| map.cell_named(name).map_or((i16::MAX, 0), |cell| (cell.y, cell.x)));
                set(table, key, (!names.is_empty()).then(|| list_of(names)));
            }
        }
        M::changed(&mut self.parts, of, "");
        let count = self.cells(of).len();
        let cells = if count == 1 { "cell" } else { "cells" };
        Ok(format!("{count} {cells}."))
    }

    fn form(&mut self, side: Side, name: &str) -> Result<String, String> {
        let name = name.trim();
        let bad = name.is_empty() || name.chars().count() > 60 || name.contains(char::is_control);
        if M::FORMATIONS_NAMED && bad {
            return Err("A formation needs a name of at most 60 characters.".to_owned());
        }
        if self.parts.side(side).formations.len() >= MOST_FORMATIONS {
            return Err(format!("A side may have at most {MOST_FORMATIONS} formations."));
        }
        let about = M::formed(&self.parts, side, name);
        self.parts.side_mut(side).formations.push(FormationParts { about, pieces: Vec::new() });
        Ok(String::new())
    }

    fn room(&self, side: Side, count: usize) -> Result<(), String> {
        let there = self.parts.side(side).pieces().count();
        if there + count > M::MOST {
            return Err(format!("A side may have at most {} {}; this one has {there}.", M::MOST, M::PIECES));
        }
        Ok(())
    }

    fn add(&mut self, side: Side, f: usize, ware: (&str, &str), count: usize) -> Result<String, String> {
        self.room(side, count)?;
        if self.parts.side(side).formations.is_empty() {
            self.form(side, "1st platoon")?;
        }
        let f = f.min(self.parts.side(side).formations.len() - 1);
        let mut cost = 0;
        for n in 0..count {
            match M::bought_whole(&mut self.parts, side, f, ware.1) {
                None => {}
                Some(Ok(())) if n + 1 < count => continue,
                Some(Ok(())) => return Ok(format!("{} added.", ware.1)),
                Some(Err(why)) => return Err(why),
            }
            M::fits(&self.parts, side, f, ware.1)?;
            let about = M::bought(&self.parts, side, f, ware.0, ware.1)?;
            let piece = self.parts.new_piece(about);
            let formation = &mut self.parts.side_mut(side).formations[f];
            formation.pieces.push(piece);
            let n = formation.pieces.len() - 1;
            cost += M::cost(&self.parts, side, f, n);
        }
        let to = self.parts.formation(side, f).map_or_else(String::new, M::formation_name);
        let price = if cost > 0 { format!(" for {cost} points") } else { String::new() };
        Ok(format!("{count} {}{price} to {to}.", ware.1))
    }

    fn plan(&mut self, whose: Option<Side>, list: usize) -> Result<String, String> {
        let Some(what) = M::LISTS.get(list).filter(|what| what.of_sides == whose.is_some()) else {
            return Err("There is no such list.".to_owned());
        };
        if self.parts.list(whose, list).len() >= what.most {
            return Err(format!("There may be at most {} of them.", what.most));
        }
        let plan = M::planned(&self.parts, whose, list)?;
        let plans = self.parts.plans.entry((whose, list)).or_default();
        plans.push(plan);
        let of = Subject::Plan(whose, list, plans.len() - 1);
        M::changed(&mut self.parts, of, "");
        Ok(match what.area {
            Area::None => String::new(),
            _ => "Added. Paint its squares on the map: g.".to_owned(),
        })
    }

    fn remove(&mut self, of: Subject) -> Result<String, String> {
        match of {
            Subject::Formation(side, f) if self.parts.formation(side, f).is_some() => {
                let gone = self.parts.side_mut(side).formations.remove(f);
                let ids: Vec<Id> = gone.pieces.iter().map(|piece| piece.id).collect();
                self.set_down(side, &ids, None);
                let count = gone.pieces.len();
                let pieces = if count == 1 { M::PIECE } else { M::PIECES };
                Ok(format!("{} removed, {count} {pieces}.", M::formation_name(&gone)))
            }
            Subject::Piece(side, f, n) if self.parts.piece(side, f, n).is_some() => {
                let gone = self.parts.side_mut(side).formations[f].pieces.remove(n);
                self.set_down(side, &[gone.id], gone.about.get("at"));
                Ok(format!("{} removed.", M::piece_name(&gone)))
            }
            Subject::Plan(whose, list, n) if self.parts.table(of).is_some() => {
                let name = M::plan_name(&self.parts, of);
                let least = M::LISTS.get(list).map_or(0, |what| what.least);
                if self.parts.list(whose, list).len() <= least {
                    return Err(format!("There must be at least {least}."));
                }
                M::removing(&mut self.parts, of);
                if let Some(plans) = self.parts.plans.get_mut(&(whose, list)) {
                    plans.remove(n);
                }
                M::removed(&mut self.parts, of);
                Ok(format!("{name} removed."))
            }
            _ => Err("There is nothing to remove here.".to_owned()),
        }
    }

    /// Pieces aboard carriers that are gone start where the carrier did.
    fn set_down(&mut self, side: Side, gone: &[Id], at: Option<&Value>) {
        for piece in self.parts.side_mut(side).pieces_mut() {
            if piece.carrier.is_some_and(|carrier| gone.contains(&carrier)) {
                piece.carrier = None;
                if let Some(at) = at {
                    piece.about.insert("at".to_owned(), at.clone());
                }
            }
        }
    }

    fn shift(&mut self, of: Subject, down: bool) -> Result<String, String> {
        let nowhere = || Err("It cannot move further that way.".to_owned());
        let next = |n: usize| if down { n + 1 } else { n.wrapping_sub(1) };
        match of {
            Subject::Formation(side, f) => {
                let all = &mut self.parts.side_mut(side).formations;
                if f >= all.len() || next(f) >= all.len() {
                    return nowhere();
                }
                all.swap(f, next(f));
            }
            Subject::Piece(side, f, n) if self.parts.piece(side, f, n).is_some() => {
                let (pieces, formations) = {
                    let all = &self.parts.side(side).formations;
                    (all[f].pieces.len(), all.len())
                };
                if next(n) >= pieces && next(f) < formations {
                    let kind = self.parts.piece(side, f, n).map_or("", Piece::kind);
                    M::fits(&self.parts, side, next(f), kind)?;
                }
                let all = &mut self.parts.side_mut(side).formations;
                if next(n) < pieces {
                    all[f].pieces.swap(n, next(n));
                } else if next(f) < formations {
                    let piece = all[f].pieces.remove(n);
                    let to = &mut all[next(f)].pieces;
                    to.insert(if down { 0 } else { to.len() }, piece);
                } else {
                    return nowhere();
                }
            }
            Subject::Plan(whose, list, n) => {
                let Some(plans) = self.parts.plans.get_mut(&(whose, list)) else { return nowhere() };
                if n >= plans.len() || next(n) >= plans.len() {
                    return nowhere();
                }
                plans.swap(n, next(n));
                M::swapped(&mut self.parts, whose, list, n, next(n));
            }
            _ => return nowhere(),
        }
        Ok(String::new())
    }

    /// Starts a piece or a formation on a cell. One of its own kind that starts there changes places with it.
    fn put(&mut self, of: Subject, cell: Cell) -> Result<String, String> {
        let grid = self.parts.map.grid();
        if !grid.contains(cell) {
            return Err("That is off the map.".to_owned());
        }
        let right = match of {
            Subject::Formation(..) => M::FORMATIONS_START,
            Subject::Piece(..) => !M::FORMATIONS_START,
            _ => false,
        };
        let there = self.starts().into_iter().find(|(at, other)| *at == cell && *other != of);
        let Some(table) = self.parts.table_mut(of).filter(|_| right) else {
            return Err("It does not start on the map.".to_owned());
        };
        let before = table.insert("at".to_owned(), Value::String(grid.name(cell)));
        let aboard = match of {
            Subject::Piece(side, f, n) => {
                let formation = self.parts.side_mut(side).formations.get_mut(f);
                let piece = formation.and_then(|formation| formation.pieces.get_mut(n));
                piece.and_then(|piece| piece.carrier.take()).is_some()
            }
            _ => false,
        };
        if let (Some((_, other)), Some(before), false) = (there, before, aboard)
            && let Some(table) = self.parts.table_mut(other)
        {
            table.insert("at".to_owned(), before);
        }
        Ok(format!("It starts at {}.", grid.name(cell)))
    }

    fn line_field(&self, of: Subject, line: usize) -> Result<Option<Field>, String> {
        let fields = self.fields(of);
        match fields.get(line) {
            Some(field) => Ok(Some(field.clone())),
            None if Self::begins(of) && line == fields.len() && !fields.is_empty() => Ok(None),
            None => Err("That line does not exist.".to_owned()),
        }
    }

    fn turn(&mut self, of: Subject, line: usize, forward: bool) -> Result<String, String> {
        match (self.line_field(of, line)?, of) {
            (Some(field), _) if field.key.starts_with('#') => {
                let by = if forward { 1 } else { -1 };
                let grid = self.parts.map.grid();
                let now = if field.key == SIZE[0] { grid.width() } else { grid.height() };
                self.resize(&field, i64::from(now) + by)
            }
            (Some(field), _) => {
                let Some(table) = self.parts.table_mut(of) else { return Ok(String::new()) };
                field.turn(table, forward)?;
                M::changed(&mut self.parts, of, &field.key);
                Ok(String::new())
            }
            (None, Subject::Piece(side, f, n)) => self.board_next(side, f, n, forward),
            (None, _) => Err("That line does not exist.".to_owned()),
        }
    }

    fn write(&mut self, of: Subject, line: usize, said: &str) -> Result<String, String> {
        match self.line_field(of, line)? {
            Some(field) if field.key.starts_with('#') => match said.trim().parse() {
                Ok(size) => self.resize(&field, size),
                Err(_) => Err(format!("\"{}\" is not a number.", said.trim())),
            },
            Some(field) => {
                let said: String = said.chars().filter(|c| !c.is_control()).collect();
                let Some(table) = self.parts.table_mut(of) else { return Ok(String::new()) };
                field.write(table, &said)?;
                M::changed(&mut self.parts, of, &field.key);
                Ok(String::new())
            }
            None => Err("Change this line with Left and Right.".to_owned()),
        }
    }

    fn resize(&mut self, field: &Field, to: i64) -> Result<String, String> {
        let (least, most) = (*M::SIZES.start(), *M::SIZES.end());
        let Some(to) = u8::try_from(to).ok().filter(|to| M::SIZES.contains(to)) else {
            return Err(format!("{to} is out of range: expected {least} to {most}."));
        };
        let grid = self.parts.map.grid();
        if field.key == SIZE[0] {
            M::resize(&mut self.parts, to, grid.height());
        } else {
            M::resize(&mut self.parts, grid.width(), to);
        }
        Ok(String::new())
    }

    /// Puts a piece aboard the next carrier with room, or on the map after the last.
    fn board_next(&mut self, side: Side, f: usize, n: usize, forward: bool) -> Result<String, String> {
        let Some(piece) = self.parts.piece(side, f, n) else { return Ok(String::new()) };
        let carriers = M::carriers(&self.parts, side, piece.id);
        if carriers.is_empty() && piece.carrier.is_none() {
            return Err("No piece of its side has room for it.".to_owned());
        }
        let places = carriers.len() + 1;
        let now = piece.carrier.and_then(|id| carriers.iter().position(|known| *known == id));
        let now = now.map_or(0, |at| at + 1);
        let to = (now + if forward { 1 } else { places - 1 }) % places;
        let carrier = to.checked_sub(1).and_then(|at| carriers.get(at).copied());
        let cell = M::free_cell(&self.parts, side, f).map(|cell| self.parts.map.grid().name(cell));
        let formation = self.parts.side_mut(side).formations.get_mut(f);
        let Some(piece) = formation.and_then(|formation| formation.pieces.get_mut(n)) else {
            return Ok(String::new());
        };
        piece.carrier = carrier;
        match (carrier, cell) {
            (Some(_), _) => {
                piece.about.remove("at");
            }
            (None, Some(cell)) => {
                piece.about.insert("at".to_owned(), Value::String(cell));
            }
            (None, None) => {}
        }
        Ok(String::new())
    }

    /// Adds a copy of a part after it; pieces of a copied formation start on free cells.
    fn copy_of(&mut self, of: Subject) -> Result<String, String> {
        match of {
            Subject::Piece(side, f, n) => {
                self.room(side, 1)?;
                let Some(about) = self.parts.piece(side, f, n).map(|piece| piece.about.clone()) else {
                    return Err("There is nothing to copy here.".to_owned());
                };
                M::fits(&self.parts, side, f, text_at(&about, "type").unwrap_or_default())?;
                let piece = self.copied_piece(side, f, about);
                self.parts.side_mut(side).formations[f].pieces.insert(n + 1, piece);
            }
            Subject::Formation(side, f) => {
                let Some(from) = self.parts.formation(side, f).cloned() else {
                    return Err("There is nothing to copy here.".to_owned());
                };
                self.room(side, from.pieces.len())?;
                if self.parts.side(side).formations.len() >= MOST_FORMATIONS {
                    return Err(format!("A side may have at most {MOST_FORMATIONS} formations."));
                }
                let mut about = from.about.clone();
                if M::FORMATIONS_NAMED
                    && let Some(name) = text_at(&about, "name")
                {
                    let taken: Vec<&str> =
                        self.parts.side(side).formations.iter().map(FormationParts::name).collect();
                    let next = next_name(name, &taken);
                    about.insert("name".to_owned(), Value::String(next));
                }
                M::copied(&self.parts, of, &mut about);
                let copy = FormationParts { about, pieces: Vec::new() };
                self.parts.side_mut(side).formations.insert(f + 1, copy);
                for piece in from.pieces {
                    let piece = self.copied_piece(side, f + 1, piece.about);
                    self.parts.side_mut(side).formations[f + 1].pieces.push(piece);
                }
            }
            Subject::Plan(whose, list, _) => {
                let Some(mut plan) = self.parts.table(of).cloned() else {
                    return Err("There is nothing to copy here.".to_owned());
                };
                let most = M::LISTS.get(list).map_or(0, |what| what.most);
                if self.parts.list(whose, list).len() >= most {
                    return Err(format!("There may be at most {most} of them."));
                }
                M::copied(&self.parts, of, &mut plan);
                let plans = self.parts.plans.entry((whose, list)).or_default();
                plans.push(plan);
                let copy = Subject::Plan(whose, list, plans.len() - 1);
                M::changed(&mut self.parts, copy, "");
            }
            _ => return Err("There is nothing to copy here.".to_owned()),
        }
        Ok("Copied.".to_owned())
    }

    fn copied_piece(&mut self, side: Side, f: usize, mut about: toml::Table) -> super::parts::Piece {
        if !M::FORMATIONS_START && (about.contains_key("at") || M::CARRIES) {
            let cell = M::free_cell(&self.parts, side, f).map(|cell| self.parts.map.grid().name(cell));
            set(&mut about, "at", cell.map(Value::String));
        }
        self.parts.new_piece(about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_formations_are_numbered_on() {
        assert_eq!(next_name("1st platoon", &["1st platoon"]), "2nd platoon");
        assert_eq!(next_name("1st platoon", &["1st platoon", "2nd platoon"]), "3rd platoon");
        assert_eq!(next_name("11th Hussars", &[]), "12th Hussars");
        assert_eq!(next_name("riflemen", &["riflemen"]), "riflemen 2");
        assert_eq!(next_name("Regiment 12", &["Regiment 12"]), "Regiment 13");
        assert_eq!(next_name("7", &["7"]), "8");
    }
}
