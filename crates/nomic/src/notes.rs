//! Titles and notes of players: on rules, on proposals, and on drafts before they are proposed. They bind nobody and change nothing.

use super::change::Change;
use super::game::{Game, Message};
use super::lines;
use super::plays::{Made, Subject, Thread, Void};
use super::proposals::Proposal;
use super::rulebook::{Cause, RuleId};
use chrono::{DateTime, Utc};
use rookery_messages::say;
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;

/// What a title or a note stays with, whatever number it comes to bear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// A rule.
    Rule(RuleId),
    /// A proposal, by its place among all.
    Proposal(usize),
    /// A draft, by its message's place.
    Draft(usize),
}

/// A title or a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Annotation {
    /// What it is about.
    pub about: Kept,
    /// A title, not a note.
    pub title: bool,
    /// The words.
    pub text: String,
    /// Whose words.
    pub by: String,
    /// When.
    pub at: DateTime<Utc>,
}

impl Game {
    /// What a line names, if it is there.
    pub fn kept(&self, about: Subject) -> Option<Kept> {
        match about {
            Subject::Rule { label } => self.book.numbered(label).map(|rule| Kept::Rule(rule.id.clone())),
            Subject::Proposal { number } => self.proposal(number).map(Kept::Proposal),
            Subject::Draft { message } => {
                let is_draft = self.messages.get(message).is_some_and(|said| said.thread == Thread::Drafts);
                is_draft.then_some(Kept::Draft(message))
            }
        }
    }

    /// How players call something: by its own last title, or else by that of what it was before. So the title of a draft
    /// reaches the proposal that becomes of it, and the rule that this brings alone.
    pub fn title(&self, about: &Kept) -> Option<&str> {
        let last = |one: &Kept| self.annotations.iter().rev().find(|said| said.title && said.about == *one);
        let brought = if let Kept::Rule(rule) = about { self.brought_alone(rule) } else { None };
        let before = brought.map_or_else(Vec::new, |place| self.forms(&Kept::Proposal(place)));
        let title = self.forms(about).iter().chain(&before).find_map(last)?;
        // Without words a title was taken away.
        (!title.text.is_empty()).then_some(title.text.as_str())
    }

    /// What shares its notes, the newest first: what is said of a draft is said of the one that takes its place, and of the
    /// proposal that becomes of it.
    pub fn forms(&self, about: &Kept) -> Vec<Kept> {
        let drafts = |draft: usize| self.versions(draft).into_iter().map(Kept::Draft);
        match about {
            Kept::Rule(_) => vec![about.clone()],
            Kept::Draft(draft) => drafts(*draft).collect(),
            Kept::Proposal(place) => {
                let draft = self.draft_of(&self.proposals[*place]);
                std::iter::once(about.clone()).chain(draft.into_iter().flat_map(drafts)).collect()
            }
        }
    }

    /// The proposal, by its place, that brought a rule and nothing else.
    fn brought_alone(&self, rule: &str) -> Option<usize> {
        let first = self.book.rule(rule)?.versions.first()?;
        let Cause::Proposal { number } = first.cause else { return None };
        let brought = |one: &Proposal| {
            let is_alone = matches!(one.changes.as_slice(), [Change::Enact { .. }]);
            is_alone && one.numbers().contains(&number) && one.effective_at == Some(first.effective_at)
        };
        self.proposals.iter().rposition(brought)
    }

    /// The draft that a proposal was, word for word: the newest of its proposer's by then.
    fn draft_of(&self, proposal: &Proposal) -> Option<usize> {
        let was = |said: &Arc<Message>| {
            let is_theirs = said.thread == Thread::Drafts && said.author.as_ref() == Some(&proposal.proposer);
            is_theirs && said.at <= proposal.submitted_at && lines::draft(&said.line).1 == proposal.text
        };
        self.messages.iter().rposition(was)
    }

    /// The notes on something, the oldest first.
    pub fn notes<'a>(&'a self, about: &'a Kept) -> impl Iterator<Item = &'a Annotation> {
        self.annotations.iter().filter(move |one| !one.title && one.about == *about)
    }

    /// Whether somebody may say how it is called: of a proposal or a draft, only who wrote it.
    pub fn may_title(&self, player: &str, about: &Kept) -> bool {
        match about {
            Kept::Rule(_) => true,
            Kept::Proposal(place) => self.proposals[*place].proposer == player,
            Kept::Draft(place) => self.messages[*place].author.as_deref() == Some(player),
        }
    }

    /// The earlier draft of the same player that a draft takes the place of: nobody replaces another's.
    pub fn instead_of(&self, draft: usize) -> Option<usize> {
        let own = |place: usize| self.messages.get(place).filter(|said| said.thread == Thread::Drafts);
        let said = own(draft)?;
        let earlier = lines::draft(&said.line).0.filter(|earlier| *earlier < draft)?;
        own(earlier).filter(|other| other.author == said.author).map(|_| earlier)
    }

    /// A draft and all those whose place it takes, the newest first: what is said of one is said of the others.
    pub fn versions(&self, draft: usize) -> Vec<usize> {
        std::iter::successors(Some(draft), |newer| self.instead_of(*newer)).collect()
    }

    /// The drafts whose place a newer one took.
    pub fn replaced_drafts(&self) -> HashSet<usize> {
        (0..self.messages.len()).filter_map(|newer| self.instead_of(newer)).collect()
    }

    /// A title or a note is kept. A title that is not for the player to say is talk like any other, and so was what is about
    /// nothing before the ninth edition.
    pub(super) fn annotate(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        about: Subject,
        title: bool,
        text: String,
    ) -> Result<Made, Void> {
        let Some(kept) = self.kept(about) else {
            let why = match about {
                Subject::Rule { label } => self.no_rule(label),
                Subject::Proposal { number } => say!("there is no proposal {number}", number),
                Subject::Draft { message } => say!("there is no draft {message}", message),
            };
            return if self.edition.is_ninth() { Err(Void::NotPossible(why)) } else { Ok(Made::Message) };
        };
        if title && !self.may_title(player, &kept) {
            return Ok(Made::Message);
        }
        self.annotations.push(Annotation { about: kept, title, text, by: player.to_owned(), at });
        Ok(Made::Annotation)
    }
}

#[cfg(test)]
mod tests {
    use super::super::edition::Edition;
    use super::super::plays::{Event, Play};
    use super::super::record::Beginning;
    use super::*;
    use chrono::TimeDelta;

    fn say(game: &mut Game, hour: i64, player: &str, thread: Thread, text: &str) {
        let play = Play::Say { thread, text: text.to_owned() };
        let event = Event { at: game.starts_at + TimeDelta::hours(hour), player: player.to_owned(), play };
        assert_eq!(game.apply(&event).expect("it applies").void, None, "{text}");
    }

    /// What a rule is called, by its number.
    fn called(game: &Game, label: u32) -> Option<&str> {
        game.title(&game.kept(Subject::Rule { label }).expect("such a rule"))
    }

    #[test]
    fn a_rule_is_called_as_the_proposal_that_brought_it_until_it_has_a_title_of_its_own() {
        let mut game = Beginning { edition: Edition::LATEST, ..Beginning::default() }.start().expect("it starts");
        let (enact, draft) = ("Rule-change: Enact: A tenth is lost.", game.messages.len());
        say(&mut game, 8, "Chris B", Thread::Drafts, enact);
        say(&mut game, 8, "Chris B", Thread::Discussion, &format!("Title: draft {draft}: Taxes"));
        say(&mut game, 8, "Chris B", Thread::Voting, enact);
        say(&mut game, 8, "Chris B", Thread::Voting, "Vote: Yes");
        say(&mut game, 32, "Dave M", Thread::Voting, "Rule-change: Amend Rule 301 to read: A fifth is lost.");
        assert_eq!(called(&game, 301), Some("Taxes"));
        say(&mut game, 32, "Dave M", Thread::Discussion, "Title: proposal 302: A fifth");
        say(&mut game, 32, "Dave M", Thread::Voting, "Vote: Yes");
        game.advance(game.starts_at + TimeDelta::hours(49)).expect("forwards");
        assert_eq!(called(&game, 302), Some("Taxes"), "another proposal only changed it");
        say(&mut game, 50, "Ben P", Thread::Discussion, "Title: Rule 302: Tithe");
        assert_eq!(called(&game, 302), Some("Tithe"));
        say(&mut game, 50, "Ben P", Thread::Discussion, "Title: Rule 302:");
        assert_eq!(called(&game, 302), None, "taken away");
    }
}
