//! Search in Judgements, everybody's votes and judgements, and the rules at any instant as a document.

use chrono::{DateTime, Utc};
use rookery_nomic::Game;
use rookery_nomic::court::{Judgement, JudgementState, PointOfOrder};
use rookery_nomic::lines::court::print_order;
use rookery_nomic::plays::{Order, Target};
use rookery_nomic::proposals::{Proposal, ProposalState};
use rookery_nomic::references;
use rookery_nomic::rulebook::RuleStatus;
use serde::{Deserialize, Serialize};

use super::history;

/// A word, or several, that lists are searched for: in small letters or large.
pub struct Sought(String);

impl Sought {
    pub fn of(typed: &str) -> Sought {
        Sought(typed.trim().to_lowercase())
    }

    /// Whether one of these texts has it; nothing sought is everywhere.
    pub fn is_in<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> bool {
        self.0.is_empty() || texts.into_iter().any(|text| text.to_lowercase().contains(&self.0))
    }
}

/// What is looked for among Judgements; nothing said: all of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct JudgementsQuery {
    /// The number of a rule that the question or the Judgement is about or names.
    pub rule: Option<u32>,
    /// Who judged.
    pub judge: Option<String>,
    /// Words that stand in the question or in the Judgement.
    pub word: Option<String>,
    /// `pronounced`, `disputed` (also what was decided after a dispute), `invoked`, `overruled` or `lapsed`.
    #[param(value_type = Option<String>, pattern = "^(pronounced|disputed|invoked|overruled|lapsed)$")]
    pub outcome: Option<JudgementState>,
    /// The `next` of the page before.
    pub after: Option<String>,
    /// Rows wanted, 1 to 200; if not said, 50 after a page, and without `after` all.
    pub limit: Option<i64>,
}

/// A Judgement with its question.
#[derive(Clone, Debug, Serialize)]
pub struct FoundJudgement<'a> {
    pub id: &'a str,
    pub point: &'a str,
    pub judge: &'a str,
    pub at: DateTime<Utc>,
    pub outcome: JudgementState,
    /// Who disputed it, whatever came of that.
    pub disputed_by: Option<&'a str>,
    pub question: String,
    pub text: &'a str,
    pub orders: &'a [Order],
    /// Rules that it is about or names, by their numbers of now.
    pub rules: Vec<u32>,
}

/// The Judgements that are asked for, the newest first.
pub fn judgements<'a>(game: &'a Game, asked: &JudgementsQuery) -> Vec<FoundJudgement<'a>> {
    let points = game.points_of_order.iter();
    let all = points.flat_map(|point| point.judgements.iter().map(move |one| found(game, point, one)));
    // Another number that the rule has had finds the same.
    let rule = asked.rule.map(|label| history::rule(game, label).map_or(label, |rule| rule.current().label));
    let word = Sought::of(asked.word.as_deref().unwrap_or_default());
    let says = |one: &FoundJudgement<'_>| {
        let orders: Vec<String> = one.orders.iter().map(|order| print_order(order).to_string()).collect();
        word.is_in([one.question.as_str(), one.text].into_iter().chain(orders.iter().map(String::as_str)))
    };
    let fits = |one: &FoundJudgement<'_>| {
        rule.is_none_or(|rule| one.rules.contains(&rule))
            && asked.judge.as_ref().is_none_or(|judge| judge.is_empty() || one.judge == judge)
            && asked.outcome.is_none_or(|outcome| came_to(one, outcome))
            && says(one)
    };
    let mut fitting: Vec<FoundJudgement<'a>> = all.filter(fits).collect();
    fitting.reverse();
    fitting
}

/// Whether it has this outcome: a dispute stays one when it is decided.
fn came_to(one: &FoundJudgement<'_>, outcome: JudgementState) -> bool {
    one.outcome == outcome || outcome == JudgementState::Disputed && one.disputed_by.is_some()
}

/// Where the page begins that comes after a Judgement; nowhere, if that is not among what was found.
pub fn begins(found: &[FoundJudgement<'_>], after: Option<&str>) -> Option<usize> {
    let Some(after) = after else { return Some(0) };
    found.iter().position(|one| one.id == after).map(|place| place + 1)
}

fn found<'a>(game: &Game, point: &'a PointOfOrder, judgement: &'a Judgement) -> FoundJudgement<'a> {
    let question = point.question().to_string();
    let named = [question.as_str(), judgement.text.as_str()].into_iter().flat_map(references::find);
    let mut rules: Vec<u32> = named.map(|(_, label)| label).collect();
    rules.extend(point.targets.iter().filter_map(|target| match target {
        Target::Rule { label } => Some(*label),
        Target::Proposal { number } | Target::Vote { proposal: number, .. } => Some(*number),
        _ => None,
    }));
    rules.extend(judgement.orders.iter().filter_map(history::concerned));
    let now = |label: &mut u32| *label = history::number_now(game, *label, judgement.at);
    rules.iter_mut().for_each(now);
    rules.extend(history::points_in_question(game, point, judgement).map(|source| game.number_now(source)));
    rules.sort_unstable();
    rules.dedup();
    FoundJudgement {
        id: &judgement.id,
        point: &point.id,
        judge: &judgement.judge,
        at: judgement.at,
        outcome: judgement.state,
        disputed_by: judgement.disputed_by.as_deref(),
        question,
        text: &judgement.text,
        orders: &judgement.orders,
        rules,
    }
}

/// What somebody has done in a game so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Record {
    pub player: String,
    /// Votes that counted, on proposals whose votes are counted.
    pub in_favour: usize,
    pub against: usize,
    /// Counted votes that the player could have cast, and did not.
    pub missed: usize,
    /// Votes for what was adopted and against what was defeated.
    pub with_the_outcome: usize,
    pub proposed: usize,
    pub adopted: usize,
    /// Judgements that the player pronounced, and what became of them.
    pub judged: usize,
    pub invoked: usize,
    pub overruled: usize,
}

/// Everybody's record, as they sit.
pub fn records(game: &Game) -> Vec<Record> {
    game.players.iter().map(|player| record(game, &player.name)).collect()
}

fn record(game: &Game, name: &str) -> Record {
    let mut record = Record { player: name.to_owned(), ..Record::default() };
    for proposal in game.proposals.iter().filter(|proposal| proposal.number.is_some()) {
        let outcome = outcome(proposal);
        if proposal.proposer == name {
            record.proposed += 1;
            record.adopted += usize::from(outcome == Some(true));
        }
        let Some(completion) = &proposal.completion else { continue };
        let votes: Vec<bool> = proposal.counted().filter(|vote| vote.player == name).map(|vote| vote.yes).collect();
        record.in_favour += votes.iter().filter(|yes| **yes).count();
        record.against += votes.iter().filter(|yes| !**yes).count();
        record.missed += usize::from(votes.is_empty() && completion.eligible.iter().any(|voter| voter == name));
        record.with_the_outcome += votes.iter().filter(|yes| Some(**yes) == outcome).count();
    }
    let judgements = game.points_of_order.iter().flat_map(|point| &point.judgements);
    for judgement in judgements.filter(|judgement| judgement.judge == name) {
        record.judged += 1;
        record.invoked += usize::from(judgement.state == JudgementState::Invoked);
        record.overruled += usize::from(judgement.state == JudgementState::Overruled);
    }
    record
}

/// Whether it was adopted, once that is known.
fn outcome(proposal: &Proposal) -> Option<bool> {
    use ProposalState as S;
    match proposal.state {
        S::InEffect | S::AdoptedHeld | S::AdoptedBarred | S::Conflict(_) => Some(true),
        S::Defeated | S::DefeatedHeld => Some(false),
        _ => None,
    }
}

/// How a document of rules is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    #[default]
    Text,
    Markdown,
    /// As games begin with it.
    Json,
}

impl Format {
    /// What browsers call it, and how such a file's name ends.
    pub fn media(self) -> (&'static str, &'static str) {
        match self {
            Self::Text => ("text/plain; charset=utf-8", "txt"),
            Self::Markdown => ("text/markdown; charset=utf-8", "md"),
            Self::Json => ("application/json", "json"),
        }
    }
}

/// What a document says besides its rules, in its reader's language.
pub struct Words {
    /// What `[I]` after a number means.
    pub immutable: String,
    /// What is counted and what happens by the rules: a list under its heading.
    pub lists: Vec<(String, Vec<(String, String)>)>,
}

/// The rules in effect at an instant as a text, or as Markdown, under what the game is called and that instant.
pub fn written(game: &Game, title: &str, at: DateTime<Utc>, format: Format, words: &Words) -> String {
    let zone = game.bindings.parameters.timezone.zone;
    let instant = format!("{} ({zone})", at.with_timezone(&zone).format("%Y-%m-%d %H:%M"));
    let mut written = match &format {
        Format::Markdown => format!("# {}\n\n{}\n\n", escaped(title), escaped(&instant)),
        _ => format!("{title}\n{instant}\n\n"),
    };
    let mut rules = history::rules_at(game, at);
    rules.retain(|rule| rule.status == RuleStatus::InEffect);
    if rules.iter().any(|rule| rule.immutable) {
        written += &match format {
            Format::Markdown => format!("{}\n\n", escaped(&words.immutable)),
            _ => format!("{}\n\n", words.immutable),
        };
    }
    for rule in &rules {
        let class = if rule.immutable { " [I]" } else { "" };
        let label = rule.label;
        written += &match format {
            Format::Markdown => format!("## {label}{class}\n\n{}\n\n", escaped(&history::said(rule.text))),
            _ => format!("{label}{class}\n{}\n\n", history::said(rule.text)),
        };
    }
    for (heading, list) in words.lists.iter().filter(|(_, list)| !list.is_empty()) {
        let lines: String = list.iter().map(|(name, what)| format!("- {name}: {what}\n")).collect();
        written += &match format {
            Format::Markdown => format!("## {}\n\n{}\n", escaped(heading), escaped(&lines)),
            _ => format!("{heading}\n{lines}\n"),
        };
    }
    written
}

/// Words as Markdown has them: what has a meaning there gets a backslash.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use rookery_nomic::edition::Edition;
    use rookery_nomic::plays::Thread;
    use rookery_nomic::record::Beginning;
    use rookery_nomic::{Event, Play};

    /// A first day with a proposal, votes and two questions; the second day has begun.
    fn game() -> Game {
        let beginning = Beginning { edition: Edition::LATEST, ..Beginning::default() };
        let mut game = beginning.start().expect("it starts");
        let lines = [
            (8, "Chris B", "Rule-change: Repeal Rule 205"),
            (9, "Chris B", "Vote: Yes"),
            (9, "Dave M", "Vote: Yes"),
            (10, "Ben P", "Point of Order: Does Rule 205 matter?\nAbout: Rule 205"),
            (10, "Dave M", "Point of Order: May we whistle?"),
            (11, "Alex W", "Judgement: 1.1 It does not.\nOrder: Rule 118 becomes Rule 119"),
            (11, "Alex W", "Judgement: 1.2 Of course, see Rule 118."),
            (11, "Ben P", "Dispute: Judgement 1.2.1"),
        ];
        for (hour, player, text) in lines {
            let play = Play::Say { thread: Thread::Voting, text: text.to_owned() };
            let at = game.starts_at + TimeDelta::hours(hour);
            game.apply(&Event { at, player: player.to_owned(), play }).expect("it applies");
        }
        game.advance(game.starts_at + TimeDelta::hours(25)).expect("forwards");
        game
    }

    #[test]
    fn judgements_are_found_by_rule_judge_word_and_outcome() {
        let game = game();
        let ids =
            |asked: JudgementsQuery| judgements(&game, &asked).iter().map(|one| one.id.to_owned()).collect::<Vec<_>>();
        assert_eq!(ids(JudgementsQuery::default()), ["1.2.1", "1.1.1"]);
        assert_eq!(ids(JudgementsQuery { rule: Some(205), ..JudgementsQuery::default() }), ["1.1.1"]);
        // What was said of a rule under another number is found by each that it has had.
        for label in [118, 119] {
            assert_eq!(ids(JudgementsQuery { rule: Some(label), ..JudgementsQuery::default() }), ["1.2.1", "1.1.1"]);
        }
        assert_eq!(judgements(&game, &JudgementsQuery::default())[0].rules, [119]);
        assert_eq!(ids(JudgementsQuery { word: Some(" WHISTLE".to_owned()), ..JudgementsQuery::default() }), ["1.2.1"]);
        let ordered = JudgementsQuery { word: Some("rule 118 becomes".to_owned()), ..JudgementsQuery::default() };
        assert_eq!(ids(ordered), ["1.1.1"], "words of an order");
        assert_eq!(
            ids(JudgementsQuery { judge: Some("Ben P".to_owned()), ..JudgementsQuery::default() }),
            Vec::<String>::new()
        );
        assert_eq!(
            ids(JudgementsQuery { outcome: Some(JudgementState::Invoked), ..JudgementsQuery::default() }),
            ["1.1.1"]
        );
        for outcome in [JudgementState::Overruled, JudgementState::Disputed] {
            assert_eq!(
                ids(JudgementsQuery { outcome: Some(outcome), ..JudgementsQuery::default() }),
                ["1.2.1"],
                "{outcome:?}"
            );
        }
        let all = judgements(&game, &JudgementsQuery::default());
        let after = [None, Some("1.2.1"), Some("1.1.1"), Some("9.9.9")];
        assert_eq!(after.map(|after| begins(&all, after)), [Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn judgements_about_points_are_found_by_the_rule_that_they_were_claimed_under() {
        let beginning = Beginning { edition: Edition::LATEST, ..Beginning::default() };
        let mut game = beginning.start().expect("it starts");
        let lines = [
            (8, "Ben P", Thread::Points, "Claim: +4 by Rule 208: so"),
            (9, "Dave M", Thread::Voting, "Point of Order: Is that so?\nAbout: entry 0"),
            (10, "Dave M", Thread::Voting, "Point of Order: And it?"),
            (11, "Alex W", Thread::Voting, "Judgement: 1.1 It is."),
            (11, "Alex W", Thread::Voting, "Judgement: 1.2 No.\nOrder: reverse entry 0"),
        ];
        for (hour, player, thread, text) in lines {
            let play = Play::Say { thread, text: text.to_owned() };
            let at = game.starts_at + TimeDelta::hours(hour);
            let outcome = game.apply(&Event { at, player: player.to_owned(), play }).expect("it applies");
            assert!(outcome.void.is_none(), "{text}: {outcome:?}");
        }
        let asked = JudgementsQuery { rule: Some(208), ..JudgementsQuery::default() };
        let ids: Vec<&str> = judgements(&game, &asked).iter().map(|one| one.id).collect();
        assert_eq!(ids, ["1.2.1", "1.1.1"]);
        let other = JudgementsQuery { rule: Some(205), ..JudgementsQuery::default() };
        assert!(judgements(&game, &other).is_empty());
    }

    #[test]
    fn records_count_votes_proposals_and_judgements() {
        let game = game();
        let all = records(&game);
        let of = |name: &str| all.iter().find(|record| record.player == name).cloned().expect("a record");
        let chris = of("Chris B");
        assert_eq!((chris.in_favour, chris.with_the_outcome, chris.proposed, chris.adopted), (1, 1, 1, 1));
        assert_eq!((of("Ben P").missed, of("Ben P").in_favour), (1, 0));
        let alex = of("Alex W");
        assert_eq!((alex.judged, alex.invoked, alex.overruled), (2, 1, 1));
    }

    #[test]
    fn rules_are_written_as_they_were() {
        let game = game();
        let counted = vec![("Gold_dust".to_owned(), "everybody has some".to_owned())];
        let lists = vec![("Counted".to_owned(), counted), ("What happens".to_owned(), Vec::new())];
        let words = Words { immutable: "[I]: immutable".to_owned(), lists };
        let before = written(&game, "Nomic on Fridays", game.starts_at, Format::Text, &words);
        let after = written(&game, "Nomic on Fridays", game.now, Format::Markdown, &words);
        assert!(before.contains("\n205\n") && before.contains("101 [I]\n"), "{before}");
        assert!(!after.contains("## 205\n") && after.contains("## 101 [I]\n"), "{after}");
        assert!(before.contains("\n[I]: immutable\n") && after.contains("\n\\[I\\]: immutable\n"), "{before} {after}");
        assert!(before.ends_with("Counted\n- Gold_dust: everybody has some\n\n"), "{before}");
        assert!(after.ends_with("## Counted\n\n- Gold\\_dust: everybody has some\n\n"), "{after}");
    }
}
