//! A club in which seasons are played, and the comparison of two of them.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use rookery::auth::Role;
use rookery::conduct::decisions::store;
use rookery::conduct::decisions::{DecisionId, SanctionKind, State};
use rookery::conduct::declarations::deadline;
use rookery::db::{Db, schema};
use rookery::error::Error;
use rookery::id::{PersonId, SessionId};
use rookery::tournaments::{self, Score, TournamentId};
use rookery::{court, elections, games, members, sessions};
use rookery_messages::Message;

use super::bench::Bench;
use super::season::Season;
use super::{Move, PLAYERS, Verdict, evening};
use crate::harness::{Club, put_down, put_in_office};

/// A club and the next Friday on which nothing has been played yet.
pub struct Field {
    pub club: Club,
    bench: Bench,
    friday: Cell<NaiveDate>,
}

/// What came of all seasons: how many decisions stand how, and how much there was of all else.
#[derive(Debug, Default)]
pub struct Tally {
    decisions: BTreeMap<State, usize>,
    others: BTreeMap<&'static str, i64>,
}

impl Tally {
    pub fn add(&mut self, field: &Field) {
        let read = |db: &mut Db| {
            use schema::{attendance, games, judgments, roles, tournament_boards};
            let states: Vec<State> = schema::decisions::table.select(schema::decisions::state).load(db)?;
            let others: [(&'static str, i64); 6] = [
                ("judgments", judgments::table.count().get_result(db)?),
                ("rematches", games::table.filter(games::rematch_of.is_not_null()).count().get_result(db)?),
                ("online", games::table.filter(games::online.eq(true)).count().get_result(db)?),
                ("struck", attendance::table.filter(attendance::struck_at.is_not_null()).count().get_result(db)?),
                (
                    "boards",
                    tournament_boards::table.filter(tournament_boards::game_id.is_not_null()).count().get_result(db)?,
                ),
                ("elected", roles::table.filter(roles::ends_at.is_not_null()).count().get_result(db)?),
            ];
            Ok((states, others))
        };
        let (states, others) = field.club.app.db.read_now(read).unwrap();
        for state in states {
            *self.decisions.entry(state).or_default() += 1;
        }
        for (name, number) in others {
            *self.others.entry(name).or_default() += number;
        }
    }

    /// Whether so many seasons had what they are for: a few have judgments, many have everything.
    pub fn came_to_enough(&self, seasons: u32) -> bool {
        let judged = self.others.get("judgments").is_some_and(|judgments| *judgments > 0);
        let a_few = judged && self.decisions.len() > 2;
        (seasons < 6 || a_few) && (seasons < 100 || self.others.values().all(|number| *number > 0))
    }
}

/// Where somebody stands: their score, and how many games they won, drew and lost.
type Stood = (Option<i64>, i64, i64, i64);

/// Of the season's tournament, by pairing numbers: how each board of each round came out, and who has which place with how
/// many points.
type Table = (Vec<(i64, i64, Option<Score>)>, Vec<(i64, usize, String)>);

/// What a season came to.
#[derive(Debug, PartialEq)]
struct End {
    stood: Vec<Stood>,
    /// For weeks away or without a game, of each player: at which session, and how many points.
    deductions: Vec<Vec<(Option<usize>, i64)>>,
    table: Table,
}

impl End {
    fn of(db: &mut Db, season: &Season, now: NaiveDateTime) -> Result<End, Error> {
        use schema::{rating_events, standings};
        let (mut stood, mut deductions) = (Vec::new(), Vec::new());
        let place = |of: Option<SessionId>| season.sessions.iter().position(|(session, _)| Some(*session) == of);
        for &player in &season.players {
            let columns = (standings::score, standings::wins, standings::draws, standings::losses);
            let stands: Stood = standings::table.find(player.0).select(columns).first(db)?;
            assert!(stands.0.is_some(), "a member has a score");
            stood.push(stands);
            let of_weeks = rating_events::first_id.eq(player).and(rating_events::session_id.is_not_null());
            let fell: Vec<(Option<SessionId>, i64)> = rating_events::table
                .filter(of_weeks.and(rating_events::void.eq(false)))
                .order((rating_events::at, rating_events::id))
                .select((rating_events::session_id, rating_events::points))
                .load(db)?;
            deductions.push(fell.into_iter().map(|(session, points)| (place(session), points)).collect());
        }
        Ok(End { stood, deductions, table: table(db, season.tournament, now)? })
    }
}

fn table(db: &mut Db, id: TournamentId, now: NaiveDateTime) -> Result<Table, Error> {
    let facts = tournaments::store::facts(db, id, now)?;
    let boards = facts.boards.iter().map(|board| (board.round, board.board, board.score)).collect();
    let placed = tournaments::rules::placed(&facts, &tournaments::rules::field(&facts, facts.last_round()))?;
    let places = placed.into_iter().map(|placed| (i64::from(placed.number), placed.place, placed.points)).collect();
    Ok((boards, places))
}

/// A season as it came, and the moves whose decisions stood no longer at its end.
///
/// What undoes what is said here alone. A decision that came to nothing takes with it what was only about itself, and what
/// the Court said of it. All else that was done is done again: such a decision only ever kept something from being done.
/// It would be otherwise with a game whose rematch a decision held void for a while, with a board whose game it did, and with
/// an objection that is settled then: so nothing is done to a game that a rematch has replaced, and a board and an
/// objection are settled once. How many games somebody plays online in a day is not limited here, since void ones
/// would not count (T21).
struct First<'a> {
    season: &'a Season,
    without: &'a BTreeSet<usize>,
}

impl First<'_> {
    /// What is left of a move, and which move it is about, where what came to nothing never was.
    fn left(&self, number: usize, step: &Move) -> Option<(Move, Option<usize>)> {
        if !self.season.done.contains(&number) {
            return None;
        }
        let about = self.season.targets.get(&number).copied();
        let gone = |of: usize| self.without.contains(&of);
        let decision = |case: usize| self.season.cases[&case].1;
        let (verdict, en_banc) = match *step {
            Move::Judge { verdict, .. } => (verdict, false),
            Move::EnBanc { verdict, .. } => (verdict, true),
            Move::Declare { .. } | Move::Petition { .. } if about.is_some_and(gone) => return None,
            _ if gone(number) => return None,
            _ => return Some((step.clone(), about)),
        };
        let judged = |verdict| match en_banc {
            true => Move::EnBanc { case: 0, verdict },
            false => Move::Judge { case: 0, verdict },
        };
        let of = about.map(decision)?;
        match (gone(of), verdict) {
            // The Court's own decision stands where there was nothing.
            (true, Verdict::Replace { points }) if !gone(number) => {
                Some((Move::OutOfNothing { decision: 0, points }, Some(of)))
            }
            (true, _) => None,
            (false, Verdict::Replace { .. }) if gone(number) => Some((judged(Verdict::Overturn), about)),
            (false, verdict) => Some((judged(verdict), about)),
        }
    }
}

impl Field {
    pub fn new(club: Club) -> Field {
        club.write(evening::house_rules);
        let bench = club.write(Bench::appointed);
        Field { club, bench, friday: Cell::new("2026-11-13".parse().unwrap()) }
    }

    /// Sets the clock, and does at once what falls due by then: sessions to close, games whose moderator was there for
    /// long enough, penalties that nobody declared, remands that nobody heeded, votes to count. The service does so by
    /// itself every few seconds, which must make no difference here.
    fn pass(&self, to: NaiveDateTime) {
        self.club.app.clock.set(to);
        let db = &self.club.app.db;
        games::closing::run(db).unwrap();
        games::waiting::run(db).unwrap();
        deadline::run(db).unwrap();
        court::jobs::lapse_remands(db).unwrap();
        elections::jobs::run(db).unwrap();
    }

    /// Opens the next Friday's session with the moderator and these players in the room.
    fn open(&self, season: &mut Season, absent: Option<usize>) -> NaiveDateTime {
        let starts = sessions::calendar::Calendar::new(
            chrono_tz::Europe::London,
            chrono::Weekday::Fri,
            "12:30:00".parse().unwrap(),
            "13:10:00".parse().unwrap(),
        );
        let starts = starts.unwrap().on(self.friday.get()).unwrap().start.naive_utc();
        self.friday.set(self.friday.get() + TimeDelta::weeks(1));
        self.pass(starts);
        let (moderator, players) = (season.moderator, season.players.clone());
        let session = self.club.write(move |tx| {
            sessions::store::ensure_calendar(tx, starts)?;
            let session = sessions::store::session_at(tx.db, starts)?.expect("a session");
            let present = players.iter().enumerate().filter(|(player, _)| Some(*player) != absent).map(|(_, id)| *id);
            for person in present.chain([moderator]) {
                put_down(tx, session.id, person, starts, moderator)?;
            }
            Ok(session.id)
        });
        season.sessions.push((session, starts));
        starts
    }

    /// New people, on the Friday morning before their first session.
    fn gather(&self) -> Season {
        self.club.app.clock.set(self.friday.get().and_hms_opt(8, 0, 0).unwrap());
        let (bench, room) = (self.bench, self.club.app.room.clone());
        self.club.write(move |tx| {
            let mut people: Vec<PersonId> = Vec::new();
            for number in 0..=PLAYERS {
                people.push(members::store::add_guest(tx, &format!("Player {number}"))?.0);
            }
            let moderator = people[PLAYERS];
            people.truncate(PLAYERS);
            put_in_office(tx, moderator, Role::Moderator)?;
            for person in &people {
                members::store::join(tx, *person, tx.now)?;
                evening::consent(tx, *person)?;
            }
            let tournament = evening::tournament(tx, moderator, &people)?;
            Ok(Season::beginning(bench, moderator, people, room.clone(), tournament))
        })
    }

    /// Plays a season, as it comes or as what is left of another; gives it with what it came to.
    fn play(&self, moves: &[Move], first: Option<&First>) -> (Season, End) {
        let mut season = self.gather();
        if let Some(first) = first {
            season.accused.clone_from(&first.season.accused);
        }
        let mut now = self.open(&mut season, None);
        for (number, step) in moves.iter().enumerate() {
            now += TimeDelta::seconds(40);
            if let Move::NextWeek { absent } = step {
                now = self.open(&mut season, Some(*absent));
                continue;
            }
            let (step, about) = match first {
                None => (step.clone(), None),
                Some(first) => match first.left(number, step) {
                    Some(left) => left,
                    None => continue,
                },
            };
            self.pass(now);
            let before = season.clone();
            season = self.club.write(move |tx| {
                let mut season = before.clone();
                season.carry_out(tx, number, &step, about);
                Ok(season)
            });
        }
        // The last session closes.
        self.pass(now + TimeDelta::hours(2));
        let over = season.clone();
        let end = self.club.write(move |tx| {
            let end = End::of(tx.db, &over, tx.now)?;
            for player in &over.players {
                members::store::remove(tx, *player, None, "II.8", &Message::verbatim("the season is over"))?;
            }
            Ok(end)
        });
        (season, end)
    }

    /// What a season comes to, and what it would come to without what was undone.
    pub fn compare(&self, moves: &[Move]) -> Result<(), TestCaseError> {
        let (season, end) = self.play(moves, None);
        let now = self.club.now();
        let states = self.club.app.db.read_now(|db| {
            let states = season.decisions.iter().map(|(step, id)| Ok((*step, check(db, *id, now)?)));
            states.collect::<Result<Vec<_>, Error>>()
        });
        let without: BTreeSet<usize> =
            states.unwrap().into_iter().filter(|(_, state)| *state != State::Standing).map(|(step, _)| step).collect();
        for &player in &season.players {
            let sum = self.club.app.db.read_now(|db| {
                use schema::ledger;
                let deltas: Vec<i64> =
                    ledger::table.filter(ledger::person_id.eq(player)).select(ledger::delta).load(db)?;
                Ok(deltas.iter().sum::<i64>())
            });
            prop_assert_eq!(sum.unwrap(), 0, "removed, so that the ledger adds up to nothing");
        }
        let (again, never) = self.play(moves, Some(&First { season: &season, without: &without }));
        let kept = |season: &Season| -> Vec<usize> { season.decisions.keys().copied().collect() };
        let standing: Vec<usize> = kept(&season).into_iter().filter(|step| !without.contains(step)).collect();
        prop_assert_eq!(kept(&again), standing, "all decisions that stand, and no others");
        prop_assert_eq!(end, never, "without the steps {:?}", without);
        Ok(())
    }
}

/// No penalty without a standing decision, no decision twice for one offence: checks what one decision
/// does, and gives its state.
fn check(db: &mut Db, id: DecisionId, now: NaiveDateTime) -> Result<State, Error> {
    use schema::{bans, decisions, rating_events, sanctions};
    let decision = store::decision(db, id)?;
    let stands = decision.state == State::Standing;
    let events: Vec<bool> = rating_events::table
        .inner_join(sanctions::table.on(sanctions::event_id.eq(rating_events::id.nullable())))
        .filter(sanctions::decision_id.eq(id))
        .select(rating_events::void)
        .load(db)?;
    assert!(events.iter().all(|void| *void != stands), "{decision:?}");
    let running: i64 = bans::table
        .filter(bans::decision_id.eq(id).and(bans::lifted_at.is_null()))
        .filter(bans::ends_at.is_null().or(bans::ends_at.ge(now)))
        .count()
        .get_result(db)?;
    assert!(running <= i64::from(stands), "{decision:?}");
    for game in &decision.offence.games {
        let fraud = decision.sanctions.iter().any(|sanction| sanction.kind == SanctionKind::Fraud);
        let state = games::store::row(db, *game)?.state;
        assert!(!(stands && fraud) || state == games::State::Void, "{decision:?}");
    }
    let standing: i64 = decisions::table
        .filter(decisions::offence_id.eq(decision.offence.id).and(decisions::state.eq(State::Standing)))
        .count()
        .get_result(db)?;
    assert!(standing <= 1, "two decisions stand on offence {}", decision.offence.id);
    Ok(decision.state)
}
