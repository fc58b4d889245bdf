UPDATE games SET ending = CASE result WHEN 'draw' THEN 'draw_agreed' ELSE 'checkmate' END WHERE ending = 'unstated';
UPDATE held_games SET ending = CASE result WHEN 'draw' THEN 'draw_agreed' ELSE 'checkmate' END WHERE ending = 'unstated';
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
        'ending IN (''checkmate'', ''resignation'', ''stalemate'', ''draw_agreed'', ''repetition'', ''fifty_moves'', ''dead_position'', ''bell'', ''flag'', ''forfeit'', ''unstated'')', 'ending IN (''checkmate'', ''resignation'', ''stalemate'', ''draw_agreed'', ''repetition'', ''fifty_moves'', ''dead_position'', ''bell'', ''flag'', ''forfeit'')')
    WHERE type = 'table' AND name IN ('games', 'held_games');
PRAGMA writable_schema = RESET;
