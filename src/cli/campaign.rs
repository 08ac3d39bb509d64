//! `standto campaign`: battles fought one after another.

use std::io::Write;

use clap::{Args, Subcommand};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use serde::Serialize;

use super::look::{self, Look, want_terminal};
use super::{CommandError, CommandResult, fail, json, values};
use crate::campaign::{Campaign, telling};
use crate::game::{Level, Seat};
use crate::library::{Begun, Library};
use crate::tool::Table;
use crate::tui::{CampaignCard, CampaignPage};

/// Play a campaign: battles in a chain, in which losses and experience carry over.
///
/// Between two battles a force replaces some of its losses; the rest is missing from its next battle. A force that
/// wins gains experience. The result of a battle decides which comes next. Progress is kept in your folder.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto campaign list\n  standto campaign start house-by-house --side british\n  \
    standto campaign continue\n  standto campaign status house-by-house\n\nA campaign of your own is a .toml file in the folder \
    \"campaigns\"; docs/campaigns.md describes it."
)]
pub struct Campaigns {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    List(List),
    Start(Start),
    Continue(Continue),
    Status(Status),
}

/// List the campaigns, and those in progress.
#[derive(Args)]
struct List {
    /// Print JSON: "campaigns" and "begun"
    #[arg(long)]
    json: bool,
}

/// Start a campaign and play its first battle.
#[derive(Args)]
struct Start {
    /// Campaign: a name from "standto campaign list", or the path of a .toml file
    #[arg(add = ArgValueCandidates::new(offered))]
    campaign: String,
    /// Your force: its key, "both" for two players at one keyboard, or "none" to watch
    #[arg(long, value_name = "FORCE")]
    side: Option<String>,
    /// Strength of the computer
    #[arg(long, visible_alias = "level", value_name = "LEVEL", value_parser = values::level(), default_value = "normal")]
    opponent: Level,
    /// Seed of the dice; the same seed gives the same rolls
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Start it without playing
    #[arg(long)]
    later: bool,
    #[command(flatten)]
    playing: Playing,
}

/// Continue a campaign: resume its battle, or play the next one.
#[derive(Args)]
struct Continue {
    /// A campaign in progress; the default is the only one that is not over
    #[arg(add = ArgValueCandidates::new(begun))]
    campaign: Option<String>,
    #[command(flatten)]
    playing: Playing,
}

/// Print the battles fought, the state of both forces and what comes next.
#[derive(Args)]
struct Status {
    /// A campaign in progress or at its end; the default is the only one that is not over
    #[arg(add = ArgValueCandidates::new(begun))]
    campaign: Option<String>,
    /// Print JSON: the progress with its results
    #[arg(long)]
    json: bool,
}

/// How a battle is played.
#[derive(Args)]
struct Playing {
    /// Play in lines of text with a prompt: for screen readers, scripts and play by mail
    #[arg(long, conflicts_with_all = ["theme", "map", "colors", "mouse", "ascii"])]
    plain: bool,
    #[command(flatten)]
    look: Look,
}

/// The names of the campaigns, for completion.
fn offered() -> Vec<CompletionCandidate> {
    let of = |listed: crate::library::ListedCampaign| {
        let title = listed.campaign.map(|campaign| campaign.title).unwrap_or_default();
        CompletionCandidate::new(listed.name).help(Some(title.into()))
    };
    Library::open().campaigns().list().into_iter().map(of).collect()
}

/// The names of those in progress.
fn begun() -> Vec<CompletionCandidate> {
    Library::open().campaigns().begun_names().into_iter().map(CompletionCandidate::new).collect()
}

#[derive(Serialize)]
struct Lists {
    campaigns: Vec<CampaignLine>,
    begun: Vec<BegunLine>,
}

#[derive(Serialize)]
struct CampaignLine {
    name: String,
    ruleset: Option<&'static str>,
    title: Option<String>,
    battles: usize,
    forces: Vec<String>,
    file: Option<String>,
    error: Option<String>,
}

#[derive(Serialize)]
struct BegunLine {
    name: String,
    title: String,
    battles: usize,
    next: Option<String>,
}

impl Campaigns {
    pub(super) fn run(self, front: Library, out: &mut dyn Write) -> CommandResult {
        match self.what {
            What::List(list) => list.run(&front, out),
            What::Start(start) => start.run(front, out),
            What::Continue(command) => {
                let name = the_one(&front, command.campaign)?;
                command.playing.run(front, &name, out)
            }
            What::Status(status) => status.run(&front, out),
        }
    }
}

impl List {
    fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let campaigns: Vec<CampaignLine> = front.campaigns().list().into_iter().map(line).collect();
        let begun = front.campaigns().all_begun().into_iter().map(|begun| BegunLine {
            battles: begun.progress.fought.iter().filter(|fought| fought.result.is_some()).count(),
            next: begun.standing.battle.map(|at| begun.campaign.battles[at].scenario.clone()),
            name: begun.name,
            title: begun.campaign.title,
        });
        let lists = Lists { campaigns, begun: begun.collect() };
        if self.json {
            return json(out, &lists);
        }
        writeln!(out, "Campaigns")?;
        let mut table = Table::new(["name", "ruleset", "title", "battles", "from"]);
        for line in lists.campaigns {
            let from = if line.file.is_some() { "yours" } else { "built in" };
            let title = line.title.or(line.error).unwrap_or_default();
            let ruleset = line.ruleset.unwrap_or_default().to_owned();
            table.row([line.name, ruleset, title, line.battles.to_string(), from.to_owned()]);
        }
        table.write(out)?;
        if lists.begun.is_empty() {
            writeln!(out, "\nNone in progress; start one with \"standto campaign start NAME\"")?;
            return Ok(());
        }
        writeln!(out, "\nIn progress")?;
        let mut table = Table::new(["name", "title", "fought", "next"]);
        for line in lists.begun {
            let next = line.next.unwrap_or_else(|| "over".to_owned());
            table.row([line.name, line.title, line.battles.to_string(), next]);
        }
        table.write(out)?;
        Ok(())
    }
}

fn line(listed: crate::library::ListedCampaign) -> CampaignLine {
    let file = listed.path.as_deref().map(crate::plain::path);
    let (campaign, error) = match listed.campaign {
        Ok(campaign) => (Some(campaign), None),
        Err(error) => (None, Some(error.to_string())),
    };
    CampaignLine {
        name: listed.name,
        ruleset: campaign.as_ref().map(|campaign| campaign.ruleset.id()),
        title: campaign.as_ref().map(|campaign| campaign.title.clone()),
        battles: campaign.as_ref().map_or(0, |campaign| campaign.longest_from(0)),
        forces: campaign
            .iter()
            .flat_map(|campaign| &campaign.forces)
            .map(|force| force.key.clone())
            .collect(),
        file,
        error: error.and_then(|error| error.lines().next().map(str::to_owned)),
    }
}

impl Start {
    fn run(self, front: Library, out: &mut dyn Write) -> CommandResult {
        let (_, campaign) = front.campaigns().find(&self.campaign)?;
        let seats = seats(&campaign, self.side.as_deref(), self.opponent)?;
        if !self.later && !self.playing.plain {
            want_terminal()?;
        }
        let seed = self.seed.unwrap_or_else(values::fresh_seed);
        let name = front.campaigns().begin(&self.campaign, seats, seed)?;
        if self.later {
            writeln!(out, "{}: started as {name}", campaign.title)?;
            return Ok(());
        }
        self.playing.run(front, &name, out)
    }
}

impl Playing {
    fn run(self, front: Library, name: &str, out: &mut dyn Write) -> CommandResult {
        if !self.plain {
            want_terminal()?;
        }
        let (session, told) = front.campaigns().go_on(name)?;
        if self.plain {
            for line in told {
                writeln!(out, "{line}")?;
            }
            return look::in_lines(&front, session, out);
        }
        self.look.screen(front, Some(session))
    }
}

impl Status {
    fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let begun = front.campaigns().begun(&the_one(front, self.campaign)?)?;
        if self.json {
            return json(out, &begun.progress);
        }
        writeln!(out, "{}", begun.campaign.title)?;
        print(out, &begun.status())
    }
}

fn print(out: &mut dyn Write, lines: &telling::Lines) -> CommandResult {
    for (_, line) in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The campaign that a player means: the one named, or the only one that is not over.
fn the_one(front: &Library, name: Option<String>) -> Result<String, CommandError> {
    if let Some(name) = name {
        return Ok(name);
    }
    let begun = front.campaigns().all_begun();
    let open: Vec<&Begun> = begun.iter().filter(|begun| !begun.is_over()).collect();
    match (&open[..], &begun[..]) {
        ([one], _) => Ok(one.name.clone()),
        ([], [one]) => Ok(one.name.clone()),
        ([], _) => fail("no campaign is in progress; start one with \"standto campaign start NAME\""),
        _ => {
            let mut names: Vec<&str> = open.iter().map(|begun| begun.name.as_str()).collect();
            names.sort_unstable();
            fail(format!("several campaigns are in progress; name one of them: {}", names.join(", ")))
        }
    }
}

/// The seats in the order of the forces.
fn seats(campaign: &Campaign, side: Option<&str>, level: Level) -> Result<[Seat; 2], CommandError> {
    let program = Seat::program(level);
    let keys = campaign.forces.each_ref().map(|force| force.key.as_str());
    match side {
        None => Ok([Seat::Human, program]),
        Some(name) if name == keys[0] => Ok([Seat::Human, program]),
        Some(name) if name == keys[1] => Ok([program, Seat::Human]),
        Some("both") => Ok([Seat::Human; 2]),
        Some("none") => Ok([program; 2]),
        Some(name) => {
            fail(format!("unknown force \"{name}\": expected {}, {}, both or none", keys[0], keys[1]))
        }
    }
}

/// The campaigns for the screen: those in progress, those to start, those that are over.
pub(super) fn cards(library: &Library) -> Vec<CampaignCard> {
    let state = |begun: &Begun| match begun.standing.battle {
        Some(at) => format!("next: {}", begun.campaign.battles[at].scenario),
        None => "over".to_owned(),
    };
    let card = |begun: &Begun| CampaignCard {
        name: begun.name.clone(),
        title: begun.campaign.title.clone(),
        book: begun.campaign.ruleset.title().to_owned(),
        begun: true,
        state: state(begun),
    };
    let (over, open): (Vec<_>, Vec<_>) =
        library.campaigns().all_begun().into_iter().partition(Begun::is_over);
    let offered = library.campaigns().list().into_iter().filter_map(|listed| {
        let campaign = listed.campaign.ok()?;
        let state = format!("{} battles", campaign.longest_from(0));
        let book = campaign.ruleset.title().to_owned();
        Some(CampaignCard { name: listed.name, title: campaign.title, book, begun: false, state })
    });
    open.iter().map(card).chain(offered).chain(over.iter().map(card)).collect()
}

/// The state of a campaign.
pub(super) fn page(library: &Library, card: &CampaignCard) -> anyhow::Result<CampaignPage> {
    let names = |campaign: &Campaign| campaign.forces.iter().map(|force| force.name.clone()).collect();
    if card.begun {
        let begun = library.campaigns().begun(&card.name)?;
        let (lines, forces, over) = (begun.status(), names(&begun.campaign), begun.is_over());
        return Ok(CampaignPage { lines, forces, over });
    }
    let (_, campaign) = library.campaigns().find(&card.name)?;
    Ok(CampaignPage { lines: telling::offered(&campaign), forces: names(&campaign), over: false })
}
