//! The chart of a score, game by game: the layout of an SVG picture that the server draws.

use std::fmt::Write as _;

/// Room above the lines for what a pointed game tells, and below them for days.
const TOP: f64 = 52.0;
const BOTTOM: f64 = 24.0;
/// How wide what a game tells is.
pub const TOLD: f64 = 216.0;
/// Room before the lines for the scores that they stand for.
const BEFORE: f64 = 32.0;
/// How wide a day is written, with what keeps it from the next.
const APART: f64 = 80.0;

/// A game on the way: the score after it, and whatever the page tells of it.
pub struct Step<T> {
    pub score: i64,
    /// What is the same for all games of one day.
    pub day: String,
    pub of: T,
}

/// A game, with its position in the picture.
pub struct Point<'a, T> {
    pub x: f64,
    pub y: f64,
    /// Where its column begins, and where what it tells does.
    pub left: f64,
    pub told: f64,
    pub of: &'a T,
    pub is_last: bool,
}

/// A horizontal line, with its score.
pub struct Level {
    pub y: f64,
    pub score: i64,
}

/// The first game of a day: a line down, and the day where there is room for it, which begins at `told`.
pub struct Day {
    pub x: f64,
    pub told: f64,
    pub text: Option<String>,
}

pub struct Chart<'a, T> {
    pub width: f64,
    pub height: f64,
    /// How wide the column of a game is.
    pub column: f64,
    /// The `d` of the line, and of what is under it.
    pub path: String,
    pub under: String,
    pub levels: Vec<Level>,
    pub days: Vec<Day>,
    pub points: Vec<Point<'a, T>>,
}

impl<'a, T> Chart<'a, T> {
    /// The last steps, at the most so many; none of fewer than two, which make no line.
    pub fn of(steps: &'a [Step<T>], most: usize, width: f64, height: f64) -> Option<Chart<'a, T>> {
        let steps = steps.get(steps.len().saturating_sub(most)..)?;
        if steps.len() < 2 {
            return None;
        }
        let least = steps.iter().map(|step| step.score).min()?;
        let top = steps.iter().map(|step| step.score).max()?;
        let (floor, gap) = scale(least, top);
        let base = height - BOTTOM;
        let up = |score: i64| base - (score - floor) as f64 / (3 * gap) as f64 * (base - TOP);
        let column = (width - BEFORE) / steps.len() as f64;
        let mut points = Vec::with_capacity(steps.len());
        let (mut days, mut path): (Vec<Day>, String) = (Vec::new(), String::new());
        let (mut day, mut written) = ("", f64::NEG_INFINITY);
        for (place, step) in steps.iter().enumerate() {
            let left = BEFORE + column * place as f64;
            let (x, y) = (left + column / 2.0, up(step.score));
            // Writing to a string cannot fail.
            let _ = write!(path, "{}{x:.1} {y:.1}", if place == 0 { 'M' } else { 'L' });
            if step.day != day {
                let told = left.min(width - APART);
                let fits = told - written >= APART;
                days.push(Day { x: left, told, text: fits.then(|| step.day.clone()) });
                day = &step.day;
                written = if fits { told } else { written };
            }
            let told = (x - TOLD / 2.0).clamp(0.0, (width - TOLD).max(0.0));
            points.push(Point { x, y, left, told, of: &step.of, is_last: place + 1 == steps.len() });
        }
        let under = format!("{path}V{base:.1}H{:.1}Z", BEFORE + column / 2.0);
        let levels = (0..4).map(|line| floor + line * gap).map(|score| Level { y: up(score), score }).collect();
        Some(Chart { width, height, column, path, under, levels, days, points })
    }
}

/// The lowest of four lines across that hold all scores, and how far they are apart: tens, as far as that goes.
fn scale(least: i64, most: i64) -> (i64, i64) {
    let floor = least.div_euclid(10) * 10;
    let gap = ((most - floor) as u64).div_ceil(30).max(1) as i64 * 10;
    (floor, gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(scores: &[(i64, &str)]) -> Vec<Step<usize>> {
        let step = |(place, (score, day)): (usize, &(i64, &str))| Step { score: *score, day: (*day).into(), of: place };
        scores.iter().enumerate().map(step).collect()
    }

    #[test]
    fn every_game_is_a_step_of_the_same_width() {
        let steps = steps(&[(100, "Mon"), (120, "Mon"), (90, "Fri"), (140, "Sun")]);
        let chart = Chart::of(&steps, 9, 400.0, 176.0).unwrap();
        assert_eq!(chart.path, "M78.0 135.3L170.0 102.0L262.0 152.0L354.0 68.7");
        assert_eq!(chart.levels.iter().map(|level| level.score).collect::<Vec<_>>(), [90, 110, 130, 150]);
        assert_eq!(chart.days.iter().map(|day| day.x).collect::<Vec<_>>(), [32.0, 216.0, 308.0]);
        assert_eq!(chart.points.iter().map(|point| *point.of).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(chart.points[3].is_last && chart.points[3].told + TOLD <= 400.0);
    }

    #[test]
    fn the_last_day_is_written_within_the_picture() {
        let steps = steps(&[(100, "Mon"), (110, "Mon"), (120, "Mon"), (130, "Fri")]);
        let chart = Chart::of(&steps, 9, 200.0, 176.0).unwrap();
        let days: Vec<_> = chart.days.iter().map(|day| (day.x, day.told, day.text.as_deref())).collect();
        assert_eq!(days, [(32.0, 32.0, Some("Mon")), (158.0, 120.0, Some("Fri"))]);
    }

    #[test]
    fn only_the_last_games_fit_and_one_makes_no_line() {
        let steps = steps(&[(100, "a"), (100, "b"), (100, "c")]);
        let chart = Chart::of(&steps, 2, 300.0, 100.0).unwrap();
        assert_eq!((chart.points.len(), *chart.points[0].of), (2, 1));
        assert!(Chart::of(&steps, 1, 300.0, 100.0).is_none() && Chart::of(&steps[..0], 9, 300.0, 100.0).is_none());
    }

    #[test]
    fn lines_across_hold_every_score() {
        for (least, most) in [(100, 100), (95, 133), (0, 31), (7, 1_999)] {
            let (floor, gap) = scale(least, most);
            assert!(floor <= least && floor + 3 * gap >= most, "{least} {most}");
        }
    }
}
