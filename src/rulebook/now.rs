//! The Terms in force, in memory, so that pages can quote the Act beside each refusal.

use std::sync::Arc;

use arc_swap::ArcSwap;

use super::{Along, is_shipped, newest, text_of, version};
use crate::db::{Db, RESTORED, versions};
use crate::error::Error;
use crate::web::act_texts::{ActText, ActTexts};
use crate::web::catalogue::Language;

/// The counter in `versions` that every publication raises.
pub const PUBLISHED: &str = "rulebook";

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
        let acts = book.terms.provisions().filter(|act| !act.repealed).filter_map(|act| {
            let text = text_of(&book, &act.citation.0)?;
            let translation = |(language, along): &(Language, Along)| Some((*language, along.of(&act.text)?));
            let translations = along.iter().filter_map(translation).collect();
            Some((act.citation.clone(), ActText { text, is_shipped: is_shipped(&act.text), translations }))
        });
        self.0.store(Arc::new((counted, Arc::new(acts.collect()))));
        Ok(())
    }
}
