//! The versions: Stand To, the rules of every game, the build.

use std::sync::LazyLock;

use crate::registry::Ruleset;

/// The version, and that of the rules of each game, in a line.
pub(super) fn line() -> String {
    format!("{}; rules: {}", env!("CARGO_PKG_VERSION"), rules(", "))
}

fn rules(between: &str) -> String {
    Ruleset::ALL.map(|ruleset| format!("{} {}", ruleset.id(), ruleset.version())).join(between)
}

/// The commit and the target that the program was built for, as far as the release script told the compiler.
fn build() -> String {
    let commit = option_env!("STANDTO_COMMIT").unwrap_or("unknown commit");
    let kind = if cfg!(debug_assertions) { "debug" } else { "release" };
    format!("{commit}, {}-{}, {kind}", std::env::consts::ARCH, std::env::consts::OS)
}

/// The answer to `--version`.
pub(super) fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        format!("{}\nrules: {}\nbuild: {}", env!("CARGO_PKG_VERSION"), rules(", "), build())
    });
    &LONG
}
