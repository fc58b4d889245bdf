//! What the pages of a game show, put together from it.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::Around;
use crate::nomic::api::Found;
use crate::nomic::deadlines;
use crate::nomic::engine::game::{Game, Message, Player, Proposal, ProposalState, Status};
use crate::nomic::engine::ledger::Reason;
use crate::nomic::engine::plays::Thread;
use crate::nomic::engine::references;
use crate::nomic::engine::rulebook::Cause;
use crate::nomic::history::said;
use crate::rulebook::diff::{Words, words};
use crate::web::layout::Frame;

/// The word for a state: of one with particulars, without them.
pub fn key(state: &impl serde::Serialize) -> String {
    match serde_json::to_value(state) {
        Ok(Value::String(word)) => word,
        Ok(Value::Object(members)) => members.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

pub fn status(game: &Game) -> &'static str {
    match game.status {
        Status::Active => "active",
        Status::Won => "won",
        Status::Ended => "ended",
    }
}

pub fn name(thread: Thread) -> &'static str {
    match thread {
        Thread::Voting => "voting",
        Thread::Points => "points",
        Thread::Discussion => "discussion",
        Thread::Drafts => "drafts",
    }
}

/// What made a version of a rule.
pub fn cause(frame: &Frame, cause: &Cause) -> String {
    match cause {
        Cause::Initial => frame.t("nomic-by-initial").to_string(),
        Cause::Proposal { number } => frame.t("nomic-by-proposal").with("number", number).to_string(),
        Cause::AutomaticChange => frame.t("nomic-by-itself").to_string(),
        Cause::Renumber { .. } => frame.t("nomic-by-renumbering").to_string(),
        Cause::Judgement { id } => frame.t("nomic-by-judgement").with("id", id).to_string(),
    }
}

/// Something that is due, in words.
pub struct Due {
    pub at: String,
    pub kind: &'static str,
    pub about: String,
    pub players: String,
    pub rule: Option<u32>,
    pub mine: bool,
}

pub fn due(found: &Found, frame: &Frame, around: &Around) -> Vec<Due> {
    let mine = |players: &[String]| found.viewer.as_ref().is_some_and(|viewer| players.contains(viewer));
    let told = |due: deadlines::Deadline| Due {
        at: around.moment(frame, &due.at),
        kind: due.kind.as_str(),
        mine: mine(&due.players),
        about: due.about,
        players: due.players.join(", "),
        rule: due.rule,
    };
    deadlines::of(&found.game).into_iter().map(told).collect()
}

/// A proposal of today, or one that waits for the court.
pub struct Ballot {
    pub number: u32,
    pub proposer: String,
    pub text: String,
    pub state: String,
    pub yes: u32,
    pub no: u32,
    pub missing: String,
    pub may_vote: bool,
}

pub fn ballots(found: &Found) -> Vec<Ballot> {
    let game = &found.game;
    let shown = game.proposals.iter().filter(|one| one.is_open() || one.day == game.day);
    let ballot = |proposal: &Proposal| {
        let number = proposal.number?;
        let (yes, cast) = proposal.count();
        let missing = game.not_voted(proposal);
        let voting = proposal.state == ProposalState::Voting;
        Some(Ballot {
            number,
            proposer: proposal.proposer.clone(),
            text: proposal.text.clone(),
            state: key(&proposal.state),
            yes,
            no: cast - yes,
            may_vote: voting && found.viewer.as_ref().is_some_and(|viewer| missing.contains(viewer)),
            missing: if voting { missing.join(", ") } else { String::new() },
        })
    };
    shown.filter_map(ballot).collect()
}

/// Dashes that tell the lines of a chart apart, whatever colours are seen.
const DASHES: [&str; 6] = ["none", "10 4", "3 3", "14 4 3 4", "6 2", "1 5"];

/// A line of the scoreboard.
pub struct Score {
    pub name: String,
    pub day: String,
    pub total: i64,
    pub left: bool,
    /// Only named by rule 201 so far.
    pub named: bool,
    pub dash: &'static str,
}

pub fn scores(game: &Game, frame: &Frame) -> Vec<Score> {
    let mut scores: Vec<Score> = game
        .players
        .iter()
        .enumerate()
        .map(|(place, player)| Score {
            name: player.name.clone(),
            day: player
                .weekday
                .map_or_else(String::new, |day| frame.word("nomic-day", day.to_string().to_lowercase()).to_string()),
            total: player.total,
            left: player.forfeited_at.is_some(),
            named: player.joined_at.is_none(),
            dash: DASHES[place % DASHES.len()],
        })
        .collect();
    scores.sort_by_key(|score| std::cmp::Reverse(score.total));
    scores
}

/// Everybody's total over time, as lines of steps on one scale.
pub struct Chart {
    pub lines: Vec<(&'static str, String)>,
    pub least: i64,
    pub most: i64,
    pub first: DateTime<Utc>,
    pub last: DateTime<Utc>,
}

impl Chart {
    /// None before anybody has points.
    pub fn of(game: &Game) -> Option<Chart> {
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
        let all: Vec<(i64, Vec<(DateTime<Utc>, i64)>)> = game.players.iter().map(steps).collect();
        let totals = || all.iter().flat_map(|(start, steps)| steps.iter().map(|(_, total)| *total).chain([*start]));
        let (least, most) = (totals().min().unwrap_or(0), totals().max().unwrap_or(0));
        let across = |at: DateTime<Utc>| (at - first).num_seconds() as f64 / span as f64 * WIDTH;
        let up = |total: i64| HEIGHT - (total - least) as f64 / (most - least).max(1) as f64 * HEIGHT;
        let line = |(place, (start, steps)): (usize, &(i64, Vec<(DateTime<Utc>, i64)>))| {
            let mut path = format!("M0 {:.1}", up(*start));
            for (at, total) in steps {
                // Writing to a string cannot fail.
                let _ = write!(path, "H{:.1}V{:.1}", across(*at), up(*total));
            }
            (DASHES[place % DASHES.len()], path + "H640.0")
        };
        Some(Chart { lines: all.iter().enumerate().map(line).collect(), least, most, first, last })
    }
}

/// Points, with what they are for.
pub struct Posted {
    pub at: String,
    pub player: String,
    pub change: String,
    pub total: i64,
    pub rule: Option<u32>,
    pub why: String,
}

pub fn posted(game: &Game, frame: &Frame, around: &Around, most: usize) -> Vec<Posted> {
    let told = |entry: &crate::nomic::engine::ledger::Entry| Posted {
        at: around.moment(frame, &entry.at),
        player: entry.player.clone(),
        change: format!("{:+}", entry.delta),
        total: entry.total_after,
        rule: entry.rule.as_ref().map(|rule| rule.label),
        why: match &entry.reason {
            Reason::Proposal(number) => frame.t("nomic-by-proposal").with("number", number).to_string(),
            Reason::Judgement(id) => frame.t("nomic-by-judgement").with("id", id).to_string(),
            Reason::Claim(why) => why.clone(),
        },
    };
    game.ledger.iter().rev().take(most).map(told).collect()
}

/// A run of a rule's text: a number of a rule leads to it.
pub struct Piece {
    pub text: String,
    pub rule: Option<u32>,
}

/// Paragraphs with their references as links.
pub fn linked(text: &[String]) -> Vec<Vec<Piece>> {
    let paragraph = |text: &String| {
        let text = text.trim();
        let (mut pieces, mut done) = (Vec::new(), 0);
        for (place, label) in references::find(text) {
            pieces.push(Piece { text: text[done..place.start].to_owned(), rule: None });
            pieces.push(Piece { text: text[place.clone()].to_owned(), rule: Some(label) });
            done = place.end;
        }
        pieces.push(Piece { text: text[done..].to_owned(), rule: None });
        pieces
    };
    text.iter().map(paragraph).collect()
}

/// A message of a thread.
pub struct Line {
    pub at: String,
    pub author: Option<String>,
    pub text: String,
    pub void: Option<String>,
}

impl Line {
    pub fn of(message: &Message, frame: &Frame, around: &Around) -> Line {
        Line {
            at: around.moment(frame, &message.at),
            author: message.author.clone(),
            text: message.line.clone(),
            void: message.void.as_ref().map(ToString::to_string),
        }
    }
}

/// What a draft would do, from what `explain` answers.
pub struct Preview {
    pub number: u64,
    pub is_rule_change: bool,
    pub why: String,
    pub why_not_now: String,
    pub effect: String,
    pub because: String,
    pub needs: String,
    /// Rules and references: number before, number after, what changes.
    pub rules: Vec<(Value, Value, Vec<Words>)>,
    pub mutable_before: Value,
    pub mutable_after: Value,
    pub mutable_most: Value,
    pub only_warns: String,
    pub about_winning: bool,
    /// Counts that everybody who plays votes in: yes, cast, adopted, points of the proposer.
    pub points: Vec<(Value, Value, bool, Value)>,
    pub house_rules: Option<(String, bool, String)>,
    /// New players whom it names, and whether somebody in the club has that name.
    pub newcomers: Vec<(String, bool)>,
}

impl Preview {
    pub fn of(answer: &Value) -> Preview {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |value: &Value| -> String {
            let words = value.as_array().into_iter().flatten().map(|word| key(word).replace('_', " "));
            words.collect::<Vec<_>>().join(", ")
        };
        let body = |rule: &Value| {
            let gone = rule["status"].as_str().is_none_or(|status| status != "in_effect");
            let text: Vec<String> = serde_json::from_value(rule["text"].clone()).unwrap_or_default();
            if gone { String::new() } else { said(&text) }
        };
        let touched = ["rules", "references"].map(|kind| answer[kind].as_array().cloned().unwrap_or_default()).concat();
        let rule = |change: &Value| {
            let (before, after) = (&change["before"], &change["after"]);
            (before["label"].clone(), after["label"].clone(), words(&body(before), &body(after)))
        };
        let counts = answer["points"].as_array().cloned().unwrap_or_default();
        let most = counts.iter().filter_map(|row| row["cast"].as_u64()).max();
        let row = |row: &Value| {
            let adopted = row["adopted"] == true;
            (row["yes"].clone(), row["cast"].clone(), adopted, row["proposer"].clone())
        };
        let house = &answer["house_rules"];
        Preview {
            number: answer["number"].as_u64().unwrap_or(0),
            is_rule_change: answer["rule_change"] == true,
            why: text(&answer["why"]),
            why_not_now: text(&answer["why_not_now"]),
            effect: text(&answer["if_adopted"]),
            because: text(&answer["because"]),
            needs: list(&answer["needs"]),
            rules: touched.iter().map(rule).collect(),
            mutable_before: answer["mutable_rules"]["before"].clone(),
            mutable_after: answer["mutable_rules"]["after"].clone(),
            mutable_most: answer["mutable_rules"]["most"].clone(),
            only_warns: list(&answer["only_warns_afterwards"]),
            about_winning: answer["about_winning"] == true,
            points: counts.iter().filter(|row| row["cast"].as_u64() == most).map(row).collect(),
            house_rules: house
                .is_object()
                .then(|| (house["rules"].to_string(), house["followed"] == true, text(&house["fault"]))),
            newcomers: answer["newcomers"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|one| (text(&one["name"]), one["member"] == true))
                .collect(),
        }
    }
}
