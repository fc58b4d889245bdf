//! The Dutch system as its text has it, by trying everything: every candidate of a bracket, in the order of article 4,
//! held against the criteria one after the other. For a handful of players only.

use std::collections::HashMap;

use rookery_pairings::{Bye, Colour, Entry, Number, Tournament};

#[derive(Clone, Debug)]
struct Seat {
    number: Number,
    score: i32,
    met: Vec<Number>,
    colours: Vec<Colour>,
    downs: [bool; 2],
    ups: [bool; 2],
    top: bool,
    may_have_bye: bool,
    unplayed: usize,
}

impl Seat {
    fn difference(&self) -> i32 {
        self.colours.iter().map(|colour| if *colour == Colour::White { 1 } else { -1 }).sum()
    }

    /// The preference, and how strong it is: 3 absolute, 2 strong, 1 mild.
    fn preference(&self) -> Option<(Colour, u8)> {
        let last = *self.colours.last()?;
        let difference = self.difference();
        let twice = self.colours.len() > 1 && self.colours[self.colours.len() - 2] == last;
        Some(match difference {
            2.. => (Colour::Black, 3),
            ..=-2 => (Colour::White, 3),
            _ if twice => (last.other(), 3),
            1 => (Colour::Black, 2),
            -1 => (Colour::White, 2),
            _ => (last.other(), 1),
        })
    }
}

fn seats(tournament: &Tournament) -> Vec<Seat> {
    let done = tournament.played();
    let score = |number: Number, round: usize| {
        let virtual_points = tournament.virtual_points(number, round);
        (tournament.points(number, round - 1) + virtual_points).0
    };
    let mut seats = Vec::new();
    for player in &tournament.players {
        if tournament.asked.contains_key(&(done + 1, player.number)) {
            continue;
        }
        let mut seat = Seat {
            number: player.number,
            score: score(player.number, done + 1),
            met: Vec::new(),
            colours: Vec::new(),
            downs: [false; 2],
            ups: [false; 2],
            top: false,
            may_have_bye: true,
            unplayed: 0,
        };
        let others = tournament.players.iter().map(|other| other.number);
        seat.met.extend(others.filter(|other| tournament.forbids(player.number, *other, done + 1)));
        for round in 1..=done {
            let entry = tournament.entry(player, round);
            let ago = done - round;
            let points = tournament.scoring.of(&entry);
            match entry {
                Entry::Game { opponent, colour, .. } => {
                    seat.met.push(opponent);
                    seat.colours.push(colour);
                    if ago < 2 {
                        seat.downs[ago] = score(player.number, round) > score(opponent, round);
                        seat.ups[ago] = score(player.number, round) < score(opponent, round);
                    }
                }
                _ => {
                    seat.unplayed += 1;
                    let allocated = entry == Entry::Bye(Bye::Allocated);
                    seat.may_have_bye &= !allocated && points < tournament.scoring.win;
                    if ago < 2 {
                        seat.downs[ago] = allocated || points > tournament.scoring.loss;
                    }
                }
            }
        }
        seat.top = done + 1 == tournament.rounds && seat.score * 2 > done as i32 * tournament.scoring.win.0;
        seats.push(seat);
    }
    seats.sort_by_key(|seat| (-seat.score, seat.number));
    seats
}

fn legal(one: &Seat, other: &Seat) -> bool {
    let absolute = |seat: &Seat| seat.preference().filter(|(_, strength)| *strength == 3);
    let clash = absolute(one).is_some() && absolute(one) == absolute(other) && !one.top && !other.top;
    !one.met.contains(&other.number) && !clash
}

/// The colour of the higher ranked (5.2).
fn colour(higher: &Seat, lower: &Seat, initial: Colour) -> Colour {
    let (own, theirs) = match (higher.preference(), lower.preference()) {
        (None, None) => return if higher.number % 2 == 1 { initial } else { initial.other() },
        (Some((own, _)), None) => return own,
        (None, Some((theirs, _))) => return theirs.other(),
        (Some(own), Some(theirs)) => (own, theirs),
    };
    if own.0 != theirs.0 || own.1 > theirs.1 {
        return own.0;
    }
    if own.1 < theirs.1 {
        return theirs.0.other();
    }
    let (wide, narrow) = (higher.difference().abs(), lower.difference().abs());
    if own.1 == 3 && wide != narrow {
        return if wide > narrow { own.0 } else { own.0.other() };
    }
    for (mine, other) in higher.colours.iter().rev().zip(lower.colours.iter().rev()) {
        if mine != other {
            return mine.other();
        }
    }
    own.0
}

type Pairs = Vec<(usize, usize)>;

struct Reference {
    seats: Vec<Seat>,
    initial: Colour,
    bye: Option<i32>,
    completable: HashMap<u64, bool>,
    ahead: HashMap<(u64, usize), Vec<i32>>,
}

impl Reference {
    fn bit(seats: &[usize]) -> u64 {
        seats.iter().map(|seat| 1 << seat).sum()
    }

    fn may_have_bye(&self, seat: usize) -> bool {
        self.seats[seat].may_have_bye && Some(self.seats[seat].score) == self.bye
    }

    /// C4 and C5: whether all of these can be paired.
    fn completes(&mut self, left: u64) -> bool {
        if left == 0 {
            return true;
        }
        if let Some(known) = self.completable.get(&left) {
            return *known;
        }
        let first = left.trailing_zeros() as usize;
        let without = left & !(1 << first);
        let mut found = left.count_ones() % 2 == 1 && self.may_have_bye(first) && self.completes(without);
        for other in first + 1..self.seats.len() {
            if !found && without & (1 << other) != 0 && legal(&self.seats[first], &self.seats[other]) {
                found = self.completes(without & !(1 << other));
            }
        }
        self.completable.insert(left, found);
        found
    }

    /// The residents of the bracket that starts with this seat.
    fn group(&self, first: usize) -> Vec<usize> {
        (first..self.seats.len()).filter(|seat| self.seats[*seat].score == self.seats[first].score).collect()
    }

    /// Every candidate of a bracket with its floaters, in order.
    fn candidates(&mut self, moved: &[usize], residents: &[usize], below: u64) -> Vec<(Pairs, Vec<usize>)> {
        let mut found = Vec::new();
        let most = ((moved.len() + residents.len()) / 2).min(residents.len());
        for total in (0..=most).rev() {
            for with in (0..=moved.len().min(total)).rev() {
                for set in choices(moved, with) {
                    for opponents in arrangements(residents, with) {
                        let first: Pairs = set.iter().copied().zip(opponents.iter().copied()).collect();
                        if !first.iter().all(|(one, other)| legal(&self.seats[*one], &self.seats[*other])) {
                            continue;
                        }
                        let rest: Vec<usize> =
                            residents.iter().copied().filter(|seat| !opponents.contains(seat)).collect();
                        for second in self.homogeneous(&rest, total - with) {
                            let pairs: Pairs = first.iter().copied().chain(second).collect();
                            let paired = |seat: &usize| pairs.iter().any(|(one, other)| one == seat || other == seat);
                            let floated: Vec<usize> =
                                moved.iter().chain(residents).copied().filter(|seat| !paired(seat)).collect();
                            if self.completes(below | Self::bit(&floated)) {
                                found.push((pairs, floated));
                            }
                        }
                    }
                }
            }
            if !found.is_empty() {
                return found;
            }
        }
        found
    }

    /// Exchanges and transpositions (4.2, 4.3).
    fn homogeneous(&self, list: &[usize], pairs: usize) -> Vec<Pairs> {
        if pairs > list.len() / 2 {
            return Vec::new();
        }
        let (upper, lower) = list.split_at(pairs);
        let mut exchanges = Vec::new();
        for count in 0..=pairs.min(lower.len()) {
            let place = |seat: &usize| list.iter().position(|other| other == seat).unwrap() as i64;
            let mut same: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
            for down in choices(upper, count) {
                for up in choices(lower, count) {
                    same.push((down.clone(), up));
                }
            }
            same.sort_by_key(|(down, up)| {
                let sum = up.iter().map(place).sum::<i64>() - down.iter().map(place).sum::<i64>();
                let highest: Vec<i64> = down.iter().rev().map(|seat| -place(seat)).collect();
                (sum, highest, up.iter().map(place).collect::<Vec<i64>>())
            });
            exchanges.extend(same);
        }
        let mut found = Vec::new();
        for (down, up) in exchanges {
            let goes_up = |seat: &usize| (upper.contains(seat) && !down.contains(seat)) || up.contains(seat);
            let (first, second): (Vec<usize>, Vec<usize>) = list.iter().copied().partition(goes_up);
            self.transpose(&first, &second, &mut Vec::new(), &mut found);
        }
        found
    }

    fn transpose(&self, first: &[usize], second: &[usize], taken: &mut Vec<usize>, found: &mut Vec<Pairs>) {
        let Some(seat) = first.get(taken.len()) else {
            found.push(first.iter().copied().zip(taken.iter().copied()).map(|(a, b)| (a.min(b), a.max(b))).collect());
            return;
        };
        for other in second {
            if !taken.contains(other) && legal(&self.seats[*seat], &self.seats[*other]) {
                taken.push(*other);
                self.transpose(first, second, taken, found);
                taken.pop();
            }
        }
    }

    fn below(&self, first: usize) -> u64 {
        (first..self.seats.len()).map(|seat| 1 << seat).sum()
    }

    /// C6 and C7 of the bracket after this one.
    fn look_ahead(&mut self, moved: &[usize], first: usize) -> Vec<i32> {
        if first == self.seats.len() {
            return Vec::new();
        }
        let key = (Self::bit(moved), first);
        if let Some(known) = self.ahead.get(&key) {
            return known.clone();
        }
        let residents = self.group(first);
        let below = self.below(first + residents.len());
        let candidates = self.candidates(moved, &residents, below);
        let best = candidates.iter().map(|(_, floated)| self.c6_c7(floated)).min().expect("C4 holds");
        self.ahead.insert(key, best.clone());
        best
    }

    fn c6_c7(&self, floated: &[usize]) -> Vec<i32> {
        let mut scores: Vec<i32> = floated.iter().map(|seat| self.seats[*seat].score).collect();
        scores.sort_by_key(|score| -score);
        std::iter::once(floated.len() as i32).chain(scores).collect()
    }

    fn judge(&mut self, moved: &[usize], pairs: &Pairs, floated: &[usize], next: usize) -> Vec<Vec<i32>> {
        let mut judged = vec![self.c6_c7(floated), self.look_ahead(floated, next)];
        let seats = &self.seats;
        let last = next == seats.len() || !(next..seats.len()).any(|seat| self.may_have_bye(seat));
        let gets_bye = floated.len() == 1 && self.bye.is_some() && last && self.may_have_bye(floated[0]);
        judged.push(vec![if gets_bye { seats[floated[0]].unplayed as i32 } else { 0 }]);

        let mut colours = [0; 4];
        for (one, other) in pairs {
            let (higher, lower) = (&seats[*one], &seats[*other]);
            let given = colour(higher, lower, self.initial);
            for (seat, given) in [(higher, given), (lower, given.other())] {
                if higher.top || lower.top {
                    let step = if given == Colour::White { 1 } else { -1 };
                    colours[0] += i32::from((seat.difference() + step).abs() > 2);
                    let same = seat.colours.iter().rev().take_while(|colour| **colour == given).count();
                    colours[1] += i32::from(same >= 2);
                }
                if let Some((wanted, strength)) = seat.preference() {
                    colours[2] += i32::from(wanted != given);
                    colours[3] += i32::from(wanted != given && strength == 2);
                }
            }
        }
        judged.extend(colours.map(|count| vec![count]));
        let is_moved = |seat: &usize| moved.contains(seat);
        for ago in [0, 1] {
            let fell = floated.iter().filter(|seat| !is_moved(seat) && seats[**seat].downs[ago]).count();
            let rose = pairs.iter().filter(|(one, other)| is_moved(one) && seats[*other].ups[ago]).count();
            judged.extend([vec![fell as i32], vec![rose as i32]]);
        }
        for ago in [0, 1] {
            // The difference of one who floats again is greater than any other.
            let mut fell: Vec<i32> = moved
                .iter()
                .filter(|seat| seats[**seat].downs[ago])
                .map(|seat| match pairs.iter().find(|(one, _)| one == seat) {
                    Some((one, other)) => seats[*one].score - seats[*other].score,
                    None => 1000 + seats[*seat].score,
                })
                .collect();
            let mut rose: Vec<i32> = pairs
                .iter()
                .filter(|(one, other)| is_moved(one) && seats[*other].ups[ago])
                .map(|(one, other)| seats[*one].score - seats[*other].score)
                .collect();
            fell.sort_by_key(|difference| -difference);
            rose.sort_by_key(|difference| -difference);
            judged.extend([fell, rose]);
        }
        judged
    }
}

/// All subsets of a size, in lexicographic order.
fn choices(list: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, first) in list.iter().enumerate() {
        for rest in choices(&list[index + 1..], size - 1) {
            found.push(std::iter::once(*first).chain(rest).collect());
        }
    }
    found
}

/// All sequences of a size, in lexicographic order.
fn arrangements(list: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for first in list {
        let others: Vec<usize> = list.iter().copied().filter(|other| other != first).collect();
        for rest in arrangements(&others, size - 1) {
            found.push(std::iter::once(*first).chain(rest).collect());
        }
    }
    found
}

/// The pairs of a round, White first, and the bye.
pub type Paired = (Vec<(Number, Number)>, Option<Number>);

/// How the coming round is paired; nothing if there is no pairing.
pub fn pair(tournament: &Tournament) -> Option<Paired> {
    let seats = seats(tournament);
    let mut scores: Vec<i32> = seats.iter().map(|seat| seat.score).collect();
    scores.sort_unstable();
    let odd = seats.len() % 2 == 1;
    let tries: Vec<Option<i32>> = if odd { scores.into_iter().map(Some).collect() } else { vec![None] };
    let everybody = (0..seats.len()).map(|seat| 1u64 << seat).sum();
    let mut reference = tries.into_iter().find_map(|bye| {
        let mut reference = Reference {
            seats: seats.clone(),
            initial: tournament.initial_colour,
            bye,
            completable: HashMap::new(),
            ahead: HashMap::new(),
        };
        reference.completes(everybody).then_some(reference)
    })?;

    let mut result = Vec::new();
    let mut moved: Vec<usize> = Vec::new();
    let mut first = 0;
    while first < seats.len() {
        let residents = reference.group(first);
        let next = first + residents.len();
        let below = reference.below(next);
        let candidates = reference.candidates(&moved, &residents, below);
        let (pairs, floated) = candidates
            .into_iter()
            .min_by_key(|(pairs, floated)| reference.judge(&moved, pairs, floated, next))
            .expect("C4 holds");
        for (one, other) in pairs {
            let given = colour(&seats[one], &seats[other], tournament.initial_colour);
            let numbers = (seats[one].number, seats[other].number);
            result.push(if given == Colour::White { numbers } else { (numbers.1, numbers.0) });
        }
        moved = floated;
        first = next;
    }
    result.sort_unstable();
    Some((result, moved.first().map(|seat| seats[*seat].number)))
}
