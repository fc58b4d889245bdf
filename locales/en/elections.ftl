# Elections and offices.
elections = Elections
elections-hint = Members elect moderators. If you vote, you give each candidate 0 to 5 points.
elections-off = The house rules do not allow elections now.
elections-none = No election yet. Elections for moderator stand here once they are called.
election-number = Election { $number }
election-for = { $seats } to be elected for { $weeks ->
    [one] { $weeks } week
   *[other] { $weeks } weeks
    }
election-call = Call an election
election-runs = Election { $number } is on: { $phase }. You can call the next when it is over or called off.
election-seats = How many are elected
election-term = For how many weeks
election-nominations-close = Nominations until
election-voting-closes = Voting until
election-note = What it is for
phase-nominations = nominations are open
phase-voting = voting is open
phase-counting = being counted
phase-counted = counted
phase-called-off = called off
election-count = The count
election-ballots = { $count ->
     [one] One ballot
    *[other] { $count } ballots
    }
election-candidate = Candidate
election-total = Total
election-outcome = Outcome
election-elected = elected
election-not-elected = not elected
election-vote = Vote
election-vote-hint = Give every candidate 0 to 5 points. Nobody sees how you voted, and you can vote again until voting closes.
election-voted = You have voted. If you vote again, only that counts.
election-vote-again = Vote again
election-candidates = Candidates
election-nobody = Nobody stands yet.
election-stands = stands
election-asked = nominated, has not accepted yet
election-statement = What you say to the voters
election-stand = Stand for election
election-change = Change it
election-accept = Accept and stand
election-withdraw = Do not stand
election-nominate = Nominate
election-nominate-whom = Whom you nominate
election-call-off = Call it off
election-call-off-hint = All votes are destroyed. You can call another election later.
offices = Who is in office
offices-hint = The Chief Justice names who judges and who moderates. Members can vote some in.
office-appoint = Appoint somebody
office-whom = Whom
office-as = As
office-reason-hint = 3 to 500 characters. Everyone can read it.
office-monitored = Monitored now: { $names }. You can appoint them all the same. Their games go on waiting until another moderator says yes. Only another moderator, or the Court, can end that.
office-nobody = Nobody holds this office at the moment.
office-dismiss = Dismiss
office-dismiss-hint = The powers are gone at once. What was decided before stays.
