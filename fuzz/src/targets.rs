//! The list of readers.

use crate::target::Target;
use crate::{documents, folders, said};

/// Every target.
pub fn targets() -> Vec<Target> {
    [folders::targets(), documents::targets(), said::targets()].into_iter().flatten().collect()
}
