//! Matchings compared with all possible ones.

use proptest::prelude::*;

use super::Matcher;
use crate::weight::Weight;

type Graph = Vec<Vec<Option<Weight<2>>>>;

/// The weight of the best perfect matching, by trying all.
fn best(graph: &Graph, left: u32) -> Option<Weight<2>> {
    if left == 0 {
        return Some(Weight::ZERO);
    }
    let first = left.trailing_zeros() as usize;
    let others = (first + 1..graph.len()).filter(|other| left & (1 << other) != 0);
    let with = |other: usize| Some(best(graph, left & !(1 << first) & !(1 << other))? + graph[first][other]?);
    others.filter_map(with).max()
}

fn graphs() -> impl Strategy<Value = Graph> {
    (1usize..=5, 1u64..=10).prop_flat_map(|(half, density)| {
        let edge = (0u64..10, -3i64..4, -5i64..6)
            .prop_map(move |(chance, high, low)| (chance < density).then_some(Weight([high, low])));
        proptest::collection::vec(proptest::collection::vec(edge, 2 * half), 2 * half)
    })
}

fn total(matcher: &Matcher<2>, graph: &Graph) -> Weight<2> {
    let pairs = (0..graph.len()).filter(|vertex| *vertex < matcher.mate(*vertex));
    pairs.map(|vertex| graph[vertex][matcher.mate(vertex)].unwrap()).fold(Weight::ZERO, |sum, weight| sum + weight)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_matching_is_the_heaviest_and_stays_so_when_weights_change(
        graph in graphs(),
        groups in 0usize..10,
        changes in proptest::collection::vec((0usize..10, proptest::collection::vec(-4i64..5, 10)), 0..6),
    ) {
        let mut graph = graph;
        let size = graph.len();
        let all = (1u32 << size) - 1;
        let mut matcher = Matcher::<2>::new(size, &[0, groups.min(size)], |one, other| graph[one][other]).unwrap();
        let expected = best(&graph, all);
        prop_assert_eq!(matcher.solve(), expected.is_some());
        if expected.is_some() {
            prop_assert_eq!(Some(total(&matcher, &graph)), expected);
            for (vertex, values) in changes {
                let vertex = vertex % size;
                matcher.reweigh(vertex, 1, |other| values[other]);
                for (other, value) in values.iter().enumerate().take(size) {
                    let (lower, higher) = (vertex.min(other), vertex.max(other));
                    if let Some(weight) = &mut graph[lower][higher] {
                        weight.0[1] = *value;
                    }
                }
                prop_assert!(matcher.solve());
                prop_assert_eq!(Some(total(&matcher, &graph)), best(&graph, all));
            }
        }
    }
}
