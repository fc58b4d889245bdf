//! The next round before it is announced: who would play whom, two taps to change two players, and announcing it.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::say;
use serde::Deserialize;

use super::shown::{self, Shown};
use crate::App;
use crate::action::pages::sent;
use crate::action::{Action, By, Deed, perform};
use crate::auth::Actor;
use crate::clock::later;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::http::{Form, Params};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::sessions::{self, Session};
use crate::tournaments::actions::{Announce, Chosen, On};
use crate::tournaments::views::{self, Next, Person};
use crate::tournaments::{TournamentId, rules, store};
use crate::web::assets;
use crate::web::catalogue::Language;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// How far ahead sessions are offered.
const COMING: TimeDelta = TimeDelta::weeks(4);

/// What a moderator has changed so far, as the address carries it.
#[derive(Clone, Default, Deserialize)]
pub(super) struct Changed {
    /// `4-7 2-9` are two boards, White first.
    boards: Option<String>,
    /// Who was tapped first, and who second.
    pick: Option<i64>,
    with: Option<i64>,
}

type Pairs = Vec<(PersonId, PersonId)>;

fn written(boards: &Pairs) -> String {
    boards.iter().map(|(white, black)| format!("{white}-{black}")).collect::<Vec<_>>().join(" ")
}

fn parsed(text: &str) -> Option<Pairs> {
    let person = |text: &str| text.parse().ok().map(PersonId);
    let board = |text: &str| {
        let (white, black) = text.split_once('-')?;
        Some((person(white)?, person(black)?))
    };
    text.split_whitespace().map(board).collect()
}

fn recommended(next: &Next) -> Pairs {
    next.boards.iter().map(|board| (board.white.id, board.black.id)).collect()
}

/// The two change seats; one of them may have no opponent, who then takes the other's seat.
fn swapped(boards: &Pairs, one: PersonId, other: PersonId) -> Pairs {
    let seat = |person| match person {
        person if person == one => other,
        person if person == other => one,
        person => person,
    };
    boards.iter().map(|(white, black)| (seat(*white), seat(*black))).collect()
}

#[derive(Template)]
#[template(path = "tournaments/next.html")]
struct NextPage {
    frame: Frame,
    shown: Shown,
    number: i64,
    /// Why there is none to show.
    refused: Option<Refusal>,
    /// Why the changed boards cannot be announced.
    fault: Option<Refusal>,
    boards: Vec<(Person, Person)>,
    /// Why each board is as it is, where it is as recommended.
    why: Vec<Option<String>>,
    /// Who has no opponent.
    left: Vec<Person>,
    /// Who does not play, by choice.
    away: Vec<Person>,
    /// Who would play and is not on the register of the session that is on.
    missing: Vec<Person>,
    /// The boards as forms carry them.
    carried: String,
    /// Whether they are other than recommended.
    is_changed: bool,
    pick: Option<PersonId>,
    sessions: Vec<Session>,
    typed: Typed,
    sheet: &'static str,
}

impl NextPage {
    fn is_picked(&self, person: &PersonId) -> bool {
        self.pick == Some(*person)
    }

    /// The name of the field that a tap fills.
    fn tap(&self) -> &'static str {
        if self.pick.is_some() { "with" } else { "pick" }
    }

    /// Whether it is played at this session: as chosen, or else at the first one.
    fn is_at(&self, session: &SessionId) -> bool {
        match self.typed.value("announce", "session") {
            "" => self.typed.form() != "announce" && self.sessions.first().is_some_and(|first| first.id == *session),
            chosen => chosen == session.to_string(),
        }
    }
}

/// Who would play whom, and who has no opponent, after what was changed.
fn seats(next: &Next, changed: Option<&Changed>) -> (Pairs, Option<PersonId>) {
    let fresh = recommended(next);
    let everybody: BTreeSet<PersonId> = players(next).map(|person| person.id).collect();
    let is_whole = |boards: &Pairs| {
        let seated: Vec<PersonId> = boards.iter().flat_map(|(white, black)| [*white, *black]).collect();
        let different: BTreeSet<PersonId> = seated.iter().copied().collect();
        boards.len() == fresh.len() && different.len() == seated.len() && different.is_subset(&everybody)
    };
    let Some(changed) = changed else { return (fresh, None) };
    let boards = changed.boards.as_deref().and_then(parsed).filter(is_whole).unwrap_or(fresh);
    let pick = changed.pick.map(PersonId).filter(|person| everybody.contains(person));
    match (pick, changed.with.map(PersonId).filter(|person| everybody.contains(person))) {
        (Some(one), Some(other)) => (swapped(&boards, one, other), None),
        (pick, _) => (boards, pick),
    }
}

/// Who is paired or has the bye of the pairing.
fn players(next: &Next) -> impl Iterator<Item = &Person> {
    let paired = next.boards.iter().flat_map(|board| [&board.white, &board.black]);
    paired.chain(next.byes.iter().filter(|bye| bye.asked.is_none()).map(|bye| &bye.person))
}

fn read(
    db: &mut Db,
    id: TournamentId,
    frame: &Frame,
    now: NaiveDateTime,
    changed: Option<&Changed>,
) -> Result<NextPage, Error> {
    let shown = shown::read(db, id, frame, now)?;
    let people: Vec<PersonId> = shown.facts.players.iter().map(|player| player.person).collect();
    let name = members::store::naming(db, &people)?;
    let sheet = assets::address("tournaments.css").unwrap_or_default();
    let number = shown.last_number() + 1;
    let mut page = NextPage {
        frame: frame.clone(),
        number,
        refused: None,
        fault: None,
        boards: Vec::new(),
        why: Vec::new(),
        left: Vec::new(),
        away: Vec::new(),
        missing: Vec::new(),
        carried: String::new(),
        is_changed: false,
        pick: None,
        sessions: Vec::new(),
        typed: Typed::default(),
        sheet,
        shown,
    };
    let players_away =
        page.shown.whole.players.iter().filter(|one| one.absences.iter().any(|away| away.round == number));
    page.away = players_away.map(|entrant| entrant.person.clone()).collect();
    let next = match views::next(&page.shown.facts, &name, frame.language) {
        Ok(next) => next,
        Err(Error::Refused(refusal)) => return Ok(NextPage { refused: Some(*refusal), ..page }),
        Err(error) => return Err(error),
    };
    let (pairs, pick) = seats(&next, changed);
    let fresh = recommended(&next);
    let person = |id: &PersonId| {
        let found = players(&next).find(|person| person.id == *id);
        found.cloned().unwrap_or_else(|| Person { id: *id, name: name(*id) })
    };
    let seated: BTreeSet<PersonId> = pairs.iter().flat_map(|(white, black)| [*white, *black]).collect();
    page.number = next.round;
    page.boards = pairs.iter().map(|(white, black)| (person(white), person(black))).collect();
    let why = |pair| fresh.iter().position(|own| own == pair).and_then(|place| next.boards[place].why.clone());
    page.why = pairs.iter().map(why).collect();
    page.left = players(&next).filter(|person| !seated.contains(&person.id)).cloned().collect();
    page.is_changed = pairs != fresh;
    if page.is_changed {
        let boards = pairs.iter().map(|(white, black)| Chosen { white: *white, black: *black }).collect();
        let asked = Announce { round: next.round, session: None, day: None, boards: Some(boards) };
        page.fault = rules::announce(&page.shown.facts, &asked, None, &name).err();
    }
    page.carried = written(&pairs);
    page.pick = pick;
    if let Some(session) = sessions::store::session_at(db, now)? {
        let here = sessions::store::present_at(db, &session, now)?;
        page.missing = players(&next).filter(|person| !here.contains(&person.id)).cloned().collect();
        page.sessions.push(session);
    }
    let coming = sessions::store::between(db, now, later(now, COMING))?;
    page.sessions.extend(coming.into_iter().filter(|session| !session.is_cancelled() && session.starts_at > now));
    Ok(page)
}

pub(super) async fn page(
    app: &App,
    frame: Frame,
    id: TournamentId,
    changed: Option<Changed>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let mut page = app.db.read(move |db| read(db, id, &frame, now, changed.as_ref())).await?;
    let stands_against_any = |sent: &Refusal| page.refused.as_ref().is_some_and(|none| none.detail == sent.detail);
    if typed.refusal("announce").is_some_and(stands_against_any) {
        // The page says so already.
        typed.tells("announce");
    }
    page.typed = typed;
    render(page.typed.status(), &page)
}

pub(super) async fn show(
    app: Data<App>,
    frame: Frame,
    id: Path<TournamentId>,
    changed: Params<Changed>,
) -> Result<HttpResponse, Error> {
    page(&app, frame, *id, Some(changed.0), Typed::default()).await
}

/// What a form announces: the round that was shown, as it was shown.
fn asked(fields: &Fields) -> Result<Announce, Refusal> {
    let boards = fields.some("boards").map(|text| {
        let boards = parsed(text).ok_or_else(|| Refusal::field("boards", say!("Boards are pairs of people: 4-7 2-9.")));
        boards.map(|boards| boards.into_iter().map(|(white, black)| Chosen { white, black }).collect())
    });
    let day = fields.some("day").map(|day| day.parse().map_err(|_| Refusal::field("day", say!("Say on which day."))));
    let day = day.transpose()?;
    Ok(Announce {
        round: fields.number("round")?.unwrap_or(0),
        session: fields.number("session")?.filter(|_| day.is_none()).map(SessionId),
        day,
        boards: boards.transpose()?,
    })
}

/// The round as the page has it: boards that were left as recommended keep why they are so.
struct AsShown {
    id: TournamentId,
    announce: Announce,
    language: Language,
}

impl Action for AsShown {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let mut announce = self.announce.clone();
        if let Some(chosen) = announce.boards.take() {
            let facts = store::facts(tx.db, self.id, tx.now)?;
            let next = views::next(&facts, &|_| String::new(), self.language)?;
            let board = |(white, black)| Chosen { white, black };
            let fresh: Vec<Chosen> = recommended(&next).into_iter().map(board).collect();
            announce.boards = Some(chosen).filter(|chosen| *chosen != fresh);
        }
        perform(tx, by, &On(self.id, announce)).map(Deed::of_its_parts)
    }
}

pub(super) async fn announce(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<TournamentId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let language = frame.language;
    // A ladder begins without boards.
    let done = if fields.has("boards") { Done::RoundAnnounced } else { Done::Saved };
    let announced = async {
        let announce = AsShown { id, announce: asked(&fields)?, language };
        sent(&app, &actor, &fields, announce, move |()| format!("/tournaments/{id}")).await
    };
    match announced.await {
        Ok(place) => Ok(see_done(place, done)),
        Err(error) => {
            let boards = fields.some("boards").map(str::to_owned);
            let changed = Changed { boards, ..Changed::default() };
            page(&app, frame, id, Some(changed), Typed::refused("announce", fields, error)?).await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Pairs {
        parsed(text).unwrap()
    }

    #[test]
    fn two_change_seats_and_so_do_a_player_and_one_without_an_opponent() {
        let boards = pairs("1-2 3-4");
        let swap = |one, other| written(&swapped(&boards, PersonId(one), PersonId(other)));
        assert_eq!(swap(2, 3), "1-3 2-4");
        assert_eq!(swap(1, 2), "2-1 3-4", "two of a board change colours");
        assert_eq!(swap(5, 4), "1-2 3-5", "5 had the bye");
        assert_eq!(parsed("1-2 3"), None);
    }
}
