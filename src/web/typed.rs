//! Forms of pages: what was typed goes to the same function as an API request; if it is refused,
//! the form is shown again with the values in their fields and what was wrong beside them.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Display;

use actix_web::http::StatusCode;
use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use chrono_tz::Tz;
use rookery_messages::{Message, say};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::{Error, Refusal, quoted};
use crate::hex::hex;
use crate::http::{self, Body};

pub use super::form::see;
use super::form::{Fault, Wrong};

/// A form as it was sent: names with values, in order.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Vec<(String, String)>")]
pub struct Fields(Vec<(String, String)>);

/// Browsers send a new line as two characters.
impl From<Vec<(String, String)>> for Fields {
    fn from(sent: Vec<(String, String)>) -> Fields {
        Fields(sent.into_iter().map(|(name, value)| (name, value.replace("\r\n", "\n"))).collect())
    }
}

impl Fields {
    /// A field's text without space around it, where the form has the field: one that was emptied says so.
    pub fn sent(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.trim())
    }

    /// A field's text without space around it; empty where it was not sent.
    pub fn text(&self, name: &str) -> &str {
        self.sent(name).unwrap_or_default()
    }

    /// Puts a text into a field, whatever was there.
    pub fn set(&mut self, name: &str, text: &str) {
        self.0.retain(|(field, _)| field != name);
        self.0.push((name.to_owned(), text.replace("\r\n", "\n")));
    }

    /// All values that came under one name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.trim())
    }

    /// Fields whose names begin so: the rest of each name, and its text.
    pub fn named<'a>(&'a self, beginning: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().filter_map(move |(name, value)| Some((name.strip_prefix(beginning)?, value.trim())))
    }

    /// A field's text, where something was typed.
    pub fn some(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// Whether nothing was sent at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn has(&self, name: &str) -> bool {
        self.some(name).is_some()
    }

    /// A number, where something was typed.
    pub fn number(&self, name: &str) -> Result<Option<i64>, Refusal> {
        let wrong =
            |text: &str| Refusal::field(name.to_owned(), say!("{text} is not a whole number.", text = quoted(text)));
        self.some(name).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
    }

    /// A number that has to be there, within what such a number can be.
    pub fn needed<T: TryFrom<i64>>(&self, name: &str) -> Result<T, Refusal> {
        let number = self.narrow(name)?;
        number.ok_or_else(|| Refusal::field(name.to_owned(), say!("Write a whole number.")))
    }

    /// [`Fields::number`], within what such a number can be.
    pub fn narrow<T: TryFrom<i64>>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let beyond = |number: i64| Refusal::field(name.to_owned(), say!("{number} is too low or too high.", number));
        self.number(name)?.map(|number| T::try_from(number).map_err(|_| beyond(number))).transpose()
    }

    /// The number of the person who was chosen from a list.
    pub fn somebody(&self, name: &str) -> Result<i64, Refusal> {
        self.number(name)?.ok_or_else(|| Refusal::field(name.to_owned(), say!("Choose somebody.")))
    }

    /// Numbers that came under one name.
    pub fn numbers(&self, name: &str) -> Vec<i64> {
        self.all(name).filter_map(|text| text.parse().ok()).collect()
    }

    /// A field's text read as strictly as a program's: a day, or a word of a list.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, Error> {
        http::written(name, self.text(name))
    }

    /// [`Fields::read`], where something was typed or chosen.
    pub fn read_some<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Error> {
        self.has(name).then(|| self.read(name)).transpose()
    }

    /// [`Fields::read`] from a list in which nothing is chosen beforehand; `missing` asks for a choice.
    pub fn choice<T: DeserializeOwned>(&self, name: &'static str, missing: Message) -> Result<T, Error> {
        if !self.has(name) {
            return Err(Refusal::field(name, missing).into());
        }
        self.read(name)
    }

    /// What a `datetime-local` field says, on the club's wall clock.
    pub fn instant(&self, name: &str, zone: Tz) -> Result<DateTime<Utc>, Refusal> {
        let text = self.text(name);
        let read = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"].map(|form| NaiveDateTime::parse_from_str(text, form));
        let local = read.into_iter().find_map(Result::ok).and_then(|local| local.and_local_timezone(zone).earliest());
        let wrong = || Refusal::field(name.to_owned(), say!("Give a day and a time: 2026-11-06T12:40."));
        local.map(|at| at.with_timezone(&Utc)).ok_or_else(wrong)
    }

    /// What the fields ask; sent twice with one `key`, it is carried out once.
    pub fn body<T>(&self, value: T) -> Body<T> {
        let fingerprint = Sha256::digest(format!("{:?}", self.0)).to_vec();
        Body { value, key: self.some("key").map(str::to_owned), fingerprint }
    }

    /// What a preview was made of, for the form that signs it to carry along: each field that holds
    /// something, with a digest of that. What is typed `beside` the preview belongs to nothing that was shown.
    pub fn seen(&self, beside: &[&str]) -> String {
        let held = self.held(beside);
        held.iter().map(|(name, digest)| format!("{name}:{digest}")).collect::<Vec<_>>().join(" ")
    }

    /// Whether the form holds what its preview was made of: else nothing is signed, and the names of the
    /// fields that differ come back; an empty list if nothing was looked at.
    pub fn as_seen(&self, beside: &[&str]) -> Result<(), Vec<String>> {
        let Some(seen) = self.some("seen") else { return Err(Vec::new()) };
        let seen: BTreeMap<&str, &str> = seen.split(' ').filter_map(|field| field.rsplit_once(':')).collect();
        let held = self.held(beside);
        let mut names: Vec<&str> = seen.keys().copied().chain(held.keys().copied()).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| seen.get(name).copied() != held.get(name).map(String::as_str));
        if names.is_empty() { Ok(()) } else { Err(names.into_iter().map(str::to_owned).collect()) }
    }

    /// The fields that hold something, and a digest of all that came under each name.
    fn held(&self, beside: &[&str]) -> BTreeMap<&str, String> {
        let mut held: BTreeMap<&str, Sha256> = BTreeMap::new();
        for (name, value) in &self.0 {
            let (name, value) = (name.as_str(), value.trim());
            if !value.is_empty() && !["csrf", "key", "seen"].contains(&name) && !beside.contains(&name) {
                held.entry(name).or_default().update(format!("{} {value}", value.len()));
            }
        }
        held.into_iter().map(|(name, digest)| (name, short(&digest.finalize()))).collect()
    }

    /// The fields themselves as what they ask.
    pub fn once(&self) -> Body<Fields> {
        self.body(self.clone())
    }

    /// The request that a program would send, read as strictly.
    pub fn request<T: DeserializeOwned>(&self, request: Value) -> Result<Body<T>, Error> {
        Ok(self.body(http::parse(&serde_json::to_vec(&request)?)?))
    }
}

/// The place of an entry in a list, and its member, of a field that a program calls `adjustments.0.delta` or `acts[0].text`.
pub fn in_list<'a>(field: &'a str, list: &str) -> Option<(usize, &'a str)> {
    let entry = field.strip_prefix(list)?.strip_prefix(['.', '['])?;
    let end = entry.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(entry.len());
    let (place, member) = entry.split_at(end);
    Some((place.parse().ok()?, member.trim_start_matches([']', '.'])))
}

/// The beginning of a digest: enough to tell what was typed by hand apart.
fn short(digest: &[u8]) -> String {
    hex(digest.get(..8).unwrap_or(digest))
}

/// What was typed into which form of a page, and how it was refused; nothing on a fresh page.
#[derive(Debug, Default)]
pub struct Typed {
    form: String,
    fields: Fields,
    wrong: Wrong,
    /// What was changed since the preview that was to be signed.
    changed: Vec<String>,
    /// Whether its form has said how it was refused.
    told: Cell<bool>,
}

impl Typed {
    /// A form that was filled in and is shown again.
    pub fn again(form: &str, fields: Fields) -> Typed {
        Typed { form: form.to_owned(), fields, ..Typed::default() }
    }

    /// A refused form; any other error is passed on.
    pub fn refused(form: &str, fields: Fields, error: Error) -> Result<Typed, Error> {
        Ok(Typed { wrong: Wrong::of(error)?.in_form(form), ..Typed::again(form, fields) })
    }

    /// The form with something else in a field than was typed, or with it where nothing was.
    pub fn filled(self, form: &str, name: &str, text: &str) -> Typed {
        let mut fields = self.fields;
        fields.set(name, text);
        Typed { form: form.to_owned(), fields, ..self }
    }

    /// [`Wrong::called`]
    pub fn called(self, own: impl Fn(&str) -> Option<(String, String)>) -> Typed {
        Typed { wrong: self.wrong.called(own), ..self }
    }

    /// [`Wrong::faults`]
    pub fn faults(&self) -> Vec<Fault<'_>> {
        self.wrong.faults()
    }

    /// [`Wrong::label`], where the form was refused.
    pub fn label(&self, form: &str, name: &str, label: impl Display) -> String {
        if self.refusal(form).is_some() { self.wrong.label(name, label) } else { label.to_string() }
    }

    /// The form with a fresh preview instead of a signature; `changed`, in the reader's words, says why.
    pub fn unsigned(self, changed: Vec<String>) -> Typed {
        Typed { changed, ..self }
    }

    /// What was changed since the preview, in the reader's words; empty where nothing was.
    pub fn changed(&self) -> String {
        self.changed.join(", ")
    }

    /// What the form carries along that it was looked at with (see [`Fields::seen`]).
    pub fn seen(&self, beside: &[&str]) -> String {
        self.fields.seen(beside)
    }

    /// The status that a page with it answers with.
    pub fn status(&self) -> StatusCode {
        if self.changed.is_empty() { self.wrong.status() } else { StatusCode::CONFLICT }
    }

    /// The form that was filled in.
    pub fn form(&self) -> &str {
        &self.form
    }

    /// What was typed into it.
    pub fn fields(&self) -> &Fields {
        &self.fields
    }

    pub fn value(&self, form: &str, name: &str) -> &str {
        self.value_or(form, name, "")
    }

    /// What was typed, or what the fresh form begins with.
    pub fn value_or<'a>(&'a self, form: &str, name: &str, fresh: &'a str) -> &'a str {
        let sent = self.fields.0.iter().find(|(field, _)| self.form == form && field == name);
        sent.map_or(fresh, |(_, value)| value.as_str())
    }

    /// What was typed where none of these days is to be chosen: it is not lost.
    pub fn other_day(&self, form: &str, name: &str, days: &[NaiveDate]) -> Option<&str> {
        let is_other = |typed: &&str| !typed.is_empty() && days.iter().all(|day| day.to_string() != **typed);
        Some(self.value(form, name)).filter(is_other)
    }

    /// Whether a box was ticked or an option chosen.
    pub fn chose(&self, form: &str, name: &str, value: impl Display) -> bool {
        let value = value.to_string();
        self.form == form && self.fields.0.iter().any(|(field, sent)| field == name && *sent == value)
    }

    /// Whether something was typed into a field whose name begins so.
    pub fn any(&self, form: &str, beginning: &str) -> bool {
        self.form == form && self.fields.named(beginning).any(|(_, text)| !text.is_empty())
    }

    /// All that was wrong with a field.
    pub fn wrong(&self, form: &str, name: &str) -> Message {
        self.wrong.at_in(form, name)
    }

    pub fn refusal(&self, form: &str) -> Option<&Refusal> {
        self.wrong.refusal(form)
    }

    /// How a form was refused, which says so now.
    pub fn tells(&self, form: &str) -> Option<&Refusal> {
        let refusal = self.refusal(form);
        self.told.set(self.told.get() || refusal.is_some());
        refusal
    }

    /// How a form was refused that the page has no more.
    pub fn untold(&self) -> Option<&Refusal> {
        self.refusal(&self.form).filter(|_| !self.told.get())
    }

    /// The idempotency key of a form: a fresh one, or the one it was sent with.
    pub fn key(&self, form: &str) -> String {
        match self.value(form, "key") {
            "" => format!("{:032x}", rand::random::<u128>()),
            kept => kept.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(list: &[(&str, &str)]) -> Fields {
        Fields::from(list.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>())
    }

    #[test]
    fn local_times_are_the_clubs() {
        let typed = fields(&[("at", "2026-06-05T12:40"), ("never", "2026-03-29T01:30"), ("not", "noon")]);
        let zone = chrono_tz::Europe::London;
        assert_eq!(typed.instant("at", zone).map(|at| at.to_rfc3339()), Ok("2026-06-05T11:40:00+00:00".into()));
        assert!(typed.instant("never", zone).is_err() && typed.instant("not", zone).is_err());
    }

    #[test]
    fn a_field_of_a_list_tells_its_place_and_its_member() {
        for (field, told) in [
            ("acts.12.text", Some((12, "text"))),
            ("acts[12].text", Some((12, "text"))),
            ("acts[0]", Some((0, ""))),
            ("acts.0", Some((0, ""))),
            ("acts", None),
            ("acts.text", None),
            ("acts[]", None),
            ("acts-0", None),
            ("reason", None),
        ] {
            assert_eq!(in_list(field, "acts"), told, "{field}");
        }
    }

    #[test]
    fn somebody_has_to_be_chosen() {
        let typed = fields(&[("person", "7"), ("nobody", ""), ("not", "Ann")]);
        assert_eq!(typed.somebody("person"), Ok(7));
        for name in ["nobody", "missing", "not"] {
            assert_eq!(typed.somebody(name).unwrap_err().errors[0].field, name);
        }
    }

    #[test]
    fn nothing_is_signed_but_what_was_seen() {
        let looked = [("csrf", "a"), ("act", "I.2"), ("points", ""), ("game", "1"), ("game", "2")];
        let seen = fields(&looked).seen(&["note"]);
        let signs = |extra: &[(&str, &str)]| {
            fields(&[&looked[..], extra, &[("seen", seen.as_str())]].concat()).as_seen(&["note"])
        };
        assert_eq!(signs(&[("key", "k"), ("note", "typed beside it"), ("insist", " ")]), Ok(()));
        assert_eq!(
            signs(&[("points", "30"), ("sanction", "deduction")]),
            Err(vec!["points".into(), "sanction".into()])
        );
        assert_eq!(signs(&[("game", "3")]), Err(vec!["game".into()]));
        let less = [("act", "I.2"), ("game", "12"), ("seen", seen.as_str())];
        assert_eq!(fields(&less).as_seen(&[]), Err(vec!["game".into()]));
        assert_eq!(fields(&looked).as_seen(&[]), Err(Vec::new()), "nothing was looked at");
    }

    #[test]
    fn the_message_on_top_leads_to_each_field_by_its_label_in_the_order_of_the_page() {
        let wrong = ["nowhere", "I.2", "sanctions", "gone", "offence.what"]
            .map(|field| Refusal::field(field, say!("{field}?", field)));
        let error = Error::from(Refusal::together(wrong.to_vec()).unwrap_err());
        let typed = Typed::refused("decide", fields(&[("what", "No")]), error).unwrap();
        let typed = typed.called(|field| match field {
            "sanctions" => Some(("sanction".into(), "Sanctions".into())),
            "gone" => Some(("gone".into(), "Gone".into())),
            _ => None,
        });
        // The page is written: with a label, with another than the message has, with a dot in a name.
        assert_eq!(typed.label("decide", "what", "What & when"), "What & when");
        assert_eq!(typed.wrong("decide", "sanction"), say!("{field}?", field = "sanctions"));
        assert_eq!(typed.label("decide", "I.2", "Act I.2"), "Act I.2");
        assert_eq!(typed.label("another", "nowhere", "Elsewhere"), "Elsewhere");
        let faults = typed.faults();
        let told: Vec<_> = faults.iter().map(|one| (one.place.as_deref(), one.label.as_deref())).collect();
        assert_eq!(
            told,
            [
                (Some("decide-what"), Some("What & when")),
                (Some("decide-sanction"), Some("Sanctions")),
                (Some("decide-I.2"), Some("Act I.2")),
                (None, None),
                (None, Some("Gone")),
            ]
        );
        assert_eq!(*faults[0].detail, say!("{field}?", field = "offence.what"));
    }

    #[test]
    fn all_that_is_wrong_with_a_field_is_said_beside_it_once() {
        let wrong = [("acts", "There is no Act IX."), ("text", "Say what."), ("new.acts", "There is no Act X.")];
        let wrong = [&wrong[..], &wrong[..1]].concat();
        let wrong = wrong.into_iter().map(|(field, detail)| Refusal::field(field, Message::verbatim(detail))).collect();
        let error = Error::from(Refusal::together(wrong).unwrap_err());
        let typed = Typed::refused("suggest", Fields::default(), error).unwrap();
        assert_eq!(typed.wrong("suggest", "acts").to_string(), "There is no Act IX. There is no Act X.");
        assert_eq!(typed.wrong("suggest", "text").to_string(), "Say what.");
    }

    #[test]
    fn what_was_refused_is_shown_where_it_was_typed() {
        let error = Error::from(Refusal::field("reason", say!("Too short.")));
        let typed = Typed::refused("leave", fields(&[("reason", "No")]), error).unwrap();
        assert_eq!(
            (typed.value("leave", "reason"), typed.wrong("leave", "reason").to_string()),
            ("No", "Too short.".into())
        );
        assert_eq!((typed.value("panel", "reason"), typed.wrong("panel", "reason").to_string()), ("", String::new()));
        assert_eq!(typed.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert!(Typed::refused("leave", Fields::default(), Error::internal("broken")).is_err());
    }
}
