//! HTTP habits that all capabilities share: reading bodies, answering, paging, cookies, problem documents.

pub mod address;
mod answer;
mod body;
pub mod calendar;
pub mod cells;
pub mod cookies;
mod idempotency;
pub mod incoming;
pub mod outgoing;
mod page;
pub mod problem;
mod reading;
pub mod request_id;
mod router;
pub mod upload;

pub use answer::{Answer, IfMatch, etag, is_among, unchanged};
pub use body::{AS_JSON, Body, Form, LARGEST, Params};
pub use idempotency::forget_old_keys;
pub(crate) use idempotency::{answered, create};
pub use page::{Page, PageRequest};
pub use reading::{json as parse, written};
pub use rookery_club::instant;
pub use router::Router;
pub(crate) use upload::upload;
