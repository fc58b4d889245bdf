//! Quantities of the players' own as a page: what there is, what changes it, what the reader may do, and what was done. The
//! form that has a rule-change set them is in `counting.rs`.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::Message;
use rookery_nomic::accounts::{By, Deed, Movement};
use rookery_nomic::bindings::Role;
use rookery_nomic::effects::Ready;
use rookery_nomic::parameters::{
    Alteration, Amount, Effect, GAME, Occasion, Owners, POINTS, Quantities, Quantity, Share, Whose,
};
use rookery_nomic::plays::Play;
use rookery_nomic::{Game, lines};

use super::{Around, Before, parts, standing};
use crate::App;
use crate::error::Error;
use crate::fields::word;
use crate::http::Params;
use crate::nomic::archive::Words;
use crate::tables::TableId;
use crate::web::catalogue::Language;
use crate::web::layout::{Frame, render};
use crate::web::typed::Typed;

/// Deeds that the page shows, the newest first.
const SHOWN: usize = 50;

/// A quantity with what everybody and everything has of it.
struct Counted {
    name: String,
    what: String,
    rule: Option<u32>,
    held: Vec<(String, String)>,
    /// Of a card, who holds it, in place of how much everybody has.
    held_by: Option<String>,
}

/// An effect that happens automatically, or that players may use.
pub struct Deal {
    pub name: String,
    pub what: String,
    pub rule: Option<u32>,
    pub usable: Option<Usable>,
}

impl Deal {
    fn of(frame: &Frame, game: &Game, ready: Ready) -> Deal {
        Deal {
            what: effect(frame.language, &ready.effect, &game.bindings.parameters.quantities),
            rule: ready.rule.map(|rule| rule.label),
            name: ready.name,
            usable: None,
        }
    }
}

/// What a player who uses an effect chooses.
pub struct Usable {
    /// What the pages call the form for it.
    pub form: String,
    /// The most that can be chosen.
    pub most: Option<i64>,
    /// Whom or what; nothing: nobody is chosen.
    pub whom: Vec<String>,
    /// Why it cannot be used now, where there is nothing to choose.
    pub not_now: Option<Message>,
}

/// Something that was done.
struct Done {
    at: String,
    what: String,
    rule: Option<u32>,
    player: Option<String>,
    changes: Vec<String>,
    taken_back: Option<String>,
    /// What asks the court about it, where it was claimed and counts.
    claim: Option<String>,
}

#[derive(Template)]
#[template(path = "nomic/quantities.html")]
struct QuantitiesPage<'a> {
    frame: Frame,
    around: &'a Around,
    counted: Vec<Counted>,
    deals: Vec<Deal>,
    stopped: Vec<Deal>,
    /// The newest first.
    done: Vec<Done>,
    /// How many older ones there are.
    older: usize,
    /// Rules that call different things by one name.
    conflicts: Vec<Message>,
    typed: Typed,
}

pub(crate) async fn all(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    asked: Params<Before>,
) -> Result<HttpResponse, Error> {
    page(&app, frame, *id, asked.0.before, Typed::default()).await
}

/// The page, with what was typed into it and refused.
pub(crate) async fn page(
    app: &App,
    frame: Frame,
    id: TableId,
    before: Option<usize>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let around = &Around::open(app, &frame, id, "quantities").await?;
    let game = &around.game;
    let declared = &game.bindings.parameters.quantities;
    let counted = game.accounts_by(declared).into_iter().map(|(name, held)| Counted {
        what: declared.get(&name).map_or_else(String::new, |one| quantity(frame.language, one)),
        rule: game.supplied_by(Role::Quantities, &name),
        held_by: declared.get(&name).filter(|one| one.is_card()).map(|_| held_by(frame.language, &game.holding(&name))),
        held: held.into_iter().map(|(holder, now)| (called(frame.language, &holder), parts::number(now))).collect(),
        name,
    });
    let conflicts = game.bindings.conflicts(&game.book).into_iter().filter(|conflict| conflict.name.is_some());
    let deeds = &game.accounts.deeds;
    let end = before.unwrap_or(usize::MAX).min(deeds.len());
    let page = QuantitiesPage {
        counted: counted.collect(),
        deals: deals(&frame, around),
        stopped: stopped(&frame, around),
        done: deeds[..end].iter().enumerate().rev().take(SHOWN).map(|deed| done(&frame, around, deed)).collect(),
        older: end.saturating_sub(SHOWN),
        conflicts: conflicts.map(|conflict| conflict.message()).collect(),
        around,
        frame,
        typed,
    };
    render(page.typed.status(), &page)
}

/// All that happens to quantities, and what of it the reader may use.
pub fn deals(frame: &Frame, around: &Around) -> Vec<Deal> {
    let game = &around.game;
    let player = around.viewer.as_deref().filter(|_| around.may_act());
    let deal = |(place, ready): (usize, Ready)| Deal {
        usable: player.and_then(|player| usable(game, player, place, &ready)),
        ..Deal::of(frame, game, ready)
    };
    game.effects().into_iter().enumerate().map(deal).collect()
}

/// All that happened and has stopped, for its rule has other words now.
pub fn stopped(frame: &Frame, around: &Around) -> Vec<Deal> {
    around.game.stopped().into_iter().map(|ready| Deal::of(frame, &around.game, ready)).collect()
}

fn usable(game: &Game, player: &str, place: usize, ready: &Ready) -> Option<Usable> {
    let Occasion::Use(how) = &ready.effect.on else { return None };
    let chosen = ready.effect.changes.iter().find(|change| change.whose == Whose::Chosen);
    let whom = chosen.map(|change| game.holders(&change.quantity)).unwrap_or_default();
    let line = lines::print(&Play::Use { effect: ready.name.clone(), amount: None, whom: None });
    let is_alone = how.most.is_none() && chosen.is_none();
    let not_now = if is_alone { standing::said(game, player, &line).err() } else { None };
    Some(Usable { form: format!("use-{place}"), most: how.most, whom, not_now })
}

/// A change of an account: `Ann: Gold +3 → 5`.
fn change(frame: &Frame, moved: &Movement) -> String {
    let named =
        if moved.quantity == POINTS { frame.t("nomic-quantity-points").to_string() } else { moved.quantity.clone() };
    let (holder, after) = (called(frame.language, &moved.holder), parts::number(moved.after));
    format!("{holder}: {named} {} → {after}", frame.signed(moved.delta))
}

/// What the form for the court begins with where it asks about a claim: the question, and the rule that it cites.
pub fn about_claim(frame: &Frame, game: &Game, place: usize) -> Vec<(String, String)> {
    let Some(Deed { by: By::Claim { rule, .. }, movements, .. }) = game.accounts.deeds.get(place) else {
        return Vec::new();
    };
    let claim = movements.iter().map(|moved| change(frame, moved)).collect::<Vec<_>>().join(", ");
    let question = frame.t("nomic-ask-claim").with("claim", claim).to_string();
    vec![("text".to_owned(), question), ("rule".to_owned(), game.number_now(rule).to_string())]
}

fn done(frame: &Frame, around: &Around, (place, deed): (usize, &Deed)) -> Done {
    let (what, rule) = match &deed.by {
        By::Effect { name, rule } => (name.clone(), rule.as_ref().map(|rule| around.game.number_now(rule))),
        By::Judgement(id) => (frame.t("nomic-by-judgement").with("id", id).to_string(), None),
        By::Claim { rule, reason } => {
            let what = match reason.as_str() {
                "" => frame.t("nomic-by-claim-alone"),
                why => frame.t("nomic-by-claim").with("why", why),
            };
            (what.to_string(), Some(around.game.number_now(rule)))
        }
    };
    Done {
        at: around.moment(frame, &deed.at),
        what,
        rule,
        player: deed.player.clone(),
        changes: deed.movements.iter().map(|moved| change(frame, moved)).collect(),
        claim: parts::about_deed((place, deed)),
        taken_back: deed.reversed_by.as_ref().map(|by| parts::taken_back(frame, by)),
    }
}

/// Whose it is, as people read it.
pub fn called(language: Language, holder: &str) -> String {
    if holder == GAME { language.t("nomic-whose-game").to_string() } else { holder.to_owned() }
}

/// Who holds a card, as people read it.
fn held_by(language: Language, holders: &[String]) -> String {
    match holders {
        [] => language.t("nomic-held-by-nobody").to_string(),
        some => language.t("nomic-held-by").with("names", language.listed(some)).to_string(),
    }
}

/// What players of this game may claim beside points, and what beside players may have it.
pub fn claimable(game: &Game) -> (Vec<String>, Vec<String>) {
    let declared = &game.bindings.parameters.quantities;
    if !game.edition.is_eighth() {
        return Default::default();
    }
    let things =
        |quantity: &Quantity| if let Owners::Things(things) = &quantity.of { things.clone() } else { Vec::new() };
    (declared.keys().cloned().collect(), declared.values().flat_map(things).collect())
}

/// A quantity in words.
pub fn quantity(language: Language, quantity: &Quantity) -> String {
    let of = match &quantity.of {
        _ if quantity.is_card() => language.t("nomic-of-card").to_string(),
        Owners::Players => language.t("nomic-of-players").to_string(),
        Owners::Game => language.t("nomic-of-game").to_string(),
        Owners::Things(things) => language.t("nomic-of-things").with("things", things.join(", ")).to_string(),
    };
    let start = || language.t("nomic-quantity-start").with("number", quantity.start).to_string();
    let in_all = |most: i64| language.t("nomic-quantity-in-all").with("number", most).to_string();
    // Of what there is only so much nobody has any at first, and of a card there is one.
    let begins = match quantity.in_all {
        None => Some(start()),
        Some(most) => (!quantity.is_card()).then(|| in_all(most)),
    };
    let least = quantity.least.map(|least| language.t("nomic-quantity-least").with("number", least).to_string());
    let most = quantity.most.map(|most| language.t("nomic-quantity-most").with("number", most).to_string());
    [Some(of), begins, least, most].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// An effect in words; `quantities` says whose each is.
pub fn effect(language: Language, effect: &Effect, quantities: &Quantities) -> String {
    let is_of_game = |name: &str| quantities.get(name).is_some_and(|quantity| quantity.of == Owners::Game);
    let name = |quantity: &str| match quantity {
        POINTS => language.t("nomic-quantity-points").to_string(),
        other => other.to_owned(),
    };
    let on = match &effect.on {
        Occasion::Gain(quantity) => language.t("nomic-on-gain").with("quantity", name(quantity)).to_string(),
        Occasion::Loss(quantity) => language.t("nomic-on-loss").with("quantity", name(quantity)).to_string(),
        Occasion::Use(how) => {
            let most = how.most.map(|most| language.t("nomic-use-most").with("number", most).to_string());
            let often = how.per_day.map(|times| language.t("nomic-use-per-day").count("times", times).to_string());
            let on = Some(language.t("nomic-on-use").to_string());
            [on, most, often].into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        other => language.word("nomic-on", word(other)).to_string(),
    };
    let chosen = matches!(effect.on, Occasion::Use(_));
    let change = |change: &Alteration| {
        let whose = match &change.whose {
            _ if is_of_game(&change.quantity) => language.t("nomic-changed-game"),
            Whose::Named(holder) => language.t("nomic-changed-named").with("name", called(language, holder)),
            other => language.word("nomic-changed", word(other)),
        };
        let changed =
            format!("{} {}", whose.with("quantity", name(&change.quantity)), amount(language, change.by, chosen));
        match &change.per {
            Some(per) => format!("{changed} {}", language.t("nomic-per").with("quantity", name(per))),
            None => changed,
        }
    };
    let bounded = |one: &Alteration| match one.least {
        Some(least) => format!("{} ({})", change(one), language.t("nomic-change-least").with("number", least)),
        None => change(one),
    };
    let changes: Vec<String> = effect.changes.iter().map(bounded).collect();
    format!("{on}: {}", changes.join("; "))
}

/// What a document of a game's rules says besides these.
pub fn document_words(language: Language, game: &Game) -> Words {
    let declared = &game.bindings.parameters.quantities;
    let counted = declared.iter().map(|(name, one)| (name.clone(), quantity(language, one))).collect();
    let effects = game.effects().into_iter();
    let happens = effects.map(|ready| (ready.name, effect(language, &ready.effect, declared))).collect();
    let heading = |id: &str| language.t(id).to_string();
    Words {
        immutable: heading("nomic-written-immutable"),
        lists: vec![(heading("nomic-quantities"), counted), (heading("nomic-effects"), happens)],
    }
}

/// How much; a share is of what was `chosen`, or of what was gained or lost.
fn amount(language: Language, amount: Amount, chosen: bool) -> String {
    // So many of one are no fraction.
    let told = |share: Share, part: &str, times: &str| {
        let number = parts::signed(share.part);
        if share.of == 1 {
            language.t(times).with("number", number).to_string()
        } else {
            language.t(part).with("share", format!("{number}/{}", share.of)).to_string()
        }
    };
    match amount {
        Amount::Exactly(number) => parts::signed(number),
        Amount::Share(share) if share.of == 1 && share.part.abs() == 1 => {
            let sign = if share.part < 0 { "−" } else { "+" };
            format!("{sign} {}", language.t(if chosen { "nomic-by-whole-chosen" } else { "nomic-by-whole" }))
        }
        Amount::Share(share) if chosen => told(share, "nomic-by-share-chosen", "nomic-by-times-chosen"),
        Amount::Share(share) => told(share, "nomic-by-share", "nomic-by-times"),
        Amount::ShareOfOwn(share) => told(share, "nomic-by-own", "nomic-by-times-own"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_for_each_of_something_says_of_what() {
        let change = Alteration {
            quantity: POINTS.to_owned(),
            whose: Whose::Everybody,
            by: Amount::Exactly(2),
            per: Some("Crown".to_owned()),
            least: None,
        };
        let price = Alteration { by: Amount::Exactly(-3), per: None, least: Some(0), ..change.clone() };
        let changes = vec![change, price];
        let told = effect(Language::English, &Effect { on: Occasion::Day, changes }, &Quantities::new());
        let wanted =
            "As a day begins: everybody’s points +2 for each “Crown”; everybody’s points −3 (at least 0 must be left)";
        assert_eq!(told, wanted);
    }

    #[test]
    fn of_a_card_there_is_no_number_to_tell() {
        let told = |in_all| quantity(Language::English, &Quantity { in_all, ..Quantity::card() });
        assert_eq!(told(Some(1)), "a card: one player holds it, or nobody");
        assert_eq!(told(Some(3)), "every player has some; never more than 3 in all");
        assert_eq!(told(None), "every player has some; begins with 0");
        let ann = ["Ann".to_owned()];
        assert_eq!(held_by(Language::English, &ann), "Held by Ann");
        assert_eq!(held_by(Language::English, &[]), "Nobody holds it");
    }

    #[test]
    fn so_many_of_one_are_a_number_and_no_fraction() {
        let told = |part, of, chosen| amount(Language::English, Amount::Share(Share { part, of }), chosen);
        assert_eq!(told(-1, 10, false), "−1/10 of it");
        assert_eq!(
            (told(20, 1, true), told(-2, 1, false)),
            ("+20 times what is chosen".into(), "−2 times that much".into())
        );
        assert_eq!(told(1, 1, true), "+ all of what is chosen");
        assert_eq!(
            amount(Language::English, Amount::ShareOfOwn(Share { part: 1, of: 2 }), false),
            "+1/2 of what there is"
        );
    }
}
