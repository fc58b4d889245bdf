# The leaderboard, and words of its tables that other pages share.
board-me = My place
board-find = Find a name
board-all = Show everybody
board-empty = Nobody is on the leaderboard yet. You would be the first.
board-not-set-up = This club is not set up yet. The link for it stands where the service was started: “To become the first Chief Justice, open …”.
board-members = { $members ->
    [one] one member
   *[other] { $members } members
 }
board-day = as at the end of { $day }
board-to-come = { $day } is yet to come. These are the standings of now.
board-now = Show it as it is now
board-new = new
board-up = { $ranks ->
    [one] 1 rank up { $since }
   *[other] { $ranks } ranks up { $since }
 }
board-down = { $ranks ->
    [one] 1 rank down { $since }
   *[other] { $ranks } ranks down { $since }
 }
board-same = same rank { $since }
board-arrows = arrows: ranks { $since }
board-since = since the session of { $day }
board-since-now = in this session
board-face = Initials
board-games = Games
board-you = you
board-gap = { $points ->
    [one] One point more and you pass { $name }.
   *[other] { $points } points more and you pass { $name }.
 }
board-have = { $points ->
    [one] You have one point.
   *[other] You have { $points } points.
 }
board-leads = You lead. Nobody is above you.
board-on-now = A session is on, until { $until }
board-on-without-hours = A session is on
board-next-session = Next session: { $when }
board-round = Round { $round } of { $day }: boards and results
board-rose = { $ranks ->
    [one] { $name } rose most: one rank up.
   *[other] { $name } rose most: { $ranks } ranks up.
 }
board-higher = Higher
board-lower = Lower
board-of-day = Standings of a day
nobody-found = Nobody is called “{ $query }”.
pages = Pages
find = Find
show = Show
rank = Rank
member = Member
score = Score
form = Form
won = Won
won-letter = W
drawn = Drawn
drawn-letter = D
lost = Lost
lost-letter = L
letter-win = W
letter-draw = D
letter-loss = L
# What people from outside read.
visitor = A chess club
visitor-club-named = This is the page of a chess club: { $club }. Its members meet to play, and their games move them up and down a leaderboard.
visitor-club = This is the page of a chess club. Its members meet to play, and their games move them up and down a leaderboard.
visitor-short = Only members read full names, games and everything else: you see first names with the first letter of the last name.
visitor-nothing = Who plays and how the games went is for members only.
visitor-join = Are you a member? Sign in. Do you want to become one? Come to a session and ask for a code, then sign up with it.
visitor-account = You have an account, but you have not joined the leaderboard yet. Join on your own page, and you read what members read.
visitor-own-page = To my own page
visitor-rules = The club’s rules
board-legend-points = Play for points
board-legend-fun = Play for fun
board-legend-hint = Online: one tap asks them. You can take it back.
board-challenge-short = Challenge
board-challenge-tiny = Points
board-challenge = Challenge { $name } to online chess: { $terms }
board-fun-short = For fun
board-fun-tiny = Fun
board-fun = Play { $name } online: { $terms }
