//! The settings of sshd that the pages show, tried literally with a real sshd and real logins.
//!
//! Only the paths, the port and the system account are replaced: a test may not write to `/etc`.

use std::fs;
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use super::pty::{Pty, kill, run, size, until};
use super::two::{self, Table};
use crate::pty::Signal;

/// Where sshd is, or `None` after saying that nothing was tested. With `STANDTO_SSHD=required` it must be
/// there.
fn sshd() -> Option<PathBuf> {
    let places = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd"].map(PathBuf::from);
    let found = places.into_iter().find(|place| place.exists());
    if found.is_none() {
        let required = std::env::var("STANDTO_SSHD").is_ok_and(|word| word == "required");
        assert!(!required, "sshd is not installed (STANDTO_SSHD=required)");
        // Not println: the test runner would keep it to itself.
        let _ = std::io::stderr()
            .write_all(b"\nNOT TESTED: sshd is not installed, so no login over SSH was tried.\n");
    }
    found
}

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The settings of sshd on a page, as they stand there.
fn block(name: &str) -> String {
    let page = page(name);
    let mut blocks = page.split("```").skip(1).step_by(2).map(|block| block.trim_start_matches('\n'));
    blocks
        .find(|block| block.starts_with("Match User"))
        .unwrap_or_else(|| panic!("no block in {name}"))
        .to_owned()
}

fn good(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    output
}

fn key(path: &Path) -> String {
    good(Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-C", "", "-f"]).arg(path));
    fs::read_to_string(path.with_extension("pub")).unwrap().trim().to_owned()
}

/// An sshd on a free port with the settings of a page.
struct Host {
    folder: TempDir,
    user: String,
    port: u16,
    sshd: Child,
}

impl Host {
    fn new(sshd: &Path, block: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        key(&folder.path().join("host"));
        let (open, carl) = (key(&folder.path().join("open")), key(&folder.path().join("carl")));
        fs::write(path("keys"), format!("{open}\n{carl} guest:carl\n")).unwrap();
        fs::create_dir(path("standto")).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let user = String::from_utf8(good(Command::new("id").arg("-un")).stdout).unwrap().trim().to_owned();
        let block = block
            .replace("/usr/local/bin/standto", env!("CARGO_BIN_EXE_standto"))
            .replace("/srv/standto", &path("standto"))
            .replace("/etc/ssh/standto_keys", &path("keys"))
            .replace("Match User guest", &format!("Match User {user}"));
        let settings = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nPidFile none\nStrictModes no\nUsePAM no\n\
             PasswordAuthentication no\nKbdInteractiveAuthentication no\nPrintMotd no\nPrintLastLog no\n{block}",
            path("host")
        );
        fs::write(path("config"), settings).unwrap();
        // The folder sshd wants when root runs it.
        let _ = fs::create_dir_all("/run/sshd");
        let log = fs::File::create(path("log")).unwrap();
        let mut command = Command::new(sshd);
        command
            .args(["-D", "-e", "-f", &path("config")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        let sshd = command.spawn().unwrap();
        let host = Self { folder, user, port, sshd };
        until("sshd listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        host
    }

    fn ssh(&self, key: &str) -> Vec<String> {
        let folder = self.folder.path().to_str().unwrap();
        let words = format!(
            "ssh -F none -p {} -i {folder}/{key} -o IdentitiesOnly=yes -o StrictHostKeyChecking=no \
             -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes {}@127.0.0.1",
            self.port, self.user
        );
        words.split(' ').map(str::to_owned).collect()
    }

    /// Logs in with a terminal.
    fn login(&self, key: &str, more: &str) -> Pty {
        let line = format!("exec {} {more}", self.ssh(key).join(" ").replacen("ssh", "ssh -tt", 1));
        run(self.folder.path(), size(24, 80), true, &line, "xterm-256color")
    }

    /// Runs ssh without a terminal; the options come first.
    fn tries(&self, options: &[&str], command: &[&str]) -> Output {
        let mut words = self.ssh("open");
        words.splice(1..1, options.iter().map(|&word| word.to_owned()));
        words.extend(command.iter().map(|&word| word.to_owned()));
        Command::new("timeout").arg("20").args(words).stdin(Stdio::null()).output().unwrap()
    }

    fn saves(&self, name: &str) -> usize {
        let folder = self.folder.path().join("standto/accounts").join(name).join("saves");
        fs::read_dir(folder).map_or(0, Iterator::count)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.sshd.kill();
        let _ = self.sshd.wait();
    }
}

fn joins(host: &Host, name: &str) -> Pty {
    let mut pty = host.login("open", "");
    pty.wait_for("Your name: ");
    pty.press(&format!("{name}\r"));
    pty.wait_for("Choose a password");
    pty.press("horse battery\r");
    pty.wait_for("Again: ");
    pty.press("horse battery\r");
    pty.wait_for("Introductory Scenario");
    pty
}

/// Begins the first battle on the title screen.
fn begins(pty: &mut Pty) {
    pty.press("\r");
    pty.wait_for("Start the battle");
    pty.press("\r");
    pty.wait_for("Esc close");
}

#[test]
fn the_pages_show_what_the_program_prints_and_sshd_accepts_it() {
    let Some(sshd) = sshd() else { return };
    let words = ["server", "sshd-config", "--program", "/usr/local/bin/standto"];
    let run = Command::new(env!("CARGO_BIN_EXE_standto")).args(words).output().unwrap();
    let (printed, said) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert!(run.status.success() && said.contains("sshd -t accepts these settings"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    key(&folder.path().join("host"));
    for name in ["README.md", "docs/host.md"] {
        let block = block(name);
        assert_eq!(block, printed, "{name}");
        let config = folder.path().join("config");
        fs::write(&config, format!("HostKey {}/host\n{block}", folder.path().display())).unwrap();
        let _ = fs::create_dir_all("/run/sshd");
        good(Command::new(&sshd).arg("-t").arg("-f").arg(&config));
    }
}

#[test]
fn guests_log_in_over_ssh_and_see_only_their_own_games() {
    let Some(sshd) = sshd() else { return };
    let host = Host::new(&sshd, &block("README.md"));
    let mut anna = joins(&host, "anna");
    begins(&mut anna);
    let mut bert = joins(&host, "bert");
    assert!(!bert.got().contains("action 0"), "another's game is offered");
    assert_eq!((host.saves("anna"), host.saves("bert")), (1, 0));
    bert.press("q");
    assert_eq!(bert.wait_for_end().0, 0);
    // Her line goes dead, and she comes back.
    kill(Signal::KILL, anna.process());
    anna.wait_for_end();
    let mut anna = returns(&host, "anna");
    anna.wait_for("action 0, ");
    anna.press("q");
    assert_eq!(anna.wait_for_end().0, 0);
    assert!(!anna.got().contains("horse"));
    // A key names its guest.
    let mut carl = host.login("carl", "");
    carl.wait_for("Introductory Scenario");
    assert!(!carl.got().contains("Your name"));
    begins(&mut carl);
    assert_eq!(host.saves("carl"), 1);
    let mut thief = host.login("open", "");
    thief.wait_for("Your name: ");
    thief.press("carl\r");
    thief.wait_for("only its key opens it");
    assert_eq!(thief.wait_for_end().0, 1);
}

/// Returns to an account.
fn returns(host: &Host, name: &str) -> Pty {
    let mut pty = host.login("open", "");
    pty.wait_for("Your name: ");
    pty.press(&format!("{name}\r"));
    pty.wait_for(&format!("Password of {name}: "));
    pty.press("horse battery\r");
    pty
}

/// A battle of each ruleset between two guests, with a third who watches.
#[test]
fn guests_play_a_battle_of_each_ruleset_to_its_end_over_ssh() {
    let Some(sshd) = sshd() else { return two::without_logins() };
    two::play_each(|scenario| {
        let host = Host::new(&sshd, &block("docs/host.md"));
        let home = host.folder.path().join("standto");
        let mut anna = joins(&host, "anna");
        anna.press("q");
        anna.wait_for_end();
        let (ruleset, _) = scenario.split_once('/').unwrap();
        let own = home.join("accounts/anna/scenarios").join(ruleset);
        fs::create_dir_all(&own).unwrap();
        let text = two::shortened(scenario);
        let (before, rest) = text.split_once("title = \"").unwrap();
        fs::write(own.join("duel.toml"), format!("{before}title = \"A duel: {rest}")).unwrap();

        let mut anna = returns(&host, "anna");
        anna.wait_for("First Steps");
        anna.press("/a duel");
        anna.wait_for("A duel: ");
        anna.press("\r");
        anna.wait_for("You play");
        anna.press("\x1b[D\x1b[D");
        anna.wait_for("against a player at another terminal");
        anna.press("\r");
        let save = two::begun(&home);
        let mut bert = joins(&host, "bert");
        two::select_battle(&mut bert, "Enter joins on these terms");
        bert.press("\r");
        let table = Table::of(&home, [anna, bert], save);
        let mut carl = host.login("carl", "");
        two::select_battle(&mut carl, "w watches it");
        carl.press("w");
        two::play_to_the_end(scenario, table, &carl);
    });
}

#[test]
fn ssh_gives_no_shell_no_files_and_no_forwarding() {
    let Some(sshd) = sshd() else { return };
    let host = Host::new(&sshd, &block("docs/host.md"));
    let port = host.port.to_string();
    let there = format!("127.0.0.1:{port}");
    for (options, command) in [
        (&["-W", &there][..], &[][..]),
        (&["-T"], &["cat", "/etc/passwd"]),
        (&["-s"], &["sftp"]),
        (&["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22"], &[]),
    ] {
        let output = host.tries(options, command);
        let got = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success(), "{options:?} {command:?}: {output:?}");
        assert!(!got.contains("SSH-2.0") && !got.contains("root:"), "{options:?} {command:?}: {got}");
    }
    // A forwarded port accepts connections and answers nothing.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let mut forward = Command::new(&host.ssh("open")[0]);
    forward.args(["-N", "-L", &format!("{free}:{there}")]).args(&host.ssh("open")[1..]);
    let mut forward = forward.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let address = format!("127.0.0.1:{free}");
    let mut line = None;
    until("ssh listens", || {
        line = TcpStream::connect(&address).ok();
        line.is_some()
    });
    let mut answer = Vec::new();
    let _ = std::io::Read::read_to_end(&mut line.unwrap(), &mut answer);
    assert!(answer.is_empty(), "{}", String::from_utf8_lossy(&answer));
    forward.kill().unwrap();
    forward.wait().unwrap();
    // A command with a terminal leads to the lobby all the same.
    let mut shell = host.login("open", "/bin/sh");
    shell.wait_for("Your name: ");
    shell.press("echo $((6*7))\r");
    shell.wait_for("a name has up to 24");
    assert_eq!(shell.wait_for_end().0, 1);
    assert!(!shell.got().contains("42"));
}
