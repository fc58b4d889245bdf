//! What a step of a game changed, for notices: found by comparing the game before and after.

use chrono::{DateTime, NaiveDate, Utc};
use rookery_nomic::Game;
use rookery_nomic::court::{Judgement, PointOfOrder, PointState};
use rookery_nomic::game::Status;
use rookery_nomic::ledger::{Reason, Win, WinState};
use rookery_nomic::parameters::Threshold;
use rookery_nomic::plays::Target;
use rookery_nomic::proposals::ProposalState;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::notify::Topic;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum News {
    /// A day began.
    Day {
        day: NaiveDate,
        turn_of: Vec<String>,
        until: DateTime<Utc>,
    },
    /// A proper rule-change is open for votes.
    Proposed {
        proposal: u32,
        by: String,
        until: DateTime<Utc>,
        not_voted: Vec<String>,
    },
    /// The vote of the day is about to be counted.
    VoteDue {
        proposal: u32,
        until: DateTime<Utc>,
        not_voted: Vec<String>,
    },
    /// A proposal changed its state.
    Settled {
        proposal: u32,
        state: ProposalState,
        yes: u32,
        no: u32,
        /// What it needed; empty if no rule says.
        needs: Vec<Threshold>,
    },
    /// Points, with the rule and what they are for.
    Points {
        seq: usize,
        player: String,
        delta: i64,
        total: i64,
        rule: Option<u32>,
        reason: Reason,
    },
    /// Somebody is to judge.
    Appointed {
        point: String,
        judge: String,
    },
    Pronounced {
        judgement: String,
        judge: String,
        until: DateTime<Utc>,
        /// Its notice has it, logs have not.
        #[serde(skip)]
        unordered: Option<Unordered>,
    },
    Disputed {
        judgement: String,
        judge: String,
        until: DateTime<Utc>,
    },
    /// Invoked, or nobody is left to decide it.
    Closed {
        point: String,
        state: PointState,
        /// Its notice has it, logs have not.
        #[serde(skip)]
        unordered: Option<Unordered>,
    },
    /// Rule 201 names somebody new, who may join.
    Named {
        player: String,
    },
    /// House rules of the club that are to be others.
    HouseRules {
        by: Reason,
        rules: Map<String, Value>,
    },
    /// Something that people should look at.
    Alert {
        text: String,
    },
    /// Somebody claims to have won: until then a Point of Order may be raised against it, and play goes on.
    WinClaimed {
        player: String,
        until: DateTime<Utc>,
    },
    /// A win or a claim to it has fallen.
    WinTakenBack {
        player: String,
    },
    Won {
        player: String,
    },
    Ended {
        winner: Option<String>,
    },
}

/// What comes of a Judgement without orders, for what it was about; nothing else changes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unordered {
    Nothing,
    /// A proposal that waited continues.
    Released,
    /// A claimed win falls.
    Denied,
}

impl Unordered {
    /// `None` if the Judgement has orders.
    pub fn of(point: &PointOfOrder, judgement: &Judgement) -> Option<Unordered> {
        let about = |is_it: fn(&Target) -> bool| point.targets.iter().any(is_it);
        let comes = if about(|target| *target == Target::Win) {
            Unordered::Denied
        } else if about(|target| matches!(target, Target::Proposal { .. })) {
            Unordered::Released
        } else {
            Unordered::Nothing
        };
        judgement.orders.is_empty().then_some(comes)
    }
}

impl News {
    /// The topic of the notice that it makes, and whom it is for; some news nobody is sent a notice of.
    pub fn notice<'a>(&'a self, all: &'a [String]) -> Option<(Topic, Vec<&'a String>)> {
        let but = |judge: &'a String| all.iter().filter(|name| *name != judge).collect();
        Some(match self {
            News::Day { turn_of, .. } => (Topic::NomicYourDay, turn_of.iter().collect()),
            News::Proposed { not_voted, .. } => (Topic::NomicProposed, not_voted.iter().collect()),
            News::VoteDue { not_voted, .. } => (Topic::NomicVoteDue, not_voted.iter().collect()),
            News::Settled { .. } => (Topic::NomicSettled, all.iter().collect()),
            News::Appointed { judge, .. } => (Topic::NomicAppointed, vec![judge]),
            News::Pronounced { judge, .. } => (Topic::NomicPronounced, but(judge)),
            News::Disputed { judge, .. } => (Topic::NomicDisputed, but(judge)),
            News::Closed { .. } => (Topic::NomicClosed, all.iter().collect()),
            News::WinClaimed { .. } => (Topic::NomicWinClaimed, all.iter().collect()),
            News::WinTakenBack { .. } => (Topic::NomicWinTakenBack, all.iter().collect()),
            News::Won { .. } => (Topic::NomicWon, all.iter().collect()),
            News::Points { .. }
            | News::Named { .. }
            | News::HouseRules { .. }
            | News::Alert { .. }
            | News::Ended { .. } => return None,
        })
    }
}

/// The parts of a game that are compared for news.
pub struct Mark {
    day: NaiveDate,
    proposals: Vec<(Option<u32>, ProposalState)>,
    points: Vec<(PointState, Option<String>)>,
    ledger: usize,
    players: usize,
    house_changes: usize,
    alerts: usize,
    wins: Vec<WinState>,
    status: Status,
    /// Proposals before this place are settled for good, and were not looked at.
    settled: usize,
}

impl Mark {
    pub fn of(game: &Game) -> Mark {
        let open = game.proposals.iter().position(|proposal| proposal.is_open()).unwrap_or(game.proposals.len());
        let proposals = game.proposals[open..].iter();
        Mark {
            day: game.day,
            proposals: proposals.map(|proposal| (proposal.number, proposal.state.clone())).collect(),
            points: game.points_of_order.iter().map(|point| (point.state, point.judge.clone())).collect(),
            ledger: game.ledger.len(),
            players: game.players.len(),
            house_changes: game.house_changes.len(),
            alerts: game.alerts.len(),
            wins: game.wins.iter().map(|win| win.state).collect(),
            status: game.status,
            settled: open,
        }
    }

    /// What happened from the mark on.
    pub fn since(&self, game: &Game) -> Vec<News> {
        let mut news = Vec::new();
        self.votes(game, &mut news);
        self.court(game, &mut news);
        news.extend(game.ledger.iter().enumerate().skip(self.ledger).map(|(seq, entry)| News::Points {
            seq,
            player: entry.player.clone(),
            delta: entry.delta,
            total: entry.total_after,
            rule: entry.rule.as_ref().map(|rule| rule.label),
            reason: entry.reason.clone(),
        }));
        let named = game.players.iter().skip(self.players);
        news.extend(named.map(|player| News::Named { player: player.name.clone() }));
        let changed = game.house_changes.iter().skip(self.house_changes);
        news.extend(changed.map(|change| News::HouseRules { by: change.by.clone(), rules: change.rules.clone() }));
        news.extend(game.alerts.iter().skip(self.alerts).map(|alert| News::Alert { text: alert.text.to_string() }));
        let wins = game.wins.iter().enumerate();
        news.extend(wins.filter_map(|(place, win)| won(game, win, self.wins.get(place))));
        if game.status == Status::Ended && self.status != Status::Ended {
            news.push(News::Ended { winner: game.winner().map(str::to_owned) });
        } else if game.day != self.day && game.status != Status::Ended {
            news.push(News::Day { day: game.day, turn_of: game.players_of(game.day), until: game.midnight() });
        }
        news
    }

    fn votes(&self, game: &Game, news: &mut Vec<News>) {
        for (place, proposal) in game.proposals.iter().enumerate().skip(self.settled) {
            let Some(number) = proposal.number else { continue };
            let before = self.proposals.get(place - self.settled);
            if before.is_some_and(|(_, state)| *state == proposal.state) {
                continue;
            }
            if proposal.state == ProposalState::Voting {
                let (by, not_voted) = (proposal.proposer.clone(), game.not_voted(proposal));
                news.push(News::Proposed { proposal: number, by, until: game.votes_close(), not_voted });
            } else {
                let (yes, cast) = proposal.count();
                let needs = match &proposal.completion {
                    Some(completion) => completion.thresholds.clone(),
                    None => game.thresholds(proposal),
                };
                let (state, needs) = (proposal.state.clone(), needs.unwrap_or_default());
                news.push(News::Settled { proposal: number, state, yes, no: cast - yes, needs });
            }
        }
    }

    fn court(&self, game: &Game, news: &mut Vec<News>) {
        for (place, point) in game.points_of_order.iter().enumerate() {
            let before = self.points.get(place);
            if before.is_some_and(|(state, judge)| (*state, judge) == (point.state, &point.judge)) {
                continue;
            }
            let latest = point.judgements.last();
            match (point.state, &point.judge, latest) {
                (PointState::Open, Some(judge), _) => {
                    news.push(News::Appointed { point: point.id.clone(), judge: judge.clone() });
                }
                (PointState::Pronounced, Some(judge), Some(latest)) => news.push(News::Pronounced {
                    judgement: latest.id.clone(),
                    judge: judge.clone(),
                    until: latest.closes_at,
                    unordered: Unordered::of(point, latest),
                }),
                (PointState::Disputed, Some(judge), Some(latest)) => news.push(News::Disputed {
                    judgement: latest.id.clone(),
                    judge: judge.clone(),
                    until: latest.closes_at,
                }),
                (PointState::Invoked | PointState::Indeterminate, ..) => {
                    let invoked = latest.filter(|_| point.state == PointState::Invoked);
                    let unordered = invoked.and_then(|judgement| Unordered::of(point, judgement));
                    news.push(News::Closed { point: point.id.clone(), state: point.state, unordered });
                }
                _ => {}
            }
        }
    }
}

/// What there is to tell of a win; a game of the first edition tells once that somebody has won, also if the win is only claimed.
fn won(game: &Game, win: &Win, before: Option<&WinState>) -> Option<News> {
    let player = win.player.clone();
    if game.edition.is_first() {
        return before.is_none().then_some(News::Won { player });
    }
    match win.state {
        state if before == Some(&state) => None,
        WinState::Claimed => Some(News::WinClaimed { player, until: win.closes_at }),
        WinState::Overturned => before.map(|_| News::WinTakenBack { player }),
        WinState::Final if before == Some(&WinState::Standing) => None,
        WinState::Standing | WinState::Final => Some(News::Won { player }),
    }
}

/// Reminders of the votes that are missing.
pub fn reminders(game: &Game) -> Vec<News> {
    let voting = game.voted_on().filter(|_| game.status == Status::Active);
    let remind = voting.map(|proposal| (proposal.number.unwrap_or_default(), game.not_voted(proposal)));
    let missing = remind.filter(|(_, not_voted)| !not_voted.is_empty());
    missing.map(|(proposal, not_voted)| News::VoteDue { proposal, until: game.votes_close(), not_voted }).collect()
}
