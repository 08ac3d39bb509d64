//! What is told of a choice before it is made is what then comes of it: previews of every kind of check against all
//! 64 throws, and the uses of the cards of a hand.

use standto::dice::Dice;
use standto::game::{Log, PieceId, Preview, Reading, Rules, Side, Test, Wanted};
use standto::rules::fireandmove::Choice;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, table};

const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";

fn preview(game: &Played, choice: &str) -> Preview {
    let choice: Choice = choice.parse().unwrap();
    game.position.preview(&choice).unwrap_or_else(|| panic!("no preview of {choice}: {:?}", game.offered()))
}

fn chance(preview: &Preview, word: &str) -> f64 {
    preview.result.iter().find(|(known, _)| known == word).map_or(0.0, |(_, chance)| *chance)
}

/// The share of the 64 throws of a check after which something holds; further faces are 1 and -1.
fn share(game: &Played, choice: &str, holds: impl Fn(&Played) -> bool) -> f64 {
    share_behind(game, &[], choice, holds)
}

/// The same where other faces fall before.
fn share_behind(game: &Played, before: &[u8], choice: &str, holds: impl Fn(&Played) -> bool) -> f64 {
    let first = before;
    let read: Choice = choice.parse().unwrap();
    let before = game.position.clone();
    let mut held = 0;
    for plus in 1..=8 {
        for minus in 1..=8 {
            let mut game = table(FIELD).ours("0101", "e", RIFLES).theirs("2412", "w", RIFLES).begin();
            game.position = before.clone();
            let mut faces = first.to_vec();
            faces.extend([plus, minus]);
            faces.extend([1, 8].repeat(12));
            let mut log = Log::off();
            game.position.apply(&read, &mut Dice::taped(&faces), &mut log).unwrap();
            held += i32::from(holds(&game));
        }
    }
    f64::from(held) / 64.0
}

fn same(told: f64, found: f64) {
    assert!((told - found).abs() < 1e-9, "told {told}, found {found}");
}

fn first(preview: &Preview) -> &Test {
    &preview.rolls[0].test
}

#[test]
fn fire_does_what_was_told() {
    let mut game = table(FIELD).ours("0505", "e", RIFLES).theirs("0805", "w", "rifleman rifleman").begin();
    game.give(Side::A, "fire 5/4");
    let card = preview_of_card(&game, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]);
    let told = preview(&game, "target 2");
    assert_eq!(card.result, told.result, "the card tells of its only target");
    same(chance(&told, "pinned"), share(&game, "target 2", |game| game.standing(6) == Standing::Pinned));
    same(chance(&told, "killed"), share(&game, "target 2", |game| game.standing(6) == Standing::Killed));
    assert!(chance(&told, "killed") > 0.0 && chance(&told, "pinned") > 0.0);
    same(first(&told).distribution().chance(&Reading::Row("pinned")), chance(&told, "pinned"));
    let matrix = first(&told).matrix().unwrap().to_string();
    assert!(matrix.contains("minus die down, plus die across") && matrix.contains("killed"), "{matrix}");
}

/// What a card would do, before the group is chosen and after.
fn preview_of_card(game: &Played, choice: &str) -> Preview {
    let mut asked = table(FIELD).ours("0101", "e", RIFLES).theirs("2412", "w", RIFLES).begin();
    asked.position = game.position.clone();
    asked.play("group 1", &[]);
    preview(&asked, choice)
}

#[test]
fn a_shell_at_armour_does_what_was_told() {
    let mut game = table(FIELD)
        .our_vehicle("0505", "e", "medium-tank-late")
        .ours("0112", "e", "rifleman rifleman")
        .their_vehicle("1005", "w", "medium-tank-late")
        .theirs("2412", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 1");
    let card = preview_of_card(&game, "shoot 1");
    assert!(chance(&card, "destroyed") > 0.0, "{card:?}");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 ap", &[]);
    let told = preview(&game, "target 3");
    same(first(&told).distribution().chance(&Reading::Row("hit")), chance(&told, "hits"));
    // The To Hit check is the first; what it hits is then pierced by the further faces, a -7: nothing.
    let hit = |game: &Played| game.acquired(1, 3);
    same(chance(&told, "hits"), share(&game, "target 3", hit));
    let [(on, next)] = &told.rolls[0].opens[..] else { panic!("one check follows") };
    assert_eq!(*on, Reading::Row("hit"));
    // AP 6 at a front of 8/7/6: destroyed on 2 and more, 21 of 64 throws.
    let destroyed = next.test.distribution().chance(&Reading::Row("destroyed"));
    same(destroyed, 21.0 / 64.0);
    same(chance(&told, "destroyed"), chance(&told, "hits") * destroyed);
}

#[test]
fn an_overrun_does_what_was_told() {
    let mut game = table(FIELD)
        .our_vehicle("0505", "e", "medium-tank-late")
        .ours("0112", "e", "rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman")
        .theirs("2412", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 2/-1");
    game.play("group 1", &[]).play("move 2/-1", &[]);
    let told = preview(&game, "charge 3");
    game.play("charge 3", &[]);
    same(chance(&told, "killed"), share(&game, "pass", |game| game.standing(4) == Standing::Killed));
    same(chance(&told, "pinned"), share(&game, "pass", |game| game.standing(4) == Standing::Pinned));
    assert!(chance(&told, "killed") + chance(&told, "pinned") > 0.1, "{told:?}");
}

#[test]
fn a_vehicle_bogs_as_was_told() {
    let mut game = table("eeeeeewwwwwwwwww")
        .our_vehicle("0605", "e", "medium-tank-late")
        .ours("0112", "e", "rifleman rifleman")
        .theirs("1612", "w", "rifleman rifleman")
        .border('e', 'w', "wall")
        .begin();
    game.give(Side::A, "move 2/-1");
    game.play("group 1", &[]).play("move 2/-1", &[]);
    let told = preview(&game, "step e");
    let crosses = first(&told).distribution().chance(&Reading::Row("passes"));
    same(crosses, share(&game, "step e", |game| game.log_free_of_stuck()));
    assert!(chance(&told, "bogged") > 0.0 && told.rolls.len() == 2, "the wall, then the wood: {told:?}");
}

trait Unstuck {
    fn log_free_of_stuck(&self) -> bool;
}

impl Unstuck for Played {
    /// The first test came off if the vehicle is not stuck at what it crosses: the second always fails here.
    fn log_free_of_stuck(&self) -> bool {
        self.at(1) == "0705"
    }
}

#[test]
fn a_charge_and_those_who_wait_for_it_do_what_was_told() {
    let mut game =
        table(FIELD).ours("0505", "e", "rifleman rifleman").theirs("0705", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]);
    let told = preview(&game, "charge 2");
    game.play("charge 2", &[]);
    assert_eq!(preview(&game, "done").result, told.result);
    same(chance(&told, "go in"), share(&game, "done", |game| game.standing(1) == Standing::Fit));
    game.play("done", &[0, 0]).play("pass", &[]);
    let stands = preview(&game, "stand");
    let all = |game: &Played| game.at(2) == "0705" && game.group(2).members.len() == 2;
    same(chance(&stands, "all stand"), share(&game, "stand", all));
}

#[test]
fn men_against_a_vehicle_are_told_their_chances() {
    let mut game = table(FIELD)
        .ours("0505", "e", "rifleman rifleman")
        .their_vehicle("0705", "w", "medium-tank-late")
        .theirs("2412", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]);
    let told = preview(&game, "charge 2");
    let at = told.rolls.iter().find(|roll| roll.test.purpose == "at the vehicle").expect("the attack itself");
    game.play("charge 2", &[]).play("figure 1", &[]).play("done", &[0]);
    let gone = share(&game, "pass", |game| game.group(2).members.is_empty());
    same(at.test.distribution().chance(&Reading::Row("destroyed")), gone);
}

#[test]
fn a_sniper_does_what_was_told() {
    let mut game = table(FIELD).ours("0505", "e", RIFLES).theirs("0805", "w", "rifleman rifleman").begin();
    game.give(Side::A, "sniper");
    game.play("end", &[]);
    let told = preview(&game, "snipe 2");
    same(
        chance(&told, "killed"),
        share_behind(&game, &[1], "snipe 2", |game| game.standing(6) == Standing::Killed),
    );
    same(
        chance(&told, "pinned"),
        share_behind(&game, &[1], "snipe 2", |game| game.standing(6) == Standing::Pinned),
    );
}

#[test]
fn a_sniper_is_hunted_with_the_chance_that_was_told_and_partisans_with_none() {
    for (more, partisans) in [("", false), ("partisans = true", true)] {
        let mut game = table(FIELD)
            .nations("german", "russian")
            .more(1, more)
            .ours("0505", "e", RIFLES)
            .theirs("0905", "w", "sl rifleman rifleman rifleman rifleman rifleman rifleman rifleman")
            .begin();
        game.position.forces.groups[0].sniped = Some(3);
        game.play("group 1", &[]);
        let told = chance(&preview(&game, "sniper-check"), "found");
        same(told, share(&game, "sniper-check", |game| game.position.hands.seat(Side::B).snipers_dead));
        assert_eq!(told == 0.0, partisans);
    }
}

/// Every use of every card, "word: text" with + or - before it.
fn uses(game: &Played, group: Option<u16>) -> Vec<String> {
    let uses = game.position.aids().uses(Side::A, group.map(|number| PieceId(number - 1)));
    let sign = |now| if now { '+' } else { '-' };
    uses.iter()
        .map(|used| format!("{} {} {}: {}", used.card.0, sign(used.now), used.word, used.text))
        .collect()
}

#[test]
fn the_uses_of_a_hand_are_those_that_are_offered() {
    let mut game = table(FIELD)
        .ours("0505", "e", "sl rifleman rifleman")
        .ours("0512", "e", "rifleman rifleman")
        .theirs("0805", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1, move 2/-1, fire 1, fire 5/4, rally 2, smoke, sniper, minefield");
    let told = uses(&game, Some(1));
    let has =
        |told: &[String], line: &str| assert!(told.iter().any(|l| l.starts_with(line)), "{line}: {told:#?}");
    has(&told, "0 + move: 1 move action");
    has(&told, "0 + go to ground: ");
    has(&told, "1 + concealed: 1 move action at concealment -1");
    has(&told, "2 + fire: at b3, close range, strength");
    has(&told, "3 - fire: a1 has 3 unpinned figures; the card needs 4 (16.1)");
    has(&told, "4 - rally: no figure of a1 is pinned (28.1)");
    has(&told, "5 + smoke: D6 of smoke over the group");
    has(&told, "6 - sniper: play it as a discard");
    has(&told, "7 - mines: play it on a moving group");
    // Every action described as possible is offered, after choosing the group if necessary, and no other action is.
    for group in 1..=2u16 {
        let told = game.position.aids().uses(Side::A, Some(PieceId(group - 1)));
        let mut asked = table(FIELD).ours("0101", "e", RIFLES).theirs("2412", "w", RIFLES).begin();
        asked.position = game.position.clone();
        asked.play(&format!("group {group}"), &[]);
        let offered: Vec<Choice> = asked.position.choices();
        let hand = &game.position.hands.seats[0].hand;
        for (place, card) in (0..).zip(hand) {
            let open = told.iter().any(|used| used.card.0 == place && used.now);
            assert_eq!(open, offered.iter().any(|choice| choice.card() == Some(*card)), "{card} of {group}");
        }
        assert!(
            told.iter().filter(|used| used.now).all(|used| used.through == Some(format!("group {group}")))
        );
    }
    has(&uses(&game, Some(2)), "5 - smoke: a2 has no leader (30.1)");
    has(&uses(&game, None), "0 - move: put the cursor on one of your groups");
    game.pin(2);
    has(&uses(&game, Some(1)), "0 - move: a figure is pinned: rally first (22.1)");
    has(&uses(&game, Some(1)), "4 + rally: rallies 1 of 1 pinned");
    game.play("group 1", &[]).play("rally 2", &[]).play("figure 2", &[]);
    has(&uses(&game, Some(1)), "0 - move: a1 has already acted this turn (9.2)");
    game.end_turn();
    has(&uses(&game, Some(1)), "0 - move: the enemy has the decision");
}

/// A rifleman walks by under the eyes of two groups of ours.
fn walk_by(cards: &str) -> Played {
    let mut game = table(FIELD)
        .theirs("0505", "e", RIFLES)
        .theirs("0512", "e", "rifleman rifleman")
        .ours("1005", "e", "rifleman rifleman")
        .begin();
    game.give(Side::B, cards);
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]);
    assert_eq!(game.kind(), "react");
    game
}

#[test]
fn an_answer_by_a_card_goes_through_the_group_that_gives_it() {
    let game = walk_by("fire 5/4, fire 1, minefield, rally 1");
    let uses = |group: u16| game.position.aids().uses(Side::B, Some(PieceId(group - 1)));
    let told = uses(2);
    let of = |place: u16| told.iter().find(|used| used.card.0 == place).unwrap();
    let hand = &game.position.hands.seats[1].hand;
    let place = |name: &str| hand.iter().position(|card| card.to_string() == name).unwrap() as u16;
    assert_eq!((of(place("fire 5/4")).now, of(place("fire 5/4")).through.as_deref()), (true, Some("with 2")));
    assert!(of(place("fire 5/4")).text.starts_with("b2 at the mover: "), "{:?}", of(place("fire 5/4")));
    assert_eq!((of(place("minefield")).now, of(place("minefield")).through.as_deref()), (true, None));
    assert_eq!(of(place("rally 1")).text, "not a reaction to an enemy move (24.1)");
}

/// What the pane says of a card, and what its choice would roll, in the same words.
fn one_figure(game: &Played, side: Side, group: u16, word: &str, choice: &str) {
    let uses = game.position.aids().uses(side, Some(PieceId(group - 1)));
    let used = uses.iter().find(|used| used.word == word && used.now).expect("it is open");
    let mut asked = table(FIELD).ours("0101", "e", RIFLES).theirs("2412", "w", RIFLES).begin();
    asked.position = game.position.clone();
    if let Some(through) = &used.through {
        asked.play(through, &[]);
    }
    let told = preview(&asked, choice);
    let effect = told.in_words();
    assert!(effect.contains("% ") && used.text.ends_with(&effect), "{}, not {effect:?}", used.text);
}

#[test]
fn the_pane_and_the_preview_say_the_same_of_a_second_fire_and_of_a_shot_at_a_mover() {
    // A second card has no machine gun bonus left.
    let mut game = table(FIELD)
        .ours("0505", "e", "sl mg34 rifleman rifleman rifleman rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "fire 5/4, fire 3/2");
    game.play("group 1", &[]);
    one_figure(&game, Side::A, 1, "fire", "fire 3/2");
    game.play("fire 5/4", &[]).harmless(2);
    assert_eq!(game.kind(), "second-fire");
    one_figure(&game, Side::A, 1, "fire", "fire 3/2");
    // A tank that reacts hits a moving tank by positive results only.
    let mut game = table(FIELD)
        .our_vehicle("0505", "e", "medium-tank-late")
        .their_vehicle("1005", "w", "medium-tank-late")
        .ours("0112", "e", "rifleman rifleman")
        .theirs("2412", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.give(Side::B, "fire 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]);
    one_figure(&game, Side::B, 3, "ordnance", "shoot 1");
    game.play("with 3", &[]);
    one_figure(&game, Side::B, 3, "ordnance", "shoot 1");
}

#[test]
fn attacks_are_made_of_choices_that_are_offered_and_do_what_they_say() {
    let begin = walk_by("fire 5/4, fire 1");
    let attacks = begin.position.aids().attacks(&Wanted::of(2.0));
    assert_eq!(attacks.len(), 2, "{attacks:?}");
    assert_eq!(attacks[0].plays[..2], ["with 2", "fire 5/4"], "the stronger first: {attacks:?}");
    assert_eq!((attacks[0].kind, attacks[0].words), ("infantry", ["harm", "out"]));
    let thrifty = begin.position.aids().attacks(&Wanted::of(0.05));
    assert!(thrifty[0].plays.contains(&"fire 1".to_owned()), "enough is enough: {thrifty:?}");
    let only = Wanted { harm: 2.0, firers: vec![PieceId(2)], ..Wanted::default() };
    assert!(begin.position.aids().attacks(&only).iter().all(|attack| attack.firers == [PieceId(2)]));
    let mut game = begin;
    for (n, play) in attacks[0].plays.iter().enumerate() {
        assert!(game.offers(play), "{play}: {:?}", game.offered());
        if n < 2 {
            game.play(play, &[]);
        }
    }
    let last = &attacks[0].plays[2];
    let any = |game: &Played| [1, 2].iter().any(|&figure| game.standing(figure) != Standing::Fit);
    // The chance that the first man is hurt is what 64 throws say; two men are hurt alike.
    let one = share(&game, last, any);
    same(attacks[0].harm, 1.0 - (1.0 - one) * (1.0 - one));
    // In one's own turn the plan has every group at every target, ordnance too.
    let mut game = table(FIELD)
        .our_vehicle("0505", "e", "medium-tank-late")
        .ours("0512", "e", RIFLES)
        .their_vehicle("1005", "w", "medium-tank-late")
        .theirs("1012", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 5/4");
    for attack in game.position.aids().attacks(&Wanted::of(0.6)) {
        let mut played = walk_by("");
        played.position = game.position.clone();
        let (last, before) = attack.plays.split_last().unwrap();
        for play in before {
            assert!(played.offers(play), "{play} of {attack:?}");
            played.play(play, &[]);
        }
        assert!(played.offers(last), "{last} of {attack:?}");
    }
    let plan = game.position.aids().attacks(&Wanted::of(0.6));
    assert!(plan.iter().any(|attack| attack.kind == "vehicle" && attack.kill > 0.1), "{plan:?}");
    assert!(plan.iter().any(|attack| attack.kind == "infantry"), "{plan:?}");
}

#[test]
fn what_is_wanted_least_comes_last() {
    let mut game = table(FIELD)
        .ours("0505", "e", "pl1 rifleman rifleman")
        .theirs("0805", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1, hero");
    game.play("group 1", &[]);
    assert_eq!(game.offered().last().map(String::as_str), Some("detach 1"));
    let detach: Choice = "detach 1".parse().unwrap();
    assert!(game.position.describe(&detach).quiet, "nothing highlights it");
}
