//! Titles and notes of players: on rules, on proposals, and on drafts before they are proposed. They bind nobody and change nothing.

use super::game::Game;
use super::lines;
use super::plays::{Made, Subject, Thread};
use super::rulebook::RuleId;
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::HashSet;

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

    /// The title that something has now.
    pub fn title(&self, about: &Kept) -> Option<&str> {
        let newest = self.annotations.iter().rev().find(|one| one.title && one.about == *about)?;
        (!newest.text.is_empty()).then_some(newest.text.as_str())
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

    /// A title or a note is kept; what is about nothing, or not for the player to say, is talk like any other.
    pub(super) fn annotate(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        about: Subject,
        title: bool,
        text: String,
    ) -> Made {
        let Some(about) = self.kept(about).filter(|about| !title || self.may_title(player, about)) else {
            return Made::Message;
        };
        self.annotations.push(Annotation { about, title, text, by: player.to_owned(), at });
        Made::Annotation
    }
}
