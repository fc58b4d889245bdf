//! Tie-breaks of the opponents' scores (C.07, articles 8 and 9), and what cuts leave out (14.1 and 16.5).

use super::Cut;
use super::field::{Field, voluntary};
use super::value::{Counted, Share, Source, Value, Way};
use crate::tournament::{Bye, Entry, Player, Points};

/// What a round adds, and what a cut looks at.
struct Contribution {
    share: Share,
    /// The opponent's score.
    against: Value,
    voluntary: bool,
}

/// What each round adds: the opponent's score, and what comes of it. Rounds that were not played are games with a dummy.
/// Where pairings are fixed beforehand, forfeits are games, and a round without an opponent is none.
fn contributions(
    field: &Field,
    player: &Player,
    fore: bool,
    forfeits: bool,
    worth: impl Fn(usize, &Entry, Points) -> Value,
) -> Vec<Contribution> {
    let fixed = field.fixed;
    let last = fore && field.last_is_paired(player);
    let of_round = |(round, entry): (usize, Entry)| {
        let real = entry.played() || forfeits || fixed || (last && round == field.rounds);
        let opponent = entry.opponent().filter(|_| real).and_then(|number| Some((number, field.place(number)?)));
        let (source, score) = match opponent {
            Some((number, place)) => (Source::Opponent(number), field.score(place, fore)),
            None if fixed => return None,
            None => (Source::Dummy, field.dummy(player, &entry, fore)),
        };
        let share = Share { round, source, value: worth(round, &entry, score), cut: false };
        Some(Contribution { share, against: score.into(), voluntary: source == Source::Dummy && voluntary(&entry) })
    };
    field.entries(player).filter_map(of_round).collect()
}

/// Leaves out the least significant and then the highest. Against the contribution of the weakest opponent stands the
/// lowest of the rounds that the player chose not to play: the one worth more is cut (16.5).
fn cut(mut all: Vec<Contribution>, cut: Cut) -> Vec<Share> {
    let open = |all: &[Contribution]| -> Vec<usize> { (0..all.len()).filter(|index| !all[*index].share.cut).collect() };
    for _ in 0..cut.lowest {
        let left = open(&all);
        let weakest = left.iter().min_by_key(|index| (all[**index].against, all[**index].share.value)).copied();
        let skipped = left.iter().filter(|index| all[**index].voluntary);
        let skipped = skipped.min_by_key(|index| (all[**index].share.value, all[**index].against)).copied();
        let least = match (weakest, skipped) {
            (Some(weakest), Some(skipped)) if all[skipped].share.value >= all[weakest].share.value => skipped,
            (Some(weakest), _) => weakest,
            (None, _) => break,
        };
        all[least].share.cut = true;
    }
    for _ in 0..cut.highest {
        let Some(most) = open(&all).into_iter().max_by_key(|index| all[*index].share.value) else { break };
        all[most].share.cut = true;
    }
    all.into_iter().map(|contribution| contribution.share).collect()
}

/// 8.1 and 8.3: the sum of the opponents' scores; for Fore Buchholz as if the last round had been drawn.
pub(super) fn buchholz(field: &Field, player: &Player, fore: bool, forfeits: bool, cuts: Cut) -> Counted {
    Counted::sum(cut(contributions(field, player, fore, forfeits, |_, _, score| score.into()), cuts))
}

/// 8.2: the average of the Buchholz of those who were met at the board.
pub(super) fn average_buchholz(field: &Field, player: &Player, fore: bool) -> Counted {
    let share = |(round, _, opponent): (usize, Entry, &Player)| {
        let value = buchholz(field, opponent, fore, false, Cut::NONE).value.unwrap_or(Value::ZERO);
        Share { round, source: Source::Opponent(opponent.number), value, cut: false }
    };
    Counted::average(field.met(player).map(share).collect(), Way::Average)
}

/// 9.1: each opponent's score times the points made against them.
/// 13.2: of teams, the one of match points or points of boards, the other of either; `own` counts those made.
pub(super) fn sonneborn_berger(field: &Field, own: &Field, player: &Player, forfeits: bool, cuts: Cut) -> Counted {
    let worth = |round: usize, entry: &Entry, score: Points| Value::product(score, own.worth(player, round, entry));
    Counted::sum(cut(contributions(field, player, false, forfeits, worth), cuts))
}

/// 9.2: the points made against all who have half of the greatest possible score, or so many half points more.
pub(super) fn koya(field: &Field, player: &Player, halves: i32) -> Counted {
    let scoring = &field.scoring;
    let rounds = |player: &Player| {
        let free = |entry: &Entry| field.fixed && matches!(entry, Entry::Bye(Bye::Allocated | Bye::Zero));
        field.entries(player).filter(|(_, entry)| !free(entry)).count()
    };
    let most = field.tournament.players.iter().map(rounds).max().unwrap_or(0);
    let limit =
        Value::from(scoring.win).times(most as i64).over(2).plus(Value::from(scoring.draw).times(i64::from(halves)));
    let share = |(round, entry): (usize, Entry)| {
        let number = entry.opponent()?;
        let strong = Value::from(field.points[field.place(number)?]) >= limit;
        let value = field.worth(player, round, &entry).into();
        strong.then_some(Share { round, source: Source::Opponent(number), value, cut: false })
    };
    Counted::sum(field.entries(player).filter_map(share).collect())
}
