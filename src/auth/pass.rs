//! The right to keep reading a long-lived connection: checked again at intervals while it is open, and at once when
//! the house rule `visitors` changes.

use std::time::Duration;

use actix_web::HttpRequest;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::{Viewpoint, Visitors, gate};
use crate::App;

/// The interval of the check, and of the heartbeat on the connection.
pub const HEARTBEAT: Duration = Duration::from_secs(15);

pub struct Pass {
    /// `None` if nobody had signed in.
    token: Option<String>,
    heartbeat: Interval,
    visitors: watch::Receiver<Visitors>,
}

impl Pass {
    pub fn of(app: &App, request: &HttpRequest) -> Pass {
        // A browser whose token ran out is let in by a new one, which its next request brings along.
        let is_signed_in = Viewpoint::of_request(request).person.is_some();
        let token = is_signed_in.then(|| gate::token(request).unwrap_or_default());
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Pass { token, heartbeat, visitors: app.board.visitors_changes() }
    }

    /// Comes back when it is time to ask again.
    pub async fn due(&mut self) {
        tokio::select! {
            _ = self.heartbeat.tick() => {}
            _ = self.visitors.changed() => {}
        }
    }

    /// Who reads now; nobody once the sign-in has ended or has to be renewed.
    pub async fn reader(&self, app: &App) -> Option<Viewpoint> {
        let Some(token) = &self.token else { return Some(Viewpoint::of(None, app.board.visitors())) };
        let known = gate::known(app, token.clone()).await.ok()??;
        Some(known.actor.viewpoint())
    }
}
