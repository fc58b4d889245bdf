//! Network addresses: which of them are public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The header by which the service says where it takes a request to come from: how `rookery doctor` learns whether a
/// proxy says who asks.
pub const CLIENT_ADDRESS: &str = "client-address";

/// Whether an address is reachable on the internet: in none of IANA's registries of special addresses.
pub fn is_public(address: IpAddr) -> bool {
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
}
