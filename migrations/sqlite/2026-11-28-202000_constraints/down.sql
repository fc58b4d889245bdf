PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
        '    ending TEXT NOT NULL CHECK (ending IN (''checkmate'', ''resignation'', ''stalemate'', ''draw_agreed'', ''repetition'', ''fifty_moves'', ''dead_position'', ''bell'', ''flag'', ''forfeit''))', '    ending TEXT NOT NULL')
    WHERE type = 'table' AND name = 'games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    black_id INTEGER NOT NULL REFERENCES people (id) CHECK (black_id <> white_id)', '    black_id INTEGER NOT NULL REFERENCES people (id)')
    WHERE type = 'table' AND name = 'games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    state TEXT CHECK (state IN (''awaiting_membership'', ''awaiting_presence'', ''awaiting_confirmation'', ''awaiting_approval'', ''rated'', ''refused'', ''lapsed'', ''void'', ''replaced''))', '    state TEXT')
    WHERE type = 'table' AND name = 'held_games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    result TEXT CHECK (result IN (''white'', ''draw'', ''black''))', '    result TEXT')
    WHERE type = 'table' AND name = 'held_games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    ending TEXT CHECK (ending IN (''checkmate'', ''resignation'', ''stalemate'', ''draw_agreed'', ''repetition'', ''fifty_moves'', ''dead_position'', ''bell'', ''flag'', ''forfeit''))', '    ending TEXT')
    WHERE type = 'table' AND name = 'held_games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    black_id INTEGER NOT NULL REFERENCES people (id) CHECK (black_id <> white_id)', '    black_id INTEGER NOT NULL REFERENCES people (id)')
    WHERE type = 'table' AND name = 'timed_games';
UPDATE sqlite_schema SET sql = replace(sql,
        '    black_id INTEGER REFERENCES people (id) CHECK (black_id <> white_id)', '    black_id INTEGER REFERENCES people (id)')
    WHERE type = 'table' AND name = 'pairings';
UPDATE sqlite_schema SET sql = replace(sql,
        '    second_id INTEGER REFERENCES people (id) CHECK (second_id <> first_id)', '    second_id INTEGER REFERENCES people (id)')
    WHERE type = 'table' AND name = 'rating_events';
UPDATE sqlite_schema SET sql = replace(sql,
        '    subject TEXT NOT NULL CHECK (subject IN (''decision'', ''ban'', ''monitor'', ''clock_order'', ''deduction'', ''technical_modification'', ''chief_act'', ''removal'', ''game'', ''question''))', '    subject TEXT NOT NULL')
    WHERE type = 'table' AND name = 'petition_drafts';
UPDATE sqlite_schema SET sql = replace(sql,
        '    ground TEXT CHECK (ground IN (''unreasonable'', ''no_longer''))', '    ground TEXT')
    WHERE type = 'table' AND name = 'petition_drafts';
UPDATE sqlite_schema SET sql = replace(sql,
        ', powers_rest_by INTEGER REFERENCES people (id)', ', powers_rest_by INTEGER')
    WHERE type = 'table' AND name = 'accounts';
UPDATE sqlite_schema SET sql = replace(sql,
        '    person_id INTEGER NOT NULL REFERENCES people (id)', '    person_id INTEGER NOT NULL')
    WHERE type = 'table' AND name = 'idempotency_keys';
UPDATE sqlite_schema SET sql = replace(sql,
        '    decision_id INTEGER REFERENCES decisions (id)', '    decision_id INTEGER')
    WHERE type = 'table' AND name = 'cases';
UPDATE sqlite_schema SET sql = replace(sql,
        '    ban_id INTEGER REFERENCES bans (id)', '    ban_id INTEGER')
    WHERE type = 'table' AND name = 'cases';
PRAGMA writable_schema = RESET;
