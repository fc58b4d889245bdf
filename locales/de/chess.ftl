# Schach online: sein Teil der Seite eines Tisches, und die Einwilligung in seine Bedingungen.
chess = Schach
chess-white = Weiß
chess-black = Schwarz
chess-minutes = Minuten für jeden
chess-increment = Sekunden, die jeder Zug hinzufügt
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
chess-to-consent = Wer online spielt, hat die Bedingungen dafür gelesen und in sie eingewilligt.
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
chess-sound = Ein Ton bei jedem Zug
chess-moves = Züge
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
chess-consent-point-gathers = Wer online spielt, lässt auf dem eigenen Computer ein Programm laufen, das während einer Partie nach Betrug sucht: welche Programme laufen, welche Fenster offen sind, Bilder vom Bildschirm.
chess-consent-point-kept = Was es schickt, wird verschlüsselt aufbewahrt und nach 28 Tagen gelöscht, es sei denn, ein Fall über die Partie ist noch nicht zu Ende.
chess-consent-point-seen = Der Vorsitz des Gerichts sieht alles; Moderation und Gericht sehen Kopien, in denen alles Übrige unlesbar gemacht ist, und das Gericht, was es anordnet. Jeder Blick wird festgehalten, und du kannst nachlesen, wer wann hineingesehen hat.
chess-consent-point-choice = Du musst nicht einwilligen: Dann spielst du kein Schach online; alles andere bleibt, wie es ist. Die Regeln selbst stehen hier in der Sprache, in der der Klub sie beschlossen hat.
