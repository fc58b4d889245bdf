//! Rules of the initial set that messages cite: kept by the number they have there, told by the number they have now.

use super::bindings::INITIAL;
use super::game::{Game, Source};
use super::rulebook::{Cause, Rule, RuleVersion};
use rookery_messages::{Message, Value};
use std::sync::Arc;

/// The kind of word that such a number is.
const CITED: &str = "nomic_rule";

/// A rule of the initial set in a message.
pub(super) fn law(number: u32) -> Value {
    Value::word(CITED, number)
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

    /// A message with the rules that it cites by their numbers of now (rule 110).
    pub fn renumbered(&self, message: impl Into<Message>) -> Message {
        message.into().map(|_, value| self.cited(value))
    }

    fn cited(&self, value: Value) -> Value {
        match value {
            Value::Word { word, of } if of == CITED => {
                let now = word.parse().ok().and_then(|number| self.law(number));
                now.map_or(Value::Text(word), |rule| rule.current().label.into())
            }
            Value::Message(message) => self.renumbered(*message).into(),
            Value::List { join, items } => {
                Value::List { join, items: items.into_iter().map(|item| self.cited(item)).collect() }
            }
            other => other,
        }
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
}
