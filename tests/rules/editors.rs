//! What holds for the scenario editor of every ruleset: built-in battles survive it, random edits never panic
//! and are undone exactly, what is saved is read back the same, and what passes the check can be played.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use standto::board::{Cell, Square};
use standto::book::Book;
use standto::dice::Dice;
use standto::editor::{Draft, Edit, EditHistory, Editor, Flip, Look, Subject};
use standto::game::Log;
use standto::registry::{Ruleset, Visit};
use standto::side::Side;

use crate::battles::{battles, opening};
use crate::long::long;

/// Runs a test for every ruleset that has an editor.
fn each<V: Visit<Output = ()> + Copy>(visit: V) {
    let with: Vec<Ruleset> =
        Ruleset::ALL.into_iter().filter(|ruleset| ruleset.extras().editor.is_some()).collect();
    assert!(with.len() > 1);
    with.into_iter().for_each(|ruleset| ruleset.visit(visit));
}

fn editor<R: Book>() -> Editor {
    R::EXTRAS.editor.expect("this ruleset has a scenario editor")
}

fn read<R: Book>(file: &str, text: &str) -> Box<dyn Draft> {
    (editor::<R>().read)(file, text, &[]).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// Everything that the players see of a position.
fn shown<R: Book>(position: &R) -> String {
    Side::BOTH.map(|side| format!("{:#?}", position.view(side))).concat()
}

/// Plays a battle at random; returns whether it ends.
fn ends<R: Book>(text: &str, seed: u64) -> bool {
    let mut position: R = opening("mine.toml", text);
    let (mut dice, mut wish) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1000));
    for _ in 0..60_000 {
        if position.decision().is_none() {
            assert!(position.outcome().is_some());
            return true;
        }
        let choices = position.choices();
        let choice = choices[wish.below(choices.len())].clone();
        position
            .apply(&choice, &mut dice, &mut Log::off())
            .unwrap_or_else(|error| panic!("{choice}: {error}"));
        dice.forget();
    }
    false
}

#[derive(Copy, Clone)]
struct Survive;

impl Visit for Survive {
    type Output = ();

    fn visit<R: Book>(self) {
        for (name, text) in battles::<R>() {
            let draft = read::<R>(&name, &text);
            let written = draft.text();
            assert_eq!(
                shown(&opening::<R>(&name, &text)),
                shown(&opening::<R>(&name, &written)),
                "{}/{name}",
                R::ID
            );
            assert_eq!(read::<R>(&name, &written).text(), written, "{}/{name}: written once more", R::ID);
            assert!(
                draft.check().iter().all(|remark| !remark.fault),
                "{}/{name}: {:?}",
                R::ID,
                draft.check()
            );
        }
    }
}

#[test]
fn built_in_battles_survive_every_editor() {
    each(Survive);
}

/// Everything drawn on the map and every painted area has gone where the flip takes its cells.
fn has_moved(name: &str, flip: Flip, before: &dyn Draft, after: &dyn Draft) {
    let grid = before.grid();
    let square = Square { width: grid.width(), height: grid.height() };
    let end = |cell: Cell, east: usize| after.look(cell).edges[east].is_some();
    for cell in grid.cells() {
        let to = flip.cell(square, cell);
        let (was, is) = (before.look(cell), after.look(to));
        let plain = |look: &Look| Look { edges: [None; 2], ..look.clone() };
        assert_eq!(plain(&was), plain(&is), "{name}: {flip:?}: {cell} to {to}");
        let [east, south] = was.edges.map(|edge| edge.is_some());
        let west = Cell::new(to.x - 1, to.y);
        match flip {
            Flip::Mirror => assert_eq!((east, south), (end(west, 0), end(to, 1)), "{name}: {cell}"),
            Flip::Rotate => assert_eq!((east, south), (end(to, 1), end(west, 0)), "{name}: {cell}"),
        }
    }
    for brush in 0..before.brushes().len() {
        let mut cells: Vec<Cell> =
            before.area(brush).into_iter().filter(|cell| square.contains(*cell)).collect();
        cells.iter_mut().for_each(|cell| *cell = flip.cell(square, *cell));
        cells.sort_unstable();
        let mut there = after.area(brush);
        there.retain(|cell| after.grid().contains(*cell));
        there.sort_unstable();
        assert_eq!(cells, there, "{name}: {flip:?}: {}", before.brushes()[brush].name);
    }
}

/// Mirrors a battle twice and turns it four times: its text is the same again, every step is read back the same, and
/// what could be played still can. A map that refuses stays as it is.
fn turns_round<R: Book>(name: &str, draft: &dyn Draft) {
    let faults =
        |draft: &dyn Draft| draft.check().into_iter().filter(|remark| remark.fault).collect::<Vec<_>>();
    let (before, sound) = (draft.text(), faults(draft).is_empty());
    let mut draft = draft.copy();
    for (flip, times) in [(Flip::Mirror, 2), (Flip::Rotate, 4)] {
        for _ in 0..times {
            let (now, were) = (draft.text(), draft.copy());
            if let Err(why) = draft.edit(&Edit::Flip(flip)) {
                assert!(why.ends_with('.'), "{}/{name}: {why}", R::ID);
                assert_eq!(draft.text(), now, "{}/{name}: refused, but changed", R::ID);
                continue;
            }
            let text = draft.text();
            has_moved(name, flip, &*were, &*draft);
            assert_eq!(read::<R>(name, &text).text(), text, "{}/{name}: {flip:?}", R::ID);
            let found = faults(&*draft);
            assert!(!sound || found.is_empty(), "{}/{name}: {flip:?}: {found:?}", R::ID);
        }
        assert_eq!(draft.text(), before, "{}/{name}: {flip:?} {times} times", R::ID);
    }
}

#[derive(Copy, Clone)]
struct Turned;

impl Visit for Turned {
    type Output = ();

    fn visit<R: Book>(self) {
        for (name, text) in battles::<R>() {
            let draft = read::<R>(&name, &text);
            turns_round::<R>(&name, &*draft);
            // No built-in battle looks the same in the mirror or turned.
            for flip in [Flip::Mirror, Flip::Rotate] {
                let mut flipped = draft.copy();
                if flipped.edit(&Edit::Flip(flip)).is_ok() {
                    assert_ne!(flipped.text(), draft.text(), "{}/{name}: {flip:?}: nothing has moved", R::ID);
                }
            }
        }
        // A battle that is turned can be played.
        let (width, height, _) = editor::<R>().sizes[0];
        let mut draft = (editor::<R>().blank)(width, height, &[]);
        if draft.edit(&Edit::Flip(Flip::Rotate)).is_ok() {
            assert!(ends::<R>(&draft.text(), 1), "{}", R::ID);
        }
    }
}

#[test]
fn four_quarter_turns_and_two_mirrors_give_every_battle_back() {
    each(Turned);
}

#[derive(Copy, Clone)]
struct Blank;

impl Visit for Blank {
    type Output = ();

    fn visit<R: Book>(self) {
        for (width, height, _) in editor::<R>().sizes {
            let draft = (editor::<R>().blank)(*width, *height, &[]);
            let faults: Vec<_> = draft.check().into_iter().filter(|remark| remark.fault).collect();
            assert!(faults.is_empty(), "{}: {faults:?}", R::ID);
            assert_eq!((draft.grid().width(), draft.grid().height()), (*width, *height), "{}", R::ID);
        }
        let (width, height, _) = editor::<R>().sizes[0];
        assert!(ends::<R>(&(editor::<R>().blank)(width, height, &[]).text(), 1), "{}", R::ID);
    }
}

#[test]
fn an_empty_map_can_be_played_at_once() {
    each(Blank);
}

#[derive(Copy, Clone)]
struct Brushes;

impl Visit for Brushes {
    type Output = ();

    fn visit<R: Book>(self) {
        let all: Vec<_> =
            battles::<R>().iter().flat_map(|(name, text)| read::<R>(name, text).brushes()).collect();
        assert!(all.iter().all(|brush| !brush.rules.is_empty() && !brush.name.is_empty()), "{}", R::ID);
        for (name, text) in battles::<R>() {
            let brushes = read::<R>(&name, &text).brushes();
            // A battle with many areas has more brushes than there are letters.
            let keyed: Vec<_> = brushes.iter().filter(|brush| brush.key != ' ').collect();
            assert!(keyed.len() >= brushes.len().min(50), "{}/{name}: {} keys", R::ID, keyed.len());
            for (n, brush) in keyed.iter().enumerate() {
                assert!(brush.key.is_ascii_alphanumeric(), "{}/{name}: {brush:?}", R::ID);
                assert!(keyed[..n].iter().all(|other| other.key != brush.key), "{}/{name}: {brush:?}", R::ID);
            }
        }
    }
}

#[test]
fn every_brush_has_a_key_of_its_own() {
    each(Brushes);
}

/// Numbers from which an edit is made when it is known what there is to edit.
#[derive(Clone, Debug)]
struct Wish {
    what: u8,
    of: (u8, usize, usize),
    number: usize,
    cells: Vec<(i16, i16)>,
    text: String,
    yes: bool,
}

fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    let text = prop_oneof![
        "[ -~äß\"\\\\'|\\t]{0,20}",
        Just("\"\"\"".to_owned()),
        Just("'''".to_owned()),
        (0..120i64).prop_map(|n| n.to_string()),
        Just("A K".to_owned()),
        Just("0203 1004".to_owned()),
        Just("".to_owned()),
    ];
    let cells = proptest::collection::vec((-1..40i16, -1..32i16), 0..6);
    let of = (0..9u8, 0..4usize, 0..5usize);
    let wish = (0..16u8, of, 0..60usize, cells, text, any::<bool>())
        .prop_map(|(what, of, number, cells, text, yes)| Wish { what, of, number, cells, text, yes });
    proptest::collection::vec(wish, 1..30)
}

fn edit(draft: &dyn Draft, wish: &Wish) -> Edit {
    let side = if wish.yes { Side::A } else { Side::B };
    let (kind, f, n) = wish.of;
    let plans = draft.plans();
    let plan = plans.get((f + n) % plans.len().max(1));
    let of = match kind {
        0 => Subject::Battle,
        1 => Subject::Side(side),
        2 => Subject::Formation(side, f),
        3 | 4 => plan.map_or(Subject::Battle, |list| Subject::Plan(list.whose, list.list, f / 2)),
        5 => Subject::Plan(wish.yes.then_some(side), f, n),
        _ => Subject::Piece(side, f, n),
    };
    let cells: Vec<Cell> = wish.cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    let brush = wish.number % (draft.brushes().len() + 2);
    let lines = draft.lines(of).len() + 1;
    match wish.what {
        0 | 1 => Edit::Paint { cells, brush, over: wish.yes, side },
        2 => Edit::Clear(cells, brush),
        3 => Edit::Raise(cells, n as i8 - 2),
        4 => Edit::Form(side, wish.text.clone()),
        5 | 6 => {
            let catalog = draft.catalog_items(side);
            let item = &catalog[wish.number * 7 % catalog.len()];
            Edit::Add { side, formation: f, ware: (item.nation.clone(), item.name.clone()), count: 1 + n % 3 }
        }
        7 => plan.map_or(Edit::Copy(of), |list| Edit::Plan(list.whose, list.list)),
        8 => Edit::Remove(of),
        9 => Edit::Shift(of, wish.yes),
        10 => Edit::Put(of, cells.first().copied().unwrap_or(Cell::new(1, 1))),
        11 | 12 => Edit::Turn(of, wish.number % lines, wish.yes),
        13 => Edit::Write(of, wish.number % lines, wish.text.clone()),
        14 => Edit::Copy(of),
        _ if n == 0 => Edit::Generate((wish.number % 40) as u8, wish.number as u64),
        _ => Edit::Flip(if wish.yes { Flip::Mirror } else { Flip::Rotate }),
    }
}

#[derive(Copy, Clone)]
struct Edits;

impl Visit for Edits {
    type Output = ();

    fn visit<R: Book>(self) {
        let cases = long(24) as u32;
        let played = std::cell::Cell::new(0);
        let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
        let case = |wishes: Vec<Wish>| {
            let (width, height, _) = editor::<R>().sizes[0];
            let mut history = EditHistory::new((editor::<R>().blank)(width, height, &[]), false);
            let mut texts = vec![history.text().to_owned()];
            for wish in &wishes {
                let edit = edit(history.draft(), wish);
                let done = history.edit(&edit).is_ok();
                if history.text() != texts.last().unwrap() {
                    prop_assert!(done, "refused, but something has changed: {:?}", edit);
                    texts.push(history.text().to_owned());
                }
                let again = (editor::<R>().read)("again", history.text(), &[]);
                prop_assert!(again.is_ok(), "{}: {:?}: {:?}\n{}", R::ID, edit, again, history.text());
                let again = again.unwrap().text();
                prop_assert_eq!(again.as_str(), history.text(), "{}: {:?}", R::ID, edit);
            }
            for cell in history.draft().grid().cells() {
                history.draft().look(cell);
                history.draft().about(cell);
            }
            Side::BOTH.into_iter().for_each(|side| drop(history.draft().force(side)));
            if history.draft().check().iter().all(|remark| !remark.fault) {
                let text = history.text().to_owned();
                played.set(played.get() + 1);
                prop_assert!(ends::<R>(&text, 5), "{}: it does not end\n{}", R::ID, text);
            }
            turns_round::<R>("edited", history.draft());
            let last = history.text().to_owned();
            let (mut steps, mut left) = (0, texts.len());
            while history.undo() {
                (steps, left) = (steps + 1, left - 1);
                prop_assert_eq!(history.text(), texts[left - 1].as_str());
            }
            prop_assert_eq!(left, 1);
            while history.redo() {
                steps -= 1;
            }
            prop_assert_eq!((steps, history.text()), (0, last.as_str()));
            Ok(())
        };
        if let Err(error) = TestRunner::new(config).run(&wishes(), case) {
            panic!("{}: {error}", R::ID);
        }
        let played = played.get();
        assert!(played * 6 >= cases, "{}: only {played} of {cases} edited battles could be played", R::ID);
    }
}

#[test]
fn random_edits_are_undone_saved_and_played_in_every_editor() {
    each(Edits);
}

/// The pages on writing scenarios, one for each ruleset.
const PAGES: [(&str, &str); 4] = [
    ("micro-armour.md", include_str!("../../docs/scenarios/micro-armour.md")),
    ("panzertruppe.md", include_str!("../../docs/scenarios/panzertruppe.md")),
    ("fire-and-move.md", include_str!("../../docs/scenarios/fire-and-move.md")),
    ("asl-starter-kit.md", include_str!("../../docs/scenarios/asl-starter-kit.md")),
];

#[derive(Copy, Clone)]
struct Example;

impl Visit for Example {
    type Output = ();

    fn visit<R: Book>(self) {
        let heading = format!("ruleset = \"{}\"", R::ID);
        let own: Vec<(&str, &str)> = PAGES
            .iter()
            .flat_map(|(page, text)| text.split("```toml\n").skip(1).map(move |rest| (*page, rest)))
            .filter_map(|(page, rest)| Some((page, rest.split("```").next()?)))
            .filter(|(_, block)| block.contains(&heading))
            .collect();
        let [(page, example)] = own[..] else { panic!("{}: one page has an example", R::ID) };
        let (_, warnings) =
            R::read_with(page, example, &[]).unwrap_or_else(|faults| panic!("{}: {faults}", R::ID));
        assert!(warnings.is_empty(), "{}: {warnings:?}", R::ID);
        for seed in 0..3 {
            assert!(ends::<R>(example, seed), "{}", R::ID);
        }
    }
}

#[test]
fn the_examples_of_the_documentation_are_played_to_their_end() {
    Ruleset::ALL.into_iter().for_each(|ruleset| ruleset.visit(Example));
}
