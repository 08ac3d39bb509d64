//! Choices and their notation.

use std::fmt;
use std::str::FromStr;

use crate::board::{Cell, Compass};
use crate::game::NotationError;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::ordnance::arms::Round;
use crate::rules::fireandmove::state::{Fig, Gid};

/// One choice of a player.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// Select a group to act: `group 3`.
    Group(Gid),
    /// End the actions of this turn.
    End,
    /// Select another group instead.
    Leave,
    /// A movement card for its move actions: `move 2/-1`.
    Move(Card),
    /// A movement card for a single concealed move action: `cover 2/-1`.
    Cover(Card),
    /// A movement card set aside on a minefield: `aside 1`.
    Aside(Card),
    /// A movement card that removes a fear marker: `calm 1`.
    Calm(Card),
    /// A movement 1 card to go to ground: `ground 1`.
    Ground(Card),
    /// A fire card: `fire 5/4`.
    Fire(Card),
    /// A rally card: `rally 2`.
    Rally(Card),
    /// A rally card that lets groups reorganise: `reorganise 2`.
    Reorganise(Card),
    /// A rally card that calls in artillery: `call 3 radio`.
    Call(Card),
    /// A rally card to steady defenders in close combat: `steady 2`.
    Steady(Card),
    /// A smoke card.
    Smoke(Card),
    /// A minefield card against the mover.
    Mines(Card),
    /// A hero card on a figure: `hero 12`.
    Hero(Fig),
    /// Move one square: `step ne`.
    Step(Compass),
    /// End the move action here.
    Halt,
    /// Finish this action.
    Done,
    /// Charge a group: `charge 7`.
    Charge(Gid),
    /// The enemy group aimed at: `target 7`.
    Target(Gid),
    /// A figure to take part, to be rallied or to be met in combat: `figure 12`.
    Figure(Fig),
    /// Pass on a chance to react.
    Pass,
    /// Hold fire until the turn ends.
    Hold,
    /// A group reacts: `with 4`.
    With(Gid),
    /// The point on the path: `point 2`.
    Point(u8),
    /// Continue the move after fire.
    GoOn,
    /// Stop the move after fire.
    Stop,
    /// Defenders check whether they stand.
    Stand,
    /// Defenders retire by choice.
    Retire,
    /// Repair a failed weapon: `repair 5`.
    Repair(Fig),
    /// A figure picks up a dropped weapon: `acquire 5`.
    Acquire(Fig),
    /// A figure crews a weapon: `crew 5`.
    Crew(Fig),
    /// Break down or set up a weapon.
    SetUp,
    /// Turn a weapon's arc: `turn ne`.
    Turn(Compass),
    /// Make a sniper check.
    SniperCheck,
    /// Discard a card: `discard fire 1`.
    Discard(Card),
    /// A sniper card on an enemy group: `snipe 7`.
    Snipe(Gid),
    /// A fear card on an enemy group: `frighten 7`.
    Frighten(Gid),
    /// Join the group with another: `join 4`.
    Join(Gid),
    /// A fire card for ordnance: `shoot 5/4`.
    Shoot(Card),
    /// A weapon and its round: `load 12 ap`.
    Load(Fig, Round),
    /// A demolition charge for a group: `place 7`.
    Place(Gid),
    /// A movement card that begins a Banzai attack: `banzai 2/-1`.
    Banzai(Card),
    /// A Gan Si Dui figure sets out: `dare 12`.
    Dare(Fig),
    /// A rally 1 card on a pinned figure in addition (91.12): `sankari 1`.
    Sankari(Card),
    /// A minefield card as a booby trap (91.16): `trap minefield`.
    Trap(Card),
    /// A movement card that hides a group (91.16): `hide 3/-2`.
    Hide(Card),
    /// A movement card that returns runners (91.13): `return 2/-1`.
    Return(Card),
    /// A movement card that splits a group (91.15): `part 2/-1`.
    Part(Card),
    /// Two rally cards for an air or naval strike (96.4): `strike 4 radio`.
    Strike(Card),
    /// A leader leaves the group (7.5): `detach 5`.
    Detach(Fig),
    /// Into the jungle, or on into another section of it: `into 4` (94).
    Into(u8),
    /// Turn a turret: `traverse ne`.
    Traverse(Compass),
    /// A smoke card for a flare: `flare smoke`.
    Flare(Card),
    /// A square on the board: `at 0505`.
    At(Cell),
    /// The artillery round to call in: `round smoke`.
    Round(Round),
    /// Onto a pillbox, above an enemy group in it: `onto 7`.
    Onto(Gid),
    /// A fire card for grenades into a pillbox: `grenade 1`.
    Grenade(Card),
    /// Board a vehicle, or hitch a gun to it: `board 3`.
    Board(Gid),
    /// A movement card to leave a vehicle, or to unhitch a gun: `debus 2/-1`.
    Debus(Card),
    /// A vehicle sets down its passengers before it moves.
    Drop,
    /// A movement card for a vehicle and the infantry paired with it: `together 2/-1`.
    Together(Card),
    /// Mount horses: `mount 3`.
    Mount(Gid),
    /// Dismount; one figure in four holds the horses.
    Dismount,
    /// Dismount and tether the horses.
    Tether,
}

const EXPECTED: &str = "a choice such as group 3, move 2/-1, fire 5/4, step ne, halt, target 7 or end";

const WORDS: &[(Choice, &str)] = &[
    (Choice::End, "end"),
    (Choice::Leave, "leave"),
    (Choice::Halt, "halt"),
    (Choice::Done, "done"),
    (Choice::Pass, "pass"),
    (Choice::Hold, "hold"),
    (Choice::GoOn, "go-on"),
    (Choice::Stop, "stop"),
    (Choice::Stand, "stand"),
    (Choice::Retire, "retire"),
    (Choice::SetUp, "set-up"),
    (Choice::SniperCheck, "sniper-check"),
    (Choice::Drop, "drop"),
    (Choice::Dismount, "dismount"),
    (Choice::Tether, "tether"),
];

/// Verbs followed by a number, a card or a direction.
type OfNumber = fn(u8) -> Choice;
type OfCard = fn(Card) -> Choice;

const NUMBERED: &[(&str, OfNumber)] = &[
    ("group", Choice::Group),
    ("hero", Choice::Hero),
    ("charge", Choice::Charge),
    ("target", Choice::Target),
    ("figure", Choice::Figure),
    ("with", Choice::With),
    ("point", Choice::Point),
    ("repair", Choice::Repair),
    ("acquire", Choice::Acquire),
    ("crew", Choice::Crew),
    ("snipe", Choice::Snipe),
    ("frighten", Choice::Frighten),
    ("join", Choice::Join),
    ("place", Choice::Place),
    ("dare", Choice::Dare),
    ("detach", Choice::Detach),
    ("into", Choice::Into),
    ("onto", Choice::Onto),
    ("board", Choice::Board),
    ("mount", Choice::Mount),
];

/// The verb, the prefix of the card's own name, and the choice.
const CARDED: &[(&str, &str, OfCard)] = &[
    ("move", "move ", Choice::Move),
    ("cover", "move ", Choice::Cover),
    ("aside", "move ", Choice::Aside),
    ("calm", "move ", Choice::Calm),
    ("ground", "move ", Choice::Ground),
    ("fire", "fire ", Choice::Fire),
    ("shoot", "fire ", Choice::Shoot),
    ("banzai", "move ", Choice::Banzai),
    ("sankari", "rally ", Choice::Sankari),
    ("trap", "", Choice::Trap),
    ("hide", "move ", Choice::Hide),
    ("return", "move ", Choice::Return),
    ("part", "move ", Choice::Part),
    ("strike", "rally ", Choice::Strike),
    ("rally", "rally ", Choice::Rally),
    ("reorganise", "rally ", Choice::Reorganise),
    ("call", "rally ", Choice::Call),
    ("steady", "rally ", Choice::Steady),
    ("lay", "", Choice::Smoke),
    ("mine", "", Choice::Mines),
    ("flare", "", Choice::Flare),
    ("grenade", "fire ", Choice::Grenade),
    ("debus", "move ", Choice::Debus),
    ("together", "move ", Choice::Together),
];

impl Choice {
    /// The verb, used for key bindings.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Group(_) => "group",
            Self::End => "end",
            Self::Leave => "leave",
            Self::Move(_) => "move",
            Self::Cover(_) => "cover",
            Self::Aside(_) => "aside",
            Self::Calm(_) => "calm",
            Self::Ground(_) => "ground",
            Self::Fire(_) => "fire",
            Self::Rally(_) => "rally",
            Self::Reorganise(_) => "reorganise",
            Self::Call(_) => "call",
            Self::Steady(_) => "steady",
            Self::Smoke(_) => "lay",
            Self::Mines(_) => "mine",
            Self::Hero(_) => "hero",
            Self::Step(_) => "step",
            Self::Halt => "halt",
            Self::Done => "done",
            Self::Charge(_) => "charge",
            Self::Target(_) => "target",
            Self::Figure(_) => "figure",
            Self::Pass => "pass",
            Self::Hold => "hold",
            Self::With(_) => "with",
            Self::Point(_) => "point",
            Self::GoOn => "go-on",
            Self::Stop => "stop",
            Self::Stand => "stand",
            Self::Retire => "retire",
            Self::Repair(_) => "repair",
            Self::Acquire(_) => "acquire",
            Self::Crew(_) => "crew",
            Self::SetUp => "set-up",
            Self::Turn(_) => "turn",
            Self::SniperCheck => "sniper-check",
            Self::Discard(_) => "discard",
            Self::Snipe(_) => "snipe",
            Self::Frighten(_) => "frighten",
            Self::Join(_) => "join",
            Self::Shoot(_) => "shoot",
            Self::Load(..) => "load",
            Self::Place(_) => "place",
            Self::Banzai(_) => "banzai",
            Self::Dare(_) => "dare",
            Self::Sankari(_) => "sankari",
            Self::Trap(_) => "trap",
            Self::Hide(_) => "hide",
            Self::Return(_) => "return",
            Self::Part(_) => "part",
            Self::Strike(_) => "strike",
            Self::Detach(_) => "detach",
            Self::Into(_) => "into",
            Self::Traverse(_) => "traverse",
            Self::Flare(_) => "flare",
            Self::At(_) => "at",
            Self::Round(_) => "round",
            Self::Onto(_) => "onto",
            Self::Grenade(_) => "grenade",
            Self::Board(_) => "board",
            Self::Debus(_) => "debus",
            Self::Drop => "drop",
            Self::Together(_) => "together",
            Self::Mount(_) => "mount",
            Self::Dismount => "dismount",
            Self::Tether => "tether",
        }
    }

    /// The card it plays.
    pub const fn card(self) -> Option<Card> {
        match self {
            Self::Move(card)
            | Self::Cover(card)
            | Self::Aside(card)
            | Self::Calm(card)
            | Self::Ground(card)
            | Self::Fire(card)
            | Self::Shoot(card)
            | Self::Banzai(card)
            | Self::Sankari(card)
            | Self::Trap(card)
            | Self::Hide(card)
            | Self::Return(card)
            | Self::Part(card)
            | Self::Strike(card)
            | Self::Flare(card)
            | Self::Grenade(card)
            | Self::Debus(card)
            | Self::Together(card)
            | Self::Rally(card)
            | Self::Reorganise(card)
            | Self::Call(card)
            | Self::Steady(card)
            | Self::Smoke(card)
            | Self::Mines(card)
            | Self::Discard(card) => Some(card),
            Self::Hero(_) => Some(Card::Hero),
            Self::Dare(_) => Some(Card::MinefieldOrGanSiDui),
            Self::Snipe(_) => Some(Card::Sniper),
            Self::Frighten(_) => Some(Card::Fear),
            _ => None,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = self.verb();
        match *self {
            Self::Group(n)
            | Self::Hero(n)
            | Self::Charge(n)
            | Self::Target(n)
            | Self::Figure(n)
            | Self::With(n)
            | Self::Repair(n)
            | Self::Acquire(n)
            | Self::Crew(n)
            | Self::Snipe(n)
            | Self::Frighten(n)
            | Self::Join(n)
            | Self::Place(n)
            | Self::Dare(n)
            | Self::Detach(n)
            | Self::Into(n)
            | Self::Onto(n)
            | Self::Board(n)
            | Self::Mount(n)
            // Groups, figures and points count from 1 in notation.
            | Self::Point(n) => write!(f, "{verb} {}", u16::from(n) + 1),
            Self::Load(figure, round) => write!(f, "{verb} {} {round}", u16::from(figure) + 1),
            Self::Step(way) | Self::Turn(way) | Self::Traverse(way) => write!(f, "{verb} {}", way.letters().to_lowercase()),
            Self::At(cell) => write!(f, "{verb} {cell}"),
            Self::Round(round) => write!(f, "{verb} {round}"),
            Self::Discard(card) => write!(f, "{verb} {card}"),
            _ => match self.card() {
                None => f.write_str(verb),
                Some(card) => {
                    let before = CARDED.iter().find(|row| row.0 == verb).map_or("", |row| row.1);
                    let name = card.to_string();
                    write!(f, "{verb} {}", name.strip_prefix(before).unwrap_or(&name))
                }
            },
        }
    }
}

impl FromStr for Choice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError { text: text.into(), expected: EXPECTED };
        let text = text.trim();
        if let Some((choice, _)) = WORDS.iter().find(|(_, word)| *word == text) {
            return Ok(*choice);
        }
        let (verb, rest) = text.split_once(' ').ok_or_else(wrong)?;
        let way = || rest.to_uppercase().parse::<Compass>().map_err(|_| wrong());
        match verb {
            "step" => return way().map(Self::Step),
            "turn" => return way().map(Self::Turn),
            "traverse" => return way().map(Self::Traverse),
            "load" => {
                let (figure, round) = rest.split_once(' ').ok_or_else(wrong)?;
                let figure = figure.parse::<u16>().ok().and_then(|n| u8::try_from(n.checked_sub(1)?).ok());
                let round = round.parse().ok();
                return figure.zip(round).map(|(figure, round)| Self::Load(figure, round)).ok_or_else(wrong);
            }
            "at" => return rest.parse().map(Self::At).map_err(|_| wrong()),
            "round" => return rest.parse().map(Self::Round).map_err(|_| wrong()),
            "discard" => return rest.parse().map(Self::Discard).map_err(|_| wrong()),
            _ => {}
        }
        if let Some((_, built)) = NUMBERED.iter().find(|(word, _)| *word == verb) {
            let number = rest.parse::<u16>().ok().and_then(|n| u8::try_from(n.checked_sub(1)?).ok());
            return number.map(built).ok_or_else(wrong);
        }
        let (_, before, built) = CARDED.iter().find(|(word, _, _)| *word == verb).ok_or_else(wrong)?;
        format!("{before}{rest}").parse().map(built).map_err(|_| wrong())
    }
}
