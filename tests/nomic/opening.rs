//! A table of Nomic is opened by its form: with rules, days and a start of its own.

use rookery_nomic::documents::{Dialect, Document, INITIAL_SET};
use serde_json::json;

use super::pages::{says, send, tick};
use crate::harness::{Answer, Browser, Club};

both!(a_table_is_opened_with_rules_days_and_a_start_of_its_own, |club| {
    let chris = club.person("Chris", &[]);
    club.set_time("2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &club.again(&chris));
    let own = INITIAL_SET.replacen("10 points", "7 points", 1);
    let broken = own.replacen("\"207\"", "\"208\"", 1);
    let fields = |rules: &'static str| [("players", "1"), ("seat", "0"), ("days", "Di"), ("rules", rules)];
    for (rules, why) in [("{ not JSON", "this is not JSON"), (broken.leak(), "is also the number of")] {
        let refused = send(&mut browser, "/tables/new/nomic", &fields(rules));
        assert_eq!(refused.status, 422);
        says(&refused.text(), &[why, "value=\"Di\"", &rules[..5].replace('"', "&#34;")]);
    }
    let refused = send(&mut browser, "/tables/new/nomic", &[("players", "1"), ("days", "Someday")]);
    says(&refused.text(), &["“Someday” is not a weekday", "value=\"Someday\""]);
    let document = Document::parse(&own).unwrap().into_dialect(Dialect::V3).unwrap().to_text();
    let asked =
        [("players", "1"), ("seat", "0"), ("days", "Di"), ("start_date", "2026-11-17"), ("rules", document.as_str())];
    let ticked = tick(&send(&mut browser, "/tables/new/nomic", &asked).text());
    let read = [&asked[..], &[("unenforced", ticked.as_str())]].concat();
    let opened = send(&mut browser, "/tables/new/nomic", &read);
    assert_eq!(opened.header("location"), Some("/tables/1"), "{}", opened.text());
    assert!(browser.get("/tables/1").text().contains("rules of its own"));
    assert_eq!(send(&mut browser, "/tables/1", &[("act", "ready")]).status, 303);
    club.set_time("2026-11-17T08:00:00");
    let game = club.again(&chris).get("/api/v1/nomic_games/1").expect(200);
    assert_eq!(
        (&game["turn_of"], &game["parameters"]["allocation"]["days"][0]["weekday"]),
        (&json!(["Chris"]), &json!("Tue"))
    );
    assert!(game["rules"].to_string().contains("7 points"), "{game}");
});

/// Opens a table by its form with a file chosen in it.
fn open_with_file(club: &Club, browser: &mut Browser<'_>, fields: &[(&str, &str)], file: &[u8]) -> Answer {
    let csrf = browser.csrf();
    let field = |(name, value): &(&str, &str)| {
        format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let said: String = fields.iter().chain([&("csrf", csrf.as_str())]).map(field).collect();
    let head = "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"rules.json\"\r\n\r\n";
    let body = [said.as_bytes(), head.as_bytes(), file, b"\r\n--cut--\r\n"].concat();
    let cookies: Vec<String> = browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let cookies = cookies.join("; ");
    let headers = [
        ("Accept", "text/html"),
        ("Sec-Fetch-Site", "same-origin"),
        ("Content-Type", "multipart/form-data; boundary=cut"),
        ("Cookie", cookies.as_str()),
    ];
    club.anyone().send("POST", "/tables/new/nomic", &headers, &body)
}

both!(rules_of_its_own_come_as_a_file_too_with_the_same_refusals, |club| {
    let [chris, dave, ben] = ["Chris", "Dave", "Ben"].map(|name| club.person(name, &[]));
    let mut browser = Browser::of(&club, &chris);
    let own = INITIAL_SET.replacen("10 points", "7 points", 1);
    let broken = own.replacen("\"207\"", "\"208\"", 1);
    let (dave, ben) = (dave.id.to_string(), ben.id.to_string());
    let fields = [("players", "3"), ("seat", "0"), ("days", "Di"), ("invite", &dave), ("invite", &ben), ("rules", "")];
    for (file, why) in [
        (b"{ not JSON".as_slice(), "this is not JSON"),
        (broken.as_bytes(), "is also the number of"),
        (b"\xff\xfe", "not a text in UTF-8, from byte 0 on"),
        (&vec![b' '; 300 << 10], "262144 are the most"),
    ] {
        let refused = open_with_file(&club, &mut browser, &fields, file);
        assert_eq!(refused.status, 422, "{why}");
        says(&refused.text(), &[why, "value=\"Di\""]);
    }
    let both = [&fields[..5], &[("rules", "{}")]].concat();
    says(&open_with_file(&club, &mut browser, &both, own.as_bytes()).text(), &["not both"]);
    let ticked = tick(&open_with_file(&club, &mut browser, &fields, own.as_bytes()).text());
    let read = [&fields[..], &[("unenforced", ticked.as_str())]].concat();
    let opened = open_with_file(&club, &mut browser, &read, own.as_bytes());
    assert_eq!(opened.header("location"), Some("/tables/1"), "{}", opened.text());
    let table = chris.get("/api/v1/tables/1").expect(200);
    assert!(table["options"]["beginning"]["rules"].to_string().contains("7 points"), "{table}");
    let invited: Vec<String> = (1..3).map(|seat| table["seats"][seat]["invited"].to_string()).collect();
    assert_eq!(invited, [dave.as_str(), &ben], "each of several that were chosen");
    // Nothing chosen: the initial set.
    let opened = open_with_file(&club, &mut browser, &fields[..3], b"");
    assert_eq!(opened.status, 303, "{}", opened.text());
});
