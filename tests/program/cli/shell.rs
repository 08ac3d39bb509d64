//! Shell completions and man pages.

use crate::desk::desk;

#[test]
fn every_shell_gets_completions_of_every_command() {
    let desk = desk();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = desk.good(&["completions", shell]);
        for command in ["play", "resume", "replay", "catalog", "completions"] {
            assert!(text.contains(command), "{shell} has no {command}");
        }
    }
    assert!(desk.refused(2, &["completions", "cmd"]).contains("[possible values:"));
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_each_command() {
    let desk = desk();
    let page = desk.good(&["man"]);
    assert!(page.contains(".TH standto 1") && page.contains("STANDTO_HOME"), "{page}");
    let page = desk.good(&["man", "replay"]);
    assert!(page.contains(".TH standto-replay 1") && page.contains("verify"), "{page}");
    let refused = desk.refused(2, &["man", "march"]);
    assert!(
        refused.starts_with("error: unknown command \"march\"; available: play, resume, host, join, list")
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let desk = desk();
    for arguments in [&["completions", "bash"][..], &["man"], &["list"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ended = desk.command(arguments).stdout(writer).output().unwrap();
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!told.contains("panicked"), "{arguments:?}: {told}");
    }
}
