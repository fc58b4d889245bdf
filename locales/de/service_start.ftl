# Die ersten Schritte eines neuen Klubs.
start = Ein neuer Klub in fünf Minuten
start-hint = Fünf Schritte. Jeder geht auch später noch einmal.
start-ready = Dein Klub ist bereit.
start-club = Wie euer Klub heißt
start-club-more = Wappen und Farbe
start-done = erledigt
start-meet = Wann und wo ihr euch trefft
start-meet-hint = Füllt alle fünf Felder aus. Ändern könnt ihr sie später.
start-weekday = Wochentag
start-from = Von
start-to = Bis
start-room = Raum
start-room-hint = Zum Beispiel 12 oder Die Bücherei.
start-zone = Zeitzone
start-zone-now = Speichere das. Bis dahin gelten die Zeiten von { $zone }.
start-people = Leute einladen
start-people-hint = { $accounts ->
    [one] Nur du hast ein Konto.
   *[other] { $accounts } Leute haben ein Konto.
 }
start-play-too = Ich spiele mit
start-names = Wer noch mitspielt
start-add = Aufnehmen
start-register = Die erste Anwesenheit aufnehmen
start-register-hint = Tippe in der Liste alle an, die da sind. Tippe zuerst deinen eigenen Namen an.
start-register-button = Anwesenheit aufnehmen
start-register-later = Seid ihr heute schon da? Fangt jetzt an, dann öffnet die Liste.
start-register-day = Heute nicht? Plane einen anderen Tag:
start-session = Das nächste Treffen: { $when }.
start-game = Die erste Partie eintragen
start-game-hint = Beide müssen in der Rangliste stehen. Jemand von Moderation oder Gericht muss seit { $minutes } Minuten da sein: Bis dahin wartet die Partie.
weekday-Mon = Montag
weekday-Tue = Dienstag
weekday-Wed = Mittwoch
weekday-Thu = Donnerstag
weekday-Fri = Freitag
weekday-Sat = Samstag
weekday-Sun = Sonntag
