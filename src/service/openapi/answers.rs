//! What every operation may answer besides what its capability says, and the headers and the token that it takes.

use serde_json::{Map, Value, json};

use crate::auth::{Power, Route};
use crate::http::problem;

/// Operations that read no `Idempotency-Key`: an answer that holds a secret is not kept, and the lines of an import are
/// known again by themselves.
const WITHOUT_A_KEY: [&str; 7] = [
    "/api/v1/accounts",
    "/api/v1/imports",
    "/api/v1/invitations",
    "/api/v1/me/totp",
    "/api/v1/people/{id}/password-reset",
    "/api/v1/setup",
    "/api/v1/webhooks",
];

/// Completes the description of an operation.
pub fn complete(operation: &mut Value, route: &Route) {
    for status in occurring(operation, route) {
        let responses = &mut operation["responses"];
        if responses.get(status).is_none() {
            responses[status] = json!({});
        }
    }
    take_headers(operation, route);
    if let Some(body) = operation.get_mut("requestBody") {
        write_bytes(body);
    }
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    responses.sort_keys();
    for (status, response) in responses {
        describe(response, status, route);
    }
    let bearer = json!({ "bearer": [] });
    operation["security"] = if route.power.is_for_visitors() { json!([{}, bearer]) } else { json!([bearer]) };
}

/// The refusals that follow from what the operation takes and from whom it hears.
fn occurring(operation: &Value, route: &Route) -> Vec<&'static str> {
    let takes = |place: &str| {
        operation["parameters"].as_array().is_some_and(|parameters| parameters.iter().any(|each| each["in"] == place))
    };
    let body = operation.get("requestBody");
    let json = body.is_some_and(|body| body["content"].get("application/json").is_some());
    let is_read = body.is_some() || takes("query");
    let changes = route.method != "GET";
    let is_probe = route.power == Power::Probe;
    let known = !is_probe && route.power != Power::Anyone;
    // Another site's page may send what changes something, with the cookies of a browser that shows it.
    let forbids = changes || (known && route.power != Power::Caller);
    let related = route.relation.map(|relation| relation.acts().is_empty());
    let may = [
        ("400", is_read),
        ("401", known),
        ("403", forbids || related == Some(false)),
        // Bodies too name things that have to be there, and whatever changes something may find it otherwise by now.
        ("404", takes("path") || related == Some(true) || (changes && known)),
        ("408", body.is_some()),
        ("409", changes && known),
        ("413", body.is_some()),
        ("415", json),
        ("422", is_read || (changes && known)),
        ("429", !is_probe),
        ("503", !is_probe),
    ];
    may.into_iter().filter(|(_, occurs)| *occurs).map(|(status, _)| status).collect()
}

/// The headers that it reads.
fn take_headers(operation: &mut Value, route: &Route) {
    let answers = |status| operation["responses"].get(status).is_some();
    let creates = route.method == "POST" && answers("201") && operation.get("requestBody").is_some();
    let headers = [
        (
            creates && !WITHOUT_A_KEY.contains(&route.path),
            "Idempotency-Key",
            "Sent again with the same key, the request is carried out once and answered alike.",
            json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]([ -~]*[!-~])?$" }),
        ),
        (
            answers("304"),
            "If-None-Match",
            "The `ETag` of an earlier answer: if it still holds, the answer is 304.",
            json!({ "type": "string" }),
        ),
        (
            answers("412"),
            "If-Match",
            "The `ETag` under which the caller last saw it: if it has changed since, the answer is 412.",
            json!({ "type": "string" }),
        ),
    ];
    let taken: Vec<Value> = headers
        .into_iter()
        .filter(|(takes, ..)| *takes)
        .map(|(_, name, description, schema)| {
            json!({ "name": name, "in": "header", "description": description, "required": false, "schema": schema })
        })
        .collect();
    if !taken.is_empty() {
        match operation["parameters"].as_array_mut() {
            Some(parameters) => parameters.extend(taken),
            None => operation["parameters"] = json!(taken),
        }
    }
}

/// Says what an answer means, which headers it has, and of a refusal that it is a problem document.
fn describe(response: &mut Value, status: &str, route: &Route) {
    if response["description"].as_str().is_none_or(str::is_empty) {
        response["description"] = (meaning(status, route) + &types(status)).into();
    }
    write_bytes(response);
    if status.starts_with(['4', '5']) {
        response["content"] = json!({
            "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } }
        });
    }
    let header = match status {
        "201" | "202" => Some(("Location", "Where it is.", "string")),
        "304" => Some(("ETag", "The tag that still holds.", "string")),
        "429" | "503" => Some(("Retry-After", "Seconds after which the request may be sent again.", "integer")),
        _ => None,
    };
    if let Some((name, description, kind)) = header {
        let headers = response["headers"].as_object().cloned().unwrap_or_else(Map::new);
        response["headers"] = headers.into();
        response["headers"][name] = json!({ "description": description, "schema": { "type": kind } });
    }
}

/// Bytes as what they are: not as the list of numbers that they are in JSON.
fn write_bytes(body: &mut Value) {
    for (kind, content) in body.get_mut("content").and_then(Value::as_object_mut).into_iter().flatten() {
        let is_list = content["schema"]["type"] == "array";
        if !kind.ends_with("json") && is_list {
            content["schema"] = json!({ "type": "string", "format": "binary" });
        }
    }
}

fn meaning(status: &str, route: &Route) -> String {
    let said = match status {
        "101" => "The connection becomes a WebSocket.",
        "200" if route.method == "GET" => "What was asked for.",
        "200" => "Done: how it is now.",
        "201" => "Made.",
        "202" => "Begun; what is at `Location` says how far it is.",
        "204" => "Done; there is nothing more to say.",
        "304" => "Unchanged since the answer whose `ETag` was sent.",
        "400" => "It cannot be read: malformed, or with a member or parameter that is not known.",
        "401" if route.power.is_for_visitors() => "The club shows this to its members only: nobody has signed in.",
        "401" => "Nobody has signed in, or the token no longer holds.",
        "403" => return whom(route),
        "404" => "There is no such thing, or it is not the caller's to see.",
        "408" => "The body came too slowly.",
        "409" => "It cannot be done as things are now.",
        "412" => "It has changed since the caller saw it (`If-Match`).",
        "413" => "The body is larger than what is read.",
        "415" => "The body is not of a type that is read here.",
        "422" => "The Terms or a field's own rules forbid it: `acts` and `errors` say which.",
        "429" => "Too many tries.",
        "503" => {
            "The service has too much to do, or its database cannot be reached or takes no changes at the moment. \
             A request with an `Idempotency-Key` may be sent again with the same one."
        }
        _ => "See the operation's description.",
    };
    said.to_owned()
}

/// The `type` of the problem documents that have a status.
fn types(status: &str) -> String {
    let types: Vec<String> =
        problem::types().filter(|(code, _)| code.as_str() == status).map(|(_, kind)| format!("`{kind}`")).collect();
    if types.is_empty() { String::new() } else { format!(" ({})", types.join(" or ")) }
}

/// Who may call the operation, for the refusal of others.
fn whom(route: &Route) -> String {
    let mut said = format!("For: {} (Act {})", route.power.in_words(), route.power.act());
    if let Some(relation) = route.relation {
        said = format!("{said}; {}", relation.as_str());
    }
    said + "."
}
