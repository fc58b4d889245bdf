//! Accounts and powers: who gets in, who stays in, who may do what now.

mod browsers;
mod doors;
mod joining;
mod log;
mod namesakes;
mod resets;
mod second_factor;
mod tries;

use chrono::TimeDelta;
use rookery::auth::{Role, setup, totp};
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Client, Club};

const PASSWORD: &str = "four plain words";

/// A caller with a token of their own.
fn with(club: &Club, tokens: &Value) -> Client {
    Client::new(&club.url, Some(tokens["access_token"].as_str().unwrap().to_owned()))
}

/// The first Chief Justice, by the link; gives the tokens.
fn set_up(club: &Club) -> Value {
    let link = setup::first_link(&club.app).unwrap().expect("a link");
    let code = link.rsplit('/').next().unwrap();
    let body = json!({ "code": code, "handle": "chief", "name": "Chief", "password": PASSWORD });
    club.anyone().post("/api/v1/setup", &body).expect(201)
}

/// Somebody who signed up with an invitation; gives the tokens.
fn sign_up(club: &Club, by: &Client, handle: &str) -> Value {
    let code = by.post("/api/v1/invitations", &json!({ "kind": "invitation" })).expect(201);
    let body = json!({ "code": code["code"], "handle": handle, "name": handle, "password": PASSWORD });
    club.anyone().post("/api/v1/accounts", &body).expect(201)
}

fn sign_in(club: &Club, handle: &str, password: &str) -> Answer {
    club.anyone().post("/api/v1/tokens", &json!({ "handle": handle, "password": password }))
}

fn refresh(club: &Club, token: &Value) -> Answer {
    club.anyone().post("/api/v1/tokens/refresh", &json!({ "refresh_token": token }))
}

both!(the_link_makes_the_first_chief_justice_once, |club| {
    let old = setup::first_link(&club.app).unwrap().unwrap();
    assert!(old.starts_with("http://localhost:8080/setup/"), "{old}");
    assert_eq!(
        setup::first_link(&club.replica().app).unwrap().as_ref(),
        Some(&old),
        "a second replica leaves it alone"
    );
    club.pass(TimeDelta::days(8));
    let new = setup::first_link(&club.app).unwrap().unwrap();
    assert_ne!(new, old, "it holds for a week");
    let gone = json!({ "code": old.rsplit('/').next(), "handle": "early", "name": "Early", "password": PASSWORD });
    assert_eq!(club.anyone().post("/api/v1/setup", &gone).status, 422);
    let tokens = set_up(&club);
    let me = with(&club, &tokens).get("/api/v1/me").expect(200);
    assert_eq!(me["handle"], "chief");
    assert_eq!(me["roles"]["chief_justice"], true);
    assert_eq!(me["roles"]["administrator"], true);
    assert_eq!(me["second_factor_advised"], true);
    assert_eq!(setup::first_link(&club.app).unwrap(), None, "the club has had one");
    // It makes one, once.
    let code = new.rsplit('/').next().unwrap();
    let body = json!({ "code": code, "handle": "second", "name": "Second", "password": PASSWORD });
    let refused = club.anyone().post("/api/v1/setup", &body).expect(422);
    assert_eq!(refused["errors"][0]["field"], "code");
});

both!(an_invitation_lets_one_in_and_a_join_code_the_room, |club| {
    let chief = with(&club, &set_up(&club));
    let code = chief.post("/api/v1/invitations", &json!({ "kind": "invitation" })).expect(201);
    let body = |handle: &str| json!({ "code": code["code"], "handle": handle, "name": handle, "password": PASSWORD });
    club.anyone().post("/api/v1/accounts", &body("ann")).expect(201);
    club.anyone().post("/api/v1/accounts", &body("bob")).expect(422);

    let asked = json!({ "kind": "join_code", "uses": 2 });
    let code = chief.post("/api/v1/invitations", &asked).expect(201);
    let body = |handle: &str| json!({ "code": code["code"], "handle": handle, "name": handle, "password": PASSWORD });
    let taken = club.anyone().post("/api/v1/accounts", &body("ann")).expect(409);
    assert_eq!(taken["errors"][0]["field"], "handle");
    club.anyone().post("/api/v1/accounts", &body("bea")).expect(201);
    club.anyone().post("/api/v1/accounts", &body("cay")).expect(201);
    club.anyone().post("/api/v1/accounts", &body("dan")).expect(422);

    let open = chief.get("/api/v1/invitations").expect(200);
    assert_eq!(open["items"], json!([]));
    let asked = json!({ "kind": "join_code", "uses": 2, "days": 1 });
    let code = chief.post("/api/v1/invitations", &asked).expect(201);
    let open = chief.get("/api/v1/invitations").expect(200);
    assert_eq!(open["items"][0]["uses_left"], 2);
    assert!(open["items"][0].get("code").is_none(), "only its hash is kept");
    club.pass(TimeDelta::days(1));
    let late = json!({ "code": code["code"], "handle": "eve", "name": "Eve", "password": PASSWORD });
    club.anyone().post("/api/v1/accounts", &late).expect(422);
});

both!(whom_the_club_knows_already_signs_in_as_they_choose, |club| {
    let chief = with(&club, &set_up(&club));
    let [known, other] =
        ["Nia Bell", "Max Roe"].map(|name| chief.post("/api/v1/people", &json!({ "name": name })).expect(201));
    let invite =
        || chief.post("/api/v1/invitations", &json!({ "kind": "invitation", "person": known["id"] })).expect(201);
    let account = |code: &Value, handle: &str| {
        let new = json!({ "code": code["code"], "handle": handle, "name": "Nia Bell", "password": PASSWORD });
        club.anyone().post("/api/v1/accounts", &new)
    };
    let code = invite();
    let form = club.anyone().get(&format!("/join?code={}", code["code"].as_str().unwrap()));
    assert!(form.text().contains("value=\"Nia Bell\""), "the form knows who is invited");
    assert_eq!(account(&code, other["handle"].as_str().unwrap()).status, 409, "taken");
    account(&code, "nia").expect(201);
    let sign_in =
        |handle: &str| club.anyone().post("/api/v1/tokens", &json!({ "handle": handle, "password": PASSWORD })).status;
    assert_eq!((sign_in("nia"), sign_in(known["handle"].as_str().unwrap())), (200, 401));
});

both!(a_withdrawn_invitation_lets_nobody_in, |club| {
    let chief = with(&club, &set_up(&club));
    let code = chief.post("/api/v1/invitations", &json!({ "kind": "invitation" })).expect(201);
    let path = format!("/api/v1/invitations/{}", code["id"]);
    assert_eq!(chief.delete(&path, &json!({})).status, 204);
    assert_eq!(chief.delete(&path, &json!({})).status, 404);
    let body = json!({ "code": code["code"], "handle": "ann", "name": "Ann", "password": PASSWORD });
    club.anyone().post("/api/v1/accounts", &body).expect(422);
    // Members let nobody in (III.2).
    let ann = club.person("Ann", &[]);
    assert_eq!(ann.post("/api/v1/invitations", &json!({ "kind": "join_code" })).refused(403), ["III.2"]);
});

both!(an_unknown_handle_and_a_wrong_password_answer_alike, |club| {
    set_up(&club);
    sign_in(&club, "chief", PASSWORD).expect(200);
    sign_in(&club, " Chief ", PASSWORD).expect(200);
    let wrong = sign_in(&club, "chief", "not the password");
    let unknown = sign_in(&club, "nobody", "not the password");
    // All but the number of the request.
    let told = |answer: &Answer| {
        let problem = answer.json.as_object().unwrap().clone();
        problem.into_iter().filter(|(name, _)| name != "request_id").collect::<Vec<_>>()
    };
    assert_eq!((wrong.status, unknown.status), (401, 401));
    assert_eq!(told(&wrong), told(&unknown));
    assert_eq!(wrong.header("ratelimit"), unknown.header("ratelimit"));
    assert_eq!(wrong.header("ratelimit"), Some("\"sign-in\";r=4;t=0"));
});

both!(a_refresh_token_turns_and_its_reuse_ends_the_family, |club| {
    let first = set_up(&club);
    club.pass(TimeDelta::minutes(10));
    assert_eq!(with(&club, &first).get("/api/v1/me").status, 401, "ten minutes are over");
    let second = refresh(&club, &first["refresh_token"]).expect(200);
    let third = refresh(&club, &second["refresh_token"]).expect(200);
    assert_eq!(with(&club, &third).get("/api/v1/me").status, 200);
    refresh(&club, &first["refresh_token"]).expect(401);
    refresh(&club, &third["refresh_token"]).expect(401);
    assert_eq!(with(&club, &third).get("/api/v1/me").status, 401, "the whole family has ended");
    refresh(&club, &json!("no token")).expect(401);
});

both!(an_unused_refresh_token_expires, |club| {
    let first = set_up(&club);
    club.pass(TimeDelta::days(30));
    refresh(&club, &first["refresh_token"]).expect(401);
});

both!(signing_out_ends_one_sign_in_or_all, |club| {
    let first = set_up(&club);
    let second = sign_in(&club, "chief", PASSWORD).expect(200);
    let third = sign_in(&club, "chief", PASSWORD).expect(200);
    assert_eq!(with(&club, &first).delete("/api/v1/tokens/current", &json!({})).status, 204);
    assert_eq!(with(&club, &first).get("/api/v1/me").status, 401);
    assert_eq!(with(&club, &second).get("/api/v1/me").status, 200);
    with(&club, &second).delete("/api/v1/tokens", &json!({ "password": "guess" })).expect(422);
    assert_eq!(with(&club, &third).get("/api/v1/me").status, 200, "not without the password");
    assert_eq!(with(&club, &second).delete("/api/v1/tokens", &json!({ "password": PASSWORD })).status, 204);
    assert_eq!(with(&club, &third).get("/api/v1/me").status, 401);
    refresh(&club, &third["refresh_token"]).expect(401);
});

both!(a_changed_password_ends_other_sign_ins_unless_they_are_kept, |club| {
    let first = set_up(&club);
    let second = sign_in(&club, "chief", PASSWORD).expect(200);
    let change = |current: &str, new: &str, keep: bool| {
        let body = json!({ "current_password": current, "new_password": new, "keep_other_sign_ins": keep });
        with(&club, &first).put("/api/v1/me/password", &body)
    };
    let wrong = change("not the password", "other plain words", false).expect(422);
    assert_eq!(wrong["errors"][0]["field"], "current_password");
    assert_eq!(change(PASSWORD, "short", false).status, 422);
    assert_eq!(change(PASSWORD, PASSWORD, false).expect(422)["errors"][0]["field"], "new_password");
    assert_eq!(change(PASSWORD, "other plain words", true).status, 204);
    assert_eq!(with(&club, &second).get("/api/v1/me").status, 200);
    assert_eq!(change("other plain words", "third plain words", false).status, 204);
    assert_eq!(with(&club, &second).get("/api/v1/me").status, 401);
    assert_eq!(with(&club, &first).get("/api/v1/me").status, 200, "the one that changed it stays");
    sign_in(&club, "chief", PASSWORD).expect(401);
    sign_in(&club, "chief", "third plain words").expect(200);
});

both!(an_administrator_resets_a_password_and_its_owner_chooses_the_next, |club| {
    let chief = with(&club, &set_up(&club));
    let ann = sign_up(&club, &chief, "ann");
    let path = format!("/api/v1/people/{}/password-reset", ann["person"]);
    let moderator = club.person("Mo", &[Role::Moderator]);
    moderator.post(&path, &json!({})).refused(403);
    let code = chief.post(&path, &json!({})).expect(201);
    assert_eq!(with(&club, &ann).get("/api/v1/me").status, 401, "every sign-in has ended");
    sign_in(&club, "ann", PASSWORD).expect(403);
    let choose = |code: &Value| {
        club.anyone().post("/api/v1/password-resets", &json!({ "code": code, "new_password": "fresh plain words" }))
    };
    assert_eq!(choose(&json!("AAAA-AAAA-AAAA-AAAA")).status, 422);
    assert_eq!(choose(&code["code"]).status, 204);
    assert_eq!(choose(&code["code"]).status, 422, "once");
    sign_in(&club, "ann", "fresh plain words").expect(200);
    chief.post("/api/v1/people/9999/password-reset", &json!({})).expect(404);
});

both!(an_administrator_ends_the_sign_ins_of_somebody_in_office_too, |club| {
    let chief = with(&club, &set_up(&club));
    let mona = sign_up(&club, &chief, "mona");
    let person = &mona["person"];
    let role = json!({ "role": "moderator", "reason": "fair and patient" });
    chief.post(&format!("/api/v1/people/{person}/roles"), &role).expect(201);
    let path = format!("/api/v1/people/{person}/sign-ins");
    with(&club, &mona).delete(&path, &json!({})).refused(403);
    chief.delete(&path, &json!({})).expect(204);
    assert_eq!(with(&club, &mona).get("/api/v1/me").status, 401);
    refresh(&club, &mona["refresh_token"]).expect(401);
    let mona = sign_in(&club, "mona", PASSWORD).expect(200);
    // By the page as well.
    let mut host = Browser::new(&club);
    host.post("/sign-in", "login=chief&password=four+plain+words");
    let csrf = host.csrf();
    assert!(host.get(&format!("/people/{person}")).text().contains("Signs this person out in all browsers"));
    assert_eq!(host.post(&format!("/people/{person}/sign-ins/end"), &format!("csrf={csrf}")).status, 303);
    assert_eq!(with(&club, &mona).get("/api/v1/me").status, 401);
});

both!(a_role_that_is_taken_is_gone_at_once, |club| {
    let chief = with(&club, &set_up(&club));
    let ann = club.person("Ann", &[]);
    let path = format!("/api/v1/people/{}/roles", ann.id);
    let give = json!({ "role": "moderator", "reason": "knows the Terms by heart" });
    assert_eq!(ann.post(&path, &give).refused(403), ["III.2"]);
    chief.post(&path, &give).expect(201);
    assert_eq!(chief.post(&path, &give).refused(409), ["III.2"]);
    // The same token: powers come from the database.
    ann.get("/api/v1/invitations").expect(200);
    let gone = chief.delete(&format!("{path}/moderator"), &json!({ "reason": "has left the school" }));
    assert_eq!(gone.status, 204);
    assert_eq!(ann.get("/api/v1/invitations").refused(403), ["III.2"]);
    let log = ann.get(&path).expect(200);
    assert_eq!(log["held"]["moderator"], false);
    assert_eq!(log["log"][0]["given_reason"], "knows the Terms by heart");
    assert_eq!(log["log"][0]["taken_reason"], "has left the school");
    let again = chief.delete(&format!("{path}/moderator"), &json!({ "reason": "once more" }));
    assert_eq!(again.refused(409), ["III.2"]);
    assert_eq!(chief.delete(&format!("{path}/king"), &json!({ "reason": "no such role" })).status, 422);
    chief.get("/api/v1/people/9999/roles").expect(404);
});

both!(there_is_exactly_one_chief_justice, |club| {
    let first = set_up(&club);
    let chief = with(&club, &first);
    let ann = club.person("Ann", &[]);
    let roles = format!("/api/v1/people/{}/roles", ann.id);
    // Nobody gives the chair as a role, and it is not given up: it is handed over.
    chief.post(&roles, &json!({ "role": "chief_justice", "reason": "a second one" })).refused(403);
    let own = format!("/api/v1/people/{}/roles/chief_justice", first["person"]);
    assert_eq!(chief.delete(&own, &json!({ "reason": "tired of it" })).refused(403), ["III.3"]);
    let over = json!({ "person": ann.id, "reason": "leaving for university" });
    assert_eq!(ann.post("/api/v1/chief-justice", &over).status, 403);
    chief.post("/api/v1/chief-justice", &over).expect(201);
    assert_eq!(ann.get("/api/v1/me").expect(200)["roles"]["chief_justice"], true);
    assert_eq!(chief.get("/api/v1/me").expect(200)["roles"]["chief_justice"], false);
    assert_eq!(chief.post("/api/v1/chief-justice", &over).status, 403);
});

both!(a_new_key_signs_and_the_old_one_runs_out_or_ends_at_once, |club| {
    let chief = with(&club, &set_up(&club));
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/signing-keys", &json!({})).refused(403);
    chief.post("/api/v1/signing-keys", &json!({})).expect(201);
    assert_eq!(chief.get("/api/v1/me").status, 200, "until its last token has run out");
    let newer = sign_in(&club, "chief", PASSWORD).expect(200);
    chief.post("/api/v1/signing-keys", &json!({ "at_once": true })).expect(201);
    assert_eq!(chief.get("/api/v1/me").status, 401);
    assert_eq!(with(&club, &newer).get("/api/v1/me").status, 401);
    let renewed = refresh(&club, &newer["refresh_token"]).expect(200);
    assert_eq!(with(&club, &renewed).get("/api/v1/me").status, 200);
});

both!(what_is_no_token_of_ours_is_nobody, |club| {
    let tokens = set_up(&club);
    let token = tokens["access_token"].as_str().unwrap();
    let (head, signature) = token.rsplit_once('.').unwrap();
    let forged = format!("{head}.{}", signature.chars().rev().collect::<String>());
    for token in [forged.as_str(), "", "x", "a.b.c"] {
        let authorization = format!("Bearer {token}");
        let answer = club.anyone().send("GET", "/api/v1/me", &[("Authorization", &authorization)], &[]);
        assert_eq!(answer.status, 401, "{token}");
    }
    let basic = club.anyone().send("GET", "/api/v1/me", &[("Authorization", "Basic YTpi")], &[]);
    assert_eq!(basic.status, 401);
    assert_eq!(basic.header("www-authenticate"), Some("Bearer"));
});
both!(an_administrator_fills_the_chief_justices_chair_only_while_it_is_empty, |club| {
    // As after a restore of a club whose Chief Justice is gone: the chair cannot be left empty otherwise.
    let host = club.person("Host", &[Role::Administrator]);
    let (ann, ben) = (club.person("Ann", &[]), club.person("Ben", &[]));
    let path = |person: i64| format!("/api/v1/people/{person}/roles");
    let chair = json!({ "role": "chief_justice", "reason": "elected by the club" });
    assert_eq!(ann.post(&path(ann.id), &chair).refused(403), ["III.3"]);
    host.post(&path(ann.id), &chair).expect(201);
    assert_eq!(host.post(&path(ben.id), &chair).refused(403), ["III.3"], "it is taken");
    let moderator = json!({ "role": "moderator", "reason": "of good judgement" });
    assert_eq!(host.post(&path(ben.id), &moderator).refused(403), ["III.2"], "no power over people");
    ann.post(&path(ben.id), &moderator).expect(201);
});

both!(the_kiosk_has_its_powers_only_during_a_session, |club| {
    let noon = club.now();
    club.write(move |tx| rookery::sessions::store::ensure_calendar(tx, noon + TimeDelta::hours(2)));
    let kiosk = club.person("Kiosk", &[Role::Kiosk]);
    for (at, name, status) in [
        ("2026-11-06T12:29:59", "Gwen Guest", 403),
        ("2026-11-06T12:30:00", "Gwen Guest", 201),
        ("2026-11-06T13:10:00.900", "Hal Guest", 201),
        ("2026-11-06T13:10:01", "Ida Guest", 403),
    ] {
        club.set_time(at);
        let guest = json!({ "name": name });
        let answer = club.again(&kiosk).post("/api/v1/people", &guest);
        assert_eq!(answer.status, status, "{at} (0.5, T1): {}", answer.text());
        if status == 403 {
            assert_eq!(answer.refused(403), ["0.5"]);
        }
    }
    // It is nobody beyond the register and the games.
    club.set_time("2026-11-06T12:40:00");
    let kiosk = club.again(&kiosk);
    assert_eq!(kiosk.get("/api/v1/me").expect(200)["roles"]["kiosk"], true);
    kiosk.put("/api/v1/me/password", &json!({})).refused(403);
    let refused = kiosk.post("/api/v1/invitations", &json!({ "kind": "join_code" })).expect(403);
    assert!(refused["detail"].as_str().unwrap().contains("Sign in as yourself"), "{refused}");
    let cases = crate::harness::Browser::of(&club, &kiosk).get("/cases").text();
    assert!(!cases.contains("href=\"/cases/new\""), "it petitions for nobody: {cases}");
});

both!(acts_on_accounts_are_logged_and_told, |club| {
    let first = set_up(&club);
    let chief = with(&club, &first);
    let ann = club.person("Ann", &[]);
    let path = format!("/api/v1/people/{}/roles", ann.id);
    chief.post(&path, &json!({ "role": "justice", "reason": "fair and patient" })).expect(201);
    let (logged, told) = club.write(|tx| {
        use diesel::prelude::*;
        use rookery::db::schema::{acts, outbox};
        let logged: Vec<String> = acts::table.order(acts::id).select(acts::act).load(tx.db)?;
        let told: Vec<String> = outbox::table.select(outbox::topic).load(tx.db)?;
        assert!(rookery::audit::verify(tx.db, &rookery::audit::Kept::default())?.is_ok());
        Ok((logged, told))
    });
    assert_eq!(logged, ["role.given", "role.given", "account.opened", "role.given"], "the first two made the cast");
    assert_eq!(told, ["declaration.published", "declaration.published"], "to the club and to Ann");
});
