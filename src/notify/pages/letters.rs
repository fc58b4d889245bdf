//! The text of an e-mail: what the page of notices says, in the language that the reader last used.

use crate::auth::store::language;
use crate::club;
use crate::db::Db;
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::worker::Message;
use crate::notify::{Letter, Topic, digests, text};
use crate::rulebook;
use crate::web::catalogue::Language;
use crate::web::dates::Dates;
use serde_json::Value;

use super::told::{Names, Teller, title};

/// The language that somebody last read in.
pub fn read_in(db: &mut Db, reader: PersonId) -> Result<Language, Error> {
    Ok(language(db, reader)?.and_then(|tag| Language::tagged(&tag)).unwrap_or_default())
}

/// Writes a message to a reader; `url` is the club's own.
pub fn write(db: &mut Db, message: &Message, reader: PersonId, url: &str) -> Result<Letter, Error> {
    let is_of_a_day = Topic::of(&message.topic) == Some(Topic::DigestWritten);
    let notices = match message.body()? {
        letter if is_of_a_day => digests::notices(db, &letter)?,
        body => vec![(message.topic.clone(), body)],
    };
    let language = read_in(db, reader)?;
    let zone = rulebook::in_force(db, message.created_at)?.time_zone;
    let names = Names::of(db, reader, notices.iter().map(|(_, body)| body))?;
    let teller = Teller { reader, dates: Dates { zone, language }, names: &names };
    let subject = language.topic(&message.topic).to_string();
    // Each in a paragraph of the letter of a day; with the letter to itself, each of its parts in one.
    let between = if is_of_a_day { "\n" } else { "\n\n" };
    let told: Vec<String> = notices.iter().map(|(topic, body)| tell(&teller, topic, body, url).join(between)).collect();
    let club = club::store::club(db)?;
    let from = if club.is_named() {
        language.t("letter-club-named").with("club", club.in_a_line()).with("address", url)
    } else {
        language.t("letter-club").with("address", url)
    };
    // Two dashes and a space are what mail programs take for the end of a letter.
    let why = if is_of_a_day { language.t("letter-why-digest") } else { language.word("letter-why", message.audience) };
    let text = format!("{}\n\n-- \n{from}\n{why}\n", told.join("\n\n"));
    Ok(Letter { club: club.name().to_owned(), subject, text })
}

/// What happened, its particulars and Acts, and where it can be read.
fn tell(teller: &Teller, topic: &str, body: &Value, url: &str) -> Vec<String> {
    let language = teller.dates.language;
    let mut told = teller.particulars(topic, body);
    let acts = text::acts(body).join(", ");
    if !acts.is_empty() {
        told.push(language.t("letter-acts").with("acts", acts).to_string());
    }
    let way = Topic::place(Topic::of(topic), body).map(|place| {
        let address = format!("{}{}", url.trim_end_matches('/'), place.address);
        language.t("letter-place").with("place", place.name(&language)).with("address", address).to_string()
    });
    let parts = [title(language, topic, body), told.join("\n"), way.unwrap_or_default()];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}
