# Was neue Leute fragen.
help = Hilfe
help-hint = Kurze Antworten auf die ersten Fragen. Kommst du nicht weiter? Frag die Moderation.
help-join = Wie kann ich mitmachen?
help-join-answer = Lass dir von der Moderation einen Code geben. Dann schreibst du deinen Namen und wählst ein Passwort.
help-sign-in = Wie melde ich mich an?
help-sign-in-answer = Mit deinem Anmeldenamen und deinem Passwort. Der Anmeldename entsteht aus deinem Namen: aus Anna Weber wird anna-weber. Passwort vergessen? Bitte die Verwaltung um ein neues. Du bekommst einen Code dafür.
help-meet = Wann trifft sich der Klub?
help-meet-answer = Im Kalender stehen Tag, Uhrzeit und Raum. Komm einfach.
help-enter = Wie trage ich eine Partie ein?
help-enter-answer = Öffne „Heute“. Da steht dein Brett. Tipp an, wie die Partie ausging. Du stehst nicht auf der Liste? Eintragen geht trotzdem. Aber du zählst als abwesend.
help-online = Kann ich online spielen?
help-online-answer = Ja, im Spielzimmer. Eröffne einen Tisch oder setz dich an einen.
help-rules = Was sind die Regeln?
help-rules-answer = Das Regelwerk beginnt mit zehn Fragen. Da steht etwas über Punkte, falsche Ergebnisse, das Gericht und deinen Namen.
help-part-begin = Am Anfang
help-part-play = Spielen
help-part-fair = Regeln und Gericht
help-part-you = Du und dein Name
help-lose = Was kostet es mich, wenn ich verliere?
help-lose-answer = Punkte, nie Geld. Im Klub kostet eine Partie höchstens { $k }. Wer gegen jemand Stärkeres verliert, verliert weniger. Unter { $floor } fällt niemand. Du siehst es, bevor du die Partie einträgst.
help-button = Ich habe falsch getippt
help-button-answer = Das meiste kannst du rückgängig machen. Such „Rückgängig“: Eine Minute lang steht es da. Zu spät? Sag es der Moderation. Sie kann Partien richtigstellen.
help-opponent = Mein Gegner hat das falsche Ergebnis eingetragen
help-opponent-answer = { $confirmation ->
    [none] Sag es jemandem von der Moderation, der nicht mitgespielt hat. Dort wird es richtiggestellt.
   *[other] Öffne die Partie und tippe auf „Stimmt nicht?“. Dann tippe an, wie sie ausging. Die Moderation fragt euch beide und entscheidet.
 } Dann stimmen auch die Punkte wieder.
help-justice = Wer ist das Gericht?
help-justice-answer = Leute aus dem Klub, die bei Streit entscheiden. Hat sich die Moderation geirrt? Dann frag das Gericht. Wer es leitet, hat den Vorsitz.
help-appeal = Wie gehe ich gegen eine Entscheidung vor?
help-appeal-answer = Frag das Gericht. Schreib, was passiert ist und was sich ändern soll. Nimmt es den Fall an, { $justices ->
    [one] entscheidet eine Person.
   *[other] entscheiden { $justices } Leute.
 } Was sie sagen, gilt sofort.
help-name = Wer sieht meinen Namen?
help-name-answer = Der Klub sieht ihn, mit deinen Partien und Punkten. { $visitors ->
    [nothing] Sonst niemand.
    [everything] Alle im Internet sehen ihn auch.
   *[leaderboard] Fremde sehen den Vornamen und einen Buchstaben des Nachnamens, dazu Punkte und letzte Ergebnisse.
 }
help-leave = Wie höre ich auf, und was wird gelöscht?
help-leave-answer = Auf der Seite „Meine Daten“ bittest du, die Rangliste zu verlassen. Deine Partien bleiben, denn andere brauchen sie für ihre Punkte. Danach kannst du vergessen werden. Dann ist dein Konto weg, und statt deines Namens steht da eine Nummer.
