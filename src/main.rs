//! The `standto` program: reads its arguments, calls the library, sets the exit code.

fn main() -> std::process::ExitCode {
    standto::cli::run(std::env::args_os())
}
