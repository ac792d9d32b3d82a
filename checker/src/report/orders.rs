//! Orders of additions in words: the same answer for many numbers of rows is one group.

use ptoconf_schemas::OrderReport;
use std::collections::BTreeMap;

/// Numbers of rows with the same answer at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderGroup {
    /// Operation, form, attributes and dtype.
    pub place: String,
    /// The numbers of rows; empty where there is no other group at the place.
    pub rows: Vec<u32>,
    /// Orders that fit at all of them.
    pub orders: Vec<String>,
    /// Accumulators that fit at all of them.
    pub accumulator: Vec<String>,
    /// Roundings that fit at all of them.
    pub rounding: Vec<String>,
    /// Whether sums start from +0.
    pub zero_seed: Option<bool>,
    /// Whether the rounding vectors follow, too.
    pub consistent: bool,
    /// The tree of a single number of rows that has no name.
    pub tree: Option<String>,
    /// Lanes that differ, and why there is no order.
    pub notes: Vec<String>,
}

/// One thing that a report says; reports that can say the same make a group.
type Answer<'a> = (&'a str, &'a str, &'a str, Option<bool>, bool, String);

/// Every answer that a report leaves possible.
fn answers(report: &OrderReport) -> Vec<Answer<'_>> {
    fn or_none(names: &[String]) -> Vec<&str> {
        if names.is_empty() { vec![""] } else { names.iter().map(String::as_str).collect() }
    }
    // A tree without a name is another one at each number of rows.
    let own = if report.orders.is_empty() {
        report.tree.iter().chain(&report.lanes).chain(&report.reason).cloned().collect()
    } else {
        String::new()
    };
    let mut answers = vec![];
    for order in or_none(&report.orders) {
        for accumulator in or_none(&report.accumulator) {
            for rounding in or_none(&report.rounding) {
                answers.push((order, accumulator, rounding, report.zero_seed, report.consistent, own.clone()));
            }
        }
    }
    answers
}

/// The reports of each place in as few groups as their most common answers make.
pub fn order_groups(reports: &[OrderReport]) -> Vec<OrderGroup> {
    let mut places: Vec<(String, Vec<&OrderReport>)> = vec![];
    for report in reports {
        let name = place(report);
        match places.iter_mut().find(|(n, _)| *n == name) {
            Some((_, own)) => own.push(report),
            None => places.push((name, vec![report])),
        }
    }
    places.into_iter().flat_map(|(place, reports)| groups(&place, reports)).collect()
}

fn groups(place: &str, mut left: Vec<&OrderReport>) -> Vec<OrderGroup> {
    let mut groups = vec![];
    while !left.is_empty() {
        let mut counts: BTreeMap<Answer<'_>, usize> = BTreeMap::new();
        let all: Vec<Answer<'_>> = left.iter().flat_map(|r| answers(r)).collect();
        all.iter().for_each(|a| *counts.entry(a.clone()).or_default() += 1);
        // Of several, the first that a report gives: those are in the order of their standing.
        let most = counts.values().copied().max().unwrap_or(0);
        let Some(best) = all.iter().find(|a| counts[*a] == most) else { break };
        let (own, others): (Vec<_>, Vec<_>) = left.iter().partition(|r| answers(r).contains(best));
        let mut group = group(place, &own);
        if groups.is_empty() && others.is_empty() {
            group.rows.clear();
        }
        groups.push(group);
        left = others;
    }
    groups
}

fn group(place: &str, reports: &[&OrderReport]) -> OrderGroup {
    let common = |field: fn(&OrderReport) -> &Vec<String>| {
        let mut names = reports.first().map(|r| field(r).clone()).unwrap_or_default();
        names.retain(|name| reports.iter().all(|r| field(r).contains(name)));
        names
    };
    let first = reports.first();
    let nameless = first.filter(|r| r.orders.is_empty());
    OrderGroup {
        place: place.to_owned(),
        rows: reports.iter().map(|r| r.rows).collect(),
        orders: common(|r| &r.orders),
        accumulator: common(|r| &r.accumulator),
        rounding: common(|r| &r.rounding),
        zero_seed: first.and_then(|r| r.zero_seed),
        consistent: reports.iter().all(|r| r.consistent),
        tree: nameless.and_then(|r| r.tree.clone()),
        notes: first.map(|r| r.lanes.iter().chain(&r.reason).cloned().collect()).unwrap_or_default(),
    }
}

fn place(report: &OrderReport) -> String {
    let attributes = report.attributes.iter().map(|(name, value)| format!(" {name}={value}"));
    format!("{} {}{} {}", report.op, report.form, attributes.collect::<String>(), report.dtype)
}

/// Names that are listed of an order that has several.
const NAMED: usize = 4;

impl OrderGroup {
    /// `at every row count`, or which ones.
    pub fn at(&self) -> String {
        match &self.rows[..] {
            [] => "at every row count".to_owned(),
            rows => format!("at {} rows", rows.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
        }
    }

    /// The order in a word or two.
    pub fn order(&self) -> String {
        match (&self.tree, self.orders.is_empty()) {
            (Some(tree), _) => tree.clone(),
            (None, true) => "no order seen".to_owned(),
            _ => {
                let more = self.orders.len().saturating_sub(NAMED);
                let more = if more > 0 { format!(" = {more} more") } else { String::new() };
                format!("{}{more}", self.orders.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(" = "))
            }
        }
    }

    fn words(&self) -> String {
        let mut parts = match (self.orders.is_empty(), &self.tree) {
            (true, None) => vec![format!("no order seen {}", self.at())],
            _ => vec![format!("follows {} {}", self.order(), self.at())],
        };
        if !self.accumulator.is_empty() {
            parts.push(format!("accumulates in {}", self.accumulator.join(" or ")));
            parts.extend(self.zero_seed.map(|seed| if seed { "starts from zero" } else { "no zero seed" }.to_owned()));
            parts.push(format!("rounds {}", self.rounding.iter().map(|r| direction(r)).collect::<Vec<_>>().join(" or ")));
        }
        parts.extend(self.notes.iter().cloned());
        parts.join("; ")
    }
}

fn direction(rounding: &str) -> &str {
    match rounding {
        "nearest-even" => "to nearest even",
        "toward-zero" => "toward zero",
        other => other,
    }
}

/// One line for each place.
pub fn order_lines(reports: &[OrderReport]) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = vec![];
    for group in order_groups(reports) {
        let words = group.words();
        match lines.last_mut().filter(|(place, _)| *place == group.place) {
            Some((_, all)) => all.push(words),
            None => lines.push((group.place, vec![words])),
        }
    }
    lines.into_iter().map(|(place, all)| format!("{place}: {}", all.join(". Also "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{DType, Names};

    fn report(rows: u32, orders: &[&str]) -> OrderReport {
        let names = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        OrderReport {
            op: "sum".to_owned(),
            form: "plain".to_owned(),
            attributes: Names::default(),
            dtype: DType::F16,
            rows,
            orders: names(orders),
            accumulator: names(if orders.is_empty() { &[] } else { &["f16"] }),
            zero_seed: (!orders.is_empty()).then_some(false),
            rounding: names(if orders.is_empty() { &[] } else { &["nearest-even"] }),
            tree: None,
            consistent: !orders.is_empty(),
            lanes: vec![],
            reason: orders.is_empty().then(|| "why".to_owned()),
        }
    }

    #[test]
    fn one_answer_for_all_rows_is_one_line() {
        let reports = [report(2, &["left-fold", "halves"]), report(3, &["halves"]), report(4, &["a5-tree", "halves"])];
        let expected = "sum plain f16: follows halves at every row count; accumulates in f16; no zero seed; rounds to nearest even";
        assert_eq!(order_lines(&reports), [expected]);
    }

    #[test]
    fn what_does_not_fit_is_said_of_its_rows() {
        let reports = [report(3, &["halves"]), report(4, &[]), report(5, &["halves"])];
        let lines = order_lines(&reports);
        assert!(lines[0].starts_with("sum plain f16: follows halves at 3, 5 rows; "), "{lines:?}");
        assert!(lines[0].ends_with(". Also no order seen at 4 rows; why"), "{lines:?}");
        let orders: Vec<String> = order_groups(&reports).iter().map(OrderGroup::order).collect();
        assert_eq!(orders, ["halves", "no order seen"]);
    }
}
