//! Rounds as pages: shown before they are announced, taken back, and alone, for the wall.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::say;

use super::register::{Search, register_page};
use super::{first_of, rematches_at, session_page, takes_the_register};
use crate::App;
use crate::action::{By, Somebody, perform, performed};
use crate::auth::Actor;
use crate::conduct;
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::{Act, Error, Refusal};
use crate::games::pages::{StillPlaying, Undoable, just_entered, played_at_afterwards, still_playing};
use crate::games::store::objections::{self, ObjectionView};
use crate::http::Form;
use crate::id::{GameId, PersonId, SessionId};
use crate::members;
use crate::rulebook;
use crate::sessions::actions::{Announce, NewRound, TakeBackRound};
use crate::sessions::pairing::Pair;
use crate::sessions::rounds::{self, Present, Round};
use crate::sessions::store::pairs::ChartGame;
use crate::sessions::store::{self, pairs};
use crate::sessions::{Session, rules};
use crate::tournaments::pages::playable;
use crate::tournaments::store::{Awaited, awaited};
use crate::web::assets;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// The round that a page shows, as its form carries it: `4-7 2-9` are two boards, White first.
const BOARDS: &str = "boards";
const BYES: &str = "byes";
/// Who was there, and who of them may not play.
const HERE: &str = "here";
/// The player who is tapped, and the one who was tapped before: the two change places.
const TAP: &str = "tap";
const TAPPED: &str = "tapped";
/// Whether those whose rematch is due are paired first.
const REMATCHES: &str = "rematches";

fn list<'a>(people: impl IntoIterator<Item = &'a PersonId>) -> String {
    people.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn here(present: &Present) -> String {
    format!("{},{}", list(&present.may_play()), list(&present.left_out))
}

/// The round that a page showed.
fn shown(form: &Fields) -> Result<Round, Refusal> {
    let wrong = || Refusal::field(BOARDS, say!("Boards are pairs of people: 4-7 2-9."));
    let person = |text: &str| text.parse().map(PersonId).map_err(|_| wrong());
    let board = |text: &str| {
        let (white, black) = text.split_once('-').ok_or_else(wrong)?;
        Ok::<_, Refusal>((person(white)?, person(black)?))
    };
    Ok(Round {
        boards: form.text(BOARDS).split_whitespace().map(board).collect::<Result<_, _>>()?,
        byes: form.text(BYES).split_whitespace().map(person).collect::<Result<_, _>>()?,
    })
}

/// A round before it is announced.
#[derive(Template)]
#[template(path = "sessions/round_new.html")]
struct NewRoundPage {
    frame: Frame,
    zone: Tz,
    session: Session,
    number: i64,
    round: Round,
    /// How often the two of each board met, and how far apart their scores are.
    reasons: Vec<(u32, u32)>,
    /// Who is to change places with the one tapped next.
    tapped: Option<PersonId>,
    /// Who changed places just now.
    swapped: Option<[PersonId; 2]>,
    /// The round before it and how many of its boards have no result.
    still: Option<(i64, usize)>,
    /// Boards of tournaments that wait for somebody who is to play here.
    elsewhere: Vec<Awaited>,
    /// Rematches that are due at this session between people who are here, for those who moderate (Act I.6).
    rematches: Vec<ObjectionView>,
    /// Why the changed round cannot be announced.
    fault: Option<Refusal>,
    left_out: Vec<PersonId>,
    /// Those of them who are banned, as far as the reader may know.
    banned: BTreeSet<PersonId>,
    names: HashMap<PersonId, String>,
    /// Who was there, as the form carries it.
    here: String,
    /// Whether others were there when it was shown before.
    changed: bool,
    script: &'static str,
}

impl NewRoundPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    fn is_tapped(&self, person: &PersonId) -> bool {
        self.tapped == Some(*person)
    }

    fn is_banned(&self, person: &PersonId) -> bool {
        self.banned.contains(person)
    }

    fn is_swapped(&self, person: &PersonId) -> bool {
        self.swapped.is_some_and(|both| both.contains(person))
    }

    /// Who owes the rematch to the one who asked for it.
    fn owing(&self, rematch: &ObjectionView) -> &str {
        let asked_white = rematch.objector == rematch.white;
        self.name(if asked_white { &rematch.black } else { &rematch.white })
    }

    /// Whether some of them could meet in this round and do not.
    fn has_rematches_apart(&self) -> bool {
        let meet = |one: &ObjectionView| {
            let pair = Pair::of(one.white.0, one.black.0);
            self.round.boards.iter().any(|(white, black)| Pair::of(white.0, black.0) == pair)
        };
        self.rematches.iter().any(|one| !meet(one))
    }

    /// Who has a bye, by their numbers after the boards.
    fn byes(&self) -> impl Iterator<Item = (usize, &PersonId)> {
        (self.round.boards.len() + 1..).zip(&self.round.byes)
    }

    /// The boards with their numbers; the byes stand after them.
    fn boards(&self) -> impl Iterator<Item = (usize, &PersonId, &PersonId)> {
        (1..).zip(&self.round.boards).map(|(board, (white, black))| (board, white, black))
    }

    /// Why the two of each board are to meet.
    fn why(&self) -> impl Iterator<Item = (&PersonId, &PersonId, u32, u32)> {
        let boards = self.round.boards.iter().zip(&self.reasons);
        boards.map(|((white, black), (meetings, apart))| (white, black, *meetings, *apart))
    }

    /// What the form carries.
    fn carried(&self) -> [(&'static str, String); 4] {
        let boards: Vec<String> = self.round.boards.iter().map(|(white, black)| format!("{white}-{black}")).collect();
        [
            ("round", self.number.to_string()),
            (BOARDS, boards.join(" ")),
            (BYES, list(&self.round.byes)),
            (HERE, self.here.clone()),
        ]
    }
}

/// Shows the round that is recommended now, or as it was changed by tapping; a recommended one is refused as announcing
/// it would be.
fn before_announcing(
    db: &mut Db,
    frame: Frame,
    id: SessionId,
    now: NaiveDateTime,
    sent: &Fields,
) -> Result<NewRoundPage, Error> {
    let number = sent.number("round")?.unwrap_or(0);
    let (session, present) = rounds::next(db, id, number, now)?;
    let here = here(&present);
    let changed = sent.has(HERE) && sent.text(HERE) != here;
    let Tapped { round, tapped, swapped } = if sent.has(TAP) && !changed { tap(sent)? } else { Tapped::default() };
    let is_chosen = round.is_some();
    let players = present.may_play();
    let forbidden = pairs::forbidden_set(db)?;
    let mut rematches = if frame.roles.may_moderate() { rematches_at(db, &session)? } else { Vec::new() };
    rematches.retain(|one| {
        let is_apart = forbidden.contains(&Pair::of(one.white.0, one.black.0));
        players.contains(&one.white) && players.contains(&one.black) && !is_apart
    });
    let wished = if sent.has(REMATCHES) { first_of(&rematches) } else { Vec::new() };
    let round = match round {
        Some(chosen) => chosen,
        None => rounds::recommended_beside(db, &session, &present, &wished)?,
    };
    let reasons = rounds::reasons(db, &session, &present, &round)?;
    let banned = present.banned_as_read_by(frame.roles);
    let left_out = present.left_out;
    let seats = awaited(db, None)?;
    let mut elsewhere = playable(db, seats, now)?;
    elsewhere.retain(|one| players.contains(&one.white) || players.contains(&one.black));
    let seated: Vec<PersonId> = elsewhere.iter().flat_map(|one| [one.white, one.black]).collect();
    let people: Vec<PersonId> = players.iter().chain(&left_out).chain(&seated).copied().collect();
    let names = members::store::names(db, &people)?;
    let name = |person: PersonId| names.get(&person).cloned().unwrap_or_default();
    let fault = rules::round(&round.boards, &round.byes, &players, &banned, &forbidden, &name).err();
    if let Some(refusal) = fault.clone().filter(|_| !is_chosen) {
        return Err(refusal.into());
    }
    let zone = rulebook::in_force(db, now)?.time_zone;
    let still = unfinished(db, id, number - 1, now)?;
    let script = assets::address("round.js").unwrap_or_default();
    Ok(NewRoundPage {
        frame,
        zone,
        session,
        number,
        round,
        reasons,
        tapped,
        swapped,
        still,
        elsewhere,
        rematches,
        fault,
        left_out,
        banned,
        names,
        here,
        changed,
        script,
    })
}

/// A round that was announced and how many of its boards can be played and have no result; `None` if all have one.
pub(super) fn unfinished(
    db: &mut Db,
    session: SessionId,
    round: i64,
    now: NaiveDateTime,
) -> Result<Option<(i64, usize)>, Error> {
    let is_of_round = |board: &&StillPlaying| board.round == round && board.plays;
    let boards = still_playing(db, session, now)?.iter().filter(is_of_round).count();
    Ok((boards > 0).then_some((round, boards)))
}

/// The effect of a tap.
#[derive(Default)]
struct Tapped {
    round: Option<Round>,
    /// Who is to change places with the one tapped next.
    tapped: Option<PersonId>,
    /// Who has changed places by it.
    swapped: Option<[PersonId; 2]>,
}

/// The round after a tap, and who is tapped: the first of two is marked, and the second changes places with that one.
fn tap(sent: &Fields) -> Result<Tapped, Refusal> {
    let mut round = shown(sent)?;
    let person = |name| Ok::<_, Refusal>(sent.number(name)?.map(PersonId));
    let (now, before) = (person(TAP)?, person(TAPPED)?);
    let (tapped, swapped) = match (now, before) {
        (Some(one), Some(other)) if one != other => {
            round.swap(one, other);
            (None, Some([one, other]))
        }
        (now, before) => (now.filter(|now| before != Some(*now)), None),
    };
    Ok(Tapped { round: Some(round), tapped, swapped })
}

/// Announces the round that was shown, or shows it: for the first time, and again where others are there by now.
pub(crate) async fn announce(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, sent) = (*id, form.0);
    let (again, by) = (frame.clone(), By::from(&actor));
    let done = app
        .db
        .write(move |tx| {
            if sent.has("confirm") {
                let number = sent.number("round")?.unwrap_or(0);
                let (_, present) = rounds::next(tx.db, id, number, tx.now)?;
                if sent.text(HERE) == here(&present) {
                    perform(tx, &by, &Announce(id, NewRound::shown(number, shown(&sent)?)))?;
                    return Ok(Ok(number));
                }
            }
            Ok(Err(before_announcing(tx.db, again.clone(), id, tx.now, &sent)?))
        })
        .await;
    match done {
        // Where its results are tapped.
        Ok(Ok(round)) => Ok(see_done(format!("/sessions/{id}/rounds/{round}"), Done::RoundAnnounced)),
        Ok(Err(page)) => render(if page.changed { StatusCode::CONFLICT } else { StatusCode::OK }, &page),
        Err(Error::Refused(refusal)) => register_page(&app, frame, id, Search::default(), Some(*refusal)).await,
        Err(error) => Err(error),
    }
}

/// Takes the last round back.
pub(crate) async fn take_back(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    which: Path<(SessionId, i64)>,
) -> Result<HttpResponse, Error> {
    let (id, round) = *which;
    match performed(&app, &actor, TakeBackRound(id, round)).await {
        Ok(()) => Ok(see_done(format!("/sessions/{id}"), Done::RoundTakenBack)),
        Err(error) => session_page(&app, frame, id, Typed::refused("take-back", Fields::default(), error)?).await,
    }
}

/// A round alone, to be printed and put on the wall.
#[derive(Template)]
#[template(path = "sessions/round.html")]
struct RoundPage {
    frame: Frame,
    zone: Tz,
    session: Session,
    round: i64,
    boards: Vec<pairs::Announced>,
    /// Of all rounds.
    played: BTreeMap<(i64, i64), ChartGame>,
    names: HashMap<PersonId, String>,
    /// Whether the session is on: results are tapped then.
    is_on: bool,
    /// The round that the reader may announce after it, where it is the last one.
    next_round: Option<i64>,
    /// Whether the reader can take it back.
    takes_back: bool,
    /// After the session, for those who moderate, while a result is missing: when a game counts as played that is tapped.
    late: Option<NaiveDateTime>,
    /// Whether players enter the results of their own boards: while the session is on, and as long as missing ones are asked for.
    enters_own: bool,
    /// What the reader entered just now, and can take back.
    entered: Vec<Undoable>,
    /// Who of them has to play with a clock (Act II.11).
    clocked: Vec<PersonId>,
    /// And who is banned: no game of theirs would count (Act 0.7).
    banned: Vec<PersonId>,
    /// Rematches due at the session: they are recorded at the games they are for (Act I.6).
    rematches: BTreeMap<Pair, GameId>,
    script: &'static str,
}

impl RoundPage {
    fn game(&self, board: &pairs::Announced) -> Option<&ChartGame> {
        self.played.get(&(board.round, board.board))
    }

    /// Whether the reader enters results of others.
    fn taps(&self) -> bool {
        self.late.is_some() || self.is_on && takes_the_register(self.frame.roles)
    }

    /// For how many seconds the reader can still take back a game that they entered just now.
    fn seconds_to_undo(&self, game: &ChartGame) -> Option<i64> {
        self.entered.iter().find(|one| one.game.id == game.id).map(|one| one.seconds)
    }

    /// Whether somebody of a board is banned.
    fn has_banned(&self, board: &pairs::Announced) -> bool {
        self.banned.contains(&board.white) || board.black.is_some_and(|black| self.banned.contains(&black))
    }

    /// Whether the reader would enter the result of a board, but for a ban.
    fn is_closed(&self, board: &pairs::Announced) -> bool {
        self.taps() && board.black.is_some() && self.has_banned(board)
    }

    /// The game whose rematch is played on a board whose result the reader would enter.
    fn rematch(&self, board: &pairs::Announced) -> Option<&GameId> {
        let enters = self.to_tap(board).is_some() || self.own(board).is_some();
        self.rematches.get(&Pair::of(board.white.0, board.black?.0)).filter(|_| enters)
    }

    /// The two of a board whose result the reader may tap.
    fn to_tap(&self, board: &pairs::Announced) -> Option<[(PersonId, String); 2]> {
        let taps = self.taps() && !self.has_banned(board);
        let black = board.black.filter(|_| taps && self.game(board).is_none())?;
        Some([board.white, black].map(|person| (person, self.name(&person).to_owned())))
    }

    /// A board's place on this page, to come back to.
    fn place(&self, board: &pairs::Announced) -> String {
        format!("/sessions/{}/rounds/{}#board-{}", self.session.id, self.round, board.board)
    }

    /// When its game counts as played, for the form to carry along; empty while that is now.
    fn played_at(&self) -> String {
        let dates = Dates { zone: self.zone, language: self.frame.language };
        self.late.map(|late| dates.local(&late)).unwrap_or_default()
    }

    fn is_clocked(&self, board: &pairs::Announced) -> bool {
        self.clocked.contains(&board.white) || board.black.is_some_and(|black| self.clocked.contains(&black))
    }

    /// Whom the reader plays on a board, while its result is awaited.
    fn own(&self, board: &pairs::Announced) -> Option<PersonId> {
        let is_awaited = self.enters_own && self.game(board).is_none() && !self.has_banned(board);
        let me = self.frame.person.map(PersonId).filter(|_| is_awaited)?;
        let black = board.black?;
        if board.white == me { Some(black) } else { (black == me).then_some(board.white) }
    }

    /// The reader's own board that has no result though the session is over.
    fn own_late(&self) -> Option<i64> {
        let is_late = |board: &&pairs::Announced| self.own(board).is_some() && self.rematch(board).is_none();
        self.boards.iter().find(is_late).filter(|_| !self.is_on && self.late.is_none()).map(|board| board.board)
    }

    /// Whether the reader enters a result here.
    fn enters_results(&self) -> bool {
        self.boards.iter().any(|board| self.to_tap(board).is_some() || self.own(board).is_some())
    }

    /// Whether nothing of it was played yet: its results are written in with the pen.
    fn is_blank(&self) -> bool {
        self.boards.iter().all(|board| self.game(board).is_none())
    }

    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }
}

pub(crate) async fn round(app: Data<App>, frame: Frame, which: Path<(SessionId, i64)>) -> Result<HttpResponse, Error> {
    let (now, (id, round)) = (app.clock.now(), *which);
    let page = app
        .db
        .read(move |db| {
            let session = store::known(db, id)?;
            let zone = rulebook::in_force(db, now)?.time_zone;
            let mut boards = pairs::announced(db, session.id)?;
            let is_last = boards.last().is_some_and(|board| board.round == round);
            boards.retain(|board| board.round == round);
            if boards.is_empty() {
                return Ok(None);
            }
            let people: Vec<PersonId> =
                boards.iter().flat_map(|board| [Some(board.white), board.black]).flatten().collect();
            let names = members::store::names(db, &people)?;
            let veil = Veil::before(db, frame.viewpoint, now)?;
            let mut played = pairs::played(db, session.id)?;
            played.retain(|_, game| veil.shows_on_chart(game));
            let script = assets::address("print.js").unwrap_or_default();
            let is_on = session.contains(now);
            let next_round = (is_on && is_last && takes_the_register(frame.roles)).then_some(round + 1);
            // As the action has it: the last one, while the session is on, before any game of it.
            let takes_back = is_last
                && frame.roles.may_moderate()
                && rules::must_be_on(&session, now).is_ok()
                && pairs::entered_of(db, session.id, round)?.is_none();
            let is_missing =
                boards.iter().any(|row| row.black.is_some() && !played.contains_key(&(row.round, row.board)));
            let is_asked = is_missing && frame.person.is_some();
            let late = if is_asked { played_at_afterwards(db, &session, round, now)? } else { None };
            let clocked = conduct::store::clock_ordered_among(db, &people, now)?;
            let banned = conduct::store::banned_among(db, &people, late.unwrap_or(now))?;
            let rematches = objections::due_by(db, session.starts_at)?;
            let reader = frame.person.map(|id| By::from(Somebody { person: PersonId(id), roles: frame.roles }));
            let entered = match &reader {
                Some(by) => just_entered(db, by, now)?,
                None => Vec::new(),
            };
            let frame = frame.clone();
            Ok(Some(RoundPage {
                enters_own: is_on || late.is_some(),
                late: late.filter(|_| frame.roles.may_moderate()),
                frame,
                zone,
                session,
                round,
                boards,
                played,
                names,
                is_on,
                next_round,
                takes_back,
                entered,
                clocked,
                banned,
                rematches,
                script,
            }))
        })
        .await?;
    match page {
        Some(page) => render(StatusCode::OK, &page),
        // A screen on the wall is loaded again after the round was taken back.
        None => Ok(see_done(format!("/sessions/{id}"), Done::RoundGone)),
    }
}
