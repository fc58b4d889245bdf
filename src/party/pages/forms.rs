//! What the page's forms ask for.

use rookery_messages::say;
use rookery_party_chess::{ARMY_SIZE, ARMY_VALUE};
use serde_json::{Map, Value, json};

use crate::error::Refusal;
use crate::party::rules::KindView;
use crate::tables::pages::door::Act;
use crate::web::typed::Fields;

/// A play, a deed, or a justice's ruling; nothing where the form is not of this game.
pub fn act(sent: &Fields) -> Result<Option<Act>, Refusal> {
    let text = |name: &str| sent.text(name).to_owned();
    let deed = match sent.text("act") {
        "party_rule" => {
            let umpire = sent.number("umpire")?;
            let ruling = json!({ "umpire": umpire, "end": umpire.is_none(), "reason": text("text") });
            return Ok(Some(Act::Rule(ruling)));
        }
        "see_correction" => return Ok(Some(Act::Look("correct_piece"))),
        "see_gone" => return Ok(Some(Act::Look("correct_gone"))),
        "count_army" => return Ok(Some(Act::Look("army"))),
        "play" => json!({ "kind": "play", "play": play(sent) }),
        "army" => json!({ "kind": "army", "army": sent.named("army_").map(|(_, kind)| kind).collect::<Vec<_>>() }),
        "surrender_warm" => json!({ "kind": "surrender", "office": text("office") }),
        "warm" => json!({ "kind": "warm", "office": text("office"), "warm": true }),
        "not_warm" => json!({ "kind": "warm", "office": text("office"), "warm": false }),
        "buy" => {
            json!({ "kind": "buy", "office": text("office"), "piece": text("kind"), "from": account(sent, "from")? })
        }
        "pay" => json!({
            "kind": "pay", "from": account(sent, "from")?, "to": account(sent, "to")?,
            "amount": sent.number("amount")?.unwrap_or(0), "purpose": text("purpose"),
        }),
        "organise" => json!({ "kind": "organise", "name": text("name"), "members": sent.numbers("member") }),
        "resign_office" => json!({ "kind": "resign", "office": text("office") }),
        "take_umpire" => json!({ "kind": "take_umpire" }),
        _ => return umpires(sent).map(|deed| deed.map(Act::Play)),
    };
    Ok(Some(Act::Play(deed)))
}

/// An army that the form begins with and the rules allow (1230.2 §2.B): of each kind one, the dearest that leaves enough for the
/// cheapest in the places that follow; where kinds run out, the cheapest again.
pub fn army(kinds: &[&KindView]) -> Vec<String> {
    let mut by_value: Vec<&KindView> = kinds.to_vec();
    by_value.sort_by_key(|kind| kind.value);
    let Some(cheapest) = by_value.first().copied() else { return Vec::new() };
    let (mut army, mut left) = (Vec::new(), ARMY_VALUE);
    for place in 0..ARMY_SIZE {
        let kept: u32 = by_value.iter().take(ARMY_SIZE - 1 - place).map(|kind| u32::from(kind.value)).sum();
        let fits = by_value.iter().rposition(|kind| u32::from(kind.value) + kept <= left);
        let kind = fits.map_or(cheapest, |place| by_value.remove(place));
        left = left.saturating_sub(kind.value.into());
        army.push(kind.name.clone());
    }
    army
}

/// What only the Umpire's forms ask for.
fn umpires(sent: &Fields) -> Result<Option<Value>, Refusal> {
    let text = |name: &str| sent.text(name).to_owned();
    let lines = |name: &str| {
        sent.text(name).lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    Ok(Some(match sent.text("act") {
        "resign_umpire" => json!({ "kind": "resign_umpire" }),
        "extend" => json!({ "kind": "extend", "days": sent.number("days")?.unwrap_or(7) }),
        "appoint" => json!({ "kind": "appoint", "office": text("office"), "holder": sent.number("holder")? }),
        "found" => json!({ "kind": "found", "office": text("name"), "holder": sent.number("holder")? }),
        "destroy" => json!({ "kind": "destroy", "office": text("office"), "reason": text("reason") }),
        "end" => json!({ "kind": "end", "reason": text("reason") }),
        "draw" => json!({ "kind": "draw", "among": lines("among"), "purpose": text("purpose") }),
        "il_nabi" => json!({ "kind": "il_nabi", "il_nabi": il_nabi(sent)? }),
        "amend" => json!({ "kind": "amend", "amendment": amendment(sent)? }),
        "correct_order" => json!({ "kind": "correct", "order": lines("order"), "reason": text("reason") }),
        "correct_gone" => {
            json!({ "kind": "correct", "gone": [sent.number("piece")?.unwrap_or(0)], "reason": text("reason") })
        }
        "correct_piece" => {
            let mut piece = json!({
                "id": sent.number("piece")?.unwrap_or(0), "owner": text("office"), "kind": text("kind"),
                "square": sent.some("square"),
            });
            if let Some(hn) = sent.number("hn")? {
                piece["hn"] = hn.into();
            }
            json!({ "kind": "correct", "pieces": [piece], "reason": text("reason") })
        }
        _ => return Ok(None),
    }))
}

/// A play as the board's form offers it, an object with the Demons to be promoted; or notation, as typed.
fn play(sent: &Fields) -> Value {
    let typed = sent.text("play");
    let Ok(Value::Object(mut play)) = serde_json::from_str(typed) else {
        return json!(typed);
    };
    let demons: Map<String, Value> = sent
        .named("demon_")
        .filter(|(_, kind)| !kind.is_empty())
        .map(|(id, kind)| (id.to_owned(), json!(kind)))
        .collect();
    if !demons.is_empty() {
        play.insert("demon_promotions".to_owned(), demons.into());
    }
    play.into()
}

/// `seat:3`, `organisation:Bank`, `treasury`.
fn account(sent: &Fields, field: &'static str) -> Result<Value, Refusal> {
    let text = sent.text(field);
    if text == "treasury" {
        return Ok(json!(text));
    }
    let seat = |seat: &str| seat.parse::<i64>().ok().map(|seat| json!({ "seat": seat }));
    let account = match text.split_once(':') {
        Some(("seat", number)) => seat(number),
        Some(("organisation", name)) => Some(json!({ "organisation": name })),
        _ => None,
    };
    account.ok_or_else(|| Refusal::field(field, say!("Choose an account.")).act("1230.1 §2.D"))
}

fn amendment(sent: &Fields) -> Result<Value, Refusal> {
    let mut amendment = json!({ "rule": sent.number("rule")?.unwrap_or(0), "repealed": sent.has("repealed") });
    for name in ["kind", "character"] {
        if let Some(text) = sent.some(name) {
            amendment[name] = text.into();
        }
    }
    for name in ["value", "limit"] {
        if let Some(number) = sent.number(name)? {
            amendment[name] = number.into();
        }
    }
    if sent.has("parts") {
        amendment["parts"] = parts(sent.text("parts"))?.into();
    }
    Ok(amendment)
}

/// il-Nabi's moves. An empty field does not take them all away by one tap: that is said beside it.
fn il_nabi(sent: &Fields) -> Result<Vec<Value>, Refusal> {
    let parts = parts(sent.text("parts"))?;
    if parts.is_empty() && !sent.has("motionless") {
        let wrong = Refusal::field("parts", say!("Write how il-Nabi moves, or tick that it does not move at all."));
        return Err(wrong.act("1230.12"));
    }
    Ok(parts)
}

/// Movements, a line each: `a diag 1-6 clear`.
fn parts(text: &str) -> Result<Vec<Value>, Refusal> {
    let part = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [part, dirs, distances, path] = words[..] else { return None };
        let (min, max) = distances.split_once('-').unwrap_or((distances, distances));
        let (min, max) = (min.parse::<u8>().ok()?, max.parse::<u8>().ok()?);
        Some(json!({ "part": part, "dirs": dirs, "min": min, "max": max, "path": path }))
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let wrong = |line: &str| {
        let detail = say!("\"{line}\" is no movement; one is written as: a diag 1-6 clear.", line);
        Refusal::field("parts", detail).act("1230.1 §3.A.iii")
    };
    lines.map(|line| part(line).ok_or_else(|| wrong(line))).collect()
}
