//! The player's own scenarios in the list of starting points: renaming, binning, restoring.

use crate::tui::app::{App, Screen};
use crate::tui::commands::Command;
use crate::tui::keymap::Place;
use crate::tui::overlay::{Kind, List, Overlay, Purpose, Row};
use crate::tui::services::StartingPoint;
use crate::tui::theme::Role;

impl App<'_> {
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
        match &self.screen {
            Screen::Title(title) => {
                let selected = title.selected;
                self.show_title();
                if let Screen::Title(title) = &mut self.screen {
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
        if let Some(Overlay::List(list)) = self.overlays.last_mut() {
            list.selected = at;
            list.shift(0);
        }
    }
}
