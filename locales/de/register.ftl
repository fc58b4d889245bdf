# Die Anwesenheitsliste eines Treffens und das Ansagen seiner Runden.
register = Anwesenheit
register-here = da.
register-early = Die Anwesenheit wird ab einer Stunde vor dem Treffen aufgenommen.
register-at = Um wie viel Uhr
register-at-hint = Das Treffen ist vorbei: Gib an, wann jemand kam oder ging, nach der Uhr des Klubs.
register-tap = Tippe auf einen Namen, wenn jemand kommt, und noch einmal, wenn jemand geht.
register-letters = Zu den Namen, die beginnen mit
register-keys = Tasten: ↓ nächster Name, P da, A fehlt oder geht, ↑ zurück.
register-since = da seit { $time }
register-was-present = gegangen, war anwesend
register-left = gegangen
register-guest = Gast
register-away = nicht da
register-pairings = Paarungen
register-pairings-how = Zuerst, wer sich zuletzt am seltensten traf, dann die nächsten Punktzahlen.
register-announce = Paarungen der Runde { $round } zeigen
round-not-yet = Noch hat niemand davon erfahren.
round-here = Wer da ist
round-why = Von allen Runden, in denen die meisten spielen und spielfrei reihum geht, die mit den wenigsten Begegnungen der letzten Zeit, dann den nächsten Wertungen, dann den gerechtesten Farben.
round-met = { $times ->
    [0] haben zuletzt nicht gegeneinander gespielt
    [one] haben zuletzt einmal gegeneinander gespielt
   *[other] haben zuletzt { $times }-mal gegeneinander gespielt
}
round-apart = { $points ->
    [0] gleiche Wertung
    [one] ein Punkt auseinander
   *[other] { $points } Punkte auseinander
}
round-left-out = Da, aber nicht gepaart, weil nicht Mitglied oder gesperrt:
round-announce = Runde { $round } ansagen
round-take-back = Runde { $round } zurücknehmen
round-take-back-hint = Alle erfahren davon. Sie kann mit anderen Paarungen neu angesagt werden. Sobald eine Partie von ihr eingetragen oder das Treffen vorbei ist, gilt sie.
round-tap = Tippe zwei an, dann tauschen sie die Plätze.
round-tapped = Jetzt tippe an, wer mit { $name } tauscht. Noch einmal { $name }: Es bleibt, wie es ist.
