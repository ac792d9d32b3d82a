//! The operations: one file and one line each.

mod shared;

use crate::{Operation, Reading};
use std::sync::LazyLock;

pub(crate) use shared::{MEMORY, memory_size};
pub use shared::{Shared, shared};

/// Declares the modules and lists the operations, in alphabetical order; the name of an operation
/// is the name of its file.
macro_rules! operations {
    ($($name:ident,)*) => {
        $(mod $name;)*
        static ALL: LazyLock<Vec<Operation>> = LazyLock::new(|| vec![$(named(stringify!($name), $name::operation()),)*]);
    };
}

operations! {
    tcolargmax,
    tcolargmin,
    tcolexpand,
    tcolexpandadd,
    tcolexpanddiv,
    tcolexpandexpdif,
    tcolexpandmax,
    tcolexpandmin,
    tcolexpandmul,
    tcolexpandsub,
    tcolmax,
    tcolmin,
    tcolprod,
    tcolsum,
    tconcat,
    trowargmax,
    trowargmin,
    trowexpand,
    trowexpandadd,
    trowexpanddiv,
    trowexpandexpdif,
    trowexpandmax,
    trowexpandmin,
    trowexpandmul,
    trowexpandsub,
    trowmax,
    trowmin,
    trowprod,
    trowsum,
}

/// Every operation, by name.
pub fn all() -> &'static [Operation] {
    &ALL
}

/// The operation of this name.
pub fn find(name: &str) -> Option<&'static Operation> {
    ALL.iter().find(|o| o.name == name)
}

/// Every reading, the shared ones first.
pub fn readings() -> Vec<&'static Reading> {
    shared().readings.iter().chain(ALL.iter().flat_map(|o| &o.readings)).collect()
}

/// Puts the operation's name in front of the ids that its file gives.
fn named(name: &'static str, mut operation: Operation) -> Operation {
    let full = |id: &str| if id.contains('/') { id.to_owned() } else { format!("{name}/{id}") };
    operation.name = name;
    for reading in &mut operation.readings {
        reading.id = full(&reading.id);
    }
    for rule in &mut operation.rules {
        rule.id = full(&rule.id);
        rule.reading = rule.reading.as_deref().map(full);
    }
    operation
}
