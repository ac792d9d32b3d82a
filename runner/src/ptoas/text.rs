//! Tuples as PTO assembly: the destination-passing form that the assembler takes, and the pages'
//! other forms, which it does not take.

use super::forms::form_of;
use ptoconf_schemas::{Attribute, Operand, Pad, Role, Tile, Tuple};
use std::fmt::Write;

/// Alignment of tiles that a text has to place, in bytes.
const ALIGNMENT: u64 = 32;

/// An architecture that the assembler knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arch {
    /// A2 and A3.
    A3,
    /// A5.
    A5,
}

impl Arch {
    /// The name in assembly text.
    pub const fn name(self) -> &'static str {
        match self {
            Arch::A3 => "a3",
            Arch::A5 => "a5",
        }
    }

    /// The architecture that a built-in profile stands for; A3, the assembler's own default, where it names none.
    pub fn of_profile(base: &str) -> Arch {
        if base == "a5" { Arch::A5 } else { Arch::A3 }
    }
}

/// A tuple as the body of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly {
    /// The lines of the body.
    pub body: Vec<String>,
    /// Whether it places its tiles itself, which the assembler takes at level 3 only.
    pub placed: bool,
    /// Why today's assembler has no such form, where it has none.
    pub unknown: Option<&'static str>,
}

/// A tuple in destination-passing form with full tile_buf types.
///
/// A tuple that fixes an address, or lets operands share memory, places all its tiles.
pub fn assembly(tuple: &Tuple) -> Assembly {
    let placed = tuple.operands.iter().any(|o| o.tile.address.is_some() || o.tile.same_as.is_some());
    let addresses = if placed { addresses(tuple) } else { vec![] };
    let mut body = vec![];
    for (index, operand) in tuple.operands.iter().enumerate() {
        allocate(operand, addresses.get(index).copied(), &mut body);
    }
    body.push(operation(tuple));
    Assembly { body, placed, unknown: form_of(tuple).unknown }
}

/// A module for an architecture; each function is `@case_<number>`.
///
/// The attribute is needed although the assembler has an option: some of its checks see only the attribute.
pub fn module<'a>(arch: Arch, functions: impl IntoIterator<Item = &'a Assembly>) -> String {
    let mut text = format!("module attributes {{pto.target_arch = \"{}\"}} {{\n", arch.name());
    for (index, function) in functions.into_iter().enumerate() {
        let _ = writeln!(text, "  func.func @case_{index}() {{");
        function.body.iter().for_each(|line| text += &format!("    {line}\n"));
        text += "    return\n  }\n";
    }
    text + "}\n"
}

/// The forms in which the pages write a tuple besides the destination-passing one: name and text.
/// The assembler takes none of them, and they say less: a tile is written as its shape and dtype. There
/// are none where no page has a text.
pub fn page_forms(tuple: &Tuple) -> Vec<(&'static str, String)> {
    let form = form_of(tuple);
    if form.unknown.is_some() {
        return vec![];
    }
    let ssa = |mnemonic: String, sources: &[&Operand], parentheses: bool| {
        let types = list(sources, |o| page_type(&o.tile));
        let types = if parentheses { format!("({types})") } else { types };
        let results: Vec<&Operand> = tuple.with_role(Role::Out).collect();
        let (names, attributes) = (list(sources, |o| format!("%{}", o.name)), attributes(tuple));
        let (outs, out_types) = (list(&results, |o| format!("%{}", o.name)), list(&results, |o| page_type(&o.tile)));
        format!("{outs} = {mnemonic} {names}{attributes} : {types} -> {out_types}")
    };
    let mut forms = vec![("AS Level 1 (SSA)", ssa(format!("pto.{}", tuple.op), &sources(tuple), form.parentheses))];
    if form.synchronous {
        // The page lets lowering introduce the scratch tiles of this form.
        let inputs: Vec<&Operand> = tuple.with_role(Role::In).collect();
        forms.push(("synchronous form", ssa(tuple.op.to_string(), &inputs, false)));
    }
    forms
}

/// Operands that are read or worked in, in the order of the tuple.
fn sources(tuple: &Tuple) -> Vec<&Operand> {
    tuple.operands.iter().filter(|o| o.role != Role::Out).collect()
}

fn operation(tuple: &Tuple) -> String {
    let part = |operands: &[&Operand], attributes: &str| {
        format!("{}{attributes} : {}", list(operands, |o| format!("%{}", o.name)), list(operands, |o| tile_type(&o.tile)))
    };
    let results: Vec<&Operand> = tuple.with_role(Role::Out).collect();
    format!("pto.{} ins({}) outs({})", tuple.op, part(&sources(tuple), &attributes(tuple)), part(&results, ""))
}

fn attributes(tuple: &Tuple) -> String {
    let text = |value: &Attribute| if let Attribute::Word(word) = value { format!("{word:?}") } else { value.to_string() };
    let values: Vec<String> = tuple.attributes.iter().map(|(name, value)| format!("{name} = {}", text(value))).collect();
    if values.is_empty() { String::new() } else { format!(" {{{}}}", values.join(", ")) }
}

fn list(operands: &[&Operand], word: impl Fn(&Operand) -> String) -> String {
    operands.iter().map(|o| word(o)).collect::<Vec<_>>().join(", ")
}

/// The lines that make a tile, or a scalar of some value. A run-time extent is an operand that the type shows as `?`.
fn allocate(operand: &Operand, address: Option<u64>, body: &mut Vec<String>) {
    let (name, tile) = (&operand.name, &operand.tile);
    if tile.is_scalar() {
        let one = if tile.dtype.is_float() { "1.0" } else { "1" };
        body.push(format!("%{name} = arith.constant {one} : {}", tile.dtype.pto()));
        return;
    }
    let mut arguments = String::new();
    if let Some(address) = address {
        body.push(format!("%{name}_addr = arith.constant {address} : i64"));
        let _ = write!(arguments, " addr = %{name}_addr");
    }
    for (axis, word) in ["row", "col"].into_iter().enumerate().filter(|(axis, _)| tile.dynamic[*axis]) {
        body.push(format!("%{name}_{word} = arith.constant {} : index", tile.valid[axis]));
        let _ = write!(arguments, " valid_{word} = %{name}_{word}");
    }
    body.push(format!("%{name} = pto.alloc_tile{arguments} : {}", tile_type(tile)));
}

/// An address for each operand: its own, that of the operand whose memory it shares, or the next free one.
fn addresses(tuple: &Tuple) -> Vec<u64> {
    let end = |tile: &Tile| tile.address.unwrap_or(0).saturating_add(tile.bytes());
    let mut next = tuple.operands.iter().filter(|o| o.tile.address.is_some()).map(|o| end(&o.tile)).max().unwrap_or(0);
    let mut found = vec![None; tuple.operands.len()];
    for (index, operand) in tuple.operands.iter().enumerate().filter(|(_, o)| o.tile.same_as.is_none()) {
        found[index] = Some(operand.tile.address.unwrap_or_else(|| {
            let address = next.next_multiple_of(ALIGNMENT);
            next = address + operand.tile.bytes();
            address
        }));
    }
    let shared = |o: &Operand| tuple.operands.iter().position(|p| Some(&p.name) == o.tile.same_as.as_ref());
    let address = |(index, o): (usize, &Operand)| found[index].or_else(|| found[shared(o)?]).unwrap_or(0);
    tuple.operands.iter().enumerate().map(address).collect()
}

/// The long spelling of a tile type, every field but `compact`; of a scalar its element type.
fn tile_type(tile: &Tile) -> String {
    if tile.is_scalar() {
        return tile.dtype.pto().to_owned();
    }
    let extent = |axis: usize| if tile.dynamic[axis] { "?".to_owned() } else { tile.valid[axis].to_string() };
    format!(
        "!pto.tile_buf<loc={}, dtype={}, rows={}, cols={}, v_row={}, v_col={}, blayout={}, slayout={}, fractal={}, pad={}>",
        tile.loc,
        tile.dtype.pto(),
        tile.rows(),
        tile.cols(),
        extent(0),
        extent(1),
        tile.blayout,
        tile.slayout,
        tile.fractal,
        pad(tile.pad)
    )
}

/// The spelling of the TCONCAT page's examples.
fn page_type(tile: &Tile) -> String {
    if tile.is_scalar() {
        return tile.dtype.pto().to_owned();
    }
    format!("!pto.tile<{}x{}x{}>", tile.rows(), tile.cols(), tile.dtype.pto())
}

fn pad(pad: Pad) -> u32 {
    match pad {
        Pad::Null => 0,
        Pad::Zero => 1,
        Pad::Max => 2,
        Pad::Min => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{Attribute, DType, Names};

    fn operand(name: &str, role: Role, tile: Tile) -> Operand {
        Operand { name: name.into(), role, tile }
    }

    fn sum(form: &str) -> Tuple {
        let mut operands =
            vec![operand("dst", Role::Out, Tile::nd(DType::U8, 1, 32)), operand("src", Role::In, Tile::nd(DType::U8, 4, 32))];
        let mut attributes = Names::default();
        if form == "tmp" {
            operands.push(operand("tmp", Role::Scratch, Tile::nd(DType::U8, 2, 32)));
            attributes.insert("isBinary", Attribute::Bool(true));
        }
        Tuple { op: "tcolsum".into(), form: form.into(), attributes, operands }
    }

    const SRC: &str =
        "!pto.tile_buf<loc=vec, dtype=ui8, rows=4, cols=32, v_row=4, v_col=32, blayout=row_major, slayout=none_box, fractal=512, pad=0>";

    #[test]
    fn a_scalar_is_a_constant_and_a_word_is_a_text() {
        let mut tuple = sum("plain");
        tuple.operands.push(operand("scalar", Role::In, Tile::scalar(DType::F32)));
        tuple.attributes = [("mode", Attribute::Word("RINT".into()))].into_iter().collect();
        let body = assembly(&tuple).body.join("\n");
        assert!(body.contains("%scalar = arith.constant 1.0 : f32"), "{body}");
        assert!(body.contains("%scalar {mode = \"RINT\"} : ") && body.contains(", f32)"), "{body}");
    }

    #[test]
    fn attributes_stand_after_the_last_source() {
        let text = module(Arch::A5, [&assembly(&sum("tmp"))]);
        assert!(text.starts_with("module attributes {pto.target_arch = \"a5\"} {\n  func.func @case_0() {\n    %dst = pto.alloc_tile : "));
        let tmp = SRC.replace("rows=4", "rows=2").replace("v_row=4", "v_row=2");
        assert!(text.contains(&format!("    pto.tcolsum ins(%src, %tmp {{isBinary = true}} : {SRC}, {tmp}) outs(%dst : ")), "{text}");
        assert!(text.ends_with("    return\n  }\n}\n"));
    }

    #[test]
    fn run_time_extents_are_operands() {
        let mut tuple = sum("plain");
        tuple.operands[1].tile.dynamic = [false, true];
        let body = assembly(&tuple).body;
        assert_eq!(body[1], "%src_col = arith.constant 32 : index");
        assert_eq!(body[2], format!("%src = pto.alloc_tile valid_col = %src_col : {}", SRC.replace("v_col=32", "v_col=?")));
    }

    #[test]
    fn shared_memory_is_one_address() {
        let mut tuple = sum("plain");
        tuple.operands[0].tile.same_as = Some("src".into());
        tuple.operands[1].tile.address = Some(64);
        let shared = assembly(&tuple);
        let places = shared.body.iter().filter(|l| l.contains("arith.constant 64 : i64")).count();
        assert_eq!((shared.placed, places), (true, 2), "{shared:?}");
        tuple.operands[0].tile.same_as = None;
        assert!(assembly(&tuple).body.contains(&"%dst_addr = arith.constant 192 : i64".to_owned()));
    }

    #[test]
    fn the_pages_other_forms() {
        let forms: Vec<String> = page_forms(&sum("tmp")).into_iter().map(|(_, text)| text).collect();
        let ssa = "%dst = pto.tcolsum %src, %tmp {isBinary = true} : (!pto.tile<4x32xui8>, !pto.tile<2x32xui8>) -> !pto.tile<1x32xui8>";
        assert_eq!(forms, [ssa, "%dst = tcolsum %src {isBinary = true} : !pto.tile<4x32xui8> -> !pto.tile<1x32xui8>"]);
    }
}
