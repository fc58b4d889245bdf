//! What the forms of pages share: a request as the interface for programs takes it, what was wrong
//! with it and where, and the page to see next.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};

use crate::error::{Act, Error, FieldError};
use crate::http::{Body, problem};

/// What was wrong with a form, in words, by which Acts, and beside which field.
#[derive(Clone, Debug, Default)]
pub struct Wrong {
    status: StatusCode,
    pub detail: String,
    pub acts: Vec<Act>,
    /// The form it was, on a page with several.
    form: &'static str,
    errors: Vec<FieldError>,
}

impl Wrong {
    /// A refusal is shown in its page; what is none goes its own way.
    pub fn of(error: Error) -> Result<Wrong, Error> {
        match error {
            Error::Refused(refusal) => Ok(Wrong {
                status: problem::status(refusal.kind),
                detail: refusal.detail,
                acts: refusal.acts,
                form: "",
                errors: refusal.errors,
            }),
            other => Err(other),
        }
    }

    pub fn in_form(self, form: &'static str) -> Wrong {
        Wrong { form, ..self }
    }

    /// The status that the page answers with: 200 where nothing was wrong.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// What was wrong with a field of the page's only form.
    pub fn at(&self, field: &str) -> &str {
        self.at_in("", field)
    }

    /// What was wrong with a field of one of its forms.
    pub fn at_in(&self, form: &str, field: &str) -> &str {
        let of_field = |error: &&FieldError| self.form == form && error.field == field;
        self.errors.iter().find(of_field).map_or("", |error| error.detail.as_str())
    }
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
