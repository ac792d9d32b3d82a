//! Tuples that show in which order a form adds: one for each dtype, attribute values and number of elements that meet.

use crate::model::{Choice, Extents, Model};
use crate::tiers::Volume;
use ptoconf_numeric::orders::{Layout, Line};
use ptoconf_reference::{Class, Combine, Meet};
use ptoconf_schemas::DType;
use std::cell::OnceCell;

/// Data of tiles in which a target adds in a way of its own.
const SINGULAR: &[Class] = &[Class::REVEAL, Class::CANCEL, Class::EXACT_WINDOW];

/// Lines of a tuple that has no room for a layout.
const FEW: u32 = 4;

/// A layout to be computed when the first tuple needs it: large ones take long, and not every dtype has tuples.
struct Probe {
    class: Class,
    line: Line,
    terms: u32,
    make: fn(Line, DType, u32) -> Layout,
    layout: OnceCell<Layout>,
}

/// The tuples of a form; none where nothing is added up.
pub(crate) fn choices(model: &Model, volume: &Volume) -> Vec<Choice> {
    let line = match model.form.combine {
        Combine::Rows(Meet::Sum) => Line::Column,
        Combine::Cols(Meet::Sum) => Line::Row,
        _ => return vec![],
    };
    let mut choices = vec![];
    for &dtype in DType::ALL.iter().filter(|d| d.is_float()) {
        let probe = |class: Class, make| move |terms: u32| Probe { class, line, terms, make, layout: OnceCell::new() };
        let probes = volume.order_terms(line, dtype).into_iter().map(probe(Class::ORDER_PROBE, Layout::probes));
        let pairs = volume.order_pairs.iter().copied().map(probe(Class::ORDER_PAIRS, Layout::pairs));
        let all: Vec<Probe> = probes.chain(pairs).collect();
        for attributes in model.attributes() {
            choices.extend(all.iter().filter_map(|probe| widest(model, dtype, &attributes, probe)));
        }
    }
    choices.extend(singular(model));
    choices
}

/// The tuple of the most lines of the layout that the memory has room for; where it has none for the whole layout, of a few
/// lines of random numbers whose sums depend on the order, too.
fn widest(model: &Model, dtype: DType, attributes: &[usize], probe: &Probe) -> Option<Choice> {
    let of = |class: Class, lines: u32| {
        let valid = if probe.line == Line::Column { [probe.terms, lines] } else { [lines, probe.terms] };
        let physical = [valid[0], valid[1].next_multiple_of(dtype.block())];
        model.of_shape(dtype, class, attributes, Extents::new(physical, valid))
    };
    // What is not legal in a single line is not legal in more.
    of(probe.class, 1)?;
    let layout = probe.layout.get_or_init(|| (probe.make)(probe.line, dtype, probe.terms));
    layout.widths().into_iter().find_map(|lines| of(probe.class, lines)).or_else(|| of(Class::REVEAL, FEW))
}

/// Tiles of the shapes that the form names, which a target takes in a way of its own.
fn singular(model: &Model) -> Vec<Choice> {
    let dtypes = || DType::ALL.iter().copied().filter(|d| d.is_float());
    let of_shape = |shape: [u32; 2]| {
        let of_dtype = move |dtype: DType| SINGULAR.iter().filter_map(move |class| model.of_singular(dtype, *class, shape));
        dtypes().flat_map(of_dtype).collect::<Vec<_>>()
    };
    model.form.singular.iter().flat_map(|shape| of_shape(*shape)).collect()
}
