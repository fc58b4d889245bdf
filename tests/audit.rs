//! The act log: every tampering with it is found, and where; checkpoints are kept of it outside the database.
//!
//! `ROOKERY_TAMPERINGS` says how often each database is tampered with; 10,000 times in all, if it is not set.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rookery::audit::{self, Checkpoints, Kept, Word};
use rookery::db::{Backend, Connector, Database, Db, Tx, schema::acts};
use rookery::error::Error;
use rookery::{each, exchange};
use sha2::{Digest, Sha256};

use crate::harness::{self, Binary, Club, wait_until};

/// Acts in the log that is tampered with.
const ACTS: i64 = 40;

#[derive(Clone, Debug, PartialEq, Queryable, Insertable)]
#[diesel(table_name = acts)]
struct Row {
    id: i64,
    at: NaiveDateTime,
    actor_id: Option<i64>,
    act: String,
    subject: String,
    body: String,
    hash: Vec<u8>,
    salt: Option<Vec<u8>>,
}

impl Row {
    /// The seal as anybody can reckon it who knows the form: what the chain alone cannot withstand.
    fn seal(&self, previous: &[u8]) -> Vec<u8> {
        let actor = self.actor_id.map_or(String::new(), |id| id.to_string());
        let (id, at) = (self.id.to_be_bytes(), self.at.and_utc().timestamp_micros().to_be_bytes());
        let texts = [actor.as_bytes(), self.act.as_bytes(), self.subject.as_bytes(), self.body.as_bytes()];
        let mut hash = Sha256::new();
        for part in [previous, &id, &at].into_iter().chain(texts).chain(self.salt.as_deref()) {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        hash.finalize().to_vec()
    }
}

/// Numbers and seals rows from a place on, so that the chain holds again.
fn forge(rows: &mut [Row], from: usize) {
    for place in from..rows.len() {
        let previous = if place == 0 { Vec::new() } else { rows[place - 1].hash.clone() };
        rows[place].id = place as i64 + 1;
        rows[place].hash = rows[place].seal(&previous);
    }
}

/// Acts of all kinds, with some between any two checkpoints.
fn act(tx: &mut Tx, number: i64) {
    let entry = audit::Entry {
        actor: None,
        act: [Word::GameRegistered, Word::DecisionMade, Word::CaseFiled][number as usize % 3],
        subject: format!("game:{number}"),
        body: serde_json::json!({ "points": number, "why": "It was so" }),
    };
    audit::record(tx, entry).unwrap();
}

/// A club with a log, and the folder of its checkpoints, the last of which covers it all.
fn logged(club: &Club) -> (tempfile::TempDir, Checkpoints, Kept) {
    let folder = harness::folder();
    let checkpoints = Checkpoints::in_folder(folder.path().join("kept"));
    let mut written = 0;
    for number in 1..=ACTS {
        club.write(move |tx| {
            act(tx, number);
            Ok(())
        });
        if [3, 4, 11, 25, 26, ACTS].contains(&number) {
            club.pass(TimeDelta::seconds(10));
            written += sign(club, &checkpoints).unwrap();
        }
    }
    assert_eq!((written, sign(club, &checkpoints).unwrap()), (6, 0), "nothing is written twice");
    let kept = checkpoints.read().unwrap();
    assert_eq!((kept.checkpoints.len(), kept.faults.len()), (6, 0), "{kept:?}");
    (folder, checkpoints, kept)
}

fn sign(club: &Club, checkpoints: &Checkpoints) -> Result<usize, rookery::error::Error> {
    let now = club.now();
    club.app.db.read_now(|db| checkpoints.write(db, now))
}

fn edit(random: &mut StdRng, row: &mut Row) {
    match random.random_range(0..6) {
        0 => row.body = row.body.replace("It was so", "It was not"),
        1 => row.act += ".",
        2 => row.subject = format!("game:{}", random.random_range(100..200)),
        3 => row.at += TimeDelta::microseconds(random.random_range(1..1_000_000)),
        4 => row.body = String::new(),
        // The bytes of one part, moved to the next.
        _ => {
            let last = row.act.pop().unwrap();
            row.subject.insert(0, last);
        }
    }
}

/// What was done to a log, the number of the first act that is wrong then, and whether the chain holds
/// up to there and no further.
struct Tampering {
    what: String,
    first: i64,
    is_forged: bool,
}

fn tamper(random: &mut StdRng, rows: &mut Vec<Row>) -> Tampering {
    let done = |what: &str, place: usize, is_forged: bool| Tampering {
        what: format!("{what} of {}, forged: {is_forged}", place + 1),
        first: place as i64 + 1,
        is_forged,
    };
    let place = random.random_range(0..rows.len());
    let other = (place + random.random_range(1..rows.len())) % rows.len();
    let (first, second) = (place.min(other), place.max(other));
    let is_forged = random.random();
    let (what, from) = match random.random_range(0..7) {
        0 => {
            edit(random, &mut rows[place]);
            ("an edit", place)
        }
        1 => {
            let bit = random.random_range(0..256);
            rows[place].hash[bit / 8] ^= 1 << (bit % 8);
            return done("a bit of the seal", place, false);
        }
        2 => {
            rows.remove(place);
            ("a deletion", place)
        }
        3 => {
            let (one, other) = (rows[first].clone(), rows[second].clone());
            rows[first] = Row { id: one.id, ..other.clone() };
            rows[second] = Row { id: other.id, ..one };
            ("a swap", first)
        }
        4 => {
            rows.truncate(place);
            return done("a truncation", place, true);
        }
        5 => {
            let made_up = Row { body: "{}".into(), ..rows[place].clone() };
            rows.insert(place, made_up);
            // Two rows of one number cannot be: what is put in is always numbered and sealed again.
            forge(rows, place);
            return done("an insertion", place, true);
        }
        _ => {
            for row in &mut rows[place..] {
                row.subject = format!("game:{}", random.random_range(100..200));
            }
            forge(rows, place);
            return done("all written anew from there on, instead", place, true);
        }
    };
    if is_forged {
        forge(rows, from);
    }
    done(what, from, is_forged)
}

/// Puts rows in the log's place, looks at what `verify` says, and takes them back.
fn verify(db: &mut Db, rows: &[Row], kept: &Kept) -> Result<i64, audit::Break> {
    let mut found = None;
    let taken_back: Result<(), diesel::result::Error> = db.transaction(|db| {
        diesel::delete(acts::table).execute(db)?;
        each!(db, c => diesel::insert_into(acts::table).values(rows).execute(c))?;
        found = Some(audit::verify(db, kept).unwrap());
        Err(diesel::result::Error::RollbackTransaction)
    });
    assert_eq!(taken_back, Err(diesel::result::Error::RollbackTransaction));
    found.unwrap()
}

both!(every_tampering_with_the_log_is_found_and_where, |club| {
    // Most of them where that is quick.
    let usual = if club.app.db.connector().backend() == Backend::Sqlite { 9_000 } else { 1_000 };
    let tamperings = std::env::var("ROOKERY_TAMPERINGS").map_or(usual, |number| number.parse().expect("a number"));
    let (_folder, _, kept) = logged(&club);
    let mut db = club.app.db.connector().open().unwrap();
    let log: Vec<Row> = acts::table.order(acts::id).load(&mut db).unwrap();
    assert_eq!(verify(&mut db, &log, &kept), Ok(ACTS));
    let mut random = StdRng::seed_from_u64(7);
    let mut unseen_by_the_chain = 0;
    for _ in 0..tamperings {
        let mut rows = log.clone();
        let Tampering { what, first, is_forged } = tamper(&mut random, &mut rows);
        match verify(&mut db, &rows, &kept) {
            Ok(_) => panic!("not found: {what}"),
            Err(broken) => {
                assert!((broken.first..=broken.last).contains(&first), "{what}: {broken:?}");
                assert!(is_forged || broken.last == first, "{what}: {broken:?}");
            }
        }
        let tried = is_forged && random.random_ratio(1, 20);
        unseen_by_the_chain += usize::from(tried && verify(&mut db, &rows, &Kept::default()).is_ok());
    }
    assert!(unseen_by_the_chain > 0, "some of it only checkpoints tell");
    assert_eq!(verify(&mut db, &log, &kept), Ok(ACTS), "all of it was taken back");
});

/// Takes the reason out of some acts, as an erasure does, and logs it.
fn redact(tx: &mut Tx, numbers: &[i64]) {
    let mut told = serde_json::json!({ "request": 1 });
    let mut rewrite = |body: &str| body.contains("so").then(|| body.replace("It was so", "[…]"));
    audit::redact(tx, numbers, &mut rewrite).unwrap().tell(&mut told);
    let entry = audit::Entry { actor: None, act: Word::PersonErased, subject: "person:8".into(), body: told };
    audit::record(tx, entry).unwrap();
}

both!(a_log_holds_from_which_an_erasure_took_words_and_nothing_else_may_change, |club| {
    let (folder, _, mut kept) = logged(&club);
    // All but the one over the last act, which is made one of an older version: without salt.
    kept.checkpoints.truncate(5);
    let look = || club.app.db.read_now(|db| audit::verify(db, &kept)).unwrap();
    let put = |row: Row| {
        club.write(move |tx| {
            diesel::update(acts::table.find(row.id))
                .set((
                    acts::at.eq(row.at),
                    acts::body.eq(&row.body),
                    acts::salt.eq(&row.salt),
                    acts::hash.eq(&row.hash),
                ))
                .execute(tx.db)?;
            Ok(())
        });
    };
    let act = |number: i64| club.app.db.read_now(|db| Ok(acts::table.find(number).first::<Row>(db)?)).unwrap();
    let mut oldest = Row { salt: None, ..act(ACTS) };
    oldest.hash = oldest.seal(&act(ACTS - 1).hash);
    put(oldest);
    assert_eq!(look(), Ok(ACTS));
    club.write(|tx| {
        redact(tx, &[2, 5, ACTS]);
        Ok(())
    });
    assert_eq!(look(), Ok(ACTS + 1));
    for number in [2, 5, ACTS] {
        assert!(act(number).body.contains("[…]") && act(number).salt.is_none());
    }
    assert!(act(4).body.contains("It was so") && act(4).salt.is_some());
    let (fifth, second, fourth) = (act(5), act(2), act(4));
    for changed in [
        Row { body: fifth.body.replace("[…]", "It was not"), ..fifth },
        Row { at: second.at + TimeDelta::seconds(1), ..second },
        // Redacted by nobody.
        Row { body: "{}".into(), salt: None, ..fourth },
    ] {
        let number = changed.id;
        let before = act(number);
        put(changed);
        assert_eq!(look().unwrap_err().last, number);
        put(before);
    }
    club.write(|tx| {
        redact(tx, &[4]);
        Ok(())
    });
    assert_eq!(look(), Ok(ACTS + 2), "a second erasure");
    let fresh = Checkpoints::in_folder(folder.path().join("fresh"));
    assert_eq!(sign(&club, &fresh).unwrap(), 1, "and it is signed");
});

both!(an_act_is_sealed_to_the_last_one_of_any_process, |club| {
    let log = |number| {
        club.write(move |tx| {
            act(tx, number);
            Ok(())
        });
    };
    // Another process, which takes its turn among those who write.
    let (url, clock) = (club.app.db.connector().url(), club.app.db.clock().clone());
    let elsewhere = Database::open(&url, 1, clock, std::sync::Arc::new(|_| {})).unwrap();
    let log_elsewhere = |number| {
        let logged = move |tx: &mut Tx| {
            act(tx, number);
            Ok(())
        };
        elsewhere.write_now(logged).unwrap();
    };
    log(1);
    // Carried out and taken back, as a preview is; and refused after it was logged.
    club.write(|tx| {
        tx.taken_back(|tx| {
            act(tx, 2);
            Ok(())
        })
    });
    log(3);
    let refused = club.app.db.write_now(|tx| -> Result<(), Error> {
        act(tx, 4);
        Err(Error::internal("for a test"))
    });
    assert!(refused.is_err());
    log(5);
    for number in 6..10 {
        log_elsewhere(number);
        log(number + 100);
    }
    assert_eq!(club.app.db.read_now(|db| audit::verify(db, &Kept::default())).unwrap(), Ok(11));
});

both!(a_log_that_was_tampered_with_is_not_signed, |club| {
    let (_folder, checkpoints, kept) = logged(&club);
    club.write(|tx| {
        diesel::update(acts::table.find(ACTS)).set(acts::body.eq("{}")).execute(tx.db)?;
        act(tx, ACTS + 1);
        Ok(())
    });
    let untouched = sign(&club, &checkpoints).unwrap();
    assert_eq!(untouched, 1, "what is new goes on from the last seal");
    assert_eq!(club.app.db.read_now(|db| audit::verify(db, &kept)).unwrap().unwrap_err().last, ACTS);
    club.write(|tx| {
        let mut rows: Vec<Row> = acts::table.order(acts::id).load(tx.db)?;
        forge(&mut rows, ACTS as usize - 1);
        diesel::delete(acts::table).execute(tx.db)?;
        each!(tx.db, c => diesel::insert_into(acts::table).values(&rows).execute(c))?;
        act(tx, ACTS + 2);
        Ok(())
    });
    let refused = sign(&club, &checkpoints).unwrap_err().to_string();
    assert!(refused.contains("the act log is not signed"), "{refused}");
});

both!(a_checkpoint_that_the_key_did_not_sign_is_told, |club| {
    let (folder, checkpoints, _) = logged(&club);
    let file = folder.path().join("kept/checkpoints.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let faults = |text: String| {
        std::fs::write(&file, text).unwrap();
        let faults = checkpoints.read().unwrap().faults;
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(faults(text.clone()), [""; 0]);
    let edited = faults(text.replacen("\"acts\":11", "\"acts\":12", 1));
    assert!(edited.len() == 1 && edited[0].starts_with("line 3 ") && edited[0].contains("not signed"), "{edited:?}");
    let without_third: Vec<&str> =
        text.lines().enumerate().filter(|(line, _)| *line != 2).map(|(_, line)| line).collect();
    let cut = faults(without_third.join("\n"));
    assert!(cut.len() == 1 && cut[0].contains("checkpoint 4 stands where 3 should"), "{cut:?}");
    let other = Checkpoints::in_folder(folder.path().join("other"));
    sign(&club, &other).unwrap();
    std::fs::copy(folder.path().join("other/checkpoints.jsonl"), &file).unwrap();
    assert_eq!(checkpoints.read().unwrap().faults.len(), 1, "another key's");
    std::fs::remove_file(folder.path().join("other/signing.key")).unwrap();
    assert_eq!(other.read().unwrap().checkpoints.len(), 1, "who may not sign can still check, by the public key");
});

both!(a_checkpoint_torn_while_it_was_written_is_cut_off, |club| {
    let (folder, checkpoints, _) = logged(&club);
    let file = folder.path().join("kept/checkpoints.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let first = text.find('\n').unwrap();
    for (end, before, after) in [(text.len() - 1, 5, 6), (text.len() - 40, 5, 6), (first - 40, 0, 1)] {
        std::fs::write(&file, &text[..end]).unwrap();
        let torn = checkpoints.read().unwrap();
        assert_eq!((torn.checkpoints.len(), torn.faults.len()), (before, 0), "{torn:?}");
        assert_eq!(sign(&club, &checkpoints).unwrap(), 1, "signing goes on");
        let kept = checkpoints.read().unwrap();
        assert_eq!((kept.checkpoints.len(), kept.faults.len()), (after, 0), "{kept:?}");
        assert_eq!(club.app.db.read_now(|db| audit::verify(db, &kept)).unwrap(), Ok(ACTS));
    }
});

both!(a_restored_log_begins_anew, |club| {
    let (folder, checkpoints, _) = logged(&club);
    let file = folder.path().join("club.backup");
    exchange::backup::write(&mut club.app.db.connector().open().unwrap(), club.now(), &file).unwrap();
    club.write(|tx| {
        act(tx, 99);
        Ok(())
    });
    sign(&club, &checkpoints).unwrap();
    club.app
        .db
        .write_now(move |tx| {
            let manner = exchange::backup::Manner { replace: true, force: false };
            exchange::backup::restore(tx, &file, manner, &std::collections::BTreeSet::new())
        })
        .unwrap();
    let found = |kept: Kept| club.app.db.read_now(|db| audit::verify(db, &kept)).unwrap();
    assert!(found(checkpoints.read().unwrap()).is_err(), "an act is gone");
    let now = club.now();
    club.app.db.read_now(|db| checkpoints.restored(db, now)).unwrap();
    let kept = checkpoints.read().unwrap();
    assert_eq!((kept.checkpoints.len(), kept.checkpoints[0].restored, kept.faults.len()), (1, true, 0));
    assert_eq!(found(kept), Ok(ACTS));
    club.write(|tx| {
        act(tx, 100);
        Ok(())
    });
    assert_eq!(sign(&club, &checkpoints).unwrap(), 1, "and goes on from there");
});

/// The program itself: checkpoints are written while it serves, and `check` says where the log is wrong.
#[test]
fn check_tells_where_a_log_was_written_anew() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let club = Club::closed(&database);
    for number in 1..=5 {
        club.write(move |tx| {
            act(tx, number);
            Ok(())
        });
    }
    let service = Binary::start(&database);
    let kept = folder.path().join("club.sqlite.checkpoints/checkpoints.jsonl");
    wait_until(|| std::fs::metadata(&kept).is_ok_and(|file| file.len() > 0));
    drop(service);
    let check = || {
        let check = std::process::Command::new(env!("CARGO_BIN_EXE_rookery"))
            .args(["check", "--database", &database])
            .output()
            .unwrap();
        (check.status.success(), String::from_utf8(check.stdout).unwrap())
    };
    let (sound, told) = check();
    assert!(sound && told.contains("1 signed checkpoints hold"), "{told}");
    let mut db = Connector::parse(&database).unwrap().open().unwrap();
    let mut rows: Vec<Row> = acts::table.order(acts::id).load(&mut db).unwrap();
    rows[2].body = "{}".into();
    forge(&mut rows, 2);
    db.transaction(|db| {
        diesel::delete(acts::table).execute(db)?;
        each!(db, c => diesel::insert_into(acts::table).values(&rows).execute(c))
    })
    .unwrap();
    let (sound, told) = check();
    let last = rows.len();
    assert!(!sound && told.contains(&format!("FAULT act log: act {last} is not the one that checkpoint 1")), "{told}");
    assert!(told.contains(&format!("one of acts 1 to {last}")), "{told}");
}
