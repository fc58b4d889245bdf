//! A number over time as a picture (SVG) that the server draws.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};

/// The drawing's size in its own units; the page scales it.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;

/// A line of steps: the number stays until the next instant at which it changes.
#[derive(Debug, PartialEq)]
pub struct Chart {
    /// The line's `d`.
    pub path: String,
    pub least: i64,
    pub most: i64,
    pub first: DateTime<Utc>,
    pub last: DateTime<Utc>,
}

impl Chart {
    /// From points in order of time; none of fewer than two, which make no line.
    pub fn of(points: impl IntoIterator<Item = (DateTime<Utc>, i64)>) -> Option<Chart> {
        let points: Vec<(DateTime<Utc>, i64)> = points.into_iter().collect();
        let ((first, start), (last, _)) = (*points.first()?, *points.last()?);
        let (least, most) =
            points.iter().fold((start, start), |(least, most), &(_, number)| (least.min(number), most.max(number)));
        let span = (last - first).num_seconds();
        if span <= 0 {
            return None;
        }
        let across = |at: DateTime<Utc>| (at - first).num_seconds() as f64 / span as f64 * WIDTH;
        let up = |number: i64| HEIGHT - (number - least) as f64 / (most - least).max(1) as f64 * HEIGHT;
        let mut path = format!("M0 {:.1}", up(start));
        for &(at, number) in &points[1..] {
            // Writing to a string cannot fail.
            let _ = write!(path, "H{:.1}V{:.1}", across(at), up(number));
        }
        Some(Chart { path, least, most, first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap_or_default()
    }

    #[test]
    fn a_line_of_steps_fills_the_picture() {
        let chart = Chart::of([(at(0), 100), (at(10), 140), (at(40), 120)]);
        let path = "M0 160.0H160.0V0.0H640.0V80.0".to_owned();
        assert_eq!(chart, Some(Chart { path, least: 100, most: 140, first: at(0), last: at(40) }));
    }

    #[test]
    fn what_never_changed_is_a_flat_line_and_one_point_is_none() {
        assert_eq!(
            Chart::of([(at(0), 100), (at(9), 100)]).map(|chart| chart.path),
            Some("M0 160.0H640.0V160.0".into())
        );
        assert_eq!(Chart::of([(at(0), 100)]), None);
        assert_eq!(Chart::of([(at(5), 100), (at(5), 120)]), None);
    }
}
