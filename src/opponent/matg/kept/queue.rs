//! A bucket queue for searches: integer costs, never lower than the last one taken.

/// Squares by cost, cheapest first.
#[derive(Default)]
pub struct Queue {
    buckets: Vec<Vec<u16>>,
    now: usize,
    waiting: usize,
}

impl Queue {
    /// Starts an empty queue.
    pub fn begin(&mut self) {
        debug_assert_eq!(self.waiting, 0, "a search runs to its end");
        self.now = 0;
    }

    /// Adds a square with its cost.
    pub fn put(&mut self, cost: i32, index: usize) {
        let cost = cost as usize;
        debug_assert!(cost >= self.now, "cost {cost} is lower than the last one taken");
        if self.buckets.len() <= cost {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push(index as u16);
        self.waiting += 1;
    }

    /// Takes a square of the lowest cost.
    pub fn take(&mut self) -> Option<(i32, usize)> {
        if self.waiting == 0 {
            return None;
        }
        loop {
            if let Some(index) = self.buckets[self.now].pop() {
                self.waiting -= 1;
                return Some((self.now as i32, usize::from(index)));
            }
            self.now += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheapest_first_and_reusable() {
        let mut queue = Queue::default();
        for _ in 0..2 {
            queue.begin();
            queue.put(7, 1);
            queue.put(3, 2);
            assert_eq!(queue.take(), Some((3, 2)));
            queue.put(600, 3);
            queue.put(4, 4);
            let rest: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
            assert_eq!(rest, [(4, 4), (7, 1), (600, 3)]);
        }
    }
}
