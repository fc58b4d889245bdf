//! Who the club is: its name, place, colour and crest, on pages, on paper, in letters and in files.

use diesel::prelude::*;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use rookery::auth::{Role, Visitors};
use rookery::db::schema::acts;
use serde_json::{Value, json};

use crate::harness::Browser;

/// A picture as a file.
fn picture(format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    DynamicImage::from(RgbImage::from_pixel(400, 500, Rgb([120, 20, 40]))).write_to(&mut file, format).unwrap();
    file.into_inner()
}

both!(a_club_that_says_who_it_is_is_called_so_everywhere, |club| {
    let (chief, mona) = (club.person("Chief", &[Role::ChiefJustice]), club.person("Mona", &[Role::Moderator]));
    let home = || Browser::new(&club).get("/sign-in").text();
    assert!(home().contains("· Rookery</title>") && !home().contains("colours.css"));
    let told = club.anyone().get("/api/v1/club").expect(200);
    assert_eq!((&told["name"], &told["picture"]), (&json!(""), &Value::Null));
    let who = json!({ "name": "Rooks of Hill School", "place": "Hilltown", "accent": "#7A1F2B" });
    assert_eq!(mona.put("/api/v1/club", &who).status, 403);
    let named = chief.put("/api/v1/club", &who).expect(200);
    assert_eq!((&named["accent"], &named["has_crest"]), (&json!("#7a1f2b"), &json!(false)));
    // Everybody sees it, signed in or not, on every replica.
    for page in [home(), Browser::new(&club.replica()).get("/rulebook").text()] {
        assert!(page.contains("Rooks of Hill School</a>") && page.contains("· Rooks of Hill School</title>"), "{page}");
        assert!(page.contains("class=\"letterhead\"") && page.contains("Rooks of Hill School, Hilltown"), "for paper");
    }
    let own = club.anyone();
    let picture = named["picture"].as_str().unwrap();
    let shield = own.get(picture);
    assert_eq!((shield.status, shield.header("content-type")), (200, Some("image/svg+xml")));
    assert!(shield.text().contains(">RHS</text>"), "{}", shield.text());
    let colours = own.get(&picture.replace("crest.img", "colours.css"));
    assert!(colours.text().contains("--accent: light-dark(#7a1f2b, #"), "{}", colours.text());
    assert!(home().contains(&picture.replace("crest.img", "colours.css")));
    let manifest: Value = serde_json::from_str(&own.get("/manifest.webmanifest").text()).unwrap();
    assert_eq!(
        (&manifest["short_name"], &manifest["icons"][0]["src"]),
        (&json!("Rooks of Hill School"), &json!(picture))
    );
    let mut desk = Browser::of(&club, &mona);
    let csrf = desk.csrf();
    let poster = desk.post("/invitations", &format!("csrf={csrf}&kind=join_code")).text();
    assert!(poster.contains("<strong>Rooks of Hill School</strong><br>Hilltown"), "{poster}");
    let file: Value = serde_json::from_str(&mona.get("/api/v1/exports/club.json").text()).unwrap();
    assert_eq!(file["club"]["name"], "Rooks of Hill School");
    // What cannot be read is told, all at once.
    let wrong = json!({ "name": "A\nB", "place": "x".repeat(61), "accent": "#ffdd00" });
    let refused = chief.put("/api/v1/club", &wrong).expect(422);
    let fields: Vec<&str> =
        refused["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["name", "place", "accent"]);
    // A program says all of it at once: what it leaves out is empty, and saying the same again is no change.
    let whole = json!({ "name": "Rooks", "contact": "Ms Field", "reach": "room 12" });
    let said = chief.put("/api/v1/club", &whole).expect(200);
    let named =
        || club.write(|tx| Ok(acts::table.filter(acts::act.eq("club.named")).count().get_result::<i64>(tx.db)?));
    let logged = named();
    assert_eq!(chief.put("/api/v1/club", &whole).expect(200), said);
    assert_eq!(named(), logged);
    assert_eq!(chief.put("/api/v1/club", &json!({ "name": "Rooks" })).expect(200)["contact"], "");
    chief.put("/api/v1/club", &json!({})).expect(200);
    assert!(home().contains("· Rookery</title>"), "nobody again");
});

both!(parents_and_visitors_find_whom_to_ask, |club| {
    let (chief, mona) = (club.person("Chief", &[Role::ChiefJustice]), club.person("Mona", &[Role::Moderator]));
    let mut start = Browser::of(&club, &chief);
    let csrf = start.csrf();
    let pages = ["/privacy", "/help", "/join"];
    let say = |contact: &str, reach: &str| format!("csrf={csrf}&name=Rooks&place=&contact={contact}&reach={reach}");
    assert!(pages.iter().all(|page| !Browser::new(&club).get(page).text().contains("Who answers questions")));
    assert_eq!(start.post("/club", &say("Ms+Field", "chess@hill.example")).status, 303);
    for page in pages {
        let told = Browser::new(&club).get(page).text();
        assert!(told.contains("<strong>Ms Field</strong>, <a href=\"mailto:chess@hill.example\">"), "{page}: {told}");
    }
    // One without the other is taken, and said at the form.
    for (form, place) in [("next=%2Fstart%23meet&", "/start"), ("", "/club")] {
        for (contact, reach, lacks) in [
            ("Ms+Field", "", "One thing is missing: how to reach the one who answers parents."),
            ("", "room+12", "One thing is missing: the name of the one who answers parents."),
        ] {
            let half = start.post("/club", &format!("{form}{}", say(contact, reach)));
            assert_eq!((half.status, half.header("location")), (303, Some(place)));
            assert!(start.get(place).text().contains(lacks), "{}", start.get(place).text());
        }
    }
    start.post("/club", &say("Ms+Field", "chess@hill.example"));
    assert!(!start.get("/club").text().contains("One thing is missing"));
    // Another form leaves it as it is.
    start.post("/club", &format!("csrf={csrf}&next=%2Fstart&name=Rooks&place=Hill"));
    let told = club.anyone().get("/api/v1/club").expect(200);
    assert_eq!((&told["contact"], &told["reach"]), (&json!("Ms Field"), &json!("chess@hill.example")));
    start.post("/club", &say("Ms+Field", "room+12"));
    let mut desk = Browser::of(&club, &mona);
    let desk_csrf = desk.csrf();
    let poster = desk.post("/invitations", &format!("csrf={desk_csrf}&kind=join_code")).text();
    assert!(poster.contains("<strong>Ms Field</strong>, room 12") && !poster.contains("mailto:"), "{poster}");
    let log: Vec<String> = club.write(|tx| Ok(acts::table.select(acts::body).load(tx.db)?));
    assert!(log.iter().any(|body| body.contains("has_contact")) && !log.iter().any(|body| body.contains("Ms Field")));
    // Who is kept from all else reads whose page it is.
    club.lets_visitors_read(Visitors::Nothing);
    let front = Browser::new(&club).get("/").text();
    assert!(front.contains("<h1>Rooks</h1>") && front.contains("the page of a chess club: Rooks."), "{front}");
});

both!(a_crest_is_written_anew, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let put = |kind: &str, bytes: &[u8]| chief.send("PUT", "/api/v1/club/crest", &[("Content-Type", kind)], bytes);
    let mut file = picture(ImageFormat::Png);
    // What was appended to the picture does not come back.
    file.extend(b"<script>alert(1)</script>");
    let kept = put("image/png", &file).expect(200);
    assert_eq!(kept["has_crest"], true);
    let crest = club.anyone().get(kept["picture"].as_str().unwrap());
    assert_eq!((crest.status, crest.header("content-type")), (200, Some("image/png")));
    assert_eq!(crest.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(club.anyone().get("/club/0/crest.img").header("cache-control"), Some("no-cache"), "an older address");
    assert_eq!(put("image/jpeg", &picture(ImageFormat::Jpeg)).status, 200);
    for (wrong, status) in [(b"GIF89a".to_vec(), 422), (Vec::new(), 422), (vec![0; (2 << 20) + 1], 413)] {
        assert_eq!(put("image/png", &wrong).status, status);
    }
    let gone = chief.delete("/api/v1/club/crest", &json!({})).expect(200);
    assert_eq!((&gone["has_crest"], &gone["picture"]), (&json!(false), &Value::Null));
});

both!(the_first_steps_ask_what_the_club_is_called, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut start = Browser::of(&club, &chief);
    let csrf = start.csrf();
    assert!(start.get("/start").text().contains("What your club is called"));
    let nothing = start.post("/club", &format!("csrf={csrf}&next=%2Fstart%23meet&name=&place=&contact=&reach="));
    assert_eq!((nothing.status, nothing.header("location")), (303, Some("/start#meet")));
    let page = start.get("/start").text();
    assert!(page.contains("Nothing was changed.") && !page.contains("It is saved."), "{page}");
    let named = start.post("/club", &format!("csrf={csrf}&next=%2Fstart%23meet&name=Hill+Rooks&place="));
    assert_eq!((named.status, named.header("location")), (303, Some("/start#meet")));
    assert!(start.get("/start").text().contains("value=\"Hill Rooks\""));
    // The colour is on its own page, and stays as it is when the name is said anew.
    let coloured = start.post("/club", &format!("csrf={csrf}&name=Hill+Rooks&place=&accent=%23103542"));
    assert_eq!(coloured.header("location"), Some("/club"));
    start.post("/club", &format!("csrf={csrf}&next=%2Fstart&name=Hill+Rooks&place=Hilltown"));
    assert_eq!(club.anyone().get("/api/v1/club").expect(200)["accent"], "#103542");
    // Who has just picked another colour wants that; the usual one comes back where none was picked.
    let club_page = start.get("/club").text();
    assert!(club_page.contains("type=\"color\" value=\"#103542\""), "{club_page}");
    let form = format!("csrf={csrf}&name=Hill+Rooks&place=Hilltown&usual=yes&accent_was=%23103542");
    start.post("/club", &format!("{form}&accent=%237a1f2b"));
    assert_eq!(club.anyone().get("/api/v1/club").expect(200)["accent"], "#7a1f2b");
    start.post("/club", &format!("{form}&accent=%23103542"));
    assert_eq!(club.anyone().get("/api/v1/club").expect(200)["accent"], Value::Null);
    let pale = start.post("/club", &format!("csrf={csrf}&name=Hill+Rooks&place=&accent=%23ffdd00"));
    assert_eq!(pale.status, 422);
    assert!(pale.text().contains("too pale") && pale.text().contains("value=\"#ffdd00\""), "{}", pale.text());
});
