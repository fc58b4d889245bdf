//! The docket: filings, exhibits, rulings.

use actix_web::web::Bytes;
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::exhibits::{self, StoredExhibit};
use super::super::rules::docket::{self as rules, Filing, Seal};
use super::super::rules::{Part, Step};
use super::super::store::{self, Case, Facts, docket};
use super::super::{FilingKind, Visibility};
use crate::App;
use crate::action::{Action, By, Deed, Record, Somebody, perform};
use crate::audit::Word;
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::fields;
use crate::http::{self, Answer, Body};
use crate::id::PersonId;
use crate::members;

/// Puts a brief, answer, motion, order, appointment, testimony or notice on the docket, or an exhibit with its file.
pub struct File {
    pub number: String,
    pub filing: Filing,
    pub exhibit: Option<StoredExhibit>,
}

impl Action for File {
    /// Its number on the docket.
    type Done = i64;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<i64>, Error> {
        let me = by.somebody()?;
        let kind = self.filing.kind;
        rules::is_of_its_kind(&self.number, &self.filing, self.exhibit.is_some())?;
        let (facts, who) = store::enter(tx, &self.number, me, rules::step(kind))?;
        let bytes = self.exhibit.as_ref().map(|kept| kept.content.len() as u64);
        rules::has_room(docket::filed(tx.db, &facts.case, me.person, kind)?, bytes)?;
        let filing = &rules::file(&who, self.filing.clone(), &facts.bench())?;
        for person in filing.readers.iter().chain(&filing.witness) {
            members::store::known(tx.db, *person)?;
        }
        let on_docket = perform(tx, by, &Put { facts: &facts, filing, exhibit: self.exhibit.as_ref() })?.number;
        if who.is(Part::Sitting) && matches!(kind, FilingKind::Order | FilingKind::Appointment) {
            // Anybody who orders or appoints wants it so; a motion asks the bench.
            perform(tx, by, &Say { facts: &facts, filing: on_docket, granted: true, reason: "As filed." })?;
        }
        Ok(Deed::of_its_parts(on_docket))
    }
}

/// Puts a filing that was found right at the end of a docket.
struct Put<'a> {
    facts: &'a Facts,
    filing: &'a Filing,
    exhibit: Option<&'a StoredExhibit>,
}

impl Action for Put<'_> {
    type Done = docket::Added;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<docket::Added>, Error> {
        let Put { facts, filing, exhibit } = *self;
        let (case, author) = (&facts.case, by.person());
        let added = docket::add(tx, case, author, filing, exhibit)?;
        if filing.kind == FilingKind::Answer && case.decider == author && case.answered_at.is_none() {
            docket::set_answered(tx, case)?;
        }
        let (number, kind, visibility) = (added.number, filing.kind, filing.visibility);
        // Sealed things are not told of by their title.
        let title = (visibility == Visibility::Public).then_some(filing.title.as_str());
        let body = match author {
            Some(_) => json!({ "filing": number, "kind": kind, "visibility": visibility, "title": title }),
            None => json!({ "filing": number, "kind": kind, "visibility": visibility, "acts": ["I.9.8"] }),
        };
        Ok(facts.told(by, Word::CaseFiledOn, body).done(added))
    }
}

/// Adds to a docket what the Terms hand over automatically (Act I.9.8).
pub struct HandOver<'a> {
    pub case: &'a Case,
    pub title: &'a str,
    pub visibility: Visibility,
    pub exhibit: StoredExhibit,
}

impl Action for HandOver<'_> {
    /// The filing's row.
    type Done = i64;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<i64>, Error> {
        let facts = &store::facts(tx.db, &self.case.number)?;
        let filing = &Filing::of(FilingKind::Exhibit, self.title, "", self.visibility);
        Ok(Deed::of_its_parts(perform(tx, by, &Put { facts, filing, exhibit: Some(&self.exhibit) })?.row))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MotionRuling)]
pub struct Ruling {
    pub granted: bool,
    /// 1 to 4000 characters.
    pub reason: String,
}

/// A justice rules on a motion, an order or an appointment.
pub struct Rule(pub String, pub i64, pub Ruling);

impl Action for Rule {
    /// What the bench ruled by now.
    type Done = Option<bool>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Option<bool>>, Error> {
        let Rule(number, filing, Ruling { granted, reason: why }) = self;
        let (facts, who) = store::enter(tx, number, by.somebody()?, Step::Rule)?;
        let found = docket::filing(tx.db, facts.case.id, *filing)?;
        let readers = docket::readers(tx.db, found.id)?;
        let (visibility, author, raw_evidence) = (found.visibility, found.author, found.raw_evidence);
        rules::may_rule(found.kind, Seal { visibility, author, readers: &readers, raw_evidence }, &who)?;
        let reason = &fields::reason("reason", why, 1, 4000, "III.3")?;
        let say = Say { facts: &facts, filing: *filing, granted: *granted, reason };
        Ok(Deed::of_its_parts(perform(tx, by, &say)?))
    }
}

/// A justice's word on a filing; told where the bench's ruling is another by it.
struct Say<'a> {
    facts: &'a Facts,
    filing: i64,
    granted: bool,
    reason: &'a str,
}

impl Action for Say<'_> {
    type Done = Option<bool>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Option<bool>>, Error> {
        let Say { facts, filing, granted, reason } = *self;
        let found = docket::filing(tx.db, facts.case.id, filing)?;
        let words = docket::say(tx, found.id, by.somebody()?.person, granted, reason)?;
        let ruled = rules::ruling(&words, &facts.bench(), facts.size(), found.raw_evidence);
        if ruled == found.granted {
            return Ok(Deed::of_its_parts(ruled));
        }
        docket::set_ruled(tx, found.id, ruled)?;
        let body = json!({ "filing": filing, "kind": found.kind, "granted": ruled });
        Ok(facts.told(by, Word::CaseRuled, body).done(ruled))
    }
}

/// Writes down who was given an exhibit that not everybody may see (Act I.9.9).
pub struct SeeExhibit<'a>(pub &'a str, pub i64);

impl Action for SeeExhibit<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let case = store::case(tx.db, self.0)?;
        Ok(Record::of(Word::ExhibitSeen, case.log_subject(), json!({ "filing": self.1 })).done(()))
    }
}

/// What is said of an exhibit besides its content.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    /// 1 to 200 characters.
    title: String,
    visibility: Visibility,
    /// What it shows, at most 20,000 characters.
    #[serde(default)]
    text: String,
    /// Whom a sealed exhibit names: ids with commas between them.
    #[serde(default)]
    readers: String,
}

impl Upload {
    fn filing(self) -> Result<Filing, Refusal> {
        let parts = self.readers.split(',').map(str::trim).filter(|part| !part.is_empty());
        let wrong = |part: &str| Refusal::field("readers", say!("\"{reader}\" is not a person's id.", reader = part));
        let readers =
            parts.map(|part| part.parse().map(PersonId).map_err(|_| wrong(part))).collect::<Result<_, _>>()?;
        Ok(Filing { readers, ..Filing::of(FilingKind::Exhibit, &self.title, &self.text, self.visibility) })
    }
}

/// What was put on the docket.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Filed {
    /// Its number on the docket.
    filing: i64,
}

/// Answers with what was put on the docket of a case.
pub fn filed(number: String) -> impl Fn(&mut Tx, i64) -> Result<Answer, Error> + Send + 'static {
    move |_, filing| Answer::created(format!("/api/v1/cases/{number}"), &Filed { filing })
}

/// Puts a file that was sent on the docket; whether there may be one is asked before it is read.
pub(crate) async fn upload(
    app: &App,
    actor: &Actor,
    number: String,
    (said, body): (Upload, Body<Bytes>),
) -> Result<Answer, Error> {
    if let Some(answer) = http::answered(&app.db, actor.person, &body).await? {
        return Ok(answer);
    }
    let Body { value: bytes, key, fingerprint } = body;
    let (case, asks, length) = (number.clone(), Somebody::from(actor), bytes.len());
    app.db.read(move |db| docket::may_exhibit(db, &case, asks, length)).await?;
    let exhibit = Some(exhibits::take(bytes).await?);
    let value = File { number: number.clone(), filing: said.filing()?, exhibit };
    let (by, answer) = (By::from(actor), filed(number));
    http::create(&app.db, actor.person, Body { value, key, fingerprint }, move |tx, file| {
        let filing = perform(tx, &by, file)?;
        answer(tx, filing)
    })
    .await
}
