//! A value for each pair of cells, worked out once, when it is first asked for.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A value for each ordered pair of cells of a board, such as what the terrain does to a line of sight.
#[derive(Debug, Default)]
pub struct Pairs {
    /// A row for each cell that has been asked about. 0 means "not worked out yet".
    rows: Vec<OnceLock<Box<[AtomicU32]>>>,
}

impl Pairs {
    /// Room for a board of this many cells. Memory is used only for the cells that are asked about.
    pub fn new(area: usize) -> Self {
        Self { rows: (0..area).map(|_| OnceLock::new()).collect() }
    }

    /// The value for two cells, given by index. `work_out` supplies it the first time; it must never be 0 and
    /// always the same.
    pub fn get_or(&self, from: usize, to: usize, work_out: impl FnOnce() -> u32) -> u32 {
        let row = || (0..self.rows.len()).map(|_| AtomicU32::new(0)).collect();
        let slot = &self.rows[from].get_or_init(row)[to];
        // Every thread works out the same value, so no ordering is needed.
        match slot.load(Ordering::Relaxed) {
            0 => {
                let word = work_out();
                slot.store(word, Ordering::Relaxed);
                word
            }
            known => known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pairs;

    #[test]
    fn each_directed_pair_is_computed_once() {
        let pairs = Pairs::new(3);
        assert_eq!(pairs.get_or(0, 2, || 7), 7);
        assert_eq!(pairs.get_or(0, 2, || unreachable!("it is known")), 7);
        assert_eq!(pairs.get_or(2, 0, || 9), 9);
    }
}
