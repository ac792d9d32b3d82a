//! What operations that exponentiate a difference have besides their siblings: whether the difference is rounded first, and
//! how far off a result may be.

use super::broadcast::MakeOutput;
use super::policies::{FLOAT_OVERFLOW, FLUSHES, NAN, SUBNORMALS, canonical};
use crate::kernels::{Operands, Slot, View, exponentials};
use crate::operation::Kernel;
use crate::{Behaviour, Class, Fill, Operation, OutputValue, Query, Reading, Ulps, reading};
use ptoconf_numeric::{Difference, ExponentialPolicy, Flush, Room};
use ptoconf_schemas::{DType, Scope};

const DIFFERENCE: &str = "difference";
const ACCURACY: &str = "accuracy";

const DIFFERENCES: [(&str, Difference); 2] = [("rounded", Difference::Rounded), ("fused", Difference::Fused)];
/// The levels of accuracy, in units in the last place.
const LEVELS: [(&str, u8); 5] = [("correct", 0), ("ulp-1", 1), ("ulp-2", 2), ("ulp-4", 4), ("ulp-16", 16)];

const PLAIN: ExponentialPolicy =
    ExponentialPolicy { difference: Difference::Rounded, flush: Flush { inputs: false, results: false }, saturates: false };

/// The element types: every page and every target has the same two.
pub(crate) fn dtypes() -> Reading {
    reading("dtypes", &["R30", "G7"], "Which element types are supported?")
        .option("eleven", "Every one, on every target.", "manual, family page")
        .option("two", "f16 f32.", "the page, Constraints; A2A3; A5; CPU simulator; assembler")
        .admit_everywhere(&["two"])
}

/// An operation that exponentiates a difference, given what it shares with its siblings.
pub(crate) fn operation(mut shared: Operation) -> Operation {
    shared.readings.extend([difference(), accuracy()]);
    shared
}

fn difference() -> Reading {
    const FIRST: &[&str] = &["rounded"];
    const BOTH: &[&str] = &["rounded", "fused"];
    reading(DIFFERENCE, &["E11", "R38"], "Is the difference rounded before it is exponentiated?")
        .scope(Scope::FormDtype)
        .option(
            "rounded",
            "It is rounded to the element type.",
            "the page, of the row-wise operation: a subtraction, then TEXP; A2A3; A5 for f16; CPU simulator",
        )
        .option("fused", "It is not rounded: the result is that of the exact difference.", "A5 for f32: one instruction")
        .admit(BOTH, FIRST, FIRST, BOTH)
}

/// How far off a result may be. No document bounds the error of an exponential; where a page gives a formula alone, its value
/// is the right one.
pub(crate) fn accuracy() -> Reading {
    const CLOSE: &[&str] = &["ulp-1", "correct"];
    const COARSE: &[&str] = &["ulp-4", "ulp-2", "ulp-1", "correct"];
    reading(ACCURACY, &[], "How many representable numbers may a result be away from the correctly rounded one?")
        .scope(Scope::FormDtype)
        .option("correct", "None.", "the page, its formula taken literally")
        .option("ulp-1", "One at most.", "CPU simulator: binary64, rounded")
        .option("ulp-2", "Two at most.", "no page")
        .option("ulp-4", "Four at most.", "no page; presumed on A2A3 and A5")
        .option("ulp-16", "Sixteen at most.", "no page")
        .admit(COARSE, CLOSE, COARSE, COARSE)
}

/// Every known behaviour. A policy has data whose differences are exact, and whose results are far from where it begins.
pub(crate) fn behaviours(q: &Query, output: MakeOutput) -> Vec<Behaviour> {
    let by_option = |reading: &str, options: &[(&str, ExponentialPolicy)]| {
        let of = |(option, policy): &(&str, ExponentialPolicy)| levels(q, output, *policy, Some((reading, option)));
        options.iter().flat_map(of).collect()
    };
    match Class::parse(q.class).map(|c| c.fill) {
        // No difference is rounded.
        Some(Fill::ExactWindow) => levels(q, output, PLAIN, None),
        Some(Fill::Special) => special(q, output),
        Some(Fill::Subnormal) => by_option(SUBNORMALS, &FLUSHES.map(|(option, flush)| (option, ExponentialPolicy { flush, ..PLAIN }))),
        Some(Fill::Overflow) => {
            by_option(FLOAT_OVERFLOW, &[("infinity", PLAIN), ("saturate", ExponentialPolicy { saturates: true, ..PLAIN })])
        }
        // Nothing is subtracted.
        _ if q.default_option(&format!("{}/{DIFFERENCE}", q.tuple.op)).is_none() => levels(q, output, PLAIN, None),
        _ => by_option(DIFFERENCE, &DIFFERENCES.map(|(option, difference)| (option, ExponentialPolicy { difference, ..PLAIN }))),
    }
}

/// Each level of accuracy under an option of another reading.
fn levels(q: &Query, output: MakeOutput, policy: ExponentialPolicy, option: Option<(&str, &str)>) -> Vec<Behaviour> {
    let of = |(level, ulps)| {
        let name = option.map_or_else(|| String::from(level), |(_, option)| format!("{option}-{level}"));
        let of = option.map_or("", |(_, option)| option).to_owned();
        let value = |operands| OutputValue::Ulps(Ulps { of: of.clone(), kernel: exponentials(operands, policy), level: ulps });
        let output = output(q, &name, &value);
        let readings = option.into_iter().chain([(ACCURACY, level)]).map(|(id, option)| (id.to_owned(), option.to_owned()));
        Behaviour { name, readings: readings.collect(), outputs: vec![output], costly: false }
    };
    LEVELS.into_iter().map(of).collect()
}

/// NaN and infinities, and numbers whose exponentials are exact: at every level there is one result.
fn special(q: &Query, output: MakeOutput) -> Vec<Behaviour> {
    let dtype = q.dtype("dst");
    let of = |option: &str, value: &dyn Fn(Operands) -> OutputValue| Behaviour::reading(NAN, option, vec![output(q, option, value)]);
    vec![
        of("canonical", &|operands| OutputValue::Bits(canonical(dtype, nearest(operands)))),
        of("any", &|operands| OutputValue::Value(nearest(operands))),
        of("zero", &|operands| OutputValue::Value(zero_for_nan(dtype, nearest(operands)))),
    ]
}

/// The correctly rounded exponentials alone.
fn nearest(operands: Operands) -> Kernel {
    let exponentials = exponentials(operands, PLAIN);
    Box::new(move |slot: &Slot, out: &mut View| exponentials(slot, out, &mut vec![Room::None; out.rows * out.cols]))
}

/// The same with +0 in place of every NaN.
fn zero_for_nan(dtype: DType, kernel: Kernel) -> Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        kernel(slot, out);
        for at in 0..out.rows * out.cols {
            if dtype.is_nan(dtype.read(out.data, at)) {
                dtype.write(out.data, at, 0);
            }
        }
    })
}
