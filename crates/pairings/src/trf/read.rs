//! Reads a report whole, or says where it is wrong.

use std::collections::BTreeMap;

use super::headers::{Headers, MOST_ROUNDS, Source};
use super::teams::Folding;
use super::{Edition, Fault, Line, Person, Report, cells};
use crate::error::Error;
use crate::tournament::{Bye, Colour, Entry, Number, Player, Points, Tournament};

impl Report {
    /// Reads a file.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn read(text: &str) -> Result<Self, Fault> {
        Self::read_for(text, None)
    }

    /// Reads a file for so many rounds, if any are given, in place of the number that it says itself: pairs that must not
    /// meet up to the last round depend on it, and accelerated points.
    ///
    /// # Errors
    /// As [`Report::read`].
    pub fn read_for(text: &str, rounds: Option<usize>) -> Result<Self, Fault> {
        let ending = if text.contains("\r\n") {
            "\r\n"
        } else if text.contains('\n') || !text.contains('\r') {
            "\n"
        } else {
            "\r"
        };
        let mut texts: Vec<&str> = text.split(ending).collect();
        let closed = texts.last() == Some(&"");
        if closed {
            texts.pop();
        }
        let mut report = Self {
            tournament: Tournament::of(0, 0),
            people: BTreeMap::new(),
            teams: None,
            lines: Vec::new(),
            ending: ending.to_owned(),
            closed,
            edition: Edition::Trf16,
            played: 0,
            asked: BTreeMap::new(),
        };
        let mut headers = Headers::default();
        let mut claims = Vec::new();
        for (index, text) in texts.into_iter().enumerate() {
            let letters: Vec<char> = text.trim_end_matches(['\r', '\n', '\u{1a}']).chars().collect();
            let source = Source { line: index + 1, text: &letters };
            if text.starts_with("001") {
                claims.push(report.player(&source, text)?);
            } else {
                headers.take(&source, &mut report.tournament)?;
                let code = source.columns(1, 3);
                if matches!(code.as_str(), "142" | "152" | "162" | "240" | "250" | "260" | "310") {
                    report.edition = Edition::Trf26;
                }
                report.lines.push(if matches!(code.as_str(), "240" | "XXZ") {
                    Line::Byes(text.to_owned())
                } else {
                    Line::Other(text.to_owned())
                });
            }
        }
        if claims.is_empty() {
            return Err(Fault {
                line: report.lines.len().max(1),
                column: 1,
                expected: "a player's line, beginning with 001".to_owned(),
                found: String::new(),
            });
        }
        headers.teams.must_have_teams()?;
        headers.rounds = rounds.or(headers.rounds);
        report.settle(&mut headers)?;
        report.check(&claims)?;
        if headers.teams.is_of_teams() {
            let teams = std::mem::take(&mut headers.teams);
            report.teams = Some(Folding::new(&teams, &report.tournament)?.event(&mut headers)?);
        }
        Ok(report)
    }

    fn player(&mut self, source: &Source, text: &str) -> Result<Claim, Fault> {
        let number: Number = source.number(5, 8, "the number of a player")?;
        if number == 0 || self.people.contains_key(&number) {
            return Err(source.fault(5, 4, "a number that nobody else has, from 1"));
        }
        let rating = match source.columns(49, 52).as_str() {
            "" | "0" => None,
            _ => Some(source.number(49, 52, "a rating, or nothing")?),
        };
        let points = match source.columns(81, 84).as_str() {
            "" => None,
            _ => Some(source.points(81, 84)?),
        };
        let mut player = Player { number, rating, rounds: Vec::new() };
        let mut read = Vec::new();
        let mut start = 91;
        let end = source.text.iter().rposition(|letter| !letter.is_whitespace()).map_or(0, |last| last + 1);
        while start < end {
            if player.rounds.len() == MOST_ROUNDS {
                return Err(source.fault(start + 1, 10, format!("nothing after {MOST_ROUNDS} rounds")));
            }
            let cell: Vec<char> = source.text.iter().skip(start).take(10).copied().collect();
            let entry = cells::parse(&cell)
                .map_err(|(offset, length, expected)| source.fault(start + offset + 1, length, expected))?;
            player.rounds.push(entry);
            read.push((cell.into_iter().collect(), entry));
            start += 10;
        }
        let head: Vec<char> = source.text.iter().take(91).copied().collect();
        let length = head.len() + read.iter().map(|(cell, _): &(String, Entry)| cell.chars().count()).sum::<usize>();
        let tail = text.chars().skip(length).collect();
        self.people.insert(number, Person { head, cells: read, tail });
        self.lines.push(Line::Player(number));
        self.tournament.players.push(player);
        Ok(Claim { number, points, line: source.line, text: source.text.to_vec() })
    }

    /// What follows from all lines together.
    fn settle(&mut self, headers: &mut Headers) -> Result<(), Fault> {
        let tournament = &mut self.tournament;
        tournament.players.sort_by_key(|player| player.number);
        let done = tournament.played();
        for player in &mut tournament.players {
            let ahead = player.rounds.split_off(done.min(player.rounds.len()));
            let cells = self.people.get(&player.number).map_or(&[][..], |person| &person.cells);
            for (index, entry) in (done..).zip(ahead) {
                // A blank cell of a round to come says nothing.
                if let (Entry::Bye(bye), Some((cell, _))) = (entry, cells.get(index))
                    && !cell.trim().is_empty()
                {
                    tournament.asked.insert((index + 1, player.number), bye);
                }
            }
        }
        tournament.rounds = headers.rounds.unwrap_or(done);
        self.played = done;
        if headers.teams.is_of_teams() {
            // Byes, points and pairs that must not meet are those of teams.
            self.asked = tournament.asked.clone();
            return Ok(());
        }
        let absent = headers.absent.iter().map(|number| (*number, done + 1, Bye::Zero));
        for (number, round, bye) in headers.byes.iter().copied().chain(absent) {
            if round > done && self.people.contains_key(&number) {
                tournament.asked.entry((round, number)).or_insert(bye);
            }
        }
        tournament.forbidden = headers.forbidden(tournament.rounds);
        tournament.initial_colour = headers.initial.or_else(|| inferred(tournament)).unwrap_or(Colour::White);
        tournament.acceleration = headers.acceleration(&tournament.players)?;
        self.asked = tournament.asked.clone();
        Ok(())
    }

    /// Whether the players' lines agree with one another, and each with its points.
    fn check(&self, claims: &[Claim]) -> Result<(), Fault> {
        let tournament = &self.tournament;
        match tournament.check() {
            Ok(()) => {}
            Err(Error::Stranger { player, opponent, round } | Error::Disagree { player, opponent, round }) => {
                let expected = format!("a round {round} that agrees with the line of player {opponent}");
                let claim = claims.iter().find(|claim| claim.number == player);
                let fault = claim.map(|claim| claim.source().fault(82 + 10 * round, 8, expected));
                return fault.map_or(Ok(()), Err);
            }
            Err(error) => {
                return Err(Fault { line: 1, column: 1, expected: error.to_string(), found: String::new() });
            }
        }
        for claim in claims {
            let Some(points) = claim.points else { continue };
            let scored = tournament.points(claim.number, self.played);
            let cells = self.people.get(&claim.number).map_or(&[][..], |person| &person.cells);
            let all = cells.iter().map(|(_, entry)| tournament.scoring.of(entry)).sum();
            let virtual_points =
                (self.played..=self.played + 1).map(|round| tournament.virtual_points(claim.number, round));
            let mut allowed = [scored, all].into_iter().chain(virtual_points.map(|more| scored + more));
            if !allowed.any(|sum| sum == points) {
                let expected = format!("the points that the results add up to, {scored}");
                return Err(claim.source().fault(81, 4, expected));
            }
        }
        Ok(())
    }
}

/// What a player's line says, to be held against the others.
struct Claim {
    number: Number,
    points: Option<Points>,
    line: usize,
    text: Vec<char>,
}

impl Claim {
    fn source(&self) -> Source<'_> {
        Source { line: self.line, text: &self.text }
    }
}

/// The colour that number 1 had by lot, as the first round with colours tells.
pub(super) fn inferred(tournament: &Tournament) -> Option<Colour> {
    (1..=tournament.played()).find_map(|round| {
        tournament.players.iter().find_map(|player| {
            let colour = tournament.entry(player, round).colour()?;
            Some(if player.number % 2 == 1 { colour } else { colour.other() })
        })
    })
}
