//! Tuples that show in which order a form adds: one for each dtype, attribute values and number of rows.

use crate::model::{Choice, Model};
use crate::tiers::Volume;
use ptoconf_reference::orders::Layout;
use ptoconf_reference::{Class, Combine};
use ptoconf_schemas::DType;

/// The tuples of a form; none where rows are not added up.
pub(crate) fn choices(model: &Model, volume: &Volume) -> Vec<Choice> {
    if model.form.combine != Combine::Rows {
        return vec![];
    }
    let mut choices = vec![];
    for &dtype in DType::ALL.iter().filter(|d| d.is_float()) {
        for flags in flags(model.form.attributes.len()) {
            let probes = volume.order_rows.iter().map(|&rows| (Class::ORDER_PROBE, rows, Layout::probes(dtype, rows)));
            let pairs = volume.order_pairs.iter().map(|&rows| (Class::ORDER_PAIRS, rows, Layout::pairs(dtype, rows)));
            choices.extend(probes.chain(pairs).filter_map(|(class, rows, layout)| widest(model, dtype, class, &flags, rows, &layout)));
        }
    }
    choices
}

/// Every choice of truth values for so many attributes.
fn flags(number: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << number).map(move |bits| (0..number).map(|i| bits >> i & 1 == 1).collect())
}

/// The tuple of the best width of the layout that the memory has room for.
fn widest(model: &Model, dtype: DType, class: Class, flags: &[bool], rows: u32, layout: &Layout) -> Option<Choice> {
    let of_width = |cols: u32| model.of_shape(dtype, class, flags, [rows, cols.next_multiple_of(dtype.block())], [rows, cols]);
    layout.widths().into_iter().find_map(of_width)
}
