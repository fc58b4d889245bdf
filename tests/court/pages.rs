//! The Court and the rulebook as people use them: by pages, without scripts.

use super::reader::{Reader, has, lacks};
use super::*;
use crate::harness::Browser;

both!(a_case_leads_only_those_to_a_decision_who_may_read_it, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let case = format!("/cases/{}", filed(ann, "decision", &found["id"]));
    let leads = format!(" · <a href=\"/decisions/{0}\">Decision {0}</a>", found["id"]);
    for concerned in [may, ann] {
        has(&Reader::of(&club, concerned).reads(&case), &[&leads]);
    }
    for (about, is_there) in [(ann, true), (ben, false)] {
        let page = Reader::of(&club, may).reads(&format!("/decisions?about={}", about.id));
        assert_eq!(page.contains("href=\"/decisions/1\""), is_there, "{page}");
    }
    let page = Reader::of(&club, ben).reads(&case);
    lacks(&page, &["href=\"/decisions/", "not public"]);
    may.post(&format!("/api/v1/decisions/{}/declaration", found["id"]), &json!({})).expect(200);
    has(&Reader::of(&club, ben).reads(&case), &[&leads]);
});

both!(fraud_is_found_decided_declared_appealed_and_overturned_by_pages, |club| {
    let court = Court::opened(&club);
    let game = won(&court.ann, &court.ben).to_string();
    let mut public = Browser::new(&club);
    let mut may = Reader::of(&club, &court.may);
    let mut ann = Reader::of(&club, &court.ann);

    let accused = court.ann.id.to_string();
    has(
        &may.reads(&format!("/decisions/new?accused={accused}&game={game}")),
        &["games reversed, nothing else", "Ann", "Ben"],
    );
    let mut form = vec![
        ("accused", accused.as_str()),
        ("act", "II.4.1"),
        ("what", "The two agreed on the result beforehand"),
        ("happened_at", "2026-11-06T12:40"),
        ("game", &game),
        ("sanction", "fraud"),
        ("ladder", "reset"),
        ("reasons", "Both of them told me so, one after the other"),
    ];
    let (status, page) = may.sends("/decisions/previews", &form);
    assert_eq!(status, 422, "{page}");
    has(&page, &["role=\"alert\"", "/rulebook/acts/II.5", "The two agreed on the result beforehand</textarea>"]);
    form.retain(|(name, _)| *name != "ladder");
    let (status, page) = may.sends("/decisions/previews", &form);
    assert_eq!(status, 200, "{page}");
    has(&page, &["This is what it does", "<td class=\"number\">120</td><td class=\"number\"><strong>100</strong>"]);
    assert_eq!(score(&club, &court.ann), 120, "shown, not done");
    let seen = may.looks("/decisions/previews", &form);
    assert_eq!(may.sends("/decisions", &form).0, 200, "nothing is signed that was not looked at");
    let other =
        [&form[..form.len() - 1], &[("reasons", "Another reason than I looked at"), ("seen", seen.as_str())]].concat();
    let (status, page) = may.sends("/decisions", &other);
    assert_eq!(status, 409, "{page}");
    has(&page, &["Changed since you looked: Reasons.", "This is what it does", "Sign it"]);
    assert_eq!(score(&club, &court.ann), 120, "what was not seen is not signed");
    let decision = may.does("/decisions", &[form.as_slice(), &[("seen", seen.as_str())]].concat());
    assert_eq!(score(&club, &court.ann), 100);
    has(&public.get("/declarations").text(), &["Nothing has been declared yet"]);
    has(&ann.reads(&decision), &["Not declared yet", "Appeal this", "three justices who had no part in it"]);
    assert_eq!(Reader::of(&club, &court.cy).browser.get(&decision).status, 404, "not public yet");
    lacks(&ann.reads(&decision), &["Declare it"]);
    may.does(&format!("{decision}/declaration"), &[]);
    club.tells_names(false);
    let declared = public.get("/declarations?exercise=decision").text();
    has(&declared, &[">Decision: a member<"]);
    lacks(&declared, &["Ann", &decision, "reversed"]);
    let row = format!("<a class=\"over\" href=\"{decision}\">Decision: Ann</a>");
    has(&ann.reads("/declarations?exercise=decision"), &[&row]);

    let id = decision.rsplit('/').next().unwrap();
    let petition = [
        ("subject", "decision"),
        ("subject_id", id),
        ("title", "We never agreed on anything"),
        ("grounds", "We played, and he resigned because he was lost."),
    ];
    let offered = format!("href=\"/cases/new?subject=decision&amp;subject_id={id}\"");
    has(&ann.reads("/cases/new"), &["What you can appeal", "Fraudulent games reversed", &offered, "What is it about?"]);
    let nothing = Reader::of(&club, &court.cy).reads("/cases/new");
    has(&nothing, &["You have nothing to appeal right now", "You can ask what the Terms mean", "What is it about?"]);
    lacks(&nothing, &["What you can appeal", "You are not on the leaderboard"]);
    let guest = Reader::of(&club, &club.person("Guest", &[])).reads("/cases/new");
    has(&guest, &["You have nothing to appeal right now", "You are not on the leaderboard", "href=\"/me\">Join"]);
    lacks(&guest, &["You can ask what the Terms mean"]);
    has(&ann.reads(&format!("/cases/new?subject=decision&subject_id={id}")), &["Keep as a draft", "File it"]);
    let draft = ann.does("/petition_drafts", &petition);
    let kept = ann.reads(&draft);
    has(&kept, &["Kept as a draft, Friday 6 November 2026", "We never agreed on anything", "he was lost.</textarea>"]);
    has(&kept, &[&format!("<strong>decision {id}</strong>"), "type=\"hidden\" name=\"subject_id\"", "Yes, discard it"]);
    lacks(&kept, &["<select id=\"petition-about\""]);
    assert_eq!(may.browser.get(&draft).status, 404, "a draft is its author's alone");
    let kept = draft.rsplit('=').next().unwrap().to_owned();
    assert_eq!(ann.does("/petition_drafts", &petition), draft, "saved again, it is the same draft");
    let mut more = [&petition[..], &[("draft", kept.as_str())]].concat();
    more[2].1 = "We never agreed on a thing";
    assert_eq!(ann.does("/petition_drafts", &more), draft, "gone on with, it is the same draft");
    has(&ann.reads(&draft), &["We never agreed on a thing"]);
    lacks(&ann.reads("/cases/new"), &["We never agreed on anything"]);
    let case = ann.does("/cases", &[&petition[..], &[("draft", &kept)]].concat());
    assert_eq!(ann.browser.get(&draft).status, 404, "filed");
    lacks(&ann.reads("/cases/new"), &[&offered]);
    has(&may.reads(&decision), &["Before the Court: 2026-C-001"]);

    let [mut one, mut two, mut three, mut four] = [0, 1, 2, 3].map(|place| Reader::of(&club, &court.justices[place]));
    let mut chief = Reader::of(&club, &court.chief);
    let page = ann.reads(&case);
    has(&page, &["petitioner", "Withdraw the petition", "File something", "You say what you think of the case"]);
    lacks(&ann.reads(&case), &["Let it in", "Draft a judgment"]);
    lacks(&public.get(&case).text(), &["What you can do", "Ann"]);
    club.tells_names(true);
    has(&may.reads(&case), &["respondent", "filing-kind"]);
    let (status, page) = may.sends(&case, &[("form", "leave"), ("step", "leave"), ("granted", "yes")]);
    assert_eq!(status, 403, "III.3.6: {page}");
    chief.steps(&case, "leave", &[("granted", "yes")]);
    let seats: Vec<(&str, String)> = court.justices[..3].iter().map(|one| ("justice", one.id.to_string())).collect();
    let seats: Vec<(&str, &str)> = seats.iter().map(|(name, id)| (*name, id.as_str())).collect();
    let (status, page) = chief.sends(&case, &[&[("form", "panel"), ("step", "panel")], &seats[..2]].concat());
    assert_eq!(status, 422);
    has(&page, &["A panel has 3 justices", "/rulebook/acts/III.3.3"]);
    chief.steps(&case, "panel", &seats);
    one.steps(&case, "hearing", &[]);
    let answer = [("kind", "answer"), ("title", "My answer"), ("text", "They said so."), ("visibility", "parties")];
    let hasty = [("form", "filing"), ("step", "filing"), ("kind", "answer"), ("title", ""), ("visibility", "sealed")];
    let asked = "<option value=\"answer\" selected>";
    club.person("Room 322", &[Role::Kiosk]);
    lacks(&may.reads(&case), &["Room 322"]);
    has(&may.reads(&case), &["Asked of you:", "Answer the petition.", asked]);
    let (status, page) = may.sends(&case, &hasty);
    assert_eq!(status, 422, "{page}");
    has(&page, &["3 things have to be put right:", "<a href=\"#filing-title\">Title</a>: ", "href=\"#filing-reader\""]);
    may.steps(&case, "filing", &answer);
    lacks(&may.reads(&case), &["Asked of you:", asked]);
    lacks(&public.get(&case).text(), &["They said so."]);
    lacks(&ann.reads(&case), &["id=\"exhibit-wrong\""]);
    ann.exhibits(&club, &case, "The scoresheet", "1. e4 e5, and 38 moves more");
    has(&public.get(&case).text(), &["Exhibit: The scoresheet", "Save the file (txt,"]);
    has(&one.reads(&case), &["They said so.", "<details open><summary>Draft a judgment", "sent back"]);
    let folded = ["<details><summary>What it is about", "<details><summary>Docket"];
    for reader in [&mut may, &mut ann] {
        has(&reader.reads(&case), &folded);
    }
    let open = folded.map(|folded| folded.replace("<details>", "<details open>"));
    has(&one.reads(&case), &open.each_ref().map(String::as_str));
    lacks(&one.reads(&case), &["Count the votes"]);
    lacks(&one.reads(&case), &["<option value=\"uphold\" selected>"]);
    let (status, page) = one.sends(&case, &[("form", "draft"), ("step", "draft"), ("outcome", "")]);
    assert_eq!(status, 422, "nothing is decided unchosen: {page}");
    has(&page, &["href=\"#draft-outcome\"", "<strong class=\"wrong\">Choose what the Court decides.</strong>"]);
    let upheld = [("form", "draft"), ("step", "draft"), ("outcome", "uphold"), ("reasons", "It was rightly decided")];
    let (status, page) = one.sends(&case, &upheld);
    assert_eq!(status, 422, "nothing that is typed is dropped unseen: {page}");
    has(&page, &["Why you keep or change a ban goes in the opinion", "It was rightly decided</textarea>"]);
    let unticked = [
        ("form", "draft"),
        ("step", "draft"),
        ("outcome", "overturn"),
        ("ladder", "halve"),
        ("points", "5"),
        ("why", "He said so"),
    ];
    let (status, page) = one.sends(&case, &unticked);
    assert_eq!(status, 422, "nor is what belongs to a box that is not ticked: {page}");
    has(&page, &["Tick the penalty that this belongs to", "href=\"#draft-points\"", "href=\"#draft-ladder\""]);
    has(&page, &["Choose the finding that rests on this", "href=\"#draft-why\""]);
    has(&page, &["<option value=\"halve\" selected>", "id=\"draft-ladder\""]);
    let hasty = [("form", "draft"), ("step", "draft"), ("outcome", ""), ("due", "soon"), ("points", "5")];
    let (status, page) = one.sends(&case, &hasty);
    assert_eq!(status, 422, "all that cannot be read is told at once: {page}");
    has(&page, &["3 things have to be put right:", "value=\"soon\"", "class=\"of-remand\"", "class=\"of-own\""]);
    let led: Vec<&str> = page.split("<a href=\"#draft-").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(led, ["outcome", "due", "points"], "in the form's order");
    let own = [
        ("form", "draft"),
        ("step", "draft"),
        ("outcome", "overturn"),
        ("sanction", "deduction"),
        ("points", "0"),
        ("reasons", "Less"),
        ("reading-0", "Fraud is shown, not supposed."),
    ];
    let (status, page) = one.sends(&case, &own);
    assert_eq!(status, 422, "{page}");
    let led: Vec<&str> = page.split("<a href=\"#draft-").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(led, ["points", "reasons", "acts-0"], "the Court's own decision with the rest");
    for _ in 0..2 {
        one.steps(
            &case,
            "draft",
            &[("outcome", "remand"), ("conditions", "Hear both once more"), ("due", "2026-11-20")],
        );
    }
    let page = one.reads(&case);
    has(&page, &["Draft by One, number 1", "Draft by One, number 2", "Withdraw draft number 2"]);
    lacks(&two.reads(&case), &["Withdraw draft"]);
    has(
        &two.reads(&case),
        &["a draft of your own: <a href=\"#new-draft\">Draft a judgment</a>", "<p id=\"new-draft\">"],
    );
    while let Some(mine) = one.reads(&case).split("name=\"form\" value=\"undraft-").nth(1) {
        let mine = mine.split('"').next().unwrap().to_owned();
        one.does(&case, &[("form", &format!("undraft-{mine}")), ("step", "undraft"), ("draft", &mine)]);
    }
    lacks(&one.reads(&case), &["Draft by One"]);
    let look = [("form", "draft"), ("step", "draft"), ("look", "yes"), ("outcome", "overturn")];
    let (status, page) = one.sends(&case, &look);
    assert_eq!(status, 200, "looked at, not drafted: {page}");
    has(&page, &["id=\"draft-tried\"", "<strong>120</strong>", " is overturned.</p>", "\"overturn\" selected"]);
    lacks(&one.reads(&case), &["Draft by One", "id=\"draft-tried\""]);
    let nowhere = [("acts-1", "IV.99"), ("reading-1", "Fraud is shown, not supposed.")];
    let sent = [("form", "draft"), ("step", "draft"), ("outcome", "overturn")];
    let (status, page) = one.sends(&case, &[&sent[..], &nowhere[..]].concat());
    assert_eq!(status, 422, "{page}");
    has(&page, &["<a href=\"#draft-acts-1\">Act it explains</a>", "<option value=\"II.4.1\"", "id=\"draft-acts-1-2\""]);
    lacks(&page, &["<input id=\"draft-acts-"]);
    let unwritten = [("acts-1", "II.5")];
    let (status, page) = one.sends(&case, &[&sent[..], &unwritten[..]].concat());
    assert_eq!(status, 422, "nor is an Act whose reading is not written: {page}");
    has(&page, &["<a href=\"#draft-reading-1\">"]);
    one.steps(
        &case,
        "draft",
        &[
            ("outcome", "overturn"),
            ("acts-0", "II.4.1"),
            ("acts-0-2", "II.5"),
            ("reading-0", "Fraud is shown, not supposed."),
        ],
    );
    let page = two.reads(&case);
    let drafted = page.split("name=\"draft\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    has(&page, &["If a majority votes for draft number 1", "<strong>120</strong>", " is overturned.</p>"]);
    lacks(&four.reads(&case), &["<strong>120</strong>"]);
    has(&chief.reads(&case), &["value=\"panel\""]);
    let count = [("form", "count"), ("step", "count")];
    let seen = |page: &str| {
        let scores = page.split("name=\"scores\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        scores.expect("a preview").to_owned()
    };
    let (status, page) = one.sends(&case, &[("form", "vote"), ("step", "vote")]);
    assert_eq!(status, 422, "{page}");
    has(&page, &["<a href=\"#vote-draft\">Vote</a>", "<p class=\"wrong\">Choose one.</p>"]);
    let before_any_vote = seen(&one.sends(&case, &count).1);
    for justice in [&mut one, &mut two, &mut three] {
        justice.steps(&case, "vote", &[("draft", drafted)]);
    }
    lacks(&chief.reads(&case), &["value=\"panel\""]);
    let again = [&[("form", "panel"), ("step", "panel")], &seats[..]].concat();
    assert_eq!(chief.sends(&case, &again).0, 409, "III.3.7");
    lacks(&four.reads(&case), &["Fraud is shown, not supposed."]);
    let (status, page) = one.sends(&case, &count);
    assert_eq!(status, 200, "{page}");
    assert_eq!(seen(&page), before_any_vote, "what is shown tells nothing of the votes");
    has(&page, &["<td class=\"number\">100</td><td class=\"number\"><strong>120</strong></td>", " is overturned.</p>"]);
    assert_eq!(score(&club, &court.ann), 100, "shown, not done");
    let stale = [count.as_slice(), &[("scores", "0")]].concat();
    let (status, told) = one.sends(&case, &stale);
    assert_eq!(status, 200, "what was not seen is not counted");
    has(&told, &["A draft would now do something else."]);
    one.steps(&case, "count", &[("scores", &seen(&page))]);
    assert_eq!(score(&club, &court.ann), 120, "points back");
    has(&may.reads(&decision), &["overturned", "Case 2026-C-001"]);
    has(&public.get("/declarations?state=undone").text(), &["Case 2026-C-001"]);
    has(&public.get("/rulebook/acts/II.4.1").text(), &["Fraud is shown, not supposed.", &format!("href=\"{case}\"")]);

    let text = "# Held\n\nNobody <script>alert(1)</script> showed that they *agreed*. [Read](javascript:alert(1))";
    let look = [("form", "opinion"), ("step", "opinion"), ("kind", "majority"), ("text", text), ("look", "yes")];
    let (status, page) = two.sends(&case, &look);
    assert_eq!(status, 200, "looked at, not published: {page}");
    has(&page, &["<option value=\"concurrence\""]);
    lacks(&page, &["<option value=\"dissent\""]);
    two.steps(&case, "opinion", &look[2..4]);
    three.steps(&case, "opinion", &[("kind", "concurrence"), ("text", "I would have said it in fewer words.")]);
    has(&one.reads(&case), &["<h3>Write an opinion</h3>"]);
    lacks(&three.reads(&case), &["<h3>Write an opinion</h3>"]);
    let joins = |page: &str| page.matches("name=\"form\" value=\"join-").count();
    let page = one.reads(&case);
    assert_eq!((joins(&page), joins(&two.reads(&case))), (2, 1), "another's, not one's own: {page}");
    let joined = page.split("name=\"opinion\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    one.steps(&case, "join", &[("opinion", joined)]);
    let page = one.reads(&case);
    assert_eq!(joins(&page), 1, "nobody joins one twice: {page}");
    let opinions = public.get("/opinions").text();
    has(&opinions, &["<h4>Held</h4>", "<em>agreed</em>", "fewer words"]);
    lacks(&opinions, &["<script>alert", "javascript:"]);
    has(&public.get("/cases?which=closed").text(), &["2026-C-001", "decided, opinion published"]);
    sound(&club);
});

both!(a_petition_with_a_wrong_number_can_be_put_right_iii_3, |club| {
    let court = Court::opened(&club);
    let mut ann = Reader::of(&club, &court.ann);
    let game = won(&court.ann, &court.ben).to_string();
    let linked = ann.reads(&format!("/cases/new?subject=game&subject_id={game}"));
    has(&linked, &["type=\"hidden\" name=\"subject_id\""]);
    let fields = [("subject", "game"), ("subject_id", game.as_str()), ("title", "A wrong done"), ("grounds", WHY)];
    let (status, again) = ann.sends("/cases", &fields);
    assert_eq!(status, 422, "not an online game");
    has(&again, &["<a href=\"#petition-about\">What is it about?</a>"]);
    has(&again, &[&format!("<option value=\"game-{game}\" selected>"), "I.9.7"]);
    lacks(&again, &["type=\"hidden\" name=\"subject_id\"", "type=\"number\""]);
    let hasty = [("subject", "monitor"), ("subject_id", ""), ("ground", ""), ("title", "No"), ("grounds", "?")];
    let (status, again) = ann.sends("/cases", &hasty);
    assert_eq!(status, 422, "{again}");
    has(&again, &["4 things have to be put right:", "<a href=\"#petition-title\">In a few words</a>: "]);
});

both!(the_terms_are_suggested_asked_for_previewed_and_published_by_pages, |club| {
    let court = Court::opened(&club);
    let mut public = Browser::new(&club);
    let mut ann = Reader::of(&club, &court.ann);
    let mut may = Reader::of(&club, &court.may);
    let mut chief = Reader::of(&club, &court.chief);

    let book = public.get("/rulebook").text();
    has(&book, &["id=\"II.9\"", "in room 322", ">May</a>", ">Chief</a>", "href=\"/rulebook/acts/III.2.4\""]);
    has(&public.get("/rulebook/search?q=online+board").text(), &["/rulebook/acts/0.10"]);
    has(&public.get("/rulebook/house_rules").text(), &["Points of a queen at the bell", "<td>9</td>", "<td>half</td>"]);
    let idea = ("text", "A queen should be worth ten points");
    let (status, typed) = ann.sends("/suggestions", &[idea, ("acts", "I.5, II.3")]);
    assert_eq!(status, 422, "an Act is chosen: {typed}");
    has(&typed, &["<a href=\"#suggest-acts\">Act it is about, if any</a>", "<select id=\"suggest-acts\""]);
    has(&typed, &["There is no Act I.5, II.3.", "<option value=\"I.5\""]);
    ann.does("/suggestions", &[idea, ("acts", "I.5"), ("acts-2", "II.3")]);
    let page = chief.reads("/suggestions");
    let id = page.split("/suggestions/").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
    chief.does(&format!("/suggestions/{id}/answer"), &[("taken_up", "yes"), ("answer", "Ten it will be.")]);
    has(&ann.reads("/suggestions"), &["Ten it will be.", "taken up", "/rulebook/acts/I.5\"", "/rulebook/acts/II.3\""]);

    assert_eq!(ann.browser.get("/rulebook/editor").status, 403, "members suggest (IV.4)");
    // Each reader is told what they can do with the house rules, which stand by what they are about.
    let abouts = ["When and where we play", "When the bell ends a game", "Points", "The Court"];
    for (page, wanted) in [
        (public.get("/rulebook/house_rules").text(), "Only the Chief Justice can change them."),
        (ann.reads("/rulebook/house_rules"), "<a href=\"/suggestions\">Suggest a change</a>"),
        (may.reads("/rulebook/house_rules"), "Ask for other house rules"),
        (chief.reads("/rulebook/house_rules"), "Change the house rules"),
    ] {
        has(&page, &[wanted]);
        abouts.iter().for_each(|about| has(&page, &[&format!("<h2>{about}</h2>")]));
    }
    for (page, heading) in [
        (may.reads("/rulebook/editor"), "<h1>Write a change request</h1>"),
        (chief.reads("/rulebook/editor"), "<h1>Change the rulebook</h1>"),
    ] {
        has(&page, &[heading]);
        abouts.iter().for_each(|about| has(&page, &[&format!("<legend>{about}</legend>")]));
    }
    // Acts to change have their first words beside their numbers, new ones what they will stand under.
    let words = "A player who does not accept how a game ended may ask for a…";
    let under = format!("<option value=\"I.6.1\" lang=\"en\">I.6.1, under “{words}”</option>");
    let editor = may.reads("/rulebook/editor");
    has(&editor, &[&format!("<option value=\"I.6\" lang=\"en\">{words} (I.6)</option>"), &under]);
    has(&editor, &["<option value=\"II.13\" lang=\"en\">II.13, under “The leaderboard”</option>"]);
    lacks(&editor, &["Acts no longer in force"]);
    has(&public.get("/rulebook/acts/II.6").text(), &["<span lang=\"en\">Members who stay away lose"]);
    let draft = [
        ("base", "1"),
        ("citation", "0.2"),
        ("text-0.2", "For short,\r\ncall it the Rules."),
        ("rule-queen", "10"),
        ("rule-k", "40"),
        ("note", "Ten for the queen"),
    ];
    let (status, page) = may.sends("/rulebook/previews", &draft);
    assert_eq!(status, 200, "{page}");
    has(
        &page,
        &["<del>", "<ins>", "Rules", "Points of a queen at the bell: <del>9</del> → <ins>10</ins>", "Ask the Chief"],
    );
    has(&page, &["<option value=\"Europe/Berlin\" translate=\"no\">"]);
    lacks(&page, &["Publish it now", "moves points (K): <del>"]);
    lacks(&chief.sends("/rulebook/previews", &draft).1, &["Ask the Chief"]);
    assert_eq!(may.sends("/rulebook/versions", &draft).0, 403, "III.4");
    let seen = may.looks("/rulebook/previews", &draft);
    let mut other = draft;
    other[2].1 = "For short, call it anything.";
    let (status, page) = may.sends("/change_requests", &[other.as_slice(), &[("seen", seen.as_str())]].concat());
    assert_eq!(status, 409, "{page}");
    has(&page, &["Changed since you looked: 0.2.", "call it anything", "Ask the Chief"]);
    let unexplained = [&draft[..5], &[("note", ""), ("seen", seen.as_str())]].concat();
    let (status, page) = may.sends("/change_requests", &unexplained);
    assert_eq!(status, 422, "{page}");
    has(&page, &["Ask the Chief", "Points of a queen at the bell: <del>9</del>"]);
    let request = may.does("/change_requests", &[draft.as_slice(), &[("seen", seen.as_str())]].concat());
    has(&public.get(&request).text(), &["Ten for the queen", "<ins>10</ins>"]);
    let wrong = [("base", "1"), ("rule-queen", "many"), ("note", "No")];
    let (status, page) = chief.sends("/rulebook/versions", &wrong);
    assert_eq!(status, 422);
    has(&page, &["value=\"many\"", "/rulebook/acts/IV.1"]);
    chief.does(&format!("{request}/acceptance"), &[]);
    has(&public.get("/rulebook").text(), &["call it the Rules.", "Version 2"]);
    for (asked, field) in [("from=0&to=99", "to"), ("from=x", "from")] {
        let page = public.get(&format!("/rulebook/diff?{asked}"));
        assert_eq!(page.status, 422, "{asked}: {}", page.text());
        has(&page.text(), &[&format!("id=\"diff-{field}-hint\"><strong class=\"wrong\">")]);
    }
    has(&public.get("/rulebook/diff?from=1&to=2").text(), &["/rulebook/acts/0.2", "<ins>10</ins>"]);
    has(&public.get("/rulebook/versions").text(), &["Ten for the queen", "/rulebook/versions/1"]);
    has(&public.get("/rulebook/versions/1").text(), &["call it the Terms."]);
    let moved = [("base", "2"), ("rule-room", "114"), ("note", "We moved")];
    assert_eq!(chief.sends("/rulebook/versions", &moved).0, 200, "nothing is published that was not looked at");
    has(&public.get("/rulebook").text(), &["Version 2"]);
    chief.signs("/rulebook/previews", "/rulebook/versions", &moved);
    has(&public.get("/rulebook").text(), &["in room 114", "Version 3"]);
    let again = [("base", "2"), ("rule-room", "115"), ("note", "Again")];
    let seen = chief.looks("/rulebook/previews", &again);
    let (status, page) = chief.sends("/rulebook/versions", &[again.as_slice(), &[("seen", seen.as_str())]].concat());
    assert_eq!(status, 409, "another version came first: {page}");
});

both!(moderators_are_elected_and_appointed_by_pages, |club| {
    let court = Court::opened(&club);
    let mut chief = Reader::of(&club, &court.chief);
    chief.signs(
        "/rulebook/previews",
        "/rulebook/versions",
        &[
            ("base", "1"),
            ("rule-elections", "true"),
            ("rule-candidate_weeks", "0"),
            ("rule-candidate_games", "0"),
            ("note", "We vote"),
        ],
    );
    let call = [
        ("seats", "1"),
        ("term_weeks", "10"),
        ("nominations_close_at", "2026-11-10T12:00"),
        ("voting_closes_at", "2026-11-14T12:00"),
        ("note", "One more at the door"),
    ];
    has(&chief.reads("/elections"), &["name=\"term_weeks\""]);
    let election = chief.does("/elections", &call);
    let page = chief.reads("/elections");
    has(
        &page,
        &["Election 1 is on: nominations are open.", "Nominations until: ", "aria-current=\"page\">Elections</a>"],
    );
    lacks(&page, &["name=\"term_weeks\""]);
    let mut ann = Reader::of(&club, &court.ann);
    let id = court.ann.id.to_string();
    let (status, page) = ann.sends(&format!("{election}/nominations"), &[("person", ""), ("statement", "")]);
    assert_eq!(status, 422, "{page}");
    has(&page, &["Choose somebody.", "<a href=\"#nominate-person\">"]);
    // Today leads those there who may nominate; the nominee is asked there, and by when.
    let way = format!("<a class=\"over\" href=\"{election}\">Election 1</a>");
    has(&ann.reads("/today"), &[&way, "nominations are open · by "]);
    let mut ben = Reader::of(&club, &court.ben);
    let spoken = [("person", id.as_str()), ("statement", "She is fair.")];
    let (status, page) = ben.sends(&format!("{election}/nominations"), &spoken);
    assert!(status == 422 && page.contains("The nominee speaks to the voters."), "no words are dropped: {page}");
    lacks(&ben.reads(&election), &["nominate-statement"]);
    ben.does(&format!("{election}/nominations"), &[("person", &id)]);
    club.deliver();
    let asked = format!("href=\"{election}#candidacy\"");
    let today = ann.reads("/today");
    has(&today, &[&asked, "Stand for election: accept or decline", "You were nominated: say yes or no"]);
    lacks(&today, &[&way, "Nothing waits for you"]);
    has(&ann.reads("/me/deadlines"), &[&asked, "Without a yes, the nominee does not stand."]);
    has(&ann.reads("/me/notifications"), &["You were nominated: say yes or no", "Due by "]);
    ann.does(&format!("{election}/candidacy"), &[("statement", "I am there every Friday.")]);
    has(&ann.reads(&election), &["I am there every Friday.", "stands"]);
    lacks(&ann.reads("/me/deadlines"), &[&asked]);
    has(&ann.reads("/today"), &[&way]);
    club.set_time("2026-11-11T12:00:00");
    let score_of = format!("score-{id}");
    let mut ben = Reader::of(&club, &court.ben);
    has(&ben.reads(&election), &["Give every candidate", "type=\"radio\""]);
    ben.does(&format!("{election}/ballot"), &[(&score_of, "4")]);
    has(&ben.reads(&election), &["You have voted", "role=\"status\" class=\"done\">Your vote is cast.</p>"]);
    club.set_time("2026-11-14T12:30:00");
    rookery::elections::jobs::run(&club.app.db).unwrap();
    has(&Browser::new(&club).get(&election).text(), &["<strong>4</strong>", "elected"]);

    let mut chief = Reader::of(&club, &court.chief);
    has(&chief.reads("/offices"), &[">Ann</a>", "Appoint somebody"]);
    let cy = court.cy.id.to_string();
    chief.does("/offices", &[("person", &cy), ("role", "justice"), ("reason", "Cy hears both sides")]);
    has(&Browser::new(&club).get("/offices").text(), &[">Cy</a>"]);
    chief.does("/offices/dismissals", &[("person", &cy), ("role", "justice"), ("reason", "Cy moved away")]);
    lacks(&Browser::new(&club).get("/offices").text(), &[">Cy</a>"]);
});
