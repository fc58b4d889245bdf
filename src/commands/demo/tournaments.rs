//! Tournaments of the demonstration: a championship of the season, which is a Keizer with a round at each session, and
//! a ladder.

use std::ops::Range;

use chrono::TimeDelta;
use rand::rngs::StdRng;

use super::play;
use super::season::Season;
use crate::action::{By, Somebody, perform};
use crate::auth::Roles;
use crate::conduct;
use crate::error::Error;
use crate::id::PersonId;
use crate::ratings::Outcome;
use crate::sessions::Session;
use crate::tournaments::actions::{
    Absent, Announce, AnswerChallenge, Challenge, Enter, EnterResult, NewTournament, OfBoard, OfChallenge, On,
};
use crate::tournaments::rules;
use crate::tournaments::{Absence, Format, Keizer, Ladder, Score, Scoring, Seeding, Settings, TournamentId, store};

/// Who plays in the championship from its beginning; the moderator who enters results is not among them.
const PLAYERS: Range<usize> = 3..17;
/// Who joined in the autumn, and enters late.
const LATE: usize = 26;
/// Who climbs the ladder.
const CLIMBERS: Range<usize> = 4..10;
/// The session at which the championship begins, the late entry's, and the ladder's first.
const BEGINS: usize = 2;
const COMES_LATE: usize = 5;
const CLIMBS: usize = 9;

/// What is played for besides the leaderboard.
pub(super) struct Cups {
    /// Its games are drawn apart from those of the season, which stay what they are.
    random: StdRng,
    by: Somebody,
    players: Vec<usize>,
    championship: Option<TournamentId>,
    round: i64,
    ladder: Option<TournamentId>,
}

impl Season<'_> {
    pub(super) fn cups(&self, seed: u64) -> Cups {
        let by = Somebody { person: self.members[2].id, roles: Roles { moderator: true, ..Roles::default() } };
        Cups { random: play::seeded(!seed), by, players: PLAYERS.collect(), championship: None, round: 0, ladder: None }
    }

    /// What happens at a session, when its other games are over.
    pub(super) fn cups_at(
        &self,
        cups: &mut Cups,
        index: usize,
        session: &Session,
        present: &[usize],
    ) -> Result<(), Error> {
        self.db.clock().set(session.starts_at + TimeDelta::minutes(37));
        match index {
            BEGINS => {
                let format = Format::Keizer(Keizer::default());
                cups.championship = Some(self.found_cup(cups.by, "Club championship", format, &cups.players)?);
            }
            COMES_LATE => {
                cups.players.push(LATE);
                self.enter_cup(cups.by, cups.championship, &[LATE])?;
            }
            CLIMBS => cups.ladder = Some(self.begin_ladder(cups.by, session)?),
            _ => {}
        }
        if let Some(ladder) = cups.ladder.filter(|_| index > CLIMBS) {
            self.climb(ladder, index == CLIMBS + 1)?;
        }
        for (board, white, black) in self.championship_round(cups, session, present)? {
            let place = |person: PersonId| self.members.iter().position(|member| member.id == person);
            if let (Some(white), Some(black)) = (place(white), black.and_then(place)) {
                self.championship_game(cups, board, [white, black])?;
            }
        }
        Ok(())
    }

    /// Announces a round of the championship among those who are there and may play.
    pub(super) fn championship_round(
        &self,
        cups: &mut Cups,
        session: &Session,
        present: &[usize],
    ) -> Result<Vec<(i64, PersonId, Option<PersonId>)>, Error> {
        let Some(id) = cups.championship else { return Ok(Vec::new()) };
        cups.round += 1;
        let (by, round, on) = (cups.by, cups.round, session.id);
        let people: Vec<(PersonId, bool)> =
            cups.players.iter().map(|&member| (self.members[member].id, present.contains(&member))).collect();
        self.write(move |tx| {
            let ids: Vec<PersonId> = people.iter().map(|(person, _)| *person).collect();
            let banned = conduct::store::banned_among(tx.db, &ids, tx.now)?;
            for &(person, is_there) in &people {
                let kind = match (banned.contains(&person), is_there) {
                    (true, _) => Absence::Zero,
                    (false, false) => Absence::Half,
                    (false, true) => continue,
                };
                perform(tx, &by.into(), &On(id, Absent { person, round, kind: Some(kind) }))?;
            }
            perform(tx, &by.into(), &On(id, Announce { round, session: Some(on), day: None, boards: None }))?;
            let facts = store::facts(tx.db, id, tx.now)?;
            Ok(facts.boards_of(round).map(|board| (board.board, board.white, board.black)).collect())
        })
    }

    /// A game that was entered at the desk, and counts for a board.
    fn championship_game(&self, cups: &mut Cups, board: i64, seats: [usize; 2]) -> Result<(), Error> {
        let Some(id) = cups.championship else { return Ok(()) };
        let played = play::game(&mut cups.random, self.expects(seats));
        let (game, outcome) = self.enter(seats, played, self.db.clock().now(), false)?;
        let result = match outcome {
            Outcome::White => Score::White,
            Outcome::Draw => Score::Draw,
            Outcome::Black => Score::Black,
        };
        let (by, round) = (cups.by, cups.round);
        let entered =
            EnterResult { result: Some(result), ending: None, played_at: None, game: Some(game), insist: false };
        let entered = On(id, OfBoard(round, board, entered));
        self.write(move |tx| perform(tx, &by.into(), &entered))
    }

    fn found_cup(&self, by: Somebody, name: &str, format: Format, players: &[usize]) -> Result<TournamentId, Error> {
        let is_ladder = matches!(format, Format::Ladder(_));
        let settings = Settings {
            format,
            boards: None,
            rounds: (!is_ladder).then_some(12),
            rated: !is_ladder,
            time_control: None,
            scoring: Scoring::default(),
            tie_breaks: Vec::new(),
            seeding: Seeding::Club,
            open_until: Some(10),
        };
        let founded = NewTournament { name: name.to_owned(), settings, teams: Vec::new() };
        let id = self.write(move |tx| perform(tx, &by.into(), &founded))?;
        self.enter_cup(by, Some(id), players)?;
        Ok(id)
    }

    fn enter_cup(&self, by: Somebody, id: Option<TournamentId>, players: &[usize]) -> Result<(), Error> {
        let Some(id) = id else { return Ok(()) };
        let people: Vec<PersonId> = players.iter().map(|&member| self.members[member].id).collect();
        self.write(move |tx| {
            let enter = |person| On(id, Enter { person, team: None, team_board: None });
            people.iter().try_for_each(|&person| perform(tx, &by.into(), &enter(person)))
        })
    }

    fn begin_ladder(&self, by: Somebody, session: &Session) -> Result<TournamentId, Error> {
        let players: Vec<usize> = CLIMBERS.collect();
        let id = self.found_cup(by, "Blitz ladder", Format::Ladder(Ladder::default()), &players)?;
        let on = session.id;
        self.write(move |tx| {
            let announce = Announce { round: 1, session: Some(on), day: None, boards: None };
            perform(tx, &by.into(), &On(id, announce))?;
            Ok(id)
        })
    }

    /// The last on the ladder challenges the next higher and wins; or the third the second, who has not answered yet.
    fn climb(&self, id: TournamentId, is_played: bool) -> Result<(), Error> {
        self.write(move |tx| {
            let facts = store::facts(tx.db, id, tx.now)?;
            let order = rules::ladder(&facts)?.order();
            let ((&[.., challenged, challenger], true) | (&[_, challenged, challenger, ..], false)) =
                (&order[..], is_played)
            else {
                return Ok(());
            };
            let by = By::oneself;
            let challenge = perform(tx, &by(challenger), &On(id, Challenge { person: challenged }))?;
            if is_played {
                let accepted = OfChallenge(challenge, AnswerChallenge { accept: true });
                perform(tx, &by(challenged), &On(id, accepted))?;
                // The challenged has White.
                let result = Some(Score::Black);
                let won = EnterResult { result, ending: None, played_at: None, game: None, insist: false };
                perform(tx, &by(challenged), &On(id, OfChallenge(challenge, won)))?;
            }
            Ok(())
        })
    }
}
