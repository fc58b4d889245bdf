# The first steps of a new club.
start = A new club in five minutes
start-hint = Five steps; each can be done again later.
start-club = What your club is called
start-club-more = Crest and colour
start-done = done
start-meet = When and where you meet
start-weekday = Weekday
start-from = From
start-to = To
start-room = Room
start-zone = Time zone
start-people = Invite people
start-people-hint = { $accounts ->
    [one] Only you have an account.
   *[other] { $accounts } people have an account.
 }
start-register = Take the first register
start-register-hint = Mark yourself present first: no game counts unless a moderator or justice is there.
start-register-button = Take the register
start-register-later = The register opens when it begins. Meeting today already?
start-session = The next session: { $when }.
start-game = Enter the first game
start-game-hint = Both players have to be on the leaderboard, and a moderator or justice has to be marked present.
start-game-join = You, too, play only once you are on it:
weekday-Mon = Monday
weekday-Tue = Tuesday
weekday-Wed = Wednesday
weekday-Thu = Thursday
weekday-Fri = Friday
weekday-Sat = Saturday
weekday-Sun = Sunday
