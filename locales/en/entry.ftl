# Entering a game.
entry-waits = It { $state } first; then it changes this, if nobody’s score has changed meanwhile.
entry-again = Change what I typed
entry-mine = You played
entry-opponent = Against
entry-same = A game of the same two players, a few minutes before or after this one, is there already.
entry-same-game = Look at game { $game }
entry-clock = Played with a clock, and both players agreed to it
entry-limit = Time limit
entry-limit-none = None
entry-limit-of = { $white } against { $black }, { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
    }
entry-limit-hint = If a moderator was told of one when the game began.
