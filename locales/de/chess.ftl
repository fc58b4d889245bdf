# Schach online: sein Teil der Seite eines Tisches, und die Einwilligung in seine Bedingungen.
chess = Schach
chess-white = Weiß
chess-black = Schwarz
chess-minutes = Minuten für jeden
chess-increment = Sekunden, die jeder Zug hinzufügt
chess-rated = Zählt die Partie?
chess-rated-yes = Ja, um Punkte
chess-rated-no = Nein, nur zum Spaß
chess-unrated = nur zum Spaß
chess-rematch = Noch einmal spielen
chess-you-won = Du hast gewonnen
chess-you-drew = Remis
chess-you-lost = Du hast verloren
chess-terms = { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
  } für jeden, { $seconds ->
    [one] eine Sekunde
   *[other] { $seconds } Sekunden
  } je Zug
chess-no-castling = ohne Rochade
chess-board = Das Brett
chess-waits = Die Partie beginnt, wenn beide bereit sind.
chess-ruled = { $result }: { $ending }, wie ein Richter entschied (I.9.6): { $reason }
chess-against = Was dem Beginn noch entgegensteht:
chess-to-consent = Bevor du online spielst, lies, was gespeichert wird.
chess-consented = Du hast am { $at } eingewilligt.
chess-to-read = Lies die Bedingungen für das Spiel online
chess-move = Dein Zug, als Sf3 oder g1f3
chess-to-move = { $colour } ist am Zug: { $name }
chess-your-move = Du bist am Zug: du hast { $colour }.
chess-move-button = Ziehen
chess-offer = Remis anbieten
chess-offered = { $who } bietet Remis an.
chess-you-offer = Du bietest Remis an.
chess-declined = { $who } hat das Remis abgelehnt.
chess-accept = Remis annehmen
chess-decline = Remis ablehnen
chess-claim-repetition = Remis verlangen: dritte Wiederholung
chess-claim-fifty-moves = Remis verlangen: fünfzig Züge
chess-resign = Aufgeben
chess-words = Die Stellung in Worten
chess-claim-with = Mit dem nächsten Zug Remis verlangen
chess-claim-move = Der Zug, etwa Sf3
chess-resign-really = Ja, aufgeben
chess-promotion = Der Bauer wird
chess-queen = Dame
chess-rook = Turm
chess-bishop = Läufer
chess-knight = Springer
chess-sound = Töne
chess-moves = Züge
chess-taken = Geschlagen
chess-flip = Brett drehen
chess-looks-back = Du blätterst zurück. Die Partie läuft weiter.
chess-to-now = Zur Partie
chess-pgn = PGN mit Bedenkzeiten
chess-rule = Diese Partie beenden
chess-rule-result = Ergebnis
chess-rule-ending = Wie sie endete
chess-reason = Grund; öffentlich
chess-rule-button = Partie beenden
chess-line-offered = bietet Remis an
chess-line-declined = lehnt das Remis ab
chess-consent = Bedingungen für das Spiel online
chess-consent-say = Fassung { $version } der Regeln sagt:
chess-consent-button = Ich habe das gelesen und willige ein
chess-consent-given = Du hast am { $at } in diese Bedingungen eingewilligt. Werden sie geändert, wirst du neu gefragt.
chess-consent-short = Kurz gesagt
chess-consent-point-gathers = Rookery speichert deine Züge, ihre Zeiten und was am Tisch geschrieben wird. Sonst läuft nichts auf deinem Computer, außer der Klub gibt dir ein Programm.
chess-consent-point-kept = Die Regeln erlauben dem Klub, so ein Programm zu verlangen. Es darf dann während der Partie nach Betrug suchen. Was es schickt, ist verschlüsselt und wird nach 28 Tagen gelöscht, wenn kein Fall es braucht.
chess-consent-point-seen = Der Vorsitz des Gerichts könnte alles davon sehen. Moderation und Gericht sehen Kopien ohne Privates. Jeder Blick wird festgehalten, und du kannst das nachlesen.
chess-consent-point-choice = Du kannst Nein sagen: Dann spielst du kein Schach online. Sonst ändert sich nichts. Unten stehen die Regeln, wie der Klub sie beschlossen hat.
