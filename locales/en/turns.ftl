# What games of turns say, whichever is played.
turns-days = Days for each move, 1 to 14
turns-terms = { $days ->
    [one] one day for each move
   *[other] { $days } days for each move
  }
turns-waits = The game begins when both are ready.
turns-won = { $who } wins: { $how }
turns-ending-resigned = the other one gave up
turns-ending-time = the other one ran out of time
turns-resign = Give up
turns-resign-really = Yes, give up
