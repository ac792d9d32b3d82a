//! How much of a tile is drawn, and how.

use clap::Args;
use ptoconf_checker::element_as_decimal;
use ptoconf_schemas::DType;

/// How much is drawn, and how.
#[derive(Args, Clone, Copy)]
pub struct Window {
    /// Rows to draw
    #[arg(long, default_value_t = 8)]
    pub rows: u32,

    /// Columns to draw
    #[arg(long, default_value_t = 8)]
    pub cols: u32,

    /// Show bit patterns instead of numbers
    #[arg(long)]
    pub bits: bool,
}

impl Window {
    /// An element as it is printed.
    pub fn word(&self, dtype: DType, bits: u64) -> String {
        if self.bits { format!("{bits:0width$x}", width = dtype.bytes() * 2) } else { element_as_decimal(dtype, bits) }
    }
}
