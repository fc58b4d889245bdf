//! Games-room ratings: games of more than two, apart from the club's score, folded again where a table is void.

use chrono::TimeDelta;
use rookery::auth::Role;
use serde_json::{Value, json};

use super::table::{begun, chosen, does, people};
use crate::harness::{Caller, Client, Club};

const REASON: &str = "The board showed something else to each of them";

/// A game of these players that all resign but the last.
fn won_by_the_last(club: &Club, players: &[Caller], options: &Value) -> String {
    club.pass(TimeDelta::seconds(1));
    let table = begun(players, options);
    for player in &players[..players.len() - 1] {
        does(club, player, &table, json!({ "kind": "resign" })).expect(200);
    }
    assert_eq!(players[0].get(&table).expect(200)["stage"], "ended");
    table
}

fn list(club: &Club) -> Vec<Value> {
    club.anyone().get("/api/v1/room_ratings").expect(200)["items"].as_array().unwrap().clone()
}

fn history(club: &Club, person: i64) -> Vec<Value> {
    let found = club.anyone().get(&format!("/api/v1/room_ratings/{person}")).expect(200);
    found["items"].as_array().unwrap().clone()
}

/// Everything that the club's own score rests on.
fn club_scores(club: &Club, players: &[Caller]) -> Vec<String> {
    let mut all = vec![club.anyone().get("/api/v1/leaderboard").text()];
    for player in players {
        all.push(club.anyone().get(&format!("/api/v1/members/{}/standing", player.id)).text());
    }
    all
}

fn members(club: &Club) -> [Caller; 4] {
    let players: [Caller; 4] = people(club);
    for player in &players {
        player.post("/api/v1/memberships", &json!({})).expect(201);
    }
    players
}

both!(a_game_of_more_than_two_is_rated_and_never_touches_the_clubs_score, |club| {
    let players = members(&club);
    let before = club_scores(&club, &players);
    let table = won_by_the_last(&club, &players, &chosen("start4"));
    let standings = list(&club);
    assert_eq!(standings.len(), 4);
    assert_eq!(standings[0]["person"]["name"], "Dan", "{standings:?}");
    assert!(standings[0]["rating"].as_f64() > Some(25.0) && standings[3]["rating"].as_f64() < Some(25.0));
    let of_dan = history(&club, players[3].id);
    assert_eq!((&of_dan[0]["share"], &of_dan[0]["before"]["rating"]), (&json!("1"), &json!(25.0)));
    assert_eq!(format!("/api/v1/tables/{}", of_dan[0]["table"]), table);
    assert_eq!(history(&club, players[0].id)[0]["share"], "0");
    assert_eq!(club_scores(&club, &players), before);
    let page = club.anyone().get("/api/v1/room_ratings?limit=3").expect(200);
    let next = club.anyone().get(&format!("/api/v1/room_ratings?after={}", page["next"].as_str().unwrap())).expect(200);
    assert_eq!((next["items"].as_array().unwrap().len(), &next["items"][0]["place"]), (1, &json!(4)));
    let beyond = club.anyone().get(&format!("/api/v1/room_ratings?after={}", i64::MAX)).expect(200);
    assert_eq!(beyond["items"], json!([]), "behind the last place that can be told");
    assert_eq!(club.anyone().get("/api/v1/room_ratings/999").status, 404);
    assert_eq!(club.anyone().get("/api/v1/room_ratings?limit=0").status, 422);
});

both!(two_players_positions_and_games_that_shall_not_count_are_not_rated, |club| {
    let players = members(&club);
    let before = club_scores(&club, &players);
    won_by_the_last(&club, &players[..2], &chosen("start2"));
    won_by_the_last(&club, &players, &json!({ "start": "start4", "rated": false }));
    let position = "std8 1,yR,5,yK/8/8/8/1,bN,5,bK/8/8/rK,7 R aaa- - - 0 0";
    won_by_the_last(&club, &players[..3], &chosen(position));
    assert!(list(&club).is_empty());
    assert_eq!(club_scores(&club, &players), before);
});

both!(a_table_made_void_is_taken_out_and_what_came_after_is_folded_anew_i_9_10, |club| {
    let players = members(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let before = club_scores(&club, &players);
    let first = won_by_the_last(&club, &players, &chosen("start4"));
    let alone = list(&club);
    let second = won_by_the_last(&club, &players[1..], &chosen("start3"));
    let third = won_by_the_last(&club, &players, &chosen("start4"));
    let all = list(&club);
    let void = |who: &Client, table: &str| who.post(&format!("{table}/void"), &json!({ "reason": REASON })).expect(200);
    // Two made void: what is left is as though only the first had been played.
    void(&chief, &third);
    void(&chief, &second);
    let of = |standings: &[Value], name: &str| -> Value {
        let mut found = standings.iter().find(|one| one["person"]["name"] == name).unwrap().clone();
        found["place"] = json!(null);
        found
    };
    assert_ne!(of(&all, "Dan"), of(&alone, "Dan"));
    for name in ["Ann", "Ben", "Cat", "Dan"] {
        assert_eq!(of(&list(&club), name), of(&alone, name));
    }
    let of_dan = history(&club, players[3].id);
    assert_eq!(of_dan.iter().map(|change| change["void"] == true).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(of_dan[0]["before"], of_dan[0]["after"]);
    // The earliest made void: a later game starts from what is left.
    let fourth = won_by_the_last(&club, &players, &chosen("start4"));
    void(&chief, &first);
    assert_eq!(of(&list(&club), "Dan"), of(&alone, "Dan"), "the fourth is now the only one, and like the first");
    void(&chief, &fourth);
    assert!(list(&club).is_empty());
    assert_eq!(club_scores(&club, &players), before);
});
