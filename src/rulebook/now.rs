//! The Terms in force, in memory, so that pages can quote the Act beside each refusal.

use std::sync::Arc;

use arc_swap::ArcSwap;
use serde_json::Value;

use super::{Along, is_shipped, newest, text_of, version};
use crate::db::{Db, RESTORED, versions};
use crate::error::Error;
use crate::web::act_texts::{ActText, ActTexts, Plain};
use crate::web::catalogue::Language;

/// The counter in `versions` that every publication raises.
pub const PUBLISHED: &str = "rulebook";

/// Each question by the word of its texts, `ask-…` and `ask-…-answer`, with the Acts that the answer rests on: the one to
/// read first.
pub(super) static QUESTIONS: [(&str, &[&str]); 10] = [
    ("whom", &["I.4", "0.6", "0.7", "0.8"]),
    ("often", &["I.9", "I.9.1", "I.9.2"]),
    ("points", &["II.3", "II.1", "II.2"]),
    ("lost", &["II.6", "II.6.1", "II.6.2", "II.6.3"]),
    ("wrong", &["II.4"]),
    ("again", &["I.6"]),
    ("monitored", &["II.10", "II.10.3", "II.10.4", "II.10.5"]),
    ("cheat", &["II.5"]),
    ("appeal", &["III.3", "III.3.3", "III.3.6"]),
    ("name", &[]),
];

/// Questions whose answers are of several Acts, so that they explain none by itself.
const WIDER: [&str; 2] = ["often", "appeal"];

/// The question that has its plain answer for this Act, with all Acts that the answer rests on.
fn question_of(citation: &str) -> Option<&'static (&'static str, &'static [&'static str])> {
    let is_of = |acts: &[&str]| acts.first().is_some_and(|first| *first == citation);
    QUESTIONS.iter().find(|(word, acts)| is_of(acts) && !WIDER.contains(word))
}

/// What the Acts say, with what the counters were when it was read: of publications, and of backups restored.
#[derive(Default)]
pub struct Now(ArcSwap<(Option<[i64; 2]>, Arc<ActTexts>)>);

impl Now {
    pub fn act_texts(&self) -> Arc<ActTexts> {
        self.0.load().1.clone()
    }

    /// Takes over what was published, by whichever replica.
    pub fn catch_up(&self, db: &mut Db) -> Result<(), Error> {
        let all = versions(db)?;
        let counted = Some([PUBLISHED, RESTORED].map(|name| all.get(name).copied().unwrap_or(0)));
        if self.0.load().0 == counted {
            return Ok(());
        }
        let newest = newest(db)?;
        let (_, book) = version(db, newest)?;
        let along: Vec<_> = Language::all().map(|language| (language, Along::new(&book.rules, language))).collect();
        let rules: Arc<[(String, Value)]> = book.rules.members().into();
        let is_ours =
            |citation: &&str| book.terms.find(citation).is_some_and(|act| !act.repealed && is_shipped(&act.text));
        let acts = book.terms.provisions().filter(|act| !act.repealed).filter_map(|act| {
            let text = text_of(&book, &act.citation.0)?;
            let translation = |(language, along): &(Language, Along)| Some((*language, along.of(&act.text)?));
            let translations = along.iter().filter_map(translation).collect();
            let question = question_of(&act.citation.0).filter(|(_, acts)| acts.iter().all(is_ours));
            let plain = question.map(|question| Plain { word: question.0, rules: rules.clone() });
            Some((act.citation.clone(), ActText { text, is_shipped: is_shipped(&act.text), translations, plain }))
        });
        self.0.store(Arc::new((counted, Arc::new(acts.collect()))));
        Ok(())
    }
}
