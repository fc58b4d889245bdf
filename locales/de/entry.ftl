# Eine Partie eintragen.
entry-waits = Sie { $state }; danach ändert sie das hier, wenn sich bis dahin niemandes Punkte ändern.
entry-again = Ändern, was ich angab
entry-mine = Du hattest
entry-opponent = Gegen
entry-same = Eine Partie derselben beiden, wenige Minuten vor oder nach dieser, ist schon eingetragen.
entry-same-game = Partie { $game } ansehen
entry-clock = Mit Uhr gespielt, und beide waren damit einverstanden
entry-limit = Zeitgrenze
entry-limit-none = Keine
entry-limit-of = { $white } gegen { $black }, { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
    }
entry-limit-hint = Falls einem Moderator zu Beginn eine genannt wurde.
