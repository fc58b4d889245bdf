# Die Anwesenheitsliste eines Treffens und das Ansagen seiner Runden.
register = Anwesenheit
register-here = da.
register-early = Die Anwesenheit wird ab einer Stunde vor dem Treffen aufgenommen.
register-at = Um wie viel Uhr
register-at-hint = Das Treffen ist vorbei: Gib an, wann jemand kam oder ging, nach der Uhr des Klubs.
register-tap = Tippe auf einen Namen, wenn jemand kommt, und noch einmal, wenn jemand geht.
register-keys = Tasten: ↓ nächster Name, P da, A fehlt oder geht, ↑ zurück.
register-since = da seit { $time }
register-was-present = gegangen, war anwesend
register-left = gegangen
register-guest = Gast
register-away = nicht da
register-pairings = Paarungen
register-pairings-how = Zuerst, wer sich zuletzt am seltensten traf, dann die nächsten Punktzahlen.
register-announce = Runde { $round } für alle ansagen, die da sind
