//! Readings and orders of additions that are followed in another way.

use ptoconf_schemas::{ChangedReading, OrderReport, Report};
use std::collections::BTreeMap;

/// Everything that both reports speak of and that changed.
pub fn changed(old: &Report, new: &Report) -> Vec<ChangedReading> {
    // Of one set the same results leave the same options open.
    let exact = old.set.suite == new.set.suite;
    let of = |report: &Report| readings(report).into_iter().chain(orders(report)).collect::<BTreeMap<_, _>>();
    let mut before = of(old);
    let both = of(new).into_iter().filter_map(|(key, now)| Some((before.remove(&key)?, key, now)));
    let changed = both.filter(|(was, _, now)| differs(was, now, exact));
    changed.map(|(was, (reading, place), now)| ChangedReading { reading, place, was, now }).collect()
}

/// A reading, or none for an order, and where.
type Key = (Option<String>, String);

fn readings(report: &Report) -> Vec<(Key, Vec<String>)> {
    // What no case tells apart is not followed, and neither is it not.
    let shown = report.readings.iter().filter(|r| r.evidence > 0);
    shown.map(|r| ((Some(r.reading.clone()), r.place.clone()), r.follows.clone())).collect()
}

fn orders(report: &Report) -> Vec<(Key, Vec<String>)> {
    report.orders.iter().map(|order| ((None, place(order)), order.orders.clone())).collect()
}

fn place(order: &OrderReport) -> String {
    let attributes: String = order.attributes.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    format!("{} {}{attributes} {}, {} rows", order.op, order.form, order.dtype, order.rows)
}

/// Whether something else is followed: nothing in common, or, of one set, not the same.
fn differs(was: &[String], now: &[String], exact: bool) -> bool {
    let common = was.iter().any(|one| now.contains(one));
    was != now && (exact || !common)
}
