//! Why a king may be taken (4.3, 4.5): since its owner's last turn somebody opened the way to it, or its
//! owner has left the game and it only waits to be removed. Pure.

use rookery_boards::{Event, Game, Kind, Seat as Colour};
use serde::{Deserialize, Serialize};

use super::happened::Happened;
use super::rules::Letter;

/// Who attacks whose king, and what laid it open.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    king: Colour,
    by: Colour,
    /// The moves and removals of the step that did it, in their order; empty if the game began so.
    since: Vec<Happened>,
}

/// All kings that are attacked now, with what exposed each.
#[derive(Clone, Debug, Default)]
pub struct Exposure(Vec<Line>);

/// Why a king can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The way to it was opened after its owner's last turn (4.3).
    Exposed,
    /// Its owner has left and it stands until his turn (4.5, 4.11).
    Left,
}

/// A king that the player to move may take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taking {
    #[serde(rename = "move")]
    pub notation: String,
    pub king: Letter,
    pub why: Why,
    /// What opened the way.
    pub since: Vec<Happened>,
}

impl Exposure {
    /// Notes the effect of a step: new lines were opened by it.
    pub fn note(&mut self, game: &Game, events: &[Event]) {
        let moves = |event: &&Event| matches!(event, Event::Moved { .. } | Event::Removed { .. } | Event::Left { .. });
        let since: Vec<Happened> = events.iter().filter(moves).map(Happened::from).collect();
        let mut now: Vec<Line> = Vec::new();
        for threat in game.threats() {
            let is_same = |line: &&Line| line.king == threat.king && line.by == threat.by;
            if now.iter().any(|line| is_same(&line)) {
                continue;
            }
            let known = self.0.iter().find(is_same).cloned();
            now.push(known.unwrap_or_else(|| Line { king: threat.king, by: threat.by, since: since.clone() }));
        }
        self.0 = now;
    }

    /// Kings attacked now: whose, by whom.
    pub fn threats(&self) -> impl Iterator<Item = (Colour, Colour)> {
        self.0.iter().map(|line| (line.king, line.by))
    }

    /// The kings that the player to move may take, and why.
    pub fn takings(&self, game: &Game) -> Vec<Taking> {
        let setup = game.setup();
        let mut takings = Vec::new();
        for (notation, mv) in game.legal() {
            let Some(king) = setup.man(mv.to).filter(|man| man.kind == Kind::King) else { continue };
            let line = self.0.iter().find(|line| line.king == king.seat && line.by == setup.turn);
            let (why, since) = match line {
                _ if setup.status(king.seat).is_pending() => (Why::Left, Vec::new()),
                line => (Why::Exposed, line.map_or_else(Vec::new, |line| line.since.clone())),
            };
            takings.push(Taking { notation, king: king.seat.into(), why, since });
        }
        takings
    }
}
