//! What can go wrong, and how it is told.
//!
//! [`Refusal`] is a value that pure rules return: the request was understood and the Terms, or its
//! own shape, forbid it. What a store or handler can meet besides is the service's.

use std::borrow::Cow;

use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

/// An Act of the Terms by its citation, `II.9.2`; section 0 is written `0.5`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Act(pub Cow<'static, str>);

impl Act {
    /// By its citation; whether the Terms have such an Act is not checked.
    pub const fn new(citation: &'static str) -> Act {
        Act(Cow::Borrowed(citation))
    }

    /// Whether it is in the Terms and so has a page in the rulebook; rules of games, such as `1230.2 §3`,
    /// have none.
    pub fn is_of_the_terms(&self) -> bool {
        let part = self.0.split('.').next().unwrap_or_default();
        part == "0" || (!part.is_empty() && part.chars().all(|letter| matches!(letter, 'I' | 'V')))
    }
}

impl From<&'static str> for Act {
    fn from(citation: &'static str) -> Act {
        Act::new(citation)
    }
}

impl std::fmt::Display for Act {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What kind of answer a refusal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request cannot be read (400).
    Malformed,
    /// The caller has not said who they are, or no longer may (401).
    Unauthenticated,
    /// The caller lacks the power (403).
    Forbidden,
    /// There is no such thing, or it is not the caller's to see: the two answer alike (404).
    NotFound,
    /// The state of things does not allow it (409).
    Conflict,
    /// The request did not arrive in time (408).
    TooSlow,
    /// An `If-Match` no longer holds (412).
    Stale,
    /// The request is larger than what is read (413).
    TooLarge,
    /// The body is of a type that is not read (415).
    WrongType,
    /// The Terms or the fields' own rules forbid it (422).
    Invalid,
    /// Too many tries; the seconds after which another is heard (429).
    TooMany(u32),
    /// The service has more to do than it can; the seconds after which to come back (503).
    Busy(u32),
    /// The database cannot be reached or takes no changes; the seconds after which to try again (503).
    Unavailable(u32),
}

impl Kind {
    /// Each kind once, with one second where there are seconds to wait.
    pub const ALL: [Kind; 13] = [
        Kind::Malformed,
        Kind::Unauthenticated,
        Kind::Forbidden,
        Kind::NotFound,
        Kind::TooSlow,
        Kind::Conflict,
        Kind::Stale,
        Kind::TooLarge,
        Kind::WrongType,
        Kind::Invalid,
        Kind::TooMany(1),
        Kind::Busy(1),
        Kind::Unavailable(1),
    ];
}

/// One field that was wrong: where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// As the request calls it: `ends_at`.
    pub field: Cow<'static, str>,
    /// What would be right, in whole sentences.
    pub detail: Message,
}

/// A request refused: what was wrong, what would be right, and the Acts it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Decides the status code.
    pub kind: Kind,
    /// Short and the same for every refusal of this sort.
    pub title: Message,
    /// What was wrong and what would be right, in whole sentences.
    pub detail: Message,
    /// What forbids it; empty where no Act does.
    pub acts: Vec<Act>,
    /// Empty where no single field was wrong.
    pub errors: Vec<FieldError>,
    /// Further members of the problem document, such as the game that is already there.
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// What every problem document has: a refusal's own members have other names.
pub const STANDARD: [&str; 8] = ["type", "title", "status", "detail", "message", "acts", "errors", "request_id"];

impl Refusal {
    /// Without Acts, fields and further members, which [`act`](Refusal::act) and [`with`](Refusal::with) add.
    pub fn new(kind: Kind, title: impl Into<Message>, detail: impl Into<Message>) -> Refusal {
        Refusal {
            kind,
            title: title.into(),
            detail: detail.into(),
            acts: Vec::new(),
            errors: Vec::new(),
            more: serde_json::Map::new(),
        }
    }

    /// What the Terms or the shape of the request forbid (422).
    pub fn invalid(title: impl Into<Message>, detail: impl Into<Message>) -> Refusal {
        Refusal::new(Kind::Invalid, title, detail)
    }

    /// What the state of things does not allow (409).
    pub fn conflict(title: impl Into<Message>, detail: impl Into<Message>) -> Refusal {
        Refusal::new(Kind::Conflict, title, detail)
    }

    /// For want of a power; names the Act that gives it (T31).
    pub fn forbidden(detail: impl Into<Message>, act: &'static str) -> Refusal {
        Refusal::new(Kind::Forbidden, say!("Not within your powers"), detail).act(act)
    }

    /// What everybody reads while the database cannot be reached or takes no changes.
    pub fn unavailable() -> Refusal {
        let detail = say!(
            "The club's records cannot be reached at the moment. Wait a few seconds, then try again. If you sent something, look first whether it is there."
        );
        Refusal::new(Kind::Unavailable(2), say!("Unavailable"), detail)
    }

    /// [`not_found!`](crate::not_found) says what there is not.
    pub fn not_found(detail: impl Into<Message>) -> Refusal {
        Refusal::new(Kind::NotFound, say!("Not found"), detail)
    }

    /// One field was wrong.
    pub fn field(field: impl Into<Cow<'static, str>>, detail: impl Into<Message>) -> Refusal {
        let detail = detail.into();
        let mut refusal = Refusal::invalid(say!("Invalid field"), detail.clone());
        refusal.errors.push(FieldError { field: field.into(), detail });
        refusal
    }

    /// All that was wrong with the fields of one request, in one refusal; what is refused for another cause
    /// than a field goes before.
    pub fn together(mut refusals: Vec<Refusal>) -> Result<(), Refusal> {
        let is_other = |refusal: &Refusal| refusal.kind != Kind::Invalid || refusal.errors.is_empty();
        if let Some(other) = refusals.iter().position(is_other) {
            return Err(refusals.swap_remove(other));
        }
        let all = refusals.into_iter().reduce(|mut all, one| {
            all.detail = all.detail.then(one.detail);
            all.errors.extend(one.errors);
            let new: Vec<Act> = one.acts.into_iter().filter(|act| !all.acts.contains(act)).collect();
            all.acts.extend(new);
            all.more.extend(one.more);
            all
        });
        all.map_or(Ok(()), Err)
    }

    /// What was checked; where it is wrong its default, and the refusal is kept to be told [`together`](Refusal::together)
    /// with others.
    pub fn keep<T: Default>(checked: Result<T, Refusal>, wrong: &mut Vec<Refusal>) -> T {
        checked.unwrap_or_else(|refusal| {
            wrong.push(refusal);
            T::default()
        })
    }

    /// Cites one more Act.
    pub fn act(mut self, act: impl Into<Act>) -> Refusal {
        self.acts.push(act.into());
        self
    }

    /// Adds a member to the problem document, by a name that is not [`STANDARD`].
    pub fn with(mut self, member: &str, value: impl Serialize) -> Refusal {
        debug_assert!(!STANDARD.contains(&member), "every problem document has a member {member:?} already");
        self.more.insert(member.to_owned(), serde_json::json!(value));
        self
    }
}

/// The refusal that there is no such thing, called in a few words, or that it is not the caller's to see (404).
#[macro_export]
macro_rules! not_found {
    ($what:literal) => {
        $crate::error::Refusal::not_found(rookery_messages::say!(concat!(
            "There is no such ",
            $what,
            ", or it is not yours to see."
        )))
    };
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.title, self.detail)
    }
}

/// What somebody sent, in quotation marks; what cannot be seen in it is written as an escape.
pub fn quoted(text: &str) -> Message {
    let escaped = format!("{text:?}");
    say!("\"{text}\"", text = escaped.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        let (what, act) =
            (Refusal::field("what", say!("Too short.")).act("III.2.2"), Refusal::field("act", say!("No such Act.")));
        assert_eq!(Refusal::together(Vec::new()), Ok(()));
        assert_eq!(Refusal::together(vec![what.clone()]), Err(what.clone()));
        let all = Refusal::together(vec![what.clone(), act.clone().act("I.2"), act.act("III.2.2")]).unwrap_err();
        assert_eq!(all.detail.to_string(), "Too short. No such Act. No such Act.");
        assert_eq!(all.acts, ["III.2.2".into(), "I.2".into()]);
        assert_eq!(all.errors.iter().map(|error| &*error.field).collect::<Vec<_>>(), ["what", "act", "act"]);
        let mut kept = Vec::new();
        assert_eq!((Refusal::keep(Ok(7), &mut kept), Refusal::keep(Err(what.clone()), &mut kept)), (7, 0));
        assert_eq!(kept, std::slice::from_ref(&what));
        let conflict = Refusal::conflict(say!("Decided already"), say!("It stands."));
        assert_eq!(Refusal::together(vec![what, conflict.clone()]), Err(conflict));
    }
}
