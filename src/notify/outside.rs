//! Requests to other machines: within a time, without following redirects, and, where somebody but
//! the operator chose the address, to public machines only.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use ureq::Agent;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::TlsConfig;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

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
pub struct Outside(Agent);

impl Outside {
    pub fn new(reach: Reach) -> Outside {
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
        Outside(match reach {
            Reach::Anywhere => Agent::new_with_config(config),
            Reach::PublicOnly => Agent::with_parts(config, DefaultConnector::default(), Public::default()),
        })
    }

    /// Posts JSON and gives the status that was answered.
    pub fn post(&self, url: &str, headers: &[(&str, String)], body: &[u8]) -> Result<u16, String> {
        let mut request = self.0.post(url).header("Content-Type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let answer = request.send(body).map_err(|error| error.to_string())?;
        Ok(answer.status().as_u16())
    }
}

/// Looks names up as usual and gives no address that is not public, so that a connection is only
/// ever made to an address that was looked at.
#[derive(Debug, Default)]
struct Public(DefaultResolver);

#[derive(Debug, thiserror::Error)]
#[error("{0} is not a public address; the operator can allow private ones")]
struct NotPublic(IpAddr);

impl Resolver for Public {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.0.resolve(uri, config, timeout)?;
        match found.iter().find(|address| !is_public(address.ip())) {
            Some(address) => Err(ureq::Error::Other(Box::new(NotPublic(address.ip())))),
            None => Ok(found),
        }
    }
}

/// Whether an address is anybody's on the internet (as the IANA's registries of special addresses
/// tell), not one of a machine or a network of its own.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_4(address),
        IpAddr::V6(address) => is_public_6(address),
    }
}

fn is_public_4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        // This network, shared by providers, protocols' own, measurements, and what is reserved.
        || a == 0
        || (a, b & 0xc0) == (100, 64)
        || (a, b, c) == (192, 0, 0)
        || (a, b & 0xfe) == (198, 18)
        || a >= 240;
    !special
}

fn is_public_6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Global unicast alone, without documentation, tunnels (Teredo, 6to4) and what else is special.
    a & 0xe000 == 0x2000
        && a != 0x2002
        && (a != 0x2001 || b >= 0x200)
        && (a, b) != (0x2001, 0xdb8)
        && a & 0xfff0 != 0x3ff0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_and_others() {
        for public in ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::1", "::ffff:1.1.1.1"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for other in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "0.1.2.3",
            "100.64.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
            "64:ff9b::a00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
        ] {
            assert!(!is_public(other.parse().unwrap()), "{other}");
        }
    }

    #[test]
    fn a_name_that_leads_home_is_not_asked() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        for host in ["127.0.0.1", "localhost", "[::1]"] {
            let refused = Outside::new(Reach::PublicOnly).post(&format!("http://{host}:{port}/"), &[], b"{}");
            assert!(refused.clone().unwrap_err().contains("not a public address"), "{host}: {refused:?}");
        }
    }
}
