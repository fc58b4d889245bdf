//! Actions: publishing versions; making, answering and withdrawing suggestions (Act IV.4) and change requests (Act
//! IV.5).

use rookery_messages::{Message, say};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::announcing::{Announce, Published};
use super::proposals::{self, ChangeRequest, ChangeRequestId, Ending, RequestState};
use super::proposals::{Suggestion, SuggestionId, SuggestionState};
use super::rules::{self, Draft, Wanted};
use super::{HouseRules, store};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::{Db, Tx};
use crate::error::{Act, Error, Refusal};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewRulebook)]
pub struct PublishRulebook {
    /// The number of the version that this one follows; 0 where none was published.
    pub replaces: i64,
    /// What changes and why, 1 to 1000 characters.
    pub note: String,
    #[serde(default)]
    pub acts: Vec<Wanted>,
    /// The house rules that change; the others stay as they are.
    #[serde(default)]
    #[schema(value_type = HouseRules)]
    pub rules: Map<String, Value>,
}

impl Action for PublishRulebook {
    type Done = Published;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Published>, Error> {
        let draft = Draft { acts: self.acts.clone(), rules: self.rules.clone() };
        publish(tx, by, self.replaces, &noted(&self.note)?, &draft)
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewHouseRules)]
pub struct PublishHouseRules {
    /// The number of the version that this one follows; 0 where the defaults hold.
    pub replaces: i64,
    /// What changes and why, 1 to 1000 characters.
    pub note: String,
    /// The house rules that change; the others stay as they are.
    #[schema(value_type = HouseRules)]
    pub rules: Map<String, Value>,
}

impl Action for PublishHouseRules {
    type Done = Published;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Published>, Error> {
        let draft = Draft { acts: Vec::new(), rules: self.rules.clone() };
        publish(tx, by, self.replaces, &noted(&self.note)?, &draft)
    }
}

/// Says when and where the club meets, as house rules: the first steps ask for it, and for no note.
pub struct PublishMeetings {
    /// The number of the version that this one follows; 0 where the defaults hold.
    pub replaces: i64,
    pub rules: Map<String, Value>,
}

impl Action for PublishMeetings {
    type Done = Published;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Published>, Error> {
        let draft = Draft { acts: Vec::new(), rules: self.rules.clone() };
        publish(tx, by, self.replaces, &say!("When and where the club meets."), &draft)
    }
}

/// Somebody's own words on a version.
fn noted(note: &str) -> Result<Message, Refusal> {
    rules::note(note).map(Message::verbatim)
}

/// Carries a draft out on the newest version, which must be the one that it names.
fn publish(tx: &mut Tx, by: &By, replaces: i64, note: &Message, draft: &Draft) -> Result<Deed<Published>, Error> {
    let newest = store::newest(tx.db)?;
    if replaces != newest {
        let detail =
            say!("The newest version is {newest}, not {replaces}: read it, and change that one.", newest, replaces);
        return Err(Refusal::conflict(say!("Another version came first"), detail).act("IV.1").into());
    }
    let next = rules::apply(&store::version(tx.db, newest)?.1, draft)?;
    perform(tx, by, &Announce { note, next: &next }).map(Deed::of_its_parts)
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSuggestion)]
pub struct Suggest {
    /// Acts that it is about, at most 20.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub acts: Vec<Act>,
    /// What should be otherwise and why, 10 to 2000 characters.
    pub text: String,
}

impl Action for Suggest {
    type Done = Suggestion;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Suggestion>, Error> {
        let author = by.somebody()?.person;
        let by = proposals::suggester(tx, author)?;
        let newest = store::newest(tx.db)?;
        let (_, book) = store::version(tx.db, newest)?;
        let text = rules::suggest(by, &book.terms, &self.acts, &self.text)?;
        let id = proposals::add_suggestion(tx, author, &self.acts, &text)?;
        let suggestion = proposals::suggestion(tx.db, id)?;
        Ok(of_suggestion(Word::SuggestionMade, &suggestion).tell(None).done(suggestion))
    }
}

fn of_suggestion(word: Word, suggestion: &Suggestion) -> Record {
    Record::of(word, format!("suggestion:{}", suggestion.id), json!(suggestion))
}

fn must_wait(state: SuggestionState) -> Result<(), Refusal> {
    let detail = match state {
        SuggestionState::Open => return Ok(()),
        SuggestionState::TakenUp => say!("This suggestion is taken up; nothing more is due."),
        SuggestionState::Declined => say!("This suggestion is declined; nothing more is due."),
        SuggestionState::Withdrawn => say!("This suggestion is withdrawn; nothing more is due."),
    };
    Err(Refusal::conflict(say!("Closed already"), detail).act("IV.4"))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAnswer {
    /// Whether the suggestion is taken up; otherwise it is declined.
    pub taken_up: bool,
    /// The answer to its author, 3 to 2000 characters.
    pub answer: String,
}

/// Answers a suggestion.
pub struct AnswerSuggestion(pub SuggestionId, pub NewAnswer);

impl Action for AnswerSuggestion {
    type Done = Suggestion;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Suggestion>, Error> {
        let AnswerSuggestion(id, NewAnswer { taken_up, answer }) = self;
        must_wait(proposals::suggestion(tx.db, *id)?.state)?;
        let answer = rules::plain("answer", answer, 3, 2000, say!("Answer in 3 to 2000 characters."))?;
        let state = if *taken_up { SuggestionState::TakenUp } else { SuggestionState::Declined };
        let suggestion = proposals::close_suggestion(tx, *id, state, Some(&answer), by.somebody()?.person)?;
        let record = of_suggestion(Word::SuggestionAnswered, &suggestion);
        Ok(record.tell(Some(suggestion.author)).tell(None).done(suggestion))
    }
}

/// Withdraws one's own suggestion.
pub struct WithdrawSuggestion(pub SuggestionId);

impl Action for WithdrawSuggestion {
    type Done = Suggestion;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Suggestion>, Error> {
        let author = by.somebody()?.person;
        let suggestion = proposals::suggestion(tx.db, self.0)?;
        if suggestion.author != author {
            return Err(crate::not_found!("suggestion").into());
        }
        must_wait(suggestion.state)?;
        let suggestion = proposals::close_suggestion(tx, self.0, SuggestionState::Withdrawn, None, author)?;
        Ok(of_suggestion(Word::SuggestionWithdrawn, &suggestion).tell(None).done(suggestion))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewRequest)]
pub struct RequestChange {
    /// The version that it is written against.
    pub base: i64,
    /// What changes and why, 1 to 1000 characters.
    pub note: String,
    #[serde(default)]
    pub acts: Vec<Wanted>,
    /// The house rules that are to change.
    #[serde(default)]
    #[schema(value_type = HouseRules)]
    pub rules: Map<String, Value>,
}

impl Action for RequestChange {
    type Done = ChangeRequest;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ChangeRequest>, Error> {
        let author = by.somebody()?.person;
        if proposals::waiting_requests(tx.db, author)? >= rules::MOST_REQUESTS {
            let count = rules::MOST_REQUESTS;
            let detail = say!("{count} of your change requests wait; withdraw one first.", count);
            return Err(Refusal::conflict(say!("Enough change requests"), detail).act("IV.5").into());
        }
        let note = rules::note(&self.note)?;
        let (_, base) = store::version(tx.db, self.base)?;
        let draft = Draft { acts: self.acts.clone(), rules: self.rules.clone() };
        store::previewed(tx.db, &base, &draft)?;
        let id = proposals::add_request(tx, author, self.base, &note, &draft)?;
        let request = proposals::change_request(tx.db, id)?;
        let record = Record::of(Word::ChangeRequestMade, format!("change_request:{id}"), json!(request));
        Ok(record.tell(None).done(request))
    }
}

fn waiting(db: &mut Db, id: ChangeRequestId) -> Result<ChangeRequest, Error> {
    let request = proposals::change_request(db, id)?;
    let detail = match request.state {
        RequestState::Open => return Ok(request),
        RequestState::Accepted => say!("This change request is accepted; nothing more is due."),
        RequestState::Declined => say!("This change request is declined; nothing more is due."),
        RequestState::Withdrawn => say!("This change request is withdrawn; nothing more is due."),
    };
    Err(Refusal::conflict(say!("Closed already"), detail).act("IV.5").into())
}

/// Ends a waiting change request; its author is notified.
fn end(tx: &mut Tx, word: Word, id: ChangeRequestId, ending: &Ending) -> Result<Deed<ChangeRequest>, Error> {
    let request = proposals::close_request(tx, id, ending)?;
    let news = json!({ "id": id, "state": request.state, "reason": request.reason, "published": request.published });
    Ok(Record::of(word, format!("change_request:{id}"), news).tell(Some(request.author)).done(request))
}

/// Accepts a change request: publishes a version with it.
pub struct AcceptRequest(pub ChangeRequestId);

impl Action for AcceptRequest {
    type Done = ChangeRequest;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ChangeRequest>, Error> {
        let request = waiting(tx.db, self.0)?;
        let newest = store::newest(tx.db)?;
        let (_, base) = store::version(tx.db, request.base)?;
        let (_, book) = store::version(tx.db, newest)?;
        let next = rules::rebase(&base, &book, &request.draft)?;
        let published = perform(tx, by, &Announce { note: &Message::verbatim(&request.note), next: &next })?;
        let (state, published) = (RequestState::Accepted, Some(published.version));
        let ending = Ending { state, reason: None, by: by.somebody()?.person, published };
        end(tx, Word::ChangeRequestAccepted, self.0, &ending)
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Declining {
    /// Why, 3 to 2000 characters.
    pub reason: String,
}

/// Declines a change request, with the reason.
pub struct DeclineRequest(pub ChangeRequestId, pub Declining);

impl Action for DeclineRequest {
    type Done = ChangeRequest;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ChangeRequest>, Error> {
        let DeclineRequest(id, Declining { reason }) = self;
        waiting(tx.db, *id)?;
        let reason = rules::plain("reason", reason, 3, 2000, say!("Say why, in 3 to 2000 characters."));
        let reason = reason.map_err(|refusal| refusal.act("IV.5"))?;
        let (state, reason) = (RequestState::Declined, Some(reason.as_str()));
        let ending = Ending { state, reason, by: by.somebody()?.person, published: None };
        end(tx, Word::ChangeRequestDeclined, *id, &ending)
    }
}

/// Withdraws one's own change request.
pub struct WithdrawRequest(pub ChangeRequestId);

impl Action for WithdrawRequest {
    type Done = ChangeRequest;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ChangeRequest>, Error> {
        let by = by.somebody()?.person;
        if waiting(tx.db, self.0)?.author != by {
            return Err(Refusal::forbidden(say!("Only its author withdraws a change request."), "IV.5").into());
        }
        let ending = Ending { state: RequestState::Withdrawn, reason: None, by, published: None };
        end(tx, Word::ChangeRequestWithdrawn, self.0, &ending)
    }
}
