//! A report as one page for a browser: no request to anywhere, and all of its style and script inside.
//!
//! The page is what the templates say; the files here only cut, count and place. Everything that does not come from
//! ptoconf is escaped by the templates, and the policy of the page runs no script but its own.

mod cause;
mod filters;
mod grid;
mod heat;
mod matrix;
mod page;
mod policy;
mod rows;
mod shape;
mod shown;
mod tree;

pub use cause::drawn;
use ptoconf_checker::Drawing;
use ptoconf_schemas::{DeviationReport, Report};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What a page shows beside the report.
#[derive(Default)]
pub struct Beside {
    /// Cases that are drawn, by id: those of [`drawn`].
    pub drawings: BTreeMap<String, Drawing>,
}

/// Writes a report as a page.
///
/// # Errors
/// What cannot be written.
pub fn html(report: &Report, beside: &Beside, mut to: impl Write) -> io::Result<()> {
    let page = page::render(report, beside).map_err(io::Error::other)?;
    to.write_all(plain(&page).as_bytes())
}

/// Options that are not admitted, as far as they are told.
fn told(report: &Report) -> Vec<&DeviationReport> {
    report.deviations.iter().filter(|deviation| ptoconf_checker::report::is_told(report, deviation)).collect()
}

/// Nothing that could steer a terminal or turn the direction of text.
fn plain(page: &str) -> String {
    page.chars().map(|c| if c != '\n' && ptoconf_checker::report::steers(c) { '\u{FFFD}' } else { c }).collect()
}
