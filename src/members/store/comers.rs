//! Who may come to a session, and who may play there.

use std::collections::HashMap;

use diesel::prelude::*;

use crate::auth::Role;
use crate::db::{
    Db,
    schema::{erasure_requests, memberships, people, roles},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::members::erasure::State;

/// A person who may come to a session.
#[derive(Clone, Debug)]
pub struct Comer {
    pub id: PersonId,
    pub name: String,
    /// Whether they are on the leaderboard, or were once; `None` for a guest (Act 0.12).
    pub membership: Option<bool>,
    /// The offices they hold; one who moderates has to be in the room (Act 0.6).
    pub offices: Vec<Role>,
}

impl Comer {
    /// Members, and guests, who may join before the session ends (Acts 0.8, 0.12).
    pub fn may_play(&self) -> bool {
        self.membership.unwrap_or(!self.offices.contains(&Role::Staff))
    }

    /// Whether the register shows them before anybody asks for them.
    pub fn is_expected(&self) -> bool {
        self.membership != Some(false) || !self.offices.is_empty()
    }
}

/// Everybody the club knows by name, but for its kiosks.
pub fn comers(db: &mut Db) -> Result<Vec<Comer>, Error> {
    let mut offices: HashMap<i64, Vec<Role>> = HashMap::new();
    let held = roles::table.filter(roles::taken_at.is_null()).order(roles::id).select((roles::person_id, roles::role));
    for (person, role) in held.load::<(i64, Role)>(db)? {
        offices.entry(person).or_default().push(role);
    }
    let mut standing: HashMap<i64, bool> = HashMap::new();
    let times = memberships::table.select((memberships::person_id, memberships::removed_at.is_null()));
    for (person, open) in times.load::<(i64, bool)>(db)? {
        *standing.entry(person).or_default() |= open;
    }
    let erased = erasure_requests::table.filter(erasure_requests::state.eq(State::CarriedOut));
    let known: Vec<(i64, String)> = people::table
        .filter(people::id.ne_all(erased.select(erasure_requests::person_id)))
        .order((people::name, people::id))
        .select((people::id, people::name))
        .load(db)?;
    let comer = |(id, name)| Comer {
        id: PersonId(id),
        name,
        membership: standing.get(&id).copied(),
        offices: offices.remove(&id).unwrap_or_default(),
    };
    Ok(known.into_iter().map(comer).filter(|comer| !comer.offices.contains(&Role::Kiosk)).collect())
}

/// Those who may play, by name.
pub fn may_play(db: &mut Db) -> Result<Vec<Comer>, Error> {
    let mut comers = comers(db)?;
    comers.retain(Comer::may_play);
    Ok(comers)
}
