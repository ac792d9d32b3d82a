//! Elements that are copied and not computed.

use crate::choice::{Ask, Unfollowable};
use ptoconf_schemas::DType;

/// Copies elements of one dtype as a choice says; asks when the first element makes a difference.
pub struct Mover {
    dtype: DType,
    quiets: Option<bool>,
    flushes: Option<bool>,
}

impl Mover {
    /// Copies elements of a dtype.
    pub fn new(dtype: DType) -> Mover {
        Mover { dtype, quiets: None, flushes: None }
    }

    /// What a copy of an element holds.
    ///
    /// # Errors
    /// There is no such option.
    pub fn copy(&mut self, bits: u64, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let Some((sign, infinity, mantissa)) = self.dtype.float_masks() else { return Ok(bits) };
        let quiet = (mantissa + 1) >> 1;
        let magnitude = bits & !sign;
        if magnitude > infinity && bits & quiet == 0 {
            let quiets = known(&mut self.quiets, "tile/copied-nan", ["kept", "quiet"], ask)?;
            return Ok(if quiets { bits | quiet } else { bits });
        }
        if magnitude != 0 && magnitude <= mantissa {
            let flushes = known(&mut self.flushes, "tile/copied-subnormals", ["kept", "flushed"], ask)?;
            return Ok(if flushes { bits & sign } else { bits });
        }
        Ok(bits)
    }
}

/// Whether the second of two options is followed.
fn known(known: &mut Option<bool>, reading: &str, options: [&str; 2], ask: &mut dyn Ask) -> Result<bool, Unfollowable> {
    if let Some(known) = known {
        return Ok(*known);
    }
    let option = ask.option(reading).ok_or_else(|| Unfollowable::Reading(reading.to_owned()))?;
    let at = options.iter().position(|o| *o == option).ok_or_else(|| Unfollowable::Option(reading.to_owned(), option.to_string()))?;
    *known = Some(at == 1);
    Ok(at == 1)
}
