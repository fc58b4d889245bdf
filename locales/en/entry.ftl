# Entering a game.
entry-waits = It { $state } first; then it changes this, if nobody’s score has changed meanwhile.
entry-absent = The register of this session does not have { $name }. The game can be entered all the same, but { $name } counts as absent (0.9, II.6) until the register is put right.
entry-register-first = The register comes first, and on it somebody who moderates or judges:
entry-again = Change what I typed
entry-mine = You played
entry-opponent = Against
entry-same = A game of the same two players, a few minutes before or after this one, is there already.
entry-earlier = A game of these two at this session is entered already, played at { $time }.
entry-same-game = Look at game { $game }
entry-clock = Played with a clock, and both players agreed to it
entry-clock-hint = With a clock, whoever runs out of time loses at once; without one no flag can fall (I.7.5).
entry-began = When it began, if you know
entry-began-hint = With a clock a moderator or justice has to be there from then on (I.7.1).
entry-room = In which room, if you want to say so
entry-limit = Time limit
entry-limit-none = None
entry-limit-of = { $white } against { $black }, { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
    }
entry-limit-hint = If a moderator was told of one when the game began.
entry-no-session = No session is on. Games are played while the club meets.
