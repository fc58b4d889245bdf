//! What forms share: reading the request, what was wrong and at which field, and the page to show
//! next.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use chrono::NaiveDate;
use rookery_messages::{Join, Message, say};

use crate::error::{Error, Refusal};
use crate::http::{Body, instant, problem};

/// How a form was refused, on a page with one form or several; nothing on a fresh page.
#[derive(Clone, Debug, Default)]
pub struct Wrong {
    form: String,
    refusal: Option<Box<Refusal>>,
    /// Labels for fields without a label on the page (see [`Wrong::called`]).
    own: BTreeMap<String, String>,
    /// The page's fields from top to bottom with their labels, noted while it is written (see [`Wrong::label`]).
    noted: RefCell<Vec<(String, String)>>,
}

impl Wrong {
    /// A refusal is shown in its page; what is none goes its own way.
    pub fn of(error: Error) -> Result<Wrong, Error> {
        match error {
            Error::Refused(refusal) => Ok(Wrong { refusal: Some(refusal), ..Wrong::default() }),
            other => Err(other),
        }
    }

    pub fn in_form(self, form: &str) -> Wrong {
        Wrong { form: form.to_owned(), ..self }
    }

    /// The status that the page answers with: 200 where nothing was wrong.
    pub fn status(&self) -> StatusCode {
        self.refusal.as_ref().map_or(StatusCode::OK, |refusal| problem::status(refusal.kind))
    }

    /// How it was refused, whichever of the page's forms it was.
    pub fn refused(&self) -> Option<&Refusal> {
        self.refusal.as_deref()
    }

    /// What was wrong, field by field, for the message on top of the form: each with its field's label, which leads to
    /// the field where the page has it, in the order of the page's fields. A program names a field with its place:
    /// `offence.what`.
    pub fn faults(&self) -> Vec<Fault<'_>> {
        let noted = self.noted.borrow();
        let errors = self.refusal.as_deref().map_or(&[][..], |refusal| &refusal.errors);
        let told = errors.iter().map(|error| {
            let last = error.field.rsplit('.').next().unwrap_or_default();
            let found = [error.field.as_ref(), last].iter().find_map(|name| position(&noted, name));
            let field = found.and_then(|at| noted.get(at));
            // The label that stands at the field is the one to look for.
            let label = field.map(|(_, label)| label).filter(|label| !label.is_empty());
            let label = label.or_else(|| self.own.get(error.field.as_ref())).filter(|label| !label.is_empty());
            let id = |name: &String| if self.form.is_empty() { name.clone() } else { format!("{}-{name}", self.form) };
            let place = field.map(|(name, _)| id(name));
            (found.unwrap_or(usize::MAX), Fault { place, label: label.cloned(), detail: &error.detail })
        });
        let mut told: Vec<(usize, Fault<'_>)> = told.collect();
        told.sort_by_key(|(at, _)| *at);
        told.into_iter().map(|(_, fault)| fault).collect()
    }

    /// A field's label, noted for the message on top, which is written before the field: so the page of a refused form
    /// is written twice (`layout::render`).
    pub fn label(&self, field: &str, label: impl Display) -> String {
        let label = label.to_string();
        self.note(field, &label);
        label
    }

    /// Notes where on the page a field stands, and its label where it has one.
    fn note(&self, field: &str, label: &str) {
        let mut noted = self.noted.borrow_mut();
        match noted.iter_mut().find(|(name, _)| name == field) {
            Some((_, known)) if !label.is_empty() => label.clone_into(known),
            Some(_) => {}
            None => noted.push((field.to_owned(), label.to_owned())),
        }
    }

    /// The same, with each wrong field under its name on the page, and with a label if the page has none for it: `own` gives
    /// name and label for the name that programs use; `None` if the name is the same and needs no label.
    pub fn called(mut self, own: impl Fn(&str) -> Option<(String, String)>) -> Wrong {
        for error in self.refusal.iter_mut().flat_map(|refusal| &mut refusal.errors) {
            if let Some((name, label)) = own(&error.field) {
                error.field = name.clone().into();
                self.own.insert(name, label);
            }
        }
        self
    }

    /// How one of the page's forms was refused.
    pub fn refusal(&self, form: &str) -> Option<&Refusal> {
        self.refusal.as_deref().filter(|_| self.form == form)
    }

    /// All that was wrong with a field of the page's only form.
    pub fn at(&self, field: &str) -> Message {
        self.at_in("", field)
    }

    /// All that was wrong with a field of one of its forms, one after another; nothing is said twice. A program names
    /// it with its place: `offence.what`.
    pub fn at_in(&self, form: &str, field: &str) -> Message {
        let errors = self.refusal(form).map_or(&[][..], |refusal| &refusal.errors);
        if !errors.is_empty() {
            self.note(field, "");
        }
        let of_field = |name: &str| name == field || name.rsplit('.').next() == Some(field);
        let mut told: Vec<&Message> = Vec::new();
        for error in errors.iter().filter(|error| of_field(&error.field)) {
            if !told.contains(&&error.detail) {
                told.push(&error.detail);
            }
        }
        Message::joined(Join::Sentences, told.into_iter().cloned())
    }
}

/// Where among the fields that were noted this one is.
fn position(noted: &[(String, String)], field: &str) -> Option<usize> {
    noted.iter().position(|(name, _)| name == field)
}

/// A field that was wrong, as the message at the top of the form names it.
#[derive(Debug, PartialEq)]
pub struct Fault<'a> {
    /// The field's id, where the page has it.
    pub place: Option<String>,
    pub label: Option<String>,
    pub detail: &'a Message,
}

/// A field's hint beside what was wrong with the field: without the sentences that this says too, such as how long a text
/// may be.
pub fn beside(hint: &str, wrong: &str) -> String {
    let mut sentences: Vec<String> = Vec::new();
    for part in hint.split_inclusive(". ") {
        match sentences.last_mut() {
            // A number ends no sentence, as in 1. e4.
            Some(last) if last.trim_end_matches(". ").ends_with(char::is_numeric) => last.push_str(part),
            _ => sentences.push(part.to_owned()),
        }
    }
    let wrong = wrong.to_lowercase();
    sentences.retain(|sentence| !wrong.contains(&sentence.trim().trim_end_matches('.').to_lowercase()));
    sentences.concat().trim_end().to_owned()
}

/// The page to see after a change (303).
pub fn see(place: impl AsRef<str>) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, place.as_ref())).finish()
}

/// What a form asks, for the handler that answers programs.
pub fn asked<T>(value: T) -> Body<T> {
    Body { value, key: None, fingerprint: Vec::new() }
}

/// A choice or number that may be left open: forms send empty text for it.
pub fn chosen(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// The day in a field that may be left open.
pub fn chosen_day(field: &'static str, text: Option<&str>) -> Result<Option<NaiveDate>, Refusal> {
    let Some(day) = chosen(text) else { return Ok(None) };
    let wrong =
        |_| Refusal::field(field, say!("\"{day}\" is no date; write it as year, month and day: 2026-11-06.", day));
    let day = day.parse::<NaiveDate>().map_err(wrong)?;
    instant::day(field, day).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_says_nothing_again_that_the_fault_says() {
        let fault = "Write 3 to 500 characters; this has 1.";
        for (hint, wrong, left) in [
            ("3 to 500 characters. Everyone can read it.", "", "3 to 500 characters. Everyone can read it."),
            ("3 to 500 characters. Everyone can read it.", fault, "Everyone can read it."),
            ("3 to 500 characters.", fault, ""),
            (
                "3 bis 500 Zeichen. Alle können es lesen.",
                "Schreib 3 bis 500 Zeichen; hier sind es 2.",
                "Alle können es lesen.",
            ),
            ("It stands on top of its page, such as 17.", fault, "It stands on top of its page, such as 17."),
            (
                "As you wrote them: 1. e4 e5 2. Nf3 …",
                "1. e4 e5 2. Nf9 is no move.",
                "As you wrote them: 1. e4 e5 2. Nf3 …",
            ),
            ("", fault, ""),
        ] {
            assert_eq!(beside(hint, wrong), left, "{hint} / {wrong}");
        }
    }
}
