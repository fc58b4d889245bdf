//! FEN4, the text of four-player positions elsewhere (5.1). It cannot hold the statuses.

use rookery_messages::{Message, Value, say};

use super::geometry::{Board, Promotion};
use super::mpn::{read_count, read_placement, read_record, write_en_passant, write_placement};
use super::players::{PerSeat, Seat, Status};
use super::refusal::{InvalidPosition, quoted};
use super::setup::Setup;

/// Does the text begin like FEN4: a seat and a dash?
pub(super) fn is_meant(text: &str) -> bool {
    text.split_once('-').is_some_and(|(turn, _)| Seat::parse(turn).is_some())
}

pub(super) fn write(setup: &Setup) -> Result<String, InvalidPosition> {
    if !matches!(setup.board, Board::Cross14(_)) {
        return Err(InvalidPosition::new(say!("FEN4 is for the cross board only")));
    }
    let flags = |test: &dyn Fn(Seat) -> bool| Seat::ALL.map(|seat| if test(seat) { "1" } else { "0" }).join(",");
    let out = flags(&|seat| !setup.status(seat).in_rotation());
    let [king_side, queen_side] = [0, 1].map(|side| flags(&|seat| setup.castling[seat as usize][side]));
    let records = Seat::ALL.map(|seat| write_en_passant(setup, seat).unwrap_or_default());
    let extras = if records.iter().all(String::is_empty) {
        String::new()
    } else {
        format!("{{'enPassant':({})}}-", records.map(|record| format!("'{record}'")).join(","))
    };
    let (turn, fifty, placement) = (setup.turn, setup.fifty, write_placement(setup));
    Ok(format!("{turn}-{out}-{king_side}-{queen_side}-0,0,0,0-{fifty}-{extras}{placement}"))
}

pub(super) fn read(text: &str) -> Result<Setup, InvalidPosition> {
    let fields: Vec<&str> = text.splitn(7, '-').collect();
    let &[turn, out, king_side, queen_side, _points, fifty, rest] = fields.as_slice() else {
        return Err(InvalidPosition::new(say!(
            "FEN4 has seven or eight fields, this has {count}",
            count = fields.len()
        )));
    };
    let mut setup = Setup::empty(Board::Cross14(Promotion::Rank8));
    setup.turn = Seat::parse(turn).ok_or_else(|| InvalidPosition::new(say!("FEN4 begins with one of R B Y G")))?;
    let (extras, placement) = match rest.rsplit_once("}-") {
        Some((extras, placement)) => (Some(extras), placement),
        None => (None, rest),
    };
    read_placement(&mut setup, &plain_placement(placement))?;
    let out = read_flags(out, |text| say!("FEN4's eliminated flags must be four of 0 and 1, not {text}", text))?;
    let rights = [
        read_flags(king_side, |text| {
            say!("FEN4's king-side castling flags must be four of 0 and 1, not {text}", text)
        })?,
        read_flags(queen_side, |text| {
            say!("FEN4's queen-side castling flags must be four of 0 and 1, not {text}", text)
        })?,
    ];
    for seat in Seat::ALL {
        let index = seat as usize;
        let has_men = setup.men.iter().flatten().any(|man| man.seat == seat);
        setup.statuses[index] = match (out[index], has_men) {
            (false, _) => Status::Active,
            (true, true) => Status::Resigned,
            (true, false) => Status::Absent,
        };
        setup.castling[index] = rights.map(|right| right[index] && !out[index]);
    }
    if let Some(extras) = extras {
        read_extras(&mut setup, extras)?;
    }
    setup.fifty = read_count(fifty, |text| say!("FEN4's half-move clock must be a whole number, not {text}", text))?;
    setup.check()?;
    Ok(setup)
}

/// The placement with the marks of dead pieces dropped, and missing squares (`x`) as empty ones.
fn plain_placement(text: &str) -> String {
    let rows = text.split('/').map(|row| {
        let cells = row.trim().split(',').map(|cell| match cell.as_bytes() {
            [b'x'] => "1",
            [b'd', _, _] => &cell[1..],
            _ => cell,
        });
        cells.collect::<Vec<&str>>().join(",")
    });
    rows.collect::<Vec<String>>().join("/")
}

fn read_flags(text: &str, wrong: impl FnOnce(Value) -> Message) -> Result<PerSeat<bool>, InvalidPosition> {
    let flags: Option<Vec<bool>> = text
        .split(',')
        .map(|flag| match flag {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        })
        .collect();
    flags.and_then(|flags| flags.try_into().ok()).ok_or_else(|| InvalidPosition::new(wrong(quoted(text))))
}

/// The one extra that is understood.
const EXAMPLE: &str = "{'enPassant':('','c6:d6','','')}";

/// Reads the extras, without their last brace.
fn read_extras(setup: &mut Setup, text: &str) -> Result<(), InvalidPosition> {
    let bad = || {
        InvalidPosition::new(say!(
            "of FEN4's extras only {example} is understood, not {extras}",
            example = EXAMPLE,
            extras = format!("{text}}}")
        ))
    };
    let records = text.strip_prefix("{'enPassant':(").and_then(|text| text.strip_suffix(')')).ok_or_else(bad)?;
    let records: Vec<&str> = records.split(',').collect();
    let records: PerSeat<&str> = records.try_into().map_err(|_| bad())?;
    for (index, quoted) in records.into_iter().enumerate() {
        let record = quoted.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).ok_or_else(bad)?;
        if !record.is_empty() {
            setup.en_passant[index] = Some(read_record(setup.board, record)?);
        }
    }
    Ok(())
}
