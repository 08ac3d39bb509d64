//! Designing scenarios: the sums, and battles made to order.

mod forged;
mod sums;
mod written;
