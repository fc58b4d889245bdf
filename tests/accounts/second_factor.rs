//! Authenticators: asked for where they are set up, and where the club requires them.

use super::*;

/// The code that an authenticator shows now.
fn shown(club: &Club, secret: &[u8]) -> String {
    totp::code(secret, club.now()).unwrap()
}

/// Sets up an authenticator; gives its secret and the recovery codes.
fn enrol(club: &Club, caller: &Client) -> (Vec<u8>, Value) {
    let enrolled = caller.post("/api/v1/me/totp", &json!({ "password": PASSWORD })).expect(201);
    let secret = totp::from_base32(enrolled["secret"].as_str().unwrap()).unwrap();
    caller.put("/api/v1/me/totp", &json!({ "code": "000000" })).expect(422);
    let confirmed = caller.put("/api/v1/me/totp", &json!({ "code": shown(club, &secret) })).expect(200);
    (secret, confirmed["recovery_codes"].clone())
}

both!(an_authenticator_is_asked_for_and_each_code_is_good_once, |club| {
    let chief = with(&club, &set_up(&club));
    chief.post("/api/v1/me/totp", &json!({ "password": "not the password" })).expect(422);
    let (secret, recovery) = enrol(&club, &chief);
    let sign_in = |code: &Value| {
        let body = json!({ "handle": "chief", "password": PASSWORD, "code": code });
        club.anyone().post("/api/v1/tokens", &body)
    };
    let asked = self::sign_in(&club, "chief", PASSWORD).expect(401);
    assert_eq!(asked["second_factor"], "required");
    let confirming = json!(shown(&club, &secret));
    sign_in(&confirming).expect(401);
    club.pass(TimeDelta::seconds(30));
    let next = json!(shown(&club, &secret));
    sign_in(&next).expect(200);
    sign_in(&next).expect(401);
    // A recovery code stands in once.
    sign_in(&recovery[0]).expect(200);
    sign_in(&recovery[0]).expect(401);
    sign_in(&recovery[1]).expect(200);
    // Lifted with password and code.
    let lift = |code: &Value| chief.delete("/api/v1/me/totp", &json!({ "password": PASSWORD, "code": code }));
    assert_eq!(lift(&json!("000000")).status, 401);
    assert_eq!(lift(&recovery[2]).status, 204);
    self::sign_in(&club, "chief", PASSWORD).expect(200);
    sign_in(&recovery[3]).expect(200);
});

#[test]
fn powers_rest_until_the_second_factor_where_it_is_required() {
    let mut club = Club::on_sqlite();
    let mut config = (*club.app.config).clone();
    config.require_second_factor = true;
    club = club.reopened(config);
    let chief = with(&club, &set_up(&club));
    let me = chief.get("/api/v1/me").expect(200);
    assert_eq!((&me["roles"]["chief_justice"], &me["second_factor_advised"]), (&json!(false), &json!(true)));
    assert_eq!(chief.post("/api/v1/invitations", &json!({ "kind": "invitation" })).status, 403);
    enrol(&club, &chief);
    assert_eq!(chief.get("/api/v1/me").expect(200)["roles"]["chief_justice"], true);
    chief.post("/api/v1/invitations", &json!({ "kind": "invitation" })).expect(201);
}
