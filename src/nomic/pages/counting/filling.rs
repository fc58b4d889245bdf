//! A quantity or an effect in the fields of the form, to be changed there.

use rookery_nomic::bindings::Role;
use rookery_nomic::parameters::{Amount, Effect, GAME, Occasion, Owners, Quantity, Whose};
use serde::Deserialize;
use serde_json::Value;

use super::CARD;
use crate::fields::word;
use crate::web::typed::Fields;

/// Puts a quantity or an effect into the fields, to be changed there.
pub(super) fn fill(sent: &mut Fields, role: Role, name: &str, value: Option<&Value>) {
    let Some(value) = value else { return };
    match role {
        Role::Quantities => drop(Quantity::deserialize(value).map(|one| fill_quantity(sent, name, &one))),
        _ => drop(Effect::deserialize(value).map(|one| fill_effect(sent, name, &one))),
    }
}

fn put(sent: &mut Fields, name: &str, number: Option<impl ToString>) {
    sent.set(name, &number.map_or_else(String::new, |number| number.to_string()));
}

/// The word for who has some of it, or for a card.
pub(super) fn kind(quantity: &Quantity) -> String {
    if quantity.is_card() { CARD.to_owned() } else { word(&quantity.of) }
}

pub(super) fn fill_quantity(sent: &mut Fields, name: &str, quantity: &Quantity) {
    sent.set("quantity-was", name);
    sent.set("quantity-name", name);
    let things = if let Owners::Things(things) = &quantity.of { things.join("\n") } else { String::new() };
    sent.set("quantity-of", &kind(quantity));
    sent.set("quantity-things", &things);
    put(sent, "quantity-start", Some(quantity.start).filter(|_| quantity.in_all.is_none()));
    put(sent, "quantity-least", quantity.least);
    put(sent, "quantity-most", quantity.most);
    put(sent, "quantity-in-all", quantity.in_all.filter(|_| !quantity.is_card()));
}

pub(super) fn fill_effect(sent: &mut Fields, name: &str, effect: &Effect) {
    sent.set("effect-was", name);
    sent.set("effect-name", name);
    sent.set("effect-on", &word(&effect.on));
    match &effect.on {
        Occasion::Gain(quantity) | Occasion::Loss(quantity) => sent.set("effect-of", quantity),
        Occasion::Use(how) => {
            put(sent, "effect-most", how.most);
            put(sent, "effect-per-day", how.per_day);
        }
        _ => {}
    }
    for (place, change) in (1..).zip(&effect.changes) {
        let field = |what: &str| format!("change-{place}-{what}");
        sent.set(&field("quantity"), &change.quantity);
        match &change.whose {
            Whose::Named(name) if name == GAME => sent.set(&field("whose"), GAME),
            Whose::Named(name) => sent.set(&field("name"), name),
            whose => sent.set(&field("whose"), &word(whose)),
        }
        sent.set(&field("how"), &word(&change.by));
        let (by, of) = match change.by {
            Amount::Exactly(number) => (number, None),
            Amount::Share(share) | Amount::ShareOfOwn(share) => (share.part, Some(share.of)),
        };
        put(sent, &field("by"), Some(by));
        put(sent, &field("of"), of);
        put(sent, &field("per"), change.per.as_ref());
        put(sent, &field("least"), change.least);
    }
}
