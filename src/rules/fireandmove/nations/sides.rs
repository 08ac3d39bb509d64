//! A side as its nation makes it: its deck, special rules and quality, and the limits on its forces.

use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::reading::Report;

use crate::rules::fireandmove::cards::{Call, Card};
use crate::rules::fireandmove::catalog::tables::{Named, Rank};
use crate::rules::fireandmove::nations::{CowerRule, Kind, Nation, Quality, Trait, Traits, nation};
use crate::rules::fireandmove::scenario::SideEntry;
use crate::rules::fireandmove::scenario::forces::Raising;
use crate::rules::fireandmove::state::{SideCard, Soldier, Strikes};

/// The cards of a side's deck; an attacker may replace the minefield with another card (96.3).
pub(in crate::rules::fireandmove) fn cards_of(
    report: &mut Report,
    nation: &Nation,
    entry: &SideEntry,
) -> Vec<Card> {
    let mut cards = nation.cards.clone();
    let Some(word) = &entry.instead_of_mines else { return cards };
    let fits = |card: &Card| match card {
        Card::Sniper => true,
        Card::Move(movement) => movement.is_one(),
        Card::Rally { call, .. } => *call == Call::Radio,
        _ => false,
    };
    let other = word.get_ref().parse().ok().filter(fits);
    let mines = |card: &Card| matches!(card, Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap);
    match (other, cards.iter().position(mines)) {
        (Some(other), Some(at)) => cards[at] = other,
        (None, _) => {
            let what = "only a sniper, movement 1 or radio card can replace a minefield card (96.3)";
            report.fault(word.span(), what);
        }
        _ => {}
    }
    cards
}

/// Air and naval strikes (96.4).
pub(in crate::rules::fireandmove) fn strikes(report: &mut Report, entry: &SideEntry) -> Option<Strikes> {
    let given = entry.strikes.as_ref()?;
    match *given.get_ref() {
        [strength @ 8..=12, number @ 1..=9] => {
            Some(Strikes { strength: strength as i16, number: number as u8 })
        }
        _ => {
            report.fault(given.span(), "expected 1 to 9 strikes of strength 8 to 12 (96.4)");
            None
        }
    }
}

/// The special rules of a side (91).
pub(in crate::rules::fireandmove) fn traits_of(
    nation: &Nation,
    quality: Quality,
    entry: &SideEntry,
) -> Traits {
    let second = quality == Quality::SecondLine;
    let militia = second && nation.has(Trait::RedArmy);
    let romanian = nation.has(Trait::EliteKeepsPanic) && second;
    nation
        .traits
        .with(Trait::Skis, entry.ski)
        // 91.15: the militia counts as partisans.
        .with(Trait::Partisans, entry.partisans || militia)
        // 91.11, 91.15: these count as Cower for such troops.
        .with(Trait::NoMines, romanian)
        .with(Trait::NoFear, romanian || militia)
}

/// Checks that a side may have its quality and skis (91).
pub(in crate::rules::fireandmove) fn qualities(
    report: &mut Report,
    entry: &SideEntry,
    nation: &Nation,
    kind: Option<&Kind>,
    quality: Quality,
) {
    let span = entry.quality.as_ref().map_or(entry.nation.span(), crate::reading::Spanned::span);
    if nation.has(Trait::NoElite) && quality == Quality::Elite {
        report.fault(span, format!("the {} have no elite units (91.15)", nation.name));
    } else if let Some(kind) = kind.filter(|kind| !kind.qualities.contains(&quality)) {
        let known: Vec<&str> = kind.qualities.iter().map(|quality| quality.key()).collect();
        report.fault(span, format!("{} are {}, not {}", kind.name, known.join(" or "), quality.key()));
    }
    if entry.ski && !nation.has(Trait::Sankari) {
        report.fault(entry.nation.span(), "only Finns have skis (91.12)");
    }
}

/// Changes because of the opposing nation (91.7, 91.11): Italians fight harder against Russians, Romanians
/// against Hungarians.
pub(in crate::rules::fireandmove) fn old_enemies(sides: &mut [SideCard; 2], soldiers: &mut [Soldier]) {
    for side in Side::BOTH {
        let [own, enemy] = [side, side.other()].map(|side| &sides[side.index()].nation);
        let old = nation(own).and_then(|own| own.old_enemy.as_ref()).filter(|old| old.nation == *enemy);
        let Some(old) = old else { continue };
        let men = soldiers.iter_mut().filter(|soldier| soldier.side == side && soldier.machine.is_none());
        men.filter(|soldier| !old.privates || soldier.rank == Rank::None)
            .for_each(|soldier| soldier.nerve.panic += 1);
        if old.resolute {
            let card = &mut sides[side.index()];
            card.hand.cower = match card.hand.cower {
                CowerRule::WithOthers => CowerRule::AlwaysWithOthers,
                _ => CowerRule::Free,
            };
            card.traits = card.traits.with(Trait::Surrender, false);
        }
    }
}

/// Limits of a nation's list (91.4, 91.6, 91.13, 91.15, 91.16).
#[apply(rule, "91.4" if raised.soldiers.iter().any(|soldier| soldier.side == side && soldier.commissar))]
pub(in crate::rules::fireandmove) fn limits(
    report: &mut Report,
    entry: &SideEntry,
    card: &SideCard,
    side: Side,
    raised: &Raising<'_>,
) {
    let mut fault = |what: String| report.fault(entry.nation.span(), what);
    let own = || raised.soldiers.iter().filter(|soldier| soldier.side == side);
    let armed = |key: &str| {
        let is = |soldier: &&Soldier| raised.tables.weapons[usize::from(soldier.weapon)].key == key;
        own().filter(is).count()
    };
    let men = own().filter(|soldier| soldier.machine.is_none()).count();
    let leaders: Vec<&Soldier> = own().filter(|soldier| soldier.rank == Rank::Platoon).collect();
    let groups = || raised.groups.iter().filter(|group| group.side == side);
    if own().any(|soldier| soldier.commissar) {
        let most = groups().map(|group| group.members.len()).max().unwrap_or(0);
        let led = groups().filter(|group| {
            group.members.iter().any(|&figure| raised.soldiers[usize::from(figure)].commissar)
        });
        for group in led.filter(|group| group.members.len() < most) {
            let has = group.members.len();
            fault(format!(
                "the commissar must start in the largest group, of {most} figures, not in one of \
                 {has} (91.4)"
            ));
        }
    }
    let mortar = |figure: &&u8| {
        let weapon = raised.figures[usize::from(**figure)].weapon;
        raised.tables.weapons[usize::from(weapon)].named == Named::LightMortar
    };
    for group in groups() {
        let mortars = group.members.iter().filter(mortar).count();
        let others = group.members.iter().filter(|figure| !mortar(figure)).any(|&figure| {
            let weapon = raised.figures[usize::from(figure)].weapon;
            raised.tables.weapons[usize::from(weapon)].fails.is_some()
        });
        if mortars > 1 && (mortars > 3 || others || !card.traits.has(Trait::KneeMortars)) {
            fault(
                "only Japanese groups can have several mortars: at most three, with no other weapons (91.6)"
                    .into(),
            );
        }
    }
    let mortars = armed("light-mortar");
    if card.traits.has(Trait::ShortOfAmmunition) && mortars > 2 * leaders.len().max(1) {
        fault(format!("there are {mortars} light mortars, expected at most two per platoon leader (91.13)"));
    }
    let guns = armed("lmg") + armed("mg34") + armed("bar");
    if card.traits.has(Trait::FewGuns) && guns > (armed("rifle") + armed("smg")).div_ceil(15) {
        fault(format!(
            "there are {guns} light machine guns, expected at most one for every fifteen men \
             (91.15)"
        ));
    }
    if card.traits.has(Trait::Partisans) {
        let sergeants = own().filter(|soldier| soldier.rank == Rank::Squad).count();
        if leaders.len() > 1 || leaders.iter().any(|soldier| soldier.leader > 0) {
            fault("partisans have only one platoon leader, a +0 (91.16)".into());
        }
        if sergeants > men.div_ceil(15) {
            fault(format!(
                "there are {sergeants} squad leaders, expected at most one for every fifteen men \
                 (91.16)"
            ));
        }
        if groups().any(|group| group.gun.is_some() || group.machine.is_some()) {
            fault("partisans have no guns and no vehicles (91.16)".into());
        }
        if card.artillery.is_some_and(|strength| strength > 5) {
            fault("partisan artillery has at most strength 5 (91.16)".into());
        }
    }
}
