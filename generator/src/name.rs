//! Names of tuples: `<form>-<digest>`.
//!
//! A name says what the tuple is and nothing of what is expected of it: the same tuple with the same data class
//! has the same name in every set, whatever the seed, the tier, the filters and the profile. As the lines of a set
//! are in the order of names, their order says nothing either.

use crate::model::Choice;
use ptoconf_schemas::{Attribute, Names, Operand, Role, SmolStr, Tile, format_smolstr};

/// Hexadecimal digits of the digest: enough that no two tuples of a form have ever met.
const DIGITS: usize = 10;

/// Room for about as much text as a tuple is.
const ABOUT: usize = 1 << 10;

/// The name of a tuple; further ones of the same tuple, of which there are some in the stream tier, are numbered.
pub(crate) fn name(choice: &Choice, part: u32) -> SmolStr {
    // The fields of a tuple are in the order of their declaration, and its attributes in that of their names.
    let digest = blake3::hash(text(choice).as_bytes()).to_hex();
    numbered(format_smolstr!("{}-{}", choice.tuple.form, &digest[..DIGITS]), part)
}

/// The name of a further one of the tuple that has this name.
pub(crate) fn numbered(name: SmolStr, part: u32) -> SmolStr {
    if part == 0 { name } else { format_smolstr!("{name}-{part}") }
}

/// The tuple and its class as JSON. A plan names very many: this writes the same as serde_json does, several times as fast.
fn text(Choice { tuple, class }: &Choice) -> String {
    let mut text = String::with_capacity(ABOUT);
    put(&mut text, &["[{\"op\":\"", &tuple.op, "\",\"form\":\"", &tuple.form, "\","]);
    attributes(&mut text, &tuple.attributes);
    text.push_str("\"operands\":[");
    for (i, one) in tuple.operands.iter().enumerate() {
        text.push_str(if i == 0 { "" } else { "," });
        operand(&mut text, one);
    }
    put(&mut text, &["]},\"", class, "\"]"]);
    text
}

fn attributes(text: &mut String, attributes: &Names<Attribute>) {
    for (i, (name, value)) in attributes.iter().enumerate() {
        put(text, &[if i == 0 { "\"attributes\":{\"" } else { ",\"" }, name, "\":", &value.to_string()]);
    }
    text.push_str(if attributes.is_empty() { "" } else { "}," });
}

fn operand(text: &mut String, Operand { name, role, tile }: &Operand) {
    let role = match role {
        Role::Out => "out",
        Role::In => "in",
        Role::Scratch => "scratch",
    };
    put(text, &["{\"name\":\"", name, "\",\"role\":\"", role, "\",\"tile\":"]);
    descriptor(text, tile);
    text.push('}');
}

fn descriptor(text: &mut String, tile: &Tile) {
    let Tile { loc, dtype, shape, valid, dynamic, blayout, slayout, fractal, pad, address, same_as } = tile;
    put(text, &["{\"loc\":\"", loc.name(), "\",\"dtype\":\"", dtype.name(), "\",\"shape\":"]);
    pair(text, *shape);
    text.push_str(",\"valid\":");
    pair(text, *valid);
    let [rows, cols] = dynamic.map(|dynamic| if dynamic { "true" } else { "false" });
    put(text, &[",\"dynamic\":[", rows, ",", cols, "],\"blayout\":\"", blayout.name(), "\",\"slayout\":\"", slayout.name()]);
    text.push_str("\",\"fractal\":");
    number(text, (*fractal).into());
    put(text, &[",\"pad\":\"", pad.name(), "\""]);
    if let Some(address) = address {
        text.push_str(",\"address\":");
        number(text, *address);
    }
    if let Some(other) = same_as {
        put(text, &[",\"same_as\":\"", other, "\""]);
    }
    text.push('}');
}

fn pair(text: &mut String, [rows, cols]: [u32; 2]) {
    text.push('[');
    number(text, rows.into());
    text.push(',');
    number(text, cols.into());
    text.push(']');
}

fn number(text: &mut String, number: u64) {
    let first = number.checked_ilog10().map_or(1, |log| 10_u64.pow(log));
    let mut place = first;
    while place > 0 {
        text.push(char::from(b'0' + (number / place % 10) as u8));
        place /= 10;
    }
}

/// Words, of which none has anything that JSON would escape: they are names.
fn put(text: &mut String, words: &[&str]) {
    words.iter().for_each(|word| text.push_str(word));
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{BLayout, DType, Location, Pad, SLayout, Tuple};

    #[test]
    fn the_text_is_that_of_serde_json() {
        let (loc, blayout, slayout, pad) = (Location::Mat, BLayout::ColMajor, SLayout::RowMajor, Pad::Max);
        let whole = Tile { loc, blayout, slayout, pad, valid: [0, u32::MAX], dynamic: [true, false], ..Tile::nd(DType::Bf16, 10, 99) };
        let given = Tile { address: Some(u64::MAX), same_as: Some("src0".into()), fractal: 1000, ..whole.clone() };
        let operand = |name: &str, role: Role, tile: Tile| Operand { name: name.into(), role, tile };
        let operands = vec![operand("dst", Role::Out, whole), operand("src", Role::In, given)];
        let mut tuple = Tuple { op: "op".into(), form: "form".into(), attributes: Names::default(), operands };
        for attribute in [None, Some(("a", Attribute::Bool(true))), Some(("b", Attribute::Int(-7)))] {
            if let Some((name, value)) = attribute {
                tuple.attributes.insert(name, value);
            }
            tuple.operands.push(operand("tmp", Role::Scratch, Tile::nd(DType::I8, 0, 1)));
            let choice = Choice { tuple: tuple.clone(), class: "class" };
            assert_eq!(text(&choice), serde_json::to_string(&(&choice.tuple, choice.class)).expect("JSON"));
        }
    }
}
