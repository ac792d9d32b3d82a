//! Results within units in the last place, and how far off they are said to be.

use crate::common::*;
use ptoconf_schemas::*;

const WAY: &str = "tdemo/way";
const LEVEL: &str = "tdemo/level";

fn halves(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// Two ways to the result, of which one gives 1 and 2 and the other 1.25 and 2.25, each at two levels. Admitted are both ways,
/// and one number off.
fn lab() -> Lab {
    let readings = vec![
        reading(WAY, Scope::FormDtype, &["near", "far"], &["near", "far"]),
        reading(LEVEL, Scope::FormDtype, &["close", "coarse"], &["close"]),
    ];
    let mut lab = Lab { readings, ..Lab::default() };
    let judge = |way: &str, level: &str| Judgement::Ulps { nearest: format!("t/{way}.npy"), ulps: format!("t/{level}.npy") };
    let of = |way: &'static str, level: &'static str| {
        alternative(&format!("{way}-{level}"), &[(WAY, way), (LEVEL, level)], [1, 2], judge(way, level))
    };
    let alternatives = vec![of("near", "close"), of("near", "coarse"), of("far", "close"), of("far", "coarse")];
    let answers = vec![
        array("t/near.npy", DType::F16, [1, 1, 2], &halves(&[0x3C00, 0x4000])),
        array("t/far.npy", DType::F16, [1, 1, 2], &halves(&[0x3D00, 0x4080])),
        array("t/close.npy", DType::U8, [1, 1, 2], &[0, 1]),
        array("t/coarse.npy", DType::U8, [1, 1, 2], &[0, 8]),
    ];
    lab.tuple_of(&Tile::nd(DType::F16, 1, 2), "t", 1, accept(), alternatives, answers);
    lab
}

#[test]
fn results_are_near_enough_or_not() {
    // The first element has no room at any level.
    let cases: [([u16; 2], &str); 7] = [
        ([0x3C00, 0x4001], "pass"),
        ([0x3D00, 0x407F], "pass"),
        ([0x3C00, 0x4002], "mismatch"),
        ([0x3C01, 0x4000], "mismatch"),
        ([0x3C00, 0x407F], "mismatch"),
        ([0x3C00, 0xC000], "mismatch"),
        ([0x3C00, 0x7E00], "mismatch"),
    ];
    for (actual, want) in cases {
        let mut lab = lab();
        lab.ran("t", &halves(&actual));
        assert_eq!(lab.check().of("t", 0), want, "{actual:x?}");
    }
}

#[test]
fn a_level_that_is_not_admitted_is_named() {
    let mut lab = lab();
    lab.ran("t", &halves(&[0x3D00, 0x4085]));
    let report = lab.check().report;
    let deviation = &report.deviations[0];
    assert_eq!((deviation.reading.as_str(), &deviation.options[..]), (LEVEL, &["coarse".to_owned()][..]));
}

#[test]
fn distances_are_measured_whatever_is_admitted() {
    let of = |actual: [u16; 2]| {
        let mut lab = lab();
        lab.ran("t", &halves(&actual));
        lab.check().report.accuracy.remove(0)
    };
    let exact = of([0x3D00, 0x4080]);
    assert_eq!((exact.worst, exact.results, &exact.against[..]), (None, 2, &[format!("{WAY} = far")][..]));
    let off = of([0x3C00, 0x4005]);
    assert_eq!(off.against, [format!("{WAY} = near")]);
    let counts: Vec<[u64; 3]> = off.histogram.iter().map(|c| [c.from, c.to, c.results]).collect();
    assert_eq!(counts, [[0, 0, 1], [5, 8, 1]]);
    let worst = off.worst.expect("one that is off");
    assert_eq!((worst.ulps, worst.case.as_str(), worst.row, worst.col), (5, "tdemo/t/0", 0, 1));
    assert_eq!((worst.actual.as_str(), worst.nearest.as_str()), ("2.0097656 (0x4005)", "2.0 (0x4000)"));
    let other = of([0x3C00, 0xC000]);
    assert_eq!((other.incomparable, other.results), (1, 1));
}
