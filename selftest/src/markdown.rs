//! The report of the self-test as a page.

use ptoconf_schemas::SelftestReport;

/// The report as Markdown.
pub fn markdown(report: &SelftestReport) -> String {
    crate::text(report)
}
