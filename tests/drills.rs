//! What the drills of `docs/drills.md` rest on: a wrong clock, a last administrator, a moved host, an ended certificate.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use chrono::TimeDelta;
use rookery::audit::{self, Entry, Word};
use rookery::auth::{Role, totp};
use rookery::chess::evidence::Source;
use rookery::chess::evidence::store::{self as evidence, Gathered};
use rookery::clock::Clock;
use rookery::court::exhibits::Media;
use rookery::db::Tx;
use rookery::id::PersonId;
use rookery::tables::TableId;
use rookery::timekeeping::rules::ClockReading;
use rookery::timekeeping::store::write_right;
use serde_json::{Value, json};

use crate::harness::{self, Answer, Binary, Client, Club, wait_until};
use crate::tables::{begun, pair, play};

/// A command until it ends: its status, and all that it says.
fn rookery(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rookery")).args(arguments).env("RUST_LOG", "error").output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code(), told)
}

/// What the doctor says of a club that this service serves, and that browsers reach there.
fn doctor(database: &str, service: &str, url: &str) -> (Option<i32>, String) {
    let listen = service.trim_start_matches("http://");
    rookery(&["--database", database, "--listen", listen, "--url", url, "doctor"])
}

fn in_folder(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("club.sqlite").display())
}

/// An act that says nothing, in the log of a club.
fn log_an_act(club: &Club, ahead: TimeDelta) {
    club.write(move |tx| {
        let mut then = Tx { now: tx.now + ahead, db: &mut *tx.db };
        let entry = Entry { actor: None, act: Word::ClockRight, subject: "clock".to_owned(), body: json!({}) };
        audit::record(&mut then, entry)
    });
}

#[test]
fn a_wrong_clock_is_told_until_somebody_says_that_it_is_right() {
    let folder = harness::folder();
    let database = in_folder(folder.path());
    let club = Club::closed(&database);
    let host = club.person("Host", &[Role::Administrator]);
    // A test cannot set the machine's clock. So the clock is taken to have been right when it showed last year.
    let up = Clock::System.uptime().expect("a machine");
    club.write(move |tx| {
        let shown = tx.now - TimeDelta::weeks(52);
        write_right(tx, &ClockReading { shown, life: up.life.clone(), up: up.passed, ahead: None })
    });
    let service = Binary::start(&database);
    let (host, anyone) = (host.at(&service.url), Client::new(&service.url, None));
    assert_eq!(anyone.get("/readyz").expect(200), json!({ "clock": "leapt" }));
    let listen = service.url.trim_start_matches("http://");
    assert_eq!(rookery(&["--listen", listen, "ready"]).0, Some(0), "all else goes on");
    let (status, told) = doctor(&database, &service.url, &service.url);
    assert!(status == Some(1) && told.contains("FAULT   database: this machine's clock leapt: it shows"), "{told}");

    wait_until(|| host.get("/api/v1/clock").expect(200)["leapt"].is_object());
    assert_eq!(host.post("/api/v1/clock/confirmation", &json!({})).status, 204);
    wait_until(|| anyone.get("/readyz").status == 204);
    let (status, told) = doctor(&database, &service.url, &service.url);
    assert!(status == Some(0) && told.contains("this machine's clock agrees with it"), "{told}");
    let url = service.url.clone();
    drop(service);

    // Acts of a wrong clock stay in the log: the last of them tells how the clock is now.
    log_an_act(&club, TimeDelta::hours(2));
    let (status, told) = doctor(&database, &url, &url);
    assert!(status == Some(1) && told.contains("the newest act of the log"), "{told}");
    log_an_act(&club, TimeDelta::zero());
    let (status, told) = doctor(&database, &url, &url);
    assert!(status == Some(0) && told.contains("this machine's clock agrees with it"), "{told}");
}

const PASSWORD: &str = "fresh plain words";

fn sign_in(anyone: &Client, handle: &Value) -> Answer {
    anyone.post("/api/v1/tokens", &json!({ "handle": handle, "password": PASSWORD }))
}

/// The code of the link that `reset` prints.
fn code_in(told: &str) -> String {
    let code = told.split("/reset?code=").nth(1).unwrap_or_else(|| panic!("no link: {told}"));
    code.split_whitespace().next().unwrap().to_owned()
}

#[test]
fn the_last_administrator_gets_in_again_without_password_and_authenticator() {
    let folder = harness::folder();
    let database = in_folder(folder.path());
    let club = Club::closed(&database);
    let (host, second) = (club.person("Host", &[Role::Administrator]), club.person("Second", &[]));
    let service = Binary::start(&database);
    let anyone = Client::new(&service.url, None);
    let handle = host.at(&service.url).get("/api/v1/me").expect(200)["handle"].clone();
    let reset = |arguments: &[&str]| {
        let here = ["--database", &database, "--url", &service.url, "reset"];
        rookery(&[&here, arguments].concat())
    };
    let choose =
        |code: &str| anyone.post("/api/v1/password-resets", &json!({ "code": code, "new_password": PASSWORD })).status;
    let name = handle.as_str().unwrap();

    let (status, told) = reset(&["nobody"]);
    assert_eq!(status, Some(1));
    assert!(told.contains("Nobody signs in as nobody. Who runs the host signs in as") && told.contains(name), "{told}");

    let [first, last] = [(); 2].map(|()| code_in(&reset(&[name]).1));
    assert_eq!((choose(&first), choose(&last)), (422, 204), "the link that was printed last");
    let tokens = sign_in(&anyone, &handle).expect(200);
    let host = Client::new(&service.url, tokens["access_token"].as_str().map(str::to_owned));
    let enrolled = host.post("/api/v1/me/totp", &json!({ "password": PASSWORD })).expect(201);
    let secret = totp::from_base32(enrolled["secret"].as_str().unwrap()).unwrap();
    let code = totp::code(&secret, Clock::System.now()).unwrap();
    host.put("/api/v1/me/totp", &json!({ "code": code })).expect(200);

    // Now both are lost: a new password alone is not enough.
    assert_eq!(choose(&code_in(&reset(&[name]).1)), 204);
    assert_eq!(sign_in(&anyone, &handle).expect(401)["second_factor"], "required");
    assert_eq!(choose(&code_in(&reset(&[name, "--lost-authenticator"]).1)), 204);
    let tokens = sign_in(&anyone, &handle).expect(200);
    let host = Client::new(&service.url, tokens["access_token"].as_str().map(str::to_owned));
    let me = host.get("/api/v1/me").expect(200);
    assert_eq!((&me["powers_rest"], &me["roles"]["administrator"]), (&json!(false), &json!(true)));
    let roles = format!("/api/v1/people/{}/roles", second.id);
    host.post(&roles, &json!({ "role": "administrator", "reason": "So that there are two" })).expect(201);
    let second = second.at(&service.url).get("/api/v1/me").expect(200);
    assert_eq!(second["roles"]["administrator"], true);
}

#[test]
fn a_club_moves_to_another_host_and_its_evidence_opens_by_the_old_key() {
    const LIST: &str = "chess\nletters to my mother";
    let old = Club::on_sqlite();
    let [ann, ben] = pair(&old, ["Ann", "Ben"]);
    let chief = old.person("Chief", &[Role::ChiefJustice]);
    let table = begun(&ann, &ben);
    play(&ann, &table, 0, json!({ "kind": "resign" })).expect(200);
    let number: i64 = table.rsplit('/').next().unwrap().parse().unwrap();
    // Evidence is erased after some weeks by the machine's clock, which the new host goes by.
    old.app.clock.set(Clock::System.now());
    let (safe, person) = (old.app.safe.clone(), PersonId(ann.id));
    let gathered = Gathered { kind: Source::Processes, media: Media::Text, content: LIST.as_bytes().to_vec() };
    let piece = old.write(move |tx| evidence::add(tx, &safe, TableId(number), person, &gathered));

    let folder = harness::folder();
    let backup = folder.path().join("the-one.backup").display().to_string();
    let (status, told) = rookery(&["--database", &old.app.config.database, "backup", &backup]);
    assert_eq!(status, Some(0), "{told}");

    let database = in_folder(folder.path());
    let mut service = Binary::start(&database);
    let (status, told) = rookery(&["--database", &database, "restore", "--replace", &backup]);
    assert!(status == Some(1) && told.contains("sudo systemctl stop rookery"), "it is served: {told}");
    service.kill();
    let (status, told) = rookery(&["--database", &database, "restore", "--replace", &backup]);
    assert_eq!(status, Some(0), "{told}");
    let key = folder.path().join("club.sqlite.evidence-key");
    let (status, told) = doctor(&database, &service.url, &service.url);
    assert!(status == Some(1) && told.contains("FAULT   evidence:"), "{told}");
    assert!(told.contains(&format!("put the old machine's key into {}", key.display())), "{told}");

    std::fs::write(&key, old.app.config.evidence_key.as_ref().unwrap()).unwrap();
    service.restart();
    let (status, told) = doctor(&database, &service.url, &service.url);
    assert!(status == Some(0) && told.contains("well    evidence:"), "{told}");
    let (status, told) = rookery(&["--database", &database, "check"]);
    assert_eq!(status, Some(0), "{told}");
    let chief = Club::closed(&database).sign_in(PersonId(chief.id)).at(&service.url);
    assert_eq!(chief.get(&format!("/api/v1/evidence/{}/raw", piece.0)).text(), LIST);
}

/// Makes a certificate of this machine's address that holds for so many days, and its key.
fn make_certificate(folder: &Path, days: &str) {
    let openssl = |arguments: &[&str]| {
        let made = Command::new("openssl").args(arguments).current_dir(folder).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    };
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    openssl(&[&["req", "-new", "-subj", "/CN=club", "-keyout", "club.key", "-out", "club.csr"], &curve[..]].concat());
    std::fs::write(folder.join("extensions"), "basicConstraints=CA:FALSE\nsubjectAltName=IP:127.0.0.1\n").unwrap();
    let signed = ["x509", "-req", "-in", "club.csr", "-signkey", "club.key", "-extfile", "extensions"];
    openssl(&[&signed[..], &["-days", days, "-out", "club.pem"]].concat());
}

/// What stands in front of a club and speaks TLS.
struct Front {
    url: String,
    process: Child,
    /// What it says goes somewhere as long as it lives.
    _said: BufReader<ChildStdout>,
}

impl Front {
    /// With the certificate that was made in this folder.
    fn start(folder: &Path) -> Front {
        let mut process = Command::new("openssl")
            .args(["s_server", "-accept", "127.0.0.1:0", "-cert", "club.pem", "-key", "club.key", "-www"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(process.stdout.take().unwrap());
        // It chooses a port of its own and tells it as soon as it listens.
        let accepts = said.by_ref().lines().map(Result::unwrap).find(|line| line.starts_with("ACCEPT "));
        let url = accepts.unwrap().replacen("ACCEPT ", "https://", 1);
        Front { url, process, _said: said }
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

#[test]
fn a_certificate_that_has_ended_is_told_by_the_doctor_while_the_service_is_well() {
    let folder = harness::folder();
    let database = in_folder(folder.path());
    let service = Binary::start(&database);
    for (days, ends_with, words) in [
        ("-1", 1, "FAULT   address: the certificate of https://127.0.0.1"),
        ("30", 0, "ADVICE  address: who made the certificate of https://127.0.0.1"),
    ] {
        make_certificate(folder.path(), days);
        let front = Front::start(folder.path());
        let (status, told) = doctor(&database, &service.url, &front.url);
        assert!(status == Some(ends_with) && told.contains(words), "{told}");
        assert_eq!(told.contains("has ended"), days == "-1", "{told}");
    }
    let listen = service.url.trim_start_matches("http://");
    assert_eq!(rookery(&["--listen", listen, "ready"]).0, Some(0));
}

/// nginx says itself whether it takes what is shipped for it.
#[test]
fn nginx_takes_the_settings_that_are_shipped_for_it() {
    let folder = harness::folder();
    make_certificate(folder.path(), "30");
    let here = folder.path().display();
    let shipped = std::fs::read_to_string("deploy/nginx.conf").unwrap();
    // What only a server has: its certificate, its log, a port that root alone may take.
    let shipped = shipped
        .replace("/etc/ssl/", &format!("{here}/"))
        .replace("/var/log/nginx/", &format!("{here}/"))
        .replace("listen 443", &format!("listen unix:{here}/club.socket"));
    let settings = format!("pid {here}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{shipped}}}\n");
    std::fs::write(folder.path().join("nginx.conf"), settings).unwrap();
    let told = Command::new("/usr/sbin/nginx")
        .args(["-e", "stderr", "-t", "-c"])
        .arg(folder.path().join("nginx.conf"))
        .arg("-p")
        .arg(folder.path())
        .output()
        .expect("nginx is not installed: run scripts/test, which installs it");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
}
