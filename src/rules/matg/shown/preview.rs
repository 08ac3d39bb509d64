//! The rolls of a choice, shown before it is made: the same tests that the game rolls.

use crate::game::view::PreviewRoll;
use crate::game::{Preview, Reading, Test};
use crate::odds::Distribution;
use crate::rules::matg::artillery::direct::Barrage;
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::fire::combat::{self, Attack, Occasion, Shot};
use crate::rules::matg::fire::standard::Draft;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::choice::Weapon;
use crate::rules::matg::state::position::{Id, Impact, Position};

/// The chance that a test passes.
pub fn chance(profile: &Test) -> f64 {
    profile.chance()
}

/// Odds in one line: "62% unhurt, 20% S, 18% D".
pub(super) fn in_words(states: &Distribution<States>) -> String {
    let parts = results(states).into_iter().map(|(symbol, p)| format!("{:.0}% {symbol}", 100.0 * p));
    parts.collect::<Vec<_>>().join(", ")
}

/// The chance of each state, in display order.
pub(super) fn results(states: &Distribution<States>) -> Vec<(String, f64)> {
    const ORDER: [&str; 5] = ["unhurt", "S", "D", "SD", "E"];
    let of = |symbol: &str| states.iter().filter(|(s, _)| s.symbol() == symbol).map(|(_, p)| p).sum::<f64>();
    ORDER.iter().map(|&symbol| (symbol.to_owned(), of(symbol))).filter(|(_, p)| *p > 0.0).collect()
}

impl Position {
    /// The preview of a shot that may join an attack, or of the whole attack.
    pub(in crate::rules::matg) fn preview_fire(
        &self,
        draft: &Draft,
        choice: &Choice,
        occasion: Occasion,
    ) -> Option<Preview> {
        match *choice {
            Choice::Firer(tag, gun) => {
                self.preview_attack(draft, Some((self.battle.find(tag)?, gun)), occasion)
            }
            Choice::Fire => self.preview_attack(draft, None, occasion),
            _ => None,
        }
    }

    /// The preview of artillery fire: the lead battery's roll to fire, and the attack of its shell.
    pub(in crate::rules::matg) fn preview_shell(
        &self,
        barrage: &Barrage,
        target: Option<Id>,
    ) -> Option<Preview> {
        let &(battery, gun) = barrage.batteries.first()?;
        let close = self.is_close_support(barrage);
        let (_, profile) = match target.filter(|_| close) {
            Some(target) => (battery, self.support_profile(battery, target)),
            None => self.battery_profile(&barrage.batteries),
        };
        Some(match target.filter(|_| barrage.smoke != Some(true)) {
            Some(target) => {
                self.preview_of(&[(battery, profile, self.shell_attack(battery, gun, target, false))], target)
            }
            None => self.preview_roll(battery, profile),
        })
    }

    pub(in crate::rules::matg) fn preview_attack(
        &self,
        draft: &Draft,
        one_more: Option<(Id, Weapon)>,
        occasion: Occasion,
    ) -> Option<Preview> {
        let firers = draft.firers.iter().copied().chain(one_more);
        let shots: Vec<(Id, Test, Attack)> = firers
            .map(|(id, gun)| {
                let Shot { to_fire, attack, .. } = self.shot(id, gun, draft.target, occasion);
                (id, to_fire, attack)
            })
            .collect();
        if shots.is_empty() {
            return None;
        }
        let mut preview = self.preview_of(&shots, draft.target);
        preview.answer = self.answers(draft, one_more, occasion);
        Some(preview)
    }

    /// The enemy's best answer to each firer this turn.
    fn answers(&self, draft: &Draft, one_more: Option<(Id, Weapon)>, occasion: Occasion) -> Vec<String> {
        let firers: Vec<Id> = draft.firers.iter().copied().chain(one_more).map(|(id, _)| id).collect();
        let Some(&first) = firers.first() else { return Vec::new() };
        let enemy = self.side(first).other();
        let answer = match occasion {
            Occasion::Standard => Occasion::Standard,
            Occasion::Opportunity | Occasion::Overrun => Occasion::Covering,
            Occasion::Covering => return Vec::new(),
        };
        let mut lines = Vec::new();
        for &firer in &firers {
            if answer == Occasion::Standard && self.stand(firer).attacked {
                continue;
            }
            let best = self
                .ids(enemy)
                .filter(|&id| self.may_fire(id, answer))
                .flat_map(|id| self.guns_bearing(id, firer, answer).into_iter().map(move |gun| (id, gun)))
                .map(|(id, gun)| {
                    let shot = self.shot(id, gun, firer, answer);
                    let hurt =
                        combat::outcome_of(&[(chance(&shot.to_fire), &shot.attack)], self.states(firer));
                    let unhurt = hurt.chance(&self.states(firer));
                    (id, 1.0 - unhurt)
                })
                .max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((id, hurt)) = best {
                lines.push(format!(
                    "{} may fire back at {}: {:.0}% to hurt",
                    self.tag(id),
                    self.tag(firer),
                    hurt * 100.0
                ));
            }
        }
        lines
    }

    fn preview_of(&self, shots: &[(Id, Test, Attack)], target: Id) -> Preview {
        let chances: Vec<(f64, &Attack)> = shots.iter().map(|(_, profile, a)| (chance(profile), a)).collect();
        Preview {
            rolls: shots
                .iter()
                .map(|(id, profile, attack)| {
                    PreviewRoll::new(self.who(*id), profile.clone())
                        .opening(Reading::Pass, PreviewRoll::new("", attack.test()))
                })
                .collect(),
            result: results(&combat::outcome_of(&chances, self.states(target))),
            remarks: shots
                .iter()
                .map(|(id, _, a)| {
                    let hot = if a.hot { "; natural 1 to fire: two columns better" } else { "" };
                    format!("{}: firepower {}, defence {}{hot}", self.tag(*id), a.firepower, a.defence)
                })
                .chain(std::iter::once(format!("Target {} in {}", self.who(target), self.ground_of(target))))
                .collect(),
            ..Preview::default()
        }
    }

    fn ground_of(&self, id: Id) -> String {
        self.cell(id).map(|cell| self.ground_at(cell).to_string()).unwrap_or_default()
    }

    pub(in crate::rules::matg) fn preview_roll(&self, id: Id, profile: Test) -> Preview {
        Preview { rolls: vec![PreviewRoll::new(self.who(id), profile)], ..Preview::default() }
    }

    pub(in crate::rules::matg) fn preview_movement(&self, lead: Id, independent: bool) -> Option<Preview> {
        let group = self.contact_group(lead);
        let mut rolls = Vec::new();
        for &id in &group {
            rolls.extend(self.preview_roll(id, self.movement_profile(id, &group, independent)).rolls);
        }
        let remarks = vec!["One die for the whole group; each stand has its own number to roll.".to_owned()];
        Some(Preview { rolls, remarks, ..Preview::default() })
    }

    /// The preview of a close assault, with all stands that assault the same target: its odds and its cost.
    pub(in crate::rules::matg) fn preview_assault(&self, assaulter: Id, defender: Id) -> Preview {
        let mut assaulters = self.also_assaulting(assaulter, defender);
        let others = self.tags(&assaulters);
        assaulters.push(assaulter);
        let odds = self.assault_odds(&assaulters, defender, Some(assaulter));
        let (test, attack) = &odds.assaulters[assaulters.len() - 1];
        let mut preview = self.preview_of(&[(assaulter, test.clone(), attack.clone())], defender);
        preview.result = results(&odds.defender_states());
        let gives_way = odds.gives_way();
        if gives_way > 0.0 {
            preview.remarks.push(format!("{:.0}% that it gives way 1 inch (8.8.5)", 100.0 * gives_way));
        }
        if !others.is_empty() {
            preview.remarks.push(format!("Also assaulting: {others}"));
        }
        match (&odds.answer, &odds.answered) {
            (Some((test, _)), Some(end)) => preview.answer.push(format!(
                "{} answers first, {:.0}%; then {}: {}",
                self.tag(defender),
                100.0 * test.chance(),
                self.tag(assaulter),
                in_words(end)
            )),
            _ => {
                preview.answer.push(format!("{} can't answer in the movement posture", self.tag(defender)));
            }
        }
        preview
    }

    /// The preview of the answer of an assaulted stand to one of its assaulters (8.8.4).
    pub(in crate::rules::matg) fn preview_answer(&self, defender: Id, assaulter: Id) -> Preview {
        let (test, attack) = (self.assault_profile(defender, true), self.close_answer(defender, assaulter));
        self.preview_of(&[(defender, test, attack)], assaulter)
    }

    /// The attacks of shells that already fall on squares, on the stands there (7.4.4).
    pub(in crate::rules::matg) fn preview_shelling<'a>(
        &self,
        impacts: impl Iterator<Item = &'a Impact>,
        target: impl Fn(&Impact) -> Option<Id>,
    ) -> Preview {
        let mut preview = Preview::default();
        for impact in impacts.filter(|impact| !impact.smoke) {
            let Some(target) = target(impact) else { continue };
            let attack = self.shell_attack(impact.battery, impact.gun, target, impact.barrage);
            let attack = if impact.hot { attack.after(1) } else { attack };
            if preview.result.is_empty() {
                preview.result = results(&combat::outcome_of(&[(1.0, &attack)], self.states(target)));
            }
            preview.rolls.push(PreviewRoll::new(self.who(target), attack.test()));
        }
        preview
    }

    /// The preview of an overrun, with all vehicles that overrun the same target: its odds and its cost.
    pub(in crate::rules::matg) fn preview_overrun(&self, vehicle: Id, defender: Id) -> Preview {
        let mut vehicles = self.also_overrunning(vehicle, defender);
        let others = self.tags(&vehicles);
        vehicles.push(vehicle);
        let odds = self.overrun_odds(&vehicles, defender);
        let last = vehicles.len() - 1;
        let (stands, keeps) = (odds.stands[last].clone(), odds.keeps[last].clone());
        let mut preview = self.preview_roll(defender, stands);
        preview.rolls[0].opens.push((Reading::Fail, PreviewRoll::new("", odds.crush.test())));
        let own = self.preview_roll(vehicle, keeps).rolls;
        let answer = PreviewRoll::new("", odds.answer.test());
        preview.rolls.extend(own.into_iter().map(|roll| roll.opening(Reading::Fail, answer.clone())));
        preview.result = results(&odds.defender);
        preview.answer.push(format!("{}: {}", self.tag(vehicle), in_words(&odds.vehicles[last])));
        if !others.is_empty() {
            preview.remarks.push(format!("Also overrunning: {others}"));
        }
        preview
    }

    fn tags(&self, ids: &[Id]) -> String {
        ids.iter().map(|&id| self.tag(id).to_string()).collect::<Vec<_>>().join(" ")
    }
}
