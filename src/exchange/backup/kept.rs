//! Automatic backups: one a day into a folder, with older ones thinned out.

use std::collections::HashSet;
use std::path::PathBuf;

use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, Utc};
use rookery_messages::{Message, Value, say};
use serde::Serialize;

use super::{Restored, erased, last, note_made, write};
use crate::clock::later;
use crate::db::{self, Database, Db, Tx, forget_setting, set_setting, setting};
use crate::error::{Error, Refusal};
use crate::files;

/// How old the last backup may become before the next is made.
const EVERY: TimeDelta = TimeDelta::hours(24);
/// How long a backup under way is waited for; then the process that made it is gone.
const UNDER_WAY: TimeDelta = TimeDelta::hours(1);
/// The newest backup is kept of each of so many days and weeks that have one, beside all of the last day.
const KEPT: (usize, usize) = (7, 4);
/// How old a backup may become: it still holds people who were erased since.
const OLDEST: TimeDelta = TimeDelta::days(30);
/// How a file is named by its instant (UTC).
const NAME: &str = "rookery-%Y%m%dT%H%M%SZ.backup";
/// Where in `settings` it is kept when a backup was begun, and why the last one failed.
const BEGUN: &str = "backup begun";
const FAILED: &str = "backup failed";

/// A backup in the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = KeptBackup)]
pub struct Kept {
    /// Its name in the folder.
    pub file: String,
    pub made_at: DateTime<Utc>,
    pub bytes: u64,
}

/// The state of backups.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Backups {
    /// When the club was last backed up, by the service or by the command.
    pub last: Option<DateTime<Utc>>,
    /// Whether one is being made.
    pub under_way: bool,
    /// Why the last one failed, if it did.
    #[schema(value_type = Option<String>)]
    pub failed: Option<db::Kept>,
    /// Those in the folder of `ROOKERY_BACKUPS`, newest first.
    pub kept: Vec<Kept>,
}

/// Where the service keeps backups.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(folder: impl Into<PathBuf>) -> Folder {
        Folder(folder.into())
    }

    fn failed(&self) -> impl Fn(std::io::Error) -> Error {
        let folder = self.0.display().to_string();
        move |error| {
            let detail = say!("{folder}: {why}", folder = &folder, why = files::why(&error));
            Refusal::conflict(say!("No folder for backups"), detail).into()
        }
    }

    /// Makes the folder, where it is not there, and sees that files can be made in it.
    pub fn is_writable(&self) -> Result<(), Error> {
        files::create_folder(&self.0).map_err(self.failed())?;
        tempfile::tempfile_in(&self.0).map(drop).map_err(self.failed())
    }

    /// The backups that are in it, newest first; other files are passed over.
    pub fn list(&self) -> Result<Vec<Kept>, Error> {
        let mut kept = Vec::new();
        for entry in std::fs::read_dir(&self.0).map_err(self.failed())? {
            let entry = entry.map_err(self.failed())?;
            let Ok(file) = entry.file_name().into_string() else { continue };
            let Ok(made_at) = NaiveDateTime::parse_from_str(&file, NAME) else { continue };
            let bytes = entry.metadata().map_err(self.failed())?.len();
            kept.push(Kept { file, made_at: made_at.and_utc(), bytes });
        }
        kept.sort_by_key(|kept| std::cmp::Reverse(kept.made_at));
        Ok(kept)
    }

    /// Writes down who was erased, beside the backups that still hold them; returns how many are new on that list.
    pub fn keep_erased(&self, db: &Database) -> Result<usize, Error> {
        erased::keep(db, &self.0)
    }

    /// Makes a backup that was claimed, tries it out, and deletes those that are not kept any longer. One of a club that
    /// is broken stays, and what is broken is told.
    pub fn make(&self, db: &Database) -> Result<(), Error> {
        let (now, made) = (db.clock().now(), self.write(db));
        let failed = match &made {
            Ok(restored) => restored.faults.first().cloned(),
            Err(error) => Some(why(error)),
        };
        let failed = failed.map(|why| serde_json::to_string(&why)).transpose()?;
        let is_made = made.is_ok();
        db.write_now(move |tx| {
            forget_setting(tx.db, BEGUN)?;
            if is_made {
                note_made(tx.db, now)?;
            }
            match &failed {
                Some(why) => set_setting(tx.db, FAILED, why),
                None => forget_setting(tx.db, FAILED),
            }
        })?;
        made.map(drop)
    }

    fn write(&self, db: &Database) -> Result<Restored, Error> {
        self.is_writable()?;
        let now = db.clock().now();
        let restored = write(&mut db.connector().open()?, now, &self.0.join(now.format(NAME).to_string()))?;
        let kept = self.list()?;
        let instants: Vec<NaiveDateTime> = kept.iter().map(|kept| kept.made_at.naive_utc()).collect();
        let stays = kept_of(&instants, now);
        for old in kept.iter().filter(|kept| !stays.contains(&kept.made_at.naive_utc())) {
            std::fs::remove_file(self.0.join(&old.file)).map_err(self.failed())?;
        }
        Ok(restored)
    }
}

/// Why a backup failed, as its page tells it.
pub(super) fn why(error: &Error) -> Message {
    match error {
        Error::Refused(refusal) => refusal.detail.clone(),
        other => say!("The service met an error of its own: {error}.", error = Value::text(other)),
    }
}

/// Which of these instants stay, given newest first.
fn kept_of(instants: &[NaiveDateTime], now: NaiveDateTime) -> HashSet<NaiveDateTime> {
    let young = || instants.iter().copied().filter(|at| now < later(*at, OLDEST));
    let (mut days, mut weeks) = (HashSet::new(), HashSet::new());
    let of_days = young().filter(|at| days.insert(at.date())).take(KEPT.0);
    let mut kept: HashSet<NaiveDateTime> = of_days.collect();
    kept.extend(instants.iter().copied().filter(|at| now < later(*at, EVERY)));
    kept.extend(young().filter(|at| weeks.insert(at.iso_week())).take(KEPT.1));
    kept
}

/// Says that a backup is begun now; false where one is under way, so that of several replicas one makes it.
pub fn claim(tx: &mut Tx) -> Result<bool, Error> {
    if is_under_way(tx.db, tx.now)? {
        return Ok(false);
    }
    set_setting(tx.db, BEGUN, &tx.now.format("%Y-%m-%dT%H:%M:%S").to_string())?;
    Ok(true)
}

/// The same, where the last backup is a day old.
fn claim_if_due(tx: &mut Tx) -> Result<bool, Error> {
    let is_due = last(tx.db)?.is_none_or(|made| later(made, EVERY) <= tx.now);
    if is_due { claim(tx) } else { Ok(false) }
}

fn is_under_way(db: &mut Db, now: NaiveDateTime) -> Result<bool, Error> {
    let begun: Option<NaiveDateTime> = setting(db, BEGUN)?.and_then(|text| text.parse().ok());
    Ok(begun.is_some_and(|begun| now < later(begun, UNDER_WAY)))
}

/// After a restore: a backup carries the note that it was being made, and why one before it failed. Neither is of this
/// club now.
pub(super) fn forget_restored(tx: &mut Tx) -> Result<(), Error> {
    forget_setting(tx.db, BEGUN)?;
    forget_setting(tx.db, FAILED)
}

/// Makes today's backup, where it was not made yet; returns how many were made.
pub fn run(db: &Database, folder: &Folder) -> Result<usize, Error> {
    if !db.write_now(claim_if_due)? {
        return Ok(0);
    }
    folder.make(db).map(|()| 1)
}

/// The state of backups, without the list of files in the folder.
pub fn known(db: &mut Db, now: NaiveDateTime) -> Result<Backups, Error> {
    // An older version kept a sentence.
    let failed =
        setting(db, FAILED)?.map(|text| serde_json::from_str(&text).unwrap_or_else(|_| Message::verbatim(&text)));
    Ok(Backups {
        last: last(db)?.map(|at| at.and_utc()),
        under_way: is_under_way(db, now)?,
        failed: failed.map(db::Kept::of),
        kept: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;

    #[test]
    fn a_year_of_backups_is_thinned_out_to_a_month() {
        let first = NaiveDate::from_ymd_opt(2025, 11, 24).unwrap().and_hms_opt(3, 0, 0).unwrap();
        let (mut folder, mut now) = (Vec::new(), first);
        for day in 0..365 {
            now = first + TimeDelta::days(day);
            folder.insert(0, now);
            let stays = kept_of(&folder, now);
            folder.retain(|at| stays.contains(at));
        }
        let ages: Vec<i64> = folder.iter().map(|at| (now - *at).num_days()).collect();
        assert_eq!(ages[..7], [0, 1, 2, 3, 4, 5, 6]);
        assert!(ages.len() <= 10 && ages[7..].iter().all(|age| (7..30).contains(age)), "{ages:?}");
        assert!(ages.windows(2).all(|pair| pair[1] - pair[0] <= 7), "{ages:?}");
        let again = now + TimeDelta::minutes(5);
        assert!(kept_of(&[again, now], again).contains(&now), "a second one does not take the first one's place");
        let left = kept_of(&folder, now + TimeDelta::days(25));
        assert!(left.iter().all(|at| now - *at < TimeDelta::days(5)), "whom it holds may have been erased since");
    }
}
