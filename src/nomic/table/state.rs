//! The state of a game of Nomic: the engine's game, advanced to the time at which it is read.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use rookery_messages::{Message, say};
use rookery_nomic::game::Status;
use rookery_nomic::plays::{Outcome, Thread};
use rookery_nomic::secrets::SEALED;
use rookery_nomic::{Event, Game as Engine, Play, Refusal as Refused, Void};

use super::{Effect, Ended, Ending, NewsItem, Nomic, Notice, Sent, View, not_here};
use crate::error::Refusal;
use crate::nomic::deadlines::{self, Deadline};
use crate::nomic::news::{self, Mark, News};
use crate::tables::game::{Due, NoRuling};
use crate::tables::{Entry, Seat, State, Step};

/// How long before a day's votes are counted those who have not voted are reminded.
const REMINDER: TimeDelta = TimeDelta::hours(5);

/// The state of a game.
#[derive(Clone)]
pub struct NomicState {
    pub game: Engine,
}

impl NomicState {
    /// The game as somebody finds it who looks at `now`: whatever was due has happened.
    pub fn seen_at(&self, now: NaiveDateTime) -> Engine {
        let mut game = self.game.clone();
        if now.and_utc() > game.now {
            // A century after its beginning a game no longer advances.
            let _ = game.advance(now.and_utc());
        }
        game
    }

    /// When those who have not voted today are to be reminded, if that is still to come.
    fn reminder(&self) -> Option<DateTime<Utc>> {
        // Nobody is reminded of a vote before it counts.
        let at = (self.game.votes_close() - REMINDER).max(self.game.votes_open());
        (at > self.game.now && !news::reminders(&self.game).is_empty()).then_some(at)
    }

    /// News with the notice that it makes, for which seats.
    fn told(&self, news: News) -> NewsItem {
        let names = self.names();
        let seats = |players: Vec<&String>| {
            (0..).zip(&names).filter(|(_, name)| players.contains(name)).map(|(seat, _)| seat).collect()
        };
        let notice = news.notice(&names).map(|(topic, players)| Notice { topic, seats: seats(players) });
        NewsItem { news, notice }
    }

    fn play(&mut self, seat: Seat, play: Play, at: DateTime<Utc>) -> Result<Sent, Refusal> {
        let player = usize::try_from(seat).ok().and_then(|seat| self.game.players.get(seat));
        let player = player.ok_or_else(|| crate::not_found!("player"))?.name.clone();
        let outcome = self.game.apply(&Event { at, player, play }).map_err(|against| refused(against, &self.game))?;
        // Logs of before have the numbers that rules began with.
        let said = |void: &Void| match self.game.edition.is_sixth() {
            true => self.game.renumbered(void.message()),
            false => void.message_of_before(),
        };
        // What people read cites rules; logs of before have readings, too.
        let told = |why: Message| if self.game.edition.is_ninth() { why.told() } else { why };
        let why = outcome.void.as_ref().map(|void| told(said(void)).to_string());
        let Outcome { message, made, void, warnings } = outcome;
        Ok(Sent { message, made, void, warnings, why })
    }
}

/// Why a play or a time is refused, with rules by their numbers of now.
pub(super) fn refused(against: Refused, game: &Engine) -> Refusal {
    match against {
        Refused::Backwards { now, .. } => {
            let at = now.with_timezone(&game.bindings.parameters.timezone.zone).naive_local();
            let detail = say!("The game goes on from {at}, by its own clock.", at);
            Refusal::conflict(say!("Not yet"), detail).act("I.9")
        }
        other => Refusal::conflict(say!("Not in this game"), say!("{why}.", why = game.renumbered(other.message())))
            .act("I.9"),
    }
}

impl State for NomicState {
    type Game = Nomic;

    fn step(&mut self, step: Step<Play, NoRuling>, at: NaiveDateTime) -> Result<Effect, Refusal> {
        let at = at.and_utc();
        let mark = Mark::of(&self.game);
        let reminds = self.reminder() == Some(at);
        let said = match step {
            Step::Play { seat, play } => Some(self.play(seat, play, at)?),
            Step::Time => {
                self.game.advance(at).map_err(|against| refused(against, &self.game))?;
                None
            }
            Step::Ruling(none) => match none {},
            Step::Adjourned | Step::Resumed => return Err(not_here()),
        };
        let mut news = mark.since(&self.game);
        if reminds {
            news.extend(news::reminders(&self.game));
        }
        Ok(Effect { said, news: news.into_iter().map(|news| self.told(news)).collect() })
    }

    fn turn(&self) -> Vec<Seat> {
        let awaited: Vec<String> = deadlines::of(&self.game).into_iter().flat_map(|due| due.players).collect();
        let seats = (0..).zip(&self.game.players);
        seats.filter(|(_, player)| awaited.contains(&player.name)).map(|(seat, _)| seat).collect()
    }

    fn due(&self) -> Option<NaiveDateTime> {
        let due = self.game.due()?;
        Some(self.reminder().map_or(due, |reminder| reminder.min(due)).naive_utc())
    }

    fn deadlines(&self, now: NaiveDateTime) -> Vec<Due> {
        let game = self.seen_at(now);
        let seat =
            |name: &String| (0..).zip(&game.players).find(|(_, player)| player.name == *name).map(|(seat, _)| seat);
        let due = |due: Deadline| Due {
            at: due.at.naive_utc(),
            page: Some(due.page()),
            seats: due.players.iter().filter_map(seat).collect(),
            // An opinion is what the Court writes.
            what: if due.kind == deadlines::Kind::Opinion { "agree" } else { due.kind.as_str() },
            then: due.then,
        };
        deadlines::of(&game).into_iter().map(due).collect()
    }

    fn outcome(&self) -> Option<Ended> {
        let winner = self.game.winner();
        let seat = (0..).zip(&self.game.players).find(|(_, player)| Some(player.name.as_str()) == winner);
        let seat = seat.map(|(seat, _)| seat);
        let result = if winner.is_some() { Ending::Won } else { Ending::Deserted };
        (self.game.status == Status::Ended).then(|| Ended { result, winner: winner.map(str::to_owned), seat })
    }

    fn view(&self, viewer: Option<Seat>, now: NaiveDateTime) -> View {
        let game = self.seen_at(now);
        let viewer = viewer.and_then(|seat| usize::try_from(seat).ok()).and_then(|seat| game.players.get(seat));
        let mine = |due: &Deadline| viewer.is_some_and(|viewer| due.players.contains(&viewer.name));
        let deadlines = deadlines::of(&game);
        View {
            status: game.status,
            winner: game.winner().map(str::to_owned),
            day: game.day,
            turn_of: game.players_of(game.day),
            circuit: game.circuit(),
            next_number: game.next_number,
            totals: game.players.iter().map(|player| (player.name.clone(), player.total)).collect(),
            messages: game.messages.len(),
            yours: deadlines.iter().filter(|due| mine(due)).cloned().collect(),
            deadlines,
        }
    }

    /// A vote that is secret until it is counted.
    fn keeps_back(&self, entry: &Entry) -> Option<Play> {
        let secret = self.game.sealed_messages();
        if secret.is_empty() {
            return None;
        }
        let is_secret = match entry.effect_of::<Nomic>() {
            Ok(effect) => effect.said.is_some_and(|said| secret.binary_search(&said.message).is_ok()),
            // It may be a vote.
            Err(_) => true,
        };
        is_secret.then(|| Play::Say { thread: Thread::Voting, text: SEALED.to_owned() })
    }

    fn names(&self) -> Vec<String> {
        self.game.players.iter().map(|player| player.name.clone()).collect()
    }
}
