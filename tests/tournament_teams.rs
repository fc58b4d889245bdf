//! Tournaments of teams: matches board by board, what parts level teams, byes, and files of them.

use rookery::auth::Role;
use rookery_pairings::check;
use rookery_pairings::trf::Report;
use serde_json::{Value, json};

use crate::harness::{Caller, Club};
use crate::sessions::member;
use crate::tournaments::{Hall, NAMES, settings};

/// Two rounds of four teams at two boards; the last team has one player only.
fn team_cup<'a>(club: &'a Club, tie_breaks: &Value) -> Hall<'a> {
    let may = member(club, "May", &[Role::Moderator]);
    let mut swiss = settings(json!({ "kind": "swiss" }), Some(2), false);
    swiss["boards"] = json!(2);
    swiss["tie_breaks"] = tie_breaks.clone();
    let founded = json!({ "name": "Team Cup", "settings": swiss, "teams": ["Rooks", "Knights", "Bishops", "Queens"] });
    let id = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
    let players: Vec<Caller> = NAMES[..7].iter().map(|name| member(club, name, &[])).collect();
    let hall = Hall { club, may, players, path: format!("/api/v1/tournaments/{id}") };
    for (place, player) in hall.players.iter().enumerate() {
        let seat = json!({ "person": player.id, "team": place / 2 + 1, "team_board": place % 2 + 1 });
        hall.may.post(&hall.at("players"), &seat).expect(201);
    }
    hall
}

both!(teams_meet_board_by_board, |club| {
    let hall = team_cup(&club, &json!([]));
    hall.announce(1, None);
    let round = hall.whole()["rounds"][0].clone();
    assert_eq!((round["boards"].as_array().unwrap().len(), round["matches"].as_array().unwrap().len()), (3, 2));
    hall.play(1);
    let standings = hall.whole()["standings"].clone();
    assert_eq!(standings["teams"].as_array().unwrap().len(), 4, "{standings}");
    // Without any chosen, points of boards part teams.
    assert_eq!(standings["team_tie_breaks"][0]["code"], "MPvGP");
    hall.announce(2, None);
    assert_eq!(hall.whole()["rounds"][1]["matches"].as_array().unwrap().len(), 2);
});

both!(teams_are_parted_by_the_tie_breaks_of_teams_and_go_into_files_and_back, |club| {
    let hall = team_cup(&club, &json!(["EDE", "EMGSB/C1", "TBR"]));
    for round in 1..=2 {
        hall.announce(round, None);
        hall.play(usize::try_from(round).unwrap());
    }
    let standings = hall.whole()["standings"].clone();
    let names: Vec<&str> =
        standings["team_tie_breaks"].as_array().unwrap().iter().map(|own| own["name"].as_str().unwrap()).collect();
    let known = ["Direct encounter of teams", "Sonneborn-Berger of teams", "Board by board from the top"];
    assert_eq!(names, known);
    let first = &standings["teams"][0];
    assert_eq!((&first["name"], &first["match_points"]), (&json!("Rooks"), &json!("4.0")), "{standings}");
    assert_eq!(first["tie_breaks"][1]["value"], "4", "both products are 4, one is cut: {standings}");

    let report = |path: &str| hall.may.get(&format!("{path}/report.trf")).text();
    let text = report(&hall.path);
    let read = Report::read(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let codes: Vec<String> = read.team_tie_breaks().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(codes, ["EDE", "EMGSB/C1", "TBR"]);
    let event = read.teams.expect("teams");
    assert_eq!(check(&event, &event.teams.matches), [], "{text}");
    assert_eq!(event.records[&4].players.len(), 1);

    let as_text = [("Content-Type", "text/plain")];
    let again = hall.may.send("POST", "/api/v1/tournaments/report", &as_text, text.as_bytes()).expect(201);
    assert_eq!((&again["settings"]["boards"], &again["state"]), (&json!(2), &json!("ended")), "{again}");
    let path = format!("/api/v1/tournaments/{}", again["id"]);
    let theirs = hall.may.get(&path).expect(200)["standings"].clone();
    assert_eq!((&theirs["teams"], &theirs["team_tie_breaks"]), (&standings["teams"], &standings["team_tie_breaks"]));
    assert_eq!(report(&path), text);
    assert!(hall.may.get(&format!("{path}/report.trf?edition=16")).text().contains("013 Queens"));

    let duel = json!({ "name": "Duel", "teams": ["Rooks", "Owls"],
        "settings": settings(json!({ "kind": "scheveningen" }), None, false) });
    let duel = hall.moderator().post("/api/v1/tournaments", &duel).expect(201)["id"].clone();
    let duel =
        Hall { club: &club, may: hall.moderator(), players: hall.players, path: format!("/api/v1/tournaments/{duel}") };
    for (place, player) in duel.players[..4].iter().enumerate() {
        let seat = json!({ "person": player.id, "team": place % 2 + 1 });
        duel.may.post(&duel.at("players"), &seat).expect(201);
    }
    for round in 1..=2 {
        duel.announce(round, None);
        duel.play(usize::try_from(round).unwrap());
    }
    let text = report(&duel.path);
    let again = hall.may.send("POST", "/api/v1/tournaments/report", &as_text, text.as_bytes()).expect(201);
    assert_eq!(again["settings"]["format"]["kind"], "scheveningen", "{text}");
    let theirs = hall.may.get(&format!("/api/v1/tournaments/{}", again["id"])).expect(200)["standings"].clone();
    assert_eq!(theirs["teams"], duel.whole()["standings"]["teams"]);

    let refused = |settings: Value, teams: Value| {
        let founded = json!({ "name": "Cup", "settings": settings, "teams": teams });
        let problem = duel.moderator().post("/api/v1/tournaments", &founded).expect(422);
        problem["errors"][0]["detail"].as_str().unwrap().to_owned()
    };
    let mut of_teams = settings(json!({ "kind": "swiss" }), Some(2), false);
    of_teams["tie_breaks"] = json!(["EDE"]);
    assert!(refused(of_teams.clone(), json!([])).starts_with("EDE is no tie-break: send codes"));
    of_teams["boards"] = json!(2);
    of_teams["tie_breaks"] = json!(["ARO"]);
    assert!(refused(of_teams, json!(["Rooks", "Knights"])).starts_with("ARO is no tie-break of teams"));
});

both!(a_team_that_asks_for_it_has_half_a_match_in_the_table_and_in_files, |club| {
    let hall = team_cup(&club, &json!([]));
    let gus = hall.player(hall.players[6].id);
    gus.put(&hall.at("absences"), &json!({ "person": gus.id, "round": 1, "kind": "half" })).expect(200);
    for round in 1..=2 {
        hall.announce(round, None);
        hall.play(usize::try_from(round).unwrap());
    }
    let row = |whole: &Value, name: &str| {
        let teams = whole["standings"]["teams"].as_array().unwrap();
        teams.iter().find(|team| team["name"] == name).unwrap().clone()
    };
    // Two boards drawn, and a lost match against a team of two.
    assert_eq!(row(&hall.whole(), "Queens")["match_points"], "1.0", "{}", hall.whole()["standings"]);
    assert_eq!(row(&hall.whole(), "Queens")["board_points"], "1.0");

    let text = hall.may.get(&hall.at("report.trf")).text();
    assert!(text.contains("240 H 001    4"), "{text}");
    let as_text = [("Content-Type", "text/plain")];
    let again = hall.may.send("POST", "/api/v1/tournaments/report", &as_text, text.as_bytes()).expect(201);
    let path = format!("/api/v1/tournaments/{}", again["id"]);
    assert_eq!(hall.may.get(&path).expect(200)["standings"]["teams"], hall.whole()["standings"]["teams"]);
    assert_eq!(hall.may.get(&format!("{path}/report.trf")).text(), text);

    let csv = hall.may.get(&hall.at("teams.csv")).text();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines.len(), lines[0]), (5, "place,number,team,match_points,board_points,MPvGP"), "{csv}");
    assert!(lines.iter().any(|line| line.contains(",4,Queens,1.0,1.0")), "{csv}");
});
