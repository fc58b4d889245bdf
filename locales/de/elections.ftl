# Wahlen und Ämter.
elections = Wahlen
elections-hint = Die Leute im Klub wählen die Moderation. Du gibst jedem Namen 0 bis 5 Punkte.
elections-off = Die Hausregeln lassen derzeit keine Wahlen zu.
elections-none = Noch keine Wahl. Hier steht, wann die Moderation gewählt wird.
election-number = Wahl { $number }
election-for = { $seats } zu wählen für { $weeks ->
    [one] { $weeks } Woche
   *[other] { $weeks } Wochen
    }
election-call = Eine Wahl ausrufen
election-runs = Wahl { $number } ist im Gang: { $phase }. Die nächste gibt es, wenn sie vorbei oder abgesagt ist.
election-seats = Wie viele gewählt werden
election-term = Für wie viele Wochen
election-nominations-close = Vorschläge bis
election-voting-closes = Abstimmung bis
election-note = Wofür sie ist
phase-nominations = Vorschläge laufen
phase-voting = Abstimmung läuft
phase-counting = wird ausgezählt
phase-counted = ausgezählt
phase-called-off = abgesagt
election-count = Die Auszählung
election-ballots = { $count ->
     [one] Eine Stimme abgegeben
    *[other] { $count } Stimmen abgegeben
    }
election-candidate = Kandidatur
election-total = Summe
election-outcome = Ergebnis
election-elected = gewählt
election-not-elected = nicht gewählt
election-vote = Abstimmen
election-vote-hint = Gib jeder Kandidatur 0 bis 5 Punkte. Niemand sieht, wie du stimmst, und bis zum Ende kannst du neu abstimmen.
election-voted = Du hast abgestimmt. Stimmst du noch einmal ab, zählt nur das.
election-vote-again = Noch einmal abstimmen
election-candidates = Kandidaturen
election-nobody = Noch niemand kandidiert.
election-stands = kandidiert
election-asked = vorgeschlagen, noch nicht angenommen
election-statement = Was du den Wählenden sagst
election-stand = Selbst kandidieren
election-change = Ändern
election-accept = Annehmen und kandidieren
election-withdraw = Nicht kandidieren
election-nominate = Vorschlagen
election-nominate-whom = Wen du vorschlägst
election-call-off = Absagen
election-call-off-hint = Die Stimmen sind dann weg. Du kannst später eine neue Wahl ausrufen.
offices = Wer im Amt ist
offices-hint = Der Vorsitz bestimmt, wer im Amt ist. Die Moderation kann auch gewählt werden.
office-appoint = Jemanden ernennen
office-whom = Wen
office-as = Als
office-reason-hint = 3 bis 500 Zeichen. Alle können es lesen.
office-monitored = Unter Aufsicht: { $names }. Ernennen kannst du sie trotzdem. Ihre Partien warten weiter, bis jemand anderes aus der Moderation Ja sagt. Aufheben kann das nur jemand anderes oder das Gericht.
office-nobody = Zurzeit hat niemand dieses Amt.
office-dismiss = Entlassen
office-dismiss-hint = Die Rechte sind sofort weg. Was vorher entschieden wurde, bleibt.
