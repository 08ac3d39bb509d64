//! How a guest of a host logs in: name, password or key, and the limits on both.

use std::env;
use std::io::{self, BufRead, Read, Write};
use std::net::IpAddr;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{CommandError, fail};
use crate::plain::{self, Plain};
use crate::store::{
    self, Account, Accounts, Admission, Attempt, ClaimError, LONGEST_NAME, Origin, SHORTEST_SECRET,
    SystemLog, Visit, Visitor,
};
use crate::tui;

/// Attempts at the password.
const TRIES: usize = 3;
/// The delay after a wrong password. Only the guesser waits.
const AFTER_WRONG: Duration = Duration::from_secs(1);

/// How a guest who has not logged in yet is listed.
const NAMELESS: &str = "-";
/// A longer answer is refused, in bytes.
const LONGEST_LINE: u64 = 1025;

/// A guest at the door.
pub(super) struct Login<'a> {
    /// The host's folder.
    pub host: &'a Path,
    /// The name given on the command line.
    pub name: Option<&'a str>,
    /// Whether the caller has checked who it is.
    pub vouched: bool,
    /// The file of the keys that name their guests.
    pub keys: Option<&'a Path>,
    /// The rules for new names.
    pub rules: Admission,
    /// The most sessions of one account at once.
    pub sessions: usize,
    /// The most sessions from one address at once.
    pub per_address: usize,
    /// The time for logging in.
    pub patience: Duration,
    /// The host's log.
    pub log: SystemLog,
}

/// A guest who is in.
pub(super) struct Guest {
    pub name: String,
    /// Listed as on until this is dropped.
    pub visit: Option<Visit>,
}

impl Login<'_> {
    /// Lets the guest in, or says why not. No message shows the host's folders.
    pub(super) fn enter(&self) -> Result<Guest, CommandError> {
        plain::hide_folder(self.host);
        let origin = origin(env::var("SSH_CONNECTION").ok().as_deref());
        let accounts = Accounts::of(self.host);
        let entrance = self.has_room_for(&origin)?;
        let in_time = self.wait_no_longer();
        let keyed = self.keys.and_then(named_by_key);
        let vouched = self.vouched || keyed.is_some();
        let given = match (self.name, keyed) {
            (Some(name), _) => name.to_owned(),
            (None, Some(name)) => name,
            (None, None) => ask("Your name: ", true)?,
        };
        let Some(name) = Accounts::name(&given) else {
            return fail(format!(
                "a name has up to {LONGEST_NAME} small letters, digits and \"-\", and begins with a letter"
            ));
        };
        let known = accounts.find(&name)?;
        match (&known, vouched) {
            (Some(account), true) => self.vouch(account)?,
            (Some(account), false) => self.check_password(account, &origin)?,
            (None, true) => {
                self.admitted(accounts.claim_vouched(&name, self.rules.guests), &name, &origin)?
            }
            (None, false) => {
                self.admitted(accounts.admits(&origin, &self.rules), &name, &origin)?;
                let password = choose_password(&name)?;
                self.admitted(accounts.claim(&name, &password, &origin, &self.rules), &name, &origin)?;
            }
        }
        self.may_log_in_again(&name)?;
        // From here on the guest may take any time.
        drop((in_time, entrance));
        plain::hide_folder(&accounts.folder(&name));
        if let Some(account) = accounts.find(&name)? {
            let wrong = account.attempts().wrong_since_login();
            if wrong > 0 && !vouched {
                say(&format!("Wrong passwords for your name since your last visit: {wrong}.\n"))?;
            }
            account.attempts().add(Attempt::In, &origin.address);
        }
        let new = if known.is_none() { "new account " } else { "" };
        self.log.info(&format!("{new}{name} logged in from {}", origin.address));
        // A list that can't be written keeps no one out.
        let visit = Visit::begin(self.host, &name, &origin.address, now()).ok();
        Ok(Guest { name, visit })
    }

    /// Counts the connections of an address, those that have not logged in included. Without a connection
    /// there is nothing to count.
    fn has_room_for(&self, origin: &Origin) -> Result<Option<Visit>, CommandError> {
        if origin.port.is_none() {
            return Ok(None);
        }
        let from_here = |visitor: &&Visitor| visitor.address == origin.address;
        if store::visitors(self.host).iter().filter(from_here).count() >= self.per_address {
            self.log.refused(&format!("{}: too many connections", origin.address));
            return fail("too many connections from your address; close one first");
        }
        Ok(Visit::begin(self.host, NAMELESS, &origin.address, now()).ok())
    }

    fn may_log_in_again(&self, name: &str) -> Result<(), CommandError> {
        let here = store::visitors(self.host).iter().filter(|visitor| visitor.name == name).count();
        if here < self.sessions {
            return Ok(());
        }
        self.log.refused(&format!("{name}: already connected {here} times"));
        fail(format!("{name} is already connected {here} times; close one of these sessions first"))
    }

    /// Ends the program unless the guest logs in in time: a connection that only waits keeps others out. The
    /// wait is over when the value is dropped.
    fn wait_no_longer(&self) -> mpsc::Sender<()> {
        let patience = self.patience;
        let (logged_in, wait) = mpsc::channel::<()>();
        thread::spawn(move || {
            if wait.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = say("\nYou have not logged in in time.\n");
                // As for any signal, the terminal is restored.
                let _ =
                    rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::ALARM);
            }
        });
        logged_in
    }

    /// The host's word counts for more than the password with which the name was taken.
    fn vouch(&self, account: &Account) -> Result<(), CommandError> {
        if account.is_vouched_for()? {
            return Ok(());
        }
        account.vouch()?;
        self.log.info(&format!("{} is opened by a key from now on, no longer by a password", account.name()));
        say("Your key opens this account from now on; its password no longer does.\n")?;
        Ok(())
    }

    fn admitted(
        &self,
        claimed: Result<(), ClaimError>,
        name: &str,
        origin: &Origin,
    ) -> Result<(), CommandError> {
        claimed.or_else(|error| {
            self.log.refused(&format!("no account {name} for {}: {error}", origin.address));
            fail(error.to_string())
        })
    }

    fn check_password(&self, account: &Account, origin: &Origin) -> Result<(), CommandError> {
        let name = account.name();
        if account.is_vouched_for()? {
            self.log.refused(&format!("{name} from {}: a key opens this account", origin.address));
            return fail(format!("the name \"{name}\" is taken, and only its key opens it"));
        }
        let mut tries = 0;
        while tries < TRIES {
            if let Some(minutes) = account.attempts().barred(&origin.address) {
                self.log.refused(&format!("{name} from {}: too many wrong passwords", origin.address));
                return fail(format!(
                    "too many wrong passwords for this name from your address; try again in {minutes} min"
                ));
            }
            if account.opens(&ask(&format!("Password of {name}: "), false)?)? {
                return Ok(());
            }
            account.attempts().add(Attempt::Wrong, &origin.address);
            self.log.refused(&format!("{name} from {}: wrong password", origin.address));
            thread::sleep(AFTER_WRONG);
            tries += 1;
        }
        fail("wrong password for this name")
    }
}

fn choose_password(name: &str) -> Result<String, CommandError> {
    // One question: a password typed as soon as it can be read is not echoed.
    let question = format!(
        "There is no account {name} yet. Choose a password of at least {SHORTEST_SECRET} characters.\n\
         It opens your games and cannot be recovered.\nPassword: "
    );
    let password = ask(&question, false)?;
    if password.chars().count() < SHORTEST_SECRET {
        return fail(format!("a password has at least {SHORTEST_SECRET} characters"));
    }
    if ask("Again: ", false)? != password {
        return fail("the two passwords differ; no account was created");
    }
    Ok(password)
}

/// The guest named by the SSH key of this connection. sshd writes the key into the file named by
/// `SSH_USER_AUTH` (`ExposeAuthInfo yes`); the host's file of keys has "guest:NAME" behind it.
fn named_by_key(keys: &Path) -> Option<String> {
    let used = store::read_text(Path::new(&env::var_os("SSH_USER_AUTH")?)).ok()?;
    guest_of_key(&used, &store::read_text(keys).ok()?)
}

fn guest_of_key(used: &str, keys: &str) -> Option<String> {
    let key = |line: &str| Some(line.strip_prefix("publickey ")?.split(' ').nth(1)?.to_owned());
    let used: Vec<String> = used.lines().filter_map(key).collect();
    keys.lines().filter(|line| !line.trim_start().starts_with('#')).find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| used.iter().any(|key| key == word))?;
        Accounts::name(words.get(at + 1)?.strip_prefix("guest:")?)
    })
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Where a guest comes from, by the variable that sshd sets: address and port of the guest, then ours. Of an
/// IPv6 address only the network counts: a guest can have any number of addresses in it.
fn origin(connection: Option<&str>) -> Origin {
    let mut words = connection.unwrap_or_default().split(' ');
    let address = words.next().and_then(|address| address.parse::<IpAddr>().ok());
    let port = words.next().and_then(|port| port.parse().ok());
    let address = match address.map(|address| address.to_canonical()) {
        None => return Origin { address: "local".into(), port: None },
        Some(IpAddr::V4(address)) => address.to_string(),
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    };
    Origin { address, port }
}

fn say(text: &str) -> io::Result<()> {
    let mut out = Plain::new(io::stdout());
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Asks for a line; a password is not echoed.
fn ask(question: &str, shown: bool) -> Result<String, CommandError> {
    let mut line = Vec::new();
    let mut answer = || {
        say(question)?;
        io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line)
    };
    let read = if shown {
        answer()?
    } else {
        let read = tui::unseen(answer)?;
        say("\n")?;
        read?
    };
    match read {
        0 => fail("no answer"),
        // The rest of the line would be taken for the next answer.
        n if n as u64 == LONGEST_LINE => fail(format!("an answer has at most {} bytes", LONGEST_LINE - 1)),
        _ => Ok(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_name_their_guests() {
        let keys = "# ssh-ed25519 AAAAold guest:eve\nssh-ed25519 AAAA1 guest:anna\n\
                    restrict,pty ssh-rsa AAAA2 guest:bert laptop\nssh-ed25519 AAAA3 carl\n";
        let guest = |used| guest_of_key(used, keys);
        assert_eq!(guest("publickey ssh-ed25519 AAAA1\n").as_deref(), Some("anna"));
        assert_eq!(guest("password\npublickey ssh-rsa AAAA2\n").as_deref(), Some("bert"));
        for none in
            ["publickey ssh-ed25519 AAAA3", "publickey ssh-ed25519 AAAAold", "publickey x", "none", ""]
        {
            assert_eq!(guest(none), None, "{none}");
        }
    }

    #[test]
    fn guests_are_told_apart_by_address_and_networks_by_their_prefix() {
        let from = |connection| origin(Some(connection)).address;
        assert_eq!(from("192.0.2.7 50022 192.0.2.1 22"), "192.0.2.7");
        assert_eq!(from("::ffff:192.0.2.7 50022 ::1 22"), "192.0.2.7");
        assert_eq!(from("2001:db8:1:2:aaaa::1 50022 ::1 22"), "2001:db8:1:2::/64");
        assert_eq!(from("2001:db8:1:2:bbbb::9 50023 ::1 22"), "2001:db8:1:2::/64");
        assert_eq!(origin(Some("192.0.2.7 50022 192.0.2.1 22")).port, Some(50022));
        for odd in [None, Some(""), Some("x\ny 1 2 3"), Some("../etc 5")] {
            assert_eq!(origin(odd), Origin { address: "local".into(), port: None }, "{odd:?}");
        }
    }
}
