//! Members report offences; the Chief Justice acts alone; secrecy is kept.

use rookery_messages::Message;
use serde_json::json;

use super::*;

both!(members_report_offences_and_moderators_answer, |club| {
    let Evening { may, ann, ben, cy } = evening(&club);
    let played = won(&ann, &ben);
    let report = |accused: &Caller, game: Option<i64>| {
        let what = "Took a move back when I looked at the clock";
        json!({ "accused": accused.id, "game": game, "what": what, "happened_at": club.now().and_utc() })
    };
    let first = ben.post("/api/v1/reports", &report(&ann, Some(played))).expect(201);
    ben.post("/api/v1/reports", &report(&ann, Some(played))).refused(409);
    ben.post("/api/v1/reports", &report(&cy, Some(played))).refused(422);
    let second = ben.post("/api/v1/reports", &report(&ann, None)).expect(201);
    ben.post("/api/v1/reports", &report(&cy, None)).expect(201);
    let about_may = ben.post("/api/v1/reports", &report(&may, None));
    assert_eq!((about_may.status, about_may.header("retry-after")), (429, Some("86400")), "three a day");
    cy.post("/api/v1/reports", &report(&may, None)).expect(201);

    let seen = |who: &Caller| who.get("/api/v1/reports").expect(200)["items"].as_array().unwrap().len();
    assert_eq!((seen(&may), seen(&ben), seen(&cy), seen(&ann)), (3, 3, 1, 0), "not what is about oneself");
    let dismissal = json!({ "reason": "Nobody else saw it, not even asked" });
    let path = |report: &Value| format!("/api/v1/reports/{}/dismissal", report["id"]);
    ben.post(&path(&second), &dismissal).refused(403);
    assert_eq!(may.post(&path(&second), &dismissal).expect(200)["state"], "dismissed");
    let offence = json!({
        "accused": ann.id, "act": "I.2", "what": "Took a move back in a lost position",
        "happened_at": club.now().and_utc(), "games": [played],
    });
    let sanctions = json!([{ "kind": "deduction", "points": 5 }]);
    let decision = json!({
        "offence": offence, "reasons": "Ben and two others saw it", "sanctions": sanctions, "reports": [first["id"]],
    });
    let decision = may.post("/api/v1/decisions", &decision).expect(201);
    let own = ben.get("/api/v1/reports?state=taken_up").expect(200);
    assert_eq!(own["items"][0]["decision"], decision["id"]);
    assert_eq!(may.post(&path(&first), &dismissal).refused(409), ["III.2"]);
    assert_eq!((told(&club, &ben, "report.taken_up"), told(&club, &ben, "report.dismissed")), (1, 1));
    let again = json!({ "offence": offence, "reasons": "Ben and two others saw it", "sanctions": sanctions });
    assert_eq!(may.post("/api/v1/decisions", &again).refused(409), ["III.2.2"], "the same offence");
});

both!(technical_modifications_adjust_scores_are_announced_and_can_be_undone_iii_5_t30, |club| {
    use rookery::conduct::chief_acts::{ChiefActId, actions::SetUndone};
    let Evening { may, ann, ben, .. } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let body = json!({
        "act": "III.5", "reason": "The import counted last Friday twice", "effect": "Points of last Friday put right",
        "adjustments": [{ "person": ann.id, "delta": 30 }, { "person": ben.id, "delta": 5 }],
    });
    assert_eq!(may.post("/api/v1/chief_acts", &body).refused(403), ["III.4"]);
    let done = chief.post("/api/v1/chief_acts", &body).expect(201);
    assert_eq!((score(&club, &ann), score(&club, &ben)), (130, 105));
    let announced = may.get("/api/v1/declarations?exercise=technical_modification").expect(200);
    assert_eq!(announced["items"][0]["effect"], "Points of last Friday put right");
    let id = ChiefActId(done["id"].as_i64().unwrap());
    let set = |undone| {
        let cause = Cause::correction(Message::verbatim("Case 2026-C-003"), "III.5");
        let undo = move |tx: &mut rookery::db::Tx| {
            perform(tx, &By::service("III.5"), &SetUndone { act: id, undone, cause: &cause })
        };
        club.write(undo);
    };
    set(true);
    assert_eq!((score(&club, &ann), score(&club, &ben)), (100, 100));
    let told = ann.get(&format!("/api/v1/chief_acts/{id}")).expect(200);
    assert_eq!(told["undone_by"], "Case 2026-C-003");
    set(false);
    assert_eq!(score(&club, &ann), 130);
    let mandated = json!({ "act": "II.12", "reason": "The Terms leave no choice in this", "effect": "Done" });
    chief.post("/api/v1/chief_acts", &mandated).expect(201);
    sound(&club);
});

both!(who_breaks_secrecy_loses_office_at_once_and_may_be_banned_i_9_5_t41, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let justice = club.person("Justice", &[Role::Justice]);
    justice.post("/api/v1/memberships", &json!({})).expect(201);
    let breach = |person: &Caller, until: Option<&str>| {
        let finding = json!({ "mind": "intent", "why": "Posted it where everybody reads" });
        json!({ "person": person.id, "reason": "Showed images of the evidence", "ban_until": until, "finding": finding })
    };
    let path = "/api/v1/breaches_of_secrecy";
    assert_eq!(may.post(path, &breach(&justice, None)).refused(403), ["III.4"]);
    assert_eq!(chief.post(path, &breach(&ann, None)).refused(422), ["I.9.5"], "nothing to take");
    assert_eq!(chief.post(path, &breach(&justice, Some("2026-11-19"))).refused(422), ["II.9.2"], "Fridays");
    let answer = chief.post(path, &breach(&justice, Some("2026-11-20"))).expect(201);
    assert_eq!(answer["roles_taken"], json!(["justice"]));
    assert_eq!(justice.get("/api/v1/me").expect(200)["roles"]["justice"], false, "gone at once");
    assert!(is_banned(&club, &justice));
    let decision = ann.get(&format!("/api/v1/decisions/{}", answer["decision"])).expect(200);
    assert_eq!((&decision["offence"]["act"], &decision["decider"]), (&json!("I.9.5"), &json!(chief.id)));
    assert_ne!(decision["declared_at"], json!(null));

    let every = club.person("Every", &[Role::Moderator, Role::Staff, Role::Administrator]);
    let kept = chief.post(path, &breach(&every, None)).expect(201);
    assert_eq!(kept["roles_taken"], json!(["moderator", "staff"]), "every role");
    assert_eq!(kept["roles_kept"], json!(["administrator"]), "but the last administrator's, until there is another");
    assert_eq!(chief.post(path, &breach(&every, None)).refused(422), ["I.9.5"], "nothing more to take, so far");
    club.person("Another", &[Role::Administrator]);
    assert_eq!(chief.post(path, &breach(&every, None)).expect(201)["roles_taken"], json!(["administrator"]));
    let kiosk = club.person("Kiosk", &[Role::Kiosk]);
    assert_eq!(chief.post(path, &breach(&kiosk, None)).refused(422), ["I.9.5"], "a machine");
});
