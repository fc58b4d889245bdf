# Turniere.
tournaments = Turniere
tournament = Übersicht
tournaments-none = Noch kein Turnier. Hier stehen Turniere des Klubs mit Runden und Tabellen.
tournaments-none-ask = Noch kein Turnier. Willst du eins? Frag die Moderation.
tournaments-running = Läuft gerade
tournaments-planned = Kommt noch
tournaments-past = Vorbei
tournament-state-planned = noch nicht begonnen
tournament-state-running = läuft gerade
tournament-state-ended = vorbei
tournament-state-called-off = abgesagt
tournament-rounds = { $rounds ->
    [one] 1 Runde
   *[other] { $rounds } Runden
 }
tournament-of-teams = { $boards ->
    [one] Teams mit 1 Brett
   *[other] Teams mit { $boards } Brettern
 }
tournament-rated-true = zählt für die Rangliste
tournament-rated-false = zum Spaß

# Die Arten.
tournament-kind-keizer = Keizer
tournament-kind-swiss = Schweizer System
tournament-kind-casual = Lockeres Schweizer System
tournament-kind-round-robin = Jeder gegen jeden
tournament-kind-scheveningen = Team gegen Team
tournament-kind-knockout = K.-o.-Turnier
tournament-kind-ladder = Rangleiter
tournament-about-keizer = Für eine ganze Saison. Komm, wann du kannst. Siege gegen Starke bringen mehr.
tournament-about-swiss = Wenige Runden für viele. Du triffst auf Leute mit so vielen Punkten wie du.
tournament-about-casual = Wie das Schweizer System. Es findet immer eine Runde, auch wenn Leute kommen und gehen.
tournament-about-round-robin = Alle spielen gegen alle. Gut für wenige Leute.
tournament-about-scheveningen = Zwei Teams. Alle spielen gegen alle vom anderen Team.
tournament-about-knockout = Wer verliert, ist raus. Wer übrig bleibt, gewinnt.
tournament-about-ladder = Fordere jemanden über dir heraus. Mit einem Sieg steigst du auf.

# Ein Turnier anlegen.
tournament-found = Neues Turnier
tournament-which-kind = Welche Art?
tournament-other-kind = Andere Art
tournament-name = Wie heißt es?
tournament-how-many-rounds = Wie viele Runden?
tournament-how-many-rounds-hint = Im Schweizer System meist 5 oder 7. Bei Keizer darf es leer sein.
tournament-ask-rated = Zählen die Partien für die Rangliste?
tournament-ask-rated-yes = Ja, es sind Partien des Klubs
tournament-ask-rated-no = Nein, nur zum Spaß
tournament-ask-open = Mitglieder dürfen sich selbst anmelden
tournament-more = Mehr auswählen
tournament-time-control = Bedenkzeit
tournament-time-control-hint = So, wie ihr es sagt: 15+10.
tournament-open-until = Bis vor welcher Runde?
tournament-open-until-hint = 1 heißt: bevor es beginnt.
tournament-seeding = Wer ist Nummer 1?
tournament-seeding-club = Wer in unserer Rangliste am höchsten steht
tournament-seeding-fide = Die höchste FIDE-Zahl
tournament-seeding-national = Die höchste nationale Zahl
tournament-seeding-online = Die höchste Online-Zahl
tournament-ask-teams = Teams, wenn es welche gibt
tournament-ask-teams-hint = Ein Name in jeder Zeile.
tournament-ask-boards = Wie viele Bretter hat ein Team?
tournament-points = Punkte
tournament-points-one = Sieg 1, Remis ½
tournament-points-three = Sieg 3, Remis 1
tournament-for-bye = Punkte, wenn man spielfrei ist
tournament-for-bye-full = Wie für einen Sieg
tournament-for-bye-half = Wie für ein Remis
tournament-for-bye-none = Keine
tournament-tie-breaks = Bei gleichen Punkten
tournament-tie-breaks-codes = Kurze Namen der Reihe nach: BH/C1 BH SB DE. Teams: MPvGP EDE EMGSB BH.
tournament-tie-breaks-hint = Bei gleichen Punkten entscheidet das, von oben an.
tournament-tie-breaks-teams = Warum ein Team dort steht
tournament-baku = Am Anfang engere Partien (Baku-Beschleunigung)
tournament-legs = Wie oft treffen sich zwei?
tournament-games-of-match = Wie viele Partien hat ein Duell?
tournament-level = Wenn es unentschieden steht
tournament-level-again = Sie spielen weiter, bis jemand gewinnt
tournament-level-armageddon = Noch eine Partie, bei Remis gewinnt Schwarz
tournament-level-higher-seed = Die bessere Nummer kommt weiter
keizer-top = Wert der Nummer 1
keizer-top-hint = Leer: dreimal so viel wie ganz unten.
keizer-bye = Spielfrei
keizer-excused = Fehlt und hat es gesagt
keizer-excused-at-most = Wie oft das zählt
keizer-absent = Fehlt ohne ein Wort
keizer-duty = Im Dienst für den Klub
keizer-percent = Prozent vom eigenen Wert.
keizer-again-after = Runden, bis sich zwei wieder treffen
ladder-reach = Wie viele Plätze höher darf man fordern?
ladder-to-answer = Zeit für die Antwort
ladder-to-play = Zeit für die Partie
ladder-rest = Pause nach einer Niederlage
ladder-days = In Tagen.
ladder-swap = Die beiden tauschen die Plätze
ladder-unanswered-wins = Keine Antwort heißt verloren
ladder-how = So geht die Rangleiter
ladder-how-reach = { $places ->
        [one] Du forderst, wer direkt über dir steht.
       *[other] Du forderst jemanden, der bis zu { $places } Plätze über dir steht.
    }
ladder-how-answer = { $days ->
        [one] Für die Antwort ist ein Tag Zeit.
       *[other] Für die Antwort sind { $days } Tage Zeit.
    }
ladder-how-silent = Ein Nein oder keine Antwort zählt als Niederlage.
ladder-how-no = Ein Nein zählt als Niederlage. Ohne Antwort ändert sich nichts.
ladder-how-play = { $days ->
        [one] Nach einem Ja habt ihr einen Tag, um zu spielen.
       *[other] Nach einem Ja habt ihr { $days } Tage, um zu spielen.
    }
ladder-how-swap = Nach einem Sieg tauscht ihr die Plätze.
ladder-how-insert = Wer gewinnt, bekommt den Platz der anderen Person. Alle dazwischen rücken um einen nach unten.
ladder-how-rest = { $days ->
        [one] Gegen dieselbe Person geht es erst nach einem Tag wieder.
       *[other] Gegen dieselbe Person geht es erst nach { $days } Tagen wieder.
    }

# Ein Turnier.
tournament-my-board = Mein Brett
tournament-seat = Runde { $round }, Brett { $board }
tournament-you-white = Du hast Weiß. { $name } hat Schwarz.
tournament-you-black = Du hast Schwarz. { $name } hat Weiß.
tournament-you-sit-out = In Runde { $round } hast du spielfrei.
tournament-you-sit-out-asked = In Runde { $round } hast du spielfrei: { $why }.
tournament-sit-out-odd = Ihr seid eine ungerade Zahl, also hat jemand frei.
tournament-waits = Die Partie ist eingetragen. Sie zählt, sobald die Moderation sie zulässt oder sie bestätigt ist.
tournament-that-game = Das war diese Partie: Sie zählt hier
tournament-you-stand = Platz { $place }, Punkte: { $points }.
tournament-your-place = Platz { $place }.
tournament-my-points = Woher meine Punkte kommen
tournament-i-play = Ich spiele mit
tournament-show-round = Runde { $round } zeigen
tournament-begin = Beginnen
tournament-my-rounds = Meine nächsten Runden
tournament-i-cannot = Ich kann nicht kommen
tournament-i-come = Ich kann doch
tournament-away-half = nicht da, halber Punkt
tournament-away-zero = nicht da, kein Punkt
tournament-away-duty = im Dienst
keizer-away-half = nicht da, mit Absage
keizer-away-zero = nicht da
keizer-away-duty = im Dienst
tournament-podium = Erster, zweiter, dritter Platz
tournament-table = Tabelle
tournament-table-after = Tabelle nach Runde { $round }
tournament-teams = Teams
tournament-team = Team
tournament-team-board = Brett im Team
tournament-match-points = Duelle
tournament-board-points = Bretter
tournament-player = Name
tournament-value = Wert
tournament-value-hint = So viel bringt gerade ein Sieg gegen diese Person.
tournament-value-counts = Zu den Runden kommen { $value } Punkte für den eigenen Platz.
tournament-won-drawn-lost = S/R/N
tournament-round-by-round = Runde für Runde
tournament-round-by-round-hint = Farbe, Nummer der anderen Person, Ergebnis.
tournament-number = Nr.
colour-letter-w = w
colour-letter-b = s
colour-had-w = Weiß gegen
colour-had-b = Schwarz gegen
tournament-players = { $players ->
    [0] Noch niemand dabei
    [one] 1 spielt mit
   *[other] { $players } spielen mit
 }
tournament-withdrawn = Nicht mehr dabei:
tournament-left-early = { $name } hat nicht einmal die Hälfte der eigenen Partien gespielt. Partien mit { $name } zählen für niemanden.
tournament-take-out = Herausnehmen
tournament-add-whom = Wer spielt noch mit?
tournament-add = Anmelden
tournament-withdraw = Ich höre auf
tournament-withdraw-hint = Du wirst nicht mehr gepaart. Was du gespielt hast, bleibt.
tournament-elsewhere = Leinwand, Druck und Dateien
tournament-screen = Leinwand
tournament-report = Turnierbericht (TRF)
tournament-pgn = Partien (PGN)
tournament-csv = Tabelle (CSV)
tournament-csv-teams = Tabelle der Teams (CSV)
tournament-ics = Runden für deinen Kalender (iCal)
tournament-end = Turnier beenden
tournament-call-off = Absagen
tournament-end-hint = Sag warum, wenn noch Runden kommen.
tournament-rounds-all = Runden
tournament-rounds-to-come = Nächste Runden
tournament-plays-after-all = Spielt doch

# Bretter und Ergebnisse.
tournament-against = gegen
tournament-how-it-ended = Wie ging sie aus?
tournament-no-show = Kam jemand nicht?
tournament-did-not-come = { $name } kam nicht
tournament-neither-came = Beide kamen nicht
tournament-clear = Ergebnis wegnehmen
tournament-game = Die Partie
tournament-without-opponent = { $players ->
    [one] Einmal keine Partie
   *[other] { $players }-mal keine Partie
  }
tournament-session = Das Treffen

# Die nächste Runde.
tournament-back = Zurück zum Turnier
tournament-tap-first = Zwei tauschen? Tippe auf beide Namen.
tournament-tap-second = Jetzt auf den zweiten Namen tippen.
tournament-as-recommended = Wie am Anfang
tournament-away-now = In dieser Runde nicht da:
tournament-when = Wann wird gespielt?
tournament-no-session = Bei keinem Treffen
tournament-other-day = An einem anderen Tag
tournament-chosen = Von der Moderation gewählt.
tournament-missing = Heute nicht da
tournament-missing-out = In dieser Runde weglassen

# Jemand im Turnier.
tournament-member = In der Rangliste
tournament-rating = Zahl am Anfang
tournament-without-bye = spielfrei
tournament-without-half = nicht da, halber Punkt
tournament-without-full = im Dienst
tournament-without-away = nicht gespielt

# K.-o.-Turnier.
tournament-stages = Stufen
tournament-stage = Stufe { $stage }
tournament-goes-on = kommt weiter
tournament-free = kommt ohne Partie weiter

# Leiter.
tournament-challenges = Forderungen
tournament-no-challenges = Keine Forderung ist offen.
tournament-challenge = Fordern
tournament-accept = Ja, ich spiele
tournament-decline = Nein: { $name } bekommt meinen Platz
tournament-challenge-back = Forderung zurücknehmen
tournament-answer-by = { $name } antwortet bis { $day }.
tournament-play-by = Spielt bis { $day }.
tournament-past-challenges = Frühere Forderungen
challenge-outcome-won = gewonnen
challenge-outcome-held = Platz behalten
challenge-outcome-withdrawn = zurückgenommen
challenge-without-game = ohne Partie
tournament-other-result = Ergebnis ändern

# Anderswo.
tournament-nothing-yet = Die erste Runde steht noch nicht fest.
tournament-boards-here = { $name }, Runde { $round }
tournament-own-board = { $name }: Du spielst gegen { $opponent }, Brett { $board }
