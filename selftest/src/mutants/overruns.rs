//! Sources that are overwritten, and stores past the end of a tile.

use super::{ADD, CONCAT, DIV, EXPAND, EXPDIF, Kernel, LARGER, MUL, PAIRS, REPEAT, SMALLER, SUB, SUM, mutant, valid};
use ptoconf_models::Scene;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("src0_last_row_overwritten", PAIRS, "The last row of src0 takes the result, where there are several.", |d| {
        d.after = Some(|scene| {
            let rows = valid(scene.site.tuple, "src0").map_or(0, |v| v[0]);
            if rows > 1 {
                result_to(scene, "src0", rows - 1);
            }
        })
    }),
    mutant("src1_overwritten_past_8_rows", PAIRS, "src1 takes row 0 of the result, where there are more than 8 rows.", |d| {
        d.after = Some(|scene| {
            if valid(scene.site.tuple, "dst").is_some_and(|v| v[0] > 8) {
                result_to(scene, "src1", 0);
            }
        })
    }),
    mutant("src_second_row_overwritten", &[EXPAND], "Row 1 of src takes the row that is broadcast.", |d| {
        d.after = Some(|scene| {
            if valid(scene.site.tuple, "src").is_some_and(|v| v[0] > 1) {
                result_to(scene, "src", 1);
            }
        })
    }),
    mutant("index_takes_total", &[CONCAT], "The first value of src0Idx takes the index output.", |d| {
        d.after = Some(|scene| {
            let size = scene.site.tuple.tile("dstIdx").map_or(0, |t| t.dtype.bytes());
            let total = scene.bytes("dstIdx").get(..size).unwrap_or_default().to_vec();
            scene.write("src0Idx", 0, &total);
        })
    }),
    mutant("tmp_byte_past_end_in_tree", &[SUM], "A tree writes the byte after tmp.", |d| {
        d.after = Some(|scene| past_end(scene, "tmp", 1, |s| s.site.tuple.flag("isBinary")))
    }),
    mutant(
        "tmp_block_past_end_of_even_tree",
        &[SUM],
        "A tree over an even number of rows writes the block after tmp, where tmp has as many rows as it takes.",
        |d| {
            d.after = Some(|scene| {
                past_end(scene, "tmp", 32, |s| {
                    let rows = valid(s.site.tuple, "src").map_or(0, |v| v[0]);
                    s.site.tuple.flag("isBinary")
                        && rows.is_multiple_of(2)
                        && s.site.tuple.tile("tmp").is_some_and(|t| t.rows() as usize == rows / 2)
                })
            })
        },
    ),
    mutant(
        "src1_byte_past_end",
        &[ADD, SUB, MUL, DIV, EXPDIF, LARGER, SMALLER, CONCAT],
        "The byte after src1 is written, where src1 has one row.",
        |d| d.after = Some(|scene| past_end(scene, "src1", 1, |s| s.site.tuple.tile("src1").is_some_and(|t| t.rows() == 1))),
    ),
    mutant(
        "dst_far_past_end",
        &[EXPAND, ADD, SUB, MUL, DIV, EXPDIF, LARGER, SMALLER, REPEAT],
        "The last byte of the second block after dst is written, where it has more than 64 rows.",
        |d| {
            d.after = Some(|scene| {
                let end = scene.bytes("dst").len() as isize;
                if valid(scene.site.tuple, "dst").is_some_and(|v| v[0] > 64) {
                    scene.flip("dst", end + 63, 1);
                }
            })
        },
    ),
];

/// Copies the beginning of dst over a row of a source.
fn result_to(scene: &mut Scene, operand: &str, row: usize) {
    let Some(tile) = scene.site.tuple.tile(operand) else { return };
    let stride = tile.cols() as usize * tile.dtype.bytes();
    let used = tile.valid_cols() as usize * tile.dtype.bytes();
    if tile.is_nd() && !scene.bytes(operand).is_empty() {
        let result = scene.bytes("dst").get(..used).unwrap_or_default().to_vec();
        scene.write(operand, (row * stride) as isize, &result);
    }
}

/// Changes the bytes after an operand, where it has a place in memory and the condition holds.
fn past_end(scene: &mut Scene, operand: &str, count: usize, holds: fn(&Scene) -> bool) {
    let end = scene.bytes(operand).len() as isize;
    if end > 0 && holds(scene) {
        scene.flip(operand, end, count);
    }
}
