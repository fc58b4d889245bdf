//! Guessing passwords costs the guesser, and locks nobody out.

use rookery::config::Config;
use sha2::{Digest, Sha256};

use super::*;

/// The proof that a refusal asks for.
pub fn proof(refused: &Value) -> String {
    let asked = &refused["proof_of_work"];
    let (challenge, bits) = (asked["challenge"].as_str().unwrap(), asked["bits"].as_u64().unwrap());
    let zeros = |text: &String| {
        let hash = Sha256::digest(text.as_bytes());
        u64::from(u32::from_be_bytes(hash[..4].try_into().unwrap()).leading_zeros())
    };
    (0..).map(|number| format!("{challenge}.{number}")).find(|text| zeros(text) >= bits).unwrap()
}

/// The same club behind a proxy, which says where callers come from.
fn behind_a_proxy(club: Club) -> Club {
    let config = Config { trusted_proxy: "127.0.0.1".parse().ok(), ..(*club.app.config).clone() };
    club.reopened(config)
}

/// A try from an address.
fn try_from(club: &Club, address: &str, body: &Value) -> Answer {
    let headers = [("Content-Type", "application/json"), ("X-Forwarded-For", address)];
    club.anyone().send("POST", "/api/v1/tokens", &headers, &serde_json::to_vec(body).unwrap())
}

fn right() -> Value {
    json!({ "handle": "chief", "password": PASSWORD })
}

fn wrong() -> Value {
    json!({ "handle": "chief", "password": "not the password" })
}

fn with_proof(mut body: Value, refused: &Value) -> Value {
    body["proof"] = json!(proof(refused));
    body
}

both!(after_some_wrong_tries_each_further_one_costs_work, |club| {
    set_up(&club);
    for left in (0..5).rev() {
        let answer = sign_in(&club, "chief", "not the password");
        assert_eq!(answer.status, 401);
        assert_eq!(answer.header("ratelimit"), Some(format!("\"sign-in\";r={left};t=0").as_str()));
    }
    let anyone = club.anyone();
    let refused = sign_in(&club, "chief", PASSWORD).expect(429);
    assert_eq!(refused["proof_of_work"]["bits"], 16, "right or wrong");
    // A wrong try with a proof is heard, and the next is harder.
    let proven = with_proof(wrong(), &refused);
    anyone.post("/api/v1/tokens", &proven).expect(401);
    let again = anyone.post("/api/v1/tokens", &proven).expect(429);
    assert_eq!(again["proof_of_work"]["bits"], 17, "a proof is good for one try");
    // Another login's proof, and one that was made up, are none.
    let of_another = json!({ "handle": "other", "password": PASSWORD, "proof": proof(&again) });
    for _ in 0..5 {
        sign_in(&club, "other", PASSWORD).expect(401);
    }
    anyone.post("/api/v1/tokens", &of_another).expect(429);
    let made_up = json!({ "handle": "chief", "password": PASSWORD, "proof": "x.1" });
    anyone.post("/api/v1/tokens", &made_up).expect(429);
    anyone.post("/api/v1/tokens", &with_proof(right(), &again)).expect(200);
    // An hour of quiet, and nobody is asked for anything.
    sign_in(&club, "chief", PASSWORD).expect(429);
    club.pass(TimeDelta::seconds(3601));
    sign_in(&club, "chief", PASSWORD).expect(200);
});

both!(a_name_signs_in_as_the_handle_that_is_made_of_it, |club| {
    let chief = with(&club, &set_up(&club));
    for handle in ["zoe-mueller", "zoe.m_2"] {
        sign_up(&club, &chief, handle);
    }
    for login in ["Zoé Müller", "  zoé  MÜLLER ", "zoe.mueller", "Zoe-Mueller", "ZOE.M_2"] {
        sign_in(&club, login, PASSWORD).expect(200);
    }
    let mut browser = Browser::new(&club);
    assert_eq!(browser.post("/sign-in", "login=Zo%C3%A9+M%C3%BCller&password=four+plain+words").status, 303);
    // All spellings are counted together, of a handle that there is and of one that there is not.
    let left = |login: &str| sign_in(&club, login, "not the password").header("ratelimit").map(str::to_owned);
    for [one, other] in [["Zoé Müller", "zoe_mueller"], ["No Body", "no.body"]] {
        assert_eq!(left(one).as_deref(), Some("\"sign-in\";r=4;t=0"), "{one}");
        assert_eq!(left(other).as_deref(), Some("\"sign-in\";r=3;t=0"), "{other}");
    }
    assert_eq!(sign_in(&club, "zoe.m_2", "not the password").status, 401, "with a handle of its own");
});

both!(nobody_is_locked_out_by_tries_from_many_addresses, |club| {
    let club = behind_a_proxy(club);
    let device = set_up(&club)["device"].clone();
    let tried: Vec<u16> = (0..60).map(|last| try_from(&club, &format!("198.51.100.{last}"), &wrong()).status).collect();
    assert_eq!(tried.iter().filter(|status| **status == 401).count(), 20, "{tried:?}");
    assert!(tried[20..].iter().all(|status| *status == 429), "{tried:?}");
    // A device that signed in before notices nothing, wherever it is.
    let mut known = right();
    known["device"] = device;
    try_from(&club, "198.51.100.1", &known).expect(200);
    // A new device works a little, wherever it is.
    for address in ["192.0.2.77", "198.51.100.1"] {
        let refused = try_from(&club, address, &right()).expect(429);
        try_from(&club, address, &with_proof(right(), &refused)).expect(200);
    }
    // Nobody else does.
    let chief = with(&club, &try_from(&club, "192.0.2.77", &known).expect(200));
    sign_up(&club, &chief, "ann");
    try_from(&club, "198.51.100.1", &json!({ "handle": "ann", "password": PASSWORD })).expect(200);
});

both!(a_known_device_waits_only_for_itself, |club| {
    let device = set_up(&club)["device"].clone();
    let own = |password: &str| json!({ "handle": "chief", "password": password, "device": device });
    while sign_in(&club, "chief", "not the password").status != 429 {}
    // A made-up device is none.
    let other = json!({ "handle": "chief", "password": PASSWORD, "device": "made-up" });
    club.anyone().post("/api/v1/tokens", &other).expect(429);
    let tries = (0..10).take_while(|_| club.anyone().post("/api/v1/tokens", &own("not it")).status == 401).count();
    assert_eq!(tries, 6);
    let held = club.anyone().post("/api/v1/tokens", &own(PASSWORD));
    assert_eq!((held.status, held.header("retry-after")), (429, Some("3")));
    assert_eq!(held.header("ratelimit"), Some("\"sign-in\";r=0;t=3"));
    assert!(held.json.get("proof_of_work").is_none());
    club.pass(TimeDelta::seconds(3));
    club.anyone().post("/api/v1/tokens", &own(PASSWORD)).expect(200);
});

both!(no_answer_tells_which_logins_there_are, |club| {
    let club = behind_a_proxy(club);
    let chief = with(&club, &set_up(&club));
    sign_up(&club, &chief, "elsewhere");
    sign_up(&club, &chief, "here");
    // One signed in from the school's address before, one from another; of one there is no account.
    let address = "192.0.2.80";
    try_from(&club, address, &json!({ "handle": "here", "password": PASSWORD })).expect(200);
    let told = |login: &str| -> Vec<(u16, Option<String>, Value)> {
        let tries = (0..9).map(|number| {
            if number == 7 && login == "here" {
                // Its owner signs in meanwhile.
                let device = club.anyone().post("/api/v1/tokens", &json!({ "handle": login, "password": PASSWORD }));
                assert_eq!(device.status, 200);
            }
            let answer = try_from(&club, address, &json!({ "handle": login, "password": "not the password" }));
            let limit = answer.header("ratelimit").map(str::to_owned);
            (answer.status, limit, answer.json["proof_of_work"]["bits"].clone())
        });
        tries.collect()
    };
    let nobody = told("nobody");
    assert_eq!(nobody.iter().filter(|(status, ..)| *status == 401).count(), 5);
    assert_eq!((told("elsewhere"), told("here")), (nobody.clone(), nobody));
});

both!(one_phone_does_not_keep_a_school_from_signing_in, |club| {
    let config = Config { requests_per_minute: 5, ..(*club.app.config).clone() };
    set_up(&club);
    let club = club.reopened(config);
    while club.anyone().get("/api/v1/leaderboard").status != 429 {}
    let page = club.anyone().get("/sign-in");
    assert_eq!(page.status, 200);
    let page = page.text();
    let style = page.split("<link rel=\"stylesheet\" href=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(club.anyone().get(&style).status, 200);
    // It guesses as fast as it can, at many handles.
    for number in 0..60 {
        sign_in(&club, &format!("pupil{number}"), "not the password");
    }
    let refused = sign_in(&club, "chief", PASSWORD).expect(429);
    let tokens = club.anyone().post("/api/v1/tokens", &with_proof(right(), &refused)).expect(200);
    with(&club, &tokens).get("/api/v1/me").expect(200);
    // The page of a browser says what there is to do, and its script does it.
    let mut browser = Browser::new(&club);
    let asked = browser.post("/sign-in", "login=chief&password=four+plain+words&next=%2Fme");
    assert_eq!(asked.status, 429);
    let page = asked.text();
    let of = |name: &str| page.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(of("<script type=\"module\" src").ends_with("/door.js") && page.contains("value=\"chief\""), "{page}");
    let asked = json!({ "challenge": of("data-challenge"), "bits": of("data-bits").parse::<u64>().unwrap() });
    let proof = proof(&json!({ "proof_of_work": asked }));
    let form = format!("login=chief&password=four+plain+words&next=%2Fme&proof={proof}");
    let entered = browser.post("/sign-in", &form);
    assert_eq!((entered.status, entered.header("location")), (303, Some("/me")), "{}", entered.text());
});
