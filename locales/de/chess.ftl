# Schach online: sein Teil der Seite eines Tisches, und die Einwilligung in seine Bedingungen.
chess = Schach
chess-in-short = Zu zweit, mit Uhr, um Punkte oder nur zum Spaß.
chess-white = Weiß
chess-black = Schwarz
chess-minutes = Minuten für jeden
chess-increment = Sekunden, die es je Zug dazugibt
chess-rated = Zählt die Partie?
chess-rated-yes = Ja, um Punkte
chess-rated-no = Nein, nur zum Spaß
chess-rated-hint = Für Partien um Punkte gibt es jeden Tag eine Grenze. Nur zum Spaß gibt es keine.
chess-unrated = nur zum Spaß
chess-for-points = um Punkte
chess-no-castling = ohne Rochade
chess-keys = Tasten: ← ↑ → ↓ gehen über das Brett. Enter nimmt eine Figur auf, und Enter auf einem anderen Feld setzt sie ab. Escape lässt sie los.
chess-board = Das Brett
chess-waits = Die Partie beginnt, wenn beide bereit sind.
chess-ruled = { $result }: { $ending }, vom Gericht entschieden: { $reason }
chess-to-consent = Bevor du online spielst, lies, was gespeichert wird.
chess-consented = Du hast am { $at } eingewilligt.
chess-to-read = Lies die Bedingungen für das Spiel online
chess-move = Dein Zug, etwa Sf3 oder g1f3
chess-to-move = { $colour } ist am Zug: { $name }
chess-your-move = Du bist am Zug: du hast { $colour }.
chess-move-button = Ziehen
chess-offer = Remis anbieten
chess-offered = { $who } bietet Remis an.
chess-you-offer = Du bietest Remis an.
chess-declined = { $who } hat das Remis abgelehnt.
chess-accept = Remis annehmen
chess-decline = Remis ablehnen
chess-ask-back = Meinen Zug zurücknehmen
chess-asks-back = { $who } möchte einen Zug zurücknehmen.
chess-you-ask-back = Du möchtest deinen Zug zurücknehmen.
chess-declined-back = { $who } möchte weiterspielen. Dein Zug bleibt.
chess-taken-back = Der Zug von { $who } wurde zurückgenommen.
chess-accept-back = Zurücknehmen lassen
chess-decline-back = Nein, weiterspielen
chess-claim-repetition = Remis verlangen: dreimal dieselbe Stellung
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
chess-premove = Vorauszug: Zieh, während die andere Seite denkt. Er gilt, sobald du dran bist.
chess-moves = Züge
chess-taken = Geschlagen
chess-flip = Brett drehen
chess-looks-back = Du blätterst zurück. Die Partie läuft weiter.
chess-to-now = Zur Partie
chess-pgn = PGN mit Bedenkzeiten
chess-evidence = Was von dieser Partie aufgezeichnet ist
chess-rule = Diese Partie beenden
chess-rule-result = Ergebnis
chess-rule-ending = Wie sie endete
chess-reason = Grund (öffentlich)
chess-rule-button = Partie beenden
chess-line-offered = bietet Remis an
chess-line-declined = lehnt das Remis ab
chess-line-asks-back = möchte einen Zug zurücknehmen
chess-line-declined-back = möchte weiterspielen
chess-line-taken-back = lässt den Zug zurücknehmen
chess-consent = Bedingungen für das Spiel online
chess-consent-say = Fassung { $version } der Regeln sagt:
chess-consent-button = Ich habe das gelesen und willige ein
chess-consent-no = Nein, danke
chess-consent-then-challenge = Sagst du ja, wird deine Herausforderung sofort abgeschickt: { $terms }.
chess-consent-then-play = Sagst du ja, bist du gleich bereit zu spielen.
chess-consent-given = Du hast diesen Regeln am { $at } zugestimmt. Ändern sie sich, wirst du wieder gefragt.
chess-consent-short = Wer am Brett des Klubs spielt, auch nur zum Spaß, sagt dazu ja:
chess-consent-whole = Alle Bedingungen
chess-consent-yes-moves = Rookery speichert deine Züge, ihre Zeiten und was ihr am Tisch schreibt.
chess-consent-yes-program = Bringt der Klub ein Programm gegen Betrug, lässt du es beim Spielen laufen.
chess-consent-yes-seen = Was es schickt, darf der Vorsitz sehen, andere einen Teil. Du kannst lesen, wer es ansah.
chess-consent-yes-ends = Wer vom Gericht zuschaut, darf eine Partie beenden. Dann kannst du das Gericht fragen.
chess-consent-yes-choice = Sagst du Nein, spielst du kein Schach online. Sonst ändert sich nichts.
chess-consent-binding = Die Regeln unten stehen auf Englisch. Es gilt ihr englischer Wortlaut. Hier liest du kurz auf Deutsch, was sie sagen.
chess-consent-rulebook = Diese Regeln im Regelwerk
chess-consent-limits = { $games ->
    [one] Um Punkte läuft im ganzen Klub immer nur eine solche Partie.
   *[other] Um Punkte laufen im ganzen Klub höchstens { $games } solche Partien zugleich.
  } { $day ->
    [one] Um Punkte kannst du eine am Tag spielen.
   *[other] Um Punkte kannst du { $day } am Tag spielen.
  } Nur zum Spaß gibt es keine Grenze. Bei einer Partie um Punkte ändern sie sich um { $part } von dem, was eine Partie im Raum bewirkt.
chess-consent-point-gathers = Rookery speichert deine Züge, ihre Zeiten und was am Tisch geschrieben wird. Sonst läuft nichts auf deinem Computer, außer der Klub gibt dir ein Programm.
chess-consent-point-ends = Es gelten die Schachregeln der FIDE. Wer vom Gericht zuschaut, darf eine Partie beenden, wo sie das verlangen. Ging etwas schief, kann der Vorsitz die Partie für ungültig erklären.
chess-consent-point-court = Wurde deine Partie zu Unrecht beendet? Dann kannst du das Gericht anrufen. Es bekommt die Aufzeichnung der Partie und Bilder ohne Privates. Die ganzen Bilder bekommt es nur durch Abstimmung.
chess-consent-point-kept = Die Regeln erlauben dem Klub, so ein Programm zu verlangen. Es darf dann während der Partie nach Betrug suchen. Was es schickt, ist verschlüsselt und wird nach 28 Tagen gelöscht, wenn kein Fall es braucht.
chess-consent-point-seen = Der Vorsitz des Gerichts könnte alles davon sehen. Moderation und Gericht sehen Kopien ohne Privates. Niemand darf es weitergeben. Jeder Blick wird festgehalten, und du kannst das nachlesen.
chess-curves = So viel Zeit war nach jedem Zug noch da, von { $least } bis { $most }. Volle Linie: Weiß. Striche: Schwarz.
chess-engine = Was { $engine } davon hält. Oben steht Weiß besser, unten Schwarz.
chess-engine-even = Hier stehen beide gleich. Das Programm würde { $best } spielen.
chess-engine-white = Hier steht Weiß um { $pawns } Bauern besser. Das Programm würde { $best } spielen.
chess-engine-black = Hier steht Schwarz um { $pawns } Bauern besser. Das Programm würde { $best } spielen.
chess-engine-white-mates = { $moves ->
    [one] Hier setzt Weiß in einem Zug matt: { $best }.
   *[other] Hier setzt Weiß in { $moves } Zügen matt. Das Programm würde { $best } spielen.
}
chess-engine-black-mates = { $moves ->
    [one] Hier setzt Schwarz in einem Zug matt: { $best }.
   *[other] Hier setzt Schwarz in { $moves } Zügen matt. Das Programm würde { $best } spielen.
}
chess-notes = Notizen zu diesem Zug
chess-notes-on = Notizen gibt es zu:
chess-note-write = Eine Notiz zu diesem Zug schreiben
chess-note-change = Deine Notiz zu diesem Zug ändern
chess-note-sign = Zeichen
chess-note-text = Was du davon hältst
chess-note-save = Notiz behalten
chess-note-away = Wegnehmen
chess-note-away-of = Die Notiz von { $name } wegnehmen
chess-sign-brilliant = glänzend
chess-sign-good = gut
chess-sign-interesting = interessant
chess-sign-dubious = zweifelhaft
chess-sign-mistake = Fehler
chess-sign-blunder = grober Fehler
