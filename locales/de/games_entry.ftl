# Eine Partie eintragen.
entry-waits = Die Partie { $state }. Danach ändern sich die Punkte so, wenn sie bis dahin gleich bleiben.
game-not-with-them = Eine Partie von euch beiden kann jetzt nicht zählen. Die Moderation kann sagen, warum.
entry-absent = { $name } steht nicht in der Anwesenheit dieses Treffens. Die Partie zählt trotzdem. Aber { $name } fehlt dort, bis sie stimmt.
entry-absent-you = Du stehst noch nicht auf der Liste. Deine Partie zählt trotzdem. Aber du zählst als abwesend, bis du darauf stehst. Sag der Moderation, dass du da bist.
entry-register-first = Erst wird notiert, wer da ist. Dabei sein muss jemand von Moderation oder Gericht:
entry-again = Meine Angaben ändern
entry-mine = Du hattest
entry-opponent = Gegen
entry-same = Es gibt schon eine Partie der beiden, ein paar Minuten davor oder danach.
entry-earlier = Für dieses Treffen ist schon eine Partie dieser beiden eingetragen, gespielt um { $time }.
entry-same-game = Diese Partie ansehen
entry-clock = Mit Uhr gespielt, und beide waren damit einverstanden
entry-clock-hint = Mit Uhr: Zeit weg heißt verloren.
entry-more = Mehr: Beginn, Raum, Züge
entry-played = Wann sie gespielt wurde
entry-played-hint = Das letzte Treffen begann am { $from } und ging bis { $to }.
entry-began = Wann sie begann, wenn du es weißt
entry-began-hint = Mit Uhr muss von da an jemand aus der Moderation oder vom Gericht da sein.
entry-room = In welchem Raum, wenn du es sagen willst
entry-limit = Zeitgrenze
entry-limit-none = Keine
entry-limit-of = { $white } gegen { $black }, { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
    }
entry-limit-hint = Nur wenn ihr der Moderation zu Beginn eine Zeitgrenze gesagt habt.
entry-no-session = Gerade ist kein Treffen. Gespielt wird, wenn der Klub sich trifft. Hast du beim letzten gespielt? Dann sag, wann.
