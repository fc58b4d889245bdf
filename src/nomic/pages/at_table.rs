//! Nomic's part of the games room's pages: opening a table, and the way from it to the game's own pages.

use askama::Template;
use chrono::{Datelike, Weekday};
use chrono_tz::Tz;
use rookery_messages::{Join, Message, Value as MessageValue, say};
use rookery_nomic::documents::Document;
use rookery_nomic::game::Status;
use rookery_nomic::lines;
use rookery_nomic::record::Beginning;

use super::{parts, scoreboard};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::nomic::parameters::weekday;
use crate::nomic::table::{Ended, Nomic, Options, Unenforced, View, WEEK};
use crate::sessions::calendar;
use crate::tables::pages::door::{ActOf, GamePage, GamePart, Primer, Seen};
use crate::tables::{Entry, Seat};
use crate::web::catalogue::Language;
use crate::web::dates::Dates;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// Nomic at a table, as pages have it.
pub struct NomicPage;

#[derive(Template)]
#[template(path = "nomic/opening.html")]
struct OpeningFields<'a> {
    frame: &'a Frame,
    typed: &'a Typed,
}

#[derive(Template)]
#[template(path = "nomic/at_table.html")]
struct Part<'a> {
    frame: &'a Frame,
    seen: &'a Seen<'a, View>,
    /// When the game begins.
    waiting: String,
    /// Each seat and its weekday, before the game begins.
    days: Vec<(String, String)>,
    /// What of its own rules the service would not enforce.
    unenforced: Unenforced,
}

/// How a game stands, in small: its day and the first of the scoreboard.
#[derive(Template)]
#[template(path = "nomic/small.html")]
struct Small {
    /// Of the month.
    day: u32,
    lines: Vec<Line>,
}

/// Somebody's points as a bar.
struct Line {
    /// Where it stands.
    y: usize,
    initials: String,
    length: i64,
    /// Whether the day is theirs.
    has_day: bool,
}

/// How many have a bar, and how long the longest one is.
const BARS: usize = 5;
const LONGEST: i64 = 38;

impl Small {
    fn of(view: &View) -> Small {
        let mut totals: Vec<(&String, i64)> = view.totals.iter().map(|(name, total)| (name, *total)).collect();
        totals.sort_by_key(|(_, total)| std::cmp::Reverse(*total));
        let most = totals.first().map_or(1, |(_, most)| (*most).max(1));
        let line = |(place, (name, total)): (usize, (&String, i64))| Line {
            y: 24 + place * 8,
            initials: scoreboard::initials(name).chars().take(3).collect(),
            length: total.clamp(0, most).saturating_mul(LONGEST) / most,
            has_day: view.status == Status::Active && view.turn_of.contains(name),
        };
        let lines = totals.into_iter().take(BARS).enumerate().map(line).collect();
        Small { day: view.day.day(), lines }
    }
}

/// Weekdays for seats, as they are written: no more than there are seats, and none twice while there are enough of them.
fn days(text: &str, seats: usize) -> Result<Vec<Weekday>, Refusal> {
    let wrong =
        |word: &str| Refusal::field("days", say!("“{word}” is not a weekday: write Mon Tue Wed Thu Fri.", word));
    let day = |word: &str| weekday(word).ok_or_else(|| wrong(word));
    let words = text.split([' ', ',', '\n']).filter(|word| !word.is_empty());
    let days = words.map(day).collect::<Result<Vec<Weekday>, Refusal>>()?;
    if days.len() > seats {
        let written = days.len();
        let many =
            say!("You wrote more weekdays ({written}) than seats ({seats}): write one for each seat.", written, seats);
        return Err(Refusal::field("days", many));
    }
    let twice = days.iter().enumerate().find(|(place, day)| days[..*place].contains(day));
    if let Some((_, day)) = twice.filter(|_| seats <= WEEK.len()) {
        let twice = say!(
            "{day} stands twice: there are enough weekdays for everybody to have one of their own.",
            day = calendar::weekday(*day)
        );
        return Err(Refusal::field("days", twice));
    }
    Ok(days)
}

/// What the service would not enforce, as the opening form tells it; its tick sends this text back as read.
fn told_before(unenforced: &Unenforced) -> Message {
    let rules = |labels: &[u32]| MessageValue::list(Join::And, labels.iter().copied());
    let warns = say!(
        "The service would only warn about these rules, for it was not told what their words mean: {warns}.",
        warns = rules(&unenforced.warns)
    );
    let text = say!(
        "The service knows nothing of these rules, so players claim what they give: {text}.",
        text = rules(&unenforced.text)
    );
    let told = [(warns, &unenforced.warns), (text, &unenforced.text)].into_iter();
    Message::joined(Join::Sentences, told.filter(|(_, labels)| !labels.is_empty()).map(|(message, _)| message))
}

impl GamePage for NomicPage {
    fn title(&self, language: Language) -> String {
        language.t("nomic").to_string()
    }

    fn about(&self, frame: &Frame) -> String {
        frame.t("nomic-in-short").to_string()
    }

    fn primer(&self) -> Option<Primer> {
        let (how, first) = ("nomic-primer", "nomic-primer-tap");
        Some(Primer { how, first, rules: "/nomic/help", called: "nomic-help" })
    }

    fn seat(&self, frame: &Frame, seat: Seat) -> String {
        frame.t("nomic-seat").with("number", seat + 1).to_string()
    }

    fn others(&self) -> Seat {
        19
    }

    /// As many as play, each with the weekday that the form says.
    fn seats(&self, frame: &Frame, typed: &Typed) -> Vec<String> {
        let players = typed.value_or("open", "players", "5").parse().ok().filter(|players| (1..=20).contains(players));
        let players = players.unwrap_or(5);
        let days = days(typed.value("open", "days"), players).unwrap_or_default();
        let options = Options { players, days, beginning: Beginning::default() };
        let told = |(seat, day)| format!("{}, {}", self.seat(frame, seat), parts::weekday(frame, day));
        (0..).zip(options.weekdays()).map(told).collect()
    }

    fn invites(&self, frame: &Frame) -> String {
        frame.t("nomic-invite").to_string()
    }

    fn opening(&self, frame: &Frame, typed: &Typed) -> Result<String, Error> {
        OpeningFields { frame, typed }.render().map_err(Error::internal)
    }

    fn takes_file(&self) -> Option<&'static str> {
        Some("rules")
    }
}

impl GamePart for NomicPage {
    type Game = Nomic;

    fn options(&self, sent: &Fields) -> Result<Options, Error> {
        let players = sent.narrow("players")?.unwrap_or(5);
        let mut options = Options {
            players,
            days: days(sent.text("days"), players)?,
            beginning: Beginning { start_date: sent.read_some("start_date")?, ..Beginning::default() },
        };
        options.check().map_err(|refusal| Refusal::field("players", refusal.detail))?;
        if let Some(text) = sent.some("rules") {
            let unfit = |why: Message| Refusal::field("rules", say!("These rules cannot begin a game: {why}", why));
            let document = Document::parse(text).map_err(|bad| unfit(say!("{why}.", why = bad.message())))?;
            options.beginning.rules = Some(document.value().clone());
            options.check().map_err(|refusal| unfit(refusal.detail))?;
            let told = told_before(&options.unenforced()?);
            // Ticked is what was told: of another document something else may be.
            if !told.is_empty() && sent.text("unenforced") != told.to_string() {
                return Err(Refusal::field("unenforced", told).into());
            }
        }
        Ok(options)
    }

    fn terms(&self, frame: &Frame, options: &Options) -> String {
        let players = frame.t("nomic-terms").count("players", options.players).to_string();
        if options.beginning.rules.is_none() {
            players
        } else {
            format!("{players} · {}", frame.t("nomic-terms-own-rules"))
        }
    }

    fn outcome(&self, frame: &Frame, outcome: &Ended) -> String {
        match &outcome.winner {
            Some(name) => frame.t("nomic-has-won").with("name", name).to_string(),
            None => frame.t("nomic-over").to_string(),
        }
    }

    fn small(&self, state: &View) -> Result<String, Error> {
        Small::of(state).render().map_err(Error::internal)
    }

    fn line(&self, frame: &Frame, _: &Tz, entry: &Entry) -> Result<String, Error> {
        let text = entry.play["text"].as_str().or(entry.play["kind"].as_str()).unwrap_or_default();
        let words = lines::words(text);
        // Why is told in its thread.
        Ok(match entry.effect_of::<Nomic>()?.said.and_then(|said| said.why) {
            None => words.to_owned(),
            Some(_) => format!("{words} ({})", frame.t("nomic-state-void")),
        })
    }

    fn part(&self, _: &mut Db, seen: &Seen<'_, View>) -> Result<String, Error> {
        let (frame, table) = (seen.frame, &seen.view.table);
        let options = if seen.state.is_none() { Some(table.options_of::<Nomic>()?) } else { None };
        let unenforced = options.as_ref().map(Options::unenforced).transpose()?.unwrap_or_default();
        let weekdays = options.as_ref().map_or_else(Vec::new, Options::weekdays);
        let dates = Dates { zone: Tz::UTC, language: frame.language };
        let waiting = match options.and_then(|options| options.beginning.start_date) {
            Some(first) => frame.t("nomic-waiting-until").with("day", dates.full_date(&first)).to_string(),
            None => frame.t("nomic-waiting").to_string(),
        };
        let days =
            (0..).zip(weekdays).map(|(seat, day)| (self.seat(frame, seat), parts::weekday(frame, day))).collect();
        Part { frame, seen, waiting, days, unenforced }.render().map_err(Error::internal)
    }

    fn act(&self, _: &Fields) -> Result<Option<ActOf<Nomic>>, Error> {
        Ok(None)
    }
}
