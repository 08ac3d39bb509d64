//! The fields of a battle, its sides, formations and stands: what each shows and how it is edited.

use toml::Table;

use super::parts::on_one_line;
use super::planning::Part;
use super::project::{Project, Start, number, says, word};
use super::victory::WON;
use crate::editor::{EditBy, Line, Subject};
use crate::rules::matg::authoring::design::{arithmetic, history};
use crate::rules::matg::catalog::{Nation, nations};
use crate::rules::matg::command::break_point;
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::options::OPTIONAL_RULES;

/// Identifies a field.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Title,
    Kind,
    Date,
    Turns,
    Points,
    Width,
    Height,
    Sight,
    Victory,
    Goal,
    Briefing,
    Option(usize),
    Nation,
    Name,
    Letter,
    Cohesion,
    Edge,
    Depth,
    Defends,
    Determination,
    Observers,
    FormationName,
    Reconnaissance,
    Zone,
    Role,
    Start,
    Facing,
    Observer,
    Recon,
    Engineer,
    BetterShells,
    FireTurns,
    /// Stands of a side that start outside its strip.
    Outside,
    /// A field of a plan.
    Plan(Part),
}

impl Project {
    pub(super) fn fields(&self, of: Subject) -> Vec<Field> {
        match of {
            Subject::Battle => {
                let options = (0..Optional::ALL.len()).map(Field::Option);
                let first = [
                    Field::Title,
                    Field::Kind,
                    Field::Date,
                    Field::Turns,
                    Field::Points,
                    Field::Width,
                    Field::Height,
                    Field::Sight,
                    Field::Victory,
                    Field::Goal,
                    Field::Briefing,
                ];
                first.into_iter().chain(options).collect()
            }
            Subject::Side(_) => {
                let mut fields = vec![
                    Field::Nation,
                    Field::Name,
                    Field::Letter,
                    Field::Cohesion,
                    Field::Edge,
                    Field::Depth,
                    Field::Outside,
                    Field::Defends,
                    Field::Observers,
                ];
                if self.plays("determination") {
                    fields.push(Field::Determination);
                }
                fields
            }
            Subject::Formation(side, f) if f < self.force(side).formations.len() => {
                vec![Field::FormationName, Field::Zone, Field::Reconnaissance]
            }
            Subject::Piece(side, f, n) if self.stand(side, f, n).is_some() => vec![
                Field::Role,
                Field::Start,
                Field::Facing,
                Field::Observer,
                Field::Recon,
                Field::Engineer,
                Field::BetterShells,
                Field::FireTurns,
            ],
            Subject::Plan(whose, list, n) => self.parts(whose, list, n),
            _ => Vec::new(),
        }
    }

    /// The fields of a subject.
    pub(super) fn lines(&self, of: Subject) -> Vec<Line> {
        self.fields(of).into_iter().map(|field| self.line(of, field)).collect()
    }

    pub(super) fn table(&self, of: Subject) -> Option<&Table> {
        match of {
            Subject::Battle => Some(&self.frame),
            Subject::Side(side) => Some(&self.force(side).about),
            Subject::Formation(side, f) => {
                self.force(side).formations.get(f).map(|formation| &formation.about)
            }
            Subject::Piece(side, f, n) => self.stand(side, f, n).map(|stand| &stand.about),
            Subject::Plan(whose, list, n) => self.plan(whose, list, n),
        }
    }

    pub(super) fn table_mut(&mut self, of: Subject) -> Option<&mut Table> {
        match of {
            Subject::Battle => Some(&mut self.frame),
            Subject::Side(side) => Some(&mut self.force_mut(side).about),
            Subject::Formation(side, f) => {
                self.force_mut(side).formations.get_mut(f).map(|formation| &mut formation.about)
            }
            Subject::Piece(side, f, n) => self.stand_mut(side, f, n).map(|stand| &mut stand.about),
            Subject::Plan(whose, list, n) => self.plan_mut(whose, list, n),
        }
    }

    pub(super) fn line(&self, of: Subject, field: Field) -> Line {
        let line =
            |name: &str, value: String, how, about: String| Line { name: name.to_owned(), value, how, about };
        let empty = Table::new();
        let table = self.table(of).unwrap_or(&empty);
        let text = |key: &str| word(table, key).unwrap_or("").to_owned();
        let figure = |key: &str| number(table, key).map_or_else(|| "-".to_owned(), |n| n.to_string());
        let yes = |key: &str| if says(table, key) { "yes" } else { "no" }.to_owned();
        let plain = |about: &str| about.to_owned();
        match field {
            Field::Plan(part) => self.part(of, part),
            Field::Outside => {
                let about = plain("Stands that start outside the zone; Left or Right brings them in.");
                line("Begin elsewhere", self.strays(of).len().to_string(), EditBy::Cycling, about)
            }
            Field::Title => line("Title", text("title"), EditBy::Typing, plain("The title of the battle.")),
            Field::Kind => {
                let kind = self.kind();
                let about = format!(
                    "Type {}: {} turns by the book, {} attacking points to one (design: 1{}).",
                    arithmetic::letter(kind),
                    arithmetic::turns(kind),
                    arithmetic::force_ratio(kind),
                    arithmetic::letter(kind)
                );
                line("Type", kind.key().replace('-', " "), EditBy::Cycling, about)
            }
            Field::Date => {
                line("Date", text("date"), EditBy::Typing, plain("Year and month: 1943-02 (design: 2)."))
            }
            Field::Turns => line("Turns", figure("turns"), EditBy::Either, plain("The number of turns.")),
            Field::Points => {
                let said = number(&self.frame, "points").is_some();
                let by = if said { "as written" } else { "by the width of the board" };
                let about =
                    format!("The attacker's points, {by}; the defender's follow from them (design: 4, 6).");
                line("Base points", self.base().to_string(), EditBy::Either, about)
            }
            Field::Width => {
                let about = plain("Inches from west to east; anything beyond is cut off.");
                line("Width", self.grid.width.to_string(), EditBy::Either, about)
            }
            Field::Height => {
                let about = plain("Inches from south to north; anything beyond is cut off.");
                line("Height", self.grid.height.to_string(), EditBy::Either, about)
            }
            Field::Sight => {
                let surface = text("surface");
                let value =
                    if surface.is_empty() { format!("{} inches", figure("sighting")) } else { surface };
                let about = plain(
                    "Visibility: open 40 inches, mixed 20, closed 10; or type a number of inches (6.4.1).",
                );
                line("Sight", value, EditBy::Either, about)
            }
            Field::Victory => {
                let value = WON.iter().find(|(won, _)| self.wins_by() == Some(*won));
                let value = value.map_or("as written in the file", |(_, words)| words);
                let about = plain("Victory conditions (design: 1); paint the objective on the map.");
                line("Victory", value.to_owned(), EditBy::Cycling, about)
            }
            Field::Goal => {
                let place = self.place_table().and_then(|place| word(place, "name"));
                let value = place.unwrap_or("-").to_owned();
                let about = format!("The name of the objective; it has {} squares.", self.goal().len());
                line("Objective", value, EditBy::Typing, about)
            }
            Field::Briefing => line(
                "Briefing",
                on_one_line(&text("briefing")),
                EditBy::Typing,
                plain("The briefing for both players; | starts a new line."),
            ),
            Field::Option(n) => {
                let option = Optional::ALL[n];
                let on = if self.plays(option.key()) { "on" } else { "off" };
                let about = format!("An optional rule ({}).", option.rule());
                line(OPTIONAL_RULES[n].name, on.to_owned(), EditBy::Cycling, about)
            }
            Field::Nation => {
                let year = self.date().0;
                let usual = word(table, "nation").and_then(|nation| nation.parse().ok());
                let usual = usual.and_then(|nation: Nation| history::usual(nation, year));
                let about = usual.map_or_else(String::new, |(name, _, (low, high))| {
                    format!("The {name} of {year} usually have cohesion {low} to {high} (design: 2, S-150).")
                });
                line("Nation", text("nation").replace('-', " "), EditBy::Cycling, about)
            }
            Field::Name => line("Name", text("name"), EditBy::Typing, plain("The name of the side.")),
            Field::Letter => {
                line("Letter", text("letter"), EditBy::Typing, plain("The letter of its stands: G1, G2."))
            }
            Field::Cohesion => {
                let about = plain("The force cohesion level (5.1).");
                line("Cohesion", figure("cohesion"), EditBy::Either, about)
            }
            Field::Edge => line("Edge", text("edge"), EditBy::Cycling, plain("Its own edge of the board.")),
            Field::Depth => line(
                "Depth",
                figure("depth"),
                EditBy::Either,
                plain("The depth of its deployment zone in inches."),
            ),
            Field::Defends => {
                let about = plain(
                    "The defender may dig in and register fire; a meeting engagement has no defender (7.6.2.2).",
                );
                line("Defends", yes("defends"), EditBy::Cycling, about)
            }
            Field::Determination => {
                let value = number(table, "determination").unwrap_or_else(|| i64::from(break_point::BASE));
                let about = plain("Losses before it breaks, in % (12.1.9).");
                line("Determination", value.to_string(), EditBy::Either, about)
            }
            Field::Observers => {
                let facts = word(table, "nation").and_then(|nation| nation.parse().ok());
                let facts = facts.and_then(|nation| nations::facts(nation, self.date()));
                let each = facts.map_or(0, |facts| facts.doctrine.observers.cost);
                let value = number(table, "bought-observers").unwrap_or(0).to_string();
                let about = format!("Extra forward observers, {each} points each (7.8.2).");
                line("Observers bought", value, EditBy::Either, about)
            }
            Field::FormationName => {
                line("Name", text("name"), EditBy::Typing, plain("The name of the formation."))
            }
            Field::Reconnaissance => {
                let about = plain("A reconnaissance or armoured car unit (7.8.2).");
                line("Reconnaissance", yes("reconnaissance"), EditBy::Cycling, about)
            }
            Field::Zone => {
                let value = word(table, "zone").unwrap_or("along the edge").to_owned();
                let about = plain("Where it starts or enters the map; add zones under the plans.");
                line("Zone", value, EditBy::Cycling, about)
            }
            Field::Role => {
                let about = plain(
                    "An HQ costs half as much again unless it is an HQ stand, a GHQ by its quality (10.1).",
                );
                line("Command", word(table, "role").unwrap_or("-").to_owned(), EditBy::Cycling, about)
            }
            Field::Start => self.start_line(of),
            Field::Facing => {
                let own = of.side().map(|side| self.force(side).edge().opposite());
                let value = word(table, "facing").map(str::to_owned);
                let value = value.unwrap_or_else(|| own.map_or("-".to_owned(), |edge| edge.to_string()));
                line("Facing", value, EditBy::Cycling, plain("By default, away from its own edge."))
            }
            Field::Observer => line(
                "Forward observer",
                yes("observer"),
                EditBy::Cycling,
                plain("It has a forward observer (7.6.4.1)."),
            ),
            Field::Recon => {
                let about = plain("[R]: moves without orders at no penalty, for 10 points more (10.6).");
                line("[R]", yes("recon"), EditBy::Cycling, about)
            }
            Field::Engineer => {
                let about =
                    plain("Combat engineers, for 10 points more unless its entry is engineers (11.5.2).");
                line("Engineers", yes("engineer"), EditBy::Cycling, about)
            }
            Field::BetterShells => {
                let about = plain("Western tanks and anti-tank guns from September 1944 (12.9).");
                line("Better shells", yes("better-shells"), EditBy::Cycling, about)
            }
            Field::FireTurns => {
                let about =
                    plain("Turns of fire of an off-board battery, which set its price (7.9). 0: no limit.");
                line("Turns of fire", figure("fire-turns"), EditBy::Either, about)
            }
        }
    }

    fn start_line(&self, of: Subject) -> Line {
        let Subject::Piece(side, f, n) = of else {
            return Line {
                name: String::new(),
                value: String::new(),
                how: EditBy::Cycling,
                about: String::new(),
            };
        };
        let force = self.force(side);
        let start = self.stand(side, f, n).map(|stand| &stand.start);
        let value = match start {
            Some(Start::At(cell)) => format!("at {cell}"),
            Some(Start::Aboard(carrier)) => format!("in {}", force.written(carrier).unwrap_or_default()),
            Some(Start::OffMap) => "off the map".to_owned(),
            Some(Start::Lands(group)) => format!("by air, {group}"),
            Some(Start::Unsaid) | None => "nowhere yet".to_owned(),
        };
        let about = "On the map, in a transport with room for it (8.4.1), off-board (7.7), or by air (8.10)."
            .to_owned();
        Line { name: "Begins".to_owned(), value, how: EditBy::Cycling, about }
    }
}
