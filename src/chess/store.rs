//! Online chess in the club: consent, who may begin or go on, and by which act a game was made void.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use super::{Chess, NAME};
use crate::auth::Viewpoint;
use crate::chess::rules::Options;
use crate::chess::rules::begin::{self as rules, Player, Reason};
use crate::conduct;
use crate::conduct::chief_acts::ChiefActId;
use crate::conduct::decisions::veil::Veil;
use crate::db::{
    Db, Tx,
    schema::{online_consents, online_voids},
};
use crate::error::Error;
use crate::games::{self, rules::standing_at};
use crate::id::PersonId;
use crate::members;
use crate::rulebook::{self, HouseRules};
use crate::sessions::calendar::{last_instant, local_date};
use crate::tables::{Person, Table, TableId, store as tables};

/// A person's consent to the terms of online play.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
pub struct Consent {
    /// The version of the rulebook in force.
    pub version: i64,
    /// When the person consented to the terms of online play as that version has them.
    #[serde(serialize_with = "crate::http::instant::utc_if_any")]
    pub given_at: Option<chrono::NaiveDateTime>,
}

/// The terms of online play in a version of the rulebook: citation, text, and the text as it is written.
pub fn terms(db: &mut Db, version: i64) -> Result<Vec<(String, String, String)>, Error> {
    let (_, book) = rulebook::version(db, version)?;
    let of_online_play = |citation: &str| rulebook::is_within(citation, "I.9");
    let provisions = book.terms.provisions().filter(|one| of_online_play(&one.citation.0) && !one.repealed);
    let terms = provisions.map(|provision| {
        let citation = provision.citation.0.to_string();
        let text = rulebook::text_of(&book, &citation).unwrap_or_default();
        (citation, text, provision.text.clone())
    });
    Ok(terms.collect())
}

/// The version in force, and when the person consented to its terms of online play. A consent holds while they read
/// as they did when it was given: other changes of the rulebook ask nobody again.
pub fn consent(db: &mut Db, person: PersonId, now: chrono::NaiveDateTime) -> Result<Consent, Error> {
    let version = rulebook::number_at(db, now)?;
    let last: Option<(i64, NaiveDateTime)> = online_consents::table
        .filter(online_consents::person_id.eq(person))
        .order(online_consents::version.desc())
        .select((online_consents::version, online_consents::given_at))
        .first(db)
        .optional()?;
    let given_at = match last {
        Some((read, at)) if reads_the_same(db, read, version)? => Some(at),
        _ => None,
    };
    Ok(Consent { version, given_at })
}

/// Whether somebody who has read the terms of online play in one version, if there is such a one yet, knows them in another.
pub fn reads_the_same(db: &mut Db, one: i64, other: i64) -> Result<bool, Error> {
    if one == other || !(0..=other).contains(&one) {
        return Ok(one == other);
    }
    let read = |terms: Vec<_>| terms.into_iter().map(|(citation, text, _)| (citation, text));
    Ok(read(terms(db, one)?).eq(read(terms(db, other)?)))
}

/// Records a person's consent to a version.
pub fn consented(tx: &mut Tx, person: PersonId, version: i64) -> Result<(), Error> {
    diesel::insert_into(online_consents::table)
        .values((
            online_consents::person_id.eq(person),
            online_consents::version.eq(version),
            online_consents::given_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Somebody who acts, as a reader of what is refused to them: no more than anybody reads of others.
fn acting(person: Option<PersonId>) -> Viewpoint {
    let mut reader = Viewpoint::outside();
    reader.person = person;
    reader
}

/// What the rules ask about people who are to play, as a reader may know it: gathered once, for points and for fun alike.
pub struct Facts {
    players: Vec<Player>,
    /// The version of the rulebook in force, and its house rules.
    version: i64,
    house: HouseRules,
    /// Who plays a game for points now, by games.
    playing: Vec<String>,
}

impl Facts {
    /// What stands against a game of these people.
    pub fn against(&self, rated: bool) -> Vec<Reason> {
        rules::against(&self.players, self.version, rated, &self.playing, &self.house)
    }

    /// Without the bans that the reader may not know of: what is shown by these facts tells nobody of them (T42).
    pub fn without_hidden_bans(mut self) -> Facts {
        for player in self.players.iter_mut().filter(|player| !player.tells_ban) {
            player.banned = None;
        }
        self
    }
}

/// Who sits at a table.
fn seated(table: &Table) -> Vec<&Person> {
    table.seats.iter().filter_map(|chair| chair.person.as_ref()).collect()
}

/// What there is to know of people, their games today at one table apart. That others are banned is not for everybody to read (T42).
/// All count as consenting here: whether they do is asked where they begin.
fn gathered(
    db: &mut Db,
    people: &[&Person],
    apart: Option<TableId>,
    veil: &Veil,
    now: NaiveDateTime,
) -> Result<Facts, Error> {
    let (house, version) = (rulebook::in_force(db, now)?, rulebook::number_at(db, now)?);
    let zone = house.time_zone;
    let today = local_date(now.and_utc(), zone);
    let midnight = today.pred_opt().map_or(now, |yesterday| last_instant(yesterday, zone));
    let from = midnight + TimeDelta::microseconds(1);
    let mut players = Vec::new();
    for person in people {
        let memberships: Vec<_> = members::store::memberships(db, person.id)?
            .into_iter()
            .map(|membership| (membership.joined_at, membership.removed_at))
            .collect();
        let mut games_today = 0;
        for other in tables::begun_between(db, NAME, person.id, from, now + TimeDelta::microseconds(1))? {
            games_today += u32::from(Some(other.id) != apart && is_rated(&other) && !is_void(db, &other)?);
        }
        let ban = conduct::store::ban_at(db, person.id, now)?;
        players.push(Player {
            name: person.name.clone(),
            is_reader: veil.reader.is(person.id),
            standing: standing_at(&memberships, now, None),
            banned: ban.map(|ban| ban.ends_at.map(|ends| local_date(ends.and_utc(), zone))),
            tells_ban: veil.tells_of(person.id),
            consents: true,
            games_today,
        });
    }
    Ok(Facts { players, version, house, playing: playing(db)? })
}

/// Whether a table's game is for points: of others the Terms say nothing (Acts 0.3, 0.4). One whose options cannot be read
/// counts as rated: it must not keep everybody else from beginning.
fn is_rated(table: &Table) -> bool {
    table.options_of::<Chess>().unwrap_or_default().rated
}

/// Who plays a game for points now, by games.
fn playing(db: &mut Db) -> Result<Vec<String>, Error> {
    let mut playing = Vec::new();
    for table in tables::playing(db, NAME)? {
        if is_rated(&table) {
            playing.push(table.between());
        }
    }
    Ok(playing)
}

/// A void game does not use up the day (T21), whichever way it became void.
fn is_void(db: &mut Db, table: &Table) -> Result<bool, Error> {
    if table.is_void() {
        return Ok(true);
    }
    match table.game_id {
        Some(game) => Ok(games::store::row(db, game)?.state == games::State::Void),
        None => Ok(false),
    }
}

/// What there is to know of a game now of people before they say that they are ready: whether they consent is asked then.
pub fn facts(db: &mut Db, people: &[PersonId], veil: &Veil, now: NaiveDateTime) -> Result<Facts, Error> {
    let names = members::store::names(db, people)?;
    let mut named = Vec::new();
    for &id in people {
        let name = names.get(&id).cloned().ok_or_else(|| crate::not_found!("person"))?;
        named.push(Person { id, name });
    }
    gathered(db, &named.iter().collect::<Vec<_>>(), None, veil, now)
}

/// Whether the two may begin; `asks` reads why not.
pub fn may_begin(tx: &mut Tx, table: &Table, asks: PersonId) -> Result<(), Error> {
    let (seated, veil) = (seated(table), Veil::before(tx.db, acting(Some(asks)), tx.now)?);
    let mut facts = gathered(tx.db, &seated, Some(table.id), &veil, tx.now)?;
    for (player, person) in facts.players.iter_mut().zip(seated) {
        player.consents = consent(tx.db, person.id, tx.now)?.given_at.is_some();
    }
    Ok(rules::refused(facts.against(is_rated(table)))?)
}

/// Lets the two begin; returns the options with the house rules of now.
pub fn begin(tx: &mut Tx, options: Options) -> Result<Options, Error> {
    let house = rulebook::in_force(tx.db, tx.now)?;
    Ok(Options { castling: house.online_castling, ..options })
}

/// Whether an adjourned game may go on; `asks` reads why not.
pub fn go_on(tx: &mut Tx, table: &Table, asks: Option<PersonId>) -> Result<(), Error> {
    let veil = Veil::before(tx.db, acting(asks), tx.now)?;
    let Facts { players, playing, house, .. } = gathered(tx.db, &seated(table), Some(table.id), &veil, tx.now)?;
    Ok(rules::go_on(&players, is_rated(table), &playing, &house)?)
}

/// The act by which the Chief Justice made a table's game void that was not in the ratings.
pub fn voided_by(db: &mut Db, table: TableId) -> Result<Option<i64>, Error> {
    let of_table = online_voids::table.filter(online_voids::table_id.eq(table));
    Ok(of_table.select(online_voids::chief_act_id).first(db).optional()?)
}

pub fn set_void_by(tx: &mut Tx, table: TableId, chief_act: ChiefActId) -> Result<(), Error> {
    diesel::insert_into(online_voids::table)
        .values((online_voids::table_id.eq(table), online_voids::chief_act_id.eq(chief_act)))
        .execute(tx.db)?;
    Ok(())
}
