//! Causes, the first of them with pictures.

use crate::page::Shown;
use ptoconf_schemas::{CauseReport, Report};

/// Causes that a page shows.
const CAUSES: usize = 40;

/// A cause.
pub struct Cause<'a> {
    /// Its place in the report, from 1.
    pub number: usize,
    /// What the report says of it.
    pub is: &'a CauseReport,
}

/// The causes of a report, those of most failing tuples first.
pub fn causes(report: &Report) -> Shown<Cause<'_>> {
    let all: Vec<Cause<'_>> = (1..).zip(report.causes.iter().take(CAUSES)).map(|(number, is)| Cause { number, is }).collect();
    Shown { more: (report.causes.len() - all.len()) as u64, all }
}
