//! Whether what a notice asks for is still open: once one moderator has decided it, the others are
//! no longer asked.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;

use crate::auth::CodeKind;
use crate::conduct::{decisions, reports::State as ReportState};
use crate::db::{
    Db,
    schema::{
        change_requests, claims, elections, games, invitations, objections, removal_requests, reports, suggestions,
        tournament_challenges,
    },
};
use crate::error::Error;
use crate::games::State as GameState;
use crate::games::rules::afterwards::ObjectionState;
use crate::games::store::confirmations;
use crate::id::PersonId;
use crate::notify::inbox::Notification;
use crate::notify::{Audience, Topic};
use crate::rulebook::{RequestState, SuggestionState};

impl Notification {
    /// What it asks for, by its topic and number, where somebody's decision or a count ends it.
    fn asked(&self) -> Option<(Topic, i64)> {
        let topic = Topic::of(&self.topic)?;
        let member = match topic {
            Topic::AccountClaimed | Topic::PasswordAsked => "account",
            // A body that is the thing itself.
            Topic::ChangeRequestMade | Topic::SuggestionMade => "id",
            Topic::DeclarationDue => "decision",
            Topic::ElectionOpened => "election",
            Topic::GameAwaitingApproval | Topic::GameDisputed | Topic::GameDisputeToSettle => "game",
            Topic::GameObjected => "objection",
            Topic::RemovalRequested => "removal_request",
            Topic::ReportMade => "report",
            Topic::TournamentChallenged => "challenge",
            _ => return None,
        };
        Some((topic, self.body[member].as_i64()?))
    }

    /// Whether it tells those who moderate of a game that the reader played in: others decide it (Act III.3.5).
    fn is_of_their_own_game(&self, reader: PersonId) -> bool {
        let players = self.body["played"]["players"].as_array();
        self.audience == Audience::Moderators
            && players.into_iter().flatten().any(|player| player.as_i64() == Some(reader.0))
    }
}

/// Marks what asks its reader for nothing: where it was decided, also if it was read long ago, and where others decide it.
/// Its button would lead to nothing.
pub fn close(db: &mut Db, reader: PersonId, told: &mut [Notification]) -> Result<(), Error> {
    let mut asked: HashMap<Topic, Vec<i64>> = HashMap::new();
    for (topic, number) in told.iter().filter_map(Notification::asked) {
        asked.entry(topic).or_default().push(number);
    }
    let mut open: HashSet<(Topic, i64)> = HashSet::new();
    for (topic, numbers) in asked {
        open.extend(waiting(db, topic, &numbers)?.into_iter().map(|number| (topic, number)));
    }
    for notice in told.iter_mut() {
        notice.is_settled = notice.asked().is_some_and(|asked| !open.contains(&asked));
        notice.read |= notice.is_settled;
        notice.is_for_others = notice.is_of_their_own_game(reader);
    }
    Ok(())
}

/// Those of a topic's things that wait, of these or of all.
fn waiting(db: &mut Db, topic: Topic, numbers: &[i64]) -> Result<Vec<i64>, Error> {
    Ok(match topic {
        Topic::AccountClaimed => {
            claims::table.filter(claims::person_id.eq_any(numbers)).select(claims::person_id).load(db)?
        }
        Topic::ChangeRequestMade => change_requests::table
            .filter(change_requests::id.eq_any(numbers).and(change_requests::state.eq(RequestState::Open)))
            .select(change_requests::id)
            .load(db)?,
        Topic::DeclarationDue => decisions::store::undeclared(db)?.into_iter().map(|one| one.id.0).collect(),
        Topic::ElectionOpened => elections::table
            .filter(elections::id.eq_any(numbers))
            .filter(elections::counted_at.is_null().and(elections::called_off_at.is_null()))
            .select(elections::id)
            .load(db)?,
        Topic::GameAwaitingApproval => games::table
            .filter(games::id.eq_any(numbers).and(games::state.eq(GameState::AwaitingApproval)))
            .select(games::id)
            .load(db)?,
        Topic::GameDisputed | Topic::GameDisputeToSettle => {
            confirmations::disputed(db)?.into_iter().map(|game| game.0).collect()
        }
        Topic::GameObjected => objections::table
            .filter(objections::id.eq_any(numbers).and(objections::state.eq(ObjectionState::Open)))
            .select(objections::id)
            .load(db)?,
        Topic::PasswordAsked => {
            let codes = invitations::table
                .filter(invitations::person_id.eq_any(numbers))
                .filter(invitations::kind.eq(CodeKind::PasswordReset))
                .filter(invitations::uses_left.gt(0));
            let asked: Vec<Option<i64>> = codes.select(invitations::person_id).load(db)?;
            asked.into_iter().flatten().collect()
        }
        Topic::RemovalRequested => removal_requests::table
            .filter(removal_requests::id.eq_any(numbers))
            .filter(removal_requests::withdrawn_at.is_null().and(removal_requests::granted_at.is_null()))
            .select(removal_requests::id)
            .load(db)?,
        Topic::ReportMade => reports::table
            .filter(reports::id.eq_any(numbers).and(reports::state.eq(ReportState::Open)))
            .select(reports::id)
            .load(db)?,
        Topic::SuggestionMade => suggestions::table
            .filter(suggestions::id.eq_any(numbers).and(suggestions::state.eq(SuggestionState::Open)))
            .select(suggestions::id)
            .load(db)?,
        Topic::TournamentChallenged => tournament_challenges::table
            .filter(tournament_challenges::id.eq_any(numbers))
            .filter(tournament_challenges::accepted_at.is_null().and(tournament_challenges::ended_at.is_null()))
            .select(tournament_challenges::id)
            .load(db)?,
        _ => Vec::new(),
    })
}
