//! Designing scenarios: the sums, and battles made to order.

mod forged;
mod laid;
mod sums;
mod written;
