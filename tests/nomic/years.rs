//! Two random games through the tables of both databases: the same logs, and replayed from them the same games.
//!
//! A month each; `ROOKERY_NOMIC_DAYS=365` plays them for a year.

use chrono::{NaiveDateTime, NaiveTime, TimeDelta};
use rookery::id::PersonId;
use rookery::nomic::table::Standing;
use rookery::tables::{TableId, store};
use rookery_nomic::record::Beginning;
use rookery_nomic::{Event, Game, Play};
use serde_json::{Value, json};

use super::table::Party;
use crate::harness::Club;

/// A small source of choices (xorshift): the same seed chooses the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

fn say(thread: &str, text: String) -> Value {
    json!({ "kind": "say", "thread": thread, "text": text })
}

/// What players count beside points, and what changes it.
const TREASURY: &str = r#"{"quantities":{"Treasury":{"of":"game"},"Gold":{"of":"players","start":3,"least":0}},"effects":{
    "tax":{"on":{"gain":"points"},"changes":[{"quantity":"points","by":{"share":{"part":-1,"of":10}}},
        {"quantity":"Treasury","by":{"share":{"part":1,"of":10}}}]},
    "wages":{"on":"turn","changes":[{"quantity":"Gold","by":{"exactly":1}}]},
    "gift":{"on":{"use":{"most":3}},"changes":[{"quantity":"Gold","by":{"share":{"part":-1}}},
        {"quantity":"Gold","whose":"chosen","by":{"share":{"part":1}}}]}}}"#;

/// Somebody's next message: mostly votes and rule-changes, some of them void.
fn choose(chance: &mut Chance, game: &Game) -> (usize, Value) {
    let anybody = chance.below(5) as usize;
    let own = game.players_of(game.day).first().and_then(|name| game.players.iter().position(|p| p.name == *name));
    let open = game.points_of_order.iter().find(|point| point.is_active());
    match chance.below(16) {
        0..=3 => {
            let law = match chance.below(7) {
                0 => "Repeal Rule 205".to_owned(),
                1 => {
                    format!("Amend Rule {} to read: See Rules 203, 214 and {}.", game.book.highest(), game.next_number)
                }
                5 => format!(
                    "Enact: Law {}: a Treasury, taxes, wages and gifts.\nParameters: {TREASURY}",
                    game.next_number
                ),
                6 => "Enact: Votes are secret.\nParameters: {\"voting\":{\"secret\":true}}".to_owned(),
                2 => format!("Transmute Rule {}", 101 + chance.below(18)),
                _ => format!("Enact: Law {}: players abide by Rule 203.", game.next_number),
            };
            (own.unwrap_or(anybody), say("voting", format!("Rule-change: {law}")))
        }
        4..=10 => (anybody, say("voting", format!("Vote: {}", if chance.below(5) == 0 { "No" } else { "Yes" }))),
        11 => (anybody, say("voting", format!("Point of Order: Is proposal {} proper?", game.next_number - 1))),
        12 | 13 => match open {
            Some(point) if point.judgements.is_empty() => {
                let judge = point.judge.as_ref().and_then(|name| game.players.iter().position(|p| p.name == *name));
                (judge.unwrap_or(anybody), say("voting", format!("Judgement: {} It is.", point.id)))
            }
            Some(point) => (anybody, say("voting", format!("Dispute: Judgement {}.1", point.id))),
            None => (anybody, say("voting", "Vote: Maybe".to_owned())),
        },
        14 => (anybody, say("points", format!("Use: gift: {} Ben P", 1 + chance.below(3)))),
        _ => (anybody, say("discussion", "Well.".to_owned())),
    }
}

/// The game as the tables have it.
fn standing(club: &Club, id: TableId) -> Game {
    let live = club.app.db.read_now(|db| club.app.room.live(db, id)).unwrap();
    live.read(|known| {
        let state: &dyn std::any::Any = known.state.as_deref().expect("it has begun");
        state.downcast_ref::<Standing>().expect("a game of Nomic").seen_at(club.now())
    })
}

/// Plays a game through; gives its log and the bytes of the whole game.
fn played(club: &Club, seed: u64, days: i64) -> (String, Vec<u8>) {
    let mut party = Party::begun(club, "2027-01-04T08:00:00");
    let id = TableId(party.table.rsplit('/').next().unwrap().parse().unwrap());
    let people: Vec<PersonId> = party.players.iter().map(|player| PersonId(player.id)).collect();
    let mut chance = Chance(seed);
    let mut at: NaiveDateTime = club.now();
    let end = at + TimeDelta::days(days);
    loop {
        at += TimeDelta::seconds(60 + chance.below(4 * 3_600) as i64);
        if at > end {
            break;
        }
        club.app.clock.set(at);
        let (player, play) = choose(&mut chance, &standing(club, id));
        let (room, person) = (club.app.room.clone(), people[player]);
        match club.app.db.write_now(move |tx| store::play(tx, &room, id, person, -1, &play)) {
            Ok(_) => {}
            // Somebody has won, and nobody challenged it: the table is over.
            Err(_) if standing(club, id).due().is_none() => break,
            Err(error) => panic!("{error}"),
        }
    }
    // After the count: votes that are secret until then stand in the log.
    let counted = (end.date() + TimeDelta::days(1)).and_time(NaiveTime::MIN);
    party.at(club, &counted.to_string().replace(' ', "T"));
    let log = party.players[0].get(&format!("{}/log", party.game)).text();
    let replay = party.players[0].get(&format!("{}/replay", party.table)).expect(200);
    assert_eq!(replay["wrong"], json!([]), "{replay}");
    (log, serde_json::to_vec(&standing(club, id)).unwrap())
}

#[test]
fn random_games_are_the_same_on_both_databases_and_from_their_logs() {
    let days = std::env::var("ROOKERY_NOMIC_DAYS").map_or(30, |days| days.parse().expect("a number of days"));
    for seed in [11, 2_027] {
        let one = played(&Club::on_sqlite(), seed, days);
        let other = played(&Club::on_postgres(), seed, days);
        assert!(one == other, "seed {seed}: the two databases differ");
        let (log, bytes) = one;
        let mut lines = log.lines();
        let beginning: Beginning = serde_json::from_str(lines.next().unwrap()).unwrap();
        let mut game = beginning.start().unwrap();
        let mut plays = 0;
        for line in lines {
            let event: Event = serde_json::from_str(line).unwrap();
            assert!(matches!(event.play, Play::Say { .. }));
            game.apply(&event).unwrap();
            plays += 1;
        }
        let end: Value = serde_json::from_slice(&bytes).unwrap();
        game.advance(end["now"].as_str().unwrap().parse().unwrap()).unwrap();
        assert!(serde_json::to_vec(&game).unwrap() == bytes, "seed {seed}: its log comes to another game");
        let (proposals, deeds) = (game.proposals.len(), game.accounts.deeds.len());
        println!("seed {seed}: {plays} plays in {days} days, {proposals} proposals, {deeds} deeds");
    }
}
