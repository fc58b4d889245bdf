//! What the service says, as a reader has it.

use chrono::{NaiveDateTime, TimeDelta};
use rookery::web::catalogue::Language::{English, German};
use rookery_messages::{Join, Value, say};

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
fn a_position_is_read_aloud_in_the_readers_language() {
    let said = German.aloud("White: king e1, rook a1. Black: king e5, pawn d3.");
    assert_eq!(said, "Weiß: König e1, Turm a1. Schwarz: König e5, Bauer d3.");
}
