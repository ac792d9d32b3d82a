//! The lines of `cases.jsonl`: written by hand, because a set has up to millions of them.

use std::io::Write as _;

/// Appends the line of one case. The names are safe, so that nothing needs escaping.
pub(crate) fn case_line(op: &str, tuple: &str, slot: u32, into: &mut Vec<u8>) {
    // Writing into a Vec cannot fail.
    let _ = writeln!(into, r#"{{"id":"{op}/{tuple}/{slot}","tuple":"{tuple}","slot":{slot}}}"#);
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
