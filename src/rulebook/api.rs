//! The rulebook over HTTP: the Terms with their numbers filled in, their versions, their history.

pub(super) mod proposals;
pub(super) mod publishing;

use std::collections::HashMap;

use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use super::diff::{self, ActChange, Difference};
use super::store::{self, Holder};
use super::terms::{self, Provision};
use super::{Along, HouseRules, Interpretation, Rulebook, Version, in_words, interpretations, interpretations_for};
use crate::App;
use crate::auth::{Role, Viewpoint};
use crate::db::{Db, Kept};
use crate::error::{Act, Error, Refusal};
use crate::http::{Answer, Page, PageRequest, Params, instant, problem::Problem};
use crate::routes;
use crate::web::catalogue::Language;

routes! {
    GET "/api/v1/rulebook" => current, Anyone;
    GET "/api/v1/rulebook/versions" => versions, Anyone;
    POST "/api/v1/rulebook/versions" => publishing::publish, ChiefJustice;
    GET "/api/v1/rulebook/versions/{number}" => one_version, Anyone;
    POST "/api/v1/rulebook/previews" => publishing::preview, SignedIn;
    GET "/api/v1/rulebook/diff" => difference, Anyone;
    GET "/api/v1/rulebook/search" => search, Anyone;
    GET "/api/v1/rulebook/acts/{citation}" => act, Anyone;
    GET "/api/v1/house_rules" => publishing::house_rules, Anyone;
    GET "/api/v1/house_rules/versions" => publishing::house_rules_versions, Anyone;
    POST "/api/v1/house_rules" => publishing::publish_house_rules, ChiefJustice;
    GET "/api/v1/suggestions" => proposals::suggestions, SignedIn;
    POST "/api/v1/suggestions" => proposals::suggest, SignedIn, Member;
    POST "/api/v1/suggestions/{id}/answer" => proposals::answer, ChiefJustice;
    POST "/api/v1/suggestions/{id}/withdrawal" => proposals::withdraw_suggestion, SignedIn, Own;
    GET "/api/v1/change_requests" => proposals::requests, Club;
    POST "/api/v1/change_requests" => proposals::request, Moderator;
    GET "/api/v1/change_requests/{id}" => proposals::one_request, Club;
    POST "/api/v1/change_requests/{id}/acceptance" => proposals::accept, ChiefJustice;
    POST "/api/v1/change_requests/{id}/declining" => proposals::decline, ChiefJustice;
    POST "/api/v1/change_requests/{id}/withdrawal" => proposals::withdraw_request, SignedIn, Author;
}

/// The whole rulebook in one version.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct RulebookAnswer {
    /// 0 before any was published: what the program ships.
    pub(super) version: i64,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub(super) published_at: Option<NaiveDateTime>,
    #[schema(value_type = Option<String>)]
    pub(super) note: Option<Kept>,
    pub(super) title: String,
    pub(super) preamble: String,
    pub(super) sections: Vec<SectionAnswer>,
    pub(super) house_rules: HouseRules,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct SectionAnswer {
    /// `0`, `I`, `II`, …
    pub(super) number: String,
    pub(super) title: String,
    /// In the order of reading: an Act, then its sub-acts.
    pub(super) acts: Vec<ActAnswer>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ActAnswer {
    #[schema(value_type = String)]
    pub(super) citation: Act,
    /// With the numbers of the house rules; a line for each paragraph.
    pub(super) text: String,
    /// As it is written: the names of house rules stand in braces.
    pub(super) wording: String,
    /// No longer in force: this was its last wording.
    pub(super) repealed: bool,
    /// Who is in office, beside the Acts that list them (III.2.1, III.3.2); not told to people from outside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) holders: Vec<Holder>,
    /// How many times the Court has said what it means, and it still holds.
    pub(super) interpretation_count: usize,
}

/// What is shown of each Act besides its text.
struct Margin {
    words: Vec<(String, String)>,
    holders: Vec<Holder>,
    interpreted: HashMap<Act, usize>,
}

impl Margin {
    fn read(db: &mut Db, reader: Viewpoint, rules: &HouseRules, at: NaiveDateTime) -> Result<Margin, Error> {
        let mut interpreted: HashMap<Act, usize> = HashMap::new();
        let standing = interpretations(db)?.into_iter().filter(|interpretation| interpretation.withdrawn_at.is_none());
        for act in standing.flat_map(|interpretation| interpretation.acts) {
            *interpreted.entry(act).or_default() += 1;
        }
        // The names of office holders are for the club.
        let holders = if reader.reads_the_club() { store::holders(db, at)? } else { Vec::new() };
        Ok(Margin { words: in_words(rules, Language::English), holders, interpreted })
    }

    fn beside(&self, provision: &Provision) -> ActAnswer {
        let listed: &[Role] = match provision.citation.0.as_ref() {
            "III.2.1" => &[Role::Moderator],
            "III.3.2" => &[Role::ChiefJustice, Role::Justice],
            _ => &[],
        };
        ActAnswer {
            citation: provision.citation.clone(),
            text: terms::filled(&provision.text, &self.words),
            wording: provision.text.clone(),
            repealed: provision.repealed,
            holders: self.holders.iter().filter(|holder| listed.contains(&holder.role)).cloned().collect(),
            interpretation_count: self.interpreted.get(&provision.citation).copied().unwrap_or(0),
        }
    }
}

/// A version of the rulebook, with who is in office at an instant.
pub(super) fn rulebook(
    db: &mut Db,
    reader: Viewpoint,
    number: i64,
    at: NaiveDateTime,
) -> Result<RulebookAnswer, Error> {
    let (version, book) = store::version(db, number)?;
    let margin = Margin::read(db, reader, &book.rules, at)?;
    let section = |section: &terms::Section| SectionAnswer {
        number: section.number.clone(),
        title: section.title.clone(),
        acts: section.acts.iter().map(|provision| margin.beside(provision)).collect(),
    };
    Ok(RulebookAnswer {
        version: number,
        published_at: version.as_ref().map(|version| version.published_at),
        note: version.map(|version| version.note),
        title: book.terms.title.clone(),
        preamble: book.terms.preamble.clone(),
        sections: book.terms.sections.iter().map(section).collect(),
        house_rules: book.rules,
    })
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct When {
    /// What was in force at this instant (RFC 3339) instead of now.
    at: Option<DateTime<Utc>>,
}

impl When {
    fn or_now(self, app: &App) -> Result<NaiveDateTime, Refusal> {
        Ok(instant::kept_if_any("at", self.at)?.unwrap_or_else(|| app.clock.now()))
    }
}

/// The Terms and the house rules in force now, or at an instant.
#[utoipa::path(get, path = "/api/v1/rulebook", tag = "rulebook", params(When),
    responses((status = 200, body = RulebookAnswer), (status = 304)))]
async fn current(app: Data<App>, reader: Viewpoint, Params(when): Params<When>) -> Result<Answer, Error> {
    let at = when.or_now(&app)?;
    let answer = app.db.read(move |db| {
        let number = store::number_at(db, at)?;
        rulebook(db, reader, number, at)
    });
    Ok(Answer::ok(&answer.await?)?.tagged())
}

/// A version by its number; 0 is what the program ships.
#[utoipa::path(get, path = "/api/v1/rulebook/versions/{number}", tag = "rulebook", params(("number" = i64, Path)),
    responses((status = 200, body = RulebookAnswer), (status = 304), (status = 404, body = Problem)))]
async fn one_version(app: Data<App>, reader: Viewpoint, number: Path<i64>) -> Result<Answer, Error> {
    let (number, now) = (*number, app.clock.now());
    let answer = app.db.read(move |db| rulebook(db, reader, number, now)).await?;
    Ok(Answer::ok(&answer)?.tagged())
}

/// Every version with its house rules, the newest first.
#[utoipa::path(get, path = "/api/v1/rulebook/versions", tag = "rulebook", params(PageRequest),
    responses((status = 200, body = Page<Version>)))]
async fn versions(
    app: Data<App>,
    reader: Viewpoint,
    Params(page): Params<PageRequest>,
) -> Result<Page<Version>, Error> {
    let (before, limit) = (page.after()?, page.limit()?);
    let rows = app.db.read(move |db| store::versions_before(db, before, limit + 1)).await?;
    let rows = rows.into_iter().map(|version| version.as_read_by(reader)).collect();
    Ok(Page::of(rows, limit, |version: &Version| version.version))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Between {
    from: i64,
    /// The newest version if not said.
    to: Option<i64>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DifferenceAnswer {
    from: i64,
    to: i64,
    #[serde(flatten)]
    difference: Difference,
}

/// What differs between two versions: Acts word by word, house rules by name.
#[utoipa::path(get, path = "/api/v1/rulebook/diff", tag = "rulebook", params(Between),
    responses((status = 200, body = DifferenceAnswer), (status = 304), (status = 404, body = Problem)))]
async fn difference(app: Data<App>, Params(between): Params<Between>) -> Result<Answer, Error> {
    let read = move |db: &mut Db| {
        let to = match between.to {
            Some(to) => to,
            None => store::newest(db)?,
        };
        let (_, before) = store::version(db, between.from)?;
        let (_, after) = store::version(db, to)?;
        Ok(DifferenceAnswer { from: between.from, to, difference: diff::difference(&before, &after) })
    };
    Ok(Answer::ok(&app.db.read(read).await?)?.tagged())
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ActPage {
    #[serde(flatten)]
    pub(super) act: ActAnswer,
    /// The title of its section.
    pub(super) section: String,
    /// The Acts right under it.
    #[schema(value_type = Vec<String>)]
    pub(super) sub_acts: Vec<Act>,
    /// Every change of it, oldest first; what the program shipped is not told.
    pub(super) history: Vec<Change>,
    /// What the Court said that it means, newest first, withdrawn ones too.
    pub(super) interpretations: Vec<Interpretation>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = PublishedChange)]
pub(super) struct Change {
    pub(super) version: i64,
    #[serde(serialize_with = "instant::utc")]
    pub(super) published_at: NaiveDateTime,
    #[schema(value_type = String)]
    pub(super) note: Kept,
    #[serde(flatten)]
    pub(super) change: ActChange,
}

/// The history of an Act.
fn history(db: &mut Db, citation: &str) -> Result<Vec<Change>, Error> {
    let mut history = Vec::new();
    let mut before = Rulebook::shipped().terms;
    for wording in store::wordings(db)? {
        if let Some(change) = diff::act_change(before.find(citation), wording.terms.find(citation)) {
            let store::Wording { version, published_at, note, .. } = wording;
            history.push(Change { version, published_at, note, change });
        }
        before = wording.terms;
    }
    Ok(history)
}

/// One Act: its present text, its history, and the Court's interpretations of it. Citations stay
/// valid for ever: a repealed Act is answered as repealed.
#[utoipa::path(get, path = "/api/v1/rulebook/acts/{citation}", tag = "rulebook", params(("citation" = String, Path)),
    responses((status = 200, body = ActPage), (status = 304), (status = 404, body = Problem)))]
async fn act(app: Data<App>, reader: Viewpoint, citation: Path<String>) -> Result<Answer, Error> {
    let now = app.clock.now();
    Ok(Answer::ok(&app.db.read(move |db| one_act(db, reader, &citation, now)).await?)?.tagged())
}

/// An Act with its history.
pub(super) fn one_act(db: &mut Db, reader: Viewpoint, citation: &str, now: NaiveDateTime) -> Result<ActPage, Error> {
    let newest = store::newest(db)?;
    let (_, book) = store::version(db, newest)?;
    let provision = book.terms.find(citation).ok_or_else(|| crate::not_found!("Act"))?;
    let of_it = |interpretation: &Interpretation| interpretation.acts.contains(&provision.citation);
    Ok(ActPage {
        act: Margin::read(db, reader, &book.rules, now)?.beside(provision),
        section: book.terms.section_of(citation).map(|section| section.title.clone()).unwrap_or_default(),
        sub_acts: book.terms.children(citation).map(|provision| provision.citation.clone()).collect(),
        history: history(db, citation)?,
        interpretations: interpretations_for(db, reader)?.into_iter().filter(of_it).collect(),
    })
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// Words that all have to be there, 2 to 100 characters.
    pub(super) q: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Found {
    /// Acts in force, in the order of reading.
    pub(super) acts: Vec<ActAnswer>,
    /// What the Court said, newest first; not what was withdrawn.
    pub(super) interpretations: Vec<Interpretation>,
}

/// Looks words up in the Acts in force and in what the Court said of them.
#[utoipa::path(get, path = "/api/v1/rulebook/search", tag = "rulebook", params(Search),
    responses((status = 200, body = Found), (status = 304), (status = 422, body = Problem)))]
async fn search(app: Data<App>, reader: Viewpoint, Params(search): Params<Search>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let found = app.db.read(move |db| found(db, reader, &search.q, now, Language::English)).await?;
    Ok(Answer::ok(&found)?.tagged())
}

/// Acts in force and interpretations that have all words of `q`; of Acts, also those whose translation has them.
pub(super) fn found(
    db: &mut Db,
    reader: Viewpoint,
    q: &str,
    now: NaiveDateTime,
    language: Language,
) -> Result<Found, Error> {
    if !(2..=100).contains(&q.trim().chars().count()) {
        return Err(Refusal::field("q", say!("Search for 2 to 100 characters.")).into());
    }
    let words: Vec<String> = q.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let newest = store::newest(db)?;
    let (_, book) = store::version(db, newest)?;
    let margin = Margin::read(db, reader, &book.rules, now)?;
    let in_force = book.terms.provisions().filter(|provision| !provision.repealed);
    let along = Along::new(&book.rules, language);
    let says = |act: &ActAnswer| has_all(&act.text) || along.of(&act.wording).is_some_and(|text| has_all(&text));
    let acts = in_force.map(|provision| margin.beside(provision)).filter(says).collect();
    let mut said = interpretations_for(db, reader)?;
    said.retain(|interpretation| interpretation.withdrawn_at.is_none() && has_all(&interpretation.text));
    Ok(Found { acts, interpretations: said })
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    current,
    versions,
    one_version,
    difference,
    search,
    act,
    publishing::publish,
    publishing::preview,
    publishing::house_rules,
    publishing::house_rules_versions,
    publishing::publish_house_rules,
    proposals::suggestions,
    proposals::suggest,
    proposals::answer,
    proposals::withdraw_suggestion,
    proposals::requests,
    proposals::request,
    proposals::one_request,
    proposals::accept,
    proposals::decline,
    proposals::withdraw_request
))]
pub struct Docs;
