//! Class lists: names pasted one a line, looked at before anybody is added, and nobody added twice.

use actix_web::web::Data;
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::handles::Looks;
use super::{rules, store};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, problem::Problem};
use crate::id::PersonId;
use crate::routes;

routes! {
    POST "/api/v1/class_lists" => add_class_list, Moderator;
}

/// Lines of a list at the most.
const MOST: usize = 200;

crate::words!(
    /// What becomes of a line.
    LineState as ClassListLineState {
        /// Nobody is called so yet: they are added.
        New = "new",
        /// The club knows somebody who is called so.
        Known = "known",
        /// An earlier line has the name.
        Twice = "twice",
        /// It is no name.
        Wrong = "wrong",
    }
);

/// A line of a class list.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = ClassListLine)]
pub struct Line {
    pub name: String,
    pub state: LineState,
    /// Whom the club knows by this name, or has added.
    #[schema(value_type = Option<i64>)]
    pub person: Option<PersonId>,
    /// What is wrong with it.
    #[serde(serialize_with = "in_words")]
    #[schema(value_type = Option<String>)]
    pub wrong: Option<Message>,
}

fn in_words<S: serde::Serializer>(wrong: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
    wrong.as_ref().map(ToString::to_string).serialize(serializer)
}

/// What a class list comes to.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct ClassList {
    pub lines: Vec<Line>,
}

impl ClassList {
    /// Lines that a state is said of.
    pub fn count(&self, state: LineState) -> usize {
        self.lines.iter().filter(|line| line.state == state).count()
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassListRequest {
    /// 1 to 200 names; `Ash, Ann` is Ann Ash.
    pub names: Vec<String>,
    /// Whether it is only looked at: nobody is added.
    pub preview: Option<bool>,
}

/// A line as a name: `Ash, Ann` is Ann Ash.
fn turned(line: &str) -> String {
    match line.split_once(',') {
        Some((last, first)) if !last.trim().is_empty() && !first.trim().is_empty() => format!("{first} {last}"),
        _ => line.to_owned(),
    }
}

/// What becomes of each line; `known` are all whom the club knows, by name and by handle.
fn judged(names: &[String], known: &[(PersonId, [Looks; 2])]) -> Vec<Line> {
    let mut before: Vec<Looks> = Vec::new();
    let mut judge = |text: &String| {
        let line = |name: String, state| Line { name, state, person: None, wrong: None };
        let name = match rules::name(&turned(text)) {
            Ok(name) => name,
            Err(refusal) => return Line { wrong: Some(refusal.detail), ..line(text.clone(), LineState::Wrong) },
        };
        let looks = Looks::of(&name);
        if before.iter().any(|other| other.like(&looks)) {
            return line(name, LineState::Twice);
        }
        let found = known.iter().find(|(_, called)| called.iter().any(|other| other.like(&looks)));
        before.push(looks);
        match found {
            Some((person, _)) => Line { person: Some(*person), ..line(name, LineState::Known) },
            None => line(name, LineState::New),
        }
    };
    names.iter().filter(|text| !text.trim().is_empty()).map(&mut judge).collect()
}

/// What a list would come to.
pub fn preview(db: &mut Db, names: &[String]) -> Result<ClassList, Error> {
    let given = names.iter().filter(|text| !text.trim().is_empty()).count();
    if !(1..=MOST).contains(&given) {
        return Err(Refusal::field("names", say!("Write 1 to {most} names, one a line.", most = MOST)).into());
    }
    Ok(ClassList { lines: judged(names, &store::looks(db)?) })
}

/// Adds those of a list whom nobody knows yet, as guests: who joins says so themselves, with their account.
pub fn add(tx: &mut Tx, by: PersonId, names: &[String]) -> Result<ClassList, Error> {
    let mut list = preview(tx.db, names)?;
    for line in list.lines.iter_mut().filter(|line| line.state == LineState::New) {
        let (id, handle) = store::add_guest(tx, &line.name)?;
        line.person = Some(id);
        let body = json!({ "name": line.name, "handle": handle, "same_name": false });
        audit::record(tx, Entry { actor: Some(by), act: "person.added", subject: format!("person:{id}"), body })?;
    }
    Ok(list)
}

/// Adds a class: everybody on the list whom the club does not know, so that they can be on the register and be invited.
#[utoipa::path(post, path = "/api/v1/class_lists", tag = "members", request_body = ClassListRequest,
    responses((status = 200, body = ClassList), (status = 201, body = ClassList), (status = 422, body = Problem)))]
pub async fn add_class_list(app: Data<App>, actor: Actor, body: Body<ClassListRequest>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, asked| {
        if asked.preview == Some(true) {
            return Answer::ok(&preview(tx.db, &asked.names)?);
        }
        Answer::created("/api/v1/members".to_owned(), &add(tx, actor.person, &asked.names)?)
    })
    .await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(add_class_list))]
pub struct Docs;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_added_twice() {
        let known = [(PersonId(7), ["Maya Goldberg", "maya-goldberg"].map(Looks::of))];
        let names = ["Ash, Ann", " ann  ASH ", "", "Mayа Goldberg", "Bea\u{7}", "Bea"].map(str::to_owned);
        let lines: Vec<_> =
            judged(&names, &known).into_iter().map(|line| (line.name, line.state, line.person)).collect();
        let line = |name: &str, state, person| (name.to_owned(), state, person);
        assert_eq!(
            lines,
            [
                line("Ann Ash", LineState::New, None),
                line("ann ASH", LineState::Twice, None),
                line("Mayа Goldberg", LineState::Known, Some(PersonId(7))),
                line("Bea\u{7}", LineState::Wrong, None),
                line("Bea", LineState::New, None),
            ]
        );
    }
}
