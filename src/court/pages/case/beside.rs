//! What the page of a case shows beside the case itself: the game, the Acts of that time, the end of a monitor, scores that
//! moved, the choices of forms, and the step that is due.

use chrono::NaiveDateTime;
use shakmaty::Color;

use super::super::steps::for_everybody;
use super::CasePage;
use crate::auth::{self, Role};
use crate::conduct::decisions::Sanction;
use crate::conduct::decisions::veil::{self, Veil};
use crate::conduct::{self, MonitorId};
use crate::court::rules::opinion::{self, Unnamed};
use crate::court::rules::verdict::{self, Contested, Disposition, Outcome};
use crate::court::rules::{Step, bench};
use crate::court::store::{CaseView, Due, Facts, FilingView};
use crate::court::{Awaited, Subject};
use crate::db::{Db, Kept};
use crate::error::Error;
use crate::games;
use crate::games::diagram::{self, Drawn};
use crate::games::moves::Moves;
use crate::games::position::read_position;
use crate::games::store::GameDetail;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::members::store::Listed;
use crate::rulebook::{self, Along};
use crate::tables::pages::Mentioned;
use crate::web::assets;
use crate::web::catalogue::Language;
use crate::web::typed::Typed;

/// Members that a form offers as witnesses and readers.
const MEMBERS: i64 = 1_000;

/// Entries of a ledger among which a verdict's are looked for.
const ENTRIES: i64 = 200;

/// The game that a case is about, with its last position.
pub(super) struct Played {
    pub(super) detail: GameDetail,
    pub(super) played_at: NaiveDateTime,
    /// With their numbers; empty where they are not known.
    pub(super) moves: String,
    pub(super) squares: Vec<Drawn>,
    pub(super) aloud: String,
    pub(super) pieces: &'static str,
}

/// An Act as it stood when the matter was decided.
pub(super) struct Quoted {
    pub(super) citation: String,
    pub(super) text: String,
    /// As it is written: the names of house rules stand in braces.
    pub(super) wording: String,
    /// In the reader's language, to read along.
    pub(super) along: Option<String>,
}

/// The end of the monitor that a case is about; the case goes on all the same.
pub(super) struct Lifted {
    pub(super) at: NaiveDateTime,
    /// `None` if the Court lifted it.
    pub(super) by: Option<String>,
    pub(super) reason: Option<Kept>,
}

/// What the forms offer to those who have a step to take.
#[derive(Default)]
pub(super) struct Offered {
    pub(super) justices: Vec<PersonId>,
    pub(super) panel_size: u32,
    /// How many of the justices a panel for the case can have.
    pub(super) may_sit: usize,
    pub(super) outcomes: Vec<Outcome>,
    pub(super) people: Vec<Listed>,
}

impl CasePage {
    /// Whether the reader asked the Court, and it undid what they asked about and put nothing in its place.
    pub(super) fn has_won(&self, disposition: &Disposition) -> bool {
        disposition.undoes() && self.reader == Some(self.view.listed.petitioner)
    }
}

pub(super) fn played(db: &mut Db, id: GameId) -> Result<Played, Error> {
    let (detail, moves) = games::store::with_moves(db, id)?;
    let position = match &moves {
        Some(moves) => Some(moves.last().clone()),
        None => detail.final_position.as_deref().and_then(|fen| read_position(fen).ok()),
    };
    let last = moves.as_ref().and_then(|moves| moves.played().last().copied());
    Ok(Played {
        squares: position.as_ref().map(|position| diagram::squares(position, last, Color::White)).unwrap_or_default(),
        aloud: position.as_ref().map(diagram::read_aloud).unwrap_or_default(),
        pieces: assets::address("pieces.svg").unwrap_or_default(),
        played_at: detail.game.played_at.naive_utc(),
        moves: moves.as_ref().map(Moves::numbered).unwrap_or_default(),
        detail,
    })
}

/// The games that the matter is about.
pub(super) fn games_of(view: &CaseView) -> Vec<GameId> {
    let mut games = Vec::new();
    if view.listed.subject == Subject::Game {
        games.extend(view.listed.subject_id.map(GameId));
    }
    if let Some(decision) = &view.decision {
        games.extend(&decision.offence.games);
        games.extend(decision.sanctions.iter().filter_map(|sanction| sanction.game));
    }
    games.dedup();
    games
}

/// The games and tables that the page tells of: those of the matter, of what would take the decision's place, and of the docket.
pub(super) fn mentioned(view: &CaseView, games: &[GameId]) -> Mentioned {
    let judged = view.judgments.iter().filter_map(|judgment| judgment.disposition.as_ref());
    let drafts = view.deliberation.iter().flat_map(|deliberation| &deliberation.drafts);
    let dispositions = judged.chain(drafts.map(|draft| &draft.disposition));
    let replacements = dispositions.filter_map(|disposition| disposition.replacement.as_ref());
    let forfeit = replacements.flat_map(|replacement| &replacement.sanctions).filter_map(|sanction| match sanction {
        Sanction::Forfeiture { game } => Some(*game),
        _ => None,
    });
    let filings = view.docket.iter().filter_map(|filing| match filing {
        FilingView::Seen(seen) => Some([&seen.title, &seen.text]),
        FilingView::Withheld(_) => None,
    });
    let mentioned = Mentioned::default().games(games.iter().copied()).games(forfeit).records(filings.flatten());
    mentioned.decisions(&view.decision)
}

/// How the last verdict that moved them moved the scores of petitioner, accused and anyone else it concerns, as the reader may
/// know them: the whole Court may leave them as the panel made them.
pub(super) fn changed(db: &mut Db, view: &CaseView, veil: &Veil) -> Result<Vec<(PersonId, i64, i64)>, Error> {
    let verdicts = view.judgments.iter().rev().filter(|judgment| judgment.disposition.is_some());
    let verdicts: Vec<_> = verdicts.map(|judgment| judgment.decided_at.and_utc()).collect();
    if view.is_covered || verdicts.is_empty() {
        return Ok(Vec::new());
    }
    let accused = view.decision.as_ref().map(|decision| decision.offence.accused);
    let mut people: Vec<PersonId> =
        [Some(view.listed.petitioner), view.listed.concerns, accused].into_iter().flatten().collect();
    people.sort_unstable();
    people.dedup();
    let mut changed = Vec::new();
    for person in people.into_iter().filter(|person| person.0 > 0) {
        let entries = veil::entries(db, person, None, ENTRIES, veil)?;
        let moved = verdicts.iter().find_map(|at| {
            let posted: Vec<_> = entries.iter().filter(|entry| entry.posted_at == *at).collect();
            let after = posted.first()?.balance;
            let moved: i64 = posted.iter().map(|entry| entry.delta).sum();
            (moved != 0).then_some((person, after - moved, after))
        });
        changed.extend(moved);
    }
    Ok(changed)
}

/// How the monitor of a case ended, if it did; everybody can read its declaration.
pub(super) fn lifted(db: &mut Db, facts: &Facts) -> Result<Option<Lifted>, Error> {
    let monitor = facts.case.subject_id.filter(|_| facts.case.subject == Subject::Monitor).map(MonitorId);
    let Some(id) = monitor else { return Ok(None) };
    let Some(monitor) = conduct::store::monitor(db, id)? else { return Ok(None) };
    let Some(at) = monitor.lifted_at else { return Ok(None) };
    let by = match monitor.lifted_by {
        Some(person) => members::store::names(db, &[person])?.remove(&person),
        None => None,
    };
    Ok(Some(Lifted { at, by, reason: monitor.lift_reason }))
}

/// The Acts of a case in the wording that was in force when the matter was decided.
pub(super) fn quoted(db: &mut Db, view: &CaseView, language: Language) -> Result<Vec<Quoted>, Error> {
    let then = view.decision.as_ref().map_or(view.listed.filed_at, |decision| decision.decided_at);
    let book = rulebook::version_at(db, then)?;
    let along = Along::new(&book.rules, language);
    let quote = |citation: &String| {
        let wording = book.terms.find(citation)?.text.clone();
        let (text, along) = (rulebook::text_of(&book, citation)?, along.of(&wording));
        Some(Quoted { citation: citation.clone(), text, wording, along })
    };
    Ok(view.acts.iter().filter_map(quote).collect())
}

pub(super) fn offered(db: &mut Db, view: &CaseView, facts: &Facts, now: NaiveDateTime) -> Result<Offered, Error> {
    if view.steps.is_empty() {
        return Ok(Offered::default());
    }
    let contested = Contested {
        subject: facts.case.subject,
        ban: facts.case.ban_term.as_ref().map(|_| None),
        has_decision: facts.case.decision.is_some(),
    };
    // A kiosk is no person, and people without an account read nothing.
    let readers = auth::store::who_reads(db)?;
    let mut people = members::store::list(db, false, None, None, MEMBERS)?;
    people.retain(|person| readers.contains(&person.id));
    people.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Offered {
        justices: facts.justices.clone(),
        panel_size: rulebook::in_force(db, now)?.panel_justices,
        may_sit: bench::may_sit(&facts.candidates()),
        outcomes: verdict::outcomes(&contested),
        people,
    })
}

impl CasePage {
    /// Who reads an opinion, by the house rule `visitors`.
    pub(super) fn readers_hint(&self) -> &'static str {
        if self.frame.viewpoint.is_open_to_all() { "step-publish-all" } else { "step-publish-club" }
    }
}

/// Whom what everybody will read of a case should not name, where others read of it without names: all but those who hold
/// an office, or acted in one here.
fn unnamed(db: &mut Db, view: &CaseView) -> Result<Vec<Unnamed>, Error> {
    if view.letters.is_empty() {
        return Ok(Vec::new());
    }
    let mut in_office = view.officers.clone();
    for role in [Role::Moderator, Role::Justice, Role::ChiefJustice, Role::Staff, Role::Kiosk] {
        in_office.extend(auth::store::holders(db, role)?);
    }
    let people = members::store::list(db, false, None, None, i64::from(i32::MAX))?;
    let of = |person: Listed| {
        let letter = view.letters.get(&person.id).cloned();
        let handle = person.handle.unwrap_or_default();
        let is_unnamed = letter.is_some() || !in_office.contains(&person.id);
        is_unnamed.then_some(Unnamed { name: person.name, handle, letter })
    };
    let mut unnamed: Vec<Unnamed> = people.into_iter().filter_map(of).collect();
    // The letter of somebody who was erased stays theirs.
    let letters =
        view.letters.values().filter(|letter| !unnamed.iter().any(|one| one.letter.as_ref() == Some(*letter)));
    let erased: Vec<Unnamed> = letters.map(|letter| Unnamed::erased(letter.clone())).collect();
    unnamed.extend(erased);
    Ok(unnamed)
}

/// A text with letters for the names that others do not read in the case, and those names.
pub(super) fn without_names(db: &mut Db, view: &CaseView, text: &str) -> Result<(String, Vec<String>), Error> {
    Ok(opinion::without_names(text, &unnamed(db, view)?))
}

/// What [`without_names`] finds in what a form would tell everybody.
#[derive(Default)]
pub(super) struct Named {
    /// The names, as a list in words; empty if there are none.
    pub(super) names: String,
    /// The first field of the form, by its id, that a text stands in which everybody will read.
    pub(super) field: String,
}

pub(super) fn named(db: &mut Db, view: &CaseView, typed: &Typed, language: Language) -> Result<Named, Error> {
    let form = typed.form();
    let mut fields = for_everybody(form);
    fields.retain(|field| !typed.value(form, field).is_empty());
    let Some(first) = fields.first() else { return Ok(Named::default()) };
    let people = unnamed(db, view)?;
    let found = |field: &String| opinion::without_names(typed.value(form, field), &people).1;
    let first = fields.iter().find(|field| !found(field).is_empty()).unwrap_or(first);
    let mut names: Vec<String> = fields.iter().flat_map(found).collect();
    names.sort();
    names.dedup();
    Ok(Named { names: language.listed(&names), field: format!("{form}-{first}") })
}

/// The step with a deadline in the case: the answer of the moderator who decided, or the opinion of its author.
pub(super) fn owed(view: &CaseView, person: PersonId) -> Option<Step> {
    let step = |due: &Due| match due.kind {
        Awaited::Answer => Some(Step::Answer),
        Awaited::Opinion => Some(Step::Publish),
        Awaited::Remand => None,
    };
    let theirs = view.deadlines.iter().filter(|due| due.persons.contains(&person));
    theirs.filter_map(step).find(|step| view.steps.contains(step))
}
