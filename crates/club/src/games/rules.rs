//! Registering a game: what the Terms require, and the state it gets (Section 0, Acts I.5 to I.8,
//! II.10, II.11).

pub mod afterwards;
pub mod confirmation;
pub mod history;
pub mod played;
mod stands;
pub mod timed;

use chrono::{DateTime, NaiveDateTime, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::{Join, Message, Value, say};

use super::record::Settled;
use super::{Ending, NewGame};
use crate::action::{By, Somebody};
use crate::auth::Roles;
use crate::error::{Act, FieldError, Kind, Refusal};
use crate::fields;
use crate::id::{GameId, PersonId, SessionId};
use crate::rulebook::HouseRules;
use crate::sessions::calendar::{local_date, local_time};
use crate::sessions::rules::Presence;

pub use stands::{AlreadyGiven, Stands, lapsed, stands};

/// How far a caller's clock may be ahead of ours.
const SKEW: TimeDelta = TimeDelta::minutes(1);

/// An Act that a game breaks, and how.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Breach {
    /// `None` if it would tell what the reader may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
    /// How it is broken, in whole sentences.
    #[serde(serialize_with = "rookery_messages::in_english")]
    pub detail: Message,
    /// The field of the request that has to be changed, as programs call it; empty where none is asked for.
    #[serde(skip)]
    pub field: &'static str,
    /// Whether it is a power that is wanting, rather than the game that is wrong.
    #[serde(skip)]
    pub power: bool,
}

impl Breach {
    /// One of the game itself, at no field yet.
    pub fn new(act: &'static str, detail: impl Into<Message>) -> Breach {
        Breach { act: Some(Act::new(act)), ..Breach::unexplained(detail) }
    }

    fn unexplained(detail: impl Into<Message>) -> Breach {
        Breach { act: None, detail: detail.into(), field: "", power: false }
    }

    /// The same, at a field of the request.
    pub fn at(self, field: &'static str) -> Breach {
        Breach { field, ..self }
    }

    fn of_power(act: &'static str, detail: impl Into<Message>) -> Breach {
        Breach { power: true, ..Breach::new(act, detail) }
    }
}

/// The refusal that names every Act broken (T15).
pub fn refused(breaches: Vec<Breach>) -> Refusal {
    let detail = Message::joined(Join::Sentences, breaches.iter().map(|breach| breach.detail.clone()));
    let mut refusal = if breaches.iter().all(|breach| breach.power) {
        Refusal::new(Kind::Forbidden, say!("Not within your powers"), detail)
    } else {
        Refusal::invalid(say!("Invalid game"), detail)
    };
    for breach in &breaches {
        if let Some(act) = breach.act.as_ref().filter(|act| !refusal.acts.contains(act)) {
            refusal.acts.push(act.clone());
        }
        if !breach.field.is_empty() {
            refusal.errors.push(FieldError { field: breach.field.into(), detail: breach.detail.clone() });
        }
    }
    refusal.with("breaches", breaches)
}

/// A session as the rules of games ask for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Which one.
    pub id: SessionId,
    /// UTC; its first instant.
    pub starts_at: NaiveDateTime,
    /// The first instant after it (T1).
    pub closes_at: NaiveDateTime,
    /// Where its games are played (Act 0.5).
    pub room: String,
}

impl From<&crate::sessions::Session> for Session {
    fn from(session: &crate::sessions::Session) -> Session {
        let room = session.room.clone();
        Session { id: session.id, starts_at: session.starts_at, closes_at: session.closes_at(), room }
    }
}

/// How a player stood to the leaderboard when the game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberStatus {
    /// On the leaderboard then.
    Member,
    /// Not then, but since, and before the session closed (Act 0.12).
    JoinedAfterwards(NaiveDateTime),
    /// Never a member.
    Guest,
    /// A member once, removed, and not rejoined (Act 0.8).
    Removed,
}

/// A player, as of the time the game was played.
#[derive(Clone, Debug)]
pub struct Player {
    /// As refusals call them.
    pub name: String,
    /// Whether they were a member.
    pub standing: MemberStatus,
    /// Banned, and until when; without an end it is permanent.
    pub ban: Option<Option<NaiveDateTime>>,
    /// Whether the person who enters the game may know of the ban (T42).
    pub tells_ban: bool,
    /// Then, or while the game is entered.
    pub monitored: bool,
    /// Under an order to play every game with a clock (Act II.11).
    pub clock_ordered: bool,
}

/// A time limit without a clock that the game claims to have been played under (Act I.8).
#[derive(Clone, Copy, Debug)]
pub struct TimedGame {
    /// Who it gives White.
    pub white: PersonId,
    /// Who it gives Black.
    pub black: PersonId,
    /// The game that was entered for it already.
    pub game: Option<GameId>,
    /// For the whole game, pauses left out.
    pub limit: TimeDelta,
    /// When its time ran out; `None` if it was ended before.
    pub expired_at: Option<NaiveDateTime>,
}

/// Whether a moderator or justice who is on the register validates a game of that instant (Acts 0.6, 0.9; T43): who
/// is present in the session, whether before or after the instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oversight {
    /// None was there.
    None,
    /// Somebody was, and not for long enough.
    Brief,
    /// Somebody came a moment ago: the game waits.
    Soon,
    /// Somebody is present: it counts as overseen.
    Present,
}

impl Oversight {
    /// The strongest oversight among the people who were present.
    pub fn of(there: impl IntoIterator<Item = Presence>) -> Oversight {
        let one = |presence| match presence {
            Presence::Present => Oversight::Present,
            Presence::From(_) => Oversight::Soon,
            Presence::Brief => Oversight::Brief,
        };
        let rank = |oversight: &Oversight| *oversight as u8;
        there.into_iter().map(one).max_by_key(rank).unwrap_or(Oversight::None)
    }

    /// Whether it validates the game, now or soon.
    fn may_validate(self) -> bool {
        matches!(self, Oversight::Soon | Oversight::Present)
    }
}

/// What the house knows about a game that is to be registered.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The session in which it was played.
    pub session: Option<Session>,
    /// Of moderators and justices on the register at that time (Act 0.6, T17).
    pub oversight: Oversight,
    /// Whether one of them was there from its beginning to its end, where it says when it began (Act I.7.1).
    pub overseen_throughout: bool,
    /// Who had White.
    pub white: Player,
    /// Who had Black.
    pub black: Player,
    /// A game like it that is there already (T19).
    pub same_game: Option<GameId>,
    /// The game whose rematch a board of the session is for where these two sit, while it is due (Act I.6).
    pub rematch_due: Option<GameId>,
    /// The time limit that the game names.
    pub timed_game: Option<TimedGame>,
    /// Whether a session is on now: the kiosk enters games only then.
    pub session_now: bool,
}

/// Where a game stands once it is registered.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Its state, and why it waits where it does.
    pub stands: Stands,
    /// The session it belongs to; `None` for an online game.
    pub session: Option<SessionId>,
    /// Its place in the log of ratings: where it was played, a guest's at the last joining (T13).
    pub place: NaiveDateTime,
    /// Its result.
    pub settled: Settled,
}

/// The time that a game was played at: not before there were such clubs, and what is ahead by a little skew is now.
/// What is further ahead is refused with all else that is wrong with the game ([`register`]).
pub fn played_at(claimed: Option<NaiveDateTime>, now: NaiveDateTime) -> Result<NaiveDateTime, Refusal> {
    let Some(claimed) = claimed else { return Ok(now) };
    let earliest = DateTime::UNIX_EPOCH.naive_utc();
    if claimed < earliest {
        let detail = say!("No game of this club was played before 1970.");
        return Err(Refusal::field("played_at", detail).act("0.5"));
    }
    Ok(if claimed > now + SKEW { claimed } else { claimed.min(now) })
}

/// The name of a room, as stored.
pub fn room(text: &str) -> Result<String, Refusal> {
    fields::text("room", text, 1, 100).map_err(|refusal| refusal.act("0.5"))
}

/// Nobody plays themselves.
pub fn two_players(white: PersonId, black: PersonId) -> Result<(), Refusal> {
    if white != black {
        return Ok(());
    }
    Err(Refusal::field("black", say!("A game has two players; this is White again.")).act("I.1"))
}

/// The refusal of somebody whom the club does not know.
pub fn nobody(field: &'static str, id: PersonId) -> Refusal {
    Refusal::field(field, say!("The club knows nobody with the id {id}.", id = id.to_string())).act("0.12")
}

/// Decides on a game; a refusal names all the Acts it breaks (T15).
pub fn register(
    facts: &Facts,
    game: &NewGame,
    by: &By,
    house: &HouseRules,
    now: NaiveDateTime,
) -> Result<Decision, Refusal> {
    let mut breaches = Vec::new();
    place_and_time(facts, game, house, now, &mut breaches);
    let may_yet_join = facts.session.as_ref().is_some_and(|session| now < session.closes_at);
    for (side, player) in [("white", &facts.white), ("black", &facts.black)] {
        let against = against(player, game.online, game.clock.is_some(), may_yet_join, house.time_zone).into_iter();
        breaches.extend(against.map(|breach| if breach.field.is_empty() { breach.at(side) } else { breach }));
    }
    clock(facts, game, &mut breaches);
    powers(facts, game, by, &mut breaches);
    timed_game(facts, game, &mut breaches);
    let settled = match game.record.settle(game.ending, game.result, house) {
        Ok(settled) if breaches.is_empty() => settled,
        Ok(_) => return Err(refused(breaches)),
        Err(disagreements) => {
            breaches.extend(disagreements);
            return Err(refused(breaches));
        }
    };
    afterwards::not_for_a_rematch(facts.rematch_due, game)?;
    if let Some(there) = facts.same_game
        && !game.insist
    {
        let detail = say!(
            "A game of the same two players was played within {minutes} minutes of this one. If this was another game, say so and send it again.",
            minutes = house.same_game_minutes
        );
        return Err(Refusal::conflict(say!("The same game"), detail)
            .act("II.4.1")
            .with("game", there)
            .with("insist", false));
    }
    let players = [&facts.white, &facts.black];
    // A rematch has its overseer's approval already.
    let given =
        AlreadyGiven { approval: game.rematch_of.is_some(), confirmation: !confirmation::is_asked(game, by, house) };
    Ok(Decision {
        stands: stands(players, if game.online { Oversight::Present } else { facts.oversight }, given, house),
        session: facts.session.as_ref().map(|session| session.id).filter(|_| !game.online),
        place: place(game.played_at, players.map(|player| player.standing)),
        settled,
    })
}

fn place_and_time(facts: &Facts, game: &NewGame, house: &HouseRules, now: NaiveDateTime, breaches: &mut Vec<Breach>) {
    if game.online {
        return;
    }
    let zone = house.time_zone;
    if game.played_at > now + SKEW {
        let (at, now) = (local_time(game.played_at, zone), local_time(now, zone));
        let detail = say!("{at} by the club's clock is in the future; it is {now} now. Is the clock right?", at, now);
        breaches.push(Breach::new("II.4.1", detail).at("played_at"));
        return;
    }
    if let Some(session) = &facts.session {
        let told = (game.room.as_deref(), game.began_at);
        breaches.extend(where_and_when((&session.room, session.starts_at), told, game.played_at, zone));
    } else {
        let at = local_time(game.played_at, zone);
        let detail = say!("{at} by the club's clock was in no session of the club; games are played during one.", at);
        breaches.push(Breach::new("0.5", detail).at("played_at"));
    }
    // A rematch has a result at once, or none.
    let is_early = facts.oversight == Oversight::Soon && game.rematch_of.is_some();
    if !facts.oversight.may_validate() || is_early {
        let detail = say!("No moderator or justice was on the register then. One has to be in the room.");
        breaches.push(Breach::new("0.6", detail).at("played_at"));
    }
    if facts.oversight == Oversight::Brief || is_early {
        let least = house.present_minutes;
        let detail = say!(
            "Those on the register then were in the room for less than {least} minutes. That is too short.",
            least
        );
        breaches.push(Breach::new("0.9", detail).at("played_at"));
    }
}

/// Whether a game was played in the session's room, where that has a name, and began in the session, where it says so.
pub fn where_and_when(
    (room, starts_at): (&str, NaiveDateTime),
    (told_room, began_at): (Option<&str>, Option<NaiveDateTime>),
    ended_at: NaiveDateTime,
    zone: Tz,
) -> Vec<Breach> {
    let mut breaches = Vec::new();
    if told_room.is_some_and(|told| !room.is_empty() && !fields::is_same_room(told, room)) {
        let detail = say!("The session is here: {room}. Games are played there.", room = fields::in_room(room));
        breaches.push(Breach::new("0.5", detail).at("room"));
    }
    if let Some(began_at) = began_at.filter(|began_at| *began_at < starts_at || *began_at > ended_at) {
        let (began, start) = (local_time(began_at, zone), local_time(starts_at, zone));
        let detail =
            say!("A game begins in its session, from {start} on, and before it ends; not {began}.", start, began);
        breaches.push(Breach::new("0.5", detail).at("began_at"));
    }
    breaches
}

/// What the Terms have against a player of a game, at the desk and in an import. A guest may play
/// who may yet join within the session.
pub fn against(player: &Player, online: bool, clocked: bool, may_yet_join: bool, zone: Tz) -> Vec<Breach> {
    let name = &player.name;
    let mut breaches = Vec::new();
    match player.ban {
        None => {}
        Some(_) if !player.tells_ban => breaches
            .push(Breach::unexplained(say!("This game with {name} cannot be entered now. Ask a moderator.", name))),
        Some(None) => breaches.push(Breach::new("0.7", say!("{name} was banned then, for good.", name))),
        Some(Some(end)) => {
            let day = Value::long_day(local_date(end.and_utc(), zone));
            breaches.push(Breach::new("0.7", say!("{name} was banned then, until {day}.", name, day)));
        }
    }
    match player.standing {
        MemberStatus::Member | MemberStatus::JoinedAfterwards(_) => {}
        MemberStatus::Removed => breaches
            .push(Breach::new("0.8", say!("{name} is off the leaderboard and has to join again before a game.", name))),
        MemberStatus::Guest if online => {
            breaches.push(Breach::new("0.12", say!("{name} is not a member; only members play online.", name)));
        }
        MemberStatus::Guest if may_yet_join => {}
        MemberStatus::Guest => {
            let detail = say!("{name} was not a member and did not join within the same session.", name);
            breaches.push(Breach::new("0.12", detail));
        }
    }
    if player.clock_ordered && !clocked {
        breaches.push(Breach::new("II.11", say!("{name} has to play every game with a clock.", name)).at("clock"));
    }
    breaches
}

/// A game with a clock is watched throughout, and both players agreed to the clock (Act I.7). Nobody has to agree where a
/// player was ordered to use one (Act II.11.1).
fn clock(facts: &Facts, game: &NewGame, breaches: &mut Vec<Breach>) {
    let Some(assent) = game.clock else {
        if game.ending == Ending::Flag && !game.online {
            let detail = say!("A flag can only fall in a game that was played with a clock.");
            breaches.push(Breach::new("I.7.5", detail).at("clock"));
        }
        return;
    };
    let is_overseen = game.online || (facts.oversight.may_validate() && facts.overseen_throughout);
    if !is_overseen {
        let detail = say!("A moderator or justice has to be present throughout a game with a clock.");
        breaches.push(Breach::new("I.7.1", detail).at("clock"));
    }
    for (player, assents) in [(&facts.white, assent.white), (&facts.black, assent.black)] {
        if !assents && !player.clock_ordered {
            breaches.push(
                Breach::new("I.7.2", say!("{name} did not agree to play with a clock.", name = &player.name))
                    .at("clock"),
            );
        }
    }
}

/// Whether somebody may register games that others played; others register their own (Act II.4).
pub fn registers_any(roles: Roles) -> bool {
    roles.may_moderate() || roles.kiosk
}

/// Players register their own games. Time's end and a forfeit are a moderator's word, and never in a
/// moderator's own game. What the games room enters is nobody's word.
fn powers(facts: &Facts, game: &NewGame, by: &By, breaches: &mut Vec<Breach>) {
    let By::Somebody(Somebody { roles, .. }) = by else { return };
    if !registers_any(*roles) && !by.is(game.white) && !by.is(game.black) {
        let detail = say!("You can enter your own games. A moderator, a justice or the kiosk can enter all games.");
        breaches.push(Breach::of_power("II.4", detail).at("white"));
    }
    let (act, what) = match game.ending {
        Ending::Bell => ("I.5", say!("Only a moderator can end a game for lack of time.")),
        Ending::Forfeit => ("I.2.1", say!("Only a moderator can declare a game forfeit.")),
        _ => {
            if roles.kiosk && !facts.session_now {
                let detail = say!("The kiosk enters games only while a session is on.");
                breaches.push(Breach::of_power("0.5", detail).at("played_at"));
            }
            return;
        }
    };
    if !roles.may_moderate() {
        breaches.push(Breach::of_power(act, what).at("ending"));
    } else if by.is(game.white) || by.is(game.black) {
        let detail = say!("A moderator does not act in a game of their own; ask another one.");
        breaches.push(Breach::of_power("III.3.5", detail).at("ending"));
    }
}

fn timed_game(facts: &Facts, game: &NewGame, breaches: &mut Vec<Breach>) {
    let Some(timed) = facts.timed_game else { return };
    if (timed.white, timed.black) != (game.white, game.black) {
        let detail = say!("That time limit was told for other players or other colours.");
        breaches.push(Breach::new("I.8.1", detail).at("timed_game"));
    }
    if timed.game.is_some() {
        let detail = say!("That time limit was that of another game already.");
        breaches.push(Breach::new("I.8.1", detail).at("timed_game"));
    }
    if timed.expired_at.is_some_and(|expired| expired <= game.played_at) && game.ending != Ending::Bell {
        let detail = say!("Its time had run out: it ended with the bell, and the captured pieces decide it.");
        breaches.push(Breach::new("I.8.2", detail).at("ending"));
    }
}

/// A game's place in the log (T13).
pub fn place(played_at: NaiveDateTime, standings: [MemberStatus; 2]) -> NaiveDateTime {
    let joined = standings.into_iter().filter_map(|standing| match standing {
        MemberStatus::JoinedAfterwards(joined) => Some(joined),
        _ => None,
    });
    joined.fold(played_at, NaiveDateTime::max)
}

/// A time on the leaderboard: when it began, and when it ended.
pub type Membership = (NaiveDateTime, Option<NaiveDateTime>);

/// How a person stood at a time, from their memberships, oldest first; joining afterwards counts
/// until the session closes.
pub fn standing_at(memberships: &[Membership], at: NaiveDateTime, closes_at: Option<NaiveDateTime>) -> MemberStatus {
    if memberships.iter().any(|&(joined, removed)| joined <= at && removed.is_none_or(|removed| at < removed)) {
        return MemberStatus::Member;
    }
    if memberships.iter().any(|&(joined, _)| joined <= at) {
        return MemberStatus::Removed;
    }
    match memberships.first() {
        Some(&(joined, _)) if closes_at.is_some_and(|closes_at| joined < closes_at) => {
            MemberStatus::JoinedAfterwards(joined)
        }
        _ => MemberStatus::Guest,
    }
}

#[cfg(test)]
mod tests;
