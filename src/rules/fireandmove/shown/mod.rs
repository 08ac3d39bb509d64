//! The player's view: the board as regions with borders, groups with their figures, the hand, and
//! descriptions of the choices with their rolls.

pub(super) mod card_uses;
pub(super) mod defaults;
mod hand;
pub(super) mod preview;
mod prompt;
pub(in crate::rules::fireandmove) mod short_names;
pub(in crate::rules::fireandmove) mod situation;
pub(super) mod words;

use crate::board::Grid;
use crate::game::view::{
    BoardView, CardKind, EdgeView, FacingView, GoalView, Marchers, MarkerKind, MarkerView, Nation, PieceId,
    PieceView, ProgressView, RegionView, SideView, SignView, StandingView, StateView, Symbol, TerrainView,
    Weight, Words,
};
use crate::game::{Side, View};
use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::battlefield::{Field, fighting_positions};
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::plans;
use crate::rules::fireandmove::state::{
    Decisions, Fig, Forces, Gid, Hands, Objective, Position, Seat, Standing, Terrain,
};
use crate::rules::fireandmove::turn::sequence::{self, Frame};

/// Everything a side may see.
pub(super) fn view(position: &Position, side: Side) -> View {
    let Position { terrain, forces, hands, clock, open } = position;
    let battle = forces.battle();
    View {
        title: battle.title.clone(),
        turn: u32::from(clock.turn),
        turns: u32::from(battle.turns),
        prompt: position.prompt_for(side),
        phase: clock.active.index(),
        turn_of: Some(clock.active),
        standing: open.ended.is_none().then(|| StandingView { winner: sequence::ahead(forces), degree: "" }),
        sides: Side::BOTH.map(|who| side_view(forces, hands, who)),
        words: Words { piece: ["group", "groups"], cell: ["square", "squares"], range: ["inch", "inches"] },
        board: board(terrain.field(), forces),
        pieces: (0..position.forces.groups.len() as u16)
            .map(|id| piece(terrain.field(), forces, id as Gid))
            .collect(),
        markers: markers(terrain, forces),
        legend: legend(),
        hand: Some(hand::hand(hands, side)),
        columns: vec!["men", "pinned", "lead", "best weapon", "front"],
        notes: notes(position),
        objective: objective(forces, side),
        briefing: battle.briefing.clone(),
        teaches: battle.teaches,
        lesson: battle.lesson.clone(),
        active: acting(open).map(|group| PieceId(u16::from(group))),
        records: Vec::new(),
        kinds: plans::KINDS.to_vec(),
        marchers: Marchers::One,
        ..View::default()
    }
}

fn side_view(forces: &Forces, hands: &Hands, side: Side) -> SideView {
    let card = &forces.battle().sides[side.index()];
    let strength = forces.battle().soldiers.iter().filter(|soldier| soldier.side == side).count() as u32;
    let points: u8 = forces
        .battle()
        .objectives
        .iter()
        .zip(&forces.holders)
        .filter(|(_, holder)| **holder == Some(side))
        .map(|(objective, _)| objective.points)
        .sum();
    SideView {
        name: card.name.clone(),
        key: card.key.clone(),
        nation: Nation::named(&card.nation),
        lost: forces.lost(side),
        strength,
        breaking: Some(card.breaking),
        score: None,
        progress: vec![ProgressView { what: "points", have: u32::from(points), need: None }],
        role: "",
        facts: vec![
            format!("hand {}", counts(hands, side, |seat| seat.hand.len())),
            format!("deck {}", counts(hands, side, |seat| seat.deck.left().len())),
        ],
    }
}

/// A number for each player of a side: "5", in team play "5+4".
fn counts(hands: &Hands, side: Side, of: impl Fn(&Seat) -> usize) -> String {
    let counts: Vec<String> = hands.hands_of(side).map(|seat| of(seat).to_string()).collect();
    counts.join("+")
}

fn board(field: &Field, forces: &Forces) -> BoardView {
    let mut palette: Vec<TerrainView> = Ground::all()
        .map(|ground| {
            let cover = ground.cover();
            let mut effects =
                vec![format!("concealment -{} stationary, -{} moving", cover.stationary, cover.moving)];
            if cover.blocks {
                effects.push("blocks line of sight through it".into());
            }
            TerrainView {
                glyph: ground.glyph(),
                name: ground.name().into(),
                family: ground.family(),
                effects,
                ..TerrainView::default()
            }
        })
        .collect();
    let grounds = palette.len() as u16;
    palette.extend(Border::all().map(|border| {
        let cover = border.cover();
        let effects =
            vec![format!("concealment behind it -{} stationary, -{} moving", cover.stationary, cover.moving)];
        TerrainView {
            glyph: '|',
            name: border.name().into(),
            family: border.family(),
            effects,
            ..TerrainView::default()
        }
    }));
    let grid = Grid::Square(field.square);
    let place = |ground: Ground| Ground::all().position(|other| other == ground).unwrap_or(0) as u16;
    let kind = |border: Border| grounds + Border::all().position(|other| other == border).unwrap_or(0) as u16;
    let cells: Vec<u16> = field.square.cells().map(|cell| place(field.feature(cell).ground)).collect();
    let mut edges = Vec::new();
    for cell in field.square.cells() {
        for way in [crate::board::Compass::N, crate::board::Compass::E] {
            let next = cell.step(way);
            if field.square.contains(next)
                && let Some(border) = field.border(cell, next)
                && let Some(edge) = grid.edge(cell, way.into())
            {
                edges.push(EdgeView { edge, kind: kind(border) });
            }
        }
    }
    let regions = field.features.iter().map(|feature| RegionView {
        name: feature.name.clone(),
        tag: feature.tag.to_string(),
        kind: place(feature.ground),
        cells: feature.cells.clone(),
        at: feature.middle(),
    });
    BoardView {
        grid,
        cells,
        levels: field.square.cells().map(|cell| field.feature(cell).level).collect(),
        palette,
        edges,
        regions: regions.collect(),
        goals: goals(field, forces),
        ..BoardView::default()
    }
}

/// The features worth points.
fn goals(field: &Field, forces: &Forces) -> Vec<GoalView> {
    let held = forces.battle().objectives.iter().zip(&forces.holders);
    let goal = |(objective, holder): (&Objective, &Option<Side>)| {
        let feature = &field.features[usize::from(objective.feature)];
        GoalView {
            name: feature.name.clone(),
            cells: feature.cells.clone(),
            holder: *holder,
            worth: u32::from(objective.points),
        }
    };
    held.map(goal).collect()
}

/// The states of a group, the gravest first.
fn states_of(field: &Field, forces: &Forces, id: Gid) -> Vec<StateView> {
    let group = forces.group(id);
    let pinned = forces.pinned(id).count();
    let mut states = Vec::new();
    let mut state = |set: bool, letter, word, weight| {
        if set {
            states.push(StateView::new(letter, word, weight));
        }
    };
    state(pinned > 0 && pinned == group.members.len(), 'P', "all pinned", Weight::Grave);
    state(pinned > 0 && pinned < group.members.len(), 'p', "some pinned", Weight::Harm);
    state(group.fear, 'F', "Fear marker", Weight::Harm);
    state(group.mined, 'M', "on a minefield", Weight::Harm);
    state(group.aside > 0, 'm', "cards set aside", Weight::Busy);
    state(group.grounded, 'g', "gone to ground", Weight::Note);
    state(forces.has_no_front(id), '3', "facing three ways", Weight::Harm);
    state(group.banzai, 'z', "Banzai attack", Weight::Busy);
    state(forces.is_wild(id), 'W', "Berserk", Weight::Grave);
    state(group.hidden, 'h', "hidden", Weight::Note);
    state(group.deep, 'j', "inside the jungle", Weight::Note);
    state(group.acted, 'd', "has acted", Weight::Spent);
    state(group.down, 'b', "weapon broken down", Weight::Note);
    state(group.more.flash, 'l', "self-illuminated", Weight::Harm);
    state(fighting_positions::is_atop(field, forces, id), 'a', "on top of a pillbox", Weight::Note);
    state(group.more.mounted, 'r', "mounted", Weight::Note);
    state(group.more.tethered, 't', "tethered", Weight::Note);
    state(forces.partner(id).is_some(), '2', "paired", Weight::Note);
    state(group.gun.is_some_and(|gun| gun.damaged), 'x', "gun damaged", Weight::Harm);
    state(group.gun.is_some_and(|gun| gun.failed), 'f', "gun failed", Weight::Harm);
    if let Some(machine) = forces.machine_of(id) {
        state(machine.stun > 0, 'S', "stunned", Weight::Grave);
        state(machine.immobilised, 'i', "immobilised", Weight::Harm);
        state(machine.bogged.is_some() || machine.mired, 'k', "bogged", Weight::Harm);
        state(machine.buttoned, 'B', "buttoned up", Weight::Note);
    }
    states
}

/// A figure, its weapon and its values in a line.
fn figure_in_words(forces: &Forces, figure: Fig) -> String {
    let (state, card) = (forces.figure(figure), forces.soldier(figure));
    let pinned = if state.standing == Standing::Pinned { ", pinned" } else { "" };
    let failed = if state.failed { ", weapon failed" } else { "" };
    let hero = if state.hero { ", hero" } else { "" };
    let wounded = if state.wounded { ", wounded" } else { "" };
    let company = if forces.leads_company(figure) { ", company leader" } else { "" };
    let nerve = forces.nerve(figure);
    let kit = state.kit;
    let carried = [
        (kit.faust, ", Panzerfaust"),
        (kit.mine, ", magnetic mine"),
        (kit.charge, ", demolition charge"),
        (kit.dadao, ", sword"),
    ];
    let carries: String = carried.iter().filter(|row| row.0).map(|row| row.1).collect();
    if let Some(machine) = forces.machine(figure) {
        let card = forces.vehicle(machine);
        return format!(
            "{} {} ({}): front {}, flank {}, morale {}, overrun {}, bog {}{pinned}{failed}",
            u16::from(figure) + 1,
            card.name,
            forces.weapon(figure).name,
            card.armour[0],
            card.armour[1],
            card.morale,
            card.overrun,
            card.bog
        );
    }
    format!(
        "{} {} ({}): morale {}, panic {}, close combat {}{pinned}{failed}{hero}{wounded}{carries}{company}",
        u16::from(figure) + 1,
        card.name,
        forces.weapon(figure).name,
        nerve.morale,
        nerve.panic,
        card.ccv
    )
}

/// The letter and the symbol of a group.
fn symbol_of(forces: &Forces, id: Gid) -> (char, Symbol) {
    let group = forces.group(id);
    match () {
        () if forces.horses(id).next().is_some() => ('H', Symbol::Cavalry),
        () if group.more.mounted => ('C', Symbol::Cavalry),
        () if group.machine.is_some() => ('T', Symbol::Armour),
        () if group.gun.is_some() => ('G', Symbol::AntiTank),
        () if group.members.iter().any(|&figure| forces.weapon(figure).arc) => ('W', Symbol::MachineGun),
        () if forces.leader(id).is_some_and(|figure| forces.rank(figure) == Rank::Platoon) => {
            ('L', Symbol::Leader)
        }
        () => ('I', Symbol::Infantry),
    }
}

fn piece(field: &Field, forces: &Forces, id: Gid) -> PieceView {
    let group = forces.group(id);
    let lost = group.members.is_empty();
    let pinned = forces.pinned(id).count();
    let gone = forces.gone().filter(|(figure, _)| figure.group == id).count();
    let best = short_names::group_name(forces, id);
    let leader = match forces.leader(id).map(|figure| forces.rank(figure)) {
        Some(Rank::Platoon) => "PL",
        Some(_) => "SL",
        None => "-",
    };
    let tag = forces.tag(id);
    let (glyph, symbol) = symbol_of(forces, id);
    PieceView {
        short: short_names::group_short(forces, id),
        id: PieceId(u16::from(id)),
        side: group.side,
        name: format!("{} {}", tag, if lost { "gone".into() } else { best.clone() }),
        tag,
        called: String::new(),
        glyph,
        symbol,
        hidden: group.hidden,
        range: u16::MAX,
        cell: (!lost).then_some(group.at),
        stack: u16::from(id),
        facings: facings(forces, id),
        states: states_of(field, forces, id),
        values: vec![
            group.members.len().to_string(),
            pinned.to_string(),
            leader.into(),
            best,
            group.front.letters().to_lowercase(),
        ],
        details: group.members.iter().map(|&figure| figure_in_words(forces, figure)).collect(),
        formation: forces.battle().player_name(group.side, group.more.platoon),
        lost,
        carried_by: None,
        // A group has fewer than 256 figures.
        figures: [(group.members.len() - pinned) as u8, pinned as u8, gone as u8],
    }
}

/// A group's facing; a vehicle with a turret has two.
fn facings(forces: &Forces, id: Gid) -> Vec<FacingView> {
    let front = forces.group(id).front;
    match forces.machine_of(id) {
        Some(machine) if forces.vehicle(machine).turret => vec![
            FacingView { part: "hull", to: front.into() },
            FacingView { part: "turret", to: machine.turret.into() },
        ],
        _ => vec![FacingView::whole(front)],
    }
}

fn markers(terrain: &Terrain, forces: &Forces) -> Vec<MarkerView> {
    let smoke = terrain.smokes.iter().map(|smoke| MarkerView {
        cell: smoke.at,
        glyph: '?',
        kind: MarkerKind::Smoke,
        name: format!("smoke -{}", smoke.thick),
        value: format!("-{}", smoke.thick),
        side: None,
    });
    let weapons = forces.dropped.iter().map(|&(cell, weapon)| MarkerView {
        cell,
        glyph: '!',
        kind: MarkerKind::Weapon,
        name: format!("abandoned {}", forces.battle().weapons[usize::from(weapon)].name),
        ..MarkerView::default()
    });
    let flares = terrain.flares.iter().map(|flare| MarkerView {
        cell: flare.at,
        glyph: '"',
        name: format!("flare, {} turns left", flare.left),
        value: flare.left.to_string(),
        ..MarkerView::default()
    });
    let acquired = forces.acquired.iter().map(|&(by, target)| MarkerView {
        cell: forces.group(target).at,
        glyph: '@',
        kind: MarkerKind::Acquired,
        name: format!("{} acquired by {}", forces.tag(target), forces.tag(by)),
        ..MarkerView::default()
    });
    // The next call by the same group needs only 0 (56.6).
    let called = (0..forces.groups.len() as u16).filter_map(|id| {
        let group = forces.group(id as Gid);
        group.called.filter(|_| !group.members.is_empty()).map(|by| MarkerView {
            cell: group.at,
            glyph: '*',
            kind: MarkerKind::Impact,
            name: format!("artillery called in on {} by {}", forces.tag(id as Gid), forces.tag(by)),
            ..MarkerView::default()
        })
    });
    smoke.chain(weapons).chain(flares).chain(acquired).chain(called).collect()
}

fn legend() -> Vec<SignView> {
    let signs = [
        ("T", "vehicle"),
        ("G", "gun with its crew"),
        ("C", "mounted cavalry"),
        ("H", "horses, holders"),
        ("I", "infantry group"),
        ("L", "platoon leader"),
        ("W", "weapon with an arc"),
    ];
    signs.map(|(sign, meaning)| SignView { sign: sign.into(), meaning: meaning.into() }).to_vec()
}

const fn card_kind(card: Card) -> CardKind {
    match card {
        Card::Move(_) => CardKind::Move,
        Card::Fire(_) => CardKind::Fire,
        Card::Rally { .. } | Card::Hero => CardKind::Rally,
        _ => CardKind::Event,
    }
}

fn notes(position: &Position) -> Vec<String> {
    let Position { terrain, forces, clock, open, .. } = position;
    let options = forces.battle().options;
    let time =
        (options.passages > 0).then(|| format!("time: {} of {} passages", clock.passages, options.passages));
    let march = match open.frames.last() {
        Some(Frame::Marching(march)) if !march.halted => {
            situation::march_in_words(terrain, forces, march).collect()
        }
        _ => Vec::new(),
    };
    march.into_iter().chain(time).collect()
}

/// A side's victory conditions, in one line.
fn objective(forces: &Forces, side: Side) -> String {
    let battle = forces.battle();
    let mut held = [0; 2];
    let mut all = 0;
    for (objective, holder) in battle.objectives.iter().zip(&forces.holders) {
        all += objective.points;
        if let Some(holder) = holder {
            held[holder.index()] += objective.points;
        }
    }
    let enemy = &battle.sides[side.other().index()];
    let [ours, theirs] = [held[side.index()], held[side.other().index()]];
    format!(
        "hold more of the {all} points after turn {} (you {ours}, enemy {theirs}), or inflict {} losses on the {}",
        battle.turns, enemy.breaking, enemy.name
    )
}

/// The group that is acting.
pub(super) fn acting(open: &Decisions) -> Option<Gid> {
    match open.frames.last()? {
        Frame::Orders(frame) => Some(frame.group),
        Frame::Marching(frame) => Some(frame.group),
        Frame::Aim(frame) => Some(frame.group),
        Frame::Second(frame) => Some(frame.group),
        Frame::Nominate(frame) => Some(frame.march.group),
        Frame::Reaction(frame) => Some(frame.mover),
        Frame::ReactionCard(frame) => Some(frame.group),
        Frame::Onward(frame) => Some(frame.from.mover),
        Frame::Stand(frame) => Some(frame.defenders),
        Frame::RallyMore(frame) => Some(frame.group),
        Frame::RallyWho(frame) => Some(frame.group),
        Frame::Joining(frame) => Some(frame.group),
        Frame::Alone(frame) => Some(frame.group),
        Frame::Thicket(frame) => Some(frame.group),
        Frame::Astray(frame) => Some(frame.group),
        Frame::Runner(frame) => Some(frame.group),
        Frame::Parting(frame) => Some(frame.group),
        Frame::Call(frame) => Some(frame.group),
        Frame::Barrel(frame) => Some(frame.group),
        Frame::Shelling(frame) => Some(frame.group),
        Frame::ReactionShot(frame) => Some(frame.group),
        Frame::Riposte(frame) => Some(frame.group),
        Frame::Lighting(frame) => Some(frame.group),
        Frame::Screening(frame) => Some(frame.group),
        Frame::CallSmoke(frame) => Some(frame.group),
        Frame::Scorched(frame) => Some(frame.group),
        _ => None,
    }
}
