//! Imports: a season from CSV files and PGN archives, all of it or nothing.
//!
//! First the files are read and every line is checked by itself ([`csv`], [`pgn`]); then the lines are
//! checked against the club and the Terms ([`rules`]); then all of them are entered in one transaction
//! ([`store`]). A dry run stops before that; as a job it enters them and takes them back, to tell of the points. An import can be taken back as a whole ([`undo`]).

pub mod csv;
mod entering;
mod faults;
pub mod jobs;
pub mod lines;
pub mod pgn;
pub mod plan;
pub mod rules;
pub mod store;
mod text;
pub mod undo;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::action::{Action, By, Deed, Record, Somebody, perform};
use crate::audit::Word;
use crate::auth::Roles;
use crate::db::{Database, Tx};
use crate::error::{Act, Error, Refusal};
use crate::games::closing;
use crate::hex::hex;
use crate::id::PersonId;
use crate::jobs::background::JobId;
use crate::members::rules::Written;
use crate::ratings::tried::tried;

/// People new to the club whom a report names.
const NAMED: usize = 10;

/// What the caller wants of an import.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::Args, utoipa::IntoParams, utoipa::ToSchema,
)]
#[serde(deny_unknown_fields, default)]
#[schema(as = ImportOptions)]
pub struct Options {
    /// Unknown players become members at their first game; otherwise their games are refused.
    #[arg(long)]
    pub join_unknown: bool,
    /// Sessions are added on the days of games that were played in none.
    #[arg(long)]
    pub make_sessions: bool,
    /// The good lines are entered though others are refused; otherwise one refused line refuses all.
    #[arg(long)]
    pub skip_refused: bool,
    /// Days are written with the month first: 04/09/2026 is the ninth of April. Otherwise it is the fourth of September, unless
    /// another day of the file can only have the month first.
    #[arg(long)]
    pub month_first: bool,
    /// Columns that such a file does not know are left out; otherwise one of them refuses all.
    #[arg(long)]
    pub skip_columns: bool,
    /// Tells what would come of it, and changes nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// A file to import.
pub struct Source {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A line that was refused, and all that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Refused {
    pub file: String,
    /// Of the file, from 1; where a game begins.
    pub line: u64,
    pub detail: String,
    /// The same as template and arguments; absent from older reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub message: Option<Message>,
    #[schema(value_type = Vec<String>)]
    pub acts: Vec<Act>,
}

impl Refused {
    fn of(file: String, line: u64, message: Message, acts: Vec<Act>) -> Refused {
        Refused { file, line, detail: message.to_string(), message: Some(message), acts }
    }
}

/// Columns that such a file does not have, and how the import is refused by them: it goes on without them, to tell at once of
/// all that is wrong.
#[derive(Debug)]
struct Unknown {
    columns: Vec<String>,
    refused: Refused,
}

/// A day that could be another one, and how it was read: 04/09/2026.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ImportDay)]
pub struct Day {
    pub written: String,
    pub read: NaiveDate,
    /// What it is with the month and the day the other way round.
    pub other: NaiveDate,
}

/// Somebody's points, as an import would change them; none is off the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ImportPoints)]
pub struct Points {
    pub name: String,
    pub before: Option<i64>,
    pub after: Option<i64>,
}

/// A name that nobody is known by, beside one that may have been meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ImportAlike)]
pub struct Alike {
    pub written: String,
    pub known: String,
}

/// What came of an import, or would come of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ImportReport)]
pub struct Report {
    /// Whether the club was changed.
    pub entered: bool,
    /// Lines of CSV files, and games of archives.
    pub read: u64,
    /// Lines that were there already: nothing is entered twice.
    pub known: u64,
    pub people: u64,
    pub memberships: u64,
    pub sessions: u64,
    pub stays: u64,
    pub games: u64,
    /// Deductions, adjustments and the like.
    pub events: u64,
    /// The first of the people who are new to the club, by name.
    #[serde(default)]
    pub newcomers: Vec<String>,
    /// The first of the names that nobody is known by, and that are nearly a known one.
    #[serde(default)]
    pub alike: Vec<Alike>,
    /// Of a trial: whose points its good lines would change, the largest change first.
    #[serde(default)]
    pub points: Vec<Points>,
    /// The first of the days that could be others.
    #[serde(default)]
    pub days: Vec<Day>,
    /// Whether days were read with the month first, because the options or the file said so.
    #[serde(default)]
    pub month_first: bool,
    /// Refused games on days without a session that would stand if the option `make_sessions` adds them; some only if their
    /// players join, too.
    #[serde(default)]
    pub without_session: u64,
    /// Refused games of players who never joined that would stand if they join at their first game, by the option
    /// `join_unknown`; some only if their session is added, too.
    #[serde(default)]
    pub without_membership: u64,
    /// Columns that such a file does not have; left out where the options say so.
    #[serde(default)]
    pub unknown_columns: Vec<String>,
    /// The club's usual room, where new sessions have it because their lines name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_room: Option<String>,
    pub refused: Vec<Refused>,
}

/// Files that were read, every line checked by itself.
#[derive(Debug, Default)]
pub struct Season {
    pub lines: lines::Lines,
    pub read: u64,
    pub days: Vec<Day>,
    pub month_first: bool,
    unknown: Vec<Unknown>,
    pub refused: Vec<Refused>,
    /// Of all files, to know them again in the act log.
    pub fingerprint: String,
}

/// Reads files; `progress` hears how many lines have been read.
pub fn read(
    sources: &[Source],
    zone: chrono_tz::Tz,
    month_first: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<Season, Error> {
    let mut season = Season::default();
    let mut hash = Sha256::new();
    for (number, source) in sources.iter().enumerate() {
        hash.update((source.bytes.len() as u64).to_be_bytes());
        hash.update(&source.bytes);
        let file = lines::File { number, name: source.name.clone() };
        if is_archive(&source.name, &source.bytes) {
            pgn::read(&file, &source.bytes, &mut season, progress);
        } else {
            csv::read(&file, &text::utf8(&source.bytes), (zone, month_first), &mut season, progress)?;
        }
    }
    season.fingerprint = hex(&hash.finalize()[..16]);
    Ok(season)
}

/// Whether a file is PGN: by its name, or where the first thing in it is a tag.
pub fn is_archive(name: &str, bytes: &[u8]) -> bool {
    let name = name.to_lowercase();
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    name.ends_with(".pgn") || (!name.ends_with(".csv") && matches!(start.first(), Some(b'[' | b'%')))
}

/// Games and events that a trial enters and takes back for the points that they would change. While it does, nobody else writes.
const MOST_TRIED: u64 = 2_000;

/// Enters what was read, or with a dry run tells what would be entered; as a job, with the points that it would change, unless
/// the file is a long one. One refused line refuses all, unless the options say otherwise; then nothing was changed, and the
/// report says so.
pub fn enter(
    db: &Database,
    season: &std::sync::Arc<Season>,
    options: Options,
    job: Option<(JobId, PersonId)>,
) -> Result<Report, Error> {
    if options.dry_run {
        let now = db.clock().now();
        let planned = db.read_now(|db| Ok(plan(&store::world(db, now, &season.lines)?, season, options).1))?;
        if job.is_none() || planned.games + planned.events > MOST_TRIED {
            return Ok(planned);
        }
    }
    let season = season.clone();
    // A job acts for the person who started it, who had the power for it then; the command acts for those who run the host.
    let by = job.map_or_else(By::upkeep, |(_, person)| By::from(Somebody { person, roles: Roles::default() }));
    let import = job.map(|(import, _)| import);
    db.write_now(move |tx| match options.dry_run {
        true => try_out(tx, &by, &season, options),
        false => perform(tx, &by, &EnterSeason { season: &season, options, import }),
    })
}

/// What would come of an import: its good lines are entered, what closed by them is settled, and all of it is taken back.
fn try_out(tx: &mut Tx, by: &By, season: &Season, options: Options) -> Result<Report, Error> {
    let entering = EnterSeason { season, options: Options { skip_refused: true, ..options }, import: None };
    let (report, moved) = tried(tx, |tx| {
        let report = perform(tx, by, &entering)?;
        if report.entered {
            closing::settle(tx)?;
        }
        Ok(report)
    })?;
    let points = moved.into_iter().map(|one| Points { name: one.name, before: one.before, after: one.after });
    Ok(Report { entered: false, points: points.collect(), ..report })
}

fn plan(world: &plan::World, season: &Season, options: Options) -> (plan::Plan, Report) {
    let mut plan = rules::plan(world, &season.lines, options.join_unknown, options.make_sessions);
    let mut refused = season.refused.clone();
    refused.append(&mut plan.refused);
    if !options.skip_columns {
        refused.extend(season.unknown.iter().map(|unknown| unknown.refused.clone()));
    }
    refused.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    let count = |length: usize| length as u64;
    let report = Report {
        entered: false,
        read: season.read,
        known: plan.known,
        people: count(plan.people.len()),
        memberships: count(plan.memberships.len()),
        sessions: count(plan.sessions.len()),
        stays: count(plan.stays.len()),
        games: count(plan.games.len()),
        events: count(plan.events.len()),
        newcomers: plan.people.iter().take(NAMED).map(|(_, name)| name.clone()).collect(),
        alike: alike(world, &season.lines, &plan.strangers),
        points: Vec::new(),
        days: season.days.clone(),
        month_first: season.month_first,
        without_session: plan.without_session,
        without_membership: plan.without_membership,
        unknown_columns: season.unknown.iter().flat_map(|unknown| unknown.columns.iter().cloned()).collect(),
        usual_room: plan.usual_room.take(),
        refused,
    };
    (plan, report)
}

/// For each of these names the nearest that the club knows, where it may be meant: one that stands in the file beside it, against
/// it or in a list, is somebody else.
fn alike(world: &plan::World, lines: &lines::Lines, strangers: &BTreeSet<String>) -> Vec<Alike> {
    if strangers.is_empty() {
        return Vec::new();
    }
    let known: Vec<(&str, Written)> =
        world.people.iter().map(|person| (person.name.as_str(), Written::of(&person.name))).collect();
    let same = rules::people::same;
    let is_somebody_else = |one: &Alike| {
        lines.members.iter().any(|line| same(&line.value.name, &one.known))
            || lines.games.iter().any(|line| {
                let (white, black) = (&line.value.white, &line.value.black);
                (same(white, &one.written) && same(black, &one.known))
                    || (same(black, &one.written) && same(white, &one.known))
            })
    };
    // One whose name another has too, or whose name would be two fields of a file, cannot stand there.
    let can_stand = |name: &str| {
        !name.contains([',', ';', '"', '\t']) && known.iter().filter(|(other, _)| same(other, name)).count() == 1
    };
    let nearest = |name: &String| {
        let written = Written::of(name);
        let away = known.iter().filter_map(|(known, other)| Some((written.away_from(other)?, *known)));
        let (_, known) = away.min()?;
        Some(Alike { written: name.clone(), known: known.to_owned() })
    };
    let alike = strangers.iter().filter_map(nearest);
    alike.filter(|one| can_stand(&one.known) && !is_somebody_else(one)).take(NAMED).collect()
}

/// Enters what was read; an import that is a job can be taken back.
struct EnterSeason<'a> {
    season: &'a Season,
    options: Options,
    import: Option<JobId>,
}

impl Action for EnterSeason<'_> {
    type Done = Report;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Report>, Error> {
        let (EnterSeason { season, options, import }, now) = (self, tx.now);
        crate::sessions::store::ensure_calendar(tx, now)?;
        let (plan, mut report) = plan(&store::world(tx.db, now, &season.lines)?, season, *options);
        let is_refused = !report.refused.is_empty() && !options.skip_refused;
        if is_refused || report.lacks_columns(*options) {
            return Ok(Deed::of_its_parts(report));
        }
        let before = undo::before(tx.db)?;
        entering::apply(tx, &plan, &season.lines, by)?;
        report.entered = true;
        if let Some(import) = import {
            undo::remember(tx, *import, before, &plan)?;
            jobs::entered(tx, *import, &report)?;
        }
        let what = serde_json::json!({
            "read": report.read, "people": report.people, "memberships": report.memberships, "sessions": report.sessions,
            "stays": report.stays, "games": report.games, "events": report.events, "refused": report.refused.len(),
            "options": options,
        });
        Ok(Record::of(Word::SeasonImported, format!("files:{}", season.fingerprint), what).done(report))
    }
}

impl Report {
    /// Whether it has to be said first that unknown columns are left out: one of them may be a slip.
    pub fn lacks_columns(&self, options: Options) -> bool {
        !self.unknown_columns.is_empty() && !options.skip_columns
    }

    /// Whether there is anything in it that is not in the club yet and can be.
    pub fn has_news(&self) -> bool {
        [self.people, self.memberships, self.sessions, self.stays, self.games, self.events]
            .iter()
            .any(|count| *count > 0)
    }
}

/// The refusal of a file that cannot be read as what it is.
fn unreadable(file: &lines::File, line: u64, detail: &Message) -> Refused {
    Refused::of(file.name.clone(), line, detail.clone(), Vec::new())
}

impl From<&Refused> for Refusal {
    fn from(refused: &Refused) -> Refusal {
        let Refused { file, line, detail, .. } = refused;
        let detail = say!("{file}, line {line}: {detail}", file, line = *line, detail);
        Refusal { acts: refused.acts.clone(), ..Refusal::invalid(say!("Refused line"), detail) }
    }
}

#[cfg(test)]
mod tests {
    use super::is_archive;

    #[test]
    fn a_file_is_pgn_by_its_name_or_by_how_it_begins() {
        for (name, text, is_pgn) in [
            ("round.PGN", "", true),
            ("round.csv", "[Event \"Friday\"]", false),
            ("round.txt", "\u{feff}\n[Event \"Friday\"]", true),
            ("round.txt", "% a comment", true),
            ("round.txt", "white,black,result", false),
        ] {
            assert_eq!(is_archive(name, text.as_bytes()), is_pgn, "{name}: {text}");
        }
    }
}
