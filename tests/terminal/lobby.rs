//! The lobby of a host: every guest has an account.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::pty::{Pty, Signal, kill, run, sit, size, state, until};

fn comes(home: &Path, name: &str) -> Pty {
    let mut pty = sit(home, "lobby");
    pty.wait_for("Your name: ");
    pty.press(&format!("{name}\r"));
    pty
}

fn begins(pty: &mut Pty) {
    pty.wait_for("Introductory Scenario");
    // A newcomer is offered another battle first; this one is above it.
    pty.press("\x1b[A\r");
    pty.wait_for("Start the battle");
    pty.press("\r");
    pty.wait_for("First Steps");
    pty.press("\x03\x03");
    assert_eq!(pty.wait_for_end().0, 0);
}

fn saves(home: &Path, name: &str) -> usize {
    fs::read_dir(home.join("accounts").join(name).join("saves")).map_or(0, Iterator::count)
}

#[test]
fn a_password_opens_its_own_account_and_no_other() {
    let home = tempfile::tempdir().unwrap();
    let mut anna = comes(home.path(), "anna");
    anna.wait_for("Password: ");
    anna.press("horse battery\r");
    anna.wait_for("Again: ");
    anna.press("horse battery\r");
    begins(&mut anna);
    assert!(!anna.got().contains("horse"), "a secret is not shown: {:?}", anna.got());
    assert!(anna.is_cooked());

    let mut bert = comes(home.path(), "Bert");
    bert.wait_for("There is no account bert yet");
    bert.press("correct staple\r");
    bert.wait_for("Again: ");
    bert.press("correct stable\r");
    assert_eq!(bert.wait_for_end().0, 1);
    bert.wait_for("the two passwords differ");
    assert!(!home.path().join("accounts/bert").exists());
    let mut bert = comes(home.path(), "bert");
    bert.wait_for("Password: ");
    bert.press("correct staple\r");
    bert.wait_for("Again: ");
    bert.press("correct staple\r");
    bert.wait_for("Introductory Scenario");
    assert!(!bert.got().contains("action 0"), "another's game is offered");
    begins(&mut bert);

    let mut thief = comes(home.path(), "anna");
    for _ in 0..3 {
        thief.wait_for("Password of anna: ");
        thief.forget();
        thief.press("correct staple\r");
    }
    assert_eq!(thief.wait_for_end().0, 1);
    thief.wait_for("wrong password for this name");

    let mut anna = comes(home.path(), "anna");
    anna.wait_for("Password of anna: ");
    anna.press("horse battery\r");
    anna.wait_for("action 0, ");
    anna.press("q");
    assert_eq!(anna.wait_for_end().0, 0);
    assert_eq!((saves(home.path(), "anna"), saves(home.path(), "bert")), (1, 1));
    for path in ["accounts", "accounts/anna", "accounts/anna/saves", "accounts/anna/password"] {
        let mode = fs::metadata(home.path().join(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{path}");
    }
}

#[test]
fn echo_is_restored_however_a_password_prompt_ends() {
    let home = tempfile::tempdir().unwrap();
    let asked = || {
        let pty = comes(home.path(), "anna");
        pty.wait_for("Password: ");
        assert!(!pty.is_cooked());
        pty
    };
    for signal in [Signal::TERM, Signal::HUP, Signal::QUIT] {
        let mut pty = asked();
        pty.end_by(signal);
        assert!(pty.is_cooked(), "{signal:?}");
    }
    let mut pty = asked();
    pty.press("\x03");
    assert_eq!(pty.wait_for_end().0, 130);
    assert!(pty.is_cooked());

    let mut pty = asked();
    kill(Signal::TSTP, pty.process());
    until("it is stopped", || state(pty.process()) == "T");
    assert!(pty.is_cooked());
    kill(Signal::CONT, pty.process());
    until("it asks again", || !pty.is_cooked());
    pty.press("horse battery\r");
    pty.wait_for("Again: ");
    pty.press("\x04");
    assert_eq!(pty.wait_for_end().0, 1);
    assert!(pty.is_cooked() && !pty.got().contains("horse"), "{:?}", pty.got());
}

#[test]
fn names_that_are_paths_open_nothing() {
    let home = tempfile::tempdir().unwrap();
    for name in ["../anna", "/etc", "", "a/b", "\x1b[A"] {
        let mut pty = comes(home.path(), name);
        assert_eq!(pty.wait_for_end().0, 1, "{name:?}");
        pty.wait_for("a name has up to 24");
    }
    assert!(!home.path().join("accounts").exists());
}

#[test]
fn vouched_guests_need_no_password_and_limits_hold() {
    let home = tempfile::tempdir().unwrap();
    let vouched = "lobby carl --vouched --guests 1 --saves 1";
    begins(&mut sit(home.path(), vouched));
    let mut pty = sit(home.path(), "lobby carl");
    assert_eq!(pty.wait_for_end().0, 1);
    pty.wait_for("is taken");
    let mut pty = sit(home.path(), "lobby dora --guests 1");
    assert_eq!(pty.wait_for_end().0, 1);
    pty.wait_for("this host is full");
    let mut pty = sit(home.path(), vouched);
    pty.wait_for("action 0, ");
    pty.press("\x1b[B\r");
    pty.wait_for("Start the battle");
    pty.press("\r");
    pty.wait_for("the limit is 1");
    pty.press("\x03");
    assert_eq!(pty.wait_for_end().0, 0);
    assert_eq!(saves(home.path(), "carl"), 1);
}

/// A new guest, with the password "horse battery".
fn joins(home: &Path, name: &str) -> Pty {
    let mut pty = comes(home, name);
    pty.wait_for("Choose a password");
    pty.press("horse battery\r");
    pty.wait_for("Again: ");
    pty.press("horse battery\r");
    pty.wait_for("Introductory Scenario");
    pty
}

/// Logs in and out again; returns how long the way from the password to the title screen took.
fn visits(home: &Path, name: &str) -> Duration {
    let mut pty = comes(home, name);
    pty.wait_for("Password of ");
    pty.press("horse battery\r");
    let took = pty.wait_for("Introductory Scenario");
    pty.press("q");
    pty.wait_for_end();
    took
}

#[test]
fn guessers_neither_lock_out_nor_slow_down_the_owner() {
    let home = tempfile::tempdir().unwrap();
    let mut anna = joins(home.path(), "anna");
    anna.press("q");
    anna.wait_for_end();
    // A guesser who stops the program within the second after a wrong guess.
    let mut stopped = comes(home.path(), "anna");
    stopped.wait_for("Password of ");
    stopped.press("a wrong guess\r");
    thread::sleep(Duration::from_millis(200));
    kill(Signal::STOP, stopped.process());
    until("it is stopped", || state(stopped.process()) == "T");
    let took = visits(home.path(), "anna");
    assert!(took < Duration::from_secs(10), "{took:?}");
    kill(Signal::KILL, stopped.process());

    // Six guessers in a loop. A guess takes a second, but only the guesser's.
    let over = AtomicBool::new(false);
    let took = thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let mut pty = comes(home.path(), "anna");
                    pty.wait_for("Password of ");
                    pty.press("a wrong guess\r");
                    thread::sleep(Duration::from_millis(300));
                    pty.press("\x03");
                    pty.wait_for_end();
                }
            });
        }
        thread::sleep(Duration::from_millis(500));
        let mut took: Vec<Duration> = (0..3).map(|_| visits(home.path(), "anna")).collect();
        over.store(true, Ordering::Relaxed);
        took.sort();
        took[1]
    });
    // Below the six seconds that six guesses one after the other would take.
    assert!(took < Duration::from_secs(5), "{took:?}");
    let mut last = comes(home.path(), "anna");
    last.wait_for("Password of ");
    last.press("a wrong guess\r");
    // The question comes again after a second.
    last.wait_for("Password of anna: \r\nPassword of anna: ");
    last.press("\x03");
    last.wait_for_end();
    let mut anna = comes(home.path(), "anna");
    anna.wait_for("Password of ");
    anna.press("horse battery\r");
    anna.wait_for("Wrong passwords for your name since your last visit: ");
    anna.press("\x03");
}

#[test]
fn a_key_opens_a_name_that_a_password_took() {
    let home = tempfile::tempdir().unwrap();
    let mut squatter = joins(home.path(), "anna");
    squatter.press("q");
    squatter.wait_for_end();
    let mut anna = sit(home.path(), "lobby anna --vouched");
    anna.wait_for("Your key opens this account from now on");
    anna.wait_for("Introductory Scenario");
    anna.press("q");
    assert_eq!(anna.wait_for_end().0, 0);
    let mut squatter = comes(home.path(), "anna");
    squatter.wait_for("only its key opens it");
    assert_eq!(squatter.wait_for_end().0, 1);
}

#[test]
fn one_address_gets_few_new_names() {
    let home = tempfile::tempdir().unwrap();
    for name in ["one", "two"] {
        let mut pty = sit(home.path(), &format!("lobby {name} --new-names 2"));
        pty.wait_for("Choose a password");
        pty.press("horse battery\r");
        pty.wait_for("Again: ");
        pty.press("horse battery\r");
        pty.wait_for("Introductory Scenario");
        pty.press("q");
        pty.wait_for_end();
    }
    let mut pty = sit(home.path(), "lobby three --new-names 2");
    pty.wait_for("too many new names have been taken from your address");
    assert_eq!(pty.wait_for_end().0, 1);
}

/// Every scenario that the guest has written, and every file.
fn files(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { 1 }).sum()
}

#[test]
fn exporting_again_and_again_reaches_the_limit_and_shows_no_folder_of_the_host() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = sit(home.path(), "lobby anna --vouched --files 12");
    pty.wait_for("Introductory Scenario");
    pty.press("\x1b[B\x1b[B\x1b[B\r");
    pty.wait_for("Start the battle");
    pty.press("\r");
    pty.wait_for("Esc close");
    pty.press("\x1b");
    until("the briefing is closed", || !pty.shown().contains("Esc close"));
    let account = home.path().join("accounts/anna");
    let full = |pty: &Pty| pty.shown().contains("the limit is 12");
    while !full(&pty) {
        let before = files(&account);
        pty.press(",e");
        until("it is saved or refused", || files(&account) > before || full(&pty));
    }
    pty.press("\x03\x03");
    pty.wait_for_end();
    // The host's own files about the account do not count.
    let own = ["password", "logins", ".lock"].iter().filter(|name| account.join(name).exists()).count();
    assert_eq!(files(&account) - files(&account.join("seen")) - own, 12);
    let folder = home.path().to_str().unwrap();
    assert!(!pty.got().contains(folder), "{:?}", pty.got());
}

#[test]
fn errors_in_the_lobby_show_no_folder_of_the_host() {
    let home = tempfile::tempdir().unwrap();
    let account = home.path().join("accounts/anna");
    fs::create_dir_all(account.join("saves")).unwrap();
    fs::create_dir_all(account.join("config")).unwrap();
    fs::write(account.join("saves/broken.toml"), "what is this?").unwrap();
    for (file, text) in [("config/keys.toml", "x"), ("config/settings.toml", "[["), ("password", "!\n")] {
        fs::write(account.join(file), text).unwrap();
        let mut pty = sit(home.path(), "lobby anna --vouched");
        if file == "password" {
            fs::remove_dir_all(account.join("config")).unwrap();
            pty = sit(home.path(), "lobby anna --vouched");
            pty.wait_for("Introductory Scenario");
            pty.press("\x1b[F");
            pty.wait_for("can't be read");
            pty.press("q");
        }
        pty.wait_for_end();
        let folder = home.path().to_str().unwrap();
        assert!(!pty.got().contains(folder), "{file}: {:?}", pty.got());
    }
}

#[test]
fn logins_and_refusals_go_to_the_system_log_without_passwords() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("log");
    let log = UnixDatagram::bind(&path).unwrap();
    log.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let line = || {
        let mut line = [0; 300];
        let length = log.recv(&mut line).unwrap();
        String::from_utf8_lossy(&line[..length]).into_owned()
    };
    let comes = || {
        let words = format!("lobby anna --system-log {}", path.display());
        let line = format!("SSH_CONNECTION='192.0.2.7 50022 192.0.2.1 22' exec \"$0\" {words}");
        run(home.path(), size(24, 80), true, &line, "xterm-256color")
    };
    let mut anna = comes();
    anna.wait_for("Choose a password");
    anna.press("horse battery\r");
    anna.wait_for("Again: ");
    anna.press("horse battery\r");
    let new = line();
    assert!(
        new.starts_with("<38>standto[") && new.ends_with("]: new account anna logged in from 192.0.2.7"),
        "{new}"
    );
    anna.wait_for("Introductory Scenario");
    anna.press("q");
    anna.wait_for_end();
    let mut thief = comes();
    thief.wait_for("Password of anna");
    thief.press("correct staple\r");
    let wrong = line();
    assert!(wrong.ends_with("]: anna from 192.0.2.7: wrong password"), "{wrong}");
    thief.press("\x03");
}

#[test]
fn a_guest_who_never_logs_in_is_sent_away() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = sit(home.path(), "lobby anna --login-seconds 1");
    pty.wait_for("Password: ");
    pty.wait_for("You have not logged in in time.");
    assert_ne!(pty.wait_for_end().0, 0);
    assert!(pty.is_cooked());
    let mut anna = sit(home.path(), "lobby anna --vouched --login-seconds 1");
    anna.wait_for("Introductory Scenario");
    thread::sleep(Duration::from_millis(1500));
    anna.press("q");
    assert_eq!(anna.wait_for_end().0, 0, "only the login is limited");
}

#[test]
fn sessions_of_an_account_and_of_an_address_are_limited() {
    let home = tempfile::tempdir().unwrap();
    let from = |words: &str| {
        let line = format!("SSH_CONNECTION='192.0.2.7 50022 192.0.2.1 22' exec \"$0\" lobby {words}");
        run(home.path(), size(24, 80), true, &line, "xterm-256color")
    };
    let first = from("anna --vouched --sessions 1");
    first.wait_for("Introductory Scenario");
    let mut second = from("anna --vouched --sessions 1");
    second.wait_for("anna is already connected 1 times");
    assert_eq!(second.wait_for_end().0, 1);
    let waiting = from("--per-address 2");
    waiting.wait_for("Your name: ");
    let mut third = from("--per-address 2");
    third.wait_for("too many connections from your address");
    assert_eq!(third.wait_for_end().0, 1);
}

#[test]
fn long_answers_and_bytes_that_are_no_text_are_refused_in_plain_words() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = comes(home.path(), "anna");
    pty.wait_for("Password: ");
    pty.press(&format!("{}\r", "p".repeat(300)));
    pty.wait_for("Again: ");
    pty.press(&format!("{}\r", "p".repeat(300)));
    pty.wait_for("Introductory Scenario");
    pty.press("q");
    pty.wait_for_end();
    let mut pty = comes(home.path(), &"x".repeat(3000));
    pty.wait_for("an answer has at most 1024 bytes");
    assert_eq!(pty.wait_for_end().0, 1);
    let mut pty = sit(home.path(), "lobby");
    pty.wait_for("Your name: ");
    pty.press_bytes(b"\xff\xfe\r");
    pty.wait_for("a name has up to 24");
    assert_eq!(pty.wait_for_end().0, 1);
}
