//! Tests of Panzertruppe against its text.

mod air;
mod ambush;
mod assault;
mod basic;
mod borders;
mod drawn;
mod fires;
mod ground;
mod guns;
mod hidden;
mod indirect;
mod infantry;
mod ledger;
mod march;
mod meetings;
mod mines;
mod notes;
mod opponent;
mod random;
mod setup;
mod sight;
mod smoke;
mod sums;
mod switches;
mod table;
mod transport;
