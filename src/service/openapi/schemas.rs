//! Schemas by name: the items of a list or an envelope refer to the schema of their type.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

/// Puts a reference wherever a schema that has a name stands written out inside another.
pub fn name_what_is_known(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
    let is_object = |schema: &&Value| schema.get("properties").is_some() || schema.get("allOf").is_some();
    let known: BTreeMap<String, String> = schemas
        .iter()
        .filter(|(_, schema)| is_object(schema))
        .map(|(name, schema)| (schema.to_string(), name.clone()))
        .collect();
    for schema in schemas.values_mut() {
        for part in parts(schema) {
            refer(part, &known);
        }
    }
}

fn refer(schema: &mut Value, known: &BTreeMap<String, String>) {
    if let Some(name) = known.get(&schema.to_string()) {
        *schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        return;
    }
    for part in parts(schema) {
        refer(part, known);
    }
}

/// Says of whole numbers that they have 64 bits, where their own type says nothing: what is beyond is not read.
pub fn bound_whole_numbers(value: &mut Value) {
    let kind = value.get("type").unwrap_or(&Value::Null);
    let is_whole = kind == "integer" || kind.as_array().is_some_and(|kinds| kinds.contains(&json!("integer")));
    if is_whole && value.get("format").is_none() {
        value["format"] = json!("int64");
    }
    for part in parts(value) {
        bound_whole_numbers(part);
    }
}

/// Writes out the variants of what is told apart by a tag where they have a type of their own: the tag beside a closed
/// object would be a member that it forbids.
pub fn write_variants_out(document: &mut Value) {
    let known = document["components"]["schemas"].clone();
    let mut joined = BTreeSet::new();
    for part in parts(document) {
        write_out(part, &known, &mut joined);
    }
    // A type that stands nowhere but in a variant has no use for its name any more.
    let text = document.to_string();
    joined.retain(|name| !text.contains(&format!("\"#/components/schemas/{name}\"")));
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| !joined.contains(name));
    }
}

fn write_out(value: &mut Value, known: &Value, names: &mut BTreeSet<String>) {
    let variants = value.get_mut("oneOf").and_then(Value::as_array_mut);
    for variant in variants.into_iter().flatten() {
        if let Some((name, joined)) = joined(variant, known) {
            names.insert(name);
            *variant = joined;
        }
    }
    for part in parts(value) {
        write_out(part, known, names);
    }
}

/// A named object and a tag as one object, and the name.
fn joined(variant: &Value, known: &Value) -> Option<(String, Value)> {
    let [own, tag] = variant["allOf"].as_array()?.as_slice() else { return None };
    let name = own["$ref"].as_str()?.strip_prefix("#/components/schemas/")?;
    let mut joined = known.get(name).filter(|_| has_tag(tag))?.clone();
    for (name, property) in tag["properties"].as_object()? {
        joined["properties"][name] = property.clone();
    }
    let required = [&joined["required"], &tag["required"]].into_iter().filter_map(Value::as_array).flatten();
    joined["required"] = required.cloned().collect();
    Some((name.to_owned(), joined))
}

/// Closes the variants of what is told apart by a tag: serde refuses a field that belongs to none of them.
pub fn close_variants(value: &mut Value) {
    let variants = value.get_mut("oneOf").and_then(Value::as_array_mut);
    for variant in variants.into_iter().flatten().filter(|variant| has_tag(variant)) {
        variant["additionalProperties"] = json!(false);
    }
    for part in parts(value) {
        close_variants(part);
    }
}

/// Whether one of its properties has one value only.
fn has_tag(variant: &Value) -> bool {
    let is_tag = |property: &Value| property["enum"].as_array().is_some_and(|values| values.len() == 1);
    variant["properties"].as_object().is_some_and(|properties| properties.values().any(is_tag))
}

/// What stands right inside a value.
fn parts(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Object(members) => members.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => Vec::new(),
    }
}
