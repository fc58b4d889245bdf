//! The habits every endpoint shares.

use rookery::auth::Power;
use rookery::service::answer_cache::CACHED;
use rookery::service::server::routes;

use crate::harness::Browser;

both!(an_unknown_path_is_a_problem_document, |club| {
    let answer = club.anyone().get("/api/v1/nothing");
    assert_eq!(answer.status, 404);
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));
    assert_eq!(answer.json["type"], "/problems/not-found");
});

both!(a_wrong_method_is_told_the_right_one, |club| {
    let nothing = serde_json::json!({});
    for answer in [club.anyone().post("/healthz", &nothing), club.anyone().put("/healthz", &nothing)] {
        assert_eq!(answer.status, 405);
        assert_eq!(answer.header("allow"), Some("GET"));
    }
});

both!(a_reader_back_at_an_address_that_takes_forms_is_led_to_the_page_above, |club| {
    let mut browser = Browser::new(&club);
    for (address, page) in [
        ("/sessions/24/rounds", "/sessions/24"),
        ("/sessions/24/rounds/2/withdrawal?x=1", "/sessions/24/rounds/2"),
        ("/desk/pairs/7/lifting", "/desk/pairs"),
        ("/games/1/changes", "/games/1"),
        ("/objections/3/withdrawal", "/"),
    ] {
        let answer = browser.get(address);
        assert_eq!((answer.status, answer.header("location")), (303, Some(page)), "{address}");
    }
    assert_eq!(club.anyone().get("/games/1/changes").status, 405, "a program is told");
});

both!(the_documentation_is_found_and_shows_the_document, |club| {
    let answer = club.anyone().get("/docs");
    assert_eq!((answer.status, answer.header("location")), (307, Some("/docs/")));
    assert_eq!(club.anyone().get("/docs/").status, 200);
    assert!(club.anyone().get("/docs/swagger-initializer.js").text().contains(r#""url": "/openapi.json""#));
    let served = club.anyone().get("/openapi.json").expect(200);
    assert_eq!(served, rookery::service::openapi::document());
});

both!(the_service_is_ready, |club| {
    assert_eq!(club.anyone().get("/readyz").status, 204);
});

both!(what_the_service_counts_is_read_by_prometheus, |club| {
    let (moderator, pairs) = club.in_session(1);
    let (white, black) = pairs[0];
    let game = serde_json::json!({ "white": white, "black": black, "result": "draw", "ending": "draw_agreed" });
    moderator.post("/api/v1/games", &game).expect(201);
    club.anyone().get("/nowhere");
    let answer = club.anyone().get("/metrics");
    assert_eq!(answer.status, 200);
    let text = answer.text();
    let value = |name: &str| -> f64 {
        let line = text.lines().find(|line| line.split_once(' ').is_some_and(|(told, _)| told == name));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).rsplit_once(' ').unwrap().1.parse().unwrap()
    };
    let requests = |method: &str, route: &str, status: u16| {
        value(&format!(
            "rookery_http_request_duration_seconds_count{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}}"
        ))
    };
    assert_eq!(requests("POST", "/api/v1/games", 201), 1.0);
    assert_eq!(requests("GET", "none", 404), 1.0);
    assert!(value("rookery_writer_batch_count") >= 1.0 && value("rookery_writer_commit_seconds_count") >= 1.0);
    assert!((0.0..10.0).contains(&value("rookery_writer_queue")));
    assert_eq!(value("rookery_outbox_failed"), 0.0);
    assert!(value("rookery_outbox_waiting") >= 0.0 && value("rookery_outbox_oldest_seconds") >= 0.0);
    assert!(value("rookery_database_readers_open") >= value("rookery_database_readers_idle"));
    assert_eq!(value("rookery_leaderboard_members"), 2.0);
    assert!(value("rookery_leaderboard_version") >= 1.0 && value("rookery_act_log_length") >= 1.0);
    assert!(text.ends_with("# EOF\n"));
});

both!(a_caller_who_asks_too_often_is_told_when_to_come_back, |club| {
    let mut config = (*club.app.config).clone();
    config.requests_per_minute = 5;
    let club = club.reopened(config);
    let ann = club.person("Ann", &[]);
    let left: Vec<Option<String>> =
        (0..5).map(|_| ann.get("/api/v1/me").header("ratelimit").map(str::to_owned)).collect();
    assert_eq!(left[0].as_deref(), Some("\"requests\";r=4;t=0"));
    assert_eq!(left[4].as_deref(), Some("\"requests\";r=0;t=0"));
    let held = ann.get("/api/v1/me");
    assert_eq!((held.status, held.header("content-type")), (429, Some("application/problem+json")));
    assert_eq!(held.json["type"], "/problems/too-many");
    assert_eq!(held.header("ratelimit-policy"), Some("\"requests\";q=5;w=60"));
    let german = ann.send("GET", "/api/v1/me", &[("Accept-Language", "de")], b"");
    let told = (german.status, german.header("ratelimit-policy"));
    assert_eq!(told, (429, held.header("ratelimit-policy")), "in whatever language it is refused");
    let wait: u32 = held.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=13).contains(&wait), "{wait}");
    assert_eq!(ann.get("/nowhere").status, 429, "what is not there is counted as well");
    // The room's address has an allowance of its own, for those who have not signed in.
    assert_eq!(club.anyone().get("/api/v1/leaderboard").status, 200);
});

both!(where_it_is_reached_by_https_browsers_are_told_to_stay_there, |club| {
    assert_eq!(club.anyone().get("/").header("strict-transport-security"), None);
    let mut config = (*club.app.config).clone();
    config.url = "https://club.example.org".into();
    let club = club.reopened(config);
    for path in ["/", "/api/v1/me", "/nowhere"] {
        let told = club.anyone().get(path).header("strict-transport-security").map(str::to_owned);
        assert_eq!(told.as_deref(), Some("max-age=31536000; includeSubDomains"), "{path}");
    }
});

#[test]
fn what_is_held_is_read_by_all_who_may_read_the_club() {
    for held in CACHED {
        let route = routes().find(|route| route.method == "GET" && route.path == held);
        let power = route.map(|route| route.power);
        // The page of the leaderboard is anybody's: it tells as much as its reader may read.
        assert!(held == "/" || matches!(power, Some(Power::Club | Power::Leaderboard)), "{held}: {power:?}");
    }
}
