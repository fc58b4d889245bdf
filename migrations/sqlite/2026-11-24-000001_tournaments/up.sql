-- Tournaments of the club: who takes part, rounds with their boards, challenges of a ladder. Standings are not kept: they follow
-- from these rows and from how the games stand.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name TEXT NOT NULL,
    -- How it is paired and counted, as JSON.
    settings TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('planned', 'running', 'ended', 'called_off')),
    created_by INTEGER NOT NULL REFERENCES people (id),
    created_at TIMESTAMP NOT NULL,
    begun_at TIMESTAMP,
    ended_at TIMESTAMP,
    ended_reason TEXT,
    -- The report file that it was read from.
    report TEXT,
    version INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE tournament_teams (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    name TEXT NOT NULL,
    PRIMARY KEY (tournament_id, number)
);

CREATE TABLE tournament_players (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    -- The number that the player is paired by, from the beginning of the tournament on.
    number INTEGER CHECK (number >= 1),
    -- The rating that the player was seeded by.
    rating INTEGER,
    -- The team, and the board in it.
    team INTEGER,
    team_board INTEGER CHECK (team_board >= 1),
    entered_at TIMESTAMP NOT NULL,
    -- The first round that the player is paired in.
    first_round INTEGER NOT NULL DEFAULT 1 CHECK (first_round >= 1),
    -- The first round that the player is not paired in any more.
    withdrawn_from INTEGER CHECK (withdrawn_from >= 1),
    PRIMARY KEY (tournament_id, person_id),
    UNIQUE (tournament_id, number),
    FOREIGN KEY (tournament_id, team) REFERENCES tournament_teams (tournament_id, number)
);
CREATE INDEX tournament_players_person ON tournament_players (person_id);

-- Rounds that somebody does not play in, by choice.
CREATE TABLE tournament_byes (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    round INTEGER NOT NULL CHECK (round >= 1),
    kind TEXT NOT NULL CHECK (kind IN ('half', 'zero', 'duty')),
    asked_at TIMESTAMP NOT NULL,
    PRIMARY KEY (tournament_id, person_id, round)
);

CREATE TABLE tournament_rounds (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL CHECK (round >= 1),
    session_id INTEGER REFERENCES sessions (id),
    -- The day on which it is played, as 2026-11-27.
    day TEXT,
    announced_by INTEGER REFERENCES people (id),
    announced_at TIMESTAMP NOT NULL,
    PRIMARY KEY (tournament_id, round)
);
CREATE INDEX tournament_rounds_session ON tournament_rounds (session_id);

CREATE TABLE tournament_boards (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL,
    board INTEGER NOT NULL CHECK (board >= 1),
    white_id INTEGER NOT NULL REFERENCES people (id),
    -- Nobody: White has the bye of the pairing.
    black_id INTEGER REFERENCES people (id),
    -- The match of two teams that the board belongs to.
    team_match INTEGER,
    -- Why the two were paired, as JSON.
    why TEXT,
    -- The club's game that was played; its result is the game's.
    game_id INTEGER REFERENCES games (id),
    -- The result where there is no game of the club: forfeits, and all of an unrated tournament.
    result TEXT CHECK (result IN ('white', 'draw', 'black', 'white_forfeit', 'black_forfeit', 'both_forfeit')),
    entered_by INTEGER REFERENCES people (id),
    entered_at TIMESTAMP,
    PRIMARY KEY (tournament_id, round, board),
    FOREIGN KEY (tournament_id, round) REFERENCES tournament_rounds (tournament_id, round),
    CHECK (white_id <> black_id)
);
CREATE INDEX tournament_boards_white ON tournament_boards (white_id);
CREATE INDEX tournament_boards_black ON tournament_boards (black_id);
CREATE INDEX tournament_boards_game ON tournament_boards (game_id);

CREATE TABLE tournament_challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    challenger_id INTEGER NOT NULL REFERENCES people (id),
    challenged_id INTEGER NOT NULL REFERENCES people (id),
    made_at TIMESTAMP NOT NULL,
    accepted_at TIMESTAMP,
    -- Who has White, from the moment it is accepted.
    white_id INTEGER REFERENCES people (id),
    game_id INTEGER REFERENCES games (id),
    -- As on boards; or the challenged declined, or the challenger took it back.
    result TEXT CHECK (result IN ('white', 'draw', 'black', 'declined', 'withdrawn')),
    ended_at TIMESTAMP,
    entered_by INTEGER REFERENCES people (id),
    CHECK (challenger_id <> challenged_id)
);
CREATE INDEX tournament_challenges_tournament ON tournament_challenges (tournament_id);
CREATE INDEX tournament_challenges_game ON tournament_challenges (game_id);

-- Ratings and numbers that members have elsewhere, for seeding and for report files.
CREATE TABLE outside_ratings (
    person_id INTEGER NOT NULL REFERENCES people (id),
    list TEXT NOT NULL CHECK (list IN ('fide', 'national', 'online')),
    rating INTEGER,
    -- The number or name that the member has on that list.
    number TEXT,
    -- National federation or site.
    whose TEXT,
    title TEXT,
    set_by INTEGER REFERENCES people (id),
    set_at TIMESTAMP NOT NULL,
    PRIMARY KEY (person_id, list)
);
