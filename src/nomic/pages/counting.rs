//! The form for what players count: quantities and effects that a rule-change sets, a list of them and fields for one more.

use rookery_messages::say;
use rookery_nomic::Game;
use rookery_nomic::bindings::Role;
use rookery_nomic::parameters::{
    Alteration, Amount, Effect, GAME, Occasion, Owners, POINTS, Patch, Quantity, Share, Use, Whose,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::quantities;
use crate::error::{Error, Refusal};
use crate::fields::{of_word, word};
use crate::nomic::parameters::{self, lines};
use crate::tables::erased;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// What is chosen for the quantity in the fields above: no quantity has a colon in its name.
const NEW: &str = ":new";

/// What is chosen for a card that one player holds, where else stands who has some.
const CARD: &str = "card";

/// The most changes that an effect can have.
const MOST: usize = 10;

/// Changes that the form for a new effect has fields for.
const FEW: usize = 2;

/// A quantity or an effect that is in force, or that the draft sets.
pub struct Item {
    /// `effects tax`: what a button says that changes it or takes it away.
    pub called: String,
    /// Where the fields stand that it is changed in.
    pub fields: String,
    pub name: String,
    pub what: String,
    /// The number of the rule that it comes from now.
    pub rule: Option<u32>,
    /// What the draft makes of it, if anything.
    becomes: Option<Becomes>,
}

/// What a draft makes of a quantity or an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Becomes {
    New,
    Changed,
    Gone,
}

impl Item {
    /// The word for what the draft makes of it.
    pub fn becomes(&self) -> Option<String> {
        self.becomes.map(|becomes| word(&becomes))
    }

    pub fn is_gone(&self) -> bool {
        self.becomes == Some(Becomes::Gone)
    }

    /// Whether the draft changes what is in force.
    pub fn is_changed(&self) -> bool {
        matches!(self.becomes, Some(Becomes::Changed | Becomes::Gone))
    }
}

/// A part of the form: the names of its fields begin with its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    Quantity,
    Effect,
    Change,
}

impl Part {
    /// The part that a field belongs to, if to one of these.
    fn of(field: &str) -> Option<Part> {
        of_word(field.split_once('-')?.0)
    }
}

/// What a field of a change of an effect says: its name ends with this word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Says {
    Quantity,
    Whose,
    Name,
    How,
    By,
    Of,
    Per,
    Least,
}

impl Says {
    /// Of `change-2-per`, the word after the number.
    fn change(field: &str) -> Option<Says> {
        let (name, end) = field.rsplit_once('-')?;
        of_word(end).filter(|_| Part::of(name) == Some(Part::Change))
    }
}

/// Who has a new quantity, where that is not chosen as the engine has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Held {
    /// One player, as a card.
    Card,
    /// Each of some things.
    Things,
}

/// When an effect happens, where more fields say what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum On {
    Gain,
    Loss,
    Use,
}

/// How much a change is, where that is a part of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum How {
    Share,
    ShareOfOwn,
}

/// What a button of the list does to a quantity or an effect.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Does {
    /// Puts it into the fields.
    Change,
    /// Takes it away by the rule-change.
    Take,
    /// Leaves it as it is in force.
    Back,
}

/// What the form shows beside its fields.
pub struct Counting {
    pub items: Vec<Item>,
    /// Quantities to choose from, by name: how each is called and who has some.
    pub names: Vec<(String, String)>,
    /// Fields for so many changes of an effect.
    pub changes: usize,
    /// Whether the fields for a quantity and for an effect are open: something has a name there, or is wrong.
    pub opens_quantity: bool,
    pub opens_effect: bool,
}

impl Counting {
    pub fn of(frame: &Frame, game: &Game, typed: &Typed) -> Counting {
        let own = own(typed.fields()).unwrap_or_default();
        let after = game.bindings.parameters.patched(&own);
        let quantities = after.map_or_else(|_| game.bindings.parameters.quantities.clone(), |after| after.quantities);
        let said = |role: Role, value: &Value| match role {
            Role::Quantities => Quantity::deserialize(value).ok().map(|one| quantities::quantity(frame.language, &one)),
            _ => Effect::deserialize(value).ok().map(|one| quantities::effect(frame.language, &one, &quantities)),
        };
        let mut items = Vec::new();
        for role in [Role::Quantities, Role::Effects] {
            let (now, set) = (game.bindings.parameters.of(role), own.get(&role).cloned().unwrap_or_default());
            let new = set.keys().filter(|name| !now.contains_key(*name));
            for name in now.keys().chain(new) {
                let (before, after) = (now.get(name), set.get(name));
                let becomes = match (before, after) {
                    (_, Some(Value::Null)) => Some(Becomes::Gone),
                    (None, _) => Some(Becomes::New),
                    (Some(_), Some(_)) => Some(Becomes::Changed),
                    (Some(_), None) => None,
                };
                let shown = after.filter(|after| !after.is_null()).or(before);
                items.push(Item {
                    called: format!("{} {name}", word(&role)),
                    fields: format!("own-{}", word(&role)),
                    what: shown.and_then(|value| said(role, value)).unwrap_or_default(),
                    rule: before.and_then(|_| game.supplied_by(role, name)),
                    name: name.clone(),
                    becomes,
                });
            }
        }
        let filled = (1..=MOST).filter(|place| typed.fields().has(&format!("change-{place}-quantity"))).count();
        let owners = |one: &Quantity| frame.word("nomic-owners", kind(one));
        let mut names: Vec<(String, String)> =
            quantities.iter().map(|(name, one)| (name.clone(), format!("{name} ({})", owners(one)))).collect();
        // What an effect names that no rule has any more stays chosen.
        for name in typed.fields().named("").filter(|(field, _)| names_a_quantity(field)).map(|(_, name)| name) {
            if ![POINTS, NEW, ""].contains(&name) && names.iter().all(|(known, _)| known != name) {
                names.push((name.to_owned(), name.to_owned()));
            }
        }
        let wrong = typed.refusal("draft").map_or(&[][..], |refusal| &refusal.errors);
        let is_wrong = |part: Part| wrong.iter().any(|error| Part::of(&error.field) == Some(part));
        let has = |name: &str| typed.fields().has(name);
        Counting {
            items,
            names,
            changes: (filled + 1).clamp(FEW, MOST),
            opens_quantity: has("quantity-name") || is_wrong(Part::Quantity),
            opens_effect: has("effect-name") || is_wrong(Part::Effect) || is_wrong(Part::Change),
        }
    }
}

fn names_a_quantity(field: &str) -> bool {
    field == "effect-of" || matches!(Says::change(field), Some(Says::Quantity | Says::Per))
}

/// What the form gathers, as it carries it along.
pub fn fields(patch: &Patch) -> Option<(String, String)> {
    let mut own = patch.clone();
    own.retain(|role, _| role.has_names());
    (!own.is_empty()).then(|| ("own".to_owned(), parameters::line(&own)))
}

/// What the form has gathered so far.
fn own(sent: &Fields) -> Result<Patch, Refusal> {
    let Some(text) = sent.some("own") else { return Ok(Patch::new()) };
    let wrong = || Refusal::field("own", say!("What was gathered beside the draft cannot be read: begin it again."));
    let mut own = parameters::patch(text).ok_or_else(wrong)?;
    own.retain(|role, _| role.has_names());
    Ok(own)
}

/// What is typed joins what was gathered before; a button of the list is carried out. The fields are free for the next
/// then, or hold what is to be changed.
pub fn merged(game: &Game, sent: &mut Fields) -> Result<Patch, Error> {
    let mut own = own(sent)?;
    let now = |role: Role| game.bindings.parameters.of(role);
    for (role, members) in typed(sent)? {
        let (field, was) = match role {
            Role::Quantities => ("quantity-name", sent.some("quantity-was")),
            _ => ("effect-name", sent.some("effect-was")),
        };
        let set = own.entry(role).or_default();
        for (name, value) in members {
            let is_there = set.get(&name).map_or_else(|| now(role).contains_key(&name), |value| !value.is_null());
            if is_there && was != Some(name.as_str()) {
                let taken = say!(
                    "There is already something called “{name}”: choose “Change” beside it in the list, or give another name.",
                    name
                );
                return Err(Refusal::field(field, taken).into());
            }
            if let Some(was) = was.filter(|was| *was != name) {
                take_away(&now(role), set, was);
            }
            set.insert(name, value);
        }
    }
    let asked = sent.text("own-do").to_owned();
    let others = sent.named("").filter(|(name, _)| Part::of(name).is_none() && *name != "own-do");
    *sent = Fields::from(others.map(|(name, text)| (name.to_owned(), text.to_owned())).collect::<Vec<_>>());
    let mut parts = asked.splitn(3, ' ');
    let does = parts.next().and_then(of_word::<Does>);
    if let (Some(does), Some(role), Some(name)) = (does, parts.next().and_then(of_word::<Role>), parts.next()) {
        let set = own.entry(role).or_default();
        match does {
            Does::Change => fill(sent, role, name, set.get(name).or(now(role).get(name))),
            Does::Take => take_away(&now(role), set, name),
            Does::Back => drop(set.shift_remove(name)),
        }
    }
    own.retain(|_, set| !set.is_empty());
    sent.set("own", &if own.is_empty() { String::new() } else { parameters::line(&own) });
    Ok(own)
}

/// What is in force goes with the rule-change; what the draft alone has is forgotten.
fn take_away(now: &Map<String, Value>, set: &mut Map<String, Value>, name: &str) {
    if now.contains_key(name) {
        set.insert(name.to_owned(), Value::Null);
    } else {
        set.shift_remove(name);
    }
}

/// Puts a quantity or an effect into the fields, to be changed there.
fn fill(sent: &mut Fields, role: Role, name: &str, value: Option<&Value>) {
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
fn kind(quantity: &Quantity) -> String {
    if quantity.is_card() { CARD.to_owned() } else { word(&quantity.of) }
}

fn fill_quantity(sent: &mut Fields, name: &str, quantity: &Quantity) {
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

fn fill_effect(sent: &mut Fields, name: &str, effect: &Effect) {
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
fn typed(sent: &Fields) -> Result<Patch, Error> {
    check_names(sent)?;
    let mut patch = Patch::new();
    if let Some(name) = sent.some("quantity-name") {
        let in_all = sent.number("quantity-in-all")?;
        let things = || lines(sent.text("quantity-things")).into_iter().map(str::to_owned).collect();
        let (of, in_all) = match of_word(sent.text("quantity-of")) {
            Some(Held::Card) => (Owners::Players, Some(1)),
            Some(Held::Things) => (Owners::Things(things()), in_all),
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
        Some(On::Gain) => Occasion::Gain(quantity),
        Some(On::Loss) => Occasion::Loss(quantity),
        Some(On::Use) => {
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
            Some(How::Share) => Amount::Share(Share { part: by, of }),
            Some(How::ShareOfOwn) => Amount::ShareOfOwn(Share { part: by, of }),
            None => Amount::Exactly(by),
        };
        let per = chosen(sent, &field("per"))?.map(str::to_owned);
        let least = sent.number(&field("least"))?;
        changes.push(Alteration { quantity: quantity.to_owned(), whose, by, per, least });
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_to_what_a_line_of_parameters_says() {
        let fields = [
            ("quantity-name", "Treasury"),
            ("quantity-of", "game"),
            ("quantity-least", "0"),
            ("effect-name", "tax"),
            ("effect-on", "gain"),
            ("change-1-quantity", "points"),
            ("change-1-how", "share"),
            ("change-1-by", "-1"),
            ("change-1-of", "10"),
            ("change-2-quantity", NEW),
            ("change-2-how", "share"),
            ("change-2-by", "1"),
            ("change-2-of", "10"),
        ];
        let line = "{\"quantities\":{\"Treasury\":{\"of\":\"game\",\"least\":0}},\"effects\":{\"tax\":{\"on\":{\"gain\":\"points\"},\"changes\":[\
            {\"quantity\":\"points\",\"by\":{\"share\":{\"part\":-1,\"of\":10}}},\
            {\"quantity\":\"Treasury\",\"by\":{\"share\":{\"part\":1,\"of\":10}}}]}}}";
        let game = rookery_nomic::record::Beginning::default().start().expect("the initial set");
        let patch = merged(&game, &mut sent(&fields)).expect("a patch");
        assert_eq!(crate::nomic::parameters::line(&patch), line);
        game.bindings.parameters.patched(&patch).expect("parameters").check_effects().expect("effects");
        assert!(merged(&game, &mut sent(&[("quantity-name", "Gold"), ("quantity-most", "many")])).is_err());
        let of_nothing = [("effect-name", "tax"), ("effect-on", "turn"), ("change-1-quantity", NEW)];
        assert!(merged(&game, &mut sent(&of_nothing)).is_err(), "nothing new has a name");
        assert_eq!(merged(&game, &mut sent(&[])).expect("nothing"), Patch::new());
        let chosen = [("quantity-of", "players"), ("effect-on", "gain"), ("change-1-whose", "player")];
        assert_eq!(merged(&game, &mut sent(&chosen)).expect("nothing is filled in"), Patch::new());
        for nameless in [("quantity-start", "2"), ("effect-of", "points"), ("change-1-by", "1")] {
            assert!(merged(&game, &mut sent(&[nameless])).is_err(), "{nameless:?} would be lost");
        }
        let given_up = [("effect-was", "tax"), ("change-1-by", "1")];
        assert_eq!(merged(&game, &mut sent(&given_up)).expect("it stays as it is"), Patch::new());
    }

    fn sent(fields: &[(&str, &str)]) -> Fields {
        Fields::from(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>())
    }

    #[test]
    fn several_are_listed_and_none_is_replaced_unsaid() {
        let game = rookery_nomic::record::Beginning::default().start().expect("the initial set");
        let coin = |name| [("quantity-name", name), ("quantity-of", "players")];
        let mut first = sent(&coin("Gold"));
        merged(&game, &mut first).expect("one");
        assert!(!first.has("quantity-name"), "the fields are free for the next");
        let kept = first.text("own").to_owned();
        let mut second = sent(&[&coin("Iron")[..], &[("own", &kept)]].concat());
        let patch = merged(&game, &mut second).expect("two");
        assert_eq!(patch[&Role::Quantities].keys().collect::<Vec<_>>(), ["Gold", "Iron"]);
        let kept = second.text("own").to_owned();
        let again = merged(&game, &mut sent(&[&coin("Gold")[..], &[("own", &kept)]].concat()));
        let again = again.expect_err("it would replace what is there").to_string();
        assert!(again.contains("There is already something called “Gold”"), "{again}");
        let mut changing = sent(&[("own", &kept), ("own-do", "change quantities Gold")]);
        merged(&game, &mut changing).expect("to be changed");
        assert_eq!((changing.text("quantity-name"), changing.text("quantity-was")), ("Gold", "Gold"));
        changing.set("quantity-name", "Silver");
        changing.set("own-do", "");
        let patch = merged(&game, &mut changing).expect("renamed");
        assert_eq!(patch[&Role::Quantities].keys().collect::<Vec<_>>(), ["Iron", "Silver"]);
        let mut taken = sent(&[("own", changing.text("own")), ("own-do", "take quantities Iron")]);
        assert_eq!(merged(&game, &mut taken).expect("one")[&Role::Quantities].len(), 1);
    }

    #[test]
    fn a_card_and_what_there_is_only_so_much_of_come_back_into_their_fields() {
        let three = Quantity { in_all: Some(3), most: Some(2), ..Quantity::card() };
        for (quantity, of) in [(Quantity::card(), CARD), (three, "players")] {
            let mut fields = Fields::default();
            fill_quantity(&mut fields, "Ace", &quantity);
            assert_eq!(fields.text("quantity-of"), of);
            let read = typed(&fields).expect("it can be read");
            assert_eq!(read[&Role::Quantities]["Ace"], erased(&quantity).expect("JSON"));
            fields.set("quantity-start", "1");
            let refused = typed(&fields).expect_err("at first nobody has any").to_string();
            assert!(refused.contains("leave this empty"), "{refused}");
        }
    }

    #[test]
    fn an_effect_comes_back_into_its_fields_whole() {
        let change =
            |quantity: &str, whose, by| Alteration { quantity: quantity.to_owned(), whose, by, per: None, least: None };
        let share = |part, of| Share { part, of };
        let changes = vec![
            change(POINTS, Whose::Player, Amount::Share(share(-1, 10))),
            change("Gold", Whose::Chosen, Amount::Exactly(2)),
            change("Gold", Whose::Named("Ann".to_owned()), Amount::ShareOfOwn(share(1, 2))),
            change("Chest", Whose::Named(GAME.to_owned()), Amount::Exactly(-3)),
            Alteration {
                per: Some("Crown".to_owned()),
                least: Some(0),
                ..change(POINTS, Whose::Others, Amount::Exactly(1))
            },
        ];
        let uses =
            [Occasion::Use(Use { most: Some(5), per_day: Some(1) }), Occasion::Gain("Gold".to_owned()), Occasion::Turn];
        for on in uses {
            let effect = Effect { on, changes: changes.clone() };
            let mut fields = Fields::default();
            fill_effect(&mut fields, "pay", &effect);
            let read = typed(&fields).expect("it can be read");
            assert_eq!(read[&Role::Effects]["pay"], erased(&effect).expect("JSON"), "{effect:?}");
        }
    }
}
