//! What programs say: compilers, the assembler, workers, the driver of C++ cases.

use crate::corpus::{file, lines};
use crate::target::Target;
use ptoconf_runner::said;

/// No message that is kept is longer, in characters.
const LONGEST: usize = 1000;

fn is_short(message: &str) {
    assert!(message.chars().count() <= LONGEST, "a message of {} characters", message.chars().count());
}

pub(crate) fn targets() -> Vec<Target> {
    let text = |read: fn(&str) -> Vec<String>| move |bytes: &[u8]| read(&String::from_utf8_lossy(bytes)).iter().for_each(|m| is_short(m));
    let worker = |bytes: &[u8]| match said::by_a_worker(bytes, "tcolsum/plain-1/0") {
        Ok(answer) => assert_eq!(answer.case, "tcolsum/plain-1/0", "an answer for another case"),
        Err(why) => is_short(&why),
    };
    vec![
        Target::new("compilers", vec![file("clang.txt"), file("gcc.txt")], text(said::by_a_compiler)),
        Target::new("assembler", vec![file("ptoas.txt")], text(said::by_the_assembler)),
        Target::new("worker", lines("worker.jsonl"), worker),
        Target::new("driver", vec![said::by_a_driver()], |bytes| said::read_of_a_driver(bytes).iter().for_each(|m| is_short(m))),
        Target::new("journal", vec![said::in_a_journal()], |bytes| assert!(said::read_of_a_journal(bytes) <= bytes.len())),
    ]
}
