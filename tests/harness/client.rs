//! A caller of the API.

use rookery_messages::Message;
use serde_json::Value;

/// What the service answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The body where it is JSON, else null.
    pub json: Value,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// A refusal that was put together as text would stay English on every page.
    fn is_said_in_every_language(&self) {
        if !self.json["type"].as_str().is_some_and(|kind| kind.starts_with("/problems/")) {
            return;
        }
        let errors = self.json["errors"].as_array().into_iter().flatten().map(|error| &error["message"]);
        for message in errors.chain([&self.json["message"]]) {
            let message: Message = serde_json::from_value(message.clone()).expect("a message");
            assert_eq!(message.as_verbatim(), None, "not a message of the program");
        }
    }

    /// The body; of a page without the line breaks by which its template is laid out, as a reader sees none.
    pub fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        match self.header("content-type") {
            Some(kind) if kind.starts_with("text/html") => without_layout(&text),
            _ => text.into_owned(),
        }
    }

    /// The body of an answer that must have this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json
    }

    /// The Acts of a refusal that must have this status.
    #[track_caller]
    pub fn refused(self, status: u16) -> Vec<String> {
        let problem = self.expect(status);
        problem["acts"].as_array().expect("acts").iter().map(|act| act.as_str().unwrap().to_owned()).collect()
    }
}

fn without_layout(page: &str) -> String {
    let mut told = String::with_capacity(page.len());
    for line in page.lines() {
        let bare = line.trim_start();
        if told.ends_with('>') || bare.starts_with("</") || bare.starts_with("<br") {
            told += bare;
        } else {
            // What somebody wrote on lines of its own is not indented.
            let between = if bare.len() < line.len() { " " } else { "\n" };
            told.extend([between, bare]);
        }
    }
    told
}

#[derive(Clone)]
pub struct Client {
    base: String,
    token: Option<String>,
    agent: ureq::Agent,
}

impl Client {
    pub fn new(base: &str, token: Option<String>) -> Client {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
        Client { base: base.to_owned(), token, agent }
    }

    /// The same caller at another replica.
    pub fn at(&self, base: &str) -> Client {
        Client::new(base, self.token.clone())
    }

    /// The same caller, who gives up where no answer comes within half a minute.
    pub fn impatient(&self) -> Client {
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0);
        let agent = config.timeout_global(Some(std::time::Duration::from_secs(30))).build().into();
        Client { agent, ..self.clone() }
    }

    /// The access token, if signed in.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Any request, with headers of its own.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.try_send(method, path, headers, body).unwrap()
    }

    /// [`Client::send`] to a service that may be gone.
    pub fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Answer, ureq::Error> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = if body.is_empty() && method != "POST" {
            self.agent.run(request.body(())?)?
        } else {
            self.agent.run(request.body(body.to_vec())?)?
        };
        let body = response.body_mut().with_config().limit(1 << 28).read_to_vec()?;
        let answer = Answer {
            status: response.status().as_u16(),
            headers: response
                .headers()
                .iter()
                .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
                .collect(),
            json: serde_json::from_slice(&body).unwrap_or(Value::Null),
            body,
        };
        answer.is_said_in_every_language();
        Ok(answer)
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, path, &[("Content-Type", "application/json")], &serde_json::to_vec(body).unwrap())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], &[])
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.json("POST", path, body)
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.json("PUT", path, body)
    }

    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.json("PATCH", path, body)
    }

    pub fn delete(&self, path: &str, body: &Value) -> Answer {
        self.json("DELETE", path, body)
    }
}
