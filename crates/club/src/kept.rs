//! A message in a record: the column holds its template and arguments, as JSON.
//!
//! Pages show it in the reader's language; the API and files have it in English. What somebody wrote is a message too, of
//! their words alone ([`Message::verbatim`]).

use std::ops::Deref;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;
use rookery_messages::Message;
use serde::{Serialize, Serializer};

/// A stored message. API callers read it as its English sentence.
#[derive(Clone, Debug, PartialEq, Eq, diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct Kept {
    message: Message,
    /// The content of the column.
    json: String,
}

impl Kept {
    /// The message with the JSON that its column holds.
    pub fn of(message: Message) -> Kept {
        let json = serde_json::to_string(&message).unwrap_or_else(|_| message.to_string());
        Kept { message, json }
    }

    /// The content of the column.
    pub fn into_json(self) -> String {
        self.json
    }
}

impl From<&Kept> for Message {
    fn from(kept: &Kept) -> Message {
        kept.message.clone()
    }
}

impl From<&&Kept> for Message {
    fn from(kept: &&Kept) -> Message {
        kept.message.clone()
    }
}

impl Deref for Kept {
    type Target = Message;

    fn deref(&self) -> &Message {
        &self.message
    }
}

impl Serialize for Kept {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.message)
    }
}

impl<DB: Backend> ToSql<Text, DB> for Kept
where
    str: ToSql<Text, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.json.as_str().to_sql(out)
    }
}

impl<DB: Backend> FromSql<Text, DB> for Kept
where
    String: FromSql<Text, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Kept> {
        let text = String::from_sql(bytes)?;
        // What is no message was left there by somebody's hand.
        Ok(Kept::of(serde_json::from_str(&text).unwrap_or_else(|_| Message::verbatim(text))))
    }
}
