# Sessions and the register.
sessions-coming = To come
sessions-past = Past
session-none = No session yet: the house rules say when the club meets.
session-none-set = Nobody has said yet when the club meets.
session-room = Room
session-room-hint = The usual one, if you leave this empty.
session-on = on now
sessions-one-is-on = A session is on, until { $until }. A new one can start after it.
sessions-one-is-on-without-hours = A session is on. A new one can start after it.
session-cancelled = Cancelled
session-extra = extra
session-feed = Calendar feed (iCal)
session-feed-hint = Subscribe to it in your calendar.
session-add = Add an extra session
session-date = Day
session-hours = { $from } to { $to }, { $room }
session-round = Round { $round }
session-print = Print view
session-enter-results = Enter its results
session-print-now = Print
round-late = The session is over. You can still tap missing results: such a game counts as played at { $time }.
session-board = Board
session-bye = bye
session-swapped = colours swapped
session-games = Games
session-no-games = No game has been entered yet.
session-to-come = It has not begun yet. Pairings and games will stand here.
session-crosstable = Crosstable
session-crosstable-hint = Rated games. If points are equal, the Buchholz score (Bh) counts first, then SB (Sonneborn-Berger).
session-cancel = Cancel this session
session-cancel-hint = Everybody is told, and nobody loses points. You can undo this until it starts.
session-hours-how = End it, or change its times
session-end-now = End it now
session-end-hint = Everybody is told. You can undo it for 60 seconds.
session-change = Change its times or room
session-change-hint = This is for today only. Everybody is told.
session-ends-itself = It ends by itself at { $time }. Who leaves before that is tapped off the register.
session-hours-rule = The usual hours are a house rule. The Chief Justice changes them, and a moderator can ask for it.
session-hours-editor = Change the house rules
session-call-off = Call this session off
session-by-mistake = Was that a mistake?
session-open-boards = { $boards ->
    [one] One board has no result.
   *[other] { $boards } boards have no result.
 }
session-rematches-overdue = A rematch that was due here is now overdue.
session-call-off-hint = Was it started by mistake? Then it was never held. Everybody is told.
session-call-off-reason = It was started by mistake.
session-hold = Hold it after all

