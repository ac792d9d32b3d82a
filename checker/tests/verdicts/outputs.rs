//! Verdicts that follow from arrays: judgements, masks, absent arrays, inputs, writes outside the result.

use crate::common::*;
use ptoconf_schemas::*;
use std::sync::Arc;

#[test]
fn a_mismatch_shows_what_is_wrong_and_where() {
    let mut lab = Lab::default();
    lab.legal("t", 3, 7);
    let mut data = [7; 384];
    data[128 + 64 + 5] = 8;
    lab.ran("t", &data);
    let checked = lab.check();
    assert_eq!([0, 1, 2].map(|slot| checked.of("t", slot)), ["pass", "mismatch", "pass"]);
    let failure = checked.failure("t", 1);
    assert_eq!((failure.wrong, failure.elements.len()), (1, 1));
    let element = &failure.elements[0];
    assert_eq!((element.row, element.col, element.actual.as_str()), (1, 5, "8 (0x08)"));
    assert_eq!(element.expected, [["accepted".to_string(), "7 (0x07)".to_string()]]);
    assert_eq!(failure.picture[2], format!(".....#{}", ".".repeat(58)));
    assert!(failure.message.starts_with("1 of 128 elements differ from the result that is accepted"), "{}", failure.message);
}

#[test]
fn every_mode_of_judgement_decides() {
    let half = |v: u16| v.to_le_bytes().repeat(2);
    let (one, two, nan) = (half(0x3C00), half(0x4000), half(0x7E00));
    let f16 = |name: &str, data: &[u8]| array(name, DType::F16, [1, 1, 2], data);
    let within = Judgement::Within { lowest: "t/low.npy".into(), highest: "t/high.npy".into(), special: "t/special.npy".into() };
    let special = |bits: u8| array("t/special.npy", DType::U8, [1, 1, 2], &[bits; 2]);
    let enclosure = |bits| vec![f16("t/low.npy", &one), f16("t/high.npy", &two), special(bits)];
    let value = Judgement::Value { member: "t/a.npy".into() };
    let canary = half(0xA5A5);
    let cases: [(Judgement, Vec<Array>, &[u8], &str); 10] = [
        (bits("t/a.npy"), vec![f16("t/a.npy", &nan)], &nan, "pass"),
        (bits("t/a.npy"), vec![f16("t/a.npy", &nan)], &half(0xFE01), "mismatch"),
        (value.clone(), vec![f16("t/a.npy", &nan)], &half(0xFE01), "pass"),
        (value, vec![f16("t/a.npy", &one)], &two, "mismatch"),
        (within.clone(), enclosure(0), &half(0x3E00), "pass"),
        (within.clone(), enclosure(0), &half(0x4001), "mismatch"),
        (within.clone(), enclosure(0), &nan, "mismatch"),
        (within, enclosure(SPECIAL_NAN), &nan, "pass"),
        (Judgement::Unchanged, vec![], &canary, "pass"),
        (Judgement::Unchanged, vec![], &one, "mismatch"),
    ];
    for (judge, answers, actual, want) in cases {
        let mut lab = Lab::default();
        let alternatives = vec![alternative("only", &[], [1, 2], judge.clone())];
        lab.tuple_of(&Tile::nd(DType::F16, 1, 2), "t", 1, accept(), alternatives, answers);
        lab.ran("t", actual);
        assert_eq!(lab.check().of("t", 0), want, "{judge:?} {actual:x?}");
    }
}

#[test]
fn masked_elements_and_elements_outside_the_region_are_not_judged() {
    let mut only = alternative("only", &[], [1, 3], bits("t/a.npy"));
    only.outputs.get_mut("dst").unwrap().mask = Some("t/m.npy".into());
    let answers = vec![array("t/a.npy", DType::U8, [1, 1, 3], &[1, 2, 3]), array("t/m.npy", DType::U8, [1, 1, 3], &[1, 0, 1])];
    for (dst, want) in [([1, 9, 3, 9], "pass"), ([1, 2, 9, 9], "mismatch")] {
        let mut lab = Lab::default();
        lab.tuple_of(&Tile::nd(DType::U8, 1, 4), "t", 1, accept(), vec![only.clone()], answers.clone());
        lab.ran("t", &dst);
        let checked = lab.check();
        assert_eq!(checked.of("t", 0), want);
        if want == "mismatch" {
            assert_eq!(checked.failure("t", 0).picture[1], ".~#~");
        }
    }
}

#[test]
fn an_empty_region_needs_no_member() {
    let mut lab = Lab::default();
    lab.tuple("t", 1, accept(), vec![alternative("only", &[], [0, 64], bits("t/absent.npy"))], vec![]);
    lab.ran("t", &[CANARY; 128]);
    assert_eq!(lab.check().of("t", 0), "pass");
}

#[test]
fn absent_arrays_are_missing_and_wrong_ones_malformed() {
    let breaks: [(Damage, &str, &str); 3] = [
        (|lab| lab.outputs.clear(), "missing", "t/dst.npy"),
        (|lab| lab.outputs[0].dtype = DType::I8, "malformed", "|i1"),
        (|lab| lab.outputs[0].shape = vec![2, 64], "malformed", "(2, 64)"),
    ];
    for (damage, want, said) in breaks {
        let mut lab = Lab::default();
        lab.legal("t", 1, 7);
        lab.ran("t", &[7; 128]);
        damage(&mut lab);
        let checked = lab.check();
        assert_eq!(checked.of("t", 0), want);
        assert!(checked.message("t", 0).contains(said), "{}", checked.message("t", 0));
    }
}

#[test]
fn an_output_that_is_unspecified_need_not_be_returned() {
    let mut lab = Lab::default();
    lab.tuple("t", 1, accept(), vec![alternative("only", &[], [2, 64], Judgement::Unspecified)], vec![]);
    lab.ended("t", Outcome::Ok);
    assert_eq!(lab.check().of("t", 0), "pass");
}

#[test]
fn touched_memory_and_changed_inputs_fail() {
    let mut lab = Lab::default();
    ["seen", "changed", "kept"].iter().for_each(|name| lab.legal(name, 1, 7));
    ["seen", "changed", "kept"].iter().for_each(|name| lab.ran(name, &[7; 128]));
    lab.lines[0].touched = vec!["src".into()];
    let mut src = [0; 128];
    lab.outputs.push(array("kept/src.npy", DType::U8, [1, 2, 64], &src));
    src[70] = 1;
    lab.outputs.push(array("changed/src.npy", DType::U8, [1, 2, 64], &src));
    let checked = lab.check();
    assert_eq!(["seen", "changed", "kept"].map(|t| checked.of(t, 0)), ["guard-touched", "guard-touched", "pass"]);
    assert!(checked.message("seen", 0).contains("src"));
    let element = &checked.failure("changed", 0).elements[0];
    assert_eq!((element.row, element.col, element.actual.as_str()), (1, 6, "1 (0x01)"));
}

#[test]
fn an_input_that_shares_the_memory_of_the_output_may_change() {
    let mut lab = Lab::default();
    lab.legal("t", 1, 7);
    lab.stacks[0].line.tuple.operands[0].tile.same_as = Some("src".into());
    lab.ran("t", &[7; 128]);
    lab.outputs.push(array("t/src.npy", DType::U8, [1, 2, 64], &[7; 128]));
    assert_eq!(lab.check().of("t", 0), "pass");
}

/// One case whose result is 1 x 5 of a 2 x 64 tile of bytes, with other bytes touched.
fn padded(touched: &[usize], admitted: &[&str]) -> Checked {
    let mut lab = Lab { shared: vec![reading("tile/dst-padding", Scope::Operation, &EXTENTS, admitted)], ..Lab::default() };
    let answers = vec![array("t/a.npy", DType::U8, [1, 1, 5], &[7; 5])];
    lab.tuple("t", 1, accept(), vec![alternative("only", &[], [1, 5], bits("t/a.npy"))], answers);
    let mut data = [CANARY; 128];
    data[..5].fill(7);
    touched.iter().for_each(|&i| data[i] = 0);
    lab.ran("t", &data);
    lab.check()
}

#[test]
fn writes_outside_the_result_go_as_far_as_the_profile_admits() {
    let cases: [(&[usize], &[&str], &str); 7] = [
        (&[], &["untouched"], "pass"),
        (&[5], &["untouched"], "guard-touched"),
        (&[5, 31], &["untouched", "block"], "pass"),
        (&[32], &["block"], "guard-touched"),
        (&[63], &["row"], "pass"),
        (&[64], &["row"], "guard-touched"),
        (&[64], &["tile"], "pass"),
    ];
    for (touched, admitted, want) in cases {
        assert_eq!(padded(touched, admitted).of("t", 0), want, "{touched:?} {admitted:?}");
    }
    let checked = padded(&[5], &["untouched"]);
    let failure = checked.failure("t", 0);
    assert_eq!((failure.wrong, failure.elements[0].col), (1, 5));
    assert_eq!(&failure.picture[1][..7], "~~~~~#.");
}

#[test]
fn an_answer_that_is_not_admitted_excuses_no_write() {
    let readings = vec![reading("tdemo/order", Scope::Run, &["wide", "narrow"], &["narrow"])];
    let shared = vec![reading("tile/dst-padding", Scope::Operation, &EXTENTS, &["untouched"])];
    let mut lab = Lab { readings, shared, ..Lab::default() };
    let known = |name: &str, cols: u32| alternative(name, &[("tdemo/order", name)], [1, cols], bits(&format!("t/{name}.npy")));
    let stack = |name: &str, cols: u64| array(&format!("t/{name}.npy"), DType::U8, [1, 1, cols], &vec![7; cols as usize]);
    lab.tuple("t", 1, accept(), vec![known("wide", 6), known("narrow", 5)], vec![stack("wide", 6), stack("narrow", 5)]);
    let mut data = [CANARY; 128];
    data[..6].fill(7);
    lab.ran("t", &data);
    assert_eq!(lab.check().of("t", 0), "guard-touched");
    lab.stacks[0].answer.alternatives.reverse();
    assert_eq!(lab.check().of("t", 0), "guard-touched", "in whatever order");
}

#[test]
fn extents_that_some_case_exceeds_are_not_followed() {
    let mut lab = Lab { shared: vec![reading("tile/dst-padding", Scope::Operation, &EXTENTS, &EXTENTS)], ..Lab::default() };
    let answers = vec![array("t/a.npy", DType::U8, [3, 1, 5], &[7; 15])];
    lab.tuple("t", 3, accept(), vec![alternative("only", &[], [1, 5], bits("t/a.npy"))], answers);
    let mut data = [CANARY; 384];
    for (case, touched) in [(0, 4), (1, 5), (2, 32)] {
        data[case * 128..case * 128 + 5].fill(7);
        data[case * 128 + touched] = 7;
    }
    lab.ran("t", &data);
    assert_eq!(lab.check().report.readings[0].follows, ["row", "tile"]);
}

#[test]
fn the_reading_followed_is_the_strongest_that_every_case_keeps() {
    let report = padded(&[5], &["untouched", "block"]).report;
    assert_eq!((report.readings[0].reading.as_str(), report.readings[0].place.as_str()), ("tile/dst-padding", OP));
    assert_eq!(report.readings[0].follows, ["block", "row", "tile"]);
    assert!(report.readings[0].conforms);
}

#[test]
fn several_outputs_have_to_match_the_same_alternative() {
    let tile = Tile::nd(DType::U8, 1, 2);
    let both = |name: &str, value: u8| {
        let output = |operand: &str| OutputAnswer { region: [1, 2], judge: bits(&format!("t/{operand}@{name}.npy")), mask: None };
        let outputs = Names::from_iter([("dst".to_string(), output("dst")), ("idx".to_string(), output("idx"))]);
        let arrays = ["dst", "idx"].map(|o| array(&format!("t/{o}@{name}.npy"), DType::U8, [1, 1, 2], &[value; 2]));
        (Alternative { name: name.into(), when: Arc::default(), rejects: false, outputs }, arrays)
    };
    let ((one, a), (two, b)) = (both("one", 1), both("two", 2));
    for (dst, idx, want) in [(1, 1, "pass"), (2, 2, "pass"), (1, 2, "mismatch")] {
        let mut lab = Lab::default();
        let answers = a.iter().chain(&b).cloned().collect();
        lab.tuple_of(&tile, "t", 1, accept(), vec![one.clone(), two.clone()], answers);
        lab.stacks[0].line.tuple.operands.push(Operand { name: "idx".into(), role: Role::Out, tile: tile.clone() });
        lab.ran("t", &[dst; 2]);
        lab.outputs.push(array("t/idx.npy", DType::U8, [1, 1, 2], &[idx; 2]));
        assert_eq!(lab.check().of("t", 0), want);
    }
}
