//! The Swiss of teams against its rules taken literally: every set of teams that could move up, and every pairing of a
//! bracket, in the order of the articles.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rookery_pairings::{Bye, Colour, Entry, Format, Number, Points, Preferences, Score, TeamSwiss, Tournament};

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

type Pairs = Vec<(Number, Number)>;

/// What the rules ask of a tournament.
struct Text<'a> {
    tournament: &'a Tournament,
    preferences: Preferences,
    done: usize,
}

impl Text<'_> {
    fn entries(&self, team: Number) -> &[Entry] {
        &self.tournament.player(team).unwrap().rounds
    }

    fn score(&self, team: Number) -> Points {
        self.tournament.points(team, self.done)
    }

    fn met(&self, one: Number, other: Number) -> bool {
        self.entries(one).iter().any(|entry| entry.played() && entry.opponent() == Some(other))
    }

    fn last_two(&self) -> bool {
        self.done + 2 >= self.tournament.rounds
    }

    /// C7 and C10 ask this of the round before.
    fn floated(&self, team: Number) -> bool {
        let Some(Entry::Game { opponent, .. }) = self.entries(team).last() else { return false };
        !self.last_two()
            && self.tournament.points(team, self.done - 1) != self.tournament.points(*opponent, self.done - 1)
    }

    /// 1.7: the colour preferred, and whether strongly.
    fn preference(&self, team: Number) -> Option<(Colour, bool)> {
        let colours: Vec<Colour> = self.entries(team).iter().filter_map(Entry::colour).collect();
        let count = |colour| colours.iter().filter(|own| **own == colour).count() as i32;
        let difference = count(Colour::White) - count(Colour::Black);
        let both = |colour| colours.len() > 1 && colours[colours.len() - 2..] == [colour, colour];
        let (graded, last) = (self.preferences == Preferences::Graded, self.done + 1 == self.tournament.rounds);
        if self.preferences == Preferences::Ignored || colours.is_empty() {
            None
        } else if difference < -1 || ((difference == 0 || difference == -1) && both(Colour::Black)) {
            Some((Colour::White, true))
        } else if difference > 1 || ((difference == 0 || difference == 1) && both(Colour::White)) {
            Some((Colour::Black, true))
        } else if graded && (difference == -1 || (difference == 0 && !last && colours.ends_with(&[Colour::Black]))) {
            Some((Colour::White, false))
        } else if graded && (difference == 1 || (difference == 0 && !last && colours.ends_with(&[Colour::White]))) {
            Some((Colour::Black, false))
        } else {
            None
        }
    }

    /// All ways to pair teams without a repetition.
    fn pairings(&self, teams: &[Number]) -> Vec<Pairs> {
        let Some((first, others)) = teams.split_first() else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for mate in others.iter().filter(|mate| !self.met(*first, **mate)) {
            let rest: Vec<Number> = others.iter().copied().filter(|other| other != mate).collect();
            for mut pairs in self.pairings(&rest) {
                pairs.insert(0, (*first.min(mate), *first.max(mate)));
                all.push(pairs);
            }
        }
        all
    }

    fn can_be_paired(&self, teams: &[Number]) -> bool {
        !self.pairings(teams).is_empty()
    }

    /// 3.4.
    fn bye(&self, teams: &[Number]) -> Number {
        let idle =
            |entry: &Entry| matches!(entry, Entry::Bye(Bye::Allocated | Bye::Full) | Entry::Forfeit { won: true, .. });
        let others = |team: &Number| teams.iter().copied().filter(|other| other != team).collect::<Vec<Number>>();
        let may = |team: &&Number| !self.entries(**team).iter().any(idle) && self.can_be_paired(&others(team));
        let played = |team: Number| self.entries(team).iter().filter(|entry| entry.played()).count();
        *teams
            .iter()
            .filter(may)
            .min_by_key(|team| (self.score(**team), Reverse(played(**team)), Reverse(**team)))
            .unwrap()
    }

    /// The sets that complete a scoregroup, with what is left of the others; only those that leave a legal pairing.
    fn sets(&self, rest: &[Number]) -> Vec<(Vec<Number>, Vec<Number>)> {
        let top = rest.iter().map(|team| self.score(*team)).max().unwrap();
        let (group, lower): (Vec<Number>, Vec<Number>) = rest.iter().partition(|team| self.score(**team) == top);
        let mut sets = Vec::new();
        for mask in 0..1_u32 << lower.len() {
            let (mut up, mut left) = (Vec::new(), Vec::new());
            for (index, team) in lower.iter().enumerate() {
                if mask >> index & 1 == 1 { up.push(*team) } else { left.push(*team) }
            }
            if self.can_be_paired(&[group.clone(), up.clone()].concat()) && self.can_be_paired(&left) {
                up.sort_by_key(|team| (Reverse(self.score(*team)), *team));
                sets.push((up, left));
            }
        }
        sets
    }

    /// 3.5: those who move up.
    fn upfloaters(&self, rest: &[Number]) -> Vec<Number> {
        let key = |(up, left): &(Vec<Number>, Vec<Number>)| {
            let mut scores: Vec<Points> = up.iter().map(|team| self.score(*team)).collect();
            scores.sort();
            let below = rest
                .iter()
                .map(|team| self.score(*team))
                .max()
                .and_then(|top| rest.iter().map(|team| self.score(*team)).filter(|score| *score < top).max());
            let is_left = left.iter().any(|team| Some(self.score(*team)) == below);
            let next = if is_left { self.sets(left).iter().map(|(up, _)| up.len()).min() } else { None };
            let floated = up.iter().filter(|team| self.floated(**team)).count();
            (up.len(), scores.into_iter().map(Reverse).collect::<Vec<_>>(), next.unwrap_or(0), floated, up.clone())
        };
        self.sets(rest).iter().map(key).min().unwrap().4
    }

    /// 3.6.
    fn bracket(&self, members: &[Number], up: &[Number]) -> Pairs {
        let key = |pairs: &Pairs| {
            let mut sorted = pairs.clone();
            sorted.sort_unstable();
            let clash = |pair: &&(Number, Number)| match (self.preference(pair.0), self.preference(pair.1)) {
                (Some(one), Some(other)) => one.0 == other.0,
                _ => false,
            };
            let strong = |team: Number| self.preference(team).is_some_and(|preference| preference.1);
            let again = |pair: &&(Number, Number)| {
                let of = |one, other| up.contains(&other) && !up.contains(&one) && self.floated(one);
                of(pair.0, pair.1) || of(pair.1, pair.0)
            };
            let c8 = sorted.iter().filter(clash).count();
            let c9 = sorted.iter().filter(clash).filter(|pair| strong(pair.0) && strong(pair.1)).count();
            let c10 = sorted.iter().filter(again).count();
            let tops = sorted.iter().map(|pair| pair.0);
            let identifier: Vec<Number> = tops.chain(sorted.iter().map(|pair| pair.1)).collect();
            (c8, c9, c10, identifier, sorted.clone())
        };
        self.pairings(members).iter().map(key).min().unwrap().4
    }

    /// All pairs of the round and who has the bye; nothing where there is none.
    fn round(&self) -> Option<(Pairs, Option<Number>)> {
        let here = |team: &Number| !self.tournament.asked.contains_key(&(self.done + 1, *team));
        let mut rest: Vec<Number> = self.tournament.players.iter().map(|team| team.number).filter(here).collect();
        let mut alone = None;
        if rest.len() % 2 == 1 {
            let may = rest.iter().any(|team| {
                let others: Vec<Number> = rest.iter().copied().filter(|other| other != team).collect();
                let idle = |entry: &Entry| *entry == Entry::Bye(Bye::Allocated);
                !self.entries(*team).iter().any(idle) && self.can_be_paired(&others)
            });
            if !may {
                return None;
            }
            alone = Some(self.bye(&rest));
            rest.retain(|team| Some(*team) != alone);
        } else if !self.can_be_paired(&rest) {
            return None;
        }
        let mut all = Vec::new();
        while !rest.is_empty() {
            let up = self.upfloaters(&rest);
            let top = rest.iter().map(|team| self.score(*team)).max().unwrap();
            let is_in = |team: &Number| self.score(*team) == top || up.contains(team);
            let (members, left): (Vec<Number>, Vec<Number>) = rest.iter().partition(|team| is_in(team));
            all.extend(self.bracket(&members, &up));
            rest = left;
        }
        all.sort_unstable();
        Some((all, alone))
    }
}

#[test]
fn rounds_are_those_of_the_text() {
    let mut dice = Dice(2026);
    let (mut rounds, mut floats) = (0, 0);
    for count in 0..150 {
        let teams = 4 + (count % 5);
        let preferences = [Preferences::Simple, Preferences::Graded, Preferences::Ignored][dice.roll(3) as usize];
        let rules = TeamSwiss { preferences, ..TeamSwiss::default() };
        let mut tournament = Tournament { scoring: TeamSwiss::MATCH_POINTS, ..Tournament::of(teams, 6) };
        for done in 0..6 {
            if dice.roll(4) == 0 {
                tournament.asked.insert((done + 1, 1 + dice.roll(u64::from(teams)) as Number), Bye::Zero);
            }
            let text = Text { tournament: &tournament, preferences, done };
            let expected = text.round();
            let Ok(round) = rules.pair(&tournament) else {
                assert_eq!(expected, None, "{tournament:?}");
                break;
            };
            let two = |pair: &rookery_pairings::Pair| (pair.white.min(pair.black), pair.white.max(pair.black));
            let mut pairs: Pairs = round.pairs.iter().map(two).collect();
            pairs.sort_unstable();
            assert_eq!(Some((pairs, round.bye)), expected, "{preferences:?} {tournament:?}");
            rounds += 1;
            floats += round.brackets.iter().map(|bracket| bracket.moved_up.len()).sum::<usize>();
            let score = |dice: &mut Dice| [Score::Win, Score::Win, Score::Draw, Score::Loss][dice.roll(4) as usize];
            let results: BTreeMap<Number, Score> =
                round.pairs.iter().map(|pair| (pair.white, score(&mut dice))).collect();
            tournament.enter(&round, &results).unwrap();
        }
    }
    assert!(rounds > 400 && floats > 300, "{rounds} {floats}");
}

#[test]
fn a_hundred_teams_are_paired_to_the_end() {
    let rules = TeamSwiss::default();
    let mut dice = Dice(1);
    let mut tournament = Tournament { scoring: TeamSwiss::MATCH_POINTS, ..Tournament::of(101, 9) };
    for _ in 0..9 {
        let round = rules.pair(&tournament).unwrap();
        assert_eq!(round.pairs.len(), 50);
        let score = |dice: &mut Dice| [Score::Win, Score::Draw, Score::Loss][dice.roll(3) as usize];
        let results = round.pairs.iter().map(|pair| (pair.white, score(&mut dice))).collect();
        tournament.enter(&round, &results).unwrap();
    }
    for team in &tournament.players {
        let opponents: std::collections::BTreeSet<_> = team.rounds.iter().filter_map(Entry::opponent).collect();
        let byes = team.rounds.iter().filter(|entry| **entry == Entry::Bye(Bye::Allocated)).count();
        assert!(byes <= 1 && opponents.len() + byes == 9);
    }
    assert!(rules.pair(&tournament).is_err());
}

#[test]
fn the_first_team_is_the_one_with_more_points_of_boards() {
    // Both had Black once, and neither prefers a colour: the first has not Black again.
    let mut tournament = Tournament { scoring: TeamSwiss::MATCH_POINTS, ..Tournament::of(4, 3) };
    let round = TeamSwiss::default().pair(&tournament).unwrap();
    assert_eq!(round.listed(), "2\n1 3\n4 2\n");
    tournament.enter(&round, &[(1, Score::Loss), (4, Score::Loss)].into()).unwrap();
    let first = |more: Number| {
        let secondary = BTreeMap::from([(more, Points::whole(3))]);
        TeamSwiss { secondary, ..TeamSwiss::default() }.pair(&tournament).unwrap().pairs[0].white
    };
    assert_eq!((first(2), first(3)), (2, 3));
}
