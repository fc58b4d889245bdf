# The games room and its tables, whatever is played there.
table-room = Games room
table-list = Tables
table-none = Nobody sits at a table. Open one below.
table-none-mine = You sit at no table. Open one below, or sit down at another’s.
table-none-game = Nobody plays this at the moment. Be the first: open a table.
table-none-archived = No game is in the archive yet.
table-mine = Yours
tables-kept = You are challenged
tables-own = Your tables
tables-free = Sit down and play
tables-played = Being played
tables-waiting = Waiting for somebody
tables-over = Over
table-archive = Archive
table-stage-open = open
table-stage-playing = being played
table-stage-adjourned = adjourned
table-stage-ended = over
table-stage-archived = archived
table-kind-ruling = A justice
table-kind-time = Time
table-kind-adjourned = Adjourned
table-kind-resumed = Resumed
table-calls = What waits for you at the tables
table-calls-none = No clock of yours runs, and nobody challenges you.
table-call-accepted-turn = Your clock runs: { $who } accepted.
table-call-accepted = The game has begun: { $who } accepted.
table-call-turn = Your clock runs: your turn against { $who }.
table-call-go = To the board
table-call-challenge = { $game }: { $who } challenges you.
table-call-ready = Are you ready? { $game } with { $who }.
table-call-ready-go = To the table
table-call-answer = Answer
kiosk-plays-not = This device takes the register and results. To play, sign in as yourself on your own.
table-open = Open a table
table-against-opening = This cannot be played right now:
table-against-fun = Just for fun you can play now. That is chosen below.
table-against-hint = You can open the table all the same. It stays open for a day, in case you can play by then. Other games you can play at any time:
table-open-button = Open the table
table-sign-in = Sign in to play
table-clock = { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
 } each{ $seconds ->
    [0] {""}
    [one] , one second a move
   *[other] , { $seconds } seconds a move
 }
table-seat = Your seat
table-lot = by lot
table-invite = { $others ->
    [one] Whom the other seat is kept for
   *[other] Whom seats are kept for: at most one for each seat besides yours. Choose nobody, and anybody may sit down
  }
table-find = { $people ->
    [one] Look for a name (1 person)
   *[other] Look for a name ({ $people } people)
  }
table-invite-more = Invite more people
table-invite-free = { $seats ->
    [one] One seat is free
   *[other] { $seats } seats are free
  }
table-said-no = Said no to this table: { $who }.
table-invite-button = Invite
table-anybody = nobody: anybody may sit down
table-alone = you alone
table-empty = empty seat
table-free = { $seats ->
    [one] one empty seat
   *[other] { $seats } empty seats
  }
table-kept = kept for somebody
table-kept-for = kept for { $name }
table-seats = Seats
table-turn = to play
table-your-turn = Your turn
table-is-ready = ready
table-not-ready = not ready yet
table-wants-pause = wants to adjourn
table-sit = Sit down
table-sit-stays = The game runs. Your name then stays at this table until the game ends.
table-sit-really = Yes, sit down
table-number = Table { $number }
table-accept = Sit down and play
table-sit-as = Play as { $seat }
table-choose-seat = Choose your seat
table-leave = Leave the table
table-leave-others = Leave the table to the others
table-leave-kept = This seat is kept for you. If you leave it, anybody may sit there.
table-close = Close the table
table-we-wait = The game waits for { $who }.
table-terms = This is how it is played: { $terms }
table-waits-for = waits for { $who }
table-waits-for-you = you
table-waits-for-more = { $players ->
    [one] one more player
   *[other] { $players } more players
  }
table-ready = I am ready
table-primer-ready = First tap “I am ready”.
table-asks-first = Read the terms, then say that you are ready
table-unready = I am not ready
table-ready-stays = Stay on this page. Are you away for a minute? Then you say it again.
table-pause = Ask for an adjournment
table-pause-until = Ask for an adjournment until a certain time
table-until = The game goes on at
table-until-hint = Within 60 days. All players have to agree. It goes on once all are ready, or at this time by itself.
table-agree-pause = Agree to the adjournment
table-asks-pause = { $asking ->
    [one] { $who } asks for an adjournment.
   *[other] { $who } ask for an adjournment.
  }
table-asks-until = It would go on at this time: { $at }.
table-resumes = The game is adjourned. It goes on when everybody is ready, by itself at this time: { $at }.
table-resign-not = No, I play on
table-at-rest = Until then you can resign or agree on a draw.
table-no-pause = Play on
table-decline-pause = No, play on
table-log = Log
table-entries = Entries
table-log-file = Download the log
table-replay = Check this record
table-replay-sound = { $entries ->
    [0] Nothing is written there yet.
    [one] All is well: the one entry comes to what was recorded.
   *[other] All is well: each of the { $entries } entries comes to what was recorded.
 }
table-replay-wrong = Something is wrong: these entries do not come out as before: { $numbers }. Tell the person who runs the host.
table-replay-hint = The game was played again from its log. Each entry was compared with what was kept.
table-replay-back = Back to the table
table-talk = Talk
table-talk-silent = While they play only the players talk here. Afterwards everybody can.
table-unread = New talk:
table-say = Say something
table-say-button = Send
table-away = No connection. We keep trying.
table-unsent = “{ $what }” was not sent. Do it again.
table-unmoved = Your move was not sent. Make it again.
table-decline = No, thank you
table-withdraw = Take the challenge back
table-again = Play again
table-again-fun = Play again, just for fun
table-instead = Play { $game } instead
table-result-read = Close
table-you-won = You won
table-asks-again = { $name } wants to play again.
table-won = { $winners ->
    [one] Won by { $who }
   *[other] Winners: { $who }
  }
table-you-drew = You drew
table-you-lost = You lost
table-never-begun = No game began at this table.
table-declined = { $name } said no to this challenge.
table-you-declined = You said no to { $name }.
table-you-withdrew = You took your challenge back. It was for { $name }.
table-withdrew = { $name } took this challenge back.
table-you-closed = You closed this table. You had asked { $name } to play.
table-closed = { $name } closed this table.
table-challenge-again = Challenge again
table-challenge-back = Challenge back
table-void = Void
table-gone = This game does not count any more.
table-gone-replaced = A rematch took the place of this game.
table-wrong = Was something not as it should be?
table-petition = Petition the Court
table-game = As a game of the club
table-unrated = Not rated:
table-ruling-hint = 16 to 500 characters. Everyone in the club can read it.
table-void-it = Make this game void
table-error = The error (public)
table-void-button = Make it void
table-computer = Computer
table-since = since { $since }
table-to-move = Has the move: { $who }, since { $since }
table-here = { $here ->
    [one] one is here
   *[other] { $here } are here
}
table-name = What the table is called
table-name-hint = If you like. Everybody reads it.
table-unname = Take the table’s name away
table-reactions = Say it with one tap
table-reaction-good = Good move
table-reaction-bravo = Well played
table-reaction-wow = Wow
table-reaction-oops = Oops
table-reaction-thanks = Good game, thanks
table-mute-report = Mute or report somebody
table-mute = Do not show me what { $name } writes
table-unmute = Show me again what { $name } writes
table-report = Report { $name } to the moderators
table-history = Games in the games room
table-history-of = Games room: { $name }
table-history-none = No game has been played to its end here yet. Sit down at a table and begin one.
table-history-played = { $games ->
    [one] game
   *[other] games
  }
table-history-with = Most often with
table-history-no-winner = Nobody wins or loses such a game.
table-history-last = The last games
table-is-here = is here
table-is-away = not here
table-away-for = not here for { $time }
table-minutes = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
  }
table-hours = { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
  }
