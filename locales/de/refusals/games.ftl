# Warum eine Partie, ein Widerspruch, eine Zeitgrenze oder eine Frage an die Rangliste abgelehnt wurde; gefunden wird es am englischen Satz.
refusal-games-invalid-title = Ungültige Partie
refusal-games-unreadable-title = Unlesbare Partie
refusal-games-same-title = Dieselbe Partie
refusal-games-objected-title = Schon widersprochen
refusal-games-settled-title = Schon erledigt
refusal-games-not-due-title = Noch nicht fällig
refusal-games-limit-stands-title = Nicht beim Stand dieser Zeitgrenze
refusal-games-under-way-title = Schon im Gange
refusal-games-held-title = Durch eine Entscheidung festgelegt
refusal-games-nothing-to-replace-title = Keine Partie zu ersetzen
refusal-games-nobody-can-tell-title = Nicht zu entscheiden
refusal-games-no-such-time-limit = Diese Zeitgrenze gibt es nicht.
refusal-games-white = Weiß
refusal-games-white-small = Weiß
refusal-games-black = Schwarz
refusal-games-black-small = Schwarz
refusal-games-state-rated = gewertet
refusal-games-state-refused = nicht genehmigt
refusal-games-state-lapsed = verfallen
refusal-games-state-void = ungültig
refusal-games-state-replaced = durch eine Wiederholung ersetzt
refusal-games-state-awaiting-approval = wartet auf Genehmigung
refusal-games-state-awaiting-membership = wartet auf den Eintritt eines Gastes
refusal-games-state-awaiting-presence = wartet auf eine Aufsicht
refusal-games-two-players = Zu einer Partie gehören zwei.
refusal-games-white-again = Zu einer Partie gehören zwei; das ist noch einmal Weiß.
refusal-games-unknown-person = Der Klub kennt niemanden mit der Nummer { $person }.
refusal-games-choose-player = Wähle aus, wer spielt.
refusal-games-future = { $at } nach der Uhr des Klubs liegt in der Zukunft; jetzt ist { $now }. Geht die Uhr richtig?
refusal-games-before-1970 = Vor 1970 wurde keine Partie dieses Klubs gespielt.
refusal-games-same = Partie { $game } derselben beiden wurde { $minutes ->
    [one] höchstens eine Minute
   *[other] höchstens { $minutes } Minuten
 } vor oder nach dieser gespielt. War diese hier eine andere, sag es dazu und schick sie noch einmal.
refusal-games-no-session = { $at } nach der Uhr des Klubs lag in keinem Treffen des Klubs; gespielt wird während eines Treffens.
refusal-games-no-overseer = Nach der Anwesenheitsliste war in diesem Augenblick niemand aus der Moderation oder vom Gericht da; eine solche Person muss im Raum sein.
refusal-games-brief-overseer = Wer in diesem Augenblick da war, war weniger als { $least } Minuten im Raum und zählt nicht als anwesend.
refusal-games-other-room = Das Treffen ist im Raum { $room }; dort wird gespielt.
refusal-games-began-outside = Eine Partie beginnt während ihres Treffens, ab { $start }, und bevor sie endet; nicht { $began }.
refusal-games-banned-for-good = { $name } war da gesperrt, für immer.
refusal-games-banned-until = { $name } war da gesperrt, bis { $until }.
refusal-games-removed = { $name } war von der Rangliste gestrichen und muss wieder eintreten, um zu spielen.
refusal-games-guest-online = { $name } ist nicht Mitglied; online spielen nur Mitglieder.
refusal-games-guest = { $name } war nicht Mitglied und ist auch nicht während desselben Treffens eingetreten.
refusal-games-clock-ordered = { $name } muss jede Partie mit Uhr spielen.
refusal-games-flag-without-clock = Die Zeit kann nur in einer Partie ablaufen, die mit Uhr gespielt wurde.
refusal-games-clock-overseer = Bei einer Partie mit Uhr muss die ganze Zeit jemand aus der Moderation oder vom Gericht da sein.
refusal-games-no-assent = { $name } war mit der Uhr nicht einverstanden.
refusal-games-not-yours = Eine Partie trägt ein, wer sie gespielt hat, oder die Moderation oder das Gericht, oder sie wird am Kiosk eingetragen.
refusal-games-bell-moderator = Nur die Moderation kann eine Partie beenden, weil die Zeit nicht reicht.
refusal-games-forfeit-moderator = Nur die Moderation kann eine Partie für kampflos verloren erklären.
refusal-games-kiosk = Am Kiosk werden Partien nur eingetragen, während ein Treffen läuft.
refusal-games-own-game = In der eigenen Partie handelt niemand für die Moderation; bitte jemand anderen daraus.
refusal-games-other-limit = Diese Zeitgrenze wurde für andere Leute oder andere Farben genannt.
refusal-games-limit-taken = Diese Zeitgrenze galt schon für Partie { $game }.
refusal-games-limit-ran-out = Ihre Zeit war um: Sie endete mit dem Gong, und die geschlagenen Figuren entscheiden sie.
refusal-games-limit-length = Eine Zeitgrenze beträgt 1 bis { $seconds } Sekunden.
refusal-games-limit-minutes = Eine Zeitgrenze beträgt 1 bis { $minutes } Minuten.
refusal-games-limit-no-session = Zurzeit ist kein Treffen; gespielt wird während eines Treffens.
refusal-games-limit-under-way = Von den beiden spielt schon jemand eine Partie mit Zeitgrenze; beende erst die.
refusal-games-limit-own-game = Eine Zeitgrenze wird jemandem aus der Moderation oder vom Gericht genannt, und zwar nicht jemandem, der die Partie selbst spielt.
refusal-games-limit-to-person = Eine Zeitgrenze wird einem Menschen genannt.
refusal-games-limit-paused-not-running = Die Zeitgrenze ist unterbrochen; dafür müsste die Zeit laufen.
refusal-games-limit-expired-not-running = Die Zeit ist um; dafür müsste die Zeit laufen.
refusal-games-limit-ended-not-running = Die Partie mit dieser Zeitgrenze ist zu Ende; dafür müsste die Zeit laufen.
refusal-games-limit-running-not-paused = Die Zeitgrenze läuft; dafür müsste sie unterbrochen sein.
refusal-games-limit-expired-not-paused = Die Zeit ist um; dafür müsste sie unterbrochen sein.
refusal-games-limit-ended-not-paused = Die Partie mit dieser Zeitgrenze ist zu Ende; dafür müsste sie unterbrochen sein.
refusal-games-limit-expired-not-running-or-paused = Die Zeit ist um; dafür müsste die Zeit laufen oder unterbrochen sein.
refusal-games-limit-ended-not-running-or-paused = Die Partie mit dieser Zeitgrenze ist zu Ende; dafür müsste die Zeit laufen oder unterbrochen sein.
refusal-games-moderators-only = Das kann nur die Moderation oder das Gericht.
refusal-games-you-played = Du hast diese Partie gespielt; jemand anderes aus der Moderation muss sich um sie kümmern.
refusal-games-cannot-be-approved = Partie { $game }: { $state }. Genehmigt oder nicht genehmigt werden kann nur eine Partie, die auf Genehmigung wartet.
refusal-games-cannot-be-corrected = Partie { $game }: { $state }. Berichtigt werden kann nur eine Partie, die gewertet ist oder noch auf Genehmigung oder den Eintritt eines Gastes wartet.
refusal-games-cannot-be-voided = Partie { $game }: { $state }. Für ungültig erklärt werden kann nur eine Partie, die gewertet ist oder noch auf Genehmigung oder den Eintritt eines Gastes wartet.
refusal-games-cannot-be-restored = Partie { $game }: { $state }. Wieder gelten kann nur eine Partie, die ungültig ist.
refusal-games-cannot-be-objected = Partie { $game }: { $state }. Widersprechen kann man nur einer Partie, die gewertet ist.
refusal-games-cannot-be-rematch = Partie { $game }: { $state }. Wiederholt werden kann nur eine Partie, die gewertet ist.
refusal-games-correction-forfeit = Eine Berichtigung sagt, wie gespielt wurde; eine Partie verloren zu werten ist eine Strafe und braucht eine Entscheidung über den Verstoß.
refusal-games-correction-flag = Die Partie wurde ohne Uhr gespielt: Keine Zeit lief ab.
refusal-games-reserved-court = Nach Regel { $act } kann nur das Gericht eine Partie für ungültig erklären oder wieder gelten lassen.
refusal-games-reserved-chief = Nach Regel { $act } kann nur der Vorsitz eine Partie für ungültig erklären oder wieder gelten lassen.
refusal-games-void-online-only = Nach dieser Regel sind Online-Partien nach einem Fehler ungültig; nenne die Regel, gegen die in dieser Partie verstoßen wurde.
refusal-games-objection-players = Dem Ende einer Partie widerspricht nur, wer sie gespielt hat.
refusal-games-objection-rematch = Diese Partie ist eine Wiederholung: Sie gilt endgültig, und eine zweite gibt es nicht.
refusal-games-objection-made = Dieser Partie wurde schon widersprochen; eine einzige Wiederholung entscheidet.
refusal-games-objection-late = Inzwischen hat das nächste Treffen begonnen; widersprochen wird vorher, denn dann wird die Partie wiederholt.
refusal-games-rematch-settled = Dieser Widerspruch ist erledigt; ein zweites Mal wird nie wiederholt.
refusal-games-rematch-not-due = Die Wiederholung ist beim nächsten Treffen fällig, das stattfindet; es hat noch nicht begonnen.
refusal-games-rematch-players = Wiederholt wird eine Partie von denselben beiden, gleich mit welchen Farben.
refusal-games-rematch-when = Wiederholt wird eine Partie beim nächsten Treffen, das stattfindet, oder später.
refusal-games-rematch-time = Für eine Wiederholung haben beide { $each ->
    [one] je eine Minute
   *[other] je { $each } Minuten
 }: mit einer Uhr oder mit einer Zeitgrenze von höchstens { $both } Minuten. Durften die beiden ohne spielen, sag es dazu.
refusal-games-rematch-no-game = Eine Wiederholung, die nicht gespielt wurde, hat keine Partie; lass sie weg, oder sag, dass gespielt wurde.
refusal-games-rematch-needs-game = Zu einer Wiederholung, die gespielt wurde, gehört ihre Partie: Ergebnis, wie sie endete und so weiter.
refusal-games-corrected-already = Die Partie hat dieses Ergebnis und dieses Ende schon.
refusal-games-nothing-to-replace = Sie war eine Wiederholung, und die Partie, für die sie gespielt wurde, ist ungültig oder wurde inzwischen anders entschieden.
refusal-games-held = Was mit Partie { $game } ist, folgt aus einer Entscheidung, die gilt; es ändert sich, wenn das Gericht die Entscheidung aufhebt.
refusal-games-captures-without-bell = Geschlagene Figuren zählen nur in einer Partie, die der Gong beendete.
refusal-games-no-result = Weder das Ergebnis noch die Züge sagen, wer gewann; nenne es: Weiß, remis oder Schwarz.
refusal-games-bell-result = Nach den geschlagenen Figuren hat Weiß { $white ->
    [one] einen Punkt
   *[other] { $white } Punkte
 } und Schwarz { $black }, das ist { $decided }; angegeben ist { $result }.
refusal-games-forfeit-draw = Kampflos wird eine Partie verloren; ein Remis kann das nicht ergeben.
refusal-games-bell-needs = Beim Gong entscheiden die geschlagenen Figuren: Schick die Züge, die Schlussstellung oder was geschlagen wurde.
refusal-games-word-win-white = ein Sieg für Weiß
refusal-games-word-win-black = ein Sieg für Schwarz
refusal-games-word-draw = ein Remis
refusal-games-word-checkmate = Matt
refusal-games-word-stalemate = Patt
refusal-games-word-dead-end = eine Stellung, in der niemand mattsetzen kann
refusal-games-word-resignation = Aufgabe
refusal-games-word-flag = Zeitablauf
refusal-games-word-bell = das Ende der Zeit
refusal-games-word-agreement = vereinbartes Remis
refusal-games-word-dead-position = eine tote Stellung
refusal-games-word-repetition = Stellungswiederholung
refusal-games-word-fifty-moves = die Fünfzig-Züge-Regel
refusal-games-not-drawn-by-checkmate = Ein Matt kann kein Remis ergeben.
refusal-games-not-drawn-by-checkmate-bare = ein Matt kann kein Remis ergeben
refusal-games-not-drawn-by-resignation = Eine Aufgabe kann kein Remis ergeben.
refusal-games-not-drawn-by-resignation-bare = eine Aufgabe kann kein Remis ergeben
refusal-games-not-drawn-by-flag = Eine abgelaufene Zeit kann kein Remis ergeben.
refusal-games-not-drawn-by-flag-bare = eine abgelaufene Zeit kann kein Remis ergeben
refusal-games-not-won-by-agreement = Ein vereinbartes Remis ist ein Remis und nicht { $result }.
refusal-games-not-won-by-agreement-bare = ein vereinbartes Remis ist ein Remis und nicht { $result }
refusal-games-not-won-by-stalemate = Ein Patt ist ein Remis und nicht { $result }.
refusal-games-not-won-by-stalemate-bare = ein Patt ist ein Remis und nicht { $result }
refusal-games-not-won-by-dead-position = Eine tote Stellung ist ein Remis und nicht { $result }.
refusal-games-not-won-by-dead-position-bare = eine tote Stellung ist ein Remis und nicht { $result }
refusal-games-not-won-by-repetition = Eine Stellungswiederholung ist ein Remis und nicht { $result }.
refusal-games-not-won-by-repetition-bare = eine Stellungswiederholung ist ein Remis und nicht { $result }
refusal-games-not-won-by-fifty-moves = Die Fünfzig-Züge-Regel ergibt ein Remis und nicht { $result }.
refusal-games-not-won-by-fifty-moves-bare = die Fünfzig-Züge-Regel ergibt ein Remis und nicht { $result }
refusal-games-moves-result = Nach den Zügen selbst ist das Ergebnis { $told }, angegeben ist { $result }.
refusal-games-moves-result-bare = nach den Zügen selbst ist das Ergebnis { $told }, angegeben ist { $result }
refusal-games-ended-before = Die letzte Stellung ist { $end }: Die Partie ist damit zu Ende, { $result }; angegeben ist aber: { $ending }.
refusal-games-ended-before-bare = die letzte Stellung ist { $end }: Die Partie ist damit zu Ende, { $result }; angegeben ist aber: { $ending }
refusal-games-wrong-winner = In der letzten Stellung hat die andere Seite mattgesetzt: Das Ergebnis ist { $result }.
refusal-games-wrong-winner-bare = in der letzten Stellung hat die andere Seite mattgesetzt: Das Ergebnis ist { $result }
refusal-games-no-mate-way-out = Die letzte Stellung ist kein Matt: Der König im Schach hat einen Ausweg.
refusal-games-no-mate-way-out-bare = die letzte Stellung ist kein Matt: Der König im Schach hat einen Ausweg
refusal-games-no-mate-no-check = Die letzte Stellung ist kein Matt: Der König steht nicht im Schach.
refusal-games-no-mate-no-check-bare = die letzte Stellung ist kein Matt: Der König steht nicht im Schach
refusal-games-no-stalemate-check = Die letzte Stellung ist kein Patt: Wer am Zug ist, steht im Schach und hat einen erlaubten Zug.
refusal-games-no-stalemate-check-bare = die letzte Stellung ist kein Patt: Wer am Zug ist, steht im Schach und hat einen erlaubten Zug
refusal-games-no-stalemate-move = Die letzte Stellung ist kein Patt: Wer am Zug ist, hat einen erlaubten Zug.
refusal-games-no-stalemate-move-bare = die letzte Stellung ist kein Patt: Wer am Zug ist, hat einen erlaubten Zug
refusal-games-not-dead = Die letzte Stellung ist nicht tot: Mit erlaubten Zügen kann es noch zum Matt kommen.
refusal-games-not-dead-bare = die letzte Stellung ist nicht tot: Mit erlaubten Zügen kann es noch zum Matt kommen
refusal-games-not-repeated = Die letzte Stellung stand { $times }-mal auf dem Brett, und kein Zug führt sie zum dritten Mal herbei; eine Stellungswiederholung braucht drei.
refusal-games-not-repeated-bare = die letzte Stellung stand { $times }-mal auf dem Brett, und kein Zug führt sie zum dritten Mal herbei; eine Stellungswiederholung braucht drei
refusal-games-not-fifty = Seit dem letzten Schlagen oder Bauernzug { $moves ->
    [one] wurde nur ein ganzer Zug
   *[other] wurden nur { $moves } ganze Züge
 } gemacht; die Regel braucht fünfzig.
refusal-games-not-fifty-bare = seit dem letzten Schlagen oder Bauernzug { $moves ->
    [one] wurde nur ein ganzer Zug
   *[other] wurden nur { $moves } ganze Züge
 } gemacht; die Regel braucht fünfzig
refusal-games-bell-send = Schick die Züge der Partie oder die Figuren, die jede Seite schlug.
refusal-games-bell-give = Gib die Züge der Partie an oder die Figuren, die jede Seite schlug.
refusal-games-surplus-knights = { $side } hat { $count } Springer, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen.
refusal-games-surplus-knights-bare = { $side } hat { $count } Springer, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen
refusal-games-surplus-bishops = { $side } hat { $count } Läufer, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen.
refusal-games-surplus-bishops-bare = { $side } hat { $count } Läufer, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen
refusal-games-surplus-rooks = { $side } hat { $count } Türme, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen.
refusal-games-surplus-rooks-bare = { $side } hat { $count } Türme, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen
refusal-games-surplus-queens = { $side } hat { $count } Damen, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen.
refusal-games-surplus-queens-bare = { $side } hat { $count } Damen, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen
refusal-games-bishops-alike = { $side } hat zwei Läufer auf Feldern derselben Farbe, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen.
refusal-games-bishops-alike-bare = { $side } hat zwei Läufer auf Feldern derselben Farbe, also wurde ein Bauer umgewandelt, und was geschlagen wurde, lässt sich nicht sagen
refusal-games-too-many-pawns = { $side } kann nicht { $count } Bauern gehabt haben; eine Seite hat acht.
refusal-games-too-many-pawns-bare = { $side } kann nicht { $count } Bauern gehabt haben; eine Seite hat acht
refusal-games-too-few-pawns = { $side } kann nicht alle diese Figuren gehabt haben: { $beyond ->
    [one] Eine davon muss
   *[other] { $beyond } davon müssen
 } durch Umwandlung entstanden sein, und von den acht Bauern { $pawns ->
    [0] kann sich keiner
    [one] kann sich höchstens einer
   *[other] können sich höchstens { $pawns }
 } umgewandelt haben.
refusal-games-too-few-pawns-bare = { $side } kann nicht alle diese Figuren gehabt haben: { $beyond ->
    [one] Eine davon muss
   *[other] { $beyond } davon müssen
 } durch Umwandlung entstanden sein, und von den acht Bauern { $pawns ->
    [0] kann sich keiner
    [one] kann sich höchstens einer
   *[other] können sich höchstens { $pawns }
 } umgewandelt haben
refusal-games-unaccounted-knights = { $count ->
    [one] Ein Springer von
   *[other] { $count } Springer von
 } { $side } { $count ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren.
refusal-games-unaccounted-knights-bare = { $count ->
    [one] Ein Springer von
   *[other] { $count } Springer von
 } { $side } { $count ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren
refusal-games-unaccounted-bishops = { $count ->
    [one] Ein Läufer von
   *[other] { $count } Läufer von
 } { $side } { $count ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren.
refusal-games-unaccounted-bishops-bare = { $count ->
    [one] Ein Läufer von
   *[other] { $count } Läufer von
 } { $side } { $count ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren
refusal-games-unaccounted-rooks = { $count ->
    [one] Ein Turm von
   *[other] { $count } Türme von
 } { $side } { $count ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren.
refusal-games-unaccounted-rooks-bare = { $count ->
    [one] Ein Turm von
   *[other] { $count } Türme von
 } { $side } { $count ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren
refusal-games-unaccounted-queens = { $count ->
    [one] Eine Dame von
   *[other] { $count } Damen von
 } { $side } { $count ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren.
refusal-games-unaccounted-queens-bare = { $count ->
    [one] Eine Dame von
   *[other] { $count } Damen von
 } { $side } { $count ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren
refusal-games-pawns-vanished = { $pawns ->
    [one] Ein Bauer von
   *[other] { $pawns } Bauern von
 } { $side } { $pawns ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren, und davon { $beyond ->
    [0] kann sich keiner
    [one] kann sich höchstens einer
   *[other] können sich höchstens { $beyond }
 } umgewandelt haben.
refusal-games-pawns-vanished-bare = { $pawns ->
    [one] Ein Bauer von
   *[other] { $pawns } Bauern von
 } { $side } { $pawns ->
    [one] ist
   *[other] sind
 } weder auf dem Brett noch unter den geschlagenen Figuren, und davon { $beyond ->
    [0] kann sich keiner
    [one] kann sich höchstens einer
   *[other] können sich höchstens { $beyond }
 } umgewandelt haben
refusal-games-uncountable-pawns = Bauern: { $text } lässt sich nicht zählen; schreib 0 bis 8.
refusal-games-uncountable-knights = Springer: { $text } lässt sich nicht zählen; schreib 0 bis 10.
refusal-games-uncountable-bishops = Läufer: { $text } lässt sich nicht zählen; schreib 0 bis 10.
refusal-games-uncountable-rooks = Türme: { $text } lässt sich nicht zählen; schreib 0 bis 10.
refusal-games-uncountable-queens = Damen: { $text } lässt sich nicht zählen; schreib 0 bis 9.
refusal-games-empty = Im Text steht keine Partie.
refusal-games-empty-bare = im Text steht keine Partie
refusal-games-large = Die Partie ist länger als { $most } Byte; lass Kommentare und Varianten weg.
refusal-games-large-bare = die Partie ist länger als { $most } Byte; lass Kommentare und Varianten weg
refusal-games-utf-16 = Der Text ist in UTF-16; speichere das PGN als UTF-8.
refusal-games-utf-16-bare = der Text ist in UTF-16; speichere das PGN als UTF-8
refusal-games-nul = In Zeile { $line } steht ein Null-Byte; ein PGN ist reiner Text.
refusal-games-nul-bare = in Zeile { $line } steht ein Null-Byte; ein PGN ist reiner Text
refusal-games-second = In Zeile { $line } beginnt eine zweite Partie; schick immer nur eine Partie.
refusal-games-second-bare = in Zeile { $line } beginnt eine zweite Partie; schick immer nur eine Partie
refusal-games-no-tag = Zeile { $line } ist keine Kopfzeile: `{ $text }`; gemeint ist etwas wie [White "Name"].
refusal-games-no-tag-bare = Zeile { $line } ist keine Kopfzeile: `{ $text }`; gemeint ist etwas wie [White "Name"]
refusal-games-variant = Die Variante ist `{ $text }`; hier wird nur gewöhnliches Schach gespielt.
refusal-games-variant-bare = die Variante ist `{ $text }`; hier wird nur gewöhnliches Schach gespielt
refusal-games-fen-tag = Die Kopfzeile FEN: { $fault }
refusal-games-fen-tag-bare = die Kopfzeile FEN: { $fault }
refusal-games-open-comment = Der Kommentar, der in Zeile { $line } beginnt, endet nie; es fehlt ein `{ "}" }`.
refusal-games-open-comment-bare = der Kommentar, der in Zeile { $line } beginnt, endet nie; es fehlt ein `{ "}" }`
refusal-games-open-variation = Die Variante, die in Zeile { $line } beginnt, endet nie; es fehlt ein `)`.
refusal-games-open-variation-bare = die Variante, die in Zeile { $line } beginnt, endet nie; es fehlt ein `)`
refusal-games-stray-bracket = Zeile { $line } schließt eine Klammer, die nie geöffnet wurde.
refusal-games-stray-bracket-bare = Zeile { $line } schließt eine Klammer, die nie geöffnet wurde
refusal-games-two-results = In der Kopfzeile Result steht { $tag } und am Ende der Züge { $movetext }.
refusal-games-two-results-bare = in der Kopfzeile Result steht { $tag } und am Ende der Züge { $movetext }
refusal-games-move-unreadable-hint = Zug { $number } `{ $text }` (Zeile { $line }) ist kein Zug in der üblichen Schreibweise (SAN); { $hint }
refusal-games-move-unreadable-hint-bare = Zug { $number } `{ $text }` (Zeile { $line }) ist kein Zug in der üblichen Schreibweise (SAN); { $hint }
refusal-games-move-illegal-hint = Zug { $number } `{ $text }` (Zeile { $line }) ist nicht erlaubt; { $hint }
refusal-games-move-illegal-hint-bare = Zug { $number } `{ $text }` (Zeile { $line }) ist nicht erlaubt; { $hint }
refusal-games-move-ambiguous-hint = Zug { $number } `{ $text }` (Zeile { $line }) könnte mehr als ein Zug sein; { $hint }
refusal-games-move-ambiguous-hint-bare = Zug { $number } `{ $text }` (Zeile { $line }) könnte mehr als ein Zug sein; { $hint }
refusal-games-move-null-hint = Zug { $number } `{ $text }` (Zeile { $line }) ist ein leerer Zug, und den gibt es in keiner Partie; { $hint }
refusal-games-move-null-hint-bare = Zug { $number } `{ $text }` (Zeile { $line }) ist ein leerer Zug, und den gibt es in keiner Partie; { $hint }
refusal-games-move-after-result = Zug { $number } `{ $text }` (Zeile { $line }) steht nach dem Ergebnis.
refusal-games-move-after-result-bare = Zug { $number } `{ $text }` (Zeile { $line }) steht nach dem Ergebnis
refusal-games-move-after-result-hint = Zug { $number } `{ $text }` (Zeile { $line }) steht nach dem Ergebnis; { $hint }
refusal-games-move-after-result-hint-bare = Zug { $number } `{ $text }` (Zeile { $line }) steht nach dem Ergebnis; { $hint }
refusal-games-move-too-many = Zug { $number } `{ $text }` (Zeile { $line }) ist einer mehr als die { $most } Halbzüge, die gelesen werden.
refusal-games-move-too-many-bare = Zug { $number } `{ $text }` (Zeile { $line }) ist einer mehr als die { $most } Halbzüge, die gelesen werden
refusal-games-move-too-many-hint = Zug { $number } `{ $text }` (Zeile { $line }) ist einer mehr als die { $most } Halbzüge, die gelesen werden; { $hint }
refusal-games-move-too-many-hint-bare = Zug { $number } `{ $text }` (Zeile { $line }) ist einer mehr als die { $most } Halbzüge, die gelesen werden; { $hint }
refusal-games-move-expected = { $side } kann zum Beispiel { $moves } spielen.
refusal-games-move-expected-bare = { $side } kann zum Beispiel { $moves } spielen
refusal-games-move-ended = die Partie war schon zu Ende: { $end }.
refusal-games-move-ended-bare = die Partie war schon zu Ende: { $end }
refusal-games-two-records = Nach den Zügen ist die Stellung `{ $position }` und nicht diese; schick nur eins von beiden.
refusal-games-moves-tell-captures = Die Züge sagen schon, was geschlagen wurde; schick nur eins von beiden.
refusal-games-fen-long = `{ $text }` ist zu lang für eine FEN.
refusal-games-fen-long-bare = `{ $text }` ist zu lang für eine FEN
refusal-games-fen-board = `{ $text }` hat kein gültiges Brett; gebraucht werden acht Reihen zu acht Feldern mit `/` dazwischen, von der 8. abwärts.
refusal-games-fen-board-bare = `{ $text }` hat kein gültiges Brett; gebraucht werden acht Reihen zu acht Feldern mit `/` dazwischen, von der 8. abwärts
refusal-games-fen-turn = `{ $text }` sagt nicht, wer am Zug ist; nach dem Brett gehört ein `w` oder `b`.
refusal-games-fen-turn-bare = `{ $text }` sagt nicht, wer am Zug ist; nach dem Brett gehört ein `w` oder `b`
refusal-games-fen-castling = `{ $text }` hat falsche Rochaderechte; gebraucht werden Buchstaben aus `KQkq` oder `-`.
refusal-games-fen-castling-bare = `{ $text }` hat falsche Rochaderechte; gebraucht werden Buchstaben aus `KQkq` oder `-`
refusal-games-fen-en-passant = `{ $text }` hat ein falsches Feld für En passant; gebraucht wird eins wie `e3` oder `-`.
refusal-games-fen-en-passant-bare = `{ $text }` hat ein falsches Feld für En passant; gebraucht wird eins wie `e3` oder `-`
refusal-games-fen-counter = `{ $text }` zählt die Züge falsch; am Ende gehören zwei Zahlen hin.
refusal-games-fen-counter-bare = `{ $text }` zählt die Züge falsch; am Ende gehören zwei Zahlen hin
refusal-games-fen-form = `{ $text }` ist keine FEN; gebraucht werden Brett, Seite am Zug, Rochaderechte, Feld für En passant und zwei Zähler.
refusal-games-fen-form-bare = `{ $text }` ist keine FEN; gebraucht werden Brett, Seite am Zug, Rochaderechte, Feld für En passant und zwei Zähler
refusal-games-fen-kings = `{ $text }` hat nicht von jeder Farbe einen König.
refusal-games-fen-kings-bare = `{ $text }` hat nicht von jeder Farbe einen König
refusal-games-fen-pawn = `{ $text }` hat einen Bauern auf der ersten oder achten Reihe.
refusal-games-fen-pawn-bare = `{ $text }` hat einen Bauern auf der ersten oder achten Reihe
refusal-games-fen-material = `{ $text }` hat mehr Figuren, als eine Partie haben kann: höchstens acht Bauern je Seite, und einen weniger für jede Figur, die am Anfang nicht da war.
refusal-games-fen-material-bare = `{ $text }` hat mehr Figuren, als eine Partie haben kann: höchstens acht Bauern je Seite, und einen weniger für jede Figur, die am Anfang nicht da war
refusal-games-fen-other-in-check = `{ $text }` hat die Seite im Schach, die nicht am Zug ist; ist die andere Seite am Zug?
refusal-games-fen-check = `{ $text }` zeigt ein Schach, das kein Zug gegeben haben kann.
refusal-games-fen-check-bare = `{ $text }` zeigt ein Schach, das kein Zug gegeben haben kann
refusal-games-fen-impossible = `{ $text }` kann in keiner Partie entstehen.
refusal-games-fen-impossible-bare = `{ $text }` kann in keiner Partie entstehen
refusal-games-day = { $text } ist kein Datum; schreib Jahr, Monat und Tag: 2026-11-06.
refusal-games-bell-position = Gib die Schlussstellung an, als FEN.
refusal-games-bell-moves = Gib die Züge an, vom ersten bis zum letzten.
refusal-games-bell-count = Zähle, was geschlagen wurde; wo nichts geschlagen wurde, schreib eine 0.
refusal-games-objection-whose = Nur wer Einspruch erhoben hat, kann ihn zurücknehmen.
refusal-games-objection-closed-title = Nicht mehr offen
refusal-games-objection-closed = Dieser Einspruch ist nicht mehr offen: Was aus ihm folgte, gilt.
refusal-games-objection-last-day = Ein Einspruch wird bis einen Tag vor dem Treffen seiner Wiederholung zurückgenommen, damit der andere Spieler noch selbst Einspruch erheben kann.
refusal-games-changed-title = Seit der Vorschau geändert
refusal-games-changed = Was diese Partie ändert, ist nicht mehr, was du gesehen hast. Eingetragen wurde nichts; das kommt jetzt dabei heraus.
refusal-games-fen-empty = Hier steht nichts; eine FEN hat Brett, Zug, Rochaderechte, En-passant-Feld und zwei Zähler.
