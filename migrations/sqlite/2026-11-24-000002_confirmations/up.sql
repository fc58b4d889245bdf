-- Whether both players say that a game ended as it was entered (Act II.4). Games without a row are not asked about.
CREATE TABLE confirmations (
    game_id INTEGER PRIMARY KEY NOT NULL REFERENCES games (id),
    state TEXT NOT NULL CHECK (state IN ('not_confirmed', 'confirmed', 'disputed', 'settled')),
    -- The one of the two who has confirmed what neither of them entered.
    confirmed_by INTEGER REFERENCES people (id),
    -- Who disputes it, and how it ended by them.
    disputed_by INTEGER REFERENCES people (id),
    claim TEXT CHECK (claim IN ('white', 'draw', 'black', 'not_played')),
    changed_at TIMESTAMP NOT NULL,
    CHECK ((disputed_by IS NULL) = (claim IS NULL)),
    CHECK (state <> 'disputed' OR claim IS NOT NULL)
);
-- Where the house rules say so, a game waits for its confirmation. SQLite changes a CHECK only in the text of the table;
-- nothing that is stored changes by it.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''awaiting_presence'', ''awaiting_approval''', '''awaiting_presence'', ''awaiting_confirmation'', ''awaiting_approval''')
    WHERE type = 'table' AND name = 'games';
PRAGMA writable_schema = RESET;
DROP INDEX games_waiting;
CREATE INDEX games_waiting ON games (state)
    WHERE state IN ('awaiting_membership', 'awaiting_presence', 'awaiting_confirmation', 'awaiting_approval');
