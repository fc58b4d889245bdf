//! What a rule-change would do, as pages show it before it is proposed and while it is voted on; and the rules that it changed.

use rookery_messages::Message as Sentence;
use rookery_nomic::Game;
use rookery_nomic::bindings::Role;
use rookery_nomic::explain::{Difference, Outcome, Shown};
use rookery_nomic::parameters::Effect;
use rookery_nomic::rulebook::RuleStatus;
use serde_json::Map;

use super::{parts, quantities, settings};
use crate::fields::word;
use crate::nomic::explaining::Explained;
use crate::nomic::history::{self, Change, said};
use crate::rulebook::diff::{Words, words};
use crate::web::layout::Frame;

/// A rule that a rule-change touches.
pub struct Touched {
    /// Its number before and after; `None` if it is new.
    pub before: Option<u32>,
    pub after: u32,
    /// Immutable from then on, or no longer.
    pub turns_immutable: Option<bool>,
    pub is_gone: bool,
    pub words: Vec<Words>,
}

impl From<Change<'_>> for Touched {
    fn from(change: Change<'_>) -> Touched {
        let (from, to) = (change.from, change.to);
        let turned = from.as_ref().is_some_and(|from| from.immutable != to.immutable);
        Touched {
            before: from.map(|from| from.label),
            after: to.label,
            turns_immutable: turned.then_some(to.immutable),
            is_gone: to.status != RuleStatus::InEffect,
            words: change.words,
        }
    }
}

impl From<Difference<Shown>> for Touched {
    fn from(Difference { before, after }: Difference<Shown>) -> Touched {
        let is_gone = |rule: &Shown| rule.status != RuleStatus::InEffect;
        let body = |rule: Option<&Shown>| match rule {
            Some(rule) if !is_gone(rule) => history::flowing(&said(&rule.text)),
            _ => String::new(),
        };
        let [was, is] = [&before, &after].map(|rule| rule.as_ref().map(|rule| rule.immutable));
        Touched {
            before: before.as_ref().map(|rule| rule.label),
            after: after.as_ref().map_or(0, |rule| rule.label),
            turns_immutable: is.filter(|_| was.is_some() && was != is),
            is_gone: after.as_ref().is_none_or(is_gone),
            words: words(&body(before.as_ref()), &body(after.as_ref())),
        }
    }
}

impl Touched {
    /// The rules that a rule-change changes, and those whose references follow.
    pub fn all(outcome: &mut Outcome) -> Vec<Touched> {
        outcome.rules.drain(..).chain(outcome.references.drain(..)).map(Touched::from).collect()
    }
}

/// What a rule-change would do.
#[derive(Default)]
pub struct Preview {
    pub number: u32,
    /// Why it is none, if it is none: the rest is empty then.
    pub fault: Option<Sentence>,
    pub why_not_now: Option<Sentence>,
    pub effect: String,
    pub because: Option<Sentence>,
    pub needs: String,
    pub touched: Vec<Touched>,
    pub mutable_before: usize,
    pub mutable_after: usize,
    pub mutable_most: Option<usize>,
    pub only_warns: String,
    pub about_winning: bool,
    /// Counts that everybody who plays votes in: yes, cast, adopted, points of the proposer, and whether these win.
    pub points: Vec<(u32, u32, bool, String, bool)>,
    /// What the service would do where no rule asks for it any more, and what goes on by another rule.
    pub without: Vec<String>,
    pub goes_on: String,
    /// Whether a rule is repealed that nothing rests on.
    pub repeals_text: bool,
    pub settings: Vec<settings::Change>,
    /// Whether the club would follow the house rules that it sets, and why not.
    pub house_rules: Option<(bool, Option<Sentence>)>,
    /// Players whose weekday it makes void, each with that day.
    pub silenced: Vec<(String, String)>,
    /// Names whose votes it weighs or whom it lists as Judges, and which no player has.
    pub weights_of_nobody: String,
    /// Whether it sets a quorum of nobody.
    pub quorum_of_nobody: bool,
    /// What it sets, in words, with the rules that have a part in that and keep their words.
    pub beside: Vec<(String, Vec<u32>)>,
    /// Rules that would both be in effect and say different things.
    pub conflicts: Vec<Sentence>,
    /// Other rules that name those which it changes, and other open proposals about the same.
    pub mentioned_in: Vec<u32>,
    pub also_changed_by: Vec<u32>,
    /// What of quantities of the players' own would be otherwise, and who would have how much of each.
    pub counted: Vec<(String, String)>,
    /// What happens no longer by itself, or otherwise.
    pub happens: Vec<(String, String)>,
    /// What would stop, for its rule gets other words.
    pub stops: String,
    /// New players whom it names, and whether somebody in the club has that name.
    pub newcomers: Vec<(String, bool)>,
}

impl Preview {
    /// Whether some count makes the proposer win.
    pub fn wins(&self) -> bool {
        self.points.iter().any(|(_, _, _, _, wins)| *wins)
    }

    pub fn of(frame: &Frame, game: &Game, explained: Explained, settings: Vec<settings::Change>) -> Preview {
        let Explained { game: explanation, club } = explained;
        let why_not_now = explanation.why_not_now;
        let mut outcome = match explanation.outcome {
            Ok(outcome) => outcome,
            Err(fault) => return Preview { fault: Some(fault), why_not_now, settings, ..Preview::default() },
        };
        let touched = Touched::all(&mut outcome);
        let returns = settings::changes(frame, game, &Map::new(), &outcome.returns);
        let listed = |roles: &[Role]| {
            let named = roles.iter().map(|role| frame.word("nomic-role", word(role)).to_string());
            frame.language.listed(&named.collect::<Vec<_>>())
        };
        let rests = &outcome.rests;
        let nothing_rests = [&rests.only_warns, &rests.without, &rests.goes_on].iter().all(|roles| roles.is_empty());
        let nothing_counted = outcome.quantities.is_none() && outcome.effects.is_none();
        let most = outcome.points.iter().map(|count| count.cast).max();
        let full = outcome.points.iter().filter(|count| Some(count.cast) == most);
        let row = full.map(|count| {
            let points = parts::number(count.proposer);
            (count.yes, count.cast, count.adopted == Some(true), points, count.wins)
        });
        let held = |holder: &String, now: &i64| format!("{} {now}", quantities::called(frame.language, holder));
        let counted = outcome.quantities.into_iter().flatten().map(|(name, change)| match change.after {
            Some(after) if after.len() > 1 && after.values().all(|now| *now == 0) => {
                (name, frame.t("nomic-held-none").to_string())
            }
            Some(after) => (name, after.iter().map(|(holder, now)| held(holder, now)).collect::<Vec<_>>().join(", ")),
            None => (name, frame.t("nomic-counted-no-longer").to_string()),
        });
        let declared = &game.bindings.parameters.quantities;
        let happens = |after: Option<Effect>| match after {
            Some(after) => quantities::effect(frame.language, &after, declared),
            None => frame.t("nomic-happens-no-longer").to_string(),
        };
        // What is new is told with what the rule-change sets.
        let changed = outcome.effects.into_iter().flatten().filter(|(_, change)| change.before.is_some());
        Preview {
            repeals_text: touched.iter().any(|rule| rule.is_gone)
                && nothing_rests
                && nothing_counted
                && returns.is_empty(),
            touched,
            number: outcome.number.unwrap_or_default(),
            fault: None,
            why_not_now,
            effect: word(&outcome.if_adopted),
            because: outcome.because,
            needs: parts::needs(frame.language, &outcome.needs.unwrap_or_default()),
            mutable_before: outcome.mutable_rules.before,
            mutable_after: outcome.mutable_rules.after,
            mutable_most: outcome.mutable_rules.most,
            only_warns: listed(&rests.only_warns),
            without: rests.without.iter().map(|role| frame.word("nomic-without", word(role)).to_string()).collect(),
            goes_on: listed(&rests.goes_on),
            about_winning: outcome.about_winning,
            points: row.collect(),
            settings: settings.into_iter().chain(returns).collect(),
            house_rules: club.house_rules.map(|set| (set.followed, set.fault)),
            silenced: outcome
                .silenced
                .into_iter()
                .map(|seat| (seat.player, frame.word("nomic-day", word(&seat.weekday).to_lowercase()).to_string()))
                .collect(),
            quorum_of_nobody: club.quorum_of_nobody,
            weights_of_nobody: frame.language.listed(&outcome.weights_of_nobody),
            beside: outcome
                .beside
                .into_iter()
                .map(|one| (frame.word("nomic-role", word(&one.role)).to_string(), one.rules))
                .collect(),
            conflicts: outcome.conflicts.iter().map(|conflict| game.renumbered(conflict.message())).collect(),
            mentioned_in: outcome.mentioned_in,
            also_changed_by: outcome.also_changed_by,
            counted: counted.collect(),
            happens: changed.map(|(name, change)| (name, happens(change.after))).collect(),
            stops: frame.language.listed(&outcome.stops),
            newcomers: club.newcomers.into_iter().flatten().map(|one| (one.name, one.member)).collect(),
        }
    }
}
