//! Breach of the secrecy of evidence (Act I.9.5): all roles go at once, a ban is up to the Chief
//! Justice (T41).

use chrono::NaiveDate;
use rookery_messages::{Message, say};
use serde::Serialize;

use super::chief_acts::actions::AnswerBreach;
use super::decisions::actions::{DecideAbout, Declare, NewDecision, RecordOffence};
use super::decisions::{DecisionId, Sanction};
use super::declarations::{self, Exercise, NewDeclaration};
use super::rules;
use crate::action::{Action, By, Deed, perform};
use crate::auth::actions::{TakeOffice, no_longer};
use crate::auth::{self, Role};
use crate::db::Tx;
use crate::error::{Act, Error, Refusal};
use crate::id::PersonId;
use crate::members;

/// The consequences of a breach.
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
impl Action for AnswerBreach {
    type Done = Consequences;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Consequences>, Error> {
        members::store::known(tx.db, self.person).map_err(|error| error.at("person"))?;
        let reason = rules::reason("reason", &self.reason, "I.9.5")?;
        answer(tx, by, self, &reason).map(Deed::of_its_parts)
    }
}

fn answer(tx: &mut Tx, by: &By, breach: &AnswerBreach, reason: &str) -> Result<Consequences, Error> {
    let chief = by.somebody()?.person;
    if breach.person == chief {
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
            true => {
                say!("This is the last one who runs the host, and has no other role. Make another administrator first.")
            }
            false => say!("This person holds no role that could be taken; a ban is what remains, if it is to be one."),
        };
        return Err(Refusal::invalid(say!("Nothing to take"), detail).act("I.9.5").into());
    }
    for role in &roles_taken {
        take(tx, by, breach.person, *role, &Message::verbatim(reason))?;
    }
    let decision = match breach.ban_until {
        Some(until) => Some(ban(tx, by, breach, until, reason)?),
        None => None,
    };
    Ok(Consequences { person: breach.person, roles_taken, roles_kept, decision })
}

fn take(tx: &mut Tx, by: &By, person: PersonId, role: Role, reason: &Message) -> Result<(), Error> {
    perform(tx, by, &TakeOffice { person, role, reason })?;
    let declaration = NewDeclaration {
        exercise: Exercise::RoleTaken,
        by: by.person(),
        person: Some(person),
        act: Act::new("I.9.5"),
        reason: reason.clone(),
        effect: no_longer(role),
        subject: person.subject(),
    };
    declarations::store::publish(tx, &declaration).map(drop)
}

fn ban(tx: &mut Tx, by: &By, breach: &AnswerBreach, until: NaiveDate, reason: &str) -> Result<DecisionId, Error> {
    let offence = RecordOffence {
        accused: breach.person,
        act: Act::new("I.9.5"),
        what: reason.to_owned(),
        happened_at: tx.now,
        games: Vec::new(),
    };
    let offence = perform(tx, by, &offence)?;
    let decision = NewDecision {
        offence,
        reasons: reason.to_owned(),
        finding: breach.finding.clone(),
        sanctions: vec![Sanction::Ban { until: Some(until) }],
    };
    let id = perform(tx, by, &DecideAbout(&decision))?;
    perform(tx, by, &Declare(id))?;
    Ok(id)
}
