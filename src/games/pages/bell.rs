//! A game that the bell ended (Act I.5): who wins is shown before anything is stored, from captured
//! pieces, a final position or the moves.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
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
use crate::web::form::{Wrong, see};
use crate::web::layout::{Frame, render};
use crate::web::typed::Fields;

/// The kinds of pieces that are counted, and the most of each that a side can lose.
const KINDS: [(&str, u8); 5] = [("pawns", 8), ("knights", 10), ("bishops", 10), ("rooks", 10), ("queens", 9)];

/// Typed beside the answer: that this is another game than the one like it.
const BESIDE: [&str; 2] = ["confirm", "insist"];

/// The field's label, for what was changed since the answer.
fn label(frame: &Frame, field: &str) -> String {
    let id = match field {
        "white" => "game-white",
        "black" => "game-black",
        "by" => "bell-who-wins",
        "position" => "bell-by-position",
        "moves" => "bell-by-moves",
        _ => "bell-by-captures",
    };
    frame.t(id).to_string()
}

/// What was typed for a side's captures of a kind.
fn taken<'a>(form: &'a Fields, side: &str, kind: &str) -> &'a str {
    form.text(&format!("{side}_{kind}"))
}

fn captures(form: &Fields, side: &str) -> Result<Captures, Refusal> {
    let count = |kind: &'static str| match taken(form, side, kind) {
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

fn is_by(form: &Fields, way: &str) -> bool {
    form.some("by").unwrap_or("captures") == way
}

fn request(form: &Fields) -> Result<GameRequest, Refusal> {
    let of = |way: &str, field: &str| form.some(field).filter(|_| is_by(form, way)).map(str::to_owned);
    let counted = || Ok::<_, Refusal>(Stated { white: captures(form, "white")?, black: captures(form, "black")? });
    Ok(GameRequest {
        white: PersonId(form.number("white")?.unwrap_or_default()),
        black: PersonId(form.number("black")?.unwrap_or_default()),
        result: None,
        ending: Ending::Bell,
        played_at: None,
        clock: None,
        moves: of("moves", "moves"),
        final_position: of("position", "position"),
        captures: is_by(form, "captures").then(counted).transpose()?,
        timed_game: None,
        insist: form.has("insist"),
    })
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
    form: Fields,
    kinds: [(&'static str, u8); 5],
    /// Who would win.
    decision: Option<Decision>,
    /// What was changed since the answer that was to be entered.
    changed: String,
    wrong: Wrong,
    script: &'static str,
    pieces: &'static str,
}

impl BellPage {
    fn outcome(&self, decision: &Decision) -> Outcome {
        decision.result.into()
    }

    /// Field and label of each player.
    fn sides(&self) -> [(&'static str, &'static str); 2] {
        [("white", "game-white"), ("black", "game-black")]
    }

    fn is_chosen(&self, side: &str, person: &i64) -> bool {
        self.form.text(side) == person.to_string()
    }

    fn taken(&self, side: &str, kind: &str) -> &str {
        taken(&self.form, side, kind)
    }

    /// The game like it that is there already.
    fn same_game(&self) -> Option<&Value> {
        self.wrong.refusal("").and_then(|refusal| refusal.more.get("game"))
    }

    fn is_by(&self, way: &str) -> bool {
        is_by(&self.form, way)
    }
}

async fn page(
    app: &App,
    frame: Frame,
    form: Fields,
    decision: Option<Decision>,
    changed: &[String],
    wrong: Wrong,
) -> Result<HttpResponse, Error> {
    let listed = app.db.read(members::store::may_play).await?;
    let people = listed.into_iter().map(|listed| Offered { id: listed.id.0, name: listed.name }).collect();
    let script = assets::address("bell.js").unwrap_or_default();
    let pieces = assets::address("pieces.svg").unwrap_or_default();
    let mut changed: Vec<String> = changed.iter().map(|field| label(&frame, field)).collect();
    changed.dedup();
    let changed = changed.join(", ");
    let status = if changed.is_empty() { wrong.status() } else { StatusCode::CONFLICT };
    render(status, &BellPage { frame, people, form, kinds: KINDS, decision, changed, wrong, script, pieces })
}

pub async fn form(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Fields::default(), None, &[], Wrong::default()).await
}

/// Refuses at its field what no answer can be given on: players who are not two, and nothing to count.
fn complete(form: &Fields) -> Result<(), Refusal> {
    for side in ["white", "black"] {
        if form.number(side)?.is_none() {
            return Err(Refusal::field(side, "Choose a player.").act("I.1"));
        }
    }
    if form.text("white") == form.text("black") {
        return Err(Refusal::field("black", "A game has two players; this is White again.").act("I.1"));
    }
    let counted =
        || KINDS.iter().any(|(kind, _)| ["white", "black"].iter().any(|side| !taken(form, side, kind).is_empty()));
    let (field, wrong) = match form.some("by").unwrap_or("captures") {
        "position" if !form.has("position") => ("final_position", "Give the final position, in FEN."),
        "moves" if !form.has("moves") => ("moves", "Give the moves, from the first to the last."),
        "captures" if !counted() => ("captures", "Count what was captured; where nothing was, write a 0."),
        _ => return Ok(()),
    };
    Err(Refusal::field(field, wrong).act("I.5"))
}

/// Who would win, by the house rules of now.
async fn adjudicated(app: &App, form: &Fields) -> Result<Decision, Error> {
    complete(form)?;
    let request = request(form)?;
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

pub async fn decide(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let form = form.0;
    let decision = match adjudicated(&app, &form).await {
        Ok(decision) => decision,
        Err(error) => return page(&app, frame, form, None, &[], Wrong::of(error)?).await,
    };
    let unseen = if form.has("confirm") { form.as_seen(&BESIDE) } else { Err(Vec::new()) };
    if let Err(changed) = unseen {
        return page(&app, frame, form, Some(decision), &changed, Wrong::default()).await;
    }
    let (by, asked) = (Authority::from(&actor), form.clone());
    let entered = app.db.write(move |tx| store::enter(tx, &by, &request(&asked)?.read(tx.now)?)).await;
    match entered {
        Ok(entered) => Ok(see(format!("/games/{}", entered.id))),
        Err(error) => page(&app, frame, form, Some(decision), &[], Wrong::of(error)?).await,
    }
}
