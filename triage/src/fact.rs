//! Facts: what can be said of a tuple, and of which tuples it is true.

use crate::bits::Bits;
use std::rc::Rc;

/// How plain a fact is; where several are true of the same tuples, the plainest is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plain {
    /// The results follow a known option.
    Followed,
    /// A rule is broken.
    Broken,
    /// The form, the element type, an attribute.
    Kind,
    /// A property of one operand, or an extent that is 0 or 1, or differs between operands.
    Property,
    /// A threshold at a power of two, a divisibility, a property that an operand does not have.
    Threshold,
    /// A threshold just below a power of two; extents of different sorts.
    Contrived,
    /// Any other threshold.
    Arbitrary,
}

impl Plain {
    /// What a fact costs in the search, in thousandths of what it explains.
    pub fn price(self) -> i64 {
        self as i64 * 20
    }
}

/// A fact.
#[derive(Clone, Debug)]
pub struct Fact {
    /// In words, such as `dst.rows > 256`.
    pub words: String,
    /// How plain it is.
    pub plain: Plain,
    /// How many tuples speak against it, failing in this way or not, where that is known: of facts as plain as each other the
    /// one with the fewest comes first.
    pub against: u32,
    /// Facts of one family say the same in other numbers, such as thresholds of one extent; of those that are true of the
    /// same tuples only the plainest is said.
    pub family: u32,
    /// The rule or the reading that it names, with the option.
    pub names: Option<(String, Option<String>)>,
    /// The tuples of which it is true; many facts are true of the same.
    pub holds: Rc<Bits>,
}
