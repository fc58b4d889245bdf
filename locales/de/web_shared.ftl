# Was mehrere Bereiche sagen.
# Ein Wort für eine Sache, überall: petition Antrag (ans Gericht), motion Gesuch, change request Änderungsantrag, monitor Aufsicht,
# clock order Uhrpflicht, oversee leiten, Party Chess Party-Schach, games room Spielzimmer.
pages-older = Ältere
pages-newer = Neuere
yes = ja
no = nein
all = Alle
filter = Auswählen, was du siehst
go-on = Weiter
place-table = Zum Tisch
place-proposal = Vorschlag { $number }
place-point = Frage { $number }
place-case = Fall { $number }
place-decision = Entscheidung { $number }
place-game = Zur Partie
place-session = Zum Treffen
place-tournament = Zum Turnier
place-election = Wahl { $number }
place-report = Zur Meldung
place-suggestion = Zum Vorschlag
place-declaration = Zur Bekanntmachung
place-rulebook = Fassung { $number }
place-removal-request = Zum Antrag
place-change-request = Änderungsantrag { $number }
place-account = Zur Seite der Person
# Eine Partie, von der eine Seite nicht sagen kann, wer sie gespielt hat.
game-number = Partie { $number }
# Was man an einer Stelle einer Seite tut.
place-at-answer = Antworten
place-at-settle = Klären
place-at-power = Entscheiden
place-at-ballot = Wählen
place-at-candidacy = Antworten
place-at-declare = Bekanntmachen
place-at-claim = Ansehen und entscheiden
and = und
or = oder
why = Warum?
why-words = Die Regel im Wortlaut
