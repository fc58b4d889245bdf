//! Whether what a notice asks for is still open: once one moderator has decided it, the others are
//! no longer asked.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDateTime;
use diesel::prelude::*;

use crate::auth::{Actor, CodeKind};
use crate::conduct::{decisions, reports::State as ReportState};
use crate::court::rules::Step;
use crate::court::store::next_step;
use crate::db::{
    Db,
    schema::{
        candidates, change_requests, claims, elections, games, invitations, objections, removal_requests, reports,
        suggestions, tournament_challenges,
    },
};
use crate::error::Error;
use crate::games::State as GameState;
use crate::games::rules::afterwards::ObjectionState;
use crate::games::store::confirmations;
use crate::id::PersonId;
use crate::notify::inbox::Notification;
use crate::notify::topics::Asked;
use crate::notify::{Audience, Topic};
use crate::rulebook::{RequestState, SuggestionState};

impl Asked {
    /// The member of a notice's body that has the number of what is asked for, where somebody's decision or a count ends it.
    fn member(self) -> Option<&'static str> {
        Some(match self {
            Asked::Claim | Asked::Password => "account",
            // A body that is the thing itself.
            Asked::ChangeRequest | Asked::Suggestion => "id",
            Asked::Declaration => "decision",
            Asked::Election | Asked::Nomination => "election",
            Asked::Approval | Asked::Dispute => "game",
            Asked::Objection => "objection",
            Asked::Removal => "removal_request",
            Asked::Report => "report",
            Asked::Challenge => "challenge",
            Asked::Elsewhere => return None,
        })
    }
}

impl Notification {
    /// What it asks for, by kind and number, where somebody's decision or a count ends it.
    fn asked(&self) -> Option<(Asked, i64)> {
        let asked = Topic::of(&self.topic)?.asked()?;
        Some((asked, self.body[asked.member()?].as_i64()?))
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
    let mut numbers_by_kind: HashMap<Asked, Vec<i64>> = HashMap::new();
    for (asked, number) in told.iter().filter_map(Notification::asked) {
        numbers_by_kind.entry(asked).or_default().push(number);
    }
    let mut open: HashSet<(Asked, i64)> = HashSet::new();
    for (asked, numbers) in numbers_by_kind {
        open.extend(waiting(db, reader, asked, &numbers)?.into_iter().map(|number| (asked, number)));
    }
    for notice in told.iter_mut() {
        notice.is_settled = notice.asked().is_some_and(|asked| !open.contains(&asked));
        notice.read |= notice.is_settled;
        notice.is_for_others = notice.is_of_their_own_game(reader);
    }
    Ok(())
}

/// The steps of a case that wait for somebody once this was told.
fn steps(topic: Topic) -> &'static [Step] {
    match topic {
        Topic::CaseFiled | Topic::CaseLeaveSupported => &[Step::GrantLeave],
        Topic::CaseGranted | Topic::CaseSeatEmpty => &[Step::Empanel],
        Topic::CaseEmpanelled => &[Step::OpenHearing],
        Topic::CaseHearingOpened | Topic::CaseEnBancAccepted => &[Step::Draft],
        Topic::CaseFiledOn => &[Step::Rule],
        Topic::CaseDrafted | Topic::CaseNoMajority => &[Step::Vote],
        Topic::CaseVoted => &[Step::Count],
        Topic::CaseDecided => &[Step::NameAuthor, Step::Publish],
        Topic::CaseAuthorNamed => &[Step::Publish],
        Topic::CaseEnBancRequested => &[Step::AcceptEnBanc],
        _ => &[],
    }
}

/// Marks what a case still asks of its reader, be it told of once or more often: today's page asks for the same.
pub fn ask_of_cases(db: &mut Db, reader: &Actor, told: &mut [Notification], now: NaiveDateTime) -> Result<(), Error> {
    let leads_to = |notice: &Notification| Topic::of(&notice.topic).map_or(&[][..], steps);
    if told.iter().all(|notice| notice.read || leads_to(notice).is_empty()) {
        return Ok(());
    }
    let waiting = next_step::in_all_cases(db, reader.into(), now)?;
    let waiting: HashMap<String, Step> =
        waiting.into_iter().map(|one| (format!("case:{}", one.number), one.step)).collect();
    for notice in told.iter_mut() {
        let step = notice.thing.as_ref().and_then(|case| waiting.get(case));
        notice.is_asked = step.is_some_and(|step| leads_to(notice).contains(step));
    }
    Ok(())
}

/// Those of a kind that are still open, of these or of all; what is asked of the reader alone, as far as it is open to them.
fn waiting(db: &mut Db, reader: PersonId, asked: Asked, numbers: &[i64]) -> Result<Vec<i64>, Error> {
    Ok(match asked {
        Asked::Claim => claims::table.filter(claims::person_id.eq_any(numbers)).select(claims::person_id).load(db)?,
        Asked::ChangeRequest => change_requests::table
            .filter(change_requests::id.eq_any(numbers).and(change_requests::state.eq(RequestState::Open)))
            .select(change_requests::id)
            .load(db)?,
        Asked::Declaration => decisions::store::undeclared(db)?.into_iter().map(|one| one.id.0).collect(),
        Asked::Election => elections::table
            .filter(elections::id.eq_any(numbers))
            .filter(elections::counted_at.is_null().and(elections::called_off_at.is_null()))
            .select(elections::id)
            .load(db)?,
        Asked::Nomination => {
            // Voting that is open was announced.
            let at_nominations: Vec<i64> = elections::table
                .filter(elections::id.eq_any(numbers))
                .filter(elections::opened_at.is_null().and(elections::called_off_at.is_null()))
                .select(elections::id)
                .load(db)?;
            candidates::table
                .filter(candidates::election_id.eq_any(at_nominations).and(candidates::person_id.eq(reader)))
                .filter(candidates::accepted_at.is_null().and(candidates::withdrawn_at.is_null()))
                .select(candidates::election_id)
                .load(db)?
        }
        Asked::Approval => games::table
            .filter(games::id.eq_any(numbers).and(games::state.eq(GameState::AwaitingApproval)))
            .select(games::id)
            .load(db)?,
        Asked::Dispute => confirmations::disputed(db)?.into_iter().map(|game| game.0).collect(),
        Asked::Objection => objections::table
            .filter(objections::id.eq_any(numbers).and(objections::state.eq(ObjectionState::Open)))
            .select(objections::id)
            .load(db)?,
        Asked::Password => {
            let codes = invitations::table
                .filter(invitations::person_id.eq_any(numbers))
                .filter(invitations::kind.eq(CodeKind::PasswordReset))
                .filter(invitations::uses_left.gt(0));
            let asked: Vec<Option<i64>> = codes.select(invitations::person_id).load(db)?;
            asked.into_iter().flatten().collect()
        }
        Asked::Removal => removal_requests::table
            .filter(removal_requests::id.eq_any(numbers))
            .filter(removal_requests::withdrawn_at.is_null().and(removal_requests::granted_at.is_null()))
            .select(removal_requests::id)
            .load(db)?,
        Asked::Report => reports::table
            .filter(reports::id.eq_any(numbers).and(reports::state.eq(ReportState::Open)))
            .select(reports::id)
            .load(db)?,
        Asked::Suggestion => suggestions::table
            .filter(suggestions::id.eq_any(numbers).and(suggestions::state.eq(SuggestionState::Open)))
            .select(suggestions::id)
            .load(db)?,
        Asked::Challenge => tournament_challenges::table
            .filter(tournament_challenges::id.eq_any(numbers))
            .filter(tournament_challenges::accepted_at.is_null().and(tournament_challenges::ended_at.is_null()))
            .select(tournament_challenges::id)
            .load(db)?,
        Asked::Elsewhere => Vec::new(),
    })
}
