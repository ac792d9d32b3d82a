//! Damage: of bits and bytes anywhere, and of single fields of JSON.

use crate::dice::Dice;
use crate::json;

/// Most kinds of damage that a document takes at once.
const MOST: u64 = 3;
/// Longest piece that is removed, repeated or taken from elsewhere.
const PIECE: u64 = 64;

/// The document of attempt `number`, made from one of `documents`.
pub fn mutate(seed: u64, target: &str, number: u64, documents: &[Vec<u8>]) -> Vec<u8> {
    let mut dice = Dice::new(seed, target, number);
    let mut bytes = dice.of(documents).clone();
    for _ in 0..=dice.below(MOST) {
        let other = dice.of(documents);
        damage(&mut dice, &mut bytes, other);
    }
    bytes
}

fn damage(dice: &mut Dice, bytes: &mut Vec<u8>, other: &[u8]) {
    // As often as all others together, where it is JSON at all.
    if dice.below(2) == 0 && json::damage(dice, bytes) {
        return;
    }
    let at = dice.place(bytes.len());
    let end = (at + 1 + dice.below(PIECE) as usize).min(bytes.len());
    match dice.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        3 => {
            let from = dice.place(other.len());
            let piece = other[from..(from + end - at).min(other.len())].to_vec();
            bytes.splice(at..end, piece);
        }
        4 => number(dice, &mut bytes[at..]),
        5 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = *dice.of(b"\0\n\r\t \"\\/{}[]:,.-+9\x1b\x7f\x80\xff")),
        _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << dice.below(8)),
    }
}

/// Extremes of the numbers in binary files.
fn number(dice: &mut Dice, bytes: &mut [u8]) {
    let value = *dice.of(&[0, 1, u64::MAX, u64::MAX >> 1, 1 << 63, 0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 0xffff, 1 << 40]);
    let size = *dice.of(&[2, 4, 8]);
    bytes.iter_mut().zip(value.to_le_bytes()).take(size).for_each(|(byte, new)| *byte = new);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_attempt_does_the_same_damage() {
        let documents = [b"{\"a\": [1, 2, {\"b\": null}]}".to_vec(), b"PK\x03\x04 no JSON at all".to_vec(), Vec::new()];
        let all = |seed| (0..2000).map(|number| mutate(seed, "test", number, &documents)).collect::<Vec<_>>();
        assert!(all(1) == all(1) && all(1) != all(2));
        let altered = all(1).iter().filter(|bytes| !documents.contains(bytes)).count();
        assert!(altered > 1000, "{altered} of 2000");
    }
}
