//! Days of the calendar.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A day, written `YYYY-MM-DD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The day that is so many days after 1 January 1970, up to the end of the year 9999.
    pub fn of_days(days: u64) -> Date {
        let (mut year, mut left) = (1970, days);
        while left >= days_of(year) && year < 9999 {
            left -= days_of(year);
            year += 1;
        }
        let mut month = 1;
        while month < 12 && left >= u64::from(length(year, month)) {
            left -= u64::from(length(year, month));
            month += 1;
        }
        Date { year, month, day: left.min(30) as u8 + 1 }
    }

    /// Reads `YYYY-MM-DD`.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn parse(text: &str) -> Result<Date, String> {
        let wrong = || format!("`{text}`, expected a day as YYYY-MM-DD");
        let digits = |range: std::ops::Range<usize>| text.get(range).filter(|part| part.bytes().all(|b| b.is_ascii_digit()));
        let dashes = text.len() == 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
        let (year, month, day) = (digits(0..4), digits(5..7), digits(8..10));
        let (Some(year), Some(month), Some(day)) = (year, month, day) else { return Err(wrong()) };
        let number = |text: &str| text.parse::<u16>().map_err(|_| wrong());
        let (year, month, day) = (number(year)?, number(month)? as u8, number(day)? as u8);
        let there = dashes && (1..=12).contains(&month) && (1..=length(year, month)).contains(&day);
        if there { Ok(Date { year, month, day }) } else { Err(wrong()) }
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

fn days_of(year: u16) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn length(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl TryFrom<String> for Date {
    type Error = String;
    fn try_from(text: String) -> Result<Date, String> {
        Date::parse(&text)
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.to_string()
    }
}

impl JsonSchema for Date {
    fn schema_name() -> Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A day, written `YYYY-MM-DD`.",
            "type": "string",
            "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        let days = [(0, "1970-01-01"), (58, "1970-02-28"), (59, "1970-03-01"), (11016, "2000-02-29"), (20780, "2026-11-23")];
        for (number, day) in days {
            assert_eq!(Date::of_days(number).to_string(), day);
        }
        assert_eq!(Date::of_days(u64::MAX).to_string(), "9999-12-31");
    }

    #[test]
    fn what_is_no_day_is_not_read() {
        assert_eq!(Date::parse("2024-02-29").map(|d| d.to_string()), Ok("2024-02-29".to_owned()));
        for odd in [
            "2023-02-29",
            "2023-13-01",
            "2023-00-01",
            "2023-01-00",
            "2023-1-1",
            "23-01-01",
            "2023/01/01",
            "2023-01-011",
            "+023-01-01",
            "ä023-01-1",
        ] {
            assert!(Date::parse(odd).is_err_and(|e| e.contains(odd)), "{odd}");
        }
        assert!(Date::parse("2026-12-31") < Date::parse("2027-01-01"));
    }
}
