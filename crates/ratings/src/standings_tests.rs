//! The standings against a sorted list, and cases for ranks and pages.

use proptest::prelude::*;

use super::*;

fn member(id: i64, score: Score, name: &str) -> Member {
    Member { id, score, record: Record::default(), name: name.into() }
}

fn club() -> Standings {
    [
        member(1, 100, "Noor"),
        member(2, 140, "Amir"),
        member(3, 120, "Zoe"),
        member(4, 120, "Ben"),
        member(5, 120, "Ben"),
        member(6, 180, "Eve"),
    ]
    .into_iter()
    .collect()
}

fn shown(page: &[Standing<'_>]) -> Vec<(usize, i64)> {
    page.iter().map(|s| (s.rank, s.member.id)).collect()
}

#[test]
fn equal_scores_share_a_rank_and_stand_by_name_then_id() {
    let club = club();
    let all = [(1, 6), (2, 2), (3, 4), (3, 5), (3, 3), (6, 1)];
    assert_eq!(shown(&club.page(0, 50)), all);
    for (rank, id) in all {
        assert_eq!(club.rank(id), Some(rank));
    }
    assert_eq!(club.rank(7), None);
    assert_eq!(club.rank_of_score(130), 3);
    assert_eq!(club.rank_of_score(90), 7);
}

#[test]
fn of_members_with_the_same_number_the_last_one_counts() {
    let twice = [member(1, 100, "Noor"), member(2, 140, "Amir"), member(1, 160, "Noor")];
    let club: Standings = twice.into_iter().collect();
    assert_eq!(shown(&club.page(0, 50)), [(1, 1), (2, 2)]);
    assert_eq!(club.get(1).map(|member| member.score), Some(160));
}

#[test]
fn pages_and_neighbours() {
    let club = club();
    assert_eq!(shown(&club.page(3, 2)), [(3, 5), (3, 3)], "a page may begin among equals");
    assert_eq!(shown(&club.page(6, 2)), []);
    assert_eq!(shown(&club.page(usize::MAX, usize::MAX)), []);
    let around = |id, limit| {
        let (offset, page) = club.page_around(id, limit)?;
        Some((offset, page.iter().map(|s| s.member.id).collect::<Vec<_>>()))
    };
    assert_eq!(around(5, 3), Some((2, vec![4, 5, 3])));
    assert_eq!(around(6, 3), Some((0, vec![6, 2, 4])));
    assert_eq!(around(1, 3), Some((3, vec![5, 3, 1])));
    assert_eq!(around(1, 50).map(|(offset, page)| (offset, page.len())), Some((0, 6)));
    assert_eq!(around(9, 3), None);
    let neighbours = |id| {
        let (above, below) = club.neighbours(id)?;
        Some((above.map(|m| m.id), below.map(|m| m.id)))
    };
    assert_eq!(neighbours(6), Some((None, Some(2))));
    assert_eq!(neighbours(5), Some((Some(4), Some(3))));
    assert_eq!(neighbours(1), Some((Some(3), None)));
    assert_eq!(neighbours(9), None);
}

#[test]
fn nobody() {
    let mut empty = Standings::new();
    assert!(empty.is_empty());
    assert_eq!(shown(&empty.page(0, 10)), []);
    assert_eq!(empty.rank_of_score(100), 1);
    assert_eq!(empty.remove(1), None);
    assert_eq!(empty.iter().count(), 0);
    empty.put(member(1, 100, "Noor"));
    assert_eq!(empty.remove(1).map(|m| m.id), Some(1));
    assert!(empty.is_empty());
    assert_eq!(empty.iter().count(), 0);
}

#[derive(Clone, Debug)]
enum Act {
    Put(Member),
    Remove(i64),
    /// Everyone in this range of ids at once, so that whole nodes of the tree fill and empty.
    PutMany(std::ops::Range<i64>, Score),
    RemoveMany(std::ops::Range<i64>),
}

const IDS: i64 = 6000;

fn act() -> impl Strategy<Value = Act> {
    let range = || (0..IDS, 1..2500_i64).prop_map(|(from, many)| from..(from + many).min(IDS));
    let put = (0..IDS, 95..130_i32, "[a-c]{0,2}").prop_map(|(id, score, name)| Act::Put(member(id, score, &name)));
    prop_oneof![
        12 => put,
        6 => (0..IDS).prop_map(Act::Remove),
        3 => (range(), 95..130_i32).prop_map(|(ids, score)| Act::PutMany(ids, score)),
        2 => range().prop_map(Act::RemoveMany),
    ]
}

fn naive_put(list: &mut Vec<Member>, member: Member) {
    list.retain(|other| other.id != member.id);
    list.push(member);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn same_as_a_sorted_list(
        acts in prop::collection::vec(act(), 1..60),
        probes in prop::collection::vec((any::<prop::sample::Index>(), 1..70_usize), 12),
    ) {
        let mut standings = Standings::new();
        let mut list: Vec<Member> = Vec::new();
        for act in acts {
            match act {
                Act::Put(member) => {
                    standings.put(member.clone());
                    naive_put(&mut list, member);
                }
                Act::Remove(id) => {
                    standings.remove(id);
                    list.retain(|member| member.id != id);
                }
                Act::PutMany(ids, score) => {
                    list.retain(|member| !ids.contains(&member.id));
                    let many = ids.map(|id| member(id, score + (id % 7) as Score, "m"));
                    if standings.is_empty() {
                        standings = many.clone().collect();
                    } else {
                        many.clone().for_each(|member| drop(standings.put(member)));
                    }
                    list.extend(many);
                }
                Act::RemoveMany(ids) => {
                    list.retain(|member| !ids.contains(&member.id));
                    for id in ids {
                        standings.remove(id);
                    }
                }
            }
            prop_assert_eq!(standings.len(), list.len());
        }
        list.sort_by(|one, other| {
            let by_name = |member: &Member| (crate::short_names::order(&member.name).0.to_owned(), member.id);
            other.score.cmp(&one.score).then_with(|| by_name(one).cmp(&by_name(other)))
        });
        prop_assert!(standings.iter().eq(&list));
        for (index, limit) in probes {
            if list.is_empty() { break }
            let position = index.index(list.len());
            let member = &list[position];
            let rank = |score| list.iter().filter(|other| other.score > score).count() + 1;
            prop_assert_eq!(standings.get(member.id), Some(member));
            prop_assert_eq!(standings.position(member.id), Some(position));
            prop_assert_eq!(standings.rank(member.id), Some(rank(member.score)));
            let expected: Vec<_> = list.iter().skip(position).take(limit)
                .map(|m| (rank(m.score), m.id)).collect();
            prop_assert_eq!(shown(&standings.page(position, limit)), expected);
            let (offset, page) = standings.page_around(member.id, limit).unwrap();
            prop_assert!(page.iter().any(|s| s.member.id == member.id));
            prop_assert_eq!(page.len(), limit.min(list.len()));
            prop_assert_eq!(page[0].member, &list[offset]);
        }
    }
}
