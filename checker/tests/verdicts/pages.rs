//! Whole reports are as committed in `tests/pages`; `PTOCONF_BLESS=1` writes them.

use crate::common::*;
use ptoconf_checker::{Options, report};
use ptoconf_schemas::*;
use std::collections::BTreeMap;

fn form(name: &str, pairs: u64) -> FormInfo {
    let coverage =
        Coverage { parameters: 4, pairs, pairs_covered: pairs * 9 / 10, triples: 40, triples_covered: 13, ..Coverage::default() };
    FormInfo { name: name.into(), call: String::new(), coverage }
}

fn order(rows: u32, orders: &[&str]) -> OrderReport {
    let names = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
    let known = !orders.is_empty();
    OrderReport {
        op: OP.into(),
        form: "plain".into(),
        attributes: Names::default(),
        dtype: DType::F16,
        rows,
        orders: names(orders),
        accumulator: names(if known { &["f16", "f32"] } else { &[] }),
        zero_seed: known.then_some(true),
        rounding: names(if known { &["toward-zero", "odd"] } else { &[] }),
        tree: (rows == 3).then(|| "((0 1) 2)".into()),
        consistent: known,
        lanes: vec![],
        reason: (rows == 4).then(|| "sums depend on the lane".into()),
    }
}

/// Something of everything: failures of several kinds, waived and filtered cases, strays, stale waivers, a rule out of reach.
fn lab() -> Lab {
    let readings =
        vec![reading("tdemo/order", Scope::Form, &["left", "tree"], &["left"]), reading("tdemo/zero", Scope::Run, &["no"], &["no"])];
    let unreachable = RuleReach { unreachable: Some("no tile is so large".into()), ..RuleReach::default() };
    let reach = BTreeMap::from([("tdemo/never".to_owned(), unreachable)]);
    let mut lab = Lab { readings, forms: vec![form("plain", 10), form("empty", 0), form("early", 20)], reach, ..Lab::default() };
    lab.legal("good", 2, 7);
    let member = |option: &str| format!("sum/dst@{option}.npy");
    let alternatives = ["left", "tree"].map(|o| alternative(o, &[("tdemo/order", o)], [2, 64], bits(&member(o)))).to_vec();
    let answers = [("left", 1), ("tree", 2)].map(|(o, value)| array(&member(o), DType::U8, [6, 2, 64], &[value; 768])).to_vec();
    lab.tuple("sum", 6, accept(), alternatives, answers);
    lab.tuple("illegal", 1, reject("good"), vec![], vec![]);
    lab.tuple("open", 1, either("good"), vec![rejecting("none", &[("tdemo/zero", "no")])], vec![]);
    lab.tuple("known", 1, reject("good"), vec![], vec![]);
    lab.tuple_of(&Tile::nd(DType::U8, 1, 16), "later", 2, accept(), vec![alternative("any", &[], [1, 16], Judgement::Unspecified)], vec![]);
    lab.stacks.last_mut().unwrap().line.tuple.form = "early".into();
    lab.ran("good", &[7; 256]);
    let sums: Vec<u8> = [1, 2, 2, 2, 2, 1].iter().flat_map(|value| [*value; 128]).collect();
    lab.ran("sum", &sums);
    let message = Some("<signal> & \"11\" \u{1b}[2J|*".into());
    lab.lines.push(ResultLine { message, ..line("illegal", 0, Outcome::Crashed) });
    ["open", "known"].iter().for_each(|name| lab.ended(name, Outcome::Ok));
    lab.lines.extend(
        ["<x>&]]>\u{1}", "tdemo/good/9", "tother/good/0"].map(|case| ResultLine { case: case.into(), ..line("x", 0, Outcome::Ok) }),
    );
    lab
}

fn checked() -> Report {
    let waiver = |case: &str, failure| Waiver::new(case, failure, "me", "old");
    let waivers = vec![
        waiver("tdemo/known/*", FailureKind::AcceptedIllegal),
        waiver("none*", FailureKind::Timeout),
        waiver("tdemo/later/*", FailureKind::Crashed),
    ];
    let filter: ptoconf_checker::Filter<'_> = Box::new(|line, _| line.name != "later");
    let options = Options { filter, waivers: Some(WaiverFile { waivers }), ..Options::default() };
    let mut report = lab().check_with(&options).unwrap().report;
    report.set.suite = "0123456789abcdef".repeat(4);
    report.implementation.details.insert("answers".into(), "out of reach; the program sees <all> files".into());
    report.orders =
        vec![order(2, &["left-fold", "halves"]), order(3, &[]), order(4, &[]), order(5, &["halves"]), order(6, &["right-fold"])];
    report
}

#[test]
fn reports_are_as_committed() {
    let report = checked();
    let mut pages = [vec![], vec![], vec![]];
    let [text, markdown, junit] = &mut pages;
    report::text(&report, false, text).unwrap();
    report::markdown(&report, markdown).unwrap();
    report::junit(&report, None, junit).unwrap();
    for (name, page) in ["report.txt", "report.md", "report.xml"].iter().zip(&pages) {
        is_as_committed(name, page);
    }
}
