-- A result that is told without how the game ended has an ending of its own: until now such games were written down as checkmates,
-- resignations or agreed draws. Those that are there stay as they are: whether somebody said so cannot be known any more.
-- SQLite changes a check only in the text of the table; nothing that is stored changes by it.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
        'ending IN (''checkmate'', ''resignation'', ''stalemate'', ''draw_agreed'', ''repetition'', ''fifty_moves'', ''dead_position'', ''bell'', ''flag'', ''forfeit'')', 'ending IN (''checkmate'', ''resignation'', ''stalemate'', ''draw_agreed'', ''repetition'', ''fifty_moves'', ''dead_position'', ''bell'', ''flag'', ''forfeit'', ''unstated'')')
    WHERE type = 'table' AND name IN ('games', 'held_games');
PRAGMA writable_schema = RESET;
