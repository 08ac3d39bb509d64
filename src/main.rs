//! The `standto` program: reads its arguments, calls the library, sets the exit code.

fn main() {}
