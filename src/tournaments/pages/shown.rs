//! A tournament as its pages show it: its facts, and the reader's part in it.

mod crosstable;

use std::collections::HashMap;
use std::fmt::Display;

use chrono::{DateTime, NaiveDateTime, Utc};

use crate::auth::Roles;
use crate::conduct;
use crate::db::Db;
use crate::error::Error;
use crate::games::Ending;
use crate::id::{GameId, PersonId, SessionId};
use crate::members;
use crate::rulebook;
use crate::sessions;
use crate::tournaments::rules::{self, Facts};
use crate::tournaments::views::{
    self, Board, Cell, Challenge, Entrant, Match, Part, Person, Round, Row, Standings, TeamRow, TieBreak, Whole,
};
use crate::tournaments::{Absence, Decider, Format, Ladder, Score, Settings, State, TournamentId, store};
use crate::web::catalogue::{Language, Text};
use crate::web::dates::Dates;
use crate::web::layout::Frame;

/// Ways for a game to end that can be said.
const ENDINGS: &[Ending] = &[
    Ending::Checkmate,
    Ending::Resignation,
    Ending::DrawAgreed,
    Ending::Flag,
    Ending::Stalemate,
    Ending::Repetition,
    Ending::FiftyMoves,
    Ending::DeadPosition,
    Ending::Bell,
];
/// Rounds to come that somebody can stay away from, where nobody said how many there are.
const AHEAD: i64 = 3;
/// The medals of the first three places.
const MEDALS: [&str; 3] = ["king", "queen", "rook"];

/// What the keys for a result offer the reader.
pub(super) struct Keys {
    /// Whether a result becomes a game of the club, of which is said how it ended.
    pub rated: bool,
    /// Whether the reader can say that somebody did not come.
    pub desk: bool,
    pub endings: &'static [Ending],
}

impl Keys {
    pub fn of(shown: &Shown) -> Keys {
        let desk = shown.moderates() || shown.roles.kiosk;
        Keys { rated: shown.settings().rated, desk, endings: ENDINGS }
    }
}

pub(super) struct Shown {
    pub facts: Facts,
    pub whole: Whole,
    pub dates: Dates,
    /// When the sessions begin at which rounds are played.
    sessions: HashMap<SessionId, NaiveDateTime>,
    pub reader: Option<PersonId>,
    roles: Roles,
    /// Players whose games cannot count for the leaderboard now (Act 0.7).
    banned: Vec<PersonId>,
}

/// A round to come, and how somebody stays away from it.
pub(super) struct Coming {
    pub round: i64,
    pub away: Option<Absence>,
}

pub(super) fn read(db: &mut Db, id: TournamentId, frame: &Frame, now: NaiveDateTime) -> Result<Shown, Error> {
    read_after(db, id, None, frame, now)
}

/// The tournament with the table as it was after a round; after the last one, if none is named.
pub(super) fn read_after(
    db: &mut Db,
    id: TournamentId,
    round: Option<i64>,
    frame: &Frame,
    now: NaiveDateTime,
) -> Result<Shown, Error> {
    let facts = store::facts(db, id, now)?;
    let people: Vec<PersonId> = facts.players.iter().map(|player| player.person).collect();
    let name = members::store::naming(db, &people)?;
    let mut whole = views::whole(&facts, &name, frame.language)?;
    if round.is_some() {
        whole.standings = views::standings(&facts, round, &name, frame.language)?;
    }
    let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
    let mut begin = HashMap::new();
    for session in facts.rounds.iter().filter_map(|round| round.session) {
        begin.insert(session, sessions::store::known(db, session)?.starts_at);
    }
    let reader = frame.person.filter(|_| !frame.roles.kiosk).map(PersonId);
    let banned = conduct::store::banned_among(db, &people, now)?;
    Ok(Shown { facts, whole, dates, sessions: begin, reader, roles: frame.roles, banned })
}

/// The word for a kind of tournament.
pub(super) fn kind(format: &Format) -> &'static str {
    match format {
        Format::Keizer(_) => "keizer",
        Format::Swiss { .. } => "swiss",
        Format::Casual => "casual",
        Format::RoundRobin { .. } => "round_robin",
        Format::Scheveningen => "scheveningen",
        Format::Knockout { .. } => "knockout",
        Format::Ladder(_) => "ladder",
    }
}

/// What a tournament is, in a line: `Swiss · 5 rounds · counts for the leaderboard · 15+10`.
pub(super) fn summary(language: Language, settings: &Settings) -> String {
    let mut parts = vec![language.word("tournament-kind", kind(&settings.format)).to_string()];
    parts.extend(settings.rounds.map(|rounds| language.t("tournament-rounds").count("rounds", rounds).to_string()));
    parts.extend(settings.boards.map(|boards| language.t("tournament-of-teams").count("boards", boards).to_string()));
    parts.push(language.word("tournament-rated", settings.rated).to_string());
    parts.extend(settings.time_control.clone());
    parts.join(" · ")
}

/// How a board came out, as players write it.
pub(super) fn score(result: Option<Score>) -> &'static str {
    match result {
        Some(Score::White) => "1–0",
        Some(Score::Draw) => "½–½",
        Some(Score::Black) => "0–1",
        Some(Score::WhiteForfeit) => "+ –",
        Some(Score::BlackForfeit) => "– +",
        Some(Score::BothForfeit) => "– –",
        None => "",
    }
}

impl Shown {
    pub fn id(&self) -> TournamentId {
        self.whole.tournament.id
    }

    pub fn settings(&self) -> &Settings {
        &self.whole.tournament.settings
    }

    pub fn is(&self, state: State) -> bool {
        self.whole.tournament.state == state
    }

    /// Whether people still play in it, or will.
    pub fn goes_on(&self) -> bool {
        self.is(State::Planned) || self.is(State::Running)
    }

    pub fn is_ladder(&self) -> bool {
        matches!(self.settings().format, Format::Ladder(_))
    }

    pub fn ladder(&self) -> Option<&Ladder> {
        if let Format::Ladder(ladder) = &self.settings().format { Some(ladder) } else { None }
    }

    /// How a level match of a knock-out is decided.
    pub fn decider(&self) -> Option<Decider> {
        if let Format::Knockout { decider, .. } = self.settings().format { Some(decider) } else { None }
    }

    /// Who left a round robin so early that nothing counts which was played with them.
    pub fn left_early(&self) -> Vec<&Person> {
        let field = rules::field(&self.facts, self.last_number());
        let early = rules::left_early(&self.facts, &field);
        let people = early.into_iter().filter_map(|number| field.person(number));
        people.filter_map(|person| self.entrant(&person).map(|entrant| &entrant.person)).collect()
    }

    pub fn is_keizer(&self) -> bool {
        matches!(self.settings().format, Format::Keizer(_))
    }

    pub fn moderates(&self) -> bool {
        self.roles.may_moderate()
    }

    pub fn is_reader(&self, person: &PersonId) -> bool {
        self.reader == Some(*person)
    }

    /// The reader, where they take part.
    pub fn me(&self) -> Option<&Entrant> {
        self.reader.and_then(|reader| self.entrant(&reader))
    }

    pub fn entrant(&self, person: &PersonId) -> Option<&Entrant> {
        self.whole.players.iter().find(|entrant| entrant.person.id == *person)
    }

    pub fn plays_on(&self) -> bool {
        self.goes_on() && self.me().is_some_and(|me| me.withdrawn_from.is_none())
    }

    /// Whether the reader may enter now.
    pub fn may_enter(&self) -> bool {
        let open = self.settings().open_until.is_some_and(|until| self.last_number() < until);
        let open = open || self.settings().open_until.is_some() && self.is_ladder();
        open && self.goes_on() && self.reader.is_some() && self.me().is_none()
    }

    /// Whether anybody has met anybody yet, or may: until then a table only repeats who takes part.
    pub fn has_begun(&self) -> bool {
        self.whole.tournament.begun_at.is_some()
    }

    /// The reader's line of the table.
    pub fn my_row(&self) -> Option<&Row> {
        let mut rows = self.whole.standings.rows.iter();
        rows.find(|row| self.has_begun() && self.is_reader(&row.person.id))
    }

    pub fn round(&self, number: i64) -> Option<&Round> {
        self.whole.rounds.iter().find(|round| round.round == number)
    }

    pub fn last(&self) -> Option<&Round> {
        self.whole.rounds.last()
    }

    pub fn last_number(&self) -> i64 {
        self.last().map_or(0, |round| round.round)
    }

    /// The round that comes next, where there is one to be announced.
    pub fn next_number(&self) -> Option<i64> {
        (self.goes_on() && rules::has_next(&self.facts)).then(|| self.last_number() + 1)
    }

    /// Whether it is a ladder that nobody climbs yet.
    pub fn is_ladder_to_begin(&self) -> bool {
        self.is_ladder() && self.is(State::Planned)
    }

    /// Boards on which the reader plays and nothing is entered yet, with their rounds.
    pub fn my_open_boards(&self) -> Vec<(&Round, &Board)> {
        let boards = self.whole.rounds.iter().flat_map(|round| round.boards.iter().map(move |board| (round, board)));
        boards.filter(|(_, board)| board.result.is_none() && self.sits_at(board)).collect()
    }

    /// The reader's board of the last round, once something is entered.
    pub fn my_last_result(&self) -> Option<&Board> {
        let boards = self.last()?.boards.iter();
        boards.into_iter().find(|board| board.result.is_some() && self.sits_at(board))
    }

    /// That the reader has no opponent in the last round, and why, where that is known.
    pub fn sits_out(&self, frame: &Frame) -> Option<String> {
        let round = self.last()?;
        let bye = round.byes.iter().find(|bye| self.is_reader(&bye.person.id))?;
        if let Some(way) = &bye.asked {
            let told = frame.t("tournament-you-sit-out-asked").with("round", round.round);
            return Some(told.with("why", self.away(frame, way)).to_string());
        }
        let told = frame.t("tournament-you-sit-out").with("round", round.round);
        let is_left_over = round.byes.iter().filter(|bye| bye.asked.is_none()).count() == 1;
        Some(if is_left_over { format!("{told} {}", frame.t("tournament-sit-out-odd")) } else { told.to_string() })
    }

    /// Whether the reader is one of the two on a board.
    pub fn sits_at(&self, board: &Board) -> bool {
        self.has_white(board) || self.is_reader(&board.black.id)
    }

    pub fn has_white(&self, board: &Board) -> bool {
        self.is_reader(&board.white.id)
    }

    /// Where a board's result is sent.
    pub fn address(&self, round: &Round, board: &Board) -> String {
        format!("/tournaments/{}/rounds/{}/boards/{}", self.id(), round.round, board.board)
    }

    /// Where what becomes of a challenge is sent.
    pub fn challenge_address(&self, challenge: &Challenge) -> String {
        format!("/tournaments/{}/challenges/{}", self.id(), challenge.id)
    }

    /// Whether a page is the tournament's own.
    pub fn is_its_own(&self, frame: &Frame) -> bool {
        frame.is_at(&format!("/tournaments/{}", self.id()))
    }

    /// Whether a page is that of a round.
    pub fn is_of(&self, frame: &Frame, round: &Round) -> bool {
        frame.is_at(&format!("/tournaments/{}/rounds/{}", self.id(), round.round))
    }

    /// Whether no game of a board can count, because somebody of it is banned: the desk can still say that it was forfeit.
    pub fn is_barred(&self, board: &Board) -> bool {
        self.settings().rated && [board.white.id, board.black.id].iter().any(|player| self.banned.contains(player))
    }

    /// Whether the reader may enter how a board came out.
    pub fn enters(&self, round: &Round, board: &Board) -> bool {
        let plays = self.sits_at(board) && !self.is_barred(board);
        let may = plays || self.roles.kiosk || self.moderates();
        self.is(State::Running) && may && board.result.is_none() && !self.waits(round, board)
    }

    /// Whether a game was entered on a board that has to wait before it counts.
    pub fn waits(&self, round: &Round, board: &Board) -> bool {
        let own = self.facts.boards.iter().find(|own| own.round == round.round && own.board == board.board);
        own.is_some_and(|own| own.game.is_some() && own.score.is_none() && !own.annulled)
    }

    /// The game that waits on a board, for its players and those who can let it count.
    pub fn waiting_game(&self, round: &Round, board: &Board) -> Option<GameId> {
        let may = self.moderates() || self.sits_at(board);
        let own = self.facts.boards.iter().find(|own| own.round == round.round && own.board == board.board);
        own.and_then(|own| own.game).filter(|_| may && self.waits(round, board))
    }

    /// Whether the reader may change what stands there: never what a game of the club says.
    pub fn changes(&self, board: &Board) -> bool {
        self.is(State::Running) && self.moderates() && board.result.is_some() && board.game.is_none()
    }

    /// When a round is played.
    pub fn when(&self, round: &Round) -> String {
        let session = round.session.and_then(|session| self.sessions.get(&session));
        let day = session.map(|starts| self.dates.language.meeting(&starts.and_utc().with_timezone(&self.dates.zone)));
        day.or_else(|| round.day.map(|day| self.dates.full_date(&day))).unwrap_or_default()
    }

    /// The rounds to come that a player can stay away from by themselves: where all are paired from the start there are
    /// none, unless somebody else of a team can sit there.
    pub fn coming(&self, entrant: &Entrant) -> Vec<Coming> {
        if self.settings().format.is_fixed() && !self.facts.has_line_ups() {
            return Vec::new();
        }
        let Some(next) = self.next_number() else { return Vec::new() };
        let last = rules::planned(&self.facts).min(next + AHEAD - 1);
        let away = |round| entrant.absences.iter().find(|away| away.round == round).map(|away| away.kind);
        (next.max(entrant.first_round)..=last).map(|round| Coming { round, away: away(round) }).collect()
    }

    /// The reader's rounds to come.
    pub fn my_coming(&self) -> Vec<Coming> {
        self.me().filter(|_| self.plays_on()).map_or_else(Vec::new, |me| self.coming(me))
    }

    /// Who plays a board, for each of the round's matches of teams; all together where people play for themselves.
    pub fn by_match<'a>(&'a self, round: &'a Round) -> Vec<(Option<String>, Vec<&'a Board>)> {
        if round.matches.is_empty() {
            return vec![(None, round.boards.iter().collect())];
        }
        let team = |number| self.whole.teams.iter().find(|team| team.number == number).map_or("", |team| &team.name);
        let matches = round.matches.iter().map(|of_two| {
            let (first, second) = of_two.points;
            let points = format!("{} – {}", tenths(first), tenths(second));
            let title = format!("{} {points} {}", team(of_two.first), team(of_two.second));
            let boards = round.boards.iter().filter(|board| board.team_match == Some(of_two.number)).collect();
            (Some(title), boards)
        });
        matches.collect()
    }

    /// Whether a table says who stands where: in a knock-out its stages do, on a ladder its one order.
    pub fn is_scored(&self) -> bool {
        self.has_begun() && self.whole.stages.is_empty() && !self.is_ladder()
    }

    /// The table: after the last round, or the one that was asked for.
    pub fn standings(&self) -> &Standings {
        &self.whole.standings
    }

    /// The first three with their medals, once a tournament of players is over: who shares a place has the same.
    pub fn podium(&self) -> Vec<(&Row, &'static str)> {
        let is_over = self.is(State::Ended) && self.whole.teams.is_empty() && !self.is_ladder();
        let rows: &[Row] =
            if is_over && self.standings().rows.len() >= MEDALS.len() { &self.standings().rows } else { &[] };
        let medal = |row: &Row| usize::try_from(row.place - 1).ok().and_then(|above| MEDALS.get(above).copied());
        rows.iter().take(MEDALS.len()).map(|row| (row, medal(row).unwrap_or_default())).collect()
    }

    /// What parts level teams, where the table does not show it already.
    pub fn parting_teams(&self) -> &[TieBreak] {
        if self.settings().tie_breaks.is_empty() { &[] } else { &self.standings().team_tie_breaks }
    }

    /// Each team with where its tie-breaks come from.
    pub fn parted_teams(&self) -> Vec<(&TeamRow, Vec<(&TieBreak, &Part)>)> {
        let rows = self.standings().teams.iter();
        rows.map(|row| (row, self.parting_teams().iter().zip(&row.tie_breaks).collect())).collect()
    }

    /// Challenges that are not over.
    pub fn open_challenges(&self) -> Vec<&Challenge> {
        self.whole.challenges.iter().filter(|one| one.outcome.is_none()).collect()
    }

    /// Challenges that are over, the newest first.
    pub fn past_challenges(&self) -> Vec<&Challenge> {
        self.whole.challenges.iter().filter(|one| one.outcome.is_some()).take(20).collect()
    }

    /// The players of a challenge that was accepted, by colours, while no game of the club stands behind it.
    pub fn by_colours<'a>(&self, challenge: &'a Challenge) -> Option<(&'a Person, &'a Person)> {
        let Challenge { challenger, challenged, white, game, .. } = challenge;
        let white = white.filter(|_| game.is_none())?;
        Some(if challenger.id == white { (challenger, challenged) } else { (challenged, challenger) })
    }

    /// The day of an instant by the club's calendar.
    pub fn day_of(&self, at: &DateTime<Utc>) -> String {
        self.dates.day(&at.naive_utc())
    }

    /// Whether somebody won a match of a knock-out.
    pub fn won(&self, of_two: &Match, person: &PersonId) -> bool {
        of_two.winner == Some(*person)
    }

    pub fn score(&self, board: &Board) -> &'static str {
        score(board.result)
    }

    /// How a round came out for a player, from the letter of report files.
    pub fn came_out(&self, cell: &Cell) -> String {
        let told = match cell.result {
            Some('U') => return tenths(self.settings().scoring.bye),
            Some('1' | 'F') => "1",
            Some('=' | 'H') => "½",
            Some('0' | 'Z') => "0",
            Some('+') => "+",
            Some('-') => "–",
            _ => "",
        };
        told.to_owned()
    }

    /// A way to stay away, in words: in Keizer it is worth a share of one's own value, and no half points.
    pub fn away(&self, frame: &Frame, way: impl Display) -> Text<'static> {
        if self.is_keizer() { frame.word("keizer-away", way) } else { frame.word("tournament-away", way) }
    }

    /// How somebody stays away with the most points that this gives.
    pub fn usual_absence(&self) -> Absence {
        Absence::Half
    }

    /// Whether the reader may challenge somebody now.
    pub fn may_challenge(&self, row: &Row) -> bool {
        let Some(me) = self.me().filter(|_| self.plays_on()) else { return false };
        let ladder = rules::ladder(&self.facts);
        ladder.is_ok_and(|ladder| ladder.may_be_challenged(me.person.id).contains(&row.person.id))
    }
}

/// Tenths of a point as points are written: `2½`, and `2.3` where halves do not do.
fn tenths(tenths: i64) -> String {
    let (whole, rest) = (tenths / 10, tenths % 10);
    match (whole, rest) {
        (whole, 0) => whole.to_string(),
        (0, 5) => "½".to_owned(),
        (whole, 5) => format!("{whole}½"),
        (whole, rest) => format!("{whole}.{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_players_do() {
        assert_eq!([0, 5, 10, 25, 23].map(tenths), ["0", "½", "1", "2½", "2.3"]);
    }
}
