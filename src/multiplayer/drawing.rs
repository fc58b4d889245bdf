//! Boards as drawings: where each square lies on the page, turned so that a player's own edge is at the bottom. Pure.

use rookery_boards::{Board, Seat as Colour, Square};

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
}

/// A file's letter or a rank's number beside the board; the middle of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub text: String,
    pub x: f64,
    pub y: f64,
}

/// A board's squares as one reads them, from the top left, what stands along its edge, and the box that all of it is drawn in.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub cells: Vec<Cell>,
    pub labels: Vec<Label>,
    pub view_box: String,
}

/// Half the width of the hexagonal board.
const RADIUS: f64 = 80.0;
/// Room for what stands along the edge, about its middle.
const MARGIN: f64 = 4.0;

/// Draws a board as a player sees it.
pub fn draw(board: Board, player: Colour) -> Drawing {
    let mut drawing = if board == Board::Hex96 { draw_hexagon(board, player) } else { draw_square(board, player) };
    // In tenths, so that what lies in one row by its drawing is one row.
    let row = |cell: &Cell| (cell.centre.1 * 10.0).round();
    let read = |one: &Cell, other: &Cell| row(one).total_cmp(&row(other)).then(one.centre.0.total_cmp(&other.centre.0));
    drawing.cells.sort_by(read);
    drawing
}

fn draw_hexagon(board: Board, player: Colour) -> Drawing {
    let (mut cells, mut labels) = (Vec::new(), Vec::new());
    for square in board.squares() {
        let kite = Kite::of(board.file_and_rank(square), player);
        let ((p, q), centre) = (kite.place, kite.point(kite.place.0 + 0.5, kite.place.1 + 0.5));
        let corners = [(p, q), (p + 1.0, q), (p + 1.0, q + 1.0), (p, q + 1.0)].map(|(p, q)| kite.point(p, q));
        let name = board.square_name(square);
        let mut label = |is_edge: bool, text: &str, (x, y): (f64, f64)| {
            labels.extend(is_edge.then(|| Label { text: text.to_owned(), x, y }));
        };
        label(q == 3.0, &name[..1], kite.point(p + 0.5, 4.4));
        label(p == 3.0, &name[1..], kite.point(4.4, q + 0.5));
        cells.push(Cell { square, name, points: points(&corners), centre, light: board.is_light(square) });
    }
    let reach = |of: fn(&Label) -> f64| labels.iter().map(|label| of(label).abs()).fold(0.0, f64::max) + MARGIN;
    let (width, height) = (reach(|label| label.x), reach(|label| label.y));
    let view_box = format!("{:.0} {:.0} {:.0} {:.0}", -width, -height, 2.0 * width, 2.0 * height);
    Drawing { cells, labels, view_box }
}

fn draw_square(board: Board, player: Colour) -> Drawing {
    let (mut cells, mut labels) = (Vec::new(), Vec::new());
    for square in board.squares() {
        let place = board.file_and_rank(square);
        let at = |place| {
            let (x, y) = turned(place, board.side(), player);
            (10.0 * f64::from(x), 10.0 * f64::from(y))
        };
        let (x, y) = at(place);
        let name = board.square_name(square);
        // Beyond the square there is none: below it stands its column's name, left of it its row's.
        for (files, ranks) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let beyond = (place.0 + files, place.1 + ranks);
            if board.square_at(beyond.0, beyond.1).is_some() {
                continue;
            }
            let text = if files == 0 { &name[..1] } else { &name[1..] };
            let label = match (at(beyond).0 - x, at(beyond).1 - y) {
                (_, down) if down > 0.0 => (x + 5.0, y + 10.0 + MARGIN / 2.0),
                (across, _) if across < 0.0 => (x - MARGIN / 2.0, y + 5.0),
                _ => continue,
            };
            labels.push(Label { text: text.to_owned(), x: label.0, y: label.1 });
        }
        let corners = [(x, y), (x + 10.0, y), (x + 10.0, y + 10.0), (x, y + 10.0)];
        let (points, centre) = (points(&corners), (x + 5.0, y + 5.0));
        cells.push(Cell { square, name, points, centre, light: board.is_light(square) });
    }
    let side = 10.0 * f64::from(board.side()) + MARGIN;
    Drawing { cells, labels, view_box: format!("{:.0} 0 {side:.0} {side:.0}", -MARGIN) }
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

fn points(corners: &[(f64, f64); 4]) -> String {
    corners.map(|(x, y)| format!("{x:.1},{y:.1}").replace(".0", "")).join(" ")
}

/// A sixth of the hexagonal board, turned for a player: kites of sixteen cells that meet in the middle; each reaches
/// over the middles of two edges to the corner between them (section 2.3).
struct Kite {
    corner: (f64, f64),
    files: (f64, f64),
    ranks: (f64, f64),
    /// Where in it the cell lies: files and ranks counted from the middle of the board.
    place: (f64, f64),
}

impl Kite {
    fn of((file, rank): (i8, i8), player: Colour) -> Kite {
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
        let from_middle = |place: i8| f64::from(if place < 4 { 3 - place } else { place % 4 });
        Kite {
            corner: at(corner, RADIUS),
            files: at(along_files, middle),
            ranks: at(along_ranks, middle),
            place: (from_middle(file), from_middle(rank)),
        }
    }

    /// The point so many cells along its files and its ranks; 4 is the board's edge.
    fn point(&self, p: f64, q: f64) -> (f64, f64) {
        let (u, v) = (p / 4.0, q / 4.0);
        let mix = |files: f64, ranks: f64, corner: f64| u * (1.0 - v) * files + (1.0 - u) * v * ranks + u * v * corner;
        (mix(self.files.0, self.ranks.0, self.corner.0), mix(self.files.1, self.ranks.1, self.corner.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_boards::{Game, Kind, Promotion};

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
    fn squares_come_as_one_reads_the_board() {
        let names = |player| {
            let cells = draw(Board::Std8, player).cells;
            [cells[0].name.clone(), cells[1].name.clone(), cells[63].name.clone()]
        };
        assert_eq!(names(Colour::Red), ["a8", "b8", "h1"]);
        assert_eq!(names(Colour::Yellow), ["h1", "g1", "a8"]);
        let hexagon = draw(Board::Hex96, Colour::Blue).cells;
        let steps = hexagon.windows(2).map(|two| two[1].centre.1 - two[0].centre.1);
        assert!(steps.fold(f64::MAX, f64::min) > -0.1, "from the top down");
    }

    #[test]
    fn every_file_and_rank_is_named_beside_the_board() {
        let boards = [(Board::Std8, 16), (Board::Cross14(Promotion::Rank8), 28), (Board::Hex96, 48)];
        for (board, count) in boards {
            for player in Colour::ALL.into_iter().filter(|&player| board.has_seat(player)) {
                let drawing = draw(board, player);
                assert_eq!(drawing.labels.len(), count, "{board:?} {player}");
                for label in &drawing.labels {
                    let to = |cell: &Cell| (cell.centre.0 - label.x).hypot(cell.centre.1 - label.y);
                    let near = drawing.cells.iter().min_by(|one, other| to(one).total_cmp(&to(other))).unwrap();
                    assert!(near.name.contains(&label.text) && to(near) > 5.0, "{label:?} beside {}", near.name);
                }
            }
        }
    }

    #[test]
    fn no_two_squares_lie_on_one_another_and_all_lie_in_the_box() {
        for board in [Board::Std8, Board::Cross14(Promotion::Rank8), Board::Hex96] {
            let drawing = draw(board, Colour::Blue);
            assert_eq!(drawing.cells.len(), board.size());
            let view: Vec<f64> = drawing.view_box.split(' ').map(|number| number.parse().unwrap()).collect();
            let inside = |x: f64, y: f64| {
                (view[0] + 1.5..=view[0] + view[2] - 1.5).contains(&x)
                    && (view[1] + 1.5..=view[1] + view[3] - 1.5).contains(&y)
            };
            let labels = drawing.labels.iter().map(|label| (label.x, label.y));
            for (x, y) in labels.chain(drawing.cells.iter().map(|cell| cell.centre)) {
                assert!(inside(x, y), "{board:?}: {x} {y} in {}", drawing.view_box);
            }
            for (place, one) in drawing.cells.iter().enumerate() {
                for other in &drawing.cells[..place] {
                    let (across, along) = (one.centre.0 - other.centre.0, one.centre.1 - other.centre.1);
                    assert!(across.hypot(along) > 7.5, "{} and {}", one.name, other.name);
                }
            }
        }
    }
}
