//! The built program in a pseudo-terminal: bytes, settings, process.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, kill_process};
use rustix::termios::{LocalModes, tcgetattr};

pub use rustix::process::Signal;

/// The longest wait in these tests.
const LIMIT: Duration = Duration::from_secs(30);

/// The bytes that restore the terminal.
pub const LEAVE: &str = "\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l";

pub struct Pty {
    pub master: Option<Box<dyn MasterPty + Send>>,
    pub child: Box<dyn Child + Send + Sync>,
    keys: Option<Box<dyn Write + Send>>,
    got: Arc<Mutex<Vec<u8>>>,
    size: PtySize,
    /// The other end of the terminal, to read its settings.
    device: File,
}

pub fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// Waits for a condition.
pub fn until(what: &str, mut so: impl FnMut() -> bool) -> Duration {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < LIMIT, "timed out waiting for {what}");
        thread::sleep(Duration::from_millis(1));
    }
    begun.elapsed()
}

pub fn kill(signal: Signal, process: u32) {
    let process = i32::try_from(process).ok().and_then(Pid::from_raw).unwrap();
    kill_process(process, signal).unwrap();
}

/// The state of a process: "T" if it is stopped, "Z" if it has ended.
pub fn state(process: u32) -> String {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().next());
    state.unwrap_or("Z").to_owned()
}

/// The peak memory of a process, in MiB.
pub fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// Whether the terminal is in line mode with echo, as before the program.
fn is_cooked(terminal: &File) -> bool {
    let modes = tcgetattr(terminal).unwrap().local_modes;
    modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
}

/// Runs a shell command line in which `$0` is the program.
pub fn run(home: &Path, size: PtySize, listen: bool, line: &str, term: &str) -> Pty {
    let pair = native_pty_system().openpty(size).unwrap();
    let device = File::options().read(true).write(true).open(pair.master.tty_name().unwrap()).unwrap();
    assert!(is_cooked(&device), "a terminal is unused until the program takes it over");
    let mut program = CommandBuilder::new("sh");
    program.args(["-c", &format!("ulimit -c 0; {line}"), env!("CARGO_BIN_EXE_standto")]);
    program.cwd(home);
    program.env("STANDTO_HOME", home);
    program.env("TERM", term);
    program.env("LC_ALL", "C");
    let child = pair.slave.spawn_command(program).unwrap();
    drop(pair.slave);
    let got = Arc::new(Mutex::new(Vec::new()));
    if listen {
        let (mut reader, sink) = (pair.master.try_clone_reader().unwrap(), got.clone());
        thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut chunk) {
                sink.lock().unwrap().extend_from_slice(&chunk[..n]);
            }
        });
    }
    let keys = Some(pair.master.take_writer().unwrap());
    Pty { master: Some(pair.master), child, keys, got, size, device }
}

/// Runs the program with arguments.
pub fn sit(home: &Path, words: &str) -> Pty {
    run(home, size(24, 80), true, &format!("exec \"$0\" {words}"), "xterm-256color")
}

impl Pty {
    pub fn got(&self) -> String {
        String::from_utf8_lossy(&self.got.lock().unwrap()).into_owned()
    }

    pub fn forget(&self) {
        self.got.lock().unwrap().clear();
    }

    /// The text on the screen, its lines joined by spaces.
    pub fn shown(&self) -> String {
        let (rows, cols) = (NonZero::new(self.size.rows).unwrap(), NonZero::new(self.size.cols).unwrap());
        let mut screen = vt100::Parser::new(rows, cols, 0);
        screen.process(&self.got.lock().unwrap());
        screen.screen().contents().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Waits until a text was sent, or is on the screen.
    pub fn wait_for(&self, what: &str) -> Duration {
        let begun = Instant::now();
        let small = (1..=200).contains(&self.size.rows) && (1..=200).contains(&self.size.cols);
        while !(self.got().contains(what) || small && self.shown().contains(what)) {
            assert!(begun.elapsed() < LIMIT, "no {what:?} in {:?}", self.got());
            thread::sleep(Duration::from_millis(5));
        }
        begun.elapsed()
    }

    /// Waits until this was sent, and nothing after it.
    pub fn wait_for_last(&self, what: &str) {
        let begun = Instant::now();
        while !self.got().ends_with(what) {
            assert!(begun.elapsed() < LIMIT, "{what:?} is not the end of {:?}", self.got());
            thread::sleep(Duration::from_millis(1));
        }
    }

    pub fn press(&mut self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    pub fn press_bytes(&mut self, keys: &[u8]) {
        let writer = self.keys.as_mut().unwrap();
        writer.write_all(keys).unwrap();
        writer.flush().unwrap();
    }

    pub fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Whether the terminal has been restored.
    pub fn is_cooked(&self) -> bool {
        is_cooked(&self.device)
    }

    pub fn wait_for_end(&mut self) -> (u32, Duration) {
        let mut status = None;
        let took = until("the end", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        (status.unwrap().exit_code(), took)
    }

    /// Ends the program by a signal and returns how long that takes.
    pub fn end_by(&mut self, signal: Signal) -> Duration {
        let begun = Instant::now();
        kill(signal, self.process());
        self.wait_for_end();
        begun.elapsed()
    }

    /// Closes the terminal without a hang-up.
    pub fn vanish(self) {
        drop((self.master, self.keys, self.device));
    }
}
