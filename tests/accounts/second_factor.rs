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
    // A recovery code stands in once. It has the 112 bits that a plain hash is enough for, five by a letter.
    let letters = |code: &Value| code.as_str().unwrap().replace('-', "").len();
    assert!(recovery.as_array().unwrap().iter().all(|code| letters(code) * 5 >= 112), "{recovery}");
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

both!(another_address_takes_the_code_as_well_as_the_password, |club| {
    let chief = with(&club, &set_up(&club));
    let (_, recovery) = enrol(&club, &chief);
    let change = |code: &Value| {
        let body = json!({ "password": PASSWORD, "email": "chief@example.org", "code": code });
        chief.put("/api/v1/me/email", &body)
    };
    assert_eq!(change(&Value::Null).expect(401)["second_factor"], "required");
    change(&json!("000000")).expect(401);
    change(&recovery[0]).expect(204);
    assert_eq!(chief.get("/api/v1/me").expect(200)["email"], "chief@example.org");
    change(&Value::Null).expect(204);
});

both!(a_browser_is_asked_for_the_code_alone, |club| {
    let chief = with(&club, &set_up(&club));
    let (secret, recovery) = enrol(&club, &chief);
    club.pass(TimeDelta::seconds(30));
    let mut browser = Browser::new(&club);
    let asked = |browser: &mut Browser| {
        let page = browser.post("/sign-in", "login=chief&password=four+plain+words&next=%2Fme");
        assert_eq!((page.status, page.header("set-cookie")), (200, None), "{}", page.text());
        let page = page.text();
        assert!(page.contains("name=\"code\"") && !page.contains("name=\"password\""), "{page}");
        page.split("name=\"halfway\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let halfway = asked(&mut browser);
    let second = |browser: &mut Browser, halfway: &str, code: &str| {
        browser.post("/sign-in", &format!("halfway={halfway}&code={code}&next=%2Fme"))
    };
    let wrong = second(&mut browser, &halfway, "000000");
    assert_eq!(wrong.status, 401);
    assert!(wrong.text().contains("This code is wrong") && wrong.text().contains("name=\"halfway\""), "asked again");
    assert_eq!(second(&mut browser, "ABCD-EFGH-JKMN-PQRS", &shown(&club, &secret)).status, 401, "the password first");
    let entered = second(&mut browser, &halfway, &shown(&club, &secret));
    assert_eq!((entered.status, entered.header("location")), (303, Some("/me")), "{}", entered.text());
    assert_eq!(browser.get("/me").status, 200);
    let code = recovery[0].as_str().unwrap();
    assert_eq!(second(&mut Browser::new(&club), &halfway, code).status, 401, "one password, one sign-in");

    // Later than five minutes, and with another password since, the way begins again.
    let mut late = Browser::new(&club);
    let halfway = asked(&mut late);
    club.pass(TimeDelta::seconds(301));
    let page = second(&mut late, &halfway, code);
    assert_eq!(page.status, 401);
    assert!(page.text().contains("sign in again") && page.text().contains("name=\"password\""), "{}", page.text());
    let halfway = asked(&mut late);
    let changed = json!({ "current_password": PASSWORD, "new_password": "five other plain words" });
    chief.put("/api/v1/me/password", &changed).expect(204);
    assert_eq!(second(&mut late, &halfway, recovery[1].as_str().unwrap()).status, 401);
});

both!(codes_are_tried_as_seldom_as_passwords, |club| {
    let chief = with(&club, &set_up(&club));
    let (_, recovery) = enrol(&club, &chief);
    let mut browser = Browser::new(&club);
    let page = browser.post("/sign-in", "login=chief&password=four+plain+words").text();
    let halfway = page.split("name=\"halfway\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let mut second = |code: &str| browser.post("/sign-in", &format!("halfway={halfway}&code={code}"));
    for _ in 0..6 {
        assert_eq!(second("000000").status, 401);
    }
    let held = second(recovery[0].as_str().unwrap());
    assert_eq!((held.status, held.header("retry-after")), (429, Some("3")), "{}", held.text());
    assert!(held.text().contains("name=\"halfway\""), "the code can be given later");
    club.pass(TimeDelta::seconds(3));
    assert_eq!(second(recovery[0].as_str().unwrap()).status, 303);
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
