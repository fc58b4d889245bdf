//! The page layout: what every page shows around its own part.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, Uri, header};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::Message;
use serde_json::Value;

use super::act_texts::{ActText, ActTexts};
use super::assets;
use super::catalogue::{Language, Text};
use super::done::Done;
use super::faces::Face;
use super::form;
use crate::App;
use crate::auth::{Actor, Roles, SignIn, Viewpoint};
use crate::club::Club;
use crate::error::Error;

/// A way in from every page: its address, its text, and whom it is for.
struct Entry(&'static str, &'static str, fn(&Frame) -> bool);

/// The five that are always in sight, each with the word that it has on a phone and its picture in `assets/icons.svg`.
const FIRST: &[(Entry, &str, &str)] = &[
    (Entry("/today", "nav-today", |_| true), "nav-today", "today"),
    (Entry("/", "nav-leaderboard", |_| true), "tab-ranking", "ranking"),
    (Entry("/tables", "table-room", |frame| frame.viewpoint.reads_the_club()), "tab-play", "play"),
    (Entry("/cases", "court", |frame| frame.viewpoint.reads_the_club()), "tab-court", "court"),
    (Entry("/me", "nav-me", Frame::is_a_person), "nav-me", "person"),
    (Entry("/sign-in", "sign-in", |frame| frame.name.is_none()), "sign-in", "person"),
];

/// Those behind "More".
const MORE: &[Entry] = &[
    Entry("/desk", "nav-desk", |frame| frame.roles.may_moderate()),
    Entry("/administration", "nav-administration", |frame| frame.roles.administrator),
    Entry("/sessions", "nav-sessions", |frame| frame.viewpoint.reads_the_leaderboard()),
    Entry("/games", "games-all", |frame| frame.viewpoint.reads_the_club()),
    Entry("/tournaments", "tournaments", |frame| frame.viewpoint.reads_the_club()),
    Entry("/rulebook", "rulebook", |_| true),
    Entry("/help", "help", |_| true),
    Entry("/declarations", "declarations", |frame| frame.viewpoint.reads_the_leaderboard()),
];

/// What a page is about: it decides which live games and challenges the line above the page still has to tell. Where that line asks for
/// itself (`/tables/calls?at=`), this is written as an address or as one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// What lies at an address.
    Place(String),
    /// Some tables of the games room only: the archive, the tables of one game, older ones.
    SomeTables,
}

const SOME_TABLES: &str = "some_tables";

impl From<String> for About {
    fn from(written: String) -> About {
        if written == SOME_TABLES { About::SomeTables } else { About::Place(written) }
    }
}

impl fmt::Display for About {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            About::Place(address) => address.as_str(),
            About::SomeTables => SOME_TABLES,
        })
    }
}

/// What the title of every page is made by.
const TITLE: &str = "page-title";

/// A way in as a page shows it.
pub struct Way {
    pub address: &'static str,
    pub text: &'static str,
    pub short: &'static str,
    pub picture: &'static str,
    /// Whether the page lies there.
    pub here: bool,
}

/// What waits for the person who is signed in: notices not read, deadlines open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    pub unread: i64,
    pub due: usize,
}

/// A live game that the reader plays, a game that waits for their *ready*, or a challenge to them: its table, what is going on
/// there, and the text that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub address: String,
    pub said: String,
    pub go: &'static str,
    pub is_challenge: bool,
    /// Whether it is the reader's turn there, or their *ready* is awaited: Today lists it among what waits.
    pub is_turn: bool,
}

/// What the layout needs to know: who looks, and the secret that their forms carry.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The signed-in person, and what they are called.
    pub person: Option<i64>,
    pub name: Option<String>,
    pub roles: Roles,
    /// What of the club they may read.
    pub viewpoint: Viewpoint,
    pub waits: Waits,
    /// Their live games and challenges; `None` if nobody has signed in.
    pub calls: Option<Vec<Call>>,
    /// What was done just now.
    pub done: Option<Done>,
    /// For `<input type="hidden" name="csrf">` in every form that posts.
    pub csrf: Option<String>,
    pub language: Language,
    /// Who the club is.
    pub club: Arc<Club>,
    /// What the Acts say.
    pub act_texts: Arc<ActTexts>,
    /// The page's own address, to come back to.
    pub here: String,
    /// What the page is about, where that is not what lies at its own address.
    pub about: Option<About>,
    /// Addresses of the style sheet, the crest, and the small pictures.
    pub style: &'static str,
    pub icon: String,
    pub icons: &'static str,
    /// The script that keeps parts of the page current.
    pub fresh: &'static str,
}

impl Frame {
    pub fn of(request: &HttpRequest) -> Frame {
        // Reading cookies writes to the extensions.
        let (language, done) = (Language::of(request), Done::of(request));
        let viewpoint = Viewpoint::of_request(request);
        let app = request.app_data::<Data<App>>();
        let club = app.map(|app| app.club.now()).unwrap_or_default();
        let act_texts = app.map(|app| app.rulebook.act_texts()).unwrap_or_default();
        let extensions = request.extensions();
        let actor = extensions.get::<Actor>();
        Frame {
            person: actor.map(|actor| actor.person.0),
            name: actor.map(|actor| actor.name.clone()),
            roles: actor.map_or_else(Roles::default, |actor| actor.roles),
            viewpoint,
            waits: extensions.get::<Waits>().copied().unwrap_or_default(),
            calls: extensions.get::<Vec<Call>>().cloned(),
            done,
            csrf: extensions.get::<SignIn>().map(|sign_in| sign_in.csrf.clone()),
            language,
            here: here(request),
            about: None,
            style: assets::style(),
            icon: club.picture().unwrap_or_else(|| assets::address("icon.svg").unwrap_or_default().to_owned()),
            club,
            act_texts,
            icons: assets::address("icons.svg").unwrap_or_default(),
            fresh: assets::address("fresh.js").unwrap_or_default(),
        }
    }

    /// A text of the catalogue.
    pub fn t<'a>(&self, id: &'a str) -> Text<'a> {
        let text = self.language.t(id);
        // Every title ends with the club's name.
        if id == TITLE { text.with("club", self.club.name()) } else { text }
    }

    /// The text for a word of the interface for programs.
    pub fn word(&self, kind: &str, word: impl std::fmt::Display) -> Text<'static> {
        self.language.word(kind, word)
    }

    /// A number with the reader's sign before its decimals.
    pub fn numeral(&self, number: impl std::fmt::Display) -> String {
        self.language.numeral(number)
    }

    /// What is gained or lost, with a minus as long as the plus: `+14`, `−27`.
    pub fn signed(&self, points: impl std::fmt::Display) -> String {
        format!("{points:+}").replace('-', "\u{2212}")
    }

    /// What an Act says in the reader's language, to read along.
    pub fn along<'a>(&self, says: &'a ActText) -> Option<&'a str> {
        let own = says.translations.iter().find(|(language, _)| *language == self.language);
        own.map(|(_, text)| text.as_str())
    }

    /// What an Act says in plain words, where the rulebook has them.
    pub fn plain(&self, says: &ActText) -> Option<String> {
        says.plain.as_ref().map(|plain| self.asked(&format!("{}-answer", plain.word), &plain.rules))
    }

    /// A question that pupils ask about the rules, or its answer, made of the house rules.
    pub fn asked(&self, word: &str, rules: &[(String, Value)]) -> String {
        let mut text = self.word("ask", word);
        for (name, value) in rules {
            text = match value {
                Value::Number(number) => text.count(name, number),
                Value::String(word) => text.with(name, word),
                _ => text,
            };
        }
        text.to_string()
    }

    /// What rules and engines say: a refusal, in whole or at a field, or why something is as it is.
    pub fn said(&self, message: impl Into<Message>) -> String {
        self.language.say(&message.into())
    }

    /// A field's hint beside what was wrong with the field ([`form::beside`]).
    pub fn beside(&self, hint: impl std::fmt::Display, wrong: impl Into<Message>) -> String {
        form::beside(&hint.to_string(), &self.said(wrong))
    }

    /// Why something was done, or that nobody said why.
    pub fn reason(&self, reason: impl Into<Message>) -> String {
        let said = self.said(reason);
        if said.trim().is_empty() { self.t("no-reason").to_string() } else { said }
    }

    /// Moves with the reader's letters for the pieces.
    pub fn san(&self, moves: impl AsRef<str>) -> String {
        self.language.san(moves.as_ref())
    }

    /// A position read aloud.
    pub fn aloud(&self, text: &str) -> String {
        self.language.aloud(text)
    }

    /// Whether somebody is signed in as themself: the kiosk is a device in the room, and nobody.
    pub fn is_a_person(&self) -> bool {
        self.person.is_some() && !self.roles.kiosk
    }

    /// Whether this is the reader.
    pub fn is(&self, person: &i64) -> bool {
        self.person == Some(*person)
    }

    /// Whether the page is this address, whatever is asked of it.
    pub fn is_at(&self, address: &str) -> bool {
        self.path() == address
    }

    /// The page's address, whatever is asked of it.
    pub fn path(&self) -> &str {
        self.here.split('?').next().unwrap_or_default()
    }

    /// What the page is about.
    pub fn place(&self) -> About {
        self.about.clone().unwrap_or_else(|| About::Place(self.path().to_owned()))
    }

    /// Live games and challenges that this page does not show itself. Today lists what waits, the games room every table of the
    /// reader; its lists of some tables only have the challenges.
    pub fn elsewhere(&self) -> impl Iterator<Item = &Call> {
        let about = self.place();
        self.calls.iter().flatten().filter(move |call| match &about {
            About::SomeTables => !call.is_challenge,
            About::Place(address) => match address.as_str() {
                "/today" => !call.is_challenge && !call.is_turn,
                "/tables" => false,
                address => address != call.address,
            },
        })
    }

    /// The tables of the challenges to the reader: a script sees by them that there are others.
    pub fn challenges(&self) -> String {
        let all = self.calls.iter().flatten().filter(|call| call.is_challenge);
        all.map(|call| call.address.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Day and minute by a zone's clocks.
    pub fn moment(&self, at: impl Borrow<NaiveDateTime>, zone: &Tz) -> String {
        self.language.moment(&at.borrow().and_utc().with_timezone(zone))
    }

    /// When a session is, in short: its weekday, day and time.
    pub fn meeting(&self, at: impl Borrow<NaiveDateTime>, zone: &Tz) -> String {
        self.language.meeting(&at.borrow().and_utc().with_timezone(zone))
    }

    /// The day by a zone's calendar, in short.
    pub fn short(&self, at: impl Borrow<NaiveDateTime>, zone: &Tz) -> String {
        self.language.short_date(&at.borrow().and_utc().with_timezone(zone))
    }

    /// The day by a zone's calendar.
    pub fn day(&self, at: impl Borrow<NaiveDateTime>, zone: &Tz) -> String {
        self.language.date(&at.borrow().and_utc().with_timezone(zone))
    }

    /// What a message is about: `ban.placed`.
    pub fn topic(&self, topic: &str) -> Text<'static> {
        self.language.topic(topic)
    }

    /// The ways in that are always in sight.
    pub fn first_ways(&self) -> impl Iterator<Item = Way> {
        let mine = FIRST.iter().filter(|(entry, _, _)| entry.2(self));
        mine.map(|(entry, short, picture)| Way { short, picture, ..self.way(entry) })
    }

    /// The ways in behind "More".
    pub fn more_ways(&self) -> impl Iterator<Item = Way> {
        MORE.iter().filter(|entry| entry.2(self)).map(|entry| self.way(entry))
    }

    fn way(&self, entry: &Entry) -> Way {
        let within = entry.0 != "/" && self.here.starts_with(&format!("{}/", entry.0));
        Way { address: entry.0, text: entry.1, short: entry.1, picture: "", here: self.is_at(entry.0) || within }
    }

    /// Somebody's initials on a colour of theirs.
    pub fn face(&self, name: impl AsRef<str>) -> Face {
        Face::of(name.as_ref())
    }

    /// What waits for the reader, for a number beside the way to one's own page; `None` if nothing does.
    pub fn waiting(&self, address: &str) -> Option<String> {
        let due = i64::try_from(self.waits.due).unwrap_or(i64::MAX);
        match self.waits.unread.saturating_add(due) {
            ..=0 => None,
            _ if address != "/me" => None,
            few @ ..=99 => Some(few.to_string()),
            _ => Some("99+".to_owned()),
        }
    }

    /// The languages that the page is not in.
    pub fn other_languages(&self) -> impl Iterator<Item = Language> {
        let own = self.language;
        Language::all().filter(move |language| *language != own)
    }
}

/// The page to come back to: that of a form, where the form is shown again.
fn here(request: &HttpRequest) -> String {
    let from = request.headers().get(header::REFERER).filter(|_| !request.method().is_safe());
    let from = from.and_then(|from| from.to_str().ok()?.parse::<Uri>().ok());
    let here = from.as_ref().unwrap_or(request.uri()).path_and_query();
    own_path(here.map(|here| here.as_str())).to_owned()
}

impl FromRequest for Frame {
    type Error = std::convert::Infallible;
    type Future = std::future::Ready<Result<Frame, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Frame::of(request)))
    }
}

/// The page to continue to after a form: a path of this site, never another site.
pub fn own_path(next: Option<&str>) -> &str {
    let own = |next: &&str| {
        let second = next.as_bytes().get(1);
        next.starts_with('/') && !matches!(second, Some(b'/' | b'\\')) && !next.bytes().any(|b| b.is_ascii_control())
    };
    next.filter(own).unwrap_or("/")
}

/// Answers with a page. That of a refused form is written twice: its message on top calls fields by their labels, which
/// are noted where they stand (`Wrong::label`).
pub fn render(status: StatusCode, page: &impl Template) -> Result<HttpResponse, Error> {
    let mut html = page.render().map_err(Error::internal)?;
    if status.is_client_error() {
        html = page.render().map_err(Error::internal)?;
    }
    Ok(HttpResponse::build(status).content_type("text/html; charset=utf-8").body(html))
}

/// Whether a browser asks, to show what comes back.
pub fn wants_page(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    !request.path().starts_with("/api/") && accept.is_some_and(|accept| accept.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::own_path;

    #[test]
    fn nobody_is_led_to_another_site() {
        for (next, place) in [
            (Some("/games/7?x=1"), "/games/7?x=1"),
            (Some("//evil.example"), "/"),
            (Some("/\\evil.example"), "/"),
            (Some("https://evil.example"), "/"),
            (Some("/a\r\nSet-Cookie: x"), "/"),
            (Some(""), "/"),
            (None, "/"),
        ] {
            assert_eq!(own_path(next), place, "{next:?}");
        }
    }
}
