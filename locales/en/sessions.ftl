# Sessions and the register.
sessions-coming = To come
sessions-past = Past
session-none = No session yet: the house rules say when the club meets.
session-room = Room
session-room-hint = The usual one, if you leave this empty.
session-on = on now
sessions-one-is-on = A session is on, until { $until }. A new one can start after it.
session-cancelled = Cancelled
session-extra = extra
session-feed = Calendar feed (iCal)
session-feed-hint = Subscribe to it in your calendar.
session-add = Add an extra session
session-date = Day
session-hours = { $from } to { $to }, room { $room }
session-round = Round { $round }
session-print = Print view
session-print-now = Print
session-board = Board
session-bye = bye
session-games = Games
session-no-games = No game has been entered yet.
session-crosstable = Crosstable
session-crosstable-hint = Rated games. If points are equal, the Buchholz score (Bh) counts first, then SB (Sonneborn-Berger).
session-cancel = Cancel this session
session-cancel-hint = Everybody is told, and nobody loses points. You can undo this until it starts.
session-hold = Hold it after all

