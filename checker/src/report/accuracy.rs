//! How far results are from the correctly rounded ones, in words.

use ptoconf_schemas::{AccuracyReport, UlpCount};

/// A line for each form and element type.
pub fn accuracy_lines(reports: &[AccuracyReport]) -> Vec<String> {
    reports.iter().map(line).collect()
}

fn line(report: &AccuracyReport) -> String {
    let against = report.against.iter().map(|option| format!(", {option}")).collect::<String>();
    let mut parts = vec![match &report.worst {
        Some(worst) => format!("at most {} ulp off in {} results", worst.ulps, report.results),
        None => format!("all of {} results correctly rounded", report.results),
    }];
    if report.incomparable > 0 {
        parts.push(format!("{} of another sign, or NaN on one side", report.incomparable));
    }
    if let Some(worst) = &report.worst {
        parts.push(report.histogram.iter().map(count).collect::<Vec<_>>().join(", "));
        let place = format!("{} {}[{}, {}]", worst.case, worst.operand, worst.row, worst.col);
        parts.push(format!("the worst in {place}: {}, nearest {}", worst.actual, worst.nearest));
    }
    format!("{} {} {}{against}: {}", report.op, report.form, report.dtype, parts.join("; "))
}

fn count(count: &UlpCount) -> String {
    let ulps = if count.from == count.to { count.from.to_string() } else { format!("{} to {}", count.from, count.to) };
    format!("{ulps} ulp: {}", count.results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{DType, WorstResult};

    fn report(worst: Option<WorstResult>) -> AccuracyReport {
        let histogram = vec![UlpCount { from: 0, to: 0, results: 90 }, UlpCount { from: 3, to: 4, results: 10 }];
        let against = vec!["exp/difference = rounded".to_owned()];
        AccuracyReport {
            op: "exp".into(),
            form: "plain".into(),
            dtype: DType::F16,
            against,
            results: 100,
            incomparable: 0,
            worst,
            histogram,
        }
    }

    #[test]
    fn a_line_says_how_much_and_where() {
        assert_eq!(line(&report(None)), "exp plain f16, exp/difference = rounded: all of 100 results correctly rounded");
        let worst = WorstResult {
            ulps: 3,
            case: "exp/plain-1/0".into(),
            operand: "dst".into(),
            row: 1,
            col: 2,
            actual: "1.5 (0x3e00)".into(),
            nearest: "1.503 (0x3e03)".into(),
        };
        let line = line(&AccuracyReport { incomparable: 2, ..report(Some(worst)) });
        assert_eq!(
            line,
            "exp plain f16, exp/difference = rounded: at most 3 ulp off in 100 results; 2 of another sign, or NaN on one side; \
             0 ulp: 90, 3 to 4 ulp: 10; the worst in exp/plain-1/0 dst[1, 2]: 1.5 (0x3e00), nearest 1.503 (0x3e03)"
        );
    }
}
