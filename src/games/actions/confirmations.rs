//! Actions: the players confirm or dispute a game's result (Act II.4, T47).

use rookery_messages::{Message, Value as Said, say};
use serde::Deserialize;
use serde_json::{Value, json};

use super::afterwards::{CorrectBy, Ended};
use super::scores::Doing;
use super::telling::{between, changed, declared, stood};
use super::voiding::{VoidBy, make_void};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::conduct::declarations::{self, Exercise};
use crate::db::Tx;
use crate::error::Error;
use crate::games::rules::afterwards::Ruling;
use crate::games::rules::confirmation::{
    self as rules, Agreement, Claim, ConfirmationFacts, ConfirmationState, Version,
};
use crate::games::store::{self, Row, confirmations, timed};
use crate::games::{State, waiting};
use crate::id::GameId;
use crate::notify::Topic;
use crate::ratings::Outcome;
use crate::sessions;

fn both_say_so() -> Message {
    say!("Both players say so.")
}

/// What a moderator settled on, and what stood against it: the result as it was entered, and as its disputer says, who may
/// say that it was not played.
fn settled_on(version: Version, entered: Outcome, disputed: Option<Outcome>) -> Message {
    let word = |outcome: Outcome| Said::word("outcome", outcome);
    let (entered, disputed) = (word(entered), disputed.map(word));
    match (version, disputed) {
        (Version::AsDisputed, Some(after)) => {
            say!("A moderator settled it. Entered: {before}. Now: {after}.", before = entered, after)
        }
        (Version::AsDisputed, None) => {
            say!("A moderator settled it. Entered: {before}. Now: not played.", before = entered)
        }
        (Version::AsEntered, Some(other)) => {
            say!("A moderator settled it. Disputed: {other}. It stays: {after}.", other, after = entered)
        }
        (Version::AsEntered, None) => {
            say!("A moderator settled it. Disputed: not played. It stays: {after}.", after = entered)
        }
    }
}

fn read(tx: &mut Tx, id: GameId) -> Result<(Row, ConfirmationFacts), Error> {
    sessions::store::ensure_calendar(tx, tx.now)?;
    let row = store::row(tx.db, id)?;
    let said = confirmations::said(tx.db, &row)?;
    Ok((row, said))
}

/// A player says that the other one is right: the game stands as it was entered, or becomes what its disputer says. With
/// what they have read that the other one says, it is refused where that is no longer so.
pub struct Confirm(pub GameId, pub Option<Claim>);

impl Action for Confirm {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &Confirm(id, has_read) = self;
        let (row, said) = read(tx, id)?;
        let record = |more| Record::of(Word::GameConfirmed, row.id.subject(), more);
        let agreement = rules::confirmation(&said, by)?;
        rules::is_still_said(has_read, confirmations::agreed_with(tx.db, &row, agreement)?)?;
        match agreement {
            Agreement::AsEntered => Ok(confirmed(tx, &row, by, &both_say_so())?.done(())),
            Agreement::ByOne => {
                confirmations::set_confirmed_by(tx, row.id, by.somebody()?.person)?;
                Ok(record(json!({ "result": row.result, "by_one": true })).done(()))
            }
            Agreement::AsDisputed => {
                record(json!({ "result": row.result, "agreed": true })).logged(tx, by)?;
                // A player has no power over the game: the service carries out what both say.
                let disputed = confirmations::claim(tx.db, id)?.and_then(Claim::result);
                correct_as_disputed(tx, &row, &By::service("II.4"), disputed, both_say_so())
            }
        }
    }
}

fn confirmed(tx: &mut Tx, row: &Row, by: &By, why: &Message) -> Result<Record, Error> {
    confirmations::set(tx, row.id, ConfirmationState::Confirmed)?;
    if row.state == State::AwaitingConfirmation
        && let Some(record) = waiting::moves_on(tx, row, by, Word::GameConfirmed, why)?
    {
        return Ok(record);
    }
    Ok(Record::of(Word::GameConfirmed, row.id.subject(), json!({ "result": row.result })))
}

/// Silence until the next session closes confirms a game that waited for confirmation.
pub struct AcceptSilence<'a>(pub &'a Row);

impl Action for AcceptSilence<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let silence = say!("Nobody disputed it until the next session closed.");
        Ok(confirmed(tx, self.0, by, &silence)?.done(()))
    }
}

/// The disputer's version of a game's end.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DisputeRequest)]
pub struct Disputed {
    pub result: Claim,
}

/// A player says that the game ended otherwise, or was not played: moderators and the other player are
/// notified.
pub struct Dispute(pub GameId, pub Disputed);

impl Action for Dispute {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &Dispute(id, Disputed { result: claim }) = self;
        let (row, said) = read(tx, id)?;
        rules::dispute(&said, claim, by, tx.now)?;
        confirmations::set_disputed(tx, id, by.somebody()?.person, claim)?;
        let told = disputed(&row, &said, by, claim);
        let record = Record::of(Word::GameDisputed, id.subject(), json!({ "result": row.result, "claim": claim }));
        let record = record.tell_of(Topic::GameDisputeToSettle, None, told.clone());
        Ok(record.tell_each(Topic::GameDisputed, &row.players(), &told).done(()))
    }
}

/// The notice of a dispute: the same for both players and those who can settle it, with both versions.
fn disputed(row: &Row, said: &ConfirmationFacts, by: &By, claim: Claim) -> Value {
    let entered_by = said.entered_by.filter(|person| row.players().contains(person));
    // Who disputes what they entered themself leaves it as what was entered.
    let entered_by = entered_by.filter(|person| !by.is(*person));
    json!({
        "game": row.id,
        "by": by.person(),
        "result": row.result,
        "claim": claim,
        "played": between(row.players()),
        "entered": { "by": entered_by, "claim": Claim::from(row.result) },
        "disputed": { "by": by.person(), "claim": claim },
    })
}

/// Which version of a disputed game holds.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlementRequest)]
pub struct Settlement {
    pub version: Version,
}

/// A moderator settles a dispute: the game stands as it was entered, is corrected, or is void as one that was not played.
pub struct Settle(pub GameId, pub Settlement);

impl Action for Settle {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &Settle(id, Settlement { version }) = self;
        let (row, said) = read(tx, id)?;
        rules::settlement(&said, by)?;
        let before = stood(&row);
        let disputed = confirmations::claim(tx.db, id)?.and_then(Claim::result);
        let why = settled_on(version, row.result, disputed);
        store::note_change(tx, id, Word::GameDisputeSettled, by.person(), &why, [&before, &before])?;
        let record =
            Record::of(Word::GameDisputeSettled, id.subject(), json!({ "version": version, "result": row.result }));
        match version {
            Version::AsDisputed => {
                record.logged(tx, by)?;
                correct_as_disputed(tx, &row, by, disputed, why)
            }
            Version::AsEntered => {
                let players = row.players();
                let told = json!({ "game": id, "by": by.person(), "result": row.result, "played": between(players) });
                let tell = |record: Record, player| record.tell_what(Some(player), told.clone());
                players.into_iter().fold(record, tell).logged(tx, by)?;
                perform(tx, &By::service("II.4"), &Decided(id))?;
                Ok(Deed::of_its_parts(()))
            }
        }
    }
}

/// Makes of a game what its disputer says: another result, or none where it was not played.
fn correct_as_disputed(
    tx: &mut Tx,
    row: &Row,
    by: &By,
    result: Option<Outcome>,
    why: Message,
) -> Result<Deed<()>, Error> {
    match result {
        Some(result) => {
            let ending = rules::ending(row.ending, row.result, result);
            let ended = Ended { result: Some(result), ending, captures: None };
            perform(tx, by, &CorrectBy(row.id, ended, &Ruling::new(why, "II.4")))?;
        }
        None => {
            confirmations::set(tx, row.id, ConfirmationState::Settled)?;
            perform(tx, by, &VoidBy(row.id, &Ruling::new(why, "II.4.1")))?;
        }
    }
    Ok(Deed::of_its_parts(()))
}

/// A moderator has decided how a game ended: its players are no longer asked, and a game that waited for them
/// continues.
pub struct Decided(pub GameId);

impl Action for Decided {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &Decided(id) = self;
        if confirmations::is_given(tx.db, id)? {
            return Ok(Deed::of_its_parts(()));
        }
        confirmations::set(tx, id, ConfirmationState::Settled)?;
        let row = store::row(tx.db, id)?;
        if row.state != State::AwaitingConfirmation {
            return Ok(Deed::of_its_parts(()));
        }
        let moved_on = waiting::moves_on(tx, &row, by, Word::GameConfirmed, &say!("A dispute was settled."))?;
        Ok(moved_on.map_or(Deed::of_its_parts(()), |record| record.done(())))
    }
}

/// The person who entered a game takes it back: it is void as though never played, so that no score, deduction or
/// standing has a trace of it.
pub struct TakeBack(pub GameId);

impl Action for TakeBack {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &TakeBack(id) = self;
        let (row, said) = read(tx, id)?;
        rules::taking_back(&said, by, tx.now)?;
        let ruling = Ruling::new(say!("Entered by mistake."), "II.4.1");
        make_void(tx, &row, by, &ruling, Doing::TakenBack)?;
        timed::reopen(tx, id)?;
        let undone_by = say!("Game {game} taken back", game = id.0);
        declarations::store::set_undone(tx, &declared(Exercise::Adjudication, id), Some(&undone_by))?;
        let record = changed(tx, &row, Word::GameTakenBack, by, &ruling.reason)?;
        let told = json!({ "game": id, "by": by.person() });
        let others = row.players().into_iter().filter(|player| !by.is(*player));
        Ok(others.fold(record, |record, player| record.tell_what(Some(player), told.clone())).done(()))
    }
}
