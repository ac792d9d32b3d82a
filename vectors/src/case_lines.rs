//! The lines of `cases.jsonl`: written by hand, because a set has up to millions of them.

/// Appends the line of one case. The names are safe, so that nothing needs escaping.
pub(crate) fn case_line(op: &str, tuple: &str, slot: u32, into: &mut Vec<u8>) {
    let mut digits = [0; 10];
    let slot = decimal(slot, &mut digits);
    let parts = ["{\"id\":\"", op, "/", tuple, "/", slot, "\",\"tuple\":\"", tuple, "\",\"slot\":", slot, "}\n"];
    parts.iter().for_each(|part| into.extend_from_slice(part.as_bytes()));
}

/// The number in decimal; formatting macros take several times as long.
fn decimal(mut number: u32, digits: &mut [u8; 10]) -> &str {
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return std::str::from_utf8(&digits[at..]).unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::CaseLine;

    #[test]
    fn a_line_is_what_serde_writes() {
        for slot in [0, 7, u32::MAX] {
            let case = CaseLine { id: format!("tcolsum/plain-cover-1/{slot}"), tuple: "plain-cover-1".into(), slot };
            let mut line = Vec::new();
            case_line("tcolsum", "plain-cover-1", slot, &mut line);
            assert_eq!(String::from_utf8(line.clone()).unwrap(), serde_json::to_string(&case).unwrap() + "\n");
            assert_eq!(serde_json::from_slice::<CaseLine>(&line).unwrap(), case);
        }
    }
}
