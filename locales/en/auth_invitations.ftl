# Letting people in.
invite = Invite people
invite-room = Code for the room
invite-room-hint = One code for everybody who is there: on a poster, or read out.
invite-uses = How many may use it
invite-uses-hint = 1 to 200.
invite-days = Days it is good for
invite-days-hint = Leave it empty: then it is good until the next session ends.
invite-room-button = Make a poster
invite-one = Invitation for one person
invite-one-hint = A link to send. It works once.
invite-one-button = Make an invitation
invite-here-only = Phones cannot open the address on cards and posters: it is only for the computer of the club.
invite-here-only-host = Set ROOKERY_URL to the address that others type, and start the service again.
invite-here-only-ask = Ask who runs the host for an address that phones can open.
invite-open = Open codes
invite-withdraw-hint = A withdrawn code works no more. You can make another at any time.
invite-none = None at the moment. Make one above.
invite-left = { $uses ->
    [one] one person may use it
   *[other] { $uses } people may use it
 } until { $until }
invite-withdraw = Withdraw the code

claims = Is it them?
claims-hint = They joined under the name of somebody who is known here. Ask them, then say yes or no.
claim = Is it { $name }?
claim-hint = Somebody joined as { $name }, { $when }. Ask who it was. After a yes they can sign in.
claim-yes = Yes, it is them
claim-no = No, somebody else
person-invite = Make an invitation
person-invite-hint = With it this person gets an account and keeps games and points.
cards = Invitation cards
cards-for = Cards for people without an account ({ $people })
cards-hint = Each card has a name, a code and a QR code. Earlier invitations of these people end.
cards-who = Who gets a card
cards-nobody-ticked = Tick nobody
cards-all = Tick all without an invitation
cards-invited = invited already
cards-make = Make the cards
cards-print = { $cards ->
    [one] Print a card
   *[other] Print { $cards } cards
 }
cards-hand-over = Hand them over one by one
cards-next = Done, next one
cards-done = Done
cards-back = All cards
cards-print-hint = Print this page and cut the cards out. The codes are shown only now.
cards-nobody = All of them have an account already.
list = Add a class list
list-paste = Paste the names
list-names = Names
list-names-hint = One name a line, up to 200. “Ash, Ann” is Ann Ash. A class after it is left out. Or a table whose first line says “First name” and “Surname”.
list-look = Look at it first
list-new = { $people ->
    [0] Nobody new
    [one] One new name
   *[other] { $people } new names
 }
list-add = { $people ->
    [one] Add this person
   *[other] Add these { $people } people
 }
list-join = Put them on the leaderboard, so that their games count
list-added = They are added.
list-ignored = Not read:
list-is-added = added
listed-new = new
listed-known = is here already
listed-twice = stands twice in the list. Are they two people? Then write one with a middle initial.
listed-wrong = left out

poster-for = For { $name }
poster = Join the chess club
poster-qr = QR code of the address for joining
poster-or = Scan this, or go to
poster-privacy = What is kept about you:
poster-until = Good until { $until }
poster-once = The code is shown only now. Nobody can read it later.
poster-link = The same as a link:
poster-print = Print this page: only the poster goes on the paper.
poster-send = Send this link to the one you invite:
poster-copy = Copy
poster-share = Share
claim-number = Ask for the number on their page: it is { $number }.
claim-several = Several people say so.
