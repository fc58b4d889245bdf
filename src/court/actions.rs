//! Actions: every step in a case, a type for each. The rules say who may take it and where it leads.

mod bench;
mod days;
mod docket;
mod effects;
mod opinions;
mod petition;
mod verdict;

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde_json::{Value, json};

pub use bench::{AskEnBanc, DecideEnBanc, Empanel, OpenHearing, Panel, Reason, SayOnLeave, Withdraw, Word};
pub use days::{EndMoot, LapseRemand, SEAT_EMPTY, TellOfEmptySeat, seat_empty};
pub(crate) use docket::upload;
pub use docket::{File, Filed, HandOver, Rule, Ruling, SeeExhibit, Upload, filed};
pub use opinions::{Author, JoinOpinion, NameAuthor, Opinion, PublishOpinion};
pub use petition::{Petition, PetitionOfDraft};
pub use verdict::{CastVote, Count, Counted, Draft, Effect, Vote, Weighed, WithdrawDraft, try_draft, weigh};

use super::store::Facts;
use super::{State, Subject};
use crate::action::{By, Record};
use crate::audit;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::text;
use crate::ratings;
use crate::rulebook;

/// People's points.
type Scores = HashMap<PersonId, Option<i64>>;

/// The number of a case.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Numbered {
    pub number: String,
    pub state: State,
}

impl Facts {
    /// Where the case stands after a step.
    fn stands(&self, state: State) -> Numbered {
        Numbered { number: self.case.number.clone(), state }
    }

    /// A step that the log alone is told of: what it is about is the bench's.
    fn logged(&self, word: audit::Word, body: Value) -> Record {
        Record::of(word, self.case.log_subject(), body)
    }

    /// A step that the parties and the bench are told of, but for who takes it.
    fn told(&self, by: &By, word: audit::Word, body: Value) -> Record {
        let news = self.news(&body);
        self.tell(self.logged(word, body), by, &news)
    }

    /// [`Facts::told`], and to whom the topic names besides (`notify/topics.rs`): a judgment and its opinion to everybody in the
    /// club, other steps to its channel and programs. Where the club reads cases without names, that there is something to read.
    fn proclaimed(&self, tx: &mut Tx, by: &By, word: audit::Word, body: Value) -> Result<Record, Error> {
        self.proclaimed_since(tx, by, word, body, &HashMap::new())
    }

    /// [`Facts::proclaimed`], to each of those told by name with what it did to their own points.
    fn proclaimed_since(
        &self,
        tx: &mut Tx,
        by: &By,
        word: audit::Word,
        body: Value,
        scores: &Scores,
    ) -> Result<Record, Error> {
        let nameless = rulebook::in_force(tx.db, tx.now)?.public_initials && self.case.subject != Subject::Question;
        let news = self.news(&body);
        let to_all = if nameless { json!({ "case": self.case.number }) } else { news.clone() };
        let mut record = self.logged(word, body).tell_what(None, to_all);
        for reader in self.readers(by) {
            let mut own = news.clone();
            if let Some(before) = scores.get(&reader) {
                text::set_points(&mut own, *before, ratings::store::score(tx.db, reader)?);
            }
            record = record.tell_what(Some(reader), own);
        }
        Ok(record)
    }

    /// The scores of those whom [`Facts::proclaimed_since`] tells by name.
    fn scores(&self, tx: &mut Tx, by: &By) -> Result<Scores, Error> {
        let score = |reader| Ok((reader, ratings::store::score(tx.db, reader)?));
        self.readers(by).into_iter().map(score).collect()
    }

    fn news(&self, body: &Value) -> Value {
        json!({ "case": self.case.number, "title": self.case.title, "subject": self.case.subject, "what": body })
    }

    fn tell(&self, record: Record, by: &By, news: &Value) -> Record {
        self.readers(by).into_iter().fold(record, |record, reader| record.tell_what(Some(reader), news.clone()))
    }

    /// Parties and bench, but for who acts. Until a bench sits, it is all justices: each can say that the case is heard
    /// (Act III.3.6), and may come to sit.
    fn readers(&self, by: &By) -> BTreeSet<PersonId> {
        let bench = self.bench();
        let judges = if bench.is_empty() { self.justices.clone() } else { bench };
        let mut readers: BTreeSet<_> = judges.into_iter().collect();
        readers.extend(self.ties.parties.iter().copied().chain(self.case.decider).chain(self.chief_justice));
        readers.retain(|reader| Some(*reader) != by.person());
        readers
    }
}
