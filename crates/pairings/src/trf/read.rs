//! Reads a report, or says where it is at fault. Nothing is half-read.

use std::collections::BTreeMap;

use super::headers::{Headers, Source};
use super::{Fault, Line, Person, Report, cells};
use crate::tournament::{Colour, Entry, Number, Player, Points, Tournament};

impl Report {
    /// Reads a file.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn read(text: &str) -> Result<Self, Fault> {
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
            lines: Vec::new(),
            ending: ending.to_owned(),
            closed,
        };
        let mut headers = Headers::default();
        let mut claims = Vec::new();
        for (index, text) in texts.into_iter().enumerate() {
            let letters: Vec<char> = text.trim_end_matches(['\r', '\n', '\u{1a}']).chars().collect();
            let source = Source { line: index + 1, text: &letters };
            if text.starts_with("001") {
                claims.push((index + 1, report.player(&source)?));
            } else {
                headers.take(&source, &mut report.tournament)?;
                report.lines.push(Line::Other(text.to_owned()));
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
        report.settle(&mut headers)?;
        for (line, claim) in claims {
            report.check(line, &claim)?;
        }
        Ok(report)
    }

    fn player(&mut self, source: &Source) -> Result<Claim, Fault> {
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
            let cell: Vec<char> = source.text.iter().skip(start).take(10).copied().collect();
            let entry = cells::parse(&cell)
                .map_err(|(offset, length, expected)| source.fault(start + offset + 1, length, expected))?;
            player.rounds.push(entry);
            read.push((cell.into_iter().collect(), entry));
            start += 10;
        }
        let head = source.text.iter().take(91).copied().collect();
        self.people.insert(number, Person { head, cells: read });
        self.lines.push(Line::Player(number));
        self.tournament.players.push(player);
        Ok(Claim { number, points, text: source.text.to_vec() })
    }

    /// What follows from all lines together.
    fn settle(&mut self, headers: &mut Headers) -> Result<(), Fault> {
        let tournament = &mut self.tournament;
        tournament.players.sort_by_key(|player| player.number);
        let done = tournament.played();
        for (number, round, bye) in std::mem::take(&mut headers.byes) {
            let player = tournament.players.iter_mut().find(|player| player.number == number);
            if let Some(player) = player.filter(|player| round > done && player.rounds.len() < round) {
                player.rounds.resize(round - 1, Entry::Bye(crate::tournament::Bye::Zero));
                player.rounds.push(Entry::Bye(bye));
                // Said elsewhere in the file, and not to be written in the player's line.
                if let Some(person) = self.people.get_mut(&number) {
                    let said = player.rounds[person.cells.len()..].iter().map(|entry| (String::new(), *entry));
                    person.cells.extend(said);
                }
            }
        }
        tournament.forbidden = headers.forbidden(done + 1);
        tournament.rounds = headers.rounds.unwrap_or(done);
        tournament.initial_colour = headers.initial.or_else(|| inferred(tournament)).unwrap_or(Colour::White);
        tournament.acceleration = headers.acceleration(tournament.players.len());
        Ok(())
    }

    /// Whether a player's line agrees with itself and with those of the opponents.
    fn check(&self, line: usize, claim: &Claim) -> Result<(), Fault> {
        let source = Source { line, text: &claim.text };
        let tournament = &self.tournament;
        let Some(player) = tournament.player(claim.number) else { return Ok(()) };
        for (index, entry) in player.rounds.iter().enumerate() {
            let Some(opponent) = entry.opponent() else { continue };
            let back = tournament.player(opponent).and_then(|other| other.rounds.get(index));
            let agrees = opponent != claim.number
                && back.is_some_and(|back| {
                    back.opponent() == Some(claim.number)
                        && back.played() == entry.played()
                        && back.colour() == entry.colour().map(Colour::other)
                });
            if !agrees {
                let expected = format!("a round {} that agrees with the line of player {opponent}", index + 1);
                return Err(source.fault(92 + 10 * index, 8, expected));
            }
        }
        let Some(points) = claim.points else { return Ok(()) };
        let done = tournament.played();
        let scored = tournament.points(claim.number, done);
        let all = tournament.points(claim.number, player.rounds.len());
        let virtual_points =
            (done..=done + 1).map(|round| tournament.acceleration.points(claim.number, round, tournament.rounds));
        let allowed = [scored, all].into_iter().chain(virtual_points.map(|more| scored + more));
        if !allowed.into_iter().any(|sum| sum == points) {
            return Err(source.fault(81, 4, format!("the points that the results add up to, {scored}")));
        }
        Ok(())
    }
}

/// What a player's line says, to be held against the others.
struct Claim {
    number: Number,
    points: Option<Points>,
    text: Vec<char>,
}

/// The colour that number 1 had by lot, as the first round with colours tells.
fn inferred(tournament: &Tournament) -> Option<Colour> {
    (1..=tournament.played()).find_map(|round| {
        tournament.players.iter().find_map(|player| {
            let colour = tournament.entry(player, round).colour()?;
            Some(if player.number % 2 == 1 { colour } else { colour.other() })
        })
    })
}
