//! House rules: versions that take effect when published, never backwards (Acts IV.1, IV.2).

use rookery::auth::Role;
use serde_json::json;

both!(the_defaults_hold_until_the_chief_justice_publishes_others, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let rules = club.anyone().get("/api/v1/house_rules").expect(200);
    assert_eq!((&rules["k"], &rules["time_zone"]), (&json!(40), &json!("Europe/London")));

    let asked = json!({ "replaces": 0, "note": "Adults' K", "rules": { "k": 20 } });
    let version = chief.post("/api/v1/house_rules", &asked).expect(201);
    assert_eq!((&version["version"], &version["rules"]["k"]), (&json!(1), &json!(20)));
    assert_eq!(version["published_at"], "2026-11-06T12:00:00Z");
    assert_eq!(version["rules"]["floor"], 100, "what is not said stays as it was");

    let at = |when: &str| club.anyone().get(&format!("/api/v1/house_rules?at={when}")).expect(200)["k"].clone();
    assert_eq!(at("2026-11-06T11:59:59Z"), 40, "never backwards");
    assert_eq!(at("2026-11-06T12:00:00Z"), 20);
    let all = club.anyone().get("/api/v1/house_rules/versions").expect(200);
    assert_eq!(all["versions"].as_array().unwrap().len(), 1);
});

both!(only_the_chief_justice_changes_them_and_only_sensibly, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let moderator = club.person("Mod", &[Role::Moderator]);
    let k = json!({ "replaces": 0, "note": "More", "rules": { "k": 80 } });
    assert_eq!(moderator.post("/api/v1/house_rules", &k).refused(403), ["III.4"]);
    club.anyone().post("/api/v1/house_rules", &k).expect(401);

    let wrong = json!({ "replaces": 0, "note": "Odd", "rules": { "session_end": "12:00:00", "k": 0 } });
    let problem = chief.post("/api/v1/house_rules", &wrong).expect(422);
    let fields: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["session_end", "k"]);
    for rules in [json!({ "elo": 1 }), json!({ "k": "forty" }), json!({ "time_zone": "Mars/Olympus" })] {
        let asked = json!({ "replaces": 0, "note": "Odd", "rules": rules });
        assert_eq!(chief.post("/api/v1/house_rules", &asked).refused(422), ["IV.1"]);
    }
    assert_eq!(club.anyone().get("/api/v1/house_rules").expect(200)["k"], 40, "nothing changed");

    chief.post("/api/v1/house_rules", &k).expect(201);
    assert_eq!(chief.post("/api/v1/house_rules", &k).refused(409), ["IV.1"], "two at once: the second reads again");
});
