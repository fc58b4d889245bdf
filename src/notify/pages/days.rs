//! Lines of notices by the day of the newest in each: the last days are open on the page, those before are folded.

use std::cmp::Reverse;

use chrono::NaiveDateTime;

use super::lines::Line;

/// As soon as so many lines are open, the days before are folded.
const OPEN: usize = 5;

/// Lines of one day.
pub struct Day {
    /// What the day is called; none for what is asked now, on whatever day that was.
    pub name: Option<String>,
    pub is_open: bool,
    /// How many of its lines are new to the reader.
    pub new: usize,
    /// The newest first.
    pub lines: Vec<Line>,
}

impl Day {
    fn of(name: Option<String>, is_open: bool) -> Day {
        Day { name, is_open, new: 0, lines: Vec::new() }
    }

    fn add(&mut self, line: Line) {
        self.new += usize::from(line.is_new());
        self.lines.push(line);
    }
}

/// What is asked now, as one part that is never folded; none if nothing is.
pub fn now(lines: Vec<Line>) -> Vec<Day> {
    let mut day = Day::of(None, true);
    for line in lines {
        day.add(line);
    }
    if day.lines.is_empty() { Vec::new() } else { vec![day] }
}

/// What happened, by day, the last day first; `called` gives what the day of an instant is called.
pub fn by_day(mut lines: Vec<Line>, called: impl Fn(NaiveDateTime) -> String) -> Vec<Day> {
    // A line whose last notice was undone tells of an earlier one.
    lines.sort_by_key(|line| Reverse(line.newest.created_at));
    let mut days: Vec<Day> = Vec::new();
    for (before, line) in lines.into_iter().enumerate() {
        let name = Some(called(line.newest.created_at.naive_utc()));
        match days.last_mut().filter(|day| day.name == name) {
            Some(day) => day.add(line),
            None => {
                let mut day = Day::of(name, before < OPEN);
                day.add(line);
                days.push(day);
            }
        }
    }
    days
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notify::Audience;
    use crate::notify::inbox::{Notification, NotificationId};

    fn line(day: u32, read: bool) -> Line {
        let at: NaiveDateTime = format!("2026-11-{day:02}T12:00:00").parse().unwrap();
        let newest = Notification {
            id: NotificationId(day.into()),
            topic: "game.corrected".to_owned(),
            audience: Audience::Person,
            body: serde_json::Value::Null,
            created_at: at.and_utc(),
            read,
            thing: None,
            is_settled: false,
            is_for_others: false,
            is_asked: false,
            is_undone: false,
        };
        Line { newest, earlier: Vec::new() }
    }

    /// Each day with its lines, how many of them are new, and whether it is open.
    fn days(lines: Vec<Line>) -> Vec<(String, usize, usize, bool)> {
        let days = by_day(lines, |at| at.format("%-d").to_string());
        days.into_iter().map(|day| (day.name.unwrap(), day.lines.len(), day.new, day.is_open)).collect()
    }

    #[test]
    fn days_before_the_last_five_lines_are_folded() {
        let told = [(9, 4), (8, 3), (7, 1), (6, 2)];
        let lines = told.iter().flat_map(|(day, count)| (0..*count).map(move |place| line(*day, place > 0))).collect();
        let day = |name: &str, lines, open| (name.to_owned(), lines, 1, open);
        assert_eq!(days(lines), [day("9", 4, true), day("8", 3, true), day("7", 1, false), day("6", 2, false)]);
        let many = (0..9).map(|_| line(9, true)).chain([line(8, true)]).collect();
        assert_eq!(days(many), [("9".to_owned(), 9, 0, true), ("8".to_owned(), 1, 0, false)], "the last day is open");
        let out_of_order = vec![line(9, true), line(7, true), line(8, true), line(7, true)];
        assert_eq!(days(out_of_order).iter().map(|day| day.1).collect::<Vec<_>>(), [1, 1, 2]);
    }

    #[test]
    fn what_is_asked_now_is_of_no_day() {
        assert!(now(Vec::new()).is_empty());
        let asked = now(vec![line(9, false), line(3, true)]);
        assert_eq!(asked.iter().map(|day| (day.lines.len(), day.new, day.is_open)).collect::<Vec<_>>(), [(2, 1, true)]);
    }
}
