//! Scenes at a table of Party Chess from a data file: what is done and when, what it is refused by, and how the table stands then.

use chrono::{NaiveDateTime, TimeDelta};
use rookery::party::rules::Hall;
use rookery::party::table::PartyChess;
use rookery::tables::erased::asked;
use rookery::tables::{AnyState, Seat, Step};
use serde::Deserialize;
use serde_json::{Value, json};

use super::agreement::agrees;

pub const SCENES: &str = include_str!("../data/party/tables.jsonl");

/// A game that begins on 2026-11-06 at 12:00: seat 0 holds NAP, seat 1 Blue, the Umpire is on seat 2. All pieces are off-board: NAP's
/// from its King, piece 1, on, Blue's from piece 7.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scene {
    #[serde(rename = "cites")]
    _cites: Vec<String>,
    says: String,
    steps: Vec<Deed>,
    /// The table after the steps, as far as it is told.
    #[serde(default)]
    view: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deed {
    /// Days that pass first, limits expiring on their way.
    #[serde(default)]
    days: i64,
    #[serde(default)]
    seat: Seat,
    does: Option<Value>,
    /// The rules and readings that it is refused by; none: it is done.
    #[serde(default)]
    refused: Vec<String>,
}

#[test]
fn scenes_at_a_table() {
    for line in SCENES.lines() {
        let scene: Scene = serde_json::from_str(line).unwrap();
        let mut now: NaiveDateTime = "2026-11-06T12:00:00".parse().unwrap();
        let options = json!({ "swingers": ["NAP", "Blue"], "seats": 3 });
        let options = asked(&PartyChess, &options).unwrap().begin(&[0, 1, 2], Some(2), 7).unwrap();
        let mut hall = Hall::new(&options, 7, now).unwrap();
        for seat in [0, 1] {
            let army = json!({ "kind": "army", "army": ["rook", "rook", "camel", "jester", "pawn"] });
            hall.step(Step::Play { seat, play: &army }, now).unwrap();
        }
        let seen = |hall: &Hall| hall.view(None, NaiveDateTime::default()).json().unwrap();
        for deed in &scene.steps {
            now += TimeDelta::days(deed.days);
            while let Some(due) = hall.due().filter(|due| *due <= now) {
                hall.step(Step::Time, due).unwrap();
            }
            let Some(play) = &deed.does else { continue };
            let before = seen(&hall);
            let refused = match hall.step(Step::Play { seat: deed.seat, play }, now) {
                Ok(_) => Vec::new(),
                Err(refusal) => refusal.acts.iter().map(ToString::to_string).collect(),
            };
            assert_eq!(refused, deed.refused, "{}: {play}", scene.says);
            assert!(refused.is_empty() || seen(&hall) == before, "{}: refused, nothing has changed", scene.says);
        }
        let view = seen(&hall);
        assert!(scene.view.is_null() || agrees(&scene.view, &view), "{}: {view}", scene.says);
    }
}
