//! The rounding of score changes, and every change against the crate's own calculation.

use skillratings::elo::{EloConfig, EloRating, elo};

use super::*;

#[test]
fn halves_round_away_from_zero() {
    let half = Factor::HALF;
    let cases = [
        ("12.5", 200, 200, Outcome::White, 25, Factor::WHOLE, 13),
        ("-12.5", 200, 200, Outcome::Black, 25, Factor::WHOLE, -13),
        ("online 10", 200, 200, Outcome::White, 40, half, 10),
        ("online 12.5", 200, 200, Outcome::White, 50, half, 13),
        ("11/2 x 1/11", 500, 100, Outcome::White, 11, half, 1),
        ("-11/2 x 1/11", 100, 500, Outcome::Black, 11, half, -1),
        ("33/2 x 1/11", 500, 100, Outcome::White, 33, half, 2),
        ("101/2 x 1/101", 900, 100, Outcome::White, 101, half, 1),
        ("three halves", 200, 200, Outcome::White, 40, Factor { numerator: 3, denominator: 2 }, 30),
        ("nothing at stake", 200, 200, Outcome::White, 0, half, 0),
    ];
    for (why, white, black, outcome, k, factor, expected) in cases {
        let change = elo_change(white, black, outcome, k, factor);
        assert_eq!(change, expected, "{why}");
    }
    assert_eq!(Factor::new(1, 0), None);
    assert_eq!(Factor::new(1, 2), Some(Factor::HALF));
}

/// Half away from zero, of what the crate's whole calculation gives.
fn by_the_crate(white: Score, black: Score, outcome: Outcome, k: f64) -> (f64, f64) {
    use skillratings::Outcomes;
    let [one, two] = [white, black].map(|score| EloRating { rating: f64::from(score) });
    let result = match outcome {
        Outcome::White => Outcomes::WIN,
        Outcome::Draw => Outcomes::DRAW,
        Outcome::Black => Outcomes::LOSS,
    };
    let (new_one, new_two) = elo(&one, &two, &result, &EloConfig { k });
    (new_one.rating - one.rating, new_two.rating - two.rating)
}

#[test]
fn agrees_with_skillratings_on_every_difference() {
    for ahead in 0..=3000 {
        for outcome in [Outcome::White, Outcome::Draw, Outcome::Black] {
            for (k, factor, stake) in [
                (40, Factor::WHOLE, 40.0),
                (40, Factor::HALF, 20.0),
                (25, Factor::HALF, 12.5),
                (10, Factor::WHOLE, 10.0),
            ] {
                for (white, black) in [(100 + ahead, 100), (100, 100 + ahead)] {
                    let (w, b) = by_the_crate(white, black, outcome, stake);
                    let ours = elo_change(white, black, outcome, k, factor);
                    let case = (white, black, outcome, k, factor);
                    assert_eq!(ours, round_half_away(w), "white {case:?}");
                    assert_eq!(-ours, round_half_away(b), "black {case:?}");
                }
            }
        }
    }
}

/// What makes the rounding exact: nothing that is not half comes near it.
#[test]
fn no_change_is_nearly_half() {
    for ahead in (-KNOWN..=KNOWN).filter(|ahead| ahead % 400 != 0) {
        let expected = EXPECTED[(ahead + KNOWN) as usize];
        for stake in (1..=200).map(|twice| f64::from(twice) / 2.0) {
            for points in [0.0, 0.5, 1.0] {
                let change: f64 = stake * (points - expected);
                let from_half = ((change.abs().fract()) - 0.5).abs();
                assert!(from_half > 2.0 * ABOUT_HALF, "{ahead} {stake} {points}");
            }
        }
    }
}

#[test]
fn a_preview_is_what_happens() {
    let p = preview(100, 300, 40, Factor::WHOLE, 100);
    assert_eq!(p.win, (30, -30));
    assert_eq!(p.draw, (10, -10));
    assert_eq!(p.loss, (0, 10), "the first cannot fall under the floor");
}
