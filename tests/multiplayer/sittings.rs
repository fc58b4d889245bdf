//! Random games at a table, without the service: what is refused changes nothing, and the log folded again
//! comes to the same effects, byte for byte.

use chrono::{NaiveDateTime, TimeDelta};
use rookery::multiplayer::table::Multiplayer;
use rookery::tables::{AnyGame, AnyState, AnyStep, Step};
use serde_json::{Value, json};

use super::chance::Chance;

/// A step as a log keeps it.
enum Kept {
    Play(i64, Value),
    Ruling(Value),
    Time,
    Adjourned,
    Resumed,
}

impl Kept {
    fn step(&self) -> AnyStep<'_> {
        match self {
            Kept::Play(seat, play) => Step::Play { seat: *seat, play },
            Kept::Ruling(ruling) => Step::Ruling(ruling),
            Kept::Time => Step::Time,
            Kept::Adjourned => Step::Adjourned,
            Kept::Resumed => Step::Resumed,
        }
    }
}

const STARTS: [&str; 6] = [
    "start2",
    "start3",
    "start3-hex",
    "start4",
    "start4-rg",
    "cross14:far 7,yK,6/14/14/14/14/14/4,bR,9/14/8,bQ,5/bK,13/14/14/10,yR,3/3,rK,10 B aaa- - - 0 0",
];

fn outcome(state: &dyn AnyState) -> Option<Value> {
    state.outcome().expect("an outcome")
}

fn seen(state: &dyn AnyState, viewer: Option<i64>, at: NaiveDateTime) -> Value {
    state.view(viewer, at).json().expect("a view")
}

fn any_play(state: &dyn AnyState, at: NaiveDateTime, chance: &mut Chance) -> Kept {
    let seats = seen(state, None, at)["colours"].as_array().map_or(2, Vec::len);
    let seat = chance.below(seats) as i64;
    let letter = *chance.pick(&["R", "B", "Y", "G"]);
    let turn = state.turn().first().copied().unwrap_or_default();
    match chance.below(24) {
        0 => Kept::Play(seat, json!({ "kind": "offer_draw" })),
        1 => Kept::Play(seat, json!({ "kind": "accept_draw", "of": letter })),
        2 => Kept::Play(seat, json!({ "kind": "decline_draw" })),
        3 => Kept::Play(seat, json!({ "kind": "claim", "reason": "repetition" })),
        4 => Kept::Play(seat, json!({ "kind": "claim", "reason": "fifty_moves" })),
        5 if chance.below(4) == 0 => Kept::Play(seat, json!({ "kind": "resign" })),
        6 if chance.below(4) == 0 => {
            Kept::Ruling(json!({ "colour": letter, "leaves": "timed_out", "reason": "A reason of a justice" }))
        }
        7 => Kept::Play(seat, json!({ "kind": "move", "move": "a1-a2" })),
        _ => {
            let view = seen(state, Some(turn), at);
            let moves = view["moves"].as_array().cloned().unwrap_or_default();
            let text = if moves.is_empty() { json!("d2-d4") } else { chance.pick(&moves).clone() };
            Kept::Play(turn, json!({ "kind": "move", "move": text }))
        }
    }
}

#[test]
fn random_games_replay_to_the_same_bytes_and_refusals_change_nothing() {
    let mut chance = Chance(14);
    let (mut refused, mut ended) = (0, 0);
    for number in 0..48 {
        let asked =
            json!({ "start": STARTS[number % STARTS.len()], "clock": { "minutes": 2, "increment_seconds": 1 } });
        let options = Multiplayer.options(&asked).expect("options");
        assert_eq!(Multiplayer.options(&options).expect("its own options"), options);
        let began: NaiveDateTime = "2026-11-06T12:00:00".parse().unwrap();
        let seed = chance.below(1 << 30) as i64 - (1 << 29);
        let mut state = Multiplayer.start(&options, seed, began).expect("a start");
        let mut log: Vec<(Kept, NaiveDateTime, String)> = Vec::new();
        let mut at = began;
        let mut take = |state: &mut Box<dyn AnyState>, kept: Kept, at: NaiveDateTime| {
            let before = seen(&**state, Some(0), at).to_string();
            match state.step(kept.step(), at) {
                Ok(effect) => log.push((kept, at, effect.json().expect("an effect").to_string())),
                Err(refusal) => {
                    refused += 1;
                    assert!(!refusal.detail.is_empty());
                    assert!(refusal.more.contains_key("rule"), "{refusal:?}");
                    assert_eq!(seen(&**state, Some(0), at).to_string(), before, "{refusal}");
                }
            }
        };
        for ply in 0..70 {
            if outcome(&*state).is_some() {
                break;
            }
            if ply % 25 == 24 {
                take(&mut state, Kept::Adjourned, at);
                at += TimeDelta::hours(3);
                take(&mut state, Kept::Resumed, at);
            }
            at += TimeDelta::milliseconds(chance.below(6000) as i64);
            while let Some(due) = state.due().filter(|due| *due <= at) {
                take(&mut state, Kept::Time, due);
            }
            if outcome(&*state).is_none() {
                let kept = any_play(&*state, at, &mut chance);
                take(&mut state, kept, at);
            }
        }
        ended += usize::from(outcome(&*state).is_some());
        let mut again = Multiplayer.start(&options, seed, began).expect("a start");
        for (kept, at, effect) in &log {
            // A copy goes on as the state it was taken from does.
            again = again.copy();
            let taken = again.step(kept.step(), *at).expect("taken once");
            assert_eq!(taken.json().expect("an effect").to_string(), *effect);
        }
        assert_eq!(seen(&*again, Some(0), at).to_string(), seen(&*state, Some(0), at).to_string());
        assert_eq!(outcome(&*again), outcome(&*state));
    }
    assert!(refused > 100 && ended > 3, "{refused} refused, {ended} ended");
}
