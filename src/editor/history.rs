//! The bench: a draft, all that was done to it, and whether it is kept.

use super::{Draft, Edit};

/// How many edits can be taken back.
const MOST: usize = 500;

/// A draft with its past and its future.
///
/// Invariant: taking back and doing again give the very drafts that were.
#[derive(Debug)]
pub struct EditHistory {
    now: Box<dyn Draft>,
    past: Vec<Box<dyn Draft>>,
    future: Vec<Box<dyn Draft>>,
    /// The text of what is shown, known once it was asked for.
    text: Option<String>,
    /// The text as it was last kept.
    kept: Option<String>,
}

impl EditHistory {
    /// A draft to work on. `kept` says that it is on disk as it is.
    pub fn new(draft: Box<dyn Draft>, kept: bool) -> Self {
        let text = draft.text();
        let kept = kept.then(|| text.clone());
        Self { now: draft, past: Vec::new(), future: Vec::new(), text: Some(text), kept }
    }

    /// The draft as it is.
    pub fn draft(&self) -> &dyn Draft {
        &*self.now
    }

    /// The scenario as it is.
    pub fn text(&mut self) -> &str {
        let now = &self.now;
        self.text.get_or_insert_with(|| now.text())
    }

    /// Does something, and says what was done. What changes nothing is nothing to be taken back.
    ///
    /// # Errors
    /// Why it cannot be done; nothing has changed then.
    pub fn edit(&mut self, edit: &Edit) -> Result<String, String> {
        let (before, text) = (self.now.copy(), self.text().to_owned());
        let said = self.now.edit(edit);
        let after = self.now.text();
        if said.is_err() || after == text {
            self.now = before;
            return said;
        }
        if self.past.len() == MOST {
            self.past.remove(0);
        }
        self.past.push(before);
        self.future.clear();
        self.text = Some(after);
        said
    }

    /// Takes back the last edit; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.now, before));
        self.text = None;
        true
    }

    /// Does again what was taken back; whether there was anything.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.now, after));
        self.text = None;
        true
    }

    /// It is on disk as it is.
    pub fn keep(&mut self) {
        self.kept = Some(self.text().to_owned());
    }

    /// It is nowhere on disk, and so would be lost.
    pub fn lose(&mut self) {
        self.kept = Some(String::new());
    }

    /// Whether something would be lost if it were left now.
    pub fn is_unsaved(&mut self) -> bool {
        let untouched = self.past.is_empty() && self.future.is_empty() && self.kept.is_none();
        let kept = self.kept.take();
        let same = kept.as_deref() == Some(self.text());
        self.kept = kept;
        !untouched && !same
    }
}
