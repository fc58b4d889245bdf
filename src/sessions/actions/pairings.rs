//! Actions: announcing rounds and taking them back, and keeping pairs apart.

use serde::Deserialize;
use serde_json::json;

use super::record;
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::sessions::rounds::{self, Round};
use crate::sessions::store::pairs::{self, Announced, ForbiddenPair};
use crate::sessions::{ForbiddenPairId, rules, store};

#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    #[schema(value_type = i64)]
    pub white: PersonId,
    #[schema(value_type = i64)]
    pub black: PersonId,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRound {
    /// The round's number: one more than the last that was announced, so that none is announced twice.
    pub round: i64,
    /// The boards; those recommended, if not said.
    pub boards: Option<Vec<Board>>,
    /// Who has a bye, where boards are said.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    pub byes: Vec<PersonId>,
}

impl NewRound {
    /// A round as a page showed it.
    pub fn shown(round: i64, Round { boards, byes }: Round) -> NewRound {
        let boards = boards.into_iter().map(|(white, black)| Board { white, black });
        NewRound { round, boards: Some(boards.collect()), byes }
    }

    fn chosen(&self) -> Option<Round> {
        let boards = self.boards.as_ref()?.iter().map(|board| (board.white, board.black));
        Some(Round { boards: boards.collect(), byes: self.byes.clone() })
    }
}

/// Announces a round: as it was chosen, or else as recommended.
pub struct Announce(pub SessionId, pub NewRound);

impl Action for Announce {
    type Done = Vec<Announced>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Vec<Announced>>, Error> {
        let (id, round) = (self.0, self.1.round);
        let (session, present) = rounds::next(tx.db, id, round, tx.now)?;
        let Round { boards, byes } = match self.1.chosen() {
            Some(chosen) => chosen,
            None => rounds::recommended(tx.db, &session, &present)?.into(),
        };
        let named = boards.iter().flat_map(|(white, black)| [*white, *black]).chain(byes.iter().copied());
        let name = members::store::naming(tx.db, &named.collect::<Vec<_>>())?;
        let banned = present.banned_as_read_by(by.roles());
        rules::round(&boards, &byes, &present.may_play(), &banned, &pairs::forbidden_set(tx.db)?, &name)?;
        let boards = boards.into_iter().map(|(white, black)| (white, Some(black)));
        let rows: Vec<Announced> = boards
            .chain(byes.into_iter().map(|person| (person, None)))
            .zip(1..)
            .map(|((white, black), board)| Announced { round, board, white, black })
            .collect();
        pairs::announce(tx, id, &rows, by.somebody()?.person)?;
        let record = record(Word::PairingsAnnounced, id, json!({ "pairings": rows }));
        Ok(record.tell_what(None, json!({ "session": id, "pairings": rows })).done(rows))
    }
}

/// Takes back the last round, while the session is on and no game of it was entered. Everybody hears of it, as they heard of the
/// round, and those who were paired in a message of their own.
pub struct TakeBackRound(pub SessionId, pub i64);

impl Action for TakeBackRound {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let &TakeBackRound(id, round) = self;
        let session = store::known(tx.db, id)?;
        let mut rows = pairs::announced(tx.db, id)?;
        rows.retain(|row| row.round == round);
        if rows.is_empty() {
            return Err(crate::not_found!("round").into());
        }
        rules::must_be_on(&session, tx.now)?;
        let entered = pairs::entered_of(tx.db, id, round)?;
        rules::take_back(pairs::rounds_announced(tx.db, id)?, round, entered)?;
        pairs::take_back(tx, id, round)?;
        let told = json!({ "session": id, "pairings": rows });
        let paired = rows.iter().flat_map(|row| [Some(row.white), row.black]).flatten();
        let readers = std::iter::once(None).chain(paired.map(Some));
        let record = record(Word::PairingsTakenBack, id, json!({ "pairings": rows }));
        Ok(readers.fold(record, |record, reader| record.tell_what(reader, told.clone())).done(()))
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewForbiddenPair {
    #[schema(value_type = i64)]
    pub first: PersonId,
    #[schema(value_type = i64)]
    pub second: PersonId,
    /// 3 to 500 characters; for moderators' eyes.
    pub reason: String,
}

/// Keeps two people apart in pairings.
impl Action for NewForbiddenPair {
    type Done = Option<ForbiddenPair>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Option<ForbiddenPair>>, Error> {
        let (first, second) = (self.first.min(self.second), self.first.max(self.second));
        let mut wrong = Vec::new();
        Refusal::keep(rules::two_people(first, second), &mut wrong);
        let reason = Refusal::keep(rules::why_apart(&self.reason), &mut wrong);
        Refusal::together(wrong)?;
        members::store::known(tx.db, first)?;
        members::store::known(tx.db, second)?;
        let apart = pairs::forbidden(tx.db)?;
        let there = apart.iter().find(|pair| (pair.first, pair.second) == (first, second));
        rules::not_apart_yet(there.map(|pair| pair.id))?;
        let id = pairs::forbid(tx, first, second, &reason, by.somebody()?.person)?;
        let pair = pairs::forbidden(tx.db)?.into_iter().find(|pair| pair.id == id);
        let body = json!({ "first": first, "second": second, "reason": reason });
        Ok(Record::of(Word::PairForbidden, format!("forbidden_pair:{id}"), body).done(pair))
    }
}

/// Lets a pair play again.
pub struct AllowPair(pub ForbiddenPairId);

impl Action for AllowPair {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        if !pairs::allow(tx, self.0)? {
            return Err(crate::not_found!("forbidden pair").into());
        }
        Ok(Record::of(Word::PairAllowed, format!("forbidden_pair:{}", self.0), json!({})).done(()))
    }
}
