//! A draft with its undo history, and whether it is saved.

use super::{Draft, Edit};

/// The most edits that can be undone.
const MOST: usize = 500;

/// A draft with its undo and redo steps.
///
/// Invariant: undo and redo restore exactly the drafts that were.
#[derive(Debug)]
pub struct EditHistory {
    now: Box<dyn Draft>,
    past: Vec<Box<dyn Draft>>,
    future: Vec<Box<dyn Draft>>,
    /// The current text, once it has been asked for.
    text: Option<String>,
    /// The text as last saved.
    kept: Option<String>,
}

impl EditHistory {
    /// A draft to work on; `kept` says whether it is saved as it is.
    pub fn new(draft: Box<dyn Draft>, kept: bool) -> Self {
        let text = draft.text();
        let kept = kept.then(|| text.clone());
        Self { now: draft, past: Vec::new(), future: Vec::new(), text: Some(text), kept }
    }

    /// The current draft.
    pub fn draft(&self) -> &dyn Draft {
        &*self.now
    }

    /// The current scenario text.
    pub fn text(&mut self) -> &str {
        let now = &self.now;
        self.text.get_or_insert_with(|| now.text())
    }

    /// Applies an edit and says what it did. An edit that changes nothing adds no undo step.
    ///
    /// # Errors
    /// Why it cannot be done; nothing has changed.
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

    /// Undoes the last edit; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.now, before));
        self.text = None;
        true
    }

    /// Redoes the last undone edit; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.now, after));
        self.text = None;
        true
    }

    /// Marks the current text as saved.
    pub fn keep(&mut self) {
        self.kept = Some(self.text().to_owned());
    }

    /// Marks it as not saved anywhere.
    pub fn lose(&mut self) {
        self.kept = Some(String::new());
    }

    /// Whether leaving now would lose changes.
    pub fn is_unsaved(&mut self) -> bool {
        let untouched = self.past.is_empty() && self.future.is_empty() && self.kept.is_none();
        let kept = self.kept.take();
        let same = kept.as_deref() == Some(self.text());
        self.kept = kept;
        !untouched && !same
    }
}
