//! The players' scores as tie-breaks see them: who is adjusted, and what a dummy opponent has (C.07, article 16).

use std::collections::{BTreeMap, HashMap};

use super::TieBreaks;
use super::teams::Games;
use crate::tournament::{Bye, Entry, Number, Player, Points, Scoring, Tournament};

/// A tournament up to a round, with the scores that tie-breaks are made of.
pub(super) struct Field<'a> {
    pub tournament: &'a Tournament,
    /// Whether all pairings were fixed before the first round.
    pub fixed: bool,
    /// The rating that somebody without one counts with.
    pub unrated: Option<i32>,
    /// What results are worth in the score that is counted.
    pub scoring: Scoring,
    /// Of teams, where the points of boards are that score: what each round came to.
    games: Option<&'a BTreeMap<Number, Vec<Games>>>,
    /// How many rounds count.
    pub rounds: usize,
    /// The points of each player, by the place in the tournament.
    pub points: Vec<Points>,
    adjusted: Vec<Points>,
    /// As `adjusted`, were all games of the last round drawn (article 8.3).
    drawn: Vec<Points>,
    places: HashMap<Number, usize>,
}

/// Whether somebody chose not to play (article 16.1): a bye asked for, or a game lost without playing.
pub(super) fn voluntary(entry: &Entry) -> bool {
    requested(entry) || matches!(entry, Entry::Forfeit { won: false, .. })
}

fn requested(entry: &Entry) -> bool {
    matches!(entry, Entry::Bye(Bye::Half | Bye::Zero))
}

impl<'a> Field<'a> {
    /// Of single players.
    pub(super) fn new(tournament: &'a Tournament, rules: &TieBreaks, rounds: usize) -> Self {
        Self::by(tournament, tournament.scoring, None, (rules.fixed, rules.unrated), rounds)
    }

    /// By a score: that of the tournament's results, or the points of boards.
    pub(super) fn by(
        tournament: &'a Tournament,
        scoring: Scoring,
        games: Option<&'a BTreeMap<Number, Vec<Games>>>,
        (fixed, unrated): (bool, Option<i32>),
        rounds: usize,
    ) -> Self {
        let mut field = Self {
            tournament,
            fixed,
            unrated,
            scoring,
            games,
            rounds,
            points: Vec::new(),
            adjusted: Vec::new(),
            drawn: Vec::new(),
            places: tournament.players.iter().enumerate().map(|(place, player)| (player.number, place)).collect(),
        };
        let each = |score: &dyn Fn(&Player) -> Points| tournament.players.iter().map(score).collect();
        field.points = each(&|player| field.sum(player, |_, _| false));
        field.adjusted = if fixed { field.points.clone() } else { each(&|player| field.adjusted_score(player)) };
        field.drawn = each(&|player| field.drawn_score(player, &field.adjusted));
        field
    }

    pub(super) fn entries(&self, player: &Player) -> impl DoubleEndedIterator<Item = (usize, Entry)> {
        (1..=self.rounds).map(|round| (round, self.tournament.entry(player, round)))
    }

    /// What a round was worth to a player.
    pub(super) fn worth(&self, player: &Player, round: usize, entry: &Entry) -> Points {
        match self.games {
            None => self.scoring.of(entry),
            Some(games) => {
                let own = games.get(&player.number).and_then(|rounds| rounds.get(round.checked_sub(1)?));
                own.map_or(Points(0), |games| games.points)
            }
        }
    }

    pub(super) fn place(&self, number: Number) -> Option<usize> {
        self.places.get(&number).copied()
    }

    pub(super) fn player(&self, number: Number) -> Option<&'a Player> {
        self.place(number).map(|place| &self.tournament.players[place])
    }

    /// Opponents who were met at the board, with the round.
    pub(super) fn met(&self, player: &Player) -> impl Iterator<Item = (usize, Entry, &'a Player)> {
        let played = self.entries(player).filter(|(_, entry)| entry.played());
        played.filter_map(|(round, entry)| Some((round, entry, self.player(entry.opponent()?)?)))
    }

    /// The points of an opponent for those who met them.
    pub(super) fn score(&self, place: usize, fore: bool) -> Points {
        if fore { self.drawn[place] } else { self.adjusted[place] }
    }

    /// The points of the dummy opponent of a round that somebody did not play (16.4): one's own, but no more than those
    /// of the opponent who was paired, or than draws in all rounds.
    pub(super) fn dummy(&self, player: &Player, entry: &Entry, fore: bool) -> Points {
        let own = self.place(player.number).map_or(Points(0), |place| self.points[place]);
        let own = if fore && self.last_is_paired(player) {
            let last = self.worth(player, self.rounds, &self.tournament.entry(player, self.rounds));
            own - last + self.scoring.draw
        } else {
            own
        };
        let opponent = entry.opponent().and_then(|opponent| self.place(opponent));
        let most = match opponent {
            Some(place) => self.score(place, fore),
            None => {
                let rounds = i32::try_from(self.tournament.rounds.max(self.rounds)).unwrap_or(i32::MAX);
                Points(self.scoring.draw.0.saturating_mul(rounds))
            }
        };
        own.min(most)
    }

    /// Whether the game of the last round counts as drawn for Fore Buchholz.
    pub(super) fn last_is_paired(&self, player: &Player) -> bool {
        self.tournament.entry(player, self.rounds).opponent().is_some()
    }

    /// A score with draws in the rounds that are picked.
    fn sum(&self, player: &Player, drawn: impl Fn(usize, &Entry) -> bool) -> Points {
        let points = |(round, entry): (usize, Entry)| {
            if drawn(round, &entry) { self.scoring.draw } else { self.worth(player, round, &entry) }
        };
        self.entries(player).map(points).sum()
    }

    /// 16.3: byes asked for after which the player did not come back count as draws.
    fn adjusted_score(&self, player: &Player) -> Points {
        let left = self.entries(player).rev().take_while(|(_, entry)| voluntary(entry)).count();
        self.sum(player, |round, entry| round > self.rounds - left && requested(entry))
    }

    fn drawn_score(&self, player: &Player, adjusted: &[Points]) -> Points {
        if self.last_is_paired(player) {
            self.sum(player, |round, _| round == self.rounds)
        } else {
            self.place(player.number).map_or(Points(0), |place| adjusted[place])
        }
    }
}
