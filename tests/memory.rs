//! What callers send does not fill the machine: they upload to the binary itself, on the demonstration's club.

use std::io::{Cursor, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use image::{DynamicImage, ImageFormat, RgbImage};
use rookery::auth::Role;
use rookery::clock::Clock;
use rookery::commands::demo;
use rookery::court::store::open_case_of;
use rookery::id::PersonId;
use serde_json::{Value, json};

use crate::harness::{Answer, Binary, Caller, Client, Club, folder};

/// What the issue allows the process, in KiB.
const MOST: u64 = 250 << 10;
/// Callers at once.
const CROWD: usize = 12;

/// A number of `/proc`, in KiB: `VmHWM` is the most memory that was ever resident.
fn memory(service: &Binary, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", service.id())).unwrap();
    let line = status.lines().find_map(|told| told.strip_prefix(line)?.strip_prefix(':')).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    png.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(data);
    png.extend(kind);
    png.extend(data);
    png.extend(crc.sum().to_be_bytes());
}

/// A picture of one colour, as few bytes as that takes; 2 is RGB, 6 has an alpha channel.
fn plain_png(width: u32, height: u32, colour: u8) -> Vec<u8> {
    let channels = if colour == 6 { 4 } else { 3 };
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::fast());
    let row = vec![0; 1 + width as usize * channels];
    for _ in 0..height {
        rows.write_all(&row).unwrap();
    }
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, colour, 0, 0, 0]].concat();
    chunk(&mut png, b"IHDR", &head);
    chunk(&mut png, b"IDAT", &rows.finish().unwrap());
    chunk(&mut png, b"IEND", &[]);
    png
}

/// A photograph as a telephone held upright takes it: twelve million pixels, to be turned a quarter.
fn photograph() -> Vec<u8> {
    let image = RgbImage::from_fn(4_032, 3_024, |x, y| image::Rgb([(x / 16) as u8, (y / 12) as u8, (x ^ y) as u8 & 7]));
    let mut jpeg = Vec::new();
    DynamicImage::from(image).write_to(&mut Cursor::new(&mut jpeg), ImageFormat::Jpeg).unwrap();
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0".to_vec();
    exif.extend([1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]);
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

/// The same from a crowd at once; gives what each was answered.
fn crowd(send: impl Fn(usize) -> Answer + Sync) -> Vec<u16> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let callers: Vec<_> =
            (0..CROWD).map(|_| scope.spawn(|| send(next.fetch_add(1, Ordering::Relaxed)).status)).collect();
        callers.into_iter().map(|caller| caller.join().unwrap()).collect()
    })
}

fn upload(by: &Client, case: &str, bytes: &[u8]) -> Answer {
    let path = format!("/api/v1/cases/{case}/exhibits?title=Photo&visibility=public");
    by.send("POST", &path, &[("Content-Type", "application/octet-stream")], bytes)
}

/// Somebody of the demonstration who is a party to an open case; its number, and who is none.
fn parties(club: &Club) -> (Caller, String, Caller) {
    let found = club.app.db.read_now(|db| {
        let mut cases = Vec::new();
        for person in (1..=30).map(PersonId) {
            cases.push((person, open_case_of(db, person)?));
        }
        Ok(cases)
    });
    let (party, case) = found.unwrap().into_iter().find_map(|(person, case)| Some((person, case?))).unwrap();
    (club.sign_in(party), case, club.person("Nobody of the case", &[]))
}

#[test]
fn no_upload_lifts_the_process_above_its_bounds() {
    let folder = folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    rookery::db::migrate(&mut rookery::db::Connector::parse(&database).unwrap().open().unwrap()).unwrap();
    demo::build(&database, 1, Clock::System.now()).unwrap();
    let club = Club::closed(&database);
    let (party, case, other) = parties(&club);
    let chief = club.person("Second chief", &[Role::Administrator]);
    let service = Binary::start(&database);
    let [party, other, chief] = [&party, &other, &chief].map(|caller| caller.at(&service.url));
    let before = memory(&service, "VmRSS");
    let bomb = plain_png(8_000, 8_000, 2);
    assert!(bomb.len() < 1 << 20);
    let checked = |what: &str| {
        let most = memory(&service, "VmHWM");
        assert!(most < MOST, "{what}: {most} KiB, {before} KiB before");
        println!("{what}: {most} KiB at most, {} now, {before} before", memory(&service, "VmRSS"));
    };
    assert_eq!(crowd(|_| upload(&other, &case, &bomb)), [403; CROWD]);
    checked("who has no part in the case");
    assert_eq!(crowd(|_| upload(&party, &case, &bomb)), [422; CROWD]);
    checked("too many pixels");
    // Different ones, so that none is known already.
    let screens = |number: usize| plain_png(5_120, 2_880 - number as u32, 6);
    assert_eq!(crowd(|number| upload(&party, &case, &screens(number))), [201; CROWD]);
    checked("screens");
    let photo = photograph();
    let kept = crowd(|number| upload(&party, &case, if number < 6 { &photo } else { &bomb }));
    assert_eq!(kept.iter().filter(|status| **status == 201).count(), 6);
    checked("photographs");
    let docket = party.get(&format!("/api/v1/cases/{case}")).expect(200)["docket"].clone();
    let files =
        docket.as_array().unwrap().iter().filter(|filing| filing["exhibit"]["bytes"].as_i64() > Some(100 << 10));
    let files: Vec<&Value> = files.map(|filing| &filing["number"]).collect();
    let taken =
        crowd(|number| party.get(&format!("/api/v1/cases/{case}/filings/{}/file", files[number % files.len()])));
    assert_eq!(taken, [200; CROWD]);
    checked("files taken");
    let heavy = vec![b'a'; 9 << 20];
    for path in [format!("/api/v1/cases/{case}/exhibits?title=Long&visibility=public"), "/api/v1/imports".to_owned()] {
        assert!(
            crowd(|_| chief.send("POST", &path, &[], &heavy)).iter().all(|status| [403, 413, 429].contains(status))
        );
    }
    checked("more than is read");
    let nested: Value = json!(vec![json!([1]); 130_000]);
    let body = json!({ "title": nested, "subject": "question", "grounds": "x".repeat(400_000) });
    assert!(crowd(|_| other.post("/api/v1/cases", &body)).iter().all(|status| (400..500).contains(status)));
    checked("long JSON");
    let anyone = Client::new(&service.url, None);
    assert!(crowd(|_| anyone.post("/api/v1/tokens", &body)).iter().all(|status| (400..500).contains(status)));
    checked("long JSON of a stranger");
}
