//! Writes a report: lines that were read as they were, rounds that changed in the usual form.

use std::collections::BTreeMap;

use super::{Line, Person, Report, cells};
use crate::acceleration::Acceleration;
use crate::tournament::{Colour, Player, Scoring, Tournament};

/// Which edition of the format a new report follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// That of 2016, with the lines that pairing engines added.
    Trf16,
    /// That of 2026.
    Trf26,
}

impl Report {
    /// A new report of a tournament.
    pub fn of(tournament: &Tournament, name: &str, edition: Edition) -> Self {
        let colour = tournament.initial_colour;
        let mut lines = vec![format!("012 {name}"), format!("062 {}", tournament.players.len())];
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
        for (one, other) in &tournament.forbidden {
            lines.push(match edition {
                Edition::Trf16 => format!("XXP {one} {other}"),
                Edition::Trf26 => format!("260 {:>3} {:>3} {one:>4} {other:>4}", 1, tournament.rounds),
            });
        }
        let mut people = BTreeMap::new();
        let mut lines: Vec<Line> = lines.into_iter().map(Line::Other).collect();
        for player in &tournament.players {
            people.insert(player.number, person(tournament, player));
            lines.push(Line::Player(player.number));
        }
        Self { tournament: tournament.clone(), people, lines, ending: "\r\n".to_owned(), closed: true }
    }

    /// The file. Of a report that was read and not changed, what was read.
    pub fn write(&self) -> String {
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|line| match line {
                Line::Other(text) => text.clone(),
                Line::Player(number) => self.player_line(*number),
            })
            .collect();
        let end = if self.closed { &self.ending } else { "" };
        lines.join(&self.ending) + end
    }

    fn player_line(&self, number: u32) -> String {
        let (Some(person), Some(player)) = (self.people.get(&number), self.tournament.player(number)) else {
            return String::new();
        };
        let mut line: String = person.head.iter().collect();
        for (index, entry) in player.rounds.iter().enumerate() {
            let read = person.cells.get(index).filter(|(_, read)| read == entry).map(|(cell, _)| cell.as_str());
            if read == Some("") {
                continue;
            }
            let width = 91 + 10 * index;
            let missing = width.saturating_sub(line.chars().count());
            line.extend(std::iter::repeat_n(' ', missing));
            line += &read.map_or_else(|| cells::write(entry), str::to_owned);
        }
        line
    }
}

fn person(tournament: &Tournament, player: &Player) -> Person {
    let mut person = Person { head: vec![' '; 91], cells: Vec::new() };
    person.put(1, "001");
    person.put(5, &format!("{:>4}", player.number));
    person.put(15, &format!("Player {}", player.number));
    if let Some(rating) = player.rating {
        person.put(49, &format!("{rating:>4}"));
    }
    person.stand(tournament.points(player.number, tournament.played()), player.number);
    person
}

/// The virtual points of a player, if there are any.
fn accelerated(tournament: &Tournament, player: &Player) -> Option<String> {
    let of = |round: usize| tournament.acceleration.points(player.number, round, tournament.rounds);
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
