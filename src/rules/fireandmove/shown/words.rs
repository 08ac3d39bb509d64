//! Describes choices: the text, the place they point at, and their rolls.

use crate::board::Compass;
use crate::game::ChoiceView;
use crate::game::view::{Act, CardId, PieceId};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::sheets;
use crate::rules::fireandmove::shown::{acting, defaults, preview};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Position};
use crate::rules::fireandmove::turn::sequence::Frame;

/// The text of a choice and the place it points at.
pub(in crate::rules::fireandmove) fn describe(position: &Position, choice: Choice) -> ChoiceView {
    let Position { terrain, forces, hands, clock, open } = position;
    let decision = open.frames.last().map(|frame| frame.decision(position));
    let side = decision.map_or(clock.active, |decision| decision.side);
    let mut shown = ChoiceView::new(
        choice.to_string(),
        label(terrain.field(), forces, open, choice),
        choice.verb(),
        act(choice),
    );
    let group = |id: Gid| PieceId(u16::from(id));
    match choice {
        Choice::Group(id)
        | Choice::With(id)
        | Choice::Target(id)
        | Choice::Charge(id)
        | Choice::Snipe(id)
        | Choice::Frighten(id)
        | Choice::Place(id)
        | Choice::Onto(id)
        | Choice::Board(id)
        | Choice::Mount(id)
        | Choice::Join(id) => {
            shown.pieces = vec![group(id)];
            shown.cell = Some(forces.group(id).at);
        }
        Choice::Hero(figure)
        | Choice::Figure(figure)
        | Choice::Repair(figure)
        | Choice::Acquire(figure)
        | Choice::Crew(figure)
        | Choice::Dare(figure)
        | Choice::Detach(figure)
        | Choice::Load(figure, _) => {
            let id = forces.figure(figure).group;
            shown.pieces = vec![group(id)];
            shown.cell = Some(forces.group(id).at);
        }
        Choice::Step(way) => {
            if let Some(id) = acting(open) {
                shown.pieces = vec![group(id)];
                shown.cell = Some(forces.group(id).at.step(way));
                shown.heading = Some(way.into());
            }
        }
        Choice::At(cell) => shown.cell = Some(cell),
        Choice::Turn(way) | Choice::Traverse(way) => shown.heading = Some(way.into()),
        Choice::Point(point) => {
            if let Some(Frame::ReactionPoint(frame)) = open.frames.last() {
                shown.cell = frame.to.path.get(usize::from(point)).copied();
            }
            if let Some(Frame::Thicket(frame)) = open.frames.last() {
                shown.cell = frame.ways_out(terrain.field(), forces).nth(usize::from(point));
            }
            if let Some(Frame::ReactionShot(frame)) = open.frames.last() {
                shown.cell = frame.to.path.get(usize::from(point)).copied();
            }
        }
        _ => {}
    }
    // Rarely used choices are not highlighted unless the player points at them.
    shown.quiet = matches!(choice, Choice::Detach(_) | Choice::Hero(_));
    if let Some(card) = choice.card() {
        let place = hands.seat(side).hand.iter().position(|held| *held == card);
        shown.cards = place.map(|place| CardId(place as u16)).into_iter().collect();
    }
    shown.rank = defaults::rank(position, choice);
    shown.effect = preview::preview(position, choice).map_or_else(String::new, |preview| preview.in_words());
    shown
}

const fn act(choice: Choice) -> Act {
    match choice {
        Choice::Step(_) => Act::Step,
        Choice::Turn(_) | Choice::Traverse(_) => Act::Turn,
        Choice::Group(_) | Choice::With(_) | Choice::Charge(_) => Act::Begin,
        Choice::Figure(_) | Choice::Join(_) => Act::Join,
        Choice::Target(_) | Choice::Point(_) | Choice::At(_) | Choice::Stand => Act::Commit,
        Choice::Halt | Choice::Done | Choice::GoOn | Choice::Stop => Act::Done,
        Choice::End => Act::Pass,
        Choice::Pass | Choice::Hold => Act::Hold,
        Choice::Leave => Act::Cancel,
        _ => Act::Other,
    }
}

/// ", across the hedge into field E": a border can be crossed only at the start of a move action (11.4).
fn crossing(field: &Field, forces: &Forces, open: &Decisions, way: Compass) -> String {
    let Some(Frame::Marching(march)) = open.frames.last() else { return String::new() };
    let (field, at) = (field, forces.group(march.group).at);
    let to = at.step(way);
    if !field.square.contains(to) || field.place(at) == field.place(to) {
        return String::new();
    }
    let into = &field.feature(to).name;
    field.border(at, to).map_or_else(
        || format!(", into {into}"),
        |border| format!(", across the {} into {into}", border.name()),
    )
}

pub(in crate::rules::fireandmove) fn label(
    field: &Field,
    forces: &Forces,
    open: &Decisions,
    choice: Choice,
) -> String {
    let tag = |id: Gid| {
        let figures = forces.group(id).members.len();
        format!("{} ({figures} figures, {})", forces.tag(id), field.feature(forces.group(id).at).name)
    };
    let man = |figure| format!("{} {}", u16::from(figure) + 1, forces.soldier(figure).name);
    if let Some(special) = label_here(field, forces, open, choice, tag, man) {
        return special;
    }
    match choice {
        Choice::Group(id) => format!("act with {}", tag(id)),
        Choice::End => "end your actions".into(),
        Choice::Leave if matches!(open.frames.last(), Some(Frame::Turn(_))) => {
            "give up first choice of cards".into()
        }
        Choice::Leave => "back".into(),
        Choice::Move(card) => format!("{}: move", sheets::short(card)),
        Choice::Cover(card) => format!("{}: one move action with concealment", sheets::short(card)),
        Choice::Aside(card) => format!("{}: set aside to leave the minefield", sheets::short(card)),
        Choice::Calm(card) => format!("{}: remove the Fear marker", sheets::short(card)),
        Choice::Ground(card) => format!("{}: go to ground", sheets::short(card)),
        Choice::Fire(card) => format!("{}: fire", sheets::short(card)),
        Choice::Rally(card) => format!("{}: rally", sheets::short(card)),
        Choice::Reorganise(card) => format!("{}: reorganise", sheets::short(card)),
        Choice::Call(card) => format!("{}: call in artillery", sheets::short(card)),
        Choice::Steady(card) => format!("{}: add its value to the check", sheets::short(card)),
        Choice::Smoke(card) => format!("{}: lay smoke", sheets::short(card)),
        Choice::Mines(card) => format!("{}: play on the moving group", sheets::short(card)),
        Choice::Hero(figure) => {
            format!("Hero: {} of {}", man(figure), forces.tag(forces.figure(figure).group))
        }
        Choice::Step(way) => {
            format!("move one square {}{}", way.letters(), crossing(field, forces, open, way))
        }
        Choice::Halt => match open.frames.last() {
            Some(Frame::Marching(march)) if march.left > 1 => {
                format!("end the move action ({} left)", march.left - 1)
            }
            _ => "end the move action".into(),
        },
        Choice::Done => "finish".into(),
        Choice::Charge(id) => format!("charge {}", tag(id)),
        Choice::Target(id) => format!("fire at {}", tag(id)),
        Choice::Figure(figure) => man(figure),
        Choice::Pass => "pass".into(),
        Choice::Hold => "pass for the rest of this turn".into(),
        Choice::With(id) => format!("react with {}", tag(id)),
        Choice::Point(point) => format!("fire at point {} of the path", u16::from(point) + 1),
        Choice::GoOn => "continue the move".into(),
        Choice::Stop => "stop the move".into(),
        Choice::Stand => "test to stand".into(),
        Choice::Retire => "retire".into(),
        Choice::Repair(figure) => format!("repair the {}", forces.weapon(figure).name),
        Choice::Acquire(figure) => format!("{}: acquire an abandoned weapon", man(figure)),
        Choice::Crew(figure) => format!("{}: crew the weapon", man(figure)),
        Choice::SetUp => "break down or set up the weapon".into(),
        Choice::Turn(way) => format!("turn the weapon's arc {}", way.letters()),
        Choice::SniperCheck => "make a sniper check".into(),
        Choice::Discard(card) => format!("discard {}", sheets::short(card)),
        Choice::Snipe(id) => format!("Sniper: attack {}", tag(id)),
        Choice::Frighten(id) => format!("Fear: play on {}", tag(id)),
        Choice::Join(id) => format!("join with {}", tag(id)),
        Choice::Shoot(card) => format!("{}: fire ordnance", sheets::short(card)),
        Choice::Load(figure, round) => format!("{}: fire {}", man(figure), round.name()),
        Choice::Place(id) => format!("place a demolition charge at {}", tag(id)),
        Choice::Banzai(card) => format!("{}: Banzai attack", sheets::short(card)),
        Choice::Dare(figure) => format!("Gan Si Dui: {} charges", man(figure)),
        Choice::Sankari(card) => format!("{}: rally one figure, no action", sheets::short(card)),
        Choice::Trap(card) => format!("{}: booby trap on the moving group", sheets::short(card)),
        Choice::Hide(card) => format!("{}: hide the group", sheets::short(card)),
        Choice::Return(card) => format!("{}: return runners", sheets::short(card)),
        Choice::Part(card) => format!("{}: split the group and move the parts", sheets::short(card)),
        Choice::Strike(card) => format!("{} and a second radio card: call in a strike", sheets::short(card)),
        Choice::Detach(figure) => format!("{} leaves the group", man(figure)),
        Choice::Into(place) => {
            let name = field.features.get(usize::from(place)).map_or("", |feature| &feature.name);
            format!("enter {name}")
        }
        Choice::Traverse(way) => format!("turn the turret {}", way.letters()),
        Choice::Flare(card) => format!("{}: fire a flare", sheets::short(card)),
        Choice::At(cell) => format!("{cell}, {}", field.feature(cell).name),
        Choice::Round(round) => format!("artillery: call in {}", round.name()),
        Choice::Onto(id) => format!("move onto the pillbox of {}", tag(id)),
        Choice::Grenade(card) => format!("{}: throw grenades into the pillbox", sheets::short(card)),
        Choice::Board(id) => format!("board {}", tag(id)),
        Choice::Debus(card) => format!("{}: passengers leave and move", sheets::short(card)),
        Choice::Drop => "drop off the passengers".into(),
        Choice::Together(card) => format!("{}: move as a pair", sheets::short(card)),
        Choice::Mount(id) => format!("mount the horses of {}", tag(id)),
        Choice::Dismount => "dismount, leaving horse-holders".into(),
        Choice::Tether => "dismount and tether the horses".into(),
    }
}

/// The text of a choice that means something else in the open decision than it usually does.
fn label_here(
    field: &Field,
    forces: &Forces,
    open: &Decisions,
    choice: Choice,
    tag: impl Fn(Gid) -> String,
    man: impl Fn(Fig) -> String,
) -> Option<String> {
    Some(match (open.frames.last()?, choice) {
        (Frame::Deal(_), Choice::Done) => "deal the hands".into(),
        (Frame::Discards(_), Choice::Done) => "refill your hand".into(),
        (Frame::Nominate(frame), Choice::Done) if frame.chosen.is_empty() => "charge with all figures".into(),
        (Frame::Nominate(_), Choice::Done) => "charge with the chosen figures".into(),
        (Frame::Nominate(_), Choice::Figure(figure)) => format!("charge with {}", man(figure)),
        (Frame::RallyWho(_), Choice::Figure(figure)) => format!("rally {}", man(figure)),
        (Frame::Contact(_), Choice::Figure(figure)) => format!("fight {}", man(figure)),
        (Frame::Runner(_), Choice::Figure(figure)) => format!("send {}", man(figure)),
        (Frame::Riposte(_), Choice::Figure(figure)) => {
            format!("{}: attack with the magnetic mine", man(figure))
        }
        (Frame::Columns(_), Choice::Group(id)) => format!("one move action with {}", tag(id)),
        (Frame::Columns(_), Choice::With(id)) => format!("all move actions with {}", tag(id)),
        (Frame::Thicket(frame), Choice::Point(point)) => {
            format!("come out at {}", frame.ways_out(field, forces).nth(usize::from(point))?)
        }
        (Frame::Thicket(_), Choice::Done) => "wait".into(),
        (Frame::ReactionPoint(frame), Choice::Point(point)) if frame.fire.is_none() => {
            format!("mines at point {} of the path", u16::from(point) + 1)
        }
        (Frame::Scorched(_), Choice::Stand) => "stay in the smoke".into(),
        (Frame::Screening(_) | Frame::CallSmoke(_), Choice::Target(id)) => format!("smoke on {}", tag(id)),
        (Frame::Call(_), Choice::Target(id)) => format!("call artillery on {}", tag(id)),
        _ => return None,
    })
}
