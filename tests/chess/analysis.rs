//! What a chess engine, Stockfish, thinks of games that are over: kept, shown on the page, and nothing of games that go on.

use diesel::prelude::*;
use rookery::chess::analysis::Analyst;
use rookery::db::schema::plays;
use serde_json::json;

use crate::harness::{Browser, Club, wait_until};
use crate::tables::{begun, go, pair, play};

/// Where Debian's package puts it.
const STOCKFISH: &str = "/usr/games/stockfish";

/// How many games the first pass finishes that finishes any: a busy machine needs several, and may keep the engine waiting.
fn finished(club: &Club, analyst: &Analyst) -> usize {
    let mut games = 0;
    wait_until(|| {
        games = analyst.run(&club.app.db).unwrap_or_default();
        games > 0
    });
    games
}

both!(an_engine_looks_at_games_that_are_over_alone, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let analyst = Analyst::new(STOCKFISH.into());
    let table = begun(&ann, &ben);
    let moves = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"];
    for (answers, text) in (0..).zip(&moves[..6]) {
        go(if answers % 2 == 0 { &ann } else { &ben }, &table, answers, text).expect(200);
    }
    assert_eq!(analyst.run(&club.app.db).unwrap(), 0, "the game goes on");
    ann.get(&format!("{table}/analysis")).refused(404);
    go(&ann, &table, 6, moves[6]).expect(200);
    ann.get(&format!("{table}/analysis")).refused(404);

    // A program that is no engine leaves the game for one that is.
    assert!(Analyst::new("/bin/true".into()).run(&club.app.db).is_err());
    assert_eq!(finished(&club, &analyst), 1, "once");
    assert_eq!(analyst.run(&club.app.db).unwrap(), 0, "and then there is nothing to look at");
    let told = ben.get(&format!("{table}/analysis")).expect(200);
    assert!(told["engine"].as_str().is_some_and(|name| name.starts_with("Stockfish")), "{told}");
    let positions = told["positions"].as_array().unwrap();
    assert_eq!(positions.len(), moves.len() + 1);
    assert_eq!(positions[6], json!({ "score": { "mate": 1 }, "best": "Qxf7#" }), "before the mate");
    assert!(positions[7].is_null(), "nothing is left to think about");
    assert!(positions[0]["score"]["centipawns"].as_i64().is_some_and(|value| value.abs() < 100), "{told}");

    let place = &table["/api/v1".len()..];
    let page = Browser::of(&club, &ann).get(&format!("{place}?ply=6")).text();
    assert!(page.contains("What Stockfish") && page.contains("Here White mates in one move: Qxf7#."), "{page}");
    let german = ann.send("GET", &format!("{place}?ply=6"), &[("Accept", "text/html"), ("Accept-Language", "de")], b"");
    assert!(german.text().contains("matt: Dxf7#."), "{}", german.text());
});

both!(the_game_that_ended_last_comes_first, |club| {
    let players = [pair(&club, ["Ann", "Ben"]), pair(&club, ["Cleo", "Dan"])];
    let [first, last] = players.each_ref().map(|[white, black]| {
        let table = begun(white, black);
        go(white, &table, 0, "f3").expect(200);
        play(white, &table, 1, json!({ "kind": "resign" })).expect(200);
        club.pass(chrono::TimeDelta::minutes(1));
        table
    });
    assert_eq!(finished(&club, &Analyst::new(STOCKFISH.into())), 1);
    players[0][0].get(&format!("{last}/analysis")).expect(200);
    players[0][0].get(&format!("{first}/analysis")).refused(404);
});

both!(a_game_that_cannot_be_read_is_passed_over, |club| {
    let players = [pair(&club, ["Ann", "Ben"]), pair(&club, ["Cleo", "Dan"])];
    let [first, last] = players.each_ref().map(|[white, black]| {
        let table = begun(white, black);
        go(white, &table, 0, "f3").expect(200);
        play(white, &table, 1, json!({ "kind": "resign" })).expect(200);
        club.pass(chrono::TimeDelta::minutes(1));
        table
    });
    let number: i64 = last.rsplit('/').next().unwrap().parse().unwrap();
    club.write(move |tx| {
        let moved = plays::table.filter(plays::table_id.eq(number).and(plays::number.eq(1)));
        diesel::update(moved).set(plays::effect.eq(r#"{"damaged":true}"#)).execute(tx.db)?;
        Ok(())
    });
    let analyst = Analyst::new(STOCKFISH.into());
    assert_eq!(finished(&club, &analyst), 1, "the one before it");
    players[0][0].get(&format!("{first}/analysis")).expect(200);
    players[0][0].get(&format!("{last}/analysis")).refused(404);
    assert_eq!(analyst.run(&club.app.db).unwrap(), 0, "nothing else waits");
});
