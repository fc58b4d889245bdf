//! Scenes for the page of the rules: small positions, and what the engine says of them.

use rookery_party_chess::{Act, PieceId, Play, Position, Square, SquareSet, Weight};
use serde_json::{Value, json};

use super::tap;
use crate::error::Error;

/// The Offices of the scenes; the reader's is the first.
const OFFICES: [&str; 3] = ["NAP", "Blue", "Orange"];

/// A piece of a scene: whose, its kind, its square where it is on the board. They are numbered from 1.
type Man = (&'static str, &'static str, Option<&'static str>);

fn position(men: &[Man]) -> Result<Position, Error> {
    let piece =
        |(id, (owner, kind, square)): (u32, &Man)| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let pieces: Vec<Value> = (1..).zip(men).map(piece).collect();
    let position = json!({ "ruleset": "amended", "swingers": OFFICES, "to_play": OFFICES[0], "pieces": pieces });
    Position::from_json(&position).map_err(|bad| Error::internal(bad.0))
}

/// Squares to which a piece can go or on which it can be placed.
fn targets(position: &Position, piece: u32) -> Result<SquareSet, Error> {
    let plays = position.plays_of(PieceId(piece)).map_err(|many| Error::internal(many.message()))?;
    Ok(plays.iter().filter_map(tap::target).collect())
}

/// A Rook that waits off the board, and where it may be placed: it attacks nobody at once (1230.2 §6.C).
pub fn placing() -> Result<(Position, SquareSet), Error> {
    let men = [
        ("NAP", "king", Some("j8")),
        ("NAP", "rook", None),
        ("Blue", "king", Some("l12")),
        ("Blue", "pawn", Some("h11")),
    ];
    let position = position(&men)?;
    let goes = targets(&position, 2)?;
    Ok((position, goes))
}

/// From where to where a King is attacked.
pub type Attack = Option<(Square, Square)>;

/// A King in Check: where it may go, and from where to where it is attacked (1230.2 §7).
pub fn check() -> Result<(Position, SquareSet, Attack), Error> {
    let position = position(&[("NAP", "king", Some("j8")), ("Blue", "rook", Some("j13"))])?;
    let goes = targets(&position, 1)?;
    let Some(own) = position.swinger(OFFICES[0]) else { return Ok((position, goes, None)) };
    let attackers = position.attackers(own).map_err(|many| Error::internal(many.message()))?;
    let attacker = attackers.first().and_then(|id| position.board().find(*id));
    let from = attacker.and_then(|index| position.board().piece(index).square);
    let to = position.kings(own).next();
    Ok((position, goes, from.zip(to)))
}

/// Some pieces and the Weight of the reader's (1230.3).
pub fn weighing() -> Result<(Position, Weight), Error> {
    let men = [("NAP", "king", Some("j8")), ("NAP", "rook", Some("j12")), ("Blue", "pawn", Some("m12"))];
    let position = position(&men)?;
    let own = position.swinger(OFFICES[0]).ok_or_else(|| Error::internal("the scene is without its Office"))?;
    let weight = position.weight(own).map_err(|many| Error::internal(many.message()))?;
    Ok((position, weight.unwrap_or_default()))
}

/// The Play List before and after a turn (1230.2 §3).
pub fn turn() -> Result<[Vec<String>; 2], Error> {
    let before =
        position(&[("NAP", "king", Some("b2")), ("Blue", "king", Some("j18")), ("Orange", "king", Some("s3"))])?;
    let after = before.act(&Act::Play(Play::Pass.into())).map_err(|refusal| Error::internal(refusal.message()))?;
    Ok([super::view::order(&before), super::view::order(&after)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scenes_show_what_they_are_for() {
        let square = |text| Square::parse(text).unwrap();
        let (_, goes) = placing().unwrap();
        assert!(goes.contains(square("k9")) && !goes.contains(square("l9")), "it would attack the King on l12");
        let (_, goes, attack) = check().unwrap();
        assert_eq!((goes.len(), attack), (6, Some((square("j13"), square("j8")))), "off the Rook's line");
        let (_, weight) = weighing().unwrap();
        assert_eq!((weight.attacking.len(), weight.defending.len()), (1, 1), "{weight:?}");
        let [before, after] = turn().unwrap();
        assert_eq!((before.join(" "), after.join(" ")), ("NAP Blue Orange".into(), "Blue Orange NAP".into()));
    }
}
