//! The habits every endpoint shares.

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

both!(the_service_is_ready, |club| {
    assert_eq!(club.anyone().get("/readyz").status, 204);
});
