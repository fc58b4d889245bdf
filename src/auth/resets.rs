//! New passwords for those who lost theirs: asked for by an administrator, chosen with a code.
//!
//! A reset must not be a way into somebody's office. If the person has powers, the administrator who asks is never shown
//! the code: it goes to that person's e-mail address, or a moderator or justice hands it over. Sign-ins end only once the
//! code is used, so asking for a reset locks nobody out. After that the person's powers rest until they sign in with the
//! authenticator that they had before, or a justice confirms who they are. They and all justices are told of each step.
//! The operator of the host, who can write to the database anyway, has a command without these steps, for when there is
//! nobody else.

use actix_web::web;
use chrono::NaiveDateTime;

use super::actions::{AskForPassword, Begun, ChoosePassword};
use super::rules;
use super::secret::Code;
use super::sign_in::CallerOrigin;
use super::store::{self, CodeKind};
use super::{Actor, Role, accounts, password};
use crate::App;
use crate::action::{By, Somebody, perform, performed};
use crate::db::Database;
use crate::error::Error;
use crate::id::PersonId;

/// How the code of a new password gets to its owner.
pub enum CodeDelivery {
    /// Of somebody without powers: the code, which the asking administrator hands over.
    Code(Code, NaiveDateTime),
    /// The code is on its way to the person's e-mail address.
    Mailed(NaiveDateTime),
    /// Another office holder hands it over.
    Held(NaiveDateTime),
}

/// Asks for a new password of somebody. `lost_authenticator`: the second factor is lifted as well.
pub(crate) async fn ask(
    app: &App,
    actor: &Actor,
    person: PersonId,
    lost_authenticator: bool,
) -> Result<CodeDelivery, Error> {
    let begun = performed(app, actor, AskForPassword { person, lost_authenticator }).await?;
    let Begun { code, expires_at, has_powers, email, language } = begun;
    if !has_powers {
        return Ok(CodeDelivery::Code(code, expires_at));
    }
    let Some(address) = email.filter(|_| app.couriers.has_mail()) else { return Ok(CodeDelivery::Held(expires_at)) };
    let link = accounts::link(app, "/reset", code.as_str());
    let (couriers, now, club) = (app.couriers.clone(), app.clock.now(), app.club.now());
    // Past the outbox: what it carries is kept, and a code is only for its reader.
    match web::block(move || couriers.send_code(&club, &address, language.as_deref(), &link, now))
        .await
        .map_err(Error::internal)?
    {
        Ok(()) => Ok(CodeDelivery::Mailed(expires_at)),
        Err(error) => {
            tracing::warn!(%error, "a code for a new password could not be sent; an office holder can hand one over");
            Ok(CodeDelivery::Held(expires_at))
        }
    }
}

/// A code for a new password from the operator of the host, by which nobody's powers rest.
pub fn by_operator(db: &Database, handle: String, lost_authenticator: bool) -> Result<Code, Error> {
    db.write_now(move |tx| {
        let Some(account) = store::account_of(tx.db, &handle)? else {
            let hosts = store::handles_of(tx.db, Role::Administrator)?;
            return Err(rules::nobody_signs_in_as(&handle, hosts).into());
        };
        let asking = AskForPassword { person: account.person, lost_authenticator };
        Ok(perform(tx, &By::upkeep(), &asking)?.code)
    })
}

/// Chooses the new password with a code that was sent or handed over.
pub(crate) async fn choose(app: &App, code: String, new: &str, from: &CallerOrigin) -> Result<(), Error> {
    let (typed, now) = (code.clone(), app.clock.now());
    let owner = app.db.read(move |db| {
        let kept = store::code(db, &typed, now)?.filter(|kept| kept.kind == CodeKind::PasswordReset);
        let Some(person) = kept.and_then(|kept| kept.person_id) else { return Ok(None) };
        Ok(store::account(db, person)?.zip(Some(store::roles(db, person)?)))
    });
    let Some((account, roles)) = owner.await? else { return Err(accounts::closed(app, from).await) };
    let password_hash = password::hash(&rules::new_password(new, &account.owner())?).await?;
    let by = By::from(Somebody { person: account.person, roles });
    let choosing = ChoosePassword { code, password_hash };
    app.db.write(move |tx| perform(tx, &by, &choosing)).await
}
