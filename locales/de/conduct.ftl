# Entscheidungen, Bekanntmachungen, Meldungen, Sperren, Handlungen des Vorsitzes.
conduct = Fairness im Klub
declarations = Bekanntmachungen
declarations-hint = Was jemand in einem Amt über Mitglieder oder Partien bestimmt hat, und nach welcher Regel.
declarations-what = Was getan wurde
declarations-act = Nach Regel
declarations-state = Ob es gilt
declarations-in-force = in Kraft
declarations-undone = rückgängig gemacht
declarations-none = Noch nichts. Hier wird bekannt gemacht, was die Ämter tun.
declarations-none-such = So etwas gab es noch nicht.
declarations-several = { $what }: { $count }-mal
declarations-a-member = ein Mitglied
declarations-by = von { $name }
declarations-by-itself = durch die Regeln oder das Gericht
exercise-decision = Entscheidung
exercise-judgment = Urteil
exercise-lapse = Strafe unwirksam, weil sie nicht bekannt gemacht wurde
exercise-ban = Sperre
exercise-ban-lifted = Sperre aufgehoben
exercise-monitor = Aufsicht angeordnet
exercise-monitor-lifted = Aufsicht aufgehoben
exercise-clock-order = Uhrpflicht angeordnet
exercise-clock-order-lifted = Uhrpflicht aufgehoben
exercise-removal = Streichung aus der Rangliste
exercise-correction = Ergebnis berichtigt
exercise-voiding = Partie für ungültig erklärt
exercise-restoration = Partie wieder gewertet
exercise-approval = Partie genehmigt
exercise-refused-approval = Partie nicht genehmigt
exercise-adjudication = Partie beim Gong entschieden
exercise-ruling = Entscheidung über eine Partie an einem Tisch
exercise-rematch = Wiederholung
exercise-technical-modification = Technische Änderung
exercise-mandated-act = Von den Regeln verlangte Handlung
exercise-unilateral-act = Allein vom Vorsitz entschieden
exercise-role-given = Amt übertragen
exercise-role-taken = Amt entzogen
sanction-deduction = { $points ->
     [one] { $points } Punkt abgezogen
    *[other] { $points } Punkte abgezogen
    }
sanction-floor = (davon gingen { $taken }: niemand kann weniger als { $floor } haben)
sanction-time-penalty = { $minutes ->
     [one] { $minutes } Minute weniger in einer kommenden Partie
    *[other] { $minutes } Minuten weniger in einer kommenden Partie
    }
penalty-served-here = In dieser Partie verbüßt
sanction-forfeiture = Verloren gewertet: { $game }
sanction-forfeiture-of-a-game = Eine Partie verloren gewertet
sanction-ban = Sperre
sanction-fraud = Betrügerische Partien rückgängig gemacht:
sanction-fraud-reversed = Betrügerische Partien rückgängig gemacht, sonst nichts
sanction-ban-through = Gesperrt bis einschließlich { $day }.
sanction-ban-for-ever = für immer
sanction-ban-lifted = Aufgehoben.
sanction-departure = Andere Stufe als vorgesehen:
sanction-served = Verbüßt am { $day }.
sanction-given-back = Zurückgegeben am { $day }: { $cause }.
sanction-undone = Zurückgenommen am { $day }: { $cause }.
step-reverse = Partien rückgängig gemacht, sonst nichts
step-halve = Punkte halbiert
step-reset = Punkte zurückgesetzt
step-four-week-ban = vier Wochen Sperre
step-permanent-ban = dauerhafte Sperre
mind-intent = Absicht (mit Willen)
mind-negligence = Fahrlässigkeit (aus Unachtsamkeit)
decisions = Entscheidungen
decisions-none = Noch nichts entschieden. Hier steht, was über die Leute im Klub entschieden wird.
decisions-none-to-read = Nichts, was du lesen darfst. Hier steht, was über dich entschieden wird.
decision-number = Entscheidung { $number }
decision-state-standing = gilt
decision-state-suspended = ausgesetzt
decision-state-overturned = aufgehoben
decision-state-replaced = ersetzt
decision-state-void = unwirksam
decision-since = seit { $day }
decision-by-court = das Gericht
decision-offence = Gegen die Regel
decision-replaces = Sie ersetzt Entscheidung { $number }
decision-declaration = Bekanntmachung
decision-declared = Bekannt gemacht am { $day }.
decision-undeclared = Noch nicht bekannt gemacht. Geschieht das bis { $day } nicht, gilt sie nicht mehr.
decision-declare = Bekannt machen
decision-declare-hint-club = Dann können alle im Klub lesen, was warum entschieden wurde. Wen es betrifft, der erfährt es.
decision-declare-hint-concerned = Der Klub liest dann, was für eine Entscheidung es war und wer sie traf. Um wen es ging und warum, liest er nicht. Wen es betrifft, der erfährt es.
decision-undone-undeclared = Sie gilt nicht mehr. Niemand muss sie bekannt machen.
decision-needs-none = Alle können sie lesen, wie sie ist.
decision-before-court = Vor Gericht: { $case }
decision-appeal-title = Du bist nicht einverstanden?
decision-appeal-hint = Unfair? Frag das Gericht. Du schreibst, was daran falsch ist, und schickst es ab. Der Vorsitz oder zwei vom Gericht sagen, ob es dazu kommt. Dann urteilen drei, die nicht dabei waren. Bis dahin gilt, was entschieden ist.
decision-appeal = Dagegen vorgehen
decision-anew = Neu entscheiden
decide = Strafe geben
decide-who = Um wen geht es?
decide-about = Über
decide-ladder = { $count ->
     [0] Kein Betrug steht fest. Als Nächstes ist vorgesehen:
     [one] { $count } Betrug steht fest. Als Nächstes ist vorgesehen:
    *[other] { $count } Betrugsfälle stehen fest. Als Nächstes ist vorgesehen:
    }
decide-would = Das bewirkt sie
decide-no-scores = Kein Punktestand ändert sich.
decide-no-game = Keine Partie ist angekreuzt, also wird keine aufgehoben.
decide-no-game-hint = Geht es um eine Partie? Dann kreuz sie unten an und sieh noch einmal nach.
decide-floor = { $name } hat { $points } Punkte, weniger kann niemand haben. Darum gehen keine verloren.
decide-scores = { $count ->
     [one] Ein Punktestand ändert sich
    *[other] { $count } Punktestände ändern sich
    }
decide-member = Mitglied
decide-before = Vorher
decide-after = Nachher
decide-to-floor = Weniger hat niemand.
decide-gained = { $points ->
     [one] { $name } gewinnt dadurch { $points } Punkt.
    *[other] { $name } gewinnt dadurch { $points } Punkte.
    }
decide-gained-hint = Die Person hatte verloren. Die Partie zählt nun nicht, und die Punkte kommen zurück. Soll sie Punkte verlieren, füge eine Strafe dafür hinzu.
decide-declare-by = Sie gilt sofort. Mach sie bis { $day } bekannt, sonst gilt sie nicht mehr.
decide-undo = Rückgängig machen kannst du sie nicht. Das Gericht kann es, wenn es angerufen wird.
decide-sign = Unterschreiben
decide-anew = Das Gericht hat das zurückgegeben. Du entscheidest neu über:
decide-offence = Was geschehen ist
decide-act = Verletzte Regel
decide-act-hint = Zuerst die üblichen Gründe, dann alle Regeln mit ihrem Anfang.
decide-act-offences = Regeln, gegen die man verstoßen kann
decide-act-others = Andere Regeln, die jemandem etwas abverlangen
decide-what = Was geschehen ist
decide-what-hint = 16 bis 2000 Zeichen. Nimm deine Worte. Die Person liest es, aber nicht, wer sie gemeldet hat.
decide-when = Wann
decide-games = Partien, um die es geht
decide-reports = Meldungen, die damit beantwortet sind
decide-insist = So etwas wurde schon einmal entschieden. Das hier ist ein anderer Fall.
decide-sanctions = Strafen
decide-means-fraud = Für falsche Partien. Jeder weitere Betrug wird härter bestraft.
decide-means-deduction = So viele Punkte sind in der Rangliste weg.
decide-means-time-penalty = Eine spätere Partie fängt mit weniger Zeit an.
decide-means-forfeiture = Die Partie zählt für die Person als verloren.
decide-means-ban = Bis sie endet, zählt keine Partie der Person.
decide-fraud = Betrug: eine Stufe der Leiter
decide-step = Stufe
decide-step-due = die vorgesehene
decide-departure = Warum eine andere Stufe
decide-departure-hint = Nur wenn du eine andere wählst als vorgesehen.
decide-deduction = Punktabzug
decide-points = Punkte
decide-time-penalty = Weniger Bedenkzeit in einer kommenden Partie
decide-minutes = Minuten
decide-forfeiture = Eine Partie gilt als verloren
decide-game = Welche Partie
decide-ban = Sperre
decide-until = Gesperrt bis einschließlich
decide-finding = Absicht oder Fahrlässigkeit?
decide-finding-hint = Nötig für eine Sperre und um Punkte zu halbieren oder auf den Anfang zu setzen.
decide-mind = Feststellung
decide-no-finding = keine
decide-why = Woher du das weißt
decide-reasons = Gründe
decide-reasons-why = Warum diese Strafe
decide-reasons-hint-club = 16 bis 2000 Zeichen. Später können alle im Klub sie lesen.
decide-reasons-hint-concerned = 16 bis 2000 Zeichen. Lesen können sie nur Gericht, Moderation, Lehrkräfte und die, um die es geht.
decide-show = Zeigen, was das bewirkt
reports = Meldungen
reports-hint = Was du der Moderation gemeldet hast und was daraus wurde.
reports-hint-moderator = Was Mitglieder gesehen haben. Eine Meldung wird mit einer Entscheidung beantwortet oder mit dem Grund, warum es keine gibt.
reports-none = Keine Meldungen. Hier steht, was Mitglieder der Moderation sagen.
report-state-open = offen
report-state-taken-up = entschieden
report-state-dismissed = abgewiesen
report-by = gemeldet von { $name }
report-new = Etwas melden
report-about-game = Etwas über diese Partie melden
report-new-hint = Sag der Moderation, was du gesehen hast. Sie liest deinen Namen, die gemeldete Person nicht.
report-whom = Um wen geht es?
report-what = Was du gesehen hast
report-what-hint = 16 bis 2000 Zeichen.
report-game = In welcher Partie
report-game-hint = Das sind deine letzten Partien. Geht es um eine andere, dann fang auf ihrer Seite an.
report-no-game = In keiner
report-send = Absenden
report-decide = Darüber entscheiden
report-dismiss = Ohne Strafe schließen
report-dismiss-hint = 16 bis 500 Zeichen. Wer es gemeldet hat, liest das.
bans = Sperren
bans-hint = Die Moderation sperrt durch eine Entscheidung, die nur das Gericht ändern kann. Lehrkräfte sperren selbst.
bans-none = Niemand ist gesperrt. Sperren stehen hier mit ihrem Ende.
ban-by-staff = Jemanden sperren
ban-hint = Die Sperre gilt sofort und wird bekannt gemacht. Lehrkräfte können sie wieder aufheben.
declared-reason-hint-club = 16 bis 500 Zeichen. Alle im Klub können es lesen.
declared-reason-hint-concerned = 16 bis 500 Zeichen. Lesen können es nur das Mitglied, Gericht, Moderation und Lehrkräfte.
ban-until = Letzter Tag
ban-until-never = Für immer
ban-place = Sperren
ban-lift-hint = Die Person darf sofort wieder spielen, und alle erfahren es. Eine neue Sperre braucht einen neuen Grund.
ban-runs = in Kraft
ban-over = vorbei
ban-staff = Lehrkraft
ban-lift = Aufheben
ban-reason-later = Den Grund kann man lesen, sobald die Sperre bekannt gemacht ist.
ban-term-shorten = Das Gericht hat sie im Fall { $case } verkürzt.
ban-term-lengthen = Das Gericht hat sie im Fall { $case } verlängert.
bans-own = Du siehst hier nur deine eigenen Sperren. Die von anderen sind nicht für alle zu lesen.
bans-own-none = Du warst noch nie gesperrt.
banned-through = Du bist bis einschließlich { $day } gesperrt.
banned-for-ever = Du bist auf Dauer gesperrt.
banned-means = Solange die Sperre gilt, zählt keine Partie von dir. Du wirst nicht gepaart und kannst online kein Schach spielen.
banned-by-staff = Eine Lehrkraft hat dich gesperrt. Nur eine Lehrkraft kann das aufheben.
banned-why = Lies, warum
lapsed = Inaktive Mitglieder
lapsed-hint = Sie waren kaum da und haben kaum gespielt. Der Vorsitz darf sie aus der Rangliste streichen.
lapsed-none = Niemand. Hier stehen Mitglieder, die lange nicht da waren.
lapsed-why = { $weeks ->
    [one] { $weeks } Woche
   *[other] { $weeks } Wochen
    }: { $present }-mal da, { $games ->
    [one] { $games } Partie
   *[other] { $games } Partien
    }
lapsed-present = anwesend
lapsed-absent = abwesend
lapsed-games = { $games ->
     [one] { $games } Partie
    *[other] { $games } Partien
    }
lapsed-remove-hint = Platz und Punkte sind dann weg. Wer wieder kommt, fängt neu an.
lapsed-remove = { $name } streichen
lapsed-sure = Ja, { $name } aus der Rangliste streichen
removals = Anträge, die Rangliste zu verlassen
removal-asked = Beantragt am { $when }. Fällig bis { $due }.
removal-asked-and-waits = Gebeten am { $when }.
removal-barred = Es wartet, bis eine Sperre oder ein offener Fall vorbei ist.
removal-grant = { $name } wie beantragt streichen
chief-acts = Handlungen des Vorsitzes
chief-acts-hint = Was der Vorsitz allein getan hat. Jede Handlung wird bekannt gemacht, und das ganze Gericht kann sie rückgängig machen.
chief-acts-all = Alle Handlungen des Vorsitzes
chief-acts-none = Noch nichts. Hier steht, was der Vorsitz allein entscheidet.
chief-act-new = Allein handeln
chief-act-basis = Nach Regel
basis-ii-12 = Was die Regeln verlangen
basis-iii-4 = Was sonst niemand darf
basis-iii-5 = Technische Änderung
chief-act-effect = Was getan wird
chief-act-effect-hint = 3 bis 500 Zeichen. Alle können es lesen.
chief-act-reason-hint = 16 bis 2000 Zeichen. Alle können es lesen.
chief-act-adjustments = Punkte, durch technische Änderung
chief-act-points = Punkte dazu oder weg
chief-act-do = Tun und bekannt machen
chief-act-would = Alle erfahren es sofort. Spätere Partien zählen von diesen Punkten an. Du kannst es nicht rückgängig machen, nur das ganze Gericht.
chief-act-appeal-hint = Jedes Mitglied kann sie vor das ganze Gericht bringen.
chief-act-appeal = Dagegen vorgehen
breach = Geheimes wurde verraten
breach-hint = Alle Ämter sind sofort weg. Wer als Letztes den Dienst betreibt, behält das, bis es jemand anderes tut. Eine Sperre liegt bei dir und kann vor das Gericht kommen.
breach-who = Wer
breach-ban = Sperre bis, falls es eine geben soll
breach-ban-none = Keine Sperre
breach-answer = Ämter entziehen
report-quoted = Diese Worte stehen von selbst in der Meldung.
report-what-more = Du kannst bis zu 2000 Zeichen ergänzen.
report-wrote = Spielzimmer, { $table }. Dort stand von dieser Person: { $words }
