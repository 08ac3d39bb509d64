//! The title screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::{Look, headed};
use crate::tui::services::BattleState;
use crate::tui::text::{self, cut, put, width, wrap};
use crate::tui::theme::Role;
use crate::tui::title::{Entry, Title};

/// A line of the list: its text, a remark at its right edge, its role and its place among the entries.
struct Listed {
    text: String,
    tail: String,
    role: Role,
    place: Option<usize>,
}

/// The list with its headings: battles in progress, the scenarios of each ruleset, finished battles.
fn listed(title: &Title) -> Vec<Listed> {
    let mut lines: Vec<Listed> = Vec::new();
    let mut section = "";
    for (place, entry) in title.entries().into_iter().enumerate() {
        let (heading, text, tail) = match entry {
            Entry::Save(n) => {
                let save = &title.saves[n];
                let heading = if save.finished { "Finished battles" } else { "Battles in progress" };
                let tail = save.summary.split(',').next().unwrap_or_default();
                (heading, &save.title, if save.finished { String::new() } else { tail.to_owned() })
            }
            Entry::Battle(n) => {
                let battle = &title.battles[n];
                let (heading, tail) = match battle.state {
                    BattleState::YourTurn => ("Your battles with other players", "YOUR TURN"),
                    BattleState::Yours => ("Your battles with other players", ""),
                    BattleState::Open if battle.word => ("Open invitations", "password"),
                    BattleState::Open => ("Open invitations", ""),
                    BattleState::Others => ("Battles of other players", ""),
                    BattleState::Over => ("Finished battles of two players", ""),
                };
                (heading, &battle.title, tail.to_owned())
            }
            Entry::Scenario(n) => {
                let card = &title.scenarios[n];
                let book = if card.book.is_empty() { &card.ruleset } else { &card.book };
                let tail = if card.teaches { "tutorial" } else { "" };
                (book.as_str(), &card.title, tail.to_owned())
            }
        };
        if heading != section {
            section = heading;
            lines.push(Listed {
                text: section.to_owned(),
                tail: String::new(),
                role: Role::Title,
                place: None,
            });
        }
        lines.push(Listed { text: format!("  {text}"), tail, role: Role::Text, place: Some(place) });
    }
    if lines.is_empty() {
        let text = match title.filter.as_str() {
            "" => "No scenarios were found.".to_owned(),
            filter => format!("Nothing matches \"{filter}\"."),
        };
        lines.push(Listed { text, tail: String::new(), role: Role::Warning, place: None });
    }
    lines
}

/// Draws the picture, saved games and scenarios, with details of the selected one.
pub fn draw(title: &Title, buf: &mut Buffer, look: Look) {
    let area = buf.area;
    let style = |role| look.theme.of(role);
    let about = "referee, map table and opponent for battles of the Second World War";
    let top = dawn(area, buf, look).unwrap_or_else(|| {
        put(buf, 2, 0, area.width, "STAND TO", style(Role::Title));
        put(buf, 12, 0, area.width - 12, about, style(Role::Dim));
        1
    });
    if title.typing || !title.filter.is_empty() {
        let end = if title.typing { "_" } else { "" };
        put(buf, 2, top, area.width - 4, &format!("/{}{end}", title.filter), style(Role::Key));
    }
    let tall = area.height.saturating_sub(top + 2);
    let left = Rect::new(2, top + 1, (area.width / 2).min(60) - 2, tall.saturating_sub(1));
    let right = Rect::new(left.right() + 2, top + 1, area.width - left.right() - 4, left.height);
    let lines = listed(title);
    let room = usize::from(left.height);
    let at = lines.iter().position(|line| line.place == Some(title.selected)).unwrap_or(0);
    // The first entry is shown with its heading, and a line ahead of the selected one.
    let first = if at <= 1 { 0 } else { (at + 2).saturating_sub(room).min(lines.len().saturating_sub(room)) };
    for (y, line) in (left.top()..left.bottom()).zip(lines.iter().skip(first)) {
        let here = line.place == Some(title.selected);
        let text = if here { line.text.replacen("  ", "> ", 1) } else { line.text.clone() };
        // A remark gives way to the whole name.
        let fits = width(&text) + 1 + width(&line.tail) <= usize::from(left.width);
        let tail = if fits { width(&line.tail) } else { 0 };
        let names = usize::from(left.width) - if tail > 0 { tail + 1 } else { 0 };
        let text = cut(&text, names);
        let padded = if here { format!("{text:<0$}", usize::from(left.width)) } else { text };
        put(buf, left.x, y, left.width, &padded, style(if here { Role::Cursor } else { line.role }));
        let style = style(if here { Role::Cursor } else { Role::Dim });
        put(buf, left.right() - tail as u16, y, tail as u16, &line.tail, style);
    }
    details(title, right, buf, look);
    picture(right, buf, look);
}

/// Dawn in front of the trenches: `.` sky, `o` the sun, `h` hills, `#` and `T` what stands before them.
const DAWN: [&str; 14] = [
    "................................................................................",
    "...TTTT.TTTTT..TT..T..T.TTT.....TTTTT.TTTT......................................",
    "...T......T...T..T.TT.T.T..T......T...T..T......................................",
    "...TTTT...T...TTTT.T.TT.T..T......T...T..T.......................####...........",
    "......T...T...T..T.T..T.T..T......T...T..T....................##########........",
    "...TTTT...T...T..T.T..T.TTT.......T...TTTT..................#############.......",
    "..............................................############################......",
    "............................................................#############.......",
    "...............................ooooo................########################....",
    ".....###.........###..........ooooooo.............############################..",
    "....#####.......#####hhhh###ho#oooohhh#hhhhh#hhhh#############################..",
    ".....###.......hh###hhhh#####h#h#h#h#h#h#h#h#hhhh##h###h###h###h###h###h###h#hhh",
    "h....####.######h####h######hh#hhhhhhh#hhhhh#hhhhh##########################hhhh",
    "hhhh########hhhh########h####h######h###h#h##hhh################################",
];

/// The sky from the top, in the tints of the map.
const SKY: [Role; 7] = [
    Role::GroundWater,
    Role::GroundWater,
    Role::Ground,
    Role::Ground1,
    Role::GroundGrain,
    Role::Ground2,
    Role::Ground3,
];

/// Draws the picture across the top in half blocks, twice as large on a large screen; returns its height.
/// `None` if the terminal has no tints or no half blocks.
fn dawn(area: Rect, buf: &mut Buffer, look: Look) -> Option<u16> {
    if look.ascii || !look.theme.is_tinted() || area.height < 24 || area.width < 80 {
        return None;
    }
    let scale = if area.width >= 160 && area.height >= 48 { 2 } else { 1 };
    let (wide, tall) = (80 * scale, 7 * scale);
    let left = (area.width - wide) / 2;
    let theme = look.theme;
    let ink = theme.of(Role::EdgeWall).fg.unwrap_or_default();
    let pixel = |x: u16, y: u16| {
        let row = DAWN[usize::from(y / scale)].as_bytes();
        // Beyond the picture the ground and the sky go on.
        let at = x.checked_sub(left).filter(|x| *x < wide).map(|x| row[usize::from(x / scale)]);
        let sign = at.unwrap_or(match y / scale {
            13 => b'#',
            11 | 12 => b'h',
            _ => b'.',
        });
        match sign {
            b'#' | b'T' => ink,
            b'o' => theme.of(Role::Blocked).fg.unwrap_or(ink),
            b'h' => theme.tint(Role::GroundWoods),
            _ => theme.tint(SKY[usize::from(y / scale / 2)]),
        }
    };
    for row in 0..tall {
        for x in 0..area.width {
            let (upper, lower) = (pixel(x, 2 * row), pixel(x, 2 * row + 1));
            let sign = if upper == lower { ' ' } else { '▀' };
            text::sign(buf, x, row, sign, Style::new().fg(upper).bg(lower));
        }
    }
    Some(tall)
}

/// A tank in profile, on the ground.
const TANK: [&str; 8] = [
    r"                     ____",
    r"             ._____/_()__\_",
    r"  o==========|______________)",
    r"         ____/______________\____",
    r"       _/________________________\_",
    r"      / (O)(O)(O)(O)(O)(O)(O)(O)(O)\",
    r"      \____________________________/",
    r" ^^~~^^^^~~^^^^^~~~^^^~~^^^^~~~^^^^~~^^",
];

/// Draws the tank at the bottom of an area if there is room below the lines.
fn picture(area: Rect, buf: &mut Buffer, look: Look) {
    let tall = TANK.len() as u16;
    let wide = TANK.iter().map(|line| width(line)).max().unwrap_or(0) as u16;
    // The picture at the top is enough.
    if area.height <= tall + 2 || area.width < wide || buf[(0, 0)].bg != Color::Reset {
        return;
    }
    let top = area.bottom() - tall;
    let is_free =
        (top - 1..area.bottom()).all(|y| (area.left()..area.right()).all(|x| buf[(x, y)].symbol() == " "));
    if !is_free {
        return;
    }
    let left = area.x + (area.width - wide) / 2;
    for (y, line) in (top..).zip(TANK) {
        let role = if y + 1 == area.bottom() { Role::Woods } else { Role::Title };
        put(buf, left, y, wide, line, look.theme.of(role));
    }
}

fn details(title: &Title, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let mut lines: Vec<(String, Role)> = Vec::new();
    let heading = if let Some(battle) = title.battle() {
        lines.push((battle.players.clone(), Role::Prompt));
        lines.extend(battle.summary.iter().map(|line| (line.clone(), Role::Text)));
        let keys = match battle.state {
            BattleState::YourTurn | BattleState::Yours => "Enter sits down at it.",
            BattleState::Open => "Enter joins on these terms.",
            BattleState::Others | BattleState::Over => "Enter or w watches it.",
        };
        lines.push((keys.to_owned(), Role::Dim));
        if let Some((_, typed)) = &title.joining {
            lines.push((format!("Password: {}_", "*".repeat(typed.chars().count())), Role::Key));
        }
        lines.extend(title.message.iter().map(|text| (format!("! {text}"), Role::Warning)));
        battle.title.clone()
    } else if let Some(save) = title.save() {
        lines.push((save.summary.clone(), Role::Text));
        lines.push(("Enter resumes this game.".to_owned(), Role::Dim));
        save.title.clone()
    } else if let Some(card) = title.scenario() {
        let sides: Vec<&str> = card.sides.iter().map(|(_, name)| name.as_str()).collect();
        if card.read {
            lines.push((format!("{}, {} turns", sides.join(" against "), card.turns), Role::Prompt));
        }
        if card.teaches {
            lines.push(("First battle? Press Enter.".to_owned(), Role::Prompt));
        }
        lines.extend(card.summary.iter().map(|line| (line.clone(), Role::Text)));
        card.title.clone()
    } else {
        return;
    };
    let inner = headed(area, &heading, buf, look);
    let rows = lines.iter().flat_map(|(text, role)| {
        wrap(text, usize::from(inner.width), 0).into_iter().map(move |line| (line, *role))
    });
    for (y, (line, role)) in (inner.top()..inner.bottom()).zip(rows) {
        put(buf, inner.x, y, inner.width, &line, style(role));
    }
}
