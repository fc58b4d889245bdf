//! Breach of the secrecy of evidence (Act I.9.5): all roles go at once, a ban is up to the Chief
//! Justice (T41).

use chrono::NaiveDate;
use rookery_messages::say;
use serde::Serialize;

use super::decisions::store::{NewDecision, NewOffence, by_moderator, declare, record_offence};
use super::decisions::{DecisionId, Finding, Sanction};
use super::declarations::{self, Exercise, NewDeclaration};
use crate::auth::{self, Actor, Role};
use crate::db::Tx;
use crate::error::{Act, Error, Refusal};
use crate::id::PersonId;

/// What somebody is to answer for.
#[derive(Clone, Debug)]
pub struct Breach {
    pub person: PersonId,
    pub reason: String,
    pub ban_until: Option<NaiveDate>,
    pub finding: Option<Finding>,
}

/// What became of a breach.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Consequences {
    pub person: PersonId,
    pub roles_taken: Vec<Role>,
    /// The last administrator looks after the host until there is another, and then loses that role too by
    /// being answered again.
    pub roles_kept: Vec<Role>,
    /// The decision that carries the ban; it can be petitioned.
    pub decision: Option<DecisionId>,
}

/// Takes every role and, where asked, bans.
pub fn answer(tx: &mut Tx, chief: &Actor, breach: &Breach) -> Result<Consequences, Error> {
    if breach.person == chief.person {
        return Err(Refusal::field("person", say!("The Chief Justice does not judge their own breach."))
            .act("III.3.5")
            .into());
    }
    let held = auth::store::roles(tx.db, breach.person)?;
    if held.kiosk {
        let detail = say!("The kiosk is a machine; name the person who showed what is secret.");
        return Err(Refusal::field("person", detail).act("I.9.5").into());
    }
    let last_administrator = auth::store::holders(tx.db, Role::Administrator)? == [breach.person];
    let roles = Role::ALL.iter().copied().filter(|role| held.holds(*role));
    let (roles_kept, roles_taken): (Vec<Role>, Vec<Role>) =
        roles.partition(|role| *role == Role::Administrator && last_administrator);
    if roles_taken.is_empty() && breach.ban_until.is_none() {
        let detail = match last_administrator {
            true => say!("This is the last administrator and holds no other role; make another administrator first."),
            false => say!("This person holds no role that could be taken; a ban is what remains, if it is to be one."),
        };
        return Err(Refusal::invalid(say!("Nothing to take"), detail).act("I.9.5").into());
    }
    for role in &roles_taken {
        take(tx, chief, breach, *role)?;
    }
    let decision = match breach.ban_until {
        Some(until) => Some(ban(tx, chief, breach, until)?),
        None => None,
    };
    Ok(Consequences { person: breach.person, roles_taken, roles_kept, decision })
}

fn take(tx: &mut Tx, chief: &Actor, breach: &Breach, role: Role) -> Result<(), Error> {
    auth::store::take_role(tx, breach.person, role, Some(chief.person), &breach.reason)?;
    let subject = format!("person:{}", breach.person);
    let declaration = NewDeclaration {
        exercise: Exercise::RoleTaken,
        by: Some(chief.person),
        person: Some(breach.person),
        act: Act::new("I.9.5"),
        reason: breach.reason.clone(),
        effect: format!("No longer {role}."),
        subject,
    };
    declarations::store::publish(tx, &declaration)?;
    Ok(())
}

fn ban(tx: &mut Tx, chief: &Actor, breach: &Breach, until: NaiveDate) -> Result<DecisionId, Error> {
    let offence = NewOffence {
        accused: breach.person,
        act: Act::new("I.9.5"),
        what: breach.reason.clone(),
        happened_at: tx.now,
        games: Vec::new(),
    };
    let offence = record_offence(tx, Some(chief.person), &offence)?;
    let new = NewDecision {
        offence,
        reasons: breach.reason.clone(),
        finding: breach.finding.clone(),
        sanctions: vec![Sanction::Ban { until: Some(until) }],
    };
    let id = by_moderator(tx, chief.person, chief.roles, &new)?;
    declare(tx, id, chief.person)?;
    Ok(id)
}
