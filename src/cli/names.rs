//! The names that a shell completes: scenarios and saved games, with their titles.

use std::ffi::OsStr;

use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};

use crate::library::Library;
use crate::plain::plain;

/// What an argument can name.
#[derive(Copy, Clone)]
enum Kind {
    Scenario,
    Save,
    Battle,
    Either,
}

/// Completes the names of scenarios, and files.
pub(super) fn scenarios() -> ArgValueCompleter {
    completer(Kind::Scenario)
}

/// Completes the names of saved games, and files.
pub(super) fn saves() -> ArgValueCompleter {
    completer(Kind::Save)
}

/// Completes the names of battles between two terminals, and files.
pub(super) fn battles() -> ArgValueCompleter {
    completer(Kind::Battle)
}

/// Completes the names of scenarios and saved games, and files.
pub(super) fn games() -> ArgValueCompleter {
    completer(Kind::Either)
}

/// Completes the names of files of a kind in the player's folder.
pub(super) fn kept(kind: &'static str) -> ArgValueCandidates {
    ArgValueCandidates::new(move || {
        let library = Library::open();
        let names = library.home().map(|home| home.kept_names(kind)).unwrap_or_default();
        names.into_iter().filter(|name| plain(name) == name.as_str()).map(CompletionCandidate::new).collect()
    })
}

fn completer(kind: Kind) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| {
        let begun = current.to_string_lossy().into_owned();
        let named: Vec<CompletionCandidate> = names(kind)
            .into_iter()
            .filter(|(name, _)| name.starts_with(&begun))
            .map(|(name, title)| CompletionCandidate::new(name).help(Some(title.into())))
            .collect();
        // A path is completed once it cannot be a name any more.
        if named.is_empty() { PathCompleter::file().complete(current) } else { named }
    })
}

/// Every name of a kind with its title. Names that a terminal would obey are left out.
fn names(kind: Kind) -> Vec<(String, String)> {
    let library = Library::open();
    let mut all = Vec::new();
    if matches!(kind, Kind::Scenario | Kind::Either) {
        for headed in library.headings() {
            let title = headed.about.title().unwrap_or_default().to_owned();
            all.push((headed.name, title));
        }
    }
    if matches!(kind, Kind::Save | Kind::Either) {
        for save in library.saves().unwrap_or_default() {
            let title = save.summary.as_ref().map(|summary| summary.title.clone()).unwrap_or_default();
            all.push((save.name(), title));
        }
    }
    if matches!(kind, Kind::Save | Kind::Battle | Kind::Either) {
        all.extend(library.battles().into_iter().map(|battle| (battle.name(), battle.summary.title)));
    }
    all.retain(|(name, _)| plain(name) == name.as_str());
    all.into_iter().map(|(name, title)| (name, plain(&title).into_owned())).collect()
}
