use super::*;

fn list(kind: Kind, texts: &[&str]) -> List {
    let row = |(id, text): (usize, &&str)| Row {
        text: (*text).to_owned(),
        tail: String::new(),
        role: Role::Text,
        id,
        more: Vec::new(),
    };
    List::new(kind, "", texts.iter().enumerate().map(row).collect())
}

fn found(list: &List, filter: &str) -> Vec<usize> {
    let mut list = list.clone();
    list.write(filter);
    list.shown
}

#[test]
fn extending_a_filter_searches_the_remaining_rows() {
    let mut list = list(Kind::Roster, &["Tiger", "Panther", "Tank", "Truck"]);
    list.write("t");
    assert_eq!(list.shown(), [0, 1, 2, 3]);
    list.write("a");
    assert_eq!(list.shown(), [2]);
    // A row that did not match before is not searched again until the filter becomes shorter.
    list.rows[3].text = "Tanker".to_owned();
    list.write("n");
    assert_eq!(list.shown(), [2]);
    list.backspace();
    assert_eq!(list.shown(), [2, 3]);
}

#[test]
fn rows_match_all_words_of_the_filter() {
    let texts = ["move Tiger", "move Panther", "fire Tiger", "fire at the tiger", "Hold"];
    let mut list = list(Kind::Roster, &texts);
    for step in ["TI", "ger", " ", "f", "ire", "\u{8}", "\u{8}", " a", "\u{8}", "t"] {
        match step {
            "\u{8}" => list.backspace(),
            text => list.write(text),
        }
        let words: Vec<String> = list.filter().split_whitespace().map(str::to_lowercase).collect();
        let fits = |n: &usize| words.iter().all(|word| texts[*n].to_lowercase().contains(word));
        assert_eq!(list.shown(), (0..texts.len()).filter(fits).collect::<Vec<_>>(), "{}", list.filter());
    }
    list.write(&"x".repeat(10_000));
    assert_eq!((list.filter().chars().count(), list.shown()), (LONGEST_FILTER, &[][..]));
    while !list.filter().is_empty() {
        list.backspace();
    }
    assert_eq!(list.shown().len(), texts.len());
}

#[test]
fn leaving_a_filter_keeps_the_row() {
    let mut list = list(Kind::Roster, &["Tiger", "Panther", "Tank", "Truck"]);
    list.write("tank");
    assert_eq!((list.shown(), list.selected), (&[2][..], 0));
    list.leave_filter();
    assert_eq!((list.shown().len(), list.selected, list.filter()), (4, 2, ""));
}

#[test]
fn lines_of_a_text_are_found_with_their_headings() {
    let line = |text: &str, role| (text.to_owned(), role);
    let lines = vec![
        line("Fire", Role::Title),
        line("F  fire plan", Role::Text),
        line("Map", Role::Title),
        line("v  line of sight", Role::Text),
        line("z  zoom", Role::Text),
    ];
    let Overlay::Pager(mut pager) = Overlay::text(Purpose::Read, "Keys", lines) else { unreachable!() };
    pager.filter = "SIGHT line".to_owned();
    assert_eq!(pager.shown(), [2, 3]);
    pager.clear_filter();
    assert_eq!((pager.shown().len(), pager.scroll), (5, 3), "the line found stays in view");
}

#[test]
fn misspelt_words_are_found() {
    let roster = list(Kind::Roster, &["Panzer IV H", "Panzergrenadiers", "Mortar 81mm", "T-34/85"]);
    assert_eq!(found(&roster, "panzer"), [0, 1], "as written, in the order of the list");
    assert_eq!(found(&roster, "PANZER iv"), [0]);
    assert_eq!(found(&roster, "pnzgren"), [1], "letters left out");
    assert_eq!(found(&roster, "motrar"), [2], "letters changed about");
    assert_eq!(found(&roster, "zeppelin"), [0usize; 0]);
}

#[test]
fn the_palette_never_confuses_choices() {
    let palette =
        list(Kind::Palette, &["undo: undo the last decision", "roster: all pieces", "> move e", "> move se"]);
    assert_eq!(found(&palette, "rostr"), [1]);
    assert_eq!(found(&palette, "move se"), [3]);
    assert_eq!(found(&palette, "mov sw"), [0usize; 0], "it would be played");
    assert_eq!(found(&palette, "mvoe"), [0usize; 0]);
    assert_eq!(found(&palette, "alp"), [0usize; 0], "the description of a command is not its name");
}
