# Mitglieder.
member-not = Steht nicht in der Rangliste.
member-banned = Gesperrt
member-banned-until = Gesperrt bis einschließlich { $until }
member-monitored = Unter Aufsicht: Partien warten auf Genehmigung
member-clock = Muss mit Uhr spielen
member-against-me = Unsere Partien
member-challenge = Zum Online-Schach herausfordern
member-challenge-other = Andere Zeit oder Farbe
member-challenge-fun = Nur zum Spaß spielen
member-chart = Von { $least } bis { $most } Punkte. Unten stehen sie Zahl für Zahl.
member-best = Bester Stand
member-best-now = nie höher als jetzt
member-streak = In Folge
member-row-win = gewonnen
member-row-draw = remis
member-row-loss = verloren
member-first-win = Erster Sieg: { $day }, gegen { $name }.
member-play-next = Spielst du als Nächstes gegen { $name }?
member-chart-title = Punkte, Partie für Partie
member-chart-table = Dasselbe als Tabelle
member-chart-points = { $points ->
    [one] ein Punkt
   *[other] { $points } Punkte
 }
member-chart-game = Partie { $number }: { $went }, { $name }
member-all-opponents = Alle Gegner
member-no-games = Noch keine Partien. Hier werden sie stehen.
member-ledger = Woher die Punkte kommen
member-last-games = Letzte Partien
member-streaks = Längste Siegesserie { $winning }, am längsten ungeschlagen { $unbeaten }.
member-presence = Bei { $present } von { $held } Treffen anwesend.
member-opponents = Gegen wen
member-no-points = Noch keine Punkte gewonnen oder verloren.
member-appeal = Dagegen vorgehen
member-points-latest = Das sind die letzten { $count }. Ältere stehen in der Datei mit allen Punkten.
pair-draws = { $draws ->
    [one] und ein Remis
   *[other] und { $draws } Remis
 }
pair-next = Was die nächste Partie brächte
pair-win = Sieg
pair-draw = Remis
pair-loss = Nieder{"\u00AD"}lage
pair-none = Diese beiden haben noch nicht gegeneinander gespielt. Ihre Partien stehen dann hier.
when = Wann
ledger-change = Änderung
ledger-after = Stand danach
ledger-session = Treffen: { $when }
ledger-between = Vom { $day } bis zum nächsten Treffen
ledger-then = Stand danach: { $points }
ledger-corrects = eine Berichtigung zum { $when }
ledger-given-back = zurückgegeben am { $day }: { $cause }
ledger-game-win = Gewonnen gegen { $name }
ledger-game-draw = Remis gegen { $name }
ledger-game-loss = Verloren gegen { $name }
ledger-entries = { $entries } Einträge
ledger-all = Alle Punkte
ledger-of = Die Punkte von { $name }
colour = Farbe
colour-white = Weiß
colour-black = Schwarz
outside = Wertungszahlen anderswo
outside-enter = Wertungszahl von anderswo eintragen
outside-hint = Nach ihnen können Turniere gesetzt werden, und sie stehen in Turnierberichten. Die Nummer dort lesen nur die Moderation und das Mitglied selbst. Um einen Eintrag zu entfernen, leere alle seine Felder.
outside-change = Ändern: { $list }
outside-list-fide = FIDE
outside-list-national = Nationaler Verband
outside-list-online = Online
outside-rating = Wertungszahl
outside-number = Nummer oder Name dort
outside-whose = Welcher Verband oder welche Seite, etwa GER
outside-title = Titel
