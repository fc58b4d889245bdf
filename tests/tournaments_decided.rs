//! What is decided about a game shows in the table of its tournament, whatever the format, and undone it leaves no trace.

use serde_json::{Value, json};

use crate::court::online::online;
use crate::court::{Court, decide, filed};
use crate::harness::{Caller, Club};
use crate::sessions::member;
use crate::tournaments::{Hall, settings};

/// A tournament of four, its first round announced or its ladder begun, with the first board: where its result is
/// entered, its White and its Black.
fn begun<'a>(
    club: &'a Club,
    may: Caller,
    players: Vec<Caller>,
    format: &Value,
    teams: bool,
) -> (Hall<'a>, [i64; 2], String) {
    let rounds = ["keizer", "swiss", "casual"].contains(&format["kind"].as_str().unwrap()).then_some(3);
    let mut settings = settings(format.clone(), rounds, true);
    let line_ups = teams && format["kind"] != "scheveningen";
    if line_ups {
        settings["boards"] = json!(2);
    }
    if teams {
        settings["tie_breaks"] = json!([]);
    }
    let names = if teams { json!(["Rooks", "Owls"]) } else { json!([]) };
    let founded = json!({ "name": "Four", "settings": settings, "teams": names });
    let id = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
    let hall = Hall { club, may, players, path: format!("/api/v1/tournaments/{id}") };
    for (place, player) in hall.players.iter().enumerate() {
        let team = teams.then_some(place % 2 + 1);
        hall.may.post(&hall.at("players"), &json!({ "person": player.id, "team": team })).expect(201);
    }
    hall.announce(1, None);
    if format["kind"] != "ladder" {
        let (board, white, black) = hall.boards(1)[0];
        let place = hall.at(&format!("rounds/1/boards/{board}/result"));
        return (hall, [white, black], place);
    }
    let rows = hall.whole()["standings"]["rows"].clone();
    let [top, second] = [0, 1].map(|place: usize| rows[place]["id"].as_i64().unwrap());
    let made = hall.player(second).post(&hall.at("challenges"), &json!({ "person": top })).expect(201);
    let path = hall.at(&format!("challenges/{}", made["challenges"][0]["id"]));
    let accepted = hall.player(top).put(&format!("{path}/answer"), &json!({ "accept": true })).expect(200);
    let white = accepted["challenges"][0]["white"].as_i64().unwrap();
    (hall, [white, top + second - white], format!("{path}/result"))
}

/// All that is told of a tournament, but how often it was changed, and as which game a challenge was answered.
fn told(hall: &Hall) -> Value {
    let mut whole = hall.whole();
    whole.as_object_mut().unwrap().remove("version");
    for challenge in whole["challenges"].as_array_mut().into_iter().flatten() {
        challenge.as_object_mut().unwrap().remove("game");
    }
    whole
}

both!(penalties_and_judgments_show_in_every_format_and_undone_they_leave_no_trace, |club| {
    let court = Court::opened(&club);
    let di = member(&club, "Di", &[]);
    let many = json!({ "replaces": 1, "note": "Many petitions", "rules": json!({ "petitions_a_day": 20 }) });
    court.chief.post("/api/v1/rulebook/versions", &many).expect(201);
    let overturn = json!({ "outcome": "overturn" });
    for (format, teams) in [
        (json!({ "kind": "keizer" }), false),
        (json!({ "kind": "swiss" }), false),
        (json!({ "kind": "casual" }), false),
        (json!({ "kind": "round_robin" }), false),
        (json!({ "kind": "knockout", "games": 1, "decider": "again" }), false),
        (json!({ "kind": "ladder" }), false),
        (json!({ "kind": "scheveningen" }), true),
        (json!({ "kind": "swiss" }), true),
        (json!({ "kind": "round_robin" }), true),
    ] {
        let players = [&court.ann, &court.ben, &court.cy, &di].map(|player| club.again(player)).into();
        let (hall, [white, black], place) = begun(&club, club.again(&court.may), players, &format, teams);
        let without = told(&hall);
        let game = online(&club, &hall.player(white), &hall.player(black));
        hall.moderator().put(&place, &json!({ "result": "white", "game": game })).expect(200);
        let with = told(&hall);
        assert_ne!(with, without);
        club.pass(chrono::TimeDelta::minutes(1));

        // A decision for fraud holds the game void until the Court undoes the decision.
        let fraud = json!([{ "kind": "fraud" }]);
        let court = court.again(&club);
        let decision = court.may.decide(&club, white, &[game.as_i64().unwrap()], fraud).expect(201)["id"].clone();
        assert_eq!(told(&hall), without, "{format}: a penalty");
        let number = filed(&hall.player(white), "decision", &decision);
        court.hears(&number);
        court.panel_decides(&number, &overturn);
        assert_eq!(told(&hall), with, "{format}: a penalty undone");

        // The Court makes the game void, and en banc undoes that.
        let court = court.again(&club);
        let number = filed(&hall.player(black), "game", &game);
        court.hears(&number);
        court.panel_decides(&number, &overturn);
        assert_eq!(told(&hall), without, "{format}: a judgment");
        let court = court.again(&club);
        court.goes_en_banc(&number, &hall.player(white));
        decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
        assert_eq!(told(&hall), with, "{format}: a judgment undone");
        hall.moderator().post(&hall.at("end"), &json!({ "reason": "The next format" })).expect(200);
        club.pass(chrono::TimeDelta::minutes(1));
    }
});

both!(what_is_decided_about_an_earlier_round_and_undone_leaves_no_trace, |club| {
    let formats = [("swiss", Some(3)), ("keizer", Some(3)), ("round_robin", None)];
    let halls = formats.map(|(kind, rounds)| Hall::of(&club, 4, &settings(json!({ "kind": kind }), rounds, true)));
    for week in 1..=2 {
        let session = halls[0].week(week);
        for hall in &halls {
            hall.announce(week, Some(session));
            hall.play(usize::try_from(week).unwrap());
        }
    }
    let reason = "Both players told me so";
    let why = json!({ "reason": reason, "act": "III.3.8" });
    for hall in &halls {
        let may = hall.moderator();
        let decides = |game: &Value, what: &str, body: &Value| {
            club.pass(chrono::TimeDelta::seconds(1));
            may.post(&format!("/api/v1/games/{game}/{what}"), body).expect(200);
        };
        let undone = |game: &Value, seconds: i64| {
            club.pass(chrono::TimeDelta::seconds(seconds));
            may.post(&format!("/api/v1/games/{game}/undo"), &json!({}))
        };
        let void = |board: usize| {
            let void = told(hall);
            let empty = &void["rounds"][0]["boards"][board];
            assert_eq!((&empty["result"], &empty["game"]), (&json!(null), &json!(null)), "{void}");
            void
        };
        let (before, paired) = (told(hall), hall.boards(2));
        let [first, second] = [0, 1].map(|board: usize| before["rounds"][0]["boards"][board]["game"].clone());

        // What was paired and played since stands; the table is another one, until the game counts again.
        decides(&first, "void", &why);
        let without = void(0);
        assert_ne!(without["standings"], before["standings"]);
        let results = |whole: &Value| [0, 1].map(|board: usize| whole["rounds"][1]["boards"][board]["result"].clone());
        assert_eq!((hall.boards(2), results(&without)), (paired, results(&before)));
        assert_eq!(undone(&first, 1).refused(409), ["III.2.2"], "a void game is restored, with a reason");
        decides(&first, "restoration", &why);
        assert_eq!(told(hall), before);

        // A correction is undone for a minute.
        decides(&first, "correction", &json!({ "result": "draw", "ending": "draw_agreed", "reason": reason }));
        assert_eq!(told(hall)["rounds"][0]["boards"][0]["result"], "draw");
        undone(&first, 60).expect(200);
        assert_eq!(told(hall), before);

        // So is that a game was never played.
        let black = before["rounds"][0]["boards"][1]["black"]["id"].as_i64().unwrap();
        let dispute = json!({ "result": "not_played" });
        hall.player(black).post(&format!("/api/v1/games/{second}/dispute"), &dispute).expect(200);
        decides(&second, "settlement", &json!({ "version": "as_disputed" }));
        void(1);
        undone(&second, 60).expect(200);
        assert_eq!(told(hall), before);
        decides(&second, "settlement", &json!({ "version": "as_disputed" }));
        assert_eq!(undone(&second, 61).refused(409), ["III.2.2"], "too late");
    }
});
