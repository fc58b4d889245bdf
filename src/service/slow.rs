//! The timeout for request bodies that arrive too slowly.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::ConnectionType;
use actix_web::web::Bytes;
use futures_util::Stream;
use rookery_messages::say;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::error::{Error, Kind, Refusal};

/// How long a body may take to begin with.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes that add a second to it: a slow network may send a large file, one byte now and then is not waited for.
const A_SECOND: u64 = 1 << 10;

/// A body with its deadline.
struct Awaited {
    payload: Payload,
    began: Instant,
    bytes: u64,
    end: Pin<Box<Sleep>>,
    late: Rc<Cell<bool>>,
}

impl Stream for Awaited {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let awaited = self.get_mut();
        let next = Pin::new(&mut awaited.payload).poll_next(context);
        if let Poll::Ready(Some(Ok(chunk))) = &next {
            awaited.bytes += chunk.len() as u64;
            let end = awaited.began + PATIENCE + Duration::from_secs(awaited.bytes / A_SECOND);
            awaited.end.as_mut().reset(end);
        }
        if next.is_pending() && awaited.end.as_mut().poll(context).is_ready() {
            awaited.late.set(true);
            return Poll::Ready(Some(Err(PayloadError::Incomplete(None))));
        }
        next
    }
}

/// Whether the body of a request came too slowly.
pub struct Late(Rc<Cell<bool>>);

/// Bounds how long the body of a request is waited for.
pub fn bound(request: &mut ServiceRequest) -> Late {
    let late = Rc::new(Cell::new(false));
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Late(late);
    }
    let began = Instant::now();
    let end = Box::pin(sleep_until(began + PATIENCE));
    let awaited = Awaited { payload, began, bytes: 0, end, late: late.clone() };
    request.set_payload(Payload::Stream { payload: Box::pin(awaited) });
    Late(late)
}

impl Late {
    pub fn has_passed(&self) -> bool {
        self.0.get()
    }
}

/// The answer then, in place of what the handler answered about the part of the body that it got.
pub fn refused(response: ServiceResponse) -> ServiceResponse {
    let detail = say!("The request did not arrive in time; send it again.");
    response.error_response(Error::from(Refusal::new(Kind::TooSlow, say!("Too slow"), detail)))
}

/// Ends the connection with this answer: what is still to come of the body would be taken for the next request.
pub fn close(response: &mut ServiceResponse) {
    response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
}
