//! The answer to a tap on the board, as page: where a piece may go, what can be played there, and why not
//! elsewhere.

use std::collections::BTreeMap;

use actix_web::web::Query;
use rookery_messages::say;
use rookery_party_chess::{Kind, PieceId, Play, Position, Promotion, Square};
use serde::Deserialize;
use serde_json::Value;

use crate::error::{Act, Refusal};
use crate::party::rules::{HallView, PieceView, tap};

/// The page's query.
#[derive(Default, Deserialize)]
pub struct PieceQuery {
    piece: Option<String>,
    /// Squares that a Tornado's chain has stopped at: `c5-f5`.
    path: Option<String>,
    /// A square, to be told what can be played there, or why nothing can.
    to: Option<String>,
    /// The entry after which the board is shown.
    at: Option<i64>,
}

impl PieceQuery {
    /// The query of an address.
    pub fn of(address: &str) -> PieceQuery {
        let query = address.split_once('?').and_then(|(_, query)| Query::<PieceQuery>::from_query(query).ok());
        query.map(Query::into_inner).unwrap_or_default()
    }

    /// The entry after which the board is shown, where it is not the last.
    pub fn at(&self, last: i64) -> Option<i64> {
        self.at.filter(|at| (0..last).contains(at))
    }
}

/// Kinds that a piece may become, by name.
type Choices = Vec<String>;

/// What the page shows of the tapped piece.
pub struct Picked {
    pub piece: PieceView,
    /// The rule of its kind.
    pub acts: [Act; 1],
    pub value: u8,
    /// It is the viewer's turn, and the piece the viewer's.
    pub plays: bool,
    /// Whose turn it would have to be, where it is not this piece's.
    pub not_their_turn: bool,
    /// It stands next to a Cantor (1230.20).
    pub lent: bool,
    /// Targets by what is done there: `move`, its squares.
    pub reach: Vec<(&'static str, Vec<String>)>,
    /// Squares stopped at so far, and where the chain goes on.
    pub path: Vec<Square>,
    pub chain: Vec<String>,
    /// What was asked about, and what can be done there.
    pub to: Option<String>,
    pub offers: Vec<Offer>,
    pub why_not: Option<Refusal>,
}

/// A play that can be made.
pub struct Offer {
    /// As records have it.
    pub play: Value,
    /// Demons that may be promoted after it.
    pub demons: Vec<(u32, Choices)>,
}

impl Picked {
    /// Whether there is anything that it can do.
    pub fn has_way(&self) -> bool {
        !self.reach.is_empty() || !self.chain.is_empty() || !self.offers.is_empty()
    }

    /// What can be done on a square: `move`, `capture`, `chain`, …; nothing: an empty word.
    pub fn mark(&self, square: &str) -> &'static str {
        let done = self.reach.iter().find(|(_, squares)| squares.iter().any(|to| to == square));
        let chain = || self.chain.iter().any(|to| to == square).then_some("chain");
        done.map(|(word, _)| *word).or_else(chain).unwrap_or_default()
    }

    /// How an address names the piece and the chain so far, ready for one more step: `piece=4&path=c5-`.
    pub fn onward(&self) -> String {
        let path = if self.path.is_empty() { String::new() } else { format!("{}-", self.stops()) };
        format!("piece={}&path={path}", self.piece.id)
    }

    /// The squares stopped at so far, as addresses and people write them: `c5-d6`.
    pub fn stops(&self) -> String {
        self.path.iter().map(Square::to_string).collect::<Vec<_>>().join("-")
    }
}

/// The piece that the reader chose, with the moves it has; a Tornado's continue from the end of the chosen path. `None` if no piece is
/// chosen.
pub fn pick(
    asked: &PieceQuery,
    hall: &HallView,
    position: &Position,
    may_play: bool,
) -> Result<Option<Picked>, Refusal> {
    let Some(number) = &asked.piece else { return Ok(None) };
    let no_piece = || Refusal::field("piece", say!("There is no piece \"{number}\".", number)).act("1230.2 §6");
    let id = PieceId(number.parse().map_err(|_| no_piece())?);
    let found = position.board().find(id).map(|index| *position.board().piece(index)).ok_or_else(no_piece)?;
    let on_turn = position.to_play() == Some(found.owner);
    // Where it is another's turn: how it would be were it theirs.
    let as_if = tap::on_turn(position, found.owner).ok_or_else(no_piece)?;
    let steps = asked.path.as_deref().unwrap_or_default().split('-').filter(|step| !step.is_empty());
    let mut path: Vec<Square> = steps.map(|step| tap::square("path", step)).collect::<Result<_, _>>()?;
    let mut reach = tap::reach(&as_if, id, &path)?;
    let to = asked.to.as_deref().filter(|to| !to.trim().is_empty()).map(|to| tap::square("to", to));
    let aims = |play: &Play| to.as_ref().and_then(|to| to.as_ref().ok()) == tap::target(play).as_ref();
    // Anybody who asks about a square where a chain begins or goes on is shown the chain.
    if let Some(Ok(to)) = &to
        && reach.steps.iter().any(|(step, _)| step == to)
        && !reach.plays.iter().any(aims)
    {
        path.push(*to);
        reach = tap::reach(&as_if, id, &path)?;
    }
    let legal = |play: &&Play| as_if.play(&(*play).clone().into()).is_ok();
    let mut offers: Vec<Offer> =
        reach.plays.iter().filter(|play| aims(play)).filter(legal).map(|play| offer(&as_if, play)).collect();
    let why_not = match &to {
        Some(Ok(to)) if offers.is_empty() && path.last() != Some(to) => tap::why_not(&as_if, id, &path, *to),
        Some(Err(refusal)) => Some(refusal.clone()),
        _ => None,
    };
    let stop = Play::Chain { piece: id, path: path.clone() };
    if !path.is_empty() && legal(&&stop) {
        offers.push(offer(&as_if, &stop));
    }
    let rule = position.suite().rule(found.kind);
    let owner = position.name(found.owner).to_owned();
    Ok(Some(Picked {
        plays: may_play && on_turn && hall.own.as_ref() == Some(&owner),
        piece: PieceView {
            id: id.0,
            owner,
            kind: rule.name.clone(),
            square: found.square.map(|square| square.to_string()),
            hn: found.hn,
        },
        acts: [Act(format!("1230.{}", rule.number).into())],
        value: rule.value,
        not_their_turn: !on_turn,
        lent: found.square.is_some_and(|square| position.board().auras().any(|lender| lender.distance(square) == 1)),
        reach: by_word(&reach.plays),
        path,
        chain: reach.steps.iter().map(|(square, _)| square.to_string()).collect(),
        to: asked.to.clone(),
        offers,
        why_not,
    }))
}

/// Where plays lead, by what is done there.
fn by_word(plays: &[Play]) -> Vec<(&'static str, Vec<String>)> {
    let mut by_word: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for play in plays {
        let squares = by_word.entry(tap::word(play)).or_default();
        let to = tap::target(play).map_or_else(String::new, |square| square.to_string());
        if !squares.contains(&to) {
            squares.push(to);
        }
    }
    by_word.into_iter().collect()
}

fn offer(position: &Position, play: &Play) -> Offer {
    let owner = position.to_play();
    let demons = position.demons_after(play).into_iter().map(|demon| {
        let kind =
            position.suite().kinds().find(|kind| position.suite().rule(*kind).promotion == Promotion::BetweenTwins);
        let choices =
            owner.zip(kind).map_or_else(Vec::new, |(owner, kind)| position.promotion_choices(owner, kind, None));
        let name = |kind: &Kind| position.suite().rule(*kind).name.clone();
        (demon.0, choices.iter().map(name).collect())
    });
    Offer { play: position.play_json(play, &[]), demons: demons.collect() }
}
