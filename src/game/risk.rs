//! The risk to a piece on a cell, worked out by the rules from their own odds of fire.

use super::view::PieceId;

/// The danger from known enemies to a piece on a cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Risk {
    /// The attacks it may meet there, the best chance first: the enemies that fire together, and their chance
    /// of any harm.
    pub attacks: Vec<(Vec<PieceId>, f64)>,
    /// The result that these chances are for: "D+", "hurt".
    pub harm: &'static str,
    /// The likely loss to their fire together, in a few words: "E 12%"; empty if nothing.
    pub loss: String,
    /// The chance of that loss, 0 to 1.
    pub lost: f64,
    /// The kind of fire, and other reactions it may meet there: "opportunity fire", "Residual FP 4 18%".
    pub reactions: Vec<String>,
}

impl Risk {
    /// The risk of these attacks: those with no chance are left out, the others sorted.
    pub fn of(attacks: impl IntoIterator<Item = (Vec<PieceId>, f64)>, harm: &'static str) -> Self {
        let mut attacks: Vec<_> = attacks.into_iter().filter(|(_, chance)| *chance >= LEAST).collect();
        attacks.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Self { attacks, harm, ..Self::default() }
    }

    /// Adds what the attacks would cost, with the word for it.
    #[must_use]
    pub fn costing(mut self, word: &str, chance: f64) -> Self {
        self.lost = chance;
        if chance >= LEAST {
            self.loss = format!("{word} {:.0}%", chance * 100.0);
        }
        self
    }

    /// The chance of any harm from all attacks together.
    pub fn harmed(&self) -> f64 {
        any_of(self.attacks.iter().map(|(_, chance)| *chance))
    }

    /// How bad it is, from 0 to 1: harm counts half, a loss in full.
    pub fn severity(&self) -> f64 {
        f64::midpoint(self.harmed().max(self.lost), self.lost)
    }

    /// The best chance of any attack.
    pub fn worst(&self) -> f64 {
        self.attacks.first().map_or(0.0, |(_, chance)| *chance)
    }
}

/// A smaller chance counts as none.
const LEAST: f64 = 0.005;

/// The chance that at least one of these comes true.
pub fn any_of(chances: impl IntoIterator<Item = f64>) -> f64 {
    1.0 - chances.into_iter().map(|chance| 1.0 - chance).product::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_worse_than_harm() {
        let attacks =
            |chances: &[f64]| Risk::of(chances.iter().map(|chance| (vec![PieceId(0)], *chance)), "D+");
        let (harm, loss) = (attacks(&[0.5, 0.5]), attacks(&[0.5]).costing("E", 0.5));
        assert!((harm.harmed() - 0.75).abs() < 1e-9 && (harm.severity() - 0.375).abs() < 1e-9, "{harm:?}");
        assert!((loss.severity() - 0.5).abs() < 1e-9, "{loss:?}");
        assert!(attacks(&[]).severity() < 1e-9);
    }
}
