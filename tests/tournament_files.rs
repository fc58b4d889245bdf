//! Tournaments as files, and the ratings that people have elsewhere.

use rookery::auth::Role;
use rookery_pairings::trf::Report;
use rookery_pairings::{Dutch, check};
use serde_json::{Value, json};

use crate::harness::{Answer, Caller, erased};

/// Exercises that FIDE published, as report files.
const PUBLISHED: [&str; 3] = [
    include_str!("../crates/pairings/tests/data/swiss_5.trf"),
    include_str!("../crates/pairings/tests/data/swiss_9.trf"),
    include_str!("../crates/pairings/tests/data/round_robin.trf"),
];

const AS_TEXT: [(&str, &str); 1] = [("Content-Type", "text/plain")];

fn read(by: &Caller, file: &[u8], query: &str) -> Answer {
    by.send("POST", &format!("/api/v1/tournaments/report{query}"), &AS_TEXT, file)
}

fn text(by: &Caller, path: &str) -> String {
    let answer = by.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.text()
}

/// A file of a game that the first of two won; their names, ratings and FIDE numbers.
fn of_two(one: (&str, &str, &str), other: (&str, &str, &str)) -> String {
    let line = |number: u32, (name, rating, fide): (&str, &str, &str), points: &str, game: &str| {
        format!(
            "001 {number:>4}      {name:<33} {rating:>4}     {fide:>11}            {points:>4} {number:>4}  {game}\n"
        )
    };
    format!("012 Club evening\n142 1\n{}{}", line(1, one, "1.0", "   2 w 1"), line(2, other, "0.0", "   1 b 0"))
}

/// What is wrong with a file, each with its place.
fn faults(refused: Answer) -> Vec<(String, String)> {
    let problem = refused.expect(422);
    let fault = |error: &Value| {
        let said = |member: &str| error[member].as_str().unwrap_or_default().to_owned();
        (said("field"), said("detail"))
    };
    problem["errors"].as_array().expect("errors").iter().map(fault).collect()
}

/// Placings and points of a table, without what names the tournament.
fn table(by: &Caller, path: &str) -> String {
    text(by, &format!("{path}/standings.csv"))
}

both!(published_reports_are_read_and_written_as_they_were, |club| {
    let (may, ann) = (club.person("May Moss", &[Role::Moderator]), club.person("Ann Ash", &[]));
    assert_eq!(read(&ann, PUBLISHED[0].as_bytes(), "").status, 403);
    for (file, guests) in PUBLISHED.into_iter().zip(["?add_guests=true", "", ""]) {
        let made = read(&may, file.as_bytes(), guests).expect(201);
        assert_eq!((&made["settings"]["rated"], &made["state"]), (&json!(false), &json!("ended")), "{made}");
        let path = format!("/api/v1/tournaments/{}", made["id"]);
        assert_eq!(text(&may, &format!("{path}/report.trf")), file);
        // Written afresh, it has the same rounds.
        let fresh = text(&ann, &format!("{path}/report.trf?edition=26"));
        let (old, new) = (Report::read(file).unwrap(), Report::read(&fresh).unwrap());
        let rounds = |report: &Report| {
            let players = report.tournament.players.iter();
            let mut rounds: Vec<_> = players.map(|player| (player.number, player.rounds.clone())).collect();
            rounds.sort_by_key(|(number, _)| *number);
            rounds
        };
        assert_eq!(rounds(&new), rounds(&old));
        assert_eq!(check(&Dutch, &new.tournament), check(&Dutch, &old.tournament));
        assert!(fresh.contains("Alyx"), "{fresh}");
        // And read back, it comes to the same table.
        let again = read(&may, fresh.as_bytes(), "").expect(201);
        assert_eq!(table(&ann, &format!("/api/v1/tournaments/{}", again["id"])), table(&ann, &path));
        let games = text(&ann, &format!("{path}/games.pgn"));
        assert!(games.contains("[Event \"Exercises in Tie-Breaking") && games.contains("[Board \"1\"]"), "{games}");
    }
    // A file in ISO 8859-1 stays one.
    let latin: Vec<u8> = PUBLISHED[2].replace("Exercises", "Übungen").chars().map(|letter| letter as u8).collect();
    let made = read(&may, &latin, "").expect(201);
    assert_eq!(made["name"], "Übungen in Tie-Breaking, round robin");
    assert_eq!(may.get(&format!("/api/v1/tournaments/{}/report.trf", made["id"])).body, latin);
});

both!(a_bad_report_says_where_and_leaves_nothing, |club| {
    let may = club.person("May Moss", &[Role::Moderator]);
    let faults_of = |file: &str, query: &str| faults(read(&may, file.as_bytes(), query));
    let bad = faults_of("012 Club evening\n142 three\n001    1\n", "");
    assert_eq!(bad[0].0, "file");
    assert!(bad[0].1.starts_with("Line 2, column 5: here should stand the number of rounds"), "{bad:?}");
    let two = of_two(("Moss, May", "", ""), ("Stranger, Sam", "", ""));
    let strangers = faults_of(&two, "");
    assert_eq!(strangers.len(), 1);
    assert_eq!(strangers[0].0, "file.4");
    assert!(strangers[0].1.contains("Line 4: nobody of the club is called Sam Stranger"), "{strangers:?}");
    assert_eq!(may.get("/api/v1/tournaments").expect(200)["items"], json!([]));
    let made = read(&may, two.as_bytes(), "?add_guests=true").expect(201);
    assert_eq!(made["state"], "ended");
    let csv = table(&may, &format!("/api/v1/tournaments/{}", made["id"]));
    assert!(csv.lines().nth(1).is_some_and(|line| line.starts_with("1,1,May Moss,,1.0,1,1,0,0,2w1")), "{csv}");
    // Somebody else who looks like a guest is no guest.
    let twin = two.replace("Stranger, Sam", "STRANGER, SAM");
    assert!(faults_of(&twin, "?add_guests=true")[0].1.contains("looks like Sam Stranger"), "one person, not two");
    let once = two.replace("Stranger, Sam", "Moss, May    ");
    assert!(faults_of(&once, "")[0].1.contains("is in the file already"));
    let nul = two.replace("Stranger, Sam", "Stranger,\0Sam");
    assert_eq!(faults_of(&nul, "?add_guests=true")[0].0, "file", "no database is asked for such a name");
});

both!(ratings_elsewhere_are_ones_own_and_match_players, |club| {
    let (may, ann, ben) =
        (club.person("May Moss", &[Role::Moderator]), club.person("Ann Ash", &[]), club.person("Ben Birch", &[]));
    let list = |person: &Caller, list: &str| format!("/api/v1/people/{}/outside_ratings/{list}", person.id);
    let fide = list(&ann, "fide");
    ann.get(&fide).expect(404);
    let held = json!({ "rating": 1612, "number": "24600001", "title": "WCM" });
    let kept = json!({ "rating": 1612, "number": "24600001", "whose": null, "title": "WCM" });
    assert_eq!(ann.put(&fide, &held).expect(200), kept);
    ben.put(&fide, &held).expect(404);
    ben.get(&fide).expect(404);
    assert_eq!(may.get(&fide).expect(200), kept);
    ann.put(&list(&ann, "club"), &held).expect(404);
    for bad in [
        json!({}),
        json!({ "rating": 0 }),
        json!({ "number": "A1" }),
        json!({ "title": "GMM" }),
        json!({ "rating": 1500, "whose": "Lichess" }),
    ] {
        ann.put(&fide, &bad).expect(422);
    }
    let theirs = ben.put(&list(&ben, "fide"), &json!({ "number": "24600001" })).expect(422);
    assert_eq!(theirs["errors"][0]["field"], "number");
    let mine = ann.get("/api/v1/me/data").expect(200);
    assert_eq!(mine["outside_ratings"], json!([{ "list": "fide", "held": kept }]));
    // A file may call her otherwise: the number says who she is.
    let file = of_two(("Ash-Elm, Anna", "1612", "24600001"), ("Birch, Ben", "", ""));
    let made = read(&may, file.as_bytes(), "").expect(201);
    let csv = table(&may, &format!("/api/v1/tournaments/{}", made["id"]));
    assert!(csv.contains("1,1,Ann Ash,1612,1.0"), "{csv}");
    // A federation's list is in what is written afresh, where FIDE's letters name it.
    let national = json!({ "rating": 1540, "number": "310142K", "whose": "Eng" });
    ann.put(&list(&ann, "national"), &national).expect(200);
    ben.put(&list(&ben, "national"), &json!({ "rating": 1300, "whose": "Westshire" })).expect(200);
    let later = text(&may, &format!("/api/v1/tournaments/{}/report.trf?edition=16", made["id"]));
    let own = |federation: &str| later.lines().filter(|line| line.starts_with(federation)).count();
    assert_eq!((own("ENG "), own("WES")), (1, 0), "{later}");
    let said = &Report::read(&later).unwrap().national()[0];
    assert_eq!((said.number, said.rating, said.id.as_str()), (1, Some(1540), "310142K"));
    // In another edition than the file's it is written afresh.
    let fresh = text(&may, &format!("/api/v1/tournaments/{}/report.trf?edition=16", made["id"]));
    let her = Report::read(&fresh).unwrap().people[&1].clone();
    assert_eq!([her.name(), her.title(), her.fide_number()], ["Ash, Ann", "WCM", "24600001"], "{fresh}");
    // What federations call people by is for moderators.
    for edition in ["", "?edition=16", "?edition=26"] {
        let read = text(&ben, &format!("/api/v1/tournaments/{}/report.trf{edition}", made["id"]));
        assert!(read.contains("Ash, Ann") && !read.contains("24600001") && !read.contains("310142K"), "{read}");
    }
    // Who is erased is in no file any more.
    let gone = rookery::id::PersonId(ann.id);
    club.write(move |tx| erased(tx, gone));
    let after = text(&may, &format!("/api/v1/tournaments/{}/report.trf", made["id"]));
    assert!(!after.contains("Ash") && !after.contains("24600001"), "{after}");
    may.get(&fide).expect(404);
    ben.delete(&list(&ben, "fide"), &json!({})).expect(404);
});
