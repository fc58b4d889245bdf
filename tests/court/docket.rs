//! The docket: who files what, who sees it, exhibits, rulings; its cost.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::connection::{Connection, InstrumentationEvent};
use image::{DynamicImage, ImageFormat, RgbImage};
use rookery::db::Db;
use serde_json::json;

use super::reader::{Reader, has};
use super::*;
use crate::harness::Browser;

/// A case in hearing, on a decision of May's about Ann.
fn heard(club: &Club) -> (Court, String) {
    let court = Court::opened(club);
    let found = court.may.decide(club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    (court, number)
}

fn file(by: &Caller, number: &str, kind: &str, visibility: &str) -> Answer {
    let body = json!({ "kind": kind, "title": "A title", "text": "Words to be read", "visibility": visibility });
    by.post(&step(number, "filings"), &body)
}

fn upload(by: &Caller, number: &str, visibility: &str, bytes: &[u8]) -> Answer {
    let path = format!("{}?title=Photo&visibility={visibility}", step(number, "exhibits"));
    by.send("POST", &path, &[("Content-Type", "application/octet-stream")], bytes)
}

fn picture(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    let image = DynamicImage::from(RgbImage::from_pixel(40, 20, image::Rgb([200, 10, 10])));
    image.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

both!(a_motion_is_asked_of_the_bench_and_a_draft_once_the_answer_is_due, |club| {
    let (court, number) = heard(&club);
    let [one, two, _, four] = &court.justices;
    let case = format!("/cases/{number}");
    let asks = |of: &Caller, what: &str| Reader::of(&club, of).reads(&case).contains(&format!("{what}."));
    let (drafts, rules) = ("Write a first draft of a judgment", "Decide on what was asked in a case");
    assert!(!asks(one, drafts) && !asks(one, rules), "the answer is awaited");
    let motion = file(&court.ann, &number, "motion", "public").expect(201)["filing"].clone();
    assert!(asks(one, rules) && asks(two, rules), "the bench rules on it");
    assert!(!asks(four, rules) && !asks(&court.ann, rules));
    let link = format!("<a href=\"#filing-{motion}\">Motion ({motion}): Decide on it</a>");
    has(&Reader::of(&club, one).reads(&case), &[link.as_str(), "<details open><summary>Docket"]);
    let today = Browser::of(&club, &club.again(one)).get("/today").text();
    has(&today, &[rules, &format!("href=\"/cases/{number}#steps\"")]);
    has(&today, &[&format!("{number} · A wrong done · next due there: 13 Nov 2026")]);
    let ruling = json!({ "granted": true, "reason": "More time is fair here" });
    one.post(&step(&number, &format!("filings/{motion}/rulings")), &ruling).expect(200);
    assert!(!asks(one, rules) && !asks(two, rules) && !asks(one, drafts));
    club.set_time("2026-11-13T12:41:00");
    assert!(asks(one, drafts), "the day of the answer is over");
    assert!(!asks(two, drafts), "who presides begins");
});

both!(who_files_what, |club| {
    let (court, number) = heard(&club);
    let Court { chief, justices: [one, _, _, four], may, ann, ben, .. } = &court;
    file(ann, &number, "brief", "public").expect(201);
    assert_eq!(file(ann, &number, "answer", "public").refused(403), ["III.2.4.3"], "the decider answers");
    file(may, &number, "answer", "parties").expect(201);
    assert_eq!(file(ben, &number, "brief", "public").refused(403), ["III.3"]);
    assert_eq!(file(ben, &number, "testimony", "public").refused(403), ["III.3"], "not appointed");
    assert_eq!(file(four, &number, "order", "public").refused(403), ["III.3"], "does not sit");
    assert_eq!(file(ann, &number, "notice", "public").refused(403), ["III.3"]);
    file(chief, &number, "notice", "public").expect(201);
    assert_eq!(file(ann, &number, "brief", "court").refused(422), ["III.3"]);
    assert_eq!(file(ann, &number, "brief", "sealed").refused(422), ["III.3"], "sealed for whom?");
    assert_eq!(file(ann, &number, "exhibit", "public").refused(422), ["III.3"], "is uploaded");

    let appoint = |witness: i64| {
        let body = json!({
            "kind": "appointment", "title": "A witness", "text": "Sat beside them.", "visibility": "public",
            "witness": witness,
        });
        one.post(&step(&number, "filings"), &body)
    };
    assert_eq!(appoint(one.id).refused(422), ["III.3.5"]);
    appoint(ben.id).expect(201);
    file(ben, &number, "testimony", "parties").expect(201);
    court.panel_decides(&number, &json!({ "outcome": "uphold" }));
    assert_eq!(file(ann, &number, "brief", "public").refused(409), ["III.3"], "closed");
});

both!(motions_get_rulings_by_the_presiding_justice_or_the_majority, |club| {
    let (court, number) = heard(&club);
    let Court { justices: [one, two, three, four], ann, .. } = &court;
    let motion = file(ann, &number, "motion", "parties").expect(201)["filing"].clone();
    let rule = |by: &Caller, filing: &Value, granted: bool| {
        let path = step(&number, &format!("filings/{filing}/rulings"));
        by.post(&path, &json!({ "granted": granted, "reason": "So ruled" }))
    };
    let page = |of: &Caller| super::reader::Reader::of(&club, of).reads(&format!("/cases/{number}"));
    let (open, folded) = ("<details open><summary>Docket", "<details><summary>Docket");
    assert!(page(one).contains(open), "what waits for a ruling is not folded away");
    assert!(page(ann).contains(folded), "it waits for the bench alone");
    assert_eq!(rule(four, &motion, true).refused(403), ["III.3.3"]);
    assert_eq!(rule(two, &motion, false).expect(200)["granted"], json!(null));
    assert_eq!(rule(one, &motion, true).expect(200)["granted"], true, "the presiding justice");
    assert!(page(ann).contains("One: <strong>said yes</strong>"), "a motion is not let in");
    assert_eq!(rule(three, &motion, false).expect(200)["granted"], false, "the majority");
    assert!(page(one).contains(folded), "ruled on");
    assert_eq!(rule(one, &json!(1), true).refused(422), ["III.3"], "a notice");
    rule(one, &json!(99), true).expect(404);

    let order = json!({
        "kind": "order", "title": "Raw images", "text": "To be handed over.", "visibility": "public", "raw_evidence": true,
    });
    let order = one.post(&step(&number, "filings"), &order).expect(201)["filing"].clone();
    let granted = || {
        let docket = read(&club.anyone(), &number)["docket"].clone();
        docket.as_array().unwrap().iter().find(|filing| filing["number"] == order).unwrap()["granted"].clone()
    };
    assert_eq!(granted(), json!(null), "I.9.9: with a majority");
    rule(two, &order, true).expect(200);
    assert_eq!(granted(), true);
});

both!(sealed_filings_are_seen_by_those_named_alone, |club| {
    let (court, number) = heard(&club);
    let Court { chief, justices: [one, two, ..], may, ann, ben, .. } = &court;
    let sealed = json!({
        "kind": "brief", "title": "My health", "text": "What nobody else is to read", "visibility": "sealed",
        "readers": [one.id],
    });
    let sealed = ann.post(&step(&number, "filings"), &sealed).expect(201)["filing"].clone();
    let for_court = file(one, &number, "notice", "court").expect(201)["filing"].clone();
    let for_parties = file(may, &number, "answer", "parties").expect(201)["filing"].clone();
    let sees = |by: &crate::harness::Client| -> Vec<bool> {
        let docket = read(by, &number)["docket"].clone();
        let text = docket.to_string();
        let seen: Vec<bool> = [&sealed, &for_court, &for_parties]
            .iter()
            .map(|wanted| {
                let filing = docket.as_array().unwrap().iter().find(|filing| filing["number"] == **wanted).unwrap();
                assert_eq!(filing.get("withheld").is_some(), filing.get("title").is_none(), "{filing}");
                filing.get("title").is_some()
            })
            .collect();
        assert_eq!(seen[0], text.contains("My health"), "{text}");
        assert_eq!(seen[0], text.contains("nobody else"), "{text}");
        seen
    };
    for (caller, expected) in [
        (ann, [true, false, true]),
        (one, [true, true, true]),
        (two, [false, true, true]),
        (chief, [false, true, true]),
        (may, [false, false, true]),
        (ben, [false, false, false]),
    ] {
        assert_eq!(sees(caller), expected, "person {}", caller.id);
    }
    assert_eq!(sees(&club.anyone()), [false; 3]);

    let photo = upload(ann, &number, &format!("sealed&readers={}", one.id), &picture(ImageFormat::Png));
    let path = step(&number, &format!("filings/{}/file", photo.expect(201)["filing"]));
    assert_eq!((ann.get(&path).status, one.get(&path).status), (200, 200));
    for caller in [two, chief, may, ben] {
        caller.get(&path).expect(404);
    }
    let text = read(two, &number)["docket"].to_string();
    assert!(!text.contains("bytes\":") || !text.contains("image/png"), "not even its size: {text}");
});

/// The acts logged of a case by which somebody was given a sealed exhibit.
fn views(club: &Club, number: &str) -> Vec<(Option<i64>, String)> {
    let subject = format!("case:{number}");
    club.write(move |tx| {
        use diesel::prelude::*;
        use rookery::db::schema::acts;
        let seen = acts::table.filter(acts::act.eq("exhibit.seen").and(acts::subject.eq(&subject)));
        Ok(seen.order(acts::id).select((acts::actor_id, acts::body)).load(tx.db)?)
    })
}

both!(each_reader_of_a_sealed_exhibit_is_written_down_i_9_9, |club| {
    let (court, number) = heard(&club);
    let Court { justices: [one, two, ..], ann, .. } = &court;
    let public = upload(ann, &number, "public", b"Seen by all").expect(201)["filing"].clone();
    let sealed = upload(ann, &number, &format!("sealed&readers={}", one.id), b"Seen by few").expect(201);
    let file = |filing: &Value| step(&number, &format!("filings/{filing}/file"));
    assert_eq!(one.get(&file(&public)).status, 200);
    assert_eq!(views(&club, &number), []);
    assert_eq!(one.get(&file(&sealed["filing"])).status, 200);
    two.get(&file(&sealed["filing"])).expect(404);
    assert_eq!(views(&club, &number), [(Some(one.id), json!({ "filing": sealed["filing"] }).to_string())]);
});

both!(an_exhibit_that_is_text_is_read_on_a_page_and_never_as_html, |club| {
    let (court, number) = heard(&club);
    let Court { justices: [one, two, ..], ann, .. } = &court;
    let exhibit =
        |visibility: &str, bytes: &[u8]| upload(ann, &number, visibility, bytes).expect(201)["filing"].clone();
    let address = |filing: &Value| format!("/cases/{number}/filings/{filing}");
    let page = |who: &Caller, filing: &Value| Browser::of(&club, who).get(&address(filing));
    let public = exhibit("public", b"1. e4 <script>alert(1)</script> e5");
    let case = Browser::of(&club, two).get(&format!("/cases/{number}")).text();
    has(&case, &[&format!("<a href=\"{}\">Read it<", address(&public))]);
    let shown = page(two, &public);
    assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
    let escaped = "<pre translate=\"no\">1. e4 &#60;script&#62;alert(1)&#60;/script&#62; e5</pre>";
    has(&shown.text(), &[escaped, &format!("Exhibit {public} of case {number}"), "Save the file (txt, 34 bytes)"]);

    let long = exhibit("public", "ж".repeat(40_000).as_bytes());
    let shown = page(two, &long).text();
    assert_eq!(shown.matches('ж').count(), 32_768, "64 KiB of it");
    has(&shown, &["This is the beginning."]);

    let (photo, sealed) =
        (exhibit("public", &picture(ImageFormat::Png)), exhibit(&format!("sealed&readers={}", one.id), b"Seen by few"));
    assert_eq!((page(one, &photo).status, page(two, &sealed).status), (404, 404), "no text; not theirs to see");
    assert_eq!(views(&club, &number), []);
    has(&page(one, &sealed).text(), &["Seen by few"]);
    assert_eq!(views(&club, &number), [(Some(one.id), json!({ "filing": sealed }).to_string())]);
});

both!(a_browser_uploads_an_exhibit_by_a_form, |club| {
    let (court, number) = heard(&club);
    let Court { justices: [one, ..], ann, .. } = &court;
    let mut browser = crate::harness::Browser::of(&club, ann);
    let secret = browser.csrf();
    let readers = one.id.to_string();
    let form = |secret: &str, visibility: &str, file: Option<&[u8]>| {
        let mut form = Vec::new();
        for (name, value) in
            [("title", "A photograph"), ("visibility", visibility), ("readers", readers.as_str()), ("csrf", secret)]
        {
            let part = format!("--limit\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            form.extend(part.as_bytes());
        }
        if let Some(file) = file {
            form.extend(b"--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n");
            form.extend(b"Content-Type: text/html\r\n\r\n");
            form.extend(file);
            form.extend(b"\r\n");
        }
        form.extend(b"--limit--\r\n");
        form
    };
    let cookie = format!("__Host-access={}", browser.cookies["__Host-access"]);
    let headers = [
        ("Content-Type", "multipart/form-data; boundary=limit"),
        ("Cookie", cookie.as_str()),
        ("Sec-Fetch-Site", "same-origin"),
    ];
    let send = |form: &[u8]| club.anyone().send("POST", &step(&number, "exhibits"), &headers, form);
    let photo = picture(ImageFormat::Png);
    let filed = send(&form(&secret, "sealed", Some(&photo))).expect(201)["filing"].clone();
    let docket = read(one, &number)["docket"].clone();
    let told = docket.as_array().unwrap().iter().find(|filing| filing["number"] == filed).unwrap();
    assert_eq!((&told["title"], &told["exhibit"]["media_type"]), (&json!("A photograph"), &json!("image/png")));
    assert_eq!(told["readers"], json!([one.id]));
    send(&form("forged", "sealed", Some(&photo))).expect(403);
    assert_eq!(send(&form(&secret, "sealed", None)).expect(422)["errors"][0]["field"], "file");
    send(&form(&secret, "no such", Some(&photo))).expect(400);
    send(b"--limit\r\nnonsense").expect(400);
    send(&form(&secret, "sealed", Some(&vec![b'a'; (5 << 20) + 1]))).expect(413);
    send(&vec![b'a'; 9 << 20]).expect(413);
});

both!(exhibits_are_told_by_content_and_kept_clean, |club| {
    let (court, number) = heard(&club);
    let Court { ann, ben, .. } = &court;
    let exhibit = |bytes: &[u8]| upload(ann, &number, "public", bytes);
    let mut jpeg = picture(ImageFormat::Jpeg);
    let exif = b"Exif\0\0GPS 52.43 N 1.52 W";
    jpeg.splice(2..2, [&[0xff, 0xe1, 0, exif.len() as u8 + 2], exif.as_slice()].concat());
    let kept = exhibit(&jpeg).expect(201)["filing"].clone();
    let file = club.anyone().get(&step(&number, &format!("filings/{kept}/file")));
    assert_eq!(file.status, 200);
    let gps = file.body.windows(3).any(|window| window == b"GPS");
    assert!(!gps && image::load_from_memory(&file.body).is_ok(), "metadata is gone, the picture is not");
    assert_eq!(file.header("content-type"), Some("image/jpeg"));
    let saved = format!("attachment; filename=\"{number}-{kept}.jpeg\"");
    assert_eq!(file.header("content-disposition"), Some(saved.as_str()));
    assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    assert!(file.header("content-security-policy").unwrap().contains("sandbox"));
    let told = read(ann, &number)["docket"].as_array().unwrap().last().unwrap()["exhibit"].clone();
    assert_eq!(told["bytes"], file.body.len());
    assert_eq!(file.header("etag"), Some(format!("\"{}\"", told["sha256"].as_str().unwrap()).as_str()));

    let png = picture(ImageFormat::Png);
    let polyglot = [png.as_slice(), b"<script>alert(1)</script>"].concat();
    let kept = exhibit(&polyglot).expect(201)["filing"].clone();
    let file = club.anyone().get(&step(&number, &format!("filings/{kept}/file")));
    assert!(!file.text().contains("script"));
    let mut huge = png.clone();
    huge[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    for hostile in
        [&b"<html><script>alert(1)</script></html>"[..], b"GIF89a\x01\0", b"MZ\x90\0", &png[..50], &huge, b""]
    {
        assert_eq!(exhibit(hostile).refused(422), ["III.3"], "{}", String::from_utf8_lossy(hostile));
    }
    assert_eq!(exhibit(&vec![b'a'; (5 << 20) + 1]).status, 413);
    assert_eq!(upload(ben, &number, "public", b"Words").refused(403), ["III.3"]);

    let path = format!("{}?title=Words&visibility=public", step(&number, "exhibits"));
    let send = |body: &[u8]| ann.send("POST", &path, &[("Idempotency-Key", "words")], body);
    let first = send(b"Some words").expect(201);
    assert_eq!(send(b"Some words").expect(201), first, "not filed twice");
    send(b"Other words").expect(422);
    let words = club.anyone().get(&step(&number, &format!("filings/{}/file", first["filing"])));
    assert_eq!(words.header("content-type"), Some("text/plain; charset=utf-8"));
    for more in 0..20 - 3 {
        exhibit(format!("Note {more}").as_bytes()).expect(201);
    }
    assert_eq!(exhibit(b"One too many").refused(409), ["III.3"]);
});

/// The queries that reading a case takes.
fn queries(club: &Club, number: &str) -> usize {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    let instrument = move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { .. } = event {
            counted.fetch_add(1, Ordering::Relaxed);
        }
    };
    let mut db = club.app.db.connector().open().unwrap();
    match &mut db {
        Db::Sqlite(connection) => connection.set_instrumentation(instrument),
        Db::Postgres(connection) => connection.set_instrumentation(instrument),
    }
    rookery::court::store::one(&mut db, number, None, club.now()).unwrap();
    count.load(Ordering::Relaxed)
}

both!(a_case_with_two_hundred_filings_costs_no_more_queries, |club| {
    let (court, number) = heard(&club);
    let few = queries(&club, &number);
    for filer in [&court.ann, &court.may] {
        for _ in 0..100 {
            file(filer, &number, "brief", "public").expect(201);
        }
    }
    assert!(read(&court.ann, &number)["docket"].as_array().unwrap().len() > 200);
    let many = queries(&club, &number);
    assert_eq!(few, many);
    // One of them asks what a deduction could take of the score.
    assert!(many <= 26, "{many} queries");
});
