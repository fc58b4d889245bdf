//! What an operation is called in programs: `listGames`, `registerGame`.
//!
//! A GET is named after its path: `list` if the path ends with a plural, else `get`. Other operations are named after
//! their handler, if that has several words (`lift_ban`); else after handler and path (`register` and `games`). Names
//! that would read badly are set here.

use serde_json::Value;

use crate::auth::Route;

/// Method, path, name.
pub const GIVEN: &[(&str, &str, &str)] = &[
    ("POST", "/api/v1/adjudications", "adjudicate"),
    ("POST", "/api/v1/analysis/multiplayer", "analyseMultiplayer"),
    ("POST", "/api/v1/analysis/party", "analyseParty"),
    ("POST", "/api/v1/backups", "makeBackup"),
    ("POST", "/api/v1/bans", "banMember"),
    ("POST", "/api/v1/breaches_of_secrecy", "answerBreachOfSecrecy"),
    ("POST", "/api/v1/cases", "filePetition"),
    ("POST", "/api/v1/cases/{number}/author", "nameAuthor"),
    ("POST", "/api/v1/cases/{number}/count", "countVotes"),
    ("POST", "/api/v1/cases/{number}/drafts", "draftJudgment"),
    ("POST", "/api/v1/cases/{number}/en_banc_leave", "decideEnBancLeave"),
    ("POST", "/api/v1/cases/{number}/filings", "addFiling"),
    ("POST", "/api/v1/cases/{number}/filings/{filing}/rulings", "ruleOnFiling"),
    ("POST", "/api/v1/cases/{number}/hearing", "openHearing"),
    ("POST", "/api/v1/cases/{number}/leave", "decideLeave"),
    ("POST", "/api/v1/cases/{number}/opinions", "publishOpinion"),
    ("POST", "/api/v1/cases/{number}/opinions/{opinion}/joins", "joinOpinion"),
    ("POST", "/api/v1/cases/{number}/panel", "pickPanel"),
    ("POST", "/api/v1/cases/{number}/votes", "voteOnDraft"),
    ("POST", "/api/v1/cases/{number}/withdrawal", "withdrawPetition"),
    ("POST", "/api/v1/change_requests", "requestChange"),
    ("POST", "/api/v1/change_requests/{id}/acceptance", "acceptChangeRequest"),
    ("POST", "/api/v1/change_requests/{id}/declining", "declineChangeRequest"),
    ("POST", "/api/v1/change_requests/{id}/withdrawal", "withdrawChangeRequest"),
    ("POST", "/api/v1/checks", "startCheck"),
    ("POST", "/api/v1/chief-justice", "handOverChair"),
    ("POST", "/api/v1/decisions", "makeDecision"),
    ("POST", "/api/v1/decisions/{id}/declaration", "declareDecision"),
    ("PUT", "/api/v1/elections/{id}/ballot", "castBallot"),
    ("POST", "/api/v1/elections/{id}/calling_off", "callOffElection"),
    ("POST", "/api/v1/elections/{id}/nominations", "nominateCandidate"),
    ("POST", "/api/v1/erasure_requests", "requestErasure"),
    ("POST", "/api/v1/erasure_requests/{id}/answer", "answerErasureRequest"),
    ("POST", "/api/v1/people/{id}/erasure_request", "requestErasureFor"),
    ("POST", "/api/v1/clock/confirmation", "confirmClock"),
    ("GET", "/api/v1/evidence/{id}/raw", "getRawEvidence"),
    ("POST", "/api/v1/evidence/{id}/redactions", "redactEvidence"),
    ("GET", "/api/v1/exports/{file}", "streamExport"),
    ("POST", "/api/v1/exports/{file}", "prepareExport"),
    ("GET", "/api/v1/games/preview", "previewGame"),
    ("POST", "/api/v1/games/{id}/approval", "decideApproval"),
    ("POST", "/api/v1/games/{id}/correction", "correctGame"),
    ("POST", "/api/v1/games/{id}/objections", "objectToGame"),
    ("POST", "/api/v1/games/{id}/restoration", "restoreGame"),
    ("POST", "/api/v1/games/{id}/undo", "undoDecision"),
    ("POST", "/api/v1/games/{id}/void", "voidGame"),
    ("GET", "/api/v1/house_rules", "getHouseRules"),
    ("POST", "/api/v1/imports", "startImport"),
    ("POST", "/api/v1/invitations", "createInvitation"),
    ("GET", "/api/v1/leaderboard/changes", "watchLeaderboard"),
    ("POST", "/api/v1/me/calendar", "makeMyCalendarAddress"),
    ("GET", "/api/v1/me/calendar", "getMyCalendarAddress"),
    ("DELETE", "/api/v1/me/calendar", "withdrawMyCalendarAddress"),
    ("POST", "/api/v1/me/devices", "addMyDevice"),
    ("DELETE", "/api/v1/me/devices/{id}", "endMyDevice"),
    ("PUT", "/api/v1/me/devices/{id}", "renewMyDevice"),
    ("POST", "/api/v1/me/devices/{id}/tests", "testMyDevice"),
    ("GET", "/api/v1/me/notification_preferences", "getMyNotificationPreferences"),
    ("PUT", "/api/v1/me/notification_preferences", "changeNotificationPreferences"),
    ("DELETE", "/api/v1/me/totp", "liftAuthenticator"),
    ("POST", "/api/v1/me/totp", "beginAuthenticator"),
    ("PUT", "/api/v1/me/totp", "confirmAuthenticator"),
    ("POST", "/api/v1/memberships", "joinClub"),
    ("POST", "/api/v1/monitors", "monitorMember"),
    ("GET", "/api/v1/nomic_games/{id}/deadlines.ics", "getNomicGameDeadlinesAsCalendar"),
    ("POST", "/api/v1/nomic_games/{id}/explanations", "explainNomicDraft"),
    ("POST", "/api/v1/nomic_games/{id}/plays", "playNomic"),
    ("PUT", "/api/v1/notifications/read", "markNotificationsRead"),
    ("GET", "/api/v1/notifications/unread", "countUnreadNotifications"),
    ("POST", "/api/v1/objections/{id}/rematch", "recordRematch"),
    ("POST", "/api/v1/people/{id}/password-reset/code", "handOverResetCode"),
    ("POST", "/api/v1/redactions/{id}/releases", "releaseRedaction"),
    ("POST", "/api/v1/removal_requests", "requestRemoval"),
    ("POST", "/api/v1/removals", "removeMember"),
    ("POST", "/api/v1/reports", "reportOffence"),
    ("POST", "/api/v1/reports/{id}/dismissal", "dismissReport"),
    ("GET", "/api/v1/rulebook/diff", "compareRulebookVersions"),
    ("POST", "/api/v1/rulebook/previews", "previewRulebook"),
    ("GET", "/api/v1/rulebook/search", "searchRulebook"),
    ("POST", "/api/v1/rulebook/versions", "publishRulebook"),
    ("POST", "/api/v1/sessions", "addExtraSession"),
    ("POST", "/api/v1/sessions/{id}/arrivals", "recordArrivals"),
    ("POST", "/api/v1/sessions/{id}/cancellation", "cancelSession"),
    ("DELETE", "/api/v1/sessions/{id}/cancellation", "holdSession"),
    ("PATCH", "/api/v1/sessions/{id}", "changeSession"),
    ("POST", "/api/v1/sessions/{id}/departures", "recordDepartures"),
    ("POST", "/api/v1/sessions/{id}/end", "endSession"),
    ("DELETE", "/api/v1/sessions/{id}/end", "resumeSession"),
    ("POST", "/api/v1/sessions/{id}/pairings", "announcePairings"),
    ("DELETE", "/api/v1/sessions/{id}/pairings/{round}", "takeBackPairings"),
    ("DELETE", "/api/v1/sessions/{id}/register/{person}", "takeOffRegister"),
    ("POST", "/api/v1/setup", "setUpClub"),
    ("POST", "/api/v1/signing-keys", "rotateSigningKey"),
    ("POST", "/api/v1/suggestions", "suggestChange"),
    ("POST", "/api/v1/suggestions/{id}/answer", "answerSuggestion"),
    ("GET", "/api/v1/tables/{id}/events", "watchTable"),
    ("POST", "/api/v1/tables/{id}/invitations", "inviteToTable"),
    ("POST", "/api/v1/tables/{id}/plays", "playAtTable"),
    ("PUT", "/api/v1/tables/{id}/readiness", "changeReadiness"),
    ("POST", "/api/v1/tables/{id}/rulings", "ruleOnTable"),
    ("DELETE", "/api/v1/tables/{id}/seats", "leaveTable"),
    ("POST", "/api/v1/tables/{id}/seats", "sitDownAtTable"),
    ("GET", "/api/v1/tables/{id}/socket", "openTableSocket"),
    ("POST", "/api/v1/tables/{id}/talk", "sayAtTable"),
    ("POST", "/api/v1/tables/{id}/void", "voidTable"),
    ("POST", "/api/v1/time_penalties/{id}/serving", "serveTimePenalty"),
    ("POST", "/api/v1/timed_games/{id}/end", "endTimedGame"),
    ("POST", "/api/v1/timed_games/{id}/pause", "pauseTimedGame"),
    ("POST", "/api/v1/timed_games/{id}/resume", "resumeTimedGame"),
    ("POST", "/api/v1/tokens/refresh", "refreshTokens"),
    ("POST", "/api/v1/tournaments/{id}/challenges", "challengeOnLadder"),
    ("DELETE", "/api/v1/tournaments/{id}/challenges/{challenge}", "takeBackChallenge"),
    ("POST", "/api/v1/tournaments/{id}/end", "endTournament"),
    ("POST", "/api/v1/tournaments/{id}/players", "enterTournament"),
    ("POST", "/api/v1/tournaments/{id}/rounds", "announceTournamentRound"),
    ("GET", "/api/v1/tournaments/{id}/rounds/next", "getNextTournamentRound"),
    ("DELETE", "/api/v1/tournaments/{id}/rounds/{round}", "takeBackTournamentRound"),
    ("POST", "/api/v1/tournaments/{id}/withdrawals", "withdrawFromTournament"),
    ("POST", "/api/v1/webhooks/{id}/secret", "rotateWebhookSecret"),
    ("POST", "/api/v1/webhooks/{id}/tests", "testWebhook"),
    ("GET", "/healthz", "getHealth"),
    ("GET", "/metrics", "getMetrics"),
    ("GET", "/readyz", "getReadiness"),
];

/// Names an operation, which is called as its handler is until then.
pub fn name(operation: &mut Value, route: &Route) {
    let given = GIVEN.iter().find(|(method, path, _)| (*method, *path) == (route.method, route.path));
    let name = match given {
        Some((.., name)) => (*name).to_owned(),
        None if route.method == "GET" => read(route.path),
        None => done(operation["operationId"].as_str().unwrap_or_default(), route.path),
    };
    operation["operationId"] = name.into();
}

fn segments(path: &str) -> Vec<&str> {
    path.trim_start_matches("/api/v1").split('/').filter(|segment| !segment.is_empty()).collect()
}

fn is_id(segment: &str) -> bool {
    segment.starts_with('{')
}

/// `lapsed_members` as `LapsedMembers`.
fn words(segment: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at_checked(1)?;
        Some(first.to_uppercase() + rest)
    };
    segment.split(['_', '-', '.']).filter_map(capital).collect()
}

/// One of several things: `Game` of `Games`.
fn one_of(things: &str) -> String {
    let stem = |ending| things.strip_suffix(ending);
    if let Some(stem) = stem("People") {
        return format!("{stem}Person");
    }
    if let Some(stem) = stem("ies") {
        return format!("{stem}y");
    }
    stem("s").unwrap_or(things).to_owned()
}

/// The name of what reads the things at a path.
fn read(path: &str) -> String {
    let segments = segments(path);
    let several = segments.last().is_some_and(|last| !is_id(last) && one_of(&words(last)) != words(last));
    let mut name = if several { "list" } else { "get" }.to_owned();
    for (place, segment) in segments.iter().enumerate().filter(|(_, segment)| !is_id(segment)) {
        let next = segments.get(place + 1);
        name += &match (*segment, next) {
            ("me", Some(_)) => "My".to_owned(),
            (_, Some(next)) if is_id(next) => one_of(&words(segment)),
            _ => words(segment),
        };
    }
    name
}

/// The name of what a handler does at a path.
fn done(handler: &str, path: &str) -> String {
    if let Some((verb, rest)) = handler.split_once('_') {
        return verb.to_owned() + &words(rest);
    }
    let things = segments(path).into_iter().rfind(|segment| !is_id(segment)).unwrap_or_default();
    handler.to_owned() + &one_of(&words(things))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_off_paths_and_handlers() {
        let reads = [
            ("/api/v1/games", "listGames"),
            ("/api/v1/games/{id}/pgn", "getGamePgn"),
            ("/api/v1/people/{id}/roles", "listPersonRoles"),
            ("/api/v1/me", "getMe"),
            ("/api/v1/me/sign-ins", "listMySignIns"),
            ("/api/v1/rulebook/versions/{number}", "getRulebookVersion"),
            ("/api/v1/time_penalties", "listTimePenalties"),
        ];
        for (path, name) in reads {
            assert_eq!(read(path), name);
        }
        assert_eq!(done("register", "/api/v1/games"), "registerGame");
        assert_eq!(done("rename", "/api/v1/people/{id}"), "renamePerson");
        assert_eq!(done("take", "/api/v1/people/{id}/roles/{role}"), "takeRole");
        assert_eq!(done("lift_ban", "/api/v1/bans/{id}/lifting"), "liftBan");
    }
}
