//! The Acts that something stored rests on, as its column keeps them: `["I.6","II.5"]`.

use std::ops::Deref;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;
use serde_json::Value;

use crate::error::Act;

/// Acts that are cited beside a row; by default none.
#[derive(Clone, Debug, PartialEq, Eq, diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct Cited {
    acts: Vec<Act>,
    /// The content of the column.
    json: String,
}

impl Cited {
    pub fn of(acts: Vec<Act>) -> Cited {
        let json = acts.iter().map(|act| &*act.0).collect::<Value>().to_string();
        Cited { acts, json }
    }
}

impl Default for Cited {
    fn default() -> Cited {
        Cited::of(Vec::new())
    }
}

impl Deref for Cited {
    type Target = [Act];

    fn deref(&self) -> &[Act] {
        &self.acts
    }
}

impl<DB: Backend> ToSql<Text, DB> for Cited
where
    str: ToSql<Text, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.json.as_str().to_sql(out)
    }
}

impl<DB: Backend> FromSql<Text, DB> for Cited
where
    String: FromSql<Text, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Cited> {
        let json = String::from_sql(bytes)?;
        Ok(Cited { acts: serde_json::from_str(&json)?, json })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_kept_as_a_list_of_citations() {
        for (acts, json) in [(vec![], "[]"), (vec!["I.6"], r#"["I.6"]"#), (vec!["0.11", "II.5"], r#"["0.11","II.5"]"#)]
        {
            let cited = Cited::of(acts.into_iter().map(Act::new).collect());
            assert_eq!(cited.json, json);
            assert_eq!(serde_json::from_str::<Vec<Act>>(json).unwrap(), cited.to_vec());
        }
    }
}
