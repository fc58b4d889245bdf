//! The parts that people have in a case.

use super::scenes::Answered::*;
use super::scenes::Scenes;
use super::*;

const WHY: &str = "It did not happen as it was told, and two people saw it";

impl Scenes<'_> {
    /// A case about a decision, from the petition to a hearing en banc: each step first by somebody
    /// who has no part in it.
    pub fn court(&mut self) {
        let deduction = json!([{ "kind": "deduction", "points": 1 }]);
        let decision = self.decider.decide(self.club, self.ann.id, &[], deduction).expect(201)["id"].clone();
        let petition =
            json!({ "subject": "decision", "subject_id": decision, "title": "A wrong done", "grounds": WHY });
        let file = ("POST", "/api/v1/cases");
        self.ask(file, "", petition.clone(), |s| &s.panel[0], Refused("III.3"));
        let number = self.ann.post("/api/v1/cases", &petition).expect(201)["number"].as_str().unwrap().to_owned();
        self.ask(file, "", petition, |s| &s.ann, Heard);
        let leave = ("POST", "/api/v1/cases/{number}/leave");
        let granted = json!({ "granted": true, "reason": WHY });
        self.ask(leave, &number, granted.clone(), |s| &s.decider, Refused("III.3.5"));
        self.ask(leave, &number, granted, |s| &s.chief, Heard);
        let ids: Vec<i64> = self.panel.iter().map(|justice| justice.id).collect();
        self.chief.post(&format!("/api/v1/cases/{number}/panel"), &json!({ "justices": ids })).expect(200);
        self.of_the_panel("hearing", &number, json!({}), "III.3.3");
        self.filings(&number);
        self.verdict(&number);
        for (step, act) in [("en_banc", "III.3.9"), ("withdrawal", "III.3")] {
            let route = ("POST", if step == "en_banc" { EN_BANC } else { WITHDRAWAL });
            self.ask(route, &number, json!({ "reason": WHY }), |s| &s.ben, Refused(act));
            self.ask(route, &number, json!({ "reason": WHY }), |s| &s.ann, Heard);
        }
    }

    /// A step for those who sit: not by a justice who does not.
    fn of_the_panel(&mut self, step: &str, thing: &str, body: Value, act: &'static str) {
        let path = PANEL.iter().copied().find(|path| path.ends_with(step)).expect("a step of the panel");
        self.ask(("POST", path), thing, body.clone(), |s| &s.decider, Refused(act));
        self.ask(("POST", path), thing, body, |s| &s.panel[0], Heard);
    }

    fn filings(&mut self, number: &str) {
        let file = ("POST", "/api/v1/cases/{number}/filings");
        let filing = |kind: &str| json!({ "kind": kind, "title": "A title", "text": "Words", "visibility": "public" });
        self.ask(file, number, filing("brief"), |s| &s.ben, Refused("III.3"));
        self.ask(file, number, filing("brief"), |s| &s.ann, Heard);
        let exhibit = ("POST", "/api/v1/cases/{number}/exhibits");
        self.ask(exhibit, number, json!("A text"), |s| &s.ben, Refused("III.3"));
        self.ask(exhibit, number, json!("A text"), |s| &s.ann, Heard);
        let motion = self.ann.post(&format!("/api/v1/cases/{number}/filings"), &filing("motion")).expect(201);
        let ruling = json!({ "granted": true, "reason": "So ruled" });
        self.of_the_panel("rulings", &format!("{number}/{}", motion["filing"]), ruling, "III.3.3");
    }

    fn verdict(&mut self, number: &str) {
        let uphold = json!({ "outcome": "uphold" });
        self.of_the_panel("drafts", number, uphold.clone(), "III.3.8");
        let kept = self.panel[0].post(&format!("/api/v1/cases/{number}/drafts"), &uphold).expect(201)["id"].clone();
        self.of_the_panel("withdrawal", &format!("{number}/{kept}"), json!({}), "III.3.8");
        let drafted = self.panel[1].post(&format!("/api/v1/cases/{number}/drafts"), &uphold).expect(201)["id"].clone();
        self.of_the_panel("votes", number, json!({ "draft": drafted }), "III.3.3");
        for justice in &self.panel[1..] {
            justice.post(&format!("/api/v1/cases/{number}/votes"), &json!({ "draft": drafted })).expect(200);
        }
        self.of_the_panel("count", number, json!({}), "III.3.3");
        let opinion = json!({ "kind": "majority", "text": "For the reasons that were heard." });
        let written = self.panel[0].post(&format!("/api/v1/cases/{number}/opinions"), &opinion).expect(201);
        self.of_the_panel("opinions", number, opinion, "III.3.10");
        self.of_the_panel("joins", &format!("{number}/{}", written["id"]), json!({}), "III.3.10");
    }
}

const EN_BANC: &str = "/api/v1/cases/{number}/en_banc";
const WITHDRAWAL: &str = "/api/v1/cases/{number}/withdrawal";
const PANEL: [&str; 8] = [
    "/api/v1/cases/{number}/hearing",
    "/api/v1/cases/{number}/filings/{filing}/rulings",
    "/api/v1/cases/{number}/drafts",
    "/api/v1/cases/{number}/drafts/{draft}/withdrawal",
    "/api/v1/cases/{number}/votes",
    "/api/v1/cases/{number}/count",
    "/api/v1/cases/{number}/opinions",
    "/api/v1/cases/{number}/opinions/{opinion}/joins",
];
