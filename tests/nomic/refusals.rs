//! Forms of Nomic that are refused: the list on top leads to each field that is wrong, and what was typed is still there.

use super::pages::{says, send};
use super::table::Party;
use crate::harness::Browser;

both!(what_is_wrong_on_a_page_of_nomic_is_said_at_its_field, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    // From the next day on the service only warns about the court, so that anybody may name a Judge and judge.
    party.say(0, "Rule-change: Amend Rule 214: append \"The next on our list judges.\"");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    party.say(
        1,
        "Rule-change: Enact: Help gives points.\nParameters: {\"effects\":{\"help\":{\"on\":{\"use\":{\"most\":3}},\
         \"changes\":[{\"quantity\":\"points\",\"by\":{\"share\":{\"part\":1}}}]}}}",
    );
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-11T08:00:00");
    party.say(3, "Point of Order: Who?");
    let points = party.get("")["points_of_order"].clone();
    let point = points.as_object().and_then(|points| points.keys().next()).expect("a Point of Order").as_str();
    let (naming, judging) = (format!("name-{point}"), format!("judge-{point}"));
    let (name, judge) = (naming.as_str(), judging.as_str());
    let link = |form: &str, field: &str, label: &str| format!("<a href=\"#{form}-{field}\">{label}</a>");
    let wrong = |form: &str, field: &str| format!("id=\"{form}-{field}-hint\"><strong class=\"wrong\">");
    let kept = |text: &str| text.to_owned();
    let (draft, game) = ("/nomic/1/draft", "/nomic/1");
    let enact = [("op", "enact"), ("words", "Be kind.")];
    let of_court = |act| [("act", act), ("back", "court")];
    let judged = [&of_court("judge")[..], &[("form", judge), ("point", point)]].concat();
    let rows = [
        (
            draft,
            vec![("op", "enact"), ("words", " "), ("set-win.points", "150")],
            vec![link("draft", "words", "How the rule is to read"), wrong("draft", "words"), kept("value=\"150\"")],
        ),
        (
            draft,
            vec![("text", "Rule-change: be nice")],
            vec![kept("href=\"#draft-text\""), wrong("draft", "text"), kept("be nice</textarea>")],
        ),
        (
            draft,
            [&enact[..], &[("quantity-start", "2")]].concat(),
            vec![
                link("draft", "quantity-name", "Name"),
                wrong("draft", "quantity-name"),
                kept("id=\"own-quantities\" open"),
                kept("Be kind.</textarea>"),
                kept("name=\"quantity-start\" type=\"number\" value=\"2\""),
            ],
        ),
        (
            draft,
            [
                &enact[..],
                &[("effect-name", "tax"), ("effect-on", "turn")],
                &[("change-1-quantity", "points"), ("change-1-whose", "game")],
            ]
            .concat(),
            vec![
                kept("href=\"#draft-change-1-whose\""),
                wrong("draft", "change-1-whose"),
                kept("id=\"own-effects\" open"),
                kept("value=\"tax\""),
            ],
        ),
        (
            game,
            [&of_court("raise")[..], &[("text", " "), ("proposal", "many"), ("mover", "Ben P")]].concat(),
            vec![
                kept("href=\"#raise-text\""),
                wrong("raise", "text"),
                kept("href=\"#raise-proposal\""),
                wrong("raise", "proposal"),
                kept("value=\"many\""),
                kept("<option value=\"Ben P\" selected>"),
            ],
        ),
        (
            game,
            [&of_court("name")[..], &[("form", name), ("point", point), ("player", "")]].concat(),
            vec![link(name, "player", "Player"), wrong(name, "player")],
        ),
        (
            game,
            [
                &judged[..],
                &[("text", "It is so."), ("points-Ben P", "four"), ("points-Alex T", "7")],
                &[("merge-text", "Nobody.")],
            ]
            .concat(),
            vec![
                link(judge, "points-2", "Ben P"),
                wrong(judge, "points-2"),
                kept("name=\"points-Alex T\" type=\"number\" value=\"7\""),
                kept(&format!("href=\"#{judge}-merge-rule\"")),
                wrong(judge, "merge-rule"),
                kept("Nobody.</textarea>"),
                kept("It is so.</textarea>"),
            ],
        ),
        (
            game,
            [&judged[..], &[("text", "Both."), ("order", "uphold"), ("order", "nobody wins")]].concat(),
            vec![
                kept(&format!("href=\"#{judge}-order\"")),
                kept(&format!("id=\"{judge}-order\" open")),
                wrong(judge, "order"),
                kept("Both.</textarea>"),
            ],
        ),
        (
            game,
            vec![("act", "use"), ("form", "use-0"), ("back", "quantities"), ("effect", "help"), ("amount", "three")],
            vec![kept("href=\"#use-0-amount\""), wrong("use-0", "amount"), kept("value=\"three\"")],
        ),
    ];
    let mut browser = Browser::of(&club, &party.players[4]);
    for (path, fields, texts) in rows {
        let refused = send(&mut browser, path, &fields);
        assert_eq!(refused.status, 422, "{fields:?}: {}", refused.text());
        let page = refused.text();
        says(&page, &texts.iter().map(String::as_str).collect::<Vec<_>>());
        let alerts = page.matches("role=\"alert\"").count();
        assert_eq!(alerts, 1, "it is said on top once: {fields:?}: {page}");
    }
    let unchosen = browser.get("/nomic/1/draft?op=repeal&rule=");
    assert_eq!(unchosen.status, 422);
    says(&unchosen.text(), &["href=\"#draft-rule\"", &wrong("draft", "rule"), "<option value=\"repeal\" selected>"]);
    // What has no field is said as well: nothing of it is lost with the form.
    let nowhere = [("act", "name"), ("back", "court"), ("point", point), ("player", "")];
    let refused = send(&mut browser, game, &nowhere);
    assert_eq!(refused.status, 422);
    says(&refused.text(), &["id=\"name-wrong\"", "Write something first."]);
});
