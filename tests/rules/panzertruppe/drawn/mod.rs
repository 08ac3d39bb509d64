//! Positions where two or three paragraphs meet, drawn from the text.

mod crossings;
mod fire;
mod foot;
mod guns;
mod moves;
mod rides;
mod shells;
