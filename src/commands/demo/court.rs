//! The Court in the demonstration's season: a ban that is shortened on appeal, and a monitor's case
//! whose hearing is open.

use chrono::NaiveDate;
use rookery_messages::Message;

use crate::action::{By, Somebody, perform};
use crate::auth::actions::PutInOffice;
use crate::auth::{Role, Roles};
use crate::conduct;
use crate::court::actions::{
    CastVote, Count, Draft, Empanel, File, OpenHearing, Opinion, Panel, Petition, PublishOpinion, SayOnLeave, Vote,
    Word,
};
use crate::court::exhibits;
use crate::court::rules::docket::Filing;
use crate::court::rules::verdict::{Disposition, Outcome, Reading};
use crate::court::{FilingKind, Ground, OpinionKind, Subject, Visibility, store};
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;

/// What the banned member brings before the Court.
const SCORESHEET: &str = "[Event \"Friday\"]
[Result \"0-1\"]

1. e4 e5 2. Bc4 Nc6 3. Qf3 Nf6 4. d3 Nd4 5. Qd1 d5 0-1
";

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
        by(self.chief, Roles { chief_justice: true, ..Roles::default() })
    }

    fn justice(&self, place: usize) -> By {
        by(self.justices[place], Roles { justice: true, ..Roles::default() })
    }

    fn moderator(&self) -> By {
        by(self.moderator, Roles { moderator: true, ..Roles::default() })
    }

    /// The other two justices are appointed.
    pub fn appoint(&self, tx: &mut Tx) -> Result<(), Error> {
        for justice in &self.justices[1..] {
            let reason = &Message::verbatim("The Court needs three.");
            let office = PutInOffice { person: *justice, role: Role::Justice, reason, ends_at: None };
            perform(tx, &self.chief(), &office)?;
        }
        Ok(())
    }

    /// A petition, granted and put before the panel.
    fn heard(&self, tx: &mut Tx, by: PersonId, petition: &Petition) -> Result<String, Error> {
        let number = perform(tx, &member(by), petition)?.number;
        let word = Word { granted: true, reason: "It deserves an answer.".into() };
        perform(tx, &self.chief(), &SayOnLeave(number.clone(), word))?;
        let panel = Panel { justices: self.justices.to_vec() };
        perform(tx, &self.chief(), &Empanel(number.clone(), panel))?;
        perform(tx, &self.justice(0), &OpenHearing(number.clone()))?;
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
        self.file(tx, &number, &member(banned), FilingKind::Brief, "What I have to add", brief)?;
        let shows = "I wrote it down while we played.";
        let filing = Filing::of(FilingKind::Exhibit, "The last scoresheet", shows, Visibility::Public);
        let exhibit = Some(exhibits::read(SCORESHEET.as_bytes())?);
        perform(tx, &member(banned), &File { number, filing, exhibit })?;
        Ok(())
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
                text: "A player who admits what they did as soon as they are asked is banned for a shorter time than one who denies it."
                    .into(),
            }],
        };
        let draft = perform(tx, &self.justice(0), &Draft(number.clone(), shorten))?;
        for place in 0..self.justices.len() {
            perform(tx, &self.justice(place), &CastVote(number.clone(), Vote { draft }))?;
        }
        perform(tx, &self.justice(0), &Count(number.clone()))?;
        let text = "The petitioner made good what could be made good before anybody lost a point by it. One Friday is enough to remember it by.";
        let opinion = Opinion { kind: OpinionKind::Majority, text: text.into() };
        perform(tx, &self.justice(1), &PublishOpinion(number, opinion))?;
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
        let motion = "I ask that the moderator who approved my games be heard.";
        self.file(tx, &number, &member(watched), FilingKind::Motion, "To hear a witness", motion)
    }

    fn file(&self, tx: &mut Tx, number: &str, by: &By, kind: FilingKind, title: &str, text: &str) -> Result<(), Error> {
        let filing = Filing::of(kind, title, text, Visibility::Public);
        perform(tx, by, &File { number: number.to_owned(), filing, exhibit: None })?;
        Ok(())
    }
}

fn by(person: PersonId, roles: Roles) -> By {
    By::from(Somebody { person, roles })
}

fn member(person: PersonId) -> By {
    by(person, Roles::default())
}
