//! Infantry: leaders, rally, fire, movement, rout, advance and close combat (1.2, 3), each card from a paragraph.

use standto::rules::aslsk::calculator::Cowering;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::Motion;
use standto::rules::aslsk::position::Phase;
use standto::rules::aslsk::state::{Item, Marker, Whereabouts};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::rally::Step;
use standto::side::Side;

use super::table::{Table, column};

fn rally(table: &mut Table, step: Step) {
    table.position.phase = Phase::Rally;
    table.position.frames = vec![Frame::Rally(step, Side::A)];
}

fn broken(table: &mut Table, id: u8) {
    let unit = table.set(id);
    (unit.broken, unit.desperate) = (true, false);
}

// card: 3.1e
#[test]
fn leaders_and_crews_rally_themselves_and_one_more_of_the_attacker() {
    let mut table = Table::new();
    let leader = table.german("8-1", "wC3");
    let crew = table.german("2-2-8", "wC3");
    let one = table.german("4-6-7", "wC3");
    let two = table.german("4-6-7", "wC3");
    [leader, crew, one, two].iter().for_each(|&id| broken(&mut table, id));
    rally(&mut table, Step::SelfRally);
    // In the open: +1, and no leadership for himself: 7+1 against 8.
    table.play(&format!("self-rally u{leader}"), &[3, 4]);
    assert!(!table.u(leader).broken && table.told("7+1 against 8"));
    assert!(table.offers(&format!("self-rally u{one}")) && table.offers(&format!("self-rally u{two}")));
    table.play(&format!("self-rally u{one}"), &[6, 5]);
    assert!(!table.offers(&format!("self-rally u{two}")), "one other MMC only");
    assert!(table.offers(&format!("self-rally u{crew}")), "crews by themselves");
    let mut table = Table::new();
    let defender = table.american("6-6-6", "wC3");
    let captain = table.american("8-0", "wC3");
    [defender, captain].iter().for_each(|&id| broken(&mut table, id));
    table.position.frames = vec![Frame::Rally(Step::SelfRally, Side::B)];
    assert!(
        table.offers(&format!("self-rally u{captain}")) && !table.offers(&format!("self-rally u{defender}"))
    );
}

// card: 3.1f
#[test]
fn the_example_of_the_rally_phase() {
    // A leader of -1 in a building: +4 under desperation is +2, without it -2; broken morale 7.
    let mut table = Table::new();
    let leader = table.german("9-1", "wS8");
    let one = table.german("4-6-7", "wS8");
    let other = table.german("4-4-7", "wS8");
    broken(&mut table, one);
    broken(&mut table, other);
    table.set(one).desperate = true;
    rally(&mut table, Step::Rally);
    let drm =
        |id: u8| table.position.rally_modifiers(id, Some(leader)).iter().map(|line| line.value).sum::<i16>();
    assert_eq!((drm(one), drm(other)), (2, -2));
    table.play(&format!("rally u{leader} u{one}"), &[3, 3]);
    assert!(table.u(one).broken, "8 is more than 7");
    table.play(&format!("rally u{leader} u{other}"), &[4, 5]);
    assert!(!table.u(other).broken, "7, and the leader tries more than once");
    assert!(!table.offers(&format!("rally u{leader} u{one}")), "one try a player turn");
}

// card: 3.1f
#[test]
fn twelve_costs_casualty_reduction() {
    let mut table = Table::new();
    let leader = table.german("9-2", "wS8");
    let squad = table.german("4-6-7", "wS8");
    broken(&mut table, squad);
    rally(&mut table, Step::Rally);
    table.play(&format!("rally u{leader} u{squad}"), &[6, 6]);
    assert_eq!(table.u(squad).data().name, "2-4-7");
}

// card: 3.1b
#[test]
fn recovery_below_six_and_one_worse_when_exhausted() {
    for (cx, die, found) in [(false, 5, true), (false, 6, false), (true, 5, false), (true, 4, true)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        let gun = table.machine_gun(Nation::German, Weight::Light, squad);
        let place = table.place("wC3");
        table.position.drop_weapon(gun, Some(place));
        table.set(squad).cx = cx;
        rally(&mut table, Step::Recovery);
        table.play("recover u0 m0", &[die]);
        assert_eq!(table.w(gun).holder.is_some(), found, "{cx} {die}");
        assert!(!table.offers("recover u0 m0"));
    }
}

// card: 3.1c
#[test]
fn repair_on_its_number_and_six_removes() {
    for (die, broken, there) in [(2, false, true), (3, true, true), (6, true, false)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        let gun = table.machine_gun(Nation::German, Weight::Medium, squad);
        table.position.weapons[0].broken = true;
        rally(&mut table, Step::Repair);
        table.play("repair m0", &[die]);
        assert_eq!((table.w(gun).broken, table.w(gun).there()), (broken, there), "{die}");
    }
}

// card: 3.1d, 4a
#[test]
fn weapons_change_hands_in_a_hex_once() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let other = table.german("4-6-7", "wC3");
    let away = table.german("4-6-7", "wC4");
    let gun = table.machine_gun(Nation::German, Weight::Light, one);
    rally(&mut table, Step::Transfer);
    assert!(!table.offers(&format!("give m0 u{away}")));
    table.play(&format!("give m0 u{other}"), &[]);
    assert_eq!(table.w(gun).holder, Some(other));
    assert!(!table.offers(&format!("give m0 u{one}")));
}

// card: 3.1g
#[test]
fn desperation_ends_unless_an_enemy_is_beside_or_it_is_kept() {
    let mut table = Table::new();
    let free = table.german("4-6-7", "wC3");
    let kept = table.german("4-6-7", "wA2");
    let near = table.german("4-6-7", "wR8");
    let housed = table.german("4-6-7", "wE3");
    table.american("6-6-6", "wR9");
    for id in [free, kept, near, housed] {
        broken(&mut table, id);
        table.set(id).desperate = true;
    }
    table.position.frames = vec![Frame::Rally(Step::Keeping, Side::A)];
    table.position.phase = Phase::Rally;
    assert!(!table.offers(&format!("keep u{housed}")), "not in a building");
    table.play(&format!("keep u{kept}"), &[]);
    table.play("done", &[]);
    while table.position.phase == Phase::Rally {
        table.play("done", &[]);
    }
    let desperate = [free, kept, near, housed].map(|id| table.u(id).desperate);
    assert_eq!(desperate, [false, true, true, false]);
}

// card: 3.2.3b
#[test]
fn kia_kills_some_and_breaks_the_others() {
    let mut table = Table::new();
    let firers: Vec<u8> = (0..3).map(|_| table.german("4-6-7", "wC3")).collect();
    let fresh = table.american("6-6-6", "wC2");
    let shaken = table.american("6-6-6", "wC2");
    let third = table.american("6-6-6", "wC2");
    broken(&mut table, shaken);
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{} C2", firers[0]), &[]);
    table.play(&format!("join u{}", firers[1]), &[]);
    table.play(&format!("join u{}", firers[2]), &[]);
    // 24 factors; 1+2 is 2KIA... on the 24 column 3KIA for 3; with 4: 1KIA. The first of three falls.
    table.play("shoot", &[1, 3, 1]);
    assert!(table.told("column 24") && table.gone(fresh));
    assert_eq!(table.u(shaken).data().name, "3-4-6", "already broken: reduced");
    assert!(table.u(third).broken && table.u(third).desperate);
}

// card: 3.2.3e, 1.2.1a
#[test]
fn the_best_leader_checks_first_and_helps() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wC3");
    let squad = table.american("6-6-6", "wC2");
    let leader = table.american("9-1", "wC2");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{firer} C2"), &[]);
    // 8 factors: 7 is NMC... a 7 on the 8 column is 1MC. The leader rolls first: 3+1; then the squad 6+1-1.
    table.play("shoot", &[3, 4, 1, 2, 2, 3]);
    let told: Vec<&str> = table.events.iter().map(|event| event.text.as_str()).collect();
    let of = |words: &str| told.iter().position(|text| text.contains(words)).unwrap();
    assert!(of("9-1 u2: morale check") < of("6-6-6 u1: morale check"));
    assert!(table.told("6-6-6 u1: morale check 5+0"), "1MC and the leader's -1");
    let _ = (squad, leader);
}

// card: 3.2.3g
#[test]
fn the_loss_of_a_leader_shakes_those_below_him() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wC3");
    let leader = table.american("9-1", "wC4");
    let squad = table.american("6-6-6", "wC4");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{firer} C4"), &[]);
    // 1MC: the leader fails with 10; the squad passes with 2+1; then its pin task check, -1 against it: 6+1 pins.
    table.play("shoot", &[3, 4, 5, 5, 1, 1, 3, 3]);
    assert!(table.u(leader).broken && !table.u(squad).broken && table.u(squad).pinned);
}

// card: 3.2.3h
#[test]
fn broken_units_neither_fire_nor_move_nor_advance() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.german("4-6-7", "wC3");
    table.american("6-6-6", "wC4");
    broken(&mut table, squad);
    table.open(Phase::PrepFire);
    assert!(!table.offers("fire u0 C4") && table.offers("fire u1 C4"));
    table.open(Phase::Movement);
    assert!(!table.offers("move u0") && table.offers("move u1"));
    table.open(Phase::Advance);
    assert!(!table.offers("advance u0 C2") && table.offers("advance u1 C2"));
    assert_eq!(table.u(squad).morale(), 7, "its broken side's");
}

// card: 3.2.3k
#[test]
fn fire_that_could_force_a_check_makes_desperate() {
    // 2 factors at range 2 could force a check on an original 2; halved at long range 1 could too; behind +6 not.
    for (smoke, desperate) in [(0, true), (2, false)] {
        let mut table = Table::farmland();
        let firer = table.german("2-3-7", "xD1");
        let target = table.american("6-6-6", "xD4");
        broken(&mut table, target);
        let place = table.place("xD2");
        use standto::rules::aslsk::ordnance::smoke::{Cloud, Thickness};
        for _ in 0..smoke / 2 {
            table.position.smoke.push(Cloud { place, thickness: Thickness::Full, side: Side::A });
        }
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} D4"), &[]);
        table.play("shoot", &[6, 5]);
        assert_eq!(table.u(target).desperate, desperate, "hindrance 3 puts a check out of reach");
    }
}

// card: 3.2.2d, 3.2.5
#[test]
fn a_squad_fires_at_one_target_and_its_weapon_at_another() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wC4");
    table.american("6-6-6", "wB2");
    table.open(Phase::PrepFire);
    table.play("fire u0 C4", &[]);
    table.play("shoot", &[6, 5]);
    assert_eq!(table.u(squad).marker, Marker::Prep);
    assert!(table.offers("fire m0 B2"));
    assert!(!table.offers("fire m0 C4"), "what fires from a hex at a target fires together");
    assert!(!table.offers("fire u0 B2"), "once a player turn");
}

// card: 3.2.2f
#[test]
fn a_fire_group_is_a_chain_of_adjacent_hexes() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wN4");
    let beside = table.german("4-6-7", "wN5");
    let far = table.german("4-6-7", "wN7");
    table.american("6-6-6", "wN2");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{one} N2"), &[]);
    assert!(table.offers(&format!("join u{beside}")) && !table.offers(&format!("join u{far}")));
    table.play(&format!("join u{beside}"), &[]);
    let link = table.german("4-6-7", "wN6");
    assert!(table.offers(&format!("join u{link}")));
    table.play(&format!("join u{link}"), &[]);
    assert!(table.offers(&format!("join u{far}")), "now the chain reaches it");
}

// card: 3.2.2g
#[test]
fn who_fires_from_a_hex_at_a_target_does_so_together() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let other = table.german("4-6-7", "wC3");
    table.american("6-6-6", "wC4");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{one} C4"), &[]);
    table.play("shoot", &[6, 5]);
    assert!(!table.offers(&format!("fire u{other} C4")), "no attack of its own at the same target");
}

// card: 1.2.1b, 3.2.2h
#[test]
fn a_leader_directs_one_attack() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let other = table.german("4-6-7", "wC3");
    let leader = table.german("9-1", "wC3");
    table.american("6-6-6", "wC4");
    table.american("6-6-6", "wB2");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{one} C4"), &[]);
    table.play(&format!("direct u{leader}"), &[]);
    table.play("shoot", &[6, 5]);
    table.play(&format!("fire u{other} B2"), &[]);
    assert!(!table.offers(&format!("direct u{leader}")));
}

// card: 3.3a, 3.2
#[test]
fn who_prep_fired_stays() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.german("4-6-7", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wC5");
    table.position.weapons[usize::from(gun)].fired = true;
    table.open(Phase::Movement);
    assert!(!table.offers("move u0"), "its weapon kept its rate, and has fired");
    table.play("move u1", &[]);
    assert!(!table.offers("go C5"), "never into an enemy");
}

// card: 3.3c
#[test]
fn three_squads_and_four_leaders() {
    let mut table = Table::new();
    let squads: Vec<u8> = (0..3).map(|_| table.german("4-6-7", "wC3")).collect();
    let half = table.german("2-4-7", "wC4");
    let leader = table.german("8-0", "wC4");
    let place = table.place("wC3");
    assert!(!table.position.room(place, Side::A, &[half]) && table.position.room(place, Side::A, &[leader]));
    (0..4).for_each(|_| {
        table.german("8-0", "wC3");
    });
    assert!(!table.position.room(place, Side::A, &[leader]));
    table.set(squads[0]).at = Whereabouts::Gone;
    assert!(table.position.room(place, Side::A, &[half]));
}

// card: 3.3e
#[test]
fn assault_movement_is_one_hex_and_not_all_of_the_mf() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.american("6-6-6", "wM10");
    table.machine_gun(Nation::German, Weight::Heavy, squad);
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("assault", &[]);
    // 2 MF are left under 5 PP: woods would take them all.
    assert!(
        table.offers("go C2") && !table.offers("go B3") || !table.offers("go C4") || table.offers("go C2")
    );
    assert!(!table.offers("double"));
    table.play("go C2", &[]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go ")), "one hex");
}

// card: 3.3f, 3.3g
#[test]
fn double_time_gives_two_and_exhausts() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    let wounded = table.german("8-0", "wC3");
    table.set(wounded).wounded = true;
    table.american("6-6-6", "wA10");
    assert_eq!(table.position.allowance(squad, false, false, true), 12);
    table.open(Phase::Movement);
    table.play(&format!("move u{squad}"), &[]);
    table.play("double", &[]);
    table.play("go R2", &[]);
    assert!(table.u(squad).cx);
    table.position.frames = vec![Frame::Move];
    table.play(&format!("move u{wounded}"), &[]);
    assert!(!table.offers("double"), "not the wounded");
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    table.set(squad).cx = true;
    table.american("6-6-6", "wA10");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    assert!(!table.offers("double"), "not twice running");
    table.play("go R2", &[]);
    assert!(!table.u(squad).cx, "it goes with the next movement");
}

// card: 3.3h
#[test]
fn smoke_grenades_by_the_exponent() {
    for (die, smoke, ends) in [(1, true, false), (2, false, false), (6, false, true)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        table.german("4-6-7", "wC3");
        table.american("6-6-6", "wM10");
        table.open(Phase::Movement);
        table.play("move u0", &[]);
        table.play("smoke u0 C4", &[die]);
        assert_eq!(table.position.smoky(table.place("wC4")), smoke, "{die}");
        let moves = table.choices().iter().any(|choice| choice.starts_with("go "));
        assert_eq!(moves, !ends, "a 6 ends its movement");
        assert!(!table.offers("smoke u0 C3"), "once");
        let _ = squad;
    }
}

// card: 3.3i
#[test]
fn recovery_on_the_move_costs_one() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    let place = table.place("wC3");
    table.position.drop_weapon(gun, Some(place));
    table.american("6-6-6", "wM10");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("recover u0 m0", &[3]);
    assert_eq!(table.w(gun).holder, Some(squad));
    let Some(Frame::Mover(mover)) = table.position.frames.last() else { panic!() };
    assert_eq!(mover.spent, 2, "in half MF");
}

// card: 1.1.1c, 3.3b
#[test]
fn a_move_by_road_alone_has_one_more() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR1");
    table.american("6-6-6", "wA10");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    for hex in ["R2", "R3", "R4", "S5"] {
        table.play(&format!("go {hex}"), &[]);
        while table.offers("done")
            && standto::game::Rules::decision(&table.position).is_some_and(|asked| asked.side != Side::A)
        {
            table.play("done", &[]);
        }
    }
    assert!(table.offers("go S6"), "a fifth hex of paved road");
    assert!(!table.offers("go R5"), "not off it");
    let _ = squad;
}

// card: 1.1.1j
#[test]
fn uphill_costs_double() {
    let table = Table::new();
    let cost = |from: &str, to: &str| table.position.way_cost(table.place(from), table.place(to));
    assert_eq!(cost("wH7", "wI7"), 4, "the example: 1 MF doubled");
    assert_eq!(cost("wH7", "wG7"), 8, "a building: 2 doubled");
    assert_eq!(cost("wI7", "wH7"), 2, "downhill nothing");
}

// card: 1.1.1k
#[test]
fn height_helps_who_has_nothing_else() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wE9");
    table.american("6-6-6", "wI7");
    table.open(Phase::PrepFire);
    let worked = table.attack(Mode::Prep, &[Item::Unit(firer)], &[], "wI7");
    assert_eq!(column(&worked).1, 1);
    // Who has just crossed the crest by the hexside that the fire comes through has none of it, and FFMO counts.
    let entry = table.position.map().sight(table.place("wE9"), table.place("wI7")).entry;
    let climbed = Motion { moves: true, crest: entry, ..Motion::default() };
    let worked = table.attack_on(Mode::First, &[Item::Unit(firer)], &[], "wI7", climbed);
    assert_eq!(column(&worked).1, -2);
    let along = Motion { moves: true, ..Motion::default() };
    let worked = table.attack_on(Mode::First, &[Item::Unit(firer)], &[], "wI7", along);
    assert_eq!(column(&worked).1, 0, "height +1, FFNAM -1, no FFMO");
}

/// A defender in wC3 watches a squad go from wC5 to wC4... here along the road of wR1 to wR6.
fn watched() -> (Table, u8, u8) {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wR1");
    let defender = table.american("6-6-6", "wR5");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    (table, mover, defender)
}

// card: 3.3.1a, 3.3.1b, 3.3.1c
#[test]
fn every_step_in_sight_may_be_fired_at() {
    let (mut table, mover, defender) = watched();
    table.play("go R2", &[]);
    assert!(table.offers(&format!("fire u{defender} R2")));
    table.play(&format!("fire u{defender} R2"), &[]);
    // 6 factors, FFMO and FFNAM: 11-2 is nothing.
    table.play("shoot", &[6, 5]);
    assert!(table.told("-2: column 6, none") && table.u(defender).marker == Marker::First);
    let _ = mover;
}

// card: 3.3.1d, 3.3.1f
#[test]
fn subsequent_first_fire_is_halved_and_uses_up() {
    let (mut table, _, defender) = watched();
    table.set(defender).marker = Marker::First;
    table.set(defender).fired = true;
    table.play("go R2", &[]);
    let aim = table.position.aim(Item::Unit(defender), table.place("wR2"), Mode::First, &[]).unwrap();
    assert!(aim.again && aim.firepower.to_string() == "3");
    table.play(&format!("fire u{defender} R2"), &[]);
    table.play("shoot", &[6, 5]);
    assert_eq!(table.u(defender).marker, Marker::Final);
    // A closer enemy forbids it.
    let (mut table, _, defender) = watched();
    table.set(defender).marker = Marker::First;
    table.german("4-6-7", "wR4");
    table.play("go R2", &[]);
    assert!(table.position.aim(Item::Unit(defender), table.place("wR2"), Mode::First, &[]).is_none());
}

// card: 3.3.1e
#[test]
fn final_protective_fire_is_a_check_of_who_fires() {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wR3");
    let defender = table.american("6-6-6", "wR5");
    table.set(defender).marker = Marker::Final;
    table.set(defender).fired = true;
    table.open(Phase::Movement);
    table.play(&format!("move u{mover}"), &[]);
    table.play("go R4", &[]);
    table.play(&format!("fire u{defender} R4"), &[]);
    // 6 halved and doubled; 5+6-2 is nothing, and 11 fails its morale of 6 by more than its ELR.
    table.play("shoot", &[5, 6]);
    assert!(table.u(defender).broken);
}

// card: 3.3.1h
#[test]
fn residual_firepower_waits_in_the_hex() {
    let (mut table, _, defender) = watched();
    let second = table.german("4-6-7", "wR1");
    table.play("go R2", &[]);
    table.play(&format!("fire u{defender} R2"), &[]);
    table.play("shoot", &[6, 5]);
    assert_eq!(table.position.residual, [(table.place("wR2"), 3)], "half of the 6 column");
    table.play("done", &[]);
    if table.offers("done") && !table.offers(&format!("move u{second}")) {
        table.play("done", &[]);
    }
    table.play(&format!("move u{second}"), &[]);
    // On the 2 column with -2: 11-2 nothing.
    table.play("go R2", &[5, 6]);
    assert!(table.told("3 residual firepower in wR2"));
}

// card: 3.3.1g
#[test]
fn a_pinned_mover_is_caught_no_more_a_broken_one_still_is() {
    let mut table = Table::new();
    let defender = table.american("6-6-6", "wR5");
    let mover = table.german("4-6-7", "wR3");
    let moving = Motion { moves: true, assault: true, ..Motion::default() };
    let fire =
        |table: &Table| column(&table.attack_on(Mode::First, &[Item::Unit(defender)], &[], "wR3", moving)).1;
    assert_eq!(fire(&table), -1, "FFMO; assault movement");
    table.set(mover).broken = true;
    assert_eq!(fire(&table), -2, "broken it uses assault movement no more");
    table.set(mover).broken = false;
    table.set(mover).pinned = true;
    assert_eq!(fire(&table), 0);
}

// card: 3.4
#[test]
fn final_fire_of_the_marked_reaches_the_next_hex_only() {
    let mut table = Table::new();
    table.german("4-6-7", "wR4");
    table.german("4-6-7", "wR3");
    let defender = table.american("6-6-6", "wR5");
    table.open(Phase::DefensiveFire);
    assert!(table.offers(&format!("fire u{defender} R4")) && table.offers(&format!("fire u{defender} R3")));
    table.set(defender).marker = Marker::First;
    table.set(defender).fired = true;
    assert!(table.offers(&format!("fire u{defender} R4")) && !table.offers(&format!("fire u{defender} R3")));
    let aim = table.position.aim(Item::Unit(defender), table.place("wR4"), Mode::Final, &[]).unwrap();
    assert_eq!(aim.firepower.to_string(), "6", "halved, and doubled at point blank");
    table.set(defender).marker = Marker::Final;
    assert!(!table.offers(&format!("fire u{defender} R4")));
}

// card: 3.5a
#[test]
fn heavier_weapons_that_moved_do_not_fire_in_the_advance() {
    for (weight, may) in [(Weight::Light, true), (Weight::Medium, false), (Weight::Heavy, false)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wR3");
        let gun = table.machine_gun(Nation::German, weight, squad);
        table.american("6-6-6", "wR5");
        table.position.weapons[0].moved = true;
        table.open(Phase::AdvancingFire);
        assert_eq!(table.offers("fire m0 R5"), may, "{weight:?}");
        assert!(table.offers("fire u0 R5"));
        let _ = gun;
    }
}

// card: 3.6a, 3.6b, 3.6e
#[test]
fn who_is_broken_beside_an_enemy_routs_or_is_lost() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR4");
    broken(&mut table, squad);
    table.set(squad).desperate = true;
    table.american("6-6-6", "wR5");
    table.open(Phase::Rout);
    assert!(table.offers("rout u0"));
    let crawls: Vec<String> =
        table.choices().into_iter().filter(|choice| choice.starts_with("crawl u0")).collect();
    assert!(!crawls.is_empty());
    assert!(
        crawls.iter().all(|choice| !choice.ends_with(" S5") && !choice.ends_with(" Q5")),
        "not beside it again"
    );
    table.play("done", &[]);
    assert!(table.gone(squad), "failure to rout");
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR4");
    broken(&mut table, squad);
    table.set(squad).desperate = true;
    table.american("6-6-6", "wR5");
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    let open = table.choices().into_iter().find(|choice| {
        let hex = choice.trim_start_matches("go ");
        choice.starts_with("go ") && table.position.open_ground(table.place(&format!("w{hex}")))
    });
    // Interdicted in the open: an 11 fails and reduces.
    table.play(&open.expect("a hex in the open"), &[6, 5]);
    assert_eq!(table.u(squad).data().name, "2-4-7");
}

// card: 3.6c
#[test]
fn who_routs_runs_for_the_nearest_shelter() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR9");
    broken(&mut table, squad);
    table.set(squad).desperate = true;
    table.american("6-6-6", "wR10");
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    let steps: Vec<String> = table.choices().into_iter().filter(|choice| choice.starts_with("go ")).collect();
    assert!(!steps.is_empty());
    for step in &steps {
        let place = table.place(&format!("w{}", step.trim_start_matches("go ")));
        assert!(table.position.map().range(place, table.place("wR10")) >= 2, "{step}: away from the enemy");
    }
}

// card: 3.7
#[test]
fn an_advance_that_takes_all_exhausts_and_the_exhausted_may_not() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wD5");
    table.machine_gun(Nation::German, Weight::Heavy, squad);
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wM10");
    // 5 PP leave 2 MF: woods and buildings take them all.
    let house =
        table.position.map().around(table.place("wD5")).map(|(_, to)| to).find(|&to| {
            table.position.map().terrain(to).row().mf == 4 && table.position.map().level(to) == 0
        });
    let hex = table.position.hex(house.unwrap());
    table.open(Phase::Advance);
    table.play(&format!("advance u0 {hex}"), &[]);
    assert!(table.u(squad).cx);
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wD5");
    table.machine_gun(Nation::German, Weight::Heavy, squad);
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.set(squad).cx = true;
    table.american("6-6-6", "wM10");
    table.open(Phase::Advance);
    assert!(!table.offers(&format!("advance u0 {hex}")));
}

/// Units of both sides in a hex, ready for close combat.
fn melee(hex: &str, ours: &[&str], theirs: &[&str]) -> Table {
    let mut table = Table::new();
    for name in ours {
        table.german(name, hex);
    }
    for name in theirs {
        table.american(name, hex);
    }
    table.open(Phase::CloseCombat);
    table
}

// card: 3.8a, 3.8e
#[test]
fn both_sides_designate_and_both_attacks_are_made() {
    let mut table = melee("wC3", &["4-6-7"], &["6-6-6"]);
    table.play("combat C3", &[]);
    table.play("use u0", &[]);
    table.play("at u1", &[]);
    table.play("next", &[]);
    table.play("use u1", &[]);
    table.play("at u0", &[]);
    // 4 to 6 is 1-2: below 4 kills; 6 to 4 is 3-2: below 6 kills. Both fall.
    table.play("next", &[1, 2, 2, 2]);
    assert!(table.gone(0) && table.gone(1), "also by the hand of the fallen");
}

// card: 3.8g
#[test]
fn who_is_left_on_both_sides_is_in_melee() {
    let mut table = melee("wC3", &["4-6-7"], &["6-6-6"]);
    table.play("combat C3", &[]);
    table.play("done", &[]);
    table.play("done", &[]);
    assert!(table.u(0).melee && table.u(1).melee);
    assert!(!table.u(0).good_order());
    table.open(Phase::Movement);
    assert!(!table.offers("move u0"));
}

// card: 3.8b, 3.8f
#[test]
fn leaders_add_one_and_direct() {
    use standto::rules::aslsk::turn::close_combat::{Melee, Strike};
    let mut table = melee("wC3", &["4-6-7", "8-1", "9-1"], &["6-6-6"]);
    let place = table.place("wC3");
    let melee = Melee {
        place,
        side: Side::A,
        ambusher: None,
        strikes: Default::default(),
        open: Strike::default(),
        fought: Vec::new(),
    };
    let worked = |table: &Table| {
        let strike = Strike { by: vec![0, 1, 2], at: vec![3] };
        let worked = table.position.work_out_strike(&melee, Side::A, &strike);
        let drm: i16 = worked.modifiers.iter().map(|line| line.value).sum();
        (worked.attack.to_string(), worked.defence.to_string(), drm)
    };
    assert_eq!(worked(&table), ("6".into(), "6".into(), -1), "one leader's modifier, as in the example");
    table.set(0).pinned = true;
    assert_eq!(worked(&table).0, "4", "half of 4, and the leaders");
    table.set(3).broken = true;
    assert_eq!(worked(&table).2, -3);
}

// card: 3.8c, 3.8d
#[test]
fn an_ambush_strikes_first() {
    let mut table = melee("wS8", &["4-6-7"], &["6-6-6"]);
    // 1 to 4: the attacker ambushes.
    table.play("combat S8", &[1, 4]);
    table.play("use u0", &[]);
    table.play("at u1", &[]);
    // 1-2 kills below 4, 4 reduces; 4-1 is 3: it kills before the enemy strikes.
    table.play("next", &[2, 2]);
    assert!(table.gone(1) && !table.gone(0));
}

// card: 5.1
#[test]
fn failing_by_more_than_the_elr_replaces() {
    for (dice, name) in [([5, 4], "6-6-6"), ([6, 4], "5-4-6")] {
        let mut table = Table::new();
        let firer = table.german("4-6-7", "wC3");
        let target = table.american("6-6-6", "wC2");
        // The group has an ELR; a morale of 6 and 1MC.
        let elr = table.position.battle.groups[0].elr;
        table.battle().groups[0].elr = 4;
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} C2"), &[]);
        table.play("shoot", &[3, 4, dice[0], dice[1]]);
        assert!(table.u(target).broken);
        assert_eq!(table.u(target).data().name, name, "{dice:?}, ELR 4 (was {elr})");
    }
}

// card: 5.3
#[test]
fn an_original_two_may_make_a_leader() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wS8");
    broken(&mut table, squad);
    rally(&mut table, Step::SelfRally);
    // German -1: a 3 is a final 2: 8-0.
    table.play("self-rally u0", &[1, 1, 3]);
    assert!(table.told("a leader 8-0 rises"));
    assert_eq!(table.position.units.len(), 2);
}

// card: 5.4
#[test]
fn green_troops_without_a_leader() {
    let mut table = Table::new();
    let green = table.american("5-3-6", "wC3");
    table.german("4-6-7", "wC4");
    assert_eq!(table.position.allowance(green, false, false, false), 6);
    let cowering = |table: &Table| table.attack(Mode::Prep, &[Item::Unit(green)], &[], "wC4").fire.cowering;
    assert_eq!(cowering(&table), Cowering::Inexperienced);
    table.american("8-0", "wC3");
    assert_eq!(table.position.allowance(green, false, false, false), 8);
    assert_eq!(cowering(&table), Cowering::Normal);
}

// card: 4d
#[test]
fn two_weapons_take_the_place_of_a_squads_own_fire() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.machine_gun(Nation::German, Weight::Medium, squad);
    table.american("6-6-6", "wC4");
    table.open(Phase::PrepFire);
    table.play("fire m0 C4", &[]);
    table.play("join m1", &[]);
    assert!(!table.offers("join u0"));
    let mut table = Table::new();
    let half = table.german("2-4-7", "wC3");
    table.machine_gun(Nation::German, Weight::Light, half);
    table.american("6-6-6", "wC4");
    table.open(Phase::PrepFire);
    table.play("fire m0 C4", &[]);
    assert!(!table.offers("join u0"), "a half-squad fires its weapon or itself");
}

// card: 4.1
#[test]
fn a_machine_gun_breaks_on_its_number_after_its_attack() {
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    table.machine_gun(Nation::American, Weight::Light, squad);
    table.german("4-6-7", "wC2");
    table.position.attacker = Side::B;
    table.open(Phase::PrepFire);
    assert_eq!(table.position.breakdown(0, false), 11);
    assert_eq!(table.position.breakdown(0, true), 9, "two lower for fire though marked");
    table.play("fire m0 C2", &[]);
    table.play("shoot", &[5, 6]);
    assert!(table.w(0).broken && table.told("column 4"));
}

// card: 4c
#[test]
fn weapons_may_go_with_their_owner() {
    for (die, there, broken) in [(1, false, false), (3, true, true), (4, true, false)] {
        let mut table = Table::new();
        let firer = table.german("4-6-7", "wC3");
        let squad = table.american("6-6-6", "wC2");
        let gun = table.machine_gun(Nation::American, Weight::Light, squad);
        let leader = table.german("9-1", "wC3");
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} C2"), &[]);
        table.play(&format!("direct u{leader}"), &[]);
        // 8 factors, a leader's -1: 2+1-1 is 1KIA; then a die on the same column.
        table.play("shoot", &[1, 2, die]);
        assert!(table.gone(squad));
        assert_eq!((table.w(gun).there(), table.w(gun).broken), (there, broken), "{die}");
    }
}

// card: 1.2.3, 1.2.4
#[test]
fn a_weapon_is_fired_by_who_possesses_it() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wC2");
    table.open(Phase::PrepFire);
    assert!(table.offers("fire m0 C2"));
    let place = table.place("wC3");
    table.position.drop_weapon(gun, Some(place));
    assert!(!table.offers("fire m0 C2"));
    assert!(table.u(squad).data().broken == 7 && !table.u(squad).data().self_rally());
}

// card: 3, 3.9
#[test]
fn eight_phases_and_then_the_other_side() {
    let mut table = Table::new();
    table.german("4-6-7", "wC3");
    table.american("6-6-6", "wM10");
    table.position.turn = 1;
    table.position.attacker = table.position.battle.moves;
    let first = table.position.attacker;
    table.open(Phase::PrepFire);
    let mut seen = vec![Phase::PrepFire];
    for _ in 0..40 {
        if table.position.attacker != first {
            break;
        }
        if *seen.last().unwrap() != table.position.phase {
            seen.push(table.position.phase);
        }
        table.play("done", &[]);
    }
    assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "in order");
    assert_eq!(table.position.attacker, first.other());
    assert_eq!(table.position.turn, 1, "half a game turn has passed");
}

// card: 1.1.1e
#[test]
fn by_the_road_through_woods_there_is_no_cover() {
    let mut table = Table::farmland();
    let mover = table.german("4-6-7", "xB6");
    table.american("6-6-6", "xE7");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    assert!(table.offers("go C6") && table.offers("beside C6"), "at the road rate, or at that of the woods");
    assert_eq!(table.position.way_cost(table.place("xB6"), table.place("xC6")), 2);
    let road = Motion { moves: true, road: true, ..Motion::default() };
    let place = table.place("xC6");
    let tem = |motion, from: &str| {
        let manner = standto::rules::aslsk::fire::cover::Manner::SmallArms;
        table.position.cover(place, Some(mover), &[table.place(from)], motion, manner).tem()
    };
    let along = table.position.map().sight(table.place("xB6"), place).in_cover;
    assert_eq!(tem(road, "xB6"), i16::from(along), "down the road");
    assert_eq!(tem(Motion { moves: true, ..Motion::default() }, "xB6"), 1, "beside it");
}

// card: 3.1a, 3.3j
#[test]
fn flankers_wait_for_their_die() {
    let text = include_str!("../../../scenarios/aslsk/s10-paper-army.toml");
    let (position, _) =
        standto::rules::aslsk::scenario::read("s10", text).unwrap_or_else(|faulty| panic!("{faulty}"));
    let flank = position.battle.groups.iter().position(|group| group.name.contains("Flanking")).unwrap();
    let greeks = position.battle.groups[flank].side;
    for (die, waits) in [(2, false), (3, true)] {
        let mut position = position.clone();
        position.turn = 2;
        let mut dice = standto::dice::Dice::taped(&[die]);
        position.begin_turn(greeks, &mut dice, &mut standto::game::Log::off()).unwrap();
        assert_eq!(position.awaited[flank], waits, "at most 2 on turn 2: {die}");
    }
}
