//! Choices in words, where they point, and what they would roll.

use crate::game::view::{Act, CardId, PieceId};
use crate::game::{ChoiceView, Preview};

use super::cards::sheets;
use super::choice::Choice;
use super::fire::effect::Fate;
use super::fire::volley::Moving;
use super::odds;
use super::ordnance::arms::{Arm, Round};
use super::position::{Gid, Position, Standing};
use super::sequence::Frame;
use super::shown::acting;

/// A choice in words, and where it points.
pub(super) fn describe(position: &Position, choice: Choice) -> ChoiceView {
    let decision = position.frames.last().map(|frame| frame.decision(position));
    let side = decision.map_or(position.active, |decision| decision.side);
    let mut shown = ChoiceView::new(choice.to_string(), label(position, choice), choice.verb(), act(choice));
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
            shown.cell = Some(position.group(id).at);
        }
        Choice::Hero(figure)
        | Choice::Figure(figure)
        | Choice::Repair(figure)
        | Choice::Acquire(figure)
        | Choice::Crew(figure)
        | Choice::Dare(figure)
        | Choice::Detach(figure)
        | Choice::Load(figure, _) => {
            let id = position.figure(figure).group;
            shown.pieces = vec![group(id)];
            shown.cell = Some(position.group(id).at);
        }
        Choice::Step(way) => {
            if let Some(id) = acting(position) {
                shown.pieces = vec![group(id)];
                shown.cell = Some(position.group(id).at.step(way));
                shown.heading = Some(way.into());
            }
        }
        Choice::At(cell) => shown.cell = Some(cell),
        Choice::Turn(way) | Choice::Traverse(way) => shown.heading = Some(way.into()),
        Choice::Point(point) => {
            if let Some(Frame::ReactionPoint(frame)) = position.frames.last() {
                shown.cell = frame.to.path.get(usize::from(point)).copied();
            }
            if let Some(Frame::Thicket(frame)) = position.frames.last() {
                shown.cell = frame.ways_out(position).nth(usize::from(point));
            }
            if let Some(Frame::ReactionShot(frame)) = position.frames.last() {
                shown.cell = frame.to.path.get(usize::from(point)).copied();
            }
        }
        _ => {}
    }
    if let Some(card) = choice.card() {
        let place = position.seat(side).hand.iter().position(|held| *held == card);
        shown.cards = place.map(|place| CardId(place as u16)).into_iter().collect();
    }
    if let Some(preview) = preview(position, choice)
        && let Some((word, chance)) = preview.result.iter().find(|(word, _)| word != "unhurt")
    {
        shown.effect = format!("{word} {:.0}%", 100.0 * chance);
    }
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

pub(super) fn label(position: &Position, choice: Choice) -> String {
    let tag = |id: Gid| {
        let figures = position.group(id).members.len();
        format!(
            "{} ({figures} figures, {})",
            position.tag(id),
            position.field().feature(position.group(id).at).name
        )
    };
    let man = |figure| format!("{} {}", u16::from(figure) + 1, position.soldier(figure).name);
    match choice {
        Choice::Group(id) => format!("act with {}", tag(id)),
        Choice::End => "end the turn's actions".into(),
        Choice::Leave => "back".into(),
        Choice::Move(card) => format!("{}: its move actions", sheets::title(card)),
        Choice::Cover(card) => format!("{}: one move action under its concealment", sheets::title(card)),
        Choice::Aside(card) => format!("{}: set aside to leave the minefield", sheets::title(card)),
        Choice::Calm(card) => format!("{}: take the fear marker off", sheets::title(card)),
        Choice::Ground(card) => format!("{}: go to ground", sheets::title(card)),
        Choice::Fire(card) => format!("{}: fire", sheets::title(card)),
        Choice::Rally(card) => format!("{}: rally", sheets::title(card)),
        Choice::Reorganise(card) => format!("{}: reorganise", sheets::title(card)),
        Choice::Call(card) => format!("{}: call in artillery", sheets::title(card)),
        Choice::Steady(card) => format!("{}: steady the men", sheets::title(card)),
        Choice::Smoke(card) => format!("{}: lay smoke", sheets::title(card)),
        Choice::Mines(card) => format!("{}: on the moving group", sheets::title(card)),
        Choice::Hero(figure) => {
            format!("Hero: {} of {}", man(figure), position.tag(position.figure(figure).group))
        }
        Choice::Step(way) => format!("one square {}", way.letters()),
        Choice::Halt => "end the move action here".into(),
        Choice::Done => "done".into(),
        Choice::Charge(id) => format!("charge {}", tag(id)),
        Choice::Target(id) => format!("at {}", tag(id)),
        Choice::Figure(figure) => man(figure),
        Choice::Pass => "let it go".into(),
        Choice::Hold => "let everything go until the turn ends".into(),
        Choice::With(id) => format!("react with {}", tag(id)),
        Choice::Point(point) => format!("at point {} of the path", u16::from(point) + 1),
        Choice::GoOn => "go on with the move".into(),
        Choice::Stop => "stop here".into(),
        Choice::Stand => "test whether they stand".into(),
        Choice::Retire => "retire".into(),
        Choice::Repair(figure) => format!("repair the {}", position.weapon(figure).name),
        Choice::Acquire(figure) => format!("{} takes an abandoned weapon", man(figure)),
        Choice::Crew(figure) => format!("{} serves the weapon", man(figure)),
        Choice::SetUp => "break down or set up the weapon".into(),
        Choice::Turn(way) => format!("turn the weapon {}", way.letters()),
        Choice::SniperCheck => "hunt the sniper".into(),
        Choice::Discard(card) => format!("discard {}", sheets::title(card)),
        Choice::Snipe(id) => format!("Sniper: at {}", tag(id)),
        Choice::Frighten(id) => format!("Fear: on {}", tag(id)),
        Choice::Join(id) => format!("{} joins", tag(id)),
        Choice::Shoot(card) => format!("{}: fire the heavy weapon", sheets::title(card)),
        Choice::Load(figure, round) => format!("{}: {}", man(figure), round.name()),
        Choice::Place(id) => format!("a demolition charge for {}", tag(id)),
        Choice::Banzai(card) => format!("{}: Banzai", sheets::title(card)),
        Choice::Dare(figure) => format!("Gan Si Dui: {} dares to die", man(figure)),
        Choice::Sankari(card) => format!("{}: one man besides", sheets::title(card)),
        Choice::Trap(card) => format!("{}: a booby trap for the moving group", sheets::title(card)),
        Choice::Hide(card) => format!("{}: the group hides", sheets::title(card)),
        Choice::Return(card) => format!("{}: runners come back", sheets::title(card)),
        Choice::Part(card) => format!("{}: split the group and move the parts", sheets::title(card)),
        Choice::Strike(card) => format!("{} and another: strike from the air", sheets::title(card)),
        Choice::Detach(figure) => format!("{} goes by himself", man(figure)),
        Choice::Into(place) => {
            let name = position.field().features.get(usize::from(place)).map_or("", |feature| &feature.name);
            format!("into the depth of {name}")
        }
        Choice::Traverse(way) => format!("turn the turret {}", way.letters()),
        Choice::Flare(card) => format!("{}: a flare", sheets::title(card)),
        Choice::At(cell) => format!("{cell}, {}", position.field().feature(cell).name),
        Choice::Round(round) => format!("artillery: {}", round.name()),
        Choice::Onto(id) => format!("onto the pillbox of {}", tag(id)),
        Choice::Grenade(card) => format!("{}: grenades into the pillbox", sheets::title(card)),
        Choice::Board(id) => format!("get on {}", tag(id)),
        Choice::Debus(card) => format!("{}: passengers get off and move", sheets::title(card)),
        Choice::Drop => "drop the passengers first".into(),
        Choice::Together(card) => format!("{}: vehicle and infantry together", sheets::title(card)),
        Choice::Mount(id) => format!("mount the horses of {}", tag(id)),
        Choice::Dismount => "dismount, one man in four with the horses".into(),
        Choice::Tether => "dismount and tether the horses".into(),
    }
}

/// What a choice would roll: for fire, exactly what each figure of the target suffers.
pub(super) fn preview(position: &Position, choice: Choice) -> Option<Preview> {
    match (position.frames.last()?, choice) {
        (Frame::Aim(aim), Choice::Target(target)) => {
            let to = position.group(target).at;
            let volley =
                position.aimed(aim.group, aim.card, aim.manner, target, to, position.at_rest(target))?;
            Some(fire_preview(position, &volley, target))
        }
        (Frame::ReactionPoint(frame), Choice::Point(point)) => {
            let (group, card) = frame.fire?;
            let to = *frame.to.path.get(usize::from(point))?;
            let moving = frame.to.moving(position, to);
            let manner = frame.to.manner(position, group);
            let volley = position.aimed(group, card, manner, frame.to.mover, to, moving)?;
            Some(fire_preview(position, &volley, frame.to.mover))
        }
        (Frame::Shelling(frame), Choice::Target(target)) => {
            let to = position.group(target).at;
            shot_preview(
                position,
                frame.group,
                frame.arm,
                target,
                to,
                position.at_rest(target),
                frame.on_move,
            )
        }
        (Frame::ReactionShot(frame), Choice::Point(point)) => {
            let to = *frame.to.path.get(usize::from(point))?;
            let moving = frame.to.moving(position, to);
            shot_preview(position, frame.group, frame.arm, frame.to.mover, to, moving, false)
        }
        _ => None,
    }
}

fn fire_preview(position: &Position, volley: &super::fire::volley::Volley, target: Gid) -> Preview {
    let total = volley.strength.total();
    let members = &position.group(target).members;
    let count = members.len().max(1) as f64;
    let mut sums = [0.0; 4];
    for &figure in members {
        let pinned = position.figure(figure).standing == Standing::Pinned;
        let fates = odds::figure(total, position.nerve(figure), pinned);
        for (fate, chance) in fates.iter() {
            sums[*fate as usize] += chance;
        }
    }
    let words = [
        (Fate::Unhurt, "unhurt"),
        (Fate::Pinned, "pinned"),
        (Fate::Routed, "routs"),
        (Fate::Killed, "killed"),
    ];
    let result = words.map(|(fate, word)| (word.to_owned(), sums[fate as usize] / count));
    let mut remarks = vec![format!("strength {total}, a check of 2D8 for each of {} figures", members.len())];
    let concealed = volley.concealment.iter().map(|line| format!("{line}"));
    let summed = volley.strength.modifiers();
    let lines = summed.iter().filter(|line| line.label != "concealment").map(|line| format!("{line}"));
    remarks.extend(lines.chain(concealed));
    let men: Vec<String> = volley.men.iter().map(|&figure| position.weapon(figure).name.clone()).collect();
    remarks.push(format!("{} fire: {}", men.len(), men.join(", ")));
    Preview { rolls: Vec::new(), result: result.to_vec(), answer: Vec::new(), remarks }
}

/// What a shot of ordnance does: the chance of a hit, and what comes of it.
fn shot_preview(
    position: &Position,
    group: Gid,
    arm: Arm,
    target: Gid,
    to: crate::board::Cell,
    moving: Moving,
    on_move: bool,
) -> Option<Preview> {
    let aimed = position.shot(group, arm, target, to, moving, on_move)?;
    let mut result = Vec::new();
    let mut remarks = Vec::new();
    if let Some(shot) = &aimed.shot {
        let number = shot.final_number().map_or_else(|| "nothing".into(), |number| number.to_string());
        remarks.push(format!("to hit {number}: {:.0}%", 100.0 * shot.chance()));
        result.push(("hits".to_owned(), shot.chance()));
    }
    let pierces = matches!(arm.round, Round::Ap | Round::Faust | Round::Flame);
    if let Some(machine) = position.machine_of(target).filter(|_| pierces) {
        let hull_down = position.field().hull_down(position.group(group).at, to);
        let attack = odds::ArmourAttack {
            strength: aimed.total(),
            armour: position.vehicle(machine).armour[usize::from(aimed.flank)],
            hull_down,
            adds: aimed.adds,
        };
        let all = attack.on_vehicle(aimed.shot.as_ref());
        let words = [
            (super::fire::armour::Damage::Destroyed, "destroyed"),
            (super::fire::armour::Damage::Stunned, "stunned"),
            (super::fire::armour::Damage::Immobilised, "immobilised"),
        ];
        result = words.map(|(damage, word)| (word.to_owned(), all.chance(&damage))).to_vec();
    } else if let Some(&figure) = position.group(target).members.first().filter(|_| !pierces) {
        let pinned = position.figure(figure).standing == Standing::Pinned;
        let nerve = position.nerve(figure);
        let fates = match &aimed.shot {
            Some(shot) => odds::shelled(shot, aimed.total(), nerve, pinned),
            None => odds::figure(aimed.total(), nerve, pinned),
        };
        let words = [(Fate::Pinned, "pinned"), (Fate::Routed, "routs"), (Fate::Killed, "killed")];
        result = words.map(|(fate, word)| (word.to_owned(), fates.chance(&fate))).to_vec();
    }
    remarks.extend(aimed.steps.iter().map(|line| format!("to hit: {line}")));
    remarks.extend(aimed.strength.iter().map(|line| format!("strength: {line}")));
    Some(Preview { rolls: Vec::new(), result, answer: Vec::new(), remarks })
}
