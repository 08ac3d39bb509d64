//! The stack of open decisions: the player to decide, the prompt, the choices and their effects.
//!
//! Each decision is defined in the file for its chapter. An interrupt pushes a frame and pops it when
//! finished.

use crate::dice::{Ask, Dice, Die};
use crate::game::{Decision, Digest, Event, Log, Side, Tone};
use crate::rules::fireandmove::fire::strength;
use crate::rules::fireandmove::fire::volley;
use crate::rules::fireandmove::ordnance::arms;
use crate::rules::fireandmove::shown;
use crate::rules::fireandmove::state::position;

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::jungle::{Astray, Thicket};
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::discards::Discards;
use crate::rules::fireandmove::close_combat;
use crate::rules::fireandmove::close_combat::contact::Contact;
use crate::rules::fireandmove::close_combat::victory::Regroup;
use crate::rules::fireandmove::close_combat::{Nominate, Stand};
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::action::{Aim, Second};
use crate::rules::fireandmove::fire::reactive::{Onward, Reaction, ReactionCard, ReactionPoint};
use crate::rules::fireandmove::fire::volley::Manner;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::special;
use crate::rules::fireandmove::nations::special::{Columns, Parting, Runner};
use crate::rules::fireandmove::optional::night::Lighting;
use crate::rules::fireandmove::ordnance::off_table::Call;
use crate::rules::fireandmove::ordnance::{Barrel, CallSmoke, ReactionShot, Scorched, Screening, Shelling};
use crate::rules::fireandmove::rally::reorganise::{Alone, Joining};
use crate::rules::fireandmove::rally::{RallyMore, RallyWho};
use crate::rules::fireandmove::state::battle::Battle;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::decisions::Decisions;
use crate::rules::fireandmove::state::forces::Forces;
use crate::rules::fireandmove::state::position::{Ending, Position};
use crate::rules::fireandmove::turn::actions::Orders;
use crate::rules::fireandmove::turn::{Deal, Turn};
use crate::rules::fireandmove::vehicles::Riposte;

/// An open decision.
pub(in crate::rules::fireandmove) trait Step {
    /// The player to decide, and the prompt.
    fn decision(&self, position: &Position) -> Decision;
    /// Every choice, in a fixed order.
    fn choices(&self, position: &Position, list: &mut Vec<Choice>);
    /// Applies a choice. The frame has been popped, and pushes itself again if the decision continues.
    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask>;
    /// Whether there is nothing left to decide, because the groups concerned are eliminated.
    fn is_void(&self, _: &Position) -> bool {
        false
    }
}

macro_rules! frames {
    ($($name:ident),*) => {
        /// An open decision of any chapter.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Frame {
            $(#[doc = "A decision of its chapter."] $name($name)),*
        }

        impl Frame {
            pub(in crate::rules::fireandmove) fn decision(&self, position: &Position) -> Decision {
                match self { $(Self::$name(frame) => frame.decision(position)),* }
            }
            pub(in crate::rules::fireandmove) fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
                match self { $(Self::$name(frame) => frame.choices(position, list)),* }
            }
            fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
                match self { $(Self::$name(frame) => frame.apply(position, choice, table)),* }
            }
            fn is_void(&self, position: &Position) -> bool {
                match self { $(Self::$name(frame) => frame.is_void(position)),* }
            }
        }

        $(impl From<$name> for Frame {
            fn from(frame: $name) -> Self {
                Self::$name(frame)
            }
        })*
    };
}

frames!(
    Deal,
    Turn,
    Orders,
    Discards,
    Marching,
    Reaction,
    ReactionCard,
    ReactionPoint,
    Onward,
    Aim,
    Second,
    RallyMore,
    RallyWho,
    Joining,
    Nominate,
    Regroup,
    Stand,
    Contact,
    Call,
    Barrel,
    Shelling,
    ReactionShot,
    Riposte,
    Runner,
    Parting,
    Columns,
    Lighting,
    Screening,
    CallSmoke,
    Scorched,
    Thicket,
    Astray,
    Alone
);

impl Frame {
    /// Writes the contents of an open decision to the digest.
    pub(in crate::rules::fireandmove) fn digest(&self, digest: &mut Digest) {
        let reaction = |digest: &mut Digest, reaction: &Reaction| {
            digest.int(reaction.mover);
            digest.each(&reaction.path, |digest, cell| digest.shown(cell));
            digest.int(reaction.card);
            digest.flag(reaction.mines);
            digest.maybe(reaction.charges, |digest, target| digest.int(target));
            digest.flag(reaction.retiring);
            for (set, word) in [(reaction.blast, "blast"), (reaction.sly, "sly")] {
                if set {
                    digest.text(word);
                }
            }
            digest.maybe(reaction.joins, |digest, group| digest.int(group));
            digest.maybe(reaction.picks, |digest, group| digest.int(group));
            if reaction.asked > 0 {
                digest.int(reaction.asked);
            }
        };
        let march = |digest: &mut Digest, march: &Marching| {
            digest.int(march.group);
            digest.shown(&Card::Move(march.card));
            digest.int(march.left);
            digest.each(&march.path, |digest, cell| digest.shown(cell));
            for flag in [march.cover, march.fired, march.halted, march.smoked, march.skis] {
                digest.flag(flag);
            }
            digest.maybe(march.dare, |digest, dare| digest.int(dare as u8));
            if let Some(with) = march.with {
                digest.int(with);
            }
            if march.joined {
                digest.text("joined");
            }
            if march.wheels {
                digest.text("wheels");
            }
        };
        let manner = |digest: &mut Digest, manner: Manner| {
            for flag in [manner.on_move, manner.bonus_spent, manner.leader_spent] {
                digest.flag(flag);
            }
        };
        let numbers =
            |digest: &mut Digest, list: &[u8]| digest.each(list, |digest, number| digest.int(*number));
        match self {
            Self::Deal(_) | Self::Turn(_) => {}
            Self::Orders(frame) => digest.int(frame.group),
            Self::Discards(frame) => digest.each(&frame.gone, |digest, card| digest.shown(card)),
            Self::Marching(frame) => march(digest, frame),
            Self::Reaction(frame) => reaction(digest, frame),
            Self::ReactionCard(frame) => {
                digest.int(frame.group);
                reaction(digest, &frame.to);
            }
            Self::ReactionPoint(frame) => {
                digest.maybe(frame.fire, |digest, (group, card)| {
                    digest.int(group);
                    digest.shown(&card);
                });
                digest.flag(frame.trap);
                reaction(digest, &frame.to);
            }
            Self::Onward(frame) => reaction(digest, &frame.from),
            Self::Aim(frame) => {
                digest.int(frame.group);
                digest.shown(&frame.card);
                manner(digest, frame.manner);
                digest.maybe(frame.first, |digest, first| digest.int(first));
            }
            Self::Second(frame) => {
                digest.int(frame.group);
                digest.int(frame.first);
                manner(digest, frame.manner);
            }
            Self::RallyMore(frame) => {
                numbers(digest, &[frame.group, frame.value, frame.cards]);
                digest.flag(frame.spent);
            }
            Self::RallyWho(frame) => {
                numbers(digest, &[frame.group, frame.left, frame.cards]);
                digest.flag(frame.spent);
            }
            Self::Joining(frame) => {
                digest.int(frame.group);
                numbers(digest, &frame.chosen);
            }
            Self::Alone(frame) => numbers(digest, &[frame.group, frame.figure]),
            Self::Thicket(Thicket { group }) => digest.int(*group),
            Self::Astray(Astray { group, asked }) => {
                digest.int(*group);
                if *asked > 0 {
                    digest.int(*asked);
                }
            }
            Self::Nominate(frame) => {
                march(digest, &frame.march);
                digest.int(frame.target);
                numbers(digest, &frame.chosen);
            }
            Self::Regroup(frame) => numbers(digest, &[frame.victors, frame.home]),
            Self::Stand(frame) => numbers(digest, &[frame.attackers, frame.defenders, frame.steady]),
            Self::Contact(frame) => {
                numbers(digest, &[frame.attackers, frame.defenders]);
                digest.each(&frame.pairs, |digest, (a, b)| {
                    digest.int(*a);
                    digest.int(*b);
                });
                digest.maybe(frame.mover, |digest, mover| digest.int(mover));
                [frame.again, frame.theirs, frame.closed].into_iter().for_each(|flag| digest.flag(flag));
            }
            Self::Barrel(frame) => {
                digest.int(frame.group);
                digest.flag(frame.on_move);
                digest.flag(frame.again);
                digest.flag(frame.many);
                digest.maybe(frame.to.as_ref(), |digest, to| reaction(digest, to));
            }
            Self::Shelling(frame) => {
                numbers(digest, &[frame.group, frame.arm.figure]);
                digest.shown(&frame.arm.round);
                digest.flag(frame.on_move);
                digest.flag(frame.many);
            }
            Self::ReactionShot(frame) => {
                numbers(digest, &[frame.group, frame.arm.figure]);
                digest.shown(&frame.arm.round);
                digest.flag(frame.many);
                reaction(digest, &frame.to);
            }
            Self::Riposte(frame) => numbers(digest, &[frame.group, frame.vehicle]),
            Self::Lighting(frame) => numbers(digest, &[frame.group, frame.by as u8]),
            Self::Screening(frame) => {
                numbers(digest, &[frame.group, frame.arm.figure]);
                digest.shown(&frame.arm.round);
            }
            Self::CallSmoke(frame) => {
                digest.int(frame.group);
                digest.shown(&frame.round);
            }
            Self::Scorched(frame) => {
                numbers(digest, &[frame.group, frame.strength]);
                digest.flag(frame.burns);
            }
            Self::Call(frame) => {
                digest.int(frame.group);
                digest.shown(&Card::Rally { value: 1, call: frame.card });
                digest.maybe(frame.runner, |digest, runner| digest.int(runner));
                digest.int(frame.strike as u8);
            }
            Self::Runner(frame) => {
                digest.int(frame.group);
                digest.shown(&Card::Rally { value: 1, call: frame.card });
            }
            Self::Parting(frame) => {
                digest.int(frame.group);
                digest.shown(&Card::Move(frame.card));
                numbers(digest, &frame.formed);
                numbers(digest, &frame.chosen);
            }
            Self::Columns(frame) => {
                digest.shown(&Card::Move(frame.card));
                numbers(digest, &frame.groups);
                digest.int(frame.left);
            }
        }
    }
}

/// The table: dice and log.
pub(in crate::rules::fireandmove) struct Table<'a> {
    pub dice: &'a mut Dice,
    pub log: &'a mut Log,
}

/// The two dice of a check.
pub const PLUS_AND_MINUS: [Die; 2] = [Die::named("plus", 8), Die::minus(8)];

impl Table<'_> {
    /// A check of 2D8.
    pub fn check(&mut self, purpose: impl Fn() -> String) -> Result<i16, Ask> {
        let plus = self.dice.roll_die(PLUS_AND_MINUS[0], &purpose)?;
        let minus = self.dice.roll_die(PLUS_AND_MINUS[1], &purpose)?;
        Ok(checks::result(plus, minus))
    }

    /// A random index below `count`, all equally likely.
    pub fn among(&mut self, count: usize, purpose: impl Fn() -> String) -> Result<usize, Ask> {
        if count < 2 {
            return Ok(0);
        }
        // Groups have at most a few dozen members.
        Ok(usize::from(self.dice.roll(count as u8, purpose)?) - 1)
    }

    /// Adds a line to the log, reported as the deed of a group.
    pub fn tell_deed(&mut self, side: Side, rule: &'static str, by: &str, what: impl FnOnce() -> String) {
        self.log.add(|| {
            let what = what();
            Event::new(Tone::Plain, side, format!("{by}: {what}"), rule).deed(by, what, "")
        });
    }

    /// Adds a line to the log.
    pub fn tell(&mut self, tone: Tone, side: Side, rule: &'static str, text: impl FnOnce() -> String) {
        self.log.add(|| Event::new(tone, side, text(), rule));
    }
}

impl Decisions {
    pub(in crate::rules::fireandmove) fn push(&mut self, frame: impl Into<Frame>) {
        self.frames.push(frame.into());
    }

    fn reaction(&self) -> Option<&Reaction> {
        Some(match self.frames.last()? {
            Frame::Reaction(reaction) => reaction,
            Frame::ReactionCard(card) => &card.to,
            Frame::ReactionPoint(point) => &point.to,
            Frame::ReactionShot(shot) => &shot.to,
            Frame::Barrel(Barrel { to: Some(to), .. }) => to,
            Frame::Onward(onward) => &onward.from,
            _ => return None,
        })
    }
}

/// How the mover counts as a target at a square while the enemy may react.
pub fn passing(field: &Field, forces: &Forces, open: &Decisions, at: crate::board::Cell) -> volley::Moving {
    let still = volley::Moving { moving: true, ..Default::default() };
    open.reaction().map_or(still, |reaction| reaction.moving(field, forces, at))
}

/// Ends the battle if a side has broken.
fn judge(forces: &Forces, open: &mut Decisions, table: &mut Table) {
    let broken = |side: Side| forces.lost(side) >= forces.battle().sides[side.index()].breaking;
    let broken = Side::BOTH.map(broken);
    if open.ended.is_some() || broken == [false, false] {
        return;
    }
    let winner = match broken {
        [true, true] => None,
        [true, false] => Some(Side::B),
        _ => Some(Side::A),
    };
    finish(forces.battle(), open, Ending { winner, broken: true, points: forces.points() }, table);
}

/// Ends the battle when time runs out: the side with more points wins.
pub(in crate::rules::fireandmove) fn time_up(forces: &Forces, open: &mut Decisions, table: &mut Table) {
    finish(
        forces.battle(),
        open,
        Ending { winner: ahead(forces), broken: false, points: forces.points() },
        table,
    );
}

/// The side that holds more points, if either does (5.3).
pub(in crate::rules::fireandmove) fn ahead(forces: &Forces) -> Option<Side> {
    let [a, b] = forces.points();
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(Side::A),
        std::cmp::Ordering::Less => Some(Side::B),
        std::cmp::Ordering::Equal => None,
    }
}

fn finish(battle: &Battle, open: &mut Decisions, ending: Ending, table: &mut Table) {
    open.ended = Some(ending);
    open.frames.clear();
    let why = why(battle, ending);
    table.log.add(|| Event::new(Tone::Phase, ending.winner, why, "5.3"));
}

pub(in crate::rules::fireandmove) fn why(battle: &Battle, ending: Ending) -> String {
    let name = |side: Side| battle.sides[side.index()].name.as_str();
    let [a, b] = ending.points;
    match (ending.winner, ending.broken) {
        (Some(side), true) => format!("the {} have broken", name(side.other())),
        (None, true) => "both sides have broken".into(),
        (Some(side), false) => {
            format!("the {} hold more points at the end, {} to {}", name(side), a.max(b), a.min(b))
        }
        (None, false) => format!("both sides hold {a} points at the end"),
    }
}

impl Position {
    /// Applies a choice to the innermost decision.
    pub(in crate::rules::fireandmove) fn play(
        &mut self,
        choice: Choice,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let Some(frame) = self.open.frames.pop() else { return Ok(()) };
        frame.apply(self, choice, table)?;
        judge(&self.forces, &mut self.open, table);
        self.give_word();
        while self.open.frames.last().is_some_and(|frame| frame.is_void(self)) {
            self.open.frames.pop();
            self.give_word();
        }
        special::come_to_rest(&mut self.forces, &self.open);
        Ok(())
    }
}

impl Forces {
    fn points(&self) -> [u8; 2] {
        let mut points = [0; 2];
        for (objective, holder) in self.battle().objectives.iter().zip(&self.holders) {
            if let Some(side) = holder {
                points[side.index()] += objective.points;
            }
        }
        points
    }
}

/// The group that is acting or being asked.
pub fn view_of_acting(open: &Decisions) -> Option<position::Gid> {
    shown::acting(open)
}

/// The modifier to the defenders' check, while it is being decided.
pub fn standing_margin(field: &Field, forces: &Forces, open: &Decisions) -> Option<i16> {
    match open.frames.last()? {
        Frame::Stand(stand) => {
            Some(close_combat::stand_lines(field, forces, stand).iter().map(|line| line.value).sum())
        }
        _ => None,
    }
}

impl Position {
    /// The actions a group would have if it were selected.
    pub fn orders_of(&self, group: position::Gid) -> Vec<Choice> {
        let mut list = Vec::new();
        Orders { group }.choices(self, &mut list);
        list
    }
}

impl Decisions {
    /// The firing group, its card and manner while choosing a target.
    pub fn aiming(&self) -> Option<(position::Gid, strength::FireCard, volley::Manner)> {
        match self.frames.last()? {
            Frame::Aim(aim) => Some((aim.group, aim.card, aim.manner)),
            _ => None,
        }
    }

    /// The moving group, its path, its card's concealment and the group it charges, while the enemy may react
    /// or the mover may stop.
    pub fn reacting(&self) -> Option<(position::Gid, &[crate::board::Cell], u8, Option<position::Gid>)> {
        let reaction = self.reaction()?;
        Some((reaction.mover, &reaction.path, reaction.card, reaction.charges))
    }

    /// The group and weapon firing ordnance while choosing a target or point, and whether it is on the move.
    pub fn shelling(&self) -> Option<(position::Gid, arms::Arm, bool)> {
        match self.frames.last()? {
            Frame::Shelling(frame) => Some((frame.group, frame.arm, frame.on_move)),
            Frame::ReactionShot(frame) => Some((frame.group, frame.arm, false)),
            _ => None,
        }
    }

    /// The reacting group and its card while choosing the point.
    pub fn reacting_with(&self) -> Option<(position::Gid, strength::FireCard)> {
        match self.frames.last()? {
            Frame::ReactionPoint(point) => point.fire,
            _ => None,
        }
    }
}
