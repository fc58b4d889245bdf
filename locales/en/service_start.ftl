# The first steps of a new club.
start = A new club in five minutes
start-hint = Five steps. You can do each again later.
start-ready = Your club is ready.
start-club = What your club is called
start-club-more = Crest and colour
start-done = done
start-meet = When and where you meet
start-meet-hint = Fill in all five. You can change them later.
start-weekday = Weekday
start-from = From
start-to = To
start-room = Room
start-room-hint = Such as 12, or The library.
start-zone = Time zone
start-zone-now = Save this. Until then all times are those of { $zone }.
start-people = Invite people
start-people-hint = { $accounts ->
    [one] Only you have an account.
   *[other] { $accounts } people have an account.
 }
start-play-too = I play too
start-names = Who else plays
start-add = Add them
start-register = Take the first register
start-register-hint = On the list, tap the name of everybody who is here. Tap your own name first.
start-register-button = Take the register
start-register-later = Are you together today? Start a session now, and the list opens.
start-register-day = Not today? Plan another day:
start-session = The next session: { $when }.
start-game = Enter the first game
start-game-hint = Both players must be on the leaderboard. A moderator or justice must have been here for { $minutes } minutes: until then it waits.
weekday-Mon = Monday
weekday-Tue = Tuesday
weekday-Wed = Wednesday
weekday-Thu = Thursday
weekday-Fri = Friday
weekday-Sat = Saturday
weekday-Sun = Sunday
