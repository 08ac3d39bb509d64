//! The themes a player can choose from. A player's own are read at the start, so that their faults are reported.

use std::sync::Arc;

use super::{Depth, MapLook, NAMES, Theme};
use crate::reading::Faulty;

/// All themes, one of them chosen.
#[derive(Clone, Debug)]
pub struct Themes {
    sources: Vec<Source>,
    depth: Depth,
    at: usize,
    chosen: Arc<Theme>,
}

/// Where a theme comes from.
#[derive(Clone, Debug)]
enum Source {
    /// Built in, by name.
    BuiltIn(&'static str),
    /// A player's own.
    Own(Arc<Theme>),
}

impl Source {
    fn name(&self) -> &str {
        match self {
            Self::BuiltIn(name) => name,
            Self::Own(theme) => &theme.name,
        }
    }

    fn theme(&self, depth: Depth) -> Option<Arc<Theme>> {
        match self {
            Self::BuiltIn(name) => Theme::built_in(name, depth).map(Arc::new),
            Self::Own(theme) => Some(Arc::clone(theme)),
        }
    }
}

/// Why the themes cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ThemesError {
    /// A theme cannot be read.
    #[error(transparent)]
    Faulty(#[from] Faulty),
    /// There is no theme of this name.
    #[error("unknown theme \"{name}\"; available: {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The names of all themes.
        known: String,
    },
}

impl Themes {
    /// The built-in themes and the player's (origin and text of each), which may replace built-in ones of the
    /// same name. `wanted` is chosen.
    ///
    /// # Errors
    /// One of the player's themes cannot be read, or there is none of the wanted name.
    pub fn new(own: &[(String, String)], depth: Depth, wanted: &str) -> Result<Self, ThemesError> {
        let mut sources: Vec<Source> = NAMES.map(Source::BuiltIn).into();
        for (origin, text) in own {
            let theme = Arc::new(Theme::parse(origin, text, depth)?);
            match sources.iter_mut().find(|known| known.name() == theme.name) {
                Some(same) => *same = Source::Own(theme),
                None => sources.push(Source::Own(theme)),
            }
        }
        let found = sources.iter().position(|source| source.name() == wanted);
        match found.and_then(|at| Some((at, sources[at].theme(depth)?))) {
            Some((at, chosen)) => Ok(Self { sources, depth, at, chosen }),
            None => {
                let names: Vec<&str> = sources.iter().map(Source::name).collect();
                Err(ThemesError::Unknown { name: wanted.to_owned(), known: names.join(", ") })
            }
        }
    }

    /// The chosen theme.
    pub fn chosen(&self) -> &Arc<Theme> {
        &self.chosen
    }

    /// The names of all themes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(Source::name)
    }

    /// Chooses the next theme.
    pub fn next(&mut self) {
        self.choose_at((self.at + 1) % self.sources.len());
    }

    /// Chooses the theme of this name; an unknown name changes nothing.
    pub fn choose(&mut self, name: &str) {
        if let Some(at) = self.sources.iter().position(|source| source.name() == name) {
            self.choose_at(at);
        }
    }

    /// The look of the map, the map symbols and the colours of nations stay as they are.
    fn choose_at(&mut self, at: usize) {
        if let Some(theme) = self.sources[at].theme(self.depth) {
            let Theme { look, nations, symbols, .. } = *self.chosen;
            self.at = at;
            self.chosen = Arc::new(Theme { look, nations, symbols, ..(*theme).clone() });
        }
    }

    /// Changes the look of the map.
    pub fn set_look(&mut self, look: MapLook) {
        Arc::make_mut(&mut self.chosen).look = look;
    }

    /// Switches between map symbols and letters on counters.
    pub fn switch_symbols(&mut self) {
        Arc::make_mut(&mut self.chosen).symbols ^= true;
    }

    /// Switches between the colours of nations and those of the two sides.
    pub fn switch_nations(&mut self) {
        Arc::make_mut(&mut self.chosen).nations ^= true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_can_be_chosen_and_keeps_what_the_player_switched() {
        let mut themes = Themes::new(&[], Depth::Indexed, "dark").unwrap();
        themes.set_look(MapLook::Night);
        themes.switch_symbols();
        let names: Vec<String> = themes.names().map(str::to_owned).collect();
        for name in names.iter().cycle().skip(1).take(names.len()) {
            themes.next();
            assert_eq!(themes.chosen().name, *name);
            assert_eq!(themes.chosen().look, MapLook::Night, "{name}");
            assert!(themes.chosen().symbols && !themes.chosen().nations, "{name}");
        }
    }

    #[test]
    fn a_theme_of_your_own_replaces_the_built_in_one_of_its_name() {
        let own = [("themes/light.toml".to_owned(), "[text]\nfg = \"red\"\n".to_owned())];
        let mut themes = Themes::new(&own, Depth::Full, "dark").unwrap();
        assert_eq!(themes.names().count(), NAMES.len());
        themes.choose("light");
        let text = themes.chosen().of(super::super::Role::Text);
        assert_eq!(text.fg, Some(ratatui::style::Color::Red));
        themes.choose("no such theme");
        assert_eq!(themes.chosen().name, "light");
    }

    #[test]
    fn unknown_and_faulty_themes_are_reported() {
        let unknown = Themes::new(&[], Depth::Full, "dusk").unwrap_err().to_string();
        assert_eq!(
            unknown,
            "unknown theme \"dusk\"; available: dark, light, mono, high-contrast, colour-blind-safe"
        );
        let own = [("themes/dusk.toml".to_owned(), "[text]\nfg = \"rde\"\n".to_owned())];
        let faulty = Themes::new(&own, Depth::Full, "dark").unwrap_err().to_string();
        assert!(faulty.contains("themes/dusk.toml:2:6"), "{faulty}");
    }
}
