//! Typed ids and stored words: a game's id cannot stand where a person's is wanted.

use rookery_messages::{Join, Message, Value, say};

/// Makes a 64-bit id that diesel, serde and utoipa know.
#[macro_export]
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
            diesel::expression::AsExpression, diesel::deserialize::FromSqlRow, utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        pub struct $name(pub i64);

        impl<DB> diesel::serialize::ToSql<diesel::sql_types::BigInt, DB> for $name
        where
            DB: diesel::backend::Backend,
            i64: diesel::serialize::ToSql<diesel::sql_types::BigInt, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, DB>) -> diesel::serialize::Result {
                self.0.to_sql(out)
            }
        }

        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::BigInt, DB> for $name
        where
            DB: diesel::backend::Backend,
            i64: diesel::deserialize::FromSql<diesel::sql_types::BigInt, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                i64::from_sql(bytes).map($name)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }
    };
}

/// The refusal of a word that is none of an enum's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoneOf(Message);

impl NoneOf {
    /// The words that there are.
    pub fn these(words: &[&'static str], word: &str) -> NoneOf {
        let words = Value::list(Join::Commas, words);
        NoneOf(say!("\"{word}\" is not one of: {words}", word, words))
    }
}

impl From<NoneOf> for Message {
    fn from(refused: NoneOf) -> Message {
        refused.0
    }
}

/// Makes an enum that is stored and spoken as one of a few words. `State as GameState` names it so in
/// the OpenAPI document, where each name stands for one thing.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($words:tt)+ }) => {
        $crate::words!($(#[$meta])* $name as $name { $($words)+ });
    };
    ($(#[$meta:meta])* $name:ident as $schema:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
            diesel::expression::AsExpression, diesel::deserialize::FromSqlRow,
        )]
        #[diesel(sql_type = diesel::sql_types::Text)]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// All of them, in the order in which they are written down.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word that is stored and spoken.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// The word as a sentence has it.
            pub fn in_words(self) -> String {
                self.as_str().replace('_', " ")
            }
        }

        // Derived, it would name the variants and not their words.
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .enum_values(Some([$($word),+]))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($schema).into()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::id::NoneOf;
            fn from_str(word: &str) -> Result<Self, $crate::id::NoneOf> {
                match word {
                    $($word => Ok($name::$variant),)+
                    _ => Err($crate::id::NoneOf::these(&[$($word),+], word)),
                }
            }
        }

        impl<DB> diesel::serialize::ToSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            str: diesel::serialize::ToSql<diesel::sql_types::Text, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, DB>) -> diesel::serialize::Result {
                <str as diesel::serialize::ToSql<diesel::sql_types::Text, DB>>::to_sql(self.as_str(), out)
            }
        }

        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                Ok(String::from_sql(bytes)?.parse()?)
            }
        }
    };
}

id!(
    /// Anybody the club knows: a member, a guest, a moderator, a teacher, the kiosk.
    PersonId
);
id!(
    /// One meeting of the club.
    SessionId
);
id!(
    /// A game that was registered.
    GameId
);
id!(
    /// A row of the log that scores are the fold of.
    EventId
);

impl PersonId {
    /// What the act log and declarations call somebody: `person:17`.
    pub fn subject(self) -> String {
        format!("person:{self}")
    }
}

impl SessionId {
    /// What the act log calls a session: `session:17`.
    pub fn subject(self) -> String {
        format!("session:{self}")
    }
}

impl GameId {
    /// What the act log calls a game: `game:17`.
    pub fn subject(self) -> String {
        format!("game:{self}")
    }

    /// The game that is called so; `game:17:approval` is the same game, where it is the subject of several acts.
    pub fn of_subject(subject: &str) -> Option<GameId> {
        subject.strip_prefix("game:")?.split(':').next()?.parse().ok().map(GameId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_what_the_act_log_calls_it() {
        let own = GameId(17).subject();
        for (subject, game) in [
            (own.as_str(), Some(GameId(17))),
            ("game:17:approval", Some(GameId(17))),
            ("timed_game:17", None),
            ("game:", None),
            ("game", None),
        ] {
            assert_eq!(GameId::of_subject(subject), game, "{subject}");
        }
    }
}
