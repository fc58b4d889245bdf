# Die Anwesenheitsliste eines Treffens und das Ansagen seiner Runden.
register = Anwesenheit
register-here = da.
register-early = Namen antippen kannst du ab einer Stunde vor dem Treffen.
register-at = Um wie viel Uhr
register-at-hint = Das Treffen ist vorbei. Wann kamen oder gingen sie, nach der Uhr des Klubs?
register-tap = Tippe auf einen Namen, wenn jemand kommt, und noch einmal, wenn jemand geht.
register-letters = Zu den Namen, die beginnen mit
register-waits = Kein Netz. Was du tippst, bleibt und wird noch einmal geschickt. Es warten:
register-kept = wartet
register-keys = Tasten: ↓ nächster Name, P da, A fehlt oder geht, ↑ zurück.
register-since = da seit { $time }
register-was-present = weg, war anwesend
register-left = gegangen
register-undo = weg · rückgängig?
register-guest = Gast
register-away = nicht da
register-back = Zurück zur Anwesenheit
register-mistake = Aus Versehen getippt?
register-mistake-hint = Nimm sie aus der Anwesenheit. Dann ist es, als hätte niemand sie angetippt. Nicht bei denen, die gespielt haben.
register-mistake-who = Wer nicht da ist
register-mistake-off = Aus der Anwesenheit nehmen
register-pairings = Paarungen
register-pairings-how = Zuerst, wer sich lange nicht traf, dann, wer ähnlich viele Punkte hat.
register-announce = Paarungen der Runde { $round } zeigen
register-still = { $boards ->
    [one] Ein Brett der Runde { $round } hat noch kein Ergebnis.
   *[other] { $boards } Bretter der Runde { $round } haben noch kein Ergebnis.
}
round-elsewhere = Diese haben auch noch ein Brett in einem Turnier:
round-swapped = Platz getauscht
round-not-yet = Noch hat niemand davon erfahren.
round-here = Wer da ist
round-why = Es spielen so viele wie möglich, und spielfrei geht reihum. Dann zählt, wer sich lange nicht traf, wer ähnlich viele Punkte hat, und die Farbe.
round-met = { $times ->
    [0] haben zuletzt nicht gegeneinander gespielt
    [one] haben zuletzt einmal gegeneinander gespielt
   *[other] haben zuletzt { $times }-mal gegeneinander gespielt
}
round-apart = { $points ->
    [0] gleich viele Punkte
    [one] ein Punkt auseinander
   *[other] { $points } Punkte auseinander
}
round-left-out = Da, aber ohne Gegner, weil gesperrt oder kein Mitglied:
round-banned = gesperrt
round-rematch = { $name } schuldet { $objector } heute eine Wiederholung.
round-rematch-how = Lass sie an einem Brett spielen. Halte es dann als Wiederholung fest, nicht als neue Partie.
round-rematches-first = Wiederholungen zuerst paaren
round-announce = Runde { $round } ansagen
round-mend = Tausche, bis alles stimmt. Dann kannst du Runde { $round } ansagen.
round-take-back = Runde { $round } zurücknehmen
round-take-back-hint = Alle erfahren es. Du kannst neu auslosen. Ist eine Partie daraus eingetragen oder das Treffen vorbei, bleibt sie.
round-stays = Runde { $round } hat ein Ergebnis, darum bleibt sie. Stimmt ein Brett nicht? Trag die Partie derer ein, die wirklich gespielt haben.
round-tap = Tippe zwei an, dann tauschen sie die Plätze.
round-tapped = Tippe jetzt an, wer mit { $name } tauscht. Noch einmal { $name }, und alles bleibt.
