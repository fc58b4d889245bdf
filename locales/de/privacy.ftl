# Was der Klub über Menschen aufbewahrt, wer es liest, wie lange, und was sie tun können.
privacy = Datenschutz
privacy-hint = Hier steht, was der Schachklub über dich aufbewahrt, wer es lesen kann und wie lange. Die Seite ist für dich und deine Eltern geschrieben, und sie ändert sich, wenn der Klub seine Einstellungen ändert.

privacy-kept = Was aufbewahrt wird
privacy-kept-name = Dein Name und der Anmeldename.
privacy-kept-account = Deine E-Mail-Adresse, wenn du eine angibst. Dein Passwort nur so, dass es niemand lesen kann. Zu jeder Anmeldung: wann, und von welcher Internetadresse. Trittst du als jemand bei, den es hier schon gibt: auch das, bis die Moderation antwortet, höchstens 30 Tage.
privacy-kept-register = Wann du zu einem Treffen gekommen und wann du gegangen bist.
privacy-kept-games = Deine Partien: gegen wen, wann, wie sie ausgingen, und die Züge, wenn sie jemand eingetragen hat. Deine Punkte, und warum sie sich geändert haben.
privacy-kept-decisions = Was Moderation, Vorsitz und Gericht über dich entschieden haben, mit den Gründen, und was in Fällen gesagt wurde.
privacy-kept-words = Was du schreibst: an Tischen, in Meldungen, Anträgen und Vorschlägen. Notizen, die die Moderation über dich macht.
privacy-kept-log = Ein Protokoll von allem, was hier geändert wird, mit Person und Zeit, damit niemand heimlich etwas ändern kann.
privacy-kept-evidence = Wenn du zustimmst, online mit einem Aufsichtsprogramm zu spielen: welche Programme und Fenster während der Partie offen waren, und Bilder deines Bildschirms. Sie sind verschlüsselt.
privacy-kept-not = Es gibt keine Werbung, und nichts wird für andere gezählt oder verfolgt. Cookies halten nur die Anmeldung, erkennen dein Gerät wieder und merken sich die Sprache.

privacy-readers = Wer es liest
privacy-visitors-nothing = Wer nicht im Klub ist: nichts über dich.
privacy-visitors-leaderboard = Wer nicht im Klub ist: die Rangliste mit deinem Vornamen und dem ersten Buchstaben deines Nachnamens, den Kalender, und welche Arten von Entscheidungen es in einem Monat gab, ohne zu sagen, über wen. Suchmaschinen sind gebeten, wegzubleiben.
privacy-visitors-everything = Wer nicht im Klub ist: dasselbe wie die Mitglieder. Der Klub hat beschlossen, dass es alle im Internet lesen dürfen.
privacy-readers-club = Alle im Klub: deinen Namen, deine Partien und deine Punkte.
privacy-readers-nameless = Was über dich entschieden wurde, steht dort ohne deinen Namen, außer du erzählst es.
privacy-readers-named = Was über dich entschieden wurde, steht dort mit deinem Namen, sobald es bekannt gemacht ist.
privacy-readers-moderators = Moderation und Gericht: auch, wann du gekommen und gegangen bist, deinen Anmeldenamen, Notizen, Meldungen und alles, was entschieden wurde.
privacy-readers-staff = Lehrkräfte mit einem Konto: auch, was entschieden und bekannt gemacht wurde.
privacy-readers-administrators = Die Administration, die den Computer betreibt: Anmeldenamen, E-Mail-Adressen, das Protokoll und die Sicherungen.
privacy-readers-evidence = Was während einer Online-Partie gesammelt wurde: der Vorsitz, und wen das Gericht für einen Fall nennt. Jeder Blick darauf wird aufgeschrieben.
privacy-readers-letters = Der Klub verschickt E-Mails: Ein Mailserver bringt an deine Adresse, was dich betrifft.
privacy-readers-discord = Der Discord-Kanal des Clubs erfährt, dass es Neues gibt, nie über wen.
privacy-readers-webhooks = Andere Programme, die die Administration angeschlossen hat, erfahren Neues aus dem Klub; von Bekanntmachungen nur die Art.
privacy-readers-nobody = Sonst bekommt niemand etwas.

privacy-long = Wie lange es aufbewahrt wird
privacy-long-club = Name, Partien, Punkte, Anwesenheit und was entschieden wurde: bis du gelöscht wirst. Die Punkte anderer beruhen darauf.
privacy-long-sign-ins = Anmeldungen und Codes: bis 30 Tage nach ihrem Ende. Die Liste, wer sich angemeldet oder es versucht hat, mit Internetadressen: 90 Tage.
privacy-long-exports = Eine Datei, die jemand anfordert: eine Stunde.
privacy-long-messages = Verschickte Nachrichten: 30 Tage.
privacy-long-evidence = Was während einer Online-Partie gesammelt wurde: { $days } Tage, länger nur, solange ein Fall es braucht.
privacy-long-backups = Sicherungen: so lange, wie die Administration sie behält. Frag, wie lange das ist.

privacy-see = Ansehen und mitnehmen
privacy-see-hint = Alles über dich steht auf einer eigenen Seite, und du kannst es als Datei herunterladen.
privacy-see-link = Deine Daten

privacy-erasure = Gelöscht werden

privacy-ask = Wen du fragen kannst
privacy-ask-hint = Frag jemanden aus der Moderation oder die Lehrkraft, die den Klub betreut. Deine Eltern dürfen für dich fragen.
privacy-ask-chief = Den Vorsitz hat { $name }.
