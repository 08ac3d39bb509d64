//! Thirty tactical puzzles for the computer player: small positions whose best answers follow from the rules.

use standto::board::Cell;
use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::sight::geometry::{Aspect, aspect, way};
use standto::rules::panzertruppe::state::Flag;

use super::opponent::{moved, play, thought};
use super::table::{Setup, Table, edges};

/// What a good answer looks like.
enum Answer {
    /// The next choice is one of these.
    Chooses(&'static [&'static str]),
    /// The next choice begins with none of these.
    Avoids(&'static [&'static str]),
    /// After its move the unit is like this.
    Ends(&'static str, End),
}

/// Where and how a unit ends its move.
enum End {
    /// On overwatch.
    Watching,
    /// Where it was.
    Still,
    /// Out of sight of every enemy.
    Unseen,
    /// Within so many tenths of an inch of a cell.
    Near(&'static str, u16),
    /// The same, out of sight of every enemy.
    NearUnseen(&'static str, u16),
    /// Farther than so many tenths of an inch from a cell.
    Clear(&'static str, u16),
    /// With its front toward an enemy.
    Facing(&'static str),
    /// Where it sees the side or rear of an enemy.
    Flanking(&'static str),
    /// Half an inch back from the edge of a hill.
    Back,
}

struct Puzzle {
    why: &'static str,
    axis: &'static str,
    allies: &'static str,
    terrain: &'static [(&'static str, &'static str)],
    levels: &'static [(&'static str, &'static str)],
    /// A wall on the west side of these cells.
    walls: &'static str,
    /// The objective, worth 25 points.
    farm: &'static str,
    at: (u8, u8),
    before: &'static [&'static str],
    answer: Answer,
}

const BLANK: Puzzle = Puzzle {
    why: "",
    axis: "",
    allies: "",
    terrain: &[],
    levels: &[],
    walls: "",
    farm: "",
    at: (1, 2),
    before: &[],
    answer: Answer::Chooses(&[]),
};

/// Which enemy to fire at, and when to save the shot.
const FIRE: [Puzzle; 14] = [
    Puzzle {
        why: "a Sherman's side is thinner than its front",
        axis: "Pz IV H-J @ 0508 E",
        allies: "M4 Sherman 76 @ 1507 W\nM4 Sherman 76 @ 1509 N",
        answer: Answer::Chooses(&["fire G1 gun A2"]),
        ..BLANK
    },
    Puzzle {
        why: "of two alike, the nearer is hit more often",
        axis: "Pz IV H-J @ 0508 E",
        allies: "M4 Sherman 75 @ 3709 W\nM4 Sherman 75 @ 1707 W",
        answer: Answer::Chooses(&["fire G1 gun A2"]),
        ..BLANK
    },
    Puzzle {
        why: "a moving tank is harder to hit than one that stands on overwatch",
        axis: "Panther @ 0508 E",
        allies: "M4 Sherman 75 @ 1709 W moving\nM4 Sherman 75 @ 1707 W",
        answer: Answer::Chooses(&["fire G1 gun A2"]),
        ..BLANK
    },
    Puzzle {
        why: "a tank behind a wall is hull down",
        axis: "Panther @ 0508 E",
        allies: "M4 Sherman 75 @ 1709 W\nM4 Sherman 75 @ 1707 W",
        walls: "1709",
        answer: Answer::Chooses(&["fire G1 gun A2"]),
        ..BLANK
    },
    Puzzle {
        why: "a shell goes through an M10, not through a Jumbo's front",
        axis: "Pz IV H-J @ 0508 E",
        allies: "M4A3E2 Jumbo @ 1709 W\nM10 @ 1707 W",
        answer: Answer::Chooses(&["fire G1 gun A2"]),
        ..BLANK
    },
    Puzzle {
        why: "a Tiger II's front is proof against a Sherman; a Pz IV is not",
        axis: "Tiger II @ 1009 E\nPz IV H-J @ 1007 E",
        allies: "M4 Sherman 76 @ 2208 W",
        at: (1, 7),
        answer: Answer::Chooses(&["fire A1 gun G2"]),
        ..BLANK
    },
    Puzzle {
        why: "a halftrack takes its riders with it",
        axis: "SdKfz 251/1 @ 1809 E\nSdKfz 251/1 @ 1807 E\nInfantry @ G2\nInfantry @ G2",
        allies: "M4 Sherman 75 @ 3008 W",
        at: (1, 7),
        answer: Answer::Chooses(&["fire A1 gun G2"]),
        ..BLANK
    },
    Puzzle {
        why: "two Tigers at a flank make a wreck; the third has another target",
        axis: "Tiger I @ 0507 E\nTiger I @ 0508 E\nTiger I @ 0509 E",
        allies: "M4 Sherman 75 @ 1308 N\nM4 Sherman 75 @ 1310 N",
        before: &["fire G1 gun A1", "fire G2 gun A1"],
        answer: Answer::Chooses(&["fire G3 gun A2"]),
        ..BLANK
    },
    Puzzle {
        why: "no die helps a 37 mm gun against the front of a Pershing",
        axis: "Pz I B @ 0505 E\nPz 38(t) @ 0507 E",
        allies: "M26 @ 2506 W",
        answer: Answer::Chooses(&["pass"]),
        ..BLANK
    },
    Puzzle {
        why: "a hidden gun does not give itself away for a Jumbo's front far off",
        axis: "75 mm PaK 40 @ 0508 E hidden",
        allies: "M4A3E2 Jumbo @ 3508 W",
        answer: Answer::Chooses(&["pass"]),
        ..BLANK
    },
    Puzzle {
        why: "a hidden gun fires at what it will most likely destroy",
        axis: "75 mm PaK 40 @ 0508 E hidden",
        allies: "M4 Sherman 75 @ 1108 W",
        answer: Answer::Chooses(&["fire G1 gun A1"]),
        ..BLANK
    },
    Puzzle {
        why: "men in the open are hit more often than men in a house",
        axis: "Infantry MG @ 1008 E",
        allies: "Infantry @ 1309 W\nInfantry @ 1307 W",
        terrain: &[("b", "1309")],
        at: (1, 5),
        answer: Answer::Chooses(&["fire G1 arms A2"]),
        ..BLANK
    },
    Puzzle {
        why: "a shot not fired before loading is lost",
        axis: "Pz IV H-J @ 0508 E",
        allies: "M4 Sherman 76 @ 3208 W",
        at: (1, 9),
        answer: Answer::Chooses(&["fire G1 gun A1"]),
        ..BLANK
    },
    Puzzle {
        why: "an M36 is worth more than an armoured car that is as easy to destroy",
        axis: "Panther @ 0508 E",
        allies: "M3 scout car @ 1709 W\nM36 @ 1707 W",
        answer: Answer::Chooses(&["fire G1 gun A2"]),
        ..BLANK
    },
];

/// Where to move, and when to stay.
const MOVES: [Puzzle; 16] = [
    Puzzle {
        why: "a Tiger with targets stays on overwatch",
        axis: "Tiger I @ 0508 E",
        allies: "M4 Sherman 75 @ 2008 W\nM4 Sherman 75 @ 2010 W",
        at: (1, 3),
        answer: Answer::Ends("G1", End::Watching),
        ..BLANK
    },
    Puzzle {
        why: "a Panther outranges Shermans and need not close with them",
        axis: "Panther @ 0508 E",
        allies: "M4 Sherman 75 @ 3007 W\nM4 Sherman 75 @ 3009 W",
        at: (1, 3),
        answer: Answer::Ends("G1", End::Watching),
        ..BLANK
    },
    Puzzle {
        why: "a Tiger II is destroyed from the flank",
        axis: "Tiger II @ 2008 E",
        allies: "M18 @ 1413 S moving\nM4 Sherman 75 @ 4008 W",
        at: (1, 8),
        answer: Answer::Ends("A1", End::Flanking("G1")),
        ..BLANK
    },
    Puzzle {
        why: "a tank on a hill fires hull down",
        axis: "Panther @ 0505 E",
        allies: "M36 @ 2005 W\nM36 @ 2007 W",
        levels: &[("1", "0504 0505 0506 0404 0405 0406 0304 0305 0306")],
        at: (1, 3),
        answer: Answer::Ends("G1", End::Back),
        ..BLANK
    },
    Puzzle {
        why: "a truck goes behind the wood, out of sight of a tank",
        axis: "Truck @ 1112 S moving",
        allies: "M4 Sherman 76 @ 2512 W",
        terrain: &[("w", "1305 1306 1307 1308 1309 1310 1405 1406 1407 1408 1409 1410")],
        at: (1, 3),
        answer: Answer::Ends("G1", End::Unseen),
        ..BLANK
    },
    Puzzle {
        why: "an open tank destroyer does not drive out in front of three Panthers",
        axis: "Panther @ 0506 E\nPanther @ 0508 E\nPanther @ 0510 E",
        allies: "M10 @ 2508 W moving",
        terrain: &[("w", "2305 2306 2307 2308 2309 2310 2311 2405 2406 2407 2408 2409 2410 2411")],
        at: (1, 8),
        answer: Answer::Ends("A1", End::Unseen),
        ..BLANK
    },
    Puzzle {
        why: "the farm is taken from the side that the Panthers do not see",
        axis: "Panther @ 0507 E\nPanther @ 0509 E",
        allies: "M4 Sherman 75 @ 2608 W moving",
        terrain: &[("w", "1805 1806 1807 1808 1809 1810 1811 1905 1906 1907 1908 1909 1910 1911")],
        farm: "2108",
        at: (1, 8),
        answer: Answer::Ends("A1", End::NearUnseen("2108", 20)),
        ..BLANK
    },
    Puzzle {
        why: "infantry does not leave a house for open ground before a tank",
        axis: "Infantry @ 1008 E",
        allies: "M4 Sherman 75 @ 1608 W",
        terrain: &[("b", "1008")],
        at: (1, 3),
        answer: Answer::Ends("G1", End::Still),
        ..BLANK
    },
    Puzzle {
        why: "a Tiger turns its front to the guns",
        axis: "Tiger I @ 1008 N",
        allies: "M36 @ 2507 W\nM36 @ 2509 W",
        at: (1, 3),
        answer: Answer::Ends("G1", End::Facing("A1")),
        ..BLANK
    },
    Puzzle {
        why: "an assault gun turns its hull to its target",
        axis: "StuG III F-G @ 1008 N",
        allies: "M4 Sherman 75 @ 2508 N",
        at: (1, 3),
        answer: Answer::Ends("G1", End::Facing("A1")),
        ..BLANK
    },
    Puzzle {
        why: "a gun with a target is not limbered",
        axis: "75 mm PaK 40 @ 0508 E\nTruck @ 0408 E",
        allies: "M4 Sherman 75 @ 2508 W",
        farm: "3508",
        at: (1, 3),
        before: &["move G1"],
        answer: Answer::Avoids(&["hitch", "step", "limber"]),
        ..BLANK
    },
    Puzzle {
        why: "in the last turn the farm counts more than a good field of fire",
        axis: "Pz IV H-J @ 1508 E moving",
        allies: "M4 Sherman 75 @ 4016 W",
        farm: "2008",
        at: (9, 3),
        answer: Answer::Ends("G1", End::Near("2008", 20)),
        ..BLANK
    },
    Puzzle {
        why: "a tank keeps out of reach of a bazooka",
        axis: "Pz IV H-J @ 1008 E moving",
        allies: "Infantry bazooka @ 1508 W",
        terrain: &[("b", "1508")],
        at: (1, 3),
        answer: Answer::Ends("G1", End::Clear("1508", 30)),
        ..BLANK
    },
    Puzzle {
        why: "a Sherman that cannot hurt a Tiger II goes behind the wood",
        axis: "Tiger II @ 0512 E",
        allies: "M4 Sherman 75 @ 2212 S moving",
        terrain: &[("w", "1805 1806 1807 1808 1809 1810 1905 1906 1907 1908 1909 1910")],
        at: (1, 8),
        answer: Answer::Ends("A1", End::Unseen),
        ..BLANK
    },
    Puzzle {
        why: "infantry destroys a truck beside it",
        axis: "Infantry @ 0508 E",
        allies: "Truck @ 0608 E\nM36 @ 4016 W",
        at: (1, 3),
        before: &["move G1"],
        answer: Answer::Chooses(&["assault A1"]),
        ..BLANK
    },
    Puzzle {
        why: "infantry does not fight a machine gun in a house",
        axis: "Infantry @ 0508 E",
        allies: "Infantry MG @ 0608 E\nM36 @ 4016 W",
        terrain: &[("b", "0608")],
        at: (1, 3),
        before: &["move G1"],
        answer: Answer::Avoids(&["fight"]),
        ..BLANK
    },
];

impl Puzzle {
    fn open(&self) -> Table {
        let walls = if self.walls.is_empty() { String::new() } else { edges("wall", "W", self.walls) };
        let farm = match self.farm {
            "" => String::new(),
            at => format!("[[map.objective]]\nname = \"farm\"\nat = \"{at}\"\nvalue = 25\n"),
        };
        let setup = Setup {
            axis: self.axis,
            allies: self.allies,
            terrain: self.terrain,
            levels: self.levels,
            map: &(walls + &farm),
            ..Setup::default()
        };
        let mut table = setup.open();
        table.idle_to(self.at.0, self.at.1, &[]);
        for choice in self.before {
            play(&mut table, choice);
        }
        table
    }

    /// What the computer does instead of a good answer; `None` if its answer is good.
    fn fault(&self) -> Option<String> {
        let mut table = self.open();
        match &self.answer {
            Answer::Chooses(good) => {
                let choice = thought(&table);
                (!good.contains(&choice.as_str())).then_some(choice)
            }
            Answer::Avoids(bad) => {
                let choice = thought(&table);
                bad.iter().any(|start| choice.starts_with(start)).then_some(choice)
            }
            Answer::Ends(tag, end) => {
                let before = table.position.forces.cell_of(table.id(tag));
                let done = moved(&mut table, tag);
                (!end.is_met(&table, tag, before)).then(|| done.join(", "))
            }
        }
    }
}

impl End {
    fn is_met(&self, t: &Table, tag: &str, before: Option<Cell>) -> bool {
        let (id, forces) = (t.id(tag), &t.position.forces);
        let at = forces.cell_of(id).expect("on the board");
        let unseen = t.position.sighting().watchers(id).is_none();
        let range = |cell: &str| {
            let cell = t.position.battle.index(cell.parse().expect("a cell")).expect("on the map");
            t.position.battle.range(forces.spot(id).expect("on the board"), cell)
        };
        let shows = |target: &str, to: &str| {
            let (from, to) = (forces.cell_of(t.id(target)).unwrap(), forces.cell_of(t.id(to)).unwrap());
            aspect(forces.state(t.id(target)).hull, way(from, to))
        };
        match self {
            Self::Watching => forces.state(id).motion == Motion::Overwatch,
            Self::Still => before == Some(at),
            Self::Unseen => unseen,
            Self::Near(cell, tenths) => range(cell) <= *tenths,
            Self::NearUnseen(cell, tenths) => unseen && range(cell) <= *tenths,
            Self::Clear(cell, tenths) => range(cell) > *tenths,
            Self::Facing(enemy) => shows(tag, enemy) == Aspect::Front,
            Self::Flanking(enemy) => shows(enemy, tag) != Aspect::Front,
            Self::Back => forces.state(id).is(Flag::Back),
        }
    }
}

#[track_caller]
fn solves(puzzles: &[Puzzle]) {
    let faults: Vec<String> =
        puzzles.iter().filter_map(|puzzle| Some(format!("{}: {}", puzzle.why, puzzle.fault()?))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn it_fires_at_the_best_target_or_saves_the_shot() {
    solves(&FIRE);
}

#[test]
fn it_moves_where_it_gains_or_stays() {
    solves(&MOVES);
}
