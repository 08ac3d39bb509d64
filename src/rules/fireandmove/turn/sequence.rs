//! The stack of open decisions: the player to decide, the prompt, the choices and their effects.
//!
//! Each decision is defined in the file for its chapter. An interrupt pushes a frame and pops it when
//! finished.

use crate::dice::{Ask, Dice, Die};
use crate::game::{Decision, Digest, Event, Log, Side, Tone};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::jungle::{Astray, Thicket};
use crate::rules::fireandmove::cards::discards::Discards;
use crate::rules::fireandmove::close_combat::contact::Contact;
use crate::rules::fireandmove::close_combat::victory::Regroup;
use crate::rules::fireandmove::close_combat::{self, Nominate, Stand};
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::action::{Aim, Second};
use crate::rules::fireandmove::fire::reactive::{Onward, Reaction, ReactionCard, ReactionPoint};
use crate::rules::fireandmove::fire::strength;
use crate::rules::fireandmove::fire::volley;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::special::{self, Columns, Parting, Runner};
use crate::rules::fireandmove::optional::night::Lighting;
use crate::rules::fireandmove::ordnance::off_table::Call;
use crate::rules::fireandmove::ordnance::{
    Barrel, CallSmoke, ReactionShot, Scorched, Screening, Shelling, arms,
};
use crate::rules::fireandmove::rally::reorganise::{Alone, Joining};
use crate::rules::fireandmove::rally::{RallyMore, RallyWho};
use crate::rules::fireandmove::shown;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Battle, Decisions, Ending, Forces, Gid, Position};
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
    /// Writes its contents to the digest.
    fn digest(&self, _: &mut Digest) {}
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
            pub(in crate::rules::fireandmove) fn digest(&self, digest: &mut Digest) {
                match self { $(Self::$name(frame) => frame.digest(digest)),* }
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

/// Writes numbers to the digest.
pub(in crate::rules::fireandmove) fn numbers(digest: &mut Digest, list: &[u8]) {
    digest.each(list, |digest, number| digest.int(*number));
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
pub fn view_of_acting(open: &Decisions) -> Option<Gid> {
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
    pub fn orders_of(&self, group: Gid) -> Vec<Choice> {
        let mut list = Vec::new();
        Orders { group }.choices(self, &mut list);
        list
    }
}

impl Decisions {
    /// The firing group, its card and manner while choosing a target.
    pub fn aiming(&self) -> Option<(Gid, strength::FireCard, volley::Manner)> {
        match self.frames.last()? {
            Frame::Aim(aim) => Some((aim.group, aim.card, aim.manner)),
            _ => None,
        }
    }

    /// The moving group, its path, its card's concealment and the group it charges, while the enemy may react
    /// or the mover may stop.
    pub fn reacting(&self) -> Option<(Gid, &[crate::board::Cell], u8, Option<Gid>)> {
        let reaction = self.reaction()?;
        Some((reaction.mover, &reaction.path, reaction.card, reaction.charges))
    }

    /// The group and weapon firing ordnance while choosing a target or point, and whether it is on the move.
    pub fn shelling(&self) -> Option<(Gid, arms::Arm, bool)> {
        match self.frames.last()? {
            Frame::Shelling(frame) => Some((frame.group, frame.arm, frame.on_move)),
            Frame::ReactionShot(frame) => Some((frame.group, frame.arm, false)),
            _ => None,
        }
    }

    /// The reacting group and its card while choosing the point.
    pub fn reacting_with(&self) -> Option<(Gid, strength::FireCard)> {
        match self.frames.last()? {
            Frame::ReactionPoint(point) => point.fire,
            _ => None,
        }
    }
}
