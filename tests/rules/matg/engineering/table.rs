//! The table of the engineering cards: a small board, two sides, taped dice.
//!
//! The British (B, side A) come from the south, the Germans (G) from the north, both at cohesion 12. The
//! British have the initiative.

use std::fmt::Write as _;
use std::sync::Arc;

use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Event, Log, Rules, Side};
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::state::choice::Posture;
use standto::rules::matg::state::position::Id;
use standto::rules::matg::turn::alternation::Alternation;
use standto::rules::matg::turn::sequence::{ArtilleryPhase, FirePhase, Frame, GroupMove, MovementPhase};
use standto::rules::matg::{Choice, Position, scenario};

pub const INFANTRY: &str = "Infantry '43";
pub const ENGINEERS: &str = "Engineers '43";
pub const TANK: &str = "Churchill VII (75mm)";
pub const CROCODILE: &str = r#"Churchill \"Crocodile\", Hull"#;
pub const MORTAR: &str = r#"3\" Mortar [1]"#;
pub const HOWITZERS: &str = r#"7.2\" Mk I Howitzer [2]"#;
pub const TRUCK: &str = "Medium Truck, 3-ton";

/// A battle of the two sides on a board of 10 by 12 inches.
#[derive(Clone)]
pub struct Drawing {
    pub ground: Vec<(&'static str, char)>,
    pub cohesion: [i16; 2],
    /// Optional rules in force, each in quotation marks.
    pub options: &'static str,
    /// Works of each side, as in the file.
    pub works: [String; 2],
    /// Stands of each side: type, square, further lines.
    pub stands: [Vec<(&'static str, &'static str, &'static str)>; 2],
}

pub fn drawing() -> Drawing {
    Drawing {
        ground: Vec::new(),
        cohesion: [12, 12],
        options: "",
        works: Default::default(),
        stands: Default::default(),
    }
}

impl Drawing {
    pub fn ground(mut self, cell: &'static str, mark: char) -> Self {
        self.ground.push((cell, mark));
        self
    }

    pub fn british(mut self, kind: &'static str, at: &'static str, more: &'static str) -> Self {
        self.stands[0].push((kind, at, more));
        self
    }

    pub fn german(mut self, kind: &'static str, at: &'static str, more: &'static str) -> Self {
        self.stands[1].push((kind, at, more));
        self
    }

    pub fn british_works(mut self, works: &str) -> Self {
        writeln!(self.works[0], "{works}").unwrap();
        self
    }

    pub fn german_works(mut self, works: &str) -> Self {
        writeln!(self.works[1], "{works}").unwrap();
        self
    }

    pub fn text(&self) -> String {
        crate::cited::watch();
        let mut rows = vec![vec!['.'; 10]; 12];
        let mut roads = rows.clone();
        for (cell, mark) in &self.ground {
            let cell: Cell = cell.parse().unwrap();
            let layer = if *mark == '=' { &mut roads } else { &mut rows };
            layer[11 - cell.y as usize][cell.x as usize] = *mark;
        }
        let draw = |rows: &[Vec<char>]| -> String {
            rows.iter().map(|row| row.iter().chain(['\n'].iter()).collect::<String>()).collect()
        };
        let mut text = format!(
            "format = 1\nruleset = \"matg\"\ntitle = \"Card\"\nturns = 3\ndate = \"1944-06\"\n\
             kind = \"meeting-engagement\"\noptions = [{}]\nsurface = \"closed\"\n[victory]\ndestroy-percent = 50\n\
             [map]\nwidth = 10\nheight = 12\nterrain = '''\n{}'''\nroads = '''\n{}'''\n\
             [map.legend]\n'~' = \"stream\"\n'l' = \"light-buildings\"\n'm' = \"medium-buildings\"\n\
             'h' = \"heavy-buildings\"\n'w' = \"woods\"\n'k' = \"wreck\"\n[map.road-legend]\n'=' = \"good-road\"\n",
            self.options,
            draw(&rows),
            draw(&roads)
        );
        let names =
            [("british", "B", "united-kingdom", "S", "0101"), ("germans", "G", "germany", "N", "1012")];
        for (side, (key, letter, nation, edge, headquarters)) in names.into_iter().enumerate() {
            let (cohesion, works) = (self.cohesion[side], &self.works[side]);
            write!(
                text,
                "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\n\
                 cohesion = {cohesion}\nedge = \"{edge}\"\ndepth = 12\n{works}\n[[side.formation]]\n\
                 name = \"Force\"\n[[side.formation.stand]]\ntype = \"Infantry HQ\"\nrole = \"GHQ\"\n\
                 at = \"{headquarters}\"\n"
            )
            .unwrap();
            for (kind, at, more) in &self.stands[side] {
                writeln!(text, "[[side.formation.stand]]\ntype = \"{kind}\"\nat = \"{at}\"\n{more}").unwrap();
            }
        }
        text
    }

    /// The errors in the file.
    pub fn faults(&self) -> String {
        scenario::read("card", &self.text()).err().map_or(String::new(), |error| error.to_string())
    }

    /// The table at the first posture phase; the British have the initiative.
    pub fn set_up(&self) -> Table {
        let (battle, _) = scenario::read("card", &self.text()).unwrap_or_else(|error| panic!("{error}"));
        let mut table = Table { position: Position::new(Arc::new(battle)), events: Vec::new() };
        table.play("ready", &[]);
        table.play("ready", &[6, 1]);
        assert_eq!(table.asks(), "posture");
        table
    }
}

pub struct Table {
    pub position: Position,
    /// The log of the last choice.
    pub events: Vec<Event>,
}

impl Table {
    /// Plays a choice with exactly these faces.
    pub fn play(&mut self, text: &str, faces: &[u8]) {
        let choice: Choice = text.parse().unwrap();
        self.position.check(&choice).unwrap_or_else(|why| panic!("\"{text}\" refused: {why}"));
        let (mut dice, mut log) = (Dice::taped(faces), Log::on());
        self.position.apply(&choice, &mut dice, &mut log).unwrap_or_else(|more| panic!("\"{text}\": {more}"));
        assert_eq!(dice.unread(), 0, "\"{text}\" left dice unread");
        self.events = log.events();
    }

    pub fn asks(&self) -> &'static str {
        self.position.decision().map_or("over", |decision| decision.kind)
    }

    pub fn offers(&self, text: &str) -> bool {
        self.position.choices().iter().any(|choice| choice.to_string() == text)
    }

    pub fn refused(&self, text: &str) -> &'static str {
        self.position.check(&text.parse().unwrap()).unwrap_err().rule
    }

    pub fn id(&self, tag: &str) -> Id {
        self.position.battle.find(tag.parse().unwrap()).unwrap()
    }

    pub fn at(&self, tag: &str) -> String {
        self.position.forces.cell(self.id(tag)).map_or("gone".to_owned(), |cell| cell.to_string())
    }

    pub fn states(&self, tag: &str) -> &'static str {
        self.position.forces.states(self.id(tag)).symbol()
    }

    pub fn has(&self, cell: &str, terrain: Terrain) -> bool {
        self.position.field.ground_at(cell.parse().unwrap()).has(terrain)
    }

    pub fn said(&self, words: &str) -> bool {
        self.events.iter().any(|event| event.text.contains(words))
    }

    pub fn details(&self, tag: &str) -> String {
        let view = self.position.view(Side::A);
        view.pieces[usize::from(self.id(tag))].details.join("\n")
    }

    pub fn marker(&self, side: Side, cell: &str) -> String {
        let view = self.position.view(side);
        let at: Cell = cell.parse().unwrap();
        let found: Vec<&str> =
            view.markers.iter().filter(|marker| marker.cell == at).map(|marker| &*marker.name).collect();
        found.join(", ")
    }

    /// A British stand begins to move; the GHQ waits to move after it, so the phase stays open.
    pub fn begin_move(&mut self, tag: &str) {
        let (id, waiting) = (self.id(tag), self.id("B1"));
        for member in [id, waiting] {
            let stand = &mut self.position.forces.stands[usize::from(member)];
            (stand.posture, stand.group, stand.moved, stand.spent) = (Posture::Move, 1, false, 0);
        }
        self.position.now.stack = vec![
            Frame::Movement(MovementPhase {
                turns: Alternation::over(),
                ..MovementPhase::begun_by(Side::A, true)
            }),
            Frame::Group(GroupMove { side: Side::A, members: vec![id, waiting] }),
        ];
        self.play(&format!("move {tag}"), &[]);
    }

    /// A turn of this work, with the dice of the Marker Removal Phase.
    pub fn work(&mut self, text: &str, removal: &[u8]) {
        self.play(text, &[]);
        self.pass_turn(removal);
    }

    /// Both sides pass for the rest of the turn.
    pub fn pass_turn(&mut self, removal: &[u8]) {
        self.position.now.number = 1; // cards have time
        self.play("pass", &[]);
        let faces = [&[3, 3, 3, 3], removal, &[6, 1]].concat();
        self.play("pass", &faces);
    }

    pub fn artillery_phase(&mut self, side: Side) {
        self.position.now.stack = vec![Frame::Artillery(ArtilleryPhase::begun_by(side))];
    }

    pub fn fire_phase(&mut self, side: Side) {
        self.position.now.stack = vec![Frame::Fire(FirePhase::begun_by(side))];
    }

    /// A battery of one section fires; another one keeps the phase open.
    pub fn shoot(&mut self, tag: &str, cell: &str, faces: &[u8]) {
        self.lay(tag);
        self.play(&format!("at {cell}"), faces);
    }

    /// A battery of two sections fires both on one square.
    pub fn shoot_closed(&mut self, tag: &str, cell: &str, faces: &[u8]) {
        self.lay(tag);
        self.play(&format!("at {cell}"), &[]);
        self.play("closed", faces);
    }

    /// Plays the first choice of the decision.
    pub fn play_any(&mut self, faces: &[u8]) {
        let first = self.position.choices()[0].to_string();
        self.play(&first, faces);
    }

    /// The choices in notation.
    pub fn position_choices(&self) -> Vec<String> {
        self.position.choices().iter().map(ToString::to_string).collect()
    }

    /// A stand.
    pub fn stand(&self, tag: &str) -> &standto::rules::matg::state::position::Stand {
        self.position.forces.stand(self.id(tag))
    }

    /// A battery that fires by itself.
    fn lay(&mut self, tag: &str) {
        self.play(&format!("battery {tag} 0"), &[]);
        if self.offers("done") {
            self.play("done", &[]);
        }
    }

    /// Passes until the turn is over; the dice are those of its end.
    pub fn finish_turn(&mut self, faces: &[u8]) {
        let turn = self.position.now.number;
        while self.position.now.number == turn {
            let ends =
                self.position.clone().apply(&Choice::Pass, &mut Dice::taped(&[]), &mut Log::off()).is_err();
            self.play("pass", if ends { faces } else { &[] });
        }
    }
}
