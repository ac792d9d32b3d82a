//! Damage to JSON that leaves it JSON: one field is moved to an extreme, goes, or comes twice.

use crate::dice::Dice;
use serde_json::{Value, json};

/// Damages a document, or one line of lines of JSON. False where it is neither.
pub(crate) fn damage(dice: &mut Dice, bytes: &mut Vec<u8>) -> bool {
    if let Ok(mut value) = serde_json::from_slice::<Value>(bytes) {
        alter(dice, &mut value);
        *bytes = serde_json::to_vec(&value).unwrap_or_default();
        return true;
    }
    let mut lines: Vec<Vec<u8>> = bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let at = dice.place(lines.len());
    match dice.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = dice.place(lines.len());
            lines.swap(at, other);
        }
        _ => {
            let Ok(mut value) = serde_json::from_slice::<Value>(&lines[at]) else { return false };
            alter(dice, &mut value);
            lines[at] = serde_json::to_vec(&value).unwrap_or_default();
        }
    }
    *bytes = lines.join(&b'\n');
    true
}

/// Alters one value somewhere in a document.
fn alter(dice: &mut Dice, value: &mut Value) {
    let mut count = 0;
    each(value, &mut |_| count += 1);
    let chosen = dice.place(count);
    let mut number = 0;
    each(value, &mut |value| {
        if number == chosen {
            change(dice, value);
        }
        number += 1;
    });
}

/// Calls `f` with the children of every value, and then with the value.
fn each(value: &mut Value, f: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|v| each(v, f)),
        Value::Object(fields) => fields.values_mut().for_each(|v| each(v, f)),
        _ => {}
    }
    f(value);
}

fn change(dice: &mut Dice, value: &mut Value) {
    match value {
        Value::Array(list) if !list.is_empty() && dice.below(3) > 0 => {
            let at = dice.place(list.len());
            match dice.below(3) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => list.reverse(),
            }
        }
        Value::Object(fields) if !fields.is_empty() && dice.below(3) > 0 => {
            let name = fields.keys().nth(dice.place(fields.len())).cloned().unwrap_or_default();
            let found = fields.remove(&name).unwrap_or_default();
            if dice.below(2) == 0 {
                fields.insert(text(dice), found);
            }
        }
        Value::Number(_) if dice.below(4) > 0 => *value = extreme(dice),
        Value::String(found) if dice.below(2) == 0 => near(dice, found),
        _ => *value = anything(dice),
    }
}

/// Texts that are almost what they were.
fn near(dice: &mut Dice, found: &mut String) {
    match dice.below(4) {
        0 => drop(found.pop()),
        1 => found.push_str(&text(dice)),
        2 => *found = found.to_uppercase(),
        _ => *found = found.chars().rev().collect(),
    }
}

fn extreme(dice: &mut Dice) -> Value {
    let list = [json!(0), json!(1), json!(-1), json!(u32::MAX), json!(1u64 << 32), json!(i64::MAX), json!(u64::MAX), json!(i64::MIN)];
    let more = [json!(1e308), json!(0.5), json!(-0.0), json!(65536), json!(4096), json!(31)];
    dice.of(&[&list[..], &more[..]].concat()).clone()
}

fn text(dice: &mut Dice) -> String {
    let list = ["", "../../etc/passwd", "/dev/zero", "a/b", ".", "*", "\u{1b}[31m", "\0", "\u{10ffff}", "1e999", "tcolsum", "f16", "plain"];
    if dice.below(20) == 0 { "x".repeat(100_000) } else { (*dice.of(&list)).to_owned() }
}

fn anything(dice: &mut Dice) -> Value {
    match dice.below(8) {
        0 => Value::Null,
        1 => json!(dice.below(2) == 0),
        2 => json!([]),
        3 => json!({}),
        4 => (0..dice.below(200)).fold(Value::Null, |inner, _| json!([inner])),
        5 => json!(text(dice)),
        _ => extreme(dice),
    }
}
