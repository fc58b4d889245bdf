# Das Regelwerk und was dazu vorgeschlagen wird.
rulebook = Regelwerk
rulebook-terms = Die Regeln
rulebook-house-rules = Hausregeln
rulebook-versions = Fassungen
rulebook-requests = Änderungsanträge
rulebook-suggestions = Vorschläge
rulebook-shipped = Der Text, mit dem das Programm kommt. Bisher wurde nichts veröffentlicht.
rulebook-language = Die Regeln stehen in der Sprache, in der sie veröffentlicht wurden.
rulebook-along = Übersetzung zum Mitlesen. Es gilt der englische Wortlaut.
rulebook-original = Auch den englischen Text zeigen
rulebook-version = Fassung { $number }
rulebook-not-newest = Das ist nicht die neueste Fassung. Zur neuesten.
rulebook-help = Neu hier? Erst die kurzen Antworten.
rulebook-questions = Zehn Fragen
rulebook-search = Im Regelwerk suchen
rulebook-search-button = Suchen
rulebook-contents = Abschnitte
rulebook-repealed = Nicht mehr in Kraft.
rulebook-since = seit { $day }
rulebook-in-place = An seiner Stelle lesen
rulebook-edit = Ändern
rulebook-request = Eine Änderung beantragen
rulebook-under-it = Darunter:
rulebook-interpretations = Wie das Gericht es auslegt
rulebook-none-said = Das Gericht hat dazu nichts gesagt.
rulebook-withdrawn = zurückgenommen
rulebook-history = Wie es dazu kam
rulebook-never-changed = Es wurde nie geändert.
rulebook-words = Wörter
rulebook-words-hint = Mindestens zwei Buchstaben. Alle Wörter müssen vorkommen.
rulebook-nothing-found = Nichts enthält „{ $words }“. Versuch ein anderes Wort oder die Nummer einer Regel.
rulebook-search-language = Gesucht wird in der Sprache, in der die Regeln veröffentlicht wurden, und in ihrer Übersetzung.
rulebook-house-rules-hint = Was der Klub selbst festlegt. Für eine Partie gelten die Hausregeln von dem Tag, an dem sie gespielt wurde.
rulebook-house-rules-change = Die Hausregeln ändern
rulebook-house-rules-request = Andere Hausregeln beantragen
rulebook-house-rules-read = Ändern kann sie nur der Vorsitz des Gerichts.
rulebook-house-rule = Hausregel
rulebook-value = Jetzt
rulebook-share = { $whole ->
    [1] { $part ->
      [1] das Ganze
     *[other] { $part } von { $whole } Teilen
    }
    [2] { $part ->
      [1] die Hälfte
     *[other] { $part } von { $whole } Teilen
    }
    [3] { $part ->
      [1] ein Drittel
      [2] zwei Drittel
     *[other] { $part } von { $whole } Teilen
    }
    [4] { $part ->
      [1] ein Viertel
      [3] drei Viertel
     *[other] { $part } von { $whole } Teilen
    }
   *[other] { $part } von { $whole } Teilen
  }
rulebook-acts = Regeln
rulebook-from = Von Fassung
rulebook-to = Bis Fassung
rulebook-compare = Vergleichen
rulebook-editor = Das Regelwerk ändern
rulebook-what-changed = was Fassung { $number } geändert hat
rulebook-differences = Von Fassung { $from } zu { $to }
rulebook-legend = So liest man es:
rulebook-removed = entfernt
rulebook-added = hinzugefügt
rulebook-changes = Was sich ändert
rulebook-no-difference = Es gibt keinen Unterschied.
rulebook-editor-hint = Du änderst Fassung { $number }. Veröffentlicht wird erst, wenn du gesehen hast, was sich ändert.
rulebook-editor-request = Du gehst von Fassung { $number } aus. Der Vorsitz liest deinen Antrag und sagt ja oder nein.
rulebook-would-change = Das ändert sich
rulebook-panel-large = Auf einer Richterbank säßen dann { $size }, im Gericht sind aber nur { $count }. So ließe sich kein Fall verhandeln.
rulebook-panel-even = Bei { $size } kann die Hälfte dafür und die Hälfte dagegen sein. Dann ist nichts entschieden, und alle stimmen neu ab.
rulebook-note = Was sich ändert und warum
rulebook-note-hint = Das lesen die Mitglieder neben der Fassung.
rulebook-publish = Jetzt veröffentlichen
rulebook-ask = Beim Vorsitz beantragen
rulebook-new = neu
rulebook-wording = Wortlaut
rulebook-wording-hint = Der Name einer Hausregel in geschweiften Klammern, etwa {"{"}k{"}"}, zeigt ihren Wert.
rulebook-repeal = Aufheben, samt allem darunter
rulebook-add = Eine weitere Regel in den Entwurf nehmen
rulebook-add-it = Diese Regel dazunehmen
rulebook-in-force = Regeln, die gelten
rulebook-not-in-force = Regeln, die nicht mehr gelten
rulebook-possible = Neue Regeln
rulebook-under = { $number }, unter „{ $words }“
rulebook-show = Zeigen, was sich ändert
change-added = neu
change-changed = geändert
change-repealed = aufgehoben
office-moderator = Moderation
office-justice = Gericht
office-chief-justice = Vorsitz des Gerichts
proposal-open = offen
proposal-taken-up = aufgegriffen
proposal-accepted = angenommen
proposal-declined = abgelehnt
proposal-withdrawn = zurückgezogen
suggestion-new = Eine Änderung vorschlagen
suggestion-text = Was anders sein soll und warum
suggestion-text-hint = 10 bis 2000 Zeichen. Der Vorsitz antwortet.
suggestion-acts = Regel, um die es geht, falls es eine gibt
act-another = Noch eine, falls nötig
suggestion-make = Vorschlagen
suggestion-none = Noch keine Vorschläge. Was würdest du ändern? Öffne eine Regel und sag es.
suggestion-withdraw = Vorschlag zurückziehen
suggestion-answered = Antwort des Vorsitzes:
suggestion-answer = Antworten
suggestion-answer-text = Antwort
suggestion-take-up = Aufgreifen
suggestion-decline = Ablehnen
request-hint = Schreib die Änderung so auf, wie sie im Buch stehen soll.
request-new = Einen Änderungsantrag schreiben
request-none = Noch keine Anträge. Ein Antrag will die Regeln anders haben.
request-withdraw = Änderungsantrag zurückziehen
request-number = Änderungsantrag { $number }
request-against = gegen Fassung { $number }
request-stale = Seither hat eine andere Fassung das geändert. Darum geht er so nicht mehr:
request-decide = Entscheiden
request-accept-hint = Damit wird sofort eine Fassung veröffentlicht.
request-accept = Annehmen und veröffentlichen
request-decline = Ablehnen
ask-own-words = Dein Klub hat dafür eigene Worte. Lies sie hier.
ask-whom = Gegen wen darf ich spielen?
ask-whom-answer = Im Klub gegen alle von deiner Schule. Es zählt, wenn ihr beide in der Rangliste steht und nicht gesperrt seid. Im Raum muss jemand von der Moderation sein.
ask-often = Wie oft darf ich spielen?
ask-often-answer = Im Klub, so oft du magst. { $online_games_a_day ->
    [0] Online zählt keine Partie.
    [one] Online zählt eine Partie am Tag.
   *[other] Online zählen { $online_games_a_day } Partien am Tag.
 }
ask-points = Was bringt mir ein Sieg?
ask-points-answer = Du fängst mit { $initial_score } Punkten an. Schlägst du jemand Starkes, bringt es mehr. Eine Partie im Klub bewegt höchstens { $k } Punkte. Unter { $floor } fällt niemand.
ask-lost = Warum sind Punkte weg, obwohl ich nicht gespielt habe?
ask-lost-answer = { $absence_points ->
    [0] Wegbleiben kostet nichts.
   *[other] Warst du nicht da? Ab Woche { $absence_from_week } in Folge kostet das jede Woche { $absence_points } deiner Punkte.
 } { $idleness_points ->
    [0] Kommen, ohne zu spielen, kostet nichts.
   *[other] Warst du da und hast nicht gespielt? Ab Woche { $idleness_from_week } in Folge kostet das { $idleness_points } die Woche.
 } Warst du krank? Bitte das Gericht, sie dir wiederzugeben.
ask-wrong = Was, wenn ein Ergebnis falsch ist?
ask-wrong-answer = Hast du die Partie gerade eingetragen? Eine Minute lang kannst du es rückgängig machen. { $confirmation ->
    [none] Später sag es der Moderation.
   *[other] War es jemand anders? Öffne die Partie und tippe an, wie sie ausging. Später kann die Moderation sie berichtigen.
 }
ask-again = Können wir eine Partie noch einmal spielen?
ask-again-answer = Ja, wenn du nicht hinnimmst, wie sie ausging. Ihr spielt beim nächsten Treffen noch einmal, mit je { $rematch_minutes } Minuten. Das zählt dann.
ask-monitored = Was heißt „unter Aufsicht“?
ask-monitored-answer = Etwas sah falsch aus. Darum schaut die Moderation bei diesen Partien eine Zeit lang zu. Jede zählt, sobald die Moderation Ja sagt. Ist es nach dem nächsten Treffen noch so? Frag das Gericht.
ask-cheat = Was passiert, wenn jemand um Punkte betrügt?
ask-cheat-answer = Was gewonnen war, ist weg. Beim nächsten Mal geht die Hälfte der Punkte, dann alles über { $floor }. Danach folgt eine Sperre: erst { $fraud_ban_weeks ->
    [one] eine Woche
   *[other] { $fraud_ban_weeks } Wochen
 }, dann für immer.
ask-appeal = Wie lege ich Berufung ein?
ask-appeal-answer = Frag das Gericht. Schreib, was passiert ist und was sich ändern soll. Nimmt es den Fall an, { $panel_justices ->
    [one] entscheidet eine Person.
   *[other] entscheiden { $panel_justices } Leute.
 } Was sie sagen, gilt sofort.
ask-name = Wer sieht meinen Namen?
ask-name-answer = Der Klub sieht ihn. { $visitors ->
    [nothing] Sonst niemand.
    [everything] Alle im Internet sehen ihn auch.
   *[leaderboard] Fremde sehen den Vornamen und einen Buchstaben des Nachnamens, dazu Punkte und letzte Ergebnisse.
 }
