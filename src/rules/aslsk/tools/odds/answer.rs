//! The output of the calculator, as a table or as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::{Attack, TypeWord};
use crate::game::Modifier;
use crate::odds::{Distribution, percent_in_tenths};
use crate::rules::aslsk::calculator::fate::Target;
use crate::rules::aslsk::calculator::fire::HINDRANCE_BLOCKS;
use crate::rules::aslsk::calculator::{CloseCombat, Fate, Fire, Firepower, Shot};
use crate::rules::aslsk::tables::guns::TargetType;
use crate::tool::{CommandError, CommandResult, Table, json};

#[derive(Serialize)]
struct FireAnswer {
    column: u8,
    drm: i16,
    results: BTreeMap<String, f64>,
    target: BTreeMap<&'static str, f64>,
}

#[derive(Serialize)]
struct ShotAnswer {
    th: Option<i16>,
    ch: Option<i16>,
    drm: i16,
    chance: f64,
    critical: f64,
    fp: u8,
    ch_fp: u8,
}

#[derive(Serialize)]
struct CloseCombatAnswer {
    odds: &'static str,
    kill: i16,
    drm: i16,
    target: BTreeMap<&'static str, f64>,
}

impl Attack {
    pub(super) fn fire(&self, out: &mut dyn Write) -> CommandResult {
        let firepower = self.needed(self.fp, "fp")?;
        let morale = self.needed(self.morale, "morale")?;
        let lines = self.fire_modifiers();
        let fire = Fire::new(firepower, self.hindrance.unwrap_or(0), sum(&lines), self.cowering());
        let target = fire.on(self.target(), morale, self.mc_drm.unwrap_or(0));
        let results = fire.effects();
        if self.json {
            let results = results.iter().map(|(effect, chance)| (effect.to_string(), chance)).collect();
            let column = fire.column.map_or(0, |column| column.firepower());
            return json(
                out,
                &FireAnswer { column, drm: fire.modifier, results, target: fates(&target, self.target()) },
            );
        }
        match fire.column {
            Some(column) => writeln!(out, "{firepower} FP: IFT {}", column.firepower())?,
            None => writeln!(out, "{firepower} FP: no IFT column{}", self.blocked())?,
        }
        print_modifiers(&lines, out)?;
        let parts = results.iter().map(|(effect, chance)| format!("{effect} {}", percent_in_tenths(chance)));
        writeln!(out, "  {}", parts.collect::<Vec<_>>().join(", "))?;
        print_fates(&target, self.target(), &Fate::ALL, out)
    }

    pub(super) fn shot(&self, out: &mut dyn Write) -> CommandResult {
        let gun = self.needed(self.gun, "gun")?;
        let range = self.needed(self.range, "range")?;
        let area = gun.mortar() || (!gun.latw() && self.target_type == Some(TypeWord::Att));
        let target_type = if area { TargetType::Area } else { TargetType::Infantry };
        let red = self.red || self.captured || (self.non_qualified && gun.gun());
        let lines = self.shot_modifiers(gun, area);
        let shot = Shot::new(gun, target_type, range, red, self.hindrance.unwrap_or(0), sum(&lines));
        let (chance, critical) = shot.chances();
        let [infantry, half, doubled] = gun.columns;
        let fp = if area { half } else { infantry };
        if self.json {
            // Without LOS or out of range there is no TH number.
            let to_hit = shot.to_hit.filter(|_| shot.seen);
            let (th, ch) = (to_hit.map(|to_hit| to_hit.number), to_hit.and_then(|to_hit| to_hit.critical));
            return json(
                out,
                &ShotAnswer { th, ch, drm: shot.modifier, chance, critical, fp, ch_fp: doubled },
            );
        }
        let Some(to_hit) = shot.to_hit else {
            writeln!(out, "{}: out of range at {range} hexes", gun.name)?;
            return Ok(());
        };
        let manner = if gun.latw() {
            "LATW table"
        } else if area {
            "ATT"
        } else {
            "ITT"
        };
        writeln!(out, "{} at {range} hexes, {manner}: TH {}{}", gun.name, to_hit.number, self.blocked())?;
        print_modifiers(&lines, out)?;
        writeln!(out, "  hit {}, IFT {fp}", percent_in_tenths(chance))?;
        let how = to_hit.critical.map_or("an original 2".into(), |number| format!("{number} or less"));
        writeln!(out, "  CH  {}, {how}, IFT {doubled}", percent_in_tenths(critical))?;
        Ok(())
    }

    pub(super) fn close_combat(&self, out: &mut dyn Write) -> CommandResult {
        let attack = self.needed(self.fp, "fp")?;
        let defence = self.needed(self.defence, "defence")?;
        if defence == Firepower::whole(0) {
            return Err(CommandError::Usage(
                "--defence must be more than 0: every unit defends in CC".into(),
            ));
        }
        let attack = if self.pinned { attack.halved() } else { attack };
        let lines = self.close_combat_modifiers();
        let combat = CloseCombat::new(attack, defence, sum(&lines));
        let (odds, kill, drm) = (combat.odds.name(), combat.odds.kill(), combat.modifier);
        let target = combat.on(self.target());
        if self.json {
            return json(out, &CloseCombatAnswer { odds, kill, drm, target: fates(&target, self.target()) });
        }
        writeln!(
            out,
            "{attack} to {defence}: odds {odds}, eliminated below {kill}, Casualty Reduction on {kill}"
        )?;
        print_modifiers(&lines, out)?;
        print_fates(&target, self.target(), &[Fate::Unharmed, Fate::Reduced, Fate::Eliminated], out)
    }

    fn blocked(&self) -> &'static str {
        let blocked = self.hindrance.is_some_and(|hindrance| hindrance >= HINDRANCE_BLOCKS);
        if blocked { " (LOS blocked by Hindrances)" } else { "" }
    }
}

fn sum(lines: &[Modifier]) -> i16 {
    lines.iter().map(|line| line.value).sum()
}

fn fates(chances: &Distribution<Fate>, target: Target) -> BTreeMap<&'static str, f64> {
    chances.iter().map(|(fate, chance)| (fate.name_on(target), chance)).collect()
}

fn print_modifiers(lines: &[Modifier], out: &mut dyn Write) -> CommandResult {
    lines.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
    writeln!(out, "  DRM {:+}", sum(lines))?;
    Ok(())
}

fn print_fates(
    chances: &Distribution<Fate>,
    target: Target,
    shown: &[Fate],
    out: &mut dyn Write,
) -> CommandResult {
    let mut table = Table::new(["  target", "chance"]);
    for fate in shown {
        table.row([format!("  {}", fate.name_on(target)), percent_in_tenths(chances.chance(fate))]);
    }
    table.write(out)?;
    Ok(())
}
