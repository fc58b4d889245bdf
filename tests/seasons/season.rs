//! A season under way: what each move does, by the same store functions that the service calls.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::Connection;
use rookery::action::{By, Somebody, perform};
use rookery::auth::{Role, Roles};
use rookery::conduct::decisions::actions::{DecideAbout, DecideInCourt, Declare, NewDecision, RecordOffence};
use rookery::conduct::decisions::store;
use rookery::conduct::decisions::{DecisionId, Finding, Mind, OffenceId, Sanction, rules};
use rookery::db::Tx;
use rookery::elections::ElectionId;
use rookery::error::{Act, Error};
use rookery::games::actions::{RestoreBy, VoidBy};
use rookery::games::record::Record;
use rookery::games::rules::afterwards::Ruling;
use rookery::games::{Ending, NewGame, ObjectionId};
use rookery::id::{GameId, PersonId, SessionId};
use rookery::ratings::Outcome;
use rookery::tables::Room;
use rookery::tournaments::TournamentId;
use rookery_messages::Message;

use super::bench::Bench;
use super::{Move, Verdict};

/// A season under way; everything in it goes by the number of the move that made it.
#[derive(Clone)]
pub struct Season {
    pub bench: Bench,
    pub moderator: PersonId,
    pub players: Vec<PersonId>,
    pub room: Arc<Room>,
    pub tournament: TournamentId,
    /// Sessions that have begun, with when they did.
    pub sessions: Vec<(SessionId, NaiveDateTime)>,
    /// Games, but for those that a rematch has replaced: nothing more is done to these.
    pub games: BTreeMap<usize, GameId>,
    /// Boards of the tournament that have a game.
    pub boards: BTreeSet<usize>,
    /// Objections of which nothing came yet.
    pub objections: BTreeMap<usize, ObjectionId>,
    pub elections: BTreeMap<usize, ElectionId>,
    pub candidates: BTreeMap<usize, (ElectionId, PersonId)>,
    pub decisions: BTreeMap<usize, DecisionId>,
    /// A case, and the move that made the decision it is about.
    pub cases: BTreeMap<usize, (String, usize)>,
    /// The player accused by each move that decides or would.
    pub accused: BTreeMap<usize, usize>,
    /// Moves that were carried out.
    pub done: BTreeSet<usize>,
    /// The move that each move was about.
    pub targets: BTreeMap<usize, usize>,
}

/// The move whose decision, game or case a number means, of those made so far.
fn nth<T>(made: &BTreeMap<usize, T>, number: usize) -> Option<usize> {
    made.keys().nth(number % made.len().max(1)).copied()
}

/// Does something or, where it is refused, nothing of it. Refused is no fault here; anything else is.
pub fn attempt<T>(tx: &mut Tx, change: impl FnOnce(&mut Tx) -> Result<T, Error>) -> Option<T> {
    let now = tx.now;
    match tx.db.transaction(|db| change(&mut Tx { db, now })) {
        Ok(done) => Some(done),
        Err(Error::Refused(_)) => None,
        Err(error) => panic!("{error}"),
    }
}

/// A game at the club, of this moment.
pub fn game(white: PersonId, black: PersonId, outcome: Outcome, now: NaiveDateTime) -> NewGame {
    NewGame {
        white,
        black,
        result: Some(outcome),
        ending: if outcome == Outcome::Draw { Ending::DrawAgreed } else { Ending::Resignation },
        played_at: now,
        room: None,
        began_at: None,
        online: false,
        clock: None,
        record: Record::read(None, None, None).unwrap(),
        timed_game: None,
        rematch_of: None,
        import_key: None,
        insist: true,
    }
}

/// A moderator.
pub fn moderates(person: PersonId) -> By {
    By::from(Somebody { person, roles: [Role::Moderator].into_iter().collect::<Roles>() })
}

/// A player, who holds no office.
pub fn player(person: PersonId) -> By {
    By::from(Somebody { person, roles: Roles::default() })
}

impl Season {
    /// Before its first session.
    pub fn beginning(
        bench: Bench,
        moderator: PersonId,
        players: Vec<PersonId>,
        room: Arc<Room>,
        tournament: TournamentId,
    ) -> Season {
        Season {
            bench,
            moderator,
            players,
            room,
            tournament,
            sessions: Vec::new(),
            games: BTreeMap::new(),
            boards: BTreeSet::new(),
            objections: BTreeMap::new(),
            elections: BTreeMap::new(),
            candidates: BTreeMap::new(),
            decisions: BTreeMap::new(),
            cases: BTreeMap::new(),
            accused: BTreeMap::new(),
            done: BTreeSet::new(),
            targets: BTreeMap::new(),
        }
    }

    /// Carries out a move, about what it says or about the given one's.
    pub fn carry_out(&mut self, tx: &mut Tx, number: usize, step: &Move, target: Option<usize>) {
        let about = target.or_else(|| match *step {
            Move::Forfeit { game, .. } | Move::Void { game } | Move::Restore { game } => nth(&self.games, game),
            Move::Object { game, .. } => nth(&self.games, game),
            Move::Rematch { objection, .. } => nth(&self.objections, objection),
            Move::Vote { candidate, .. } => nth(&self.candidates, candidate),
            Move::Fraud { game, .. } => nth(&self.games, game?),
            Move::Declare { decision } | Move::Petition { decision } => nth(&self.decisions, decision),
            Move::Again { decision, .. } | Move::OutOfNothing { decision, .. } => nth(&self.decisions, decision),
            Move::Judge { case, .. } | Move::EnBanc { case, .. } => nth(&self.cases, case),
            Move::Game { .. } | Move::Online { .. } | Move::Board { .. } | Move::Register { .. } => None,
            Move::Deduct { .. } | Move::Ban { .. } | Move::NextWeek { .. } => None,
            Move::Call | Move::Stand { .. } => None,
        });
        let done = match *step {
            Move::Game { white, black, outcome } => self.game(tx, number, white, black, outcome),
            Move::Deduct { accused, points } => self.decide(tx, number, accused, &[], Sanction::Deduction { points }),
            Move::Ban { accused, weeks } => {
                let until = tx.now.date() + TimeDelta::weeks(weeks);
                self.decide(tx, number, accused, &[], Sanction::Ban { until: Some(until) })
            }
            Move::Forfeit { accused, .. } => about.is_some_and(|of| {
                self.decide(tx, number, accused, &[], Sanction::Forfeiture { game: self.games[&of] })
            }),
            Move::Fraud { accused, step, .. } => {
                let frauds = store::standing_frauds(tx.db, self.players[accused]).unwrap();
                let departure = (step != rules::proposed_step(frauds)).then(|| "To play every step".to_owned());
                let games: Vec<GameId> = about.iter().map(|of| self.games[of]).collect();
                self.decide(tx, number, accused, &games, Sanction::Fraud { step: Some(step), departure })
            }
            Move::Declare { .. } => about.is_some_and(|of| {
                let declare = Declare(self.decisions[&of]);
                attempt(tx, |tx| perform(tx, &self.by(), &declare)).is_some()
            }),
            Move::Petition { .. } => about.is_some_and(|of| self.petition(tx, number, of)),
            Move::Judge { verdict, .. } => about.is_some_and(|of| self.judge(tx, number, of, verdict, false)),
            Move::EnBanc { verdict, .. } => about.is_some_and(|of| self.judge(tx, number, of, verdict, true)),
            Move::Again { points, .. } => about.is_some_and(|of| self.again(tx, number, of, points)),
            Move::OutOfNothing { points, .. } => about.is_some_and(|of| self.out_of_nothing(tx, number, of, points)),
            Move::Void { .. } | Move::Restore { .. } => about.is_some_and(|of| {
                let ruling = Ruling::new(Message::verbatim("An error"), "II.4");
                let (game, by) = (self.games[&of], self.by());
                let changed = attempt(tx, |tx| match step {
                    Move::Void { .. } => perform(tx, &by, &VoidBy(game, &ruling)),
                    _ => perform(tx, &by, &RestoreBy(game, &ruling)),
                });
                changed.is_some()
            }),
            Move::Object { white, .. } => about.is_some_and(|of| self.object(tx, number, of, white)),
            Move::Rematch { came, outcome, .. } => about.is_some_and(|of| self.rematch(tx, number, of, came, outcome)),
            Move::Register { session, player } => self.correct_register(tx, session, player),
            Move::Online { white, black, white_wins } => self.online(tx, number, [white, black], white_wins),
            Move::Board { board, score } => self.board(tx, number, board, score),
            Move::Call => self.call(tx, number),
            Move::Stand { player } => self.stand(tx, number, player),
            Move::Vote { player, .. } => about.is_some_and(|of| self.vote(tx, of, player)),
            Move::NextWeek { .. } => true,
        };
        if done {
            self.done.insert(number);
        }
        self.targets.extend(about.map(|of| (number, of)));
    }

    fn game(&mut self, tx: &mut Tx, number: usize, white: usize, black: usize, outcome: Outcome) -> bool {
        let game = game(self.players[white], self.players[black], outcome, tx.now);
        let entered = attempt(tx, |tx| perform(tx, &self.by(), &game));
        self.games.extend(entered.iter().map(|entered| (number, entered.id)));
        entered.is_some()
    }

    pub fn by(&self) -> By {
        moderates(self.moderator)
    }

    fn offence(&self, tx: &mut Tx, accused: usize, games: &[GameId]) -> Result<OffenceId, Error> {
        let offence = RecordOffence {
            accused: self.players[accused],
            act: Act::new("I.2"),
            what: "Something that the Terms forbid".into(),
            happened_at: tx.now,
            games: games.to_vec(),
        };
        perform(tx, &self.by(), &offence)
    }

    fn decide(&mut self, tx: &mut Tx, number: usize, accused: usize, games: &[GameId], sanction: Sanction) -> bool {
        let made = attempt(tx, |tx| {
            let new = NewDecision {
                offence: self.offence(tx, accused, games)?,
                reasons: "Three people saw it and said so".into(),
                finding: Some(Finding { mind: Mind::Intent, why: "Said so when asked about it".into() }),
                sanctions: vec![sanction.clone()],
            };
            perform(tx, &self.by(), &DecideAbout(&new))
        });
        self.made(number, accused, made)
    }

    fn made(&mut self, number: usize, accused: usize, made: Option<DecisionId>) -> bool {
        self.accused.insert(number, accused);
        self.decisions.extend(made.map(|id| (number, id)));
        made.is_some()
    }

    fn petition(&mut self, tx: &mut Tx, number: usize, of: usize) -> bool {
        let (bench, accused, decision) = (self.bench, self.players[self.accused[&of]], self.decisions[&of]);
        let case = attempt(tx, |tx| bench.hear(tx, accused, decision));
        self.cases.extend(case.iter().map(|case| (number, (case.clone(), of))));
        case.is_some()
    }

    fn judge(&mut self, tx: &mut Tx, number: usize, of: usize, verdict: Verdict, en_banc: bool) -> bool {
        let (bench, (case, about)) = (self.bench, self.cases[&of].clone());
        let judged = attempt(tx, |tx| match en_banc {
            true => bench.judge_en_banc(tx, &case, verdict),
            false => bench.judge(tx, &case, verdict),
        });
        self.made(number, self.accused[&about], judged.flatten());
        judged.is_some()
    }

    /// A new decision on the offence of an old one.
    fn again(&mut self, tx: &mut Tx, number: usize, of: usize, points: i64) -> bool {
        let decision = self.decisions.get(&of).copied();
        let accused = self.accused[&of];
        let made = attempt(tx, |tx| {
            // In a season played again the old one may never have been.
            let offence = match decision {
                Some(id) => store::decision(tx.db, id)?.offence.id,
                None => self.offence(tx, accused, &[])?,
            };
            perform(tx, &self.by(), &DecideAbout(&anew(offence, points)))
        });
        self.made(number, accused, made)
    }

    fn out_of_nothing(&mut self, tx: &mut Tx, number: usize, of: usize, points: i64) -> bool {
        let accused = self.accused[&of];
        let made = attempt(tx, |tx| {
            let offence = self.offence(tx, accused, &[])?;
            let new = anew(offence, points);
            let decide = DecideInCourt { new: &new, replaces: None, citation: &Message::verbatim("Case 2026-C-000") };
            perform(tx, &By::service("III.3.8"), &decide)
        });
        self.made(number, accused, made)
    }
}

fn anew(offence: OffenceId, points: i64) -> NewDecision {
    NewDecision {
        offence,
        reasons: "Heard anew, and this is fitting".into(),
        finding: None,
        sanctions: vec![Sanction::Deduction { points }],
    }
}
