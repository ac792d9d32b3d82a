//! What a follower asks, and where a reading is asked.

use ptoconf_schemas::{ReadingInfo, Scope, SmolStr, Tuple};

/// What a follower asks before it goes on. The same questions get the same answers.
pub trait Ask {
    /// The option of a reading at the place of the tuple at hand; none where there is no such reading.
    fn option(&mut self, reading: &str) -> Option<SmolStr>;
    /// One of some ways in which nothing tells an implementation what to do.
    fn free(&mut self, what: &str, ways: u64) -> u64;
    /// Which of these rules is checked first.
    fn first(&mut self, rules: &[&str]) -> usize;
}

/// Why a choice cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfollowable {
    /// There is no such reading.
    #[error("the choice has no option of `{0}`")]
    Reading(String),
    /// There is no such option.
    #[error("`{0}` has no option `{1}`")]
    Option(String, String),
    /// There is no such operation.
    #[error("there is no operation `{0}`")]
    Operation(String),
}

/// Where one option of a reading has to be followed throughout, for a tuple.
pub fn place(reading: &ReadingInfo, tuple: &Tuple) -> String {
    let dtype = tuple.operands.first().map_or("", |o| o.tile.dtype.name());
    match reading.scope {
        Scope::Run => String::new(),
        Scope::Operation => tuple.op.to_string(),
        Scope::Form => format!("{}/{}", tuple.op, tuple.form),
        Scope::FormDtype => format!("{}/{}/{dtype}", tuple.op, tuple.form),
    }
}

/// A stream of numbers for one purpose (SplitMix64, which is quick to begin: millions of them give one number).
pub struct Numbers(u64);

impl Numbers {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The numbers for a seed and a purpose.
    pub fn new(seed: u64, purpose: &str) -> Numbers {
        Numbers(purpose.bytes().fold(mixed(seed), |state, byte| mixed(state ^ u64::from(byte)).wrapping_add(Self::STEP)))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        mixed(self.0)
    }

    /// A number below `bound`, which is small.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.number()) * u128::from(bound.max(1))) >> 64) as u64
    }
}

/// A number with all of its bits in all places.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
