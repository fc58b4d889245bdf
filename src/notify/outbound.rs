//! Requests to other machines: within a time, without following redirects, and, where somebody but
//! the operator chose the address, to public machines only.

use std::io::ErrorKind;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rookery_messages::{Message, Value, say};
use rustls::CertificateError;
use ureq::Agent;
use ureq::config::Config;
use ureq::http::{HeaderMap, Uri};
use ureq::tls::TlsConfig;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use crate::http::address::is_public;

/// The header of a request whose body is JSON.
pub fn json() -> (&'static str, String) {
    ("Content-Type", "application/json".to_owned())
}

/// How long another machine may take over a request, all in all.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which machines may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Anywhere,
    /// Not this machine, nor one of its own network, whatever name leads there.
    PublicOnly,
}

/// A client for requests to other machines.
#[derive(Clone, Debug)]
pub struct Outbound(Agent);

impl Outbound {
    pub fn new(reach: Reach) -> Outbound {
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let tls = TlsConfig::builder().unversioned_rustls_crypto_provider(provider).build();
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .max_redirects(0)
            .http_status_as_error(false)
            .proxy(None)
            .user_agent("Rookery")
            .tls_config(tls)
            .build();
        Outbound(match reach {
            Reach::Anywhere => Agent::new_with_config(config),
            Reach::PublicOnly => Agent::with_parts(config, DefaultConnector::default(), Public::default()),
        })
    }

    /// Posts something and gives the status that was answered.
    pub fn post(&self, url: &str, headers: &[(&str, String)], body: &[u8]) -> Result<u16, Message> {
        let mut request = self.0.post(url);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        Ok(request.send(body).map_err(told)?.status().as_u16())
    }

    /// Looks at an address.
    pub fn get(&self, url: &str) -> Result<Looked, Unreached> {
        let answer = self.0.get(url).call().map_err(Unreached::by)?;
        Ok(Looked { status: answer.status().as_u16(), headers: answer.headers().clone() })
    }
}

/// What was answered, without its body.
pub struct Looked {
    pub status: u16,
    headers: HeaderMap,
}

impl Looked {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Why nobody answered.
#[derive(Debug)]
pub struct Unreached {
    pub why: Message,
    /// What is wrong with the other machine's certificate, where that is why.
    pub certificate: Option<CertificateError>,
}

impl Unreached {
    fn by(error: ureq::Error) -> Unreached {
        let tls = match &error {
            ureq::Error::Rustls(error) => Some(error),
            ureq::Error::Io(error) => error.get_ref().and_then(|error| error.downcast_ref()),
            _ => None,
        };
        let certificate = match tls {
            Some(rustls::Error::InvalidCertificate(wrong)) => Some(wrong.clone()),
            _ => None,
        };
        Unreached { certificate, why: told(error) }
    }
}

/// What went wrong in plain words, where it is one of the usual mistakes.
fn told(error: ureq::Error) -> Message {
    match error {
        ureq::Error::HostNotFound => say!("no machine has this name"),
        ureq::Error::ConnectionFailed => say!("nobody answers at this address"),
        ureq::Error::Io(error) if error.kind() == ErrorKind::ConnectionRefused => {
            say!("nobody answers at this address")
        }
        ureq::Error::Timeout(_) => say!("no answer within {seconds} seconds", seconds = PATIENCE.as_secs()),
        ureq::Error::Other(ours) => {
            ours.downcast_ref().map_or_else(|| Message::verbatim(ours.to_string()), NotPublic::why)
        }
        theirs => Message::verbatim(theirs.to_string()),
    }
}

/// Looks names up as usual and gives no address that is not public, so that a connection is only
/// ever made to an address that was looked at.
#[derive(Debug, Default)]
struct Public(DefaultResolver);

#[derive(Debug)]
struct NotPublic(IpAddr);

impl std::error::Error for NotPublic {}

impl NotPublic {
    fn why(&self) -> Message {
        say!(
            "{address} is not open to the world. The host can allow such ones: `ROOKERY_WEBHOOKS_TO_PRIVATE_ADDRESSES=true`",
            address = Value::text(self.0)
        )
    }
}

impl std::fmt::Display for NotPublic {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.why().fmt(formatter)
    }
}

impl Resolver for Public {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        // What the machine says of a name that it cannot look up differs from one to the next.
        let found = self.0.resolve(uri, config, timeout).map_err(|error| match error {
            ureq::Error::Io(_) => ureq::Error::HostNotFound,
            other => other,
        })?;
        match found.iter().find(|address| !is_public(address.ip())) {
            Some(address) => Err(ureq::Error::Other(Box::new(NotPublic(address.ip())))),
            None => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leads_home_is_not_asked() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        for host in ["127.0.0.1", "localhost", "[::1]"] {
            let refused = Outbound::new(Reach::PublicOnly).post(&format!("http://{host}:{port}/"), &[], b"{}");
            let why = refused.unwrap_err().to_string();
            assert!(why.contains("not open to the world"), "{host}: {why}");
        }
    }

    #[test]
    fn the_usual_mistakes_are_told_in_plain_words() {
        let why = |reach, url: &str| Outbound::new(reach).post(url, &[], b"{}").unwrap_err().to_string();
        // No part of a name has 64 letters: that is known without a name server, which may not answer here.
        let nowhere = format!("http://{}.example/", "a".repeat(64));
        assert_eq!(why(Reach::PublicOnly, &nowhere), "no machine has this name");
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert_eq!(why(Reach::Anywhere, &format!("http://{free}/")), "nobody answers at this address");
    }
}
