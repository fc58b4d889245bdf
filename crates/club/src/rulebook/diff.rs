//! What differs between two versions of the rulebook, Act by Act and word by word.

use serde::Serialize;
use serde_json::Value;
use similar::{ChangeTag, TextDiff};

use super::Rulebook;
use super::terms::{Provision, is_shipped};
use crate::error::Act;

/// What differs between two versions.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Difference {
    /// In the order of reading.
    pub acts: Vec<ActChange>,
    /// Those with another value, in the order of the house rules.
    pub rules: Vec<RuleChange>,
}

/// An Act that came, went or is worded otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct ActChange {
    /// The same in both versions: numbers are never used twice.
    #[schema(value_type = String)]
    pub citation: Act,
    /// How it differs between the two versions.
    pub change: ChangeKind,
    /// The wording before, with the names of house rules in braces; null if it was not in force.
    pub before: Option<String>,
    /// The wording after; null if it is not in force any more.
    pub after: Option<String>,
    /// The two wordings as one run of words.
    pub words: Vec<Words>,
}

/// How an Act differs between two versions of the rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// New, or in force again.
    Added,
    /// In force before and after, in other words.
    Changed,
    /// In force no longer.
    Repealed,
}

/// Words of both wordings, or of one of them.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Words {
    /// Which of the wordings has them.
    pub of: Side,
    /// A run of words with the space between them.
    pub text: String,
}

/// Which of two wordings some words stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Kept from one to the other.
    Both,
    /// Taken out.
    Before,
    /// Put in.
    After,
}

/// A house rule with another value.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct RuleChange {
    /// As the house rules have it: `panel_justices`.
    pub name: String,
    /// The value before.
    pub from: Value,
    /// The value after, of the same type.
    pub to: Value,
}

impl ChangeKind {
    /// The word that the API has for it.
    pub fn as_str(self) -> &'static str {
        match self {
            ChangeKind::Added => "added",
            ChangeKind::Changed => "changed",
            ChangeKind::Repealed => "repealed",
        }
    }
}

impl ActChange {
    /// Whether these words are of a text that the program ships.
    pub fn is_shipped(&self, words: &Words) -> bool {
        let of = |text: &Option<String>| text.as_deref().is_some_and(is_shipped);
        match words.of {
            Side::Both => of(&self.before) || of(&self.after),
            Side::Before => of(&self.before),
            Side::After => of(&self.after),
        }
    }
}

impl Difference {
    /// Whether the versions say the same.
    pub fn is_empty(&self) -> bool {
        self.acts.is_empty() && self.rules.is_empty()
    }

    /// What is named by both: Acts by their citations, house rules by their names.
    pub fn shared_with(&self, other: &Difference) -> (Vec<Act>, Vec<String>) {
        let acts = self.acts.iter().map(|act| &act.citation);
        let acts = acts.filter(|act| other.acts.iter().any(|theirs| theirs.citation == **act)).cloned().collect();
        let rules = self.rules.iter().map(|rule| &rule.name);
        let rules = rules.filter(|rule| other.rules.iter().any(|theirs| theirs.name == **rule)).cloned().collect();
        (acts, rules)
    }
}

/// What differs from one version to another.
pub fn difference(before: &Rulebook, after: &Rulebook) -> Difference {
    let old = before.terms.provisions().filter(|old| after.terms.find(&old.citation.0).is_none());
    let gone = old.filter_map(|old| act_change(Some(old), None));
    let here = after.terms.provisions().filter_map(|new| act_change(before.terms.find(&new.citation.0), Some(new)));
    let values = |book: &Rulebook| book.rules.members();
    let rules = values(before).into_iter().zip(values(after)).filter(|((_, from), (_, to))| from != to);
    let rules = rules.map(|((name, from), (_, to))| RuleChange { name, from, to }).collect();
    Difference { acts: here.chain(gone).collect(), rules }
}

/// How an Act differs from one version to another; `None` if it does not.
pub fn act_change(before: Option<&Provision>, after: Option<&Provision>) -> Option<ActChange> {
    let citation = after.or(before)?.citation.clone();
    let in_force = |provision: Option<&Provision>| provision.filter(|p| !p.repealed).map(|p| p.text.clone());
    let (before, after) = (in_force(before), in_force(after));
    let change = match (&before, &after) {
        (before, after) if before == after => return None,
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Repealed,
        _ => ChangeKind::Changed,
    };
    let words = words(before.as_deref().unwrap_or_default(), after.as_deref().unwrap_or_default());
    Some(ActChange { citation, change, before, after, words })
}

/// Two wordings as one run of words.
pub fn words(before: &str, after: &str) -> Vec<Words> {
    let mut runs: Vec<Words> = Vec::new();
    for change in TextDiff::from_words(before, after).iter_all_changes() {
        let of = match change.tag() {
            ChangeTag::Equal => Side::Both,
            ChangeTag::Delete => Side::Before,
            ChangeTag::Insert => Side::After,
        };
        match runs.last_mut().filter(|run| run.of == of) {
            Some(run) => run.text.push_str(change.value()),
            None => runs.push(Words { of, text: change.value().to_owned() }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told(before: &str, after: &str) -> String {
        let marked = |run: &Words| match run.of {
            Side::Both => run.text.clone(),
            Side::Before => format!("[-{}-]", run.text),
            Side::After => format!("[+{}+]", run.text),
        };
        words(before, after).iter().map(marked).collect()
    }

    #[test]
    fn words_show_what_came_and_went() {
        assert_eq!(told("lose a point a week", "lose a game a week"), "lose a [-point-][+game+] a week");
        assert_eq!(told("", "new"), "[+new+]");
        assert_eq!(told("same", "same"), "same");
    }

    proptest! {
        #[test]
        fn both_wordings_can_be_read_from_the_words(before in "[a-c é\n]{0,40}", after in "[a-c é\n]{0,40}") {
            let runs = words(&before, &after);
            let side = |side: Side| -> String {
                runs.iter().filter(|run| run.of == Side::Both || run.of == side).map(|run| run.text.as_str()).collect()
            };
            prop_assert_eq!(side(Side::Before), before);
            prop_assert_eq!(side(Side::After), after);
        }
    }
}
