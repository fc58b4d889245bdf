//! The state of a game as everybody sees it: what is due and where to do it, a win that may be challenged, who has left.

use chrono::{DateTime, TimeDelta, Utc};
use rookery_messages::{Message, say};
use rookery_nomic::bindings::Role;
use rookery_nomic::court::PointOfOrder;
use rookery_nomic::game::{Player, Status};
use rookery_nomic::ledger::{Win, WinState};
use rookery_nomic::plays::{Subject, Thread};
use rookery_nomic::proposals::Proposal;
use rookery_nomic::{Event, Game, Play, Void, lines};

use super::back::Back;
use super::parts::Posted;
use super::{Around, parts};
use crate::deadlines::told_before;
use crate::nomic::deadlines::{self, About, Deadline, Kind};
use crate::web::layout::Frame;

/// Something that is due, in words.
pub struct Due {
    pub at: String,
    /// The same as lists of deadlines tell it: of today only the time.
    pub by: String,
    pub kind: &'static str,
    pub about: String,
    pub players: String,
    pub rule: Option<u32>,
    /// How players call the proposal that it is about.
    pub title: Option<String>,
    pub mine: bool,
    /// Whether it asks what the reader has said already.
    pub answered: bool,
    /// The page on which it can be done.
    pub place: String,
    /// What happens when it passes: a kind, or one of its own.
    pub then: &'static str,
}

pub fn due(frame: &Frame, around: &Around) -> Vec<Due> {
    deadlines::of(&around.game).iter().map(|due| told(frame, around, due)).collect()
}

/// What comes next in a Point of Order.
pub fn due_in(frame: &Frame, around: &Around, point: &PointOfOrder) -> Option<Due> {
    deadlines::of_point(&around.game, point).map(|due| told(frame, around, &due))
}

fn told(frame: &Frame, around: &Around, due: &Deadline) -> Due {
    let mut judgements = around.game.points_of_order.iter().flat_map(|point| &point.judgements);
    let asked = match &due.about {
        About::Judgement { id, .. } if due.kind == Kind::Opinion => judgements.find(|one| one.id == *id),
        _ => None,
    };
    let is_me = |name: &String| around.is_me(name);
    let last = told_before(due.at.naive_utc(), around.zone).and_utc();
    let local = last.with_timezone(&around.zone);
    let is_today = local.date_naive() == around.game.now.with_timezone(&around.zone).date_naive();
    let by = match is_today {
        true => frame.t("me-deadlines-today").with("time", local.format("%H:%M")),
        false => frame.t("me-deadlines-by").with("when", around.moment(frame, &last)),
    };
    Due {
        at: around.moment(frame, &last),
        by: by.to_string(),
        kind: due.kind.as_str(),
        then: due.then_word(&around.game),
        mine: due.players.iter().any(is_me),
        answered: around.viewer.as_ref().is_some_and(|me| asked.is_some_and(|judgement| judgement.has_heard(me))),
        place: place(around, due),
        title: title(&around.game, due),
        about: due.about.to_string(),
        players: frame.language.listed(&due.players),
        rule: due.rule,
    }
}

/// How players call the proposal that is to be voted on.
fn title(game: &Game, due: &Deadline) -> Option<String> {
    match due.about {
        About::Proposal(number) if due.kind == Kind::Vote => {
            game.title(&game.kept(Subject::Proposal { number })?).map(str::to_owned)
        }
        _ => None,
    }
}

/// Where something that is due can be done.
fn place(around: &Around, due: &Deadline) -> String {
    let (table, points) = (around.id, &around.game.points_of_order);
    let point = match &due.about {
        About::Point(id) | About::Judgement { point: id, .. } => points.iter().position(|point| point.id == *id),
        About::Proposal(_) | About::Win(_) => None,
    };
    match point {
        // The court's page begins with the newest: what comes after a Point of Order in the list of all.
        Some(place) => format!("/nomic/{table}/court?before={}#point-{}", place + 1, points[place].id),
        None => format!("/nomic/{table}{}", due.page()),
    }
}

/// Whether it is a player's day, and the time to propose has passed without their having done so.
pub fn is_too_late(around: &Around, player: &str) -> bool {
    let game = &around.game;
    let is_over = || matches!(game.window_problem(player, game.now), Some(Void::AfterCutoff(_)));
    let counts = |one: &Proposal| one.number.is_some() && one.day == game.day && one.proposer == player;
    let has_proposed = || game.proposals.iter().any(counts);
    let is_theirs = game.players_of(game.day).iter().any(|own| own == player) && !game.is_void_day(game.day);
    around.may_act() && is_theirs && game.enforces(Role::ProposalWindow) && is_over() && !has_proposed()
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

/// What wins, and how far the reader is from it.
pub struct Goal {
    pub points: i64,
    /// The number of the rule that says so.
    pub rule: Option<u32>,
    /// What the reader has and what they lack, where they may claim it.
    pub mine: Option<(i64, i64)>,
}

impl Goal {
    /// `None` if no rule says so, or nobody has told what it says.
    pub fn of(around: &Around) -> Option<Goal> {
        let (game, points) = (&around.game, around.game.goal()?);
        let me = around.viewer.as_deref().filter(|_| around.may_act()).and_then(|me| game.player(me));
        let lacking = me.map(|me| (me.total, points - me.total)).filter(|(_, lacks)| *lacks > 0);
        Some(Goal { points, rule: deadlines::behind(game, Role::Win, "points"), mine: lacking })
    }
}

/// A line that claims a win: what its author looks at before it is said.
pub struct Claiming {
    pub line: String,
    pub player: String,
    /// Whether play goes on meanwhile.
    pub goes_on: bool,
    /// Until when the court may be asked.
    pub until: String,
    /// The points that come of it, one after the other.
    pub points: Vec<Posted>,
    /// The word of the page where they began, and its address.
    pub back: String,
    pub begun_at: String,
}

impl Claiming {
    pub fn of(frame: &Frame, around: &Around, line: &str, back: Back) -> Option<Claiming> {
        let then = said(&around.game, around.viewer.as_deref()?, line).ok()?;
        let win = claimed(&around.game, &then)?;
        Some(Claiming {
            line: line.to_owned(),
            goes_on: win.state == WinState::Claimed,
            until: around.moment(frame, &win.closes_at),
            points: parts::posted(then.ledger.iter().enumerate().skip(around.game.ledger.len()), frame, around),
            player: win.player.clone(),
            back: back.word(),
            begun_at: back.address(around.id, Thread::Points),
        })
    }
}

/// Whether a player would claim a win by this line.
pub fn claims_win(game: &Game, player: &str, thread: Thread, line: &str) -> bool {
    let is_claim = matches!(lines::parse(game.edition, thread, line), Ok(Some(Play::Claim { .. })));
    is_claim && said(game, player, line).is_ok_and(|then| claimed(game, &then).is_some())
}

/// A copy of the game in which a player has said this line in the points thread; why it would not count.
pub fn said(game: &Game, player: &str, line: &str) -> Result<Game, Message> {
    let mut then = game.clone();
    let play = Play::Say { thread: Thread::Points, text: line.to_owned() };
    let event = Event { at: game.now, player: player.to_owned(), play };
    match then.apply(&event).map_err(|refusal| refusal.message())?.void {
        Some(void) => Err(game.why(&void)),
        None => Ok(then),
    }
}

/// The win that came about on a copy of the game.
fn claimed<'a>(game: &Game, then: &'a Game) -> Option<&'a Win> {
    then.wins.get(game.wins.len())
}

/// The most points that somebody can claim at once.
const MOST: i64 = 1_000_000;

/// The line by which a player claims the win: `line` with as many points as it takes once the players' own effects have had
/// their part of them.
pub fn to_win(game: &Game, player: &str, line: impl Fn(i64) -> String) -> Result<String, Message> {
    let lacks = match (game.goal(), game.player(player)) {
        (Some(goal), Some(player)) => (goal - player.total).clamp(1, MOST),
        _ => return Err(say!("No rule says how many points win.")),
    };
    if let Some(win) = game.wins.iter().find(|win| win.state == WinState::Claimed) {
        return Err(say!("{name} claims to have won. Wait until that is decided.", name = win.player.clone()));
    }
    let wins = |points: i64| match said(game, player, &line(points)) {
        Ok(then) => Ok(claimed(game, &then).is_some_and(|win| win.player == player)),
        Err(why) => Err(say!("That does not count: {why}.", why)),
    };
    let (mut short, mut enough) = (0, lacks);
    while !wins(enough)? {
        if enough == MOST {
            return Err(say!(
                "You cannot win by this. Whatever you claim, your rules take so much of it that you lack points."
            ));
        }
        (short, enough) = (enough, (enough * 2).min(MOST));
    }
    while enough - short > 1 && enough > lacks {
        let between = short + (enough - short) / 2;
        if wins(between)? { enough = between } else { short = between }
    }
    Ok(line(enough))
}

/// Somebody who has left.
pub struct Left {
    pub name: String,
    pub at: String,
    /// The weekday that no player has now.
    pub day: Option<String>,
}

/// How long the page says that somebody has left.
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
