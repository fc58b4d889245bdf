//! Ratings of people in other lists, entered by themselves or a moderator, for seeding and for report files.

use rookery_messages::{Join, Value, say};
use serde::Deserialize;
use serde_json::json;

use super::{OutsideList, OutsideRating, store};
use crate::action::{Action, By, Deed, Record, Somebody};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::fields::text;
use crate::id::PersonId;

/// The titles that FIDE gives.
const TITLES: [&str; 8] = ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"];
/// Between which a rating lies, on any list.
const RATINGS: std::ops::RangeInclusive<i64> = 100..=3999;

/// Says what somebody has on a list: a rating, the number or name there, a title.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = SetOutsideRating)]
pub struct SaidOutside {
    /// 100 to 3999.
    pub rating: Option<i64>,
    /// The number or name there, at most 40 characters; on FIDE's list, digits.
    pub number: Option<String>,
    /// Which federation or site, at most 40 characters; null or left out on FIDE's list. Report files have the national
    /// rating of a federation that is named by FIDE's three letters for it, such as `ENG`.
    pub whose: Option<String>,
    /// At most 10 characters; on FIDE's list, one of its titles.
    pub title: Option<String>,
}

impl SaidOutside {
    /// What is to be kept, if it is fit for the list.
    fn checked(&self, list: OutsideList) -> Result<OutsideRating, Refusal> {
        let mut wrong = Vec::new();
        let line = |field: &'static str, said: &Option<String>, most: usize, wrong: &mut Vec<_>| {
            let said = Refusal::keep(text(field, said.as_deref().unwrap_or_default(), 0, most), wrong);
            Some(said).filter(|said| !said.is_empty())
        };
        let held = OutsideRating {
            rating: self.rating,
            number: line("number", &self.number, 40, &mut wrong),
            whose: line("whose", &self.whose, 40, &mut wrong),
            title: line("title", &self.title, 10, &mut wrong),
        };
        let mut refuse = |field, detail| wrong.push(Refusal::field(field, detail));
        if held.rating.is_some_and(|rating| !RATINGS.contains(&rating)) {
            let (least, most) = (*RATINGS.start(), *RATINGS.end());
            refuse("rating", say!("A rating is from {least} to {most}.", least, most));
        }
        if list == OutsideList::Fide {
            let digits = |number: &String| number.len() <= 11 && number.bytes().all(|digit| digit.is_ascii_digit());
            if held.number.as_ref().is_some_and(|number| !digits(number)) {
                refuse("number", say!("A FIDE number has at most 11 digits and nothing else."));
            }
            if held.title.as_ref().is_some_and(|title| !TITLES.contains(&title.as_str())) {
                let titles = Value::list(Join::Commas, TITLES);
                refuse("title", say!("FIDE's titles are {titles}.", titles));
            }
            if held.whose.is_some() {
                refuse("whose", say!("FIDE's list is FIDE's: leave this empty."));
            }
        }
        if held == OutsideRating::default() {
            refuse("rating", say!("Give a rating, a number or a title."));
        }
        Refusal::together(wrong)?;
        Ok(held)
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        let blank = |said: &Option<String>| said.as_ref().is_none_or(|said| said.trim().is_empty());
        self.rating.is_none() && [&self.number, &self.whose, &self.title].into_iter().all(blank)
    }
}

/// Stores somebody's rating on a list; it replaces the earlier one.
pub struct SetOutsideRating {
    pub person: PersonId,
    pub list: OutsideList,
    pub said: SaidOutside,
}

impl Action for SetOutsideRating {
    type Done = OutsideRating;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<OutsideRating>, Error> {
        let (SetOutsideRating { person, list, said }, by) = (self, by.somebody()?);
        must_be_theirs(by, *person)?;
        store::known(tx.db, *person)?;
        let held = said.checked(*list)?;
        if let (OutsideList::Fide, Some(number)) = (*list, &held.number) {
            let theirs = store::by_outside_number(tx.db, *list, std::slice::from_ref(number))?;
            must_be_free(theirs.values().any(|other| other != person))?;
        }
        store::set_outside(tx, *person, *list, &held, by.person)?;
        Ok(record(Word::OutsideRatingSet, *person, *list).done(held))
    }
}

/// Removes what somebody has on a list.
pub struct RemoveOutsideRating {
    pub person: PersonId,
    pub list: OutsideList,
}

impl Action for RemoveOutsideRating {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let RemoveOutsideRating { person, list } = *self;
        must_be_theirs(by.somebody()?, person)?;
        store::known(tx.db, person)?;
        if !store::remove_outside(tx, person, list)? {
            return Err(crate::not_found!("rating").into());
        }
        Ok(record(Word::OutsideRatingRemoved, person, list).done(()))
    }
}

/// A FIDE number belongs to one player, and a player has only one.
fn must_be_free(is_anothers: bool) -> Result<(), Refusal> {
    if !is_anothers {
        return Ok(());
    }
    let detail = say!("Somebody else of the club has this FIDE number. If it is yours, ask a moderator.");
    Err(Refusal::field("number", detail))
}

/// What is another's is not found, but for moderators.
pub fn must_be_theirs(by: Somebody, person: PersonId) -> Result<(), Refusal> {
    if by.is_or_moderates(person) { Ok(()) } else { Err(crate::not_found!("person")) }
}

/// The log keeps that something was said and not what: it is the person's own.
fn record(word: Word, person: PersonId, list: OutsideList) -> Record {
    Record::of(word, person.subject(), json!({ "list": list }))
}
