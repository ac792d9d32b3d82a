//! What the pages and the judges say of a tuple.

use crate::index::{Answer, OperationIndex};
use ptoconf_schemas::{Expectation, Opinion, Outcome};

/// What the set expects.
pub fn of_pages(expect: &Expectation) -> Opinion {
    match expect {
        Expectation::Accept { .. } => Opinion::Accepts,
        Expectation::Reject { .. } => Opinion::Rejects,
        Expectation::Either { .. } => Opinion::Open,
    }
}

/// What the lines of a tuple's cases say together: one crash is a crash; otherwise they have to say the same.
pub fn of_judge(answers: &[Answer]) -> Opinion {
    let mut opinions: Vec<Opinion> = answers.iter().map(one).collect();
    opinions.dedup();
    match opinions[..] {
        [same] => same,
        _ if opinions.contains(&Opinion::Crashes) => Opinion::Crashes,
        _ => Opinion::Unusable,
    }
}

fn one(answer: &Answer) -> Opinion {
    match answer {
        Answer::None | Answer::Several => Opinion::Unusable,
        Answer::One(Outcome::Ok) => Opinion::Accepts,
        Answer::One(Outcome::Rejected) => Opinion::Rejects,
        Answer::One(Outcome::Unsupported) => Opinion::Unsupported,
        Answer::One(Outcome::Crashed | Outcome::Timeout | Outcome::Error) => Opinion::Crashes,
    }
}

/// The first message about a case of the tuple.
pub fn message(index: &OperationIndex, tuple: usize, cases: u32) -> Option<String> {
    (0..cases).find_map(|slot| index.note(tuple, slot)?.message.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cases_of_a_tuple_have_to_agree() {
        let [ok, no, crash, lacks] = [Outcome::Ok, Outcome::Rejected, Outcome::Crashed, Outcome::Unsupported].map(Answer::One);
        let cases: [(&[Answer], Opinion); 8] = [
            (&[ok, ok], Opinion::Accepts),
            (&[no, no, no], Opinion::Rejects),
            (&[lacks], Opinion::Unsupported),
            (&[ok, no], Opinion::Unusable),
            (&[ok, Answer::None], Opinion::Unusable),
            (&[ok, Answer::Several], Opinion::Unusable),
            (&[ok, crash, ok], Opinion::Crashes),
            (&[], Opinion::Unusable),
        ];
        for (answers, opinion) in cases {
            assert_eq!(of_judge(answers), opinion, "{answers:?}");
        }
    }
}
