//! No change to a recorded game goes unnoticed.

use standto::game::journal::{self, DiceKind, Journal, Record, Seal, Winner};

use crate::desk::{Desk, desk, text};

/// Not a multiple of the actions between two digests, with an undo among them.
fn game(desk: &Desk) -> (String, Journal) {
    let (path, mut session) = desk.played(60);
    session.undo().unwrap();
    for _ in 0..22 {
        let thinking = session.think().unwrap();
        session.play(&thinking()).unwrap();
    }
    drop(session);
    let save = text(&path);
    let journal = journal::parse(&save, "save").unwrap().journal;
    (save, journal)
}

/// What a replay reports about a journal.
fn verdict(desk: &Desk, journal: &Journal) -> Result<(), String> {
    let path = desk.write("changed.toml", journal.to_toml());
    let run = desk.run(&["replay", path.to_str().unwrap(), "--verify"]);
    if run.code == Some(0) { Ok(()) } else { Err(run.err) }
}

#[test]
fn a_changed_action_is_identified() {
    let desk = desk();
    let (_, journal) = game(&desk);
    let front = desk.front();
    assert!(
        journal.plays.iter().filter(|play| play.digest.is_none()).count() > 70,
        "digests alone are not enough"
    );
    let changes: [fn(&mut Record); 7] = [
        |play| play.choice.push(' '),
        |play| play.rolls.push(1),
        |play| play.side = if play.side == "germans" { "soviets".into() } else { "germans".into() },
        |play| play.turn = Some(play.turn.unwrap_or(1) + 1),
        |play| play.winner = Some(Winner::Side("germans".into())),
        |play| play.why = Some("because".into()),
        |play| play.seal = None,
    ];
    for at in 0..journal.plays.len() {
        for (number, change) in changes.iter().enumerate() {
            let mut changed = journal.clone();
            change(&mut changed.plays[at]);
            assert_eq!(changed.seal(), Err(journal.plays[at].n), "change {number}");
        }
    }
    // An action left out, two swapped, one inserted, whatever their numbers.
    let renumbered = |mut plays: Vec<Record>| {
        plays.iter_mut().zip(1..).for_each(|(play, n)| play.n = n);
        Journal { header: journal.header.clone(), plays }
    };
    let mut fewer = journal.plays.clone();
    fewer.remove(40);
    let mut exchanged = journal.plays.clone();
    exchanged.swap(50, 51);
    let mut more = journal.plays.clone();
    more.insert(30, journal.plays[30].clone());
    for (plays, first) in [(fewer, 41), (exchanged, 51), (more, 32)] {
        assert_eq!(renumbered(plays).seal(), Err(first));
    }
    // It is also reported where games are opened.
    let mut changed = journal.clone();
    changed.plays[79].choice = journal.plays[78].choice.clone();
    let said = verdict(&desk, &changed).unwrap_err();
    assert!(said.contains("play 80: the seal does not match"), "{said}");
    let path = desk.write("saves/changed.toml", changed.to_toml());
    assert!(front.resume(&path).is_err());
}

#[test]
fn the_header_is_sealed_too() {
    let desk = desk();
    let (save, journal) = game(&desk);
    assert_eq!(verdict(&desk, &journal), Ok(()));
    // Switching to typed dice would let any face pass.
    let mut typed = journal.clone();
    typed.header.dice = DiceKind::Typed;
    assert!(verdict(&desk, &typed).unwrap_err().contains("play 1: the seal does not match"));
    for (from, to) in
        [("seed = 11\n", "seed = 12\n"), ("title = \"", "title = \"x"), ("\nsalt = \"", "\nsalt = \"0")]
    {
        let changed = save.replacen(from, to, 1);
        assert_ne!(changed, save, "{from}");
        let changed = journal::parse(&changed, "save").unwrap().journal;
        assert_eq!(changed.seal(), Err(1), "{from}");
    }
    let mut unsalted = journal.clone();
    unsalted.header.salt = None;
    assert_eq!(unsalted.seal(), Err(1));
}

#[test]
fn the_first_seal_commits_to_the_seed_without_revealing_it() {
    let desk = desk();
    let (_, mut journal) = game(&desk);
    let told = desk.good(&["replay", "matg-introductory-1", "--verify"]);
    let first = Seal::of(&journal.header);
    assert!(told.contains(&format!("seal at the start: {}\n", first.in_groups())), "{told}");
    assert!(told.contains(&format!(
        "seal at the end:   {}\n",
        journal.plays.last().unwrap().seal.unwrap().in_groups()
    )));
    // The battle is not over, so the seed is not revealed.
    assert!(!told.contains("seed of the dice"));
    journal.header.seed = 12;
    assert_ne!(Seal::of(&journal.header), first);
    // Another game with the same seed has a different seal: the seed cannot be found by trying.
    let (path, session) = desk.played(0);
    assert_eq!(session.seed_told(), None);
    let again = journal::parse(&text(&path), "save").unwrap().journal.header;
    assert_ne!(session.seal(), Some(first));
    assert_eq!((again.seed, session.seal()), (11, Some(Seal::of(&again))));
}

#[test]
fn a_resumed_game_continues_its_seals() {
    let desk = desk();
    let (path, session) = desk.played(10);
    drop(session);
    let front = desk.front();
    for _ in 0..3 {
        let (mut session, _) = front.resume(&path).unwrap();
        let thinking = session.think().unwrap();
        session.play(&thinking()).unwrap();
        assert_eq!(session.seal(), journal::parse(&text(&path), "save").unwrap().journal.seal().unwrap());
    }
    desk.good(&["replay", "matg-introductory-1", "--verify"]);
}

/// The ends of actions in a save.
fn ends(save: &str) -> Vec<usize> {
    save.match_indices("\n\n[[play]]\n").map(|(at, _)| at + 2).collect()
}

#[test]
fn a_save_cut_between_two_actions_is_noticed() {
    let desk = desk();
    let (path, session) = desk.played(40);
    drop(session);
    let save = text(&path);
    let ends = ends(&save);
    assert_eq!(ends.len(), 40);
    desk.good(&["replay", "matg-introductory-1", "--verify"]);
    for cut in [0, 5, 17, 30, 38, 39] {
        desk.write("saves/matg-introductory-1.toml", &save[..ends[cut]]);
        let expected = format!("you have seen action 40, and it now ends at action {cut}.");
        let run = desk.run(&["replay", "matg-introductory-1", "--verify"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.contains(&expected) && !run.out.contains("verified"), "{run:?}");
        let (mut session, remarks) = desk.front().resume(&path).unwrap();
        assert!(remarks.iter().any(|remark| remark.contains(&expected)), "{remarks:?}");
        assert!(session.news().is_some_and(|news| news.contains(&expected)), "told in the game too");
    }
    // A copy without the mark verifies: only the player who saw more can tell.
    let other = crate::desk::desk();
    other.write("saves/copy.toml", &save[..ends[17]]);
    other.good(&["replay", "copy", "--verify"]);
    desk.write("saves/matg-introductory-1.toml", &save);
    desk.good(&["replay", "matg-introductory-1", "--verify"]);
}

#[test]
fn a_save_continued_differently_elsewhere_is_noticed() {
    let desk = desk();
    let (path, session) = desk.played(40);
    drop(session);
    let save = text(&path);
    // Another player goes back to action 20 and takes other decisions.
    let other = crate::desk::desk();
    let copy = other.write("saves/copy.toml", &save[..ends(&save)[20]]);
    let (mut session, _) = other.front().resume(&copy).unwrap();
    session.undo().unwrap();
    while session.plays() < 45 {
        let thinking = session.think().unwrap();
        session.play(&thinking()).unwrap();
    }
    drop(session);
    desk.write("saves/matg-introductory-1.toml", text(&copy));
    let run = desk.run(&["replay", "matg-introductory-1", "--verify"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("its action 40 is not the one you have seen"), "{run:?}");
}
