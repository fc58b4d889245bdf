//! The effects of a rule-change before it is made, and what its parameters mean for the club: named players, and house
//! rules.

use rookery_messages::{Message, say};
use rookery_nomic::bindings::Role;
use rookery_nomic::explain::{self, Explanation};
use rookery_nomic::lines;
use rookery_nomic::parameters::Patch;
use rookery_nomic::plays::{Play, Thread};
use rookery_nomic::proposals::Proposal;
use serde::Serialize;
use serde_json::{Map, Value};

use super::api::Found;
use super::store;
use crate::App;
use crate::error::{Error, Refusal};
use crate::rulebook;

/// What would come of a rule-change, for the game and for the club.
#[derive(Serialize)]
pub struct Explained {
    #[serde(flatten)]
    pub game: Explanation,
    #[serde(flatten)]
    pub club: Consequences,
}

/// What the parameters of a rule-change mean to the club.
#[derive(Serialize)]
pub struct Consequences {
    /// New players whom it names; none where its parameters cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newcomers: Option<Vec<Newcomer>>,
    /// The house rules that it sets, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_rules: Option<Governs>,
}

/// Somebody whom a rule-change names as a new player.
#[derive(Serialize)]
pub struct Newcomer {
    pub name: String,
    /// Whether somebody in the club has that name.
    pub member: bool,
}

/// House rules that a rule-change sets.
#[derive(Serialize)]
pub struct Governs {
    pub rules: Map<String, Value>,
    /// Whether the club would follow them, and what is wrong with them.
    pub followed: bool,
    #[serde(serialize_with = "rookery_messages::in_english")]
    pub fault: Option<Message>,
}

/// Explains a line as it would be submitted.
pub async fn draft(app: &App, found: &Found, draft: &str) -> Result<Explained, Error> {
    let game = &found.game;
    let player = found.viewer.clone().or_else(|| game.players_of(game.day).into_iter().next()).unwrap_or_default();
    let play = Play::Say { thread: Thread::Voting, text: draft.to_owned() };
    let unclear = |why: Message| Refusal::field("draft", say!("{why}.", why = game.renumbered(why)));
    let explanation = explain::explain(game, &player, &play).map_err(unclear)?;
    let patch = match lines::parse(game.edition, Thread::Voting, draft).map_err(unclear)? {
        Some(Play::Propose { parameters: Some(patch), .. }) => patch,
        _ => Patch::default(),
    };
    Ok(Explained { game: explanation, club: consequences(app, found, &patch).await? })
}

/// Explains a proposal that is open, as its proposer saw it.
pub async fn proposal(app: &App, found: &Found, proposal: &Proposal) -> Result<Explained, Error> {
    let patch = proposal.parameters.clone().unwrap_or_default();
    let game = Explanation { outcome: Ok(explain::effect(&found.game, proposal)), why_not_now: None };
    Ok(Explained { game, club: consequences(app, found, &patch).await? })
}

async fn consequences(app: &App, found: &Found, patch: &Patch) -> Result<Consequences, Error> {
    let game = &found.game;
    let mut newcomers = None;
    if let Ok(parameters) = game.bindings.parameters.patched(patch) {
        let named = parameters.allocation.days.into_iter().map(|seat| seat.player);
        let strangers: Vec<String> = named.filter(|name| game.player(name).is_none()).collect();
        let asked = strangers.clone();
        let members = app.db.read(move |db| store::called(db, &asked)).await?;
        let newcomer = |name: String| Newcomer { member: members.contains(&name), name };
        newcomers = Some(strangers.into_iter().map(newcomer).collect());
    }
    let Some(rules) = patch.get(&Role::HouseRules).filter(|rules| !rules.is_empty()).cloned() else {
        return Ok(Consequences { newcomers, house_rules: None });
    };
    let now = app.clock.now();
    let (governs, book) =
        app.db.read(move |db| Ok((rulebook::in_force(db, now)?.nomic_table, rulebook::version_at(db, now)?))).await?;
    let fault = rulebook::governed(&book, &rules).err().map(|refusal| refusal.detail);
    let followed = governs == found.table.id.0 && fault.is_none();
    Ok(Consequences { newcomers, house_rules: Some(Governs { rules, followed, fault }) })
}
