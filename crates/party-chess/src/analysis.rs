//! Questions about a Party Chess position and their answers, as JSON: the same on the command line and over HTTP.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{ActRefusal, BadJson, PieceId, Position, Refusal, TooManyChains, Weight, bounded};

/// Deepest perft worth asking for.
const MOST_DEPTH: u32 = 6;

/// Most plays that are listed, and most acts of a log.
const MOST_LISTED: usize = 10_000;
const MOST_ACTS: usize = 20_000;

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    Legal {
        position: Value,
    },
    Weight {
        position: Value,
    },
    Check {
        position: Value,
    },
    Apply {
        position: Value,
        play: Value,
    },
    Perft {
        position: Value,
        depth: u32,
    },
    /// Folds a log of acts.
    Replay {
        position: Value,
        acts: Vec<Value>,
    },
}

/// Answers one request that may cost so much. A request that cannot be answered gets an object with `error`: a short `title` and a
/// `detail`, for a refused play also the `reason` and the `rule`.
pub fn answer(request: &Value, most: u64) -> Value {
    match bounded(most, || respond(request, most)) {
        Ok(answer) => answer,
        Err(error) => json!({ "error": error }),
    }
}

fn respond(request: &Value, most: u64) -> Result<Value, Value> {
    let request = Request::deserialize(request).map_err(|error| problem("bad request", error))?;
    match request {
        Request::Legal { position } => legal(&load(&position)?),
        Request::Weight { position } => weights(&load(&position)?).map_err(too_many_chains),
        Request::Check { position } => attackers(&load(&position)?).map_err(too_many_chains),
        Request::Apply { position, play } => apply(&load(&position)?, &play),
        Request::Perft { depth, .. } if depth > MOST_DEPTH => {
            Err(problem("bad request", format!("depth {depth}; it is 0 to {MOST_DEPTH}")))
        }
        Request::Perft { position, depth } => match load(&position)?.perft(depth, most).map_err(too_many_chains)? {
            Some(nodes) => Ok(json!({ "nodes": nodes })),
            None => Err(problem(
                "too much",
                format!("there are more than {most} sequences of {depth} plays, the most that are counted here"),
            )),
        },
        Request::Replay { acts, .. } if acts.len() > MOST_ACTS => {
            Err(problem("too much", format!("{} acts; a log has at most {MOST_ACTS} here", acts.len())))
        }
        Request::Replay { position, acts } => replay(load(&position)?, &acts),
    }
}

/// An error as an answer.
pub fn problem(title: &str, detail: impl ToString) -> Value {
    json!({ "title": title, "detail": detail.to_string() })
}

fn too_many_chains(error: TooManyChains) -> Value {
    let mut told = problem("too many chains", error);
    told["rule"] = json!("G36");
    told
}

fn load(position: &Value) -> Result<Position, Value> {
    Position::from_json(position).map_err(|error| problem("bad position", error))
}

fn legal(position: &Position) -> Result<Value, Value> {
    let legal = position.legal_plays().map_err(too_many_chains)?;
    if legal.len() > MOST_LISTED {
        let detail = format!("{} plays; at most {MOST_LISTED} are listed, and each is judged by itself", legal.len());
        return Err(problem("too much", detail));
    }
    let told = |play| (position.write_play(play), position.play_json(play, &position.demons_after(play)));
    let mut plays: Vec<(String, Value)> = legal.iter().map(told).collect();
    plays.sort_by(|(one, _), (other, _)| one.cmp(other));
    let (notations, plays): (Vec<String>, Vec<Value>) = plays.into_iter().unzip();
    Ok(json!({ "plays": plays, "notations": notations }))
}

fn weights(position: &Position) -> Result<Value, TooManyChains> {
    let mut weights = Map::new();
    for &swinger in position.play_list() {
        let weight = match position.weight(swinger)? {
            Some(weight) => weight_json(&weight),
            None => json!({ "weight": 0, "king_on_board": false }),
        };
        weights.insert(position.name(swinger).to_owned(), weight);
    }
    Ok(json!({ "weights": weights }))
}

fn weight_json(weight: &Weight) -> Value {
    let ids = |pieces: &[PieceId]| pieces.iter().map(|&PieceId(id)| id).collect::<Vec<_>>();
    let mobility = weight.doubled_mobility.iter().map(|&(PieceId(id), doubled)| (id.to_string(), half(doubled)));
    json!({
        "weight": half(weight.doubled()),
        "king_on_board": true,
        "material": weight.material,
        "mobility": mobility.collect::<Map<_, _>>(),
        "attacking": ids(&weight.attacking),
        "defending": ids(&weight.defending),
    })
}

/// Half of a number, whole where it can be.
fn half(doubled: u32) -> Value {
    if doubled.is_multiple_of(2) { json!(doubled / 2) } else { json!(f64::from(doubled) / 2.0) }
}

fn attackers(position: &Position) -> Result<Value, TooManyChains> {
    let mut attackers = Map::new();
    for &swinger in position.play_list() {
        let ids: Vec<u32> = position.attackers(swinger)?.into_iter().map(|PieceId(id)| id).collect();
        attackers.insert(position.name(swinger).to_owned(), json!(ids));
    }
    Ok(json!({ "attackers": attackers }))
}

fn apply(position: &Position, play: &Value) -> Result<Value, Value> {
    let announced = position.announcement_from_json(play).map_err(|error| problem("bad play", error))?;
    let notation = announced.as_ref().map(|announcement| position.write_play(&announcement.play));
    let refusal = match announced.as_ref().map_err(Refusal::clone).and_then(|announcement| position.play(announcement))
    {
        Ok(next) => return Ok(json!({ "position": next.to_json() })),
        Err(Refusal::TooManyChains) => return Err(too_many_chains(TooManyChains)),
        Err(refusal) => refusal,
    };
    let detail = match (&refusal, notation) {
        (Refusal::Mismatch { said, .. }, _) => said.clone(),
        (Refusal::DemonPromotion { .. } | Refusal::DemonNotPromotable(_), _) | (_, Err(_)) => refusal.to_string(),
        (_, Ok(notation)) => notation,
    };
    let mut error = problem("illegal play", detail);
    error["reason"] = refusal.to_string().into();
    error["rule"] = refusal.rule().to_string().into();
    Err(error)
}

fn replay(mut position: Position, acts: &[Value]) -> Result<Value, Value> {
    for (place, act) in acts.iter().enumerate() {
        let at_place = |mut error: Value| {
            error["index"] = place.into();
            error
        };
        let act = position.act_from_json(act).map_err(|BadJson(why)| at_place(problem("bad act", why)))?;
        position = position.act(&act).map_err(|refusal: ActRefusal| {
            let mut error = problem("refused act", &refusal);
            error["rule"] = refusal.rule().to_string().into();
            at_place(error)
        })?;
    }
    Ok(json!({ "position": position.to_json() }))
}
