//! Positions drawn from the text in which two or three paragraphs meet.

mod crossings;
mod fire;
mod foot;
mod guns;
mod moves;
mod rides;
mod shells;
