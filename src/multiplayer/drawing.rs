//! Boards as drawings: where each square lies on the page, turned so that a player's own edge is at the bottom. Pure.

use super::engine::{Board, Seat as Colour, Square};

/// A square as it is drawn; lengths in tenths of a square's side.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub square: Square,
    /// `d4`.
    pub name: String,
    /// Its corners, as a polygon's `points`.
    pub points: String,
    pub centre: (f64, f64),
    pub light: bool,
    /// What stands at the board's edge to tell files and ranks by.
    pub label: Option<(String, f64, f64)>,
}

/// A board's squares and the box that they are drawn in.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub cells: Vec<Cell>,
    pub view_box: String,
}

/// Half the width of the hexagonal board.
const RADIUS: f64 = 80.0;

/// Draws a board as a player sees it.
pub fn draw(board: Board, player: Colour) -> Drawing {
    let names = |square| board.square_name(square);
    if board == Board::Hex96 {
        let cells = board.squares().map(|square| {
            let (corners, centre) = hexagonal(board.file_and_rank(square), player);
            Cell {
                square,
                name: names(square),
                points: points(&corners),
                centre,
                light: board.is_light(square),
                label: None,
            }
        });
        let height = RADIUS * 0.75_f64.sqrt();
        let view_box = format!("{:.0} {:.0} {:.0} {:.0}", -RADIUS, -height - 2.0, 2.0 * RADIUS, 2.0 * height + 4.0);
        return Drawing { cells: cells.collect(), view_box };
    }
    let side = f64::from(board.side());
    let cells = board.squares().map(|square| {
        let place = board.file_and_rank(square);
        let (x, y) = turned(place, board.side(), player);
        let (x, y) = (10.0 * f64::from(x), 10.0 * f64::from(y));
        let corners = [(x, y), (x + 10.0, y), (x + 10.0, y + 10.0), (x, y + 10.0)];
        Cell {
            square,
            name: names(square),
            points: points(&corners),
            centre: (x + 5.0, y + 5.0),
            light: board.is_light(square),
            label: label(board, square, player).map(|text| (text, x + 0.4, y + 9.6)),
        }
    });
    Drawing { cells: cells.collect(), view_box: format!("0 0 {0:.0} {0:.0}", 10.0 * side) }
}

/// Column from the left and row from the top of a square on a square board.
fn turned((file, rank): (i8, i8), side: i8, player: Colour) -> (i8, i8) {
    let last = side - 1;
    match player {
        Colour::Red => (file, last - rank),
        Colour::Blue => (last - rank, last - file),
        Colour::Yellow => (last - file, rank),
        Colour::Green => (rank, file),
    }
}

/// The name of the square's column, where it is the lowest of it.
fn label(board: Board, square: Square, player: Colour) -> Option<String> {
    let (file, rank) = board.file_and_rank(square);
    let (below, is_file) = match player {
        Colour::Red => ((file, rank - 1), true),
        Colour::Blue => ((file - 1, rank), false),
        Colour::Yellow => ((file, rank + 1), true),
        Colour::Green => ((file + 1, rank), false),
    };
    let name = board.square_name(square);
    let at_edge = board.square_at(below.0, below.1).is_none();
    at_edge.then(|| if is_file { name[..1].to_owned() } else { name[1..].to_owned() })
}

fn points(corners: &[(f64, f64); 4]) -> String {
    corners.map(|(x, y)| format!("{x:.1},{y:.1}").replace(".0", "")).join(" ")
}

/// Corners and centre of a cell of the hexagonal board. The board is six kites of sixteen cells that meet in
/// the middle; each reaches over the middles of two edges to the corner between them (section 2.3).
fn hexagonal((file, rank): (i8, i8), player: Colour) -> ([(f64, f64); 4], (f64, f64)) {
    // The kite's corner and the middles of the edges beside it, in degrees: along the files, along the ranks.
    let (corner, along_files, along_ranks): (f64, f64, f64) = match (file / 4, rank / 4) {
        (0, 0) => (240.0, 210.0, 270.0),
        (1, 0) => (300.0, 330.0, 270.0),
        (0, _) => (180.0, 210.0, 150.0),
        (2, 1) => (120.0, 90.0, 150.0),
        (2, _) => (60.0, 90.0, 30.0),
        _ => (0.0, 330.0, 30.0),
    };
    let turn = [0.0, 120.0, 240.0, 0.0][player as usize];
    let at = |degrees: f64, distance: f64| {
        let angle = (degrees + turn).to_radians();
        (distance * angle.cos(), -distance * angle.sin())
    };
    let middle = RADIUS * 0.75_f64.sqrt();
    let (corner, files, ranks) = (at(corner, RADIUS), at(along_files, middle), at(along_ranks, middle));
    // Both counted from the middle of the board.
    let from_middle = |place: i8| f64::from(if place < 4 { 3 - place } else { place % 4 });
    let (p, q) = (from_middle(file), from_middle(rank));
    let point = |p: f64, q: f64| {
        let (u, v) = (p / 4.0, q / 4.0);
        let mix = |files: f64, ranks: f64, corner: f64| u * (1.0 - v) * files + (1.0 - u) * v * ranks + u * v * corner;
        (mix(files.0, ranks.0, corner.0), mix(files.1, ranks.1, corner.1))
    };
    ([point(p, q), point(p + 1.0, q), point(p + 1.0, q + 1.0), point(p, q + 1.0)], point(p + 0.5, q + 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multiplayer::engine::{Game, Kind, Promotion};

    #[test]
    fn every_player_has_his_king_at_the_bottom_and_the_queen_to_its_left() {
        for start in ["start4", "start3-hex"] {
            let setup = Game::from_text(start).unwrap().setup();
            for player in Colour::ALL.into_iter().filter(|&player| setup.board.has_seat(player)) {
                let drawing = draw(setup.board, player);
                let of = |kind| {
                    let own =
                        |cell: &&Cell| setup.man(cell.square).is_some_and(|man| man.seat == player && man.kind == kind);
                    drawing.cells.iter().find(own).unwrap().centre
                };
                let lowest = drawing.cells.iter().map(|cell| cell.centre.1).fold(f64::MIN, f64::max);
                let (king, queen) = (of(Kind::King), of(Kind::Queen));
                assert!((king.1 - queen.1).abs() < 0.1 && lowest - king.1 < 4.0, "{start} {player}");
                assert!(queen.0 < king.0, "{start} {player}");
            }
        }
    }

    #[test]
    fn no_two_squares_lie_on_one_another_and_all_lie_in_the_box() {
        for board in [Board::Std8, Board::Cross14(Promotion::Rank8), Board::Hex96] {
            let drawing = draw(board, Colour::Blue);
            assert_eq!(drawing.cells.len(), board.size());
            for (place, one) in drawing.cells.iter().enumerate() {
                for other in &drawing.cells[..place] {
                    let (across, along) = (one.centre.0 - other.centre.0, one.centre.1 - other.centre.1);
                    assert!(across.hypot(along) > 7.5, "{} and {}", one.name, other.name);
                }
            }
        }
    }
}
