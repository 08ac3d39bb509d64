//! `standto deck fireandmove`: deals and tracks the decks of two players for tabletop play.

use std::io::Write;

use clap::{Args, Subcommand};
use serde::Serialize;

use crate::reading::nearest;
use crate::rules::fireandmove::cards::{Card, sheets};
use crate::rules::fireandmove::nations::{Quality, nation, nation_keys, nations};
use crate::rules::fireandmove::tools::aid::file::{entry, read, written};
use crate::rules::fireandmove::tools::aid::{Act, Deed, Seat, Table};
use crate::tool::{self, CommandError, CommandResult, PlayerFiles, Run, ToolFile, fail, names};

/// Deal and track the decks for a game on a real table.
///
/// The table is saved in decks/TABLE.toml in your folder; every action is saved before it is reported.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto deck new duel german russian:elite\n  standto deck hand duel \
         german\n  standto deck play duel german 3 1\n  standto deck discard duel german \"fire \
         5/4\"\n  standto deck fill duel german\n  standto deck aside duel german move\n  standto \
         deck settle duel german\n  standto deck show duel\n\nOnly \"hand\" shows the cards a \
         player holds. Give a card by its number there, or by its name. When a time check is \
         drawn, the deck is shuffled and a D6 is rolled for the time.")]
pub struct Decks {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Shuffle two decks and deal the hands
    New {
        /// The table's name: lower-case letters, digits and -
        #[arg(value_name = "TABLE")]
        name: String,
        /// The first player's nation, optionally with its quality: "german", "russian:elite"
        #[arg(add = names(sides))]
        first: String,
        /// The second player's nation
        #[arg(add = names(sides))]
        second: String,
        /// Seed for the draws; the same seed deals the same cards
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Show the public information: cards held, left and played
    Show {
        /// The table
        table: String,
        /// Print JSON: one object for each player
        #[arg(long)]
        json: bool,
    },
    /// Show one player's hand, for that player only
    Hand {
        /// The table
        table: String,
        /// The player, as listed by "show"
        player: String,
        /// Print JSON: the cards in order, with their uses
        #[arg(long)]
        json: bool,
    },
    /// Play cards from a hand, face up
    Play(Cards),
    /// Discard cards from a hand, face up or face down according to the nation
    Discard(Cards),
    /// Set cards aside, face up, for an action that takes more than one turn; they do not count towards the
    /// hand
    Aside(Cards),
    /// Discard cards that were set aside, because their action is finished or abandoned
    Settle {
        /// The table
        table: String,
        /// The player
        player: String,
        /// Names of cards set aside; all of them if none is named
        cards: Vec<String>,
    },
    /// Fill a hand; a time check shuffles the deck and rolls its die
    Fill {
        /// The table
        table: String,
        /// The player
        player: String,
        /// Hand size, if leaders are lost or for other reasons; otherwise the nation's
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
        hand: Option<u8>,
    },
    /// Undo a player's last play or discard, to correct a mistake
    Back {
        /// The table
        table: String,
        /// The player
        player: String,
    },
}

#[derive(Args)]
struct Cards {
    /// The table
    table: String,
    /// The player
    player: String,
    /// Numbers or names of cards in the hand
    #[arg(required = true)]
    cards: Vec<String>,
}

impl Run for Decks {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        match self.action {
            Action::New { name, first, second, seed } => {
                let seed = seed.unwrap_or_else(|| files.fresh_seed());
                begin(files, out, &name, [&first, &second], seed)
            }
            Action::Show { table, json } => {
                let (table, _) = open(files, out, &table)?;
                if json {
                    tool::json(out, &table.seats.each_ref().map(Public::of))
                } else {
                    show(out, &table)
                }
            }
            Action::Hand { table, player, json } => {
                let (table, _) = open(files, out, &table)?;
                let seat = &table.seats[seat(&table, &player)?];
                if json { tool::json(out, &held(seat)) } else { hand(out, seat) }
            }
            Action::Play(cards) => put(files, out, &cards, Deed::Play),
            Action::Discard(cards) => put(files, out, &cards, Deed::Discard),
            Action::Aside(cards) => put(files, out, &cards, Deed::Aside),
            Action::Settle { table, player, cards } => settle(files, out, &table, &player, &cards),
            Action::Fill { table, player, hand } => {
                let (mut table, mut kept) = open(files, out, &table)?;
                let seat = seat(&table, &player)?;
                let limit = hand.unwrap_or(table.seats[seat].rule().hand);
                let acts = table.filled(seat, usize::from(limit), false)?;
                keep(&mut table, &mut kept, &acts)?;
                tell_filled(out, &table.seats[seat], &acts)
            }
            Action::Back { table, player } => {
                let (mut table, mut kept) = open(files, out, &table)?;
                let seat = seat(&table, &player)?;
                keep(&mut table, &mut kept, &[Act { seat, deed: Deed::Back }])?;
                let Seat { key, hand, .. } = &table.seats[seat];
                writeln!(out, "{key}: undone; {} in hand", hand.len())?;
                Ok(())
            }
        }
    }
}

/// Each nation alone and with each quality: "russian", "russian:elite".
fn sides() -> Vec<String> {
    let with = |key: &str| Quality::ALL.map(|quality| format!("{key}:{}", quality.key()));
    nation_keys().flat_map(|key| [key.to_owned()].into_iter().chain(with(key))).collect()
}

/// A player's cards as both players know them.
#[derive(Serialize)]
struct Public<'a> {
    player: &'a str,
    nation: &'a str,
    quality: &'a str,
    in_hand: usize,
    hand_size: u8,
    deck_left: usize,
    reshuffled: u16,
    /// The last on top.
    face_up: Vec<String>,
    face_down: usize,
    set_aside: Vec<String>,
    time_checks: &'a [u8],
}

impl<'a> Public<'a> {
    fn of(seat: &'a Seat) -> Self {
        let shorts =
            |cards: &mut dyn Iterator<Item = &Card>| cards.map(|&card| sheets::short(card)).collect();
        Self {
            player: &seat.key,
            nation: &seat.nation.name,
            quality: seat.quality.key(),
            in_hand: seat.hand.len(),
            hand_size: seat.rule().hand,
            deck_left: seat.deck.left().len(),
            reshuffled: seat.turns,
            face_up: shorts(&mut seat.open.iter().rev()),
            face_down: seat.buried.len(),
            set_aside: shorts(&mut seat.aside.iter()),
            time_checks: &seat.times,
        }
    }
}

/// A card in a hand, for its owner.
#[derive(Serialize)]
struct Held {
    number: usize,
    card: String,
    uses: Vec<String>,
}

/// The cards of a hand in order.
fn held(seat: &Seat) -> Vec<Held> {
    let line =
        |(number, &card): (usize, &Card)| Held { number, card: sheets::short(card), uses: uses(seat, card) };
    (1..).zip(&seat.hand).map(line).collect()
}

/// The uses of a card; the values of fire cards are printed on them.
fn uses(seat: &Seat, card: Card) -> Vec<String> {
    match card {
        Card::Fire(_) => vec!["see the printed card".into()],
        _ => sheets::lines(seat.nation, card, sheets::Figures { fire: None, weapons: &[] }),
    }
}

/// Checks that a table's name is valid as a file name.
fn name(table: &str) -> Result<&str, CommandError> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if (1..=40).contains(&table.len()) && table.chars().all(fits) && !table.starts_with('-') {
        Ok(table)
    } else {
        Err(CommandError::Usage(format!(
            "\"{table}\" can't be a table's name: expected up to 40 lower-case letters, digits and -"
        )))
    }
}

fn open(
    files: &dyn PlayerFiles,
    out: &mut dyn Write,
    table: &str,
) -> Result<(Table, Box<dyn ToolFile>), CommandError> {
    let kept = files.open_file("decks", name(table)?)?;
    let whole = |text: &str| read(&kept.name(), text);
    match whole(kept.text()) {
        Ok(table) => Ok((table, kept)),
        Err(faulty) => {
            // The last action may be incomplete if the machine stopped while writing it.
            let cut = kept.text().rfind("\n[[act]]").filter(|&at| whole(&kept.text()[..at]).is_ok());
            let Some(at) = cut.filter(|_| toml::from_str::<toml::Table>(kept.text()).is_err()) else {
                return Err(faulty.into());
            };
            let table = whole(&kept.text()[..at])?;
            let mut kept = kept;
            kept.cut_to(at as u64)?;
            writeln!(out, "The file ends in an incomplete action. It is ignored.")?;
            Ok((table, kept))
        }
    }
}

fn seat(table: &Table, player: &str) -> Result<usize, CommandError> {
    let keys = table.seats.each_ref().map(|seat| seat.key.clone());
    keys.iter().position(|key| key.eq_ignore_ascii_case(player)).ok_or_else(|| {
        let near = nearest(player, &keys);
        let perhaps = near.first().map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        CommandError::Usage(format!(
            "there is no player \"{player}\": expected {} or {}{perhaps}",
            keys[0], keys[1]
        ))
    })
}

/// A nation and its quality: "russian:elite".
fn side(words: &str) -> Result<(&'static crate::rules::fireandmove::nations::Nation, Quality), CommandError> {
    let (name, quality) = words.split_once(':').unwrap_or((words, "line"));
    let quality = Quality::ALL.into_iter().find(|known| known.key() == quality).ok_or_else(|| {
        CommandError::Usage(format!("\"{quality}\" is not a quality: expected second-line, line or elite"))
    })?;
    let keys: Vec<String> = nations().iter().map(|nation| nation.key.clone()).collect();
    let found = nation(&name.to_lowercase()).ok_or_else(|| {
        let near = nearest(name, &keys);
        let perhaps = near.first().map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
        CommandError::Usage(format!(
            "there is no nation \"{name}\"{perhaps}; the nations are {}",
            keys.join(", ")
        ))
    })?;
    Ok((found, quality))
}

fn begin(
    files: &dyn PlayerFiles,
    out: &mut dyn Write,
    table: &str,
    players: [&str; 2],
    seed: u64,
) -> CommandResult {
    let file = name(table)?;
    let [first, second] = [side(players[0])?, side(players[1])?];
    let key = |nation: &str, place: usize| {
        if place == 1 && first.0.key == nation { format!("{nation}-2") } else { nation.to_owned() }
    };
    let seats = [
        Seat::new(key(&first.0.key, 0), first.0, first.1),
        Seat::new(key(&second.0.key, 1), second.0, second.1),
    ];
    if i64::try_from(seed).is_err() {
        return Err(CommandError::Usage(format!("a seed is at most {}, not {seed}", i64::MAX)));
    }
    let mut dealt = Table::new(seats, seed);
    let mut text = written(&dealt);
    for seat in 0..2 {
        let limit = usize::from(dealt.seats[seat].rule().hand);
        for act in dealt.filled(seat, limit, true)? {
            text += &entry(&dealt, &act);
            let done = dealt.act(act);
            done.map_err(|why| CommandError::Failed(anyhow::Error::msg(why)))?;
        }
    }
    files.create_file("decks", file, &text)?;
    writeln!(out, "The hands are dealt; \"standto deck hand {file} {}\" shows one.\n", dealt.seats[0].key)?;
    show(out, &dealt)
}

/// Carries out actions and saves them before anything is reported.
fn keep(table: &mut Table, kept: &mut Box<dyn ToolFile>, acts: &[Act]) -> CommandResult {
    let mut text = String::new();
    for act in acts {
        text += &entry(table, act);
        if let Err(why) = table.act(act.clone()) {
            return fail(why);
        }
    }
    kept.append(&text)?;
    Ok(())
}

/// Plays, discards or sets aside cards, given by number or name.
fn put(
    files: &dyn PlayerFiles,
    out: &mut dyn Write,
    given: &Cards,
    deed: fn(Vec<Card>) -> Deed,
) -> CommandResult {
    let (mut table, mut kept) = open(files, out, &given.table)?;
    let seat = seat(&table, &given.player)?;
    let hand = table.seats[seat].hand.clone();
    let mut cards: Vec<Card> = Vec::new();
    let mut places: Vec<usize> = Vec::new();
    for word in &given.cards {
        let numbered = word.parse::<usize>().ok();
        let place = match numbered {
            Some(number) => number.checked_sub(1).filter(|place| *place < hand.len()),
            None => {
                let card: Card = word.to_lowercase().parse().map_err(CommandError::Usage)?;
                (0..hand.len()).find(|place| hand[*place] == card && !places.contains(place))
            }
        };
        let Some(place) = place.filter(|place| !places.contains(place)) else {
            return fail(format!(
                "the {} player holds no card \"{word}\"; \"hand\" shows the {} held",
                table.seats[seat].key,
                hand.len()
            ));
        };
        places.push(place);
        cards.push(hand[place]);
    }
    let before = table.seats[seat].open.len();
    let deed = deed(cards.clone());
    let (verb, aside) = match deed {
        Deed::Discard(_) => ("discards", false),
        Deed::Aside(_) => ("sets aside", true),
        _ => ("plays", false),
    };
    keep(&mut table, &mut kept, &[Act { seat, deed }])?;
    let Seat { key, hand, open, .. } = &table.seats[seat];
    let seen = if aside { &cards[..] } else { &open[before..] };
    let shown: Vec<String> = seen.iter().map(|&card| sheets::short(card)).collect();
    let hidden = places.len() - shown.len();
    let mut told = shown.join(", ");
    if hidden > 0 {
        let more = if hidden == 1 { "1 card face down".into() } else { format!("{hidden} cards face down") };
        told = if told.is_empty() { more } else { format!("{told} and {more}") };
    }
    writeln!(out, "{key} {verb} {told}; {} in hand", hand.len())?;
    Ok(())
}

/// Discards cards that were set aside.
fn settle(
    files: &dyn PlayerFiles,
    out: &mut dyn Write,
    table: &str,
    player: &str,
    words: &[String],
) -> CommandResult {
    let (mut table, mut kept) = open(files, out, table)?;
    let seat = seat(&table, player)?;
    let named = words.iter().map(|word| word.to_lowercase().parse().map_err(CommandError::Usage));
    let mut cards = named.collect::<Result<Vec<Card>, CommandError>>()?;
    if cards.is_empty() {
        cards.clone_from(&table.seats[seat].aside);
    }
    if cards.is_empty() {
        return fail(format!("the {} player has no cards set aside", table.seats[seat].key));
    }
    let told: Vec<String> = cards.iter().map(|&card| sheets::short(card)).collect();
    keep(&mut table, &mut kept, &[Act { seat, deed: Deed::Settle(cards) }])?;
    writeln!(out, "{} discards {}, set aside before", table.seats[seat].key, told.join(", "))?;
    Ok(())
}

/// Reports a filled hand without revealing which cards were drawn.
fn tell_filled(out: &mut dyn Write, seat: &Seat, acts: &[Act]) -> CommandResult {
    let mut drawn = 0;
    for act in acts {
        match &act.deed {
            Deed::Draw(cards) => drawn += cards.iter().filter(|card| **card != Card::TimeCheck).count(),
            Deed::Time(face) => {
                writeln!(
                    out,
                    "Time check! The {} deck is shuffled. The D6 for time shows {face}.",
                    seat.key
                )?;
            }
            Deed::Shuffle if !acts.iter().any(|act| matches!(act.deed, Deed::Time(_))) => {
                writeln!(out, "The {} deck has run out and is shuffled.", seat.key)?;
            }
            _ => {}
        }
    }
    let (held, left) = (seat.hand.len(), seat.deck.left().len());
    writeln!(out, "{} draws {drawn}; {held} in hand, {left} left", seat.key)?;
    Ok(())
}

/// The public information.
fn show(out: &mut dyn Write, table: &Table) -> CommandResult {
    for seat in &table.seats {
        let rule = seat.rule();
        writeln!(out, "{} ({}, {})", seat.key, seat.nation.name, seat.quality.key())?;
        writeln!(out, "  in hand      {} of {}", seat.hand.len(), rule.hand)?;
        writeln!(out, "  deck         {} left, reshuffled {} times", seat.deck.left().len(), seat.turns)?;
        let unseen = if seat.buried.is_empty() {
            String::new()
        } else {
            format!(" and {} face down", seat.buried.len())
        };
        let open: Vec<String> = seat.open.iter().rev().map(|&card| sheets::short(card)).collect();
        let open = if open.is_empty() { "none".into() } else { open.join(", ") };
        writeln!(out, "  discards     {}{unseen}; face up, last first: {open}", seat.open.len())?;
        if !seat.aside.is_empty() {
            let aside: Vec<String> = seat.aside.iter().map(|&card| sheets::short(card)).collect();
            writeln!(out, "  set aside    {}", aside.join(", "))?;
        }
        if !seat.times.is_empty() {
            let faces: Vec<String> = seat.times.iter().map(u8::to_string).collect();
            writeln!(out, "  time checks  {}", faces.join(", "))?;
        }
    }
    Ok(())
}

/// One player's hand, for that player only.
fn hand(out: &mut dyn Write, seat: &Seat) -> CommandResult {
    writeln!(out, "The hand of {}: {} of {}", seat.key, seat.hand.len(), seat.rule().hand)?;
    for (number, &card) in (1..).zip(&seat.hand) {
        writeln!(out, "{number:>3}  {:<16}{}", sheets::short(card), uses(seat, card).join("; "))?;
    }
    let [idle, one, always] = [0, 1, 2].map(|actions| seat.rule().allowed(actions));
    writeln!(out, "Discards: {idle} after no action, {one} after one, {always} after more")?;
    Ok(())
}
