//! The fields of a battle, its sides, formations and stands: what each shows and how it is edited.

use toml::Table;

use super::accounts::Accounts;
use super::planning::{Part, Shown, line, switched};
use super::project::{Force, Project, Start, number, says, word};
use super::victory::{WON, Won};
use crate::editor::field::on_one_line;
use crate::editor::{EditBy, Line, Subject};
use crate::rules::matg::authoring::design::{arithmetic, history};
use crate::rules::matg::catalog::nations;
use crate::rules::matg::command::break_point;
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::options::OPTIONAL_RULES;
use crate::side::Side;

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
                if self.frame.plays("determination") {
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
            Subject::Plan(..) => Shown::of(self, of).map(|shown| shown.fields()).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// The fields of a subject, as shown.
    pub(super) fn lines(&self, of: Subject) -> Vec<Line> {
        self.fields(of).into_iter().map(|field| self.line(of, field)).collect()
    }

    /// The value shown for a field.
    pub(super) fn line(&self, of: Subject, field: Field) -> Line {
        let empty = Table::new();
        let table = self.table(of).unwrap_or(&empty);
        let values = Values { project: self, of, table };
        match field {
            Field::Plan(part) => {
                let shown = Shown::of(self, of).map(|shown| shown.line(part));
                shown.unwrap_or_else(|| line("", "", EditBy::Cycling, ""))
            }
            field => match of {
                Subject::Side(side) => values.of_side(field, self.force(side)),
                Subject::Formation(..) => values.of_formation(field),
                Subject::Piece(side, ..) => values.of_stand(field, self.force(side)),
                _ => values.of_battle(field),
            },
        }
    }
    pub(super) fn table(&self, of: Subject) -> Option<&Table> {
        match of {
            Subject::Battle => Some(&self.frame.about),
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
            Subject::Battle => Some(&mut self.frame.about),
            Subject::Side(side) => Some(&mut self.force_mut(side).about),
            Subject::Formation(side, f) => {
                self.force_mut(side).formations.get_mut(f).map(|formation| &mut formation.about)
            }
            Subject::Piece(side, f, n) => self.stand_mut(side, f, n).map(|stand| &mut stand.about),
            Subject::Plan(whose, list, n) => self.plan_mut(whose, list, n),
        }
    }
}

/// The values of a part of the battle.
struct Values<'a> {
    project: &'a Project,
    of: Subject,
    table: &'a Table,
}

impl Values<'_> {
    fn text(&self, key: &str) -> &str {
        word(self.table, key).unwrap_or("")
    }

    fn figure(&self, key: &str) -> String {
        number(self.table, key).map_or_else(|| "-".to_owned(), |n| n.to_string())
    }

    fn typed(&self, name: &str, key: &str, about: &str) -> Line {
        line(name, self.text(key), EditBy::Typing, about)
    }

    fn numbered(&self, name: &str, key: &str, about: &str) -> Line {
        line(name, self.figure(key), EditBy::Either, about)
    }

    fn yes_or_no(&self, name: &str, key: &str, about: &str) -> Line {
        switched(name, says(self.table, key), about)
    }

    fn of_battle(&self, field: Field) -> Line {
        let project = self.project;
        match field {
            Field::Title => self.typed("Title", "title", "The title of the battle."),
            Field::Kind => {
                let kind = project.frame.kind();
                let letter = arithmetic::letter(kind);
                let about = format!(
                    "Type {letter}: {} turns by the book, {} attacking points to one (design: 1{letter}).",
                    arithmetic::turns(kind),
                    arithmetic::force_ratio(kind),
                );
                line("Type", kind.key().replace('-', " "), EditBy::Cycling, &about)
            }
            Field::Date => self.typed("Date", "date", "Year and month: 1943-02 (design: 2)."),
            Field::Turns => self.numbered("Turns", "turns", "The number of turns."),
            Field::Points => {
                let said = number(self.table, "points").is_some();
                let by = if said { "as written" } else { "by the width of the board" };
                let about =
                    format!("The attacker's points, {by}; the defender's follow from them (design: 4, 6).");
                line("Base points", Accounts::of(project, Side::A).base().to_string(), EditBy::Either, &about)
            }
            Field::Width => {
                let about = "Inches from west to east; anything beyond is cut off.";
                line("Width", project.map.grid.width.to_string(), EditBy::Either, about)
            }
            Field::Height => {
                let about = "Inches from south to north; anything beyond is cut off.";
                line("Height", project.map.grid.height.to_string(), EditBy::Either, about)
            }
            Field::Sight => {
                let surface = self.text("surface");
                let value = match surface {
                    "" => format!("{} inches", self.figure("sighting")),
                    surface => surface.to_owned(),
                };
                let about =
                    "Visibility: open 40 inches, mixed 20, closed 10; or type a number of inches (6.4.1).";
                line("Sight", value, EditBy::Either, about)
            }
            Field::Victory => {
                let won = Won::of(project);
                let value = WON.iter().find(|(known, _)| won == Some(*known));
                let value = value.map_or("as written in the file", |(_, words)| words);
                let about = "Victory conditions (design: 1); paint the objective on the map.";
                line("Victory", value, EditBy::Cycling, about)
            }
            Field::Goal => {
                let place = project.frame.place_table().and_then(|place| word(place, "name"));
                let about = format!("The name of the objective; it has {} squares.", project.goal().len());
                line("Objective", place.unwrap_or("-"), EditBy::Typing, &about)
            }
            Field::Briefing => {
                let about = "The briefing for both players; | starts a new line.";
                line("Briefing", on_one_line(self.text("briefing")), EditBy::Typing, about)
            }
            Field::Option(n) => {
                let option = Optional::ALL[n];
                let on = if project.frame.plays(option.key()) { "on" } else { "off" };
                let about = format!("An optional rule ({}).", option.rule());
                line(OPTIONAL_RULES[n].name, on, EditBy::Cycling, &about)
            }
            _ => line("", "", EditBy::Cycling, ""),
        }
    }

    fn of_side(&self, field: Field, force: &Force) -> Line {
        match field {
            Field::Nation => {
                let year = self.project.frame.date().0;
                let usual = force.nation().and_then(|nation| history::usual(nation, year));
                let about = usual.map_or_else(String::new, |(name, _, (low, high))| {
                    format!("The {name} of {year} usually have cohesion {low} to {high} (design: 2, S-150).")
                });
                line("Nation", self.text("nation").replace('-', " "), EditBy::Cycling, &about)
            }
            Field::Name => self.typed("Name", "name", "The name of the side."),
            Field::Letter => self.typed("Letter", "letter", "The letter of its stands: G1, G2."),
            Field::Cohesion => self.numbered("Cohesion", "cohesion", "The force cohesion level (5.1)."),
            Field::Edge => line("Edge", self.text("edge"), EditBy::Cycling, "Its own edge of the board."),
            Field::Depth => self.numbered("Depth", "depth", "The depth of its deployment zone in inches."),
            Field::Outside => {
                let about = "Stands that start outside the zone; Left or Right brings them in.";
                let count = self.project.strays(self.of).len().to_string();
                line("Begin elsewhere", count, EditBy::Cycling, about)
            }
            Field::Defends => {
                let about = "The defender may dig in and register fire; a meeting engagement has no defender (7.6.2.2).";
                self.yes_or_no("Defends", "defends", about)
            }
            Field::Determination => {
                let value = number(self.table, "determination");
                let value = value.unwrap_or_else(|| i64::from(break_point::BASE)).to_string();
                line("Determination", value, EditBy::Either, "Losses before it breaks, in % (12.1.9).")
            }
            Field::Observers => {
                let date = self.project.frame.date();
                let facts = force.nation().and_then(|nation| nations::facts(nation, date));
                let each = facts.map_or(0, |facts| facts.doctrine.observers.cost);
                let value = number(self.table, "bought-observers").unwrap_or(0).to_string();
                let about = format!("Extra forward observers, {each} points each (7.8.2).");
                line("Observers bought", value, EditBy::Either, &about)
            }
            _ => line("", "", EditBy::Cycling, ""),
        }
    }

    fn of_formation(&self, field: Field) -> Line {
        match field {
            Field::FormationName => self.typed("Name", "name", "The name of the formation."),
            Field::Reconnaissance => {
                let about = "A reconnaissance or armoured car unit (7.8.2).";
                self.yes_or_no("Reconnaissance", "reconnaissance", about)
            }
            Field::Zone => {
                let value = word(self.table, "zone").unwrap_or("along the edge");
                let about = "Where it starts or enters the map; add zones under the plans.";
                line("Zone", value, EditBy::Cycling, about)
            }
            _ => line("", "", EditBy::Cycling, ""),
        }
    }

    fn of_stand(&self, field: Field, force: &Force) -> Line {
        match field {
            Field::Role => {
                let about =
                    "An HQ costs half as much again unless it is an HQ stand, a GHQ by its quality (10.1).";
                line("Command", word(self.table, "role").unwrap_or("-"), EditBy::Cycling, about)
            }
            Field::Start => self.start(force),
            Field::Facing => {
                let value = word(self.table, "facing").map(str::to_owned);
                let value = value.unwrap_or_else(|| force.edge().opposite().to_string());
                line("Facing", value, EditBy::Cycling, "By default, away from its own edge.")
            }
            Field::Observer => {
                self.yes_or_no("Forward observer", "observer", "It has a forward observer (7.6.4.1).")
            }
            Field::Recon => {
                let about = "[R]: moves without orders at no penalty, for 10 points more (10.6).";
                self.yes_or_no("[R]", "recon", about)
            }
            Field::Engineer => {
                let about = "Combat engineers, for 10 points more unless its entry is engineers (11.5.2).";
                self.yes_or_no("Engineers", "engineer", about)
            }
            Field::BetterShells => {
                let about = "Western tanks and anti-tank guns from September 1944 (12.9).";
                self.yes_or_no("Better shells", "better-shells", about)
            }
            Field::FireTurns => {
                let about = "Turns of fire of an off-board battery, which set its price (7.9). 0: no limit.";
                self.numbered("Turns of fire", "fire-turns", about)
            }
            _ => line("", "", EditBy::Cycling, ""),
        }
    }

    fn start(&self, force: &Force) -> Line {
        let Subject::Piece(side, f, n) = self.of else { return line("", "", EditBy::Cycling, "") };
        let value = match self.project.stand(side, f, n).map(|stand| &stand.start) {
            Some(Start::At(cell)) => format!("at {cell}"),
            Some(Start::Aboard(carrier)) => format!("in {}", force.written(carrier).unwrap_or_default()),
            Some(Start::OffMap) => "off the map".to_owned(),
            Some(Start::Lands(group)) => format!("by air, {group}"),
            Some(Start::Unsaid) | None => "nowhere yet".to_owned(),
        };
        let about = "On the map, in a transport with room for it (8.4.1), off-board (7.7), or by air (8.10).";
        line("Begins", value, EditBy::Cycling, about)
    }
}
