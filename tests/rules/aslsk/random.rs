//! Random scenarios: played between two normal computers, the attackers win about half.

use standto::game::Level;
use standto::registry::Ruleset;
use standto::simulate::Plan;

#[test]
fn attackers_win_about_half_of_the_random_scenarios() {
    let forge = Ruleset::Aslsk.extras().generator.expect("there is a generator");
    for (size, scenarios) in [(0, 100), (1, 40)] {
        let mut won = 0;
        for seed in 0..scenarios {
            let text = (forge.make)(&[size, 0, 0], seed, &[]).unwrap();
            let (opening, warnings) =
                Ruleset::Aslsk.open("random", &text).unwrap_or_else(|faults| panic!("{faults}"));
            assert!(warnings.is_empty(), "{warnings:?}");
            let plan = Plan { games: 1, seed, jobs: 1, levels: [Level::Normal; 2], ..Plan::default() };
            let report = opening.simulate(&plan, &|_| {}).unwrap();
            // The attackers are the second side.
            won += u64::from(report.results[0].winner == opening.sides()[1].0);
        }
        let share = won * 100 / scenarios;
        assert!((35..=70).contains(&share), "size {size}: the attackers won {share}%");
    }
}
