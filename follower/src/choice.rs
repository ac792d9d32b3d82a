//! What a follower asks, and where a reading is asked.

use ptoconf_schemas::{ReadingInfo, Scope, SmolStr, Tuple};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

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
        Scope::Operation => tuple.op.clone(),
        Scope::Form => format!("{}/{}", tuple.op, tuple.form),
        Scope::FormDtype => format!("{}/{}/{dtype}", tuple.op, tuple.form),
    }
}

/// A stream of numbers for one purpose.
pub struct Numbers(ChaCha8Rng);

impl Numbers {
    /// The numbers for a seed and a purpose.
    pub fn new(seed: u64, purpose: &str) -> Numbers {
        let text = format!("ptoconf/follower\0{seed}\0{purpose}");
        Numbers(ChaCha8Rng::from_seed(*blake3::hash(text.as_bytes()).as_bytes()))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, which is small.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.number()) * u128::from(bound.max(1))) >> 64) as u64
    }
}
