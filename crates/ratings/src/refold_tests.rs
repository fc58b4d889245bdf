//! Random histories with corrections: incremental = full replay, and the ledger adds up.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime};
use proptest::prelude::*;

use super::*;
use crate::elo::{Factor, Outcome};
use crate::fold::{Fold, Kind, replay};

const FLOOR: Score = 100;

fn at(second: i64) -> NaiveDateTime {
    DateTime::from_timestamp(second, 0).unwrap().naive_utc()
}

/// A store in memory: the log with the effects on record, and the ledger.
#[derive(Default)]
struct Store {
    log: BTreeMap<Place, (Event, Effect)>,
    ledger: Vec<Change>,
    next: i64,
}

enum Edit {
    /// Void ↔ not void.
    Toggle(Place),
    Replace(Place, Kind),
    Insert(NaiveDateTime, Kind),
}

impl Store {
    fn new_id(&mut self) -> i64 {
        self.next += 1;
        self.next
    }

    fn append(&mut self, board: &mut Fold, at: NaiveDateTime, kind: Kind) {
        let id = self.new_id();
        let event = Event { id, at, void: false, kind };
        let effect = board.apply(&event);
        self.ledger.extend(effect.changes().filter(|change| change.before != change.after));
        self.log.insert(event.place(), (event, effect));
    }

    /// The score that the record gives a person just before a place.
    fn recorded(&self, person: i64, place: Place) -> Option<Score> {
        let mut earlier = self.log.range(..place).rev();
        earlier.find_map(|(_, (_, effect))| effect.of(person))?.after
    }

    fn write(&mut self, edit: Edit) -> Place {
        match edit {
            Edit::Toggle(place) => {
                let (mut event, mut effect) = self.log[&place];
                if event.void {
                    effect = Effect::unmoved(&event, |person| self.recorded(person, place));
                }
                event.void = !event.void;
                self.log.insert(place, (event, effect));
                place
            }
            Edit::Replace(place, kind) => {
                self.log.get_mut(&place).unwrap().0.kind = kind;
                place
            }
            Edit::Insert(at, kind) => {
                let id = self.new_id();
                let event = Event { id, at, void: false, kind };
                let place = event.place();
                let effect = Effect::unmoved(&event, |person| self.recorded(person, place));
                self.log.insert(place, (event, effect));
                place
            }
        }
    }

    /// Writes the edits into the log and corrects the record; answers how many events were read.
    fn correct(&mut self, edits: Vec<Edit>) -> usize {
        let places: Vec<Place> = edits.into_iter().map(|edit| self.write(edit)).collect();
        let Some(&first) = places.iter().min() else {
            return 0;
        };
        let mut refold = Refold::new(places.iter().map(|place| place.id));
        let mut corrected = Vec::new();
        let mut read = 0;
        for (place, (event, effect)) in self.log.range(first..) {
            read += 1;
            if let Some(right) = refold.push(event, effect).unwrap() {
                corrected.push((*place, right.effect));
            }
            if refold.is_settled() {
                break;
            }
        }
        for (place, effect) in corrected {
            self.log.get_mut(&place).unwrap().1 = effect;
        }
        self.ledger.extend(refold.finish().unwrap());
        read
    }

    fn scores(&self) -> BTreeMap<i64, Score> {
        replay(self.log.values().map(|(event, _)| event)).scores().collect()
    }

    fn check(&self) {
        let mut fold = Fold::new();
        for (event, on_record) in self.log.values() {
            assert_eq!(fold.apply(event), *on_record, "{event:?}");
            for change in on_record.changes() {
                assert!(change.after.is_none_or(|score| score >= FLOOR));
            }
        }
        let mut sums: BTreeMap<i64, Score> = BTreeMap::new();
        let mut balances: BTreeMap<i64, Option<Score>> = BTreeMap::new();
        for entry in &self.ledger {
            *sums.entry(entry.person).or_default() += entry.delta();
            balances.insert(entry.person, entry.after);
        }
        sums.retain(|_, sum| *sum != 0);
        let balances: BTreeMap<i64, Score> =
            balances.into_iter().filter_map(|(id, score)| Some((id, score?))).collect();
        assert_eq!(sums, self.scores(), "the ledger adds up to the fold");
        assert_eq!(balances, self.scores(), "the last balance is the fold");
    }
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![Just(Outcome::White), Just(Outcome::Draw), Just(Outcome::Black)]
}

fn game(persons: i64) -> impl Strategy<Value = Kind> {
    let factor = prop_oneof![9 => Just(Factor::WHOLE), 1 => Just(Factor::HALF)];
    let k = prop_oneof![4 => Just(40_u16), 1 => 10..80_u16];
    (0..persons, 0..persons, outcome(), k, factor).prop_map(|(white, black, outcome, k, factor)| Kind::Game {
        white,
        black,
        outcome,
        k,
        factor,
        floor: FLOOR,
    })
}

fn kind(persons: i64) -> impl Strategy<Value = Kind> {
    let person = 0..persons;
    let floor = FLOOR;
    prop_oneof![
        60 => game(persons),
        6 => (person.clone(), prop_oneof![Just(5), Just(15)])
            .prop_map(move |(person, points)| Kind::Deduction { person, points, floor }),
        2 => (person.clone(), -60..60_i32)
            .prop_map(move |(person, delta)| Kind::Adjustment { person, delta, floor }),
        1 => person.clone().prop_map(move |person| Kind::Halving { person, floor }),
        1 => person.clone().prop_map(move |person| Kind::Reset { person, floor }),
        2 => person.clone().prop_map(|person| Kind::Removal { person }),
        3 => person.clone().prop_map(|person| Kind::Rejoin { person, initial: 100 }),
        1 => person.prop_map(|person| Kind::Join { person, initial: 100 }),
    ]
}

/// A correction: how, where (as a share of the log), and with what.
type Draft = (u8, prop::sample::Index, Kind, Outcome);

fn edits(store: &Store, drafts: Vec<Draft>) -> Vec<Edit> {
    let places: Vec<Place> = store.log.keys().copied().collect();
    let mut taken = BTreeSet::new();
    let fresh = drafts.into_iter().filter(|(_, index, ..)| taken.insert(index.index(places.len())));
    fresh
        .map(|(how, index, other, outcome)| {
            let place = places[index.index(places.len())];
            match (how % 3, store.log[&place].0.kind) {
                (0, _) => Edit::Toggle(place),
                (1, Kind::Game { white, black, k, factor, floor, .. }) => {
                    // T24, and colours that were noted the wrong way round.
                    let (white, black) = if how > 127 { (black, white) } else { (white, black) };
                    Edit::Replace(place, Kind::Game { white, black, outcome, k, factor, floor })
                }
                _ => Edit::Insert(place.at, other),
            }
        })
        .collect()
}

fn history(events: std::ops::Range<usize>) -> impl Strategy<Value = (Vec<Kind>, i64)> {
    (6..40_i64).prop_flat_map(move |persons| (prop::collection::vec(kind(persons), events.clone()), Just(persons)))
}

fn filled((kinds, persons): (Vec<Kind>, i64)) -> Store {
    let mut store = Store::default();
    let mut board = Fold::new();
    for person in 0..persons {
        store.append(&mut board, at(0), Kind::Join { person, initial: 100 });
    }
    // Three events share each time, so that ids decide between them.
    for (n, kind) in (0..).zip(kinds) {
        store.append(&mut board, at(60 + n / 3), kind);
    }
    store
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn incremental_is_full_replay(
        history in history(1000..1300),
        corrections in prop::collection::vec(
            prop::collection::vec(
                (any::<u8>(), any::<prop::sample::Index>(), kind(40), outcome()), 1..6),
            1..12),
    ) {
        let mut store = filled(history);
        store.check();
        for drafts in corrections {
            let edits = edits(&store, drafts);
            store.correct(edits);
            store.check();
        }
    }

    #[test]
    fn nobody_keeps_a_point_of_a_voided_game(
        history in history(1000..1300),
        index: prop::sample::Index,
    ) {
        let mut store = filled(history);
        let games: Vec<Place> = store.log.iter()
            .filter(|(_, (event, _))| matches!(event.kind, Kind::Game { .. }))
            .map(|(place, _)| *place)
            .collect();
        let voided = games[index.index(games.len())];
        let before = store.scores();
        let entries = store.ledger.len();
        store.correct(vec![Edit::Toggle(voided)]);
        let without = store.log.iter().filter(|(place, _)| **place != voided);
        let never: BTreeMap<i64, Score> = replay(without.map(|(_, (event, _))| event)).scores().collect();
        store.check();
        prop_assert_eq!(store.scores(), never);
        for entry in &store.ledger[entries..] {
            prop_assert_eq!(before.get(&entry.person).copied(), entry.before);
        }
        store.correct(vec![Edit::Toggle(voided)]);
        store.check();
        prop_assert_eq!(store.scores(), before, "reinstated, all is as it was");
    }
}

fn join(id: i64, person: i64) -> Event {
    let kind = Kind::Join { person, initial: 100 };
    Event { id, at: at(id), void: false, kind }
}

fn play(id: i64, white: i64, black: i64) -> Event {
    let kind = Kind::Game { white, black, outcome: Outcome::White, k: 40, factor: Factor::WHOLE, floor: FLOOR };
    Event { id, at: at(id), void: false, kind }
}

#[test]
fn points_vanish_through_later_opponents() {
    // 1 gains from 2 and meets 3 with too high a score; 3 then meets 4.
    let log: Vec<Event> =
        (1..=4).map(|person| join(person, person)).chain([play(5, 1, 2), play(6, 3, 1), play(7, 3, 4)]).collect();
    let mut fold = Fold::new();
    let mut stored: Vec<(Event, Effect)> = log.iter().map(|e| (*e, fold.apply(e))).collect();
    stored[4].0.void = true;
    let mut refold = Refold::new([5]);
    assert_eq!(refold.astray(), 0);
    let corrected: Vec<Corrected> =
        stored[4..].iter().filter_map(|(event, effect)| refold.push(event, effect).unwrap()).collect();
    assert_eq!(corrected.iter().map(|c| c.event).collect::<Vec<_>>(), [5, 6, 7]);
    assert_eq!(corrected[0].effect, Effect::NONE);
    assert_eq!(refold.astray(), 1);
    let entries = refold.finish().unwrap();
    assert_eq!(entries, [Change { person: 3, before: Some(140), after: Some(139) }]);
    let never = replay(log.iter().filter(|event| event.id != 5));
    assert_eq!(entries[0].after, never.score(3));
}

#[test]
fn stops_when_nobody_differs() {
    // Resetting both wipes out what the game did.
    let reset = |id, person| Event { id, at: at(id), void: false, kind: Kind::Reset { person, floor: FLOOR } };
    let log = [join(1, 1), join(2, 2), play(3, 1, 2), reset(4, 1), reset(5, 2), play(6, 1, 2)];
    let mut fold = Fold::new();
    let mut stored: Vec<(Event, Effect)> = log.iter().map(|e| (*e, fold.apply(e))).collect();
    stored[2].0.void = true;
    let mut refold = Refold::new([3]);
    let settled: Vec<bool> = stored[2..]
        .iter()
        .map(|(event, effect)| {
            refold.push(event, effect).unwrap();
            refold.is_settled()
        })
        .collect();
    assert_eq!(settled, [false, true, true, true], "the loser stood at the floor all along");
    assert_eq!(refold.finish(), Ok(vec![]));
}

#[test]
fn a_record_that_does_not_hang_together() {
    let one = |before, after| Effect::on_record(Some(Change::new(1, before, after)), None);
    let mut fresh = Refold::new([3]);
    let unknown = fresh.push(&play(3, 1, 2), &one(Some(100), Some(120)));
    assert_eq!(unknown, Err(BrokenRecord::Unknown { event: 3, person: 2 }));

    let mut fold = Fold::new();
    fold.apply(&join(1, 1));
    fold.apply(&join(2, 2));
    let effect = fold.apply(&play(3, 1, 2));
    let void = Event { void: true, ..play(3, 1, 2) };
    let mut refold = Refold::new([3]);
    assert!(refold.push(&void, &effect).unwrap().is_some());
    assert_eq!(refold.push(&Event { at: at(3), ..play(4, 8, 9) }, &Effect::NONE), Ok(None), "it touches nobody astray");
    let wrong = Effect::unmoved(&play(4, 1, 2), |_| Some(777));
    assert_eq!(
        refold.push(&play(4, 1, 2), &wrong),
        Err(BrokenRecord::Disjoint { event: 4, person: 1, recorded: Some(777), expected: Some(120) })
    );
    assert_eq!(refold.push(&join(2, 2), &effect), Err(BrokenRecord::Unordered { event: 2 }));
    assert_eq!(Refold::new([9]).finish(), Err(BrokenRecord::NotReached { event: 9 }));
}
