//! `ready`: whether the service on this machine answers and can write; what a container's health check runs.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::time::Duration;

use crate::config::Config;
use crate::error::Error;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks `/readyz`; refused where it is not ready.
pub fn run(config: &Config) -> Result<(), Error> {
    let place = here(&config.listen)?;
    let agent = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).build().new_agent();
    let not_ready = |error| Error::Unavailable(format!("the service at {place} is not ready: {error}"));
    agent.get(format!("http://{place}/readyz")).call().map(drop).map_err(not_ready)
}

/// Where a service that listens there is reached from this machine.
fn here(listen: &str) -> Result<SocketAddr, Error> {
    let wrong = || Error::Setting(format!("ROOKERY_LISTEN: {listen:?} is no address, as 127.0.0.1:8080 is one"));
    let mut place = listen.to_socket_addrs().ok().and_then(|mut places| places.next()).ok_or_else(wrong)?;
    match place.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => place.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => place.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_that_listens_everywhere_is_reached_here() {
        let reached = |listen| here(listen).unwrap().to_string();
        assert_eq!(reached("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(reached("[::]:8080"), "[::1]:8080");
        assert_eq!(reached("127.0.0.2:80"), "127.0.0.2:80");
        assert!(here("nonsense").is_err());
    }
}
