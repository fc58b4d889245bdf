//! Direct encounter (C.07, article 6): the games among those who are level.

use std::collections::BTreeMap;

use super::field::Field;
use super::value::{Counted, Share, Source, Value, Way};

/// What somebody has against the others of a group, and what there could be if the games that are missing were played.
struct Bounds {
    least: Value,
    most: Value,
    shares: Vec<Share>,
}

/// Those of a group, by their places in the tournament, with how many are ranked below each.
pub(super) fn rank(field: &Field, group: &[usize], forfeits: bool) -> Vec<(usize, Counted)> {
    let shares = |place: usize| against(field, place, group, forfeits);
    below(parted(field, group, forfeits), |place| Counted {
        value: None,
        shares: shares(place),
        way: Way::Encounters { level: group.len(), second: None },
    })
}

/// Values of those who were put in order, the first first: how many are ranked below each.
pub(super) fn below(parts: Vec<Vec<usize>>, counted: impl Fn(usize) -> Counted) -> Vec<(usize, Counted)> {
    let mut under: usize = parts.iter().map(Vec::len).sum();
    let mut ranked = Vec::new();
    for part in parts {
        under -= part.len();
        let value = Some(Value::whole(under as i64));
        ranked.extend(part.into_iter().map(|place| (place, Counted { value, ..counted(place) })));
    }
    ranked
}

/// What somebody has made against the others of a group, round by round.
pub(super) fn against(field: &Field, place: usize, group: &[usize], forfeits: bool) -> Vec<Share> {
    bounds(field, place, group, forfeits).shares
}

/// A group in order, the first first; those who stay level are together. 6.2: where all have met, their points put them
/// in order, and those who are level again are looked at by themselves. 6.3: where games are missing, only who is first
/// however they would end, and then the others by themselves.
pub(super) fn parted(field: &Field, group: &[usize], forfeits: bool) -> Vec<Vec<usize>> {
    let of_each: Vec<(usize, Bounds)> =
        group.iter().map(|place| (*place, bounds(field, *place, group, forfeits))).collect();
    let all_met = of_each.iter().all(|(_, bounds)| bounds.least == bounds.most);
    if all_met {
        let mut levels: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
        for (place, bounds) in &of_each {
            levels.entry(bounds.least).or_default().push(*place);
        }
        if levels.len() > 1 {
            return levels.values().rev().flat_map(|level| parted(field, level, forfeits)).collect();
        }
    } else {
        let first = of_each.iter().find(|(place, bounds)| {
            of_each.iter().all(|(other, against)| other == place || bounds.least > against.most)
        });
        if let Some(&(first, _)) = first {
            let others: Vec<usize> = group.iter().copied().filter(|place| *place != first).collect();
            return std::iter::once(vec![first]).chain(parted(field, &others, forfeits)).collect();
        }
    }
    vec![group.to_vec()]
}

/// Who met somebody more than once has the average of those games.
fn bounds(field: &Field, place: usize, group: &[usize], forfeits: bool) -> Bounds {
    let scoring = &field.scoring;
    let player = &field.tournament.players[place];
    let mut bounds = Bounds { least: Value::ZERO, most: Value::ZERO, shares: Vec::new() };
    let mut games: BTreeMap<usize, Vec<Share>> = BTreeMap::new();
    for (round, entry) in field.entries(player) {
        let counts = entry.played() || forfeits || field.fixed;
        let Some(number) = entry.opponent().filter(|_| counts) else { continue };
        let Some(opponent) = field.place(number) else { continue };
        let value = field.worth(player, round, &entry).into();
        games.entry(opponent).or_default().push(Share { round, source: Source::Opponent(number), value, cut: false });
    }
    for opponent in group.iter().filter(|other| **other != place) {
        let (least, most) = match games.remove(opponent) {
            Some(shares) => {
                let count = shares.len();
                let average = shares.iter().map(|share| share.value).sum::<Value>().over(count);
                let each = |share| Share { value: average.over(count), ..share };
                bounds.shares.extend(shares.into_iter().map(each));
                (average, average)
            }
            None => (scoring.loss.into(), scoring.win.into()),
        };
        bounds.least = bounds.least.plus(least);
        bounds.most = bounds.most.plus(most);
    }
    bounds.shares.sort_by_key(|share| share.round);
    bounds
}
