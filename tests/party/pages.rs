//! The page of a table of Party Chess: everything works by links and forms.

use serde_json::json;

use super::table::{ARMY, Scene, scene};
use crate::harness::Browser;
use crate::tables::ready;

both!(the_page_offers_everything_without_a_script, |club| {
    let scene = scene(&club);
    let page = scene.table.trim_start_matches("/api/v1").to_owned();
    let mut ann = Browser::of(&club, &scene.ann);
    let csrf = ann.csrf();
    let number = |scene: &Scene| scene.ann.get(&scene.table).expect(200)["number"].to_string();
    let mut post = |form: &str| {
        let answer = ann.post(&page, &format!("csrf={csrf}&answers={}&{form}", number(&scene)));
        (answer.status, answer.text())
    };
    let army = "act=army&army_1=rook&army_2=rook&army_3=camel&army_4=jester&army_5=pawn";
    assert_eq!(post(army).0, 303);
    let (status, refused) = post(army);
    assert!(status == 409 && refused.contains("1230.2 §2.B"), "{refused}");
    assert_eq!(post("act=play&play=1@a1").0, 303);
    assert_eq!(post("act=buy&kind=&office=Blue&from=seat:0").0, 422, "nothing is bought that nobody chose");
    assert_eq!(post("act=buy&kind=pawn&office=Blue&from=seat:0").0, 303);
    assert_eq!(post("act=pay&from=seat:0&to=treasury&amount=3&purpose=dues").0, 303);
    assert_eq!(post("act=organise&name=Bank&member=0&member=2").0, 303);
    assert_eq!(post("act=extend&days=7").0, 303);
    assert_eq!(post("act=draw&purpose=a+lot&among=one%0Atwo").0, 303);
    assert_eq!(post("act=amend&rule=5&value=8").0, 303);
    assert_eq!(post("act=il_nabi&parts=a+diag+1-6+clear").0, 303);
    assert_eq!(post("act=correct_piece&piece=40&office=Blue&kind=archer&square=k10&reason=forgotten").0, 303);
    assert_eq!(post("act=correct_piece&piece=41&office=NAP&kind=tornado&square=k12&reason=forgotten").0, 303);
    assert_eq!(post("act=correct_piece&piece=42&office=NAP&kind=cantor&square=b2&reason=forgotten").0, 303);
    assert_eq!(post("act=found&name=Green&holder=2").0, 303);
    assert_eq!(post("act=warm&office=Blue").0, 303);
    let (status, wrong) = post("act=il_nabi&parts=nonsense");
    assert!(status == 422 && wrong.contains("no movement"), "{wrong}");
    let (status, wrong) = post("act=il_nabi&parts=");
    assert!(status == 422 && wrong.contains("tick that it does not move at all"), "one tap takes nothing: {wrong}");
    assert_eq!(post("act=il_nabi&parts=&motionless=yes").0, 303);
    let mut anyone = Browser::new(&club);
    let mut seen = |query: &str| {
        let answer = anyone.get(&format!("{page}{query}"));
        assert_eq!(answer.status, 200, "{query}");
        answer.text()
    };
    assert!(seen("").contains("aria-label=\"King 1 (NAP, a1)\""));
    assert!(seen("?piece=40").contains("?piece=40&#38;to=k14"), "where the Archer may go");
    assert!(seen("?piece=1").contains("Next to a Cantor"), "1230.20");
    assert!(!seen("?piece=40").contains("Next to a Cantor"));
    assert!(seen("?piece=40&to=t20").contains("1230.15"), "why it may not go there");
    assert!(
        seen("?piece=41").contains("href=\"?piece=41&#38;path=k10#board\" aria-label=\"Archer 40"),
        "a chain begins"
    );
    assert!(seen("?piece=41&path=k10").contains("href=\"?piece=41&#38;path=k10-h10#board\""), "and goes on");
    assert!(!seen("?at=1").contains("King 1 (NAP, a1)"), "the board as it was");
    let last = "<rect x=\"1\" y=\"19\" width=\"1\" height=\"1\" class=\"last\"/>";
    assert!(seen("?at=2").contains(last) && !seen("?at=1").contains(last), "where the last play went");
    for told in
        ["NAP: King to a1", "is amended: Rook, value 8", "written again: moves a diag 1-6 clear", "extended until"]
    {
        assert!(seen("").contains(told), "{told}");
    }
    assert!(seen("/board.txt?at=2").contains("NAP  Weight 1.0 "), "and what it weighed");
    assert!(!seen("/board.txt").contains("Weight 1.0 "), "it has grown");
    assert!(seen("/board.svg").starts_with("<?xml-stylesheet"));
    let text = seen("/board.txt");
    assert!(text.lines().nth(10).is_some_and(|row| row.contains("Ab")), "{text}");
    // Without any Office the table is still there, for everybody.
    for office in ["NAP", "Blue", "Green"] {
        assert_eq!(post(&format!("act=destroy&office={office}&reason=by+referendum")).0, 303, "{office}");
    }
    seen("");
    seen("?at=1");
    assert_eq!(post("act=correct_order&order=&reason=nothing+was+amiss").0, 409);
    assert!(anyone.get("/tables/new/party").status == 401 || anyone.get("/tables/new/party").status == 303);
});

both!(what_is_asked_about_a_square_is_answered, |club| {
    let scene = scene(&club);
    let page = scene.table.trim_start_matches("/api/v1").to_owned();
    let piece =
        |id, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let pieces = [
        piece(41, "NAP", "tornado", "k12"),
        piece(42, "NAP", "cantor", "b2"),
        piece(43, "Blue", "archer", "k10"),
        piece(44, "Blue", "rook", "h10"),
    ];
    scene.does(&scene.ann, json!({ "kind": "correct", "pieces": pieces, "reason": "a position" })).expect(200);
    let mut ann = Browser::of(&club, &scene.ann);
    let mut asked = |query: &str| ann.get(&format!("{page}?{query}")).text();
    for (query, answer) in [
        ("piece=41&to=zz", "is no square; they are a1 to t20"),
        ("piece=41&to=a21", "is no square; they are a1 to t20"),
        ("piece=41&to=%C3%A4", "ä"),
        ("piece=41&to=K11+", "Tornado to k11</button>"),
        ("piece=41&to=t20", "The tornado on k12 has no way to t20"),
        ("piece=41&to=k10", "Tornado takes Archer of Blue on k10</button>"),
        ("piece=41&to=k10", "class=\"chosen\""),
        ("piece=41&to=k10", "?piece=41&#38;path=k10-h10#board"),
        ("piece=41&path=k10&to=h10", "Tornado takes Archer of Blue and Rook of Blue on k10, h10</button>"),
        ("piece=41&path=k10&to=t20", "No segment leads from k10 to t20"),
        ("piece=41&path=zz", "is no square"),
        ("piece=42&to=b2", "The piece stands on b2 itself"),
        ("piece=42&to=k12", "An own piece stands on k12"),
        ("piece=43&to=k12", "Blue is not to play now."),
        ("piece=99", "There is no piece"),
        ("piece=king", "There is no piece"),
    ] {
        let told = asked(query);
        assert!(told.contains(answer), "{query}: {answer}\n{told}");
    }
});

both!(who_sits_down_without_an_office_reads_what_there_is_to_do, |club| {
    let scene = scene(&club);
    let page = scene.table.trim_start_matches("/api/v1").to_owned();
    let own = Browser::of(&club, &scene.cat).get(&page).text();
    let (board, told) = own.split_once("id=\"no-army\"").expect("a word on that");
    assert!(board.contains("class=\"party-play"), "the board comes first: {own}");
    let told = told.split("id=\"armies\"").next().unwrap();
    for what in [
        "You have no army.",
        "id=\"deeds\" open",
        "Buy a piece for another army",
        "Give money",
        "A$ is the money of this game.",
        "Ask Ann: the Chess-Umpire",
        "href=\"#say-form\"",
        "nobody waits for you",
    ] {
        assert!(told.contains(what), "{what}: {told}");
    }
    assert_eq!(own.matches("id=\"deeds\"").count(), 1, "{own}");
    assert!(own.contains("NAP is just a name: the rules call the first army so."), "{own}");
    // Who has no turns neither asks for a pause nor is asked for one.
    assert!(!own.contains("Ask for an adjournment"), "{own}");
    assert!(!own.contains("If you sit down now"), "{own}");
    let other = Browser::of(&club, &club.person("Dan", &[])).get(&page).text();
    assert!(other.contains("If you sit down now, you have no army at first."), "{other}");
    // There is no way back from a game that runs: so it is asked for twice.
    let joining =
        other.split("id=\"joining\"").nth(1).and_then(|rest| rest.split("</details>").next()).unwrap_or_default();
    assert!(joining.contains("Your name then stays at this table") && joining.contains("value=\"sit\""), "{other}");
    assert_eq!(other.matches("value=\"sit\"").count(), 1, "{other}");
    for holder in [&scene.ann, &scene.ben] {
        let own = Browser::of(&club, holder).get(&page).text();
        assert!(!own.contains("id=\"no-army\"") && own.contains("id=\"deeds\"><summary>"), "{own}");
        assert!(own.contains("Ask for an adjournment"), "{own}");
    }
    for (player, stage) in [(&scene.ann, "playing"), (&scene.ben, "adjourned")] {
        assert_eq!(ready(player, &scene.table, false).expect(200)["stage"], stage);
    }
    let waits = Browser::of(&club, &scene.ann).get(&page).text();
    let waits = waits.split("id=\"waits-for\"").nth(1).and_then(|rest| rest.split("</p>").next()).unwrap_or_default();
    assert!(waits.contains("Ben") && !waits.contains("Cat"), "{waits}");
});

both!(a_capture_says_what_was_taken_and_the_log_has_every_play_in_words, |club| {
    let scene = scene(&club);
    let page = scene.table.trim_start_matches("/api/v1").to_owned();
    let piece =
        |id, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let pieces = [
        piece(43, "NAP", "archer", "k12"),
        piece(44, "Blue", "rook", "k14"),
        piece(45, "Blue", "kamikaze", "h10"),
        piece(46, "Blue", "jester", "t1"),
    ];
    scene.does(&scene.ann, json!({ "kind": "correct", "pieces": pieces, "reason": "a position" })).expect(200);
    let mut ben = Browser::of(&club, &scene.ben);
    assert!(!ben.get(&page).text().contains("can be placed again"));
    // The Archer stays where it is, and the Kamikaze is gone: neither piece is among those that the play has changed.
    scene.plays(&scene.ann, "43:k12*k14").expect(200);
    let shown = ben.get(&page).text();
    assert!(shown.contains("NAP: Archer takes your Rook on k14 from afar") && shown.contains("can be placed again"));
    scene.plays(&scene.ben, "45:h10xk12").expect(200);
    let shown = Browser::of(&club, &scene.ann).get(&page).text();
    assert!(shown.contains("Blue: Kamikaze takes your Archer on k12"), "{shown}");
    assert!(shown.contains("Blue: Kamikaze takes Archer of NAP on k12"), "as the log has it for everybody: {shown}");
    assert!(!shown.contains("43:k12*k14") && !shown.contains("45:h10xk12"), "{shown}");
});

both!(offices_stand_on_the_page_and_forms_keep_what_was_typed, |club| {
    let scene = scene(&club);
    let page = scene.table.trim_start_matches("/api/v1").to_owned();
    let mut ann = Browser::of(&club, &scene.ann);
    let csrf = ann.csrf();
    let number = || scene.ann.get(&scene.table).expect(200)["number"].to_string();
    let shown = ann.get(&page).text();
    assert!(shown.contains("<p id=\"umpire\">Ann</p>"), "{shown}");
    assert!(shown.contains("<strong>Blue</strong><br>Ben<br>"), "who holds what: {shown}");
    // The form begins with the army of the lesson, which the rules allow (1230.2 §2.B), and says why.
    let begins: Vec<String> = (1..=5)
        .map(|place| {
            let select =
                shown.split(&format!("name=\"army_{place}\"")).nth(1).unwrap().split("</select>").next().unwrap();
            let chosen = select.split(" selected").next().unwrap().rsplit("value=\"").next().unwrap();
            format!("army_{place}={}", chosen.trim_end_matches('"'))
        })
        .collect();
    assert_eq!(begins, ["army_1=rook", "army_2=archer", "army_3=bishop", "army_4=camel", "army_5=jester"]);
    assert!(
        shown.contains("Rook</a>: One to ten squares straight.") && shown.contains("class=\"so-far\">30<"),
        "{shown}"
    );
    // What cannot be undone asks first, and says what is lost.
    let resigning = shown.split("id=\"resigning\"").nth(1).unwrap().split("</details>").next().unwrap();
    assert!(resigning.contains("You lose your army.") && resigning.contains("value=\"resign_office\""), "{resigning}");
    assert_eq!(shown.matches("value=\"resign_office\"").count(), 1, "{shown}");
    let mut sent = |form: &str| {
        let answer = ann.post(&page, &format!("csrf={csrf}&answers={}&{form}", number()));
        (answer.status, answer.text())
    };
    let place = |text: &str| shown.find(text).unwrap();
    // The choice lies below the board, where one's own pieces will be: the first army is taken with one tap.
    assert!(place("id=\"board\"") < place("id=\"army\"") && place("id=\"army\"") < place("id=\"latest\""), "{shown}");
    assert!(shown.contains("id=\"army-chosen\">Rook, Archer, Bishop, Camel, Jester</span>"), "{shown}");
    assert!(shown.contains("<details id=\"army-change\"><summary>Change it</summary>"), "{shown}");
    let (status, refused) = sent("act=army&army_1=tornado&army_2=tornado&army_3=pawn&army_4=pawn&army_5=pawn");
    assert!(status == 422 && refused.contains("than its instance limit, 1 for a Swinger"), "{refused}");
    let (status, refused) = sent("act=army&army_1=rook&army_2=rook&army_3=rook&army_4=rook&army_5=demon");
    assert!(status == 422 && refused.contains("The pieces are worth 38"), "{refused}");
    assert!(
        refused.contains("id=\"army-change\" open>") && refused.contains(">Rook, Rook, Rook, Rook, Demon<"),
        "{refused}"
    );
    assert_eq!(refused.matches(" value=\"rook\" selected>").count(), 4, "{refused}");
    assert!(refused.contains(" value=\"demon\" selected>"), "{refused}");
    assert_eq!(sent(&format!("act=army&{}", begins.join("&"))).0, 303, "{begins:?}");
    let (status, refused) = sent("act=appoint&office=Blue&holder=0");
    assert!(status == 409 && refused.contains("<option selected>Blue</option>"), "{refused}");
    assert!(refused.contains("<option value=\"0\" selected>Ann</option>"), "{refused}");
    let (status, refused) = sent("act=correct_piece&piece=7&office=Blue&kind=camel&square=zz&hn=2&reason=it+slipped");
    assert_eq!(status, 422, "{refused}");
    for kept in ["value=\"zz\"", "value=\"it slipped\"", "<option value=\"camel\" selected>"] {
        assert!(refused.contains(kept), "{kept}: {refused}");
    }
    // Without an Umpire the game is suspended, and the one who sits at the table may end that (G35).
    assert_eq!(sent("act=resign_umpire").0, 303);
    let mut ben = Browser::of(&club, &scene.ben);
    ben.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let shown = ben.get(&page).text();
    assert!(shown.contains("Das Spiel wartet auf einen Schach-Schiedsrichter."), "{shown}");
    assert!(shown.contains("value=\"take_umpire\"") && shown.contains("<p id=\"umpire\">niemand</p>"), "{shown}");
    assert!(
        shown.contains("<input type=\"hidden\" name=\"office\" value=\"Blue\"><p>Für: <strong>Blue"),
        "for the own Office: {shown}"
    );
    let gift = shown.split("id=\"giving\"").nth(1).unwrap_or_default();
    assert!(gift.contains("name=\"office\" value=\"NAP\"") && !gift.contains("value=\"Blue\""), "a gift: {shown}");
    for kind in ["Bogenschütze", "Läufer", "Flummi"] {
        assert!(shown.contains(&format!("<th scope=\"row\">{kind}</th>")), "{kind}: {shown}");
    }
    let csrf = ben.csrf();
    assert_eq!(ben.post(&page, &format!("csrf={csrf}&answers={}&act=take_umpire", number())).status, 303);
    // Who is in Check, where, by whose piece and from where (1230.2 §7); what was corrected, from what to what.
    let piece =
        |id, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let pieces = [piece(1, "NAP", "king", "a1"), piece(40, "Blue", "rook", "a9")];
    scene.does(&scene.ben, json!({ "kind": "correct", "pieces": pieces, "reason": "a position" })).expect(200);
    let shown = ben.get(&page).text();
    let check = "NAP steht im Schach: Den König auf a1 greift an: <a href=\"?piece=40#board\">Turm 40 (Blue, a9)</a>";
    assert!(shown.contains(check), "{shown}");
    let logged = "Berichtigt: König 1 (NAP, neben dem Brett) → König 1 (NAP, a1); – → Turm 40 (Blue, a9) (a position)";
    assert!(shown.contains(logged), "{shown}");
    assert!(ben.get(&format!("{page}/board.txt")).text().contains("Gewicht"));
});

both!(the_sum_of_an_army_is_shown_while_it_is_chosen_1230_2_2_b, |club| {
    let scene = scene(&club);
    let page = scene.table.trim_start_matches("/api/v1").to_owned();
    let kinds = scene.state()["kinds"].clone();
    let worth = |name: &&str| {
        let kind = kinds.as_array().unwrap().iter().find(|kind| kind["name"] == *name);
        kind.unwrap()["value"].as_u64().unwrap()
    };
    let number = || scene.ann.get(&scene.table).expect(200)["number"].clone();
    let before = number();
    let mut ann = Browser::of(&club, &scene.ann);
    let csrf = ann.csrf();
    let mut counted = |army: &[&str]| {
        let chosen: String = (1..).zip(army).map(|(place, kind)| format!("&army_{place}={kind}")).collect();
        let answer = ann.post(&page, &format!("csrf={csrf}&answers={before}&act=count_army{chosen}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text()
    };
    let shown = counted(&ARMY);
    let sum: u64 = ARMY.iter().map(&worth).sum();
    assert!(shown.contains(&format!("id=\"army-sum\" data-most=\"30\">{sum}</output>")), "{sum}: {shown}");
    assert!(shown.contains(&format!("data-worth=\"{}\" value=\"camel\" selected>", worth(&"camel"))), "{shown}");
    let dearest = kinds.as_array().unwrap().iter().filter(|kind| kind["defined"] == true && kind["name"] != "king");
    let dearest = dearest.max_by_key(|kind| kind["value"].as_u64()).unwrap()["name"].as_str().unwrap();
    let goes =
        |shown: &str| shown.split("id=\"army_3-goes\"").nth(1).unwrap().split("</small>").next().unwrap().to_owned();
    assert!(goes(&shown).contains("Leaps: three one way"), "the camel that is chosen: {shown}");
    let shown = counted(&[dearest; 5]);
    assert!(!goes(&shown).contains("Leaps: three one way"), "and no longer: {shown}");
    let sum = 5 * worth(&dearest);
    assert!(sum > 30 && shown.contains(&format!("data-most=\"30\" class=\"wrong\">{sum}</output>")), "{sum}: {shown}");
    assert_eq!(number(), before, "counting chooses nothing");
});

both!(an_army_is_of_the_kinds_as_they_are_amended_1230_1_3, |club| {
    let scene = scene(&club);
    let part = json!({ "part": "a", "dirs": "diag", "min": 1, "max": 3, "path": "clear" });
    for amendment in [
        json!({ "rule": 22, "kind": "wall", "character": "W", "value": 3, "parts": [part] }),
        json!({ "rule": 6, "value": 7, "parts": [part] }),
        json!({ "rule": 5, "repealed": true }),
    ] {
        scene.does(&scene.ann, json!({ "kind": "amend", "amendment": amendment })).expect(200);
    }
    let shown = Browser::of(&club, &scene.ann).get(scene.table.trim_start_matches("/api/v1")).text();
    let form = shown.split("id=\"army\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert!(form.contains("data-worth=\"3\" value=\"wall\"") && !form.contains("value=\"rook\""), "{form}");
    let camel = form.contains("data-worth=\"7\" value=\"camel\" selected");
    assert!(camel && form.contains("Camel</a>: moves a diag 1-3 clear"), "{form}");
    assert!(form.contains("class=\"so-far\">7<"), "the first kind there is stands where the rook stood: {form}");
});

both!(the_umpire_corrects_the_piece_that_is_picked_and_time_is_the_clubs, |club| {
    club.set_time("2027-06-04T12:00:00");
    let scene = scene(&club);
    let page = scene.table.trim_start_matches("/api/v1").to_owned();
    let archer = json!({ "id": 40, "owner": "Blue", "kind": "archer", "square": "k10" });
    scene.does(&scene.ann, json!({ "kind": "correct", "pieces": [archer], "reason": "forgotten" })).expect(200);
    scene.does(&scene.ann, json!({ "kind": "extend", "days": 7 })).expect(200);
    let mut ann = Browser::of(&club, &scene.ann);
    let picked = ann.get(&format!("{page}?piece=40")).text();
    let form = picked.split("id=\"correcting\"").nth(1).expect("the Umpire's form").to_owned();
    for field in [
        "name=\"piece\" value=\"40\"",
        "<option selected>Blue</option>",
        "<option value=\"archer\" selected>",
        "name=\"square\" value=\"k10\"",
    ] {
        assert!(form.contains(field), "{field}: {form}");
    }
    // By its number as well; what changes is shown, and only then is the Umpire asked.
    let loaded = ann.get(&format!("{page}?correct=40")).text();
    assert!(loaded.contains("Now: Archer 40 (Blue, k10)") && !loaded.contains("Yes, correct it"), "{loaded}");
    let number = scene.ann.get(&scene.table).expect(200)["number"].clone();
    let csrf = ann.csrf();
    let fields = format!("csrf={csrf}&answers={number}&piece=40&office=Blue&kind=archer&square=c3&reason=it+slipped");
    let looked = ann.post(&page, &format!("{fields}&act=see_correction")).text();
    for told in
        ["Archer 40 (Blue, k10)", "<strong>Archer 40 (Blue, c3)</strong>", "value=\"correct_piece\">Yes, correct it"]
    {
        assert!(looked.contains(told), "{told}: {looked}");
    }
    assert_eq!(scene.ann.get(&scene.table).expect(200)["number"], number, "nothing is done yet");
    let occupied = fields.replace("piece=40", "piece=41").replace("square=c3", "square=k10");
    let occupied = ann.post(&page, &format!("{occupied}&act=see_correction")).text();
    assert!(occupied.contains("Another piece stands on that square: Archer 40 (Blue, k10)"), "{occupied}");
    assert!(!occupied.contains("value=\"correct_piece\">Yes, correct it"), "{occupied}");
    let gone = ann.post(&page, &format!("{fields}&act=see_gone")).text();
    assert!(gone.contains("<strong>no piece</strong>") && gone.contains("value=\"correct_gone\""), "{gone}");
    let unpicked = ann.get(&page).text();
    assert!(!unpicked.contains("id=\"correct-office\"") && unpicked.contains("id=\"correct-number\""), "{unpicked}");
    // 12:00 by UTC is 13:00 in London's summer.
    let told = unpicked.split("the turn is extended until ").nth(1).expect("what was done last");
    let told = told.split('<').next().unwrap();
    assert!(told.contains("13:00") && !told.contains("UTC"), "{told}");
    assert!(unpicked.contains("Players in Check come to the top first"), "{unpicked}");
});

both!(nothing_is_spent_or_given_away_unasked, |club| {
    let scene = scene(&club);
    let page = scene.table.trim_start_matches("/api/v1").to_owned();
    let mut ann = Browser::of(&club, &scene.ann);
    let csrf = ann.csrf();
    let state = || scene.state();
    let purse = state()["purses"][0].as_i64().unwrap();
    let mut post = |fields: &str| {
        let number = scene.ann.get(&scene.table).expect(200)["number"].clone();
        let answer = ann.post(&page, &format!("csrf={csrf}&answers={number}&{fields}"));
        (answer.status, answer.text())
    };
    assert_eq!(post("act=organise&name=Bank&member=0&member=2").0, 303);
    assert_eq!(post("act=pay&from=seat:0&to=organisation:Bank&amount=5&purpose=dues").0, 303);
    let left = purse - 5;
    // A Pawn costs A$1 and A$7 for each point of its value.
    let (_, asked) = post("act=see_buy&kind=pawn&office=Blue&from=seat:0");
    let cost = state()["kinds"].as_array().unwrap().iter().find(|kind| kind["name"] == "pawn").unwrap()["cost"].clone();
    let cost = cost.as_i64().unwrap();
    let costs = format!("You buy this piece for Blue: Pawn. It costs A${cost}.");
    let leaves = format!("Ann has A${left} now, and A${} after that.", left - cost);
    for told in [&*costs, &*leaves, "name=\"act\" value=\"buy\">Yes, buy it"] {
        assert!(asked.contains(told), "{told}: {asked}");
    }
    let (_, asked) = post("act=see_buy&kind=pawn&office=Blue&from=organisation:Bank");
    assert!(asked.contains("Bank has only A$5: that is not enough.") && !asked.contains("Yes, buy it"), "{asked}");
    let (_, asked) = post("act=see_pay&from=seat:0&to=treasury&amount=3&purpose=dues");
    assert!(asked.contains("You give A$3, to: Treasury. What for: dues."), "{asked}");
    assert!(asked.contains(&format!("Ann has A${left} now, and A${} after that.", left - 3)), "{asked}");
    let (_, asked) = post("act=organise&name=Bank");
    assert!(asked.contains("the group Bank ends. Its A$5 go to the Treasury."), "{asked}");
    let (_, asked) = post("act=organise&name=Bang");
    assert!(asked.contains("There is no group called Bang.") && !asked.contains("Yes, end it"), "{asked}");
    let (_, asked) = post("act=see_appoint&office=Blue&holder=2");
    assert!(asked.contains("Blue is held by: Ben. From now on by: Cat."), "{asked}");
    assert!(asked.contains("Ben has no army then.") && asked.contains("value=\"appoint\">Yes, record it"), "{asked}");
    let (_, asked) = post("act=see_destroy&office=Blue&reason=by+referendum");
    assert!(asked.contains("Blue is destroyed for good") && asked.contains("value=\"by referendum\""), "{asked}");
    let (_, asked) = post("act=see_end&reason=we+are+done");
    assert!(
        asked.contains("The game ends for everybody") && asked.contains("value=\"end\">Yes, end the game"),
        "{asked}"
    );
    for word in ["nap", "weight", "warm", "money"] {
        assert!(asked.contains(&format!("href=\"/party/rules#word-{word}\"")), "{word} is told of: {asked}");
    }
    // So far nothing is done but what was meant.
    assert_eq!(scene.ann.get(&scene.table).expect(200)["number"], 2);
    assert_eq!(post("act=organise&name=Bank&ends=yes").0, 303);
    assert_eq!((&state()["treasury"], &state()["organisations"]), (&json!(5), &json!([])));
});

both!(the_rules_show_each_kind_and_a_first_army, |club| {
    let page = Browser::new(&club).get("/party/rules").text();
    assert_eq!(page.matches("<svg class=\"reach\"").count(), 18, "{page}");
    let king = page.split("id=\"king\"").nth(1).unwrap();
    let moves = king.split("class=\"moves\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(moves.matches('M').count(), 8, "a King goes to eight squares: {moves}");
    let qball = page.split("id=\"qball\"").nth(1).unwrap();
    let passes = qball.split("class=\"passes\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(passes.matches('M').count(), 29, "a Qball's four ways to the edge are seen: {passes}");
    assert!(page.contains("<td class=\"number\">30</td>"), "the first army spends all there is");
    // Words are drawn, too: what the pictures show, the engine says.
    assert_eq!(page.matches("<figure class=\"scene\">").count(), 4, "{page}");
    let check = page.split("id=\"word-check\"").nth(1).unwrap();
    let flees = check.split("class=\"moves\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(flees.matches('M').count(), 6, "a King leaves the Rook's line: {flees}");
    assert!(page.contains("Before: A, B, C. After: B, C, A."), "{page}");
    assert!(page.contains("Attacking brings 5, defending 4. Their Weight is "), "{page}");
    assert!(Browser::new(&club).get("/tables").text().contains("href=\"/party/rules\""));
});

both!(with_eight_offices_it_is_said_that_the_eighth_never_plays_and_a_reading_lets_everybody, |club| {
    let ann = club.person("Ann", &[]);
    let mut browser = Browser::of(&club, &ann);
    let form = browser.get("/tables/new/party").text();
    assert!(form.contains("With eight armies the eighth would never play."), "{form}");
    let seats = form.split("id=\"open-seat\"").nth(1).unwrap().split("</select>").next().unwrap();
    assert_eq!(seats.matches("<option").count(), 9, "by lot, or one of eight: {seats}");
    assert!(seats.contains("NAP (A, red circle)") && seats.contains("Without an Office (5)"), "{seats}");
    let csrf = browser.csrf();
    let fields = format!("csrf={csrf}&swingers=A,B,C,D,E,F,G,H&ruleset=amended&besides=0&purse=100&seat=0");
    let opened = browser.post("/tables/new/party", &fields).header("location").unwrap().to_owned();
    let waits = browser.get(&opened).text();
    assert!(waits.contains("<strong>H (H, brown square)</strong>"), "a seat goes by its Office: {waits}");
    assert!(waits.contains("With so many Offices the last ones never have a turn."), "{waits}");
    // The way to the rule by which all play is one link: the form has these Offices, and its tick.
    let (_, fair) = waits.split_once("href=\"/tables/new/party?first_turns=yes").expect("the link");
    let fields_of = fair.split('"').next().unwrap().replace("&#38;", "&").replace("&amp;", "&");
    let form = browser.get(&format!("/tables/new/party?first_turns=yes{fields_of}")).text();
    let tick = form.split("name=\"first_turns\"").nth(1).unwrap().split('>').next().unwrap();
    assert!(tick.contains(" checked") && form.contains("value=\"A, B, C, D, E, F, G, H\""), "{form}");
    assert!(
        waits.contains("Here now: 1. Needed to begin: 8. Seats in all: 8.") && waits.contains("id=\"share\""),
        "{waits}"
    );
    // By lot one has an Office; who sits beyond them gets one that is left over, and others are without.
    let few = format!("csrf={csrf}&swingers=A,B&ruleset=amended&besides=3&purse=100&seat=");
    for _ in 0..3 {
        let lot = browser.post("/tables/new/party", &few).header("location").unwrap().to_owned();
        let seats = ann.get(&format!("/api/v1{lot}")).expect(200)["seats"].clone();
        let own = seats.as_array().unwrap().iter().position(|seat| !seat["person"].is_null());
        assert!(own.is_some_and(|own| own < 2), "{seats}");
        browser.post(&lot, &format!("csrf={csrf}&act=leave"));
    }
    let beyond = browser.post("/tables/new/party", &format!("{few}4")).header("location").unwrap().to_owned();
    let ben = club.person("Ben", &[]);
    ben.post(&format!("/api/v1{beyond}/seats"), &json!({})).expect(200);
    let waits = browser.get(&beyond).text();
    assert!(waits.contains("<strong>An Office that is left over</strong>"), "{waits}");
    assert!(waits.contains("<strong>Without an Office</strong>") && waits.contains("Leave the table to the others"));
    let opened = browser.post("/tables/new/party", &format!("{fields}&first_turns=yes"));
    let table = opened.header("location").unwrap().to_owned();
    let page = browser.get(&table).text();
    assert!(!page.contains("the last ones never have a turn") && page.contains("nobody is skipped before"), "{page}");
    let options = ann.get(&format!("/api/v1{table}")).expect(200)["options"].clone();
    assert_eq!(options["first_turns"], true);
});
