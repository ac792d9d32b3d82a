//! Several judges of the same tuples.

use crate::common::*;
use ptoconf_checker::{Judge, agree, report};
use ptoconf_schemas::*;
use ptoconf_vectors::{ResultsReader, ResultsWriter, SetReader};
use tempfile::TempDir;

/// Two legal tuples at a rule's limit, two illegal ones of different size, an open one.
fn lab() -> Lab {
    let mut lab = Lab::default();
    lab.legal("legal", 2, 7);
    lab.legal("other", 1, 7);
    for (name, rows) in [("large", 64), ("small", 1)] {
        lab.tuple_of(&Tile::nd(DType::U8, rows, 64), name, 1, reject("legal"), vec![], vec![]);
    }
    lab.tuple("open", 1, either("legal"), vec![], vec![]);
    lab
}

/// Outcomes of legal, other, large, small, open.
type Outcomes = [Outcome; 5];
const RIGHT: Outcomes = [Outcome::Ok, Outcome::Ok, Outcome::Rejected, Outcome::Rejected, Outcome::Rejected];

struct Court {
    dir: TempDir,
    names: Vec<String>,
}

impl Court {
    /// Judges `a`, `b`, ... with these outcomes.
    fn of(judges: &[Outcomes]) -> Court {
        Court::over(&lab(), judges)
    }

    fn over(lab: &Lab, judges: &[Outcomes]) -> Court {
        let dir = lab.write();
        let set = SetReader::open(&dir.path().join("set")).unwrap();
        let names: Vec<String> = ('a'..).take(judges.len()).map(String::from).collect();
        for (name, outcomes) in names.iter().zip(judges) {
            let implementation = Implementation { name: name.clone(), judges: Judges::Legality, ..Implementation::default() };
            let header = ResultsHeader { format: ResultsHeader::FORMAT.into(), suite: set.digest().into(), part: None, implementation };
            let mut writer = ResultsWriter::create(&dir.path().join(name), &header, false).unwrap();
            for (stack, outcome) in lab.stacks.iter().zip(outcomes) {
                let said = |slot| ResultLine { message: Some(format!("{name} says so")), ..line(&stack.line.name, slot, *outcome) };
                writer.lines(&(0..stack.line.cases).map(said).collect::<Vec<_>>()).unwrap();
            }
            writer.finish().unwrap();
        }
        Court { dir, names }
    }

    fn agree(&self) -> Agreement {
        let set = SetReader::open(&self.dir.path().join("set")).unwrap();
        let results: Vec<ResultsReader> = self.names.iter().map(|n| ResultsReader::open(&self.dir.path().join(n)).unwrap()).collect();
        let judges: Vec<Judge<'_>> = self.names.iter().zip(&results).map(|(n, r)| Judge { name: n.clone(), results: r }).collect();
        agree(&set, &judges, &(Box::new(|_: &TupleLine, _| true) as ptoconf_checker::Filter<'_>)).unwrap()
    }
}

fn rule<'a>(agreement: &'a Agreement, id: &str) -> &'a RuleAgreement {
    agreement.rules.iter().find(|r| r.about == About::Rule(id.into())).unwrap()
}

#[test]
fn judges_that_agree_with_the_pages_and_each_other() {
    let agreement = Court::of(&[RIGHT, RIGHT]).agree();
    assert_eq!((agreement.agrees, agreement.exit_code, agreement.tuples), (true, 0, 5));
    let size = rule(&agreement, "tdemo/size");
    assert_eq!((size.legal, size.illegal, size.open), (2, 2, 0), "tuples are counted, not cases");
    let counts = &agreement.judges[1].counts;
    assert_eq!((counts.agrees, counts.open_rejects, counts.decided(), counts.differs()), (4, 1, 5, 0));
    assert!(agreement.rules.iter().all(|r| r.examples.is_empty()) && agreement.rules.len() == 2, "{:#?}", agreement.rules);
}

#[test]
fn who_accepts_too_much_is_shown_by_the_smallest_tuple() {
    let mut lax = RIGHT;
    [lax[2], lax[3]] = [Outcome::Ok; 2];
    let agreement = Court::of(&[RIGHT, lax]).agree();
    assert_eq!((agreement.agrees, agreement.exit_code), (false, 1));
    let size = rule(&agreement, "tdemo/size");
    let [example] = &size.examples[..] else { panic!("{:#?}", size.examples) };
    assert_eq!((example.difference, &example.judges[..], example.tuples), (Difference::OverAccepts, &["b".to_owned()][..], 2));
    assert_eq!((example.case.as_str(), example.elements), ("tdemo/small/0", 128));
    let opinions: Vec<_> = example.opinions.iter().map(|o| (o.judge.as_str(), o.opinion, o.message.as_deref())).collect();
    let rejects = ("a", Opinion::Rejects, Some("a says so"));
    assert_eq!(opinions, [("pages", Opinion::Rejects, None), rejects, ("b", Opinion::Accepts, None)]);
    assert_eq!((size.judges[0].over_accepts, size.judges[1].over_accepts), (0, 2));
}

#[test]
fn rejecting_everything_proves_nothing() {
    let agreement = Court::of(&[[Outcome::Rejected; 5]]).agree();
    let counts = &agreement.judges[0].counts;
    assert_eq!((counts.agrees, counts.unproven, counts.over_rejects, counts.open_rejects), (0, 2, 2, 1));
    assert_eq!(agreement.exit_code, 1);
}

#[test]
fn a_rejection_counts_where_its_own_twin_is_accepted() {
    let mut lab = lab();
    lab.stacks[3].answer.expect = reject("other");
    for (legal, other) in [(Outcome::Ok, Outcome::Rejected), (Outcome::Rejected, Outcome::Ok)] {
        let [_, _, rest @ ..] = RIGHT;
        let counts = Court::over(&lab, &[[legal, other, rest[0], rest[1], rest[2]]]).agree().judges[0].counts.clone();
        assert_eq!((counts.agrees, counts.unproven, counts.over_rejects), (2, 1, 1), "{legal} {other}");
    }
}

#[test]
fn the_first_of_the_smallest_tuples_is_shown() {
    let mut lax = RIGHT;
    [lax[2], lax[3]] = [Outcome::Ok; 2];
    for ([first, second], smallest) in [([1, 1], "large"), ([1, 64], "large"), ([64, 1], "small")] {
        let mut lab = lab();
        for (stack, rows) in lab.stacks[2..].iter_mut().zip([first, second]) {
            let tile = Tile::nd(DType::U8, rows, 64);
            stack.line.tuple.operands.iter_mut().for_each(|o| o.tile = tile.clone());
            stack.inputs.clear();
        }
        let agreement = Court::over(&lab, &[lax]).agree();
        assert_eq!(rule(&agreement, "tdemo/size").examples[0].case, format!("tdemo/{smallest}/0"), "{first} {second}");
    }
}

#[test]
fn each_difference_has_an_example_of_its_own() {
    let (mut lax, mut strict, mut both) = (RIGHT, RIGHT, RIGHT);
    (lax[2], strict[0]) = (Outcome::Ok, Outcome::Rejected);
    (both[1], both[2], both[3]) = (Outcome::Rejected, Outcome::Ok, Outcome::Ok);
    let agreement = Court::of(&[lax, strict, both]).agree();
    let examples: Vec<_> =
        rule(&agreement, "tdemo/size").examples.iter().map(|e| (e.difference, e.judges.concat(), e.tuples, e.case.as_str())).collect();
    let expected = [
        (Difference::OverRejects, "b".to_owned(), 1, "tdemo/legal/0"),
        (Difference::OverRejects, "c".to_owned(), 1, "tdemo/other/0"),
        (Difference::OverAccepts, "ac".to_owned(), 1, "tdemo/large/0"),
        (Difference::OverAccepts, "c".to_owned(), 1, "tdemo/small/0"),
    ];
    assert_eq!(examples, expected);
}

#[test]
fn tuples_of_no_single_rule_have_lines_of_their_own() {
    let mut lab = lab();
    lab.stacks[1].answer.expect = Expectation::Accept { boundary_of: vec![] };
    lab.stacks[2].answer.expect = Expectation::Reject { rule: None, stage: Stage::Shape, twin: "legal".into() };
    let agreement = Court::over(&lab, &[RIGHT]).agree();
    let lines: Vec<_> = agreement.rules.iter().map(|r| (r.about.to_string(), r.legal, r.illegal, r.open)).collect();
    let (several, legal) = (About::Several.to_string(), About::Legal.to_string());
    assert_eq!(lines, [("tdemo/size".into(), 1, 1, 0), ("tdemo/open".into(), 0, 0, 1), (several, 0, 1, 0), (legal, 1, 0, 0)]);
}

#[test]
fn judges_may_differ_on_what_the_pages_leave_open_but_not_unseen() {
    let mut accepts = RIGHT;
    accepts[4] = Outcome::Ok;
    let agreement = Court::of(&[RIGHT, accepts]).agree();
    let open = rule(&agreement, "tdemo/open");
    assert_eq!((open.open, open.open_split, open.examples[0].difference), (1, 1, Difference::OpenSplit));
    assert_eq!((agreement.exit_code, open.examples[0].judges.as_slice()), (1, &["b".to_owned()][..]));
    assert_eq!(Court::of(&[accepts, accepts]).agree().exit_code, 0);
}

#[test]
fn unsupported_is_no_opinion_and_a_crash_is_no_rejection() {
    let mut lacks = RIGHT;
    lacks[1] = Outcome::Unsupported;
    let agreement = Court::of(&[lacks]).agree();
    assert_eq!((agreement.exit_code, agreement.judges[0].counts.unsupported), (0, 1));
    let mut crashes = RIGHT;
    crashes[3] = Outcome::Crashed;
    let agreement = Court::of(&[crashes]).agree();
    assert_eq!((agreement.exit_code, agreement.judges[0].counts.crashed), (1, 1));
    assert_eq!(rule(&agreement, "tdemo/size").examples[0].difference, Difference::Crashed);
    assert_eq!(Court::of(&[[Outcome::Unsupported; 5]]).agree().exit_code, 4, "nobody decided anything");
}

#[test]
fn tuples_without_an_answer_are_named() {
    let court = Court::of(&[RIGHT]);
    let lines = court.dir.path().join("a/results.jsonl");
    let text = std::fs::read_to_string(&lines).unwrap();
    let shorter: Vec<&str> = text.lines().filter(|l| !l.contains("/legal/1")).collect();
    std::fs::write(&lines, shorter.join("\n") + "\nno result\n").unwrap();
    let agreement = court.agree();
    assert_eq!((agreement.exit_code, agreement.judges[0].counts.unusable, agreement.judges[0].extra.len()), (1, 1, 1));
}

#[test]
fn the_matrix_is_written_as_text_markdown_and_json() {
    let mut lax = RIGHT;
    lax[3] = Outcome::Ok;
    let agreement = Court::of(&[RIGHT, lax]).agree();
    let (mut text, mut markdown, mut json) = (vec![], vec![], vec![]);
    report::agreement_text(&agreement, false, &mut text).unwrap();
    report::agreement_markdown(&agreement, &mut markdown).unwrap();
    report::agreement_json(&agreement, &mut json).unwrap();
    let (text, markdown) = (String::from_utf8(text).unwrap(), String::from_utf8(markdown).unwrap());
    assert!(text.contains("3 agrees, 1 over-accepts") && text.contains("tdemo/small/0 (128 elements)"), "{text}");
    assert!(text.contains("no value is compared") && text.ends_with("no agreement\n"));
    assert!(markdown.contains("| 2 legal, 2 illegal | agrees | 3 agrees, 1 over-accepts |"), "{markdown}");
    assert_eq!(serde_json::from_slice::<Agreement>(&json).unwrap(), agreement);
}

#[test]
fn the_matrix_is_as_committed() {
    let (mut lax, mut crashes) = (RIGHT, RIGHT);
    (lax[3], lax[4], crashes[0], crashes[1]) = (Outcome::Ok, Outcome::Ok, Outcome::Crashed, Outcome::Unsupported);
    let mut agreement = Court::of(&[lax, crashes]).agree();
    agreement.set.suite = "0123456789abcdef".repeat(4);
    agreement.judges[0].implementation.judges = Judges::Everything;
    let (mut text, mut markdown) = (vec![], vec![]);
    report::agreement_text(&agreement, false, &mut text).unwrap();
    report::agreement_markdown(&agreement, &mut markdown).unwrap();
    is_as_committed("agreement.txt", &text);
    is_as_committed("agreement.md", &markdown);
}

#[test]
fn the_last_line_says_how_it_ended() {
    let ends = [(RIGHT, "no judge differs"), ([Outcome::Unsupported; 5], "nothing was compared"), ([Outcome::Ok; 5], "no agreement")];
    for (outcomes, end) in ends {
        let mut text = vec![];
        report::agreement_text(&Court::of(&[outcomes]).agree(), false, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.lines().last().unwrap().contains(end), "{text}");
    }
}
