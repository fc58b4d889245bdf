//! Files as spreadsheets and schools have them: lists of names, cells that would be reckoned with, days that could be two.

use diesel::prelude::*;
use rookery::db::schema::people;
use rookery::exchange::export::File;
use rookery::exchange::import::{Options, Report, Source, csv};
use rookery::id::PersonId;
use rookery::ratings::store::{Cause, NewEvent, post};
use rookery::web::catalogue::Language;
use rookery_messages::Message;

use super::{LAX, exported, import, source};
use crate::harness::Club;

both!(a_list_of_names_alone_is_a_file_of_members, |club| {
    let list = "Ann Ørsted\nO'Neil Ben\n\nann  ørsted\n";
    let report = import(&club, &[source("class.txt", list)], LAX);
    assert_eq!((report.people, report.known, report.refused.len()), (2, 1, 0), "{report:?}");
    assert_eq!(report.newcomers, ["Ann Ørsted", "O'Neil Ben"]);
    let again = import(&club, &[source("members.csv", "name\n\"Ørsted, Ann\"\nCy Day\n")], LAX);
    assert_eq!((again.people, again.known), (1, 1), "{again:?}");
    let handles: Vec<String> =
        club.app.db.read_now(|db| Ok(people::table.order(people::id).select(people::handle).load(db)?)).unwrap();
    assert_eq!(handles, ["ann-orsted", "o-neil-ben", "cy-day"]);
    // A class list as schools have it, with columns that nobody here reads.
    let table = "Nachname;Vorname;Klasse\nØrsted;Ann;7b\n\nEger;Dana;7b\n";
    let class = import(&club, &[source("klasse.csv", table)], LAX);
    assert_eq!((class.people, class.known, &class.newcomers[..]), (1, 1, &["Dana Eger".to_owned()][..]), "{class:?}");
    let nameless = import(&club, &[source("klasse.csv", &format!("{table}?;;7b\n"))], LAX);
    assert_eq!(nameless.refused.iter().map(|refused| refused.line).collect::<Vec<_>>(), [5], "{nameless:?}");
    // What a register has beside the names is no part of them.
    let register = "Tom Baker 7B\nClass 7B\nNoah Reed <noah@school.example>\n12\n";
    let read = import(&club, &[source("class.txt", register)], Options { dry_run: true, ..LAX });
    assert_eq!(read.newcomers, ["Tom Baker", "Noah Reed"], "{read:?}");
    assert_eq!(read.refused.iter().map(|refused| refused.line).collect::<Vec<_>>(), [2, 4], "{read:?}");
    for no_list in ["Weiss;Schwarz\nAnn;Ben\n", "White\nAnn\n", "{\"name\": \"Ann\"}\n"] {
        let refused = import(&club, &[source("list.csv", no_list)], LAX);
        assert_eq!((refused.people, refused.refused.len()), (0, 1), "{no_list}");
    }
});

both!(cells_that_a_spreadsheet_would_reckon_with_are_text_and_come_back, |club| {
    let members = "handle,name\nann,\"=HYPERLINK(\"\"https://x.example\"\")\"\nben,@Ben\ncy,'=Cy\ndee,-Dee\n";
    let sessions = "starts_at,ends_at,room\n2026-10-02 12:30,2026-10-02 13:10,+Hall\n";
    let report = import(&club, &[source("members.csv", members), source("sessions.csv", sessions)], LAX);
    assert!(report.refused.is_empty(), "{:?}", report.refused);
    club.write(|tx| {
        let person = rookery::id::PersonId(1);
        let name = |name: &'static str| {
            diesel::update(people::table.filter(people::handle.eq("ann"))).set(people::name.eq(name))
        };
        name("=cmd|' /C calc'!A0").execute(tx.db)?;
        post(tx, tx.now, NewEvent::Join { person }, &Cause::new(Message::verbatim("Joined"), "II.1"))?;
        post(
            tx,
            tx.now,
            NewEvent::Adjustment { person, delta: 250 },
            &Cause::new(Message::verbatim("A prize"), "II.3"),
        )?;
        post(tx, tx.now, NewEvent::Adjustment { person, delta: -15 }, &Cause::new(Message::verbatim("=1+1"), "II.3"))
    });
    let files = [File::Members, File::Sessions, File::Ledger].map(|file| exported(&club, file));
    for (file, cells) in
        files.iter().zip([["'=cmd", "'@Ben", "'=Cy", "'-Dee"].as_slice(), &["'+Hall"], &["'=1+1", ",-15,"]])
    {
        for cell in cells {
            assert!(file.contains(cell), "{cell}: {file}");
        }
    }
    let other = if club.app.db.connector().file().is_some() { Club::on_sqlite() } else { Club::on_postgres() };
    let report = import(&other, &[source("members.csv", &files[0]), source("sessions.csv", &files[1])], LAX);
    assert!(report.refused.is_empty(), "{:?}", report.refused);
    assert_eq!(exported(&other, File::Members), files[0]);
    assert!(exported(&other, File::Sessions).contains("'+Hall"));
});

both!(sessions_whose_lines_name_no_room_get_the_usual_one_and_the_report_says_so, |club| {
    let (named, nameless) = ("2026-10-02 12:30,2026-10-02 13:10,The library\n", "2026-10-09 12:30,2026-10-09 13:10,\n");
    let read = |lines: &str, options| {
        let sessions = format!("starts_at,ends_at,room\n{lines}");
        let report = import(&club, &[source("sessions.csv", &sessions)], options);
        (report.sessions, report.usual_room)
    };
    let trial = Options { dry_run: true, ..LAX };
    assert_eq!(read(named, trial), (1, None), "each says where");
    let both = format!("{named}{nameless}");
    let usual = Some("322".to_owned());
    for options in [trial, LAX] {
        assert_eq!(read(&both, options), (2, usual.clone()));
    }
    assert_eq!(read(nameless, trial), (0, None), "known already");
    let sessions = exported(&club, File::Sessions);
    assert!(sessions.contains(",The library,") && sessions.contains(",322,"), "{sessions}");
    // Where nobody has said where the club meets, no room is made up.
    club.with_the_shipped_rulebook();
    assert_eq!(read("2026-10-16 12:30,2026-10-16 13:10,\n", LAX), (1, None));
    let sessions = exported(&club, File::Sessions);
    let entered = sessions.lines().find(|line| line.starts_with("2026-10-16")).expect("the session");
    assert_eq!(entered.split(',').nth(2), Some(""), "{sessions}");
});

both!(a_day_that_could_be_two_is_told_as_it_was_read, |club| {
    // Twice on one day: it is told once. The other line has no slashes, and settles nothing.
    let results = "white,black,result,date\nAnn,Ben,1-0,04/09/2026\nBen,Ann,1-0,04/09/2026\nBen,Ann,1-0,11.9.2026\n";
    let read_of = |results: &str, month_first| {
        let options = Options { month_first, dry_run: true, ..LAX };
        import(&club, &[source("results.csv", results)], options)
    };
    let read = |month_first| read_of(results, month_first);
    let told = |report: &Report| {
        report
            .days
            .iter()
            .map(|day| (day.written.clone(), day.read.to_string(), day.other.to_string()))
            .collect::<Vec<_>>()
    };
    let [first, other] = ["2026-09-04", "2026-04-09"].map(str::to_owned);
    let written = "04/09/2026".to_owned();
    assert_eq!(told(&read(false)), [(written.clone(), first.clone(), other.clone())]);
    assert_eq!(told(&read(true)), [(written.clone(), other.clone(), first.clone())]);
    // The eighteenth is no month: that settles the others, unless somebody wants it otherwise.
    let results = results.replace("11.9.2026", "18/09/2026");
    let settled = read_of(&results, false);
    assert!(settled.days.is_empty() && settled.games == 3, "{settled:?}");
    let american = read_of(&results, true);
    assert_eq!(told(&american), [(written, other, first)]);
    assert_eq!(american.refused.len(), 1, "{american:?}");
    // Without a year no line is more than half a day.
    let short = read_of("white,black,result,date\nAnn,Ben,1-0,04/09\n", false);
    let told: Vec<&str> = short.refused.iter().map(|line| line.detail.as_str()).collect();
    assert_eq!(told, ["date is \"04/09\": the year is missing. Write the day as in 04/09/2026."]);
});

both!(a_name_that_is_nearly_a_known_one_is_asked_about, |club| {
    import(&club, &[source("members.csv", "name\nAnn Ash\nBen Birch\n")], LAX);
    let asked = |games: &str, options: Options| -> Vec<String> {
        let results = format!("white,black,result,date\n{games}");
        let report = import(&club, &[source("results.csv", &results)], Options { dry_run: true, ..options });
        report.alike.iter().map(|one| format!("{} for {}", one.written, one.known)).collect()
    };
    let slips = "Anne Ash,Ben Birch,1-0,2026-09-04\n\"Ash, Anne\",Ben Birch,1-0,2026-09-11\n";
    for options in [LAX, Options::default()] {
        assert_eq!(asked(slips, options), ["Anne Ash for Ann Ash"], "once, whether its lines are refused or not");
    }
    assert!(asked("ann  ash,\"Birch, Ben\",1-0,2026-09-04\n", LAX).is_empty());
    assert!(asked("Cy Reed,Ben Birch,1-0,2026-09-04\n", LAX).is_empty());
    assert!(asked("Anne Ash,Ann Ash,1-0,2026-09-04\n", LAX).is_empty(), "they played each other");
});

both!(days_and_results_are_read_as_people_write_them, |club| {
    let trial = Options { dry_run: true, ..LAX };
    let german = "Datum;Uhrzeit;Weiß;Schwarz;Ergebnis\n4.9.2026;12:40;Ann;Ben;1:0\n11. 9. 26;;Ben;Ann;0:1\n18.09.2026;;Ann;Ben;Remis\n";
    let report = import(&club, &[source("partien.csv", german)], trial);
    assert_eq!((report.games, report.refused.len()), (3, 0), "{report:?}");
    assert!(report.days.is_empty(), "with dots the day comes first: {report:?}");
    let short = import(&club, &[source("results.csv", "white,black,result,date\nAnn,Ben,1-0,04/09/26\n")], trial);
    assert_eq!(short.days[0].read.to_string(), "2026-09-04", "{short:?}");
    let beyond =
        "Datum;Weiß;Schwarz;Ergebnis\n31/09/2026;Ann;Ben;1:0\n29.2.2026 12:40;Ann;Ben;1:0\n31.13.2026;Ann;Ben;1:0\n";
    let game = "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.09.31\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n";
    let report = import(&club, &[source("partien.csv", beyond), source("a.pgn", game)], trial);
    let told: Vec<&str> = report.refused.iter().map(|line| line.detail.as_str()).collect();
    assert_eq!(
        told[..3],
        [
            "Date is \"2026.09.31\"; that month has 30 days.",
            "date is \"31/09/2026\"; that month has 30 days.",
            "date is \"29.2.2026 12:40\"; that month has 28 days.",
        ]
    );
    assert!(told[3].contains("write 2026-11-06"), "{}", told[3]);
    // What can be read in one way only says how the file is written.
    let american = "white,black,result,date\nAnn,Ben,1-0,04/09/2026\nBen,Ann,1-0,04/13/2026\n";
    let report = import(&club, &[source("results.csv", american)], trial);
    let read: Vec<String> = report.days.iter().map(|day| day.read.to_string()).collect();
    assert_eq!(
        (report.month_first, read, report.refused.len()),
        (true, vec!["2026-04-09".to_owned()], 0),
        "{report:?}"
    );
});

both!(a_trial_counts_the_games_that_sessions_or_members_are_missing_for, |club| {
    let trial = Options { dry_run: true, ..Options::default() };
    let results = [source("results.csv", "white,black,result,date\nAnn,Ben,1-0,2026-09-04\n")];
    let missing = |report: &Report| (report.without_session, report.without_membership, report.refused.len());
    let bare = import(&club, &results, trial);
    assert_eq!(missing(&bare), (1, 1, 1), "both are told at once: {bare:?}");
    let let_in = import(&club, &results, Options { join_unknown: true, ..trial });
    assert_eq!(missing(&let_in), (1, 0, 1), "{let_in:?}");
    let placed = import(&club, &results, Options { make_sessions: true, ..trial });
    assert_eq!(missing(&placed), (0, 1, 1), "{placed:?}");
    import(&club, &[source("names.csv", "Ann\nBen\n")], Options::default());
    let known = import(&club, &results, Options { make_sessions: true, ..trial });
    assert_eq!(missing(&known), (0, 1, 1), "known, but never a member: {known:?}");
    assert_eq!(known.refused[0].acts.len(), 1, "each Act once: {known:?}");
    let joined = import(&club, &results, Options { make_sessions: true, join_unknown: true, ..trial });
    assert_eq!((missing(&joined), joined.games), ((0, 0, 0), 1), "{joined:?}");
});

#[test]
fn every_column_has_a_word_in_every_language() {
    for column in csv::headings().flat_map(|(_, columns)| columns) {
        for language in Language::ALL {
            assert!(language.word("column", column).known().is_some(), "{column} in {}", language.own_name());
        }
    }
}

both!(a_fault_calls_its_column_by_a_word_and_programs_read_the_heading, |club| {
    let results = "white,black,result,played_at\n,Ben,2-0,yesterday\n";
    let report = import(&club, &[source("results.csv", results)], LAX);
    let refused = &report.refused[0];
    assert!(refused.detail.starts_with("white is missing. played_at is "), "{}", refused.detail);
    let told = refused.message.as_ref().unwrap();
    let (english, german) = (Language::English.say(told), Language::German.say(told));
    assert!(english.starts_with("White is missing. Played at is "), "{english}");
    assert!(german.starts_with("Weiß fehlt. Zeitpunkt: ") && german.contains("Ergebnis: "), "{german}");
    assert!(!german.contains("played_at") && !german.contains("result"), "{german}");
});

/// Something in the log of everybody, of the twentieth of September: nobody can have joined before it.
fn happened_before_joining(club: &Club) {
    club.write(|tx| {
        let all: Vec<i64> = people::table.select(people::id).load(tx.db)?;
        for person in all.into_iter().map(PersonId) {
            let (at, event) = ("2026-09-20T12:00:00".parse().unwrap(), NewEvent::Adjustment { person, delta: 5 });
            post(tx, at, event, &Cause::new(Message::verbatim("A prize"), "II.3"))?;
        }
        Ok(())
    });
}

both!(a_membership_begins_earlier_where_nothing_happened_before_ii_1, |club| {
    let member = |name: &str, joined: &str| {
        let line = format!("name,joined_at\n{name},{joined}T12:00:00Z\n");
        import(&club, &[source("members.csv", &line)], Options::default())
    };
    assert_eq!(member("Ann", "2026-10-01").memberships, 1);
    let earlier = member("Ann", "2026-09-01");
    assert_eq!((earlier.memberships, earlier.refused.len()), (1, 0), "{earlier:?}");
    let all = exported(&club, File::Members);
    assert!(all.contains("2026-09-01") && !all.contains("2026-10-01"), "{all}");
    assert_eq!(member("Ann", "2026-09-01").known, 1, "the same is there already");
    assert_eq!(super::faults(&club), Vec::<String>::new());

    assert_eq!(member("Ben", "2026-10-01").memberships, 1);
    happened_before_joining(&club);
    assert!(member("Ben", "2026-09-24").refused.is_empty(), "after what happened");
    let refused = member("Ben", "2026-09-19");
    let told = &refused.refused[0].detail;
    assert_eq!(told, "The club has Ben as a member from 2026-09-24 on. This time overlaps that.");
    assert_eq!(super::faults(&club), Vec::<String>::new());
});

both!(what_no_option_can_save_is_offered_none_and_says_why, |club| {
    let trial = Options { dry_run: true, ..Options::default() };
    let members = "name,joined_at\nAnn,2026-10-01T12:00:00Z\nBen,2026-10-01T12:00:00Z\n";
    import(&club, &[source("members.csv", members)], Options::default());
    happened_before_joining(&club);
    let tried = |line: &str, options: Options| {
        let results = format!("white,black,result,date,time\n{line}\n");
        let report = import(&club, &[source("results.csv", &results)], options);
        let told = report.refused[0].detail.clone();
        ((report.without_session, report.without_membership), told)
    };
    for (line, why) in [
        ("Ann,Ben,1-0,2026-09-04,", "Ann joined the leaderboard on 2026-10-01, after this game."),
        ("Ann,Ben,1-0,2026-09-04,12:40", "Ben joined the leaderboard on 2026-10-01, after this game."),
        ("Ann,Ben,1-0,2027-09-03,", "2027-09-03 is in the future. Correct it, or leave the line out."),
        ("Ann,Ben,1-0,2027-09-03,12:40", "Friday 3 September 2027, 12:40 by the club's clock is in the future."),
        ("Ann,Cy,1-0,2026-09-04,", "Ann joined the leaderboard on 2026-10-01, after this game."),
    ] {
        let (offers, told) = tried(line, trial);
        assert_eq!(offers, (0, 0), "{line}: {told}");
        assert!(told.contains(why) && !told.contains("have them made"), "{line}: {told}");
        let (offers, told) = tried(line, Options { make_sessions: true, ..trial });
        assert_eq!(offers, (0, 0), "{line}: {told}");
        assert!(told.contains(why), "{line}: {told}");
    }
    let (offers, told) = tried("Ann,Ben,1-0,2026-10-02,", trial);
    assert!(offers == (1, 0) && told.contains("Import its sessions, or have them made."), "{offers:?}: {told}");
    // A session that was cancelled stays so; one at other hours is that day's.
    let calendar = "room,starts_at,ends_at,cancelled\n322,2026-10-09 12:30,2026-10-09 13:10,yes\n322,2026-10-16 12:30,2026-10-16 13:10,no\n";
    import(&club, &[source("sessions.csv", calendar)], Options::default());
    for (line, why) in [
        ("Ann,Ben,1-0,2026-10-09,", "The session on 2026-10-09 was cancelled."),
        ("Ann,Ben,1-0,2026-10-16,18:00", "correct the time."),
    ] {
        let (offers, told) = tried(line, trial);
        assert!(offers == (0, 0) && told.contains(why), "{line}: {offers:?}: {told}");
    }
});

both!(names_are_read_in_whichever_letters_a_spreadsheet_saved_them, |club| {
    let trial = Options { dry_run: true, ..LAX };
    let read = |bytes: Vec<u8>| import(&club, &[Source { name: "names.csv".to_owned(), bytes }], trial);
    let windows = read(b"name\nJ\xf6rg M\xfcller\nEva \x8aik\n".to_vec());
    assert_eq!(windows.newcomers, ["Jörg Müller", "Eva Šik"], "{windows:?}");
    let table = "\u{feff}Vorname\tNachname\nJörg\tMüller\n";
    let unicode = read(table.encode_utf16().flat_map(u16::to_le_bytes).collect());
    assert_eq!(unicode.newcomers, ["Jörg Müller"], "{unicode:?}");
    let workbook = read(b"PK\x03\x04\x14\0\x06\0\x08\0".to_vec());
    assert!(workbook.refused[0].detail.contains("Save it there as CSV"), "{workbook:?}");
});
