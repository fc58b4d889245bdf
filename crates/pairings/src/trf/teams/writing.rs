//! Writes the teams of a tournament into a report.

use super::{TeamEvent, TeamRecord};
use crate::acceleration::Acceleration;
use crate::team_swiss::Preferences;
use crate::tie_breaks::TeamTournament;
use crate::tournament::{Bye, Colour, Entry, Number, Player, Points, Tournament};
use crate::trf::{Edition, Report, cells};

impl Report {
    /// Writes the teams of a tournament into a new report of its players: who plays for them; in the edition of 2026 also
    /// the system, byes, forfeits and line-ups out of order, of which the older one knows nothing.
    ///
    /// ```
    /// use rookery_pairings::trf::{Edition, Report, TeamEvent, TeamRecord};
    /// use rookery_pairings::{Preferences, TeamSwiss, TeamTournament, Tournament};
    ///
    /// let record = |number, name: &str, players: [u32; 2]| {
    ///     let (name, players) = (name.to_owned(), players.to_vec());
    ///     (number, TeamRecord { number, name, players, ..TeamRecord::default() })
    /// };
    /// let matches = Tournament { scoring: TeamSwiss::MATCH_POINTS, ..Tournament::of(2, 1) };
    /// let event = TeamEvent {
    ///     teams: TeamTournament { matches, boards: 2, scoring: Default::default(), games: [].into() },
    ///     records: [record(1, "Rooks", [1, 2]), record(2, "Bishops", [3, 4])].into(),
    ///     is_swiss: true,
    ///     preferences: Preferences::Simple,
    ///     has_second_score: true,
    ///     line_ups: [].into(),
    /// };
    /// let mut report = Report::of(&Tournament::of(4, 1), "Evening", Edition::Trf26)?;
    /// report.list_teams(event);
    /// let again = Report::read(&report.write())?;
    /// assert_eq!(again.teams, report.teams);
    /// assert_eq!(again.teams.unwrap().records[&2].name, "Bishops");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list_teams(&mut self, mut event: TeamEvent) {
        if self.edition == Edition::Trf16 {
            let teams = format!("082 {}", event.records.len());
            self.insert_before_players(
                std::iter::once(teams).chain(event.records.values().map(TeamRecord::older_line)),
            );
            return;
        }
        let TeamEvent { teams, records, is_swiss, preferences, has_second_score, line_ups } = &mut event;
        let matches = &teams.matches;
        let done = matches.played();
        for record in records.values_mut() {
            record.match_points = Some(matches.points(record.number, done));
            record.game_points =
                Some(teams.games.get(&record.number).into_iter().flatten().map(|games| games.points).sum());
        }
        let kind = match preferences {
            Preferences::Ignored => "FIDE_TEAM_MP",
            Preferences::Simple => "FIDE_TEAM_TYPEA_MP",
            Preferences::Graded => "FIDE_TEAM_TYPEB_MP",
        };
        let baku = if matches.acceleration == Acceleration::None { "" } else { "_BAKU" };
        let mut lines = vec![format!("082 {}", matches.players.len())];
        if *is_swiss {
            lines.push(format!("192 {kind}{}{baku}", if *has_second_score { "_GP" } else { "" }));
        }
        let colours: String = (0..teams.boards).map(|board| if board % 2 == 0 { 'W' } else { 'B' }).collect();
        lines.push(format!("352 {colours}"));
        let scoring = &matches.scoring;
        let is_usual = (scoring.win, scoring.draw, scoring.loss) == (Points(20), Points(10), Points(0));
        if !is_usual {
            let value = |code: &str, points: Points| format!("{code}{:>4}   ", points.to_string());
            let values = [value("TW", scoring.win), value("TD", scoring.draw), value("TL", scoring.loss)].concat();
            lines.push(format!("362 {}", values.trim_end()));
        }
        lines.extend(self::byes(teams, done));
        lines.extend(self::forfeits(matches, done));
        for ((round, team), seats) in line_ups.iter() {
            let player = matches.player(*team);
            let opponent = player.and_then(|team| matches.entry(team, *round).opponent()).unwrap_or(0);
            let seats: String = seats.iter().map(|seat| format!(" {:>4}", seat.unwrap_or(0))).collect();
            lines.push(format!("300 {round:>3} {team:>3} {opponent:>3}{}", seats.replace("    0", " 0000")));
        }
        lines.extend(records.values().map(TeamRecord::line));
        self.insert_before_players(lines);
        self.teams = Some(event);
    }
}

/// The lines of byes: those of the pairing (320), and those that were asked for (240).
fn byes(teams: &TeamTournament, done: usize) -> Vec<String> {
    let matches = &teams.matches;
    let had = |round: usize, bye: Bye| {
        let own = move |team: &&Player| matches.entry(team, round) == Entry::Bye(bye);
        matches.players.iter().filter(own).map(|team| team.number)
    };
    let allocated: Vec<Number> = (1..=done).map(|round| had(round, Bye::Allocated).next().unwrap_or(0)).collect();
    let mut lines = Vec::new();
    if let Some(last) = allocated.iter().rposition(|team| *team > 0) {
        let (round, team) = (last, allocated[last]);
        let games = teams.games.get(&team).and_then(|rounds| rounds.get(round)).map_or(Points(0), |games| games.points);
        let byes: String = allocated[..=last].iter().map(|team| format!(" {team:03}")).collect();
        lines.push(format!("320 {:>4} {:>4}{byes}", matches.scoring.allocated_bye.to_string(), games.to_string()));
    }
    let past = (1..=done).flat_map(|round| {
        let of_kind = |bye| had(round, bye).map(move |team| (round, team, bye));
        of_kind(Bye::Half).chain(of_kind(Bye::Full)).collect::<Vec<_>>()
    });
    let coming = matches.asked.iter().map(|((round, team), bye)| (*round, *team, *bye));
    lines.extend(
        past.chain(coming).map(|(round, team, bye)| format!("240 {} {round:03} {team:>4}", cells::letter(bye))),
    );
    lines
}

/// The lines of matches that were not played.
fn forfeits(matches: &Tournament, done: usize) -> Vec<String> {
    let of_round = |round: usize| {
        matches.players.iter().filter_map(move |team| match matches.entry(team, round) {
            Entry::Forfeit { opponent, colour: Some(Colour::White), won } => {
                let theirs = matches.player(opponent).map(|team| matches.entry(team, round));
                let lost = matches!(theirs, Some(Entry::Forfeit { won: true, .. }));
                let kind = if won {
                    "+-"
                } else if lost {
                    "-+"
                } else {
                    "--"
                };
                Some(format!("330 {kind} {round:03} {:03} {opponent:03}", team.number))
            }
            _ => None,
        })
    };
    (1..=done).flat_map(of_round).collect()
}

impl TeamRecord {
    /// As a line 310 has it.
    fn line(&self) -> String {
        let points = |points: Option<Points>| points.map(|points| points.to_string()).unwrap_or_default();
        let rank = self.rank.map(|rank| rank.to_string()).unwrap_or_default();
        let cut = |text: &str, most: usize| text.replace(char::is_control, " ").chars().take(most).collect::<String>();
        let mut line = format!(
            "310 {:>3} {:<32} {:<5} {:>6} {:>6} {:>6} {:>3} ",
            self.number,
            cut(&self.name, 32),
            cut(&self.nickname, 5),
            cut(&self.strength, 6),
            points(self.match_points),
            points(self.game_points),
            rank
        );
        line.extend(self.players.iter().map(|player| format!(" {player:>4}")));
        line.trim_end().to_owned()
    }
}

impl TeamRecord {
    /// As a line 013 of the older edition has it.
    fn older_line(&self) -> String {
        let name: String = self.name.replace(char::is_control, " ").chars().take(31).collect();
        let players: Vec<String> = self.players.iter().map(|player| format!("{player:>4}")).collect();
        format!("013 {name:<32}{}", players.join(" ")).trim_end().to_owned()
    }
}
