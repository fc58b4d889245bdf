//! What messages cite: rules of the initial set, stored by their number there and shown by their present number; and
//! readings (`docs/nomic-readings.md`), which stand in the record of a game and are told to nobody.

use super::bindings::{INITIAL, Role};
use super::game::{Game, Source};
use super::refusals::Void;
use super::rulebook::{Cause, Rule, RuleVersion};
use rookery_messages::{Message, Value};
use std::sync::Arc;

/// The kind of word that such a number is.
const CITED: &str = "nomic_rule";

/// A rule of the initial set in a message.
pub(super) fn law(number: u32) -> Value {
    Value::word(CITED, number)
}

/// The readings that a message rests on, as records have them: `, reading 31` behind a rule in brackets, or ` (reading 15)`.
pub(super) fn readings(recorded: &str) -> Value {
    Value::recorded(recorded)
}

impl Game {
    /// The rule that does what this rule of the initial set does: itself while it is in effect, or else the one that
    /// leads its role.
    pub fn law(&self, number: u32) -> Option<&Rule> {
        // A rule that was enacted under a number that had become free is another one.
        let is_it = |first: &Arc<RuleVersion>| first.cause == Cause::Initial && first.label == number;
        let began = |rule: &&Rule| rule.versions.first().is_some_and(is_it);
        let role = INITIAL.iter().find(|(_, rules)| rules.first() == Some(&number)).map(|(role, _)| *role);
        let leads = || self.bindings.rule(role?).filter(|rule| self.book.in_effect(rule));
        self.book.live().find(began).or_else(|| self.book.rule(leads()?))
    }

    /// The number now of the rule that an entry was made under.
    pub fn number_now(&self, source: &Source) -> u32 {
        self.book.rule(&source.rule).map_or(source.label, |rule| rule.current().label)
    }

    /// The number of the rule in effect that a parameter in force comes from, where that is kept.
    pub fn supplied_by(&self, role: Role, member: &str) -> Option<u32> {
        let rule = self.bindings.supplier(role, member, &self.book)?;
        self.book.rule(&rule).map(|rule| rule.current().label)
    }

    /// A message with the rules that it cites by their numbers of now (rule 110).
    pub fn renumbered(&self, message: impl Into<Message>) -> Message {
        recited(message.into(), &|number| self.law(number).map(|rule| rule.current().label))
    }

    /// Why a message does not count: cites the rules that say so now, whichever supplied what stands against it. What is
    /// recorded of a message is as it was [`renumbered`](Self::renumbered).
    pub fn why(&self, void: &Void) -> Message {
        self.citing(void.message(), void.rests_on())
    }

    /// A message that cites some rules of the initial set for a parameter each: for them the one that supplied it.
    pub(super) fn citing(&self, message: Message, parameters: &[(u32, Role, &str)]) -> Message {
        let supplied = |number: u32| {
            let (_, role, member) = parameters.iter().find(|(law, ..)| *law == number)?;
            self.supplied_by(*role, member)
        };
        let now = |number: u32| supplied(number).or_else(|| self.law(number).map(|rule| rule.current().label));
        recited(message, &now)
    }
}

/// A message with each rule that it cites by the number that `now` gives for that in the initial set.
fn recited(message: Message, now: &dyn Fn(u32) -> Option<u32>) -> Message {
    message.map(|_, value| cited(value, now))
}

fn cited(value: Value, now: &dyn Fn(u32) -> Option<u32>) -> Value {
    match value {
        Value::Word { word, of } if of == CITED => {
            word.parse().ok().and_then(now).map_or(Value::Text(word), Value::from)
        }
        Value::Message(message) => recited(*message, now).into(),
        Value::List { join, items } => {
            Value::List { join, items: items.into_iter().map(|item| cited(item, now)).collect() }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::edition::Edition;
    use super::super::plays::{Event, Play, Thread, Void};
    use super::super::record::Beginning;
    use super::*;
    use chrono::TimeDelta;
    use rookery_messages::say;

    /// The player of the day proposes, everybody votes Yes, and the day ends.
    fn adopt(game: &mut Game, change: &str) {
        let (proposer, begins) = (game.players_of(game.day).remove(0), game.begins(game.day));
        let everybody = game.playing().map(|player| player.name.clone()).collect::<Vec<_>>().into_iter();
        let votes = everybody.map(|player| (player, "Vote: Yes"));
        for (player, text) in std::iter::once((proposer, change)).chain(votes) {
            let play = Play::Say { thread: Thread::Voting, text: text.to_owned() };
            let at = begins + TimeDelta::hours(8);
            game.apply(&Event { at, player, play }).expect("it applies");
        }
        game.advance(begins + TimeDelta::hours(24)).expect("forwards");
    }

    #[test]
    fn what_a_message_cites_is_told_by_its_number_of_now() {
        let mut game = Beginning { edition: Edition::LATEST, ..Beginning::default() }.start().expect("it starts");
        let recorded = Void::SecondOfDay.message();
        let told = |game: &Game| game.renumbered(&recorded).to_string();
        assert!(told(&game).contains("(rule 202,"));
        adopt(
            &mut game,
            "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{}}",
        );
        assert!(told(&game).contains("(rule 301,") && recorded.to_string().contains("(rule 202,"), "{}", told(&game));
        let quoting = game.renumbered(say!("“{line}”: {why}", line = "rule 202", why = &recorded)).to_string();
        assert!(
            quoting.starts_with("“rule 202”: ") && quoting.contains("(rule 301,"),
            "somebody's own words stay: {quoting}"
        );
        // Once it is gone, the rule that does the same instead is meant.
        adopt(
            &mut game,
            "Rule-change: Enact: Propose before 6pm.\nParameters: {\"proposal_window\":{\"cutoff\":\"18:00:00\"}}",
        );
        adopt(&mut game, "Rule-change: Repeal Rule 301");
        assert!(told(&game).contains("(rule 302,"), "{}", told(&game));
        assert_eq!(game.law(301), None, "nothing of the initial set began so");
    }

    #[test]
    fn why_cites_the_rule_that_supplied_what_stands_against_it() {
        let mut game = Beginning { edition: Edition::LATEST, ..Beginning::default() }.start().expect("it starts");
        adopt(
            &mut game,
            "Rule-change: Enact: Propose before 6pm.\nParameters: {\"proposal_window\":{\"cutoff\":\"18:00:00\"}}",
        );
        let (late, second) = (Void::AfterCutoff(chrono::NaiveTime::MIN), Void::SecondOfDay);
        assert!(game.why(&late).to_string().ends_with("(rule 301)"), "{}", game.why(&late));
        assert!(game.why(&second).to_string().contains("(rule 202,"), "how often is still in 202");
        assert!(game.renumbered(late.message()).to_string().ends_with("(rule 202)"), "as it is recorded");
        adopt(&mut game, "Rule-change: Repeal Rule 301");
        assert!(game.why(&late).to_string().ends_with("(rule 202)"), "{}", game.why(&late));
    }
}
