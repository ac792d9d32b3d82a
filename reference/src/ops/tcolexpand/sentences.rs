//! The sentences of the page.

use crate::Section;

pub(super) const ALL: &[Section] = &[];
