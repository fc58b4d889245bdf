//! The scoreboard: how many points everybody has, and how they came to them over time, as a chart.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use rookery_nomic::game::{Game, Player};
use rookery_nomic::ledger::{Win, WinState};

use super::Around;
use super::parts::{number, weekday};
use crate::fields::word;
use crate::web::layout::Frame;

/// Dashes that tell the lines of a chart apart, whatever colours are seen.
const DASHES: [&str; 6] = ["none", "10 4", "3 3", "14 4 3 4", "6 2", "1 5"];

/// A line of the scoreboard.
pub struct Score {
    pub name: String,
    /// As they stand at the end of the line in the chart.
    pub initials: String,
    pub day: String,
    pub total: String,
    /// When they left, if so.
    pub left: Option<String>,
    /// Whether they have won, or only claim to have: the word for where that stands.
    pub win: Option<String>,
    /// Only named by rule 201 so far.
    pub named: bool,
    pub dash: &'static str,
    /// One of the colours of faces.
    pub colour: usize,
}

/// How many colours faces have.
const COLOURS: usize = 8;

pub fn scores(frame: &Frame, around: &Around) -> Vec<Score> {
    let game = &around.game;
    let mut players: Vec<_> = game.players.iter().enumerate().collect();
    players.sort_by_key(|(_, player)| std::cmp::Reverse(player.total));
    let score = |(place, player): (usize, &Player)| Score {
        name: player.name.clone(),
        initials: initials(&player.name),
        day: player.weekday.map_or_else(String::new, |day| weekday(frame, day)),
        total: number(player.total),
        left: player.forfeited_at.map(|at| around.moment(frame, &at)),
        win: win_of(game, &player.name),
        named: player.joined_at.is_none(),
        dash: DASHES[place % DASHES.len()],
        colour: place % COLOURS,
    };
    players.into_iter().map(score).collect()
}

/// Where a player's win stands, unless it has fallen.
fn win_of(game: &Game, player: &str) -> Option<String> {
    let stands = |win: &&Win| win.player == player && win.state != WinState::Overturned;
    game.wins.iter().rfind(stands).map(|win| word(&win.state))
}

/// Everybody's total over time, as lines of steps on one scale.
pub struct Chart {
    /// Dashes, colour and path of each player's line.
    pub lines: Vec<(&'static str, usize, String)>,
    /// Whose line ends where: height and initials.
    pub ends: Vec<(f64, String)>,
    pub least: String,
    pub most: String,
    pub first: DateTime<Utc>,
    pub last: DateTime<Utc>,
}

impl Chart {
    /// `None` before anybody has points.
    pub fn of(game: &Game) -> Option<Chart> {
        /// A player's total at the beginning, and when it became what.
        type Line = (i64, Vec<(DateTime<Utc>, i64)>);
        const WIDTH: f64 = 640.0;
        const HEIGHT: f64 = 160.0;
        let counted = || game.ledger.iter().filter(|entry| entry.reversed_by.is_none());
        let (first, last) = (game.starts_at, game.now);
        let span = (last - first).num_seconds();
        if span <= 0 || counted().next().is_none() {
            return None;
        }
        let steps = |player: &Player| {
            let mut total = player.started_with;
            let own = counted().filter(|entry| entry.player == player.name);
            let steps = own.map(|entry| {
                total += entry.delta;
                (entry.at, total)
            });
            (player.started_with, steps.collect::<Vec<_>>())
        };
        let all: Vec<Line> = game.players.iter().map(steps).collect();
        let totals = || all.iter().flat_map(|(start, steps)| steps.iter().map(|(_, total)| *total).chain([*start]));
        let (least, most) = (totals().min().unwrap_or(0), totals().max().unwrap_or(0));
        let across = |at: DateTime<Utc>| (at - first).num_seconds() as f64 / span as f64 * WIDTH;
        let up = |total: i64| HEIGHT - (total - least) as f64 / (most - least).max(1) as f64 * HEIGHT;
        let line = |(place, (start, steps)): (usize, &Line)| {
            let mut path = format!("M0 {:.1}", up(*start));
            for (at, total) in steps {
                // Writing to a string cannot fail.
                let _ = write!(path, "H{:.1}V{:.1}", across(*at), up(*total));
            }
            (DASHES[place % DASHES.len()], place % COLOURS, path + "H640.0")
        };
        let end = |(player, (start, steps)): (&Player, &Line)| {
            (up(steps.last().map_or(*start, |(_, total)| *total)), initials(&player.name))
        };
        let ends = apart(game.players.iter().zip(&all).map(end).collect(), HEIGHT);
        let (lines, least, most) = (all.iter().enumerate().map(line).collect(), number(least), number(most));
        Some(Chart { lines, ends, least, most, first, last })
    }
}

/// `CB` for Chris B.
pub fn initials(name: &str) -> String {
    name.split_whitespace().filter_map(|word| word.chars().next()).collect()
}

/// Heights with what stands there, moved so that no two cover each other.
fn apart(mut ends: Vec<(f64, String)>, height: f64) -> Vec<(f64, String)> {
    const LINE: f64 = 30.0;
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let gap = LINE.min(height / (ends.len().max(2) - 1) as f64);
    let mut least = 0.0;
    for end in &mut ends {
        end.0 = end.0.max(least);
        least = end.0 + gap;
    }
    let mut most = height;
    for end in ends.iter_mut().rev() {
        end.0 = end.0.min(most);
        most = end.0 - gap;
    }
    ends
}
