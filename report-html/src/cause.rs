//! Causes, with pictures.

use crate::heat::{Heat, heat};
use crate::shape::{Shape, shapes};
use crate::shown::Shown;
use ptoconf_checker::Drawing;
use ptoconf_checker::report::{NO_STATEMENT, statement, wrong};
use ptoconf_schemas::{CauseReport, Report};
use std::collections::BTreeMap;

/// Causes that a page shows: more than anybody reads, and few enough that the page stays small.
const CAUSES: usize = 64;

/// A cause.
pub struct Cause<'a> {
    /// Its place in the report, from 1.
    pub number: usize,
    /// What the report says of it.
    pub is: &'a CauseReport,
    /// What the tuples or their wrong elements have in common.
    pub statement: String,
    /// Which elements are wrong, and what they hold.
    pub wrong: Option<String>,
    /// Its smallest failing case.
    pub picture: Option<Picture<'a>>,
}

/// A case in pictures.
pub struct Picture<'a> {
    /// Its operands.
    pub shapes: Vec<Shape<'a>>,
    /// Its outputs that are wrong.
    pub heats: Vec<Heat<'a>>,
}

/// The causes of a report, those of most failing tuples first.
pub fn causes<'a>(report: &'a Report, drawings: &'a BTreeMap<String, Drawing>) -> Shown<Cause<'a>> {
    let picture = |drawing: &'a Drawing| Picture { shapes: shapes(&drawing.tuple), heats: drawing.outputs.iter().map(heat).collect() };
    let cause = |(number, is): (usize, &'a CauseReport)| Cause {
        number,
        is,
        statement: statement(is).unwrap_or_else(|| NO_STATEMENT.to_owned()),
        wrong: wrong(is),
        picture: drawings.get(&is.smallest).map(picture),
    };
    let all: Vec<Cause<'_>> = (1..).zip(report.causes.iter().take(CAUSES)).map(cause).collect();
    Shown { more: (report.causes.len() - all.len()) as u64, all }
}

/// The cases that a page draws, by id.
pub fn drawn(report: &Report) -> Vec<&str> {
    report.causes.iter().take(CAUSES).map(|cause| cause.smallest.as_str()).collect()
}
