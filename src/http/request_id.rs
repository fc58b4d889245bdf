//! The id of a request: the same in its answer, in the problem document and in the lines of the log.

use std::fmt::{self, Display, Formatter};
use std::future::Future;

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use serde::{Serialize, Serializer};
use tracing::Instrument;

/// By which every answer tells it.
const HEADER: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: RequestId;
}

/// Sixteen hexadecimal digits, by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId(u64);

impl RequestId {
    pub fn random() -> RequestId {
        RequestId(rand::random())
    }

    /// The id of the request that is being answered; `None` in work that no request waits for.
    pub fn current() -> Option<RequestId> {
        CURRENT.try_with(|id| *id).ok()
    }

    /// Does the work of this request: what is logged meanwhile has its id.
    pub async fn during<T>(self, work: impl Future<Output = T>) -> T {
        CURRENT.scope(self, work.instrument(tracing::info_span!("request", id = %self))).await
    }

    pub fn tell(self, headers: &mut HeaderMap) {
        if let Ok(value) = HeaderValue::try_from(self.to_string()) {
            headers.insert(HEADER, value);
        }
    }
}

impl Display for RequestId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
