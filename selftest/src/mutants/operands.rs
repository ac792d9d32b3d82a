//! Operands in the wrong place, or the wrong operation on them.

use super::numbers::{negated, sum};
use super::{ADD, ALL_PAIRS, CONCAT, Kernel, ROW_ADD, ROW_SUB, ROW_SUM, SUB, SUM, mutant};
use ptoconf_models::Op;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("sub_swapped", &[SUB, ROW_SUB], "The operands of a subtraction change places.", |d| d.swapped = |_, op| op == Op::Sub),
    mutant("sub_is_add", &[SUB, ROW_SUB], "A subtraction adds.", |d| {
        d.combined = Some(|_, l| if l.op == Op::Sub { sum(l.dtype, l.a, l.b) } else { l.right })
    }),
    mutant("add_is_sub", &[ADD, SUM, ROW_ADD, ROW_SUM], "An addition subtracts.", |d| {
        d.combined = Some(|_, l| if l.op == Op::Add { sum(l.dtype, l.a, negated(l.dtype, l.b)) } else { l.right })
    }),
    mutant("sub_negated_reverse", &[SUB, ROW_SUB], "A subtraction negates the reverse one: x - x is -0.", |d| {
        d.combined = Some(|_, l| if l.op == Op::Sub { negated(l.dtype, sum(l.dtype, l.b, negated(l.dtype, l.a))) } else { l.right })
    }),
    mutant("second_operand_ignored", ALL_PAIRS, "The second operand has no effect.", |d| d.combined = Some(|_, l| l.a)),
    mutant("second_operand_absolute", &[ADD, SUB, ROW_ADD, ROW_SUB], "The sign of a second operand in floating point is lost.", |d| {
        d.combined = Some(|_, l| match (l.dtype.float_masks(), l.op) {
            (Some((sign, ..)), Op::Add) => sum(l.dtype, l.a, l.b & !sign),
            (Some((sign, ..)), Op::Sub) => sum(l.dtype, l.a, l.b | sign),
            _ => l.right,
        })
    }),
    mutant("concat_swapped", &[CONCAT], "The sources of a concatenation change places.", |d| d.source = |_, place| 1 - place),
    mutant("concat_first_twice", &[CONCAT], "Both parts of a concatenation come from src0.", |d| d.source = |_, _| 0),
    mutant("concat_second_twice", &[CONCAT], "Both parts of a concatenation come from src1.", |d| d.source = |_, _| 1),
];
