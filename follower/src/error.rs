//! Results that are off by as much as a choice allows.

use crate::choice::{Ask, Unfollowable};

/// How far off the results of an operation are.
pub struct Error {
    difference: String,
    accuracy: String,
    rounds: Option<bool>,
    /// The most representable numbers between a result and the nearest one, and which of them it is.
    off: Option<(u64, u64)>,
}

impl Error {
    /// Of an operation of this name.
    pub fn new(op: &str) -> Error {
        Error { difference: format!("{op}/difference"), accuracy: format!("{op}/accuracy"), rounds: None, off: None }
    }

    /// Whether differences are rounded before anything is made of them.
    ///
    /// # Errors
    /// There is no such option.
    pub fn rounds(&mut self, ask: &mut dyn Ask) -> Result<bool, Unfollowable> {
        if let Some(known) = self.rounds {
            return Ok(known);
        }
        let option = ask.option(&self.difference).ok_or_else(|| Unfollowable::Reading(self.difference.clone()))?;
        let rounds = match option.as_str() {
            "rounded" => true,
            "fused" => false,
            _ => return Err(Unfollowable::Option(self.difference.clone(), option.to_string())),
        };
        Ok(*self.rounds.insert(rounds))
    }

    /// The number of steps from zero to what is returned in place of the nearest result. The same operands, of which `key`
    /// is made, give the same.
    ///
    /// # Errors
    /// There is no such option.
    pub fn applied(&mut self, nearest: u64, key: u64, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let (most, way) = match self.off {
            Some(known) => known,
            None => *self.off.insert(self.ask_off(ask)?),
        };
        Ok(match way {
            0 => nearest + most,
            1 => nearest.saturating_sub(most),
            _ => (nearest + key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(20) % (2 * most + 1)).saturating_sub(most),
        })
    }

    fn ask_off(&self, ask: &mut dyn Ask) -> Result<(u64, u64), Unfollowable> {
        let option = ask.option(&self.accuracy).ok_or_else(|| Unfollowable::Reading(self.accuracy.clone()))?;
        let most = match option.as_str() {
            "correct" => 0,
            "ulp-1" => 1,
            "ulp-2" => 2,
            "ulp-4" => 4,
            "ulp-16" => 16,
            _ => return Err(Unfollowable::Option(self.accuracy.clone(), option.to_string())),
        };
        Ok((most, if most == 0 { 2 } else { ask.free("error", 3) }))
    }
}
