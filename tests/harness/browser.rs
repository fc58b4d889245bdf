//! A browser without scripts.

use std::collections::BTreeMap;

use super::{Answer, Caller, Club};

/// A browser: it keeps cookies and says where its requests come from.
#[derive(Clone)]
pub struct Browser<'a> {
    club: &'a Club,
    pub cookies: BTreeMap<String, String>,
}

impl<'a> Browser<'a> {
    pub fn new(club: &'a Club) -> Browser<'a> {
        Browser { club, cookies: BTreeMap::new() }
    }

    /// One that this person has signed in with.
    pub fn of(club: &'a Club, caller: &Caller) -> Browser<'a> {
        let token = caller.token().unwrap().to_owned();
        Browser { club, cookies: BTreeMap::from([("__Host-access".to_owned(), token)]) }
    }

    /// A request from a page of such a `site` (`Sec-Fetch-Site`).
    pub fn send(&mut self, method: &str, path: &str, site: &str, form: &str) -> Answer {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies = cookies.join("; ");
        let mut headers = vec![("Accept", "text/html"), ("Sec-Fetch-Site", site), ("Cookie", cookies.as_str())];
        if method == "POST" {
            headers.push(("Content-Type", "application/x-www-form-urlencoded"));
        }
        let answer = self.club.anyone().send(method, path, &headers, form.as_bytes());
        for (_, cookie) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
            assert!(cookie.contains("Secure") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            assert!(name.starts_with("__Host-"));
            self.cookies.remove(name);
            if !value.is_empty() {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "same-origin", "")
    }

    pub fn post(&mut self, path: &str, form: &str) -> Answer {
        self.send("POST", path, "same-origin", form)
    }

    /// The secret that this browser's pages carry.
    pub fn csrf(&mut self) -> String {
        let page = self.get("/sign-out").text();
        let after = page.split("name=\"csrf\" value=\"").nth(1).expect("a form with the secret");
        after.split('"').next().unwrap().to_owned()
    }
}
