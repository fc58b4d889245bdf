//! Challenges, by one tap: a table is opened, for a game as it is usual or for one that the same people have played, and the
//! challenger is ready at it. The others sit down by one tap each, and the game begins.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::Data;
use chrono::NaiveDateTime;
use rookery_messages::say;
use serde_json::Value;

use super::{game_page, rules_of};
use crate::action::{Action, By, Deed, perform, performed};
use crate::auth::store::with_accounts;
use crate::auth::{Actor, Viewpoint};
use crate::conduct::decisions::veil::Veil;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::tables::actions::{Accept, At, NewTable, OpenTable, SayReady, performed_at};
use crate::tables::store;
use crate::tables::{Room, Seat, Table, TableId, rules};
use crate::web::done::{Done, see_done};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, see};
use crate::{App, every_game};

/// Options just for fun, where that is asked for and the game can be for points.
fn with_stakes(game: &str, options: Value, is_fun: bool) -> Result<Value, Error> {
    let fun = if is_fun { game_page(game)?.for_fun(&options)? } else { None };
    Ok(fun.unwrap_or(options))
}

/// Whether a form asks for a game just for fun.
pub fn is_for_fun(fields: &Fields) -> bool {
    fields.text("rated") == "no"
}

/// The terms of a challenge by one tap, which names no game, for the player who makes it.
pub fn usual_terms(frame: &Frame, is_fun: bool) -> Result<String, Error> {
    let (first, page) = every_game()[0];
    let options = with_stakes(first.name(), page.usual()?, is_fun)?;
    Ok(page.terms(frame, &options))
}

/// Which challenges by one tap are offered to a reader. Somebody's ban that the reader may not know of closes none: the challenge itself
/// answers then (T42).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open {
    pub for_points: bool,
    pub for_fun: bool,
}

impl Open {
    /// Whether a member can challenge anybody at all now.
    pub fn to_anybody(db: &mut Db, by: PersonId, veil: &Veil, now: NaiveDateTime) -> Result<Open, Error> {
        every_game()[0].1.open(db, &[by], veil, now)
    }

    /// Whether a member can challenge another now. Who has no account could not answer.
    pub fn to_one(db: &mut Db, by: PersonId, other: PersonId, veil: &Veil, now: NaiveDateTime) -> Result<Open, Error> {
        if with_accounts(db, &[other])?.is_empty() {
            return Ok(Open::default());
        }
        every_game()[0].1.open(db, &[by, other], veil, now)
    }

    pub fn any(self) -> bool {
        self.for_points || self.for_fun
    }
}

/// Challenges a member. Where something stands against the two playing now, the form that opens a table says what: nobody agrees to
/// anything for a game that cannot be. Then come the terms of the game, where they are still to be agreed to.
pub(super) async fn challenge(app: Data<App>, actor: Actor, form: Form<Fields>) -> Result<HttpResponse, Error> {
    challenged(&app, &actor, &form.0).await
}

async fn challenged(app: &App, actor: &Actor, fields: &Fields) -> Result<HttpResponse, Error> {
    // Of what stands against it only whether there is something is asked here.
    let (now, by, reader) = (app.clock.now(), actor.person, Viewpoint::outside());
    let again = fields.number("again")?.map(TableId);
    let person = fields.number("person")?.map(PersonId);
    let is_fun = is_for_fun(fields);
    let whom = match (again, person) {
        (Some(table), _) => Whom::Again(table),
        (None, Some(person)) => {
            let (first, _) = every_game()[0];
            let game = fields.some("game").map_or(Ok(first), rules_of)?;
            Whom::Person(person, game.name())
        }
        (None, None) => return Err(Refusal::field("person", say!("Say whom you challenge.")).into()),
    };
    let asked = app.db.read(move |db| {
        let asked = whom.asked(db, by, is_fun)?;
        let page = game_page(&asked.game)?;
        let people: Vec<PersonId> = [by].into_iter().chain(asked.others.iter().copied()).collect();
        let is_free = page.against(db, &asked.options, &people, reader, now)?.is_empty();
        Ok((page.asks_first(db, by, now)?, is_free, asked.opening()?))
    });
    let (first, is_free, opening) = asked.await?;
    if !is_free {
        return Ok(see(opening));
    }
    if let Some(first) = first {
        let (on, next) = match whom {
            Whom::Again(table) => (format!("again={table}"), format!("/tables/{table}")),
            Whom::Person(person, _) => (format!("person={person}"), format!("/members/{person}")),
        };
        let rated = if is_fun { "&rated=no" } else { "" };
        return Ok(see(format!("{first}?{on}{rated}&next={next}")));
    }
    let challenge = Challenge { room: app.room.clone(), whom, is_fun, seed: rand::random() };
    Ok(see(format!("/tables/{}", performed(app, actor, challenge).await?)))
}

/// Goes on with what a page that had to be answered first was on the way to: a challenge, or sitting down and being ready at a table.
/// Where that is refused, the table's page says so, and what stands against the game.
pub(crate) async fn goes_on(app: &App, actor: &Actor, fields: &Fields) -> Result<Option<HttpResponse>, Error> {
    if fields.has("person") || fields.has("again") {
        return challenged(app, actor, fields).await.map(Some);
    }
    let Some(id) = fields.number("table")?.map(TableId) else { return Ok(None) };
    let person = actor.person;
    let is_seated = app.db.read(move |db| Ok(store::table(db, id)?.seat_of(person).is_some())).await?;
    let done = match is_seated {
        true => performed_at(app, actor, id, |at| SayReady { at, ready: true, until: None }).await,
        false => performed_at(app, actor, id, |at| Accept { at, seat: None }).await,
    };
    match done {
        Ok(()) => Ok(Some(see(format!("/tables/{id}")))),
        Err(Error::Refused(_)) => Ok(Some(see_done(format!("/tables/{id}"), Done::ConsentedNotNow))),
        Err(error) => Err(error),
    }
}

/// Who is challenged.
#[derive(Clone, Copy)]
enum Whom {
    /// Somebody, to a game as it is usual.
    Person(PersonId, &'static str),
    /// Everybody else who has played at this table, or was asked to, to the same game once more.
    Again(TableId),
}

impl Whom {
    /// What they are asked to play, perhaps just for fun.
    fn asked(self, db: &mut Db, by: PersonId, is_fun: bool) -> Result<ChallengeTerms, Error> {
        let table = match self {
            Whom::Person(other, game) => {
                let options = with_stakes(game, game_page(game)?.usual()?, is_fun)?;
                return Ok(ChallengeTerms {
                    game: game.to_owned(),
                    options,
                    seat: None,
                    others: vec![other],
                    is_again: false,
                });
            }
            Whom::Again(table) => store::table(db, table)?,
        };
        rules::plays_again(&table, by, rules_of(&table.game)?)?;
        let others: Vec<PersonId> = table.asked().into_iter().map(|asked| asked.id).filter(|id| *id != by).collect();
        // The seats of two are exchanged.
        let seat = others.first().filter(|_| others.len() == 1).and_then(|other| table.seat_of(*other));
        let options = with_stakes(&table.game, table.options, is_fun)?;
        Ok(ChallengeTerms { game: table.game, options, seat, others, is_again: true })
    }
}

/// What is asked of others.
struct ChallengeTerms {
    game: String,
    options: Value,
    /// The challenger's seat; `None` leaves it to the lot.
    seat: Option<Seat>,
    others: Vec<PersonId>,
    /// Whether they have played it before.
    is_again: bool,
}

impl ChallengeTerms {
    /// Whether a table asks the same: to play again is to play by the same terms, so that a challenge with others is no answer to it.
    /// Else it is the same game, and for points or not.
    fn is_asked_at(&self, table: &Table) -> Result<bool, Error> {
        if self.is_again || table.game != self.game {
            return Ok(table.game == self.game && table.options == self.options);
        }
        let page = game_page(&self.game)?;
        Ok(page.for_fun(&table.options)?.is_some() == page.for_fun(&self.options)?.is_some())
    }

    /// The form that opens such a table.
    fn opening(&self) -> Result<String, Error> {
        let page = game_page(&self.game)?;
        let mut fields = match self.is_again || self.options != page.usual()? {
            true => page.filled(&self.options)?,
            false => Vec::new(),
        };
        fields.extend(self.seat.map(|seat| ("seat", seat.to_string())));
        fields.extend(self.others.iter().map(|other| ("invite", other.to_string())));
        let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        Ok(format!("/tables/new/{}?{}", self.game, fields.join("&")))
    }
}

/// Challenges somebody: the challenger is ready at a table that is opened for them all. A challenge that stands is not made again, and
/// one by another is accepted.
struct Challenge {
    room: Arc<Room>,
    whom: Whom,
    is_fun: bool,
    seed: i64,
}

impl Action for Challenge {
    type Done = TableId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<TableId>, Error> {
        let (person, room) = (by.somebody()?.person, &self.room);
        let asked = self.whom.asked(tx.db, person, self.is_fun)?;
        let mut challenge = |of: PersonId, to: PersonId| -> Result<Option<TableId>, Error> {
            for table in store::kept_for(tx.db, to)? {
                if table.opened_by == of && asked.is_asked_at(&table)? {
                    return Ok(Some(table.id));
                }
            }
            Ok(None)
        };
        for &other in &asked.others {
            if let Some(standing) = challenge(person, other)? {
                return Ok(Deed::of_its_parts(standing));
            }
            if let Some(standing) = challenge(other, person)? {
                perform(tx, by, &Accept { at: At::table(room, standing), seat: None })?;
                return Ok(Deed::of_its_parts(standing));
            }
        }
        let ChallengeTerms { game, options, seat, others, .. } = asked;
        let new = NewTable { game, options, seat, invite: others, ready: true, ..NewTable::default() };
        let id = perform(tx, by, &OpenTable { room: room.clone(), new, seed: self.seed })?;
        Ok(Deed::of_its_parts(id))
    }
}
