//! Actions: adding and renaming people, joining and leaving the leaderboard, and notes on people.

pub mod erasure;

use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::{Message, say};
use serde::Deserialize;
use serde_json::json;

use super::lists::{self, ClassList, LineState};
use super::{Membership, NoteId, Person, RemovalRequestId, handles, removal, rules, store};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::court;
use crate::db::{Db, Tx};
use crate::error::{Act, Error};
use crate::games;
use crate::http::{IfMatch, instant};
use crate::id::PersonId;
use crate::notify::Topic;
use crate::rulebook;
use crate::sessions;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewGuest)]
pub struct AddGuest {
    /// 1 to 80 characters. One that looks like somebody else's needs `same_name`.
    pub name: String,
    /// A moderator confirms that this is another person than the one with the same name.
    pub same_name: Option<bool>,
}

impl Action for AddGuest {
    type Done = Person;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Person>, Error> {
        let roles = by.somebody()?.roles;
        sessions::store::desk_open(tx, roles)?;
        let name = &rules::name(&self.name)?;
        let theirs = store::namesake(tx.db, name, None)?;
        handles::must_be_told_apart(theirs.as_deref(), roles.may_moderate(), self.same_name == Some(true))?;
        let guest = perform(tx, by, &MakeKnown { name, same_name: theirs.is_some() })?;
        Ok(Deed::of_its_parts(store::known(tx.db, guest)?))
    }
}

/// Makes a guest known under a name that was found right: everybody is welcome, member or not (Act I.4).
struct MakeKnown<'a> {
    name: &'a str,
    same_name: bool,
}

impl Action for MakeKnown<'_> {
    type Done = PersonId;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<PersonId>, Error> {
        let MakeKnown { name, same_name } = *self;
        let (id, handle) = store::add_guest(tx, name)?;
        let body = json!({ "name": name, "handle": handle, "same_name": same_name });
        Ok(Record::of(Word::PersonAdded, id.subject(), body).done(id))
    }
}

/// Adds those of a list of names whom nobody knows yet, as guests: who joins says so themselves, with their account.
pub struct AddClassList {
    pub names: Vec<String>,
    /// Whether they go on the leaderboard (Act II.1), so that their games count at once.
    pub join: bool,
}

impl Action for AddClassList {
    type Done = ClassList;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ClassList>, Error> {
        let mut list = lists::preview(tx.db, &self.names)?;
        for line in list.lines.iter_mut().filter(|line| line.state == LineState::New) {
            let person = perform(tx, by, &MakeKnown { name: &line.name, same_name: false })?;
            line.person = Some(person);
            if self.join {
                perform(tx, by, &PutOnLeaderboard(person))?;
            }
        }
        Ok(Deed::of_its_parts(list))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// 1 to 80 characters. One that looks like somebody else's needs `same_name`.
    pub name: String,
    /// That both are to be called so, who are two people.
    pub same_name: Option<bool>,
}

/// Renames a person (412 unless If-Match equals the ETag).
pub struct GiveName(pub PersonId, pub Rename, pub IfMatch);

impl Action for GiveName {
    type Done = Person;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Person>, Error> {
        let GiveName(id, Rename { name, same_name }, seen) = self;
        let before = store::known(tx.db, *id)?;
        seen.must_hold(|| Ok(before.etag()))?;
        let name = rules::name(name)?;
        if name == before.name {
            return Ok(Deed::of_its_parts(before));
        }
        let theirs = store::namesake(tx.db, &name, Some(*id))?;
        let moderates = by.somebody()?.roles.may_moderate();
        handles::must_be_told_apart(theirs.as_deref(), moderates, *same_name == Some(true))?;
        store::rename(tx, *id, &name)?;
        let body = json!({ "before": before.name, "after": name, "same_name": theirs.is_some() });
        Ok(Record::of(Word::PersonRenamed, id.subject(), body).done(store::known(tx.db, *id)?))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Who joins; the caller, if not said. Another person's joining is for the desk.
    #[schema(value_type = Option<i64>)]
    pub person: Option<PersonId>,
}

impl Action for Join {
    type Done = Membership;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Membership>, Error> {
        let by_whom = by.somebody()?;
        let person = self.person.unwrap_or(by_whom.person);
        if person != by_whom.person {
            sessions::store::desk_open(tx, by_whom.roles)?;
        }
        store::known(tx.db, person)?;
        Ok(Deed::of_its_parts(perform(tx, by, &PutOnLeaderboard(person))?))
    }
}

/// Puts a student on the leaderboard at the initial score (Acts II.1, II.7); games of the session that waited for that
/// are rated now (Act 0.12).
struct PutOnLeaderboard(PersonId);

impl Action for PutOnLeaderboard {
    type Done = Membership;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Membership>, Error> {
        let (person, now) = (self.0, tx.now);
        let again = may_join(tx, person)?;
        store::join(tx, person, now)?;
        games::rate_waiting(tx, person)?;
        let (word, act) = if again { (Word::MemberRejoined, "II.7") } else { (Word::MemberJoined, "II.1") };
        let membership = store::membership_at(tx.db, person, now)?;
        let membership = membership.ok_or_else(|| Error::internal(format!("{person} joined and is no member")))?;
        Ok(Record::of(word, person.subject(), json!({ "acts": [act] })).done(membership))
    }
}

/// Whether somebody may join, and has been on the leaderboard before.
fn may_join(tx: &mut Tx, person: PersonId) -> Result<bool, Error> {
    let now = tx.now;
    let zone = rulebook::in_force(tx.db, now)?.time_zone;
    Ok(rules::join(&standing(tx.db, person, now)?, zone)?)
}

/// Puts somebody on the leaderboard who asked for it with their account; a person who may not join has only the account.
pub fn join_if_possible(tx: &mut Tx, person: PersonId, by: &By) -> Result<(), Error> {
    match may_join(tx, person) {
        Ok(_) => perform(tx, by, &PutOnLeaderboard(person)).map(drop),
        Err(Error::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNote {
    /// 1 to 2000 characters.
    pub text: String,
    /// From when on it is no longer shown; never, if not said.
    pub ends_at: Option<DateTime<Utc>>,
}

/// Notes something on a person, for moderators' eyes, to an end date if one is given.
pub struct AddNote(pub PersonId, pub NewNote);

impl Action for AddNote {
    type Done = NoteId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<NoteId>, Error> {
        let AddNote(person, NewNote { text, ends_at }) = self;
        store::known(tx.db, *person)?;
        let text = rules::text("text", text, 1, 2000)?;
        let ends_at = instant::kept_if_any("ends_at", *ends_at)?;
        rules::note_ends(ends_at, tx.now)?;
        let note = store::add_note(tx, *person, by.somebody()?.person, &text, ends_at)?;
        let body = json!({ "note": note, "ends_at": ends_at });
        Ok(Record::of(Word::NoteAdded, person.subject(), body).done(note))
    }
}

pub struct WithdrawNote(pub NoteId);

impl Action for WithdrawNote {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let person = store::withdraw_note(tx, self.0)?.ok_or_else(|| crate::not_found!("note"))?;
        Ok(Record::of(Word::NoteWithdrawn, person.subject(), json!({ "note": self.0 })).done(()))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Ask)]
pub struct AskRemoval {
    /// Why, if the member wishes to say; at most 1000 characters.
    pub reason: Option<String>,
}

impl Action for AskRemoval {
    type Done = Option<store::Request>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Option<store::Request>>, Error> {
        let (person, now) = (by.somebody()?.person, tx.now);
        let house = rulebook::in_force(tx.db, now)?;
        let standing = standing(tx.db, person, now)?;
        rules::must_be_member(&standing)?;
        let open = store::open_request(tx.db, person)?;
        rules::asks_once(open.map(|open| (open.id, open.due_at)), house.time_zone)?;
        let reason = rules::text("reason", self.reason.as_deref().unwrap_or_default(), 0, 1000)?;
        let due = removal::due(&house, now);
        let waits = rules::must_be_free(&standing, house.time_zone).is_err();
        let id = store::ask(tx, person, &reason, due, waits)?;
        let due = Some(due.and_utc()).filter(|_| !waits);
        let told = json!({ "removal_request": id, "person": person, "due_at": due });
        let record = Record::of(Word::RemovalRequested, person.subject(), json!({ "request": id, "due_at": due }));
        Ok(record.tell_of(Topic::RemovalRequested, None, told).done(store::request(tx.db, id)?))
    }
}

/// Withdraws one's own request.
pub struct WithdrawRequest(pub RemovalRequestId);

impl Action for WithdrawRequest {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let me = by.somebody()?.person;
        let open = store::request(tx.db, self.0)?.filter(|request| request.person == me);
        let id = open.ok_or_else(|| crate::not_found!("request"))?.id;
        store::withdraw(tx, id)?;
        Ok(Record::of(Word::RemovalWithdrawn, me.subject(), json!({ "request": id })).done(()))
    }
}

/// Lets a request wait that does not, or begins the days of one that does (Act II.8.1, T44).
pub struct ChangeWaiting<'a>(pub &'a store::Request);

impl Action for ChangeWaiting<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let store::Request { id, person, due_at, .. } = *self.0;
        let (word, due_at) = match due_at {
            Some(_) => (Word::RemovalWaits, None),
            None => (Word::RemovalWaitsNoMore, Some(removal::due(&rulebook::in_force(tx.db, tx.now)?, tx.now))),
        };
        store::set_waiting(tx, id, due_at)?;
        let due = due_at.map(|due| due.and_utc());
        let told = json!({ "removal_request": id, "person": person, "due_at": due });
        let body = json!({ "request": id, "due_at": due, "acts": ["II.8.1"] });
        let record = Record::of(word, person.subject(), body).tell_what(Some(person), told.clone());
        // Moderators find it in the list of what is due.
        Ok(if due.is_some() { record.tell_what(None, told) } else { record }.done(()))
    }
}

// Of a member who has lapsed (Act II.7) or asked for it (Act II.8).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Removal)]
pub struct Remove {
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// `II.7`: the member has lapsed. `II.8`: the member asked for it.
    pub act: String,
}

impl Action for Remove {
    /// The membership that is over.
    type Done = Membership;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Membership>, Error> {
        let (person, now) = (self.person, tx.now);
        store::known(tx.db, person)?;
        rules::must_be_member(&standing(tx.db, person, now)?)?;
        let (act, reason) = match self.act.as_str() {
            "II.7" => ("II.7", removal::why_lapsed(tx.db, person, now)?),
            "II.8" => ("II.8", on_request(tx, person)?),
            other => return Err(rules::no_ground(other).into()),
        };
        Ok(Deed::of_its_parts(perform(tx, by, &TakeFromLeaderboard { person, act, reason })?))
    }
}

/// Takes a member from the leaderboard, on a ground that was found, and declares it.
struct TakeFromLeaderboard {
    person: PersonId,
    act: &'static str,
    reason: Message,
}

impl Action for TakeFromLeaderboard {
    /// The membership that is over.
    type Done = Membership;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Membership>, Error> {
        let TakeFromLeaderboard { person, act, ref reason } = *self;
        store::remove(tx, person, by.person(), act, reason)?;
        let membership = store::memberships(tx.db, person)?.pop();
        let membership = membership.ok_or_else(|| Error::internal(format!("{person} was removed and never joined")))?;
        let body = json!({ "acts": [act], "reason": reason });
        let declaration = NewDeclaration {
            exercise: Exercise::Removal,
            by: by.person(),
            person: Some(person),
            act: Act::new(act),
            reason: reason.clone(),
            effect: say!("Taken from the leaderboard."),
            subject: store::declared(membership.id),
        };
        declarations::store::publish(tx, &declaration)?;
        Ok(Record::of(Word::MemberRemoved, person.subject(), body).done(membership))
    }
}

/// What bears on a person's joining or leaving.
pub fn standing(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<rules::MembershipFacts, Error> {
    let open_case = court::store::open_case_of(db, person)?;
    store::standing(db, person, open_case, now)
}

/// Why a member is removed on request, if that may be granted (Act II.8.1).
fn on_request(tx: &mut Tx, person: PersonId) -> Result<Message, Error> {
    let now = tx.now;
    rules::was_asked(store::open_request(tx.db, person)?.is_some())?;
    let zone = rulebook::in_force(tx.db, now)?.time_zone;
    rules::leave(&standing(tx.db, person, now)?, zone)?;
    Ok(asked_for())
}

/// The reason of a removal that the member asked for.
fn asked_for() -> Message {
    say!("at the member's request")
}
