//! A table for positions: board w or x without units, units and Weapons placed as needed, choices played with
//! given dice.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::{Event, Log, Rules};
use standto::rules::aslsk::board::Place;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::{Attack, Motion, Worked};
use standto::rules::aslsk::ordnance::shot::Shot;
use standto::rules::aslsk::ordnance::{arc, turning};
use standto::rules::aslsk::state::{Arm, Choice, Item, OrderOfBattle, Unit, Weapon, Whereabouts};
use standto::rules::aslsk::tables::counters::{Nation, find};
use standto::rules::aslsk::tables::guns::{self, Maker, TargetType};
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::{Position, scenario};
use standto::side::Side;

pub struct Table {
    pub position: Position,
    /// All events since the table was set up.
    pub events: Vec<Event>,
}

impl Table {
    /// Board w in July 1944.
    pub fn new() -> Table {
        Table::of(include_str!("../../../scenarios/aslsk/s09-ambitious-assault.toml"))
    }

    /// Board x with grain in season.
    pub fn farmland() -> Table {
        Table::of(include_str!("../../../scenarios/aslsk/s10-paper-army.toml"))
    }

    /// Board x; the Germans take American Guns.
    pub fn battery() -> Table {
        Table::of(include_str!("../../../scenarios/aslsk/s12-over-open-sights.toml"))
    }

    /// Board w in the rain; the French, the first side, have to take buildings.
    pub fn hill() -> Table {
        Table::of(include_str!("../../../scenarios/aslsk/s16-legio-patria.toml"))
    }

    fn of(text: &str) -> Table {
        crate::cited::watch();
        let text = text.replace("hexrows = [\"A\", \"CC\"]", "");
        let (mut position, _) = scenario::read("scenario", &text).unwrap_or_else(|faulty| panic!("{faulty}"));
        position.forces.units.clear();
        position.forces.weapons.clear();
        position.turn.frames.clear();
        position.turn.attacker = Side::A;
        Table { position, events: Vec::new() }
    }

    /// The order of battle, mutable.
    pub fn order(&mut self) -> &mut OrderOfBattle {
        Arc::get_mut(&mut self.position.forces.order).expect("the table alone holds it")
    }

    pub fn place(&self, hex: &str) -> Place {
        self.position.ground.map().named(hex).unwrap_or_else(|| panic!("{hex}"))
    }

    pub fn unit(&mut self, side: Side, nation: Nation, name: &str, hex: &str) -> u8 {
        let counter = find(nation, name).unwrap_or_else(|| panic!("{name}"));
        let mut unit = Unit::new(side, counter, 0);
        unit.at = Whereabouts::On(self.place(hex));
        self.position.forces.units.push(unit);
        self.position.forces.units.len() as u8 - 1
    }

    /// A German unit of the first side.
    pub fn german(&mut self, name: &str, hex: &str) -> u8 {
        self.unit(Side::A, Nation::German, name, hex)
    }

    /// An American unit of the second side.
    pub fn american(&mut self, name: &str, hex: &str) -> u8 {
        self.unit(Side::B, Nation::American, name, hex)
    }

    fn weapon(&mut self, weapon: Weapon) -> u8 {
        self.position.forces.weapons.push(weapon);
        self.position.forces.weapons.len() as u8 - 1
    }

    pub fn machine_gun(&mut self, nation: Nation, weight: Weight, holder: u8) -> u8 {
        self.weapon(Weapon::new(nation, Arm::MachineGun(weight), holder))
    }

    pub fn flamethrower(&mut self, holder: u8) -> u8 {
        let nation = self.position.forces.unit(holder).data().nation;
        self.weapon(Weapon::new(nation, Arm::Flamethrower, holder))
    }

    pub fn charge(&mut self, holder: u8) -> u8 {
        let nation = self.position.forces.unit(holder).data().nation;
        self.weapon(Weapon::new(nation, Arm::Charge, holder))
    }

    /// A piece of ordnance, facing a hexspine ("nne", "e", "sse", "ssw", "w", "nnw").
    pub fn ordnance(&mut self, id: &str, holder: u8, facing: &str) -> u8 {
        let nation = match guns::find(id).unwrap().maker {
            Maker::American => Nation::American,
            Maker::British => Nation::British,
            Maker::Italian => Nation::Italian,
            _ => Nation::German,
        };
        let mut weapon = Weapon::new(nation, Arm::Ordnance(guns::id(id).unwrap()), holder);
        weapon.carriage.facing = arc::read(facing).unwrap();
        self.weapon(weapon)
    }

    /// Opens a phase in the first side's Player Turn.
    pub fn open(&mut self, phase: Phase) {
        self.position.turn.phase = phase;
        let (a, b) = (self.position.turn.attacker, self.position.turn.attacker.other());
        let frame = match phase {
            Phase::PrepFire => Frame::Fire(Mode::Prep, a),
            Phase::DefensiveFire => Frame::Fire(Mode::Final, b),
            Phase::AdvancingFire => Frame::Fire(Mode::Advancing, a),
            Phase::Movement => Frame::Move,
            Phase::Rout => Frame::Rout(a),
            Phase::Advance => Frame::Advance,
            Phase::CloseCombat => Frame::Combat(Vec::new()),
            Phase::Rally => Frame::Rally(standto::rules::aslsk::turn::rally::Step::Recovery, a),
        };
        self.position.turn.frames = vec![frame];
    }

    /// Plays a choice with exactly these dice.
    pub fn play(&mut self, choice: &str, faces: &[u8]) {
        let choice: Choice = choice.parse().unwrap_or_else(|error| panic!("{error}"));
        if let Err(illegal) = self.position.check(&choice) {
            panic!("{illegal}; offered: {:?}", self.choices());
        }
        if let Some(asked) = self.position.decision() {
            crate::cited::heard(asked.rule);
        }
        let (mut dice, mut log) = (Dice::taped(faces), Log::on());
        let applied = self.position.apply(&choice, &mut dice, &mut log);
        let told: Vec<Event> = log.events();
        let texts = || told.iter().map(|event| event.text.clone()).collect::<Vec<_>>();
        assert!(
            applied.is_ok(),
            "{choice}: {:?} after {:?}",
            applied.err().map(|ask| ask.to_string()),
            texts()
        );
        assert_eq!(dice.unread(), 0, "{choice}: faces left over after {:?}", texts());
        self.events.extend(told);
    }

    /// Holds fire as long as First Fire is offered.
    pub fn hold_fire(&mut self) {
        while self.position.decision().is_some_and(|asked| asked.kind == "first-fire") {
            self.play("done", &[]);
        }
    }

    /// The first unit places a DC on M8, and the AFPh opens (4.3).
    pub fn place_charge(&mut self) {
        self.open(Phase::Movement);
        self.play("move u0", &[]);
        self.play("charge m0 M8", &[]);
        self.hold_fire();
        assert_eq!(self.position.ground.charges.len(), 1);
        self.open(Phase::AdvancingFire);
    }

    pub fn choices(&self) -> Vec<String> {
        self.position.choices().iter().map(ToString::to_string).collect()
    }

    pub fn offers(&self, choice: &str) -> bool {
        self.position.check(&choice.parse::<Choice>().unwrap_or_else(|error| panic!("{error}"))).is_ok()
    }

    /// Whether an event holds these words; "…" stands for anything between them.
    pub fn told(&self, words: &str) -> bool {
        let holds = |text: &str| {
            let mut rest = text;
            words.split('…').map(str::trim).all(|part| {
                let found = rest.find(part);
                rest = found.map_or("", |at| &rest[at + part.len()..]);
                found.is_some()
            })
        };
        self.events.iter().any(|event| holds(&event.text))
    }

    /// A shot from this position.
    pub fn shot(&self, weapon: u8, mode: Mode, hex: &str) -> Shot {
        let target = self.place(hex);
        let side = turning::side_of(&self.position.forces, self.position.turn.attacker, weapon);
        let targets = self.position.forces.known_at(target, side.other()).collect();
        Shot::new(&self.position, mode, side, weapon, target, targets, Motion::default())
    }

    /// TH number and DRM of a shot in the PFPh.
    pub fn to_hit(&self, weapon: u8, hex: &str, kind: Option<TargetType>) -> (i16, i16) {
        let mut shot = self.shot(weapon, Mode::Prep, hex);
        shot.kind = kind;
        let aimed = shot.work_out(&self.position);
        (aimed.shot.to_hit.map_or(0, |to_hit| to_hit.number), aimed.shot.modifier)
    }

    pub fn attack(&self, mode: Mode, items: &[Item], leaders: &[u8], hex: &str) -> Worked {
        self.attack_on(mode, items, leaders, hex, Motion::default())
    }

    pub fn attack_on(&self, mode: Mode, items: &[Item], leaders: &[u8], hex: &str, moving: Motion) -> Worked {
        let target = self.place(hex);
        let side = items
            .first()
            .and_then(|&item| self.position.forces.firer(item))
            .map_or(Side::A, |id| self.position.forces.unit(id).side);
        let targets = self.position.forces.known_at(target, side.other()).collect();
        let (items, leaders) = (items.to_vec(), leaders.to_vec());
        let attack = Attack { items, leaders, ..Attack::new(mode, side, target, targets, moving) };
        attack.work_out(&self.position)
    }

    pub fn u(&self, id: u8) -> &Unit {
        self.position.forces.unit(id)
    }

    pub fn set(&mut self, id: u8) -> &mut Unit {
        self.position.forces.unit_mut(id)
    }

    pub fn w(&self, id: u8) -> &Weapon {
        self.position.forces.weapon(id)
    }

    pub fn gone(&self, id: u8) -> bool {
        self.u(id).at == Whereabouts::Gone
    }

    pub fn at(&self, id: u8) -> String {
        self.u(id).place().map_or("off".into(), |place| self.position.ground.name(place).to_owned())
    }
}

/// The IFT column and the DRM of an attack.
pub fn column(worked: &Worked) -> (u8, i16) {
    (worked.fire.column.map_or(0, |column| column.firepower()), worked.fire.modifier)
}
