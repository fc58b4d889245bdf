//! Reading bodies within bounds: all requests together share one limit of memory, so that no number of
//! callers can exhaust it.

use std::time::Duration;

use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::{Bytes, BytesMut};
use actix_web::{HttpMessage, HttpRequest};
use futures_util::{Stream, StreamExt};
use rookery_messages::{Value, say};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::body::malformed;
use crate::error::{Error, Kind, Refusal};

/// Bytes that larger bodies may take together.
const TOGETHER: u32 = 32 << 20;
static ROOM: Semaphore = Semaphore::const_new(TOGETHER as usize);
/// A body up to this size is read without asking for room.
const SMALL: usize = 16 << 10;
/// How long a request waits for room.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of a too large body that are read and dropped, so that the sender gets to read the refusal.
const PASSED: usize = 64 << 20;

/// Memory reserved for a body, for as long as its request, or work that it started, takes.
pub struct Room {
    _held: SemaphorePermit<'static>,
}

/// Refuses what is larger than is read.
pub fn fits(length: usize, largest: usize) -> Result<(), Error> {
    if length <= largest {
        return Ok(());
    }
    let detail = say!("What was sent is larger than {largest} bytes, the most that is read here.", largest);
    Err(Refusal::new(Kind::TooLarge, say!("Too large"), detail).into())
}

/// Bytes that a request says it has.
fn told(request: &HttpRequest) -> Option<usize> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Makes room for a body of at most so many bytes, each of which takes `weight` in memory once it is read.
pub(crate) async fn make_room(request: &HttpRequest, largest: usize, weight: u32) -> Result<(), Error> {
    let length = told(request).unwrap_or(largest);
    fits(length, largest)?;
    if length <= SMALL || request.extensions().contains::<Room>() {
        return Ok(());
    }
    let wanted = u32::try_from(length).unwrap_or(u32::MAX).saturating_mul(weight).min(TOGETHER);
    let room = timeout(PATIENCE, ROOM.acquire_many(wanted)).await;
    let room = room.map_err(|_| busy())?.map_err(Error::internal)?;
    request.extensions_mut().insert(Room { _held: room });
    Ok(())
}

/// There is no room for now.
pub fn busy() -> Refusal {
    let detail = say!("The service is reading as much as it can at once; send this again in a few seconds.");
    Refusal::new(Kind::TooMany(5), say!("Busy"), detail)
}

/// A request's reserved memory, for work that continues after the answer.
pub fn take_room(request: &HttpRequest) -> Option<Room> {
    request.extensions_mut().remove()
}

/// A whole body of at most so many bytes.
pub(crate) async fn whole<E: std::fmt::Display>(
    request: &HttpRequest,
    mut payload: impl Stream<Item = Result<Bytes, E>> + Unpin,
    largest: usize,
    weight: u32,
) -> Result<Bytes, Error> {
    if let Err(refused) = make_room(request, largest, weight).await {
        pass(&mut payload).await;
        return Err(refused);
    }
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| unread(&error))?;
        if let Err(refused) = fits(bytes.len() + chunk.len(), largest) {
            drop(bytes);
            pass(&mut payload).await;
            return Err(refused);
        }
        // A body in one piece, such as one that the gate has read already, is not copied.
        if bytes.is_empty() {
            bytes = BytesMut::from(chunk);
        } else {
            bytes.extend_from_slice(&chunk);
        }
    }
    Ok(bytes.freeze())
}

/// Why a body could not be read to its end.
pub fn unread(error: &impl std::fmt::Display) -> Error {
    let detail = say!("The body did not arrive whole: {error}.", error = Value::text(error));
    malformed(say!("Not all of it arrived"), detail)
}

/// Lets what is not read pass by.
pub(crate) async fn pass<E>(payload: &mut (impl Stream<Item = Result<Bytes, E>> + Unpin)) {
    let mut passed = 0;
    while let Some(Ok(chunk)) = payload.next().await {
        passed += chunk.len();
        if passed > PASSED {
            return;
        }
    }
}
