//! What the operator sets: by flags or by environment variables of the same names.

/// Settings of one running service. What the club decides is not here: that is the rulebook's.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Where the club is kept: sqlite:PATH or postgres://USER@HOST/NAME.
    #[arg(long, env = "ROOKERY_DATABASE", default_value = Config::DEFAULT_DATABASE, global = true, hide_env_values = true)]
    pub database: String,
    /// Address to serve on.
    #[arg(long, env = "ROOKERY_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// How browsers reach the service, for links that it prints and for tokens it issues.
    #[arg(long, env = "ROOKERY_URL", default_value = "http://localhost:8080")]
    pub url: String,
    /// Connections for reading.
    #[arg(long, env = "ROOKERY_READERS", default_value_t = 4)]
    pub readers: u32,
    /// Threads that serve.
    #[arg(long, env = "ROOKERY_WORKERS", default_value_t = 2)]
    pub workers: usize,
    /// The address that forwards requests to the service, if one does; its X-Forwarded-For is believed.
    #[arg(long, env = "ROOKERY_TRUSTED_PROXY")]
    pub trusted_proxy: Option<std::net::IpAddr>,
    /// The mail server that letters go out by, if any: smtps://USER:PASSWORD@HOST, or
    /// smtp://HOST?tls=required. Without it nobody is told anything by e-mail.
    #[arg(long, env = "ROOKERY_SMTP", hide_env_values = true)]
    pub smtp: Option<String>,
    /// Whom letters are from: "Chess club <club@example.org>"; rookery@ the host of the URL, if not set.
    #[arg(long, env = "ROOKERY_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// The webhook of the club's Discord channel, if any: it is told the club's news and declarations.
    #[arg(long, env = "ROOKERY_DISCORD", hide_env_values = true)]
    pub discord: Option<String>,
    /// Let webhooks reach this machine and its own network, and by http://; for trying things out.
    #[arg(long, env = "ROOKERY_WEBHOOKS_TO_PRIVATE_ADDRESSES", default_value_t = false)]
    pub webhooks_to_private_addresses: bool,
    /// Requests a minute that are heard of one account, or of one address without an account; 0 for
    /// any number. Each replica counts for itself.
    #[arg(long, env = "ROOKERY_REQUESTS_PER_MINUTE", default_value_t = 1200)]
    pub requests_per_minute: u32,
    /// The folder for signed checkpoints of the act log and the key that signs them, best on another disk
    /// or machine than the database. Beside an SQLite file, if not set; with PostgreSQL none are kept then.
    #[arg(long, env = "ROOKERY_CHECKPOINTS", global = true)]
    pub checkpoints: Option<std::path::PathBuf>,
    /// The key that evidence of online games is kept by: 64 hexadecimal digits. Kept in a file beside an
    /// SQLite file, if not set; with PostgreSQL no evidence is taken then.
    #[arg(long, env = "ROOKERY_EVIDENCE_KEY", hide_env_values = true)]
    pub evidence_key: Option<String>,
    /// Let powers rest until their holder has set up an authenticator; without it that is advised.
    #[arg(long, env = "ROOKERY_REQUIRE_SECOND_FACTOR", default_value_t = false)]
    pub require_second_factor: bool,
}

impl Config {
    pub const DEFAULT_DATABASE: &str = "sqlite:rookery.sqlite";

    /// Settings for a service that only this process reaches.
    pub fn embedded(database: impl Into<String>) -> Config {
        Config {
            database: database.into(),
            listen: "127.0.0.1:0".into(),
            url: "http://localhost:8080".into(),
            readers: 2,
            workers: 1,
            trusted_proxy: None,
            smtp: None,
            mail_from: None,
            discord: None,
            webhooks_to_private_addresses: false,
            requests_per_minute: 0,
            require_second_factor: false,
            checkpoints: None,
            evidence_key: None,
        }
    }

    /// Where checkpoints of the act log are kept, if anywhere.
    pub fn checkpoints_folder(&self) -> Option<std::path::PathBuf> {
        let beside = || self.database.strip_prefix("sqlite:").map(|file| format!("{file}.checkpoints").into());
        self.checkpoints.clone().or_else(beside)
    }

    /// Where the key of the evidence lies if none is set.
    pub fn evidence_key_file(&self) -> Option<std::path::PathBuf> {
        self.database.strip_prefix("sqlite:").map(|file| format!("{file}.evidence-key").into())
    }
}
