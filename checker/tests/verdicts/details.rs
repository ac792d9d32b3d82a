//! What is shown of a failing case: elements, pictures, messages.

use crate::common::*;
use ptoconf_checker::Options;
use ptoconf_schemas::*;
use std::sync::Arc;

#[test]
fn only_admitted_answers_are_compared_and_shown() {
    let readings = vec![reading("tdemo/order", Scope::Run, &["tree", "left"], &["left"])];
    let mut lab = Lab { readings, ..Lab::default() };
    let member = |option: &str| format!("t/dst@{option}.npy");
    let alternatives = ["tree", "left"].map(|o| alternative(o, &[("tdemo/order", o)], [2, 64], bits(&member(o)))).to_vec();
    let answers = [("tree", 2), ("left", 1)].map(|(o, value)| array(&member(o), DType::U8, [1, 2, 64], &[value; 128])).to_vec();
    lab.tuple("t", 1, accept(), alternatives, answers);
    let mut nearly_a_tree = [2; 128];
    nearly_a_tree[127] = 3;
    lab.ran("t", &nearly_a_tree);
    let checked = lab.check();
    let failure = checked.failure("t", 0);
    assert!(failure.message.starts_with("128 of 128 elements differ from the result that is accepted"), "{}", failure.message);
    assert_eq!(failure.elements.len(), 8);
    assert!(checked.report.failures[0].instead.is_empty(), "it follows no known option");
    assert!(failure.elements.iter().all(|e| e.expected == [["accepted".to_owned(), "1 (0x01)".to_owned()]]), "{:?}", failure.elements);
}

#[test]
fn what_lies_outside_the_region_is_not_counted() {
    let mut lab = Lab::default();
    let answers = vec![array("t/a.npy", DType::U8, [2, 1, 3], &[7; 6])];
    lab.tuple("t", 2, accept(), vec![alternative("only", &[], [1, 3], bits("t/a.npy"))], answers);
    let mut data = [0; 256];
    data[..3].copy_from_slice(&[7, 8, 7]);
    data[128..131].fill(7);
    lab.ran("t", &data);
    let checked = lab.check();
    let failure = checked.failure("t", 0);
    assert!(failure.message.starts_with("1 of 3 elements differ"), "{}", failure.message);
    assert_eq!(failure.picture[1..], [format!(".#.{}", "~".repeat(61)), "~".repeat(64)]);
}

/// A tuple of four cases whose inputs came back like this; each case starts with its own values.
fn inputs_came_back(change: impl Fn(&mut Vec<u8>), outputs: &[u8; 512]) -> Lab {
    let mut lab = Lab::default();
    lab.legal("t", 4, 7);
    let inputs: Vec<u8> = (1..=4).flat_map(|slot| [slot; 128]).collect();
    lab.stacks[0].inputs[0].data = inputs.clone();
    lab.ran("t", outputs);
    let mut returned = inputs;
    change(&mut returned);
    lab.outputs.push(array("t/src.npy", DType::U8, [4, 2, 64], &returned));
    lab
}

#[test]
fn a_changed_input_is_shown_for_its_own_case() {
    let mut outputs = [7; 512];
    outputs[3 * 128] = 0;
    let changed = [128 + 70, 3 * 128 + 1];
    let checked = inputs_came_back(|src| changed.iter().for_each(|&at| src[at] = 9), &outputs).check();
    let verdicts = [0, 1, 2, 3].map(|slot| checked.of("t", slot));
    assert_eq!(verdicts, ["pass", "guard-touched", "pass", "mismatch"], "what is wrong first names the failure");
    let failure = checked.failure("t", 1);
    assert_eq!((failure.wrong, failure.elements.len()), (1, 1));
    let element = &failure.elements[0];
    assert_eq!((element.row, element.col, element.actual.as_str()), (1, 6, "9 (0x09)"));
    assert_eq!(element.expected, [["input".to_owned(), "2 (0x02)".to_owned()]]);
    assert_eq!(failure.message, "input `src` came back changed in 1 element");
}

#[test]
fn an_input_that_the_set_does_not_have_may_be_returned() {
    let mut lab = inputs_came_back(|_| (), &[7; 512]);
    lab.stacks[0].inputs.clear();
    assert_eq!(lab.check().report.exit_code, 0);
}

fn padding(admitted: &str) -> Vec<ReadingInfo> {
    vec![reading("tile/dst-padding", Scope::Operation, &EXTENTS, &[admitted])]
}

#[test]
fn padding_is_shown_of_the_answer_that_matched() {
    for (admitted, touched, place) in [("untouched", 5, (0, 5)), ("row", 64, (1, 0)), ("row", 66, (1, 2))] {
        let mut lab = Lab { shared: padding(admitted), ..Lab::default() };
        let answer = |name: &str, cols, value| {
            let member = format!("t/{name}.npy");
            let stack = array(&member, DType::U8, [1, 1, cols], &vec![value; cols as usize]);
            (alternative(name, &[], [1, cols as u32], bits(&member)), stack)
        };
        let ((other, a), (right, b)) = (answer("other", 3, 9), answer("right", 5, 7));
        lab.tuple("t", 1, accept(), vec![other, right], vec![a, b]);
        let mut data = [CANARY; 128];
        data[..5].fill(7);
        data[touched] = 0;
        lab.ran("t", &data);
        let checked = lab.check();
        let failure = checked.failure("t", 0);
        assert_eq!((failure.wrong, failure.elements.len()), (1, 1), "{}", failure.message);
        assert_eq!((failure.elements[0].row, failure.elements[0].col), place);
        let end = format!(" was written (1 element of `dst`); admitted: {admitted}");
        let end = if touched < 64 { end } else { end.replace("was", "were") };
        assert!(failure.message.ends_with(&end) && failure.message.contains("result"), "{}", failure.message);
    }
}

#[test]
fn an_output_in_the_memory_of_an_input_has_no_padding() {
    let mut lab = Lab { shared: padding("untouched"), ..Lab::default() };
    let output = |operand: &str| OutputAnswer { region: [1, 5], judge: bits(&format!("t/{operand}.npy")), mask: None };
    let outputs = Names::from_iter(["dst", "idx"].map(|o| (o.to_owned(), output(o))));
    let only = Alternative { name: "only".into(), when: Arc::default(), rejects: false, outputs };
    let answers = ["dst", "idx"].map(|o| array(&format!("t/{o}.npy"), DType::U8, [1, 1, 5], &[7; 5])).to_vec();
    lab.tuple("t", 1, accept(), vec![only], answers);
    let operands = &mut lab.stacks[0].line.tuple.operands;
    operands[0].tile.same_as = Some("src".into());
    operands.push(Operand { name: "idx".into(), role: Role::Out, tile: Tile::nd(DType::U8, 2, 64) });
    let mut data = [CANARY; 128];
    data[..5].fill(7);
    lab.ran("t", &[7; 128]);
    let mut idx = data;
    idx[6] = 0;
    lab.outputs.push(array("t/idx.npy", DType::U8, [1, 2, 64], &data));
    assert_eq!(lab.check().of("t", 0), "pass");
    lab.outputs[1].data = idx.to_vec();
    let checked = lab.check();
    let failure = checked.failure("t", 0);
    assert_eq!((checked.of("t", 0), failure.wrong, failure.elements[0].operand.as_str()), ("guard-touched", 1, "idx"));
}

#[test]
fn a_wrong_verdict_on_legality_quotes_the_rule() {
    let mut lab = Lab::default();
    lab.legal("legal", 1, 7);
    ["one", "other", "third"].iter().for_each(|name| lab.tuple(name, 1, reject("legal"), vec![], vec![]));
    let several = Expectation::Reject { rule: None, stage: Stage::Shape, twin: "legal".into() };
    lab.tuple("several", 1, several, vec![], vec![]);
    lab.ran("legal", &[7; 128]);
    lab.ended("one", Outcome::Ok);
    lab.lines.push(ResultLine { rule: Some("tdemo/open".into()), ..line("other", 0, Outcome::Rejected) });
    lab.lines.push(ResultLine { rule: Some("tdemo/opne".into()), ..line("third", 0, Outcome::Rejected) });
    lab.ended("several", Outcome::Ok);
    let checked = lab.check();
    assert_eq!(checked.message("one", 0), "accepted, but it violates `tdemo/size` (tdemo/size holds)");
    assert_eq!(checked.message("several", 0), "accepted, but it violates several rules");
    let wrong_rule = "rejected for `tdemo/open`, but the rule that is violated is `tdemo/size` (tdemo/size holds)";
    assert_eq!(checked.message("other", 0), wrong_rule);
    let unknown = wrong_rule.replace("`tdemo/open`", "`tdemo/opne`, which is no rule of this operation");
    assert_eq!(checked.message("third", 0), unknown);
    assert!(checked.report.failures.iter().all(|group| group.stage == Some(Stage::Shape)));
}

#[test]
fn diagnostics_are_kept_of_a_few_cases_and_in_part() {
    let mut lab = Lab::default();
    lab.legal("t", 70, 7);
    let said = |slot| ResultLine { message: Some("x".repeat(1000)), stage: Some(RunStage::Run), ..line("t", slot, Outcome::Crashed) };
    lab.lines.extend((0..70).rev().map(said));
    let checked = lab.check_with(&Options { details: 70, ..Options::default() }).unwrap();
    for slot in 0..70 {
        let diagnostic = if slot < 64 { format!(": {}", "x".repeat(800)) } else { String::new() };
        assert_eq!(checked.message("t", slot), format!("crashed (while running){diagnostic}"));
    }
}

#[test]
fn accepted_results_are_called_by_numbers_and_those_alike_together() {
    let names = ["left", "right", "tree", "rejecting"];
    let readings = vec![reading("tdemo/order", Scope::Run, &names, &["left", "tree", "right"])];
    let mut lab = Lab { readings, ..Lab::default() };
    let member = |option: &str| format!("t/dst@{option}.npy");
    let alternatives = names[..3].iter().map(|o| alternative(o, &[("tdemo/order", o)], [2, 64], bits(&member(o)))).collect();
    let answers = [("left", 1), ("right", 5), ("tree", 1)].map(|(o, value)| array(&member(o), DType::U8, [1, 2, 64], &[value; 128]));
    lab.tuple("t", 1, accept(), alternatives, answers.to_vec());
    let mut data = [5; 128];
    data[127] = 6;
    lab.ran("t", &data);
    let checked = lab.check();
    let failure = checked.failure("t", 0);
    assert_eq!(failure.message, "1 of 128 elements differ from accepted 2, the closest of 3 accepted results");
    let expected = [["accepted 1, 3", "1 (0x01)"], ["accepted 2", "5 (0x05)"]].map(|pair| pair.map(str::to_owned));
    assert_eq!(failure.elements[0].expected, expected);
}
