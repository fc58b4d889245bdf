//! How many statements the writer sends to the database for one game: from the savepoint that the game is entered in to
//! its release, both of which count. What a batch of games shares (its beginning and commit, caches that catch up) does
//! not.

use std::sync::{Arc, Mutex};

use diesel::connection::{Connection, InstrumentationEvent};

use super::*;

/// Of a game that a desk enters. Of a player's, the other one is asked.
const OF_A_DESK: usize = 14;
const OF_A_PLAYER: usize = OF_A_DESK + 1;

/// What the writer has sent since the club listens to it.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    fn listen(club: &Club) -> Heard {
        let heard = Heard::default();
        let told = heard.clone();
        club.write(move |tx| {
            let told = told.clone();
            tx.db.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                if let InstrumentationEvent::StartQuery { query, .. } = event {
                    told.0.lock().unwrap().push(query.to_string());
                }
            });
            Ok(())
        });
        heard
    }

    /// The statements of one game, while nobody enters another.
    fn of_a_game(&self, enter: impl FnOnce()) -> Vec<String> {
        self.0.lock().unwrap().clear();
        enter();
        let all = std::mem::take(&mut *self.0.lock().unwrap());
        let game = all.iter().position(|text| text.starts_with("INSERT INTO") && text.contains("white_id"));
        let game = game.expect("a game");
        let begin = all[..game].iter().rposition(|text| text.starts_with("SAVEPOINT")).expect("a savepoint");
        let release = format!("RELEASE {}", all[begin].split(" -- ").next().unwrap_or_default());
        let end = all[game..].iter().position(|text| text.starts_with(&release)).expect("its release") + game;
        all[begin..=end].to_vec()
    }
}

fn keyed(caller: &Caller, key: &str, game: &Value) {
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key)];
    let answer = caller.send("POST", "/api/v1/games", &headers, game.to_string().as_bytes());
    answer.expect(201);
}

both!(a_game_takes_few_statements, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let heard = Heard::listen(&club);
    let held = |who: &str, most: usize, statements: Vec<String>| {
        let list: String = statements.iter().map(|text| format!("\n{text}")).collect();
        assert_eq!(statements.len(), most, "statements of {who}:{list}");
    };
    held("a desk's game", OF_A_DESK, heard.of_a_game(|| keyed(&may, "first", &game(&ann, &ben))));
    let again = with(game(&ben, &ann), json!({ "insist": true }));
    held("another one", OF_A_DESK, heard.of_a_game(|| keyed(&may, "second", &again)));
    held("a player's", OF_A_PLAYER, heard.of_a_game(|| keyed(&ann, "third", &again)));
    let draw = with(again, json!({ "result": "draw", "ending": "draw_agreed" }));
    held("a draw", OF_A_DESK, heard.of_a_game(|| keyed(&may, "fourth", &draw)));
});
