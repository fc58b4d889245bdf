//! Guessing passwords holds up whoever guesses, and nobody else.

use super::*;

both!(wrong_tries_hold_up_the_one_who_tries, |club| {
    set_up(&club);
    for left in (0..5).rev() {
        let answer = sign_in(&club, "chief", "not the password");
        assert_eq!(answer.status, 401);
        assert_eq!(answer.header("ratelimit"), Some(format!("\"sign-in\";r={left};t=0").as_str()));
    }
    sign_in(&club, "chief", "not the password").expect(401);
    let held = sign_in(&club, "chief", "not the password");
    assert_eq!((held.status, held.header("retry-after")), (429, Some("3")));
    assert_eq!(held.header("ratelimit"), Some("\"sign-in\";r=0;t=3"));
    assert_eq!(sign_in(&club, "chief", PASSWORD).status, 429, "right or wrong");
    club.pass(TimeDelta::seconds(3));
    sign_in(&club, "chief", PASSWORD).expect(200);
    assert_eq!(sign_in(&club, "chief", "not the password").header("ratelimit"), Some("\"sign-in\";r=4;t=0"));
});

both!(wrong_tries_of_others_lock_nobody_out, |club| {
    let device = set_up(&club)["device"].clone();
    // Somebody at the very same address tries until held up.
    while sign_in(&club, "chief", "not the password").status != 429 {}
    let own = json!({ "handle": "chief", "password": PASSWORD, "device": device });
    club.anyone().post("/api/v1/tokens", &own).expect(200);
    // A made-up device does not help; and tries with a known one are counted, too.
    let other = json!({ "handle": "chief", "password": PASSWORD, "device": "made-up" });
    while sign_in(&club, "chief", "not the password").status != 429 {}
    club.anyone().post("/api/v1/tokens", &other).expect(429);
    let wrong = json!({ "handle": "chief", "password": "not the password", "device": device });
    let tries = (0..10).take_while(|_| club.anyone().post("/api/v1/tokens", &wrong).status == 401).count();
    assert_eq!(tries, 6);
});

both!(a_known_address_is_not_held_up_by_strangers, |club| {
    set_up(&club);
    // Strangers at other addresses have used up what the account and this address may fail.
    club.write(|tx| {
        use rookery::auth::{store, throttle::Scope};
        let person = store::account_of(tx.db, "chief")?.expect("an account").person;
        let subjects =
            [(Scope::Account, format!("account:{person}")), (Scope::Address, "address:127.0.0.1".to_owned())];
        for _ in 0..100 {
            store::count_failure(tx, &subjects)?;
        }
        Ok(())
    });
    sign_in(&club, "nobody", PASSWORD).expect(429);
    sign_in(&club, "chief", PASSWORD).expect(200);
});
