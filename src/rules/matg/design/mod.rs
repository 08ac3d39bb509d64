//! The sums of the designing chapter.
//!
//! | subject | file |
//! |---|---|
//! | what each side may spend, break points, density | [`arithmetic`] |
//! | how many losses a force bears (12.1.9) | [`determination`] |

pub mod arithmetic;
pub mod determination;
