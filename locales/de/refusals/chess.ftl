# Warum etwas an einer Schachpartie online oder an den Beweisen daraus abgelehnt wurde; gefunden wird es am englischen Satz.
refusal-chess-not-your-turn-title = Nicht am Zug
refusal-chess-offered-title = Schon angeboten
refusal-chess-no-offer-title = Kein Angebot
refusal-chess-over-title = Zu Ende
refusal-chess-not-now-title = Jetzt nicht
refusal-chess-no-options = So lässt sich keine Schachpartie einstellen: { $fault }.
refusal-chess-options-object = gebraucht wird ein Objekt aus minutes und increment_seconds
refusal-chess-minutes = { $minutes ->
    [one] { $minutes } Minute liegt
   *[other] { $minutes } Minuten liegen
 } nicht zwischen 1 und 180.
refusal-chess-seconds = { $seconds ->
    [one] { $seconds } Sekunde liegt
   *[other] { $seconds } Sekunden liegen
 } nicht zwischen 0 und 60.
refusal-chess-illegal = `{ $text }` ist hier kein erlaubter Zug; { $colour } kann so ziehen: { $moves }.
refusal-chess-castling = Nach den Hausregeln gibt es in Online-Partien keine Rochade.
refusal-chess-has-move = { $colour } ist am Zug.
refusal-chess-accept-offer = Die andere Seite bietet Remis an: Nimm es an.
refusal-chess-offered = Seit deinem letzten Zug hast du schon Remis angeboten; zieh erst wieder, bevor du es noch einmal anbietest.
refusal-chess-no-offer = Die andere Seite bietet kein Remis an, oder nicht mehr.
refusal-chess-over = Die Partie ist zu Ende.
refusal-chess-no-play = Das tut man in einer Schachpartie nicht: { $fault }.
refusal-chess-ruling = Ein Richter sagt Ergebnis (result), Ende (ending) und Grund (reason): { $fault }.
refusal-chess-no-consent = { $name } hat in die Bedingungen für das Spiel online nicht eingewilligt (Fassung { $version } der Regeln).
refusal-chess-games-a-day = { $name } hat heute schon { $games ->
    [one] eine Online-Partie
   *[other] { $games } Online-Partien
 } gespielt; mehr gibt es an einem Tag nicht.
refusal-chess-rejoin = { $name } muss wieder in die Rangliste eintreten, um zu spielen.
refusal-chess-banned = { $name } ist gesperrt.
refusal-chess-at-once = Online wird gerade schon gespielt, an Tisch { $tables }; warte, bis das zu Ende ist.
refusal-chess-not-repeated = So oft stand diese Stellung: { $times }; eine Stellungswiederholung braucht drei, den angekündigten Zug mitgezählt, wenn einer angekündigt ist.
refusal-chess-not-fifty = Seit dem letzten Schlagen oder Bauernzug { $moves ->
    [one] wurde ein ganzer Zug
   *[other] wurden { $moves } ganze Züge
 } gemacht; die Regel braucht fünfzig.
refusal-chess-no-ruling-bell = Über die Zeit entscheiden in einer Online-Partie die Uhren; ein Richter kann sie nicht mit dem Gong beenden.
refusal-chess-no-ruling-flag = Über die Zeit entscheiden in einer Online-Partie die Uhren; ein Richter kann nicht sagen, dass eine Zeit ablief.
refusal-chess-laws = Nicht nach den Schachregeln: { $fault }.
refusal-chess-laws-repetition = Nicht nach den Schachregeln: Auf dem Brett steht keine Stellungswiederholung.
refusal-chess-laws-fifty-moves = Nicht nach den Schachregeln: Fünfzig Züge sind auf dem Brett nicht erreicht.
refusal-chess-version = Es gilt Fassung { $current }, nicht { $version }: Lies sie, bevor du einwilligst.
refusal-chess-nothing-played-title = Nur während des Spiels
refusal-chess-kind-title = Nicht von dieser Art
refusal-chess-too-much-title = Zu viele Beweise
refusal-chess-no-evidence-title = Kein Beweis
refusal-chess-not-picture-title = Kein Bild
refusal-chess-no-safe-title = Keine Aufbewahrung
refusal-chess-evidence-players = Beweise werden nur von denen erhoben, die an diesem Tisch Schach spielen.
refusal-chess-evidence-while-open = Beweise werden erhoben, während gespielt wird; die Partie an Tisch { $table } ist noch nicht begonnen.
refusal-chess-evidence-while-adjourned = Beweise werden erhoben, während gespielt wird; die Partie an Tisch { $table } ist vertagt.
refusal-chess-evidence-while-ended = Beweise werden erhoben, während gespielt wird; die Partie an Tisch { $table } ist beendet.
refusal-chess-evidence-while-archived = Beweise werden erhoben, während gespielt wird; die Partie an Tisch { $table } ist im Archiv.
refusal-chess-evidence-media = Ein Bildschirm ist ein PNG oder JPEG; Prozesse und Fenster sind reiner Text in UTF-8, je eine Zeile.
refusal-chess-evidence-list-large = Eine Liste hat höchstens { $most } Byte.
refusal-chess-evidence-too-much = Angenommen werden in einer Minute höchstens { $minute } Stücke und aus einer Partie höchstens { $game }.
refusal-chess-evidence-nothing = Es kam nichts an; schick eine Liste als reinen Text oder einen Bildschirm als PNG oder JPEG.
refusal-chess-evidence-no-key = Dieser Dienst bewahrt keine Beweise auf: Wer ihn betreibt, hat keinen Schlüssel gesetzt (ROOKERY_EVIDENCE_KEY).
refusal-chess-redaction-most = Auf einmal werden höchstens { $most } Flächen oder Zeilen geschwärzt.
refusal-chess-redaction-picture = Ein Bild hat keine Zeilen; nenne Flächen.
refusal-chess-redaction-list = Eine Liste hat keine Flächen; nenne Zeilen.
refusal-chess-redaction-outside = Eine Fläche deckt mindestens ein Pixel des Bildes; es hat { $width } mal { $height }.
refusal-chess-redaction-no-line = Eine Zeile { $line } gibt es nicht; die Liste hat 1 bis { $last }.
refusal-chess-redaction-area = { $text } ist keine Fläche: Gib x, y, Breite und Höhe in Pixeln an, je Fläche eine Zeile.
refusal-chess-redaction-line = { $text } ist keine Zeile: Gib Nummern an, oder 4-9.
refusal-chess-release-to = Geschwärzte Beweise werden nur für die Moderation und das Gericht freigegeben.
refusal-chess-say-to-whom = Sag, für wen.
refusal-chess-evidence-is-full = Von einer Partie werden höchstens { $most } MiB angenommen.
