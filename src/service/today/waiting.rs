//! What waits for the reader, the soonest first: deadlines, the Court's steps, ballots, and what only those who moderate can do.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDateTime;

use crate::auth::{Actor, store};
use crate::conduct::reports;
use crate::court::rules;
use crate::court::store::asked;
use crate::db::Db;
use crate::deadlines::Deadline;
use crate::elections;
use crate::error::Error;
use crate::games::State;
use crate::games::store::{Filter, list};
use crate::http::PageRequest;
use crate::id::PersonId;
use crate::members;
use crate::rulebook;
use crate::web::dates::Dates;
use crate::web::layout::Frame;
use crate::web::places::Place;

/// Games and reports that are named one by one; the others are on their own pages.
const NAMED: i64 = 5;

/// Something that is to be done, and where.
pub struct Waiting {
    pub title: String,
    /// Whom or what it is about, and by when.
    pub note: String,
    pub address: String,
    pub is_late: bool,
}

pub fn of(
    db: &mut Db,
    actor: &Actor,
    frame: &Frame,
    dates: Dates,
    due: &[Deadline],
    now: NaiveDateTime,
) -> Result<Vec<Waiting>, Error> {
    let mut all = deadlines(db, actor, frame, dates, due, now)?;
    let told: BTreeSet<String> = all.iter().map(|one| one.address.clone()).collect();
    all.extend(cases(db, actor, frame, dates)?.into_iter().filter(|one| !told.contains(&one.address)));
    all.extend(ballots(db, actor, frame, dates, now)?);
    if actor.roles.may_moderate() {
        all.extend(approvals(db, frame, dates)?);
        all.extend(open_reports(db, actor, frame)?);
        all.extend(claims(db, frame, dates)?);
    }
    Ok(all)
}

/// What is due from the reader.
fn deadlines(
    db: &mut Db,
    actor: &Actor,
    frame: &Frame,
    dates: Dates,
    due: &[Deadline],
    now: NaiveDateTime,
) -> Result<Vec<Waiting>, Error> {
    let mine = || due.iter().filter(|one| one.is_for(actor.person, actor.roles));
    let others: Vec<PersonId> =
        mine().flat_map(|one| &one.persons).copied().filter(|one| *one != actor.person).collect();
    let names: HashMap<PersonId, String> = members::store::names(db, &others)?;
    let waiting = |one: &Deadline| {
        let place = Place::of_subject(&one.subject)?;
        let people: Vec<&str> = one.persons.iter().filter_map(|person| names.get(person)).map(String::as_str).collect();
        let by = if one.is_today(now, dates.zone) {
            frame.t("me-deadlines-today").with("time", dates.time(&one.due_at)).to_string()
        } else {
            frame.t("me-deadlines-by").with("when", dates.day(&one.due_at)).to_string()
        };
        let note = if people.is_empty() { by } else { format!("{} · {by}", people.join(", ")) };
        let title = frame.word("deadline", one.kind).to_string();
        Some(Waiting { title, note, address: place.address, is_late: one.overdue })
    };
    Ok(mine().filter_map(waiting).collect())
}

/// Cases that wait for a step of the reader's.
fn cases(db: &mut Db, actor: &Actor, frame: &Frame, dates: Dates) -> Result<Vec<Waiting>, Error> {
    let waiting = |one: asked::Asked| Waiting {
        title: frame.word("asked", rules::asked::word(one.step)).to_string(),
        note: frame.t("today-case-since").with("title", one.title).with("day", dates.day(&one.since)).to_string(),
        address: format!("/cases/{}", one.number),
        is_late: false,
    };
    Ok(asked::asked(db, actor.into())?.into_iter().map(waiting).collect())
}

/// Elections in which the reader can vote and has not.
fn ballots(db: &mut Db, actor: &Actor, frame: &Frame, dates: Dates, now: NaiveDateTime) -> Result<Vec<Waiting>, Error> {
    let mut found = Vec::new();
    for election in elections::store::running(db)? {
        if election.phase(now) != elections::Phase::Voting
            || elections::store::has_voted(db, election.id, actor.person)?
        {
            continue;
        }
        let house = rulebook::in_force(db, election.called_at)?;
        let voter = elections::store::facts(db, actor.person, election.called_at, now)?;
        if elections::rules::may_vote(&voter, &house, election.called_at).is_ok() {
            found.push(Waiting {
                title: frame.t("today-ballot").to_string(),
                note: frame.t("me-deadlines-by").with("when", dates.day(&election.voting_closes_at)).to_string(),
                address: format!("/elections/{}", election.id),
                is_late: false,
            });
        }
    }
    Ok(found)
}

/// Who says that the club knows them already.
fn claims(db: &mut Db, frame: &Frame, dates: Dates) -> Result<Vec<Waiting>, Error> {
    let claims = store::claims(db, None)?;
    let people: Vec<PersonId> = claims.iter().map(|claim| claim.person).collect();
    let name = members::store::naming(db, &people)?;
    let waiting = |claim: store::Claim| Waiting {
        title: frame.t("claim").with("name", name(claim.person)).to_string(),
        note: dates.day(&claim.made_at),
        address: format!("/people/{}", claim.person),
        is_late: false,
    };
    Ok(claims.into_iter().map(waiting).collect())
}

/// Games that count only once a moderator says so (Act II.10.4).
fn approvals(db: &mut Db, frame: &Frame, dates: Dates) -> Result<Vec<Waiting>, Error> {
    let filter = Filter { state: Some(State::AwaitingApproval), ..Filter::default() };
    let page = PageRequest { after: None, limit: Some(NAMED) };
    let waiting = |game: crate::games::store::GameView| Waiting {
        title: format!("{} – {}, {}", game.white.name, game.black.name, frame.word("outcome", game.result)),
        note: frame.t("today-approve").with("day", dates.day(&game.played_at.naive_utc())).to_string(),
        address: format!("/games/{}", game.id),
        is_late: false,
    };
    Ok(list(db, &filter, &page)?.items.into_iter().map(waiting).collect())
}

/// Reports of offences that nobody has answered yet (Act I.2).
fn open_reports(db: &mut Db, actor: &Actor, frame: &Frame) -> Result<Vec<Waiting>, Error> {
    let open = reports::store::list(db, actor.person, true, Some(reports::State::Open), None, NAMED)?.len();
    let waiting = (open > 0).then(|| Waiting {
        title: frame.t("desk-reports").to_string(),
        note: frame.t("desk-reports-open").count("reports", open).to_string(),
        address: "/reports".to_owned(),
        is_late: false,
    });
    Ok(waiting.into_iter().collect())
}
