//! Tie-breaks of the opponents' ratings (C.07, article 10), with the tables of the rating regulations (B.02, 8.1).

use super::Cut;
use super::field::Field;
use super::value::{Counted, Share, Source, Value, Way};
use crate::tournament::{Entry, Player, Points};

/// The rating difference of a percentage, from 50 to 100 (8.1.1).
const DIFFERENCES: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
];

/// The least rating difference with which a percentage is expected, from 51 to 100 (8.1.2).
const EXPECTED: [i64; 50] = [
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
];

/// The rating difference of a percentage.
fn difference(percentage: u32) -> i32 {
    let from_half = |percentage: u32| DIFFERENCES.get(percentage as usize).copied().unwrap_or(800);
    match percentage.checked_sub(50) {
        Some(above) => from_half(above),
        None => -from_half(50 - percentage),
    }
}

/// The percentage expected of somebody rated higher by so much.
fn expected(difference: i64) -> i64 {
    let above = EXPECTED.partition_point(|least| *least <= difference.abs()) as i64;
    if difference < 0 { 50 - above } else { 50 + above }
}

/// The ratings of those who were met at the board; `None` if somebody in the tournament has none and the regulations
/// give none.
fn ratings(field: &Field, player: &Player) -> Option<Vec<Share>> {
    let unrated = field.unrated;
    if unrated.is_none() && field.tournament.players.iter().any(|player| player.rating.is_none()) {
        return None;
    }
    let share = |(round, _, opponent): (usize, Entry, &Player)| {
        let value = Value::whole(opponent.rating.or(unrated)?);
        Some(Share { round, source: Source::Opponent(opponent.number), value, cut: false })
    };
    field.met(player).map(share).collect()
}

/// 10.1: the average rating of the opponents.
pub(super) fn average_rating(field: &Field, player: &Player, cut: Cut) -> Counted {
    let Some(mut shares) = ratings(field, player) else { return Counted::unrated() };
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by_key(|index| shares[*index].value);
    let lowest = cut.lowest.min(order.len());
    let highest = cut.highest.min(order.len() - lowest);
    for index in order[..lowest].iter().chain(&order[order.len() - highest..]) {
        shares[*index].cut = true;
    }
    Counted::average(shares, Way::RoundedAverage)
}

/// What was scored in the games that were played.
fn score(field: &Field, player: &Player) -> Points {
    field.met(player).map(|(_, entry, _)| field.tournament.scoring.of(&entry)).sum()
}

/// 10.2: the tournament performance rating. Without games it is 0.
pub(super) fn performance(field: &Field, player: &Player) -> Counted {
    let Some(shares) = ratings(field, player) else { return Counted::unrated() };
    let most = i64::from(field.tournament.scoring.win.0) * shares.len() as i64;
    if most <= 0 {
        return Counted::sum(Vec::new());
    }
    let scored = Value::ratio(100 * i64::from(score(field, player).0), u32::try_from(most).unwrap_or(u32::MAX));
    let percentage = scored.rounded().clamp(0, 100) as u32;
    let difference = difference(percentage);
    let counted = Counted::average(shares, Way::Performance { percentage, difference });
    Counted { value: counted.value.map(|average| average.plus(Value::whole(difference))), ..counted }
}

/// 10.3: the lowest rating with which at least the score is expected; without a point, the lowest opponent's less 800.
pub(super) fn perfect(field: &Field, player: &Player) -> Counted {
    let Some(shares) = ratings(field, player) else { return Counted::unrated() };
    let all: Vec<i64> = shares.iter().map(|share| share.value.rounded()).collect();
    let (Some(lowest), Some(highest)) = (all.iter().min(), all.iter().max()) else {
        return Counted::sum(Vec::new());
    };
    let scoring = &field.tournament.scoring;
    let (win, loss) = (i64::from(scoring.win.0), i64::from(scoring.loss.0));
    let scored = i64::from(score(field, player).0);
    let enough = |rating: i64| {
        let against = |opponent: &i64| {
            let chance = expected(rating - opponent);
            chance * win + (100 - chance) * loss
        };
        all.iter().map(against).sum::<i64>() >= 100 * scored
    };
    let rating = if scored <= loss * all.len() as i64 {
        lowest - 800
    } else {
        // More is expected of a higher rating.
        let (mut below, mut above) = (lowest - 800, highest + 800);
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            if enough(middle) {
                above = middle;
            } else {
                below = middle;
            }
        }
        above
    };
    Counted { value: Some(Value::whole(rating)), shares, way: Way::Perfect }
}

/// 10.4 and 10.5: the average of what the opponents' performances are.
pub(super) fn average_of(field: &Field, player: &Player, of: impl Fn(&Field, &Player) -> Counted) -> Counted {
    let share = |(round, _, opponent): (usize, Entry, &Player)| {
        let value = of(field, opponent).value?;
        Some(Share { round, source: Source::Opponent(opponent.number), value, cut: false })
    };
    match field.met(player).map(share).collect() {
        Some(shares) => Counted::average(shares, Way::RoundedAverage),
        None => Counted::unrated(),
    }
}

/// 10.6: the player's own rating.
pub(super) fn rating(field: &Field, player: &Player) -> Counted {
    match player.rating.or(field.unrated) {
        Some(rating) => {
            Counted::sum(vec![Share { round: 0, source: Source::Own, value: Value::whole(rating), cut: false }])
        }
        None => Counted::unrated(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_the_printed_ones() {
        for (percentage, printed) in [(0, -800), (1, -677), (25, -193), (50, 0), (60, 72), (75, 193), (99, 677)] {
            assert_eq!(difference(percentage), printed);
        }
        for (difference, printed) in [(3, 50), (4, 51), (198, 76), (-198, 24), (735, 99), (736, 100), (-2000, 0)] {
            assert_eq!(expected(difference), printed, "{difference}");
        }
    }
}
