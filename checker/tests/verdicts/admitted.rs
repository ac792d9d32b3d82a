//! What a set admits, and what an enclosure holds, for those who compute enclosures elsewhere.

use crate::common::*;
use ptoconf_checker::{Admitted, encloses};
use ptoconf_schemas::*;

#[test]
fn admitted_alternatives_that_accept_are_given_in_order() {
    let options = ["zeros", "ignore", "reject"];
    let mut lab = Lab { readings: vec![reading("tdemo/zero", Scope::Run, &options, &["ignore", "reject"])], ..Lab::default() };
    let known = |name: &str| alternative(name, &[("tdemo/zero", name)], [2, 64], Judgement::Unchanged);
    let rejects = rejecting("rejected", &[("tdemo/zero", "reject")]);
    let plain = alternative("plain", &[], [2, 64], Judgement::Unspecified);
    lab.tuple("open", 1, either("legal"), vec![known("zeros"), known("ignore"), rejects, plain], vec![]);
    let (suite, stack) = (lab.suite(), &lab.stacks[0]);
    let admitted = Admitted::new(&suite).unwrap();
    let names: Vec<&str> = admitted.alternatives(&stack.line.tuple, &stack.answer).unwrap().iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["ignore", "plain"]);
}

#[test]
fn an_enclosure_has_to_hold_every_value() {
    let le = |values: [u16; 3]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let (low, high, special) = (le([0x3C00; 3]), le([0x4000; 3]), [0, 0, SPECIAL_INF]);
    let within = |values| encloses(DType::F16, [&low, &high, &special], &le(values));
    assert!(within([0x3C00, 0x3E00, 0x4000]) && within([0x3C00, 0x3C00, 0x7C00]));
    for outside in [[0x3BFF, 0x3E00, 0x3E00], [0x3E00, 0x3E00, 0x4001], [0x7C00, 0x3E00, 0x3E00]] {
        assert!(!within(outside), "{outside:x?}");
    }
}
