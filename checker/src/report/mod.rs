//! Reports: a file per form.

mod accuracy;
mod agreement;
mod causes;
mod diff;
mod json;
mod junit;
mod markdown;
mod orders;
mod plain;
mod short;
mod table;
mod text;

pub use accuracy::accuracy_lines;
pub use agreement::{agreement_json, agreement_markdown, agreement_text};
pub use causes::{NO_STATEMENT, seen, statement, wrong};
pub use diff::{diff_json, diff_markdown, diff_text};
pub use json::{json, write_json};
pub use junit::{Times, junit};
pub use markdown::markdown;
pub use orders::{OrderGroup, order_groups, order_lines};
pub use plain::steers;
pub use short::{all_causes, quiet, short};
pub use table::{answers, baseline, ending, implementation, is_told, origin, scope};
pub use text::{INKS, text};
