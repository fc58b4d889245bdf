# Was neue Leute fragen.
help = Hilfe
help-hint = Kurze Antworten auf die ersten Fragen. Kommst du nicht weiter? Frag die Moderation.
help-join = Wie kann ich mitmachen?
help-join-answer = Lass dir von der Moderation einen Code geben. Dann schreibst du deinen Namen und wählst ein Passwort.
help-sign-in = Wie melde ich mich an?
help-sign-in-answer = Mit deinem Anmeldenamen und deinem Passwort. Der Anmeldename entsteht aus deinem Namen: aus Anna Weber wird anna-weber. Passwort vergessen? Bitte die Verwaltung um ein neues. Den Code gibt sie dir oder die Moderation.
help-meet = Wann trifft sich der Klub?
help-meet-answer = Im Kalender stehen Tag, Uhrzeit und Raum. Komm einfach.
help-enter = Wie trage ich eine Partie ein?
help-enter-answer = Öffne „Heute“. Da steht dein Brett. Tipp an, wie die Partie ausging. Ihr müsst beide als anwesend eingetragen sein.
help-online = Kann ich online spielen?
help-online-answer = Ja, im Spielzimmer. Eröffne einen Tisch oder setz dich an einen.
help-rules = Was sind die Regeln?
help-rules-answer = Das Regelwerk beginnt mit zehn Fragen. Da steht etwas über Punkte, falsche Ergebnisse, das Gericht und deinen Namen.
