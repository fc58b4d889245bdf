//! Actions: changing the club's name and place, its colour and its crest.

use serde::Deserialize;
use serde_json::json;

use super::{Club, rules, store};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};

/// What the act log calls the club.
const SUBJECT: &str = "club:1";

/// What the club is to be called, as a whole: what is left out is empty from then on.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = ClubRequest)]
pub struct NameClub {
    /// At most 60 characters; empty for none.
    pub name: String,
    /// At most 60 characters.
    pub place: String,
    /// `#rrggbb`, dark enough to be read on light pages (4.5 to 1); by night a lighter one of its kind takes its place.
    pub accent: Option<String>,
    /// Who answers parents and visitors, in at most 60 characters; everybody reads it. Empty for nobody.
    pub contact: String,
    /// How they are reached: an e-mail address, a telephone, a room; at most 100 characters.
    pub reach: String,
}

impl Action for NameClub {
    type Done = Club;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Club>, Error> {
        let mut wrong = Vec::new();
        let name = Refusal::keep(rules::name(&self.name), &mut wrong);
        let place = Refusal::keep(rules::place(&self.place), &mut wrong);
        let accent = Refusal::keep(rules::accent(self.accent.as_deref().unwrap_or_default()), &mut wrong);
        let contact = Refusal::keep(rules::contact(&self.contact), &mut wrong);
        let reach = Refusal::keep(rules::reach(&self.reach), &mut wrong);
        Refusal::together(wrong)?;
        let before = store::club(tx.db)?;
        let asked = Club { name, place, accent, contact, reach, ..before.clone() };
        if asked == before {
            return Ok(Deed::of_its_parts(before));
        }
        store::set(tx, &asked)?;
        let club = store::club(tx.db)?;
        // The log is kept for ever, so it says that somebody answers for the club, and not who.
        let accent = club.accent.map(|accent| accent.to_string());
        let body =
            json!({ "name": club.name, "place": club.place, "accent": accent, "has_contact": club.has_contact() });
        Ok(Record::of(Word::ClubNamed, SUBJECT, body).done(club))
    }
}

/// Sets the crest: a PNG of the size at which it is shown.
pub struct SetCrest(pub Vec<u8>);

impl Action for SetCrest {
    type Done = Club;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Club>, Error> {
        store::set_crest(tx, Some(&self.0))?;
        let record = Record::of(Word::ClubCrestSet, SUBJECT, json!({ "bytes": self.0.len() }));
        Ok(record.done(store::club(tx.db)?))
    }
}

/// Takes the crest away; a shield with the club's initials takes its place.
pub struct RemoveCrest;

impl Action for RemoveCrest {
    type Done = Club;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Club>, Error> {
        store::set_crest(tx, None)?;
        Ok(Record::of(Word::ClubCrestRemoved, SUBJECT, json!({})).done(store::club(tx.db)?))
    }
}
