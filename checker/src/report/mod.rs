//! Reports: a file per form.

mod json;
mod junit;
mod markdown;
mod table;
mod text;

pub use json::json;
pub use junit::junit;
pub use markdown::markdown;
pub use text::text;
