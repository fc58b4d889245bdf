//! The text of a notice, line by line, in the reader's language: for the page of notices and for
//! e-mails.

use std::collections::HashMap;

use chrono::DateTime;
use rookery_nomic::parameters::Threshold;
use serde::Deserialize;
use serde_json::Value;

use crate::court::Subject;
use crate::court::rules::verdict::Outcome;
use crate::db::Db;
use crate::error::Error;
use crate::excerpt::shortened;
use crate::games::State;
use crate::games::pages::{claim_in_words, said_by};
use crate::games::rules::confirmation::Claim;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::nomic;
use crate::notify::Topic;
use crate::notify::text::{self, Paired};
use crate::ratings;
use crate::tables::{self, TableId};
use crate::web::catalogue::{Language, begun};
use crate::web::dates::Dates;

/// The most characters of a text in a notice.
const LONGEST: usize = 300;

/// How a page says a member of a message.
enum Format {
    Text,
    Person,
    Moment,
    Number,
    /// A word that the catalogue has under this kind; of something with particulars, what it is called by.
    Word(&'static str),
    /// What a vote in Nomic needed.
    Needs,
    /// Where the reader sits, of a round of pairings.
    Seat,
    /// How many points the reader has got by it, or lost.
    Points,
    /// The reader's points before it and after.
    Score,
    /// Who plays at a table, and who of them has won.
    Played,
    /// What is played there; of a game of the club a body has the number.
    Game,
    /// What each side captured, in points, where that decided who won.
    Captured,
    /// How a game ended by somebody.
    Claim,
    /// How a game ended by one of its players, or as somebody else entered it, and who says so.
    Version,
}

/// What a page says of a message's body, in order, each by its text `told-…`; the rest is for programs.
const TOLD: [(&str, Format); 39] = [
    ("played", Format::Played),
    ("entered", Format::Version),
    ("disputed", Format::Version),
    ("pairings", Format::Seat),
    ("title", Format::Text),
    ("by", Format::Person),
    ("person", Format::Person),
    ("result", Format::Claim),
    ("claim", Format::Claim),
    ("captured", Format::Captured),
    ("after", Format::Word("decision-state")),
    ("term", Format::Word("told-term")),
    ("what", Format::Text),
    ("effect", Format::Text),
    ("note", Format::Text),
    ("text", Format::Text),
    ("answer", Format::Text),
    ("cancel_reason", Format::Text),
    ("cause", Format::Text),
    ("reason", Format::Text),
    ("reasons", Format::Text),
    ("points_moved", Format::Points),
    ("your_points", Format::Score),
    ("over", Format::Text),
    ("starts_at", Format::Moment),
    ("nominations_close_at", Format::Moment),
    ("voting_closes_at", Format::Moment),
    ("closes_at", Format::Moment),
    ("until", Format::Moment),
    ("due_at", Format::Moment),
    ("declaration_due_at", Format::Moment),
    ("at", Format::Moment),
    ("play", Format::Word("told-play")),
    ("state", Format::Word("nomic-state")),
    ("without_orders", Format::Word("nomic-without-orders")),
    ("yes", Format::Number),
    ("no", Format::Number),
    ("needs", Format::Needs),
    ("game", Format::Game),
];

/// What a message is called: by its topic, and a declaration by what was done.
pub fn title(language: Language, topic: &str, body: &Value) -> String {
    let exercise = body["exercise"].as_str().filter(|_| Topic::of(topic) == Some(Topic::DeclarationPublished));
    let done = exercise.and_then(|exercise| language.word("exercise", exercise).known());
    done.unwrap_or_else(|| language.topic(topic)).to_string()
}

/// What people are called whom messages name, and tables, which somebody may have several of. A name that was taken away since
/// is told nowhere.
pub struct Names {
    people: HashMap<PersonId, String>,
    tables: HashMap<TableId, String>,
    /// Who played the games of which a message says it.
    games: HashMap<GameId, [PersonId; 2]>,
    /// What those bring the reader by now of which a message says what they moved.
    brings: HashMap<GameId, i64>,
}

impl Names {
    /// Those that these bodies name to a reader.
    pub fn of<'a>(db: &mut Db, reader: PersonId, bodies: impl IntoIterator<Item = &'a Value>) -> Result<Names, Error> {
        let (mut people, mut at, mut games, mut moved) = (Vec::new(), Vec::new(), HashMap::new(), Vec::new());
        for body in bodies {
            people.extend(text::people(body, reader));
            at.extend(body["table"].as_i64().map(TableId));
            let players = [0_usize, 1].map(|place| body["played"]["players"][place].as_i64().map(PersonId));
            if let (Some(game), [Some(white), Some(black)]) = (body["game"].as_i64(), players) {
                games.insert(GameId(game), [white, black]);
            }
            moved.extend(body["game"].as_i64().filter(|_| !body["points_moved"].is_null()).map(GameId));
        }
        let brings = ratings::history::brought(db, reader, &moved)?;
        Ok(Names { people: members::store::names(db, &people)?, tables: tables::store::names(db, &at)?, games, brings })
    }
}

/// Tells a reader of messages.
pub struct Teller<'a> {
    pub reader: PersonId,
    /// The club's clock, and the reader's language.
    pub dates: Dates,
    pub names: &'a Names,
}

impl Teller<'_> {
    /// What a message on a topic says, a line each: see [`TOLD`].
    pub fn particulars(&self, topic: &str, body: &Value) -> Vec<String> {
        let language = self.dates.language;
        let topic = Topic::of(topic);
        let has_a_page = Topic::place(topic, body).is_some();
        // At a table White need not sit first.
        let players = if body["table"].is_null() { &body["played"]["players"] } else { &Value::Null };
        let line = |(member, how): &(&'static str, Format)| {
            // A session comes whole, and a case with what was done in it.
            let parts = [body, &body["session"], &body["what"]];
            let said = parts.map(|part| &part[*member]).into_iter().find(|said| !said.is_null())?;
            if matches!(how, Format::Person) && said.as_i64() == Some(self.reader.0) {
                return Some(language.word("told", format!("{member}-you")).to_string());
            }
            let what = match how {
                Format::Claim => self.claim(players, said)?,
                Format::Version => self.version(players, said)?,
                Format::Score => self.score(topic, body, said)?,
                _ => self.told(topic, how, said)?,
            };
            let what = if has_a_page { shortened(&what, LONGEST) } else { what };
            // What is over has begun.
            let began = *member == "starts_at" && topic == Some(Topic::SessionEnded);
            let line = language.word("told", if began { "began" } else { *member }).with("what", what).to_string();
            // Who won may be the reader: "you" begins a line then.
            Some(if matches!(how, Format::Claim) { begun(&line) } else { line })
        };
        // A void game has no winner to report; for a dispute both versions are shown.
        let void = body["state"] == State::Void.as_str();
        let is_dispute = body["disputed"].is_object();
        let is_left_out =
            |member: &str| (void && member == "result") || (is_dispute && ["by", "result", "claim"].contains(&member));
        let ask = match topic {
            Some(Topic::GameVoided) if body["online"] == true => Some("told-voided-ask-online"),
            Some(Topic::GameVoided) => Some("told-voided-ask"),
            Some(Topic::GameDisputeSettled | Topic::GameCorrected) => Some("told-settled-ask"),
            _ => None,
        };
        let ask = ask.map(|ask| language.t(ask).to_string());
        let told = TOLD.iter().filter(|(member, _)| !is_left_out(member)).filter_map(line);
        self.table(body).map(str::to_owned).into_iter().chain(told).chain(self.by_now(topic, body)).chain(ask).collect()
    }

    /// What a game brings the reader by now, where it brought something else when it was entered.
    fn by_now(&self, topic: Option<Topic>, body: &Value) -> Option<String> {
        let then = body["points_moved"].as_i64().filter(|_| topic == Some(Topic::GameEntered))?;
        let now = *self.names.brings.get(&GameId(body["game"].as_i64()?))?;
        let points = format!("{now:+}").replace('-', "\u{2212}");
        (now != then).then(|| self.dates.language.t("told-points-by-now").with("points", points).to_string())
    }

    /// The name of the table that a message is about, if it has one.
    fn table(&self, body: &Value) -> Option<&str> {
        self.names.tables.get(&TableId(body["table"].as_i64()?)).map(String::as_str)
    }

    /// The one line that says most: of a game whom it was against; both sides of a dispute, the points, else what is told first,
    /// after who played or the name of the table.
    pub fn gist(&self, topic: &str, body: &Value) -> Option<String> {
        if body["disputed"].is_object() {
            return Some(self.particulars(topic, body).join(" · "));
        }
        let (of, points) = (Topic::of(topic), &body["points_moved"]);
        let points = self.told(of, &Format::Points, points).map(|said| match self.by_now(of, body) {
            Some(now) => format!("{said} {now}"),
            None => said,
        });
        let points = points.or_else(|| self.score(of, body, &body["your_points"]));
        // What is over with a judgment counts for as much as the points.
        let over = self.told(of, &Format::Text, &body["what"]["over"]);
        let Some(points) = points else {
            let most = if body["played"].is_null() && self.table(body).is_none() { 1 } else { 2 };
            let said: Vec<String> = self.particulars(topic, body).into_iter().take(most).chain(over).collect();
            return Some(said.join(" · ")).filter(|said| !said.is_empty());
        };
        let points = over.into_iter().fold(points, |points, over| format!("{points} {over}"));
        Some(match self.two(&body["played"]["players"]) {
            Some([(white, _), (_, black)]) if white == self.reader => format!("{black} · {points}"),
            Some([(_, white), (black, _)]) if black == self.reader => format!("{white} · {points}"),
            _ => points,
        })
    }

    fn told(&self, topic: Option<Topic>, how: &Format, value: &Value) -> Option<String> {
        let language = self.dates.language;
        match how {
            // What somebody wrote, or what the service says.
            Format::Text => match text::message(value) {
                Some(message) => {
                    let players = |place: &str, value: &rookery_messages::Value| self.players(place, value);
                    Some(language.say(&message.with_values(&players)))
                }
                None => value.as_str().map(str::to_owned),
            }
            .filter(|text| !text.is_empty()),
            Format::Person => self.names.people.get(&PersonId(value.as_i64()?)).cloned(),
            Format::Moment => {
                let at = DateTime::parse_from_rfc3339(value.as_str()?).ok()?;
                Some(self.dates.moment(&at.naive_utc()))
            }
            Format::Number => value.as_i64().map(|number| number.to_string()),
            Format::Word(kind) => {
                let word = value.as_str().or_else(|| value.as_object()?.keys().next().map(String::as_str))?;
                language.word(kind, word).known().map(|text| text.to_string())
            }
            Format::Seat => self.seat(topic, value),
            Format::Played => {
                let names = |part: &str| {
                    let people = value[part].as_array().into_iter().flatten().filter_map(Value::as_i64);
                    people.filter_map(|id| self.names.people.get(&PersonId(id)).map(String::as_str)).collect::<Vec<_>>()
                };
                let (players, winners) = (names("players").join(" – "), names("winners"));
                let who = language.listed(&winners);
                let won = language.t("table-won").count("winners", winners.len()).with("who", who);
                Some(if winners.is_empty() { players } else { format!("{players}: {won}") })
            }
            Format::Game => tables::pages::title(language, value.as_str()?),
            Format::Points => {
                let points = value.as_i64()?;
                // What a change of a game moves is not what the game brings: it takes back what it brought before.
                let is_entered = topic == Some(Topic::GameEntered);
                let said = match (points, is_entered) {
                    (0, _) => return Some(language.t("told-points-stay").to_string()),
                    (1.., true) => language.t("told-points-given"),
                    (1.., false) => language.t("told-points-more"),
                    (_, true) => language.t("told-points-taken"),
                    (_, false) => language.t("told-points-fewer"),
                };
                Some(said.count("points", points.abs()).to_string())
            }
            Format::Score => self.score(topic, &Value::Null, value),
            Format::Captured => {
                let (white, black) = (value["white"].as_i64()?, value["black"].as_i64()?);
                Some(language.t("bell-points").count("white", white).count("black", black).to_string())
            }
            Format::Claim => self.claim(&Value::Null, value),
            Format::Version => self.version(&Value::Null, value),
            Format::Needs => {
                let thresholds = Vec::<Threshold>::deserialize(value).ok()?;
                Some(nomic::pages::needs(language, &thresholds)).filter(|needs| !needs.is_empty())
            }
        }
    }

    /// Who played the game that a place of a sentence names by its number, where that is told.
    fn players(&self, place: &str, value: &rookery_messages::Value) -> Option<rookery_messages::Value> {
        let rookery_messages::Value::Number(number) = value else { return None };
        let players = self.names.games.get(&GameId(*number)).filter(|_| place == "game")?;
        let [white, black] = players.each_ref().map(|person| self.names.people.get(person));
        Some(format!("{} – {}", white?, black?).into())
    }

    /// What moved the reader's points. They come back where a decision or a deduction that took them is undone.
    fn score(&self, topic: Option<Topic>, body: &Value, value: &Value) -> Option<String> {
        let (before, after) = (value["before"].as_i64()?, value["after"].as_i64()?);
        let is_undone = match topic {
            Some(Topic::DecisionChanged) => true,
            Some(Topic::CaseDecided) => {
                let took_points = [Subject::Decision, Subject::Deduction].map(Subject::as_str);
                took_points.iter().any(|subject| body["subject"] == *subject)
                    && body["what"]["disposition"]["outcome"] == Outcome::Overturn.as_str()
            }
            _ => false,
        };
        let text = match (after > before, is_undone) {
            (true, true) => "told-score-back",
            (true, false) => "told-score-up",
            (false, _) => "told-score-down",
        };
        let said = self.dates.language.t(text).count("points", (after - before).abs());
        Some(said.with("before", before).with("after", after).to_string())
    }

    /// How a game of these two ended, White first; an older version did not tell of whom it was.
    fn claim(&self, players: &Value, claim: &Value) -> Option<String> {
        let language = self.dates.language;
        let claim: Claim = claim.as_str()?.parse().ok()?;
        Some(match self.two(players) {
            Some(players) => claim_in_words(claim, players, Some(self.reader), language),
            None => language.word("claim", claim).to_string(),
        })
    }

    /// Two players with their names.
    fn two(&self, players: &Value) -> Option<[(PersonId, &str); 2]> {
        let player = |place: usize| {
            let id = PersonId(players[place].as_i64()?);
            Some((id, self.names.people.get(&id)?.as_str()))
        };
        Some([player(0)?, player(1)?])
    }

    /// How a game of these two ended by one of them, or as somebody else entered it.
    fn version(&self, players: &Value, version: &Value) -> Option<String> {
        let (claim, language) = (&version["claim"], self.dates.language);
        let Some(by) = version["by"].as_i64().map(PersonId) else {
            let claim = self.claim(players, claim)?;
            return Some(language.t("told-version-entered").with("claim", claim).to_string());
        };
        said_by(claim.as_str()?.parse().ok()?, self.two(players)?, by, Some(self.reader), language)
    }

    /// Where the reader sits in a round, or was to sit in one that is taken back: board, colour, opponent.
    fn seat(&self, topic: Option<Topic>, pairings: &Value) -> Option<String> {
        let language = self.dates.language;
        let Paired { round, board, against } = text::paired(pairings, self.reader)?;
        let (bye, seat) = if topic.is_some_and(Topic::takes_back_a_round) {
            ("told-bye-taken-back", "told-board-taken-back")
        } else {
            ("told-bye", "told-board")
        };
        let Some((colour, opponent)) = against else {
            return Some(language.t(bye).with("round", round).to_string());
        };
        let (colour, opponent) = (language.word("colour", colour), self.names.people.get(&opponent)?);
        let told = language.t(seat).with("round", round).with("board", board);
        Some(told.with("colour", colour).with("opponent", opponent).to_string())
    }
}
