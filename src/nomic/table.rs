//! Nomic at a table of the games room: its state is the engine's game, advanced to the time at which it is
//! read.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc, Weekday};
use rookery_messages::{Join, Value as Said, say};
use rookery_nomic::bindings::{Force, Role};
use rookery_nomic::edition::Edition;
use rookery_nomic::game::{Newcomer, Status};
use rookery_nomic::parameters::Patch;
use rookery_nomic::plays::{Made, Order, Outcome, Thread};
use rookery_nomic::record::Beginning;
use rookery_nomic::rulebook::Rule;
use rookery_nomic::secrets::SEALED;
use rookery_nomic::{Event, Game as Engine, Play, Refusal as Refused, Void, lines, time};
use serde::{Deserialize, Serialize};

use super::deadlines::{self, Deadline};
use super::news::{self, Mark, News};
use super::store;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::notify::Topic;
use crate::rulebook;
use crate::sessions::calendar::weekday;
use crate::tables::game::{Due, NoRuling, Unread};
use crate::tables::{Entry, Game, Seat, State, Step, Table, Went};

/// What tables call it.
pub const NAME: &str = "nomic";

/// How long before a day's votes are counted those who have not voted are reminded.
const REMINDER: TimeDelta = TimeDelta::hours(5);

/// How far ahead a game's first day may lie.
const AHEAD: TimeDelta = TimeDelta::days(366);

/// The weekdays that seats have unless it is said otherwise.
pub const WEEK: [Weekday; 5] = [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri];

/// How a table is to be played at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How many sit down, 1 to 20.
    #[serde(default = "five")]
    pub players: usize,
    /// The weekday of each seat (rule 201); for those of which it is not said, Monday to Friday in turn, free days first.
    #[serde(default)]
    pub days: Vec<Weekday>,
    /// What a log begins with: rules, first day, parameters. The people who sit down are its players.
    #[serde(default)]
    pub beginning: Beginning,
}

fn five() -> usize {
    5
}

impl Options {
    /// Whether such a game could begin: it is tried out.
    pub fn check(&self) -> Result<(), Refusal> {
        if !(1..=20).contains(&self.players) {
            let detail = say!("{number} is not between 1 and 20 players.", number = self.players);
            return Err(Refusal::field("options", detail));
        }
        if self.beginning.players.is_empty() {
            self.tried_out()?;
        }
        Ok(())
    }

    /// The weekday of each seat.
    pub fn weekdays(&self) -> Vec<Weekday> {
        let free = WEEK.into_iter().filter(|day| !self.days.contains(day));
        self.days.iter().copied().chain(free).chain(WEEK.into_iter().cycle()).take(self.players).collect()
    }

    /// The same for these people, by seat.
    pub fn with(&self, names: Vec<String>) -> Options {
        let seated = |(name, weekday)| Newcomer { name, weekday: Some(weekday) };
        let mut options = self.clone();
        options.beginning.players = names.into_iter().zip(self.weekdays()).map(seated).collect();
        options
    }

    /// The game as it would begin, no matter who sits down.
    fn tried_out(&self) -> Result<Engine, Refusal> {
        self.with((1..=self.players).map(|seat| format!("Player {seat}")).collect()).start()
    }

    /// What of its own rules the service would not enforce: it tells before anybody sits down.
    pub fn unenforced(&self) -> Result<Unenforced, Refusal> {
        if self.beginning.rules.is_none() {
            return Ok(Unenforced::default());
        }
        let (game, own) = (self.tried_out()?, self.beginning.own_words());
        let own = own.map_err(|bad| Refusal::field("options", say!("{why}.", why = bad.message())))?;
        let warned = game.bindings.bound.keys().filter(|role| game.force(**role) == Force::Advisory);
        let mut warns: Vec<u32> = warned.filter_map(|role| deadlines::rule(&game, *role)).collect();
        let is_text = |rule: &&Rule| game.bindings.roles_of(&rule.id).next().is_none() && own.contains(&rule.id);
        let mut text: Vec<u32> = game.book.live().filter(is_text).map(|rule| rule.current().label).collect();
        for labels in [&mut warns, &mut text] {
            labels.sort_unstable();
            labels.dedup();
        }
        Ok(Unenforced { warns, text })
    }

    /// Nobody is given a weekday on which the rules make every message void: they could never propose.
    fn check_weekdays(&self) -> Result<(), Refusal> {
        let game = self.tried_out()?;
        let void = &game.bindings.parameters.allocation.void_days;
        let given = game.players.iter().filter_map(|player| player.weekday).find(|day| void.contains(day));
        let Some(given) = given.filter(|_| game.enforces(Role::Allocation)) else { return Ok(()) };
        let rule = deadlines::rule(&game, Role::Allocation).unwrap_or(201);
        let detail = say!(
            "By rule {rule} messages in the voting thread are void on {days}: the player of {given} could never propose. \
             Give every seat another weekday.",
            rule,
            days = Said::list(Join::And, void.iter().map(|day| weekday(*day))),
            given = weekday(given)
        );
        Err(Refusal::field("options.days", detail).act("I.9"))
    }

    pub(super) fn start(&self) -> Result<Engine, Refusal> {
        self.beginning
            .start()
            .map_err(|bad| Refusal::field("options", say!("The game cannot begin: {bad}.", bad = bad.message())))
    }
}

/// What the service does not enforce of the rules that a game begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unenforced {
    /// Rules about what it enforces elsewhere, in words whose meaning it was not told: it only warns.
    pub warns: Vec<u32>,
    /// Rules of the players' own that it knows nothing of: players claim what they give.
    pub text: Vec<u32>,
}

/// People's names, the second of the same name with a number.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut free = |name: String| {
        let mut numbers = (2_u32..).map(|number| format!("{name} ({number})"));
        let free = [name.clone()].into_iter().chain(numbers.by_ref()).find(|name| !taken.contains(name));
        let free = free.unwrap_or(name);
        taken.insert(free.clone());
        free
    };
    names.map(|name| free(name.trim().to_owned())).collect()
}

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
    type State = Standing;

    fn unread(unread: Unread) -> Refusal {
        match unread {
            Unread::Options { error, .. } => {
                Refusal::field("options", say!("The options cannot be read: {error}.", error = Said::text(error)))
            }
            Unread::Play(error) => {
                Refusal::field("play", say!("The play cannot be read: {error}.", error = Said::text(error)))
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

    fn start(&self, options: &Options, _: i64, at: NaiveDateTime) -> Result<Standing, Refusal> {
        let mut game = options.start()?;
        if at.and_utc() > game.now {
            game.advance(at.and_utc()).map_err(|against| refused(against, &game))?;
        }
        Ok(Standing { game })
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
        store::stepped(tx, table, entry, effect)
    }
}

fn not_here() -> Refusal {
    let detail = say!("A game of Nomic has Judges of its own, and its days go on: forfeit to leave it.");
    Refusal::conflict(say!("Not in this game"), detail).act("I.9")
}

/// The effect of a step.
#[derive(Debug, Serialize, Deserialize)]
pub struct Effect {
    /// The effect of a player's message; nothing if time alone made the step.
    #[serde(flatten, deserialize_with = "store::sent")]
    pub said: Option<Sent>,
    /// For those whom it concerns when it happens: nobody reads it in the log again.
    #[serde(skip_deserializing)]
    pub news: Vec<Told>,
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
pub struct Told {
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

/// The state of a game.
#[derive(Clone)]
pub struct Standing {
    pub game: Engine,
}

impl Standing {
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
    fn told(&self, news: News) -> Told {
        let names = self.names();
        let seats = |players: Vec<&String>| {
            (0..).zip(&names).filter(|(_, name)| players.contains(name)).map(|(seat, _)| seat).collect()
        };
        let notice = news.notice(&names).map(|(topic, players)| Notice { topic, seats: seats(players) });
        Told { news, notice }
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
        let why = outcome.void.as_ref().map(|void| said(void).to_string());
        // What people read cites rules; logs of before have readings, too.
        let why = why.map(|why| if self.game.edition.is_ninth() { without_readings(&why) } else { why });
        let Outcome { message, made, void, warnings } = outcome;
        Ok(Sent { message, made, void, warnings, why })
    }
}

/// An explanation without the readings that it cites in brackets: `(rule 214, reading 17)` is `(rule 214)`.
fn without_readings(why: &str) -> String {
    let mut parts = why.split('(');
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (cited, after) = part.split_once(')').unwrap_or((part, ""));
        let is_reading = |one: &&str| one.starts_with("reading ") || one.starts_with("readings ");
        if !cited.split(", ").any(|one| is_reading(&one)) {
            said = format!("{said}({part}");
            continue;
        }
        // An assumption, such as A5, stands beside the reading that rests on it.
        let is_assumption = |one: &&str| one.strip_prefix('A').is_some_and(|number| number.parse::<u8>().is_ok());
        let rules = cited.split(", ").filter(|one| !is_reading(one) && !is_assumption(one));
        let rules = rules.collect::<Vec<_>>().join(", ");
        let rules = if rules.is_empty() { rules } else { format!(" ({rules})") };
        said = format!("{}{rules}{after}", said.trim_end());
    }
    said
}

/// Why a play or a time is refused, with rules by their numbers of now.
fn refused(against: Refused, game: &Engine) -> Refusal {
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

impl State for Standing {
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

#[cfg(test)]
mod tests {
    use super::without_readings;

    #[test]
    fn an_explanation_cites_rules_and_no_readings() {
        for (recorded, told) in [
            ("you are not the Judge: Ben P (rule 214, reading 17)", "you are not the Judge: Ben P (rule 214)"),
            ("it is barred (rules 116 and 211, readings 37 and 38).", "it is barred (rules 116 and 211)."),
            ("a proposal holds one rule-change (reading 39)", "a proposal holds one rule-change"),
            ("points change only by a rule (reading 36, A5)", "points change only by a rule"),
            ("“Yes (x)” is no vote (rule 113)", "“Yes (x)” is no vote (rule 113)"),
            ("so it (is", "so it (is"),
        ] {
            assert_eq!(without_readings(recorded), told);
        }
    }
}
