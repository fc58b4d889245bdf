//! Who acts: a person with the roles they hold, or the service by an Act.

use crate::auth::Roles;
use crate::error::Act;
use crate::id::PersonId;

/// A person who acts, with the roles they hold at the moment.
#[derive(Clone, Copy, Debug)]
pub struct Somebody {
    /// Who it is.
    pub person: PersonId,
    /// What they hold.
    pub roles: Roles,
}

impl Somebody {
    /// Whether they act for themselves, or moderate.
    pub fn is_or_moderates(self, person: PersonId) -> bool {
        self.person == person || self.roles.may_moderate()
    }
}

/// Who acts.
#[derive(Clone, Debug)]
pub enum By {
    /// A person.
    Somebody(Somebody),
    /// The service on its own, or the Court by a judgment: by the Act that requires it, without
    /// anybody's power.
    Service(Act),
}

/// The service was asked, by this Act, for what only a person does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("by Act {0} alone nobody does what a person has to")]
pub struct NoPerson(pub Act);

impl By {
    /// The service, by this Act.
    pub fn service(rests_on: impl Into<Act>) -> By {
        By::Service(rests_on.into())
    }

    /// Somebody who acts for themselves, without using a power.
    pub fn oneself(person: PersonId) -> By {
        By::Somebody(Somebody { person, roles: Roles::default() })
    }

    /// The service, when it maintains accounts, records and its clock for the operator.
    pub fn upkeep() -> By {
        By::service("III.1")
    }

    /// Whom the log names; `None` if the service acts.
    pub fn person(&self) -> Option<PersonId> {
        self.somebody().ok().map(|by| by.person)
    }

    /// Whether they act for themselves.
    pub fn is(&self, person: PersonId) -> bool {
        self.person() == Some(person)
    }

    /// The roles of the person who acts; the service has none.
    pub fn roles(&self) -> Roles {
        self.somebody().map(|by| by.roles).unwrap_or_default()
    }

    /// The person who acts, for what only people do.
    pub fn somebody(&self) -> Result<Somebody, NoPerson> {
        match self {
            By::Somebody(by) => Ok(*by),
            By::Service(act) => Err(NoPerson(act.clone())),
        }
    }
}

impl From<Somebody> for By {
    fn from(by: Somebody) -> By {
        By::Somebody(by)
    }
}
