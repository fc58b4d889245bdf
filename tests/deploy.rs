//! What is shipped beside the binary: settings, dashboard and alert rules name what there is, and the health check asks.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::harness::{self, Binary, Club};

fn shipped(name: &str) -> String {
    std::fs::read_to_string(Path::new("deploy").join(name)).unwrap()
}

/// All words in a text that begin so.
fn names<'a>(text: &'a str, beginning: &str) -> BTreeSet<&'a str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(beginning)).collect()
}

fn rookery(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_rookery")).args(arguments).output().unwrap()
}

#[test]
fn the_settings_that_are_shipped_are_settings() {
    let help = String::from_utf8(rookery(&["--help"]).stdout).unwrap();
    let known = names(&help, "ROOKERY_");
    // What the composition asks for itself.
    let own = BTreeSet::from(["ROOKERY_HOST", "ROOKERY_PASSWORD"]);
    for file in ["rookery.conf", "rookery.service", "Dockerfile", "compose.yaml", "Caddyfile", "nginx.conf"] {
        let text = shipped(file);
        let unknown: Vec<_> = names(&text, "ROOKERY_").into_iter().filter(|name| !known.contains(name)).collect();
        assert!(unknown.iter().all(|name| own.contains(name)), "{file} sets {unknown:?}");
    }
    assert_eq!(names(&shipped("rookery.conf"), "ROOKERY_").difference(&known).next(), None);
}

#[test]
fn the_manual_has_every_command_and_setting() {
    let (help, manual) = (String::from_utf8(rookery(&["--help"]).stdout).unwrap(), shipped("rookery.1"));
    assert_eq!(names(&manual, "ROOKERY_"), names(&help, "ROOKERY_"));
    let listed = help.split("Commands:\n").nth(1).unwrap().lines().map_while(|line| line.split_whitespace().next());
    let told = |command: &&str| {
        manual.lines().any(|line| line.starts_with(".It Cm") && line.split(' ').any(|word| word == *command))
    };
    let missing: Vec<_> = listed.filter(|command| *command != "help" && !told(command)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn dashboard_and_alerts_name_what_is_measured() {
    let club = Club::on_sqlite();
    club.anyone().get("/nowhere");
    let told = club.anyone().get("/metrics").text();
    let lines = told.lines().filter(|line| !line.starts_with('#'));
    let measured: BTreeSet<&str> = lines.filter_map(|line| line.split(['{', ' ']).next()).collect();
    for file in ["dashboard.json", "alerts.yaml"] {
        let text = shipped(file);
        let named = names(&text, "rookery_");
        assert!(named.len() >= 5, "{named:?}");
        assert_eq!(named.difference(&measured).collect::<Vec<_>>(), Vec::<&&str>::new(), "{file}");
    }
    serde_json::from_str::<serde_json::Value>(&shipped("dashboard.json")).unwrap();
}

/// What systemd's analyser calls the exposure of the service, of 10, must stay as low; where systemd is installed.
#[test]
fn the_unit_gives_the_service_little_of_the_machine() {
    let asked = ["security", "--offline=true", "--threshold=20", "--no-pager", "deploy/rookery.service"];
    match Command::new("systemd-analyze").args(asked).output() {
        Ok(told) => assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stdout)),
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
    }
}

/// Packages as `name@version`: each table of the list of packages that Cargo keeps.
fn locked() -> BTreeSet<String> {
    let lock: toml::Table = std::fs::read_to_string("Cargo.lock").unwrap().parse().unwrap();
    let packages = lock["package"].as_array().unwrap().iter();
    let word = |package: &toml::Value, name: &str| package[name].as_str().unwrap().to_owned();
    packages.map(|package| format!("{}@{}", word(package, "name"), word(package, "version"))).collect()
}

#[test]
fn the_list_of_what_the_program_is_made_of_has_every_package() {
    let told = Command::new("scripts/sbom").env("SOURCE_DATE_EPOCH", "0").output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let list: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(
        (&list["bomFormat"], &list["metadata"]["timestamp"]),
        (&"CycloneDX".into(), &"1970-01-01T00:00:00Z".into())
    );
    let parts: Vec<_> = list["components"].as_array().unwrap().iter().chain([&list["metadata"]["component"]]).collect();
    let name = |part: &serde_json::Value| part["purl"].as_str().unwrap().trim_start_matches("pkg:cargo/").to_owned();
    assert_eq!(parts.iter().map(|part| name(part)).collect::<BTreeSet<_>>(), locked());
    assert!(parts.iter().all(|part| part["licenses"][0]["expression"].is_string()), "each has its licence");
    let again = Command::new("scripts/sbom").env("SOURCE_DATE_EPOCH", "0").output().unwrap();
    assert!(again.stdout == told.stdout, "the same packages make the same list");
}

#[test]
fn a_health_check_tells_a_service_that_is_ready_from_none() {
    let folder = harness::folder();
    let service = Binary::start(&format!("sqlite:{}", folder.path().join("club.sqlite").display()));
    let listen = service.url.trim_start_matches("http://").to_owned();
    let ask = || rookery(&["--listen", &listen, "ready"]);
    assert!(ask().status.success());
    drop(service);
    let refused = ask();
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("is not ready"));
}

/// `rookery init` with these answers, a line each, in a folder.
fn init(folder: &Path, answers: &str) -> std::process::Output {
    let mut asked = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["init", "--folder"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    asked.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    asked.wait_with_output().unwrap()
}

#[test]
fn five_answers_make_settings_that_a_club_is_served_with() {
    let folder = harness::folder();
    let written = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let refused = init(folder.path(), "https://chess.hill.school\n");
    assert!(!refused.status.success() && std::fs::read_dir(folder.path()).unwrap().next().is_none());

    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let backups = folder.path().join("backups").display().to_string();
    // An address that is nobody's, or keeps nobody signed in, is asked for again; so is half a path. A bare host is one.
    let answers = format!(
        "school\n\nclub.example.org\nhttp://chess.hill.school\nchess.hill.school\n{database}\n\
         backups\n{backups}\nnginx\nnone\n"
    );
    let made = init(folder.path(), &answers);
    let said = String::from_utf8(made.stdout).unwrap();
    assert!(made.status.success(), "{said}");
    for (right, times) in [
        ("That cannot be: it is the address of the service", 2),
        ("That cannot be: club.example.org is an example", 1),
        ("without HTTPS; it is https://chess.hill.school.", 1),
        ("That cannot be: it is the whole path of a folder", 1),
        ("HTTPS: nginx needs a certificate for chess.hill.school;", 1),
    ] {
        assert_eq!(said.matches(right).count(), times, "{right}: {said}");
    }
    assert!(!said.contains("https://club.example.org"), "what is refused is not proposed: {said}");
    let settings = written("rookery.conf");
    assert!(settings.contains("ROOKERY_URL=https://chess.hill.school\n"), "{settings}");
    assert!(settings.contains(&format!("ROOKERY_BACKUPS={backups}\n")) && !settings.contains("MAIL"), "{settings}");
    assert!(written("nginx.conf").contains("server_name chess.hill.school;"));
    assert!(written("rookery.service").contains(&format!("ReadWritePaths={backups}\n")));
    assert!(said.contains(&format!("install -d -o rookery -g rookery -m 700 {backups}")), "{said}");
    assert!(said.contains(concat!("install -m 755 ", env!("CARGO_BIN_EXE_rookery"), " /usr/local/bin/rookery")));
    assert!(
        written("rookery.service").contains("ExecStart=/usr/local/bin/rookery serve")
            && !folder.path().join("Caddyfile").exists()
    );
    assert!(!init(folder.path(), &answers).status.success(), "nothing is overwritten");

    let file = folder.path().join("rookery.conf").display().to_string();
    let with_settings = |arguments: &[&str]| {
        let output = rookery(&[&["--settings", &file], arguments].concat());
        (
            output.status.success(),
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (well, told) = with_settings(&["migrate"]);
    assert!(well && folder.path().join("club.sqlite").exists(), "{told}");
    let (well, told) = with_settings(&["check"]);
    assert!(well, "{told}");
}

#[test]
fn who_sends_e_mail_says_whom_it_is_from_and_the_usual_folder_asks_for_no_user() {
    let folder = harness::folder();
    let written = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let made = init(folder.path(), "chess.hill.school:8443\n\n\n\nsmtps://ann:secret@mail.hill.school\n\n");
    let said = String::from_utf8(made.stdout).unwrap();
    assert!(made.status.success() && said.contains("HTTPS: Caddy fetches the certificate by itself"), "{said}");
    assert!(said.contains("Backups: they lie on the club's own disk.") && !said.contains("adduser"), "{said}");
    let settings = written("rookery.conf");
    assert!(settings.contains("ROOKERY_URL=https://chess.hill.school:8443\n"), "a bare host is enough: {settings}");
    assert!(said.contains("echo 'import rookery.caddy' | sudo tee -a /etc/caddy/Caddyfile"), "{said}");
    assert!(!said.contains("/etc/caddy/Caddyfile &&"), "what Caddy serves besides stays: {said}");
    assert!(settings.contains("ROOKERY_MAIL_FROM=Rookery <rookery@chess.hill.school>\n"), "{settings}");
    assert!(settings.contains("ROOKERY_BACKUPS=/var/lib/rookery/backups\n"), "{settings}");
    assert!(!written("rookery.service").contains("ReadWritePaths"));
}

#[test]
fn the_doctor_says_what_is_wrong_and_what_to_do() {
    let folder = harness::folder();
    let database = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let service = Binary::start(&database);
    let listen = service.url.trim_start_matches("http://");
    let doctor = |arguments: &[&str]| {
        let here = ["--database", &database, "--listen", listen, "--url", &service.url];
        let output = rookery(&[&here, arguments, &["doctor"]].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, told) = doctor(&[]);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("this machine's clock agrees") && told.contains("ADVICE  mail:"), "{told}");
    assert!(told.contains(&format!("well    address: {} answers", service.url)), "{told}");
    assert!(told.contains("evidence: its key lies in "), "{told}");
    let empty = harness::folder();
    let new = format!("sqlite:{}", empty.path().join("new.sqlite").display());
    let of_backups = empty.path().join("backups").display().to_string();
    let of_new = doctor(&["--database", &new, "--backups", &of_backups]).1;
    assert!(std::fs::read_dir(empty.path()).unwrap().next().is_none(), "it only looks: {of_new}");
    assert!(of_new.contains("new.sqlite.checkpoints once the club is served"), "{of_new}");
    assert!(of_new.contains("backups, which is made when the club is served"), "{of_new}");
    assert!(of_new.contains("evidence: its key is made when the club is next served, and then lies in "), "{of_new}");
    let advice = told.lines().filter(|line| line.starts_with("ADVICE")).count();
    assert_eq!(told.lines().last(), Some(format!("no faults, {advice} pieces of advice").as_str()), "{told}");

    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (arguments, fault) in [
        (["--url", "http://club.invalid"], "browsers keep no sign-in without TLS"),
        (["--url", &format!("http://{nobody}")], "the service runs, so the proxy"),
        (["--smtp", &format!("smtp://{nobody}")], "the mail server takes no letters"),
        (["--database", "postgres://nobody@127.0.0.1:1/nothing"], "FAULT   database:"),
    ] {
        let (status, told) = doctor(&arguments);
        assert!(status == Some(1) && told.contains(fault), "{arguments:?}: {told}");
    }
}
