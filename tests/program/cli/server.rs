//! `standto server`: the operator's commands.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use standto::store::{Accounts, Admission, Attempt, Origin, Visit};

use crate::desk::{Desk, desk};

const RULES: Admission = Admission { guests: 9, names_per_hour: 9, unused: Duration::from_secs(3600) };

/// A host with anna, who has a game, bert, who has none, and carl, who has a key.
fn host() -> (Desk, Accounts) {
    let desk = desk();
    let accounts = Accounts::of(desk.folder.path());
    let local = Origin { address: "local".into(), port: None };
    for name in ["anna", "bert"] {
        accounts.claim(name, "correct horse", &local, &RULES).unwrap();
    }
    accounts.claim_vouched("carl", 9).unwrap();
    desk.write("accounts/anna/saves/one.toml", "a game");
    let attempts = accounts.find("anna").unwrap().unwrap().attempts();
    attempts.add(Attempt::In, "192.0.2.1");
    attempts.add(Attempt::Wrong, "192.0.2.9");
    (desk, accounts)
}

#[test]
fn the_operator_sees_guests_and_accounts() {
    let (desk, _) = host();
    assert!(desk.good(&["server", "status"]).starts_with("No guest is on.\n\n3 accounts, 1 file, 0 KiB"));
    let visit = Visit::begin(desk.folder.path(), "anna", "192.0.2.1", 0).unwrap();
    let status = desk.json(&["server", "status", "--json"]);
    assert_eq!(
        (&status["online"][0]["name"], &status["online"][0]["from"]),
        (&"anna".into(), &"192.0.2.1".into())
    );
    let refused = desk.refused(1, &["server", "remove", "anna", "--yes"]);
    assert_eq!(refused, "error: anna is on; try again later\n");
    drop(visit);
    let accounts = desk.json(&["server", "accounts", "--json"]);
    let shown: Vec<_> =
        accounts.as_array().unwrap().iter().map(|line| line["opened_by"].as_str().unwrap()).collect();
    assert_eq!(shown, ["password", "password", "key"]);
    assert_eq!((&accounts[0]["saves"], &accounts[0]["wrong_passwords"]), (&1.into(), &1.into()));
    assert!(desk.good(&["server", "accounts"]).contains("never"));
}

#[test]
fn the_operator_resets_removes_and_prunes() {
    let (desk, accounts) = host();
    let told = desk.good(&["server", "reset-password", "anna"]);
    let password = told.trim().strip_prefix("New password of anna: ").unwrap();
    let anna = accounts.find("anna").unwrap().unwrap();
    assert!(anna.opens(password).unwrap() && !anna.opens("correct horse").unwrap());
    assert_eq!(password.len(), 14);
    assert_eq!(
        desk.refused(1, &["server", "reset-password", "../anna"]),
        format!(
            "error: there is no account \"../anna\" in {}; see \"standto server accounts\"\n",
            desk.folder.path().display()
        )
    );
    assert_eq!(desk.good(&["server", "prune"]), "No name has been unused for so long.\n");
    assert_eq!(
        desk.good(&["server", "prune", "--days", "0", "--dry-run"]),
        "1 unused name would be freed: bert\n"
    );
    assert_eq!(desk.good(&["server", "prune", "--days", "0"]), "1 unused name freed: bert\n");
    let asked = desk.good(&["server", "remove", "anna"]);
    assert_eq!(asked, "anna keeps 1 game in 1 file. Add --yes to remove the account.\n");
    assert!(accounts.find("anna").unwrap().is_some());
    desk.good(&["server", "remove", "anna", "--yes"]);
    assert_eq!(accounts.names(), ["carl"]);
    assert!(!desk.path("accounts/anna").exists());
}

#[test]
fn the_doctor_finds_what_is_open() {
    let (desk, _) = host();
    let folder = desk.folder.path().to_str().unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    let run = desk.run(&["server", "doctor", "--folder", folder, "--user", "nosuchuser"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        run.out.contains("is open to other users (mode 755)") || run.out.contains("belongs to root"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("1 files of accounts are open to other users, such as")
            || run.out.contains("accounts/anna"),
        "{}",
        run.out
    );
    let told = desk.run(&["server", "doctor", "--folder", folder, "--json"]);
    let findings: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    let faults = findings.as_array().unwrap().iter().filter(|finding| finding["state"] == "fault");
    assert!(faults.count() >= 1, "{findings}");
    assert!(told.out.contains("changes are reported to") || told.out.contains("changes reported"), "{told:?}");
    let missing = desk.run(&["server", "doctor", "--folder", "/no/such/folder"]);
    assert!(
        missing.out.contains("fault    /no/such/folder does not exist; create it: install -d"),
        "{missing:?}"
    );
}

#[test]
fn settings_of_sshd_are_never_printed_with_odd_paths() {
    let desk = desk();
    for odd in ["relative", "/srv/a b", "/srv/x\ny", "/srv/\"x\""] {
        let refused = desk.refused(1, &["server", "sshd-config", "--folder", odd]);
        assert!(refused.contains("sshd needs a full path"), "{refused}");
    }
    let refused = desk.refused(1, &["server", "sshd-config", "--user", "a,b"]);
    assert!(refused.contains("a system account has letters"), "{refused}");
}
