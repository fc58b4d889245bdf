//! Nomic as a game of the games room: how a table of it is opened and begins, what its entries hold and what programs see.

mod options;
mod state;

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use rookery_messages::{Value as MessageValue, say};
use rookery_nomic::bindings::Role;
use rookery_nomic::edition::Edition;
use rookery_nomic::game::Status;
use rookery_nomic::parameters::Patch;
use rookery_nomic::plays::{Made, Order, Thread};
use rookery_nomic::{Play, Void, lines, time};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::deadlines::Deadline;
use super::effects;
use super::news::News;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::notify::Topic;
use crate::rulebook;
use crate::tables::game::{NoRuling, Unread};
use crate::tables::{Entry, Game, Seat, Table, Went};
use options::distinct;
pub use options::{Options, Unenforced, WEEK};
pub use state::NomicState;
use state::refused;

/// What tables call it.
pub const NAME: &str = "nomic";

/// How far ahead a game's first day may lie.
const AHEAD: TimeDelta = TimeDelta::days(366);

/// Nomic at a table: seats are players, in the order in which they joined.
pub struct Nomic;

impl Game for Nomic {
    const NAME: &'static str = NAME;

    type Options = Options;
    type Play = Play;
    type Ruling = NoRuling;
    type Effect = Effect;
    type Outcome = Ended;
    type View = View;
    type State = NomicState;

    fn unread(unread: Unread) -> Refusal {
        match unread {
            Unread::Options { error, .. } => Refusal::field(
                "options",
                say!("The options cannot be read: {error}.", error = MessageValue::text(error)),
            ),
            Unread::Play(error) => {
                Refusal::field("play", say!("The play cannot be read: {error}.", error = MessageValue::text(error)))
            }
            Unread::Ruling(_) => not_here(),
        }
    }

    fn options(&self, asked: Options) -> Result<Options, Refusal> {
        asked.check()?;
        if asked.beginning.players.is_empty() {
            return Ok(asked);
        }
        Err(Refusal::field("options", say!("The players are those who sit down: leave beginning.players out.")))
    }

    fn opens(&self, options: &Options, now: NaiveDateTime) -> Result<(), Refusal> {
        let last = now.date() + AHEAD;
        let today = time::day_of(now.and_utc(), options.tried_out()?.bindings.parameters.timezone.zone);
        if let Some(first) = options.beginning.start_date.filter(|first| *first < today) {
            let detail = say!(
                "The game would begin on {first}, a day that is over; choose {today} or a later one.",
                first,
                today
            );
            return Err(Refusal::field("options.beginning.start_date", detail));
        }
        if let Some(first) = options.beginning.start_date.filter(|first| *first > last) {
            let detail = say!("The game would begin on {first}; it must begin within a year, by {last}.", first, last);
            return Err(Refusal::field("options.beginning.start_date", detail).act("I.9"));
        }
        options.check_weekdays()
    }

    fn seats(&self, options: &Options) -> Seat {
        Seat::try_from(options.players).unwrap_or(0)
    }

    fn start(&self, options: &Options, _: i64, at: NaiveDateTime) -> Result<NomicState, Refusal> {
        let mut game = options.start()?;
        if at.and_utc() > game.now {
            game.advance(at.and_utc()).map_err(|against| refused(against, &game))?;
        }
        Ok(NomicState { game })
    }

    /// The game begins on the day on which everybody was ready, or on the next if nobody may propose any more on this one, or
    /// later if so asked; it is played by the readings of today.
    fn begin(&self, tx: &mut Tx, table: &Table, options: Options) -> Result<Options, Error> {
        let names = table.seats.iter().filter_map(|chair| chair.person.as_ref().map(|person| person.name.clone()));
        let mut options = options.with(distinct(names));
        let game = options.start()?;
        let (now, parameters) = (tx.now.and_utc(), &game.bindings.parameters);
        let today = time::day_of(now, parameters.timezone.zone);
        let is_over = |cutoff| game.time_within(today, cutoff) <= now;
        let is_late = parameters.proposal_window.cutoff.is_some_and(is_over);
        let next = if is_late { time::next_day(today) } else { today };
        let first = options.beginning.start_date.map_or(next, |asked| asked.max(today));
        (options.beginning.start_date, options.beginning.edition) = (Some(first), Edition::LATEST);
        Ok(options)
    }

    /// The game has notices of its own, with what is due and by when.
    fn tells_turns(&self, _: &Options) -> bool {
        false
    }

    fn adjourns(&self) -> bool {
        false
    }

    fn plays_again(&self) -> bool {
        false
    }

    fn went(&self, outcome: &Ended, seat: Seat) -> Option<Went> {
        Some(if outcome.seat? == seat { Went::Win } else { Went::Loss })
    }

    fn answers(&self) -> bool {
        false
    }

    /// House rules that stay the Chief Justice's are neither proposed nor ordered: the club would never follow them.
    fn accepts(&self, play: &Play) -> Result<(), Refusal> {
        let read = match play {
            Play::Say { thread: Thread::Voting, text } => {
                lines::parse(Edition::LATEST, Thread::Voting, text).ok().flatten()
            }
            _ => None,
        };
        let set: Vec<&Patch> = match read.as_ref().unwrap_or(play) {
            Play::Propose { parameters, .. } => parameters.iter().collect(),
            Play::Judge { orders, .. } => orders
                .iter()
                .filter_map(|order| match order {
                    Order::SetBinding { parameters, .. } => Some(parameters),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        set.into_iter().filter_map(|patch| patch.get(&Role::HouseRules)).try_for_each(rulebook::open_to_nomic)
    }

    /// They say so in the discussion thread.
    fn joining(&self) -> Option<Play> {
        Some(Play::Join)
    }

    fn waits(&self) -> TimeDelta {
        TimeDelta::days(14)
    }

    fn stepped(&self, tx: &mut Tx, table: &Table, entry: &Entry, effect: &Effect) -> Result<(), Error> {
        effects::stepped(tx, table, entry, effect)
    }
}

fn not_here() -> Refusal {
    let detail = say!("A game of Nomic has Judges of its own, and its days go on: forfeit to leave it.");
    Refusal::conflict(say!("Not in this game"), detail).act("I.9")
}

/// The effect of a step.
#[derive(Debug, Serialize, Deserialize)]
pub struct Effect {
    /// The effect of a player's message; `None` if time alone made the step.
    #[serde(flatten, deserialize_with = "sent")]
    pub said: Option<Sent>,
    /// For those whom it concerns when it happens: nobody reads it in the log again.
    #[serde(skip_deserializing)]
    pub news: Vec<NewsItem>,
}

/// Reads what a message came to, which stands beside the news: serde takes what it cannot read in a flattened option for nothing.
fn sent<'de, D: Deserializer<'de>>(beside: D) -> Result<Option<Sent>, D::Error> {
    let beside = Map::deserialize(beside)?;
    let is_said = beside.keys().any(|name| name != "news");
    is_said.then(|| Sent::deserialize(Value::Object(beside))).transpose().map_err(D::Error::custom)
}

/// The effect of a message.
#[derive(Debug, Serialize, Deserialize)]
pub struct Sent {
    /// Its place among all messages.
    pub message: usize,
    #[serde(skip_deserializing)]
    pub made: Option<Made>,
    #[serde(skip_deserializing)]
    pub void: Option<Void>,
    #[serde(skip_deserializing)]
    pub warnings: Vec<Void>,
    /// Why it does not count, in words.
    pub why: Option<String>,
}

/// News, with the notice that it makes.
#[derive(Debug, Serialize)]
pub struct NewsItem {
    #[serde(flatten)]
    pub news: News,
    #[serde(flatten)]
    pub notice: Option<Notice>,
}

/// A notice for some seats.
#[derive(Debug, Serialize)]
pub struct Notice {
    pub topic: Topic,
    pub seats: Vec<Seat>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    pub result: Ending,
    pub winner: Option<String>,
    pub seat: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Won,
    Deserted,
}

/// What programs see of it at the table; the whole game has an address of its own.
#[derive(Debug, Serialize)]
pub struct View {
    pub status: Status,
    pub winner: Option<String>,
    pub day: NaiveDate,
    pub turn_of: Vec<String>,
    pub circuit: u32,
    pub next_number: u32,
    pub totals: BTreeMap<String, i64>,
    pub messages: usize,
    pub deadlines: Vec<Deadline>,
    /// Those of the one who looks.
    pub yours: Vec<Deadline>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_log_has_news_that_are_not_read_again() {
        let (news, notice) =
            (News::Won { player: "Anna".to_owned() }, Notice { topic: Topic::NomicWon, seats: vec![0] });
        let effect = Effect { said: None, news: vec![NewsItem { news, notice: Some(notice) }] };
        let told = json!([{ "kind": "won", "player": "Anna", "topic": Topic::NomicWon, "seats": [0] }]);
        let written = json!({ "news": told });
        assert_eq!(serde_json::to_value(effect).unwrap(), written);
        let read: Effect = serde_json::from_value(written).unwrap();
        assert!(read.said.is_none() && read.news.is_empty(), "it was time");
        let void = json!({ "reason": "weekend" });
        let said = json!({ "message": 3, "made": null, "void": void, "warnings": [], "why": "Weekend", "news": told });
        let read: Effect = serde_json::from_value(said).unwrap();
        assert_eq!(read.said.map(|said| (said.message, said.why)), Some((3, Some("Weekend".to_owned()))));
        let unreadable = json!({ "message": "third", "made": null, "why": null, "news": [] });
        assert!(serde_json::from_value::<Effect>(unreadable).is_err(), "not taken for time");
    }
}
