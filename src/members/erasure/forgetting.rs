//! Carries out an erasure: the person's own data is deleted, what they wrote is left out, and in records that others need a
//! number replaces the name. After this one transaction no readable record has the person's name, handle or address.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::sql_types::Text;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::cleaning;
use super::words::{Known, LEFT_OUT, Words};
use crate::audit::{self, Word};
use crate::db::{
    Db, Kept, Tx, raise_version, rewrite, rows_with,
    schema::{
        accounts, acts, attendance, evidence, evidence_exhibits, exhibits, filings, games, jobs, memberships, people,
        redactions, security_log, tournament_players, tournaments,
    },
    tables::tables,
};
use crate::error::Error;
use crate::fields::without_players;
use crate::hex::hex;
use crate::id::PersonId;
use crate::jobs::background::Kind;
use crate::members::handles;
use crate::members::store::called_otherwise;

/// Rows that are a person's alone, by the column that says whose they are.
const OWN: [(&str, &str); 21] = [
    ("push_devices", "person_id"),
    ("sign_ins", "person_id"),
    ("calendar_addresses", "person_id"),
    ("invitations", "person_id"),
    ("claims", "person_id"),
    ("accounts", "person_id"),
    ("notification_preferences", "person_id"),
    ("notification_marks", "person_id"),
    ("digests", "person_id"),
    ("notifications", "person_id"),
    ("outbox", "recipient_id"),
    ("idempotency_keys", "person_id"),
    ("notes", "person_id"),
    ("outside_ratings", "person_id"),
    ("petition_drafts", "saved_by"),
    ("table_talk", "said_by"),
    ("table_mutes", "muted_by"),
    ("table_mutes", "muted_id"),
    ("table_declines", "person_id"),
    ("chess_notes", "written_by"),
    ("security_log", "person_id"),
];

/// What a person said for themself, in rows that others rest on: whose it is, and the columns with their words. What was said
/// in office is the club's.
const SAID: [(&str, &str, &[&str]); 9] = [
    ("removal_requests", "person_id", &["reason"]),
    ("objections", "made_by", &["reason"]),
    ("reports", "made_by", &["what"]),
    ("reports", "accused_id", &["quoted"]),
    ("suggestions", "made_by", &["text"]),
    ("change_requests", "made_by", &["note"]),
    ("candidates", "person_id", &["statement"]),
    ("cases", "filed_by", &["title", "grounds"]),
    ("filings", "filed_by", &["title", "text"]),
];

/// Tables that are not searched for words: those that are done by themselves, what is nobody's words, and other people.
const NOT_SEARCHED: [&str; 7] = ["people", "accounts", "claims", "acts", "exhibits", "ballots", "signing_keys"];

/// Erases a person; the particulars that the log is to have are told which of its entries were redacted.
pub fn erase(tx: &mut Tx, person: PersonId, particulars: &mut Value) -> Result<(), Error> {
    let known = known(tx.db, person)?;
    let words = Words::of(&known, others(tx.db, person, &known)?)?;
    drop_own(tx, person)?;
    diesel::update(security_log::table.filter(security_log::done_by.eq(person)))
        .set(security_log::done_by.eq(None::<PersonId>))
        .execute(tx.db)?;
    // The name may be in any file of the club, no matter who asked for it.
    diesel::delete(jobs::table.filter(jobs::kind.eq(Kind::Export))).execute(tx.db)?;
    leave_out_what_they_said(tx, person)?;
    forget_evidence(tx, person)?;
    forget_tags(tx, person)?;
    forget_reports(tx, person)?;
    rename(tx, person, &known.name_instead, &known.handle_instead)?;
    let searched = words.searched();
    let mut all = tables(tx.db)?;
    all.retain(|table| !NOT_SEARCHED.contains(&table.name.as_str()));
    rewrite(tx, &all, &searched, &mut |column, text| words.taken_out(column, text))?;
    rewrite_exhibits(tx, &words)?;
    redact_log(tx, &words, particulars)?;
    cleaning::ask(tx)?;
    called_otherwise(tx, person)
}

/// Takes an entry out of which nothing is known but that it was made. Only the log of what was done to it is searched for the
/// name, which may be somebody else's: a person who was entered twice has it in both entries. `whole` says that no other row is about them.
pub fn take_entry_out(tx: &mut Tx, person: PersonId, whole: bool, particulars: &mut Value) -> Result<(), Error> {
    let known = known(tx.db, person)?;
    let words = Words::of(&known, Vec::new())?;
    drop_own(tx, person)?;
    diesel::delete(memberships::table.filter(memberships::person_id.eq(person))).execute(tx.db)?;
    // Nobody is taken out with a stay that stands.
    let struck = attendance::table.filter(attendance::person_id.eq(person).and(attendance::struck_at.is_not_null()));
    diesel::delete(struck).execute(tx.db)?;
    diesel::delete(jobs::table.filter(jobs::kind.eq(Kind::Export))).execute(tx.db)?;
    let about: Vec<i64> =
        acts::table.filter(acts::subject.eq(person.subject())).order(acts::id).select(acts::id).load(tx.db)?;
    audit::redact(tx, &about, &mut |body| words.taken_out("body", body))?.tell(particulars);
    cleaning::ask(tx)?;
    if whole {
        diesel::delete(people::table.find(person)).execute(tx.db)?;
        raise_version(tx, "names")?;
        return Ok(());
    }
    rename(tx, person, &known.name_instead, &known.handle_instead)?;
    called_otherwise(tx, person)
}

fn drop_own(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    for (table, whose) in OWN {
        let query = format!("DELETE FROM {table} WHERE {whose} = {person}");
        diesel::sql_query(query).execute(tx.db)?;
    }
    Ok(())
}

/// All that a person was ever called, as far as the club knows, and what they are called from now on.
fn known(db: &mut Db, person: PersonId) -> Result<Known, Error> {
    let (handle, name): (String, String) =
        people::table.find(person).select((people::handle, people::name)).first(db)?;
    let email: Option<Option<String>> = accounts::table.find(person).select(accounts::email).first(db).optional()?;
    let (mut names, mut handles) = (BTreeSet::from([name]), BTreeSet::from([handle]));
    let of_them = acts::table.filter(acts::subject.eq(person.subject()));
    let logged: Vec<String> = of_them
        .filter(acts::act.eq_any([Word::PersonAdded, Word::PersonRenamed, Word::AccountOpened]))
        .select(acts::body)
        .load(db)?;
    for body in logged {
        let told: Value = serde_json::from_str(&body)?;
        let said = |members: &[&str]| -> Vec<String> {
            members.iter().filter_map(|member| told[*member].as_str()).map(str::to_owned).collect()
        };
        names.extend(said(&["name", "before", "after"]));
        handles.extend(said(&["handle", "handle_before"]));
    }
    Ok(Known {
        names: names.into_iter().collect(),
        handles: handles.into_iter().collect(),
        email: email.flatten(),
        said: said(db, person)?,
        name_instead: name_instead(person),
        handle_instead: free_handle(db)?,
    })
}

/// What somebody is called who is known no longer.
fn name_instead(person: PersonId) -> String {
    format!("N. N. {person}")
}

/// Takes the name from somebody of whom the club knows nothing else: an import entered them, and was taken back.
pub fn unname(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let handle = free_handle(tx.db)?;
    rename(tx, person, &name_instead(person), &handle)
}

fn rename(tx: &mut Tx, person: PersonId, name: &str, handle: &str) -> Result<(), Error> {
    diesel::update(people::table.find(person))
        .set((people::name.eq(name), people::handle.eq(handle), people::version.eq(people::version + 1)))
        .execute(tx.db)?;
    Ok(())
}

#[derive(QueryableByName)]
struct SaidRow {
    #[diesel(sql_type = Text)]
    text: Kept,
}

/// What the person said in rows that stay, and what was noted of them.
fn said(db: &mut Db, person: PersonId) -> Result<Vec<String>, Error> {
    let mut all = Vec::new();
    for (table, whose, columns) in SAID.into_iter().chain([("notes", "person_id", ["text"].as_slice())]) {
        for column in columns {
            let query = format!("SELECT {column} AS text FROM {table} WHERE {whose} = {person}");
            let rows: Vec<SaidRow> = diesel::sql_query(query).load(db)?;
            all.extend(rows.iter().filter_map(|row| row.text.as_verbatim()).map(str::to_owned));
        }
    }
    // An objection that was taken back has no row any more; the log keeps its words.
    let objected = acts::table.filter(acts::actor_id.eq(person)).filter(acts::act.eq(Word::ObjectionMade));
    let logged: Vec<String> = objected.select(acts::body).load(db)?;
    for body in logged {
        let told: Value = serde_json::from_str(&body)?;
        all.extend(told["reason"].as_str().map(str::to_owned));
    }
    Ok(all)
}

/// A report file names people as no search finds them (`Last, First`, cut off at its column): the tournaments stay, and their
/// files are written afresh.
fn forget_reports(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let played = tournament_players::table
        .filter(tournament_players::person_id.eq(person))
        .select(tournament_players::tournament_id);
    diesel::update(tournaments::table.filter(tournaments::id.eq_any(played)))
        .set(tournaments::report.eq(None::<String>))
        .execute(tx.db)?;
    Ok(())
}

/// A handle that says nothing of its owner, and that nobody has.
fn free_handle(db: &mut Db) -> Result<String, Error> {
    loop {
        let chance = hex(&rand::random::<[u8; 6]>());
        let handle = format!("{}-{chance}", handles::ERASED);
        let taken: i64 = people::table.filter(people::handle.eq(&handle)).count().get_result(db)?;
        if taken == 0 {
            return Ok(handle);
        }
    }
}

/// Names and handles of others in which this person's stand: `Ann Lee-Smith`, where Ann Lee is erased.
fn others(db: &mut Db, person: PersonId, known: &Known) -> Result<Vec<String>, Error> {
    let own: Vec<String> = known.names.iter().chain(&known.handles).map(|word| word.to_lowercase()).collect();
    let called: Vec<(String, String)> =
        people::table.filter(people::id.ne(person)).select((people::name, people::handle)).load(db)?;
    let called = called.into_iter().flat_map(|(name, handle)| [name, handle]);
    Ok(called
        .filter(|word| {
            let small = word.to_lowercase();
            own.iter().any(|own| small.contains(own.as_str()))
        })
        .collect())
}

fn leave_out_what_they_said(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    for (table, whose, columns) in SAID {
        for column in columns {
            let query =
                format!("UPDATE {table} SET {column} = '{LEFT_OUT}' WHERE {whose} = {person} AND {column} <> ''");
            diesel::sql_query(query).execute(tx.db)?;
        }
    }
    Ok(())
}

/// What was gathered of the person, what was made of it, and the files that they handed in.
fn forget_evidence(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let now = tx.now;
    let pieces = || evidence::table.filter(evidence::person_id.eq(person));
    let made = || redactions::table.filter(redactions::evidence_id.eq_any(pieces().select(evidence::id)));
    let shown: Vec<i64> = evidence_exhibits::table
        .filter(evidence_exhibits::redaction_id.eq_any(made().select(redactions::id.nullable())))
        .select(evidence_exhibits::filing_id)
        .load(tx.db)?;
    let handed_in: Vec<i64> = filings::table.filter(filings::filed_by.eq(person)).select(filings::id).load(tx.db)?;
    let with_files: Vec<i64> = exhibits::table
        .filter(exhibits::filing_id.eq_any(shown.into_iter().chain(handed_in)))
        .select(exhibits::filing_id)
        .load(tx.db)?;
    for filing in with_files {
        put_exhibit(tx, filing, b"")?;
    }
    let none = None::<Vec<u8>>;
    diesel::update(made()).set(redactions::content.eq(&none)).execute(tx.db)?;
    let kept = pieces().filter(evidence::erased_at.is_null()).select(evidence::id).load::<i64>(tx.db)?;
    diesel::update(evidence::table.filter(evidence::id.eq_any(kept)))
        .set((evidence::content.eq(&none), evidence::erased_at.eq(now)))
        .execute(tx.db)?;
    Ok(())
}

/// Replaces a file of a docket, with its length and its hash.
fn put_exhibit(tx: &mut Tx, filing: i64, content: &[u8]) -> Result<(), Error> {
    let length = i64::try_from(content.len()).map_err(Error::internal)?;
    let sum = hex(&Sha256::digest(content)[..]);
    diesel::update(exhibits::table.find(filing)).set(exhibits::content.eq(content)).execute(tx.db)?;
    diesel::update(filings::table.find(filing))
        .set((filings::bytes.eq(length), filings::sha256.eq(sum)))
        .execute(tx.db)?;
    Ok(())
}

/// The moves of their games, without the tags that say who played.
fn forget_tags(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let theirs = games::table.filter(games::white_id.eq(person).or(games::black_id.eq(person)));
    let moves: Vec<(i64, String)> =
        theirs.filter(games::moves.is_not_null()).select((games::id, games::moves.assume_not_null())).load(tx.db)?;
    for (game, moves) in moves {
        if let Some(without) = without_players(&moves) {
            diesel::update(games::table.find(game)).set(games::moves.eq(without)).execute(tx.db)?;
        }
    }
    Ok(())
}

/// Files on dockets that are text; what is written in a picture cannot be found.
fn rewrite_exhibits(tx: &mut Tx, words: &Words) -> Result<(), Error> {
    let texts = filings::media_type.like("text/%").or(filings::media_type.eq("application/json"));
    let files: Vec<i64> = filings::table.filter(texts).select(filings::id).load(tx.db)?;
    for filing in files {
        let content: Option<Vec<u8>> =
            exhibits::table.find(filing).select(exhibits::content).first(tx.db).optional()?;
        let text = content.and_then(|content| String::from_utf8(content).ok());
        if let Some(without) = text.and_then(|text| words.taken_out("content", &text)) {
            put_exhibit(tx, filing, without.as_bytes())?;
        }
    }
    Ok(())
}

/// The act log: what it says of the person stays, without their words.
fn redact_log(tx: &mut Tx, words: &Words, particulars: &mut Value) -> Result<(), Error> {
    let numbers = rows_with(tx.db, "acts", "body", &words.searched())?;
    audit::redact(tx, &numbers, &mut |body| words.taken_out("body", body))?.tell(particulars);
    Ok(())
}
