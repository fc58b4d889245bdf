//! A case's page tells how far it is, day by day, and what of a decision is undone.

use super::reader::{Reader, has, lacks};
use super::*;

/// The five steps on a case's page, each as it reads, with where it stands: `past`, `here` or nothing.
fn steps(page: &str) -> Vec<(String, String)> {
    let line =
        page.split("<ol class=\"course\"").nth(1).and_then(|rest| rest.split("</ol>").next()).expect("five steps");
    let step = |item: &str| {
        let (attributes, told) = item.split_once('>').expect("an item");
        let stands = ["past", "here"].into_iter().find(|class| attributes.contains(class)).unwrap_or_default();
        let told = told.split("</li>").next().unwrap_or_default().replace("<small>", "|").replace("</small>", "");
        let told: Vec<&str> = told.split('|').map(str::trim).collect();
        (stands.to_owned(), told.join("|"))
    };
    line.split("<li").skip(1).map(step).collect()
}

#[track_caller]
fn stands(page: &str, expected: [(&str, &str); 5]) {
    let expected: Vec<(String, String)> = expected.map(|(stands, told)| (stands.to_owned(), told.to_owned())).into();
    assert_eq!(steps(page), expected);
}

both!(each_step_of_a_case_has_its_day_or_its_deadline, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    court.may.post(&format!("/api/v1/decisions/{}/declaration", found["id"]), &json!({})).expect(200);
    let number = filed(&court.ann, "decision", &found["id"]);
    let case = format!("/cases/{number}");
    let page = || Reader::of(&club, &court.ann).reads(&case);
    let asked = ("past", "Asked|6 Nov 2026");
    let [sides, vote, decided] = [("", "Both sides"), ("", "Vote"), ("", "Decided")];
    stands(&page(), [asked, ("here", "Let in?|since 6 Nov 2026"), sides, vote, decided]);
    club.set_time("2026-11-07T12:00:00");
    leave(&club.again(&court.chief), &number, true).expect(200);
    let let_in = ("past", "Let in|7 Nov 2026");
    stands(&page(), [asked, let_in, ("here", "Both sides|by 14 Nov 2026"), vote, decided]);
    club.set_time("2026-11-08T12:00:00");
    let later = court.again(&club);
    later.panel(&number, &[0, 1, 2]).expect(200);
    club.set_time("2026-11-09T12:00:00");
    later.again(&club).justices[0].post(&step(&number, "hearing"), &json!({})).expect(200);
    // The other side has not spoken, and still can.
    stands(&page(), [asked, let_in, ("here", "Both sides|by 14 Nov 2026"), vote, decided]);
    has(&page(), &["<dt>Panel picked</dt><dd>8 Nov 2026</dd>", "<dt>Hearing opened</dt><dd>9 Nov 2026</dd>"]);
    has(&page(), &["<dt>Answer of the other side</dt><dd>by 14 Nov 2026</dd>", "<p>Next: the other side answers.</p>"]);
    lacks(&page(), &["did not answer"]);
    club.set_time("2026-11-15T12:00:00");
    let silent = ("past", "One side|14 Nov 2026");
    stands(&page(), [asked, let_in, silent, ("here", "Vote|since 14 Nov 2026"), decided]);
    has(&page(), &["May did not answer by 14 Nov 2026. The Court goes on without an answer."]);
    court.again(&club).panel_decides(&number, &json!({ "outcome": "uphold" }));
    stands(&page(), [asked, let_in, silent, ("past", "Vote|15 Nov 2026"), ("here", "Decided|15 Nov 2026")]);
    has(&page(), &["<dt>Opinion: why it was decided so</dt><dd>by 22 Nov 2026</dd>"]);
    lacks(&page(), &["did not answer by"]);
    write(&court.again(&club).justices[0], &number, "majority").expect(201);
    stands(&page(), [asked, let_in, silent, ("past", "Vote|15 Nov 2026"), ("past", "Decided|15 Nov 2026")]);
});

both!(both_sides_have_spoken_once_the_other_side_has_answered, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    let page = || Reader::of(&club, &court.ann).reads(&format!("/cases/{number}"));
    let brief = |kind: &str| json!({ "kind": kind, "title": "What I saw", "text": WHY, "visibility": "public" });
    court.ann.post(&step(&number, "filings"), &brief("brief")).expect(201);
    assert_eq!(steps(&page())[2], ("here".to_owned(), "Both sides|by 13 Nov 2026".to_owned()), "one side alone");
    court.may.post(&step(&number, "filings"), &brief("answer")).expect(201);
    assert_eq!(steps(&page())[2], ("past".to_owned(), "Both sides|6 Nov 2026".to_owned()));
    assert_eq!(steps(&page())[3], ("here".to_owned(), "Vote|since 6 Nov 2026".to_owned()));
});

both!(what_was_over_before_the_deadline_was_over_for_no_silence, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    court.may.post(&format!("/api/v1/decisions/{}/declaration", found["id"]), &json!({})).expect(200);
    let judged = filed(&court.ann, "decision", &found["id"]);
    let other = court.may.decide(&club, court.ben.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    court.may.post(&format!("/api/v1/decisions/{}/declaration", other["id"]), &json!({})).expect(200);
    let withdrawn = filed(&court.ben, "decision", &other["id"]);
    court.hears(&judged);
    court.hears(&withdrawn);
    club.set_time("2026-11-10T12:00:00");
    let later = court.again(&club);
    later.panel_decides(&judged, &json!({ "outcome": "uphold" }));
    later.ben.post(&step(&withdrawn, "withdrawal"), &json!({ "reason": WHY })).expect(200);
    // The other side had until 13 November.
    club.set_time("2026-11-16T12:00:00");
    let [asked, let_in] = [("past", "Asked|6 Nov 2026"), ("past", "Let in|6 Nov 2026")];
    let page = |number: &str| Reader::of(&club, &court.ann).reads(&format!("/cases/{number}"));
    let [vote, decided] = [("past", "Vote|10 Nov 2026"), ("here", "Decided|10 Nov 2026")];
    stands(&page(&judged), [asked, let_in, ("past", "One side"), vote, decided]);
    let taken_back = ("here", "Taken back|10 Nov 2026");
    stands(&page(&withdrawn), [asked, let_in, taken_back, ("", "Vote"), ("", "Decided")]);
    for number in [&judged, &withdrawn] {
        lacks(&page(number), &["Time to answer over", "<dt>Answer of the other side</dt>", "did not answer by"]);
    }
});

both!(of_a_sealed_answer_others_read_no_day, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    club.set_time("2026-11-08T12:00:00");
    let sealed = json!({
        "kind": "answer", "title": "What I saw", "text": WHY, "visibility": "sealed", "readers": [court.ann.id],
    });
    club.again(&court.may).post(&step(&number, "filings"), &sealed).expect(201);
    let page = |reader: &Caller| Reader::of(&club, reader).reads(&format!("/cases/{number}"));
    let [asked, let_in] = [("past", "Asked|6 Nov 2026"), ("past", "Let in|6 Nov 2026")];
    let decided = ("", "Decided");
    let (both, since) = (("past", "Both sides|8 Nov 2026"), ("here", "Vote|since 8 Nov 2026"));
    stands(&page(&court.ann), [asked, let_in, both, since, decided]);
    has(&page(&court.ann), &["<dt>Answer of the other side</dt><dd>8 Nov 2026</dd>"]);
    stands(&page(&court.ben), [asked, let_in, ("past", "Both sides"), ("here", "Vote|since 6 Nov 2026"), decided]);
    lacks(&page(&court.ben), &["<dt>Answer of the other side</dt>"]);
});

both!(a_penalty_at_the_floor_says_what_it_could_take, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, .. } = &court;
    won(ann, &court.ben);
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 25 }])).expect(201);
    assert_eq!(score(&club, ann), 100);
    let number = filed(ann, "decision", &found["id"]);
    let pages = [format!("/cases/{number}"), format!("/decisions/{}", found["id"])];
    let mut reader = Reader::of(&club, ann);
    let took = "25 points taken (20 could be taken: nobody can have fewer than 100)";
    for page in &pages {
        has(&reader.reads(page), &[took]);
    }
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    for page in &pages {
        has(&reader.reads(page), &[&format!("<s>{took}</s>")]);
    }
});

both!(what_a_decision_took_is_said_to_be_back_once_it_is_overturned, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, .. } = &court;
    won(ann, &court.ben);
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    let (case, member) = (format!("/cases/{number}"), format!("/members/{}", ann.id));
    let pages = [case, format!("/decisions/{}", found["id"]), format!("/decisions?about={}", ann.id)];
    let mut reader = Reader::of(&club, ann);
    for page in pages.iter().chain([&member]) {
        lacks(&reader.reads(page), &["iven back on"]);
    }
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    for page in &pages {
        let page = reader.reads(page);
        has(&page, &["<s>10 points taken</s>", "Given back on ", &format!(": Case {number}.</strong>")]);
    }
    // By the decision, and by the entry that took them.
    let page = reader.reads(&member);
    assert_eq!(page.matches(" · given back on ").count(), 2, "{page}");
    has(&page, &[&format!(": Case {number}</small>")]);
    court.goes_en_banc(&number, may);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    for page in pages.iter().chain([&member]) {
        lacks(&reader.reads(page), &["iven back on"]);
    }
});
