//! Arguments that the calculator refuses.

use crate::desk::desk;

#[test]
fn bad_arguments_are_usage_errors() {
    let refused = |words: &str| {
        let words: Vec<&str> = ["odds", "fireandmove"].into_iter().chain(words.split(' ')).collect();
        desk().refused(2, &words)
    };
    assert!(refused("--check sabre").contains("[possible values: dice, morale, to-hit, fire, ap]"));
    assert!(refused("--check morale").contains("error: --check morale needs --morale\n"));
    assert!(refused("--check to-hit").contains("--check to-hit needs --to-hit"));
    assert!(refused("--check to-hit --to-hit 0-7").contains("a To Hit number is one of 6, 5, 4"));
    assert!(refused("--check to-hit --to-hit 3 --wf 4").contains("4 is not in -7..=-1"));
    assert!(refused("--check fire --morale 3").contains("--check fire needs --base"));
    assert!(refused("--check fire --base 3 --pinned").contains("--check fire --pinned needs --panic"));
    assert!(refused("--check fire --base x --morale 3").contains("invalid value 'x'"));
    assert!(refused("--check fire --base 3 --morale 3 --card 4/5").contains("a fire card is 5/4, 3/2 or 1"));
    assert!(
        refused("--check fire --base 3 --morale 3 --range far")
            .contains("a range is close, medium, long or extreme")
    );
    assert!(refused("--check ap --ap 5").contains("--check ap needs --armour"));
    assert!(refused("--check ap --ap 5 --armour 6/7/8").contains("armour is K/S/I"));
}

#[test]
fn forty_sorts_of_bad_values_each_get_a_sentence() {
    let fire = "--check fire --base 3 --morale 3";
    let ap = "--check ap --ap 5 --armour 8/7/6";
    let hit = "--check to-hit --to-hit 0-3";
    let bad = [
        "--check".to_owned(),
        "--check ".to_owned(),
        "--check Dice".to_owned(),
        "--check dice --check fire".to_owned(),
        "--check dice --drm 1".to_owned(),
        "--check morale".to_owned(),
        "--check morale --morale".to_owned(),
        "--check morale --morale three".to_owned(),
        "--check morale --morale 3.5".to_owned(),
        "--check morale --morale 99999".to_owned(),
        "--check morale --morale 3 --modifier +".to_owned(),
        "--check morale --morale 3 --modifier 1000000".to_owned(),
        "--check to-hit".to_owned(),
        "--check to-hit --to-hit 0".to_owned(),
        "--check to-hit --to-hit 7".to_owned(),
        "--check to-hit --to-hit 0-0".to_owned(),
        "--check to-hit --to-hit 0-7".to_owned(),
        "--check to-hit --to-hit -2".to_owned(),
        "--check to-hit --to-hit 1-3".to_owned(),
        format!("{hit} --shift x"),
        format!("{hit} --shift 1.5"),
        format!("{hit} --wf 0"),
        format!("{hit} --wf 6"),
        format!("{hit} --wf -8"),
        format!("{hit} --wf many"),
        "--check fire --morale 3".to_owned(),
        "--check fire --base 3".to_owned(),
        "--check fire --base x --morale 3".to_owned(),
        "--check fire --base 99999 --morale 3".to_owned(),
        format!("{fire} --bonus two"),
        format!("{fire} --flamethrower hot"),
        format!("{fire} --flamethrower"),
        format!("{fire} --card 4/5"),
        format!("{fire} --card 2"),
        format!("{fire} --range far"),
        format!("{fire} --range Close"),
        format!("{fire} --leader many"),
        format!("{fire} --cv wall"),
        format!("{fire} --kia x"),
        format!("{fire} --pinned"),
        format!("{fire} --to-hit 9"),
        "--check ap --armour 8/7/6".to_owned(),
        "--check ap --ap 5".to_owned(),
        "--check ap --ap 5 --armour 8/7".to_owned(),
        "--check ap --ap 5 --armour 6/7/8".to_owned(),
        "--check ap --ap 5 --armour 8/7/6/5".to_owned(),
        "--check ap --ap 5 --armour a/b/c".to_owned(),
        format!("{ap} --adds twice"),
        format!("{ap} --ap 1"),
        format!("{ap} extra"),
    ];
    let desk = desk();
    let mut wrong = String::new();
    for words in &bad {
        for json in [false, true] {
            let mut all = vec!["odds", "fireandmove"];
            all.extend(json.then_some("--json"));
            all.extend(words.split(' '));
            let output = desk.command(&all).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if output.status.code() != Some(2) || !said.starts_with("error: ") || !output.stdout.is_empty() {
                wrong += &format!("{words:?} ({json}): {:?} {said}\n", output.status.code());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
