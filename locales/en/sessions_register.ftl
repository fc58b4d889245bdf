# The register of a session, and announcing its rounds.
register = Register
register-here = here.
register-early = You can tap names from an hour before the session.
register-at = At what time
register-at-hint = The session is over. When did they come or leave, by the club's clock?
register-tap = Tap a name when somebody comes, and again when they leave.
register-letters = To the names that begin with
register-waits = No network. Your taps are kept and sent again. Waiting:
register-kept = waiting
register-keys = Keys: ↓ next name, P present, A absent or left, ↑ back.
register-since = here since { $time }
register-was-present = left, was present
register-left = left
register-undo = left · tap to undo
register-guest = guest
register-away = not here
register-back = Back to the register
register-mistake = Tapped in by mistake?
register-mistake-hint = Take them off the register. Then it is as if nobody tapped their name. Not for those who played.
register-mistake-who = Who is not here
register-mistake-off = Take off the register
register-pairings = Pairings
register-pairings-how = Fewest recent meetings first, then the nearest scores.
register-announce = Show the pairings of round { $round }
register-still = { $boards ->
    [one] One board of round { $round } has no result yet.
   *[other] { $boards } boards of round { $round } have no result yet.
}
round-elsewhere = These also have a tournament board to play:
round-swapped = changed places
round-not-yet = Nobody was told yet.
round-here = Those here
round-why = As many as possible play, and everyone gets the bye in turn. Then it looks at who met least, who has close scores, and at colours.
round-met = { $times ->
    [0] have not met lately
    [one] met once lately
   *[other] met { $times } times lately
}
round-apart = { $points ->
    [0] with the same score
    [one] one point apart
   *[other] { $points } points apart
}
round-left-out = Here but not paired, as they are banned or not on the leaderboard:
round-banned = banned
round-rematch = { $name } owes { $objector } a rematch today.
round-rematch-how = Let them play it on a board. Then record it as the rematch, not as a new game.
round-rematches-first = Pair rematches first
round-announce = Announce round { $round }
round-mend = Change places until nothing is wrong. Then announce round { $round }.
round-take-back = Take round { $round } back
round-take-back-hint = Everybody is told, and you can pair again. It works until a game of it is entered, or the session is over.
round-stays = Round { $round } has a result, so it stays. Is a board wrong? Enter the game of those who really played.
round-tap = Tap two players to have them change places.
round-tapped = Now tap the one to change places with { $name }. Tap { $name } again to leave it.
