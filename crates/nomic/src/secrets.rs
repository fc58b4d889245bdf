//! Secret votes: until they are counted, nobody sees who voted what, not by a proposal, a message, or a hash.
//!
//! The game itself has the votes; readers see a copy without them. A reader could hash both possible words and so
//! recognise a message by its hash, so the copy has no hashes from the first hidden message on.

use super::game::Game;
use super::plays::{Play, Thread};
use super::proposals::{Proposal, ProposalState, Vote};
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// What readers see where a vote will stand.
pub const SEALED: &str = "Vote: (secret until it is counted)";

impl Proposal {
    /// Whether nobody may see its votes yet.
    pub fn is_sealed(&self) -> bool {
        self.secret && self.state == ProposalState::Voting
    }
}

impl Game {
    /// Since when there have been votes that nobody may see, if there are.
    fn sealed_since(&self) -> Option<DateTime<Utc>> {
        let open = self.open_proposals.iter().map(|place| &self.proposals[*place]);
        open.filter(|proposal| proposal.is_sealed()).map(|proposal| proposal.submitted_at).min()
    }

    /// A message that may tell how somebody votes; one that is not understood may, too.
    pub(super) fn seal(&mut self, message: usize, thread: Thread, play: Option<&Play>) {
        let tells = thread == Thread::Voting && matches!(play, None | Some(Play::Vote { .. }));
        if tells && self.sealed_since().is_some() {
            self.sealed.push(message);
        }
    }

    /// The messages that nobody but their authors may see yet.
    pub fn sealed_messages(&self) -> Vec<usize> {
        let Some(since) = self.sealed_since() else { return Vec::new() };
        let counts = |place: &&usize| self.messages[**place].at >= since;
        self.sealed.iter().filter(counts).copied().collect()
    }

    /// The game as `viewer` may see it.
    #[must_use]
    pub fn seen_by(mut self, viewer: Option<&str>) -> Self {
        if self.sealed_since().is_none() {
            return self;
        }
        for place in self.open_proposals.clone() {
            let sealed = self.proposals[place].is_sealed();
            let others = |vote: &&mut Vote| sealed && Some(vote.player.as_str()) != viewer;
            for vote in self.proposals[place].votes.iter_mut().filter(others) {
                (vote.yes, vote.hidden) = (false, true);
            }
        }
        let sealed = self.sealed_messages();
        for place in sealed.first().copied().unwrap_or(self.messages.len())..self.messages.len() {
            let message = Arc::make_mut(&mut self.messages[place]);
            message.hash.clear();
            if sealed.binary_search(&place).is_ok() && message.author.as_deref() != viewer {
                message.line = SEALED.to_owned();
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::Edition;
    use crate::plays::Event;
    use crate::record::Beginning;
    use serde_json::json;

    fn say(game: &mut Game, minute: i64, player: &str, text: &str) {
        let at = game.starts_at + chrono::TimeDelta::minutes(minute);
        let play = Play::Say { thread: Thread::Voting, text: text.to_owned() };
        game.apply(&Event { at, player: player.to_owned(), play }).expect("it applies");
    }

    fn game(secret: bool) -> Game {
        let parameters = serde_json::from_value(json!({"voting": {"secret": secret}})).expect("a patch");
        let beginning = Beginning { edition: Edition::LATEST, parameters, ..Beginning::default() };
        let mut game = beginning.start().expect("it starts");
        say(&mut game, 60, "Chris B", "Rule-change: Enact: Be kind.");
        say(&mut game, 61, "Chris B", "Vote: Yes");
        say(&mut game, 62, "Ben P", "no.");
        say(&mut game, 63, "Dave M", "Vote: No, of course");
        game
    }

    #[test]
    fn nobody_sees_who_votes_what_before_it_is_counted() {
        let mut game = game(true);
        for viewer in [None, Some("Dave M"), Some("Alex T")] {
            let seen = game.clone().seen_by(viewer);
            let all = json!(seen);
            let text = json!([all["messages"], all["proposals"], seen.view(viewer)["proposals"]]).to_string();
            assert!(
                !text.contains("\"yes\":true") && !text.contains("\"line\":\"Vote: Yes") && !text.contains("\"no.\""),
                "{text}"
            );
            assert_eq!(seen.view(viewer)["proposals"]["301"]["cast"], json!(2));
            assert_eq!(text.contains("of course"), viewer == Some("Dave M"));
            assert!(seen.messages[1..].iter().all(|message| message.hash.is_empty()));
            assert!(!seen.messages[0].hash.is_empty());
        }
        let own = game.clone().seen_by(Some("Chris B"));
        assert_eq!((own.messages[1].line.as_str(), own.proposals[0].votes[0].yes), ("Vote: Yes", true));
        assert!(own.proposals[0].votes[1].hidden);
        game.advance(game.midnight()).expect("forwards");
        assert_eq!(game.clone().seen_by(None), game);
        assert_eq!(game.view(None)["proposals"]["301"]["yes"], json!(1));
    }

    #[test]
    fn where_no_rule_makes_votes_secret_everybody_sees_them() {
        let game = game(false);
        assert_eq!(game.clone().seen_by(None), game);
    }
}
