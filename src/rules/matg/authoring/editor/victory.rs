//! Victory conditions: those of the design chapter, and the objective.

use toml::{Table, Value};

use super::project::{Project, word};
use crate::board::Cell;

/// How a battle is won, for the battle types of the design chapter.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Won {
    Destroy,
    Hold,
    Enter,
    Leave,
}

pub(super) const WON: [(Won, &str); 4] = [
    (Won::Destroy, "half the enemy destroyed, less than half lost"),
    (Won::Hold, "sole possession of the objective at the end"),
    (Won::Enter, "the objective entered by the attacker by turn 12"),
    (Won::Leave, "a tenth of the attackers exit by the defender's edge"),
];

impl Won {
    /// The victory conditions for it, without the places.
    pub(super) fn aims(self, project: &Project) -> Table {
        let mut victory = Table::new();
        let (attacker, defender) = (project.attacker(), project.attacker().other());
        let keys = [attacker, defender].map(|side| project.force(side).key().to_owned());
        let goal = project
            .frame
            .place_table()
            .and_then(|place| word(place, "name"))
            .unwrap_or("the objective")
            .to_owned();
        let text = |text: &str| Value::String(text.to_owned());
        let aim = |key: &str, lines: &[(&str, Value)]| {
            let lines = lines.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
            Value::Table(std::iter::once(("side".to_owned(), text(key))).chain(lines).collect())
        };
        let over = text(&project.force(defender).edge().to_string());
        // A battle shorter than the rulebook's must not refer to turns after its end.
        let turn = |turn: i64| Value::Integer(turn.min(i64::from(project.frame.turns())));
        let aims = match self {
            Self::Destroy => {
                victory.insert("destroy-percent".to_owned(), Value::Integer(50));
                return victory;
            }
            Self::Hold => keys.iter().map(|key| aim(key, &[("hold", text(&goal))])).collect(),
            Self::Enter => vec![
                aim(
                    &keys[0],
                    &[("hold", text(&goal)), ("enter", Value::Boolean(true)), ("by-turn", turn(12))],
                ),
                aim(&keys[1], &[("otherwise", Value::Boolean(true))]),
            ],
            // The rulebook's degrees of victory assume twenty turns.
            Self::Leave if project.frame.turns() < 20 => vec![
                aim(&keys[0], &[("exit-percent", Value::Integer(10)), ("over", over)]),
                aim(&keys[1], &[("otherwise", Value::Boolean(true))]),
            ],
            Self::Leave => {
                let mut aims: Vec<Value> = [("decisive", 10), ("tactical", 15), ("marginal", 19)]
                    .into_iter()
                    .map(|(degree, by)| {
                        let tenth = ("exit-percent", Value::Integer(10));
                        let by = ("by-turn", Value::Integer(by));
                        aim(&keys[0], &[("degree", text(degree)), tenth, ("over", over.clone()), by])
                    })
                    .collect();
                aims.extend([("marginal", 10), ("tactical", 15), ("decisive", 19)].into_iter().map(
                    |(degree, past)| {
                        aim(&keys[1], &[("degree", text(degree)), ("past-turn", Value::Integer(past))])
                    },
                ));
                aims
            }
        };
        victory.insert("aim".to_owned(), Value::Array(aims));
        victory
    }

    /// The standard way to win that the scenario uses, if any.
    pub(super) fn of(project: &Project) -> Option<Self> {
        let mut now = project.frame.about.get("victory").and_then(Value::as_table)?.clone();
        now.remove("place");
        WON.iter().map(|(won, _)| *won).find(|&won| won.aims(project) == now)
    }
}

impl Project {
    pub(super) fn win_by(&mut self, won: Won) {
        let mut victory = won.aims(self);
        let old = self.frame.about.get("victory").and_then(Value::as_table);
        let mut place = old.and_then(|old| old.get("place")).cloned();
        if place.is_none() && matches!(won, Won::Hold | Won::Enter) {
            // The middle of the board, until the player paints an objective.
            let (x, y) = (i16::from(self.map.grid.width) / 2, i16::from(self.map.grid.height) / 2);
            let middle = Value::String(Cell::new(x, y).to_string());
            let mut table = Table::new();
            table.insert("name".to_owned(), Value::String("the objective".to_owned()));
            table.insert("at".to_owned(), Value::Array(vec![middle]));
            place = Some(Value::Array(vec![Value::Table(table)]));
        }
        if let Some(place) = place {
            victory.insert("place".to_owned(), place);
        }
        self.frame.about.insert("victory".to_owned(), Value::Table(victory));
    }
}
