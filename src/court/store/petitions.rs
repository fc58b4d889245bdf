//! Petitions: the state of the matter that is petitioned against, and the case that the petition
//! opens.

use std::collections::HashMap;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use super::super::actions::Petition;
use super::super::rules::petition::{self as rules, Matter, Past, Petitioner};
use super::super::{CaseId, Ground, State, Subject};
use super::{Case, open_states};
use crate::action::Somebody;
use crate::conduct::chief_acts::{self, Basis, ChiefActId};
use crate::conduct::decisions::{self, Decision, DecisionId};
use crate::conduct::{self, BanId, ClockOrderId, MonitorId};
use crate::db::{
    Db, Tx,
    schema::{case_players, cases, memberships, rating_events, sessions},
};
use crate::error::Error;
use crate::games;
use crate::id::{EventId, GameId, PersonId};
use crate::members::{self, Membership};
use crate::ratings::EventKind;
use crate::rulebook;
use crate::sessions::calendar::local_date;

/// A matter with what the case has to remember of it.
pub struct FoundMatter {
    pub matter: Matter,
    pub decision: Option<DecisionId>,
    pub ban: Option<BanId>,
    pub players: Vec<PersonId>,
}

impl FoundMatter {
    fn of(subject: Subject, concerns: Option<PersonId>, decider: Option<PersonId>, in_force: bool) -> FoundMatter {
        let matter = Matter {
            subject,
            concerns,
            decider,
            by_staff: false,
            by_court: None,
            in_force,
            next_session_is_over: false,
        };
        FoundMatter { matter, decision: None, ban: None, players: Vec::new() }
    }
}

/// Opens the case of a petition by the next number of the year, with the ban's term as it is where there is a ban.
pub fn add(tx: &mut Tx, petitioner: PersonId, petition: &Petition, found: &FoundMatter) -> Result<String, Error> {
    let term = match found.ban {
        Some(ban) => Some(serde_json::to_string(&decisions::store::ban_term(tx, ban)?)?),
        None => None,
    };
    let (now, number) = (tx.now, next_number(tx)?);
    let id: CaseId = diesel::insert_into(cases::table)
        .values((
            cases::number.eq(&number),
            cases::subject.eq(petition.subject),
            cases::subject_id.eq(petition.subject_id),
            cases::ground.eq(petition.ground),
            cases::filed_by.eq(petitioner),
            cases::concerned_id.eq(found.matter.concerns),
            cases::decided_by.eq(found.matter.decider),
            cases::title.eq(petition.title.trim()),
            cases::grounds.eq(petition.grounds.trim()),
            cases::filed_at.eq(now),
            cases::state.eq(State::Filed),
            cases::state_at.eq(now),
            cases::decision_id.eq(found.decision),
            cases::ban_id.eq(found.ban),
            cases::ban_term.eq(term),
        ))
        .returning(cases::id)
        .get_result(tx.db)?;
    for player in &found.players {
        diesel::insert_into(case_players::table)
            .values((case_players::case_id.eq(id), case_players::person_id.eq(player)))
            .execute(tx.db)?;
    }
    Ok(number)
}

/// What somebody petitioned for before.
pub fn earlier(tx: &mut Tx, petitioner: PersonId) -> Result<rules::Earlier, Error> {
    let own = cases::table.filter(cases::filed_by.eq(petitioner));
    let filed: Vec<(NaiveDateTime, State)> =
        own.order(cases::filed_at).select((cases::filed_at, cases::state)).load(tx.db)?;
    let a_day_ago = tx.now - TimeDelta::days(1);
    Ok(rules::Earlier {
        within_a_day: filed.iter().map(|(at, _)| *at).filter(|at| *at > a_day_ago).collect(),
        open: filed.iter().filter(|(_, state)| state.is_open()).count(),
    })
}

/// The next number of the year, by the club's own calendar.
fn next_number(tx: &mut Tx) -> Result<String, Error> {
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let year = local_date(tx.now.and_utc(), zone).format("%Y").to_string();
    let there: i64 = cases::table.filter(cases::number.like(format!("{year}-C-%"))).count().get_result(tx.db)?;
    Ok(format!("{year}-C-{:03}", there + 1))
}

/// What a petition is against, as it stands and as far as the petitioner may know of it.
pub fn found(
    db: &mut Db,
    now: NaiveDateTime,
    petitioner: Somebody,
    subject: Subject,
    id: Option<i64>,
) -> Result<FoundMatter, Error> {
    // Only a question is against nothing that has a number.
    let Some(id) = id else { return Ok(FoundMatter::of(Subject::Question, None, None, true)) };
    let unknown = || Error::from(rules::unknown(subject));
    match subject {
        Subject::Question => Err(unknown()),
        Subject::Decision => {
            // A petitioner who may not read it yet does not learn that it is there (T28).
            decisions::store::seen(db, petitioner.person, petitioner.roles, DecisionId(id), now)?;
            decision(db, subject, DecisionId(id))
        }
        Subject::Ban => {
            let ban = conduct::store::ban(db, BanId(id))?.ok_or_else(unknown)?;
            let Some(of) = ban.decision.filter(|_| !ban.staff) else {
                let mut found = FoundMatter::of(subject, Some(ban.person), ban.placed_by, true);
                found.matter.by_staff = true;
                return Ok(found);
            };
            let mut found = decision(db, subject, of)?;
            found.matter.in_force &= ban.runs_at(now);
            found.ban = Some(ban.id);
            Ok(found)
        }
        Subject::Monitor => {
            let monitor = conduct::store::monitor(db, MonitorId(id))?.ok_or_else(unknown)?;
            let in_force = monitor.runs_at(now);
            let mut found = FoundMatter::of(subject, Some(monitor.person), Some(monitor.placed_by), in_force);
            found.matter.next_session_is_over = session_after_is_over(db, now, monitor.placed_at)?;
            Ok(found)
        }
        Subject::ClockOrder => {
            let order = conduct::store::clock_order(db, ClockOrderId(id))?.ok_or_else(unknown)?;
            Ok(FoundMatter::of(subject, Some(order.person), Some(order.ordered_by), order.runs_at(now)))
        }
        Subject::Deduction => deduction(db, EventId(id))?.ok_or_else(unknown),
        Subject::TechnicalModification | Subject::ChiefAct => {
            let done = chief_acts::store::chief_act(db, ChiefActId(id))?;
            let technical = done.act == Basis::TechnicalModification;
            if technical != (subject == Subject::TechnicalModification) {
                return Err(unknown());
            }
            Ok(FoundMatter::of(subject, None, Some(done.by), done.undone_at.is_none()))
        }
        Subject::Removal => removal(db, id)?.ok_or_else(unknown),
        Subject::Game => online_game(db, petitioner.person, GameId(id)),
    }
}

fn decision(db: &mut Db, subject: Subject, id: DecisionId) -> Result<FoundMatter, Error> {
    let decision = decisions::store::decision(db, id)?;
    let concerned = decisions::store::concerned(db, id)?;
    let in_force = decision.state == decisions::State::Standing;
    let mut found = FoundMatter::of(subject, concerned.accused, concerned.decider, in_force);
    found.matter.by_court =
        decision.court_case.as_ref().and_then(|case| case.argument("case")).map(ToString::to_string);
    found.decision = Some(id);
    found.ban = conduct::store::ban_of(db, id)?;
    found.players = concerned.players.into_iter().filter(|player| Some(*player) != concerned.accused).collect();
    Ok(found)
}

/// Whether the first held session that began after an instant is over (T39).
fn session_after_is_over(db: &mut Db, now: NaiveDateTime, placed_at: NaiveDateTime) -> Result<bool, Error> {
    let ends: Option<NaiveDateTime> = sessions::table
        .filter(sessions::starts_at.gt(placed_at).and(sessions::cancelled_at.is_null()))
        .order(sessions::starts_at)
        .select(sessions::ends_at)
        .first(db)
        .optional()?;
    Ok(ends.is_some_and(|ends| ends < now))
}

/// Points that fell by the Terms: nobody decided them, and every justice hears of them (Act II.6.3).
fn deduction(db: &mut Db, id: EventId) -> Result<Option<FoundMatter>, Error> {
    let row: Option<(EventKind, PersonId, bool)> = rating_events::table
        .find(id)
        .select((rating_events::kind, rating_events::first_id, rating_events::void))
        .first(db)
        .optional()?;
    Ok(row
        .filter(|(kind, ..)| matches!(kind, EventKind::Absence | EventKind::Idleness))
        .map(|(_, person, void)| FoundMatter::of(Subject::Deduction, Some(person), None, !void)))
}

/// A lapsed member's removal; in force while they have not rejoined.
fn removal(db: &mut Db, id: i64) -> Result<Option<FoundMatter>, Error> {
    let membership: Option<Membership> = memberships::table.find(id).first(db).optional()?;
    let Some(membership) = membership.filter(|one| one.removal_act.as_deref() == Some("II.7")) else {
        return Ok(None);
    };
    let later: i64 = memberships::table
        .filter(memberships::person_id.eq(membership.person).and(memberships::id.gt(id)))
        .count()
        .get_result(db)?;
    let in_force = membership.removed_at.is_some() && later == 0;
    Ok(Some(FoundMatter::of(Subject::Removal, Some(membership.person), membership.removed_by, in_force)))
}

/// A game played online, or the Chief Justice's voiding of it (Acts I.9.7, I.9.10): either player may petition.
fn online_game(db: &mut Db, petitioner: PersonId, id: GameId) -> Result<FoundMatter, Error> {
    let game = games::store::row(db, id)?;
    rules::is_online(game.online)?;
    let concerns = if petitioner == game.black { game.black } else { game.white };
    let in_force = game.state == games::State::Rated || game.is_void_after_error();
    let mut found = FoundMatter::of(Subject::Game, Some(concerns), game.decided_by, in_force);
    found.players = vec![game.white, game.black];
    Ok(found)
}

/// What the Court had to do with the matter before: with the thing itself or with its decision.
pub fn past(
    db: &mut Db,
    subject: Subject,
    id: Option<i64>,
    ground: Option<Ground>,
    found: &FoundMatter,
) -> Result<Past, Error> {
    if subject == Subject::Question {
        return Ok(Past::default());
    }
    let same = cases::subject.eq(subject).and(cases::subject_id.eq(id));
    let mut query =
        cases::table.select((cases::number, cases::state, cases::barred_until)).order(cases::id.desc()).into_boxed();
    query = match found.decision {
        Some(decision) => query.filter(cases::decision_id.eq(decision)),
        None => query.filter(same),
    };
    if let Some(ground) = ground {
        // Two grounds are two cases (Acts II.10.5, II.10.6; T45).
        query = query.filter(cases::ground.eq(ground));
    }
    let cases: Vec<(String, State, Option<NaiveDateTime>)> = query.load(db)?;
    let with = |wanted: fn(State) -> bool| {
        cases.iter().find(|(_, state, _)| wanted(*state)).map(|(number, ..)| number.clone())
    };
    Ok(Past {
        open_case: with(State::is_open),
        final_case: with(|state| matches!(state, State::EnBancDecided | State::Final)),
        barred_until: cases.iter().filter_map(|(.., until)| *until).max(),
    })
}

/// The most decisions that a form offers.
const DECISIONS_OFFERED: usize = 20;
/// The most deductions and games that it offers.
const OFFERED: i64 = 5;

/// Something that somebody can petition against now.
#[derive(Clone, Debug)]
pub struct Appealable {
    pub subject: Subject,
    pub id: i64,
    pub at: NaiveDateTime,
    /// With its sanctions.
    pub decision: Option<Decision>,
    /// That fell by the Terms.
    pub points: Option<i64>,
}

/// What concerns somebody and would not be refused if they petitioned against it now, the newest of each kind first.
pub fn appealable(db: &mut Db, by: Somebody, now: NaiveDateTime) -> Result<Vec<Appealable>, Error> {
    let mut appealable = Vec::new();
    for matter in matters_of(db, by.person, now)? {
        if may_petition(db, by, matter.subject, matter.id, now)? {
            appealable.push(matter);
        }
    }
    Ok(appealable)
}

/// Whether a petition of somebody's against something would be taken now, on whichever ground.
pub fn may_petition(db: &mut Db, by: Somebody, subject: Subject, id: i64, now: NaiveDateTime) -> Result<bool, Error> {
    let is_member = members::store::membership_at(db, by.person, now)?.is_some();
    let petitioner = Petitioner { person: by.person, is_member };
    let zone = rulebook::in_force(db, now)?.time_zone;
    let found = match found(db, now, by, subject, Some(id)) {
        Err(Error::Refused(_)) => return Ok(false),
        found => found?,
    };
    let grounds: &[Option<Ground>] = match subject {
        Subject::Monitor => &[Some(Ground::Unreasonable), Some(Ground::NoLonger)],
        _ => &[None],
    };
    for ground in grounds {
        let past = past(db, subject, Some(id), *ground, &found)?;
        if rules::file(petitioner, &found.matter, *ground, &past, zone, now).is_ok() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What was decided of somebody or befell them. Bans go with their decisions.
fn matters_of(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Vec<Appealable>, Error> {
    use crate::db::schema::games as played;
    let plain = |subject, id, at| Appealable { subject, id, at, decision: None, points: None };
    let standing = decisions::store::standing_against(db, person)?.into_iter().take(DECISIONS_OFFERED);
    let mut matters: Vec<Appealable> = standing
        .map(|decision| {
            let matter = plain(Subject::Decision, decision.id.0, decision.decided_at);
            Appealable { decision: Some(decision), ..matter }
        })
        .collect();
    let monitor = conduct::store::monitored_at(db, person, now)?;
    matters.extend(monitor.map(|monitor| plain(Subject::Monitor, monitor.id.0, monitor.placed_at)));
    let fallen: Vec<(EventId, NaiveDateTime, Option<i64>, Option<i64>)> = rating_events::table
        .filter(rating_events::first_id.eq(person).and(rating_events::void.eq(false)))
        .filter(rating_events::kind.eq_any([EventKind::Absence, EventKind::Idleness]))
        .order((rating_events::at.desc(), rating_events::id.desc()))
        .limit(OFFERED)
        .select((rating_events::id, rating_events::at, rating_events::first_before, rating_events::first_after))
        .load(db)?;
    matters.extend(fallen.into_iter().map(|(id, at, before, after)| Appealable {
        points: before.zip(after).map(|(before, after)| before - after),
        ..plain(Subject::Deduction, id.0, at)
    }));
    let last: Option<Membership> = memberships::table
        .filter(memberships::person_id.eq(person))
        .order(memberships::id.desc())
        .first(db)
        .optional()?;
    matters.extend(last.and_then(|last| Some(plain(Subject::Removal, last.id.0, last.removed_at?))));
    let games: Vec<(GameId, NaiveDateTime)> = played::table
        .filter(played::online.eq(true).and(played::white_id.eq(person).or(played::black_id.eq(person))))
        .filter(played::state.eq_any([games::State::Rated, games::State::Void]))
        .order((played::played_at.desc(), played::id.desc()))
        .limit(OFFERED)
        .select((played::id, played::played_at))
        .load(db)?;
    matters.extend(games.into_iter().map(|(id, at)| plain(Subject::Game, id.0, at)));
    Ok(matters)
}

/// An open case and its parties (Act II.8.1, T12).
struct Open {
    number: String,
    parties: Vec<PersonId>,
}

fn open_cases(db: &mut Db) -> Result<Vec<Open>, Error> {
    let rows: Vec<Case> = cases::table.filter(cases::state.eq_any(open_states())).order(cases::id).load(db)?;
    let ids: Vec<i64> = rows.iter().map(|case| case.id.0).collect();
    let played: Vec<(CaseId, PersonId)> = case_players::table
        .filter(case_players::case_id.eq_any(ids))
        .select((case_players::case_id, case_players::person_id))
        .load(db)?;
    let told = |case: Case| {
        let players = played.iter().filter(|(of, _)| case.subject.makes_parties_of_players() && *of == case.id);
        let told = [Some(case.petitioner), case.concerns, case.decider].into_iter().flatten();
        Open { parties: told.chain(players.map(|(_, player)| *player)).collect(), number: case.number }
    };
    Ok(rows.into_iter().map(told).collect())
}

/// The open case that a person is a party to, if any.
pub fn open_case_of(db: &mut Db, person: PersonId) -> Result<Option<String>, Error> {
    let case = open_cases(db)?.into_iter().find(|case| case.parties.contains(&person));
    Ok(case.map(|case| case.number))
}

/// The open case about a decision, if any.
pub fn open_case_about(db: &mut Db, decision: DecisionId) -> Result<Option<String>, Error> {
    let about = cases::table.filter(cases::decision_id.eq(decision).and(cases::state.eq_any(open_states())));
    Ok(about.order(cases::id).select(cases::number).first(db).optional()?)
}

/// The open cases about monitors, by the monitor.
pub fn open_cases_about_monitors(db: &mut Db) -> Result<HashMap<MonitorId, String>, Error> {
    let about = cases::table.filter(cases::subject.eq(Subject::Monitor).and(cases::state.eq_any(open_states())));
    let rows: Vec<(Option<i64>, String)> = about.select((cases::subject_id, cases::number)).load(db)?;
    Ok(rows.into_iter().filter_map(|(id, number)| Some((MonitorId(id?), number))).collect())
}

/// Everybody who is a party to an open case.
pub fn parties_to_open_cases(db: &mut Db) -> Result<Vec<PersonId>, Error> {
    Ok(open_cases(db)?.into_iter().flat_map(|case| case.parties).collect())
}
