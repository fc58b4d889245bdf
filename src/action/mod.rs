//! An action: whatever somebody does to the club, as a value, and the one way in which it is done.
//!
//! A JSON body and a form are read into the same value ([`api`], [`pages`]); jobs and judgments make it themselves.
//! [`perform`] carries it out, logs it and enqueues its notices, in one transaction. Only `perform` can open what an
//! action returns, so that no action is done without being logged.

pub mod api;
pub mod pages;

pub use rookery_club::action::*;
use serde_json::Value;

use crate::App;
use crate::audit::{self, Entry, Word};
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::{self, Topic};

impl From<&Actor> for Somebody {
    fn from(actor: &Actor) -> Somebody {
        Somebody { person: actor.person, roles: actor.roles }
    }
}

impl From<&Actor> for By {
    fn from(actor: &Actor) -> By {
        By::Somebody(actor.into())
    }
}

impl From<NoPerson> for Error {
    fn from(nobody: NoPerson) -> Error {
        Error::internal(nobody)
    }
}

/// Something that is done to the club.
pub trait Action {
    /// What comes of it.
    type Done;

    /// Gathers the facts, asks the rules and writes what they say.
    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Self::Done>, Error>;
}

/// The result of an action, with its log entry and notices: made from a [`Record`].
#[must_use]
pub struct Deed<D> {
    done: D,
    record: Option<Record>,
}

impl<D> Deed<D> {
    /// What was done by other actions, each of which is logged; or nothing, where nothing was left to do.
    pub fn of_its_parts(done: D) -> Deed<D> {
        Deed { done, record: None }
    }

    /// What is its own record, such as the plays, the seats and the talk of a table: the act log has nothing of it.
    pub fn kept_elsewhere(done: D) -> Deed<D> {
        Deed { done, record: None }
    }
}

/// The log entry and the notices of an action.
#[derive(Debug)]
#[must_use]
pub struct Record {
    word: Word,
    subject: String,
    body: Value,
    is_signed: bool,
    /// Topic, where it is not called as the word is, for whom, and what.
    notices: Vec<(Option<Topic>, Option<PersonId>, Value)>,
}

impl Record {
    /// An entry of the act log: what was done, to what, as `noun:id`, and the particulars. Messages among them are logged in
    /// English, and told in their reader's language.
    pub fn of(word: Word, subject: impl Into<String>, body: Value) -> Record {
        Record { word, subject: subject.into(), body, is_signed: true, notices: Vec::new() }
    }

    /// Notifies a person, or without one the topic's audience, with the log's particulars.
    /// The topic is the one called as the word is; that there is one, `tests/tidy/notices.rs` holds.
    pub fn tell(self, reader: Option<PersonId>) -> Record {
        let body = self.body.clone();
        self.tell_what(reader, body)
    }

    /// Tells other particulars of it, under the word of the log.
    pub fn tell_what(mut self, reader: Option<PersonId>, what: Value) -> Record {
        self.notices.push((None, reader, what));
        self
    }

    /// Sends its notice under another topic.
    pub fn tell_of(mut self, topic: Topic, reader: Option<PersonId>, what: Value) -> Record {
        self.notices.push((Some(topic), reader, what));
        self
    }

    /// Tells each of these people something of it.
    pub fn tell_each(self, topic: Topic, readers: &[PersonId], what: &Value) -> Record {
        readers.iter().fold(self, |record, reader| record.tell_of(topic, Some(*reader), what.clone()))
    }

    /// Writes log entry and notices now, so that they come before those of its consequences, which are parts of
    /// the same action.
    pub fn logged(self, tx: &mut Tx, by: &By) -> Result<(), Error> {
        let Record { word, subject, body, is_signed, notices } = self;
        let topic = |topic: Option<Topic>| {
            let topic = topic.or_else(|| Topic::of(word.as_str()));
            topic.ok_or_else(|| Error::internal(format!("no topic is called {word}")))
        };
        let notices = notices.into_iter().map(|(of, reader, what)| Ok((topic(of)?, reader, what)));
        notify::enqueue_all(tx, notices.collect::<Result<Vec<_>, Error>>()?)?;
        let actor = by.person().filter(|_| is_signed);
        audit::record(tx, Entry { actor, act: word, subject, body: notify::text::in_english(body) })
    }

    /// Leaves out of the log who did it.
    pub fn unsigned(self) -> Record {
        Record { is_signed: false, ..self }
    }

    pub fn done<D>(self, done: D) -> Deed<D> {
        Deed { done, record: Some(self) }
    }
}

/// Carries an action out, tells those concerned and logs it: all of it, or nothing.
pub fn perform<A: Action>(tx: &mut Tx, by: &By, action: &A) -> Result<A::Done, Error> {
    let Deed { done, record } = action.carry_out(tx, by)?;
    record.map_or(Ok(()), |record| record.logged(tx, by))?;
    Ok(done)
}

/// [`perform`] in a transaction of its own.
pub(crate) async fn performed<A>(app: &App, actor: &Actor, action: A) -> Result<A::Done, Error>
where
    A: Action + Send + Sync + 'static,
    A::Done: Send + 'static,
{
    let by = By::from(actor);
    app.db.write(move |tx| perform(tx, &by, &action)).await
}
