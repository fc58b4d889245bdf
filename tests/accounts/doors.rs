//! What stands before all accounts: memory, headers, tokens that ended, bodies that come slowly.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::*;
use crate::harness::{self, Binary};

/// A figure of a process's memory, in megabytes: what it has now (`VmRSS`), or had at the most (`VmHWM`).
fn megabytes(process: u32, figure: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with(figure)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[test]
fn wrong_passwords_take_little_memory_and_give_it_back() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    drop(Club::closed(&database));
    let service = Binary::start(&database);
    let before = megabytes(service.id(), "VmRSS");
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let try_one = |number: usize| {
            let body = json!({ "handle": format!("nobody{number}"), "password": "not the password" });
            Client::new(&service.url, None).post("/api/v1/tokens", &body).status
        };
        let tries: Vec<_> = (0..80).map(|number| scope.spawn(move || try_one(number))).collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|status| [401, 429, 503].contains(status)), "{answers:?}");
    assert!(answers.iter().filter(|status| **status == 401).count() >= 20, "{answers:?}");
    let most = megabytes(service.id(), "VmHWM");
    assert!(most < before + 120, "{most} MB at the most, {before} before");
    // The memory of two hashes is 38 MB.
    for _ in 0..600 {
        if megabytes(service.id(), "VmRSS") + 30 < most {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{most} MB at the most, and nothing is given back");
}

/// All that a service answers to what is written to it by hand.
fn by_hand(club: &Club, request: &str) -> String {
    let mut stream = TcpStream::connect(club.url.strip_prefix("http://").unwrap()).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let club = Club::on_sqlite();
    let begun = [("/api/v1/tokens", "application/json"), ("/sign-in", "application/x-www-form-urlencoded")];
    std::thread::scope(|scope| {
        for (path, kind) in begun {
            let head = format!("POST {path} HTTP/1.1\r\nHost: club\r\nContent-Length: 50\r\nContent-Type: {kind}");
            let club = &club;
            scope.spawn(move || {
                // The connection ends with the answer, else this would read on.
                let answer = by_hand(club, &format!("{head}\r\n\r\nbegun"));
                assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
                assert!(
                    answer.contains("application/problem+json") && answer.contains("/problems/too-slow"),
                    "{answer}"
                );
            });
        }
    });
}

both!(a_token_that_does_not_hold_bars_nobody_from_what_everybody_may, |club| {
    set_up(&club);
    let stale = [("Authorization", "Bearer x"), ("Content-Type", "application/json")];
    assert_eq!(club.anyone().send("GET", "/healthz", &stale, &[]).status, 204, "a probe is not asked who it is");
    for path in ["/api/v1/rulebook", "/api/v1/leaderboard"] {
        let answer = club.anyone().send("GET", path, &stale, &[]);
        assert!((200..300).contains(&answer.status), "{path}: {}", answer.status);
        assert_eq!(answer.header("www-authenticate"), Some("Bearer error=\"invalid_token\""), "{path}");
    }
    let body = serde_json::to_vec(&json!({ "handle": "chief", "password": PASSWORD })).unwrap();
    let tokens = club.anyone().send("POST", "/api/v1/tokens", &stale, &body).expect(200);
    let own = club.anyone().send("GET", "/api/v1/me", &stale, &[]);
    assert_eq!((own.status, own.header("www-authenticate")), (401, Some("Bearer")));
    // The scheme is written in any case.
    let token = tokens["access_token"].as_str().unwrap();
    for scheme in ["bearer", "BEARER", "Bearer "] {
        let me = club.anyone().send("GET", "/api/v1/me", &[("Authorization", &format!("{scheme} {token}"))], &[]);
        assert_eq!((me.status, me.header("www-authenticate")), (200, None), "{scheme}");
    }
});

both!(a_sign_in_ends_after_ninety_days_however_often_it_is_renewed, |club| {
    let mut tokens = set_up(&club);
    for _ in 0..8 {
        club.pass(TimeDelta::days(11));
        tokens = refresh(&club, &tokens["refresh_token"]).expect(200);
    }
    club.pass(TimeDelta::days(2) - TimeDelta::seconds(1));
    tokens = refresh(&club, &tokens["refresh_token"]).expect(200);
    club.pass(TimeDelta::seconds(1));
    refresh(&club, &tokens["refresh_token"]).expect(401);
});

both!(nothing_that_depends_on_its_reader_is_kept_by_a_browser, |club| {
    let chief = with(&club, &set_up(&club));
    for path in ["/api/v1/me", "/api/v1/leaderboard", "/", "/me"] {
        assert_eq!(chief.get(path).header("cache-control"), Some("no-store"), "{path}");
    }
    let public = club.anyone().get("/");
    assert_eq!(public.header("cache-control"), Some("private, no-cache"));
    for (name, value) in [
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("referrer-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ] {
        assert_eq!(public.header(name), Some(value));
    }
    let mut browser = Browser::new(&club);
    browser.post("/sign-in", "login=chief&password=four+plain+words&next=%2F");
    let csrf = browser.csrf();
    let out = browser.post("/sign-out", &format!("csrf={csrf}"));
    assert_eq!((out.status, out.header("clear-site-data")), (303, Some("\"cache\"")));
});
