//! 9.6 on whole positions: sight by percentage, flares, and the effect of weather on fire.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::artillery::{close_support, laying};
use standto::rules::matg::command::{cohesion, groups};
use standto::rules::matg::fire::combat;
use standto::rules::matg::fire::combat::Occasion;
use standto::rules::matg::state::choice::Weapon;
use standto::rules::matg::{Choice, Position, scenario};

/// Two sides of cohesion 12 five inches apart, with these lines in the frame.
fn table(frame: &str) -> Result<Position, String> {
    crate::cited::watch();
    let rows = vec![".".repeat(12); 12].join("\n");
    let mut text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"Weather\"\nturns = 5\ndate = \"1944-06\"\n\
         kind = \"meeting-engagement\"\nsighting = 40\n{frame}\n[victory]\ndestroy-percent = 50\n[map]\nwidth = 12\n\
         height = 12\nterrain = \'\'\'\n{rows}\n\'\'\'\n"
    );
    for (key, letter, nation, edge, at, battery) in [
        ("us", "A", "united-kingdom", "S", "0103", ("3\\\" Mortar [1]", "0303")),
        ("them", "B", "germany", "N", "0108", ("Panzer IV E (75L24)", "0308")),
    ] {
        text += &format!(
            "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\ncohesion = 12\n\
             edge = \"{edge}\"\ndepth = 12\n[[side.formation]]\nname = \"All\"\n[[side.formation.stand]]\n\
             type = \"Infantry HQ\"\nrole = \"GHQ\"\nat = \"{at}\"\n[[side.formation.stand]]\ntype = \"{}\"\nat = \"{}\"\n",
            battery.0, battery.1
        );
    }
    let read = scenario::read("weather.toml", &text).map_err(|error| error.to_string());
    read.map(|(battle, _)| Position::new(Arc::new(battle)))
}

/// The sight of the first turn with these dice for it.
fn sight(frame: &str, dice: &[u8]) -> u16 {
    let mut position = table(frame).unwrap();
    let faces: Vec<u8> = dice.iter().copied().chain([6, 1]).collect();
    let mut dice = Dice::taped(&faces);
    for _ in 0..2 {
        position.apply(&Choice::Ready, &mut dice, &mut Log::off()).unwrap();
    }
    assert_eq!(dice.unread(), 0);
    position.now.sighting
}

// card: 9.6.2, 9.6.1
#[test]
fn haze_and_heavy_rain_may_reduce_sight_by_percent() {
    let percent = |weather: &str| format!("weather = [{weather}]\nweather-percent = true");
    assert_eq!(sight(&percent("\"haze\""), &[20]), 32, "a fifth less of 40");
    assert_eq!(sight(&percent("\"light-fog\""), &[7]), 37, "37.2, in whole inches");
    assert_eq!(sight(&percent("\"heavy-rain\""), &[6, 6, 6]), 32, "18% less: 32.8");
    assert_eq!(sight(&percent("\"light-snowfall\""), &[1, 1, 1]), 38);
    assert_eq!(sight(&percent("\"haze\", \"heavy-rain\""), &[10, 3, 3, 4]), 32, "36, then a tenth less");
    // The other conditions limit sight in inches, and so do all of them unless the scenario uses percentages.
    assert_eq!(sight(&percent("\"light-rain\""), &[4, 5, 6]), 15);
    assert_eq!(sight(&percent("\"heavy-fog\""), &[5]), 5);
    assert_eq!(sight("weather = [\"haze\"]", &[8, 7]), 15);
    assert_eq!(sight("weather = [\"heavy-rain\"]", &[3, 4]), 7);
}

// card: 9.6.2
#[test]
fn flares_cancel_darkness() {
    let mut position = table("darkness = 4\nflares = [2, 3]").unwrap();
    let mut levels = Vec::new();
    for turn in 1..=5 {
        position.now.number = turn;
        levels.push(
            Side::BOTH.map(|side| cohesion::level(&position.battle, &position.now, &position.command, side)),
        );
    }
    assert_eq!(levels, [[8, 8], [12, 12], [12, 12], [8, 8], [8, 8]]);
    let fault = table("darkness = 4\nflares = [6]").unwrap_err();
    assert!(fault.contains("flares cannot be 6, expected 1 to 5"), "{fault}");
}

// card: 9.6.2
#[test]
fn bad_weather_may_modify_fire() {
    let position = table("weather = [\"heavy-rain\"]\nweather-to-fire = 2").unwrap();
    let id = |tag: &str| position.battle.find(tag.parse().unwrap()).unwrap();
    let (hq, mortar, target, tank) = (id("A1"), id("A2"), id("B1"), id("B2"));
    for occasion in [Occasion::Standard, Occasion::Opportunity] {
        assert_eq!(combat::shot(&position, hq, Weapon::Gun(0), target, occasion).to_fire.modifier(), 2);
    }
    assert_eq!(
        combat::shot(&position, hq, Weapon::Gun(0), target, Occasion::Covering).to_fire.modifier(),
        5,
        "and 3"
    );
    assert_eq!(
        laying::battery_profile(&position.forces, &position.now, &position.command, &[(mortar, 0)])
            .1
            .modifier(),
        2
    );
    assert_eq!(
        close_support::support_profile(
            &position.field,
            &position.forces,
            &position.now,
            &position.command,
            tank,
            hq
        )
        .modifier(),
        2
    );
    assert_eq!(
        groups::movement_profile(&position.forces, &position.now, &position.command, hq, &[hq], false)
            .modifier(),
        -2,
        "not on other rolls"
    );
    let fair = table("").unwrap();
    assert_eq!(combat::shot(&fair, hq, Weapon::Gun(0), target, Occasion::Standard).to_fire.modifier(), 0);
}
