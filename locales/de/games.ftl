# Partien: eine eintragen, ihre Seite, was danach mit ihr geschieht.
choose = Auswählen
reason = Grund
reason-hint = 3 bis 500 Zeichen; er wird veröffentlicht.
act = Regel
act-hint = Etwa I.1 oder 0.6.
before = Vorher
after = Nachher
leave-it = Lassen, wie es ist
points-change = { $number ->
    [-1] { $points } Punkt
    [1] { $points } Punkt
   *[other] { $points } Punkte
    }

game-against = Gegen wen hast du gespielt?
game-paired = in dieser Runde gegen dich gesetzt
game-other-opponent = Jemand anderes
game-whole = Das ganze Formular: Partien anderer, Züge
game-with = Du und { $opponent }
game-as-guest = Du stehst nicht in der Rangliste: Die Partie zählt nur, wenn du eintrittst, bevor das Treffen endet, und dann von den Anfangspunkten aus.
game-your-score = Du hast jetzt { $score } Punkte.
game-ending = Wie sie endete
game-ending-usual = Matt, oder remis vereinbart
game-i-had-white = Ich hatte Weiß
game-i-had-black = Ich hatte Schwarz
i-win = Gewonnen
i-draw = Remis
i-loss = Verloren
game-white = Weiß
game-black = Schwarz
game-moves = Züge
game-moves-hint = Wenn du sie mitgeschrieben hast: 1. e4 e5 2. Sf3 …
game-insist = Das war eine andere Partie als die, die schon dasteht
game-enter = Partie eintragen
game-bell = Der Gong beendete eine Partie
game-clocked = mit Uhr
game-began = begonnen am { $when }
game-room = Raum { $room }
game-online = online
game-replay = Die Züge auf einem Brett
game-start = Anfang
game-back = Einen Zug zurück
game-on = Einen Zug weiter
game-end = Ende
game-scores = Was sie an den Punkten änderte
game-entered-wrongly = Falsch eingetragen? Niemand nimmt eine Partie zurück; wer moderiert und nicht mitspielte, berichtigt sie oder erklärt sie für ungültig. Zeig dort diese Seite.
game-petition-hint = Wurde sie gegen die Regeln beendet oder für ungültig erklärt?
game-petition = Antrag ans Gericht
game-not-rated = nicht gewertet
game-both = Alle Partien dieser beiden
game-changes = Was aus ihr wurde
game-objection = Widerspruch
game-object = Dem Ende widersprechen
game-object-hint = Bis das nächste Treffen beginnt. Dann wird sie wiederholt, und das gilt; wer nicht antritt, verliert sie.
game-object-button = Widersprechen
objecting-now = Dein Gegner erfährt davon, mit deinem Grund. Die Partie zählt, wie sie ist, bis die Wiederholung entscheidet.
objecting-due = Eine Wiederholung ist beim Treffen am { $at } fällig; es leitet sie jemand aus Moderation oder Gericht.
objecting-due-next = Eine Wiederholung ist beim nächsten Treffen fällig, das noch nicht angesetzt ist; es leitet sie jemand aus Moderation oder Gericht.
objecting-played = Wird sie gespielt, tritt sie an die Stelle dieser Partie und gilt.
objecting-you = Bist du nicht da, oder willst du nicht spielen, gilt diese Partie, wie sie ist. So auch, wenn ihr beide nicht wollt.
objecting-other = Ist dein Gegner nicht da, oder will er nicht spielen, gewinnst du diese Partie kampflos.
objecting-seen = Wann die Wiederholung fällig ist
objecting-back = Bis einen Tag vor diesem Treffen kannst du den Widerspruch zurücknehmen.
objection-withdraw = Widerspruch zurücknehmen
objection-withdraw-hint = Das geht bis einen Tag vor dem Treffen der Wiederholung. Die Partie ist dann, als hätte niemand widersprochen, und dein Gegner erfährt davon.
game-rematch = Wiederholung
game-rematch-outcome = Was daraus wurde
game-rematch-swapped = Die Farben waren getauscht
game-rematch-exempted = Ich habe auf die fünf Minuten verzichtet
game-rematch-final = Ist es eingetragen, steht fest, was aus der Partie wird.
game-rematch-record = Eintragen, was daraus wurde
game-objected-by = Einspruch von { $name }
game-power = Als Moderation
game-power-hint = Was es ändert, steht da, bevor etwas geschieht.

outcome-white = Weiß gewann
outcome-draw = Remis
outcome-black = Schwarz gewann
ending-checkmate = Matt
ending-resignation = Aufgabe
ending-stalemate = Patt
ending-draw-agreed = Remis vereinbart
ending-repetition = Stellungs{"\u00AD"}wiederholung
ending-fifty-moves = Fünfzig Züge
ending-dead-position = Niemand kann mattsetzen
ending-bell = Gong
ending-flag = Zeit abgelaufen
ending-forfeit = Kampflos
rematch-played = Sie wurde gespielt
rematch-objector-absent = Wer widersprach, fehlte
rematch-objector-unwilling = Wer widersprach, wollte nicht spielen
rematch-opponent-absent = Der Gegner fehlte
rematch-opponent-unwilling = Der Gegner wollte nicht spielen
objection-open = eine Wiederholung ist fällig
objection-played = die Wiederholung steht an ihrer Stelle
objection-original-final = die Partie gilt
objection-lapsed = die Partie zählt nicht mehr
objection-forfeited = kampflos entschieden

change-approve = Genehmigen
change-refuse = Nicht genehmigen
change-correct = Ergebnis berichtigen
change-void = Partie für ungültig erklären
change-restore = Partie wieder gelten lassen
change-show = Zeigen, was es ändert
change-what = Was das ändert
change-nothing = Niemandes Punkte.
change-scores = { $members ->
    [one] Die Punkte eines Mitglieds
   *[other] Die Punkte von { $members } Mitgliedern
 }
change-back-approve = Sie kann danach mit Grund für ungültig erklärt werden.
change-back-refuse = Es kann nicht zurückgenommen werden; die beiden können das Gericht anrufen.
change-back-correct = Es kann wieder berichtigt werden. Beides wird veröffentlicht.
change-back-void = Sie kann wieder gelten, solange keine Entscheidung auf ihr beruht. Beides wird veröffentlicht.
change-back-restore = Sie kann wieder für ungültig erklärt werden. Beides wird veröffentlicht.
change-done-approved = genehmigt
change-done-refused = nicht genehmigt
change-done-corrected = berichtigt
change-done-voided = für ungültig erklärt
change-done-restored = wieder gültig
change-done-replaced = durch ihre Wiederholung ersetzt
change-done-forfeited = kampflos entschieden
change-done-lapsed = verfallen
change-done-guest-joined = der Gast ist eingetreten
change-done-validated = eine Aufsicht war lange genug da
change-done-decided = entschieden

bell-hint = Die geschlagenen Figuren entscheiden. Gib sie so an, wie es gerade geht; die Antwort steht da, bevor etwas gespeichert wird.
bell-by-captures = Die geschlagenen Figuren
bell-by-position = Die Schlussstellung
bell-by-moves = Die Züge
bell-took-white = Weiß schlug
bell-took-black = Schwarz schlug
bell-position-hint = In FEN, oder auf dem Brett darunter aufgestellt, wenn du eins siehst.
bell-who-wins = Wer gewinnt?
bell-answer = Die Antwort
bell-points = Weiß schlug { $white ->
    [one] 1 Punkt
   *[other] { $white } Punkte
 }, Schwarz { $black }.
man-white = Weiß
man-black = Schwarz
man-king = König
man-queen = Dame
man-rook = Turm
man-bishop = Läufer
man-knight = Springer
man-pawn = Bauer
piece-pawns = Bauern
piece-knights = Springer
piece-bishops = Läufer
piece-rooks = Türme
piece-queens = Damen
