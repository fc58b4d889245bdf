//! A cache of answers that many ask for: the next reader of the same answer needs no query.
//!
//! All entries belong to one version of the database, which every change raises, whichever replica makes it, and they
//! expire when something changes by time alone (`ahead`). In both cases the whole cache is dropped at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use actix_web::HttpMessage;
use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, SET_COOKIE};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use chrono::NaiveDateTime;

use super::ahead;
use crate::App;
use crate::auth::Viewpoint;
use crate::db::{Database, Db, Version};
use crate::error::Error;
use crate::http::is_among;
use crate::web::assets;
use crate::web::catalogue::Language;
use crate::web::done::Done;

/// The routes whose answers are held. What they answer follows from the database and what is kept in memory beside it,
/// from the clock, and from what `CacheKey` has, and from nothing else of the request.
pub const CACHED: [&str; 27] = [
    "/",
    "/members/{id}",
    "/games/{id}",
    "/sessions",
    "/sessions/{id}",
    "/sessions/{id}/rounds/{round}",
    "/tournaments",
    "/tournaments/{id}",
    "/tournaments/{id}/players/{person}",
    "/tournaments/{id}/rounds/{round}",
    "/tournaments/{id}/print",
    "/tournaments/{id}/screen",
    "/declarations",
    "/api/v1/members",
    "/api/v1/members/{id}",
    "/api/v1/members/{id}/ledger",
    "/api/v1/members/{id}/scores",
    "/api/v1/games",
    "/api/v1/games/{id}",
    "/api/v1/games/{id}/pgn",
    "/api/v1/sessions",
    "/api/v1/sessions/{id}",
    "/api/v1/sessions/{id}/chart",
    "/api/v1/tournaments",
    "/api/v1/tournaments/{id}",
    "/api/v1/tournaments/{id}/standings",
    "/api/v1/declarations",
];

/// The most bytes of all answers together, and of one.
const MOST: usize = 16 << 20;
const LARGEST: usize = 1 << 20;
/// What an answer takes beside its body and its address: headers, and its place in the table.
const BESIDE: usize = 1 << 10;
/// How often a replica looks for changes that others made.
const LOOK: Duration = Duration::from_millis(200);

/// What an answer depends on, of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CacheKey {
    /// The reader, with their roles: an answer held for one person is never given to another. Readers who have not
    /// signed in are one reader.
    reader: Viewpoint,
    language: Language,
    /// Whether a page may come packed.
    packed: bool,
    /// Path and query.
    address: String,
}

/// A request whose answer may be held.
pub struct Question {
    key: CacheKey,
    /// The moment that it was asked at.
    version: Version,
    at: NaiveDateTime,
    /// What its sender has already.
    known: Option<HeaderValue>,
}

impl Question {
    /// `None` if the answer is the sender's alone: a page of somebody who is signed in carries the secret of their forms
    /// and what waits for them, and one that says what was just done says it once.
    pub fn of(app: &App, route: Option<&str>, request: &ServiceRequest) -> Option<Question> {
        let route = route.filter(|route| request.method() == Method::GET && CACHED.contains(route))?;
        let version = app.answer_cache.version()?;
        let request = request.request();
        let reader = Viewpoint::of_request(request);
        let is_page = !route.starts_with("/api/");
        if is_page && (reader.person.is_some() || Done::of(request).is_some()) {
            return None;
        }
        // The gate asked the database who this is. Where it is further than what is known here, the change may be theirs.
        if request.extensions().get::<Version>().is_some_and(|newest| *newest != version) {
            return None;
        }
        let key = CacheKey {
            reader,
            language: Language::of(request),
            packed: is_page && assets::unpacks(request.headers()),
            address: request.uri().path_and_query()?.as_str().to_owned(),
        };
        let known = request.headers().get(IF_NONE_MATCH).cloned();
        Some(Question { key, version, at: app.clock.now(), known })
    }

    /// Has the request answered in full, whatever its sender has already, so that the answer can be held.
    pub fn ask_in_full(request: &mut ServiceRequest) {
        request.headers_mut().remove(IF_NONE_MATCH);
    }
}

/// An answer in full, with status 200.
#[derive(Debug)]
struct Answer {
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Bytes,
}

impl Answer {
    /// As it goes to somebody who may have it already.
    fn to(&self, known: Option<&HeaderValue>) -> HttpResponse {
        let tag = self.headers.iter().find(|(name, _)| *name == ETAG).map(|(_, tag)| tag);
        if let (Some(tag), Some(known)) = (tag, known)
            && tag.to_str().is_ok_and(|tag| is_among(known, tag))
        {
            return HttpResponse::NotModified().insert_header((ETAG, tag)).finish();
        }
        let mut answer = HttpResponse::Ok();
        for header in &self.headers {
            answer.append_header(header.clone());
        }
        answer.body(self.body.clone())
    }
}

/// What is held of one moment.
#[derive(Default)]
struct Moment {
    version: Version,
    from: NaiveDateTime,
    until: NaiveDateTime,
    answers: HashMap<CacheKey, Arc<Answer>>,
    bytes: usize,
}

impl Moment {
    fn is_that_of(&self, question: &Question) -> bool {
        self.version == question.version && (self.from..self.until).contains(&question.at)
    }

    /// Where there is no room all that is held goes: what many ask for is soon back.
    fn put(&mut self, key: CacheKey, answer: Arc<Answer>) {
        let bytes = answer.body.len() + key.address.len() + BESIDE;
        if self.bytes + bytes > MOST {
            (self.answers, self.bytes) = (HashMap::new(), 0);
        }
        if self.answers.insert(key, answer).is_none() {
            self.bytes += bytes;
        }
    }
}

type CatchUp = dyn Fn(&mut Db) -> Result<(), Error> + Send + Sync;

/// The answers that are held here.
pub struct AnswerCache {
    /// Brings what else is kept in memory up to date.
    others: Box<CatchUp>,
    /// Held from asking to taking over: an older version must not overtake a newer one.
    catching_up: Mutex<()>,
    /// What everything in memory is at; `None` while that is not known.
    version: RwLock<Option<Version>>,
    moment: RwLock<Moment>,
}

impl AnswerCache {
    /// With what else is kept in memory, of which answers are made.
    pub fn beside(others: impl Fn(&mut Db) -> Result<(), Error> + Send + Sync + 'static) -> AnswerCache {
        AnswerCache {
            others: Box::new(others),
            catching_up: Mutex::default(),
            version: RwLock::default(),
            moment: RwLock::default(),
        }
    }

    /// Brings all that is kept in memory up to date. The version is asked first and believed last: what answers are made of
    /// is as new as that, or newer.
    pub fn catch_up(&self, db: &mut Db) -> Result<(), Error> {
        let _one_at_a_time = self.catching_up.lock().unwrap_or_else(PoisonError::into_inner);
        let caught_up = Version::now(db).and_then(|version| (self.others)(db).map(|()| version));
        *self.version.write().unwrap_or_else(PoisonError::into_inner) = caught_up.as_ref().ok().copied();
        caught_up.map(drop)
    }

    /// What everything that is kept in memory is at; `None` while that is not known.
    pub fn version(&self) -> Option<Version> {
        *self.version.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to a question that was asked before.
    pub fn answer(&self, question: &Question) -> Option<HttpResponse> {
        let moment = self.moment.read().unwrap_or_else(PoisonError::into_inner);
        let answer = moment.answers.get(&question.key).filter(|_| moment.is_that_of(question))?.clone();
        drop(moment);
        Some(answer.to(question.known.as_ref()))
    }

    /// Stores an answer for its next reader and returns it.
    pub async fn keep(&self, db: &Database, question: Question, response: ServiceResponse) -> ServiceResponse {
        let is_whole = response.status() == StatusCode::OK && !response.headers().contains_key(SET_COOKIE);
        if !is_whole {
            return response;
        }
        let (request, response) = response.into_parts();
        let (head, body) = response.into_parts();
        let body = match body.try_into_bytes() {
            Ok(body) => body,
            Err(stream) => return ServiceResponse::new(request, head.set_body(stream)),
        };
        let headers = head.headers().iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let answer = Arc::new(Answer { headers, body });
        let given = answer.to(question.known.as_ref());
        if answer.body.len() <= LARGEST {
            self.hold(db, question, answer).await;
        }
        ServiceResponse::new(request, given)
    }

    async fn hold(&self, db: &Database, question: Question, answer: Arc<Answer>) {
        let is_begun = self.moment.read().unwrap_or_else(PoisonError::into_inner).is_that_of(&question);
        let from = question.at;
        let until = match is_begun {
            true => None,
            false => match db.read(move |db| ahead::changes_at(db, from)).await {
                Ok(until) => Some(until),
                // Then it is not held; the reader has it all the same.
                Err(_) => return,
            },
        };
        let mut moment = self.moment.write().unwrap_or_else(PoisonError::into_inner);
        if self.version() != Some(question.version) {
            return;
        }
        if let Some(until) = until.filter(|_| !moment.is_that_of(&question)) {
            *moment = Moment { version: question.version, from, until, ..Moment::default() };
        }
        if moment.is_that_of(&question) {
            moment.put(question.key, answer);
        }
    }
}

/// Looks for changes of other replicas for as long as the runtime lives.
pub(crate) async fn watch(db: Database, cache: Arc<AnswerCache>) {
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        let cache = cache.clone();
        match db.look(move |db| cache.catch_up(db)).await {
            Ok(()) | Err(Error::Away(_)) => {}
            Err(error) => tracing::warn!(%error, "cannot look for changes of other replicas"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_takes_no_more_than_its_bound() {
        let mut moment = Moment::default();
        let mut most = 0;
        for number in 0..200 {
            let key = CacheKey {
                reader: Viewpoint::outside(),
                language: Language::English,
                packed: false,
                address: format!("/games/{number}"),
            };
            let body = Bytes::from(vec![0; LARGEST / 2]);
            moment.put(key, Arc::new(Answer { headers: Vec::new(), body }));
            let bytes: usize = moment.answers.values().map(|answer| answer.body.len()).sum();
            assert!(bytes <= moment.bytes && moment.bytes <= MOST, "{bytes} bytes, told as {}", moment.bytes);
            most = most.max(moment.answers.len());
        }
        assert!(most >= MOST / LARGEST && !moment.answers.is_empty(), "{most} answers at the most");
    }
}
