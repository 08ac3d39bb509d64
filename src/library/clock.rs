//! Dates in words, always in UTC.

use std::time::SystemTime;

use jiff::Timestamp;

/// "2026-11-20 21:40 UTC", now.
pub fn now() -> String {
    date_and_time(SystemTime::now())
}

/// "2026-11-20 21:40 UTC".
pub fn date_and_time(time: SystemTime) -> String {
    let time = Timestamp::try_from(time).unwrap_or_default();
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn well_known_dates_convert() {
        let at = |seconds| date_and_time(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(at(1_709_251_199), "2024-02-29 23:59 UTC");
    }
}
