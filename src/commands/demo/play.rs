//! Games for the demonstration: known openings, then moves that a club player might choose.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::san::{San, SanPlus};
use shakmaty::{Chess, Color, KnownOutcome, Move, Position, Role};

use crate::games::Ending;
use crate::ratings::Outcome;

/// The first moves of openings that schools teach.
const OPENINGS: [&str; 12] = [
    "e4 e5 Nf3 Nc6 Bc4 Bc5",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3",
    "e4 e6 d4 d5 Nc3 Nf6",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
    "e4 d5 exd5 Qxd5 Nc3 Qa5",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
    "d4 d5 Bf4 Nf6 e3 e6",
    "c4 e5 Nc3 Nf6 g3 d5",
    "e4 e5 f4 exf4 Nf3 g5",
];

/// A game that was played out.
pub struct Played {
    /// PGN movetext.
    pub moves: String,
    /// `None` if the bell ended it: the captures decide.
    pub result: Option<Outcome>,
    pub ending: Ending,
}

/// Plays a game. White's part of the points is what the scores make likely.
pub fn game(random: &mut StdRng, white_expects: f64) -> Played {
    let mut position = Chess::default();
    let mut text = String::new();
    let opening = OPENINGS[random.random_range(0..OPENINGS.len())];
    for san in opening.split(' ') {
        let found = san.parse::<San>().ok().and_then(|san| san.to_move(&position).ok());
        let Some(found) = found else { break };
        play(&mut position, found, &mut text);
    }
    let length = random.random_range(24..90);
    // The stronger side looks a little harder.
    let care = [0.35 + 0.6 * white_expects, 0.95 - 0.6 * white_expects];
    while position.outcome().is_unknown() && position.halfmoves() < 60 && text.split(' ').count() < 3 * length {
        let side = position.turn();
        let care = if side == Color::White { care[0] } else { care[1] };
        let Some(chosen) = choose(random, &position, care) else { break };
        play(&mut position, chosen, &mut text);
    }
    let (ending, result) = finish(random, &position, white_expects);
    Played { moves: text.trim_end().to_owned(), result, ending }
}

fn play(position: &mut Chess, chosen: Move, text: &mut String) {
    if position.turn() == Color::White {
        text.push_str(&format!("{}. ", position.fullmoves()));
    }
    let san = SanPlus::from_move_and_play_unchecked(position, chosen);
    text.push_str(&format!("{san} "));
}

fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// What White has more than Black.
fn balance(position: &Chess) -> i32 {
    let material = |side: Color| -> i32 {
        position
            .board()
            .by_color(side)
            .into_iter()
            .filter_map(|square| position.board().role_at(square))
            .map(value)
            .sum()
    };
    material(Color::White) - material(Color::Black)
}

/// A move: mate where it is seen, captures and checks liked, pieces not often left hanging.
fn choose(random: &mut StdRng, position: &Chess, care: f64) -> Option<Move> {
    let mut best: Option<(f64, Move)> = None;
    for legal in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(legal);
        let mut worth = random.random_range(0.0..2.0);
        if next.is_checkmate() && random.random_bool(care) {
            return Some(legal);
        }
        worth += legal.capture().map_or(0.0, |taken| f64::from(value(taken)));
        worth += if next.is_check() { 0.6 } else { 0.0 };
        worth += legal.promotion().map_or(0.0, |role| f64::from(value(role)));
        if random.random_bool(care) {
            let lost = next.legal_moves().iter().filter(|reply| reply.to() == legal.to() && reply.is_capture()).count();
            worth -= if lost > 0 { f64::from(value(legal.role())) * 0.8 } else { 0.0 };
        }
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, legal));
        }
    }
    best.map(|(_, legal)| legal)
}

/// How the game ends: on the board, or as such positions end among players.
fn finish(random: &mut StdRng, position: &Chess, white_expects: f64) -> (Ending, Option<Outcome>) {
    if position.is_checkmate() {
        let result = if position.turn() == Color::White { Outcome::Black } else { Outcome::White };
        return (Ending::Checkmate, Some(result));
    }
    if position.is_stalemate() {
        return (Ending::Stalemate, Some(Outcome::Draw));
    }
    if matches!(position.outcome(), shakmaty::Outcome::Known(KnownOutcome::Draw)) {
        return (Ending::DeadPosition, Some(Outcome::Draw));
    }
    let balance = balance(position);
    if random.random_bool(0.2) {
        return (Ending::Bell, None);
    }
    if balance.abs() <= 1 && random.random_bool(0.5) {
        return (Ending::DrawAgreed, Some(Outcome::Draw));
    }
    let white_wins = if balance.abs() > 1 { balance > 0 } else { random.random_bool(white_expects) };
    let result = if white_wins { Outcome::White } else { Outcome::Black };
    (Ending::Resignation, Some(result))
}

/// The generator of a demonstration.
pub fn seeded(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::Moves;

    #[test]
    fn every_game_is_legal_and_the_same_seed_plays_the_same() {
        let (mut one, mut other) = (seeded(7), seeded(7));
        for _ in 0..20 {
            let (played, again) = (game(&mut one, 0.5), game(&mut other, 0.5));
            assert_eq!(played.moves, again.moves);
            let moves = Moves::read(played.moves.as_bytes()).unwrap();
            assert!(moves.played().len() > 8, "{}", played.moves);
        }
    }
}
