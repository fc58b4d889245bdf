//! Forms of decisions, of the Chief Justice's acts and of the rulebook: what they refuse, all of it at once
//! and each fault with the way to its field, and what they show before it is signed.

use super::reader::{Reader, has, lacks};
use super::*;

both!(a_decision_is_refused_with_all_that_is_wrong_and_leads_to_each_field, |club| {
    let court = Court::opened(&club);
    let mut may = Reader::of(&club, &court.may);
    let accused = court.ann.id.to_string();
    let form = [
        ("accused", accused.as_str()),
        ("act", ""),
        ("what", "He did it"),
        ("happened_at", ""),
        ("sanction", "deduction"),
        ("points", "5000"),
        ("sanction", "ban"),
        ("until", ""),
        ("reasons", "Because"),
    ];
    let (status, page) = may.sends("/decisions/previews", &form);
    assert_eq!(status, 422, "{page}");
    has(&page, &["7 things have to be put right:", "He did it</textarea>", "5000 is not between 1 and 1000."]);
    for (field, label) in [
        ("act", "Act it breaks"),
        ("what", "What happened"),
        ("happened_at", "When"),
        ("points", "Points"),
        ("until", "Banned through"),
        ("mind", "Finding"),
        ("reasons", "Reasons"),
    ] {
        has(&page, &[&format!("<a href=\"#decide-{field}\">{label}</a>: "), &format!("id=\"decide-{field}\"")]);
    }
    has(&page, &["<a href=\"#decide-act\">Act it breaks</a>: Choose an Act."]);
    let led: Vec<&str> = page.split("<a href=\"#decide-").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(led, ["what", "happened_at", "act", "points", "until", "mind", "reasons"], "in the form's order");
    // What the page itself can read is told in that order too.
    let read =
        [&form[..3], &[("happened_at", "2026-11-06T12:35"), ("sanction", "ban"), ("until", ""), ("reasons", "No")]];
    let (status, page) = may.sends("/decisions/previews", &read.concat());
    assert_eq!(status, 422, "{page}");
    let led: Vec<&str> = page.split("<a href=\"#decide-").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(led, ["what", "act", "until", "mind", "reasons"], "in the form's order");
    let right = [
        ("accused", accused.as_str()),
        ("act", "I.2"),
        ("what", "Moved pieces while the other looked away"),
        ("happened_at", "2026-11-06T12:35"),
        ("sanction", "deduction"),
        ("points", "5"),
    ];
    let one = [&right[..], &[("reasons", "Because")]].concat();
    let (status, page) = may.sends("/decisions/previews", &one);
    assert_eq!(status, 422, "{page}");
    has(
        &page,
        &["<a href=\"#decide-reasons\">Reasons</a>", "this has 7.</strong> Everyone in the club can read them once"],
    );
    lacks(&page, &["have to be put right"]);
    let unticked = [&right[..], &[("reasons", "He moved two pieces at once"), ("minutes", "5")]].concat();
    let (status, page) = may.sends("/decisions/previews", &unticked);
    assert_eq!(status, 422, "{page}");
    has(&page, &["<a href=\"#decide-minutes\">", "Tick the penalty that this belongs to, or leave this empty."]);

    let rest = [("reasons", "He moved two pieces at once"), ("mind", "intent"), ("why", "He told three people so")];
    let sanctions: [(&[(&str, &str)], &str); 4] = [
        (&[], "Choose at least one penalty."),
        (&[("sanction", "time_penalty"), ("minutes", "")], "Write the minutes, 1 to 30."),
        (&[("sanction", "ban"), ("until", "2026-10-30")], "That day is over."),
        (
            &[("sanction", "fraud"), ("ladder", "permanent_ban")],
            "due: games reversed, nothing else. To take another (permanent ban)",
        ),
    ];
    for (sanction, told) in sanctions {
        let (status, page) = may.sends("/decisions/previews", &[&right[..4], sanction, &rest].concat());
        assert_eq!(status, 422, "{page}");
        has(&page, &[told]);
    }

    // A ban's last day is chosen from Fridays, and what was sent instead is kept.
    let over = [("sanction", "ban"), ("until", "2026-10-30")];
    let (_, page) = may.sends("/decisions/previews", &[&right[..4], &over, &rest].concat());
    has(&page, &["<option value=\"2026-10-30\" selected>", "<option value=\"2026-11-13\">Friday 13 November 2026<"]);
    lacks(&page, &["<option value=\"2026-11-12\"", "name=\"until\" type=\"date\""]);

    let body = json!({
        "offence": { "accused": court.ann.id, "act": "IX.1", "what": "He did it", "happened_at": "2026-11-06T12:35:00Z" },
        "reasons": "Because", "sanctions": [{ "kind": "deduction", "points": 0 }],
    });
    let refused = court.may.post("/api/v1/decisions", &body);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let fields: Vec<&str> =
        refused.json["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["offence.act", "offence.what", "points", "reasons"]);
});

both!(the_acts_that_a_decision_offers_can_be_broken, |club| {
    let court = Court::opened(&club);
    let offered = |page: &str| -> Vec<String> {
        let acts = page.split("id=\"decide-act\"").nth(1).and_then(|rest| rest.split("</select>").next()).unwrap();
        acts.split("<option value=\"").skip(2).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let at = format!("/decisions/new?accused={}", court.ann.id);
    let acts = offered(&Reader::of(&club, &court.may).reads(&at));
    assert_eq!(acts[..4], ["I.2", "II.4.1", "I.1", "I.9.2"], "the likely ones first, and once");
    assert!(["II.4", "I.9.5"].iter().all(|act| acts.iter().any(|offered| offered == act)), "{acts:?}");
    let page = Reader::of(&club, &court.may).reads(&at);
    assert!(!page.contains("name=\"insist\""), "nothing like it was decided: {page}");
    assert!(page.contains("<summary>On purpose, or careless?"), "folded until it is needed: {page}");
    let people = Reader::of(&club, &court.may).reads("/decisions/new");
    assert!(people.contains(&format!("<option value=\"{}\">", court.ann.id)), "{people}");
    assert!(!people.contains(&format!("<option value=\"{}\">", court.may.id)), "not about oneself: {people}");
    assert!(!["I.6", "I.9.1", "II.9.4", "III.5.1"].iter().any(|act| acts.iter().any(|offered| offered == act)));
    assert!(!["0.1", "I.3", "II.1", "III.3"].iter().any(|act| acts.iter().any(|offered| offered == act)), "{acts:?}");
    let added = json!([{ "citation": "I.3", "text": "Nobody takes longer than an hour." }]);
    let version = json!({ "replaces": 1, "note": "An hour", "acts": added });
    court.chief.post("/api/v1/rulebook/versions", &version).expect(201);
    let acts = offered(&Reader::of(&club, &court.may).reads(&at));
    assert!(acts.iter().any(|act| act == "I.3"), "the club's own words: {acts:?}");
});

both!(a_decision_that_pays_points_to_the_accused_says_so_ii_5, |club| {
    let court = Court::opened(&club);
    won(&court.ann, &court.ben);
    let lost = won(&court.cy, &court.ann).to_string();
    assert_eq!(score(&club, &court.ann), 100, "the twenty that she had won are gone");
    let mut may = Reader::of(&club, &court.may);
    let mut looks = |accused: &Caller| {
        let form = [
            ("accused", accused.id.to_string()),
            ("act", "II.4.1".to_owned()),
            ("what", "The two agreed on the result beforehand".to_owned()),
            ("happened_at", "2026-11-06T12:40".to_owned()),
            ("game", lost.clone()),
            ("sanction", "fraud".to_owned()),
            ("reasons", "Both of them told me so, one after the other".to_owned()),
        ];
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (status, page) = may.sends("/decisions/previews", &form);
        assert_eq!(status, 200, "{page}");
        page
    };
    has(&looks(&court.ann), &["<strong>Ann would gain 20 points by this.</strong>"]);
    lacks(&looks(&court.cy), &["would gain", "No game is ticked"]);
    let ann = court.ann.id.to_string();
    let without_a_game = [
        ("accused", ann.as_str()),
        ("act", "II.4.1"),
        ("what", "The two agreed on the result beforehand"),
        ("happened_at", "2026-11-06T12:40"),
        ("sanction", "fraud"),
        ("reasons", "Both of them told me so, one after the other"),
    ];
    let (status, page) = may.sends("/decisions/previews", &without_a_game);
    assert_eq!(status, 200, "{page}");
    has(&page, &["No game is ticked, so none is reversed.", "<details id=\"decide-game\" open>"]);
    let form = [
        ("accused", ann.as_str()),
        ("act", "I.2"),
        ("what", "Moved pieces while the other looked away"),
        ("happened_at", "2026-11-06T12:35"),
        ("sanction", "deduction"),
        ("points", "5"),
        ("reasons", "She moved two pieces at once"),
    ];
    let (status, page) = may.sends("/decisions/previews", &form);
    assert_eq!(status, 200, "{page}");
    has(&page, &["Nobody’s score changes.", "Ann has 100 points, and nobody can have fewer."]);
    let (cy, mut most) = (court.cy.id.to_string(), form);
    (most[0].1, most[5].1) = (cy.as_str(), "90");
    let (status, page) = may.sends("/decisions/previews", &most);
    assert_eq!(status, 200, "{page}");
    has(&page, &["<strong>100</strong><br><small>Nobody can have fewer.</small>"]);
});

both!(what_the_chief_justice_does_alone_is_seen_before_it_is_done_iii_5, |club| {
    let court = Court::opened(&club);
    let mut chief = Reader::of(&club, &court.chief);
    let ann = court.ann.id.to_string();
    let act = [
        ("act", "III.5"),
        ("effect", "Points put right"),
        ("reason", "The import counted last week's games twice"),
        ("person-0", ann.as_str()),
        ("delta-0", "-250"),
    ];
    let mut more = act;
    more[4].1 = "30";
    let (status, page) = chief.sends("/chief_acts/previews", &more);
    assert_eq!(status, 200, "{page}");
    let moves = |from, to| format!("<td class=\"number\">{from}</td><td class=\"number\"><strong>{to}</strong>");
    has(&page, &["This is what it does", &moves(100, 130), "Do it and announce it"]);
    assert_eq!(score(&club, &court.ann), 100, "shown, not done");
    assert_eq!(chief.sends("/chief_acts", &more).0, 200, "nothing is signed that was not looked at");
    let seen = chief.looks("/chief_acts/previews", &more);
    let mut other = more;
    other[4].1 = "300";
    let (status, page) = chief.sends("/chief_acts", &[&other[..], &[("seen", seen.as_str())]].concat());
    assert_eq!(status, 409, "{page}");
    has(&page, &["Changed since you looked: Scores, by technical modification.", &moves(100, 400)]);
    assert_eq!(score(&club, &court.ann), 100);
    chief.signs("/chief_acts/previews", "/chief_acts", &more);
    assert_eq!(score(&club, &court.ann), 130);
    let (status, page) = chief.sends("/chief_acts/previews", &act);
    assert_eq!(status, 200, "{page}");
    has(&page, &[&moves(130, 100)]);
    let mut unexplained = more;
    (unexplained[1].1, unexplained[2].1) = ("No", "Because");
    let (status, page) = chief.sends("/chief_acts/previews", &unexplained);
    assert_eq!(status, 422, "{page}");
    has(&page, &["2 things have to be put right:", "<a href=\"#act-reason\">Reason</a>: ", "id=\"act-reason\""]);
    let nobody = [&act[..3], &[("person-0", ""), ("delta-0", "30")]].concat();
    let (status, page) = chief.sends("/chief_acts/previews", &nobody);
    assert_eq!(status, 422, "points for nobody are not dropped: {page}");
    has(&page, &["Choose somebody.", "href=\"#act-person-0\""]);
    let far = [&act[..3], &[("person-1", ann.as_str()), ("delta-1", "99999999999")]].concat();
    let (status, page) = chief.sends("/chief_acts/previews", &far);
    assert_eq!(status, 422, "{page}");
    let hint = "id=\"act-delta-1-hint\"><strong class=\"wrong\">99999999999 is no number of points";
    has(&page, &["<a href=\"#act-delta-1\">Points given or taken</a>", hint]);
    let ben = court.ben.id.to_string();
    let unfound = [("person", ben.as_str()), act[2], ("why", "It was said aloud")];
    let (status, page) = chief.sends("/breaches_of_secrecy", &unfound);
    assert_eq!(status, 422, "{page}");
    has(&page, &["<a href=\"#breach-why\">How you know that</a>", "Choose the finding that rests on this"]);
    assert_eq!(Reader::of(&club, &court.may).sends("/chief_acts/previews", &more).0, 403, "III.5");
    sound(&club);
});

both!(who_chooses_nobody_is_told_so_at_the_field, |club| {
    let court = Court::opened(&club);
    let mut chief = Reader::of(&club, &court.chief);
    let mut ann = Reader::of(&club, &court.ann);
    let reason = ("reason", "Showed the log of a game to a friend");
    let seen = [("accused", ""), ("what", "Moved a piece while Ben was away"), ("happened_at", "2026-11-06T12:35")];
    let refused = |reader: &mut Reader, path: &str, field: &str, fields: &[(&str, &str)]| {
        let (status, page) = reader.sends(path, fields);
        assert_eq!(status, 422, "{page}");
        has(&page, &["Choose somebody.</strong>", &format!("<a href=\"#{field}\">")]);
    };
    refused(&mut chief, "/breaches_of_secrecy", "breach-person", &[("person", ""), reason]);
    refused(&mut chief, "/offices", "appoint-person", &[("person", ""), ("role", "justice"), reason]);
    refused(&mut ann, "/reports", "report-accused", &seen);
    for path in ["/decisions/new?accused=", "/decisions/new?accused=Ann"] {
        let page = chief.browser.get(path);
        assert_eq!(page.status, 422, "{path}: {}", page.text());
        has(
            &page.text(),
            &["id=\"decide-accused-hint\"><strong class=\"wrong\">Choose somebody.", "#decide-accused\">"],
        );
    }
    let hasty = [("person", ""), ("role", "justice"), ("reason", "")];
    let (_, page) = chief.sends("/offices", &hasty);
    has(&page, &["2 things have to be put right:", "<a href=\"#appoint-reason\">Reason</a>: "]);

    // What a report says besides is told at its field too: a game that is not there, a time still to come.
    let ben = court.ben.id.to_string();
    let reported = [("accused", ben.as_str()), seen[1], seen[2], ("game", "4711")];
    has(
        &ann.sends("/reports", &reported).1,
        &["id=\"report-game-hint\"><strong class=\"wrong\">There is no such game"],
    );
    let reported = [reported[0], seen[1], ("happened_at", "2027-11-06T12:35")];
    has(&ann.sends("/reports", &reported).1, &["id=\"report-happened_at-hint\"><strong class=\"wrong\">This lies in"]);
    let nothing = [("accused", ""), ("what", ""), ("happened_at", "2030-11-06T12:35"), ("game", "99999")];
    let (status, page) = ann.sends("/reports", &nothing);
    assert_eq!(status, 422, "{page}");
    let led: Vec<&str> = page.split("<a href=\"#report-").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(led, ["accused", "what", "happened_at", "game"], "all at once");
    // What a refusal names, it leads to.
    let report = [("accused", ben.as_str()), seen[1], seen[2]];
    ann.does("/reports", &report);
    let (status, page) = ann.sends("/reports", &report);
    assert_eq!(status, 409, "{page}");
    has(&page, &["You reported this already.", "<p><a href=\"/reports#report-", "\">The report</a></p>"]);
});

both!(an_election_is_refused_with_all_that_is_wrong_iii_2_5, |club| {
    let court = Court::opened(&club);
    let on = json!({ "replaces": 1, "note": "Let members choose", "rules": { "elections": true } });
    court.chief.post("/api/v1/house_rules", &on).expect(201);
    let mut chief = Reader::of(&club, &court.chief);
    let (soon, later) = (("nominations_close_at", "2026-11-06T13:00"), ("nominations_close_at", "2026-11-12T12:00"));
    let end = ("voting_closes_at", "2026-11-18T12:00");
    let cases = [
        (
            [("seats", ""), ("term_weeks", ""), soon, ("voting_closes_at", ""), ("note", "")],
            &["seats", "term_weeks", "nominations_close_at", "voting_closes_at", "note"][..],
        ),
        ([("seats", "0"), ("term_weeks", "900"), later, end, ("note", "Winter")], &["seats", "term_weeks"][..]),
    ];
    for (form, wrong) in cases {
        let (status, page) = chief.sends("/elections", &form);
        assert_eq!(status, 422, "{page}");
        let led: Vec<&str> = page.split("<a href=\"#call-").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(led, wrong);
        assert_eq!(page.contains("Write a whole number."), form[0].1.is_empty(), "an empty field is no 0: {page}");
    }
});

both!(a_draft_of_the_rulebook_is_refused_with_the_way_to_each_field_iv_1, |club| {
    let court = Court::opened(&club);
    let mut chief = Reader::of(&club, &court.chief);
    let draft = [
        ("base", "0"),
        ("citation", "0.2"),
        ("text-0.2", "Call it {nothing}."),
        ("citation", "0.3"),
        ("text-0.3", "They cover {everything}."),
        ("rule-queen", "5000"),
        ("rule-k", "0"),
    ];
    let (status, page) = chief.sends("/rulebook/previews", &draft);
    assert_eq!(status, 422, "{page}");
    has(&page, &["4 things have to be put right:", "Call it {nothing}.</textarea>"]);
    for (field, label) in [
        ("text-0.2", "0.2"),
        ("text-0.3", "0.3"),
        ("rule-queen", "Points of a queen at the bell"),
        ("rule-k", "How far one game moves points (K)"),
    ] {
        has(&page, &[&format!("<a href=\"#draft-{field}\">{label}</a>: "), &format!("id=\"draft-{field}\"")]);
    }
    // What was emptied is not as it was before.
    let emptied = [("base", "0"), ("rule-room", ""), ("rule-k", " "), ("rule-queen", "10")];
    let (status, page) = chief.sends("/rulebook/previews", &emptied);
    assert_eq!(status, 422, "{page}");
    has(
        &page,
        &["2 things have to be put right:", "A room is named in 1 to 100 characters.", "href=\"#draft-rule-k\""],
    );
    lacks(&page, &["value=\"322\"", "value=\"40\""]);
    // An Act is put into the draft by a button of its own; what changes of it calls house rules as readers do.
    let added = [("base", "1"), ("add", "II.3")];
    let (status, page) = chief.sends("/rulebook/previews", &added);
    assert_eq!(status, 200, "{page}");
    has(&page, &["<fieldset id=\"added\">", "formaction=\"/rulebook/previews#added\">Add this Act</button>"]);
    let act = [("base", "1"), ("citation", "II.3"), ("text-II.3", "Elo, with K = {k}.")];
    let (status, page) = chief.sends("/rulebook/previews", &act);
    assert_eq!(status, 200, "{page}");
    let told =
        page.split("<section class=\"change\">").nth(1).and_then(|rest| rest.split("</section>").next()).unwrap();
    has(told, &["[How far one game moves points (K)]"]);
    lacks(told, &["{k}"]);
    lacks(&page, &["id=\"added\""]);
    let rules = [("base", "1"), ("rule-floor", "150")];
    let (status, page) = chief.sends("/rulebook/previews", &rules);
    assert_eq!(status, 422, "{page}");
    has(&page, &["100 is less than 150, the fewest points anybody can have."]);
    // Panels are not made so large, or so that they can tie, without a warning; it stands at a case, too.
    let (large, even) = ("A panel would have", "can split in half");
    for (size, told) in [("5", [false, false]), ("6", [true, true]), ("4", [false, true]), ("7", [true, false])] {
        let (status, page) = chief.sends("/rulebook/previews", &[("base", "1"), ("rule-panel_justices", size)]);
        assert_eq!(status, 200, "{page}");
        assert_eq!([page.contains(large), page.contains(even)], told, "{size}: {page}");
    }
    let larger = json!({ "replaces": 1, "note": "More heads", "rules": { "panel_justices": 7 } });
    court.chief.post("/api/v1/house_rules", &larger).expect(201);
    let number = filed(&court.ann, "question", &json!(null));
    leave(&court.chief, &number, true).expect(200);
    let page = chief.reads(&format!("/cases/{number}"));
    has(&page, &["A panel has 7 justices. In this case only 5 may sit.", "<a href=\"/offices\">Appoint more justices"]);
    lacks(&page, &["id=\"panel-justice\""]);
});

both!(a_draft_asks_of_a_ban_what_its_outcome_has_a_place_for_ii_9_3, |club| {
    let court = Court::opened(&club);
    court.may.ban(&club, court.ann.id, "2026-11-27");
    let bans = format!("/api/v1/bans?person={}", court.ann.id);
    let ban = club.again(&court.may).get(&bans).expect(200)["items"][0]["id"].clone();
    let number = filed(&court.ann, "ban", &ban);
    court.hears(&number);
    let page = Reader::of(&club, &court.justices[0]).reads(&format!("/cases/{number}"));
    let within = |class: &str| {
        let rest = page.split(&format!("<fieldset class=\"{class}\">")).nth(1).expect(class);
        rest.split("</fieldset>").next().unwrap().to_owned()
    };
    has(&within("of-term"), &["New last day", "name=\"ban_until\""]);
    has(&within("of-ban"), &["name=\"barred_until\""]);
    lacks(&within("of-ban"), &["name=\"ban_until\""]);
});

both!(once_a_panel_sits_another_is_picked_in_a_fold_that_says_whom_it_replaces_iii_3_7, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    leave(&court.chief, &number, true).expect(200);
    let (case, mut chief) = (format!("/cases/{number}"), Reader::of(&club, &court.chief));
    let panel = [("form", "panel"), ("step", "panel")];
    let (status, page) = chief.sends(&case, &panel);
    assert_eq!(status, 422, "{page}");
    has(
        &page,
        &["<a href=\"#panel-justice\">Who sits on the panel</a>", "<fieldset id=\"panel-justice\" class=\"invalid\""],
    );
    lacks(&page, &["Replace the panel"]);
    court.panel(&number, &[0, 1, 2]).expect(200);
    has(&chief.reads(&case), &["<summary>Replace the panel</summary>", "On it now: One, Two and Three."]);
    let seats: Vec<String> = court.justices[..3].iter().map(|justice| justice.id.to_string()).collect();
    let same: Vec<(&str, &str)> = seats.iter().map(|id| ("justice", id.as_str())).collect();
    let (status, page) = chief.sends(&case, &[&panel[..], &same[..]].concat());
    assert_eq!(status, 422, "{page}");
    has(&page, &["<details open><summary>Replace the panel</summary>", "These justices sit on the panel already"]);
});

both!(who_is_not_on_the_leaderboard_is_offered_no_petition_that_is_for_its_members, |club| {
    let court = Court::opened(&club);
    let done = json!({ "act": "II.12", "reason": "The Terms leave no choice", "effect": "A game was struck out" });
    let done = court.chief.post("/api/v1/chief_acts", &done).expect(201)["id"].clone();
    let guest = Reader::of(&club, &club.person("Guest", &[])).reads("/cases/new");
    lacks(&guest, &["name=\"about\"", "action=\"/cases\""]);
    let mut ann = Reader::of(&club, &court.ann);
    let member = ann.reads("/cases/new");
    let act = format!("<option value=\"chief_act-{done}\">What the Chief Justice did alone (");
    has(&member, &["<option value=\"question\">", &act]);
    // What is the reader's own is offered above, and what the Court never hears nowhere; nobody is asked for a number.
    assert_eq!(member.matches("<option").count(), 2, "{member}");
    lacks(&member, &["type=\"number\"", "why it should go"]);
    // A dispute that was lost is no case; the page says what is.
    has(&member, &["Show it to another moderator, or object on its page:", "href=\"/me/games\""]);
    let chosen = format!("chief_act-{done}");
    let form = [("about", chosen.as_str()), ("title", "A game struck out"), ("grounds", WHY)];
    has(&ann.does("/cases", &form), &["/cases/2026-C-001"]);
    let hasty = [("subject", "monitor"), ("subject_id", ""), ("title", "Let me go"), ("grounds", WHY)];
    let (_, again) = Reader::of(&club, &court.ann).sends("/cases", &hasty);
    has(&again, &["<option value=\"monitor\" selected>I am monitored</option>", "why it should go"]);
});

both!(a_petition_says_who_will_read_it_by_the_house_rules_t42, |club| {
    let court = Court::opened(&club);
    let (all, few) = (
        "Everybody can read that there is a case, and what you write.",
        "It names who judges and who decided, and nobody else.",
    );
    for (names, told, other) in [(true, all, few), (false, few, all)] {
        club.tells_names(names);
        let page = Reader::of(&club, &court.ann).reads("/cases/new");
        has(&page, &[told]);
        lacks(&page, &[other]);
    }
});

both!(reasons_say_at_their_field_who_will_read_them_by_the_house_rules_t42, |club| {
    let court = Court::opened(&club);
    let decide = format!("/decisions/new?accused={}", court.ann.id);
    for (names, one, several) in [
        (true, "Everyone in the club can read it.", "Everyone in the club can read them once you declare it."),
        (
            false,
            "Only the member, moderators, justices and staff can read it.",
            "Only those it is about, moderators, justices and staff can read them.",
        ),
    ] {
        club.tells_names(names);
        let mut may = Reader::of(&club, &court.may);
        for (page, told) in [("/desk/watch", one), (decide.as_str(), several)] {
            let page = may.reads(page);
            has(&page, &[told]);
            assert_eq!(page.contains("Everyone in the club can read"), names, "{page}");
        }
    }
});
