//! How a member's score went, game by game: what the chart shows, the best of it, and how games went with each colour.

use std::collections::HashMap;

use chrono_tz::Tz;
use shakmaty::Color;

use crate::excerpt::shortened;
use crate::id::GameId;
use crate::members::rules::Record;
use crate::members::store::Played;
use crate::ratings::Went;
use crate::ratings::history::ScorePoint;
use crate::web::chart::{Chart, Step};
use crate::web::layout::Frame;

/// Opponents who stand on the page at once.
pub const RIVALS: usize = 5;

/// Games in the picture on a phone, and where there is room: each is a finger wide.
const NARROW: (usize, f64, f64) = (12, 328.0, 232.0);
const WIDE: (usize, f64, f64) = (36, 880.0, 300.0);

/// Letters of an opponent's name for which there is room in the picture.
const NAME: usize = 16;

/// One game in the chart.
pub struct ChartedGame {
    pub game: GameId,
    /// As style sheets name it: `w`, `d`, `l`.
    pub letter: &'static str,
    pub day: String,
    /// Its number, how it went and against whom.
    pub title: String,
    /// What it changed.
    pub change: Option<i64>,
    /// After it.
    pub score: i64,
    pub points: String,
    /// As `title`, as far as there is room in the picture.
    pub against: String,
    /// All of it for those who listen.
    pub said: String,
}

/// A score and the day on which it was reached.
pub struct Best {
    pub score: i64,
    pub day: String,
}

pub struct FirstWin {
    pub day: String,
    pub opponent: String,
}

/// Games with one colour.
pub struct Side {
    pub colour: Color,
    pub record: Record,
}

pub struct Course {
    steps: Vec<Step<ChartedGame>>,
    pub games: usize,
    pub least: i64,
    pub most: i64,
    pub best: Option<Best>,
    /// Whether the best score is that of now, and was played for.
    pub is_best_now: bool,
    pub first_win: Option<FirstWin>,
    pub sides: Vec<Side>,
}

pub fn letter(result: &Went) -> &'static str {
    match result {
        Went::Win => "w",
        Went::Draw => "d",
        Went::Loss => "l",
    }
}

impl Course {
    /// From rated games and the score after each event that the reader is told, both oldest first.
    pub fn of(frame: &Frame, zone: &Tz, played: &[Played], history: &[ScorePoint]) -> Course {
        let games: HashMap<i64, &Played> = played.iter().map(|game| (game.game.0, game)).collect();
        let mut steps = Vec::new();
        let mut before = None;
        let mut best: Option<(i64, String)> = None;
        for point in history {
            if let Some((score, game)) = point.score.zip(point.game.and_then(|game| games.get(&game))) {
                let day = frame.short(point.at.naive_utc(), zone);
                let of = told(frame, game, (day.as_str(), score), before, steps.len() + 1);
                steps.push(Step { score, day, of });
            }
            if let Some(score) = point.score.filter(|score| best.as_ref().is_none_or(|(most, _)| score > most)) {
                best = Some((score, frame.short(point.at.naive_utc(), zone)));
            }
            before = point.score;
        }
        let side = |colour: Color| {
            let mut record = Record::default();
            played.iter().filter(|game| game.colour == colour).for_each(|game| record.add(game.result));
            Side { colour, record }
        };
        let first_win = played
            .iter()
            .find(|game| game.result == Went::Win)
            .map(|game| FirstWin { day: frame.short(game.played_at, zone), opponent: game.opponent_name.clone() });
        let scores = || steps.iter().map(|step| step.score);
        Course {
            games: played.len(),
            least: scores().min().unwrap_or_default(),
            most: scores().max().unwrap_or_default(),
            is_best_now: played.len() > 1 && before.is_some() && before == best.as_ref().map(|(score, _)| *score),
            best: best.map(|(score, day)| Best { score, day }),
            first_win,
            sides: Color::ALL.map(side).into_iter().filter(|side| side.record.games() > 0).collect(),
            steps,
        }
    }

    /// What a game changed.
    pub fn change(&self, game: &GameId) -> Option<i64> {
        self.steps.iter().rev().find(|step| step.of.game == *game)?.of.change
    }

    /// The pictures, each with the class that says where it is shown.
    pub fn charts(&self) -> Vec<(Chart<'_, ChartedGame>, &'static str)> {
        let drawn = |(most, width, height)| Chart::of(&self.steps, most, width, height);
        let charts = [(drawn(NARROW), "narrow-only"), (drawn(WIDE), "wide-only")];
        charts.into_iter().filter_map(|(chart, kind)| Some((chart?, kind))).collect()
    }
}

/// Of a game: on which day it was, the score after it and before it, and its number.
fn told(frame: &Frame, game: &Played, (day, score): (&str, i64), before: Option<i64>, number: usize) -> ChartedGame {
    let went = frame.word("went", game.result);
    let points = frame.t("member-chart-points").count("points", score).to_string();
    let change = before.map(|before| score - before);
    let points = points + &change.map(|change| format!(" ({})", frame.signed(change))).unwrap_or_default();
    let sentence = |name: &str| {
        let text = frame.t("member-chart-game").with("number", number).with("went", went.to_string());
        text.with("name", name.to_owned()).to_string()
    };
    let title = sentence(&game.opponent_name);
    ChartedGame {
        game: game.game,
        letter: letter(&game.result),
        day: day.to_owned(),
        said: format!("{title}, {points}"),
        title,
        change,
        score,
        points,
        against: sentence(&shortened(&game.opponent_name, NAME)),
    }
}
