//! Whom the service tells things: a mail server, and a program that takes webhooks or is a push service.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::Value;

/// A mail server of its own (aiosmtpd): see the script for what its addresses do.
pub struct MailServer {
    pub url: String,
    process: Child,
    letters: BufReader<ChildStdout>,
}

impl MailServer {
    pub fn start() -> MailServer {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/harness/mail_server.py");
        // The system's Python: aiosmtpd is one of its packages, which scripts/test installs.
        let mut process = Command::new("/usr/bin/python3")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python is not installed: run scripts/test, which installs it");
        let mut letters = BufReader::new(process.stdout.take().unwrap());
        // It chooses a port of its own and tells it as soon as it listens.
        let mut port = String::new();
        letters.read_line(&mut port).unwrap();
        // Why not, it has said on standard error.
        let port: u16 = port.trim().parse().expect("no mail server: scripts/test installs aiosmtpd");
        MailServer { url: format!("smtp://127.0.0.1:{port}"), process, letters }
    }

    /// The next letter that it took: `session`, `from`, `to`, `text` as it was sent and `content` as it is read.
    pub fn letter(&mut self) -> Value {
        let mut line = String::new();
        self.letters.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// A request that a receiver took.
#[derive(Clone, Debug)]
pub struct Received {
    pub headers: Vec<(String, String)>,
    pub bytes: Vec<u8>,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(header, _)| header == name);
        let Some((_, value)) = found else { panic!("no {name} in {self:?}") };
        value
    }
}

/// A program that takes requests and answers them with the statuses it is given, then 204.
pub struct Receiver {
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    pub fn start(answers: &[u16]) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let (kept, answers) = (received.clone(), answers.to_vec());
        std::thread::spawn(move || {
            let mut answers = answers.into_iter();
            for stream in listener.incoming() {
                let mut stream = BufReader::new(stream.unwrap());
                let mut lines = Vec::new();
                loop {
                    let mut line = String::new();
                    stream.read_line(&mut line).unwrap();
                    match line.trim_end() {
                        "" => break,
                        line => lines.push(line.to_owned()),
                    }
                }
                let headers: Vec<(String, String)> = lines
                    .iter()
                    .filter_map(|line| line.split_once(": "))
                    .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                    .collect();
                let length = headers.iter().find(|(name, _)| name == "content-length");
                let mut body = vec![0; length.map_or(0, |(_, value)| value.parse().unwrap())];
                stream.read_exact(&mut body).unwrap();
                let text = String::from_utf8_lossy(&body).into_owned();
                kept.lock().unwrap().push(Received { headers, bytes: body, body: text });
                let status = answers.next().unwrap_or(204);
                let answer = format!("HTTP/1.1 {status} Said\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                stream.get_mut().write_all(answer.as_bytes()).unwrap();
            }
        });
        Receiver { url, received }
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}
