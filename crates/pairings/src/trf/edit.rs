//! Edits of a report other than rounds: the lines of the tournament, and data of people.

use super::{Edition, Line, Person, Report};
use crate::tournament::Number;

impl Report {
    /// Which edition the file follows.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// What the first line with a code of three letters says: `012` has the name.
    pub fn header(&self, code: &str) -> Option<&str> {
        self.lines.iter().find_map(|line| match line {
            Line::Other(text) => text.strip_prefix(code).map(|said| said.strip_prefix(' ').unwrap_or(said)),
            _ => None,
        })
    }

    /// Puts such a line in, in place of the one that was there; new ones in the order of their codes, before the players.
    ///
    /// ```
    /// use rookery_pairings::trf::Report;
    ///
    /// let mut report = Report::read("012 Evening\n142 3\n001    1\n")?;
    /// report.set_header("042", "2026/11/24");
    /// report.set_header("012", "Club");
    /// assert_eq!(report.header("042"), Some("2026/11/24"));
    /// assert_eq!(report.write(), "012 Club\n042 2026/11/24\n142 3\n001    1\n");
    /// # Ok::<(), rookery_pairings::trf::Fault>(())
    /// ```
    pub fn set_header(&mut self, code: &str, said: &str) {
        let line = Line::Other(format!("{code} {}", said.replace(char::is_control, " ")));
        let has = |line: &Line| matches!(line, Line::Other(text) if text.starts_with(code));
        if let Some(old) = self.lines.iter_mut().find(|line| has(line)) {
            *old = line;
            return;
        }
        let later = |line: &Line| match line {
            Line::Other(text) => text.get(..3).is_some_and(|other| other > code),
            Line::Player(_) | Line::Byes(_) => true,
        };
        let place = self.lines.iter().position(later).unwrap_or(self.lines.len());
        self.lines.insert(place, line);
    }

    /// Writes what national lists say of players (TRF's national records), behind the players, in place of those that were
    /// there; who is no player of the report is left out.
    ///
    /// ```
    /// use rookery_pairings::trf::{National, Report};
    ///
    /// let mut report = Report::read("012 Evening\n142 1\n001    1\n")?;
    /// report.people.get_mut(&1).unwrap().set_name("Moss, May");
    /// let own = National { federation: "ENG".to_owned(), number: 1, rating: Some(1540), id: "310142K".to_owned() };
    /// report.list_national(&[own.clone()]);
    /// assert_eq!(Report::read(&report.write())?.national(), [own]);
    /// # Ok::<(), rookery_pairings::trf::Fault>(())
    /// ```
    pub fn list_national(&mut self, records: &[National]) {
        self.lines.retain(|line| !matches!(line, Line::Other(text) if national(text).is_some()));
        let known = |own: &&National| is_federation(&own.federation) && self.people.contains_key(&own.number);
        let lines: Vec<Line> = records
            .iter()
            .filter(known)
            .filter_map(|own| {
                let mut line = self.people.get(&own.number)?.clone();
                line.head.truncate(79);
                line.put(1, &own.federation);
                line.fill(11, 13, "");
                line.put(49, &own.rating.map_or_else(|| " ".repeat(4), |rating| format!("{rating:>4}")));
                line.put(54, &own.federation);
                line.fill(58, 68, &format!("{:>11}", own.id));
                Some(Line::Other(line.head.iter().collect::<String>().trim_end().to_owned()))
            })
            .collect();
        let behind = self.lines.iter().rposition(|line| matches!(line, Line::Player(_))).map_or(0, |last| last + 1);
        self.lines.splice(behind..behind, lines);
    }

    /// What national lists say of players, as the file has it.
    pub fn national(&self) -> Vec<National> {
        let other = |line: &Line| match line {
            Line::Other(text) => national(text),
            _ => None,
        };
        self.lines.iter().filter_map(other).filter(|own| self.people.contains_key(&own.number)).collect()
    }

    /// Which line of the file, from 1, is a player's.
    pub fn line_of(&self, number: Number) -> Option<usize> {
        self.lines.iter().position(|line| *line == Line::Player(number)).map(|index| index + 1)
    }
}

/// What the list of a national federation says of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct National {
    /// The three letters by which FIDE knows the federation.
    pub federation: String,
    /// The player's number in the report.
    pub number: Number,
    /// The rating there, if the list has one.
    pub rating: Option<u32>,
    /// The number or name there, or nothing; at most 11 letters.
    pub id: String,
}

fn is_federation(code: &str) -> bool {
    // XXR, BBW and their like are lines of pairing engines.
    code.len() == 3
        && code.bytes().all(|letter| letter.is_ascii_uppercase())
        && !code.starts_with("XX")
        && !code.starts_with("BB")
}

/// A line that begins with a federation's letters as what its list says.
fn national(line: &str) -> Option<National> {
    let federation = line.get(..3).filter(|code| is_federation(code))?;
    let letters: Vec<char> = line.chars().collect();
    let columns = |first: usize, last: usize| {
        letters.iter().skip(first - 1).take(last + 1 - first).collect::<String>().trim().to_owned()
    };
    let number = columns(5, 8).parse().ok()?;
    Some(National {
        federation: federation.to_owned(),
        number,
        rating: columns(49, 52).parse().ok(),
        id: columns(58, 68),
    })
}

impl Person {
    /// Writes the name; `Last, First` as FIDE has it. What has no place in 33 columns is cut off.
    pub fn set_name(&mut self, name: &str) {
        self.fill(15, 47, name);
    }

    /// Writes the title, in three columns.
    pub fn set_title(&mut self, title: &str) {
        self.fill(11, 13, &format!("{title:>3}"));
    }

    /// Writes the number that FIDE gave the player.
    pub fn set_fide_number(&mut self, number: &str) {
        self.fill(58, 68, &format!("{number:>11}"));
    }

    fn fill(&mut self, first: usize, last: usize, text: &str) {
        let width = last + 1 - first;
        let text: String = text.replace(char::is_control, " ").chars().take(width).collect();
        self.put(first, &format!("{text:<width$}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tournament;

    #[test]
    fn people_are_written_in_their_columns() {
        let mut report = Report::of(&Tournament::of(2, 1), "Club", Edition::Trf26).unwrap();
        let person = report.people.get_mut(&2).unwrap();
        person.set_name("Goldberg-Featherstonehaugh-Cholmondeley, Maya");
        person.set_title("WFM");
        person.set_fide_number("1503014");
        let again = Report::read(&report.write()).unwrap();
        let person = &again.people[&2];
        assert_eq!(person.name(), "Goldberg-Featherstonehaugh-Cholmo");
        assert_eq!((person.title().as_str(), person.fide_number().as_str()), ("WFM", "1503014"));
        assert_eq!(again.line_of(2), report.line_of(1).map(|line| line + 1));
    }
}
