//! Memory that is not the kernel's to write, or not yet written.

use super::{ALL, CONCAT, EXPAND, Kernel, LARGEST, REDUCTIONS, REPEAT, SMALLEST, SUM, mutant, physical, reduces, source, valid};
use ptoconf_models::Scene;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("source_overwritten", REDUCTIONS, "A reduction accumulates in row 0 of its source.", |d| d.accumulator = |_| "src"),
    mutant("source_first_byte_changed", ALL, "The first byte of the first source is changed.", |d| {
        d.after = Some(|scene| scene.flip(source(scene.site.tuple), 0, 1))
    }),
    mutant("source_last_byte_changed", ALL, "The last byte of the first source is changed, padding or not.", |d| {
        d.after = Some(|scene| last_byte(scene, source(scene.site.tuple), -1))
    }),
    mutant("second_source_changed", ALL, "The first byte of the second source is changed.", |d| {
        d.after = Some(|scene| scene.flip("src1", 0, 1))
    }),
    mutant("index_changed", &[CONCAT], "The index of the second source is changed.", |d| {
        d.after = Some(|scene| scene.flip("src1Idx", 0, 1))
    }),
    mutant("tmp_written", &[SUM], "tmp is written although the sum is sequential.", |d| {
        d.after = Some(|scene| {
            if !scene.site.tuple.flag("isBinary") {
                scene.flip("tmp", 0, 32);
            }
        })
    }),
    mutant("byte_before_dst", ALL, "The byte before dst is written.", |d| d.after = Some(|scene| scene.flip("dst", -1, 1))),
    mutant("byte_after_dst", ALL, "The byte after dst is written.", |d| d.after = Some(|scene| last_byte(scene, "dst", 0))),
    mutant("block_after_source", ALL, "The block after the first source is written.", |d| {
        d.after = Some(|scene| {
            let name = source(scene.site.tuple);
            let end = scene.bytes(name).len() as isize;
            scene.flip(name, end, 32);
        })
    }),
    mutant("byte_after_index_output", &[CONCAT], "The byte after the index output is written.", |d| {
        d.after = Some(|scene| last_byte(scene, "dstIdx", 0))
    }),
    mutant("destination_not_initialised", REDUCTIONS, "A reduction goes on from what dst held before.", |d| d.seeded = |_| false),
    mutant("destination_zeroed_first", &[SUM, EXPAND, LARGEST, SMALLEST, REPEAT, CONCAT], "The whole of dst is set to zero first.", |d| {
        d.before = Some(|scene| {
            let zeros = vec![0; scene.bytes("dst").len()];
            scene.write("dst", 0, &zeros);
        })
    }),
    mutant("snapshot_missing", ALL, "A source that shares memory with the destination is read after it was overwritten.", |d| {
        d.snapshot = false
    }),
    mutant("first_element_not_written", ALL, "The first element of dst is left as it was.", |d| {
        d.before = Some(|scene| {
            let bytes = scene.bytes("dst").get(..8).unwrap_or_default().to_vec();
            *scene.left_over() = bytes;
        });
        d.after = Some(|scene| {
            let kept = std::mem::take(scene.left_over());
            let size = scene.site.tuple.tile("dst").map_or(1, |t| t.dtype.bytes());
            scene.write("dst", 0, kept.get(..size).unwrap_or_default());
        });
    }),
    mutant(
        "row_below_written",
        &[EXPAND, SUM, LARGEST, SMALLEST, REPEAT, CONCAT],
        "The row below the valid ones is written, where dst has one.",
        |d| {
            d.after = Some(|scene| {
                let tuple = scene.site.tuple;
                let (Some(tile), Some([rows, _])) = (tuple.tile("dst"), valid(tuple, "dst")) else { return };
                let below = if reduces(tuple) { 1 } else { rows };
                if physical(tuple, "dst").is_some_and(|p| p[0] > below) {
                    scene.flip("dst", (below * tile.cols() as usize * tile.dtype.bytes()) as isize, 1);
                }
            })
        },
    ),
];

/// Changes the byte at an offset from the end of an operand.
fn last_byte(scene: &mut Scene, operand: &str, offset: isize) {
    let end = scene.bytes(operand).len() as isize;
    if end > 0 {
        scene.flip(operand, end + offset, 1);
    }
}
