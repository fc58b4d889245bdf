# Die ersten Schritte eines neuen Klubs.
start = Ein neuer Klub in fünf Minuten
start-hint = Fünf Schritte; jeder geht auch später noch einmal.
start-club = Wie euer Klub heißt
start-club-more = Wappen und Farbe
start-done = erledigt
start-meet = Wann und wo ihr euch trefft
start-weekday = Wochentag
start-from = Von
start-to = Bis
start-room = Raum
start-zone = Zeitzone
start-people = Leute einladen
start-people-hint = { $accounts ->
    [one] Nur du hast ein Konto.
   *[other] { $accounts } Leute haben ein Konto.
 }
start-register = Die erste Anwesenheit aufnehmen
start-register-hint = Trag dich zuerst selbst ein: Keine Partie zählt, wenn niemand von Moderation oder Gericht da ist.
start-register-button = Anwesenheit aufnehmen
start-register-later = Die Liste öffnet, wenn es beginnt. Ihr trefft euch heute schon?
start-session = Das nächste Treffen: { $when }.
start-game = Die erste Partie eintragen
start-game-hint = Beide müssen in der Rangliste stehen, und jemand von Moderation oder Gericht muss als anwesend eingetragen sein.
start-game-join = Auch du spielst erst mit, wenn du darin stehst:
weekday-Mon = Montag
weekday-Tue = Dienstag
weekday-Wed = Mittwoch
weekday-Thu = Donnerstag
weekday-Fri = Freitag
weekday-Sat = Samstag
weekday-Sun = Sonntag
