//! The starting points of the editor, and the player's own scenarios among them: renaming, binning, restoring.

use crate::tui::app::Screen;
use crate::tui::commands::Command;
use crate::tui::front::Front;
use crate::tui::keymap::Place;
use crate::tui::overlay::{Kind, List, Overlay, Purpose, Row};
use crate::tui::services::StartingPoint;
use crate::tui::theme::Role;

impl Front<'_> {
    /// The starting points offered: backups, the selected scenario, and empty maps, each with its text. The
    /// player's own scenarios are listed separately.
    fn offered_starting_points(&self) -> Vec<(StartingPoint, String, String)> {
        let mut all: Vec<(StartingPoint, String, String)> = Vec::new();
        for (made, title) in self.services.backups() {
            all.push((made, format!("Recover: {title}"), "not saved when the program stopped".to_owned()));
        }
        let shops = self.services.editors();
        let has = |ruleset: &str| shops.iter().any(|editor| editor.ruleset == ruleset);
        let (card, made) = match &*self.screen {
            Screen::Title(title) => (title.scenario(), None),
            Screen::Setup(form) => (Some(&form.card), Some((form.picks.clone(), form.setup().seed))),
            _ => (None, None),
        };
        if let Some(card) = card.filter(|card| has(&card.ruleset)) {
            let what = if card.is_custom() {
                let first = card.picks.iter().map(|pick| pick.first).collect();
                let (picks, seed) = made.unwrap_or((first, *self.seed));
                StartingPoint::Forged(card.ruleset.clone(), picks, seed)
            } else {
                StartingPoint::Scenario(format!("{}/{}", card.ruleset, card.name))
            };
            all.push((what, card.title.clone(), "the selected scenario".to_owned()));
        }
        // Maps of the selected scenario's rules come first.
        let card = card.map(|card| card.ruleset.clone());
        let (first, rest): (Vec<_>, Vec<_>) =
            shops.into_iter().partition(|e| Some(&e.ruleset) == card.as_ref());
        for editor in first.into_iter().chain(rest) {
            for (width, height, what) in editor.sizes {
                let made = StartingPoint::Blank(editor.ruleset.clone(), width, height);
                all.push((made, format!("An empty map, {width} by {height}: {what}"), editor.book.clone()));
            }
        }
        all
    }

    /// Opens the list of starting points.
    pub(in crate::tui) fn list_starting_points(&mut self) {
        let mut all = self.offered_starting_points();
        let of_his_own = self.own_starting_points();
        let own: Vec<StartingPoint> = of_his_own.iter().map(|(made, ..)| made.clone()).collect();
        all.extend(of_his_own);
        let row = |(id, (made, text, tail)): (usize, (StartingPoint, String, String))| Row {
            text,
            tail,
            role: Role::Text,
            id,
            more: self.own_keys_of(&made, &own),
        };
        // The rows keep their meaning even if the folder changes meanwhile.
        let starting_points = all.iter().map(|(made, _, _)| made.clone()).collect();
        let rows: Vec<Row> = all.into_iter().enumerate().map(row).collect();
        *self.starting_points = starting_points;
        if !rows.is_empty() {
            let list = List::new(Kind::StartingPoint, "Scenario editor: start from", rows);
            self.overlays.push(Overlay::List(list));
        }
    }

    /// The player's scenarios as rows of the list; those in the bin come last.
    pub(super) fn own_starting_points(&self) -> Vec<(StartingPoint, String, String)> {
        let row = |heading: &'static str| {
            move |(made, title): (StartingPoint, String)| {
                let name = if let StartingPoint::Scenario(name) | StartingPoint::Away(name) = &made {
                    name.clone()
                } else {
                    String::new()
                };
                (made, format!("{heading}: {title}"), name)
            }
        };
        let own = self.services.own_battles_listed().into_iter().map(row("Your scenarios"));
        own.chain(self.services.binned_battles().into_iter().map(row("In the bin"))).collect()
    }

    /// The keys for a row that is one of the player's scenarios.
    pub(super) fn own_keys_of(&self, made: &StartingPoint, own: &[StartingPoint]) -> Vec<String> {
        let key = |command| {
            self.keymap.key_for(&[Place::List, Place::Any], &[], command).unwrap_or_else(|| "-".to_owned())
        };
        let (rename, remove) = (key(Command::Rename), key(Command::Remove));
        match made {
            StartingPoint::Away(..) => {
                vec![format!("Enter restores it; {remove} deletes it for good (asks first).")]
            }
            made if own.contains(made) => {
                vec![format!("{rename} renames it; {remove} moves it to the bin.")]
            }
            _ => Vec::new(),
        }
    }

    /// The selected scenario, if it is one of the player's.
    fn own_pointed_at(&self) -> Option<StartingPoint> {
        let list = self.overlays.iter().rev().find_map(|overlay| match overlay {
            Overlay::List(list) if list.kind == Kind::StartingPoint => Some(list),
            _ => None,
        })?;
        let made = self.starting_points.get(list.current()?.id)?.clone();
        let own = self.services.own_battles_listed().into_iter().chain(self.services.binned_battles());
        own.into_iter().any(|(known, _)| known == made).then_some(made)
    }

    /// Asks for a new name for the selected scenario, or whether to bin it.
    pub(in crate::tui) fn change_own(&mut self, command: Command) {
        let line = |id, text: &str| Row {
            text: text.to_owned(),
            tail: String::new(),
            role: Role::Text,
            id,
            more: Vec::new(),
        };
        let list = match (command, self.own_pointed_at()) {
            (_, None) => return,
            (Command::Rename, Some(StartingPoint::Scenario(name))) => {
                let rows = vec![line(0, "Enter renames it, Esc cancels.")];
                let mut list = List::new(Kind::Renaming, format!("New name for {name}"), rows);
                list.typing = true;
                list.write(name.split_once('/').map_or(&*name, |(_, name)| name));
                list
            }
            (Command::Remove, Some(StartingPoint::Scenario(name))) => {
                let rows = vec![
                    line(0, "No, keep it."),
                    line(1, "Yes. It can be restored from the end of the list."),
                ];
                List::new(Kind::Discarding, format!("Move {name} to the bin?"), rows)
            }
            (Command::Remove, Some(StartingPoint::Away(name))) => {
                let rows = vec![line(0, "No, keep it."), line(1, "Yes, delete it for good.")];
                List::new(Kind::Discarding, format!("Delete {name}?"), rows)
            }
            _ => return,
        };
        self.overlays.push(Overlay::List(list));
    }

    /// Renames the selected scenario.
    pub(in crate::tui) fn rename_own(&mut self, to: &str) {
        let Some(StartingPoint::Scenario(name)) = self.own_pointed_at() else { return };
        let done = self.services.rename_battle_file(&name, to);
        self.after_own(&name, done, "Not renamed");
    }

    /// Moves the selected scenario to the bin, or deletes it if it is there already.
    pub(in crate::tui) fn discard_own(&mut self) {
        let Some(made) = self.own_pointed_at() else { return };
        let done = self.services.discard_battle(&made);
        let name = if let StartingPoint::Scenario(name) = &made { name.clone() } else { String::new() };
        self.after_own(&name, done, "Nothing was moved to the bin");
    }

    /// Reads the lists again, or says why nothing was changed.
    fn after_own(&mut self, name: &str, done: anyhow::Result<()>, otherwise: &str) {
        if let Err(error) = done {
            let lines = vec![(format!("{error:#}."), Role::Warning)];
            self.overlays.push(Overlay::text(Purpose::Read, otherwise, lines));
            return;
        }
        let at = match self.overlays.pop() {
            Some(Overlay::List(list)) => list.selected,
            _ => 0,
        };
        match &*self.screen {
            Screen::Title(title) => {
                let selected = title.selected;
                self.show_title();
                if let Screen::Title(title) = &mut *self.screen {
                    title.selected = selected;
                    title.shift(0);
                }
            }
            Screen::Setup(form) if format!("{}/{}", form.card.ruleset, form.card.name) == name => {
                self.show_title();
            }
            _ => {}
        }
        self.list_starting_points();
        if let Some(list) = self.overlays.list_mut() {
            list.selected = at;
            list.shift(0);
        }
    }
}
