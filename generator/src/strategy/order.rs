//! Tuples that show in which order a form adds: one for each dtype, attribute values and number of rows.

use crate::model::{Choice, Model};
use crate::tiers::Volume;
use ptoconf_numeric::orders::Layout;
use ptoconf_reference::{Class, Combine, Meet};
use ptoconf_schemas::DType;
use std::cell::OnceCell;

/// A layout to be computed when the first tuple needs it: large ones take long, and not every dtype has tuples.
struct Probe {
    class: Class,
    rows: u32,
    make: fn(DType, u32) -> Layout,
    layout: OnceCell<Layout>,
}

/// The tuples of a form; none where rows are not added up.
pub(crate) fn choices(model: &Model, volume: &Volume) -> Vec<Choice> {
    if model.form.combine != Combine::Rows(Meet::Sum) {
        return vec![];
    }
    let mut choices = vec![];
    for &dtype in DType::ALL.iter().filter(|d| d.is_float()) {
        let probe = |class: Class, make: fn(DType, u32) -> Layout| move |&rows: &u32| Probe { class, rows, make, layout: OnceCell::new() };
        let probes = volume.order_rows.iter().map(probe(Class::ORDER_PROBE, Layout::probes));
        let pairs = volume.order_pairs.iter().map(probe(Class::ORDER_PAIRS, Layout::pairs));
        let all: Vec<Probe> = probes.chain(pairs).collect();
        for flags in model.flags() {
            choices.extend(all.iter().filter_map(|probe| widest(model, dtype, &flags, probe)));
        }
    }
    choices
}

/// The tuple of the best width of the layout that the memory has room for.
fn widest(model: &Model, dtype: DType, flags: &[bool], probe: &Probe) -> Option<Choice> {
    let block = dtype.block();
    let of_width = |cols: u32| model.of_shape(dtype, probe.class, flags, [probe.rows, cols.next_multiple_of(block)], [probe.rows, cols], 0);
    // What is not legal in a single column is not legal in more.
    of_width(1)?;
    let layout = probe.layout.get_or_init(|| (probe.make)(dtype, probe.rows));
    layout.widths().into_iter().find_map(of_width)
}
