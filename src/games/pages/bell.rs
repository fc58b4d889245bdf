//! A game that the bell ended (Act I.5), from captured pieces, a final position or the moves: entered at once, for who entered
//! it can take it back, or once who asks was shown who wins.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use rookery_messages::{Message, say};
use serde::Deserialize;
use serde_json::Value;
use shakmaty::Role;

use super::boards::{StillPlaying, still_playing_now};
use super::foreseen::{Foreseen, gains};
use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::error::{Error, FieldError, Refusal};
use crate::games::adjudication::{self, Answer as Adjudicated, Captures, Decision, Reason, explained, in_words};
use crate::games::api::GameRequest;
use crate::games::record::{Record, Stated};
use crate::games::{Ending, rules};
use crate::http::{Form, Params};
use crate::id::PersonId;
use crate::members;
use crate::ratings::Outcome;
use crate::rulebook;
use crate::web::assets;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// The kinds of pieces that are counted, and the most of each that a side can lose.
const KINDS: [(&str, u8); 5] = [("pawns", 8), ("knights", 10), ("bishops", 10), ("rooks", 10), ("queens", 9)];

/// Typed beside the answer: that this is another game than the one like it.
const BESIDE: [&str; 3] = ["confirm", "insist", "at_once"];

/// The form's name on its page.
const FORM: &str = "bell";

/// A field by its name on the form and its label, for what a program calls so; how it ended and when are none.
fn own(frame: &Frame, field: &str) -> Option<(String, String)> {
    let name = match field {
        "white" | "black" | "moves" | "captures" | "took_white" | "took_black" => field,
        "final_position" => "position",
        _ => return None,
    };
    Some((name.to_owned(), label(frame, name)))
}

/// The field's label, for what was changed since the answer.
fn label(frame: &Frame, field: &str) -> String {
    let id = match field {
        "white" => "game-white",
        "black" => "game-black",
        "by" => "bell-who-wins",
        "position" => "bell-by-position",
        "moves" => "bell-by-moves",
        "took_white" => "bell-took-white",
        "took_black" => "bell-took-black",
        _ => "bell-by-captures",
    };
    frame.t(id).to_string()
}

/// What was typed for a side's captures of a kind.
fn taken<'a>(form: &'a Fields, side: &str, kind: &str) -> &'a str {
    form.text(&format!("{side}_{kind}"))
}

/// The captures of a side; all faults are reported at once.
fn captures(form: &Fields, side: &str) -> Result<Captures, Refusal> {
    let mut wrong = Vec::new();
    let mut count = |kind: &'static str, role: Role| match taken(form, side, kind) {
        "" => 0,
        text => text.parse::<u8>().unwrap_or_else(|_| {
            let most = KINDS.iter().find(|(name, _)| *name == kind).map_or(0, |(_, most)| *most);
            let (text, kind) = (format!("{text:?}"), in_words(role));
            let detail = say!("{text} {kind} cannot be counted; write 0 to {most}.", text, kind, most);
            wrong.push(Refusal::field(format!("took_{side}"), detail).act("I.5"));
            0
        }),
    };
    let captures = Captures {
        pawns: count("pawns", Role::Pawn),
        knights: count("knights", Role::Knight),
        bishops: count("bishops", Role::Bishop),
        rooks: count("rooks", Role::Rook),
        queens: count("queens", Role::Queen),
    };
    Refusal::together(wrong)?;
    Ok(captures)
}

fn stated(form: &Fields) -> Result<Stated, Refusal> {
    let mut wrong = Vec::new();
    let [white, black] = ["white", "black"].map(|side| Refusal::keep(captures(form, side), &mut wrong));
    Refusal::together(wrong)?;
    Ok(Stated { white, black })
}

fn is_by(form: &Fields, way: &str) -> bool {
    form.some("by").unwrap_or("captures") == way
}

fn request(form: &Fields) -> Result<GameRequest, Refusal> {
    let of = |way: &str, field: &str| form.some(field).filter(|_| is_by(form, way)).map(str::to_owned);
    Ok(GameRequest {
        white: PersonId(form.number("white")?.unwrap_or_default()),
        black: PersonId(form.number("black")?.unwrap_or_default()),
        result: None,
        ending: Ending::Bell,
        played_at: None,
        began_at: None,
        room: None,
        clock: None,
        moves: of("moves", "moves"),
        final_position: of("position", "position"),
        captures: is_by(form, "captures").then(|| stated(form)).transpose()?,
        timed_game: None,
        insist: form.has("insist"),
    })
}

struct Offered {
    id: i64,
    name: String,
}

#[derive(Template)]
#[template(path = "games/bell.html")]
struct BellPage {
    frame: Frame,
    people: Vec<Offered>,
    /// Boards of the round that is on, to begin from.
    still: Vec<StillPlaying>,
    form: Fields,
    kinds: [(&'static str, u8); 5],
    /// Who would win.
    decision: Option<Decision>,
    typed: Typed,
    /// What that would change.
    players: Option<[Foreseen; 2]>,
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

    /// What was wrong with a side's captures.
    fn miscounted(&self, side: &str) -> Message {
        self.typed.wrong(FORM, &format!("took_{side}"))
    }

    /// The game like it that is there already.
    fn same_game(&self) -> Option<&Value> {
        let refusal = self.typed.refusal(FORM).filter(|refusal| !refusal.more.contains_key("rematch_due"));
        refusal.and_then(|refusal| refusal.more.get("game"))
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
    refused: Option<Error>,
    changed: &[String],
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let mut changed: Vec<String> = changed.iter().map(|field| label(&frame, field)).collect();
    changed.dedup();
    let typed = match refused {
        Some(error) => Typed::refused(FORM, form.clone(), error)?.called(|field| own(&frame, field)),
        None => Typed::again(FORM, form.clone()).unsigned(changed),
    };
    let players = ["white", "black"].iter().filter(|_| decision.is_some()).flat_map(|side| form.numbers(side));
    let players: Option<[PersonId; 2]> = players.map(PersonId).collect::<Vec<_>>().try_into().ok();
    let result: Option<Outcome> = decision.as_ref().map(|decision| decision.result.into());
    let read = app.db.read(move |db| {
        let both = result.zip(players);
        let players = match both.map(|(result, players)| gains(db, players, result, now, now)).transpose() {
            // Entering refuses them, on this page.
            Err(Error::Refused(_)) => None,
            looked => looked?,
        };
        let mut still = still_playing_now(db, now)?;
        still.retain(|board| board.plays);
        Ok((members::store::may_play(db)?, still, players))
    });
    let (listed, still, players) = read.await?;
    let people = listed.into_iter().map(|listed| Offered { id: listed.id.0, name: listed.name }).collect();
    let script = assets::address("bell.js").unwrap_or_default();
    let pieces = assets::address("pieces.svg").unwrap_or_default();
    let page = BellPage { frame, people, still, form, kinds: KINDS, decision, players, typed, script, pieces };
    render(page.typed.status(), &page)
}

#[derive(Deserialize)]
pub struct PlayersQuery {
    /// The players of a board that still plays.
    white: Option<i64>,
    black: Option<i64>,
}

pub(crate) async fn form(app: Data<App>, frame: Frame, which: Params<PlayersQuery>) -> Result<HttpResponse, Error> {
    let mut fields = Fields::default();
    for (side, player) in [("white", which.0.white), ("black", which.0.black)] {
        player.into_iter().for_each(|player| fields.set(side, &player.to_string()));
    }
    page(&app, frame, fields, None, None, &[]).await
}

/// Refuses at its field what no answer can be given on: players who are not two, and nothing to count.
fn complete(form: &Fields) -> Result<(), Refusal> {
    let player = |side: &'static str| match form.number(side) {
        Ok(Some(_)) => None,
        Ok(None) => Some(Refusal::field(side, say!("Choose a player.")).act("I.1")),
        Err(refusal) => Some(refusal),
    };
    let mut wrong: Vec<Refusal> = ["white", "black"].into_iter().filter_map(player).collect();
    if let (Ok(Some(white)), Ok(Some(black))) = (form.number("white"), form.number("black")) {
        wrong.extend(rules::two_players(PersonId(white), PersonId(black)).err());
    }
    let counted =
        || KINDS.iter().any(|(kind, _)| ["white", "black"].iter().any(|side| !taken(form, side, kind).is_empty()));
    let missing = match form.some("by").unwrap_or("captures") {
        "position" if !form.has("position") => Some(("final_position", say!("Give the final position, in FEN."))),
        "moves" if !form.has("moves") => Some(("moves", say!("Give the moves, from the first to the last."))),
        "captures" if !counted() => Some(("captures", say!("Count what was captured; where nothing was, write a 0."))),
        _ => None,
    };
    wrong.extend(missing.map(|(field, detail)| Refusal::field(field, detail).act("I.5")));
    if is_by(form, "captures") {
        wrong.extend(stated(form).err());
    }
    Refusal::together(wrong)
}

/// The field that the answer is read from, as programs call it.
fn source(form: &Fields) -> &'static str {
    match form.text("by") {
        "position" => "final_position",
        "moves" => "moves",
        _ => "captures",
    }
}

/// Who would win, by the house rules of now.
async fn adjudicated(app: &App, form: &Fields) -> Result<Decision, Error> {
    complete(form)?;
    let request = request(form)?;
    let record = Record::read(request.moves.as_deref(), request.final_position.as_deref(), request.captures)?;
    let now = app.clock.now();
    let house = app.db.read(move |db| rulebook::in_force(db, now)).await?;
    let refused = |detail: Message, errors: Vec<FieldError>| {
        let refusal = Refusal::invalid(say!("Nobody can tell"), detail).act("I.5");
        Err(Refusal { errors, ..refusal }.into())
    };
    let at = |field: &'static str, detail: Message| FieldError { field: field.into(), detail };
    match record.adjudicate(&house).map_err(|breach| rules::refused(vec![breach]))? {
        Adjudicated::Decided(decision) => Ok(decision),
        Adjudicated::Ambiguous { reasons, .. } => {
            let give = say!("Give the moves of the game, or the pieces that each side captured.");
            let detail = explained(&reasons).then(give);
            refused(detail.clone(), vec![at(source(form), detail)])
        }
        Adjudicated::Impossible { reasons, .. } => {
            let explained = explained(&reasons);
            // What is wrong about White's pieces was counted as taken by Black.
            let taker = |reason: &Reason| reason.side().fold_wb("took_black", "took_white");
            let errors = match source(form) {
                "captures" => {
                    let one =
                        |reason: &Reason| at(taker(reason), adjudication::explained(std::slice::from_ref(reason)));
                    reasons.iter().map(one).collect()
                }
                field => vec![at(field, explained.clone())],
            };
            refused(explained, errors)
        }
    }
}

pub(crate) async fn decide(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let form = form.0;
    let decision = match adjudicated(&app, &form).await {
        Ok(decision) => decision,
        Err(error) => return page(&app, frame, form, None, Some(error), &[]).await,
    };
    let seen = match (form.has("at_once"), form.has("confirm")) {
        (true, _) => Ok(()),
        (false, true) => form.as_seen(&BESIDE),
        (false, false) => Err(Vec::new()),
    };
    if let Err(changed) = seen {
        return page(&app, frame, form, Some(decision), None, &changed).await;
    }
    let entered = async { performed(&app, &actor, request(&form)?.read(app.clock.now())?).await };
    match entered.await {
        Ok(entered) => Ok(see_done(format!("/games/{}", entered.id), Done::Entered)),
        Err(error) => page(&app, frame, form, Some(decision), Some(error), &[]).await,
    }
}
