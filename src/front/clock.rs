//! Dates in words. The game needs no time zone: it says UTC.

use std::time::{SystemTime, UNIX_EPOCH};

/// "2026-11-20 21:40 UTC", now.
pub fn now() -> String {
    date_and_time(SystemTime::now())
}

/// "2026-11-20 21:40 UTC".
pub fn date_and_time(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute) = (seconds / 3_600 % 24, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// Year, month and day, this many days after the first of January 1970.
///
/// Years are counted from March, so that the odd day of a leap year comes last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_that_everybody_knows() {
        let at = |seconds| date_and_time(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(at(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(at(1_735_689_600), "2025-01-01 00:00 UTC");
        assert_eq!(at(1_709_251_199), "2024-02-29 23:59 UTC");
    }
}
