//! Erased is erased: of somebody who did everything a member can do nobody finds a name, an address or a word afterwards,
//! in answers, pages, exports, backups, or the bytes of the database.

mod restored;

use std::collections::BTreeSet;
use std::io::Read;

use diesel::prelude::*;
use rookery::audit::{Kept, Word};
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::schema::{acts, erasure_requests, evidence, memberships, people, redactions, settings};
use rookery::db::tables;
use rookery::exchange::backup;
use rookery::exchange::export::{self, File};
use rookery::id::PersonId;
use rookery::members::erasure::cleaning;
use rookery::service::server::routes;
use serde_json::json;

use crate::harness::{self, Browser, Caller, Client, Club};
use crate::tables::{begun, consent, path, play};

const PASSWORD: &str = "quiet moves of the plum";

/// What is planted, and searched for afterwards.
const FORMER_NAME: &str = "Wilhelmina Quarrelbrook";
const NAME: &str = "Willa Zeitgeber";
const HANDLE: &str = "willa.q7";
const EMAIL: &str = "plum.tree77@letters.example";
const SAID: [&str; 13] = [
    "The lamp went out over the board",
    "Pawns should be allowed to retreat",
    "The other player spoke Latin to me",
    "A wrong that the purple clock did",
    "My bishop never left the north side",
    "I file this beneath the copper roof",
    "Nobody asked the marmalade witness",
    "Greetings from the velvet corner",
    "I move to a lighthouse in spring",
    "As moderator I would bring biscuits",
    "Prefers the table by the fern",
    "An unfinished complaint on vellum",
    "Photograph of a walrus and a rook",
];

/// Everything in every table, a row a line.
fn rows(club: &Club) -> String {
    let mut all = String::new();
    club.app
        .db
        .read_now(|db| {
            for table in tables::tables(db)? {
                tables::each_row(db, &table, |row| {
                    all.push_str(&format!("{}: {row}\n", table.name));
                    Ok(())
                })?;
            }
            Ok(())
        })
        .unwrap();
    all
}

/// The forms in which a text may stand, in small letters: bytes are written as hexadecimal digits in rows.
fn planted() -> Vec<(String, Vec<String>)> {
    let names = [FORMER_NAME, NAME, HANDLE, EMAIL, "Quarrelbrook", "Zeitgeber"];
    let digits = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let forms = |text: &str| {
        let small = text.to_lowercase();
        vec![digits(text), digits(&small), small]
    };
    names.into_iter().chain(SAID).map(|text| (text.to_owned(), forms(text))).collect()
}

/// What of the planted is found in a text.
fn found(text: &str) -> BTreeSet<String> {
    let text = text.to_lowercase();
    let there = |forms: &[String]| forms.iter().any(|form| text.contains(form.as_str()));
    planted().into_iter().filter(|(_, forms)| there(forms)).map(|(plant, _)| plant).collect()
}

/// The lines of a text in which something planted is found.
fn lines(place: &str, text: &str) -> Vec<String> {
    let with = |line: &&str| !found(line).is_empty();
    let cut = |line: &str| line.chars().take(600).collect::<String>();
    text.lines().filter(with).map(|line| format!("{place}: {:?} in {}", found(line), cut(line))).collect()
}

/// The cast of the story.
struct Cast {
    chief: Caller,
    mona: Caller,
    host: Caller,
    ann: Caller,
    willa: Caller,
}

impl Cast {
    fn again(&self, club: &Club) -> Cast {
        let [chief, mona, host, ann, willa] =
            [&self.chief, &self.mona, &self.host, &self.ann, &self.willa].map(|person| club.again(person));
        Cast { chief, mona, host, ann, willa }
    }
}

/// Enters somebody by one name, who signs up by another.
fn signed_up(club: &Club, mona: &Caller) -> Caller {
    let body = json!({ "name": FORMER_NAME }).to_string();
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "a-guest-comes")];
    // The answer is kept for anybody who asks again, with the name in it.
    let guest = mona.send("POST", "/api/v1/people", &headers, body.as_bytes()).expect(201);
    let code = mona.post("/api/v1/invitations", &json!({ "kind": "invitation", "person": guest["id"] })).expect(201);
    let account = json!({
        "code": code["code"], "handle": HANDLE, "name": FORMER_NAME, "email": EMAIL, "password": PASSWORD,
    });
    club.anyone().post("/api/v1/accounts", &account).expect(201);
    let id = guest["id"].as_i64().unwrap();
    mona.patch(&format!("/api/v1/people/{id}"), &json!({ "name": NAME })).expect(200);
    club.sign_in(PersonId(id))
}

/// All that a member can do, done.
fn live(club: &Club, cast: &Cast) -> i64 {
    let Cast { chief, mona, host, ann, willa } = cast;
    let wrong = json!({ "handle": HANDLE, "password": "not hers at all" });
    club.anyone().post("/api/v1/tokens", &wrong).expect(401);
    // A game with its tags, objected to.
    let moves = format!(
        "[Event \"Friday\"]\n[White \"Quarrelbrook, Wilhelmina\"]\n[Black \"Ann\"]\n[Annotator \"{NAME}\"]\n[Result \"1-0\"]\n\n\
         1. e4 {{{NAME} thinks}} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
    );
    let game = json!({ "white": willa.id, "black": ann.id, "result": "white", "ending": "checkmate", "moves": moves });
    let game = mona.post("/api/v1/games", &game).expect(201)["id"].as_i64().unwrap();
    // What an earlier version kept of it.
    club.write(move |tx| {
        use rookery::db::schema::games;
        diesel::update(games::table.find(game)).set(games::moves.eq(&moves)).execute(tx.db)?;
        Ok(())
    });
    let objections = format!("/api/v1/games/{game}/objections");
    let objection = willa.post(&objections, &json!({ "reason": SAID[0] })).expect(201)["id"].clone();
    willa.delete(&format!("/api/v1/objections/{objection}"), &json!({})).expect(204);
    // Suggestions, reports, petitions.
    let suggestion = willa.post("/api/v1/suggestions", &json!({ "text": SAID[1] })).expect(201)["id"].clone();
    let answer = json!({ "taken_up": false, "answer": format!("Thank you, {NAME}, and see you on Friday") });
    chief.post(&format!("/api/v1/suggestions/{suggestion}/answer"), &answer).expect(200);
    let happened_at = club.now().and_utc();
    let report = json!({ "accused": ann.id, "what": SAID[2], "happened_at": happened_at });
    let report = willa.post("/api/v1/reports", &report).expect(201)["id"].clone();
    let dismissal = json!({ "reason": format!("What {NAME} tells happened elsewhere") });
    mona.post(&format!("/api/v1/reports/{report}/dismissal"), &dismissal).expect(200);
    let decision = mona.decide(club, willa.id, &[], json!([{ "kind": "time_penalty", "minutes": 1 }])).expect(201);
    let petition = json!({ "subject": "decision", "subject_id": decision["id"], "title": SAID[3], "grounds": SAID[4] });
    let case = willa.post("/api/v1/cases", &petition).expect(201)["number"].as_str().unwrap().to_owned();
    let refusal = json!({ "granted": false, "reason": format!("{NAME} ({HANDLE}) says nothing new") });
    let brief = json!({ "kind": "brief", "title": SAID[5], "text": SAID[6], "visibility": "public" });
    willa.post(&format!("/api/v1/cases/{case}/filings"), &brief).expect(201);
    let exhibits = format!("/api/v1/cases/{case}/exhibits?title=Walrus&visibility=public");
    willa.send("POST", &exhibits, &[("Content-Type", "text/plain")], SAID[12].as_bytes()).expect(201);
    let named = format!("Seen beside {NAME} on Friday");
    mona.send("POST", &exhibits, &[("Content-Type", "text/plain")], named.as_bytes()).expect(201);
    chief.post(&format!("/api/v1/cases/{case}/leave"), &refusal).expect(200);
    club.write({
        let willa = willa.id;
        move |tx| {
            use rookery::db::schema::petition_drafts as drafts;
            diesel::insert_into(drafts::table)
                .values((
                    drafts::saved_by.eq(willa),
                    drafts::subject.eq("question"),
                    drafts::title.eq("Later"),
                    drafts::grounds.eq(SAID[11]),
                    drafts::saved_at.eq(tx.now),
                ))
                .execute(tx.db)?;
            Ok(())
        }
    });
    mona.post(&format!("/api/v1/people/{}/notes", willa.id), &json!({ "text": SAID[10] })).expect(201);
    // Standing for an office.
    club.write({
        let willa = willa.id;
        move |tx| {
            use rookery::db::schema::{candidates, elections};
            let election: i64 = diesel::insert_into(elections::table)
                .values((
                    elections::called_by.eq(willa),
                    elections::called_at.eq(tx.now),
                    elections::note.eq("For the winter"),
                    elections::seats.eq(1),
                    elections::term_weeks.eq(8),
                    elections::nominations_close_at.eq(tx.now + chrono::TimeDelta::days(1)),
                    elections::voting_closes_at.eq(tx.now + chrono::TimeDelta::days(2)),
                ))
                .returning(elections::id)
                .get_result(tx.db)?;
            diesel::insert_into(candidates::table)
                .values((
                    candidates::election_id.eq(election),
                    candidates::person_id.eq(willa),
                    candidates::nominated_by.eq(willa),
                    candidates::nominated_at.eq(tx.now),
                    candidates::statement.eq(SAID[9]),
                ))
                .execute(tx.db)?;
            Ok(())
        }
    });
    // The games room: chess with evidence, talk, and a game of Nomic, whose players go by their names.
    for player in [willa, ann] {
        consent(player);
    }
    let table = begun(willa, ann);
    let list = format!("chess\n{NAME}'s letters\n");
    let kept = format!("{table}/evidence?kind=processes");
    let kept = willa.send("POST", &kept, &[("Content-Type", "application/octet-stream")], list.as_bytes()).expect(201);
    let redacted = json!({ "lines": [1] });
    chief.post(&format!("/api/v1/evidence/{}/redactions", kept["id"]), &redacted).expect(201);
    ann.post(&format!("{table}/talk"), &json!({ "text": format!("Hello {NAME}") })).expect(201);
    willa.post(&format!("{table}/talk"), &json!({ "text": SAID[7] })).expect(201);
    play(willa, &table, 0, json!({ "kind": "resign" })).expect(200);
    let nomic = json!({ "game": "nomic", "seat": 0, "options": { "players": 2 } });
    let nomic = path(&willa.post("/api/v1/tables", &nomic).expect(201));
    ann.post(&format!("{nomic}/seats"), &json!({})).expect(200);
    for player in [willa, ann] {
        player.put(&format!("{nomic}/readiness"), &json!({ "ready": true })).expect(200);
    }
    let say = json!({ "kind": "say", "thread": "discussion", "text": format!("{NAME} begins") });
    let plays = nomic.replace("/tables/", "/nomic_games/") + "/plays";
    ann.post(&plays, &say).expect(201);
    willa.post(&plays, &json!({ "kind": "forfeit" })).expect(201);
    // Files that wait, and one that was read.
    ann.post("/api/v1/exports/games.pgn", &json!({})).expect(202);
    let season = format!("handle,name\n{HANDLE},Somebody Else\n");
    chief.send("POST", "/api/v1/imports?kind=csv", &[("Content-Type", "text/csv")], season.as_bytes());
    let hook = json!({ "url": "https://hooks.example.org/chess" });
    host.post("/api/v1/webhooks", &hook);
    game
}

/// Every answer to everybody, but for streams, which do not end.
fn answers(club: &Club, cast: &Cast, ids: &[String]) -> Vec<String> {
    let [chief, mona, host, ann] = [&cast.chief, &cast.mona, &cast.host, &cast.ann].map(|person| club.again(person));
    let nobody = club.anyone();
    let of = |who: &'static str, caller: &Caller| (who, (**caller).clone(), Browser::of(club, caller));
    let mut readers: [(&str, Client, Browser); 5] = [
        ("anybody", nobody, Browser::new(club)),
        of("a member", &ann),
        of("a moderator", &mona),
        of("the Chief Justice", &chief),
        of("an administrator", &host),
    ];
    let mut all = Vec::new();
    for route in routes().filter(|route| route.method == "GET") {
        if ["/events", "/socket", "/leaderboard/changes"].iter().any(|end| route.path.ends_with(end)) {
            continue;
        }
        let mut paths = BTreeSet::from([route.path.to_owned()]);
        while let Some(open) = paths.iter().find(|path| path.contains('{')).cloned() {
            paths.remove(&open);
            let (before, rest) = open.split_once('{').unwrap();
            let (_, after) = rest.split_once('}').unwrap();
            // One thing at a time, and the first of what belongs to it.
            let things = if before.contains("/1/") { &ids[..1] } else { ids };
            paths.extend(things.iter().map(|id| format!("{before}{id}{after}")));
        }
        for path in &paths {
            for (who, program, browser) in &mut readers {
                let answer = if path.starts_with("/api/") { program.get(path) } else { browser.get(path) };
                assert!(answer.status < 500, "{path} to {who}: {}", answer.text());
                all.extend(lines(&format!("{path} to {who}"), &answer.text()));
            }
        }
    }
    all
}

fn exports(club: &Club) -> Vec<String> {
    let mut all = Vec::new();
    for file in File::ALL {
        let mut bytes = Vec::new();
        club.app.db.read_now(|db| export::write(db, *file, None, &mut bytes, &mut || {})).unwrap();
        all.extend(lines(file.as_str(), &String::from_utf8(bytes).unwrap()));
    }
    all
}

fn backed_up(club: &Club) -> Vec<String> {
    let folder = harness::folder();
    let file = folder.path().join("club.backup");
    let now = club.now();
    club.app.db.read_now(|db| backup::write(db, now, &file)).unwrap();
    let mut text = String::new();
    let packed = std::io::BufReader::new(std::fs::File::open(&file).unwrap());
    flate2::bufread::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    lines("a new backup", &text)
}

/// The bytes of the database's file and of the log beside it.
fn in_the_file(club: &Club) -> Vec<String> {
    let Some(file) = club.app.db.connector().file() else { return Vec::new() };
    let mut all = Vec::new();
    for end in ["", "-wal"] {
        let bytes = std::fs::read(format!("{}{end}", file.display())).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        all.extend(found(&text).into_iter().map(|plant| format!("the bytes of the file{end}: {plant}")));
    }
    all
}

both!(of_somebody_who_did_everything_nobody_finds_a_word, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mona = club.person("Mona", &[Role::Moderator]);
    let host = club.person("Host", &[Role::Administrator]);
    let ann = club.person("Ann", &[]);
    let willa = signed_up(&club, &mona);
    for member in [&ann, &willa] {
        member.post("/api/v1/memberships", &json!({})).expect(201);
    }
    club.set_time("2026-11-06T12:30:00");
    let now = club.now();
    let session = club.write(move |tx| {
        rookery::sessions::store::ensure_calendar(tx, now)?;
        rookery::sessions::store::session_at(tx.db, now)
    });
    let cast = Cast { chief, mona, host, ann, willa }.again(&club);
    let here = json!({ "people": [cast.mona.id, cast.ann.id, cast.willa.id] });
    cast.mona.post(&format!("/api/v1/sessions/{}/arrivals", session.unwrap().id), &here).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let cast = cast.again(&club);
    live(&club, &cast);
    let removal = json!({ "reason": SAID[8] });
    cast.willa.post("/api/v1/removal_requests", &removal).expect(201);
    cast.chief.post("/api/v1/removals", &json!({ "person": cast.willa.id, "act": "II.8" })).expect(201);
    let request = cast.willa.post("/api/v1/erasure_requests", &json!({})).expect(201)["id"].clone();

    let before = rows(&club);
    for (plant, forms) in planted() {
        let is_there = forms.iter().any(|form| before.to_lowercase().contains(form.as_str()));
        assert!(is_there, "{plant} was not planted");
    }
    let answer = format!("/api/v1/erasure_requests/{request}/answer");
    cast.host.post(&answer, &json!({ "erase": true })).expect(204);

    let after = lines("a row", &rows(&club));
    assert!(after.is_empty(), "{}", after.join("\n"));
    let ids: Vec<String> =
        ["1", "2", &cast.willa.id.to_string(), &cast.ann.id.to_string(), "2026-C-001"].map(str::to_owned).into();
    let mut left = answers(&club, &cast, &ids);
    left.extend(exports(&club));
    left.extend(backed_up(&club));
    clean(&club);
    left.extend(in_the_file(&club));
    assert!(left.is_empty(), "{}", left.join("\n"));
    let faults = club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap();
    assert_eq!(faults, [""; 0], "the act log holds, tables replay");
    let gone = PersonId(cast.willa.id);
    let (name, handle): (String, String) = club
        .app
        .db
        .read_now(|db| Ok(people::table.find(gone).select((people::name, people::handle)).first(db)?))
        .unwrap();
    assert_eq!(name, format!("N. N. {gone}"));
    assert!(handle.starts_with("erased-") && handle != format!("erased-{gone}"), "{handle}");
    let kept: i64 = club
        .app
        .db
        .read_now(|db| {
            let pieces: i64 = evidence::table.filter(evidence::content.is_not_null()).count().get_result(db)?;
            let copies: i64 = redactions::table.filter(redactions::content.is_not_null()).count().get_result(db)?;
            Ok(pieces + copies)
        })
        .unwrap();
    assert_eq!(kept, 0, "evidence of them is gone");
});

/// Until the file is cleaned, by the service itself or by hand: one of two at once finds it locked.
fn clean(club: &Club) {
    let waits =
        || club.app.db.read_now(|db| Ok(settings::table.find("cleaning").count().get_result::<i64>(db)?)).unwrap();
    while waits() > 0 {
        drop(cleaning::run(&club.app.db));
    }
}

both!(nobody_is_kept_from_being_erased_by_anothers_handle, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    let gone = club.person("Ann", &[]);
    let id = gone.id;
    // As a club may have them from earlier versions.
    club.write(move |tx| {
        rookery::members::store::add_person(tx, &format!("erased-{id}"), "Somebody")?;
        rookery::members::store::add_person(tx, "erased", "Somebody else")
    });
    let request = gone.post("/api/v1/erasure_requests", &json!({})).expect(201)["id"].clone();
    host.post(&format!("/api/v1/erasure_requests/{request}/answer"), &json!({ "erase": true })).expect(204);
    let waiting: i64 = club.app.db.read_now(|db| Ok(erasure_requests::table.count().get_result(db)?)).unwrap();
    assert_eq!(waiting, 1);
    assert_eq!(gone.get("/api/v1/me").status, 401);
});

both!(an_administrator_asks_for_whom_has_no_account, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    let (mona, ann) = (club.person("Mona", &[Role::Moderator]), club.person("Ann", &[]));
    let guest = mona.post("/api/v1/people", &json!({ "name": NAME })).expect(201)["id"].as_i64().unwrap();
    let asking = |person: i64| format!("/api/v1/people/{person}/erasure_request");
    mona.post(&asking(guest), &json!({})).refused(403);
    host.post(&asking(ann.id), &json!({})).refused(409);
    host.post(&asking(999_999), &json!({})).expect(404);

    let mut browser = Browser::of(&club, &host);
    let form = format!("csrf={}", browser.csrf());
    let button = format!("action=\"/people/{guest}/erasure\"");
    assert!(browser.get(&format!("/people/{guest}")).text().contains(&button));
    assert!(!browser.get(&format!("/people/{}", ann.id)).text().contains("/erasure\""), "Ann asks herself");
    assert_eq!(browser.post(&format!("/people/{guest}/erasure"), &form).status, 303);
    assert!(!browser.get(&format!("/people/{guest}")).text().contains(&button));
    host.post(&asking(guest), &json!({})).refused(409);
    assert!(browser.get("/today").text().contains(&format!("{NAME} asks to be erased")));
    assert!(!mona.get("/today").text().contains("asks to be erased"), "a moderator does not answer it");

    let waiting = host.get("/api/v1/erasure_requests").expect(200)["requests"].clone();
    let (id, erase) = (&waiting[0]["id"], json!({ "erase": true }));
    assert_eq!((&waiting[0]["person"], waiting.as_array().unwrap().len()), (&json!(guest), 1));
    host.post(&format!("/api/v1/erasure_requests/{id}/answer"), &erase).expect(204);
    assert!(lines("a row", &rows(&club)).is_empty());
    host.post(&asking(guest), &json!({})).refused(409);

    // Who is on the leaderboard leaves it by that: there is no account to ask for it with.
    let member = mona.post("/api/v1/people", &json!({ "name": NAME })).expect(201)["id"].as_i64().unwrap();
    mona.post("/api/v1/memberships", &json!({ "person": member })).expect(201);
    let id = host.post(&asking(member), &json!({})).expect(201)["id"].clone();
    let removed = memberships::table.filter(memberships::person_id.eq(member)).select(memberships::removal_act);
    let removed: Option<String> = club.app.db.read_now(|db| Ok(removed.first(db)?)).unwrap();
    assert_eq!(removed.as_deref(), Some("II.8"));
    let logged = acts::table.filter(acts::act.eq(Word::MemberRemoved)).count();
    let logged: i64 = club.app.db.read_now(|db| Ok(logged.get_result(db)?)).unwrap();
    assert_eq!(logged, 1);
    host.post(&format!("/api/v1/erasure_requests/{id}/answer"), &erase).expect(204);
    assert!(lines("a row", &rows(&club)).is_empty());
});
