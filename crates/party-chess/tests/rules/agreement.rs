//! Whether an answer holds what is expected of it.

use serde_json::Value;

/// Every member of `expected` must be in `given` with the same value; further members of objects are welcome.
pub fn agrees(expected: &Value, given: &Value) -> bool {
    match (expected, given) {
        (Value::Object(expected), Value::Object(given)) => {
            expected.iter().all(|(name, value)| given.get(name).is_some_and(|other| agrees(value, other)))
        }
        (Value::Array(expected), Value::Array(given)) => {
            expected.len() == given.len() && expected.iter().zip(given).all(|(value, other)| agrees(value, other))
        }
        (Value::Number(expected), Value::Number(given)) => expected.as_f64() == given.as_f64(),
        _ => expected == given,
    }
}
