//! The report of a battle, to be shared: a page with the map and every action, one position as an image, or a
//! summary as text.
//!
//! Everything comes from [`View`](crate::game::View)s, log lines and tests, so every ruleset has it, and a reader
//! sees no more than the seat they read from.

mod chart;
mod data;
mod map;
mod page;
mod story;
mod summary;
mod units;

pub use page::html;
pub use story::{Eyes, Story, Untold};
pub use summary::text;

use std::fmt::Write as _;

/// One position of a battle as an SVG image: after this many actions, or at the end.
pub fn svg(story: &Story, play: Option<u32>) -> String {
    let frame = play.map_or(story.frames.len() - 1, |play| (play as usize).min(story.frames.len() - 1));
    let plan = map::Plan::of(&story.board);
    let [width, height] = plan.size();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>{}{}</style>\n",
        crate::picture::escaped(&story.title),
        map::style(),
        units::STYLE
    );
    out.push_str(&map::drawn(story, &plan));
    let _ = write!(out, "<g class=\"units\">{}</g>\n</svg>\n", units::drawn(story, frame, &plan));
    out
}
