//! What the fields of the form set: a quantity, an effect, or both.

use rookery_messages::say;
use rookery_nomic::bindings::Role;
use rookery_nomic::parameters::{
    Alteration, Amount, Effect, GAME, Occasion, Owners, POINTS, Patch, Quantity, Share, Use, Whose,
};
use serde::Deserialize;
use serde_json::Map;

use super::{MOST, NEW, Says};
use crate::error::{Error, Refusal};
use crate::fields::of_word;
use crate::nomic::parameters::lines;
use crate::tables::erased;
use crate::web::typed::Fields;

/// Who has a new quantity, where that is not chosen as the engine has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Holders {
    /// One player, as a card.
    Card,
    /// Each of some things.
    Things,
}

/// When an effect happens, where more fields say what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OccasionKind {
    Gain,
    Loss,
    Use,
}

/// How much a change is, where that is a part of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ShareKind {
    Share,
    ShareOfOwn,
}

/// Fields that only somebody fills in: others hold the first choice of a list.
const QUANTITY: [&str; 5] = ["quantity-start", "quantity-least", "quantity-most", "quantity-in-all", "quantity-things"];
const EFFECT: [&str; 3] = ["effect-of", "effect-most", "effect-per-day"];

/// What was filled in without a name would be lost: it is refused, unless what it was to change keeps its place.
fn check_names(sent: &Fields) -> Result<(), Refusal> {
    let is_kept = |was: &str| sent.has(was) && !sent.has("send");
    let nameless = |name: &str, was: &str| !sent.has(name) && !is_kept(was);
    let unnamed = || say!("What you filled in has no name. Give it one, or empty its fields.");
    if nameless("quantity-name", "quantity-was") && QUANTITY.iter().any(|field| sent.has(field)) {
        return Err(Refusal::field("quantity-name", unnamed()));
    }
    // Others hold the first choice of a list.
    let is_typed = |field: &str| Says::change(field).is_some_and(|says| !matches!(says, Says::Whose | Says::How));
    let changes = || sent.named("").any(|(field, text)| is_typed(field) && !text.is_empty());
    if nameless("effect-name", "effect-was") && (EFFECT.iter().any(|field| sent.has(field)) || changes()) {
        return Err(Refusal::field("effect-name", unnamed()));
    }
    Ok(())
}

/// What the fields for a quantity and for an effect set.
pub(super) fn typed(sent: &Fields) -> Result<Patch, Error> {
    check_names(sent)?;
    let mut patch = Patch::new();
    if let Some(name) = sent.some("quantity-name") {
        let in_all = sent.number("quantity-in-all")?;
        let things = || lines(sent.text("quantity-things")).into_iter().map(str::to_owned).collect();
        let (of, in_all) = match of_word(sent.text("quantity-of")) {
            Some(Holders::Card) => (Owners::Players, Some(1)),
            Some(Holders::Things) => (Owners::Things(things()), in_all),
            None => (sent.read("quantity-of")?, in_all),
        };
        let start = sent.number("quantity-start")?.unwrap_or(0);
        if in_all.is_some() && start != 0 {
            return Err(Refusal::field("quantity-start", say!("At first nobody has any: leave this empty.")).into());
        }
        let (least, most) = (sent.number("quantity-least")?, sent.number("quantity-most")?);
        let quantity = erased(&Quantity { of, start, least, most, in_all })?;
        patch.insert(Role::Quantities, Map::from_iter([(name.to_owned(), quantity)]));
    }
    if let Some(name) = sent.some("effect-name") {
        let effect = erased(&Effect { on: occasion(sent)?, changes: changes(sent)? })?;
        patch.insert(Role::Effects, Map::from_iter([(name.to_owned(), effect)]));
    }
    Ok(patch)
}

/// The quantity that was chosen in a field; `None` if nothing was.
fn chosen<'a>(sent: &'a Fields, field: &str) -> Result<Option<&'a str>, Refusal> {
    let nameless = || say!("The new thing that is counted has no name yet. Give it one at “Count something new”.");
    match sent.some(field) {
        Some(NEW) => Ok(Some(sent.some("quantity-name").ok_or_else(|| Refusal::field("quantity-name", nameless()))?)),
        chosen => Ok(chosen),
    }
}

fn occasion(sent: &Fields) -> Result<Occasion, Error> {
    let quantity = chosen(sent, "effect-of")?.unwrap_or(POINTS).to_owned();
    Ok(match of_word(sent.text("effect-on")) {
        Some(OccasionKind::Gain) => Occasion::Gain(quantity),
        Some(OccasionKind::Loss) => Occasion::Loss(quantity),
        Some(OccasionKind::Use) => {
            let (most, per_day) = (sent.number("effect-most")?, sent.narrow("effect-per-day")?);
            Occasion::Use(Use { most, per_day })
        }
        None => sent.read("effect-on")?,
    })
}

fn changes(sent: &Fields) -> Result<Vec<Alteration>, Error> {
    let mut changes = Vec::new();
    for place in 1..=MOST {
        let field = |what: &str| format!("change-{place}-{what}");
        let Some(quantity) = chosen(sent, &field("quantity"))? else { continue };
        let whose = match sent.some(&field("name")) {
            Some(name) => Whose::Named(name.to_owned()),
            None if sent.text(&field("whose")) == GAME && quantity == POINTS => {
                return Err(Refusal::field(field("whose"), say!("Points are the players’: the game has none.")).into());
            }
            None if sent.text(&field("whose")) == GAME => Whose::Named(GAME.to_owned()),
            None => sent.read_some(&field("whose"))?.unwrap_or_default(),
        };
        let by = sent.number(&field("by"))?.unwrap_or(0);
        let of = sent.number(&field("of"))?.unwrap_or(1);
        let by = match of_word(sent.text(&field("how"))) {
            Some(ShareKind::Share) => Amount::Share(Share { part: by, of }),
            Some(ShareKind::ShareOfOwn) => Amount::ShareOfOwn(Share { part: by, of }),
            None => Amount::Exactly(by),
        };
        let per = chosen(sent, &field("per"))?.map(str::to_owned);
        let least = sent.number(&field("least"))?;
        changes.push(Alteration { quantity: quantity.to_owned(), whose, by, per, least });
    }
    Ok(changes)
}
