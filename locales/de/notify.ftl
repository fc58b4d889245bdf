# Worum es in Nachrichten geht.
topic-session-added = Zusätzliches Treffen
topic-session-cancelled = Treffen abgesagt
topic-session-changed = Treffen geändert
topic-session-ended = Treffen ist zu Ende
topic-session-went-on = Treffen geht weiter
topic-session-held-after-all = Treffen findet doch statt
topic-pairings-announced = Die Paarungen stehen fest
topic-pairings-taken-back = Paarungen sind zurückgenommen
topic-tournament-round-announced = Eine Runde deines Turniers steht fest
topic-tournament-round-taken-back = Eine Runde deines Turniers ist zurückgenommen
topic-tournament-called-off = Dein Turnier ist abgesagt
topic-tournament-challenged = Du bist auf der Rangleiter gefordert
topic-tournament-challenge-accepted = Deine Forderung ist angenommen
topic-tournament-challenge-declined = Deine Forderung ist abgelehnt
topic-tournament-challenge-taken-back = Eine Forderung an dich ist zurückgenommen
topic-tournament-challenge-played = Eine Partie von dir auf der Rangleiter ist eingetragen
topic-rulebook-published = Neue Regeln veröffentlicht
topic-webhook-tested = Eine Probe
topic-push-tested = Eine Probe: So sieht eine Nachricht aus
topic-digest-written = Was heute neu war
topic-game-awaiting-approval = Eine Partie wartet auf Genehmigung
topic-game-awaiting-presence = Deine Partie wartet auf die Moderation
topic-game-validated = Deine Partie ist einen Schritt weiter: Die Moderation war dabei
topic-game-guest-joined = Deine Partie ist einen Schritt weiter: Der Gast ist eingetreten
topic-game-lapsed = Deine Partie zählt nicht
topic-game-refused = Eine Partie von dir wurde nicht genehmigt
topic-game-decision-undone = Eine Entscheidung über deine Partie ist rückgängig gemacht
topic-game-corrected = Eine Partie von dir wurde berichtigt
topic-game-voided = Eine Partie von dir ist ungültig
topic-game-restored = Eine Partie von dir zählt wieder
topic-game-forfeited = Eine Partie von dir wurde kampflos entschieden
topic-game-decided = Eine Partie von dir wurde entschieden
topic-game-entered = Eine Partie von dir wurde eingetragen
topic-game-objected = Einspruch gegen eine Partie von dir
topic-game-objection-withdrawn = Ein Einspruch gegen eine Partie von dir ist zurückgenommen
topic-declaration-published = Eine Bekanntmachung
topic-declaration-due = Eine Bekanntmachung ist fällig
topic-decision-made = Eine Entscheidung über dich
topic-decision-changed = Eine Entscheidung hat sich geändert
topic-ban-term-set = Eine Sperre hat ein neues Ende
topic-account-claimed = Jemand ist unter einem Namen beigetreten, den es hier schon gibt
topic-password-changed = Dein Passwort wurde geändert
topic-clock-leapt = Die Uhr des Dienstes ist gesprungen: siehe Verwaltung
topic-password-reset = Dein Passwort wurde zurückgesetzt
topic-password-asked = Für jemanden mit einem Amt wurde ein neues Passwort verlangt
topic-password-powers-rest = Rechte ruhen nach einem neuen Passwort
topic-password-confirmed = Rechte sind nach einem neuen Passwort bestätigt
topic-removal-requested = Ein Mitglied möchte aus der Rangliste
topic-removal-waits = Eine Bitte, die Rangliste zu verlassen, wartet
topic-removal-waits-no-more = Eine Bitte, die Rangliste zu verlassen, wartet nicht mehr
topic-report-made = Eine Meldung
topic-report-taken-up = Deine Meldung wurde aufgegriffen
topic-report-dismissed = Deine Meldung wurde abgewiesen
topic-suggestion-made = Ein Vorschlag zu den Regeln
topic-suggestion-answered = Dein Vorschlag wurde beantwortet
topic-suggestion-withdrawn = Ein Vorschlag wurde zurückgezogen
topic-change-request-made = Ein Änderungsantrag zu den Regeln
topic-change-request-accepted = Ein Änderungsantrag wurde angenommen
topic-change-request-declined = Ein Änderungsantrag wurde abgelehnt
topic-change-request-withdrawn = Ein Änderungsantrag wurde zurückgezogen
topic-election-called = Eine Wahl ist ausgerufen
topic-election-opened = Die Abstimmung ist offen
topic-election-counted = Eine Wahl ist ausgezählt
topic-election-called-off = Eine Wahl wurde abgesagt
topic-election-nominated = Du wurdest vorgeschlagen: sag ja oder nein
topic-case-filed = Ein Fall wurde eingereicht
topic-case-filed-on = In einem Fall wurde etwas eingereicht
topic-case-leave-supported = Jemand vom Gericht will einen Fall zulassen
topic-case-granted = Ein Fall wurde zugelassen
topic-case-refused = Ein Fall wurde nicht zugelassen
topic-case-empanelled = Für einen Fall steht die Richterbank fest
topic-case-hearing-opened = Die Verhandlung eines Falls ist eröffnet
topic-case-ruled = Über ein Gesuch wurde entschieden
topic-case-drafted = Ein Urteil wurde entworfen
topic-case-draft-withdrawn = Ein Urteilsentwurf wurde zurückgezogen
topic-case-voted = In einem Fall wurde abgestimmt
topic-case-no-majority = Ein Fall fand keine Mehrheit
topic-case-decided = Ein Fall wurde entschieden
topic-case-author-named = In einem Fall steht fest, wer die Begründung schreibt
topic-case-opinion-joined = Einer Begründung wurde beigetreten
topic-case-opinion-published = Eine Begründung wurde veröffentlicht
topic-case-en-banc-requested = Das ganze Gericht wurde angerufen
topic-case-en-banc-accepted = Das ganze Gericht hört einen Fall
topic-case-en-banc-declined = Das ganze Gericht hört einen Fall nicht
topic-case-remand-lapsed = Es wurde nicht rechtzeitig neu entschieden
topic-case-moot = Ein Fall ist erledigt: Die Entscheidung wurde unwirksam
topic-case-withdrawn = Ein Fall wurde zurückgezogen
topic-case-seat-empty = Eine Richterbank hat einen freien Platz
topic-nomic-your-day = Nomic: Heute ist dein Tag
topic-nomic-proposed = Nomic: Eine Regeländerung wartet auf deine Stimme
topic-nomic-vote-due = Nomic: Deine Stimme fehlt
topic-nomic-settled = Nomic: Eine Abstimmung ist ausgezählt
topic-nomic-appointed = Nomic: Du sollst urteilen
topic-nomic-pronounced = Nomic: Ein Urteil kann angefochten werden
topic-nomic-disputed = Nomic: Ein Urteil ist angefochten
topic-nomic-closed = Nomic: Eine Frage zur Geschäftsordnung ist erledigt
topic-nomic-win-claimed = Nomic: Jemand beansprucht den Sieg
topic-nomic-win-taken-back = Nomic: Ein Sieg ist zurückgenommen
topic-nomic-won = Nomic: Jemand hat gewonnen
topic-nomic-left = Nomic: Jemand hat das Spiel verlassen
topic-nomic-house-rules-refused = Nomic: Eine Regeländerung kann keine Hausregel sein
topic-party-check = Ein Swinger steht im Schach
topic-party-corrected = Der Schach-Schiedsrichter hat das Brett berichtigt
topic-table-invited = An einem Tisch ist ein Platz für dich frei
topic-table-seat-taken = Jemand hat sich an deinen Tisch gesetzt
topic-table-ready-asked = Eine Partie wartet auf dich: Sag, dass du bereit bist
topic-table-begun = Eine Partie hat begonnen
topic-table-your-turn = Du bist dran
topic-table-time-short = Deine Zeit an einem Tisch wird knapp
topic-table-adjournment-asked = Um Vertagung wird gebeten
topic-table-adjournment-declined = Die Partie wird nicht vertagt: Jemand möchte weiterspielen
topic-table-adjourned = Eine Partie ist vertagt
topic-table-resumption-asked = Jemand ist bereit, mit einer vertagten Partie weiterzumachen
topic-table-resumes-soon = Eine vertagte Partie geht bald weiter
topic-table-resumed = Eine vertagte Partie geht weiter
topic-table-while-adjourned = In einer vertagten Partie ist etwas geschehen
topic-table-declined = Jemand möchte an deinem Tisch nicht spielen
topic-table-ended = Eine Partie an einem Tisch ist zu Ende
topic-table-voided = Eine Partie an einem Tisch ist ungültig
topic-evidence-released = Geschwärzte Beweise wurden dir freigegeben
topic-evidence-due = Ein Fall braucht geschwärzte Beweise

# Was eine Nachricht über das Geschehene sagt.
told-played = { $what }
told-game = { $what }
told-pairings = { $what }
told-board = Runde { $round }, Brett { $board }: du hast { $colour }, gegen { $opponent }
told-bye = Runde { $round }: du bist spielfrei
told-board-taken-back = Runde { $round }, Brett { $board }: du hast nicht mehr { $colour }, gegen { $opponent }
told-bye-taken-back = Runde { $round }: du bist nicht mehr spielfrei
told-title = { $what }
told-by = Von { $what }
told-by-you = Von dir
told-person = Es geht um { $what }
told-person-you = Es geht um dich
told-result = { $what }
told-captured = { $what }
told-after = Die Entscheidung ist jetzt: { $what }
told-term = Die Sperre ist jetzt: { $what }
told-term-lifted = aufgehoben
told-term-for-ever = ohne Ende
told-what = { $what }
told-over = { $what }
told-effect = { $what }
told-note = { $what }
told-text = { $what }
told-answer = Antwort: { $what }
told-cancel-reason = Grund: { $what }
told-cause = Grund: { $what }
told-reason = Grund: { $what }
told-reasons = Grund: { $what }
told-points-moved = { $what }
told-points-given = { $points ->
    [one] Das bringt dir { $points } Punkt in der Rangliste.
   *[other] Das bringt dir { $points } Punkte in der Rangliste.
 }
told-points-taken = { $points ->
    [one] Das kostet dich { $points } Punkt in der Rangliste.
   *[other] Das kostet dich { $points } Punkte in der Rangliste.
 }
told-points-more = { $points ->
    [one] Insgesamt hast du { $points } Punkt mehr als davor.
   *[other] Insgesamt hast du { $points } Punkte mehr als davor.
 }
told-points-fewer = { $points ->
    [one] Insgesamt hast du { $points } Punkt weniger als davor.
   *[other] Insgesamt hast du { $points } Punkte weniger als davor.
 }
told-points-by-now = Inzwischen sind es { $points }: Ein Ergebnis wurde später berichtigt.
told-your-points = { $what }
told-score-up = { $points ->
    [one] Das bringt dir { $points } Punkt: { $before } → { $after }.
   *[other] Das bringt dir { $points } Punkte: { $before } → { $after }.
 }
told-score-back = { $points ->
    [one] Dein Punkt ist wieder da: { $before } → { $after }.
   *[other] Deine { $points } Punkte sind wieder da: { $before } → { $after }.
 }
told-score-down = { $points ->
    [one] Das kostet dich { $points } Punkt: { $before } → { $after }.
   *[other] Das kostet dich { $points } Punkte: { $before } → { $after }.
 }
told-points-stay = Deine Punkte bleiben, wie sie sind.
told-voided-ask = Stimmt das nicht? Frag die Person, die sie für ungültig erklärt hat. Oder zeig die Seite dem Vorsitz oder jemandem aus der Moderation, der nicht mitgespielt hat. Dann kann sie wieder zählen.
told-settled-ask = Stimmt das nicht? Auf ihrer Seite steht, was du tun kannst.
told-voided-ask-online = Stimmt das nicht? Zeig ihre Seite jemandem aus der Moderation, der nicht mitgespielt hat, oder dem Vorsitz. Von dort führt auch ein Weg zum Gericht.
told-starts-at = Beginn: { $what }
told-began = Beginn: { $what }
told-nominations-close-at = Vorschläge bis { $what }
told-voting-closes-at = Abstimmung bis { $what }
told-closes-at = Offen bis { $what }
told-until = Bis { $what }
told-due-at = Fällig bis { $what }
told-declaration-due-at = Bekannt zu machen bis { $what }
told-play = { $what }
told-play-resign = gibt auf
told-play-offer-draw = bietet Remis an
told-play-accept-draw = ist mit Remis einverstanden
told-play-decline-draw = lehnt Remis ab
told-at = Wann: { $what }
told-yes = Dafür: { $what }
told-no = Dagegen: { $what }
told-needs = Nötig: { $what }
told-state = Stand: { $what }
told-without-orders = { $what }
topic-erasure-requested = Jemand bittet um Löschung
topic-erasure-refused = Deine Bitte um Löschung wurde abgelehnt

# Briefe per E-Mail.
letter-acts = Regeln: { $acts }
letter-place = { $place }: { $address }
letter-club = Der Klub: { $address }
letter-club-named = { $club }: { $address }
letter-why-person = Du bekommst diese E-Mail, weil es dich betrifft.
letter-why-moderators = Du bekommst diese E-Mail, weil du zur Moderation oder zum Gericht des Klubs gehörst.
letter-why-everybody = Du bekommst diese E-Mail, weil du Neues aus dem Klub per E-Mail haben wolltest.
letter-why-digest = Du bekommst das, weil du eine E-Mail am Tag wolltest. Das änderst du unter „Wie du benachrichtigt wirst“.
topic-game-confirmed = Eine Partie von dir ist bestätigt
topic-game-disputed = Ihr beide sagt Verschiedenes über eine Partie
topic-game-dispute-to-settle = Zwei sind sich über eine Partie nicht einig
topic-game-dispute-settled = Der Streit über eine Partie von dir ist geklärt
topic-game-taken-back = Ein Ergebnis von dir ist rückgängig gemacht
told-claim = Es heißt jetzt: { $what }
told-entered = { $what }
told-disputed = { $what }
told-version = { $name } sagt: { $claim }
told-version-yours = Du sagst: { $claim }
told-version-entered = Eingetragen: { $claim }
told-settled = Das ist geklärt.
told-undone = Das gilt nicht mehr.
