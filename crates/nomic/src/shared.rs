//! Parts of a game that its copies share until one of them writes: a page reads a copy of its own, and a year of history is not copied for it.

use serde::{Serialize, Serializer};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that is copied when it is first written to while another copy of it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared<T>(Arc<T>);

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        #[cfg(test)]
        tests::COPIES.set(tests::COPIES.get() + usize::from(Arc::strong_count(&self.0) > 1));
        Arc::make_mut(&mut self.0)
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use crate::edition::Edition;
    use crate::explain::explain;
    use crate::plays::Thread;
    use crate::record::Beginning;
    use crate::{Event, Game, Play};
    use std::cell::Cell;

    std::thread_local! {
        /// How often a part that was shared has been copied to be written to.
        pub(super) static COPIES: Cell<usize> = const { Cell::new(0) };
    }

    const TAX: &str = "Rule-change: Enact: A quarter of what is gained is lost.\nParameters: {\"effects\":{\"tax\":{\"on\":\
        {\"gain\":\"points\"},\"changes\":[{\"quantity\":\"points\",\"by\":{\"share\":{\"part\":-1,\"of\":4}}}]}}}";

    fn say(game: &mut Game, at: &str, text: &str) {
        let play = Play::Say { thread: Thread::Voting, text: text.to_owned() };
        let event = Event { at: at.parse().expect("a time"), player: "Chris B".to_owned(), play };
        assert_eq!(game.apply(&event).expect("it can be said").void, None, "{text}");
    }

    /// Counts that the preview of a rule-change tells where each player has so many votes, and copies made of parts of the game.
    fn previewed(votes_each: u32) -> (usize, usize) {
        let parameters = serde_json::json!({ "voting": { "votes_each": votes_each } });
        let parameters = serde_json::from_value(parameters).expect("parameters");
        let begun = Beginning { edition: Edition::LATEST, parameters, ..Beginning::default() };
        let mut game = begun.start().expect("it starts");
        say(&mut game, "2019-02-11T09:00:00Z", TAX);
        say(&mut game, "2019-02-11T09:01:00Z", "Vote: Yes");
        game.advance("2019-02-12T09:00:00Z".parse().expect("a time")).expect("forwards");
        let draft = Play::Say { thread: Thread::Voting, text: "Rule-change: Enact: Be kind.".to_owned() };
        let before = COPIES.get();
        let told = explain(&game, "Dave M", &draft).expect("a draft").outcome.expect("a rule-change");
        (told.points.len(), COPIES.get() - before)
    }

    #[test]
    fn a_preview_copies_no_more_of_the_past_the_more_counts_it_tells() {
        let (few, many) = (previewed(1), previewed(4));
        assert_eq!((few.0, many.0), (21, 231));
        assert_eq!(few.1, many.1, "copies of parts of the game");
        assert!(many.1 <= 12, "{} copies of parts of the game", many.1);
    }
}
