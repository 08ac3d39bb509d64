//! Copies of stands and of whole formations, placed on free squares of their zone.

use std::collections::HashMap;

use super::forces::MOST;
use super::project::{Formation, Id, Named, Project, Stand, Start};
use crate::editor::Subject;
use crate::side::Side;

impl Project {
    /// Copies a stand into its formation, a formation with everything in it, or a plan.
    pub(super) fn copy_of(&mut self, of: Subject) -> Result<String, String> {
        let nothing = || "There is nothing to copy here.".to_owned();
        match of {
            Subject::Piece(side, f, n) => {
                let stand = self.stand(side, f, n).cloned().ok_or_else(nothing)?;
                self.has_room(side, 1)?;
                self.copy_stand(side, f, &stand, &mut HashMap::new());
            }
            Subject::Formation(side, f) => {
                let from = self.force(side).formations.get(f).cloned().ok_or_else(nothing)?;
                self.has_room(side, from.stands.len())?;
                if self.force(side).formations.len() >= MOST {
                    return Err(format!("A side may have at most {MOST} formations."));
                }
                let copy = Formation { about: from.about.clone(), stands: Vec::new() };
                self.force_mut(side).formations.push(copy);
                let to = self.force(side).formations.len() - 1;
                let mut copies = HashMap::new();
                from.stands.iter().for_each(|stand| self.copy_stand(side, to, stand, &mut copies));
                self.seat(side, to, &from.stands, &copies);
            }
            Subject::Plan(whose, list, place) => return self.copy_plan(whose, list, place),
            _ => return Err(nothing()),
        }
        Ok("Copied.".to_owned())
    }

    fn has_room(&self, side: Side, more: usize) -> Result<(), String> {
        let there = self.force(side).stands().count();
        if there + more > MOST {
            return Err(format!("A side may have at most {MOST} stands; this one has {there}."));
        }
        Ok(())
    }

    /// Adds a copy of a stand at the end of a formation; one that started on the map gets a free square.
    fn copy_stand(&mut self, side: Side, f: usize, stand: &Stand, copies: &mut HashMap<Id, Id>) {
        let start = match &stand.start {
            Start::At(_) => {
                let kind = self.force(side).kind(stand);
                kind.and_then(|kind| self.free_square(side, f, kind)).map_or(Start::Unsaid, Start::At)
            }
            Start::Aboard(_) => Start::Unsaid,
            other => other.clone(),
        };
        let copy = Stand { id: self.fresh(), about: stand.about.clone(), start };
        copies.insert(stand.id, copy.id);
        self.force_mut(side).formations[f].stands.push(copy);
    }

    /// Puts the copies of passengers aboard the copies of their carriers.
    fn seat(&mut self, side: Side, f: usize, from: &[Stand], copies: &HashMap<Id, Id>) {
        for (place, stand) in from.iter().enumerate() {
            if let Start::Aboard(Named::Stand(carrier)) = &stand.start
                && let Some(copy) = copies.get(carrier)
            {
                self.force_mut(side).formations[f].stands[place].start = Start::Aboard(Named::Stand(*copy));
            }
        }
    }
}
