//! A changed model that answers all that the right one asks as that does need not be run: it does the same.

use crate::case::{Case, model, nd};
use ptoconf_models::{Bench, Change, Decisions, Job, Model};
use ptoconf_schemas::CANARY;
use ptoconf_schemas::DType::{F16, F32};

/// A name, and what it makes otherwise.
type Named = (&'static str, fn(&mut Decisions));

fn pair(rows: u32, cols: u32) -> Case {
    let full = || nd(F32, [rows, cols.next_multiple_of(8)], [rows, cols]);
    let case = Case::new("tcolexpandadd", "plain").out("dst", full()).input("src0", full(), |row, col| (10 * row + col) as f32);
    case.input("src1", nd(F32, [1, cols.next_multiple_of(8)], [1, cols]), |_, col| 0.5 + col as f32)
}

fn sum(rows: u32) -> Case {
    let case = Case::new("tcolsum", "plain").out("dst", nd(F16, [1, 16], [1, 9]));
    case.input("src", nd(F16, [rows, 16], [rows, 9]), |row, col| half::f16::from_f32((row + 2 * col) as f32))
}

/// Whether a change answers alike what is asked in a case, and whether it does the same.
fn alike(case: &Case, right: &Model, change: Change) -> [bool; 2] {
    let (line, other) = (case.line(), right.clone().changed(change));
    let job = Job { line: &line, inputs: &case.inputs, canary: CANARY };
    let (expected, asked) = right.execute_and_note(&job, &mut Bench::default());
    let (run, found) = (case.run(right).results, case.run(&other).results);
    assert!(expected.lines == run.lines && expected.outputs == run.outputs, "noting changes nothing");
    [other.answers_alike(&case.tuple, &asked), found.lines == expected.lines && found.outputs == expected.outputs]
}

#[test]
fn what_is_asked_tells_where_a_change_makes_no_difference() {
    let changes: [Named; 4] = [
        ("3 rows", |d| d.rows = |_, n| if n == 3 { 2 } else { n }),
        ("9 columns", |d| d.columns = |_, _, n| if n == 9 { 8 } else { n }),
        ("lanes of f16", |d| d.lanes = |_, dtype, n| if dtype == F16 { n / 16 } else { n }),
        ("stride of src1", |d| {
            d.strides = |site, name, tile| {
                let [row, col] = (Decisions::RIGHT.strides)(site, name, tile);
                if name == "src1" { [row, col + 1] } else { [row, col] }
            }
        }),
    ];
    // By case, which of the changes answer otherwise.
    let cases = [(pair(3, 9), [true, true, false, true]), (pair(2, 8), [false, false, false, true]), (sum(3), [true, true, true, false])];
    for right in ["a2a3", "a5", "cpu"].map(model) {
        for (case, otherwise) in &cases {
            for ((name, change), otherwise) in changes.iter().zip(otherwise) {
                let [alike, same] = alike(case, &right, Change::decisions(name, change));
                assert!(!alike || same, "{} {name}: it is said to do the same", right.name());
                // A sum asks for the rows after the first, or for all of them.
                assert!(alike != *otherwise || case.tuple.op == "tcolsum" && *name == "3 rows", "{} {name}", right.name());
            }
        }
    }
}

/// What is asked for every element is not kept: such a change may do anything.
#[test]
fn other_changes_have_to_be_run() {
    let changes: [Named; 5] = [
        ("elements", |d| d.written_as = Some(|_, e| Some(e.bits))),
        ("snapshots", |d| d.snapshot = false),
        ("rows of vectors", |d| d.vector_row = |_, row| row / 8),
        ("after", |d| d.after = Some(|_| ())),
        ("both", |d| {
            d.rows = |_, n| n.min(100);
            d.write_byte = |_, _, byte| byte | 1;
        }),
    ];
    for (name, change) in changes {
        assert!(!alike(&pair(3, 9), &model("a2a3"), Change::decisions(name, change))[0], "{name}");
    }
    let check = model("a2a3").legality_checks()[0];
    assert!(!alike(&pair(3, 9), &model("a2a3"), Change::without_check(check))[0]);
    assert_eq!(alike(&pair(3, 9), &model("a2a3"), Change::decisions("none", |_| ())), [true, true]);
}

/// A check that is left out decides otherwise where it would have failed, and nowhere else.
#[test]
fn decisions_are_alike_where_the_changed_check_is() {
    let right = model("a2a3");
    let empty = pair(3, 9).change("src0", |t| t.valid = [0, 9]);
    for check in right.legality_checks() {
        let other = right.clone().changed(Change::without_check(check));
        for case in [&pair(3, 9), &empty] {
            let [own, others] = [&right, &other].map(|model| model.accepts(&case.tuple).map_err(|refusal| refusal.outcome));
            assert!(!other.decides_alike(&case.tuple) || own == others, "{check}");
        }
        assert!(other.decides_alike(&pair(3, 9).tuple), "{check} holds");
    }
    let not_alike = |check: &&str| !right.clone().changed(Change::without_check(check)).decides_alike(&empty.tuple);
    assert!(right.legality_checks().iter().any(not_alike), "some check is about rows");
}
