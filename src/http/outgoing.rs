//! Sending stored files: few at once and in pieces, so that slow or many downloads take little memory.

use std::time::Duration;

use actix_web::body::SizedStream;
use actix_web::rt;
use actix_web::web::Bytes;
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};
use tokio::time::timeout;

use super::incoming::busy;
use crate::error::Error;

/// Files that are sent at once.
static AT_ONCE: Semaphore = Semaphore::const_new(4);
/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a file that is taken slowly keeps others waiting.
const SLOW: Duration = Duration::from_secs(30);
const PIECE: usize = 64 << 10;

/// A turn to send a file: taken before the file is read.
pub struct Turn(SemaphorePermit<'static>);

pub(crate) async fn turn() -> Result<Turn, Error> {
    let turn = timeout(PATIENCE, AT_ONCE.acquire()).await.map_err(|_| busy())?;
    Ok(Turn(turn.map_err(Error::internal)?))
}

/// A file in pieces; the turn is over when all of them are sent, or nobody wants them any more, or it lasts too long.
pub fn pieces(content: Vec<u8>, Turn(permit): Turn) -> SizedStream<impl Stream<Item = Result<Bytes, Error>>> {
    let (is_over, over) = oneshot::channel::<()>();
    rt::spawn(async move {
        drop(timeout(SLOW, over).await);
        drop(permit);
    });
    let length = content.len() as u64;
    let pieces = unfold((Bytes::from(content), is_over), |(mut rest, is_over)| async move {
        if rest.is_empty() {
            return None;
        }
        let piece = rest.split_to(PIECE.min(rest.len()));
        Some((Ok(piece), (rest, is_over)))
    });
    SizedStream::new(length, Box::pin(pieces))
}
