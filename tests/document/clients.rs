//! Clients that generators make of the document carry a story from end to end: a newcomer signs up, joins, plays, and
//! reads the leaderboard and a refusal.

use std::process::Command;

use super::{DOCUMENT, HERE, javascript, python, run};
use crate::harness::{Club, folder};

/// Tells a story to a club in a session, where a moderator takes the register and somebody waits for an opponent.
fn tell(club: &Club, story: &mut Command) {
    let (moderator, pairs) = club.in_session(1);
    story
        .env("ROOKERY_URL", &club.url)
        .env("ROOKERY_TOKEN", moderator.token().unwrap())
        .env("ROOKERY_OPPONENT", pairs[0].1.0.to_string());
    assert_eq!(run(story), "told\n");
}

both!(a_python_client_carries_a_story, |club| {
    let folder = folder();
    let client = folder.path().join("rookery_client");
    run(python("openapi-python-client")
        .args(["generate", "--fail-on-warning", "--meta", "none", "--path", DOCUMENT, "--config"])
        .arg(format!("{HERE}/python-client.yaml"))
        .arg("--output-path")
        .arg(client));
    tell(&club, python("python").arg(format!("{HERE}/story.py")).env("PYTHONPATH", folder.path()));
});

both!(a_typescript_client_carries_a_story, |club| {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    run(javascript("openapi-ts").args(["--silent", "--input", DOCUMENT, "--output"]).arg(path("client")));
    std::fs::copy(format!("{HERE}/story.ts"), path("story.ts")).unwrap();
    std::os::unix::fs::symlink(format!("{HERE}/node_modules"), path("node_modules")).unwrap();
    let strict = ["--strict", "--target", "es2022", "--module", "node20", "--types", "node"];
    run(javascript("tsc").current_dir(folder.path()).args(strict).arg("story.ts"));
    tell(&club, Command::new("node").arg(path("story.js")));
});
