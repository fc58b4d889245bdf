//! Tournaments of the club, from founding to the last table.

use diesel::prelude::*;
use rookery::auth::Role;
use rookery::db::Backend;
use rookery::db::schema::tournament_players;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Caller, Club};
use crate::sessions::{member, session_at};

/// A club with a moderator who does not play, and a tournament of some members.
pub struct Hall<'a> {
    pub club: &'a Club,
    pub may: Caller,
    pub players: Vec<Caller>,
    pub path: String,
}

pub const NAMES: [&str; 8] = ["Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"];

pub fn settings(format: Value, rounds: Option<i64>, rated: bool) -> Value {
    let ties = format["kind"] == "swiss" || format["kind"] == "round_robin";
    let tie_breaks = if ties { json!(["BH/C1", "BH", "SB", "DE"]) } else { json!([]) };
    json!({ "format": format, "rounds": rounds, "rated": rated, "seeding": "club", "open_until": 2,
        "tie_breaks": tie_breaks })
}

impl<'a> Hall<'a> {
    pub fn of(club: &'a Club, players: usize, settings: &Value) -> Hall<'a> {
        let may = member(club, "May", &[Role::Moderator]);
        let players: Vec<Caller> = NAMES[..players].iter().map(|name| member(club, name, &[])).collect();
        let founded = json!({ "name": "Winter Open", "settings": settings });
        let id = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
        let hall = Hall { club, may, players, path: format!("/api/v1/tournaments/{id}") };
        for player in &hall.players {
            player.post(&hall.at("players"), &json!({ "person": player.id })).expect(201);
        }
        hall
    }

    pub fn at(&self, what: &str) -> String {
        format!("{}/{what}", self.path)
    }

    pub fn moderator(&self) -> Caller {
        self.club.again(&self.may)
    }

    /// The session of a week, a quarter of an hour after it began, with the moderator in the room.
    pub fn week(&self, week: i64) -> i64 {
        let day = format!("2026-{}", ["11-06", "11-13", "11-20", "11-27", "12-04"][usize::try_from(week).unwrap() - 1]);
        self.club.set_time(&format!("{day}T12:31:00"));
        let session = session_at(self.club, &format!("{day}T12:31:00"));
        let here = json!({ "people": [self.may.id] });
        self.moderator().post(&format!("/api/v1/sessions/{session}/arrivals"), &here).expect(200);
        self.club.set_time(&format!("{day}T12:45:00"));
        session
    }

    pub fn announce(&self, round: i64, session: Option<i64>) -> Value {
        let day = session.is_none().then_some("2026-11-06");
        let round = json!({ "round": round, "session": session, "day": day });
        self.moderator().post(&self.at("rounds"), &round).expect(201)
    }

    pub fn whole(&self) -> Value {
        self.moderator().get(&self.path).expect(200)
    }

    fn rows(&self) -> Value {
        self.moderator().get(&self.at("standings")).expect(200)["rows"].clone()
    }

    /// The boards of a round, as `(board, white, black)`.
    pub fn boards(&self, round: usize) -> Vec<(i64, i64, i64)> {
        let whole = self.whole();
        let boards = whole["rounds"][round - 1]["boards"].as_array().unwrap().clone();
        let number = |value: &Value| value.as_i64().unwrap();
        boards
            .iter()
            .map(|board| (number(&board["board"]), number(&board["white"]["id"]), number(&board["black"]["id"])))
            .collect()
    }

    fn byes(&self, round: usize) -> Vec<i64> {
        let byes = self.whole()["rounds"][round - 1]["byes"].as_array().unwrap().clone();
        byes.iter().map(|bye| bye["id"].as_i64().unwrap()).collect()
    }

    pub fn player(&self, id: i64) -> Caller {
        self.club.again(self.players.iter().find(|player| player.id == id).unwrap())
    }

    fn result(&self, by: &Caller, round: usize, board: i64, result: &str) -> Answer {
        by.put(&self.at(&format!("rounds/{round}/boards/{board}/result")), &json!({ "result": result }))
    }

    /// Each board is won by whom the club knows longer, and entered by its White.
    pub fn play(&self, round: usize) {
        for (board, white, black) in self.boards(round) {
            let result = if white < black { "white" } else { "black" };
            self.result(&self.player(white), round, board, result).expect(200);
        }
    }

    fn points(&self) -> Vec<(i64, String)> {
        let rows = self.rows();
        let row = |row: &Value| (row["id"].as_i64().unwrap(), row["points"].as_str().unwrap().to_owned());
        rows.as_array().unwrap().iter().map(row).collect()
    }
}

/// The topics somebody was told of in tournaments, the newest first.
fn told(club: &Club, reader: &Caller) -> Vec<String> {
    club.deliver();
    let told = club.again(reader).get("/api/v1/notifications").expect(200);
    let topics = told["items"].as_array().unwrap().iter().map(|one| one["topic"].as_str().unwrap().to_owned());
    topics.filter(|topic| topic.starts_with("tournament.")).collect()
}

both!(a_player_without_a_team_refers_to_none, |club| {
    let hall = Hall::of(&club, 4, &settings(json!({ "kind": "swiss" }), Some(3), false));
    let faults = |club: &Club| club.app.db.read_now(rookery::db::tables::faults).unwrap();
    assert_eq!(faults(&club), Vec::<String>::new());
    if club.app.db.backend() == Backend::Postgres {
        let first = hall.players[0].id;
        club.write(move |tx| {
            diesel::sql_query("SET LOCAL session_replication_role = replica").execute(tx.db)?;
            let first = tournament_players::table.filter(tournament_players::person_id.eq(first));
            diesel::update(first).set(tournament_players::team.eq(9)).execute(tx.db)?;
            Ok(())
        });
        let told = faults(&club);
        assert!(told.len() == 1 && told[0].ends_with("1 rows refer to rows of tournament_teams that are not there"));
    }
});

both!(a_swiss_over_four_sessions_follows_its_games, |club| {
    let mut swiss = settings(json!({ "kind": "swiss" }), Some(4), true);
    swiss["time_control"] = json!("10+0");
    let hall = Hall::of(&club, 7, &swiss);
    assert_eq!(hall.whole()["state"], "planned");
    let mut met: Vec<[i64; 2]> = Vec::new();
    let mut alone: Vec<i64> = Vec::new();
    for week in 1..=4 {
        let session = hall.week(week);
        hall.announce(week, Some(session));
        let round = usize::try_from(week).unwrap();
        let boards = hall.boards(round);
        assert_eq!((boards.len(), hall.byes(round).len()), (3, 1));
        met.extend(boards.iter().map(|(_, white, black)| [*white.min(black), *white.max(black)]));
        alone.extend(hall.byes(round));
        hall.play(round);
    }
    let (all, mut once) = (met.len(), met.clone());
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), all, "nobody meets twice");
    alone.sort_unstable();
    alone.dedup();
    assert_eq!(alone.len(), 4, "nobody has the bye twice");

    // A game that is void was not played, and restored it is as before.
    let before = hall.rows();
    let whole = hall.whole();
    assert_eq!(before[0]["id"], hall.players[0].id, "{before}");
    let board = &whole["rounds"][3]["boards"][0];
    let game = format!("/api/v1/games/{}", board["game"]);
    let why = json!({ "reason": "Both players told me so", "act": "III.3.8" });
    hall.moderator().post(&format!("{game}/void"), &why).expect(200);
    let void = hall.whole();
    let empty = &void["rounds"][3]["boards"][0];
    assert_eq!((&empty["result"], &empty["game"]), (&json!(null), &json!(null)), "nothing says why");
    assert_ne!(hall.rows(), before);
    assert_eq!(void["rounds"][3]["complete"], false);
    hall.moderator().post(&format!("{game}/restoration"), &why).expect(200);
    assert_eq!(hall.rows(), before, "a decision undone leaves no trace");
    // In the report an earlier board without a result is as though neither had come, and all else is there.
    let first = format!("/api/v1/games/{}", whole["rounds"][0]["boards"][0]["game"]);
    let report = || hall.moderator().get(&hall.at("report.trf")).text();
    let (read, entered) = (report(), |text: &str| text.lines().filter(|line| line.starts_with("001")).count());
    hall.moderator().post(&format!("{first}/void"), &why).expect(200);
    let without = report();
    assert_eq!((entered(&without), without.len()), (7, read.len()), "{without}");
    assert_ne!(without, read);
    hall.moderator().post(&format!("{first}/restoration"), &why).expect(200);
    assert_eq!(report(), read);
    let correct = json!({ "result": "draw", "ending": "draw_agreed", "reason": "Both players told me so" });
    hall.moderator().post(&format!("{game}/correction"), &correct).expect(200);
    assert_eq!(hall.whole()["rounds"][3]["boards"][0]["result"], "draw");

    hall.moderator().post(&hall.at("end"), &json!({})).expect(200);
    assert_eq!(hall.whole()["state"], "ended");
    hall.moderator().post(&hall.at("rounds"), &json!({ "round": 5, "day": "2026-12-11" })).expect(409);
    let first = told(&club, &hall.players[0]);
    assert_eq!(first, ["tournament.round_announced"; 4]);
});

both!(a_rated_result_is_a_game_of_the_club_with_all_that_is_asked_of_one, |club| {
    let hall = Hall::of(&club, 4, &settings(json!({ "kind": "swiss" }), Some(2), true));
    let session = hall.week(1);
    hall.announce(1, Some(session));
    let (board, white, black) = hall.boards(1)[0];
    let path = hall.at(&format!("rounds/1/boards/{board}/result"));
    let early = json!({ "result": "white", "played_at": "2026-11-06T10:00:00Z" });
    assert!(hall.player(white).put(&path, &early).refused(422).contains(&"0.5".to_owned()), "no session was on");
    let stranger = hall.boards(1)[1].1;
    assert_eq!(hall.result(&hall.player(stranger), 1, board, "white").refused(403), ["II.4"]);
    let by_key = |by: &Caller| {
        let body = json!({ "result": "black" }).to_string();
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "once")];
        by.send("PUT", &path, &headers, body.as_bytes())
    };
    let loser = hall.player(white);
    let first = by_key(&loser).expect(200);
    assert_eq!(by_key(&loser).expect(200), first, "entered twice, it is there once");
    hall.result(&hall.player(black), 1, board, "white").expect(409);
    hall.result(&hall.moderator(), 1, board, "white").expect(409);
    let game = hall.whole()["rounds"][0]["boards"][0]["game"].clone();
    let entered = club.anyone().get(&format!("/api/v1/games/{game}")).expect(200);
    assert_eq!((&entered["result"], &entered["state"]), (&json!("black"), &json!("rated")));

    // What was entered by the club's own means is named.
    let (second, white, black) = hall.boards(1)[1];
    let own = json!({ "white": white, "black": black, "result": "draw", "ending": "draw_agreed" });
    let own = hall.player(white).post("/api/v1/games", &own).expect(201)["id"].clone();
    let path = hall.at(&format!("rounds/1/boards/{second}/result"));
    let twice = hall.player(white).put(&path, &json!({ "result": "draw" })).expect(409);
    assert_eq!((&twice["game"], &twice["insist"]), (&own, &json!(false)), "{twice}");
    hall.player(white).put(&path, &json!({ "result": "white", "game": own })).expect(422);
    hall.player(white).put(&path, &json!({ "result": "draw", "game": game })).expect(422);
    let named = hall.player(white).put(&path, &json!({ "result": "draw", "game": own })).expect(200);
    assert_eq!(named["rounds"][0]["boards"][1]["game"], own);
    assert_eq!(named["rounds"][0]["complete"], true);
});

both!(a_keizer_season_counts_absences_and_byes, |club| {
    let hall = Hall::of(&club, 5, &settings(json!({ "kind": "keizer" }), Some(4), false));
    let ed = &hall.players[4];
    hall.announce(1, None);
    hall.play(1);
    ed.put(&hall.at("absences"), &json!({ "person": ed.id, "round": 2, "kind": "half" })).expect(200);
    let on_duty = json!({ "person": hall.players[3].id, "round": 2, "kind": "duty" });
    hall.players[3].put(&hall.at("absences"), &on_duty).expect(422);
    hall.moderator().put(&hall.at("absences"), &on_duty).expect(200);
    hall.announce(2, None);
    assert!(hall.boards(2).iter().all(|(_, white, black)| ![white, black].contains(&&ed.id)));
    hall.play(2);
    let rows = hall.rows();
    let row = |id: i64| rows.as_array().unwrap().iter().find(|row| row["id"] == id).unwrap().clone();
    assert_eq!(rows[0]["id"], hall.players[0].id, "who won all: {rows}");
    let away = row(ed.id)["rounds"][1].clone();
    assert!(away["worth"].is_string() && away["because"].is_string(), "each round says what it is worth: {away}");
    assert!(row(hall.players[0].id)["value"].as_i64() > row(ed.id)["value"].as_i64());
    let back = json!({ "person": ed.id, "round": 3, "kind": null });
    ed.put(&hall.at("absences"), &back).expect(200);
    // Somebody comes later and is paired from then on.
    let flo = member(&club, "Flo", &[]);
    flo.post(&hall.at("players"), &json!({ "person": flo.id })).expect(409);
    hall.moderator().post(&hall.at("players"), &json!({ "person": flo.id })).expect(201);
    hall.announce(3, None);
    assert!(hall.boards(3).iter().any(|(_, white, black)| [white, black].contains(&&flo.id)));
    // And somebody leaves.
    ed.post(&hall.at("withdrawals"), &json!({ "person": ed.id })).expect(200);
    hall.moderator().post(&hall.at("rounds"), &json!({ "round": 4, "day": "2026-11-27" })).expect(201);
    assert!(hall.boards(4).iter().all(|(_, white, black)| ![white, black].contains(&&ed.id)));
});

both!(a_round_robin_is_entered_by_its_players_and_put_right_by_moderators, |club| {
    let hall = Hall::of(&club, 4, &settings(json!({ "kind": "round_robin" }), None, false));
    hall.announce(1, None);
    let (board, white, black) = hall.boards(1)[0];
    hall.result(&hall.player(white), 1, board, "draw").expect(200);
    hall.result(&hall.player(black), 1, board, "black").expect(409);
    hall.result(&hall.moderator(), 1, board, "white_forfeit").expect(200);
    let clear = json!({ "result": null });
    let path = hall.at(&format!("rounds/1/boards/{board}/result"));
    hall.player(white).put(&path, &clear).expect(409);
    hall.moderator().put(&path, &clear).expect(200);
    assert_eq!(hall.whole()["rounds"][0]["boards"][0]["result"], json!(null));
    hall.play(1);
    for round in 2..=3 {
        hall.announce(round, None);
        hall.play(usize::try_from(round).unwrap());
    }
    let points: Vec<f64> = hall.points().into_iter().map(|(_, points)| points.parse().unwrap()).collect();
    assert_eq!(points, [3.0, 2.0, 1.0, 0.0]);
    let earlier = hall.moderator().get(&hall.at("standings?round=1")).expect(200);
    assert_eq!(earlier["round"], 1);
    hall.moderator().post(&hall.at("rounds"), &json!({ "round": 4, "day": "2026-11-27" })).expect(409);
    hall.moderator().post(&hall.at("end"), &json!({})).expect(200);
});

both!(a_crosstable_is_shown_once_a_third_of_the_pairs_have_met, |club| {
    let hall = Hall::of(&club, 8, &settings(json!({ "kind": "round_robin" }), None, false));
    let address = hall.path.replace("/api/v1", "");
    for (round, is_crossed) in [(1, false), (2, false), (3, true)] {
        hall.announce(round, None);
        hall.play(usize::try_from(round).unwrap());
        let page = Browser::of(&club, &hall.players[0]).get(&address).text();
        assert_eq!(page.contains("<h2>Crosstable</h2>"), is_crossed, "round {round}: {page}");
        assert_eq!(page.contains("<summary>Round by round</summary>"), !is_crossed, "round {round}");
    }
});

both!(a_knockout_goes_on_after_a_draw, |club| {
    let format = json!({ "kind": "knockout", "games": 1, "decider": "higher_seed" });
    let hall = Hall::of(&club, 4, &settings(format, None, false));
    hall.announce(1, None);
    let boards = hall.boards(1);
    let (board, white, black) = boards[0];
    hall.result(&hall.player(white), 1, board, "draw").expect(200);
    hall.moderator().post(&hall.at("rounds"), &json!({ "round": 2, "day": "2026-11-13" })).expect(409);
    let (other, white_of_other, _) = boards[1];
    hall.result(&hall.player(white_of_other), 1, other, "white").expect(200);
    hall.announce(2, None);
    let (last, finalist, opponent) = hall.boards(2)[0];
    let whole = hall.whole();
    let seed = |id: i64| {
        let players = whole["players"].as_array().unwrap();
        players.iter().find(|player| player["id"] == id).unwrap()["number"].as_i64().unwrap()
    };
    let through = if seed(white) < seed(black) { white } else { black };
    assert!([finalist, opponent].contains(&through), "the higher seed goes through: {whole}");
    assert!([finalist, opponent].contains(&white_of_other));
    let correct = hall.result(&hall.moderator(), 1, other, "black");
    correct.expect(409);
    hall.result(&hall.player(finalist), 2, last, "white").expect(200);
    let stages = hall.whole()["stages"].clone();
    assert_eq!(stages[1][0]["winner"], finalist, "{stages}");
});

both!(a_challenge_on_the_ladder_is_played_declined_or_lapses, |club| {
    let hall = Hall::of(&club, 4, &settings(json!({ "kind": "ladder" }), None, false));
    hall.announce(1, None);
    let order = || hall.points().into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    let at_first = order();
    let [top, second, third, _] = at_first[..] else { panic!("{at_first:?}") };
    let challenge = |by: i64, whom: i64| hall.player(by).post(&hall.at("challenges"), &json!({ "person": whom }));
    challenge(top, second).expect(422);
    let made = challenge(second, top).expect(201)["challenges"][0]["id"].clone();
    challenge(third, top).expect(422);
    assert_eq!(told(&club, &hall.player(top)).first().map(String::as_str), Some("tournament.challenged"));
    let due = |by: i64| {
        let due = hall.player(by).get("/api/v1/deadlines?mine=true").expect(200)["deadlines"].clone();
        due.as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(due(top), ["challenge"]);
    let one = |what: &str| hall.at(&format!("challenges/{made}/{what}"));
    hall.player(second).put(&one("answer"), &json!({ "accept": true })).expect(404);
    hall.player(top).put(&one("answer"), &json!({ "accept": true })).expect(200);
    assert_eq!((due(top), due(second)), (vec!["ladder_game".to_owned()], vec!["ladder_game".to_owned()]));
    let challenger_has_white = hall.whole()["challenges"][0]["white"] == second;
    let won = if challenger_has_white { "white" } else { "black" };
    hall.player(top).put(&one("result"), &json!({ "result": won })).expect(200);
    assert_eq!(order()[..2], [second, top], "who wins takes the place");
    assert!(due(top).is_empty());
    assert_eq!(told(&club, &hall.player(second)).first().map(String::as_str), Some("tournament.challenge_played"));

    // Nobody answers: a week later the challenge is won, and nothing had to be done for it.
    challenge(third, top).expect(201);
    club.pass(chrono::TimeDelta::days(7));
    assert_eq!(due(top), ["challenge"]);
    club.pass(chrono::TimeDelta::days(1));
    assert!(due(top).is_empty());
    assert_eq!(order()[..3], [second, third, top]);

    // One that is taken back changes nothing.
    let made = challenge(top, second).expect(201)["challenges"][0]["id"].clone();
    hall.player(top).delete(&hall.at(&format!("challenges/{made}")), &json!({})).expect(204);
    assert_eq!(order()[..3], [second, third, top]);
    assert_eq!(told(&club, &hall.player(second)).first().map(String::as_str), Some("tournament.challenge_taken_back"));
});

both!(a_round_is_taken_back_while_nothing_is_entered, |club| {
    let hall = Hall::of(&club, 4, &settings(json!({ "kind": "swiss" }), Some(3), false));
    hall.announce(1, None);
    let numbered = hall.whole();
    assert_eq!(numbered["state"], "running");
    hall.players[0].delete(&hall.at("rounds/1"), &json!({})).expect(403);
    hall.moderator().delete(&hall.at("rounds/2"), &json!({})).expect(404);
    hall.moderator().delete(&hall.at("rounds/1"), &json!({})).expect(204);
    let planned = hall.whole();
    assert_eq!((&planned["state"], &planned["players"][0]["number"]), (&json!("planned"), &json!(null)));
    assert_eq!(
        told(&club, &hall.players[0]),
        ["tournament.round_taken_back", "tournament.round_announced"],
        "who was paired is told"
    );
    let again = hall.announce(1, None);
    assert_eq!(again["players"], numbered["players"], "the same numbers by the same ratings");
    let (board, white, _) = hall.boards(1)[0];
    hall.result(&hall.player(white), 1, board, "draw").expect(200);
    hall.moderator().delete(&hall.at("rounds/1"), &json!({})).expect(409);
    hall.moderator().post(&hall.at("rounds"), &json!({ "round": 1, "day": "2026-11-06" })).expect(409);
});

both!(a_round_can_be_chosen_board_by_board, |club| {
    let hall = Hall::of(&club, 4, &settings(json!({ "kind": "casual" }), Some(3), false));
    let [ann, ben, cy, di] = &hall.players[..] else { unreachable!() };
    let pair = |white: &Caller, black: &Caller| json!({ "white": white.id, "black": black.id });
    let chosen = |boards: Value| json!({ "round": 1, "day": "2026-11-06", "boards": boards });
    let next = hall.moderator().get(&hall.at("rounds/next")).expect(200);
    assert_eq!((&next["round"], next["boards"].as_array().unwrap().len()), (&json!(1), 2));
    let announce = |boards: Value| hall.moderator().post(&hall.at("rounds"), &chosen(boards));
    hall.moderator().post(&hall.at("rounds"), &json!({ "round": 1, "day": "-9999-01-01" })).expect(422);
    announce(json!([pair(ann, ben), pair(ann, cy)])).expect(422);
    announce(json!([pair(ann, ann)])).expect(422);
    announce(json!([pair(ann, &hall.may)])).expect(422);
    announce(json!([pair(di, ann), pair(cy, ben)])).expect(201);
    assert_eq!(hall.boards(1)[0].1, di.id);
});

both!(what_cannot_be_is_refused_and_says_what_can, |club| {
    let may = member(&club, "Mona", &[Role::Moderator]);
    let ann = member(&club, "Zoe", &[]);
    let found =
        |by: &Caller, settings: Value| by.post("/api/v1/tournaments", &json!({ "name": "Open", "settings": settings }));
    assert_eq!(found(&ann, settings(json!({ "kind": "casual" }), Some(3), false)).refused(403), ["III.2"]);
    for (format, rounds) in [
        (json!({ "kind": "swiss" }), None),
        (json!({ "kind": "swiss" }), Some(0)),
        (json!({ "kind": "swiss" }), Some(1000)),
        (json!({ "kind": "round_robin", "legs": 9 }), None),
        (json!({ "kind": "knockout", "games": 0, "decider": "again" }), None),
        (json!({ "kind": "keizer", "bye": -1 }), Some(3)),
    ] {
        found(&may, settings(format, rounds, false)).expect(422);
    }
    let mut unknown = settings(json!({ "kind": "swiss" }), Some(3), false);
    unknown["tie_breaks"] = json!(["XYZ"]);
    found(&may, unknown.clone()).expect(422);
    unknown["tie_breaks"] = json!([]);
    unknown["colour"] = json!("blue");
    assert!((400..=422).contains(&found(&may, unknown).status), "no further members");

    let hall = Hall::of(&club, 2, &settings(json!({ "kind": "swiss" }), Some(3), false));
    let guest = club.person("Guest", &[]);
    hall.may.post(&hall.at("players"), &json!({ "person": guest.id })).expect(422);
    hall.may.post(&hall.at("players"), &json!({ "person": hall.players[0].id })).expect(409);
    hall.players[0].post(&hall.at("challenges"), &json!({ "person": hall.players[1].id })).expect(409);
    hall.may.post(&hall.at("rounds"), &json!({ "round": 2, "day": "2026-11-06" })).expect(409);
    hall.may.post(&hall.at("end"), &json!({})).expect(422);
    hall.may.post(&hall.at("end"), &json!({ "reason": "Nobody has time" })).expect(200);
    assert_eq!(hall.whole()["state"], "called_off");
    assert_eq!(told(&club, &hall.players[1]), ["tournament.called_off"]);
    hall.players[0].post(&hall.at("withdrawals"), &json!({ "person": hall.players[0].id })).expect(409);
    may.get("/api/v1/tournaments/999999").expect(404);
    let list = may.get("/api/v1/tournaments?limit=1").expect(200);
    assert_eq!(list["items"][0]["name"], "Winter Open");
});
