//! How those come to an account whom the club knows already: invitations, claims, class lists, cards; and how codes are kept
//! from being guessed.

use rookery::auth::Role;
use serde_json::json;

use super::*;

/// A fresh code of a kind; gives the code alone.
fn code(by: &Client, asked: &Value) -> String {
    by.post("/api/v1/invitations", asked).expect(201)["code"].as_str().unwrap().to_owned()
}

fn join(club: &Club, code: &str, name: &str, more: Value) -> Answer {
    let mut body = json!({ "code": code, "name": name, "password": PASSWORD });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    club.anyone().post("/api/v1/accounts", &body)
}

fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let from = page.split(before).nth(1).unwrap_or_else(|| panic!("no {before}: {page}"));
    from.split(after).next().unwrap()
}

both!(a_name_and_a_password_are_enough_and_the_leaderboard_is_a_tick, |club| {
    let chief = with(&club, &set_up(&club));
    let room = code(&chief, &json!({ "kind": "join_code" }));
    assert_eq!(room.len(), 9, "two groups of four: {room}");
    let me = |tokens: &Value| with(&club, tokens).get("/api/v1/me").expect(200);
    let zoe = join(&club, &room.to_lowercase().replace('-', " "), "Zoé Müller", json!({})).expect(201);
    assert_eq!(me(&zoe)["handle"], "zoe-mueller");
    let person = &zoe["person"];
    let membership =
        |person: &Value| chief.get(&format!("/api/v1/members/{person}")).expect(200)["memberships"].clone();
    assert_eq!(membership(person), json!([]), "nobody joins the leaderboard who did not say so");
    let ann = join(&club, &room, "Ann Ash", json!({ "join_leaderboard": true })).expect(201);
    assert_eq!(membership(&ann["person"]).as_array().unwrap().len(), 1);
    // Letters that have no place in a handle.
    let zhdan = join(&club, &room, "Ждан", json!({})).expect(201);
    assert_eq!(me(&zhdan)["handle"], "guest");
});

both!(a_code_lives_until_the_end_of_the_next_session, |club| {
    let chief = with(&club, &set_up(&club));
    let made = chief.post("/api/v1/invitations", &json!({ "kind": "join_code" })).expect(201);
    let now = club.now();
    let session = club.write(move |tx| rookery::sessions::store::next_held_after(tx.db, now)).expect("one is planned");
    assert_eq!(made["expires_at"], json!(session.ends_at.and_utc()));
    let days = chief.post("/api/v1/invitations", &json!({ "kind": "invitation", "days": 3 })).expect(201);
    assert_eq!(days["expires_at"], json!((now + TimeDelta::days(3)).and_utc()));
    let mona = club.person("Mona", &[Role::Moderator]);
    club.set_time("2026-11-06T12:40:00");
    let during = club.again(&mona).post("/api/v1/invitations", &json!({ "kind": "join_code" })).expect(201);
    assert_eq!(during["expires_at"], "2026-11-13T13:10:00Z", "a card is taken home: not of the one that is on");
});

both!(who_joins_under_a_known_name_is_asked_and_a_moderator_confirms, |club| {
    let judge = club.person("Judge", &[Role::Justice]);
    let (mona, ann) = (club.person("Mona", &[Role::Moderator]), club.person("Ann", &[]));
    let guest = |name: &str| mona.post("/api/v1/people", &json!({ "name": name })).expect(201);
    let (maya, leo) = (guest("Maya Goldberg"), guest("Leo Roe"));
    let room = code(&mona, &json!({ "kind": "join_code", "uses": 4 }));
    // Without a code, or with a wrong one, no name is compared.
    for wrong in ["AAAA-AAAA", ""] {
        let known = join(&club, wrong, "Maya Goldberg", json!({})).expect(422);
        let unknown = join(&club, wrong, "Nobody Here", json!({})).expect(422);
        assert_eq!(known["errors"], unknown["errors"]);
        assert!(known.get("is_it_you").is_none());
    }
    let asked = join(&club, &room, "maya  goldberg", json!({ "join_leaderboard": true })).expect(409);
    assert_eq!((&asked["is_it_you"], &asked["errors"][0]["field"]), (&json!(true), &json!("is_me")));
    let yes = json!({ "join_leaderboard": true, "is_me": true });
    let waits = join(&club, &room, "Maya Goldberg", yes.clone()).expect(202);
    assert_eq!(waits["handle"], maya["handle"]);
    assert_eq!(sign_in(&club, "maya-goldberg", PASSWORD).status, 401, "nothing is open yet");
    assert_eq!(ann.get("/api/v1/claims").status, 403);
    let claims = mona.get("/api/v1/claims").expect(200);
    assert_eq!((&claims["claims"][0]["person"], &claims["claims"][0]["name"]), (&maya["id"], &json!("Maya Goldberg")));
    assert_eq!(claims["claims"][0]["id"], waits["number"], "its owner can say which is theirs");
    // Two say so; one of them is.
    join(&club, &room, "Leo Roe", yes.clone()).expect(202);
    join(&club, &room, "Leo Roe", yes).expect(202);
    join(&club, &room, "Somebody New", json!({})).expect(201);
    join(&club, &room, "One More", json!({})).expect(422);
    let asks = || {
        club.deliver();
        let told = judge.get("/api/v1/notifications").expect(200)["items"].clone();
        let claims = told.as_array().unwrap().iter().filter(|one| one["topic"] == "account.claimed");
        let (read, new): (Vec<&Value>, Vec<&Value>) = claims.partition(|one| one["read"] == true);
        [new.len(), read.len()]
    };
    assert_eq!(asks(), [3, 0]);
    let id = |place: usize| mona.get("/api/v1/claims").expect(200)["claims"][place]["id"].to_string();
    let (of_maya, first, second) = (id(0), id(1), id(2));
    let confirm = |id: &str| mona.post(&format!("/api/v1/claims/{id}/confirmation"), &json!({})).status;
    assert_eq!(confirm(&of_maya), 204);
    assert_eq!(sign_in(&club, "maya-goldberg", PASSWORD).status, 200);
    let member = mona.get(&format!("/api/v1/members/{}", maya["id"])).expect(200);
    assert_eq!(member["memberships"].as_array().unwrap().len(), 1, "as she ticked");
    assert_eq!(mona.delete(&format!("/api/v1/claims/{first}"), &json!({})).status, 204);
    assert_eq!(confirm(&first), 404);
    assert_eq!(sign_in(&club, leo["handle"].as_str().unwrap(), PASSWORD).status, 401);
    assert_eq!(confirm(&second), 204);
    assert_eq!(mona.get("/api/v1/claims").expect(200)["claims"], json!([]));
    assert_eq!(asks(), [0, 3], "answered, whoever did it");
    // A person with an account is nobody's to claim.
    let another = code(&mona, &json!({ "kind": "join_code" }));
    let refused = join(&club, &another, "Leo Roe", json!({ "is_me": true })).expect(409);
    assert!(refused.get("is_it_you").is_none());
    // Which of two of one name it is, only a moderator knows.
    mona.post("/api/v1/people", &json!({ "name": "Ida Moor" })).expect(201);
    mona.post("/api/v1/people", &json!({ "name": "Ida  Moor", "same_name": true })).expect(201);
    let refused = join(&club, &another, "Ida Moor", json!({ "is_me": true })).expect(409);
    assert!(refused.get("is_it_you").is_none());
});

both!(who_joins_under_nearly_a_known_name_is_asked_and_may_be_somebody_else, |club| {
    let mona = club.person("Mona", &[Role::Moderator]);
    let elin = mona.post("/api/v1/people", &json!({ "name": "Elin Vestergaard" })).expect(201);
    let room = code(&mona, &json!({ "kind": "join_code" }));
    let unknown = join(&club, "AAAA-AAAA", "Elin Vestergard", json!({})).expect(422);
    assert!(unknown.get("is_it_you").is_none(), "without a code no name is compared");
    let asked = join(&club, &room, "Elin Vestergard", json!({})).expect(409);
    assert_eq!(asked["is_it_you"], json!(true));
    assert!(!asked.to_string().contains("Vestergaard"), "whom the club knows is not told: {asked}");
    let waits = join(&club, &room, "Elin Vestergard", json!({ "is_me": true })).expect(202);
    assert_eq!(waits["handle"], elin["handle"]);
    let claims = mona.get("/api/v1/claims").expect(200);
    let (name, typed) = (&claims["claims"][0]["name"], &claims["claims"][0]["typed_name"]);
    assert_eq!((name, typed), (&json!("Elin Vestergaard"), &json!("Elin Vestergard")), "who decides sees both");
    let other = join(&club, &room, "Elin Vestergard", json!({ "is_me": false })).expect(201);
    assert_ne!(other["person"], elin["id"]);
    let exactly = join(&club, &room, "elin vestergaard", json!({ "is_me": false })).expect(409);
    assert_eq!(exactly["is_it_you"], json!(true), "nobody could tell the two apart");
    join(&club, &room, "Ellen Vestergaard", json!({})).expect(201);
    // As a class list has it, the first name alone, and with one name more.
    let eve = mona.post("/api/v1/people", &json!({ "name": "Eve Ellis" })).expect(201);
    let turned = join(&club, &room, "ellis, eve", json!({ "is_me": true })).expect(202);
    assert_eq!(turned["handle"], eve["handle"]);
    for part in ["Eve", "Ellis Eve", "Eve Maria Ellis"] {
        assert_eq!(join(&club, &room, part, json!({})).expect(409)["is_it_you"], json!(true), "{part}");
    }
    let part = join(&club, &room, "Eve", json!({ "is_me": true })).expect(202);
    assert_eq!(part["handle"], Value::Null, "a part of a name tells nobody the rest");
    join(&club, &room, "Eve", json!({ "is_me": false })).expect(201);
    let new = join(&club, &room, "Roth, Leo", json!({})).expect(201);
    assert_eq!(with(&club, &new).get("/api/v1/me").expect(200)["name"], "Leo Roth");
});

both!(an_office_that_is_claimed_rests, |club| {
    let chief = with(&club, &set_up(&club));
    let mona = club.person("Mona", &[Role::Moderator]);
    let june = chief.post("/api/v1/people", &json!({ "name": "June Bay" })).expect(201);
    let role = json!({ "role": "moderator", "reason": "She will be one" });
    chief.post(&format!("/api/v1/people/{}/roles", june["id"]), &role).expect(201);
    let room = code(&chief, &json!({ "kind": "join_code" }));
    join(&club, &room, "June Bay", json!({ "is_me": true })).expect(202);
    let claim = mona.get("/api/v1/claims").expect(200)["claims"][0]["id"].to_string();
    assert_eq!(mona.post(&format!("/api/v1/claims/{claim}/confirmation"), &json!({})).status, 204);
    let tokens = sign_in(&club, "june-bay", PASSWORD).expect(200);
    assert_eq!(with(&club, &tokens).get("/api/v1/claims").status, 403, "until a justice says who she is");
});

both!(a_newer_invitation_takes_the_place_of_the_one_before, |club| {
    let chief = with(&club, &set_up(&club));
    let known = chief.post("/api/v1/people", &json!({ "name": "Nia Bell" })).expect(201);
    let invite = || code(&chief, &json!({ "kind": "invitation", "person": known["id"] }));
    let (older, newer) = (invite(), invite());
    join(&club, &older, "Nia Bell", json!({})).expect(422);
    let tokens = join(&club, &newer, "Nia Bell", json!({})).expect(201);
    assert_eq!(tokens["person"], known["id"]);
    assert_eq!(sign_in(&club, known["handle"].as_str().unwrap(), PASSWORD).status, 200, "the handle stays");
});

both!(whom_a_card_is_for_keeps_the_name_that_the_club_has, |club| {
    let mona = club.person("Mona", &[Role::Moderator]);
    let bea = mona.post("/api/v1/people", &json!({ "name": "Bea Birch" })).expect(201);
    let card = code(&mona, &json!({ "kind": "invitation", "person": bea["id"] }));
    assert_eq!(join(&club, &card, "Batman", json!({})).expect(422)["errors"][0]["field"], "name");
    // Typed by hand, the code alone says whose it is: it comes first, and nobody is asked for a name that is known.
    let mut phone = Browser::new(&club);
    let shown = "Name: <strong class=\"whole\">Bea Birch</strong>";
    let first = phone.get("/join").text();
    assert!(first.contains("<form action=\"/join\"") && first.contains("name=\"code\""), "{first}");
    assert!(!first.contains("name=\"name\"") && !first.contains("name=\"password\""), "{first}");
    let wrong = phone.get("/join?code=AAAA-AAAA");
    assert!(wrong.status == 422 && wrong.text().contains("value=\"AAAA-AAAA\""), "{}", wrong.text());
    assert!(!wrong.text().contains("name=\"password\""), "{}", wrong.text());
    let then = phone.get(&format!("/join?code={card}")).text();
    assert!(then.contains(shown) && then.contains("name=\"password\"") && !then.contains("id=\"name\" name"), "{then}");
    let alone = phone.post("/join", &format!("code={card}&name=&handle=&email=&password=")).text();
    assert!(alone.contains(shown) && !alone.contains("The name is missing."), "{alone}");
    assert!(alone.contains("href=\"#password\"") && !alone.contains("id=\"code\""), "{alone}");
    let other = phone.post("/join", &format!("code={card}&name=Batman&password=short")).text();
    assert!(other.contains("This code is for Bea Birch.") && other.contains(shown), "{other}");
    assert!(other.contains("href=\"#name\"") && other.contains("href=\"#password\""), "{other}");
    let joined = phone.post("/join", &format!("code={card}&name=bea+BIRCH&password=a+quiet+move+wins"));
    assert_eq!(joined.status, 303, "{}", joined.text());
    assert_eq!(phone.get("/api/v1/me").json["name"], "Bea Birch");

    // She opens her card again and reads that she is in. Others read once that the code was used, and where to sign in.
    let again = phone.get(&format!("/join?code={card}"));
    assert_eq!(again.status, 200);
    let page = again.text();
    assert!(page.contains("You are already in, Bea Birch.") && page.contains("href=\"/today\">Today</a>"), "{page}");
    assert!(page.contains("does not work any more") && !page.contains("This code does not work"), "{page}");
    let other = Browser::new(&club).get(&format!("/join?code={card}"));
    let page = other.text();
    assert_eq!((other.status, page.matches("This code does not work").count()), (422, 1), "{page}");
    assert!(page.contains("Did you join with this code before?") && page.contains("href=\"/sign-in\""), "{page}");
});

both!(a_class_list_adds_nobody_twice, |club| {
    let (mona, ann) = (club.person("Mona", &[Role::Moderator]), club.person("Ann", &[]));
    let names = json!(["Goldberg, Maya", "maya goldberg", "MONA", "", "Leo Roe", "\u{7}"]);
    let asked = |preview: bool| json!({ "names": names, "preview": preview });
    assert_eq!(ann.post("/api/v1/class_lists", &asked(true)).status, 403);
    let states = |list: &Value| {
        let lines = list["lines"].as_array().unwrap().iter();
        lines.map(|line| line["state"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let looked = mona.post("/api/v1/class_lists", &asked(true)).expect(200);
    assert_eq!(states(&looked), ["new", "twice", "known", "new", "wrong"]);
    let everybody = || mona.get("/api/v1/members?everybody=true").expect(200)["items"].as_array().unwrap().len();
    let before = everybody();
    let added = mona.post("/api/v1/class_lists", &asked(false)).expect(201);
    assert_eq!(everybody(), before + 2);
    assert_eq!(added["lines"][0]["name"], "Maya Goldberg");
    assert!(added["lines"][0]["person"].is_i64());
    let again = mona.post("/api/v1/class_lists", &asked(false)).expect(201);
    assert_eq!(states(&again), ["known", "twice", "known", "known", "wrong"]);
    assert_eq!(everybody(), before + 2);
    for wrong in [json!([]), json!(vec!["Ann"; 201])] {
        let refused = mona.post("/api/v1/class_lists", &json!({ "names": wrong })).expect(422);
        assert_eq!(refused["errors"][0]["field"], "names");
    }
});

both!(a_class_comes_in_by_a_pasted_list_and_a_sheet_of_cards, |club| {
    let mona = club.person("Mona", &[Role::Moderator]);
    let mut desk = Browser::of(&club, &mona);
    let csrf = desk.csrf();
    assert!(desk.get("/people").text().contains("href=\"/people/list\""));
    let table = "Surname,First+name,Class%0D%0AAsh,Ann,7b%0D%0ABirch,Bea,7b";
    let read = desk.post("/people/list", &format!("csrf={csrf}&names={table}")).text();
    assert!(read.contains("2 new names") && read.contains("Bea Birch") && read.contains("Not read: Class"), "{read}");
    let unread = "Form,Ash,Ann,7b%0D%0AForm,Birch,Bea,7b";
    let refused = desk.post("/people/list", &format!("csrf={csrf}&names={unread}"));
    let told = refused.text();
    assert!(refused.status == 422 && told.contains("Write the name alone"), "{told}");
    assert!(!told.contains("id=\"lines\""), "told once, not at each line: {told}");
    let some = desk.post(
        "/people/list",
        &format!("csrf={csrf}&names=Class+7B%0D%0A3.+Lopez,+Luis%0D%0AKhan,+Kabir+(7B)%0D%0ALuis+Lopez"),
    );
    let some = some.text();
    assert!(some.contains("2 new names") && some.contains("<span>Luis Lopez</span>"), "{some}");
    assert!(some.contains("<span>Kabir Khan</span>"), "the class is not of the name: {some}");
    let heading = between(&some, "<span>Class 7B</span>", "</li>");
    assert!(heading.contains("<strong class=\"wrong\">left out: This is a heading, not a name."), "{heading}");
    assert!(some.contains("stands twice in the list. Are they two people?"), "what to do then: {some}");
    let looked = desk.post("/people/list", &format!("csrf={csrf}&names=Ann+Ash%0D%0ABea+Birch%0D%0AMona")).text();
    assert!(looked.contains("2 new names") && looked.contains("is here already"), "{looked}");
    assert!(looked.contains("<p class=\"reach\"><button form=\"add\" name=\"add\" value=\"yes\">"), "{looked}");
    let seen = between(&looked, "name=\"seen\" value=\"", "\"").replace(':', "%3A").replace(' ', "+");
    let changed = format!("csrf={csrf}&add=yes&seen={seen}&names=Ann+Ash%0ABea+Birch%0AMona%0ACay");
    assert!(desk.post("/people/list", &changed).text().contains("3 new names"), "what was not seen is not added");
    let added = desk.post("/people/list", &changed.replace("%0ACay", "")).text();
    assert!(added.contains("They are added.") && added.contains("Print 2 cards"), "{added}");
    let people: Vec<&str> =
        added.split("name=\"person\" value=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(people.len(), 2, "Mona has an account");
    let ticked: String = people.iter().map(|person| format!("&person={person}")).collect();
    let all = desk.get("/invitations?all=yes").text();
    let boxes = all.matches("name=\"person\"").count();
    assert!(boxes > 1 && all.matches("checked>").count() == boxes, "{all}");
    let fresh = desk.get("/invitations").text();
    assert_eq!(fresh.matches("checked>").count(), boxes, "as many as get cards at once are ticked: {fresh}");
    assert!(fresh.contains("Ask who runs the host") && !fresh.contains("ROOKERY"), "a moderator does not: {fresh}");
    assert!(fresh.contains("id=\"cards-days\""), "{fresh}");
    let none = desk.get("/invitations?all=no").text();
    assert!(none.contains("id=\"cards\" open") && none.matches("checked>").count() == 0, "{none}");
    let too_long = desk.post("/invitations/cards", &format!("csrf={csrf}{ticked}&days=99"));
    assert_eq!(too_long.status, 422);
    let again = too_long.text();
    assert_eq!(again.matches("checked>").count(), 2, "those who were ticked: {again}");
    assert!(again.contains("value=\"99\""), "{again}");
    let sheet = desk.post("/invitations/cards", &format!("csrf={csrf}{ticked}&days=20"));
    assert_eq!((sheet.status, sheet.header("cache-control")), (200, Some("no-store")));
    let sheet = sheet.text();
    assert_eq!((sheet.matches("<svg class=\"qr\"").count(), sheet.matches("<code>").count()), (2, 2));
    assert!(sheet.contains("26 November") && sheet.contains("Ask who runs the host"), "{sheet}");
    let code = between(&sheet, "<code>", "</code>").to_owned();
    // Each is handed over alone: large, letter by letter, with a way to the next one.
    let aloud: Vec<String> = code.chars().map(|letter| letter.to_string().replace('-', "–")).collect();
    assert_eq!(between(&sheet, "<p class=\"aloud\">", "</p>"), aloud.join(" "));
    assert!(sheet.contains("href=\"#card-1\">Hand them over one by one"), "{sheet}");
    let first = between(&sheet, "id=\"card-1\"", "</li>");
    assert!(first.contains("Ann Ash") && first.contains("href=\"#card-2\">Done, next one"), "{first}");
    assert!(between(&sheet, "id=\"card-2\"", "</li>").contains("href=\"#main\">Done<"), "{sheet}");
    assert_eq!(desk.post("/invitations/cards", &format!("csrf={csrf}")).status, 422, "somebody has to be ticked");
    for address in ["/invitations", "/invitations?all=yes"] {
        let later = desk.get(address).text();
        assert_eq!(later.matches("invited already").count(), 2, "a new card would end theirs: {later}");
        assert_eq!(later.matches("checked>").count(), boxes - 2, "{later}");
    }

    let mut ann = Browser::new(&club);
    let form = ann.get(&format!("/join?code={code}")).text();
    assert!(
        form.contains("value=\"Ann Ash\"") && form.contains("name=\"leaderboard\" value=\"yes\" checked"),
        "{form}"
    );
    let joined = ann.post("/join", &format!("code={code}&name=Ann+Ash&password=a+quiet+move+wins&leaderboard=yes"));
    assert_eq!((joined.status, joined.header("location")), (303, Some("/today")), "{}", joined.text());
    let first = ann.get("/me").text();
    assert!(first.contains("Rank 1, 100 points") && first.contains("You sign in as"), "{first}");
    assert!(ann.get("/today").text().contains("You sign in as"), "for a day, wherever one goes first");

    // One more from her own page, and one who comes by the poster.
    let bea = people[1];
    let own = desk.get(&format!("/people/{bea}")).text();
    assert!(own.contains(&format!("action=\"/people/{bea}/invitation\"")));
    let card = desk.post(&format!("/people/{bea}/invitation"), &format!("csrf={csrf}")).text();
    assert!(card.contains("For Bea Birch"), "{card}");
    let poster = desk.post("/invitations", &format!("csrf={csrf}&kind=join_code&uses=5&days=")).text();
    let room = between(&poster, "<p class=\"code\"><code>", "</code>").to_owned();
    let mut phone = Browser::new(&club);
    let form = format!("code={room}&name=Bea+Birch&password=a+quiet+move+wins");
    let asked = phone.post("/join", &form);
    assert_eq!(asked.status, 409);
    assert!(asked.text().contains("name=\"is_me\""), "{}", asked.text());
    assert!(!asked.text().contains("a quiet move wins"), "a password stands on no page");
    assert!(asked.text().contains("Type your password once more."), "{}", asked.text());
    assert!(asked.text().contains("<a href=\"#is_me\">"), "{}", asked.text());
    assert_eq!(asked.text().matches("is known here").count(), 1, "asked once: {}", asked.text());
    // The other button says no, where the name is another one.
    let near = format!("code={room}&name=Bea+Byrch&password=a+quiet+move+wins");
    assert_eq!(phone.post("/join", &near).status, 409);
    assert_eq!(Browser::new(&club).post("/join", &format!("{near}&asked=Bea+Byrch&is_me=no")).status, 303);
    // Sent without the password the question stays.
    let empty = phone.post("/join", &format!("code={room}&name=Bea+Birch&password=&asked=Bea+Birch&is_me=yes"));
    assert_eq!(empty.status, 422);
    assert!(empty.text().contains("name=\"is_me\" value=\"yes\""), "{}", empty.text());
    // All faults are told at once, and the code can be mended.
    let faults = phone.post("/join", "code=AAAAAAAA&name=Cleo+Cole&password=short").text();
    assert!(faults.contains("This code does not work") && faults.contains("id=\"code\""), "{faults}");
    assert!(faults.contains("href=\"#password\"") && faults.contains("href=\"#code\""), "{faults}");
    let taken = phone.post("/join", &format!("code={room}&name=Mona&password=short"));
    let told = between(&taken.text(), "role=\"alert\"", "</div>").to_owned();
    assert!(taken.status == 422 && told.contains("href=\"#name\"") && told.contains("href=\"#password\""), "{told}");
    assert_eq!(taken.text().matches("Three words that have nothing").count(), 2, "at the top and at its field");
    assert!(phone.get(&format!("/join?code={room}")).text().contains("Your code is right."));
    let waits = phone.post("/join", &format!("{form}&is_me=yes"));
    assert_eq!(waits.status, 202);
    assert!(waits.text().contains("<strong class=\"whole\">bea-birch</strong>"), "{}", waits.text());
    assert!(desk.get("/today").text().contains("Is it Bea Birch?"));
    assert!(desk.get("/desk").text().contains("Is it Bea Birch?"));
    assert!(desk.get("/invitations").text().contains("Is it them?"));
    let own = desk.get(&format!("/people/{bea}")).text();
    assert!(own.contains("Somebody joined as Bea Birch, "), "{own}");
    let confirm = format!("/people/{bea}/claims/{}", between(&own, &format!("/people/{bea}/claims/"), "\""));
    assert!(confirm.ends_with("/confirm"), "{confirm}");
    let elsewhere = confirm.replace(&format!("/people/{bea}/"), "/people/1/");
    assert_eq!(desk.post(&elsewhere, &format!("csrf={csrf}")).status, 404, "it is of nobody else");
    assert_eq!(desk.post(&confirm, &format!("csrf={csrf}")).status, 303);
    assert!(desk.get(&format!("/people/{bea}")).text().contains("They can sign in now."));
    assert_eq!(phone.post("/sign-in", "login=bea-birch&password=a+quiet+move+wins").status, 303);
});

both!(guessing_codes_costs_work_and_tells_nothing, |club| {
    let chief = with(&club, &set_up(&club));
    let right = code(&chief, &json!({ "kind": "join_code" }));
    for _ in 0..50 {
        join(&club, "AAAA-AAAA", "Eve", json!({})).expect(422);
    }
    // Right or wrong, the next one brings a proof.
    let refused = join(&club, &right, "Eve", json!({})).expect(429);
    assert_eq!(refused["proof_of_work"]["bits"], 16);
    assert_eq!(club.anyone().get(&format!("/join?code={right}")).status, 429, "the page compares no code either");
    let proof = super::tries::proof(&refused);
    join(&club, &right, "Eve", json!({ "proof": proof })).expect(201);
    let spent = join(&club, &right, "Eva", json!({ "proof": proof })).expect(429);
    assert!(spent["proof_of_work"].is_object());
    // Those who sign in notice nothing of it.
    assert_eq!(sign_in(&club, "chief", PASSWORD).status, 200);
});

both!(whoever_has_to_work_for_a_code_keeps_what_the_form_said, |club| {
    let mona = club.person("Mona", &[Role::Moderator]);
    let bea = mona.post("/api/v1/people", &json!({ "name": "Bea Birch" })).expect(201);
    let card = code(&mona, &json!({ "kind": "invitation", "person": bea["id"] }));
    let mut phone = Browser::new(&club);
    let shown = "Name: <strong class=\"whole\">Bea Birch</strong>";
    assert!(phone.get(&format!("/join?code={card}")).text().contains(shown));
    for _ in 0..50 {
        join(&club, "AAAA-AAAA", "Eve", json!({})).expect(422);
    }
    let form = format!("code={card}&name=Bea+Birch&invited=Bea+Birch&handle=birch&email=bea%40club.example");
    let kept = |page: &str| {
        assert!(page.contains(shown) && page.contains("name=\"invited\" value=\"Bea Birch\""), "{page}");
        assert!(page.contains("value=\"birch\"") && page.contains("value=\"bea@club.example\""), "{page}");
        assert!(!page.contains("value=\"yes\" checked") && !page.contains("value=\"tiny\""), "{page}");
    };
    let asked = phone.post("/join", &format!("{form}&password=a+quiet+move+wins"));
    assert_eq!(asked.status, 429);
    let page = asked.text();
    kept(&page);
    let of = |name: &str| between(&page, &format!("{name}=\""), "\"").to_owned();
    let challenge = json!({ "challenge": of("data-challenge"), "bits": of("data-bits").parse::<u64>().unwrap() });
    let proof = super::tries::proof(&json!({ "proof_of_work": challenge }));
    // A form that cannot be taken spends no proof.
    kept(&phone.post("/join", &format!("{form}&password=tiny&proof={proof}")).text());
    let joined = phone.post("/join", &format!("{form}&password=a+quiet+move+wins&proof={proof}"));
    assert_eq!(joined.status, 303, "{}", joined.text());
    assert_eq!(phone.get("/api/v1/me").json["name"], "Bea Birch");
});
