//! Known behaviours of picking the larger or the smaller of numbers, by what the pages leave open.

use super::copies::{Way, ways};
use crate::operation::Kernel;
use crate::{Behaviour, Class, Fill, Output, Query};
use ptoconf_numeric::{Pick, PickNan, PickZero};

const NAN: &str = "tile/max-nan";
const ZEROS: &str = "tile/max-zeros";
const NANS: [(&str, PickNan); 3] = [("number", PickNan::Number), ("nan", PickNan::Nan), ("first", PickNan::First)];
const ZERO_CHOICES: [(&str, PickZero); 3] = [("positive", PickZero::Positive), ("first", PickZero::First), ("second", PickZero::Second)];

/// What becomes of the kernel of an output.
type Change<'a> = &'a dyn Fn(Kernel) -> Kernel;

/// Every known behaviour; `output` gives the output of an option, by how one of two is picked and what becomes of it then.
/// A picked element is moved: what becomes of a subnormal one is the question of moves.
pub(crate) fn behaviours(q: &Query, larger: bool, output: impl Fn(&str, Pick, Change) -> Output) -> Vec<Behaviour> {
    let plain = Pick::new(larger);
    let same: Change = &|kernel| kernel;
    match Class::parse(q.class).map(|c| c.fill) {
        Some(Fill::Special) => NANS
            .iter()
            .map(|(option, nan)| Behaviour::reading(NAN, option, vec![output(option, Pick { nan: *nan, ..plain }, same)]))
            .collect(),
        Some(Fill::Zeros) => {
            let of = |(option, zeros): &(&str, PickZero)| {
                Behaviour::reading(ZEROS, option, vec![output(option, Pick { zeros: *zeros, ..plain }, same)])
            };
            ZERO_CHOICES.iter().map(of).collect()
        }
        _ => {
            let of = |way: &Way| way.behaviour(vec![output(way.variant(), plain, &|kernel| way.of(q.dtype("dst"), kernel))]);
            ways(q).iter().map(of).collect()
        }
    }
}
