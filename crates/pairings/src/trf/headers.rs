//! The lines, other than those of players, that pairings depend on.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::Fault;
use super::teams::TeamLines;
use crate::acceleration::Acceleration;
use crate::tournament::{Bye, Colour, Forbidden, Number, Player, Points, Tournament};

/// A line with its number, in letters.
pub(super) struct Source<'a> {
    pub line: usize,
    pub text: &'a [char],
}

impl Source<'_> {
    pub(super) fn fault(&self, first: usize, length: usize, expected: impl Into<String>) -> Fault {
        let found = self.text.iter().skip(first - 1).take(length).collect();
        Fault { line: self.line, column: first, expected: expected.into(), found }
    }

    /// What stands in columns counted from 1, without the blanks around it.
    pub(super) fn columns(&self, first: usize, last: usize) -> String {
        self.text.iter().skip(first - 1).take(last + 1 - first).collect::<String>().trim().to_owned()
    }

    pub(super) fn number<N: std::str::FromStr>(&self, first: usize, last: usize, expected: &str) -> Result<N, Fault> {
        self.columns(first, last).parse().map_err(|_| self.fault(first, last + 1 - first, expected))
    }

    pub(super) fn points(&self, first: usize, last: usize) -> Result<Points, Fault> {
        points(&self.columns(first, last)).ok_or_else(|| self.fault(first, last + 1 - first, "points, as 1.0 or 0.5"))
    }

    /// The words from a column on, each with its column.
    fn words(&self, from: usize) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut open = false;
        for (index, letter) in self.text.iter().enumerate().skip(from - 1) {
            if letter.is_whitespace() {
                open = false;
            } else if open {
                if let Some((_, word)) = words.last_mut() {
                    word.push(*letter);
                }
            } else {
                words.push((index + 1, letter.to_string()));
                open = true;
            }
        }
        words
    }

    fn numbers(&self, words: &[(usize, String)]) -> Result<Vec<Number>, Fault> {
        let number = |(column, word): &(usize, String)| {
            let number = word.parse().ok().filter(|number| (1..=9999).contains(number));
            number.ok_or_else(|| self.fault(*column, word.chars().count(), "the number of a player"))
        };
        words.iter().map(number).collect()
    }
}

/// Points below 1000, without a sign.
fn points(text: &str) -> Option<Points> {
    let (whole, tenth) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digits = !text.is_empty() && whole.chars().chain(tenth.chars()).all(|letter| letter.is_ascii_digit());
    if !digits || tenth.len() != 1 {
        return None;
    }
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    (whole < 1000).then_some(Points(whole * 10 + tenth.parse::<i32>().ok()?))
}

/// So many rounds are taken from a file.
pub(super) const MOST_ROUNDS: usize = 999;

/// So many pairs that must not meet are taken from a file.
const MOST_PAIRS: usize = 100_000;

/// Virtual points of some players in some rounds.
struct Given {
    players: RangeInclusive<Number>,
    rounds: RangeInclusive<usize>,
    points: Points,
    /// What is answered where another line gave them already.
    twice: Fault,
}

/// What the lines say together.
#[derive(Default)]
pub(super) struct Headers {
    pub rounds: Option<usize>,
    pub initial: Option<Colour>,
    accelerated: BTreeMap<Number, Vec<Points>>,
    given: Vec<Given>,
    baku: bool,
    /// Byes asked for: player, round, which.
    pub byes: Vec<(Number, usize, Bye)>,
    /// Who is not there in the coming round.
    pub absent: Vec<Number>,
    /// Who must not meet one another, in ascending order, and in which rounds.
    forbidden: Vec<(RangeInclusive<usize>, Vec<Number>)>,
    /// How many pairs that makes.
    pairs: usize,
    pub teams: TeamLines,
}

impl Headers {
    /// Takes a line in, if it is one of those that count.
    pub(super) fn take(&mut self, source: &Source, tournament: &mut Tournament) -> Result<(), Fault> {
        match source.columns(1, 3).as_str() {
            "142" | "XXR" => {
                let rounds = source.number(5, 12, "the number of rounds")?;
                self.rounds = Some(rounds).filter(|rounds| *rounds <= MOST_ROUNDS);
                self.rounds.ok_or_else(|| source.fault(5, 8, "a number of rounds below 1000"))?;
            }
            "152" => {
                self.initial = Some(match source.columns(5, 5).to_ascii_uppercase().as_str() {
                    "W" => Colour::White,
                    "B" => Colour::Black,
                    _ => return Err(source.fault(5, 1, "W or B")),
                });
            }
            "XXC" => {
                for (column, word) in source.words(4) {
                    match word.as_str() {
                        "white1" => self.initial = Some(Colour::White),
                        "black1" => self.initial = Some(Colour::Black),
                        "rank" => {}
                        _ => return Err(source.fault(column, word.chars().count(), "white1, black1 or rank")),
                    }
                }
            }
            "162" => values_26(source, tournament)?,
            "192" => {
                self.baku = source.columns(5, 60).to_ascii_uppercase().contains("BAKU");
                self.teams.set_kind(source)?;
            }
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => value_bbp(source, tournament)?,
            "XXS" => values_javafo(source, tournament)?,
            "XXZ" => self.absent.extend(source.numbers(&source.words(4))?),
            "XXP" => self.forbid(source, 1..=usize::MAX, 4)?,
            "260" => {
                let (first, last): (usize, usize) =
                    (source.number(5, 7, "the first round")?, source.number(9, 11, "the last round")?);
                if first == 0 || last < first {
                    return Err(source.fault(5, 7, "rounds from 1, the first first"));
                }
                self.forbid(source, first..=last, 12)?;
            }
            "240" => self.byes_26(source)?,
            "XXA" => {
                let number = source.number(5, 8, "the number of a player")?;
                if number == 0 {
                    return Err(source.fault(5, 4, "the number of a player"));
                }
                let mut given = Vec::new();
                let mut column = 10;
                while column <= source.text.len() {
                    let blank = source.columns(column, column + 3).is_empty();
                    given.push(if blank { Points(0) } else { source.points(column, column + 3)? });
                    column += 5;
                }
                self.accelerated.insert(number, given);
            }
            "250" => {
                let points = source.points(10, 13)?;
                let rounds: (usize, usize) =
                    (source.number(15, 17, "the first round")?, source.number(19, 21, "the last round")?);
                let players: (Number, Number) =
                    (source.number(23, 26, "the first player")?, source.number(28, 31, "the last player")?);
                if rounds.0 == 0 || rounds.1 < rounds.0 || players.0 == 0 || players.1 < players.0 {
                    return Err(source.fault(15, 17, "rounds and players from 1, the first first"));
                }
                let twice = source.fault(15, 17, "rounds and players to whom no other line gives points");
                let (players, rounds) = (players.0..=players.1, rounds.0..=rounds.1);
                self.given.push(Given { players, rounds, points, twice });
            }
            _ => self.teams.take(source)?,
        }
        Ok(())
    }

    /// Takes in that those whose numbers stand from a column on must not meet one another.
    fn forbid(&mut self, source: &Source, rounds: RangeInclusive<usize>, from: usize) -> Result<(), Fault> {
        let words = source.words(from);
        let mut numbers = source.numbers(&words)?;
        let mut seen = BTreeSet::new();
        if let Some(((column, word), _)) = words.iter().zip(&numbers).find(|(_, number)| !seen.insert(**number)) {
            return Err(source.fault(*column, word.chars().count(), "the number of another player"));
        }
        numbers.sort_unstable();
        self.pairs += numbers.len() * numbers.len().saturating_sub(1) / 2;
        if self.pairs > MOST_PAIRS {
            let expected = format!("at most {MOST_PAIRS} pairs that must not meet");
            return Err(source.fault(from, 20, expected));
        }
        self.forbidden.push((rounds, numbers));
        Ok(())
    }

    /// The virtual points of the players, who stand in order.
    pub(super) fn acceleration(&mut self, players: &[Player]) -> Result<Acceleration, Fault> {
        // Each round of each player is given once, so that no file asks for more work than it has players and rounds.
        let mut given: BTreeMap<Number, Vec<Option<Points>>> = BTreeMap::new();
        for line in std::mem::take(&mut self.given) {
            let from = players.partition_point(|player| player.number < *line.players.start());
            for player in players[from..].iter().take_while(|player| player.number <= *line.players.end()) {
                let own = given.entry(player.number).or_default();
                own.resize(own.len().max(*line.rounds.end()), None);
                for place in &mut own[line.rounds.start() - 1..*line.rounds.end()] {
                    if place.replace(line.points).is_some() {
                        return Err(line.twice);
                    }
                }
            }
        }
        for (number, points) in given {
            let own = self.accelerated.entry(number).or_default();
            own.resize(own.len().max(points.len()), Points(0));
            for (place, points) in own.iter_mut().zip(points) {
                *place = points.unwrap_or(*place);
            }
        }
        Ok(if !self.accelerated.is_empty() {
            Acceleration::Given(std::mem::take(&mut self.accelerated))
        } else if self.baku {
            Acceleration::baku(players.len())
        } else {
            Acceleration::None
        })
    }

    /// The pairs that must not meet. What lasts to the last round has no end.
    pub(super) fn forbidden(&self, rounds: usize) -> BTreeSet<Forbidden> {
        let mut pairs = BTreeSet::new();
        for (range, numbers) in &self.forbidden {
            let (first, last) = (*range.start(), *range.end());
            let last = if last >= rounds { usize::MAX } else { last };
            for (index, one) in numbers.iter().enumerate() {
                let others = numbers[index + 1..].iter();
                pairs.extend(others.map(|other| Forbidden { lower: *one, higher: *other, first, last }));
            }
        }
        pairs
    }

    fn byes_26(&mut self, source: &Source) -> Result<(), Fault> {
        let words = source.words(5);
        let [(column, kind), (at, number), players @ ..] = &words[..] else {
            return Err(source.fault(5, 8, "a bye (H, F or Z), a round and players"));
        };
        let bye = match kind.as_str() {
            "H" => Bye::Half,
            "F" => Bye::Full,
            "Z" => Bye::Zero,
            _ => return Err(source.fault(*column, 1, "H, F or Z")),
        };
        let round: Option<usize> = number.parse().ok().filter(|round| (1..=MOST_ROUNDS).contains(round));
        let round = round.ok_or_else(|| source.fault(*at, number.chars().count(), "a round"))?;
        self.byes.extend(source.numbers(players)?.into_iter().map(|number| (number, round, bye)));
        Ok(())
    }
}

fn values_26(source: &Source, tournament: &mut Tournament) -> Result<(), Fault> {
    let scoring = &mut tournament.scoring;
    let mut given = Vec::new();
    let mut column = 6;
    while column <= source.text.len() {
        let kind = source.text[column - 1];
        if kind != ' ' {
            given.push((column, kind, source.points(column + 1, column + 4)?));
        }
        column += 9;
    }
    // What wins and draws are worth is also what byes are, unless they have a value of their own.
    given.sort_by_key(|(_, kind, _)| "WDLAPX".find(*kind));
    for (column, kind, value) in given {
        match kind {
            'W' => {
                for place in
                    [&mut scoring.win, &mut scoring.forfeit_win, &mut scoring.full_bye, &mut scoring.allocated_bye]
                {
                    *place = value;
                }
            }
            'D' => (scoring.draw, scoring.half_bye) = (value, value),
            'L' => scoring.loss = value,
            'A' => (scoring.zero_bye, scoring.forfeit_loss) = (value, value),
            'P' => scoring.allocated_bye = value,
            'X' => scoring.half_bye = value,
            _ => return Err(source.fault(column, 1, "W, D, L, A, P or X")),
        }
    }
    Ok(())
}

fn value_bbp(source: &Source, tournament: &mut Tournament) -> Result<(), Fault> {
    let value = source.points(5, 12)?;
    let scoring = &mut tournament.scoring;
    match source.text[2] {
        'W' => (scoring.win, scoring.forfeit_win, scoring.full_bye) = (value, value, value),
        'D' => (scoring.draw, scoring.half_bye) = (value, value),
        'L' => scoring.loss = value,
        'Z' => scoring.zero_bye = value,
        'F' => scoring.forfeit_loss = value,
        _ => scoring.allocated_bye = value,
    }
    Ok(())
}

fn values_javafo(source: &Source, tournament: &mut Tournament) -> Result<(), Fault> {
    let scoring = &mut tournament.scoring;
    for (column, word) in source.words(4) {
        let fault = || source.fault(column, word.chars().count(), "a code and its value, as WW=1.0");
        let (code, value) = word.split_once('=').ok_or_else(fault)?;
        let value = points(value).ok_or_else(fault)?;
        match code {
            "W" => (scoring.win, scoring.forfeit_win) = (value, value),
            "WW" | "BW" => scoring.win = value,
            "D" | "WD" | "BD" => scoring.draw = value,
            "WL" | "BL" => scoring.loss = value,
            "ZPB" => scoring.zero_bye = value,
            "HPB" => scoring.half_bye = value,
            "FPB" => scoring.full_bye = value,
            "PAB" => scoring.allocated_bye = value,
            "FW" => scoring.forfeit_win = value,
            "FL" => scoring.forfeit_loss = value,
            _ => return Err(fault()),
        }
    }
    Ok(())
}
