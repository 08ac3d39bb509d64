//! A form: the questions that follow a choice, answered together before anything is played.

use crate::board::Cell;
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
    /// The form that the highlighted choice begins; `None` if it begins none, or only a single question.
    fn open(session: &dyn Session, shown: &Shown, pointer: &Pointer) -> Option<Self> {
        let begins = |choice: &&ChoiceView| choice.form && pointer.marked.is_empty();
        let begin = shown.picked(pointer).filter(begins)?.clone();
        let fields = fields_after(session, shown, pointer, &begin, &[]);
        (fields.len() >= 2).then_some(Self { begin, fields, warned: false })
    }

    /// Another answer to a question; those after it are asked again.
    fn change(&mut self, place: usize, forward: bool) {
        let Some(field) = self.fields.get_mut(place) else { return };
        let count = field.options.len().max(1);
        field.chosen = (field.chosen + if forward { 1 } else { count - 1 }) % count;
    }

    /// Answers the question for a cell with this one; returns whether it can be chosen.
    fn aim(&mut self, at: Cell) -> bool {
        let mut found = false;
        for field in &mut self.fields {
            let there = field.options.iter().position(|choice| choice.cell == Some(at));
            found |= there.is_some();
            field.chosen = there.unwrap_or(field.chosen);
        }
        found
    }

    /// Asks the questions after an answer again, as far as it makes a difference.
    fn ask_again(&mut self, session: &dyn Session, shown: &Shown, pointer: &Pointer) {
        let answers = self.fields.iter();
        let given: Vec<(&'static str, String)> =
            answers.filter_map(|field| Some((field.kind, field.answer()?.notation.clone()))).collect();
        self.fields = fields_after(session, shown, pointer, &self.begin, &given);
        self.warned = false;
    }

    /// The cell that the form is about.
    pub fn cell(&self) -> Option<Cell> {
        self.fields.iter().filter_map(Field::answer).filter_map(|answer| answer.cell).next_back()
    }

    fn list(&self, session: &dyn Session, shown: &Shown, selected: usize) -> List {
        let wide = self.fields.iter().map(|field| field.kind.len()).max().unwrap_or(0);
        let row = |(id, field): (usize, &Field)| {
            let label = field.answer().map_or(String::new(), |answer| capital(&answer.label));
            let name = capital(&field.kind.replace('-', " "));
            let there = field.answer().map_or(String::new(), |answer| in_it(shown, answer));
            Row {
                text: format!("{name:<wide$}  < {label} >"),
                tail: there,
                role: Role::Text,
                id,
                more: Vec::new(),
            }
        };
        let rows = self.fields.iter().enumerate().map(row).collect();
        let mut list = List::new(Kind::Form, capital(&self.begin.label), rows);
        list.heading = match (self.warning(session, shown), session.preview(&self.plays().join(THEN))) {
            (Some(warning), _) => warning,
            (None, Some(preview)) => format!("Odds:{}", super::panes::prompt::effect(&preview)),
            (None, None) => String::new(),
        };
        list.selected = selected;
        list
    }

    /// A warning before the form as filled in: what the ruleset says, or own units in the area.
    fn warning(&self, session: &dyn Session, shown: &Shown) -> Option<String> {
        let mut answers = self.fields.iter().filter_map(Field::answer);
        if let Some(caution) = session.caution(&self.plays().join(THEN)) {
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
    /// Changes an answer of the form, or with `None` aims it at the cursor; the questions after it are asked again.
    pub fn answer_form(&mut self, change: Option<(usize, bool)>, selected: usize) -> List {
        let Some(form) = &mut self.form else { return List::new(Kind::Form, "", Vec::new()) };
        let cursor = self.pointer.cursor;
        let found = match change {
            Some((place, forward)) => {
                form.change(place, forward);
                true
            }
            None => form.aim(cursor),
        };
        form.ask_again(&*self.session, &self.shown, &self.pointer);
        if !found {
            self.message = Some(format!("{} can't be chosen.", self.shown.name(cursor)));
        }
        form.list(&*self.session, &self.shown, selected)
    }

    /// Plays the form as filled in; own troops in the area are asked about once. Returns whether it was played.
    pub fn play_form(&mut self, keymap: &Keymap) -> bool {
        let Some(mut form) = self.form.take() else { return true };
        let warning = form.warning(&*self.session, &self.shown);
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

impl Playing<'_> {
    /// Plays the highlighted choice, or opens the form that it begins.
    pub(super) fn play_or_fill_in(&mut self) {
        let game = &mut *self.game;
        if let Some(form) = Form::open(&*game.session, &game.shown, &game.pointer) {
            self.overlays.push(Overlay::List(form.list(&*game.session, &game.shown, 0)));
            game.form = Some(form);
            return;
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
