//! Cursor paging: the next page of a list begins after the last row of this one.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, Responder};
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Refusal};

/// What a caller asks of a list.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PageRequest {
    /// The `next` of the page before.
    pub after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    pub limit: Option<i64>,
}

impl PageRequest {
    pub fn limit(&self) -> Result<i64, Error> {
        match self.limit.unwrap_or(50) {
            limit @ 1..=200 => Ok(limit),
            other => Err(Refusal::field("limit", say!("{other} is not between 1 and 200.", other)).into()),
        }
    }

    /// The id that the page begins after.
    pub fn after(&self) -> Result<Option<i64>, Error> {
        let wrong =
            |_| Refusal::field("after", say!("This is no cursor of this list: use the `next` of a page.")).into();
        self.after.as_deref().map(|after| after.parse().map_err(wrong)).transpose()
    }
}

/// One page of a list, with a cursor where there is more.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Give this as `after` for the next page.
    pub next: Option<String>,
}

impl<T> Page<T> {
    /// Makes a page of rows that were read with one more than `limit`.
    pub fn of(mut rows: Vec<T>, limit: i64, cursor: impl Fn(&T) -> i64) -> Page<T> {
        let limit = usize::try_from(limit).unwrap_or(0);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = if more { rows.last().map(|row| cursor(row).to_string()) } else { None };
        Page { items: rows, next }
    }
}

impl<T: Serialize> Responder for Page<T> {
    type Body = actix_web::body::BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let mut builder = HttpResponse::Ok();
        if let Some(next) = &self.next {
            let kept = request.query_string().split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("after="));
            let query: Vec<String> = kept.map(str::to_owned).chain([format!("after={next}")]).collect();
            builder.insert_header((header::LINK, format!("<{}?{}>; rel=\"next\"", request.path(), query.join("&"))));
        }
        builder.json(self)
    }
}
