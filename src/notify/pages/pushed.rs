//! The text of a push message: one line, in the language that the reader last used.

use super::letters::read_in;
use super::told::{Names, Teller};
use crate::club;
use crate::db::Db;
use crate::error::Error;
use crate::excerpt::shortened;
use crate::id::PersonId;
use crate::notify::Topic;
use crate::notify::push::Pushed;
use crate::notify::worker::Message;
use crate::rulebook;
use crate::web::dates::Dates;
use crate::web::places::Place;

/// The most characters of that line.
const LONGEST: usize = 150;

/// Writes a message for a device of its reader. Others may look at its screen: what was decided about its reader is read on the
/// page alone. Readers who want it so are told only that there is something, and of private matters all readers are.
pub fn write(db: &mut Db, message: &Message, reader: PersonId, discreet: bool) -> Result<Pushed, Error> {
    let (language, body, topic) = (read_in(db, reader)?, message.body()?, Topic::of(&message.topic));
    let own = topic.and_then(Topic::thing);
    let place = Topic::place(topic, &body).map_or("/me/notifications".to_owned(), |place| place.address);
    let thing = Place::thing_of_message(own, &body).unwrap_or_else(|| message.topic.clone());
    let club = club::store::club(db)?.name().to_owned();
    if discreet || topic.is_some_and(Topic::is_sealed) {
        return Ok(Pushed { title: club, body: language.t("push-discreet").to_string(), place, thing });
    }
    let told = language.topic(&message.topic).to_string();
    if topic.is_none_or(|topic| topic.is_due(message.audience)) {
        return Ok(Pushed { title: club, body: told, place, thing });
    }
    let names = Names::of(db, reader, [&body])?;
    let zone = rulebook::in_force(db, message.created_at)?.time_zone;
    let teller = Teller { reader, dates: Dates { zone, language }, names: &names };
    let line = teller.gist(&message.topic, &body).map(|gist| shortened(&gist, LONGEST));
    Ok(Pushed { title: told, body: line.unwrap_or(club), place, thing })
}
