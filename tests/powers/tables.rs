//! The relations of tables from both of their sides.

use super::scenes::{Answered, Scenes};
use serde_json::{Value, json};

use Answered::*;

impl Scenes<'_> {
    pub fn tables(&mut self) {
        let open = json!({ "game": "chess", "seat": 0 });
        let table = self.ann.post("/api/v1/tables", &open).expect(201)["id"].to_string();
        self.ask(
            ("PUT", "/api/v1/tables/{id}/readiness"),
            &table,
            json!({ "ready": true }),
            |s| &s.ben,
            Refused("I.9"),
        );
        self.ask(("PUT", "/api/v1/tables/{id}/readiness"), &table, json!({ "ready": true }), |s| &s.ann, Heard);
        let play = json!({ "answers": 0, "play": { "kind": "resign" } });
        self.ask(("POST", "/api/v1/tables/{id}/plays"), &table, play.clone(), |s| &s.ben, Refused("I.9"));
        self.ask(("POST", "/api/v1/tables/{id}/plays"), &table, play, |s| &s.ann, Heard);
        self.ask(("DELETE", "/api/v1/tables/{id}/seats"), &table, Value::Null, |s| &s.ben, Refused("I.9"));
        self.ask(("DELETE", "/api/v1/tables/{id}/seats"), &table, Value::Null, |s| &s.ann, Heard);
        let table = self.panel[0].post("/api/v1/tables", &open).expect(201)["id"].to_string();
        let ruling = json!({ "result": "white", "ending": "forfeit", "reason": "The other side has left the room" });
        self.ask(("POST", "/api/v1/tables/{id}/rulings"), &table, ruling.clone(), |s| &s.panel[0], Refused("III.3.5"));
        self.ask(("POST", "/api/v1/tables/{id}/rulings"), &table, ruling, |s| &s.panel[1], Heard);
        let open = json!({ "game": "nomic", "options": { "players": 1 } });
        let table = self.ann.post("/api/v1/tables", &open).expect(201)["id"].to_string();
        self.ann.put(&format!("/api/v1/tables/{table}/readiness"), &json!({ "ready": true })).expect(200);
        let play = json!({ "kind": "say", "thread": "discussion", "text": "Hello" });
        self.ask(("POST", "/api/v1/nomic_games/{id}/plays"), &table, play.clone(), |s| &s.ben, Refused("I.9"));
        self.ask(("POST", "/api/v1/nomic_games/{id}/plays"), &table, play, |s| &s.ann, Heard);
    }
}
