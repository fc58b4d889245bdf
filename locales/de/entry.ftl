# Eine Partie eintragen.
entry-waits = Sie { $state }; danach ändert sie das hier, wenn sich bis dahin niemandes Punkte ändern.
entry-absent = { $name } steht nicht in der Anwesenheit dieses Treffens. Die Partie lässt sich trotzdem eintragen, aber { $name } gilt als abwesend (0.9, II.6), bis die Anwesenheit berichtigt ist.
entry-register-first = Erst kommt die Anwesenheit, mit jemandem von Moderation oder Gericht darin:
entry-again = Ändern, was ich angab
entry-mine = Du hattest
entry-opponent = Gegen
entry-same = Eine Partie derselben beiden, wenige Minuten vor oder nach dieser, ist schon eingetragen.
entry-earlier = Für dieses Treffen ist schon eine Partie dieser beiden eingetragen, gespielt um { $time }.
entry-same-game = Partie { $game } ansehen
entry-clock = Mit Uhr gespielt, und beide waren damit einverstanden
entry-clock-hint = Mit Uhr verliert sofort, wessen Zeit abläuft; ohne Uhr kann keine Zeit ablaufen (I.7.5).
entry-began = Wann sie begann, wenn du es weißt
entry-began-hint = Mit Uhr muss von da an jemand aus der Moderation oder vom Gericht da sein (I.7.1).
entry-room = In welchem Raum, wenn du es sagen willst
entry-limit = Zeitgrenze
entry-limit-none = Keine
entry-limit-of = { $white } gegen { $black }, { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
    }
entry-limit-hint = Falls einem Moderator zu Beginn eine genannt wurde.
entry-no-session = Gerade ist kein Treffen. Gespielt wird, wenn der Klub sich trifft.
