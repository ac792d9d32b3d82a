//! The assembler PTOAS: each tuple as assembly text, and what the assembler says of it.
//!
//! It judges legality only: it takes a text or rejects it with a message, and computes nothing.

mod batch;
mod drive;
mod forms;
pub(crate) mod fuzzing;
mod process;
mod said;
mod text;

pub use drive::Ptoas;
pub use text::{Arch, Assembly, assembly, module, page_forms};
