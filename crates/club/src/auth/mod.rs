//! Accounts and powers: what an account may be called, which password will do, and who holds which role.

pub mod rules;
mod strength;

crate::words!(
    /// A role that a person may hold.
    Role {
        /// Settles on the spot what comes up (Act III.2).
        Moderator = "moderator",
        /// Sits on the Court of Appeals, and may moderate (Acts III.3, III.3.4).
        Justice = "justice",
        /// The first of the justices, who appoints the others and moderators. There is one.
        ChiefJustice = "chief_justice",
        /// Of the school: may do what Act III.6 lists.
        Staff = "staff",
        /// Runs the computer, without power over people (Act III.1).
        Administrator = "administrator",
        /// No person: the device in the room that takes the register and games.
        Kiosk = "kiosk",
    }
);

/// The roles a person holds at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, utoipa::ToSchema)]
pub struct Roles {
    /// Holds the office of a moderator (Act III.2).
    pub moderator: bool,
    /// Sits on the Court of Appeals (Act III.3).
    pub justice: bool,
    /// Is the Chief Justice.
    pub chief_justice: bool,
    /// Is of the school's staff (Act III.6).
    pub staff: bool,
    /// Runs the computer (Act III.1).
    pub administrator: bool,
    /// Is the device in the room, which holds no other role.
    pub kiosk: bool,
}

impl Roles {
    /// Moderators; justices may use a moderator's powers (Act III.3.4).
    pub fn may_moderate(self) -> bool {
        self.moderator || self.justice || self.chief_justice
    }

    /// Roles that give power over others or the host: those worth a second factor.
    pub fn have_powers(self) -> bool {
        self.may_moderate() || self.staff || self.administrator
    }

    /// Whether this very role is held: a justice, who may moderate, is no moderator.
    pub fn holds(self, role: Role) -> bool {
        match role {
            Role::Moderator => self.moderator,
            Role::Justice => self.justice,
            Role::ChiefJustice => self.chief_justice,
            Role::Staff => self.staff,
            Role::Administrator => self.administrator,
            Role::Kiosk => self.kiosk,
        }
    }
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Roles {
        let mut held = Roles::default();
        for role in roles {
            match role {
                Role::Moderator => held.moderator = true,
                Role::Justice => held.justice = true,
                Role::ChiefJustice => held.chief_justice = true,
                Role::Staff => held.staff = true,
                Role::Administrator => held.administrator = true,
                Role::Kiosk => held.kiosk = true,
            }
        }
        held
    }
}

crate::words!(
    /// What of the club somebody from outside may read.
    Visitors {
        /// How to sign in and to join, the rulebook, what the club is.
        Nothing = "nothing",
        /// The leaderboard and the calendar besides, with first names and first letters of last names.
        Leaderboard = "leaderboard",
        /// What members read.
        Everything = "everything",
    }
);

crate::words!(
    /// What a code is for.
    CodeKind {
        /// Lets one person sign up.
        Invitation = "invitation",
        /// Lets everybody in the room sign up.
        JoinCode = "join_code",
        /// Makes the first Chief Justice.
        FirstChiefJustice = "first_chief_justice",
        /// Lets a person choose a new password.
        PasswordReset = "password_reset",
        /// A recovery code for a lost authenticator.
        Recovery = "recovery",
        /// Says that a password was right, while the code of the authenticator is asked for.
        Halfway = "halfway",
    }
);
