//! The head of a scenario: its format and its ruleset.

use super::spanned::Spanned;
use serde::Deserialize;

use super::report::{Report, plain};

/// The scenario format this version reads.
pub const FORMAT: i64 = 1;

/// The declarations a file must begin with. They are read before the rest so that a newer format is
/// recognised.
#[derive(Deserialize)]
struct Header {
    format: Option<Spanned<i64>>,
    ruleset: Option<Spanned<String>>,
}

/// The most lines, values, tables and keys a file may have: far more than any real file.
const MOST_PARTS: usize = 50_000;

/// Whether a file has more parts than any real one; each part takes memory.
fn has_too_many_parts(text: &str) -> bool {
    let parts = text.bytes().filter(|byte| matches!(byte, b'\n' | b',' | b'[' | b'{' | b'='));
    // A dot is ground in a drawing, and separates the parts of a dotted key.
    let dotted = text.lines().map(|line| line.split(['=', '#', '"', '\'']).next().unwrap_or_default());
    let keys = dotted.filter(|key| key.contains(|c: char| c.is_ascii_alphanumeric()));
    parts.count() > MOST_PARTS || keys.map(|key| key.matches('.').count()).sum::<usize>() > MOST_PARTS
}

/// The whole file as a `T`, if it can be read.
fn whole<T: for<'de> Deserialize<'de>>(text: &str) -> Option<T> {
    if has_too_many_parts(text) { None } else { crate::reading::from_toml(text).ok() }
}

/// The part before the first table, if it can be read by itself: enough for the head, and far shorter. Places
/// in it are places in the file.
fn first_words<T: for<'de> Deserialize<'de>>(text: &str) -> Option<T> {
    let head: usize =
        text.split_inclusive('\n').take_while(|line| !line.starts_with('[')).map(str::len).sum();
    whole(&text[..head])
}

/// The ruleset a scenario declares, with its place; `None` if it declares none, or is not TOML.
pub fn ruleset(text: &str) -> Option<Spanned<String>> {
    let named = first_words::<Header>(text).and_then(|header| header.ruleset);
    named.or_else(|| whole::<Header>(text)?.ruleset)
}

/// The custom data file a scenario names, with its place; `None` if it names none, or is not TOML.
pub fn tables(text: &str) -> Option<Spanned<String>> {
    #[derive(Deserialize)]
    struct Named {
        tables: Option<Spanned<String>>,
    }
    // This key comes before all tables.
    first_words::<Named>(text).or_else(|| whole(text))?.tables
}

/// The headings a list of scenarios shows without reading them in full.
#[derive(Deserialize, Debug, Default)]
pub struct Heading {
    /// The title.
    pub title: Option<String>,
    /// It is a tutorial.
    #[serde(default)]
    pub teaches: bool,
}

/// The heading of a scenario; `None` if it is not TOML.
pub fn heading(text: &str) -> Option<Heading> {
    heading_lines(text).or_else(|| first_words(text)).or_else(|| whole(text))
}

/// The heading from its own lines, where they are as the built-in scenarios write them: a list of scenarios
/// reads nothing else.
fn heading_lines(text: &str) -> Option<Heading> {
    const TEXT: &str = "\"\"\"";
    let mut heading = Heading::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next().filter(|line| !line.starts_with('[')) {
        if line.contains("'''") {
            return None;
        }
        if let Some((key, rest)) = line.split_once(TEXT) {
            // A text over several lines is passed over, if it is no more than that.
            let end = lines.find(|line| line.contains(TEXT) || line.contains('\\'));
            if !rest.is_empty() || key.starts_with("title") || end != Some(TEXT) {
                return None;
            }
        } else if line.starts_with("title") {
            let title = line.strip_prefix("title = \"")?.strip_suffix('"')?;
            if title.contains(['\\', '"']) || heading.title.is_some() {
                return None;
            }
            heading.title = Some(title.to_owned());
        } else if line.starts_with("teaches") {
            heading.teaches = line.strip_prefix("teaches = ")?.parse().ok()?;
        }
    }
    heading.title.is_some().then_some(heading)
}

/// The file as a `T`, or a fault where the TOML is broken or does not fit.
pub fn parsed<T: for<'de> Deserialize<'de>>(report: &mut Report, text: &str) -> Option<T> {
    if has_too_many_parts(text) {
        report
            .fault(0..0, format!("the file has more than {MOST_PARTS} parts, more than any scenario needs"));
        return None;
    }
    match crate::reading::from_toml(text) {
        Ok(value) => Some(value),
        Err(error) => {
            report.fault(error.span.unwrap_or(0..0), plain(&error.message));
            None
        }
    }
}

impl Report<'_> {
    /// Whether the file is in this version's [`FORMAT`] and for the ruleset `id`; otherwise a fault says what
    /// it is.
    pub fn header(&mut self, text: &str, id: &str) -> Option<()> {
        let told =
            first_words(text).filter(|header: &Header| header.format.is_some() && header.ruleset.is_some());
        let Header { format, ruleset } = told.or_else(|| parsed(self, text))?;
        let Some(format) = format else {
            self.fault(0..0, format!("the file does not say its format, expected \"format = {FORMAT}\""));
            return None;
        };
        let number = *format.get_ref();
        if number != FORMAT {
            let what = format!("this scenario is in format {number}, expected format {FORMAT}");
            self.fault(format.span(), what);
            return None;
        }
        let Some(ruleset) = ruleset else {
            self.fault(0..0, format!("the file does not say its ruleset, expected \"ruleset = \"{id}\"\""));
            return None;
        };
        if ruleset.get_ref() != id {
            let name = ruleset.get_ref();
            self.fault(ruleset.span(), format!("this scenario is for ruleset \"{name}\", expected \"{id}\""));
            return None;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read_without_the_rest() {
        let text = "# From the future\nformat = 2\nruleset = \"x\"\n[map]\nsize <- 3\n";
        let mut report = Report::new("f.toml", text);
        assert_eq!(report.header(text, "x"), None);
        let fault = report.end::<()>(None).unwrap_err().to_string();
        assert!(fault.contains("format 2, expected format 1") && !fault.contains("size"), "{fault}");
        let named = ruleset(text).unwrap();
        assert_eq!((named.get_ref().as_str(), &text[named.span()]), ("x", "\"x\""));
    }

    #[test]
    fn a_heading_is_read_from_its_lines_unless_they_could_be_part_of_a_text() {
        let title = |text: &str| heading(text).and_then(|heading| heading.title);
        let plain =
            "format = 1\ntitle = \"A \\\"B\\\"\"\nteaches = true\nbriefing = [\n  \"x\",\n]\n[map]\n<-";
        assert_eq!(title(plain).as_deref(), Some("A \"B\""));
        assert!(heading(plain).unwrap().teaches);
        let long = "briefing = \"\"\"\ntitle = \"wrong\"\n\"\"\"\ntitle = \"right\"\nteaches = true\n";
        assert_eq!(heading_lines(long).and_then(|heading| heading.title).as_deref(), Some("right"));
        let escaped = "briefing = \"\"\"\n\\\"\"\"\ntitle = \"wrong\"\n\"\"\"\ntitle = \"right\"\n";
        assert_eq!(heading_lines(escaped).map(drop), None);
        assert_eq!(title(escaped).as_deref(), Some("right"));
        let quoting = "briefing = '''\ntitle = \"wrong\"\n'''\ntitle = \"right\"\n";
        assert_eq!(title(quoting).as_deref(), Some("right"));
        let twice = "title = \"one\"\ntitle = \"two\"\n";
        assert_eq!(title(twice), None);
        let long = "\"title\" = \"quoted key\"\n";
        assert_eq!(title(long).as_deref(), Some("quoted key"));
    }

    #[test]
    fn a_table_like_line_in_a_string_does_not_end_the_head() {
        let text = "title = \"\"\"\n[x]\n\"\"\"\nformat = 1\nruleset = \"y\"\n";
        let mut report = Report::new("f.toml", text);
        assert_eq!(report.header(text, "y"), Some(()));
        assert_eq!(ruleset(text).map(Spanned::into_inner).as_deref(), Some("y"));
    }
}
