//! The Court in the demonstration's season: a ban that is shortened on appeal, and a monitor's case
//! whose hearing is open.

use chrono::NaiveDate;

use crate::action::{self, Somebody, perform};
use crate::auth::actions::PutInOffice;
use crate::auth::{Role, Roles};
use crate::conduct;
use crate::court::rules::docket::Filing;
use crate::court::rules::verdict::{Disposition, Outcome, Reading};
use crate::court::store::{self, By, NewFiling, Petition};
use crate::court::{FilingKind, Ground, OpinionKind, Subject, Visibility};
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;

/// Those who act in the season's cases.
#[derive(Clone, Copy)]
pub struct Court {
    pub chief: PersonId,
    /// The first is a justice from the beginning.
    pub justices: [PersonId; 3],
    pub moderator: PersonId,
}

impl Court {
    fn chief(&self) -> By {
        By { person: self.chief, roles: Roles { chief_justice: true, ..Roles::default() } }
    }

    fn justice(&self, place: usize) -> By {
        By { person: self.justices[place], roles: Roles { justice: true, ..Roles::default() } }
    }

    fn moderator(&self) -> By {
        By { person: self.moderator, roles: Roles { moderator: true, ..Roles::default() } }
    }

    /// The other two justices are appointed.
    pub fn appoint(&self, tx: &mut Tx) -> Result<(), Error> {
        for justice in &self.justices[1..] {
            let reason = "The Court needs three.";
            let office = PutInOffice { person: *justice, role: Role::Justice, reason, ends_at: None };
            perform(tx, &action::By::from(Somebody { person: self.chief, roles: self.chief().roles }), &office)?;
        }
        Ok(())
    }

    /// A petition, granted and put before the panel.
    fn heard(&self, tx: &mut Tx, by: PersonId, petition: &Petition) -> Result<String, Error> {
        let number = store::petition(tx, &member(by), petition)?;
        store::leave(tx, &number, &self.chief(), true, "It deserves an answer.")?;
        store::empanel(tx, &number, &self.chief(), &self.justices)?;
        store::open_hearing(tx, &number, &self.justice(0))?;
        Ok(number)
    }

    /// The banned member petitions, and the moderator answers.
    pub fn ban_is_petitioned(&self, tx: &mut Tx, banned: PersonId) -> Result<(), Error> {
        let now = tx.now;
        let ban = conduct::store::ban_at(tx.db, banned, now)?.ok_or_else(|| crate::not_found!("ban"))?;
        let petition = Petition {
            subject: Subject::Ban,
            subject_id: Some(ban.id.0),
            ground: None,
            title: "Two weeks for a first time".into(),
            grounds: "I said at once that the game was not played. Two Fridays are too many for that.".into(),
        };
        let number = self.heard(tx, banned, &petition)?;
        let answer = "It was said when asked, and not before. But it was said.";
        self.file(tx, &number, &self.moderator(), FilingKind::Answer, "The moderator's answer", answer)?;
        let brief = "I have brought the scoresheets of all my other games. They are in order.";
        self.file(tx, &number, &member(banned), FilingKind::Brief, "What I have to add", brief)
    }

    /// The panel shortens the ban, and says why.
    pub fn ban_is_shortened(&self, tx: &mut Tx, banned: PersonId, until: NaiveDate) -> Result<(), Error> {
        let number = store::open_case_of(tx.db, banned)?.ok_or_else(|| crate::not_found!("case"))?;
        let shorten = Disposition {
            outcome: Outcome::Shorten,
            replacement: None,
            conditions: None,
            due: None,
            until: Some(until),
            barred_until: None,
            interpretations: vec![Reading {
                acts: vec!["II.9.1".into()],
                text: "Whoever admits what they did as soon as they are asked is not banned as long as who denies it."
                    .into(),
            }],
        };
        let draft = store::draft(tx, &number, &self.justice(0), &shorten)?;
        for place in 0..self.justices.len() {
            store::vote(tx, &number, &self.justice(place), draft)?;
        }
        store::count(tx, &number, &self.justice(0))?;
        let opinion = "The petitioner made good what could be made good before anybody lost a point by it. One Friday is enough to remember it by.";
        store::write(tx, &number, &self.justice(1), OpinionKind::Majority, opinion)?;
        Ok(())
    }

    /// The monitored member petitions; the case is still being heard.
    pub fn monitor_is_petitioned(&self, tx: &mut Tx, watched: PersonId) -> Result<(), Error> {
        let now = tx.now;
        let Some(monitor) = conduct::store::monitored_at(tx.db, watched, now)? else { return Ok(()) };
        let petition = Petition {
            subject: Subject::Monitor,
            subject_id: Some(monitor.id.0),
            ground: Some(Ground::NoLonger),
            title: "A monitor that has lasted long enough".into(),
            grounds: "Five sessions have gone by, and every game of mine since was approved.".into(),
        };
        let number = self.heard(tx, watched, &petition)?;
        let motion = "I ask that whoever approved my games be heard.";
        self.file(tx, &number, &member(watched), FilingKind::Motion, "To hear a witness", motion)
    }

    fn file(&self, tx: &mut Tx, number: &str, by: &By, kind: FilingKind, title: &str, text: &str) -> Result<(), Error> {
        let filing = Filing {
            kind,
            title: title.into(),
            text: text.into(),
            visibility: Visibility::Public,
            readers: Vec::new(),
            witness: None,
        };
        store::file(tx, number, by, &NewFiling { filing, exhibit: None, raw_evidence: false })?;
        Ok(())
    }
}

fn member(person: PersonId) -> By {
    By { person, roles: Roles::default() }
}
