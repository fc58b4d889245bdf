//! The settings of a game's rules, stored beside their text in a document: a game that begins with the document has
//! the same settings.

use super::Game;
use super::bindings::{Binding, Bindings, Role};
use super::entries::{Contradiction, wrong};
use super::game::{Newcomer, Player};
use super::parameters::{Parameters, Patch, Seat};
use super::record::Beginning;
use super::references;
use super::rulebook::{InitialRule, RuleId};
use super::table::hex;
use rookery_messages::{Value as Said, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The member of a document that holds it.
const MEMBER: &str = "enforced";

/// What the service does by the rules of a document. Who plays and the house rules of the club are each game's own,
/// and points and quantities start as in a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enforced {
    /// The rules behind each role, by their ids, and what each of them supplied.
    pub bound: BTreeMap<Role, Binding>,
    /// What is set because of them.
    pub parameters: Parameters,
    /// The number of the next proposal.
    pub next_number: u32,
    /// A digest of the words of each of these rules: of other words this was not said.
    pub words: BTreeMap<RuleId, String>,
}

impl Enforced {
    /// What `game` does by its rules now.
    pub fn of(game: &Game) -> Self {
        let mut bindings = game.bindings.clone();
        bindings.keep_supplies();
        let Bindings { mut bound, mut parameters, .. } = bindings;
        take_out_own(&mut bound, &mut parameters);
        if game.changes_by_itself().is_none() {
            parameters.adoption.change = None;
            each_supply(&mut bound, Role::Adoption, |members| {
                members.get_mut("change").into_iter().for_each(|change| *change = Value::Null);
            });
        }
        let rules: BTreeSet<&RuleId> = bound.values().flat_map(|binding| &binding.rules).collect();
        let digest = |id: &RuleId| Some((id.clone(), digest(&game.book.rule(id)?.current().text)));
        let words = rules.into_iter().filter_map(digest).collect();
        Self { bound, parameters, next_number: game.next_number, words }
    }

    /// What a document says of it; `ids` are those of its rules.
    pub(super) fn read<'a>(
        document: &Value,
        ids: impl Iterator<Item = &'a String>,
    ) -> Result<Option<Self>, Contradiction> {
        let Some(said) = document.get(MEMBER) else { return Ok(None) };
        let unread =
            |error: serde_json::Error| wrong(MEMBER, say!("cannot be read: {error}", error = Said::text(error)));
        let mut enforced: Self = serde_json::from_value(said.clone()).map_err(unread)?;
        take_out_own(&mut enforced.bound, &mut enforced.parameters);
        let known: BTreeSet<&String> = ids.collect();
        let supplies =
            || enforced.bound.iter().flat_map(|(role, binding)| binding.supplies.iter().map(move |one| (*role, one)));
        let named = enforced.bound.values().flat_map(|binding| &binding.rules);
        let mut named = named.chain(supplies().filter_map(|(_, supply)| supply.rule.as_ref()));
        if let Some(unknown) = named.find(|id| !known.contains(id)) {
            return Err(wrong(MEMBER, say!("there is no rule with the id {id} in the document", id = unknown)));
        }
        let patches = supplies().map(|(role, supply)| Patch::from([(role, supply.members.clone())]));
        for patch in std::iter::once(Patch::new()).chain(patches) {
            enforced.parameters.patched(&patch).map_err(|problem| wrong(MEMBER, problem))?;
        }
        Ok(Some(enforced))
    }

    /// Says it in `document`, unless a game would do the same by the words of its rules alone.
    pub(super) fn write(document: &mut Value, game: &Game) {
        if let Some(members) = document.as_object_mut() {
            members.shift_remove(MEMBER);
        }
        let newcomer = |player: &Player| Newcomer { name: player.name.clone(), weekday: player.weekday };
        let alone = Beginning {
            edition: game.edition,
            start_date: Some(game.day),
            players: game.playing().map(newcomer).collect(),
            rules: Some(document.clone()),
            ..Beginning::default()
        };
        let enforced = Self::of(game);
        // Where nothing was adopted, the first numbers are free again.
        let is_same = |begun: Game| Self { next_number: enforced.next_number, ..Self::of(&begun) } == enforced;
        if !alone.start().is_ok_and(is_same) {
            document[MEMBER] = json!(enforced);
        }
    }

    /// Says in one document what another does.
    pub(super) fn copy(from: &Value, to: &mut Value) {
        if let Some(said) = from.get(MEMBER) {
            to[MEMBER] = said.clone();
        }
    }

    /// The rule without which a role does not act.
    pub(super) fn main_rule(&self, role: Role) -> Option<&RuleId> {
        self.bound.get(&role)?.rules.first()
    }

    /// The rules of these that have other words by now.
    pub(super) fn reworded(&self, rules: &[InitialRule]) -> Vec<RuleId> {
        let is_other = |rule: &&InitialRule| self.words.get(&rule.id).is_some_and(|words| *words != digest(&rule.text));
        rules.iter().filter(is_other).map(|rule| rule.id.clone()).collect()
    }

    /// The rules behind each role in a game with these days.
    pub(super) fn bound_for(&self, days: &[Seat]) -> BTreeMap<Role, Binding> {
        let mut bound = self.bound.clone();
        if let Some(binding) = bound.get_mut(&Role::Allocation) {
            let main = binding.rules.first().cloned();
            if let Some(supply) = binding.supplies.iter_mut().rfind(|supply| supply.rule == main) {
                supply.members.insert("days".to_owned(), json!(days));
            }
        }
        bound
    }
}

/// Takes out what is each game's own, also where somebody has written it into a document: who plays on which days, the
/// club's house rules, and numbers of proposals, which may come again.
fn take_out_own(bound: &mut BTreeMap<Role, Binding>, parameters: &mut Parameters) {
    bound.remove(&Role::HouseRules);
    parameters.house_rules.clear();
    parameters.allocation.days.clear();
    bound.values_mut().flat_map(|binding| &mut binding.supplies).for_each(|supply| supply.by = None);
    each_supply(bound, Role::Allocation, |members| drop(members.shift_remove("days")));
}

/// Changes what rules supplied for a role.
fn each_supply(bound: &mut BTreeMap<Role, Binding>, role: Role, change: impl Fn(&mut Map<String, Value>)) {
    let supplies = bound.get_mut(&role).into_iter().flat_map(|binding| &mut binding.supplies);
    supplies.for_each(|supply| change(&mut supply.members));
}

/// A digest of what a rule says, apart from numbers that references carry, lines that give players their days, and
/// white space.
fn digest(text: &[String]) -> String {
    let said = text.iter().filter(|paragraph| super::record::seat(paragraph).is_none());
    let said = said.map(String::as_str).collect::<Vec<_>>().join(" ");
    let bare = references::rewrite(&said, |_| Some(0)).unwrap_or(said);
    hex(&Sha256::digest(bare.split_whitespace().collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::super::bindings::Force;
    use super::super::documents::Document;
    use super::super::edition::Edition;
    use super::super::parameters::{GAME, Threshold};
    use super::super::plays::{Event, Play, Thread};
    use super::*;
    use chrono::TimeDelta;

    fn begun() -> (Game, Document) {
        let beginning = Beginning { edition: Edition::LATEST, ..Beginning::default() };
        (beginning.start().expect("it starts"), beginning.rules().expect("the initial set"))
    }

    /// A game that begins with this document, by other people.
    fn next(document: &str) -> Game {
        let rules = serde_json::from_str(document).expect("JSON");
        let players = [("Ann", chrono::Weekday::Mon), ("Bea", chrono::Weekday::Tue)];
        let players = players.map(|(name, weekday)| Newcomer { name: name.to_owned(), weekday: Some(weekday) });
        let beginning = Beginning {
            edition: Edition::LATEST,
            rules: Some(rules),
            players: players.to_vec(),
            ..Beginning::default()
        };
        beginning.start().expect("it starts")
    }

    /// The player of the day proposes, everybody votes Yes, and the next allocated day begins.
    fn adopt(game: &mut Game, change: &str) {
        let (proposer, begins) = (game.players_of(game.day).remove(0), game.begins(game.day));
        let everybody = game.eligible().into_iter().map(|player| (player, "Vote: Yes"));
        for (player, text) in std::iter::once((proposer, change)).chain(everybody) {
            let play = Play::Say { thread: Thread::Voting, text: text.to_owned() };
            let outcome = game.apply(&Event { at: begins + TimeDelta::hours(8), player, play }).expect("it applies");
            assert!(outcome.void.is_none(), "{text}: {outcome:?}");
        }
        game.advance(begins + TimeDelta::hours(24)).expect("forwards");
        while !game.is_turn_day(game.day) {
            game.advance(game.begins(game.day) + TimeDelta::hours(24)).expect("forwards");
        }
    }

    fn played() -> (Game, String) {
        let (mut game, initial) = begun();
        adopt(
            &mut game,
            "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}",
        );
        adopt(
            &mut game,
            "Rule-change: Enact: A tenth goes to the treasury.\nParameters: {\"quantities\":{\"Treasury\":{\"of\":\"game\",\"start\":5}},\
             \"effects\":{\"tax\":{\"on\":{\"gain\":\"points\"},\"changes\":[{\"quantity\":\"Treasury\",\"by\":{\"share\":{\"part\":1,\"of\":10}}}]}}}",
        );
        adopt(&mut game, "Rule-change: Amend Rule 207: replace \"10 points\" with \"a tenth\"");
        adopt(
            &mut game,
            "Rule-change: Amend Rule 204: append \"Two thirds are enough.\"\nParameters: {\"adoption\":{\"threshold\":\"two_thirds_of_cast\"}}",
        );
        adopt(&mut game, "Rule-change: Repeal Rule 205");
        let document = initial.with_rules_of(&game).to_text();
        (game, document)
    }

    #[test]
    fn a_game_that_begins_with_the_rules_of_another_does_what_that_does() {
        let (before, document) = played();
        let game = next(&document);
        assert_eq!(Enforced::of(&game), Enforced::of(&before));
        assert_eq!(game.next_number, 306);
        let parameters = &game.bindings.parameters;
        assert_eq!(parameters.adoption.threshold, Threshold::TwoThirdsOfCast);
        assert_eq!(parameters.proposal_window.cutoff, chrono::NaiveTime::from_hms_opt(20, 0, 0));
        assert_eq!(parameters.allocation.days.len(), 2, "each game has its own players");
        assert_eq!(game.held("Treasury", GAME), Some(5), "as in a new game");
        assert_eq!(game.force(Role::DefeatPenalty), Force::Advisory, "what only warned does");
        assert_eq!(game.force(Role::AgainstBonus), Force::Absent, "what was repealed stays so");
        // And it can be changed as there: with the rule goes what it brought.
        let mut game = game;
        adopt(&mut game, "Rule-change: Repeal Rule 302");
        assert!(game.effects().is_empty() && game.bindings.parameters.quantities.is_empty());
        // A rule that was amended does not change by itself in the next game.
        for _ in 0..3 {
            game.advance(game.begins(game.day) + TimeDelta::days(7)).expect("forwards");
        }
        assert_eq!(game.bindings.parameters.adoption.threshold, Threshold::TwoThirdsOfCast);
    }

    #[test]
    fn what_a_rule_of_the_game_before_set_ends_with_it() {
        let (mut game, initial) = begun();
        let secret = "Rule-change: Enact: Votes are secret, and two judge.\n\
                      Parameters: {\"voting\":{\"secret\":true},\"court\":{\"judges\":[\"Ann\",\"Bea\"]}}";
        adopt(&mut game, secret);
        let mut game = next(&initial.with_rules_of(&game).to_text());
        assert!(game.bindings.parameters.voting.secret);
        adopt(&mut game, "Rule-change: Repeal Rule 301");
        let parameters = &game.bindings.parameters;
        assert!(!parameters.voting.secret && parameters.court.judges.is_empty());
        assert_eq!(parameters.allocation.days.len(), 2, "nobody loses their day by that");
    }

    #[test]
    fn what_is_said_of_other_words_only_warns_and_what_is_of_no_rule_is_refused() {
        let (_, document) = played();
        let game = next(&document.replacen("before 8pm", "before 9pm", 1));
        assert_eq!(game.force(Role::ProposalWindow), Force::Advisory);
        assert_eq!(game.force(Role::Adoption), Force::Enforced);
        let parsed = |text: &str| Document::parse(text).map(drop).map_err(|bad| bad.to_string());
        assert_eq!(parsed(&document), Ok(()));
        let unknown = parsed(&document.replacen("\"rules\": [\"5\"", "\"rules\": [\"999\"", 1));
        assert!(document.contains("\"rules\": [\"5\"") && unknown.is_err_and(|why| why.contains("id 999")));
        let unread = parsed(&document.replacen("two_thirds_of_cast", "three_thirds_of_cast", 1));
        assert!(unread.is_err_and(|why| why.starts_with("enforced: ")));
    }

    #[test]
    fn people_that_somebody_wrote_into_what_is_enforced_do_not_play() {
        let (_, document) = played();
        let mut value: Value = serde_json::from_str(&document).expect("JSON");
        let days = json!([{ "player": "Zoe", "weekday": "Wed" }]);
        value["enforced"]["parameters"]["allocation"]["days"] = days.clone();
        value["enforced"]["bound"]["allocation"]["supplies"][0]["members"]["days"] = days;
        let game = next(&value.to_string());
        assert_eq!(game.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), ["Ann", "Bea"]);
        assert_eq!(Enforced::of(&game), Enforced::of(&next(&document)));
    }

    #[test]
    fn what_the_words_say_alone_is_not_said_twice_and_a_changed_document_is_of_its_day() {
        let (game, initial) = begun();
        assert_eq!(initial.with_rules_of(&game), initial);
        let (game, document) = played();
        let value: Value = serde_json::from_str(&document).expect("JSON");
        assert_eq!(value["date"], json!(game.day));
        assert_eq!(value["author"], "Chris B, Dave M, Ben P, Alex T, Alex W");
    }
}
