//! How a game stands for all who look: what is due and where it can be done, a win that may be challenged, who has left.

use chrono::{DateTime, TimeDelta, Utc};
use rookery_nomic::Game;
use rookery_nomic::court::Judgement;
use rookery_nomic::game::{Player, Status};

use super::{Around, parts};
use crate::nomic::deadlines::{self, Kind};
use crate::web::layout::Frame;

/// Something that is due, in words.
pub struct Due {
    pub at: String,
    pub kind: &'static str,
    pub about: String,
    pub players: String,
    pub rule: Option<u32>,
    pub mine: bool,
    /// Whether it asks what the reader has said already.
    pub answered: bool,
    /// The page on which it can be done.
    pub place: String,
    /// What happens when it passes: a kind, or one of its own.
    pub then: &'static str,
}

pub fn due(frame: &Frame, around: &Around) -> Vec<Due> {
    let mine = |players: &[String]| around.viewer.as_ref().is_some_and(|viewer| players.contains(viewer));
    let points = &around.game.points_of_order;
    let told = |mut due: deadlines::Deadline| {
        let mut judgements = points.iter().flat_map(|point| &point.judgements);
        let asked = judgements.find(|one| due.kind == Kind::Opinion && one.id == due.about);
        let has_answered = |name: &String| asked.is_some_and(|judgement| answered(judgement, name));
        due.players.retain(|name| !has_answered(name));
        Due {
            at: around.moment(frame, &due.at),
            kind: due.kind.as_str(),
            then: due.then_word(&around.game),
            mine: mine(&due.players),
            answered: around.viewer.as_ref().is_some_and(has_answered),
            place: place(around, &due),
            about: due.about,
            players: due.players.join(", "),
            rule: due.rule,
        }
    };
    deadlines::of(&around.game).into_iter().map(told).collect()
}

/// Whether somebody has disputed this Judgement, or said whether they agree with it: nobody is asked twice.
pub fn answered(judgement: &Judgement, name: &str) -> bool {
    judgement.disputed_by.as_deref() == Some(name) || judgement.opinions.iter().any(|opinion| opinion.player == name)
}

/// Where something that is due can be done.
fn place(around: &Around, due: &deadlines::Deadline) -> String {
    let (table, points) = (around.id, &around.game.points_of_order);
    // The court's page begins with the newest: what comes after a Point of Order in the list of all.
    let point = |id: &str| points.iter().position(|point| id == point.id || id.starts_with(&format!("{}.", point.id)));
    match due.kind {
        Kind::Propose => format!("/nomic/{table}/draft"),
        Kind::Vote => format!("/nomic/{table}/proposals/{}", due.about),
        Kind::Challenge => format!("/nomic/{table}/court?about=the+win#asked"),
        Kind::Judge | Kind::Dispute | Kind::Opinion => match point(&due.about) {
            Some(place) => format!("/nomic/{table}/court?before={}#point-{}", place + 1, points[place].id),
            None => format!("/nomic/{table}/court"),
        },
    }
}

/// A win that may still be challenged: claimed while play goes on, or won.
pub struct Claimed {
    pub player: String,
    pub until: String,
    /// Whether play goes on meanwhile.
    pub goes_on: bool,
    /// Points of Order about it that wait for their Judgement, with what comes after each in the list of all.
    pub asked: Vec<(String, usize)>,
}

impl Claimed {
    pub fn of(frame: &Frame, around: &Around) -> Option<Claimed> {
        let game = &around.game;
        let win = &game.wins[game.open_win()?];
        let asked = game.points_of_order.iter().zip(1..);
        let asked =
            asked.filter(|(point, _)| point.is_active() && point.targets.iter().any(|one| game.is_about_win(one)));
        Some(Claimed {
            player: win.player.clone(),
            until: around.moment(frame, &win.closes_at),
            goes_on: game.status == Status::Active,
            asked: asked.map(|(point, after)| (point.id.clone(), after)).collect(),
        })
    }
}

/// Somebody who has left.
pub struct Left {
    pub name: String,
    pub at: String,
    /// The weekday that is nobody's now.
    pub day: Option<String>,
}

/// How long it is told that somebody has left.
const TOLD: TimeDelta = TimeDelta::days(7);

/// Who has left lately, the latest first.
pub fn left(frame: &Frame, around: &Around) -> Vec<Left> {
    let game = &around.game;
    let goes_on = |_: &&Player| !around.is_over();
    let gone = game.players.iter().filter(goes_on).filter_map(|player| Some((player, player.forfeited_at?)));
    let mut gone: Vec<_> = gone.filter(|(_, at)| game.now - *at < TOLD).collect();
    gone.sort_by_key(|(_, at)| std::cmp::Reverse(*at));
    let free = |player: &Player| player.weekday.filter(|day| game.playing().all(|other| other.weekday != Some(*day)));
    let told = |(player, at): (&Player, DateTime<Utc>)| Left {
        name: player.name.clone(),
        at: around.moment(frame, &at),
        day: free(player).map(|day| parts::weekday(frame, day)),
    };
    gone.into_iter().map(told).collect()
}

/// The last who plays, where others have left.
pub fn last(game: &Game) -> Option<String> {
    let mut playing = game.playing();
    let last = playing.next().filter(|_| playing.next().is_none() && game.status == Status::Active)?;
    game.players.iter().any(|player| player.forfeited_at.is_some()).then(|| last.name.clone())
}

/// What comes of it if one more player leaves: by how many are left then.
pub fn if_one_leaves(game: &Game) -> &'static str {
    match game.playing().count() {
        0 | 1 => "none",
        2 => "one",
        _ => "several",
    }
}
