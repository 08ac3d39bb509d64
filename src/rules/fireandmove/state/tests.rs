use proptest::prelude::*;

use crate::dice::Dice;
use crate::game::{Log, Side};

use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Smoke, Standing, Terrain};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::{Position, scenario};

fn start(text: &str) -> Position {
    scenario::read("test", text).unwrap().0
}

fn village() -> Position {
    start(include_str!("../../../../scenarios/fireandmove/village.toml"))
}

/// A figure in play is a member of the one group that it names, and of no other; figures out of play are in
/// none.
fn each_figure_is_in_one_group(forces: &Forces) {
    for (state, figure) in forces.figures.iter().zip(0..) {
        let holding =
            (0..forces.groups.len() as Gid).filter(|&id| forces.group(id).members.contains(&figure));
        let holding: Vec<Gid> = holding.collect();
        let is_in_play = |standing| matches!(standing, Standing::Fit | Standing::Pinned);
        if !is_in_play(state.standing) {
            assert!(holding.is_empty(), "figure {figure} is out of play, in {holding:?}");
            continue;
        }
        assert_eq!(holding, [state.group], "figure {figure}");
        if let Some(gunner) = state.assists.map(|gunner| forces.figure(gunner))
            && is_in_play(gunner.standing)
        {
            assert_eq!(gunner.group, state.group, "figure {figure} assists from afar");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn groups_that_split_merge_and_lose_figures_keep_every_figure_in_one_place(
        acts in prop::collection::vec((0..3u8, any::<prop::sample::Index>(), any::<u8>()), 1..60),
    ) {
        let mut forces = village().forces;
        each_figure_is_in_one_group(&forces);
        let (mut dice, mut log) = (Dice::seeded(1, 0), Log::off());
        for (act, which, picks) in acts {
            let side = if picks & 1 == 0 { Side::A } else { Side::B };
            let groups: Vec<Gid> = forces.groups_of(side).collect();
            if groups.is_empty() {
                continue;
            }
            let group = groups[which.index(groups.len())];
            let members = forces.group(group).members.clone();
            match act {
                0 if members.len() > 1 => {
                    let half: Vec<Fig> = members[..1 + usize::from(picks) % (members.len() - 1)].to_vec();
                    let at = forces.group(group).at;
                    let new = forces.split(group, &half, at);
                    prop_assert_eq!(&forces.group(new).members, &half);
                }
                1 => {
                    let other = groups[usize::from(picks) % groups.len()];
                    if other != group {
                        forces.merge(group, other);
                        prop_assert!(forces.group(group).members.is_empty());
                    }
                }
                _ => {
                    let standing = [Standing::Killed, Standing::Routed, Standing::Pinned][which.index(3)];
                    let mut table = Table { dice: &mut dice, log: &mut log };
                    action::fell(&mut forces, members[usize::from(picks) % members.len()], standing, &mut table);
                }
            }
            each_figure_is_in_one_group(&forces);
        }
    }

    #[test]
    fn smoke_hides_a_line_alike_from_both_ends(
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        thick in 1..6u8,
    ) {
        let mut terrain: Terrain = village().terrain;
        let cells: Vec<_> = terrain.field().square.cells().collect();
        let [from, to, at] = [from, to, at].map(|index| *index.get(&cells));
        prop_assert_eq!(terrain.smoke(from, to), 0, "there is none yet");
        for laid in 1..=2 {
            terrain.smokes.push(Smoke { group: 0, at, thick, side: Side::A, fresh: true, burns: false });
            prop_assert_eq!(terrain.smoke(from, to), terrain.smoke(to, from));
            let on_the_line = [0, laid * thick].contains(&terrain.smoke(from, to));
            prop_assert!(on_the_line, "every marker counts, or none does");
            prop_assert_eq!(terrain.smoke(at, to), laid * thick, "it covers those under it");
        }
    }
}

#[test]
fn smoke_has_no_effect_at_night() {
    let mut terrain = start(include_str!("../../../../scenarios/fireandmove/night-patrol.toml")).terrain;
    let cells: Vec<_> = terrain.field().square.cells().collect();
    let at = cells[0];
    terrain.smokes.push(Smoke { group: 0, at, thick: 3, side: Side::A, fresh: true, burns: false });
    assert_eq!(terrain.smoke(at, cells[1]), 0);
}

#[test]
fn players_of_a_side_stay_in_order_when_another_acts_for_it() {
    let mut hands = start(include_str!("../../../../scenarios/fireandmove/company-attack.toml")).hands;
    let players = hands.players(Side::A);
    assert!(players > 1, "a battle of several players");
    for player in (0..players).chain((0..players).rev()) {
        hands.speaks(Side::A, player);
        assert_eq!(hands.seat(Side::A).platoon, player);
        let order: Vec<u8> = hands.hands_of(Side::A).map(|seat| seat.platoon).collect();
        assert_eq!(order, (0..players).collect::<Vec<u8>>());
    }
    assert_eq!(hands.players(Side::A), players);
}
