//! Writes a report: lines that were read as they were, rounds that changed in the usual form.

use std::collections::BTreeMap;

use super::{Line, Person, Report, cells};
use crate::acceleration::Acceleration;
use crate::error::Error;
use crate::tournament::{Bye, Colour, Entry, Forbidden, Number, Player, Points, Scoring, Tournament};

/// Which edition of the format a new report follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// That of 2016, with the lines that pairing engines added.
    Trf16,
    /// That of 2026.
    Trf26,
}

/// Why a tournament cannot be written as a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// It contradicts itself.
    #[error(transparent)]
    Records(#[from] Error),
    /// A number or a rating has no place in four columns.
    #[error("the number and the rating of player {0} must be from 1 to 9999")]
    Player(Number),
    /// The file has three columns for a round.
    #[error("{0} rounds are more than 999")]
    Rounds(usize),
    /// Points have no place in their columns.
    #[error("{0} points must be from 0.0 to 99.9")]
    Points(Points),
    /// TRF26 gives wins without a game and full byes what a win is worth, and forfeits what absence is.
    #[error("TRF26 has no place for forfeits and full byes that are not worth what wins and absences are")]
    Scoring,
    /// Two must not meet in no rounds at all, or in some only, of which TRF16 knows nothing; or they are no players.
    #[error("the file has no place for the rounds in which {0} and {1} must not meet")]
    Forbidden(Number, Number),
}

impl Report {
    /// A new report of a tournament.
    ///
    /// # Errors
    /// Where the edition has no place for something that pairings depend on.
    pub fn of(tournament: &Tournament, name: &str, edition: Edition) -> Result<Self, Unwritable> {
        fits(tournament, edition)?;
        let colour = tournament.initial_colour;
        let mut lines =
            vec![format!("012 {}", name.replace(char::is_control, " ")), format!("062 {}", tournament.players.len())];
        match edition {
            Edition::Trf16 => {
                lines.push(format!("XXR {}", tournament.rounds));
                lines.push(format!("XXC {}", if colour == Colour::White { "white1" } else { "black1" }));
            }
            Edition::Trf26 => {
                lines.push(format!("142 {}", tournament.rounds));
                lines.push(format!("152 {}", if colour == Colour::White { "W" } else { "B" }));
            }
        }
        lines.extend(values(&tournament.scoring, edition));
        if tournament.acceleration != Acceleration::None {
            lines.extend(tournament.players.iter().filter_map(|player| accelerated(tournament, player)));
        }
        for Forbidden { lower, higher, first, last } in &tournament.forbidden {
            let (first, last) = (*first.max(&1), (*last).min(tournament.rounds.max(*first).max(1)));
            lines.push(match edition {
                Edition::Trf16 => format!("XXP {lower} {higher}"),
                Edition::Trf26 => format!("260 {first:>3} {last:>3} {lower:>4} {higher:>4}"),
            });
        }
        let mut people = BTreeMap::new();
        let mut lines: Vec<Line> = lines.into_iter().map(Line::Other).collect();
        for player in &tournament.players {
            people.insert(player.number, person(tournament, player));
            lines.push(Line::Player(player.number));
        }
        Ok(Self {
            tournament: tournament.clone(),
            people,
            teams: None,
            lines,
            ending: "\r\n".to_owned(),
            closed: true,
            edition,
            played: tournament.played(),
            asked: BTreeMap::new(),
        })
    }

    /// The file. Of a report that was read and not changed, what was read. Players of whom anything changed get the
    /// points of their results.
    pub fn write(&self) -> String {
        // In a file of teams, byes are asked for by teams.
        let renewed = self.asked != self.tournament.asked && self.teams.is_none();
        let mut asked: BTreeMap<Number, Vec<(usize, Bye)>> = BTreeMap::new();
        for (round, number, bye) in self.ahead() {
            asked.entry(number).or_default().push((round, bye));
        }
        let mut lines: Vec<String> = Vec::new();
        let mut first_player = None;
        for line in &self.lines {
            match line {
                Line::Other(text) => lines.push(text.clone()),
                Line::Byes(text) if !renewed => lines.push(text.clone()),
                Line::Byes(_) => {}
                Line::Player(number) => {
                    first_player.get_or_insert(lines.len());
                    let asked = asked.get(number).map_or(&[][..], Vec::as_slice);
                    lines.push(self.player_line(*number, asked, renewed && self.edition == Edition::Trf16));
                }
            }
        }
        if renewed && self.edition == Edition::Trf26 {
            let at = first_player.unwrap_or(lines.len());
            lines.splice(at..at, self.byes());
        }
        let end = if self.closed { &self.ending } else { "" };
        lines.join(&self.ending) + end
    }

    /// The lines of byes asked for that no player's line says.
    fn byes(&self) -> Vec<String> {
        let said = |number: Number, round: usize, bye: Bye| {
            self.people.get(&number).is_some_and(|person| person.said(round - 1, &Entry::Bye(bye)))
        };
        let unsaid = self.ahead().filter(|(round, number, bye)| !said(*number, *round, *bye));
        unsaid.map(|(round, number, bye)| format!("240 {} {round:>3} {number:>4}", cells::letter(bye))).collect()
    }

    /// The byes asked for in rounds to come, by round.
    fn ahead(&self) -> impl Iterator<Item = (usize, Number, Bye)> {
        let done = self.tournament.played();
        let asked = self.tournament.asked.iter().map(|((round, number), bye)| (*round, *number, *bye));
        asked.filter(move |(round, _, _)| (done + 1..1000).contains(round))
    }

    /// A player's line, with the byes asked for that were read there, or with all of them.
    fn player_line(&self, number: Number, asked: &[(usize, Bye)], all: bool) -> String {
        let (Some(person), Some(player)) = (self.people.get(&number), self.tournament.player(number)) else {
            return String::new();
        };
        let mut person = person.clone();
        let done = player.rounds.len();
        let read = person.cells.iter().take(done).map(|(_, entry)| entry);
        if self.played != self.tournament.played() || !read.eq(&player.rounds) {
            person.score(self.tournament.points(number, done));
        }
        let mut line: String = person.head.iter().collect();
        let mut cells = 0;
        let mut entries: Vec<Option<Entry>> = player.rounds.iter().copied().map(Some).collect();
        for (round, bye) in asked {
            entries.resize(round - 1, None);
            entries.push(Some(Entry::Bye(*bye)));
        }
        for (index, entry) in entries.into_iter().enumerate() {
            let cell = match (person.cells.get(index), entry) {
                (Some((cell, read)), Some(entry)) if *read == entry && (index < done || !blank(cell)) => cell.clone(),
                (_, Some(entry)) if index < done || all => cells::write(&entry),
                (Some((cell, _)), _) if blank(cell) => cell.clone(),
                _ => continue,
            };
            let missing = (91 + 10 * index).saturating_sub(line.chars().count());
            line.extend(std::iter::repeat_n(' ', missing));
            line += &cell;
            cells = index + 1;
        }
        line + if cells == person.cells.len() { &person.tail } else { person.tail.trim_start_matches(' ') }
    }
}

impl Person {
    /// Whether the line that was read says this of a round (from 0), and not by a blank.
    fn said(&self, index: usize, entry: &Entry) -> bool {
        self.cells.get(index).is_some_and(|(cell, read)| read == entry && !blank(cell))
    }
}

/// Whether a cell says nothing, if it is of a round to come.
fn blank(cell: &str) -> bool {
    cell.trim().is_empty()
}

fn person(tournament: &Tournament, player: &Player) -> Person {
    let mut person = Person { head: vec![' '; 91], cells: Vec::new(), tail: String::new() };
    person.put(1, "001");
    person.put(5, &format!("{:>4}", player.number));
    person.put(15, &format!("Player {}", player.number));
    if let Some(rating) = player.rating {
        person.put(49, &format!("{rating:>4}"));
    }
    person.score(tournament.points(player.number, tournament.played()));
    person.stand(player.number);
    person
}

/// Whether an edition has a place for all of a tournament.
fn fits(tournament: &Tournament, edition: Edition) -> Result<(), Unwritable> {
    tournament.check()?;
    let later = tournament.asked.keys().map(|(round, _)| *round);
    let last = later.chain(tournament.forbidden.iter().map(|forbidden| forbidden.first)).max().unwrap_or(0);
    if tournament.rounds.max(last) > 999 {
        return Err(Unwritable::Rounds(tournament.rounds.max(last)));
    }
    let small = |number: i64| (1..=9999).contains(&number);
    for player in &tournament.players {
        if !small(player.number.into()) || player.rating.is_some_and(|rating| !small(rating.into())) {
            return Err(Unwritable::Player(player.number));
        }
    }
    for forbidden in &tournament.forbidden {
        if !small(forbidden.lower.into()) || !small(forbidden.higher.into()) || forbidden.last < forbidden.first.max(1)
        {
            return Err(Unwritable::Forbidden(forbidden.lower, forbidden.higher));
        }
    }
    let Scoring { win, draw, loss, forfeit_win, forfeit_loss, allocated_bye, full_bye, half_bye, zero_bye } =
        tournament.scoring;
    let values = [win, draw, loss, forfeit_win, forfeit_loss, allocated_bye, full_bye, half_bye, zero_bye];
    let virtual_points = tournament.players.iter().flat_map(|player| {
        let rounds = if tournament.acceleration == Acceleration::None { 0 } else { tournament.rounds };
        (1..=rounds).map(|round| tournament.virtual_points(player.number, round))
    });
    if let Some(points) = values.into_iter().chain(virtual_points).find(|points| !(0..1000).contains(&points.0)) {
        return Err(Unwritable::Points(points));
    }
    match edition {
        Edition::Trf26 if (forfeit_win, full_bye, forfeit_loss) != (win, win, zero_bye) => Err(Unwritable::Scoring),
        Edition::Trf26 => Ok(()),
        Edition::Trf16 => {
            let part = |forbidden: &&Forbidden| forbidden.first > 1 || forbidden.last < tournament.rounds;
            let part = tournament.forbidden.iter().find(part);
            part.map_or(Ok(()), |pair| Err(Unwritable::Forbidden(pair.lower, pair.higher)))
        }
    }
}

/// The virtual points of a player, if there are any.
fn accelerated(tournament: &Tournament, player: &Player) -> Option<String> {
    let of = |round: usize| tournament.virtual_points(player.number, round);
    let last = (1..=tournament.rounds).rev().find(|round| of(*round).0 > 0)?;
    let points: String = (1..=last).map(|round| format!(" {:>4}", of(round).to_string())).collect();
    Some(format!("XXA {:>4}{points}", player.number))
}

fn values(scoring: &Scoring, edition: Edition) -> Vec<String> {
    if *scoring == Scoring::default() {
        return Vec::new();
    }
    match edition {
        Edition::Trf16 => vec![format!(
            "XXS W={} FW={} D={} WL={} ZPB={} HPB={} FPB={} PAB={} FL={}",
            scoring.win,
            scoring.forfeit_win,
            scoring.draw,
            scoring.loss,
            scoring.zero_bye,
            scoring.half_bye,
            scoring.full_bye,
            scoring.allocated_bye,
            scoring.forfeit_loss
        )],
        Edition::Trf26 => {
            let values = [
                ('W', scoring.win),
                ('D', scoring.draw),
                ('L', scoring.loss),
                ('A', scoring.zero_bye),
                ('P', scoring.allocated_bye),
                ('X', scoring.half_bye),
            ];
            let values: String =
                values.iter().map(|(kind, value)| format!("{kind}{:>4}    ", value.to_string())).collect();
            vec![format!("162  {}", values.trim_end())]
        }
    }
}
