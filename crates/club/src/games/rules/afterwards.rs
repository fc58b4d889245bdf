//! What can happen to a game once it is registered: approval, correction, voiding, objection and
//! rematch (Acts I.6, II.10.4, III.3.5, T22 to T24).

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Message, say};

use super::super::{Ending, NewGame, State};
use super::confirmation::TAKEN_BACK_WITHIN;
use crate::action::By;
use crate::error::{Act, Refusal};
use crate::fields;
use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;
use crate::rulebook::HouseRules;

/// A registered game, as these rules ask for it.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Which one.
    pub id: GameId,
    /// Who had White.
    pub white: PersonId,
    /// Who had Black.
    pub black: PersonId,
    /// Where it stands now.
    pub state: State,
    /// As it is now.
    pub result: Outcome,
    /// As it is now.
    pub ending: Ending,
    /// Played in the games room (Act 0.10).
    pub online: bool,
    /// Played with a clock (Act I.7).
    pub clocked: bool,
    /// The game that it replaces (Act I.6).
    pub rematch_of: Option<GameId>,
}

impl Game {
    /// Whether somebody had White or Black.
    pub fn is_played_by(&self, person: PersonId) -> bool {
        self.white == person || self.black == person
    }

    /// The result by which one of the players wins.
    pub fn won_by(&self, person: PersonId) -> Outcome {
        if self.white == person { Outcome::White } else { Outcome::Black }
    }
}

/// Moderators do not act in games they took part in (Act III.3.5). What the service carries out was decided already.
pub fn independent(by: &By, game: &Game) -> Result<(), Refusal> {
    let By::Somebody(by) = by else { return Ok(()) };
    if !by.roles.may_moderate() {
        return Err(Refusal::forbidden(say!("Only a moderator or a justice can do this."), "III.2"));
    }
    if game.is_played_by(by.person) {
        let detail = say!("You played in this game; another moderator has to act in it.");
        return Err(Refusal::forbidden(detail, "III.3.5"));
    }
    Ok(())
}

/// What a game's state is called within a sentence.
fn in_words(state: State) -> Message {
    match state {
        State::AwaitingMembership => say!("awaiting membership"),
        State::AwaitingPresence => say!("awaiting presence"),
        State::AwaitingConfirmation => say!("awaiting confirmation"),
        State::AwaitingApproval => say!("awaiting approval"),
        State::Rated => say!("rated"),
        State::Refused => say!("refused"),
        State::Lapsed => say!("lapsed"),
        State::Void => say!("void"),
        State::Replaced => say!("replaced"),
    }
}

/// What is done to games of some states alone; `otherwise` is said of others by their state.
pub(super) fn stands_as(
    game: &Game,
    wanted: &[State],
    act: &'static str,
    otherwise: fn(Message) -> Message,
) -> Result<(), Refusal> {
    if wanted.contains(&game.state) {
        return Ok(());
    }
    let detail = otherwise(in_words(game.state));
    Err(Refusal::conflict(say!("Not as the game stands"), detail).act(act).with("state", game.state))
}

/// A monitored player's game is approved or refused (Act II.10.4).
pub fn approval(game: &Game, by: &By) -> Result<(), Refusal> {
    independent(by, game)?;
    stands_as(game, &[State::AwaitingApproval], "II.10.4", |state| {
        say!("The game is {state}. You can only approve or refuse a game that waits for it.", state)
    })
}

/// Who decided about a game takes that back within a minute, while nothing else was done to it: `decided` says who and when.
pub fn undoing(
    game: &Game,
    decided: Option<(Option<PersonId>, NaiveDateTime)>,
    by: &By,
    now: NaiveDateTime,
) -> Result<(), Refusal> {
    let own = decided.filter(|(person, _)| person.is_some_and(|person| by.is(person)) && game.rematch_of.is_none());
    let Some((_, at)) = own else {
        let detail = say!("You decided nothing about this game that can be undone. Or it was changed since.");
        return Err(Refusal::conflict(say!("Nothing to undo"), detail).act("III.2.2"));
    };
    if now - at > TAKEN_BACK_WITHIN {
        let seconds = TAKEN_BACK_WITHIN.num_seconds();
        let detail = say!("You can undo a decision for {seconds} seconds. Correct the game, or make it void.", seconds);
        return Err(Refusal::conflict(say!("Too late"), detail).act("III.2.2"));
    }
    Ok(())
}

/// A result is corrected (T24).
pub fn correction(game: &Game, by: &By, ending: Ending) -> Result<(), Refusal> {
    independent(by, game)?;
    stands_as(game, &State::OPEN, "III.2.2", |state| {
        say!("The game is {state}; only a game that counts, or may yet, can be corrected.", state)
    })?;
    if ending == Ending::Forfeit {
        let detail =
            say!("A correction says how the game went. To take it away is a penalty. Decide on the offence for that.");
        return Err(Refusal::field("ending", detail).act("I.2.1"));
    }
    if ending == Ending::Flag && !game.clocked {
        return Err(Refusal::field("ending", say!("The game was played without a clock: no flag fell.")).act("I.7.5"));
    }
    Ok(())
}

/// The Chief Justice voids any game, other moderators those they did not play in.
fn may_void(game: &Game, by: &By) -> Result<(), Refusal> {
    if by.roles().chief_justice { Ok(()) } else { independent(by, game) }
}

/// Some voidings are not any moderator's to make or to undo: the Court's of an online game, and the Chief
/// Justice's after an error (Acts I.9.7, I.9.10).
fn reserved(act: &Act, by: &By) -> Result<(), Refusal> {
    // The service carries out what the Court says.
    let By::Somebody(by) = by else { return Ok(()) };
    let (detail, act) = match act.0.as_ref() {
        "I.9.7" => (say!("By Act I.9.7, only the Court makes a game void or brings it back."), "I.9.7"),
        "I.9.10" if !by.roles.chief_justice => {
            (say!("By Act I.9.10, only the Chief Justice makes a game void or brings it back."), "I.9.10")
        }
        _ => return Ok(()),
    };
    Err(Refusal::forbidden(detail, act))
}

/// Voided under `act`.
pub fn void(game: &Game, act: &Act, by: &By) -> Result<(), Refusal> {
    may_void(game, by)?;
    reserved(act, by)?;
    if act.0 == "I.9.10" && !game.online {
        let detail =
            say!("By this Act online games are void after an error; name the Act that was broken in this one.");
        return Err(Refusal::field("act", detail).act("I.9.10"));
    }
    stands_as(game, &State::OPEN, "II.5", |state| {
        say!("The game is {state}; only a game that counts, or may yet, can be voided.", state)
    })
}

/// `voided_under` are the Acts that the game is void by.
pub fn restore(game: &Game, voided_under: &[Act], by: &By) -> Result<(), Refusal> {
    may_void(game, by)?;
    voided_under.iter().try_for_each(|act| reserved(act, by))?;
    stands_as(game, &[State::Void], "III.3.8", |state| {
        say!("The game is {state}; only a game that is void can be restored.", state)
    })
}

/// A player objects, until the next session held begins (T22).
pub fn objection(
    game: &Game,
    by: &By,
    made_already: bool,
    next_session: Option<NaiveDateTime>,
    now: NaiveDateTime,
) -> Result<PersonId, Refusal> {
    let objector = by.person().filter(|person| game.is_played_by(*person));
    let Some(objector) = objector else {
        return Err(Refusal::forbidden(say!("Only a player of the game can object to how it ended."), "I.6"));
    };
    if game.rematch_of.is_some() {
        let detail = say!("This game is a rematch: it is final, and there is no second one.");
        return Err(Refusal::conflict(say!("Final"), detail).act("I.6"));
    }
    if made_already {
        let detail = say!("There is an objection to this game already; one rematch decides it.");
        return Err(Refusal::conflict(say!("Objected already"), detail).act("I.6"));
    }
    stands_as(game, &[State::Rated], "I.6", |state| {
        say!("The game is {state}; only a game that is rated can be objected to.", state)
    })?;
    if next_session.is_some_and(|next| next <= now) {
        let detail = say!("The next session has begun. You have to object before it, as you play again then.");
        return Err(Refusal::conflict(say!("Too late"), detail).act("I.6"));
    }
    Ok(objector)
}

crate::words!(
    /// The result of a rematch (Act I.6).
    RematchOutcome {
        /// There is a game of it.
        Played = "played",
        /// The one who objected did not come.
        ObjectorAbsent = "objector_absent",
        /// The one who objected came and would not play.
        ObjectorUnwilling = "objector_unwilling",
        /// The other player did not come.
        OpponentAbsent = "opponent_absent",
        /// The other player came and would not play.
        OpponentUnwilling = "opponent_unwilling",
    }
);

crate::words!(
    /// Where an objection stands.
    ObjectionState {
        /// A rematch is due.
        Open = "open",
        /// The rematch was played and replaces the game.
        Played = "played",
        /// The objector did not play: the game is final.
        OriginalFinal = "original_final",
        /// The opponent did not play: the objector wins by forfeit.
        Forfeited = "forfeited",
        /// The game no longer counts.
        Lapsed = "lapsed",
    }
);

impl ObjectionState {
    /// How an objection stands that was settled.
    pub const SETTLED: [ObjectionState; 3] =
        [ObjectionState::Played, ObjectionState::OriginalFinal, ObjectionState::Forfeited];

    /// How one stands that nothing has settled.
    pub const UNSETTLED: [ObjectionState; 2] = [ObjectionState::Open, ObjectionState::Lapsed];

    /// How an objection that nothing has settled goes with its game: it lapses where the game no longer counts, and is open
    /// again where the game counts again.
    pub fn unsettled(game: State) -> ObjectionState {
        if game.counts() { ObjectionState::Open } else { ObjectionState::Lapsed }
    }
}

impl RematchOutcome {
    /// The result of the rematch in a sentence, by the colours of the game objected to.
    pub fn told(self, objector_is_white: bool) -> Message {
        use RematchOutcome::{ObjectorAbsent, ObjectorUnwilling, OpponentAbsent, OpponentUnwilling, Played};
        match (self, objector_is_white) {
            (Played, _) => say!("The rematch was played."),
            (ObjectorAbsent, true) => say!("White, who objected, was absent from the rematch."),
            (ObjectorAbsent, false) => say!("Black, who objected, was absent from the rematch."),
            (ObjectorUnwilling, true) => say!("White, who objected, would not play the rematch."),
            (ObjectorUnwilling, false) => say!("Black, who objected, would not play the rematch."),
            (OpponentAbsent, true) => say!("Black was absent from the rematch; White had objected."),
            (OpponentAbsent, false) => say!("White was absent from the rematch; Black had objected."),
            (OpponentUnwilling, true) => say!("Black would not play the rematch; White had objected."),
            (OpponentUnwilling, false) => say!("White would not play the rematch; Black had objected."),
        }
    }
}

/// An objection whose rematch is to be settled.
#[derive(Clone, Copy, Debug)]
pub struct Objection {
    /// The player who objected.
    pub objector: PersonId,
    /// Where it stands.
    pub state: ObjectionState,
    /// UTC.
    pub made_at: NaiveDateTime,
    /// When the session begins at which the rematch is due.
    pub due: Option<NaiveDateTime>,
}

/// What settling an objection does to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// The rematch replaces the game.
    Replace,
    /// The game is final.
    Final,
    /// The game is forfeit, with this result.
    Forfeit(Outcome),
}

impl Settlement {
    /// What it makes of the game.
    pub fn told(self, game: GameId) -> Message {
        let game = game.0;
        match self {
            Settlement::Replace => say!("Game {game} is replaced by its rematch.", game),
            Settlement::Forfeit(Outcome::White) => say!("Game {game} is won by White by forfeit.", game),
            Settlement::Forfeit(Outcome::Black) => say!("Game {game} is won by Black by forfeit.", game),
            Settlement::Final | Settlement::Forfeit(Outcome::Draw) => {
                say!("Game {game} is final as it was played.", game)
            }
        }
    }

    /// How the objection stands then.
    pub fn state(self) -> ObjectionState {
        match self {
            Settlement::Replace => ObjectionState::Played,
            Settlement::Final => ObjectionState::OriginalFinal,
            Settlement::Forfeit(_) => ObjectionState::Forfeited,
        }
    }
}

/// How long before the rematch is due an objection can be taken back: the other player may still object then.
const TIME_TO_OBJECT: TimeDelta = TimeDelta::days(1);

/// The objector takes the objection back until a day before the session at which the rematch is due: nothing has
/// followed from it, and the game is as though nobody had objected. The last day is left to the other player,
/// who may have trusted in the rematch (T22); in the minute after it was made nobody has.
pub fn withdrawal(objection: &Objection, by: &By, now: NaiveDateTime) -> Result<(), Refusal> {
    if !by.is(objection.objector) {
        return Err(Refusal::forbidden(say!("Only the player who objected can take that back."), "I.6"));
    }
    if objection.state != ObjectionState::Open {
        let detail = say!("This objection is no longer open: what followed from it stands.");
        return Err(Refusal::conflict(say!("No longer open"), detail).act("I.6"));
    }
    let latest = if now - objection.made_at <= TAKEN_BACK_WITHIN { TimeDelta::zero() } else { TIME_TO_OBJECT };
    if objection.due.is_some_and(|due| due - latest <= now) {
        let detail = say!(
            "You can take it back until a day before the session of the rematch. So the other player can still object."
        );
        return Err(Refusal::conflict(say!("Too late"), detail).act("I.6"));
    }
    Ok(())
}

/// The overseer, a moderator or justice who does not play, records the result of the rematch.
pub fn rematch(
    game: &Game,
    objection: &Objection,
    outcome: RematchOutcome,
    by: &By,
    now: NaiveDateTime,
) -> Result<Settlement, Refusal> {
    independent(by, game)?;
    if objection.state != ObjectionState::Open {
        let detail = say!("This objection is settled. You only play again once.");
        return Err(Refusal::conflict(say!("Settled already"), detail).act("I.6"));
    }
    stands_as(game, &[State::Rated], "I.6", |state| {
        say!("The game is {state}; only a game that is rated can have a rematch.", state)
    })?;
    if objection.due.is_none_or(|due| now < due) {
        let detail = say!("The rematch is due at the next session held, which has not begun.");
        return Err(Refusal::conflict(say!("Not due yet"), detail).act("I.6"));
    }
    Ok(match outcome {
        RematchOutcome::Played => Settlement::Replace,
        RematchOutcome::ObjectorAbsent | RematchOutcome::ObjectorUnwilling => Settlement::Final,
        RematchOutcome::OpponentAbsent | RematchOutcome::OpponentUnwilling => {
            Settlement::Forfeit(game.won_by(objection.objector))
        }
    })
}

/// A game of two at whose board a rematch is due is that rematch, which its overseer records, or said to be another game.
pub fn not_for_a_rematch(due: Option<GameId>, game: &NewGame) -> Result<(), Refusal> {
    let Some(of) = due.filter(|_| game.rematch_of.is_none() && !game.insist) else { return Ok(()) };
    let detail = say!("A rematch is due at this board. A moderator who does not play enters it at the game it is for.");
    let refusal = Refusal::conflict(say!("A rematch is due"), detail).act("I.6");
    Err(refusal.with("game", of).with("rematch_due", true).with("insist", false))
}

/// A rematch that was not played has no game.
pub fn has_a_game(outcome: RematchOutcome, has: bool) -> Result<(), Refusal> {
    if !has || outcome == RematchOutcome::Played {
        return Ok(());
    }
    let detail = say!("A rematch that was not played has no game; leave the game out, or say that it was played.");
    Err(Refusal::field("game", detail).act("I.6"))
}

/// The game of a rematch that was played.
pub fn game_of(rematch: Option<&NewGame>) -> Result<&NewGame, Refusal> {
    let detail = || say!("A rematch that was played needs its game: result, ending and so on.");
    rematch.ok_or_else(|| Refusal::field("game", detail()).act("I.6"))
}

/// The rematch is between the same two, at a session that began after the objection, and is limited to the
/// house rules' minutes each: by a clock, or by a time limit for both, unless its overseer did without.
pub fn rematch_game(
    game: &Game,
    due: Option<NaiveDateTime>,
    rematch: &NewGame,
    limit: Option<TimeDelta>,
    time_exempted: bool,
    house: &HouseRules,
) -> Result<(), Refusal> {
    if [rematch.white, rematch.black].iter().any(|player| !game.is_played_by(*player)) {
        return Err(Refusal::field(
            "game",
            say!("A rematch is between the two players of the game, in either colours."),
        )
        .act("I.6"));
    }
    if due.is_none_or(|due| rematch.played_at < due) {
        return Err(Refusal::field("game.played_at", say!("A rematch is played at the next session held, or later."))
            .act("I.6"));
    }
    let (each, both) = (house.rematch_minutes, 2 * house.rematch_minutes);
    let limited = rematch.clock.is_some() || limit.is_some_and(|limit| limit <= TimeDelta::minutes(both));
    if !limited && !time_exempted {
        // Of a time limit speaks only what came with one.
        let detail = match limit {
            None => say!(
                "A rematch has {each} minutes a player, with a clock. Did you let them play without? Then say so.",
                each
            ),
            Some(_) => say!(
                "A rematch has {each} minutes a player: with a clock, or under a time limit of at most {both} minutes. If its overseer let them play without, say so.",
                each,
                both
            ),
        };
        return Err(Refusal::field("game.clock", detail).act("I.6"));
    }
    Ok(())
}

/// What a standing decision makes of a game changes only when that is undone.
pub fn free(is_held: bool) -> Result<(), Refusal> {
    if !is_held {
        return Ok(());
    }
    let detail = say!("A decision makes this game what it is. Only the Court can undo that.");
    Err(Refusal::conflict(say!("Held by a decision"), detail).act("III.3.8"))
}

/// A correction must change something (T48).
pub fn corrects(changes: bool) -> Result<(), Refusal> {
    if changes {
        return Ok(());
    }
    Err(Refusal::field("result", say!("The game has this result and this ending already.")).act("II.4"))
}

/// A rematch comes back only where its game still waits for one.
pub fn has_its_place(has: bool) -> Result<(), Refusal> {
    if has {
        return Ok(());
    }
    let detail = say!("It was a rematch, and the game that it was played for is void or was settled otherwise since.");
    Err(Refusal::conflict(say!("No game to replace"), detail).act("I.6"))
}

/// Why something is done to a game, and by which Act.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// It is published with the change (Act III.2.4).
    pub reason: Message,
    /// The Act that it rests on.
    pub act: Act,
}

impl Ruling {
    /// Whether the Act is in force is for the caller to check.
    pub fn new(reason: Message, act: impl Into<Act>) -> Ruling {
        Ruling { reason, act: act.into() }
    }
}

/// A reason that somebody with a power gives, to be published (Act III.2.4).
pub fn given(text: &str) -> Result<Message, Refusal> {
    fields::reason("reason", text, 3, 500, "III.2.4").map(Message::verbatim)
}

/// Why a game is objected to (Act I.6).
pub fn why(text: &str) -> Result<String, Refusal> {
    fields::reason("reason", text, 3, 500, "I.6")
}

#[cfg(test)]
mod tests;
