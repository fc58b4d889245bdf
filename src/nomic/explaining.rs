//! The effects of a rule-change before it is made, and what its parameters mean for the club: named players, and house
//! rules. Programs are told all of it, and a whole game, in the words that people read.

use rookery_messages::{Message, say};
use rookery_nomic::bindings::Role;
use rookery_nomic::explain::{self, Explanation};
use rookery_nomic::game::Alert;
use rookery_nomic::parameters::Patch;
use rookery_nomic::plays::{Play, Thread};
use rookery_nomic::proposals::Proposal;
use rookery_nomic::{Game, lines};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::api::FoundGame;
use super::store;
use crate::App;
use crate::error::{Error, Refusal};
use crate::rulebook;
use crate::web::catalogue::Language;

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
    /// New players whom it names; absent if its parameters are not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newcomers: Option<Vec<Newcomer>>,
    /// The house rules that it sets, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_rules: Option<Governs>,
    /// Whether it sets a quorum of nobody, which no vote ever fails.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub quorum_of_nobody: bool,
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

/// Something that the engine says, in the English words that people are told: it cites rules and no readings, and days and
/// times are written as people read them.
pub fn told(message: &Message) -> String {
    Language::English.say(message)
}

/// An explanation in these words.
pub fn for_readers(explanation: Explanation) -> Explanation {
    let reworded = |message: Message| Message::verbatim(told(&message));
    let Explanation { outcome, why_not_now } = explanation;
    let mut outcome = outcome.map_err(reworded);
    if let Ok(outcome) = &mut outcome {
        outcome.because = outcome.because.take().map(reworded);
    }
    Explanation { outcome, why_not_now: why_not_now.map(reworded) }
}

/// The game as programs read it, as `viewer` sees it: its alerts in these words, with rules by their numbers of now.
pub fn view(game: &Game, viewer: Option<&str>) -> Value {
    let mut view = game.view(viewer);
    let alert = |alert: &Alert| json!({ "at": alert.at, "text": told(&game.renumbered(alert.text.clone())) });
    view["alerts"] = game.alerts.iter().map(alert).collect();
    view
}

/// Explains a line as it would be submitted.
pub(crate) async fn draft(app: &App, found: &FoundGame, draft: &str) -> Result<Explained, Error> {
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
pub(crate) async fn proposal(app: &App, found: &FoundGame, proposal: &Proposal) -> Result<Explained, Error> {
    let patch = proposal.parameters.clone().unwrap_or_default();
    let game = Explanation { outcome: Ok(explain::effect(&found.game, proposal)), why_not_now: None };
    Ok(Explained { game, club: consequences(app, found, &patch).await? })
}

async fn consequences(app: &App, found: &FoundGame, patch: &Patch) -> Result<Consequences, Error> {
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
    let quorum = patch.get(&Role::Adoption).and_then(|adoption| adoption.get("quorum"));
    let quorum_of_nobody = quorum.and_then(Value::as_u64) == Some(0);
    let Some(rules) = patch.get(&Role::HouseRules).filter(|rules| !rules.is_empty()).cloned() else {
        return Ok(Consequences { newcomers, house_rules: None, quorum_of_nobody });
    };
    let now = app.clock.now();
    let (governs, book) =
        app.db.read(move |db| Ok((rulebook::in_force(db, now)?.nomic_table, rulebook::version_at(db, now)?))).await?;
    let fault = rulebook::governed(&book, &rules).err().map(|refusal| refusal.detail);
    let followed = governs == found.table.id.0 && fault.is_none();
    Ok(Consequences { newcomers, house_rules: Some(Governs { rules, followed, fault }), quorum_of_nobody })
}
