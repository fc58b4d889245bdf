//! What waits for the reader, the soonest first: deadlines, the Court's steps, ballots, and what only those who moderate can do.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDateTime;

use crate::auth::{Actor, store};
use crate::conduct::reports;
use crate::court;
use crate::court::rules::{self, Step};
use crate::court::store::next_step::{self, NextStep};
use crate::db::Db;
use crate::deadlines::pages::place;
use crate::deadlines::{Deadline, Kind};
use crate::elections::{self, Election, Phase};
use crate::error::Error;
use crate::games::State;
use crate::games::pages::{OwnMissing, ToSettle, disputed_by_the_other, missing_results, own_missing};
use crate::games::store::{Filter, GameView, list};
use crate::http::PageRequest;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::rulebook;
use crate::service::start;
use crate::sessions;
use crate::tables::TableId;
use crate::tables::pages::own::OwnTable;
use crate::tournaments::pages::playable;
use crate::tournaments::store::Awaited;
use crate::tournaments::{self, TournamentId};
use crate::web::dates::Dates;
use crate::web::layout::Frame;

/// Games and reports that are named one by one; the others are on their own pages.
const NAMED: i64 = 5;

/// Something that is to be done, and where.
#[derive(PartialEq)]
pub struct Waiting {
    pub title: String,
    /// Its subject, and by when.
    pub note: String,
    pub address: String,
    pub is_late: bool,
    /// When it is due, where that orders it.
    due_at: Option<NaiveDateTime>,
    pub invites: Option<Invitation>,
    /// A game that one tap lets count.
    pub approves: Option<GameId>,
    /// HTML: the board of a table in small; else empty.
    pub small: String,
}

/// A table to which the reader is invited: one tap declines.
#[derive(PartialEq)]
pub struct Invitation {
    pub table: TableId,
    /// How one tap accepts, by the form's act and the button's text; `None` if something stands against it.
    pub button: Option<(&'static str, &'static str)>,
}

impl Waiting {
    fn new(title: impl ToString, note: impl ToString, address: impl ToString) -> Waiting {
        let (title, note, address) = (title.to_string(), note.to_string(), address.to_string());
        let (is_late, due_at) = (false, None);
        Waiting { title, note, address, is_late, due_at, invites: None, approves: None, small: String::new() }
    }

    /// Whether its whole row leads there: it has no button of its own.
    pub fn is_link(&self) -> bool {
        self.invites.is_none() && self.approves.is_none()
    }
}

/// Tables where the reader is awaited, or invited: with what is due there already, else a line of their own before all that has days.
pub fn add_tables(waiting: &mut Vec<Waiting>, own: &[OwnTable], frame: &Frame) {
    let mut lines = Vec::new();
    for table in own.iter().filter(|table| table.is_my_turn || table.offer.is_some()) {
        let address = format!("/tables/{}", table.id);
        if let Some(offer) = &table.offer {
            let stands = offer.why_not(frame).unwrap_or_else(|| table.stands.clone());
            let note = format!("{} · {stands}", table.game);
            let invites = Some(Invitation { table: table.id, button: offer.button });
            lines.push(Waiting { invites, ..Waiting::new(&table.names, note, address) });
        } else if let Some(due) = waiting.iter_mut().find(|one| table.is_at(&one.address)) {
            due.note = format!("{} · {}", table.names, due.note);
            due.small.clone_from(&table.small);
        } else {
            let note = [Some(&table.game), Some(&table.names), table.since.as_ref()];
            let note: Vec<&str> = note.into_iter().flatten().map(String::as_str).collect();
            let small = table.small.clone();
            lines.push(Waiting { small, ..Waiting::new(&table.stands, note.join(" · "), address) });
        }
    }
    waiting.splice(0..0, lines);
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
    // What is due of a case and asked there is one line, and leads to the step.
    for one in cases(db, actor, frame, dates, now)? {
        if all.iter().all(|due| (&due.address, &due.title) != (&one.address, &one.title)) {
            all.push(one);
        }
    }
    // What has a day comes in its order, and what has none after it.
    all.sort_by_key(|one| (one.due_at.is_none(), one.due_at));
    all.extend(ballots(db, actor, frame, dates, now)?);
    all.extend(boards(db, actor, frame, now)?);
    all.extend(own_results(db, actor, frame, now)?);
    if actor.roles.may_moderate() {
        all.extend(missing(db, frame, dates, now)?);
        all.extend(approvals(db, actor, frame, dates)?);
        all.extend(open_reports(db, actor, frame)?);
        all.extend(claims(db, frame, dates)?);
    }
    if actor.roles.administrator {
        all.extend(erasures(db, frame, dates)?);
    }
    if actor.roles.chief_justice {
        all.extend(first_steps(db, frame)?);
    }
    // Nothing is to be done about these.
    all.extend(for_presence(db, actor, frame)?);
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
    let mut waiting = Vec::new();
    for one in mine() {
        let Some(place) = place(one) else { continue };
        let people: Vec<&str> = one.persons.iter().filter_map(|person| names.get(person)).map(String::as_str).collect();
        let by = if one.is_today(now, dates.zone) {
            frame.t("me-deadlines-today").with("time", dates.time(&one.told_at(dates.zone))).to_string()
        } else {
            frame.t("me-deadlines-by").with("when", dates.day(&one.due_at)).to_string()
        };
        let people = frame.language.listed(&people);
        let (title, told) = match one.subject.strip_prefix("case:") {
            Some(number) if one.kind == Kind::Opinion => opinion(db, actor, frame, number, people)?,
            Some(number) => (frame.word("deadline", one.kind).to_string(), vec![case(db, number)?, people]),
            None => (frame.word("deadline", one.kind).to_string(), vec![people]),
        };
        let told: Vec<String> = told.into_iter().chain([by]).filter(|words| !words.is_empty()).collect();
        let due_at = Some(one.due_at);
        waiting.push(Waiting { is_late: one.overdue, due_at, ..Waiting::new(title, told.join(" · "), place.address) });
    }
    Ok(waiting)
}

/// A case by its number and what it is about.
fn case(db: &mut Db, number: &str) -> Result<String, Error> {
    Ok(format!("{number} · {}", court::store::case(db, number)?.title))
}

/// What a justice has to do about an opinion that is due (Act III.3.10), and in which case: to name who writes it, to wait
/// for that name, or to write. `others` of the majority may write as well.
fn opinion(
    db: &mut Db,
    actor: &Actor,
    frame: &Frame,
    number: &str,
    others: String,
) -> Result<(String, Vec<String>), Error> {
    let chief = court::store::facts(db, number)?.names_author()?;
    let asked = |step: Step| frame.word("asked", rules::next_step::word(step)).to_string();
    let (title, who) = match chief {
        Some(chief) if chief == actor.person => (asked(Step::NameAuthor), String::new()),
        Some(chief) => {
            let name = members::store::naming(db, &[chief])?;
            let waits = frame.t("today-opinion-named-by").with("name", name(chief)).to_string();
            (frame.word("deadline", Kind::Opinion).to_string(), waits)
        }
        None if others.is_empty() => (asked(Step::Publish), others),
        None => (asked(Step::Publish), frame.t("today-opinion-any").with("names", others).to_string()),
    };
    Ok((title, vec![case(db, number)?, who]))
}

/// Cases that wait for a step of the reader's.
fn cases(db: &mut Db, actor: &Actor, frame: &Frame, dates: Dates, now: NaiveDateTime) -> Result<Vec<Waiting>, Error> {
    let waiting = |one: NextStep| {
        let (text, day) = match (&one.answer_by, &one.due_at) {
            (Some(answer_by), _) if one.step == Step::Vote => ("today-case-answer", dates.day(answer_by)),
            (_, Some(due_at)) => ("today-case-due", dates.day(due_at)),
            (_, None) => ("today-case-since", dates.day(&one.since)),
        };
        let note = frame.t(text).with("number", &one.number).with("title", &one.title).with("day", day);
        let asked = frame.word("asked", rules::next_step::word(one.step));
        Waiting { due_at: one.due_at, ..Waiting::new(asked, note, format!("/cases/{}#steps", one.number)) }
    };
    Ok(next_step::in_all_cases(db, actor.into(), now)?.into_iter().map(waiting).collect())
}

/// Elections under way in which the reader may nominate and vote.
fn own_elections(db: &mut Db, actor: &Actor, now: NaiveDateTime) -> Result<Vec<Election>, Error> {
    let mut own = Vec::new();
    for election in elections::store::running(db)? {
        let house = rulebook::in_force(db, election.called_at)?;
        let voter = elections::store::facts(db, actor.person, election.called_at, now)?;
        if elections::rules::may_vote(&voter, &house, election.called_at).is_ok() {
            own.push(election);
        }
    }
    Ok(own)
}

/// Elections in which the reader can vote and has not.
fn ballots(db: &mut Db, actor: &Actor, frame: &Frame, dates: Dates, now: NaiveDateTime) -> Result<Vec<Waiting>, Error> {
    let mut found = Vec::new();
    for election in own_elections(db, actor, now)? {
        if election.phase(now) == Phase::Voting && !elections::store::has_voted(db, election.id, actor.person)? {
            let by = frame.t("me-deadlines-by").with("when", dates.day(&election.voting_closes_at));
            found.push(Waiting::new(frame.t("today-ballot"), by, format!("/elections/{}#ballot", election.id)));
        }
    }
    Ok(found)
}

/// Elections under way that ask nothing of the reader now, who may nominate and vote there.
pub fn elections_on(
    db: &mut Db,
    actor: &Actor,
    frame: &Frame,
    dates: Dates,
    waiting: &[Waiting],
    now: NaiveDateTime,
) -> Result<Vec<Waiting>, Error> {
    let on = |election: Election| {
        let phase = election.phase(now);
        let until = match phase {
            Phase::Nominations => election.nominations_close_at,
            _ => election.voting_closes_at,
        };
        let by = frame.t("me-deadlines-by").with("when", dates.day(&until));
        let note = format!("{} · {by}", frame.word("phase", phase));
        let title = frame.t("election-number").with("number", election.id);
        Waiting::new(title, note, format!("/elections/{}", election.id))
    };
    let asks =
        |one: &Waiting| waiting.iter().any(|asked| asked.address.split('#').next() == Some(one.address.as_str()));
    Ok(own_elections(db, actor, now)?.into_iter().map(on).filter(|one| !asks(one)).collect())
}

/// Results of the reader's that the other player disputes (Act II.4).
pub fn disputes(db: &mut Db, actor: &Actor, frame: &Frame) -> Result<Vec<Waiting>, Error> {
    let waiting = |one: ToSettle| {
        let entered = frame.t("answer-entered").with("result", one.game.ended(frame));
        let note = format!("{entered} {} {}", one.said(frame), frame.t("today-disputed-asks"));
        let title = frame.t("today-disputed").with("name", one.disputed_by);
        Waiting::new(title, note, format!("/games/{}#answer", one.game.id))
    };
    Ok(disputed_by_the_other(db, actor.person)?.into_iter().map(waiting).collect())
}

/// Boards of tournaments that wait for the reader.
pub fn own_boards(db: &mut Db, me: PersonId, frame: &Frame, own: &[&Awaited]) -> Result<Vec<Waiting>, Error> {
    let players: Vec<PersonId> = own.iter().flat_map(|one| [one.white, one.black]).collect();
    let name = members::store::naming(db, &players)?;
    let waiting = |one: &&Awaited| {
        let (colour, opponent) = if one.white == me { ("white", one.black) } else { ("black", one.white) };
        let seat = frame.t("tournament-seat").with("round", one.round).with("board", one.board);
        let note = format!("{} · {seat} · {}", one.title, frame.word("colour", colour));
        let title = frame.t("today-own-board").with("name", name(opponent));
        Waiting::new(title, note, format!("/tournaments/{}", one.tournament))
    };
    Ok(own.iter().map(waiting).collect())
}

/// Boards of tournaments whose result is awaited: the reader's own, and to who moderates how many others there are.
fn boards(db: &mut Db, actor: &Actor, frame: &Frame, now: NaiveDateTime) -> Result<Vec<Waiting>, Error> {
    let open = tournaments::store::awaited(db, (!actor.roles.may_moderate()).then_some(actor.person))?;
    let (own, others): (Vec<Awaited>, Vec<Awaited>) =
        open.into_iter().partition(|one| [one.white, one.black].contains(&actor.person));
    // A board that a ban closed waits for nobody who plays; who moderates can still say that it was forfeit.
    let own = playable(db, own, now)?;
    let mut all = own_boards(db, actor.person, frame, &own.iter().collect::<Vec<_>>())?;
    let mut rounds: BTreeMap<(TournamentId, i64), Vec<Awaited>> = BTreeMap::new();
    others.into_iter().for_each(|one| rounds.entry((one.tournament, one.round)).or_default().push(one));
    all.extend(rounds.into_iter().map(|((tournament, round), boards)| {
        let title = boards.first().map_or("", |one| one.title.as_str());
        let note = frame.t("today-tournament-boards").with("round", round).count("boards", boards.len());
        Waiting::new(title, note, format!("/tournaments/{tournament}/rounds/{round}"))
    }));
    Ok(all)
}

/// The reader's boards of the session that was last whose results nobody entered.
fn own_results(db: &mut Db, actor: &Actor, frame: &Frame, now: NaiveDateTime) -> Result<Vec<Waiting>, Error> {
    let waiting = |one: OwnMissing| {
        let title = frame.t("today-own-late").with("board", one.board);
        let note = frame.t("today-own-late-note").with("name", one.name);
        Waiting::new(title, note, format!("/games/new?opponent={}", one.opponent))
    };
    Ok(own_missing(db, actor.person, now)?.into_iter().map(waiting).collect())
}

/// Rounds of the session that was last with boards whose results nobody entered.
fn missing(db: &mut Db, frame: &Frame, dates: Dates, now: NaiveDateTime) -> Result<Vec<Waiting>, Error> {
    let Some(missing) = missing_results(db, now)? else { return Ok(Vec::new()) };
    let session = missing.session;
    let waiting = |(round, boards): (i64, usize)| {
        let note = frame.t("today-tournament-boards").with("round", round).count("boards", boards);
        let address = format!("/sessions/{}/rounds/{round}", session.id);
        Waiting::new(frame.meeting(session.starts_at, &dates.zone), note, address)
    };
    Ok(missing.rounds.into_iter().map(waiting).collect())
}

/// Who says that the club knows them already.
fn claims(db: &mut Db, frame: &Frame, dates: Dates) -> Result<Vec<Waiting>, Error> {
    let claims = store::claims(db, None)?;
    let people: Vec<PersonId> = claims.iter().map(|claim| claim.person).collect();
    let name = members::store::naming(db, &people)?;
    let waiting = |claim: store::Claim| {
        let title = frame.t("claim").with("name", name(claim.person));
        Waiting::new(title, dates.day(&claim.made_at), format!("/people/{}#claim", claim.person))
    };
    Ok(claims.into_iter().map(waiting).collect())
}

/// Who asks to be erased, or whose parents do.
fn erasures(db: &mut Db, frame: &Frame, dates: Dates) -> Result<Vec<Waiting>, Error> {
    let waiting = |request: members::erasure::ErasureRequest| {
        let title = frame.t("today-erasure").with("name", request.name);
        Waiting::new(
            title,
            dates.day(&request.requested_at),
            format!("/administration/erasures#erasure-{}", request.id),
        )
    };
    Ok(members::erasure::store::waiting(db)?.into_iter().map(waiting).collect())
}

/// The reader's own games that count once a moderator or justice has been present for long enough.
fn for_presence(db: &mut Db, actor: &Actor, frame: &Frame) -> Result<Vec<Waiting>, Error> {
    let filter = Filter { state: Some(State::AwaitingPresence), person: Some(actor.person), ..Filter::default() };
    let page = PageRequest { after: None, limit: Some(NAMED) };
    let waiting = |game: GameView| {
        let title = format!("{} – {}, {}", game.white.name, game.black.name, game.ended(frame));
        let note = game.state_reason.as_ref().map(|reason| frame.said(reason)).unwrap_or_default();
        Waiting::new(title, note, format!("/games/{}", game.id))
    };
    Ok(list(db, &filter, &page)?.items.into_iter().map(waiting).collect())
}

/// Games that count only once a moderator says so (Act II.10.4) who did not play them (Act III.3.5).
fn approvals(db: &mut Db, actor: &Actor, frame: &Frame, dates: Dates) -> Result<Vec<Waiting>, Error> {
    let filter = Filter { state: Some(State::AwaitingApproval), without: Some(actor.person), ..Filter::default() };
    let page = PageRequest { after: None, limit: Some(NAMED) };
    let waiting = |game: GameView| {
        let title = format!("{} – {}, {}", game.white.name, game.black.name, game.ended(frame));
        let note = frame.t("today-approve").with("day", dates.day(&game.played_at.naive_utc()));
        Waiting { approves: Some(game.id), ..Waiting::new(title, note, format!("/games/{}#power", game.id)) }
    };
    Ok(list(db, &filter, &page)?.items.into_iter().map(waiting).collect())
}

/// How far the club is set up, until it is, with the step that comes next. A club that meets and plays is asked no more, once
/// it is known when it meets.
fn first_steps(db: &mut Db, frame: &Frame) -> Result<Option<Waiting>, Error> {
    let steps = start::steps(db, &frame.club)?;
    let plays = steps.iter().filter(|(name, _)| ["register", "game"].contains(name)).all(|(_, done)| *done);
    if plays && sessions::store::is_set(db)? {
        return Ok(None);
    }
    let Some((next, _)) = steps.iter().find(|(_, done)| !done) else { return Ok(None) };
    let done = steps.iter().filter(|(_, done)| *done).count();
    let title = frame.t("today-first-steps").with("done", done).with("steps", steps.len());
    Ok(Some(Waiting::new(title, frame.word("start", next), format!("/start#{next}"))))
}

/// Reports of offences that nobody has answered yet (Act I.2).
fn open_reports(db: &mut Db, actor: &Actor, frame: &Frame) -> Result<Vec<Waiting>, Error> {
    let open = reports::store::list(db, actor.person, true, Some(reports::State::Open), None, NAMED)?.len();
    let waiting =
        || Waiting::new(frame.t("desk-reports"), frame.t("desk-reports-open").count("reports", open), "/reports");
    Ok((open > 0).then(waiting).into_iter().collect())
}
