//! Everybody against everybody in one session, in the order of a tournament. Pure.

use std::collections::BTreeMap;

use crate::id::PersonId;
use crate::ratings::Outcome;

/// A player's line. Halves are counted: a win is two, a draw one.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub person: PersonId,
    pub games: u32,
    pub points: u32,
    /// The points of all opponents, once for each game (Buchholz).
    pub buchholz: u32,
    /// Opponents' points for each win, half of them for each draw (Sonneborn-Berger), in quarters.
    pub sonneborn: u32,
    /// Against the player of each line: results in order, `1`, `½`, `0`.
    pub cells: Vec<String>,
}

/// Players up to whom a crosstable fits a page.
const MOST: usize = 24;

/// Whether a crosstable of so many players is worth its room, with so many of its cells filled: it fits, and a third of the
/// pairs have met. Of one round among many, the list of games says all. Sessions and tournaments both ask here.
pub fn is_dense(players: usize, filled: usize) -> bool {
    (2..=MOST).contains(&players) && filled * 3 >= players * (players - 1)
}

/// The table of a session's games, where it is worth its room; else nothing.
pub fn dense(games: &[(PersonId, PersonId, Outcome)]) -> Vec<Row> {
    let table = crosstable(games);
    let filled = table.iter().flat_map(|row| &row.cells).filter(|cell| !cell.is_empty()).count();
    if is_dense(table.len(), filled) { table } else { Vec::new() }
}

/// The table of a session's games: most points first, equal ones by Buchholz, then Sonneborn-Berger,
/// then the order in which they are known.
fn crosstable(games: &[(PersonId, PersonId, Outcome)]) -> Vec<Row> {
    let mut played: BTreeMap<PersonId, Vec<(PersonId, u32)>> = BTreeMap::new();
    for &(white, black, outcome) in games {
        let (first, second) = match outcome {
            Outcome::White => (2, 0),
            Outcome::Draw => (1, 1),
            Outcome::Black => (0, 2),
        };
        played.entry(white).or_default().push((black, first));
        played.entry(black).or_default().push((white, second));
    }
    let points: BTreeMap<PersonId, u32> =
        played.iter().map(|(person, games)| (*person, games.iter().map(|game| game.1).sum())).collect();
    let of = |person: &PersonId| points.get(person).copied().unwrap_or(0);
    let row = |(person, games): (&PersonId, &Vec<(PersonId, u32)>)| Row {
        person: *person,
        games: u32::try_from(games.len()).unwrap_or(u32::MAX),
        points: of(person),
        buchholz: games.iter().map(|(opponent, _)| of(opponent)).sum(),
        sonneborn: games.iter().map(|(opponent, gained)| gained * of(opponent)).sum(),
        cells: Vec::new(),
    };
    let mut rows: Vec<Row> = played.iter().map(row).collect();
    let key = |row: &Row| (row.points, row.buchholz, row.sonneborn);
    rows.sort_by(|one, other| key(other).cmp(&key(one)).then(one.person.cmp(&other.person)));
    let order: Vec<PersonId> = rows.iter().map(|row| row.person).collect();
    for row in &mut rows {
        let games = played.get(&row.person).map_or(&[][..], Vec::as_slice);
        let against = |opponent: &PersonId| {
            let met = games.iter().filter(|(other, _)| other == opponent);
            met.map(|(_, gained)| ["0", "½", "1"][*gained as usize % 3]).collect()
        };
        row.cells = order.iter().map(against).collect();
    }
    rows
}

/// A line's place in its table, which lines that are equal in everything share.
pub fn rank(table: &[Row], row: &Row) -> usize {
    let made = |row: &Row| (row.points, row.buchholz, row.sonneborn);
    1 + table.iter().filter(|other| made(other) > made(row)).count()
}

/// Halves as they are written: `3½`.
pub fn halves(number: u32) -> String {
    match (number / 2, number % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Quarters as they are written: `3¼`.
pub fn quarters(number: u32) -> String {
    let part = ["", "¼", "½", "¾"][number as usize % 4];
    match number / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_points_stand_by_whom_they_were_made_against() {
        let [ann, ben, cleo, dan] = [1, 2, 3, 4].map(PersonId);
        let games = [
            (ann, dan, Outcome::White),
            (ben, cleo, Outcome::White),
            (cleo, dan, Outcome::White),
            (dan, ann, Outcome::Draw),
            (ben, ann, Outcome::Draw),
        ];
        let table = crosstable(&games);
        let told: Vec<_> = table.iter().map(|row| (row.person, halves(row.points), halves(row.buchholz))).collect();
        let expected = [(ann, "2", "2½"), (ben, "1½", "3"), (cleo, "1", "2"), (dan, "½", "5")];
        assert_eq!(told, expected.map(|(who, points, buchholz)| (who, points.to_owned(), buchholz.to_owned())));
        assert_eq!(table[0].cells, ["", "½", "", "1½"]);
        assert_eq!(table[3].cells, ["0½", "", "0", ""]);
        assert_eq!(table.iter().map(|row| quarters(row.sonneborn)).collect::<Vec<_>>(), ["1½", "2", "½", "1"]);
        assert_eq!(table.iter().map(|row| rank(&table, row)).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }

    #[test]
    fn who_is_equal_in_everything_shares_a_place() {
        let [ann, ben, cleo, dan] = [1, 2, 3, 4].map(PersonId);
        let table = crosstable(&[(ann, ben, Outcome::White), (cleo, dan, Outcome::White)]);
        assert_eq!(table.iter().map(|row| rank(&table, row)).collect::<Vec<_>>(), [1, 1, 3, 3]);
    }

    #[test]
    fn a_crosstable_stands_only_where_a_third_of_the_pairs_have_met_and_it_fits() {
        // Players, rounds of which each brings everybody one opponent, and whether the table is shown.
        for (players, rounds, is_shown) in [
            (0, 0, false),
            (1, 0, false),
            (2, 0, false),
            (2, 1, true),
            (4, 1, true),
            (8, 2, false),
            (8, 3, true),
            (12, 1, false),
            (24, 7, false),
            (24, 8, true),
            (26, 25, false),
        ] {
            assert_eq!(is_dense(players, players * rounds), is_shown, "{players} players, {rounds} rounds");
        }
    }

    #[test]
    fn one_round_of_many_has_no_table() {
        let round = |boards: i64| -> Vec<_> {
            (0..boards).map(|board| (PersonId(2 * board), PersonId(2 * board + 1), Outcome::Draw)).collect()
        };
        assert_eq!(dense(&round(2)).len(), 4);
        assert!(dense(&round(3)).is_empty());
        assert!(dense(&[]).is_empty());
    }
}
