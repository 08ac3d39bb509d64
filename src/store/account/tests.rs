use std::time::Instant;

use super::*;

const RULES: Admission = Admission { guests: 9, names_per_hour: 9, unused: Duration::from_secs(3600) };

fn origin(address: &str) -> Origin {
    Origin { address: address.to_owned(), port: None }
}

fn claim(accounts: &Accounts, name: &str, password: &str) -> Result<(), ClaimError> {
    accounts.claim(name, password, &origin("local"), &RULES)
}

#[test]
fn names_belong_to_the_first_registrant_and_need_the_password() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = Accounts::of(folder.path());
    assert!(accounts.find("anna").unwrap().is_none());
    claim(&accounts, "anna", "correct horse").unwrap();
    assert!(matches!(claim(&accounts, "anna", "another one"), Err(ClaimError::Taken(_))));
    let account = accounts.find("anna").unwrap().unwrap();
    assert!(account.opens("correct horse").unwrap() && !account.opens("another one").unwrap());
    let stored = fs::read_to_string(folder.path().join("accounts/anna/password")).unwrap();
    assert!(stored.starts_with("$argon2id$") && !stored.contains("horse"));
    accounts.claim_vouched("bert", 9).unwrap();
    let vouched = accounts.find("bert").unwrap().unwrap();
    assert!(vouched.is_vouched_for().unwrap() && !vouched.opens("!").unwrap());
    assert!(!account.is_vouched_for().unwrap());
    assert_eq!(accounts.names(), ["anna", "bert"]);
}

#[test]
fn names_cannot_escape_the_folder() {
    assert_eq!(Accounts::name(" Anna-2 ").as_deref(), Some("anna-2"));
    for bad in ["", "..", "../anna", "a/b", "a\0b", "-a", "2a", "ä", "a b", &"a".repeat(25), ".hidden", "a\n"]
    {
        assert!(Accounts::name(bad).is_none_or(|name| name == "a"), "{bad:?}");
    }
}

#[test]
fn a_guess_leaves_no_lock_behind() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = Accounts::of(folder.path());
    claim(&accounts, "anna", "correct horse").unwrap();
    // A stopped process that still has the file locked, as older versions left it.
    let held = fs::File::open(folder.path().join("accounts/anna/password")).unwrap();
    held.lock().unwrap();
    let begun = Instant::now();
    let account = accounts.find("anna").unwrap().unwrap();
    assert!(!account.opens("another one").unwrap() && account.opens("correct horse").unwrap());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn six_who_claim_at_once_get_no_more_than_there_is_room_for() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = Accounts::of(folder.path());
    let rules = Admission { guests: 4, ..RULES };
    let try_one = |name: String| accounts.claim(&name, "correct horse", &origin(&name), &rules).is_ok();
    let given = std::thread::scope(|scope| {
        let all: Vec<_> = (0..12).map(|n| scope.spawn(move || try_one(format!("n{n}")))).collect();
        all.into_iter().map(|one| one.join().unwrap()).filter(|given| *given).count()
    });
    assert_eq!((given, accounts.names().len()), (4, 4));
}

#[test]
fn one_address_gets_few_names_and_one_connection_gets_one() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = Accounts::of(folder.path());
    let rules = Admission { names_per_hour: 3, ..RULES };
    let from = |address: &str, port: u16, name: &str| {
        let origin = Origin { address: address.into(), port: Some(port) };
        accounts.claim(name, "correct horse", &origin, &rules)
    };
    from("192.0.2.1", 5001, "a").unwrap();
    assert!(matches!(from("192.0.2.1", 5001, "b"), Err(ClaimError::TooMany)), "the same connection");
    from("192.0.2.1", 5002, "b").unwrap();
    from("192.0.2.1", 5003, "c").unwrap();
    assert!(matches!(from("192.0.2.1", 5004, "d"), Err(ClaimError::TooMany)));
    from("192.0.2.2", 5004, "d").unwrap();
    assert_eq!(accounts.names(), ["a", "b", "c", "d"]);
}

#[test]
fn names_that_are_never_played_with_are_free_again() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = Accounts::of(folder.path());
    for name in ["idle", "player"] {
        claim(&accounts, name, "correct horse").unwrap();
    }
    accounts.claim_vouched("keyed", 9).unwrap();
    let save = accounts.folder("player").join("saves/one.toml");
    make_folder(save.parent().unwrap()).unwrap();
    fs::write(&save, "a game").unwrap();
    assert!(accounts.prune(Duration::from_secs(60)).unwrap().is_empty(), "they are new");
    assert_eq!(accounts.unused(Duration::ZERO), ["idle"]);
    // A full host frees them for the next guest.
    let rules = Admission { guests: 3, unused: Duration::ZERO, ..RULES };
    accounts.claim("new", "correct horse", &origin("local"), &rules).unwrap();
    assert_eq!(accounts.names(), ["keyed", "new", "player"]);
}

#[test]
fn a_key_opens_a_name_that_was_taken_with_a_password() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = Accounts::of(folder.path());
    claim(&accounts, "anna", "squatter's own").unwrap();
    let account = accounts.find("anna").unwrap().unwrap();
    account.vouch().unwrap();
    assert!(account.is_vouched_for().unwrap() && !account.opens("squatter's own").unwrap());
    account.set_password("a new password").unwrap();
    assert!(account.opens("a new password").unwrap());
}

#[test]
fn accounts_of_older_versions_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = Accounts::of(folder.path());
    claim(&accounts, "anna", "correct horse").unwrap();
    fs::rename(folder.path().join("accounts"), folder.path().join("drawers")).unwrap();
    fs::rename(folder.path().join("drawers/anna/password"), folder.path().join("drawers/anna/secret"))
        .unwrap();
    let account = accounts.find("anna").unwrap().unwrap();
    assert!(account.opens("correct horse").unwrap());
    assert!(account.folder().ends_with("drawers/anna"));
    assert!(matches!(claim(&accounts, "anna", "another one"), Err(ClaimError::Taken(_))));
    claim(&accounts, "bert", "correct horse").unwrap();
    assert!(accounts.folder("bert").ends_with("accounts/bert"));
    assert_eq!(accounts.names(), ["anna", "bert"]);
}

#[test]
fn guessers_are_barred_but_never_where_the_owner_logs_in() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = Accounts::of(folder.path());
    claim(&accounts, "anna", "correct horse").unwrap();
    let attempts = accounts.find("anna").unwrap().unwrap().attempts();
    attempts.add(Attempt::In, "192.0.2.1");
    for _ in 0..2000 {
        attempts.add(Attempt::Wrong, "192.0.2.1");
        attempts.add(Attempt::Wrong, "198.51.100.7");
    }
    assert_eq!(attempts.barred("192.0.2.1"), None);
    assert!(attempts.barred("198.51.100.7").is_some_and(|minutes| (1..=10).contains(&minutes)));
    assert_eq!(attempts.barred("198.51.100.8"), None);
    assert!(attempts.wrong_since_login() >= 200);
    assert!(fs::metadata(attempts.path()).unwrap().len() < 64 << 10, "the file does not grow for ever");
    attempts.add(Attempt::In, "192.0.2.1");
    assert_eq!(attempts.wrong_since_login(), 0);
    assert!(attempts.last_login().is_some());
}
