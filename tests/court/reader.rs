//! Somebody who reads the pages of the Court in a browser and sends their forms.

use crate::harness::{Browser, Caller, Club};

/// Somebody with a browser who has signed in.
pub(super) struct Reader<'a> {
    pub(super) browser: Browser<'a>,
    csrf: String,
}

impl<'a> Reader<'a> {
    pub(super) fn of(club: &'a Club, caller: &Caller) -> Reader<'a> {
        let mut browser = Browser::of(club, &club.again(caller));
        let csrf = browser.csrf();
        Reader { browser, csrf }
    }

    /// A page that is there.
    #[track_caller]
    pub(super) fn reads(&mut self, path: &str) -> String {
        let page = self.browser.get(path);
        assert_eq!(page.status, 200, "{path}: {}", page.text());
        page.text()
    }

    /// Sends a form that is shown again.
    pub(super) fn sends(&mut self, path: &str, fields: &[(&str, &str)]) -> (u16, String) {
        let answer = self.browser.post(path, &self.form(fields));
        (answer.status, answer.text())
    }

    /// Sends a form that is taken; gives where it leads.
    #[track_caller]
    pub(super) fn does(&mut self, path: &str, fields: &[(&str, &str)]) -> String {
        let answer = self.browser.post(path, &self.form(fields));
        assert_eq!(answer.status, 303, "{path}: {}", answer.text());
        answer.header("location").unwrap().to_owned()
    }

    /// Looks at what a form would do, and signs that; gives where it leads.
    #[track_caller]
    pub(super) fn signs(&mut self, preview: &str, path: &str, fields: &[(&str, &str)]) -> String {
        let seen = self.looks(preview, fields);
        self.does(path, &[fields, &[("seen", seen.as_str())]].concat())
    }

    /// Looks at what a form would do; gives what its preview carries along.
    #[track_caller]
    pub(super) fn looks(&mut self, preview: &str, fields: &[(&str, &str)]) -> String {
        let (status, page) = self.sends(preview, fields);
        assert_eq!(status, 200, "{page}");
        page.split("name=\"seen\" value=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a preview")
            .to_owned()
    }

    /// Takes a step in a case, whose page says on top what was done.
    #[track_caller]
    pub(super) fn steps(&mut self, case: &str, step: &str, fields: &[(&str, &str)]) {
        let named = [("form", step), ("step", step)];
        assert_eq!(self.does(case, &[&named, fields].concat()), format!("{case}#top"), "not where refusals are");
        let word = match step {
            "leave" => "Your decision is recorded.",
            "panel" => "The panel is named.",
            "hearing" => "The hearing is open.",
            "filing" => "It is filed.",
            "draft" => "The draft is saved.",
            "vote" => "Your vote is cast.",
            "count" => "The votes are counted.",
            "opinion" => "Your opinion is published.",
            _ => "You have joined the opinion.",
        };
        has(&self.reads(case), &[&format!("<p role=\"status\" class=\"done\">{word}</p>")]);
    }

    /// Uploads a text as an exhibit, by the form of a case's page.
    #[track_caller]
    pub(super) fn exhibits(&mut self, club: &Club, case: &str, title: &str, text: &str) {
        let field = |name: &str, value: &str| {
            format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let said = [("csrf", self.csrf.as_str()), ("title", title), ("text", ""), ("visibility", "public")];
        let said: String = said.iter().map(|(name, value)| field(name, value)).collect();
        let file = "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n";
        let body = format!("{said}{file}{text}\r\n--cut--\r\n");
        let cookies: Vec<String> = self.browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies = cookies.join("; ");
        let headers = [
            ("Accept", "text/html"),
            ("Sec-Fetch-Site", "same-origin"),
            ("Content-Type", "multipart/form-data; boundary=cut"),
            ("Cookie", cookies.as_str()),
        ];
        let answer = club.anyone().send("POST", &format!("{case}/exhibits"), &headers, body.as_bytes());
        assert_eq!(answer.header("location"), Some(format!("{case}#top").as_str()), "{}", answer.text());
        assert!(self.reads(case).contains(title));
    }

    fn form(&self, fields: &[(&str, &str)]) -> String {
        let pair = |(name, value): &(&str, &str)| format!("{name}={}", encoded(value));
        let sent: Vec<String> = fields.iter().map(pair).chain([format!("csrf={}", encoded(&self.csrf))]).collect();
        sent.join("&")
    }
}

fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[track_caller]
pub(super) fn has(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "no {text:?} in {page}");
    }
}

#[track_caller]
pub(super) fn lacks(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(!page.contains(text), "{text:?} in {page}");
    }
}
