//! Micro Armour: The Game – WWII against its rulebook.

mod aircraft;
mod artillery;
mod battles;
mod cards;
mod catalog;
mod charts;
mod command;
mod design;
mod determination;
mod editor;
mod engineering;
mod follies;
mod landings;
mod ledger;
mod objectives;
mod opponent;
mod opponent_options;
mod parts;
mod prices;
mod prompts;
mod puzzles;
mod random;
mod stances;
mod switches;
mod weather;
mod wrecks;
