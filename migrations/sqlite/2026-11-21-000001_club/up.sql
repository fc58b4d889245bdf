-- The club: people, their powers, sessions, games, ratings; and the records every act leaves.
-- Times are UTC without a zone. The PostgreSQL twin makes the same tables.

-- A person is anybody the club knows: members, guests, moderators, a teacher, the kiosk.
CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    handle TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    version INTEGER NOT NULL DEFAULT 1
);

-- Times on the leaderboard (Acts II.1, II.7, II.8). An open one has no end.
CREATE TABLE memberships (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    joined_at TIMESTAMP NOT NULL,
    removed_at TIMESTAMP,
    removed_by INTEGER REFERENCES people (id),
    removal_reason TEXT,
    removal_act TEXT
);
CREATE UNIQUE INDEX memberships_open ON memberships (person_id) WHERE removed_at IS NULL;
CREATE INDEX memberships_person ON memberships (person_id, joined_at);

-- Members who asked to be removed (Act II.8): due seven days on.
CREATE TABLE removal_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    reason TEXT NOT NULL,
    requested_at TIMESTAMP NOT NULL,
    due_at TIMESTAMP NOT NULL,
    withdrawn_at TIMESTAMP,
    granted_at TIMESTAMP
);
CREATE UNIQUE INDEX removal_requests_open ON removal_requests (person_id)
    WHERE withdrawn_at IS NULL AND granted_at IS NULL;

CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    author_id INTEGER NOT NULL REFERENCES people (id),
    text TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    ends_at TIMESTAMP,
    withdrawn_at TIMESTAMP
);
CREATE INDEX notes_person ON notes (person_id, id);

CREATE TABLE accounts (
    person_id INTEGER PRIMARY KEY NOT NULL REFERENCES people (id),
    email TEXT UNIQUE,
    password_hash TEXT NOT NULL,
    -- Raised to sign the person out everywhere: older tokens stop at once.
    generation INTEGER NOT NULL DEFAULT 1,
    totp_secret BLOB,
    totp_confirmed_at TIMESTAMP,
    totp_last_step INTEGER NOT NULL DEFAULT 0,
    must_change_password BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMP NOT NULL
);

CREATE TABLE roles (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    role TEXT NOT NULL CHECK (role IN ('moderator', 'justice', 'chief_justice', 'staff', 'administrator', 'kiosk')),
    given_by INTEGER REFERENCES people (id),
    given_at TIMESTAMP NOT NULL,
    given_reason TEXT NOT NULL,
    -- The end of an elected moderator's term.
    ends_at TIMESTAMP,
    taken_by INTEGER REFERENCES people (id),
    taken_at TIMESTAMP,
    taken_reason TEXT
);
CREATE UNIQUE INDEX roles_held ON roles (person_id, role) WHERE taken_at IS NULL;
CREATE UNIQUE INDEX roles_one_chief_justice ON roles (role) WHERE role = 'chief_justice' AND taken_at IS NULL;

-- A sign-in lives in one browser or program until it is ended or left unused. Only the newest refresh
-- token of its family is good; any other one of the family ends it.
CREATE TABLE sign_ins (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    generation INTEGER NOT NULL,
    family BLOB NOT NULL UNIQUE,
    refresh BLOB NOT NULL,
    previous BLOB,
    refreshed_at TIMESTAMP NOT NULL,
    device BLOB NOT NULL,
    address TEXT NOT NULL,
    started_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP
);
CREATE INDEX sign_ins_person ON sign_ins (person_id);

-- One-time and many-time codes that let somebody in: only their hashes are kept.
CREATE TABLE invitations (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('invitation', 'join_code', 'first_chief_justice', 'password_reset', 'recovery', 'halfway')),
    person_id INTEGER REFERENCES people (id),
    uses_left INTEGER NOT NULL,
    created_by INTEGER REFERENCES people (id),
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL
);

CREATE TABLE signing_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    secret BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL,
    retired_at TIMESTAMP
);

CREATE TABLE sign_in_failures (
    subject TEXT PRIMARY KEY NOT NULL,
    failures INTEGER NOT NULL,
    last_at TIMESTAMP NOT NULL,
    blocked_until TIMESTAMP
);
CREATE INDEX sign_in_failures_last ON sign_in_failures (last_at);

-- The rulebook's numbers: a new version takes effect when published, never backwards.
CREATE TABLE house_rules (
    version INTEGER PRIMARY KEY NOT NULL,
    published_at TIMESTAMP NOT NULL,
    published_by INTEGER REFERENCES people (id),
    note TEXT NOT NULL,
    rules TEXT NOT NULL,
    -- The text of the Terms, where this version changed it.
    terms TEXT
);

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    starts_at TIMESTAMP NOT NULL UNIQUE,
    ends_at TIMESTAMP NOT NULL,
    room TEXT NOT NULL,
    extra BOOLEAN NOT NULL DEFAULT FALSE,
    cancelled_at TIMESTAMP,
    cancelled_by INTEGER REFERENCES people (id),
    cancel_reason TEXT,
    -- When its closing work (lapsed guests, deductions) was done.
    settled_at TIMESTAMP
);

-- The register: a row a stay. A corrected stay is struck, not deleted.
CREATE TABLE attendance (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    session_id INTEGER NOT NULL REFERENCES sessions (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    arrived_at TIMESTAMP NOT NULL,
    left_at TIMESTAMP,
    recorded_by INTEGER REFERENCES people (id),
    recorded_at TIMESTAMP NOT NULL,
    struck_at TIMESTAMP,
    struck_by INTEGER REFERENCES people (id)
);
CREATE INDEX attendance_session ON attendance (session_id, person_id);
CREATE INDEX attendance_person ON attendance (person_id, session_id);
CREATE UNIQUE INDEX attendance_open ON attendance (session_id, person_id) WHERE left_at IS NULL AND struck_at IS NULL;

CREATE TABLE forbidden_pairs (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    first_id INTEGER NOT NULL REFERENCES people (id),
    second_id INTEGER NOT NULL REFERENCES people (id),
    reason TEXT NOT NULL,
    set_by INTEGER NOT NULL REFERENCES people (id),
    set_at TIMESTAMP NOT NULL,
    lifted_at TIMESTAMP,
    CHECK (first_id < second_id)
);

-- Pairings that were announced; a row without black is a bye.
CREATE TABLE pairings (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    session_id INTEGER NOT NULL REFERENCES sessions (id),
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    white_id INTEGER NOT NULL REFERENCES people (id),
    black_id INTEGER REFERENCES people (id),
    announced_by INTEGER REFERENCES people (id),
    announced_at TIMESTAMP NOT NULL,
    UNIQUE (session_id, round, board)
);
CREATE INDEX pairings_white ON pairings (white_id);

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    session_id INTEGER REFERENCES sessions (id),
    online BOOLEAN NOT NULL DEFAULT FALSE,
    white_id INTEGER NOT NULL REFERENCES people (id),
    black_id INTEGER NOT NULL REFERENCES people (id),
    result TEXT NOT NULL CHECK (result IN ('white', 'draw', 'black')),
    ending TEXT NOT NULL,
    played_at TIMESTAMP NOT NULL,
    clocked BOOLEAN NOT NULL DEFAULT FALSE,
    moves TEXT,
    final_position TEXT,
    captures TEXT,
    state TEXT NOT NULL CHECK (state IN ('awaiting_membership', 'awaiting_approval', 'rated', 'refused', 'lapsed', 'void', 'replaced')),
    state_reason TEXT,
    state_acts TEXT NOT NULL DEFAULT '[]',
    registered_by INTEGER REFERENCES people (id),
    registered_at TIMESTAMP NOT NULL,
    decided_by INTEGER REFERENCES people (id),
    decided_at TIMESTAMP,
    -- The game of which this is the rematch (Act I.6).
    rematch_of INTEGER REFERENCES games (id),
    overseer_id INTEGER REFERENCES people (id),
    import_key TEXT UNIQUE,
    version INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX games_white ON games (white_id, played_at);
CREATE INDEX games_black ON games (black_id, played_at);
CREATE INDEX games_session ON games (session_id, id);
CREATE INDEX games_played ON games (played_at, id);
CREATE INDEX games_waiting ON games (state) WHERE state IN ('awaiting_membership', 'awaiting_approval');

-- What was changed about a game after it was entered, by whom and why (T24).
CREATE TABLE game_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game_id INTEGER NOT NULL REFERENCES games (id),
    changed_by INTEGER REFERENCES people (id),
    changed_at TIMESTAMP NOT NULL,
    act TEXT NOT NULL,
    reason TEXT NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL
);
CREATE INDEX game_changes_game ON game_changes (game_id, id);

-- A game under way with a time limit but no clock (Act I.8), or with a clock (Act I.7).
CREATE TABLE timed_games (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    session_id INTEGER NOT NULL REFERENCES sessions (id),
    white_id INTEGER NOT NULL REFERENCES people (id),
    black_id INTEGER NOT NULL REFERENCES people (id),
    limit_seconds INTEGER NOT NULL,
    told_to INTEGER NOT NULL REFERENCES people (id),
    started_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP,
    game_id INTEGER REFERENCES games (id)
);
CREATE TABLE timed_game_pauses (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    timed_game_id INTEGER NOT NULL REFERENCES timed_games (id),
    paused_at TIMESTAMP NOT NULL,
    resumed_at TIMESTAMP
);

CREATE TABLE objections (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game_id INTEGER NOT NULL UNIQUE REFERENCES games (id),
    objector_id INTEGER NOT NULL REFERENCES people (id),
    reason TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'played', 'original_final', 'forfeited', 'lapsed')),
    closed_at TIMESTAMP,
    overseer_id INTEGER REFERENCES people (id),
    time_exempted BOOLEAN NOT NULL DEFAULT FALSE,
    rematch_id INTEGER REFERENCES games (id)
);
CREATE INDEX objections_open ON objections (state) WHERE state = 'open';

-- The one log that scores are the fold of, ordered by (at, id). What a row did to the scores is kept with it.
CREATE TABLE rating_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    at TIMESTAMP NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('join', 'game', 'absence', 'idleness', 'adjustment', 'halving', 'reset', 'removal', 'rejoin')),
    first_id INTEGER NOT NULL REFERENCES people (id),
    second_id INTEGER REFERENCES people (id),
    outcome TEXT CHECK (outcome IN ('white', 'draw', 'black')),
    -- Points of a deduction or adjustment; the initial score of a join or rejoin; K of a game.
    points INTEGER NOT NULL DEFAULT 0,
    factor_numerator INTEGER NOT NULL DEFAULT 1,
    factor_denominator INTEGER NOT NULL DEFAULT 1,
    floor INTEGER NOT NULL,
    game_id INTEGER REFERENCES games (id),
    session_id INTEGER REFERENCES sessions (id),
    void BOOLEAN NOT NULL DEFAULT FALSE,
    first_before INTEGER,
    first_after INTEGER,
    second_before INTEGER,
    second_after INTEGER
);
CREATE INDEX rating_events_order ON rating_events (at, id);
CREATE INDEX rating_events_first ON rating_events (first_id, at, id);
CREATE INDEX rating_events_second ON rating_events (second_id, at, id);
CREATE UNIQUE INDEX rating_events_game ON rating_events (game_id) WHERE game_id IS NOT NULL;
CREATE UNIQUE INDEX rating_events_deduction ON rating_events (session_id, first_id, kind) WHERE kind IN ('absence', 'idleness');

-- What members see: entries are added, never edited. The sum of a person's deltas is the score.
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    posted_at TIMESTAMP NOT NULL,
    delta INTEGER NOT NULL,
    balance INTEGER NOT NULL,
    event_id INTEGER NOT NULL REFERENCES rating_events (id),
    correction BOOLEAN NOT NULL DEFAULT FALSE,
    cause TEXT NOT NULL,
    acts TEXT NOT NULL
);
CREATE INDEX ledger_person ON ledger (person_id, id);

-- The standing of everybody on the board now; `version` is the leaderboard's version that last changed the row.
CREATE TABLE standings (
    person_id INTEGER PRIMARY KEY NOT NULL REFERENCES people (id),
    score INTEGER,
    wins INTEGER NOT NULL DEFAULT 0,
    draws INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL
);
CREATE INDEX standings_version ON standings (version);

-- What the game rules need of the moderators' decisions.
CREATE TABLE bans (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    -- Nobody where the Court did.
    placed_by INTEGER REFERENCES people (id),
    staff BOOLEAN NOT NULL DEFAULT FALSE,
    reason TEXT NOT NULL,
    placed_at TIMESTAMP NOT NULL,
    -- The last instant of the Friday it runs through; none for ever.
    ends_at TIMESTAMP,
    lifted_at TIMESTAMP,
    lift_reason TEXT
);
CREATE INDEX bans_person ON bans (person_id);

CREATE TABLE monitors (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    placed_by INTEGER NOT NULL REFERENCES people (id),
    suspicion TEXT NOT NULL,
    placed_at TIMESTAMP NOT NULL,
    lifted_by INTEGER REFERENCES people (id),
    lifted_at TIMESTAMP,
    lift_reason TEXT
);
CREATE INDEX monitors_person ON monitors (person_id);

CREATE TABLE clock_orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    ordered_by INTEGER NOT NULL REFERENCES people (id),
    reason TEXT NOT NULL,
    ordered_at TIMESTAMP NOT NULL,
    lifted_at TIMESTAMP,
    lift_reason TEXT
);
CREATE INDEX clock_orders_person ON clock_orders (person_id);

-- Every act, in order, each row sealed to the one before it.
CREATE TABLE acts (
    id INTEGER PRIMARY KEY NOT NULL,
    at TIMESTAMP NOT NULL,
    actor_id INTEGER,
    act TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL
);
CREATE INDEX acts_subject ON acts (subject, id);

-- Other programs that are told the club's news; while two secrets are good, requests are signed with both.
CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    url TEXT NOT NULL,
    -- A JSON list; an empty one stands for all.
    topics TEXT NOT NULL,
    secret BLOB NOT NULL,
    previous_secret BLOB,
    previous_until TIMESTAMP,
    created_by INTEGER NOT NULL REFERENCES people (id),
    created_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP
);

CREATE TABLE webhook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    webhook_id INTEGER NOT NULL REFERENCES webhooks (id),
    message_id INTEGER NOT NULL,
    topic TEXT NOT NULL,
    attempted_at TIMESTAMP NOT NULL,
    attempt INTEGER NOT NULL,
    status INTEGER,
    error TEXT
);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, id);

-- What has to be told, a row for each channel that it goes by.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    channel TEXT NOT NULL CHECK (channel IN ('in_app', 'email', 'discord', 'webhook')),
    topic TEXT NOT NULL,
    audience TEXT NOT NULL CHECK (audience IN ('person', 'moderators', 'everybody')),
    recipient_id INTEGER REFERENCES people (id),
    webhook_id INTEGER REFERENCES webhooks (id),
    payload TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- When it is due; while a worker has it, when another may take it over.
    next_attempt_at TIMESTAMP NOT NULL,
    delivered_at TIMESTAMP,
    -- Given up after too many attempts; the last error says why.
    failed_at TIMESTAMP,
    last_error TEXT
);
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE delivered_at IS NULL AND failed_at IS NULL;

-- What was delivered within the service: to one person, to all who moderate, or to everybody.
CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    message_id INTEGER NOT NULL UNIQUE,
    person_id INTEGER REFERENCES people (id),
    audience TEXT NOT NULL CHECK (audience IN ('person', 'moderators', 'everybody')),
    topic TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX notifications_person ON notifications (person_id, id);
CREATE INDEX notifications_audience ON notifications (audience, id);

-- What each person wants by e-mail.
CREATE TABLE notification_preferences (
    person_id INTEGER PRIMARY KEY NOT NULL REFERENCES people (id),
    email_personal BOOLEAN NOT NULL,
    email_duties BOOLEAN NOT NULL,
    email_club BOOLEAN NOT NULL
);

-- How far each person has read.
CREATE TABLE notification_marks (
    person_id INTEGER PRIMARY KEY NOT NULL REFERENCES people (id),
    read_through INTEGER NOT NULL
);

-- Imports of whole seasons: what was asked, how far it is, what came of it.
CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    asked_by INTEGER NOT NULL REFERENCES people (id),
    name TEXT NOT NULL,
    options TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('reading', 'entering', 'done', 'refused', 'failed')),
    lines_read INTEGER NOT NULL DEFAULT 0,
    report TEXT,
    created_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP,
    -- Of a trial, until it is entered; kept a day.
    file BLOB
);

-- Answers already given to requests that carried an Idempotency-Key, kept 48 hours.
CREATE TABLE idempotency_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    status INTEGER NOT NULL,
    location TEXT,
    body BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (person_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- Counters that caches carry: whoever changes what a cache shows raises its counter in the same transaction.
CREATE TABLE versions (
    name TEXT PRIMARY KEY NOT NULL,
    value INTEGER NOT NULL
);
-- `restored` counts the backups that were put in place of all there was.
INSERT INTO versions (name, value) VALUES ('leaderboard', 0), ('restored', 0), ('names', 0);

CREATE TABLE settings (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
);

-- The Court of Appeals (Act III.3).

CREATE TABLE cases (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    -- 2026-C-014
    number TEXT NOT NULL UNIQUE,
    subject TEXT NOT NULL CHECK (subject IN ('decision', 'ban', 'monitor', 'deduction', 'technical_modification', 'chief_act', 'removal', 'game', 'question')),
    -- The id of what is petitioned against; nothing of a question.
    subject_id INTEGER,
    -- Monitors only.
    ground TEXT CHECK (ground IN ('unreasonable', 'no_longer')),
    petitioner_id INTEGER NOT NULL REFERENCES people (id),
    -- Whom the matter concerns, where it concerns somebody in particular, and who decided it.
    concerns_id INTEGER REFERENCES people (id),
    decider_id INTEGER REFERENCES people (id),
    title TEXT NOT NULL,
    grounds TEXT NOT NULL,
    filed_at TIMESTAMP NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('filed', 'refused', 'withdrawn', 'moot', 'granted', 'empanelled', 'hearing', 'decided', 'published', 'en_banc_requested', 'en_banc_hearing', 'en_banc_decided', 'final')),
    state_at TIMESTAMP NOT NULL,
    -- The round of voting under way.
    round INTEGER NOT NULL DEFAULT 1,
    answer_due_at TIMESTAMP,
    answered_at TIMESTAMP,
    -- Declined once, en banc is not asked for again.
    en_banc_declined_at TIMESTAMP,
    -- The decision that the petition is about, also where the petition is against its ban.
    decision_id INTEGER,
    -- The ban that comes with it, and its term as first decided, as JSON.
    ban_id INTEGER,
    ban_term TEXT,
    -- No further appeal about the ban is heard until then (Act II.9.5).
    barred_until TIMESTAMP
);
CREATE INDEX cases_subject ON cases (subject, subject_id);
CREATE INDEX cases_decision ON cases (decision_id);
CREATE INDEX cases_petitioner ON cases (petitioner_id);
CREATE INDEX cases_concerns ON cases (concerns_id);
CREATE INDEX cases_decider ON cases (decider_id);
CREATE INDEX cases_state ON cases (state, id);

-- Players of games that the case is about: a conflict (Act III.3.5).
CREATE TABLE case_players (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    UNIQUE (case_id, person_id)
);

-- What justices said about hearing the case (Act III.3.6).
CREATE TABLE leave_votes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    justice_id INTEGER NOT NULL REFERENCES people (id),
    granted BOOLEAN NOT NULL,
    reason TEXT NOT NULL,
    said_at TIMESTAMP NOT NULL,
    UNIQUE (case_id, justice_id)
);

-- Who sits, in order: the first presides.
CREATE TABLE seats (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    stage TEXT NOT NULL CHECK (stage IN ('panel', 'en_banc')),
    place INTEGER NOT NULL,
    justice_id INTEGER NOT NULL REFERENCES people (id),
    -- Conflicts that were ignored (Act III.3.5.1), as a JSON list.
    waived TEXT NOT NULL DEFAULT '[]',
    UNIQUE (case_id, stage, justice_id)
);
CREATE INDEX seats_justice ON seats (justice_id, case_id);

CREATE TABLE filings (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    -- On the docket: 1, 2, …
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('brief', 'answer', 'exhibit', 'motion', 'order', 'appointment', 'testimony', 'notice')),
    -- Nobody where the service gives notice.
    author_id INTEGER REFERENCES people (id),
    filed_at TIMESTAMP NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'parties', 'court', 'sealed')),
    witness_id INTEGER REFERENCES people (id),
    -- An order for what was gathered on players' computers: it takes a majority (Act I.9.9).
    raw_evidence BOOLEAN NOT NULL DEFAULT FALSE,
    -- What the bench ruled; nothing before it did, or where nothing is ruled on.
    granted BOOLEAN,
    ruled_at TIMESTAMP,
    media_type TEXT,
    bytes INTEGER,
    sha256 TEXT,
    -- The seats of a bench that a notice tells of, as JSON.
    bench TEXT,
    UNIQUE (case_id, number)
);

-- Whom a sealed filing names.
CREATE TABLE filing_readers (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    filing_id INTEGER NOT NULL REFERENCES filings (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    UNIQUE (filing_id, person_id)
);

-- The bytes of exhibits, apart from the docket that is read often.
CREATE TABLE exhibits (
    filing_id INTEGER PRIMARY KEY NOT NULL REFERENCES filings (id),
    content BLOB NOT NULL
);

-- What each justice of the bench says on a motion, an order or an appointment.
CREATE TABLE rulings (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    filing_id INTEGER NOT NULL REFERENCES filings (id),
    justice_id INTEGER NOT NULL REFERENCES people (id),
    granted BOOLEAN NOT NULL,
    reason TEXT NOT NULL,
    ruled_at TIMESTAMP NOT NULL,
    UNIQUE (filing_id, justice_id)
);

-- Judgments as justices draft them: what they vote on.
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    stage TEXT NOT NULL CHECK (stage IN ('panel', 'en_banc')),
    author_id INTEGER NOT NULL REFERENCES people (id),
    drafted_at TIMESTAMP NOT NULL,
    disposition TEXT NOT NULL
);
CREATE INDEX drafts_case ON drafts (case_id, id);

-- Secret until the verdict; changed freely until they are counted.
CREATE TABLE votes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    stage TEXT NOT NULL CHECK (stage IN ('panel', 'en_banc')),
    round INTEGER NOT NULL,
    justice_id INTEGER NOT NULL REFERENCES people (id),
    draft_id INTEGER NOT NULL REFERENCES drafts (id),
    voted_at TIMESTAMP NOT NULL,
    UNIQUE (case_id, stage, round, justice_id)
);

CREATE TABLE judgments (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    stage TEXT NOT NULL CHECK (stage IN ('panel', 'en_banc')),
    round INTEGER NOT NULL,
    decided_at TIMESTAMP NOT NULL,
    -- Nothing where the whole Court was divided in halves.
    disposition TEXT,
    -- Who was of the majority, as a JSON list of people.
    majority TEXT NOT NULL,
    opinion_due_at TIMESTAMP,
    -- Named by the Chief Justice.
    author_id INTEGER REFERENCES people (id),
    published_at TIMESTAMP,
    -- By then a remanded decision is made anew, or lapses.
    remand_due_at TIMESTAMP,
    UNIQUE (case_id, stage)
);
CREATE INDEX judgments_opinions_due ON judgments (opinion_due_at) WHERE published_at IS NULL AND opinion_due_at IS NOT NULL;
CREATE INDEX judgments_remands_due ON judgments (remand_due_at) WHERE remand_due_at IS NOT NULL;

CREATE TABLE opinions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    judgment_id INTEGER NOT NULL REFERENCES judgments (id),
    kind TEXT NOT NULL CHECK (kind IN ('majority', 'concurrence', 'dissent')),
    author_id INTEGER NOT NULL REFERENCES people (id),
    text TEXT NOT NULL,
    published_at TIMESTAMP NOT NULL
);
CREATE INDEX opinions_judgment ON opinions (judgment_id, id);
CREATE UNIQUE INDEX opinions_majority ON opinions (judgment_id) WHERE kind = 'majority';

CREATE TABLE opinion_joins (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    opinion_id INTEGER NOT NULL REFERENCES opinions (id),
    justice_id INTEGER NOT NULL REFERENCES people (id),
    joined_at TIMESTAMP NOT NULL,
    UNIQUE (opinion_id, justice_id)
);

-- The rulebook: what the Court said Acts mean (Act III.3.1), what members suggest (IV.4) and moderators and justices ask for (IV.5).
CREATE TABLE interpretations (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_number TEXT NOT NULL,
    acts TEXT NOT NULL,
    text TEXT NOT NULL,
    published_at TIMESTAMP NOT NULL,
    withdrawn_at TIMESTAMP,
    withdrawn_reason TEXT
);
CREATE INDEX interpretations_case ON interpretations (case_number);

CREATE TABLE suggestions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id INTEGER NOT NULL REFERENCES people (id),
    acts TEXT NOT NULL,
    text TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken_up', 'declined', 'withdrawn')),
    answer TEXT,
    closed_by INTEGER REFERENCES people (id),
    closed_at TIMESTAMP
);
CREATE INDEX suggestions_author ON suggestions (author_id, id);

CREATE TABLE change_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id INTEGER NOT NULL REFERENCES people (id),
    -- The version of the rulebook that it was written against.
    base INTEGER NOT NULL,
    note TEXT NOT NULL,
    draft TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
    reason TEXT,
    closed_by INTEGER REFERENCES people (id),
    closed_at TIMESTAMP,
    -- The version that its acceptance published.
    published INTEGER
);
CREATE INDEX change_requests_open ON change_requests (state) WHERE state = 'open';

-- Elections of moderators. While votes are cast the key ties a ballot to its voter; the count destroys it.
CREATE TABLE elections (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    called_by INTEGER NOT NULL REFERENCES people (id),
    called_at TIMESTAMP NOT NULL,
    note TEXT NOT NULL,
    seats INTEGER NOT NULL,
    term_weeks INTEGER NOT NULL,
    nominations_close_at TIMESTAMP NOT NULL,
    voting_closes_at TIMESTAMP NOT NULL,
    key BLOB,
    opened_at TIMESTAMP,
    counted_at TIMESTAMP,
    term_ends_at TIMESTAMP,
    result TEXT,
    called_off_at TIMESTAMP,
    called_off_reason TEXT
);

CREATE TABLE candidates (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    election_id INTEGER NOT NULL REFERENCES elections (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    nominated_by INTEGER NOT NULL REFERENCES people (id),
    nominated_at TIMESTAMP NOT NULL,
    accepted_at TIMESTAMP,
    withdrawn_at TIMESTAMP,
    statement TEXT NOT NULL DEFAULT '',
    UNIQUE (election_id, person_id)
);

-- No person, no time, no order: only a tag that the election's key makes of a voter.
CREATE TABLE ballots (
    tag BLOB PRIMARY KEY NOT NULL,
    election_id INTEGER NOT NULL REFERENCES elections (id),
    scores TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX ballots_election ON ballots (election_id);

-- Decisions: a moderator's answer to an offence (Acts I.2.1, II.5, II.9, III.2).

-- What somebody did that the Terms forbid.
CREATE TABLE offences (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    accused_id INTEGER NOT NULL REFERENCES people (id),
    act TEXT NOT NULL,
    what TEXT NOT NULL,
    happened_at TIMESTAMP NOT NULL,
    recorded_by INTEGER REFERENCES people (id),
    recorded_at TIMESTAMP NOT NULL
);
CREATE INDEX offences_accused ON offences (accused_id, id);
CREATE TABLE offence_games (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    offence_id INTEGER NOT NULL REFERENCES offences (id),
    game_id INTEGER NOT NULL REFERENCES games (id),
    UNIQUE (offence_id, game_id)
);
CREATE INDEX offence_games_game ON offence_games (game_id);

CREATE TABLE decisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    offence_id INTEGER NOT NULL REFERENCES offences (id),
    -- Nobody where the Court decided in a case (T29).
    decider_id INTEGER REFERENCES people (id),
    court_case TEXT,
    reasons TEXT NOT NULL,
    finding TEXT CHECK (finding IN ('intent', 'negligence')),
    finding_why TEXT,
    decided_at TIMESTAMP NOT NULL,
    -- Declared by then, or void (Act III.2.4); nothing where no declaration is owed.
    due_at TIMESTAMP,
    declared_at TIMESTAMP,
    reminders INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('standing', 'suspended', 'overturned', 'replaced', 'void')),
    state_at TIMESTAMP NOT NULL,
    state_cause TEXT NOT NULL,
    replaces_id INTEGER REFERENCES decisions (id),
    CHECK ((decider_id IS NULL) <> (court_case IS NULL))
);
CREATE INDEX decisions_offence ON decisions (offence_id, id);
-- Nobody is punished twice for one offence (Act III.2.2).
CREATE UNIQUE INDEX decisions_standing ON decisions (offence_id) WHERE state = 'standing';
CREATE INDEX decisions_undeclared ON decisions (due_at) WHERE declared_at IS NULL AND state IN ('standing', 'suspended');

-- A row a sanction; in force while its decision stands.
CREATE TABLE sanctions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    decision_id INTEGER NOT NULL REFERENCES decisions (id),
    kind TEXT NOT NULL CHECK (kind IN ('deduction', 'time_penalty', 'forfeiture', 'ban', 'fraud')),
    points INTEGER,
    minutes INTEGER,
    game_id INTEGER REFERENCES games (id),
    step TEXT CHECK (step IN ('reverse', 'halve', 'reset', 'four_week_ban', 'permanent_ban')),
    proposed_step TEXT,
    departure TEXT,
    -- What it did to the ratings.
    event_id INTEGER REFERENCES rating_events (id),
    -- The ban it comes with: its last instant, none for ever; lifted where the Court lifted it.
    bans BOOLEAN NOT NULL DEFAULT FALSE,
    ban_ends_at TIMESTAMP,
    ban_lifted BOOLEAN NOT NULL DEFAULT FALSE,
    -- A time penalty is served once, under the eyes of whoever oversees that game.
    served_at TIMESTAMP,
    served_by INTEGER REFERENCES people (id),
    served_game_id INTEGER REFERENCES games (id)
);
CREATE INDEX sanctions_decision ON sanctions (decision_id, id);
CREATE INDEX sanctions_game ON sanctions (game_id);
ALTER TABLE bans ADD COLUMN decision_id INTEGER REFERENCES decisions (id);
CREATE INDEX bans_decision ON bans (decision_id);

-- Games that standing decisions make void or forfeit, as they were before.
CREATE TABLE held_games (
    game_id INTEGER PRIMARY KEY NOT NULL REFERENCES games (id),
    state TEXT,
    state_reason TEXT,
    state_acts TEXT,
    result TEXT,
    ending TEXT
);

-- What members report, from which decisions start.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    reporter_id INTEGER NOT NULL REFERENCES people (id),
    accused_id INTEGER NOT NULL REFERENCES people (id),
    game_id INTEGER REFERENCES games (id),
    what TEXT NOT NULL,
    happened_at TIMESTAMP NOT NULL,
    made_at TIMESTAMP NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'taken_up', 'dismissed')),
    closed_at TIMESTAMP,
    closed_by INTEGER REFERENCES people (id),
    dismissal_reason TEXT,
    decision_id INTEGER REFERENCES decisions (id)
);
CREATE INDEX reports_reporter ON reports (reporter_id, made_at);
CREATE INDEX reports_open ON reports (id) WHERE state = 'open';

-- Every exercise of a power, as the club reads of it (Act III.2.4).
CREATE TABLE declarations (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    exercise TEXT NOT NULL,
    -- Nobody where the service or the Court acted.
    by_id INTEGER REFERENCES people (id),
    person_id INTEGER REFERENCES people (id),
    act TEXT NOT NULL,
    reason TEXT NOT NULL,
    effect TEXT NOT NULL,
    subject TEXT NOT NULL,
    undone_at TIMESTAMP,
    undone_by TEXT
);
CREATE INDEX declarations_person ON declarations (person_id, id);
CREATE INDEX declarations_by ON declarations (by_id, id);
CREATE INDEX declarations_exercise ON declarations (exercise, id);
CREATE INDEX declarations_act ON declarations (act, id);
CREATE INDEX declarations_made ON declarations (made_at, id);
CREATE INDEX declarations_subject ON declarations (subject);
CREATE INDEX declarations_undone ON declarations (id) WHERE undone_at IS NOT NULL;

-- What the Chief Justice did by technical modification or because the Terms demand it (Acts II.12, III.5).
CREATE TABLE chief_acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    by_id INTEGER NOT NULL REFERENCES people (id),
    act TEXT NOT NULL CHECK (act IN ('II.12', 'III.4', 'III.5')),
    reason TEXT NOT NULL,
    effect TEXT NOT NULL,
    done_at TIMESTAMP NOT NULL,
    undone_at TIMESTAMP,
    undone_by TEXT
);
CREATE TABLE chief_act_adjustments (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    chief_act_id INTEGER NOT NULL REFERENCES chief_acts (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    delta INTEGER NOT NULL,
    event_id INTEGER NOT NULL REFERENCES rating_events (id)
);
CREATE INDEX chief_act_adjustments_act ON chief_act_adjustments (chief_act_id);

-- Deductions that the Court lifted (Act II.6.3): they stay lifted, however often they are reckoned again.
CREATE TABLE lifted_deductions (
    event_id INTEGER PRIMARY KEY NOT NULL REFERENCES rating_events (id)
);
-- Petitions that are being written; for nobody but their author.
CREATE TABLE petition_drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id INTEGER NOT NULL REFERENCES people (id),
    subject TEXT NOT NULL,
    subject_id INTEGER,
    ground TEXT,
    title TEXT NOT NULL,
    grounds TEXT NOT NULL,
    saved_at TIMESTAMP NOT NULL
);
CREATE INDEX petition_drafts_author ON petition_drafts (author_id, id);

-- The games room: tables at which games are played. A table is a log of plays; how the game stands is their fold.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    -- What chance is drawn from, so that the log alone tells the game.
    seed INTEGER NOT NULL,
    opened_by INTEGER NOT NULL REFERENCES people (id),
    opened_at TIMESTAMP NOT NULL,
    stage TEXT NOT NULL DEFAULT 'open' CHECK (stage IN ('open', 'playing', 'adjourned', 'ended', 'archived')),
    started_at TIMESTAMP,
    ended_at TIMESTAMP,
    outcome TEXT,
    -- Plays in the log: the number that the next play answers.
    number INTEGER NOT NULL DEFAULT 0,
    -- When time does something by itself.
    due_at TIMESTAMP,
    -- The game that came of it, where one is rated.
    game_id INTEGER REFERENCES games (id),
    -- The version of `tables` in `versions` that last changed it.
    version INTEGER NOT NULL,
    -- When those awaited are told that their time runs short; nothing once they were.
    warn_at TIMESTAMP,
    -- When the game goes on by itself, as whoever asks for an adjournment proposes.
    resumes_at TIMESTAMP
);
CREATE INDEX tables_version ON tables (version);
CREATE INDEX tables_stage ON tables (stage, id);
CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tables_warn ON tables (warn_at) WHERE warn_at IS NOT NULL;
CREATE INDEX tables_game ON tables (game_id);

CREATE TABLE table_seats (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    person_id INTEGER REFERENCES people (id),
    invited_id INTEGER REFERENCES people (id),
    -- All ready: the game begins, or goes on. None ready while it is played: it is adjourned.
    ready BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (table_id, seat),
    UNIQUE (table_id, person_id)
);
CREATE INDEX table_seats_person ON table_seats (person_id, table_id);

CREATE TABLE plays (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('play', 'ruling', 'time', 'adjourned', 'resumed')),
    seat INTEGER,
    by_id INTEGER REFERENCES people (id),
    at TIMESTAMP NOT NULL,
    play TEXT NOT NULL,
    -- What it came to: the same again whenever the log is replayed.
    effect TEXT NOT NULL,
    UNIQUE (table_id, number)
);

CREATE TABLE table_talk (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    by_id INTEGER NOT NULL REFERENCES people (id),
    at TIMESTAMP NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX table_talk_table ON table_talk (table_id, id);
CREATE INDEX table_talk_by ON table_talk (by_id, at);
INSERT INTO versions (name, value) VALUES ('tables', 0);

-- Who consented to the terms of online play (Act I.9.4), of which version of the Terms.
CREATE TABLE online_consents (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    version INTEGER NOT NULL,
    given_at TIMESTAMP NOT NULL,
    UNIQUE (person_id, version)
);

-- Games-room ratings of games of more than two, apart from the club's score: what each game did to each player's,
-- in the order in which games ended, and what that has come to.
CREATE TABLE room_rating_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    at TIMESTAMP NOT NULL,
    -- One part of so many of the point; 0 for nothing.
    share INTEGER NOT NULL,
    void BOOLEAN NOT NULL DEFAULT FALSE,
    rating_before DOUBLE NOT NULL,
    uncertainty_before DOUBLE NOT NULL,
    rating_after DOUBLE NOT NULL,
    uncertainty_after DOUBLE NOT NULL,
    UNIQUE (table_id, person_id)
);
CREATE INDEX room_rating_changes_at ON room_rating_changes (at, table_id);
CREATE INDEX room_rating_changes_person ON room_rating_changes (person_id, at);

CREATE TABLE room_ratings (
    person_id INTEGER PRIMARY KEY NOT NULL REFERENCES people (id),
    rating DOUBLE NOT NULL,
    uncertainty DOUBLE NOT NULL,
    -- The rating less three times its uncertainty.
    at_least DOUBLE NOT NULL,
    games INTEGER NOT NULL
);
CREATE INDEX room_ratings_place ON room_ratings (at_least, person_id);

-- What a program gathered on a player's computer while a game was played online (Act I.9.4), who saw what of it, and
-- by what right (Act I.9.5).
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL CHECK (kind IN ('processes', 'windows', 'screen')),
    gathered_at TIMESTAMP NOT NULL,
    media TEXT NOT NULL CHECK (media IN ('text/plain', 'image/png', 'image/jpeg')),
    bytes INTEGER NOT NULL,
    -- Encrypted; nothing once it was erased.
    content BLOB,
    keep_until TIMESTAMP NOT NULL,
    erased_at TIMESTAMP
);
CREATE INDEX evidence_table ON evidence (table_id, person_id, gathered_at);
CREATE INDEX evidence_person ON evidence (person_id, id);
CREATE INDEX evidence_end ON evidence (keep_until) WHERE erased_at IS NULL;

CREATE TABLE redactions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    evidence_id INTEGER NOT NULL REFERENCES evidence (id),
    by_id INTEGER NOT NULL REFERENCES people (id),
    made_at TIMESTAMP NOT NULL,
    -- What was burnt out, as JSON.
    cover TEXT NOT NULL,
    media TEXT NOT NULL CHECK (media IN ('text/plain', 'image/png')),
    content BLOB
);
CREATE INDEX redactions_evidence ON redactions (evidence_id);

CREATE TABLE evidence_releases (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    redaction_id INTEGER NOT NULL REFERENCES redactions (id),
    to_id INTEGER NOT NULL REFERENCES people (id),
    by_id INTEGER NOT NULL REFERENCES people (id),
    released_at TIMESTAMP NOT NULL,
    reason TEXT NOT NULL,
    UNIQUE (redaction_id, to_id)
);

CREATE TABLE evidence_views (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    evidence_id INTEGER NOT NULL REFERENCES evidence (id),
    -- Nothing where it was seen as it was gathered.
    redaction_id INTEGER REFERENCES redactions (id),
    by_id INTEGER NOT NULL REFERENCES people (id),
    seen_at TIMESTAMP NOT NULL,
    by_right TEXT NOT NULL CHECK (by_right IN ('chief_justice', 'order', 'release', 'court'))
);
CREATE INDEX evidence_views_evidence ON evidence_views (evidence_id);

-- Which exhibit of which case is the log of the game, or a redacted copy (Act I.9.8).
CREATE TABLE evidence_exhibits (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    -- Nothing where it is the log.
    redaction_id INTEGER REFERENCES redactions (id),
    filing_id INTEGER NOT NULL REFERENCES filings (id)
);
CREATE INDEX evidence_exhibits_case ON evidence_exhibits (case_id);
CREATE INDEX evidence_exhibits_redaction ON evidence_exhibits (redaction_id);
CREATE INDEX evidence_exhibits_filing ON evidence_exhibits (filing_id);

-- Acts of the Chief Justice that made an online game void which was not in the ratings (Act I.9.10).
CREATE TABLE online_voids (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    table_id INTEGER NOT NULL UNIQUE REFERENCES tables (id),
    chief_act_id INTEGER NOT NULL UNIQUE REFERENCES chief_acts (id)
);

-- People who asked to be erased, and what they were answered.
CREATE TABLE erasure_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    requested_at TIMESTAMP NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'withdrawn', 'refused', 'carried_out')),
    closed_by INTEGER REFERENCES people (id),
    closed_at TIMESTAMP,
    answer TEXT NOT NULL
);
CREATE UNIQUE INDEX erasure_requests_open ON erasure_requests (person_id) WHERE state = 'open';
