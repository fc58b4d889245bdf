//! A text as a QR code, drawn by the server as the path of an SVG picture.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

/// A drawing of squares, one unit each, with the blank edge that readers need.
#[derive(Debug)]
pub struct Qr {
    /// Width and height in squares.
    pub side: usize,
    /// The path's `d`.
    pub path: String,
}

/// Blank squares on each side (ISO 18004).
const EDGE: usize = 4;

impl Qr {
    /// `None` if the text is too long for any code.
    pub fn of(text: &str) -> Option<Qr> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
        let width = code.width();
        let mut path = String::new();
        for (row, squares) in code.to_colors().chunks(width).enumerate() {
            let mut column = 0;
            for run in squares.chunk_by(|one, next| one == next) {
                if run[0] == Color::Dark {
                    // Writing to a string cannot fail.
                    let _ = write!(path, "M{} {}h{}v1h-{}z", column + EDGE, row + EDGE, run.len(), run.len());
                }
                column += run.len();
            }
        }
        Some(Qr { side: width + 2 * EDGE, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_begins_with_the_side_of_its_first_corner() {
        let qr = Qr::of("https://club.example/join?code=ABCD-EFGH-JKMN-PQRS").unwrap();
        assert_eq!((qr.side - 2 * EDGE - 17) % 4, 0, "as wide as a code of some version is");
        assert!(qr.path.starts_with("M4 4h7v1h-7z"), "{}", qr.path);
        assert!(Qr::of(&"x".repeat(5_000)).is_none());
    }
}
