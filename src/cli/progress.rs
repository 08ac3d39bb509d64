//! Progress bars of long commands: on standard error, and only if it is a terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over so many things: "12 of 100 games".
pub(super) fn bar(all: u64, things: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
    let template = format!("{{pos}} of {{len}} {things} {{wide_bar}} {{eta}} left");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
