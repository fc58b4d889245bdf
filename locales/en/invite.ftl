# Letting people in.
invite = Invite people
invite-room = Code for the room
invite-room-hint = One code for everybody who is there: on a poster, or read out.
invite-uses = How many may use it
invite-uses-hint = 1 to 200.
invite-days = Days it is good for
invite-days-hint = 1 to 30.
invite-room-button = Make a poster
invite-one = Invitation for one person
invite-one-hint = A link to send; it works once.
invite-one-button = Make an invitation
invite-open = Open codes
invite-withdraw-hint = A withdrawn code works no more. You can make another at any time.
invite-none = None at the moment. Make one above.
invite-left = { $uses ->
    [one] one person may use it
   *[other] { $uses } people may use it
 } until { $until }
invite-withdraw = Withdraw the code

poster = Join the chess club
poster-qr = QR code of the address for joining
poster-or = Scan this, or go to
poster-privacy = What is kept about you:
poster-until = Good until { $until }
poster-once = The code is shown only now; what is kept cannot be read.
poster-link = The same as a link:
poster-print = Print this page: only the poster goes on the paper.
poster-send = Send the link to the one you invite.
