//! Turns the tables that every start needs into constants, so that the program does not have to read them: the built-in keys
//! and themes, the contents of the scenarios, short names. A player's own tables are read when the program runs.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

type Row<'a> = (Spanned<Cow<'a, str>>, Spanned<DeValue<'a>>);
type Section<'a> = (String, Vec<Row<'a>>);

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = std::env::var("OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(out.join("keys.rs"), keys("config/keys.toml")?)?;
    fs::write(out.join("contents.rs"), contents("scenarios/contents.toml")?)?;
    let mut themes = String::from("&[\n");
    for folder in ["config/looks", "config/themes"] {
        println!("cargo::rerun-if-changed={folder}");
        let mut files: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
        files.sort_by_key(fs::DirEntry::file_name);
        for file in files {
            let path = file.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            writeln!(themes, "    ({name:?}, &{}),", theme(&path)?)?;
        }
    }
    fs::write(out.join("themes.rs"), themes + "]\n")?;
    for folder in fs::read_dir("config")? {
        let folder = folder?;
        let path = folder.path().join("short-names.toml");
        if path.is_file() {
            let file = format!("{}-short-names.rs", folder.file_name().to_string_lossy());
            fs::write(out.join(file), lists(&path)?)?;
        }
    }
    Ok(())
}

/// The rows of a table in the order of the file.
fn rows(table: DeTable<'_>) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = table.into_iter().collect();
    rows.sort_by_key(|(key, _)| key.span().start);
    rows
}

/// The sections of a file with their rows.
fn sections(text: &str) -> Result<Vec<Section<'_>>, Box<dyn Error>> {
    let mut sections = Vec::new();
    for (name, value) in rows(DeTable::parse(text)?.into_inner()) {
        match value.into_inner() {
            DeValue::Table(table) => sections.push((name.into_inner().into_owned(), rows(table))),
            _ => return Err(format!("{} is not a table", name.get_ref()).into()),
        }
    }
    Ok(sections)
}

/// The key table as a list of rows.
fn keys(path: &str) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={path}");
    let text = fs::read_to_string(path)?;
    let mut list = String::from("&[\n");
    for (place, rows) in sections(&text)? {
        for (name, row) in rows {
            let get = |key: &str| row.get_ref().get(key).map(Spanned::get_ref);
            let word = |key: &str| get(key).and_then(DeValue::as_str);
            let keys = get("keys").and_then(DeValue::as_array).map(|keys| {
                keys.iter()
                    .filter_map(|key| key.get_ref().as_str())
                    .map(|key| format!("{key:?}"))
                    .collect::<Vec<_>>()
            });
            let keys = keys.map_or("None".to_owned(), |keys| format!("Some(&[{}])", keys.join(", ")));
            let (name, help, hint) = (name.get_ref(), word("help"), word("hint"));
            writeln!(
                list,
                "    Row {{ place: {place:?}, name: {name:?}, keys: {keys}, help: {help:?}, hint: {hint:?} }},"
            )?;
        }
    }
    Ok(list + "]\n")
}

/// Each section of a file as a constant with its name: a list of pairs, in order of their keys.
fn lists(path: &Path) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path)?;
    let mut lists = String::new();
    for (section, mut rows) in sections(&text)? {
        rows.sort_by(|(one, _), (other, _)| one.get_ref().cmp(other.get_ref()));
        writeln!(lists, "const {}: &[(&str, &str)] = &[", section.to_uppercase())?;
        for (key, value) in rows {
            let text = value.get_ref().as_str().ok_or_else(|| format!("{} is not a text", key.get_ref()))?;
            writeln!(lists, "    ({:?}, {text:?}),", key.get_ref())?;
        }
        lists += "];\n";
    }
    Ok(lists)
}

/// The contents of the built-in scenarios as a list.
fn contents(path: &str) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={path}");
    let text = fs::read_to_string(path)?;
    let mut list = String::from("&[\n");
    for (scenario, row) in sections(&text)? {
        let get = |wanted: &str| {
            let value = row.iter().find(|(key, _)| key.get_ref() == wanted);
            value.map(|(_, value)| value.get_ref()).ok_or(format!("{scenario} has no {wanted}"))
        };
        let text = |value: &DeValue<'_>| value.as_str().map(|text| format!("{text:?}")).ok_or("not a text");
        let all = |list: &DeValue<'_>| {
            let list = list.as_array().ok_or("not a list")?;
            list.iter().map(|item| text(item.get_ref())).collect::<Result<Vec<_>, _>>()
        };
        let turns = get("turns")?.as_integer().ok_or("turns is not a number")?.as_str().to_owned();
        let teaches = get("teaches")?.as_bool().ok_or("teaches is not a flag")?;
        let sides = all(get("sides")?)?;
        let [a, a_name, b, b_name] = &sides[..] else { return Err("sides has four texts".into()) };
        let balance = all(get("balance")?)?;
        let balance: Vec<String> = balance.chunks(2).map(|pair| format!("({})", pair.join(", "))).collect();
        writeln!(
            list,
            "    Contents {{ scenario: {scenario:?}, title: {}, teaches: {teaches}, turns: {turns}, \
             sides: [({a}, {a_name}), ({b}, {b_name})], balance: &[{}], summary: &[{}] }},",
            text(get("title")?)?,
            balance.join(", "),
            all(get("summary")?)?.join(", "),
        )?;
    }
    Ok(list + "]\n")
}

/// A theme as a list of roles and their styles.
fn theme(path: &Path) -> Result<String, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let mut list = String::from("[\n");
    for (role, rows) in sections(&text)? {
        let mut style = String::new();
        for (key, value) in rows {
            match value.get_ref() {
                DeValue::String(colour) => write!(style, "{}: Some({colour:?}), ", key.get_ref())?,
                DeValue::Boolean(set) => write!(style, "{}: {set}, ", key.get_ref())?,
                _ => {
                    return Err(format!(
                        "{}: {} is neither a colour nor a flag",
                        path.display(),
                        key.get_ref()
                    )
                    .into());
                }
            }
        }
        writeln!(list, "        ({role:?}, Raw {{ {style}..PLAIN }}),")?;
    }
    Ok(list + "    ]")
}
