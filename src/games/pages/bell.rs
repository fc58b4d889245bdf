//! A game that the bell ended (Act I.5): who wins is shown before anything is stored, from captured
//! pieces, a final position or the moves.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;
use serde_json::Value;

use crate::App;
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::games::adjudication::{Answer as Adjudicated, Captures, Decision};
use crate::games::api::GameRequest;
use crate::games::record::{Record, Stated};
use crate::games::{Authority, Ending, rules, store};
use crate::http::Form;
use crate::id::PersonId;
use crate::members;
use crate::ratings::Outcome;
use crate::rulebook;
use crate::web::assets;
use crate::web::form::{Wrong, chosen, see};
use crate::web::layout::{Frame, render};

/// Members that the form offers at the most.
const OFFERED: i64 = 1_000;

/// The kinds of pieces that are counted, and the most of each that a side can lose.
const KINDS: [(&str, u8); 5] = [("pawns", 8), ("knights", 10), ("bishops", 10), ("rooks", 10), ("queens", 9)];

#[derive(Clone, Debug, Default, Deserialize)]
pub struct BellForm {
    #[serde(default)]
    white: i64,
    #[serde(default)]
    black: i64,
    /// `captures`, `position` or `moves`.
    #[serde(default)]
    by: String,
    #[serde(default)]
    moves: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    white_pawns: String,
    #[serde(default)]
    white_knights: String,
    #[serde(default)]
    white_bishops: String,
    #[serde(default)]
    white_rooks: String,
    #[serde(default)]
    white_queens: String,
    #[serde(default)]
    black_pawns: String,
    #[serde(default)]
    black_knights: String,
    #[serde(default)]
    black_bishops: String,
    #[serde(default)]
    black_rooks: String,
    #[serde(default)]
    black_queens: String,
    /// Sent once the answer was shown.
    confirm: Option<String>,
    insist: Option<String>,
}

impl BellForm {
    /// What was typed for a side's captures of a kind.
    fn typed(&self, side: &str, kind: &str) -> &str {
        match (side, kind) {
            ("white", "pawns") => &self.white_pawns,
            ("white", "knights") => &self.white_knights,
            ("white", "bishops") => &self.white_bishops,
            ("white", "rooks") => &self.white_rooks,
            ("white", "queens") => &self.white_queens,
            ("black", "pawns") => &self.black_pawns,
            ("black", "knights") => &self.black_knights,
            ("black", "bishops") => &self.black_bishops,
            ("black", "rooks") => &self.black_rooks,
            _ => &self.black_queens,
        }
    }

    fn captures(&self, side: &str) -> Result<Captures, Refusal> {
        let count = |kind: &'static str| match self.typed(side, kind).trim() {
            "" => Ok(0),
            text => text.parse::<u8>().map_err(|_| {
                Refusal::field("captures", format!("{text:?} {kind} cannot be counted; write a number.")).act("I.5")
            }),
        };
        Ok(Captures {
            pawns: count("pawns")?,
            knights: count("knights")?,
            bishops: count("bishops")?,
            rooks: count("rooks")?,
            queens: count("queens")?,
        })
    }

    fn stated(&self) -> Result<Option<Stated>, Refusal> {
        match self.by.as_str() {
            "captures" | "" => Ok(Some(Stated { white: self.captures("white")?, black: self.captures("black")? })),
            _ => Ok(None),
        }
    }

    fn request(&self) -> Result<GameRequest, Refusal> {
        let of = |way: &str, text: &str| chosen(Some(text)).filter(|_| self.by == way).map(str::to_owned);
        Ok(GameRequest {
            white: PersonId(self.white),
            black: PersonId(self.black),
            result: None,
            ending: Ending::Bell,
            played_at: None,
            clock: None,
            moves: of("moves", &self.moves),
            final_position: of("position", &self.position),
            captures: self.stated()?,
            timed_game: None,
            insist: self.insist.is_some(),
        })
    }
}

struct Offered {
    id: i64,
    name: String,
}

#[derive(Template)]
#[template(path = "bell.html")]
struct BellPage {
    frame: Frame,
    people: Vec<Offered>,
    form: BellForm,
    kinds: [(&'static str, u8); 5],
    /// Who would win.
    decision: Option<Decision>,
    wrong: Wrong,
    script: &'static str,
    pieces: &'static str,
}

impl BellPage {
    fn outcome(&self, decision: &Decision) -> Outcome {
        decision.result.into()
    }

    /// Field, label and choice of each player.
    fn sides(&self) -> [(&'static str, &'static str, i64); 2] {
        [("white", "game-white", self.form.white), ("black", "game-black", self.form.black)]
    }

    /// The game like it that is there already.
    fn same_game(&self) -> Option<&Value> {
        self.wrong.refusal("").and_then(|refusal| refusal.more.get("game"))
    }

    fn is_by(&self, way: &str) -> bool {
        self.form.by == way || (self.form.by.is_empty() && way == "captures")
    }
}

async fn page(
    app: &App,
    frame: Frame,
    form: BellForm,
    decision: Option<Decision>,
    wrong: Wrong,
) -> Result<HttpResponse, Error> {
    let listed = app.db.read(|db| members::store::list(db, true, None, None, OFFERED)).await?;
    let mut people: Vec<Offered> =
        listed.into_iter().map(|listed| Offered { id: listed.id.0, name: listed.name }).collect();
    people.sort_by(|one, other| one.name.cmp(&other.name));
    let script = assets::address("bell.js").unwrap_or_default();
    let pieces = assets::address("pieces.svg").unwrap_or_default();
    let status = wrong.status();
    render(status, &BellPage { frame, people, form, kinds: KINDS, decision, wrong, script, pieces })
}

pub async fn form(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, BellForm::default(), None, Wrong::default()).await
}

/// Who would win, by the house rules of now.
async fn adjudicated(app: &App, form: &BellForm) -> Result<Decision, Error> {
    let request = form.request()?;
    let record = Record::read(request.moves.as_deref(), request.final_position.as_deref(), request.captures)?;
    let now = app.clock.now();
    let house = app.db.read(move |db| rulebook::in_force(db, now)).await?;
    let refused = |detail: String| Err(Refusal::invalid("Nobody can tell", detail).act("I.5").into());
    match record.adjudicate(&house).map_err(|breach| rules::refused(vec![breach]))? {
        Adjudicated::Decided(decision) => Ok(decision),
        Adjudicated::Ambiguous { explanation, send, .. } => refused(format!("{explanation}. Give {send}.")),
        Adjudicated::Impossible { explanation, .. } => refused(format!("{explanation}.")),
    }
}

pub async fn decide(app: Data<App>, actor: Actor, frame: Frame, form: Form<BellForm>) -> Result<HttpResponse, Error> {
    let form = form.0;
    let decision = match adjudicated(&app, &form).await {
        Ok(decision) => decision,
        Err(error) => return page(&app, frame, form, None, Wrong::of(error)?).await,
    };
    if form.confirm.is_none() {
        return page(&app, frame, form, Some(decision), Wrong::default()).await;
    }
    let (by, asked) = (Authority::from(&actor), form.clone());
    let entered = app.db.write(move |tx| store::enter(tx, &by, &asked.request()?.read(tx.now)?)).await;
    match entered {
        Ok(entered) => Ok(see(format!("/games/{}", entered.id))),
        Err(error) => page(&app, frame, form, Some(decision), Wrong::of(error)?).await,
    }
}
