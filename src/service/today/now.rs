//! What is on now: the session with its round, the reader's own board of it, or when the club meets next.

use chrono::NaiveDateTime;

use super::waiting::{Waiting, own_boards};
use crate::auth::Role;
use crate::auth::store::holders;
use crate::db::Db;
use crate::error::Error;
use crate::games::pages::{OwnBoard, StillPlaying, own_board, still_playing};
use crate::games::store::opponents::{Opponent, opponents};
use crate::id::PersonId;
use crate::members;
use crate::sessions::store::pairs;
use crate::sessions::{self, Session};
use crate::tournaments::pages::playable;
use crate::tournaments::store::{Awaited, awaited, rounds_at};
use crate::web::layout::Frame;

/// Opponents that are named one by one; all who are here are on the page where games are entered.
const NAMED: usize = 4;

/// The one thing that a reader can do now.
pub enum Now {
    /// A session is on, with who is in the room: for the club.
    On(Box<On>),
    /// A session is on, for those who read the calendar and not who is in the room.
    Elsewhere(Session),
    /// The next one, if the calendar has one: for those who read the calendar.
    Next(Option<Session>),
    /// The house rules keep the calendar from the reader.
    Closed,
}

/// Boards whose keys lie open; of more, each opens by a tap.
const OPEN_BOARDS: usize = 3;

/// A session under way.
pub struct On {
    pub session: Session,
    /// People on the register, and whether the reader is one.
    pub here: usize,
    pub is_here: bool,
    /// Where the register does not have the reader yet: whom to tell.
    pub unlisted: Option<Unlisted>,
    /// The round announced last; 0 before the first.
    pub round: i64,
    /// Its boards.
    pub boards: usize,
    /// Those without a result, and of earlier rounds those that still play.
    pub still: Vec<StillPlaying>,
    /// The reader has the bye of this round.
    pub has_bye: bool,
    /// The reader's own board, while its result is awaited.
    pub own: Option<OwnBoard>,
    /// Where there is none, the board of a tournament on which the reader is awaited: one of this session first.
    pub due: Option<Waiting>,
    /// Opponents for a reader who is here and awaited at no board: a few who are free, the nearest in points first.
    pub free: Vec<Opponent>,
}

/// A reader whom the register does not have yet.
pub struct Unlisted {
    /// A moderator who is here and can put them on it.
    pub by: Option<String>,
}

impl On {
    /// Boards of the round announced last that still play: one that a ban closed does not.
    pub fn playing(&self) -> usize {
        self.still.iter().filter(|board| board.plays && !self.is_earlier(board)).count()
    }

    /// Whether a board is of another round than the one announced last.
    pub fn is_earlier(&self, board: &StillPlaying) -> bool {
        board.round != self.round
    }

    /// The round that can be paired now: two are here, and no board of the last one plays any more.
    pub fn next_round(&self) -> Option<i64> {
        (self.here > 1 && self.playing() == 0).then_some(self.round + 1)
    }

    /// Whether something else comes before entering any game: one's own board, or to be put on the register.
    pub fn asks_first(&self) -> bool {
        self.own.is_some() || self.due.is_some() || self.unlisted.is_some()
    }

    /// Whether something else stands on top than that the register does not have the reader.
    pub fn is_told_below(&self) -> bool {
        self.unlisted.is_none() || self.own.is_some() || self.due.is_some() || self.has_bye
    }

    /// Whether the keys of each board wait behind its names.
    pub fn folds_boards(&self) -> bool {
        self.still.iter().filter(|board| board.plays).count() > OPEN_BOARDS
    }
}

impl Now {
    pub fn of(db: &mut Db, frame: &Frame, now: NaiveDateTime) -> Result<Now, Error> {
        if !frame.viewpoint.reads_the_leaderboard() {
            return Ok(Now::Closed);
        }
        let Some(session) = sessions::store::session_at(db, now)? else {
            return Ok(Now::Next(sessions::store::next_set_after(db, now)?));
        };
        if !frame.viewpoint.reads_the_club() && !frame.roles.kiosk {
            return Ok(Now::Elsewhere(session));
        }
        let here = sessions::store::present_at(db, &session, now)?;
        let me = frame.person.map(PersonId);
        let announced = pairs::announced(db, session.id)?;
        let round = announced.last().map_or(0, |board| board.round);
        let of_round = || announced.iter().filter(|board| board.round == round);
        let boards = || of_round().filter(|board| board.black.is_some());
        let has_bye = of_round().any(|board| board.black.is_none() && Some(board.white) == me);
        let own = match me {
            Some(me) if !frame.roles.kiosk => own_board(db, me, now)?,
            _ => None,
        };
        let is_here = me.is_some_and(|me| here.contains(&me));
        let unlisted = match me.filter(|_| frame.is_a_person() && !frame.roles.may_moderate() && !is_here) {
            Some(me) => unlisted(db, me, &here, now)?,
            None => None,
        };
        let still = still_playing(db, session.id, now)?;
        let reader = me.filter(|_| own.is_none() && !frame.roles.kiosk);
        let (seats, rounds) = match reader {
            Some(_) => {
                let seats = awaited(db, None)?;
                (playable(db, seats, now)?, rounds_at(db, session.id)?)
            }
            None => (Vec::new(), Vec::new()),
        };
        // A player who is awaited at this session is not free; other boards of tournaments have time.
        let is_now = |seat: &Awaited| rounds.contains(&(seat.tournament, seat.round));
        let is_mine = |seat: &&Awaited| reader.is_some_and(|me| [seat.white, seat.black].contains(&me));
        let due = seats.iter().filter(is_mine).min_by_key(|&seat| !is_now(seat));
        let mut free = match reader {
            Some(me) if is_here && due.is_none_or(|seat| !is_now(seat)) => opponents(db, session.id, me, now)?,
            _ => Vec::new(),
        };
        free.retain(|one| still.iter().all(|board| board.white.0 != one.id && board.black.0 != one.id));
        free.retain(|one| !seats.iter().any(|seat| is_now(seat) && [seat.white, seat.black].contains(&one.id)));
        free.truncate(NAMED);
        let due = match (reader, due) {
            (Some(me), Some(seat)) => own_boards(db, me, frame, &[seat])?.pop(),
            _ => None,
        };
        Ok(Now::On(Box::new(On {
            here: here.len(),
            is_here,
            unlisted,
            round,
            boards: boards().count(),
            still,
            has_bye,
            own,
            due,
            free,
            session,
        })))
    }
}

/// Whom a reader tells that they are here, where the register has nothing of them.
fn unlisted(db: &mut Db, me: PersonId, here: &[PersonId], now: NaiveDateTime) -> Result<Option<Unlisted>, Error> {
    if sessions::store::absent(db, now, &[me])?.is_empty() {
        return Ok(None);
    }
    let moderators = holders(db, Role::Moderator)?;
    let by: Vec<PersonId> = here.iter().copied().filter(|person| moderators.contains(person)).take(1).collect();
    Ok(Some(Unlisted { by: members::store::names(db, &by)?.into_values().next() }))
}
