//! Keys per turn: a player who moves everything, at 80×24 against the computer, counted key by key.

use standto::board::Cell;
use standto::cli::LibraryServices;
use standto::game::journal::DiceKind;
use standto::game::view::PieceId;
use standto::game::{Act, Level, Seat, Side};
use standto::library::NewGame;
use standto::tui::{App, Options};

use crate::desk::desk;
use crate::fake::{keys, kind, options, settle};

/// A player with the keys typed so far.
struct Player<'a, 'b> {
    app: &'a mut App<'b>,
    screen: String,
    count: usize,
    trace: Vec<String>,
    side: Side,
}

impl Player<'_, '_> {
    /// Types keys and lets the computer answer.
    fn press(&mut self, typed: &str) {
        for key in typed.split(' ') {
            let asked = kind(self.app);
            keys(self.app, key);
            self.screen = settle(self.app);
            self.count += 1;
            let lines: Vec<&str> = self.screen.lines().collect();
            self.trace
                .push(format!("{:>3} {asked:<14} {key:<6} | {} | {}", self.count, lines[21], lines[22]));
        }
    }

    fn turn(&self) -> u32 {
        self.app.session().unwrap().view(self.side).turn
    }

    fn plays(&self) -> u32 {
        self.app.session().unwrap().plays()
    }

    fn offers(&self, act: Act) -> bool {
        self.app.session().unwrap().choices().iter().any(|choice| choice.act == act)
    }

    /// The player's pieces and where they are.
    fn cells(&self) -> Vec<(PieceId, Option<Cell>)> {
        let view = self.app.session().unwrap().view(self.side);
        let own = view.pieces.iter().filter(|piece| piece.side == self.side && !piece.lost);
        own.map(|piece| (piece.id, piece.cell)).collect()
    }

    fn says(&self, text: &str) -> bool {
        self.screen.contains(text)
    }
}

/// A battle against the computer, with the player on one side.
fn battle(name: &str, side: Side, seed: u64, play: impl FnOnce(&mut Player)) {
    let folder = desk();
    let front = folder.front();
    let mut seats = [Seat::program(Level::Easy); 2];
    seats[side.index()] = Seat::Human;
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&front.scenario(name).unwrap(), &game).unwrap();
    let mut desk = LibraryServices::new(folder.front());
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    let screen = settle(&mut app);
    let mut player = Player { app: &mut app, screen, count: 0, trace: Vec::new(), side };
    play(&mut player);
}

/// Plays a turn by a policy, which types the keys for the prompt of this kind; returns the keys it took, apart
/// from those that close the briefing and the texts of a lesson, and the number of pieces that are elsewhere
/// afterwards.
fn turn(player: &mut Player, policy: impl Fn(&mut Player, &str)) -> (usize, usize) {
    let (turn, before, cells) = (player.turn(), player.count, player.cells());
    let mut idle = 0;
    while player.turn() == turn && kind(player.app) != "over" {
        let plays = player.plays();
        if player.says("Enter Esc close") {
            player.press("Enter");
            // The windows of a lesson come once.
            player.count -= 1;
        } else {
            policy(player, kind(player.app));
        }
        idle = if player.plays() == plays { idle + 1 } else { 0 };
        assert!(idle < 6, "nothing happens:\n{}\n{}", player.trace.join("\n"), player.screen);
    }
    let after = player.cells();
    let moved = cells.iter().filter(|piece| !after.contains(piece)).count();
    (player.count - before, moved)
}

/// Marches with these keys; where there is no way, ends the group's move with others.
fn march(player: &mut Player, ahead: &str, otherwise: &str) {
    if player.says("As ordered earlier") {
        return player.press("Enter");
    }
    let plays = player.plays();
    player.press(ahead);
    if player.plays() == plays {
        player.press(otherwise);
    }
}

/// Passes, ends or holds: whatever this prompt has.
fn pass(player: &mut Player) {
    let key = match () {
        () if player.offers(Act::Hold) => "H",
        () if player.offers(Act::Pass) => "p",
        () if player.offers(Act::Done) => "d",
        () => "Enter",
    };
    player.press(key);
}

/// Micro Armour: all groups as proposed, each marched as far forward as it gets, fire by the plan.
fn stands(player: &mut Player, kind: &str, ahead: &str) {
    match kind {
        "deploy" => player.press("d"),
        "posture" if player.says("Groups for this turn") => player.press("Enter"),
        "order" | "independent" => player.press("Enter"),
        "move" => march(player, ahead, "Esc d"),
        "step" => player.press("Enter"),
        "react" | "cover-target" => player.press("H"),
        "fire-target" if player.says("F fire plan") => player.press("F Enter"),
        _ => player.press("p"),
    }
}

/// The report of a turn that took more keys than it may.
fn within(name: &str, most: usize, moves: usize, player: &Player, (keys, moved): (usize, usize)) {
    let told = format!("{name}: {keys} keys, {moved} moved\n{}", player.trace.join("\n"));
    println!("{}, {name}: {keys} keys, {moved} moved", player.app.session().unwrap().view(player.side).title);
    assert!(keys <= most && moved >= moves, "{told}\n{}", player.screen);
}

#[test]
fn the_introductory_battle_takes_at_most_25_keys_a_turn() {
    battle("matg/introductory", Side::A, 7, |player| {
        let first = turn(player, |player, kind| stands(player, kind, "S-Up S-Up Enter"));
        within("first turn", 25, 10, player, first);
        let second = turn(player, |player, kind| stands(player, kind, "S-Up Enter"));
        within("second turn", 25, 4, player, second);
    });
}

#[test]
fn stonne_takes_at_most_40_keys_a_turn() {
    battle("matg/stonne", Side::A, 7, |player| {
        let first = turn(player, |player, kind| stands(player, kind, "S-Up Enter"));
        within("first turn", 40, 30, player, first);
    });
}

#[test]
fn the_crossroads_takes_at_most_30_keys_a_turn() {
    battle("panzertruppe/crossroads", Side::A, 8, |player| {
        for turns in ["first", "second", "third"] {
            let keys = turn(player, |player, kind| match kind {
                "move" => march(player, "a S-Right Enter", "Esc p"),
                "ambush" => player.press("H"),
                _ => pass(player),
            });
            within(turns, 30, if turns == "first" { 9 } else { 3 }, player, keys);
        }
    });
}

#[test]
fn a_turn_of_first_steps_1_takes_at_most_12_keys() {
    battle("aslsk/steps-1-infantry", Side::B, 7, |player| {
        let keys = turn(player, |player, kind| match kind {
            "move" => march(player, "a Enter", "Esc p"),
            _ => pass(player),
        });
        within("first turn", 12, 6, player, keys);
    });
}

#[test]
fn a_turn_of_s9_takes_at_most_40_keys() {
    battle("aslsk/s9-ambitious-assault", Side::B, 7, |player| {
        let keys = turn(player, |player, kind| match kind {
            "move" => march(player, "a S-Down Enter", "Esc p"),
            _ => pass(player),
        });
        within("first turn", 40, 10, player, keys);
    });
}

/// Fire & Move: fire from where a target is worth it, then march the group that leads; else end the turn.
fn figures(player: &mut Player, kind: &str, ahead: &str) {
    match kind {
        "turn" if player.says("F fire plan") => {
            player.press("F");
            player.press(if player.says("Fire plan:") { "Enter" } else { "p" });
        }
        "turn" => {
            player.press(ahead);
            player.press(if player.says("March: ") { "Enter" } else { "p" });
        }
        "react" => player.press("h"),
        _ => pass(player),
    }
}

#[test]
fn a_turn_of_fire_and_move_takes_at_most_10_keys() {
    battle("fireandmove/crossroads", Side::A, 3, |player| {
        let keys = turn(player, |player, kind| figures(player, kind, "S-Up"));
        within("first turn", 10, 1, player, keys);
        let keys = turn(player, |player, kind| figures(player, kind, "S-Up"));
        within("second turn", 10, 0, player, keys);
    });
}

#[test]
fn a_turn_of_the_village_street_takes_at_most_10_keys() {
    battle("fireandmove/village", Side::A, 3, |player| {
        for turns in ["first turn", "second turn", "third turn"] {
            let keys = turn(player, |player, kind| figures(player, kind, "S-Up"));
            within(turns, 10, 0, player, keys);
        }
    });
}
