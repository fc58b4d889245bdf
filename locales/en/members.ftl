# Members.
member-not = Not on the leaderboard.
member-banned = Banned
member-banned-until = Banned through { $until }
member-monitored = Monitored: games wait for a moderator's approval
member-clock = Has to play with a clock
member-against-me = Our games
member-challenge = Challenge to online chess
member-challenge-other = Other time or colour
member-challenge-fun = Play just for fun
member-chart = Score from { $least } to { $most }. The table below says the same.
member-best = Best score
member-best-now = never higher than now
member-streak = In a row
member-row-win = won
member-row-draw = drawn
member-row-loss = lost
member-first-win = First win: { $day }, against { $name }.
member-play-next = Play { $name } next?
member-chart-title = Points, game by game
member-chart-table = The same as a table
member-chart-points = { $points ->
    [one] one point
   *[other] { $points } points
 }
member-chart-game = Game { $number }: { $went }, { $name }
member-all-opponents = All opponents
member-no-games = No games yet. They will stand here.
member-ledger = Where the points come from
member-last-games = Last games
member-streaks = Longest winning streak { $winning }, longest without a loss { $unbeaten }.
member-presence = Present at { $present } of { $held } sessions.
member-opponents = Head to head
member-no-points = No points won or lost yet.
member-appeal = Appeal
member-points-latest = These are the latest { $count }. Older ones are in the file with all points.
pair-draws = { $draws ->
    [one] and one draw
   *[other] and { $draws } draws
 }
pair-next = What the next game would bring
pair-win = Win
pair-draw = Draw
pair-loss = Loss
pair-none = These two have not played each other yet. Their games will stand here.
when = When
ledger-change = Change
ledger-after = Score after
ledger-session = Session on { $when }
ledger-between = From { $day } to the next session
ledger-then = Score after: { $points }
ledger-corrects = a correction for { $when }
ledger-given-back = given back on { $day }: { $cause }
ledger-game-win = Won against { $name }
ledger-game-draw = Drew against { $name }
ledger-game-loss = Lost to { $name }
ledger-entries = { $entries } entries
ledger-all = All points
ledger-of = The points of { $name }
colour = Colour
colour-white = White
colour-black = Black
outside = Ratings elsewhere
outside-enter = Enter a rating from elsewhere
outside-hint = They can seed tournaments and go into report files. The number there is read by moderators and by the member alone. To remove an entry, empty all its fields.
outside-change = Change: { $list }
outside-list-fide = FIDE
outside-list-national = National federation
outside-list-online = Online
outside-rating = Rating
outside-number = Number or name there
outside-whose = Which federation or site, such as ENG
outside-title = Title
