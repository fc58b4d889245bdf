//! What Judges have said, searched, and how everybody has voted and judged, as a page.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_nomic::court::JudgementState;
use rookery_nomic::lines::court::without_id;
use serde::Deserialize;

use super::{Around, club_rules, court};
use crate::App;
use crate::error::{Error, Refusal};
use crate::fields::{of_word, word};
use crate::http::Params;
use crate::nomic::archive::{self, JudgementsQuery, Record};
use crate::nomic::history;
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::Fields;

/// Judgements that the page shows.
const SHOWN: usize = 50;

/// What a form asks for; fields that were left empty ask for nothing.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    #[serde(default)]
    rule: String,
    #[serde(default)]
    judge: String,
    #[serde(default)]
    word: String,
    #[serde(default)]
    outcome: String,
    /// The Judgement that the page comes after.
    #[serde(default)]
    after: String,
}

impl Search {
    fn asked(&self) -> Result<JudgementsQuery, Refusal> {
        let rule = Fields::from(vec![("rule".to_owned(), self.rule.clone())]).number("rule")?;
        let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        Ok(JudgementsQuery {
            rule: rule.and_then(|rule| u32::try_from(rule).ok()),
            judge: text(&self.judge),
            word: text(&self.word),
            outcome: of_word(&self.outcome),
            after: text(&self.after),
            limit: None,
        })
    }
}

/// A Judgement that was found.
struct ShownJudgement {
    id: String,
    judge: String,
    at: String,
    outcome: String,
    question: String,
    text: String,
    orders: Vec<String>,
    rules: Vec<u32>,
}

#[derive(Template)]
#[template(path = "nomic/archive.html")]
struct ArchivePage<'a> {
    frame: Frame,
    around: &'a Around,
    search: Search,
    judges: Vec<String>,
    outcomes: Vec<String>,
    /// How many were found, of which some are shown.
    all: usize,
    said: Vec<ShownJudgement>,
    /// The Judgements that the pages before and after this one come after.
    newer: Option<String>,
    older: Option<String>,
    records: Vec<Record>,
}

pub(crate) async fn archive(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    search: Params<Search>,
) -> Result<HttpResponse, Error> {
    let (around, search) = (&Around::open(&app, &frame, *id, "archive").await?, search.0);
    let game = &around.game;
    let (_, club) = club_rules(&app).await?;
    let asked = search.asked()?;
    let judgements = archive::judgements(game, &asked);
    // What was found may be other things by now: then the page is the first.
    let first = archive::begins(&judgements, asked.after.as_deref()).unwrap_or(0);
    let end = judgements.len().min(first + SHOWN);
    let comes_after = |first: usize| first.checked_sub(1).map_or("", |last| judgements[last].id).to_owned();
    let said = |one: &archive::FoundJudgement<'_>| ShownJudgement {
        id: one.id.to_owned(),
        judge: one.judge.to_owned(),
        at: around.moment(&frame, &one.at),
        outcome: word(&one.outcome),
        question: one.question.clone(),
        text: without_id(one.text, one.point).to_owned(),
        orders: one.orders.iter().map(|order| court::order(&frame, around, &club, order)).collect(),
        // The number of a proposal that became none is no rule's.
        rules: one.rules.iter().copied().filter(|label| history::rule(game, *label).is_some()).collect(),
    };
    use JudgementState as S;
    let page = ArchivePage {
        all: judgements.len(),
        said: judgements[first..end].iter().map(said).collect(),
        newer: (first > 0).then(|| comes_after(first.saturating_sub(SHOWN))),
        older: (end < judgements.len()).then(|| comes_after(end)),
        judges: game.players.iter().map(|player| player.name.clone()).collect(),
        outcomes: [S::Pronounced, S::Disputed, S::Invoked, S::Overruled, S::Lapsed].iter().map(word).collect(),
        records: archive::records(game),
        search,
        around,
        frame: frame.clone(),
    };
    render(StatusCode::OK, &page)
}
