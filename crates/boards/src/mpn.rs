//! MPN, the native text of a position: eight fields, nothing lost (5.1).

use rookery_messages::{Message, Value, say};

use super::geometry::{Board, Side};
use super::pieces::{Kind, Piece};
use super::players::{Seat, Status};
use super::refusal::{InvalidPosition, quoted};
use super::setup::{EnPassant, Setup};
use super::starts;

pub(super) fn write(setup: &Setup) -> String {
    let statuses: String = setup.statuses.map(Status::code).iter().collect();
    format!(
        "{} {} {} {statuses} {} {} {} {}",
        setup.board.name(),
        write_placement(setup),
        setup.turn,
        write_list(|seat| write_castling(setup, seat)),
        write_list(|seat| write_en_passant(setup, seat)),
        setup.fifty,
        setup.ply
    )
}

/// The items of the seats that have one, or `-`.
fn write_list(item: impl Fn(Seat) -> Option<String>) -> String {
    let items: Vec<String> = Seat::ALL.into_iter().filter_map(item).collect();
    if items.is_empty() { "-".to_owned() } else { items.join(",") }
}

fn write_castling(setup: &Setup, seat: Seat) -> Option<String> {
    let sides = Side::ALL.into_iter().filter(|&side| setup.castling[seat as usize][side as usize]);
    let letters: String = sides.map(Side::letter).collect();
    (!letters.is_empty()).then(|| format!("{seat}{letters}"))
}

/// A player's en passant record: `c6:d6`.
pub(super) fn write_en_passant(setup: &Setup, seat: Seat) -> Option<String> {
    let EnPassant { skipped, pawn } = setup.en_passant[seat as usize]?;
    Some(format!("{}:{}", setup.board.square_name(skipped), setup.board.square_name(pawn)))
}

/// The rows from the top, cells parted by commas: a number of empty or missing squares, or colour and piece.
pub(super) fn write_placement(setup: &Setup) -> String {
    let rows = (0..setup.board.side()).rev().map(|rank| {
        let mut cells: Vec<String> = Vec::new();
        let mut empty = 0;
        for file in 0..setup.board.side() {
            let man = setup.board.square_at(file, rank).and_then(|square| setup.man(square));
            if let Some(Piece { seat, kind }) = man {
                if empty > 0 {
                    cells.push(empty.to_string());
                }
                cells.push(format!("{}{}", seat.letter().to_ascii_lowercase(), kind.letter()));
                empty = 0;
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            cells.push(empty.to_string());
        }
        cells.join(",")
    });
    rows.collect::<Vec<String>>().join("/")
}

pub(super) fn read(text: &str) -> Result<Setup, InvalidPosition> {
    let setup = picture(text)?;
    setup.check()?;
    Ok(setup)
}

/// Reads what stands where, though nobody could play on from it.
pub(super) fn picture(text: &str) -> Result<Setup, InvalidPosition> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, placement, turn, statuses, castling, en_passant, fifty, ply] = fields.as_slice() else {
        let starts = starts::names().collect::<Vec<&str>>().join(", ");
        return Err(InvalidPosition::new(say!(
            "a position is the name of a start ({starts}), FEN, FEN4, or MPN: eight fields parted by one space, \
             board placement turn statuses castling ep fifty ply; this has {count} field(s)",
            starts,
            count = fields.len()
        )));
    };
    let board = Board::from_name(board).ok_or_else(|| {
        let known = Board::ALL.map(Board::name).join(", ");
        InvalidPosition::new(say!("unknown board {board}; the boards are {known}", board = quoted(board), known))
    })?;
    let mut setup = Setup::empty(board);
    read_placement(&mut setup, placement)?;
    setup.turn = Seat::parse(turn)
        .ok_or_else(|| InvalidPosition::new(say!("turn must be one of R B Y G, not {turn}", turn = quoted(turn))))?;
    read_statuses(&mut setup, statuses)?;
    read_castling(&mut setup, castling)?;
    read_en_passant(&mut setup, en_passant)?;
    setup.fifty = read_count(fifty, |text| say!("fifty must be a whole number, not {text}", text))?;
    setup.ply = read_count(ply, |text| say!("ply must be a whole number, not {text}", text))?;
    Ok(setup)
}

/// A whole number in digits.
pub(super) fn read_count(text: &str, wrong: impl FnOnce(Value) -> Message) -> Result<u32, InvalidPosition> {
    let digits = text.bytes().all(|digit| digit.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.ok_or_else(|| InvalidPosition::new(wrong(quoted(text))))
}

fn read_statuses(setup: &mut Setup, text: &str) -> Result<(), InvalidPosition> {
    let statuses: Option<Vec<Status>> = text.chars().map(Status::from_code).collect();
    let statuses = statuses.and_then(|statuses| <[Status; 4]>::try_from(statuses).ok());
    setup.statuses = statuses.ok_or_else(|| {
        InvalidPosition::new(say!(
            "statuses is four signs out of artMSCRT-, in the order R B Y G, not {text}",
            text = quoted(text)
        ))
    })?;
    Ok(())
}

fn read_castling(setup: &mut Setup, text: &str) -> Result<(), InvalidPosition> {
    let bad = || InvalidPosition::new(say!("castling must look like Rkq,Bk or be -, not {text}", text = quoted(text)));
    let mut last = None;
    for item in text.split(',').filter(|_| text != "-") {
        let (seat, sides) = item.split_at_checked(1).ok_or_else(bad)?;
        let seat = Seat::parse(seat).filter(|&seat| last < Some(seat)).ok_or_else(bad)?;
        last = Some(seat);
        setup.castling[seat as usize] = match sides {
            "kq" => [true, true],
            "k" => [true, false],
            "q" => [false, true],
            _ => return Err(bad()),
        };
    }
    Ok(())
}

fn read_en_passant(setup: &mut Setup, text: &str) -> Result<(), InvalidPosition> {
    for item in text.split(',').filter(|_| text != "-") {
        let record = read_record(setup.board, item)?;
        let owner = setup.man(record.pawn).map(|man| man.seat);
        let place = owner.map(|seat| &mut setup.en_passant[seat as usize]).filter(|place| place.is_none());
        let place = place.ok_or_else(|| {
            InvalidPosition::new(say!(
                "bad en passant record {item}: it needs a pawn, and each player has one record",
                item
            ))
        })?;
        *place = Some(record);
    }
    Ok(())
}

/// `skipped:pawn`.
pub(super) fn read_record(board: Board, item: &str) -> Result<EnPassant, InvalidPosition> {
    let squares = item.split_once(':').and_then(|(skipped, pawn)| {
        Some(EnPassant { skipped: board.square_named(skipped)?, pawn: board.square_named(pawn)? })
    });
    squares.ok_or_else(|| {
        InvalidPosition::new(say!(
            "bad en passant record {item}: it must look like c6:d6, or be -",
            item = quoted(item)
        ))
    })
}

/// Reads the rows of MPN and FEN4 onto an empty board.
pub(super) fn read_placement(setup: &mut Setup, text: &str) -> Result<(), InvalidPosition> {
    let side = setup.board.side();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != side as usize {
        return Err(InvalidPosition::new(say!(
            "{board} has {side} rows, the placement has {count}",
            board = setup.board.name(),
            side,
            count = rows.len()
        )));
    }
    for (row, rank) in rows.into_iter().zip((0..side).rev()) {
        let number = rank + 1;
        let mut file: i8 = 0;
        for cell in row.split(',') {
            if !cell.is_empty() && cell.bytes().all(|digit| digit.is_ascii_digit()) {
                let empty = cell.parse::<i8>().ok().filter(|&empty| 0 < empty && empty <= side - file);
                file += empty.ok_or_else(|| {
                    InvalidPosition::new(say!(
                        "row {number} is too long or has a wrong number, at {cell}",
                        number,
                        cell
                    ))
                })?;
                continue;
            }
            let man = read_man(cell).ok_or_else(|| {
                InvalidPosition::new(say!(
                    "row {number} has a cell {cell}: it must be a number, or like rK, bP",
                    number,
                    cell = quoted(cell)
                ))
            })?;
            if file >= side {
                return Err(InvalidPosition::new(say!("row {number} is longer than {side} squares", number, side)));
            }
            let square = setup.board.square_at(file, rank).ok_or_else(|| {
                InvalidPosition::new(say!("{cell} stands on a missing square in row {number}", cell, number))
            })?;
            setup.men[square.0 as usize] = Some(man);
            file += 1;
        }
        if file != side {
            return Err(InvalidPosition::new(say!("row {number} has {file} squares, not {side}", number, file, side)));
        }
    }
    Ok(())
}

/// `rK`: whose and what.
fn read_man(cell: &str) -> Option<Piece> {
    let mut letters = cell.chars();
    let (seat, kind) = (letters.next()?, letters.next()?);
    if !seat.is_ascii_lowercase() || letters.next().is_some() {
        return None;
    }
    Some(Piece { seat: Seat::from_letter(seat.to_ascii_uppercase())?, kind: Kind::from_letter(kind)? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn men_placed_anywhere_are_found_again(places in prop::collection::btree_map(0..160_u8, (0..4_usize, 0..6_usize), 0..60)) {
            let board = Board::ALL[1];
            let mut setup = Setup::empty(board);
            for (square, (seat, kind)) in places {
                setup.men[usize::from(square)] = Some(Piece { seat: Seat::ALL[seat], kind: Kind::ALL[kind] });
            }
            let mut again = Setup::empty(board);
            read_placement(&mut again, &write_placement(&setup))?;
            prop_assert_eq!(again, setup);
        }
    }
}
