//! Live tables: server-sent events for those who watch, a WebSocket for those who play. Both send the same
//! messages, from the log entry after the last one that the caller has.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse, rt};
use actix_ws::{AggregatedMessage, AggregatedMessageStream, CloseCode, CloseReason, Session};
use chrono::TimeDelta;
use futures_util::stream;
use governor::{Quota, RateLimiter};
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use super::TableView;
use crate::App;
use crate::auth::{Actor, Pass, Viewpoint, gate};
use crate::error::{Error, Kind, Refusal};
use crate::http::{Params, parse, problem};
use crate::id::PersonId;
use crate::tables::actions::{Play, Say, SayReady, performed_at};
use crate::tables::room::{GONE, Guest, Known, Live, Message, Presence, Shared};
use crate::tables::{Entry, TableId, Talk};
use crate::web::catalogue::Language;

/// How long a socket may be silent.
const SILENCE: Duration = Duration::from_secs(45);
/// Bytes that a message of a socket may have.
const LARGEST: usize = 8 * 1024;
/// Messages a second that a socket is heard with, and at once.
const HEARD: NonZeroU32 = NonZeroU32::new(8).expect("8 is not 0");
const AT_ONCE: NonZeroU32 = NonZeroU32::new(24).expect("24 is not 0");
/// Messages that are refused unread, or unreadable, before the socket is closed.
const PATIENCE: u32 = 50;

/// Utterances that are sent again to a client that reconnects.
const SAID_AGAIN: usize = 50;
/// For how long spectators share what was written for one of them: clocks are right to that.
const FRESH: TimeDelta = TimeDelta::milliseconds(50);
/// The most messages that all connections share; a new client is sent more.
const NEWS: usize = 8;

/// A message about a table.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Told {
    /// The table as it stands: first of all, and after every change.
    Table { table: Box<TableView> },
    /// An entry of the log, in order and each once.
    Entry {
        #[serde(serialize_with = "shared")]
        #[schema(value_type = Entry)]
        entry: Arc<Entry>,
    },
    Talk {
        #[serde(serialize_with = "shared")]
        #[schema(value_type = Talk)]
        talk: Arc<Talk>,
    },
    /// The caller's message was refused; nothing has changed.
    Refused {
        /// The number that the refused play answered.
        #[serde(skip_serializing_if = "Option::is_none")]
        answers: Option<i64>,
        #[schema(value_type = Object)]
        problem: Value,
    },
    /// Nothing new; told every 15 seconds, so that a network gone silent is noticed.
    Here,
}

fn shared<T: Serialize, S: serde::Serializer>(shared: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error> {
    (**shared).serialize(serializer)
}

/// What a player says by the socket.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Said {
    Play {
        answers: i64,
        #[schema(value_type = Object)]
        play: Value,
    },
    Talk {
        text: String,
    },
    Ready {
        ready: bool,
    },
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The last number of the log that the caller has; what came after it is sent first.
    after: Option<i64>,
}

/// A client that follows a table.
struct Reader {
    live: Arc<Live>,
    changes: watch::Receiver<i64>,
    pass: Pass,
    person: Option<PersonId>,
    /// The last entry and the last utterance that were told.
    entry: i64,
    talk: i64,
    _guest: Guest,
    _presence: Option<Presence>,
}

impl Reader {
    async fn of(app: &App, request: &HttpRequest, id: TableId, after: Option<i64>) -> Result<Reader, Error> {
        let (pass, person) = (Pass::of(app, request), Viewpoint::of_request(request).person);
        let guest = app.room.admit(person)?;
        let live = app.room.open(&app.db, id).await?;
        let presence = person.map(|person| live.arrives(person, &app.clock));
        let mut changes = live.changes();
        // The first news come at once.
        changes.mark_changed();
        // A client that reconnects has most of the talk: only the last of it is sent again.
        let (number, said) =
            live.read(|known| (known.table.number, known.talk.iter().rev().nth(SAID_AGAIN).map(|talk| talk.id)));
        let talk = said.filter(|_| after.is_some()).unwrap_or(0);
        Ok(Reader {
            live,
            changes,
            pass,
            person,
            entry: after.unwrap_or(0).clamp(0, number),
            talk,
            _guest: guest,
            _presence: presence,
        })
    }

    /// Whether the reader may still follow the table: as somebody who may read the club, or who
    /// sits there.
    async fn may_read(&self, app: &App) -> bool {
        let Some(reader) = self.pass.reader(app).await else { return false };
        let sits = |known: &Known| reader.person.is_some_and(|person| known.table.seat_of(person).is_some());
        reader.reads_the_club() || self.live.read(sits)
    }

    /// What there is to tell; `None` once the table is gone from memory.
    fn news(&mut self, app: &App) -> Option<Arc<Vec<Message>>> {
        if *self.changes.borrow_and_update() == GONE {
            return None;
        }
        let (now, live) = (app.clock.now(), self.live.clone());
        Some(live.read(|known| {
            let since = (self.entry, self.talk);
            self.entry = known.log.last().map_or(0, |entry| entry.number).max(self.entry);
            self.talk = known.talk.last().map_or(0, |talk| talk.id).max(self.talk);
            if self.person.is_some_and(|person| known.table.seat_of(person).is_some()) {
                return Arc::new(written(known, since, self.person, now));
            }
            // Spectators see the same: one of them has it written, at the moment that it happens.
            let of = (known.table.version, since.0, since.1);
            let mut shared = live.shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if let Some(shared) = shared.as_ref().filter(|shared| shared.of == of && now - shared.at < FRESH) {
                return shared.messages.clone();
            }
            let messages = Arc::new(written(known, since, None, now));
            if messages.len() <= NEWS {
                *shared = Some(Shared { of, at: now, messages: messages.clone() });
            }
            messages
        }))
    }
}

/// What somebody is told who knows of the log and the talk up to here.
fn written(
    known: &Known,
    (entry, talk): (i64, i64),
    viewer: Option<PersonId>,
    now: chrono::NaiveDateTime,
) -> Vec<Message> {
    let since = usize::try_from(entry).unwrap_or(0).min(known.log.len());
    let entries = known.log[since..].iter().map(|entry| Told::Entry { entry: known.shown(entry, viewer) });
    let said = known.talk.iter().filter(|said| said.id > talk).map(|said| Told::Talk { talk: said.clone() });
    let table = Told::Table { table: Box::new(TableView::of(known, viewer, now)) };
    entries.chain(said).chain([table]).map(|told| message(&told)).collect()
}

fn message(told: &Told) -> Message {
    let (name, number) = match told {
        Told::Table { .. } => ("table", None),
        Told::Entry { entry } => ("entry", Some(entry.number)),
        Told::Talk { .. } => ("talk", None),
        Told::Refused { .. } => ("refused", None),
        Told::Here => ("here", None),
    };
    Message { name, number, json: serde_json::to_string(told).unwrap_or_default() }
}

/// Server-sent events of one table: `table`, `entry` (whose `id` is its number), `talk`, and `here` where there is
/// nothing to tell for 15 seconds; its end where the reader may no longer read the table. Anybody who reconnects sends the last number by `Last-Event-ID` or `after`.
#[utoipa::path(get, path = "/api/v1/tables/{id}/events", tag = "tables", params(("id" = i64, Path), Since),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 404), (status = 429)))]
pub(crate) async fn events(
    app: Data<App>,
    request: HttpRequest,
    id: Path<TableId>,
    from: Params<Since>,
) -> Result<HttpResponse, Error> {
    let last = request.headers().get("Last-Event-ID").and_then(|id| id.to_str().ok()?.parse().ok());
    let reader = Reader::of(&app, &request, *id, last.or(from.0.after)).await?;
    let events = stream::unfold((reader, app), async |(mut reader, app)| {
        let told = tokio::select! {
            biased;
            () = reader.pass.due() => match reader.may_read(&app).await {
                true => event(&message(&Told::Here)),
                false => return None,
            },
            changed = reader.changes.changed() => {
                changed.ok()?;
                reader.news(&app)?.iter().map(event).collect()
            }
        };
        Some((Ok::<_, Error>(Bytes::from(told)), (reader, app)))
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        // Proxies would hold back what is to be seen at once.
        .insert_header(("X-Accel-Buffering", "no"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(events))
}

fn event(Message { name, number, json }: &Message) -> String {
    let id = number.map_or_else(String::new, |number| format!("id: {number}\n"));
    format!("event: {name}\n{id}data: {json}\n\n")
}

/// A WebSocket of one table, for anybody who plays: it tells `table`, `entry`, `talk`, `refused` and `here`, and
/// hears `play`, `talk` and `ready`, each a JSON text of at most 8 KiB and at most eight a second. It is closed
/// when the sign-in that opened it ends; a client that reconnects with `after` misses nothing.
#[utoipa::path(get, path = "/api/v1/tables/{id}/socket", tag = "tables", params(("id" = i64, Path), Since),
    responses((status = 101, description = "messages: `Told` from the service, `Said` to it"),
        (status = 400), (status = 401), (status = 404), (status = 429)))]
pub(crate) async fn socket(
    app: Data<App>,
    _: Actor,
    request: HttpRequest,
    payload: Payload,
    id: Path<TableId>,
    from: Params<Since>,
) -> Result<HttpResponse, Error> {
    let token = gate::token_of_connection(&app, &request)?;
    let reader = Reader::of(&app, &request, *id, from.0.after).await?;
    let (response, session, messages) = actix_ws::handle(&request, payload).map_err(|error| {
        Refusal::new(
            Kind::Malformed,
            say!("No WebSocket"),
            say!("This is a WebSocket: {error}.", error = rookery_messages::Value::text(error)),
        )
    })?;
    let messages = messages.max_frame_size(LARGEST).aggregate_continuations().max_continuation_size(LARGEST);
    let language = Language::of(&request);
    let socket = Socket { app, id: *id, token: token.unwrap_or_default(), language, reader, session };
    rt::spawn(socket.serve(messages));
    Ok(response)
}

struct Socket {
    app: Data<App>,
    id: TableId,
    token: String,
    /// The language of refusals.
    language: Language,
    reader: Reader,
    session: Session,
}

/// The last message on a socket whose reader may no longer read.
const NOT_ANY_MORE: &str = "the sign-in has ended or has to be renewed";

/// Why a socket ends.
type End = Option<CloseReason>;

fn close(code: CloseCode, why: &str) -> End {
    Some(CloseReason { code, description: Some(why.to_owned()) })
}

impl Socket {
    async fn serve(mut self, messages: AggregatedMessageStream) {
        let end = self.run(messages).await;
        // Anybody who has gone already need not be told.
        let _ = self.session.close(end).await;
    }

    async fn run(&mut self, mut messages: AggregatedMessageStream) -> End {
        let limiter = RateLimiter::direct(Quota::per_second(HEARD).allow_burst(AT_ONCE));
        let mut heard = tokio::time::Instant::now();
        let mut patience = PATIENCE;
        loop {
            tokio::select! {
                biased;
                () = self.reader.pass.due() => {
                    if !self.reader.may_read(&self.app).await {
                        return close(CloseCode::Policy, NOT_ANY_MORE);
                    }
                    if heard.elapsed() > SILENCE || self.session.ping(b"").await.is_err() {
                        return close(CloseCode::Away, "silent for too long");
                    }
                    self.tell(&Told::Here).await?;
                }
                changed = self.reader.changes.changed() => {
                    if changed.is_err() {
                        return close(CloseCode::Restart, "come again");
                    }
                    let Some(news) = self.reader.news(&self.app) else { return close(CloseCode::Restart, "come again") };
                    for message in news.iter() {
                        self.session.text(message.json.clone()).await.ok()?;
                    }
                }
                message = messages.recv() => {
                    heard = tokio::time::Instant::now();
                    let refusal = match message {
                        None | Some(Ok(AggregatedMessage::Close(_))) => return None,
                        Some(Err(_)) => return close(CloseCode::Size, "a message is a text of at most 8 KiB"),
                        Some(Ok(AggregatedMessage::Ping(bytes))) => {
                            if self.session.pong(&bytes).await.is_err() {
                                return None;
                            }
                            limiter.check().is_err().then(too_many)
                        }
                        Some(Ok(AggregatedMessage::Pong(_))) => None,
                        Some(Ok(_)) if limiter.check().is_err() => Some(too_many()),
                        Some(Ok(AggregatedMessage::Text(text))) => match parse::<Said>(text.as_bytes()) {
                            Ok(said) => match self.hear(said).await {
                                Ok(()) => None,
                                Err(end) => return end,
                            },
                            Err(error) => Some(refusal_of(error)),
                        },
                        Some(Ok(AggregatedMessage::Binary(_))) => {
                            Some(Refusal::new(Kind::Malformed, say!("Not a text"), say!("A message is a JSON text.")))
                        }
                    };
                    if let Some(refusal) = refusal {
                        patience -= 1;
                        if patience == 0 {
                            return close(CloseCode::Policy, "too many messages that were refused");
                        }
                        self.refuse(None, &refusal).await?;
                    }
                }
            }
        }
    }

    /// `None` if the other end has gone.
    async fn tell(&mut self, told: &Told) -> Option<()> {
        self.session.text(message(told).json).await.ok()
    }

    async fn refuse(&mut self, answers: Option<i64>, refusal: &Refusal) -> Option<()> {
        let problem = problem::told(refusal, &|message| self.language.answer(message));
        self.tell(&Told::Refused { answers, problem }).await
    }

    /// Does what a player says, if they still are who they were.
    async fn hear(&mut self, said: Said) -> Result<(), End> {
        let played = if let Said::Play { answers, .. } = &said { Some(*answers) } else { None };
        let actor = match gate::known(&self.app, self.token.clone()).await {
            Ok(Some(known)) => known.actor,
            Ok(None) => return Err(close(CloseCode::Policy, NOT_ANY_MORE)),
            Err(error) => return self.refuse(played, &refusal_of(error)).await.ok_or(None),
        };
        let (app, id) = (self.app.clone(), self.id);
        let done = match said {
            Said::Play { answers, play } => {
                let number = self.reader.entry;
                // A repeated play is no news to others: only its answer is sent again.
                match performed_at(&app, &actor, id, |at| Play { at, answers, play }).await {
                    Ok(entry) if entry.number <= number => {
                        self.tell(&Told::Entry { entry: Arc::new(entry) }).await.ok_or(None)
                    }
                    made => made.map(drop).map_err(Some),
                }
            }
            Said::Talk { text } => performed_at(&app, &actor, id, |at| Say { at, text }).await.map(drop).map_err(Some),
            Said::Ready { ready } => {
                performed_at(&app, &actor, id, |at| SayReady { at, ready, until: None }).await.map_err(Some)
            }
        };
        match done {
            Ok(()) => Ok(()),
            Err(None) => Err(None),
            Err(Some(error)) => self.refuse(played, &refusal_of(error)).await.ok_or(None),
        }
    }
}

fn too_many() -> Refusal {
    Refusal::new(
        Kind::TooMany(1),
        say!("Too many messages"),
        say!("A socket is heard {count} times a second.", count = HEARD.get()),
    )
}

/// An error as a message on a socket.
fn refusal_of(error: Error) -> Refusal {
    match error {
        Error::Refused(refusal) => *refusal,
        Error::Away(_) => Refusal::unavailable(),
        error => {
            tracing::error!(%error, "a message of a socket failed");
            let detail = say!("The service met an error of its own; nothing was changed. Send it again.");
            Refusal::new(Kind::TooMany(2), say!("Unavailable"), detail)
        }
    }
}
