//! Tables for the screen without any rules: hexes with stacks, walls and cards, and a map of regions.

use std::path::Path;
use std::sync::{Arc, Mutex};

use standto::board::{Cell, Grid, Heading, hex};
use standto::dice::Ask;
use standto::game::view::{
    Act, BoardView, BorderView, CardId, CardKind, CardView, EdgeView, FacingView, Family, HandView, PieceId,
    PieceView, PileView, RegionView, SideView, SignView, StateView, TerrainView, Weight, Words,
};
use standto::game::{
    Aids, ChoiceView, Decision, Event, Illegal, LogLine, Outcome, Preview, Refused, Seat, Session, Side,
    Sight, Thinking, Tone, View,
};

/// A table that shows what it is given, moves its acting piece and records what is played.
pub struct Table {
    pub view: View,
    pub choices: Vec<ChoiceView>,
    pub side: Side,
    pub log: Vec<LogLine>,
    pub played: Arc<Mutex<Vec<String>>>,
}

fn kind(glyph: char, name: &str, family: Family, effects: &[&str]) -> TerrainView {
    let effects = effects.iter().map(|e| (*e).to_owned()).collect();
    TerrainView { glyph, name: name.to_owned(), family, effects, ..TerrainView::default() }
}

fn sides() -> [SideView; 2] {
    let side = |name: &str, key: &str, lost| SideView {
        name: name.into(),
        key: key.into(),
        lost,
        strength: 9,
        ..SideView::default()
    };
    [side("Germans", "germans", 1), side("Russians", "russians", 2)]
}

fn spine(spine: hex::Spine) -> Heading {
    spine.into()
}

impl Table {
    fn new(view: View) -> Self {
        let mut table =
            Self { view, choices: Vec::new(), side: Side::A, log: Vec::new(), played: Arc::default() };
        table.offer();
        table
    }

    /// A village on hexes: a stack with a leader, a weapon and a broken squad; a gun, a tank, walls and a hedge.
    pub fn hexes() -> Self {
        let grid = Grid::hex(14, 8);
        let at = |name: &str| grid.parse(name).unwrap();
        let mut cells = vec![0; grid.area()];
        for (name, ground) in [
            ("C3", 1),
            ("C4", 1),
            ("D3", 1),
            ("D4", 1),
            ("G4", 2),
            ("H4", 2),
            ("H5", 3),
            ("K2", 1),
            ("K3", 1),
            ("A5", 4),
            ("B5", 4),
            ("C6", 4),
            ("D6", 4),
            ("E6", 4),
            ("F6", 4),
            ("G6", 4),
            ("H6", 4),
            ("I6", 4),
        ] {
            cells[grid.index(at(name))] = ground;
        }
        let edge = |name: &str, side: hex::Side, kind| EdgeView {
            edge: grid.edge(at(name), side.into()).unwrap(),
            kind,
        };
        let names = (0..grid.area()).map(|n| grid.cell(n));
        let names = names.map(|cell| format!("w{}", grid.name(cell))).collect();
        let piece = |id, side, tag: &str, glyph, name: &str, cell: &str, stack| PieceView {
            id: PieceId(id),
            side,
            name: format!("{tag} {name}"),
            tag: tag.into(),
            glyph,
            cell: Some(at(cell)),
            stack,
            ..PieceView::default()
        };
        let broken = StateView::new('b', "broken", Weight::Grave);
        let fired = StateView::new('f', "first fire", Weight::Spent);
        let gun = |part, to| FacingView { part, to: spine(to) };
        let mut pieces = vec![
            piece(0, Side::A, "a", 's', "4-6-7 squad", "E4", 1),
            piece(1, Side::A, "b", 's', "4-6-7 squad", "E4", 0),
            piece(2, Side::A, "L", 'l', "8-1 leader", "E4", 2),
            piece(3, Side::A, "M", 'm', "MMG 5-12", "E4", 3),
            piece(4, Side::A, "G", 'g', "PaK 40", "C5", 0),
            piece(5, Side::A, "T", 't', "PzKpfw IV", "F7", 0),
            piece(6, Side::B, "x", 's', "5-2-7 squad", "I3", 0),
            piece(7, Side::B, "y", 's', "5-2-7 squad", "I3", 1),
            piece(8, Side::B, "z", 's', "4-4-7 squad", "L5", 0),
        ];
        pieces[1].states = vec![broken, StateView::new('D', "desperate", Weight::Note)];
        pieces[3].carried_by = Some(PieceId(0));
        pieces[4].facings = vec![gun("gun", hex::Spine::E)];
        pieces[5].facings = vec![gun("hull", hex::Spine::NNE), gun("turret", hex::Spine::SSE)];
        pieces[6].states = vec![fired];
        for (piece, value) in pieces.iter_mut().zip(["4 6 7", "4 6 7", "", "5 12", "75 L", "9", "5 2 7"]) {
            piece.values = vec![value.to_owned()];
        }
        Self::new(View {
            title: "The mill at the brook".into(),
            turn: 2,
            turns: 6,
            phases: vec!["Rally", "Prep Fire", "Movement", "Defensive Fire", "Advance", "Close Combat"],
            phase: 2,
            sides: sides(),
            words: Words { piece: ["unit", "units"], cell: ["hex", "hexes"], range: ["hex", "hexes"] },
            board: BoardView {
                grid,
                cells,
                palette: vec![
                    kind('.', "open ground", Family::Clear, &["1 MF"]),
                    kind('&', "woods", Family::Woods, &["2 MF", "+1"]),
                    kind('#', "stone building", Family::Building, &["2 MF", "+3"]),
                    kind('%', "wooden building", Family::Building, &["2 MF", "+2"]),
                    kind('-', "road", Family::Road, &["1 MF, half along the road"]),
                    kind('|', "wall", Family::Works, &["+2 through it"]),
                    kind('%', "hedge", Family::Woods, &["+1 through it"]),
                ],
                edges: vec![
                    edge("F4", hex::Side::NE, 5),
                    edge("F4", hex::Side::SE, 5),
                    edge("F4", hex::Side::S, 5),
                    edge("J4", hex::Side::N, 6),
                    edge("J4", hex::Side::NW, 6),
                    edge("J4", hex::Side::SW, 6),
                ],
                names,
                ..BoardView::default()
            },
            pieces,
            legend: vec![SignView { sign: "b".into(), meaning: "broken".into() }],
            columns: vec!["Value"],
            notes: vec!["a has 4 MF left".into()],
            objective: "Hold the mill at the end of turn 6.".into(),
            active: Some(PieceId(0)),
            ..View::default()
        })
    }

    /// The same village with a hand of cards instead of a move.
    pub fn cards() -> Self {
        let mut table = Self::hexes();
        let card = |id, name: &str, uses: &[&str]| CardView {
            kind: CardKind::Event,
            id: CardId(id),
            name: name.into(),
            uses: uses.iter().map(|text| (*text).to_owned()).collect(),
        };
        table.view.hand = Some(HandView {
            whose: None,
            cards: vec![
                card(3, "Fire 4", &["fire attack of 4", "opportunity fire at a group that moves"]),
                card(9, "Movement 2/-1", &["two moves, or one with concealment -1"]),
                card(14, "Rally 3", &["rallies up to three figures"]),
                card(15, "Hero", &["one figure becomes a hero"]),
                card(22, "Fire 2", &["fire attack of 2"]),
            ],
            enemy: 6,
            deck: 31,
            discard: vec!["Concealed -1".into(), "Fire 3".into()],
            turns: 1,
            unseen: 0,
            theirs: PileView { deck: 28, turns: 1, unseen: 0, discard: vec!["Cower".into()] },
        });
        table.view.active = None;
        let of =
            |notation: &str, label: &str, verb, pieces: &[u16], cards: &[u16], effect: &str| ChoiceView {
                pieces: pieces.iter().copied().map(PieceId).collect(),
                cards: cards.iter().copied().map(CardId).collect(),
                effect: effect.into(),
                ..ChoiceView::new(notation, label, verb, Act::Other)
            };
        table.choices = vec![
            of("fire 4 x", "Fire 4 at x", "fire", &[6, 0], &[3], "KIA 38%"),
            of("fire 4 z", "Fire 4 at z", "fire", &[8, 0], &[3], "KIA 12%"),
            of("rally b", "rally b with Rally 3", "rally", &[1], &[14], ""),
            ChoiceView::new("pass", "pass", "pass", Act::Pass),
        ];
        table
    }

    /// Fields and a farm with borders between them.
    pub fn regions() -> Self {
        let grid = Grid::square(24, 12);
        let shape = |x: std::ops::Range<i16>, y: std::ops::Range<i16>| -> Vec<Cell> {
            y.flat_map(|y| x.clone().map(move |x| Cell::new(x, y))).collect()
        };
        let region = |name: &str, tag: &str, kind, cells: Vec<Cell>, at| RegionView {
            name: name.into(),
            tag: tag.into(),
            kind,
            cells,
            at: Cell::new(at, 5),
        };
        let mut regions = vec![
            region("the orchard", "K", 1, shape(0..8, 0..12), 3),
            region("the farm", "M", 2, shape(8..15, 3..9), 11),
            region("the beet field", "N", 0, shape(15..24, 0..12), 19),
            region("the road", "R", 3, shape(8..15, 0..3), 11),
            region("the yard", "Y", 0, shape(8..15, 9..12), 11),
        ];
        regions[3].at = Cell::new(11, 1);
        regions[4].at = Cell::new(11, 10);
        let mut cells = vec![0; grid.area()];
        for region in &regions {
            for &cell in &region.cells {
                cells[grid.index(cell)] = region.kind;
            }
        }
        let border = |name: &str, between, at: (i16, i16)| BorderView {
            name: name.into(),
            between,
            kind: 4,
            at: Cell::new(at.0, at.1),
        };
        let group = |id, side, tag: &str, glyph, name: &str, cell, stack| PieceView {
            id: PieceId(id),
            side,
            name: format!("{tag} {name}"),
            tag: tag.into(),
            glyph,
            cell: Some(cell),
            stack,
            ..PieceView::default()
        };
        let mut table = Self::new(View {
            title: "The farm".into(),
            turn: 4,
            turns: 0,
            phases: vec!["Play", "Discard", "Draw"],
            sides: sides(),
            words: Words { piece: ["group", "groups"], cell: ["place", "places"], range: ["inch", "inches"] },
            board: BoardView {
                grid,
                cells,
                palette: vec![
                    kind('.', "open", Family::Clear, &[]),
                    kind('&', "orchard", Family::Woods, &["-2"]),
                    kind('#', "building", Family::Building, &["-3"]),
                    kind('=', "road", Family::Road, &[]),
                    kind('%', "hedge", Family::Woods, &["-2"]),
                ],
                regions,
                borders: vec![
                    border("the hedge of the orchard", [0, 1], (8, 5)),
                    border("the garden wall", [1, 2], (15, 5)),
                ],
                ..BoardView::default()
            },
            pieces: vec![
                group(0, Side::A, "A", 'g', "first squad", Cell::new(3, 5), 0),
                group(1, Side::A, "B", 'm', "machine gun", Cell::new(8, 5), 0),
                group(2, Side::B, "c", 'g', "rifle group", Cell::new(15, 5), 0),
            ],
            ..View::default()
        });
        let to = |name: &str, cell| ChoiceView {
            pieces: vec![PieceId(0)],
            cell: Some(cell),
            ..ChoiceView::new(format!("move A {name}"), format!("A moves to {name}"), "move", Act::Other)
        };
        table.choices = vec![
            to("hedge", Cell::new(8, 5)),
            to("Y", Cell::new(11, 10)),
            ChoiceView::new("pass", "pass", "pass", Act::Pass),
        ];
        table
    }

    fn active(&mut self) -> Option<&mut PieceView> {
        let active = self.view.active?;
        self.view.pieces.iter_mut().find(|piece| piece.id == active)
    }

    /// The steps of the acting piece; the wall can't be crossed.
    fn offer(&mut self) {
        let grid = self.view.board.grid;
        let Some(cell) = self.active().and_then(|piece| piece.cell) else { return };
        let walls: Vec<_> =
            self.view.board.edges.iter().filter(|edge| edge.kind == 5).map(|e| e.edge).collect();
        let open =
            grid.neighbours(cell).filter(|(to, _)| grid.edge(cell, *to).is_none_or(|e| !walls.contains(&e)));
        self.choices = open
            .map(|(to, next)| {
                let (name, next) = (grid.heading_name(to), self.view.board.name(next));
                ChoiceView {
                    heading: Some(to),
                    ..ChoiceView::new(format!("step {name}"), format!("to {next}"), "step", Act::Step)
                }
            })
            .chain([ChoiceView::new("halt", "stay here", "halt", Act::Done)])
            .collect();
    }
}

impl Session for Table {
    fn ruleset(&self) -> &'static str {
        "table"
    }
    fn save_path(&self) -> Option<&Path> {
        None
    }
    fn seat(&self, _: Side) -> Seat {
        Seat::Human
    }
    fn set_seat(&mut self, _: Side, _: Seat) {}
    fn decision(&self) -> Option<Decision> {
        Some(Decision::new(self.side, "act", "What now?", "1.1"))
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn choices(&self) -> &[ChoiceView] {
        &self.choices
    }
    fn view(&self, side: Side) -> View {
        let mut view = self.view.clone();
        if let (Side::B, Some(hand)) = (side, &mut view.hand) {
            hand.enemy = hand.cards.len() as u16;
            hand.cards.truncate(3);
        }
        view
    }
    fn preview(&self, _: &str) -> Option<Preview> {
        None
    }
    fn sight(&self, from: Cell, to: Cell) -> Sight {
        let grid = self.view.board.grid;
        Sight {
            visible: true,
            range: grid.range(from, to),
            blocked_at: None,
            rule: None,
            why: None,
            path: vec![],
        }
    }
    fn aids(&self) -> Aids<'_> {
        Aids::NONE
    }
    fn log(&self) -> &[LogLine] {
        &self.log
    }
    fn plays(&self) -> u32 {
        self.played.lock().unwrap().len() as u32 + 1
    }
    fn check(&self, notation: &str) -> Result<(), Refused> {
        let offered = self.choices.iter().any(|choice| choice.notation == notation);
        let refused = || Illegal::new("1.2", format!("\"{notation}\" is not possible here")).into();
        offered.then_some(()).ok_or_else(refused)
    }
    fn play(&mut self, notation: &str) -> Result<(), Refused> {
        self.check(notation)?;
        self.played.lock().unwrap().push(notation.into());
        let grid = self.view.board.grid;
        match notation.split_once(' ') {
            Some(("step", to)) => {
                let to = grid.heading(to).unwrap();
                if let Some(piece) = self.active() {
                    piece.cell = piece.cell.and_then(|cell| grid.step(cell, to));
                }
                self.offer();
            }
            _ if notation == "pass" => {
                let play = self.plays();
                let told = |play, tone, text: &str, cell| LogLine {
                    play,
                    turn: 1,
                    event: Event::new(tone, self.side, text, "1.1").at([cell]),
                };
                self.log.extend([
                    told(play, Tone::Success, "A fires at c: 5.", Cell::new(3, 5)),
                    told(play, Tone::Loss, "One of c falls.", Cell::new(15, 5)),
                    told(play + 1, Tone::Failure, "B fires at c: -2.", Cell::new(8, 5)),
                ]);
                self.side = self.side.other();
            }
            _ => {}
        }
        Ok(())
    }
    fn limit_save(&mut self, _: u64) {}
    fn news(&mut self) -> Option<String> {
        None
    }
    fn awaiting(&self) -> Option<&Ask> {
        None
    }
    fn give_face(&mut self, _: u8) -> Result<(), Refused> {
        Ok(())
    }
    fn withdraw(&mut self) {}
    fn undo(&mut self) -> Result<(), Refused> {
        Err(Refused::Undo("nothing to undo".into()))
    }
    fn think(&self) -> Option<Thinking> {
        None
    }
}
