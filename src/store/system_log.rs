//! Lines for the host's system log: logins, new names, refusals. They name accounts and addresses, never
//! passwords.
//!
//! They go to the socket of the log, as `logger` sends them; journald and syslogd both read it. Without one
//! nothing is logged, and nothing else changes.

use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;

use crate::plain::plain;

/// The socket of the system's log.
pub const SYSTEM_LOG: &str = "/dev/log";

/// Facility "auth" with severity "info", and with severity "warning".
const INFO: u32 = (4 << 3) | 6;
const WARNING: u32 = (4 << 3) | 4;

/// The system's log.
#[derive(Clone, Debug)]
pub struct SystemLog(PathBuf);

impl SystemLog {
    /// The log with this socket.
    pub const fn at(socket: PathBuf) -> Self {
        Self(socket)
    }

    /// Logs what a guest did.
    pub fn info(&self, line: &str) {
        self.send(INFO, line);
    }

    /// Logs what a guest was refused.
    pub fn refused(&self, line: &str) {
        self.send(WARNING, line);
    }

    /// Whether the socket takes lines.
    pub fn is_there(&self) -> bool {
        UnixDatagram::unbound().is_ok_and(|socket| socket.connect(&self.0).is_ok())
    }

    /// Best effort, and never waits: a log that is full must not keep a guest waiting.
    fn send(&self, priority: u32, line: &str) {
        let Ok(socket) = UnixDatagram::unbound() else { return };
        let _ = socket.set_nonblocking(true);
        let line = format!("<{priority}>standto[{}]: {}", std::process::id(), plain(line));
        let _ = socket.send_to(line.as_bytes(), &self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_reach_the_socket_on_one_line_each() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let log = SystemLog::at(path.clone());
        log.info("lost");
        assert!(!log.is_there());
        let socket = UnixDatagram::bind(&path).unwrap();
        assert!(log.is_there());
        log.refused("anna\n<0>root: all is well");
        let mut line = [0; 200];
        let length = socket.recv(&mut line).unwrap();
        let process = std::process::id();
        let expected = format!("<36>standto[{process}]: anna\\u000a<0>root: all is well");
        assert_eq!(std::str::from_utf8(&line[..length]).unwrap(), expected);
    }
}
