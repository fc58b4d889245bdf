//! Play on the hexagonal board, checked against the plainest generator: walk every line, make every move, look for checks.

use super::geometry::Board;
use super::pieces::{Kind, Move, Piece, Special};
use super::players::{Seat, Status};
use super::position::Position;
use super::setup::Setup;
use super::squares::Square;
use super::{starts, tables};

/// The squares a man attacks, by walking.
fn attacks(setup: &Setup, from: Square, man: Piece) -> Vec<Square> {
    let board = setup.board;
    let lines = board.lines(from).into_iter();
    match man.kind {
        Kind::Pawn => board.pawn_captures(man.seat, from),
        Kind::Knight => board.knight(from),
        Kind::King => lines.filter_map(|line| line.squares.first().copied()).collect(),
        slider => lines
            .filter(|line| slider == Kind::Queen || line.straight == (slider == Kind::Rook))
            .flat_map(|line| {
                let free = line.squares.iter().take_while(|&&square| setup.man(square).is_none()).count();
                line.squares.into_iter().take(free + 1)
            })
            .collect(),
    }
}

fn men(setup: &Setup) -> impl Iterator<Item = (Square, Piece)> {
    setup.board.squares().filter_map(|square| Some((square, setup.man(square)?)))
}

fn in_check(setup: &Setup, seat: Seat) -> bool {
    let king = Some(Piece { seat, kind: Kind::King });
    let counts = |man: &Piece| man.seat != seat && setup.status(man.seat) == Status::Active;
    men(setup)
        .filter(|(_, man)| counts(man))
        .any(|(from, man)| attacks(setup, from, man).into_iter().any(|to| setup.man(to) == king))
}

/// Every move but castling, in the order of squares.
fn plain_moves(position: &Position<2>) -> Vec<(u8, u8)> {
    let setup = position.setup();
    let (board, seat) = (setup.board, setup.turn);
    let mut found = Vec::new();
    for (from, man) in men(&setup).filter(|(_, man)| man.seat == seat) {
        let mut moves: Vec<(Square, Special)> = Vec::new();
        for to in attacks(&setup, from, man) {
            let record = setup.en_passant.iter().flatten().find(|record| record.skipped == to);
            match (man.kind, setup.man(to), record) {
                (_, Some(other), _) if other.seat == seat => {}
                (Kind::Pawn, None, None) => {}
                (Kind::Pawn, None, Some(record)) => moves.push((to, Special::EnPassant { pawn: record.pawn })),
                _ => moves.push((to, Special::None)),
            }
        }
        if man.kind == Kind::Pawn {
            let free = |square: &Square| setup.man(*square).is_none();
            let step = board.ahead(seat, from).filter(free);
            moves.extend(step.map(|to| (to, Special::None)));
            let leap =
                step.filter(|_| board.relative_rank(seat, from) == 2).and_then(|at| board.ahead(seat, at)).filter(free);
            moves.extend(leap.map(|to| (to, Special::None)));
        }
        for (to, special) in moves {
            let mut after = position.clone();
            after.make(&Move { kind: man.kind, from, to, promotion: None, special });
            if !in_check(&after.setup(), seat) {
                found.push((from.0, to.0));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn legal_moves_are_those_that_leave_no_check() {
    let start = starts::named("start3-hex").expect("the start");
    let mut number: u64 = 1;
    let mut split_captures = 0;
    for _ in 0..25 {
        let mut position = Position::new(&start, tables::hex96()).expect("a valid start");
        for _ in 0..120 {
            let moves = position.legal_moves();
            let mut found: Vec<(u8, u8)> = moves
                .iter()
                .filter(|mv| !matches!(mv.special, Special::Castling { .. }))
                .map(|mv| (mv.from.0, mv.to.0))
                .collect();
            found.sort();
            found.dedup();
            assert_eq!(found, plain_moves(&position), "{}", position.setup().mpn());
            assert_eq!(position.count_legal(), moves.len() as u64);
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if moves.is_empty() || position.active().nth(1).is_none() {
                break;
            }
            let mv = moves[(number >> 33) as usize % moves.len()];
            let captures = mv.kind == Kind::Pawn && position.occupied().contains(mv.to);
            split_captures += usize::from(captures && start.board.pawn_captures(position.turn, mv.from).len() == 3);
            position.make(&mv);
            position.pass_turn();
            if position.status(position.turn) != Status::Active {
                break;
            }
        }
    }
    assert!(split_captures > 0, "no pawn captured on a diagonal that splits");
}

/// The two-player classes of 4.10 hold on this board too: with one minor piece there is no mating pattern.
#[test]
fn one_minor_piece_mates_nobody() {
    let board = Board::Hex96;
    let mut setup = Setup::empty(board);
    setup.statuses = [Status::Active, Status::Absent, Status::Active, Status::Absent];
    setup.turn = Seat::Yellow;
    let mut position = Position::new(&with_kings(&setup), tables::hex96()).expect("two kings");
    // The three halves are alike: a king on the first 32 squares, Red's half, stands for all.
    for king in board.squares().take(32) {
        let near: Vec<Square> =
            board.lines(king).into_iter().filter_map(|line| line.squares.first().copied()).collect();
        for other in board.squares().filter(|other| *other != king && !near.contains(other)) {
            for kind in [Kind::Bishop, Kind::Knight] {
                for minor in board.squares().filter(|&minor| minor != king && minor != other) {
                    position.place([
                        (Seat::Yellow, Kind::King, king),
                        (Seat::Red, Kind::King, other),
                        (Seat::Red, kind, minor),
                    ]);
                    let mated = position.count_legal() == 0 && position.in_check(Seat::Yellow);
                    assert!(!mated, "{}", position.setup().mpn());
                }
            }
        }
    }
}

fn with_kings(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.men[0] = Some(Piece { seat: Seat::Red, kind: Kind::King });
    setup.men[95] = Some(Piece { seat: Seat::Yellow, kind: Kind::King });
    setup
}

impl Position<2> {
    /// Only these men on the board.
    fn place(&mut self, men: [(Seat, Kind, Square); 3]) {
        use super::squares::Squares;
        (self.armies, self.kinds) = ([Squares::EMPTY; 4], [Squares::EMPTY; 6]);
        for (seat, kind, square) in men {
            self.armies[seat as usize].insert(square);
            self.kinds[kind as usize].insert(square);
        }
    }
}
