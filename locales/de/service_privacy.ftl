# Was der Klub über Menschen aufbewahrt, wer es liest, wie lange, und was sie tun können.
privacy = Datenschutz
privacy-hint = Hier steht, was der Schachklub über dich aufbewahrt, wer es lesen kann und wie lange. Die Seite ist für dich und deine Eltern geschrieben, und sie ändert sich, wenn der Klub seine Einstellungen ändert.

privacy-kept = Was aufbewahrt wird
privacy-kept-name = Dein Name und der Anmeldename.
privacy-kept-account = Deine E-Mail-Adresse, wenn du eine angibst. Dein Passwort nur so, dass es niemand lesen kann. Zu jeder Anmeldung: wann, und von welcher Internetadresse. Trittst du als jemand bei, den es hier schon gibt: auch das, bis die Moderation antwortet, höchstens 30 Tage.
privacy-kept-register = Wann du zu einem Treffen gekommen und wann du gegangen bist.
privacy-kept-games = Deine Partien: gegen wen, wann, wie sie ausgingen, und die Züge, wenn sie jemand eingetragen hat. Deine Punkte, und warum sie sich geändert haben.
privacy-kept-decisions = Was über dich entschieden wurde und warum. Was in Fällen gesagt wurde.
privacy-kept-words = Was du schreibst: an Tischen, als Meldung, Antrag oder Vorschlag. Und was die Moderation über dich notiert.
privacy-kept-log = Ein Protokoll von allem, was hier geändert wird: wer und wann. So kann niemand heimlich etwas ändern.
privacy-kept-evidence = Wenn du zustimmst, online mit einem Prüfprogramm zu spielen: welche Programme und Fenster während der Partie offen waren, und Bilder deines Bildschirms. Sie sind verschlüsselt.
privacy-kept-not = Es gibt keine Werbung. Niemand zählt oder verfolgt, was du tust. Cookies merken sich nur, dass du da bist, dein Gerät und die Sprache.

privacy-readers = Wer es liest
privacy-visitors-nothing = Wer nicht im Klub ist: nichts über dich. Diese Leute lesen die Regeln, was der Klub ist und wie man sich anmeldet.
privacy-visitors-leaderboard = Wer nicht im Klub ist: deinen Vornamen mit einem Buchstaben des Nachnamens. Dazu deinen Rang, deine Punkte und wie oft du gewonnen, verloren und remis gespielt hast, auch an früheren Tagen. Dazu deine letzten { $results } Ergebnisse. Deine Partien und deine Gegner sehen sie nicht. Sie sehen, wann und wo der Klub sich trifft. Sie sehen, was für Fälle es in einem Monat gab, aber nicht, über wen. Wir bitten Suchmaschinen, wegzubleiben.
privacy-visitors-everything = Wer nicht im Klub ist: dasselbe wie die Mitglieder. Das sind dein ganzer Name, dein Rang, deine Punkte und jede deiner Partien. Der Klub hat beschlossen, dass es alle im Internet lesen dürfen.
privacy-readers-club = Alle im Klub: deinen Namen, deinen Rang, deine Punkte und deine Partien.
privacy-readers-room = Wer mit dir im Raum ist: während eines Treffens, dass du da bist.
privacy-readers-nameless = Was über dich entschieden wurde, steht dort ohne deinen Namen, außer du erzählst es.
privacy-readers-named = Was über dich entschieden wurde, steht dort mit deinem Namen, sobald es bekannt gemacht ist.
privacy-readers-moderators = Moderation und Gericht: auch, wann du kamst und gingst, wie du dich anmeldest, und was notiert, gemeldet und entschieden wurde.
privacy-readers-staff = Lehrkräfte mit einem Konto: auch, was entschieden und allen gesagt wurde.
privacy-readers-administrators = Wer den Computer betreibt: wie du heißt, deine E-Mail, das Protokoll und jede Sicherung.
privacy-readers-evidence = Was während einer Online-Partie gesammelt wurde: der Vorsitz, und wen das Gericht für einen Fall nennt. Jeder Blick darauf wird aufgeschrieben.
privacy-readers-letters = Der Klub verschickt E-Mails: Ein Mailserver bringt an deine Adresse, was dich betrifft.
privacy-readers-push = Geräte, auf denen du Nachrichten eingeschaltet hast: Wer den Browser macht, bringt sie hin und kann sie nicht lesen.
privacy-readers-calendar = Wenn du eine Adresse für deinen Kalender anlegst: Deine App liest sie, und wer die App macht. Dort steht, wann der Klub sich trifft und was bei dir fällig ist.
privacy-readers-discord = Der Discord-Kanal des Klubs erfährt, dass es Neues gibt, nie über wen.
privacy-readers-webhooks = Andere Programme, die mit dem Dienst verbunden sind, erfahren, was im Klub neu ist. Was entschieden wurde, erfahren sie nur der Art nach.
privacy-readers-nobody = Sonst bekommt niemand etwas.

privacy-long = Wie lange es aufbewahrt wird
privacy-long-club = Name, Partien, Punkte, wann du da warst und was entschieden wurde: bis du gelöscht wirst. Die Punkte der anderen hängen daran.
privacy-long-sign-ins = Anmeldungen und Codes: bis 30 Tage nach ihrem Ende. Die Liste, wer sich angemeldet oder es versucht hat, mit Internetadressen: 90 Tage.
privacy-long-exports = Eine Datei, die jemand anfordert: eine Stunde.
privacy-long-messages = Verschickte Nachrichten: 30 Tage.
privacy-long-evidence = Was bei einer Online-Partie gesammelt wurde: { $days } Tage. Länger nur, solange ein Fall es braucht.
privacy-long-backups = Sicherungen: so lange, wie die Verwaltung sie behält. Frag, wie lange das ist.

privacy-see = Ansehen und mitnehmen
privacy-see-hint = Alles über dich steht auf einer eigenen Seite, und du kannst es als Datei herunterladen.
privacy-see-link = Meine Daten

privacy-erasure = Gelöscht werden

privacy-ask = Wen du fragen kannst
privacy-ask-hint = Frag jemanden aus der Moderation oder die Lehrkraft, die den Klub betreut. Deine Eltern dürfen für dich fragen.
privacy-ask-chief = Den Vorsitz hat { $name }.

privacy-parts = Auf dieser Seite
privacy-parents = Für Eltern
privacy-parents-hint = Ihr Kind kann Ihnen alles zeigen, was der Klub von ihm weiß: Es steht auf der Seite „Meine Daten“. Sie dürfen eine Kopie haben, Fehler ändern lassen und Ihr Kind löschen lassen.
privacy-parents-office = Fragen Sie { $name } (Vorsitz) oder die Schule.
privacy-parents-school = Fragen Sie die Schule oder den Menschen, von dem Ihr Kind den Code hat.
