//! The player's view: the board as regions with borders, groups with their figures, the hand, and
//! descriptions of the choices with their rolls.

pub(super) mod card_uses;
pub(super) mod preview;
mod prompt;
mod short_names;
mod situation;
pub(super) mod words;

use crate::board::Grid;
use crate::game::view::{
    BoardView, CardId, CardKind, CardView, EdgeView, FacingView, GoalView, HandView, Marchers, MarkerKind,
    MarkerView, Nation, PieceId, PieceView, PileView, ProgressView, RegionView, SideView, SignView,
    StandingView, StateView, Symbol, TerrainView, Weight, Words,
};
use crate::game::{Side, View};
use crate::rules::fireandmove::fire::plans;

use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::cards::{Card, sheets};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::nations::nation;
use crate::rules::fireandmove::state::position::{Figure, Gid, Objective, Position, Seat, Standing};
use crate::rules::fireandmove::turn::sequence::Frame;

/// Everything a side may see.
pub(super) fn view(position: &Position, side: Side) -> View {
    let battle = position.battle();
    View {
        title: battle.title.clone(),
        turn: u32::from(position.turn),
        turns: u32::from(battle.turns),
        prompt: position.prompt_for(side),
        phase: position.active.index(),
        turn_of: Some(position.active),
        standing: position.ended.is_none().then(|| StandingView { winner: position.ahead(), degree: "" }),
        sides: Side::BOTH.map(|who| side_view(position, who)),
        words: Words { piece: ["group", "groups"], cell: ["square", "squares"], range: ["inch", "inches"] },
        board: board(position),
        pieces: (0..position.groups.len() as u16).map(|id| piece(position, id as Gid)).collect(),
        markers: markers(position),
        legend: legend(),
        hand: Some(hand(position, side)),
        columns: vec!["men", "pinned", "lead", "best weapon", "front"],
        notes: notes(position),
        objective: objective(position, side),
        briefing: battle.briefing.clone(),
        teaches: battle.teaches,
        lesson: battle.lesson.clone(),
        active: acting(position).map(|group| PieceId(u16::from(group))),
        records: Vec::new(),
        kinds: plans::KINDS.to_vec(),
        marchers: Marchers::One,
        ..View::default()
    }
}

fn side_view(position: &Position, side: Side) -> SideView {
    let card = &position.battle().sides[side.index()];
    let strength = position.battle().soldiers.iter().filter(|soldier| soldier.side == side).count() as u32;
    let points: u8 = position
        .battle()
        .objectives
        .iter()
        .zip(&position.holders)
        .filter(|(_, holder)| **holder == Some(side))
        .map(|(objective, _)| objective.points)
        .sum();
    SideView {
        name: card.name.clone(),
        key: card.key.clone(),
        nation: Nation::named(&card.nation),
        lost: position.lost(side),
        strength,
        breaking: Some(card.breaking),
        score: None,
        progress: vec![ProgressView { what: "points", have: u32::from(points), need: None }],
        role: "",
        facts: vec![
            format!("hand {}", counts(position, side, |seat| seat.hand.len())),
            format!("deck {}", counts(position, side, |seat| seat.deck.left().len())),
        ],
    }
}

/// A number for each player of a side: "5", in team play "5+4".
fn counts(position: &Position, side: Side, of: impl Fn(&Seat) -> usize) -> String {
    let counts: Vec<String> = position.hands_of(side).map(|seat| of(seat).to_string()).collect();
    counts.join("+")
}

fn board(position: &Position) -> BoardView {
    let field = position.field();
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
        goals: goals(position),
        ..BoardView::default()
    }
}

/// The features worth points.
fn goals(position: &Position) -> Vec<GoalView> {
    let held = position.battle().objectives.iter().zip(&position.holders);
    let goal = |(objective, holder): (&Objective, &Option<Side>)| {
        let feature = &position.field().features[usize::from(objective.feature)];
        GoalView {
            name: feature.name.clone(),
            cells: feature.cells.clone(),
            holder: *holder,
            worth: u32::from(objective.points),
        }
    };
    held.map(goal).collect()
}

fn piece(position: &Position, id: Gid) -> PieceView {
    let group = position.group(id);
    let lost = group.members.is_empty();
    let pinned = position.pinned(id).count();
    let out = |figure: &&Figure| {
        figure.group == id && matches!(figure.standing, Standing::Killed | Standing::Routed)
    };
    let gone = position.figures.iter().filter(out).count();
    let best = position.group_name(id);
    let leader = position
        .leader(id)
        .map_or("-", |figure| if position.rank(figure) == Rank::Platoon { "PL" } else { "SL" });
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
    state(position.has_no_front(id), '3', "facing three ways", Weight::Harm);
    state(group.banzai, 'z', "Banzai attack", Weight::Busy);
    state(position.is_wild(id), 'W', "Berserk", Weight::Grave);
    state(group.hidden, 'h', "hidden", Weight::Note);
    state(group.deep, 'j', "inside the jungle", Weight::Note);
    state(group.acted, 'd', "has acted", Weight::Spent);
    state(group.down, 'b', "weapon broken down", Weight::Note);
    state(group.more.flash, 'l', "self-illuminated", Weight::Harm);
    state(position.is_atop(id), 'a', "on top of a pillbox", Weight::Note);
    state(group.more.mounted, 'r', "mounted", Weight::Note);
    state(group.more.tethered, 't', "tethered", Weight::Note);
    state(position.partner(id).is_some(), '2', "paired", Weight::Note);
    state(group.gun.is_some_and(|gun| gun.damaged), 'x', "gun damaged", Weight::Harm);
    state(group.gun.is_some_and(|gun| gun.failed), 'f', "gun failed", Weight::Harm);
    if let Some(machine) = position.machine_of(id) {
        state(machine.stun > 0, 'S', "stunned", Weight::Grave);
        state(machine.immobilised, 'i', "immobilised", Weight::Harm);
        state(machine.bogged.is_some() || machine.mired, 'k', "bogged", Weight::Harm);
        state(machine.buttoned, 'B', "buttoned up", Weight::Note);
    }
    let details = group.members.iter().map(|&figure| {
        let (state, card) = (position.figure(figure), position.soldier(figure));
        let pinned = if state.standing == Standing::Pinned { ", pinned" } else { "" };
        let failed = if state.failed { ", weapon failed" } else { "" };
        let hero = if state.hero { ", hero" } else { "" };
        let wounded = if state.wounded { ", wounded" } else { "" };
        let company = if position.leads_company(figure) { ", company leader" } else { "" };
        let nerve = position.nerve(figure);
        let kit = state.kit;
        let carried = [
            (kit.faust, ", Panzerfaust"),
            (kit.mine, ", magnetic mine"),
            (kit.charge, ", demolition charge"),
            (kit.dadao, ", sword"),
        ];
        let carries: String = carried.iter().filter(|row| row.0).map(|row| row.1).collect();
        if let Some(machine) = position.machine(figure) {
            let card = position.vehicle(machine);
            return format!(
                "{} {} ({}): front {}, flank {}, morale {}, overrun {}, bog {}{pinned}{failed}",
                u16::from(figure) + 1,
                card.name,
                position.weapon(figure).name,
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
            position.weapon(figure).name,
            nerve.morale,
            nerve.panic,
            card.ccv
        )
    });
    let tag = position.tag(id);
    let heavy = group.members.iter().any(|&figure| position.weapon(figure).arc);
    PieceView {
        short: position.group_short(id),
        id: PieceId(u16::from(id)),
        side: group.side,
        name: format!("{} {}", tag, if lost { "gone".into() } else { best.clone() }),
        tag,
        called: String::new(),
        glyph: if position.horses(id).next().is_some() {
            'H'
        } else if group.more.mounted {
            'C'
        } else if group.machine.is_some() {
            'T'
        } else if group.gun.is_some() {
            'G'
        } else if heavy {
            'W'
        } else if leader == "PL" {
            'L'
        } else {
            'I'
        },
        symbol: match () {
            () if position.horses(id).next().is_some() || group.more.mounted => Symbol::Cavalry,
            () if group.machine.is_some() => Symbol::Armour,
            () if group.gun.is_some() => Symbol::AntiTank,
            () if heavy => Symbol::MachineGun,
            () if leader == "PL" => Symbol::Leader,
            () => Symbol::Infantry,
        },
        hidden: group.hidden,
        range: u16::MAX,
        cell: (!lost).then_some(group.at),
        stack: u16::from(id),
        facings: facings(position, id),
        states,
        values: vec![
            group.members.len().to_string(),
            pinned.to_string(),
            leader.into(),
            best,
            group.front.letters().to_lowercase(),
        ],
        details: details.collect(),
        formation: position.player_name(group.side, group.more.platoon),
        lost,
        carried_by: None,
        // A group has fewer than 256 figures.
        figures: [(group.members.len() - pinned) as u8, pinned as u8, gone as u8],
    }
}

/// A group's facing; a vehicle with a turret has two.
fn facings(position: &Position, id: Gid) -> Vec<FacingView> {
    let front = position.group(id).front;
    match position.machine_of(id) {
        Some(machine) if position.vehicle(machine).turret => vec![
            FacingView { part: "hull", to: front.into() },
            FacingView { part: "turret", to: machine.turret.into() },
        ],
        _ => vec![FacingView::whole(front)],
    }
}

fn markers(position: &Position) -> Vec<MarkerView> {
    let smoke = position.smokes.iter().map(|smoke| MarkerView {
        cell: smoke.at,
        glyph: '?',
        kind: MarkerKind::Smoke,
        name: format!("smoke -{}", smoke.thick),
        value: format!("-{}", smoke.thick),
        side: None,
    });
    let weapons = position.dropped.iter().map(|&(cell, weapon)| MarkerView {
        cell,
        glyph: '!',
        kind: MarkerKind::Weapon,
        name: format!("abandoned {}", position.battle().weapons[usize::from(weapon)].name),
        ..MarkerView::default()
    });
    let flares = position.flares.iter().map(|flare| MarkerView {
        cell: flare.at,
        glyph: '"',
        name: format!("flare, {} turns left", flare.left),
        value: flare.left.to_string(),
        ..MarkerView::default()
    });
    let acquired = position.acquired.iter().map(|&(by, target)| MarkerView {
        cell: position.group(target).at,
        glyph: '@',
        kind: MarkerKind::Acquired,
        name: format!("{} acquired by {}", position.tag(target), position.tag(by)),
        ..MarkerView::default()
    });
    // The next call by the same group needs only 0 (56.6).
    let called = (0..position.groups.len() as u16).filter_map(|id| {
        let group = position.group(id as Gid);
        group.called.filter(|_| !group.members.is_empty()).map(|by| MarkerView {
            cell: group.at,
            glyph: '*',
            kind: MarkerKind::Impact,
            name: format!("artillery called in on {} by {}", position.tag(id as Gid), position.tag(by)),
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
        ("H", "horses and horse-holders"),
        ("I", "infantry group"),
        ("L", "group with a platoon leader"),
        ("W", "weapon with an arc of fire"),
    ];
    signs.map(|(sign, meaning)| SignView { sign: sign.into(), meaning: meaning.into() }).to_vec()
}

fn hand(position: &Position, side: Side) -> HandView {
    let seat = position.seat(side);
    let (battle, force) = (position.battle(), &position.battle().sides[side.index()]);
    let nation = nation(&force.nation);
    let figures = sheets::Figures { fire: Some(&force.fire), weapons: &battle.weapons };
    let cards = seat.hand.iter().zip(0..).map(|(&card, id)| CardView {
        id: CardId(id),
        name: sheets::short(card),
        kind: card_kind(card),
        uses: nation.map_or_else(Vec::new, |nation| sheets::lines(nation, card, figures)),
    });
    let own = pile([seat]);
    HandView {
        cards: cards.collect(),
        whose: position.platoon_name(side, seat.platoon).map(str::to_owned),
        enemy: position.hands_of(side.other()).map(|seat| seat.hand.len() as u16).sum(),
        deck: own.deck,
        discard: own.discard,
        turns: own.turns,
        unseen: own.unseen,
        theirs: pile(position.hands_of(side.other())),
    }
}

const fn card_kind(card: Card) -> CardKind {
    match card {
        Card::Move(_) => CardKind::Move,
        Card::Fire(_) => CardKind::Fire,
        Card::Rally { .. } | Card::Hero => CardKind::Rally,
        _ => CardKind::Event,
    }
}

/// The public information about several players' cards: cards left, number of shuffles, and face-up cards.
fn pile<'a>(seats: impl IntoIterator<Item = &'a Seat>) -> PileView {
    let mut pile = PileView::default();
    for seat in seats {
        pile.deck += seat.deck.left().len() as u16;
        pile.turns += u16::from(seat.shuffles);
        pile.unseen += seat.buried.len() as u16;
        pile.discard.extend(seat.played.iter().map(|&card| sheets::short(card)));
    }
    pile
}

fn notes(position: &Position) -> Vec<String> {
    let options = position.battle().options;
    let time = (options.passages > 0)
        .then(|| format!("time: {} of {} passages", position.passages, options.passages));
    let march = match position.frames.last() {
        Some(Frame::Marching(march)) if !march.halted => position.march_in_words(march).collect(),
        _ => Vec::new(),
    };
    march.into_iter().chain(time).collect()
}

/// A side's victory conditions, in one line.
fn objective(position: &Position, side: Side) -> String {
    let battle = position.battle();
    let mut held = [0; 2];
    let mut all = 0;
    for (objective, holder) in battle.objectives.iter().zip(&position.holders) {
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
pub(super) fn acting(position: &Position) -> Option<Gid> {
    match position.frames.last()? {
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
