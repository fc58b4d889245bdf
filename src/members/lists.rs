//! Class lists: names pasted one a line, looked at before anybody is added, and nobody added twice.

use rookery_messages::{Message, say};
use serde::Serialize;

use super::handles::Looks;
use super::{rules, store};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::id::PersonId;

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

/// A line as a name: `Ash, Ann` is Ann Ash.
fn turned(line: &str) -> String {
    match line.split_once(',') {
        Some((last, first)) if !last.trim().is_empty() && !first.trim().is_empty() => format!("{first} {last}"),
        _ => line.to_owned(),
    }
}

/// Refuses a line of a table, such as `Ash, Ann,1120,04/09/2026`: what stands beside the name would become part of it.
fn is_name_alone(line: &str) -> Result<(), Refusal> {
    let after = line.split_once(',').map_or("", |(_, after)| after);
    if !line.contains([';', '\t', '"', '|']) && !after.contains(|c: char| c == ',' || c.is_ascii_digit()) {
        return Ok(());
    }
    let detail = say!("Write the name alone. For a table use “Import” on the page of files.");
    Err(Refusal::field("names", detail))
}

/// What becomes of each line; `known` are all whom the club knows, by name and by handle.
fn judged(names: &[String], known: &[(PersonId, [Looks; 2])]) -> Vec<Line> {
    let mut before: Vec<Looks> = Vec::new();
    let mut judge = |text: &String| {
        let line = |name: String, state| Line { name, state, person: None, wrong: None };
        let name = match is_name_alone(text).and_then(|()| rules::name(&turned(text))) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_added_twice() {
        let known = [(PersonId(7), ["Maya Goldberg", "maya-goldberg"].map(Looks::of))];
        let names = ["Ash, Ann", " ann  ASH ", "", "Mayа Goldberg", "Bea\u{7}", "Bea", "Ann Ash,1120", "Ash;Cy"];
        let names = names.map(str::to_owned);
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
                line("Ann Ash,1120", LineState::Wrong, None),
                line("Ash;Cy", LineState::Wrong, None),
            ]
        );
    }
}
