//! ASL Starter Kit #2.

mod calculator;
mod tables;
