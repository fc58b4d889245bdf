//! What the service says, as a reader has it: messages, and those that notices have as sentences.

use chrono::{NaiveDateTime, TimeDelta};
use rookery::web::catalogue::Language::{self, English, German};
use rookery::web::messages;
use rookery_messages::{Join, Message, Value, say};

#[test]
fn what_people_wrote_stays_as_it_is() {
    for text in ["", ".", "It was late. They had left; 007.", "Spiel 7", "Game", "Decision: none", "a{$game}"] {
        for language in Language::ALL {
            assert_eq!(language.kept(text), text);
        }
    }
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
