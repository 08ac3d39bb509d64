//! Charts over the actions of a battle: losses, and luck.

use std::fmt::Write as _;

use super::story::Story;
use crate::deeds::Luck;
use crate::game::Side;
use crate::picture::escaped;

/// Width and height of a chart.
const SIZE: [f64; 2] = [600.0, 110.0];
/// Around the curves.
const EDGE: f64 = 14.0;

/// The style of the charts.
pub(super) const STYLE: &str = ".chart path{fill:none;stroke-width:2}.chart .a{stroke:#2f66c4}.chart .b{stroke:#c4383d}\
    .chart .axis{stroke:currentColor;stroke-opacity:.3;stroke-width:1}.chart .now{stroke:currentColor;stroke-width:1}\
    .chart text{font-size:9px;fill:currentColor}";

/// The losses of both sides after each action.
pub(super) fn losses(story: &Story) -> String {
    let of = |side: Side| story.frames.iter().map(|frame| f64::from(frame.losses[side.index()])).collect();
    chart(story, "losses", Side::BOTH.map(of))
}

/// Successful rolls of both sides beyond the expected number, after each action.
pub(super) fn luck(story: &Story) -> String {
    let of = |side: Side| {
        let mut luck = Luck::default();
        let mut lines = story.log.iter().filter(|line| line.event.side == Some(side)).peekable();
        (0..=story.plays())
            .map(|play| {
                while let Some(line) = lines.next_if(|line| line.play <= play) {
                    luck.count(line);
                }
                luck.spare()
            })
            .collect()
    };
    chart(story, "luck", Side::BOTH.map(of))
}

/// Two curves of steps over the same scale, with the turns marked.
fn chart(story: &Story, name: &str, curves: [Vec<f64>; 2]) -> String {
    let [width, height] = SIZE;
    let values = || curves.iter().flatten().copied();
    let (low, high) = (values().fold(0.0, f64::min), values().fold(1.0, f64::max));
    let last = f64::from(story.plays().max(1));
    let x = |play: usize| EDGE + play as f64 / last * (width - 2.0 * EDGE);
    let y = |value: f64| height - EDGE - (value - low) / (high - low) * (height - 2.0 * EDGE);
    let mut out =
        format!("<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" data-chart=\"{name}\">");
    let mut axis = format!("M{EDGE} {:.0}H{}", y(0.0), width - EDGE);
    let mut turn = 0;
    for (play, frame) in story.frames.iter().enumerate().filter(|(_, frame)| frame.turn > 0) {
        if frame.turn != turn {
            turn = frame.turn;
            let _ = write!(axis, "M{:.0} {EDGE}V{}", x(play), height - EDGE);
            let _ = write!(out, "<text x=\"{:.0}\" y=\"{height}\">{turn}</text>", x(play));
        }
    }
    let _ = write!(out, "<path class=\"axis\" d=\"{axis}\"/>");
    for (side, curve) in Side::BOTH.into_iter().zip(&curves) {
        let mut path = String::new();
        let mut before = None;
        for (play, value) in curve.iter().enumerate() {
            match before {
                None => {
                    let _ = write!(path, "M{:.0} {:.1}", x(play), y(*value));
                }
                Some(old) if old != *value => {
                    let _ = write!(path, "H{:.0}V{:.1}", x(play), y(*value));
                }
                Some(_) => continue,
            }
            before = Some(*value);
        }
        let _ = write!(path, "H{:.0}", x(curve.len().saturating_sub(1)));
        let class = if side == Side::A { "a" } else { "b" };
        let name = escaped(&story.sides[side.index()].name);
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"><title>{name}</title></path>");
    }
    let _ = write!(out, "<text x=\"0\" y=\"{:.0}\">{high:.0}</text>", y(high));
    let _ = write!(
        out,
        "<path class=\"now\" data-from=\"{EDGE}\" data-to=\"{}\" d=\"M0 0V{height}\"/></svg>",
        width - EDGE
    );
    out
}
