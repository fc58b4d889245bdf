//! How often campaigns run.

/// How often a campaign runs: `PARTY_CASES` times as often as in a plain test run.
pub fn cases(usual: u64) -> u64 {
    usual * std::env::var("PARTY_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// A number that the environment asks for, or 0.
pub fn asked(name: &str) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(0)
}
