//! Tie-breaks of the player's own record (C.07, article 7).

use super::field::{Field, voluntary};
use super::value::{Counted, Share, Source, Value};
use crate::tournament::{Colour, Entry, Player, Points, Score};

fn own(round: usize, value: impl Into<Value>) -> Share {
    Share { round, source: Source::Own, value: value.into(), cut: false }
}

/// How many rounds are of a kind.
fn count(field: &Field, player: &Player, counts: impl Fn(usize, &Entry) -> bool) -> Counted {
    let rounds = field.entries(player).filter(|(round, entry)| counts(*round, entry));
    Counted::sum(rounds.map(|(round, _)| own(round, Points::whole(1))).collect())
}

/// 7.1: rounds with as many points as a win, played or not.
pub(super) fn wins(field: &Field, player: &Player) -> Counted {
    count(field, player, |round, entry| field.worth(player, round, entry) >= field.scoring.win)
}

fn won(entry: &Entry) -> bool {
    matches!(entry, Entry::Game { score: Score::Win, .. })
}

/// 7.2: games won at the board.
pub(super) fn games_won(field: &Field, player: &Player) -> Counted {
    count(field, player, |_, entry| won(entry))
}

/// 7.3: games played with Black.
pub(super) fn black_games(field: &Field, player: &Player) -> Counted {
    count(field, player, |_, entry| entry.colour() == Some(Colour::Black))
}

/// 7.4: games won with Black.
pub(super) fn black_wins(field: &Field, player: &Player) -> Counted {
    count(field, player, |_, entry| won(entry) && entry.colour() == Some(Colour::Black))
}

/// 7.5: the sum of the scores after each round, the first of them cut.
pub(super) fn progressive(field: &Field, player: &Player, cut: usize) -> Counted {
    let mut score = Points(0);
    let after = |(round, entry): (usize, Entry)| {
        score = score + field.worth(player, round, &entry);
        Share { cut: round <= cut, ..own(round, score) }
    };
    Counted::sum(field.entries(player).map(after).collect())
}

/// 7.6: rounds that the player was ready to play.
pub(super) fn rounds_chosen(field: &Field, player: &Player) -> Counted {
    count(field, player, |_, entry| !voluntary(entry))
}

/// 7.7: the points if a win were one, a draw half.
pub(super) fn standard_points(field: &Field, player: &Player) -> Counted {
    let scoring = &field.tournament.scoring;
    let points = |entry: &Entry| match entry {
        Entry::Game { score: Score::Win, .. } | Entry::Forfeit { won: true, .. } => Points::whole(1),
        Entry::Game { score: Score::Draw, .. } => Points::halves(1),
        Entry::Game { score: Score::Loss, .. } | Entry::Forfeit { won: false, .. } => Points(0),
        Entry::Bye(_) if scoring.of(entry) >= scoring.win => Points::whole(1),
        Entry::Bye(_) if scoring.of(entry) >= scoring.draw => Points::halves(1),
        Entry::Bye(_) => Points(0),
    };
    Counted::sum(field.entries(player).map(|(round, entry)| own(round, points(&entry))).collect())
}

/// 7.8: the lower pairing number.
pub(super) fn pairing_number(player: &Player) -> Counted {
    Counted::sum(vec![own(0, Value::whole(-i64::from(player.number)))])
}
