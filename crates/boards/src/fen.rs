//! Ordinary FEN, for two players on the ordinary board: White is Red, Black is Yellow (5.1).

use rookery_messages::say;

use super::geometry::Board;
use super::mpn::read_count;
use super::pieces::{Kind, Piece};
use super::players::{Seat, Status};
use super::refusal::{InvalidPosition, quoted};
use super::setup::{EnPassant, MAX_COUNT, Setup};
use super::squares::Square;

pub(super) fn write(setup: &Setup) -> Result<String, InvalidPosition> {
    let two = [Status::Active, Status::Absent, Status::Active, Status::Absent];
    if setup.board != Board::Std8 || setup.statuses != two {
        return Err(InvalidPosition::new(say!("FEN holds two active players, R and Y, on std8 only")));
    }
    let rows: Vec<String> = (0..8).rev().map(|rank| write_row(setup, rank)).collect();
    let turn = if setup.turn == Seat::Red { 'w' } else { 'b' };
    let rights = [(Seat::Red, 0, 'K'), (Seat::Red, 1, 'Q'), (Seat::Yellow, 0, 'k'), (Seat::Yellow, 1, 'q')];
    let rights = rights.into_iter().filter(|&(seat, side, _)| setup.castling[seat as usize][side]);
    let castling: String = rights.map(|right| right.2).collect();
    let castling = if castling.is_empty() { "-" } else { castling.as_str() };
    let record = setup.en_passant.into_iter().flatten().next();
    let en_passant = record.map_or("-".to_owned(), |record| setup.board.square_name(record.skipped));
    let (fifty, number) = (setup.fifty, setup.ply / 2 + 1);
    Ok(format!("{} {turn} {castling} {en_passant} {fifty} {number}", rows.join("/")))
}

fn write_row(setup: &Setup, rank: i8) -> String {
    let men = (0..8).map(|file| setup.board.square_at(file, rank).and_then(|square| setup.man(square)));
    let (mut row, mut empty) = (String::new(), 0);
    for man in men.map(Some).chain([None]) {
        if man == Some(None) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            row += &empty.to_string();
            empty = 0;
        }
        if let Some(Some(Piece { seat, kind })) = man {
            row.push(if seat == Seat::Red { kind.letter() } else { kind.letter().to_ascii_lowercase() });
        }
    }
    row
}

pub(super) fn read(text: &str) -> Result<Setup, InvalidPosition> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[placement, turn, castling, en_passant, fifty, number] = fields.as_slice() else {
        return Err(InvalidPosition::new(say!("FEN has six fields, this has {count}", count = fields.len())));
    };
    let mut setup = Setup::empty(Board::Std8);
    setup.statuses = [Status::Active, Status::Absent, Status::Active, Status::Absent];
    read_placement(&mut setup, placement)?;
    setup.turn = match turn {
        "w" => Seat::Red,
        "b" => Seat::Yellow,
        _ => {
            return Err(InvalidPosition::new(say!("FEN's turn must be w or b, not {turn}", turn = quoted(turn))));
        }
    };
    for letter in castling.chars().filter(|_| castling != "-") {
        let (seat, side) = match letter {
            'K' => (Seat::Red, 0),
            'Q' => (Seat::Red, 1),
            'k' => (Seat::Yellow, 0),
            'q' => (Seat::Yellow, 1),
            _ => {
                return Err(InvalidPosition::new(say!(
                    "FEN's castling must be of KQkq, or -, not {castling}",
                    castling = quoted(castling)
                )));
            }
        };
        setup.castling[seat as usize][side] = true;
    }
    if en_passant != "-" {
        let record = setup.board.square_named(en_passant).and_then(|skipped| owned_record(&setup, skipped));
        let (owner, record) = record.ok_or_else(|| {
            InvalidPosition::new(say!(
                "FEN's en passant square {en_passant} follows no double step",
                en_passant = quoted(en_passant)
            ))
        })?;
        setup.en_passant[owner as usize] = Some(record);
    }
    setup.fifty = read_count(fifty, |text| say!("fifty must be a whole number, not {text}", text))?;
    let number = read_count(number, |text| say!("FEN's move number must be a whole number, not {text}", text))?;
    setup.ply = number.clamp(1, MAX_COUNT).saturating_sub(1) * 2 + u32::from(setup.turn == Seat::Yellow);
    setup.check()?;
    Ok(setup)
}

/// The record of the pawn that stands behind a skipped square.
fn owned_record(setup: &Setup, skipped: Square) -> Option<(Seat, EnPassant)> {
    let owner = if setup.turn == Seat::Red { Seat::Yellow } else { Seat::Red };
    let pawn = setup.board.ahead(owner, skipped)?;
    Some((owner, EnPassant { skipped, pawn }))
}

fn read_placement(setup: &mut Setup, text: &str) -> Result<(), InvalidPosition> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(InvalidPosition::new(say!("FEN has 8 rows, this has {count}", count = rows.len())));
    }
    for (row, rank) in rows.into_iter().zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            match (letter.to_digit(9), Kind::from_letter(letter.to_ascii_uppercase())) {
                (Some(empty @ 1..), _) => file += empty as i8,
                (_, Some(kind)) => {
                    let seat = if letter.is_ascii_uppercase() { Seat::Red } else { Seat::Yellow };
                    if let Some(square) = setup.board.square_at(file, rank) {
                        setup.men[square.0 as usize] = Some(Piece { seat, kind });
                    }
                    file += 1;
                }
                _ => return Err(InvalidPosition::new(say!("FEN has no piece {letter}", letter = quoted(letter)))),
            }
            if file > 8 {
                break;
            }
        }
        if file != 8 {
            return Err(InvalidPosition::new(say!("row {row} of the FEN does not have 8 squares", row = rank + 1)));
        }
    }
    Ok(())
}
