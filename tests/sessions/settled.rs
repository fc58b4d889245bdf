//! What follows when a session has closed: deductions, games that lapse, and what is known of a member.

use diesel::prelude::*;
use rookery::auth::Role;
use rookery::db::schema::rating_events;
use rookery::games::closing;
use rookery::id::{EventId, PersonId};
use rookery::ratings::store::{Cause, NewEvent};
use rookery::sessions::{deductions, store};
use rookery_messages::Message;
use serde_json::json;

use super::{calendar, enrich, enter, game, member, score, session_at, settle, starts};

both!(deductions_fall_when_the_third_week_closes_once_by_any_process, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = member(&club, "Ann", &[]);
    enrich(&club, &ann);
    settle(&club);
    let replica = club.replica();
    for (friday, expected) in [("06", 300), ("13", 300), ("20", 285), ("27", 270)] {
        club.set_time(&format!("2026-11-{friday}T13:10:00.5"));
        assert_eq!(settle(&club), 0, "T1: it is not over before its last second is");
        club.set_time(&format!("2026-11-{friday}T13:10:01"));
        let runs: Vec<_> = [&club, &replica]
            .map(|club| {
                let db = club.app.db.clone();
                std::thread::spawn(move || closing::run(&db).unwrap())
            })
            .into_iter()
            .map(|run| run.join().unwrap())
            .collect();
        assert!(runs.iter().sum::<usize>() <= 1, "{runs:?}");
        assert_eq!(score(&club, &ann), expected, "II.6.1, November {friday}");
    }
    let ledger = club.again(&ann).get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200);
    assert_eq!((&ledger["items"][0]["delta"], &ledger["items"][0]["acts"]), (&json!(-15), &json!(["II.6.1"])));

    // A cancelled week is neither missed nor made up; then two weeks while nobody ran anything.
    let third = session_at(&club, "2026-12-04T12:30:00");
    let chief = club.again(&chief);
    chief.post(&format!("/api/v1/sessions/{third}/cancellation"), &json!({ "reason": "Snow" })).expect(200);
    club.set_time("2026-12-19T09:00:00");
    settle(&club);
    assert_eq!(score(&club, &ann), 240, "T5: 11 and 18 December made up in order, the 4th never was");
    settle(&club);
    assert_eq!(score(&club, &ann), 240);
});

both!(presence_without_a_game_costs_five_and_a_correction_of_the_register_is_reckoned_again, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let bo = member(&club, "Bo", &[]);
    enrich(&club, &ann);
    enrich(&club, &bo);
    settle(&club);
    let mut third = 0;
    for friday in ["06", "13", "20"] {
        third = session_at(&club, &format!("2026-11-{friday}T12:30:00"));
        club.set_time(&format!("2026-11-{friday}T12:40:00"));
        let here = json!({ "people": [ann.id, bo.id] });
        club.again(&moderator).post(&format!("/api/v1/sessions/{third}/arrivals"), &here).expect(200);
        club.set_time(&format!("2026-11-{friday}T13:30:00"));
        settle(&club);
    }
    assert_eq!((score(&club, &ann), score(&club, &bo)), (295, 295), "II.6.2");

    // Ann was not there at all: absent for the first week, so nothing falls (T8).
    let moderator = club.again(&moderator);
    let register = moderator.get(&format!("/api/v1/sessions/{third}/register")).expect(200);
    let stay =
        register["stays"].as_array().unwrap().iter().find(|stay| stay["person"] == ann.id).unwrap()["id"].clone();
    let strike = json!({ "reason": "It was her twin" });
    moderator.delete(&format!("/api/v1/stays/{stay}"), &strike).expect(200);
    assert_eq!((score(&club, &ann), score(&club, &bo)), (300, 295));
    moderator.delete(&format!("/api/v1/stays/{stay}"), &strike).expect(404);
    // Upheld by the Court meanwhile: it lifted nothing, so nothing falls again (T9).
    let person = ann.id;
    club.write(move |tx| {
        let of_ann = rating_events::table.filter(rating_events::first_id.eq(person));
        let idle = of_ann.filter(rating_events::kind.eq("idleness")).select(rating_events::id);
        let event = idle.first::<EventId>(tx.db)?;
        deductions::lift(tx, event, false, &Cause::correction(Message::verbatim("Case 2026-C-001"), "II.6.3"))
    });
    assert_eq!(score(&club, &ann), 300);
    let ledger = club.again(&ann).get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200);
    assert_eq!((&ledger["items"][0]["delta"], &ledger["items"][0]["correction"]), (&json!(5), &json!(true)));

    // And back again: the same deduction counts again.
    let stay = json!({ "person": ann.id, "arrived_at": "2026-11-20T12:40:00Z", "reason": "It was her" });
    moderator.post(&format!("/api/v1/sessions/{third}/stays"), &stay).expect(201);
    assert_eq!(moderator.post(&format!("/api/v1/sessions/{third}/stays"), &stay).refused(409), ["0.9"]);
    assert_eq!(score(&club, &ann), 295);

    // A game that week ends the streak; the next closing reckons it.
    game(&club, third, "2026-11-20T12:45:00", &ann, &bo);
    club.set_time("2026-11-27T14:00:00");
    settle(&club);
    assert_eq!((score(&club, &ann), score(&club, &bo)), (320, 280), "no idle week, K 40 at equal scores");
});

both!(a_season_played_before_is_added_and_reckoned, |club| {
    let ann = club.person("Ann", &[]);
    let person = PersonId(ann.id);
    club.write(move |tx| {
        let joined = "2026-09-30T12:00:00".parse().unwrap();
        rookery::members::store::join(tx, person, joined)?;
        let event = NewEvent::Adjustment { person, delta: 100 };
        rookery::ratings::store::post(tx, joined, event, &Cause::new(Message::verbatim("For a test"), "III.5"))?;
        store::begin_calendar(tx, "2026-10-01T00:00:00".parse().unwrap())
    });
    let october = calendar(&club, "2026-10-01", "2026-11-01");
    assert_eq!(starts(&october)[3..], ["2026-10-23T11:30:00Z", "2026-10-30T12:30:00Z"], "summer time ends");
    settle(&club);
    assert_eq!(score(&club, &ann), 200 - 3 * 15, "II.6.1, made up in order");
});

both!(a_session_counts_only_if_it_began_after_joining, |club| {
    settle(&club);
    club.set_time("2026-11-06T12:45:00");
    let ann = member(&club, "Ann", &[]);
    enrich(&club, &ann);
    club.set_time("2026-11-20T14:00:00");
    settle(&club);
    assert_eq!(score(&club, &ann), 300, "T7: two weeks missed, not three");
    club.set_time("2026-11-27T14:00:00");
    settle(&club);
    assert_eq!(score(&club, &ann), 285);
    let told = club.again(&ann).get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!((&told["presence"]["held"], &told["presence"]["present"]), (&json!(3), &json!(0)));
});

both!(facts_about_a_member, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let bo = member(&club, "Bo", &[]);
    let cy = member(&club, "Cy", &[]);
    let session = session_at(&club, "2026-11-06T12:30:00");
    club.set_time("2026-11-06T13:05:00");
    let here = json!({ "people": [ann.id], "at": "2026-11-06T12:31:00Z" });
    club.again(&moderator).post(&format!("/api/v1/sessions/{session}/arrivals"), &here).expect(200);
    game(&club, session, "2026-11-06T12:40:00", &ann, &bo);
    game(&club, session, "2026-11-06T12:50:00", &bo, &ann);
    game(&club, session, "2026-11-06T13:00:00", &ann, &cy);
    let told = club.again(&ann).get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!(told["record"], json!({ "wins": 2, "draws": 0, "losses": 1 }));
    assert_eq!((&told["form"][0]["opponent_name"], &told["form"][0]["result"]), (&json!("Cy"), &json!("win")));
    assert_eq!((&told["form"][1]["colour"], &told["form"][1]["result"]), (&json!("black"), &json!("loss")));
    assert_eq!(told["streaks"]["current_length"], 1);
    assert_eq!(told["head_to_head"][0], json!({ "person": bo.id, "name": "Bo", "wins": 1, "draws": 0, "losses": 1 }));
    assert_eq!(told["history"].as_array().unwrap().len(), 4, "joined, three games");
    assert_eq!((&told["presence"]["held"], &told["presence"]["present"]), (&json!(1), &json!(1)));
});

both!(a_guests_game_lapses_with_the_session, |club| {
    let ann = member(&club, "Ann", &[]);
    let guest = club.person("Guest", &[]);
    let session = session_at(&club, "2026-11-06T12:30:00");
    enter(&club, session, "2026-11-06T12:40:00", &ann, &guest, "awaiting_membership");
    club.set_time("2026-11-06T13:10:01");
    settle(&club);
    let chart = club.anyone().get(&format!("/api/v1/sessions/{session}/chart")).expect(200);
    assert_eq!(chart["games"][0]["state"], "lapsed", "0.12");
});
