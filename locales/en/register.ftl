# The register of a session, and announcing its rounds.
register = Register
register-here = here.
register-early = The register is begun an hour before the session.
register-at = At what time
register-at-hint = The session is over: say when somebody came or left, by the club's clock.
register-tap = Tap a name when somebody comes, and again when they leave.
register-keys = Keys: ↓ next name, P present, A absent or left, ↑ back.
register-since = here since { $time }
register-was-present = left, was present
register-left = left
register-guest = guest
register-away = not here
register-pairings = Pairings
register-pairings-how = Fewest recent meetings first, then the nearest scores.
register-announce = Announce round { $round } for those here
