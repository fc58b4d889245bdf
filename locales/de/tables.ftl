# Das Spielzimmer und seine Tische, was immer dort gespielt wird.
table-room = Spielzimmer
table-list = Tische
table-none = Niemand sitzt an einem Tisch. Unten kannst du einen eröffnen.
table-none-mine = Du sitzt an keinem Tisch. Eröffne unten einen oder setz dich zu jemandem.
table-none-game = Das spielt gerade niemand. Mach den Anfang und eröffne einen Tisch.
table-none-archived = Im Archiv liegt noch keine Partie.
table-mine = Deine
tables-kept = Du bist herausgefordert
tables-own = Deine Tische
tables-free = Hier ist noch Platz
tables-played = Hier wird gespielt
tables-waiting = Hier wird gewartet
tables-over = Vorbei
table-archive = Archiv
table-stage-open = offen
table-stage-playing = läuft
table-stage-adjourned = vertagt
table-stage-ended = beendet
table-stage-archived = im Archiv
table-kind-ruling = Das Gericht
table-kind-time = Die Zeit
table-kind-adjourned = Vertagt
table-kind-resumed = Fortgesetzt
table-calls = Was an den Tischen auf dich wartet
table-calls-none = Keine Uhr von dir läuft, und niemand fordert dich heraus.
table-call-accepted-turn = Deine Uhr läuft: { $who } hat angenommen.
table-call-accepted = Die Partie läuft: { $who } hat angenommen.
table-call-turn = Deine Uhr läuft: Du bist gegen { $who } am Zug.
table-call-go = Zum Brett
table-call-challenge = { $game }: { $who } fordert dich heraus.
table-call-ready = Bist du bereit? { $game } mit { $who }.
table-call-ready-go = Zum Tisch
table-call-answer = Antworten
kiosk-plays-not = Dieses Gerät ist für Anwesenheit und Ergebnisse da. Zum Spielen melde dich auf deinem eigenen selbst an.
table-open = Einen Tisch eröffnen
table-against-opening = Das geht gerade nicht:
table-against-fun = Nur zum Spaß könnt ihr jetzt spielen. Das ist unten schon gewählt.
table-against-hint = Du kannst den Tisch trotzdem eröffnen. Er bleibt einen Tag offen, falls ihr bis dahin spielen könnt. Andere Spiele kannst du jederzeit spielen:
table-open-button = Den Tisch eröffnen
table-sign-in = Melde dich an, um zu spielen
table-clock = { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
 } für jeden{ $seconds ->
    [0] {""}
    [one] , eine Sekunde je Zug
   *[other] , { $seconds } Sekunden je Zug
 }
table-seat = Dein Platz
table-lot = durch das Los
table-invite = { $others ->
    [one] Für wen der andere Platz freigehalten wird
   *[other] Für wen Plätze freigehalten werden: höchstens so viele, wie es außer deinem gibt. Wähl niemanden, und alle dürfen sich setzen
  }
table-find = { $people ->
    [one] Nach einem Namen suchen (1 Person)
   *[other] Nach einem Namen suchen ({ $people } Personen)
  }
table-invite-more = Noch jemanden einladen
table-invite-free = { $seats ->
    [one] Ein Platz ist frei
   *[other] { $seats } Plätze sind frei
  }
table-said-no = Für diesen Tisch abgesagt: { $who }.
table-invite-button = Einladen
table-anybody = niemand: alle dürfen sich setzen
table-free = { $seats ->
    [one] ein freier Platz
   *[other] { $seats } freie Plätze
  }
table-alone = du allein
table-empty = freier Platz
table-kept = freigehalten
table-kept-for = freigehalten für { $name }
table-seats = Plätze
table-turn = ist dran
table-your-turn = Du bist dran
table-is-ready = bereit
table-not-ready = noch nicht bereit
table-wants-pause = möchte vertagen
table-sit = Platz nehmen
table-sit-stays = Das Spiel läuft. Dein Name bleibt dann an diesem Tisch, bis das Spiel endet.
table-sit-really = Ja, Platz nehmen
table-number = Tisch { $number }
table-accept = Hinsetzen und spielen
table-sit-as = Mitspielen als { $seat }
table-choose-seat = Wähle deinen Platz
table-leave = Den Tisch verlassen
table-leave-others = Den Tisch den anderen überlassen
table-leave-kept = Dieser Platz ist für dich freigehalten. Gehst du, dürfen sich alle dorthin setzen.
table-close = Den Tisch schließen
table-we-wait = Die Partie wartet auf { $who }.
table-terms = So wird gespielt: { $terms }
table-waits-for = wartet auf { $who }
table-waits-for-you = dich
table-waits-for-more = { $players ->
    [one] noch eine Person
   *[other] noch { $players } weitere
  }
table-ready = Ich bin bereit
table-primer-ready = Tipp zuerst „Ich bin bereit“.
table-asks-first = Lies die Bedingungen, dann sag, dass du bereit bist
table-unready = Ich bin nicht bereit
table-ready-stays = Bleib auf dieser Seite. Warst du eine Minute weg? Dann sag es noch einmal.
table-pause = Um Vertagung bitten
table-pause-until = Um Vertagung bis zu einer bestimmten Zeit bitten
table-until = Die Partie geht weiter am
table-until-hint = In den nächsten 60 Tagen. Alle müssen zustimmen. Es geht weiter, sobald alle bereit sind, sonst zu dieser Zeit von selbst.
table-agree-pause = Der Vertagung zustimmen
table-asks-pause = { $asking ->
    [one] { $who } bittet um Vertagung.
   *[other] { $who } bitten um Vertagung.
  }
table-asks-until = Weiter ginge es zu dieser Zeit: { $at }.
table-resumes = Die Partie ist vertagt. Sie geht weiter, wenn alle bereit sind, von selbst zu dieser Zeit: { $at }.
table-resign-not = Nein, doch nicht
table-at-rest = Bis dahin könnt ihr aufgeben oder euch auf Remis einigen.
table-no-pause = Weiterspielen
table-decline-pause = Nein, weiterspielen
table-log = Protokoll
table-entries = Einträge
table-log-file = Das Protokoll herunterladen
table-replay = Dieses Protokoll prüfen
table-replay-sound = { $entries ->
    [0] Noch steht nichts darin.
    [one] Alles stimmt: Der eine Eintrag ergibt, was aufgezeichnet wurde.
   *[other] Alles stimmt: Jeder der { $entries } Einträge ergibt, was aufgezeichnet wurde.
 }
table-replay-wrong = Etwas stimmt nicht. Bei diesen Einträgen kommt etwas anderes heraus: { $numbers }. Sag es der Person, die den Dienst betreibt.
table-replay-hint = Die Partie wurde aus ihrem Protokoll noch einmal gespielt. Jeder Eintrag wurde mit dem von damals verglichen.
table-replay-back = Zurück zum Tisch
table-talk = Gespräch
table-talk-silent = Solange gespielt wird, reden hier nur die Spielenden. Danach können es alle.
table-unread = Neues Gespräch:
table-say = Nachricht
table-say-button = Senden
table-away = Keine Verbindung. Wir versuchen es weiter.
table-unsent = „{ $what }“ kam nicht an. Mach es noch einmal.
table-unmoved = Dein Zug kam nicht an. Mach ihn noch einmal.
table-decline = Nein, danke
table-withdraw = Herausforderung zurücknehmen
table-again = Noch einmal spielen
table-again-fun = Noch einmal, nur zum Spaß
table-instead = Stattdessen: { $game }
table-result-read = Schließen
table-you-won = Du hast gewonnen
table-asks-again = { $name } möchte noch einmal spielen.
table-won = { $winners ->
    [one] { $who } hat gewonnen
   *[other] Gewonnen: { $who }
  }
table-you-drew = Remis
table-you-lost = Du hast verloren
table-never-begun = An diesem Tisch hat keine Partie begonnen.
table-declined = { $name } hat die Herausforderung abgelehnt.
table-you-declined = Du hast die Herausforderung abgelehnt. Sie kam von { $name }.
table-you-withdrew = Du hast deine Herausforderung zurückgenommen. Sie galt { $name }.
table-withdrew = { $name } hat die Herausforderung zurückgenommen.
table-you-closed = Du hast diesen Tisch geschlossen. Eingeladen hattest du { $name }.
table-closed = { $name } hat diesen Tisch geschlossen.
table-challenge-again = Noch einmal herausfordern
table-challenge-back = Selbst herausfordern
table-void = Ungültig
table-gone = Diese Partie zählt nicht mehr.
table-gone-replaced = Eine Wiederholung ist an die Stelle dieser Partie getreten.
table-wrong = War etwas nicht, wie es sein soll?
table-petition = Antrag ans Gericht
table-game = Als Partie des Klubs
table-unrated = Nicht gewertet:
table-ruling-hint = 16 bis 500 Zeichen. Alle im Klub können es lesen.
table-void-it = Diese Partie für ungültig erklären
table-error = Der Fehler (öffentlich)
table-void-button = Für ungültig erklären
table-computer = Computer
table-since = seit { $since }
table-to-move = Am Zug: { $who }, seit { $since }
table-here = { $here ->
    [one] eine Person ist da
   *[other] { $here } sind da
}
table-name = So soll der Tisch heißen
table-name-hint = Wenn du magst. Alle lesen es.
table-unname = Dem Tisch den Namen nehmen
table-reactions = Mit einem Tipp gesagt
table-reaction-good = Guter Zug
table-reaction-bravo = Gut gespielt
table-reaction-wow = Wow
table-reaction-oops = Hoppla
table-reaction-thanks = Schöne Partie, danke
table-mute-report = Jemanden stumm schalten oder melden
table-mute = Nicht mehr zeigen, was { $name } schreibt
table-unmute = Wieder zeigen, was { $name } schreibt
table-report = { $name } der Moderation melden
table-history = Partien im Spielzimmer
table-history-of = Spielzimmer: { $name }
table-history-none = Noch keine Partie ist zu Ende gespielt. Setz dich an einen Tisch und fang eine an.
table-history-played = { $games ->
    [one] Partie
   *[other] Partien
  }
table-history-with = Am häufigsten mit
table-history-no-winner = Hier gibt es keine Sieger.
table-history-last = Die letzten Partien
table-is-here = ist da
table-is-away = nicht da
table-away-for = seit { $time } nicht da
table-minutes = { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
  }
table-hours = { $hours ->
    [one] { $hours } Stunde
   *[other] { $hours } Stunden
  }
