-- Nobody plays themselves, a game ends in a way that there is, and what names another row refers to it. Where an older club
-- has a row that is otherwise it stays, and `rookery check` tells of it: an upgrade does not fail for that.
DELETE FROM idempotency_keys WHERE person_id NOT IN (SELECT id FROM people);
-- SQLite adds one to a column only in the text of the table; nothing that is stored changes by it.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
        '    ending TEXT NOT NULL,', '    ending TEXT NOT NULL CHECK (ending IN (''checkmate'', ''resignation'', ''stalemate'', ''draw_agreed'', ''repetition'', ''fifty_moves'', ''dead_position'', ''bell'', ''flag'', ''forfeit'')),')
    WHERE type = 'table' AND name = 'games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    black_id INTEGER NOT NULL REFERENCES people (id),', '    black_id INTEGER NOT NULL REFERENCES people (id) CHECK (black_id <> white_id),')
    WHERE type = 'table' AND name = 'games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    state TEXT,', '    state TEXT CHECK (state IN (''awaiting_membership'', ''awaiting_presence'', ''awaiting_confirmation'', ''awaiting_approval'', ''rated'', ''refused'', ''lapsed'', ''void'', ''replaced'')),')
    WHERE type = 'table' AND name = 'held_games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    result TEXT,', '    result TEXT CHECK (result IN (''white'', ''draw'', ''black'')),')
    WHERE type = 'table' AND name = 'held_games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    ending TEXT
', '    ending TEXT CHECK (ending IN (''checkmate'', ''resignation'', ''stalemate'', ''draw_agreed'', ''repetition'', ''fifty_moves'', ''dead_position'', ''bell'', ''flag'', ''forfeit''))
')
    WHERE type = 'table' AND name = 'held_games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    black_id INTEGER NOT NULL REFERENCES people (id),', '    black_id INTEGER NOT NULL REFERENCES people (id) CHECK (black_id <> white_id),')
    WHERE type = 'table' AND name = 'timed_games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    black_id INTEGER REFERENCES people (id),', '    black_id INTEGER REFERENCES people (id) CHECK (black_id <> white_id),')
    WHERE type = 'table' AND name = 'pairings';
UPDATE sqlite_schema SET sql = replace(sql,
        '    second_id INTEGER REFERENCES people (id),', '    second_id INTEGER REFERENCES people (id) CHECK (second_id <> first_id),')
    WHERE type = 'table' AND name = 'rating_events';
UPDATE sqlite_schema SET sql = replace(sql,
        '    subject TEXT NOT NULL,', '    subject TEXT NOT NULL CHECK (subject IN (''decision'', ''ban'', ''monitor'', ''clock_order'', ''deduction'', ''technical_modification'', ''chief_act'', ''removal'', ''game'', ''question'')),')
    WHERE type = 'table' AND name = 'petition_drafts';
UPDATE sqlite_schema SET sql = replace(sql,
        '    ground TEXT,', '    ground TEXT CHECK (ground IN (''unreasonable'', ''no_longer'')),')
    WHERE type = 'table' AND name = 'petition_drafts';
UPDATE sqlite_schema SET sql = replace(sql,
        ', powers_rest_by INTEGER', ', powers_rest_by INTEGER REFERENCES people (id)')
    WHERE type = 'table' AND name = 'accounts';
UPDATE sqlite_schema SET sql = replace(sql,
        '    person_id INTEGER NOT NULL,', '    person_id INTEGER NOT NULL REFERENCES people (id),')
    WHERE type = 'table' AND name = 'idempotency_keys';
UPDATE sqlite_schema SET sql = replace(sql,
        '    decision_id INTEGER,', '    decision_id INTEGER REFERENCES decisions (id),')
    WHERE type = 'table' AND name = 'cases';
UPDATE sqlite_schema SET sql = replace(sql,
        '    ban_id INTEGER,', '    ban_id INTEGER REFERENCES bans (id),')
    WHERE type = 'table' AND name = 'cases';
PRAGMA writable_schema = RESET;
