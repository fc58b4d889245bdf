//! HTTP habits that all capabilities share: reading bodies, answering, paging, problem documents.

mod answer;
mod body;
mod idempotency;
pub mod instant;
mod page;
pub mod problem;
pub mod upload;

pub use answer::{Answer, etag, unchanged};
pub use body::{Body, Form, LARGEST, Params, parse};
pub use idempotency::{create, forget_old_keys};
pub use page::{Page, PageRequest};
pub use upload::upload;
