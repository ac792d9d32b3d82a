//! Tuples in words.

use ptoconf_schemas::{BLayout, Operand, Pad, Role, SLayout, Tile, Tuple};

/// Name of the dtype of the first output; `none` where there is no output.
pub fn dtype_name(tuple: &Tuple) -> &'static str {
    tuple.with_role(Role::Out).next().map_or("none", |o| o.tile.dtype.name())
}

/// The tuple in one line: `tcolsum plain(dst f16 1x32 valid 1x20, src f16 16x32) isBinary=true`.
pub fn tuple_line(tuple: &Tuple) -> String {
    let operands: Vec<String> = tuple.operands.iter().map(operand).collect();
    let mut line = format!("{} {}({})", tuple.op, tuple.form, operands.join(", "));
    for (name, value) in &tuple.attributes {
        line.push_str(&format!(" {name}={value}"));
    }
    line
}

fn operand(operand: &Operand) -> String {
    format!("{} {}", operand.name, tile(&operand.tile))
}

fn tile(tile: &Tile) -> String {
    let mut text = format!("{} {}x{}", tile.dtype, tile.rows(), tile.cols());
    if tile.valid != tile.shape || tile.dynamic != [false, false] {
        let extent = |i: usize| format!("{}{}", tile.valid[i], if tile.dynamic[i] { "?" } else { "" });
        text.push_str(&format!(" valid {}x{}", extent(0), extent(1)));
    }
    if tile.loc != ptoconf_schemas::Location::Vec {
        text.push_str(&format!(" {}", tile.loc));
    }
    if tile.blayout != BLayout::RowMajor || tile.slayout != SLayout::NoneBox {
        text.push_str(&format!(" {}/{}", tile.blayout, tile.slayout));
    }
    if tile.slayout != SLayout::NoneBox || tile.fractal != 512 {
        text.push_str(&format!(" fractal {}", tile.fractal));
    }
    if tile.pad != Pad::Null {
        text.push_str(&format!(" pad {}", tile.pad));
    }
    if let Some(address) = tile.address {
        text.push_str(&format!(" at 0x{address:x}"));
    }
    if let Some(other) = &tile.same_as {
        text.push_str(&format!(" same as {other}"));
    }
    text
}

/// Whether the operand shares its memory with one of another role, so that it starts with, or
/// ends with, what the other one holds.
pub fn shares_memory(tuple: &Tuple, operand: &Operand) -> bool {
    let own = home(operand);
    tuple.operands.iter().any(|other| other.role != operand.role && other.name != operand.name && home(other) == own)
}

/// The operand in whose memory an operand is.
fn home(operand: &Operand) -> &str {
    operand.tile.same_as.as_deref().unwrap_or(&operand.name)
}

/// `1 element`, `2 elements`.
pub fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{Attribute, DType, Location, Names};

    #[test]
    fn a_tuple_is_shown_with_all_that_sets_it_apart() {
        let plain = Tile::nd(DType::F16, 1, 32);
        let tiles: [(&str, Tile); 9] = [
            ("f16 1x32", plain.clone()),
            ("f16 1x32 valid 1x20", Tile { valid: [1, 20], ..plain.clone() }),
            ("f16 1x32 valid 1?x32", Tile { dynamic: [true, false], ..plain.clone() }),
            ("f16 1x32 valid 1x20?", Tile { valid: [1, 20], dynamic: [false, true], ..plain.clone() }),
            ("f16 1x32 mat", Tile { loc: Location::Mat, ..plain.clone() }),
            ("f16 1x32 col_major/none_box", Tile { blayout: BLayout::ColMajor, ..plain.clone() }),
            ("f16 1x32 row_major/col_major fractal 512", Tile { slayout: SLayout::ColMajor, ..plain.clone() }),
            ("f16 1x32 at 0x1f00", Tile { address: Some(0x1F00), ..plain.clone() }),
            ("f16 1x32 same as src", Tile { same_as: Some("src".into()), ..plain }),
        ];
        for (text, tile) in tiles {
            let operands = vec![Operand { name: "dst".into(), role: Role::Out, tile }];
            let attributes = Names::from_iter([("isBinary", Attribute::Bool(true))]);
            let tuple = Tuple { op: "tdemo".into(), form: "plain".into(), attributes, operands };
            assert_eq!(tuple_line(&tuple), format!("tdemo plain(dst {text}) isBinary=true"));
        }
    }
}
