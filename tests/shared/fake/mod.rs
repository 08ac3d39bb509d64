//! A fake game for the screen: no rules, a few decisions of every shape.
#![allow(dead_code, unused_imports, reason = "each test binary uses a part of it")]

mod desk;
mod hand;
mod table;

use std::path::Path;
use std::sync::{Arc, Mutex};

use standto::board::{Cell, Compass, Grid, Heading, hex};
use standto::dice::{Ask, Die, Thing};
use standto::game::view::{Act, MarkerView, PieceId, SideView, SignView, Words};
use standto::game::{
    Aids, ChoiceView, Decision, Event, Illegal, Level, LogLine, Modifier, Outcome, Preview, Reading, Refused,
    Row, Seat, Session, Side, Sight, Target, Test, Thinking, Tone, View, view::PreviewRoll,
};
use standto::tui::{Clock, Depth, Options};

pub use desk::Desk;
pub use hand::{drawn, keys, keys_ahead, kind, settle, text, typed};
use table::{PIECES, board, pieces};

pub const W: u8 = 24;
pub const H: u8 = 48;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    Posture,
    Grouping,
    Targets,
    Firers,
    Moving,
    React,
    Program,
    Over,
}

pub struct Fake {
    pub stage: Stage,
    pub played: Arc<Mutex<Vec<String>>>,
    pub sights: Arc<Mutex<u32>>,
    pub views: Arc<Mutex<u32>>,
    view: View,
    choices: Vec<ChoiceView>,
    log: Vec<LogLine>,
    awaiting: Option<Ask>,
    pub typed: bool,
    pub hexes: bool,
    pub level: i16,
    grouped: Vec<u16>,
    plays: u32,
}

fn choice(notation: &str, label: &str, verb: &'static str) -> ChoiceView {
    let act = match verb {
        "step" => Act::Step,
        "turn" => Act::Turn,
        "group" | "target" => Act::Begin,
        "add" | "firer" => Act::Join,
        "fire" => Act::Commit,
        "done" | "halt" => Act::Done,
        "pass" | "let-pass" => Act::Pass,
        "hold" => Act::Hold,
        "cancel" => Act::Cancel,
        _ => Act::Other,
    };
    ChoiceView::new(notation, label, verb, act)
}

fn line(play: u32, turn: u32, tone: Tone, text: &str, rule: &'static str, cell: Option<Cell>) -> LogLine {
    let event = Event::new(tone, Side::A, text, rule).at(cell);
    LogLine { play, turn, event }
}

impl Fake {
    /// Changes what is shown.
    pub fn showing(mut self, change: impl FnOnce(&mut View)) -> Self {
        change(&mut self.view);
        self
    }

    pub fn new(stage: Stage) -> Self {
        let side = |name: &str, key: &str, lost, strength, breaking, fact: &str| SideView {
            name: name.into(),
            key: key.into(),
            lost,
            strength,
            breaking: Some(breaking),
            facts: vec![fact.into()],
            ..SideView::default()
        };
        let view = View {
            title: "Prokhorovka: the railway line".into(),
            turn: 3,
            turns: 12,
            phases: vec!["Initiative", "Posture", "Artillery", "Fire", "Plot", "Movement", "Markers"],
            phase: 3,
            sides: [
                side("Germans", "germans", 2, 12, 6, "cohesion 15"),
                side("Soviets", "soviets", 1, 11, 7, "cohesion 13"),
            ],
            words: Words { piece: ["stand", "stands"], cell: ["square", "squares"], range: ["inch", "inches"] },
            board: board(),
            pieces: pieces(),
            markers: vec![MarkerView { cell: Cell::new(10, 30), glyph: 'w', name: "wreck".into(), ..MarkerView::default() }],
            columns: vec!["Coh", "Move", "Rng", "AP", "HE", "Def"],
            notes: vec!["orders left: 2".into()],
            briefing: vec![
                "12 July 1943, morning. A German company with a platoon of tank hunters holds the railway line south of Prokhorovka.".into(),
                "The Soviets win when the Germans have lost six stands; the Germans win when the Soviets have lost seven, or at the end of turn 12.".into(),
            ],
            legend: [
                ("S, D", "suppressed, disrupted: the letter takes the arrow's place"),
                ("underlined", "moving (m)"),
                ("faint", "has fired (f)"),
            ]
            .map(|(sign, meaning)| SignView { sign: sign.into(), meaning: meaning.into() })
            .to_vec(),
            ..View::default()
        };
        let mut fire = line(
            40,
            3,
            Tone::Success,
            "S1 T-34/76 fires at G2 PzKpfw IV, range 9: 8 of 11 or less on D20, then 2D6 9 on column +3: suppressed.",
            "7.1.4",
            Some(Cell::new(9, 20)),
        );
        fire.event = fire.event.with(&[
            Modifier { value: 2, label: "target in woods", rule: "9.5" },
            Modifier { value: -1, label: "short range", rule: "7.1.5" },
        ]);
        let log = vec![
            line(0, 3, Tone::Phase, "Turn 3.", "4.0", None),
            line(38, 3, Tone::Plain, "Initiative: Germans 9, Soviets 4. Germans go first.", "5.1", None),
            line(39, 3, Tone::Phase, "Standard fire.", "7.0", None),
            fire,
            line(
                41,
                3,
                Tone::Failure,
                "G1 PzKpfw IV fires at S4 KV-1, range 13: 17, needed 9 or less.",
                "7.1.4",
                Some(Cell::new(8, 12)),
            ),
            line(42, 3, Tone::Loss, "S8 GAZ-AA is destroyed.", "7.1.6", Some(Cell::new(10, 30))),
        ];
        let mut fake = Self {
            stage,
            played: Arc::default(),
            sights: Arc::default(),
            views: Arc::default(),
            view,
            choices: Vec::new(),
            log,
            awaiting: None,
            typed: false,
            hexes: false,
            level: 15,
            grouped: Vec::new(),
            plays: 42,
        };
        fake.offer();
        fake
    }

    fn piece_choice(&self, n: u16, text: String, label: String, verb: &'static str) -> ChoiceView {
        ChoiceView { pieces: vec![PieceId(n)], ..choice(&text, &label, verb) }
    }

    pub fn grid(&self) -> Grid {
        if self.hexes { Grid::hex(W, H - 1) } else { Grid::square(W, H) }
    }

    /// The same game on hexes.
    pub fn on_hexes(mut self) -> Self {
        self.hexes = true;
        self.offer();
        self
    }

    fn offer(&mut self) {
        let tag = |n: u16| PIECES[usize::from(n)].0;
        let name = |n: u16| format!("{} {}", PIECES[usize::from(n)].0, PIECES[usize::from(n)].2);
        self.view.active = None;
        let mut all = Vec::new();
        match self.stage {
            Stage::Posture => {
                for n in 0..10 {
                    for posture in ["move", "fire-move"] {
                        let label = format!("{} leads a group in {posture} posture", name(n));
                        all.push(self.piece_choice(n, format!("group {posture} {}", tag(n)), label, "group"));
                    }
                }
                all.push(choice("pass", "no further group", "pass"));
            }
            Stage::Grouping => {
                for n in (1..10).filter(|n| !self.grouped.contains(n)) {
                    all.push(self.piece_choice(
                        n,
                        format!("add {}", tag(n)),
                        format!("add {}", name(n)),
                        "add",
                    ));
                }
                all.push(choice("done", "the group is complete", "done"));
                all.push(choice("cancel", "no such group", "cancel"));
            }
            Stage::Targets => {
                for n in [10, 11, 12, 14] {
                    all.push(self.piece_choice(
                        n,
                        format!("target {}", tag(n)),
                        format!("fire at {}", name(n)),
                        "target",
                    ));
                }
                all.push(choice("pass", "no further attack", "pass"));
            }
            Stage::Firers => {
                for n in [0, 1, 2].into_iter().filter(|n| !self.grouped.contains(n)) {
                    all.push(self.piece_choice(
                        n,
                        format!("firer {} 0", tag(n)),
                        format!("{} fires its 75 mm", name(n)),
                        "firer",
                    ));
                }
                all.push(choice("fire", "resolve the attack", "fire"));
                all.push(choice("cancel", "another target", "cancel"));
            }
            Stage::Moving => {
                self.view.active = Some(PieceId(0));
                let grid = self.grid();
                let steps: Vec<Heading> = if self.hexes {
                    [hex::Side::N, hex::Side::NE, hex::Side::SE, hex::Side::NW].map(Heading::from).to_vec()
                } else {
                    [Compass::N, Compass::NE, Compass::NW, Compass::E, Compass::W].map(Heading::from).to_vec()
                };
                for heading in steps {
                    let d = grid.heading_name(heading);
                    all.push(ChoiceView {
                        heading: Some(heading),
                        ..choice(&format!("step {d}"), &format!("move an inch {d}, 1 point"), "step")
                    });
                }
                for heading in grid.headings() {
                    let d = grid.heading_name(heading);
                    all.push(ChoiceView {
                        heading: Some(heading),
                        ..choice(&format!("turn {d}"), &format!("face {d}"), "turn")
                    });
                }
                all.push(choice("halt", "end the move", "halt"));
            }
            Stage::React => {
                self.view.active = Some(PieceId(10));
                for n in [0, 8] {
                    all.push(self.piece_choice(
                        n,
                        format!("firer {} 0", tag(n)),
                        format!("{} fires at S1", name(n)),
                        "firer",
                    ));
                }
                all.push(choice("hold", "hold fire for now", "hold"));
                all.push(choice("let-pass", "let S1 pass for its whole move", "let-pass"));
            }
            Stage::Program => all.push(choice("pass", "no further attack", "pass")),
            Stage::Over => {}
        }
        self.view.phase = match self.stage {
            Stage::Posture | Stage::Grouping => 1,
            Stage::Moving | Stage::React => 5,
            _ => 3,
        };
        self.choices = all;
    }
}

impl Session for Fake {
    fn ruleset(&self) -> &'static str {
        "matg"
    }
    fn limit_save(&mut self, _: u64) {}

    fn news(&mut self) -> Option<String> {
        None
    }

    fn save_path(&self) -> Option<&Path> {
        Some(Path::new("games/prokhorovka.toml"))
    }
    fn seat(&self, side: Side) -> Seat {
        if side == Side::A { Seat::Human } else { Seat::program(Level::Normal) }
    }
    fn set_seat(&mut self, _: Side, _: Seat) {}
    fn decision(&self) -> Option<Decision> {
        let of = |side, kind, prompt, rule| Some(Decision::new(side, kind, prompt, rule));
        match self.stage {
            Stage::Posture => of(Side::A, "posture", "Lead a movement group, or pass.", "4.0"),
            Stage::Grouping => of(Side::A, "posture-group", "Add stands to the group, then done.", "4.0"),
            Stage::Targets => of(Side::A, "fire-target", "Choose a target, or pass.", "7.1"),
            Stage::Firers => of(Side::A, "fire-firers", "Choose who fires at S1, then fire.", "7.1.2"),
            Stage::Moving => of(Side::A, "move-step", "Move G1, inch by inch, then halt.", "8.3"),
            Stage::React => of(Side::A, "react", "S1 moves in your sight. Fire at it?", "8.5"),
            Stage::Program => of(Side::B, "fire-target", "Choose a target, or pass.", "7.1"),
            Stage::Over => None,
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.stage == Stage::Over)
            .then(|| Outcome { winner: Some(Side::A), why: "The Soviets have lost seven stands.".into() })
    }
    fn choices(&self) -> &[ChoiceView] {
        &self.choices
    }
    fn view(&self, _: Side) -> View {
        *self.views.lock().unwrap() += 1;
        let mut view = self.view.clone();
        view.board.grid = self.grid();
        view
    }
    fn preview(&self, notation: &str) -> Option<Preview> {
        if !["target", "firer", "fire"].contains(&notation.split(' ').next()?) {
            return None;
        }
        const DIE: [Die; 1] = [Die::new(20)];
        const PAIR: [Die; 2] = [Die::new(6); 2];
        const ROWS: [Row; 4] = [
            Row { from: 3, gives: "none" },
            Row { from: 7, gives: "suppressed" },
            Row { from: 9, gives: "disrupted" },
            Row { from: 11, gives: "destroyed" },
        ];
        let fire = Test::new(&DIE, Target::AtMost(self.level), "cohesion to fire", "7.1.4").modified([
            Modifier { value: 2, label: "target in woods", rule: "9.5" },
            Modifier { value: -1, label: "short range", rule: "7.1.5" },
            Modifier { value: 3, label: "firer in the fire and movement posture", rule: "7.1.4.2" },
        ]);
        let chart = Test::new(&PAIR, Target::Chart(ROWS[..].into()), "on column +3", "7.2")
            .modified([Modifier { value: 1, label: "flank shot", rule: "7.1.8" }]);
        Some(Preview {
            rolls: vec![
                PreviewRoll::new("G1 PzKpfw IV, range 8", fire)
                    .opening(Reading::Pass, PreviewRoll::new("", chart)),
            ],
            result: vec![
                ("no effect".into(), 0.5875),
                ("suppressed".into(), 0.1375),
                ("disrupted".into(), 0.1375),
                ("destroyed".into(), 0.1375),
            ],
            answer: vec!["S1 and S2 may fire back at G1.".into()],
            remarks: vec!["Column +3: attack +6 less defence 3.".into()],
            ..Preview::default()
        })
    }
    fn sight(&self, from: Cell, to: Cell) -> Sight {
        *self.sights.lock().unwrap() += 1;
        let steps = (to.x - from.x).abs().max((to.y - from.y).abs());
        let path: Vec<Cell> = (0..=steps)
            .map(|n| {
                let at = |a: i16, b: i16| if steps == 0 { a } else { a + (b - a) * n / steps };
                Cell::new(at(from.x, to.x), at(from.y, to.y))
            })
            .collect();
        let woods = |c: &&Cell| self.view.board.cells[c.y as usize * usize::from(W) + c.x as usize] == 1;
        let inner = path.get(1..path.len().saturating_sub(1)).unwrap_or_default();
        let blocked = inner.iter().find(woods).copied();
        Sight {
            visible: blocked.is_none(),
            range: steps as u16,
            blocked_at: blocked,
            rule: blocked.map(|_| "6.2"),
            why: blocked.map(|_| "woods block what passes through them".into()),
            path,
        }
    }
    fn aids(&self) -> Aids<'_> {
        Aids::NONE
    }
    fn log(&self) -> &[LogLine] {
        &self.log
    }
    fn plays(&self) -> u32 {
        self.plays
    }
    fn check(&self, notation: &str) -> Result<(), Refused> {
        let offered = self.choices.iter().any(|c| c.notation == notation);
        let refused = || Illegal::new("8.3.2", "G1 has no movement points left for that").into();
        offered.then_some(()).ok_or_else(refused)
    }
    fn play(&mut self, notation: &str) -> Result<(), Refused> {
        self.check(notation)?;
        self.played.lock().unwrap().push(notation.into());
        self.plays += 1;
        if self.typed && notation == "fire" {
            self.awaiting = Some(Ask {
                thing: Thing::Die(Die::new(20)),
                purpose: "G1 fires at S1, 11 or less".into(),
                side: None,
            });
            return Ok(());
        }
        let words: Vec<&str> = notation.split(' ').collect();
        let grid = self.grid();
        let number = |tag: &str| PIECES.iter().position(|p| p.0 == tag).unwrap_or(0) as u16;
        match words[..] {
            ["group", ..] => (self.stage, self.grouped) = (Stage::Grouping, vec![]),
            ["done" | "cancel", ..] => self.stage = Stage::Posture,
            ["add", tag] | ["firer", tag, _] => self.grouped.push(number(tag)),
            ["target", ..] => (self.stage, self.grouped) = (Stage::Firers, vec![]),
            ["fire"] => self.stage = Stage::Targets,
            ["step", d] => {
                let piece = &mut self.view.pieces[0];
                piece.cell = piece.cell.zip(grid.heading(d)).and_then(|(c, d)| grid.step(c, d));
            }
            ["halt" | "pass" | "hold", ..] => self.stage = Stage::Program,
            _ => {}
        }
        self.offer();
        Ok(())
    }
    fn awaiting(&self) -> Option<&Ask> {
        self.awaiting.as_ref()
    }
    fn give_face(&mut self, face: u8) -> Result<(), Refused> {
        if !(1..=20).contains(&face) {
            return Err(Refused::Dice("a D20 has faces 1 to 20".into()));
        }
        self.played.lock().unwrap().push(format!("face {face}"));
        self.awaiting = None;
        self.stage = Stage::Targets;
        self.offer();
        Ok(())
    }
    fn withdraw(&mut self) {
        self.awaiting = None;
    }
    fn undo(&mut self) -> Result<(), Refused> {
        Err(Refused::Undo("dice have been rolled since: there is nothing to undo".into()))
    }
    fn think(&self) -> Option<Thinking> {
        (self.stage == Stage::Program).then(|| Box::new(|| "pass".to_owned()) as Thinking)
    }
}

/// A clock that advances by a second each time it is read: keys never come too early.
fn patient() -> Clock {
    let seconds = std::cell::Cell::new(0);
    Clock(Box::new(move || {
        seconds.set(seconds.get() + 1);
        std::time::Duration::from_secs(seconds.get())
    }))
}

pub fn options(theme: &str, stage: Option<Stage>) -> Options {
    Options {
        theme: theme.into(),
        ascii: true,
        depth: if theme == "mono" { Depth::Mono } else { Depth::Full },
        start: stage.map(|stage| Box::new(Fake::new(stage)) as Box<dyn Session>),
        seed: 1943,
        clock: patient(),
        ..Options::default()
    }
}
