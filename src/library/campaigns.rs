//! Campaigns: found, started and continued. Progress is kept in `campaigns/progress` in the player's folder, the
//! player's own campaigns in `campaigns`.

use std::path::{Path, PathBuf};

use super::{Library, LibraryError, NewGame, Scenario, now, scenarios};
use crate::campaign::fitting::fit;
use crate::campaign::progress::{BattleResult, Fought, Losses, Progress};
use crate::campaign::standing::Standing;
use crate::campaign::{Campaign, telling};
use crate::game::journal::{DiceKind, fingerprint};
use crate::game::{Seat, Session, Side};
use crate::plain::plain;
use crate::reading::{Faulty, nearest};
use crate::registry::Ruleset;
use crate::store::{self, StoreError};

/// The folder of the player's own campaigns.
const OWN: &str = "campaigns";
/// The folder of those in progress.
const BEGUN: &str = "campaigns/progress";

/// Why a campaign can't be started or continued; each variant is a sentence.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// No campaign has that name.
    #[error("there is no campaign \"{}\"{}; see \"standto campaign list\"", plain(name), perhaps(.near))]
    Unknown {
        /// The name asked for.
        name: String,
        /// Similar names.
        near: Vec<String>,
    },
    /// No campaign in progress has that name, or there is none at all.
    #[error("{}", not_begun(.0.as_deref()))]
    NotBegun(Option<String>),
    /// It is over.
    #[error("the campaign \"{0}\" is over; \"standto campaign status {0}\" prints its statistics")]
    Over(String),
    /// Another window has continued it meanwhile.
    #[error("this campaign was continued in another window; look at it again")]
    Changed,
    /// A file with faults.
    #[error(transparent)]
    Faulty(#[from] Faulty),
    /// Its progress can't be written.
    #[error("its progress can't be written: {0}")]
    Unwritten(#[from] toml::ser::Error),
    /// Its battle can't be opened.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A file error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn perhaps(near: &[String]) -> String {
    near.first().map_or_else(String::new, |near| format!("; did you mean \"{}\"?", plain(near)))
}

fn not_begun(name: Option<&str>) -> String {
    let start = "start one with \"standto campaign start NAME\"";
    match name {
        Some(name) => format!("the campaign \"{}\" has not been started; {start}", plain(name)),
        None => format!("no campaign is in progress; {start}"),
    }
}

/// A campaign in a list.
#[derive(Debug)]
pub struct ListedCampaign {
    /// Its name.
    pub name: String,
    /// Its file, unless it is built in.
    pub path: Option<PathBuf>,
    /// The campaign, or why it can't be played.
    pub campaign: Result<Campaign, CampaignError>,
}

/// A campaign in progress, or at its end.
#[derive(Debug)]
pub struct Begun {
    /// The name of its progress.
    pub name: String,
    /// The campaign.
    pub campaign: Campaign,
    /// Its progress.
    pub progress: Progress,
    /// Its state.
    pub standing: Standing,
    /// The file's text as it was read.
    known: String,
}

impl Begun {
    /// The state of the campaign in words.
    pub fn status(&self) -> telling::Lines {
        telling::status(&self.campaign, &self.progress, &self.standing)
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.standing.battle.is_none()
    }
}

/// The campaigns of a library, and their progress.
#[derive(Copy, Clone, Debug)]
pub struct Campaigns<'a>(&'a Library);

impl Library {
    /// The campaigns.
    pub const fn campaigns(&self) -> Campaigns<'_> {
        Campaigns(self)
    }
}

impl Campaigns<'_> {
    /// Every campaign: built in, then the player's own.
    pub fn list(self) -> Vec<ListedCampaign> {
        let built_in = built_in().map(|(name, text)| ListedCampaign {
            name: name.to_owned(),
            path: None,
            campaign: self.read(&format!("{name}.toml"), text),
        });
        let own = self.0.home().map(|home| home.kept_names(OWN)).unwrap_or_default();
        let own = own.into_iter().filter_map(|name| {
            let path = self.0.home().ok()?.kept(OWN, &name);
            let campaign = self.read_file(&path).map(|(_, campaign)| campaign);
            Some(ListedCampaign { name, path: Some(path), campaign })
        });
        built_in.chain(own).collect()
    }

    /// Reads a campaign with its warnings; it may use any of this player's scenarios.
    ///
    /// # Errors
    /// Its faults.
    pub fn read(self, file: &str, text: &str) -> Result<Campaign, CampaignError> {
        let sides = |ruleset: Ruleset, name: &str| {
            let scenario = self.0.scenario_of(ruleset, name).ok_or_else(|| {
                let known: Vec<String> =
                    ruleset.scenarios().iter().map(|(name, _)| (*name).to_owned()).collect();
                format!("there is no {ruleset} scenario \"{name}\"{}", perhaps(&nearest(name, &known)))
            })?;
            let (opening, _) = scenario.and_then(|scenario| scenario.open()).map_err(|error| {
                let error = error.to_string();
                format!(
                    "the scenario \"{name}\" can't be played: {}",
                    error.lines().next().unwrap_or_default()
                )
            })?;
            Ok(opening.sides().map(|(key, _)| key))
        };
        Ok(Campaign::read(file, text, &sides)?.0)
    }

    fn read_file(self, path: &Path) -> Result<(String, Campaign), CampaignError> {
        let text = store::read_text(path)?;
        let campaign = self.read(&crate::plain::path(path), &text)?;
        Ok((text, campaign))
    }

    /// The text of a campaign and the campaign, by its name or file.
    ///
    /// # Errors
    /// There is none, or it has faults.
    pub fn find(self, name: &str) -> Result<(String, Campaign), CampaignError> {
        if let Some((_, text)) = built_in().find(|(known, _)| *known == name) {
            return Ok((text.to_owned(), self.read(&format!("{name}.toml"), text)?));
        }
        if scenarios::is_path(name) {
            return self.read_file(Path::new(name));
        }
        let known: Vec<String> = self.list().into_iter().map(|listed| listed.name).collect();
        if let Ok(home) = self.0.home()
            && known.iter().any(|known| known == name)
        {
            return self.read_file(&home.kept(OWN, name));
        }
        Err(CampaignError::Unknown { name: name.to_owned(), near: nearest(name, &known) })
    }

    /// The names of the campaigns that were started, sorted.
    pub fn begun_names(self) -> Vec<String> {
        self.0.home().map(|home| home.kept_names(BEGUN)).unwrap_or_default()
    }

    /// The campaigns that were started; those that can't be read are left out.
    pub fn all_begun(self) -> Vec<Begun> {
        self.begun_names().iter().filter_map(|name| self.begun(name).ok()).collect()
    }

    /// A campaign that was started, with the result of a battle that has ended since.
    ///
    /// # Errors
    /// There is none, or it can't be read.
    pub fn begun(self, name: &str) -> Result<Begun, CampaignError> {
        let mut begun = self.read_begun(name)?;
        let save = begun.progress.running().map(|fought| fought.save.clone());
        // Without its save the battle is fought again.
        if let Some(save) = save.and_then(|save| self.0.find_save(&save).ok())
            && let Some(result) = self.result_of(&begun, &save)?
        {
            begun.progress.fought.last_mut().into_iter().for_each(|last| last.result = Some(result.clone()));
            self.keep_begun(&mut begun)?;
            begun.standing = Standing::of(&begun.campaign, &begun.progress.fought);
        }
        Ok(begun)
    }

    /// The file, the text and the content of a campaign's progress.
    fn read_progress(self, name: &str) -> Result<(String, String, Progress), CampaignError> {
        let path = self.0.home()?.kept(BEGUN, name);
        let known = match store::read_text(&path) {
            Err(StoreError::NotFound { .. }) => return Err(CampaignError::NotBegun(Some(name.to_owned()))),
            read => read?,
        };
        let file = crate::plain::path(&path);
        let progress = Progress::read(&file, &known)?;
        Ok((file, known, progress))
    }

    fn read_begun(self, name: &str) -> Result<Begun, CampaignError> {
        let (file, known, progress) = self.read_progress(name)?;
        let campaign = self.read(&format!("the campaign in {file}"), &progress.text)?;
        let standing = Standing::of(&campaign, &progress.fought);
        Ok(Begun { name: name.to_owned(), campaign, progress, standing, known })
    }

    /// The result of a battle, if its save has ended.
    fn result_of(self, begun: &Begun, save: &Path) -> Result<Option<BattleResult>, CampaignError> {
        let kept = self.0.read_save(save)?;
        let end = kept.loaded.journal.plays.last().is_some_and(|play| play.winner.is_some());
        let Some(battle) = begun.standing.battle.filter(|_| end) else { return Ok(None) };
        let battle = &begun.campaign.battles[battle];
        let played = kept
            .opening
            .replay(&kept.loaded.journal)
            .map_err(|error| LibraryError::Save { path: save.to_path_buf(), error: error.into() })?;
        let Some(outcome) = played.outcome else { return Ok(None) };
        let key = |side: Side| begun.campaign.forces[battle.forces[side.index()]].key.clone();
        let start = kept.opening.survivors();
        Ok(Some(BattleResult {
            winner: outcome.winner.map(key),
            why: outcome.why,
            turn: played.turn,
            actions: played.plays,
            force: Side::BOTH
                .into_iter()
                .map(|side| Losses::of(&key(side), side, &start, &played.survivors))
                .collect(),
        }))
    }

    /// Writes the progress, unless another window has changed it since it was read.
    fn keep_begun(self, begun: &mut Begun) -> Result<(), CampaignError> {
        let home = self.0.home()?;
        let path = home.kept(BEGUN, &begun.name);
        let text = begun.progress.text()?;
        home.locked(|| {
            if store::read_text(&path)? != begun.known {
                return Err(CampaignError::Changed);
            }
            home.has_room(&path, text.len())?;
            Ok(store::replace(&path, &text)?)
        })?;
        begun.known = text;
        Ok(())
    }

    /// Starts a campaign with these players, in the order of its forces. Returns the name of its progress.
    ///
    /// # Errors
    /// There is no such campaign, or its progress can't be written.
    pub fn begin(self, name: &str, seats: [Seat; 2], seed: u64) -> Result<String, CampaignError> {
        let (text, _) = self.find(name)?;
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
        let stem = super::scenario_name(&stem);
        let progress = Progress::new(&stem, &text, now(), seats, seed).text()?;
        let home = self.0.home()?;
        for number in 1..=MOST {
            let name = if number == 1 { stem.clone() } else { format!("{stem}-{number}") };
            let path = home.kept(BEGUN, &name);
            match home.within_limits(&path, progress.len(), || store::create_save(&path, &progress)) {
                Err(StoreError::Exists { .. }) => {}
                created => return Ok(created.map(|_| name)?),
            }
        }
        Err(StoreError::Exists { path: home.kept(BEGUN, &stem) }.into())
    }

    /// Continues a campaign: resumes its battle, or begins the next one.
    ///
    /// # Errors
    /// It is over, or its battle can't be opened.
    pub fn go_on(self, name: &str) -> Result<(Box<dyn Session>, Vec<String>), CampaignError> {
        let mut begun = self.begun(name)?;
        let Some(at) = begun.standing.battle else { return Err(CampaignError::Over(name.to_owned())) };
        if let Some(running) = begun.progress.running() {
            if let Ok(save) = self.0.find_save(&running.save) {
                return Ok(self.0.resume(&save)?);
            }
            begun.progress.fought.pop();
        }
        let battle = &begun.campaign.battles[at];
        let (scenario, told) = self.fitted(&begun, at)?;
        let seats = battle.forces.map(|force| begun.progress.seat(force));
        let seed = begun.progress.seed.wrapping_add(begun.progress.fought.len() as u64);
        let session =
            self.0.start(&scenario, &NewGame { seats, seed, dice: DiceKind::Seeded, undo: None })?;
        let save = session.save_path().and_then(Path::file_stem).unwrap_or_default();
        let (battle, save) = (battle.key.clone(), save.to_string_lossy().into_owned());
        begun.progress.fought.push(Fought { battle, save, result: None });
        self.keep_begun(&mut begun)?;
        Ok((session, told))
    }

    /// The scenario of a battle with the forces that come to it, and what has changed in words.
    fn fitted(self, begun: &Begun, at: usize) -> Result<(Scenario, Vec<String>), CampaignError> {
        let (campaign, battle) = (&begun.campaign, &begun.campaign.battles[at]);
        let mut scenario = self.0.scenario(&format!("{}/{}", campaign.ruleset, battle.scenario))?;
        let arriving = begun.standing.arriving(campaign, at);
        let fitted = fit(campaign.ruleset, &scenario.file(), &scenario.text, &scenario.own, &arriving)?;
        if fitted.text != scenario.text {
            scenario.switched_from = Some(fingerprint(&scenario.text));
            scenario.text = fitted.text;
        }
        let told = battle.forces.iter().zip(&fitted.missing).filter(|(_, missing)| !missing.is_empty());
        let told = told.map(|(force, missing)| {
            format!("{} without {}", campaign.forces[*force].name, telling::listed(missing))
        });
        Ok((scenario, told.collect()))
    }

    /// The campaign to which a save belongs, by the name of its progress.
    pub fn of_save(self, save: &Path) -> Option<String> {
        let stem = save.file_stem()?.to_string_lossy();
        let of = |name: &String| {
            let read = self.read_progress(name).ok();
            read.is_some_and(|(.., progress)| progress.fought.iter().any(|fought| fought.save == stem))
        };
        self.begun_names().into_iter().find(of)
    }
}

/// The most campaigns of one name in progress.
const MOST: usize = 100;

fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |ruleset: Ruleset| ruleset.extras().campaigns.map_or(&[][..], |campaigns| campaigns.built_in);
    Ruleset::ALL.into_iter().flat_map(of).copied()
}
