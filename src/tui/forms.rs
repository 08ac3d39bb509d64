//! A form: the questions that follow a choice, answered together before anything is played.

use crate::game::Session;
use crate::game::gesture::{Ahead, THEN};
use crate::game::{Act, ChoiceView};

use super::game::Game;
use super::keymap::Keymap;
use super::overlay::{Kind, List, Overlay, Row};
use super::plans::in_a_row;
use super::playing::Playing;
use super::pointing::Pointer;
use super::shown::Shown;
use super::text::capital;
use super::theme::Role;

/// More questions than any form has.
const LIMIT: usize = 24;

/// A form being filled in.
pub struct Form {
    /// The choice it begins with.
    begin: ChoiceView,
    fields: Vec<Field>,
    /// Enter was pressed although own troops would be hit.
    warned: bool,
}

impl Form {
    /// The choices that it makes.
    fn plays(&self) -> Vec<String> {
        let answers = self.fields.iter().filter_map(Field::answer);
        std::iter::once(&self.begin).chain(answers).map(|choice| choice.notation.clone()).collect()
    }
}

/// A question of the form.
struct Field {
    kind: &'static str,
    options: Vec<ChoiceView>,
    chosen: usize,
}

impl Field {
    fn answer(&self) -> Option<&ChoiceView> {
        self.options.get(self.chosen)
    }
}

impl Game {
    /// Opens the form that the highlighted choice begins; `None` if it begins none, or only a single question.
    pub fn open_form(&mut self) -> Option<Overlay> {
        let begin = self
            .shown
            .picked(&self.pointer)
            .filter(|choice| choice.form && self.pointer.marked.is_empty())?
            .clone();
        let fields = fields_after(&*self.session, &self.shown, &self.pointer, &begin, &[]);
        if fields.len() < 2 {
            return None;
        }
        self.form = Some(Form { begin, fields, warned: false });
        Some(Overlay::List(self.form_list(0)))
    }

    fn form_list(&self, selected: usize) -> List {
        let Some(form) = &self.form else { return List::new(Kind::Form, "", Vec::new()) };
        let wide = form.fields.iter().map(|field| field.kind.len()).max().unwrap_or(0);
        let row = |(id, field): (usize, &Field)| {
            let label = field.answer().map_or(String::new(), |answer| capital(&answer.label));
            let name = capital(&field.kind.replace('-', " "));
            let there = field.answer().map_or(String::new(), |answer| in_it(&self.shown, answer));
            Row {
                text: format!("{name:<wide$}  < {label} >"),
                tail: there,
                role: Role::Text,
                id,
                more: Vec::new(),
            }
        };
        let rows = form.fields.iter().enumerate().map(row).collect();
        let mut list = List::new(Kind::Form, capital(&form.begin.label), rows);
        list.heading = match (
            warning_of_form(&*self.session, &self.shown, form),
            self.session.preview(&form.plays().join(THEN)),
        ) {
            (Some(warning), _) => warning,
            (None, Some(preview)) => format!("Odds:{}", super::panes::prompt::effect(&preview)),
            (None, None) => String::new(),
        };
        list.selected = selected;
        list
    }

    /// Another answer to a question; those after it are asked again.
    pub fn change_form(&mut self, place: usize, forward: bool, selected: usize) -> List {
        self.answer_form(|fields| {
            let Some(field) = fields.get_mut(place) else { return };
            let count = field.options.len().max(1);
            field.chosen = (field.chosen + if forward { 1 } else { count - 1 }) % count;
        });
        self.form_list(selected)
    }

    /// Answers the question for a cell with the cell under the cursor; those after it are asked again.
    pub fn aim_form(&mut self, selected: usize) -> List {
        let cursor = self.pointer.cursor;
        let mut found = false;
        self.answer_form(|fields| {
            for field in fields {
                let there = field.options.iter().position(|choice| choice.cell == Some(cursor));
                found |= there.is_some();
                field.chosen = there.unwrap_or(field.chosen);
            }
        });
        if !found {
            self.message = Some(format!("{} can't be chosen.", self.shown.name(cursor)));
        }
        self.form_list(selected)
    }

    fn answer_form(&mut self, change: impl FnOnce(&mut Vec<Field>)) {
        if let Some(mut form) = self.form.take() {
            change(&mut form.fields);
            let answers = form.fields.iter();
            let given: Vec<(&'static str, String)> =
                answers.filter_map(|field| Some((field.kind, field.answer()?.notation.clone()))).collect();
            form.fields = fields_after(&*self.session, &self.shown, &self.pointer, &form.begin, &given);
            form.warned = false;
            self.form = Some(form);
        }
    }

    /// The cell that the selected line of the form is about comes under the cursor.
    pub fn show_form(&mut self) {
        let answers = self.form.iter().flat_map(|form| form.fields.iter().filter_map(Field::answer));
        if let Some(cell) = answers.filter_map(|answer| answer.cell).next_back() {
            self.pointer.cursor = cell;
        }
    }

    /// Plays the form as filled in; own troops in the area are asked about once. Returns whether it was played.
    pub fn play_form(&mut self, keymap: &Keymap) -> bool {
        let Some(mut form) = self.form.take() else { return true };
        let warning = warning_of_form(&*self.session, &self.shown, &form);
        if let Some(warning) = warning.filter(|_| self.settings.confirm && !form.warned) {
            form.warned = true;
            self.message = Some(format!("{warning} Enter again confirms."));
            self.form = Some(form);
            return false;
        }
        self.play_all(&form.plays(), keymap);
        true
    }
}

/// The questions after a choice, each with the answer given before or else the one that suggests itself.
fn fields_after(
    session: &dyn Session,
    shown: &Shown,
    pointer: &Pointer,
    begin: &ChoiceView,
    given: &[(&'static str, String)],
) -> Vec<Field> {
    let start = shown.decision.map(|decision| decision.kind);
    let mut plays = vec![begin.notation.clone()];
    let mut fields: Vec<Field> = Vec::new();
    while fields.len() < LIMIT {
        let Some(mut ahead) = session.ahead(&plays) else { break };
        if Some(ahead.decision.kind) == start {
            break;
        }
        ahead.choices.retain(|choice| choice.act != Act::Cancel);
        let aims = &ahead.aims;
        let place = |choice: &ChoiceView| aims.iter().position(|aim| Some(*aim) == choice.cell);
        // Squares with a known enemy first.
        ahead.choices.sort_by_key(|choice| place(choice).unwrap_or(usize::MAX));
        let answered = fields.iter().filter(|field| field.kind == ahead.decision.kind).count();
        let before = given.iter().filter(|(kind, _)| *kind == ahead.decision.kind).nth(answered);
        let same = before.and_then(|(_, text)| ahead.choices.iter().position(|c| c.notation == *text));
        let chosen = same.unwrap_or_else(|| usual_answer(shown, pointer, &ahead));
        let field = Field { kind: ahead.decision.kind, options: ahead.choices, chosen };
        let Some(answer) = field.answer() else { break };
        plays.push(answer.notation.clone());
        fields.push(field);
    }
    fields
}

/// The answer that suggests itself: the square under the cursor if an enemy is there, else the best aim; or to
/// add nothing; or the one that the ruleset prefers; or the first.
fn usual_answer(shown: &Shown, pointer: &Pointer, ahead: &Ahead) -> usize {
    let enemy = shown.pieces_at(pointer.cursor).any(|piece| piece.side != shown.viewer);
    let here = |choice: &ChoiceView| enemy && choice.cell == Some(pointer.cursor);
    let done = |choice: &ChoiceView| choice.act == Act::Done;
    let find = |which: &dyn Fn(&ChoiceView) -> bool| ahead.choices.iter().position(which);
    let preferred = || {
        let ranked = (0..ahead.choices.len()).filter(|&n| ahead.choices[n].rank > 0);
        ranked.min_by_key(|&n| ahead.choices[n].rank)
    };
    find(&here).or_else(|| find(&done)).or_else(preferred).unwrap_or(0)
}

/// The units in the cells that an answer covers, for the end of its line.
fn in_it(shown: &Shown, answer: &ChoiceView) -> String {
    let cells = || answer.cell.iter().chain(&answer.cells);
    let mut labels: Vec<&str> = Vec::new();
    for piece in cells().flat_map(|cell| shown.pieces_at(*cell)) {
        if !labels.contains(&piece.label()) {
            labels.push(piece.label());
        }
    }
    match labels.len() {
        0..=4 => in_a_row(&labels),
        more => format!("{} and {} more", in_a_row(&labels[..3]), more - 3),
    }
}

/// A warning before the form as filled in: what the ruleset says, or own units in the area.
fn warning_of_form(session: &dyn Session, shown: &Shown, form: &Form) -> Option<String> {
    let mut answers = form.fields.iter().filter_map(Field::answer);
    if let Some(caution) = session.caution(&form.plays().join(THEN)) {
        return Some(caution);
    }
    // The last answers know the whole area.
    let area = answers.rfind(|answer| !answer.cells.is_empty())?;
    let own = area.cells.iter().flat_map(|cell| shown.pieces_at(*cell));
    let mut labels: Vec<&str> = Vec::new();
    for piece in own.filter(|piece| piece.side == shown.viewer) {
        if !labels.contains(&piece.label()) {
            labels.push(piece.label());
        }
    }
    (!labels.is_empty()).then(|| format!("This hits your own troops: {}.", in_a_row(&labels)))
}

impl Playing<'_> {
    /// Plays the highlighted choice, or opens the form that it begins.
    pub(super) fn play_or_fill_in(&mut self) {
        if let Some(form) = self.game.open_form() {
            return self.overlays.push(form);
        }
        self.game.play_picked(self.keymap);
        self.after_play();
    }

    /// Enter in a form.
    pub(super) fn accept_form(&mut self) {
        if self.game.play_form(self.keymap) {
            self.overlays.pop();
            self.after_play();
        } else if let Some(list) = self.overlays.list_mut() {
            list.heading = self.game.message.clone().unwrap_or_default();
        }
    }
}
