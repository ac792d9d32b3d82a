//! Words for people: tuples, numbers, wrapped lines.

use ptoconf_schemas::{Alternative, BLayout, Pad, ReadingInfo, SLayout, Suite, Tile, Tuple};
use std::fmt::Write;

/// A tuple, an operand a line.
pub fn tuple_lines(tuple: &Tuple) -> String {
    let attributes: Vec<String> = tuple.attributes.iter().map(|(n, v)| format!("{n} = {v}")).collect();
    let mut text = format!("  {} {} {}", tuple.op, tuple.form, attributes.join(", ")).trim_end().to_owned() + "\n";
    for operand in &tuple.operands {
        let _ = writeln!(text, "    {:8} {}", operand.name, tile_words(&operand.tile));
    }
    text
}

fn tile_words(tile: &Tile) -> String {
    let mark = |axis: usize| if tile.dynamic[axis] { "?" } else { "" };
    let mut words = format!(
        "{} {} {}x{}, valid {}{}x{}{}",
        tile.loc,
        tile.dtype,
        tile.rows(),
        tile.cols(),
        tile.valid_rows(),
        mark(0),
        tile.valid_cols(),
        mark(1)
    );
    if tile.blayout != BLayout::RowMajor || tile.slayout != SLayout::NoneBox || tile.fractal != 512 {
        let _ = write!(words, ", {}/{} fractal {}", tile.blayout, tile.slayout, tile.fractal);
    }
    if tile.pad != Pad::Null {
        let _ = write!(words, ", pad {}", tile.pad);
    }
    if let Some(address) = tile.address {
        let _ = write!(words, ", at address {address}");
    }
    if let Some(other) = &tile.same_as {
        let _ = write!(words, ", in the memory of {other}");
    }
    words
}

/// By which answers to the questions of the pages an outcome is right: a line for each question, with what its options say.
pub fn choices(suite: &Suite, op: &str, alternative: &Alternative) -> String {
    let own = suite.operation(op).into_iter().flat_map(|info| &info.readings);
    let readings: Vec<&ReadingInfo> = own.chain(&suite.profile.readings).collect();
    let says = |reading: &str, option: &str| {
        let info = readings.iter().find(|info| info.id == reading)?.options.iter().find(|info| info.name == option)?;
        Some(format!("{} ({option})", info.statement.trim().trim_end_matches('.')))
    };
    let mut lines = String::new();
    for (reading, options) in alternative.when.iter() {
        let said: Vec<String> = options.iter().map(|o| says(reading, o).unwrap_or_else(|| o.to_string())).collect();
        let _ = writeln!(lines, "  {reading}: {}", said.join("; or: "));
    }
    lines
}

/// Text in lines of at most `width` letters.
pub fn wrap(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push('\n');
            used = 0;
        } else if used > 0 {
            lines.push(' ');
            used += 1;
        }
        lines += word;
        used += length;
    }
    lines + "\n"
}
