//! What may happen at a table, whatever is played there. Pure.

use std::collections::HashMap;

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Message, say};
use serde_json::Value;

use super::{AnyGame, AnyState, Chair, Person, Seat, Stage, Table};
use crate::error::{Kind, Refusal};
use crate::fields;
use crate::id::PersonId;

/// For how long after opening a table somebody who said that they are ready is taken to wait there.
pub const WAITS_READY: TimeDelta = TimeDelta::minutes(10);

/// For how long somebody who said that they are ready may be gone from the table's page: it is reloaded, or the connection is poor.
pub const STEPS_OUT: TimeDelta = TimeDelta::minutes(1);

/// What follows from somebody's being ready, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Wait,
    Begin,
    GoOn,
    Adjourn,
}

/// Letters of a table's name.
const NAME: usize = 40;
/// Letters that one says at once.
const TALK: usize = 500;
/// Bytes of a play.
const PLAY: usize = 64 * 1024;
/// Tables that one person may have open, with nothing begun at them.
const OPEN: i64 = 5;
/// How long an adjourned game waits for its players, where they agreed on no time; and the most they can agree on.
const ADJOURNED: TimeDelta = TimeDelta::days(14);
const LONGEST: TimeDelta = TimeDelta::days(60);
/// How long a game waits whose time to go on came while the club did not let it.
pub const PATIENCE: TimeDelta = TimeDelta::minutes(1);
/// What one may say in a minute.
const TALK_A_MINUTE: i64 = 20;

/// A stage as it stands within sentences.
fn said(stage: Stage) -> Message {
    match stage {
        Stage::Open => say!("open"),
        Stage::Playing => say!("playing"),
        Stage::Adjourned => say!("adjourned"),
        Stage::Ended => say!("ended"),
        Stage::Archived => say!("archived"),
    }
}

fn stage(table: &Table, wanted: &[Stage], what: Message) -> Result<(), Refusal> {
    if wanted.contains(&table.stage) {
        return Ok(());
    }
    let detail = say!("The table is {stage}: {what}.", stage = said(table.stage), what);
    Err(Refusal::conflict(say!("Not as the table stands"), detail).act("I.9").with("stage", table.stage))
}

/// Whether somebody who has so many tables open may open another.
pub fn may_open(open: i64) -> Result<(), Refusal> {
    if open < OPEN {
        return Ok(());
    }
    let detail = say!("You have {open} tables open; begin a game or leave a table first.", open);
    Err(Refusal::conflict(say!("Too many tables"), detail).act("I.9"))
}

/// The seat of the one who opens a table of so many: the one asked for, or one drawn by lot among those that begin the game, the `fewest`.
pub fn own_seat(wanted: Option<Seat>, seats: Seat, fewest: Seat, lot: i64) -> Result<Seat, Refusal> {
    match wanted {
        Some(seat) if (0..seats).contains(&seat) => Ok(seat),
        Some(seat) => {
            let detail = say!("There is no seat {seat}; the seats are 0 to {last}.", seat, last = seats - 1);
            Err(Refusal::field("seat", detail))
        }
        None => Ok(lot.rem_euclid(fewest.max(1))),
    }
}

/// The same as a page asks for it: pages count seats from 1.
pub fn seat_on_page(wanted: Option<Seat>, seats: Seat) -> Result<(), Refusal> {
    match wanted.filter(|seat| *seat >= seats).map(|seat| seat.saturating_add(1)) {
        Some(number) => {
            let detail = say!("This table has no seat {number}: it has seats for {seats} in all.", number, seats);
            Err(Refusal::field("seat", detail))
        }
        None => Ok(()),
    }
}

/// Whether these people may be invited to a table of so many seats.
pub fn invites(by: PersonId, invited: &[PersonId], seats: Seat) -> Result<(), Refusal> {
    let is_wrong = |(place, person): (usize, &PersonId)| *person == by || invited[..place].contains(person);
    let too_many = !invited.is_empty() && invited.len() >= usize::try_from(seats).unwrap_or(0);
    if !too_many && !invited.iter().enumerate().any(is_wrong) {
        return Ok(());
    }
    Err(Refusal::field("invite", say!("Invite at most {last} others, each once.", last = seats - 1)))
}

/// The person who opened a table asks more people there before the game begins: the seats that are kept for them, in their order. Who
/// has `declined` is left in peace.
pub fn invites_more(
    table: &Table,
    by: PersonId,
    invited: &[PersonId],
    declined: &[Person],
) -> Result<Vec<Seat>, Refusal> {
    if table.opened_by != by {
        return Err(Refusal::forbidden(say!("Only who opened the table can ask more people."), "I.9"));
    }
    stage(table, &[Stage::Open], say!("people are invited before the game begins"))?;
    let free = table.free();
    let is_asked = |person: &PersonId| table.seat_of(*person).is_some() || table.kept_for(*person).is_some();
    let is_twice = |(place, person): (usize, &PersonId)| invited[..place].contains(person);
    if invited.is_empty() || invited.iter().any(is_asked) || invited.iter().enumerate().any(is_twice) {
        return Err(Refusal::field("invite", say!("Invite people who are not asked yet, each once.")));
    }
    if let Some(Person { name, .. }) = declined.iter().find(|person| invited.contains(&person.id)) {
        return Err(Refusal::field("invite", say!("{name} said no to this table. Ask somebody else.", name)));
    }
    if invited.len() > free.len() {
        return Err(Refusal::field("invite", say!("Only so many seats are free: {free}.", free = free.len())));
    }
    Ok(free)
}

/// Takes a seat: the one asked for, or else one kept for this person, or else the first that is free.
/// `fewest` begin the game; where there are more seats the rest may be taken while it is played.
pub fn take(table: &Table, person: PersonId, wanted: Option<Seat>, fewest: Seat) -> Result<Seat, Refusal> {
    let any_time = usize::try_from(fewest).is_ok_and(|fewest| fewest < table.seats.len());
    let times: &[Stage] = if any_time { &[Stage::Open, Stage::Playing] } else { &[Stage::Open] };
    stage(table, times, say!("seats are taken before the game begins"))?;
    if let Some(seat) = table.seat_of(person) {
        return if wanted.is_none_or(|wanted| wanted == seat) {
            Ok(seat)
        } else {
            Err(Refusal::conflict(say!("Seated already"), say!("You have another seat at this table; leave it first."))
                .act("I.9"))
        };
    }
    let for_them = |chair: &&super::Chair| chair.person.is_none() && chair.invited.is_none_or(|who| who == person);
    let mut free: Vec<_> = table.seats.iter().filter(for_them).collect();
    free.sort_by_key(|chair| (chair.invited.is_none(), chair.seat));
    let found = match wanted {
        Some(seat) => free.into_iter().find(|chair| chair.seat == seat),
        None => free.into_iter().next(),
    };
    found.map(|chair| chair.seat).ok_or_else(|| {
        let detail = match wanted {
            Some(_) => say!("This seat is taken, kept for somebody else, or not there."),
            None => say!("Every seat is taken or kept for somebody else."),
        };
        Refusal::conflict(say!("No seat"), detail).act("I.9")
    })
}

/// Takes a seat that the game gained on its way, as the person it is meant for; `called` is how they are told that there is none.
pub fn join(table: &Table, person: PersonId, called: &str, meant: &HashMap<Seat, PersonId>) -> Result<Seat, Refusal> {
    stage(table, &[Stage::Playing], say!("people join while it is played"))?;
    if let Some(seat) = table.seat_of(person) {
        return Ok(seat);
    }
    let theirs = |chair: &&super::Chair| chair.person.is_none() && meant.get(&chair.seat) == Some(&person);
    table.seats.iter().find(theirs).map(|chair| chair.seat).ok_or_else(|| {
        let detail =
            say!("No free seat is meant for {called}: the players take in whom they want by their rules.", called);
        Refusal::conflict(say!("No seat"), detail).act("I.9")
    })
}

/// Somebody's seat.
pub fn seated(table: &Table, person: PersonId) -> Result<Seat, Refusal> {
    table.seat_of(person).ok_or_else(|| Refusal::forbidden(say!("You do not sit at this table; you may watch."), "I.9"))
}

/// Players of a finished game may play the same again, if the game allows it.
pub fn plays_again(table: &Table, person: PersonId, game: &dyn AnyGame) -> Result<(), Refusal> {
    let asked = table.asked();
    let is_asked = asked.iter().any(|asked| asked.id == person);
    if !is_asked {
        seated(table, person)?;
    }
    if game.plays_again() && table.ended_at.is_some() && (table.started_at.is_some() || asked.len() > 1) {
        return Ok(());
    }
    let detail = say!("Only a game that is over is played again. Open a new table instead.");
    Err(Refusal::conflict(say!("Not again"), detail).act("I.9"))
}

/// Leaves a table that has not begun, or the seat there that is kept for one.
pub fn leave(table: &Table, person: PersonId) -> Result<Seat, Refusal> {
    let kept = table.kept_for(person).filter(|_| table.stage == Stage::Open);
    let seat = kept.map_or_else(|| seated(table, person), Ok)?;
    stage(table, &[Stage::Open], say!("who leaves a game resigns it"))?;
    Ok(seat)
}

/// A game that its people cannot break off goes on.
pub fn adjourns(table: &Table, adjourns: bool) -> Result<(), Refusal> {
    if adjourns || table.stage != Stage::Playing {
        return Ok(());
    }
    Err(Refusal::conflict(say!("No adjournment"), say!("This game is not adjourned: its days go on.")).act("I.9"))
}

/// When an adjourned game is to go on by itself: as the one who asks for the adjournment says, or as somebody who
/// asked before them did.
pub fn resumption(table: &Table, until: Option<NaiveDateTime>, now: NaiveDateTime) -> Result<NaiveDateTime, Refusal> {
    let until = until.or(table.resumes_at.filter(|at| *at > now)).unwrap_or(now + ADJOURNED);
    if now < until && until <= now + LONGEST {
        return Ok(until);
    }
    let detail = say!(
        "An adjourned game goes on within {days} days; name a time between now and then.",
        days = LONGEST.num_days()
    );
    Err(Refusal::field("until", detail).act("I.9"))
}

/// A time to go on at belongs to asking for an adjournment.
pub fn no_time(table: &Table) -> Refusal {
    let detail =
        say!("When a game goes on is said by asking to adjourn it; the table is {stage}.", stage = said(table.stage));
    Refusal::field("until", detail).act("I.9")
}

/// Somebody seated says that they are ready, or no longer; returns what follows. `fewest` begin the game, once nobody is
/// waited for whom a seat among these is kept for; anybody who no longer `plays` is not asked.
pub fn ready(
    table: &Table,
    person: PersonId,
    ready: bool,
    fewest: Seat,
    plays: impl Fn(Seat) -> bool,
) -> Result<Next, Refusal> {
    let seat = seated(table, person)?;
    stage(table, &[Stage::Open, Stage::Playing, Stage::Adjourned], say!("it is over"))?;
    let taken: Vec<_> = table.seats.iter().filter(|chair| chair.person.is_some()).collect();
    let mut asked = taken.iter().filter(|chair| plays(chair.seat));
    let agree = asked.all(|chair| (if chair.seat == seat { ready } else { chair.ready }) == ready);
    let all = agree && usize::try_from(fewest).is_ok_and(|fewest| taken.len() >= fewest);
    Ok(match (table.stage, ready, all) {
        (Stage::Open, true, true) if awaits_invited(table, fewest) => Next::Wait,
        (Stage::Open, true, true) => Next::Begin,
        (Stage::Adjourned, true, true) => Next::GoOn,
        (Stage::Playing, false, true) => Next::Adjourn,
        _ => Next::Wait,
    })
}

/// Whether one of the `fewest` seats that begin a game is kept for somebody who has not sat down.
fn awaits_invited(table: &Table, fewest: Seat) -> bool {
    let kept = |chair: &Chair| chair.seat < fewest && chair.person.is_none() && chair.invited.is_some();
    table.seats.iter().any(kept)
}

/// Whether others sit with this person, and a game does not begin or go on because they have not said that they are ready: enough sit
/// there, nobody else is waited for, and another is ready or no seat is empty. `state` is that of a game that has begun.
pub fn waits_for_ready(table: &Table, game: &dyn AnyGame, state: Option<&dyn AnyState>, person: PersonId) -> bool {
    let plays = |chair: &&Chair| chair.person.is_some() && state.is_none_or(|state| state.plays(chair.seat));
    let is_own = |chair: &&Chair| chair.person.as_ref().is_some_and(|seated| seated.id == person);
    let (own, others): (Vec<&Chair>, Vec<&Chair>) = table.seats.iter().filter(plays).partition(is_own);
    let is_one_ready = others.iter().any(|chair| chair.ready);
    let may_go_on = match table.stage {
        Stage::Open => {
            let fewest = game.fewest(&table.options);
            let enough = usize::try_from(fewest).is_ok_and(|fewest| own.len() + others.len() >= fewest);
            let is_full = table.seats.iter().all(|chair| chair.person.is_some());
            enough && !awaits_invited(table, fewest) && (is_one_ready || is_full)
        }
        Stage::Adjourned => is_one_ready,
        Stage::Playing | Stage::Ended | Stage::Archived => false,
    };
    may_go_on && !others.is_empty() && own.iter().any(|chair| !chair.ready)
}

/// When those awaited are told that their time runs short: a quarter of it before, and a day at the most.
pub fn warn_at(from: NaiveDateTime, due: NaiveDateTime) -> NaiveDateTime {
    due - ((due - from) / 4).min(TimeDelta::days(1))
}

/// A game that time has ended is neither adjourned nor gone on with.
pub fn not_over(table: &Table) -> Result<(), Refusal> {
    if matches!(table.stage, Stage::Playing | Stage::Adjourned) {
        return Ok(());
    }
    Err(Refusal::conflict(say!("Over"), say!("Time has ended the game meanwhile.")).act("I.7.5"))
}

/// What no form of a table does.
pub fn nothing_done(act: &str) -> Refusal {
    Refusal::field("act", say!("{act} is nothing that is done at this table.", act = format!("{act:?}")))
}

/// Whether there is a game that can be made void.
pub fn voidable(table: &Table) -> Result<(), Refusal> {
    if table.started_at.is_some() && !table.is_void() {
        return Ok(());
    }
    let detail = say!("There is no game at this table that could be made void.");
    Err(Refusal::conflict(say!("Nothing to void"), detail).act("I.9.10"))
}

/// Whether a play comes in its order: as the answer to the last entry of the log. Some can be made `at_rest`,
/// while the game is adjourned.
pub fn in_order(table: &Table, answers: i64, at_rest: bool) -> Result<(), Refusal> {
    let what = match table.stage {
        Stage::Open => say!("it has not begun"),
        Stage::Adjourned => say!("it goes on when everybody is ready, or at the time that was agreed on"),
        _ => say!("it is over"),
    };
    let stages: &[Stage] = if at_rest { &[Stage::Playing, Stage::Adjourned] } else { &[Stage::Playing] };
    stage(table, stages, what).map_err(|refusal| refusal.with("number", table.number))?;
    if answers == table.number {
        return Ok(());
    }
    let detail = say!("Something happened at this table since you looked. Look again, then play.");
    Err(Refusal::conflict(say!("Stale play"), detail).act("I.9").with("number", table.number))
}

/// Checks a play's size.
pub fn play(play: &Value) -> Result<(), Refusal> {
    let bytes = play.to_string().len();
    if bytes <= PLAY {
        return Ok(());
    }
    Err(Refusal::field("play", say!("A play has at most {most} bytes, not {bytes}.", most = PLAY, bytes)))
}

/// A justice acts in games that are not their own (Acts I.9.6, III.3.5).
pub fn ruling(table: &Table, justice: PersonId) -> Result<(), Refusal> {
    if table.seat_of(justice).is_some() {
        let detail = say!("You sit at this table; another justice has to rule on it.");
        return Err(Refusal::forbidden(detail, "III.3.5"));
    }
    stage(table, &[Stage::Playing, Stage::Adjourned], say!("a game is ended while it is played"))
        .map_err(|r| r.act("I.9.6"))
}

/// What a table is called.
pub fn name(text: &str) -> Result<String, Refusal> {
    fields::text("name", text, 1, NAME)
}

/// Something said. While a game is played spectators keep silent: anybody who plays has no help (Act I.2).
pub fn talk(table: &Table, person: PersonId, moderates: bool, text: &str) -> Result<String, Refusal> {
    if table.seat_of(person).is_none() && !moderates {
        stage(table, &[Stage::Open, Stage::Ended], say!("spectators talk before and after the game"))
            .map_err(|r| r.act("I.2"))?;
    }
    stage(table, &[Stage::Open, Stage::Playing, Stage::Adjourned, Stage::Ended], say!("it is archived"))?;
    fields::text("text", text, 1, TALK)
}

/// Whether somebody may say more who has said so much in the last minute.
pub fn not_too_much(lately: i64) -> Result<(), Refusal> {
    if lately < TALK_A_MINUTE {
        return Ok(());
    }
    let detail = say!("That is {count} in a minute; let the others have their say.", count = TALK_A_MINUTE);
    Err(Refusal::new(Kind::TooMany(30), say!("Too much talk"), detail))
}

/// Whether a reader may mute somebody, or no longer.
pub fn mutes(reader: PersonId, whom: PersonId) -> Result<(), Refusal> {
    if reader != whom {
        return Ok(());
    }
    Err(Refusal::field("person", say!("Nobody mutes themself.")))
}
