//! The screen without a terminal.
//!
//! The conversation with the player, point by point, and tests that press keys for each:
//!
//! | point | tests |
//! |---|---|
//! | 1 Enter gives nothing away | `given::a_decided_battle_continues_unless_it_is_handed_over`, `chances::enter_where_selected_units_cannot_go_does_not_end_their_move`, `alone::enter_alone_does_not_go_in_circles`, `onward::enter_while_a_unit_moves_asks_where_to` |
//! | 2 losses are asked for once | `alone::units_that_did_not_enter_are_not_lost_without_a_question`, `alone::the_key_for_a_phase_ends_a_deployment_and_the_discards`, `given::ending_the_rout_phase_asks_before_units_are_lost`, `given::a_gun_keeps_its_hidden_placement_by_default`, `given::the_fire_key_opens_a_list_and_never_fires`, `chances::backblast_is_told_and_asked_about_before_a_rocket_is_fired_from_a_building`, `chances::a_key_with_nothing_to_end_says_what_comes_first`, `onward::the_key_for_passing_ends_the_turn_from_within_a_groups_orders` |
//! | 3 chances to fire | `shots::a_mover_is_one_prompt_with_every_firer_best_first_and_what_waiting_brings`, `shots::holding_for_a_better_shot_starts_from_the_shot_declined` |
//! | 4 sensible defaults | `shots::shots_are_listed_and_highlighted_best_first`, `chances::the_best_rally_is_highlighted_and_not_given_up_without_a_question`, `chances::a_rally_without_a_chance_is_left_by_enter_which_names_it`, `chances::transfers_are_one_list_with_the_likely_ones_first_and_enter_ends_them`, `onward::preparatory_fire_is_spread_over_the_best_targets` |
//! | 5 windows that open by themselves | `given::a_window_that_opens_on_its_own_ignores_early_keys`, `given::a_message_does_not_hide_the_effect_of_enter` |
//! | 6 the enemy's turn as a report | `reported::the_enemys_turn_is_reported_worst_first_and_enter_only_closes_the_report`, `told::events_since_the_last_decision_can_be_stepped_both_ways` |
//! | 7 results before arithmetic | `reported::a_roll_is_told_by_its_result_first`, `onward::long_lines_give_up_names_before_results` |
//! | 8 phases that pass by | `reported::a_fire_phase_without_a_target_says_why`, `odds::phases_and_reactions_that_pass_by_say_why` |
//! | 9 play-back | `reported::space_skips_what_the_computer_does`, `told::no_choices_are_listed_while_the_computer_plays` |
//! | 10 the end of a battle | `reported::the_end_of_a_battle_has_its_screen_with_a_rematch`, `told::the_final_report_leads_back_to_the_decisive_actions` |
//! | 11 score and aim | `frame::both_scores_fit_into_80_columns_and_yours_is_named`, `frame::a_large_screen_says_how_the_battle_would_end_now` |
//! | 12 risk before a move | `risks::the_cursor_shows_the_risk_of_a_square`, `risks::a_march_names_its_worst_place` |
//! | 13 odds at the cursor | `skirmish::the_row_of_the_fire_plan_moves_the_cursor_and_the_odds`, `odds::the_list_of_choices_shows_the_odds_of_its_row_the_chance_first`, `rolled::every_kind_of_choice_that_rolls_shows_its_chances_at_the_cursor` |
//! | 14 the acting unit | `marches::a_unit_tells_its_points_before_and_after_a_step`, `odds::the_inspector_tells_what_the_acting_unit_can_still_do`, `odds::an_arc_tells_what_it_misses_and_by_how_much`, `odds::a_turret_is_told_against_its_hull` |
//! | 15 markers on the map | `aslsk::zones_stacks_attacks_and_close_combat_are_drawn`, `odds::fired_and_moved_units_and_targets_are_marked` |
//! | 16 marches | `alone::a_march_counts_units_and_stacks_and_says_who_is_still_under_way`, `marches::a_unit_of_panzertruppe_marches_by_one_key`, `marches::a_stack_of_asl_marches_by_one_key`, `marches::a_broken_unit_of_asl_routs_by_one_key`, `marches::a_group_of_fire_and_move_marches_by_one_key`, `gestures::a_group_marches_together_and_one_key_undoes_it`, `chances::a_retreating_unit_marches_home_by_one_key` |
//! | 17 the fire plan | `skirmish::the_fire_plan_lists_attacks_with_their_chances_and_enter_fires`, `plans::the_fire_plan_assigns_each_unit_and_card_once_in_all_games`, `plans::the_plan_names_what_is_kept_for_later` |
//! | 18 one list | `skirmish::a_plot_starts_at_the_enemy_warns_of_friendly_stands_and_repeats`, `plans::a_fire_card_and_its_target_are_one_choice`, `plans::a_fire_mission_is_plotted_in_one_form`, `panzertruppe::hull_and_turret_are_faced_in_one_prompt`, `chances::a_second_card_of_the_same_name_is_played_like_the_first` |
//! | 19 groups | `grouped::a_proposed_group_is_split_and_merged_again`, `grouped::a_platoon_of_panzertruppe_is_selected_in_the_groups_window`, `grouped::digits_at_the_map_do_not_move_a_unit` |
//! | 20 lists and help | `lists::help_begins_with_the_prompt_and_has_at_most_four_pages`, `lists::esc_in_the_roster_shows_all_again_at_the_same_line`, `lists::the_title_finds_a_battle_and_esc_keeps_it` |
//! | 21 tutorials | `lessons::every_game_has_three_lessons_that_end_with_what_comes_next`, `lessons::the_first_text_opens_after_the_briefing_and_only_once`, `onward::a_key_that_a_tutorial_names_works_while_its_text_is_open` |
//! | 22 settings | `settings::a_change_is_saved_with_a_comment_and_read_at_the_next_start` |
//!
//! `counted` counts the keys of whole turns.

mod alone;
mod asked;
mod aslsk;
mod campaigns;
mod chances;
mod colours;
mod costly;
mod counted;
mod counters;
mod editor;
mod elsewhere;
mod every;
mod fireandmove;
mod frame;
mod gestures;
mod given;
mod grouped;
mod keys;
mod lessons;
mod lists;
mod marches;
mod mouse;
mod odds;
mod onward;
mod painting;
mod panzertruppe;
mod pictures;
mod plans;
mod proposed;
mod reported;
mod risks;
mod rolled;
mod settings;
mod shots;
mod skirmish;
mod tables;
mod tested;
mod told;
mod undo;
mod washes;
mod why;
mod wire;
mod worlds;

use std::path::Path;

use standto::cli::LibraryServices;
use standto::game::Seat;
use standto::game::journal::DiceKind;
use standto::library::{NewGame, Scenario};
use standto::tui::{App, Options};

use crate::desk::desk;
use crate::fake::{drawn, keys, options, text};

/// The screen of a battle between two people after some keys, in ASCII and without colour.
fn shot(file: &str, seed: u64, typed: &str, width: u16, height: u16) -> String {
    let home = desk();
    let front = home.front();
    let scenario = Scenario::from_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let mut desk = LibraryServices::new(front);
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    keys(&mut app, typed);
    text(&drawn(&mut app, width, height))
}

#[test]
fn every_point_of_the_conversation_names_tests_that_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/screen");
    let table = std::fs::read_to_string(folder.join("mod.rs")).unwrap();
    let rows = table.lines().filter(|line| line.starts_with("//! | ") && !line.contains("| point |"));
    let mut points = 0;
    for row in rows {
        let named: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "{row}");
        for test in named {
            let (module, name) = test.split_once("::").unwrap();
            let text = std::fs::read_to_string(folder.join(format!("{module}.rs"))).unwrap();
            assert!(text.contains(&format!("#[test]\nfn {name}()")), "{test}");
        }
        points += 1;
    }
    assert_eq!(points, 22);
}
