//! Stateless analysis: one request, one answer (the files in `tests/data/` show the forms).

use rookery_messages::say;
use serde_json::{Map, Value, json};

use super::{Game, InvalidPosition, Refusal, Seat, Setup, State, Status};

/// The most tokens of one `play`, and the longest of them.
const MOST_TOKENS: usize = 20_000;
const LONGEST_TOKEN: usize = 32;
/// How deep and how far `perft` counts.
const DEEPEST: u64 = 12;

/// Why a request has no answer: a stable title, the reason, and the section of the contract that says so.
struct Problem {
    title: &'static str,
    detail: String,
    rule: &'static str,
}

impl Problem {
    fn new(title: &'static str, detail: impl Into<String>) -> Problem {
        Problem { title, detail: detail.into(), rule: "5" }
    }
}

impl From<InvalidPosition> for Problem {
    fn from(InvalidPosition(detail): InvalidPosition) -> Problem {
        Problem { title: "invalid position", detail: detail.to_string(), rule: "5.1" }
    }
}

/// The answer to a request, of which `perft` counts so many leaves at most; a bad one gets `error` with `title` and `detail`.
pub fn answer(request: &Value, most_leaves: u64) -> Value {
    let answered = match request.get("op").and_then(Value::as_str) {
        Some("legal") => legal(request),
        Some("play") => play(request),
        Some("perft") => perft(request, most_leaves),
        Some("export") => export(request),
        Some(other) => Err(Problem::new("unknown op", format!("{other:?} is none of legal, play, perft, export"))),
        None => Err(Problem::new("bad request", "a request is an object with `op`: legal, play, perft or export")),
    };
    answered.unwrap_or_else(
        |Problem { title, detail, rule }| json!({ "error": { "title": title, "detail": detail }, "rule": rule }),
    )
}

fn setup(request: &Value) -> Result<Setup, Problem> {
    let text = request.get("position").and_then(Value::as_str);
    let text = text.ok_or_else(|| {
        Problem::new("bad request", "`position` must be a string: the name of a start, MPN, FEN or FEN4")
    })?;
    Ok(Setup::from_text(text)?)
}

fn legal(request: &Value) -> Result<Value, Problem> {
    let game = Game::new(setup(request)?)?;
    let moves: Vec<String> = game.legal().into_iter().map(|(notation, _)| notation).collect();
    Ok(json!({ "turn": game.state().turn.map(letter), "moves": moves }))
}

fn play(request: &Value) -> Result<Value, Problem> {
    let Played { game, refused } = played(request)?;
    let mut answer = describe(&game.state());
    let error = refused.as_ref().map(|Refused { index, token, refusal }| {
        let message = refusal.message.to_string();
        json!({ "index": index, "token": token, "message": message })
    });
    answer.insert("error".to_owned(), json!(error));
    answer.insert("rule".to_owned(), json!(refused.map(|refused| refused.refusal.rule)));
    Ok(Value::Object(answer))
}

fn perft(request: &Value, most_leaves: u64) -> Result<Value, Problem> {
    let setup = setup(request)?;
    let depth = request.get("depth").and_then(Value::as_u64).filter(|&depth| depth <= DEEPEST);
    let depth =
        depth.ok_or_else(|| Problem::new("bad request", format!("`depth` must be a number from 0 to {DEEPEST}")))?;
    match setup.perft(depth as u32, most_leaves)? {
        Some(nodes) => Ok(json!({ "nodes": nodes })),
        None => Err(Problem::new("too much", format!("there are more than {most_leaves} leaves at depth {depth}"))),
    }
}

/// The position after the tokens, if there are any, in every text form that can hold it, and the game as PGN4.
fn export(request: &Value) -> Result<Value, Problem> {
    let game = match request.get("tokens") {
        None => Game::new(setup(request)?)?,
        Some(_) => match played(request)? {
            Played { game, refused: None } => game,
            Played { refused: Some(Refused { index, token, refusal: Refusal { rule, message } }), .. } => {
                return Err(Problem { title: "refused", detail: format!("token {index}, {token}: {message}"), rule });
            }
        },
    };
    let setup = game.setup();
    Ok(json!({ "mpn": setup.mpn(), "fen": setup.fen().ok(), "fen4": setup.fen4().ok(), "pgn4": game.pgn4() }))
}

/// The game after the request's tokens, or before the first that was refused.
struct Played {
    game: Game,
    refused: Option<Refused>,
}

struct Refused {
    index: usize,
    token: String,
    refusal: Refusal,
}

fn played(request: &Value) -> Result<Played, Problem> {
    let mut game = Game::new(setup(request)?)?;
    let tokens = request.get("tokens").and_then(Value::as_array);
    let tokens: Option<Vec<&str>> = tokens.and_then(|tokens| tokens.iter().map(Value::as_str).collect());
    let tokens = tokens.ok_or_else(|| Problem::new("bad request", "`tokens` must be a list of strings"))?;
    if tokens.len() > MOST_TOKENS {
        let detail = format!("`tokens` has at most {MOST_TOKENS} members, not {}", tokens.len());
        return Err(Problem::new("too much", detail));
    }
    for (index, token) in tokens.into_iter().enumerate() {
        let result = if token.len() > LONGEST_TOKEN {
            Err(Refusal::new("5.2", say!("a token has at most {most} characters", most = LONGEST_TOKEN)))
        } else {
            game.play(token)
        };
        if let Err(refusal) = result {
            return Ok(Played { game, refused: Some(Refused { index, token: token.to_owned(), refusal }) });
        }
    }
    Ok(Played { game, refused: None })
}

/// A state as the `play` answer tells it.
pub fn describe(state: &State) -> Map<String, Value> {
    let setup = &state.setup;
    let seated: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| setup.status(seat) != Status::Absent).collect();
    let by_seat = |value: &dyn Fn(Seat) -> Value| -> Value {
        seated.iter().map(|&seat| (letter(seat), value(seat))).collect::<Map<_, _>>().into()
    };
    let members = [
        ("position", json!(setup.mpn())),
        ("turn", json!(state.turn.map(letter))),
        ("statuses", by_seat(&|seat| json!(setup.status(seat).name()))),
        ("in_check", json!(letters(&state.in_check))),
        ("fifty", json!(setup.fifty)),
        ("ply", json!(setup.ply)),
        ("repetitions", json!(state.repetitions)),
        ("offers", state.offers.iter().map(|(seat, agreed)| (letter(*seat), json!(letters(agreed)))).collect()),
        (
            "claimable",
            state
                .claimable
                .iter()
                .map(|(seat, claims)| {
                    let names: Vec<&str> = claims.iter().map(|claim| claim.name()).collect();
                    (letter(*seat), json!(names))
                })
                .collect(),
        ),
        ("legal_count", json!(state.legal_count)),
        ("over", json!(state.reason.is_some())),
        ("reason", json!(state.reason.map(|reason| reason.name()))),
        (
            "scores",
            state.scores.map_or(Value::Null, |scores| by_seat(&|seat| json!(scores[seat as usize].to_string()))),
        ),
        ("events", state.events.iter().map(|event| json!(event.to_string())).collect()),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn letter(seat: Seat) -> String {
    seat.to_string()
}

fn letters(seats: &[Seat]) -> Vec<String> {
    seats.iter().map(|&seat| letter(seat)).collect()
}
