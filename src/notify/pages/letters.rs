//! What a letter says: as the page of notices does, in the language that its reader last read in.

use crate::auth::store::language;
use crate::db::Db;
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::notify::worker::Message;
use crate::notify::{Letter, text};
use crate::rulebook;
use crate::web::catalogue::Language;
use crate::web::dates::Dates;
use crate::web::places::Place;

use super::told::Teller;

/// Writes a message to a reader; `url` is the club's own.
pub fn write(db: &mut Db, message: &Message, reader: PersonId, url: &str) -> Result<Letter, Error> {
    let (topic, body) = (message.topic.as_str(), serde_json::from_str(&message.payload)?);
    let language = language(db, reader)?.and_then(|tag| Language::tagged(&tag)).unwrap_or_default();
    let zone = rulebook::in_force(db, message.created_at)?.time_zone;
    let names = members::store::names(db, &text::people(&body, reader))?;
    let teller = Teller { reader, dates: Dates { zone, language }, names: &names };
    let subject = language.topic(topic).to_string();

    let mut lines = vec![subject.clone(), String::new()];
    lines.extend(teller.particulars(topic, &body));
    let acts = text::acts(&body).join(", ");
    if !acts.is_empty() {
        lines.push(language.t("letter-acts").with("acts", acts).to_string());
    }
    if let Some(place) = Place::of_message(topic, &body) {
        let address = format!("{}{}", url.trim_end_matches('/'), place.address);
        let way = language.t("letter-place").with("place", place.name(&language)).with("address", address);
        lines.extend([String::new(), way.to_string()]);
    }
    // What a mail program takes for the end of a letter: two dashes and a space.
    lines.extend([String::new(), "-- ".to_owned()]);
    lines.push(language.t("letter-club").with("address", url).to_string());
    lines.push(language.word("letter-why", message.audience).to_string());
    lines.push(String::new());
    Ok(Letter { subject, text: lines.join("\n") })
}
