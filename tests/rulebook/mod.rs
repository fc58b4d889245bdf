//! The rulebook: versions that take effect when published, never backwards (Acts IV.1, IV.2), what is
//! suggested and asked for (IV.4, IV.5), what the Court said (III.3.1).

mod questions;
mod seasons;

use rookery::auth::Role;
use rookery::error::Act;
use rookery::rulebook;
use rookery_messages::Message;
use serde_json::{Value, json};

use crate::harness::Browser;

both!(the_defaults_hold_until_the_chief_justice_publishes_others, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let rules = club.anyone().get("/api/v1/house_rules").expect(200);
    assert_eq!((&rules["k"], &rules["time_zone"]), (&json!(40), &json!("Europe/London")));

    let asked = json!({ "replaces": 0, "note": "Adults' K", "rules": { "k": 20 } });
    let version = chief.post("/api/v1/house_rules", &asked).expect(201);
    assert_eq!((&version["version"], &version["rules"]["k"]), (&json!(1), &json!(20)));
    assert_eq!(version["published_at"], "2026-11-06T12:00:00Z");
    assert_eq!(version["rules"]["floor"], 100, "what is not said stays as it was");

    let at = |when: &str| club.anyone().get(&format!("/api/v1/house_rules?at={when}")).expect(200)["k"].clone();
    assert_eq!(at("2026-11-06T11:59:59Z"), 40, "never backwards");
    assert_eq!(at("2026-11-06T12:00:00Z"), 20);
    let all = club.anyone().get("/api/v1/house_rules/versions").expect(200);
    assert_eq!(all["versions"].as_array().unwrap().len(), 1);
});

both!(only_the_chief_justice_changes_them_and_only_sensibly, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let moderator = club.person("Mod", &[Role::Moderator]);
    let k = json!({ "replaces": 0, "note": "More", "rules": { "k": 80 } });
    assert_eq!(moderator.post("/api/v1/house_rules", &k).refused(403), ["III.4"]);
    club.anyone().post("/api/v1/house_rules", &k).expect(401);

    let wrong = json!({ "replaces": 0, "note": "Odd", "rules": { "session_end": "12:00:00", "k": 0 } });
    let problem = chief.post("/api/v1/house_rules", &wrong).expect(422);
    let fields: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["session_end", "k"]);
    for rules in [json!({ "elo": 1 }), json!({ "k": "forty" }), json!({ "time_zone": "Mars/Olympus" })] {
        let asked = json!({ "replaces": 0, "note": "Odd", "rules": rules });
        assert_eq!(chief.post("/api/v1/house_rules", &asked).refused(422), ["IV.1"]);
    }
    assert_eq!(club.anyone().get("/api/v1/house_rules").expect(200)["k"], 40, "nothing changed");

    chief.post("/api/v1/house_rules", &k).expect(201);
    assert_eq!(chief.post("/api/v1/house_rules", &k).refused(409), ["IV.1"], "two at once: the second reads again");
});

fn act<'a>(rulebook: &'a Value, citation: &str) -> &'a Value {
    let acts = rulebook["sections"].as_array().unwrap().iter().flat_map(|section| section["acts"].as_array().unwrap());
    { acts }.find(|act| act["citation"] == citation).unwrap_or_else(|| panic!("no Act {citation}"))
}

both!(members_read_the_terms_with_the_numbers_in_force, |club| {
    club.with_the_shipped_rulebook();
    let reader = club.person("Tom", &[Role::Staff]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mona = club.person("Mona", &[Role::Moderator]);
    let rulebook = reader.get("/api/v1/rulebook").expect(200);
    assert_eq!(rulebook["version"], 0);
    let elo = act(&rulebook, "II.3");
    assert!(elo["text"].as_str().unwrap().contains("K factor of 40"), "{elo}");
    assert!(elo["wording"].as_str().unwrap().contains("{k}"));

    let asked = json!({ "replaces": 0, "note": "Calmer ratings", "rules": { "k": 20 },
        "acts": [{ "citation": "II.3", "text": "Elo, with K = {k}." }, { "citation": "II.13", "text": "Be kind." },
            { "citation": "I.7.4", "repealed": true }] });
    club.set_time("2026-11-06T12:05:00");
    let published = chief.post("/api/v1/rulebook/versions", &asked).expect(201);
    let changes: Vec<(&str, &str)> = published["changes"]["acts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|act| (act["citation"].as_str().unwrap(), act["change"].as_str().unwrap()))
        .collect();
    assert_eq!(changes, [("I.7.4", "repealed"), ("II.3", "changed"), ("II.13", "added")]);

    let now = reader.get("/api/v1/rulebook").expect(200);
    assert_eq!((&now["version"], &act(&now, "II.3")["text"]), (&json!(1), &json!("Elo, with K = 20.")));
    assert_eq!(act(&now, "I.7.4")["repealed"], true, "it keeps its citation");
    let before = reader.get("/api/v1/rulebook?at=2026-11-06T12:04:59Z").expect(200);
    assert_eq!((&before["version"], &before["house_rules"]["k"]), (&json!(0), &json!(40)), "never backwards (IV.2)");
    assert_eq!(reader.get("/api/v1/rulebook/versions/0").expect(200)["sections"], rulebook["sections"]);
    reader.get("/api/v1/rulebook/versions/2").expect(404);

    let holders = &act(&now, "III.2.1")["holders"];
    assert_eq!((&holders[0]["name"], &holders[1]), (&json!("Mona"), &json!(null)), "live: {holders}");
    assert_eq!(act(&now, "III.3.2")["holders"][0]["name"], "Chief");
    let dismissed = json!({ "reason": "A year is over" });
    chief.delete(&format!("/api/v1/people/{}/roles/moderator", mona.id), &dismissed);
    let later = reader.get("/api/v1/rulebook").expect(200);
    assert_eq!(act(&later, "III.2.1")["holders"], json!(null));
});

both!(the_texts_that_the_program_ships_are_marked_as_english_and_a_clubs_own_are_not, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut german = Browser::new(&club);
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let mut page = |path: &str| german.get(path).text();
    let founding = "<p class=\"text original\" lang=\"en\">For short, call it the Terms.</p>";
    assert!(page("/rulebook").contains(founding), "{}", page("/rulebook"));
    assert!(page("/rulebook").contains("in der Sprache, in der sie veröffentlicht wurden"));
    assert!(page("/rulebook").contains("<h2>0 Wozu diese Regeln da sind</h2>"));
    let hit = "<p class=\"text\" lang=\"en\"><mark>For</mark> <mark>short</mark>, call it the Terms.</p>";
    assert!(page("/rulebook/search?q=for+short").contains(hit), "{}", page("/rulebook/search?q=for+short"));
    assert!(page("/rulebook/search?q=Gabelstapler").contains("in der die Regeln veröffentlicht wurden"));
    let rules = page("/rulebook/house_rules");
    let floor =
        rules.split("<tr>").find(|row| row.contains("/rulebook/acts/II.2\"")).unwrap_or_else(|| panic!("{rules}"));
    assert_eq!(floor.matches("Warum?").count(), 1, "one fold has all Acts that say the rule: {floor}");
    assert!(floor.contains("/rulebook/acts/II.5\"") && floor.contains("No score is ever under 100."), "{floor}");
    let acts = json!([{ "citation": "0.2", "text": "Kurz: die Regeln." }]);
    let asked = json!({ "replaces": 0, "note": "Auf Deutsch", "acts": acts });
    chief.post("/api/v1/rulebook/versions", &asked).expect(201);
    assert!(page("/rulebook").contains("<p class=\"text\">Kurz: die Regeln.</p>"));
    assert!(page("/rulebook/acts/0.2").contains("<p class=\"text act-text\">Kurz"));
    let compared = page("/rulebook/diff?from=0&to=1");
    assert!(compared.contains("<del lang=\"en\">") && compared.contains("<ins>Kurz"), "{compared}");
});

both!(a_german_reader_has_the_german_beside_the_words_that_it_translates, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = club.person("Ann", &[]);
    let of = |language: &str, path: &str| {
        let mut browser = Browser::of(&club, &ann);
        browser.cookies.insert("__Host-language".to_owned(), language.to_owned());
        browser.get(path).text()
    };
    let (law, along) = ("Every student may join the leaderboard", "kostenlos in die Rangliste eintreten");
    let note = "Übersetzung zum Mitlesen. Es gilt der englische Wortlaut.";
    let moderators = "<q>Der Vorsitz ernennt die Moderation. Sie klärt an Ort und Stelle, was anfällt.</q>";
    for path in ["/rulebook", "/rulebook/acts/II.1", "/rulebook/search?q=free+charge", "/rulebook/versions/0"] {
        let (german, english) = (of("de", path), of("en", path));
        assert!(german.contains(law) && german.contains(along) && german.contains(note), "{path}: {german}");
        assert!(english.contains(law), "{path}: {english}");
        assert!(!english.contains(along) && !english.contains("read along"), "{path}: {english}");
    }
    assert!(of("de", "/rulebook").contains("mit einem Elo-Faktor K von 40"), "house rules have their values");
    // In the whole rulebook the English is shown on request: both at once are twice as long.
    let (german, english) = (of("de", "/rulebook"), of("en", "/rulebook"));
    let (tick, original) = ("id=\"original\"", "<p class=\"text original\" lang=\"en\">Every student");
    assert!(german.contains(tick) && german.contains(original), "{german}");
    assert!(!english.contains(tick) && !english.contains("text original"), "{english}");
    assert!(of("de", "/rulebook").contains("am Freitag, von 12:30 bis 13:10"), "in German words");
    assert!(of("de", "/rulebook/acts/II.1").contains("<small>Die Rangliste</small>"));
    assert!(of("de", "/rulebook/search?q=kostenlos").contains(law), "found by its German");
    assert!(!of("en", "/rulebook/search?q=kostenlos").contains(law));
    let found = chief.get("/api/v1/rulebook/search?q=kostenlos").expect(200);
    assert_eq!(found["acts"], json!([]), "programs read the law");
    let refused = of("de", "/desk");
    assert!(refused.contains(moderators) && refused.contains(note), "{refused}");
    assert!(!of("en", "/desk").contains(moderators));

    let acts = json!([
        { "citation": "II.1", "text": "Every student may join the leaderboard, and pays nothing." },
        { "citation": "II.13", "text": "Be kind." },
        { "citation": "III.2", "text": "Moderators see to it that all is fair." },
    ]);
    let asked = json!({ "replaces": 0, "note": "Shorter", "rules": { "k": 20 }, "acts": acts });
    chief.post("/api/v1/rulebook/versions", &asked).expect(201);
    let book = of("de", "/rulebook");
    assert!(book.contains("and pays nothing") && !book.contains(along), "the old words' German is gone: {book}");
    assert!(book.contains("Be kind.") && book.contains("mit einem Elo-Faktor K von 20"), "others have theirs: {book}");
    for path in ["/rulebook/acts/II.1", "/rulebook/acts/II.13"] {
        assert!(!of("de", path).contains("class=\"text along\""), "{path}");
    }
    assert!(!of("de", "/rulebook/search?q=kostenlos").contains(law), "nor is it found by it");
    assert!(of("de", "/rulebook/versions/0").contains(along), "beside the version that has the words it stays");
    assert!(!of("de", "/desk").contains(moderators));
});

both!(a_refusal_shows_behind_why_what_its_act_says_now, |club| {
    club.with_the_shipped_rulebook();
    let (chief, ann) = (club.person("Chief", &[Role::ChiefJustice]), club.person("Ann", &[]));
    let refused = || Browser::of(&club, &ann).get("/desk").text();
    let why = "<details class=\"why\"><summary>Why?</summary>";
    let shipped = "<q lang=\"en\">The Chief Justice appoints moderators, who settle on the spot what comes up.</q>";
    let page = refused();
    assert!(page.contains(why) && page.contains(shipped), "{page}");
    let acts = json!([{ "citation": "III.2", "text": "Moderators see to it that all is fair." }]);
    let asked = json!({ "replaces": 0, "note": "Shorter", "acts": acts });
    chief.post("/api/v1/rulebook/versions", &asked).expect(201);
    let page = refused();
    assert!(page.contains("<q>Moderators see to it that all is fair.</q>") && !page.contains(shipped), "{page}");
});

both!(behind_why_plain_words_come_first_while_the_club_keeps_the_act, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let texts = || {
        let now = rookery::rulebook::Now::default();
        club.app.db.read_now(|db| now.catch_up(db)).unwrap();
        now.act_texts()
    };
    let points = Act::new("II.3");
    let plain = texts().of(&points).unwrap().plain.clone().expect("plain words");
    assert_eq!(plain.word, "points");
    assert!(plain.rules.iter().any(|(name, value)| name == "k" && value.is_number()), "{plain:?}");
    assert_eq!(texts().of(&Act::new("II.2")).unwrap().plain, None, "no question begins with it");
    assert_eq!(texts().of(&Act::new("III.3")).unwrap().plain, None, "its answer is of more than this Act");
    let acts = json!([{ "citation": "II.3", "text": "Games move scores as they should." }]);
    let asked = json!({ "replaces": 0, "note": "Ours", "acts": acts });
    chief.post("/api/v1/rulebook/versions", &asked).expect(201);
    assert_eq!(texts().of(&points).unwrap().plain, None, "the club's own words are not answered for");
});

both!(versions_can_be_compared_and_acts_tell_their_history, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let publish = |replaces: i64, asked: Value| {
        let mut asked = asked;
        (asked["replaces"], asked["note"]) = (json!(replaces), json!(format!("Version {}", replaces + 1)));
        chief.post("/api/v1/rulebook/versions", &asked).expect(201)
    };
    publish(0, json!({ "acts": [{ "citation": "II.4", "text": "Members enter the games that they play." }] }));
    publish(1, json!({ "rules": { "floor": 50, "k": 30 } }));
    publish(2, json!({ "acts": [{ "citation": "II.4", "repealed": true }], "rules": { "k": 40 } }));

    let diff = |path: &str| club.anyone().get(&format!("/api/v1/rulebook/diff?{path}")).expect(200);
    let words = diff("from=0&to=1")["acts"][0]["words"].clone();
    assert_eq!(words[0], json!({ "of": "both", "text": "Members " }));
    assert_eq!(words[1], json!({ "of": "before", "text": "register" }));
    assert_eq!(words[2], json!({ "of": "after", "text": "enter" }));
    let rules = diff("from=1&to=2")["rules"].clone();
    assert_eq!(rules, json!([{ "name": "floor", "from": 100, "to": 50 }, { "name": "k", "from": 40, "to": 30 }]));
    let whole = diff("from=0");
    assert_eq!((&whole["to"], &whole["rules"].as_array().unwrap().len()), (&json!(3), &1), "K came back to 40");
    let gone: Vec<&Value> = whole["acts"].as_array().unwrap().iter().map(|act| &act["citation"]).collect();
    assert_eq!(gone, [&json!("II.4"), &json!("II.4.1")]);
    assert_eq!(diff("from=3&to=0")["acts"][0]["change"], "added", "backwards too");
    club.anyone().get("/api/v1/rulebook/diff?from=9").expect(404);

    let page = club.anyone().get("/api/v1/rulebook/acts/II.4").expect(200);
    let told: Vec<(&Value, &Value)> =
        page["history"].as_array().unwrap().iter().map(|change| (&change["version"], &change["change"])).collect();
    assert_eq!(told, [(&json!(1), &json!("changed")), (&json!(3), &json!("repealed"))]);
    assert_eq!((&page["repealed"], &page["sub_acts"]), (&json!(true), &json!(["II.4.1"])));
    club.anyone().get("/api/v1/rulebook/acts/II.99").expect(404);
    let newest = club.anyone().get("/api/v1/rulebook/versions?limit=2").expect(200);
    assert_eq!((&newest["items"][0]["version"], &newest["next"]), (&json!(3), &json!("2")));

    let found = club.anyone().get("/api/v1/rulebook/search?q=friday%20ban").expect(200);
    let citations: Vec<&Value> = found["acts"].as_array().unwrap().iter().map(|act| &act["citation"]).collect();
    assert_eq!(citations, [&json!("II.9.2")]);
    club.anyone().get("/api/v1/rulebook/search?q=x").expect(422);
});

both!(a_draft_is_seen_before_it_is_published, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = club.person("Ann", &[]);
    let draft = json!({ "acts": [{ "citation": "II.1", "text": "Join, with {initial_score} points." }] });
    let preview = ann.post("/api/v1/rulebook/previews", &draft).expect(200);
    assert_eq!(preview["acts"][0]["citation"], "II.1");
    club.anyone().post("/api/v1/rulebook/previews", &draft).expect(401);
    let wrong = json!({ "acts": [{ "citation": "II.1", "text": "Join, with {points} points." }], "rules": { "k": 0 } });
    let problem = chief.post("/api/v1/rulebook/previews", &wrong).expect(422);
    assert_eq!(problem["errors"][0]["field"], "k");
    let version = json!({ "replaces": 0, "note": "Points", "acts": wrong["acts"] });
    let problem = chief.post("/api/v1/rulebook/versions", &version).expect(422);
    assert_eq!((&problem["errors"][0]["field"], &problem["acts"]), (&json!("acts[0].text"), &json!(["IV.1"])));
    assert_eq!(ann.post("/api/v1/rulebook/versions", &version).refused(403), ["III.4"]);
    assert_eq!(club.anyone().get("/api/v1/rulebook").expect(200)["version"], 0, "nothing was published");
});

both!(the_court_says_what_acts_mean_beside_them, |club| {
    club.with_the_shipped_rulebook();
    let reader = club.person("Tom", &[Role::Staff]);
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    let [first, second] = [(); 2].map(|()| crate::court::filed(&ann, "question", &json!(null)));
    let said = |case: &String, text: &'static str| {
        let case = case.clone();
        club.write(move |tx| rulebook::add_interpretation(tx, &case, &["II.9.2".into(), "0.5".into()], text));
    };
    said(&first, "A Friday in the holidays is a Friday.");
    said(&second, "Through means to midnight.");
    let page = |citation: &str| reader.get(&format!("/api/v1/rulebook/acts/{citation}")).expect(200);
    let of_ban = page("II.9.2")["interpretations"].clone();
    assert_eq!((&of_ban[0]["case"], &of_ban[1]["case"]), (&json!(second), &json!(first)), "newest first");
    assert_eq!(page("II.9.1")["interpretations"], json!([]));
    club.write(move |tx| rulebook::withdraw_interpretations(tx, &first, Message::verbatim("Overturned en banc")));
    assert_eq!(page("0.5")["interpretations"][1]["withdrawn_reason"], "Overturned en banc");
    let rulebook = reader.get("/api/v1/rulebook").expect(200);
    assert_eq!(act(&rulebook, "II.9.2")["interpretation_count"], 1);
    let found = reader.get("/api/v1/rulebook/search?q=midnight").expect(200);
    assert_eq!(found["interpretations"][0]["case"], second);
});

both!(members_suggest_and_are_answered, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let (ann, judge) = (club.person("Ann", &[]), club.person("Judge", &[Role::Justice]));
    let idea = json!({ "acts": ["0.5"], "text": "Let us meet on Tuesdays as well." });
    assert_eq!(ann.post("/api/v1/suggestions", &idea).refused(403), ["IV.4"], "members only");
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    let ids: Vec<i64> =
        (0..3).map(|_| ann.post("/api/v1/suggestions", &idea).expect(201)["id"].as_i64().unwrap()).collect();
    assert_eq!(ann.post("/api/v1/suggestions", &idea).refused(409), ["IV.4"], "three wait already");
    let answer = json!({ "taken_up": true, "answer": "From January on." });
    let path = format!("/api/v1/suggestions/{}/answer", ids[0]);
    assert_eq!(ann.post(&path, &answer).refused(403), ["III.4"]);
    assert_eq!(chief.post(&path, &answer).expect(200)["state"], "taken_up");
    assert_eq!(chief.post(&path, &answer).refused(409), ["IV.4"]);
    let withdrawal = format!("/api/v1/suggestions/{}/withdrawal", ids[1]);
    chief.post(&withdrawal, &json!({})).expect(404);
    assert_eq!(ann.post(&withdrawal, &json!({})).expect(200)["state"], "withdrawn");
    for _ in 0..2 {
        ann.post("/api/v1/suggestions", &idea).expect(201);
    }
    let withdrawal = format!("/api/v1/suggestions/{}/withdrawal", ids[2]);
    ann.post(&withdrawal, &json!({})).expect(200);
    assert_eq!(ann.post("/api/v1/suggestions", &idea).refused(409), ["IV.4"], "five a day");
    let bob = club.person("Bob", &[]);
    assert_eq!(bob.get("/api/v1/suggestions").expect(200)["items"], json!([]), "others' are not one's own to see");
    assert_eq!(chief.get("/api/v1/suggestions").expect(200)["items"].as_array().unwrap().len(), 5);
    club.deliver();
    let told = judge.get("/api/v1/notifications").expect(200)["items"].clone();
    let made = told.as_array().unwrap().iter().filter(|one| one["topic"] == "suggestion.made");
    assert_eq!(made.filter(|one| one["read"] == false).count(), 2, "three of five are answered or withdrawn: {told}");
});

both!(change_requests_are_accepted_or_declined_and_carried_over_when_stale, |club| {
    club.with_the_shipped_rulebook();
    let reader = club.person("Tom", &[Role::Staff]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mona = club.person("Mona", &[Role::Moderator]);
    let (ann, judge) = (club.person("Ann", &[]), club.person("Judge", &[Role::Justice]));
    let new = || {
        club.deliver();
        let told = judge.get("/api/v1/notifications").expect(200)["items"].clone();
        let made = told.as_array().unwrap().iter().filter(|one| one["topic"] == "change_request.made");
        made.filter(|one| one["read"] == false).count()
    };
    let asked = |base: i64, citation: &str, text: &str| json!({ "base": base, "note": format!("About {citation}"), "acts": [{ "citation": citation, "text": text }] });
    let ask = |base: i64, citation: &str, text: &str| {
        let request = mona.post("/api/v1/change_requests", &asked(base, citation, text)).expect(201);
        format!("/api/v1/change_requests/{}", request["id"])
    };
    assert_eq!(ann.post("/api/v1/change_requests", &asked(0, "II.1", "Join.")).refused(403), ["III.2"]);
    mona.post("/api/v1/change_requests", &asked(7, "II.1", "Join.")).expect(404);
    mona.post("/api/v1/change_requests", &asked(0, "II.99", "Join.")).expect(422);

    let (one, other, same) = (ask(0, "II.1", "Join."), ask(0, "II.2", "No less."), ask(0, "II.1", "Join in."));
    assert_eq!(new(), 3);
    assert_eq!(mona.post(&format!("{one}/acceptance"), &json!({})).refused(403), ["III.4"]);
    assert_eq!(chief.post(&format!("{one}/acceptance"), &json!({})).expect(200)["published"], 1);
    assert_eq!(chief.post(&format!("{one}/acceptance"), &json!({})).refused(409), ["IV.5"], "once");
    let told = reader.get(&same).expect(200);
    assert_eq!((&told["stale_acts"], &told["changes"]["acts"][0]["after"]), (&json!(["II.1"]), &json!("Join in.")));
    assert_eq!(chief.post(&format!("{same}/acceptance"), &json!({})).refused(409), ["II.1", "IV.5"], "the same Act");
    assert_eq!(chief.post(&format!("{other}/acceptance"), &json!({})).expect(200)["published"], 2, "another Act");
    let now = reader.get("/api/v1/rulebook").expect(200);
    assert_eq!((&act(&now, "II.1")["text"], &act(&now, "II.2")["text"]), (&json!("Join."), &json!("No less.")));

    assert_eq!(chief.post(&format!("{same}/declining"), &json!({ "reason": "" })).refused(422), ["IV.5"]);
    let declined = chief.post(&format!("{same}/declining"), &json!({ "reason": "Said already" })).expect(200);
    assert_eq!((&declined["state"], &declined["reason"]), (&json!("declined"), &json!("Said already")));
    let last = ask(2, "II.3", "Elo.");
    assert_eq!(chief.post(&format!("{last}/withdrawal"), &json!({})).refused(403), ["IV.5"]);
    mona.post(&format!("{last}/withdrawal"), &json!({})).expect(200);
    let open = reader.get("/api/v1/change_requests?state=open").expect(200);
    assert_eq!(open["items"], json!([]));
    assert_eq!(new(), 0, "none waits, whoever decided it");
});
