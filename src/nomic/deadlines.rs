//! What is due in a game, from whom and by when, and what happens when nobody acts (A3).

use std::fmt;

use chrono::{DateTime, SecondsFormat, Utc};
use rookery_nomic::bindings::Role;
use rookery_nomic::court::{Judgement, PointOfOrder, PointState};
use rookery_nomic::game::Status;
use rookery_nomic::ledger::{Win, WinState};
use rookery_nomic::{Game, Void};
use serde::{Serialize, Serializer};

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Propose,
    Vote,
    Judge,
    Dispute,
    Opinion,
    Challenge,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Propose => "propose",
            Kind::Vote => "vote",
            Kind::Judge => "judge",
            Kind::Dispute => "dispute",
            Kind::Opinion => "opinion",
            Kind::Challenge => "challenge",
        }
    }
}

/// What something that is due is about; written as players call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The proposal of this number.
    Proposal(u32),
    /// The Point of Order of this id.
    Point(String),
    /// The Judgement of this id in a Point of Order.
    Judgement { point: String, id: String },
    /// The win of this player.
    Win(String),
}

impl fmt::Display for About {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            About::Proposal(number) => write!(formatter, "{number}"),
            About::Point(id) | About::Judgement { id, .. } => formatter.write_str(id),
            About::Win(player) => formatter.write_str(player),
        }
    }
}

impl Serialize for About {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Something that is due: the first instant that is too late (A2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = NomicDeadline)]
pub struct Deadline {
    #[serde(serialize_with = "instant")]
    pub at: DateTime<Utc>,
    pub kind: Kind,
    /// A proposal's number, the id of a Point of Order or of a Judgement, the name of a winner.
    #[schema(value_type = String)]
    pub about: About,
    /// From whom; in turn order.
    pub players: Vec<String>,
    /// The number of the rule that sets it.
    pub rule: Option<u32>,
    /// What happens automatically when it passes.
    pub then: String,
}

impl Deadline {
    /// The page of the game where it is done.
    pub fn page(&self) -> String {
        match self.kind {
            Kind::Propose => "/draft".to_owned(),
            Kind::Vote => format!("/proposals/{}", self.about),
            Kind::Challenge => "/court?about=the+win#asked".to_owned(),
            Kind::Judge | Kind::Dispute | Kind::Opinion => "/court".to_owned(),
        }
    }

    /// The word of the catalogue for what happens when it passes.
    pub fn then_word(&self, game: &Game) -> &'static str {
        // Where nobody knows what the rule about the court says, nothing follows when its Judge lets the day pass.
        let is_of = |id: &String| matches!(&self.about, About::Point(point) if point == id);
        let only_warns = || game.points_of_order.iter().any(|point| point.advisory && is_of(&point.id));
        if self.kind == Kind::Judge && only_warns() { "judge-advisory" } else { self.kind.as_str() }
    }
}

fn instant<S: Serializer>(at: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&at.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

/// All that is due, the soonest first: only what somebody still has to do, or may challenge.
pub fn of(game: &Game) -> Vec<Deadline> {
    let mut due = Vec::new();
    if game.status == Status::Active {
        due.extend(to_propose(game));
        due.extend(to_vote(game));
    }
    if game.status != Status::Ended {
        due.extend(game.points_of_order.iter().filter_map(|point| of_point(game, point)));
        due.extend(to_challenge(game));
    }
    due.retain(|one| one.kind == Kind::Challenge || !one.players.is_empty());
    due.sort_by_key(|one| one.at);
    due
}

/// The number of the rule behind a role.
pub fn rule(game: &Game, role: Role) -> Option<u32> {
    let rule = game.bindings.rule(role)?;
    game.book.rule(rule).map(|rule| rule.current().label)
}

/// The number of the rule that supplied a parameter, or else of the one behind its role.
pub fn behind(game: &Game, role: Role, member: &str) -> Option<u32> {
    game.supplied_by(role, member).or_else(|| rule(game, role))
}

fn to_propose(game: &Game) -> Option<Deadline> {
    let may = |problem: Option<Void>| matches!(problem, None | Some(Void::BeforeOpening(_)));
    let free = |player: &String| !game.is_void_day(game.day) && may(game.window_problem(player, game.now));
    let players: Vec<String> = game.players_of(game.day).into_iter().filter(free).collect();
    let cutoff = game.bindings.parameters.proposal_window.cutoff;
    let at = cutoff.map_or_else(|| game.midnight(), |cutoff| game.time_within(game.day, cutoff));
    let then = "The turn passes without a rule-change.".to_owned();
    let rule = behind(game, Role::ProposalWindow, "cutoff");
    let about = About::Proposal(game.next_number);
    (!players.is_empty()).then_some(Deadline { at, kind: Kind::Propose, about, players, rule, then })
}

fn to_vote(game: &Game) -> impl Iterator<Item = Deadline> {
    game.voted_on().map(|proposal| Deadline {
        at: game.votes_close(),
        kind: Kind::Vote,
        about: About::Proposal(proposal.number.unwrap_or_default()),
        players: game.not_voted(proposal),
        rule: behind(game, Role::Voting, "closes"),
        then: "The votes cast are counted; who has not voted counts for nothing.".to_owned(),
    })
}

/// What comes next in a Point of Order, also if everybody has answered and only the time runs.
pub fn of_point(game: &Game, point: &PointOfOrder) -> Option<Deadline> {
    if game.status == Status::Ended || !point.is_active() {
        return None;
    }
    let others = |judgement: &Judgement| -> Vec<String> {
        let awaited =
            game.playing().filter(|player| player.name != judgement.judge && !judgement.has_heard(&player.name));
        awaited.map(|player| player.name.clone()).collect()
    };
    let judged = |judgement: &Judgement| About::Judgement { point: point.id.clone(), id: judgement.id.clone() };
    let (kind, at, about, players, then) = match (point.state, point.judgements.last()) {
        (PointState::Pronounced, Some(judgement)) if !judgement.panel.is_empty() => {
            let then = "The Judge is overruled.";
            (Kind::Opinion, judgement.closes_at, judged(judgement), judgement.awaited(), then)
        }
        (PointState::Pronounced, Some(judgement)) => {
            let then = "Judgement is invoked.";
            (Kind::Dispute, judgement.closes_at, judged(judgement), others(judgement), then)
        }
        (PointState::Disputed, Some(judgement)) => {
            let then = "The Judge is overruled.";
            (Kind::Opinion, judgement.closes_at, judged(judgement), others(judgement), then)
        }
        _ => {
            let then = if point.advisory {
                "Nothing follows by itself: players may name another Judge."
            } else {
                "The Judge forfeits at the end of the day, and the next one judges."
            };
            (
                Kind::Judge,
                game.pronounce_by(point),
                About::Point(point.id.clone()),
                point.judge.clone().into_iter().collect(),
                then,
            )
        }
    };
    let rule = behind(game, Role::Court, "window_seconds");
    Some(Deadline { at, kind, about, players, rule, then: then.to_owned() })
}

fn to_challenge(game: &Game) -> Vec<Deadline> {
    // Once the court is asked, its decision is awaited, and nobody's challenge.
    let is_open = |win: &&Win| matches!(win.state, WinState::Standing | WinState::Claimed) && !game.win_is_disputed();
    let open = game.wins.iter().filter(is_open);
    let deadline = |win: &Win| Deadline {
        at: win.closes_at,
        kind: Kind::Challenge,
        about: About::Win(win.player.clone()),
        players: Vec::new(),
        rule: behind(game, Role::Win, "points"),
        then: format!("{} has won.", win.player),
    };
    open.map(deadline).collect()
}

#[cfg(test)]
mod tests {
    use super::About;

    #[test]
    fn what_is_due_is_written_as_players_call_it() {
        for (about, written) in [
            (About::Proposal(301), "301"),
            (About::Point("2.1".to_owned()), "2.1"),
            (About::Judgement { point: "2.1".to_owned(), id: "2.1.2".to_owned() }, "2.1.2"),
            (About::Win("Ben P".to_owned()), "Ben P"),
        ] {
            assert_eq!((serde_json::json!(about), about.to_string().as_str()), (written.into(), written));
        }
    }
}
