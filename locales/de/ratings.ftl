# Die Rangliste, und Wörter ihrer Tabellen, die andere Seiten mitbenutzen.
board-me = Mein Platz
board-find = Einen Namen suchen
board-all = Alle zeigen
board-empty = Noch steht niemand in der Rangliste. Mach den Anfang!
board-not-set-up = Dieser Klub ist noch nicht eingerichtet. Der Link dafür steht dort, wo der Dienst gestartet wurde: “To become the first Chief Justice, open …”.
board-members = { $members ->
    [one] ein Mitglied
   *[other] { $members } Mitglieder
 }
board-day = Stand am Ende von { $day }
board-to-come = { $day } kommt erst noch. Das ist der Stand von jetzt.
board-now = Den Stand von jetzt zeigen
board-new = neu
board-up = { $ranks ->
    [one] 1 Rang hoch { $since }
   *[other] { $ranks } Ränge hoch { $since }
 }
board-down = { $ranks ->
    [one] 1 Rang runter { $since }
   *[other] { $ranks } Ränge runter { $since }
 }
board-same = gleicher Rang { $since }
board-arrows = Pfeile: Ränge { $since }
board-since = seit dem Treffen vom { $day }
board-since-now = bei diesem Treffen
board-face = Kürzel
board-games = Partien
board-you = du
board-gap = { $points ->
    [one] Noch ein Punkt, und du überholst { $name }.
   *[other] Noch { $points } Punkte, und du überholst { $name }.
 }
board-have = { $points ->
    [one] Du hast einen Punkt.
   *[other] Du hast { $points } Punkte.
 }
board-leads = Du führst. Niemand steht über dir.
board-on-now = Gerade ist Treffen, bis { $until }
board-on-without-hours = Gerade ist Treffen
board-next-session = Nächstes Treffen: { $when }
board-round = Runde { $round } ({ $day }): Bretter und Ergebnisse
board-rose = { $ranks ->
    [one] { $name } ist am meisten gestiegen: einen Rang.
   *[other] { $name } ist am meisten gestiegen: { $ranks } Ränge.
 }
board-higher = Weiter oben
board-lower = Weiter unten
board-of-day = Stand eines Tages
nobody-found = Niemand heißt „{ $query }“.
pages = Seiten
find = Suchen
show = Zeigen
rank = Rang
member = Mitglied
score = Punkte
form = Form
won = Gewonnen
won-letter = G
drawn = Remis
drawn-letter = R
lost = Verloren
lost-letter = V
letter-win = G
letter-draw = R
letter-loss = V
# Was Außenstehende lesen.
visitor = Ein Schachklub
visitor-club-named = Das ist die Seite eines Schachklubs: { $club }. Die Mitglieder treffen sich zum Spielen, und mit jeder Partie bewegen sie sich in der Rangliste.
visitor-club = Das ist die Seite eines Schachklubs. Die Mitglieder treffen sich zum Spielen, und mit jeder Partie bewegen sie sich in der Rangliste.
visitor-short = Ganze Namen und die Partien sehen nur Mitglieder. Du siehst hier den Vornamen und vom Nachnamen den ersten Buchstaben.
visitor-nothing = Wer spielt und wie es ausgeht, sehen nur die Leute im Klub.
visitor-join = Bist du Mitglied? Melde dich an. Willst du es werden? Komm zu einem Treffen, lass dir einen Code geben und tritt damit bei.
visitor-account = Du hast ein Konto, stehst aber noch nicht in der Rangliste. Tritt auf deiner eigenen Seite ein, dann liest du, was Mitglieder lesen.
visitor-own-page = Zu meiner Seite
visitor-rules = Die Regeln des Klubs
board-legend-points = Um Punkte spielen
board-legend-fun = Zum Spaß spielen
board-legend-hint = Online: Einmal tippen fragt an. Du kannst es zurücknehmen.
board-challenge-short = Herausfordern
board-challenge-tiny = Punkte
board-challenge = { $name } zum Online-Schach herausfordern: { $terms }
board-fun-short = Zum Spaß
board-fun-tiny = Spaß
board-fun = Online gegen { $name } spielen: { $terms }
