//! Cards of the Chinese forces' own rules (91.13 to 91.15).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::nations::{FIELD, faults};
use super::table::{RIFLES, table};

// shows: 91.13
#[test]
fn y_force_sends_runners_who_come_back_in_twos() {
    let set = |leader: &'static str| {
        let mut game = table(FIELD)
            .nations("y-force", "japanese")
            .more(0, "artillery = 5")
            .ours("0505", "e", leader)
            .theirs("0905", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "rally 3 radio, rally 4 runner/radio");
        game.play("group 1", &[]);
        game
    };
    assert!(!set("sl rifleman rifleman").offers("call 4 runner/radio"), "a squad leader does not");
    let mut game = set("pl rifleman rifleman rifleman");
    assert!(!game.offers("call 3 radio"));
    game.play("call 4 runner/radio", &[]);
    assert_eq!(game.offered(), ["figure 2", "figure 3", "figure 4"], "anybody but himself");
    game.play("figure 3", &[]).play("target 2", &[0]);
    assert_eq!((game.standing(3), game.position.forces.lost(Side::A)), (Standing::Away, 0), "he is not lost");
    // One does not come back, two do, with a movement card, over the edge nearest to their leader.
    game.play("leave", &[]);
    game.give(Side::A, "move 1");
    assert!(!game.offers("return 1"));
    game.give(Side::A, "rally 4 runner/radio, move 1");
    game.position.forces.figures[0].busy = false;
    game.position.forces.groups[0].acted = false;
    game.play("group 1", &[]).play("call 4 runner/radio", &[]).play("figure 2", &[]).play("target 2", &[-1]);
    game.play("leave", &[]).play("return 1", &[]);
    assert_eq!((game.at(3), game.group(3).members.clone()), ("0501".into(), vec![1, 2]));
    game.play("step n", &[]).play("halt", &[]).play("pass", &[]).play("done", &[]);
    assert_eq!((game.kind(), game.standing(2)), ("turn", Standing::Fit));
    assert!(game.group(3).acted);
}

// shows: 91.13
#[test]
fn the_army_in_india_uses_radios_and_has_little_ammunition() {
    let mut game = table(FIELD)
        .nations("chinese-army-in-india", "japanese")
        .more(0, "artillery = 5")
        .radio("0505", "e", "sl lmg rifleman rifleman")
        .theirs("0905", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "rally 3 radio, fire 3/2");
    game.play("group 1", &[]);
    assert!(game.offers("call 3 radio"));
    // An LMG of others fails at -6, theirs at -5, and takes 2 to mend instead of 1.
    game.play("fire 3/2", &[]).play("target 2", &[-5, -5]).play("done", &[]);
    assert!(game.position.forces.figure(1).failed);
    game.end_turn();
    game.end_turn();
    game.play("group 1", &[]).play("repair 2", &[1]);
    assert!(game.position.forces.figure(1).failed);
    let set = |figures: &str| {
        faults(
            table(FIELD)
                .nations("chinese-army-in-india", "japanese")
                .ours("0505", "e", figures)
                .ours("0508", "e", "light-mortar rifleman")
                .ours("0509", "e", "light-mortar rifleman")
                .theirs("0905", "w", RIFLES),
        )
    };
    assert_eq!(set(RIFLES), "");
    assert!(set("light-mortar rifleman").contains("at most two per platoon leader"));
}

/// A man of the Gan Si Dui is named and stands before them.
fn daring(figures: &str, hand: &str, at: &str) -> super::table::Played {
    let mut game = table(FIELD)
        .nations("nationalist-chinese", "japanese")
        .ours("0505", "e", figures)
        .theirs(at, "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, hand);
    game.play("group 1", &[]);
    game
}

// shows: 91.14
#[test]
fn a_man_of_the_gan_si_dui_runs_at_the_enemy_and_is_gone() {
    let mut game = daring("sl rifleman rifleman", "minefield/gan si dui", "0705");
    game.play("dare 3", &[]);
    assert!(!game.offers("fire 1") && game.offers("charge 2"));
    game.play("charge 2", &[]);
    assert_eq!((game.kind(), game.at(3)), ("react", "0605".into()));
    // One of two runs from him: 0, and one more of theirs, is no reason; -2 and 1 is. Strength 5 at who stays.
    game.play("pass", &[]).play("stand", &[0, 3, -1]);
    use Standing::{Killed, Pinned};
    assert_eq!([3, 4, 5].map(|figure| game.standing(figure)), [Killed, Killed, Pinned]);
    assert!(game.position.hands.seat(Side::A).hand.is_empty() && game.group(1).acted);
    // With a demolition charge 8.
    let mut game = daring("sl rifleman rifleman+charge", "minefield/gan si dui", "0705");
    game.play("dare 3", &[]).play("charge 2", &[]).play("pass", &[]).play("stand", &[0, 0, -4]);
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Killed, Pinned]);
    // Nobody pins him, and 7 kills him.
    for (result, standing) in [(1, Standing::Fit), (2, Killed)] {
        let mut game = daring("sl rifleman rifleman", "minefield/gan si dui", "0705");
        game.give(Side::B, "fire 1, fire 3/2");
        game.play("dare 3", &[]).play("charge 2", &[]).play("with 2", &[]).play("fire 3/2", &[]);
        // Two Japanese at close range: 2. A hero makes no difference here.
        game.play("point 1", &[result + 3]);
        assert_eq!(game.standing(3), standing, "2 and {}", result + 3);
    }
}

// shows: 91.14
#[test]
fn a_small_card_gives_the_daring_a_second_action_one_of_them_concealed() {
    let at = "0905";
    let mut game = daring("sl rifleman rifleman", "minefield/gan si dui, move 1/-1", at);
    game.give(Side::B, "fire 3/2, fire 3/2");
    game.play("dare 3", &[]);
    assert!(game.offers("move 1/-1") && game.offers("cover 1/-1"));
    // Under the concealment first: it counts in the first action, not in the second.
    game.play("cover 1/-1", &[]).play("step n", &[]).play("halt", &[]).play("with 2", &[]);
    game.play("fire 3/2", &[]).play("point 2", &[-7]);
    assert_eq!(game.lines()["concealment"], -1);
    game.play("go-on", &[]).play("pass", &[]).play("charge 2", &[]);
    game.position.forces.groups[1].reacted = false;
    game.play("pass", &[]);
    assert_eq!(game.kind(), "stand");
}

// shows: 91.14
#[test]
fn the_daring_go_at_tanks_with_three_or_five() {
    for (figures, sum) in [("sl rifleman rifleman", 2), ("sl rifleman rifleman+charge", 4)] {
        let mut game = table(FIELD)
            .nations("nationalist-chinese", "japanese")
            .ours("0505", "e", figures)
            .their_vehicle("0705", "w", "light-tank")
            .theirs("2005", "w", RIFLES)
            .begin();
        game.give(Side::A, "minefield/gan si dui");
        game.play("group 1", &[]).play("dare 3", &[]).play("charge 2", &[]);
        // 1 for the hero, 2 or 4 for the charge, and 1 less as the crew looks out.
        game.play("pass", &[6 - sum]);
        assert!(game.machine(2).immobilised, "{figures}");
        assert_eq!(game.standing(3), Standing::Killed, "he is gone in any case");
    }
}

// shows: 91.14
#[test]
fn large_nationalist_groups_fall_in_two_without_their_leader() {
    let set = || {
        let mut game = table(FIELD)
            .nations("nationalist-chinese", "japanese")
            .ours("0505", "e", "sl rifleman rifleman rifleman rifleman rifleman rifleman")
            .theirs("0905", "w", RIFLES)
            .begin();
        game.pin(1);
        // The end of an action is the moment.
        game.give(Side::A, "hero, rally 1, rally 2, move 1, fire 3/2, fire 3/2");
        game.play("group 1", &[]).play("leave", &[]);
        game
    };
    let mut game = set();
    assert_eq!((game.group(1).members.len(), game.group(3).members.len()), (4, 3));
    // Each fires its own card.
    game.play("group 1", &[]).play("fire 3/2", &[]).harmless(2);
    game.play("group 3", &[]).play("fire 3/2", &[]).harmless(2);
    // One card puts both to ground.
    let mut game = set();
    game.play("group 3", &[]).play("ground 1", &[]);
    assert!(game.group(1).grounded && game.group(3).grounded && game.group(1).acted);
    // To the enemy they are one target: seven checks.
    game.end_turn();
    game.give(Side::B, "fire 5/4");
    game.play("group 2", &[]).play("fire 5/4", &[]);
    assert_eq!(game.offered(), ["target 1"]);
    game.play("target 1", &[-7; 7]);
    let mut game = set();
    game.end_turn();
    game.give(Side::B, "fear");
    game.play("end", &[]);
    assert_eq!(game.offered(), ["discard fear", "frighten 1", "done"]);
    game.play("frighten 1", &[]);
    assert!(game.group(1).fear && game.group(3).fear);
    // The leader is up again: one group.
    let mut game = set();
    game.play("hero 1", &[]);
    assert_eq!((game.group(1).members.len(), game.group(3).members.len()), (7, 0));
    // Elite troops know nothing of it, and a file says where it is broken.
    let six = "rifleman rifleman rifleman rifleman rifleman rifleman";
    let battle = |more: &str| {
        faults(
            table(FIELD)
                .nations("nationalist-chinese", "japanese")
                .more(0, more)
                .ours("0505", "e", six)
                .theirs("0905", "w", RIFLES),
        )
    };
    assert!(battle("").contains("at most five figures"));
    assert_eq!(battle("kind = \"german-model\""), "");
}

// shows: 91.14
#[test]
fn nationalist_sergeants_rally_twice_but_neither_reorganise_nor_fire_twice() {
    let set = |leader: &str, more: &str| {
        let mut game = table(FIELD)
            .nations("nationalist-chinese", "japanese")
            .more(0, more)
            .ours("0505", "e", &format!("{leader} rifleman rifleman rifleman"))
            .ours("0506", "e", "rifleman rifleman")
            .theirs("0905", "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 1, fire 3/2, rally 1, rally 1");
        game.play("group 1", &[]);
        let reorganises = game.offers("reorganise 1");
        game.play("fire 1", &[]).harmless(3);
        [reorganises, game.kind() == "second-fire"]
    };
    assert_eq!(set("sl", ""), [false, false]);
    assert_eq!(set("pl", ""), [true, true]);
    assert_eq!(set("sl", "kind = \"german-model\""), [true, true]);
    let mut game = table(FIELD)
        .nations("nationalist-chinese", "japanese")
        .ours("0505", "e", "sl rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.pin(2).pin(3);
    game.give(Side::A, "rally 1, rally 1");
    game.play("group 1", &[]).play("rally 1", &[]).play("figure 2", &[]);
    assert_eq!(game.kind(), "second-rally");
    // Provisional troops are second line, and worse for it.
    let game = table(FIELD)
        .nations("nationalist-chinese", "japanese")
        .more(0, "kind = \"provisional\"")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", RIFLES)
        .begin();
    assert_eq!((game.position.forces.nerve(0).morale, game.position.forces.soldier(0).ccv), (2, 1));
}

// shows: 91.14
#[test]
fn a_sword_adds_one_in_close_combat() {
    for (figures, standing) in
        [("rifleman rifleman", Standing::Killed), ("rifleman+dadao rifleman", Standing::Fit)]
    {
        let mut game = table(FIELD)
            .nations("nationalist-chinese", "german")
            .ours("0605", "e", figures)
            .theirs("0705", "w", "rifleman rifleman")
            .begin();
        game.position.forces.figures[3].standing = Standing::Killed;
        game.position.forces.groups[1].members = vec![2];
        game.give(Side::A, "move 1");
        // One goes at one, 2 against 2: -1 and 0 is his end; with a sword it is a draw, and 0 each wins.
        game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]);
        game.play("figure 1", &[]).play("done", &[0]).play("pass", &[]);
        let results: &[i8] = if standing == Standing::Fit { &[0, -1, 0, 0, 0] } else { &[0, -1, 0] };
        game.play("stand", results);
        assert_eq!(game.standing(1), standing, "{figures}");
    }
}

// shows: 91.15
#[test]
fn the_red_army_stands_harder_and_withdraws_in_order() {
    let mut game = table(FIELD)
        .nations("japanese", "red-army-chinese")
        .ours("0605", "e", "rifleman rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.give(Side::B, "rally 2");
    game.charge(3);
    assert!(!game.offers("steady 2"), "no rally card helps");
    // 1 is one short of 2: one goes, and is not pinned.
    game.play("stand", &[1]);
    assert_eq!(game.standing(4), Standing::Fit);
    let gone = game.position.forces.figure(3).group;
    assert_eq!(game.position.forces.group(gone).members, [3]);
    // In a building 0 is enough.
    let mut game = table("eeeeeessseeeeeee")
        .nations("japanese", "red-army-chinese")
        .ours("0605", "e", "rifleman rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.give(Side::B, "rally 2");
    game.charge(3);
    assert!(game.offers("steady 2"));
    game.play("stand", &[-1]);
    assert_eq!(game.kind(), "contact", "nobody goes");
}

// shows: 91.15
#[test]
fn the_red_army_withdraws_through_cover_unenfiladed() {
    for (field, enfilade) in
        [("eeeeeeeccccccccc", false), ("eeeeeeebbbbbbbbb", false), ("eeeeeeefffffffff", true)]
    {
        let mut game = table(field)
            .nations("japanese", "red-army-chinese")
            .ours("0605", "e", "rifleman rifleman")
            .ours("0508", "e", RIFLES)
            .theirs("0705", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1, fire 5/4");
        game.play("group 1", &[]).play("move 1", &[]).play("charge 3", &[]);
        game.play("done", &[0, 0]).play("pass", &[]).play("retire", &[]);
        // They face their enemy and run from him; the fire comes from the flank and behind.
        game.position.forces.groups[2].front = standto::board::Compass::E;
        game.play("with 2", &[]).play("fire 5/4", &[]);
        let offered = game.offered();
        let last = offered.last().unwrap().clone();
        game.play(&last, &[-7, -7]);
        assert_eq!(game.lines().contains_key("enfilade"), enfilade, "{field}");
    }
}

// shows: 91.15
#[test]
fn the_red_army_splits_with_a_movement_card() {
    let set = |card: &str| {
        let mut game = table(FIELD)
            .nations("red-army-chinese", "japanese")
            .ours("0505", "e", "rifleman rifleman rifleman rifleman rifleman")
            .theirs("1505", "w", RIFLES)
            .begin();
        game.give(Side::A, card);
        game.play("group 1", &[]);
        game
    };
    // Two groups of a movement 2 card go one action each.
    let mut game = set("move 2/-1");
    game.play("part 2/-1", &[]).play("figure 4", &[]);
    assert!(!game.offers("done"), "two at least");
    game.play("figure 5", &[]).play("done", &[]);
    assert_eq!(game.kind(), "columns");
    assert!(game.offers("with 3"));
    game.play("group 3", &[]).play("step n", &[]).play("halt", &[]).play("pass", &[]).play("done", &[]);
    assert!(!game.offers("with 1") && game.offers("group 1"));
    game.play("group 1", &[]).play("step s", &[]).play("halt", &[]).play("pass", &[]).play("done", &[]);
    assert_eq!((game.at(1), game.at(3), game.kind()), ("0504".into(), "0506".into(), "turn"));
    // Or one of them takes all actions.
    let mut game = set("move 2/-1");
    game.play("part 2/-1", &[]).play("figure 4", &[]).play("figure 5", &[]).play("done", &[]);
    game.play("with 3", &[]).play("step n", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!(game.kind(), "march");
    // Not with a leader, nor three men.
    let game = table(FIELD)
        .nations("red-army-chinese", "japanese")
        .ours("0505", "e", "sl rifleman rifleman rifleman rifleman")
        .theirs("1505", "w", RIFLES)
        .begin()
        .hand(Side::A, "move 1 and ground");
    let mut game = game;
    game.play("group 1", &[]);
    assert!(!game.offers("part 1 and ground"));
}

// shows: 91.15
#[test]
fn red_militia_are_partisans_and_there_is_no_red_elite() {
    let battle = |more: &str| {
        table(FIELD)
            .nations("red-army-chinese", "japanese")
            .more(0, more)
            .ours("0505", "e", RIFLES)
            .theirs("0905", "w", RIFLES)
    };
    assert!(faults(battle("quality = \"elite\"")).contains("no elite units"));
    let mut game = battle("kind = \"red-militia\"").begin();
    let nerve = game.position.forces.nerve(0);
    assert_eq!((nerve.morale, nerve.panic), (2, 1), "second line, and partisans panic sooner");
    game.give(Side::A, "fear");
    game.play("end", &[]);
    assert!(!game.offers("frighten 2") && game.offers("discard fear"));
    let mut game = battle("").begin();
    game.give(Side::A, "fear, fear, rally 1, rally 1, rally 2");
    game.play("end", &[]).play("frighten 2", &[]).play("discard fear", &[]);
    game.play("discard rally 1", &[]).play("discard rally 1", &[]);
    assert!(!game.offers("discard rally 2"), "both fear cards and two others");
    let guns = |second: &'static str| {
        faults(
            table(FIELD)
                .nations("red-army-chinese", "japanese")
                .ours("0505", "e", "lmg rifleman rifleman rifleman")
                .ours("0508", "e", second)
                .theirs("0905", "w", RIFLES),
        )
    };
    assert_eq!(guns(RIFLES), "");
    assert!(guns("lmg rifleman rifleman rifleman").contains("one for every fifteen"));
}

// shows: 91.15
#[test]
fn the_red_army_hides_better_at_night() {
    let mut game = table(FIELD)
        .nations("red-army-chinese", "japanese")
        .head("night = true\n")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 1/-1");
    game.give(Side::B, "fire 5/4");
    game.play("group 1", &[]).play("cover 1/-1", &[]).play("step n", &[]).play("halt", &[]);
    game.play("with 2", &[]).play("fire 5/4", &[]).play("point 2", &[-7; 5]);
    assert_eq!(game.lines()["concealment"], -3, "2 of the card and 1 of the night");
}
