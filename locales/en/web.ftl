# What every page shows.
page-title = { $title } · { $club }
skip = Skip to the page
nav-club = Club
nav-leaderboard = Leaderboard
nav-sessions = Sessions
nav-today = Today
nav-more = More
tab-ranking = Ranking
tab-play = Play
tab-court = Court
nav-desk = Moderators
nav-administration = Host
nav-me = Me
nav-unread = { $messages ->
    [0] no message waits for you
    [one] 1 message waits for you
   *[other] { $messages } messages wait for you
 }
nav-due = { $deadlines ->
    [0] nothing due
    [one] 1 deadline
   *[other] { $deadlines } deadlines
 }
problem-title = That did not work
problem-detail = Nothing was changed.
problem-request = If it goes on, tell the person who runs Rookery this number: { $request }.
problem-back = Back to the leaderboard
problem-back-to-table = Back to the table

# Dates, as strftime writes them.
date-long = %A %-d %B %Y
date-month = %B %Y
date-short = %-d %b %Y
date-meeting = %a %-d %b %Y, %H:%M
date-moment = %A %-d %B %Y, %H:%M
unsigned = Changed since you looked: { $fields }. Nothing is saved yet. Look again at what it changes.
wrong-several = { $count } things have to be put right:

# The language itself: what it is called, its marks, its locale for days and months, its letters for king, queen, rook, bishop, knight.
language-name = English
language-quotation-marks = “ ”
language-decimal-mark = .
language-locale = en_GB
language-pieces = KQRBN
