//! What the service wrote into its records, as a reader has it: `locales/en/records.ftl` and the templates of messages
//! find each sentence.

use chrono::{NaiveDateTime, TimeDelta};
use rookery::web::catalogue::Language::{self, English, German};
use rookery::web::messages;
use rookery_messages::{Join, Message, Value, say};

#[test]
fn a_record_is_said_in_the_readers_language() {
    for (text, german) in [
        ("Joined the leaderboard", "In die Rangliste eingetreten"),
        ("Game 7 voided: Nobody saw it.", "Partie 7 für ungültig erklärt: Nobody saw it."),
        ("Game 7 voided: Case 2026-C-003", "Partie 7 für ungültig erklärt: Fall 2026-C-003"),
        ("Case 2026-C-003: Game 308 was played", "Fall 2026-C-003: Game 308 was played"),
        ("Game 7 ended with the result: white.", "Partie 7 endete so: Weiß gewann."),
        ("Game 7 is rated again.", "Partie 7 ist wieder: gewertet."),
        (
            "Game 7 replaced: Game 9, the rematch, stands in its place.",
            "Partie 7 ersetzt: An ihrer Stelle steht ihre Wiederholung, Partie 9.",
        ),
        (
            "Game 7 restored: Game 9, the rematch, does not stand.",
            "Partie 7 wieder gewertet: Partie 9, die Wiederholung, hat keinen Bestand.",
        ),
        ("Absent in the week of 2026-11-06", "Abwesend in der Woche vom 6. Nov 2026"),
        ("10 points taken; banned for ever", "10 Punkte abgezogen; für immer gesperrt"),
        ("1 points taken", "1 Punkt abgezogen"),
        (
            "fraudulent games reversed, banned through 2026-11-13; game 5 forfeit",
            "betrügerische Partien rückgängig gemacht, gesperrt bis einschließlich 13. Nov 2026; Partie 5 verloren gewertet",
        ),
        (
            "NAP is in Check: its King on a1 is attacked by rook 8 (Blue, a9); harfyblob 12, Hn 3 (Red, d1)",
            "NAP steht im Schach: Den König auf a1 greift an: Turm 8 (Blue, a9); HarfyBlob 12, Hn 3 (Red, d1)",
        ),
        (
            "Corrected: – → king 1 (NAP, off-board); archer 4 (Red, c3) → –; NAP, Red → Red, NAP",
            "Berichtigt: – → König 1 (NAP, neben dem Brett); Bogenschütze 4 (Red, c3) → –; NAP, Red → Red, NAP",
        ),
        ("Purchase: il-nabi for Blue", "Kauf: il-Nabi für Blue"),
        (
            "event 3 at 2026-11-06 12:00:00Z: on record person 1 from 100 to 777 and person 2 from no score to 100; \
             the fold gives no change",
            "Ereignis 3 vom 2026-11-06 12:00:00Z: aufgezeichnet Person 1 von 100 auf 777 und Person 2 von kein Punktestand auf \
             100; gerechnet keine Änderung",
        ),
        (
            "person 2: the standings count 9 wins, 0 draws, 2 losses; the log has 0 wins, 1 draws, 2 losses",
            "Person 2: Die Rangliste zählt Siege: 9, Remis: 0, Niederlagen: 2; das Protokoll hat Siege: 0, Remis: 1, \
             Niederlagen: 2",
        ),
        (
            "act 2 is missing; the next is 3; the first that is wrong is one of acts 1 to 2",
            "Eintrag 2 fehlt; der nächste ist 3; der erste falsche ist einer der Einträge 1 bis 2",
        ),
        ("No longer chief_justice.", "Hat ein Amt nicht mehr: Vorsitz des Gerichts."),
        ("The chief act is undone.", "Handlung des Vorsitzes: aufgehoben."),
        (
            "Decision 3 is overturned. Decision 5 of the Court stands in its place.",
            "Entscheidung 3 ist aufgehoben. An ihrer Stelle steht Entscheidung 5 des Gerichts.",
        ),
    ] {
        assert_eq!(German.record(text), german);
    }
    assert_eq!(English.record("banned through 2026-11-13"), "banned through 13 Nov 2026");
}

#[test]
fn what_people_wrote_stays_as_it_is() {
    for text in ["", ".", "It was late. They had left; 007.", "Spiel 7", "Game", "Decision: none", "a{$game}"] {
        for language in Language::ALL {
            assert_eq!(language.record(text), text);
        }
    }
}

/// The sentences of a file with their ids.
fn sentences(file: &str) -> Vec<(String, String)> {
    let source = std::fs::read_to_string(format!("{}/locales/en/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let lines = source.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
    lines
        .map(|(id, sentence)| {
            (id.to_owned(), sentence.replace("{ \"\" }", "").replace("{ \"{\" }", "{").replace("{ \"}\" }", "}"))
        })
        .collect()
}

#[test]
fn a_message_that_was_kept_as_text_is_said_in_the_readers_language() {
    for (text, german) in [
        ("Not found", "Nicht gefunden"),
        // One sentence after another, one within another, a list.
        (
            "Ann is off the leaderboard and has to join again before a game. Ben is not a member; only members play online.",
            "Ann steht nicht mehr auf der Rangliste. Vor dem Spielen heißt es neu beitreten. Ben ist nicht Mitglied; online spielen nur Mitglieder.",
        ),
        ("Black is adjusted twice.", "Black kommt zweimal vor."),
        ("\"forty\" is not a whole number.", "„forty“ ist keine ganze Zahl."),
        (
            "Another session is on then, from Friday 6 November 2026, 12:30 by the club's clock.",
            "Dann ist schon ein anderes Treffen, ab Freitag, 6. November 2026, 12:30 nach der Uhr des Klubs.",
        ),
        (
            "The session is on Friday 6 November 2026 from 12:30 to 13:10, by the club's clock. Its register opens an hour before. Say at what time somebody came or left.",
            "Das Treffen ist am Freitag, 6. November 2026 von 12:30 bis 13:10, nach der Uhr des Klubs. Eine Stunde davor geht es mit dem Eintragen los. Sag, um wie viel Uhr jemand kam oder ging.",
        ),
        (
            "2026-11-19 is a Thursday; a ban ends on a Friday, such as 2026-11-20.",
            "Der letzte Tag (19. Nov 2026) ist ein Donnerstag; eine Sperre endet an einem Freitag, etwa: 20. Nov 2026.",
        ),
        ("Nobody knows this; not even we. Why?", "Nobody knows this; not even we. Why?"),
    ] {
        assert_eq!(German.kept(text), german);
        assert_eq!(English.kept(text), text);
    }
}

#[test]
fn a_message_is_said_in_the_readers_language() {
    let at = "2026-11-06T12:30:00".parse::<NaiveDateTime>().unwrap();
    let ban = say!(
        "{day} is a {weekday}; a ban ends on a Friday, such as {friday}.",
        day = at.date() - TimeDelta::days(1),
        weekday = say!("Thursday"),
        friday = at.date(),
    );
    let fields = Value::list(Join::Commas, ["name", "age"].map(|name| say!("`{name}`", name)));
    let member = |name: &str| say!("{name} is not a member; only members play online.", name);
    let long = "Nobody knows this. ".repeat(100);
    for (message, english, german) in [
        (
            say!("Another session is on then, from {at} by the club's clock.", at),
            "Another session is on then, from Friday 6 November 2026, 12:30 by the club's clock.".to_owned(),
            "Dann ist schon ein anderes Treffen, ab Freitag, 6. November 2026, 12:30 nach der Uhr des Klubs."
                .to_owned(),
        ),
        (
            ban,
            "2026-11-05 is a Thursday; a ban ends on a Friday, such as 2026-11-06.".to_owned(),
            "Der letzte Tag (5. Nov 2026) ist ein Donnerstag; eine Sperre endet an einem Freitag, etwa: 6. Nov 2026."
                .to_owned(),
        ),
        (
            say!("There is no such field; there are {names}.", names = fields),
            "There is no such field; there are `name`, `age`.".to_owned(),
            "Dieses Feld gibt es nicht; es gibt „name“, „age“.".to_owned(),
        ),
        // What people wrote stays as it is, however long and whatever it looks like.
        (
            member("Thursday").then(member(&long)),
            format!(
                "Thursday is not a member; only members play online. {long} is not a member; only members play online."
            ),
            format!(
                "Thursday ist nicht Mitglied; online spielen nur Mitglieder. {long} ist nicht Mitglied; online spielen nur Mitglieder."
            ),
        ),
    ] {
        assert_eq!(English.answer(&message), english);
        assert_eq!(German.answer(&message), german);
    }
}

/// Each sentence with a value in each of its places comes out as its German with the same values.
fn is_found_by_what_it_says(id: &str, sentence: &str, said: impl Fn(&str) -> String) {
    let names: Vec<&str> = sentence.split("{ $").skip(1).filter_map(|part| Some(part.split_once(" }")?.0)).collect();
    let values: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
    let with_values = |mut said: String| {
        for (name, value) in names.iter().zip(&values) {
            said = said.replace(&format!("{{ ${name} }}"), value);
        }
        said
    };
    let german = names.iter().zip(&values).fold(German.t(id), |said, (name, value)| said.with(name, value));
    assert_eq!(said(&with_values(sentence.to_owned())), german.to_string(), "{id}");
}

#[test]
fn each_sentence_is_found_by_what_it_says_of_a_record() {
    for (id, sentence) in sentences("records.ftl") {
        is_found_by_what_it_says(&id, &sentence, |text| German.record(text));
    }
}

#[test]
fn each_message_is_found_by_what_it_says() {
    for (template, _) in messages::sentences() {
        let names = template.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
        let arguments = names.map(|name| (name.to_owned(), Value::Text(format!("<{name}>"))));
        let message = Message::kept(template.clone(), arguments);
        assert_eq!(German.kept(&message.to_string()), German.say(&message), "{template}");
    }
}

#[test]
fn a_position_is_read_aloud_in_the_readers_language() {
    let said = German.aloud("White: king e1, rook a1. Black: king e5, pawn d3.");
    assert_eq!(said, "Weiß: König e1, Turm a1. Schwarz: König e5, Bauer d3.");
}
