//! What operations that divide have besides those that multiply: element types of their own, and divisors that are zero.

use super::element_types::newer_dtypes;
use crate::{Class, Effect, Operation, Query, Reading, Rule, reading, rule};
use ptoconf_numeric::{FloatOverflow, NanResult, Policy};
use ptoconf_schemas::Stage;

/// The reading of floats over zero, and its option that no page has.
const ZERO_DIVISOR: &str = "zero-divisor";
const LARGEST: &str = "largest";

/// The element types: the newer pages' list, of which A2A3's header and the assembler have two.
pub(crate) fn dtypes(register: &'static [&'static str]) -> Reading {
    let mut dtypes = newer_dtypes().option("two", "f16 f32.", "manual, operation page for A2A3; A2A3; assembler").admit(
        &["six", "two", "four", "nine"],
        &["six"],
        &["two", "four", "six"],
        &["nine", "six"],
    );
    dtypes.register = register;
    dtypes
}

/// An operation that divides, given what it shares with its siblings.
pub(crate) fn operation(mut shared: Operation) -> Operation {
    shared.rules.extend(rules(shared.page));
    shared.readings.extend(readings());
    shared
}

/// The page says nothing of zeros: each kind of element has its own question.
fn rules(page: &'static str) -> [Rule; 2] {
    // Where nothing is divided, or nothing divides, there is no question.
    let is_by_zero = |q: &Query| q.class == Class::ZERO_DIVISOR.name && !q.empty("dst") && !q.empty("src1");
    [
        rule("no-zero-divisor", Stage::Value, "No float is divided by zero.")
            .source(page, "Mechanism: the quotient")
            .holds(move |q| !is_by_zero(q) || q.dtype("dst").is_int())
            .open(ZERO_DIVISOR),
        rule("no-integer-zero-divisor", Stage::Value, "No integer is divided by zero.")
            .source(page, "Mechanism: the quotient")
            .source("formal specification", "legality of divisions")
            .holds(move |q| !is_by_zero(q) || q.dtype("dst").is_float())
            .open("integer-zero-divisor"),
    ]
}

fn readings() -> [Reading; 2] {
    const IEEE: &[&str] = &["ieee"];
    const ASSERTED: &[&str] = &["ieee", "rejected"];
    [
        reading(ZERO_DIVISOR, &["R40"], "What is a float divided by zero?")
            .with(
                "ieee",
                Effect::Judged,
                "An infinity, with the sign of both; zero over zero is NaN.",
                "manual, type-system page: IEEE 754; presumed on A2A3 and A5",
            )
            .with(LARGEST, Effect::Judged, "The largest number, with the sign of both; zero over zero is +0.", "no page")
            .with("rejected", Effect::Rejects, "It is illegal.", "CPU simulator, with assertions")
            .admit(ASSERTED, ASSERTED, IEEE, IEEE),
        reading("integer-zero-divisor", &["R40"], "What is an integer divided by zero?")
            .with("rejected", Effect::Rejects, "It is illegal.", "formal specification; CPU simulator, with assertions")
            .with("unspecified", Effect::Unspecified, "Anything.", "the pages are silent")
            .admit_everywhere(&["unspecified", "rejected"]),
    ]
}

/// How a float is divided by zero, by the option that is followed. Of finite numbers a saturating division knows no infinity.
pub(crate) fn by_zero(q: &Query) -> (&'static str, Policy) {
    let ieee = Policy::default();
    if q.follows(ZERO_DIVISOR, LARGEST) {
        return (LARGEST, Policy { float_overflow: FloatOverflow::Saturate, nan: NanResult::Zero, ..ieee });
    }
    ("value", ieee)
}
