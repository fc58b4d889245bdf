//! Ten questions above the Acts: the answers are made of the house rules in force.

use rookery::auth::{Role, Visitors};
use serde_json::json;

use crate::harness::Browser;

/// What stands in a page's questions, a line each.
fn questions(page: &str) -> Vec<String> {
    let Some((_, section)) = page.split_once("<section id=\"questions\"") else { return Vec::new() };
    let (section, _) = section.split_once("</section>").unwrap();
    let told = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    section.split("<details>").skip(1).map(told).collect()
}

both!(ten_questions_are_answered_by_the_rules_in_force, |club| {
    club.with_the_shipped_rulebook();
    let (chief, ann) = (club.person("Chief", &[Role::ChiefJustice]), club.person("Ann", &[]));
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    let mut reader = Browser::of(&club, &ann);
    let asked = questions(&reader.get("/rulebook").text());
    assert_eq!(asked.len(), 10, "{asked:?}");
    let of = |asked: &[String], question: &str| {
        asked.iter().find(|text| text.contains(question)).unwrap_or_else(|| panic!("{question}: {asked:?}")).clone()
    };
    assert!(of(&asked, "What do I win?").contains("You start with 100 points."), "{asked:?}");
    assert!(of(&asked, "How often may I play?").contains("one game a day counts"), "{asked:?}");
    let lost = of(&asked, "Why did I lose points without playing?");
    assert!(
        lost.contains("From week 3 in a row it costs 15 ") && lost.contains("href=\"/rulebook/acts/II.6\""),
        "{lost}"
    );
    for text in &asked {
        for link in text.split("href=\"").skip(1) {
            let address = link.split('"').next().unwrap();
            assert_eq!(reader.get(address).status, 200, "{address}");
        }
    }

    // Other numbers are other answers; of an Act in the club's own words nothing is said; nobody asks about one that is gone.
    let asked = json!({ "replaces": 0, "note": "Ours",
        "rules": { "initial_score": 500, "absence_points": 0, "online_games_a_day": 4, "visitors": "nothing" },
        "acts": [{ "citation": "I.6", "text": "Play it again at once." }, { "citation": "II.5", "repealed": true }] });
    chief.post("/api/v1/rulebook/versions", &asked).expect(201);
    let now = questions(&reader.get("/rulebook").text());
    assert_eq!(now.len(), 9, "{now:?}");
    assert!(of(&now, "What do I win?").contains("You start with 500 points."), "{now:?}");
    assert!(of(&now, "How often may I play?").contains("Online, 4 games a day count."), "{now:?}");
    assert!(of(&now, "Why did I lose points").contains("Staying away costs nothing."), "{now:?}");
    assert!(of(&now, "Who sees my name?").contains("Nobody else does."), "{now:?}");
    let again = of(&now, "Can we play a game again?");
    assert!(again.contains("Your club has its own words") && again.contains("/rulebook/acts/I.6"), "{again}");
    assert_eq!(questions(&reader.get("/rulebook/versions/0").text()), Vec::<String>::new(), "it is no longer so");

    let mut german = Browser::new(&club);
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    club.lets_visitors_read(Visitors::Nothing);
    let own = questions(&german.get("/rulebook").text());
    assert!(of(&own, "Was bringt mir ein Sieg?").contains("Du fängst mit 500 Punkten an."), "{own:?}");
    assert!(!own.iter().any(|text| text.contains("href=\"/cases/new\"")), "from outside nobody appeals: {own:?}");
});
