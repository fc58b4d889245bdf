//! How fast a long game of Nomic folds: 100,000 events, timed from the parsed log and from its text, with the same day counted alone.
//! And what the preview of a rule-change takes at its end, where effects of the players' own have each count played.

use chrono::TimeDelta;
use rookery_nomic::edition::Edition;
use rookery_nomic::explain::explain;
use rookery_nomic::plays::Thread;
use rookery_nomic::record::Beginning;
use rookery_nomic::{Event, Game, Play};
use std::hint::black_box;
use std::time::Instant;

const EVENTS: usize = 100_000;

/// What players count beside points: a tax on what they gain, and wages.
const TREASURY: &str = r#"{"quantities": {"Treasury": {"of": "game"}, "Gold": {"of": "players"}}, "effects": {
    "tax": {"on": {"gain": "points"}, "changes": [{"quantity": "points", "by": {"share": {"part": -1, "of": 10}}},
        {"quantity": "Treasury", "by": {"share": {"part": 1, "of": 10}}}]},
    "wages": {"on": "turn", "changes": [{"quantity": "Gold", "by": {"exactly": 1}}]}}}"#;

/// Years of play: a proposal on most days, votes, a Point of Order with its Judgement each week, and talk.
fn log() -> Vec<Event> {
    let names = ["Chris B", "Dave M", "Ben P", "Alex T", "Alex W"];
    let mut game = begin();
    let mut log = Vec::with_capacity(EVENTS);
    let per_day = 60;
    let mut at = game.now;
    for turn in 0..EVENTS {
        at = at.max(game.now) + TimeDelta::seconds(86_400 / per_day);
        let slot = turn % per_day as usize;
        let own = game.players_of(game.day).first().cloned().unwrap_or_else(|| "Ben P".into());
        let rules = game.book.rules.len();
        let (player, thread, text) = match slot {
            20 if turn == 20 => {
                (own, Thread::Voting, format!("Rule-change: Enact: A Treasury.\nParameters: {TREASURY}"))
            }
            20 if rules < 40 => {
                (own, Thread::Voting, "Rule-change: Enact: Players shall follow Rule 203 and Rule 214.".to_owned())
            }
            20 => (
                own,
                Thread::Voting,
                format!(
                    "Rule-change: Amend Rule {} to read: See Rule 203, Rule 214 and round {turn}.",
                    game.book.highest()
                ),
            ),
            21..=25 => (
                names[slot - 21].to_owned(),
                Thread::Voting,
                if turn % 7 == 0 { "Vote: No" } else { "Vote: Yes" }.to_owned(),
            ),
            26 if turn % 5 == 0 => ("Ben P".to_owned(), Thread::Voting, "Point of Order: Is this the way?".to_owned()),
            27 => match game.points_of_order.last().filter(|point| point.is_active()) {
                Some(point) => {
                    (point.judge.clone().unwrap_or_default(), Thread::Voting, format!("Judgement: {} It is.", point.id))
                }
                None => ("Ben P".to_owned(), Thread::Discussion, "Quiet today.".to_owned()),
            },
            _ => (names[slot % 5].to_owned(), Thread::Discussion, "A word about the rules.".to_owned()),
        };
        let player = if names.contains(&player.as_str()) { player } else { "Ben P".to_owned() };
        let event = Event { at, player, play: Play::Say { thread, text } };
        game.apply(&event).expect("it applies");
        log.push(event);
    }
    log
}

/// The initial set with a goal that nobody reaches, so that the game lasts.
fn begin() -> Game {
    let goal = serde_json::json!({"win": {"points": 1_000_000}, "adoption": {"threshold": "simple_majority"}, "voting": {"secret": true}});
    let parameters = serde_json::from_value(goal).expect("parameters");
    Beginning { edition: Edition::LATEST, parameters, ..Beginning::default() }.start().expect("the initial set")
}

fn fold(log: &[Event]) -> Game {
    let mut game = begin();
    for event in log {
        black_box(game.apply(event)).expect("it applied before");
    }
    game
}

/// Seconds that the preview of a rule-change takes, the best of some.
fn preview(game: &Game) -> f64 {
    let text = "Rule-change: Enact: Players shall follow Rule 203.".to_owned();
    let draft = Play::Say { thread: Thread::Voting, text };
    let once = |_| {
        let start = Instant::now();
        black_box(explain(black_box(game), "Ben P", &draft)).expect("a rule-change");
        start.elapsed().as_secs_f64()
    };
    (0..10).map(once).fold(f64::MAX, f64::min)
}

fn main() {
    let log = log();
    let text: Vec<String> = log.iter().map(|event| serde_json::to_string(event).expect("JSON")).collect();
    let mut best = [f64::MAX; 3];
    let mut game = None;
    for _ in 0..3 {
        let start = Instant::now();
        game = Some(fold(black_box(&log)));
        best[0] = best[0].min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let read: Vec<Event> = text.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        black_box(fold(&read));
        best[1] = best[1].min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let mut silent = begin();
        silent.advance(log.last().expect("events").at).expect("forwards");
        black_box(&silent);
        best[2] = best[2].min(start.elapsed().as_secs_f64());
    }
    let game = game.expect("a game");
    let versions: usize = game.book.rules.iter().map(|rule| rule.versions.len()).sum();
    println!(
        "{} events, {} proposals, {} rule versions, {} entries, {} deeds, status {:?}",
        log.len(),
        game.proposals.len(),
        versions,
        game.ledger.len(),
        game.accounts.deeds.len(),
        game.status
    );
    println!(
        "fold: {:.3} s; read and fold: {:.3} s; the clock alone over the same years: {:.3} s",
        best[0], best[1], best[2]
    );
    println!("fold / 1 s goal: {:.2}", best[0]);
    let (young, old) = (preview(&begin()), preview(&game));
    println!("a preview of a rule-change: {:.2} ms as the game begins, {:.2} ms at its end", young * 1e3, old * 1e3);
    println!("a preview at the end / the fold: {:.4}", old / best[0]);
}
