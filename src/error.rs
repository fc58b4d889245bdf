//! What can go wrong. A [`Refusal`] is a value that pure rules return; [`Error`] adds what a store or handler can meet
//! besides. `http::problem` turns either into an RFC 9457 document; nothing else decides a status code.

pub use rookery_club::error::*;

/// Everything a store or a handler can fail with.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Refused(Box<Refusal>),
    #[error("database: {0}")]
    Database(diesel::result::Error),
    /// The database cannot be reached or takes no changes, or its answer to a commit was lost. A retry with the same
    /// Idempotency-Key is safe. `db::Health` logs when this begins and ends; who meets it need not.
    #[error("{0}")]
    Away(String),
    /// A file, a folder or a port of the host cannot be used.
    #[error("{0}")]
    Unavailable(String),
    /// A setting with a value that cannot be: its name, what is wrong and what would be right.
    #[error("{0}")]
    Setting(String),
    #[error("internal: {0}")]
    Internal(String),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Refused(Box::new(refusal))
    }
}

impl From<diesel::result::Error> for Error {
    /// Told by kind: a lost connection is no fault of the query.
    fn from(error: diesel::result::Error) -> Error {
        use diesel::result::{DatabaseErrorKind as Kind, Error as Diesel};
        match error {
            Diesel::BrokenTransactionManager
            | Diesel::RollbackErrorOnCommit { .. }
            | Diesel::DatabaseError(Kind::ClosedConnection | Kind::UnableToSendCommand, _) => {
                Error::Away(error.to_string())
            }
            _ => Error::Database(error),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error::Internal(format!("stored JSON: {error}"))
    }
}

impl Error {
    pub fn internal(detail: impl std::fmt::Display) -> Error {
        Error::Internal(detail.to_string())
    }

    /// The same, told at the field that it is about where it names none: at the number of what is not there.
    pub fn at(mut self, field: &'static str) -> Error {
        if let Error::Refused(refusal) = &mut self
            && refusal.errors.is_empty()
        {
            refusal.errors.push(FieldError { field: field.into(), detail: refusal.detail.clone() });
        }
        self
    }

    /// Whether a unique constraint was violated (told by kind, never by message).
    pub fn is_unique_violation(&self) -> bool {
        use diesel::result::{DatabaseErrorKind, Error as Diesel};
        matches!(self, Error::Database(Diesel::DatabaseError(DatabaseErrorKind::UniqueViolation, _)))
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use rookery_messages::say;

    use super::*;

    #[test]
    fn what_is_not_there_is_told_at_its_field() {
        let fields = |error: Error| -> Vec<Cow<'static, str>> {
            match error.at("game") {
                Error::Refused(refusal) => refusal.errors.into_iter().map(|error| error.field).collect(),
                _ => Vec::new(),
            }
        };
        assert_eq!(fields(crate::not_found!("game").into()), ["game"]);
        assert_eq!(fields(Refusal::field("what", say!("Too short.")).into()), ["what"]);
        assert!(fields(Error::internal("broken")).is_empty());
    }
}
