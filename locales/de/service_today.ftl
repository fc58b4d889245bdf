# Die Seite von heute: was läuft, was wartet, wo man steht.
today-on = Jetzt · { $room } · bis { $until }
today-on-now = Jetzt
today-club-is-on = Gerade ist Treffen
today-still = { $still ->
    [one] Runde { $round }: 1 von { $boards } Brettern spielt noch
   *[other] Runde { $round }: { $still } von { $boards } Brettern spielen noch
 }
today-round-over = Runde { $round } ist vorbei
today-bye = Runde { $round }: Du hast spielfrei
today-board = Brett { $board }: du spielst gegen { $name }
today-board-void = Das Ergebnis, das hier eingetragen war, zählt nicht mehr.
today-you = Du
today-result = Wie ging es aus?
today-keys = Tippe, wenn die Partie vorbei ist.
today-other-ending = Mit Uhr, oder sie endete anders
today-other-boards = Du hast noch ein Brett. Tipp einen Namen an, wenn diese Partie vorbei ist.
today-boards = Bretter, die noch spielen
today-boards-tap = Tippe ein Brett an, dann das Ergebnis. Du kannst es 60 Sekunden lang rückgängig machen.
today-boards-hint = Tippe ein Ergebnis an. Du kannst es 60 Sekunden lang rückgängig machen.
board-banned = Hier ist jemand gesperrt. Darum zählt kein Ergebnis.
board-rematch = Hier wird eine Partie wiederholt. Die Moderation trägt sie als Wiederholung ein.
board-closed = Hier kann jetzt kein Ergebnis eingetragen werden.
board-clock = Mit Uhr gespielt.
board-clock-why = Für dieses Brett ist eine Uhr angeordnet.
today-here = { $people ->
    [0] Noch steht niemand auf der Liste.
    [one] 1 Person ist da.
   *[other] { $people } Leute sind da.
 }
today-not-here = Du stehst noch nicht auf der Liste. Sag der Moderation Bescheid.
today-say-here = Sag der Moderation, dass du da bist
today-say-whom = Du stehst noch nicht auf der Liste. { $name } trägt dich ein.
today-say-anybody = Du stehst noch nicht auf der Liste. Die Moderation trägt dich ein.
today-say-counts = Deine Partie zählt trotzdem. Aber du zählst als abwesend, bis du darauf stehst.
today-not-here-yourself = Du stehst noch nicht auf der Liste. Tippe dort deinen Namen an.
today-free = Gegen sie kannst du jetzt spielen. Ist eure Partie vorbei, tippe auf den Namen.
today-to-board = Zu deinem Brett
today-chart = Zur Runde
today-next = Nächstes Treffen
today-no-session = Kein Treffen geplant
today-play-online = Im Spielzimmer spielen
today-waiting = Wartet auf dich
today-own-board = Deine Partie gegen { $name }: Spiel sie oder trag sie ein
today-own-late = Brett { $board } hat noch kein Ergebnis
today-own-late-note = Deine Partie gegen { $name }. Trag sie ein oder sag der Moderation Bescheid.
today-nothing = Gerade wartet nichts auf dich. Hier stehen Fristen und Partien, die du bestätigst.
today-nothing-else = Sonst wartet gerade nichts auf dich.
today-case-since = { $number } · { $title } · seit { $day }
today-case-due = { $number } · { $title } · nächste Frist dort: { $day }
today-case-answer = { $number } · { $title } · die andere Seite kann bis { $day } antworten
today-opinion-any = du oder { $names }
today-opinion-named-by = { $name } bestimmt, wer sie schreibt
today-first-steps = Richte euren Klub ein: { $done } von { $steps } fertig
today-erasure = { $name } bittet um Löschung
today-tournament-boards = Runde { $round } · { $boards ->
        [one] ein Brett wartet auf sein Ergebnis
       *[other] { $boards } Bretter warten auf ihr Ergebnis
    }
today-ballot = Wähle mit
today-approve = Unter Aufsicht eingetragen · { $day } · soll sie zählen?
today-standing = Wo du stehst
today-of = von { $members }
today-points = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
 }
today-pass = { $more ->
    [one] Noch 1, dann überholst du { $name }.
   *[other] Noch { $more }, dann überholst du { $name }.
 }
today-last = Deine letzten Partien
today-first = Niemand ist vor dir.
today-leaderboard = Zur Rangliste
today-my-page = Meine Seite
today-top = Ganz oben
today-tables = Deine Tische
today-challenged = { $name } möchte mit dir spielen
today-accept = Annehmen und spielen
today-your-move = Du bist dran
today-say-ready = Sag, dass du bereit bist
today-news = Neues
today-all-news = Alles Neue
# Was ein Fall von einem Richter will.
asked-granting-leave = Sag, ob das Gericht einen Fall anhört
asked-picking-the-panel = Bestimme, wer einen Fall richtet
asked-opening-the-hearing = Eröffne eine Verhandlung
asked-filing-the-answer = Beantworte den Antrag
asked-drafting-a-judgment = Entwirf ein Urteil
asked-ruling = Entscheide über ein Gesuch in einem Fall
asked-voting = Stimme über ein Urteil ab
asked-counting-the-votes = Zähle die Stimmen eines Falls
asked-naming-the-opinion-s-author = Bestimme, wer die Begründung schreibt
asked-publishing-the-opinion = Schreib die Begründung des Gerichts
asked-accepting-to-hear-the-case-en-banc = Sag, ob das ganze Gericht einen Fall noch einmal anhört
case-asked = Du bist gefragt:
today-confirm = Stimmt das?
today-says = { $name } sagt: { $went }
today-you-win = du hast gewonnen
today-you-draw = remis
today-you-loss = du hast verloren
today-disputed = { $name } sagt, eure Partie endete anders
today-disputed-asks = Die Moderation fragt euch beide, außer jemand gibt nach.
today-disputes = Wer hat recht?
today-disputes-hint = Zwei sagen Verschiedenes. Frag sie, dann tippe.

# What a browser shows while the club cannot be reached.
offline = Du bist wohl offline
offline-hint = Der Klub ist gerade nicht zu erreichen. Sobald es geht, geht es hier von selbst weiter. Was vorher eingetragen war, bleibt.
offline-again = Noch einmal versuchen
offline-unsent = Keine Antwort vom Klub
offline-unsent-hint = Vielleicht bist du offline. Der Klub hat nicht geantwortet. Geh zurück und sieh nach. Fehlt es dort, tippe noch einmal.
offline-back = Zurück
offline-line = Du bist offline. Was du jetzt tippst, wird nicht gesendet.
