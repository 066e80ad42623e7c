//! Changes an answer as a document: what comes out is JSON again, and leans on the names of the Identity API.

use crate::http_answer::HttpAnswer;
use crate::parsed_json::HALF_PAIR;
use fastrand::Rng;
use libfuzzer_sys::fuzzer_mutate;
use serde_json::{Value, json};

/// libFuzzer's custom mutator for an [`HttpAnswer`]. One time in eight, and where the input is no JSON, it changes
/// the bytes.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut rng = Rng::with_seed(seed.into());
    let answer = data.get(..size).filter(|_| rng.u8(..8) > 0).and_then(HttpAnswer::parse);
    let changed = answer.and_then(|answer| {
        let status = if rng.u8(..16) == 0 { one_of(&STATUSES, &mut rng) } else { answer.status };
        let mut json = answer.json()?.clone();
        for _ in 0..=rng.u8(..3) {
            change(&mut json, &mut rng);
        }
        Some(format!("{status}\n{json}"))
    });
    match changed {
        Some(text) if text.len() <= max_size => {
            data[..text.len()].copy_from_slice(text.as_bytes());
            text.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
}

const STATUSES: [u16; 14] = [0, 200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 429, 500, 503];

const NAMES: [&str; 33] = [
    "authenticated",
    "user",
    "id",
    "email",
    "name",
    "role",
    "authSource",
    "permissions",
    "details",
    "token",
    "enabled",
    "limit",
    "company",
    "address",
    "city",
    "country",
    "postal_code",
    "success",
    "access_token",
    "data",
    "features",
    "roles",
    "rank",
    "label",
    "description",
    "buttonLabel",
    "chat-history",
    "report-analysis",
    "__proto__",
    "constructor",
    "",
    "length",
    "\u{e000}",
];

/// Makes one change at one place.
fn change(json: &mut Value, rng: &mut Rng) {
    let elsewhere = nth(json, &mut rng.usize(..size(json))).cloned();
    let mut left = rng.usize(..size(json));
    let Some(place) = nth(json, &mut left) else { return };
    match rng.u8(..8) {
        0 => *place = value(rng),
        1 => *place = json!([place.take()]),
        2 => *place = json!({one_of(&NAMES, rng): place.take()}),
        3 => *place = elsewhere.unwrap_or_default(),
        4 => *place = a_child(place, rng).unwrap_or_default(),
        _ => change_within(place, elsewhere, rng),
    }
}

fn change_within(place: &mut Value, elsewhere: Option<Value>, rng: &mut Rng) {
    match place {
        Value::Object(entries) => {
            let name = entries.keys().nth(rng.usize(..entries.len().max(1))).cloned().unwrap_or_default();
            let new = elsewhere.filter(|_| rng.bool()).unwrap_or_else(|| value(rng));
            match rng.u8(..4) {
                0 => drop(entries.remove(&name)),
                1 => drop(entries.insert(name, new)),
                2 => drop(entries.insert(one_of(&NAMES, rng).to_owned(), new)),
                _ => {
                    let kept = entries.remove(&name).unwrap_or_default();
                    entries.insert(one_of(&NAMES, rng).to_owned(), kept);
                }
            }
        }
        Value::Array(elements) => match rng.u8(..2) {
            0 if !elements.is_empty() => drop(elements.remove(rng.usize(..elements.len()))),
            _ => elements.insert(rng.usize(..=elements.len()), elsewhere.unwrap_or_else(|| value(rng))),
        },
        Value::String(text) => match rng.u8(..4) {
            0 => text.push(HALF_PAIR),
            1 => drop(text.pop()),
            2 => text.push(rng.char('\0'..='\u{2ff}')),
            _ => *text = one_of(&NAMES, rng).to_owned(),
        },
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            *place = match rng.u8(..4) {
                0 => json!(number + 1.0),
                1 => json!(-number),
                2 => json!(number * 3.0e3),
                _ => json!(number + 0.5),
            };
        }
        Value::Bool(boolean) => *boolean = !*boolean,
        Value::Null => *place = value(rng),
    }
}

/// A value that one decoder or another may take for what it is not.
fn value(rng: &mut Rng) -> Value {
    match rng.u8(..16) {
        0 => json!(null),
        1 => json!(false),
        2 | 3 => json!(true),
        4 => json!("true"),
        5 => json!(one_of(&[0, 1, -7, 9_007_199_254_740_991_i64, 9_007_199_254_740_992, i64::MIN], rng)),
        6 => json!(one_of(&[7.0, 1.5, -0.0, 1e300, -1e300, f64::MAX], rng)),
        7 => json!(one_of(&NAMES, rng)),
        8 => json!("t0k.en~+/-_=="),
        9 => json!([]),
        10 => json!({}),
        11 => json!([true]),
        12 => json!({"enabled": rng.bool()}),
        13 => json!({"enabled": rng.bool(), "limit": value(rng)}),
        14 => json!({"__proto__": {"enabled": true, "authenticated": true, "success": true}}),
        _ => json!({one_of(&NAMES, rng): value(rng)}),
    }
}

fn one_of<T: Copy>(choices: &[T], rng: &mut Rng) -> T {
    choices[rng.usize(..choices.len())]
}

fn children(json: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match json {
        Value::Array(elements) => Box::new(elements.iter()),
        Value::Object(entries) => Box::new(entries.values()),
        _ => Box::new(std::iter::empty()),
    }
}

fn a_child(json: &Value, rng: &mut Rng) -> Option<Value> {
    let count = children(json).count();
    children(json).nth(rng.usize(..count.max(1))).cloned()
}

/// How many values it holds, itself among them.
fn size(json: &Value) -> usize {
    1 + children(json).map(size).sum::<usize>()
}

fn nth<'a>(json: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(json);
    }
    *left -= 1;
    match json {
        Value::Array(elements) => elements.iter_mut().find_map(|element| nth(element, left)),
        Value::Object(entries) => entries.values_mut().find_map(|entry| nth(entry, left)),
        _ => None,
    }
}
