//! One game: who played whom, how it ended, what it did to the scores, and its moves on a board.

use std::cmp::Ordering;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{NaiveDateTime, TimeDelta};
use chrono_tz::Tz;
use serde::Deserialize;
use shakmaty::{Chess, Color, Move};

use super::changes::{act_of, may_undo};
use super::cheers::cheer;
use super::confirmations::{self, Answers, ToSettle};
use crate::App;
use crate::action::{By, Somebody};
use crate::audit::Word;
use crate::conduct::decisions::store::{OwedPenalty, owed_penalties};
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::{Act, Error};
use crate::games::api::won_from_an_equal;
use crate::games::diagram::{self, Drawn};
use crate::games::moves::Moves;
use crate::games::openings::{self, Opening};
use crate::games::position::read_position;
use crate::games::rules::afterwards::{self as rules, ObjectionState, RematchOutcome};
use crate::games::rules::confirmation::{Agreement, ConfirmationState};
use crate::games::store::Row;
use crate::games::store::confirmations::ConfirmationView;
use crate::games::store::objections::{self, ObjectionView};
use crate::games::store::{self, GameDetail, GameView, Points};
use crate::games::{Ending, State};
use crate::http::Params;
use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;
use crate::rulebook::{self, ActToChoose};
use crate::tables::pages::{Called, Mentioned};
use crate::web::assets;
use crate::web::dates::Dates;
use crate::web::done::Done;
use crate::web::layout::{Frame, render};
use crate::web::typed::Typed;

#[derive(Template)]
#[template(path = "games/one.html")]
struct GamePage {
    frame: Frame,
    zone: Tz,
    /// Who reads why something was done to it.
    readers: &'static str,
    detail: GameDetail,
    /// What the other games are called that its changes tell of, such as its rematch.
    called: Called,
    result: &'static str,
    /// Whether the page keeps what others can change of it current by itself.
    live: bool,
    players: [Player; 2],
    /// The points that its winner would have gained from somebody with the same score.
    from_an_equal: i64,
    /// What the reader's own game is worth a cheer for.
    cheer: Option<String>,
    board: Option<Board>,
    scripts: Vec<&'static str>,
    /// What the reader may do to the game now.
    may: May,
    /// What the reader may say of its result, and what is disputed of it.
    answers: Answers,
    disputed: Option<ToSettle>,
    objection: Option<ObjectionView>,
    outcomes: &'static [Outcome],
    endings: Vec<Ending>,
    rematches: &'static [RematchOutcome],
    /// Time penalties of its players, which the overseer takes from the clock.
    penalties: Vec<OwedPenalty>,
    /// The Acts that a change may rest on.
    acts: Vec<ActToChoose>,
    typed: Typed,
}

impl GamePage {
    /// The Acts beside those of the usual reasons.
    fn other_acts<'a>(&'a self, usual: &'a [Why]) -> impl Iterator<Item = &'a ActToChoose> {
        self.acts.iter().filter(|act| usual.iter().all(|(_, citation)| *citation != act.citation))
    }
}

impl GamePage {
    /// Where the right result is entered of a game that the reader took back just now.
    fn again(&self) -> Option<String> {
        let me = self.frame.person.filter(|_| self.frame.done == Some(Done::TakenBack))?;
        let [white, black] = self.players.each_ref().map(|player| player.id);
        Some(match me {
            me if me == white => format!("/games/new?opponent={black}"),
            me if me == black => format!("/games/new?opponent={white}"),
            _ => "/games/new?whole=yes".to_owned(),
        })
    }

    /// Whether the one who entered it took it back, and nothing came of it since.
    fn is_taken_back(&self) -> bool {
        let last = self.detail.changes.last();
        self.detail.game.state == State::Void && last.is_some_and(|last| last.act == Word::GameTakenBack.as_str())
    }

    /// What its players say of the result; a void game needs no confirmation.
    fn said(&self) -> Option<&ConfirmationView> {
        let game = &self.detail.game;
        let waits = |said: &&ConfirmationView| said.state == ConfirmationState::NotConfirmed;
        game.confirmation.as_ref().filter(|said| game.state.stands() || !waits(said))
    }

    /// Whether a moderator settled how it ended and the reader played it: then what they can do is said there.
    fn is_settled_for_reader(&self) -> bool {
        self.may.plays && self.said().is_some_and(|said| said.state == ConfirmationState::Settled)
    }

    /// What the scores before the game let expect, against how it ended (Act II.3): the word of that text, and who had more
    /// points and who fewer. `None` while it moves no points.
    fn expected(&self) -> Option<(&'static str, &str, &str)> {
        let [white, black] = &self.players;
        let (of_white, of_black) = (white.points?.before, black.points?.before);
        let [more, fewer] = if of_white < of_black { [black, white] } else { [white, black] };
        let gained = |player: &Player| player.points.map(|points| points.after - points.before);
        let word = match (of_white.cmp(&of_black), self.detail.game.result) {
            (Ordering::Equal, Outcome::Draw) => "level-draw",
            (Ordering::Equal, _) => "level",
            (_, Outcome::Draw) => "draw",
            (Ordering::Greater, Outcome::White) | (Ordering::Less, Outcome::Black) => {
                if gained(more)? < self.from_an_equal { "win" } else { "win-close" }
            }
            (Ordering::Greater, Outcome::Black) | (Ordering::Less, Outcome::White) => {
                if gained(fewer)? > self.from_an_equal { "upset" } else { "upset-close" }
            }
        };
        Some((word, more.name.as_str(), fewer.name.as_str()))
    }

    /// What White captured and what Black did, in points, where the bell's decision was made by that.
    fn counted(&self) -> Option<[i64; 2]> {
        let decision = self.detail.adjudication.as_ref().filter(|_| self.detail.game.ending == Ending::Bell)?;
        let points = |side: &str| decision[side]["points"].as_i64();
        Some([points("white")?, points("black")?])
    }
}

/// The Act that voiding is tried under, to know whether the reader may.
const VOIDED_UNDER: &str = "II.5";

/// What somebody may do to a game as it stands.
#[derive(Clone, Copy, Debug, Default)]
struct May {
    object: bool,
    approve: bool,
    correct: bool,
    void: bool,
    restore: bool,
    rematch: bool,
    withdraw: bool,
    /// The game about which they decided just now, this one or the one that it is the rematch of, what they decided, and for
    /// how many seconds that can be undone.
    undo: Option<(GameId, &'static str, i64)>,
    petition: bool,
    /// Not to put it right, but to have it put right.
    tell: bool,
    /// Whether the reader is one of its players.
    plays: bool,
}

/// A reason in plain words, and its Act.
type Why = (&'static str, &'static str);

impl May {
    /// The changes that the reader may make and gives a reason for, and the usual reasons, with their Acts, of those that rest
    /// on one. None is chosen beforehand, so that no game is called fraud because a field was left as it is.
    fn changes(&self) -> Vec<(&'static str, &'static [Why])> {
        let all: [(bool, &str, &[Why]); 4] = [
            (self.approve, "refuse", &[]),
            (self.correct, "correct", &[]),
            (self.void, "void", &[("not_played", "II.4.1"), ("nobody_there", "0.6"), ("fraud", "II.5")]),
            (self.restore, "restore", &[("court", "III.3.8")]),
        ];
        all.into_iter().filter(|one| one.0).map(|(_, change, usual)| (change, usual)).collect()
    }
}

/// The game whose decision the reader can undo on this game's page, what was decided, and for how many seconds.
fn undone_here(
    db: &mut Db,
    row: &Row,
    by: &By,
    now: NaiveDateTime,
) -> Result<Option<(GameId, &'static str, i64)>, Error> {
    let decided = match row.rematch_of {
        Some(original) => store::row(db, original)?,
        None => row.clone(),
    };
    let is_here = decided.id == row.id || decided.state == State::Replaced;
    let last = if is_here { may_undo(db, &decided, by, now)? } else { None };
    Ok(last.map(|(last, seconds)| (decided.id, act_of(last), seconds)))
}

fn may(db: &mut Db, row: &Row, objection: Option<&ObjectionView>, by: &By, now: NaiveDateTime) -> Result<May, Error> {
    let game = row.game();
    let due = objection.filter(|objection| objection.state == ObjectionState::Open).and_then(|open| open.due_at);
    let made = objection.map(|one| {
        let due = one.due_at.map(|due| due.naive_utc());
        rules::Objection { objector: one.objector, state: one.state, made_at: one.made_at.naive_utc(), due }
    });
    let plays = by.person().is_some_and(|person| game.is_played_by(person));
    let entered = row.registered_by.is_some_and(|entered| by.is(entered));
    let correct = rules::correction(&game, by, Ending::Resignation).is_ok();
    let has_won = match row.result {
        Outcome::White => by.is(row.white),
        Outcome::Draw => false,
        Outcome::Black => by.is(row.black),
    };
    Ok(May {
        plays,
        tell: (plays || entered) && row.state.stands() && !correct && !row.online,
        petition: row.online && plays && (row.state.counts() || row.is_void_after_error()),
        // Who won may object by Act I.6, too, but has nothing to gain by it.
        object: !has_won && rules::objection(&game, by, objection.is_some(), objections::due(db, row)?, now).is_ok(),
        approve: rules::approval(&game, by).is_ok(),
        correct,
        void: rules::void(&game, &Act::new(VOIDED_UNDER), by).is_ok(),
        restore: rules::restore(&game, &row.state_acts, by).is_ok(),
        withdraw: made.is_some_and(|made| rules::withdrawal(&made, by, now).is_ok()),
        undo: undone_here(db, row, by, now)?,
        rematch: rules::independent(by, &game).is_ok() && due.is_some_and(|due| due.naive_utc() <= now),
    })
}

struct Player {
    id: i64,
    name: String,
    colour: Color,
    points: Option<Points>,
}

/// A position of the game and the way to the others.
pub struct Board {
    pub squares: Vec<Drawn>,
    pub aloud: String,
    /// Half-moves played so far; `last` of them are known, `moves` in SAN.
    pub ply: usize,
    pub last: usize,
    pub moves: Vec<Written>,
    pub pieces: &'static str,
    /// What the opening is called, as far as it is played.
    pub opening: Option<Opening>,
    /// HTML: the text beside this position.
    pub beside: String,
}

/// A move as the board's page writes it.
pub struct Written {
    /// `12.` before White's move and where Black begins.
    pub number: Option<String>,
    pub san: String,
    /// Half-moves played when this one has been.
    pub ply: usize,
    /// A sign that somebody gave it: `!?`.
    pub sign: &'static str,
}

#[derive(Deserialize)]
pub struct PlyQuery {
    /// Half-moves to show played; all of them if not said.
    ply: Option<usize>,
}

pub(crate) async fn game(
    app: Data<App>,
    frame: Frame,
    id: Path<GameId>,
    which: Params<PlyQuery>,
) -> Result<HttpResponse, Error> {
    game_page(&app, frame, *id, which.0.ply, Typed::default()).await
}

/// A field of one of its forms by its label. Who plays a rematch is the game's: what is wrong with them is told where
/// it is said what became of it.
fn own(frame: &Frame, field: &str) -> Option<(String, String)> {
    let (name, label) = match field.rsplit('.').next().unwrap_or_default() {
        "reason" => ("reason", "reason"),
        "act" => ("act", "change-why"),
        "result" => ("result", "result"),
        "ending" => ("ending", "game-ending"),
        "clock" => ("clock", "entry-clock"),
        "outcome" | "white" | "black" => ("outcome", "game-rematch-outcome"),
        _ => return None,
    };
    Some((name.to_owned(), frame.t(label).to_string()))
}

/// A result as score sheets have it.
pub(super) fn figures(result: Outcome) -> &'static str {
    match result {
        Outcome::White => "1–0",
        Outcome::Draw => "½–½",
        Outcome::Black => "0–1",
    }
}

/// Whether somebody is likely to say something of a game soon: it waits for that, or was entered within a day.
fn may_change(game: &GameView, objection: Option<&ObjectionView>, now: NaiveDateTime) -> bool {
    let is_asked =
        |said: &ConfirmationView| matches!(said.state, ConfirmationState::NotConfirmed | ConfirmationState::Disputed);
    let waits = game.state.stands() && !game.state.counts() || game.confirmation.as_ref().is_some_and(is_asked);
    let is_due = objection.is_some_and(|made| made.state == ObjectionState::Open);
    waits || is_due || now - game.registered_at.naive_utc() < TimeDelta::days(1)
}

/// A game's page, with what was typed into a form on it and what was wrong with that.
pub(crate) async fn game_page(
    app: &App,
    frame: Frame,
    id: GameId,
    ply: Option<usize>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (viewpoint, language) = (frame.viewpoint, frame.language);
    let typed = typed.called(|field| own(&frame, field));
    let reader = frame.person.map(|id| By::from(Somebody { person: PersonId(id), roles: frame.roles }));
    let (zone, readers, detail, called, moves, objection, may, answers, penalties, acts, cheer, from_an_equal) = app
        .db
        .read(move |db| {
            let house = rulebook::in_force(db, now)?;
            let (zone, readers) = (house.time_zone, house.reasons_are_for());
            let (mut detail, moves) = store::with_moves(db, id)?;
            let veil = Veil::before(db, viewpoint, now)?;
            veil.cover_game(db, &mut detail)?;
            // A settled dispute says itself what became of the game: the correction or voiding that followed at once is not listed.
            let (settled, follows) = (Word::GameDisputeSettled.as_str(), [Word::GameCorrected, Word::GameVoided]);
            let follows = follows.map(Word::as_str);
            let is_said = |act: &str, before: &str| before == settled && follows.contains(&act);
            detail.changes.dedup_by(|next, last| next.at == last.at && is_said(&next.act, &last.act));
            let records = detail.game.state_reason.iter().chain(detail.changes.iter().map(|change| &change.reason));
            let called = Mentioned::default().records(records).called_behind(db, &veil, Dates { zone, language })?;
            let objection = detail.objection.map(|objection| objections::one(db, objection)).transpose()?;
            let row = store::row(db, id)?;
            let (mut answers, mut may) = match &reader {
                Some(by) => (Answers::of(db, &row, by, now)?, may(db, &row, objection.as_ref(), by, now)?),
                None => Default::default(),
            };
            // While a rematch is awaited, that decides: nobody is asked how the game ended.
            if objection.as_ref().is_some_and(|made| made.state == ObjectionState::Open) {
                answers.dispute.clear();
            }
            may.tell &= answers.is_empty();
            may.object &= answers.take_back.is_none();
            let mut penalties = owed_penalties(db, Some(&[row.white, row.black]))?;
            // Both players read what is taken from one's clock (Act I.2.1).
            penalties.retain(|owed| may.plays || veil.tells_of(owed.person));
            let acts = if may.void || may.restore {
                rulebook::acts_to_choose(&rulebook::version_at(db, now)?, language)
            } else {
                Vec::new()
            };
            let cheer = cheer(db, &detail.game, viewpoint.person, language)?;
            // By the Rulebook of the game's own place among the changes of scores.
            let then = match detail.game.place {
                Some((at, _)) => rulebook::in_force(db, at)?,
                None => house,
            };
            let from_an_equal = won_from_an_equal(&then, detail.game.online)?;
            Ok((zone, readers, detail, called, moves, objection, may, answers, penalties, acts, cheer, from_an_equal))
        })
        .await?;
    let board = match (&moves, &detail.final_position) {
        (Some(moves), _) => Some(Board::of(moves, ply, Color::White)),
        (None, Some(fen)) => read_position(fen).ok().map(|position| Board::at(&position, None, Color::White)),
        (None, None) => None,
    };
    let player =
        |who: &store::PersonRef, colour, points| Player { id: who.id.0, name: who.name.clone(), colour, points };
    let game = &detail.game;
    let players =
        [player(&game.white, Color::White, game.white_points), player(&game.black, Color::Black, game.black_points)];
    let result = figures(game.result);
    // Who only reads does not ask again and again; its players do, and those who decide about it.
    let concerns = frame.is_a_person() && (may.plays || frame.roles.may_moderate());
    let live = concerns && may_change(game, objection.as_ref(), now);
    let page = GamePage {
        frame,
        zone,
        readers,
        called,
        result,
        live,
        players,
        from_an_equal,
        cheer,
        board,
        scripts: ["replay.js", "marks.js"].into_iter().filter_map(assets::address).collect(),
        may,
        answers,
        disputed: confirmations::disputed(detail.game.clone()),
        objection,
        outcomes: Outcome::ALL,
        endings: Ending::ALL.iter().copied().filter(|ending| *ending != Ending::Forfeit).collect(),
        rematches: RematchOutcome::ALL,
        penalties,
        acts,
        typed,
        detail,
    };
    render(page.typed.status(), &page)
}

impl Board {
    fn at(position: &Chess, last: Option<Move>, below: Color) -> Board {
        Board {
            squares: diagram::squares(position, last, below),
            aloud: diagram::read_aloud(position),
            ply: 0,
            last: 0,
            moves: Vec::new(),
            pieces: assets::address("pieces.svg").unwrap_or_default(),
            opening: None,
            beside: String::new(),
        }
    }

    /// After so many half-moves of a game; after all of them if not said. One side sits `below`.
    pub fn of(moves: &Moves, ply: Option<usize>, below: Color) -> Board {
        let last = moves.played().len();
        let ply = ply.unwrap_or(last).min(last);
        let position = moves.positions().nth(ply).unwrap_or_else(|| moves.start());
        let played = ply.checked_sub(1).and_then(|index| moves.played().get(index).copied());
        let written = |(index, san)| {
            let (number, side) = moves.turn_of(index);
            let number = match side {
                Color::White => Some(format!("{number}.")),
                Color::Black => (index == 0).then(|| format!("{number}…")),
            };
            Written { number, san, ply: index + 1, sign: "" }
        };
        Board {
            ply,
            last,
            moves: moves.sans().into_iter().enumerate().map(written).collect(),
            opening: openings::of(moves.positions().take(ply + 1)),
            ..Board::at(&position, played, below)
        }
    }
}
