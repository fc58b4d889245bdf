//! What the forms of pages share: a request as the interface for programs takes it, what was wrong
//! with it and where, and the page to see next.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};

use rookery_messages::{Join, Message};

use crate::error::{Act, Error, FieldError, Refusal};
use crate::http::{Body, problem};

/// How a form was refused, on a page with one form or several; nothing on a fresh page.
#[derive(Clone, Debug, Default)]
pub struct Wrong {
    form: String,
    refusal: Option<Box<Refusal>>,
}

impl Wrong {
    /// A refusal is shown in its page; what is none goes its own way.
    pub fn of(error: Error) -> Result<Wrong, Error> {
        match error {
            Error::Refused(refusal) => Ok(Wrong { form: String::new(), refusal: Some(refusal) }),
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

    /// What was wrong, in words.
    pub fn detail(&self) -> Message {
        Message::joined(Join::Sentences, self.refusal.iter().map(|refusal| refusal.detail.clone()))
    }

    pub fn acts(&self) -> &[Act] {
        self.refusal.as_ref().map_or(&[], |refusal| &refusal.acts)
    }

    /// What was wrong with the page's only form, field by field, for the message on top of it; its fields go by their
    /// own names.
    pub fn faults(&self) -> Vec<Fault<'_>> {
        let errors = self.refusal.as_deref().map_or(&[][..], |refusal| &refusal.errors);
        errors
            .iter()
            .map(|error| Fault { place: error.field.to_string(), label: None, detail: &error.detail })
            .collect()
    }

    /// How one of the page's forms was refused.
    pub fn refusal(&self, form: &str) -> Option<&Refusal> {
        self.refusal.as_deref().filter(|_| self.form == form)
    }

    /// What was wrong, field by field.
    pub fn errors_mut(&mut self) -> &mut [FieldError] {
        self.refusal.as_mut().map_or(&mut [], |refusal| &mut refusal.errors)
    }

    /// All that was wrong with a field of the page's only form.
    pub fn at(&self, field: &str) -> Message {
        self.at_in("", field)
    }

    /// All that was wrong with a field of one of its forms, one after another; nothing is said twice. A program names
    /// it with its place: `offence.what`.
    pub fn at_in(&self, form: &str, field: &str) -> Message {
        let errors = self.refusal(form).map_or(&[][..], |refusal| &refusal.errors);
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

/// A field that was wrong, as the message on top of its form tells of it.
#[derive(Debug, PartialEq)]
pub struct Fault<'a> {
    /// The id of the field on the page, should it have one.
    pub place: String,
    /// Where the field is called otherwise than its label on the page says.
    pub label: Option<&'a str>,
    pub detail: &'a Message,
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
