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
    [0] nothing unread
    [one] 1 unread message
   *[other] { $messages } unread messages
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

# Dates, as strftime writes them.
date-long = %A %-d %B %Y
date-month = %B %Y
date-short = %-d %b %Y
date-meeting = %a %-d %b %Y, %H:%M
date-moment = %A %-d %B %Y, %H:%M
unsigned = Changed since you looked: { $fields }. Nothing was done yet; this is what it comes to now.
wrong-several = { $count } things have to be put right:
