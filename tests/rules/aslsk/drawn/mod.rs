//! Positions where one paragraph leads to the next: ROF that ends, Residual FP of a CH, loads, FPF, routs,
//! CC, LLMC, captured Guns.

mod checks;
mod guns;
mod hand_to_hand;
mod loads;
mod movers;
mod rates;
mod routs;
