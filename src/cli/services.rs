//! The library of scenarios and saves as the screen uses it.

use std::path::Path;

use super::setup::{called, chosen};
use super::{battles, campaign as campaigns};
use crate::book::{Forge, Parameter};
use crate::editor::Editor;
use crate::game::replay::ReplayMode;
use crate::game::{Seat, Session};
use crate::ledger::{Rule, State};
use crate::library::{
    About, FORGED, Headed, Library, LibraryError, Measuring, SaveBattleError, SaveEntry, Scenario, SeatError,
    Target, date_and_time, scenario_name,
};
use crate::reading::{self, Faulty, balance};
use crate::registry::Ruleset;
use crate::store::StoreError;
use crate::tui::{
    BattleCard, CampaignCard, CampaignPage, CannotJoin, CannotResume, EditorBattle, EditorCard, HostSetup,
    ParameterCard, SETTINGS_FILE, SaveCard, ScenarioCard, Services, Setup, StartingPoint,
};

/// Opens a scenario in the editor: the player's own is edited in place, any other as a copy.
pub(super) fn editor_battle(
    library: &Library,
    scenario: Scenario,
    shop: Editor,
) -> Result<EditorBattle, Faulty> {
    let ruleset = scenario.ruleset;
    let draft = (shop.read)(&scenario.file(), &scenario.text, &scenario.own)?;
    let target = library.own_battles().target_of(ruleset, &scenario.name, scenario.path.as_deref());
    let own = target.is_some();
    let name = if own { scenario.name } else { format!("my-{}", scenario.name) };
    Ok(EditorBattle {
        ruleset: ruleset.id().into(),
        book: ruleset.title().into(),
        money: shop.money,
        draft,
        target,
        known: own.then_some(scenario.text),
        name: scenario_name(&name),
    })
}

/// Serves the screen, and collects remarks to print after the screen has closed.
#[derive(Debug)]
pub struct LibraryServices {
    library: Library,
    remarks: Vec<String>,
    /// The backup of unsaved changes in the editor.
    copy: Option<crate::store::Copy>,
}

impl LibraryServices {
    /// Services over the scenarios and saves of a library.
    pub fn new(library: Library) -> Self {
        Self { library, remarks: Vec::new(), copy: None }
    }

    /// A game that was resumed, with its remarks kept; or why it can't be.
    fn resumed(
        &mut self,
        save: &SaveCard,
        resumed: Result<(Box<dyn Session>, Vec<String>), LibraryError>,
    ) -> Result<Box<dyn Session>, CannotResume> {
        let (session, remarks) = resumed.map_err(|error| CannotResume {
            ways: error.resume_modes(),
            elsewhere: matches!(
                error,
                LibraryError::Store(StoreError::InUse { .. }) | LibraryError::Seat(SeatError::Elsewhere)
            ),
            why: error.to_string(),
        })?;
        let path = crate::plain::path(Path::new(&save.id));
        self.remarks.extend(remarks.into_iter().map(|remark| format!("{path}: {remark}")));
        Ok(session)
    }

    /// Remarks about the games that were resumed.
    pub fn into_remarks(self) -> Vec<String> {
        self.remarks
    }
}

impl Services for LibraryServices {
    fn scenarios(&self) -> Vec<ScenarioCard> {
        let card = |Headed { ruleset, name, about }| {
            let card = ScenarioCard {
                ruleset: ruleset.id().into(),
                book: ruleset.title().into(),
                picks: switches(ruleset),
                ..ScenarioCard::default()
            };
            match about {
                About::BuiltIn(contents) => ScenarioCard {
                    name,
                    title: contents.title.into(),
                    teaches: contents.teaches,
                    turns: contents.turns,
                    sides: owned(&contents.sides),
                    balance: owned(contents.balance),
                    summary: contents.summary.iter().map(|&paragraph| paragraph.into()).collect(),
                    read: true,
                    ..card
                },
                About::Own(heading) => ScenarioCard {
                    title: heading.title.unwrap_or_else(|| name.clone()),
                    teaches: heading.teaches,
                    name,
                    ..card
                },
            }
        };
        let listed: Vec<ScenarioCard> = self.library.headings().into_iter().map(card).collect();
        Ruleset::ALL
            .into_iter()
            .flat_map(|ruleset| {
                let own = listed.iter().filter(move |card| card.ruleset == ruleset.id()).cloned();
                own.chain(ruleset.extras().generator.map(|forge| to_order(ruleset, forge)))
            })
            .collect()
    }

    fn read(&self, card: &ScenarioCard) -> ScenarioCard {
        let card = ScenarioCard { read: true, ..card.clone() };
        let scenario = self.library.scenario(&called(&card.ruleset, &card.name));
        // Warnings are for the author of a scenario.
        let own = scenario.as_ref().is_ok_and(|scenario| scenario.path.is_some());
        let provisions =
            scenario.as_ref().map_or_else(|_| Vec::new(), |scenario| balance::provisions(&scenario.text));
        match scenario.and_then(|scenario| scenario.open()) {
            Ok((opening, odd)) => {
                let view = opening.view();
                let odd = odd.iter().filter(|_| own);
                let odd = odd.map(|fault| format!("Warning, line {}: {}.", fault.line, fault.sentence));
                ScenarioCard {
                    summary: view.paragraphs().into_iter().chain(odd).collect(),
                    title: view.title,
                    sides: view.sides.into_iter().map(|side| (side.key, side.name)).collect(),
                    balance: provisions
                        .into_iter()
                        .map(|provision| (provision.key, provision.text))
                        .collect(),
                    turns: view.turns,
                    teaches: view.teaches,
                    ..card
                }
            }
            Err(error) => {
                ScenarioCard { summary: vec![format!("This scenario can't be played: {error}")], ..card }
            }
        }
    }

    fn saves(&self) -> Vec<SaveCard> {
        let mut saves = match self.library.saves() {
            Ok(saves) => saves,
            Err(error) => {
                let (title, summary) = ("Saved games".into(), format!("can't be read: {error}"));
                return vec![SaveCard { title, summary, ..SaveCard::default() }];
            }
        };
        // Enter on the title screen resumes a game: unreadable saves come last.
        saves.sort_by_key(|save| save.summary.is_err());
        saves.into_iter().map(card).collect()
    }

    fn battles(&self) -> Vec<BattleCard> {
        battles::cards(&self.library)
    }

    fn battles_folder(&self) -> Option<std::path::PathBuf> {
        // Before the first battle its folder does not exist, and perhaps not even the folder around it.
        let folder = self.library.home().ok()?.battles();
        folder.ancestors().take(3).find(|folder| folder.is_dir()).map(std::path::Path::to_path_buf)
    }

    fn host(&mut self, setup: &Setup, host: &HostSetup) -> anyhow::Result<Box<dyn Session>> {
        battles::host(&self.library, setup, host)
    }

    fn join(
        &mut self,
        battle: &BattleCard,
        word: &str,
        take_over: bool,
    ) -> Result<Box<dyn Session>, CannotJoin> {
        battles::join(&self.library, &battle.id, word, take_over)
    }

    fn watch(&mut self, battle: &BattleCard) -> anyhow::Result<Box<dyn Session>> {
        Ok(self.library.spectate(Path::new(&battle.id), &self.library.player())?)
    }

    fn start(&mut self, setup: &Setup) -> anyhow::Result<Box<dyn Session>> {
        let (scenario, game) = chosen(&self.library, setup)?;
        Ok(self.library.start(&scenario, &game)?)
    }

    fn keep_scenario(&mut self, ruleset: &str, stem: &str, text: &str) -> anyhow::Result<String> {
        let ruleset: Ruleset = ruleset.parse()?;
        let path = self.library.keep_scenario(ruleset, stem, text)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(format!("{}/{name}", ruleset.id()))
    }

    fn editors(&self) -> Vec<EditorCard> {
        let card = |ruleset: Ruleset| {
            let sizes = ruleset.extras().editor?.sizes.iter();
            let sizes = sizes.map(|(width, height, what)| (*width, *height, (*what).to_owned())).collect();
            Some(EditorCard { ruleset: ruleset.id().into(), book: ruleset.title().into(), sizes })
        };
        Ruleset::ALL.into_iter().filter_map(card).collect()
    }

    fn open_battle(&mut self, what: &StartingPoint) -> anyhow::Result<EditorBattle> {
        let shop = |ruleset: Ruleset| {
            let none = || anyhow::anyhow!("{} has no scenario editor", ruleset.title());
            ruleset.extras().editor.ok_or_else(none)
        };
        let open_battle = |ruleset: Ruleset, draft, name: String| -> anyhow::Result<EditorBattle> {
            let (book, money) = (ruleset.title().into(), shop(ruleset)?.money);
            let ruleset = ruleset.id().into();
            Ok(EditorBattle { ruleset, book, money, draft, target: None, known: None, name })
        };
        match what {
            StartingPoint::Blank(ruleset, width, height) => {
                let ruleset: Ruleset = ruleset.parse()?;
                let own = self.library.custom_data_of(ruleset, None, None)?;
                open_battle(ruleset, (shop(ruleset)?.blank)(*width, *height, &own), "my-battle".into())
            }
            StartingPoint::Scenario(name) => {
                let scenario = self.library.scenario(name)?;
                let (ruleset, file) = (scenario.ruleset, scenario.file());
                anyhow::ensure!(!scenario.is_save(), "{file}: this is a saved game, not a scenario");
                Ok(editor_battle(&self.library, scenario, shop(ruleset)?)?)
            }
            StartingPoint::Away(name) => {
                let (ruleset, name) = parted(name)?;
                let shop = shop(ruleset)?;
                let name = self.library.own_battles().restore(ruleset, name)?;
                let scenario = self.library.scenario(&called(ruleset.id(), &name))?;
                Ok(editor_battle(&self.library, scenario, shop)?)
            }
            StartingPoint::Forged(ruleset, picks, seed) => {
                let ruleset: Ruleset = ruleset.parse()?;
                let scenario = self.library.forge(ruleset, picks, *seed)?;
                let draft = (shop(ruleset)?.read)(&scenario.file(), &scenario.text, &scenario.own)?;
                open_battle(ruleset, draft, format!("made-{seed}"))
            }
            StartingPoint::Left(path) => {
                let text = crate::store::read_text(path)?;
                let scenario = Scenario::from_file(path)?;
                let ruleset = scenario.ruleset;
                let own = self.library.custom_data_of(ruleset, Some(&scenario), None)?;
                let draft = (shop(ruleset)?.read)(&crate::plain::path(path), &text, &own)?;
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let name = stem.splitn(3, '-').nth(2).unwrap_or("my-battle").to_owned();
                let whole = open_battle(ruleset, draft, name.clone())?;
                // Our own backup exists before the old one is removed.
                self.back_up_battle(ruleset.id(), &name, &text)?;
                if self.copy.as_ref().is_some_and(|copy| copy.path() != path) {
                    crate::store::remove_left(path)?;
                }
                Ok(whole)
            }
        }
    }

    fn save_battle(
        &mut self,
        ruleset: &str,
        target: &Target,
        text: &str,
        known: Option<&str>,
        over: bool,
    ) -> Result<String, SaveBattleError> {
        let ruleset: Ruleset = ruleset.parse().map_err(|error| SaveBattleError::Name(format!("{error}")))?;
        let path = self.library.own_battles().save(ruleset, target, text, known, over)?;
        Ok(match target {
            Target::Own(name) => format!("{}/{name}", ruleset.id()),
            Target::File(_) => crate::plain::path(&path),
        })
    }

    fn back_up_battle(&mut self, ruleset: &str, name: &str, text: &str) -> anyhow::Result<()> {
        let copy = self.library.own_battles().recovery_copy(ruleset.parse()?, name, text)?;
        let path = copy.path().to_path_buf();
        // A backup under another name belongs to this battle no longer.
        if let Some(old) = self.copy.replace(copy).filter(|old| old.path() != path) {
            old.remove();
        }
        Ok(())
    }

    fn remove_backup(&mut self) {
        if let Some(copy) = self.copy.take() {
            copy.remove();
        }
    }

    fn backups(&self) -> Vec<(StartingPoint, String)> {
        let title = |text: &str| reading::heading(text).and_then(|heading| heading.title).unwrap_or_default();
        self.library
            .own_battles()
            .unsaved()
            .into_iter()
            .map(|(path, text)| (StartingPoint::Left(path), title(&text)))
            .collect()
    }

    fn own_battles_listed(&self) -> Vec<(StartingPoint, String)> {
        let own =
            self.library.own_battles().list().into_iter().filter(|own| own.ruleset.extras().editor.is_some());
        own.map(|own| (StartingPoint::Scenario(called(own.ruleset.id(), &own.name)), own.title)).collect()
    }

    fn binned_battles(&self) -> Vec<(StartingPoint, String)> {
        let away = self
            .library
            .own_battles()
            .archived()
            .into_iter()
            .filter(|own| own.ruleset.extras().editor.is_some());
        away.map(|own| (StartingPoint::Away(called(own.ruleset.id(), &own.name)), own.title)).collect()
    }

    fn rename_battle_file(&mut self, name: &str, to: &str) -> anyhow::Result<()> {
        let (ruleset, name) = parted(name)?;
        self.library.own_battles().rename(ruleset, name, to)?;
        Ok(())
    }

    fn discard_battle(&mut self, made: &StartingPoint) -> anyhow::Result<()> {
        match made {
            StartingPoint::Scenario(name) => {
                let (ruleset, name) = parted(name)?;
                self.library.own_battles().archive(ruleset, name)?;
            }
            StartingPoint::Away(name) => {
                let (ruleset, name) = parted(name)?;
                self.library.own_battles().delete(ruleset, name)?;
            }
            _ => anyhow::bail!("this is not one of your scenarios"),
        }
        Ok(())
    }

    fn measure(&self, ruleset: &str, text: &str, games: u32, seed: u64) -> anyhow::Result<Measuring> {
        let ruleset: Ruleset = ruleset.parse()?;
        let own = self.library.custom_data_of(ruleset, None, None)?;
        let (opening, _) = ruleset.open_with("the battle", text, &own)?;
        Ok(Measuring::begin(opening, games, seed))
    }

    fn campaigns(&self) -> Vec<CampaignCard> {
        campaigns::cards(&self.library)
    }

    fn campaign(&mut self, card: &CampaignCard) -> anyhow::Result<CampaignPage> {
        campaigns::page(&self.library, card)
    }

    fn start_campaign(&mut self, name: &str, seats: [Seat; 2], seed: u64) -> anyhow::Result<String> {
        Ok(self.library.campaigns().begin(name, seats, seed)?)
    }

    fn continue_campaign(&mut self, name: &str) -> anyhow::Result<(Box<dyn Session>, Vec<String>)> {
        Ok(self.library.campaigns().go_on(name)?)
    }

    fn campaign_of(&self, save: &Path) -> Option<String> {
        self.library.campaigns().of_save(save)
    }

    fn keep_settings(&mut self, text: &str) -> anyhow::Result<()> {
        let home = self.library.home()?;
        let path = home.own_config(SETTINGS_FILE);
        Ok(home.within_limits(&path, text.len(), || crate::store::replace(&path, text))?)
    }

    fn ended(&mut self, save: &Path) {
        // A battle that can't be recorded now is found among the saves next time.
        if let Err(error) = self.library.statistics().and_then(|statistics| statistics.record(save)) {
            self.remarks.push(format!("the battle is not in the statistics yet: {error}"));
        }
    }

    fn resume(&mut self, save: &SaveCard, mode: ReplayMode) -> Result<Box<dyn Session>, CannotResume> {
        let resumed = self.library.resume_with(Path::new(&save.id), mode);
        self.resumed(save, resumed)
    }

    fn take_over(&mut self, save: &SaveCard) -> Result<Box<dyn Session>, CannotResume> {
        let resumed = self.library.take_over(Path::new(&save.id), ReplayMode::Checked);
        self.resumed(save, resumed)
    }

    fn rule(&self, ruleset: &str, number: &str) -> Option<(String, String)> {
        let ledger = ruleset.parse::<Ruleset>().ok()?.ledger();
        let rule = ledger.rule(number)?;
        let rulings = ledger.rulings().iter().filter(|ruling| rule.rulings.contains(&ruling.id));
        let mut text = rule.summary.clone();
        for ruling in rulings {
            text += &format!("\n\n{} ({}): {}", ruling.title, ruling.id, ruling.text);
        }
        text += &standing(rule);
        Some((format!("{} {}", rule.number, rule.title), text))
    }

    fn catalog_search(&self, ruleset: &str, text: &str) -> Vec<Vec<String>> {
        let Ok(ruleset) = ruleset.parse::<Ruleset>() else { return Vec::new() };
        let Some(catalog) = ruleset.extras().catalog else { return Vec::new() };
        (catalog.rows)(&self.library.custom_data_of(ruleset, None, None).unwrap_or_default(), text)
    }

    fn keys(&self, ruleset: &str) -> (String, String) {
        let text = ruleset.parse().map_or("", |known: Ruleset| known.keys());
        (format!("the built-in {ruleset}/keys.toml"), text.to_owned())
    }

    fn own_keys(&self, ruleset: &str) -> anyhow::Result<Option<(String, String)>> {
        let Ok(home) = self.library.home() else { return Ok(None) };
        let own = home.user_config(&format!("{ruleset}/keys.toml"))?;
        Ok(own.map(|(path, text)| (crate::plain::path(&path), text)))
    }
}

/// The ruleset and the name of a scenario [called] by both.
fn parted(name: &str) -> anyhow::Result<(Ruleset, &str)> {
    let (ruleset, name) = name.split_once('/').unwrap_or(("", name));
    Ok((ruleset.parse()?, name))
}

/// A setting as the screen shows it.
fn pick_card(pick: &Parameter) -> ParameterCard {
    let values = pick.values.iter().map(|value| (*value).to_owned()).collect();
    ParameterCard { name: pick.name.to_owned(), values, first: pick.first, about: String::new() }
}

/// Pairs as the screen keeps them.
fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// The optional rules of a scenario, each with its description.
fn switches(ruleset: Ruleset) -> Vec<ParameterCard> {
    let Some(optional) = ruleset.extras().optional_rules else { return Vec::new() };
    let about = optional.notes.iter().chain(std::iter::repeat(&""));
    let card =
        |(pick, about): (&Parameter, &&str)| ParameterCard { about: (*about).to_owned(), ..pick_card(pick) };
    optional.picks.iter().zip(about).map(card).collect()
}

/// The card of custom battles.
fn to_order(ruleset: Ruleset, forge: Forge) -> ScenarioCard {
    ScenarioCard {
        ruleset: ruleset.id().into(),
        book: ruleset.title().into(),
        name: FORGED.into(),
        title: forge.title.into(),
        summary: vec![forge.summary.into()],
        sides: forge.sides.map(|(key, name)| (key.to_owned(), name.to_owned())).to_vec(),
        balance: Vec::new(),
        turns: forge.turns,
        teaches: false,
        size: forge.size,
        fresh: forge.fresh,
        picks: forge.picks.iter().map(pick_card).collect(),
        read: true,
    }
}

/// A note on rules that are not implemented.
fn standing(rule: &Rule) -> String {
    match rule.state {
        State::Done => String::new(),
        State::Option | State::Out => format!("\n\nNot part of this game: {}", rule.reason),
    }
}

fn card(save: SaveEntry) -> SaveCard {
    let id = save.path.to_string_lossy().into_owned();
    let (written, name) = (date_and_time(save.modified), save.name());
    match save.summary {
        Ok(summary) => {
            let finished = summary.outcome.is_some();
            let end = summary.outcome.map_or_else(String::new, |outcome| format!(", {outcome}"));
            let summary_line = format!("turn {}, action {}, {written}{end}", summary.turn, summary.plays);
            SaveCard { id, title: summary.title, summary: summary_line, finished }
        }
        Err(error) => {
            let summary = format!("can't be read: {error}");
            SaveCard { id, title: format!("{name} (unreadable)"), summary, finished: true }
        }
    }
}
