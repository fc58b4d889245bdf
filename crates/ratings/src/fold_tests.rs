//! Cases for every kind of event; a preview is what the fold does.

use chrono::{DateTime, NaiveDateTime};
use proptest::prelude::*;

use super::*;
use crate::elo::preview;

fn at(second: i64) -> NaiveDateTime {
    DateTime::from_timestamp(second, 0).unwrap().naive_utc()
}

fn event(id: i64, kind: Kind) -> Event {
    Event { id, at: at(id), void: false, kind }
}

fn game(outcome: Outcome) -> Kind {
    Kind::Game { white: 1, black: 2, outcome, k: 40, factor: Factor::WHOLE, floor: 100 }
}

/// The scores of persons 1 and 2 after one event.
fn after(one: Option<Score>, two: Option<Score>, kind: Kind) -> [Option<Score>; 2] {
    let start = [(1, one), (2, two)].map(|(id, score)| Some((id, score?)));
    let mut fold: Fold = start.into_iter().flatten().collect();
    fold.apply(&event(1, kind));
    [fold.score(1), fold.score(2)]
}

#[test]
fn each_kind_of_event() {
    let (person, floor) = (1, 100);
    let cases: [(&str, Option<Score>, Kind, Option<Score>); 18] = [
        ("II.1", None, Kind::Join { person, initial: 100 }, Some(100)),
        ("joined already", Some(140), Kind::Join { person, initial: 100 }, Some(140)),
        ("II.7 rejoin", None, Kind::Rejoin { person, initial: 120 }, Some(120)),
        ("never left", Some(140), Kind::Rejoin { person, initial: 100 }, Some(140)),
        ("II.7", Some(140), Kind::Removal { person }, None),
        ("not on the board", None, Kind::Removal { person }, None),
        ("II.6.1", Some(140), Kind::Deduction { person, points: 15, floor }, Some(125)),
        ("II.6 floor", Some(110), Kind::Deduction { person, points: 15, floor }, Some(100)),
        ("not on the board", None, Kind::Deduction { person, points: 15, floor }, None),
        ("T30 up", Some(140), Kind::Adjustment { person, delta: 7, floor }, Some(147)),
        ("T30 down", Some(140), Kind::Adjustment { person, delta: -70, floor }, Some(100)),
        ("no overflow", Some(140), Kind::Adjustment { person, delta: i32::MAX, floor }, Some(i32::MAX)),
        ("T25", Some(205), Kind::Halving { person, floor }, Some(103)),
        ("even half", Some(206), Kind::Halving { person, floor }, Some(103)),
        ("II.2", Some(150), Kind::Halving { person, floor }, Some(100)),
        ("II.5 third", Some(350), Kind::Reset { person, floor }, Some(100)),
        ("not on the board", None, Kind::Reset { person, floor }, None),
        ("not on the board", None, Kind::Halving { person, floor }, None),
    ];
    for (why, before, kind, expected) in cases {
        assert_eq!(after(before, None, kind)[0], expected, "{why}: {kind:?}");
    }
}

#[test]
fn games() {
    let cases = [
        ("equals", 200, 200, Outcome::White, [220, 180]),
        ("equals draw", 200, 200, Outcome::Draw, [200, 200]),
        ("floor of the loser", 100, 100, Outcome::White, [120, 100]),
        ("favourite wins", 500, 100, Outcome::White, [504, 100]),
        ("favourite draws", 500, 200, Outcome::Draw, [486, 214]),
        ("favourite loses", 500, 100, Outcome::Black, [464, 136]),
        ("far apart", 9000, 100, Outcome::Black, [8960, 140]),
    ];
    for (why, white, black, outcome, expected) in cases {
        let scores = after(Some(white), Some(black), game(outcome));
        assert_eq!(scores, expected.map(Some), "{why}");
    }
    let off_board = after(Some(200), None, game(Outcome::White));
    assert_eq!(off_board, [Some(200), None], "Act 0.8: nobody to play");
    let alone = Kind::Game { white: 1, black: 1, outcome: Outcome::White, k: 40, factor: Factor::WHOLE, floor: 100 };
    assert_eq!(after(Some(200), None, alone)[0], Some(200));
}

#[test]
fn a_void_event_does_nothing() {
    let mut fold: Fold = [(1, 200), (2, 200)].into_iter().collect();
    let void = Event { void: true, ..event(1, game(Outcome::White)) };
    assert_eq!(fold.apply(&void), Effect::NONE);
    assert_eq!(fold.score(1), Some(200));
}

proptest! {
    #[test]
    fn preview_equals_fold(
        one in 100..3500_i32,
        two in 100..3500_i32,
        k in 1..200_u16,
        online: bool,
    ) {
        let factor = if online { Factor::HALF } else { Factor::WHOLE };
        let p = preview(one, two, k, factor, 100);
        for (outcome, change) in [(Outcome::White, p.win), (Outcome::Draw, p.draw), (Outcome::Black, p.loss)] {
            let kind = Kind::Game { white: 1, black: 2, outcome, k, factor, floor: 100 };
            let expected = [Some(one + change.0), Some(two + change.1)];
            prop_assert_eq!(after(Some(one), Some(two), kind), expected);
        }
    }
}

#[test]
fn any_id_is_a_person() {
    let ids = [i64::MIN, -1, 0, 1, 999, NEAR, NEAR + 1, i64::MAX];
    let mut fold: Fold = ids.iter().map(|&id| (id, 140)).collect();
    for person in ids {
        assert_eq!(fold.score(person), Some(140));
        fold.apply(&event(1, Kind::Removal { person }));
        assert_eq!(fold.score(person), None);
    }
    assert_eq!(fold.scores().count(), 0);
}

#[test]
fn a_long_fold_changes_as_a_short_one() {
    let mut fold: Fold = [(1, 500), (2, 500)].into_iter().collect();
    for id in 0..i64::try_from(3 * MANY_GAMES).unwrap() {
        let outcome = [Outcome::White, Outcome::Black, Outcome::Draw][(id * id % 7 % 3) as usize];
        let next = event(id, game(outcome));
        let expected = next.effect(|person| fold.score(person));
        assert_eq!(fold.apply(&next), expected);
    }
    assert!(!fold.stake.changes.is_empty(), "the table was in use");

    let compare = |fold: &mut Fold, kind, void| {
        let next = Event { void, ..event(1, kind) };
        let expected = next.effect(|person| fold.score(person));
        assert_eq!(fold.apply(&next), expected, "{next:?}");
    };
    let game = |white, black, k, factor| Kind::Game { white, black, outcome: Outcome::White, k, factor, floor: 0 };
    let (usual, whole) = (40, Factor::WHOLE);
    let (off_board, far) = (3, NEAR + 1);
    fold.set(off_board, None);
    // What the table does not fit, and between, what it does.
    for (white, black, k, factor, void) in [
        (1, 2, usual, whole, true),
        (1, 2, 10, whole, false),
        (1, 2, usual, whole, false),
        (1, 2, usual, Factor::HALF, false),
        (1, 2, 10, whole, false),
        (1, 2, usual, whole, false),
        (1, 1, usual, whole, false),
        (1, off_board, usual, whole, false),
        (off_board, 1, usual, whole, false),
    ] {
        compare(&mut fold, game(white, black, k, factor), void);
    }
    // From its first entry to its last, and beyond.
    for (one, other) in [(0, KNOWN), (KNOWN, 0), (0, KNOWN + 1), (KNOWN + 1, 0), (100, 0), (0, 100)] {
        for (white, black) in [(1, 2), (1, far), (far, 2)] {
            fold.set(white, Some(one));
            fold.set(black, Some(other));
            compare(&mut fold, game(white, black, usual, whole), false);
        }
    }
}
