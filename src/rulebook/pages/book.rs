//! Reading the rulebook: as a document, Act by Act, in versions.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::say;
use serde::Deserialize;
use serde_json::Value;

use super::questions::{Question, questions};
use crate::App;
use crate::db::Db;
use crate::error::{Act, Error, Refusal};
use crate::http::{Page, PageRequest, Params};
use crate::rulebook::api::{self, ActAnswer, ActPage, Found, RulebookAnswer};
use crate::rulebook::diff::{Difference, difference};
use crate::rulebook::{
    ActToChoose, Along, Interpretation, Version, acts_to_change, in_force, interpretations_for, store,
};
use crate::tables::pages::{Called, Mentioned};
use crate::web::catalogue::{Language, Text};
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// How a page of this reader writes dates.
pub(super) fn dates(db: &mut Db, frame: &Frame, now: chrono::NaiveDateTime) -> Result<Dates, Error> {
    Ok(Dates { zone: in_force(db, now)?.time_zone, language: frame.language })
}

#[derive(Template)]
#[template(path = "rulebook/book.html")]
struct BookPage {
    frame: Frame,
    dates: Dates,
    along: Along,
    book: RulebookAnswer,
    /// The table that its note tells of.
    called: Called,
    newest: i64,
    said: Vec<Interpretation>,
    /// What pupils ask of the rules in force: nothing of older ones.
    questions: Vec<Question>,
}

impl BookPage {
    /// What the Court says of an Act, and does still.
    fn said_of(&self, act: &Act) -> impl Iterator<Item = &Interpretation> {
        self.said.iter().filter(move |said| said.withdrawn_at.is_none() && said.acts.contains(act))
    }

    /// Whether any Act in force here has a translation for the reader.
    fn is_translated(&self) -> bool {
        let mut acts = self.book.sections.iter().flat_map(|section| &section.acts);
        acts.any(|act| !act.repealed && self.along.has(&act.wording))
    }

    /// How deep an Act stands: `II.9` in the first row, `II.9.2` in the second.
    fn depth(act: &ActAnswer) -> usize {
        act.citation.0.matches('.').count()
    }
}

async fn book(app: &App, frame: Frame, number: Option<i64>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let page = app.db.read(move |db| {
        let newest = store::newest(db)?;
        let book = api::rulebook(db, frame.viewpoint, number.unwrap_or(newest), now)?;
        let said = interpretations_for(db, frame.viewpoint)?;
        let along = Along::new(&book.house_rules, frame.language);
        let questions = if book.version == newest { questions(&frame, &book) } else { Vec::new() };
        let dates = dates(db, &frame, now)?;
        let called = Mentioned::default().records(&book.note).called(db, frame.viewpoint, dates, now)?;
        Ok(BookPage { frame, dates, along, book, called, newest, said, questions })
    });
    render(StatusCode::OK, &page.await?)
}

pub(super) async fn current(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    book(&app, frame, None).await
}

pub(super) async fn version(app: Data<App>, frame: Frame, number: Path<i64>) -> Result<HttpResponse, Error> {
    book(&app, frame, Some(*number)).await
}

#[derive(Template)]
#[template(path = "rulebook/act.html")]
struct OneAct {
    frame: Frame,
    dates: Dates,
    along: Along,
    page: ActPage,
    /// The tables that notes of its history tell of.
    called: Called,
    /// The Acts under it, with their first words.
    under: Vec<ActToChoose>,
}

pub(super) async fn act(app: Data<App>, frame: Frame, citation: Path<String>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let page = app.db.read(move |db| {
        let page = api::one_act(db, frame.viewpoint, &citation, now)?;
        let book = store::version_at(db, now)?;
        let is_under = |act: &ActToChoose| page.sub_acts.iter().any(|sub| sub.0 == act.citation);
        let under = acts_to_change(&book, frame.language).into_iter().filter(is_under).collect();
        let along = Along::new(&book.rules, frame.language);
        let dates = dates(db, &frame, now)?;
        let mentioned = Mentioned::default().records(page.history.iter().map(|change| &change.note));
        let called = mentioned.called(db, frame.viewpoint, dates, now)?;
        Ok(OneAct { frame, dates, along, page, called, under })
    });
    render(StatusCode::OK, &page.await?)
}

#[derive(Deserialize)]
pub(super) struct SearchQuery {
    #[serde(default)]
    q: String,
}

#[derive(Template)]
#[template(path = "rulebook/search.html")]
struct SearchPage {
    frame: Frame,
    q: String,
    along: Along,
    found: Option<Found>,
}

impl SearchPage {
    /// Whether any Act that was found has a translation for the reader.
    fn is_translated(&self) -> bool {
        self.found.iter().flat_map(|found| &found.acts).any(|act| self.along.has(&act.wording))
    }

    fn marked<'a>(&self, text: &'a str) -> Vec<(bool, &'a str)> {
        marked(text, &self.q)
    }
}

/// A text in runs, each with whether it is one of the words that were looked for.
fn marked<'a>(text: &'a str, words: &str) -> Vec<(bool, &'a str)> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let mut runs = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while let Some(letter) = text[at..].chars().next() {
        let found = words.iter().filter_map(|word| beginning(&text[at..], word)).max();
        let Some(length) = found else {
            at += letter.len_utf8();
            continue;
        };
        runs.extend([(false, &text[begin..at]), (true, &text[at..at + length])]);
        at += length;
        begin = at;
    }
    runs.push((false, &text[begin..]));
    runs
}

/// How much of a text's beginning is the word, which is in small letters.
fn beginning(text: &str, word: &str) -> Option<usize> {
    let mut rest = word;
    for (place, letter) in text.char_indices() {
        if rest.is_empty() {
            return Some(place);
        }
        for small in letter.to_lowercase() {
            rest = rest.strip_prefix(small)?;
        }
    }
    rest.is_empty().then_some(text.len())
}

pub(super) async fn search(app: Data<App>, frame: Frame, wanted: Params<SearchQuery>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let q = wanted.0.q;
    let (words, reader, language) = (q.clone(), frame.viewpoint, frame.language);
    let (found, along) = if q.trim().chars().count() < 2 {
        (None, Along::default())
    } else {
        let read = app.db.read(move |db| {
            let along = Along::new(&in_force(db, now)?, language);
            Ok((api::found(db, reader, &words, now, language)?, along))
        });
        let (found, along) = read.await?;
        (Some(found), along)
    };
    render(StatusCode::OK, &SearchPage { frame, q, along, found })
}

/// A house rule as members read it.
struct Rule {
    name: String,
    value: Value,
    /// Of a share, which is kept as two numbers: how many parts of how many.
    share: Option<(i64, i64)>,
    /// The Acts that say it.
    acts: Vec<Act>,
}

/// House rules about one thing.
struct Group {
    subject: &'static str,
    rules: Vec<Rule>,
}

#[derive(Template)]
#[template(path = "rulebook/house_rules.html")]
struct HouseRulesPage {
    frame: Frame,
    groups: Vec<Group>,
}

pub(super) async fn house_rules(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    let groups = app.db.read(|db| {
        let newest = store::newest(db)?;
        let (_, book) = store::version(db, newest)?;
        let saying = |name: &str| {
            let place = format!("{{{name}}}");
            let acts = book.terms.provisions().filter(move |act| !act.repealed && act.text.contains(&place));
            acts.map(|act| act.citation.clone()).collect()
        };
        let (part, whole) = (book.rules.online_factor_numerator, book.rules.online_factor_denominator);
        let rule = |(name, value): (String, Value)| {
            let (acts, is_share) = (saying(&name), name == "online_factor_numerator");
            let name = if is_share { "online_factor".to_owned() } else { name };
            Rule { acts, name, value, share: is_share.then_some((part, whole)) }
        };
        let is_told = |(name, _): &(String, Value)| name != "online_factor_denominator";
        let group = |(subject, members): (&'static str, Vec<(String, Value)>)| Group {
            subject,
            rules: members.into_iter().filter(is_told).map(&rule).collect(),
        };
        Ok(book.rules.by_subject().into_iter().map(group).collect())
    });
    render(StatusCode::OK, &HouseRulesPage { frame, groups: groups.await? })
}

#[derive(Template)]
#[template(path = "rulebook/versions.html")]
struct VersionsPage {
    frame: Frame,
    dates: Dates,
    versions: Page<Version>,
    /// The tables that their notes tell of.
    called: Called,
    newest: i64,
}

pub(super) async fn versions(app: Data<App>, frame: Frame, page: Params<PageRequest>) -> Result<HttpResponse, Error> {
    let (before, limit, now) = (page.0.after()?, page.0.limit()?, app.clock.now());
    let page = app.db.read(move |db| {
        let rows = store::versions_before(db, before, limit + 1)?;
        let dates = dates(db, &frame, now)?;
        let mentioned = Mentioned::default().records(rows.iter().map(|version| &version.note));
        let called = mentioned.called(db, frame.viewpoint, dates, now)?;
        let versions = Page::of(rows, limit, |version| version.version);
        Ok(VersionsPage { dates, newest: store::newest(db)?, frame, versions, called })
    });
    render(StatusCode::OK, &page.await?)
}

#[derive(Template)]
#[template(path = "rulebook/diff.html")]
struct DiffPage {
    frame: Frame,
    typed: Typed,
    from: String,
    to: String,
    newest: i64,
    /// `None` if there are no two such versions.
    difference: Option<Difference>,
}

impl DiffPage {
    fn title(&self) -> Text<'_> {
        match self.difference {
            Some(_) => self.frame.t("rulebook-differences").with("from", &self.from).with("to", &self.to),
            None => self.frame.t("rulebook-compare"),
        }
    }
}

/// The versions that the form names: of what it leaves open, the newest and the one before.
fn between(fields: &Fields, newest: i64) -> Result<(i64, i64), Refusal> {
    let mut wrong = Vec::new();
    let mut version = |name: &'static str, open: i64| {
        let known = fields.number(name).and_then(|number| match number.unwrap_or(open) {
            number if (0..=newest).contains(&number) => Ok(number),
            number => Err(Refusal::field(
                name,
                say!("There is no version {number}: the newest has the number {newest}.", number, newest),
            )),
        });
        Refusal::keep(known, &mut wrong)
    };
    let to = version("to", newest);
    let from = version("from", (to - 1).max(0));
    Refusal::together(wrong)?;
    Ok((from, to))
}

pub(super) async fn diff(app: Data<App>, frame: Frame, sent: Params<Fields>) -> Result<HttpResponse, Error> {
    let fields = sent.0;
    let page = app.db.read(move |db| {
        let newest = store::newest(db)?;
        match between(&fields, newest) {
            Ok((from, to)) => {
                let difference = Some(difference(&store::version(db, from)?.1, &store::version(db, to)?.1));
                let (from, to, typed) = (from.to_string(), to.to_string(), Typed::default());
                Ok(DiffPage { frame, typed, from, to, newest, difference })
            }
            Err(refusal) => {
                let (from, to) = (fields.text("from").to_owned(), fields.text("to").to_owned());
                let typed = Typed::refused("diff", fields, refusal.into())?;
                Ok(DiffPage { frame, typed, from, to, newest, difference: None })
            }
        }
    });
    let page = page.await?;
    render(page.typed.status(), &page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_looked_for_are_marked_whatever_their_letters() {
        let shown = |text: &str, words: &str| {
            let run = |(hit, run): (bool, &str)| if hit { format!("[{run}]") } else { run.to_owned() };
            marked(text, words).into_iter().map(run).collect::<String>()
        };
        assert_eq!(shown("For short, a ban; before", "ban FOR"), "[For] short, a [ban]; be[for]e");
        assert_eq!(shown("Übergänge <b>", "ÜBER b>"), "[Über]gänge <[b>]");
        assert_eq!((shown("bans", "ban bans"), shown("", "ban")), ("[bans]".into(), String::new()));
    }
}
