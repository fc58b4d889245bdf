# Who the club is.
club = Name and crest
club-hint = They stand on every page, on the poster, in letters and on paper.
club-name = Name of the club
club-name-hint = Up to 60 letters: Rooks of Hill School.
club-place = Where you are at home
club-place-hint = Your school or town. You may leave it empty.
club-accent = Colour
club-accent-hint = Pick a dark one. Dark pages get a lighter shade by themselves.
club-accent-usual = The usual colour
club-crest = Crest
club-crest-now = The picture of the club
club-crest-file = Picture
club-crest-hint = PNG or JPEG, up to 2 MB. Without one, a shield shows your initials.
club-crest-set = Use this picture
club-crest-remove = Take the picture away
